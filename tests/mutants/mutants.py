#!/usr/bin/env python3
"""mutants.py [OPTION]...: changes one token of the sources at a time, and says which changes no test notices.

Works in copies of the tree (--work), never in the checkout. Each mutant is compiled there and goes through the test
steps until one fails: then it is killed. README.md says how to read the list of survivors.
"""

import argparse
import contextlib
import hashlib
import json
import os
import queue
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

from mutations import FOLDERS, ROOT, choose, equivalent, is_equivalent

FLAGS = ['CFLAGS=-O1', 'HOSTCFLAGS=-O1']
LIBRARY = 'build/inner.a'
PROGRAMS = ['build/pgnpack', 'build/pgnunpack', 'build/pgnfind', 'build/pgndb']

# ---- Test steps ----

REPLAYS = [f'build/tests/replay_{path.stem[5:]}' for path in sorted((ROOT / 'tests/fuzz').glob('fuzz_*.c'))]

# After the unit tests' suites: name, what has to be made, command.
STEPS = [
    ('vectors', PROGRAMS[:2], ['env', 'READER=none', 'tests/vectors/good/vectors.sh', 'build']),
    ('reliability', ['build/tests/reliability'], ['build/tests/reliability', 'quick']),
    ('fuzz corpus', REPLAYS, ['tests/scripts/replay_corpus.sh', 'build']),
    ('second reader', PROGRAMS[:2], ['tests/format/run.sh', '-b', 'build']),
]
CLI_TESTS = sorted((ROOT / 'tests/cli').glob('test_*.sh'))
STEPS += [(f'cli {path.stem[5:]}', ['all'] if 'examples' in path.stem else PROGRAMS,
           ['tests/cli/run.sh', '-q', 'build', path.stem[5:]]) for path in CLI_TESTS]
UNIT = 'build/tests/unit'


def code_of(path):
    """What a mutation of this file is compiled into, if not into one object alone."""
    return PROGRAMS if path.startswith('src/cli/') else [LIBRARY]


def step_versions():
    """All steps, the suites of the unit tests and those above, each with what says whether it changed."""
    versions = {f'cli {path.stem[5:]}': f'cli {path.stem[5:]}@{digest(path)[:6]}' for path in CLI_TESTS}
    for path in sorted((ROOT / 'tests/unit').glob('test_*.c')):
        for name in re.findall(r'suite_create\("([^"]+)"\)', path.read_text()):
            versions[name] = f'{name}@{digest(path)[:6]}'
    return {step[0]: step[0] for step in STEPS} | versions


def targets_of(name):
    return next((targets for step, targets, _ in STEPS if step == name), [UNIT])


def processes_of(session):
    """Their numbers, and what they have used of the processor so far, in the system's ticks."""
    found, ticks = [], 0
    for path in Path('/proc').glob('[0-9]*/stat'):
        with contextlib.suppress(OSError):
            fields = path.read_text().rsplit(')', 1)[1].split()
            if int(fields[3]) == session:
                found.append(int(path.parent.name))
                ticks += sum(map(int, fields[11:15]))
    return found, ticks


def kill_all(processes):
    """One by one: tests that run in processes of their own have groups of their own."""
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def kill_when_stuck(session, seconds, ended):
    """When its processes took more time together, or none at all for a minute (a busy machine lets them wait less)."""
    interval = 3
    idle, before = 0, None
    while not ended.wait(interval):
        processes, now = processes_of(session)
        idle = idle + interval if now == before else 0
        if (now > seconds * os.sysconf('SC_CLK_TCK') or idle > 60) and not ended.is_set():
            kill_all(processes)
        before = now


class Tree:
    """A copy of the checkout in which one mutant after the other is made."""

    def __init__(self, folder, steps):
        self.folder, self.scratch = folder, folder.with_name(folder.name + '-scratch')
        self.scratch.mkdir(parents=True, exist_ok=True)
        files = subprocess.run(['git', 'ls-files', '-z', '-co', '--exclude-standard'], cwd=ROOT, check=True,
                               stdout=subprocess.PIPE).stdout
        for name in filter(None, files.decode().split('\0')):
            source, target = ROOT / name, folder / name
            if source.is_file() and not (target.exists() and target.read_bytes() == source.read_bytes()):
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, target)  # the time too: what was made of it before stays
        self.made, self.kept_build = set(), folder / 'build-kept'
        self.changed, self.is_kept = None, False
        self.forking = set()  # suites that need a process for each test
        if self.kept_build.exists():  # a campaign that was stopped may have left a mutant's objects
            self.take_kept_build()
        if not self.make(LIBRARY, *PROGRAMS, *{target for name in steps for target in targets_of(name)}):
            sys.exit('mutants.py: the tree does not build')
        self.code = {name: digest(folder / name) for name in [LIBRARY, *PROGRAMS]}
        self.read_commands()
        shutil.rmtree(self.kept_build, ignore_errors=True)
        shutil.copytree(folder / 'build', folder / 'build-new', symlinks=True)
        (folder / 'build-new').rename(self.kept_build)

    def take_kept_build(self):
        shutil.rmtree(self.folder / 'build', ignore_errors=True)
        shutil.copytree(self.kept_build, self.folder / 'build', symlinks=True)

    def read_commands(self):
        """How make compiles each source and links what tests run; a mutation of one source needs no more than these."""
        listed = subprocess.run(['make', '-Bn', 'V=1', *FLAGS, *PROGRAMS, UNIT], cwd=self.folder, check=True,
                                stdout=subprocess.PIPE).stdout.decode()
        self.compiling, self.linking = {}, {}
        for command in map(shlex.split, filter(re.compile('.* -o ').match, listed.splitlines())):
            if command[-2:-1] and command[-1].startswith('src/') and '-c' in command:
                self.compiling[command[-1]] = command
            elif any(target in command for target in [*PROGRAMS, UNIT]):
                self.linking[command[command.index('-o') + 1]] = command

    def compile_alone(self, path):
        """Whether the object is another one; None if it cannot be compiled."""
        command = self.compiling[path]
        at = command.index('-o') + 1
        if self.run([*command[:at], 'build/mutant.o', *command[at + 1:]], 600) is None:
            return None
        self.changed = command[at]
        return digest(self.folder / 'build/mutant.o') != digest(self.folder / self.changed)

    def makes_other_code(self, path):
        """None: it cannot be compiled."""
        if path in self.compiling:
            return self.compile_alone(path)
        made = code_of(path)
        return any(digest(self.folder / name) != self.code[name] for name in made) if self.make(*made) else None

    def link(self, target):
        """The changed object stands before the library, which has the other: only the first one is taken."""
        command = ['build/mutant.o' if word == self.changed else word for word in self.linking[target]]
        if 'build/mutant.o' not in command and not self.changed.startswith('build/obj/src/cli/'):
            command.insert(command.index(LIBRARY), 'build/mutant.o')
        return self.run(command, 600) is not None

    def run(self, command, seconds, failure=None, **environment):
        """Ends with the first line that begins with `failure`. The seconds of the processor that it took, or None if it failed, took longer, or waits for nothing."""
        limited = ['sh', '-c', f'ulimit -t {int(seconds)}; ulimit -v 16000000; exec "$@"', 'sh', *command]
        child = subprocess.Popen(limited, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.DEVNULL, start_new_session=True,
                                 env={**os.environ, 'TMPDIR': str(self.scratch), **environment})
        ended = threading.Event()
        threading.Thread(target=kill_when_stuck, args=(child.pid, seconds, ended)).start()
        for line in child.stdout:
            if failure is not None and line.startswith(failure):
                kill_all(processes_of(child.pid)[0])
        child.stdout.close()
        _, status, used = os.wait4(child.pid, 0)
        ended.set()
        child.returncode = os.waitstatus_to_exitcode(status)
        return used.ru_utime + used.ru_stime if child.returncode == 0 else None

    def make(self, *targets):
        missing = set(targets) - self.made
        self.made.update(missing)
        if self.changed is not None and missing <= self.linking.keys():
            return all(map(self.link, missing))
        self.is_kept = self.is_kept and not missing
        return not missing or self.run(['make', '-j2', *FLAGS, *missing], 600) is not None

    def passes(self, name, seconds):
        """The seconds of the processor, or None; a step that takes many times as long as without a mutation hangs."""
        limit = 3 + 4 * seconds
        if not self.make(*targets_of(name)):
            return None
        for step, _, command in STEPS:
            if step == name:
                return self.run(command, limit)
        environment = {'CK_RUN_SUITE': name, 'CK_TAP_LOG_FILE_NAME': '-'}
        if name not in self.forking:
            environment['CK_FORK'] = 'no'
        return self.run(['stdbuf', '-oL', UNIT], limit, b'not ok', **environment)

    @contextlib.contextmanager
    def mutated(self, mutation):
        """The file and all that is made are as before at the end, with their times: nothing has to be made again."""
        path = self.folder / mutation.path
        text, times = path.read_text(), path.stat()
        self.made.clear()
        path.write_text(text[:mutation.start] + mutation.new + text[mutation.end:])
        self.is_kept = True
        yield
        self.changed = None
        if not self.is_kept:
            self.take_kept_build()
        for target in self.made & self.linking.keys():
            shutil.copy2(self.kept_build / Path(target).relative_to('build'), self.folder / target)
        shutil.rmtree(self.scratch, ignore_errors=True)
        self.scratch.mkdir(exist_ok=True)
        path.write_text(text)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def measured_times(trees, names, record):
    """How many seconds of the processor each step takes without a mutation."""
    times, forking = json.loads(record.read_text()) if record.exists() else ({}, [])
    for tree in trees:
        tree.forking.update(forking)
    for name in names:
        if name not in times:
            times[name] = trees[0].passes(name, 600)
            if times[name] is None:  # one process for all of its tests is not enough: state is left, or a child reports
                for tree in trees:
                    tree.forking.add(name)
                times[name] = trees[0].passes(name, 600)
            if times[name] is None:
                sys.exit(f'mutants.py: {name} fails without any mutation')
            record.write_text(json.dumps([times, sorted(trees[0].forking)]))
    return times


# ---- What is known already ----

def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


class Ledger:
    """Outcomes, one a line, so that a campaign that was stopped goes on.

    They hold until the mutated file changes. A mutant that survived has the steps it passed, with the versions of the
    tests: it is tried again with steps that are new, only.
    """

    def __init__(self, path, versions):
        self.path, self.versions, self.lock = path, versions, threading.Lock()
        self.known, self.kills = {}, Counter()
        if path.exists():
            for line in path.read_text().splitlines():
                self.note(*line.split('\t'))

    def note(self, outcome, steps, version, name):
        self.known[version, name] = outcome, steps
        if outcome == 'killed':
            path = name.split(':')[0]
            self.kills.update([(path, steps), (path.rsplit('/', 1)[0], steps), ('', steps)])

    def outcome(self, mutation, names):
        """What is known, and the steps that have to be tried yet."""
        outcome, steps = self.known.get((digest(ROOT / mutation.path), mutation.name()), ('', ''))
        passed = steps.split(',') if outcome in ('', 'survived') else None
        missing = [name for name in names if self.versions[name] not in passed] if passed is not None else []
        return outcome, steps, missing

    def add(self, mutation, outcome, steps):
        with self.lock:
            entry = outcome, steps, digest(ROOT / mutation.path), mutation.name()
            self.note(*entry)
            with self.path.open('a') as file:
                file.write('\t'.join(entry) + '\n')

    def order(self, mutation, names, times):
        """First the steps that kill the most mutants like this one in a second."""
        folder = mutation.path.rsplit('/', 1)[0]

        def worth(name):
            kills = 4 * self.kills[mutation.path, name] + self.kills[folder, name] + 0.2 * self.kills['', name] + 0.1
            return kills / (times[name] + 0.3)
        with self.lock:
            return sorted(names, key=worth, reverse=True)


# ---- Trying one ----

def try_mutation(mutation, tree, names, times):
    """The outcome, and the step that failed."""
    with tree.mutated(mutation):
        other = tree.makes_other_code(mutation.path)
        if not other:
            return 'no code' if other is None else 'same code', ''
        for name in names:
            if tree.passes(name, times[name]) is None:
                return 'killed', name
        return 'survived', ''


def find_outcome(mutation, tree, times, ledger):
    outcome, step, missing = ledger.outcome(mutation, times)
    if missing:
        passed = step
        outcome, step = try_mutation(mutation, tree, ledger.order(mutation, missing, times), times)
        if outcome == 'survived':
            step = ','.join([passed] * bool(passed) + [ledger.versions[name] for name in missing])
        ledger.add(mutation, outcome, step)
    return outcome, '' if outcome == 'survived' else step


def try_all(waiting, tree, times, ledger, outcomes, declared):
    while True:
        try:
            mutation = waiting.get_nowait()
        except queue.Empty:
            return
        start = time.monotonic()
        if is_equivalent(mutation, declared):
            outcome, step = 'equivalent', ''
        else:
            outcome, step = find_outcome(mutation, tree, times, ledger)
        outcomes.append((mutation.folder, outcome))
        print(f'{outcome:10} {time.monotonic() - start:6.1f} s {step:14} {mutation.name()}', flush=True)


def print_table(outcomes):
    kinds = 'killed', 'survived', 'equivalent', 'same code', 'no code'
    print(f'\n{"folder":10}' + ''.join(f'{kind:>12}' for kind in kinds))
    for folder in sorted({folder for folder, _ in outcomes}) + ['all']:
        counts = Counter(kind for where, kind in outcomes if folder in (where, 'all'))
        print(f'{folder:10}' + ''.join(f'{counts[kind]:12}' for kind in kinds))


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--named', action='store_true', help='only those of named.txt')
    parser.add_argument('--count', type=int, default=60, help='mutants in all, the named ones among them')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--folder', action='append', choices=FOLDERS, help='of src; may come several times')
    parser.add_argument('--only', metavar='TEXT', help='all mutations whose name has that text, such as san.c:120:')
    parser.add_argument('--list', action='store_true', help='names the mutations and ends')
    parser.add_argument('--seconds', type=float, default=1e9, help='only steps that take at most so much of the processor')
    parser.add_argument('--step', action='append', metavar='NAME', help='only these: a suite of the unit tests, '
                        + ', '.join(step[0] for step in STEPS) + '; may come several times')
    parser.add_argument('--jobs', type=int, default=1, help='mutants at a time')
    parser.add_argument('--work', type=Path, default=ROOT / 'build/mutants', help='the folder of copies and ledger')
    return parser.parse_args()


def main():
    options = parse_options()
    chosen = choose(options)
    declared = equivalent()
    if options.list:
        print('\n'.join(mutation.name() for mutation in chosen))
        return 0
    work = options.work.resolve()
    versions = step_versions()
    names = [name for name in versions if not options.step or name in options.step]
    trees = [Tree(work / f'tree-{number}', names) for number in range(options.jobs)]
    times = measured_times(trees, names, work / 'times.json')
    times = {name: times[name] for name in names if times[name] <= options.seconds}
    ledger, outcomes, waiting = Ledger(work / 'ledger', versions), [], queue.Queue()
    for mutation in sorted(chosen, key=lambda mutation: mutation.path.endswith('.h')):  # all that includes them is compiled
        waiting.put(mutation)
    workers = [threading.Thread(target=try_all, args=(waiting, tree, times, ledger, outcomes, declared)) for tree in trees]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    print_table(outcomes)
    survived = sum(outcome == 'survived' for _, outcome in outcomes)
    print(f'{len(outcomes)} mutants, {survived} survived')
    return survived != 0


if __name__ == '__main__':
    sys.exit(main())
