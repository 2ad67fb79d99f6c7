#!/usr/bin/env python3
"""scale.py BUILD WORK make GAMES.pgn...: databases of 1, 10 and 100 million games in the folder WORK, of as many copies of the files as that takes.
scale.py BUILD WORK ask [RUNS]: what opening, searches and changes of each take, as a table; from SQLite, DuckDB, Python, Dask and by HTTP, too.

Each copy has players of its own: two letters before the names of White and Black, so that names grow with the games as they do in the world.
Moves and all other tags are the same in each: answers are multiples, and a position that one game has is in hundreds of copies.
A hundred million games take 20 GB in WORK and an hour; SCALE_MILLIONS=1,10 makes and asks less, SCALE_ONLY=REGEX some questions. Each question is a process of its own, run
RUNS (3) times after once that is not counted, so the file is in memory as far as that goes: seconds by the clock and of the processors (medians),
peak of memory in MiB, and what the largest answers. DuckDB and SQLite's extension have to be built (`make check-bindings`).
"""
import os
import re
import statistics
import subprocess
import sys

sys.dont_write_bytecode = True

import bindings

BUILD, WORK, TASK = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3]
HERE = os.path.dirname(os.path.abspath(__file__))
MILLIONS = [int(number) for number in os.environ.get("SCALE_MILLIONS", "1,10,100").split(",")]
PART = 10  # million games that are packed at once; larger databases are merged of such
LETTERS = b"abcdefghijklmnopqrstuvwxyz"
NAJDORF = "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bg5"
FEN = "rnbqkb1r/1p2pppp/p2p1n2/6B1/3NP3/2N5/PPP2PPP/R2QKB1R b KQkq - 1 6"
HTTP = f"""
import sys
sys.path[:0] = [{HERE + "/../bindings/dask"!r}]
import server, os, pgnpack, threading
folder, name = os.path.split(sys.argv[1])
files = server.Server(folder)
files.tags = False
threading.Thread(target=files.serve_forever, daemon=True).start()
games = pgnpack.open(files.url + name)
"""
TOLD = "\nprint(answer, len(files.requests), 'requests', round(files.sent / 1e6, 1), 'MB')"
DASK = """
import sys
import pgnpack.dask
from dask.distributed import Client
if __name__ == '__main__':
    with Client(n_workers=2, threads_per_worker=1, dashboard_address=None):
        print("""


def command(program, *words):
    return lambda database, last: [f"{BUILD}/{program}", *(last if word == "LAST" else word for word in words), database]


def python(code):
    return lambda database, last: [sys.executable, "-c", code, database]


def changed(*words):
    """On a second name of the file, which is cut back behind it: what is there is not written again."""
    return lambda database, last: [f"{BUILD}/pgndb", words[0], "-q", database, *words[1:]]


QUESTIONS = (
    ("opening: how many games", command("pgnfind", "--count")),
    ("the last game, as PGN", command("pgnunpack", "-c", "-g", "LAST")),
    ("a player's games", command("pgnfind", "--count", "--player=aaCarlsen")),
    ("... in an opening and a year", command("pgnfind", "--count", "--player=aaCarlsen", "--eco=B90-B99", "--date=2010")),
    ("a player whom nobody knows, and who is near", command("pgnfind", "--count", "--player=zzzCarlsen")),
    ("won with 2700", command("pgnfind", "--count", "--elo=2700-", "--result=1-0")),
    ("the Najdorf with 6.Bg5", command("pgnfind", "--count", "--fen=" + FEN)),
    ("... its first ten games", command("pgnfind", "-n", "10", "--csv=White,Black", "--fen=" + FEN)),
    ("duplicates of all games", command("pgndb", "dedupe", "--dry-run")),
    ("a position that no game has", command("pgnfind", "--count", "--moves=e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5")),
    ("the opening tree from the start", command("pgnfind", "--tree")),
    ("... of the Najdorf with 6.Bg5", command("pgnfind", "--tree=" + NAJDORF)),
    ("rook and pawn against rook", command("pgnfind", "--count", "--material=KRPvKR")),
    ("a thousand games are added", changed("add", "WEEK")),
    ("... and the tree from the start", command("pgnfind", "--tree")),
    ("... and taken back", changed("undo", "last")),
    ("SQLite: a player's games", lambda database, last: bindings.sqlite(":memory:", f"SELECT game FROM bcgn_games('{database}', 'player=aaCarlsen')")),
    ("DuckDB: games by Result", lambda database, last: bindings.duckdb(f"SELECT Result, count(*) FROM read_bcgn('{database}') GROUP BY Result")),
    ("Python: opening, and the last game's moves", python("import sys, pgnpack\ngames = pgnpack.open(sys.argv[1])\nprint(len(games), games[-1].san)")),
    ("Python by HTTP: the same", python(HTTP + "answer = games[-1].plies" + TOLD)),
    ("Python by HTTP: the Najdorf's tree", python(HTTP + f"answer = games.tree({FEN!r}).totals.games" + TOLD)),
    ("Dask, two workers: games of each year", python(DASK + "len(pgnpack.dask.read_bcgn(sys.argv[1], ['year']).year.value_counts().compute()))")),
    ("Dask, two workers: the Najdorf's games", python(DASK + f"len(pgnpack.dask.find(sys.argv[1], 'fen=\"{FEN}\"')))")),
)


def path_of(million):
    return f"{WORK}/{million}.bcgn"


def pack(texts, first, games, target):
    """Copies from number `first` on until there are so many games; returns how many copies that were."""
    copies = -(-games // sum(text.count(b"\n[White \"") for text in texts))
    with subprocess.Popen([f"{BUILD}/pgnpack", "-q", "-f", "-3", "-o", target], stdin=subprocess.PIPE) as packer:
        for copy in range(first, first + copies):
            prefix = bytes([LETTERS[copy // 26 % 26], LETTERS[copy % 26]])
            for text in texts:
                for side in (b"[White \"", b"[Black \""):
                    text = text.replace(side, side + prefix)
                packer.stdin.write(text)
        packer.stdin.close()
    if packer.returncode != 0:
        sys.exit(f"scale.py: pgnpack ended with status {packer.returncode}")
    return copies


def read(path):
    return subprocess.run(["zstd", "-dqcf", path], stdout=subprocess.PIPE, check=True).stdout


def make(paths):
    texts = [read(path) for path in paths]
    with open(f"{WORK}/week.pgn", "wb") as week:
        week.write(b"\n[Event ".join(texts[0].split(b"\n[Event ", 1001)[:1000]) + b"\n")
    parts, first = [], 0
    for million in MILLIONS:
        if million < PART:
            pack(texts, 0, million * 1000000, path_of(million))
            continue
        while len(parts) * PART < million:
            parts.append(path_of(PART) if not parts else f"{WORK}/part{len(parts)}.bcgn")
            first += pack(texts, first, PART * 1000000, parts[-1])
        if million > PART:
            subprocess.run([f"{BUILD}/pgndb", "merge", "-q", "-f", "-o", path_of(million), *parts], check=True)
    for part in parts[1:]:
        os.remove(part)


def measured(words):
    """Seconds by the clock, of the processors, peak in MiB, and the last line that was printed."""
    answer, environment = f"{WORK}/answer", bindings.environment()
    told = subprocess.run([f"{BUILD}/bench/run_measured", "/dev/null", answer, *words], stdout=subprocess.PIPE, text=True, check=True, env=environment)
    processors, clock, peak, _ = (float(number) for number in told.stdout.split())
    with open(answer, encoding="latin-1") as lines:
        last = [line for line in lines.read().split("\n") if line][-1:]
    return clock, processors, peak / 1024, " ".join(last[0].split())[:60] if last else ""


def cell(question, database, last, runs):
    words = [f"{WORK}/week.pgn" if word == "WEEK" else word for word in question(database, last)]
    if words[1] in ("add", "undo"):  # once: the next run would find another database
        rows = [measured(words)]
    else:
        rows = [measured(words) for _ in range(runs + 1)][1:]
    return tuple(statistics.median(row[i] for row in rows) for i in range(3)) + rows[-1][3:]


def ask(runs):
    last = {million: subprocess.run([f"{BUILD}/pgnfind", "--count", path_of(million)], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
            for million in MILLIONS}
    print("| | " + " | ".join(f"{million} million" for million in MILLIONS) + " | |\n|---|" + "---|" * (len(MILLIONS) + 1))
    print("| size in MB | " + " | ".join(f"{os.path.getsize(path_of(million)) / 1e6:.0f}" for million in MILLIONS) + " | |")
    for what, question in QUESTIONS:
        if not re.search(os.environ.get("SCALE_ONLY", ""), what):
            continue
        cells = [cell(question, path_of(million), last[million], runs) for million in MILLIONS]
        print(f"| {what} | " + " | ".join("{:.3f} s, {:.3f}, {:.0f}".format(*taken) for taken in cells) + f" | {cells[-1][3]} |", flush=True)


if TASK == "make":
    make(sys.argv[4:])
else:
    ask(int(sys.argv[4]) if len(sys.argv) > 4 else 3)
