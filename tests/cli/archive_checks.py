"""What a database says of itself, for archive_year.py, held against archive_model.py: its texts, ids, log, deleted games, answers to queries, the
table of pgndb check."""
import collections
import csv
import datetime
import json
import os
import re
import shlex
import subprocess
import sys
import unicodedata
from pathlib import Path

import classify_model
from archive_model import SHOWN, find_twins

OPENINGS = str(Path(__file__).resolve().parent.parent.parent / "data" / "openings.txt")
DEEPEST = 36  # half-moves of the longest line of the table


def split_games(text):
    """Texts of games, between which empty lines stand; what else is between them is a part of them, and is seen."""
    return [part.strip("\n") for part in re.split(r"\n\n+(?=\[)", text.strip("\n"))] if text.strip("\n") else []


class Checks:
    def __init__(self, folder, model, name, dice):
        self.folder, self.model, self.name, self.dice = folder, model, name, dice
        self.count = self.faults = 0
        self.what = ""
        self.table, self.openings = None, {}

    def program(self, name):
        return os.path.join(self.folder, name)

    def run(self, program, *words):
        environment = os.environ | {"SOURCE_DATE_EPOCH": str(self.model.time)}
        done = subprocess.run([self.program(program), *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment,
                              timeout=300, check=False)
        if done.returncode != 0:
            sys.exit(f"{self.what}: {program} {' '.join(words)}: status {done.returncode}: {done.stderr.decode()}")
        return done.stdout.decode()

    def same(self, what, got, wanted):
        self.count += 1
        if got == wanted:
            return
        self.faults += 1
        if isinstance(wanted, list) and isinstance(got, list):
            place = next((i for i, pair in enumerate(zip(got, wanted)) if pair[0] != pair[1]), min(len(got), len(wanted)))
            what += f": {len(got)} for {len(wanted)}, the first that differs is {place + 1}"
            got, wanted = got[place:place + 1], wanted[place:place + 1]
        print(f"{self.what}: {what}\n  got    {str(got)[:400]}\n  wanted {str(wanted)[:400]}")

    def refused(self, *words):
        done = subprocess.run([self.program("pgndb"), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        self.same(f"{' '.join(words)}: the status", done.returncode, 1)

    # ---- The log ----

    def rows(self, *words):
        return [json.loads(line) for line in self.run("pgndb", *words, "--json", self.name).splitlines()]

    def log(self):
        return [row for row in self.rows("log") if row["change"] is not None]

    def name_segment(self):
        change = self.model.changes[-1]
        if change.added:
            row = self.log()[-1]
            self.same(f"the id of change {row['change']}", row["id"] is not None, True)
            self.model.name_segment(row["id"] or "-")

    def ways_back(self):
        """States that the file says it has; those of the model are among them, but for those that merging took away."""
        there = [row["change"] for row in self.log() if row["state"]]
        self.same("states that were left out are none", [number for number in there if number not in self.model.states], [])
        return there

    def what_changed(self):
        """log --show of the last change."""
        change, number, numbers = self.model.changes[-1], len(self.model.changes), self.model.numbers()
        got = [(row["game"], row["what"]) for row in self.rows("log", f"--show={number}")]
        wanted = [(numbers[game], "added") for game in change.added] + [(numbers[game], SHOWN[after[0]]) for game, _, after in change.turned]
        self.same(f"change {number}, {' '.join(change.command[1:])}", sorted(got), sorted(wanted))

    def all_of_the_log(self):
        rows = self.log()
        self.same("the log", [(row["change"], row["added"], row["deleted"], row["back"]) for row in rows],
                  [(number, *change.counts()) for number, change in enumerate(self.model.changes, 1)])
        time = [int(datetime.datetime.fromisoformat(row["time"].replace("Z", "+00:00")).timestamp()) for row in rows]
        self.same("times of the log", time, [change.time for change in self.model.changes])
        self.same("commands of the log", [words_of(row["command"]) for row in rows], [change.command for change in self.model.changes])
        numbers = self.model.numbers()
        got = [(row["game"], row["change"], row["why"], row.get("of"), row.get("of_id") and self.is_id_of(row["of_id"], row["of"]))
               for row in self.rows("deleted")]
        self.same("what is deleted", got, [(numbers[game], game.change, game.why, numbers.get(game.other), game.other and True)
                                           for game in self.model.games if not game.is_here])

    def is_id_of(self, game_id, number):
        return number <= len(self.model.games) and self.model.games[number - 1].id == game_id

    # ---- Texts and ids ----

    def texts(self):
        model = self.model
        self.same("the texts", split_games(self.run("pgnunpack", "-q", "-c", self.name)), [game.string for game in model.here()])
        text = self.run("pgnunpack", "-q", "-c", "--with-deleted", self.name)
        self.same("all texts", split_games(text), [game.string for game in model.games])
        if model.is_whole:
            self.same("all of it, byte for byte", text == "".join(game.string + "\n\n" for game in model.games), True)
        self.same("how many", self.run("pgnunpack", "--count", self.name), f"{len(model.here())}\n")
        info = json.loads(self.run("pgndb", "info", "--json", self.name))[0]
        self.same("info", (info["games"], info["deleted"]), (len(model.here()), len(model.games) - len(model.here())))
        rows = list(csv.reader(self.run("pgnfind", "-q", "--with-deleted", "--csv=GameNumber,GameId,White,Black,Date,Result", self.name).splitlines()))[1:]
        self.same("numbers, ids and tags", rows, [[str(number), game.id, game.tag("White"), game.tag("Black"), game.tag("Date"), game.tag("Result")]
                                                 for game, number in model.numbers().items()])

    def some_ids(self):
        """Of all that there ever were, those of games that were left out, too."""
        known = self.model.all_ids()
        ids = self.dice.sample(known, min(12, len(known)))
        for game_id in ids:
            game = self.model.led_to(game_id)
            done = subprocess.run([self.program("pgnunpack"), "-q", "-c", "-g", game_id, self.name], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  check=False)
            got = split_games(done.stdout.decode()) if done.returncode == 0 else None
            self.same(f"{game_id} leads to", got, game and [game.string])
            if len(self.model.of_id(game_id)) > 1:
                self.refused("delete", self.name, "-g", game_id)

    def reported(self, pairs):
        """--report of games that came twice."""
        with open("pairs.csv", encoding="utf-8") as stream:
            rows = list(csv.DictReader(stream))
        os.remove("pairs.csv")
        self.same("the report", [(row["File"] != self.name, int(row["Game"]), row["KeptFile"] != self.name, int(row["KeptGame"]), row["Kind"])
                                 for row in rows], pairs)

    def editor_had(self, texts):
        with open("given.pgn", encoding="utf-8") as stream:
            self.same("what the editor had", split_games(stream.read()), texts)

    # ---- Queries ----

    def found(self, *words):
        """Numbers of games, behind which the half-move stands."""
        return [int(line.split()[0]) for line in self.run("pgnfind", "-q", "--numbers", *words, self.name).splitlines()]

    def queries(self):
        here = self.model.here()
        month, event = f"2026.{self.dice.randrange(1, 13):02}", self.dice.choice(("Open", "Harbour", "Grand", "Night"))
        line = self.dice.choice([game.line for game in here if len(game.line) > 3] or [("e4",)])[:self.dice.randrange(1, 4)]
        for words, test in (
                (("--player=Brook,",), lambda game: any("brook" in re.split("[ ,.]+", game.tag(side).lower()) for side in ("White", "Black"))),
                (("--white==Arden, Paul", "--result=1-0"), lambda game: game.tag("White").lower() == "arden, paul" and game.result == "1-0"),
                ((f"--date={month}",), lambda game: game.tag("Date").startswith(month)),
                ((f"--event={event}",), lambda game: event in game.tag("Event")),
                (("--tag=Flags=todo",), lambda game: "todo" in game.tag("Flags").split()),
                (("--eco=B",), lambda game: game.tag("ECO").startswith("B")),
                (("--plies=-20",), lambda game: len(game.line) <= 20),
                (("--white-elo=1800-1900",), lambda game: 1800 <= int(game.tag("WhiteElo") or 0) <= 1900)):
            got = self.found(*words)
            self.same(f"pgnfind {' '.join(words)}", got, [number for game, number in self.model.numbers().items() if game.is_here and test(game)])
        # Other orders of moves may lead to the same position: at least those of this order are found, and a first move has no other one.
        got = set(self.found(f"--moves={' '.join(line)}"))
        wanted = {number for game, number in self.model.numbers().items() if game.is_here and game.line[:len(line)] == line}
        self.same(f"pgnfind --moves={' '.join(line)}", (wanted - got, got - wanted if len(line) == 1 else set()), (set(), set()))

    # ---- Openings ----

    def classified(self, text):
        line = text.line()[:DEEPEST]
        if self.table is None:
            self.table = classify_model.read_table(OPENINGS)
        if line not in self.openings:
            self.openings[line] = classify_model.classify(self.table, {}, line)
        if self.openings[line] == "-":
            return text
        eco, opening, variation = self.openings[line].split("\t")
        text = text.set("ECO", eco).set("Opening", opening)
        return (text.set("Variation", variation) if variation else text.unset("Variation")).unset("SubVariation")

    # ---- pgndb check ----

    def health(self):
        got = {row["kind"]: row["games"] for row in self.rows("check")}
        games = self.model.here()
        rated = collections.defaultdict(set)
        for game in games:
            for side in ("White", "Black"):
                if game.text.has(side + "Elo") and game.tag(side) != "?" and is_day(game.tag("Date")):
                    rated[game.tag(side), game.tag("Date")].add(game.tag(side + "Elo"))
        tests = {
            "marks": lambda game: game.tag("Result") != game.result,
            "results": lambda game: game.line and game.line[-1].endswith("#") and game.result not in ("*", ("0-1", "1-0")[len(game.line) % 2]),
            "dates": lambda game: game.tag("Date")[5:7] == "13",
            "ratings": lambda game: any(len(rated[game.tag(side), game.tag("Date")]) > 1 and game.text.has(side + "Elo") for side in ("White", "Black")),
            "names": lambda game: "?" in (game.tag("White"), game.tag("Black")),
            "empty": lambda game: not game.line}
        wanted = {kind: sum(bool(test(game)) for game in games) for kind, test in tests.items()}
        wanted |= {"checked": len(games), "unread": 0, "moves": 0, "duplicates": len(find_twins(games, [], "exact", "rank"))}
        self.same("pgndb check", sorted(got.items()), sorted(wanted.items()))

    def suggestions(self):
        """pgndb names: of each line both names are there, and the new one is not the rarer; what it is made of is not asked."""
        names = collections.Counter(game.tag(side) for game in self.model.here() for side in ("White", "Black"))
        rows = [line.split("\t") for line in self.run("pgndb", "names", self.name).splitlines() if line[:1] not in ("#", "[", "")]
        self.same("names that are suggested", [row[:2] for row in rows if not 0 < names[row[0]] <= names[row[1]]], [])

    # ---- Files that are made of it ----

    def in_order(self, keys):
        games = self.model.here()
        for key in reversed(keys.split(",")):
            name, down = key.lstrip("-"), key[0] == "-"
            known = [game for game in games if sort_value(game, name) is not None]
            known.sort(key=lambda game, name=name: sort_value(game, name), reverse=down)
            games = known + [game for game in games if sort_value(game, name) is None]
        return games

    def by_month(self):
        parts = collections.defaultdict(list)
        for game in self.model.here():
            parts[label_of(game.tag("Date"))].append(game)
        return dict(sorted(parts.items()))

    def parts_are(self, names):
        self.same("parts", sorted(name for name in os.listdir(".") if name.startswith("part-")), names)

    def annual(self, name, games):
        text = self.run("pgnunpack", "-c", name)
        self.same("the annual file", split_games(text), [game.string for game in games])
        if self.model.is_whole:
            self.same("the annual file, byte for byte", text == "".join(game.string + "\n\n" for game in games), True)

    def all_of_it(self, what, is_month):
        self.what = what
        self.run("pgnunpack", "-q", "-t", self.name)
        self.texts()
        self.all_of_the_log()
        self.some_ids()
        self.queries()
        if is_month:
            self.health()
            self.suggestions()


def words_of(command):
    """Of a command as a shell takes it."""
    return shlex.split(command)


def is_day(date):
    return re.fullmatch(r"\d{4}\.(0[1-9]|1[0-2])\.\d\d", date) is not None


def label_of(date):
    return date[:4] + "-" + (date[5:7] if is_day(date) else "unknown")


def sort_value(game, name):
    value = game.tag(name)
    if name == "Date":
        year, month, day = value.split(".")
        return (int(year), int(month) if month.isdigit() and int(month) < 13 else 0, int(day) if day.isdigit() else 0)
    if value in ("", "?", "-"):
        return None
    if re.fullmatch(r"[0-9]+(\.[0-9]+)*", value):
        return 0, [int(part) for part in value.split(".")], ""
    return 1, [], "".join(letter for letter in unicodedata.normalize("NFD", value) if not unicodedata.combining(letter)).lower()
