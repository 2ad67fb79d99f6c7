#!/usr/bin/env python3
"""mutants.py [OPTION]...: changes one token of the library at a time, and says which changes no test notices.

Works in a copy of the tree (--work), never in the checkout. Each mutant is compiled there and goes through the test
steps, the quickest first, until one fails: then it is killed. README.md says how to read the list of survivors.
"""

import argparse
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FOLDERS = ('util chess encoding game pgn bcgn0 entropy net moves container shape tags comments layout block '
           'lib').split()
FLAGS = ['CFLAGS=-O1', 'HOSTCFLAGS=-O0']

# ---- Where and what ----

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

    def name(self):
        def one_line(part):
            return ' '.join(part.split()) or 'nothing'
        return f'{self.path}:{self.line}: {self.kind}: {one_line(self.old)[:70]} -> {one_line(self.new)[:70]}'


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
    return {tuple(line[:3]) for line in lines if len(line) == 4}


def is_equivalent(mutation, declared):
    line = (ROOT / mutation.path).read_text().splitlines()[mutation.line - 1].strip()
    return (mutation.path, line, mutation.kind) in declared


def choose(options):
    """The named ones, then as many as were asked for: one folder after the other, a file of each at random."""
    chosen = [] if options.only else named_mutations()
    if options.named:
        return chosen
    folders = defaultdict(list)
    for folder in options.folder or FOLDERS:
        for path in sorted((ROOT / 'src' / folder).glob('*.[ch]')):
            if not path.name.startswith('make_'):
                relative = str(path.relative_to(ROOT))
                folders[folder] += sites(relative, path.read_text())
    chance = random.Random(options.seed)
    for found in folders.values():
        chance.shuffle(found)
    if options.only:
        return [one for found in folders.values() for one in found if options.only in one.name()] + [
            one for one in named_mutations() if options.only in one.name()]
    for turn in range(max(map(len, folders.values()), default=0)):
        for found in folders.values():
            if len(chosen) >= options.count:
                return chosen
            if turn < len(found):
                chosen.append(found[turn])
    return chosen


# ---- Trying one ----

def run(command, tree, seconds, **environment):
    """True if it ends well in that time."""
    with subprocess.Popen(command, cwd=tree, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          env={**os.environ, **environment}, start_new_session=True) as child:
        try:
            return child.wait(seconds) == 0
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            return False


def make(tree, *targets):
    return run(['make', '-j2', *FLAGS, *targets], tree, 900)


def suites(tree):
    return [name for path in sorted((tree / 'tests/unit').glob('test_*.c'))
            for name in re.findall(r'suite_create\("([^"]+)"\)', path.read_text())]


REPLAYS = [f'build/tests/replay_{path.stem[5:]}' for path in sorted((ROOT / 'tests/fuzz').glob('fuzz_*.c'))]

# After the unit tests' suites: name, what has to be made, command.
STEPS = [
    ('vectors', ['build/pgnpack', 'build/pgnunpack'], ['env', 'READER=none', 'tests/vectors/good/vectors.sh', 'build']),
    ('reliability', ['build/tests/reliability'], ['build/tests/reliability', 'quick']),
    ('fuzz corpus', REPLAYS, ['tests/scripts/replay_corpus.sh', 'build']),
    ('second reader', ['build/pgnpack', 'build/pgnunpack'], ['tests/format/run.sh', '-b', 'build']),
    ('cli', ['all'], ['tests/cli/run.sh', '-q', 'build']),
]


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Tests:
    def __init__(self, tree, options):
        self.tree = tree
        record = tree / 'times.json'
        self.times = json.loads(record.read_text()) if record.exists() else {}
        names = [name for name in suites(tree) + [step[0] for step in STEPS] if not options.step or name in options.step]
        self.measure([name for name in names if name not in self.times])
        record.write_text(json.dumps(self.times))
        self.order = sorted(names, key=self.times.get)

    def measure(self, names):
        """How long each step takes without a mutation, in seconds of the processor: their order, and when to give up."""
        if not make(self.tree, 'build/libpgnpack.a'):
            sys.exit('mutants.py: the tree does not build')
        for name in names:
            start = processor_seconds()
            if not self.passes(name, 3600):
                sys.exit(f'mutants.py: {name} fails without any mutation')
            self.times[name] = processor_seconds() - start

    def passes(self, name, seconds):
        for step, targets, command in STEPS:
            if step == name:
                return make(self.tree, *targets) and run(command, self.tree, seconds)
        return make(self.tree, 'build/tests/unit') and run(['build/tests/unit'], self.tree, seconds, CK_RUN_SUITE=name, CK_FORK='no')

    def try_all(self):
        """The name of the first step that fails, or None."""
        for name in self.order:
            if not self.passes(name, 120 + 20 * self.times[name]):
                return name
        return None


def try_mutation(mutation, tests):
    path = tests.tree / mutation.path
    text = path.read_text()
    try:
        path.write_text(text[:mutation.start] + mutation.new + text[mutation.end:])
        if not make(tests.tree, 'build/libpgnpack.a'):
            return 'no code', ''
        failed = tests.try_all()
        return ('killed', failed) if failed else ('survived', '')
    finally:
        path.write_text(text)


def copy_tree(work):
    tree = work / 'tree'
    tree.mkdir(parents=True, exist_ok=True)
    files = subprocess.run(['git', 'ls-files', '-z', '-co', '--exclude-standard'], cwd=ROOT, check=True,
                           stdout=subprocess.PIPE).stdout
    for name in files.decode().split('\0'):
        source, target = ROOT / name, tree / name
        if not name or not source.is_file():
            continue
        if not target.exists() or target.read_bytes() != source.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
    return tree


def print_table(outcomes):
    kinds = 'killed', 'survived', 'equivalent', 'no code'
    print(f'\n{"folder":10}' + ''.join(f'{kind:>12}' for kind in kinds))
    for folder in sorted({folder for folder, _ in outcomes}) + ['all']:
        counts = Counter(kind for where, kind in outcomes if folder in (where, 'all'))
        print(f'{folder:10}' + ''.join(f'{counts[kind]:12}' for kind in kinds))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--named', action='store_true', help='only those of named.txt')
    parser.add_argument('--count', type=int, default=60, help='mutants in all, the named ones among them')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--folder', action='append', choices=FOLDERS, help='of src; may come several times')
    parser.add_argument('--only', metavar='TEXT', help='all mutations whose name has that text, such as san.c:120:')
    parser.add_argument('--list', action='store_true', help='names the mutations and ends')
    parser.add_argument('--step', action='append', metavar='NAME', help='only these: a suite of the unit tests, '
                        + ', '.join(step[0] for step in STEPS) + '; may come several times')
    parser.add_argument('--work', type=Path, default=ROOT / 'build/mutants', help='the folder of the copy')
    options = parser.parse_args()
    chosen = choose(options)
    if options.list:
        print('\n'.join(mutation.name() for mutation in chosen))
        return 0
    tests = Tests(copy_tree(options.work.resolve()), options)
    declared = equivalent()
    outcomes = []
    for mutation in chosen:
        start = time.monotonic()
        outcome, step = ('equivalent', '') if is_equivalent(mutation, declared) else try_mutation(mutation, tests)
        outcomes.append((mutation.folder, outcome))
        print(f'{outcome:10} {time.monotonic() - start:6.1f} s {step:14} {mutation.name()}', flush=True)
    print_table(outcomes)
    survived = sum(outcome == 'survived' for _, outcome in outcomes)
    print(f'{len(outcomes)} mutants, {survived} survived')
    return survived != 0


if __name__ == '__main__':
    sys.exit(main())
