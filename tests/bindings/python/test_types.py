"""Annotations: mypy --strict finds nothing, and py.typed says that there are some."""

import os
import subprocess
import sys
import unittest

from support import ROOT, numpy

HERE = os.path.dirname(os.path.abspath(__file__))


@unittest.skipUnless(numpy, 'once is enough')
class Types(unittest.TestCase):
    def test_mypy(self):
        source = os.path.join(ROOT, 'src', 'bindings', 'python')
        self.assertTrue(os.path.exists(os.path.join(source, 'pgnpack', 'py.typed')))
        try:
            import mypy  # noqa: F401
        except ImportError:
            print('python: mypy is not installed, types not checked')
            return
        done = subprocess.run([sys.executable, '-m', 'mypy', '--config-file', os.path.join(HERE, 'mypy.ini'), '--cache-dir', os.devnull, 'pgnpack'],
                              cwd=source, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        self.assertEqual(done.returncode, 0, done.stdout.decode())


if __name__ == '__main__':
    unittest.main()
