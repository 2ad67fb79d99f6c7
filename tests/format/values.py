#!/usr/bin/env python3
"""values.py [--anew PGNPACK]: the test values of docs/FORMAT.md, chapter 30, against what the second reader makes.

Each is a fenced block whose first line is ```text test-NAME. Prints the blocks that differ, and at the end "N passed, N
failed". --anew writes into the document what the second reader makes, the sections that PGNPACK packs, and the table of
contents: after a change of the format on purpose.
"""

import hashlib
import os
import re
import struct
import subprocess
import sys
import tempfile
import textwrap

import bcgn1
import chess
import labels
import mixed
import positions
import simple
import symbols
import table
import wide
from basics import Bytes, checksum, varint, xxh64
from bad_vectors import BitEncoder, TextWriter, WideRangeEncoder, symbols_of
from packed_shapes import PackedShapes
from text_model import TextModel

DOCUMENT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'docs', 'FORMAT.md')
EXAMPLE_MOVES = ['e4', 'e5', 'Qh5', 'Nc6', 'Bc4', 'Nf6', 'Qxf7#']
FENCE = re.compile(r'```text test-([a-z0-9-]+)\n(.*?)```', re.DOTALL)


class Writer(mixed.Bits, BitEncoder):
    """In the place of a reader's stream: the bits that are wanted are what it reads, and it writes them."""

    def __init__(self):
        mixed.Bits.__init__(self, b'')
        BitEncoder.__init__(self)
        self.wanted, self.ones = [], []

    def bit(self, one):
        self.ones.append(one)
        return BitEncoder.bit(self, one)


def bits_of(number, count):
    return [number >> place & 1 for place in range(count - 1, -1, -1)]


def bits_of_number(number, is_signed):
    size = abs(number)
    length = size.bit_length()
    if length <= 4:
        wanted = [1, 0] + bits_of(length - 1, 2) if length else [0]
    else:
        wanted = [1, 1] + (bits_of(length - 5, 3) if length < 12 else [1, 1, 1] + bits_of(length - 12, 6))
    if length:
        wanted += [int(number < 0)] * is_signed + bits_of(size, length)[1:]
    return wanted


# ---------------------------------------------------------------------------------------------------------
# A function for each block: from its lines to what they should be
# ---------------------------------------------------------------------------------------------------------

def xxh64_lines(lines):
    for line in lines:
        text = re.match(r'"(.*)"', line).group(0)
        yield f'{text} {xxh64(text[1:-1].encode()):016x}'


def hash_lines(lines):
    for line in lines:
        a, b = map(int, line.split()[:2])
        yield f'{a} {b} {mixed.mix(a, b):08x}'


def squash_lines(lines):
    for line in lines:
        odds = int(line.split()[0])
        yield f'{odds} {mixed.squash(odds)}'


def stretch_lines(lines):
    for line in lines:
        place = int(line.split()[0])
        yield f'{place} {mixed.STRETCH[place]}'


def range_lines(lines):
    writer = Writer()
    for line in lines[:-1]:
        words = line.split()
        if words[0] == 'symbol':
            writer.symbol([int(word) for word in words[3:]], int(words[1]))
        else:
            writer.wanted = [int(words[1])]
            writer.bit(int(words[3]))
        yield line
    yield 'bytes ' + writer.group().hex(' ')


def mixed_lines(lines):
    """KIND SIZE set SET value VALUE contexts KNOWN..., and the odds of the bits before."""
    writer = Writer()
    coder = mixed.Model(writer)
    for line in lines[:-1]:
        line = line.partition(' -> ')[0]
        kind, size, _, set_, _, value, _, *known = line.split()
        contexts = coder.contexts(int(set_), *map(int, known))
        size, value = int(size), int(value)
        writer.wanted, writer.ones = {'bit': [value], 'symbol': bits_of(value, size),
                                      'number': bits_of_number(value, True),
                                      'natural': bits_of_number(value, False)}[kind], []
        found = {'bit': lambda: coder.bit(contexts, size), 'symbol': lambda: coder.symbol(contexts, size),
                 'number': lambda: coder.number(contexts), 'natural': lambda: coder.natural(contexts)}[kind]()
        assert found == value and not writer.wanted, line
        yield f'{line} -> ' + ' '.join(map(str, writer.ones))
    yield 'bytes ' + writer.group().hex(' ')


def text_lines(lines):
    text = lines[0].partition(' ')[2].encode()
    yield lines[0]
    for packing in 2, 3:
        packed = TextWriter(text, packing == 3).packed()
        assert TextModel(packed, len(text), ord('}'), packing == 3).unpack() == text
        yield f'packing {packing}: {packed.hex(" ")}'


def symbol_lines(lines):
    for line in lines[::2]:
        symbols_ = bytes(map(int, line.split()[1:]))
        packed = min((symbols_of(symbols_, before) for before in range(3)), key=len)
        assert symbols.unpack(packed, len(symbols_)) == symbols_
        yield line
        yield f'packing 4: {packed.hex(" ")}'


def splitmix_lines(lines):
    numbers = labels.splitmix64(0x70676e7061636b31)
    numbers = [next(numbers) for _ in range(793)]
    for line in lines:
        yield f'{line.split()[0]} {numbers[int(line.split()[0])]:016x}'


def key_lines(lines):
    for line in lines:
        fen = line.partition(' ')[2]
        yield f'{labels.key(chess.position_of_fen(fen.encode())):016x} {fen}'


def square(name):
    return 'abcdefgh'.index(name[0]) + 8 * (int(name[1]) - 1)


def start():
    return chess.position_of_fen(chess.START)


def net_lines(lines):
    """MOVE and, of both nets, its logit: nothing is known but the position."""
    nets = [wide.net_of_number(number) for number in (0, 1)]
    sights = [net.sight(start(), net.remembered()) for net in nets]
    for line in lines:
        move = square(line), square(line[2:]), ''
        found = [net.logits(sight.rows((0, 0), 0), [sight.row_and_classes(move)])[0]
                 for net, sight in zip(nets, sights)]
        yield f'{line.split()[0]} {found[0]} {found[1]}'


def weight_lines(lines):
    """NAME, size and SHA-256 of each file of weights there is, whatever the lines say."""
    folder = os.path.join(os.path.dirname(DOCUMENT), '..', 'data')
    for name in sorted(name for name in os.listdir(folder) if name.endswith('.bin')):
        with open(os.path.join(folder, name), 'rb') as file:
            weights = file.read()
        yield f'{name} {len(weights)} {hashlib.sha256(weights).hexdigest()}'


def table_lines(lines):
    """Of types: the cost. Of men and of targets: row, class, cost."""
    codec = table.Table(Bytes(b'\0\1\0'), 1)
    nothing = None, table.NOT_KNOWN, False
    view, tables = table.View(start(), nothing, nothing), codec.tables
    costs = dict(zip('PNBRQK', codec.type_costs(view, 0)))
    for line in lines:
        kind, name = line.split()[:2]
        if kind == 'type':
            yield f'type {name} {costs[name]}'
            continue
        man = next(man for man in view.men(view.board[square(name)]) if man.square == square(name))
        if kind == 'man':
            row, class_ = view.row_and_class_of_man(man)
            cost = tables.man_rows[0][row] + tables.man_classes[class_]
        else:
            row, class_ = view.row_and_class_of_move(man, square(name[2:]), '')
            cost = tables.move_rows[0][row] + tables.move_classes[class_]
        yield f'{kind} {name} {row} {class_} {cost}'


def wide_range_lines(lines):
    writer = WideRangeEncoder()
    for line in lines[:-1]:
        words = line.split()
        writer.symbol([int(word) for word in words[3:]], int(words[1]))
        yield line
    yield 'bytes ' + writer.group().hex(' ')


def fenced(document, name):
    """The text of a fenced block."""
    return re.search(f'```{name}\n(.*?)```', document, re.DOTALL).group(1)


def block_of(text, lines, first_tag='[Event '):
    """The block whose sections a document has: "TYPE PACKING SUBTYPE SIZE: BYTES"."""
    table = stored = b''
    for line in lines:
        head, _, content = line.partition(':')
        kind, packing, index, size = map(int, head.split())
        content = bytes.fromhex(content)
        table += struct.pack('<BBHIII', kind, packing, index, size, len(content), checksum(content))
        stored += content
    head = bytes.fromhex('9ebc424c4b8d1a0a') + struct.pack('<IIQQIIQHB5xI', 64 + len(table) + len(stored), len(text), 0, 0,
                                                           text.count(first_tag.encode()), 0, xxh64(text), len(lines), 0,
                                                           checksum(table))
    file = Bytes(head + struct.pack('<I', checksum(head)) + table + stored)
    return simple.Block(file, bcgn1.Everything(), bcgn1.Everything.number)


def sections_of(packed):
    """Lines for the sections of a file's first block."""
    count = struct.unpack_from('<H', packed, 32 + 48)[0]
    place = 32 + 64 + 16 * count
    for kind, packing, index, size, stored, _ in struct.iter_unpack('<BBHIII', packed[32 + 64:place]):
        yield f'{kind} {packing} {index} {size}: {packed[place:place + stored].hex(" ")}'
        place += stored


def packed_by(pgnpack, text, options):
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, 'text.pgn')
        with open(name, 'wb') as file:
            file.write(text)
        return subprocess.run([pgnpack, '-qq', '-c', *options, name], stdout=subprocess.PIPE, check=True).stdout


def model_lines(document, lines, pgnpack):
    """The sections of the example, which have to make its text."""
    text = fenced(document, 'text example-model').encode()
    if pgnpack:
        lines = list(sections_of(packed_by(pgnpack, text, ['-8'])))
    try:
        right = simple.text_of(block_of(text, lines)) == text
    except simple.FormatError:
        right = False
    return lines if right else ['another text']


def shape_lines(document):
    """The sections that the example's packed shapes stand for."""
    text = fenced(document, 'text example-model').encode()
    sections = {line.split()[0]: line for line in fenced(document, 'text test-sections').splitlines()}
    block = block_of(text, sections.values())
    shapes = PackedShapes(bytes.fromhex(sections['29'].partition(':')[2]), bytes.fromhex(sections['17'].partition(':')[2]),
                          block.text_size)
    return [f'{kind}: {content.hex(" ")}' for kind, content in ((5, shapes.runs), (6, shapes.kinds), (13, shapes.nags))]


def second_example(document):
    """Is its text what its sections make? "# Section TYPE, ..." begins each."""
    text = fenced(document, 'text example-2').encode()
    lines = []
    for section in re.split('^# Section ', fenced(document, 'hex example-2'), flags=re.MULTILINE)[1:]:
        content = bytes.fromhex(re.sub('#.*', '', section.partition('\n')[2]))
        lines.append(f'{section.partition(",")[0]} 0 0 {len(content)}: {content.hex()}')
    return simple.text_of(block_of(text, lines, '[White ')) == text


def codec_lines(document, lines, pgnpack):
    """Section 12 of the first example in other codecs: "CODEC: BYTES". They have to give its moves."""
    text = fenced(document, 'text example').encode()
    for line in lines:
        codec, _, content = line.partition(':')
        if pgnpack:
            options = {'2': ['-5'], '3': ['-8'], '4': ['-4']}[codec]
            content = next(found for found in sections_of(packed_by(pgnpack, text, options))
                           if found.startswith('12 ')).partition(':')[2]
        right = moves_of(int(codec), bytes.fromhex(content)) == EXAMPLE_MOVES
        yield f'{codec}: {content.strip()}' if right else 'other moves'


def moves_of(codec, section):
    reader, position, found = bcgn1.Everything.codecs[codec](Bytes(section), 1), start(), []
    reader.begin_game([(b'White', b'Ada'), (b'Black', b'Bob')], 1)
    for ply in range(7):
        move = reader.next(position, ply)
        after = position.make(move)
        found.append(position.san(move, after))
        position = after
    reader.finish()
    return found


def tree_lines(lines):
    """"BYTES: PAWNS | PAWNS ...", a list for each class; "-": no pawns."""
    for line in lines:
        content = line.partition(':')[0]
        tree = Bytes(bytes.fromhex(content))
        classes = positions.read_tree(tree)
        lists = ' | '.join(' '.join(map(str, pawns)) or '-' for pawns in classes)
        yield f'{content}: {lists}' if not len(tree) else 'bytes left over'


def index_lines(document):
    """Section 130 of the annexes of an index of one block."""
    hash_ = struct.pack('<Q', xxh64(fenced(document, 'text example-positions').encode()))
    return [hash_.hex(' '), struct.pack('<Q', xxh64(hash_)).hex(' ')]


def example_of_positions(document):
    """Are the columns true of their games, and rule out those that are not told?"""
    games = main_lines(fenced(document, 'text example-positions'))
    sections = [bytes.fromhex(re.sub('#.*', '', section.partition('\n')[2]))
                for section in re.split('^# Column ', fenced(document, 'hex example-positions'), flags=re.MULTILINE)[1:]]
    columns = positions.Columns(sections, len(games))
    for number, game in enumerate(games):
        columns.check(number, game)
    told = [line.rpartition(':') for line in fenced(document, 'text example-possible').splitlines()]
    found = [columns.games_that_can_have(chess.position_of_fen(fen.encode()).board) for fen, _, _ in told]
    return found == [[int(game) for game in games.split()] for _, _, games in told]


def main_lines(text):
    """Of games without comments, each with tags; a plain reader of PGN."""
    found = []
    for game in re.findall(r'((?:\[.*\]\n)+)\n(.*) \*\n', text):
        tags, movetext = game
        fen = re.search(r'\[FEN "(.*)"\]', tags)
        position, boards = chess.position_of_fen(fen[1].encode()) if fen else start(), []
        boards.append(position.board)
        for san in re.sub(r'\(.*?\)|\d+\.', '', movetext).split():
            pairs = [(move, position.make(move)) for move in position.moves()]
            position = next(after for move, after in pairs if position.san(move, after) == san)
            boards.append(position.board)
        found.append(positions.MainLine(boards, bool(fen)))
    return found


def hex_lines(bytes_):
    return [bytes_[i:i + 16].hex(' ') for i in range(0, len(bytes_), 16)]


IDENTITY = struct.pack('<Q', 0x47b1bfb1a25bb5f4)


def record_lines(_):
    command = b'pgnpack --delete=5-10,100 games.bcgn'
    place = IDENTITY + varint(0)
    by_hand = varint(1 + 8 * 2) + place + b''.join(map(varint, [4, 5, 89, 0]))
    duplicates = varint(2 + 8 * 1) + place + place + b''.join(map(varint, [11, 1, 2 * 2]))
    rest = (varint(2) + varint(1790000000) + IDENTITY + varint(len(command)) + command + varint(0) + varint(2) + by_hand +
            duplicates)
    return hex_lines(varint(len(rest)) + rest)


def ids_section(*runs):
    """Of one identity."""
    columns = [b''.join(map(varint, column)) for column in zip(*runs)]
    return b'\1' + IDENTITY + varint(len(runs)) + b''.join(varint(len(column)) + column for column in columns)


def ids_lines(_):
    return hex_lines(ids_section((0, 0, 2 * 41, 1), (1, 0, 2 * (43 - 7) - 1, 0)))


def further_ids_lines(_):
    return hex_lines(ids_section((0, 2 * 8, 0, 2 * 7, 0)))


BLOCKS = {'xxh64': xxh64_lines, 'hash': hash_lines, 'squash': squash_lines, 'stretch': stretch_lines, 'range': range_lines,
          'wide-range': wide_range_lines,
          'mixed': mixed_lines, 'text': text_lines, 'symbols': symbol_lines, 'splitmix': splitmix_lines, 'keys': key_lines, 'nets': net_lines,
          'tables': table_lines, 'weights': weight_lines, 'trees': tree_lines,
          'record': record_lines, 'ids': ids_lines, 'further-ids': further_ids_lines}


CONTENTS = re.compile(r'(<!-- contents: [^\n]*-->\n).*?(<!-- end of contents -->\n)', re.DOTALL)


def contents(document):
    """The table of contents: of each part its chapters, with sizes in KB."""
    lines = []
    for part in re.split(r'(?m)^(?=# (?:Part|Appendix))', document)[1:]:
        chapters = re.findall(r'(?ms)^## (\d+)\. ([^\n(]*?)(?: \([^\n]*)?\n(.*?)(?=^## \d|\Z)', part)
        told = [f'{number} {title} ({max(1, round(len(text.encode()) / 1024))})' for number, title, text in chapters]
        line = f'**{part.splitlines()[0][2:]}**, {round(len(part.encode()) / 1024)} KB: ' + ', '.join(told) + '.'
        lines += textwrap.wrap(line, 120, initial_indent='- ', subsequent_indent='  ', break_on_hyphens=False)
    return ''.join(line + '\n' for line in lines)


def right_lines(document, name, lines, pgnpack):
    if name == 'sections':
        return model_lines(document, lines, pgnpack)
    if name == 'shapes':
        return shape_lines(document)
    if name == 'index':
        return index_lines(document)
    if name == 'codecs':
        return codec_lines(document, lines, pgnpack)
    return BLOCKS[name](lines)


def main(arguments):
    pgnpack = arguments[1] if arguments[:1] == ['--anew'] else None
    with open(DOCUMENT, encoding='utf-8') as file:
        document = file.read()
    passed = failed = 0
    for name in FENCE.findall(document):
        name = name[0]
        block = fenced(document, f'text test-{name}')
        right = ''.join(line + '\n' for line in right_lines(document, name, block.splitlines(), pgnpack))
        if pgnpack:
            document = document.replace(f'```text test-{name}\n{block}```', f'```text test-{name}\n{right}```')
        elif block != right:
            print(f'FAILED: test-{name} should be\n{right}')
            failed += 1
            continue
        passed += 1
    right = CONTENTS.sub(lambda match: match[1] + contents(document) + match[2], document)
    if right != document and not pgnpack:
        print('FAILED: the table of contents has other sizes or titles: make vectors-anew')
        failed += 1
    document = right
    if not second_example(document):
        print('FAILED: example-2 has another text')
        failed += 1
    if not example_of_positions(document):
        print('FAILED: example-possible has other games')
        failed += 1
    if pgnpack:
        with open(DOCUMENT, 'w', encoding='utf-8') as file:
            file.write(document)
    print(f'test values: {passed} passed, {failed} failed')
    return 1 if failed or passed < len(BLOCKS) + len(('sections', 'shapes', 'codecs', 'index')) else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
