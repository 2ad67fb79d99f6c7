"""Planes and bitboards against the slow chess of the format's second reader, which plays the games by their SAN."""

import re
import unittest

from support import data, games_of, main_line, module_at, numpy, odd, packed

import pgnpack

chess = module_at('tests/format/chess.py')

MEN = 'PNBRQKpnbrqk'
CHESS960 = '''[FEN "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1"]
[SetUp "1"]

1. f4 d5 2. f5 g5 3. fxg6 hxg6 4. Ng3 Nd6 5. O-O Nc4 *

[FEN "1r2k1r1/8/8/8/3Pp3/8/8/RR2K2R b BHbg d3 0 1"]
[SetUp "1"]

1... exd3 2. O-O-O Rb1+ 3. Rxb1 *

[FEN "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1"]
[SetUp "1"]

1. Ra2 Kd7 *

[FEN "rr2k3/8/8/8/8/8/8/4K1RR w Gb - 0 1"]
[SetUp "1"]

1. Rg2 Rb7 *

[FEN "1k1r3r/8/8/8/8/8/8/4K1RR w Gd - 0 1"]
[SetUp "1"]

1. Rg2 Rh7 *
'''


def position_after(position, san):
    for move in position.moves():
        after = position.make(move)
        if position.san(move, after).rstrip('+#') == san.rstrip('+#'):
            return after
    raise AssertionError(san)


def positions_of(game):
    position = chess.position_of_fen(game.get('FEN', chess.START))
    yield position
    for san in main_line(game[None]):
        position = position_after(position, san)
        yield position


def planes_of(position):
    """As the documentation says, square by square: sets of squares."""
    planes = [{square for square in range(64) if position.board[square] == man} for man in MEN]
    everywhere = set(range(64))
    planes.append(everywhere if position.white else set())
    planes += [set() if rook is None else everywhere for rook in position.rooks]
    target = position.en_passant
    pawn = 'P' if position.white else 'p'
    legal = target is not None and any(move[1] == target and position.board[move[0]] == pawn for move in position.moves())
    return planes + [{target} if legal else set()]


@unittest.skipUnless(numpy, 'planes are arrays of NumPy')
class Planes(unittest.TestCase):
    def check(self, games, expected, rows, count):
        """All batches of both kinds against the positions: tuples of index, ply and position."""
        sizes = [rows] * (len(expected) // rows) + ([len(expected) % rows] if len(expected) % rows else [])
        for bits in (False, True):
            batches = list(games.planes(count, rows=rows, bits=bits))
            self.assertEqual([len(batch.planes) for batch in batches], sizes)
            places = [(int(i), int(ply)) for batch in batches for i, ply in zip(batch.index, batch.ply)]
            self.assertEqual(places, [(i, ply) for i, ply, _ in expected])
            at = 0
            for batch in batches:
                self.assertEqual((batch.planes.dtype.name, batch.planes.shape[1:]), ('uint64', (count,)) if bits else ('uint8', (count, 8, 8)))
                for one in batch.planes:
                    for plane, squares in enumerate(expected[at][2][:count]):
                        found = ({square for square in range(64) if int(one[plane]) >> square & 1} if bits else
                                 {8 * rank + file for rank in range(8) for file in range(8) if one[plane, rank, file] == 1})
                        self.assertEqual(found, squares, (expected[at][:2], plane))
                    at += 1
                if not bits:
                    self.assertLessEqual(int(batch.planes.max()), 1)

    def expected(self, games, indexes):
        return [(i, ply, planes_of(position)) for i in indexes for ply, position in enumerate(positions_of(games[i]))]

    def test_samples(self):
        games = games_of(data('classics.pgn'))
        chosen = [40, 3, 3, 17]
        expected = self.expected(games, chosen)
        self.assertTrue(any(planes[17] for _, _, planes in expected), 'no en passant among them')
        self.assertTrue(any(not planes[13] for _, _, planes in expected) and any(planes[16] for _, _, planes in expected))
        with pgnpack.open(packed('classics')) as database:
            self.check(database[chosen], expected, 100, 18)
            self.check(database[chosen[:1]], self.expected(games, chosen[:1]), 7, 12)

    def test_castling_of_chess960(self):
        games = games_of(CHESS960.encode())
        with pgnpack.open(pgnpack.pack_bytes(CHESS960)) as database:
            self.assertIn(' B ', database[2].fens[0])
            self.assertIn(' Gb ', database[3].fens[0])
            self.check(database, self.expected(games, range(5)), 5, 18)

    def test_selections(self):
        with pgnpack.open([packed('annotated'), packed('engine-games')]) as database:
            total = int((database.column('plies') + 1).sum())
            batches = [(len(batch.ply), batch.index.copy()) for batch in database.planes(bits=True)]
            self.assertEqual([size for size, _ in batches[:-1]], [4096] * (total // 4096))
            self.assertEqual(sum(size for size, _ in batches), total)
            counts = numpy.bincount(numpy.concatenate([index for _, index in batches]), minlength=len(database))
            self.assertTrue((counts == database.column('plies') + 1).all())
            hits = database.search(result='1-0', limit=3)
            found = next(database.planes(where='result=1-0', rows=50))
            self.assertEqual(int(found.index[0]), int(hits.indexes[0]))
            batch = next(hits.games.planes(rows=20000))
            self.assertEqual(sorted(set(batch.index.tolist())), hits.indexes.tolist())
            self.assertEqual(list(database[:0].planes()), [])
            self.assertEqual(set(next(database.planes(games=[7], rows=3)).index.tolist()), {7})

    def test_null_moves(self):
        with pgnpack.open(odd()) as database:
            batch = next(database.planes(18, rows=1000))
            fens = [fen for game in database for fen in game.fens]
            self.assertEqual(len(batch.ply), len(fens))
            self.assertEqual([bool(one[12].all()) for one in batch.planes], [re.search(' w ', fen) is not None for fen in fens])

    def test_as_much_memory_as_a_batch_takes(self):
        """Games are read by some at a time, whatever there is of them."""
        most = []
        with pgnpack.open(packed('engine-games')) as database:
            from pgnpack import _positions
            read = _positions.fens_of
            try:
                _positions.fens_of = lambda games: most.append(len(games)) or read(games)
                batches = database.planes(rows=640)
                next(batches)
                self.assertLessEqual(sum(most), 22)
                self.assertEqual(sum(len(batch.ply) for batch in batches) + 640, int((database.column('plies') + 1).sum()))
            finally:
                _positions.fens_of = read
            self.assertEqual((max(most), sum(most)), (11, 2400))

    def test_misuse(self):
        with pgnpack.open(packed('classics')) as database:
            for options in ({'count': 13}, {'count': True}, {'count': 'x'}, {'rows': 0}, {'rows': (1 << 24) + 1}, {'rows': None}):
                with self.assertRaises(pgnpack.ArgumentError):
                    database.planes(**options)


@unittest.skipIf(numpy, 'NumPy is there')
class Without(unittest.TestCase):
    def test_said(self):
        with pgnpack.open(packed('classics')) as database:
            with self.assertRaisesRegex(pgnpack.UnsupportedError, 'NumPy'):
                database.planes()


if __name__ == '__main__':
    unittest.main()
