"""Lists of moves in comments (docs/FORMAT.md, chapter 21): section 26, and where comments stand."""

from collections import defaultdict

import chess
import mixed
from basics import require
from model import MAX_MOVES, power
from wide import net_of_number

MASK_64 = (1 << 64) - 1
MOVES_MAX = 1024
NONE, BEFORE, NOW, EARLIER = range(4)
ORIGIN_SET, END_SET, PLAYED_SET, EXPECTED_SET, REST_SET = range(5)
RATING = 3000


# ---------------------------------------------------------------------------------------------------------
# Position keys (chapter 24)
# ---------------------------------------------------------------------------------------------------------

def random_numbers(state):
    while True:
        state = state + 0x9e3779b97f4a7c15 & MASK_64
        number = (state ^ state >> 30) * 0xbf58476d1ce4e5b9 & MASK_64
        number = (number ^ number >> 27) * 0x94d049bb133111eb & MASK_64
        yield number ^ number >> 31


def keys():
    numbers = random_numbers(0x70676e7061636b31)
    men = {man: [next(numbers) for _ in range(64)] for man in 'PpNnBbRrQqKk'}
    return men, next(numbers), [next(numbers) for _ in range(16)], [next(numbers) for _ in range(8)]


MEN_KEYS, BLACK_KEY, RIGHTS_KEYS, EN_PASSANT_KEYS = keys()


def position_key(position):
    key = 0 if position.white else BLACK_KEY
    for square, man in enumerate(position.board):
        if man != chess.EMPTY:
            key ^= MEN_KEYS[man][square]
    key ^= RIGHTS_KEYS[sum(1 << right for right, rook in enumerate(position.rooks) if rook is not None)]
    target = position.en_passant
    if target is not None:
        pawn = 'P' if position.white else 'p'
        if any(position.board[source] == pawn and position.is_safe(source, target)
               for source in chess.PAWN[not position.white][target]):
            key ^= EN_PASSANT_KEYS[target & 7]
    return key


# ---------------------------------------------------------------------------------------------------------
# Places
# ---------------------------------------------------------------------------------------------------------

class Place:
    """Where in its game a comment stands. To be told of all moves and brackets."""

    def __init__(self):
        self.ply, self.past, self.open = 0, [], []

    def make(self, position, move):
        """`move` is None for a null move."""
        self.past = self.past[-1:] + [(position, move)]
        self.ply += 1

    def begin_variation(self):
        self.open.append(self.ply)
        self.ply -= 1
        self.past = self.past[:-1]

    def end_variation(self):
        self.ply, self.past = self.open.pop(), []

    def boards(self, now):
        """The positions by origin, and the last move and the last but one."""
        last, last_but_one = ((self.past or [(None, None)])[-1], self.past[0] if len(self.past) == 2 else (None, None))
        return [None, last[0], now, last_but_one[0]], last[1], last_but_one[1]


# ---------------------------------------------------------------------------------------------------------
# What lists had
# ---------------------------------------------------------------------------------------------------------

class Entry:
    def __init__(self, check=0):
        self.check, self.moves, self.trust, self.ended, self.stamp = check, [None, None], 0, 0, 0


class Stream(mixed.Bits):
    """Bits, and symbols of several sizes."""

    def symbol(self, sizes):
        if self.range is None:
            self.range, self.code = mixed.MASK, 0
            for _ in range(4):
                self.code = self.code << 8 | self.byte()
            require(self.code < self.range, 'a stream of lists begins with a number that is too large')
        unit = self.range // sum(sizes)
        place = self.code // unit
        require(place < sum(sizes), 'a place behind all moves')
        start = 0
        for number, size in enumerate(sizes):
            if place < start + size:
                break
            start += size
        self.code, self.range = self.code - unit * start, unit * size
        while self.range < 1 << 24:
            self.range <<= 8
            self.code = self.code << 8 | self.byte()
        return number


class Odds:
    """Moves that no entry expects."""

    def __init__(self, net):
        self.net = net
        self.recency_weights, self.row_weights = defaultdict(int), defaultdict(int)
        self.lists = defaultdict(int)

    def start_list(self, number):
        self.number, self.remembered = number, self.net.remembered()

    def listed(self, position, move):
        mirror = 0 if position.white else 56
        self.lists[position.white, move[0] ^ mirror, move[1] ^ mirror] = self.number
        self.remembered.add(position, move)

    def next(self, stream, position, excluded, other):
        moves = list(position.moves())
        require(moves, 'no legal move')
        if len(moves) == 1:
            return moves[0]
        if len(moves) > MAX_MOVES:
            sizes = [0 if move in excluded else 1 for move in moves]
            require(sum(sizes), 'a list has no move left')
            return moves[stream.symbol(sizes)]
        sight = self.net.sight(position, self.remembered)
        moves.sort(key=sight.place)
        rows = [sight.row_and_classes(move) for move in moves]
        weights = [self.weights(position, sight, move, move == other, row) for move, (row, *_) in zip(moves, rows)]
        logits = self.net.logits(sight.rows((RATING, RATING), 0), rows)
        logits = [-(1 << 20) if move in excluded else
                  logit + mixed.towards_zero(sum(group[key] for group, key, _ in of_move), 256)
                  for move, logit, of_move in zip(moves, logits, weights)]
        powers = [power(max(logits) - logit) for logit in logits]
        shift = max(sum(powers).bit_length() - 16, 0)
        sizes = [0 if move in excluded else (each >> shift) + 1 for move, each in zip(moves, powers)]
        require(sum(sizes), 'a list has no move left')
        came = stream.symbol(sizes)
        self.learn(sizes, weights, came)
        return moves[came]

    def weights(self, position, sight, move, is_other, row):
        """Tables, keys and divisors of what is learnt of a move."""
        age = self.number - self.lists[position.white, sight.seen(move[0]), sight.seen(move[1])] & 0xffff
        return (self.recency_weights, age.bit_length() + 17 * is_other, 32), (self.row_weights, (position.white, row), 8)

    @staticmethod
    def learn(sizes, weights, came):
        unit = (1 << 31) // sum(sizes)
        for place, (size, of_move) in enumerate(zip(sizes, weights)):
            chance = unit * size >> 15
            if chance < 256 and place != came:
                continue
            error = (65536 if place == came else 0) - chance
            for group, key, divisor in of_move:
                changed = group[key] + mixed.towards_zero(error, divisor)
                group[key] = max(-(1 << 24), min(1 << 24, changed))


# ---------------------------------------------------------------------------------------------------------
# Lists
# ---------------------------------------------------------------------------------------------------------

class Lists:
    def __init__(self, bytes_):
        net = net_of_number(bytes_.byte())
        self.stream = Stream(bytes_.take(len(bytes_)))
        self.model = mixed.Model(self.stream)
        self.odds = Odds(net)
        self.entries = defaultdict(Entry)
        self.origins, self.sizes = defaultdict(int), defaultdict(int)
        self.number = 0

    def bit(self, set_, *known):
        return self.model.bit(self.model.contexts(set_, *known), 1)

    def next(self, column, place, now):
        """The text of the list, and whether there is a rest."""
        boards, last, last_but_one = place.boards(now)
        before = self.origins[column]
        origin = self.model.symbol(self.model.contexts(ORIGIN_SET, column << 8 | before), 2)
        self.origins[column] = (before << 2 | origin) & 255
        if origin == NONE:
            return b'', True
        position = boards[origin]
        require(position is not None, 'a list from a position that is not known')
        self.number = self.number + 1 & 0xffff
        self.odds.start_list(self.number)
        played = {BEFORE: last, EARLIER: last_but_one}.get(origin)
        return self.list_from(position, column, place.ply & 1, origin, played)

    def look_up(self, position):
        """The position's entry, whether it is known, and how old it is."""
        key = position_key(position)
        entry = self.entries[key & 0xffff]
        age = self.number - entry.stamp & 0xffff
        old = 0 if entry.check != key >> 32 else 1 + age if age < 5 else 6 if age < 9 else 7 if age < 65 else 8
        return key, entry, old

    def learn(self, key, move):
        """The list has this move here, or ends: None."""
        entry = self.entries[key & 0xffff]
        if entry.check != key >> 32:
            entry = self.entries[key & 0xffff] = Entry(key >> 32)
        entry.stamp = self.number
        entry.ended = (entry.ended << 1 | (move is None)) & 255
        if move is None:
            return
        if entry.moves[0] == move:
            entry.trust = min(entry.trust + 1, 7)
        else:
            entry.moves, entry.trust = [move, entry.moves[0]], 0

    def list_from(self, position, column, side, origin, played):
        texts, self.run = [], 0
        while True:
            key, entry, old = self.look_up(position)
            count = len(texts)
            if 0 < count < MOVES_MAX and self.ends(column, side, count, entry, old) or count == MOVES_MAX:
                break
            move = self.move(position, column, side, origin, None if count else played, entry, old)
            self.learn(key, move)
            self.odds.listed(position, move)
            after = position.make(move)
            texts.append(position.san(move, after))
            position = after
        self.learn(key, None)
        self.sizes[column, side] = len(texts)
        return ' '.join(texts).encode(), bool(self.bit(REST_SET, 2 * column + side))

    def ends(self, column, side, count, entry, old):
        kind = 2 * column + side
        longer = max(-20, min(20, count - self.sizes[column, side])) + 20
        known = 1 + (entry.ended & 3) + 4 * min(entry.trust, 3) if old else 0
        return self.bit(END_SET, 64 * column + min(count, 63), 256 * known + 16 * old + self.run, 256 * kind + longer,
                        32 * kind + known)

    def move(self, position, column, side, origin, played, entry, old):
        legal = set(position.moves())
        played = played if played in legal else None
        expected, other = (move if old and move in legal else None for move in entry.moves)
        if played is not None:
            agrees = 1 if expected == played else 0 if expected is None else 2
            kind = 4 * column + origin
            if self.bit(PLAYED_SET, 256 * kind + 16 * agrees + old):
                return played
            expected, other = (None if move == played else move for move in (expected, other))
        if expected is not None:
            if self.bit(EXPECTED_SET, 256 * entry.trust + 16 * old + (other is not None),
                        256 * (2 * column + side) + 16 * old + self.run):
                self.run = min(self.run + 1, 15)
                return expected
        self.run = 0
        return self.odds.next(self.stream, position, {played, expected}, other)

    def finish(self):
        self.stream.finish()
