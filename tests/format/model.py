"""Codec 2 of moves: a policy net and a range coder (docs/FORMAT.md, chapter 22).

The net is asked in plain integers, one position after the other; nothing is kept from one to the next.
"""

import os
import struct
from operator import mul

import chess
from basics import Unsupported, require
from moves import Groups, NoMoves

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'data')

MEN = 'PNBRQK'
# Types of men that are lower than this one.
LOWER = {'P': '', 'N': 'P', 'B': 'P', 'R': 'PNB', 'Q': 'PNBR', 'K': ''}
# What men are worth.
WORTH = {'P': 1, 'N': 3, 'B': 3, 'R': 5, 'Q': 9, 'K': 10}
RATINGS = 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2400, 2600, 2900
# First rows of the inputs.
CASTLING, OWN_RATING, ENEMY_RATING, RESULT, OWN_HANGING, ENEMY_HANGING = 768, 772, 784, 796, 800, 1120
LAST_FROM, LAST_TO, BEFORE_FROM, BEFORE_TO = 1440, 1504, 1568, 1632
EN_PASSANT, CHECKER, OWN_BETWEEN, ENEMY_BETWEEN = 1696, 1704, 1768, 1832
# First rows of the moves.
CASTLING_ROWS, PAWN_ROWS, PROMOTION_ROWS = 3668, 3670, 3830
# Directions of pawns' moves, by to - from.
DIRECTIONS = {7: 0, 8: 1, 9: 2, 16: 3}
# The order of the kinds of moves: pieces, then pawns by direction, then en passant.
ORDER = {'K': 0, 'N': 3, 'B': 4, 'R': 5, 'Q': 6}
PAWN_ORDER, EN_PASSANT_ORDER = 7, 11
MAX_MOVES = 256


def piece_rows():
    """The row of each piece's move, by type, from and to."""
    rows = {}
    for letter in 'NBRQK':
        for source in range(64):
            for target in chess.ON_EMPTY_BOARD[letter][source]:
                rows[letter, source, target] = len(rows)
    return rows


PIECE_ROWS = piece_rows()


# ---------------------------------------------------------------------------------------------------------
# Sight
# ---------------------------------------------------------------------------------------------------------

def attacks(board, square, man):
    """The squares that a man standing there attacks; a capital is one that goes up the board."""
    letter = man.upper()
    if letter == 'P':
        return chess.PAWN[man == 'P'][square]
    if letter in 'NK':
        return chess.ON_EMPTY_BOARD[letter][square]
    return [target for way in chess.SLIDES[letter][square] for target in until_man(board, way)]


def until_man(board, way):
    for square in way:
        yield square
        if board[square] != chess.EMPTY:
            return


class Attacks:
    """Of all men of one side. `own`: those in capitals."""

    def __init__(self, board, own):
        self.men = [(square, man) for square, man in enumerate(board) if man != chess.EMPTY and man.isupper() == own]
        self.count, by_type = [0] * 64, {letter: set() for letter in MEN}
        for square, man in self.men:
            targets = attacks(board, square, man)
            by_type[man.upper()].update(targets)
            for target in targets:
                self.count[target] += 1
        self.by_lower = {letter: set().union(*(by_type[lower] for lower in LOWER[letter])) for letter in MEN}

    def hanging(self, others):
        """The squares of men that hang, by the attacks of the other side. A king never does."""
        return {square for square, man in self.men if man not in 'Kk' and
                (square in others.by_lower[man.upper()] or others.count[square] and not self.count[square])}


def between(board, king, own_slider):
    """Men that alone stand between a king and a slider: their squares, with the squares of the line."""
    found = {}
    for letter in 'BR':
        sliders = (letter + 'Q') if own_slider else (letter + 'Q').lower()
        for way in chess.SLIDES[letter][king]:
            men = [square for square in way if board[square] != chess.EMPTY][:2]
            if len(men) == 2 and board[men[1]] in sliders:
                found[men[0]] = way
    return found


class Sight:
    """A position as the side to move sees it: own men are capitals and go up the board."""

    def __init__(self, position, last, before):
        self.mirror = 0 if position.white else 56
        self.board = [self.own_man(position.board[square ^ self.mirror]) for square in range(64)]
        self.last, self.before = self.seen_move(last), self.seen_move(before)
        self.rooks = [self.seen(rook) for rook in position.own_rooks()]
        self.enemy_rooks = position.rooks[2:] if position.white else position.rooks[:2]
        self.en_passant = self.seen(position.en_passant)
        self.king, self.enemy_king = self.board.index('K'), self.board.index('k')
        without_king = self.board[:]
        without_king[self.king] = chess.EMPTY
        self.own, self.enemy = Attacks(self.board, True), Attacks(without_king, False)
        self.own_hanging, self.enemy_hanging = self.own.hanging(self.enemy), self.enemy.hanging(self.own)
        self.around_king = set(attacks(self.board, self.enemy_king, 'k'))
        self.pinned = between(self.board, self.king, False)
        self.covering = between(self.board, self.enemy_king, True)
        # From where which man would give check.
        self.check_squares = {letter: set(attacks(self.board, self.enemy_king, letter.lower())) for letter in 'PNBRQ'}
        self.check_squares['K'] = set()

    def own_man(self, man):
        return man.swapcase() if self.mirror else man

    def seen(self, square):
        return None if square is None else square ^ self.mirror

    def seen_move(self, move):
        return move and (self.seen(move[0]), self.seen(move[1]))

    # Inputs

    def rows(self, ratings, result):
        """The rows of the first layer that are present. `ratings`: own and the enemy's."""
        rows = [64 * (MEN + MEN.lower()).index(man) + square
                for square, man in enumerate(self.board) if man != chess.EMPTY]
        rights = (*self.rooks, *self.enemy_rooks)
        rows += [CASTLING + side for side in range(4) if rights[side] is not None]
        rows += [OWN_RATING + rating_number(ratings[0]), ENEMY_RATING + rating_number(ratings[1]), RESULT + result]
        for first, squares in (OWN_HANGING, self.own_hanging), (ENEMY_HANGING, self.enemy_hanging):
            rows += [first + 64 * MEN.index(self.board[square].upper()) + square for square in squares]
        if self.last:
            rows += [LAST_FROM + self.last[0], LAST_TO + self.last[1]]
        if self.before:
            rows += [BEFORE_FROM + self.before[0], BEFORE_TO + self.before[1]]
        if self.en_passant is not None and any(self.board[source] == 'P' for source in chess.PAWN[0][self.en_passant]):
            rows.append(EN_PASSANT + (self.en_passant & 7))
        checkers = [square ^ self.mirror for square, man in self.enemy.men
                    if self.king in attacks(self.board, square, man)]
        if checkers:
            rows.append(CHECKER + (min(checkers) ^ self.mirror))
        rows += [OWN_BETWEEN + square for square in self.pinned if self.board[square].isupper()]
        rows += [ENEMY_BETWEEN + square for square in self.covering if self.board[square].islower()]
        return rows

    # Moves

    def is_castling(self, source, target):
        return source == self.king and target in self.rooks

    def place(self, move):
        """The key of the order of moves."""
        source, target, promotion = self.seen(move[0]), self.seen(move[1]), move[2]
        man = self.board[source]
        if self.is_castling(source, target):
            return 1 + self.rooks.index(target), 0, 0
        if man != 'P':
            return ORDER[man], source, target
        direction = DIRECTIONS[target - source]
        if target == self.en_passant and direction in (0, 2):
            return EN_PASSANT_ORDER + direction, target, 0
        return PAWN_ORDER + direction, target, 'NBRQ'.find(promotion or 'N')

    def row_and_class(self, move):
        source, target, promotion = self.seen(move[0]), self.seen(move[1]), move[2]
        man = self.board[source]
        if self.is_castling(source, target):
            side = self.rooks.index(target)
            return CASTLING_ROWS + side, class_number('K', 0, 0, 0, (5, 3)[side] in self.check_squares['R'], False)
        row = PIECE_ROWS.get((man, source, target))
        push = taken = False
        if man == 'P':
            direction = DIRECTIONS[target - source]
            push = direction in (1, 3)
            row = PAWN_ROWS + 4 * (source - 8) + direction
            if promotion:
                row = PROMOTION_ROWS + 12 * (source & 7) + 4 * direction + 'NBRQ'.index(promotion)
            taken = target == self.en_passant and not push
        danger_before = 2 if source in self.own_hanging else 1 if self.enemy.count[source] else 0
        captured = 1 if taken else 'pnbrq'.find(self.board[target]) + 1
        check = target in self.check_squares[promotion or man]
        if self.board[source] != chess.EMPTY and source in self.covering:
            check |= target not in self.covering[source]
        recapture = self.last is not None and target == self.last[1] and self.board[target] != chess.EMPTY
        return row, class_number(man, danger_before, self.danger_on(target, man, push), captured, check, recapture)

    def row_and_classes(self, move):
        row, class_ = self.row_and_class(move)
        return row, [class_], [self.aim(move)]

    def aim(self, move):
        source, target, type_ = self.seen(move[0]), self.seen(move[1]), move[2] or self.board[self.seen(move[0])]
        if self.is_castling(source, target):
            return 256 * MEN.index('K')
        attacked = set(attacks(self.board, target, type_))
        threats = [square for square in attacked if self.board[square].islower() and self.board[square] != 'k' and
                   (WORTH[self.board[square].upper()] > WORTH[type_] or not self.enemy.count[square])]
        held = [square for square in attacks(self.board, source, self.board[source])
                if self.board[square].isupper() and self.board[square] != 'K' and
                self.enemy.count[square] and self.own.count[square] == 1]
        bits = [threats != [], attacked & self.around_king != set(), attacked & self.own_hanging != set(),
                self.enemy.count[target] >= 2, self.own.count[target] >= 3,
                held != [], self.before is not None and source == self.before[1],
                self.own_hanging - {source} != set()]
        return 256 * MEN.index(type_) + sum(bit << place for place, bit in enumerate(bits))

    def danger_on(self, target, man, push):
        if target in self.enemy.by_lower[man]:
            return 3
        if self.enemy.count[target]:
            return 2 if self.own.count[target] >= (1 if push else 2) else 1
        return 0


def class_number(man, danger_before, danger_on, captured, check, recapture):
    return ((((MEN.index(man) * 3 + danger_before) * 4 + danger_on) * 6 + captured) * 2 + check) * 2 + recapture


def rating_number(rating):
    return 1 + sum(rating >= step for step in RATINGS) if rating else 0


# ---------------------------------------------------------------------------------------------------------
# Net
# ---------------------------------------------------------------------------------------------------------

class Net:
    """The weights of one number."""

    NUMBER, INPUTS, MOVES, CLASSES, WIDTH, CLASS_WIDTH = 0, 1896, 3926, 1728, 128, 32
    AIMS = 1536
    kept = {}

    @classmethod
    def of_number(cls, number):
        if number != cls.NUMBER:
            raise Unsupported('unknown weights of the model')
        if number not in cls.kept:
            with open(os.path.join(DATA, f'model-{number}.bin'), 'rb') as file:
                cls.kept[number] = cls(file.read())
        return cls.kept[number]

    @staticmethod
    def remembered():
        return Remembered()

    @staticmethod
    def sight(position, remembered):
        return Sight(position, *remembered.last_two(position))

    def __init__(self, data):
        place = 0

        def numbers(code, count):
            nonlocal place
            found = struct.unpack_from(f'<{count}{code}', data, place)
            place += struct.calcsize(f'<{count}{code}')
            return found

        def rows(count, width):
            return [numbers('b', width) for _ in range(count)]

        self.inputs, self.moves = rows(self.INPUTS, self.WIDTH), rows(self.MOVES, self.WIDTH)
        self.classes, self.aims = rows(self.CLASSES, self.CLASS_WIDTH), rows(self.AIMS, self.CLASS_WIDTH)
        self.bias, self.move_bias = numbers('h', self.WIDTH), numbers('h', self.MOVES)
        self.class_bias = numbers('h', self.CLASSES)
        assert place == len(data)

    def logits(self, input_rows, moves):
        """`moves`: a row, the classes and the aims of each."""
        sums = map(sum, zip(self.bias, *(self.inputs[row] for row in input_rows)))
        hidden = [min(max(x, 0), 127) ** 2 >> 7 for x in sums]
        return [self.logit(hidden, *move) for move in moves]

    def logit(self, hidden, row, classes, aims):
        products = sum(map(mul, hidden, self.moves[row]))
        products += sum(sum(map(mul, hidden, self.classes[class_])) for class_ in classes)
        products += sum(sum(map(mul, hidden, self.aims[aim])) for aim in aims)
        return products // 16 + self.move_bias[row] + sum(self.class_bias[class_] for class_ in classes)


def sizes_of(logits, temperature=64):
    """The symbols' sizes for the range coder."""
    most = max(logits)
    powers = [power(((most - logit) * temperature) >> 6) for logit in logits]
    shift = max(sum(powers).bit_length() - 16, 0)
    return [(each >> shift) + 1 for each in powers]


def power(distance):
    fraction, whole = distance & 255, distance >> 8
    return (32768 - 86 * fraction + (11 * fraction * fraction >> 7)) >> whole if whole <= 16 else 0


# ---------------------------------------------------------------------------------------------------------
# Range coder
# ---------------------------------------------------------------------------------------------------------

class RangeDecoder:
    BEHIND = 3

    def __init__(self, data):
        self.data, self.place = data, 0
        self.range = None

    def byte(self):
        self.place += 1
        require(self.place <= len(self.data) + self.BEHIND, 'a group of moves is too short')
        return self.data[self.place - 1] if self.place <= len(self.data) else 0

    def begin(self):
        self.range, self.code = (1 << 32) - 1, 0
        for _ in range(4):
            self.code = self.code << 8 | self.byte()
        require(self.code < self.range, 'a group of moves begins with a number that is too large')

    def symbol(self, sizes):
        """The number of the symbol that comes."""
        if self.range is None:
            self.begin()
        total = sum(sizes)
        unit = self.range // total
        place = self.code // unit
        require(place < total, 'a place behind all moves')
        start = 0
        for number, size in enumerate(sizes):
            if place < start + size:
                break
            start += size
        self.code -= unit * start
        self.range = unit * size
        while self.range < 1 << 24:
            self.range <<= 8
            self.code = self.code << 8 | self.byte()
        return number

    def finish(self):
        require(self.place >= len(self.data), 'a group of moves is too long')


# ---------------------------------------------------------------------------------------------------------
# The codec
# ---------------------------------------------------------------------------------------------------------

class Remembered:
    """The moves coded before in the game, by ply number modulo 256."""

    def __init__(self):
        self.places = [None] * 256

    def add(self, position, move):
        ply = position.counter
        man = '' if move[2] or position.is_castling(move) else position.board[move[0]]
        self.places[ply % 256] = ply, man, move

    def at(self, ply):
        """The man (none where it does not matter) and the move, or None."""
        found = self.places[ply % 256]
        return found[1:] if found and found[0] == ply else None

    def last_two(self, position):
        """The last move and the one before, or None."""
        last = self.at(position.counter - 1)
        if not last or last[0] and position.board[last[1][1]] != last[0]:
            return None, None
        before = self.at(position.counter - 2)
        return last[1], before and before[1]


class Model(NoMoves):
    def __init__(self, bytes_, games, net_of_number):
        self.net = net_of_number(bytes_.byte())
        self.temperatures = bytes_.take(3)
        self.ratings_by_result = [100 * rating for rating in bytes_.take(4)]
        self.groups = Groups(bytes_, games)
        self.coder = RangeDecoder(b'')

    def begin_game(self, tags, result):
        group = self.groups.begin_game()
        if group is not None:
            self.coder.finish()
            self.coder = RangeDecoder(group)
        self.ratings = self.ratings_by_result[result], self.ratings_by_result[(0, 2, 1, 3)[result]]
        self.result = result
        self.remembered, self.asked = self.net.remembered(), None

    def next(self, position, ply):
        moves, sizes = self.choices(position)
        number = self.coder.symbol(sizes) if len(moves) > 1 else 0
        self.remembered.add(position, moves[number])
        return moves[number]

    def choices(self, position):
        """The legal moves, in the order in which they are numbered, and their sizes."""
        moves = list(position.moves())
        require(moves, 'no legal move')
        if len(moves) == 1 or len(moves) > MAX_MOVES:
            return moves, [1] * len(moves)
        sight = self.net.sight(position, self.remembered)
        moves.sort(key=sight.place)
        sizes = self.sizes(sight, moves, position)
        replaced = self.replaced(position, moves)
        if replaced is not None:
            sizes[replaced] = 1
        self.asked = position.board
        return moves, sizes

    def replaced(self, position, moves):
        """The number of the move that a variation which begins here stands for, or None."""
        told = self.remembered.at(position.counter)
        return moves.index(told[1]) if told and self.asked == position.board and told[1] in moves else None

    def sizes(self, sight, moves, position):
        ratings, result = self.ratings, self.result
        if not position.white:
            ratings, result = ratings[::-1], (0, 2, 1, 3)[result]
        logits = self.net.logits(sight.rows(ratings, result), [sight.row_and_classes(move) for move in moves])
        men = 64 - position.board.count(chess.EMPTY)
        return sizes_of(logits, self.temperatures[0 if men > 26 else 1 if men > 14 else 2])

    def finish(self):
        self.coder.finish()
