#!/usr/bin/env python3
"""changes.py [--text] FILE: what the changes of FILE did, by chapter 30 of docs/FORMAT.md: its segments, deleted games, and where ids lead.

    segment 1: 8f2k1qz, 120 games, 3 deleted
    ...
    deleted: 5-10,100
    id 8f2k1qz:17 -> 121

Ids are those of all places that games come from. --text: the text, without deleted games, in place of that.
"""

import struct
import sys

import bcgn1
import origins
import simple
from basics import Bytes, FormatError, Truncated, require, xxh64

LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
RECORD = 131


class Segment:
    def __init__(self, number, first, blocks, entries):
        self.number, self.first = number, first  # both from 0
        self.blocks = blocks
        self.games = sum(block.games for block in blocks)
        hashes = [entry[8] if len(entry) > 8 else 0 for entry in entries]
        require(all(hash_ in (0, block.header_hash) for hash_, block in zip(hashes, blocks)), 'field 9 of the index')
        self.identity = xxh64(struct.pack(f'<{len(hashes)}Q', *hashes)) if all(hashes) else None
        self.is_change = bool(blocks and blocks[-1].is_record)
        self.sections = {}
        if self.is_change:
            self.sections = {kind: origins.section_of(blocks[-1], kind) for kind, *_ in blocks[-1].optional}

    def name(self):
        return ''.join(LETTERS[self.identity >> 64 - 5 * i & 31] for i in range(1, 8))


def segments_of(data):
    file, found, first = Bytes(data, Truncated), [], 0
    while simple.goes_on(file):
        entries = []
        blocks = list(simple.segment(file, bcgn1.Everything(), entries))
        found.append(Segment(len(found), first, blocks, entries))
        first += found[-1].games
    return found


class Database:
    def __init__(self, data):
        self.segments = segments_of(data)
        self.deleted = set()
        self.runs = []
        for segment in self.segments:
            for read, kind in (self.read_record, RECORD), (self.read_origins, origins.ORIGINS):
                if kind in segment.sections:
                    try:
                        read(segment, Bytes(segment.sections[kind]))
                    except FormatError as error:
                        print(f'segment {segment.number + 1}: section {kind} is not in order: {error}')

    def named(self, identity, last):
        """The last segment with that identity whose number is at most `last`."""
        return next((segment for segment in reversed(self.segments[:last + 1]) if segment.identity == identity), None)

    def games_of(self, of, last, start, end):
        """Games of that segment, or of one with its identity before it."""
        require(of.games, 'games of a segment that has none')
        same = [segment for segment in self.segments[:last + 1] if segment is of or
                (of.identity is not None and segment.identity == of.identity and segment.number < of.number)]
        back = start // of.games
        require(back < len(same), 'games that the segment does not have')
        segment, before = same[-1 - back], back * of.games
        require(segment.games == of.games and end - before <= of.games, 'games that the segment does not have')
        return range(segment.first + start - before, segment.first + end - before)

    def read_record(self, segment, record):
        record.varint()
        record.take(8)
        size = record.varint()
        require(size <= 4096, 'the command is too long')
        record.take(size)
        changed = {}
        while len(record):
            identity = struct.unpack('<Q', record.take(8))[0]
            of = segment if not identity else self.named(identity, segment.number)
            head = record.varint()
            require(head >= 2, 'a list without ranges')
            end = 0
            for _ in range(head >> 1):
                start = end + record.varint()
                end = start + record.varint() + 1
                require(end < 1 << 63, 'games beyond all')
                for game in self.games_of(of, segment.number, start, end) if of else ():
                    require(game not in changed, 'a game is changed twice')
                    changed[game] = head & 1
        for game, is_deleted in changed.items():
            (self.deleted.add if is_deleted else self.deleted.discard)(game)

    def read_origins(self, segment, section):
        self.runs += [run._replace(new=segment.first + run.new) for run in origins.runs(section, segment.games)]

    def next(self, identity, old):
        """The last game that comes from that place."""
        games = [run.new + old - run.old for run in self.runs
                 if run.identity == identity and run.old <= old < run.old + run.games]
        return max(games, default=None)

    def find(self, identity, old):
        """The number of the game, from 0, that an id names; None: there is none."""
        segment = self.named(identity, len(self.segments))
        game = segment.first + old if segment and old < segment.games else None
        while game is None or game in self.deleted:
            later = self.next(identity, old)
            if later is None or (game is not None and later <= game):
                break
            game = later
            segment = next(one for one in self.segments if one.first <= game < one.first + one.games)
            identity, old = segment.identity, game - segment.first
        return game


def ranges(numbers):
    """"5-10,100" of ascending numbers."""
    found = []
    for number in sorted(numbers):
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ','.join(str(first) if first == last else f'{first}-{last}' for first, last in found)


def name_of(identity):
    return ''.join(LETTERS[identity >> 64 - 5 * i & 31] for i in range(1, 8))


def texts_of(database):
    """Of each game that is not deleted, and those between them."""
    for segment in database.segments:
        game, inside = segment.first, False  # a deleted game whose text goes on in the next block
        for block in segment.blocks:
            *games, tail = simple.TextReader(block).texts()
            if block.flags & 1 and not games and inside:
                continue
            if not block.is_annex:
                inside = bool(games) and not tail and game + len(games) - 1 in database.deleted
            for text in games:
                if game not in database.deleted:
                    yield text
                game += 1
            yield tail


def main(arguments):
    wants_text = arguments[:1] == ['--text']
    arguments = arguments[wants_text:]
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 1
    with open(arguments[0], 'rb') as opened:
        database = Database(opened.read())
    if wants_text:
        sys.stdout.buffer.write(b''.join(texts_of(database)))
        return 0
    for segment in database.segments:
        deleted = sum(segment.first <= game < segment.first + segment.games for game in database.deleted)
        name = name_of(segment.identity) if segment.identity is not None else '-'
        print(f'segment {segment.number + 1}: {name}, {segment.games} games, {deleted} deleted')
    print('deleted:', ranges(game + 1 for game in database.deleted))
    for run in database.runs:
        for old in range(run.old, run.old + run.games):
            print(f'id {name_of(run.identity)}:{old + 1} -> {database.find(run.identity, old) + 1}')
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
