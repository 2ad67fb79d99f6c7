"""Sizes, speeds and memory of pgnpack beside general packers, and where the bytes go: tables for README.md."""
import json
import os
import shutil
import subprocess

from bcgn1_tables import MIB, Contender, part, print_table
from corpus import short_name

LEVELS = ["-3", "-6", "-9"]

# Name, pack, unpack, is it too slow for large files? and what the packed file's name needs.
ZPAQ = ("zpaq add {target} {source} -m5 -t1", "zpaq extract {source} {original} -to {target} -t1")
GENERAL = [
    ("zstd -3", "zstd -qc -3 --single-thread", "zstd -dqc --single-thread", False, ""),
    ("zstd -19", "zstd -qc -19 --single-thread", "zstd -dqc --single-thread", False, ""),
    ("xz -9e", "xz -qc -T1 -9e", "xz -dqc -T1", False, ""),
    ("bzip3 -e", "bzip3 -e -c -b 64", "bzip3 -d -c", False, ""),
    ("zpaq -m5", *ZPAQ, True, ".zpaq"),
]
REFERENCE = "xz -9e"

# Columns of a file that take less than this part of it are added up.
SMALL_COLUMN = 0.005


def general_contenders(text_size, slow_size):
    """Those that are installed, and the names of those that the text is too large for."""
    there = [entry for entry in GENERAL if shutil.which(entry[1].split()[0]) is not None]
    runs = [entry for entry in there if not entry[3] or text_size <= slow_size]
    left_out = [entry[0] for entry in there if entry not in runs]
    return [Contender(name, pack, unpack, (1,), suffix) for name, pack, unpack, _, suffix in runs], left_out


def columns_of(bench, packed):
    """{(part, column): packed size}, and the number of games."""
    command = [bench.build + "/pgnunpack", "-l", "-v", "--json", packed]
    (file,) = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    sizes = {(column["part"], column["column"]): column["packed_size"] for column in file["columns"]}
    if sum(sizes.values()) != os.path.getsize(packed):
        raise SystemExit(f"{packed}: its columns do not add up to its size")
    return sizes, file["games"]


def look_into(bench, source):
    """Of each level: what columns_of() gives; and what a scan for one tag takes."""
    found, scans = {}, {}
    for level in LEVELS:
        packed = bench.folder + "/columns.bcgn"
        bench.run(f"{bench.build}/pgnpack -qc {level}", source, packed)
        found[level] = columns_of(bench, packed)
        scans[level] = bench.program("tag", packed)
        os.remove(packed)
    return found, scans


def speed(contender, way, text):
    megabytes = text / max(contender.seconds(way, 1, "processor"), 1e-4) / 1e6
    return f"{megabytes:.1f}" if megabytes < 100 else f"{megabytes:.0f}"


def size_rows(contenders, text):
    sizes = {contender.name: contender.size for contender in contenders}
    for contender in contenders:
        row = [f"  {contender.name}", str(contender.size), part(text, contender.size, "{:.2f}")]
        row += [part(contender.size, text, "{:.4f}"), part(contender.size, sizes.get(REFERENCE, 0))]
        row += [speed(contender, way, text) for way in ("pack", "unpack")]
        row += [f"{contender.peak(way, 1) / MIB:.0f}" for way in ("pack", "unpack")]
        yield row + [str(len(contender.runs["pack", 1]))]


def print_sizes(bench, sources, slow_mb):
    columns = ["", "packed", "ratio", "of the text", f"of {REFERENCE}", "pack MB/s", "unpack MB/s"]
    columns += ["MiB to pack", "to unpack", "runs"]
    rows, left_out = [], set()
    for source in sources:
        text = os.path.getsize(source)
        general, too_slow = general_contenders(text, slow_mb * 1e6)
        contenders = bench.measure(bench.ours(LEVELS, (1,)) + general, source)
        rows.append([f"{short_name(source)}, {text / 1e6:.1f} MB"])
        rows += size_rows(contenders, text)
        left_out.update(too_slow)
    print_table("Sizes, speed by processor time with one thread, peak memory", columns, rows)
    missing = [entry[0] for entry in GENERAL if shutil.which(entry[1].split()[0]) is None]
    print(f"\n  A packer that has used {bench.seconds_per_command} s on a file is not run on it again.", end="")
    print(f" Left out of files above {slow_mb:g} MB: {', '.join(sorted(left_out)) or 'none'}.", end="")
    print(f" Not installed: {', '.join(missing) or 'none'}.")


def column_rows(found):
    """Bytes a game: the columns in the order of the last level that has them; small ones added up by part."""
    order = {key: None for level in LEVELS for key in found[level][0]}
    totals = {level: sum(sizes.values()) for level, (sizes, _) in found.items()}
    rows, small = {}, {}
    for key in order:
        cells = [found[level][0].get(key, 0) for level in LEVELS]
        if any(size >= SMALL_COLUMN * totals[level] for size, level in zip(cells, LEVELS)):
            rows[key] = cells
        else:
            small[key[0]] = [a + b for a, b in zip(small.get(key[0], [0] * len(LEVELS)), cells)]
    for name, cells in small.items():
        rows[name, "(the rest)"] = cells
    parts = list(dict.fromkeys(key[0] for key in order))
    games = max(found[LEVELS[0]][1], 1)
    for (name, column), cells in sorted(rows.items(), key=lambda row: parts.index(row[0][0])):
        cells = [f"{size / games:.3f}" if size else "-" for size in cells]
        yield [f"  {name}", *cells, column.encode("ascii", "backslashreplace").decode()]
    yield ["  together", *(f"{totals[level] / games:.3f}" for level in LEVELS), ""]


def scan_row(source, found, scans):
    row = [short_name(source), str(found[LEVELS[0]][1])]
    for level in LEVELS:
        size = sum(found[level][0].values())
        row += [f"{1e3 * scans[level]['tag_processor']:.3f}", f"{scans[level]['tag_bytes']:.0f}"]
        row.append(part(100 * scans[level]["tag_bytes"], size, "{:.1f}%"))
    return row


def print_columns(bench, sources):
    rows, scan_rows = [], []
    for source in sources:
        found, scans = look_into(bench, source)
        games = found[LEVELS[0]][1]
        rows.append([f"{short_name(source)}, {games} games"])
        rows += [[row[0] + "  " + row[-1], *row[1:-1]] for row in column_rows(found)]
        scan_rows.append(scan_row(source, found, scans))
    print_table("Bytes a game by column (pgnpack -l -v)", ["", *LEVELS], rows)
    columns = [title for level in LEVELS for title in (f"{level}: ms", "bytes read", "of the file")]
    title = "One tag (White) of all games, in the library, by processor time"
    print_table(title, ["file", "games", *columns], scan_rows)


def print_tables(bench, sources, slow_mb):
    print_sizes(bench, sources, slow_mb)
    print_columns(bench, sources)
