"""What each level is good for, on kinds of files: size, processor time beside zstd's, one game, memory. For pgnpack.1 and README."""
import json
import os
import statistics
import subprocess
import sys

import bcgn1_tables
from corpus import short_name

LEVELS = range(1, 10)
WHAT = {1: "a byte a move", 3: "the default", 4: "tables", 5: "a net", 7: "learns", 8: "a larger net"}
# Of each file, got by number.
GAMES = 7
PACK = "{build}/pgnpack -qc -T1 -{level}"
UNPACK = "{build}/pgnunpack -qc -T1"
GAME = "{build}/pgnunpack -q -T1 -g {number} {{source}}"
START = "{build}/pgnunpack --version"
ZSTD = ("zstd -qc -3 --single-thread", "zstd -dqc --single-thread")


class Level:
    """What the rounds of one level took on one file."""

    def __init__(self):
        self.size = 0
        self.ratios = {"pack": [], "unpack": []}
        self.game = []
        self.peaks = {"pack": 0, "unpack": 0}

    def figures(self):
        medians = {way: statistics.median(ratios) for way, ratios in self.ratios.items()}
        game = max(1e3 * statistics.median(self.game), 0)
        return {"size": self.size, **medians, "game": game, "peak": max(self.peaks.values()) / bcgn1_tables.MIB}


class Rounds:
    def __init__(self, bench, source):
        self.bench, self.source = bench, source
        self.text = os.path.getsize(source)
        self.packed, self.back = bench.folder + "/level.bcgn", bench.folder + "/level.pgn"
        self.levels = {level: Level() for level in LEVELS}
        self.zstd_size = 0
        with open(source, "rb") as text:
            self.bytes = text.read()

    def command(self, template, **words):
        return template.format(build=self.bench.build, **words)

    def fail(self, what):
        sys.exit(f"level_table: {self.source}: {what}")

    def zstd(self):
        """Its two processor times in this round."""
        seconds = [self.bench.run(ZSTD[0], self.source, self.packed)["processor"]]
        self.zstd_size = os.path.getsize(self.packed)
        seconds.append(self.bench.run(ZSTD[1], self.packed, self.back)["processor"])
        return [max(value, 1e-3) for value in seconds]

    def game_count(self):
        command = [self.bench.build + "/pgnunpack", "-l", "--json", self.packed]
        (listing,) = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
        return listing["games"]

    def one_game(self, level):
        """Of games all over the file, the mean: one of a block's first takes less than one of its last."""
        games, took = self.game_count(), []
        for place in range(1, GAMES + 1):
            game = self.command(GAME, number=games * place // (GAMES + 1) + 1).format(source=self.packed)
            took.append(self.bench.run(game, "/dev/null", self.back)["processor"])
            with open(self.back, "rb") as text:
                if text.read().strip() not in self.bytes:
                    self.fail(f"-{level}: a game does not come back")
            took[-1] -= self.bench.run(self.command(START), "/dev/null", self.back)["processor"]
        self.levels[level].game.append(statistics.mean(took))

    def round(self, level, zstd):
        figures = self.levels[level]
        pack = self.bench.run(self.command(PACK, level=level), self.source, self.packed)
        unpack = self.bench.run(self.command(UNPACK), self.packed, self.back)
        with open(self.back, "rb") as text:
            if text.read() != self.bytes:
                self.fail(f"-{level}: the text does not come back")
        figures.size = 100 * os.path.getsize(self.packed) / self.text
        for way, run, base in (("pack", pack, zstd[0]), ("unpack", unpack, zstd[1])):
            figures.ratios[way].append(run["processor"] / base)
            figures.peaks[way] = max(figures.peaks[way], run["peak"])
        self.one_game(level)

    def run(self):
        for _ in range(self.bench.run_count):
            zstd = self.zstd()
            for level in LEVELS:
                self.round(level, zstd)
        for path in (self.packed, self.back):
            os.remove(path)
        return {level: figures.figures() for level, figures in self.levels.items()}


def short(value):
    """Two digits that count."""
    if value < 9.95:
        return f"{value:.1f}"
    digits = len(f"{value:.0f}") - 2
    return f"{round(value, -digits):.0f}"


def span(values, form=short):
    low, high = form(min(values)), form(max(values))
    return low if low == high else f"{low}-{high}"


def print_manual(names, found):
    """The lines that docs/pgnpack.1 has."""
    form = "%-17s" + " %7s" * len(names) + " %8s %8s %8s %7s"
    print("\nAs in docs/pgnpack.1: sizes in hundredths of the text, the rest from the least to the most\n")
    print(form % ("level", *(name[:7] for name in names), "pack", "unpack", "game", "MiB"))
    for level in LEVELS:
        of = [found[name][level] for name in names]
        cells = [span([figures[key] for figures in of]) for key in ("pack", "unpack")]
        cells.append(span([max(figures["game"], 1) for figures in of], lambda value: f"{float(short(value)):.0f}"))
        cells.append(span([figures["peak"] for figures in of]))
        sizes = [f"{figures['size']:.1f}" for figures in of]
        print(form % (f"{level}  {WHAT.get(level, '')}", *sizes, *cells))


def print_table_of(name, rounds, figures):
    columns = ["", "of the text", "pack", "unpack", "game ms", "MiB"]
    rows = [["  zstd -3", f"{100 * rounds.zstd_size / rounds.text:.2f}", "1", "1", "-", "-"]]
    for level, of in figures.items():
        row = [f"  -{level}", f"{of['size']:.2f}", f"{of['pack']:.2f}", f"{of['unpack']:.2f}"]
        rows.append(row + [f"{of['game']:.1f}", f"{of['peak']:.0f}"])
    bcgn1_tables.print_table(f"{name}, {rounds.text / 1e6:.1f} MB: processor time in that of zstd -3 and zstd -d", columns, rows)


def print_table(bench, sources):
    found = {}
    for source in sources:
        rounds = Rounds(bench, source)
        found[short_name(source)] = rounds.run()
        print_table_of(short_name(source), rounds, found[short_name(source)])
    print_manual(list(found), found)
