#!/usr/bin/env python3
"""Makes data/openings.txt from tables of openings: TSV files with the columns eco, name and pgn.

    tests/scripts/make_openings.py SOURCE a.tsv b.tsv ... > data/openings.txt

SOURCE is a line for the head of the file that says where the tables are from, and on what terms. Lines are sorted by their
moves; each leaves out the moves, and the characters of the name, with which it begins as the line before does.
"""

import re
import sys

CODE = re.compile(r"[A-E][0-9][0-9]$")
NUMBER = re.compile(r"[0-9]+\.+$")


def rows_of(path):
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    columns = lines[0].split("\t")
    places = [columns.index(name) for name in ("eco", "name", "pgn")]
    for number, line in enumerate(lines[1:], 2):
        if line == "":
            continue
        eco, name, pgn = (line.split("\t")[place] for place in places)
        moves = tuple(word for word in pgn.split() if not NUMBER.match(word))
        if not CODE.match(eco) or not moves or not name or "|" in line:
            sys.exit(f"{path}, line {number}: this is no opening: {line}")
        yield moves, eco, name


def shared(before, now):
    count = 0
    while count < min(len(before), len(now)) and before[count] == now[count]:
        count += 1
    return count


def main(source, paths):
    rows = sorted({row for path in paths for row in rows_of(path)})
    print("# Openings: codes of the Encyclopaedia of Chess Openings, names, and the moves that lead there. Made by")
    print(f"# tests/scripts/make_openings.py from {source}")
    print("# A line: moves as in the line before, further moves|code|bytes of the name as in the line before, the rest of it")
    moves, name = (), b""
    for new_moves, eco, new_name in rows:
        text = new_name.encode()
        plies, size = shared(moves, new_moves), shared(name, text)
        while size < len(text) and text[size] & 0xC0 == 0x80:
            size -= 1
        print(f"{plies} {' '.join(new_moves[plies:])}|{eco}|{size} {text[size:].decode()}")
        moves, name = new_moves, text


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    main(sys.argv[1], sys.argv[2:])
