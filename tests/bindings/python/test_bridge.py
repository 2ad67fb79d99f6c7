"""The bridge to python-chess, on a stand-in, the few names of it that the bridge uses, made here; and on the real one where that is
installed (it is not in Debian 12)."""

import importlib.util
import io
import sys
import types
import unittest

from support import SAMPLES, odd, packed

import pgnpack
from pgnpack.chess_game import chess_game


class Node:
    """chess.pgn.Game and its nodes, as far as the bridge goes."""

    def __init__(self, move=None):
        self.headers, self.move, self.comment, self.variations = {}, move, None, []

    def add_variation(self, move):
        self.variations.append(Node(move))
        return self.variations[-1]


class Move:
    def __init__(self, text):
        self.text = text

    @classmethod
    def from_uci(cls, text):
        return cls(text)


class Bridge(unittest.TestCase):
    def setUp(self):
        chess, pgn = types.ModuleType('chess'), types.ModuleType('chess.pgn')
        chess.Move, chess.pgn, pgn.Game = Move, pgn, Node
        self.saved = {name: sys.modules.get(name) for name in ('chess', 'chess.pgn')}
        sys.modules.update({'chess': chess, 'chess.pgn': pgn})

    def tearDown(self):
        for name, module in self.saved.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module

    def test_game(self):
        for name in (packed('clocked'), odd()):
            with pgnpack.open(name) as database:
                for game in database[:5]:
                    made = chess_game(game)
                    self.assertEqual(made.headers, game.tags)
                    moves, comments, node = [], [made.comment], made
                    while node.variations:
                        node = node.variations[0]
                        moves.append(node.move.text)
                        comments.append(node.comment)
                    self.assertEqual((moves, comments), (game.uci, game.comments))

    def test_without(self):
        sys.modules['chess'] = None
        with pgnpack.open(packed('classics')) as database:
            with self.assertRaises(ImportError):
                chess_game(database[0])


FENS = (None, 'r3k2r/8/8/8/4Pp2/8/8/R3K2R b KQkq e3 3 17', '4k3/8/8/8/8/8/8/RR2K3 w B - 0 1', 'bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1')


class Real(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if importlib.util.find_spec('chess') is None:
            print('python: python-chess is not installed, the bridge to it not tried')

    def setUp(self):
        if importlib.util.find_spec('chess') is None:
            self.skipTest('no python-chess')
        import chess
        import chess.pgn
        self.chess = chess

    def test_boards(self):
        for fen in FENS:
            board = pgnpack.Board(fen)
            other = board.to_chess()
            self.assertEqual(sorted(board.uci_moves()), sorted(move.uci() for move in other.legal_moves))
            self.assertEqual((pgnpack.from_chess(other).fen, pgnpack.from_chess(other)), (board.fen, board))
        self.assertTrue(pgnpack.Board(FENS[2]).to_chess().chess960)

    def test_games(self):
        for name in SAMPLES:
            with pgnpack.open(packed(name)) as database:
                for game in database[:20]:
                    read, made = self.chess.pgn.read_game(io.StringIO(game.text)), game.to_chess()
                    self.assertEqual([move.uci() for move in made.mainline_moves()], [move.uci() for move in read.mainline_moves()])
                    self.assertEqual(made.end().board().fen(), game.board(-1).fen)
                    self.assertEqual({**read.headers, **game.tags}, dict(made.headers))
                    # With variations and glyphs, as python-chess read them.
                    back = pgnpack.from_chess(read)
                    self.assertEqual((back.uci, back.outcome, back.fens), (game.uci, game.outcome, game.fens))
                    self.assertEqual(back.text.strip(), str(read))
                    # It writes a blank more before and behind each.
                    self.assertEqual([text.strip() for text in pgnpack.from_chess(made).comments], [text.strip() for text in game.comments])

    def test_what_is_neither(self):
        import chess.variant
        for wrong in (None, 'e4', self.chess.Move.from_uci('e2e4'), pgnpack.Board()):
            with self.assertRaises(pgnpack.ArgumentTypeError):
                pgnpack.from_chess(wrong)
        with self.assertRaisesRegex(pgnpack.ArgumentError, 'atomic'):
            pgnpack.from_chess(chess.variant.AtomicBoard())


if __name__ == '__main__':
    unittest.main()
