"""fault_outputs.py FAULTS_SO: reads lines of what is tried, each with a NUL between its words, and prints "ok NAME" or "FAIL NAME, why".

output NAME INPUT OUTPUT WANTED STATUS CALL FAULT COMMAND...: work/ holds the input and an older output. Each call of the kind fails once:
status STATUS then, with words and, but for a command that was killed, no file that is unfinished; the output is the old one, or what WANTED has.

reading NAME COMMAND...: a reading fails, alone or with those after it: another status, with words, or the same answer as ever.
"""
import glob
import os
import shutil
import sys

from failing_calls import each, first_line, read, run

OLD = b"precious"
LIBRARY = os.path.abspath(sys.argv[1])


def prepare(source, output):
    shutil.rmtree("work", ignore_errors=True)
    os.mkdir("work")
    shutil.copy(source, "work")
    with open(f"work/{output}", "wb") as stream:
        stream.write(OLD)


def output_faults(source, output, wanted, status, call, fault, *command):
    path, wanted = f"work/{output}", read(wanted)
    count = 0
    for number, result in each(command, call, fault, LIBRARY, before=lambda: prepare(source, output)):
        count += 1
        # A killed command has the status that a shell gives it.
        got = result.returncode if result.returncode >= 0 else 128 - result.returncode
        data = read(path) if os.path.exists(path) else None
        if got != int(status) and not (got == 0 and data == wanted):
            yield f"status {got} at {number} ({first_line(result)})"
        if data not in (OLD, wanted):
            yield f"a third thing at {number}"
        if fault != "kill" and call != "any" and glob.glob("work/.pgnpack-*"):
            yield f"a temporary file at {number}"
        if got == 1 and not result.stderr:
            yield f"silence at {number}"
        if got == 1 and call == "malloc" and b"memory" not in result.stderr.lower():
            yield f"another cause at {number} ({first_line(result)})"
    if count == 0:
        yield "it never came"
    if read(path) != wanted:
        yield "without a fault it fails"


def reading_faults(*command):
    whole = run(command)
    if whole.returncode != 0:
        yield "without a fault it fails"
    count = 0
    for fault in ("5", "5+"):
        for number, result in each(command, "pread", fault, LIBRARY):
            count += 1
            if not 0 <= result.returncode <= 2:
                yield f"status {result.returncode} at {number}"
            if result.returncode == 0 and result.stdout != whole.stdout:
                yield f"another answer at {number}"
            if result.returncode != 0 and not result.stderr:
                yield f"silence at {number}"
    if count == 0:
        yield "it never came"


def main():
    kinds = {"output": output_faults, "reading": reading_faults}
    for line in sys.stdin:
        kind, name, *words = line.rstrip("\n").split("\0")
        faults = list(kinds[kind](*words))
        print(f"FAIL {name}, {', '.join(faults)[:600]}" if faults else f"ok {name}", flush=True)


main()
