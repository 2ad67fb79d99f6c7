"""Errors: each of its class, with what the library says, the game and the file."""

import io
import os
import pickle
import subprocess
import sys
import unittest

from support import data, packed, path, plain

import pgnpack


class Opening(unittest.TestCase):
    def test_missing(self):
        with self.assertRaises(pgnpack.FileMissingError) as caught:
            pgnpack.open('/no/such.bcgn')
        error = caught.exception
        self.assertIsInstance(error, (FileNotFoundError, OSError))
        self.assertEqual((error.path, error.status, error.game, error.offset), ('/no/such.bcgn', 32, None, None))
        self.assertIn('/no/such.bcgn', str(error))
        with self.assertRaises(pgnpack.ReadError):
            pgnpack.open('/')
        with self.assertRaises(ValueError):
            pgnpack.open('a\0b')

    def test_other_files(self):
        for source in (b'', b'1. e4 e5 *', data('classics.pgn'), os.urandom(5000)):
            with self.assertRaises(pgnpack.NotBcgnError) as caught:
                pgnpack.open(source)
            self.assertIsInstance(caught.exception, (pgnpack.DataError, pgnpack.PgnpackError))
            self.assertTrue(str(caught.exception))
        for source in (7, None, object(), 2.5):
            with self.assertRaises((TypeError, AttributeError)):
                pgnpack.open(source)

    def test_path_and_remedy(self):
        name = path('this')
        with open(name, 'wb') as file:
            file.write(b'1. e4 e5 *')
        for directory, given in ((os.getcwd(), name), (os.path.dirname(name), 'this')):
            self.addCleanup(os.chdir, os.getcwd())
            os.chdir(directory)
            with self.assertRaises(pgnpack.NotBcgnError) as caught:
                pgnpack.open(given)
            self.assertEqual(str(caught.exception), given + ': this is not a BCGN file; pgnpack makes one of PGN')
        far = '/no/' + 150 * 'x' + '.bcgn'
        with self.assertRaises(pgnpack.FileMissingError) as caught:
            pgnpack.open(far)
        self.assertEqual(str(caught.exception), far + ': cannot be opened: No such file or directory')

    def test_truncated(self):
        content = pgnpack.pack_bytes(data('engine-games.pgn'), block_size=100000)[:-5000]
        with self.assertRaises(pgnpack.TruncatedError) as caught:
            pgnpack.open(content)
        self.assertEqual(caught.exception.status, 43)
        self.assertTrue(str(caught.exception).endswith('; pgnpack.open(..., salvage=True) reads what there is'))
        with pgnpack.open(content, salvage=True) as database:
            self.assertIsInstance(database.truncated, pgnpack.TruncatedError)
            self.assertGreater(len(database), 1000)
            self.assertLess(len(database), 2400)
            self.assertEqual(database.column('White')[0], pgnpack.open(packed('engine-games')).column('White')[0])
            saved = database.saved_index()
        with pgnpack.open(content, salvage=True, saved_index=saved) as database:
            self.assertIsNotNone(database.truncated)
        with pgnpack.open(packed('engine-games'), salvage=True) as database:
            self.assertIsNone(database.truncated)

    def test_limits(self):
        with self.assertRaises(pgnpack.OutOfMemoryError):
            with pgnpack.open(packed('engine-games'), memory_limit=20000) as database:
                database.column('san')
        with self.assertRaises(pgnpack.LimitError):
            with pgnpack.open(packed('engine-games'), work_limit=100000) as database:
                database.column('san')
        self.assertTrue(issubclass(pgnpack.OutOfMemoryError, MemoryError))


class Reading(unittest.TestCase):
    def setUp(self):
        content = bytearray(pgnpack.pack_bytes(data('engine-games.pgn'), block_size=100000))
        with pgnpack.open(bytes(content)) as database:
            self.blocks = database.blocks()
        content[self.blocks[0].size + self.blocks[1].size // 2] ^= 0x55
        self.name = path('damaged.bcgn')
        with open(self.name, 'wb') as file:
            file.write(content)
        self.database = pgnpack.open(self.name)
        self.addCleanup(self.database.close)

    def test_damage(self):
        bad, good = self.blocks[1], self.blocks[2]
        for threads in (1, 3):
            with self.assertRaises(pgnpack.CorruptError) as caught:
                self.database.columns('san', 'text', threads=threads)
            error = caught.exception
            self.assertEqual(error.path, self.name)
            self.assertTrue(bad.start < error.game <= bad.stop, error.game)
            self.assertTrue(str(error).startswith(self.name + ': '))
            self.assertTrue(str(error).endswith('; pgnunpack --salvage saves what is whole'), str(error))
        for block in self.blocks:
            part = self.database[block.start:block.stop]
            if block is bad:
                with self.assertRaises(pgnpack.CorruptError):
                    part.columns('text')
            else:
                self.assertEqual(len(part.columns('text')['text']), len(part))
        self.assertTrue(self.database[good.start].text)
        with self.assertRaises(pgnpack.CorruptError):
            self.database[bad.start].text
        self.assertEqual(plain(self.database[good.start:good.stop].search(plies='1-').game)[0], good.start + 1)
        with self.assertRaises(pgnpack.CorruptError):
            for game in self.database:
                game.text
        self.assertEqual(game.number, bad.start + 1)

    def test_errors_can_be_pickled(self):
        with self.assertRaises(pgnpack.CorruptError) as caught:
            self.database.columns('text')
        error = pickle.loads(pickle.dumps(caught.exception))
        self.assertIsInstance(error, pgnpack.CorruptError)
        self.assertEqual((str(error), error.game, error.status), (str(caught.exception), caught.exception.game, 42))

    def test_closed(self):
        with pgnpack.open(packed('classics')) as database:
            games, hits = database[3:5], database.search(result='1-0')
            self.assertFalse(database.closed)
        self.assertTrue(database.closed)
        database.close()
        for call in (lambda: database.columns('White'), lambda: database[0].White, lambda: database.search(player='x'),
                     lambda: database.tree(), lambda: database.names(), lambda: database.blocks(), lambda: games.column('plies'),
                     lambda: hits.columns('White'), lambda: database.tag_names, lambda: database.saved_index(),
                     lambda: database.positions(), lambda: database.value_counts('White')):
            with self.assertRaises(pgnpack.ClosedError) as caught:
                call()
            self.assertEqual(caught.exception.path, packed('classics'))
        self.assertEqual(len(database), 65)

    def test_read_at_that_fails(self):
        with open(packed('engine-games'), 'rb') as file:
            content = file.read()
        state = {'fail': None}

        def read_at(offset, size):
            if state['fail'] is not None:
                raise state['fail']
            return content[offset:offset + size]
        for kind in (OSError(110, 'timed out'), ValueError('no'), KeyError('x')):
            state['fail'] = kind
            with self.assertRaises(pgnpack.ReadError) as caught:
                pgnpack.open(pgnpack.ReadAt(read_at, len(content)))
            self.assertIs(caught.exception.__cause__, kind)
            state['fail'] = None
            with pgnpack.open(pgnpack.ReadAt(read_at, len(content))) as database:
                state['fail'] = kind
                for threads in (1, 2):
                    with self.assertRaises(pgnpack.ReadError) as caught:
                        database.columns('White', threads=threads)
                    self.assertIs(caught.exception.__cause__, kind)
                with self.assertRaises(pgnpack.ReadError) as caught:
                    database.search(plies='3')
                state['fail'] = None
                self.assertEqual(len(database.columns('White')['White']), 2400)

        def too_much(offset, size):
            return content[offset:offset + size + 10]
        with self.assertRaises(pgnpack.ReadError):
            pgnpack.open(pgnpack.ReadAt(too_much, len(content)))
        with self.assertRaises(pgnpack.PgnpackError):
            pgnpack.open(pgnpack.ReadAt(lambda offset, size: b'', len(content)))
        with self.assertRaises(pgnpack.ReadError):
            pgnpack.open(pgnpack.ReadAt(lambda offset, size: 'text', len(content)))
        closed = io.BytesIO(content)
        database = pgnpack.open(closed)
        closed.close()
        with self.assertRaises(pgnpack.ReadError):
            database.columns('White')
        database.close()

    def test_interrupts_pass(self):
        with open(packed('engine-games'), 'rb') as file:
            content = file.read()

        def read_at(offset, size):
            if stop:
                raise KeyboardInterrupt
            return content[offset:offset + size]
        stop = False
        with pgnpack.open(pgnpack.ReadAt(read_at, len(content))) as database:
            stop = True
            with self.assertRaises(KeyboardInterrupt):
                database.columns('White', threads=1)


class Library(unittest.TestCase):
    def run_with(self, library, code='import pgnpack'):
        environment = dict(os.environ, PGNPACK_LIBRARY=library)
        return subprocess.run([sys.executable, '-c', code], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)

    def test_another_library(self):
        done = self.run_with('/no/such.so')
        self.assertEqual(done.returncode, 1)
        self.assertIn(b'libpgnpack cannot be loaded (/no/such.so: ', done.stderr)
        self.assertIn(b'PGNPACK_LIBRARY', done.stderr)
        done = self.run_with('libc.so.6')
        self.assertIn(b'another version of libpgnpack: it has no pgnpack_', done.stderr)

    def test_version(self):
        self.assertEqual(pgnpack.library_version(), pgnpack.__version__)


if __name__ == '__main__':
    unittest.main()
