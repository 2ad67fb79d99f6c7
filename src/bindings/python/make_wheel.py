#!/usr/bin/env python3
"""make_wheel.py LIBRARY FOLDER: FOLDER/pgnpack-VERSION-py3-none-PLATFORM.whl, the package with the library inside.

A wheel is a zip with some text files (the binary distribution format of the Python Packaging User Guide, PEP 427): nothing but Python
is needed to make one. The same files give the same bytes; times are SOURCE_DATE_EPOCH, or 1980. A library that asks glibc only for names that
it had in some version is for all Linux systems of that glibc and later ones (PEP 600).
"""

import base64
import hashlib
import os
import re
import sys
import sysconfig
import time
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, '..', '..', '..')
sys.path.insert(0, os.path.join(HERE, 'pgnpack'))
from _version import SERIES, VERSION  # noqa: E402: the package itself needs the library

SONAME = f'libpgnpack.so.{SERIES}'
# The oldest glibc that pip has a name of its own for, and the libraries that PEP 600 counts on.
OLDEST = 17
EVERYWHERE = {'libc.so.6', 'libpthread.so.0', 'libm.so.6', 'ld-linux-x86-64.so.2', 'ld-linux-aarch64.so.1'}
LONG_TEXT = os.path.join(ROOT, 'docs', 'bindings', 'python.md')
CLASSIFIERS = ('Development Status :: 4 - Beta', 'Intended Audience :: Developers', 'Intended Audience :: Science/Research',
               'License :: OSI Approved :: MIT License', 'Operating System :: POSIX', 'Programming Language :: C', 'Programming Language :: Python :: 3',
               'Topic :: Games/Entertainment :: Board Games', 'Topic :: Scientific/Engineering', 'Topic :: System :: Archiving :: Compression',
               'Typing :: Typed')


def strings(content):
    """All texts of letters, digits and few signs that end with a zero byte: names of libraries and of their versions among them."""
    return {text.decode() for text in re.findall(rb'[A-Za-z0-9_.+-]{3,80}(?=\0)', content)}


def platform(content):
    """As a wheel's name has it. The library has no other text of that form than those of its dynamic section."""
    plain = sysconfig.get_platform().replace('-', '_').replace('.', '_')
    names = strings(content)
    needed = {name for name in names if re.fullmatch(r'(lib|ld-)[a-z0-9_+-]+\.so\.[0-9]+', name) and not name.startswith('libpgnpack')}
    versions = [tuple(map(int, name[6:].split('.'))) for name in names if re.fullmatch(r'GLIBC_[0-9.]+', name)]
    if not plain.startswith('linux_') or not versions or needed - EVERYWHERE:
        return plain
    newest = max(OLDEST, *(version[1] for version in versions))
    machine = plain[len('linux_'):]
    return f'manylinux_2_{newest}_{machine}' + (f'.manylinux2014_{machine}' if newest == OLDEST else '')


def metadata():
    with open(LONG_TEXT, encoding='utf-8') as file:
        text = file.read()
    lines = ['Metadata-Version: 2.1', 'Name: pgnpack', f'Version: {VERSION}',
             'Summary: Packed databases of chess games: columns, games, searches, packing', 'Author: The pgnpack authors', 'License: MIT',
             'Keywords: chess,pgn,bcgn,database,compression', *(f'Classifier: {name}' for name in CLASSIFIERS), 'Requires-Python: >=3.9',
             'Provides-Extra: numpy', 'Requires-Dist: numpy; extra == "numpy"', 'Provides-Extra: dask', 'Requires-Dist: numpy; extra == "dask"',
             'Requires-Dist: dask[dataframe,distributed]; extra == "dask"', 'Description-Content-Type: text/markdown', '']
    return '\n'.join(lines) + '\n' + text


def wheel_text(tags):
    return 'Wheel-Version: 1.0\nGenerator: make_wheel.py\nRoot-Is-Purelib: false\n' + ''.join(f'Tag: py3-none-{tag}\n' for tag in tags.split('.'))


def contents(library, tags):
    """Names and bytes of all files but RECORD."""
    files = {}
    package = os.path.join(HERE, 'pgnpack')
    for name in sorted(os.listdir(package)):
        if name.endswith('.py') or name == 'py.typed':
            with open(os.path.join(package, name), 'rb') as file:
                files['pgnpack/' + name] = file.read()
    files['pgnpack/' + SONAME] = library
    info = f'pgnpack-{VERSION}.dist-info/'
    files[info + 'METADATA'] = metadata().encode()
    files[info + 'WHEEL'] = wheel_text(tags).encode()
    with open(os.path.join(ROOT, 'LICENSE'), 'rb') as file:
        files[info + 'LICENSE'] = file.read()
    if 'libzstd.so.1' not in strings(library):
        with open(os.path.join(ROOT, 'src', 'packaging', 'LICENSE.zstd'), 'rb') as file:
            files[info + 'LICENSE.zstd'] = file.read()
    return files, info + 'RECORD'


def record(files, name):
    lines = []
    for path, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b'=').decode()
        lines.append(f'{path},sha256={digest},{len(content)}')
    return '\n'.join(lines + [f'{name},,', '']).encode()


def make_wheel(library_path, folder):
    """Returns the wheel's path."""
    with open(library_path, 'rb') as file:
        library = file.read()
    tags = platform(library)
    files, record_name = contents(library, tags)
    files[record_name] = record(files, record_name)
    date = max((1980, 1, 1, 0, 0, 0), time.gmtime(int(os.environ.get('SOURCE_DATE_EPOCH', '0')))[:6])
    target = os.path.join(folder, f'pgnpack-{VERSION}-py3-none-{tags}.whl')
    os.makedirs(folder, exist_ok=True)
    with zipfile.ZipFile(target + '.part', 'w', zipfile.ZIP_DEFLATED) as wheel:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, date)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if name.endswith(SONAME) else 0o644) << 16
            wheel.writestr(entry, content)
    os.replace(target + '.part', target)
    return target


if __name__ == '__main__':
    print(make_wheel(*sys.argv[1:]))
