"""Columns in batches, and as Arrow's streams: by a consumer of our own, and by DuckDB where its library is (make check-duckdb brings it)."""

import ctypes
import gc
import glob
import os
import unittest

from support import BUILD, data, games_of, numpy, odd, packed, path, plain
from test_arrow import Array, Schema, Stream, taken, values

import pgnpack
from pgnpack import _arrow

NAMES = 'White', 'day', 'year', 'WhiteElo', 'moves', 'san', 'comments', 'evals', 'outcome', 'file', 'id', 'text'


class Batches(unittest.TestCase):
    def test_as_columns(self):
        with pgnpack.open([packed('classics'), packed('clocked')]) as database:
            selections = database, database[50:90], database[::-7], database[[3, 3, 200, 1]], database[:0]
            for games, rows in [(games, rows) for games in selections for rows in (1, 9, 64, 1000)]:
                if rows == 1 and len(games) > 50:
                    continue
                expected = {name: plain(column) for name, column in games.columns(*NAMES).items()}
                batches = games.batches(*NAMES, rows=rows)
                found = list(batches)
                sizes = [rows] * (len(games) // rows) + ([len(games) % rows] if len(games) % rows else [])
                self.assertEqual(([batch.rows for batch in found], len(batches)), (sizes, len(sizes)))
                for name in NAMES:
                    self.assertEqual(str([one for batch in found for one in plain(batch[name])]), str(list(expected[name])), name)
                self.assertEqual([batch.rows for batch in batches], sizes)  # once more
            where = database.batches('White', where='result=1-0', rows=7)
            self.assertEqual([name for batch in where for name in batch['White']], database.search(result='1-0').columns('White')['White'].tolist())

    def test_one_batch_at_a_time(self):
        """Only the games of the batch that is asked for are read."""
        from pgnpack import Games
        counts, read = [], Games._read
        with pgnpack.open(packed('engine-games')) as database:
            try:
                Games._read = lambda self, *arguments: counts.append(len(self)) or read(self, *arguments)
                batches = iter(database.batches('text', rows=100))
                next(batches), next(batches)
                self.assertEqual(counts, [100, 100])
            finally:
                Games._read = read

    def test_misuse(self):
        with pgnpack.open(packed('classics')) as database:
            for rows in (0, -1, 1 << 31, 1.5, None):
                with self.assertRaises(pgnpack.ArgumentError):
                    database.batches('White', rows=rows)
            with self.assertRaisesRegex(pgnpack.ArgumentError, 'no column "Wite"'):
                database.batches('Wite')
            self.assertEqual(next(iter(database.batches('Wite', strict=False)))['Wite'][0], None)


@unittest.skipUnless(numpy, 'Arrow is given columns that were read with NumPy')
class Streams(unittest.TestCase):
    def setUp(self):
        gc.collect()
        self.assertEqual((len(_arrow._kept), len(_arrow._structs)), (0, 0))

    tearDown = setUp

    def opened(self, batches):
        stream, schema = taken(batches.__arrow_c_stream__(), b'arrow_array_stream', Stream), Schema()
        place = ctypes.addressof(stream)
        self.assertEqual(stream.get_schema(place, ctypes.addressof(schema)), 0)

        def following():
            array = Array()
            status = stream.get_next(place, ctypes.addressof(array))
            if status or not array.release:
                return status, stream.get_last_error(place) if status else None
            found = values(schema, array)
            array.release(ctypes.addressof(array))
            return found

        def close():
            schema.release(ctypes.addressof(schema))
            stream.release(place)
        return following, close

    def test_batches(self):
        for name in (packed('clocked'), odd()):
            with pgnpack.open(name) as database:
                batches = database.batches(*NAMES, rows=60, strict=False)
                following, close = self.opened(batches)
                for batch in batches:
                    found = following()
                    for column in NAMES:
                        expected = [one if not isinstance(one, str) else one.encode('utf-8', 'surrogateescape').decode('utf-8', 'replace')
                                    for one in plain(batch[column])]
                        self.assertEqual(str(found[column]), str(expected), column)
                self.assertEqual([following(), following()], [(0, None), (0, None)])
                close()

    def test_failures_are_told(self):
        with open(packed('engine-games', 3, '--block-size=64K'), 'rb') as file:
            content = bytearray(file.read())
        with pgnpack.open(bytes(content)) as database:
            blocks = database.blocks()
            content[sum(block.size for block in blocks[:5])] ^= 255
        with pgnpack.open(content) as database:
            following, close = self.opened(database.batches('san', rows=blocks[0].stop, threads=1))
            self.assertEqual(len(following()['san']), blocks[0].stop)
            for _ in range(20):
                found = following()
                if isinstance(found, tuple):
                    break
            self.assertEqual(found[0], 5)
            with self.assertRaises(pgnpack.CorruptError) as caught:
                database.column('san', threads=1)
            self.assertEqual(found[1].decode(), str(caught.exception))
            self.assertEqual(following(), found)
            close()

    def test_other_types_in_a_later_batch(self):
        class Changing(pgnpack.Batches):
            def __iter__(self):
                yield pgnpack.Columns({'a': numpy.zeros(2, 'int32')}, 2)
                yield pgnpack.Columns({'a': numpy.zeros(2, 'int64')}, 2)

            def __arrow_c_stream__(self, requested_schema=None):
                return _arrow.stream_capsule(next(iter(self)), iter(self))
        following, close = self.opened(Changing(None, None, 1, 1))
        self.assertEqual(following(), {'a': [0, 0]})
        self.assertIn(b'fewer rows', following()[1])
        close()


LIBRARIES = glob.glob(os.path.join(BUILD, 'npm', 'duckdb', 'node_modules', '@duckdb', 'node-bindings-*', 'libduckdb.so'))


@unittest.skipUnless(numpy, 'Arrow is given columns that were read with NumPy')
class DuckDB(unittest.TestCase):
    """DuckDB's own reader of Arrow's streams, by its interface for C."""

    @classmethod
    def setUpClass(cls):
        cls.library = None
        for name in LIBRARIES:
            try:
                cls.library = ctypes.CDLL(name)
                return
            except OSError:
                pass  # for another C library
        print('python: DuckDB is not there (make check-duckdb brings it), streams not read by it')

    def setUp(self):
        if self.library is None:
            self.skipTest('no DuckDB')
        self.library.duckdb_value_varchar.restype = ctypes.c_void_p
        self.library.duckdb_value_varchar.argtypes = [ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64]
        self.library.duckdb_row_count.restype = self.library.duckdb_column_count.restype = ctypes.c_uint64
        self.library.duckdb_result_error.restype = ctypes.c_char_p
        self.library.duckdb_free.argtypes = [ctypes.c_void_p]
        self.base, self.connection = ctypes.c_void_p(), ctypes.c_void_p()
        self.assertEqual(self.library.duckdb_open(None, ctypes.byref(self.base)), 0)
        self.assertEqual(self.library.duckdb_connect(self.base, ctypes.byref(self.connection)), 0)

    def tearDown(self):
        self.library.duckdb_disconnect(ctypes.byref(self.connection))
        self.library.duckdb_close(ctypes.byref(self.base))
        gc.collect()
        # Its interface for C never releases a schema; arrays and streams it does.
        _arrow._kept = {number: kept for number, kept in _arrow._kept.items() if not isinstance(kept, tuple) or not isinstance(kept[0], bytes)}
        self.assertEqual((len(_arrow._kept), len(_arrow._structs)), (0, 0))

    def rows(self, batches, query):
        """What a query gives of the batches, which are its table `games`: rows of texts. It has to ask for all columns, in their order:
        DuckDB's interface for C takes the first ones for those that it wants."""
        stream = taken(batches.__arrow_c_stream__(), b'arrow_array_stream', Stream)
        self.assertEqual(self.library.duckdb_arrow_scan(self.connection, b'games', ctypes.byref(stream)), 0)
        result = (ctypes.c_byte * 256)()
        status = self.library.duckdb_query(self.connection, query.encode(), result)
        try:
            if status:
                raise RuntimeError(self.library.duckdb_result_error(result).decode())
            return [tuple(self.text(result, column, row) for column in range(self.library.duckdb_column_count(result)))
                    for row in range(self.library.duckdb_row_count(result))]
        finally:
            self.library.duckdb_destroy_result(result)
            if stream.release:
                stream.release(ctypes.addressof(stream))

    def text(self, result, column, row):
        address = self.library.duckdb_value_varchar(result, column, row)
        if not address:
            return None
        text = ctypes.string_at(address).decode()
        self.library.duckdb_free(address)
        return text

    def test_query(self):
        games = games_of(data('engine-games.pgn'))
        with pgnpack.open(packed('engine-games')) as database:
            found = self.rows(database.batches('White', 'plies', 'moves', rows=100),
                              'SELECT White, count(*), sum(plies), sum(len(moves)) FROM games GROUP BY White ORDER BY White')
            counts, plies = database.value_counts('White'), {}
            for name, count in zip(database.column('White'), database.column('plies').tolist()):
                plies[name] = plies.get(name, 0) + count
            self.assertEqual(found, [(name, str(counts[name]), str(plies[name]), str(plies[name])) for name in sorted(counts)])
            self.assertEqual(sum(int(row[1]) for row in found), len(games))

    def test_all_kinds(self):
        with pgnpack.open([packed('clocked'), packed('classics')]) as database:
            batches = database.batches('day', 'year', 'WhiteElo', 'san', 'clocks', 'outcome', rows=33)
            found = self.rows(batches, 'SELECT day, year, WhiteElo, san, list_sum(clocks), outcome FROM games')
            columns = database.columns('day', 'year', 'WhiteElo', 'san', 'clocks', 'outcome')
            sums = [[clock for clock in clocks.tolist() if clock is not None] for clocks in columns['clocks']]
            expected = zip(columns['day'].tolist(), columns['year'].tolist(), columns['WhiteElo'].tolist(), columns['san'],
                           [sum(one) if one else None for one in sums], columns['outcome'])
            self.assertEqual(found, [tuple(None if one is None else str(one) for one in row) for row in expected])
            self.assertEqual(self.rows(database.columns('White', 'year'), 'SELECT count(*), count(DISTINCT White) FROM games'),
                             [('225', str(len(set(database.column('White')))))])

    def test_failure(self):
        with open(packed('engine-games', 3, '--block-size=64K'), 'rb') as file:
            content = bytearray(file.read())
        content[len(content) // 2] ^= 255
        with open(path('torn.bcgn'), 'wb') as file:
            file.write(content)
        with pgnpack.open(path('torn.bcgn')) as database:
            with self.assertRaisesRegex(RuntimeError, 'torn.bcgn'):
                self.rows(database.batches('san', 'White', rows=50, threads=1), 'SELECT sum(len(san) + len(White)) FROM games')


if __name__ == '__main__':
    unittest.main()
