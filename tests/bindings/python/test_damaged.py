"""Damaged blocks that are skipped: a database with damage is one from which the games of these blocks were deleted, whatever it is
asked; and wherever a file is damaged, what comes is what was packed, and what does not come is told."""

import pickle
import unittest

from support import data, path, plain

import pgnpack
import pgnpack.parts

TEXT = data('engine-games.pgn')
COLUMNS = ('White', 'PlyCount', 'day', 'outcome', 'plies', 'san', 'clocks', 'comments', 'text', 'game')
QUERIES = ({}, {'result': '1-0'}, {'moves': 'e4 c5'}, {'player': 'Stock'}, {'material': 'KRkr'}, {'date': '2000-'}, {'not_': True, 'moves': 'd4'})
BLOCKS = 1, 2, 7


def packed_to(name, **options):
    target = path(name)
    pgnpack.pack(path('text.pgn'), target, block_size=60000, **options)
    return target


def setUpModule():
    with open(path('text.pgn'), 'wb') as file:
        file.write(TEXT)


class Same(unittest.TestCase):
    """The file with damage against the same file, whole, whose games of these blocks were deleted."""

    def setUp(self):
        self.files = []

    def tearDown(self):
        for file in self.files:
            file.close()

    def opened(self, source, **options):
        self.files.append(pgnpack.open(source, **options))
        return self.files[-1]

    def pair(self, level=3, index='always', delete=()):
        target, name = packed_to('whole.bcgn', level=level, index=index), path('damaged.bcgn')
        if delete:
            with pgnpack.Changes(target) as changes:
                changes.delete(delete)
        with pgnpack.open(target, with_deleted=True) as db:
            blocks = [db.blocks()[n] for n in BLOCKS]
        offsets = [part.start for part in pgnpack.parts.plan(target, blocks=1)]
        with open(target, 'rb') as file:
            content = bytearray(file.read())
        for way, n in enumerate(BLOCKS):
            content[offsets[n] + (17, 70, 66)[way]] ^= 0x21
        with open(name, 'wb') as file:
            file.write(content)
        lost = [number for block in blocks for number in range(block.start + 1, block.stop + 1)]
        with pgnpack.Changes(target) as changes:
            changes.delete(lost)
        return self.opened(name, damaged='skip'), self.opened(target), blocks, lost

    def compare(self, db, other):
        self.assertEqual((len(db), db.tag_names), (len(other), other.tag_names))
        for threads in (1, 3):
            columns, wanted = db.columns(*COLUMNS, threads=threads), other.columns(*COLUMNS, threads=threads)
            for name in COLUMNS:
                self.assertEqual(plain(columns[name]), plain(wanted[name]), name)
            for words in QUERIES:
                hits, expected = db.search(threads=threads, **words), other.search(threads=threads, **words)
                self.assertEqual((list(hits), plain(hits.indexes)), (list(expected), plain(expected.indexes)), words)
            for fen in (None, pgnpack.Board().make('e4').fen, pgnpack.Board().make('d4').make('d5').fen):
                self.assertEqual(list(db.tree(fen, threads=threads)), list(other.tree(fen, threads=threads)))
                self.assertEqual(list(db.tree(fen, 'result=1-0')), list(other.tree(fen, 'result=1-0')))
        self.assertEqual(db.names(), other.names())
        self.assertEqual(db.value_counts('White'), other.value_counts('White'))
        self.assertEqual([game.number for game in db], [game.number for game in other])
        self.assertEqual(plain(db[::-7].column('text')), plain(other[::-7].column('text')))
        self.assertEqual(sum(map(len, db.shards(4))), len(other))
        self.assertEqual([(block.start, block.stop) for block in db.blocks()], [(block.start, block.stop) for block in other.blocks()])
        self.assertEqual(plain(db.positions('key')['key']), plain(other.positions('key')['key']))

    def test_whatever_is_asked(self):
        for options in ({}, {'level': 6, 'index': 'none'}, {'delete': [1, 2, 300, 301, 2400]}):
            db, other, blocks, lost = self.pair(**options)
            self.compare(db, other)
            self.assertEqual([(one.first_game, one.game_count, one.path) for one in db.damaged],
                             [(block.start + 1, block.stop - block.start, path('damaged.bcgn')) for block in blocks])
            self.assertEqual(db.deleted_count, len(options.get('delete', ())))
            self.assertEqual([one.offset for one in db.damaged], sorted(one.offset for one in db.damaged))
            for one in db.damaged:
                self.assertIn('block', one.text)
            again = pickle.loads(pickle.dumps(db))
            self.assertEqual((len(again), again.damaged), (len(db), db.damaged))

    def test_ids(self):
        db, other, _, lost = self.pair()
        with self.opened(path('damaged.bcgn')) as whole:
            name = whole.game_id(lost[0] - 1)
        with self.assertRaises(LookupError) as caught:
            db.find_id(name)
        self.assertIn('damaged', str(caught.exception))
        self.assertEqual([db.game_id(i) for i in range(0, len(db), 9)], [other.game_id(i) for i in range(0, len(other), 9)])

    def test_several_files(self):
        db, other, _, _ = self.pair()
        files = [path('damaged.bcgn'), path('whole.bcgn'), path('damaged.bcgn')]
        several, wanted = self.opened(files, damaged='skip'), self.opened([path('whole.bcgn')] * 3)
        self.assertEqual(plain(several.column('text')), plain(wanted.column('text')))
        self.assertEqual([one.path for one in several.damaged], [files[0]] * 3 + [files[2]] * 3)

    def test_parts(self):
        db, other, _, _ = self.pair(delete=[5, 6, 7])
        for blocks in (1, 3, 100):
            parts = pgnpack.parts.plan(path('damaged.bcgn'), blocks=blocks, damaged='skip')
            parts = pickle.loads(pickle.dumps(parts))
            texts = [text for part in parts for games in part.games() for text in plain(games.column('text'))]
            self.assertEqual(texts, plain(other.column('text')))
            counts = sum((games.value_counts('White') for part in parts for games in part.games()), start=type(other.value_counts('White'))())
            self.assertEqual(counts, other.value_counts('White'))
            self.assertEqual([one for part in parts for one in part.damage()], db.damaged)
            found = [int(number) for part in parts for games in part.games('result=1-0') for number in plain(games.column('game'))]
            self.assertEqual(found, plain(other.search(result='1-0').game))
        with self.assertRaises(pgnpack.CorruptError):
            for part in pgnpack.parts.plan(path('damaged.bcgn'), blocks=2):
                for games in part.games():
                    games.column('text')

    def test_the_default_is_an_error(self):
        self.pair()
        for options in ({}, {'damaged': 'error'}):
            db = self.opened(path('damaged.bcgn'), **options)
            self.assertEqual((len(db), db.damaged), (2400, []))
            for call in (lambda: db.column('text'), lambda: db.search(moves='e4'), db.names, lambda: db.tag_names,
                         lambda: db.tree(where='result=1-0'), lambda: [game.White for game in db], lambda: db.positions('key')):
                with self.assertRaises(pgnpack.CorruptError):
                    call()
        for wrong in ('Skip', None, True, ''):
            with self.assertRaises(pgnpack.ArgumentError):
                pgnpack.open(path('damaged.bcgn'), damaged=wrong)


class Anywhere(unittest.TestCase):
    def test_every_part_of_a_file(self):
        target = packed_to('anywhere.bcgn', index='always')
        with open(target, 'rb') as file:
            content = file.read()
        with pgnpack.open(target) as db:
            texts, count = plain(db.column('text')), len(db)
        outcomes = set()
        for at in list(range(32, len(content), len(content) // 40)) + [len(content) - 1, len(content) - 40]:
            changed = bytearray(content)
            changed[at] ^= 0x40
            with pgnpack.open(bytes(changed), damaged='skip') as db:
                numbers = plain(db.column('game'))
                self.assertEqual(plain(db.column('text')), [texts[number - 1] for number in numbers], at)
                self.assertEqual(plain(db.search(moves='e4').game), plain(db.search(moves='e4').games.column('game')))
                self.assertEqual(db.tree().totals.games, len(db.search(fen=pgnpack.Board())))
                told = [number for one in db.damaged for number in range(one.first_game, one.first_game + (one.game_count or 0))]
                self.assertEqual(sorted(numbers + told), list(range(1, count + 1)), at)
                outcomes.add((len(db) < count, bool(db.damaged)))
        self.assertIn((True, True), outcomes)

    def test_cuts(self):
        target = packed_to('cut.bcgn')
        with open(target, 'rb') as file:
            content = file.read()
        with pgnpack.open(target) as db:
            texts = plain(db.column('text'))
        for size in (len(content) - 1, len(content) - 500, len(content) // 2, len(content) // 3):
            with pgnpack.open(content[:size], damaged='skip') as db:
                self.assertEqual(plain(db.column('text')), texts[:len(db)])
                self.assertIsNone(db.damaged[-1].game_count)
                self.assertEqual(db.damaged[-1].first_game, len(db) + 1)
            with self.assertRaises(pgnpack.TruncatedError):
                pgnpack.open(content[:size])


if __name__ == '__main__':
    unittest.main()
