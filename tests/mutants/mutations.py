"""The mutations of the library: where one token may be changed, and to what."""

import random
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FOLDERS = ('util chess encoding game pgn bcgn0 entropy net moves value container shape tags comments layout block '
           'search lib cli').split()

# What a mutation must not touch: comments, strings, characters, lines of the preprocessor, assertions.
MASKED = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|^[ \t]*#(?:\\\n|[^\n])*'
                    r'|\b(?:static_assert|_Static_assert|assert)\s*\([^;]*;', re.S | re.M)

# Kind, pattern (its first group is replaced), replacement.
TOKENS = [
    ('< to <=', r' (<) ', '<='), ('<= to <', r' (<=) ', '<'), ('> to >=', r' (>) ', '>='), ('>= to >', r' (>=) ', '>'),
    ('== to !=', r' (==) ', '!='), ('!= to ==', r' (!=) ', '=='),
    ('+ to -', r'[\w)\]] (\+) ', '-'), ('- to +', r'[\w)\]] (-) ', '+'), ('* to /', r'[\w)\]] (\*) [\w(]', '/'),
    ('&& to ||', r' (&&)\s', '||'), ('|| to &&', r' (\|\|)\s', '&&'), ('& to |', r'[\w)\]] (&) ', '|'),
    ('<< to >>', r' (<<) ', '>>'), ('>> to <<', r' (>>) ', '<<'), ('++ to --', r'(\+\+)', '--'), ('-- to ++', r'(--)', '++'),
    ('dropped + 1', r'[\w)\]]( \+ 1u?)\b(?! *[*/<])', ''), ('dropped - 1', r'[\w)\]]( - 1u?)\b(?! *[*/<])', ''),
    ('dropped !', r'(!)[\w(]', ''), ('return 0 to 1', r'\breturn (0);', '1'), ('return 1 to 0', r'\breturn (1);', '0'),
    ('continue to break', r'\b(continue);', 'break'), ('break to continue', r'\b(break);', 'continue'),
]
NUMBER = re.compile(r'(?<![\w.])(\d+)(?![\w.])')
CONDITION = re.compile(r'\b(?:if|while) \(')
STATEMENT = re.compile(r'^[ \t]+((?:[\w.>*\[\]()-]+ (?:[-+|&^*]|<<|>>)?= |[\w.>\[\]-]+\()[^;{}=]*;)[ \t]*$', re.M)
CALL = re.compile(r'\b(\w+)\((\w+), (\w+)\)')
TABLE_ROW = re.compile(r'^( +\{[^\n]*\},)\n( +\{[^\n]*\},)$', re.M)
NO_CALLS = {'if', 'while', 'for', 'switch', 'sizeof', 'return'}


class Mutation:
    def __init__(self, path, text, start, end, new, kind):
        self.path, self.start, self.end, self.new, self.kind = path, start, end, new, kind
        self.line = text.count('\n', 0, start) + 1
        self.old = text[start:end]

    @property
    def folder(self):
        return Path(self.path).parts[1]

    def change(self):
        def one_line(part):
            return ' '.join(part.split())[:70] or 'nothing'
        return f'{self.kind}: {one_line(self.old)} -> {one_line(self.new)}'

    def name(self):
        return f'{self.path}:{self.line}: {self.change()}'


def masked(text):
    return MASKED.sub(lambda found: re.sub(r'[^\n]', '\0', found.group()), text)


def closing(text, at):
    depth = 0
    for place in range(at, len(text)):
        depth += (text[place] == '(') - (text[place] == ')')
        if depth == 0:
            return place
    return at


def sites(path, text):
    """All mutations of a file, in order of kinds and places."""
    code = masked(text)
    found = []

    def add(start, end, new, kind):
        found.append(Mutation(path, text, start, end, new, kind))
    for kind, pattern, new in TOKENS:
        for match in re.finditer(pattern, code):
            add(*match.span(1), new, kind)
    for match in NUMBER.finditer(code):
        add(*match.span(1), str(int(match.group(1)) + 1), 'constant + 1')
    for match in CONDITION.finditer(code):
        start = match.end() - 1
        end = closing(code, start) + 1
        add(start, end, f'(!{text[start:end]})', 'negated condition')
    for match in STATEMENT.finditer(code):
        if not match.group(1).startswith(('return', 'goto', 'ck_')):
            add(*match.span(1), ';', 'removed statement')
    for match in CALL.finditer(code):
        name, first, second = match.groups()
        if name not in NO_CALLS and first != second and not re.search(r'\w \*?$', code[:match.start()]):
            add(*match.span(), f'{name}({second}, {first})', 'swapped arguments')
    for match in TABLE_ROW.finditer(text):
        if match.group(1) != match.group(2):
            add(*match.span(), f'{match.group(2)}\n{match.group(1)}', 'swapped rows')
    return found


def named_mutations():
    """named.txt of this folder: mutations that are always there."""
    found = []
    for block in (HERE / 'named.txt').read_text().split('\n---\n')[1:]:
        path, old, new = block.strip('\n').split('\n=>\n')[0].split('\n', 1) + [block.strip('\n').split('\n=>\n')[1]]
        text = (ROOT / path).read_text()
        if text.count(old) != 1:
            sys.exit(f'named.txt: {path} has {text.count(old)} times: {old}')
        start = text.index(old)
        found.append(Mutation(path, text, start, start + len(old), new, 'named'))
    return found


def equivalent():
    """Declared lines: path, the line's text and the mutation, tabs between them; behind a fourth tab the reason."""
    lines = [line.split('\t') for line in (HERE / 'equivalent.txt').read_text().splitlines()]
    found = {tuple(line[:3]) for line in lines if len(line) == 4}
    for path, text, _ in found:
        if text not in map(str.strip, (ROOT / path).read_text().splitlines()):
            sys.exit(f'equivalent.txt: {path} has no line: {text}')
    return found


def is_equivalent(mutation, declared):
    line = (ROOT / mutation.path).read_text().splitlines()[mutation.line - 1].strip()
    return (mutation.path, line, mutation.change()) in declared


def random_sites(folder, seed):
    """All mutations of a folder, in an order that the seed gives."""
    found = []
    for path in sorted((ROOT / 'src' / folder).glob('*.[ch]')):
        if not path.name.startswith('make_'):
            found += sites(str(path.relative_to(ROOT)), path.read_text())
    random.Random(f'{seed} {folder}').shuffle(found)
    return found


def choose(options):
    """The named ones, then as many as were asked for: one folder after the other, a mutation of each at random."""
    named = named_mutations()
    if options.named:
        return named
    folders = [random_sites(folder, options.seed) for folder in options.folder or FOLDERS]
    if options.only:
        return [one for found in folders + [named] for one in found if options.only in one.name()]
    chosen = [] if options.folder else named
    for turn in range(max(map(len, folders))):
        chosen += [found[turn] for found in folders if turn < len(found)]
    return chosen[:options.count]
