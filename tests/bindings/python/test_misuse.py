"""Callers who err, and what Python does with objects of others: pickle, copy, !=, arrays of True and False."""

import copy
import io
import pickle
import unittest

from support import data, numpy, packed, plain

import pgnpack

COLUMNS = ('White', 'outcome', 'day', 'year', 'moves', 'comments', 'file', 'clocks', 'evals', 'san', 'uci', 'game', 'plies', 'text', 'ECO')


class Misuse(unittest.TestCase):
    def setUp(self):
        self.path = packed('classics')
        self.db = pgnpack.open(self.path)
        self.white = self.db.columns('White')['White'].tolist()

    def tearDown(self):
        self.db.close()

    def refused(self, words, function, *arguments, **options):
        with self.assertRaises(pgnpack.ArgumentError) as caught:
            function(*arguments, **options)
        self.assertIn(words, str(caught.exception))

    def test_masks_are_no_indexes(self):
        column = self.db.columns('White')['White']
        mask = column == self.white[3]
        for given in (mask, [True, False], [bool(one) for one in mask]):
            self.refused('True and False', column.take, given)
            self.refused('True and False', self.db.columns('moves')['moves'].take, given)
        places = [i for i, one in enumerate(mask) if one]
        self.assertEqual(set(self.db.columns('White', games=places)['White']), {self.white[3]})
        for given in ([1.5], [1.0], ['1'], [None]):
            self.refused('whole number', self.db.columns, 'White', games=given)
        self.assertEqual(self.db.columns('White', games=[-1, 0, -1])['White'].tolist(), [self.white[i] for i in (-1, 0, -1)])

    def test_not_equal_is_the_opposite(self):
        column = self.db.columns('White')['White']
        self.assertEqual(plain(column != self.white[3]), [one != self.white[3] for one in self.white])
        self.assertIs(column != column[:], False)
        self.assertIs(column != column[1:], True)
        self.assertIs(column != 5, True)

    def test_pickle_and_copy(self):
        for games in (self.db, self.db[::-3], self.db[5:5]):
            columns = games.columns(*COLUMNS)
            for again in (pickle.loads(pickle.dumps(columns)), copy.deepcopy(columns)):
                self.assertEqual(again.rows, columns.rows)
                for name in COLUMNS:
                    if name == 'day' and numpy is not None:
                        self.assertTrue((again[name].astype(str) == columns[name].astype(str)).all())
                        continue
                    self.assertEqual(plain(again[name]), plain(columns[name]), name)
                if len(columns['White']) > 4:
                    self.assertEqual(again['White'][2:4].tolist(), columns['White'][2:4].tolist())
                    self.assertEqual(again['White'].take([3, 1]).tolist(), columns['White'].take([3, 1]).tolist())

    def test_zero_bytes(self):
        self.refused('zero byte', self.db.columns, 'White\0x', strict=False)
        self.refused('zero byte', self.db.value_counts, 'White\0x')
        self.refused('zero byte', self.db.names, 'a\0b')
        self.refused('zero byte', self.db.names, tag='White\0b')

    def test_limits(self):
        for name in ('gap', 'memory_limit', 'work_limit'):
            for value in (-1, 1 << 70, 1.5, 'x'):
                self.refused(name, pgnpack.open, self.path, **{name: value})

    def test_what_is_no_text_is_not_packed(self):
        for value in (5, True, [1, 2], {}, None, 1.5):
            with self.assertRaises(TypeError):
                pgnpack.pack_bytes(value)

    def test_file_objects_that_give_too_much_or_no_bytes(self):
        content = pgnpack.pack_bytes(data('classics.pgn'))

        class Wrong(io.BytesIO):
            def __init__(self, change):
                super().__init__(content)
                self.change = change

            def read(self, size=-1):
                return self.change(super().read(size), size)
        for change in (lambda piece, size: piece + bytes(size), lambda piece, size: piece.decode('latin-1'), lambda *_: None, lambda *_: 5):
            with self.assertRaises(pgnpack.ReadError) as caught:
                pgnpack.unpack(Wrong(change), io.BytesIO())
            self.assertIsInstance(caught.exception.__cause__, (ValueError, TypeError))
            with self.assertRaises(pgnpack.ReadError):
                pgnpack.open(pgnpack.ReadAt(lambda offset, size, change=change: change(content[offset:offset + size], size), len(content)))

    def test_read_at_counts_bytes(self):
        content = pgnpack.pack_bytes(data('classics.pgn'))

        def words(offset, size):
            return memoryview(content[offset:offset + size + size % 2].ljust(size + size % 2)).cast('H')
        padded = content + b'\0' * (len(content) % 2)
        with self.assertRaises(pgnpack.PgnpackError):
            pgnpack.open(pgnpack.ReadAt(lambda offset, size: words(offset, size + 2), len(padded)))
        with pgnpack.open(pgnpack.ReadAt(lambda offset, size: memoryview(content)[offset:offset + size], len(content))) as db:
            self.assertEqual(len(db), len(self.white))

    def test_repr_of_a_game_of_a_closed_database(self):
        other = pgnpack.open(self.path)
        game = other[3]
        other.close()
        self.assertIn('closed', repr(game))

    def test_a_source_that_closes_its_database(self):
        content, box = pgnpack.pack_bytes(data('classics.pgn')), []

        def read_at(offset, size):
            for db in box:
                db.close()
            return content[offset:offset + size]
        box.append(pgnpack.open(pgnpack.ReadAt(read_at, len(content))))
        self.assertEqual(box[0].columns('White')['White'].tolist(), self.white)
        with self.assertRaises(pgnpack.ClosedError):
            box[0].columns('White')


if __name__ == '__main__':
    unittest.main()
