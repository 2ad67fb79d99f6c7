"""Texts of games for archive_model.py: their tags, main line and result, and what editing makes of them. Of games as archive_year.py makes
them: a tag a line, an empty line, moves with comments in braces, glyphs as $1, variations, a result."""
import functools
import re

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]\n')
WORD = re.compile(r"\{[^}]*\}|[()]|\$\d+|\d+\.+|[^\s(){}$]+")
OF_THE_MOVES = ("FEN", "SetUp", "Variant", "Result", "PlyCount")


@functools.lru_cache(4096)
def words_of(moves):
    """(kind, word, where it begins, where it ends, depth of variations): moves, comments, glyphs, numbers, brackets and the result."""
    depth, words = 0, []
    for found in WORD.finditer(moves):
        word = found[0]
        depth += word == "("
        kind = ("comment" if word[0] == "{" else "bracket" if word in "()" else "glyph" if word[0] == "$" else
                "result" if word in RESULTS else "number" if word[0].isdigit() else "move")
        words.append((kind, word, found.start(), found.end(), depth))
        depth -= word == ")"
    return words


def says_something(value):
    return value.strip("?.- ") != ""


class Text:
    def __init__(self, tags, moves):
        self.tags, self.moves = list(tags), moves

    @staticmethod
    def parse(text):
        tags, at = [], 0
        while found := TAG.match(text, at):
            tags.append((found[1], found[2]))
            at = found.end()
        return Text(tags, text[at:].strip("\n"))

    def __str__(self):
        return "".join(f'[{name} "{value}"]\n' for name, value in self.tags) + "\n" + self.moves

    def copy(self):
        return Text(self.tags, self.moves)

    def tag(self, name, default=""):
        return next((value for key, value in self.tags if key == name), default)

    def has(self, name):
        return any(key == name for key, _ in self.tags)

    def line(self):
        return tuple(word for kind, word, _, _, depth in words_of(self.moves) if kind == "move" and depth == 0)

    def result(self):
        return next((word for kind, word, *_ in reversed(words_of(self.moves)) if kind == "result"), "*")

    # ---- What a game tells ----

    def weight(self, kind):
        """How much it tells: of text, comments or tags, as --prefer has them."""
        if kind in ("first", "last"):
            return 0
        told = [value for _, value in self.tags if says_something(value)]
        if kind == "tags":
            return len(told)
        weight = 0 if kind == "comments" else sum(map(len, told))
        for what, word, _, _, depth in words_of(self.moves):
            weight += len(word) - 2 if what == "comment" else 4 if what == "glyph" or (what == "move" and depth) else 0
        return weight

    # ---- Editing: each gives a new text ----

    def set(self, name, value):
        new = self.copy()
        if self.has(name):
            new.tags = [(key, value if key == name else old) for key, old in self.tags]
            return new
        place = len(self.tags)
        if name in ROSTER:
            place = 1 + max((i for i, (key, _) in enumerate(self.tags) if key in ROSTER[:ROSTER.index(name)]), default=-1)
        new.tags.insert(place, (name, value))
        return new

    def unset(self, *names):
        return Text([pair for pair in self.tags if pair[0] not in names], self.moves)

    def set_result(self, result):
        new = self.set("Result", result)
        new.moves = new.moves[:len(new.moves) - len(self.result())] + result
        return new

    def set_flags(self, words):
        flags = self.tag("Flags").split()
        for word in words:
            if word.endswith("-"):
                flags = [flag for flag in flags if flag != word[:-1]]
            elif word not in flags:
                flags.append(word)
        return self.set("Flags", " ".join(flags)) if flags else self.unset("Flags")

    def set_comment(self, ply, comment):
        """Behind that half-move, or before the first one where it is 0; in place of the comment that is there. None: without it."""
        words = words_of(self.moves)
        moves = [i for i, (kind, _, _, _, depth) in enumerate(words) if kind == "move" and depth == 0]
        at = moves[ply - 1] + 1 if ply else 0
        while at < len(words) and ply and words[at][0] == "glyph":
            at += 1
        new = self.copy()
        _, old, begin, end, _ = words[at] if at < len(words) else ("", "", 0, 0, 0)
        if old.startswith("{"):
            if comment is not None:
                new.moves = f"{self.moves[:begin]}{{{comment}}}{self.moves[end:]}"
            else:
                new.moves = self.moves[:begin].rstrip() + self.moves[end:] if ply else self.moves[end:].lstrip()
            return new
        if comment is None:
            return new
        if ply == 0:
            new.moves = f"{{{comment}}} {self.moves}"
            return new
        place, rest = words[at - 1][3], ""
        if ply % 2 and ply < len(moves) and words[at][0] == "move":
            rest = f" {(ply + 1) // 2}..."
        new.moves = f"{self.moves[:place]} {{{comment}}}{rest}{self.moves[place:]}"
        return new

    def cut(self):
        """Without the last half-move, and what is behind it, but the result."""
        words = words_of(self.moves)
        last = max(i for i, (kind, _, _, _, depth) in enumerate(words) if kind == "move" and depth == 0)
        if words[last - 1][0] == "number":
            last -= 1
        return Text(self.tags, f"{self.moves[:words[last][2]].rstrip()} {self.result()}")

    def merge_tags(self, other):
        """With the tags of the other one that this one lacks, or that say nothing, and with parts of dates that are not known."""
        new = self
        for name, value in other.tags:
            own = new.tag(name)
            if name in OF_THE_MOVES or not says_something(value):
                continue
            filled = fill_date(own, value) if name.endswith("Date") and new.has(name) else None
            if filled:
                new = new.set(name, filled)
            elif not (new.has(name) and says_something(own)):
                new = new.set(name, value)
        return new


def fill_date(own, other):
    if len(own) != 10 or len(other) != 10 or any(a != b and "?" not in (a, b) for a, b in zip(own, other)):
        return None
    filled = "".join(b if a == "?" else a for a, b in zip(own, other))
    return filled if filled != own else None
