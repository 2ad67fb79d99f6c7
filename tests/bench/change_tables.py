"""What changes of databases take: additions, deletions, duplicates, merging, weeks of additions; beside SCID where it is installed."""
import os
import random
import re
import shutil
import subprocess

from corpus import short_name

# The text is packed so often that the database has as many games.
GAMES = int(os.environ.get("BENCH_CHANGED_GAMES", "1000000"))
RUNS = 5
WEEKS = 52
PLANTED = (("as they were", 3250), ("surname in capitals", 500), ("unknown date", 500), ("a letter more", 250),
           ("another year", 250), ("the last move missing", 250))
# SCID's own interpreter, in one process: deleting, looking for duplicates, compacting, copying a database to another.
SCID = """
proc shown {name script} {
    set start [clock microseconds]
    uplevel 1 $script
    puts [format "  %%-34s %%8.3f s" "SCID, $name" [expr {([clock microseconds] - $start) / 1e6}]]
}
set id [sc_base create SCID4 %(base)s]
sc_base import $id %(source)s
set other [sc_base create SCID4 %(other)s]
sc_base copygames $id dbfilter $other
shown "merge: one copied to the other" { sc_base copygames $id dbfilter $other }
set chosen [sc_filter new $id]
sc_filter search $id $chosen header -gnum {1 1000} -filter RESET
shown "delete the first 1,000, by a filter" { sc_base gameflag $id $chosen set del }
sc_base switch $id
shown "duplicates, by players and date" { sc_base duplicates $id -players 1 -colors 1 -event 0 -site 0 -round 0 -year 1 \\
    -month 1 -day 1 -result 1 -eco 0 -moves 1 -skipshort 0 -usefilter 0 -setfilter 0 -comments 0 -variations 0 }
shown "compact" { sc_base compact $id }
sc_base close $other
sc_base close $id
"""


class Took:
    """Clock and processor time in seconds, and the peak of resident memory in MiB, of a command that has to succeed."""

    runner = None  # run_measured: a child's peak counts from the fork on, and this is a large program

    def __init__(self, command):
        told = subprocess.run([Took.runner, "/dev/null", "/dev/null", *command], stdout=subprocess.PIPE, text=True,
                              check=True).stdout
        processor, clock, peak = told.split()[:3]
        self.processor, self.clock, self.memory = float(processor), float(clock), int(peak) / 1024


def row(name, took, note=""):
    print(f"  {name:46} {took.clock:8.3f} s clock {took.processor:8.3f} s processor {took.memory:6.0f} MiB  {note}", flush=True)


def games_of(text):
    """Each game's text, by its first tag."""
    starts = [match.start() for match in re.finditer(rb"^\[Event ", text, re.M)]
    return [text[start:end] for start, end in zip(starts, starts[1:] + [len(text)])]


def median(command, database, runs=RUNS):
    """Of runs that begin with the same file."""
    kept = database + ".kept"
    shutil.copyfile(database, kept)
    all_took = []
    for _ in range(runs):
        shutil.copyfile(kept, database)
        os.sync()
        all_took.append(Took(command))
    os.replace(kept, database)
    return sorted(all_took, key=lambda took: took.clock)[runs // 2]


def print_large(pack, db, source, games, folder):
    """Additions, deletions and duplicates of a database of many games."""
    text, large, few = folder + "/large.pgn", folder + "/large.bcgn", folder + "/few.pgn"
    times = max(1, -(-GAMES // len(games)))
    with open(text, "wb") as copy:
        for _ in range(times):
            with open(source, "rb") as part:
                shutil.copyfileobj(part, copy)
    with open(few, "wb") as some:
        some.write(b"".join(games[:1000]))
    row("packing it all", Took([pack, "-qf", text, "-o", large]))
    os.remove(text)
    count = times * len(games)
    chosen = ",".join(str(1 + i * count // 1000) for i in range(1000))
    print(f"  {count} games, {os.path.getsize(large)} bytes", flush=True)
    row("append 1,000 games", median([pack, "-q", f"--append={large}", few], large))
    row("delete 1,000 games, all over", median([db, "delete", "-q", large, "-g", chosen], large))
    row("duplicates, of which all are candidates", Took([db, "dedupe", "-q", large, "--dry-run"]))
    return large


def print_merge(pack, db, source, games, folder):
    """Beside what cat and sync take for the same bytes. At one level both would be the same segment, which comes once."""
    halves = {2: folder + "/half2.bcgn", 3: folder + "/half3.bcgn"}
    both, joined, text = folder + "/both.bcgn", folder + "/joined.bcgn", folder + "/half.pgn"
    with open(text, "wb") as copy:
        for _ in range(max(1, GAMES // 2 // len(games))):
            with open(source, "rb") as part:
                shutil.copyfileobj(part, copy)
    for level, half in halves.items():
        Took([pack, "-qf", f"-{level}", text, "-o", half])
    os.remove(text)
    merges, cats = [], []
    for _ in range(RUNS):
        merges.append(Took([db, "merge", "-qf", *halves.values(), "-o", both]))
        cats.append(Took(["sh", "-c", f"cat {' '.join(halves.values())} >{joined} && sync {joined}"]))
    size = os.path.getsize(both)
    row("merge two halves", sorted(merges, key=lambda took: took.clock)[RUNS // 2], f"{size} bytes")
    row("cat and sync of the same", sorted(cats, key=lambda took: took.clock)[RUNS // 2])
    for name in (*halves.values(), both, joined):
        os.remove(name)


def alter(game, kind):
    """The game as somebody else may have it; None: it has nothing to alter."""
    if kind == "surname in capitals":
        return re.sub(rb'\[White "([^",]+), *([^"])[^"]*"', lambda m: b'[White "%s, %s."' % (m[1].upper(), m[2]), game, count=1)
    if kind == "unknown date":
        return re.sub(rb'\[Date "[^"]*"', b'[Date "????.??.??"', game, count=1)
    if kind == "a letter more":
        return re.sub(rb'\[White "([^",]+),', rb'[White "\1x,', game, count=1)
    if kind == "another year":
        return re.sub(rb'\[Date "\d{4}', b'[Date "1850', game, count=1)
    if kind == "the last move missing":
        return re.sub(rb"\s+(?:\d+\.+\s*)?[a-hKQRBNO][\w=+#-]*\s+(1-0|0-1|1/2-1/2|\*)\s*$", rb" \1\n\n", game)
    return game


def print_planted(pack, db, games, folder):
    """Copies of some games, altered: how many of each kind are found, and what else is."""
    chosen = random.Random(1)
    picked = [game for game in games if game.count(b".") > 40 and re.search(rb'\[White "[^",?]{3,},', game) and
              re.search(rb'\[Date "\d{4}\.', game)]
    chosen.shuffle(picked)
    needed = sum(count for _, count in PLANTED)
    if len(picked) < needed:
        return
    text, database, report = folder + "/planted.pgn", folder + "/planted.bcgn", folder + "/pairs.csv"
    kinds = []
    with open(text, "wb") as copy:
        copy.write(b"".join(games))
        for kind, count in PLANTED:
            for _ in range(count):
                copy.write(alter(picked.pop(), kind))
                kinds.append(kind)
    for sense in ("exact", "loose"):
        Took([pack, "-qf", text, "-o", database])
        took = Took([db, "dedupe", "-qf", database, f"--kind={sense}", "--prefer=first", f"--report={report}", "--dry-run"])
        found, others = dict.fromkeys((kind for kind, _ in PLANTED), 0), 0
        with open(report, encoding="latin-1") as lines:
            next(lines)
            for line in lines:
                number = int(re.match(r'(?:"[^"]*"|[^,]*),(\d+),', line)[1])
                if number > len(games):
                    found[kinds[number - len(games) - 1]] += 1
                else:
                    others += 1
        row(f"planted duplicates, {sense}", took)
        print("    " + "; ".join(f"{kind}: {found[kind]} of {count}" for kind, count in PLANTED) +
              f"; others: {others}", flush=True)


def instructions(command, folder):
    """By callgrind, where it is installed."""
    if shutil.which("valgrind") is None:
        return None
    told = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/callgrind", *command],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True).stderr
    return int(re.search(r"Collected : (\d+)", told)[1])


def print_weeks(pack, db, games, folder):
    """The last quarter of the games in weekly additions: sizes, and what a search takes."""
    find = pack.replace("pgnpack", "pgnfind")
    text, grown, once, week = (f"{folder}/{name}" for name in ("weeks.pgn", "grown.bcgn", "once.bcgn", "week.pgn"))
    with open(text, "wb") as copy:
        copy.write(b"".join(games))
    Took([pack, "-qf", text, "-o", once])
    first = len(games) * 3 // 4
    with open(text, "wb") as copy:
        copy.write(b"".join(games[:first]))
    Took([pack, "-qf", text, "-o", grown])
    for i in range(WEEKS):
        part = games[first + i * (len(games) - first) // WEEKS : first + (i + 1) * (len(games) - first) // WEEKS]
        with open(week, "wb") as copy:
            copy.write(b"".join(part))
        Took([pack, "-q", f"--append={grown}", week])
    search = [find, "-T1", "-c", "--moves", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5"]
    at_once, sizes = os.path.getsize(once), []
    steps = [instructions([*search, once], folder), instructions([*search, grown], folder)]
    sizes.append(os.path.getsize(grown))
    row("compacting", Took([db, "compact", "-q", grown, "--forget"]))
    sizes.append(os.path.getsize(grown))
    steps.append(instructions([*search, grown], folder))
    names = (f"{WEEKS} weekly additions", "the same, compacted")
    for name, size, count in zip(names, sizes, steps[1:]):
        told = "" if count is None else f"; a search for a position: {count / steps[0]:.2f} times the instructions"
        print(f"  {name:46} {100 * (size / at_once - 1):+.2f} % of {at_once} bytes{told}", flush=True)


def print_scid(source, folder):
    program = shutil.which("tkscid", path=os.environ.get("PATH", "") + ":/usr/games")
    if program is None:
        return
    names = {"base": folder + "/scid", "other": folder + "/scid2", "source": source}
    for base in (names["base"], names["other"]):
        for kind in ("si4", "sg4", "sn4"):
            if os.path.exists(f"{base}.{kind}"):
                os.remove(f"{base}.{kind}")
    with open(folder + "/scid.tcl", "w", encoding="utf-8") as script:
        script.write(SCID % names)
    subprocess.run([program, folder + "/scid.tcl"], check=True)


def print_ours_beside(pack, db, source, count, folder):
    """What SCID is asked, of the same games."""
    database, other, both = (f"{folder}/{name}.bcgn" for name in ("ours", "other", "joined"))
    Took([pack, "-qf", source, "-o", database])
    Took([pack, "-qf", "-2", source, "-o", other])
    row("merge two such databases", Took([db, "merge", "-qf", database, other, "-o", both]))
    if count > 1001:
        row("delete the first 1,000 games", Took([db, "delete", "-q", database, "-g", "1-1000"]))
    row("duplicates", Took([db, "dedupe", "-q", database, "--dry-run"]))
    row("compact", Took([db, "compact", "-q", database, "--forget"]))


def print_tables(build, sources, folder):
    print(f"\nChanges of databases: clock time, processor time of user and system, peak of memory; of {RUNS} runs the median",
          flush=True)
    pack, db, Took.runner = build + "/pgnpack", build + "/pgndb", build + "/bench/run_measured"
    folder = folder + "/changes"
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for source in sources:
        with open(source, "rb") as text:
            games = games_of(text.read())
        print(f"{short_name(source)}: {len(games)} games that begin with a tag Event", flush=True)
        if not games:
            continue
        large = print_large(pack, db, source, games, folder)
        os.remove(large)
        print_merge(pack, db, source, games, folder)
        print_planted(pack, db, games, folder)
        print_weeks(pack, db, games, folder)
        print_ours_beside(pack, db, source, len(games), folder)
        print_scid(source, folder)
    shutil.rmtree(folder)
