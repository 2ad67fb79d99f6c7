"""The bridge to python-chess, on a stand-in: the few names of it that the bridge uses, made here. The real one is not in Debian 12."""

import sys
import types
import unittest

from support import odd, packed

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


if __name__ == '__main__':
    unittest.main()
