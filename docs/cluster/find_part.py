#!/usr/bin/env python3
"""find_part.py DATABASE QUERY: searches part $PART of $PARTS of a database; for run_parts.sh. A line for each game that is found, as
pgnfind --numbers has it: its number, and how many half-moves come before the position. A query is "pawns=iqp for=20 elo=2500-".
"""

import os
import sys

import pgnpack


def main():
    path, query = sys.argv[1:]
    part, parts = int(os.environ['PART']), int(os.environ['PARTS'])
    with pgnpack.open(path) as database:
        shards = database.shards(parts)
        if part <= len(shards):
            hits = shards[part - 1].search(query, threads=1)
            for game, ply in zip(hits.game, hits.ply):
                print(game, ply, sep='\t')


main()
