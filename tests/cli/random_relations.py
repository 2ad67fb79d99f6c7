"""Random conditions for random_searches.py on what men do to each other: texts, and what they say of a view, by boards alone."""
from random_lines import chess, dice

POINTS = dict(zip('PNBRQKpnbrqk', (1, 3, 3, 5, 9, 0, -1, -3, -3, -5, -9, 0)))
SIDES = {'A': 'KQRBNP', 'a': 'kqrbnp'}


def occupied(board):
    return [place for place in range(64) if board[place] != chess.EMPTY]


def lines_from(board, place):
    """Men that stand behind each other on each line of the man there, the nearest first."""
    ways = chess.SLIDES.get(board[place].upper(), [()] * 64)[place]
    return [[square for square in way if board[square] != chess.EMPTY] for way in ways]


def attacked(board, place):
    """Men that the one there attacks."""
    man = board[place]
    if man in 'Pp':
        squares = chess.PAWN[man == 'P'][place]
    elif man in 'NnKk':
        squares = chess.ON_EMPTY_BOARD[man.upper()][place]
    else:
        return [line[0] for line in lines_from(board, place) if line]
    return [square for square in squares if board[square] != chess.EMPTY]


def some_set(board, place):
    """A text of a kind of men, this one among them, and their squares on any board."""
    man, square = board[place], ''
    text, men = dice.choice(((man, man), (man, man), ('A', SIDES['A']) if man.isupper() else ('a', SIDES['a']), (f'[{man}q]', man + 'q')))
    if dice.random() < 0.3:
        square = chess.name(place)
    return text + square, lambda board: {other for other in occupied(board) if board[other] in men and square in ('', chess.name(other))}


def attack_line(board):
    """None where nothing stands behind another."""
    lines = [(place, line) for place in occupied(board) for line in lines_from(board, place) if len(line) > 1]
    if not lines:
        return None
    place, line = dice.choice(lines)
    sets = [some_set(board, square) for square in (place, line[0], line[1])]

    def holds(board):
        first, second, third = (squares(board) for _, squares in sets)
        return any(len(line) > 1 and line[0] in second and line[1] in third for place in first for line in lines_from(board, place))
    return ' > '.join(text for text, _ in sets), holds


def attack_many(board):
    pairs = [(place, target) for place in occupied(board) for target in attacked(board, place)]
    if not pairs:
        return None
    place, target = dice.choice(pairs)
    (first, attackers), (second, victims) = some_set(board, place), some_set(board, target)
    if dice.random() < 0.3:
        return f'{first}:2+ > {second}', lambda board: any(
            sum(target in attacked(board, place) for place in attackers(board)) >= 2 for target in victims(board))
    least = dice.choice((1, 1, 2))
    third, others = some_set(board, dice.choice(attacked(board, place)))

    def holds(board):
        return any(len(victims(board) & set(attacked(board, place))) >= least and others(board) & set(attacked(board, place))
                   for place in attackers(board))
    return f'{first} > {second}{":2+" if least == 2 else ""} {third}', holds


def attack(view):
    made = dice.choice((attack_line, attack_many, attack_many))(view.board)
    if made is None:
        return None
    text, holds = made
    if dice.random() < 0.15:
        return ['--attack', '!' + text], lambda view: not holds(view.board)
    return ['--attack', text], lambda view: holds(view.board)


def hangs(board, place):
    by = {board[other].isupper() for other in occupied(board) if place in attacked(board, other)}
    return board[place] not in 'Kk' and by == {not board[place].isupper()}


def hanging(view):
    hang = [place for place in occupied(view.board) if hangs(view.board, place)]
    rest = [place for place in occupied(view.board) if view.board[place] not in 'Kk']
    if not rest:
        return None
    text, squares = some_set(view.board, dice.choice(hang or rest))
    return ['--hanging', text], lambda view: any(hangs(view.board, place) for place in squares(view.board))


def balance_of(view):
    return sum(POINTS.get(man, 0) for man in view.board)


def balance(view):
    now = balance_of(view)
    low, high, text = dice.choice(((now, now, f'={now}'), (now, 999, f'{now}..'), (-999, now, f'..{now}'), (now - 1, now + 2, f'{now - 1}..{now + 2}')))
    return ['--balance', text], lambda view: low <= balance_of(view) <= high


KINDS = (attack,) * 4 + (hanging,) * 2 + (balance,)
