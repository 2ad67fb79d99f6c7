#!/usr/bin/env python3
"""check_titles.py: titles and chapters of docs/FORMAT.md that comments of other files name ("docs/FORMAT.md, "Codec 0"",
"FORMAT.md chapter 8") are there. Prints those that are not, and at the end "titles: N passed, N failed"."""

import os
import re
import subprocess
import sys

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..'))
DOCUMENT = 'docs/FORMAT.md'
PLACES = 'src', 'include', 'tests', 'data', 'docs', 'README.md', 'Makefile'
with open(DOCUMENT, encoding='utf-8') as file:
    TEXT = file.read()
TITLES = [title.lower() for title in re.findall(r'^#+ (.*)$|\*\*(.+?)\*\*', TEXT, re.MULTILINE) for title in title]
CHAPTERS = set(re.findall(r'^## ([0-9]+)\.', TEXT, re.MULTILINE))


def named_in(text):
    """What a file names, as pairs of a word to print and whether it is there."""
    text = re.sub(r'\s*\n[ \t]*(\*|#|//)?[ \t]*', ' ', text)
    for names in re.findall(r'FORMAT\.md(?:, chapter [0-9]+)?[,:]? \(?((?:"[^"]+"(?: and )?)+)', text):
        for name in re.findall(r'"([^"]+)"', names):
            yield f'"{name}"', any(name.lower() in title for title in TITLES)
    for numbers in re.findall(r'FORMAT\.md,? chapters? ([0-9, and]*[0-9])', text):
        for number in re.findall('[0-9]+', numbers):
            yield f'chapter {number}', number in CHAPTERS
    if re.search(r'FORMAT\.md,? sections? [0-9]', text):
        yield 'a section, which are those of files: the text has chapters', False


def main():
    files = subprocess.run(['grep', '-rlI', 'FORMAT', *PLACES], stdout=subprocess.PIPE, check=True).stdout.decode().split()
    passed = failed = 0
    for name in files:
        if name in (DOCUMENT, 'tests/scripts/check_titles.py'):
            continue
        with open(name, encoding='utf-8') as opened:
            for what, is_there in named_in(opened.read()):
                if not is_there:
                    print(f'FAILED: {name}: {DOCUMENT} has no {what}')
                passed, failed = passed + is_there, failed + (not is_there)
    print(f'titles: {passed} passed, {failed} failed')
    return 1 if failed or not passed else 0


if __name__ == '__main__':
    sys.exit(main())
