"""What questions to packed files take: positions, trees, tags, structures; beside pgn-extract and SCID where they are installed."""
import os
import resource
import shutil
import subprocess

from corpus import short_name

LEVELS = (3, 6)
# SCID's own interpreter: all positions of a file, its index in memory.
SCID = """
set id [sc_base create SCID4 %(base)s]
sc_base import $id %(source)s
set sum 0.0; set most 0; set count 0
set file [open %(fens)s]
while {[gets $file fen] >= 0} {
    sc_game startBoard $fen
    set start [clock microseconds]
    sc_filter search $id dbfilter board
    set time [expr {[clock microseconds] - $start}]
    set sum [expr {$sum + $time}]; incr count
    if {$time > $most} {set most $time}
}
puts [format "  %%-34s mean %%8.2f                    most %%8.2f ms (clock)" "SCID, index in memory" \\
    [expr {$sum / $count / 1000}] [expr {$most / 1000.0}]]
sc_base close $id
"""


def child_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def print_pgn_extract(source, fens, folder):
    """One position, by a scan of the text."""
    with open(folder + "/fen", "w", encoding="utf-8") as tags:
        tags.write(f'FEN "{fens[len(fens) // 2]}"\n')
    seconds = child_seconds(["pgn-extract", "-s", f"-t{folder}/fen", f"-o{folder}/found", source])
    print(f"  {'pgn-extract, one position':34} {1e3 * seconds:13.2f} ms", flush=True)


def print_scid(source, fens, folder):
    names = {"base": folder + "/scid", "source": source, "fens": folder + "/fens"}
    for kind in ("si4", "sg4", "sn4"):
        if os.path.exists(f"{names['base']}.{kind}"):
            os.remove(f"{names['base']}.{kind}")
    with open(names["fens"], "w", encoding="utf-8") as lines:
        lines.writelines(fen + "\n" for fen in fens)
    with open(folder + "/scid.tcl", "w", encoding="utf-8") as script:
        script.write(SCID % names)
    subprocess.run(["tkscid", folder + "/scid.tcl"], check=True)


def print_tables(build, sources, folder):
    print("\nQuestions to packed files; processor time of one core, milliseconds", flush=True)
    program = f"{build}/bench/bench_search"
    for source in sources:
        text = os.path.getsize(source)
        for level in LEVELS:
            packed, plain = folder + "/searched.bcgn", folder + "/plain.bcgn"
            pack = child_seconds([f"{build}/pgnpack", "-qf", "-T1", f"-{level}", source, "-o", packed])
            bare = child_seconds([f"{build}/pgnpack", "-qf", "-T1", f"-{level}", "--no-index", source, "-o", plain])
            sizes = os.path.getsize(packed), os.path.getsize(plain)
            print(f"{short_name(source)}: {text} bytes, -{level}: {sizes[0]}, without index {sizes[1]};"
                  f" packing {pack:.2f} s, without {bare:.2f}", flush=True)
            subprocess.run([program, packed, "100" if level == LEVELS[0] else "3"], check=True)
        fens = subprocess.run([program, "--fens", folder + "/searched.bcgn", "100"], check=True,
                              capture_output=True, text=True).stdout.split("\n")[:-1]
        if fens and shutil.which("pgn-extract"):
            print_pgn_extract(source, fens, folder)
        if fens and shutil.which("tkscid"):
            print_scid(source, fens, folder)
