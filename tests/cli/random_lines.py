"""Random games with nested variations, and their positions as they are and turned: what random_searches.py searches."""
import os
import random
import re
import sys
from collections import namedtuple

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'format'))
import chess  # noqa: E402

dice = random.Random()


# ---- Positions, as they are and turned ----

# `takes`: something. `hops`: (man, from, to) of what moves, two of them in castling, whose `wing` is K or Q, else ''.
Move = namedtuple('Move', 'hops takes promotion wing')
# `rooks` None: castling rights that have no mirror image. `move`: that led here; None: none did, or a null move.
View = namedtuple('View', 'board white rooks en_passant check end last ply number move')


def move_made(before, move):
    source, target, promotion = move
    man = before.board[source]
    if before.is_castling(move):
        side = before.own_rooks().index(target)
        king, rook = before.castling_targets(side)
        hops = (man, source, king), (before.board[target], target, rook)
        return Move(tuple(hop for hop in hops if hop[1] != hop[2]), False, '', 'KQ'[side])
    takes = before.board[target] != chess.EMPTY or (man in 'pP' and target == before.en_passant)
    return Move(((man, source, target),), takes, promotion, '')


def view_of(position, ply, move, last):
    legal = list(position.moves())
    check = position.in_check()
    passing = any(target == position.en_passant and position.board[source] in 'pP' for source, target, _ in legal)
    end = None if legal else 'mate' if check else 'stalemate'
    return View(position.board, position.white, position.rooks, position.en_passant if passing else None, check, end, last, ply,
                position.counter // 2 + 1, move)


def turned(view, reverse, mirror):
    flip = (56 if reverse else 0) ^ (7 if mirror else 0)

    def man(letter):
        return letter.swapcase() if reverse else letter
    rooks = tuple(None if rook is None else rook ^ flip for rook in view.rooks)
    if mirror and any(rook is not None for rook in rooks):
        rooks = None
    elif reverse:
        rooks = rooks[2:] + rooks[:2]
    move = view.move
    if move:
        hops = tuple((man(letter), source ^ flip, target ^ flip) for letter, source, target in move.hops)
        wing = {'K': 'Q', 'Q': 'K'}.get(move.wing, '') if mirror else move.wing
        move = move._replace(hops=hops, wing=wing)
    return view._replace(board=[man(view.board[square ^ flip]) for square in range(64)], white=view.white != reverse, rooks=rooks,
                         en_passant=None if view.en_passant is None else view.en_passant ^ flip, move=move)


# ---- Games ----

class Node:
    """A half-move of a line, with the lines that might be played in its place."""

    def __init__(self, before, move):
        self.before, self.move, self.others = before, move, []
        if move is None:
            self.after, self.san = before.pass_turn(), '--'
        else:
            self.after = before.make(move)
            self.san = before.san(move, self.after)


def choose(position, moves):
    """Captures, pawns and checks more often, so that something happens."""
    weights = [4 if position.board[target] != chess.EMPTY else 2 if position.board[source] in 'pP' else 1 for source, target, _ in moves]
    return dice.choices(moves, weights)[0]


def make_line(position, plies, depth):
    line = []
    while len(line) < plies:
        moves = list(position.moves())
        if not moves:
            break
        is_null = dice.random() < 0.02 and not position.in_check()
        node = Node(position, None if is_null else choose(position, moves))
        for _ in range(dice.choice((0, 0, 0, 0, 1, 2, 3)) if depth < 4 else 0):
            node.others.append(make_line(position, dice.choice((1, 1, 2, 4)), depth + 1))
        line.append(node)
        position = node.after
    return line


def few_men():
    """A position of few men: promotions, mates and stalemates come soon."""
    while True:
        men = ['K', 'k'] + dice.choices('QRBNPPPqrbnppp', k=dice.choice((1, 2, 4, 8)))
        board = [chess.EMPTY] * 64
        for man, square in zip(men, dice.sample(range(64), len(men))):
            board[square] = man
        if any(man in 'pP' for man in board[:8] + board[56:]):
            continue
        ranks = [''.join(board[rank * 8:rank * 8 + 8]) for rank in range(7, -1, -1)]
        text = re.sub(r'\.+', lambda dots: str(len(dots.group())), '/'.join(ranks)) + dice.choice((' w', ' b')) + ' - - 0 1'
        position = chess.position_of_fen(text.encode())
        if not position.is_other_in_check() and next(position.moves(), None):
            return text, position


def shuffled():
    """A first position of Chess960."""
    while True:
        men = ''.join(dice.sample('RNBQKBNR', 8))
        bishops = [place for place, man in enumerate(men) if man == 'B']
        if men.index('R') < men.index('K') < men.rindex('R') and sum(bishops) % 2 == 1:
            text = f'{men.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{men} w KQkq - 0 1'
            return text, chess.position_of_fen(text.encode())


PLAYERS = 'Adams, Ann', 'Bell, Bob', 'Cole, Cy', None
RATINGS = '1500', '1500?', ' 1650', '1750P', '2000', '0', '?', '-', '', '2700 ', '12345', '99', 'unr.', '24??', '1800/12', '2100*', '1500', None


class Game:
    def __init__(self, others):
        self.fen, kind = None, dice.random()
        position = chess.position_of_fen(chess.START)
        if kind < 0.3:
            self.fen, position = few_men()
        elif kind < 0.4:
            self.fen, position = shuffled()
        self.line = []
        if others and not self.fen and dice.random() < 0.5:  # as another game begins
            other = dice.choice(others)
            self.line = other.line[:dice.choice((2, 6, 12, 20))] if not other.fen else []
            position = self.line[-1].after if self.line else position
        self.start = self.line[0].before if self.line else position
        self.line = self.line + make_line(position, dice.choice((0, 5, 15, 30, 40)), 0)
        self.tags = {'White': dice.choice(PLAYERS), 'Black': dice.choice(PLAYERS), 'WhiteElo': dice.choice(RATINGS), 'BlackElo': dice.choice(RATINGS), 'FEN': self.fen}
        self.result = dice.choice(('1-0', '0-1', '1/2-1/2', '*'))
        self.nodes, self.parents, self.in_main = [view_of(self.start, 0, None, not self.line)], [None], [True]
        self.number_nodes(self.line, 0, True)
        self.views = {}

    def number_nodes(self, line, parent, in_main):
        """Gives all positions numbers in the order of the text."""
        for place, node in enumerate(line):
            move = None if node.move is None else move_made(node.before, node.move)
            self.nodes.append(view_of(node.after, self.nodes[parent].ply + 1, move, place + 1 == len(line)))
            self.parents.append(parent)
            self.in_main.append(in_main)
            number = len(self.nodes) - 1
            for other in node.others:
                self.number_nodes(other, parent, False)
            parent = number

    def path(self, number):
        path = []
        while number is not None:
            path.append(number)
            number = self.parents[number]
        return path[::-1]

    def turned(self, turn):
        if turn not in self.views:
            self.views[turn] = [turned(view, *turn) for view in self.nodes] if any(turn) else self.nodes
        return self.views[turn]

    def text(self):
        tags = ''.join(f'[{name} "{value}"]\n' for name, value in self.tags.items() if value is not None)
        return f'[Event "x"]\n{tags}[Result "{self.result}"]\n\n{moves_text(self.line)}{self.result}\n\n'


def moves_text(line):
    text, is_told = '', False
    for node in line:
        number = node.before.counter // 2 + 1
        if node.before.white:
            text += f'{number}. '
        elif not is_told:
            text += f'{number}... '
        text += node.san + ' '
        is_told = not node.others
        for other in node.others:
            text += '(' + moves_text(other).strip() + ') '
    return text
