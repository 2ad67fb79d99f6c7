#!/usr/bin/env python3
"""random_games.py SEED GAMES [lists|drops]: games of random moves on standard output, with deep variations, null moves
and ratings; with "lists" there are comments with lists of moves, too, with "drops" a quarter of the moves are drops.

A variation is often begun with the move that it is the other way of, or with what another variation began with, and
some games begin from unlikely positions: whatever the model codec remembers of a game is used.
"""

import random
import sys
import zlib

import chess

FILES = 'abcdefgh'
RESULTS = '*', '1-0', '0-1', '1/2-1/2'
MAX_NESTED = 4


def chess960_fen(chance):
    row = list('RNBQKBNR')
    while True:
        chance.shuffle(row)
        bishops = [place for place, man in enumerate(row) if man == 'B']
        rooks = [place for place, man in enumerate(row) if man == 'R']
        if sum(bishops) % 2 and rooks[0] < row.index('K') < rooks[1]:
            break
    rights = ''.join(FILES[rook] for rook in rooks)
    home = ''.join(row)
    return f'{home.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{home} w {rights.upper()}{rights} - 0 1'


def unlikely_fen(chance):
    """Any men in any number on any squares, black's king perhaps in check when white moves."""
    board = [chess.EMPTY] * 64
    letters = chance.choice(('PNBRQpnbrq', 'Pp', 'Qq', 'PNBRQpnbrqPPPppp', 'PQq'))
    for square in range(64):
        if chance.random() < 0.35 and (8 <= square < 56 or letters not in ('Pp',)):
            man = chance.choice(letters)
            board[square] = chess.EMPTY if man in 'Pp' and not 8 <= square < 56 else man
    for king, square in zip('Kk', chance.sample(range(64), 2)):
        board[square] = king
    rows = (''.join(board[rank * 8:rank * 8 + 8]).replace(chess.EMPTY, '1') for rank in range(7, -1, -1))
    return f"{'/'.join(rows)} {chance.choice('wb')} - - 0 {chance.choice((0, 1, 40, 127, 128, 5949, 32768, 999999999))}"


class Game:
    def __init__(self, chance, more):
        self.chance, self.with_lists, self.with_drops, self.out = chance, more == 'lists', more == 'drops', []

    def text(self, fen, plies):
        tags = [('Event', 'random'), ('WhiteElo', self.rating()), ('BlackElo', self.rating())]
        if fen:
            tags.append(('FEN', fen))
        result = self.chance.choice(RESULTS)
        tags.append(('Result', result))
        position = chess.position_of_fen((fen or chess.START.decode()).encode())
        self.line(position, plies, 0, None)
        head = ''.join(f'[{name} "{value}"]\n' for name, value in tags)
        return head + '\n' + ' '.join(self.out + [result]) + '\n\n'

    def rating(self):
        return self.chance.choice(('?', '0', '800', '2850', '12345', '007', '1500?', ' 1500', '24??', '1800P12', str(self.chance.randrange(900, 3000))))

    def line(self, position, plies, depth, first):
        """Plays on and now and then, back before a move, a variation. `first`: moves to begin with, perhaps."""
        number_is_due, boards = True, [position]
        for ply in range(plies):
            moves, drops = list(position.moves()), self.drops(position)
            if not moves and not drops:
                return
            drop = drops and (not moves or self.chance.random() < 0.25) and self.chance.choice(drops)
            move = None if drop else self.chance.choice(moves)
            if ply == 0 and first and self.chance.random() < 0.4:
                move, drop = self.chance.choice(first), None
            elif not drop and self.chance.random() < 0.3:
                # Captures are rare otherwise.
                move = max(moves, key=lambda move: position.board[move[1]] != chess.EMPTY)
            null = not drop and self.chance.random() < 0.04 and not position.in_check()
            after = position.pass_turn() if null else position.drop(*drop) if drop else position.make(move)
            if drop and self.out and self.out[-1].endswith('#'):
                self.out[-1] = self.out[-1][:-1] + '+'
            if number_is_due or position.white:
                self.out.append(f"{position.counter // 2 + 1}{'.' if position.white else '...'}")
            self.out.append('--' if null else self.drop_text(drop, after) if drop else position.san(move, after))
            begun = [] if null or drop else [move]
            number_is_due = False
            boards = boards[-2:] + [after]
            if self.with_lists:
                self.comment(boards)
            while depth < MAX_NESTED and self.chance.random() < 0.12:
                self.out.append('(')
                self.line(position, self.chance.randrange(1, 6), depth + 1, begun)
                self.out.append(')')
                number_is_due = True
            position = after

    def drops(self, position):
        """A few of the legal ones."""
        if not self.with_drops:
            return []
        some = [(self.chance.choice('PNBRQ'), square) for square in self.chance.sample(range(64), 16)]
        return [drop for drop in some if position.can_drop(*drop)]

    @staticmethod
    def drop_text(drop, after):
        return drop[0] + '@' + chess.name(drop[1]) + after.check_sign()

    def comment(self, boards):
        """Lists as programs write them, some of them broken, from one of the last positions."""
        rest = self.chance.choice(('', '', '', ' ', ' e9', ' O-O-O-O', '+'))
        text = self.moves_from(self.chance.choice(boards), self.chance.randrange(12)) + rest
        if text and text[0] != ' ':
            self.out.append(f'{{d={self.chance.randrange(20)}, pv={text}, mt=1}}')

    def moves_from(self, position, count):
        """Mostly the same ones from the same position, so that lists repeat each other."""
        texts = []
        for _ in range(count):
            moves = list(position.moves())
            if not moves:
                break
            habit = zlib.crc32(''.join(position.board).encode()) >> 7
            move = self.chance.choice(moves) if self.chance.random() < 0.1 else moves[habit % len(moves)]
            after = position.make(move)
            texts.append(position.san(move, after))
            position = after
        return ' '.join(texts)


def main(seed, games, more):
    chance = random.Random(seed)
    for number in range(games):
        fen = (None, chess960_fen(chance), unlikely_fen(chance))[number % 3]
        if fen and not chess.position_of_fen(fen.encode()):
            fen = None
        print(Game(chance, more).text(fen, chance.choice((5, 30, 60))), end='')


if __name__ == '__main__':
    main(int(sys.argv[1]), int(sys.argv[2]), ''.join(sys.argv[3:]))
