"""table_model.py PROGRAMS SEED: pgnfind --table beside counts made here.

PROGRAMS is the folder of pgnpack and pgnfind. Games with odd tags are packed in three databases; random keys, alone and up to four, and
random conditions on names, results and ratings (docs/QUERIES.md) are asked, of one database and of all. Rows, their order, sums, scores,
means and performances must be those of this file. Prints "N tables of SEED: R rows, F faults".
"""
import csv
import io
import json
import os
import random
import re
import subprocess
import sys

FOLDER, SEED = sys.argv[1], int(sys.argv[2])
PGNPACK, PGNFIND = (os.path.join(FOLDER, name) for name in ('pgnpack', 'pgnfind'))
TABLES, DATABASES = 60, ('one.bcgn', 'two.bcgn', 'three.bcgn')
dice = random.Random(SEED)

# Lines, with what they are called.
LINES = {'1. e4 e5 2. f4': ('C30', "King's Gambit"), '1. e4 c5': ('B20', 'Sicilian Defense'), '1. d4 f5': ('A80', 'Dutch Defense'),
         '1. c4': ('A10', 'English Opening'), '1. e4 c5 2. a4 a5 3. h4 h5': ('B20', 'Sicilian Defense'), '': (None, None)}
NAMES = ('Adams, M', 'Bell "the" B\\ell', 'Čolović, A', 'Adams, Z', '?', None, '')
DATES = ('2010.05.17', '2010.05.??', '2010.??.??', '2019-5-3', '1999.12.31', '????.??.??', '', None, '2010.13.01', '1850', 'May 2010')
ELOS = ('2500', '2599', '2600', ' 1500', '1500?', '?', '-', '0', '12345', '', None, '99', '2831', '2400')
TIMES = {'180': 'blitz', '179': 'bullet', '29': 'ultrabullet', '180+2': 'blitz', '60+3': 'blitz', '600': 'rapid', '1500': 'classical', '1499': 'rapid',
         '40/7200:3600': 'classical', '1/86400': 'correspondence', '1/259200': 'correspondence', '2/86400': 'classical', '-': None, '?': None,
         '*120': None, '300+': None, '0+1': 'bullet', '90m': None, None: None, '': None, '5400+30': 'classical', '1/1209600': 'correspondence', '12345678': None}
KNOWN = 'Year', 'Month', 'Decade', 'EloBand', 'OurElo', 'TheirElo', 'Length', 'TimeClass', 'Result', 'Score', 'Colour', 'Us', 'Opponent', 'ECO', 'Opening'
TAGS = 'Event', 'White', 'Board'
BY_GAMES = ('Us', 'Opponent', 'ECO', 'Opening') + TAGS
ORDERS = {'TimeClass': ('ultrabullet', 'bullet', 'blitz', 'rapid', 'classical', 'correspondence'), 'Result': ('1-0', '1/2-1/2', '0-1', '*'),
          'Score': ('won', 'drawn', 'lost'), 'Colour': ('White', 'Black')}
# FIDE Handbook B.02, 8.1.1: the least percentage of a difference.
DIFFERENCES = (0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251,
               262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800)


def run(*arguments):
    result = subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300, check=False)
    if result.returncode != 0:
        sys.exit(f'seed {SEED}: {arguments}: status {result.returncode}: {result.stderr.decode()}')
    return result.stdout.decode()


class Game:
    def __init__(self):
        self.tags = {'Event': dice.choice(('Linares', 'Wijk aan Zee', '?', 'a,b "c"')), 'Date': dice.choice(DATES), 'White': dice.choice(NAMES),
                     'Black': dice.choice(NAMES), 'WhiteElo': dice.choice(ELOS), 'BlackElo': dice.choice(ELOS), 'TimeControl': dice.choice(list(TIMES)),
                     'ECO': dice.choice((None, None, None, 'B90', 'C30', '?')), 'Opening': dice.choice((None, None, 'Sicilian Defense', 'Grünfeld')),
                     'Board': dice.choice((None, None, None, '1', '10', '2'))}
        self.line = dice.choice(list(LINES))
        self.result = dice.choice(('1-0', '0-1', '1/2-1/2', '*'))
        if dice.random() < 0.15:
            self.tags.update(Variant='Chess960')

    def text(self):
        tags = ''.join('[%s "%s"]\n' % (name, value.replace('\\', '\\\\').replace('"', '\\"')) for name, value in self.tags.items() if value is not None)
        return f'{tags}[Result "{self.result}"]\n\n{self.line} {self.result}\n\n'

    def elo(self, black):
        match = re.match(r'\s*(\d{1,4})(?![\d]|\?[\d?])', self.tags['BlackElo' if black else 'WhiteElo'] or '')
        return int(match.group(1)) if match else 0

    def half_points(self, black):
        return None if self.result == '*' else 1 if self.result == '1/2-1/2' else 2 if (self.result == '1-0') != black else 0

    def date(self):
        match = re.fullmatch(r'(\d{4})(?:[.\-/](\d{1,2}|\?\?)(?:[.\-/](\d{1,2}|\?\?))?)?', self.tags['Date'] or '')
        if not match or int(match.group(1)) == 0:
            return None, None
        month = match.group(2)
        return int(match.group(1)), int(month) if month and month != '??' and 1 <= int(month) <= 12 else None

    def opening(self, place):
        tag = self.tags[('ECO', 'Opening')[place]]
        return known(tag) if tag is not None else None if 'Variant' in self.tags else LINES[self.line][place]

    def value(self, key, black):
        year, month = self.date()
        plies = len(re.sub(r'\d+\.', '', self.line).split())
        moves = (plies + 1) // 2
        elos = self.elo(black), self.elo(not black)
        return {'Year': year and f'{year:04}', 'Decade': year and band(year, 0, 10), 'Month': year and (f'{year:04}.{month:02}' if month else f'{year:04}'),
                'EloBand': band(sum(elos) // 2, 0, 100) if all(elos) else None, 'OurElo': elos[0] and band(elos[0], 0, 100),
                'TheirElo': elos[1] and band(elos[1], 0, 100), 'Length': band(moves, 1, 10) if moves else '0', 'TimeClass': TIMES[self.tags['TimeControl']],
                'Result': self.result, 'Score': {2: 'won', 1: 'drawn', 0: 'lost', None: None}[self.half_points(black)], 'Colour': 'Black' if black else 'White',
                'Us': known(self.tags['Black' if black else 'White']), 'Opponent': known(self.tags['White' if black else 'Black']), 'ECO': self.opening(0),
                'Opening': self.opening(1), **{tag: known(self.tags[tag]) for tag in TAGS}}[key] or None


def known(text):
    return None if text in (None, '', '?', '-') else text


def band(number, first, width):
    begin = number - (number - first) % width
    return f'{begin}-{begin + width - 1}'


def mean(total, count):
    return (total + count // 2) // count if count else 0


def counts_of(chosen, by_result):
    """Of games and who we are in them."""
    points = [game.half_points(black) for game, black in chosen]
    ours = [game.elo(black) for game, black in chosen if game.elo(black)]
    rated = [(game.elo(not black), game.half_points(black)) for game, black in chosen if game.elo(not black) and game.half_points(black) is not None]
    finished = [point for point in points if point is not None]
    opponents = mean(sum(elo for elo, _ in rated), len(rated))
    percent = mean(50 * sum(point for _, point in rated), len(rated))
    difference = DIFFERENCES[abs(percent - 50)] * (1 if percent >= 50 else -1)
    return {'games': len(chosen), 'won': points.count(2), 'drawn': points.count(1), 'lost': points.count(0), 'unknown': points.count(None),
            'score': mean(500 * sum(finished), len(finished)) if finished else None, 'rating': mean(sum(ours), len(ours)) or None,
            'opponent_rating': opponents or None, 'performance': max(0, opponents + difference) or None if len(rated) >= 3 and not by_result else None}


def place_of(key, value):
    """Where a value stands that has an order of its own."""
    return ORDERS[key].index(value) if key in ORDERS else int(re.match(r'\d+', value).group()) * 100 + int((value + '.0').split('.')[1] if key == 'Month' else 0)


def table(chosen, keys):
    rows = {}
    for game, black in chosen:
        rows.setdefault(tuple(game.value(key, black) for key in keys), []).append((game, black))

    def rank(values):
        ranks = []
        for place, (key, value) in enumerate(zip(keys, values)):
            games = sum(len(row) for other, row in rows.items() if other[:place + 1] == values[:place + 1])
            ranks.append((value is None, -games if key in BY_GAMES else 0 if value is None else place_of(key, value), escaped(value)))
        return ranks
    by_result = 'Score' in keys or 'Result' in keys
    return [(values, counts_of(rows[values], by_result)) for values in sorted(rows, key=rank)]


def escaped(value):
    return (value or '').replace('\\', '\\\\').replace('"', '\\"').encode()


def condition():
    """Words, and whether a game fulfils them with us as Black; the third: do both colours count?"""
    name = dice.choice(('adams', 'adams, m', 'Čolović'))

    def is_named(game, black):
        return (game.tags['Black' if black else 'White'] or '').lower().startswith(name.lower())
    return dice.choice((
        ([], lambda game, black: True, False), (['--us', name], is_named, True), (['--them', name], lambda game, black: is_named(game, not black), True),
        (['--result', 'won', '--either'], lambda game, black: game.half_points(black) == 2, True),
        (['--result', '1-0'], lambda game, black: game.result == '1-0', False),
        (['--us-elo', '2500-', '--either'], lambda game, black: game.elo(black) >= 2500, True)))


def ask():
    keys = dice.sample(KNOWN + TAGS, dice.choice((1, 1, 2, 3, 4)))
    words, holds, tries_black = condition()
    used = dice.choice((DATABASES, DATABASES[:1], DATABASES[1:2]))
    chosen = []
    for game in sum((games[name] for name in used), []):
        sides = [black for black in ((False, True) if tries_black else (False,)) if holds(game, black)]
        chosen += [(game, sides[0])] if sides else []
    asked = ','.join(dice.choice((key, key.lower(), key.upper())) if key in KNOWN else key for key in keys)
    wanted = table(chosen, keys)
    limit = dice.choice(([], [], ['-n', '3']))
    if limit:
        wanted = wanted[:3]
    command = [PGNFIND, '-q', '--table', asked, *limit, *words, *used]
    got = [(tuple(row.pop(key) for key in keys), row) for row in json.loads(run(*command, '--json'))]
    as_csv = list(csv.reader(io.StringIO(run(*command, '--csv'))))
    wanted_csv = [keys + ['Games', 'Won', 'Drawn', 'Lost', 'Unknown', 'Score', 'Elo', 'OpponentElo', 'Performance']]
    for values, row in wanted:
        score = '' if row['score'] is None else f"{row['score'] // 10}.{row['score'] % 10}"
        wanted_csv.append([value or '' for value in values] + [str(row[name]) for name in ('games', 'won', 'drawn', 'lost', 'unknown')] + [score] +
                          [str(row[name] or '') for name in ('rating', 'opponent_rating', 'performance')])
    text = run(*command).split('\n')
    total = text[-2].split()
    faults = 0
    for what, found, right in (('JSON', got, wanted), ('CSV', as_csv, wanted_csv), ('total', int(total[1]), len(chosen)),
                               ('lines', len(text) - (1 if '(' in text[-3][:1] else 0), len(wanted) + 3)):
        if found != right:
            faults += 1
            print(f'seed {SEED}: {command[2:]}: {what}:\n  {found}\nnot\n  {right}')
    return len(wanted), faults


games = {name: [Game() for _ in range(dice.choice((1, 40, 150)))] for name in DATABASES}
for name, own in games.items():
    with open('games.pgn', 'w', encoding='utf-8', newline='') as stream:
        stream.write(''.join(game.text() for game in own))
    run(PGNPACK, '-q', '-f', dice.choice(('-3', '-1', '-5')), '-B', dice.choice(('2K', '64K')), 'games.pgn', '-o', name)
answers = [ask() for _ in range(TABLES)]
print(f'{TABLES} tables of {SEED}: {sum(rows for rows, _ in answers)} rows, {sum(faults for _, faults in answers)} faults')
sys.exit(any(faults for _, faults in answers))
