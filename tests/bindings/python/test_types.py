"""Annotations: mypy --strict finds nothing, and py.typed says that there are some."""

import os
import re
import subprocess
import sys
import unittest

from support import ROOT, numpy, odd, packed, path

import pgnpack

HERE = os.path.dirname(os.path.abspath(__file__))

TAG, NUMBER = 'Union[str, None]', 'Union[int, None]'
TOLD = {'White': TAG, 'Black': TAG, 'Event': TAG, 'Site': TAG, 'Date': TAG, 'Round': TAG, 'Result': TAG, 'ECO': TAG, 'FEN': TAG, 'WhiteElo': NUMBER,
        'BlackElo': NUMBER, 'PlyCount': NUMBER, 'year': NUMBER, 'day': 'Union[datetime.date, None]', 'id': TAG, 'outcome': 'str', 'plies': 'int'}


@unittest.skipUnless(numpy, 'once is enough')
class Types(unittest.TestCase):
    def mypy(self, *arguments):
        """Its status and what it says; None: it is not there."""
        try:
            import mypy  # noqa: F401
        except ImportError:
            print('python: mypy is not installed, types not checked')
            return None
        source = os.path.join(ROOT, 'src', 'bindings', 'python')
        done = subprocess.run([sys.executable, '-m', 'mypy', '--config-file', os.path.join(HERE, 'mypy.ini'), '--cache-dir', os.devnull, *arguments],
                              cwd=source, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        return done.returncode, done.stdout.decode()

    def test_mypy(self):
        self.assertTrue(os.path.exists(os.path.join(ROOT, 'src', 'bindings', 'python', 'pgnpack', 'py.typed')))
        status, text = self.mypy('pgnpack') or (0, '')
        self.assertEqual(status, 0, text)

    def test_what_callers_are_told(self):
        """Types of what games have, as callers' programs see them, and as it is."""
        program = path('caller.py')
        with open(program, 'w', encoding='utf-8') as file:
            file.write('import pgnpack\ngame = pgnpack.open("x")[0]\n' + ''.join(f'reveal_type(game.{name})\n' for name in TOLD))
        told = self.mypy('--follow-imports=silent', program)
        if told is not None:
            found = re.findall(r'Revealed type is "(.*)"', told[1])
            self.assertEqual(dict(zip(TOLD, found)), {name: kind.replace('str', 'builtins.str').replace('int', 'builtins.int')
                                                      for name, kind in TOLD.items()}, told[1])
        for name in (packed('clocked'), odd()):
            with pgnpack.open(name) as database:
                for game in database[:50]:
                    for one, kind in TOLD.items():
                        value = getattr(game, one, None)
                        if value is not None:
                            self.assertIs(type(value).__name__ in kind, True, (one, value))
                        else:
                            self.assertIn('None', kind)


if __name__ == '__main__':
    unittest.main()
