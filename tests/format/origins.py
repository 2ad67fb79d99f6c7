"""Origins: which games of a segment come from others (docs/FORMAT.md, chapter 30, section 132)."""

import struct
from collections import namedtuple

from basics import Bytes, require, unzigzag

ORIGINS = 132

# `new`: from 0, in its segment.
Run = namedtuple('Run', 'identity, old, new, games')


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
    content = block.optional_section(ORIGINS)
    if content:
        runs(Bytes(content), games)
