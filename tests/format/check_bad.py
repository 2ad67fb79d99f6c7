#!/usr/bin/env python3
"""check_bad.py PGNUNPACK FILE.txt...: what tests/vectors/bad describes is refused, for the kind of reason told: by the
second reader, by its half for Part I, and by the program with its exit status and words; and what only a full test sees
by the second reader's, and by the program's.

Prints the files that are not, and at the end "N passed, N failed".
"""

import re
import subprocess
import sys

import bcgn1
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
ANSWERS = {'fine': (0, '^$'), 'unsupported': (1, 'newer|of another kind')}
REFUSED = 2, '[a-z]'


def is_answer(command, data, expected):
    """Whether the command, which reads a pipe from the front to the end, says that."""
    run = subprocess.run(command, input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    status, words = ANSWERS.get(expected, REFUSED)
    return run.returncode == status and re.search(words, run.stderr.decode())


def main(program, *names):
    failed = 0
    for name in names:
        with open(name, encoding='ascii') as file:
            text = file.read()
        data = bytes.fromhex(re.sub('#.*', '', text))
        told = re.findall('^# (?:status|opened at its end): (.*)$', text, re.MULTILINE)
        expected = told[0] if told[0] != 'fine' else told[-1]
        full = (re.findall('^# full test: (.*)$', text, re.MULTILINE) or [expected])[0]
        full_of_program = full if full != expected else told[0]
        expected_of_simple = 'unsupported' if '\n# part: II\n' in text else expected
        wrong = [f'{found}, not {right}, says {who}' for who, found, right in (
            ('the second reader', answer(data, bcgn1.Everything()), expected),
            ("the second reader's full test", answer(data, bcgn1.Everything(), True), full),
            ('Part I alone', answer(data, simple.Simple()), expected_of_simple)) if found != right]
        for command, right in ([program], told[0]), ([program, '-t'], full_of_program):
            if not is_answer(command, data, right):
                wrong.append(f'{" ".join(command)} has another exit status or other words than for {right}')
        for what in wrong:
            print(f'FAILED: {name}: {what}')
        failed += len(wrong)
    print(f'bad files: {5 * len(names) - failed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
