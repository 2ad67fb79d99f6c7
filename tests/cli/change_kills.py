"""change_kills.py PROGRAMS KILLER_SO FAULTS_SO COUNT: changes of databases, ended by signals and by calls that fail.

PROGRAMS is the folder of pgnpack, pgnunpack and pgnfind. A run without a fault gives the new content of each file, byte by
byte, and the moments of each command's work on files (killer.c tells what they are). Then COUNT moments, spread over all
commands, get SIGKILL or, in turn, SIGTERM; and each call that changes files fails, alone, with a part of its bytes written, and
with all behind it. Afterwards every file has its old or its new content, perhaps with the beginning of a change behind the old
one: it is tested by hash, its text and what is found in it are the old or the new ones, and the next change gives the bytes
that it gives after the old or the new content. A fault that did not come where it was to come is a fault of the test.

Power cuts are played: each sector of 512 bytes has what it had when the file was brought to the disk last, or what any write since left
in it; and the file is as long as some of them made it.
"""
import hashlib
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys

FOLDER, KILLER, FAULTS, COUNT = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
PGNPACK, PGNUNPACK, PGNFIND, PGNDB = (os.path.join(FOLDER, name) for name in ("pgnpack", "pgnunpack", "pgnfind", "pgndb"))
LEFTOVER = re.compile(r"(.*/)?\.pgnpack-\d+-\d+-\d+$")
os.environ["SOURCE_DATE_EPOCH"] = "1700000000"
ERRORS = {"ENOSPC": 28, "EIO": 5}


def text(games, first):
    return b"".join(b'[Event "%d"]\n[White "Player%d, Ann"]\n[Black "Other%d, Bob"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 '
                    b'3. Bb5 a6 {%d} 4. Ba4 1-0\n\n' % (n, n, n % 11, n * n) for n in range(first, first + games))


def write_files(files):
    shutil.rmtree("work", ignore_errors=True)
    os.mkdir("work")
    for name, data in files.items():
        with open(f"work/{name}", "wb") as stream:
            stream.write(data)


def read_files():
    files = {}
    for name in os.listdir("work"):
        with open(os.path.join("work", name), "rb") as stream:
            files[name] = stream.read()
    return files


def call(*arguments, **environment):
    return subprocess.run(arguments, env={**os.environ, **environment}, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)


class Command:
    """A change of files["db.bcgn"], or what makes files["out.bcgn"] of it. `between`: what it may be on the way, too."""

    def __init__(self, name, before, *arguments, between=None, program=(PGNPACK,)):
        self.name, self.before, self.arguments = name, before, [*program, "-q", "-T", "1", *arguments]
        self.between = between
        write_files(before)
        result = call(*self.arguments)
        self.after = read_files()
        if result.returncode != 0 or self.after == before:
            sys.exit(f"{name}: fails without a fault, status {result.returncode}: {result.stderr.decode()}")


def prepare(**files):
    """Databases that commands begin with, made by commands."""
    made = {}
    write_files(files)
    for name, arguments in (("base", ["-B", "2K", "-f", "work/first.pgn", "-o", "work/db.bcgn"]),
                            ("grown", ["--append=work/db.bcgn", "work/second.pgn"]),
                            ("cleaned", ["-g", "3,20-30", "work/db.bcgn"])):
        program = (PGNDB, "delete") if name == "cleaned" else (PGNPACK,)
        call(*program, "-q", "-T", "1", *arguments).check_returncode()
        made[name] = read_files()["db.bcgn"]
    with open("work/second.pgn", "wb") as stream:
        stream.write(text(40, 1).replace(b"[Result ", b'[Annotator "A"]\n[Result '))
    shutil.copy("work/db.bcgn", "work/twice.bcgn")
    call(PGNPACK, "-q", "-T", "1", "--append=work/twice.bcgn", "work/second.pgn").check_returncode()
    made["twice"] = read_files()["twice.bcgn"]
    for i in range(70):
        with open("work/second.pgn", "wb") as stream:
            stream.write(text(1, 5000 + i))
        if i == 63:
            made["many"] = read_files()["db.bcgn"]
        call(PGNPACK, "-q", "-T", "1", "--append=work/db.bcgn", "work/second.pgn").check_returncode()
    return made


def identity(data, number):
    """The id of the game of that number."""
    write_files({"db.bcgn": data})
    return call(PGNUNPACK, "-c", "--csv=GameId", "-g", str(number), "work/db.bcgn").stdout.decode().split()[1]


def database(name, before, subcommand, *arguments):
    """A change of work/db.bcgn by pgndb."""
    return Command(name, before, "work/db.bcgn", *arguments, program=(PGNDB, subcommand))


def make_commands():
    first, second, double = text(90, 1), text(40, 2000), text(30, 10)
    made = prepare(**{"first.pgn": first, "second.pgn": second})
    base, grown, cleaned = made["base"], made["grown"], made["cleaned"]
    torn = bytearray(cleaned + grown[len(base):-40])  # the next change clears that away ...
    torn[len(cleaned) + STATE] = BEING_MADE
    unmarked = grown[:-20]  # ... and gives that its end mark
    append = ["--append=work/db.bcgn", "-B", "2K", "work/new.pgn"]
    new = {"new.pgn": text(60, 3000)}
    damaged = grown[:-100]  # what --force moves away
    return [
        Command("append", {"db.bcgn": base, **new}, *append),
        Command("append behind changes", {"db.bcgn": cleaned, **new}, *append),
        Command("append behind a torn change", {"db.bcgn": torn, **new}, *append),
        Command("append behind damage", {"db.bcgn": damaged, **new}, "--force", *append, between=base),
        Command("append to many", {"db.bcgn": made["many"], "new.pgn": text(2, 9000)}, "--append=work/db.bcgn",
                "work/new.pgn"),
        Command("append behind a change without its end mark", {"db.bcgn": unmarked, **new}, *append),
        database("add --dedupe", {"db.bcgn": cleaned, "new.pgn": double + text(5, 7000)}, "add", "work/new.pgn", "--dedupe"),
        database("add --where", {"db.bcgn": cleaned, **new}, "add", "work/new.pgn", "--where=plies=0-"),
        database("delete", {"db.bcgn": grown}, "delete", "-g", "1,5-9,100"),
        database("delete --where", {"db.bcgn": cleaned}, "delete", "--where=white=Player*5*"),
        database("delete by id", {"db.bcgn": grown}, "delete", "-g", identity(grown, 95)),
        database("delete behind a torn change", {"db.bcgn": torn}, "delete", "-g", "7"),
        database("undelete", {"db.bcgn": cleaned}, "undelete", "-g", "20-25"),
        database("back", {"db.bcgn": cleaned}, "back", "-f", "1"),
        database("back behind a torn change", {"db.bcgn": torn}, "back", "-f", "2"),
        database("flag", {"db.bcgn": cleaned}, "flag", "todo", "-g", "5,40-60"),
        database("replace", {"db.bcgn": cleaned, "new.pgn": text(2, 6000)}, "replace", "-g", "7,95", "work/new.pgn"),
        database("undo", {"db.bcgn": made["twice"]}, "undo", "2"),
        database("compact", {"db.bcgn": cleaned}, "compact", "--forget"),
        database("compact -5", {"db.bcgn": cleaned}, "compact", "--forget", "-5"),
        database("dedupe", {"db.bcgn": base + cleaned}, "dedupe"),
        database("dedupe --merge-tags", {"db.bcgn": made["twice"]}, "dedupe", "--prefer=first", "--merge-tags"),
        database("merge", {"db.bcgn": cleaned, "other.bcgn": made["many"]}, "merge", "work/other.bcgn", "-o", "work/out.bcgn"),
        database("merge -f", {"db.bcgn": cleaned, "other.bcgn": base, "out.bcgn": grown}, "merge", "-f", "work/other.bcgn", "-o", "work/out.bcgn"),
        database("set", {"db.bcgn": cleaned}, "set", "White=Renamed", "--where=white=Player*5*"),
        database("set in many blocks", {"db.bcgn": cleaned}, "set", "Source=" + 40000 * "x", "--all"),
        database("sort", {"db.bcgn": cleaned}, "sort", "player", "--reverse", "-o", "work/out.bcgn"),
        database("split", {"db.bcgn": cleaned}, "split", "60", "-o", "work/part.bcgn"),
        database("rename", {"db.bcgn": cleaned, "table.txt": b"Player3, Ann\tSomeone, Else\nPlayer55, Ann\tSomeone, Else\n"}, "rename",
                 "work/table.txt"),
    ]


class States:
    """What is known of databases, by their bytes."""

    def __init__(self):
        self.known = {}

    def of(self, data):
        """(text, what is found, bytes after the next change), or what is wrong."""
        key = hashlib.sha256(data).digest()
        if key not in self.known:
            self.known[key] = self.look(data)
        return self.known[key]

    @staticmethod
    def look(data):
        write_files({"db.bcgn": data, "next.pgn": text(3, 8000)})
        answers = []
        for arguments in ([PGNUNPACK, "-q", "-t"], [PGNUNPACK, "-q", "-c"], [PGNFIND, "-q", "-T1", "--json", "--moves=e4 e5"],
                          [PGNFIND, "-q", "--count", "--white=Player3*"]):
            result = call(*arguments, "work/db.bcgn")
            if result.returncode != 0:
                return f"{' '.join(arguments)}: status {result.returncode}: {result.stderr.decode()}"
            answers.append(result.stdout)
        result = call(PGNPACK, "-q", "-T1", "--append=work/db.bcgn", "work/next.pgn")
        if result.returncode != 0:
            return f"the next change: status {result.returncode}: {result.stderr.decode()}"
        answers.append(read_files()["db.bcgn"])
        return tuple(answers)


STATES = States()


def same_state(data, wanted):
    """Is it that content, perhaps with something behind it that readers take for no part of it and the next change removes?"""
    if data is None or wanted is None:
        return data is wanted
    return data == wanted or (not isinstance(STATES.of(data), str) and STATES.of(data) == STATES.of(wanted))


def wrong_files(command, files, may_leave):
    left = [name for name in files if LEFTOVER.match(name)]
    if len(left) > may_leave:
        yield f"left {left}"
    for name in set(files) | set(command.before) | set(command.after):
        data, old, new = files.get(name), command.before.get(name), command.after.get(name)
        if name in left or data in (old, new):
            continue
        if command.between is not None and name == "db.bcgn" and same_state(data, command.between):
            if files.get(name + ".torn") != command.after.get(name + ".torn", b""):
                yield f"what was behind the end of {name} is nowhere"
            continue
        if not name.endswith(".bcgn"):
            yield f"{name} is a third thing"
        elif not same_state(data, old) and not same_state(data, new):
            yield f"{name} is a third thing: {STATES.of(data) if isinstance(STATES.of(data), str) else 'another content'}"


def run_killed(command, moment, number):
    if os.path.exists("kill.log"):
        os.remove("kill.log")
    write_files(command.before)
    result = call(*command.arguments, LD_PRELOAD=KILLER, KILL_AT=str(moment), KILL_SIGNAL=str(int(number)),
                  KILL_LOG=os.path.abspath("kill.log"))
    with open("kill.log", encoding="ascii") as log:
        return result, log.read().splitlines(), read_files()


def spread(items, count):
    """`count` of the items, evenly, and from the beginning again where there are too few."""
    whole, rest = divmod(count, len(items))
    return items * whole + [items[i * len(items) // rest] for i in range(rest)]


def kill(commands):
    moments, bad = [], []
    for command in commands:
        _, log, _ = run_killed(command, 0, 0)
        moments += [(command, n, line.split(" ", 1)[1]) for n, line in enumerate(log, 1)]
    for turn, (command, moment, what) in enumerate(spread(moments, COUNT)):
        number = signal.SIGTERM if turn % 4 == 3 else signal.SIGKILL
        result, log, files = run_killed(command, moment, number)
        wrong = list(wrong_files(command, files, number == signal.SIGKILL))
        if len(log) < moment or log[moment - 1] != f"{moment} {what}":
            wrong.append("the signal did not come")
        if result.returncode != -number:
            wrong.append(f"status {result.returncode}")
        bad += [f"{command.name}, signal {int(number)} at moment {moment} ({what}): {fault}" for fault in wrong]
    return len(moments), bad


def fail(commands):
    """Each call of a kind fails, until there is none."""
    count, bad = 0, []
    kinds = [("pwrite", "28", "0"), ("pwrite", "28", "33"), ("pwrite", "28+", "7"), ("pwrite", "5", "1000000"), ("write", "28", "0"),
             ("fsync", "5", "0"), ("ftruncate", "5", "0"), ("rename", "5", "0"), ("close", "5", "0"), ("any", "5", "0"),
             ("any", "5+", "0"), ("any", "28+", "100"), ("pread", "5", "0"), ("pread", "5+", "0")]
    for command in commands:
        for name, fault, part in kinds:
            for n in range(1, 200):
                if os.path.exists("mark"):
                    os.remove("mark")
                write_files(command.before)
                result = call(*command.arguments, LD_PRELOAD=FAULTS, FAULT_CALL=name, FAULT_AT=str(n), FAULT=fault,
                              FAULT_PART=part, FAULT_MARK=os.path.abspath("mark"))
                if not os.path.exists("mark"):
                    break
                count += 1
                files = read_files()
                wrong = list(wrong_files(command, files, len(command.after) if name == "any" else 0))
                if result.returncode == 0 and any(not same_state(files.get(file), data)
                                                  for file, data in command.after.items()):
                    wrong.append("status 0 without the change")
                if result.returncode not in (0, 1):
                    wrong.append(f"status {result.returncode}")
                if result.returncode == 1 and not result.stderr:
                    wrong.append("silence")
                bad += [f"{command.name}, {name} fails ({fault}, {part}) at {n}: {wrong_one}" for wrong_one in wrong]
    return count, bad


# ---- Power cuts ----

SECTOR = 512
STATE, BEING_MADE = 6, 0xff  # of a segment that is being made: where its header has it


def calls_on_disk(command):
    """[(offset, size) of a pwrite, or None for an fsync]; None: the command does more than write behind the file's end."""
    _, log, _ = run_killed(command, 0, 0)
    calls = []
    for line in log:
        _, what, *numbers, when = line.split()
        if what in ("ftruncate", "rename", "mkstemp"):
            return None
        if what == "pwrite" and when == "before":
            calls.append((int(numbers[0]), int(numbers[1])))
        elif what == "fsync" and when == "after":
            calls.append(None)
    return calls


def after_power_cut(old, new, calls, dice):
    """What may be on the disk at some moment between the calls."""
    done = calls[:dice.randrange(len(calls) + 1)]
    versions, now, state = [old], bytearray(old), len(old) + STATE
    for write in done:
        if write is None:
            versions = [bytes(now)]
            continue
        offset, size = write
        now[len(now):offset + size] = bytes(max(0, offset + size - len(now)))
        now[offset:offset + size] = new[offset:offset + size]
        if offset <= state < offset + size and write != (state, 1):
            now[state] = BEING_MADE  # until that byte is written alone
        versions.append(bytes(now))
    end = len(dice.choice(versions))
    data = bytearray(end)
    share = dice.choice((0.1, 0.5, 0.9))
    for first in range(0, end, SECTOR):
        last = min(end, first + SECTOR)
        version = dice.choice(versions) if dice.random() < share else versions[-1]
        data[first:last] = version[first:last].ljust(last - first, b"\0")
    return bytes(data)


def cut_power(commands, count):
    dice, bad, runs = random.Random(15), [], 0
    appends = [(command, calls) for command in commands for calls in [calls_on_disk(command)] if calls]
    for command, calls in spread(appends, count):
        old, new = command.before["db.bcgn"], command.after["db.bcgn"]
        data = after_power_cut(old, new, calls, dice)
        runs += data not in (old, new)
        if not same_state(data, old) and not same_state(data, new):
            bad.append(f"{command.name}, power cut: {STATES.of(data) if isinstance(STATES.of(data), str) else 'another content'}")
    if runs < count // 4:
        bad.append(f"{runs} power cuts of {count} left a part of a change")
    return bad


def main():
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    commands = make_commands()
    for command in commands:
        for name, data in {**command.before, **command.after}.items():
            if name.endswith(".bcgn") and command.between is None and isinstance(STATES.of(data), str):
                sys.exit(f"{command.name}: {STATES.of(data)}")
    moments, bad = kill(commands)
    count, failed = fail(commands if COUNT >= 1000 else commands[1::4])
    bad += failed + cut_power(commands, COUNT)
    print("\n".join(bad[:20]))
    print(f"{COUNT} signals at {moments} moments of {len(commands)} commands, {count} failing calls, {COUNT} power cuts, "
          f"{len(bad)} faults")
    return 1 if bad or moments < 10 * len(commands) or count < 100 else 0


sys.exit(main())
