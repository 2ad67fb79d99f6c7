"""Leaks, threads, closing while others read."""

import concurrent.futures
import gc
import io
import os
import threading
import unittest

from support import data, packed, plain

import pgnpack


def open_files():
    return len(os.listdir('/proc/self/fd'))


def resident():
    with open('/proc/self/statm', encoding='ascii') as file:
        return int(file.read().split()[1]) * os.sysconf('SC_PAGE_SIZE')


class Leaks(unittest.TestCase):
    def use(self):
        database = pgnpack.open(packed('classics'))
        database.columns('White', 'san', 'comments', 'moves', 'text', 'WhiteElo', strict=False)
        database.search(player='Karpov')
        database.tree('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1')
        database.names('Kasp')
        database[3].fens
        database[5].text
        for wrong in (lambda: database.search(playr='x'), lambda: pgnpack.Board('x'), lambda: pgnpack.open(b'x')):
            with self.assertRaises(pgnpack.PgnpackError):
                wrong()
        return database

    def test_closing_frees(self):
        for way in (lambda database: database.close(), lambda database: None):
            for _ in range(30):
                way(self.use())
            gc.collect()
            files, memory = open_files(), resident()
            for _ in range(150):
                way(self.use())
            gc.collect()
            self.assertEqual(open_files(), files)
            # 150 databases would be hundreds of megabytes; the interpreter's own memory comes and goes.
            self.assertLess(resident() - memory, 20 << 20)

    def test_packing_frees(self):
        text = data('classics.pgn')
        for _ in range(10):
            pgnpack.unpack_bytes(pgnpack.pack_bytes(text))
        memory = resident()
        for _ in range(60):
            pgnpack.unpack_bytes(pgnpack.pack_bytes(text))
            pgnpack.Writer(io.BytesIO()).close()
        self.assertLess(resident() - memory, 20 << 20)

    def test_nothing_is_left_of_a_failed_opening(self):
        files = open_files()
        for _ in range(20):
            with self.assertRaises(pgnpack.PgnpackError):
                pgnpack.open([packed('classics'), '/no/such.bcgn'])
        gc.collect()
        self.assertEqual(open_files(), files)


class Threads(unittest.TestCase):
    def test_many_on_one_database(self):
        with pgnpack.open(packed('engine-games', 3, '--block-size=64K')) as database:
            expected = plain(database.column('plies', threads=1)), database.column('san', threads=1).tolist(), plain(database.search(mate=True).game)

            def work(i):
                if i % 4 == 0:
                    return plain(database.column('plies', threads=1 + i % 3)) == expected[0]
                if i % 4 == 1:
                    return [' '.join(game.san) for game in database[i * 10:i * 10 + 50]] == expected[1][i * 10:i * 10 + 50]
                if i % 4 == 2:
                    return plain(database.search(mate=True, threads=2).game) == expected[2]
                return database[i * 7].board(-1).fen == database[i * 7].fens[-1]
            with concurrent.futures.ThreadPoolExecutor(8) as pool:
                self.assertEqual(set(pool.map(work, range(80))), {True})

    def test_the_lock_is_released(self):
        """Another thread runs while a read_at() waits that the library called."""
        with open(packed('engine-games'), 'rb') as file:
            content = file.read()
        waiting, go_on = threading.Event(), threading.Event()

        def read_at(offset, size):
            if slow:
                waiting.set()
                self.assertTrue(go_on.wait(30))
            return content[offset:offset + size]
        slow = False
        with pgnpack.open(pgnpack.ReadAt(read_at, len(content))) as database:
            slow = True
            thread = threading.Thread(target=lambda: database.columns('White', threads=1))
            thread.start()
            self.assertTrue(waiting.wait(30))
            go_on.set()
            thread.join()

    def test_closing_waits_for_who_reads(self):
        with open(packed('engine-games'), 'rb') as file:
            content = file.read()
        waiting, go_on = threading.Event(), threading.Event()

        def read_at(offset, size):
            if slow:
                waiting.set()
                go_on.wait(30)
            return content[offset:offset + size]
        slow = False
        database = pgnpack.open(pgnpack.ReadAt(read_at, len(content)))
        slow = True
        results = []
        thread = threading.Thread(target=lambda: results.append(database.column('White', threads=1)))
        thread.start()
        self.assertTrue(waiting.wait(30))
        database.close()
        with self.assertRaises(pgnpack.ClosedError):
            database.blocks()
        go_on.set()
        thread.join()
        self.assertEqual(len(results[0]), 2400)


if __name__ == '__main__':
    unittest.main()
