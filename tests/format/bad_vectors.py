#!/usr/bin/env python3
"""Writes tests/vectors/bad: files that a reader of BCGN 1 must reject, each wrong in one place, as commented hex.

Each is the same small file, made here by hand from docs/FORMAT.md, with one change; all that follows from the change
(sizes, checksums) is right. Run it after a change of the format, and look at what `git diff` says. Those called fine
must be read.
"""

import os
import struct

import best
import chess
import model
import opening_tree
import table
from basics import Bytes, FormatError, checksum, varint, xxh64
from mixed import Bits
from packed_shapes import END, ENDS, KIND, MOVE, RESULT, RUN, VARIATION_BEGIN, VARIATION_END, PackedShapes
from symbols import Symbols
from text_model import TextModel

COMMENT = 4
FOLDER = os.path.join(os.path.dirname(__file__), '..', 'vectors', 'bad')
TEXT = b'[A "b"]\n\n1. e4 {c} e5 *\n'
STYLE = (b'\x00\x00\x00' b'\x04' b'\x01 ' b'\x00' b'\x01\n' b'\x05\n\n\x01. ' b'\x03' b'\x01\x01' b'\x12\x03' b'\xcd\x02')
# Name, type, index, bytes.
SECTIONS = [
    ('tag columns: codec 0, kind 0; tokens 00, no extra bits, strings "b"', 10, 0, b'\x00' b'\x02\x00' b'\x01' b'\x03b\n'),
    ('comments', 14, 0, b'c}'),
    ('styles', 1, 0, b'\x01' + STYLE),
    ('shape runs', 5, 0, b'\1\1\0'),
    ('shape kinds: COMMENT, RESULT, END', 6, 0, b'\x04\x0b\x0c'),
    ('schemas', 7, 0, b'\1\1A\1\1\0'),
    ('moves, codec 0', 31, 0, b'\x43\x43'),
]
OPTIONAL, MAX_OPTIONAL = 128, (1 << 24) + 4096
PART_TWO_TYPES, PART_TWO_PACKINGS, PART_TWO_CODECS = (26, 27, 28, 29, 30, 32, 33), (2, 3, 4), ((12, 2), (12, 3), (12, 4))


def zstd_frame(content):
    """One raw block."""
    return bytes.fromhex('28b52ffd20') + bytes([len(content)]) + (len(content) << 3 | 1).to_bytes(3, 'little') + content


def wrong(number):
    """A checksum that is not right."""
    return number ^ 1


class Maker:
    """Puts the pieces of a file together. `changes`: see CHANGES."""

    def __init__(self, changes):
        self.changes, self.pieces, self.used, self.index_entries = changes, [], set(), []

    def get(self, name, right):
        """What the changes say, or the right value. A function gets the right value."""
        self.used.add(name)
        change = self.changes.get(name, right)
        return change(right) if callable(change) else change

    def add(self, bytes_, comment):
        self.pieces.append((bytes_, comment))
        return bytes_

    def add_sum(self, pieces, name, comment):
        self.add(struct.pack('<I', self.get(name, checksum(b''.join(pieces)))), comment)

    def header(self):
        pieces = [self.add(self.get('magic', b'BCGN'), 'file header: magic'),
                  self.add(bytes([self.get('version', 1), self.profile()]), 'version, profile'),
                  self.add(self.get('state', b'\0'), 'state'),
                  self.add(self.get('header reserved', bytes(1)), 'reserved'),
                  self.add(self.get('name', b'pgnpack1'), '"pgnpack1"'),
                  self.add(self.features(), 'features: needed, read-only, ignorable')]
        self.add_sum(pieces, 'header checksum', 'checksum')

    def features(self):
        return self.get('features', bytes(12))

    def profile(self):
        """The model's where a reader of the simple profile cannot know what this is, if nothing else is told."""
        packed = {self.changes.get('odd section'): self.changes.get('odd packing')}
        needed = any(
            kind in PART_TWO_TYPES or (kind, index) in PART_TWO_CODECS or packed.get(kind) in PART_TWO_PACKINGS
            for _, kind, index, _ in self.get('sections', SECTIONS))
        return self.get('profile', int(needed))

    def sections(self):
        """Table entries and stored bytes, with their comments."""
        found = []
        for name, kind, index, content in self.get('sections', SECTIONS):
            packing, size, stored = 0, len(content), content
            if kind == self.changes.get('packed section', None):
                packing, stored = 1, zstd_frame(content)
                size, stored = self.get('packed size', size), self.get('packed bytes', stored)
            if kind == self.changes.get('odd section', None):
                packing, size = self.get('odd packing', packing), self.get('odd size', size)
            sum_ = checksum(stored)
            if kind == self.changes.get('section with a wrong checksum', None):
                sum_ = wrong(sum_)
            found.append((struct.pack('<BBHIII', kind, packing, index, size, len(stored), sum_), stored, name))
        return found

    def block(self):
        text = self.get('text', TEXT)
        self.put_block(self.get, self.sections(), text, self.get('games', 1), 0, 0, self.get('flags', 0))

    def annex(self):
        """Behind the block, if there is to be one."""
        if 'annex' not in self.changes:
            return
        sections = [(struct.pack('<BBHIII', kind, packing, index, size, len(stored), checksum(stored)), stored, f'type {kind}')
                    for kind, packing, size, stored, index in ((*section, 0)[:5] for section in self.get('annex', ()))]
        get = lambda name, right: self.get('annex ' + name, right)
        self.put_block(get, sections, b'', get('games', 0), 1, len(TEXT), get('flags', 4))

    def put_block(self, get, sections, text, games, games_before, text_before, flags):
        """`get` gives what the changes say. Optional sections come last."""
        if not get('optional first', False):
            sections = sorted(sections, key=lambda section: section[0][0] >= OPTIONAL)
        optional = sum(len(stored) for entry, stored, _ in sections if entry[0] >= OPTIONAL)
        table = b''.join(entry for entry, _, _ in sections)
        size = 64 + len(table) + sum(len(stored) for _, stored, _ in sections)
        pieces = [self.add(get('block marker', bytes.fromhex('9ebc424c4b8d1a0a')), 'block: sync marker'),
                  self.add(struct.pack('<I', get('block size', size)), 'block size'),
                  self.add(struct.pack('<I', get('text size', len(text))), 'text size'),
                  self.add(struct.pack('<Q', get('games before', games_before)), 'games before'),
                  self.add(struct.pack('<Q', get('text before', text_before)), 'text before'),
                  self.add(struct.pack('<I', games), 'games'),
                  self.add(struct.pack('<I', get('optional size', optional)), 'bytes of optional sections'),
                  self.add(struct.pack('<Q', get('text hash', xxh64(text))), 'text hash'),
                  self.add(struct.pack('<H', get('section count', len(sections))), 'sections'),
                  self.add(bytes([flags]), 'flags'),
                  self.add(bytes([get('block needed', 0)]), 'needed features'),
                  self.add(get('block reserved', bytes(4)), 'reserved'),
                  self.add(struct.pack('<I', get('table checksum', checksum(table))), 'checksum of the table')]
        head = b''.join(pieces)
        self.add(struct.pack('<I', get('block checksum', checksum(head))), 'checksum of the header')
        hash_ = xxh64(head)
        for entry, _, name in sections:
            self.add(entry, 'entry: ' + name.split(':')[0])
        for _, stored, name in sections:
            self.add(stored, name)
        self.index_entries.append([size, len(text), games, flags, 0, 0, 0, 0, hash_])

    def footer(self):
        entries = [self.get('index entry', entry) for entry in self.index_entries]
        entries[0][2] = self.get('index games', entries[0][2])
        index = self.get('index', varint(len(entries[0])) + b''.join(map(varint, sum(entries, []))))
        frame = self.get('index frame', zstd_frame(index))
        pieces = [self.add(self.get('footer marker', bytes.fromhex('9e4e4944588d1a0a')), 'footer: marker'),
                  self.add(struct.pack('<I', len(frame)), 'packed size'),
                  self.add(struct.pack('<I', self.get('index size', len(index))), 'unpacked size'),
                  self.add(struct.pack('<Q', self.get('index blocks', len(entries))), 'blocks'),
                  self.add(struct.pack('<I', self.get('index checksum', checksum(frame))), 'checksum of the index')]
        self.add_sum(pieces, 'footer checksum', 'checksum of the head')
        self.add(frame, 'the index, a zstd frame of one raw block')
        return 32 + len(frame)

    def end_mark(self, footer_size):
        size = sum(len(bytes_) for bytes_, _ in self.pieces) + 48
        pieces = [self.add(struct.pack('<Q', self.get('segment size', size)), 'end mark: segment size'),
                  self.add(struct.pack('<Q', self.get('end games', 1)), 'games'),
                  self.add(self.get('end features', self.features()), 'features'),
                  self.add(struct.pack('<I', self.get('footer size', footer_size)), 'footer size'),
                  self.add(bytes([self.get('end profile', self.profile())]) + self.get('end reserved', bytes(3)), 'profile, reserved')]
        self.add_sum(pieces, 'end checksum', 'checksum')
        self.add(self.get('end marker', b'BCGNfin\n'), '"BCGNfin\\n"')

    def hex_text(self):
        self.header()
        self.block()
        self.annex()
        self.end_mark(self.footer())
        if 'behind' in self.changes:
            self.add(self.get('behind', b''), 'behind the end')
        left = self.get('size', sum(len(bytes_) for bytes_, _ in self.pieces))
        lines = []
        for bytes_, comment in self.pieces:
            bytes_ = bytes_[:left]
            left -= len(bytes_)
            for start in range(0, len(bytes_), 16):
                last = start + 16 >= len(bytes_)
                digits = bytes_[start:start + 16].hex(' ')
                lines.append(f'{digits:47}  # {comment}' if last else digits)
        unknown = set(self.changes) - self.used - {'packed section', 'odd section', 'section with a wrong checksum'}
        assert not unknown, unknown
        return '\n'.join(lines) + '\n'


def of_files(files=((1, 0), (0, 2)), names=(b'a/1.pgn', b'a/2.txt'), times=b'', flags=34, tail=b'x\n', changes=None):
    """The sample's game, and a text behind it, which are two files. `names`: a bytes object is the section itself."""
    if not isinstance(names, bytes):
        shared = [0, *(len(os.path.commonprefix([names[i], names[i + 1]])) for i in range(len(names) - 1))]
        names = b''.join(bytes([size]) + name[size:] + b'\0' for size, name in zip(shared, names))
    told = files if isinstance(files, bytes) else b''.join(varint(number) for file in files for number in file)
    more = [('tails of files', 18, 0, tail), ('names of files', 19, 0, names), ('games of files', 36, 0, told),
            ('times of files', 37, 0, times)]
    return {'flags': flags, 'text': TEXT + tail, 'sections': [*SECTIONS, *(one for one in more if one[3])], **(changes or {})}


def with_section(kind, content, index=0):
    """The section changed, or added before the moves."""
    def change(sections):
        if not any(section[1:3] == (kind, index) for section in sections):
            return sections[:-1] + [(f'type {kind}', kind, index, content)] + sections[-1:]
        return [(name, number, place, content if (number, place) == (kind, index) else old)
                for name, number, place, old in sections]
    return {'sections': change}


def without_section(kind):
    return {'sections': lambda sections: [section for section in sections if section[1] != kind]}


def with_packed_shapes(content, kept=()):
    """In place of the plain sections, but for those that are kept."""
    def change(sections):
        found = [section for section in sections[:-1] if section[1] not in (5, 6) or section[1] in kept]
        return found + [('packed shapes', 29, 0, content)] + sections[-1:]
    return {'sections': change}


def with_text(content, size=2, packing=2):
    """The comment by the text model."""
    return {'odd section': 14, 'odd packing': packing, 'odd size': size, **with_section(14, content)}


def with_shape(runs, kinds):
    return {'sections': lambda sections: [(name, kind, index, {5: runs, 6: kinds}.get(kind, content))
                                          for name, kind, index, content in sections]}


def shape_sections(kinds):
    """Runs and kinds of one game's elements."""
    runs, literals, guesses, trusts, before, run = b'', b'', {}, {}, (12, 12), 0
    for kind in kinds:
        guess, trust = guesses.get(before, 0), trusts.get(before, 0)
        if kind == guess:
            run, trusts[before] = run + 1, min(trust + 1, 3)
        else:
            runs, literals, run = runs + varint(run), literals + bytes([kind]), 0
            trusts[before], guesses[before] = (trust - 1, guess) if trust else (0, kind)
        before = before[1], kind
    return (runs + varint(run) if run else runs), literals


def long_game(pairs):
    """e4()()()... without anything between the tokens."""
    runs, kinds = shape_sections([0] + [7, 8] * pairs + [12])
    told = {1: b'\1\0\0\0\1\0\0', 5: runs, 6: kinds, 31: b'\x43'}
    return {'text': b'[A "b"]e4' + b'()' * pairs,
            'sections': lambda sections: [(name, kind, index, told.get(kind, content))
                                          for name, kind, index, content in sections if kind != 14]}


def with_exceptions(places, texts, others):
    """`others`: contents of other sections, by type."""
    def change(sections):
        return [('exceptions', 3, 0, places), ('texts of exceptions', 4, 0, texts)] * bool(texts) \
            + [('exceptions', 3, 0, places)] * (not texts) \
            + [(name, kind, index, others.get(kind, content)) for name, kind, index, content in sections]
    return {'sections': change}


def tags_removed(count):
    """A game with so many tags, of which exceptions leave the first."""
    strings = b'b' + b'\n' * count
    return with_exceptions(b'\0\2\0' + (2 * count - 3) * b'\0\1\0', b'',
                           {7: b'\1\1A\1' + bytes([count]) + bytes(count),
                            10: b'\0\1\1' + bytes([1 + len(strings)]) + strings})


def number_code(*numbers):
    """Two streams as a table has them: code bytes and extra bits."""
    codes, bits, place = b'', 0, 0
    for number in numbers:
        top = number.bit_length() - 1
        if number < 64:
            codes += bytes([number])
        else:
            codes += bytes([64 + 4 * (top - 6) + 2 * (number >> top - 1 & 1) + (number & 1)])
            bits |= (number >> 1 & (1 << top - 2) - 1) << place
            place += top - 2
    return stream(codes) + stream(bits.to_bytes((place + 7) // 8, 'little'))


def stream(content):
    return varint(1 + len(content)) + content


def linked_tags():
    """Games of tags, whose values are copies, references, and numbers that count from those."""
    names = [b'White', b'Black', b'WT', b'BT', b'R', b'F', b'WE', b'BE', b'S', b'T']
    number = b'\0\0\0'
    columns = [b'\x20\1' + number_code(0, 2, 5, 0, 2) + stream(b'a\nb\nc\ny\nx\n'), b'\0' + number_code(0, 0, 3, 0, 4),
               b'\x2d\3\0' + number_code(0, 0, 1, 6) + stream(b'X\nY\nX2\nY2\nZ\n'), b'\x0d\1' + number_code(0, 0, 0, 1),
               b'\x0d\2' + number_code(0, 1) + stream(b'r0\n'), b'\0' + number_code(0, 2) + stream(b'\n'),
               b'\x2e\7\0' + number + number_code(4001, 201, 11, 1) + stream(b''), b'\x0e\1' + number + number_code(3001, 201, 1),
               b'\6' + number + number_code(11, 0, 3) + stream(b'x\n'), b'\x0a\x09' + number + number_code(0, 3) + stream(b'7\n')]
    games = ['White a Black b WT X BT Y R r0 WT X2 BT Y2', 'White b Black c WT Y BT Z R r0', 'White a Black c WT Z BT Z R r0',
             'Black y White x' + 61 * ' F -' + ' WE 2000 BE 1500', 'BE 1600', 'WE 2100', 'White x Black y WE 2005 BE 1600', 'WE 2005',
             'S 5 S x S 6 T 7 T 1']
    schemas, text = [], b''
    for game in games:
        words = [word.encode() for word in game.replace('-', '').split(' ')]
        schemas.append(bytes(names.index(name) for name in words[::2]))
        text += b''.join(b'[%s "%s"]\n' % pair for pair in zip(words[::2], words[1::2]))
    runs, kinds = shape_sections([12] * len(games))
    different = list(dict.fromkeys(schemas))
    style = b'\1' b'\0\0\0' b'\2' b'\1\n' b'\0' b'\1' b'\1\1'
    return {'text': text, 'games': len(games), 'end games': len(games), 'sections': [
        ('table of tag columns', 10, 0, b''.join(columns)), ('styles', 1, 0, style), ('shape runs', 5, 0, runs),
        ('shape kinds', 6, 0, kinds),
        ('schemas', 7, 0, bytes([len(names)]) + b''.join(bytes([len(name)]) + name for name in names)
         + bytes([len(different)]) + b''.join(bytes([len(schema)]) + schema for schema in different)),
        ('schema of each game', 8, 0, bytes(map(different.index, schemas)))]}


def of_elements(text, kinds, others, more=()):
    """The sample with other elements. `others`: contents of its sections, by type; `more`: sections."""
    runs, literals = shape_sections(kinds)
    told = {5: runs, 6: literals, **others}
    return {'text': text,
            'sections': lambda sections: [(name, kind, index, told.get(kind, content))
                                          for name, kind, index, content in sections if told.get(kind, content)]
                                         + [*more]}


def wrapped(text, kinds, way, width, others=(), more=(), flags=0, gap=b'\5\n\n\1. '):
    """`gap`: before white's first move."""
    style = bytes([1, flags, way, width]) + STYLE[3:9] + gap + STYLE[-7:]
    return of_elements(text, kinds, {1: style, **dict(others)}, more)


def of_tags(schemas, table):
    """The sample with two tags."""
    return with_exceptions(b'\0\2\1', b'\n', {7: schemas, 10: table})


def of_comments(movetext, count, table):
    """The sample with so many comments after its first move, all of template 1."""
    return of_elements(b'[A "b"]\n\n' + movetext + b'\n', [0] + [4] * count + [0, 11, 12], {14: b''},
                       [('table of comments', 20, 0, table), ('templates of comments', 21, 0, b'\1' * count)])


def from_fen(fen, moves, bytes_, flags=0):
    """The sample with two other moves, behind a tag FEN. `flags`: of its style."""
    others = {1: bytes([1, flags]) + STYLE[1:], 7: b'\1\3FEN\1\1\0', 10: b'\0\1\1' + stream(fen + b'\n'), 31: bytes_}
    first, second = moves.split(b' ')
    return of_elements(b'[FEN "%s"]\n\n1. %s {c} %s *\n' % (fen, first, second), MAIN_LINE, others)


def indexed(name, value, least, most):
    """The sample with another tag, of which the index tells this range."""
    place = 4 if name == b'Date' else 6
    return {**of_elements(b'[%s "%s"]\n\n1. e4 {c} e5 *\n' % (name, value), MAIN_LINE,
                          {7: b'\1' + varint(len(name)) + name + b'\1\1\0', 10: b'\0\1\1' + stream(value + b'\n')}),
            'index entry': lambda entry: entry[:place] + [least, most] + entry[place + 2:]}


def dates(least, most):
    return indexed(b'Date', b'2001.02.03', least, most)


def ratings(least, most):
    return indexed(b'BlackElo', b'2200', least, most)


def with_ids(*columns, subtype=0, identities=1, runs=1, more=b''):
    """A record, which has ids: of one identity, 1; columns of numbers."""
    columns = [b''.join(map(varint, column)) for column in columns]
    section = (varint(identities) + struct.pack('<Q', 1) * min(identities, 1) + varint(runs) +
               b''.join(varint(len(column)) + column for column in columns) + more)
    return {'annex': [(131, 0, len(RECORD), RECORD), (132, 0, len(section), section, subtype)], 'annex flags': 12}


MAIN_LINE = [0, 4, 0, 11, 12]
BROKEN_LINE = [0, 4, 0, 11, 13]


def with_drop(men=b'\1', squares=b'\x24'):
    """In place of the second move 1... N@e5, with a change."""
    told = {5: b'\1\0\0\0', 6: b'\x04\x0a\x0b\x0c', 31: b'\x43'}
    return {'text': TEXT.replace(b'e5', b'N@e5'),
            'sections': lambda sections: [(name, kind, index, told.get(kind, content))
                                          for name, kind, index, content in sections]
                                         + [('men of drops', 34, 0, men), ('squares of drops', 35, 0, squares)]}


def with_template(table, comment=b'07'):
    """The comment by template 1."""
    return {'text': TEXT.replace(b'{c}', b'{' + comment + b'}'),
            'sections': lambda sections: [('table of comments', 20, 0, table), ('templates of comments', 21, 0, b'\1')]
                                         + [section for section in sections if section[1] != 14]}


def with_model_of_comments(model, others=()):
    """Before the comment, which has no template."""
    return {'profile': 1, 'sections': lambda sections: [*others, ('model of comments', 32, 0, model)] + sections}


def doubled(kind):
    return {'sections': lambda sections: sections + [section for section in sections if section[1] == kind]}


def moves_in_codec(codec, content):
    return {'sections': lambda sections: sections[:-1] + [(f'moves, codec {codec}', 12, codec, content)]}


def in_stripes(*stripes):
    """The moves in stripes, told as pairs of first ply and bytes."""
    return {'sections': lambda sections: sections[:-1] + [(f'moves from ply {first} on, codec 0', 31, first, content)
                                                          for first, content in stripes]}


def tag_table(content):
    return with_section(10, content)


# ---------------------------------------------------------------------------------------------------------
# The model codec
# ---------------------------------------------------------------------------------------------------------

MODEL_HEAD = b'\0' b'\x40\x40\x40' b'\0\0\0\0'
ALL_BUT_ONE = (1 << 32) - 2


class RangeEncoder:
    """`low` grows without carries: Python's numbers have no end."""
    SIZE, STEP = 4, 1  # bytes of the range; those that go out at once

    def __init__(self):
        self.low, self.range, self.size = 0, (1 << 8 * self.SIZE) - 1, self.SIZE

    def symbol(self, sizes, number):
        unit = self.range // sum(sizes)
        self.low += unit * sum(sizes[:number])
        self.range = unit * sizes[number]
        self.widen()

    def widen(self):
        while self.range < 1 << 8 * (self.SIZE - self.STEP):
            self.range, self.low, self.size = self.range << 8 * self.STEP, self.low << 8 * self.STEP, self.size + self.STEP

    def group(self):
        return (self.low + (1 << 24) - 1 >> 24).to_bytes(self.size - 3, 'big')


def model_group(moves):
    """The bytes of one game's main line, with temperatures of 1."""
    codec = model.Model(Bytes(MODEL_HEAD + b'\0'), 1, model.Net.of_number)
    codec.begin_game([], 0)
    coder, position = RangeEncoder(), chess.position_of_fen(chess.START)
    for move in moves:
        legal, sizes = codec.choices(position)
        coder.symbol(sizes, legal.index(move))
        codec.remembered.add(position, move)
        position = position.make(move)
    return coder.group()


def moves_of_model(change=lambda group: group, size=len, head=MODEL_HEAD, behind=b''):
    """The two moves as a group with a change. `size`: what is told as the group's."""
    group = change(model_group([(12, 28, ''), (52, 36, '')]))
    return {**moves_in_codec(2, head + varint(size(group)) + group + behind)}


# ---------------------------------------------------------------------------------------------------------
# The codec best
# ---------------------------------------------------------------------------------------------------------

class BitEncoder(RangeEncoder):
    """In a decoder's place: it gives the bits that are wanted, and writes them."""

    def bit(self, one):
        bit = self.wanted.pop(0)
        part = self.range * one >> 16
        self.low, self.range = (self.low, part) if bit else (self.low + part, self.range - part)
        self.widen()
        return bit


class ShapeWriter(PackedShapes):
    """Writes a game's elements, up to one that may not come there."""

    def __init__(self, *kinds):
        self.kinds_left = list(kinds)
        try:
            super().__init__(b'', b'\0', len(TEXT))
        except FormatError:
            pass

    def stream(self, data):
        coder = BitEncoder()
        coder.finish = lambda: None
        return coder

    def contexts(self, set_, known=0):
        """Every bit is asked for under contexts: what comes next is wanted as soon as these are."""
        kind = self.kinds_left[0] if self.kinds_left else None
        if set_ == ENDS:
            self.bits.wanted = [int(kind == self.guess())]
        elif set_ == RUN:
            more = 0
            while self.kinds_left[more] == MOVE:
                more += 1
            assert more < 4 and self.guess() == MOVE
            self.bits.wanted = [1] * more + [0]
        elif set_ == KIND:
            self.bits.wanted = [kind >> place & 1 for place in (3, 2, 1, 0)]
        return super().contexts(set_, known)

    def element(self, kind):
        assert kind == self.kinds_left.pop(0)
        super().element(kind)

    def packed(self):
        return self.bits.group()


class TextWriter(TextModel):
    """Writes texts of comments."""

    def __init__(self, text, light=False):
        super().__init__(b'', len(text), ord('}'), light)
        self.bits = BitEncoder()
        self.bits.wanted = [byte >> place & 1 for byte in text for place in range(7, -1, -1)]

    def packed(self):
        while len(self.text) < self.size:
            self.pass_byte(self.byte())
        return self.bits.group()


def symbols_of(text, before=0, kinds=None):
    """Packing 4. `kinds`: in the head, though others may be in the text."""
    kinds = bytes(sorted(set(text))) if kinds is None else kinds
    coder = Symbols(kinds, before, BitEncoder())
    for byte in text:
        number = kinds.index(byte) if byte in kinds else len(kinds)
        coder.bits.wanted = [number >> place & 1 for place in range(coder.width - 1, -1, -1)]
        try:
            coder.symbol()
        except FormatError:
            pass
    return bytes((before, len(kinds))) + kinds + (coder.bits.group() if coder.width else b'')


# The sample's shape and its comment.
PACKED_SHAPES = ShapeWriter(MOVE, COMMENT, MOVE, RESULT, END).packed()
TEXT_BY_MODEL, TEXT_BY_LIGHT_MODEL = TextWriter(b'c}').packed(), TextWriter(b'c}', True).packed()


def best_stream(moves):
    """The bytes of one game's main line, behind the number of the weights."""
    codec, position = best.Best(Bytes(b'\1\xe8\x07\0'), 1), chess.position_of_fen(chess.START)
    codec.begin_game([], 0)
    codec.learned.bits = coder = BitEncoder()
    for move in moves:
        legal, sizes = codec.choices(position)
        size, number = sizes[legal.index(move)], legal.index(move)
        before = sum(other > size or other == size and i < number for i, other in enumerate(sizes))
        coder.wanted = [0] * before + [1]
        codec.next(position, 0)
        position = position.make(move)
    return coder.group()


def moves_of_best(change=lambda stream: stream, head=b'\1' + varint(1000), size=len):
    """One group; `size`: what is told of its changed stream."""
    group = change(best_stream([(12, 28, ''), (52, 36, '')]))
    return {**moves_in_codec(3, head + varint(size(group)) + group)}


# ---------------------------------------------------------------------------------------------------------
# Tags by a model
# ---------------------------------------------------------------------------------------------------------

def one_string():
    """The stream of a column whose one value is a string: two bits that are 0, each as likely as 1."""
    coder = BitEncoder()
    coder.wanted = [0, 0]
    coder.bit(32768)
    coder.bit(32768)
    return coder.group()


ONE_STRING = one_string()
# A recipe has no more than five references: `=#` and `=0` are not among them.
ALL_KINDS = (b'\0\4' b'\4' b'\0\1\5' b'\1\0' b'\2\0\0' b'\3\0\0' b'\2'
             b'\4\0\0\1\0\2\0\3\0' b'\4\4\5\6\7')


def modelled_tags(arguments=b'\0', head=b'\0', recipe=b'\1', numbers=varint(len(ONE_STRING)) + ONE_STRING,
                  index=1):
    """In place of the table of tag columns."""
    table = arguments + head + recipe + b'\3b\n'
    return {'profile': 1,
            'sections': lambda sections: [section for section in sections[:-1] if section[1] != 10]
                                         + [('table of modelled tags', 33, index, table), ('tag numbers', 27, 0, numbers)]
                                         + sections[-1:]}


def quoting_tags(quotes, text=b'b!', string=b'\1!', head=b'\4', first=b'\0\1\3b\n', result=b''):
    """Two tags, the second one with quotes."""
    table = b'\0' + first + head + b'\1' + quotes + stream(string + b'\n')
    numbers = 2 * varint(len(ONE_STRING)) + 2 * ONE_STRING
    changed = modelled_tags()['sections']
    told = {7: b'\2\1A\1B\1\2\0\1', 33: table, 27: numbers}
    return {'profile': 1, 'text': b'[A "b"]\n[B "' + text + b'"]\n\n1. e4 {c} e5 *\n',
            'sections': lambda sections: with_exceptions(b'\0\2\1', b'\n', told)['sections'](
                [(name, kind, 0 if kind == 33 else index, content) for name, kind, index, content in changed(sections)])}


# ---------------------------------------------------------------------------------------------------------
# The codec table
# ---------------------------------------------------------------------------------------------------------

TABLE_HEAD = b'\0\x20'


class WideRangeEncoder(RangeEncoder):
    SIZE, STEP = 8, 2

    def group(self):
        """One byte behind the whole words, if that is enough, else two."""
        bits = 56 if -self.low % (1 << 56) < self.range else 48
        return (self.low + (1 << bits) - 1 >> bits).to_bytes(self.size - bits // 8, 'big')


class Chooser(table.Table):
    """Chooses a move's type, man and target, and writes that, where the reader reads it."""

    def __init__(self):
        super().__init__(Bytes(TABLE_HEAD + b'\0'), 1)
        self.begin_game([], 0)
        self.writer = WideRangeEncoder()

    def next(self, position, ply):
        self.wanted = [position.board[self.move[0]].upper()]
        self.mirror = 0 if position.white else 56
        return super().next(position, ply)

    def choose(self, possibilities, sizes):
        def is_wanted(possibility):
            if isinstance(possibility, table.Man):
                return possibility.square == self.move[0] ^ self.mirror
            return possibility in (*self.wanted, (self.move[1] ^ self.mirror, self.move[2]))

        number = [is_wanted(possibility) for possibility in possibilities].index(True)
        self.writer.symbol(sizes, number)
        return possibilities[number]


def table_group(moves):
    """The bytes of one game's main line."""
    codec, position = Chooser(), chess.position_of_fen(chess.START)
    for ply, codec.move in enumerate(moves):
        position = position.make(codec.next(position, ply))
    return codec.writer.group()


def moves_of_table(change=lambda group: group, size=len, head=TABLE_HEAD, behind=b''):
    """The two moves as a group with a change. `size`: what is told as the group's."""
    group = change(table_group([(12, 28, ''), (52, 36, '')]))
    return moves_in_codec(4, head + varint(size(group)) + group + behind)


def without_legal_moves(codec, content, fen='7k/5Q2/6K1/8/8/8/8/8 b'):
    """A game from a stalemate, with one move."""
    def change(sections):
        told = {5: b'\1\0', 6: b'\x0b\x0c', 7: b'\1\3FEN\1\1\0', 10: b'\0\2\0\1\0'}
        found = [(name, kind, index, told.get(kind, old)) for name, kind, index, old in sections if kind not in (14, 31)]
        return found + [('strings of tags', 9, 0, fen.encode() + b'\n'), (f'moves, codec {codec}', 12, codec, content)]
    return {'sections': change}


def tree(*classes):
    """The bytes of a tree that has these lists among its classes, and what their branches need."""
    def node(pawns):
        below = [found[len(pawns)] for found in classes if found[:len(pawns)] == pawns and len(found) > len(pawns)]
        branches = sorted(set(below))
        return varint(sum(1 << pawn for pawn in branches)) + b''.join(node(pawns + [pawn]) for pawn in branches)
    return node([])


D2, E2, A7, B7, D7, E7 = 3, 4, 8, 9, 11, 12
# Of the sample's game, e4 e5: two trees, pawns of White and of Black at the end, men, classes.
COLUMNS = [tree([E2, E7]) + tree([E7]), b'\xef', b'\xef', b'\x20', b'\0', b'\0']


def columns(changes=None, trees=None, more=(), of=None):
    """The sample, or a file `of` other changes, with position columns. `changes`: other bytes by subtype, None: without it."""
    contents = {**dict(enumerate(COLUMNS)), **({0: b''.join(trees)} if trees else {}), **(changes or {})}
    added = [(f'position column {column}', 128, column, content) for column, content in contents.items() if content is not None]
    before = (of or {}).get('sections', SECTIONS)
    return {**(of or {}), 'sections': lambda sections: (before(sections) if callable(before) else before) + added + list(more)}


def with_fen_tag():
    """The sample's tag is called FEN; its value is no position."""
    return {'text': TEXT.replace(b'A', b'FEN'), **with_section(7, b'\1\3FEN\1\1\0')}


# 16 branches, 15 below each of them, and lists that end after one pawn: 256 classes. e2, e7 is the 76th.
TREE_OF_256 = varint(0xffff) + b''.join(varint(0x1ffff ^ 1 << pawn) + bytes(15) for pawn in range(16))
CLASS_OF_256 = 4 * 16 + 11

class TreeWriter(opening_tree.Page):
    """Writes a page from all that it tells, in its order, whether it can be or not."""

    def __init__(self, values):
        super().__init__(BitEncoder(), 1)
        self.bits.plain = lambda count: Bits.plain(self.bits, count)
        self.values = list(values)

    def tree(self, count, *name):
        value = self.values.pop(0)
        self.bits.wanted = [value >> place & 1 for place in range(count - 1, -1, -1)]
        return super().tree(count, *name)

    def any_number(self, *name):
        value = self.values.pop(0)
        length = (value + 1).bit_length() - 1
        low = [value + 1 >> place & 1 for place in range(length - 1, -1, -1)]
        self.bits.wanted = [1] * length + [0] * (length < opening_tree.LONGEST) + low
        return super().any_number(*name)

    def near(self, guess, least, most, *name):
        distance = self.values[0] - guess
        self.values[0] = 2 * distance if distance >= 0 else -2 * distance - 1
        return super().near(guess, least, most, *name)


def tree_page(*nodes):
    """`nodes`: what each tells; but for the first, with the step from the key before."""
    checks, opening_tree.require = opening_tree.require, lambda *_: None
    writer = TreeWriter(sum(nodes, []))
    for number in range(len(nodes)):
        if number:
            writer.key(0)
        writer.node(0)
    assert not writer.values, writer.values
    opening_tree.require = checks
    return writer.bits.group()


START_KEY = opening_tree.key(chess.position_of_fen(chess.START)) >> 16
# e4, and what a game tells that white won, unlike the sample's: games less 1, unknown, wins, draws, ratings that the mover
# and the opponent have not, half points, the last year.
E4, E4_WON = [12, 3, 4, 1], [0, 0, 1, 0, 1, 1, 0, 0]
# Side, first game, moves less 1.
NODE = [0, 0, 0]
TRUE_NODE, FALSE_NODE = NODE + E4 + [0, 1, 0, 0, 1, 0, 0], NODE + E4 + E4_WON
# After the start position, of a key that follows: a step of 1 bit.
NEXT_NODE = [1] + FALSE_NODE


def tree_of(pages, games=1, head=lambda head: head, behind=b''):
    """`pages`: of first key, number of positions, bytes, bytes that are told; a search does not see such a tree."""
    directory = varint(games) + b''.join(key.to_bytes(6, 'little') + varint(count) + varint(told) for key, count, _, told in pages)
    directory = head(directory)
    content = varint(len(directory)) + directory + b''.join(page for _, _, page, _ in pages) + behind
    return {'annex': [(129, 0, len(content), content)]}


def one_page(*nodes, change=lambda page: page, told=None, key=START_KEY, count=None, **others):
    page = change(tree_page(*nodes))
    size = len(page) if told is None else told(len(page))
    return tree_of([(key, len(nodes) if count is None else count, page, size)], **others)


def e4_page(*counts):
    """A page with e4 alone, and what is told of it."""
    return one_page(NODE + E4 + list(counts))


CORRUPT, UNSUPPORTED, TRUNCATED, NOT_OURS = 'corrupt', 'unsupported', 'truncated', 'not ours'
# What a reader sees only if it goes from the front to the end, and only if it opens the file at its end.
NOT_AT_THE_END = '\n# opened at its end: fine'
INDEX_ONLY = 'fine\n# opened at its end: corrupt\n# full test: corrupt'
# What only a full test sees.
FULL_TEST = 'fine\n# full test: corrupt'
# Texts do not ask for it, but a reader that knows records knows that it does not know which games are deleted.
NO_RECORD = 'fine\n# record: unknown'
# What the opening tree is; a search shows what it tells, true or false, but nothing of one that is not in order.
TRUE_TREE, FALSE_TREE, BAD_TREE, NO_TREE = ('fine\n# opening tree: ' + what for what in ('true', 'false', 'page', 'directory'))
# Time 0, no segment before, no command, no games.
# A change, number 1, that has no lists.
RECORD = b'\x0d\1' + bytes(12)
# The same with a list: kind 1, one range; of its own segment; the first game.
DELETION = b'\x19\1' + bytes(11) + b'\1\x09' + bytes(9) + b'\0\0'
# Of the block that the others are made of.
BLOCK_SIZE = 64 + sum(16 + len(content) for _, _, _, content in SECTIONS)
# File, status, what is wrong, changes.
SUM_OF_STATE_0 = checksum(b'BCGN\1\0\0\0pgnpack1' + bytes(12))


def header_of(state):
    return b'BCGN\1\0' + bytes([state, 0]) + b'pgnpack1' + bytes(12) + struct.pack('<I', SUM_OF_STATE_0)


def empty_segment():
    index = zstd_frame(varint(9))
    head = bytes.fromhex('9e4e4944588d1a0a') + struct.pack('<IIQI', len(index), 1, 0, checksum(index))
    footer = head + struct.pack('<I', checksum(head)) + index
    mark = struct.pack('<QQ12xI4x', 32 + len(footer) + 48, 0, len(footer))
    return header_of(0) + footer + mark + struct.pack('<I', checksum(mark)) + b'BCGNfin\n'


BEING_MADE, EMPTY_SEGMENT = header_of(0xff), empty_segment()

LATE = varint(1 + 2 * ((1 << 40) - 1))
LATER = varint(1 + 2 * (1 << 40))
EARLY = varint(1 + 2 * ((1 << 40) - 1) - 1)
EARLIER = varint(1 + 2 * (1 << 40) - 1)
FILES_TO_READ = [
    ('fine-files', 'fine', 'Two files in a block, the second without a game.', of_files()),
    ('fine-files-nameless', 'fine', 'The same, of which nothing is told but where they end.', of_files(names=b'')),
    ('fine-files-rest', 'fine', 'The first one began before the block, and has no name here.', of_files(names=(b'', b'a/2.txt'), flags=32)),
    ('fine-files-times', 'fine', 'With times: none, and the latest one that may be.', of_files(times=b'\0' + LATE)),
    ('fine-files-early', 'fine', 'The earliest time that may be.', of_files(times=b'\0' + EARLY)),
    ('fine-files-empty', 'fine', 'Two of three files are empty.', of_files(((0, 0), (1, 2), (0, 0)), (b'c', b'b', b''))),
    ('fine-file-alone', 'fine', 'A file alone, with name and time.', of_files(b'', (b'a.pgn',), b'\1', flags=2)),
    ('files-flag', CORRUPT, 'Two files, and no flag 32.', of_files(flags=2)),
    ('files-continued', CORRUPT, 'Two files, and flag 1.', of_files(flags=33)),
    ('file-continued', CORRUPT, 'A file that begins, and flag 1.', of_files(b'', (b'a.pgn',), flags=3)),
    ('files-none', CORRUPT, 'Flag 32, and no section 36.', of_files(b'', (b'a',))),
    ('files-one', CORRUPT, 'Section 36 has one file.', of_files(((1, 2),), (b'a',))),
    ('files-games', CORRUPT, 'The files have fewer games than the block.', of_files(((0, 0), (0, 2)))),
    ('files-games-many', CORRUPT, 'The files have more games than the block.', of_files(((1, 0), (1, 2)))),
    ('files-tails', CORRUPT, 'The tails of the files are less than section 18.', of_files(((1, 0), (0, 1)))),
    ('files-cut', CORRUPT, 'Section 36 ends before the tail of the second file.', of_files(b'\1\0\0')),
    ('files-names-few', CORRUPT, 'One name for two files.', of_files(names=(b'a',))),
    ('files-names-many', CORRUPT, 'Three names for two files.', of_files(names=(b'a', b'b', b'c'))),
    ('files-names-shared', CORRUPT, 'A name shares more than the one before has.', of_files(names=b'\0a\0\2b\0')),
    ('files-names-end', CORRUPT, 'The last name has no end.', of_files(names=b'\0a\0\0b')),
    ('files-name-long', CORRUPT, 'A name of 4,097 bytes.', of_files(b'', b'\0' + b'n' * 4097 + b'\0', flags=2)),
    ('files-times-few', CORRUPT, 'A time for two files.', of_files(times=b'\1')),
    ('files-times-many', CORRUPT, 'Three times for two files.', of_files(times=b'\1\1\1')),
    ('files-time-early', CORRUPT, 'A time of -2^40 seconds.', of_files(times=b'\0' + EARLIER)),
    ('files-time-late', CORRUPT, 'A time of 2^40 seconds.', of_files(times=b'\0' + LATER)),
]

VECTORS = [
    ('fine', 'fine', 'Nothing: the file that the others are made of.', {}),
    ('fine-optional-section', 'fine', 'An optional section of type 200, which nobody knows, is passed over.',
     {'odd section': 200, 'odd packing': 7, **with_section(200, b'of a later version')}),
    ('fine-index-fields', 'fine', 'An index with ten fields a block: one more than there are now.',
     {'index entry': lambda entry: entry + [1]}),
    ('fine-unused-column', 'fine', 'A section of a column that the table has in itself.', with_section(9, b'unused', 5)),
    # Section 2 of the document
    ('header-magic', NOT_OURS + NOT_AT_THE_END, 'The first four bytes are "PCGN".', {'magic': b'PCGN'}),
    ('header-version', UNSUPPORTED, 'Version 2, which does not exist yet.', {'version': 2}),
    ('header-other', UNSUPPORTED, 'Version 1, but not the one of pgnpack.', {'name': b'chess!!\0'}),
    ('header-checksum', CORRUPT + NOT_AT_THE_END, "The file header's checksum is wrong.", {'header checksum': wrong}),
    ('header-profile', UNSUPPORTED, 'Profile 2, which does not exist yet.', {'profile': 2}),
    ('header-cut', TRUNCATED, 'The file ends within the file header.', {'size': 20}),
    ('footer-marker', CORRUPT, 'What follows the block is neither a block nor a footer.', {'footer marker': b'FOOTFOOT'}),
    ('footer-checksum', CORRUPT, "The checksum of the footer's head is wrong.", {'footer checksum': wrong}),
    ('index-checksum', CORRUPT, 'The checksum of the packed index is wrong.', {'index checksum': wrong}),
    ('index-fields', CORRUPT, 'Three fields for each block; four are the least.',
     {'index': lambda _: varint(3) + varint(256) + varint(24) + varint(1)}),
    ('index-size', CORRUPT, 'The index is said to be a byte longer than it is.', {'index size': lambda size: size + 1}),
    ('index-blocks', CORRUPT, 'The index has two blocks; there is one.', {'index blocks': 2}),
    ('index-left-over', CORRUPT, 'A byte stands behind the last block of the index.', {'index': lambda index: index + b'\0'}),
    ('index-two-frames', CORRUPT, 'The index in two zstd frames.', {'index frame': lambda frame: frame + zstd_frame(b'')}),
    ('index-grown', CORRUPT, 'The index packed to more than its size and 64 bytes: 20 empty blocks of zstd.',
     {'index frame': lambda frame: frame[:6] + bytes(60) + frame[6:]}),
    ('index-block-size', INDEX_ONLY, 'The index tells another size of the block.',
     {'index entry': lambda entry: [entry[0] + 1] + entry[1:]}),
    ('index-block-size-none', INDEX_ONLY, 'The index tells a block of no bytes.', {'index entry': lambda entry: [0] + entry[1:]}),
    ('index-block-size-less', INDEX_ONLY, 'The index tells a block of a byte less.',
     {'index entry': lambda entry: [entry[0] - 1] + entry[1:]}),
    ('index-block-size-large', CORRUPT, 'The index tells a block of 2^32 bytes more.',
     {'index entry': lambda entry: [entry[0] + (1 << 32)] + entry[1:]}),
    ('index-text-size', CORRUPT, 'The index tells a text of a byte more.', {'index entry': lambda entry: [entry[0], entry[1] + 1] + entry[2:]}),
    ('index-flags', FULL_TEST, 'The index tells that the block begins a file.',
     {'index entry': lambda entry: entry[:3] + [2] + entry[4:]}),
    ('index-flags-large', UNSUPPORTED, 'The index tells flag 256, which does not exist yet.',
     {'index entry': lambda entry: entry[:3] + [256] + entry[4:]}),
    ('index-flags-newer', UNSUPPORTED, 'The index tells flag 64, which does not exist yet.',
     {'index entry': lambda entry: entry[:3] + [64] + entry[4:]}),
    ('fine-index-dates', 'fine', 'The index tells the date of a game.', dates(20010203, 20010203)),
    ('index-date-least-below', FULL_TEST, 'The earliest date in the index is a day before the one that there is.', dates(20010202, 20010203)),
    ('index-date-least-above', FULL_TEST, 'The earliest date in the index is a day later.', dates(20010204, 20010203)),
    ('index-date-most-below', FULL_TEST, 'The latest date in the index is a day before.', dates(20010203, 20010202)),
    ('index-date-most-above', FULL_TEST, 'The latest date in the index is a day later.', dates(20010203, 20010204)),
    ('index-date-half', FULL_TEST, 'The index tells the earliest date alone.', dates(20010203, 0)),
    ('index-date-of-none', FULL_TEST, 'The index tells dates of a game without a date.',
     {'index entry': lambda entry: entry[:4] + [20010203, 20010203] + entry[6:]}),
    ('fine-index-date-unknown', 'fine', 'The index does not tell the date of a game.', dates(0, 0)),
    ('fine-index-date-large', 'fine', 'The latest date in the index is none: both are not told.', dates(20010303, (1 << 32) + 5)),
    ('fine-index-ratings', 'fine', 'The index tells the rating of a game.', ratings(2200, 2200)),
    ('index-rating-least-below', FULL_TEST, 'The lowest rating in the index is one less than the one that there is.', ratings(2199, 2200)),
    ('index-rating-least-above', FULL_TEST, 'The lowest rating in the index is one more.', ratings(2201, 2200)),
    ('index-rating-most-below', FULL_TEST, 'The highest rating in the index is one less.', ratings(2200, 2199)),
    ('index-rating-most-above', FULL_TEST, 'The highest rating in the index is one more.', ratings(2200, 2201)),
    ('index-rating-half', FULL_TEST, 'The index tells the highest rating alone.', ratings(0, 2200)),
    ('fine-index-rating-large', 'fine', 'The lowest rating in the index is none: both are not told.', ratings(65536 + 100, 100)),
    ('index-hash', CORRUPT + NOT_AT_THE_END, "The index tells another hash of the block's header.",
     {'index entry': lambda entry: entry[:8] + [entry[8] ^ 1]}),
    ('fine-index-hash', 'fine', "The index does not tell the hash of the block's header.",
     {'index entry': lambda entry: entry[:8] + [0]}),
    ('fine-index-short', 'fine', 'An index with four fields a block.', {'index entry': lambda entry: entry[:4]}),
    ('index-games', CORRUPT, 'The index tells other games of the block.', {'index games': 2}),
    ('end-missing', TRUNCATED, 'The file ends behind the block: it was not closed.', {'size': lambda size: 32 + BLOCK_SIZE}),
    ('end-cut', TRUNCATED, 'The last byte of the end mark is missing.', {'size': lambda size: size - 1}),
    ('end-checksum', CORRUPT, "The end mark's checksum is wrong.", {'end checksum': wrong}),
    ('end-segment-size', CORRUPT, 'The end mark tells a segment of a byte more.', {'segment size': lambda size: size + 1}),
    ('end-games', CORRUPT, 'The end mark tells two games; the block has one.', {'end games': 2}),
    ('end-footer-size', CORRUPT, 'The end mark tells a footer of a byte less.', {'footer size': lambda size: size - 1}),
    ('header-0.1', UNSUPPORTED, 'A file of pgnpack 0.1.', {'name': b'pgnpack\0'}),
    ('feature-needed', UNSUPPORTED, 'The segment needs feature 31.', {'features': b'\0\0\0\x80' + bytes(8)}),
    ('feature-needed-cut', UNSUPPORTED, 'The segment needs feature 0, and the file ends in its header.',
     {'features': b'\1' + bytes(11), 'size': 32}),
    ('fine-features', 'fine', 'Features 3 and 30, for which this version must not change it, and one that it may ignore.',
     {'features': bytes(4) + b'\x08\0\0\x40' + b'\1\0\0\0'}),
    ('end-features', CORRUPT + NOT_AT_THE_END, 'The end mark has a feature that the header has not.',
     {'end features': bytes(11) + b'\1'}),
    ('end-needed', UNSUPPORTED, 'The end mark needs a feature that the header does not.', {'end features': b'\1' + bytes(11)}),
    ('end-profile', CORRUPT + NOT_AT_THE_END, 'The end mark tells the other profile.', {'end profile': 1}),
    ('header-state', CORRUPT + NOT_AT_THE_END, 'State 1, which is neither that of a segment that was made nor of one that is being made.',
     {'state': b'\1', 'header checksum': SUM_OF_STATE_0}),
    ('fine-header-being-made', 'fine', 'The first segment says that it is being made, which says nothing there.',
     {'state': b'\xff', 'header checksum': SUM_OF_STATE_0}),
    ('fine-being-made', 'fine', 'Behind the segment there is one that is being made, with its first bytes.',
     {'behind': BEING_MADE + b'the first bytes of a block'}),
    ('fine-being-made-cut', 'fine', 'The first seven bytes of such a header.', {'behind': BEING_MADE[:7]}),
    ('fine-being-made-zeros', 'fine', 'Room for such a header, of which nothing was written.', {'behind': bytes(32)}),
    ('fine-being-made-mark', 'fine', 'A copy of its header was made before it was, of all else afterwards: no part of a stream.',
     {'behind': BEING_MADE + EMPTY_SEGMENT[32:]}),
    ('being-made-and-more', CORRUPT, 'Behind a segment that is being made another one was put.',
     {'behind': BEING_MADE + b'the first bytes of a block' + EMPTY_SEGMENT}),
    ('fine-mark-cut', 'fine', 'The second segment, which is empty, lacks the last byte of its end mark.', {'behind': EMPTY_SEGMENT[:-1]}),
    ('fine-mark-zeros', 'fine', 'The second segment has zeros in place of its end mark.', {'behind': EMPTY_SEGMENT[:-48] + bytes(48)}),
    ('second-cut', TRUNCATED, 'The second segment ends within its index.', {'behind': EMPTY_SEGMENT[:-49]}),
    ('second-header-cut', TRUNCATED, 'The second segment ends within its header, which says that it was made.',
     {'behind': EMPTY_SEGMENT[:9]}),
    ('second-mark', CORRUPT, "A byte of the second segment's end mark is damaged.",
     {'behind': EMPTY_SEGMENT[:-20] + b'x' + EMPTY_SEGMENT[-19:]}),
    ('behind-the-end', CORRUPT, 'What follows the segment is none.', {'behind': b'more bytes, but no segment at all\n'}),
    # Section 3
    ('block-marker', CORRUPT, 'The sync marker is wrong.', {'block marker': b'BLOCKBLK'}),
    ('block-checksum', CORRUPT, "The checksum of the block's header is wrong.", {'block checksum': wrong}),
    ('block-flags', UNSUPPORTED, 'Flag 64, which has no meaning yet.', {'flags': 64}),
    ('block-flags-large', UNSUPPORTED, 'Flag 64, and a block that is larger than blocks of known flags may be.',
     {'flags': 64, 'block size': 1 << 25}),
    ('block-deletes', CORRUPT, 'A block with games that is said to take games away.', {'flags': 16}),
    ('block-needed', UNSUPPORTED, 'A block that needs feature 0, which nobody knows.', {'block needed': 1}),
    ('block-needed-large', UNSUPPORTED, 'A block that needs feature 7, and is larger than other blocks may be.',
     {'block needed': 128, 'block size': 1 << 26}),
    ('fine-reserved', 'fine', 'Reserved bytes of file header, block and end mark that are not 0.',
     {'header reserved': b'h', 'block reserved': b'abcd', 'end reserved': b'xyz'}),
    *FILES_TO_READ,
    ('fine-annex', 'fine', 'An annex with two sections, of which nobody knows type or packing.',
     {'annex': [(200, 0, 3, b'abc'), (255, 9, 1 << 24, b'packed somehow')]}),
    ('fine-annex-empty', 'fine', 'An annex without sections.', {'annex': []}),
    ('fine-optional-large', 'fine', 'A section of an unknown optional type that claims 4 GB, in an unknown packing.',
     {'odd section': 200, 'odd packing': 255, 'odd size': (1 << 32) - 1, **with_section(200, b'small')}),
    ('fine-optional-stored', 'fine', 'Optional sections that have more stored bytes than the block may have of others.',
     with_section(200, 420 * b'0123456789')),
    ('fine-optional-twice', 'fine', 'Sections of optional types that nobody knows, private ones too, several times.',
     {'sections': lambda sections: sections + [(f'type {kind}', kind, 0, b'again') for kind in (133, 239, 240, 255) * 3]}),
    ('optional-checksum', CORRUPT, 'The checksum of an optional section is wrong.',
     {'section with a wrong checksum': 200, **with_section(200, b'damaged')}),
    ('fine-optional-sizes-differ', 'fine', 'A section of an unknown optional type that is stored as it is, but has two sizes.',
     {'odd section': 200, 'odd size': 4, **with_section(200, b'small')}),
    ('optional-before-others', CORRUPT, 'An optional section before another one.',
     {'optional first': True, **with_section(200, b'small')}),
    ('optional-size-less', CORRUPT, 'A byte less of optional sections than there is.',
     {'optional size': lambda size: size - 1, **with_section(200, b'small')}),
    ('optional-size-more', CORRUPT, 'A byte more of optional sections than there is.',
     {'optional size': lambda size: size + 1, **with_section(200, b'small')}),
    ('optional-size-of-none', CORRUPT, 'A byte of optional sections; there are none.', {'optional size': 1}),
    ('optional-too-large', CORRUPT, 'A block that is said to have 16 MiB and 4,097 bytes of optional sections.',
     {'optional size': MAX_OPTIONAL + 1, 'block size': lambda size: size + MAX_OPTIONAL + 1}),
    ('annex-of-games', CORRUPT, 'A block with games that is called an annex.', {'flags': 4}),
    ('fine-record', 'fine', 'An annex with the flag 8, of a segment that nothing changed.',
     {'annex': [(131, 0, len(RECORD), RECORD)], 'annex flags': 12}),
    ('record-of-nonsense', NO_RECORD, 'A record that is not in order: texts do not ask for it.',
     {'annex': [(131, 0, 3, b'abc')], 'annex flags': 12}),
    ('record-annex-deletes', CORRUPT, 'An annex that takes games away, and is no record.', {'annex': [], 'annex flags': 20}),
    ('fine-record-deletes', 'fine', 'A record that takes a game away, as its flags say.',
     {'annex': [(131, 0, len(DELETION), DELETION)], 'annex flags': 28}),
    ('record-deletes', NO_RECORD, 'The same without the flag 16.',
     {'annex': [(131, 0, len(DELETION), DELETION)], 'annex flags': 12}),
    ('record-without', NO_RECORD, 'The flag 8, and no section 131.', {'annex': [], 'annex flags': 12}),
    ('record-packing', NO_RECORD, 'A record in packing 2.', {'annex': [(131, 2, len(RECORD), RECORD)], 'annex flags': 12}),
    ('record-large', NO_RECORD, 'A record that claims 16 MiB and 4,097 bytes.',
     {'annex': [(131, 1, MAX_OPTIONAL + 1, zstd_frame(RECORD))], 'annex flags': 12}),
    ('record-sizes-differ', NO_RECORD, 'A record that is stored as it is, but has two sizes.',
     {'annex': [(131, 0, len(RECORD) - 1, RECORD)], 'annex flags': 12}),
    ('record-subtype', NO_RECORD, 'A record of subtype 1, which nobody knows.',
     {'annex': [(131, 0, len(RECORD), RECORD, 1)], 'annex flags': 12}),
    ('record-first', NO_RECORD, 'Two records, of which the second one is in order.',
     {'annex': [(131, 0, 3, b'abc'), (131, 0, len(RECORD), RECORD)], 'annex flags': 12}),
    ('fine-record-second', 'fine', 'A record behind one of another subtype and one without bytes, and nonsense behind it.',
     {'annex': [(131, 0, 3, b'abc', 1), (131, 0, 0, b''), (131, 0, len(RECORD), RECORD), (131, 0, 3, b'abc')],
      'annex flags': 12}),
    ('fine-ids-large', 'fine', 'Ids that claim 16 MiB and 4,097 bytes, which are as none.',
     {'annex': [(131, 0, len(RECORD), RECORD), (132, 1, MAX_OPTIONAL + 1, b'abc')], 'annex flags': 12}),
    ('fine-ids-packing', 'fine', 'Ids in packing 3, which are as none.',
     {'annex': [(131, 0, len(RECORD), RECORD), (132, 3, 3, b'abc')], 'annex flags': 12}),
    ('record-of-games', CORRUPT, 'The flag 8 of a block that is no annex.', {'flags': 8}),
    ('annex-with-flags', CORRUPT, 'An annex that begins a file.', {'annex': [], 'annex flags': 6}),
    ('annex-game', CORRUPT, 'An annex with a game.', {'annex': [], 'annex games': 1}),
    ('annex-text', CORRUPT, 'An annex with a byte of text.', {'annex': [], 'annex text size': 1}),
    ('annex-text-hash', CORRUPT, 'An annex with a text hash that is not that of no text.',
     {'annex': [], 'annex text hash': wrong}),
    ('annex-section', CORRUPT, 'An annex with a tail.', {'annex': [(18, 0, 1, b' ')]}),
    ('annex-section-unknown', UNSUPPORTED, 'An annex with a section of type 100, which has to be understood.',
     {'annex': [(100, 0, 1, b' ')]}),
    ('annex-too-large', CORRUPT, 'An annex that is said to have 16 MiB and 4,097 bytes of optional sections.',
     {'annex': [], 'annex optional size': MAX_OPTIONAL + 1, 'annex block size': lambda size: size + MAX_OPTIONAL + 1}),
    ('fine-annex-unpacked-large', 'fine', 'Sections of an annex that claim 4 GB, and subtypes that nobody knows.',
     {'annex': [(128, 1, (1 << 32) - 1, b'x'), (129, 1, (1 << 32) - 1, b'y', 2), (131, 0, 1, b'z', 1)]}),
    ('fine-no-games', 'fine', 'A block without games: a tail.',
     {'text': b'text', 'games': 0, 'end games': 0, 'sections': [('tail', 18, 0, b'text')]}),
    ('no-games-section', CORRUPT, 'A block without games that has styles.',
     {'text': b'text', 'games': 0, 'end games': 0, 'sections': [('styles', 1, 0, b'\1' + STYLE), ('tail', 18, 0, b'text')]}),
    ('annex-not-in-its-place', CORRUPT + NOT_AT_THE_END, 'An annex behind two games; there is one.',
     {'annex': [], 'annex games before': 2}),
    ('simple-section', CORRUPT + NOT_AT_THE_END, 'A section of the model profile in a segment of the simple one.',
     {'profile': 0, **with_packed_shapes(PACKED_SHAPES)}),
    ('simple-packing', CORRUPT + NOT_AT_THE_END, 'A packing of the model profile in a segment of the simple one.',
     {'profile': 0, **with_text(TEXT_BY_MODEL)}),
    ('simple-moves', CORRUPT + NOT_AT_THE_END, 'A move codec of the model profile in a segment of the simple one.',
     {'profile': 0, **moves_of_table()}),
    ('fine-model-profile', 'fine', 'A segment of the model profile that does without it.', {'profile': 1}),
    ('block-size', CORRUPT, 'The block size is not the sum of header, table and sections.',
     {'block size': lambda size: size - 1}),
    ('block-text-too-large', CORRUPT, 'A text of more than 16 MiB.', {'text size': (1 << 24) + 1}),
    ('block-games', CORRUPT, 'More games than bytes of text.', {'games': len(TEXT) + 1}),
    ('block-games-before', CORRUPT + NOT_AT_THE_END, 'A game before the first block.', {'games before': 1}),
    ('block-text-before', CORRUPT + NOT_AT_THE_END, 'A byte of text before the first block.', {'text before': 1}),
    ('block-text-hash', CORRUPT, 'The text has another hash.', {'text hash': wrong}),
    ('block-text-size', CORRUPT, 'The text is a byte shorter than its size.', {'text size': len(TEXT) + 1}),
    ('table-checksum', CORRUPT, "The section table's checksum is wrong.", {'table checksum': wrong}),
    ('section-count', CORRUPT, 'A section more than the table has.', {'section count': 8}),
    ('section-checksum', CORRUPT, 'The checksum of a section is wrong.', {'section with a wrong checksum': 14}),
    ('section-unknown', UNSUPPORTED, 'A section of type 100, which has to be understood.', with_section(100, b'new')),
    ('section-type-0', UNSUPPORTED, 'A section of type 0.', with_section(0, b'new')),
    ('section-packing', UNSUPPORTED, 'Packing 200, which does not exist yet.', {'odd section': 14, 'odd packing': 200}),
    ('section-twice', CORRUPT, 'The comments are there twice.', doubled(14)),
    ('section-twice-by-index', CORRUPT, 'Strings of column 0 are there twice.',
     {'sections': lambda sections: [('strings of tags', 9, 0, b'b\n')] * 2 + sections}),
    ('section-index', CORRUPT, 'Strings of column 1,024; there are never more than 1,024 columns.',
     with_section(9, b'b\n', 1024)),
    ('section-sizes-differ', CORRUPT, 'A section that is stored as it is, but has two sizes.',
     {'odd section': 14, 'odd size': 3}),
    ('section-too-large', CORRUPT, 'Unpacked sizes that are more than the text size and 4,096.',
     {'packed section': 14, 'packed size': 5000}),
    ('section-frame-size', CORRUPT, 'A frame that unpacks to less than its unpacked size.',
     {'packed section': 14, 'packed size': 3}),
    ('section-frame', CORRUPT, 'A section that should be a zstd frame and is not.',
     {'packed section': 14, 'packed bytes': b'no frame'}),
    ('section-two-frames', CORRUPT, 'A section of two zstd frames.',
     {'packed section': 14, 'packed bytes': zstd_frame(b'c') + zstd_frame(b'}')}),
    ('fine-section-frame-window', 'fine', 'A zstd frame with a window of 16 MiB, that does not tell its size.',
     {'packed section': 14, 'packed bytes': bytes.fromhex('28b52ffd 00 70') + zstd_frame(b'c}')[6:]}),
    ('section-frame-window', CORRUPT, 'A zstd frame with a window of 18 MiB.',
     {'packed section': 14, 'packed bytes': bytes.fromhex('28b52ffd 00 71') + zstd_frame(b'c}')[6:]}),
    ('section-frame-dictionary', CORRUPT, 'A zstd frame that has room for the number of a dictionary.',
     {'packed section': 14, 'packed bytes': bytes.fromhex('28b52ffd 21 00') + zstd_frame(b'c}')[5:]}),
    ('section-frame-to-skip', CORRUPT, 'A zstd frame after one that is to be skipped.',
     {'packed section': 14, 'packed bytes': bytes.fromhex('502a4d1800000000') + zstd_frame(b'c}')}),
    # Sections 1 and 4
    ('varint-long', CORRUPT, 'A varint that is not the shortest: one style as 81 00.', with_section(1, b'\x81\0' + STYLE)),
    ('varint-large', CORRUPT, 'A varint of 2^64.', with_section(1, b'\x80' * 9 + b'\2' + STYLE)),
    ('varint-cut', CORRUPT, 'A varint without its end.', with_section(5, b'\1\1\x80')),
    ('schemas-name', CORRUPT, 'A list with the name number 1; there is one name, 0.', with_section(7, b'\1\1A\1\1\1')),
    ('schemas-list', CORRUPT, 'The game has list 1; there is one list, 0.', with_section(8, b'\1')),
    ('schemas-left-over', CORRUPT, 'A byte behind the schemas.', with_section(7, b'\1\1A\1\1\0\0')),
    ('results-value', CORRUPT, 'Result 4.', with_section(17, b'\4')),
    ('results-count', CORRUPT, 'Two results for one game.', with_section(17, b'\0\0')),
    ('comments-missing', CORRUPT, 'No comments, though the shape has one.', without_section(14)),
    ('comments-left-over', CORRUPT, 'Two comments, though the shape has one.', with_section(14, b'c}d}')),
    ('comments-open', CORRUPT, 'A comment without its end.', with_section(14, b'c')),
    ('nags-left-over', CORRUPT, 'A NAG, though the shape has none.', with_section(13, b'\1')),
    # Section 5
    ('shape-kind', UNSUPPORTED, 'Element 14, which a newer version may have.', with_section(6, b'\x0e\x0b\x0c')),
    ('shape-cut', CORRUPT, 'The shapes end before the game does.', with_section(6, b'\x04\x0b')),
    ('shape-left-over', CORRUPT, 'A run of elements behind the last game.', with_section(5, b'\1\1\0\1')),
    ('shape-runs-short', CORRUPT, 'No run before the last element, which was not foreseen: that is one of 0.',
     with_section(5, b'\1\1')),
    ('shape-runs-long', CORRUPT, 'A run of 0 behind the last element.', with_section(5, b'\1\1\0\0')),
    ('shape-variation', CORRUPT, 'A variation before the first move.',
     with_shape(b'\0\1\1\0', b'\7\x08\x0b\x0c')),
    ('shape-no-variation', CORRUPT, 'The end of a variation that was not begun.', with_section(6, b'\x08\x0b\x0c')),
    ('shape-results', CORRUPT, 'Two results in one game.',
     with_shape(b'\1\1\0\0', b'\4\x0b\x0b\x0c')),
    ('shape-broken-result', CORRUPT, 'A result in a game whose rest was not understood.', of_elements(TEXT, BROKEN_LINE, {})),
    ('shape-broken-result-unseen', CORRUPT, 'The same, of a text that has no result.', of_elements(TEXT[:-2], BROKEN_LINE, {})),
    ('fine-broken', 'fine', 'A game whose rest was not understood.', of_elements(TEXT[:-2], [0, 4, 0, 13], {})),
    ('shape-too-long', CORRUPT, 'A game of 1,048,577 elements: a move and empty variations.', long_game(1 << 19)),
    ('fine-drop', 'fine', 'A drop in place of the second move.', with_drop()),
    ('drop-man', CORRUPT, 'A drop of man 5.', with_drop(men=b'\5')),
    ('drop-square', CORRUPT, 'A drop on square 64.', with_drop(squares=b'\x40')),
    ('drop-on-man', CORRUPT, 'A drop on e4, where a pawn stands.', with_drop(squares=b'\x1c')),
    ('drop-men-cut', CORRUPT, 'A drop of no man.', with_drop(men=b'')),
    ('drop-squares-left-over', CORRUPT, 'A square of a drop more than there are drops.', with_drop(squares=b'\x24\x25')),
    ('fine-shapes-packed', 'fine', 'The shapes as section 29.', with_packed_shapes(PACKED_SHAPES)),
    ('shapes-packed-twice', CORRUPT, 'Section 29, and the kinds of section 6 too.',
     with_packed_shapes(PACKED_SHAPES, (6,))),
    ('shapes-packed-cut', CORRUPT, 'Section 29 lacks its last byte.', with_packed_shapes(PACKED_SHAPES[:-1])),
    ('shapes-packed-left-over', CORRUPT, 'Section 29 has a byte more.', with_packed_shapes(PACKED_SHAPES + b'\0')),
    ('shapes-packed-variation', CORRUPT, 'Section 29 has a variation in a variation without a move.',
     with_packed_shapes(ShapeWriter(MOVE, VARIATION_BEGIN, VARIATION_BEGIN).packed())),
    ('shapes-packed-no-variation', CORRUPT, 'Section 29 has the end of a variation that was not begun.',
     with_packed_shapes(ShapeWriter(MOVE, VARIATION_END).packed())),
    ('shapes-packed-kind', CORRUPT, 'Section 29 says something else.',
     with_packed_shapes(ShapeWriter(MOVE, MOVE, COMMENT, RESULT, END).packed())),
    ('shapes-packed-newer', UNSUPPORTED, 'Section 29 has element 14, which a newer version may have.',
     with_packed_shapes(b'\x44')),
    ('shapes-packed-code', CORRUPT, 'Section 29 begins with ff ff ff ff, which is not below range.',
     with_packed_shapes(b'\xff' * 4)),
    ('fine-text-model', 'fine', 'The comment by the text model.', with_text(TEXT_BY_MODEL)),
    ('fine-text-model-light', 'fine', 'The comment by the light text model.', with_text(TEXT_BY_LIGHT_MODEL, packing=3)),
    ('fine-symbols', 'fine', 'The comment as symbols.', with_text(symbols_of(b'c}'), packing=4)),
    ('symbols-head', CORRUPT, 'Symbols without a head.', with_text(b'\0', packing=4)),
    ('symbols-before', CORRUPT, 'Symbols that are told by the three before.', with_text(b'\3' + symbols_of(b'c}')[1:], packing=4)),
    ('symbols-none', CORRUPT, 'No symbols.', with_text(b'\0\0', packing=4)),
    ('symbols-many', CORRUPT, 'Seventeen symbols.', with_text(symbols_of(b'c}', 0, bytes(range(93, 93 + 16)) + b'}'), packing=4)),
    ('symbols-descending', CORRUPT, 'Symbols that do not ascend.', with_text(symbols_of(b'c}', 0, b'}c'), packing=4)),
    ('symbols-unknown', CORRUPT, 'A symbol that is none of three.', with_text(symbols_of(b'c}', 0, b'abc'), packing=4)),
    ('symbols-cut', CORRUPT, 'Symbols lack their last byte.', with_text(symbols_of(b'c}')[:-1], packing=4)),
    ('symbols-left-over', CORRUPT, 'Symbols have a byte more.', with_text(symbols_of(b'c}') + b'\0', packing=4)),
    ('symbols-of-one-kind', CORRUPT, 'One symbol, and bits behind it.', with_text(b'\0\1}' + symbols_of(b'c}')[4:], packing=4)),
    ('text-model-cut', CORRUPT, 'The text model lacks its last byte.', with_text(TEXT_BY_MODEL[:-1])),
    ('text-model-left-over', CORRUPT, 'The text model has a byte more.', with_text(TEXT_BY_MODEL + b'\0')),
    ('text-model-size', CORRUPT, 'The text model has a byte less to say than the section should have.',
     with_text(TEXT_BY_MODEL, 3)),
    # Section 6
    ('styles-missing', CORRUPT, 'A game, but no styles.', without_section(1)),
    ('styles-none', CORRUPT, 'No style in the section of styles.', with_section(1, b'\0')),
    ('styles-flags', UNSUPPORTED, 'Flag 128 of a style.', with_section(1, b'\1\x80' + STYLE[1:])),
    ('styles-way', UNSUPPORTED, 'Way 3 of wrapping.', with_section(1, b'\1\0\3' + STYLE[2:])),
    ('styles-width', CORRUPT, 'A width of 100,001.', with_section(1, b'\1\0\0\xa1\x8d\x06' + STYLE[3:])),
    ('styles-template', CORRUPT, 'Template 4 for a pair; there are 0 to 3.', with_section(1, b'\1' + STYLE[:-1] + b'\4')),
    ('styles-class', CORRUPT, 'Class 14 behind a token.', with_section(1, b'\1' + STYLE[:-2] + b'\xce\2')),
    ('styles-number', CORRUPT, 'The game has style 1; there is one style, 0.', with_section(2, b'\1')),
    ('exceptions-game', CORRUPT, 'An exception in game 1; there is one game, 0.', with_section(3, b'\1\2\0')),
    ('exceptions-slot', CORRUPT, "An exception behind the game's last slot.", with_section(3, b'\0\x0b\0')),
    ('exceptions-text', CORRUPT, 'An exception of two bytes, for which there is no text.', with_section(3, b'\0\2\2')),
    ('exceptions-left-over', CORRUPT, 'Texts of exceptions, but no exceptions.', with_section(4, b'x')),
    ('fine-tag-with-line-end', 'fine', 'A tag whose name has a line end, before what may be wrapped.',
     {'text': b'[A\nB "b"] 1.\ne4 {c} e5\n*\n',
      **with_exceptions(b'', b'', {1: b'\1\0\1\x0a' + STYLE[3:9] + b'\4 \1. ' + STYLE[-7:], 7: b'\1\3A\nB\1\1\0'})}),
    ('fine-suffix', 'fine', 'SUFFIX 7, which has no sign, and a pair of classes that is named twice.',
     of_elements(TEXT.replace(b' *', b'  *'), [0, 4, 0, 3, 11, 12],
                 {1: b'\1' + STYLE[:-7] + b'\4\1\2' + STYLE[-6:]}, [('NAGs', 13, 0, b'\7')])),
    ('fine-wrap-at-width', 'fine', 'Way 2, with a move number at the width itself.',
     wrapped(b'[A "b"]\n1. e4 {c} e5 *\n', MAIN_LINE, 2, 7, gap=b'\4 \1. ')),
    ('fine-wrap-exception', 'fine', 'Way 1: the move as it is predicted fits, its exception does not.',
     wrapped(b'[A "b"]\n\n1. e4 {c} e7-e5\n*\n', MAIN_LINE, 1, 12,
             more=[('exceptions', 3, 0, b'\0\7\5'), ('texts of exceptions', 4, 0, b'e7-e5')])),
    ('fine-wrap-comments', 'fine', 'Way 1 with flag 2: comments that break at CR, LF and a space, a token that does not.',
     wrapped(b'[A "b"]\n\n1. e4 {c\rddd}\ne5\na bbbbb\n{\nx} {y zzz}\n*\n', [0, 4, 0, 9, 4, 4, 11, 12], 1, 8,
             {14: b'c\rddd}\nx}y zzz}'}, [('tokens', 16, 0, b'a bbbbb\n')], flags=2)),
    ('fine-drop-ply', 'fine', 'A drop counts as a ply: the move after it is in the stripe from ply 2 on.',
     of_elements(b'[A "b"]\n\n1. e4 N@e5 d4 *\n', [0, 10, 0, 11, 12], {14: b'', 31: b'\x43'},
                 [('men of drops', 34, 0, b'\1'), ('squares of drops', 35, 0, b'\x24'),
                  ('moves from ply 2 on', 31, 2, b'\x37')])),
    ('fine-spelling', 'fine', 'A promotion without "=", as flag 16 of the style says.',
     from_fen(b'7k/P7/8/8/8/8/8/K7 w', b'a8Q+ Kg7', b'\x11\2', 16)),
    ('fine-moves-256', 'fine', 'A position whose men have exactly 256 values in codec 0.',
     from_fen(b'4k3/8/8/8/8/PPPPPP2/NNNRRR2/QQQQ2K1', b'a4 Kd7', b'\x0b\2')),
    ('fine-fen-short', 'fine', 'A FEN of one field.', from_fen(b'4k3/8/8/8/8/8/4P3/4K3', b'e4 Kd8', b'\x13\5')),
    ('fine-fen-check', 'fine', 'A FEN where the side that is not to move is in check.',
     from_fen(b'4k3/8/8/8/8/8/3P4/K3R3 w - - 0 0', b'd4+ Kd7', b'\x13\2')),
    *[('fine-fen-' + name, 'fine', f'A FEN that is no position: {what}. The game begins as usual.',
       from_fen(fen, b'e4 e5', b'\x43\x43')) for name, what, fen in (
           ('rights', 'one right twice', b'4k3/8/8/8/8/8/8/4K2R w KH - 0 1'),
           ('rights-five', 'five letters of rights', b'r3k2r/8/8/8/8/8/8/R3K2R w KQkqK - 0 1'),
           ('fields', 'seven fields', b'4k3/8/8/8/8/8/8/4K3 w - - 0 1 1'),
           ('clock', 'the clock is 65,536', b'4k3/8/8/8/8/8/8/4K3 w - - 65536 1'),
           ('number', 'the move number has ten digits', b'4k3/8/8/8/8/8/8/4K3 w - - 0 0000000001'),
           ('kings', 'two kings of one side', b'4k3/8/8/8/8/8/8/KK6 w'),
           ('pawns', 'a pawn on the first rank', b'4k3/8/8/8/8/8/8/KP6 w'),
           ('zero', 'a digit 0', b'4k3/80/8/8/8/8/8/K7 w'),
           ('hand', 'a hand that is not closed', b'4k3/8/8/8/8/8/8/K7[Q w'),
           ('en-passant', 'en passant on the fourth rank', b'4k3/8/8/8/8/8/8/K7 w - e4'))],
    # Section 7
    ('fine-tags-linked', 'fine', 'Columns of every method and mode that tell of each other.', linked_tags()),
    ('fine-tags-repeated', 'fine', 'A code byte that goes on, with other extra bits.',
     {'text': b'[A "33"]\n[A "39"]\n\n1. e4 {c} e5 *\n',
      **of_tags(b'\1\1A\1\2\0\0', b'\2' b'\0\0\0' b'\2\x41' b'\2\x71' b'\1')}),
    ('fine-comments-restarts', 'fine', 'Lag 2, and a restart after a single number.',
     of_comments(b'1. e4 {10} {20} {15} {16} {22} e5 *', 5,
                 b'\1\0\2' + number_code(21, 41, 0, 11, 0, 3, 5) + b'\1\1\0\0\0')),
    ('fine-comments-variants', 'fine', 'A number with its sign, a clock with two digits of hours, two digits.',
     of_comments(b'1. e4 {+0.35 01:02:03 07} e5 *', 1,
                 b'\3\x28\0' + number_code(70) + b'\x21\x04' + number_code(7446) + b'\2\0' + number_code(14)
                 + b'\1\3\0\0\1 \1\1 \2\0')),
    ('tags-codec', CORRUPT, 'Codec 3 of a column of tags.', tag_table(b'\3' b'\2\0' b'\1' b'\3b\n')),
    ('tags-kind', UNSUPPORTED, 'Kind 5 of a reference.', tag_table(b'\x14' b'\2\0' b'\1' b'\3b\n')),
    ('tags-kind-of-text', CORRUPT, 'Codec 0 with kind 1.', tag_table(b'\4' b'\2\0' b'\1' b'\3b\n')),
    ('tags-bits', UNSUPPORTED, 'Bit 6 of an entry, which has no meaning yet.', tag_table(b'\x40' b'\2\0' b'\1' b'\3b\n')),
    ('fine-tags-tokens', 'fine', 'No tokens, so that all are 0.', tag_table(b'\0' b'\1' b'\1' b'\3b\n')),
    ('tags-number-of-result', CORRUPT, 'Codec 2 with kind 4.', tag_table(b'\x12' b'\0\0\0' b'\2\0' b'\1' b'\3b\n')),
    ('tags-form', UNSUPPORTED, 'A form that does not exist.', tag_table(b'\2' b'\x7f\0\0' b'\2\0' b'\1' b'\3b\n')),
    ('tags-cut', CORRUPT, 'The table of columns has no entry.', without_section(10)),
    ('tags-left-over', CORRUPT, 'A byte behind the last column.', tag_table(b'\0' b'\2\0' b'\1' b'\3b\n' b'\0')),
    ('tags-stream', CORRUPT, 'A stream of 65 bytes in a table; 64 are the most.',
     {'text': TEXT.replace(b'"b"', b'"' + b'b' * 64 + b'"'), **tag_table(b'\0' b'\2\0' b'\1' + bytes([66]) + b'b' * 64 + b'\n')}),
    ('tags-reference', CORRUPT, 'A value "as the reference" in a column that has none.', tag_table(b'\0' b'\2\1' b'\1' b'\1')),
    ('tags-history', CORRUPT, 'A value as the newest of an empty history.', tag_table(b'\0' b'\2\2' b'\1' b'\1')),
    ('tags-strings', CORRUPT, 'A string without its end.', tag_table(b'\0' b'\2\0' b'\1' b'\2b')),
    ('tags-number', CORRUPT, 'The date with the number -1.', tag_table(b'\2' b'\1\0\0' b'\2\2' b'\1' b'\1')),
    ('tags-tokens-left-over', CORRUPT, 'Two tokens for one value.', tag_table(b'\0' b'\3\0\0' b'\1' b'\3b\n')),
    ('tags-strings-left-over', CORRUPT, 'Two strings for one value.', tag_table(b'\0' b'\2\0' b'\1' b'\5b\nc\n')),
    ('fine-tags-extra-bits', 'fine', 'A number of a tag that has extra bits.',
     {'text': TEXT.replace(b'"b"', b'"32"'), **tag_table(b'\2' b'\0\0\0' b'\2\x41' b'\2\0' b'\1')}),
    ('tags-extra-bits', CORRUPT, 'The same, with a 1 among the bits that fill up the last byte.',
     {'text': TEXT.replace(b'"b"', b'"32"'), **tag_table(b'\2' b'\0\0\0' b'\2\x41' b'\2\x10' b'\1')}),
    ('tags-key', CORRUPT, 'The key column 1; there is one column, 0.', tag_table(b'\x08\1' b'\2\0' b'\1' b'\3b\n')),
    ('tags-follower', CORRUPT, 'A column that follows itself.', tag_table(b'\x20\0' b'\2\0' b'\1' b'\3b\n')),
    ('fine-tags-day', 'fine', 'A date with a day, but no month: 840741.',
     {'text': TEXT.replace(b'"b"', b'"2021.??.05"'),
      **tag_table(b'\2' b'\1\0\0' b'\2\x7b' b'\4\x25\xd4\0' b'\1')}),
    ('fine-tags-removed', 'fine', 'Six tags, one for four bytes of text; exceptions leave one of them.', tags_removed(6)),
    ('tags-too-many', CORRUPT, 'The same with seven tags.', tags_removed(7)),
    ('tags-large', CORRUPT, 'A tag with more bytes than the text, for which an exception stands.',
     with_exceptions(b'\0\1\7', b'[A "b"]', {10: b'\0\1\1' + bytes([26]) + b'b' * 24 + b'\n'})),
    ('comments-larger-than-text', CORRUPT, 'A comment with more bytes than the text, for which an exception stands.',
     {'sections': lambda sections: [('table of comments', 20, 0, b'\0\1\0' + bytes([24]) + b'c' * 24),
                                    ('templates of comments', 21, 0, b'\1'), ('exceptions', 3, 0, b'\0\5\3'),
                                    ('texts of exceptions', 4, 0, b'{c}')]
                                   + [section for section in sections if section[1] != 14]}),
    ('comments-table-alone', CORRUPT, 'A table of comments, but no comment of a template.', with_section(20, b'\0\0')),
    ('comments-template', CORRUPT, 'A comment by template 1; there is none.', with_section(21, b'\1')),
    ('comments-fields-left-over', CORRUPT, 'Two numbers for one field.',
     with_template(b'\1\2\0\3\x0e\x0e\1\1\1\0\0\0')),
    ('fine-comments-number', 'fine', 'A comment of a number.', with_template(b'\1\2\0\2\x0e\1\1\1\0\0\0')),
    ('comments-brace', CORRUPT, 'A template with the end of a comment in the literal before its field.',
     with_template(b'\1\2\0\2\x0e\1\1\1\1}\0\0', b'}07')),
    ('comments-brace-behind', CORRUPT, 'The same in the literal behind it.',
     with_template(b'\1\2\0\2\x0e\1\1\1\0\0\1}', b'07}')),
    ('comments-restart-twice', CORRUPT, 'Two restarts before a number.',
     with_template(b'\1\2\1\3\0\0\1\1\1\0\0\0', b'00')),
    ('fine-comments-extra-bits', 'fine', 'A comment of a number that has extra bits.',
     with_template(b'\1\0\0\2\x40\2\0\1\1\0\0\0', b'32')),
    ('comments-extra-bits', CORRUPT, 'The same, with a 1 among the bits that fill up the last byte.',
     with_template(b'\1\0\0\2\x40\2\x10\1\1\0\0\0', b'32')),
    ('comments-large', CORRUPT, 'A number of a comment that is -2^53.',
     with_template(b'\1\0\0\2\xff\x08' + b'\xff' * 6 + b'\7\1\1\0\0\0', b'0')),
    ('comments-column', CORRUPT, 'A template with a field of column 0; there is none.',
     with_template(b'\0\1\1\0\0\0')),
    ('comments-flags', UNSUPPORTED, 'Bit 6 of how a column of numbers of comments is told.',
     with_template(b'\1\2\x40\2\7\1\1\1\0\0\0')),
    ('comments-field', UNSUPPORTED, 'A field of two digits with decimals.',
     with_template(b'\1\6\0\2\7\1\1\1\0\0\0')),
    ('comments-clock-decimals', UNSUPPORTED, 'A clock with decimals.', with_template(b'\1\5\0\2\7\1\1\1\0\0\0')),
    ('comments-field-high', UNSUPPORTED, 'Bit 7 of the form of a field.',
     with_template(b'\1\x80\0\2\7\1\1\1\0\0\0')),
    ('comments-text-open', CORRUPT, 'A text of a field without its end.',
     with_template(b'\1\3\3a,\1\1\0\0\0', b'a')),
    ('comments-field-trimmed', UNSUPPORTED, 'A field of trimmed decimals, which only the model of comments may have.',
     with_template(b'\1\x48\0\2\7\1\1\1\0\0\0')),
    ('comments-model-and-table', CORRUPT, 'Comments by template 1, and a model of comments, too.',
     with_model_of_comments(b'\0\0', [('table of comments', 20, 0, b'\0\1\0\0'), ('templates of comments', 21, 0, b'\1')])),
    ('comments-model-operation', UNSUPPORTED, 'A formula with operation 9, which does not exist yet.',
     with_model_of_comments(b'\1\0\0\x09\0')),
    ('comments-model-count', UNSUPPORTED, 'A formula of what count 6 says of the board, which does not exist yet.',
     with_model_of_comments(b'\1\0\0\x08\6\0')),
    ('comments-model-column', CORRUPT, 'A formula of column 1; there is one column, 0.',
     with_model_of_comments(b'\1\0\0\4\1\0')),
    ('comments-model-flags', UNSUPPORTED, 'A column of the model of comments with flag 16, which has no meaning.',
     with_model_of_comments(b'\1\0\x10\0\0')),
    # Section 8
    ('fine-tags-modelled', 'fine', 'The tag by a model, with pattern 1.', modelled_tags()),
    ('fine-tags-spelled', 'fine', 'The same with a recipe spelled out, of every kind of reference and part.',
     modelled_tags(recipe=ALL_KINDS)),
    ('fine-tags-arguments', 'fine', 'More arguments than patterns have letters.', modelled_tags(arguments=b'\x40' + 64 * b'\1')),
    ('tags-modelled-form', UNSUPPORTED, 'Form 200 of a column of tags, by a model.',
     modelled_tags(head=b'\1\xc8\0\0')),
    ('tags-modelled-index', UNSUPPORTED, 'Index 2 of the table of modelled tags.', modelled_tags(index=2)),
    ('tags-pattern', UNSUPPORTED, 'Pattern 255, which does not exist yet.', modelled_tags(recipe=b'\xff')),
    ('tags-part', UNSUPPORTED, 'A part of kind 8, which does not exist yet.', modelled_tags(recipe=b'\0\0\0\1\1\x08')),
    ('tags-reference-kind', UNSUPPORTED, 'A reference of kind 8, which does not exist yet.',
     modelled_tags(recipe=b'\0\0\1\x08\0')),
    ('fine-tags-paces', 'fine', 'A reference by the time, and how long ago the last one was.',
     modelled_tags(recipe=b'\0\0\1\7\0\0' b'\2\1\5\1\4', index=0)),
    ('tags-paces', CORRUPT, 'Two references by the time.', modelled_tags(recipe=b'\0\0\2\7\0\0\7\0\0\0', index=0)),
    ('tags-reference-before', CORRUPT, 'A reference to the game before, in column 1; there is one column, 0.',
     modelled_tags(recipe=b'\0\0\1\6\1\0')),
    ('tags-part-column', CORRUPT, 'A part that names column 1; there is one column, 0.',
     modelled_tags(recipe=b'\0\0\0\1\1\0\1')),
    ('tags-parts', CORRUPT, 'A context of five parts.', modelled_tags(recipe=b'\0\0\0\1\5' + 5 * b'\6')),
    ('tags-contexts', CORRUPT, 'A recipe with eight contexts.', modelled_tags(recipe=b'\0\0\0\x08' + bytes(8))),
    ('tags-references', CORRUPT, 'A recipe with six references.', modelled_tags(recipe=b'\0\0\6' + 6 * b'\5' + b'\0')),
    ('tags-recent', CORRUPT, 'A recipe with 16 recent values.', modelled_tags(recipe=b'\0\x10\0\0')),
    ('tags-arguments', CORRUPT, '65 arguments.', modelled_tags(arguments=b'\x41' + bytes(65))),
    ('tags-argument', CORRUPT, 'An argument that is column 1; there is one column, 0.', modelled_tags(arguments=b'\1\2')),
    ('tags-counters', CORRUPT, '2^17 counters, more than the text has bytes, and 65,536 more.', modelled_tags(head=b'\xb0')),
    ('fine-tags-quotes', 'fine', 'A tag that quotes another one.', quoting_tags(b'\1\0\0')),
    ('fine-tags-quotes-ways', 'fine', 'Eight quotes, in all ways but the first, of which no string has the last but two.',
     quoting_tags(b'\x08' + b''.join(bytes([4 * way, 0]) for way in range(1, 9)), b'b!bb!b', b'\1!\2\3!\5')),
    ('tags-quotes-none', CORRUPT, 'A tag with quotes, of which there are none.', quoting_tags(b'\0', string=b'b!')),
    ('tags-quotes-many', CORRUPT, 'Nine quotes.', quoting_tags(b'\x09' + 9 * b'\0\0')),
    ('tags-quotes-source', UNSUPPORTED, 'A quote from what is not known yet.', quoting_tags(b'\1\3\0')),
    ('tags-quotes-way', UNSUPPORTED, 'A quote in way 9, which does not exist yet.', quoting_tags(b'\1\x24\0')),
    ('tags-quotes-column', CORRUPT, 'A quote of column 2; there are 0 and 1.', quoting_tags(b'\1\0\2')),
    ('tags-quotes-own', CORRUPT, 'A tag that quotes itself.', quoting_tags(b'\1\0\1')),
    ('tags-quotes-quoting', CORRUPT, 'A quote of a tag that has quotes, too.',
     quoting_tags(b'\1\0\0', first=b'\4\1\1\0\1\3b\n')),
    ('tags-quotes-final', CORRUPT, 'A quote of a tag that the moves tell.', quoting_tags(b'\1\0\0', first=b'\3\3b\n')),
    ('tags-quotes-winner', CORRUPT, 'The winner of a game without one.', quoting_tags(b'\1\1\0\0')),
    ('tags-quotes-number', CORRUPT, 'A follower with quotes of its own.',
     quoting_tags(b'\1\0\0', head=b'\4', first=b'\x08\1\1\3b\n')),
    ('tags-label-counters', CORRUPT, 'A label with counters of its own.', modelled_tags(head=b'\x12', recipe=b'')),
    ('tags-modelled-cut', CORRUPT, 'The stream of the tags is a byte longer than its section.',
     modelled_tags(numbers=varint(len(ONE_STRING) + 1) + ONE_STRING)),
    ('tags-modelled-left-over', CORRUPT, 'A byte behind the streams of the tags.',
     modelled_tags(numbers=varint(len(ONE_STRING)) + ONE_STRING + b'\0')),
    ('tags-numbers-alone', CORRUPT, 'Tag numbers without their table.',
     {'profile': 1, **with_section(27, varint(len(ONE_STRING)) + ONE_STRING)}),
    ('tags-two-tables', CORRUPT, 'Two tables of tags.', {'profile': 1, **with_section(33, b'\0\0\1\3b\n')}),
    ('fine-stripes', 'fine', 'Moves in two stripes.', in_stripes((0, b'\x43'), (1, b'\x43'))),
    ('fine-stripe-of-none', 'fine', 'A stripe, not the first one, that begins behind the last ply, and is empty.',
     in_stripes((0, b'\x43\x43'), (2, b''))),
    ('stripes-no-first', CORRUPT, 'The first stripe begins with ply 1.', in_stripes((1, b'\x43\x43'))),
    ('stripes-order', CORRUPT, 'Stripes in another order than that of their plies.',
     in_stripes((0, b''), (2, b''), (1, b'\x43\x43'))),
    ('stripes-twice', CORRUPT, 'Two stripes that begin with ply 0.', in_stripes((0, b'\x43'), (0, b'\x43'))),
    ('stripes-too-many', CORRUPT, 'Nine stripes; eight are the most.',
     in_stripes((0, b'\x43\x43'), *[(place, b'') for place in range(2, 10)])),
    ('stripes-short', CORRUPT, 'Both moves in the stripe of the first.', in_stripes((0, b'\x43\x43'), (1, b''))),
    ('stripes-and-bits', CORRUPT, 'Moves in codec 0, and in codec 1, too.',
     {'sections': lambda sections: sections + [('moves, codec 1', 12, 1, b'\2\x6a\0')]}),
    ('bits-and-stripes', CORRUPT, 'The same the other way round.',
     {'sections': lambda sections: sections[:-1] + [('moves, codec 1', 12, 1, b'\2\x6a\0')] + sections[-1:]}),
    ('moves-index-unstriped', UNSUPPORTED, 'Codec 0 in section 12, where it was before there were stripes.',
     moves_in_codec(0, b'\x43\x43')),
    ('moves-missing', CORRUPT, 'No moves, though the shape has two.', without_section(31)),
    ('moves-left-over', CORRUPT, 'Three moves, though the shape has two.', with_section(31, b'\x43\x43\x43')),
    ('moves-codec', UNSUPPORTED, 'Codec 200 of moves.', moves_in_codec(200, b'\x43\x43')),
    ('moves-no-man', CORRUPT, 'Codec 0: a byte past the last block.', with_section(31, b'\xff\x43')),
    ('moves-off-the-board', CORRUPT, 'Codec 0: square number 3 of the three that a knight on b1 sees.',
     with_section(31, b'\x6d\x43')),
    ('moves-own-man', CORRUPT, 'Codec 0: the king takes d1.', with_section(31, b'\x02\x43')),
    ('moves-pawn', CORRUPT, 'Codec 0: the pawn on e2 takes d3, where nobody stands.', with_section(31, b'\x3a\x43')),
    ('moves-castling', CORRUPT, 'Codec 0: castling with men between king and rook.', with_section(31, b'\0\x43')),
    ('moves-bits-too-large', CORRUPT, 'Codec 1: move 31 of 20.', moves_in_codec(1, b'\2\xfa\0')),
    ('moves-bits-cut', CORRUPT, 'Codec 1: the group is a byte longer than the section.', moves_in_codec(1, b'\3\x6a\0')),
    ('moves-bits-fill', CORRUPT, 'Codec 1: a 1 among the bits that fill up the group.', moves_in_codec(1, b'\2\x6a\1')),
    ('moves-bits-left-over', CORRUPT, 'Codec 1: a byte behind the groups.', moves_in_codec(1, b'\2\x6a\0\0')),
    ('moves-bits-none-legal', CORRUPT, 'Codec 1: a move where none is legal.', without_legal_moves(1, b'\0')),
    ('fine-moves-model', 'fine', 'The same moves in codec 2.', moves_of_model()),
    ('moves-model-weights', UNSUPPORTED, 'Codec 2: weights number 255, which do not exist yet.',
     moves_of_model(head=b'\xff' + MODEL_HEAD[1:])),
    ('moves-model-head', CORRUPT, 'Codec 2: the section ends behind the second temperature.',
     moves_in_codec(2, MODEL_HEAD[:3])),
    ('moves-model-sizes', CORRUPT, 'Codec 2: the section ends before the size of its group.',
     moves_in_codec(2, MODEL_HEAD)),
    ('moves-model-size', CORRUPT, 'Codec 2: the group is a byte longer than the section.',
     moves_of_model(size=lambda group: len(group) + 1)),
    ('moves-model-left-over', CORRUPT, 'Codec 2: a byte behind the groups.', moves_of_model(behind=b'\0')),
    ('fine-moves-model-long', 'fine', 'Codec 2: three bytes behind the last move of the group, which the coder still takes.',
     moves_of_model(lambda group: group + bytes(3))),
    ('moves-model-longer', CORRUPT, 'Codec 2: four bytes behind the last move of the group.',
     moves_of_model(lambda group: group + bytes(4))),
    ('moves-model-cut', CORRUPT, 'Codec 2: the group lacks its last byte.', moves_of_model(lambda group: group[:-1])),
    ('moves-model-empty', CORRUPT, 'Codec 2: an empty group, though the shape has moves.',
     moves_of_model(lambda group: b'')),
    ('moves-model-code', CORRUPT, 'Codec 2: the group begins with ff ff ff ff, which is not below range.',
     moves_of_model(lambda group: b'\xff' * len(group) + b'\xff' * 4)),
    ('moves-model-place', CORRUPT, 'Codec 2: a place behind the last legal move.',
     moves_of_model(lambda group: ALL_BUT_ONE.to_bytes(4, 'big'))),
    ('moves-model-none-legal', CORRUPT, 'Codec 2: a move where none is legal.',
     without_legal_moves(2, MODEL_HEAD + b'\0')),
    ('fine-moves-table', 'fine', 'The same moves in codec 4.', moves_of_table()),
    ('fine-moves-table-groups', 'fine', 'Codec 4: groups of 255 games.', moves_of_table(head=b'\0\xff')),
    ('moves-table-number', UNSUPPORTED, 'Codec 4: tables number 255, which do not exist yet.',
     moves_of_table(head=b'\xff\x20')),
    ('moves-table-head', CORRUPT, 'Codec 4: the section ends behind the number of the tables.',
     moves_in_codec(4, TABLE_HEAD[:1])),
    ('moves-table-no-games', CORRUPT, 'Codec 4: groups of no games.', moves_of_table(head=b'\0\0')),
    ('moves-table-sizes', CORRUPT, 'Codec 4: the section ends before the size of its group.',
     moves_in_codec(4, TABLE_HEAD)),
    ('moves-table-size', CORRUPT, 'Codec 4: the group is a byte longer than the section.',
     moves_of_table(size=lambda group: len(group) + 1)),
    ('moves-table-left-over', CORRUPT, 'Codec 4: a byte behind the groups.', moves_of_table(behind=b'\0')),
    ('fine-moves-table-long', 'fine', 'Codec 4: bytes behind the last move of the group, as many as the coder still takes.',
     moves_of_table(lambda group: group + bytes(7 - (len(group) + 1) % 2))),
    ('moves-table-longer', CORRUPT, 'Codec 4: a byte more behind the last move of the group.',
     moves_of_table(lambda group: group + bytes(8 - (len(group) + 1) % 2))),
    ('moves-table-cut', CORRUPT, 'Codec 4: the group lacks its last byte.', moves_of_table(lambda group: group[:-1])),
    ('moves-table-empty', CORRUPT, 'Codec 4: an empty group, though the shape has moves.',
     moves_of_table(lambda group: b'')),
    ('moves-table-code', CORRUPT, 'Codec 4: the group begins with eight times ff, which is not below range.',
     moves_of_table(lambda group: b'\xff' * 8)),
    ('moves-table-place', CORRUPT, 'Codec 4: a place behind the last type.',
     moves_of_table(lambda group: b'\xff' * 7 + b'\xfe')),
    ('moves-table-none', CORRUPT, 'Codec 4: a move where no man has a target.',
     without_legal_moves(4, TABLE_HEAD + b'\1\0', '8/8/8/8/8/4k3/4p3/4K3 w')),
    ('moves-table-type', CORRUPT, 'Codec 4: a pawn moves, and has nowhere to go.',
     without_legal_moves(4, TABLE_HEAD + b'\1\0', '8/8/8/8/8/p7/P3k3/7K w')),
    ('moves-table-unsafe', CORRUPT, 'Codec 4: the king goes where it is in check; the text hash tells.',
     without_legal_moves(4, TABLE_HEAD + b'\1\0')),
    ('fine-moves-best', 'fine', 'The same moves in codec 3.', moves_of_best()),
    ('moves-best-weights', UNSUPPORTED, 'Codec 3: weights number 255, which do not exist yet.', moves_of_best(head=b'\xff')),
    ('moves-best-head', CORRUPT, 'Codec 3: a section without a number of weights.', moves_in_codec(3, b'')),
    ('moves-best-group', CORRUPT, 'Codec 3: groups of 999 games.', moves_of_best(head=b'\1' + varint(999))),
    ('moves-best-sizes', CORRUPT, 'Codec 3: without the size of the group.', moves_in_codec(3, b'\1' + varint(1000))),
    ('moves-best-size', CORRUPT, 'Codec 3: a group that is a byte shorter than the section.',
     moves_of_best(size=lambda group: len(group) - 1)),
    ('moves-best-cut', CORRUPT, 'Codec 3: the stream lacks its last byte.', moves_of_best(lambda stream: stream[:-1])),
    ('moves-best-left-over', CORRUPT, 'Codec 3: a byte behind the stream.', moves_of_best(lambda stream: stream + b'\0')),
    ('moves-best-none-legal', CORRUPT, 'Codec 3: a move where none is legal.', without_legal_moves(3, b'\1\xe8\x07\0')),
    # Section 30
    ('fine-ids', 'fine', 'The game has the id of game 43 of another segment.', with_ids([0], [0], [84], [0])),
    ('fine-ids-further', 'fine', 'The id of game 43 of another segment leads to that of its game 1.',
     with_ids([0], [84], [0], [0], [0], subtype=1)),
    ('fine-ids-subtype', 'fine', 'A section of subtype 2, which nobody knows.', with_ids([0], subtype=2)),
    ('ids-games', FULL_TEST, 'Ids of two games; the segment has one.', with_ids([0], [0], [84], [1])),
    ('ids-beyond', FULL_TEST, 'The id of game 2; there is one.', with_ids([1], [0], [84], [0])),
    ('ids-identity', FULL_TEST, 'Identity 1; there is one, 0.', with_ids([0], [1], [84], [0])),
    ('ids-identities', FULL_TEST, 'Two identities; there is one.', with_ids([0], [0], [84], [0], identities=2)),
    ('ids-below', FULL_TEST, 'A number before the first.', with_ids([0], [0], [1], [0])),
    ('ids-large', FULL_TEST, 'A number of 2^63 - 1.', with_ids([0], [0], [(1 << 64) - 2], [0])),
    ('ids-cut', FULL_TEST, 'A column that lacks its number.', with_ids([0], [0], [84], [])),
    ('ids-column', FULL_TEST, 'A column is missing.', with_ids([0], [0], [84])),
    ('ids-number', FULL_TEST, 'A column with a number more.', with_ids([0], [0, 0], [84], [0])),
    ('ids-byte', FULL_TEST, 'A byte behind the columns.', with_ids([0], [0], [84], [0], more=b'\0')),
    ('ids-runs', FULL_TEST, 'Two runs; there is one.', with_ids([0], [0], [84], [0], runs=2)),
    ('ids-further-identity', FULL_TEST, 'Ids that lead to those of identity 1; there is one, 0.',
     with_ids([0], [84], [1], [0], [0], subtype=1)),
    ('ids-further-below', FULL_TEST, 'Ids that lead to a number before the first.',
     with_ids([0], [84], [0], [1], [0], subtype=1)),
    ('ids-further-large', FULL_TEST, 'Ids up to a number of 2^63 - 1.',
     with_ids([0], [0], [0], [0], [(1 << 63) - 1], subtype=1)),
    ('ids-further-column', FULL_TEST, 'A column is missing.', with_ids([0], [84], [0], [0], subtype=1)),
    # Section 27
    ('fine-columns', 'fine', 'Position columns that are true.', columns()),
    ('fine-columns-packed', 'fine', 'The same in zstd frames.', {'packed section': 128, **columns()}),
    ('fine-columns-rounded', 'fine', 'Fewer men than there are, and classes of no pawns.',
     columns({3: b'\x17'}, trees=(tree([]), tree([])))),
    ('fine-columns-unknown', 'fine', 'A game that is unknown, of which nothing else is true.',
     columns({1: b'\1', 2: b'\2', 3: b'\0'}, trees=(tree([A7]), tree([B7])))),
    ('fine-columns-classes', 'fine', '256 classes, which is the most.',
     columns({4: bytes([CLASS_OF_256])}, trees=(TREE_OF_256, tree([E7])))),
    ('fine-columns-ended', 'fine', 'A class of two pawns, of a node where lists end.',
     columns(trees=(varint(1 << E2) + varint(1 << E7) + varint(1 << 16), tree([E7])))),
    ('fine-columns-subtype', 'fine', 'A section 128 of subtype 6, which is passed over.',
     columns(more=[('position column 6', 128, 6, b'of a later version')])),
    ('fine-columns-fen', 'fine', 'A game with a tag FEN, which is unknown.', columns({3: b'\0'}, of=with_fen_tag())),
    ('fine-columns-drop', 'fine', 'A game with a drop, which is unknown.', columns({3: b'\0'}, of=with_drop())),
    ('fine-columns-missing', 'fine', 'Position columns without that of the men, which are as none: e2 is not at home.',
     columns({1: b'\xff', 3: None})),
    ('fine-columns-trees-missing', 'fine', 'Position columns without the trees.', columns({0: None})),
    ('fine-columns-twice', 'fine', 'The column of the men twice; the first one is true.',
     columns(more=[('position column 3', 128, 3, b'\x21')])),
    ('fine-columns-empty', 'fine', 'The same behind one without bytes.',
     {'sections': lambda sections: sections + [('position column 3', 128, 3, b'')]
      + columns(more=[('position column 3', 128, 3, b'\x21')])['sections'](sections)[len(sections):]}),
    ('columns-twice', FULL_TEST, 'The column of the men twice; only the second one is true.',
     columns({3: b'\x21'}, more=[('position column 3', 128, 3, b'\x20')])),
    ('fine-columns-twice-true', 'fine', 'The trees twice, both true.', columns(more=[('position column 0', 128, 0, COLUMNS[0])])),
    ('fine-columns-annex', 'fine', 'Position columns in an annex, which are not about games of its own.',
     {'annex': [(128, 0, len(content), content, column) for column, content in enumerate(COLUMNS)]}),
    ('fine-columns-annex-none', 'fine', 'The same that are not in order.', {'annex': [(128, 0, 3, b'abc', 0)]}),
    ('fine-columns-packing', 'fine', 'Position columns by the text model, which are as none.', {'odd section': 128, 'odd packing': 2, 'profile': 1, **columns()}),
    ('columns-frame', FULL_TEST, 'Position columns in frames that do not unpack.',
     {'packed section': 128, 'packed bytes': lambda frame: frame[:-1], **columns()}),
    ('fine-columns-short', 'fine', 'No bytes of men, which are as none.', columns({3: b''})),
    ('columns-long', FULL_TEST, "Two games' pawns; there is one game.", columns({2: b'\xef\xef'})),
    ('columns-first-class', FULL_TEST, 'Class 1 of the first tree, which has class 0.', columns({4: b'\1'})),
    ('columns-last-class', FULL_TEST, 'Class 1 of the second tree, which has class 0.', columns({5: b'\1'})),
    ('columns-unknown-class', FULL_TEST, 'An unknown game of a class that is not there.', columns({3: b'\0', 4: b'\1'})),
    ('fine-columns-trees-none', 'fine', 'No bytes of trees, which are as none.', columns({0: b''})),
    ('columns-tree-cut', FULL_TEST, 'The second tree ends within its second node.', columns(trees=(tree([E2]), varint(1 << E7)))),
    ('columns-tree-left-over', FULL_TEST, 'A byte after the second tree.', columns(trees=(*COLUMNS[:1], b'\0'))),
    ('columns-tree-branch', FULL_TEST, 'A tree with bit 17, which is no branch.',
     columns(trees=(varint(1 << 17 | 1 << E2) + b'\0', tree([])))),
    ('columns-tree-varint', FULL_TEST, 'A tree with a varint that is not the shortest.', columns(trees=(b'\x80\0', tree([])))),
    ('columns-pawn-twice', FULL_TEST, 'A list with the same pawn twice, of no game.',
     columns({4: b'\1'}, trees=(tree([D2, D2], [E2, E7]), tree([E7])))),
    ('columns-classes', FULL_TEST, '257 classes.',
     columns({4: bytes([CLASS_OF_256])}, trees=(varint(0x1ffff) + TREE_OF_256[3:], tree([E7])))),
    ('columns-men', FULL_TEST, '33 men, where there are 32.', columns({3: b'\x21'})),
    ('columns-white', FULL_TEST, 'e2 is at home at the end; e4 was played.', columns({1: b'\xff'})),
    ('columns-white-gone', FULL_TEST, 'a2 is not at home at the end; it never moved.', columns({1: b'\xee'})),
    ('columns-black', FULL_TEST, 'd7 is not at home at the end, in place of e7.', columns({2: b'\xf7'})),
    ('columns-first', FULL_TEST, 'e7 is the first pawn; e4 was played first.', columns(trees=(tree([E7]), tree([E7])))),
    ('columns-first-longer', FULL_TEST, 'A third pawn leaves; the game has two.', columns(trees=(tree([E2, E7, D2]), tree([E7])))),
    ('columns-last', FULL_TEST, 'e2 is the last pawn; e5 was played last.', columns(trees=(tree([E2]), tree([E2])))),
    ('columns-fen', FULL_TEST, 'A game with a tag FEN, even of no position, that is not unknown.', columns(of=with_fen_tag())),
    ('columns-drop', FULL_TEST, 'A game with a drop that is not unknown.',
     columns({2: b'\xff'}, trees=(tree([E2]), tree([E2])), of=with_drop())),
    ('columns-checksum', CORRUPT, 'The checksum of position columns is wrong.',
     {'section with a wrong checksum': 128, **columns()}),
    # Section 28
    ('fine-tree', TRUE_TREE, 'An opening tree that is true.', one_page(TRUE_NODE)),
    ('fine-tree-false', FALSE_TREE, 'An opening tree of a game that white won: in order, but not true.', one_page(FALSE_NODE)),
    ('tree-none', NO_TREE, 'An opening tree without a byte.', {'annex': [(129, 0, 0, b'')]}),
    ('tree-packing', NO_TREE, 'An opening tree in packing 9.', {'annex': [(129, 9, 100, b'packed somehow')]}),
    ('tree-frame', NO_TREE, 'An opening tree in a frame that does not unpack.', {'annex': [(129, 1, 3, zstd_frame(b'abc')[:-1])]}),
    ('tree-games', NO_TREE, 'An opening tree of two games; the segment has one.', one_page(FALSE_NODE, games=2)),
    ('tree-no-games', NO_TREE, 'An opening tree of no games.', one_page(FALSE_NODE, games=0)),
    ('tree-no-pages', NO_TREE, 'An opening tree without pages.', tree_of([])),
    ('tree-directory-cut', NO_TREE, 'A directory that lacks its last byte.', one_page(FALSE_NODE, head=lambda head: head[:-1])),
    ('tree-directory-long', NO_TREE, 'A byte after the last entry of the directory.', one_page(FALSE_NODE, head=lambda head: head + b'\0')),
    ('tree-page-empty', NO_TREE, 'A page of no positions.', one_page(FALSE_NODE, count=0)),
    ('tree-page-many', NO_TREE, 'A page of 65 positions.',
     one_page(FALSE_NODE, *[NEXT_NODE] * 64)),
    ('tree-page-no-bytes', NO_TREE, 'A page of no bytes.', tree_of([(START_KEY, 1, b'', 0)])),
    ('tree-page-beyond', NO_TREE, 'A page that ends a byte after the section.', one_page(FALSE_NODE, told=lambda size: size + 1)),
    ('tree-left-over', NO_TREE, 'A byte after the last page.', one_page(FALSE_NODE, behind=b'\0')),
    ('tree-pages-order', NO_TREE, 'Two pages with the same first key.',
     tree_of([(START_KEY, 1, page, len(page)) for page in [tree_page(FALSE_NODE)] * 2])),
    ('tree-page-cut', BAD_TREE, 'A page that lacks its last byte.', one_page(FALSE_NODE, change=lambda page: page[:-1])),
    ('tree-page-long', BAD_TREE, 'A byte after the last position of a page.', one_page(FALSE_NODE, change=lambda page: page + b'\0')),
    ('tree-key-beyond', BAD_TREE, 'A second position with the key of the next page.',
     tree_of([(START_KEY + place, 1 + (place == 0), page, len(page)) for place, page in
              ((0, tree_page(FALSE_NODE, NEXT_NODE)), (2, tree_page(FALSE_NODE)))])),
    ('tree-first-game', BAD_TREE, 'A position that counts games from the second one on, of one.',
     one_page([0, 1, 0] + E4 + E4_WON)),
    ('tree-count', BAD_TREE, 'Two games, of one.', e4_page(1, 0, 1, 0, 2, 2, 0, 0)),
    ('tree-unknown', BAD_TREE, 'Two unknown results of one game.', e4_page(0, 2, 0, 0, 1, 0, -1, 0)),
    ('tree-wins', BAD_TREE, 'Two wins in one game.', e4_page(0, 0, 2, 0, 1, 0, 2400, 0)),
    ('tree-draws', BAD_TREE, 'A win and a draw in one game.', e4_page(0, 0, 1, 1, 1, 0, 2400, 0)),
    ('tree-unrated', BAD_TREE, 'Two ratings that are not known of one game.', e4_page(0, 0, 1, 0, 2, 1, -1, 0, 0)),
    ('tree-opponents', BAD_TREE, "Two opponents' ratings that are not known of one game.", e4_page(0, 0, 1, 0, 1, 2, -1, 0, 0)),
    ('tree-half-points', BAD_TREE, 'A half point of no games.', e4_page(0, 0, 1, 0, 1, 1, 1, 0)),
    ('tree-rating', BAD_TREE, 'A rating of 10,000.', e4_page(0, 0, 1, 0, 0, 1, 10000, 0, 0)),
    ('tree-rating-none', BAD_TREE, 'A rating of 0.', e4_page(0, 0, 1, 0, 0, 1, 0, 0, 0)),
    ('tree-year', BAD_TREE, 'The year 10,000.', e4_page(0, 0, 1, 0, 1, 1, 0, 2 * 8000)),
    ('tree-move-none', BAD_TREE, 'A move from e2 to e2.', one_page(NODE + [12, 1, 4, 0] + E4_WON)),
    ('tree-move-flag', BAD_TREE, 'e4 with flag 7.', one_page(NODE + [12, 3, 4, 7] + E4_WON)),
    ('tree-move-illegal', 'fine\n# opening tree: not legal', 'e2 to e5, which is not legal there.', one_page(NODE + [12, 4, 4, 1] + E4_WON)),
    ('tree-checksum', CORRUPT, 'The checksum of an opening tree is wrong.',
     {'section with a wrong checksum': 129, **with_section(129, b'damaged')}),
]


def main():
    os.makedirs(FOLDER, exist_ok=True)
    for name in os.listdir(FOLDER):
        os.remove(os.path.join(FOLDER, name))
    for name, status, what, changes in VECTORS:
        with open(os.path.join(FOLDER, name + '.txt'), 'w', encoding='ascii') as file:
            maker = Maker(changes)
            part = '# part: II\n' if maker.profile() == 1 or (maker.changes.get('annex flags', 0) | maker.changes.get('flags', 0)) & 16 else ''
            file.write(f'# {what}\n# status: {status}\n{part}\n' + maker.hex_text())


if __name__ == '__main__':
    main()
