"""Games one by one, slices, iteration, several files, sources of all kinds."""

import io
import os
import pathlib
import unittest
from unittest import mock

from support import ODD, SAMPLES, data, games_of, main_line, numpy, odd, packed, packed_text, path, plain

import pgnpack


class Sequence(unittest.TestCase):
    def setUp(self):
        self.database = pgnpack.open(packed('engine-games'))
        self.addCleanup(self.database.close)
        self.games = games_of(data('engine-games.pgn'))

    def test_indexes(self):
        count = len(self.games)
        self.assertEqual(len(self.database), count)
        for i in (0, 17, count - 1, -1, -count):
            game = self.database[i]
            self.assertEqual((game.index, game.number), (i % count, i % count + 1))
            self.assertEqual(game.text.strip().encode(), self.games[i]['text'])
        for i in (count, -count - 1):
            with self.assertRaisesRegex(IndexError, f'no game {i}'):
                self.database[i]

    def test_slices(self):
        for part in (slice(100, 120), slice(-20, None), slice(0, 2400, 400), slice(50, 20, -7), slice(5, 5)):
            games = self.database[part]
            expected = self.games[part]
            self.assertEqual(len(games), len(expected))
            self.assertEqual([game.White for game in games], [game['White'].decode() for game in expected])
            self.assertEqual(games.columns('White')['White'].tolist(), [game['White'].decode() for game in expected])
            self.assertEqual(plain(games.column('game')), [i + 1 for i in range(2400)[part]])
            self.assertEqual(plain(self.database.column('plies', games=part)), [len(main_line(game[None])) for game in expected])
        self.assertEqual(self.database[100:200][10:20][3].number, 114)

    def test_lists_of_indexes(self):
        for chosen in ([3, 1, 2], [5, 5, -1], range(10, 20, 3), range(20, 10, -3), [], (7,)):
            expected = [self.games[i]['White'].decode() for i in chosen]
            columns = self.database.columns('White', 'game', 'moves', 'WhiteElo', 'comments', 'day', games=chosen, strict=False)
            self.assertEqual(columns['White'].tolist(), expected)
            self.assertEqual(columns.rows, len(expected))
            for column in columns.values():
                self.assertEqual(len(column), len(expected))
        self.assertEqual(plain(self.database[100:200].column('game', games=[2, -1])), [103, 200])
        with self.assertRaises(IndexError):
            self.database.columns('White', games=[2400])

    def test_chosen_by_lists_and_masks(self):
        texts = [game['text'] for game in self.games]

        def same(games, places):
            self.assertIsInstance(games, pgnpack.Games)
            self.assertEqual([game.text.strip().encode() for game in games], [texts[i] for i in places])
        some = self.database[100:160:2]
        for chosen in ([3, 1, 2], [5, 5, -1, -30], range(4, 20, 3), range(-3, 3), [], (7,), (i for i in (2, 0))):
            places = chosen = list(chosen)
            same(some[chosen], [range(100, 160, 2)[i] for i in places])
            same(self.database[chosen], places)
        mask = [b'1/2' in text[-8:] for text in texts]
        drawn = [i for i, one in enumerate(mask) if one]
        self.assertGreater(len(drawn), 100)
        same(self.database[mask], drawn)
        same(self.database[mask][::-1][[0, -1]], [drawn[-1], drawn[0]])
        self.assertEqual(plain(self.database.column('game', games=mask)), [i + 1 for i in drawn])
        self.assertEqual(len(self.database[[False] * 2400]), 0)
        if numpy is not None:
            same(self.database[numpy.array(mask)], drawn)
            same(self.database[self.database.column('outcome') == '1/2-1/2'], drawn)
            same(self.database[numpy.array([2399, -2400, 7], 'int16')], [2399, 0, 7])
            same(some[numpy.zeros(0, 'int64')], [])
            unknown = numpy.ma.MaskedArray(mask, [i == drawn[0] for i in range(2400)])
            same(self.database[unknown], drawn[1:])
            self.assertEqual(self.database[numpy.int64(-1)].number, 2400)
        for wrong in (mask[1:], [True], [2400], [0, -2401]):
            with self.assertRaises(IndexError):
                self.database[wrong]
            with self.assertRaises(IndexError):
                self.database.columns('White', games=wrong)
        for wrong in ('x', 1.0, None, True, [1.5], ['1'], [None], [0, True], [True, None], {}.get):
            with self.assertRaises(pgnpack.ArgumentTypeError):
                self.database[wrong]
        if numpy is not None:
            with self.assertRaises(IndexError):
                self.database[numpy.zeros(0, bool)]
            for wrong in (numpy.ones((2400, 1), bool), numpy.zeros((2, 2), int), numpy.zeros(3)):
                with self.assertRaises(pgnpack.ArgumentTypeError):
                    self.database[wrong]

    def test_hits_are_chosen_as_games_are(self):
        hits = self.database.search(result='1/2-1/2')
        everything = list(hits)
        for chosen in ([2, -1, 0, 0], range(1, 9, 4), []):
            self.assertEqual(list(hits[chosen]), [everything[i] for i in chosen])
            self.assertEqual(hits[chosen].games, hits.games[chosen])
        mask = [hit.game % 3 == 0 for hit in everything]
        self.assertEqual(list(hits[mask]), [hit for hit in everything if hit.game % 3 == 0])
        self.assertEqual(hits[-1], everything[-1])
        for wrong in (len(hits), -len(hits) - 1, [len(hits)], mask[1:]):
            with self.assertRaises(IndexError):
                hits[wrong]
        for wrong in ('x', None, True, 1.0):
            with self.assertRaises(TypeError):
                hits[wrong]

    def test_head(self):
        self.assertEqual(list(self.database.head().indexes), [0, 1, 2, 3, 4])
        self.assertEqual(self.database[7:9].head(3), self.database[7:9])
        self.assertEqual(len(self.database.head(0)), 0)
        for wrong in (-1, None, 1.5, True):
            with self.assertRaises(pgnpack.ArgumentError):
                self.database.head(wrong)

    def test_iteration(self):
        numbers = []
        for game, expected in zip(self.database, self.games):
            numbers.append(game.number)
            self.assertEqual((game.White, game['Black'], game.plies), (expected['White'].decode(), expected['Black'].decode(),
                                                                      len(main_line(expected[None]))))
        self.assertEqual(numbers, list(range(1, 2401)))
        self.assertEqual(len(list(self.database)), 2400)
        self.assertEqual([game.number for game in reversed(self.database[10:13])], [13, 12, 11])
        self.assertIsInstance(next(iter(self.database)), pgnpack.Game)

    def test_threads_make_no_difference(self):
        one = self.database.columns('White', 'plies', 'san', 'comments', threads=1)
        for threads in (2, 3, 7, None):
            other = self.database.columns('White', 'plies', 'san', 'comments', threads=threads)
            self.assertEqual({name: plain(column) for name, column in one.items()}, {name: plain(column) for name, column in other.items()})
        for threads in (-1, 'x'):
            with self.assertRaises(pgnpack.ArgumentError):
                self.database.columns('White', threads=threads)

    def test_blocks_and_shards(self):
        with pgnpack.open(packed('engine-games', 3, '--block-size=64K')) as database:
            blocks = database.blocks()
            self.assertGreater(len(blocks), 5)
            self.assertEqual((blocks[0].start, blocks[-1].stop), (0, 2400))
            self.assertEqual([block.stop for block in blocks[:-1]], [block.start for block in blocks[1:]])
            self.assertEqual(sum(block.text_size for block in blocks), len(data('engine-games.pgn')))
            self.assertEqual((blocks[0].date_min // 10000, blocks[0].elo_min), (2025, 0))
            for count in (1, 2, 5, 1000):
                shards = database.shards(count)
                self.assertEqual([i for shard in shards for i in shard.indexes], list(range(2400)))
                self.assertLessEqual(len(shards), count)
            self.assertEqual(len(database.shards(4)), 4)
            for threads in (1, 3):
                self.assertEqual(plain(database.column('plies', threads=threads)), plain(self.database.column('plies')))
            names = [game.White for game in database]
            self.assertEqual(names, self.database.column('White').tolist())

    def test_a_game_asks_its_own_block(self):
        """Names of tags are in the heads of all blocks: one game has no need of them."""
        with mock.patch.object(type(self.database), '_tag_names', side_effect=AssertionError('all blocks')):
            game = self.database[1000]
            self.assertEqual((game.White, game.board(0).fen), (self.games[1000]['White'].decode(), pgnpack.Board().fen))
            self.assertEqual((game.board(-1).fen, len(game.svg()) > 1000), (game.fens[-1], True))


class OneGame(unittest.TestCase):
    def setUp(self):
        self.database = pgnpack.open(odd())
        self.addCleanup(self.database.close)

    def test_attributes(self):
        game = self.database[1]
        self.assertEqual((game.number, game.White, game.Black, game.plies, game.outcome, game.PlyCount, game.BlackElo, game.WhiteElo),
                         (2, None, '', 3, '1-0', 123456789, None, None))
        self.assertEqual(game.tags, {'Event': 'Müller', 'Black': '', 'Date': '????.??.??', 'UTCDate': '2020.02.29', 'WhiteElo': '02500',
                                     'BlackElo': '0', 'PlyCount': '123456789', 'FEN': '4k3/P7/8/8/8/8/8/4K2R w K - 0 1', 'SetUp': '1'})
        self.assertEqual(str(game.day), '2020-02-29')
        self.assertEqual((game.san, game.uci), (['a8=Q+', 'Ke7', 'O-O'], ['a7a8q', 'e8e7', 'e1g1']))
        self.assertEqual((game.clocks, game.evals), ([None, None, 3723400], [None, None, 3 - 2000000]))
        self.assertEqual(game.comments[0], 'before')
        self.assertEqual(game['Event'], 'Müller')
        self.assertEqual(game.file, self.database.paths[0])
        with self.assertRaises(KeyError):
            game['White']
        with self.assertRaisesRegex(AttributeError, 'games have no "Whit"'):
            game.Whit
        self.assertEqual(self.database[0].tags['White'], 'A "B" \\C')
        self.assertEqual(self.database[2].tags, {'Date': '199?.01.01', 'UTCDate': '1999.01.02', 'WhiteElo': '?'})

    def test_text_is_exact(self):
        text = ''.join(game.text for game in self.database).encode('utf-8', 'surrogateescape')
        self.assertEqual(text, ODD)

    def test_boards(self):
        game = self.database[3]
        self.assertEqual(game.fens[0], 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1')
        self.assertEqual((game.board(0).fen, game.board().fen), (game.fens[0], game.fens[0]))
        self.assertTrue(game.board(-1).is_checkmate)
        self.assertEqual(game.board(-1).fen, game.board(4).fen)
        for ply in (5, -6):
            with self.assertRaises(IndexError):
                game.board(ply)
        self.assertEqual(self.database[1].board(2).fen, 'Q7/4k3/8/8/8/8/8/4K2R w K - 1 2')
        positions = game.positions()
        self.assertEqual(positions['fen'].tolist(), game.fens)
        self.assertEqual(positions['move'].tolist(), game.san + [None])

    def test_null_moves(self):
        fens = self.database[0].fens
        self.assertEqual(len(fens), 5)
        self.assertEqual(fens[-1], 'rnbqkb1r/pppp1ppp/5n2/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 2 3')

    def test_null_moves_beside_variations(self):
        text = b'1. e4 (1. d4 d5 (1... Nf6) 2. c4) e5 2. -- (2. Nf3 -- 3. g3) Nf6 *'
        with pgnpack.open(pgnpack.pack_bytes(text)) as database:
            game = database[0]
            self.assertEqual(game.san, ['e4', 'e5', '--', 'Nf6'])
            self.assertEqual(game.fens, self.database[0].fens)

    def test_drops(self):
        text = b'[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 4. P@d5 *\n'
        with pgnpack.open(pgnpack.pack_bytes(text)) as database:
            game = database[0]
            self.assertEqual(game.san[-1], 'P@d5')
            self.assertEqual(len(game.fens), 8)
            self.assertIn('3P4', game.fens[-1])

    def test_all_boards_of_the_samples(self):
        for name in SAMPLES[:3]:
            with pgnpack.open(packed(name)) as database:
                for game in database:
                    fens = game.fens
                    self.assertEqual(len(fens), game.plies + 1)
                    board = pgnpack.Board(fens[0])
                    for san in game.san:
                        board.make(san)
                    self.assertEqual(board.fen, fens[-1])

    def test_what_was_read_stays(self):
        game = self.database[1]
        self.assertEqual(game.Black, '')
        column = self.database.column('Event')
        self.database.close()
        self.assertEqual((game.Black, column[1]), ('', 'Müller'))
        with self.assertRaises(pgnpack.ClosedError):
            game.san


class Sources(unittest.TestCase):
    def check(self, source, **options):
        with pgnpack.open(source, **options) as database:
            self.assertEqual(len(database), 160)
            self.assertEqual(database[-1].text.strip().encode(), games_of(data('clocked.pgn'))[-1]['text'])
            return database.paths

    def test_kinds(self):
        name = packed('clocked')
        with open(name, 'rb') as file:
            content = file.read()
        self.assertEqual(self.check(name), [name])
        self.assertEqual(self.check(pathlib.Path(name)), [name])
        for buffer in (content, bytearray(content), memoryview(content), memoryview(bytearray(content)), io.BytesIO(content)):
            self.assertEqual(self.check(buffer), [''])
        with open(name, 'rb') as file:
            self.assertEqual(self.check(file), [name])
        reads = []

        def read_at(offset, size):
            reads.append((offset, size))
            return content[offset:offset + size]
        self.assertEqual(self.check(pgnpack.ReadAt(read_at, len(content), 'remote')), ['remote'])
        self.assertLess(len(reads), 40)
        import mmap
        with open(name, 'rb') as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
            self.check(mapped)

    def test_path_of_any_bytes(self):
        name = os.fsdecode(os.fsencode(path('b\xfccher \U0001f600')) + b'\xff.bcgn')
        with open(name, 'wb') as file:
            file.write(pgnpack.pack_bytes(data('classics.pgn')))
        with pgnpack.open(name) as database:
            self.assertEqual(database.paths, [name])
            self.assertEqual(database.column('file')[3], name)

    def test_saved_index(self):
        with pgnpack.open(packed('clocked')) as database:
            saved = database.saved_index()
        self.check(packed('clocked'), saved_index=saved)
        with open(packed('clocked'), 'rb') as file:
            self.check(file, saved_index=saved)
        with self.assertRaises(pgnpack.PgnpackError):
            self.check(packed('classics'), saved_index=saved)
        with self.assertRaises(pgnpack.PgnpackError):
            self.check(packed('clocked'), saved_index=b'nonsense')

    def test_several_files(self):
        names = [packed(name) for name in SAMPLES]
        games = [game for name in SAMPLES for game in games_of(data(name + '.pgn'))]
        sources = [index for index, name in enumerate(SAMPLES) for _ in games_of(data(name + '.pgn'))]
        with pgnpack.open(names) as database:
            self.assertEqual(len(database), len(games))
            columns = database.columns('file', 'game', 'White', 'WhiteElo', 'san', 'Variant', strict=False)
            self.assertEqual(columns['file'].tolist(), [names[index] for index in sources])
            self.assertEqual(columns['White'].tolist(), [game['White'].decode() if 'White' in game else None for game in games])
            self.assertEqual([text.split() for text in columns['san']], [main_line(game[None]) for game in games])
            self.assertEqual(plain(columns['game']), [n + 1 for name in SAMPLES for n in range(len(games_of(data(name + '.pgn'))))])
            for i in (0, 8, 9, 73, 74, 233, 234, -1):
                self.assertEqual(database[i].text.strip().encode(), games[i]['text'])
                self.assertEqual(database[i].file, names[sources[i]])
            self.assertEqual(database[5:80:3].column('White').tolist(), [g['White'].decode() for g in games[5:80:3]])
            self.assertEqual([game.index for game in database], list(range(len(games))))
            self.assertEqual([i for shard in database.shards(3) for i in shard.indexes], list(range(len(games))))
            self.assertEqual(sum(database.value_counts('White').values()), len(games))
            self.assertEqual(database.value_counts('White'), columns['White'].value_counts())
            positions = database[60:80].positions('file', 'game', 'ply')
            self.assertEqual(positions.rows, sum(len(main_line(game[None])) + 1 for game in games[60:80]))
            with self.assertRaises(pgnpack.ArgumentError):
                database.saved_index()
        with self.assertRaises(pgnpack.ArgumentError):
            pgnpack.open([])
        with self.assertRaises(pgnpack.FileMissingError):
            pgnpack.open(names + ['/no/such.bcgn'])

    def test_empty(self):
        with pgnpack.open(packed_text('nothing', b'')) as database:
            self.assertEqual((len(database), list(database), database.blocks(), database.tag_names), (0, [], [], []))
            columns = database.columns('White', 'moves', 'comments', 'day', 'WhiteElo', 'outcome', 'file', 'game', strict=False)
            self.assertEqual({name: plain(column) for name, column in columns.items()}, dict.fromkeys(columns, []))
            self.assertEqual(len(database.search(player='x')), 0)
            self.assertEqual((len(database.tree()), database.tree().totals.games, database.names(), database.shards(3)), (0, 0, [], []))
            self.assertEqual(database.value_counts('White'), {})
            self.assertEqual(database.positions().rows, 0)


if __name__ == '__main__':
    unittest.main()
