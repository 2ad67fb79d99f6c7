#!/usr/bin/env python3
"""mpirun -n 4 python3 count_players.py DATABASE...: who has most games, counted by all ranks together (Debian: python3-mpi4py).

Each rank takes every so-manieth part of each file, a part being some whole blocks: no rank reads what another one does, and
none needs more than the file's index to know its own.
"""

import collections
import sys

from mpi4py import MPI

import pgnpack

BLOCKS = 16


def parts(database):
    """Runs of games that are whole blocks."""
    blocks = database.blocks()
    for i in range(0, len(blocks), BLOCKS):
        yield blocks[i].start, blocks[i:i + BLOCKS][-1].stop


def count(path, rank, ranks):
    players = collections.Counter()
    with pgnpack.open(path) as database:
        for start, stop in list(parts(database))[rank::ranks]:
            columns = database[start:stop].columns('White', 'Black', threads=1)
            players += columns['White'].value_counts() + columns['Black'].value_counts()
    return players


def main():
    ranks = MPI.COMM_WORLD
    mine = collections.Counter()
    for path in sys.argv[1:]:
        mine += count(path, ranks.rank, ranks.size)
    players = ranks.reduce(mine, op=MPI.SUM)
    if ranks.rank == 0:
        for name, games in sorted(players.items(), key=lambda item: (-item[1], item[0]))[:20]:
            print(games, name, sep='\t')


main()
