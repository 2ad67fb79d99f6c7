"""Handles that are copied or pickled, and processes that are forked off while there are some."""

import copy
import io
import multiprocessing
import os
import pickle
import subprocess
import sys
import threading
import time
import unittest

from support import data, packed, path

import pgnpack

TEXT = data('engine-games.pgn')
#: Of a child that never comes to its end.
PATIENCE = 60


def in_child(work):
    """What becomes of the child of this process that does the work and ends as programs do: its status, or the signal that ended it."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            status = work() or 0
        finally:
            os._exit(status)
    watch = threading.Timer(PATIENCE, os.kill, (child, 9))
    watch.start()
    _, status = os.waitpid(child, 0)
    watch.cancel()
    return status


def told_of(error):
    return 0 if 'is of process' in str(error) else 5


class Copies(unittest.TestCase):
    def setUp(self):
        self.target = path('copies.bcgn')
        if os.path.exists(self.target):
            os.remove(self.target)

    def refused(self, handle):
        for function in (copy.copy, copy.deepcopy, pickle.dumps, lambda one: copy.copy([one]) and copy.deepcopy([one]),
                         lambda one: pickle.dumps({'handle': one}, 0)):
            with self.assertRaises(TypeError) as caught:
                function(handle)
            self.assertIn('cannot be copied or pickled', str(caught.exception))

    def test_writer(self):
        with pgnpack.Writer(self.target) as writer:
            writer.write(TEXT[:100000])
            self.refused(writer)
            writer.write(TEXT[100000:])
        self.refused(writer)
        self.assertEqual(pgnpack.unpack(self.target).text_size, len(TEXT))

    def test_changes(self):
        with pgnpack.Changes(self.target, create=True) as changes:
            changes.append(TEXT)
            self.refused(changes)
        self.refused(changes)
        with pgnpack.open(self.target) as db:
            self.assertEqual(len(db), 2400)

    def test_database(self):
        with pgnpack.open([packed('classics'), packed('engine-games')]) as db:
            for again in (pickle.loads(pickle.dumps(db)), copy.copy(db), copy.deepcopy(db)):
                self.assertEqual((again.paths, len(again), again), (db.paths, len(db), db))
                again.close()
            games, hits = db[70:3:-2], db.search(result='1-0')
            for again in (pickle.loads(pickle.dumps(games)), copy.deepcopy(games)):
                self.assertEqual(again, games)
                self.assertEqual(again.column('White').tolist(), games.column('White').tolist())
            again = pickle.loads(pickle.dumps(hits))
            self.assertEqual((list(again), again.games), (list(hits), hits.games))
            self.assertEqual(list(again[3:5]), list(hits[3:5]))
            game, other = pickle.loads(pickle.dumps((db[66], db[66])))
            self.assertEqual((game, game.White, game.number), (db[66], db[66].White, 2))
            self.assertEqual(game, other)
        with pgnpack.open(pgnpack.pack_bytes(TEXT)) as db:
            self.assertEqual(pickle.loads(pickle.dumps(db[5])).White, db[5].White)
        with open(packed('classics'), 'rb') as file, pgnpack.open(file) as db:
            with self.assertRaises(TypeError):
                pickle.dumps(db)

    def test_games_of_a_database_that_was_changed(self):
        with pgnpack.Changes(self.target, create=True) as changes:
            changes.append(TEXT)
        with pgnpack.open(self.target) as db:
            first, game, games = pickle.dumps(db[0]), pickle.dumps(db[7]), pickle.dumps(db[3:9])
            white, several = db[7].White, db[3:9].column('White').tolist()
        with pgnpack.Changes(self.target) as changes:
            changes.delete(2)
            changes.append('[White "new"]\n\n1. e4 *\n')
        self.assertEqual(pickle.loads(game).White, white)
        self.assertEqual(pickle.loads(games).column('White').tolist(), several)
        with pgnpack.Changes(self.target) as changes:
            changes.delete([1])
            changes.commit()
            changes.compact(forget=True)
        self.assertEqual((pickle.loads(game).White, pickle.loads(game).number), (white, 6))
        with self.assertRaises(LookupError):
            pickle.loads(first)
        with self.assertRaises(LookupError):
            pickle.loads(games)

    def test_equality(self):
        with pgnpack.open(packed('classics')) as db, pgnpack.open(os.path.relpath(packed('classics'))) as same, \
                pgnpack.open(packed('engine-games')) as other:
            self.assertEqual((db[3], hash(db[3])), (same[3], hash(same[3])))
            self.assertEqual((db, hash(db)), (same, hash(same)))
            self.assertEqual((db[2:5], hash(db[2:5])), (same[2:5], hash(same[2:5])))
            self.assertEqual(db[:], db)
            self.assertEqual(db[::-1][0], db[len(db) - 1])
            self.assertEqual(len({db[3], db[4], same[4], db[-1], same[-1], other[3]}), 4)
            self.assertTrue(db[3] in same and db[3] in list(db) and other[3] not in db)
            for left, right in ((db[3], db[4]), (db[3], other[3]), (db, other), (db[1:3], db[2:4]), (db[1:3], db[1:4]), (db[3], 3),
                                (db, None), (db[1:3], db[1:3][::-1])):
                self.assertNotEqual(left, right)
        with pgnpack.open(pgnpack.pack_bytes(TEXT)) as db, pgnpack.open(pgnpack.pack_bytes(TEXT)) as other:
            self.assertEqual(db[3], db[3])
            self.assertNotEqual(db[3], other[3])

    def test_errors(self):
        def all_of(kind):
            return [kind] + [one for child in kind.__subclasses__() for one in all_of(child)]
        for kind in all_of(pgnpack.PgnpackError):
            error = kind('what', 42, 3, 4, 5, '/some/file.bcgn')
            error.noted = 'by the caller'
            for again in (pickle.loads(pickle.dumps(error)), pickle.loads(pickle.dumps(error, 0)), copy.copy(error)):
                self.assertIs(type(again), kind)
                self.assertEqual((vars(again), str(again)), (vars(error), str(error)))
                self.assertEqual((again.path, again.game, again.noted), ('/some/file.bcgn', 3, 'by the caller'))
                if isinstance(again, OSError):
                    self.assertEqual(again.filename, '/some/file.bcgn')


@unittest.skipUnless(hasattr(os, 'fork'), 'needs fork()')
class Forks(unittest.TestCase):
    def setUp(self):
        self.folder = path('forks')
        os.makedirs(self.folder, exist_ok=True)
        self.target = os.path.join(self.folder, 'out.bcgn')
        for name in os.listdir(self.folder):
            os.remove(os.path.join(self.folder, name))

    def checked(self, status):
        self.assertEqual(status, 0, 'the child failed, or never came to its end')

    def whole(self, games=2400):
        self.assertEqual(os.listdir(self.folder), ['out.bcgn'])
        with pgnpack.open(self.target) as db:
            self.assertEqual(len(db), games)

    def ways(self, handle, calls):
        """What a child may do with its parent's handle; none of it may reach the parent's file."""
        def refused():
            for call in calls:
                try:
                    call()
                    return 4
                except pgnpack.ClosedError as error:
                    if told_of(error):
                        return 5
            return 0

        def leave(raised):
            def work():
                handle.__exit__(*raised)
            return work

        def generator():
            def rows():
                with handle:
                    yield 1
            running = rows()
            next(running)
            running.close()
        self.checked(in_child(refused))
        for work in (handle.close, handle.__del__, leave((None, None, None)), leave((ValueError, ValueError('x'), None)), generator):
            self.checked(in_child(work))

    def test_writer(self):
        for threads in (1, 3):
            with pgnpack.Writer(self.target, threads=threads, block_size=20000) as writer:
                writer.write(TEXT[:300000])
                self.ways(writer, (lambda: writer.write('x'), writer.finish, lambda: writer.begin_file('x')))
                writer.write(TEXT[300000:])
            self.whole()
            os.remove(self.target)

    def test_changes(self):
        with pgnpack.Changes(self.target, create=True) as changes:
            self.ways(changes, (changes.commit, changes.abort, lambda: changes.append('x'), lambda: changes.delete(1)))
            changes.append(TEXT)
            changes.commit()
            changes.edit(2, result='*')
            changes.append('[White "a"]\n\n1. e4 *\n')
            self.ways(changes, (lambda: changes.edit(1, result='1-0'), lambda: changes.replace(1, '1. e4 *'), lambda: changes.undo('last'),
                                lambda: changes.games_of(1), changes.history, changes.commit, changes.abort, lambda: changes.append('x'), lambda: changes.delete(1),
                                lambda: changes.truncate_to(0), changes.compact, changes.merge_small, changes.log,
                                lambda: changes.game_count, lambda: changes.find_id('x')))
            self.assertTrue(changes.game_count)
        self.whole(2401)

    def test_programs_that_end(self):
        """Children that end by exceptions, exit() and the interpreter's own end, with all that it calls then."""
        for end in ('raise ValueError', 'sys.exit(0)', 'pass', 'atexit.register(lambda: None)'):
            code = f'''
import atexit, os, sys, pgnpack
with pgnpack.Writer({self.target!r}, threads=2, block_size=20000) as writer, pgnpack.Changes({self.target + "2"!r}, create=True) as changes:
    writer.write(open({path("text")!r}, 'rb').read())
    changes.append('1. e4 *')
    child = os.fork()
    if child == 0:
        sys.stderr = open(os.devnull, 'w')
        {end}
    else:
        os.waitpid(child, 0)
        if os.path.exists({self.target!r}) or len(os.listdir({self.folder!r})) != 2:
            os._exit(7)
if child and len(pgnpack.open({self.target!r})) == 2400 and len(pgnpack.open({self.target + "2"!r})) == 1:
    print('whole')
'''
            with open(path('text'), 'wb') as file:
                file.write(TEXT)
            told = subprocess.run([sys.executable, '-c', code], stdout=subprocess.PIPE, timeout=PATIENCE, check=False)
            self.assertEqual(told.stdout, b'whole\n', end)
            for name in os.listdir(self.folder):
                os.remove(os.path.join(self.folder, name))

    def test_multiprocessing(self):
        context = multiprocessing.get_context('fork')
        with pgnpack.Writer(self.target, threads=2, block_size=20000) as writer:
            writer.write(TEXT[:300000])
            with context.Pool(2) as pool, pgnpack.open(packed('classics')) as db:
                self.assertEqual(pool.map(_white_of, list(db[:8])), db[:8].column('White').tolist())
                self.assertEqual(sum(pool.map(len, db.shards(3))), len(db))
                self.assertEqual(pool.map(_size_of_text, [5, 6]), [5, 6])
            writer.write(TEXT[300000:])
        self.whole()

    def test_a_file_object_that_both_read(self):
        """A file's place, which a child shares, is none of the readings' concern."""
        pgnpack.pack(io.BytesIO(TEXT), self.target, block_size=10000)
        with open(self.target, 'rb') as file, pgnpack.open(file) as db:
            expected = db.column('White').tolist()

            def work():
                for _ in range(20):
                    if db.column('White', threads=1).tolist() != expected:
                        return 3
                return 0
            results = []
            thread = threading.Thread(target=lambda: results.append(in_child(work)))
            thread.start()
            while thread.is_alive():
                self.assertEqual(db.column('White', threads=1).tolist(), expected)
                time.sleep(0)
            thread.join()
            self.assertEqual(results, [0])


def _white_of(game):
    return game.White


def _size_of_text(size):
    with pgnpack.Writer(io.BytesIO(), threads=2) as writer:
        writer.write(TEXT[:size])
    return writer.totals.text_size


if __name__ == '__main__':
    unittest.main()
