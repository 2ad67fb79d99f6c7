"""Packing and unpacking: the same bytes as by the command, and back."""

import io
import json
import os
import subprocess
import unittest
import unittest.mock

from support import BUILD, DATA, SAMPLES, data, packed, path

import pgnpack


class Packing(unittest.TestCase):
    def test_same_bytes_as_the_command(self):
        for name in SAMPLES[:3]:
            for level in (1, 3, 5):
                with open(packed(name, level), 'rb') as file:
                    expected = file.read()
                target = path('same.bcgn')
                totals = pgnpack.pack(os.path.join(DATA, name + '.pgn'), target, level)
                with open(target, 'rb') as file:
                    self.assertEqual(file.read(), expected)
                self.assertEqual((totals.text_size, totals.packed_size), (len(data(name + '.pgn')), len(expected)))
                self.assertEqual(pgnpack.pack_bytes(data(name + '.pgn'), level, threads=2, verify=True), expected)
                with open(os.path.join(DATA, name + '.pgn'), 'rb') as file:
                    output = io.BytesIO()
                    self.assertEqual(pgnpack.pack(file, output, level, threads=1), totals)
                    self.assertEqual(output.getvalue(), expected)
                with pgnpack.open(target) as database:
                    self.assertEqual((totals.games, totals.blocks), (len(database), len(database.blocks())))

    def test_round_trips(self):
        for text in (b'', b'no chess', b'\xff\x00\r\n', b'1. e4', data('annotated.pgn'), 'Müller \udcff'):
            expected = text if isinstance(text, bytes) else text.encode('utf-8', 'surrogateescape')
            self.assertEqual(pgnpack.unpack_bytes(pgnpack.pack_bytes(text)), expected)
        self.assertEqual(pgnpack.unpack_bytes(memoryview(pgnpack.pack_bytes(bytearray(b'x')))), b'x')

    def test_options(self):
        text = data('engine-games.pgn')
        sizes = {index: len(pgnpack.pack_bytes(text, index=index)) for index in ('none', 'by size', 'always')}
        self.assertLess(sizes['none'], sizes['always'])
        with pgnpack.open(pgnpack.pack_bytes(text, block_size=100000)) as database:
            self.assertGreater(len(database.blocks()), 5)
        told = []
        pgnpack.pack_bytes(text, progress=lambda text_size, packed_size: told.append((text_size, packed_size)))
        self.assertEqual(told[-1][0], len(text))
        with self.assertRaises(pgnpack.CancelledError):
            pgnpack.pack_bytes(text, progress=lambda *_: False)
        with self.assertRaises(pgnpack.CancelledError) as caught:
            pgnpack.pack_bytes(text, progress=lambda *_: 1 // 0)
        self.assertIsInstance(caught.exception.__cause__, ZeroDivisionError)
        for options in ({'level': 0}, {'level': 10}, {'level': 'x'}, {'threads': 0}, {'threads': 257}, {'index': 'x'}, {'block_size': -1},
                        {'block_size': 1 << 30}, {'memory_limit': 'x'}):
            with self.assertRaises(pgnpack.ArgumentError):
                pgnpack.pack_bytes(text, **options)
        with self.assertRaises(pgnpack.OutOfMemoryError):
            pgnpack.pack_bytes(text, memory_limit=1000)
        with self.assertRaises(TypeError):
            pgnpack.pack_bytes(text, levl=3)

    def test_several_files(self):
        names = [os.path.join(DATA, name + '.pgn') for name in SAMPLES[:2]]
        target = path('two.bcgn')
        self.assertEqual(pgnpack.pack(names, target).files, 2)
        self.assertEqual(pgnpack.unpack(target, path('two.pgn')).text_size, sum(map(os.path.getsize, names)))
        listed = subprocess.run([os.path.join(BUILD, 'pgnunpack'), '-l', target], stdout=subprocess.PIPE, check=True).stdout
        self.assertIn(b'classics.pgn', listed)

    def times(self, target):
        listed = subprocess.run([os.path.join(BUILD, 'pgnunpack'), '-l', '--json', target], stdout=subprocess.PIPE, check=True).stdout
        return [file.get('time') for file in json.loads(listed)[0]['file_list']]

    def test_times(self):
        names = [path('early.pgn'), path('late.pgn')]
        for seconds, name in zip((-1.5, 1600000000.75), names):
            with open(name, 'wb') as file:
                file.write(b'1. e4 *')
            os.utime(name, (seconds, seconds))
        target = path('times.bcgn')
        pgnpack.pack(names, target)
        self.assertEqual(self.times(target), ['1969-12-31T23:59:58Z', '2020-09-13T12:26:40Z'])
        pgnpack.pack(names, target, times=False)
        self.assertEqual(self.times(target), [None, None])
        with unittest.mock.patch.dict(os.environ, SOURCE_DATE_EPOCH='1000000000'):
            pgnpack.pack(names, target)
        self.assertEqual(self.times(target), ['1969-12-31T23:59:58Z', '2001-09-09T01:46:40Z'])
        with pgnpack.Writer(target) as writer:
            writer.begin_file('a', 0)
            writer.begin_file('b')
            for time in ('x', 1.5, 1 << 63, True):
                with self.assertRaises(pgnpack.ArgumentError):
                    writer.begin_file('c', time)
        self.assertEqual(self.times(target), ['1970-01-01T00:00:00Z', None])


class Writers(unittest.TestCase):
    def test_nothing_is_left_of_a_failure(self):
        target = path('left.bcgn')
        with self.assertRaises(KeyError):
            with pgnpack.Writer(target) as writer:
                writer.write(data('classics.pgn'))
                raise KeyError
        writer = pgnpack.Writer(target)
        writer.write(b'x')
        writer.close()
        writer.close()
        with self.assertRaises(pgnpack.ClosedError):
            writer.write(b'x')
        del writer
        self.assertFalse([name for name in os.listdir(os.path.dirname(target)) if 'left' in name or name.startswith('.pgnpack')])

    def test_replaces(self):
        target = path('replaced.bcgn')
        for text in ('1. e4 *', '1. d4 *'):
            with pgnpack.Writer(target, 1) as writer:
                writer.write(text)
                self.assertEqual(writer.totals.games, 0)
            self.assertEqual(writer.totals.games, 1)
            with pgnpack.open(target) as database:
                self.assertEqual(database[0].text, text)

    def test_targets_that_fail(self):
        class Full(io.RawIOBase):
            def writable(self):
                return True

            def write(self, data):
                raise OSError(28, 'full')
        with self.assertRaises(pgnpack.WriteError) as caught:
            with pgnpack.Writer(Full()) as writer:
                writer.write('1. e4 *')
        self.assertEqual(caught.exception.__cause__.errno, 28)
        with self.assertRaises(pgnpack.WriteError):
            pgnpack.pack(os.path.join(DATA, 'classics.pgn'), '/no/such/folder/x.bcgn')
        with self.assertRaises(FileNotFoundError):
            pgnpack.pack('/no/such.pgn', path('never.bcgn'))
        self.assertFalse(os.path.exists(path('never.bcgn')))
        for bad in ((7, path('x')), (b'1. e4', path('x')), (os.path.join(DATA, 'classics.pgn'), 7)):
            with self.assertRaises(pgnpack.ArgumentError):
                pgnpack.pack(*bad)

        class Slow(io.RawIOBase):
            def __init__(self):
                self.got = b''

            def writable(self):
                return True

            def write(self, data):
                self.got += bytes(data[:3])
                return len(bytes(data[:3]))
        slow = Slow()
        with pgnpack.Writer(slow) as writer:
            writer.write('1. e4 *')
        self.assertEqual(pgnpack.unpack_bytes(slow.got), b'1. e4 *')


class Unpacking(unittest.TestCase):
    def test_ways(self):
        name, text = packed('clocked'), data('clocked.pgn')
        totals = pgnpack.unpack(name, path('clocked.pgn'))
        self.assertEqual((totals.games, totals.text_size, totals.packed_size, totals.damage), (160, len(text), os.path.getsize(name), []))
        with open(path('clocked.pgn'), 'rb') as file:
            self.assertEqual(file.read(), text)
        self.assertEqual(pgnpack.unpack(name), totals)
        with open(name, 'rb') as file:
            content = file.read()
        for source in (name, io.BytesIO(content)):
            target = io.BytesIO()
            self.assertEqual(pgnpack.unpack(source, target, threads=2), totals)
            self.assertEqual(target.getvalue(), text)
        told = []
        pgnpack.unpack(name, progress=lambda *sizes: told.append(sizes))
        self.assertTrue(told)
        with self.assertRaises(pgnpack.CancelledError):
            pgnpack.unpack(name, progress=lambda *_: False)
        with self.assertRaises(pgnpack.ArgumentError):
            pgnpack.unpack(io.BytesIO(content), path('x.pgn'))

    def test_damage(self):
        text = data('engine-games.pgn')
        content = bytearray(pgnpack.pack_bytes(text, block_size=100000))
        with pgnpack.open(bytes(content)) as database:
            blocks = database.blocks()
        content[blocks[0].size + blocks[1].size // 2] ^= 0x55
        with self.assertRaises(pgnpack.CorruptError) as caught:
            pgnpack.unpack_bytes(content)
        self.assertEqual((caught.exception.status, caught.exception.path), (42, None))
        target = io.BytesIO()
        totals = pgnpack.unpack(io.BytesIO(content), target, salvage=True)
        self.assertEqual(len(totals.damage), 1)
        damage = totals.damage[0]
        self.assertEqual((damage.first_game, damage.game_count), (blocks[1].start + 1, blocks[1].stop - blocks[1].start))
        self.assertEqual(len(target.getvalue()), len(text) - damage.text_size)
        self.assertEqual(text[:1000], target.getvalue()[:1000])
        self.assertTrue(damage.text)

    def test_failures(self):
        with self.assertRaises(pgnpack.NotBcgnError):
            pgnpack.unpack_bytes(b'1. e4 e5 *' * 100)
        with self.assertRaises(pgnpack.TruncatedError):
            pgnpack.unpack_bytes(pgnpack.pack_bytes(data('classics.pgn'))[:-10])
        with self.assertRaises(pgnpack.FileMissingError):
            pgnpack.unpack('/no/such.bcgn')
        with self.assertRaises(FileNotFoundError):
            pgnpack.unpack('/no/such.bcgn', io.BytesIO())
        with self.assertRaises(pgnpack.LimitError):
            pgnpack.unpack(packed('engine-games'), work_limit=1000)

        class Broken(io.BytesIO):
            def read(self, size=-1):
                raise OSError(5, 'broken')
        with self.assertRaises(pgnpack.ReadError) as caught:
            pgnpack.unpack(Broken())
        self.assertEqual(caught.exception.__cause__.errno, 5)

        class Stopped(io.BytesIO):
            def read(self, size=-1):
                raise KeyboardInterrupt
        with self.assertRaises(KeyboardInterrupt):
            pgnpack.unpack(Stopped())


if __name__ == '__main__':
    unittest.main()
