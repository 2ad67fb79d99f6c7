"""Databases with deleted games: as if the text had never had these, and with them."""

import os
import random
import re
import subprocess
import unittest

from support import BUILD, DATA, FOLDER, ROOT, numpy, packed

import pgnpack
from pgnpack import _memory

DELETED = [1, 3, 5, 6, 7, 100, 101, 2400]


class Deleted(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.path, text, cls.left = (os.path.join(FOLDER, name) for name in ('deleted.bcgn', 'others.pgn', 'others.bcgn'))
        with open(packed('engine-games'), 'rb') as source, open(cls.path, 'wb') as target:
            target.write(source.read())
        numbers = ','.join(map(str, DELETED))
        for command in (['pgndb', 'delete', '-q', cls.path, '-g', numbers], ['pgnunpack', '-f', cls.path, '-o', text],
                        ['pgnpack', '-q', '-f', text, '-o', cls.left]):
            subprocess.run([os.path.join(BUILD, command[0])] + command[1:], check=True)

    def setUp(self):
        self.database, self.wanted = pgnpack.open(self.path), pgnpack.open(self.left)
        self.addCleanup(self.database.close)
        self.addCleanup(self.wanted.close)

    def test_games(self):
        self.assertEqual((len(self.database), self.database.deleted_count), (2392, len(DELETED)))
        self.assertEqual([game.White for game in self.database], [game.White for game in self.wanted])
        self.assertEqual([game.number for game in self.database[:6]], [2, 4, 8, 9, 10, 11])
        self.assertEqual(self.database[-1].number, 2399)
        self.assertEqual(self.database[96].text.strip(), self.wanted[96].text.strip())

    def test_columns(self):
        for games in (self.database, self.database[50:150], self.database[10:500:7]):
            other = self.wanted if games is self.database else (
                self.wanted[50:150] if len(games) == 100 else self.wanted[10:500:7])
            for name in ('White', 'plies', 'Date'):
                self.assertEqual(list(games.column(name)), list(other.column(name)))
        self.assertEqual(self.database.value_counts('White'), self.wanted.value_counts('White'))
        self.assertEqual(list(self.database[:20].positions('uci')['uci']), list(self.wanted[:20].positions('uci')['uci']))

    def test_questions(self):
        for question in ({'moves': 'e4'}, {'result': '1-0'}, {'plies': '-40'}):
            self.assertEqual(list(self.database.search(**question).games.column('Date')),
                             list(self.wanted.search(**question).games.column('Date')))
            self.assertEqual(len(self.database[20:300].search(**question)), len(self.wanted[20:300].search(**question)))
        self.assertEqual(repr(self.database.tree()), repr(self.wanted.tree()))
        self.assertEqual(repr(self.database[30:400].tree()), repr(self.wanted[30:400].tree()))
        self.assertEqual([(name.name, name.games) for name in self.database.names()],
                         [(name.name, name.games) for name in self.wanted.names()])

    def test_pieces(self):
        self.assertEqual(sum(len(self.database[block.start:block.stop]) for block in self.database.blocks()), 2392)
        self.assertEqual(sum(len(shard) for shard in self.database.shards(3)), 2392)

    def test_with_deleted(self):
        with pgnpack.open(self.path, with_deleted=True) as database:
            self.assertEqual((len(database), database.deleted_count), (2400, len(DELETED)))
            self.assertEqual(database[0].number, 1)
        with pgnpack.open([self.path, self.left]) as both:
            self.assertEqual(len(both), 2 * 2392)
            self.assertEqual(both[2392].number, 1)
            self.assertEqual(both[2393].White, self.wanted[1].White)

    def test_ids(self):
        name = self.database.game_id(2)
        self.assertRegex(name, '^[0-9a-z]{7}:8$')
        self.assertEqual(self.database.find_id(name), 2)
        with self.assertRaisesRegex(LookupError, 'was deleted'):
            self.database.find_id(name[:-1] + '7')
        with self.assertRaisesRegex(LookupError, 'no game'):
            self.database.find_id('zzzzzzz:1')
        self.database.close()
        for call in (lambda: self.database.find_id(name), lambda: self.database.game_id(2), lambda: self.database.column('id')):
            with self.assertRaises(pgnpack.ClosedError):
                call()

    def test_id_column(self):
        """Of several segments and files, of some games, in any order; and of a file that has none."""
        path = os.path.join(FOLDER, 'ids.bcgn')
        with open(self.path, 'rb') as source, open(path, 'wb') as target:
            target.write(source.read())
        subprocess.run([os.path.join(BUILD, 'pgnpack'), '-qq', f'--append={path}', os.path.join(DATA, 'classics.pgn')], check=True)
        rows = subprocess.run([os.path.join(BUILD, 'pgnfind'), '--csv=GameNumber,GameId', path], check=True, stdout=subprocess.PIPE).stdout
        of_number = dict(row.split(',') for row in rows.decode().splitlines()[1:])
        wanted = list(of_number.values())
        with pgnpack.open(path) as database:
            self.assertEqual(list(database.column('id')), wanted)
            self.assertEqual(len({name.split(':')[0] for name in wanted}), 2)
            self.assertEqual([game.id for game in database[2380:2400]], wanted[2380:2400])
            self.assertEqual([database.game_id(i) for i in (0, 2391, 2392)], [wanted[i] for i in (0, 2391, 2392)])
            self.assertEqual(list(database.column('id', games=[2395, 3, 2390])), [wanted[i] for i in (2395, 3, 2390)])
            found = database.search(result='1-0', plies='60-')
            self.assertEqual(list(found.columns('White', 'id')['id']), [of_number[str(number)] for number in found.game.tolist()])
            self.assertGreater(len(found), 10)
            self.assertEqual(len(database.columns('id', 'file', games=slice(0, 0))['id']), 0)
        with pgnpack.open([self.path, path]) as both:
            self.assertEqual(list(both.column('id')), wanted[:2392] + wanted)
        with pgnpack.open(path, with_deleted=True) as database:
            self.assertEqual(database.column('id', games=[0])[0], wanted[0].split(':')[0] + ':1')
        with open(os.path.join(ROOT, 'tests/vectors/bad/fine-index-short.txt'), encoding='utf-8') as file:
            data = bytes.fromhex(re.sub('#.*', '', file.read()))
        with pgnpack.open(data) as database:
            self.assertGreater(len(database), 0)
            self.assertEqual(list(database.column('id')), [None] * len(database))


class Ranges(unittest.TestCase):
    def test_numbers_of_ranges(self):
        """What is there between deleted games, as NumPy and as arrays make it."""
        dice = random.Random(1)
        for _ in range(300):
            ranges, at = [], dice.choice((0, 1, 9))
            for _ in range(dice.randrange(6)):
                ranges.append(range(at, at + dice.choice((0, 1, 1, 5))))
                at = ranges[-1].stop + dice.choice((0, 0, 1, 7))
            wanted = [number for part in ranges for number in part]
            for module in (None, numpy):
                self.assertEqual(_memory.of_ranges(module, ranges).tolist(), wanted)
