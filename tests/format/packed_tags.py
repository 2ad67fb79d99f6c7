"""Tag numbers (docs/FORMAT.md, chapter 16): the values of all tags from one stream of a mixed model."""

import os
import re

import mixed
from basics import require

MASK = mixed.MASK
NONE = MASK
SEARCHED = 64
STRING, AS_REFERENCE, ENTRY, RECENT = range(4)
ENTRY_STAGE, RECENT_STAGE, NUMBER_STAGE = 1, 2, 3
TIME, BASE_62, STAMP = 2, 3, 4


def read_recipes():
    """(references, contexts) of each recipe, as the document has them."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'docs', 'FORMAT.md')
    with open(path, encoding='utf-8') as file:
        text = file.read()
    table = re.search(r'```\n(0 \(other texts\).*?)```', text, re.S).group(1)
    recipes = []
    for line in table.splitlines():
        word, _, rest = line.strip().partition(' ')
        if word == 'from':
            recipes[-1][0].extend(rest.split(';'))
        elif word == 'with':
            recipes[-1][1].extend(rest.split('|'))
        else:
            require(int(word) == len(recipes), 'recipes in another order')
            recipes.append(([], []))
    return recipes


RECIPES = read_recipes()


def short(number):
    if abs(number) <= 2000:
        return number
    return (2000 + number.bit_length()) * (1 if number > 0 else -1)


class Missing(Exception):
    """A tag that the block does not have."""


class Part:
    """Of a context; a whole reference, if it begins with "=" (then `kind` is "=", and `signs` are between columns)."""

    def __init__(self, text, own, names):
        self.kind, _, rest = ('=', '', text[1:]) if text[0] == '=' else text.partition(':')
        self.shift = int(rest.partition('/')[2] or 0)
        self.columns = []
        self.signs = re.sub('[^-+#0]', '', rest)
        for name in filter(None, re.split('[-+#0]', rest.partition('/')[0])):
            number = {'.': own, '<': own - 1}.get(name)
            if number is None:
                number = names.index(name.encode()) if name.encode() in names else -1
            if number < 0:
                raise Missing
            self.columns.append(number)


def parts_of(text, own, names):
    return [] if text == '0' else [Part(part, own, names) for part in text.lstrip('?').split()]


def all_known(texts, own, names):
    """Pairs: is only asked for, parts."""
    found = []
    for text in texts:
        try:
            found.append((text.startswith('?'), parts_of(text, own, names)))
        except Missing:
            pass
    return found


class Value:
    def __init__(self, column, game):
        self.column, self.game = column, game


class Column:
    """`number`, `leader` and `partner`: numbers; `form` None: texts."""

    def __init__(self, number, leader, partner, kind, form, recipe, names):
        self.number, self.leader, self.partner, self.kind, self.form = number, leader, partner, kind, form
        self.references, self.contexts = (all_known(texts, number, names) for texts in RECIPES[recipe])
        self.newest, self.kinds, self.code, self.last = None, 0, 0, 0
        self.count, self.recent = 0, []

    def set(self, stage):
        return (4 * (self.leader if self.references else self).number + stage) % 256


class PackedTags:
    """`plies`: of each game's main line, or None."""

    def __init__(self, data, columns, text_size, plies):
        self.plies = plies
        self.bits = mixed.Bits(data)
        length = text_size.bit_length()
        self.model = mixed.Model(self.bits, min(max(length - 3, 14), 22))
        self.memo_bits = min(max(length - 6, 8), 19)
        self.memos = {}
        self.columns = columns
        self.game, self.result, self.game_kinds = None, 0, 0
        self.where, self.reference, self.base = 0, None, 0

    def start_game(self, result):
        self.game, self.result, self.game_kinds = [], result, 0
        self.game_number = getattr(self, 'game_number', -1) + 1

    def old(self, column, wanted):
        if self.reference is None:
            return None
        number = wanted if self.reference.column is column else self.columns[wanted].partner
        for value in self.reference.game[:SEARCHED]:
            if value.column.number == number:
                return value
        return None

    def known(self, column, part):
        columns = [self.columns[number] for number in part.columns]
        first = columns[0] if columns else None
        if part.kind == 'V':
            return first.newest.key if first.newest else NONE
        if part.kind == 'N':
            return short(mixed.towards_zero(first.last, 1 << part.shift))
        if part.kind == 'D':
            return short(mixed.towards_zero(first.last - columns[1].last, 1 << part.shift))
        if part.kind in 'CK':
            return first.code if part.kind == 'C' else first.kinds
        if part.kind == 'A':
            return 255 if self.reference is None else (self.game_number - self.reference.game_number).bit_length()
        if part.kind == 'P':
            return self.ply_count()
        if part.kind == 'Q':
            return (0, 2, 1, 3)[self.result]
        if part.kind in 'GWR':
            return {'G': self.game_kinds, 'W': self.where, 'R': self.result}[part.kind]
        old = self.old(column, first.number)
        if part.kind == 'S':
            return 2 if old is None or first.newest is None else int(old.key == first.newest.key)
        if part.kind == 'O':
            return NONE if old is None else old.key
        require(part.kind == 'T', 'an unknown part')
        if old is None:
            return 255
        change = first.last - old.last
        return abs(change).bit_length() + (64 if change < 0 else 0)

    def hash_of(self, start, column, parts):
        for part in parts:
            start = mixed.mix(start, self.known(column, part) & MASK)
        return start

    def ply_count(self):
        return self.plies[self.game_number] if self.plies else 0

    def at_hand(self, own, number):
        """Is there a newest value, one of this game?"""
        column = self.columns[number]
        return column.newest is not None and (column is own or column.newest.game is self.game)

    def base_of_columns(self, own, part):
        """The value, or None, and the number of a reference that begins with "="; None: there is none."""
        if part.signs in ('#', '0'):
            return None, self.ply_count() if part.signs == '#' else 0
        if not all(self.at_hand(own, number) for number in part.columns):
            return None
        columns = [self.columns[number] for number in part.columns]
        if not part.signs:
            return columns[0].newest, columns[0].newest.last
        other = columns[1].last * (1000 if (own.form, columns[1].form) == (STAMP, TIME) else 1)
        return None, columns[0].last + (-other if part.signs == '-' else other)

    def find_reference(self, column):
        """Returns the hashes for which the value will be remembered."""
        found, hashes = [], []
        self.reference, self.where = None, len(column.references)
        for is_asked, parts in column.references:
            if parts and parts[0].kind == '=':
                found.append(self.base_of_columns(column, parts[0]))
                continue
            hash_ = self.hash_of(mixed.mix(column.leader.number + 1, len(parts)), column, parts)
            remembered = self.memos.get(hash_ >> (32 - self.memo_bits))
            is_there = remembered and remembered[0] == hash_
            found.append((remembered[1], remembered[1].last) if is_there else None)
            if not is_asked:
                hashes.append(hash_)
        self.base = column.last if column.kind else 0
        for place, value in enumerate(found):
            if value is not None:
                (self.reference, self.base), self.where = value, place
                break
        return hashes

    def contexts(self, column, stage):
        return self.model.contexts(column.set(stage), *self.what)

    def next(self, column):
        """The kind of the value, and its entry or number."""
        hashes = self.find_reference(column)
        self.what = [self.hash_of(0, column, parts) for _, parts in column.contexts]
        value = Value(column, self.game)
        value.game_number = self.game_number
        kind, told = self.number(column, value) if column.form is not None else self.text(column, value)
        for hash_ in hashes:
            self.memos[hash_ >> (32 - self.memo_bits)] = hash_, value
        value.last = column.last
        column.newest = value
        column.kinds = (4 * column.kinds + kind) % 256
        self.game_kinds = (4 * self.game_kinds + kind) % 256
        self.game.append(value)
        return kind, told

    def next_by_moves(self, column, has_number):
        """The number of a value that the moves tell; 0 if it has none."""
        value = Value(column, self.game)
        value.game_number, value.key, value.last = self.game_number, NONE, 0
        self.game.append(value)
        if has_number:
            contexts = self.model.contexts((4 * column.number + NUMBER_STAGE) % 256, 0, column.code)
            column.code = self.model.natural(contexts)
        return column.code if has_number else 0

    def text(self, column, value):
        leader = column.leader
        kind = column.code = self.model.symbol(self.contexts(column, 0), 2)
        if kind == STRING:
            value.key = leader.count
            leader.count += 1
        elif kind == AS_REFERENCE:
            require(self.reference is not None, 'a reference that is not there')
            value.key = self.reference.key
        elif kind == ENTRY:
            value.key, left = 0, (leader.count - 1).bit_length() if leader.count else 0
            while left:
                left -= 1
                value.key = value.key << 1 | self.model.bit(self.contexts(column, ENTRY_STAGE), left << 24 | value.key)
        else:
            place = self.model.symbol(self.contexts(column, RECENT_STAGE), 4)
            require(place < min(len(leader.recent), 15), 'a recent value that is not there')
            column.code += place
            value.key = leader.recent[place]
        require(value.key < leader.count, 'an entry that is not there')
        if value.key in leader.recent:
            leader.recent.remove(value.key)
        leader.recent = [value.key] + leader.recent[:14]
        return kind, value.key

    def number(self, column, value):
        if self.model.bit(self.contexts(column, 0), 0):
            column.code, value.key = 65536, NONE
            return STRING, None
        base = self.base
        if column.form == BASE_62:
            top = self.model.symbol(self.model.contexts(column.set(NUMBER_STAGE), 0), 8)
            number = top << 40 | self.bits.plain(40)
        else:
            number = base + self.model.number(self.contexts(column, NUMBER_STAGE))
        require(abs(number) < 1 << 50, 'a number of a tag is too large')
        column.last, column.code = number, short(number - base)
        value.key = mixed.mix(number & MASK, number >> 32 & MASK)
        return 3 if self.where == len(column.references) else 1 if number == base else 2, number

    def finish(self):
        self.bits.finish()
