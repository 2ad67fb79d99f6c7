"""Databases with deleted games: as if the text had never had these, and with them."""

import os
import subprocess
import unittest

from support import BUILD, FOLDER, packed

import pgnpack

DELETED = [1, 3, 5, 6, 7, 100, 101, 2400]


class Deleted(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.path, text, cls.left = (os.path.join(FOLDER, name) for name in ('deleted.bcgn', 'others.pgn', 'others.bcgn'))
        with open(packed('engine-games'), 'rb') as source, open(cls.path, 'wb') as target:
            target.write(source.read())
        numbers = ','.join(map(str, DELETED))
        for command in (['pgnpack', '-q', f'--delete={numbers}', cls.path], ['pgnunpack', '-f', cls.path, '-o', text],
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
