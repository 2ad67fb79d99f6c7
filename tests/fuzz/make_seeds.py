#!/usr/bin/env python3
"""make_seeds.py BUILD: writes the seeds of the targets `unpack` and `sections` in tests/fuzz/corpus that are named by a
level: the samples below, packed at each level. Sections are as they are when unpacked, so that mutations of them are
mutations of what they say; the targets make the checksums fit."""

import os
import struct
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '../format'))
import bcgn1  # noqa: E402
import simple  # noqa: E402
from basics import Bytes  # noqa: E402

OPENINGS = [('C60', 'Spanish', '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4'), ('C50', 'Italian', '1. e4 e5 2. Nf3 Nc6 3. Bc4'),
            ('D30', 'Queen\'s Gambit', '1. d4 d5 2. c4 e6'), ('C68', 'Spanish', '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6')]


def game(number, tags, moves, result='1/2-1/2'):
    head = [('Event', 'Open'), ('Date', f'2024.01.{10 + number}'), ('Round', f'1.{number}'), ('White', 'Bob, C.'),
            ('Black', 'Cleo'), ('Result', result), ('WhiteElo', str(2050 + number))]
    return '\n'.join(f'[{name} "{value}"]' for name, value in head + tags) + f'\n\n{moves} {result}\n\n'


SAMPLES = {
    'openings': ''.join(game(i, [('ECO', eco), ('Opening', name), ('PlyCount', str(len(moves.split()) * 2 // 3))], moves)
                        for i, (eco, name, moves) in enumerate(OPENINGS)),
    'clocks': ''.join(game(i, [('TimeControl', '180+2')], ' '.join(
        f'{n}. {w} {{ [%eval 0.{n}{i}] [%clk 0:0{3 - n // 3}:0{n}] }} {n}... {b} {{ [%clk 0:02:5{9 - n}] }}'
        for n, (w, b) in enumerate((('Nf3', 'Nf6'), ('Ng1', 'Ng8'), ('Nc3', 'Nc6')), 1))) for i in range(3)),
    'engines': ''.join(game(i, [], f'1. e4 {{d=1{i}, pv=e4 e5 Nf3 Nc6, mt={17 + i}}} e5 {{d=13, pv=e5 Nf3 Nc6 Bb5, mt=4}} '
                            '2. Nf3 {d=12, pv=Nf3 Nc6 Bb5 a6, mt=25} Nc6 {d=9, pv=Nc6 and so on, mt=3}') for i in range(3)),
    'odd': '[FEN "8/P6k/8/8/8/8/K6p/8 w - - 0 40"]\n40. a8=Q ( 40. -- h1=N $14 )h1=N?! ; rest\n41. Qb7+ {a}  Kg6 *\r\n'
           + game(1, [], '1. e2e4 e5 2. Ke3 zzz') + 'no game',
}


def unpacked_file(data):
    """The file with each section stored as it is."""
    out, segments = data[:32], Bytes(data)
    profile = bcgn1.Everything()
    told = simple.file_header(segments, profile)
    while segments.peek(8) == simple.BLOCK_MARKER:
        start = segments.place
        block = simple.Block(segments, profile, told)
        head = data[start:start + 64]
        entries = [(kind, 0, index, len(content), len(content), 0) for (kind, index), content in contents(block)]
        out += head + b''.join(struct.pack('<BBHIII', *entry) for entry in entries)
        out += b''.join(content for _, content in contents(block))
    return out + data[segments.place:]


def contents(block):
    return sorted((key, bytes(content)) for key, content in block.sections.items())


def block_seed(data):
    block = next(iter(simple.blocks_of(data, bcgn1.Everything())))
    seed = struct.pack('<HB', block.text_size, block.games)
    for (kind, index), content in contents(block):
        seed += struct.pack('<BBH', kind, index, len(content)) + content
    return seed


def write(target, name, seed):
    with open(os.path.join(os.path.dirname(__file__), 'corpus', target, name), 'wb') as file:
        file.write(seed)


def main(build):
    for name, text in SAMPLES.items():
        for level in (1, 4, 5, 7, 9):
            command = [os.path.join(build, 'pgnpack'), f'-{level}', '-o', '-', '-']
            data = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, check=True).stdout
            write('sections', f'{name}_level_{level}', block_seed(data))
            if level in (5, 9):
                write('unpack', f'{name}_level_{level}', b'\x0f' + unpacked_file(data))


if __name__ == '__main__':
    main(sys.argv[1])
