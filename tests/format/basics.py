"""Numbers, hashes and errors of BCGN 1 (docs/FORMAT.md, chapter 1)."""

import struct

MASK = (1 << 64) - 1
PRIMES = (0x9e3779b185ebca87, 0xc2b2ae3d27d4eb4f, 0x165667b19e3779f9, 0x85ebca77c2b2ae63, 0x27d4eb2f165667c5)


class FormatError(Exception):
    pass


class NotOurs(FormatError):
    pass


class Unsupported(FormatError):
    pass


class Corrupt(FormatError):
    pass


class Truncated(FormatError):
    pass


def require(condition, trouble):
    if not condition:
        raise Corrupt(trouble)


def known(condition, trouble):
    """Of values that a newer version may have more of."""
    if not condition:
        raise Unsupported(trouble)


class Bytes:
    """Reads one after the other. What is missing at the end is `error`: Corrupt in a section, Truncated in a file."""

    def __init__(self, data, error=Corrupt):
        self.data, self.place, self.error = data, 0, error

    def __len__(self):
        """Bytes left."""
        return len(self.data) - self.place

    def peek(self, size):
        return self.data[self.place:self.place + size]

    def take(self, size):
        if size > len(self):
            raise self.error('ends too early')
        self.place += size
        return self.data[self.place - size:self.place]

    def byte(self):
        return self.take(1)[0]

    def until(self, byte):
        """What stands before the next such byte, which is passed over."""
        end = self.data.find(byte, self.place)
        if end < 0:
            raise self.error('ends too early')
        found = self.data[self.place:end]
        self.place = end + 1
        return found

    def varint(self):
        number = shift = 0
        while True:
            byte = self.byte()
            require(byte or not shift, 'a varint is not the shortest')
            number |= (byte & 127) << shift
            require(number <= MASK, 'a varint is too large')
            if byte < 128:
                return number
            shift += 7

    def number_below(self, limit, trouble):
        number = self.varint()
        require(number < limit, trouble)
        return number


def varint(number):
    """A number as a varint."""
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    found.append(number)
    return bytes(found)


def unzigzag(number):
    return -(number + 1 >> 1) if number & 1 else number >> 1


def rotate(number, bits):
    return (number << bits | number >> 64 - bits) & MASK


def scramble(lane, state=0):
    return rotate(state + lane * PRIMES[1] & MASK, 31) * PRIMES[0] & MASK


def xxh64(data):
    """XXH64 with seed 0, as its specification says (doc/xxhash_spec.md of the xxHash project)."""
    whole = len(data) // 32 * 32
    if whole:
        one, two, three, four = (PRIMES[0] + PRIMES[1]) & MASK, PRIMES[1], 0, MASK + 1 - PRIMES[0]
        for a, b, c, d in struct.iter_unpack('<4Q', memoryview(data)[:whole]):
            one, two, three, four = scramble(a, one), scramble(b, two), scramble(c, three), scramble(d, four)
        total = (rotate(one, 1) + rotate(two, 7) + rotate(three, 12) + rotate(four, 18)) & MASK
        for state in one, two, three, four:
            total = ((total ^ scramble(state)) * PRIMES[0] + PRIMES[3]) & MASK
    else:
        total = PRIMES[4]
    total = (total + len(data)) & MASK
    rest = Bytes(bytes(data[whole:]))
    while len(rest) >= 8:
        total ^= scramble(int.from_bytes(rest.take(8), 'little'))
        total = (rotate(total, 27) * PRIMES[0] + PRIMES[3]) & MASK
    if len(rest) >= 4:
        total ^= int.from_bytes(rest.take(4), 'little') * PRIMES[0] & MASK
        total = (rotate(total, 23) * PRIMES[1] + PRIMES[2]) & MASK
    while len(rest):
        total ^= rest.byte() * PRIMES[4] & MASK
        total = rotate(total, 11) * PRIMES[0] & MASK
    total = (total ^ total >> 33) * PRIMES[1] & MASK
    total = (total ^ total >> 29) * PRIMES[2] & MASK
    return total ^ total >> 32


def checksum(data):
    return xxh64(data) & 0xffffffff
