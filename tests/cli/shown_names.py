"""shown_names.py PGNPACK PGNUNPACK STEP: what reaches a terminal or JSON of names with all bytes and code points.

All code points below U+3000, every STEP-th above, all single bytes, all pairs of bytes and many longer pieces of broken
UTF-8 are names of files in a database (the listings) and of inputs that are not there (the messages).
"""
import io
import json
import random
import subprocess
import sys
import tarfile
import unicodedata

PGNPACK, PGNUNPACK, STEP = sys.argv[1], sys.argv[2], int(sys.argv[3])
PART, NAME = 240, 3900


def characters(data):
    """(bytes, character or None): the character that begins there, or one byte that is none."""
    at = 0
    while at < len(data):
        for size in range(1, 5):
            try:
                character = data[at:at + size].decode("utf-8")
                break
            except UnicodeDecodeError:
                character = None
        size = size if character is not None else 1
        yield data[at:at + size], character
        at += size


def is_harmful(character):
    return (character is None or unicodedata.category(character) in ("Cc", "Zl", "Zp")
            or unicodedata.bidirectional(character) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
            or character in "\u061c\u200e\u200f")


def shown(data):
    return b"".join(b"?" if is_harmful(character) else piece for piece, character in characters(data))


def in_json(data):
    return "".join("\ufffd" if character is None else character for _, character in characters(data))


def pieces():
    codes = list(range(1, 0x3000)) + list(range(0x3000, 0x110000, STEP)) + [0x2028, 0xffff, 0x10ffff]
    for code in codes:
        if not 0xd800 <= code < 0xe000 and code != ord("/"):
            yield chr(code).encode()
    pairs = random.Random(1)
    for first in range(1, 256):
        yield bytes([first]).replace(b"/", b"")
        seconds = range(1, 256) if STEP == 1 else pairs.sample(range(1, 256), 16) + [0x7f, 0x80, 0x9b, 0xbf]
        for second in seconds:
            yield bytes([first, second, 0x41]).replace(b"/", b"")
    for lead in (0xe0, 0xe1, 0xed, 0xf0, 0xf4, 0xf5, 0xc0, 0xc1, 0xfe):
        for second in (0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0):
            yield bytes([lead, second, 0x9b])
            yield bytes([lead, second, 0x9b, 0x85])


def names():
    name, part = b"", b""
    for piece in pieces():
        if len(part) + len(piece) > PART:
            name += part + b"/"
            part = b""
        if len(name) + PART + 1 > NAME:
            yield name + b"end"
            name = b""
        part += piece
    yield name + part + b"end"


def run(*arguments):
    return subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def check(what, got, wanted):
    if got != wanted:
        place = next((i for i, (a, b) in enumerate(zip(got, wanted)) if a != b), min(len(got), len(wanted)))
        sys.exit(f"{what}: {got[place - 20:place + 20]!r} instead of {wanted[place - 20:place + 20]!r}")


def main():
    # "." and ".." as parts would be understood.
    all_names = [name for name in names()]
    assert len(all_names) > 20 and len({is_harmful(c) for name in all_names for _, c in characters(name)}) == 2
    with tarfile.open("shown.tar", "w", format=tarfile.GNU_FORMAT) as archive:
        for name in all_names:
            archive.addfile(tarfile.TarInfo(name.decode("utf-8", "surrogateescape")), io.BytesIO(b""))
    assert run(PGNPACK, "-f", "shown.tar", "-o", "shown.bcgn").returncode == 0
    listing = run(PGNUNPACK, "-l", "-v", "--json", "shown.bcgn")
    files = json.loads(listing.stdout.decode("utf-8"))[0]["file_list"]
    for file, name in zip(files, all_names, strict=True):
        check("JSON", file["file"], in_json(name))
    check("JSON, harmful", sorted({c for c in listing.stdout.decode("utf-8") if is_harmful(c)}), ["\n"])
    table = run(PGNUNPACK, "-l", "-v", "shown.bcgn").stdout.split(b"\n")
    lines = [line for line in table if line.endswith(b"end")]
    for line, name in zip(lines, all_names + all_names[:1], strict=True):  # members, then the block that has them
        check("table", line[-len(shown(name)):], shown(name))
        check("table, harmful", [c for _, c in characters(line) if is_harmful(c)], [])
    for start in range(0, len(all_names), 100):
        group = all_names[start:start + 100]
        result = run(PGNUNPACK, "-l", *(b"missing/" + name for name in group))
        messages = result.stderr.split(b"\n")
        assert result.returncode == 1 and len(messages) == len(group) + 1, messages[:3]
        for message, name in zip(messages, group):
            check("message", message[:len(shown(name)) + 20], b"pgnunpack: missing/" + shown(name) + b":")
    print(f"{len(all_names)} names, {sum(len(name) for name in all_names)} bytes")


main()
