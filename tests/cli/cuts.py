"""cuts.py PROGRAMS STEP: a database that is cut, at each byte of its last two segments, and what every command makes of it.

PROGRAMS is the folder of our commands. Each cut is judged here by where it is (docs/FORMAT.md, chapter 5, "Committed"), and each
command by what it does to the databases of the states before: it has to answer what it answers there, with the status that the cut asks for, and
where that is damage it must change or remove nothing. STEP 1: every command at every byte. Else some in turn around each border of
an element, and one at every STEP-th byte elsewhere. The same once more of a database whose last segment is being made.
"""
import json
import os
import re
import shutil
import subprocess
import sys

PROGRAMS = {}
END_MARK, STATE, BEING_MADE = 48, 6, 0xff
SHOWN_MAX = 40
SHARE = 19  # of the commands, that is tried at a border; STEP 1: all
LIKE_ONE_BEING_MADE = 8  # bytes with which a header begins, whether it says so or not
ONE_AS_MANY = re.compile(rb"(^|[^0-9.,])1 (games|bytes|blocks|segments)")

# What stands for the database: DB. Reading commands, whose output is told ...
READING = """
pgnunpack -c DB|pgnunpack --count DB|pgnunpack -c -g 2- DB|pgnunpack -c --skip=3 DB|pgnunpack -c --limit=9 DB|pgnunpack -c --shard=1/2 DB
pgnunpack -c --tags-only --ids DB|pgnunpack -c --json DB|pgnunpack -c --csv=White,GameId,Plies DB|pgnunpack -c --with-deleted DB|pgnpack -t DB
pgnunpack -t DB|pgnunpack -t -T2 DB|pgnfind DB|pgnfind -c --white=Player5 DB|pgnfind --ids --moves=e4 DB|pgnfind --json --pattern Bb5 DB
pgnfind --sort=white --reverse DB|pgnfind --tree=e4 DB|pgnfind --names=Player DB|pgnfind --stats DB|pgndb log DB|pgndb names DB
pgndb log DB --json|pgndb log DB --deleted --json|pgndb names DB --json|pgndb check DB
"""
# ... the same of what may tell of the cut itself, or is about the file's bytes ...
LISTING = "pgnunpack -l DB|pgnunpack -l -v DB|pgnunpack -l --json DB|pgnunpack -c -l --html DB|pgndb info DB --json"
# ... those that write another file, whose text counts ...
COPYING = """
pgnpack DB -o new.bcgn|pgnpack -5 -T2 DB -o new.bcgn|pgndb merge DB -o new.bcgn|pgndb merge other.bcgn DB -o new.bcgn
pgndb compact --forget DB -o new.bcgn|pgndb sort DB player -o new.bcgn|pgnpack --append=new.bcgn DB|pgndb add new.bcgn DB --dedupe
pgndb add new.bcgn DB --where=plies=1-|pgnunpack DB -o new.pgn|pgndb split DB 1000 -o new
"""
# ... and changes of it. --force is for damage.
CHANGING = """
pgnpack --append=DB more.pgn|pgnpack --append=DB other.bcgn|pgndb add DB more.pgn --dedupe|pgndb delete DB -g 2|pgndb delete DB --where=white=Player5
pgndb undelete DB --all|pgndb set DB A=b --all|pgndb unset DB White --where=plies=1-|pgndb rename DB table|pgndb dedupe DB
pgndb dedupe DB --dry-run|pgndb delete DB -g 2 --dry-run|pgndb set DB A=b --all --dry-run|pgndb compact DB --forget|pgndb back DB 1
pgndb set DB A=b -g 1-3|pgndb undelete DB --where plies=1-|pgndb add DB more.pgn --dry-run|pgndb back DB 1 --dry-run|pgndb compact DB --dry-run
"""


def use_programs(folder):
    PROGRAMS.update({name: os.path.join(folder, name) for name in ("pgnpack", "pgnunpack", "pgnfind", "pgndb")})
    os.environ["SOURCE_DATE_EPOCH"] = "1700000000"


def lines(texts):
    return [line.strip() for line in texts.replace("\n", "|").split("|") if line.strip()]


def text(games, first):
    return b"".join(b'[Event "%d"]\n[White "Player%d, Ann"]\n[Black "Other%d, Bob"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 '
                    b'3. Bb5 a6 {%d} 4. Ba4 1-0\n\n' % (n, n, n % 11, n * n) for n in range(first, first + games))


def read(name):
    with open(name, "rb") as stream:
        return stream.read()


def write(name, data):
    with open(name, "wb") as stream:
        stream.write(data)


def run(command, *more):
    program, *arguments = command.split()
    return subprocess.run([PROGRAMS[program], *arguments, *more], stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False)


def must(command):
    result = run(command)
    if result.returncode != 0:
        sys.exit(f"{command}: status {result.returncode}: {result.stderr.decode()}")
    return result.stdout


class Cut:
    """`end`: of what counts. `kind`: whole, unfinished, unmarked, damaged."""

    def __init__(self, size, ends, is_being_made):
        self.committed = max(end for end in ends if end <= size)
        following = min((end for end in ends if end > size), default=size)
        self.end, self.size = self.committed, size
        if size == self.committed:
            self.kind = "whole"
        elif is_being_made or size <= self.committed + LIKE_ONE_BEING_MADE:
            self.kind = "unfinished"
        elif size > following - END_MARK:
            self.kind, self.end = "unmarked", following
        elif size == following - END_MARK:
            self.kind, self.end = "unmarked", following  # none of it is there
        else:
            self.kind = "damaged"


class Database:
    """Three segments: games; more games; games that were changed, with the record of that."""

    def __init__(self):
        self.states = []
        write("other.pgn", text(4, 3))
        must("pgnpack -q other.pgn -o other.bcgn")
        write("first.pgn", text(9, 1))
        write("second.pgn", text(9, 5))
        write("more.pgn", text(3, 8))
        write("table", b"Player5, Ann = Player6, Ann\n")
        for command in ("pgnpack -B 1K first.pgn -o db.bcgn", "pgnpack -B 1K --append=db.bcgn second.pgn", "pgndb set --where=white=Player7 db.bcgn A=b"):
            must(command + " -q -T1")
            self.states.append(read("db.bcgn"))
        self.ends = [len(data) for data in self.states]
        self.bytes = self.states[-1]
        self.blocks = json.loads(must("pgnunpack -l -v --json db.bcgn"))[0]["block_list"]
        self.with_deleted = must("pgnunpack -c --with-deleted db.bcgn")
        shutil.copy("db.bcgn", "all.bcgn")
        self.answers = {}

    def being_made(self):
        """The same while its last segment is."""
        data = bytearray(self.bytes)
        data[self.ends[-2] + STATE] = BEING_MADE
        return bytes(data)

    def borders(self):
        places = {self.ends[0], self.ends[1], *(end - END_MARK for end in self.ends)}
        for block in self.blocks:
            places |= {block["offset"], block["offset"] + block["packed_size"]}
        return {size for place in places for size in (place - 1, place, place + 1, place + 8, place + 9)}

    def answer(self, command, end):
        """(status, output, the text that is left) of the command where the file is whole, and ends there."""
        key = command, end
        if key not in self.answers:
            write("db.bcgn", self.bytes[:end])
            clear()
            result = run(command.replace("DB", "db.bcgn"))
            self.answers[key] = result.returncode, result.stdout, texts()
        return self.answers[key]

    def salvaged(self, cut):
        """All that is whole: what counts without deleted games, and the blocks behind it."""
        out, at = self.answer("pgnunpack -c DB", cut.end)[1], 0
        for block in self.blocks:
            if block["offset"] >= cut.end and block["offset"] + block["packed_size"] <= cut.size:
                out += self.with_deleted[at:at + block["text_size"]]
            at += block["text_size"]
        return out


def clear():
    for name in os.listdir():
        if name.startswith("new") or name in ("db.bcgn.torn", "db.pgn"):
            os.remove(name)


def texts():
    """What each packed file has now, by name."""
    return {name: run("pgnunpack -qc " + name).stdout for name in sorted(os.listdir())
            if name == "db.bcgn" or name.startswith("new")}


class Trial:
    def __init__(self, database, data, cut):
        self.database, self.cut, self.data = database, cut, data[:cut.size]
        self.is_damaged = cut.kind == "damaged"

    def begin(self):
        clear()
        write("db.bcgn", self.data)

    def run(self, command):
        self.begin()
        self.result = run(command.replace("DB", "db.bcgn"))
        if self.cut.kind != "whole" and not self.result.stderr:
            yield "nothing is said of the cut"
        if ONE_AS_MANY.search(self.result.stderr):
            yield f"'{self.result.stderr.decode()}'"

    def stays(self):
        if not os.path.exists("db.bcgn"):
            yield "it is gone"
        elif read("db.bcgn") != self.data:
            yield "it was changed"
        if os.path.exists("db.bcgn.torn"):
            yield "something was moved away"

    def has_status(self, status):
        if self.result.returncode != status:
            yield f"status {self.result.returncode}, not {status}: {self.result.stderr.decode()}"

    def reading(self, command, compares=True):
        status, output, _ = self.database.answer(command, self.cut.end)
        yield from self.run(command)
        yield from self.has_status(2 if self.is_damaged else status)
        yield from self.stays()
        if compares and self.result.stdout != output:
            yield "another answer than that of the state before"

    def listing(self, command):
        yield from self.reading(command, compares=False)

    def copying(self, command):
        status, _, wanted = self.database.answer(command, self.cut.end)
        yield from self.run(command)
        yield from self.has_status(2 if self.is_damaged else status)
        yield from self.stays()
        made = [name for name in os.listdir() if name.startswith("new")]
        if self.is_damaged and made:
            yield f"{made} was made of it"
        if not self.is_damaged and {name: data for name, data in texts().items() if name != "db.bcgn"} != \
                {name: data for name, data in wanted.items() if name != "db.bcgn"}:
            yield "a copy of another text"

    def changing(self, command):
        status, output, wanted = self.database.answer(command, self.cut.end)
        yield from self.run(command)
        yield from self.has_status(2 if self.is_damaged else status)
        if self.is_damaged:
            yield from self.stays()
        elif (self.result.stdout, texts()) != (output, wanted):
            yield "another change than that of the state before"

    def forced(self, command):
        # Only back is another change with it: games go that came since.
        meant = command + " --force" if "pgndb back" in command else command
        status, _, wanted = self.database.answer(meant, self.cut.end)
        is_dry = "--dry-run" in command
        yield from self.run(command + " --force")
        if is_dry:
            yield from self.stays()
            return
        yield from self.has_status(status)
        if texts() != wanted:
            yield "another change than that of the state before"
        moved = read("db.bcgn.torn") if os.path.exists("db.bcgn.torn") else b""
        if moved != (self.data[self.cut.committed:] if self.is_damaged else b""):
            yield f"{len(moved)} bytes were moved away"

    def salvaging(self, command):
        yield from self.run(command)
        yield from self.has_status(2 if self.is_damaged else 0)
        yield from self.stays()
        wanted = self.database.salvaged(self.cut) if self.is_damaged else self.database.answer("pgnunpack -c DB", self.cut.end)[1]
        if self.result.stdout != wanted:
            yield f"{len(self.result.stdout)} bytes of text are saved, {len(wanted)} are whole"

    def removing(self, command):
        yield from self.run(command)
        if self.cut.kind == "whole":
            yield from self.has_status(0)
            return
        yield from self.has_status(2 if self.is_damaged else 1)
        yield from self.stays()


def all_uses():
    uses = [(command, kind) for commands, kind in ((READING, Trial.reading), (LISTING, Trial.listing), (COPYING, Trial.copying),
                                                   (CHANGING, Trial.changing), (CHANGING, Trial.forced)) for command in lines(commands)]
    return uses + [("pgnunpack -c --salvage DB", Trial.salvaging), ("pgnunpack -c --salvage -T2 DB", Trial.salvaging),
                   ("pgnunpack --rm DB", Trial.removing), ("pgnunpack --rm DB -o new.pgn", Trial.removing),
                   ("pgnpack --rm DB -o new.bcgn", Trial.removing)]


def planned(database, first, uses, step):
    """(size, uses) for each cut."""
    borders = database.borders()
    for size in range(first, len(database.bytes)):
        if step == 1:
            yield size, uses
        elif size in borders:
            yield size, uses[size % SHARE::SHARE]
        elif size % step == 0:
            yield size, [uses[size // step % len(uses)]]


def main(folder, step):
    use_programs(folder)
    database, uses, faults, trials, kinds = Database(), all_uses(), 0, 0, {}
    for data, first, is_being_made in ((database.bytes, database.ends[0], 0), (database.being_made(), database.ends[1] + 1, 1)):
        for size, some in planned(database, first, uses, step):
            cut = Cut(size, database.ends, is_being_made)
            kinds[cut.kind] = kinds.get(cut.kind, 0) + 1
            for command, kind in some:
                trials += 1
                trial = Trial(database, data, cut)
                for fault in kind(trial, command):
                    faults += 1
                    if faults <= SHOWN_MAX:
                        print(f"{command} ({kind.__name__}), cut to {size} of {len(data)} ({cut.kind}): {fault}", flush=True)
    print(f"{trials} runs of {len(uses)} commands, cuts: {', '.join(f'{count} {kind}' for kind, count in sorted(kinds.items()))}; {faults} faults")
    return 1 if faults or len(kinds) != 4 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
