"""random_searches.py PROGRAMS SEED GAMES QUESTIONS: pgnfind beside a search that is slow and simple.

PROGRAMS is the folder of pgnpack and pgnfind. Games of random moves with nested variations, several alternatives to a move, null moves
and other first positions are packed in several ways. Random questions are asked: conditions on the board with --not, --for, --then,
--times, --either, --mirrored and --variations, manoeuvres, what was written and measured, attacks, incomplete FENs, ratings as people write them, and what is asked of our side and theirs. The answers (numbers of games, plies,
last plies, counts) must be those of this file: each line is looked at from its beginning for each of its positions, on the boards of
tests/format/chess.py, and it is those that are turned for --either and --mirrored, not the conditions. What the conditions mean is in
docs/QUERIES.md. Prints "QUESTIONS questions of SEED: N answers with M games, F faults".
"""
import json
import os
import re
import subprocess
import sys

import random_relations
import random_written
from collections import namedtuple

from random_lines import Game, chess, dice

FOLDER, SEED, GAMES, QUESTIONS = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
PGNPACK, PGNFIND = (os.path.join(FOLDER, name) for name in ('pgnpack', 'pgnfind'))
DATABASES = {'bytes.bcgn': ('-3', '-B', '64K'), 'small.bcgn': ('-2', '-B', '2K'), 'nets.bcgn': ('-6', '-B', '8K')}
dice.seed(SEED)


def run(*arguments):
    result = subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300, check=False)
    if result.returncode != 0:
        sys.exit(f'seed {SEED}: {arguments}: status {result.returncode}: {result.stderr.decode()}')
    return result.stdout.decode()


# ---- Conditions: a text, and what it says of a view ----

LETTERS = 'KQRBNPkqrbnp'
COLOURS = 'White', 'Black'
SIDES = {'A': 'KQRBNP', 'a': 'kqrbnp'}


def square(name):
    return 'abcdefgh'.index(name[0]) + 8 * (int(name[1]) - 1)


def squares_near(wanted, may_be_two=True):
    """A text of squares, this among them, and the squares."""
    file, rank = chess.name(wanted)
    kind = dice.randrange(6)
    if kind == 0:
        return file + '*', {square(file + other) for other in '12345678'}
    if kind == 1:
        return '*' + rank, {square(other + rank) for other in 'abcdefgh'}
    if kind == 2:
        low, high = max('a', chr(ord(file) - 1)), min('h', chr(ord(file) + 2))
        return f'[{low}-{high}]{rank}', {square(other + rank) for other in 'abcdefgh' if low <= other <= high}
    if kind == 3 and may_be_two:
        other = dice.randrange(64)
        return f'{file}{rank},{chess.name(other)}', {wanted, other}
    return file + rank, {wanted}


def kinds_with(man):
    """A text of men, this among them, and the men."""
    kind = dice.randrange(5)
    if kind == 0:
        side = 'A' if man.isupper() else 'a'
        return side, set(SIDES[side])
    if kind == 1:
        other = dice.choice(LETTERS)
        return f'[{man}{other}]' if other != man else man, {man, other}
    return man, {man}


def count_text(count):
    return dice.choice(((f'{count}', count, count), (f'{count}+', count, 99), (f'{max(count - 1, 0)}-{count}', max(count - 1, 0), count)))


def pattern_word(view):
    wanted = dice.randrange(64)
    if dice.random() < 0.8:
        wanted = dice.choice([place for place in range(64) if view.board[place] != chess.EMPTY])
    man = view.board[wanted]
    if man == chess.EMPTY:
        text, squares = squares_near(wanted)
        return '_' + text, lambda view: any(view.board[place] == chess.EMPTY for place in squares)
    kinds, men = kinds_with(man)
    text, squares = squares_near(wanted)

    def count(view):
        return sum(view.board[place] in men for place in squares)
    kind = dice.randrange(4)
    if kind == 0:
        other, squares = squares_near(dice.randrange(64))
        if count(view) == 0:
            return f'!{kinds}{other}', lambda view: count(view) == 0
        text = other
    if kind == 1:
        number, low, high = count_text(count(view))
        return f'{kinds}{text}:{number}', lambda view: low <= count(view) <= high
    return f'{kinds}{text}', lambda view: count(view) != 0


def all_words(flag, words):
    return [flag, ' '.join(text for text, _ in words)], lambda view: all(holds(view) for _, holds in words)


def pattern(view):
    return all_words('--pattern', [pattern_word(view) for _ in range(dice.choice((1, 1, 2, 3)))])


def material_word(view):
    kinds, men = kinds_with(dice.choice(LETTERS))

    def count(view):
        return sum(man in men for man in view.board)
    if dice.random() < 0.6:
        number, low, high = count_text(count(view))
        return f'{kinds}{number}', lambda view: low <= count(view) <= high
    man = dice.choice('QRBNP')
    more = view.board.count(man) - view.board.count(man.lower())
    text = f'{man}={man.lower()}' + (f'{more:+d}' if more else '')
    return text, lambda view: view.board.count(man) - view.board.count(man.lower()) == more


def material(view):
    if dice.random() < 0.3:
        men = ''.join(man * view.board.count(man) for man in LETTERS)
        return ['--material', men], lambda view: all(view.board.count(man) == men.count(man) for man in LETTERS)
    return all_words('--material', [material_word(view) for _ in range(dice.choice((1, 2)))])


def file_of(place):
    return place & 7


def pawn_sorts(board, pawn):
    """Squares of this side's pawns that are isolated, doubled, passed, backward."""
    own = [place for place in range(64) if board[place] == pawn]
    enemies = [place for place in range(64) if board[place] == pawn.swapcase()]
    forward = 1 if pawn == 'P' else -1

    def stands_beside(place, test):
        return any(abs(file_of(place) - file_of(other)) == 1 and test((other // 8 - place // 8) * forward) for other in own)
    return {'backward': {place for place in own if stands_beside(place, lambda ahead: True) and not stands_beside(place, lambda ahead: ahead <= 0) and
                         any(abs(file_of(place) - file_of(other)) == 1 and (other // 8 - place // 8) * forward == 2 for other in enemies)},
            'isolated': {place for place in own if all(abs(file_of(place) - file_of(other)) != 1 for other in own)},
            'doubled': {place for place in own if any(other != place and file_of(other) == file_of(place) for other in own)},
            'passed': {place for place in own if not any(abs(file_of(place) - file_of(other)) <= 1 and
                                                         (other // 8 - place // 8) * forward > 0 for other in enemies)}}


def pawn_word(view, pawn):
    """One that holds, with the number of pawns that fulfil it."""
    if dice.random() < 0.4:
        sort = dice.choice(('isolated', 'doubled', 'passed', 'backward'))
        return sort, lambda view: len(pawn_sorts(view.board, pawn)[sort])
    places = [place for place in range(64) if view.board[place] == pawn]
    text, squares = squares_near(dice.choice(places) if places and dice.random() < 0.7 else dice.randrange(8, 56))
    return text, lambda view: sum(view.board[place] == pawn for place in squares)


def pawns(view):
    parts, tests = [], []
    for pawn in 'Pp':
        there, gone = [], []
        for _ in range(dice.choice((1, 2))):
            text, count = pawn_word(view, pawn)
            (there if count(view) else gone).append(text)
            tests.append((count, bool(count(view))))
        parts.append(' '.join(there + (['-'] + gone if gone else [])))
    return ['--pawns', ' / '.join(parts).strip()], lambda view: all(bool(count(view)) == wanted for count, wanted in tests)


def signs_of(view):
    """'+' or '#' behind a move, and what it asks for."""
    if view.end == 'mate' and dice.random() < 0.5:
        return '#', lambda view: view.end == 'mate'
    if view.check and dice.random() < 0.5:
        return '+', lambda view: view.check
    return '', lambda view: True


def men_of_move(man):
    """A text of the men that move, this among them, and the men of both sides; pawns have none."""
    letter = man.upper()
    if dice.random() < 0.15:
        return 'A', set(LETTERS)
    if letter == 'P':
        return '', set('Pp')
    return letter, {letter, letter.lower()}


def victims_with(man):
    """A text of men that are taken, this among them, and the men of both sides."""
    letters = dice.choice((man, man, man + dice.choice('QRBNP'), 'A')).upper()
    text = letters if len(letters) == 1 else f'[{letters}]'
    return text, set(LETTERS) if letters == 'A' else set(letters + letters.lower())


def move(view):
    """The one that led here."""
    if view.move is None:
        return None
    man, source, target = view.move.hops[0]
    side, sides = dice.choice((('', LETTERS), ('white ', LETTERS[:6]) if man.isupper() else ('black ', LETTERS[6:])))
    sign, has_sign = signs_of(view)
    if view.move.wing:
        wing = view.move.wing
        return (['--move', side + {'K': 'O-O', 'Q': 'O-O-O'}[wing] + sign],
                lambda view: bool(view.move and view.move.wing == wing and view.move.hops[0][0] in sides and has_sign(view)))
    kinds, men = men_of_move(man)
    to, targets = squares_near(target, False)
    start, sources = '', set(range(64))
    if dice.random() < 0.4:
        start, sources = squares_near(source, False)
    takes = view.move.takes and dice.random() < 0.5
    sign, has_sign = signs_of(view)
    middle = 'x' if takes else '-' if start or kinds == '' and to[0] in '[*' else ''
    promotion = view.move.promotion if dice.random() < 0.5 else ''
    victims = set(LETTERS)
    if takes and dice.random() < 0.5:
        text, victims = victims_with(view.move.takes)
        middle += text
        if dice.random() < 0.3:
            to, targets = '', set(range(64))

    def holds(view):
        if view.move is None or view.move.wing:
            return False
        man, source, target = view.move.hops[0]
        return bool(man in men and man in sides and source in sources and target in targets and (not takes or view.move.takes in victims) and
                    (not promotion or view.move.promotion == promotion) and has_sign(view))
    return ['--move', side + kinds + start + middle + to + (f'={promotion}' if promotion else '') + sign], holds


def rights_text(view):
    text = ''
    for place, rook in enumerate(view.rooks):
        if rook is not None:
            text += 'KQkq'[place] if rook == (7, 0, 63, 56)[place] and view.board.index('Kk'[place // 2]) == (4, 60)[place // 2] else \
                'abcdefgh'[rook & 7] if place > 1 else 'ABCDEFGH'[rook & 7]
    return text or '-'


def board_text(view):
    ranks = [''.join(view.board[rank * 8:rank * 8 + 8]) for rank in range(7, -1, -1)]
    return re.sub(r'\.+', lambda dots: str(len(dots.group())), '/'.join(ranks))


def fen(view):
    """Of the position, perhaps without its last fields, which then may be any."""
    if view.rooks is None:
        return None
    fields = [board_text(view), 'w' if view.white else 'b', rights_text(view),
              '-' if view.en_passant is None else chess.name(view.en_passant), '5', '40']
    count, wanted = dice.randrange(1, 7), view

    def holds(view):
        return (view.rooks is not None and view.board == wanted.board and (count < 2 or view.white == wanted.white) and
                (count < 3 or view.rooks == wanted.rooks) and (count < 4 or view.en_passant == wanted.en_passant))
    return ['--fen', ' '.join(fields[:count])], holds


def ply(view):
    low, high = max(0, view.ply - dice.randrange(4)), view.ply + dice.randrange(4)
    return ['--ply', f'{low}-{high}'], lambda view: low <= view.ply <= high


def move_number(view):
    low = max(0, view.number - dice.randrange(3))
    return ['--move-number', f'{low}-'], lambda view: view.number >= low


def side(view):
    white = view.white
    return ['--side', 'white' if white else 'black'], lambda view: view.white == white


def state(view):
    kinds = {'--check': lambda view: view.check, '--final': lambda view: view.last,
             '--mate': lambda view: view.last and view.end == 'mate', '--stalemate': lambda view: view.last and view.end == 'stalemate'}
    held = [kind for kind, holds in kinds.items() if holds(view)]
    kind = dice.choice(held or list(kinds))
    return [kind], kinds[kind]


def alternatives(view):
    """Of men, this and others: one that holds, and some that do elsewhere."""
    made = [dice.choice((pattern, material, pawns))(view)]
    for _ in range(dice.choice((1, 1, 3))):
        other = dice.choice(games)
        kind = {'--pattern': pattern, '--material': material, '--pawns': pawns}[made[0][0][0]]
        made.append(kind(dice.choice(other.turned((False, False)))))
    dice.shuffle(made)
    return [made[0][0][0], dice.choice(('|', ' | ', '| ')).join(one[0][1] for one in made)], lambda view: any(one[1](view) for one in made)


KINDS = (pattern,) * 5 + (move,) * 4 + (material,) * 2 + (pawns,) * 2 + (fen,) * 2 + (alternatives,) * 3 + (ply, move_number, side, side, state, state) + \
    random_relations.KINDS
WRITTEN = tuple(lambda view, kind=kind: kind(view, dice) for kind in random_written.KINDS)


class Condition:
    """
    `holds` says None where that is not known. `begun`: where it is no property of a position, but of a line, when a man set out on its way
    there; else None. `measures`: does it know what it asks for?
    """

    def __init__(self, text, holds, begun=None, lead=0, measures=lambda view: True):
        self.text, self.holds, self.begun, self.negated, self.tables, self.lead = text, holds, begun, False, {}, lead
        self.measures = measures

    def is_so(self, game, turn, number):
        value = self.table(game, turn)[number]
        return value is not None and bool(value) != self.negated

    def table(self, game, turn):
        """For each position whether it holds; of a manoeuvre the ply of its first move, or 0."""
        key = id(game), turn
        if key not in self.tables:
            views = game.turned(turn)
            self.tables[key] = [self.holds(view) if self.begun is None else self.begun(game, views, number)
                                for number, view in enumerate(views)]
        return self.tables[key]


# ---- Manoeuvres ----

def last_hop(game, views, number, place):
    """The last move by which a man came to the square, among those that led to position `number`: its position and itself."""
    while number is not None:
        for hop in views[number].move.hops if views[number].move else ():
            if hop[2] == place:
                return number, hop
        number = game.parents[number]
    return None, None


def hops_to(game, views, number, hop):
    """The moves of the man that made this one, the last first, with the positions that they led to."""
    while hop:
        yield number, hop
        number, hop = last_hop(game, views, game.parents[number], hop[1])


def manoeuvre(game, turn, number):
    """A condition that ends with the move to this position; None: the man has not moved before."""
    views = game.turned(turn)
    if not views[number].move:
        return None
    way = []
    for step in hops_to(game, views, number, dice.choice(views[number].move.hops)):
        way.append(step)
        if len(way) == dice.choice((2, 2, 3, 4)):
            break
    way.reverse()
    if len(way) < 2:
        return None
    kinds, men = men_of_move(way[0][1][0])
    if any(hop[0] not in men for _, hop in way):
        kinds, men = 'A', set(LETTERS)
    squares = [way[0][1][1]] + [hop[2] for _, hop in way]
    takes = [views[place].move.takes and dice.random() < 0.5 for place, _ in way]
    sign, has_sign = signs_of(views[number])
    text = kinds + chess.name(squares[0]) + ''.join('-x'[bool(take)] + chess.name(place) for take, place in zip(takes, squares[1:])) + sign

    def begun(game, views, number):
        if not views[number].move or not has_sign(views[number]):
            return 0
        hop = next((hop for hop in views[number].move.hops if hop[2] == squares[-1]), None)
        wanted = len(squares) - 1
        for place, hop in hops_to(game, views, number, hop):
            if hop[0] not in men or hop[1:] != (squares[wanted - 1], squares[wanted]) or (takes[wanted - 1] and not views[place].move.takes):
                return 0
            wanted -= 1
            if wanted == 0:
                return views[place].ply
        return 0
    return Condition(['--move', text], None, begun)


# ---- Rows ----

def plain_move(view):
    """A text without a side before it, and what it asks for."""
    while True:
        arguments, holds = move(view)
        if ' ' not in arguments[1]:
            return arguments[1], holds


def half_move(view, is_first):
    """A word that this half-move fulfils, perhaps with a side before it."""
    if view.move is None or dice.random() < 0.2:
        return '*', lambda view: True
    if is_first and dice.random() < 0.3:
        arguments, holds = move(view)
        return arguments[1], holds
    words = [plain_move(view)]
    others = [other for other in dice.choice(games).nodes if other.move is not None]
    if others and dice.random() < 0.3:
        words.insert(dice.randrange(2), plain_move(dice.choice(others)))
    return '|'.join(text for text, _ in words), lambda view: any(holds(view) for _, holds in words)


def row(game, turn, number):
    """A condition that ends with the half-move to this position; None: there are not two."""
    views, path = game.turned(turn), []
    while number is not None and views[number].ply > 0 and len(path) < dice.choice((2, 2, 3, 5)):
        path.append(number)
        number = game.parents[number]
    if len(path) < 2:
        return None
    words = [half_move(views[place], place == path[-1]) for place in reversed(path)]

    def begun(game, views, number):
        first = 0
        for _, holds in reversed(words):
            if number is None or views[number].ply == 0 or not holds(views[number]):
                return 0
            first, number = views[number].ply, game.parents[number]
        return first
    return Condition(['--move', ' '.join(text for text, _ in words)], None, begun, len(words) - 1)


# ---- Questions ----

def distance_words(least, most):
    if (least, most) == (1, None):
        return ['--then']
    if (least, most) == (1, 1) and dice.random() < 0.5:
        return ['--next']
    return ['--after', f'{least}-' if most is None else f'{least}' if least == most else f'{least}-{most}']


def random_distance(actual):
    """That fits this one, most times."""
    least = max(1, dice.choice((1, actual, actual - 1, actual - 3)))
    return dice.choice(((least, None), (1, 1), (least, least), (least, min(40, max(least, actual + dice.randrange(4))))))


# `is_told`: --for is, however long. `times`: how often, for a range of --times; None: it is no such step.
Step = namedtuple('Step', 'conditions length is_told times')


def run_count(step, held):
    """How often a step is fulfilled, by the positions of a part of a line that fulfil its conditions."""
    if not step.is_told:
        return sum(held)
    return sum(len(run) >= step.length for run in ''.join('x' if one else ' ' for one in held).split())


class Question:
    def __init__(self, steps, distances, turns, variations, flags, tags):
        self.steps, self.turns, self.variations, self.flags, self.tags = steps, turns, variations, flags, tags
        self.distances = distances  # of each step but the first: least and most half-moves behind the one before (None: any)
        self.sides = sorted({black for black, _ in turns})

    def arguments(self):
        parts = []
        for step in self.steps:
            words = [(['--not'] if condition.negated else []) + condition.text for condition in step.conditions]
            if step.is_told:
                words.insert(dice.randrange(1, len(words) + 1), ['--for', str(step.length)])
            if step.times:
                words.insert(dice.randrange(1, len(words) + 1), ['--times', step.times[0]])
            parts.append(sum(words, []))
        board = []
        for place, part in enumerate(parts):
            board += (distance_words(*self.distances[place - 1]) if place else []) + part
        return self.flags + sum((tag[0] for tag in self.tags), []) + board

    def counted_ends(self, step, game, turn, path, before):
        """Places up to which a step is fulfilled as often as it should be, from right behind one of those before on."""
        held = [all(condition.is_so(game, turn, number) for condition in step.conditions) for number in path]
        views = game.turned(turn)
        measured = [all(condition.measures(views[number]) for condition in step.conditions) for number in path]
        least, most = step.times[1:]
        return {end for end in range(-1, len(path)) if any(measured[:max(end + 1, 1)]) and any(
            start <= end and least <= run_count(step, held[start + 1:end + 1]) and (most is None or run_count(step, held[start + 1:end + 1]) <= most)
            for start in before)}

    def ends_along(self, game, turn, path):
        """Steps at a distance, or counted: does the last one end where the line does? Then its ply, twice."""
        before, last = None, len(path) - 1
        for i, step in enumerate(self.steps):
            if step.times:
                before = self.counted_ends(step, game, turn, path, {-1} if before is None else before)
                continue
            ends, run_length = set(), 0
            lead = max(condition.lead for condition in step.conditions)
            least, most = self.distances[i - 1] if i else (0, None)
            if i and self.steps[i - 1].times:
                most = 1
            for place, number in enumerate(path):
                held = all(condition.is_so(game, turn, number) for condition in step.conditions)
                run_length = run_length + 1 if held else 0
                begin = place - step.length + 1 - lead
                if run_length >= step.length and (before is None or any(least <= begin - end and (most is None or begin - end <= most) for end in before)):
                    ends.add(place)
            before = ends
        ends_here = last in before and (not self.steps[-1].times or game.nodes[path[-1]].last)
        ply = last - (0 if self.steps[-1].times else self.steps[-1].length - 1)
        return (ply, ply) if ends_here else None

    def holds_along(self, game, turn, path):
        """Does the line come to its end exactly here? Then the plies of the first and of the last step."""
        if any(distance != (1, None) for distance in self.distances) or any(step.times for step in self.steps):
            return self.ends_along(game, turn, path)
        step = run_length = first = 0
        begin = 0
        for place, number in enumerate(path):
            conditions, length = self.steps[step][:2]
            run_length += 1
            for condition in conditions:
                value = condition.table(game, turn)[number]
                if value is None or (value > begin if condition.begun else bool(value)) == condition.negated:
                    run_length = 0
                    break
            if run_length < length:
                continue
            if step == 0:
                first = place - length + 1
            step, run_length, begin = step + 1, 0, place
            if step == len(self.steps):
                return (first, place - length + 1) if place + 1 == len(path) else None
        return None

    def answer(self, game):
        """The plies of the first place in the text; where the board may be turned, of the turn in which they are least; and whether we are Black."""
        sides = [black for black in self.sides if all(tag[1](game, black) for tag in self.tags)]
        if not sides:
            return None
        found = []
        for turn in [turn for turn in self.turns if turn[0] in sides] if self.steps else ():
            for number in range(len(game.nodes)):
                if not self.variations and not game.in_main[number]:
                    continue
                plies = self.holds_along(game, turn, game.path(number))
                if plies:
                    found.append((*plies, number, turn[0]))
                    break
        if not self.steps:
            return 0, 0, 0, sides[0]
        return min(found) if found else None


def random_condition(view):
    made = None
    while made is None:
        made = dice.choice(WRITTEN if dice.random() < 0.35 else KINDS)(view)
    return Condition(*made)


def make_step(game, turn, path, place, may_manoeuvre):
    """Conditions that hold at this place of the line, and for how long."""
    view, conditions = game.turned(turn)[path[place]], []
    for _ in range(dice.choice((1, 1, 2, 3))):
        condition = None
        if dice.random() < 0.35:
            condition = dice.choice((manoeuvre, row) if may_manoeuvre else (row,))(game, turn, path[place])
        if condition is None:
            condition = random_condition(view)
        if dice.random() < 0.2:  # what does not hold here, most times
            other = dice.choice(games)
            condition = random_condition(dice.choice(other.turned(turn)))
            condition.negated = True
        if sum(condition.begun is not None for condition in conditions) < 4:
            conditions.append(condition)
    length = dice.choice((1, 1, 1, 2, 3, 5)) if dice.random() < 0.5 else 1
    return Step(conditions, length, length > 1 or dice.random() < 0.1, None)


def counted(step, game, turn, part):
    """The same step, asked for as often as it is fulfilled in this part of a line, or nearly."""
    count = run_count(step, [all(condition.is_so(game, turn, number) for condition in step.conditions) for number in part])
    least = max(0, count + dice.choice((0, 0, 0, 0, 1, -1)))
    text, most = dice.choice(((f'{least}', least), (f'{least}-', None), (f'{least}-{least + 1}', least + 1), ('0', 0)))
    return step._replace(times=(text, 0 if text == '0' else least, most))


def count_some(steps, places, game, turn, path):
    """Some steps are counted, none beside another."""
    for i, step in enumerate(steps):
        if dice.random() < 0.5 and (i == 0 or not steps[i - 1].times) and (i == 0 or max(condition.lead for condition in step.conditions) == 0):
            end = places[i + 1] if i + 1 < len(steps) else len(path)
            steps[i] = counted(step, game, turn, path[(places[i - 1] + 1 if i else 0):end])


def rating_of(text):
    """As docs/QUERIES.md says; None: it is unknown."""
    match = re.match(r'[ \t]*([0-9]{1,4})(?![0-9]|\?[0-9?])', text or '')
    return (int(match.group(1)) or None) if match else None


def tag_condition():
    low = dice.choice((1, 99, 1000, 1500, 1501, 1700, 2000))
    high = low + dice.choice((0, 100, 800))

    def in_range(game, name):
        rating = rating_of(game.tags[name])
        return rating is not None and low <= rating <= high

    def compares(game, name, test):
        rating = rating_of(game.tags[name])
        return rating is not None and test(rating)
    def gap_of(game, black, test):
        ratings = [rating_of(game.tags[COLOURS[black ^ other] + 'Elo']) for other in (False, True)]
        return None if None in ratings else test(ratings[0] - ratings[1])

    def is_named(game, name):
        return (game.tags[name] or '').lower().startswith(player.lower())

    def result_is(game, black):
        return any(game.result == {'won': '0-1' if black else '1-0', 'lost': '1-0' if black else '0-1'}.get(word, word) for word in words)
    name, player = dice.choice(('WhiteElo', 'BlackElo')), dice.choice(('adams', 'Bell', 'cole, c'))
    gap = dice.choice((-500, -100, 0, 1, 250))
    words = dice.sample(('won', 'lost', '1-0', '0-1', '*', '1/2-1/2'), dice.choice((1, 2)))
    text, holds, tries_black = dice.choice((
        (['--elo', f'{low}-{high}'], lambda game, _: in_range(game, 'WhiteElo') and in_range(game, 'BlackElo'), False),
        (['--white-elo', f'{low}-{high}'], lambda game, _: in_range(game, 'WhiteElo'), False),
        (['--black-elo', f'{low}-{high}'], lambda game, _: in_range(game, 'BlackElo'), False),
        (['--us-elo', f'{low}-{high}'], lambda game, black: in_range(game, COLOURS[black] + 'Elo'), False),
        (['--them-elo', f'{low}-{high}'], lambda game, black: in_range(game, COLOURS[not black] + 'Elo'), False),
        (['--elo-gap', f'{gap}..'], lambda game, black: gap_of(game, black, lambda found: found >= gap), False),
        (['--elo-gap', f'..{gap}'], lambda game, black: gap_of(game, black, lambda found: found <= gap), False),
        (['--white', player], lambda game, _: is_named(game, 'White'), False),
        (['--us', player], lambda game, black: is_named(game, COLOURS[black]), True),
        (['--them', player], lambda game, black: is_named(game, COLOURS[not black]), True),
        (['--tag', f'{name}>={low}'], lambda game, _: compares(game, name, lambda rating: rating >= low), False),
        (['--tag', f'{name}<{low}'], lambda game, _: compares(game, name, lambda rating: rating < low), False),
        (['--result', ','.join(words)], result_is, False)))
    if dice.random() < 0.2:
        return ['--not'] + text, lambda game, black: holds(game, black) is not None and not holds(game, black), tries_black
    return text, holds, tries_black


def make_question():
    variations, reverse, mirror = dice.random() < 0.7, dice.random() < 0.5, dice.random() < 0.35
    tags = [tag_condition() for _ in range(dice.choice((0, 0, 1, 1, 2, 3)))]
    tries_black = reverse or any(tag[2] for tag in tags)
    turns = [(a, b) for b in ((False, True) if mirror else (False,)) for a in ((False, True) if tries_black else (False,))]
    flags = ['--variations'] * variations + ['--either'] * reverse + ['--mirrored'] * mirror
    steps, distances = [], []
    if not tags or dice.random() < 0.5:
        game, turn = dice.choice(games), dice.choice(turns)
        numbers = [number for number in range(len(game.nodes)) if variations or game.in_main[number]]
        path = game.path(max(dice.choices(numbers, k=2)))
        places = sorted(dice.sample(range(len(path)), min(len(path), dice.choice((1, 1, 2, 2, 3)))))
        counts = dice.random() < 0.3
        if not counts and dice.random() < 0.5:
            distances = [random_distance(min(place - before, 30)) for before, place in zip(places, places[1:])]
        steps = [make_step(game, turn, path, place, i == 0 or (not counts and all(one == (1, None) for one in distances)))
                 for i, place in enumerate(places)]
        if counts:
            count_some(steps, places, game, turn, path)
        distances = distances or [(1, None)] * (len(steps) - 1)
    return Question(steps, distances, turns, variations and bool(steps), [flag for flag in flags if steps or flag == '--either'], tags)


def ask(name, arguments):
    rows = [tuple(map(int, row.split(','))) for row in run(PGNFIND, '-q', '--csv=GameNumber,Ply,LastPly', *arguments, name).split()[1:]]
    return {row[0]: row[1:] for row in rows}


def boards_of(answers):
    """The places that are found, as FENs begin: in a variation those of the last step. By game."""
    boards = {}
    for number, (ply, _, node, _) in answers.items():
        game = games[number - 1]
        view = game.nodes[node if not game.in_main[node] else [i for i in range(len(game.nodes)) if game.in_main[i]][ply]]
        boards[number] = f"{board_text(view)} {'w' if view.white else 'b'}"
    return boards


def ask_boards(arguments):
    rows = [row.split(',') for row in run(PGNFIND, '-q', '--csv=GameNumber,FEN', *arguments, dice.choice(list(DATABASES))).split('\n')[1:-1]]
    return {int(row[0]): ' '.join(row[1].split(' ')[:2]) for row in rows}


def main():
    faults = answers = hits = 0
    with open('random.pgn', 'w', encoding='ascii', newline='') as stream:
        stream.write(''.join(game.text() for game in games))
    for name, options in DATABASES.items():
        run(PGNPACK, '-q', '-f', *options, 'random.pgn', '-o', name)
    run(PGNFIND, '-q', '--index', 'nets.bcgn')
    for _ in range(QUESTIONS):
        question = make_question()
        arguments = question.arguments()
        wanted = {number: question.answer(game) for number, game in enumerate(games, 1)}
        boards = boards_of({number: answer for number, answer in wanted.items() if answer is not None}) if question.steps else None
        colours = [COLOURS[answer[3]] for answer in wanted.values() if answer is not None]
        wanted = {number: answer[:2] for number, answer in wanted.items() if answer is not None}
        for name in DATABASES:
            got = ask(name, arguments)
            answers += 1
            hits += len(wanted)
            if got != wanted:
                faults += 1
                different = sorted(number for number in set(got) | set(wanted) if got.get(number) != wanted.get(number))
                print(f'seed {SEED}: {name}: {arguments}: {len(different)} games differ:',
                      [(number, got.get(number), wanted.get(number)) for number in different[:5]], '(number, got, wanted)')
        got = ask_boards(arguments) if boards is not None else None
        if got != boards:
            faults += 1
            print(f'seed {SEED}: {arguments}: boards:', [(number, got.get(number), board) for number, board in boards.items() if got.get(number) != board][:3])
        rows = json.loads(run(PGNFIND, '-q', '--table=Colour', '--json', *arguments, dice.choice(list(DATABASES))))
        if [(row['Colour'], row['games']) for row in rows] != [(colour, colours.count(colour)) for colour in COLOURS if colour in colours]:
            faults += 1
            print(f'seed {SEED}: {arguments}: {rows}, not {colours}')
    print(f'{QUESTIONS} questions of {SEED}: {answers} answers with {hits} games, {faults} faults')
    sys.exit(faults != 0)


games = []
while len(games) < GAMES:
    games.append(Game(games))
main()
