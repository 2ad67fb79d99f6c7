"""What docs/bindings/dask.md and docs/cluster/README.md show, run as it stands there, with files of ours."""

import os
import shutil
import tempfile
import unittest
import unittest.mock

import cluster
import files
import server
from shown_code import blocks_of

import pgnpack


def blocks(name):
    """Python of a document."""
    return blocks_of(os.path.join(files.ROOT, 'docs', name), 'python')


class Documents(unittest.TestCase):
    def setUp(self):
        cluster.client()
        self.folder = tempfile.mkdtemp(dir=files.FOLDER)
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        os.chdir(self.folder)
        shutil.copy(files.packed('clocked'), 'lichess-1.bcgn')
        for name in 'lichess-1.pgn.zst', 'lichess-2.pgn.zst':
            files.zstd(files.text('clocked'), name)

    def run_block(self, code, **names):
        exec(compile(code, 'document', 'exec'), names)  # pylint: disable=exec-used
        return names

    def test_the_first(self):
        code = blocks('bindings/dask.md')[0].replace('Client()', 'None')
        self.run_block(code)
        self.assertEqual(len(pgnpack.open('lichess.bcgn')), 320)
        self.assertTrue(os.path.exists('strong-0.csv'))

    def test_far_away(self):
        with server.serving(self.folder) as served:
            served.user = 'Bearer ...'
            code = blocks('bindings/dask.md')[1].replace('https://example.org/games.bcgn', served.url + 'lichess-1.bcgn')
            games = self.run_block('import pgnpack.dask\n' + code)['games']
            self.assertEqual(int(games.plies.sum().compute()), 11825)

    def test_other_engines(self):
        code = blocks('bindings/dask.md')[2].replace('elo=2500-', 'elo=1900-')
        pool = unittest.mock.MagicMock()
        pool.__enter__().imap_unordered = map
        told = []
        with unittest.mock.patch('multiprocessing.Pool', lambda: pool):
            self.run_block(code, print=told.append)
        self.assertEqual(told, [int(pgnpack.open('lichess-1.bcgn').column('plies', where='elo=1900-').sum())])

    def test_spark(self):
        code = blocks('cluster/README.md')[0].replace('/data/*.bcgn', 'lichess-1.bcgn')
        spark = unittest.mock.MagicMock()
        names = self.run_block(code, spark=spark)
        rows = [row for part in names['parts'] for row in names['rows'](part)]
        whole = pgnpack.open('lichess-1.bcgn').columns('White', 'Black', 'WhiteElo', 'plies')
        self.assertEqual(rows, list(zip(*(column.tolist() for column in whole.values()))))


if __name__ == '__main__':
    unittest.main()
