"""Size against time as an SVG, and the figures in it as a comment: make bench BENCH_ONLY=picture CORPUS=folder.

Every packer packs and unpacks each file; processor times are medians of BENCH_RUNS (5) runs in turns, those of the files
added up, as multiples of what zstd -3 takes in the same runs. What comes back is compared. SCID (tkscid), where it is installed, is
beside them: its databases keep the games and tags, and not the text.
"""
import glob
import math
import os
import shutil
import statistics
import sys
import tempfile

from run_commands import run

RUNS = int(os.environ.get("BENCH_RUNS", "5"))
SLOW_SECONDS = 10  # a packer that took so long once is not run again

PGNPACK = ("{build}/pgnpack -qc -T1 -{level}", "{build}/pgnunpack -qc -T1")
ZSTD = ("zstd -qc -{level} --single-thread", "zstd -dqc --single-thread")
XZ = ("xz -qc -T1 -{level}", "xz -dqc -T1")
BZIP2 = ("bzip2 -qc -{level}", "bzip2 -dqc")
SERIES = [
    ("pgnpack", PGNPACK, [3, 4, 6, 7, 9]),
    ("zstd", ZSTD, [3, 9, 19]),
    ("xz", XZ, ["9e"]),
    ("bzip2", BZIP2, [9]),
]
SCID = "SCID"
# tkscid SCRIPT import PGN BASE, tkscid SCRIPT export BASE PGN: its own interpreter.
SCID_SCRIPT = """proc ::progressCallBack args {}
if {[lindex $argv 0] eq "import"} {
    set base [sc_base create SCID4 [lindex $argv 2]]
    sc_base import $base [lindex $argv 1]
} else {
    set base [sc_base open SCID4 [lindex $argv 1]]
    sc_base switch $base
    sc_base export filter PGN [lindex $argv 2] -comments 1 -variations 1
}
sc_base close $base
"""
COLOURS = {"SCID": "#555555", "pgnpack": "#c0392b", "zstd": "#2c6fbb", "xz": "#2e8b57", "bzip2": "#8a6d3b"}


class Packer:
    def __init__(self, series, commands, level, build):
        self.series, self.level = series, level
        self.commands = [command.format(build=build, level=level).split() for command in commands]
        self.times = {}
        self.sizes = {}

    def is_slow(self, source):
        return sum(sum(pair) for pair in self.times.get(source, [])) > SLOW_SECONDS

    def round(self, source, folder):
        if self.is_slow(source):
            return
        packed, unpacked = folder + "/packed", folder + "/unpacked"
        pack, self.sizes[source] = run(self.commands[0], source, packed)
        unpack, _ = run(self.commands[1], packed, unpacked)
        with open(source, "rb") as before, open(unpacked, "rb") as after:
            if before.read() != after.read():
                sys.exit(f"picture: {' '.join(self.commands[0])}: what comes back differs")
        self.times.setdefault(source, []).append((pack, unpack))

    def seconds(self, way):
        return sum(statistics.median(pair[way] for pair in pairs) for pairs in self.times.values())

    def size(self):
        return sum(self.sizes.values())


class Scid(Packer):
    def __init__(self, program):
        super().__init__(SCID, (), "4", "")
        self.program = program

    def round(self, source, folder):
        base, script = folder + "/base", folder + "/script.tcl"
        for path in glob.glob(base + ".*"):
            os.remove(path)
        with open(script, "w", encoding="utf-8") as file:
            file.write(SCID_SCRIPT)
        pack, _ = run([self.program, script, "import", source, base], os.devnull, folder + "/told")
        self.sizes[source] = sum(map(os.path.getsize, glob.glob(base + ".s?4")))
        unpack, _ = run([self.program, script, "export", base, folder + "/unpacked"], os.devnull, folder + "/told")
        if os.path.getsize(folder + "/unpacked") < os.path.getsize(source) / 2:
            sys.exit(f"picture: SCID lost games of {source}")
        self.times.setdefault(source, []).append((pack, unpack))


def measure(build, sources):
    packers = [Packer(series, commands, level, build) for series, commands, levels in SERIES for level in levels]
    scid = shutil.which("tkscid", path=os.environ.get("PATH", "") + ":/usr/games")
    if scid is not None:
        packers.append(Scid(scid))
    with tempfile.TemporaryDirectory() as folder:
        for source in sources:
            for _ in range(RUNS):
                for packer in packers:
                    packer.round(source, folder)
    return packers


# ---------------------------------------------------------------------------------------------------------
# Drawing: time to the right, on a logarithmic scale; size upwards
# ---------------------------------------------------------------------------------------------------------

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 420, 340, 52, 18, 40, 46


class Panel:
    def __init__(self, title, points, right_of):
        """`points`: (series, label, time, size)."""
        self.title, self.points, self.right_of = title, points, right_of
        times = [time for *_, time, _ in points]
        self.first, self.last = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))
        self.top = math.ceil(max(size for *_, size in points) / 5) * 5

    def x(self, time):
        share = (math.log10(time) - self.first) / (self.last - self.first)
        return self.right_of + LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(self, size):
        return HEIGHT - BOTTOM - size / self.top * (HEIGHT - TOP - BOTTOM)

    def draw(self):
        left, right = self.right_of + LEFT, self.right_of + WIDTH - RIGHT
        yield f'<text class="title" x="{left}" y="22">{self.title}</text>'
        for size in range(0, self.top + 1, 5):
            yield f'<line class="grid" x1="{left}" x2="{right}" y1="{self.y(size):.1f}" y2="{self.y(size):.1f}"/>'
            yield f'<text x="{left - 6}" y="{self.y(size) + 4:.1f}" text-anchor="end">{size} %</text>'
        for power in range(self.first, self.last + 1):
            x = self.x(10 ** power)
            yield f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>'
            yield f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{10.0 ** power:g}</text>'
        yield (f'<text x="{(left + right) / 2:.1f}" y="{HEIGHT - 10}" text-anchor="middle">processor time, times that of zstd -3'
               '</text>')
        for series in dict.fromkeys(series for series, *_ in self.points):
            yield from self.draw_series(series)

    def draw_series(self, series):
        own = [(self.x(time), self.y(size), label) for name, label, time, size in self.points if name == series]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in own)
        yield f'<polyline points="{path}" fill="none" stroke="{COLOURS[series]}" stroke-width="1.5"/>'
        for place, (x, y, label) in enumerate(own):
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{COLOURS[series]}"/>'
            label = f"{series} {label}" if place == 0 else label
            yield f'<text x="{x + 5:.1f}" y="{y - 7:.1f}" style="fill: {COLOURS[series]}">{label}</text>'


STYLE = """text { font: 11px sans-serif; fill: #555 } .title { font-size: 13px; font-weight: bold }
.grid { stroke: #8884; stroke-width: 1 }"""


def draw(packers, text_size):
    base = next(packer for packer in packers if (packer.series, packer.level) == ("zstd", 3))
    panels = []
    for way, title in enumerate(("Packing", "Unpacking")):
        points = [(packer.series, f"-{packer.level}" if packer.series != SCID else packer.level, packer.seconds(way) / base.seconds(way), 100 * packer.size() / text_size)
                  for packer in packers]
        panels.append(Panel(title + ": size, per cent of the text", points, way * WIDTH))
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * WIDTH} {HEIGHT}" role="img" '
           'aria-label="Size against time of pgnpack, zstd, xz, bzip2 and SCID">')
    yield "<!--"
    for packer in packers:
        name = f"{packer.series} -{packer.level}" if packer.series != SCID else f"{SCID} {packer.level}, the games without their text"
        yield (f"{name}: {100 * packer.size() / text_size:.2f} per cent, packing "
               f"{packer.seconds(0) / base.seconds(0):.2f}, unpacking {packer.seconds(1) / base.seconds(1):.2f}").replace(" -", " level ")
    yield "-->"
    yield f"<style>{STYLE}</style>"
    yield f'<rect width="{2 * WIDTH}" height="{HEIGHT}" fill="white"/>'
    for panel in panels:
        yield from panel.draw()
    yield "</svg>"


def print_picture(build, sources):
    packers = measure(build, sources)
    for line in draw(packers, sum(map(os.path.getsize, sources))):
        print(line)
