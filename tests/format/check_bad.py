#!/usr/bin/env python3
"""check_bad.py PGNUNPACK FILE.txt...: what tests/vectors/bad describes is refused, for the kind of reason told: by the
second reader, by its half for the simple profile, and by the program with its exit status and words; and what only a full test sees
by the second reader's, and by the program's.

Prints the files that are not, and at the end "N passed, N failed".
"""

import os
import re
import subprocess
import sys
import tempfile

import bcgn1
import check_tree
import opening_tree
import simple
from basics import FormatError


def answer(data, profile, is_full=False):
    """Of a reader that goes from the front to the end and looks at the index, too. `is_full`: of a full test."""
    profile.is_full = is_full
    try:
        for block in simple.blocks_of(data, profile):
            simple.text_of(block)
            if is_full:
                profile.check(block)
    except FormatError as error:
        return re.sub('(?<=[a-z])(?=[A-Z])', ' ', type(error).__name__).lower()
    return 'fine'


# Exit status, and what it says.
# What changed a database may have deleted games, which a pipe tells too late; and how a database ends is noted.
ANSWERS = {'fine': (0, r'^(.*(was changed|was deleted in it|is just being made|its end mark is not whole).*\n)?$'), 'unsupported': (1, 'newer|of another kind|no later version')}
REFUSED = 2, '[a-z]'


def is_answer(command, data, expected):
    """Whether the command, which reads a pipe from the front to the end, says that."""
    run = subprocess.run(command, input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    status, words = ANSWERS.get(expected, REFUSED)
    return run.returncode == status and re.search(words, run.stderr.decode())


def tree_answer(name):
    """What the second reader has to say of the opening tree in a file."""
    try:
        trees = list(check_tree.trees_of(list(check_tree.segments(name)), None))
        nodes = [(opening_tree.read(data, len(games)), games) for data, games in trees]
    except FormatError:
        return 'corrupt'
    try:
        for tree, games in nodes:
            opening_tree.Truth(games).check(tree)
    except FormatError:
        return 'false'
    return 'true' if nodes else 'corrupt'


# A search shows a tree that is in order, true or not. (Its moves' legality the second reader sees as part of the truth.)
FALSE_ROW, TRUE_ROW = (re.compile(b'e2e4,1,100.0,[^,]*,' + counts) for counts in (b'1,0,0,0,', b'0,0,0,1,'))


def wrong_of_tree(data, told, program, pgnfind):
    """What is not as told of an opening tree, by the second reader, a full test and a search.

    A tree whose directory is damaged counts as none, also in the program's full test."""
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, 'tree.bcgn')
        with open(name, 'wb') as file:
            file.write(data)
        found = tree_answer(name)
        if found != {'not legal': 'false', 'page': 'corrupt', 'directory': 'corrupt'}.get(told, told):
            yield f'{found}, not {told}, says the second reader of the opening tree'
        run = subprocess.run([program, '-t', name], stderr=subprocess.DEVNULL, check=False)
        if run.returncode != (0 if told in ('true', 'directory') else 2):
            yield f'{program} -t of the file has status {run.returncode}'
        run = subprocess.run([pgnfind, '--tree', '--csv', name], stdout=subprocess.PIPE, check=False)
        if run.returncode or not (FALSE_ROW if told == 'false' else TRUE_ROW).search(run.stdout):
            yield f'{pgnfind} --tree tells {run.stdout}'


def main(program, *names):
    failed = 0
    for name in names:
        with open(name, encoding='ascii') as file:
            text = file.read()
        data = bytes.fromhex(re.sub('#.*', '', text))
        expected = re.findall('^# status: (.*)$', text, re.MULTILINE)[0]
        full = (re.findall('^# full test: (.*)$', text, re.MULTILINE) or [expected])[0]
        expected_of_simple = 'unsupported' if '\n# part: II\n' in text else expected
        wrong = [f'{found}, not {right}, says {who}' for who, found, right in (
            ('the second reader', answer(data, bcgn1.Everything()), expected),
            ("the second reader's full test", answer(data, bcgn1.Everything(), True), full),
            ('the simple profile alone', answer(data, simple.Simple()), expected_of_simple)) if found != right]
        # The text comes in any case, but a program that knows records does not know which games are deleted.
        unknown = {'fine': 'corrupt'} if '\n# record: unknown\n' in text else {}
        for command, right in ([program], unknown.get(expected, expected)), ([program, '-t'], unknown.get(full, full)):
            if not is_answer(command, data, right):
                wrong.append(f'{" ".join(command)} has another exit status or other words than for {right}')
        for told_of_tree in re.findall('^# opening tree: (.*)$', text, re.MULTILINE):
            wrong += wrong_of_tree(data, told_of_tree, program, os.path.join(os.path.dirname(program), 'pgnfind'))
        for what in wrong:
            print(f'FAILED: {name}: {what}')
        failed += len(wrong)
    print(f'bad files: {5 * len(names) - failed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
