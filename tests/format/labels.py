"""Tags that the moves tell (docs/FORMAT.md, chapters 19 and 24): labels, and FEN as it is written."""

from chess import EMPTY, PAWN, name
from mixed import Bits, Model, mix

TABLE_BITS = 17
DICTIONARY_MAX = 65534
PATH_MAX = 40
MASK = (1 << 64) - 1


# ---------------------------------------------------------------------------------------------------------
# Chapter 24: FEN, keys of positions
# ---------------------------------------------------------------------------------------------------------

def can_capture_en_passant(position):
    target = position.en_passant
    if target is None:
        return False
    pawn = 'P' if position.white else 'p'
    sources = [square for square in PAWN[not position.white][target] if position.board[square] == pawn]
    return any(position.is_safe(source, target) for source in sources)


def right_letter(position, number):
    white, queen_side, rook = number < 2, number % 2, position.rooks[number]
    row = 0 if white else 56
    king = position.board.index('K' if white else 'k')
    way = range(row, king) if queen_side else range(row + 7, king, -1)
    outermost = next(square for square in way if position.board[square] == ('R' if white else 'r'))
    letter = 'KQ'[queen_side] if outermost == rook else 'ABCDEFGH'[rook % 8]
    return letter if white else letter.lower()


def fen(position):
    rows = []
    for row in range(7, -1, -1):
        text = ''.join(position.board[8 * row:8 * row + 8])
        for count in range(8, 0, -1):
            text = text.replace(EMPTY * count, str(count))
        rows.append(text)
    rights = ''.join(right_letter(position, i) for i in range(4) if position.rooks[i] is not None)
    en_passant = name(position.en_passant) if can_capture_en_passant(position) else '-'
    fields = ['/'.join(rows), 'w' if position.white else 'b', rights or '-', en_passant, str(min(position.clock, 65535)),
              str(position.counter // 2 + 1)]
    return ' '.join(fields).encode()


def splitmix64(state):
    while True:
        state = (state + 0x9e3779b97f4a7c15) & MASK
        z = (state ^ state >> 30) * 0xbf58476d1ce4e5b9 & MASK
        z = (z ^ z >> 27) * 0x94d049bb133111eb & MASK
        yield z ^ z >> 31


NUMBERS = splitmix64(0x70676e7061636b31)
MEN = {man: [next(NUMBERS) for _ in range(64)] for man in 'PpNnBbRrQqKk'}
BLACK_TO_MOVE = next(NUMBERS)
RIGHTS = [next(NUMBERS) for _ in range(16)]
FILES = [next(NUMBERS) for _ in range(8)]


def key(position):
    found = RIGHTS[sum(1 << i for i in range(4) if position.rooks[i] is not None)]
    for square, man in enumerate(position.board):
        if man != EMPTY:
            found ^= MEN[man][square]
    if not position.white:
        found ^= BLACK_TO_MOVE
    if can_capture_en_passant(position):
        found ^= FILES[position.en_passant % 8]
    return found


# ---------------------------------------------------------------------------------------------------------
# Chapter 19, "Labels"
# ---------------------------------------------------------------------------------------------------------

class Entry:
    def __init__(self, check):
        self.check, self.age, self.labels, self.trusts = check, 0, {}, {}

    def learn(self, found):
        self.age = 0
        for column, label in found.items():
            same = self.labels.get(column) == label
            self.trusts[column] = min(self.trusts[column] + 1, 255) if same else 0
            self.labels[column] = label


class Labels:
    """Of a group of games. `strings`: how many each column took before."""

    def __init__(self, data, strings):
        self.bits = Bits(data)
        self.model = Model(self.bits)
        self.table = {}
        self.sizes = {column: min(size, DICTIONARY_MAX) for column, size in enumerate(strings)}

    def begin_game(self, path):
        self.path = path[:PATH_MAX]
        entries = [self.table.get(key >> 64 - TABLE_BITS) for key in self.path]
        self.known = [entry for key, entry in zip(self.path, entries)
                      if entry and entry.check == key & 0xffffffff | 1]
        self.found, self.before, self.outcome = {}, 0, 0

    def next(self, column):
        """The value's number in the dictionary, or None for a string."""
        guesses = self.guesses(column)
        for i, (label, trust, depth) in enumerate(guesses):
            if self.is_right(column, i, label, trust, depth):
                outcome = 1 + 4 * i
                break
        else:
            label = self.other(column, guesses)
            outcome = 3 if label is None else 2
        self.outcome = outcome
        number = label
        if label is None and self.sizes.get(column, 0) < DICTIONARY_MAX:
            number = self.sizes.get(column, 0)
            self.sizes[column] = number + 1
        self.found.pop(column, None)
        if number is not None:
            self.found[column] = number
        self.before = 0 if number is None else number + 1
        return label

    def guesses(self, column):
        found = []
        for depth in range(len(self.known) - 1, -1, -1):
            entry = self.known[depth]
            label = entry.labels.get(column)
            if label is not None and label not in [guess[0] for guess in found]:
                found.append((label, entry.trusts[column].bit_length(), depth))
        return found[:3]

    def is_right(self, column, i, label, trust, depth):
        g, o = label + 1, self.outcome
        contexts = Model.contexts(16 * column + i, 64 * trust + 4 * o + (len(self.known) - depth > 1), mix(g, o))
        return self.model.bit(contexts, 0)

    def other(self, column, guesses):
        if self.model.bit(Model.contexts(16 * column + 3, self.outcome), 0):
            return None
        bits = self.sizes.get(column, 0).bit_length()
        near = guesses[0][0] + 1 if guesses else 0
        return self.model.symbol(Model.contexts(16 * column + 4, 0, self.before, near), bits, 16)

    def end_game(self):
        for key_ in self.path:
            place, check = key_ >> 64 - TABLE_BITS, key_ & 0xffffffff | 1
            entry = self.table.get(place)
            if entry and entry.check != check and entry.age < 3:
                entry.age += 1
                continue
            if not entry or entry.check != check:
                entry = self.table[place] = Entry(check)
            entry.learn(self.found)
