"""Codec 4 of moves: which type of man, which man, where to, each with sizes from static tables (docs/FORMAT.md, chapter
23)."""

import os

import chess
from basics import Unsupported, require
from model import (CASTLING_ROWS, DATA, DIRECTIONS, MEN, PAWN_ROWS, PIECE_ROWS, PROMOTION_ROWS, RangeDecoder,
                   Remembered, attacks)
from moves import Groups, NoMoves

LAST_RANK = range(56, 64)
SECOND_RANK = range(8, 16)
# Of the orthodox array: own men by square.
HOMES = 'RNBQKBNR'
D2, E2 = 11, 12
# Plies of a phase of the opening, how many of these there are, and the men of the later ones but the last.
OPENING_PLIES, OPENING_PHASES, PHASES_BY_MEN = 8, 3, (27, 22, 16, 10)
PHASES = OPENING_PHASES + len(PHASES_BY_MEN) + 1
NOT_KNOWN = 6
# First rows of costs of types.
BEFORE, ANSWER, ATTACKED, HOME, PAWNS = 6272, 9856, 10880, 11904, 12928
FIRST_SIZES = [2147483648, 2056437386, 1969251187, 1885761398, 1805811301, 1729250826, 1655936264, 1585729999,
               1518500249, 1454120821, 1392470868, 1333434672, 1276901416, 1222764985, 1170923761, 1121280435]


def size_of(cost):
    return (FIRST_SIZES[cost % 16] >> cost // 16) + 1


def bits(*conditions):
    """A number of them, the first the lowest bit."""
    return sum(1 << place for place, condition in enumerate(conditions) if condition)


class Tables:
    """The costs from which the sizes come."""

    TYPE_ROWS, MAN_ROWS, MAN_CLASSES, MOVE_ROWS, MOVE_CLASSES = 13952, 320, 15360, 3926, 9216
    kept = None

    @classmethod
    def of_number(cls, number):
        if number != 0:
            raise Unsupported('unknown tables of moves')
        if not cls.kept:
            with open(os.path.join(DATA, 'tables-0.bin'), 'rb') as file:
                cls.kept = cls(file.read())
        return cls.kept

    def __init__(self, data):
        place = 0

        def take(count):
            nonlocal place
            place += count
            return data[place - count:place]

        self.types = [take(len(MEN)) for _ in range(self.TYPE_ROWS)]
        self.man_rows = [take(self.MAN_ROWS) for _ in range(PHASES)]
        self.man_classes = take(self.MAN_CLASSES)
        self.move_rows = [take(self.MOVE_ROWS) for _ in range(PHASES)]
        self.move_classes = take(self.MOVE_CLASSES)
        assert place == len(data)


class WideRangeDecoder(RangeDecoder):
    """Of 64 bits, two bytes at a time (chapter 16)."""

    BEHIND = 7

    def word(self):
        return self.byte() << 8 | self.byte()

    def begin(self):
        self.range, self.code = (1 << 64) - 1, 0
        for _ in range(4):
            self.code = self.code << 16 | self.word()
        require(self.code < self.range, 'a group of moves begins with a number that is too large')

    def symbol(self, sizes):
        if self.range is None:
            self.begin()
        unit = self.range // sum(sizes)
        require(self.code < unit * sum(sizes), 'a place behind all moves')
        number = 0
        while self.code >= unit * sizes[number]:
            self.code -= unit * sizes[number]
            number += 1
        self.range = unit * sizes[number]
        while self.range < 1 << 48:
            self.range, self.code = self.range << 16, self.code << 16 | self.word()
        return number


class Past(Remembered):
    """The moves before, with the types of the men that made them, and whether they took something."""

    def __init__(self):
        super().__init__()
        self.kinds = {}

    def add(self, position, move):
        super().add(position, move)
        source, target, _ = move
        type_ = MEN.index(position.board[source].upper())
        passes = type_ == 0 and (source - target) % 8 != 0
        took = not position.is_castling(move) and (passes or position.board[target] != chess.EMPTY)
        self.kinds[position.counter] = type_, took

    def last_two(self, position):
        """Of the last move and the one before: where it went or None, the type, whether it took something."""
        found = super().last_two(position)
        return tuple((move[1], *self.kinds[position.counter - ago]) if move else (None, NOT_KNOWN, False)
                     for ago, move in enumerate(found, 1))


class Man:
    """A man that can be chosen, and where it could go."""

    def __init__(self, square, letter, targets):
        self.square, self.letter, self.targets = square, letter, targets


class View:
    """A position as the side to move sees it: own men are capitals and go up the board."""

    def __init__(self, position, last, before):
        """`last`, `before`: see Past.last_two()."""
        self.mirror = 0 if position.white else 56
        self.board = [man.swapcase() if self.mirror else man
                      for man in (position.board[square ^ self.mirror] for square in range(64))]
        self.king, self.enemy_king = self.board.index('K'), self.board.index('k')
        self.en_passant = None if position.en_passant is None else position.en_passant ^ self.mirror
        self.last, self.before = (None if to is None else to ^ self.mirror for to in (last[0], before[0]))
        self.last_type, self.took, self.own_type = last[1], last[2], before[1]
        self.rights = [rook is not None for rook in position.own_rooks()]
        self.by_enemy_pawns, self.by_own_pawns = self.attacked_by('p'), self.attacked_by('P')
        last_man = chess.EMPTY if self.last is None else self.board[self.last]
        self.by_last = set(attacks(self.board, self.last, last_man)) if last_man.islower() else set()
        self.check_squares = {letter: set(attacks(self.board, self.enemy_king, letter.lower())) for letter in 'PNBRQ'}
        self.check_squares['K'] = set()
        self.answers = self.answers_to_check()
        self.castlings = self.castlings_of(position) if self.answers is None else {}

    # Types

    def types(self, phase):
        """Those that could move."""
        return [letter for letter in MEN if letter == 'K' or letter in self.board and self.could_move(letter, phase)]

    def could_move(self, letter, phase):
        if self.answers is not None:
            return any(self.men(letter))
        if phase >= OPENING_PHASES or letter not in 'BRQ':
            return True
        return any(way and self.board[way[0]] not in 'PNBRQK' for square, man in enumerate(self.board) if man == letter
                   for way in chess.SLIDES[letter][square])

    def attack_last(self, men):
        """Of each: does one attack the square where the last move went?"""
        return [self.last is not None and self.last in self.attacked_by(man) for man in men]

    def stand_in(self, letters, squares):
        return [any(self.board[square] == letter for square in squares) for letter in letters]

    def type_rows(self, phase):
        to, own_to = self.last or 0, self.before or 0
        takes = any(self.taken(man, target) for man in self.men('P') for target in man.targets)
        second_rank = [self.board[square] == 'P' for square in SECOND_RANK]
        return [((self.own_type * 7 + self.last_type) * 2 + self.took) * 64 + to,
                BEFORE + (phase * 7 + self.own_type) * 64 + own_to,
                ANSWER + bits(*self.attack_last('PNBRQKp'), any(self.attack_last('nbrqk')), self.took, takes),
                ATTACKED + bits(*self.stand_in('PNBRQ', self.by_last), *self.stand_in('NBRQ', self.by_enemy_pawns),
                                self.answers is not None),
                HOME + bits(*(self.board[square] == man for square, man in enumerate(HOMES)),
                            self.board[D2] == 'P', self.board[E2] == 'P'),
                PAWNS + bits(*second_rank, *self.rights)]

    def attacked_by(self, man):
        return {target for square, other in enumerate(self.board) if other == man
                for target in attacks(self.board, square, man)}

    def answers_to_check(self):
        """The squares to which men but the king may go, or None if there is no check."""
        answers = None
        for letter in 'pnbrqk':
            for checker in attacks(self.board, self.king, letter.upper()):
                if self.board[checker] == letter:
                    if answers is not None:
                        return set()
                    answers = {checker, *self.between(checker, letter)}
        return answers

    def between(self, checker, letter):
        if letter not in 'pn':
            for way in chess.SLIDES['Q'][self.king]:
                if checker in way:
                    return way[:way.index(checker)]
        return []

    def castlings_of(self, position):
        """The sides by the squares of the rooks."""
        return {rook ^ self.mirror: side for side, rook in enumerate(position.own_rooks()) if position.can_castle(side)}

    # Men and targets

    def men(self, letter):
        """Those of a type that have a target."""
        for square, man in enumerate(self.board):
            if man == letter:
                targets = self.targets(square, letter)
                if targets:
                    yield Man(square, letter, sorted(targets, key=lambda target: (target in self.castlings, target)))

    def targets(self, square, letter):
        if letter == 'P':
            return self.pawn_targets(square)
        targets = [target for target in attacks(self.board, square, letter) if self.board[target] not in 'PNBRQKk']
        if letter == 'K':
            near = set(chess.KING[self.enemy_king]) | self.by_enemy_pawns
            return [target for target in targets if target not in near] + list(self.castlings)
        return self.allowed(targets)

    def allowed(self, targets):
        return targets if self.answers is None else [target for target in targets if target in self.answers]

    def pawn_targets(self, square):
        captures = chess.PAWN[1][square]
        targets = [target for target in captures if self.board[target] in 'pnbrq']
        if self.board[square + 8] == chess.EMPTY:
            targets.append(square + 8)
            if square < 16 and self.board[square + 16] == chess.EMPTY:
                targets.append(square + 16)
        return self.allowed(targets) + [target for target in captures if target == self.en_passant]

    def taken(self, man, target):
        """0 nothing, 1 a pawn ... 5 a queen."""
        if man.letter == 'P' and target == self.en_passant:
            return 1
        return 'pnbrq'.find(self.board[target]) + 1

    def from_flags(self, man):
        return ((man.square in self.by_enemy_pawns) + 2 * (man.square in self.by_last)
                + 4 * (man.square == self.before))

    def row_and_class_of_man(self, man):
        taken = {target: self.taken(man, target) for target in man.targets}
        flags = (self.from_flags(man) + 8 * (self.last in taken)
                 + 16 * any(target in self.check_squares[man.letter] for target in taken)
                 + 32 * any(prey and target not in self.by_enemy_pawns for target, prey in taken.items()))
        type_, best = MEN.index(man.letter), max(taken.values())
        room = sum(len(taken) >= least for least in (2, 4, 9))
        guarded = man.square in self.by_own_pawns
        return 64 * type_ + man.square, ((6 * type_ + best) * 64 + flags) * 8 + room + 4 * guarded

    def choices(self, man):
        """Pairs of target and promotion."""
        return [(target, promotion) for target in man.targets
                for promotion in ('NBRQ' if man.letter == 'P' and target in LAST_RANK else ('',))]

    def row_and_class_of_move(self, man, target, promotion):
        if man.letter == 'K' and target in self.castlings:
            side = self.castlings[target]
            row, taken, to = CASTLING_ROWS + side, 0, 8 * ((5, 3)[side] in self.check_squares['R'])
        else:
            row, taken = self.row(man, target, promotion), self.taken(man, target)
            to = ((target in self.by_enemy_pawns) + 2 * (target in self.by_own_pawns) + 4 * (target in self.by_last)
                  + 8 * (target in self.check_squares[promotion or man.letter]) + 16 * (target == self.last))
        return row, ((8 * MEN.index(man.letter) + self.from_flags(man)) * 6 + taken) * 32 + to

    @staticmethod
    def row(man, target, promotion):
        if man.letter != 'P':
            return PIECE_ROWS[man.letter, man.square, target]
        direction = DIRECTIONS[target - man.square]
        if promotion:
            return PROMOTION_ROWS + 12 * (man.square & 7) + 4 * direction + 'NBRQ'.index(promotion)
        return PAWN_ROWS + 4 * (man.square - 8) + direction


def phase_of(ply, men):
    if ply < OPENING_PLIES * OPENING_PHASES:
        return ply // OPENING_PLIES
    return PHASES - 1 - sum(men > most for most in PHASES_BY_MEN)


class Table(NoMoves):
    def __init__(self, bytes_, games):
        self.tables = Tables.of_number(bytes_.byte())
        group_games = bytes_.byte()
        require(group_games, 'groups of no games')
        self.groups = Groups(bytes_, games, group_games)
        self.coder = WideRangeDecoder(b'')

    def begin_game(self, tags, result):
        group = self.groups.begin_game()
        if group is not None:
            self.coder.finish()
            self.coder = WideRangeDecoder(group)
        self.remembered = Past()

    def next(self, position, ply):
        view = View(position, *self.remembered.last_two(position))
        phase = phase_of(ply, 64 - position.board.count(chess.EMPTY))
        letter = self.choose(MEN, self.type_sizes(view, phase))
        men = list(view.men(letter))
        require(men, 'a move of a type of which no man has a target')
        man = men[0] if len(men) == 1 else self.choose(men, self.man_sizes(view, men, phase))
        choices = view.choices(man)
        target, promotion = (choices[0] if len(choices) == 1
                             else self.choose(choices, self.move_sizes(view, man, choices, phase)))
        move = man.square ^ view.mirror, target ^ view.mirror, promotion
        self.remembered.add(position, move)
        return move

    def choose(self, possibilities, sizes):
        return possibilities[self.coder.symbol(sizes)]

    def type_costs(self, view, phase):
        rows = [self.tables.types[row] for row in view.type_rows(phase)]
        return [sum(row[type_] for row in rows) for type_ in range(len(MEN))]

    def type_sizes(self, view, phase):
        could = view.types(phase)
        return [size_of(cost) if letter in could else 0 for letter, cost in zip(MEN, self.type_costs(view, phase))]

    def man_sizes(self, view, men, phase):
        rows, classes = self.tables.man_rows[phase], self.tables.man_classes
        pairs = [view.row_and_class_of_man(man) for man in men]
        return [size_of(rows[row] + classes[class_]) for row, class_ in pairs]

    def move_sizes(self, view, man, choices, phase):
        rows, classes = self.tables.move_rows[phase], self.tables.move_classes
        pairs = [view.row_and_class_of_move(man, *choice) for choice in choices]
        return [size_of(rows[row] + classes[class_]) for row, class_ in pairs]

    def finish(self):
        self.coder.finish()
