#!/usr/bin/env python3
"""newer.py KIND PACKED NEWER: makes of a packed database the file that a newer version might have made of the same games.

By docs/FORMAT.md alone, chapters 2, 3, 4, 27 and 28; KIND is
    ignorable   ignorable features, all reserved bytes of headers and end marks, three more fields of the index
    sections    optional sections of unknown types and subtypes in each block, and columns and trees in an unknown packing;
                for files of one segment, since the names of segments are hashes of their blocks' headers
    read-only   features with which a file is read-only
    needed      a needed feature; profile: a profile above 1; block: a needed feature of the file's last block
"""

import os
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'format'))
from basics import Bytes, checksum, varint, xxh64  # noqa: E402 (their folder is told first)
from simple import unzstd  # noqa: E402

HEADER, BLOCK, FOOTER, MARK, ENTRY = 32, 64, 32, 48, 16
BLOCK_MARKER = bytes.fromhex('9ebc424c4b8d1a0a')
# Type, subtype, packing, unpacked size, bytes.
SECTIONS = [(133, 0, 0, 5, b'later'), (134, 0, 9, 0xffffffff, b'a search of tomorrow'), (134, 0, 0, 0, b''),
            (239, 65535, 255, 1, b''), (128, 77, 1, 9, b'no frame'), (129, 5, 0, 3, b'tree'), (132, 9, 1, 2, b'ids'),
            (240, 1, 0, 12, b'my own 8 and')]
FEATURES = {'ignorable': (0, 0, 0xffffffff), 'read-only': (0, 1 << 31 | 2, 0), 'needed': (1 << 7, 0, 0)}


def frame(content):
    """A zstd frame of raw blocks."""
    blocks = [content[i:i + 100000] for i in range(0, len(content), 100000)]
    raw = b''.join((len(block) << 3 | (i == len(blocks) - 1)).to_bytes(3, 'little') + block for i, block in enumerate(blocks))
    return bytes.fromhex('28b52ffda0') + struct.pack('<I', len(content)) + raw


def sealed(data):
    return data + struct.pack('<I', checksum(data))


def newer_block(block, kind, is_last):
    """The block with more in it; its bytes 52 to 55 are reserved."""
    if kind not in ('sections', 'block'):
        return block
    count, optional, flags, needed = *struct.unpack_from('<H', block, 48), *struct.unpack_from('<I', block, 36), block[50], block[51]
    table, stored = block[BLOCK:BLOCK + ENTRY * count], block[BLOCK + ENTRY * count:]
    reserved = block[52:56]
    if kind == 'block':
        needed = 1 if is_last else 0
    else:
        entries = [bytearray(table[i:i + ENTRY]) for i in range(0, len(table), ENTRY)]
        for entry in entries:
            if entry[0] in (128, 129):
                entry[1] = 7
        for type_, subtype, packing, unpacked, content in SECTIONS:
            entries.append(struct.pack('<BBHIII', type_, packing, subtype, unpacked, len(content), checksum(content)))
            stored += content
            optional += len(content)
        table, count, reserved = b''.join(entries), len(entries), b'\xff\xff\xff\xff'
    head = block[:8] + struct.pack('<I', BLOCK + len(table) + len(stored)) + block[12:36] + struct.pack('<I', optional) + block[40:48]
    head += struct.pack('<HBB', count, flags, needed) + reserved + struct.pack('<I', checksum(table))
    return sealed(head) + table + stored


def newer_index(index, blocks, kind):
    """With the new blocks' sizes and hashes, and more fields."""
    old = Bytes(index)
    width = old.varint()
    more = [1, 1 << 63, 0] if kind == 'ignorable' else []
    found = varint(width + len(more))
    for block in blocks:
        fields = [old.varint() for _ in range(width)]
        fields[0], fields[8] = len(block), xxh64(block[:60])
        found += b''.join(varint(field) for field in fields + more)
    return found


def newer_segment(data, begin, kind):
    """The newer segment, and where the old one ends."""
    features = struct.pack('<3I', *FEATURES.get(kind, (0, 0, 0)))
    profile = 2 if kind == 'profile' else data[begin + 5]
    found = sealed(data[begin:begin + 5] + bytes([profile, 0, 0x99 if kind == 'ignorable' else 0]) + data[begin + 8:begin + 16] + features)
    place, blocks = begin + HEADER, []
    while data[place:place + 8] == BLOCK_MARKER:
        size = struct.unpack_from('<I', data, place + 8)[0]
        blocks.append(data[place:place + size])
        place += size
    packed_size, unpacked_size, count = struct.unpack_from('<IIQ', data, place + 8)
    is_last = place + FOOTER + packed_size + MARK == len(data)
    blocks = [newer_block(block, kind, is_last and i == len(blocks) - 1) for i, block in enumerate(blocks)]
    assert count == len(blocks)
    index = newer_index(unzstd([data[place + FOOTER:place + FOOTER + packed_size]], [unpacked_size])[0], blocks, kind)
    packed = frame(index)
    footer = sealed(data[place:place + 8] + struct.pack('<IIQI', len(packed), len(index), count, checksum(packed))) + packed
    place += FOOTER + packed_size
    games = data[place + 8:place + 16]
    found += b''.join(blocks) + footer
    mark = struct.pack('<Q', len(found) + MARK) + games + features + struct.pack('<IB', len(footer), profile)
    mark += (b'new' if kind == 'ignorable' else bytes(3))
    return found + sealed(mark) + data[place + 40:place + MARK], place + MARK


def main(kind, packed, newer):
    with open(packed, 'rb') as file:
        data = file.read()
    found, place = b'', 0
    while place < len(data):
        segment, place = newer_segment(data, place, kind)
        found += segment
    with open(newer, 'wb') as file:
        file.write(found)


if __name__ == '__main__':
    main(*sys.argv[1:])
