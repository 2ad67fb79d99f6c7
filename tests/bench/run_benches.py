#!/usr/bin/env python3
"""run_benches.py BUILD CORPUS: tables over the *.pgn and *.pgn.zst files of a folder; see README.md.

Environment: BENCH_MB=34 cuts every file to its first so many MB; BENCH_TOTAL_MB=60 cuts the largest files
further, so that the whole run stays within minutes; BENCH_RUNS=5. BENCH_SLOW_MB=10: the slowest packers get no
larger files. BENCH_PLIES=250000: of each file, for the move codecs. BENCH_ONLY=encodings, moves, values, sizes, bcgn1,
search or changes runs one part; BENCH_ONLY=ablation and levels, which are no parts of the whole, what each mechanism of the format saves and the
table of levels of pgnpack.1.
BENCH_MILLION=FILE packs that file whole and measures getting single games of a million. BENCH_PREFIX="chrt -f 1"
puts that before the commands measured for BCGN 1.
"""
import os
import platform
import statistics
import subprocess
import sys

sys.dont_write_bytecode = True

import ablation
import bcgn1_tables
import change_tables
import level_table
import picture
import search_tables
import size_tables
from corpus import common_size, copy_start, corpus_files, read_start, short_name
from run_commands import run

RUNS = int(os.environ.get("BENCH_RUNS", "5"))
# A command that has used so many seconds on a file is not run on it again.
SECONDS_PER_COMMAND = 3

# C programs of tests/bench, run on each file; each prints its rows.
PROGRAMS = ["bench_bcgn0", "bench_encodings"]

# Commands that pack and unpack from standard input to standard output: name, pack, unpack.
COMMANDS = [
    ("pgnpack --bcgn0=fixed", "{build}/pgnpack -qc --bcgn0=fixed --lossy", "{build}/pgnunpack -qc"),
    ("pgnpack --bcgn0=index", "{build}/pgnpack -qc --bcgn0=index --lossy", "{build}/pgnunpack -qc"),
    ("pgnpack --bcgn0=variable", "{build}/pgnpack -qc --bcgn0=variable --lossy", "{build}/pgnunpack -qc"),
    ("zstd -3", "zstd -qc -3 --single-thread", "zstd -dqc --single-thread"),
    ("xz -6", "xz -qc -T1 -6", "xz -dqc -T1"),
    ("xz -9e", "xz -qc -T1 -9e", "xz -dqc -T1"),
]


def first_line(*command):
    return subprocess.run(command, capture_output=True, text=True).stdout.split("\n")[0]


def cpu_name():
    with open("/proc/cpuinfo", encoding="utf-8") as lines:
        names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


class Command:
    def __init__(self, name, pack, unpack, build):
        self.name = name
        self.pack_command = pack.format(build=build).split()
        self.unpack_command = unpack.format(build=build).split()
        self.pack_seconds, self.unpack_seconds = [], []
        self.packed_size = self.unpacked_size = 0

    def round(self, source, folder):
        if sum(self.pack_seconds) > SECONDS_PER_COMMAND:
            return
        packed, unpacked = folder + "/packed", folder + "/unpacked"
        seconds, self.packed_size = run(self.pack_command, source, packed)
        self.pack_seconds.append(seconds)
        seconds, self.unpacked_size = run(self.unpack_command, packed, unpacked)
        self.unpack_seconds.append(seconds)

    def row(self, text_size):
        # getrusage counts in microseconds; a run that took less than it can tell has no speed.
        pack = max(statistics.median(self.pack_seconds), 1e-4)
        unpack = max(statistics.median(self.unpack_seconds), 1e-4)
        runs = len(self.pack_seconds)
        note = "" if runs == RUNS else f" ({runs} run{'s' * (runs > 1)})"
        return (
            f"  {self.name:42} {self.packed_size:12} {text_size / self.packed_size:7.2f}"
            f" {100 * self.unpacked_size / text_size:7.1f}% {text_size / pack / 1e6:8.1f}"
            f" {self.unpacked_size / unpack / 1e6:8.1f}  MB/s{note}"
        )


def bench_commands(build, source, folder):
    commands = [Command(*entry, build) for entry in COMMANDS]
    for _ in range(RUNS):
        for command in commands:
            command.round(source, folder)
    for command in commands:
        print(command.row(os.path.getsize(source)), flush=True)


def bench_encodings(build, source, folder):
    print(f"{os.path.basename(source)}: {os.path.getsize(source)} bytes", flush=True)
    for program in PROGRAMS:
        subprocess.run([f"{build}/bench/{program}", source], check=True)
    bench_commands(build, source, folder)


def print_machine():
    print(f"CPU: {cpu_name()}, {os.cpu_count()} processors; {platform.system()} {platform.release()}")
    print("; ".join((first_line("zstd", "--version"), first_line("xz", "--version"))))
    print(f"Medians of up to {RUNS} runs in turns; tests/bench/README.md says more.", flush=True)


def print_encodings(build, sources, folder):
    """On one core; processor time."""
    processors = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(processors)})
    print(f"  {'':42} {'packed size':>12} {'ratio':>7} {'back':>8} {'pack':>8} {'unpack':>8}", flush=True)
    subprocess.run([f"{build}/bench/bench_perft"], check=True)
    for source in sources:
        bench_encodings(build, source, folder)
    os.sched_setaffinity(0, processors)


def print_moves(build, sources):
    """Bits a ply and plies a second of the container's move codecs."""
    plies = os.environ.get("BENCH_PLIES", "250000")
    print(f"\nMove codecs over main lines, the first {plies} plies of each file\n", flush=True)
    subprocess.run([f"{build}/bench/bench_moves", "--plies", plies, *sources], check=True)


def print_values(build, sources):
    """The moves of single games, in every encoding of the library."""
    games = os.environ.get("BENCH_GAMES", "1000")
    print(f"\nMoves as values, the first {games} games from the start position of each file\n", flush=True)
    subprocess.run([f"{build}/bench/bench_values", "--games", games, *sources], check=True)


def cut_files(paths, folder):
    """Copies of the files' first games; returns their paths."""
    file_size = int(float(os.environ.get("BENCH_MB", "34")) * 1e6)
    total_size = int(float(os.environ.get("BENCH_TOTAL_MB", "60")) * 1e6)
    size = common_size([len(read_start(path, file_size)) for path in paths], total_size)
    copies = [f"{folder}/{short_name(path)}.pgn" for path in paths]
    for path, copy in zip(paths, copies):
        copy_start(path, size, copy)
    return copies


def main():
    build, corpus = sys.argv[1:]
    only = os.environ.get("BENCH_ONLY", "")
    if only not in ("", "encodings", "moves", "values", "sizes", "bcgn1", "ablation", "picture", "levels", "search",
                    "changes"):
        sys.exit("run_benches: BENCH_ONLY is encodings, moves, values, sizes, bcgn1, ablation, picture, levels, search or changes")
    folder = build + "/bench/files"
    os.makedirs(folder, exist_ok=True)
    paths = corpus_files(corpus)
    if not paths:
        sys.exit(f"run_benches: no *.pgn or *.pgn.zst in {corpus}")
    sources = cut_files(paths, folder)
    if only == "picture":
        picture.print_picture(build, sources)
        return
    print_machine()
    if only == "ablation":
        ablation.print_table(build, sources)
    if only in ("", "encodings"):
        print_encodings(build, sources, folder)
    if only in ("", "moves"):
        print_moves(build, sources)
    if only in ("", "values"):
        print_values(build, sources)
    bench = bcgn1_tables.Bench(build, folder, RUNS, SECONDS_PER_COMMAND, os.environ.get("BENCH_PREFIX", ""))
    if only == "levels":
        level_table.print_table(bench, sources)
    if only in ("", "sizes"):
        size_tables.print_tables(bench, sources, float(os.environ.get("BENCH_SLOW_MB", "10")))
    if only in ("", "bcgn1"):
        bcgn1_tables.print_tables(bench, sources)
    if only in ("", "search"):
        search_tables.print_tables(build, sources, folder)
    if only in ("", "changes"):
        change_tables.print_tables(build, sources, folder)
    if "BENCH_MILLION" in os.environ:
        bcgn1_tables.print_many_games(bench, os.environ["BENCH_MILLION"], 1000000)
    for source in sources:
        os.remove(source)


if __name__ == "__main__":
    main()
