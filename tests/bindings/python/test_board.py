"""Boards: known positions, counts of legal moves (perft), keys, text of moves."""

import os
import pickle
import random
import unittest

from support import ROOT

import pgnpack

START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'


def perft(board, depth):
    if depth == 0:
        return 1
    count = 0
    for move in board.moves():
        count += perft(board.make(move), depth - 1)
        board.undo()
    return count


class Boards(unittest.TestCase):
    def test_perft(self):
        # Numbers that the field agrees on: docs say where tests/perft has them from.
        self.assertEqual(perft(pgnpack.Board(), 3), 8902)
        self.assertEqual(perft(pgnpack.Board('r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'), 2), 2039)
        self.assertEqual(perft(pgnpack.Board('8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1'), 3), 2812)
        self.assertTrue(os.path.isdir(os.path.join(ROOT, 'tests', 'perft')))

    def test_polyglot_keys(self):
        # Of the description of Polyglot's book format.
        for moves, key in (('', 0x463b96181691fc9c), ('e2e4', 0x823c9b50fd114196), ('e2e4 d7d5', 0x0756b94461c50fb0),
                           ('e2e4 d7d5 e4e5 f7f5', 0x22a48b5a8e47ff78)):
            board = pgnpack.Board()
            for move in moves.split():
                board.make(move)
            self.assertEqual(board.polyglot_key, key)

    def test_moves(self):
        board = pgnpack.Board()
        self.assertEqual((board.fen, board.white_to_move, len(board.moves())), (START, True, 20))
        self.assertEqual(sorted(board.uci_moves())[:3], ['a2a3', 'a2a4', 'b1a3'])
        self.assertEqual(sorted(board.san_moves())[:3], ['Na3', 'Nc3', 'Nf3'])
        self.assertEqual(board.parse_san('e4'), board.parse_uci('e2e4'))
        self.assertEqual(board.parse_san('e4'), 12 << 6 | 28 | 1 << 12)
        for move in ('e4', 'e5', 'g1f3', 'Nc6', 'f1b5', 'Nf6', 'e1g1'):
            board.make(move)
        self.assertEqual(board.man('g1'), 'K')
        self.assertEqual((board.man(6), board.man('e4'), board.man('d3'), board.man('e5')), ('K', 'P', None, 'p'))
        while board.fen != START:
            board.undo()
        with self.assertRaises(pgnpack.ArgumentError):
            board.undo()

    def test_random_games_come_back(self):
        choice = random.Random(14)
        for _ in range(20):
            board, fens = pgnpack.Board(), []
            while len(fens) < 80 and board.moves():
                fens.append(board.fen)
                move = choice.choice(board.moves())
                self.assertEqual(board.parse_san(board.san(move)), move)
                self.assertEqual(board.parse_uci(board.uci(move)), move)
                board.make(move)
            for fen in reversed(fens):
                self.assertEqual(board.undo().fen, fen)

    def test_queries(self):
        mate = pgnpack.Board('rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3')
        self.assertEqual((mate.in_check, mate.is_checkmate, mate.is_stalemate, mate.moves()), (True, True, False, []))
        stalemate = pgnpack.Board('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1')
        self.assertEqual((stalemate.in_check, stalemate.is_stalemate, stalemate.white_to_move), (False, True, False))
        self.assertTrue(pgnpack.Board('7k/8/6K1/8/8/8/8/6B1 b - - 0 1').lacks_material)
        self.assertEqual((stalemate.count('Q'), stalemate.count('x'), stalemate.material(True), stalemate.material(False)), (1, 0, 9, 0))
        self.assertEqual(str(pgnpack.Board()).split('\n')[0], 'r n b q k b n r')

    def test_values(self):
        board = pgnpack.Board().make('e4')
        for other in (board.copy(), pickle.loads(pickle.dumps(board)), pgnpack.Board(board.fen), pgnpack.Board().make('e4')):
            self.assertEqual((other, hash(other), other.fen), (board, hash(board), board.fen))
        self.assertNotEqual(board, pgnpack.Board())
        self.assertNotEqual(board, 7)
        self.assertEqual(eval(repr(board), {'Board': pgnpack.Board}), board)

    def test_errors(self):
        board = pgnpack.Board()
        for call in (lambda: pgnpack.Board('nonsense'), lambda: board.make('e5'), lambda: board.make(0), lambda: board.make(1 << 16),
                     lambda: board.make(-1), lambda: board.san(7), lambda: board.uci(7), lambda: board.man('i9'), lambda: board.man(64),
                     lambda: board.parse_san(''), lambda: board.parse_uci('e2e5'), lambda: board.set('8/8/8/8/8/8/8/8 w - - 0 1')):
            with self.assertRaises(pgnpack.ArgumentError) as caught:
                call()
            self.assertTrue(str(caught.exception))
        self.assertEqual(board.fen, START)
        board.close()
        board.close()
        with self.assertRaises(pgnpack.ClosedError):
            board.fen


if __name__ == '__main__':
    unittest.main()
