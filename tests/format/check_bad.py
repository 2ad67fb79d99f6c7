#!/usr/bin/env python3
"""check_bad.py FILE.txt...: the second reader refuses what tests/vectors/bad describes, for the kind of reason told.

Prints the files that it does not, and at the end "N passed, N failed".
"""

import re
import sys

import bcgn1
from basics import FormatError


def answer(data):
    """Of a reader that goes from the front to the end and looks at the index, too."""
    try:
        for block in bcgn1.blocks_of(data):
            bcgn1.text_of(block)
    except FormatError as error:
        return re.sub('(?<=[a-z])(?=[A-Z])', ' ', type(error).__name__).lower()
    return 'fine'


def main(names):
    failed = 0
    for name in names:
        with open(name, encoding='ascii') as file:
            text = file.read()
        told = re.findall('^# (?:status|opened at its end): (.*)$', text, re.MULTILINE)
        expected = told[0] if told[0] != 'fine' else told[-1]
        found = answer(bytes.fromhex(re.sub('#.*', '', text)))
        if found != expected:
            print(f'FAILED: {name}: {found}, not {expected}')
            failed += 1
    print(f'bad files: {len(names) - failed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
