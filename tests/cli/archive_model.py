"""What pgndb is to do, for archive_year.py: a database as a list of texts, with what was done to them. After docs/DATABASES.md, in few lines
of Python: it knows nothing of files, blocks and segments but the names that the log gives to these."""
import contextlib
import re

HERE = (None, None)  # the state of a game that is there: no reason, and no other game
SHOWN = {None: "brought back", "by hand": "deleted", "duplicate": "deleted as duplicate", "replaced": "replaced", "taken back": "taken back"}


class Game:
    """One version of a game, which has a number."""

    def __init__(self, text, older=None):
        self.text, self.older = text, older
        self.string, self.line, self.result = str(text), text.line(), text.result()
        self.why, self.other, self.change = None, None, None  # of a deleted one: why, for which game, by which change
        self.id = None

    @property
    def is_here(self):
        return self.why is None

    @property
    def state(self):
        return self.why, self.other

    def become(self, state):
        self.why, self.other = state

    def delete(self, why, other=None):
        if self.is_here:
            self.become((why, other))

    def tag(self, name):
        return self.text.tag(name)


class Change:
    def __init__(self, added, turned, command, time, takes_back):
        self.added, self.turned, self.command, self.time, self.takes_back = added, turned, command, time, takes_back
        self.known = turned  # of these, what the file can tell: compaction keeps only how many there were
        self.lacks_old = False  # of games that it replaced

    def counts(self):
        return len(self.added), sum(after != HERE for _, _, after in self.turned), sum(after == HERE for _, _, after in self.turned)


# ---- What is the same game ----

def surname(name):
    if "," in name:
        word = name.split(",")[0]
    else:
        word = next((word for word in reversed(name.split()) if len(word.strip(".")) >= 2 and not word[0].isdigit()), "")
    return re.sub("[^a-z]", "", word.lower())


def initial(name):
    """Of the given name; None: there is none."""
    before, _, given = name.lower().partition(",")
    if not given:
        given = " ".join(word for word in re.findall("[a-z]+", before) if word != surname(name))
    return next(iter(re.findall("[a-z]", given)), None)


def known_of(game):
    """Year, month, day and result; of short games initials and round, too. None: not known."""
    parts = (game.tag("Date").split(".") + ["", ""])[:3]
    most = (9999, 12, 31)
    date = [int(part) if part.isdigit() and 1 <= int(part) <= limit else None for part, limit in zip(parts, most)]
    result = {"1-0": 1, "0-1": 2, "1/2-1/2": 3}.get(game.result)
    if len(game.line) >= 20:
        return (*date, result, None, None, None)
    number = re.match(r"(\d+)(\.|$)", game.tag("Round"))
    return (*date, result, initial(game.tag("White")), initial(game.tag("Black")), int(number[1]) if number else None)


def agree(one, two):
    return all(a is None or b is None or a == b for a, b in zip(one, two))


def most_known_first(game):
    known = known_of(game)
    date = tuple(part or 0 for part in known[:3])
    return -sum(part is not None for part in known), date, known[6] or 0, known[5] or "", known[4] or "", known[3] or 0


def groups_of(games, is_loose):
    """Lists of games that are one."""
    lines = {}
    for game in games:
        names = surname(game.tag("White")), surname(game.tag("Black"))
        if not game.line or (not is_loose and not all(names)):
            key = game.string
        elif is_loose and len(game.line) >= 20:
            key = game.line
        else:
            key = (game.line, names) if all(names) else game.string
        lines.setdefault(key, []).append(game)
    for key, members in lines.items():
        if isinstance(key, str) or (is_loose and len(members[0].line) >= 20):
            yield members
            continue
        groups = []
        for game in sorted(members, key=most_known_first):
            known = known_of(game)
            group = next((group for group in groups if agree(group[0], known)), None)
            if group is None:
                group = [known]
                groups.append(group)
            group[0] = tuple(a if a is not None else b for a, b in zip(group[0], known))
            group.append(game)
        for group in groups:
            yield [game for game in members if game in group[1:]]


def find_twins(old, new, kind, rule):
    """{game that is dropped: the one that is kept}, of those that are there and those that come."""
    places = {game: place for place, game in enumerate(old + new)}

    def merit(game):
        place = places[game]
        weight = game.text.weight("text" if rule == "rank" else rule)
        return (rule == "rank" and place < len(old), place if rule == "last" else weight, -place)

    kept_for = {}
    for group in groups_of(old + new, kind == "loose"):
        best = max(group, key=merit)
        for game in group:
            if game is not best and not (new and places[game] < len(old) and places[best] < len(old)):
                kept_for[game] = best
    return dict(sorted(kept_for.items(), key=lambda pair: places[pair[0]]))


def is_exact(one, two):
    if not one.line or not all(surname(game.tag(name)) for game in (one, two) for name in ("White", "Black")):
        return one.string == two.string
    return all(surname(one.tag(name)) == surname(two.tag(name)) for name in ("White", "Black")) and agree(known_of(one), known_of(two))


# ---- The database ----

class Archive:
    def __init__(self):
        self.games, self.changes = [], []
        self.leads = {}  # ids of games that compaction left out, and the ids to which they lead
        self.states = {}  # by the number of a change: what was after it
        self.time = 0
        self.is_whole = True  # no game's text was left out, so that all texts with the deleted ones are known byte for byte

    def here(self):
        return [game for game in self.games if game.is_here]

    def numbers(self):
        return {game: number for number, game in enumerate(self.games, 1)}

    @contextlib.contextmanager
    def change(self, command, takes_back=0):
        count, before = len(self.games), [(game, game.state) for game in self.games]
        yield
        added = self.games[count:]
        turned = [(game, state, game.state) for game, state in before if (state == HERE) != game.is_here]
        if added or turned:
            self.changes.append(Change(added, turned, command, self.time, takes_back))
            for game, _, after in turned:
                game.change = None if after == HERE else len(self.changes)
            self.keep_state()

    def keep_state(self):
        self.states[len(self.changes)] = [(game, game.state, game.change) for game in self.games], list(self.changes)

    def name_segment(self, name):
        """The change that was made last has brought a segment of this name."""
        for number, game in enumerate(self.changes[-1].added, 1):
            game.id = game.older.id if game.older else f"{name}:{number}"

    def of_id(self, game_id):
        return [game for game in self.games if game.is_here and game.id == game_id]

    def led_to(self, game_id, steps=100):
        """The game that an id means; None: a deleted one. A duplicate that was brought back may have the id of the better one that was added
        for it: the last of them counts."""
        own = self.of_id(game_id)
        if own or steps == 0:
            return own[-1] if own else None
        targets = [game.other for game in self.games if game.id == game_id and game.other]
        if targets and targets[-1].is_here:
            return targets[-1]
        further = targets[-1].id if targets else self.leads.get(game_id)
        return further and self.led_to(further, steps - 1)

    def all_ids(self):
        return list(dict.fromkeys([game.id for game in self.games] + list(self.leads)))

    def give_version(self, game, text):
        if str(text) == game.string:
            return
        new = Game(text, game)
        game.delete("replaced", new)
        self.games.append(new)

    # Each of these is a command.

    def add(self, command, texts, kind=None, rule="rank", merges=False):
        new = [Game(text) for text in texts]
        twins = find_twins(self.here(), new, kind, rule) if kind else {}
        report = self.report(twins, new)
        with self.change(command):
            taken = self.merge_tags(twins, set(new)) if merges else {}
            for game in new:
                if game not in twins:
                    self.games.append(taken.get(game, game))
            for game, kept in twins.items():
                if game not in new:
                    kept = taken.get(kept, kept)
                    kept.older = kept.older or game
                    game.delete("duplicate", kept)
        return report

    def dedupe(self, command, kind, rule, merges):
        twins = find_twins(self.here(), [], kind, rule)
        report = self.report(twins, [])
        with self.change(command):
            if merges:
                self.merge_tags(twins, set())
            for game, kept in twins.items():
                game.delete("duplicate", kept)
        return report

    def report(self, twins, new):
        """Pairs: whether the dropped game is a new one, its number, the same of the one that is kept, and of what kind they are."""
        places = {game: (game in new, number) for games in (self.games, new) for number, game in enumerate(games, 1)}
        return [(*places[game], *places[kept], "exact" if is_exact(game, kept) else "loose") for game, kept in twins.items()]

    def merge_tags(self, twins, new):
        """Kept games of the database get new versions; the new ones that come otherwise are given back."""
        taken = {}
        places = {game: place for place, game in enumerate(self.games + [game for game in new])}
        for kept in sorted(set(twins.values()), key=lambda game: places[game]):
            text = kept.text
            for game, best in twins.items():
                if best is kept and is_exact(game, kept):
                    text = text.merge_tags(game.text)
            if kept in new:
                taken[kept] = Game(text)
            else:
                self.give_version(kept, text)
        return taken

    def rewrite(self, command, games, edit):
        """Each of these games, in this order, gets the text that the function makes of its own."""
        with self.change(command):
            for game in games:
                self.give_version(game, edit(game.text))

    def delete(self, command, games):
        with self.change(command):
            for game in games:
                game.delete("by hand")

    def undelete(self, command, games, why="by hand"):
        with self.change(command):
            for game in games:
                if game.why == why:
                    game.become(HERE)

    def last_undoable(self):
        taken = set()
        for number in range(len(self.changes), 0, -1):
            change = self.changes[number - 1]
            if change.takes_back and number not in taken:
                taken.add(change.takes_back)
            elif not change.takes_back and number not in taken:
                return number
        return 0

    def undo(self, command, number):
        """False: nothing is left that could be taken back, and nothing is done."""
        change, count = self.changes[number - 1], len(self.changes)
        there = set(self.games)
        own = [game for game in change.added if game in there and game.is_here and not change.lacks_old]
        with self.change(command, number):
            for game, before, after in change.known:
                if game not in there:
                    continue
                if after == HERE and game.is_here:
                    game.become(before)
                elif after != HERE and game.state == after and (game.why != "replaced" or game.other in own):
                    if game.change == number or self.changes[game.change - 1].takes_back:
                        game.become(HERE)
            for game in own:
                game.delete("taken back")
        return len(self.changes) > count

    def back(self, number):
        games, changes = self.states[number]
        self.games, self.changes = [game for game, _, _ in games], list(changes)
        for game, state, change in games:
            game.become(state)
            game.change = change
        self.states = {key: value for key, value in self.states.items() if key <= number}

    # What makes another file of it.

    def leave_out_deleted(self):
        means = {game_id: self.led_to(game_id) for game_id in self.all_ids()}
        self.leads = {game_id: game.id for game_id, game in means.items() if game and game.id != game_id}
        self.is_whole = self.is_whole and all(game.is_here for game in self.games)
        self.games = self.here()

    def compact(self):
        """Anew, into one segment: nothing is lost but the states between."""
        self.states = {}
        self.keep_state()

    def forget(self):
        self.leave_out_deleted()
        for change in self.changes:
            change.lacks_old |= any(after[0] == "replaced" for _, _, after in change.known)
            change.known = []
        self.compact()

    def begin_anew(self, parts):
        """As a file of these lists of games, each of which is one change: (games, command)."""
        was_whole = self.is_whole
        self.leave_out_deleted()
        self.games = [game for games, _ in parts for game in games]
        self.changes = [Change(list(games), [], command, self.time, 0) for games, command in parts]
        self.is_whole = was_whole  # gaps between games are as they were, and each game has its own
        self.states = {}
        self.keep_state()
