"""kills.py PGNPACK PGNUNPACK KILLER_SO COUNT: ends the programs by signals, COUNT times in the midst of a write.

A run without a kill counts the moments of each command's work on files (killer.c tells what they are). Then COUNT
moments of writing, spread over all commands, and all other moments, each get a signal: SIGKILL and, in turn, those that
programs may catch. Afterwards every file is what it was or what it was to become, an input is gone only where its output
is complete, and what lies about besides is at most what the manual says: nothing, or after SIGKILL one .pgnpack-PID-HOST-N.
A kill that did not come where it was to come is a fault.
"""
import os
import re
import resource
import shutil
import signal
import subprocess
import sys

PGNPACK, PGNUNPACK, KILLER, COUNT = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
# All that end a program and can be caught; SIGXFSZ is a message instead.
CAUGHT = sorted(signal.valid_signals() - {getattr(signal, "SIG" + name) for name in
                                          "KILL STOP CHLD CONT TSTP TTIN TTOU URG WINCH XFSZ".split()})
LEFTOVER = re.compile(r"(.*/)?\.pgnpack-\d+-\d+-\d+$")


def text(games, first):
    return b"".join(b'[Event "%d"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {%d} 4. Ba4 1-0\n\n' % (n, n * n)
                    for n in range(first, first + games))


class Command:
    """`before` and `after`: the files below work/, by name. `outputs`: must be complete before an input goes."""

    def __init__(self, name, before, outputs, gone, *arguments):
        self.name, self.before, self.arguments, self.gone = name, before, arguments, gone
        self.outputs = outputs
        self.after = {**{file: data for file, data in before.items() if file not in gone}, **outputs}


def write_files(files):
    shutil.rmtree("work", ignore_errors=True)
    os.mkdir("work")
    for name, data in files.items():
        os.makedirs(os.path.dirname(f"work/{name}"), exist_ok=True)
        with open(f"work/{name}", "wb") as stream:
            stream.write(data)
        os.utime(f"work/{name}", (1, 1))  # packed, too, where there are several


def read_files():
    files = {}
    for root, _, names in os.walk("work"):
        for name in names:
            path = os.path.join(root, name)
            with open(path, "rb") as stream:
                files[path[len("work/"):]] = stream.read()
    return files


def run(command, moment, number):
    """Returns (exit status, lines of the log)."""
    if os.path.exists("kill.log"):
        os.remove("kill.log")
    environment = {**os.environ, "LD_PRELOAD": KILLER, "KILL_AT": str(moment), "KILL_SIGNAL": str(int(number)),
                   "KILL_LOG": os.path.abspath("kill.log")}
    result = subprocess.run(command.arguments, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE, timeout=60)
    with open("kill.log", encoding="ascii") as log:
        return result.returncode, log.read().splitlines()


def faults(command, number, status, files):
    """What is wrong after a kill."""
    left = [name for name in files if LEFTOVER.match(name)]
    if status != -number:
        yield f"status {status}"
    if len(left) > (1 if number == signal.SIGKILL else 0):
        yield f"left {left}"
    for name in set(files) | set(command.before) | set(command.after):
        if name not in left and files.get(name) not in (command.before.get(name), command.after.get(name)):
            yield f"{name} is a third thing"
    if any(name not in files for name in command.gone):
        for name, data in command.outputs.items():
            if files.get(name) != data:
                yield f"an input is gone, and {name} is not complete"


def moments_of(command):
    write_files(command.before)
    status, log = run(command, 0, 0)
    if status != 0 or read_files() != command.after:
        sys.exit(f"{command.name}: fails without a kill, status {status}")
    return [line.split(" ", 1)[1] for line in log]


def spread(items, count):
    """`count` of the items, evenly, and from the beginning again where there are too few."""
    whole, rest = divmod(count, len(items))
    return items * whole + [items[i * len(items) // rest] for i in range(rest)]


def make_commands():
    games, more = text(900, 1), text(300, 2000)
    pack, unpack = [PGNPACK, "-T", "2", "-B", "1K"], [PGNUNPACK, "-T", "2"]
    write_files({"a/games.pgn": games, "a/more.pgn": more})
    subprocess.run([*pack, "-f", "work/a/games.pgn", "-o", "one"], check=True)
    subprocess.run([*pack, "-f", "-r", "work/a", "-o", "all"], check=True)
    with open("one", "rb") as one_file, open("all", "rb") as all_files:
        packed, both = one_file.read(), all_files.read()
    old = b"precious"
    laid = {"laid/work/a/games.pgn": games, "laid/work/a/more.pgn": more}
    one = {"games.pgn": games}
    return [
        Command("pack -o", {**one, "out": old}, {"out": packed}, [], *pack, "-f", "work/games.pgn", "-o", "work/out"),
        Command("pack", one, {"games.bcgn": packed}, [], *pack, "work/games.pgn"),
        Command("pack --rm", one, {"games.bcgn": packed}, ["games.pgn"], *pack, "--rm", "work/games.pgn"),
        Command("pack -r --rm", {"a/games.pgn": games, "a/more.pgn": more, "out": old}, {"out": both},
                ["a/games.pgn", "a/more.pgn"], *pack, "-f", "-r", "--rm", "work/a", "-o", "work/out"),
        Command("unpack -o", {"games.bcgn": packed, "out": old}, {"out": games}, [], *unpack, "-f", "work/games.bcgn",
                "-o", "work/out"),
        Command("unpack --rm", {"games.bcgn": packed}, {"games.pgn": games}, ["games.bcgn"], *unpack, "--rm",
                "work/games.bcgn"),
        Command("unpack -C", {"all.bcgn": both}, laid, [], *unpack, "work/all.bcgn", "-C", "work/laid"),
        Command("unpack -f -C", {"all.bcgn": both, **{name: old for name in laid}}, laid, [], *unpack, "-f",
                "work/all.bcgn", "-C", "work/laid"),
    ]


def main():
    for number in CAUGHT:
        signal.signal(number, signal.SIG_DFL)  # who started us may ignore some, and the programs would, too
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    writes, others = [], []
    for command in make_commands():
        for number, what in enumerate(moments_of(command), 1):
            (writes if what.startswith("write ") else others).append((command, number, what))
    planned = spread(writes, COUNT) + others + (others if COUNT >= 1000 else [])
    hits, bad = 0, []
    for turn, (command, moment, what) in enumerate(planned):
        number = CAUGHT[turn // 2 % len(CAUGHT)] if turn % 2 else signal.SIGKILL
        write_files(command.before)
        status, log = run(command, moment, number)
        wrong = list(faults(command, int(number), status, read_files()))
        came = len(log) >= moment and log[moment - 1] == f"{moment} {what}"
        hits += came and what.startswith("write ")
        if not came:
            wrong.append("the kill did not come")
        bad += [f"{command.name}, signal {int(number)} at moment {moment} ({what}): {fault}" for fault in wrong]
    print("\n".join(bad[:20]))
    print(f"{hits} kills in a write, {len(planned) - COUNT} elsewhere, {len(bad)} faults")
    return 1 if bad or hits < COUNT or len(planned) < 2 * len(CAUGHT) else 0


sys.exit(main())
