"""What random_lines.py writes behind half-moves (clocks, times, evaluations, glyphs, comments), and random conditions on it for random_searches.py."""
import math
from collections import namedtuple

# Milliseconds, centipawns of White's side (mates: 2,000,000 less the moves), lists, texts; None: not known.
Written = namedtuple('Written', 'clock spent eval eval_before nags comments variation')
NOTHING = Written(None, None, None, None, (), (), False)
TIME_CONTROLS = {'180+2': 2000, '60': 0, '300+0': 0, '-': None, '40/7200:3600': None, '?': None}
SUFFIXES = '', '!', '?', '!!', '??', '!?', '?!'
MATE = 2000000


# ---- Texts ----

def clock_text(dice, clock):
    hours, minutes, seconds, tenths = clock // 3600000, clock // 60000 % 60, clock // 1000 % 60, clock // 100 % 10
    return f'{hours}:{minutes:02}:{seconds:02}' + (f'.{tenths}' if tenths or dice.random() < 0.1 else '')


def eval_text(evaluation):
    if abs(evaluation) > 1000000:
        return ('#' if evaluation > 0 else '#-') + str(MATE - abs(evaluation))
    return f'{"-" if evaluation < 0 else ""}{abs(evaluation) // 100}.{abs(evaluation) % 100:02}'


class Remark:
    """A comment: its text, the numbers that it tells, and its words."""

    def __init__(self, dice, habits):
        parts, self.clock, self.spent, self.eval = [], None, None, None
        if 'clk' in habits and dice.random() < 0.9:
            self.clock = dice.choice((100, 1000, 9900, 10000, 10900, 11000, 20000, 20000, 25400, 59900, 60000, 3600000))
            parts.append(f'[%clk {clock_text(dice, self.clock)}]')
        if 'emt' in habits and dice.random() < 0.9:
            self.spent = dice.choice((0, 500, 1000, 4999, 30000))
            parts.append(f'[%emt {self.spent // 1000}.{self.spent % 1000:03}]')
        if 'eval' in habits and dice.random() < 0.9:
            self.eval = dice.choice((0, 0, -1, 15, -168, -169, 247, 250, 500, 1000, 1500, -2000, MATE - 3, 5 - MATE))
            parts.append(f'[%eval {eval_text(self.eval)}' + dice.choice(('', '', ',18')) + ']')
        if dice.random() < 0.1:
            parts.append(dice.choice(('[%clk soon]', '[%clkk 0:00:10]', '[%eval #]', '[%csl Gd4]')))
        words = []
        if dice.random() < (0.4 if 'words' in habits else 0.05):
            words.append(dice.choice(('novelty', 'good move', 'Novelty by Bell', 'blunder!', 'in Zeitnot', 'clk 0:00:05')))
        self.words = ' '.join(words)
        self.text = ' '.join(dice.sample(parts + words, len(parts + words)))
        if 0 <= self.text.find('[%clk soon]') == self.text.find('[%clk '):  # the first command of a name is the one that counts
            self.clock = None
        if 0 <= self.text.find('[%eval #]') == self.text.find('[%eval '):
            self.eval = None
        self.is_line = dice.random() < 0.05
        if self.is_line:  # nobody reads numbers there
            self.clock = self.spent = self.eval = None

    def written(self):
        return f'; {self.text}\n' if self.is_line else f'{{{self.text}}} '


def remarks(dice, habits, share):
    return [Remark(dice, habits) for _ in range(dice.choice((1, 1, 1, 2)))] if habits and dice.random() < share else []


def habits_of(dice):
    """What a game's comments tell."""
    return dice.choice(((), (), ('clk',), ('clk', 'eval'), ('clk', 'eval', 'words'), ('emt',), ('clk', 'emt', 'eval'), ('eval', 'nags'), ('words', 'nags')))


def glyphs(dice, habits):
    return [dice.choice((1, 2, 3, 4, 4, 5, 6, 10, 14, 142)) for _ in range(dice.choice((0, 0, 0, 1, 2)))] if 'nags' in habits else []


def glyph_texts(numbers, has_suffix):
    """The first behind the move, the others behind it as numbers."""
    if numbers and has_suffix and numbers[0] < len(SUFFIXES):
        return SUFFIXES[numbers[0]], ''.join(f'${number} ' for number in numbers[1:])
    return '', ''.join(f'${number} ' for number in numbers)


# ---- What it comes to ----

def first(values):
    return next((value for value in values if value is not None), None)


def written_of(told, nags, variation, increment, before, two_before):
    """`told`: remarks. `before`: what was written of the half-move before (None: none was made), and of the one before that."""
    clock, evaluation = first(remark.clock for remark in told), first(remark.eval for remark in told)
    spent = first(remark.spent for remark in told)
    if clock is not None and two_before is not None and two_before.clock is not None and increment is not None:
        passed = two_before.clock + increment - clock
        spent = passed if passed >= 0 else spent
    return Written(clock, spent, evaluation, before.eval if before else None, tuple(nags), tuple(remark.words for remark in told if remark.words), variation)


def turned_written(written):
    """From the other side."""
    return written._replace(eval=None if written.eval is None else -written.eval,
                            eval_before=None if written.eval_before is None else -written.eval_before)


# ---- Conditions ----

def who(view, dice):
    """A text before the value, and whether it means who has moved to a view."""
    white = not view.white
    if dice.random() < 0.6:
        return '', lambda view: True
    return dice.choice(('us ', 'white ') if white else ('them ', 'black ')), lambda view: view.ply > 0 and view.white != white


def number_condition(flag, text, value_of, test, is_theirs=lambda view: True):
    """Where the value is not known neither it nor its opposite holds."""
    def holds(view):
        value = value_of(view)
        return None if value is None else is_theirs(view) and test(value)
    return [flag, text], holds, None, 0, lambda view: is_theirs(view) and value_of(view) is not None


def seconds(flag, value_of, view, dice):
    side, is_theirs = who(view, dice)
    value = value_of(view)
    number = 10 if value is None else value // 1000
    low, high = dice.choice(((number, number), (0, number), (number, None), (number + 1, None), (max(number - 2, 0), number + 2), (0, max(number - 1, 0))))
    text = f'{low}-' if high is None else f'-{high}' if low == 0 and dice.random() < 0.5 else f'{low}' if low == high else f'{low}-{high}'
    return number_condition(flag, side + text, value_of, lambda value: low <= value // 1000 and (high is None or value // 1000 <= high), is_theirs)


def clock(view, dice):
    return seconds('--clock', lambda view: view.written.clock if view.ply else None, view, dice)


def spent(view, dice):
    return seconds('--spent', lambda view: view.written.spent, view, dice)


def signed_text(low, high, text_of):
    if low == high:
        return '=' + text_of(low)
    return ('' if low is None else text_of(low)) + '..' + ('' if high is None else text_of(high))


def signed_ranges(value, steps, dice):
    step = dice.choice(steps)
    return dice.choice(((value, None), (None, value), (value, value), (value + step, None), (None, value - step), (value - step, value + step)))


def is_between(low, high):
    return lambda value: (low is None or value >= low) and (high is None or value <= high)


def evaluation(view, dice):
    value = view.written.eval
    low, high = signed_ranges(150 if value is None else value, (1, 50), dice)
    return number_condition('--eval', signed_text(low, high, eval_text), lambda view: view.written.eval, is_between(low, high))


def cut(centipawns):
    return max(-1000, min(1000, centipawns))


def chances(centipawns):
    """In thousandths of a percent."""
    return round(100000 / (1 + math.exp(-0.00368208 * centipawns)))


def swing_of(view, change):
    written = view.written
    if written.eval is None or written.eval_before is None:
        return None
    by_white = change(cut(written.eval)) - change(cut(written.eval_before))
    return by_white if not view.white else -by_white


def swing(view, dice):
    side, is_theirs = who(view, dice)
    if dice.random() < 0.5:
        def in_pawns(view):
            return swing_of(view, lambda centipawns: centipawns)
        value = in_pawns(view)
        low, high = signed_ranges(-100 if value is None else max(-900, min(900, value)), (1, 30), dice)
        return number_condition('--swing', side + signed_text(low, high, eval_text), in_pawns, is_between(low, high), is_theirs)

    def in_chances(view):
        return swing_of(view, chances)
    value = in_chances(view)
    value = -1500 if value is None else value // 10
    low, high = signed_ranges(dice.choice((value, -1500)), (1, 100), dice)
    text = signed_text(low, high, lambda number: eval_text(number) + '%')
    if dice.random() < 0.5 and high is not None:  # one sign is enough
        text = text.replace('%', '', text.count('%') - 1)
    return number_condition('--swing', side + text, in_chances,
                            is_between(None if low is None else low * 10, None if high is None else high * 10), is_theirs)


def nag(view, dice):
    side, is_theirs = who(view, dice)
    wanted = {dice.choice(view.written.nags or (4,))} | ({dice.choice((1, 14))} if dice.random() < 0.2 else set())
    text = '|'.join(SUFFIXES[number] if number < len(SUFFIXES) and dice.random() < 0.7 else f'${number}' for number in wanted)
    return ['--nag', side + text], lambda view: is_theirs(view) and bool(wanted & set(view.written.nags))


def begins(text, start):
    return any(word.startswith(start) for word in text.replace('!', ' ').replace(':', ' ').split())


COMMENTS = {'novel': lambda text: begins(text, 'novel'), '=good move': lambda text: text == 'good move', '*zeit*': lambda text: 'zeit' in text,
            'bell novelty': lambda text: begins(text, 'bell') and begins(text, 'novelty'), 'blunder|good': lambda text: begins(text, 'blunder') or begins(text, 'good'),
            'clk': lambda text: begins(text, 'clk')}


def comment(view, dice):
    side, is_theirs = who(view, dice)
    patterns = [pattern for pattern, fits in COMMENTS.items() if any(fits(text.lower()) for text in view.written.comments)]
    pattern = dice.choice(patterns or list(COMMENTS))
    return ['--comment', side + pattern], lambda view: is_theirs(view) and any(COMMENTS[pattern](text.lower()) for text in view.written.comments)


THINGS = {'clock': lambda written: written.clock is not None, 'eval': lambda written: written.eval is not None, 'nag': lambda written: bool(written.nags),
          'comment': lambda written: bool(written.comments), 'variation': lambda written: written.variation}


def has(view, dice):
    side, is_theirs = who(view, dice)
    names = dice.sample(list(THINGS), dice.choice((1, 1, 2)))
    return ['--has', side + '|'.join(names)], lambda view: is_theirs(view) and any(THINGS[name](view.written) for name in names)


KINDS = clock, clock, spent, spent, evaluation, evaluation, swing, swing, swing, nag, nag, comment, has
