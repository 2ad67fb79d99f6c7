"""Databases that the tests read, packed by the command in a folder of their own."""

import atexit
import os
import shutil
import subprocess
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), '..', '..', '..'))
DATA = os.path.join(ROOT, 'data')
FOLDER = tempfile.mkdtemp(prefix='pgnpack-dask-')
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)


def text(name):
    with open(os.path.join(DATA, name + '.pgn'), 'rb') as file:
        return file.read()


def packed(name, *options):
    """Path of data/NAME.pgn, packed in small blocks."""
    target = os.path.join(FOLDER, f'{name}{"".join(options)}.bcgn')
    if not os.path.exists(target):
        run('PGNPACK', '-q', '-B', '32K', *options, '-o', target, os.path.join(DATA, name + '.pgn'))
    return target


def run(program, *arguments):
    """Standard output of pgnpack ('PGNPACK'), pgnunpack or pgnfind."""
    return subprocess.run([os.environ[program], *arguments], check=True, stdout=subprocess.PIPE).stdout


def zstd(data, path):
    """Writes it, wrapped by zstd."""
    subprocess.run(['zstd', '-qfo', path], input=data, check=True)
