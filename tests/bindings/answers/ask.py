#!/usr/bin/env python3
"""ask.py [--only NAMES] BUILD DATABASE[=TWIN]...: asks the questions of README.md in every way, and compares the answers.

With a TWIN the database has damaged blocks, which are to be skipped, and the commands are asked of the twin instead, from which the games of
these blocks were deleted.

--only=c,sqlite,... asks those only, beside the commands. NODE is the environment's; the last line says how many agree.
"""
import argparse
import collections
import json
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
QUESTIONS = [f"q{number:02}" for number in range(1, 24)]
BEGIN = "e4 c5 Nf3"
FENS = {"fen": "rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3",
        "key_fen": "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"}


def ways(build):
    """Each way's command line but for its arguments."""
    python, node = [sys.executable], [os.environ.get("NODE", "node")]
    return {"c": [f"{build}/answers/by_c"],
            "sqlite": python + [f"{HERE}/by_sqlite.py"],
            "duckdb": node + [f"{HERE}/by_duckdb.mjs"],
            "python": python + [f"{HERE}/by_python.py"],
            "dask": python + [f"{HERE}/by_dask.py"],
            "wasm": node + [f"{HERE}/by_wasm.mjs"]}


def name_things(build, database):
    """What the questions ask for: of this database, so that there is something to find."""
    text = subprocess.run([f"{build}/pgnunpack", "--json", "--tags-only", database], stdout=subprocess.PIPE, check=True).stdout
    games = [json.loads(line)["tags"] for line in text.decode("utf-8", "replace").splitlines()]
    players = collections.Counter(tags["White"] for tags in games if tags.get("White") and tags["White"].isascii())
    codes = collections.Counter(tags["ECO"][:2] for tags in games if len(tags.get("ECO", "")) == 3)
    dates = sorted(tags["Date"] for tags in games if tags.get("Date", "").replace(".", "").isdigit() and len(tags["Date"]) == 10)
    days = [int(dates[len(dates) * part // 4].replace(".", "")) if dates else 0 for part in (1, 3)]
    named = {"player": min(players.items(), key=lambda item: (-item[1], item[0]))[0] if players else "nobody",
             "eco": max(codes, key=codes.get) if codes else "B9", "first_day": days[0], "last_day": days[1],
             "number": len(games) // 2 + 1, "begin": BEGIN, "key_ply": 3, **FENS}
    key = subprocess.run([f"{build}/answers/by_c", "--key", FENS["key_fen"]], stdout=subprocess.PIPE, check=True).stdout
    ids = subprocess.run([f"{build}/pgnfind", "--csv=GameId", database], stdout=subprocess.PIPE, check=True).stdout
    return named | {"key": key.decode().strip(), "id": ids.decode().split()[-1]}


def ask(command, build, database, named):
    start = time.monotonic()
    done = subprocess.run(command + [build, database, json.dumps(named)], stdout=subprocess.PIPE, check=False)
    if done.returncode != 0:
        print(f"{command[-1]}: status {done.returncode}")
        return {}, 0
    return json.loads(done.stdout.decode("utf-8", "surrogateescape")), time.monotonic() - start


def compare(name, answers, expected):
    """Prints what differs; returns how many agree."""
    agree = 0
    for question in QUESTIONS:
        if answers.get(question) == expected[question]:
            agree += 1
        else:
            print(f"{name}: {question}: {str(answers.get(question))[:200]!r} in place of {expected[question][:200]!r}")
    return agree


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only")
    parser.add_argument("build")
    parser.add_argument("databases", nargs="+")
    options = parser.parse_args()
    chosen = {name: command for name, command in ways(options.build).items()
              if options.only is None or name in options.only.split(",")}
    passed = failed = 0
    for database, _, twin in (one.partition("=") for one in options.databases):
        named = name_things(options.build, twin or database) | {"damaged": "skip" if twin else "error"}
        expected, _ = ask([sys.executable, f"{HERE}/by_command.py"], options.build, twin or database, named)
        if sorted(expected) != QUESTIONS:
            sys.exit(f"answers: the commands answer {sorted(expected)}")
        for name, command in chosen.items():
            answers, seconds = ask(command, options.build, database, named)
            agree = compare(name, answers, expected)
            print(f"{os.path.basename(database)}: {name}: {agree} of {len(QUESTIONS)} answers agree")
            if os.environ.get("SHOW_TIMES"):
                print(f"  {seconds:.1f} s")
            passed, failed = passed + agree, failed + len(QUESTIONS) - agree
    print(f"answers: {passed} passed, {failed} failed")
    return failed != 0


sys.exit(main())
