#!/usr/bin/env python3
"""What `pgndb classify` is to find, by rules of its own (tests/format/chess.py): for each game of a PGN file a line with ECO,
Opening and Variation of its last named position and tabs between, or '-' where it is to be left alone.

    classify_model.py TABLE GAMES.pgn       TABLE: data/openings.txt, or a TSV file with eco, name and pgn
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "format"))
import chess  # noqa: E402

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
TAG = re.compile(r'\[(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
WORD = re.compile(r"\{[^}]*\}|;[^\n]*|[()]|[^\s(){};]+")


class NoSign:
    """In the place of a position whose check marks are not asked for."""

    @staticmethod
    def check_sign():
        return ""


def start():
    return chess.position_of_fen(START.encode())


def play(position, text):
    """The position after a move in SAN; an error if there is not exactly one such move."""
    wanted = text.rstrip("+#!?").replace("0", "O")
    found = [move for move in position.moves()
             if (wanted[0] == "O" or chess.name(move[1]) in wanted) and position.san(move, NoSign) == wanted]
    if len(found) != 1:
        raise ValueError(f"{text}: {len(found)} moves")
    return position.make(found[0])


def identity(position):
    """Equal of equal positions: an en-passant square counts where a pawn may take there."""
    target = position.en_passant
    takes = target is not None and any(
        move[1] == target and position.board[move[0]] in "pP" for move in position.moves())
    return "".join(position.board), position.white, position.rooks, target if takes else None


def split_name(name):
    opening, colon, variation = name.partition(":")
    return opening.strip(), variation.strip() if colon else ""


def short_rows(lines):
    """Of data/openings.txt: positions with names."""
    line, name = [start()], b""
    for text in lines:
        if text.startswith("#"):
            continue
        moves, eco, named = text.split("|")
        plies, *moves = moves.split()
        size, _, rest = named.partition(" ")
        del line[int(plies) + 1:]
        for move in moves:
            line.append(play(line[-1], move))
        name = name[:int(size)] + rest.encode()
        yield identity(line[-1]), eco, name.decode()


def column_rows(lines):
    for text in lines:
        eco, name, moves = text.split("\t")[:3]
        if eco == "eco" or text.startswith("#"):
            continue
        position = start()
        for move in re.sub(r"\d+\.+", " ", moves).split():
            position = play(position, move)
        yield identity(position), eco, name


def read_table(path):
    lines = pathlib.Path(path).read_text(encoding="utf-8").removeprefix("\ufeff").splitlines()
    rows = short_rows(lines) if path.endswith("openings.txt") else column_rows(lines)
    return {position: (eco, *split_name(name)) for position, eco, name in rows}


def games_of(text):
    """Tags and the words of the main line."""
    for game in re.split(r"\n(?=\[Event )", "\n" + text):
        tags = dict(TAG.findall(game))
        if not tags:
            continue
        depth, words = 0, []
        for word in WORD.findall(re.sub(r"(?m)^\[.*$", "", game)):
            depth += (word == "(") - (word == ")")
            if depth == 0 and word[0] not in "{;()$":
                words.append(word)
        yield tags, words


def classify(table, tags, words):
    if "FEN" in tags and tags["FEN"] != START or tags.get("Variant", "Standard") != "Standard":
        return "-"
    position, found = start(), table.get(identity(start()))
    for word in words:
        move = re.sub(r"^\d+\.+", "", word)
        if move == "" or move[0] not in "abcdefghNBRQKO":
            continue
        position = play(position, move)
        found = table.get(identity(position), found)
    return "\t".join(found) if found else "-"


def main(table_path, games_path):
    table = read_table(table_path)
    for tags, words in games_of(pathlib.Path(games_path).read_text(encoding="utf-8")):
        print(classify(table, tags, words))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
