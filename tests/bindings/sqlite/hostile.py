"""What a host of tables should outlive: names of tags, paths, encodings and orders that nobody asks for but an attacker, or a bad day."""
import os
import random
import shutil
import sqlite3

import made

GAMES = b''.join(made.game((b'White', b'w%d' % i), (b'Date', b'20%02d.01.02' % i)) for i in range(20))


def answer(db, sql, *values):
    """The rows, or the error's text."""
    try:
        return db.execute(sql, values).fetchall()
    except sqlite3.Error as error:
        return str(error)


def check_orders(check, db, packed):
    """rowid behind another column."""
    db.execute(f"CREATE VIRTUAL TABLE temp.ordered USING bcgn('{packed}')")
    db.execute(f"CREATE VIRTUAL TABLE temp.ordered_positions USING bcgn_positions('{packed}')")
    for order in ('rowid', 'game, rowid', 'game, rowid DESC'):
        check(f'ORDER BY {order}', answer(db, f'SELECT game FROM ordered ORDER BY {order} LIMIT 2'), [(1,), (2,)])
    for order in ('game, rowid', 'game, ply, rowid'):
        check(f'positions: ORDER BY {order}', answer(db, f'SELECT game, ply FROM ordered_positions ORDER BY {order} LIMIT 6 OFFSET 3'),
              [(1, 3), (1, 4), (2, 0), (2, 1), (2, 2), (2, 3)])


def check_tag_names(check, db, pack):
    """Names of tags that are words of SQL, columns of SQLite or of ours, or thousands."""
    names = (b'rowid', b'_rowid_', b'oid', b'SELECT', b'HIDDEN', b'file', b'FILE', b'id', b'ID', b'tags', b'bcgn_path', b'a' * 255, b'x;y|z', b"o'clock",
             b'a,b)', b'0', b'-', b'%s')
    for i, name in enumerate(names):
        packed = pack(f'name{i}', made.game((name, b'v')) + made.game((b'White', b'w')))
        db.execute(f"CREATE VIRTUAL TABLE temp.named USING bcgn('{packed}')")
        column = [row[1] for row in db.execute('PRAGMA table_info(named)')][14].replace('"', '""')
        check(f'a tag {name}', answer(db, f'SELECT "{column}", game FROM named WHERE "{column}" = \'v\' OR "{column}" IS NULL'),
              [('v', 1), (None, 2)])
        db.execute('DROP TABLE named')
    packed = pack('ours', made.game((b'bcgn_tags', b'x'), (b'BCGN_where', b'y'), (b'White', b'w')))
    db.execute(f"CREATE VIRTUAL TABLE temp.named USING bcgn('{packed}')")
    check('tags with names of hidden columns', answer(db, "SELECT White, bcgn_tags FROM named WHERE bcgn_where = 'white=w'"),
          [('w', '{"Event":"odd","White":"w","bcgn_tags":"x","BCGN_where":"y"}')])
    db.execute('DROP TABLE named')
    late = pack('late', GAMES + b''.join(made.game((b'T%d' % i, b'%d' % i)) for i in range(900)))
    db.execute(f"CREATE VIRTUAL TABLE temp.named USING bcgn('{late}')")
    check('900 names', answer(db, 'SELECT game, T0, T789 FROM named WHERE game IN (1, 21, 810)'),
          [(1, None, None), (21, '0', None), (810, None, '789')])
    check('the last name', answer(db, "SELECT bcgn_tags FROM named WHERE game = 920"), [('{"Event":"odd","T899":"899"}',)])
    db.execute('DROP TABLE named')


def check_no_games(check, db, pack):
    packed = pack('none', b'')
    db.execute(f"CREATE VIRTUAL TABLE temp.no_games USING bcgn('{packed}')")
    for sql in ("SELECT * FROM no_games WHERE game = 3 AND White = 'x'", 'SELECT White, count(*) FROM no_games GROUP BY White',
                'SELECT a.game FROM no_games a JOIN no_games b ON a.game = b.game WHERE a.game IN (1, 2)',
                f"SELECT * FROM bcgn_positions('{packed}') WHERE game = 1", f"SELECT * FROM bcgn_find('{packed}', 'mate')",
                f"SELECT * FROM bcgn_tree('{packed}')"):
        check(f'no games: {sql}', answer(db, sql), [])
    check('no games: count', answer(db, 'SELECT count(*) FROM no_games'), [(0,)])


def check_paths(check, db, packed, place):
    for path, start in (('x' * 4096, 'xxx'), ('/nowhere/' + 'y' * 1200, '/nowhere/yyy'), ('\u00e9' * 600, '\u00e9\u00e9'), ('', ': cannot'),
                        ('[', '[: no file'), ('*nowhere*', '*nowhere*: no file'), ('/dev/null', '/dev/null: ')):
        check(f'path {path[:20]}', str(answer(db, 'SELECT game FROM bcgn_games(?)', path))[:len(start)], start)
    path = os.path.join(place, 'pipe.bcgn')
    os.mkfifo(path)  # to which nobody writes
    check('a pipe', 'is a pipe or a device' in str(answer(db, 'SELECT game FROM bcgn_games(?)', path)), True)
    os.remove(path)
    shutil.copy(packed, path)
    os.mkfifo(path + '.idx')
    check('a pipe beside', answer(db, 'SELECT count(*) FROM bcgn_games(?)', path), [(20,)])
    check('a path that is no UTF-8', answer(db, "SELECT game FROM bcgn_games(CAST(x'2fff2f' AS TEXT))"),
          '/\u00ff/: cannot be opened: No such file or directory')
    for name in ("o'clock \" \u00fc.bcgn", ' ', 'a;b|c', '%s%n'):
        path = os.path.join(place, name)
        shutil.copy(packed, path)
        check(f'a file {name!r}', answer(db, 'SELECT count(*), file FROM bcgn_games(?)', path), [(20, path)])
        db.execute("CREATE VIRTUAL TABLE temp.of_name USING bcgn('" + path.replace("'", "''") + "')")
        check(f'a table of {name!r}', answer(db, 'SELECT count(*), file FROM of_name'), [(20, path)])
        db.execute('DROP TABLE of_name')


def check_utf16(check, connect, pack):
    """Databases that store texts as UTF-16 compare them as such, and take bytes that are no UTF-8 for U+FFFD."""
    texts = [text if isinstance(text, bytes) else text.encode() for text in
             ('\u0100a', 'Zz', 'a', 'ab', 'a\u0100', '\u00ff', b'M\xf6ller', 'M\ufffdller', '\U0001f600', '\uffff')]
    packed = pack('utf16', b''.join(made.game((b'White', text)) for text in texts))
    for encoding in ('UTF-8', 'UTF-16le', 'UTF-16be'):
        db = connect(encoding)
        db.text_factory = bytes
        db.execute(f"CREATE VIRTUAL TABLE g USING bcgn('{packed}')")
        db.execute('CREATE TABLE plain AS SELECT * FROM g')
        for sql in ("SELECT game FROM {} WHERE White < 'a'", "SELECT game FROM {} WHERE White > '\uffff'",
                    "SELECT game FROM {} WHERE White IN ('M\ufffdller', 'a')", "SELECT game FROM {} WHERE White = 'M\ufffdller'",
                    "SELECT game FROM {} WHERE White LIKE 'M\ufffd%'", "SELECT game FROM {} WHERE White IS NOT NULL AND Black IS NULL",
                    'SELECT White, count(*) FROM {} GROUP BY White ORDER BY White',
                    "SELECT game FROM {} WHERE day IS NULL OR day > '2000'"):
            check(f'{encoding}: {sql}', answer(db, sql.format('g')), answer(db, sql.format('plain')))
        db.close()


def check_damage(check, db, packed, place):
    """Of a file with bytes flipped or lost: the rows that there are, or an error."""
    chance = random.Random(14)
    with open(packed, 'rb') as file:
        whole = file.read()
    path = os.path.join(place, 'damaged.bcgn')
    db.execute(f"CREATE TEMP TABLE undamaged AS SELECT * FROM bcgn_games('{packed}')")
    want = {row[0]: row for row in db.execute('SELECT game, White, day, san, text FROM undamaged')}
    errors = wrong = 0
    for n in range(150):
        bytes_now = bytearray(whole)
        if n % 3 == 0:
            del bytes_now[chance.randrange(len(whole)):]
        elif n % 3 == 1:
            first = chance.randrange(len(whole))
            del bytes_now[first:first + chance.randrange(1, 600)]
        else:
            for _ in range(chance.randrange(1, 4)):
                bytes_now[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        with open(path, 'wb') as file:
            file.write(bytes_now)
        for sql in ('SELECT game, White, day, san, text FROM bcgn_games(?)', "SELECT count(*) FROM bcgn_games(?) WHERE day > '2001'",
                    'SELECT ply, fen, key FROM bcgn_positions(?)', "SELECT * FROM bcgn_find(?, 'move=e4')", 'SELECT * FROM bcgn_tree(?)'):
            got = answer(db, sql, path)
            errors += isinstance(got, str)
            wrong += isinstance(got, str) and path not in got
            if not isinstance(got, str) and sql.startswith('SELECT game, White'):
                wrong += bytes_now != whole and any(want.get(row[0]) != row for row in got)
    check('damaged files: all errors name the file, all rows are right', (wrong, errors > 300), (0, True))


def check_changes(check, db, packed, other, place):
    """A file that goes, shrinks, or becomes another one, while it is open."""
    path = os.path.join(place, 'going.bcgn')
    shutil.copy(packed, path)
    rows = db.execute('SELECT game, text FROM bcgn_games(?)', [path])
    first = rows.fetchone()
    os.remove(path)
    check('a file that goes: what is open stays', (first[0], len(rows.fetchall())), (1, 19))
    check('a file that went', answer(db, 'SELECT game FROM bcgn_games(?)', path), path + ': cannot be opened: No such file or directory')
    shutil.copy(packed, path)
    db.execute(f"CREATE VIRTUAL TABLE temp.going USING bcgn('{path}')")
    with open(path, 'r+b') as file:
        file.truncate(60)
    got = answer(db, 'SELECT White, text FROM going')
    check('a file that shrank', isinstance(got, str) and path in got, True)
    shutil.copy(other, path)
    check('a file that became another', answer(db, 'SELECT White, text FROM going'), answer(db, 'SELECT White, text FROM bcgn_games(?)', other))
    check('a call of it', answer(db, 'SELECT count(*) > 20 FROM bcgn_games(?)', path), [(1,)])
    db.execute('DROP TABLE going')


def check_games(check, db, pack):
    """Lines without an end or a beginning; positions that are none; variants; null moves."""
    event = lambda moves, *tags: made.game(*tags, moves=moves)
    knights = b' '.join(b'%d. Nf3 Nf6 %d. Ng1 Ng8' % (2 * i + 1, 2 * i + 2) for i in range(2500))
    packed = pack('games', b''.join([
        event(b'1. e4 e5 *', (b'SetUp', b'1'), (b'FEN', b'what')), event(b'*', (b'SetUp', b'1'), (b'FEN', b'8/8/8/8/8/8/8/8 w - - 0 1')),
        event(b'*'), event(knights + b' *'), event(b'1. e4 -- 2. d4 *'), event(b'1. e4 *', (b'White', b'a\0b'), (b'Black', b'\0')),
        event(b'1. e4 d5 2. exd5 Qxd5 3. P@e4 *', (b'Variant', b'Crazyhouse')),
        event(b'1. g3 *', (b'Variant', b'Chess960'), (b'SetUp', b'1'), (b'FEN', b'bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1')),
        event(b'1. e4 e5 2. Ke7 Qh4 *'), event(b'1. e4 e5 (1... -- 2. d4) *')]))
    check('plies of odd games', [row[0] for row in answer(db, 'SELECT plies FROM bcgn_games(?)', packed)],
          [0, 0, 0, 10000, 3, 1, 5, 1, 2, 2])
    check('lists of odd games', answer(
        db, 'SELECT game, length(moves) / 2, json_array_length(clocks), json_array_length(comments), san = replace(trim(san), char(10), \'\') '
        'FROM bcgn_games(?) WHERE game IN (1, 3, 4)', packed), [(1, 0, 0, 1, 1), (3, 0, 0, 1, 1), (4, 10000, 10000, 10001, 1)])
    check('positions of odd games', answer(db, 'SELECT game, count(*), count(move), sum(key <> bcgn_key(fen)) FROM bcgn_positions(?) GROUP BY game',
                                           packed),
          [(game, plies + 1, plies, 0) for game, plies in ((3, 0), (4, 10000), (5, 3), (6, 1), (7, 5), (8, 1), (9, 2), (10, 2))])
    check('a tag with NUL', answer(db, "SELECT game, hex(White) FROM bcgn_games(?) WHERE White = 'a' || char(0) || 'b'", packed), [(6, '610062')])
    fen = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    moves = [(5, '--'), (6, None), (7, 'd5'), (9, 'e5'), (10, 'e5')]
    for words in (fen, f'fen="{fen}"'):
        check(f'null moves of {words[:5]}', answer(db, 'SELECT game, move FROM bcgn_find(?, ?)', packed, words), moves)
    check('drops', answer(db, "SELECT game, move FROM bcgn_find(?, 'rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3')", packed),
          [(7, 'P@e4')])


def check_again(check, db, packed):
    """Calls of one cursor, one after the other: other words, rows half read, the first day of a month."""
    rows = answer(db, "WITH w(words) AS (VALUES ('white==w1'), ('white==w7'), (''), ('white==w7')) "
                  'SELECT words, (SELECT count(*) FROM bcgn_games(?, words)), (SELECT max(game) FROM bcgn_games(?, words)) FROM w',
                  packed, packed)
    check('other words', rows, [('white==w1', 1, 2), ('white==w7', 1, 8), ('', 20, 20), ('white==w7', 1, 8)])
    check('other words, joined', answer(db, "WITH w(words) AS (VALUES ('white==w1'), ('white==w7'), ('white==w3')) "
                                        'SELECT words, game FROM w CROSS JOIN bcgn_games(?, words)', packed),
          [('white==w1', 2), ('white==w7', 8), ('white==w3', 4)])
    check('days from the first of a month on', answer(db, "SELECT count(*) FROM bcgn_games(?) WHERE day >= '2005-01-02' AND day < '2010'", packed),
          [(5,)])
    check('rows half read', answer(db, "WITH n(n) AS (VALUES (3), (18), (1), (25)) SELECT n, (SELECT White FROM bcgn_games(?) "
                                   'WHERE game >= n LIMIT 1) FROM n', packed), [(3, 'w2'), (18, 'w17'), (1, 'w0'), (25, None)])


def check_month_ends(check, db, pack):
    """Days against a month's text: the first of a month comes behind it."""
    packed = pack('months', b''.join(b'[Event "x"]\n[Date "%s"]\n\n1. e4 *\n\n' % date
                                     for date in (b'2010.04.30', b'2010.05.01', b'2010.05.02')))
    for condition, games in ((">= '2010-05'", '2,3'), ("> '2010-05'", '2,3'), ("< '2010-05'", '1'), ("<= '2010-05'", '1'),
                             ("= '2010-05'", None), ("BETWEEN '2010-05' AND '2010-05-01'", '2'), (">= '2010-05-01'", '2,3'),
                             ("> '2010-05-01'", '3'), ("< '2010-05-02'", '1,2'), (">= '2010-06'", None)):
        check(f'day {condition}', answer(db, f'SELECT group_concat(game) FROM bcgn_games(?) WHERE day {condition}', packed), [(games,)])


def check_all(check, connect, pack, place, other):
    """connect(encoding) gives a connection, pack(name, pgn) a database's path; `other` is one."""
    db = connect('UTF-8')
    packed = pack('hostile', GAMES)
    check_orders(check, db, packed)
    check_tag_names(check, db, pack)
    check_no_games(check, db, pack)
    check_paths(check, db, packed, place)
    check_utf16(check, connect, pack)
    check_again(check, db, packed)
    check_month_ends(check, db, pack)
    check_games(check, db, pack)
    check_damage(check, db, packed, place)
    check_changes(check, db, packed, other, place)
    db.close()
