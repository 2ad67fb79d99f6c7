"""The wheel: its files and their hashes, its name, the same bytes again; used as it is unpacked, with the library that is inside. The source
distribution: pip builds a wheel of it."""

import base64
import glob
import hashlib
import os
import re
import struct
import subprocess
import sys
import tempfile
import unittest
import zipfile

from support import BUILD, ROOT, numpy, packed

import pgnpack
from pgnpack._version import SERIES, VERSION


LIBRARY = f'pgnpack/libpgnpack.so.{SERIES}'


def text_at(content, offset):
    return content[offset:content.index(b'\0', offset)].decode()


def dynamic_needs(content):
    """Of an ELF file of 64 bits the libraries that it names (DT_NEEDED), and minor versions of glibc 2 that it asks for (DT_VERNEED)."""
    count, table = struct.unpack_from('<H', content, 0x38)[0], struct.unpack_from('<Q', content, 0x20)[0]
    headers = [struct.unpack_from('<IIQQQQQQ', content, table + 56 * i) for i in range(count)]

    def place(address):
        return next(address - header[3] + header[2] for header in headers if header[0] == 1 and header[3] <= address < header[3] + header[5])
    start, size = next((header[2], header[5]) for header in headers if header[0] == 2)
    entries = list(struct.iter_unpack('<QQ', content[start:start + size]))
    strings = place(dict(entries)[5])
    versions, at = set(), place(dict(entries)[0x6ffffffe])
    for _ in range(dict(entries)[0x6fffffff]):
        _, names, _, first, next_one = struct.unpack_from('<HHIII', content, at)
        name_at = at + first
        for _ in range(names):
            text, step = struct.unpack_from('<II', content, name_at + 8)
            match = re.fullmatch(r'GLIBC_2\.([0-9]+)(\..*)?', text_at(content, strings + text))
            versions.add(int(match.group(1)))
            name_at += step
        at += next_one
    return {text_at(content, strings + value) for tag, value in entries if tag == 1}, versions


def has_pip():
    done = subprocess.run([sys.executable, '-m', 'pip', '--version'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    if done.returncode:
        print('python: there is no pip, nothing was installed by it')
    return done.returncode == 0


def install(case, folder, made, **environment):
    kept = {name: value for name, value in os.environ.items() if name not in ('MAKEFLAGS', 'WERROR')}  # these are for the make that runs the tests
    done = subprocess.run([sys.executable, '-m', 'pip', 'install', '-q', '--no-index', '--no-deps', '--no-compile', '--target', folder, made],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, env={**kept, **environment})
    case.assertEqual(done.returncode, 0, done.stdout.decode())


def run_first_task(case, folder):
    """What was installed in the folder, and that alone, does the first task of the document that it brings."""
    document, = glob.glob(os.path.join(folder, 'pgnpack-*.dist-info', 'METADATA'))
    environment = {name: value for name, value in os.environ.items() if name != 'PGNPACK_LIBRARY'}
    environment.update(PYTHONPATH=folder, PYTHON=sys.executable, PATH=BUILD + os.pathsep + os.environ['PATH'])
    done = subprocess.run([os.path.join(ROOT, 'tests', 'scripts', 'run_shown.sh'), 'python=' + document], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, env=environment)
    case.assertEqual(done.returncode, 0, done.stdout.decode())


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
                             {'pgnpack/' + name for name in sources if name.endswith('.py')} | {'pgnpack/py.typed', LIBRARY})
            self.assertEqual(wheel.read(LIBRARY)[:4], b'\x7fELF')
            metadata = wheel.read(f'pgnpack-{pgnpack.__version__}.dist-info/METADATA').decode()
            self.assertIn(f'\nVersion: {pgnpack.__version__}\n', metadata)
            self.assertIn('\n\n# Python\n', metadata)

    def test_platform(self):
        """The name says the oldest glibc whose names the library asks for, and no library is asked for that not every system has."""
        with zipfile.ZipFile(self.wheel) as wheel:
            needed, versions = dynamic_needs(wheel.read(LIBRARY))
            tags = re.findall('^Tag: (.*)$', wheel.read(f'pgnpack-{pgnpack.__version__}.dist-info/WHEEL').decode(), re.M)
        self.assertEqual(os.path.basename(self.wheel), f'pgnpack-{pgnpack.__version__}-py3-none-' + '.'.join(tag.split('-')[2] for tag in tags) + '.whl')
        if 'manylinux' in self.wheel:
            told = int(re.search('manylinux_2_([0-9]+)_', self.wheel).group(1))
            self.assertGreaterEqual(told, max(17, *versions))
            self.assertLessEqual(needed, {'libc.so.6', 'libpthread.so.0', 'libm.so.6', 'ld-linux-x86-64.so.2'})
        else:
            print('python: no libzstd.a or another system: the wheel is for this one only')


    def test_same_bytes(self):
        with tempfile.TemporaryDirectory() as folder:
            with zipfile.ZipFile(self.wheel) as wheel:
                library = wheel.extract(LIBRARY, folder)
            script = os.path.join(ROOT, 'src', 'bindings', 'python', 'make_wheel.py')
            made = subprocess.run([sys.executable, script, library, folder], stdout=subprocess.PIPE, check=True).stdout
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
            self.assertEqual(told.decode().split(None, 3), ['65', os.path.join(folder, LIBRARY),
                                                            os.path.join(folder, 'pgnpack', '__init__.py'), 'Bird, Henry Edward\n'])

    def test_pip(self):
        """pip installs it, where there is pip."""
        if not has_pip():
            return
        with tempfile.TemporaryDirectory() as folder:
            install(self, folder, self.wheel)
            run_first_task(self, folder)
            self.assertTrue(os.path.exists(os.path.join(folder, LIBRARY)))


@unittest.skipUnless(numpy, 'once is enough')
class Sources(unittest.TestCase):
    def test_pip(self):
        """The source distribution has all that a wheel is built of; quickly, for what it is is tested elsewhere."""
        made, = glob.glob(os.path.join(BUILD, 'sdist', f'pgnpack-{VERSION}.tar.gz'))
        if not has_pip():
            return
        with tempfile.TemporaryDirectory() as folder:
            install(self, folder, made, CFLAGS='-O0')
            run_first_task(self, folder)
            code = 'import sys, pgnpack; print(len(pgnpack.open(sys.argv[1])), pgnpack.__file__)'
            environment = {name: value for name, value in os.environ.items() if name not in ('PGNPACK_LIBRARY', 'PYTHONPATH')}
            told = subprocess.run([sys.executable, '-c', code, packed('classics')], env={**environment, 'PYTHONPATH': folder},
                                  stdout=subprocess.PIPE, check=True).stdout
            self.assertEqual(told.decode().split(), ['65', os.path.join(folder, 'pgnpack', '__init__.py')])


if __name__ == '__main__':
    unittest.main()
