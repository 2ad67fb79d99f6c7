"""The wheel: its files and their hashes, the same bytes again; used as it is unpacked, with the library that is inside."""

import base64
import glob
import hashlib
import os
import subprocess
import sys
import tempfile
import unittest
import zipfile

from support import BUILD, ROOT, numpy, packed

import pgnpack


@unittest.skipUnless(numpy, 'once is enough')
class Wheel(unittest.TestCase):
    def setUp(self):
        names = glob.glob(os.path.join(BUILD, 'python', '*.whl'))
        self.assertEqual(len(names), 1, 'make python')
        self.wheel = names[0]

    def test_record(self):
        with zipfile.ZipFile(self.wheel) as wheel:
            record = f'pgnpack-{pgnpack.__version__}.dist-info/RECORD'
            lines = wheel.read(record).decode().splitlines()
            self.assertEqual({line.split(',')[0] for line in lines}, set(wheel.namelist()))
            for line in lines:
                name, digest, size = line.split(',')
                if name != record:
                    content = wheel.read(name)
                    self.assertEqual(digest, 'sha256=' + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip('='))
                    self.assertEqual(int(size), len(content))
            sources = os.listdir(os.path.join(ROOT, 'src', 'bindings', 'python', 'pgnpack'))
            self.assertEqual({name for name in wheel.namelist() if name.startswith('pgnpack/')},
                             {'pgnpack/' + name for name in sources if name.endswith('.py')} | {'pgnpack/py.typed', 'pgnpack/libpgnpack.so.0.1'})

    def test_same_bytes(self):
        with tempfile.TemporaryDirectory() as folder:
            with zipfile.ZipFile(self.wheel) as wheel:
                library = wheel.extract('pgnpack/libpgnpack.so.0.1', folder)
            script = os.path.join(ROOT, 'src', 'bindings', 'python', 'make_wheel.py')
            made = subprocess.run([sys.executable, script, library, pgnpack.__version__, folder], stdout=subprocess.PIPE, check=True).stdout
            with open(made.decode().strip(), 'rb') as file, open(self.wheel, 'rb') as other:
                self.assertEqual(file.read(), other.read())

    def test_unpacked(self):
        with tempfile.TemporaryDirectory() as folder:
            with zipfile.ZipFile(self.wheel) as wheel:
                wheel.extractall(folder)
            code = ('import sys, pgnpack; from pgnpack import _native; db = pgnpack.open(sys.argv[1]); '
                    'print(len(db), _native.lib.path, pgnpack.__file__, db[7].White)')
            environment = {name: value for name, value in os.environ.items() if name not in ('PGNPACK_LIBRARY', 'PYTHONPATH')}
            environment['PYTHONPATH'] = folder
            told = subprocess.run([sys.executable, '-c', code, packed('classics')], env=environment, stdout=subprocess.PIPE, check=True).stdout
            self.assertEqual(told.decode().split(None, 3), ['65', os.path.join(folder, 'pgnpack', 'libpgnpack.so.0.1'),
                                                            os.path.join(folder, 'pgnpack', '__init__.py'), 'Bird, Henry Edward\n'])

    def test_pip(self):
        """pip installs it, where there is pip."""
        if subprocess.run([sys.executable, '-m', 'pip', '--version'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode:
            print('python: there is no pip, the wheel was not installed by it')
            return
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([sys.executable, '-m', 'pip', 'install', '-q', '--no-index', '--no-deps', '--no-compile', '--target', folder,
                                   self.wheel], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
            self.assertEqual(done.returncode, 0, done.stdout.decode())
            self.assertTrue(os.path.exists(os.path.join(folder, 'pgnpack', 'libpgnpack.so.0.1')))


if __name__ == '__main__':
    unittest.main()
