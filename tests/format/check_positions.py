#!/usr/bin/env python3
"""check_positions.py FILE [INDEX]: the position columns of FILE, or those that INDEX has for it, against a replay of all games.

They have to be true of the games, and whoever asks them for a position must not lose a game that has it: asked are
positions of the games themselves, and what only some of their pawns need. Prints how much the columns rule out, and fails
where they lose a game, rule out nothing, or are not there.
"""

import random
import sys

import bcgn1
import positions
import simple
from basics import FormatError

MOST = 300


class Tally:
    def __init__(self):
        self.games = self.questions = self.all = self.possible = self.had = self.lost = 0

    def ask(self, columns, lines, fits, gone, home, men):
        """`fits`: has a position of this outline what is asked for?"""
        had = {game for game, line in enumerate(lines) if any(map(fits, line))}
        possible = {game for game in range(len(lines)) if columns.can_have(game, gone, home, men)}
        self.questions += 1
        self.all += len(lines)
        self.possible += len(possible)
        self.had += len(had)
        self.lost += len(had - possible)

    def ask_block(self, columns, notes):
        for game, line in enumerate(notes):
            columns.check(game, line)
        lines = [line.outlines() for line in notes]
        outlines = sorted({outline for line in lines for outline in line}, key=lambda outline: (sorted(outline[0]), outline[1]))
        chance = random.Random(1)
        for asked in chance.sample(outlines, min(MOST, len(outlines))):
            home, men = asked
            self.ask(columns, lines, lambda outline, asked=asked: outline == asked, positions.ALL_PAWNS - home, home, men)
            some = frozenset(pawn for pawn in positions.ALL_PAWNS if chance.random() < 0.3)
            gone, home = some - home, some & home
            self.ask(columns, lines, lambda outline, gone=gone, home=home: home <= outline[0] and not gone & outline[0], gone, home, 64)
        self.games += len(lines)


def read(name, profile):
    """The blocks of a file, with all that the profile notes of their games."""
    with open(name, 'rb') as file:
        blocks = list(simple.blocks_of(file.read(), profile))
    for block in blocks:
        simple.text_of(block)
    return blocks


def main(name, index=None):
    profile, tally = bcgn1.Everything(), Tally()
    profile.is_full = True
    blocks = read(name, profile)
    annexes = read(index, profile) if index else []
    if index and not positions.is_whole_index(blocks, annexes):
        print(f'{index}: not the index of {name}')
        return 1
    for block, columns in zip(blocks, positions.columns_for(blocks, annexes)):
        if columns:
            tally.ask_block(columns, block.notes)
    print(f'{name}: {tally.questions} questions to the columns of {tally.games} games, each about one game: {tally.all}, '
          f'possible {tally.possible}, so {tally.had}, lost {tally.lost}')
    return 1 if tally.lost or tally.possible == tally.all or not tally.games else 0


if __name__ == '__main__':
    try:
        sys.exit(main(*sys.argv[1:]))
    except FormatError as error:
        print(f'{sys.argv[1]}: {error}')
        sys.exit(2)
