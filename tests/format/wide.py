"""The wide net, number 1 of the weights (docs/FORMAT.md, chapter 22, "Wide net")."""

import chess
from model import MEN, WORTH, Net, Remembered, Sight, attacks

# First numbers of the classes.
THREATS, LAST_MOVE, LINES, EXCHANGE, TYPES, KINGS, PAWNS = 1728, 2376, 2760, 2976, 3840, 4428, 4620
CAPTURES, ANSWERS = 4685, 5165
OWN_ATTACKED, ENEMY_ATTACKED = 1896, 2216

STAKE = {'P': 1, 'N': 3, 'B': 3, 'R': 5, 'Q': 9, 'K': 100}


def number_of(*digits):
    """Of pairs of a digit and the number that it is below."""
    number = 0
    for digit, limit in digits:
        number = number * limit + int(digit)
    return number


def distance(a, b):
    return max(abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3)))


def attackers(board, square):
    """Squares of all men that attack a square, whose own man may stand on it."""
    found = [source for source in chess.PAWN[False][square] if board[source] == 'P']
    found += [source for source in chess.PAWN[True][square] if board[source] == 'p']
    for letter in 'NK':
        found += [source for source in chess.ON_EMPTY_BOARD[letter][square] if board[source].upper() == letter]
    for letter in 'BR':
        for way in chess.SLIDES[letter][square]:
            source = next((source for source in way if board[source] != chess.EMPTY), None)
            if source is not None and board[source].upper() in (letter, 'Q'):
                found.append(source)
    return found


def exchange(board, square, own):
    """What a side wins by captures on a square, where a man of the other one stands."""
    board, stake, stakes = board[:], STAKE[board[square].upper()], []
    while True:
        able = attackers(board, square)
        mine = [source for source in able if board[source].isupper() == own]
        if not mine:
            break
        source = min(mine, key=lambda source: (MEN.index(board[source].upper()), source))
        if board[source].upper() == 'K' and len(mine) < len(able):
            break
        stakes.append(stake)
        stake, own = STAKE[board[source].upper()], not own
        board[source] = chess.EMPTY
    value = 0
    for stake in reversed(stakes):
        value = max(0, stake - value)
    return value


def gain_step(value):
    return sum(value >= limit for limit in (1, 2, 5, 9))


def up_to(limit, number):
    return min(number, limit)


class WideRemembered(Remembered):
    def earlier_two(self, position):
        """The enemy's move before the last one, and the own before that."""
        return [found and found[1] for found in (self.at(position.counter - 3), self.at(position.counter - 4))]


class WideSight(Sight):
    def __init__(self, position, remembered):
        last, before = remembered.last_two(position)
        super().__init__(position, last, before)
        earlier = remembered.earlier_two(position)
        self.enemy_earlier, self.own_earlier = map(self.seen_move, earlier)
        self.last_man = None
        if self.last and self.board[self.last[1]].islower():
            self.last_man = self.last[1]
        self.last_attacks = set()
        if self.last_man is not None:
            self.last_attacks = set(attacks(self.board, self.last_man, self.board[self.last_man]))
        self.slid = {target for square, man in self.own.men if man in 'BRQ'
                     for target in attacks(self.board, square, man)}
        self.span = {target for square, man in self.enemy.men if man == 'p' for below in range(square, -1, -8)
                     for target in attacks(self.board, below, 'p')}

    def rows(self, ratings, result):
        rows = super().rows(ratings, result)
        for first, side, others, hanging in ((OWN_ATTACKED, self.own, self.enemy, self.own_hanging),
                                             (ENEMY_ATTACKED, self.enemy, self.own, self.enemy_hanging)):
            rows += [first + 64 * MEN.index(man.upper()) + square for square, man in side.men
                     if man not in 'Kk' and others.count[square] and square not in hanging]
        return rows

    def row_and_classes(self, move):
        row, class_ = super().row_and_class(move)
        source, target = self.seen(move[0]), self.seen(move[1])
        if self.is_castling(source, target):
            return row, [class_, THREATS + 5 * 108, LAST_MOVE + 5 * 64, LINES + 5 * 36, EXCHANGE + 5 * 144,
                         TYPES + 5 * 98, KINGS + 5 * 32, PAWNS, CAPTURES + 5 * 80, ANSWERS + 5 * 25], []
        return row, [class_, *Mover(self, source, target, move[2]).classes()], []


class Mover:
    """A move's nine further classes."""

    def __init__(self, sight, source, target, promotion):
        self.sight, self.source, self.target = sight, source, target
        self.man = sight.board[source]
        self.type = promotion or self.man
        self.p = MEN.index(self.type), 6
        moved = sight.board[:]
        moved[source], moved[target] = chess.EMPTY, self.type
        self.moved = moved
        self.before = set(attacks(sight.board, source, self.man))
        self.after = set(attacks(moved, target, self.type))

    def classes(self):
        return [self.threats(), self.last_move(), self.lines(), self.exchange(), self.types(), self.kings(),
                self.pawns(), self.captures(), self.answers()]

    def is_again(self):
        return self.sight.before is not None and self.source == self.sight.before[1]

    def goes_back(self):
        return self.is_again() and self.target == self.sight.before[0]

    def threats(self):
        sight = self.sight
        threats = [square for square, man in sight.enemy.men
                   if man != 'k' and square in self.after - self.before and
                   (WORTH[man.upper()] > WORTH[self.type] or not sight.enemy.count[square])]
        left = [square for square, man in sight.own.men
                if man != 'K' and square in self.before - self.after and
                sight.enemy.count[square] and sight.own.count[square] < 2]
        return THREATS + number_of(self.p, (up_to(2, len(threats)), 3),
                                   (up_to(2, len(self.after & sight.around_king)), 3),
                                   (self.after & sight.own_hanging - {self.source} != set(), 2), (left != [], 2),
                                   (2 if self.goes_back() else 1 if self.is_again() else 0, 3))

    def last_move(self):
        sight = self.sight
        held = [square for square, man in sight.own.men
                if square != self.source and square in self.after & sight.last_attacks]
        far = up_to(3, distance(sight.last[1], self.target)) if sight.last else 3
        return LAST_MOVE + number_of(self.p, (self.source in sight.last_attacks, 2), (sight.last_man in self.after, 2),
                                     (self.target in sight.last_attacks, 2), (held != [], 2), (far, 4))

    def file_state(self, square):
        file = self.sight.board[square & 7::8]
        return 0 if 'P' in file else 1 if 'p' in file else 2

    def lines(self):
        return LINES + number_of(self.p, (self.source in self.sight.slid, 2), (self.target in self.sight.span, 2),
                                 (self.file_state(self.target), 3), (self.file_state(self.source), 3))

    def exchange(self):
        sight, taken = self.sight, self.sight.board[self.target]
        held = sight.own.count[self.target] - (self.target in self.before)
        gain = 0
        if taken != chess.EMPTY:
            more = WORTH[taken.upper()] - WORTH[self.man]
            gain = 1 if more < 0 else 2 if more == 0 else 3
        return EXCHANGE + number_of(self.p, (up_to(2, sight.enemy.count[self.target]), 3), (up_to(2, held), 3),
                                    (gain, 4), (sight.own_hanging - {self.source} != set(), 2),
                                    (self.source in sight.own_hanging, 2))

    def types(self):
        sight = self.sight
        last = 6 if sight.last_man is None else MEN.index(sight.board[sight.last_man].upper())
        own = 6
        if sight.before and sight.board[sight.before[1]].isupper():
            own = MEN.index(sight.board[sight.before[1]])
        return TYPES + number_of(self.p, (last, 7), (own, 7),
                                 (sight.own_earlier is not None and self.source == sight.own_earlier[1], 2))

    def kings(self):
        sight = self.sight
        is_undone = sight.last and sight.enemy_earlier and sight.last[:2] == sight.enemy_earlier[1::-1]
        return KINGS + number_of(self.p, (up_to(4, distance(sight.king, self.target)) - 1, 4),
                                 (up_to(4, distance(sight.enemy_king, self.target)) - 1, 4),
                                 (bool(is_undone and self.goes_back()), 2))

    def pawns(self):
        if self.man != 'P':
            return PAWNS
        target, board = self.target, self.sight.board
        own = {square for square, man in self.sight.own.men if man == 'P'} - {self.source}
        enemy = {square for square, man in self.sight.enemy.men if man == 'p'}
        beside = {square for square in range(64) if abs((square & 7) - (target & 7)) == 1}
        file = {square for square in range(64) if (square ^ target) & 7 == 0}
        return PAWNS + 1 + number_of(
            (not any(square in beside | file and square >> 3 > target >> 3 for square in enemy), 2),
            (own & file != set(), 2), (not own & beside, 2),
            (self.type == 'P' and self.after & enemy != set(), 2), (self.before & enemy != set(), 2),
            (any(square >> 3 == target >> 3 for square in own & beside), 2))

    def captures(self):
        sight, taken = self.sight, self.sight.board[self.target]
        balance = (0 if taken == chess.EMPTY else STAKE[taken.upper()]) - exchange(self.moved, self.target, False)
        step = sum(balance >= limit for limit in (-5, -3, -1, 0, 1, 3, 5))
        hangs = max((' PNRQ'.index(sight.board[square].replace('B', 'N')) for square in sight.own_hanging), default=0)
        return CAPTURES + number_of(self.p, (step, 8), (hangs, 5), (self.source in sight.own_hanging, 2))

    def answers(self):
        """The other side's best capture after the move, and the own best one that the man threatens anew."""
        moved = self.moved
        lost = max((exchange(moved, square, False) for square in range(64)
                    if square != self.target and moved[square] in 'PNBRQ'), default=0)
        won = max((exchange(moved, square, True) for square in self.after - self.before
                   if moved[square] in 'pnbrq'), default=0)
        return ANSWERS + number_of(self.p, (gain_step(lost), 5), (gain_step(won), 5))


class WideNet(Net):
    NUMBER, INPUTS, MOVES, CLASSES, WIDTH, CLASS_WIDTH = 1, 2536, 3926, 5315, 512, 64
    AIMS = 0

    @staticmethod
    def remembered():
        return WideRemembered()

    @staticmethod
    def sight(position, remembered):
        return WideSight(position, remembered)


def net_of_number(number):
    return (Net if number == Net.NUMBER else WideNet).of_number(number)
