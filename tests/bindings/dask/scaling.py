#!/usr/bin/env python3
"""scaling.py [--rounds=N] [--workers=1,2] BUILD DATABASE: what more worker processes are worth; no test, nothing is required.

Of each task seconds of wall time (the least of the rounds, which take turns), and of processor time of all workers. The first rows
are the machine's own measure: the same number of pgnunpack processes, a shard each, which have nothing to do with each other.
Hyperthreads of one core are not two processors: look at those rows first.
"""

import argparse
import collections
import logging
import os
import resource
import subprocess
import sys
import time


def options():
    parser = argparse.ArgumentParser(description=__doc__.split('\n', maxsplit=1)[0])
    parser.add_argument('--rounds', type=int, default=3)
    parser.add_argument('--workers', default='1,2')
    parser.add_argument('--tasks', default='unpack,tags,moves,san,search,tree')
    parser.add_argument('--partition-size', default='64 MiB')
    parser.add_argument('build')
    parser.add_argument('database')
    return parser.parse_args()


def unpack(build, database, count):
    """That many processes, each with its part of the text."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    running = [subprocess.Popen([f'{build}/pgnunpack', '-T', '1', '--shard', f'{i + 1}/{count}', database], stdout=subprocess.DEVNULL)
               for i in range(count)]
    for process in running:
        assert process.wait() == 0
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.monotonic() - start, sum(after[:2]) - sum(before[:2])


def moves_to_e4(lists):
    import numpy
    return sum(int(numpy.count_nonzero(moves & 63 == 28)) for moves in lists)


def task_of(name, database, size):
    import pgnpack.dask
    if name == 'tags':
        return lambda: pgnpack.dask.read_bcgn(database, ['White'], partition_size=size).White.value_counts().compute()
    if name == 'moves':
        return lambda: pgnpack.dask.read_bcgn(database, ['moves'], partition_size=size).moves.map_partitions(
            lambda lists: moves_to_e4(lists), meta=(None, 'int64')).compute().sum()
    if name == 'san':
        return lambda: pgnpack.dask.read_bcgn(database, ['san'], partition_size=size).san.str.len().sum().compute()
    if name == 'search':
        return lambda: len(pgnpack.dask.find(database, 'pawns=iqp either for=20', partition_size=size))
    return lambda: pgnpack.dask.tree(database, '8/8/8/8/8/8/8/K1k5 w - -', where='elo=2000-', partition_size=size)


def seconds(client):
    return sum(client.run(lambda: sum(resource_usage()[:2])).values())


def resource_usage():
    import resource as module
    return module.getrusage(module.RUSAGE_SELF)


def main():
    given = options()
    build = os.path.abspath(given.build)
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', '..')
    os.environ['PYTHONPATH'] = os.path.join(root, 'src', 'bindings', 'python')
    os.environ['PGNPACK_LIBRARY'] = f'{build}/libpgnpack.so'
    sys.path.insert(0, os.environ['PYTHONPATH'])
    from distributed import Client, LocalCluster
    logging.getLogger('distributed').setLevel(logging.ERROR)
    counts = [int(count) for count in given.workers.split(',')]
    figures = collections.defaultdict(list)
    clients = {count: Client(LocalCluster(n_workers=count, threads_per_worker=1, dashboard_address=':0')) for count in counts}
    for _ in range(given.rounds):
        for name in given.tasks.split(','):
            for count in counts:
                if name == 'unpack':
                    figures[name, count].append(unpack(build, given.database, count))
                    continue
                with clients[count].as_current():
                    task = task_of(name, given.database, given.partition_size)
                    before, start = seconds(clients[count]), time.monotonic()
                    task()
                    figures[name, count].append((time.monotonic() - start, seconds(clients[count]) - before))
    print(f'{"":8}{"workers":>8}{"wall":>8}{"cpu":>8}{"times":>8}')
    for (name, count), found in figures.items():
        wall, cpu = min(found)
        print(f'{name:8}{count:8}{wall:8.2f}{cpu:8.2f}{min(figures[name, counts[0]])[0] / wall:8.2f}')


if __name__ == '__main__':
    main()
