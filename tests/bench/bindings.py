#!/usr/bin/env python3
"""bindings.py BUILD DATABASE [RUNS]: processor seconds of questions through the bindings, beside the same without pgnpack.

Each question is a process of its own; its seconds are user and system time of all threads, the median of RUNS (5), less what a
process takes that only opens the database (the line "start"). Plain tables are made once, from the same columns.
Python's NumPy, DuckDB (npm) and SQLite have to be there: `make check-bindings` brings them.
"""
import os
import resource
import statistics
import subprocess
import sys
import tempfile

BUILD, DATABASE = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
RUNS = int(sys.argv[3]) if __name__ == "__main__" and len(sys.argv) > 3 else 5
FEN = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3"

SQLITE = f"""
import sqlite3, sys
sql = sqlite3.connect(sys.argv[1])
sql.enable_load_extension(True)
sql.load_extension({BUILD + "/sqlite/pgnpack"!r})
for statement in sys.argv[2:]:
    print(len(sql.execute(statement).fetchall()))
"""
DUCKDB = f"""
const {{ createRequire }} = require('node:module');
const {{ DuckDBInstance }} = createRequire({BUILD + "/npm/duckdb/x.js"!r})('@duckdb/node-api');
(async () => {{
    const instance = await DuckDBInstance.create(':memory:', {{ allow_unsigned_extensions: 'true' }});
    const sql = await instance.connect();
    await sql.run("LOAD '{BUILD}/duckdb/pgnpack.duckdb_extension'");
    for (const statement of process.argv.slice(1))
        console.log((await sql.runAndReadAll(statement)).currentRowCount);
}})();
"""
PYTHON = "import sys, collections, pgnpack\ndb = pgnpack.open(sys.argv[1])\nlen(db)\n"


def environment():
    """For Python's package and its library."""
    return os.environ | {"PGNPACK_LIBRARY": f"{BUILD}/libpgnpack.so",
                         "PYTHONPATH": os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../src/bindings/python")}


def seconds_of(command):
    """Of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False, env=environment())
    if done.returncode != 0:
        sys.exit(f"{command}:\n{done.stderr.decode(errors='replace')}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def median(command):
    return statistics.median(seconds_of(command) for _ in range(RUNS))


def sqlite(database, *statements):
    return [sys.executable, "-c", SQLITE, database, *statements]


def duckdb(*statements):
    return [os.environ.get("NODE", "node"), "-e", DUCKDB, *statements]


def python(code):
    return [sys.executable, "-c", PYTHON + code, DATABASE]


def show(title, starts, commands):
    """commands: (name, command, its start)"""
    for name, command, start in commands:
        print(f"| {title} | {name} | {max(median(command) - starts[start], 0):.3f} |", flush=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        plain, parquet = f"{folder}/plain.db", f"{folder}/plain.parquet"
        games = f"bcgn_games('{DATABASE}')"
        duck = f"read_bcgn('{DATABASE}')"
        tags = "game, White, Black, Event, Site, Date, Round, Result, plies"
        seconds_of(sqlite(plain, f"CREATE TABLE plain AS SELECT {tags} FROM {games}"))
        seconds_of(duckdb(f"COPY (SELECT {tags} FROM {duck}) TO '{parquet}'"))
        count = "SELECT White, count(*) FROM {} GROUP BY White"
        starts = {"sqlite": median(sqlite(":memory:", f"SELECT game FROM {games} LIMIT 1")),
                  "duckdb": median(duckdb(f"SELECT game FROM {duck} LIMIT 1")),
                  "python": median(python("")), "numpy": median(python("import numpy")),
                  "pgnfind": 0.0}
        print("| question | by | CPU s |\n|---|---|---|")
        for name, start in starts.items():
            if start:
                print(f"| start, opening included | {name} | {start:.3f} |")
        show("games by White", starts, [
            ("SQLite, pgnpack", sqlite(":memory:", count.format(games)), "sqlite"),
            ("SQLite, a plain table of the tags", sqlite(plain, count.format("plain")), "sqlite"),
            ("DuckDB, pgnpack", duckdb(count.format(duck)), "duckdb"),
            ("DuckDB, Parquet of the tags", duckdb(count.format(f"'{parquet}'")), "duckdb"),
            ("Python, Counter", python("collections.Counter(db.columns('White')['White'])"), "numpy"),
            ("Python, value_counts()", python("db.columns('White')['White'].value_counts()"), "numpy")])
        show("all moves as 16-bit numbers", starts, [
            ("Python, NumPy", python("db.columns('moves')"), "numpy")])
        show("to Parquet", starts, [
            ("DuckDB, tags and plies", duckdb(f"COPY (SELECT {tags} FROM {duck}) TO '{folder}/a.parquet'"), "duckdb"),
            ("DuckDB, with SAN", duckdb(f"COPY (SELECT {tags}, san FROM {duck}) TO '{folder}/b.parquet'"), "duckdb")])
        show("a position's games", starts, [
            ("pgnfind", [f"{BUILD}/pgnfind", "-c", f"--fen={FEN}", DATABASE], "pgnfind"),
            ("SQLite", sqlite(":memory:", f"SELECT game FROM bcgn_find('{DATABASE}', '{FEN}')"), "sqlite"),
            ("DuckDB", duckdb(f"SELECT game FROM bcgn_find('{DATABASE}', '{FEN}')"), "duckdb")])
        show("one game by its number, with SAN", starts, [
            ("SQLite", sqlite(":memory:", f"SELECT san FROM {games} WHERE game = 100000"), "sqlite"),
            ("DuckDB", duckdb(f"SELECT san FROM read_bcgn('{DATABASE}', games := [100000])"), "duckdb")])


if __name__ == "__main__":
    main()
