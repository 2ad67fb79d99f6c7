"""check_sqlite.py BUILD: tables in Python's sqlite3, against what the PGN texts say. Ends with "... N passed, M failed"."""
import itertools
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

sys.path[:0] = [os.path.dirname(os.path.abspath(__file__)), os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../cli')]
import cuts
import game_functions
import hostile
import made
import oracle
import random_questions

BUILD = os.path.abspath(sys.argv[1])
ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../..'))
EXTENSION = os.path.join(BUILD, 'sqlite', 'pgnpack')
PLACE = tempfile.mkdtemp(prefix='sqlite-')
passed = failed = 0


def check(name, got, want):
    global passed, failed
    if got == want:
        passed += 1
        return
    failed += 1
    print(f'FAILED {name}\n  got  {str(got)[:600]}\n  want {str(want)[:600]}')


def connect(as_bytes=False, encoding='UTF-8'):
    db = sqlite3.connect(':memory:', check_same_thread=False)
    db.execute(f"PRAGMA encoding = '{encoding}'")
    db.enable_load_extension(True)
    db.load_extension(EXTENSION)
    if as_bytes:
        db.text_factory = bytes
    return db


def pack(name, text, *options):
    source, packed = os.path.join(PLACE, name + '.pgn'), os.path.join(PLACE, name + '.bcgn')
    with open(source, 'wb') as file:
        file.write(text)
    subprocess.run([os.path.join(BUILD, 'pgnpack'), '-q', '-f', '-k', *options, '-o', packed, source], check=True)
    return packed


def joined(name, parts):
    """Databases one behind the other, which is a database, too."""
    path = os.path.join(PLACE, name + '.bcgn')
    with open(path, 'wb') as out:
        for part in parts:
            with open(part, 'rb') as file:
                shutil.copyfileobj(file, out)
    return path


def run(program, *arguments):
    return subprocess.run([os.path.join(BUILD, program), *arguments], check=True, capture_output=True).stdout


def column(rows):
    return [row[0] for row in rows]


def error_of(db, sql, *values):
    try:
        db.execute(sql, values).fetchall()
    except sqlite3.Error as error:
        return str(error)
    return None


def counts(db):
    return json.loads(column(db.execute('SELECT bcgn_counts()'))[0])


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


# ---- Values ----

def check_games(db, games, table):
    """Every column of every game."""
    names = sorted({name for game in games for name in game.tags})
    shown = {row[1].lower() for row in db.execute(f'PRAGMA table_info({table})')}
    text = lambda value: None if value is None else bytes(value)
    for name in names:
        if name in ('white', 'Game', 'Text', 'game_tag') or name.lower() not in shown:
            continue
        number = name in ('WhiteElo', 'BlackElo', 'PlyCount')
        want = [game.number_tag(name) if number else text(game.tag(name)) for game in games]
        check(f'{table}.{name}', column(db.execute(f'SELECT {quoted(name)} FROM {table}')), want)
    for name, value in (('game', lambda game: game.number), ('file', lambda game: game.path.encode()),
                        ('day', lambda game: game.day() and game.day().encode()), ('year', lambda game: game.year()),
                        ('outcome', lambda game: game.result), ('plies', lambda game: len(game.san)),
                        ('san', lambda game: b' '.join(game.san)),
                        ('length(moves)', lambda game: 2 * len(game.san)),
                        ('trim(text, char(10))', lambda game: game.text.strip(b'\n')),
                        ('rowid', lambda game: game.number)):
        if len({game.path for game in games}) > 1 and name == 'rowid':
            continue
        check(f'{table}: {name}', column(db.execute(f'SELECT {name} FROM {table}')), [value(game) for game in games])
    for name, value in (('clocks', lambda game: game.clocks()), ('evals', lambda game: game.evals()),
                        ('comments', lambda game: [oracle.decode(part) for part in game.comment_texts()])):
        got = [json.loads(value) for value in column(db.execute(f'SELECT {name} FROM {table}'))]
        check(f'{table}: {name}', got, [value(game) for game in games])


def check_names(db):
    """Columns whose names other columns have."""
    names = [row[1].decode() for row in db.execute('PRAGMA table_info(odd)')]
    check('order of columns', names, [
        'game', 'file', 'id', 'day', 'year', 'outcome', 'plies', 'Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result',
        'WhiteElo', 'UTCDate', 'white_tag', 'Game_tag', 'Text_tag', 'game_tag_tag', 'BlackElo', 'PlyCount', 'ECO', 'SetUp',
        'FEN', 'Annotator', 'moves', 'san', 'uci', 'clocks', 'evals', 'comments', 'text'])
    for name, value in (('white_tag', b'small'), ('Game_tag', b'a game'), ('Text_tag', b'a text'), ('game_tag_tag', b'tag')):
        check(f'column {name}', column(db.execute(f'SELECT {name} FROM odd WHERE {name} IS NOT NULL')), [value])
    tags = json.loads(column(db.execute('SELECT bcgn_tags FROM odd WHERE game = 5'))[0])
    check('bcgn_tags', tags, {'Event': 'odd', 'White': 'white', 'white': 'small', 'Game': 'a game', 'Text': 'a text',
                              'game_tag': 'tag', 'Date': '20x4.05.06'})
    tags = json.loads(column(db.execute('SELECT bcgn_tags FROM odd WHERE game = 1'))[0])
    check('bcgn_tags, no UTF-8', tags['Site'], 'Köln')


def check_texts(packed):
    """Escapes go once, also where a value is looked at twice; and LIKE may be somebody else's."""
    db = connect()
    check('escapes go once', db.execute("SELECT White, Black FROM bcgn_games(?) WHERE White LIKE 'back%' AND Black > 's'",
                                        [packed]).fetchall(), [('back \\\\ slashes \\"', 'tail \\')])
    db.execute('CREATE TABLE numbers(v NUMERIC)')
    db.execute("INSERT INTO numbers VALUES ('2010.05.17')")  # a text in a column of numbers: tags are compared as numbers there
    db.execute('CREATE TABLE dates AS SELECT game, Date FROM bcgn_games(?)', [packed])
    for sign in ('<', '<=', '>', '='):
        check(f'Date {sign} a text of a column of numbers',
              column(db.execute(f'SELECT game FROM numbers CROSS JOIN bcgn_games(?) WHERE Date {sign} v', [packed])),
              column(db.execute(f'SELECT game FROM numbers CROSS JOIN dates WHERE Date {sign} v')))
    db.create_function('like', 2, lambda pattern, value: value is not None and
                       value.casefold().startswith(pattern.rstrip('%').casefold()))
    check("a LIKE of another's", column(db.execute("SELECT game FROM bcgn_games(?) WHERE game = 3 AND White LIKE 'ÜNÏ%'", [packed])), [3])
    db.close()


# ---- Questions ----

CONDITIONS = [
    ('White = {white}', lambda g, v: g['White'] == v['white']),
    ('White > {white}', lambda g, v: g['White'] is not None and g['White'] > v['white']),
    ('White <= {white}', lambda g, v: g['White'] is not None and g['White'] <= v['white']),
    ('White IN ({white}, {black}, NULL)', lambda g, v: g['White'] in (v['white'], v['black'])),
    ('Black IS {black}', lambda g, v: g['Black'] == v['black']),
    ('Black IS NULL', lambda g, v: g['Black'] is None),
    ('WhiteElo IS NOT NULL', lambda g, v: g['WhiteElo'] is not None),
    ('WhiteElo >= {elo}', lambda g, v: g['WhiteElo'] is not None and g['WhiteElo'] >= v['elo']),
    ('WhiteElo < {elo}', lambda g, v: g['WhiteElo'] is not None and g['WhiteElo'] < v['elo']),
    ('WhiteElo > {elo} + 0.5', lambda g, v: g['WhiteElo'] is not None and g['WhiteElo'] > v['elo'] + .5),
    ('WhiteElo <= {elo} - 0.5', lambda g, v: g['WhiteElo'] is not None and g['WhiteElo'] <= v['elo'] - .5),
    ('WhiteElo < {elo} + 0.5', lambda g, v: g['WhiteElo'] is not None and g['WhiteElo'] < v['elo'] + .5),
    ('WhiteElo >= {elo} - 0.5', lambda g, v: g['WhiteElo'] is not None and g['WhiteElo'] >= v['elo'] - .5),
    ('WhiteElo = {elo} + 0.5', lambda g, v: False),
    ('BlackElo BETWEEN {elo} - 100 AND {elo}',
     lambda g, v: g['BlackElo'] is not None and v['elo'] - 100 <= g['BlackElo'] <= v['elo']),
    ('year = {year}', lambda g, v: g['year'] == v['year']),
    ('year IN ({year}, 2001, 7)', lambda g, v: g['year'] in (v['year'], 2001, 7)),
    ('year < {year}', lambda g, v: g['year'] is not None and g['year'] < v['year']),
    ('day >= {day}', lambda g, v: g['day'] is not None and g['day'] >= v['day']),
    ('day < {day}', lambda g, v: g['day'] is not None and g['day'] < v['day']),
    ('day = {day}', lambda g, v: g['day'] == v['day']),
    ('day >= {month}', lambda g, v: g['day'] is not None and g['day'] >= v['month']),
    ('day <= {month}', lambda g, v: g['day'] is not None and g['day'] <= v['month']),
    ('day > {month}', lambda g, v: g['day'] is not None and g['day'] > v['month']),
    ('day = {month}', lambda g, v: False),
    ('Date = {date}', lambda g, v: g['Date'] == v['date']),
    ('Date >= {date}', lambda g, v: g['Date'] is not None and g['Date'] >= v['date']),
    ("ECO LIKE 'b9%'", lambda g, v: g['ECO'] is not None and g['ECO'].upper().startswith('B9')),
    ("ECO LIKE 'B_0'", lambda g, v: g['ECO'] is not None and re.fullmatch('B.0', g['ECO'], re.I) is not None),
    ("ECO GLOB 'C41*'", lambda g, v: g['ECO'] is not None and g['ECO'].startswith('C41')),  # all of it is a beginning, too
    ("ECO LIKE 'c41%'", lambda g, v: g['ECO'] is not None and g['ECO'].startswith('C41')),
    ("ECO GLOB 'B9*'", lambda g, v: g['ECO'] is not None and g['ECO'].startswith('B9')),
    ("White COLLATE NOCASE = upper({white})",
     lambda g, v: g['White'] is not None and g['White'].upper() == v['white'].upper()),
    ("outcome = '1-0'", lambda g, v: g['outcome'] == '1-0'),
    ("outcome IN ('0-1', '*')", lambda g, v: g['outcome'] in ('0-1', '*')),
    ('plies > {plies}', lambda g, v: g['plies'] > v['plies']),
    ('plies <= {plies}', lambda g, v: g['plies'] <= v['plies']),
    ('game = {game}', lambda g, v: g['game'] == v['game']),
    ('game IN ({game}, 1, 3, -5, 99999999)', lambda g, v: g['game'] in (v['game'], 1, 3)),
    ('game > {game}', lambda g, v: g['game'] > v['game']),
    ('game BETWEEN 2 AND {game}', lambda g, v: 2 <= g['game'] <= v['game']),
    ('game < 1', lambda g, v: False),
    ("game = '3'", lambda g, v: g['game'] == 3),
    ('rowid = {game}', lambda g, v: g['game'] == v['game']),
    ('Round = 3', lambda g, v: g['Round'] == '3'),
    ("Round = '3'", lambda g, v: g['Round'] == '3'),
    ('file = {file}', lambda g, v: g['file'] == v['file']),
    ("file <> {file}", lambda g, v: g['file'] != v['file']),
    ("file LIKE '/%'", lambda g, v: True),
    ('White = NULL', lambda g, v: False),
    ('ECO IS NOT {date}', lambda g, v: True),
    ("Site = 'nowhere' OR game = {game}", lambda g, v: g['Site'] == 'nowhere' or g['game'] == v['game']),
]


def rows_of(games):
    """Rows as Python sees them; texts that are no UTF-8 are left out by their games."""
    rows = []
    for game in games:
        row = {name: game.tags[name].decode('utf-8', 'surrogateescape') if name in game.tags else None
               for name in ('White', 'Black', 'Date', 'ECO', 'Round', 'Site')}  # what is no UTF-8 as Python has it
        row.update(game=game.number, file=game.path, year=game.year(), day=game.day(), plies=len(game.san),
                   outcome=game.result.decode(), WhiteElo=game.number_tag('WhiteElo'),
                   BlackElo=game.number_tag('BlackElo'))
        rows.append(row)
    return rows


def values_of(rows, i):
    """Of one of the games, so that conditions are met by some."""
    row = rows[i % len(rows)]
    valid = lambda text: text is not None and all(not '\udc80' <= c <= '\udcff' for c in text)
    day = next((r['day'] for r in rows[i:] + rows if r['day']), '2000-01-01')
    return {'white': row['White'] if valid(row['White']) else 'x', 'black': row['Black'] if valid(row['Black']) else 'y',
            'elo': row['WhiteElo'] or 2400, 'year': row['year'] or 1999, 'day': day, 'month': day[:7],
            'date': row['Date'] if valid(row['Date']) else '2001', 'plies': row['plies'], 'game': row['game'],
            'file': row['file']}


def literal(value):
    return str(value) if isinstance(value, int) else "'" + value.replace("'", "''") + "'"


def lacking(db, table):
    shown = {row[1] for row in db.execute(f'PRAGMA table_info({table})')}
    return [name for name in ('WhiteElo', 'BlackElo', 'ECO') if name not in shown]


def check_questions(db, games, table):
    """Each condition with literals and with parameters, alone and two of them together; and beside a column that is a list."""
    rows = rows_of(games)
    conditions = [(sql, holds) for sql, holds in CONDITIONS if not any(name in sql for name in lacking(db, table))
                  and (table != 'two' or 'rowid' not in sql)]
    for i, (sql, holds) in enumerate(conditions):
        values = values_of(rows, 7 * i)
        want = [(r['file'], r['game']) for r in rows if holds(r, values)]
        written = sql.format(**{name: literal(value) for name, value in values.items()})
        names = re.findall(r'\{(\w+)\}', sql)
        asked = re.sub(r'\{\w+\}', '?', sql)
        check(f'{table}: {written}', db.execute(f'SELECT file, game FROM {table} WHERE {written}').fetchall(), want)
        check(f'{table}: {asked} by parameters',
              db.execute(f'SELECT file, game FROM {table} WHERE {asked}', [values[name] for name in names]).fetchall(), want)
        other_sql, other_holds = conditions[(i * 5 + 11) % len(conditions)]
        both = f'({written}) AND ({other_sql})'.format(**{name: literal(value) for name, value in values.items()})
        want_san = [len(g.san) for g, r in zip(games, rows) if holds(r, values) and other_holds(r, values)]
        check(f'{table}: {both}', column(db.execute(f'SELECT length(moves) / 2 FROM {table} WHERE {both}')), want_san)


def check_plain_table(db, games, table):
    """Questions that SQLite answers from a table of its own with the same tags."""
    db.execute('DROP TABLE IF EXISTS plain')
    db.execute('CREATE TABLE plain(game INTEGER PRIMARY KEY, White TEXT, Black TEXT, ECO TEXT, Date TEXT, WhiteElo INTEGER, '
               'plies INTEGER, outcome TEXT)')
    db.executemany('INSERT INTO plain VALUES (?, ?, ?, ?, ?, ?, ?, ?)', [
        (r['game'], r['White'], r['Black'], r['ECO'], r['Date'], r['WhiteElo'], r['plies'], r['outcome'])
        for r in rows_of(games)])
    for sql in ('SELECT White, count(*) FROM {} GROUP BY White ORDER BY 2 DESC, 1',
                'SELECT DISTINCT ECO FROM {} ORDER BY 1',
                'SELECT max(White), min(White), max(Date), min(game), max(game) FROM {}',
                'SELECT ECO, avg(plies), sum(WhiteElo) FROM {} GROUP BY ECO ORDER BY ECO',
                'SELECT count(*), count(ECO), count(WhiteElo), total(plies) FROM {}',
                'SELECT game FROM {} ORDER BY game LIMIT 3 OFFSET 2',
                'SELECT game FROM {} ORDER BY game DESC LIMIT 3',
                'SELECT a.game, b.game FROM {0} a JOIN {0} b ON a.game = b.game + 1 WHERE a.White = b.White ORDER BY 1',
                'SELECT outcome, ECO, count(*) FROM {} GROUP BY 1, 2 ORDER BY 1, 2',
                'SELECT game FROM {} WHERE White IN (SELECT Black FROM {}) ORDER BY game',
                'SELECT White FROM {0} WHERE game = (SELECT max(game) FROM {0})',
                'SELECT count(*) FROM {} WHERE White LIKE \'%a%\' AND NOT Black > \'M\'',
                'SELECT game FROM {} WHERE game IN (5, 2, 9) OR White < \'B\' ORDER BY game'):
        if any(name in sql for name in lacking(db, table)):
            continue
        check(f'{table}: {sql}', db.execute(sql.format(table, table)).fetchall(),
              db.execute(sql.format('plain', 'plain')).fetchall())


# ---- Positions, finding, trees ----

def check_positions(db, games, packed):
    want_count = sum(len(game.san) + 1 for game in games)
    check('count of positions', column(db.execute('SELECT count(*) FROM bcgn_positions(?)', [packed])), [want_count])
    want = [(game.number, ply, move.decode()) for game in games for ply, move in enumerate(game.san)]
    check('moves of positions', db.execute('SELECT game, ply, move FROM bcgn_positions(?) WHERE move IS NOT NULL',
                                           [packed]).fetchall(), want)
    want = [(game.number, ply, clock, score) for game in games
            for ply, (clock, score) in enumerate(zip(game.clocks() + [None], game.evals() + [None]))]
    check('clocks of positions', db.execute('SELECT game, ply, clock, eval FROM bcgn_positions(?)', [packed]).fetchall(),
          want)
    rows = db.execute('SELECT key, fen, ply FROM bcgn_positions(?) WHERE game IN (1, 3, 9)', [packed]).fetchall()
    check('keys of FENs', [row[0] for row in rows],
          [column(db.execute('SELECT bcgn_key(?)', [row[1]]))[0] for row in rows])
    check('positions: fen', rows[0][1], 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1')
    check('positions: some plies', db.execute(
        'SELECT game, ply FROM bcgn_positions(?) WHERE game >= 2 AND game < 5 AND ply BETWEEN 3 AND 4', [packed]).fetchall(),
        [(number, ply) for number in (2, 3, 4) for ply in (3, 4) if ply <= len(games[number - 1].san)])
    key = column(db.execute("SELECT bcgn_key('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1')"))[0]
    check('positions by their key', column(db.execute('SELECT game FROM bcgn_positions(?) WHERE key = ?', [packed, key])),
          [game.number for game in games if game.san[:1] == [b'e4'] and b'FEN' not in game.text])
    check('positions of some games', column(db.execute(
        "SELECT count(*) FROM bcgn_positions(?, 'plies=0-20')", [packed])),
        [sum(len(game.san) + 1 for game in games if len(game.san) <= 20)])
    check('positions: rowids differ', column(db.execute('SELECT count(DISTINCT rowid) FROM bcgn_positions(?)', [packed])), [want_count])
    check('positions: one of two conditions', column(db.execute(
        'SELECT count(*) FROM bcgn_positions(?) WHERE game = 1 OR (game = 2 AND ply < 5)', [packed])),
        [len(games[0].san) + 1 + min(5, len(games[1].san) + 1)])
    check('positions: game = 1 OR game = 2', column(db.execute(
        'SELECT ply FROM bcgn_positions(?) WHERE game = 1 OR game = 2', [packed])),
        [ply for game in games[:2] for ply in range(len(game.san) + 1)])
    half = db.execute('SELECT game, ply, uci FROM bcgn_positions(?) WHERE uci IS NOT NULL AND game <= 40', [packed]).fetchall()
    lines = column(db.execute('SELECT uci FROM bcgn_games(?) WHERE game <= 40', [packed]))
    check('positions: uci', [row[2] for row in half], [move for line in lines for move in line.split()])


def found_by_command(packed, *conditions):
    """game, ply of pgnfind."""
    lines = run('pgnfind', '--csv=GameNumber,Ply,LastPly', *conditions, packed).decode().splitlines()[1:]
    return [tuple(int(value) for value in line.split(',')) for line in lines]


def check_find(db, games, packed):
    sicilian = 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'
    for words, options in (
            (sicilian, ['--fen=' + sicilian]),
            ('fen="' + sicilian + '"', ['--fen=' + sicilian]),
            ('moves="e4 c5" result=1-0', ['--moves=e4 c5', '--result=1-0']),
            ('material=KRPkr either', ['--material=KRPkr', '--either']),
            ('move=O-O then move=O-O-O', ['--move=O-O', '--then', '--move=O-O-O']),
            ('plies=-60 mate', ['--plies=-60', '--mate']),
            ('swing="us ..-15%" clock=-120 times=1-', ['--swing=us ..-15%', '--clock=-120', '--times=1-']),
            ('eval=3.. result=lost either', ['--eval=3..', '--result=lost', '--either']),
            ('not result=1/2 pawns=iqp for=4', ['--not', '--result=1/2', '--pawns=iqp', '--for=4'])):
        check(f'find {words}', db.execute('SELECT game, ply, last_ply FROM bcgn_find(?, ?)', [packed, words]).fetchall(),
              found_by_command(packed, *options))
    check('find: moves', db.execute('SELECT game, move FROM bcgn_find(?, ?)', [packed, sicilian]).fetchall(),
          [(number, games[number - 1].san[ply].decode()) for number, ply, _ in found_by_command(packed, '--fen=' + sicilian)])
    check('find: moves of words', db.execute("SELECT game, move FROM bcgn_find(?, 'move=O-O then move=O-O')", [packed]).fetchall(),
          [(number, (games[number - 1].san + [None])[last] and games[number - 1].san[last].decode())
           for number, _, last in found_by_command(packed, '--move=O-O', '--then', '--move=O-O')])
    check('find: a position reversed', db.execute('SELECT game, move FROM bcgn_find(?, ?, ?)', [packed, sicilian, 'either']).fetchall(),
          [(number, games[number - 1].san[ply].decode())
           for number, ply, _ in found_by_command(packed, '--fen=' + sicilian, '--either')])
    check('games of words', column(db.execute('SELECT game FROM bcgn_games(?, ?)', [packed, 'moves="e4 c5" result=1-0'])),
          [row[0] for row in found_by_command(packed, '--moves=e4 c5', '--result=1-0')])
    check('words that differ from row to row', db.execute(
        "SELECT column1, count(*) FROM (VALUES ('result=1-0'), ('result=0-1')), bcgn_games(?, column1) GROUP BY 1", [packed]).fetchall(),
        [(f'result={result}', sum(game.result == result.encode() for game in games)) for result in ('0-1', '1-0')])
    check('positions that differ from row to row', db.execute(
        'SELECT count(*) FROM (VALUES (?), (?)), bcgn_find(?, column1) GROUP BY column1 ORDER BY 1',
        ['moves=e4', 'moves=d4', packed]).fetchall(),
        sorted((len(found_by_command(packed, '--moves=' + move)),) for move in ('e4', 'd4')))
    check('games of words and constraints', column(db.execute(
        "SELECT san FROM bcgn_games(?, 'move=O-O-O') WHERE outcome = '0-1' AND game > 20", [packed])),
        [b' '.join(games[row[0] - 1].san).decode() for row in found_by_command(packed, '--move=O-O-O')
         if games[row[0] - 1].result == b'0-1' and row[0] > 20])


def check_variations(db, packed):
    """Hits in variations, whose moves are no main line's."""
    check('find: in a variation', db.execute(
        "SELECT game, ply, move FROM bcgn_find(?, 'variations moves=\"e4 e5\"') WHERE game = 7", [packed]).fetchall(), [(7, 2, 'Nf3')])
    check('find: where a variation ends', db.execute(
        "SELECT game, ply, move FROM bcgn_find(?, 'variations moves=\"e4 e5 Nf3\"') WHERE game = 7", [packed]).fetchall(), [(7, 3, None)])


def check_tree(db, games, packed):
    rows = db.execute('SELECT move, uci, games, white_wins, draws, black_wins, unknown FROM bcgn_tree(?)', [packed]).fetchall()
    want = {}
    for game in games:
        if game.san and b'[FEN' not in game.text:
            row = want.setdefault(game.san[0].decode(), [0] * 5)
            row[0] += 1
            row[1 + (b'1-0', b'1/2-1/2', b'0-1', b'*').index(game.result)] += 1
    check('tree', {row[0]: list(row[2:]) for row in rows if row[0] is not None}, want)
    check('tree: uci', {row[0]: row[1] for row in rows if row[0] in ('e4', 'd4', 'Nf3')},
          {move: uci for move, uci in (('e4', 'e2e4'), ('d4', 'd2d4'), ('Nf3', 'g1f3')) if move in want})
    fen = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    rows = db.execute("SELECT move, games FROM bcgn_tree(?, ?, 'result=1-0')", [packed, fen]).fetchall()
    want = {}
    for game in games:
        if game.san[:1] == [b'e4'] and len(game.san) > 1 and game.result == b'1-0' and b'[FEN' not in game.text:
            want[game.san[1].decode()] = want.get(game.san[1].decode(), 0) + 1
    check('tree of a position and words', dict(row for row in rows if row[0]), want)
    check('tree: most games first', [row[1] for row in rows], sorted((row[1] for row in rows), reverse=True))


# ---- What is looked at ----

def check_pushdown(db, packed, games):
    """By what scans have counted: games that were looked at, and lines that were decoded."""
    db.execute('SELECT bcgn_counts()').fetchall()
    ask = lambda sql, *values: (db.execute(sql, values).fetchall(), counts(db))[1]
    did = ask('SELECT count(*) FROM bcgn_games(?)', packed)
    check('count(*) looks at no game', (did['games_seen'], did['games_passed']), (0, len(games)))
    did = ask('SELECT White FROM bcgn_games(?) WHERE game = 17', packed)
    check('game = 17 looks at one', (did['games_seen'], did['lines_decoded']), (1, 0))
    did = ask('SELECT san FROM bcgn_games(?) WHERE game BETWEEN 11 AND 20', packed)
    check('ten games, ten lines', did['lines_decoded'], 10)
    white = games[5].tags['White'].decode()
    want = sum(game.tags['White'].decode() == white for game in games)
    did = ask('SELECT san FROM bcgn_games(?) WHERE White = ?', packed, white)
    check('lines of one player alone', (did['games_passed'], did['lines_decoded']), (want, want))
    did = ask('SELECT san FROM bcgn_games(?) WHERE White IN (?, ?)', packed, white, 'nobody')
    check('lines of a list of players', did['lines_decoded'], want)
    did = ask('SELECT san FROM bcgn_games(?, ?) WHERE plies > 30', packed, 'result=1-0')
    want = sum(game.result == b'1-0' for game in games)
    check('words and a constraint', (did['games_passed'], did['games_searched']),
          (sum(game.result == b'1-0' and len(game.san) > 30 for game in games), len(games)))
    did = ask('SELECT White FROM bcgn_games(?) WHERE outcome = ?', packed, '1-0')
    check('outcome is tested before SQLite', did['games_passed'], want)
    did = ask('SELECT san FROM bcgn_games(?) LIMIT 1', packed)
    check('LIMIT 1 decodes few lines', did['lines_decoded'] <= 16, True)
    plan = ' '.join(row[3] for row in db.execute(
        "EXPLAIN QUERY PLAN SELECT game FROM bcgn_games('x') WHERE White = 'x' AND day >= '2000' ORDER BY rowid"))
    check('plan', ('= ' in plan or '=! ' in plan, 'White' in plan, 'day' in plan, 'TEMP B-TREE' in plan),
          (True, True, True, False))


def check_groups(db, packed, games):
    """GROUP BY of the only column that is read: its rows come in groups, and SQLite sorts nothing."""
    for name, value in (('White', lambda g: g.tag('White') and g.tag('White').decode()), ('outcome', lambda g: g.result.decode()),
                        ('WhiteElo', lambda g: g.number_tag('WhiteElo')), ('day', lambda g: g.day()),
                        ('Opening', lambda g: g.tag('Opening') and g.tag('Opening').decode()), ('plies', lambda g: len(g.san))):
        want = {}
        for game in games:
            want.setdefault(value(game), []).append(game.number)
        sql = f'SELECT {name}, count(*), sum(rowid), count(DISTINCT rowid) FROM bcgn_games(?) GROUP BY {name}'
        rows = db.execute(sql, [packed]).fetchall()
        check(sql, {row[0]: row[1:] for row in rows},
              {key: (len(numbers), sum(numbers), len(numbers)) for key, numbers in want.items()})
        check(f'{name}: each group once', len(rows), len(want))
        plan = ' '.join(row[3] for row in db.execute('EXPLAIN QUERY PLAN ' + sql.replace('?', "'x'").replace(
            ', count(DISTINCT rowid)', '')))
        check(f'{name}: nothing is sorted', 'TEMP B-TREE' in plan, False)
    got = db.execute("SELECT White, count(*) FROM bcgn_games(?, 'result=1-0') WHERE White >= 'm' GROUP BY White HAVING count(*) > 1 "
                     "ORDER BY White", [packed]).fetchall()
    want = {}
    for game in games:
        if game.result == b'1-0' and game.tags['White'] >= b'm':
            want.setdefault(game.tags['White'].decode(), []).append(game)
    check('groups of some games', got, sorted((key, len(value)) for key, value in want.items() if len(value) > 1))
    for order in ('', ' DESC'):
        check('groups in order' + order, column(db.execute(f'SELECT WhiteElo FROM bcgn_games(?) GROUP BY WhiteElo ORDER BY WhiteElo{order}',
                                                           [packed])),
              sorted({g.number_tag('WhiteElo') for g in games}, key=lambda elo: -1 if elo is None else elo, reverse=order != ''))
    check('groups with another column', db.execute(
        'SELECT White, max(plies) FROM bcgn_games(?) GROUP BY White ORDER BY White LIMIT 5', [packed]).fetchall(),
        sorted((key, max(len(g.san) for g in games if g.tags['White'].decode() == key))
               for key in {g.tags['White'].decode() for g in games})[:5])


def check_blocks(db):
    """Blocks whose dates, ratings or numbers are out of the range are not read."""
    def block(year, elo):
        moves = ' '.join(f'{i}. Nf3 Nf6 {i + 1}. Ng1 Ng8' for i in range(1, 40, 2))
        return b''.join(made.game((b'White', b'p%d' % i), (b'Date', b'%d.05.%02d' % (year, i % 28 + 1)),
                                  (b'WhiteElo', b'%d' % elo), (b'BlackElo', b'%d' % (elo + 10)),
                                  moves=moves.encode() + b' 1-0') for i in range(40))
    parts = [pack(f'part{i}', block(1990 + 5 * i, 2000 + 100 * i)) for i in range(6)]
    whole = joined('whole', parts)
    db.execute('CREATE VIRTUAL TABLE temp.whole USING bcgn(' + literal(whole) + ')')
    for sql, want, most in (("day >= '2010-01-01'", 80, 80), ('year = 2000', 40, 40), ("day < '1991'", 40, 40),
                            ('WhiteElo >= 2500', 40, 40), ('WhiteElo BETWEEN 2195 AND 2205', 40, 80),
                            ('BlackElo = 2310', 40, 40), ("Date = '1995.05.03'", 2, 40),
                            ('game > 200', 40, 40), ('game IN (1, 5)', 2, 5), ('WhiteElo < 2100', 40, 240),
                            ('year IS NULL', 0, 240), ('year > 2100', 0, 0), ("day > '9999-12-31'", 0, 0),
                            ("day >= '0001-01-01'", 240, 240), ('year > -5', 240, 240)):
        db.execute('SELECT bcgn_counts()').fetchall()
        got = column(db.execute(f'SELECT count(White) FROM whole WHERE {sql}'))[0]
        did = counts(db)
        check(f'blocks: {sql}', (got, did['games_seen'] <= most), (want, True))
    check('order of a database of parts', column(db.execute('SELECT game FROM whole ORDER BY game')), list(range(1, 241)))


# ---- Files ----

def check_files(db, first, first_games, second, second_games):
    db.execute(f'CREATE VIRTUAL TABLE temp.two USING bcgn({literal(first)}, {literal(second)})')
    check('two files', db.execute('SELECT file, game FROM two').fetchall(),
          [(first, game.number) for game in first_games] + [(second, game.number) for game in second_games])
    check('two files: rowids differ', column(db.execute('SELECT count(DISTINCT rowid) FROM two')),
          [len(first_games) + len(second_games)])
    check('two files: order is made', column(db.execute('SELECT game FROM two ORDER BY game, file LIMIT 4')), [1, 1, 2, 2])
    check('two files: one of them', column(db.execute('SELECT count(*) FROM two WHERE file = ?', [second])), [len(second_games)])
    db.execute('SELECT bcgn_counts()').fetchall()
    db.execute('SELECT White FROM two WHERE file = ?', [second]).fetchall()
    check('two files: only one is looked at', counts(db)['games_seen'], len(second_games))
    check_questions(db, first_games + second_games, 'two')
    place = os.path.join(PLACE, 'many')
    os.mkdir(place)
    for name in ('b', 'a', 'c'):
        shutil.copy(first, os.path.join(place, name + '.bcgn'))
    check('glob', db.execute('SELECT DISTINCT file FROM bcgn_games(?)', [place + '/*.bcgn']).fetchall(),
          [(os.path.join(place, name + '.bcgn'),) for name in 'abc'])
    check('tree of several files', column(db.execute('SELECT sum(games) FROM bcgn_tree(?)', [place + '/[ab].bcgn'])),
          [2 * column(db.execute('SELECT sum(games) FROM bcgn_tree(?)', [first]))[0]])
    check('glob without files', error_of(db, 'SELECT * FROM bcgn_games(?)', place + '/x*'),
          place + '/x*: no file has such a name')
    check('files of a table', db.execute(
        'SELECT count(*) FROM (SELECT ? AS path UNION SELECT ?) AS p, bcgn_games(p.path)', [first, second]).fetchall(),
        [(len(first_games) + len(second_games),)])
    check('two calls at once', db.execute(
        'SELECT count(*) FROM bcgn_games(?) a JOIN bcgn_games(?) b ON a.game = b.game', [first, second]).fetchall(),
        [(min(len(first_games), len(second_games)),)])
    changing = os.path.join(PLACE, 'changing.bcgn')
    for source, games in ((first, first_games), (second, second_games)):
        shutil.copy(source, changing)
        check('a file that changes', column(db.execute('SELECT count(*) FROM bcgn_games(?)', [changing])), [len(games)])
    path = os.path.join(PLACE, "o'dd [x].bcgn")
    shutil.copy(first, path)
    check('a name like a glob', column(db.execute('SELECT count(*) FROM bcgn_games(?)', [path])), [len(first_games)])


def ids_by_command(packed, *options):
    """[number, id] of each game, as the commands say."""
    lines = run('pgnfind', '--csv=GameNumber,GameId', *options, packed).decode().splitlines()[1:]
    return [(int(number), name or None) for number, name in (line.split(',') for line in lines)]


def changed(packed, text):
    """A database of three segments: games added, deleted, edited."""
    path = os.path.join(PLACE, 'changed.bcgn')
    shutil.copy(packed, path)
    added = os.path.join(PLACE, 'added.pgn')
    with open(added, 'wb') as file:
        file.write(text)
    run('pgnpack', '-qq', f'--append={path}', added)
    run('pgndb', 'delete', '-qq', path, '-g', '2,5-7,150')
    run('pgndb', 'set', '-qq', path, 'Source=data', '--where=plies=60-70')
    return path


def check_ids(db, packed, text):
    """Ids, in a database that was changed; one behind the other, the same segment twice; in a file that has none."""
    before, path = dict(ids_by_command(packed)), changed(packed, text)
    ids = ids_by_command(path)
    check('ids', db.execute('SELECT game, id FROM bcgn_games(?)', [path]).fetchall(), ids)
    check('ids of several segments', len({name.split(':')[0] for _, name in ids}), 2)  # new versions have the old ids
    check('ids that are all different', len({name for _, name in ids}), len(ids))
    db.execute('SELECT bcgn_counts()').fetchall()
    for number, name in ids[::17]:
        check(f'id = {name}', db.execute('SELECT game, White IS NOT NULL FROM bcgn_games(?) WHERE id = ?', [path, name]).fetchall(),
              [(number, 1)])
        check(f'id = {name} looks at one game', counts(db)['games_seen'], 1)
    wrong = ('', ':', 'x', ids[0][1] + '0' * 5, ids[0][1].replace(':', ':0'), ids[0][1] + ' ', ids[0][1].upper(), ids[0][1][1:],
             before[2], before[5], '8f2k1qz:0', '8f2k1qz:99999999999999999999', '8f2k1qz:-1', ':1', ids[0][1].split(':')[0] + ':')
    for name in wrong:
        check(f'id = {name!r}', db.execute('SELECT White FROM bcgn_games(?) WHERE id = ?', [path, name]).fetchall(), [])
        check(f'id = {name!r} looks at no game', counts(db)['games_seen'], 0)
    some = [name for _, name in ids[3::40]]
    marks = ', '.join('?' * (len(some) + 1))
    check('id IN', db.execute(f'SELECT game, id FROM bcgn_games(?) WHERE id IN ({marks}) ORDER BY game', [path, *some[::-1], 'x']).fetchall(),
          ids[3::40])
    counts(db)
    db.execute(f'SELECT White FROM bcgn_games(?) WHERE id IN ({marks})', [path, *some, 'x']).fetchall()
    check('id IN looks at these games', counts(db)['games_seen'], len(some))
    check('id > and a player', db.execute('SELECT game FROM bcgn_games(?) WHERE id > ? AND White > ?', [path, ids[9][1], 'M']).fetchall(),
          db.execute('SELECT game FROM (SELECT game, id AS i, White AS w FROM bcgn_games(?)) WHERE +i > ? AND +w > ?',
                     [path, ids[9][1], 'M']).fetchall())
    check('id LIKE', column(db.execute('SELECT count(*) FROM bcgn_games(?) WHERE id LIKE ?', [path, ids[-1][1].split(':')[0] + ':%'])),
          [sum(name.startswith(ids[-1][1].split(':')[0] + ':') for _, name in ids)])
    db.execute('CREATE TABLE temp.marked(id TEXT, remark TEXT)')
    db.executemany('INSERT INTO marked VALUES (?, ?)', [(name, f'r{number}') for number, name in ids[::11]] + [('gone:1', 'x')])
    check('a join by id', db.execute('SELECT remark, game FROM marked JOIN bcgn_games(?) g ON g.id = marked.id ORDER BY game', [path]).fetchall(),
          [(f'r{number}', number) for number, _ in ids[::11]])
    for table, words in (('positions', None), ('find', 'plies=10- move=e4')):
        of = f'bcgn_{table}(?, ?)'
        by_game = dict(ids)
        rows = db.execute(f'SELECT game, id, ply FROM {of}', [path, words]).fetchall()
        check(f'{table}: ids', [id for _, id, _ in rows], [by_game[game] for game, _, _ in rows])
        check(f'{table}: ids of several games', len({id for _, id, _ in rows}) > 20, True)
        for name in {id for _, id, _ in rows[::len(rows) // 20]}:
            counts(db)
            check(f'{table}: id = {name}', db.execute(f'SELECT game, id, ply FROM {of} WHERE id = ?', [path, words, name]).fetchall(),
                  [row for row in rows if row[1] == name])
            check(f'{table}: id = {name} looks at one game', counts(db)['games_passed'], 1)
        for name in wrong:
            counts(db)
            check(f'{table}: id = {name!r}', db.execute(f'SELECT game FROM {of} WHERE id = ?', [path, words, name]).fetchall(), [])
            check(f'{table}: id = {name!r} looks at no game', counts(db)['games_passed'], 0)
        check(f'{table}: id IN', db.execute(f'SELECT game, id, ply FROM {of} WHERE id IN ({marks}) ORDER BY game, ply', [path, words, *some[::-1], 'x']).fetchall(),
              [row for row in rows if row[1] in some])
        check(f'{table}: id > and LIKE', db.execute(f'SELECT game, id, ply FROM {of} WHERE id > ? AND id LIKE ?', [path, words, ids[9][1], '%3']).fetchall(),
              [row for row in rows if row[1] > ids[9][1] and row[1].endswith('3')])
        check(f'{table}: a join by id', db.execute(
            f'SELECT remark, game, ply FROM marked JOIN {of} f ON f.id = marked.id ORDER BY game, ply', [path, words]).fetchall(),
            [(f'r{game}', game, ply) for game, id, ply in rows if (game, id) in ids[::11]])
    # Numbers of games that ids have led to before: those of the games as they were, also where they were edited since.
    there = dict(ids)
    for number, name in before.items():
        if number in there or number in (2, 5, 6, 7, 150):
            check(f'bcgn_find_id {name}', column(db.execute('SELECT bcgn_find_id(?, ?)', [path, name])), [number])
    check('bcgn_find_id: a game that was edited', db.execute(
        "SELECT count(*), sum(g.game > ?) FROM bcgn_games(?) b CROSS JOIN bcgn_games(?) g ON g.game = bcgn_find_id(?, b.id) "
        "WHERE b.plies BETWEEN 60 AND 70 AND b.game NOT IN (2, 5, 6, 7, 150)", [len(before), packed, path, path]).fetchall(),
        [(n := sum(60 <= plies <= 70 and game not in (2, 5, 6, 7, 150) for game, plies in
                   db.execute('SELECT game, plies FROM bcgn_games(?)', [packed]).fetchall()), n)])
    for name in (None, 'x', '8f2k1qz:1', ''):
        check(f'bcgn_find_id({name})', column(db.execute('SELECT bcgn_find_id(?, ?)', [path, name])), [None])
    check('bcgn_find_id of no file', column(db.execute('SELECT bcgn_find_id(NULL, ?)', [ids[0][1]])), [None])
    check('bcgn_find_id: a file that is not there', 'cannot be opened' in (error_of(db, "SELECT bcgn_find_id('/nothing', 'x')") or ''), True)
    twice = joined('twice', [packed, packed])
    number, games = max(before.keys() & there.keys()), len(before)
    name = before[number]
    check('the same segment twice', column(db.execute('SELECT game FROM bcgn_games(?) WHERE id = ?', [twice, name])),
          [number, games + number])
    db.execute(f'CREATE VIRTUAL TABLE temp.twice USING bcgn({literal(twice)})')
    check('the same segment twice, in order', column(db.execute('SELECT game FROM twice WHERE id = ? ORDER BY game DESC', [name])),
          [games + number, number])
    db.execute(f'CREATE VIRTUAL TABLE temp.ids USING bcgn({literal(twice)}, {literal(packed)}, {literal(path)})')
    check('several files', db.execute('SELECT file, game FROM ids WHERE id = ?', [name]).fetchall(),
          [(twice, number), (twice, games + number), (packed, number), (path, number)])
    check('GROUP BY id', column(db.execute('SELECT count(*) FROM (SELECT id FROM ids GROUP BY id)')), [len(set(before.values()) | {i for _, i in ids})])
    without = os.path.join(PLACE, 'without.bcgn')
    with open(os.path.join(ROOT, 'tests/vectors/bad/fine-index-short.txt'), encoding='utf-8') as source, open(without, 'wb') as out:
        out.write(bytes.fromhex(re.sub('#.*', '', source.read())))
    check('without ids', set(column(db.execute('SELECT id FROM bcgn_games(?)', [without]))), {None})
    check('without ids: positions', set(column(db.execute('SELECT id FROM bcgn_positions(?)', [without]))), {None})
    check('without ids: find', set(column(db.execute("SELECT id FROM bcgn_find(?, 'plies=0-')", [without]))), {None})
    check('without ids: IS NULL', db.execute('SELECT count(*) FROM bcgn_games(?) WHERE id IS NULL', [without]).fetchall(),
          db.execute('SELECT count(*) FROM bcgn_games(?)', [without]).fetchall())
    check('without ids: IS NOT NULL', column(db.execute('SELECT count(*) FROM bcgn_games(?) WHERE id IS NOT NULL', [without])), [0])


def check_states(db, packed):
    """Tables and calls see what was changed since; a statement that has begun does not."""
    path, other, second = (os.path.join(PLACE, name) for name in ('states.bcgn', 'states-other.bcgn', 'states-second.bcgn'))
    shutil.copy(packed, path)
    shutil.copy(packed, second)
    made = (f'temp.states USING bcgn({literal(path)})', f'temp.both USING bcgn({literal(os.path.join(PLACE, "states*.bcgn"))})',
            f'temp.places USING bcgn_positions({literal(path)})')
    for table in made:
        db.execute(f'CREATE VIRTUAL TABLE {table}')
    total = column(db.execute('SELECT count(*) FROM states'))[0]
    plies = column(db.execute('SELECT count(*) FROM places'))[0]
    check('states: before', column(db.execute('SELECT count(*) FROM both')), [2 * total])
    prepared = 'SELECT count(*), max(game), count(DISTINCT id) FROM states'
    check('states: prepared', db.execute(prepared).fetchall(), [(total, total, total)])
    running, called = db.execute('SELECT game FROM states'), db.execute('SELECT game FROM bcgn_games(?)', [path])
    begun = [running.fetchone(), called.fetchone()]
    added = os.path.join(PLACE, 'states.pgn')
    with open(added, 'wb') as file:
        file.write(b'[Event "added"]\n[White "New, Someone"]\n[Black "B"]\n[Result "1-0"]\n[Novel "yes"]\n\n1. e4 e5 1-0\n\n')
    run('pgndb', 'add', '-qq', path, added)
    # All that is asked while a statement goes on is asked of what that began with.
    check('states: while a statement goes on', db.execute(prepared).fetchall(), [(total, total, total)])
    check('states: a call while another goes on', column(db.execute('SELECT count(*) FROM bcgn_games(?)', [path])), [total])
    check('states: other files', column(db.execute('SELECT count(*) FROM both')), [2 * total + 1])
    check('states: the statement', begun[:1] + running.fetchall(), [(number,) for number in range(1, total + 1)])
    check('states: the call', begun[1:] + called.fetchall(), [(number,) for number in range(1, total + 1)])
    check('states: behind it', db.execute(prepared).fetchall(), [(total + 1, total + 1, total + 1)])
    check('states: a call behind it', column(db.execute('SELECT count(*) FROM bcgn_games(?)', [path])), [total + 1])
    check('states: the new game', db.execute("SELECT White, bcgn_tags ->> 'Novel' FROM states WHERE game = ?", [total + 1]).fetchall(),
          [('New, Someone', 'yes')])
    check('states: positions', column(db.execute('SELECT count(*) FROM places')), [plies + 3])
    check('states: a join of the table with itself', column(db.execute(
        'SELECT count(*) FROM states a JOIN states b ON b.game = a.game + 1 AND b.id <> a.id')), [total])
    run('pgndb', 'delete', '-qq', path, '-g', '1-3')
    check('states: deleted', db.execute(prepared).fetchall(), [(total - 2, total + 1, total - 2)])
    run('pgndb', 'undelete', '-qq', path, '-g', '1-3')
    check('states: brought back', db.execute(prepared).fetchall(), [(total + 1,) * 3])
    # Another file in its place, without most of the tags: columns stay, and are NULL.
    run('pgnpack', '-qq', '-f', '-o', other, added)
    os.replace(other, path)
    check('states: another file', db.execute('SELECT game, White, Date, ECO, plies FROM states').fetchall(), [(1, 'New, Someone', None, None, 2)])
    check('states: a column that it lacks', db.execute("SELECT game FROM states WHERE ECO = 'B90' OR ECO IS NULL").fetchall(), [(1,)])
    check('states: a pattern is looked up once', column(db.execute('SELECT count(*) FROM both')), [total + 1])
    os.remove(path)
    check('states: gone', 'cannot be opened' in (error_of(db, 'SELECT count(*) FROM states') or ''), True)
    check('states: gone, of several', path in (error_of(db, 'SELECT count(*) FROM both') or ''), True)
    shutil.copy(packed, path)
    check('states: there again', db.execute(prepared).fetchall(), [(total,) * 3])


def check_damage(db, packed, games):
    with open(packed, 'rb') as file:
        whole = bytearray(file.read())
    for name, place, size in (('short', len(whole) // 2, 0), ('flipped', len(whole) // 2, 1)):
        path = os.path.join(PLACE, name + '.bcgn')
        broken = whole[:place] if size == 0 else whole[:place] + bytes([whole[place] ^ 85]) + whole[place + 1:]
        with open(path, 'wb') as file:
            file.write(broken)
        error = error_of(db, 'SELECT White, text FROM bcgn_games(?)', path)
        check(f'{name}: an error that names the file and a remedy',
              error is not None and error.startswith(path + ': ') and error.endswith('; pgnunpack --salvage saves what is whole'), True)
    with open(os.path.join(PLACE, 'no.bcgn'), 'wb') as file:
        file.write(b'[Event "no database"]\n' * 9)
    far = '/nowhere/' + 150 * 'x' + '.bcgn'
    no_database = 'this is not a BCGN file; pgnpack makes one of PGN'
    for sql, text in (
            (f"SELECT * FROM bcgn_games('{far}')", f'{far}: cannot be opened: No such file or directory'),
            ("SELECT * FROM bcgn_games('/nowhere/x.bcgn')", '/nowhere/x.bcgn: cannot be opened: No such file or directory'),
            (f"SELECT * FROM bcgn_games('{PLACE}/no.bcgn')", f'{PLACE}/no.bcgn: {no_database}'),
            (f"SELECT * FROM bcgn_games('{PLACE}')", None),
            ('SELECT * FROM bcgn_games', "a database's path has to be given: bcgn_games('x.bcgn')"),
            ('SELECT * FROM bcgn_games(NULL)', "a database's path has to be given: bcgn_games('x.bcgn')"),
            (f"SELECT * FROM bcgn_games('{packed}', 'nix=3')", 'there is no condition named "nix"'),
            (f"SELECT * FROM bcgn_games('{packed}', 'player=\"x')", 'a quote is not closed in the conditions'),
            (f"SELECT * FROM bcgn_games('{packed}', '--player=x')",
             '--player: conditions are written without dashes here, name=value: player=Carlsen'),
            (f"SELECT * FROM bcgn_games('{packed}', '\"player=x\"')", 'there is no condition named "player=x"'),
            (f"SELECT * FROM bcgn_games('{packed}', 'elo=abc')", None),
            (f"SELECT * FROM bcgn_find('{packed}', '8/8/8/8/8/8/8/8 w - -')", None),
            (f"SELECT * FROM bcgn_tree('{packed}', 'nonsense')", None),
            ("SELECT bcgn_key('nonsense')", None),
            ("SELECT bcgn_unpack(x'00112233')", None),
            ("SELECT bcgn_pack('x', 12)", None),
            ("CREATE VIRTUAL TABLE temp.bad USING bcgn('/nowhere/x.bcgn')",
             '/nowhere/x.bcgn: cannot be opened: No such file or directory')):
        error = error_of(db, sql)
        check(f'error of {sql[:70]}', error if text is not None else bool(error), text if text is not None else True)
    shutil.copy(os.path.join(PLACE, 'no.bcgn'), os.path.join(PLACE, 'this'))
    before = os.getcwd()
    os.chdir(PLACE)
    check('a path that is a word of the error', error_of(db, 'SELECT * FROM bcgn_games(?)', 'this'), f'this: {no_database}')
    os.chdir(before)
    check('after errors', column(db.execute('SELECT count(*) FROM bcgn_games(?)', [packed])), [len(games)])
    check('a table cannot be written', bool(error_of(db, f'INSERT INTO clocked(White) VALUES (1)')), True)


def block_places(content):
    """Where the blocks of a file of one segment begin."""
    places, at = [], content.find(b'\x9e\xbcBLK')
    while at >= 0:
        places.append(at)
        at = content.find(b'\x9e\xbcBLK', at + 64)
    return places


def check_damaged_blocks(db, text):
    """Skipped blocks: the answers are those of the same file, whole, whose games of these blocks were deleted."""
    whole = pack('skipped_whole', text, '-B', '32K')
    damaged = os.path.join(PLACE, 'skipped.bcgn')
    with open(whole, 'rb') as file:
        content = bytearray(file.read())
    places = block_places(content)
    for way, n in enumerate((0, 2, 3, 5)):
        content[places[n] + (17, 70, 48, 20)[way]] ^= 33
    with open(damaged, 'wb') as file:
        file.write(content)
    lost = db.execute('SELECT first_game, game_count, offset, size, file, cause FROM bcgn_damage(?)', [damaged]).fetchall()
    check('damaged blocks', [(row[2], row[4]) for row in lost], [(places[n], damaged) for n in (0, 2, 3, 5)])
    check('causes', [bool(re.search('block', row[5])) for row in lost], [True] * 4)
    check('damage of a whole file', db.execute('SELECT * FROM bcgn_damage(?)', [whole]).fetchall(), [])
    ids = ','.join(f'{row[0]}-{row[0] + row[1] - 1}' for row in lost)
    run('pgndb', 'delete', '-q', whole, '-g', ids)
    db.execute(f"CREATE VIRTUAL TABLE temp.skipping USING bcgn('{damaged}', damaged = 'skip')")
    db.execute(f"CREATE VIRTUAL TABLE temp.deleted USING bcgn('{whole}', damaged=error)")
    for what, words in (('count(*)', ''), ('game, White, text, san, plies', ''), ('game, id', "WHERE White LIKE 'S%'"), ('White, count(*)', 'GROUP BY White ORDER BY 1'),
                        ('game', 'WHERE game < 200'), ('game, Black', "WHERE outcome = '1-0' ORDER BY game"), ('game', f'WHERE game = {lost[1][0]}')):
        got, want = (db.execute(f'SELECT {what} FROM {table} {words}').fetchall() for table in ('skipping', 'deleted'))
        check(f'SELECT {what} {words}, skipping', got, want)
        got, want = (db.execute(f'SELECT {what} FROM bcgn_games(?, NULL, ?) {words}', [path, how]).fetchall()
                     for path, how in ((damaged, 'skip'), (whole, None)))
        check(f'SELECT {what} {words}, skipping in a call', got, want)
    for sql in ("SELECT game, ply, move FROM bcgn_find(?, 'moves=\"e4 c5\"', NULL, ?)", 'SELECT count(*), sum(key % 1000) FROM bcgn_positions(?, NULL, ?)',
                'SELECT * FROM bcgn_tree(?, NULL, NULL, ?)', "SELECT * FROM bcgn_tree(?, NULL, 'result=1-0', ?)"):
        check(sql, db.execute(sql, [damaged, 'skip']).fetchall(), db.execute(sql, [whole, 'error']).fetchall())
    check('a call that says so by the column', db.execute("SELECT count(*), max(bcgn_damaged) FROM bcgn_games(?) WHERE bcgn_damaged = 'skip'",
                                                          [damaged]).fetchall(), [(column(db.execute('SELECT count(*) FROM deleted'))[0], 'skip')])
    for sql in ('SELECT text FROM bcgn_games(?)', "SELECT text FROM bcgn_games(?, NULL, 'error')", "SELECT move FROM bcgn_positions(?)"):
        check(f'{sql} of a damaged file', 'game 1: ' in (error_of(db, sql, damaged) or ''), True)
    for sql in ("SELECT 1 FROM bcgn_games(?, NULL, 'Skip')", "SELECT 1 FROM bcgn_games(?) WHERE bcgn_damaged = ''"):
        check(sql, error_of(db, sql, damaged).startswith("damaged is 'error' or 'skip', not '"), True)
    check('a table', error_of(db, f"CREATE VIRTUAL TABLE temp.bad USING bcgn('{damaged}', damaged=no)"), "damaged is 'error' or 'skip', not 'no'")
    db.execute('DROP TABLE skipping')
    db.execute('DROP TABLE deleted')
    with open(damaged, 'wb') as file:
        file.write(content[:len(content) // 2])
    rows = db.execute('SELECT first_game, game_count FROM bcgn_damage(?)', [damaged]).fetchall()
    check('the end of a file that is cut', rows[-1][1], None)
    check('what is before it', column(db.execute("SELECT max(game) FROM bcgn_games(?, NULL, 'skip')", [damaged]))[0], rows[-1][0] - 1)


def check_cuts(db):
    """A database that is cut at any byte of its last two segments: tests/cli/cuts.py says what is damage, and what counts."""
    cuts.use_programs(BUILD)
    before = os.getcwd()
    os.chdir(PLACE)
    database, path, wrong = cuts.Database(), os.path.join(PLACE, 'cut.bcgn'), []
    counts = {end: int(database.answer('pgnunpack --count DB', end)[1]) for end in database.ends}
    for data, first, is_being_made in ((database.bytes, database.ends[0], 0), (database.being_made(), database.ends[1] + 1, 1)):
        for size in range(first, len(data)):
            cut = cuts.Cut(size, database.ends, is_being_made)
            cuts.write(path, data[:size])
            error = error_of(db, 'SELECT count(*) FROM bcgn_games(?)', path)
            if (error is not None) != (cut.kind == 'damaged') or \
                    (error is None and column(db.execute('SELECT count(*) FROM bcgn_games(?)', [path])) != [counts[cut.end]]):
                wrong.append((size, cut.kind, error))
    os.chdir(before)
    check('cuts', wrong, [])


# ---- The rest ----

def check_words(db, packed):
    """The text of query words: quotes, blanks, signs."""
    for words, options in (('player=moon', ['--player=moon']), (' \t\nplayer=moon \n', ['--player=moon']),
                           ('player="moon"', ['--player=moon']), ('play""er=moon', ['--player=moon']),
                           ('player==openfile', ['--player==openfile']), ('opening="Ruy Lopez, Exchange"', ['--opening=Ruy Lopez, Exchange']),
                           ('opening=Ruy" "Lopez', ['--opening=Ruy Lopez']),
                           ('tag=WhiteElo>=2000 not tag=BlackElo>=2000', ['--tag=WhiteElo>=2000', '--not', '--tag=BlackElo>=2000']),
                           ('player="moon"" ""walk"', ['--player=moon" "walk']),
                           ('event="a ""quoted"" name"', ['--event=a "quoted" name']),
                           ('', [])):
        want = [int(n) for n in run('pgnfind', '--csv=GameNumber', *options, packed).decode().splitlines()[1:]] \
            if options else list(range(1, 161))
        check(f'words {words!r}', column(db.execute('SELECT game FROM bcgn_games(?, ?)', [packed, words])), want)
    with tempfile.TemporaryDirectory() as folder:  # where there are such names
        text, odd = os.path.join(folder, 'odd.pgn'), os.path.join(folder, 'odd.bcgn')
        with open(text, 'wb') as file:
            for name in (rb'a \"quoted\" name', b'a quoted name', b'a=b', b'a'):
                file.write(b'[Event "%s"]\n\n*\n\n' % name)
        run('pgnpack', '-q', text, '-o', odd)
        for words, want in (('event="=a ""quoted"" name"', [1]), ('event="=a quoted name"', [2]), ('event==a=b', [3]),
                            ('event="=a"', [4]), ('eve"nt"="=a=b"', [3])):
            check(f'words {words!r} of odd names', column(db.execute('SELECT game FROM bcgn_games(?, ?)', [odd, words])), want)


def check_packing(db):
    texts = [made.ODD, b'', b'no game at all', b'[Event "x"]\n\n1. e4 *\n' * 50]
    for text in texts:
        for level in (None, 1, 6, 9):
            sql = 'SELECT bcgn_pack(?)' if level is None else f'SELECT bcgn_pack(?, {level})'
            packed = column(db.execute(sql, [text]))[0]
            check(f'pack, level {level}', column(db.execute('SELECT CAST(bcgn_unpack(?) AS BLOB)', [packed]))[0] or b'', text)
    check('pack NULL', column(db.execute('SELECT bcgn_pack(NULL) IS NULL AND bcgn_unpack(NULL) IS NULL')), [1])
    check('version', re.fullmatch(r'\d+\.\d+\.\d+', column(db.execute('SELECT bcgn_version()'))[0]) is not None, True)


def check_wide(db):
    """More tags than a plan's bits can tell, and than SQLite has columns for."""
    text = b''.join(made.game(*[(b'Tag%d' % i, b'v%d.%d' % (i, n)) for i in range(90)], (b'White', b'w')) for n in range(30))
    path = pack('wide', text)
    db.execute(f'CREATE VIRTUAL TABLE temp.wide USING bcgn({literal(path)})')
    check('columns beyond the 63rd', db.execute('SELECT game, Tag2, Tag88, san, Tag70 FROM wide WHERE game >= 28').fetchall(),
          [(n + 1, f'v2.{n}', f'v88.{n}', 'e4 e5 Nf3 Nc6', f'v70.{n}') for n in (27, 28, 29)])
    check('constraints beyond the 63rd', column(db.execute("SELECT game FROM wide WHERE Tag80 = 'v80.4'")), [5])
    db.execute('SELECT bcgn_counts()').fetchall()
    db.execute('SELECT Tag80 FROM wide').fetchall()
    check('columns beyond the 63rd: no line is decoded', counts(db)['lines_decoded'], 0)
    parts = [pack(f'many{p}', b''.join(made.game(*[(b'T%d_%d' % (n, i), b'x') for i in range(230)])
                                       for n in range(4 * p, 4 * p + 4))) for p in range(3)]
    many = joined('many', parts)
    db.execute(f'CREATE VIRTUAL TABLE temp.many USING bcgn({literal(many)})')
    shown = len(db.execute('PRAGMA table_xinfo(many)').fetchall())
    tags = json.loads(column(db.execute('SELECT bcgn_tags FROM many WHERE game = 12'))[0])
    check('more tags than columns', (shown, len(tags), tags.get('T11_229')), (2000, 231, 'x'))


def check_interrupt(packed):
    db = connect()
    timer = threading.Timer(0.05, db.interrupt)
    timer.start()
    begin = time.monotonic()
    error = error_of(db, 'SELECT count(*) FROM bcgn_games(?) a, bcgn_positions(?) b WHERE b.key = a.game', packed, packed)
    check('interrupt', (error, time.monotonic() - begin < 30), ('interrupted', True))
    check('after an interrupt', column(db.execute('SELECT count(*) > 0 FROM bcgn_games(?)', [packed])), [1])
    db.close()


def check_random_questions(db, clocked):
    """Of tables of all kinds that there are by now; the seeds make them the same at each run."""
    decode, db.text_factory = db.text_factory, lambda text: text.decode('utf-8', 'replace')
    odd = os.path.join(PLACE, 'odd.bcgn')
    for name, made_by in (('odd_positions', f'bcgn_positions({literal(odd)})'), ('all_found', f'bcgn_find({literal(clocked)})')):
        db.execute(f'CREATE VIRTUAL TABLE temp.{name} USING {made_by}')
    for seed, name in enumerate(('clocked', 'odd', 'two', 'whole', 'odd_positions', 'all_found')):
        random_questions.compare(check, db, name, 150, seed)
    db.text_factory = decode


def check_shell(packed, games):
    """The sqlite3 program, a stored table, UTF-16."""
    path = os.path.join(PLACE, 'stored.db')
    def shell(*commands):
        result = subprocess.run(['sqlite3', '-batch', path, f'.load {EXTENSION}', *commands], capture_output=True, text=True)
        return result.stdout.strip(), result.stderr.strip()
    out, error = shell("PRAGMA encoding = 'UTF-16'", f'CREATE VIRTUAL TABLE g USING bcgn({literal(packed)})',
                       'SELECT count(*) FROM g', 'SELECT White, san FROM g WHERE game = 2')
    check('shell', (out, error), (f'{len(games)}\n' + games[1].tags['White'].decode() + '|' + b' '.join(games[1].san).decode(), ''))
    out, error = shell("SELECT count(*), max(plies) FROM g WHERE outcome = '1-0'")
    check('shell: a stored table', out, f"{sum(game.result == b'1-0' for game in games)}|"
          f"{max(len(game.san) for game in games if game.result == b'1-0')}")
    out, error = shell('CREATE TABLE t AS SELECT game, White, WhiteElo FROM g', 'SELECT typeof(game), typeof(White), '
                       'typeof(WhiteElo) FROM t LIMIT 1', 'DROP TABLE g')
    check('shell: a copy', (out, error), ('integer|text|integer', ''))
    out, error = shell("SELECT * FROM bcgn_games('/nix.bcgn')")
    check('shell: an error', '/nix.bcgn: cannot be opened' in error, True)


def check_program(name, *arguments):
    """A C program, whose checks count here."""
    global passed, failed
    result = subprocess.run([os.path.join(BUILD, 'sqlite', name), *arguments], capture_output=True, text=True)
    print(result.stdout, end='')
    match = re.search(r'(\d+) passed, (\d+) failed$', result.stdout.strip())
    check(f'program {name}', (match is not None, result.returncode), (True, 0))
    passed += int(match[1]) if match else 0
    failed += int(match[2]) if match else 0


def check_threads(packed, want):
    """Connections of their own in threads."""
    results = []
    def ask():
        db = connect()
        results.append(db.execute('SELECT sum(length(san)), count(DISTINCT White) FROM bcgn_games(?)', [packed]).fetchall())
        db.close()
    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check('threads', results, 4 * [want])


def main():
    with open(os.path.join(ROOT, 'data/clocked.pgn'), 'rb') as file:
        clocked_text = file.read()
    with open(os.path.join(ROOT, 'data/engine-games.pgn'), 'rb') as file:
        engine_text = file.read()
    clocked, odd, engine = pack('clocked', clocked_text), pack('odd', made.ODD), pack('engine', engine_text, '-6')
    clocked_games, odd_games = oracle.read(clocked_text, clocked), oracle.read(made.ODD, odd)
    engine_games = oracle.read(engine_text, engine)
    for as_bytes in (True, False):
        db = connect(as_bytes)
        for name, path in (('clocked', clocked), ('odd', odd), ('engine', engine)):
            db.execute(f'CREATE VIRTUAL TABLE temp.{name} USING bcgn({literal(path)})')
        if as_bytes:
            for name, games in (('clocked', clocked_games), ('odd', odd_games), ('engine', engine_games)):
                check_games(db, games, name)
            check_names(db)
            db.close()
    for name, games in (('clocked', clocked_games), ('odd', odd_games), ('engine', engine_games)):
        check_questions(db, games, name)
        if name != 'odd':
            check_plain_table(db, games, name)
    check_positions(db, clocked_games, clocked)
    for games, packed in ((clocked_games, clocked), (engine_games, engine)):
        check_find(db, games, packed)
        check_tree(db, games, packed)
        check_pushdown(db, packed, games)
        check_groups(db, packed, games)
    check_variations(db, odd)
    check_texts(odd)
    check_blocks(db)
    check_files(db, odd, odd_games, clocked, clocked_games)
    check_ids(db, clocked, engine_text)
    check_states(db, clocked)
    check_damage(db, clocked, clocked_games)
    check_damaged_blocks(db, engine_text)
    check_cuts(db)
    check_words(db, clocked)
    check_packing(db)
    check_wide(db)
    check_shell(clocked, clocked_games)
    check_random_questions(db, clocked)
    hostile.check_all(check, lambda encoding: connect(encoding=encoding), pack, PLACE, clocked)
    game_functions.check_all(check, connect, error_of, PLACE, os.path.join(ROOT, 'data', 'clocked.pgn'), clocked)
    check_threads(clocked, db.execute('SELECT sum(length(san)), count(DISTINCT White) FROM clocked').fetchall())
    check_interrupt(engine)
    check_program('faults', EXTENSION, clocked)
    check_program('table_faults', clocked)
    check_program('layer', engine)
    db.close()


try:
    main()
finally:
    shutil.rmtree(PLACE)
print(f'sqlite: {passed} passed, {failed} failed')
sys.exit(failed != 0)
