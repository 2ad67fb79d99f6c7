"""change_faults.py PROGRAMS FAULTS_SO: readings and allocations of commands that change databases fail.

The folder `old` has the files before. Lines of standard input: "change" or "look", and a command of pgndb, or options of pgnpack, which is
run in a copy of that folder. A change whose call failed says so, and the database is as before or as it is to be; with status 0 it is as it is to
be. What only looks changes nothing in any case, and tells all that it is to tell with status 0.
"""
import os
import shlex
import shutil
import sys

from failing_calls import each, first_line, read, run

FOLDER, LIBRARY = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
INPUTS = {"new.pgn", "names", "other.bcgn"}
FAULTS = (("pread", "5"), ("malloc", "12"), ("malloc", "lasting"))
# These change several files, one after the other.
SEVERAL = ("pgndb split", "dedupe db.bcgn other.bcgn", "--report")


def prepare(folder):
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree("old", folder)


def show(folder):
    return {name: read(os.path.join(folder, name)) for name in os.listdir(folder) if name not in INPUTS}


def command_of(words, *more):
    program, *arguments = shlex.split(words)
    if program == "pgndb":
        return [os.path.join(FOLDER, program), *arguments, "-T", "1", *more]
    return [os.path.join(FOLDER, "pgnpack"), "-T", "1", *more, program, *arguments]


def common_faults(number, result):
    if not 0 <= result.returncode <= 2:
        yield f"status {result.returncode} at {number}"
    if result.returncode != 0 and not result.stderr:
        yield f"silence at {number}"


def change_faults(words, call, fault, old, wanted):
    count = 0
    for number, result in each(command_of(words, "-q"), call, fault, LIBRARY, "work", lambda: prepare("work")):
        count += 1
        yield from common_faults(number, result)
        files = show("work")
        if result.returncode == 0 and files != wanted:
            yield f"status 0 at {number}, and not done"
        if not any(part in words for part in SEVERAL) and files not in (old, wanted):
            yield f"a third thing at {number} ({first_line(result)})"
    if count == 0 and call == "malloc":
        yield "it never came"


def look_faults(words, call, fault, old, told):
    count = 0
    prepare("work")
    for number, result in each(command_of(words), call, fault, LIBRARY, "work"):
        count += 1
        yield from common_faults(number, result)
        if result.returncode == 0 and (result.stdout, result.stderr) != told:
            yield f"status 0 at {number}, and not told"
    if show("work") != old:
        yield "it changed something"
    if count == 0 and call == "malloc":
        yield "it never came"


def main():
    old = show("old")
    for line in sys.stdin:
        kind, words = line.rstrip("\n").split(" ", maxsplit=1)
        prepare("wanted")
        whole = run(command_of(words, *(["-q"] if kind == "change" else [])), "wanted")
        wanted = show("wanted")
        if whole.returncode != 0 or (wanted != old) != (kind == "change"):
            print(f"FAIL {words}: without a fault, status {whole.returncode}: {first_line(whole)}", flush=True)
            continue
        for call, fault in FAULTS:
            if kind == "change":
                faults = list(change_faults(words, call, fault, old, wanted))
            else:
                faults = list(look_faults(words, call, fault, old, (whole.stdout, whole.stderr)))
            name = f"{words}, {call} {fault}"
            print(f"FAIL {name}, {', '.join(faults)[:600]}" if faults else f"ok {name}", flush=True)


main()
