"""Numbers of comments (docs/FORMAT.md, chapter 20): templates and numbers of fields from one stream of a mixed model."""

import re

import mixed
from basics import known, require
from mixed import mix

ZERO, OWN, LAST, TIME, LESS, SCALED, PRODUCT, RATE, BOARD = range(9)
LIMIT = (1 << 52) - 1
TEMPLATES, RESTS, RATE_RESTS, GRAINS, ROUNDINGS, TICKS, TICKED, LAST_COLUMN = 255, 254, 253, 252, 251, 250, 249, 248
GRAIN, NODE_IS_ROUND = 1000, 15
DIGITS = 3  # contexts that tell digits
PIECES = 'PNBRQ'


class CannotBe(Exception):
    pass


def within(number):
    return max(-LIMIT, min(LIMIT, number))


def divide(number, divisor):
    require(divisor != 0, 'a division by 0')
    return (abs(number) // abs(divisor)) * (1 if (number < 0) == (divisor < 0) else -1)


def multiply(a, b):
    if abs(a).bit_length() + abs(b).bit_length() > 62:
        raise CannotBe
    return a * b


def size_class(size):
    length = size.bit_length()
    return size if size < 8 else 2 * length + (size >> length - 2 & 1)


def number_class(number):
    return size_class(number) if number >= 0 else 128 + size_class(-number)


def is_ticks(number):
    """125 j / 8, rounded down or up."""
    return number >= 0 and any(number in (125 * j // 8, -(-125 * j // 8)) for j in (8 * number // 125, 8 * number // 125 + 1))


def clock_of(value):
    found = re.fullmatch(rb'([0-9]{1,6})(?:\+([0-9]{1,6}))?', value)
    return (int(found.group(1)), int(found.group(2) or 0)) if found else (0, 0)


def count_of(position, number):
    """Of the men and moves of the board."""
    if number == 5:
        return max(-((position.clock + 1) // 2), -128)
    men = position.board
    return men.count(PIECES[number]) - men.count(PIECES[number].lower())


class Moment:
    """Where a comment stands."""

    def __init__(self, game, ply, time_control, mark, position):
        self.game, self.ply, self.side, self.mark = game, ply, ply % 2, mark
        self.position = position
        self.base, self.increment = time_control


class Formula:
    def __init__(self, table, columns, decimals):
        self.operation = table.byte()
        known(self.operation <= BOARD, 'an unknown operation')
        self.columns, self.count = [], 0
        for _ in range((self.operation in (LESS, SCALED, PRODUCT)) + (self.operation == PRODUCT)):
            self.columns.append(table.byte())
            require(self.columns[-1] < columns, 'a formula of an unknown column')
        require(self.operation != RATE or decimals <= 4, 'a rate with too many decimals')
        if self.operation == BOARD:
            self.count = table.byte()
            known(self.count < 6, 'an unknown count of the board')
        self.constants, self.candidates, self.misses = [0, 0], [0, 0], [0, 0]

    def learn(self, side, foretold, number):
        self.misses[side] += 16 * abs(number - foretold).bit_length() - self.misses[side] // 8
        if self.operation in (LESS, BOARD):
            right = within(number - foretold + self.constants[side])
            if right == self.candidates[side]:
                self.constants[side] = right
            self.candidates[side] = right


class Series:
    """A column's numbers, by side."""

    def __init__(self, number, decimals, scale_, formulas, in_ticks):
        self.number, self.factor, self.formulas, self.in_ticks = number, scale_, formulas, in_ticks
        self.unit, self.all = 10 ** (decimals or 1), 10 ** (decimals + 2)
        self.last, self.first, self.games = [None, None], [None, None], [None, None]
        self.latest, self.counts = 0, [0, 0]
        self.before = self.present = 0
        self.comment = None
        self.told, self.rests, self.ticks = [0, 0], [0, 0], [1, 1]

    def own(self, moment):
        side = moment.side
        if self.last[side] is None:
            return 0
        return self.last[side] if self.games[side] == moment.game else self.first[side]

    def last_of_any(self, moment):
        if self.games[self.latest] != moment.game:
            return self.own(moment)
        return self.last[self.latest]

    def count(self, moment):
        """Of the numbers of the side and game."""
        return self.counts[moment.side] if self.games[moment.side] == moment.game else 0

    def time(self, moment):
        if self.games[moment.side] != moment.game:
            return divide(moment.base * self.unit, self.factor) if moment.base else self.own(moment)
        return self.own(moment) + divide(moment.increment * self.unit, self.factor)

    def ticks_before(self, moment):
        return self.ticks[moment.side] if self.games[moment.side] == moment.game else 1

    def enter(self, comment, moment, number):
        side = moment.side
        ticks = 2 * self.ticks_before(moment) + is_ticks(number)
        self.ticks[side] = ticks if ticks < 128 else 64 + ticks % 64
        self.before = self.own(moment)
        if self.games[side] != moment.game:
            self.first[side], self.counts[side] = number, 0
        self.counts[side] += 1
        self.last[side], self.games[side], self.latest = number, moment.game, side
        self.present, self.comment = number * self.factor, comment


class Numbers:
    """The stream. `series`: by column, None for columns that are not in it."""

    def __init__(self, data, text_size, series):
        self.bits = mixed.Bits(data)
        self.model = mixed.Model(self.bits, max(14, min(20, text_size.bit_length() - 3)))
        self.series = series
        self.templates = [0, 0]
        self.comment, self.moment = 0, None

    def template(self, moment):
        self.comment, self.moment = self.comment + 1, moment
        own, other = self.templates[moment.side], self.templates[1 - moment.side]
        contexts = self.model.contexts(TEMPLATES, 256 * own + other, mix(256 * own + other, moment.mark))
        found = own if self.model.bit(contexts, 0) else self.model.symbol(contexts, 8)
        self.templates[moment.side] = found
        return found

    def operands(self, formula):
        found = [self.series[column] for column in formula.columns]
        if any(series is None or series.comment != self.comment for series in found):
            raise CannotBe
        return found

    def foretell(self, series, formula):
        moment, operation = self.moment, formula.operation
        constant = formula.constants[moment.side]
        if operation <= TIME:
            return within((0, series.own(moment), series.last_of_any(moment), series.time(moment))[operation])
        if operation == BOARD:
            return within(constant + count_of(moment.position, formula.count))
        try:
            number = within(divide(self.combine(series, formula), series.factor))
        except CannotBe:
            number = series.own(moment)
        return within(number + constant) if operation == LESS else number

    def combine(self, series, formula, steps=0):
        own = series.own(self.moment) * series.factor
        if formula.operation == RATE:
            return self.rate(series.count(self.moment), own, series.all, steps)
        x, *y = self.operands(formula)
        if formula.operation == SCALED:
            if x.before == 0:
                raise CannotBe
            return divide(multiply(own, x.present), x.before * x.factor)
        if formula.operation == LESS:
            return own - x.present
        return divide(multiply(x.present, y[0].present + steps), 1000)

    @staticmethod
    def rate(count, last, unit, steps):
        if not count or last < 0:
            raise CannotBe
        times = -(-multiply(last, count - 1) // unit)
        return divide(multiply(times + steps, unit), count)

    def step(self, series, formula):
        if formula.operation not in (PRODUCT, RATE):
            return 0
        try:
            self.combine(series, formula)
            if formula.operation == RATE:
                return series.all // series.count(self.moment) // series.factor
            step = divide(divide(self.operands(formula)[0].present, 1000), series.factor)
        except CannotBe:
            return 0
        return step if step >= 8 else 0

    def number(self, column):
        """The column's next number, with the factor."""
        series, side = self.series[column], self.moment.side
        foretold = [self.foretell(series, formula) for formula in series.formulas]
        choice = len(foretold) > 1 and series.formulas[1].misses[side] < series.formulas[0].misses[side]
        formula, base = series.formulas[choice], foretold[choice]
        step = self.step(series, formula)
        if formula.operation != TIME and not step and self.begins_ticks(series):
            number = self.ticks(series, formula, base)
            told = number - base
        else:
            number, told = self.by_formula(series, formula, base, step)
        require(abs(number) * series.factor <= LIMIT, 'a number of a comment is too large')
        for formula_, foretold_ in zip(series.formulas, foretold):
            formula_.learn(side, foretold_, number)
        series.told[side] = number_class(told)
        series.enter(self.comment, self.moment, number)
        return number * series.factor

    def by_formula(self, series, formula, base, step):
        """The number, and what was told of it."""
        grain, last = 1, series.last[self.moment.side]
        if formula.operation != TIME and not step and last and last % GRAIN == 0:
            if self.model.bit(self.model.contexts(GRAINS, series.number), NODE_IS_ROUND):
                grain, base = GRAIN, divide(base, GRAIN)
        difference = told = self.difference(min(series.number, LAST_COLUMN), series, formula, base)
        if step:
            base, difference = self.rest(series, formula, difference)
        return (base + difference) * grain, told

    def difference(self, set_, series, formula, foretold):
        moment, told = self.moment, series.told[self.moment.side]
        kind = moment.mark
        if formula.operation == TIME:
            kind, told = mix(moment.base, moment.increment), 256 * told + series.told[1 - moment.side]
        known_ = 2 * kind + moment.side, told, mix(kind, 256 * size_class(moment.ply)), number_class(foretold)
        return self.model.number(self.model.contexts(set_, *known_), DIGITS)

    def begins_ticks(self, series):
        before = series.ticks_before(self.moment)
        if not series.in_ticks or (before >= 4 and before % 4 == 0):
            return False
        return self.model.bit(self.model.contexts(TICKS, mix(series.number, before)), NODE_IS_ROUND)

    def ticks(self, series, formula, foretold):
        count = max(0, (8 * foretold + 7) // 125) + self.difference(TICKED, series, formula, foretold)
        require(0 <= count and count * 125 * series.factor <= LIMIT, 'ticks of a clock that cannot be')
        number = 125 * count // 8
        if count % 8:
            number += self.model.bit(self.model.contexts(ROUNDINGS, mix(series.number, count % 8)), 0)
        return number

    def rest(self, series, formula, steps):
        side = self.moment.side
        require(abs(steps) <= LIMIT, 'too many steps')
        try:
            base = within(divide(self.combine(series, formula, steps), series.factor))
        except CannotBe:
            require(False, 'steps to what cannot be')
        place = 2 * series.number + side
        is_rate = formula.operation == RATE
        scale_ = series.count(self.moment) if is_rate else self.operands(formula)[1].present
        rest = self.model.number(self.model.contexts(RATE_RESTS if is_rate else RESTS, mix(place, series.rests[side]),
                                                     mix(place, number_class(scale_)), mix(place, number_class(steps))),
                                 DIGITS)
        series.rests[side] = number_class(rest)
        return base, rest

    def finish(self):
        self.bits.finish()
