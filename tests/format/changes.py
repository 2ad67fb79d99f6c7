#!/usr/bin/env python3
"""changes.py [--text] FILE: what the changes of FILE did, by chapter 5 of docs/FORMAT.md: its segments, changes, deleted games, ids, and
where these lead.

    segment 1: 8f2k1qz, 120 games, 3 deleted
    ...
    change 2: 0 added, 3 deleted, 0 back
    ...
    deleted 5: 2 duplicate 17
    game 121: 8f2k1qz:17
    ...
    id 8f2k1qz:17 -> 121

Of a deleted game the change and the reason are told, and its target, if it is there.

Ids are those of all games, and those of games that are gone. --text: the text, without deleted games, in place of that.
"""

import struct
import sys
from collections import namedtuple

import bcgn1
import ids
import simple
from basics import Bytes, FormatError, Truncated, require, unzigzag, xxh64

LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
RECORD = 131

KINDS = ['back', 'by hand', 'duplicate', 'replaced', 'taken back', 'added', 'unknown', 'unknown']
BACK, DUPLICATE, REPLACED, ADDED = 0, 2, 3, 5

Deletion = namedtuple('Deletion', 'change, kind, target')  # target: a game's number from 0, or None


class Change:
    def __init__(self, number, segment):
        self.number, self.segment = number, segment
        self.games = [0] * 8  # of its lists, by kind


class Segment:
    def __init__(self, number, first, blocks, entries):
        self.number, self.first = number, first  # both from 0
        self.blocks = blocks
        self.games = sum(block.games for block in blocks)
        hashes = [entry[8] if len(entry) > 8 else 0 for entry in entries]
        require(all(hash_ in (0, block.header_hash) for hash_, block in zip(hashes, blocks)), 'field 9 of the index')
        self.identity = xxh64(struct.pack(f'<{len(hashes)}Q', *hashes)) if all(hashes) else None
        self.records = []  # of each block of the record its sections
        for block in reversed(blocks):
            if not block.is_record:
                break
            self.records.insert(0, block)

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
        self.deleted = {}  # by number from 0
        self.changes = []
        self.ids = []  # of each game its identity and number, or None
        self.links = {}  # from id to id
        self.number = 0  # of the last change
        for segment in self.segments:
            self.read_segment(segment)

    def read_segment(self, segment):
        before, first, self.written = self.number, len(self.changes), 0
        self.left = segment.games  # that no list says to be added
        self.places, self.told = {}, 0  # of the segment's games that are told of, up to this one
        for block in segment.records:
            self.read_part(segment, 'record', lambda: self.read_record(segment, block))
            self.read_part(segment, 'further ids', lambda: self.read_further(block))
        is_known = all([self.read_part(segment, 'ids', lambda: self.read_own(segment, block)) for block in segment.records])
        for game in range(segment.games):
            own = (segment.identity, game) if segment.identity is not None else None
            self.ids.append(self.places.get(game, own) if is_known else None)
        if self.number == before and (segment.records or segment.games):
            self.number += 1
            self.changes.append(Change(self.number, segment))
        last = [change for change in self.changes[first:] if change.number][-1:]
        for change in last:
            change.games[ADDED] += self.left

    def read_part(self, segment, what, read):
        try:
            read()
        except FormatError as error:
            print(f'segment {segment.number + 1}: {what} not in order: {error}')
            return False
        return True

    def find_segment(self, record, segment):
        """The one that a list names, or None."""
        identity, which = struct.unpack('<Q', record.take(8))[0], record.varint()
        if not identity:
            return segment
        same = [one for one in self.segments[:segment.number] if one.identity == identity]
        return same[-1 - which] if which < len(same) else None

    def read_record(self, segment, block):
        """All or nothing of a section's changes."""
        section, deletes = block.optional_section(RECORD), bool(block.flags & 16)
        require(section, 'it is missing')
        record, found = Bytes(section), []
        require(len(record), 'no change')
        while len(record):
            rest = Bytes(record.take(record.varint()))
            number = rest.varint()
            require(number < 1 << 63, 'the number of a change')
            rest.varint()
            rest.take(8)
            size = rest.varint()
            require(size <= 4096, 'the command is too long')
            rest.take(size)
            rest.varint()
            found.append((number, [self.read_list(segment, rest) for _ in range(rest.varint())]))
        require(deletes or all(kind == ADDED or not pairs for _, lists in found for kind, _, pairs in lists),
                'it takes games away, and the block does not say so')
        for number, lists in found:
            self.make_change(segment, number, lists)

    def read_list(self, segment, record):
        """Its kind, games that are gone or of no segment, and of the others pairs of game and target."""
        count, kind = divmod(record.varint(), 8)
        if not count:
            gone = record.varint()
            require(gone < 1 << 63, 'games beyond all')
            return kind, gone, []
        of, gone, pairs, end, target_end = self.find_segment(record, segment), 0, [], 0, 0
        has_target = kind in (DUPLICATE, REPLACED)
        target_of = self.find_segment(record, segment) if has_target else None
        for _ in range(count):
            start = end + record.varint()
            games = record.varint() + 1
            end = start + games
            require(end <= (of.games if of else (1 << 63) - 1), 'games beyond the segment')
            target = target_end + unzigzag(record.varint()) if has_target else 0
            target_end = target + games
            require(not has_target or 0 <= target and target_end <= (target_of.games if target_of else (1 << 63) - 1),
                    'targets beyond the segment')
            gone += 0 if of else games
            for i in range(games) if of else ():
                pairs.append((of.first + start + i, target_of.first + target + i if target_of else None))
        return kind, gone, pairs

    def make_change(self, segment, number, lists):
        if not number:
            self.changes.append(Change(0, segment))
        elif number != self.written:
            self.written = number
            self.number = max(number, self.number + 1)
            self.changes.append(Change(self.number, segment))
        change = self.changes[-1]
        for kind, gone, pairs in lists:
            change.games[kind] += gone + len(pairs)
            if kind == ADDED:
                self.left -= len(pairs)
                continue
            for game, target in pairs:
                self.deleted.pop(game, None)
                if kind != BACK:
                    self.deleted[game] = Deletion(change.number, kind, target)

    def read_own(self, segment, block):
        for run in ids.own(Bytes(block.optional_section(ids.IDS, ids.OWN) or b'\0\0\0\0\0\0'), segment.games):
            for i in range(run.games):
                if run.game + i >= self.told:
                    self.places[run.game + i] = run.identity, run.number + i
            self.told = max(self.told, run.game + run.games)

    def read_further(self, block):
        for link in ids.further(Bytes(block.optional_section(ids.IDS, ids.FURTHER) or b'\0\0\0\0\0\0\0')):
            for i in range(link.games):
                self.links[link.identity, link.number + i] = link.to_identity, link.to_number + i

    def find(self, id_):
        """The number of the game, from 0, that an id means; None: there is none."""
        deleted = None
        for _ in range(100):  # or in a circle
            if id_ is None:
                break
            games = [game for game, its in enumerate(self.ids) if its == id_]
            there = [game for game in games if game not in self.deleted]
            if there:
                return there[-1]
            deleted = games[-1] if games and deleted is None else deleted
            target = next((self.deleted[game].target for game in reversed(games) if self.deleted[game].target is not None), None)
            if target is not None and target not in self.deleted:
                return target
            id_ = self.links.get(id_) if target is None else self.ids[target]
        return deleted


def name_of(identity):
    return ''.join(LETTERS[identity >> 64 - 5 * i & 31] for i in range(1, 8))


def text_of(id_):
    return f'{name_of(id_[0])}:{id_[1] + 1}'


def texts_of(database):
    """Of each game that is not deleted, and those between them."""
    for segment in database.segments:
        game, inside = segment.first, False  # a deleted game whose text goes on in the next block
        for block in segment.blocks:
            files = list(simple.TextReader(block).texts())
            *games, tail = files[-1]
            if block.flags & 1 and not block.games and inside:
                continue
            if not block.is_annex:
                inside = len(files) == 1 and bool(games) and not tail and game + len(games) - 1 in database.deleted
            for *games, tail in files:
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
    for change in database.changes:
        deleted = sum(games for kind, games in enumerate(change.games) if kind not in (BACK, ADDED))
        print(f'change {change.number}: {change.games[ADDED]} added, {deleted} deleted, {change.games[BACK]} back')
    for game, (number, kind, target) in sorted(database.deleted.items()):
        print(f'deleted {game + 1}: {number} {KINDS[kind]}', *(() if target is None else (target + 1,)))
    for game, id_ in enumerate(database.ids):
        if id_ is not None:
            print(f'game {game + 1}: {text_of(id_)}')
    for id_ in dict.fromkeys([*filter(None, database.ids), *database.links]):
        game = database.find(id_)
        if game is not None:
            print(f'id {text_of(id_)} -> {game + 1}')
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
