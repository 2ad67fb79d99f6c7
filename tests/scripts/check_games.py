#!/usr/bin/env python3
"""Replays PGN files with Stockfish's rules: check_games.py FILE...

Every move, in variations too, must be written exactly as the SAN of a legal move, the result must be that of
the tag, a mate must have the right result, and PlyCount must be true. Prints the faults; exits 1 if any.
"""

import re
import sys

from uci_rules import START_FEN, Rules, board_of, plain_san

TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]$')
TOKEN = re.compile(r"\{[^}]*\}|;[^\n]*|\(|\)|\$\d+|[^\s(){};$]+")
NUMBER = re.compile(r"\d+\.+$")
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


class Fault(Exception):
    pass


def games_of(text):
    """(tags, movetext) of each game; comments never begin a line with a tag in these files."""
    tags, body = {}, []
    for line in text.split("\n"):
        match = TAG.match(line)
        if match and body:
            yield tags, "\n".join(body)
            tags, body = {}, []
        if match:
            tags[match.group(1)] = match.group(2)
        elif line.strip():
            body.append(line)
    if tags or body:
        yield tags, "\n".join(body)


def find_move(rules, fen, text):
    bare = text.rstrip("+#")
    board, legal = board_of(fen), rules.legal(fen)
    for move in legal:
        if plain_san(board, move, legal) == bare:
            if rules.san(fen, move) != text:
                raise Fault(f"{text} should be {rules.san(fen, move)}")
            return move
    raise Fault(f"{text} is not the SAN of a legal move in {fen}")


def replay(rules, start, movetext):
    """Returns (plies of the main line, last position, in check, result); raises Fault."""
    line, saved = [(start, False)], []
    result = None
    for token in TOKEN.findall(movetext):
        if token[0] in "{;$" or NUMBER.match(token):
            continue
        if result is not None:
            raise Fault(f"{token} after the result")
        if token == "(":
            if len(line) < 2:
                raise Fault("a variation before the first move")
            saved.append(line)
            line = line[:-1]
        elif token == ")":
            line = saved.pop()
        elif token in RESULTS:
            result = token
        else:
            line = line + [rules.play(line[-1][0], find_move(rules, line[-1][0], token))]
    if saved or result is None:
        raise Fault("an open variation or no result")
    return len(line) - 1, line[-1][0], line[-1][1], result


def check_game(rules, tags, movetext):
    start = rules.normalised(tags["FEN"]) if "FEN" in tags else START_FEN
    plies, fen, check, result = replay(rules, start, movetext)
    if result != tags.get("Result"):
        raise Fault(f"result {result}, tag {tags.get('Result')}")
    if "PlyCount" in tags and int(tags["PlyCount"]) != plies:
        raise Fault(f"{plies} plies, PlyCount {tags['PlyCount']}")
    if not rules.legal(fen):
        winner = "0-1" if fen.split()[1] == "w" else "1-0"
        if result != (winner if check else "1/2-1/2"):
            raise Fault(f"the game is over, but the result is {result}")
    return plies


def main(paths):
    rules, faults = Rules(), 0
    for path in paths:
        count = plies = 0
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for tags, movetext in games_of(text):
            count += 1
            try:
                plies += check_game(rules, tags, movetext)
            except Fault as fault:
                faults += 1
                print(f"{path}: game {count} ({tags.get('White')} - {tags.get('Black')}): {fault}")
        print(f"{path}: {count} games, {plies} plies, {len(text.encode())} bytes")
    rules.engine.quit()
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
