#!/usr/bin/env python3
"""Random games with odd tags and ends, and what `pgndb check -v` is to find in them, by rules of its own (the calendar is Python's,
chess that of tests/format/chess.py). It says nothing of duplicates.

    check_model.py make SEED COUNT >games.pgn
    check_model.py find GAMES.pgn TODAY [DELETED...] >found      a line a finding: kind, game, words, other game
    check_model.py list <out.json                                the same of what --json printed
"""

import calendar
import datetime
import json
import pathlib
import random
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "format"))
import chess  # noqa: E402

NAMES = ["Alpha, A", "Beta, B", "alpha, a", "Alpha, A ", 'Gamma \\"G\\"', "Delta\\\\", "?", "", " ? ", "-", "??", "N", None]
DATES = """2023.02.29 2024.02.29 1900.02.29 2000.02.29 1800.02.29 ????.02.29 ????.02.30 2023.13.01 2023.12.32 1474.12.31 1475.01.01 1475 1474 2023 2023.??.31
2023.04.31 2023.04.30 2023-05-06 2023/5/6 2023.5.6 6.5.2023 today ????.??.?? ? - 199?.??.?? 2023.00.00 0000.00.00 0000.13.00 2023.11.14 2023.11.15 2023.11.16
2024 2024.??.?? 2023.12.?? 2023.11.?? 2023.11.15. 20231115 2023.1.1.1 2023:05:06 2023.05.0a 23.05.06 2023.. 2023. 02023.05.06 ????.13.?? 2023.??.32 2023.1?.40
2023.1?.31 .05.06 2023.5-6 2023.005.06 ??.??.???? 9999.12.31""".split() + [" 2023.05.06", "2023.05.06 ", "", "3 May 2019", None]
DAYS = ["2023.05.06", "2023-5-6", "2023.05.07", "2023.05.??"]
RATINGS = ["2500", "2500", "2510", "?", "0", " 2500", "-", "12345", None]
LINES = ["", "{no move}", "1. e4", "1. e4 e5 2. Nf3", "1. d4 (1. e4 e5) d5", "1. e4 Ke7", "1. e4 (1. e5) e5", "1. Qh9 d5", "1. f3 e5 2. g4 Qh4#",
         "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7", "1. e4 e5 (1... e6 2. d4 Qh4 3. Qh5 Qxf2#) 2. d4", "1. f3 (1. e4 (1. d4) 1... e5) 1... e5 2. g4 (2. g3) 2... Qh4#"]
BROKEN = {5: "no legal move fits this: Ke7", 6: "no legal move fits this: e5", 7: "this is neither a move nor any other element of PGN: Qh9"}
RESULTS = ["1-0", "0-1", "1/2-1/2", "*"]
ENDS = ["7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", "k7/2Q5/8/8/8/8/8/K7 w - - 0 1", "8/8/8/3k4/8/3K4/3q4/8 w - - 0 1",
        "8/8/4k3/8/2B5/8/1b2K3/2n5 w - - 0 1", "8/8/4k3/3r4/4K3/8/8/8 w - - 0 1", "8/8/3bk3/8/8/2B1K3/8/4r3 b - - 0 1", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"]
TAG = re.compile(r'^\[(\w+) "((?:[^"\\]|\\.)*)"\]$', re.M)


# ---- Making ----


def random_line(rng, fen):
    """A line to its end, or to some place; moves that end the game are liked. In UCI's squares, written as SAN."""
    position, words, number = chess.position_of_fen(fen.encode()), [], 1
    for ply in range(rng.randrange(1, 40)):
        moves = list(position.moves())
        if not moves or state_of(position) == "too little material for a mate":
            break
        ends = [move for move in moves if state_of(position.make(move))]
        move = rng.choice(ends if ends and rng.random() < 0.5 else moves)
        after = position.make(move)
        words.append((f"{number}. " if position.white else f"{number}... ") + position.san(move, after))
        number += not position.white
        position = after
    return " ".join(words)


def make(seed, count):
    rng = random.Random(seed)
    for number in range(1, count + 1):
        mark = rng.choice(RESULTS)
        tags = [("Event", f"E{number}"), ("White", rng.choice(NAMES[:3] * 4 + NAMES)), ("Black", rng.choice(NAMES[1:6] * 2 + NAMES)),
                ("Result", rng.choice([mark] * 12 + RESULTS + ["1/2", "", "won", None])),
                ("Date", rng.choice(DATES if rng.random() < 0.4 else DAYS)), ("UTCDate", rng.choice([None] * 9 + DAYS + DATES[:9])),
                ("EventDate", rng.choice([None] * 20 + DATES)), ("WhiteElo", rng.choice(RATINGS)), ("BlackElo", rng.choice(RATINGS))]
        if rng.random() < 0.4:
            tags += [("SetUp", "1"), ("FEN", rng.choice(ENDS))]
            line = random_line(rng, tags[-1][1])
            tags += [("Variant", rng.choice(["Three-Check", "Standard", "Crazyhouse", "bughouse"]))] if rng.random() < 0.2 else []
        else:
            line = rng.choice(LINES)
        text = "".join(f'[{name} "{value}"]\n' for name, value in tags if value is not None)
        print(f"{text}\n{line} {rng.choice([mark] * 9 + [''])}\n")


# ---- Finding ----


def plain(value):
    return re.sub(r'\\(["\\])', r"\1", value)


def date_of(value, today):
    """(is wrong, the day if it is known)."""
    value = value.strip(" \t")
    if re.fullmatch(r"[?./-]*", value):
        return False, None
    parts = re.fullmatch(r"([0-9?]{4})([./-][0-9?]{0,2})?([./-][0-9?]{0,2})?", value)
    if not parts:
        return True, None
    year, month, day = (int(part) if part.isdigit() else 0 for part in (group.lstrip("./-") if group else "" for group in parts.groups()))
    if month > 12:
        return True, None
    longest = 31 if month == 0 else 29 if month == 2 and year == 0 else calendar.monthrange(year or 2000, month)[1]
    if day > longest:
        return True, None
    known = datetime.date(year, month, day) if year and month and day else None
    if known is None and year:
        first = (year, month or 1, day if month else 1)
        return year < 1475 or first > ((today + datetime.timedelta(1)).timetuple()[:3]), None
    return year != 0 and (year < 1475 or known > today + datetime.timedelta(1)), known


def rating_of(value):
    found = re.match(r"\s*(\d{1,4})(?![\d?]{2}|\d)", value or "")
    return int(found[1]) if found else 0


def state_of(position):
    men = [(man, square) for square, man in enumerate(position.board) if man not in ".Kk"]
    if next(iter(position.moves()), None) is None:
        return "checkmate" if position.in_check() else "stalemate"
    colours = {(square + square // 8) % 2 for man, square in men}
    if len(men) <= 1 and all(man in "NnBb" for man, _ in men) or all(man in "Bb" for man, _ in men) and len(colours) == 1:
        return "too little material for a mate"
    return ""


def play(fen, line):
    """The position behind the main line, and how many moves that has."""
    position, plies, depth = chess.position_of_fen(fen.encode()), 0, 0
    for word in re.sub(r"\{[^}]*\}|\d+\.+", " ", line).replace("(", " ( ").replace(")", " ) ").split():
        depth += (word == "(") - (word == ")")
        if depth or word == ")":
            continue
        found = [move for move in position.moves() if position.san(move, position.make(move)).rstrip("+#") == word.rstrip("+#")]
        position, plies = position.make(found[0]), plies + 1
    return position, plies


def find_end(tags, line, result):
    position, plies = play(tags.get("FEN", chess.START.decode()), line)
    if plies == 0:
        yield "empty", ""
    state, winner = state_of(position), "0-1" if position.white else "1-0"
    if result == "*" or not state or tags.get("Variant", "Standard") != "Standard":
        return
    if (state == "checkmate" and result != winner) or (state != "checkmate" and result != "1/2-1/2"):
        yield "results", f"{state} after {plies} half-moves, but {result}"


def shown(tags, names):
    return ", ".join(f'{name} "{tags[name]}"' if name in tags else name for name in names)


def find_in_game(tags, line, mark, today):
    if line in LINES and LINES.index(line) in BROKEN:
        yield "moves", BROKEN[LINES.index(line)]
    said = tags.get("Result")
    if mark and said is not None and said != mark and (said, mark) != ("1/2", "1/2-1/2"):
        yield "marks", f"Result {said}, but {mark} behind the moves"
    if not (line in LINES and LINES.index(line) in BROKEN):
        result = mark or {"1/2": "1/2-1/2"}.get(said, said)
        yield from find_end(tags, line, result if result in RESULTS else "*")
    wrong = [name for name in ("Date", "UTCDate", "EventDate") if date_of(tags.get(name, ""), today)[0]]
    if wrong:
        yield "dates", shown(tags, wrong)
    nameless = [name for name in ("White", "Black") if not tags.get(name, "").strip("?- \t")]
    if nameless:
        yield "names", shown(tags, nameless)


def find_ratings(games, today):
    rated = {}
    for number, (tags, _, _) in games.items():
        day = date_of(tags.get("Date", ""), today)[1] or date_of(tags.get("UTCDate", ""), today)[1]
        for side in ("White", "Black"):
            rating = rating_of(tags.get(side + "Elo"))
            if day and rating and tags.get(side, "").strip("?- \t"):
                rated.setdefault((plain(tags[side]), day), []).append((number, rating))
    for (name, day), players in rated.items():
        for number, rating in players:
            others = [(game, other) for game, other in players if other != rating]
            if others:
                yield number, f"{name} has {rating} on {day:%Y.%m.%d}, and {others[0][1]}", others[0][0]


def read(path):
    games = {}
    for number, text in enumerate(re.split(r"(?=^\[Event )", pathlib.Path(path).read_text(), flags=re.M)[1:], 1):
        line = text[text.index("]\n\n") + 3:].strip()
        mark = next((result for result in RESULTS if line == result or line.endswith(" " + result)), "")
        games[number] = dict(TAG.findall(text)), line[:len(line) - len(mark)].strip(), mark
    return games


def find(path, today, deleted):
    games = {number: game for number, game in read(path).items() if number not in deleted}
    found = [(kind, number, words, "") for number, game in games.items() for kind, words in find_in_game(*game, today)]
    return found + [("ratings", *finding) for finding in find_ratings(games, today)]


def listed():
    for line in sys.stdin:
        row = json.loads(line)
        if "game" in row and row["kind"] != "duplicates":
            yield row["kind"], row["game"], row["found"] or "", row.get("other", "")


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(int(sys.argv[2]), int(sys.argv[3]))
    else:
        rows = find(sys.argv[2], datetime.date.fromisoformat(sys.argv[3]), set(map(int, sys.argv[4:]))) if sys.argv[1] == "find" else listed()
        print("\n".join(sorted("\t".join(map(str, row)) for row in rows)))
