"""Symbols, packing 4 of sections (docs/FORMAT.md, chapter 17)."""

from collections import defaultdict

from basics import require
from mixed import Bits, Counter, codable

MOST_MET = 255


class Symbols:
    def __init__(self, kinds, before, bits):
        self.kinds, self.before, self.bits = kinds, before, bits
        self.width = (len(kinds) - 1).bit_length()
        self.counters = defaultdict(lambda: Counter(MOST_MET))
        self.known = (0,) * before

    def symbol(self):
        node = 1
        for _ in range(self.width):
            counter = self.counters[self.known, node]
            bit = self.bits.bit(codable(counter.probability >> 6))
            counter.learn(bit)
            node = 2 * node + bit
        number = node - (1 << self.width)
        require(number < len(self.kinds), 'a symbol that there is not')
        if self.before:
            self.known = (*self.known, number)[1:]
        return self.kinds[number]


def unpack(data, size):
    require(len(data) >= 2, 'symbols without a head')
    before, count = data[0], data[1]
    kinds = data[2:2 + count]
    require(before <= 2 and 1 <= count <= 16 and len(kinds) == count, 'a head of symbols that is not in order')
    require(list(kinds) == sorted(set(kinds)), 'symbols that do not ascend')
    coder = Symbols(kinds, before, Bits(data[2 + count:]))
    found = bytes(coder.symbol() for _ in range(size))
    coder.bits.finish()
    return found
