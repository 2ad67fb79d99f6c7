#!/usr/bin/env python3
"""ways.py [-l] BUILD: how many source files a run of a command goes through, by gcov.

BUILD has the commands made with --coverage (`make ways`). For each way: files (.c of src) of which anything was executed;
and of how many of these nothing but what makes, empties and frees a thing. With -l their names, the latter with a mark.
"""

import argparse
import concurrent.futures
import os
import re
import shlex
import shutil
import subprocess
import tempfile

import coverage

SIZE = 2 << 20
IDLE = re.compile(r'_(init|free|clear|start|stop|close|end)$')
WAYS = (('pack', 'pgnpack -q -3 a.pgn -o db.bcgn'), ('unpack', 'pgnunpack -q db.bcgn -o out.pgn'),
        ('search', "pgnfind -q --date=1990- --moves=e4 db.bcgn -o found.pgn"), ('add', 'pgndb add -q db.bcgn b.pgn'),
        ('set', 'pgndb set -q db.bcgn Round=9 -g 3'))


def make_texts(root, folder):
    games = b''
    for name in sorted(os.listdir(os.path.join(root, 'data'))):
        if name.endswith('.pgn'):
            with open(os.path.join(root, 'data', name), 'rb') as file:
                games += file.read() + b'\n\n'
    with open(os.path.join(folder, 'a.pgn'), 'wb') as file:
        file.write(games * (SIZE // len(games) + 1))
    with open(os.path.join(folder, 'b.pgn'), 'wb') as file:
        file.write(games[:games.index(b'\n\n[Event', SIZE // 64)] + b'\n\n')


def forget(build):
    for folder, _, names in os.walk(build):
        for name in names:
            if name.endswith('.gcda'):
                os.unlink(os.path.join(folder, name))


def entered(build, root):
    """Path below src -> names of the functions that were executed."""
    notes = [note for note in coverage.notes_below(build, 'src') if os.path.exists(note[:-4] + 'gcda')]
    files = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(coverage.gcov, notes):
            for file in found:
                path = os.path.relpath(os.path.realpath(file['file']), os.path.join(root, 'src'))
                names = {one['name'] for one in file['functions'] if one['execution_count'] > 0}
                if path.endswith('.c') and names:
                    files.setdefault(path, set()).update(names)
    return files


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('-l', action='store_true', dest='names')
    parser.add_argument('build')
    options = parser.parse_args()
    build, root = os.path.realpath(options.build), os.path.realpath('.')
    folder = tempfile.mkdtemp()
    try:
        make_texts(root, folder)
        for way, command in WAYS:
            program, *arguments = shlex.split(command)
            forget(build)
            subprocess.run([os.path.join(build, program), *arguments], cwd=folder, check=True)
            files = entered(build, root)
            idle = {path for path, names in files.items() if all(IDLE.search(name) for name in names)}
            print(f'{way:8}{len(files):4} files, {len(idle)} of them for nothing:  {command}')
            if options.names:
                print(*(f'    {"-" if path in idle else " "} {path}' for path in sorted(files)), sep='\n')
    finally:
        shutil.rmtree(folder)


if __name__ == '__main__':
    main()
