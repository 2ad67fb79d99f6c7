#!/usr/bin/env python3
"""coverage.py [-l] BUILD [FOLDER...]: what the tests that ran in BUILD, made by `make coverage`, executed of src/.

Prints a table: for each folder the lines, and the branches of conditions, that were executed at least once, in per cent;
then the same of each file with something left. With -l, and folders (or files) of src/ to look at, the source lines
that are left instead: "-" was never executed, "1/4" has four ways on of which one was taken.

A header counts once, however many objects include it: a line or branch is taken if any of them took it. So do the
objects that several programs are made of, whose counts gcc merges by itself. gcc makes no counts for what it knows to be
dead while compiling (another machine's kernels); generators, which run while building, are not looked at.
"""

import argparse
import concurrent.futures
import json
import os
import signal
import subprocess
import sys

FOLDERS = ('util system base chess encoding game pgn bcgn0 entropy net moves search container shape tags comments layout block '
           'value lib cli').split()


def gcov(notes):
    """What gcov tells of one object: a list of files."""
    command = ['gcov', '--json-format', '--stdout', '--branch-probabilities', notes]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if run.returncode != 0:
        sys.exit(f'{notes}: {run.stderr.decode()}')
    return [file for line in run.stdout.splitlines() if line.strip() for file in json.loads(line)['files']]


class Counts:
    """Of one source file: line number -> executions, and (function, line) -> executions of each branch."""

    def __init__(self):
        self.lines = {}
        self.branches = {}

    def add(self, line):
        number = line['line_number']
        self.lines[number] = self.lines.get(number, 0) + line['count']
        counts = [branch['count'] for branch in line['branches'] if not branch['throw']]
        key = number, line.get('function_name')
        known = self.branches.setdefault(key, [0] * len(counts))
        if len(known) < len(counts):
            known += [0] * (len(counts) - len(known))
        for i, count in enumerate(counts):
            known[i] += count

    def taken_of(self, number):
        """The branches of a line: how many there are, and how many were taken."""
        found = [counts for (line, _), counts in self.branches.items() if line == number]
        return sum(map(len, found)), sum(count > 0 for counts in found for count in counts)

    def sums(self):
        """Lines, executed lines, branches, taken branches."""
        branches = [count for counts in self.branches.values() for count in counts]
        return (len(self.lines), sum(count > 0 for count in self.lines.values()), len(branches),
                sum(count > 0 for count in branches))


def notes_below(build, name):
    """gcc's notes on each object of this part of the tree."""
    return [os.path.join(folder, file) for folder, _, files in sorted(os.walk(os.path.join(build, 'obj', name)))
            for file in sorted(files) if file.endswith('.gcno')]


def collect(build, root):
    """Path below src/ -> Counts."""
    files = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        # A test includes headers, too: what it runs of them counts.
        for found in pool.map(gcov, [*notes_below(build, 'src'), *notes_below(build, 'tests')]):
            for file in found:
                path = os.path.relpath(os.path.realpath(file['file']), root)
                if not path.startswith('..'):
                    counts = files.setdefault(path, Counts())
                    for line in file['lines']:
                        counts.add(line)
    return {path: counts for path, counts in files.items() if path.split(os.sep)[0] in FOLDERS}


def percent(part, whole):
    return f'{100 * part / whole:6.2f} %' if whole else '       -'


def print_row(name, sums):
    lines, executed, branches, taken = sums
    print(f'{name:34}{lines:7}{percent(executed, lines):>10}{lines - executed:6}'
          f'{branches:8}{percent(taken, branches):>10}{branches - taken:6}')


def print_table(files):
    print(f'{"":34}{"lines":>7}{"executed":>10}{"left":>6}{"branches":>8}{"taken":>10}{"left":>6}')
    for folder in FOLDERS:
        sums = [counts.sums() for path, counts in files.items() if path.split(os.sep)[0] == folder]
        if sums:
            print_row(folder, [sum(column) for column in zip(*sums)])
    print()
    for path, counts in sorted(files.items()):
        lines, executed, branches, taken = counts.sums()
        if executed < lines or taken < branches:
            print_row(path, (lines, executed, branches, taken))


def print_left(files, root, wanted):
    for path, counts in sorted(files.items()):
        if not any(path == name or path.startswith(name.rstrip('/') + '/') for name in wanted):
            continue
        with open(os.path.join(root, path), encoding='utf-8') as file:
            source = file.read().splitlines()
        for number in sorted(counts.lines):
            branches, taken = counts.taken_of(number)
            if counts.lines[number] == 0:
                mark = '-'
            elif taken < branches:
                mark = f'{taken}/{branches}'
            else:
                continue
            print(f'{path}:{number}: {mark:6} {source[number - 1].strip()}')


def main():
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    parser = argparse.ArgumentParser()
    parser.add_argument('-l', action='store_true', dest='left')
    parser.add_argument('build')
    parser.add_argument('folders', nargs='*', default=FOLDERS)
    options = parser.parse_args()
    root = os.path.realpath('src')
    files = collect(os.path.abspath(options.build), root)
    if not files:
        sys.exit(f'no counts in {options.build}: run make coverage')
    if options.left:
        print_left(files, root, options.folders)
    else:
        print_table({path: counts for path, counts in files.items()
                     if any(path == name or path.startswith(name.rstrip('/') + '/') for name in options.folders)})


if __name__ == '__main__':
    main()
