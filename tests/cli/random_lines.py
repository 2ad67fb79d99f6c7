"""Random games with nested variations, and their positions as they are and turned: what random_searches.py searches."""
import os
import random
import re
import sys
from collections import namedtuple

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'format'))
import chess  # noqa: E402
import random_written as written_texts  # noqa: E402

dice = random.Random()


# ---- Positions, as they are and turned ----

# `takes`: the man that is taken, or ''. `hops`: (man, from, to) of what moves, two of them in castling, whose `wing` is K or Q, else ''.
Move = namedtuple('Move', 'hops takes promotion wing')
# `rooks` None: castling rights that have no mirror image. `move`: that led here; None: none did, or a null move. `written`: behind it.
View = namedtuple('View', 'board white rooks en_passant check end last ply number move written')


def move_made(before, move):
    source, target, promotion = move
    man = before.board[source]
    if before.is_castling(move):
        side = before.own_rooks().index(target)
        king, rook = before.castling_targets(side)
        hops = (man, source, king), (before.board[target], target, rook)
        return Move(tuple(hop for hop in hops if hop[1] != hop[2]), '', '', 'KQ'[side])
    takes = before.board[target] if before.board[target] != chess.EMPTY else ''
    if man in 'pP' and target == before.en_passant:
        takes = man.swapcase()
    return Move(((man, source, target),), takes, promotion, '')


def view_of(position, ply, move, last, written):
    legal = list(position.moves())
    check = position.in_check()
    passing = any(target == position.en_passant and position.board[source] in 'pP' for source, target, _ in legal)
    end = None if legal else 'mate' if check else 'stalemate'
    return View(position.board, position.white, position.rooks, position.en_passant if passing else None, check, end, last, ply,
                position.counter // 2 + 1, move, written)


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
        move = move._replace(hops=hops, wing=wing, takes=man(move.takes))
    return view._replace(board=[man(view.board[square ^ flip]) for square in range(64)], white=view.white != reverse, rooks=rooks,
                         en_passant=None if view.en_passant is None else view.en_passant ^ flip, move=move,
                         written=written_texts.turned_written(view.written) if reverse else view.written)


# ---- Games ----

class Node:
    """A half-move of a line, with the lines that might be played in its place, and what is written before it, behind it, and behind these lines."""

    def __init__(self, before, move, habits, is_first):
        self.before, self.move, self.others = before, move, []
        self.early = written_texts.remarks(dice, habits, 0.3) if is_first else []
        self.nags, self.remarks = written_texts.glyphs(dice, habits), written_texts.remarks(dice, habits, 0.9)
        self.late = written_texts.remarks(dice, habits, 0.3)
        if move is None:
            self.after, self.san = before.pass_turn(), '--'
        else:
            self.after = before.make(move)
            self.san = before.san(move, self.after)


def choose(position, moves):
    """Captures, pawns and checks more often, so that something happens."""
    weights = [4 if position.board[target] != chess.EMPTY else 2 if position.board[source] in 'pP' else 1 for source, target, _ in moves]
    return dice.choices(moves, weights)[0]


def make_line(position, plies, depth, habits):
    line = []
    while len(line) < plies:
        moves = list(position.moves())
        if not moves:
            break
        is_null = dice.random() < 0.02 and not position.in_check()
        node = Node(position, None if is_null else choose(position, moves), habits, depth > 0 and not line)
        for _ in range(dice.choice((0, 0, 0, 0, 1, 2, 3)) if depth < 4 else 0):
            node.others.append(make_line(position, dice.choice((1, 1, 2, 4)), depth + 1, habits))
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
        habits = written_texts.habits_of(dice)
        self.line = self.line + make_line(position, dice.choice((0, 5, 15, 30, 40)), 0, habits)
        self.early, self.late = written_texts.remarks(dice, habits, 0.3), written_texts.remarks(dice, habits, 0.2)
        self.tags = {'White': dice.choice(PLAYERS), 'Black': dice.choice(PLAYERS), 'WhiteElo': dice.choice(RATINGS), 'BlackElo': dice.choice(RATINGS), 'FEN': self.fen,
                     'TimeControl': dice.choice(list(written_texts.TIME_CONTROLS) + ['180+2', '60', None])}
        self.result = dice.choice(('1-0', '0-1', '1/2-1/2', '*'))
        late = [] if self.line else self.words_behind_result()
        written = written_texts.written_of(self.early + late, (), False, None, None, None)
        self.nodes, self.parents, self.in_main = [view_of(self.start, 0, None, not self.line, written)], [None], [True]
        self.number_nodes(self.line, 0, True)
        self.views = {}

    def number_nodes(self, line, parent, in_main):
        """Gives all positions numbers in the order of the text."""
        for place, node in enumerate(line):
            move = None if node.move is None else move_made(node.before, node.move)
            last = place + 1 == len(line)
            self.nodes.append(view_of(node.after, self.nodes[parent].ply + 1, move, last, self.written_behind(node, parent, last and in_main)))
            self.parents.append(parent)
            self.in_main.append(in_main)
            number = len(self.nodes) - 1
            for other in node.others:
                self.number_nodes(other, parent, False)
            parent = number

    def words_behind_result(self):
        """Numbers there are nobody's."""
        for remark in self.late:
            remark.clock = remark.spent = remark.eval = None
        return self.late

    def written_behind(self, node, parent, ends_game):
        before, grandparent = self.nodes[parent].written, self.parents[parent]
        two_before = None if grandparent is None or self.nodes[grandparent].ply == 0 else self.nodes[grandparent].written
        told = node.early + node.remarks + (node.late if node.others else []) + (self.words_behind_result() if ends_game else [])
        increment = written_texts.TIME_CONTROLS.get(self.tags['TimeControl'])
        return written_texts.written_of(told, node.nags, bool(node.others), increment, before, two_before)

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
        early, late = (''.join(remark.written() for remark in remarks) for remarks in (self.early, self.late))
        return f'[Event "x"]\n{tags}[Result "{self.result}"]\n\n{early}{moves_text(self.line)}{self.result} {late}\n\n'


def moves_text(line):
    text, is_told = '', False
    for node in line:
        text += ''.join(remark.written() for remark in node.early)
        number = node.before.counter // 2 + 1
        if node.before.white:
            text += f'{number}. '
        elif not is_told:
            text += f'{number}... '
        suffix, nags = written_texts.glyph_texts(node.nags, node.move is not None)
        text += node.san + suffix + ' ' + nags + ''.join(remark.written() for remark in node.remarks)
        is_told = not node.others
        for other in node.others:
            text += '(' + moves_text(other).strip(' ') + ') '
        if node.others:
            text += ''.join(remark.written() for remark in node.late)
    return text
