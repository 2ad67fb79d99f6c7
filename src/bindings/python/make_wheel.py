#!/usr/bin/env python3
"""make_wheel.py LIBRARY VERSION FOLDER: FOLDER/pgnpack-VERSION-py3-none-PLATFORM.whl, the package with the library inside.

A wheel is a zip with some text files (the binary distribution format of the Python Packaging User Guide, PEP 427): nothing but Python
is needed to make one. The same files give the same bytes; times are SOURCE_DATE_EPOCH, or 1980.
"""

import base64
import hashlib
import os
import sys
import sysconfig
import time
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
SONAME = 'libpgnpack.so.0.1'


def platform():
    return sysconfig.get_platform().replace('-', '_').replace('.', '_')


def metadata(version):
    return f'''Metadata-Version: 2.1
Name: pgnpack
Version: {version}
Summary: Packed databases of chess games: columns, games, searches, packing
License: MIT
Requires-Python: >=3.9
Provides-Extra: numpy
Requires-Dist: numpy; extra == "numpy"
Provides-Extra: dask
Requires-Dist: numpy; extra == "dask"
Requires-Dist: dask[dataframe,distributed]; extra == "dask"

libpgnpack by ctypes; the library is inside, and needs the system's libzstd.so.1. Numbers are arrays of NumPy where that is installed.
'''


def wheel_text():
    return f'''Wheel-Version: 1.0
Generator: make_wheel.py
Root-Is-Purelib: false
Tag: py3-none-{platform()}
'''


def contents(library, version):
    """Names and bytes of all files but RECORD."""
    files = {}
    package = os.path.join(HERE, 'pgnpack')
    for name in sorted(os.listdir(package)):
        if name.endswith('.py') or name == 'py.typed':
            with open(os.path.join(package, name), 'rb') as file:
                files['pgnpack/' + name] = file.read()
    with open(library, 'rb') as file:
        files['pgnpack/' + SONAME] = file.read()
    info = f'pgnpack-{version}.dist-info/'
    files[info + 'METADATA'] = metadata(version).encode()
    files[info + 'WHEEL'] = wheel_text().encode()
    with open(os.path.join(HERE, '..', '..', '..', 'LICENSE'), 'rb') as file:
        files[info + 'LICENSE'] = file.read()
    return files, info + 'RECORD'


def record(files, name):
    lines = []
    for path, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b'=').decode()
        lines.append(f'{path},sha256={digest},{len(content)}')
    return '\n'.join(lines + [f'{name},,', '']).encode()


def main():
    library, version, folder = sys.argv[1:]
    files, record_name = contents(library, version)
    files[record_name] = record(files, record_name)
    date = max((1980, 1, 1, 0, 0, 0), time.gmtime(int(os.environ.get('SOURCE_DATE_EPOCH', '0')))[:6])
    target = os.path.join(folder, f'pgnpack-{version}-py3-none-{platform()}.whl')
    os.makedirs(folder, exist_ok=True)
    with zipfile.ZipFile(target + '.part', 'w', zipfile.ZIP_DEFLATED) as wheel:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, date)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if name.endswith(SONAME) else 0o644) << 16
            wheel.writestr(entry, content)
    os.replace(target + '.part', target)
    print(target)


if __name__ == '__main__':
    main()
