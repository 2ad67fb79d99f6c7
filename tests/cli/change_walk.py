"""change_walk.py PROGRAMS GAMES SEED STEPS: random changes of databases, beside the same done to lists of texts.

PROGRAMS is the folder of pgnpack, pgnunpack, pgnfind and pgndb, GAMES a PGN file whose movetexts are made games of. Each step changes a database
by a command, and a list of games by a few lines of Python. Then they are compared: the text with and without deleted games, the game that
each id leads to, all changes in the log with what they did, why and by which change each deleted game is, the games of one of the changes, what searches find by tags and by
the first move, the opening tree of the first position, and hashes by pgnunpack -t. Files that are made of it (sort, split, merge) are compared likewise, and one of them may be what is changed from then
on. Prints "STEPS steps of SEED: N checks, 0 faults".
"""
import collections
import csv
import io
import os
import random
import re
import subprocess
import sys
import unicodedata

FOLDER, GAMES, SEED, STEPS = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
PGNPACK, PGNUNPACK, PGNFIND, PGNDB = (os.path.join(FOLDER, name) for name in ("pgnpack", "pgnunpack", "pgnfind", "pgndb"))
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
ROUNDS = ("1", "2", "10", "1.9", "1.10", "01.9", "1.10.2", "?", "-", "", "x", "1a", "Final")
EVENTS = ("Open A/B", "open a/b", "\u00d6pen A/B", 'The \\"Cup\\"', "the \\\\cup", "unknown", ".dot", "Event 99", "10", "9", "?")
NAMES = ("Archer, Ann", "Baker, Bob", "Carter, C", "Dyer, Dora", "Eddy, E.", "Fowler, Fay", "Glover, Gus", "Hooper, H", "Archer, Bill", "B. Glover")
DELETED_LINE = re.compile(r" *(\d+)  \S+ +(\d+)  (by hand|duplicate|replaced|taken back|unknown) *(\d+)?")
SHOWN_LINE = re.compile(r" *(\d+)  \S+ +(added|brought back|deleted|deleted as duplicate|replaced|taken back)(?= {2,})")
SHOWN = {None: "brought back", "by hand": "deleted", "duplicate": "deleted as duplicate", "replaced": "replaced",
         "taken back": "taken back"}
dice = random.Random(SEED)
checks = faults = 0


def run(*arguments, status=0):
    result = subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300)
    if result.returncode != status:
        sys.exit(f"seed {SEED}: {' '.join(arguments)}: status {result.returncode}: {result.stderr.decode()}")
    return result.stdout


def check(what, got, wanted):
    global checks, faults
    checks += 1
    if got == wanted:
        return
    faults += 1
    if isinstance(wanted, list):
        place = next((i for i, pair in enumerate(zip(got, wanted)) if pair[0] != pair[1]), min(len(got), len(wanted)))
        what += f": {len(got)} for {len(wanted)}, the first that differs is {place + 1}"
        got, wanted = got[place:place + 1], wanted[place:place + 1]
    print(f"seed {SEED}: {what}\n  got    {str(got)[:300]}\n  wanted {str(wanted)[:300]}")


# ---- Games ----

class Game:
    def __init__(self, tags, moves, line, is_short):
        self.is_short = is_short  # less than 20 half-moves
        self.tags, self.moves = tags, moves  # a list of pairs; the movetext with its result
        self.line = line  # a number that games of equal moves share; 0: none, or not understood to the end
        self.why = self.other = self.change = None  # of a deleted one: why, for which game, by the change of which number
        self.ids = set()

    @property
    def alive(self):
        return self.why is None

    def copy(self):
        other = Game(list(self.tags), self.moves, self.line, self.is_short)
        other.ids = set(self.ids)
        return other

    def state(self):
        return self.why, self.other, self.change

    def set_state(self, state):
        self.why, self.other, self.change = state

    def delete(self, why, other=None):
        if self.alive:
            self.set_state((why, other, None))

    def tag(self, name):
        return next((value for key, value in self.tags if key == name), "")

    def set_tag(self, name, value):
        if any(key == name for key, _ in self.tags):
            self.tags = [(key, value if key == name else old) for key, old in self.tags]
            return
        place = len(self.tags)
        if name in ROSTER:
            before = [i for i, (key, _) in enumerate(self.tags) if key in ROSTER[:ROSTER.index(name)]]
            place = before[-1] + 1 if before else 0
        self.tags.insert(place, (name, value))

    def text(self):
        return "".join(f'[{key} "{value}"]\n' for key, value in self.tags) + "\n" + self.moves

    def first_move(self):
        match = re.match(r"1\. *(\S+)", self.moves)
        return match.group(1) if match and not self.tag("FEN") else None


def read_movetexts():
    with open(GAMES, encoding="utf-8") as stream:
        parts = re.split(r"\n\n(?=\[)", stream.read().strip())
    texts = [part.split("\n\n", 1)[1] for part in parts if "[FEN " not in part]
    return list(dict.fromkeys(text.strip() for text in texts))


def make_pool():
    pool = []
    for line, moves in enumerate(read_movetexts()[:400], 1):
        result = moves.split()[-1]
        is_short = len([word for word in moves.split() if word[0].isalpha()]) < 20
        kind = dice.random()
        if kind < 0.1:
            moves, line = moves[:-len(result)] + "{ends here} Zz9 " + result, 0
        elif kind < 0.2:
            moves, line = result, 0  # a forfeit
        elif kind < 0.3:
            moves = re.sub(r"^(1\. \S+)", r"\1 {a comment} (1. a3 a6 $1) 1...", moves)
        tags = [("Event", f"Event {dice.randrange(5)}"), ("Site", "?"), ("Date", make_date()), ("Round", str(line)),
                ("White", dice.choice(NAMES + ("?",))), ("Black", dice.choice(NAMES)), ("Result", result)]
        if dice.random() < 0.7:
            tags.append(("ECO", dice.choice(("A00", "B90", "C41", "E99"))))
        for name in ("WhiteElo", "BlackElo"):
            if dice.random() < 0.6:
                tags.append((name, str(dice.randrange(900, 2900))))
        if dice.random() < 0.1:
            tags = [pair for pair in tags if pair[0] != "Event"]
        if dice.random() < 0.5:
            tags = [(key, dice.choice(EVENTS) if key == "Event" else value) for key, value in tags]
        for name in ("Stage", "Board"):
            if dice.random() < 0.6:
                tags.append((name, dice.choice(ROUNDS)))
        if dice.random() < 0.3:
            tags.append(("EventDate", dice.choice(("2001-5-3", "2001.05.??", "2001", "2001.05.02", "01.05.2001", "????.05.01"))))
        pool.append(Game(tags, moves, line, is_short))
        for name, value in (("White", dice.choice(NAMES)), ("Round", f"{line}.1"), ("Round", str(line + 1))) * is_short:
            pool.append(pool[-1].copy())
            pool[-1].set_tag(name, value)
    return pool


def make_date():
    year, month, day = dice.choice(("1999", "2000", "2001", "????")), dice.choice(("01", "12", "??")), dice.choice(("05", "??"))
    return f"{year}.{month}.{day if month != '??' else '??'}" if year != "????" else "????.??.??"


def write_text(name, games):
    with open(name, "w", encoding="utf-8", newline="") as stream:
        stream.write("\n\n".join(game.text() for game in games) + dice.choice(("", "\n", "\n\n", "\n\n\n")))


def surname(name):
    return name.lower().split(",")[0].split(" ")[-1]


def initial(name):
    return name.lower().replace(surname(name), "").strip(" ,")[:1]


def contradict(one, two):
    return any(a != b and "?" not in a + b for a, b in zip(one.split("."), two.split(".")))


# ---- What databases say ----

def split_games(text):
    """Texts between which an empty line and a tag stand, as games of this walk are."""
    return [part.strip("\n") for part in re.split(r"\n\n+(?=\[)", text.strip("\n"))] if text.strip("\n") else []


def compare(what, name, games, changes=None):
    """Everything that the database says, beside the list."""
    alive = [game for game in games if game.alive]
    run(PGNUNPACK, "-q", "-t", name)
    check(what + ": the text", split_games(run(PGNUNPACK, "-q", "-c", name).decode()), [game.text() for game in alive])
    check(what + ": all of it", split_games(run(PGNUNPACK, "-q", "-c", "--with-deleted", name).decode()),
          [game.text() for game in games])
    check(what + ": the number of games", run(PGNUNPACK, "--count", name).decode(), f"{len(alive)}\n")
    table = list(csv.reader(io.StringIO(run(PGNUNPACK, "-c", "--with-deleted", "--csv=GameNumber,GameId,White,ECO", name).decode())))[1:]
    check(what + ": numbers and tags", [(row[0], *row[2:]) for row in table],
          [(str(i), game.tag("White"), game.tag("ECO")) for i, game in enumerate(games, 1)])
    for row, game in zip(table, games):
        if game.alive:
            game.ids.add(row[1])
    check_ids(what, name, games)
    check_searches(what, name, alive)
    if changes is not None:
        check_changes(what, name, games, changes)


def check_changes(what, name, games, changes):
    log = [line.split()[:7] for line in run(PGNDB, "log", name).decode().splitlines()[1:]]
    check(what + ": the log", [tuple(map(int, row[:1] + row[4:])) for row in log if row[0] != "-"],
          [(number, *deed.counts()) for number, deed in enumerate(changes, 1)])
    numbers = {game: number for number, game in enumerate(games, 1)}
    listed = [DELETED_LINE.match(line).groups() for line in run(PGNDB, "log", name, "--deleted").decode().splitlines()[1:]]
    check(what + ": what is deleted", [(int(number), int(change), why) for number, change, why, _ in listed],
          [(numbers[game], game.change, game.why) for game in games if not game.alive])
    check_one_change(what, name, numbers, changes)
    for number, _, why, other in listed:
        game = games[int(number) - 1]
        if why == "duplicate":  # the rules of groups are the library's: any of them will do
            check(f"{what}: {number} is a duplicate of {other}", is_same(game, games[int(other) - 1]), True)
        else:
            check(f"{what}: {number} is {why}", other and int(other), numbers.get(game.other))


def check_one_change(what, name, numbers, changes):
    number = dice.randrange(len(changes) + 1)
    if number == 0:
        run(PGNDB, "log", "-qq", "--show", str(len(changes) + 1), name, status=1)
        return
    rows = [SHOWN_LINE.match(line).groups()
            for line in run(PGNDB, "log", "--show", str(number), name).decode().splitlines()[1:]]
    deed = changes[number - 1]
    check(f"{what}: change {number}", sorted((int(game), deed) for game, deed in rows),
          sorted([(numbers[game], "added") for game in deed.added if game in numbers] +
                 [(numbers[game], SHOWN[after[0]]) for game, _, after in deed.known if game in numbers]))


def check_ids(what, name, games):
    """Some of the ids that games ever had."""
    known = [(game_id, game) for game in games if game.alive for game_id in game.ids]
    for game_id, game in dice.sample(known, min(4, len(known))):
        check(f"{what}: {game_id}", split_games(run(PGNUNPACK, "-q", "-c", "-g", game_id, name).decode()), [game.text()])


def check_searches(what, name, alive):
    player = dice.choice(NAMES)
    check(what + ": a player", run(PGNFIND, "-q", "-c", "--player=" + surname(player), name).decode().strip(),
          str(sum(surname(player) in (surname(game.tag("White")), surname(game.tag("Black"))) for game in alive)))
    move = dice.choice(("e4", "d4", "c4", "Nf3", "g3"))
    first = collections.Counter(game.first_move() for game in alive)
    check(what + ": a position", run(PGNFIND, "-q", "-c", "--moves=" + move, name).decode().strip(), str(first[move]))
    tree = csv.DictReader(io.StringIO(run(PGNFIND, "-q", "--tree", "--csv", name).decode()))
    got = {row["Move"]: int(row["Games"]) for row in tree if row["Level"] == "1" and row["Move"] != ""}
    check(what + ": the tree", got, {key: count for key, count in first.items() if key is not None})


# ---- Changes ----

class Deed:
    """What a change did: the games that came with it, and states of others before and after it."""
    def __init__(self, added, turned, takes_back=0):
        self.added, self.turned, self.takes_back = added, turned, takes_back
        self.known = turned  # of these, what the file has games for: compaction keeps only how many there were
        self.lacks_old = False  # of games that it replaced

    def counts(self):
        return (len(self.added), sum(after[0] is not None for _, _, after in self.turned),
                sum(after[0] is None for _, _, after in self.turned))


def one_change(function):
    """What the function does to the database is one change, or none: it is entered as what it did to the games."""
    def wrapped(walk):
        before = [(game, game.state()) for game in walk.games]
        what = function(walk)
        walk.enter(walk.games[len(before):], [(game, state) for game, state in before if game.alive != (state[0] is None)])
        return what
    return wrapped


class Walk:
    def __init__(self):
        self.pool = make_pool()
        self.name = "db.bcgn"
        self.games = []  # in the order of their numbers
        self.changes = []  # deeds
        self.states = []  # (states of the log, number of games, what they were), after each step

    def enter(self, added, turned, takes_back=0):
        if not added and not turned:
            return
        for game, _ in turned:
            if not game.alive:
                game.change = len(self.changes) + 1
        self.changes.append(Deed(list(added), [(game, state, game.state()) for game, state in turned], takes_back))

    def taken(self, count):
        short = [game for game in self.pool if game.is_short]
        return [dice.choice(short if dice.random() < 0.5 else self.pool).copy() for _ in range(count)]

    def pack(self, *arguments):
        run(PGNPACK, "-q", "-f", *arguments)

    def change(self, subcommand, *arguments):
        run(PGNDB, subcommand, "-q", "-f", self.name, *arguments)

    def log_states(self):
        """Numbers and ids of segments: those that can be gone back to."""
        log = [line.split()[:4] for line in run(PGNDB, "log", self.name).decode().splitlines()[1:]]
        return [(int(number), name) for number, _, name, size in log if size != "-"]

    def note_state(self):
        self.states.append((self.log_states(), list(self.changes), [game.state() for game in self.games]))

    # Each of these makes a change, and returns what it was.

    @one_change
    def append(self):
        games = self.taken(dice.choice((1, 3, 30)))
        write_text("new.pgn", games)
        level = dice.choice((1, 3, 3, 4))
        self.pack(f"-{level}", "-B", dice.choice(("2K", "64K")), "--append=" + self.name, "new.pgn")
        self.games += games
        return f"append {len(games)}"

    @one_change
    def append_where(self):
        games, white = self.taken(12), dice.choice(NAMES)
        write_text("new.pgn", games)
        self.change("add", "new.pgn", "--where=white=" + surname(white))
        self.games += [game for game in games if surname(game.tag("White")) == surname(white)]
        return "add --where"

    @one_change
    def append_dedupe(self):
        games = self.taken(12)
        write_text("new.pgn", games)
        rule = dice.choice(("rank", "first", "last"))
        self.change("add", "new.pgn", "--dedupe", "--prefer=" + rule)
        everything = [game for game in self.games if game.alive] + games
        if rule == "last":
            self.replace_by_last(everything, games)
            return "add --dedupe, the last"
        for game in games:
            if not any(is_same(game, other) for other in everything if other is not game and other.alive and
                       everything.index(other) < everything.index(game)):
                self.games.append(game)
            else:
                game.delete("duplicate")
        return "add --dedupe"

    def replace_by_last(self, everything, games):
        """What is the same as a game that comes goes, and the ids of the first lead to that."""
        kept = []
        heirs = set()
        for game in reversed(everything):
            heir = next((other for other in kept if is_same(game, other)), None)
            if heir is None:
                kept.append(game)
            elif heir in games:
                game.delete("duplicate")
        for game in everything:
            heir = next((other for other in kept if other is not game and is_same(game, other)), None)
            if not game.alive and game not in games and id(heir) not in heirs:
                heirs.add(id(heir))
                heir.ids |= game.ids
        self.games += [game for game in games if game.alive]

    def append_many(self):
        for _ in range(dice.choice((5, 70))):
            games = self.taken(1)
            write_text("new.pgn", games)
            self.pack("--append=" + self.name, "new.pgn")
            self.games += games
            self.enter(games, [])
        return "many additions"

    def chosen(self):
        """A list of -g, and the games that it names."""
        words, games = [], []
        for _ in range(dice.choice((1, 2, 5))):
            first = dice.randrange(len(self.games))
            last = min(len(self.games) - 1, first + dice.choice((0, 0, 3, 20)))
            words.append(str(first + 1) if last == first else f"{first + 1}-{last + 1}")
            games += self.games[first:last + 1]
        return ",".join(words), games

    @one_change
    def delete(self):
        words, games = self.chosen()
        self.change("delete", "-g", words)
        for game in games:
            game.delete("by hand")
        return "delete " + words

    @one_change
    def delete_most(self):
        self.change("delete", "-g", "1-" + str(len(self.games) - 100))
        for game in self.games[:-100]:
            game.delete("by hand")

    @one_change
    def delete_where(self):
        eco = dice.choice(("A00", "E99"))
        player = dice.choice(NAMES)
        self.change("delete", f"--where=eco={eco} black={surname(player)}")
        for game in self.games:
            if game.tag("ECO") == eco and surname(game.tag("Black")) == surname(player):
                game.delete("by hand")
        return "delete --where"

    @one_change
    def undelete(self):
        words, games = self.chosen()
        why = dice.choice(("by hand", "duplicate"))
        if dice.random() < 0.5:
            words, games = "", self.games
        options = (["-g", words] if words else ["--all"]) + (["--duplicates"] if why == "duplicate" else [])
        self.change("undelete", *options)
        for game in games:
            if game.why == why:
                game.set_state((None, None, None))
        return "undelete " + " ".join(options)

    def undo(self):
        """One change is taken back; what later ones made of its games stays."""
        taken_back = set()
        for number in range(len(self.changes), 0, -1):
            if number not in taken_back and self.changes[number - 1].takes_back:
                taken_back.add(self.changes[number - 1].takes_back)
        word = number = dice.randrange(len(self.changes) + 1) or len(self.changes) + 7
        if dice.random() < 0.4:
            word = "last"
            number = max((number for number in range(1, len(self.changes) + 1)
                          if number not in taken_back and not self.changes[number - 1].takes_back), default=0)
            number *= number != 1  # which made the database
        deed = self.changes[number - 1] if 0 < number <= len(self.changes) else Deed([], [])
        there = set(self.games)
        free = {game for game in deed.added if game in there and game.alive and not deed.lacks_old}
        turned = [(game, game.state()) for game in self.games if game in free]
        for game, before, after in deed.known:
            if game not in there:
                continue
            if after[0] is None:
                if game.alive:
                    turned.append((game, game.state()))
                    game.set_state(before)
            elif (game.state()[:2] == after[:2] and (after[0] != "replaced" or after[1] in free) and
                  (game.change == number or self.changes[game.change - 1].takes_back)):
                turned.append((game, game.state()))
                game.set_state((None, None, None))
        for game in free:
            game.delete("taken back")
        run(PGNDB, "undo", "-q", "--dry-run", self.name, str(word), status=0 if turned else 1)
        run(PGNDB, "undo", "-q", self.name, str(word), status=0 if turned else 1)
        self.enter([], turned, number)
        return f"undo {word}" + ("" if turned else ", which nothing is left of")

    def forget_ids(self):
        for game in self.games:
            game.ids = set()

    def edit(self, wanted, changes, subcommand, *arguments):
        self.change(subcommand, *arguments)
        for game in [game for game in self.games if game.alive and wanted(game)]:
            new = game.copy()
            for name, value in changes(game):
                new.set_tag(name, value)
            if new.tags != game.tags:
                game.delete("replaced", new)
                self.games.append(new)

    @one_change
    def set(self):
        name, value = dice.choice((("Annotator", "Some One"), ("White", "Archer, Ann"), ("Event", "Open"), ("ECO", "B90")))
        event = dice.randrange(5)
        self.edit(lambda game: game.tag("Event") == f"Event {event}", lambda game: [(name, value)], "set", f"{name}={value}",
                  f"--where=event='Event {event}'".replace("'", '"'))
        return "set " + name

    @one_change
    def rename(self):
        old, new = dice.sample(NAMES, 2)
        with open("names.txt", "w", encoding="utf-8") as stream:
            stream.write(f"{old} = {new}\n")
        self.edit(lambda game: old in (game.tag("White"), game.tag("Black")),
                  lambda game: [(name, new) for name in ("White", "Black") if game.tag(name) == old], "rename", "names.txt")
        return "rename"

    def alive_numbers(self, count):
        """Some games that are there, by their numbers: (what -g takes, the games in that order)."""
        there = [(number, game) for number, game in enumerate(self.games, 1) if game.alive]
        chosen = dice.sample(there, min(count, len(there)))
        return ",".join(str(number) for number, _ in chosen), [game for _, game in chosen]

    def give_versions(self, games, versions, in_order):
        """New versions come in the order of the list, or in that of the numbers; what is the same is none."""
        pairs = list(zip(games, versions))
        if in_order:
            pairs.sort(key=lambda pair: self.games.index(pair[0]))
        for game, new in pairs:
            if new.text() != game.text():
                game.delete("replaced", new)
                self.games.append(new)

    @one_change
    def result(self):
        words, games = self.alive_numbers(3)
        result = dice.choice(("1-0", "0-1", "1/2-1/2", "*"))
        if not games:
            return "result of none"
        run(PGNDB, "result", "-q", "-g", words, self.name, result)
        versions = [game.copy() for game in games]
        for new in versions:
            new.moves = new.moves[:-len(new.moves.split()[-1])] + result
            new.set_tag("Result", result)
        self.give_versions(games, versions, True)
        return f"result {words} {result}"

    @one_change
    def replace(self):
        words, games = self.alive_numbers(dice.choice((1, 3)))
        if not games:
            return "replace of none"
        versions = [dice.choice((self.taken(1)[0], game.copy())) for game in games]
        for game, new in zip(games, versions):
            new.ids = set(game.ids)
            if dice.random() < 0.5:
                new.set_tag("Annotator", dice.choice(NAMES))
        # What is broken is taken only for what was broken before.
        versions = [game.copy() if "Zz9" in new.moves and "Zz9" not in game.moves else new for game, new in zip(games, versions)]
        write_text("new.pgn", versions)
        run(PGNDB, "replace", "-q", "-g", words, self.name, "new.pgn")
        self.give_versions(games, versions, False)
        return "replace " + words

    @one_change
    def dedupe(self):
        self.change("dedupe", "--prefer=first")
        there = []
        for game in self.games:
            if not game.alive:
                continue
            if any(is_same(game, other) for other in there):
                game.delete("duplicate")
            else:
                there.append(game)
        return "dedupe"

    def compact(self):
        before = read_bytes(self.name)
        self.change("compact", "--forget", *dice.choice(([], [], ["-3"], ["-4"])))
        self.games = [game for game in self.games if game.alive]
        for deed in self.changes if read_bytes(self.name) != before else ():
            deed.lacks_old |= any(after[0] == "replaced" for _, _, after in deed.known)
            deed.known = []
        return "compact"

    def compact_all(self):
        """With deleted games: numbers, log and what can be taken back stay."""
        run(PGNDB, "compact", "-q", *dice.choice(([], [], ["-3"], ["-4"])), self.name)
        return "compact with all"

    def truncate(self):
        """To a state that merging and compacting did not take away; to others there is no way back."""
        now = self.log_states()
        gone = sorted(set(range(1, len(self.changes) + 1)) - {number for number, _ in now})
        if gone:
            run(PGNDB, "back", "-q", self.name, str(dice.choice(gone)), status=1)
        states = [state for state in self.states if state[0] == now[:len(state[0])]]
        if not states:
            return "nothing"
        segments, self.changes, games = dice.choice(states[-6:])
        self.changes = list(self.changes)
        self.states = [state for state in self.states if len(state[0]) <= len(segments)]
        self.change("back", "-f", str(segments[-1][0]))
        del self.games[len(games):]
        for game, was in zip(self.games, games):
            game.set_state(was)
        self.forget_ids()
        return f"back to {segments[-1][0]}"

    def merge(self):
        other = self.taken(20)
        write_text("new.pgn", other)
        self.pack("-2", "new.pgn", "-o", "other.bcgn")
        run(PGNDB, "delete", "-q", "other.bcgn", "-g", "3-5")
        for game in other[2:5]:
            game.set_state(("by hand", None, 2))
        run(PGNDB, "merge", "-q", "-f", "other.bcgn", self.name, "-o", "merged.bcgn")
        os.replace("merged.bcgn", self.name)
        for game in self.games:
            game.change = game.change and game.change + 2
        for deed in self.changes:
            deed.takes_back = deed.takes_back and deed.takes_back + 2
            deed.known = [(game, shifted(before), shifted(after)) for game, before, after in deed.known]
        self.changes = [Deed(list(other), []), Deed([], [(game, (None, None, None), game.state()) for game in other[2:5]])] + self.changes
        self.games = other + self.games
        return "merge"

    def sort(self):
        words = [dice.choice(("", "-")) + word for word in dice.sample(SORT_KEYS, dice.choice((1, 1, 2, 3)))]
        reverse = dice.choice((False, True))
        keep = dice.choice(((), ("--keep-ids",)))
        key = ",".join(words)
        run(PGNDB, "sort", "-q", "-f", *keep, *(["--reverse"] if reverse else []), self.name, key, "-o", "sorted.bcgn")
        games = [game.copy() for game in self.games if game.alive]
        for word in reversed(words):  # from the last key to the first, each in the order that is there
            name = word.lstrip("-")
            down = (word[0] == "-") != reverse
            for part in reversed(("White", "Black") if name == "player" else (name,)):
                known = sorted((game for game in games if sort_value(game, part) is not None), key=lambda game: sort_value(game, part), reverse=down)
                games = known + [game for game in games if sort_value(game, part) is None]
        found = run(PGNFIND, "-q", "--csv=White,Board", "--sort=" + key, *(["--reverse"] if reverse else []), self.name).decode()
        check(f"pgnfind --sort={key}", [tuple(row) for row in csv.reader(io.StringIO(found))][1:],
              [(game.tag("White"), game.tag("Board")) for game in games])
        if not keep:
            for game in games:
                game.ids = set()
        compare(f"sort={key} {reverse}", "sorted.bcgn", games, [Deed(games, [])] if games else [])
        if keep and dice.random() < 0.5:
            os.replace("sorted.bcgn", self.name)
            self.games, self.changes = games, [Deed(list(games), [])] if games else []
        return "sort"

    def split(self):
        size = dice.choice((7, 50))
        for name in os.listdir("."):
            if name.startswith("part-"):
                os.remove(name)
        self.change("split", str(size), "-o", "part.bcgn")
        alive = [game.copy() for game in self.games if game.alive]
        parts = sorted(name for name in os.listdir(".") if name.startswith("part-"))
        check("split: how many", len(parts), max(1, -(-len(alive) // size)))
        for i, name in enumerate(parts):
            games = alive[i * size:i * size + size]
            for game in games:
                game.ids = set()
            if i in (0, len(parts) - 1):
                compare("split " + name, name, games)
        return "split"


def read_bytes(name):
    with open(name, "rb") as stream:
        return stream.read()


def shifted(state):
    """Behind two more changes."""
    return (*state[:2], state[2] and state[2] + 2)


def split_by_tag(walk):
    """A file for each value, however labels are made: values and their games are looked at in the files."""
    how = dice.choice(("Event", "Stage", "Event:1", "White:2", "Board:3", "EventDate", "month", "year", "Date:4"))
    name, _, letters = how.partition(":")
    for old in os.listdir("."):
        if old.startswith("part-"):
            os.remove(old)
    alive = [game.copy() for game in walk.games if game.alive]
    if name[0].isupper() and not any(key == name for game in walk.games for key, _ in game.tags):
        return "nothing to split by"
    run(PGNDB, "split", "-q", walk.name, how, "-o", "part.bcgn")
    wanted = collections.defaultdict(list)
    for game in alive:
        game.ids = set()
        wanted[split_value(game, name, int(letters or 0))].append(game)
    got = {}
    for part in os.listdir("."):
        if part.startswith("part-"):
            got[part] = split_games(run(PGNUNPACK, "-q", "-c", part).decode())
    check(f"split {how}: games of each file", sorted(got.values()), sorted([game.text() for game in games] for games in wanted.values()))
    check(f"split {how}: what is unknown", got.get("part-unknown.bcgn", []), [game.text() for game in wanted.get(None, [])])
    check(f"split {how}: names", [part for part in got if set(part[5:]) & set('/\\:*?"<>|') or part[5:6] == "."], [])
    check(f"split {how}: names alike", len({part.lower() for part in got}), len(got))
    if name[0].islower() or letters:
        check(f"split {how}: labels", {part[5:-5] for part in got}, {"unknown" if value is None else value for value in wanted})
    return "split " + how


def split_value(game, name, letters):
    if name in ("year", "month"):
        date = sort_value(game, "date")
        if date is None or name == "year":
            return date and f"{date[0]:04}"
        return f"{date[0]:04}-" + (f"{date[1]:02}" if date[1] else "unknown")
    value = sort_value(game, name)
    plain = re.sub(r'\\(["\\])', r"\1", game.tag(name))
    if value is None or not letters:
        return None if value is None else plain
    if name in DATES:
        return ("%04d%02d%02d" % value)[:letters]
    return (plain if value[0] == 0 else fold(plain).upper())[:letters]


DATES = ("Date", "UTCDate", "EventDate")
SORT_KEYS = ("date", "eco", "elo", "player", "Event", "Round", "Stage", "Board", "EventDate", "WhiteElo", "Nothing", "black")


def sort_value(game, name):
    """What Python compares; None: the game comes last."""
    if name == "elo":
        return int(game.tag("WhiteElo") or 0) + int(game.tag("BlackElo") or 0) or None
    if name == "date" or name in DATES:
        parts = re.split("[-./]", game.tag("Date" if name == "date" else name))
        numbers = [int(part) if part.isdigit() else 0 for part in parts] + [0, 0]
        return tuple(numbers[:3]) if len(parts[0]) == 4 and numbers[0] else None
    value = game.tag({"eco": "ECO", "black": "Black"}.get(name, name))
    if name == "WhiteElo":
        return int(value or 0) or None
    if value in ("", "?", "-"):
        return None
    if re.fullmatch(r"[0-9]+(\.[0-9]+)*", value):
        return 0, [int(part) for part in value.split(".")]
    return 1, fold(re.sub(r'\\(["\\])', r"\1", value))


def fold(text):
    return "".join(letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter)).lower()


def is_same(one, two):
    if 0 in (one.line, two.line) or "?" in (one.tag("White"), two.tag("White")):
        return one.text() == two.text()
    if one.is_short and one.line == two.line and any(
            of(one) != of(two) for of in (lambda game: initial(game.tag("White")), lambda game: initial(game.tag("Black")),
                                          lambda game: game.tag("Round").split(".")[0])):
        return False
    if one.tag("Result") != two.tag("Result") and "*" not in (one.tag("Result"), two.tag("Result")):
        return False
    return (one.line == two.line and surname(one.tag("White")) == surname(two.tag("White")) and
            surname(one.tag("Black")) == surname(two.tag("Black")) and not contradict(one.tag("Date"), two.tag("Date")))


def main():
    walk = Walk()
    changes = (walk.append, walk.append, walk.append_where, walk.append_dedupe, walk.delete, walk.delete_where, walk.undelete, walk.set,
               walk.rename, walk.dedupe, walk.compact, walk.compact_all, walk.truncate, walk.merge, walk.sort, walk.split, lambda: split_by_tag(walk), walk.append_many,
               walk.undo, walk.undo, walk.undo, walk.result, walk.replace)
    walk.append()
    for step in range(STEPS):
        what = f"step {step}, {dice.choice(changes)()}"
        if not walk.games:
            what += ", " + walk.append()
        walk.note_state()
        compare(what, walk.name, walk.games, walk.changes)
        if faults != 0:
            break
        if len(walk.games) > 1500:
            walk.compact()
            walk.delete_most()
    print(f"{STEPS} steps of {SEED}: {checks} checks, {faults} faults")
    sys.exit(faults != 0)


main()
