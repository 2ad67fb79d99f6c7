"""novel_model.py PROGRAMS SEED: pgnfind --novel beside novelties found here.

PROGRAMS is the folder of pgnpack and pgnfind. Games of few moves to choose from, so that they meet again, with dates that are known in part,
are packed as a reference and as two databases to be searched, one of which is the reference itself. A game leaves the reference at the first
position that, as all behind it, no earlier game of the reference had. Prints "SEED: N games with M novelties, F faults".
"""
import csv
import io
import json
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'format'))
import chess  # noqa: E402

FOLDER, SEED = sys.argv[1], int(sys.argv[2])
PGNPACK, PGNFIND = (os.path.join(FOLDER, name) for name in ('pgnpack', 'pgnfind'))
dice = random.Random(SEED)
faults = 0
STARTS = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'


def key_of(position):
    passing = any(target == position.en_passant and position.board[source] in 'pP' for source, target, _ in position.moves())
    return ''.join(position.board), position.white, tuple(position.rooks), position.en_passant if passing else None


class Game:
    def __init__(self, number, name):
        self.number, self.name = number, name
        self.date = dice.choice(('2001.01.01', '2002.02.02', '2002.02.??', '2003.??.??', '????.??.??', '2010.10.10', '2002.02.03', '2020.01.01'))
        self.start = dice.choice((0, 0, 0, 0, 1))
        position = chess.position_of_fen(STARTS[self.start].encode())
        self.keys, self.sans = [key_of(position)], []
        for _ in range(dice.choice((0, 1, 4, 8, 12))):
            moves = sorted(position.moves())[::7 if self.start == 0 else 2][:2 if dice.random() < 0.97 else 5]
            move = dice.choice(moves)
            after = position.make(move)
            self.sans.append(position.san(move, after))
            position = after
            self.keys.append(key_of(position))
        self.white = f'{name}{number}'

    def text(self):
        start = f'[FEN "{STARTS[1]}"]\n[SetUp "1"]\n' if self.start else ''
        moves = ' '.join(f'{place // 2 + 1}. {san}' if place % 2 == 0 else san for place, san in enumerate(self.sans))
        return f'[Event "{self.name}"]\n[Date "{self.date}"]\n[White "{self.white}"]\n[Black "B"]\n{start}\n{moves} *\n\n'

    def when(self):
        """Parts that are not known are 0; nothing known is 0."""
        parts = [0 if '?' in part else int(part) for part in self.date.split('.')]
        return 10000 * parts[0] + 100 * parts[1] + parts[2]


def run(*arguments):
    result = subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300, check=False)
    if result.returncode != 0:
        sys.exit(f'seed {SEED}: {arguments}: status {result.returncode}: {result.stderr.decode()}')
    return result.stdout.decode()


def check(what, got, wanted):
    global faults
    if got != wanted:
        faults += 1
        print(f'seed {SEED}: {what}:\n  {got}\nnot\n  {wanted}')


def novelty_of(game, reference):
    """The ply, and the games that had the position before it; None: there is no novelty."""
    earlier = [other for other in reference if game.when() == 0 or other.when() < game.when()]
    known = set(key for other in earlier for key in other.keys)
    flags = [key in known for key in game.keys]
    if not any(flags) or flags[-1]:
        return None
    ply = len(flags) - flags[::-1].index(True)
    there = [other for other in earlier if game.keys[ply - 1] in other.keys]
    return ply, there


def make(name, count):
    games = [Game(number, name) for number in range(1, count + 1)]
    with open('games.pgn', 'w', encoding='ascii', newline='') as stream:
        stream.write(''.join(game.text() for game in games))
    run(PGNPACK, '-q', '-f', '-B', dice.choice(('2K', '64K')), dice.choice(('-2', '-3', '-5')), 'games.pgn', '-o', f'{name}.bcgn')
    return games


reference, others = make('reference', 120), make('others', 40)
asked = found = 0
for name, games in (('others', others), ('reference', reference)):
    asked += len(games)
    rows = list(csv.DictReader(io.StringIO(run(PGNFIND, '-q', '--novel=reference.bcgn', '--csv=GameNumber,Ply,LastPly,Move,Known,LastKnown', f'{name}.bcgn'))))
    wanted = []
    for game in games:
        novelty = novelty_of(game, reference)
        if novelty is None:
            continue
        ply, there = novelty
        last = max(there, key=lambda other: (other.when(), other.number))
        label = f'{last.white} - B, reference' + (f', {last.date}' if last.when() else '')
        wanted.append(dict(zip(('GameNumber', 'Ply', 'LastPly', 'Move', 'Known', 'LastKnown'),
                               (str(game.number), str(ply), str(ply), game.sans[ply - 1], str(len(there)), label))))
    found += len(wanted)
    check(f'{name}: rows', rows, wanted)
    count = run(PGNFIND, '-q', '-c', '--novel=reference.bcgn', f'{name}.bcgn').strip()
    check(f'{name}: counted', count, str(len(wanted)))
    objects = [json.loads(line) for line in run(PGNFIND, '-q', '--json', '--novel=reference.bcgn', '-n', '5', f'{name}.bcgn').splitlines()]
    check(f'{name}: the first five as JSON', [(str(one['number']), str(one['ply']), one['move'], str(one['known']), one['last_known']) for one in objects],
          [(row['GameNumber'], row['Ply'], row['Move'], row['Known'], row['LastKnown']) for row in wanted[:5]])
    lines = run(PGNFIND, '-q', '--novel=reference.bcgn', f'{name}.bcgn').splitlines()
    check(f'{name}: the list', [line.split('.')[0] for line in lines[::2]], [row['GameNumber'] for row in wanted])
    check(f'{name}: what is new', [line.split(' is new')[0].split()[1] for line in lines[1::2]], [row['Move'] for row in wanted])
only = run(PGNFIND, '-q', '-c', '--novel=reference.bcgn', '--date', '2002', 'others.bcgn').strip()
check('with a condition', only, str(sum(game.date.startswith('2002') and novelty_of(game, reference) is not None for game in others)))
print(f'{SEED}: {asked} games with {found} novelties, {faults} faults')
sys.exit(faults != 0)
