"""pack_many(): the database is that of packing at once, but for its bytes."""

import bz2
import glob
import gzip
import lzma
import os
import subprocess
import tempfile
import unittest

import cluster
import files

import pgnpack
import pgnpack.dask


class Packing(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(dir=files.FOLDER)
        self.out = os.path.join(self.folder, 'out.bcgn')
        cluster.client()

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, 'wb') as file:
            file.write(text)
        return path

    def check(self, packed, text, games):
        self.assertEqual(files.run('PGNUNPACK', '-c', self.out), text)
        files.run('PGNUNPACK', '-t', self.out)
        self.assertEqual((packed.games, packed.text_size, packed.packed_size, packed.path),
                         (games, len(text), os.path.getsize(self.out), self.out))
        with pgnpack.open(self.out) as database:
            self.assertEqual(len(database), games)
        self.assertEqual(os.stat(self.out).st_mode, os.stat(self.write('plain', b'')).st_mode)
        self.assertEqual(sorted(os.listdir(self.folder)), sorted(set(os.listdir(self.folder)) & self.names()))

    def names(self):
        return {name for name in os.listdir(self.folder) if not name.startswith('.')}

    def test_a_large_text_in_pieces(self):
        text = files.text('engine-games')
        packed = pgnpack.dask.pack_many(self.write('games.pgn', text), self.out, piece_size='200kB')
        self.check(packed, text, 2400)
        self.assertEqual(packed.segments, 8)
        whole = os.path.join(self.folder, 'whole.bcgn')
        files.run('PGNPACK', '-q', '-o', whole, os.path.join(self.folder, 'games.pgn'))
        columns = 'game', 'White', 'Date', 'plies', 'moves'
        one, many = (pgnpack.open(path).columns(*columns, threads=1) for path in (whole, self.out))
        for name in columns:
            self.assertEqual(getattr(one[name], 'values', one[name])[:].tolist(), getattr(many[name], 'values', many[name])[:].tolist())
        for number in 1, 300, 1999, 2400:
            self.assertEqual(files.run('PGNUNPACK', '-g', str(number), whole), files.run('PGNUNPACK', '-g', str(number), self.out))

    def test_line_ends_of_windows(self):
        text = files.text('engine-games')[:400000].replace(b'\n', b'\r\n')
        packed = pgnpack.dask.pack_many([self.write('games.pgn', text)], self.out, piece_size=100000)
        self.assertEqual(packed.segments, 5)
        self.check(packed, text, text.count(b'[Event '))

    def test_a_text_without_a_place_to_cut(self):
        text = b'%' * 300000 + b'\n'
        packed = pgnpack.dask.pack_many(self.write('none.pgn', text), self.out, piece_size=100000)
        self.assertEqual(packed.segments, 1)
        self.check(packed, text, packed.games)

    def test_texts_patterns_and_wrappers(self):
        parts = [files.text('classics'), files.text('annotated'), files.text('clocked'), files.text('classics')[:5000]]
        self.write('a1.pgn.gz', gzip.compress(parts[0]))
        self.write('a2.bz2', bz2.compress(parts[1]))
        self.write('a3.xz', lzma.compress(parts[2]))
        zst = self.write('b.pgn.zst', subprocess.run(['zstd', '-qc'], input=parts[3], stdout=subprocess.PIPE, check=True).stdout)
        packed = pgnpack.dask.pack_many([os.path.join(self.folder, 'a*'), zst, parts[0], b''], self.out, piece_size=10)
        text = b''.join(parts) + parts[0]
        self.check(packed, text, packed.games)
        self.assertEqual(packed.segments, 6)

    def test_names(self):
        names = [self.write(name, files.text('classics')) for name in ('one.pgn', 'two.pgn')]
        packed = pgnpack.dask.pack_many(names, self.out, names=True, piece_size=1000, level=5)
        self.assertEqual(packed.segments, 2)
        files.run('PGNUNPACK', '-q', self.out, '-C', os.path.join(self.folder, 'laid'))
        self.assertEqual(sorted(os.listdir(os.path.join(self.folder, 'laid'))), ['one.pgn', 'two.pgn'])

    def test_packed_bytes_are_those_of_each_piece(self):
        """What differs from packing at once: each piece is a database of its own."""
        texts = [files.text('classics'), files.text('annotated')]
        pgnpack.dask.pack_many(texts, self.out)
        joined = b''
        for text in texts:
            path = self.write('piece.pgn', text)
            files.run('PGNPACK', '-qf', '-o', path + '.bcgn', path)
            with open(path + '.bcgn', 'rb') as file:
                joined += file.read()
        with open(self.out, 'rb') as file:
            self.assertEqual(file.read(), joined)

    def fails(self, kind, words, *arguments, **options):
        with self.assertRaises(kind) as caught:
            pgnpack.dask.pack_many(*arguments, self.out, **options)
        self.assertIn(words, str(caught.exception))
        self.assertFalse(os.path.exists(self.out))
        self.assertEqual(glob.glob(os.path.join(self.folder, '.*')), [])

    def test_failures(self):
        self.fails(FileNotFoundError, 'none.pgn', os.path.join(self.folder, 'none.pgn'))
        self.fails(FileNotFoundError, 'none*', os.path.join(self.folder, 'none*'))
        self.fails(ValueError, 'packed already', files.packed('classics'))
        self.fails(ValueError, 'nothing to pack', [])
        self.fails(ValueError, 'at least one byte', b'', piece_size=0)
        self.fails(ValueError, 'level', b'text', level=10)
        self.fails(OSError, 'zstd', self.write('bad.zst', b'\x28\xb5\x2f\xfd' + b'x' * 100))
        self.fails(EOFError, 'end-of-stream', self.write('bad.gz', gzip.compress(files.text('classics'))[:-100]))

    def test_an_older_file_stays_where_packing_fails(self):
        self.write('out.bcgn', b'older')
        with self.assertRaises(FileNotFoundError):
            pgnpack.dask.pack_many([b'text', os.path.join(self.folder, 'none.pgn')], self.out)
        with open(self.out, 'rb') as file:
            self.assertEqual(file.read(), b'older')


if __name__ == '__main__':
    unittest.main()
