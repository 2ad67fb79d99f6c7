"""Functions on games and values against the cases of tests/bindings/answers, odd values; and plain PGN files as tables."""
import json
import os
import re
import shutil
import sys

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), place) for place in ('../answers', '../../scripts')]
import function_cases
from shown_code import blocks

BROKEN = '1. e4 e5 2. Nf3 Ke3 3. d4'
FEN_2 = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'


def is_right(got, want):
    if isinstance(want, (list, dict)):
        return got is not None and json.loads(got) == want
    if isinstance(want, float):
        return got is not None and abs(got - want) < 1e-9
    return got == want


def check_cases(check, db, seed):
    """All calls of a function in one statement, so that they come one after the other."""
    known = list(function_cases.cases(seed))
    db.execute('CREATE TEMP TABLE calls(n INTEGER, f TEXT, a, b)')
    db.executemany('INSERT INTO calls VALUES (?, ?, ?, ?)',
                   [(n, name, *arguments, *[None] * (2 - len(arguments))) for n, (name, arguments, _) in enumerate(known)])
    for name in sorted({name for name, _, _ in known}):
        arguments = 'a, b' if any(len(values) == 2 for other, values, _ in known if other == name) else 'a'
        rows = db.execute(f'SELECT n, {name}({arguments}) FROM calls WHERE f = ? ORDER BY n', [name]).fetchall()
        wrong = [(known[n], got) for n, got in rows if not is_right(got, known[n][2])]
        check(f'{name}: {len(rows)} calls', (len(rows) > 0, wrong[:1]), (True, []))
    keys = db.execute("SELECT count(*), count(DISTINCT bcgn_key_at(a, b)), sum(bcgn_key_at(a, b) = bcgn_key(bcgn_fen_at(a, b))) FROM calls "
                      "WHERE f = 'bcgn_fen_at' AND bcgn_fen_at(a, b) IS NOT NULL").fetchone()
    fens = {tuple(fen.split()[:4]) for fen, in db.execute("SELECT bcgn_fen_at(a, b) FROM calls WHERE f = 'bcgn_fen_at'") if fen is not None}
    check(f'keys are those of the FENs: {keys}, {len(fens)}', (keys[0] == keys[2], keys[1] > 50, keys[1]), (True, True, len(fens)))
    db.execute('DROP TABLE calls')


def check_values(check, db):
    """What SQLite makes of a value, and what of bytes."""
    value = lambda sql, *values: db.execute(f'SELECT {sql}', values).fetchone()[0]
    for sql, values, want in (
            ('bcgn_centipawns(?)', [0.35], 35), ('bcgn_centipawns(?)', [1e300], None), ('bcgn_mate_in(?)', [b'#-3'], -3),
            ('bcgn_seconds(?)', [12.5], 12.5), ('bcgn_seconds(?)', [90], 90.0), ('bcgn_time_class(?)', [300], 'blitz'),
            ('bcgn_to_uci(?)', [b'1. e4 {\xff\x00} e5'], 'e2e4 e7e5'), ('bcgn_to_uci(?)', ['1. e4 {a\0b} e5 \0 Nf3'], 'e2e4 e7e5 g1f3'),
            ('bcgn_ply_count(?)', [b''], None), ('bcgn_ply_count(?)', [17], None), ('bcgn_fen_at(?, ?)', ['e4 e5', '2'], FEN_2),
            ('bcgn_fen_at(?, ?)', ['e4 e5', 1e300], None), ('bcgn_fen_at(?, ?)', [BROKEN, 2], FEN_2), ('bcgn_ply_count(?)', [BROKEN], 3),
            ('bcgn_trouble(?)', [BROKEN], f"no legal move fits this, at byte {BROKEN.index('Ke3')}"),
            ('bcgn_trouble(?)', ['x' * (17 << 20)], 'this game has more than 16 MiB of text and is left out'),
            ('bcgn_fen_at(?, 0)', ['x' * (17 << 20)], None), ('typeof(bcgn_chances(0))', [], 'real'), ('typeof(bcgn_matches(\'e4\', \'\'))', [], 'integer'),
            ('length(bcgn_move_details(?)) > 16000000', ['Nf3 Nf6 Ng1 Ng8 ' * 20000], 1), ('bcgn_moved_pieces(?)', ['e4 e5'], 'Pp')):
        check(f'{sql} of {str(values)[:60]}', value(sql, *values), want)


def check_errors(check, db, error_of):
    for words, part in (('player=Carlsen', 'tags'), ('zz=1', 'no condition named "zz"'), ('--check', 'without dashes'), ('not', 'ends with "not"'),
                        ('pattern=zz', 'zz'), ('comment="x', 'quote'), ('check\0', 'zero byte'), ('rnbqkbnr/8/8/8/8/8/8/8 x', 'no position')):
        for name in ('bcgn_matches', 'bcgn_match_ply'):
            error = error_of(db, f"SELECT {name}('e4', ?)", words)
            check(f'{name} of {words}: {error}', error is not None and part in error, True)
            check(f'{name} works behind an error', db.execute(f"SELECT {name}('e4', 'ply=1')").fetchone(), (1,))
    for name, count in (('bcgn_fen_at', 1), ('bcgn_fen_at', 3), ('bcgn_eval', 0), ('bcgn_matches', 1)):
        error = error_of(db, f"SELECT {name}({', '.join(['1'] * count)})")
        check(f'{name} of {count} values', error is not None and 'wrong number of arguments' in error, True)


def check_files(check, db, error_of, place, pgn, packed):
    """A text is the same table as the database made of it."""
    rows = lambda sql, path: db.execute(sql.replace('FILE', path.replace("'", "''"))).fetchall()
    upper = os.path.join(place, 'Upper.PGN')
    shutil.copy(pgn, upper)
    for sql in ("SELECT game, day, outcome, plies, White, san, uci, clocks, evals, comments, text FROM bcgn_games('FILE')",
                "SELECT game FROM bcgn_games('FILE', 'move=O-O')", "SELECT ply, key, fen FROM bcgn_positions('FILE') WHERE game < 9",
                "SELECT game, ply, move FROM bcgn_find('FILE', 'check')", "SELECT * FROM bcgn_tree('FILE', '')",
                "SELECT count(*) FROM bcgn_games('FILE', NULL, 'skip')"):
        want = rows(sql, packed)
        check(f'{sql}, of a text', (len(want) > 0, rows(sql, pgn)), (True, want))
    check('ids of a text stay', rows("SELECT id FROM bcgn_games('FILE')", pgn), rows("SELECT id FROM bcgn_games('FILE')", upper))
    check('a text with an ending in capitals', rows("SELECT count(*) FROM bcgn_games('FILE')", upper), rows("SELECT count(*) FROM bcgn_games('FILE')", packed))
    db.execute(f"CREATE VIRTUAL TABLE temp.texts USING bcgn('{upper}', '{packed}')")
    check('a text and a database', db.execute('SELECT count(*), count(DISTINCT file) FROM texts').fetchone(),
          (2 * rows("SELECT count(*) FROM bcgn_games('FILE')", packed)[0][0], 2))
    db.execute('DROP TABLE texts')
    empty, other, huge = (os.path.join(place, name) for name in ('empty.pgn', 'text.txt', 'huge.pgn'))
    open(empty, 'w').close()
    shutil.copy(pgn, other)
    with open(huge, 'wb') as file:
        file.truncate((1 << 30) + 1)
    check('an empty text', rows("SELECT count(*) FROM bcgn_games('FILE')", empty), [(0,)])
    check('a text of another name', 'is not a BCGN file' in error_of(db, f"SELECT * FROM bcgn_games('{other}')"), True)
    check('a huge text', 'huge.pgn: a PGN text of more than 1 GiB' in error_of(db, f"SELECT * FROM bcgn_games('{huge}')"), True)
    os.remove(huge)
    with open(packed, 'rb') as whole, open(other + '.pgn', 'wb') as file:
        file.write(whole.read()[:-100])
    check('half a database of that name', 'salvage' in error_of(db, f"SELECT * FROM bcgn_games('{other}.pgn')"), True)
    shutil.copy(packed, other + '.pgn')
    check('a database of that name', rows("SELECT count(*) FROM bcgn_games('FILE')", other + '.pgn'), rows("SELECT count(*) FROM bcgn_games('FILE')", packed))
    with open(packed + '.pgn', 'w') as file:
        file.write('[White "a"]\n\n1. e4 *\n\n[White "b"]\n\n1. d4 d5 *\n')


def check_document(check, db, document, pgn, packed):
    """What docs/bindings/functions.md shows for SQLite can be run; it names all functions, and no others."""
    with open(document, encoding='utf-8') as file:
        text = file.read()
    for block in blocks(text, 'sql'):
        for sql in (part for part in block.split(';\n') if part.strip() and 'unnest(' not in part):
            rows = db.execute(sql.replace('games.bcgn', packed).replace('games.pgn', pgn)).fetchall()
            check(f'document: {sql}', len(rows) > 0, True)
    there = {name for name, in db.execute("SELECT name FROM pragma_function_list WHERE name LIKE 'bcgn%' AND type = 's'")}
    others = {'bcgn_pack', 'bcgn_unpack', 'bcgn_key', 'bcgn_version', 'bcgn_counts', 'bcgn_find_id'}
    rows = ''.join(line.split('|')[1] for line in text.partition('## Plain PGN')[0].splitlines() if line.startswith('| `bcgn'))
    check('document: all functions', set(re.findall('bcgn_[a-z_]+', rows)), there - others)


def check_all(check, connect, error_of, place, pgn, packed):
    for seed, encoding in enumerate(('UTF-8', 'UTF-16le')):
        db = connect(encoding=encoding)
        check_cases(check, db, seed + 1)
        check(f'bytes in {encoding}', db.execute("SELECT bcgn_to_uci(?), bcgn_to_uci(?)", [b'1. e4 e5', '1. e4 {\u00fc} e5']).fetchone(), ('e2e4 e7e5',) * 2)
        if encoding == 'UTF-8':
            check_values(check, db)
            check_errors(check, db, error_of)
            check_files(check, db, error_of, place, pgn, packed)
            check_document(check, db, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../../docs/bindings/functions.md'), pgn, packed)
        db.close()
