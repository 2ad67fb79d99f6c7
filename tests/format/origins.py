"""Origins: which games of a segment come from others (docs/FORMAT.md, chapter 30, section 132)."""

import struct
from collections import namedtuple

import simple
from basics import Bytes, known, require, unzigzag

ORIGINS = 132

# `new`: from 0, in its segment.
Run = namedtuple('Run', 'identity, old, new, games')


def section_of(block, kind):
    """An optional section's content; nothing if there is none."""
    for found, packing, _, size, stored in block.optional:
        if found == kind:
            known(packing <= 1, 'a packing of an optional section')
            return simple.unzstd([stored], [size])[0] if packing else stored
    return b''


def runs(section, games):
    """`games`: of the segment."""
    count = section.varint()
    identities = struct.unpack(f'<{count}Q', section.take(8 * count))
    ends, new, found = [0] * count, 0, []
    while len(section):
        new += section.varint()
        place = section.varint()
        require(place < count, 'an identity that is not there')
        old = ends[place] + unzigzag(section.varint())
        more = section.varint()
        require(new + more < games, 'games that the segment does not have')
        require(0 <= old and old + more < (1 << 63) - 1, 'old games')
        ends[place] = old + more + 1
        found.append(Run(identities[place], old, new, more + 1))
    return found


def check(block, games):
    content = section_of(block, ORIGINS)
    if content:
        runs(Bytes(content), games)
