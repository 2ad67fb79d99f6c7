"""BCGN 1 against zstd over files of a corpus: the tables that README.md explains."""
import filecmp
import os
import shutil
import statistics
import subprocess
import sys

from corpus import short_name

# What pgnpack is run with; the first column of the tables.
SETTINGS = ["-1", "-3", "-3 --moves=bits", "-6", "-9"]
DEFAULT = "-3"

MIB = 1024.0


class Contender:
    """
    A packer on one file: what each of its runs took, by direction and number of threads. The commands go from
    standard input to standard output, or name {source} and {target}; {original} is the text's file. `suffix`: of the
    packed file's name.
    """

    def __init__(self, name, pack, unpack, threads=(1, 2), suffix=""):
        self.name = name
        self.commands = {"pack": pack, "unpack": unpack}
        self.threads = threads
        self.suffix = suffix
        self.runs = {(way, count): [] for way in ("pack", "unpack") for count in threads}
        self.size = 0

    def seconds(self, way, threads, clock):
        return statistics.median(run[clock] for run in self.runs[way, threads])

    def gain(self, way):
        """How much faster two threads are, from runs that followed each other."""
        pairs = zip(self.runs[way, 1], self.runs[way, 2])
        return statistics.median(one["wall"] / two["wall"] for one, two in pairs)

    def peak(self, way, threads):
        return max(run["peak"] for run in self.runs[way, threads])

    def used_seconds(self):
        return sum(run["processor"] for runs in self.runs.values() for run in runs)


class Bench:
    """`build`: where pgnpack and the programs of tests/bench are. `prefix`: words before measured commands."""

    def __init__(self, build, folder, runs, seconds_per_command, prefix):
        self.build = build
        self.prefix = prefix.split()
        self.folder = folder
        self.run_count = runs
        self.seconds_per_command = seconds_per_command

    def program(self, *arguments):
        """The lines "name value" of bench_bcgn1."""
        command = [*self.prefix, self.build + "/bench/bench_bcgn1", *arguments]
        lines = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.split("\n")
        return {name: float(value) for name, value in (line.split() for line in lines if line)}

    def run(self, command, source, target):
        output = "/dev/null" if "{target}" in command else target
        words = [word.format(source=source, target=target) for word in command.split()]
        command = [*self.prefix, self.build + "/bench/run_measured", source, output, *words]
        process = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        if process.returncode != 0:
            sys.exit(f"{' '.join(words)}: status {process.returncode}\n{process.stderr}")
        measured = process.stdout.split()
        names = ("processor", "wall", "peak", "user")
        return dict(zip(names, map(float, measured), strict=True))

    def ours(self, settings, threads=(1, 2)):
        pack = f"{self.build}/pgnpack -qc {{setting}} -T{{threads}}"
        unpack = f"{self.build}/pgnunpack -qc -T{{threads}}"
        return [Contender(name, pack.replace("{setting}", name), unpack, threads) for name in settings]

    def round(self, contender, source, packed, unpacked):
        for way, from_file, to_file in (("pack", source, packed), ("unpack", packed, unpacked)):
            for threads in contender.threads:
                if os.path.exists(to_file):
                    os.remove(to_file)
                command = contender.commands[way].replace("{threads}", str(threads)).replace("{original}", source)
                contender.runs[way, threads].append(self.run(command, from_file, to_file))
                if way == "unpack" and not filecmp.cmp(source, unpacked, shallow=False):
                    sys.exit(f"{contender.name} -T{threads}: {source} does not come back as it was")
        contender.size = os.path.getsize(packed)

    def measure(self, contenders, source):
        """Runs in turns, fewer of the slow ones."""
        for _ in range(self.run_count):
            for contender in contenders:
                if contender.used_seconds() <= self.seconds_per_command:
                    packed = self.folder + "/packed" + contender.suffix
                    self.round(contender, source, packed, self.folder + "/unpacked")
        return contenders

    def speeds(self, source):
        general = Contender("zstd -3", "zstd -qc -3 -T{threads}", "zstd -dqc -T{threads}")
        return self.measure([*self.ours(SETTINGS), general], source)

    def access(self, source):
        """Single games and scans of the file packed by the default level."""
        packed, general = self.folder + "/packed.bcgn", self.folder + "/packed.zst"
        self.run(f"{self.build}/pgnpack -qc {DEFAULT}", source, packed)
        self.run("zstd -qc -3", source, general)
        figures = {**self.program("random", packed), **self.program("scan", packed, general)}
        return {**figures, **self.program("batch", packed, general)}


# ---- Tables ----


def print_table(title, columns, rows):
    """`rows`: lists of texts; the first column is aligned to the left. A row of one text spans the table."""
    full = [row for row in rows if len(row) > 1]
    widths = [max(len(row[i]) for row in [columns, *full]) for i in range(len(columns))]
    print(f"\n{title}\n")
    for row in [columns, *rows]:
        cells = [text.rjust(width) for text, width in zip(row, widths)]
        cells[0] = row[0].ljust(widths[0])
        print("  " + "  ".join(cells) if len(row) > 1 else "  " + row[0])
    sys.stdout.flush()


def part(numerator, denominator, form="{:.3f}"):
    return form.format(numerator / denominator) if denominator else "-"


def speed_cells(contender, way, text):
    cells = []
    for threads in (1, 2):
        for clock in ("processor", "wall"):
            seconds = max(contender.seconds(way, threads, clock), 1e-4)
            cells.append(f"{text / seconds / 1e6:.0f}" if text >= 1e8 * seconds else f"{text / seconds / 1e6:.1f}")
    return cells + [f"{contender.gain(way):.2f}"]


def library_row(text, columns, pack_seconds, unpack_seconds):
    """Text and packed bytes in memory, without starting a program."""
    row = [f"  {DEFAULT}, library"] + ["-"] * (len(columns) - 1)
    row[columns.index("pack T1")] = f"{text / pack_seconds / 1e6:.0f}"
    row[columns.index("unpack T1")] = f"{text / unpack_seconds / 1e6:.0f}"
    return row


def print_speeds(sources, contenders, library, run_count):
    columns = ["", "pack T1", "wall", "T2", "wall", "gain", "unpack T1", "wall", "T2", "wall", "gain"]
    columns += ["MiB: pack T1", "T2", "unpack T1", "T2", "runs"]
    rows = []
    for source in sources:
        text = os.path.getsize(source)
        rows.append([f"{short_name(source)}, {text / 1e6:.1f} MB"])
        for contender in contenders[source]:
            row = ["  " + contender.name]
            for way in ("pack", "unpack"):
                row += speed_cells(contender, way, text)
            for way in ("pack", "unpack"):
                row += [f"{contender.peak(way, threads) / MIB:.0f}" for threads in (1, 2)]
            rows.append(row + [str(len(contender.runs["pack", 1]))])
        rows.append(library_row(text, columns, *library[source]))
    title = f"Speed in MB of text a second, by processor time and by wall clock; peak memory; up to {run_count} runs"
    print_table(title, columns, rows)


def print_rendering(sources, games):
    columns = ["file", "games", "exact", "tokens", "at most tokens", "gaps", "broken", "exceptions/game"]
    rows = []
    for source in sources:
        of = games[source]
        count = of["games"]
        row = [short_name(source), f"{count:.0f}", part(100 * of["exact"], count, "{:.2f}%")]
        row.append(part(100 * (count - of["exact"] - of["gap"]), count, "{:.2f}%"))
        row.append(part(100 * (count - of["gap"]), count, "{:.2f}%"))
        row += [part(100 * of[name], count, "{:.2f}%") for name in ("gap", "broken")]
        rows.append(row + [part(of["exceptions"], count, "{:.4f}")])
    print_table("Games that the renderer predicts", columns, rows)


def milliseconds(figures, name):
    return f"{1e3 * figures[name]:.3f}" if name in figures else "-"


def print_random(title, named_figures):
    columns = ["file", "games", "open ms", "bytes", "reads", "closed ms", "most", "bytes", "work", "at hand ms", "most"]
    rows = []
    for name, of in named_figures:
        row = [name, f"{of['games']:.0f}", milliseconds(of, "open_seconds")]
        row += [f"{of['open_bytes']:.0f}", f"{of['open_reads']:.0f}"]
        row += [milliseconds(of, key) for key in ("closed_seconds", "closed_seconds_most")]
        row.append(f"{of.get('closed_bytes', 0):.0f}")
        row.append(f"{of.get('closed_work', 0):.0f}")
        rows.append(row + [milliseconds(of, key) for key in ("hand_seconds", "hand_seconds_most")])
    print_table(title + ", by processor time", columns, rows)


def print_scans(sources, access):
    columns = ["file", "packed", "tag ms", "bytes", "unpack ms", "faster", "moves ms", "M/s"]
    columns += ["zstd -d | reader ms", "faster", "by wall clock"]
    rows = []
    for source in sources:
        of = access[source]
        row = [short_name(source), f"{of['packed_size']:.0f}", milliseconds(of, "tag_processor")]
        row += [f"{of['tag_bytes']:.0f}", milliseconds(of, "unpack_processor")]
        row.append(part(of["unpack_processor"], of["tag_processor"], "{:.1f}"))
        row += [milliseconds(of, "moves_processor"), part(of["move_count"] / 1e6, of["moves_processor"], "{:.1f}")]
        row.append(milliseconds(of, "zstd_reader_processor"))
        row.append(part(of["zstd_reader_processor"], of["moves_processor"], "{:.1f}"))
        row.append(part(of["zstd_reader_wall"], of["moves_wall"], "{:.1f}"))
        if of["move_count"] != of["moves_read"]:
            row[0] += f" (WRONG: {of['move_count']:.0f} moves of {of['moves_read']:.0f})"
        rows.append(row)
    print_table(f"Scans over all games of a file packed by {DEFAULT}, by processor time", columns, rows)


# What the library's scans by batches are to reach: parts of `zstd -d`'s time.
BATCH_SCANS = {"csv": ("eight columns for CSV", 1 / 3), "san": ("all SAN lines", 6), "values": ("moves as 16 bits", None)}


def print_batches(sources, access):
    columns = ["file", "ms", "zstd -d ms", "of zstd -d", "at most", ""]
    rows = []
    for source in sources:
        of = access[source]
        rows.append([short_name(source)])
        for name, (title, limit) in BATCH_SCANS.items():
            row = ["  " + title, milliseconds(of, name + "_user"), milliseconds(of, name + "_zstd_user")]
            row += [f"{of[name + '_of_zstd']:.2f}", f"{limit:.2f}" if limit else ""]
            rows.append(row + ["more" if limit and of[name + "_of_zstd"] > limit else ""])
    print_table(f"Scans by batches of a file packed by {DEFAULT}, in pairs with zstd -d, by user time", columns, rows)


def print_tables(bench, sources):
    """Speed, rendering, single games and scans, over these files."""
    contenders, games, access = {}, {}, {}
    for source in sources:
        contenders[source] = bench.speeds(source)
        games[source] = bench.program("games", source)
        access[source] = bench.access(source)
        access[source]["packed_size"] = os.path.getsize(bench.folder + "/packed.bcgn")
    library = {s: (games[s]["pack_processor"], access[s]["unpack_processor"]) for s in sources}
    print_speeds(sources, contenders, library, bench.run_count)
    print_rendering(sources, games)
    print_random(f"Single games of a file packed by {DEFAULT}", [(short_name(s), access[s]) for s in sources])
    print_scans(sources, access)
    print_batches(sources, access)


def print_many_games(bench, path, wanted):
    """A whole file, packed and concatenated with itself until it has `wanted` games."""
    once, many = bench.folder + "/once.bcgn", bench.folder + "/many.bcgn"
    with open(once, "wb") as target:
        subprocess.run([bench.build + "/pgnpack", "-qc", DEFAULT, path], stdout=target, check=True)
    count = bench.program("random", once)["games"]
    copies = int(-(-wanted // count)) if count else 1
    with open(many, "wb") as target:
        for _ in range(copies):
            with open(once, "rb") as part_file:
                shutil.copyfileobj(part_file, target, 1 << 20)
    title = f"{short_name(path)}, whole, {copies} times, concatenated as it was packed by {DEFAULT}"
    print_random(title, [("once", bench.program("random", once)), ("all", bench.program("random", many))])
    scans = [(name, bench.program("tag", path)) for name, path in (("once", once), ("all", many))]
    rows = [[name, milliseconds(of, "tag_processor"), f"{of['tag_bytes']:.0f}"] for name, of in scans]
    print_table("One tag of all of these games", ["", "ms", "bytes read"], rows)
    os.remove(many)
