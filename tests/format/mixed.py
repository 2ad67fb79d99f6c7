"""Mixed models: bits, symbols and numbers under several contexts at once (docs/FORMAT.md, chapter 13)."""

from collections import defaultdict

from basics import require

MASK = 0xffffffff
LIMIT = 2816
CONTEXTS_MAX = 8
WEIGHTS = 12000, 20000, 26000


def squashed():
    """squash(x) for 0 <= x <= LIMIT."""
    power, found = 1 << 32, []
    for _ in range(LIMIT + 1):
        found.append(min(65535, ((1 << 48) + ((1 << 32) + power) // 2) // ((1 << 32) + power)))
        power = (4278222805 * power + (1 << 31)) >> 32
    return found


SQUASH = squashed()


def squash(odds):
    odds = max(-LIMIT, min(LIMIT, odds))
    return SQUASH[odds] if odds >= 0 else 65536 - SQUASH[-odds]


def stretched():
    lower, odds = [], -LIMIT
    for place in range(2048):
        while squash(odds) < 16 * place + 8:
            odds += 1
        lower.append(odds)
    return lower + [-odds for odds in reversed(lower)]


STRETCH = stretched()


def towards_zero(number, divisor):
    return number // divisor if number >= 0 else -(-number // divisor)


def mix(a, b):
    """hash(a, b)."""
    number = (a ^ b) * 0x9e3779b1 & MASK
    return number ^ number >> 15


class Bits:
    """A range coder's stream of bits."""

    def __init__(self, data):
        self.data, self.place = data, 0
        self.range = None

    def byte(self):
        require(self.place < len(self.data) + 3, 'a stream of bits ends too early')
        self.place += 1
        return self.data[self.place - 1] if self.place <= len(self.data) else 0

    def bit(self, one):
        if self.range is None:
            self.range, self.code = MASK, 0
            for _ in range(4):
                self.code = self.code << 8 | self.byte()
            require(self.code < self.range, 'a stream of bits begins with a number that is too large')
        part = self.range * one >> 16
        bit = int(self.code < part)
        if bit:
            self.range = part
        else:
            self.code, self.range = self.code - part, self.range - part
        while self.range < 1 << 24:
            self.range <<= 8
            self.code = self.code << 8 | self.byte()
        return bit

    def plain(self, count):
        number = 0
        for _ in range(count):
            number = number << 1 | self.bit(32768)
        return number

    def finish(self):
        require(self.place == (0 if self.range is None else len(self.data) + 3) and (self.data == b'') ==
                (self.range is None), 'a stream of bits is too long')


class Model:
    def __init__(self, bits, counter_bits=18):
        self.bits = bits
        self.counter_shift = 32 - counter_bits
        self.counters = defaultdict(lambda: [1 << 21, 0])
        self.weights = defaultdict(lambda: [[list(WEIGHTS) for _ in range(CONTEXTS_MAX)] for _ in range(16)])

    @staticmethod
    def contexts(set_, *known):
        return set_, [mix(mix(set_ + 1, place + 1), what & MASK) for place, what in enumerate(known)]

    def bit(self, contexts, node):
        set_, hashes = contexts
        weights = self.weights[set_][min(node, 15)]
        counters = [self.counters[mix(hash_, node) >> self.counter_shift] for hash_ in hashes]
        trusts = [(met >= 3) + (met >= 16) for _, met in counters]
        odds = [STRETCH[probability >> 10] for probability, _ in counters]
        total = sum(weights[i][trust] * odds[i] for i, trust in enumerate(trusts))
        one = max(16, min(65520, squash(towards_zero(total, 65536))))
        bit = self.bits.bit(one)
        error = towards_zero(bit * 65536 - one, 16)
        for i, trust in enumerate(trusts):
            weights[i][trust] += towards_zero(odds[i] * error, 1024)
            probability, met = counters[i]
            step = (1 << 17) // (2 * met + 3)
            if bit:
                probability += ((1 << 22) - 1 - probability) * step >> 16
            else:
                probability -= probability * step >> 16
            counters[i][:] = probability, min(met + 1, 250)
        return bit

    def symbol(self, contexts, count, nodes=0):
        node = 1
        for _ in range(count):
            node = node << 1 | self.bit(contexts, nodes + node)
        return node - (1 << count)

    def length(self, contexts):
        if self.bit(contexts, 8):
            return self.symbol(contexts, 6, 64)
        length = 0
        while length < 7 and self.bit(contexts, length):
            length += 1
        return length

    def digits(self, contexts, length):
        number, left = 1, length - 1
        for place in range(min(5, left)):
            node = 256 + 32 * length + (number if place < 3 else 8 * (place - 1))
            number = number << 1 | self.bit(contexts, node)
            left -= 1
        return number << left | self.bits.plain(left)

    def natural(self, contexts):
        length = self.length(contexts)
        return self.digits(contexts, length) if 0 < length < 64 else 0

    def number(self, contexts):
        length = self.length(contexts)
        if not 0 < length < 64:
            return 0
        sign = self.bit(contexts, 9)
        size = self.digits(contexts, length)
        return -size if sign else size
