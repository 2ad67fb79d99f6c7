"""A database that is cut at any byte of its last two segments, judged as tests/cli/cuts.py does."""

import os
import sys
import unittest
import unittest.mock

from support import BUILD, ROOT, path

import pgnpack

sys.path.insert(0, os.path.join(ROOT, 'tests', 'cli'))
import cuts  # noqa: E402


class Cuts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        environment = unittest.mock.patch.dict(os.environ)  # which that module changes for its programs
        environment.start()
        cls.addClassCleanup(environment.stop)
        cuts.use_programs(BUILD)
        os.mkdir(path('cuts'))
        back = os.getcwd()
        os.chdir(path('cuts'))
        try:
            cls.database = cuts.Database()
            cls.texts = {end: cls.lines(cls.database.answer('pgnunpack -c DB', end)[1]) for end in cls.database.ends}
        finally:
            os.chdir(back)

    def each(self):
        database = self.database
        for data, first, is_being_made in ((database.bytes, database.ends[0], 0), (database.being_made(), database.ends[1] + 1, 1)):
            for size in range(first, len(data)):
                yield data[:size], cuts.Cut(size, database.ends, is_being_made)

    @staticmethod
    def lines(text):
        """Without the empty ones: those between games are of no game."""
        return [line for line in text.decode().split('\n') if line]

    def text(self, database):
        return self.lines('\n'.join(database.column('text')).encode())

    def test_reading(self):
        for data, cut in self.each():
            with self.subTest(size=cut.size, kind=cut.kind):
                if cut.kind == 'damaged':
                    with self.assertRaises(pgnpack.TruncatedError):
                        pgnpack.open(data)
                with pgnpack.open(data, salvage=cut.kind == 'damaged') as database:
                    self.assertEqual(database.truncated is not None, cut.kind == 'damaged')
                    self.assertEqual(self.text(database), self.texts[cut.end])

    def test_changes(self):
        name = path('cut.bcgn')
        for data, cut in self.each():
            if cut.size % 5 != 0:
                continue
            with open(name, 'wb') as file:
                file.write(data)
            with self.subTest(size=cut.size, kind=cut.kind):
                if cut.kind == 'damaged':
                    with self.assertRaises(pgnpack.TruncatedError):
                        pgnpack.Changes(name)
                    with open(name, 'rb') as file:
                        self.assertEqual(file.read(), data)
                    continue
                with pgnpack.Changes(name) as changes:
                    changes.delete(1)
                    changes.commit()
                with pgnpack.open(name) as database:
                    text = self.text(database)
                    self.assertEqual(text, self.texts[cut.end][-len(text):])
                    self.assertEqual(len(database), self.texts[cut.end].count('[Result "1-0"]') - 1)


if __name__ == '__main__':
    unittest.main()
