#!/usr/bin/env python3
"""A reader of BCGN 1 files of the simple profile in plain Python, written from Parts I and II of docs/FORMAT.md.

    simple.py FILE.bcgn > OUT.pgn     the text
    simple.py --check FILE.bcgn       verifies checksums and hashes, and tells what is there

It is for testing the format's description, and for those who write a reader of their own: the order is that of the
document, names are its names, and speed does not matter. zstd frames go through the `zstd` program. Besides this file
there are basics.py, chess.py, columns.py and moves.py; what the model profile adds is plugged in by bcgn1.py.

Exit status: 0 fine, 1 usage, 2 not a file of BCGN 1, or unsupported, corrupt or truncated (told in words).
"""

import re
import struct
import subprocess
import sys

import chess
import columns
import moves
from basics import (Bytes, Corrupt, FormatError, NotOurs, Truncated, Unsupported, checksum, known, require, unzigzag,
                    xxh64)

HEADER_SIZE = 32
STATE, BEING_MADE = 6, 0xff
END_MARK_SIZE = 48
BLOCK_HEADER_SIZE = 64
MAX_TEXT = 1 << 24
MAX_DEPTH = 1000
MAX_ELEMENTS = 1 << 20
MAX_DATE, MAX_RATING = 99999999, 9999

FOOTER_MARKER = bytes.fromhex('9e4e4944588d1a0a')
BLOCK_MARKER = bytes.fromhex('9ebc424c4b8d1a0a')

(STYLES, GAME_STYLES, EXCEPTIONS, EXCEPTION_TEXTS, SHAPE_RUNS, SHAPE_KINDS, SCHEMAS, GAME_SCHEMAS, TAG_STRINGS,
 TAG_TABLE, TAG_CODE_BYTES, MOVES, NAGS, COMMENTS, LINES, TOKENS, RESULTS, TAIL, FILE_NAMES, COMMENT_TABLE,
 COMMENT_TEMPLATES, COMMENT_CODE_BYTES, TAG_EXTRA_BITS, COMMENT_EXTRA_BITS,
 COMMENT_TEXTS) = range(1, 26)
MOVE_STRIPE, DROP_MEN, DROP_SQUARES, FILES, FILE_TIMES = 31, 34, 35, 36, 37
OF_FILES, MAX_FILES = (FILE_NAMES, FILES, FILE_TIMES), 1 << 20
# Types that may occur once for each column, and the most columns.
NUMBERED = {TAG_STRINGS: 1024, TAG_CODE_BYTES: 1024, TAG_EXTRA_BITS: 1024,
            COMMENT_CODE_BYTES: 256, COMMENT_EXTRA_BITS: 256,
            COMMENT_TEXTS: 256, MOVE_STRIPE: 65536}
OPTIONAL, MAX_OPTIONAL = 128, MAX_TEXT + 4096
# What only the model profile has.
MODEL_TYPES, MODEL_PACKINGS, MODEL_CODECS = (*range(26, 31), 32, 33), (2, 3, 4), (2, 3, 4)

(MOVE, NULL_MOVE, NAG, SUFFIX, COMMENT, LINE_COMMENT, ESCAPE, VARIATION_BEGIN, VARIATION_END, TOKEN, DROP, RESULT, END,
 BROKEN_END) = range(14)
PLIES = MOVE, NULL_MOVE, DROP

RESULT_TEXTS = b'*', b'1-0', b'0-1', b'1/2-1/2'
SUFFIX_TEXTS = b'', b'!', b'?', b'!!', b'??', b'!?', b'?!'


class Simple:
    """What the simple profile has. The model profile has more of everything, and puts it in these places."""

    number = 0
    flags = 47  # of blocks: not that of records that take games away, which this reader leaves out
    types = set(range(STYLES, COMMENT_TEXTS + 1)) | {MOVE_STRIPE, DROP_MEN, DROP_SQUARES, FILES, FILE_TIMES}
    packings = 0, 1
    is_full = False  # the test
    codecs = {1: moves.PlaceInList}

    def unpack(self, kind, packing, stored, size):
        """The contents of a section in another packing than 0 and 1."""

    def put_plain_sections(self, block):
        """In the places of others that stand for them."""

    def tags(self, block, names, shapes):
        return columns.Tags(block, names)

    def comments(self, block):
        return columns.Comments(block)

    def line(self, fen, game, tags):
        return Line(fen)

    def end_game(self, block, line, tags, shape):
        """After the last element of a game."""

    def check(self, block):
        """What is not needed for the text, which was read."""

    def check_last(self, blocks):
        """The same of the last one of a segment's blocks."""


# ---------------------------------------------------------------------------------------------------------
# Chapters 2 and 3: segments and blocks
# ---------------------------------------------------------------------------------------------------------

def is_one_frame(frame):
    """Of RFC 8878: a frame header, blocks up to the last one, perhaps a checksum. The program takes several frames, and others."""
    if frame.take(4) != bytes.fromhex('28b52ffd'):
        return False
    head = frame.byte()
    has_window = not head & 32
    if head & 3 or (has_window and frame.byte() > 112):
        return False
    frame.take(((not has_window), 2, 4, 8)[head >> 6])
    last = False
    while not last:
        block = int.from_bytes(frame.take(3), 'little')
        last, is_one_byte = block & 1, block >> 1 & 3 == 1
        frame.take(1 if is_one_byte else block >> 3)
    frame.take(4 if head & 4 else 0)
    return not len(frame)


def unzstd(frames, sizes):
    """The contents of several frames, by one call of the program."""
    if not frames:
        return []
    require(all(is_one_frame(Bytes(frame)) for frame in frames), 'not one zstd frame')
    run = subprocess.run(['zstd', '-dcq', '--memory=256MB'], input=b''.join(frames), stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, check=False)
    require(run.returncode == 0, 'a zstd frame is damaged')
    require(len(run.stdout) == sum(sizes), 'a zstd frame has another size')
    content, found = Bytes(run.stdout), []
    for size in sizes:
        found.append(content.take(size))
    return found


def header_sum(head):
    return checksum(head[:STATE] + b'\0' + head[STATE + 1:28])


def is_part(found, whole, place):
    """Is this, with which a file ends, what is left of those bytes at that place where they were not written as a whole?"""
    if len(found) > len(whole):
        return False
    first = next((i for i, pair in enumerate(zip(found, whole)) if pair[0] != pair[1]), len(found))
    border = 512 - place % 512
    return not any(found[first:]) or (border < len(found) and not any(found[:border]) and
                                      found[border:] == whole[border:len(found)])


def goes_on(file):
    """Does another segment follow that counts (chapter 5)? What is left of a change does not."""
    rest, place = file.peek(len(file)), file.place
    for profile in range(2):
        head = b'BCGN' + bytes([1, profile, BEING_MADE, 0]) + b'pgnpack1' + bytes(12)
        head += struct.pack('<I', header_sum(head))
        if rest.startswith(head):
            mark = rest[-END_MARK_SIZE:]
            require(not is_mark(mark) or struct.unpack_from('<Q', mark)[0] == len(rest),
                    'another file behind a change that was broken off')
            return False
        if is_part(rest, head, place):
            return False
    return any(rest)


def is_mark(mark):
    return mark[40:] == b'BCGNfin\n' and checksum(mark[:36]) == struct.unpack_from('<I', mark, 36)[0]


def end_mark(file, start, games, footer_size, head):
    """Behind another segment a part of it is enough, if nothing follows. `head`: the segment's file header."""
    place, rest = file.place, file.peek(END_MARK_SIZE + 1)
    mark = struct.pack('<QQ12sIB3x', place + END_MARK_SIZE - start, games, head[16:28], footer_size, head[5])
    mark += struct.pack('<I', checksum(mark)) + b'BCGNfin\n'
    if start and is_part(rest, mark, place):
        file.take(len(rest))
        return
    found = file.take(END_MARK_SIZE)
    require(found[40:] == mark[40:], 'the end mark is wrong')
    require(is_mark(found), 'the end mark has a wrong checksum')
    known(found[16:20] == bytes(4), 'a feature that is needed and not known')
    require(found[:33] == mark[:33], 'the end mark is wrong')


def file_header(file, profile):
    if 0 < len(file) < 4 and b'BCGN'.startswith(file.peek(4)):
        raise Truncated('in the file header')
    if file.peek(4) != b'BCGN':
        raise Corrupt('no segment where one should begin') if file.place else NotOurs('no BCGN file')
    if file.peek(5)[4:] not in (b'', b'\1'):
        raise Unsupported('another version of BCGN')
    head = file.take(HEADER_SIZE)
    if head[8:16] != b'pgnpack1':
        raise Unsupported('another version of BCGN')
    require(header_sum(head) == struct.unpack_from('<I', head, 28)[0], 'the file header has a wrong checksum')
    require(head[STATE] in (0, BEING_MADE), 'the file header has an unknown state')
    known(head[16:20] == bytes(4), 'a feature that is needed and not known')
    known(head[5] <= profile.number, 'an unknown profile')
    return head


class Block:
    """The header and the sections of a block, which are unpacked."""

    def __init__(self, file, profile, profile_told):
        """`profile` is what the reader knows, `profile_told` the number in the file header."""
        self.profile, self.profile_told = profile, profile_told
        self.notes = []  # what the profile keeps of each game
        self.indexed = None  # once its text was read: all dates, all ratings of its games' tags
        head = file.take(BLOCK_HEADER_SIZE)
        (self.size, self.text_size, self.games_before, self.text_before, self.games, self.optional_size, self.text_hash, count,
         self.flags, needed, table_checksum, head_checksum) = struct.unpack('<8xIIQQIIQHBB4xII', head)
        require(checksum(head[:60]) == head_checksum, 'a block header has a wrong checksum')
        known(not self.flags & ~profile.flags, 'unknown flags of a block')
        known(not needed, 'a feature that a block needs')
        self.is_annex, self.is_record = bool(self.flags & 4), bool(self.flags & 8)
        self.header_hash = xxh64(head[:60])
        require(self.is_annex or not self.is_record, 'a record that is no annex')
        require(self.is_record or not self.flags & 16, 'a block that takes games away, and is no record')
        require(self.text_size <= MAX_TEXT and self.games <= self.text_size and count <= 4096, 'a block is too large')
        require(not self.is_annex or (self.flags & ~24 == 4 and not self.text_size), 'an annex with a text')
        table = file.take(16 * count)
        require(checksum(table) == table_checksum, 'a section table has a wrong checksum')
        entries = list(struct.iter_unpack('<BBHIII', table))
        kinds = [entry[0] >= OPTIONAL for entry in entries]
        require(kinds == sorted(kinds), 'an optional section before another one')
        others = entries[:kinds.count(False)]
        require(self.optional_size == sum(entry[4] for entry in entries[len(others):]) <= MAX_OPTIONAL,
                'the size of the optional sections')
        size = sum(entry[4] for entry in others)
        require(BLOCK_HEADER_SIZE + len(table) + size + self.optional_size == self.size, 'block size')
        has_files = bool(self.flags & 34)
        require(size <= self.text_size + 4096 + MAX_FILES * has_files, 'the stored sections are too large')
        of_files = sum(entry[3] for entry in others if entry[0] in OF_FILES and has_files)
        require(of_files <= MAX_FILES, 'the sections of files are too large')
        require(sum(entry[3] for entry in others) - of_files <= self.text_size + 4096, 'the sections are too large')
        self.sections = self.read_sections(file, entries)
        self.files = files_of(self)

    def read_sections(self, file, entries):
        seen, kept = set(), []
        self.indexes, self.optional = {}, []
        for kind, packing, index, unpacked_size, stored_size, sum_ in entries:
            stored = file.take(stored_size)
            require(checksum(stored) == sum_, 'a section has a wrong checksum')
            if kind >= OPTIONAL:
                self.optional.append((kind, packing, index, unpacked_size, stored))
                continue
            require(packing or stored_size == unpacked_size, 'the sizes of a stored section differ')
            if not self.profile_told:
                require(kind not in MODEL_TYPES and packing not in MODEL_PACKINGS, 'a section of the model profile')
                require(kind != MOVES or index not in MODEL_CODECS, 'a move codec of the model profile')
            known(kind in self.profile.types and packing in self.profile.packings, 'an unknown section')
            require(not self.is_annex, 'a section of games in an annex')
            require(self.games or kind in (TAIL, *OF_FILES), 'a section of games in a block without games')
            require(kind not in seen or kind in NUMBERED, 'a section occurs twice')
            require(kind not in NUMBERED or index < NUMBERED[kind], 'a section of no column')
            key = kind, index if kind in NUMBERED or kind == MOVES else 0
            self.indexes[kind] = index
            require(key not in seen, 'a section occurs twice')
            seen.update((kind, key))
            kept.append((key, packing, stored, unpacked_size))
        frames = [entry for entry in kept if entry[1] == 1]
        sections = {entry[0]: entry[2] for entry in kept if entry[1] == 0}
        sections.update({key: self.profile.unpack(key[0], packing, stored, size)
                         for key, packing, stored, size in kept if packing > 1})
        contents = unzstd([entry[2] for entry in frames], [entry[3] for entry in frames])
        sections.update({entry[0]: content for entry, content in zip(frames, contents)})
        tables = [bool(sections.get((kind, 0))) for kind in (COMMENT_TABLE, COMMENT_TEMPLATES)]
        require(tables[0] == tables[1], 'templates that no comment names, or the reverse')
        return {entry[0]: sections[entry[0]] for entry in kept}

    def section(self, kind, index=0):
        return Bytes(self.sections.get((kind, index), b''))

    def optional_section(self, kind, subtype=0):
        """The content of the one that counts, or None (chapter 4)."""
        for found, packing, index, size, stored in self.optional:
            if (found, index) == (kind, subtype) and size:
                if packing > 1 or size > MAX_OPTIONAL or (not packing and size != len(stored)):
                    return None
                return unzstd([stored], [size])[0] if packing else stored
        return None


class File:
    """Of a block, as far as it has it. A time of None is not known."""

    def __init__(self, games, tail_size, begins):
        self.games, self.tail_size, self.begins, self.name, self.time = games, tail_size, begins, b'', None


def files_of(block):
    """Chapter 6, "Files"."""
    told, names, times = (block.section(kind) for kind in (FILES, FILE_NAMES, FILE_TIMES))
    require(bool(len(told)) == bool(block.flags & 32), 'the flag of several files')
    require(not block.flags & 1 or not block.flags & 34, 'a file begins in a block that goes on with text that was cut')
    tail_size = len(block.section(TAIL))
    files = [] if len(told) else [File(block.games, tail_size, bool(block.flags & 2))]
    while len(told):
        files.append(File(told.varint(), told.varint(), bool(files or block.flags & 2)))
    require(len(files) != 1 or not block.flags & 32, 'one file that says it is several')
    require(len(files) <= 65536, 'too many files')
    require(sum(file.games for file in files) == block.games, 'the games of the files')
    require(sum(file.tail_size for file in files) == tail_size, 'the tails of the files')
    if len(names):
        name, size = b'', 0
        for file in files:
            shared = names.number_below(len(name) + 1, 'a name that shares more than there is')
            name = file.name = name[:shared] + names.until(b'\0')
            size += len(name)
            require(len(name) <= 4096 and size <= 1 << 22, 'the names of files are too long')
    if len(times):
        time = 0
        for file in files:
            code = times.varint()
            if code:
                time = file.time = time + unzigzag(code - 1)
                require(abs(time) < 1 << 40, 'the time of a file')
    require(not len(names) and not len(times), 'names or times of more files than there are')
    return files


def index_of(footer, profile):
    """The entries of a segment's index, lists of at least four numbers."""
    packed_size, size, blocks, sum_, head_sum = struct.unpack('<8xIIQII', footer.peek(32))
    require(checksum(footer.take(32)[:28]) == head_sum, 'the footer has a wrong checksum')
    require(packed_size <= size + size // 256 + 64, 'an index that grew by packing')
    packed = footer.take(packed_size)
    require(checksum(packed) == sum_, 'the index has a wrong checksum')
    index = Bytes(unzstd([packed], [size])[0])
    fields = index.varint()
    require(4 <= fields <= 64, 'the number of fields of the index')
    require(blocks <= len(index), 'the number of blocks of the index')
    entries = [[index.varint() for _ in range(fields)] for _ in range(blocks)]
    require(not len(index), 'the index is too long')
    require(all(entry[0] < 1 << 32 and entry[2] <= entry[1] <= MAX_TEXT for entry in entries), 'sizes in the index')
    known(not any(entry[3] & ~profile.flags for entry in entries), 'unknown flags in the index')
    return entries


def digits(value):
    """As a number; what is no digit counts as 0."""
    return int(bytes(byte if byte in b'0123456789' else 48 for byte in value) or b'0')


def rating(value):
    """What the tag begins with, behind white space: at most four digits, all of them known."""
    found = re.match(rb'[\t-\r ]*([0-9]+)(?!\?[0-9?])', value)
    return int(found.group(1)) if found and len(found.group(1)) <= 4 else 0


def date(value):
    if len(value) != 10 or value[4:5] + value[7:8] != b'..' or not digits(value[:4]):
        return 0
    return digits(value[:4]) * 10000 + digits(value[5:7]) * 100 + digits(value[8:])


INDEXED = {b'Date': (0, date), b'UTCDate': (0, date), b'WhiteElo': (1, rating), b'BlackElo': (1, rating)}


def is_true(entry, block):
    """Of a full test: what the index knows of a block whose text was read."""
    told = entry[:9] + [0] * (9 - len(entry))
    if told[:4] != [block.size, block.text_size, block.games, block.flags] or told[8] not in (0, block.header_hash):
        return False
    for pair, most, values in zip((told[4:6], told[6:8]), (MAX_DATE, MAX_RATING), block.indexed or ()):
        if any(pair) and max(pair) <= most and pair != [min(values, default=0), max(values, default=0)]:
            return False
    return True


def segment(file, profile, entries_ret=None):
    """Gives the blocks of the segment that begins here, and checks its end against them. The entries of its index are for who asks."""
    start, blocks, games, text = file.place, [], 0, 0
    head = file_header(file, profile)
    while file.peek(8) == BLOCK_MARKER:
        block = Block(file, profile, head[5])
        require((block.games_before, block.text_before) == (games, text), 'a block is not in its place')
        games, text = games + block.games, text + block.text_size
        blocks.append(block)
        yield block
    if FOOTER_MARKER.startswith(file.peek(8)) and len(file) < 8:
        raise Truncated('the file was not closed')
    require(file.peek(8) == FOOTER_MARKER, 'neither a block nor a footer')
    footer = file.place
    entries = index_of(file, profile)
    require(len(entries) == len(blocks) and sum(entry[1] for entry in entries) == text and
            sum(entry[2] for entry in entries) == games, 'the index is not that of the blocks')
    if all(len(entry) > 8 and entry[8] for entry in entries):
        require([entry[8] for entry in entries] == [block.header_hash for block in blocks], 'the index has other hashes of headers')
    if profile.is_full:
        require(all(map(is_true, entries, blocks)), 'the index tells what is not true')
        profile.check_last(blocks)
    if entries_ret is not None:
        entries_ret += entries
    footer_size = file.place - footer
    end_mark(file, start, games, footer_size, head)


# ---------------------------------------------------------------------------------------------------------
# Chapter 7: shapes
# ---------------------------------------------------------------------------------------------------------

def shapes(block):
    """The elements of each game, as lists of kinds."""
    runs, kinds = block.section(SHAPE_RUNS), block.section(SHAPE_KINDS)
    guesses, trusts, before = {}, {}, (END, END)
    games, game, left = [], [], None
    elements = 0
    while len(games) < block.games:
        if left is None:
            left = runs.varint()
        guess, trust = guesses.get(before, MOVE), trusts.get(before, 0)
        if left:
            kind, left = guess, left - 1
        else:
            kind, left = kinds.byte(), None
            known(kind <= BROKEN_END, 'an unknown kind of element')
        if kind == guess:
            trusts[before] = min(trust + 1, 3)
        elif trust:
            trusts[before] = trust - 1
        else:
            guesses[before] = kind
        before = before[1], kind
        elements += kind < END
        require(elements <= block.text_size, 'too many elements')
        game.append(kind)
        if kind in (END, BROKEN_END):
            require(sum(kind < RESULT for kind in game) <= MAX_ELEMENTS, 'too many elements in a game')
            games.append(game)
            game = []
    require(not left and not len(runs) and not len(kinds), 'the shapes are too long')
    return games


# ---------------------------------------------------------------------------------------------------------
# Chapter 8: styles, exceptions
# ---------------------------------------------------------------------------------------------------------

# Classes of tokens. MOVE, NULL_MOVE and DROP are 2 or 3, by the side.
NOTHING, TAG = 0, 1
CLASSES = {NAG: 4, SUFFIX: 5, COMMENT: 6, LINE_COMMENT: 7, ESCAPE: 8, VARIATION_BEGIN: 9, VARIATION_END: 10,
           TOKEN: 11, RESULT: 12, END: 13, BROKEN_END: 13}
COMMENT_CLASS = 6


class Style:
    def __init__(self, bytes_):
        flags = bytes_.byte()
        known(flags <= 127, 'unknown flags of a style')
        self.spelling = flags >> 2
        self.line_end = b'\r\n' if flags & 1 else b'\n'
        self.comments_wrap = bool(flags & 2)
        self.way = bytes_.byte()
        known(self.way <= 2, 'an unknown way of wrapping')
        self.width = bytes_.varint()
        require(self.width <= 100000, 'the width of a style')
        count = bytes_.byte()
        require(1 <= count <= 60, 'the templates of a style')
        templates = [self.template(bytes_) for _ in range(count)]
        self.templates = [templates[0]] * 256
        for _ in range(bytes_.byte()):
            pair, number = bytes_.byte(), bytes_.byte()
            require(number < count and pair >> 4 < 14 and pair & 15 < 14, 'a template of a style')
            self.templates[pair] = templates[number]

    def spell(self, san):
        for flag, old, new in (2, b'#', b'+'), (1, b'+', b''), (1, b'#', b''), (4, b'=', b''), (8, b'O', b'0'), \
                              (16, b'P', b''):
            if self.spelling & flag:
                san = san.replace(old, new)
        return san

    @staticmethod
    def template(bytes_):
        size = bytes_.byte()
        require(size <= 63, 'the size of a template')
        return bytes_.take(size)

    def gap(self, before, behind, number, token, line):
        """The text between two tokens. `line` is the text of the game so far, or its end."""
        template = self.templates[before * 16 + behind]
        if not self.way or b' ' not in template:
            return template.replace(b'\n', self.line_end).replace(b'\1', number)
        out, column = b'', len(line) - (line.rfind(b'\n') + 1)
        for place, byte in enumerate(template):
            piece = bytes([byte])
            if byte == 0x0a:
                piece = self.line_end
            elif byte == 0x01:
                piece = number
            elif byte == 0x20 and self.wraps(template, place, column, number, behind, token):
                piece = self.line_end
            out += piece
            column = 0 if piece == self.line_end else column + len(piece)
        return out

    def wraps(self, template, place, column, number, behind, token):
        """Whether the template's space at `place` becomes a line end."""
        rest = template[place + 1:]
        end = min((i for i, byte in enumerate(rest) if byte in b' \n'), default=len(rest))
        if self.way == 2:
            return b'\1' in rest[:end] and column >= self.width
        unit = rest[:end].replace(b'\1', number)
        if end == len(rest):
            unit += first_word(token) if self.comments_wrap and behind == COMMENT_CLASS else token
        return column + 1 + len(unit) > self.width


def first_word(token):
    ends = [token.find(byte) for byte in (b' ', b'\r', b'\n')]
    return token[:min((end for end in ends if end >= 0), default=len(token))]


def styles(block):
    bytes_ = block.section(STYLES)
    if not len(bytes_):
        return []
    count = bytes_.varint()
    require(1 <= count <= 64, 'the number of styles')
    found = [Style(bytes_) for _ in range(count)]
    require(not len(bytes_), 'the styles are too long')
    return found


def exceptions(block):
    """Of each game that has any: texts by slots."""
    bytes_, texts = block.section(EXCEPTIONS), block.section(EXCEPTION_TEXTS)
    found, game, slot = {}, 0, 0
    while len(bytes_):
        games, slots, size = bytes_.varint(), bytes_.varint(), bytes_.varint()
        slot = slots if games else slot + slots
        game += games
        require(game < block.games, 'an exception of no game')
        of_game = found.setdefault(game, {})
        require(slot not in of_game, 'two exceptions in one place')
        of_game[slot] = texts.take(size)
    require(not len(texts), 'too many texts of exceptions')
    return found


# ---------------------------------------------------------------------------------------------------------
# Chapters 6 and 8: from sections to text
# ---------------------------------------------------------------------------------------------------------

class Line:
    """The position and the ply counter along the moves and variations of a game. `ply`: the moves before it."""

    def __init__(self, fen):
        self.position = chess.position_of_fen(fen) or chess.position_of_fen(chess.START)
        self.before, self.first, self.ply = None, self.position.counter, 0
        self.open = []

    @property
    def counter(self):
        return self.first + self.ply

    def make(self, move):
        self.go_on(self.position.make(move))

    def make_drop(self, man, square):
        require(self.position.can_drop(man, square), 'a drop that is not allowed')
        self.go_on(self.position.drop(man, square))

    def make_null_move(self):
        require(not self.position.in_check(), 'a null move in check')
        self.go_on(self.position.pass_turn())

    def go_on(self, position):
        self.before, self.position = self.position, position
        self.ply += 1

    def mark(self, number):
        """That of a NAG or SUFFIX, which mean nothing in the simple profile."""

    def begin_variation(self):
        require(self.before is not None and len(self.open) < MAX_DEPTH, 'a variation of no move, or too deep')
        self.open.append((self.position, self.before, self.ply))
        self.position, self.before, self.ply = self.before, None, self.ply - 1

    def end_variation(self):
        require(self.open, 'the end of no variation')
        self.position, self.before, self.ply = self.open.pop()


class GameText:
    """Puts the slots of a game together."""

    def __init__(self, style, corrections):
        self.style, self.corrections = style, corrections
        self.text, self.slot, self.last_class = bytearray(), 0, NOTHING

    def add(self, class_, counter, token):
        """A gap and the token behind it."""
        gap = self.corrections.pop(self.slot, None)
        if gap is None:
            gap = self.style.gap(self.last_class, class_, b'%d' % (counter // 2 + 1), token, self.text)
        self.text += gap
        if class_ != CLASSES[END]:
            self.text += self.corrections.pop(self.slot + 1, token)
        self.slot += 2
        self.last_class = class_


class ValuesOfGames:
    """A value a game. Where they end, the last one goes on."""

    def __init__(self, bytes_, read):
        self.bytes, self.read, self.last = bytes_, read, 0

    def next(self):
        if len(self.bytes):
            self.last = self.read(self.bytes)
        return self.last

    def __len__(self):
        return len(self.bytes)


def drop_follows(kinds, place):
    """Is a drop the next element that is a ply or a bracket?"""
    place += 1
    while place < len(kinds) and kinds[place] not in PLIES + (VARIATION_BEGIN, VARIATION_END):
        place += 1
    return place < len(kinds) and kinds[place] == DROP


class TextReader:
    """Everything that the games of a block need, section by section."""

    def __init__(self, block):
        self.block = block
        block.indexed = set(), set()
        block.profile.put_plain_sections(block)
        self.styles = styles(block)
        self.game_styles = ValuesOfGames(block.section(GAME_STYLES), Bytes.byte)
        self.exceptions = exceptions(block)
        self.shapes = shapes(block)
        self.read_schemas(block.section(SCHEMAS))
        self.game_schemas = ValuesOfGames(block.section(GAME_SCHEMAS), Bytes.varint)
        self.tags = block.profile.tags(block, self.names, self.shapes)
        self.comments = block.profile.comments(block)
        self.moves = moves.moves_of(block)
        self.nags, self.lines, self.tokens = (block.section(kind) for kind in (NAGS, LINES, TOKENS))
        self.drop_men, self.drop_squares = block.section(DROP_MEN), block.section(DROP_SQUARES)
        self.results = ValuesOfGames(block.section(RESULTS), Bytes.byte)

    def read_schemas(self, bytes_):
        self.names, self.schemas = [], []
        if not len(bytes_):
            return
        names = bytes_.number_below(1025, 'too many names of tags')
        self.names = [bytes_.take(bytes_.varint()) for _ in range(names)]
        for _ in range(bytes_.number_below(4097, 'too many lists of tags')):
            size = bytes_.number_below(4097, 'a list of tags is too long')
            self.schemas.append([bytes_.number_below(names, 'an unknown tag') for _ in range(size)])
        require(not len(bytes_), 'the lists of tags are too long')

    def texts(self):
        """Of each file a list: the texts of its games, and its tail."""
        games = iter(enumerate(self.shapes))
        tail = self.block.section(TAIL)
        for file in self.block.files:
            texts = [self.game(*next(games)) for _ in range(file.games)]
            yield [*texts, tail.take(file.tail_size)]
        self.finish()

    def game(self, game, shape):
        corrections = self.exceptions.get(game, {})
        style = self.game_styles.next()
        require(style < len(self.styles), 'an unknown style')
        schema = self.game_schemas.next()
        require(schema < len(self.schemas), 'an unknown list of tags')
        result = self.results.next()
        require(result < 4, 'an unknown result')
        names = self.schemas[schema]
        values = self.tags.values_of_game(names, RESULT_TEXTS[result])

        tags = [(self.names[number], value) for number, value in zip(names, values)]
        self.moves.begin_game(tags, result)
        fens = [value for name, value in tags if name == b'FEN']
        line = self.block.profile.line(fens[-1] if fens else chess.START, game, tags)
        counter, elements, result_seen = line.counter, [], False
        for place, kind in enumerate(shape):
            require(not (result_seen and kind in (RESULT, BROKEN_END)), 'a result too much in one game')
            result_seen |= kind == RESULT
            self.no_mate = drop_follows(shape, place)
            elements.append(self.element(line, kind, RESULT_TEXTS[result], self.styles[style]))
        self.block.profile.end_game(self.block, line, tags, shape)
        values = self.tags.values_behind_moves(line)
        for number, value in zip(names, values):
            if self.names[number] in INDEXED:
                place, read = INDEXED[self.names[number]]
                self.block.indexed[place].update({read(value)} - {0})
        text = GameText(self.styles[style], corrections)
        for number, value in zip(names, values):
            text.add(TAG, counter, b'[' + self.names[number] + b' "' + value + b'"]')
        for element in elements:
            text.add(*element)
        require(not corrections, 'an exception behind its game')
        return text.text

    def element(self, line, kind, result, style):
        """Class, ply counter and text of the element's token."""
        counter = line.counter
        class_ = CLASSES.get(kind) or 2 + counter % 2
        token = b''
        if kind == MOVE:
            before, move = line.position, self.moves.next(line.position, line.ply)
            line.make(move)
            token = self.spell(style, before.san(move, line.position))
        elif kind == DROP:
            man = 'PNBRQ'[self.drop_men.number_below(5, 'the man of a drop')]
            square = self.drop_squares.number_below(64, 'the square of a drop')
            line.make_drop(man, square)
            token = self.spell(style, man + '@' + chess.name(square) + line.position.check_sign())
        elif kind == NULL_MOVE:
            line.make_null_move()
            token = self.tokens.until(b'\n')
        elif kind == NAG:
            number = self.nags.number_below(65536, 'the number of a NAG')
            line.mark(number)
            token = b'$%d' % number
        elif kind == SUFFIX:
            number = self.nags.number_below(65536, 'the number of a suffix')
            line.mark(number)
            token = SUFFIX_TEXTS[number] if number < len(SUFFIX_TEXTS) else b''
        elif kind == COMMENT:
            token = b'{' + self.comments.next(line) + b'}'
        elif kind in (LINE_COMMENT, ESCAPE):
            token = (b';' if kind == LINE_COMMENT else b'%') + self.lines.until(b'\n')
        elif kind == VARIATION_BEGIN:
            line.begin_variation()
            token = b'('
        elif kind == VARIATION_END:
            line.end_variation()
            token = b')'
        elif kind == TOKEN:
            token = self.tokens.until(b'\n')
        elif kind == RESULT:
            token = result
        return class_, counter, token

    def spell(self, style, san):
        return style.spell((san.replace('#', '+') if self.no_mate else san).encode())

    def finish(self):
        for bytes_ in (self.game_styles, self.game_schemas, self.nags, self.lines, self.tokens, self.results,
                       self.drop_men, self.drop_squares):
            require(not len(bytes_), 'a section is too long')
        for part in (self.tags, self.comments, self.moves):
            part.finish()


def text_of(block):
    text = b''.join(b''.join(texts) for texts in TextReader(block).texts())
    require(len(text) == block.text_size, 'the text has another size')
    require(xxh64(text) == block.text_hash, 'the text has another hash')
    return text


# ---------------------------------------------------------------------------------------------------------
# The program
# ---------------------------------------------------------------------------------------------------------

def blocks_of(data, profile=Simple()):
    """Of all segments of a file."""
    file = Bytes(data, Truncated)
    while True:
        yield from segment(file, profile)
        if not goes_on(file):
            return


def main(arguments, usage, profile):
    check = arguments[:1] == ['--check']
    names = arguments[1:] if check else arguments
    if len(names) != 1 or names[0].startswith('-'):
        print(usage, file=sys.stderr)
        return 1
    with open(names[0], 'rb') as file:
        data = file.read()
    blocks = games = size = 0
    profile.is_full = check
    try:
        for block in blocks_of(data, profile):
            text = text_of(block)
            if check:
                profile.check(block)
            blocks, games, size = blocks + 1, games + block.games, size + len(text)
            if not check:
                sys.stdout.buffer.write(text)
    except FormatError as error:
        print(f'{names[0]}: {type(error).__name__}: {error}', file=sys.stderr)
        return 2
    if check:
        print(f'{names[0]}: fine, {blocks} blocks, {games} games, {size} bytes of text')
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:], __doc__, Simple()))
