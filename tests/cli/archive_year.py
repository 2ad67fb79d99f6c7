"""archive_year.py PROGRAMS GAMES SEED WEEKS: a year of an archivist, week by week, beside archive_model.py, which does the same to a list of texts.

PROGRAMS is the folder of the commands, GAMES a PGN file whose moves are played again by invented people. Each week a tournament's games come, some
for the second time, spelt or dated otherwise, with mistakes; they are added, corrected, commented, flagged, edited, replaced, renamed,
classified, deleted, brought back, and some of it is taken back; each month it is deduped and checked, each quarter put in order in a new file, with
which it goes on. After each week all that the database says is held against the model (archive_checks.py). Prints "WEEKS weeks of SEED: N commands,
N checks, 0 faults", and how often each command was given."""
import collections
import datetime
import functools
import gzip
import os
import random
import re
import shlex
import shutil
import subprocess
import sys

from archive_checks import Checks
from archive_model import Archive
from archive_texts import RESULTS, Text

SEED, WEEKS = int(sys.argv[3]), int(sys.argv[4])
DAY = 86400
FIRST = 1767571200  # Monday, 5 January 2026
NAME = "archive.bcgn"
EVENTS = ("Winter Open", "Rapid Evening", "Club Championship", "Blitz Night", "Harbour Cup")
SITES = ("Oxbridge ENG", "Lakeside", "Harbour Hall", "?")
# The names as the federation has them, and what else they are called.
PLAYERS = {
    "Arden, Paul": ("Arden, P", "Paul Arden", "Ardan, Paul"), "Brook, Lena": ("Brook, L.", "BROOK, Lena", "Broock, Lena"),
    "Castle, Iris": ("Castle, I", "Iris Castle"), "Dunmore, Hal": ("Dunmore, H", "Dunmoor, Hal"), "Eastwick, Una": ("Una Eastwick", "Eastwik, Una"),
    "Farrow, Jan": ("Farrow, J", "Farow, Jan"), "Garland, Tom": ("GARLAND, Tom", "Garlant, Tom"), "Hollis, Vera": ("Vera Hollis", "Holis, Vera"),
    "Ingram, Otto": ("Ingram, O", "Ingramm, Otto"), "Joyner, Kit": ("Kit Joyner", "Joynar, Kit"), "Keswick, Mary": ("Keswick, M", "Keswik, Mary"),
    "Lambton, Ray": ("Lambton, R", "Lamton, Ray"), "Arden, Rose": ("Arden, R.", "Rose Arden", "Arden"), "Brook, Piet": ("Piet Brook", "Brook")}
# Draws that were played before, and will be again.
DRAWS = ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2", "1. d4 d5 1/2-1/2", "1. c4 c5 2. g3 g6 3. Bg2 Bg7 4. Nc3 Nc6 5. Nf3 Nf6 6. O-O O-O 7. d3 d6 1/2-1/2")
SPELLINGS = {spelling: name for name, spellings in PLAYERS.items() for spelling in spellings}
dice = random.Random(SEED)


def read_moves(path):
    """Movetexts of different lines, whose final position is a mate or has many men. Not in lines of 80 columns, but now and then in two."""
    with open(path, encoding="utf-8") as stream:
        parts = re.split(r"\n\n(?=\[)", stream.read().strip())
    moves = dict.fromkeys(" ".join(part.split("\n\n", 1)[1].split()) for part in parts if "[FEN " not in part)
    texts = [Text([], text) for text in moves if len(text) < 900 and ("#" in text or text.count("x") < 16) and not text.endswith(("/2", "*"))]
    lines = {}
    for text in texts:
        lines.setdefault(text.line()[:20] if len(text.line()) > 20 else text.line(), text)
    found = list(lines.values())
    dice.shuffle(found)
    return [text.moves for text in found]


class Year:
    def __init__(self):
        self.model = Archive()
        self.fresh = read_moves(sys.argv[2])
        self.checks = Checks(sys.argv[1], self.model, NAME, dice)
        self.week, self.commands = 0, collections.Counter()
        self.event, self.date = "", ""
        self.kept = []  # what came earlier, as it came: (text, ...), of which some comes again

    # ---- Commands ----

    def pgndb(self, *words, status=0, text=None, **environment):
        words = [str(word) for word in words]
        self.commands[words[0]] += status == 0
        clock = {"SOURCE_DATE_EPOCH": str(self.model.time)}
        done = subprocess.run([self.checks.program("pgndb"), words[0], "-q", *words[1:]], input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env=os.environ | clock | environment, timeout=300, check=False)
        if done.returncode != status:
            sys.exit(f"seed {SEED}, week {self.week}: pgndb {shlex.join(words)}: status {done.returncode}, not {status}: {done.stderr.decode()}")
        return done.stdout.decode()

    def do(self, change, *words, **how):
        """A command, and beside it what the model makes of it: its method and what it takes behind the words of the command."""
        if "" in words:
            return None  # there was no game to choose
        made, (method, *arguments) = len(self.model.changes), change
        self.pgndb(*words, **how)
        result = method(["pgndb", words[0], "-q", *map(str, words[1:])], *arguments)
        if len(self.model.changes) > made:
            self.checks.name_segment()
            self.checks.what_changed()
        return result

    # ---- What is chosen ----

    def some(self, count, wanted=lambda game: True):
        there = [game for game in self.model.here() if wanted(game)]
        return dice.sample(there, min(count, len(there)))

    def list_of(self, games):
        """For -g: numbers or ids."""
        numbers = self.model.numbers()
        return ",".join(dice.choice((str(numbers[game]), game.id)) if self.model.of_id(game.id) == [game] else str(numbers[game]) for game in games)

    def in_order(self, games):
        numbers = self.model.numbers()
        return sorted(games, key=lambda game: numbers[game])

    def by_where(self):
        """Some condition, and the games that are so."""
        player, event = dice.choice(list(PLAYERS)), dice.choice(EVENTS)
        month = self.date[5:7]
        where, test = dice.choice((
            (f'white="={player}" result=1-0', lambda game: game.tag("White").lower() == player.lower() and game.result == "1-0"),
            (f'event="{event}" date=2026.{month}', lambda game: event in game.tag("Event") and game.tag("Date").startswith(f"2026.{month}")),
            (f'black="={player}" tag=Annotator', lambda game: game.tag("Black").lower() == player.lower() and game.text.has("Annotator")),
            (f"round=3 date={self.date}", lambda game: game.tag("Round").split(".")[0] == "3" and game.tag("Date") == self.date)))
        return where, [game for game in self.model.here() if test(game)]

    def chosen(self, count):
        """Words that name games, and these games in the order in which they are changed."""
        if dice.random() < 0.3:
            where, games = self.by_where()
            return ("--where", where), games
        games = self.some(count)
        return ("-g", self.list_of(games)), self.in_order(games)

    # ---- What comes ----

    def new_game(self, number):
        white, black = dice.sample(list(PLAYERS), 2)
        moves = self.fresh.pop()
        result = moves.split()[-1]
        if dice.random() < 0.25:
            moves, result = dice.choice(DRAWS), "1/2-1/2"
        elif dice.random() < 0.05:
            moves, result = "1-0", "1-0"  # a forfeit
        elif dice.random() < 0.1 and "#" not in moves:
            moves, result = moves[:-3] + "1/2-1/2", "1/2-1/2"
        if dice.random() < 0.15 and "1." in moves:
            moves = re.sub(r"^1\. (\S+)", r"1. \1 $1 {as planned} (1. a3 a6) 1...", moves)
        if len(moves) > 200 and dice.random() < 0.5:
            at = moves.index(" ", 80)
            moves = moves[:at] + "\n" + moves[at + 1:]
        tags = [("Event", self.event), ("Site", dice.choice(SITES)), ("Date", self.date), ("Round", f"{number // 4 + 1}.{number % 4 + 1}"),
                ("White", white), ("Black", black), ("Result", result)]
        for side, name in (("WhiteElo", white), ("BlackElo", black)):
            if dice.random() < 0.7:
                tags.append((side, str(1500 + 50 * list(PLAYERS).index(name) + 10 * self.week)))
        return Text(tags, moves)

    def misspelt(self, text):
        side = dice.choice(("White", "Black"))
        return text.set(side, dice.choice(PLAYERS.get(text.tag(side), ("?",))))

    @staticmethod
    def namesake(text):
        """The same game, of others of the same surname, or of another round."""
        side = dice.choice(("White", "Black"))
        other = text.tag(side).split(",")[0] + dice.choice((", Olga", ", Quinn", ""))
        return dice.choice((text.set(side, other), text.set("Round", dice.choice(("1.1", "2", "7", "-")))))

    def again(self, text):
        """What came before, in another form."""
        return dice.choice((
            lambda: text, lambda: self.misspelt(text), lambda: self.namesake(text), lambda: self.namesake(text), lambda: text.set("Date", text.tag("Date")[:4] + ".??.??"), lambda: text.set_result("*"),
            lambda: text.set_result(dice.choice(RESULTS)), lambda: text.set("Annotator", "Club bulletin"), lambda: text.set("Event", "?").unset("WhiteElo"),
            lambda: text.set("Result", "*"), lambda: text.set("Round", "?"), lambda: text.set_comment(min(6, len(text.line())), "seen before"),
            lambda: text.cut() if len(text.line()) > 30 else text, lambda: text.set("Date", "2026.13.01")))()

    def receive(self):
        self.event = f"{dice.choice(EVENTS)} {self.week}" if dice.random() < 0.8 else dice.choice(EVENTS)
        new = [self.new_game(i) for i in range(dice.choice((8, 12, 16)))]
        new = [self.misspelt(text) if dice.random() < 0.15 else text for text in new]
        texts = new + [self.again(text) for text in dice.sample(self.kept, min(8, len(self.kept)))] + [self.again(text) for text in dice.sample(new, 2)]
        if dice.random() < 0.3:
            dice.shuffle(texts)
        self.kept += new
        words, kind, rule, merges = ["add", NAME], None, "rank", False
        if dice.random() < 0.85:
            kind = dice.choice(("exact", "exact", "loose"))
            words.append("--dedupe" if kind == "exact" else "--dedupe=loose")
            rule = dice.choice(("rank", "rank", "text", "comments", "tags", "last", "first"))
            words += [f"--prefer={rule}"] if rule != "rank" or dice.random() < 0.5 else []
            merges = dice.random() < 0.3
            words += ["--merge-tags"] if merges else []
            words.append("--report=pairs.csv")
        wanted = texts
        if dice.random() < 0.2:
            words.append("--where=not result=1/2")
            wanted = [text for text in texts if text.result() != "1/2-1/2"]
        self.bring(words, texts, (self.model.add, wanted, kind, rule, merges))

    def bring(self, words, texts, change):
        """In a file, a packed file, a compressed one, or by standard input."""
        data = "".join(f"{text}\n\n" for text in texts).encode()
        form = dice.choice(("week.pgn", "week.pgn.gz", "-", "week.bcgn"))
        with open("week.pgn", "wb") as stream:
            stream.write(data)
        if form == "week.pgn.gz":
            with gzip.open(form, "wb") as stream:
                stream.write(data)
        if form == "week.bcgn":
            subprocess.run([self.checks.program("pgnpack"), "-qf", "week.pgn", "-o", form], check=True)
        report = self.do(change, *words, form, text=data)
        if "--report=pairs.csv" in words:
            self.checks.reported(report)

    # ---- What is done on a day ----

    def correct_result(self):
        words, games = self.chosen(2)
        result = dice.choice(RESULTS)
        self.do((self.model.rewrite, games, lambda text: text.set_result(result)), "result", NAME, *words, result)

    def comment(self):
        games = self.in_order(self.some(2, lambda game: len(game.line) > 12))
        if not games:
            return
        ply = dice.randrange(0, 12)
        place = dice.choice((str(ply), f"{(ply + 1) // 2}." + ".." * (ply % 2 == 0) if ply else "0"))
        words = f"Remark {self.week}: so it was played."
        self.do((self.model.rewrite, games, lambda text: text.set_comment(ply, words)), "comment", NAME, "-g", self.list_of(games), place, words)
        if dice.random() < 0.3:
            games = [game for game in self.model.games[-len(games):] if game.is_here]
            self.do((self.model.rewrite, games, lambda text: text.set_comment(ply, None)),
                    "comment", NAME, "-g", self.list_of(games), place, "--remove")
            games = [game for game in self.model.games[-len(games):] if game.is_here]  # a number of Black's move may be left
            self.do((self.model.rewrite, games, lambda text: text.set_comment(ply, "Again.")), "comment", NAME, "-g", self.list_of(games), place, "Again.")

    def flag(self):
        words, games = self.chosen(3)
        flags = dice.choice((["todo"], ["favourite", "todo"], ["todo-"], ["todo-", "seen"]))
        self.do((self.model.rewrite, games, lambda text: text.set_flags(flags)), "flag", NAME, *words, *flags)
        if dice.random() < 0.4:
            games = [game for game in self.model.here() if "todo" in game.tag("Flags").split()]
            self.do((self.model.rewrite, games, lambda text: text.set_flags(["todo-"])), "flag", NAME, "--where", 'tag="Flags=todo"', "todo-")

    def edit(self):
        """The editor is a script: it keeps what it was given, and saves what somebody typed."""
        games = self.some(dice.choice((1, 2)), lambda game: len(game.line) > 20)
        if not games:
            return
        typed = {game.string: dice.choice((game.text.cut(), game.text.set("Annotator", f"Week {self.week}"), game.text)) for game in games}
        with open("typed.pgn", "w", encoding="utf-8") as stream:
            stream.write("".join(f"{text}\n\n" for text in typed.values()))
        with open("editor", "w", encoding="utf-8") as stream:
            stream.write('#!/bin/sh\ncp "$1" given.pgn && cp typed.pgn "$1"\n')
        os.chmod("editor", 0o755)
        self.do((self.model.rewrite, games, lambda text: typed[str(text)]), "edit", NAME, "-g", self.list_of(games), EDITOR="./editor", VISUAL="./editor")
        self.checks.editor_had([game.string for game in games])

    def replace(self):
        games = self.some(3)
        texts = {game.string: dice.choice((self.new_game(0), game.text.set_result("1-0"), game.text.unset("WhiteElo"))) for game in games}
        data = "\n\n".join(str(text) for text in texts.values()) + "\n"
        with open("corrected.pgn", "w", encoding="utf-8") as stream:
            stream.write(data)
        form = dice.choice(("corrected.pgn", "-"))
        self.do((self.model.rewrite, games, lambda text: texts[str(text)]), "replace", NAME, "-g", self.list_of(games), form, text=data.encode())

    def set_tags(self):
        words, games = self.chosen(4)
        site, sponsor = dice.choice(SITES[:3]), f"The \\\\ \\\"{dice.choice(('Bank', 'Brewery'))}\\\""
        plain = sponsor.replace("\\\\", "\0").replace("\\", "").replace("\0", "\\")
        if dice.random() < 0.5:
            self.do((self.model.rewrite, games, lambda text: text.set("Site", site).set("Sponsor", sponsor)),
                    "set", NAME, f"Site={site}", f"Sponsor={plain}", *words)
        else:
            self.do((self.model.rewrite, games, lambda text: text.unset("Annotator", "Sponsor")), "unset", NAME, "Annotator", "Sponsor", *words)

    def rename(self):
        """After the federation's table: players in all games, or in some; the events with their sponsor."""
        table = dict(dice.sample(list(SPELLINGS.items()), 8))
        event = dice.choice(EVENTS)
        lines = [f"{old} = {new}" for old, new in table.items()] + ["[events]", f"{event}\tGrand {event}\tremark"]
        data = "# of the federation\n" + "\n".join(lines) + "\n"
        with open("names.txt", "w", encoding="utf-8") as stream:
            stream.write(data)

        def renamed(text):
            for side in ("White", "Black"):
                text = text.set(side, table[text.tag(side)]) if text.tag(side) in table else text
            return text.set("Event", f"Grand {event}") if text.tag("Event") == event else text

        where, games = self.by_where()
        words, games = (("--where", where), games) if dice.random() < 0.3 else ((), self.model.here())
        self.do((self.model.rewrite, games, renamed), "rename", NAME, dice.choice(("names.txt", "-")), *words, text=data.encode())

    def delete(self):
        words, games = self.chosen(3)
        self.do((self.model.delete, games), "delete", NAME, *words)

    def undelete(self):
        why = dice.choice(("by hand", "by hand", "duplicate"))
        gone = [game for game in self.model.games if game.why == why]
        games = dice.sample(gone, min(2, len(gone)))
        words = ["-g", ",".join(str(self.model.numbers()[game]) for game in games)]
        if not games or (why == "by hand" and dice.random() < 0.4):
            words, games = ["--all"], gone
        self.do((self.model.undelete, games, why), "undelete", NAME, *words, *(["--duplicates"] if why == "duplicate" else []))

    def undo(self):
        word = number = dice.randrange(max(1, len(self.model.changes) - 12), len(self.model.changes) + 1)
        if dice.random() < 0.5:
            word, number = "last", self.model.last_undoable()
        if number == 0 or (word == "last" and number == 1) or (self.model.changes[number - 1].command[1] == "add" and dice.random() < 0.9):
            return  # what a week brought stays mostly
        made = len(self.model.changes)
        will = self.model.undo(["pgndb", "undo", "-q", NAME, str(word)], number)
        self.pgndb("undo", NAME, word, status=0 if will else 1)
        if len(self.model.changes) > made:
            self.checks.name_segment()
            self.checks.what_changed()

    def classify(self):
        if dice.random() < 0.3:  # what was classified otherwise
            games = self.in_order(self.some(2))
            old = {"ECO": "E99", "Opening": "Old", "Variation": "Older", "SubVariation": "Oldest"}
            self.do((self.model.rewrite, games, lambda text: functools.reduce(lambda new, pair: new.set(*pair), old.items(), text)),
                    "set", NAME, "-g", self.list_of(games), *(f"{name}={value}" for name, value in old.items()))
            games = [game for game in self.model.here() if game.text.has("SubVariation")]
            self.do((self.model.rewrite, games, self.checks.classified), "classify", NAME, "--where", "tag=SubVariation")
        where, games = ("not tag=ECO", [game for game in self.model.here() if not game.text.has("ECO")]) if dice.random() < 0.7 else self.by_where()
        self.do((self.model.rewrite, games, self.checks.classified), "classify", NAME, "--where", where)

    def back(self):
        """To one of the last states, if the small segments were not merged since."""
        ways = self.checks.ways_back()
        self.refused = [number for number in range(1, len(self.model.changes) + 1) if number not in ways]
        if self.refused:
            self.pgndb("back", NAME, dice.choice(self.refused), status=1)
        number = dice.choice(ways[-5:])
        self.pgndb("back", "-f", NAME, number)
        self.model.back(number)

    def dedupe(self):
        kind, rule, merges = dice.choice(("exact", "exact", "loose")), dice.choice(("rank", "text", "tags", "first", "last")), dice.random() < 0.4
        report = self.do((self.model.dedupe, kind, rule, merges), "dedupe", NAME, f"--kind={kind}", f"--prefer={rule}", "--report=pairs.csv",
                         *(["--merge-tags"] if merges else []))
        self.checks.reported(report)

    def put_in_order(self, quarter):
        """A new file is made, and it goes on with that."""
        if quarter % 4 == 0:
            words = ["sort", "-q", NAME, "Event,Round,-White", "--keep-ids", "-o", "new.bcgn"]
            self.pgndb(words[0], *words[2:])
            self.model.begin_anew([(self.checks.in_order("Event,Round,-White"), ["pgndb", *words])])
        elif quarter % 4 == 1:
            self.pgndb("compact", "--forget", NAME, "-o", "new.bcgn")
            self.model.forget()
        elif quarter % 4 == 2:
            words = ["split", "-q", NAME, "month", "--keep-ids", "-o", "part.bcgn"]
            self.pgndb(words[0], *words[2:])
            parts = self.checks.by_month()
            self.checks.parts_are([f"part-{label}.bcgn" for label in parts])
            self.pgndb("merge", *(f"part-{label}.bcgn" for label in parts), "-o", "new.bcgn")
            self.model.begin_anew([(games, ["pgndb", *words]) for games in parts.values()])
            for label in parts:
                os.remove(f"part-{label}.bcgn")
        else:
            shutil.copy(NAME, "new.bcgn")
            self.pgndb("compact", "new.bcgn", "-4")
            self.model.compact()
        os.replace("new.bcgn", NAME)

    def annual_file(self):
        self.pgndb("sort", NAME, "Date,Event,Round", "-f", "-o", "annual.bcgn")
        self.checks.annual("annual.bcgn", self.checks.in_order("Date,Event,Round"))

    # ---- The year ----

    def one_week(self, week):
        self.week, self.model.time = week, FIRST + 7 * DAY * week
        self.checks.what = f"seed {SEED}, week {week}"
        self.date = datetime.date.fromtimestamp(self.model.time).strftime("%Y.%m.%d")
        self.receive()
        daily = [self.correct_result, self.comment, self.flag, self.edit, self.replace, self.set_tags, self.rename, self.delete, self.undo, self.undelete,
                 self.classify, self.undo]
        dice.shuffle(daily)
        for number, action in enumerate(daily):
            self.model.time += DAY // 8
            if dice.random() < 0.85:
                action()
            if number == 6 and week % 9 == 8:
                self.back()
        if week % 4 == 3:
            self.dedupe()
        self.checks.all_of_it(f"seed {SEED}, week {week}", is_month=week % 4 == 3)
        if week % 13 == 12 or (WEEKS < 26 and week % 3 == 2):
            self.annual_file()
            self.put_in_order(week // 13 if WEEKS >= 26 else week // 3)
            self.checks.all_of_it(f"seed {SEED}, week {week}, put in order", is_month=False)


def main():
    year = Year()
    for week in range(WEEKS):
        year.one_week(week)
        if year.checks.faults:
            break
    print(f"{WEEKS} weeks of {SEED}: {sum(year.commands.values())} commands, {year.checks.count} checks, {year.checks.faults} faults")
    print("  " + ", ".join(f"{name} {count}" for name, count in sorted(year.commands.items())))
    sys.exit(year.checks.faults != 0)


main()
