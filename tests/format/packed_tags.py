"""Tag numbers (docs/FORMAT.md, chapter 19): the values of all tags from one stream of a mixed model."""

import os
import re

import mixed
from basics import Unsupported, require

MASK = mixed.MASK
NONE = MASK
SEARCHED = 64
STRING, AS_REFERENCE, ENTRY, RECENT = range(4)
CODE_OF_STRING = 65536  # of number columns
ENTRY_STAGE, RECENT_STAGE, NUMBER_STAGE = 1, 2, 3
DATE, TIME, BASE_62, STAMP = 1, 2, 3, 4


KINDS = 'VCKOAWRQ'
REFERENCES_MAX, CONTEXTS_MAX, PARTS_MAX, RECENT_MAX = 5, 7, 4, 15
LAST, OF_COLUMN, SUM, LESS, PLIES, ZERO, BEFORE, PACE = range(8)
PACE_COUNT, GAP_LIMIT, PACE_LIMIT, NUMBER_LIMIT = 5, 1 << 31, 1 << 30, 1 << 50


def read_patterns():
    """(references, contexts) of each pattern, texts as the document has them."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'docs', 'FORMAT.md')
    with open(path, encoding='utf-8') as file:
        text = file.read()
    table = re.search(r'```\n(1 \(other texts\).*?)```', text, re.S).group(1)
    patterns = [None]
    for line in table.splitlines():
        word, _, rest = line.strip().partition(' ')
        if word == 'from':
            patterns[-1][0].extend(rest.split(';'))
        elif word == 'with':
            patterns[-1][1].extend(rest.split('|'))
        else:
            require(int(word) == len(patterns), 'patterns in another order')
            patterns.append(([], []))
    return patterns


PATTERNS = read_patterns()


class Missing(Exception):
    """A column that the block does not have."""


class Part:
    """`column`: its number; None: the part has none."""

    def __init__(self, kind, column):
        self.kind, self.column = kind, column


class Reference:
    """`parts` for kind 0, `columns` for others."""

    def __init__(self, kind, parts, columns):
        self.kind, self.parts, self.columns = kind, parts, columns


class Pattern:
    """Makes a recipe of a pattern's texts."""

    def __init__(self, own, arguments):
        self.own, self.arguments = own, arguments

    def column(self, letter):
        if letter in '.<':
            number = self.own - (letter == '<')
        else:
            place = ord(letter) - ord('a')
            number = self.arguments[place] - 1 if place < len(self.arguments) else -1
        if number < 0:
            raise Missing
        return number

    def parts(self, text):
        if text == '0':
            return []
        return [Part(part[0], self.column(part[2]) if part[1:] else None) for part in text.split()]

    def reference(self, text):
        if text[0] != '=':
            return Reference(LAST, self.parts(text), [])
        kind = {'#': PLIES, '0': ZERO, '~': BEFORE}.get(text[1]) or {'': OF_COLUMN, '+': SUM, '-': LESS}[text[2:3]]
        return Reference(kind, [], [self.column(letter) for letter in text[1:] if letter not in '#0~+-'])

    @staticmethod
    def all_known(read, texts):
        found = []
        for text in texts:
            try:
                found.append(read(text))
            except Missing:
                pass
        return found


def read_parts(table, columns):
    parts = []
    for _ in range(table.number_below(PARTS_MAX + 1, 'too many parts')):
        kind = table.byte()
        if kind >= len(KINDS):
            raise Unsupported('an unknown part of a recipe')
        has_column = KINDS[kind] in 'VCKO'
        parts.append(Part(KINDS[kind], table.number_below(columns, 'an unknown column') if has_column else None))
    return parts


def read_reference(table, columns):
    kind = table.byte()
    if kind > PACE:
        raise Unsupported('an unknown reference of a recipe')
    count = {OF_COLUMN: 1, SUM: 2, LESS: 2, BEFORE: 1, PACE: 2}.get(kind, 0)
    return Reference(kind, read_parts(table, columns) if kind == LAST else [],
                     [table.number_below(columns, 'an unknown column') for _ in range(count)])


def read_recipe(table, own, columns, arguments):
    """(references, contexts)."""
    number = table.byte()
    if number >= len(PATTERNS):
        raise Unsupported('an unknown pattern')
    if number:
        pattern = Pattern(own, arguments)
        references, contexts = PATTERNS[number]
        return pattern.all_known(pattern.reference, references), pattern.all_known(pattern.parts, contexts)
    table.number_below(RECENT_MAX + 1, 'too many recent values')
    references = [read_reference(table, columns)
                  for _ in range(table.number_below(REFERENCES_MAX + 1, 'too many references'))]
    require(sum(reference.kind == PACE for reference in references) <= 1, 'two references to the time')
    contexts = [read_parts(table, columns)
                for _ in range(table.number_below(CONTEXTS_MAX + 1, 'too many contexts'))]
    return references, contexts


def time_of(column, other):
    """Seconds, months having 31 days."""
    number, more = column.last, 0 if other is column else other.last
    if column.form == STAMP:
        return mixed.towards_zero(number, 1000) + more
    if column.form != DATE or not 0 <= number < 10000 * 416:
        return number + more
    return ((number // 416 * 12 + number // 32 % 13) * 31 + number % 32) * 86400 + more


def number_by_pace(noted, time):
    """In a straight line from the last numbers on."""
    (last, last_time), (oldest, oldest_time) = noted[0], noted[-1]
    span, gap, way = last_time - oldest_time, time - last_time, last - oldest
    if not span or abs(span) >= GAP_LIMIT or abs(gap) >= GAP_LIMIT:
        return last
    pace = mixed.towards_zero(way, span)
    if abs(pace) >= PACE_LIMIT:
        return last
    base = last + pace * gap + mixed.towards_zero((way - pace * span) * gap, span)
    return base if abs(base) < NUMBER_LIMIT else last


class Value:
    def __init__(self, column, game):
        self.column, self.game = column, game


class Coder:
    """What a pair is coded by."""

    def __init__(self, data, counter_bits):
        self.bits = mixed.Bits(data)
        self.model = mixed.Model(self.bits, counter_bits)
        self.memo_bits = counter_bits - 3
        self.memos = {}


class Column:
    """`number`, `partner`: numbers; `leader` None: the column itself; `form` None: texts."""

    def __init__(self, number, leader, partner, goes_on, form, recipe, coder):
        self.number, self.leader, self.partner = number, leader or self, partner
        self.goes_on, self.form, self.coder = goes_on, form, coder
        self.references, self.contexts = recipe or ([], [])
        self.newest, self.kinds, self.code, self.last = None, 0, 0, 0
        self.noted, self.time = [], None
        self.count, self.recent = 0, []

    def is_number(self):
        return self.form is not None and self.kinds % 4 != STRING

    def set(self, stage):
        return stage + (4 if self.leader is not self and not self.references else 0)


class PackedTags:
    """`plies`: of each game's main line, or None."""

    def __init__(self, columns, plies):
        self.plies = plies
        self.columns = columns
        self.game, self.result = None, 0
        self.where, self.reference, self.base = 0, None, 0

    def start_game(self, result):
        self.game, self.result = [], result
        self.game_number = getattr(self, 'game_number', -1) + 1

    def old(self, column, wanted):
        """The value in the reference's game."""
        if self.reference is None:
            return None
        number = wanted if self.reference.column is column else self.columns[wanted].partner
        for value in self.reference.game[:SEARCHED]:
            if value.column.number == number:
                return value
        return None

    def known(self, column, part):
        named = None if part.column is None else self.columns[part.column]
        if part.kind == 'V':
            return named.newest.key if named.newest else NONE
        if part.kind in 'CK':
            return named.code if part.kind == 'C' else named.kinds
        if part.kind == 'O':
            old = self.old(column, part.column)
            return NONE if old is None else old.key
        if part.kind == 'A' and self.where < len(column.references) and column.references[self.where].kind == PACE:
            gap = column.time - column.noted[0][1]
            return 128 + abs(gap).bit_length() + (64 if gap < 0 else 0)
        if part.kind == 'A':
            return 255 if self.reference is None else (self.game_number - self.reference.game_number).bit_length()
        return {'W': self.where, 'R': self.result, 'Q': (0, 2, 1, 3)[self.result]}[part.kind]

    def hash_of(self, start, column, parts):
        for part in parts:
            start = mixed.mix(start, self.known(column, part) & MASK)
        return start

    def ply_count(self):
        return self.plies[self.game_number] if self.plies else 0

    def at_hand(self, own, number):
        """Is there a newest value, one of this game? For a number, it must be a number."""
        column = self.columns[number]
        if column.newest is None or column is own:
            return column.newest is not None
        return column.newest.game is self.game and (own.form is None or column.is_number())

    def base_of_columns(self, own, reference):
        """The value, or None, and the number of a reference of another kind than LAST; None: there is none."""
        if reference.kind in (PLIES, ZERO):
            return None, self.ply_count() if reference.kind == PLIES else 0
        if reference.kind == BEFORE:
            column = self.columns[reference.columns[0]]
            is_fresh = column.newest and self.game_number - column.newest.game_number <= 1 and column.is_number()
            return (None, column.last) if is_fresh else None
        if not all(self.at_hand(own, number) for number in reference.columns):
            return None
        columns = [self.columns[number] for number in reference.columns]
        if reference.kind == PACE:
            own.time = time_of(*columns)
            return (None, number_by_pace(own.noted, own.time)) if own.noted else None
        if reference.kind == OF_COLUMN:
            return columns[0].newest, columns[0].newest.last
        other = columns[1].last * (1000 if (own.form, columns[1].form) == (STAMP, TIME) else 1)
        return None, columns[0].last + (-other if reference.kind == LESS else other)

    def find_reference(self, column):
        """Returns the hashes for which the value will be remembered."""
        found, hashes = [], []
        coder = column.coder
        column.time = None
        self.reference, self.where = None, len(column.references)
        for reference in column.references:
            if reference.kind != LAST:
                found.append(self.base_of_columns(column, reference))
                continue
            hash_ = self.hash_of(mixed.mix(1, len(reference.parts)), column, reference.parts)
            remembered = coder.memos.get(hash_ >> (32 - coder.memo_bits))
            is_there = remembered and remembered[0] == hash_
            found.append((remembered[1], remembered[1].last) if is_there else None)
            hashes.append(hash_)
        self.base = column.last if column.goes_on else 0
        for place, value in enumerate(found):
            if value is not None:
                (self.reference, self.base), self.where = value, place
                break
        return hashes

    def contexts(self, column, stage):
        return column.coder.model.contexts(column.set(stage), *self.what)

    def next(self, column):
        """The kind of the value, and its entry or number."""
        hashes = self.find_reference(column)
        self.what = [self.hash_of(0, column, parts) for parts in column.contexts]
        value = Value(column, self.game)
        value.game_number = self.game_number
        kind, told = self.number(column, value) if column.form is not None else self.text(column, value)
        for hash_ in hashes:
            column.coder.memos[hash_ >> (32 - column.coder.memo_bits)] = hash_, value
        if column.time is not None and kind != STRING:
            column.noted = [(column.last, column.time)] + column.noted[:PACE_COUNT - 1]
        value.last = column.last
        column.newest = value
        column.kinds = (4 * column.kinds + kind) % 256
        self.game.append(value)
        return kind, told

    def next_by_moves(self, column, has_number):
        """The number of a value that the moves tell; 0 if it has none."""
        value = Value(column, self.game)
        value.game_number, value.key, value.last = self.game_number, NONE, 0
        self.game.append(value)
        if has_number:
            model = column.coder.model
            column.code = model.natural(model.contexts(NUMBER_STAGE, 0, column.code))
        return column.code if has_number else 0

    def text(self, column, value):
        leader = column.leader
        kind = column.code = column.coder.model.symbol(self.contexts(column, 0), 2)
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
                value.key = value.key << 1 | column.coder.model.bit(self.contexts(column, ENTRY_STAGE), left << 24 | value.key)
        else:
            place = column.coder.model.symbol(self.contexts(column, RECENT_STAGE), 4)
            require(place < min(len(leader.recent), 15), 'a recent value that is not there')
            column.code += place
            value.key = leader.recent[place]
        require(value.key < leader.count, 'an entry that is not there')
        if value.key in leader.recent:
            leader.recent.remove(value.key)
        leader.recent = [value.key] + leader.recent[:14]
        return kind, value.key

    def number(self, column, value):
        if column.coder.model.bit(self.contexts(column, 0), 0):
            column.code, value.key = CODE_OF_STRING, NONE
            return STRING, None
        base = self.base
        if column.form == BASE_62:
            top = column.coder.model.symbol(column.coder.model.contexts(column.set(NUMBER_STAGE), 0), 8)
            number = top << 40 | column.coder.bits.plain(40)
        else:
            number = base + column.coder.model.number(self.contexts(column, NUMBER_STAGE))
        require(abs(number) < 1 << 50, 'a number of a tag is too large')
        column.last, column.code = number, number - base
        value.key = mixed.mix(number & MASK, number >> 32 & MASK)
        return 3 if self.where == len(column.references) else 1 if number == base else 2, number

    def finish(self):
        for column in self.columns:
            if column.leader is column:
                column.coder.bits.finish()
