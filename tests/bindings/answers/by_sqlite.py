#!/usr/bin/env python3
"""by_sqlite.py BUILD DATABASE NAMED: the answers (README.md) by SQLite and its extension."""
import array
import json
import sqlite3
import sys

BUILD, DATABASE, NAMED = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
sql = sqlite3.connect(":memory:")
sql.enable_load_extension(True)
sql.load_extension(f"{BUILD}/sqlite/pgnpack")
sql.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
sql.execute(f"CREATE VIRTUAL TABLE games USING bcgn('{DATABASE}', damaged = '{NAMED['damaged']}')")  # bcgn_games() has the columns that all files have
COLUMNS = [column[1] for column in sql.execute("PRAGMA table_xinfo(games)")]


def column(name):
    """Files need not have every tag."""
    return name if name in COLUMNS else "NULL"


def day(number):
    return f"{number // 10000:04}-{number // 100 % 100:02}-{number % 100:02}"


def ask(text, **named):
    parameters = {name: value for name, value in (NAMED | {"file": DATABASE} | named).items() if f":{name}" in text}
    return sql.execute(text, parameters)


def row(text, **named):
    return " ".join(str(value) for value in ask(text, **named).fetchone())


def sums(condition, **named):
    return row(f"SELECT count(*), coalesce(sum(game), 0) FROM games WHERE {condition}", **named)


def lists():
    """Of lists, which are JSON, and of moves, which are 16-bit numbers."""
    to_e4 = commented = 0
    numbers = {"clocks": [], "evals": []}
    for moves, clocks, evals, comments in ask("SELECT moves, clocks, evals, comments FROM games"):
        to_e4 += sum(1 for move in array.array("H", moves) if move and move & 63 == 28)
        for name, values in (("clocks", clocks), ("evals", evals)):
            numbers[name] += [value for value in json.loads(values) if value is not None]
        commented += sum(1 for comment in json.loads(comments) if comment)
    return to_e4, commented, numbers


def answers():
    elo, eco = (column("WhiteElo"), column("BlackElo")), column("ECO")
    outcomes = dict(ask("SELECT outcome, count(*) FROM games GROUP BY 1"))
    top = ask("SELECT White, count(*) AS n FROM games WHERE White IS NOT NULL GROUP BY 1 ORDER BY n DESC, 1 LIMIT 10")
    years = dict(ask("SELECT coalesce(year, 0), count(*) FROM games GROUP BY 1"))
    to_e4, commented, numbers = lists()
    tree = ask("SELECT coalesce(move, ''), games, white_wins, draws, black_wins, coalesce(rating, 0), coalesce(performance, 0), "
               "coalesce(last_year, 0) FROM bcgn_tree(:file, :fen, NULL, :damaged)")
    uci = "' ' || uci || ' '"
    return {
        "q01": row("SELECT count(*) FROM games"),
        "q02": row("SELECT coalesce(sum(plies), 0), max(plies) FROM games"),
        "q03": " ".join(f"{outcome}:{outcomes.get(outcome, 0)}" for outcome in ("*", "0-1", "1-0", "1/2-1/2")),
        "q04": "; ".join(f"{name}:{count}" for name, count in top),
        "q05": row("SELECT count(DISTINCT Event), count(DISTINCT Site) FROM games"),
        "q06": sums(f"{elo[0]} >= 2600 AND {elo[1]} >= 2600"),
        "q07": " ".join([f"-:{years.pop(0, 0)}"] + [f"{year}:{years[year]}" for year in sorted(years)]),
        "q08": sums(f"{eco} GLOB :glob", glob=NAMED["eco"] + "*"),
        "q09": sums("White = :player OR Black = :player"),
        "q10": sums("day BETWEEN :first AND :last", first=day(NAMED["first_day"]), last=day(NAMED["last_day"])),
        "q11": row(f"SELECT count({elo[0]}), coalesce(sum({elo[0]}), 0), coalesce(max({elo[0]}), 0) FROM games"),
        "q12": " ".join(row(f"SELECT count(*) FROM games WHERE {column(name)} IS NULL")
                        for name in ("ECO", "WhiteElo", "Annotator")),
        "q13": "; ".join(str(value) for value in ask(
            "SELECT coalesce(White, ''), coalesce(Black, ''), coalesce(Date, ''), outcome, plies, san FROM games "
            "WHERE game = :number").fetchone()),
        "q14": f"{to_e4}",
        "q15": row("SELECT coalesce(sum(length(uci)), 0), coalesce(sum(length(u) - length(replace(u, 'q ', ' '))), 0) "
                   f"FROM (SELECT uci, {uci} AS u FROM games)"),
        "q16": sums("san GLOB :glob", glob=NAMED["begin"] + "*"),
        "q17": row("SELECT count(*), coalesce(sum(game), 0), coalesce(sum(ply), 0) FROM bcgn_find(:file, :fen, NULL, :damaged)"),
        "q18": " ".join(f"{move}:{','.join(map(str, counts))}" for move, *counts in tree),
        "q19": " ".join(f"{len(numbers[name])} {sum(numbers[name])}" for name in ("clocks", "evals")),
        "q20": f"{commented} " + row("SELECT length(CAST(trim(text, ' ' || char(13) || char(10)) AS BLOB)) FROM games "
                                     "WHERE game = :number"),
        "q21": row("SELECT count(*) FROM bcgn_positions(:file, NULL, :damaged) WHERE ply = :key_ply AND key = :signed",
                   signed=int(NAMED["key"]) - (1 << 64 if int(NAMED["key"]) >> 63 else 0)),
        "q22": row("SELECT count(*), coalesce(sum(game), 0) FROM bcgn_find(:file, :words, NULL, :damaged)",
                   words=f'white="{NAMED["player"]}" eco={NAMED["eco"]} plies=20-200'),
        "q23": "; ".join([row("SELECT count(id), count(DISTINCT id), coalesce(sum(CAST(substr(id, instr(id, ':') + 1) AS INTEGER)), 0) FROM games"),
                          row("SELECT coalesce(id, '') FROM games WHERE game = :number"),
                          row("SELECT coalesce(sum(game), 0) FROM games WHERE id = :id")])}


sys.stdout.reconfigure(errors="surrogateescape")
print(json.dumps(answers(), ensure_ascii=False))
