"""What stands between the library's calls and columns: arrays that are too small, calls and threads whose pieces are joined, offsets
of more than 32 bits, batches that are kept."""

import unittest
from unittest import mock

from support import data, numpy, packed, plain

import pgnpack
from pgnpack import _batch, _memory, _table

NAMES = ('White', 'WhiteElo', 'game', 'plies', 'outcome', 'moves', 'san', 'uci', 'clocks', 'evals', 'comments', 'text', 'day', 'year')


class Arrays(unittest.TestCase):
    def test_values_that_are_larger_than_usual(self):
        text = ('[White "%s"]\n[Black "b"]\n\n{%s} 1. e4 {%s} e5 2. %s *\n\n[White "c"]\n\n1. d4 *\n' %
                ('W' * 100000, 'x' * 30000, 'y' * 3000000, ' '.join(['Nf3 Nf6 Ng1 Ng8'] * 3000)))
        with pgnpack.open(pgnpack.pack_bytes(text)) as database:
            columns = database.columns('White', 'comments', 'text', 'san', 'plies', 'moves', 'Black')
            self.assertEqual(columns['White'].tolist(), ['W' * 100000, 'c'])
            self.assertEqual(columns['comments'][0][:3].tolist(), ['x' * 30000, 'y' * 3000000, ''])
            self.assertEqual(plain(columns['plies']), [12002, 1])
            self.assertEqual([len(line) for line in columns['moves']], [12002, 1])
            self.assertEqual(''.join(columns['text']), text)
            self.assertEqual(len(columns['san'][0].split()), 12002)
            self.assertEqual(database[1].White, 'c')
            self.assertEqual(columns['Black'].tolist(), ['b', None])

    def test_many_calls(self):
        with pgnpack.open(packed('clocked')) as database:
            expected = {name: plain(column) for name, column in database.columns(*NAMES, threads=1).items()}
            self.assertEqual(len(expected['White']), 160)
            for size in (1 << 10, 1 << 16, 1 << 18):
                with mock.patch.object(_batch, '_CALL_SIZE', size), mock.patch.object(_batch, '_CALL_SIZE_PLAIN', size), \
                        mock.patch.object(_table, '_ROWS', 7):
                    columns = database.columns(*NAMES, threads=1)
                    self.assertEqual({name: plain(column) for name, column in columns.items()}, expected)
                    picked = database.columns(*NAMES, games=range(0, 160, 3))
                    self.assertEqual({name: plain(column) for name, column in picked.items()},
                                     {name: values[::3] for name, values in expected.items()})

    def test_offsets_beyond_32_bits(self):
        np = numpy
        parts = [_memory.of(np, 'I', [0, 5, (1 << 31) - 1]), _memory.of(np, 'I', [0, 7]), _memory.of(np, 'I', [0, (1 << 32) - 1])]
        expected = [0, 5, (1 << 31) - 1, (1 << 31) + 6, (1 << 31) + (1 << 32) + 5]
        self.assertEqual(_memory.joined_offsets(np, parts).tolist(), expected)
        self.assertEqual(_memory.joined_offsets(np, parts[:1]).tolist(), expected[:3])
        self.assertEqual(_memory.joined_offsets(np, parts[2:]).tolist(), [0, (1 << 32) - 1])
        sizes = [1 << 30, 1 << 30, 3]
        self.assertEqual(_memory.offsets_of(np, sizes if np is None else np.array(sizes)).tolist(), [0, 1 << 30, 1 << 31, (1 << 31) + 3])
        self.assertEqual(memoryview(_memory.offsets_of(np, [1, 2])).itemsize, 4)
        self.assertEqual(memoryview(_memory.offsets_of(np, sizes)).itemsize, 8)

    def test_long_offsets_are_taken(self):
        values = [b'a', None, b'bc']
        column = pgnpack.Strings.of_list(values, numpy)
        wide = pgnpack.Strings(column.data, _memory.of(numpy, 'q', column.offsets.tolist()), column.is_set)
        self.assertEqual((wide.raw_list(), wide[2], wide[1:].tolist()), (values, 'bc', [None, 'bc']))
        if numpy:
            from test_arrow import Arrow
            self.assertEqual(Arrow().read(wide), ['a', None, 'bc'])


class Reads(unittest.TestCase):
    def test_batches_are_kept(self):
        """A second question about the same block reads nothing; not too many blocks are kept."""
        content = pgnpack.pack_bytes(data('engine-games.pgn'), block_size=100000)
        reads = []

        def read_at(offset, size):
            reads.append(offset)
            return content[offset:offset + size]
        with pgnpack.open(pgnpack.ReadAt(read_at, len(content))) as database:
            self.assertTrue(database[700].san)
            count = len(reads)
            self.assertTrue(database[701].san)
            self.assertEqual(len(reads), count)
            for name in ('White', 'Black', 'plies', 'san', 'uci', 'moves', 'text', 'Event'):
                database.column(name, threads=3)
            self.assertLessEqual(len(database._files[0]._batches), 4)

    def test_gap(self):
        content = pgnpack.pack_bytes(data('engine-games.pgn'))
        counts = {}
        for gap in (0, 1 << 20):
            reads = []

            def read_at(offset, size):
                reads.append(size)
                return content[offset:offset + size]
            with pgnpack.open(pgnpack.ReadAt(read_at, len(content)), gap=gap) as database:
                database.columns('White', 'moves', 'comments')
            counts[gap] = len(reads)
        self.assertLess(counts[1 << 20], counts[0])

    def test_iteration_reads_what_was_asked_for_before(self):
        """Chunks after the first one read all columns that were used, in one pass."""
        with pgnpack.open(packed('engine-games')) as database:
            passes = []
            original = _batch.Batch.pieces

            def counted(self, *arguments):
                passes.append(arguments[2].tags + arguments[2].columns)
                return original(self, *arguments)
            with mock.patch.object(_batch.Batch, 'pieces', counted):
                for game in database:
                    self.assertTrue(game.White and game.plies and game.san is not None)
            self.assertEqual(set(map(len, passes[3:])), {3})
            self.assertLess(len(passes), 12)


if __name__ == '__main__':
    unittest.main()
