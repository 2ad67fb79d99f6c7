"""The text model, packings 2 and 3 of sections (docs/FORMAT.md, chapter 17)."""

from collections import defaultdict

from mixed import LIMIT, Bits, Counter, Mixer, codable, mix, squash

LARGER_MAX = 44, 32, 14, 9, 6, 5
SLOTS, LIGHT_SLOTS = range(10, 21), range(10, 19)
PLACES = range(10, 19)
STEP = 245
MATCH_MIN = 7
MOST_MET = 1023


def is_kept(zeros, ones):
    smaller, larger = sorted((zeros, ones))
    return smaller <= 5 and larger <= LARGER_MAX[smaller]


def forget(count):
    for limit, less in (2, count), (3, 2), (5, 3), (9, 4), (15, 5), (24, 6):
        if count <= limit:
            return less
    return 7


def learnt(history, bit):
    counts = list(history)
    counts[1 - bit] = forget(counts[1 - bit])
    if is_kept(counts[bit] + 1, counts[1 - bit]):
        counts[bit] += 1
    return tuple(counts)


class Slot:
    def __init__(self, check=0):
        self.check, self.histories = check, [(0, 0)] * 16


class Counters(dict):
    """By context and history."""

    def __missing__(self, key):
        zeros, ones = key[1]
        self[key] = Counter(MOST_MET, ((5 * ones + 2) << 22) // (5 * (zeros + ones) + 4))
        return self[key]


def bits_within(number, range_):
    return max(range_[0], min(range_[-1], number.bit_length()))


class TextModel:
    def __init__(self, data, size, terminator, light):
        self.bits, self.size, self.terminator = Bits(data), size, terminator
        self.contexts = 2 if light else 7
        self.slots, self.slot_bits = defaultdict(Slot), bits_within(*((4 * size, LIGHT_SLOTS) if light else (16 * size, SLOTS)))
        self.places, self.place_bits = defaultdict(int), bits_within(size, PLACES)
        self.of_history, self.of_bits, self.of_byte, self.of_class = Counters(), *(defaultdict(lambda: Counter(MOST_MET)) for _ in '123')
        self.mixer = Mixer((140, 60, 24, 10), [6500] * 10) if light else Mixer((72, 30, 16, 8), [3500] * 10)
        self.rows = defaultdict(lambda: [squash(STEP * j - LIMIT) for j in range(24)])
        self.text = bytearray()
        self.last = self.word = self.word_before = self.column = 0
        self.match = self.length = 0

    def unpack(self):
        while len(self.text) < self.size:
            self.pass_byte(self.byte())
        self.bits.finish()
        return bytes(self.text)

    # ---- Contexts

    def keys(self):
        last, word = self.last, self.word
        known = (mix(word, last & 0xff), last, last & 0xffff, last & 0xf0f0ff, mix(word, self.column),
                 mix(word, self.word_before), last & 0xffffff)
        return [mix(i + 1, what) for i, what in enumerate(known[:self.contexts])]

    def find(self, key, turn):
        check = key >> 24 ^ turn
        slots = [self.slots[(key ^ turn ^ j) & ((1 << self.slot_bits) - 1)] for j in range(3)]
        for slot in slots:
            if slot.check == check and sum(slot.histories[1]):
                return slot
        least = min(slots, key=lambda slot: sum(slot.histories[1]))
        least.__init__(check)
        return least

    def pass_byte(self, byte):
        self.text.append(byte)
        self.last = (self.last << 8 | byte) & 0xffffffff
        self.column = 0 if byte == self.terminator else self.column + 1
        if byte >= 0x80 or chr(byte).isalnum():
            self.word = mix((self.word + 1) & 0xffffffff, byte if byte >= 0x80 else byte | 0x20)
        elif self.word:
            self.word_before, self.word = self.word, 0
        self.follow_match(byte)

    def follow_match(self, byte):
        text, at = self.text, len(self.text)
        if self.length and text[self.match] == byte:
            self.match, self.length = self.match + 1, min(self.length + 1, 65535)
        else:
            self.length = 0
        if at < MATCH_MIN:
            return
        key = 0
        for i in range(1, MATCH_MIN + 1):
            key = mix((key + 1) & 0xffffffff, text[at - i])
        key >>= 32 - self.place_bits
        place = self.places[key]
        if not self.length and place:
            length = 0
            while length < min(place, 400) and text[place - 1 - length] == text[at - 1 - length]:
                length += 1
            if length >= MATCH_MIN:
                self.match, self.length = place, length
        self.places[key] = at

    def expected(self, bits, left):
        """The class, and the bit or None."""
        if not self.length or (self.text[self.match] | 256) >> left != bits:
            return 0, None
        class_ = self.length if self.length < 16 else 16 + 2 * (self.length.bit_length() - 4)
        return min(class_, 31), self.text[self.match] >> (left - 1) & 1

    # ---- Bits

    def byte(self):
        bits, keys = 1, self.keys()
        slots = [self.find(mix(key, 0), 0) for key in keys]
        node = 1
        for left in range(8, 0, -1):
            if left == 4:
                slots = [self.find(mix(key, bits >> 1), bits & 1) for key in keys]
                node = 1
            bit = self.bit(bits, left, slots, node)
            bits, node = bits << 1 | bit, node << 1 | bit
        return bits & 0xff

    def bit(self, bits, left, slots, node):
        last = self.last & 0xff
        histories = [slot.histories[node] for slot in slots]
        counters = [self.of_history[i, history] for i, history in enumerate(histories)]
        inputs = [counter.odds() if history != (0, 0) else 0 for counter, history in zip(counters, histories)]
        counters += [self.of_bits[bits], self.of_byte[last, bits]]
        inputs += [counter.odds() for counter in counters[-2:]]
        class_, expected = self.expected(bits, left)
        of_match = self.of_class[class_]
        match_odds = 0 if expected is None else of_match.odds() if expected else -of_match.odds()
        odds = self.mixer.mix((class_, 32 + bits, 288 + last + (256 if left > 4 else 0)), inputs + [match_odds])
        mixed = squash(odds)

        row = self.rows[mix(self.last & 0xffffff, bits) >> 20]
        step = min((odds + LIMIT) // STEP, 22)
        above = odds + LIMIT - STEP * step
        refined = (row[step] * (STEP - above) + row[step + 1] * above) // STEP
        bit = self.bits.bit(codable((mixed + refined) // 2))

        self.mixer.learn(bit)
        for counter in counters:
            counter.learn(bit)
        if expected is not None:
            of_match.learn(int(bit == expected))
        for slot in slots:
            slot.histories[node] = learnt(slot.histories[node], bit)
        nearer = step + (above > 122)
        row[nearer] += (65535 - row[nearer]) >> 5 if bit else -(row[nearer] >> 5)
        return bit
