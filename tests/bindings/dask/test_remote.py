"""Files behind HTTP and other stores: what is asked of them, and what is said when they fail."""

import http.client
import io
import os
import pickle
import shutil
import threading
import unittest
import unittest.mock

import files
import server

import pgnpack
from pgnpack import remote


class Http(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = os.path.join(files.FOLDER, 'served')
        os.mkdir(cls.folder)
        cls.context = server.serving(cls.folder)
        cls.server = cls.context.__enter__()
        cls.source = files.packed('engine-games')
        with open(cls.source, 'rb') as file:
            cls.bytes = file.read()

    @classmethod
    def tearDownClass(cls):
        cls.context.__exit__(None, None, None)
        shutil.rmtree(cls.folder)

    def setUp(self):
        shutil.copy(self.source, os.path.join(self.folder, 'games.bcgn'))
        self.server.reset()
        self.url = self.server.url + 'games.bcgn'

    def open(self, **options):
        return remote.HttpFile(self.url, pause=0.001, **options)

    def fails(self, kind, words, function, *arguments, **options):
        with self.assertRaises(kind) as caught:
            function(*arguments, **options)
        self.assertIn(words, str(caught.exception))
        self.assertIn(self.server.url, str(caught.exception))
        return caught.exception

    # ---- What is asked ----

    def test_bytes(self):
        file = self.open()
        self.assertEqual(file.size, len(self.bytes))
        for offset, size in (0, 1), (5, 100000), (90000, 30000), (len(self.bytes) - 10, 10), (len(self.bytes) - 5, 50), \
                (len(self.bytes), 10), (40, 0):
            self.assertEqual(file.read_at(offset, size), self.bytes[offset:offset + size])
        self.assertEqual(file.bytes_read, self.server.sent)
        self.assertEqual(file.requests, len(self.server.requests))

    def test_opening_and_one_game(self):
        file = self.open()
        with pgnpack.open(file) as database:
            self.assertEqual(len(database), 2400)
            opening = len(self.server.requests)
            database[1000:1001].columns('White', threads=1)
        self.assertLessEqual(opening, 2)
        self.assertLessEqual(len(self.server.requests), opening + 4)

    def test_all_in_order(self):
        whole = pgnpack.open(self.source).columns('White', 'moves')
        file = self.open(read_ahead=50000)
        file.expect(0, file.size)
        with pgnpack.open(file, gap=remote.GAP) as database:
            found = database.columns('White', 'moves', threads=1)
        self.assertEqual(found['White'].tolist(), whole['White'].tolist())
        self.assertEqual(found['moves'].values.tolist(), whole['moves'].values.tolist())
        self.assertLessEqual(len(self.server.requests), len(self.bytes) // 50000 + 4)
        self.assertLessEqual(self.server.sent, len(self.bytes) + 65536 + 50000)

    def test_expected_range_is_not_left(self):
        file = self.open(read_ahead=1 << 20)
        file.expect(1000, 21000)
        self.server.requests.clear()
        self.assertEqual(file.read_at(1000, 10), self.bytes[1000:1010])
        self.assertEqual(self.server.requests, [(1000, 20000)])
        self.assertEqual(file.read_at(20000, 500), self.bytes[20000:20500])
        self.assertEqual(self.server.requests, [(1000, 20000)])

    def test_no_byte_twice(self):
        file = self.open(read_ahead=0)
        self.server.requests.clear()
        file.read_at(1000, 1000)
        self.assertEqual(file.read_at(1500, 1000), self.bytes[1500:2500])
        self.assertEqual(self.server.requests, [(1000, 1000), (2000, 500)])

    def test_known_file_needs_no_request(self):
        known = pickle.loads(pickle.dumps(self.open().identity()))
        self.server.requests.clear()
        file = self.open(known=known)
        self.assertEqual((file.size, self.server.requests), (len(self.bytes), []))
        self.assertEqual(file.read_at(7, 70), self.bytes[7:77])

    def test_saved_index_needs_one_short_read(self):
        with pgnpack.open(self.open()) as database:
            saved, known = database.saved_index(), database._files[0]._kept
        known = self.open().identity()
        self.server.reset()
        with pgnpack.open(self.open(known=known), saved_index=saved) as database:
            self.assertEqual(len(database), 2400)
        self.assertEqual(len(self.server.requests), 1)
        self.assertLess(self.server.sent, 5000)

    def test_redirect(self):
        self.url = self.server.url + 'moved/games.bcgn'
        self.assertEqual(self.open().read_at(3, 30), self.bytes[3:33])

    def test_headers(self):
        self.server.user = 'Bearer word'
        self.fails(pgnpack.ReadError, '401', self.open)
        self.assertEqual(self.open(headers={'Authorization': 'Bearer word'}).size, len(self.bytes))

    def test_other_bytes_than_were_asked_for(self):
        file = self.open(read_ahead=0)
        self.server.shift = 1
        self.fails(pgnpack.ReadError, 'gave bytes from 101 on where 100', file.read_at, 100, 50)
        self.server.shift, self.server.more = 0, b'more'
        read = http.client.HTTPResponse.read
        with unittest.mock.patch('http.client.HTTPResponse.read', autospec=True, side_effect=read) as reads:
            self.fails(pgnpack.ReadError, 'the server gave bytes', file.read_at, 100, 50)
        self.assertEqual([call.args[1:] for call in reads.mock_calls], [(51,)])  # whatever it sends
        self.server.more = b''
        self.assertEqual(file.read_at(100, 50), self.bytes[100:150])

    def test_password_is_not_for_other_servers(self):
        with server.serving(self.folder) as other:
            self.server.user, self.server.other = 'Basic secret', other.url
            for address, told in ('moved/games.bcgn', []), ('away/games.bcgn', [(None, None)]):
                file = remote.HttpFile(self.server.url + address, headers={'Authorization': 'Basic secret', 'X-Api-Key': 'key'}, pause=0.001)
                self.assertEqual(file.size, len(self.bytes))
                self.assertEqual(other.told, told)
        self.assertEqual(set(self.server.told), {('Basic secret', 'key')})

    def test_busy_for_what_is_no_number(self):
        self.server.busy, self.server.retry_after = 1, '\u00b2'
        self.assertEqual(self.open().size, len(self.bytes))

    def test_server_without_suffix_ranges(self):
        self.server.suffixes = False
        self.assertEqual(self.open().read_at(10, 10), self.bytes[10:20])

    # ---- What fails ----

    def test_missing(self):
        self.url += '.none'
        error = self.fails(FileNotFoundError, '404', self.open)
        self.assertIsInstance(error, pgnpack.PgnpackError)
        self.assertEqual(str(pickle.loads(pickle.dumps(error))), str(error))

    def test_no_ranges(self):
        self.server.ranges = False
        self.fails(pgnpack.ReadError, 'gives no ranges', self.open)
        self.assertLess(self.server.sent, 2 * len(self.bytes) + 1)

    def test_busy_for_a_while(self):
        file = self.open(retries=3)
        self.server.busy = 3
        self.assertEqual(file.read_at(0, 100), self.bytes[:100])
        self.assertEqual(self.server.busy, 0)

    def test_busy_as_long_as_it_says(self):
        file = self.open(retries=1)
        file._pause = 1000
        self.server.busy, self.server.retry_after = 1, '0'
        self.assertEqual(file.read_at(0, 100), self.bytes[:100])

    def test_busy_for_ever(self):
        file = self.open(retries=2)
        self.server.busy = 1000
        self.fails(pgnpack.ReadError, '503', file.read_at, 0, 100)
        self.assertEqual(self.server.busy, 997)

    def test_connections_break(self):
        file = self.open(retries=2)
        self.server.drops, self.server.drop_after = 5, 7000
        self.server.requests.clear()
        self.assertEqual(file.read_at(1000, 60000), self.bytes[1000:61000])
        self.assertEqual(self.server.requests[:2], [(1000, 60000), (8000, 53000)])

    def test_connections_break_at_once(self):
        file = self.open(retries=2)
        self.server.drops, self.server.drop_after = 1000, 0
        self.fails(pgnpack.ReadError, 'tried 3 times', file.read_at, 1000, 60000)

    def test_connections_break_for_ever(self):
        file = self.open(retries=2)
        self.server.drops, self.server.drop_after = 100000, 1
        self.fails(pgnpack.ReadError, 'breaks off', file.read_at, 1000, 60000)

    def test_nobody_there(self):
        with server.serving(self.folder) as other:
            url = other.url
        with self.assertRaises(pgnpack.ReadError) as caught:
            remote.HttpFile(url + 'games.bcgn', retries=1, pause=0.001)
        self.assertIn('tried 2 times', str(caught.exception))

    def change(self, data):
        with open(os.path.join(self.folder, 'games.bcgn'), 'wb') as out:
            out.write(data)

    def test_changed(self):
        for data in self.bytes[:-1] + b'?', self.bytes + b'?', self.bytes[:2000]:
            with self.subTest(size=len(data)):
                self.change(self.bytes)
                file = self.open()
                self.change(data)
                self.fails(remote.ChangedError, 'has changed', file.read_at, 3000, 100)

    def test_changed_without_tags(self):
        self.server.tags = False
        file = self.open()
        self.change(self.bytes[:-1])
        self.fails(remote.ChangedError, 'has changed', file.read_at, 3000, 100)

    def test_failure_in_a_database(self):
        file = self.open()
        with pgnpack.open(file) as database:
            os.remove(os.path.join(self.folder, 'games.bcgn'))
            with self.assertRaises(pgnpack.ReadError) as caught:
                database.columns('White', threads=1)
        self.assertIsInstance(caught.exception.__cause__, FileNotFoundError)


class Objects(unittest.TestCase):
    def setUp(self):
        self.path = files.packed('classics')
        with open(self.path, 'rb') as file:
            self.bytes = file.read()

    def test_file_object(self):
        file = remote.ObjectFile(io.BytesIO(self.bytes), name='memory')
        with pgnpack.open(file) as database:
            self.assertEqual(len(database), 65)
            self.assertEqual(database.columns('White')['White'].tolist(),
                             pgnpack.open(self.path).columns('White')['White'].tolist())
        self.assertGreater(file.requests, 0)
        self.assertLessEqual(file.bytes_read, 2 * len(self.bytes))

    def test_short_reads(self):
        class Slow(io.BytesIO):
            def read(self, size=-1):
                return super().read(min(size, 7))
        self.assertEqual(remote.ObjectFile(Slow(self.bytes)).read_at(5, 100), self.bytes[5:105])

    def test_object_file_made_while_another_one_reads(self):
        """Both stand on one object: the second one must not move its place in between."""
        class Entered(io.BytesIO):
            def read(self, size=-1):
                self.other = threading.Thread(target=lambda: remote.ObjectFile(self))
                self.other.start()
                self.other.join(0.2)
                return super().read(size)

        shared = Entered(self.bytes)
        self.assertEqual(remote.ObjectFile(shared).read_at(5, 100), self.bytes[5:105])
        shared.other.join()

    def test_shorter_than_it_was(self):
        file = io.BytesIO(self.bytes)
        opened = remote.ObjectFile(file)
        file.truncate(1000)
        with self.assertRaises(remote.ChangedError):
            opened.read_at(990, 100)

    def test_fsspec(self):
        import fsspec
        with fsspec.open('memory://games.bcgn', 'wb') as out:
            out.write(self.bytes)
        file = remote.FsspecFile('memory://games.bcgn')
        with pgnpack.open(file) as database:
            self.assertEqual(len(database), 65)
        with self.assertRaises(FileNotFoundError):
            remote.FsspecFile('memory://none.bcgn')
        with self.assertRaises(remote.ChangedError):
            remote.FsspecFile('memory://games.bcgn', known=(5, 'x'))


if __name__ == '__main__':
    unittest.main()
