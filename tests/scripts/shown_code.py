#!/usr/bin/env python3
"""shown_code.py DOCUMENT LANGUAGE [N]: the blocks of code in that language that a Markdown document shows, or the N-th, from 1; without the
blanks that they are indented by. None is a failure. Tests that run what documents show have it from here (blocks()), as they stand there."""

import re
import sys


def blocks(text, language):
    found = re.findall(rf'^( *)```{re.escape(language)}\n(.*?)^ *```', text, re.DOTALL | re.MULTILINE)
    return [re.sub(f'^{indent}', '', code, flags=re.MULTILINE) for indent, code in found]


def blocks_of(document, language):
    with open(document, encoding='utf-8') as file:
        return blocks(file.read(), language)


def main(document, language, number=None):
    found = blocks_of(document, language)
    if number is not None:
        found = found[int(number) - 1:int(number)]
    print(''.join(found), end='')
    return 0 if found else f'{document} shows no such code: {language} {number or ""}'


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
