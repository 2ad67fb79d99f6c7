"""desk.py BUILD GAMES.pgn WEEK.pgn [RUNS]: what an archivist does at a desk, by pgndb and by SCID's interpreter (tkscid, which needs no screen).

GAMES become a database, WEEK comes to it twice, names are corrected by a spelling file (of the 100 likeliest pairs that pgndb names suggests),
openings classified by SCID's own table, twins deleted, and all is compacted. Each step is a process of its own; of RUNS (3) runs the median
of processor time, user and system, in seconds, and the size of the files behind it in MB of 10^6 bytes. Needs tkscid, and scid.eco
(Debian's scid and scid-data)."""
import glob
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

BUILD, GAMES, WEEK = (os.path.abspath(path) for path in sys.argv[1:4])
RUNS = int(sys.argv[4]) if len(sys.argv) > 4 else 3
SCID = shutil.which("tkscid", path=os.environ.get("PATH", "") + ":/usr/games")
ECO = "/usr/share/scid/data/scid.eco"
OPEN = "set id [sc_base open base]\nsc_base switch $id\n"
CLOSE = "\nsc_base close $id\n"
TWINS = ("-players 1 -colors 1 -event 0 -site 0 -round 0 -year 1 -month 1 -day 1 -result 1 -eco 0 -moves 1 -skipshort 0 -usefilter 0 -setfilter 0 "
         "-comments 0 -variations 0")
ADD = [os.path.join(BUILD, "pgndb"), "add", "-q", "base.bcgn"]
STEPS = (  # what, by pgndb, by SCID
    ("a database of all games", ADD + [GAMES], f"set id [sc_base create SCID4 base]\nputs [sc_base import $id {{{GAMES}}}]" + CLOSE),
    ("a week's games", ADD + [WEEK], OPEN + f"puts [sc_base import $id {{{WEEK}}}]" + CLOSE),
    ("the same once more", ADD + [WEEK], OPEN + f"puts [sc_base import $id {{{WEEK}}}]" + CLOSE),
    ("names by a spelling file", ["rename", "base.bcgn", "names.ssp"],
     "sc_name read names.ssp\n" + OPEN + "puts [sc_name correct player [sc_name spellcheck player]]" + CLOSE),
    ("openings by scid.eco", ["classify", "base.bcgn", "--all", "--table=" + ECO], f"sc_eco read {ECO}\n" + OPEN + "puts [sc_eco base 1 0]" + CLOSE),
    ("twins", ["dedupe", "base.bcgn"], OPEN + f"puts [sc_base duplicates $id {TWINS}]" + CLOSE),
    ("compact", ["compact", "--forget", "base.bcgn"], OPEN + "puts [sc_base compact $id]\nputs [sc_base numGames $id]" + CLOSE))


def processor_time(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    told = done.stdout.decode("latin-1")
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {told}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, " ".join(told.split())[-110:]


def size_of(pattern):
    return sum(os.path.getsize(name) for name in glob.glob(pattern)) / 1e6


def make_spelling():
    """The 100 likeliest pairs, as a spelling file: a name, and the others behind signs of equality."""
    pgndb = os.path.join(BUILD, "pgndb")
    subprocess.run([pgndb, "add", "-q", "names.bcgn", GAMES], check=True)
    rows = subprocess.run([pgndb, "names", "names.bcgn"], stdout=subprocess.PIPE, check=True).stdout.decode("latin-1").splitlines()
    others = {}
    for old, new, *_ in [row.split("\t") for row in rows if row and row[0] not in "#["][:100]:
        others.setdefault(new, []).append(old)
    with open("names.ssp", "w", encoding="latin-1") as stream:
        stream.write("@PLAYER\n" + "".join(new + "\n" + "".join(f"= {old}\n" for old in others[new]) for new in sorted(others)))


def one_run(run, times, sizes):
    for name in glob.glob("base.*"):
        os.remove(name)
    for what, ours, theirs in STEPS:
        command = ours if ours[0].startswith("/") else [os.path.join(BUILD, "pgndb"), *ours]
        with open("step.tcl", "w", encoding="utf-8") as script:
            script.write(theirs)
        for who, words, pattern in (("pgndb", command, "base.bcgn"), ("SCID", [SCID, "step.tcl"], "base.s?4")):
            took, told = processor_time(words)
            times.setdefault((what, who), []).append(took)
            sizes[what, who] = size_of(pattern)
            if run == 0:
                print(f"  {who}, {what}: {told}", flush=True)


def main():
    times, sizes = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        make_spelling()
        for run in range(RUNS):
            one_run(run, times, sizes)
        os.chdir("/")
    print(f"{'':28}{'pgndb s':>9}{'SCID s':>9}{'pgndb MB':>10}{'SCID MB':>10}")
    for what, *_ in STEPS:
        took = [statistics.median(times[what, who]) for who in ("pgndb", "SCID")]
        print(f"{what:28}{took[0]:9.2f}{took[1]:9.2f}{sizes[what, 'pgndb']:10.2f}{sizes[what, 'SCID']:10.2f}")


main()
