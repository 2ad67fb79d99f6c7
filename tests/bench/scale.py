#!/usr/bin/env python3
"""scale.py BUILD WORK make GAMES.pgn...: databases of 1, 10 and 100 million games in the folder WORK, of as many copies of the files as that takes.
scale.py BUILD WORK ask [RUNS]: what opening, listing, questions and changes of each take, as a table.

Each copy has players of its own: a prefix before White and Black, so that names grow with the games as they do in the world. Moves and all
other tags are the same in each, so opening trees are not larger than those of the files, and counts are multiples. A hundred million games
need 20 GB in WORK and an hour; SCALE_MILLIONS=1,10 makes and asks less. What is asked runs in a process of its own, RUNS (3) times after one
that is not counted: so the file is in memory as far as that goes. The table has the median of seconds by the clock and of the processors, the
peak of memory in MiB (with the mapped or buffered file's pages that it used), and the answer of the largest.
"""
import os
import statistics
import subprocess
import sys

sys.dont_write_bytecode = True

BUILD, WORK, TASK = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3]
MILLIONS = [int(number) for number in os.environ.get("SCALE_MILLIONS", "1,10,100").split(",")]
PART = 10  # million games that are packed at once; larger databases are merged of such
LETTERS = b"abcdefghijklmnopqrstuvwxyz"
QUESTIONS = (  # what, program, arguments
    ("opening: how many games", "pgnunpack", "-l DB"),
    ("the last game", "pgnunpack", "-g LAST DB"),
    ("a player's games", "pgnfind", "--count --player=aaCarlsen DB"),
    ("a player, an opening, a year", "pgnfind", "--count --player=aaCarlsen --eco=B90-B99 --date=2010 DB"),
    ("a rating and a result", "pgnfind", "--count --elo=2700- --result=1-0 DB"),
    ("a common position", "pgnfind", "--count --moves DB e4,c5,Nf3,d6,d4,cxd4,Nxd4,Nf6,Nc3,a6,Bg5"),
    ("the first ten games of a position", "pgnfind", "--limit=10 --csv=White,Black --moves DB e4,c5,Nf3,d6,d4,cxd4,Nxd4,Nf6,Nc3,a6,Bg5"),
    ("a position that is rare", "pgnfind", "--count --moves DB e4,e5,f4,exf4,Bc4,Qh4+,Kf1,b5,Bxb5,Nf6,Nf3,Qh6,d3,Nh5"),
    ("the opening tree from the start", "pgnfind", "--tree DB"),
    ("the tree after 1.e4 c5 2.Nf3 d6", "pgnfind", "--tree=e4,c5,Nf3,d6 DB"),
    ("rook and pawn against rook", "pgnfind", "--count --material=KRPvKR DB"),
)


def prefix(copy):
    return bytes([LETTERS[copy // 26 % 26], LETTERS[copy % 26]])


def names(million):
    return f"{WORK}/{million}.bcgn"


def tool(name):
    return f"{BUILD}/{name}"


def pack(texts, first, games, target):
    """Copies from number `first` until there are so many games; returns how many copies that were."""
    count = sum(text.count(b"\n[White \"") for text in texts)
    copies = -(-games // count)
    with subprocess.Popen([tool("pgnpack"), "-q", "-f", "-3", "-o", target], stdin=subprocess.PIPE) as packer:
        for copy in range(first, first + copies):
            for text in texts:
                for side in (b"White", b"Black"):
                    text = text.replace(b"[" + side + b" \"", b"[" + side + b" \"" + prefix(copy))
                packer.stdin.write(text)
        packer.stdin.close()
    if packer.returncode != 0:
        sys.exit(f"scale.py: pgnpack ended with status {packer.returncode}")
    return copies


def make(paths):
    texts = []
    for path in paths:
        command = ["zstd", "-dqc", path] if path.endswith(".zst") else ["cat", path]
        texts.append(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    made, first = [], 0
    for million in MILLIONS:
        if million <= PART:
            copies = pack(texts, first if million == PART else 0, million * 1000000, names(million))
            first += copies if million == PART else 0
            made = [names(million)] if million == PART else made
            continue
        while len(made) * PART < million:
            made.append(f"{WORK}/part{len(made)}.bcgn")
            first += pack(texts, first, PART * 1000000, made[-1])
        subprocess.run([tool("pgndb"), "merge", "-q", "-f", "-o", names(million), *made], check=True)
        for part in made[1:]:
            os.remove(part)


def measured(program, words):
    """Seconds by the clock, of the processors, peak in MiB, and the last line that was printed."""
    answer = f"{WORK}/answer"
    told = subprocess.run([tool("bench/run_measured"), "/dev/null", answer, tool(program), *words], stdout=subprocess.PIPE, text=True, check=True)
    processors, clock, peak, _ = (float(number) for number in told.stdout.split())
    with open(answer, encoding="latin-1") as lines:
        last = [line for line in lines.read().split("\n") if line][-1:]
    return clock, processors, peak / 1024, last[0][:60] if last else ""


def last_game(database):
    listed = subprocess.run([tool("pgnfind"), "--count", database], stdout=subprocess.PIPE, text=True, check=True)
    return listed.stdout.split()[0]


def ask(runs):
    print("| | " + " | ".join(f"{million} million" for million in MILLIONS) + " | |\n|---|" + "---|" * (len(MILLIONS) + 1))
    print("| size in MB, games | " + " | ".join(f"{os.path.getsize(names(m)) / 1e6:.0f}, {last_game(names(m))}" for m in MILLIONS) + " | |")
    for what, program, arguments in QUESTIONS:
        cells, answer = [], ""
        for million in MILLIONS:
            database = names(million)
            words = [{"DB": database, "LAST": last_game(database)}.get(word, word) if word in ("DB", "LAST") else word.replace(",", " ")
                     if word.startswith(("e4", "--tree=")) else word for word in arguments.split()]
            if "--moves" in words:  # its text goes behind it, not the database
                place = words.index("--moves")
                words[place + 1], words[place + 2] = words[place + 2], words[place + 1]
            rows = [measured(program, words) for _ in range(runs + 1)][1:]
            clock, processors, peak = (statistics.median(row[i] for row in rows) for i in range(3))
            cells.append(f"{clock:.3f} s, {processors:.3f}, {peak:.0f}")
            answer = rows[-1][3]
        print(f"| {what} | " + " | ".join(cells) + f" | {answer} |", flush=True)


if TASK == "make":
    make(sys.argv[4:])
else:
    ask(int(sys.argv[4]) if len(sys.argv) > 4 else 3)
