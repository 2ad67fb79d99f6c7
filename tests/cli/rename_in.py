"""rename_in.py FILE OLD NEW: changes a file's name inside a BCGN 1 database, checksums included.

Escapes such as \\x1b are understood. This is how a hostile database comes about: the
library's own writer is used by pgnpack only with harmless names. XXH64 is written from its specification.
"""
import sys

MASK = (1 << 64) - 1
P1, P2, P3, P4, P5 = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63,
                      0x27D4EB2F165667C5)
SYNC_MARKER = bytes.fromhex("9ebc424c4b8d1a0a")
HEADER_SIZE, ENTRY_SIZE, FILE_NAMES = 64, 16, 19


def rotate(value, bits):
    return (value << bits | value >> (64 - bits)) & MASK


def mix(value, lane):
    return rotate((value + lane * P2) & MASK, 31) * P1 & MASK


def xxh64(data):
    at, size = 0, len(data)
    if size >= 32:
        lanes = [(P1 + P2) & MASK, P2, 0, -P1 & MASK]
        while size - at >= 32:
            for i in range(4):
                lanes[i] = mix(lanes[i], int.from_bytes(data[at:at + 8], "little"))
                at += 8
        result = sum(rotate(lane, bits) for lane, bits in zip(lanes, (1, 7, 12, 18))) & MASK
        for lane in lanes:
            result = ((result ^ mix(0, lane)) * P1 + P4) & MASK
    else:
        result = P5
    result = (result + size) & MASK
    while size - at >= 8:
        result = (rotate(result ^ mix(0, int.from_bytes(data[at:at + 8], "little")), 27) * P1 + P4) & MASK
        at += 8
    if size - at >= 4:
        result = (rotate(result ^ int.from_bytes(data[at:at + 4], "little") * P1 & MASK, 23) * P2 + P3) & MASK
        at += 4
    for byte in data[at:]:
        result = rotate(result ^ byte * P5 & MASK, 11) * P1 & MASK
    for shift, factor in ((33, P2), (29, P3), (32, 1)):
        result = (result ^ result >> shift) * factor & MASK
    return result


def low_half(data):
    return (xxh64(data) & 0xFFFFFFFF).to_bytes(4, "little")


def names_in(section):
    """They are short, and few: a size takes one byte, and the section is stored as it is."""
    names, at = [b""], 0
    while at < len(section):
        end = section.index(b"\0", at + 1)
        names.append(names[-1][:section[at]] + section[at + 1:end])
        at = end + 1
    return names[1:]


def rename_in_block(data, block, old, new):
    count = int.from_bytes(data[block + 48:block + 50], "little")
    table = block + HEADER_SIZE
    at = table + count * ENTRY_SIZE
    for entry in range(table, at, ENTRY_SIZE):
        size = int.from_bytes(data[entry + 8:entry + 12], "little")
        names = names_in(bytes(data[at:at + size])) if data[entry] == FILE_NAMES else []
        if old in names:
            assert data[entry + 1] == 0, "the names are packed"
            section = b"".join(b"\0" + (new if name == old else name) + b"\0" for name in names)
            block_size = int.from_bytes(data[block + 8:block + 12], "little") + len(section) - size
            data[at:at + size] = section
            data[entry + 4:entry + 12] = 2 * len(section).to_bytes(4, "little")
            data[entry + 12:entry + 16] = low_half(section)
            data[block + 8:block + 12] = block_size.to_bytes(4, "little")
            data[block + 56:block + 60] = low_half(data[table:table + count * ENTRY_SIZE])
            data[block + 60:block + 64] = low_half(data[block:block + 60])
            return True
        at += size
    return False


def varint(number):
    return bytes([number]) if number < 128 else bytes([number & 127 | 128]) + varint(number >> 7)


def index_anew(data):
    """Of a file of one segment: an index that tells no hashes of headers, and an end mark for it."""
    end = len(data) - 48
    footer, at, entries = end - int.from_bytes(data[end + 28:end + 32], "little"), 32, []
    while at < footer:
        size, text = (int.from_bytes(data[at + i:at + i + 4], "little") for i in (8, 12))
        entries += [size, text, int.from_bytes(data[at + 32:at + 36], "little"), data[at + 50]]
        at += size
    index = varint(4) + b"".join(map(varint, entries))
    frame = (bytes.fromhex("28b52ffda0") + len(index).to_bytes(4, "little") +
             (len(index) << 3 | 1).to_bytes(3, "little") + index)
    head = (bytes(data[footer:footer + 8]) + len(frame).to_bytes(4, "little") + len(index).to_bytes(4, "little") +
            bytes(data[footer + 16:footer + 24]) + low_half(frame))
    head += low_half(head)
    games = data[end + 8:end + 16]
    mark = ((footer + len(head + frame) + 48).to_bytes(8, "little") + games + bytes(12) +
            len(head + frame).to_bytes(4, "little") + bytes([data[5], 0, 0, 0]))
    data[footer:] = head + frame + mark + low_half(mark) + b"BCGNfin\n"


def main():
    name, old, new = sys.argv[1], *(word.encode("latin-1").decode("unicode_escape").encode("latin-1")
                                    for word in sys.argv[2:4])
    data = bytearray(open(name, "rb").read())
    block = data.find(SYNC_MARKER)
    while block >= 0 and not rename_in_block(data, block, old, new):
        block = data.find(SYNC_MARKER, block + 1)
    if block < 0:
        sys.exit(f"no file {old} in {name}")
    index_anew(data)
    open(name, "wb").write(data)


main()
