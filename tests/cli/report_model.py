"""report_model.py PROGRAMS SEED: pgnfind --report beside what is counted here.

PROGRAMS is the folder of pgnpack and pgnfind. Random tournaments, with odd names and rounds, are packed in two databases. The pages about a
player, a tournament and all games with a move are read, and their figures, the crosstable, the rounds, and the games that are chosen have
to be those of this file; structures are held against pgnfind -c. Prints "P pages of SEED: C checks, F faults".
"""
import html.parser
import os
import random
import re
import subprocess
import sys

FOLDER, SEED = sys.argv[1], int(sys.argv[2])
PGNPACK, PGNFIND = (os.path.join(FOLDER, name) for name in ('pgnpack', 'pgnfind'))
dice = random.Random(SEED)
checks = faults = 0
PLAYERS = ['Adams, M', 'Adams, Z', 'Bell "b" <i>', 'Čolović, A', 'Short & Long', 'Zed\\', 'Euwe'][:dice.choice((4, 7))]
LINES = ('1. e4 e5 2. Nf3 Nc6 3. Bb5', '1. e4 c5', '1. d4 d5 2. c4 dxc4 3. e3 e5 4. Bxc4 exd4 5. exd4', '1. e4', '1. d4 f5 2. g3 e6 3. Bg2 Nf6 4. Nf3')


class Game:
    def __init__(self, event):
        self.event, self.round = event, dice.choice(('1', '2', '10', '1.2', '1.10', '?', 'Final', '3'))
        self.white, self.black = dice.sample(PLAYERS, 2)
        self.elos = [dice.choice((None, 2300, 2450, 2600, 2601)) for _ in 'wb']
        self.date = dice.choice(('2019.01.02', '2019.02.??', '2020.05.05', '2021.??.??', '????.??.??', '2018.12.31'))
        self.result = dice.choice(('1-0', '0-1', '1/2-1/2', '*', '1-0', '0-1'))
        self.line = dice.choice(LINES)
        if dice.random() < 0.2:
            self.line = ' '.join(f'{number}. {white} {black}' for number, (white, black) in enumerate(
                [('Nf3', 'Nf6'), ('Ng1', 'Ng8')] * dice.choice((3, 5, 10, 12, 21, 25, 60)), 1))
        self.moves = re.sub(r'\d+\.', '', self.line).split()
        self.plies = len(self.moves)
        has_clocks, has_evals = dice.random() < 0.6, dice.random() < 0.6
        start = dice.choice((60, 600, 6000))
        self.clocks = [dice.randrange(start) if has_clocks and dice.random() < 0.9 else None for _ in self.moves]
        self.evals = [dice.choice((dice.randrange(-300, 300), dice.randrange(-2000, 2000), 'm3', 'm-2')) if has_evals and dice.random() < 0.9 else None
                      for _ in self.moves]

    def text(self):
        def tag(name, value):
            return '' if value is None else '[%s "%s"]\n' % (name, str(value).replace('\\', '\\\\').replace('"', '\\"'))
        return (tag('Event', self.event) + tag('Round', self.round) + tag('Date', self.date) + tag('White', self.white) + tag('Black', self.black) +
                tag('WhiteElo', self.elos[0]) + tag('BlackElo', self.elos[1]) + tag('Result', self.result) + f'\n{self.movetext()} {self.result}\n\n')

    def movetext(self):
        words = []
        for ply, (move, clock, value) in enumerate(zip(self.moves, self.clocks, self.evals)):
            words += [f'{ply // 2 + 1}.'] * (ply % 2 == 0) + [move]
            remarks = [] if clock is None else [f'[%clk {clock // 3600}:{clock // 60 % 60:02d}:{clock % 60:02d}]']
            if value is not None:
                remarks.append(f"[%eval {'#' + value[1:] if isinstance(value, str) else '%.2f' % (value / 100)}]")
            if remarks:
                words.append('{ ' + ' '.join(remarks) + ' }')
        return ' '.join(words)

    def points(self, black):
        return {'1-0': (2, 0), '0-1': (0, 2), '1/2-1/2': (1, 1), '*': (0, 0)}[self.result][black]


class Page(html.parser.HTMLParser):
    """Headings with the rows of texts behind them; facts; the games of the cards."""

    def __init__(self, text):
        super().__init__()
        self.sections, self.facts, self.cell, self.into, self.cards = {'': []}, {}, None, '', ''
        self.name = ''
        self.parts = dict(part.split('</h2>', 1) for part in text.split('<h2>')[1:])
        self.feed(text)

    def tree_total(self, name):
        """Of the tree's first position, whose row comes last."""
        return int(re.findall(r'all</td><td>([\d,]+)', self.parts[name])[-1].replace(',', ''))

    def handle_starttag(self, tag, attributes):
        if tag in ('h1', 'h2', 'td', 'th', 'dt', 'dd', 'pre'):
            self.cell = ''
        if tag == 'tr':
            self.sections[self.name].append([])

    def handle_endtag(self, tag):
        if tag in ('h1', 'h2'):
            self.name = self.cell
            self.sections.setdefault(self.name, [])
        elif tag in ('td', 'th') and self.sections[self.name]:
            self.sections[self.name][-1].append(self.cell)
        elif tag == 'dt':
            self.into = self.cell
        elif tag == 'dd':
            self.facts[self.into] = self.cell
        elif tag == 'pre':
            self.cards = self.cell

    def handle_data(self, data):
        if self.cell is not None:
            self.cell += data


def run(*arguments):
    result = subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300, check=False)
    if result.returncode != 0:
        sys.exit(f'seed {SEED}: {arguments}: status {result.returncode}: {result.stderr.decode()}')
    return result.stdout.decode()


def check(what, got, wanted):
    global checks, faults
    checks += 1
    if got != wanted:
        faults += 1
        print(f'seed {SEED}: {what}:\n  {got}\nnot\n  {wanted}')


def page(*arguments):
    return Page(run(PGNFIND, '-q', *arguments, 'a.bcgn', 'b.bcgn'))


def moves(game):
    return str((game.plies + 1) // 2)


def row(game):
    return [game.date, game.white, game.black, game.event, game.result, moves(game)]


def date_key(game):
    """What is not known is earliest."""
    return tuple(0 if part == '????' or part == '??' else int(part) for part in game.date.split('.')) if not game.date.startswith('????') else (0, 0, 0)


def check_choice(found, chosen, elo_of, is_won, names):
    """`chosen`: games in the order of the databases."""
    numbered = list(enumerate(chosen))
    last = sorted(numbered, key=lambda one: (date_key(one[1]), one[0]), reverse=True)[:10]
    wins = [one for one in numbered if is_won(one[1])]
    strong = sorted((one for one in wins if elo_of(one[1])), key=lambda one: (-elo_of(one[1]), one[0]))[:5]
    short = sorted((one for one in wins if one[1].plies >= 7), key=lambda one: (one[1].plies, one[0]))[:5]
    longest = sorted((one for one in numbered if one[1].plies), key=lambda one: (-one[1].plies, one[0]))[:5]
    shown = []
    for name, wanted in zip(names, (last, strong, short, longest)):
        check(name, found.sections.get(name, [[]])[1:], [row(game) for _, game in wanted])
        shown += [number for number, _ in wanted if number not in shown]
    check('cards', [int(line.split('\t')[0]) - 1 for line in found.cards.split('\n') if line.strip()], shown)


def check_facts(found, chosen, points, names):
    results = [points(game) for game in chosen]
    unknown = sum(game.result == '*' for game in chosen)
    check('games', found.facts['games'], str(len(chosen)))
    for name, value in zip(names, (results.count(2), results.count(1), results.count(0) - unknown)):
        check(name, found.facts[name], str(value))
    years = sorted({date_key(game)[0] for game in chosen} - {0})
    check('years', found.facts.get('years'), None if not years else str(years[0]) if len(years) == 1 else f'{years[0]}–{years[-1]}')


def rounded(numerator, denominator):
    return (2 * numerator + denominator) // (2 * denominator)


def check_numbers(found, chosen, is_black):
    """By stages: moves whose loss is known with it, and what is left of the first clock, in thousandths."""
    stages, in_trouble, with_clocks = {}, [], 0
    names = 'to move 10', '11 to 20', '21 to 30', '31 to 40', 'from 41 on'

    def pawns(value):
        return max(-1000, min(1000, (1000 if value[1] != '-' else -1000) if isinstance(value, str) else value))
    for game in chosen:
        black, trouble = is_black(game), False
        own = range(int(black), game.plies, 2)
        first = game.clocks[own[0]] if own else None
        with_clocks += bool(first)
        for ply in own:
            number, clock = ply // 2 + 1, game.clocks[ply]
            name = names[min((number - 1) // 10, 4)]
            losses, left = stages.setdefault(name, ([], []))
            is_trouble = bool(first) and clock is not None and clock * 1000 < first * 100
            trouble |= is_trouble
            if first and clock is not None and (number in (10, 20, 30, 40) or (number > 40 and ply == own[-1])):
                left.append(clock * 1000 // first)
            if ply and game.evals[ply] is not None and game.evals[ply - 1] is not None:
                loss = (pawns(game.evals[ply - 1]) - pawns(game.evals[ply])) * (-1 if black else 1)
                losses.append(loss)
                if is_trouble:
                    stages.setdefault('in time trouble', ([], []))[0].append(loss)
        if trouble:
            in_trouble.append(game)
    wanted = []
    for name in (*names, 'in time trouble'):
        losses, left = stages.get(name, ([], []))
        if losses or left:
            mean = rounded(sum(max(loss, 0) for loss in losses), len(losses)) if losses else 0
            large = rounded(1000 * sum(loss >= 200 for loss in losses), len(losses)) if losses else 0
            share = rounded(sum(left), len(left)) if left else 0
            wanted.append([name, str(len(losses)), f'{mean // 100}.{mean % 100:02d}' if losses else '', f'{large // 10}.{large % 10}\xa0%' if losses else '',
                           f'{share // 10}.{share % 10}\xa0%' if left else ''])
    check('clocks and evaluations', found.sections.get('Clocks and evaluations', [[]])[1:], wanted)
    if with_clocks:
        text = re.search(r'tenth of the clock of the first move, in (.*?)\.</p>', found.parts['Clocks and evaluations']).group(1)
        decided = [game for game in in_trouble if game.result != '*']
        score = rounded(500 * sum(game.points(is_black(game)) for game in decided), len(decided)) if decided else 0
        check('time trouble', text, f'{len(in_trouble)} of {with_clocks} games with clocks' +
              (f', which scored {score // 10}.{score % 10}&nbsp;%' if decided else ''))


def check_player(games):
    name = dice.choice(('adams', 'čolo', 'zed', 'Bell'))

    def is_named(player):
        return player.lower().startswith(name.lower())
    chosen = [game for game in games if is_named(game.white) or is_named(game.black)]
    if not chosen:
        return
    found = page(f'--report={name}')

    def is_black(game):
        return not is_named(game.white)
    check_facts(found, chosen, lambda game: game.points(is_black(game)), ('won', 'drawn', 'lost'))
    check_choice(found, chosen, lambda game: game.elos[not is_black(game)], lambda game: game.points(is_black(game)) == 2,
                 ('Last games', 'Wins against the strongest', 'Shortest wins', 'Longest games'))
    check_numbers(found, chosen, is_black)
    for colour, title in enumerate(('With White', 'With Black')):
        of_colour = [game for game in chosen if is_named((game.white, game.black)[colour])]
        check(title, found.tree_total(title), len(of_colour))
    for line in found.sections['Structures and endings'][1:]:
        if line[0].startswith('an isolated'):
            count = run(PGNFIND, '-q', '-c', '--us', name, '--pawns', 'iqp', '--for', '20', 'a.bcgn', 'b.bcgn').split()[-2]
            check('structures', line[1], count)


def check_event(games):
    event = dice.choice(('Linares', 'Wijk'))
    chosen = [game for game in games if game.event == event]
    if not chosen:
        return
    found = page('--report', '--event', event)
    check_facts(found, chosen, lambda game: game.points(False), ('White won', 'drawn', 'Black won'))
    cells = {}
    for game in chosen:
        signs = {'1-0': '10', '0-1': '01', '1/2-1/2': '½½', '*': '**'}[game.result]
        for black, (own, other) in enumerate(((game.white, game.black), (game.black, game.white))):
            cells.setdefault(own, {}).setdefault(other, '')
            cells[own][other] += signs[black]
    table = found.sections['Crosstable'][1:]
    order = [line[1] for line in table]
    check('players', sorted(order), sorted(cells))
    for line in table:
        own = [game.points(game.black == line[1]) for game in chosen if line[1] in (game.white, game.black)]
        check('points', line[3], f"{sum(own) // 2}{'½' if sum(own) % 2 else ''}")
        check('cells', line[4:4 + len(order)], [cells[line[1]].get(other, '') for other in order])
        check('number of games', line[4 + len(order)], str(len(own)))
    scores = [float(line[3].replace('½', '.5')) for line in table]
    check('order', scores, sorted(scores, reverse=True))

    def round_key(game):
        parts = re.fullmatch(r'(\d+)(?:\.(\d+))?', game.round)
        return (0, int(parts.group(1)), int(parts.group(2) or -1), '') if parts else (1, 0, 0, game.round.lower()) if game.round != '?' else (2, 0, 0, '')
    by_round = sorted(chosen, key=round_key)
    check('rounds', found.sections['Rounds'][1:],
          [[game.round, game.white, game.black, game.date, game.result, moves(game)] for game in by_round])


def check_opening(games):
    first = dice.choice(('e4', 'd4'))
    chosen = [game for game in games if game.line.startswith(f'1. {first}')]
    if not chosen:
        return
    found = page('--report', '--moves', first)
    check_facts(found, chosen, lambda game: game.points(False), ('White won', 'drawn', 'Black won'))
    check_choice(found, chosen, lambda game: sum(game.elos) // 2 if all(game.elos) else 0, lambda game: game.result in ('1-0', '0-1'),
                 ('Last games', 'Decided games of the strongest', 'Shortest decided games', 'Longest games'))
    check('the tree begins there', found.tree_total('What was played'), len(chosen))


databases = {name: [Game(dice.choice(('Linares', 'Wijk'))) for _ in range(dice.choice((3, 25, 60)))] for name in ('a.bcgn', 'b.bcgn')}
for name, own in databases.items():
    with open('games.pgn', 'w', encoding='utf-8', newline='') as stream:
        stream.write(''.join(game.text() for game in own))
    run(PGNPACK, '-q', '-f', '-B', '2K', 'games.pgn', '-o', name)
everything = sum(databases.values(), [])
check_player(everything)
check_event(everything)
check_opening(everything)
print(f'3 pages of {SEED}: {checks} checks, {faults} faults')
sys.exit(faults != 0)
