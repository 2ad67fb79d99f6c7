"""Mixed models: bits, symbols and numbers under several contexts at once (docs/FORMAT.md, chapter 16)."""

from collections import defaultdict

from basics import require

MASK = 0xffffffff
LIMIT = 2816
CONTEXTS_MAX = 8
MOST_WEIGHT = 1 << 17


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


class Counter:
    def __init__(self, most_met, probability=1 << 21):
        self.most_met, self.probability, self.met = most_met, probability, 0

    def odds(self):
        return STRETCH[self.probability >> 10]

    def learn(self, bit):
        step = (1 << 17) // (2 * self.met + 3)
        if bit:
            self.probability += ((1 << 22) - 1 - self.probability) * step >> 16
        else:
            self.probability -= self.probability * step >> 16
        self.met = min(self.met + 1, self.most_met)


class Mixer:
    """Sets of weights by number, each at first `weights`."""

    def __init__(self, rates, weights):
        self.rates, self.learnt = rates, 0
        self.sets = defaultdict(lambda: list(weights))

    def mix(self, numbers, inputs):
        """The odds."""
        self.chosen, self.inputs = [self.sets[number] for number in numbers], inputs
        total = sum((sum(weights) >> 4) * what for *weights, what in zip(*self.chosen, inputs))
        self.odds = max(-LIMIT, min(LIMIT, total >> 12))
        return self.odds

    def learn(self, bit):
        rate = self.rates[sum(self.learnt >= 1 << power for power in (12, 15, 18))]
        self.learnt += 1
        error = (bit * 65536 - squash(self.odds)) * rate >> 8
        for weights in self.chosen:
            for i, what in enumerate(self.inputs):
                weight = weights[i] + (what * error + 4096 >> 13)
                weights[i] = max(-MOST_WEIGHT, min(MOST_WEIGHT, weight))


def codable(one):
    """A probability that is never certain."""
    return max(4, min(65532, one))


class Model:
    def __init__(self, bits, counter_bits=18):
        self.bits = bits
        self.counter_shift = 32 - counter_bits
        self.counters = defaultdict(lambda: Counter(250))
        self.mixer = Mixer((120, 64, 32, 16), [8000] * CONTEXTS_MAX)

    @staticmethod
    def contexts(set_, *known):
        return set_, [mix(mix(set_ + 1, place + 1), what & MASK) for place, what in enumerate(known)]

    def bit(self, contexts, node):
        set_, hashes = contexts
        counters = [self.counters[mix(hash_, node) >> self.counter_shift] for hash_ in hashes]
        trust = [sum(counter.met >= met for met in (4, 20, 150)) for counter in counters[:2]]
        sets = [(set_, min(node, 15)), (set_, 'trust', *trust, *[0] * (2 - len(trust)))]
        odds = self.mixer.mix(sets, [counter.odds() for counter in counters])
        bit = self.bits.bit(codable(squash(odds)))
        self.mixer.learn(bit)
        for counter in counters:
            counter.learn(bit)
        return bit

    def symbol(self, contexts, count, nodes=0):
        node = 1
        for _ in range(count):
            node = node << 1 | self.bit(contexts, nodes + node)
        return node - (1 << count)

    def length(self, contexts):
        if not self.bit(contexts, 0):
            return 0
        if not self.bit(contexts, 1):
            return 1 + self.symbol(contexts, 2, 1)
        above = self.symbol(contexts, 3, 4)
        return 5 + above if above < 7 else 12 + self.symbol(contexts, 6, 64)

    def digits(self, contexts, length):
        number, left = 1, length - 1
        while left > 0 and number < 8:
            number = number << 1 | self.bit(contexts, 256 + 8 * length + number)
            left -= 1
        return number << left | self.bits.plain(left)

    def natural(self, contexts):
        length = self.length(contexts)
        return self.digits(contexts, length) if 0 < length < 64 else 0

    def number(self, contexts, digits=CONTEXTS_MAX):
        """`digits`: so many contexts, the first ones, tell the digits."""
        length = self.length(contexts)
        if not 0 < length < 64:
            return 0
        sign = self.bit(contexts, 12)
        size = self.digits((contexts[0], contexts[1][:digits]), length)
        return -size if sign else size
