"""Codecs of moves of the simple profile (docs/FORMAT.md, chapter 10), and what they have in common with others."""

import chess
from basics import Corrupt, known, require

MOVES, MOVE_STRIPE = 12, 31
MAX_STRIPES = 8

# The order of the men in codec 0, with the values that each takes.
VALUES = ('P', 12), ('N', 8), ('B', 13), ('R', 14), ('Q', 27)
PAWN_STEPS = {0: 7, 1: 8, 2: 9, 9: 16}


class NoMoves:
    """A block without a section of moves; the codecs' base."""

    def next(self, position, ply):
        """The move played in this position. `ply`: moves before it in its line."""
        raise Corrupt('moves end too early')

    def begin_game(self, tags, result):
        """`tags`: pairs of name and value. `result`: its number."""

    def finish(self):
        """Checks that no more is there than what was read."""


class Groups:
    """Bytes of 32 games each, or of another number, behind a list of their sizes."""

    def __init__(self, bytes_, games, group_games=32):
        self.group_games = group_games
        sizes = [bytes_.varint() for _ in range((games + group_games - 1) // group_games)]
        self.groups = iter([bytes_.take(size) for size in sizes])
        require(not len(bytes_), 'the groups of moves are shorter than their section')
        self.games = 0

    def begin_game(self):
        """The group that begins with this game, or None."""
        self.games += 1
        return next(self.groups) if (self.games - 1) % self.group_games == 0 else None


class Index(NoMoves):
    """Codec 0: one byte a move, in stripes."""

    def __init__(self, stripes):
        """`stripes`: pairs of first ply and bytes, in ascending order."""
        require(len(stripes) <= MAX_STRIPES and stripes[0][0] == 0, 'stripes of moves')
        require(all(a[0] < b[0] for a, b in zip(stripes, stripes[1:])), 'stripes of moves in another order')
        self.stripes = stripes

    def next(self, position, ply):
        value = [bytes_ for first, bytes_ in self.stripes if first <= ply][-1].byte()
        own = chess.OWN_MEN[position.white]
        men = [(square, man.upper()) for square, man in enumerate(position.board) if man in own]
        values = 10 + sum(size * sum(man == letter for _, man in men) for letter, size in VALUES)
        if values > 256:
            moves = list(position.moves())
            require(value < len(moves), 'no such move')
            return moves[value]
        if value < 2:
            return self.castling(position, value)
        value -= 2
        if value < 8:
            return self.piece_move(position, position.king(), 'K', value)
        value -= 8
        for letter, size in VALUES:
            squares = [square for square, man in men if man == letter]
            if value < size * len(squares):
                square, number = squares[value // size], value % size
                if letter == 'P':
                    return self.pawn_move(position, square, number)
                return self.piece_move(position, square, letter, number)
            value -= size * len(squares)
        raise Corrupt('no man has such a move')

    @staticmethod
    def castling(position, side):
        require(not position.in_check() and position.can_castle(side), 'castling that is not legal')
        return position.king(), position.own_rooks()[side], ''

    @staticmethod
    def piece_move(position, square, letter, number):
        squares = chess.ON_EMPTY_BOARD[letter][square]
        require(number < len(squares), 'a move off the board')
        man = position.board[squares[number]]
        require(man not in chess.OWN_MEN[position.white] and man not in 'kK', 'a move onto an own man or a king')
        return square, squares[number], ''

    @staticmethod
    def pawn_move(position, square, number):
        promotion = ''
        if square in chess.PROMOTES_FROM[position.white]:
            promotion = 'NBRQ'[number % 4]
            number //= 4
        require(number in PAWN_STEPS, 'a pawn move that is none')
        target = square + (PAWN_STEPS[number] if position.white else -PAWN_STEPS[number])
        require(target in position.pawn_targets(square), 'a pawn move that is none')
        return square, target, promotion

    def finish(self):
        require(not any(len(bytes_) for _, bytes_ in self.stripes), 'too many moves')


class PlaceInList(NoMoves):
    """Codec 1: as many bits as the number of legal moves needs."""

    def __init__(self, bytes_, games):
        self.groups = Groups(bytes_, games)
        self.group, self.left = 0, 0

    def begin_game(self, tags, result):
        group = self.groups.begin_game()
        if group is not None:
            self.end_group()
            self.group, self.left = int.from_bytes(group, 'big'), 8 * len(group)

    def end_group(self):
        require(self.left < 8 and not self.group & ((1 << self.left) - 1), 'a group of moves is too long')

    def next(self, position, ply):
        moves = list(position.moves())
        require(moves, 'no legal move')
        bits = (len(moves) - 1).bit_length()
        require(bits <= self.left, 'a group of moves is too short')
        self.left -= bits
        place = self.group >> self.left & ((1 << bits) - 1)
        require(place < len(moves), 'no such move')
        return moves[place]

    def finish(self):
        self.end_group()


def moves_of(block):
    codecs = [index for kind, index in block.sections if kind == MOVES]
    stripes = [index for kind, index in block.sections if kind == MOVE_STRIPE]
    require(not (codecs and stripes), 'moves in two codecs')
    if stripes:
        return Index([(first, block.section(MOVE_STRIPE, first)) for first in stripes])
    if not codecs:
        return NoMoves()
    known(codecs[0] in block.profile.codecs, 'an unknown codec of moves')
    return block.profile.codecs[codecs[0]](block.section(MOVES, codecs[0]), block.games)
