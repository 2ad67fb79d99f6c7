"""What open() takes for files besides plain paths: patterns, addresses, and which databases can be copied for other processes."""

import copy
import io
import mmap
import multiprocessing
import os
import pathlib
import pickle
import shutil
import unittest

from support import module_at, packed, path

import pgnpack

NAMES = 'b-2', 'a-10', 'a-2', 'c [x]'


def white_of(game):
    return game.White


class Patterns(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = path('patterns')
        os.makedirs(os.path.join(cls.folder, 'within', 'deep'))
        for name in NAMES:
            shutil.copy(packed('classics' if name < 'b' else 'annotated'), cls.at(name))
        shutil.copy(packed('classics'), cls.at('within/deep/d'))

    @classmethod
    def at(cls, name):
        return os.path.join(cls.folder, name + '.bcgn')

    def names(self, source):
        with pgnpack.open(source) as database:
            self.assertEqual(len(database), sum(len(pgnpack.open(one)) for one in database.paths))
            return [os.path.relpath(one, self.folder)[:-5] for one in database.paths]

    def test_patterns(self):
        for kind in (str, pathlib.Path):
            self.assertEqual(self.names(kind(self.at('*'))), sorted(NAMES))
            self.assertEqual(self.names(kind(self.at('a-?'))), ['a-2'])
            self.assertEqual(self.names(kind(self.at('[ab]-2'))), ['a-2', 'b-2'])
        self.assertEqual(self.names(self.at('**/*')), sorted([*NAMES, 'within/deep/d']))
        self.assertEqual(self.names([self.at('b*'), self.at('a-2'), self.at('a*')]), ['b-2', 'a-2', 'a-10', 'a-2'])

    def test_a_file_of_that_very_name(self):
        self.assertEqual(self.names(self.at('c [x]')), ['c [x]'])

    def test_nothing_fits(self):
        for wrong in (self.at('z*'), pathlib.Path(self.at('[yz]')), [self.at('a-2'), self.at('z?')]):
            with self.assertRaisesRegex(pgnpack.FileMissingError, 'no file has such a name') as caught:
                pgnpack.open(wrong)
            self.assertRegex(caught.exception.path, r'[?*\]]')
        with self.assertRaises(pgnpack.FileMissingError):
            pgnpack.open(self.at('z'))

    def test_pickled_are_the_files_and_not_the_pattern(self):
        with pgnpack.open(self.at('a*')) as database:
            again = pickle.dumps(database)
            shutil.copy(packed('classics'), self.at('a-0'))
            self.addCleanup(os.remove, self.at('a-0'))
            self.assertEqual(pickle.loads(again).paths, database.paths)


class Addresses(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = path('served')
        os.makedirs(cls.folder)
        shutil.copy(packed('engine-games', 3, '--block-size=32K'), os.path.join(cls.folder, 'games [*].bcgn'))
        cls.context = module_at('tests/bindings/dask/server.py').serving(cls.folder)
        cls.server = cls.context.__enter__()
        cls.url = cls.server.url + 'games [*].bcgn'.replace(' ', '%20')

    @classmethod
    def tearDownClass(cls):
        cls.context.__exit__(None, None, None)

    def setUp(self):
        self.server.reset()
        shutil.copy(os.path.join(self.folder, 'games [*].bcgn'), os.path.join(self.folder, 'games%20[*].bcgn'))

    def test_ranges(self):
        size = os.path.getsize(os.path.join(self.folder, 'games [*].bcgn'))
        with pgnpack.open(self.url) as database, pgnpack.open(packed('engine-games')) as local:
            self.assertEqual((len(database), database.paths), (2400, [self.url]))
            self.assertLess(self.server.sent, size // 2)
            white = local.column('White')
            self.assertEqual(database[700].text, local[700].text)
            self.assertEqual(database.column('White', threads=1), white)
            self.assertEqual(database.column('file')[5], self.url)
            self.assertLessEqual(len(self.server.requests), 5)
        with pgnpack.open([self.url, packed('classics')]) as both:
            self.assertEqual((len(both), both[2400].White), (2465, pgnpack.open(packed('classics'))[0].White))

    def test_gap_of_the_source(self):
        with open(os.path.join(self.folder, 'games [*].bcgn'), 'rb') as file:
            content = file.read()

        def reads(told, **options):
            offsets = []
            source = pgnpack.ReadAt(lambda offset, size: offsets.append(offset) or content[offset:offset + size], len(content))
            source.gap = told
            with pgnpack.open(source, **options) as database:
                self.assertEqual(len(database.column('White', threads=1)), 2400)
            return len(offsets)
        self.assertLess(2 * reads(1 << 20), reads(1))
        self.assertEqual((reads(1, gap=1 << 20), reads(1 << 20, gap=1)), (reads(1 << 20), reads(1)))

    def test_pickled(self):
        with pgnpack.open(self.url) as database:
            game, again = pickle.loads(pickle.dumps((database[7], database)))
            self.assertEqual((game, game.White, again), (database[7], database[7].White, database))

    def test_missing(self):
        with self.assertRaises(pgnpack.FileMissingError) as caught:
            pgnpack.open(self.server.url + 'none.bcgn')
        self.assertIn('404', str(caught.exception))
        self.assertEqual(caught.exception.path, self.server.url + 'none.bcgn')


class Copies(unittest.TestCase):
    def test_memory(self):
        with open(packed('classics'), 'rb') as file:
            content = file.read()
        expected = pgnpack.open(packed('classics')).column('White')
        with open(packed('classics'), 'rb') as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
            for source in (content, bytearray(content), memoryview(content), mapped, io.BytesIO(content), pathlib.Path(packed('classics'))):
                with pgnpack.open(source) as database:
                    for again in (pickle.loads(pickle.dumps(database)), copy.deepcopy(database)):
                        self.assertEqual(again.column('White'), expected)
                        again.close()

    def test_objects_that_read(self):
        from pgnpack.remote import ObjectFile
        with open(packed('classics'), 'rb') as file:
            for source in (file, ObjectFile(file)):
                with pgnpack.open(source) as database:
                    for handle in (database, database[3], database[2:4], database.search(result='1-0')):
                        for function in (pickle.dumps, copy.deepcopy, copy.copy if handle is database else pickle.dumps):
                            with self.assertRaisesRegex(TypeError, 'cannot be copied or pickled: open it by its path'):
                                function(handle)

    def test_processes_that_are_started_anew(self):
        with multiprocessing.get_context('spawn').Pool(2) as pool, pgnpack.open(packed('classics')) as database:
            chosen = database[[9, 1, 30]]
            self.assertEqual(pool.map(white_of, list(chosen)), chosen.column('White').tolist())
            self.assertEqual(pool.map(len, [chosen, database, database.search(result='1-0')]),
                             [3, 65, len(database.search(result='1-0'))])


if __name__ == '__main__':
    unittest.main()
