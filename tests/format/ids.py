"""Ids of games beside those of their places (docs/FORMAT.md, chapter 5, section 132)."""

import struct
from collections import namedtuple

from basics import Bytes, require, unzigzag

IDS = 132
OWN, FURTHER = 0, 1  # subtypes

LAST = (1 << 63) - 1

Run = namedtuple('Run', 'game, identity, number, games')  # `game`: from 0, in its segment
Link = namedtuple('Link', 'identity, number, to_identity, to_number, games')


class Section:
    def __init__(self, section, kind):
        count = section.varint()
        self.identities = struct.unpack(f'<{count}Q', section.take(8 * count))
        self.count = section.varint()
        self.columns = [Bytes(section.take(section.varint())) for _ in range(4 + kind)]
        require(not len(section), 'bytes behind the columns')
        self.ends = {}

    def ids(self, first, games):
        """From two columns, of which `first` is the one with the identities."""
        place = self.columns[first].varint()
        require(place < len(self.identities), 'an identity that is not there')
        number = self.ends.get((first, place), 0) + unzigzag(self.columns[first + 1].varint())
        require(0 <= number and number + games <= LAST, 'numbers of games')
        self.ends[first, place] = number + games
        return self.identities[place], number

    def end(self):
        require(not any(len(column) for column in self.columns), 'numbers behind the last run')


def own(section, games):
    """`games`: of the segment."""
    section, found, end = Section(section, OWN), [], 0
    for _ in range(section.count):
        first = end + section.columns[0].varint()
        end = first + section.columns[3].varint() + 1
        require(end <= games, 'games that the segment does not have')
        found.append(Run(first, *section.ids(1, end - first), end - first))
    section.end()
    return found


def further(section):
    section, found = Section(section, FURTHER), []
    for _ in range(section.count):
        games = section.columns[4].varint() + 1
        found.append(Link(*section.ids(0, games), *section.ids(2, games), games))
    section.end()
    return found


def check(block, games):
    for kind in OWN, FURTHER:
        content = block.optional_section(IDS, kind)
        if content:
            own(Bytes(content), games) if kind == OWN else further(Bytes(content))
