"""DataFrames over HTTP on two worker processes: requests and bytes are counted; servers that fail, files that change."""

import os
import shutil
import tempfile
import unittest
import warnings

import cluster
import files
import server

import pgnpack
import pgnpack.dask
import pgnpack.parts
from pgnpack import remote

OPTIONS = {'pause': 0.01, 'retries': 3}


class Http(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cluster.client()
        cls.folder = tempfile.mkdtemp(dir=files.FOLDER)
        cls.context = server.serving(cls.folder)
        cls.server = cls.context.__enter__()
        cls.source = files.packed('engine-games')

    @classmethod
    def tearDownClass(cls):
        cls.context.__exit__(None, None, None)

    def setUp(self):
        # A name of its own for each test: of the same work the scheduler may answer with an earlier result or failure.
        self.name = self._testMethodName + '-games.bcgn'
        self.path = os.path.join(self.folder, self.name)
        shutil.copy(self.source, self.path)
        self.server.reset()
        self.url = self.server.url + self.name

    def read(self, columns=('White', 'plies'), where=None, **options):
        return pgnpack.dask.read_bcgn(self.url, columns, where, storage_options={**OPTIONS, **options}, blocks_per_partition=10)

    def fails(self, kind, words, function, *arguments):
        with self.assertRaises(kind) as caught:
            function(*arguments)
        self.assertIn(words, str(caught.exception))
        self.assertIn(self.name, str(caught.exception))

    def test_what_is_read(self):
        frame = self.read()
        self.assertLessEqual(len(self.server.requests), 2)
        planned = self.server.sent
        self.assertLess(planned, 70000)
        parts = frame.npartitions
        self.server.reset()
        found = frame.compute()
        whole = pgnpack.open(self.source).columns('White', 'plies')
        self.assertEqual(found.White.tolist(), whole['White'].tolist())
        self.assertEqual(found.plies.tolist(), whole['plies'].tolist())
        # One short read to see that the index is the file's, and one of the blocks.
        self.assertEqual(len(self.server.requests), 2 * parts)
        self.assertLess(self.server.sent, os.path.getsize(self.source) + 5000 * parts)

    def test_what_a_game_reads(self):
        local = pgnpack.open(self.source)
        for attributes in ('plies', 'san'), ('White', 'PlyCount'), ('outcome', 'Result', 'text'):
            games = pgnpack.open(remote.HttpFile(self.url, read_ahead=0, gap=0))
            self.server.reset()
            for name in attributes:
                self.assertEqual(getattr(games[2], name), getattr(local[2], name))
            self.assertLess(self.server.sent, os.path.getsize(self.source) / 8)  # of its block, whatever others have
        for game in games[2], games[2], local[2], local[3], local[2]:  # the answer is not kept as one of a column
            with self.assertRaises(AttributeError):
                game.Nothing
        same = local[2]
        self.assertEqual([hasattr(same, 'Nothing') for _ in range(3)], [False] * 3)

    def test_fewer_bytes_by_more_requests(self):
        frame = self.read(('White',))
        self.server.reset()
        frame.compute()
        requests, sent = len(self.server.requests), self.server.sent
        other = self.read(('White',), read_ahead=0, gap=0)
        self.server.reset()
        self.assertEqual(other.compute().White.tolist(), pgnpack.open(self.source).column('White').tolist())
        self.assertGreater(len(self.server.requests), 3 * requests)
        self.assertLess(self.server.sent, sent / 2)

    def test_file_and_queries(self):
        frame = self.read(('game', 'file', 'san'), 'white=ethereal result=1-0')
        found = frame.compute()
        whole = pgnpack.open(self.source).columns('game', 'san', where='white=ethereal result=1-0')
        self.assertEqual(found.game.tolist(), whole['game'].tolist())
        self.assertEqual(found.san.tolist(), whole['san'].tolist())
        self.assertEqual(set(found.file), {self.url})
        self.assertEqual(pgnpack.dask.tree(self.url, storage_options=OPTIONS, partition_size='200 kB').rows,
                         pgnpack.open(self.source).tree().rows)

    def test_large_parts_are_read_once(self):
        """What a query looks at and what is then decoded of the same blocks is asked for once, however large a part is."""
        part, = pgnpack.parts.plan(self.url, options={**OPTIONS, 'read_ahead': 20000})
        self.server.reset()
        with stretches_of(40000):
            found = [number for games in part.games('plies=60-') for number in games.columns('game', 'White', 'moves', threads=1)['game']]
        self.assertEqual(found, pgnpack.open(self.source).search('plies=60-').game.tolist())
        self.assertLess(self.server.sent, 1.1 * os.path.getsize(self.source))

    def test_files_are_opened_at_once(self):
        names = [f'many{i}.bcgn' for i in range(6)]
        for i, name in enumerate(names):
            shutil.copy(files.packed(('clocked', 'annotated')[i % 2]), os.path.join(self.folder, name))
        self.server.wait = 20
        parts = pgnpack.parts.plan([self.server.url + name for name in names], options=OPTIONS)
        self.assertGreater(self.server.most_at_once, 1)
        self.assertEqual([(os.path.basename(part.source.name), len(part)) for part in parts],
                         [(name, (160, 9)[i % 2]) for i, name in enumerate(names)])

    def test_blocks_that_cannot_match_are_not_asked_for(self):
        frame = self.read(where='date=1900')
        self.server.reset()
        self.assertEqual(len(frame), 0)
        self.assertEqual(self.server.requests, [])

    def test_all_columns(self):
        frame = pgnpack.dask.read_bcgn(self.url, storage_options=OPTIONS)
        self.assertEqual(list(frame.columns), [name for name in pgnpack.open(self.source).to_pandas().columns])

    def test_columns_that_no_file_has(self):
        self.assertEqual(set(self.read(('game', 'Annotator')).compute().Annotator), {None})

    # ---- Failures ----

    def test_a_server_that_drops_connections(self):
        frame = self.read()
        self.server.drops, self.server.drop_after = 6, 9000
        self.assertEqual(len(frame.compute()), 2400)
        self.assertEqual(self.server.drops, 0)

    def test_a_server_that_is_busy(self):
        frame, other = self.read(), self.read(('Black',))
        self.server.busy = 4
        self.assertEqual(len(frame.compute()), 2400)
        self.server.busy = 10000
        self.fails(pgnpack.ReadError, '503', other.compute)

    def test_a_file_that_is_not_there(self):
        self.url += '.gz'
        self.fails(FileNotFoundError, '404', self.read)
        self.url = self.url[:-3]
        frame = self.read()
        os.remove(self.path)
        self.fails(FileNotFoundError, '404', frame.compute)

    def test_a_file_that_changes(self):
        frame, other = self.read(), self.read(('Black',))
        with open(self.path, 'r+b') as file:
            file.seek(5000)
            file.write(b'changed')
        self.fails(remote.ChangedError, 'has changed', frame.compute)
        shutil.copy(files.packed('clocked'), self.path)
        self.fails(remote.ChangedError, 'has changed', other.compute)

    # ---- Other stores ----

    def test_fsspec(self):
        for path in 'file://' + self.source, self.opened():
            with self.subTest(path=path):
                frame = pgnpack.dask.read_bcgn(path, ['White', 'file'], blocks_per_partition=10)
                found = frame.compute()
                self.assertEqual(found.White.tolist(), pgnpack.open(self.source).column('White').tolist())
                self.assertEqual(len(set(found.file)), 1)
                self.assertIn('engine-games', found.file.iloc[0])
        self.fails_plainly(FileNotFoundError, 'file://' + self.source + '.none')
        self.fails_plainly(ValueError, 'nothing://games.bcgn')

    def opened(self):
        import fsspec
        return fsspec.open(self.source, 'rb')

    def fails_plainly(self, kind, path):
        with self.assertRaises(kind):
            pgnpack.dask.read_bcgn(path, ['White'])

    def test_a_file_object(self):
        import fsspec
        with fsspec.filesystem('file').open(self.source, 'rb') as file:
            frame = pgnpack.dask.read_bcgn(file, ['White'], blocks_per_partition=10)
            with warnings.catch_warnings():
                warnings.simplefilter('ignore')
                found = frame.compute(scheduler='threads')
            self.assertEqual(found.White.tolist(), pgnpack.open(self.source).column('White').tolist())


class stretches_of:
    """Parts that are far away are gone through in stretches of so many packed bytes."""

    def __init__(self, size):
        self.size = size

    def __enter__(self):
        self.before, pgnpack.parts._STRETCH = pgnpack.parts._STRETCH, self.size

    def __exit__(self, *_):
        pgnpack.parts._STRETCH = self.before


if __name__ == '__main__':
    unittest.main()
