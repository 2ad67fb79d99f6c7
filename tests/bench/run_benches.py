#!/usr/bin/env python3
"""run_benches.py BUILD CORPUS: one table over the *.pgn and *.pgn.zst files of a folder; see README.md.

Environment: BENCH_MB=34 cuts every file to its first so many MB; BENCH_TOTAL_MB=60 cuts the largest files
further, so that the whole run stays within minutes; BENCH_RUNS=5.
"""
import glob
import os
import platform
import statistics
import subprocess
import sys

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


def corpus_files(folder):
    return sorted(glob.glob(folder + "/*.pgn") + glob.glob(folder + "/*.pgn.zst"))


def read_start(path, size):
    """The file's first bytes, up to `size`, whole games only."""
    command = ["zstd", "-dqc", path] if path.endswith(".zst") else ["cat", path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as source:
        text = source.stdout.read(size + 1)
        source.kill()
    if len(text) <= size:
        return text
    end = text.rfind(b"\n[Event ", 0, size)
    return text[: end + 1] if end > 0 else text[:size]


def common_size(sizes, total):
    """The largest size to which all files are cut so that they fit into `total` together."""
    remaining = total
    for place, size in enumerate(sorted(sizes)):
        share = remaining // (len(sizes) - place)
        if size > share:
            return share
        remaining -= size
    return max(sizes, default=0)


def run(command, source, target):
    """The command's processor time in seconds and the size of its output."""
    with open(source, "rb") as read_from, open(target, "wb") as write_to:
        process = subprocess.Popen(command, stdin=read_from, stdout=write_to)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"run_benches: {' '.join(command)} ended with status {process.returncode}")
    return usage.ru_utime + usage.ru_stime, os.path.getsize(target)


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


def bench_file(build, path, size, folder):
    text = read_start(path, size)
    source = folder + "/input.pgn"
    with open(source, "wb") as copy:
        copy.write(text)
    print(f"{os.path.basename(path)}: the first {len(text)} bytes", flush=True)
    for program in PROGRAMS:
        subprocess.run([f"{build}/bench/{program}", source], check=True)
    bench_commands(build, source, folder)


def print_head():
    print(f"CPU: {cpu_name()}, one core of {os.cpu_count()}; {platform.system()} {platform.release()}")
    print("; ".join((first_line("zstd", "--version"), first_line("xz", "--version"))))
    print(f"Processor time (user + system), medians of {RUNS} runs in turns; tests/bench/README.md says more.")
    print(f"  {'':42} {'packed size':>12} {'ratio':>7} {'back':>8} {'pack':>8} {'unpack':>8}", flush=True)


def main():
    build, corpus = sys.argv[1:]
    file_size = int(float(os.environ.get("BENCH_MB", "34")) * 1e6)
    total_size = int(float(os.environ.get("BENCH_TOTAL_MB", "60")) * 1e6)
    folder = build + "/bench/files"
    os.makedirs(folder, exist_ok=True)
    paths = corpus_files(corpus)
    if not paths:
        sys.exit(f"run_benches: no *.pgn or *.pgn.zst in {corpus}")
    size = common_size([len(read_start(path, file_size)) for path in paths], total_size)
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print_head()
    subprocess.run([f"{build}/bench/bench_perft"], check=True)
    for path in paths:
        bench_file(build, path, size, folder)


if __name__ == "__main__":
    main()
