"""Columns against the PGN text, read by other means."""

import collections
import datetime
import pickle
import re
import unittest

from support import SAMPLES, data, games_of, main_line, numpy, odd, of_main_line, packed, plain, result_of

import pgnpack
from pgnpack import _table


def text_of(value):
    return None if value is None else value.decode('utf-8', 'surrogateescape')


def number_of(name, value):
    if name == 'PlyCount':
        return int(value) if value is not None and value.isdigit() and len(value) <= 9 else None
    rating = re.match(rb'\s*(\d+)(?!\?[\d?])', value or b'')
    return int(rating[1]) or None if rating and len(rating[1]) <= 4 else None


def date_of(game):
    """Of these tags, which have dates of digits and question marks only."""
    for name in ('Date', 'UTCDate'):
        value = game.get(name, b'').decode()
        if len(value) == 10 and value[:4].replace('?', '0') != '0000':
            return value
    return None


def day_of(game):
    try:
        return datetime.date(*map(int, (date_of(game) or '').split('.')))
    except (ValueError, TypeError):
        return None


class Samples(unittest.TestCase):
    def each(self):
        for name in SAMPLES:
            for level in (1, 3, 5):
                with pgnpack.open(packed(name, level)) as database:
                    yield database, games_of(data(name + '.pgn'))

    def test_tags(self):
        for database, games in self.each():
            self.assertEqual(len(database), len(games))
            names = {name for game in games for name in game if name not in (None, 'text')}
            self.assertEqual(set(database.tag_names), names)
            columns = database.columns(*names)
            for name in names:
                if name in ('WhiteElo', 'BlackElo', 'PlyCount'):
                    self.assertEqual(plain(columns[name]), [number_of(name, game.get(name)) for game in games])
                else:
                    self.assertEqual(columns[name].tolist(), [text_of(game.get(name)) for game in games])
                    self.assertEqual(columns[name].raw_list(), [game.get(name) for game in games])

    def test_numbers(self):
        for database, games in self.each():
            columns = database.columns('game', 'plies', 'day', 'year', 'outcome', 'file')
            self.assertEqual(plain(columns['game']), list(range(1, len(games) + 1)))
            self.assertEqual(plain(columns['plies']), [len(main_line(game[None])) for game in games])
            self.assertEqual(plain(columns['day']), [day_of(game) for game in games])
            self.assertEqual(plain(columns['year']), [None if date_of(game) is None else int(date_of(game)[:4]) for game in games])
            self.assertEqual(columns['outcome'].tolist(), [result_of(game[None]) for game in games])
            self.assertEqual(columns['file'].tolist(), database.paths * len(games))
            self.assertEqual(columns.rows, len(games))

    def test_lines(self):
        for database, games in self.each():
            columns = database.columns('san', 'uci', 'moves', 'text')
            lines = [main_line(game[None]) for game in games]
            self.assertEqual([text.split() for text in columns['san']], lines)
            self.assertEqual([text.encode('utf-8', 'surrogateescape').strip() for text in columns['text']], [game['text'] for game in games])
            for game, line, moves, uci in list(zip(games, lines, columns['moves'].tolist(), columns['uci']))[:20]:
                board = pgnpack.Board(text_of(game.get('FEN')))
                self.assertEqual(len(line), len(moves))
                for san, move, text in zip(line, moves, uci.split()):
                    self.assertEqual((board.parse_san(san), board.uci(move)), (move, text))
                    board.make(move)

    def test_clocks_and_comments(self):
        with pgnpack.open(packed('clocked')) as database:
            games = games_of(data('clocked.pgn'))
            columns = database.columns('clocks', 'evals', 'comments')
            clocks, evals = columns['clocks'].tolist(), columns['evals'].tolist()
            for i, game in enumerate(games):
                found = of_main_line(game[None], rb'\[%clk (\d+):(\d+):(\d+)\]')
                self.assertEqual(clocks[i], [None if one is None else 1000 * (3600 * int(one[1]) + 60 * int(one[2]) + int(one[3]))
                                             for one in found])
                found = of_main_line(game[None], rb'\[%eval (-?)(\d+)\.(\d\d)\]')
                expected = [None if one is None else int(one[1] + one[2] + one[3]) for one in found]
                mates = of_main_line(game[None], rb'\[%eval #(-?)(\d+)\]')
                for ply, one in enumerate(mates):
                    if one is not None:
                        expected[ply] = int(one[1] + str(2000000 - int(one[2])).encode())
                self.assertEqual(evals[i], expected)
                comments = columns['comments'][i].tolist()
                self.assertEqual(len(comments), len(found) + 1)
                found = of_main_line(game[None], rb'(?s).*')
                self.assertEqual(comments[1:], ['' if one is None else one[0].decode() for one in found])
            self.assertTrue(any(value is not None for values in evals for value in values))
            self.assertTrue(any(value is None for values in evals for value in values))


    def test_moves_alone(self):
        """They are gathered another way than together with clocks."""
        text = b'1. e4 (1. d4 d5 (1... Nf6) 2. c4) e5 {x} 2. -- $1 (2. Nf3 -- 3. g3) Nf6 *\n\n[White "x"]\n\n*\n'
        for source in [pgnpack.pack_bytes(text), odd()] + [packed(name) for name in SAMPLES]:
            with pgnpack.open(source) as database:
                self.assertEqual(database.column('moves').tolist(), database.columns('moves', 'clocks')['moves'].tolist())


class Odd(unittest.TestCase):
    def setUp(self):
        self.database = pgnpack.open(odd())
        self.addCleanup(self.database.close)

    def get(self, name):
        return plain(self.database.column(name))

    def test_values(self):
        self.assertEqual(self.get('White'), ['A "B" \\C', None, None, None])
        self.assertEqual(self.get('Black'), [None, '', None, None])
        self.assertEqual(self.get('WhiteElo'), [2500, None, None, None])
        self.assertEqual(self.get('BlackElo'), [None, None, None, 1500])
        self.assertEqual(self.get('PlyCount'), [None, 123456789, None, None])
        self.assertEqual(self.get('day'), [None, datetime.date(2020, 2, 29), None, datetime.date(1066, 10, 14)])
        self.assertEqual(self.get('year'), [2019, 2020, None, 1066])
        self.assertEqual(self.get('outcome'), ['*', '1-0', '1/2-1/2', '0-1'])
        self.assertEqual(self.get('san'), ['e4 e5 -- Nf6', 'a8=Q+ Ke7 O-O', '', 'f3 e5 g4 Qh4#'])
        self.assertEqual(self.get('uci'), ['e2e4 e7e5 0000 g8f6', 'a7a8q e8e7 e1g1', '', 'f2f3 e7e5 g2g4 d8h4'])
        self.assertEqual(self.get('clocks'), [[None] * 4, [None, None, 3723400], [], [None] * 4])
        self.assertEqual(self.get('evals'), [[None] * 4, [None, None, 3 - 2000000], [], [None, None, None, -125]])
        self.assertEqual(self.get('comments'), [['', 'a b', '', '', ''], ['before', '', '', '[%clk 1:02:03.4] [%eval #-3]'], [''],
                                                ['', '', '', '', '[%eval -1.25]']])
        self.assertEqual(self.database.column('moves').tolist()[0][2], 0)

    def test_bytes_that_are_no_utf_8(self):
        column = self.database.column('Event')
        self.assertEqual(column[0], 'Latin-1: M\udcfcller')
        self.assertEqual(column[0].encode('utf-8', 'surrogateescape'), b'Latin-1: M\xfcller')
        self.assertEqual((column.raw(0), column.raw(1), column[1]), (b'Latin-1: M\xfcller', b'M\xc3\xbcller', 'Müller'))

    def test_names_that_clash(self):
        self.assertEqual(self.database.column_names[:14], ['game', 'file', 'id', 'day', 'year', 'outcome', 'plies', 'Event', 'Site', 'Date',
                                                            'Round', 'White', 'Black', 'Result'])
        self.assertEqual(self.database.column_names[-7:], ['moves', 'san', 'uci', 'clocks', 'evals', 'comments', 'text'])
        for name in ('Year_tag', 'MOVES_tag', 'Moves_Tag_tag'):
            self.assertIn(name, self.database.column_names)
        self.assertEqual(self.get('Year_tag'), ['leap', None, None, None])
        self.assertEqual(self.get('MOVES_tag'), ['tag', None, None, None])
        self.assertEqual(self.get('Moves_Tag_tag'), ['other', None, None, None])
        self.assertEqual(list(_table.tag_columns([b'a', b'A', b'a_TAG', b'YEAR'])), ['Event', 'Site', 'Date', 'Round', 'White', 'Black',
                                                                                      'Result', 'a', 'A_tag', 'a_TAG_tag', 'YEAR_tag'])
        self.assertEqual(list(_table.tag_columns([b'a', b'a_tag', b'A']))[7:], ['a', 'a_tag', 'A_tag_2'])

    def test_names_that_are_none(self):
        for call in (self.database.columns, self.database.column, self.database.value_counts):
            with self.assertRaisesRegex(pgnpack.ArgumentError, 'no column "Whit"'):
                call('Whit')
        self.assertEqual(plain(self.database.column('Whit', strict=False)), [None] * 4)
        self.assertEqual(self.database.value_counts('Whit', strict=False), {None: 4})
        with self.assertRaises(pgnpack.ArgumentError):
            self.database.columns(7)

    def test_positions(self):
        columns = self.database.positions('game', 'ply', 'key', 'fen', 'move', 'uci', 'clock', 'eval', 'file')
        self.assertEqual(columns.rows, 5 + 4 + 1 + 5)
        self.assertEqual(plain(columns['game']), [1] * 5 + [2] * 4 + [3] + [4] * 5)
        self.assertEqual(plain(columns['ply']), [0, 1, 2, 3, 4, 0, 1, 2, 3, 0, 0, 1, 2, 3, 4])
        self.assertEqual(columns['move'].tolist(), ['e4', 'e5', '--', 'Nf6', None, 'a8=Q+', 'Ke7', 'O-O', None, None, 'f3', 'e5', 'g4',
                                                    'Qh4#', None])
        self.assertEqual(columns['uci'].tolist()[5:8], ['a7a8q', 'e8e7', 'e1g1'])
        self.assertEqual(plain(columns['clock']), [None] * 7 + [3723400] + [None] * 7)
        self.assertEqual(plain(columns['eval']), [None] * 7 + [3 - 2000000] + [None] * 5 + [-125, None])
        self.assertEqual(columns['file'].tolist(), self.database.paths * 15)
        self.assertEqual(plain(columns['key']), [pgnpack.Board(fen).key for fen in columns['fen']])
        self.assertEqual(columns['fen'][3], 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 1 2')
        with self.assertRaisesRegex(pgnpack.ArgumentError, 'no column "moves"'):
            self.database.positions('moves')


class Types(unittest.TestCase):
    def setUp(self):
        self.database = pgnpack.open(packed('clocked'))
        self.addCleanup(self.database.close)

    @unittest.skipUnless(numpy, 'with NumPy')
    def test_with_numpy(self):
        columns = self.database.columns('game', 'plies', 'day', 'year', 'WhiteElo', 'moves', 'clocks', 'evals')
        for name, kind in (('game', 'int64'), ('plies', 'int32'), ('day', 'datetime64[D]'), ('year', 'int32'), ('WhiteElo', 'int32')):
            self.assertEqual(columns[name].dtype, kind)
        for name in ('year', 'WhiteElo'):
            self.assertIsInstance(columns[name], numpy.ma.MaskedArray)
        self.assertEqual((columns['moves'].values.dtype, columns['moves'].offsets.dtype), ('uint16', 'int32'))
        self.assertIsInstance(columns['clocks'].values, numpy.ma.MaskedArray)
        self.assertEqual(set(columns['evals'].values.data[columns['evals'].values.mask].tolist()), {pgnpack.NO_EVAL})
        self.assertEqual(self.database.positions('key')['key'].dtype, 'uint64')

    @unittest.skipIf(numpy, 'without NumPy')
    def test_without_numpy(self):
        import array
        columns = self.database.columns('game', 'plies', 'WhiteElo', 'moves')
        self.assertEqual((columns['game'].typecode, columns['plies'].typecode), ('q', 'i'))
        self.assertIsInstance(columns['WhiteElo'], list)
        self.assertIsInstance(columns['moves'][0], array.array)
        self.assertEqual(columns['moves'][0].typecode, 'H')

    def test_numpy_is_not_imported_for_texts(self):
        import subprocess
        import sys
        code = ('import sys, pgnpack; db = pgnpack.open(sys.argv[1]); db.value_counts("White"); db.columns("White", "san", "text"); '
                'sys.exit("numpy" in sys.modules and sys.modules["numpy"] is not None)')
        subprocess.run([sys.executable, '-c', code, packed('clocked')], check=True)


class Containers(unittest.TestCase):
    def setUp(self):
        self.database = pgnpack.open(packed('classics'))
        self.addCleanup(self.database.close)
        self.games = games_of(data('classics.pgn'))

    def test_strings(self):
        column = self.database.column('White')
        names = [game['White'].decode() for game in self.games]
        self.assertEqual((column[0], column[-1], len(column)), (names[0], names[-1], len(names)))
        self.assertEqual(column[3:8].tolist(), names[3:8])
        self.assertEqual(column[3:8][1:3].raw_list(), [name.encode() for name in names[4:6]])
        self.assertEqual(column[::-1].tolist(), names[::-1])
        self.assertEqual(column[5:3].tolist(), [])
        self.assertEqual(list(column), names)
        self.assertEqual(plain(column == names[0]), [name == names[0] for name in names])
        self.assertEqual(plain(column == 'nobody'), [False] * len(names))
        self.assertTrue(column == self.database.column('White'))
        self.assertFalse(column == self.database.column('Black'))
        self.assertEqual(column.value_counts(), collections.Counter(names))
        self.assertEqual(list(column.value_counts().values()), sorted(column.value_counts().values(), reverse=True))
        codes, different = column.factorize()
        self.assertEqual([different[code] for code in codes], names)
        self.assertEqual(different, list(dict.fromkeys(names)))
        with self.assertRaises(IndexError):
            column[len(names)]
        with self.assertRaises(IndexError):
            column.raw(-len(names) - 1)
        self.assertEqual(memoryview(column.data).tobytes(), ''.join(names).encode())

    def test_strings_with_none(self):
        column = self.database.column('ECO')
        values = [text_of(game.get('ECO')) for game in self.games]
        self.assertIn(None, values)
        self.assertEqual(plain(column.is_null), [value is None for value in values])
        self.assertEqual(column.value_counts(), collections.Counter(values))
        codes, different = column.factorize()
        self.assertEqual([None if code < 0 else different[code] for code in codes], values)
        self.assertEqual(plain(column == ''), [False] * len(values))
        self.assertEqual(column.take([3, 3, 0]).tolist(), [values[3], values[3], values[0]])

    def test_lists(self):
        moves, comments = self.database.column('moves'), self.database.column('comments')
        all_moves = moves.tolist()
        self.assertEqual(list(map(len, all_moves)), plain(moves.lengths))
        self.assertEqual(plain(moves[-1]), all_moves[-1])
        self.assertEqual(moves[4:9].tolist(), all_moves[4:9])
        self.assertEqual(moves[8:3:-2].tolist(), all_moves[8:3:-2])
        self.assertEqual([plain(one) for one in moves], all_moves)
        self.assertEqual(comments[9:3:-3].tolist(), comments.tolist()[9:3:-3])
        self.assertEqual(self.database.column('clocks')[3:5][::-1].tolist(), [[None] * n for n in map(len, all_moves[4:2:-1])])
        with self.assertRaises(IndexError):
            moves[len(moves)]

    def test_other_processes_take_them(self):
        names = 'White', 'ECO', 'moves', 'clocks', 'comments', 'outcome', 'file', 'year', 'day', 'text'
        columns = self.database.columns(*names)
        for given in (columns, self.database.columns(*names, games=[3, 1, 2])):
            taken = pickle.loads(pickle.dumps(given))
            self.assertEqual((type(taken), taken.rows), (pgnpack.Columns, given.rows))
            for name in names:
                self.assertEqual(plain(taken[name]), plain(given[name]))
                self.assertEqual(plain(taken[name][1:3]), plain(given[name])[1:3])
            self.assertEqual(taken['ECO'].value_counts(), given['ECO'].value_counts())
            self.assertEqual(plain(taken['ECO'].is_null), plain(given['ECO'].is_null))
        hit = self.database.search(result='1-0')[0]
        self.assertEqual(pickle.loads(pickle.dumps(hit)), hit)

    def test_counts(self):
        counts = self.database.value_counts('White')
        self.assertEqual(counts, collections.Counter(game['White'].decode() for game in self.games))
        counts = self.database.value_counts('ECO')
        self.assertEqual(counts, collections.Counter(text_of(game.get('ECO')) for game in self.games))
        self.assertEqual(self.database[10:20].value_counts('ECO'), collections.Counter(text_of(g.get('ECO')) for g in self.games[10:20]))
        self.assertEqual(self.database.value_counts('outcome'), collections.Counter(result_of(game[None]) for game in self.games))
        self.assertEqual(self.database.value_counts('plies'), collections.Counter(len(main_line(game[None])) for game in self.games))
        self.assertEqual(self.database.value_counts('White', where='result=1-0'),
                         collections.Counter(game['White'].decode() for game in self.games if result_of(game[None]) == '1-0'))
        with self.assertRaises(pgnpack.ArgumentError):
            self.database.value_counts('moves')

    @unittest.skipUnless(numpy, 'pandas needs NumPy')
    def test_pandas(self):
        try:
            import pandas
        except ImportError:
            print('python: pandas is not installed, to_pandas() not tested')
            return
        frame = self.database.to_pandas('White', 'year', 'day', 'moves', 'plies', 'ECO')
        self.assertEqual(frame['White'].tolist(), [game['White'].decode() for game in self.games])
        self.assertEqual(str(frame['year'].dtype), 'Int32')
        self.assertEqual(frame['plies'].tolist(), list(map(len, frame['moves'])))
        self.assertEqual(frame['ECO'].isna().tolist(), ['ECO' not in game for game in self.games])
        self.assertEqual([None if pandas.isna(day) else day.date() for day in frame['day']], [day_of(game) for game in self.games])
        self.assertEqual(len(self.database.search(result='1-0').to_pandas('White')), 39)
        self.assertIn('Event', self.database.to_pandas())


if __name__ == '__main__':
    unittest.main()
