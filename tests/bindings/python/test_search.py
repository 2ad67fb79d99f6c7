"""Searches, trees and names against answers from the PGN text; query texts against the cases that all bindings share."""

import collections
import os
import shutil
import unittest

from support import SAMPLES, data, games_of, main_line, odd, of_main_line, packed, path, plain, result_of

import pgnpack
from pgnpack import _query

CASES = [
    ('', []),
    (' \t\r\n ', []),
    ('player=Kasparov eco=B90-B99', [('player', 'Kasparov'), ('eco', 'B90-B99')]),
    ('  check   mate ', [('check', None), ('mate', None)]),
    ('player="Kasparov, Garry" mate', [('player', 'Kasparov, Garry'), ('mate', None)]),
    ('event="the ""Candidates"""', [('event', 'the "Candidates"')]),
    ('event=Linares" "1994', [('event', 'Linares 1994')]),
    ('"event=Linares 1994"', [('event=Linares 1994', None)]),
    ('tag=Variant==Chess960', [('tag', 'Variant==Chess960')]),
    ('event=""', [('event', '')]),
    ('event=', [('event', '')]),
    ("event='x y'", [('event', "'x"), ("y'", None)]),
    ('white=a\\ b', [('white', 'a\\'), ('b', None)]),
    ('not result=1/2', [('not', None), ('result', '1/2')]),
]


class Texts(unittest.TestCase):
    def test_cases(self):
        for text, words in CASES:
            self.assertEqual(_query.parse(text), words, text)

    def test_bad_ones(self):
        for text, told in (('event="x', 'a quote is not closed'), ('--player=x', 'without dashes')):
            with self.assertRaisesRegex(pgnpack.ArgumentError, told):
                _query.parse(text)

    def test_words(self):
        def words(where=None, **named):
            return _query.words_of(where, named)
        self.assertEqual(words(player='x', white_elo='2700-', mate=True, check=False), [('player', 'x'), ('white-elo', '2700-'), ('mate', None)])
        self.assertEqual(words('eco=B', not_=True, for_=20, player=['a', 'b']),
                         [('eco', 'B'), ('not', None), ('for', '20'), ('player', 'a'), ('player', 'b')])
        self.assertEqual(words({'white-elo': 2700, 'mate': None}), [('white-elo', '2700'), ('mate', None)])
        self.assertEqual(words([('then', None), ('fen', pgnpack.Board())]),
                         [('then', None), ('fen', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1')])
        for bad in (lambda: words(player=None), lambda: words(player=2.5), lambda: words([('a', 'b', 'c')]), lambda: words(7)):
            with self.assertRaises((pgnpack.ArgumentError, TypeError)):
                bad()

    def test_all_words_are_known(self):
        words = pgnpack.query_words()
        for name in ('player', 'white', 'eco', 'fen', 'material', 'then', 'not', 'either', 'for', 'swing', 'clock', 'times'):
            self.assertIn(name, words)
        self.assertIsNone(words['mate'][0])
        self.assertTrue(all(text for _, text in words.values()))


class Searches(unittest.TestCase):
    def setUp(self):
        self.database = pgnpack.open(packed('engine-games', 3, '--block-size=64K'))
        self.addCleanup(self.database.close)
        self.games = games_of(data('engine-games.pgn'))
        self.white = self.games[100]['White'].decode()

    def numbers(self, fits):
        return [i + 1 for i, game in enumerate(self.games) if fits(game)]

    def test_tags(self):
        expected = self.numbers(lambda game: game['White'].decode() == self.white)
        for threads in (1, 2, None):
            hits = self.database.search(white='=' + self.white, threads=threads)
            self.assertEqual(plain(hits.game), expected)
        self.assertEqual(plain(self.database.search(f'white="={self.white}"').game), expected)
        self.assertEqual(plain(self.database.search({'white': '=' + self.white}).indexes), [number - 1 for number in expected])
        self.assertEqual(hits.columns('White')['White'].tolist(), [self.white] * len(expected))
        self.assertEqual([game.number for game in hits.games], expected)
        self.assertEqual(set(hits.file), set(self.database.paths))
        both = self.numbers(lambda game: game['White'].decode() == self.white and result_of(game[None]) != '1-0')
        self.assertEqual(plain(self.database.search(f'white="={self.white}"', not_=True, result='1-0').game), both)
        self.assertEqual(plain(self.database.column('game', where={'white': '=' + self.white})), expected)

    def test_who_we_are(self):
        ours = self.numbers(lambda game: self.white in (game['White'].decode(), game['Black'].decode()))
        hits = self.database.search(us='=' + self.white)
        self.assertEqual(plain(hits.game), ours)
        self.assertEqual(plain(hits.as_black), [int(self.games[number - 1]['White'].decode() != self.white) for number in ours])
        self.assertEqual({hit.as_black for hit in hits}, {0, 1})
        self.assertEqual(set(plain(self.database.search(white='=' + self.white).as_black)), {0})

    def test_moves(self):
        expected = self.numbers(lambda game: main_line(game[None])[:3] == ['e4', 'c5', 'Nf3'])
        hits = self.database.search(moves='e4 c5 Nf3')
        by_fen = self.database.search(fen=pgnpack.Board().make('e4').make('c5').make('Nf3'))
        self.assertEqual(plain(hits.game), plain(by_fen.game))
        self.assertEqual([hit.game for hit in hits if hit.ply == 3], expected)
        self.assertTrue(expected)
        for hit in hits[:50]:
            moves = self.database[hit.game - 1].moves
            self.assertEqual(hit.move, int(moves[hit.ply]) if hit.ply < len(moves) else 0)
            self.assertEqual(self.database[hit.game - 1].board(hit.ply).key, by_fen._database[0].board(0).make('e4').make('c5').make('Nf3').key)
        mates = self.numbers(lambda game: main_line(game[None])[-1:] and main_line(game[None])[-1].endswith('#'))
        self.assertEqual(plain(self.database.search(mate=True).game), mates)

    def test_what_was_measured(self):
        def clock(text):
            hours, minutes, seconds = text.split(b':')
            return 3600 * int(hours) + 60 * int(minutes) + int(seconds)

        def told(game, pattern):
            return [found and found[1] for found in of_main_line(game[None], pattern)]
        games = [(told(game, rb'%clk ([0-9:]+)'), told(game, rb'%eval ([#\-0-9.]+)'), result_of(game[None]))
                 for game in games_of(data('clocked.pgn'))]

        def numbers(fits):
            return [i + 1 for i, (clocks, evals, result) in enumerate(games) if fits(clocks, evals, result)]
        hurried = numbers(lambda clocks, _, result: any(text is not None and clock(text) <= 10 for text in clocks[::2]))
        mated = numbers(lambda _, evals, result: any(text is not None and text.startswith(b'#') and 0 < int(text[1:]) <= 3 for text in evals))
        calm = numbers(lambda _, evals, result: any(evals) and not any(text is not None and not text.startswith(b'#') and float(text) >= 4 or
                                                                       text is not None and text.startswith(b'#') and not text.startswith(b'#-') for text in evals))
        self.assertTrue(hurried and mated and calm)
        for level in 3, 6:
            with pgnpack.open(packed('clocked', level)) as database:
                self.assertEqual(plain(database.search(clock='us -10').game), hurried)
                self.assertEqual(plain(database.search(eval='#3..').game), mated)
                self.assertEqual(plain(database.search('eval=4.. times=0').game), calm)
                self.assertEqual(plain(database.search([('has', 'clock|eval')]).game), numbers(lambda clocks, evals, _: any(clocks) or any(evals)))
                self.assertEqual(len(database.search(comment='nobody', nag='$1')), 0)
        with self.assertRaisesRegex(pgnpack.ArgumentError, r'write "..-2" or "=-2"'):
            database.search(eval='-2')

    def test_parts(self):
        every = plain(self.database.search(result='1-0').game)
        self.assertEqual(plain(self.database[500:1500].search(result='1-0').game), [n for n in every if 500 < n <= 1500])
        self.assertEqual(plain(self.database[5:2000:3].search(result='1-0').indexes), [n - 1 for n in every if n - 1 in range(5, 2000, 3)])
        self.assertEqual(plain(self.database[[7, 3][0]:9].search().game), [8, 9])
        self.assertEqual(plain(self.database.search(result='1-0', limit=10).game), every[:10])
        self.assertEqual(plain(self.database[5:2000:3].search(result='1-0', limit=4).indexes),
                         [n - 1 for n in every if n - 1 in range(5, 2000, 3)][:4])
        self.assertEqual(len(self.database.search(result='1-0', limit=0)), 0)
        hits = self.database.search(result='1-0').games.search(plies='-60')
        self.assertEqual(plain(hits.game), self.numbers(lambda game: result_of(game[None]) == '1-0' and len(main_line(game[None])) <= 60))
        self.assertEqual(plain(self.database.column('plies', where='plies=-30', games=slice(0, 1000))),
                         [len(main_line(game[None])) for game in self.games[:1000] if len(main_line(game[None])) <= 30])
        self.assertEqual(len(hits[2:5]), 3)
        self.assertIsInstance(hits[0], pgnpack.Hit)
        self.assertEqual(hits[-1].game, plain(hits.game)[-1])

    def test_several_files(self):
        names = [packed(name) for name in SAMPLES]
        expected = [(name, i + 1) for name in SAMPLES for i, game in enumerate(games_of(data(name + '.pgn'))) if result_of(game[None]) == '0-1']
        with pgnpack.open(names) as database:
            for threads in (1, 3):
                hits = database.search(result='0-1', threads=threads)
                self.assertEqual(list(zip(hits.file.tolist(), plain(hits.game))), [(packed(name), number) for name, number in expected])
            self.assertEqual([game.number for game in hits.games], [number for _, number in expected])
            counts = collections.Counter(main_line(game[None])[0] for name in SAMPLES for game in games_of(data(name + '.pgn'))
                                         if main_line(game[None]) and 'FEN' not in game)
            self.assertEqual({row.move: row.games for row in database.tree() if row.move}, counts)

    def test_errors(self):
        for call, told in ((lambda: self.database.search(playr='x'), 'playr'), (lambda: self.database.search(elo='many'), 'many'),
                           (lambda: self.database.search(fen='8/8'), ''), (lambda: self.database.search('player="x'), 'quote'),
                           (lambda: self.database.search(player='a\0b'), 'zero'),
                           (lambda: self.database.columns('White', where='nonsense'), 'nonsense')):
            with self.assertRaisesRegex(pgnpack.ArgumentError, told):
                call()


class Trees(unittest.TestCase):
    def setUp(self):
        self.games = games_of(data('engine-games.pgn'))

    def expected(self, line, fits=lambda game: True):
        counts = collections.defaultdict(collections.Counter)
        for game in self.games:
            moves = main_line(game[None])
            if moves[:len(line)] == line and len(moves) > len(line) and 'FEN' not in game and fits(game):
                counts[moves[len(line)]][result_of(game[None])] += 1
        return counts

    def check(self, tree, counts):
        self.assertEqual({row.move for row in tree if row.move}, set(counts))
        for row in tree:
            if row.move:
                one = counts[row.move]
                self.assertEqual((row.games, row.white_wins, row.draws, row.black_wins, row.unknown),
                                 (sum(one.values()), one['1-0'], one['1/2-1/2'], one['0-1'], one['*']))
        self.assertEqual([row.games for row in tree], sorted((row.games for row in tree), reverse=True))

    def test_start(self):
        for index in ('by size', 'none', 'always'):
            with pgnpack.open(pgnpack.pack_bytes(data('engine-games.pgn'), index=index)) as database:
                for threads in (1, 2):
                    self.check(database.tree(threads=threads), self.expected([]))
                tree = database.tree(where='result=1-0')
                self.check(tree, self.expected([], lambda game: result_of(game[None]) == '1-0'))
                self.assertEqual(tree.totals.games, tree.totals.white_wins)
                self.check(database.tree(result='0-1', threads=2), self.expected([], lambda game: result_of(game[None]) == '0-1'))
                self.games = self.games[:700]
                self.check(database[:700].tree(), self.expected([]))
                self.games = games_of(data('engine-games.pgn'))

    def test_position(self):
        with pgnpack.open(packed('engine-games')) as database:
            board = pgnpack.Board().make('d4')
            tree = database.tree(board)
            self.check(tree, self.expected(['d4']))
            self.assertEqual(tree.fen, board.fen)
            self.assertEqual(database.tree(board.fen).rows, tree.rows)
            self.assertEqual({row.uci for row in tree}, {board.uci(board.parse_san(row.move)) for row in tree})
            self.assertEqual(tree[0].last_year, 2025)
            self.assertIsNone(tree[0].rating)
            self.assertIn(tree[0].move, str(tree))
            with self.assertRaises(pgnpack.ArgumentError):
                database.tree('nonsense')
            with self.assertRaises(pgnpack.ArgumentError):
                database.search(result='1-0').games.tree()


class Names(unittest.TestCase):
    def test_players(self):
        games = games_of(data('classics.pgn'))
        expected = collections.Counter(game[colour].decode() for game in games for colour in ('White', 'Black'))
        with pgnpack.open(packed('classics')) as database:
            self.assertEqual({name.name: name.games for name in database.names()}, expected)
            found = database.names('kasp')
            self.assertEqual([name.name for name in found], [name for name in expected if 'Kasp' in name])
            won = sum(1 for game in games if (game['White'].startswith(b'Kasparov') and result_of(game[None]) == '1-0') or
                      (game['Black'].startswith(b'Kasparov') and result_of(game[None]) == '0-1'))
            self.assertEqual((found[0].won, found[0].won + found[0].drawn + found[0].lost), (won, found[0].games))
            self.assertEqual({name.name: name.games for name in database.names(tag='Site')},
                             collections.Counter(game['Site'].decode() for game in games))
            part = collections.Counter(game[colour].decode() for game in games[5:30:5] for colour in ('White', 'Black'))
            self.assertEqual({name.name: name.games for name in database[5:30:5].names()}, part)
            white = collections.Counter(game['Event'].decode() for game in games if result_of(game[None]) == '1-0')
            self.assertEqual({name.name: name.games for name in database.names(tag='Event', where='result=1-0')}, white)
            with self.assertRaises(pgnpack.PgnpackError):
                database.names('x' * 2000)


class Index(unittest.TestCase):
    def test_index_beside(self):
        name = path('indexed.bcgn')
        with open(name, 'wb') as file:
            file.write(pgnpack.pack_bytes(data('engine-games.pgn'), 5, index='none'))
        with pgnpack.open(name) as database:
            expected = plain(database.search(moves='e4 e5').game)
            self.assertEqual(database.write_index(), name + '.idx')
            self.assertEqual(plain(database.search(moves='e4 e5').game), expected)
        for index in (None, name + '.idx', False):
            with pgnpack.open(name, index=index) as database:
                self.assertEqual(plain(database.search(moves='e4 e5').game), expected)
        with self.assertRaises(pgnpack.PgnpackError):
            pgnpack.open(packed('classics'), index=name + '.idx')
        with self.assertRaises(pgnpack.PgnpackError):
            pgnpack.open(name, index='/no/such.idx')
        with open(name, 'rb') as file, pgnpack.open(file.read()) as database:
            with self.assertRaises(pgnpack.ArgumentError):
                database.write_index()
        os.remove(name + '.idx')

    @unittest.skipUnless(hasattr(os, 'mkfifo'), 'pipes have no names here')
    def test_a_pipe_that_nobody_writes_to(self):
        name = path('pipe.bcgn')
        shutil.copy(packed('classics'), name)
        os.mkfifo(name + '.idx')
        self.addCleanup(os.remove, name + '.idx')
        with pgnpack.open(name) as database:
            self.assertGreater(len(database), 0)
        for arguments in ({'source': name + '.idx'}, {'source': name, 'index': name + '.idx'}):
            with self.assertRaisesRegex(pgnpack.ReadError, 'pipe or a device'):
                pgnpack.open(**arguments)


class Odd(unittest.TestCase):
    def test_bytes(self):
        with pgnpack.open(odd()) as database:
            self.assertEqual(plain(database.search(event='muller').game), [1, 2])
            self.assertEqual(database.names(tag='Event')[-1].name, 'x')
            self.assertIn('Latin-1: M\udcfcller', [name.name for name in database.names(tag='Event')])
            self.assertEqual(plain(database.search('tag="Event==Latin-1: M\udcfcller"').game), [1])


if __name__ == '__main__':
    unittest.main()
