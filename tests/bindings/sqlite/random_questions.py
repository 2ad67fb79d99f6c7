"""Random questions: a virtual table has to answer as a plain table with the same rows does, whatever it takes from SQLite's WHERE."""
import random

NUMBERS = ('game', 'year', 'plies', 'WhiteElo', 'BlackElo', 'PlyCount', 'ply', 'last_ply', 'key', 'clock', 'eval',
           'rowid')
TEXTS = ('id', 'White', 'Black', 'Date', 'ECO', 'Round', 'Result', 'outcome', 'day', 'file', 'Event', 'move', 'uci')
ODD = ('NULL', "''", '0', '-1', '2700', '2700.5', '2700.0', '-0.0', "'2700'", "' 2700 '", "'2.7e3'", "'8f2k1qz:17'", "':1'", "'abc'", "x'41'", '1e300', '-1e300',
       '9223372036854775807', '-9223372036854775808', '9e999', "'2000'", "'2000-01'", "'2000-01-01'", "'2000-1-1'", "'2000-13-01'",
       "'2000.01.01'", "'9999-12-31'", "'0000-00-00'", "'10000-01-01'", "'?'", "'*'", "'1-0'", "'B9'", "'b90'", "'\u00e9'", "'\U0001f600'",
       "'a' || char(0) || 'b'", '1999', '3', '3.0', "'3'", "'03'")
PATTERNS = ("'%'", "'_%'", "'b9%'", "'B__'", "'%a'", "'2%'", "'1-_'", "'*'", "'B9*'", "'[A-M]*'", "'b?*'", "'\u00fc%'", "''", 'NULL', '2', "'1999*'",
            "'M%\u00fc%'", "'a\\%'")


class Asker:
    """Makes questions about the columns that there are, with values that are there, and others."""

    def __init__(self, db, table, seed, is_one_file):
        self.random, self.db, self.table = random.Random(seed), db, table
        shown = {row[1] for row in db.execute(f'PRAGMA table_info({table})')}
        self.has_rowid = is_one_file and 'White' in shown  # the plain table has its own, which are the same
        shown |= {'rowid'} if self.has_rowid else set()
        self.numbers, self.texts = ([name for name in names if name in shown] for names in (NUMBERS, TEXTS))
        self.key = 'game, ply' if 'ply' in shown else 'game'
        self.another = 'White' if 'White' in shown else 'file'
        self.values = {}
        for name in self.numbers + self.texts:
            rows = db.execute(f'SELECT DISTINCT quote({name}) FROM plain').fetchall()
            texts = [row[0] for row in rows if '\ufffd' not in row[0]]
            self.values[name] = texts

    def value(self, name):
        pick = self.random.choice
        if self.random.random() < .3:
            return pick(ODD)
        text = pick(self.values[name] or ['NULL'])
        return pick((text, text, text, f'CAST({text} AS TEXT)', f'({text} || \'\')', f'(0 + {text})', f'substr({text}, 1, 4)', f'upper({text})', f"substr({text}, 1, 4) || '-01-01'",
                     f'(SELECT {text})', f'(SELECT {pick(("i", "t", "r", "n"))} FROM odd_values ORDER BY random() LIMIT 0)',
                     f'(SELECT {pick(("i", "t", "r", "n"))} FROM odd_values WHERE k = {self.random.randrange(40)})'))

    def term(self, prefix=''):
        pick = self.random.choice
        name = pick(self.numbers + self.texts)
        column, kind = prefix + name, self.random.randrange(12)
        if kind < 5:
            return f'{column} {pick(("=", "=", "<", "<=", ">", ">=", "<>", "IS", "IS NOT", "=="))} {self.value(name)}'
        if kind == 5:
            return f'{column} {pick(("", "NOT "))}BETWEEN {self.value(name)} AND {self.value(name)}'
        if kind == 6:
            return f'{column} IS {pick(("NULL", "NOT NULL"))}'
        if kind < 9:
            several = ', '.join(self.value(name) for _ in range(self.random.randrange(5)))
            return f'{column} {pick(("", "", "NOT "))}IN ({several})'
        if kind == 9:
            return f'{column} {pick(("", "NOT "))}{pick(("LIKE", "GLOB"))} {pick(PATTERNS)}'
        if kind == 10:
            return f'{column} COLLATE {pick(("NOCASE", "RTRIM", "BINARY"))} {pick(("=", "<", ">="))} {self.value(name)}'
        return f'{column} {pick(("=", "<", ">="))} {prefix}{pick(self.numbers + self.texts)}'

    def condition(self, depth, prefix=''):
        if depth == 0 or self.random.random() < .3:
            return self.term(prefix)
        parts = [self.condition(depth - 1, prefix) for _ in range(self.random.randrange(2, 4))]
        text = '(' + self.random.choice((' AND ', ' AND ', ' OR ')).join(parts) + ')'
        return 'NOT ' + text if self.random.random() < .1 else text

    def question(self):
        """With {} where the table's name comes."""
        pick, kind = self.random.choice, self.random.randrange(12)
        where, key = self.condition(2), self.key
        name = pick([name for name in self.numbers + self.texts if name != 'rowid'])
        if kind < 5:
            return f'SELECT {key}, {self.another} FROM {{0}} WHERE {where} ORDER BY {key}{pick(("", " DESC"))}'
        if kind == 5:
            orders = (key, key + ' DESC', f'{key}, {self.another}') + (('rowid', 'game, rowid', 'rowid DESC') if self.has_rowid else ())
            return f'SELECT {key} FROM {{0}} WHERE {where} ORDER BY {pick(orders)} ' \
                   f'LIMIT {self.random.randrange(6)} OFFSET {self.random.randrange(4)}'
        if kind == 6:
            return f'SELECT count(*), count({name}), sum(game), min({name}), max({name}) FROM {{0}} WHERE {where}'
        if kind == 7:
            total = 'sum(rowid)' if self.has_rowid else 'sum(game)'
            return f'SELECT {name}, count(*), {total} FROM {{0}} WHERE {self.term()} GROUP BY {name} ORDER BY {name}'
        if kind == 8:
            return f'SELECT {name}, count(*) FROM {{0}} WHERE {name} {pick(("<", ">=", "IN ", "IS NOT "))} ({self.value(name)}) ' \
                   f'GROUP BY {name} ORDER BY {name} {pick(("", "DESC"))}'
        if kind == 9:
            one, other = (pick(self.numbers + self.texts) for _ in range(2))
            return f'SELECT a.game, b.game FROM {{0}} a {pick(("JOIN", "LEFT JOIN"))} {{0}} b ON a.{one} {pick(("=", "<", "IS"))} ' \
                   f'b.{other} AND {self.condition(1, "b.")} WHERE a.game < 12 AND {self.condition(1, pick(("a.", "b.")))} ORDER BY 1, 2'
        if kind == 10:
            one = pick(self.numbers + self.texts)
            return f'SELECT game FROM {{0}} WHERE {one} {pick(("", "NOT "))}IN (SELECT {pick(self.numbers + self.texts)} FROM {{0}} ' \
                   f'WHERE {self.term()}) AND {where} ORDER BY 1'
        column = pick(('i', 't', 'r', 'n'))
        one = 'g.' + pick(self.numbers + self.texts)
        if self.random.random() < .5:  # scans that begin again before they have come to an end
            return f'SELECT k, (SELECT {key} FROM {{0}} g WHERE {one} {pick(("=", ">=", "<"))} {column} ORDER BY {key} LIMIT 1), ' \
                   f'EXISTS (SELECT 1 FROM {{0}} g WHERE {one} > {column}) FROM odd_values'.replace(f'SELECT {key} FROM', 'SELECT game FROM')
        return f'SELECT k, game FROM odd_values JOIN {{0}} g ON {pick((one + " = " + column, column + " < " + one, one + " >= " + column))} ' \
               f'WHERE game < 20 ORDER BY 1, 2'


def make_values(db):
    """The odd values in columns of each affinity."""
    db.execute('DROP TABLE IF EXISTS odd_values')
    db.execute('CREATE TABLE odd_values (k INTEGER PRIMARY KEY, i INTEGER, t TEXT, r REAL, n)')
    for value in ODD:
        db.execute(f'INSERT INTO odd_values (i, t, r, n) VALUES ({value}, {value}, {value}, {value})')


def compare(check, db, table, count, seed):
    """`table` and `count` questions."""
    db.execute('DROP TABLE IF EXISTS plain')
    db.execute(f'CREATE TABLE plain AS SELECT * FROM {table}')
    make_values(db)
    is_one_file = db.execute('SELECT count(DISTINCT file) FROM plain').fetchone()[0] == 1
    asker = Asker(db, table, seed, is_one_file)
    for _ in range(count):
        question = asker.question()
        if ' LIMIT ' in question and not is_one_file:
            continue
        answers = [db.execute(question.format(name)).fetchall() for name in (table, 'plain')]
        if not is_one_file:  # games of two files have the same numbers
            answers = [sorted(rows, key=repr) for rows in answers]
        check(f'{table}: {question}', *answers)
