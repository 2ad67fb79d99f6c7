#!/usr/bin/env python3
"""check_tree.py FILE [INDEX]: the opening trees of FILE, or the one that INDEX has for it, against a replay of all games.

Every count of every position has to be right. Prints how much the trees have, and fails where they are damaged, tell
something else, or are not there.
"""

import sys

import bcgn1
import chess
import opening_tree
import positions
import simple
from basics import Bytes, FormatError, Truncated, require


class Line(bcgn1.Line):
    """Remembers what was played in the main line."""

    def __init__(self, fen, game, tags):
        super().__init__(fen, game, tags)
        self.plies = []

    def note(self, value):
        if not self.open:
            self.plies.append((self.position, value))

    def make(self, move):
        self.note(opening_tree.value_of(self.position, move))
        super().make(move)

    def make_drop(self, man, square):
        self.note(opening_tree.value_of_drop(man, square))
        super().make_drop(man, square)

    def make_null_move(self):
        self.note(opening_tree.NO_MOVE)
        super().make_null_move()


class Everything(bcgn1.Everything):
    def line(self, fen, game, tags):
        return Line(fen, game, tags)

    def end_game(self, block, line, tags, shape):
        first = dict(reversed(tags))
        plies = line.plies + [(line.position, opening_tree.NO_MOVE)]
        if b'FEN' in first and not chess.position_of_fen(dict(tags)[b'FEN']):
            plies = []
        ratings = tuple(simple.rating(first.get(name, b'')) for name in (b'WhiteElo', b'BlackElo'))
        block.notes.append(opening_tree.Game(plies, bcgn1.results_of(block)[line.game], ratings,
                                             (simple.date(first.get(b'Date', b'')) or simple.date(first.get(b'UTCDate', b''))) // 10000))


def segments(name):
    """The blocks of each, with all games noted."""
    with open(name, 'rb') as opened:
        file = Bytes(opened.read(), Truncated)
    profile = Everything()
    while simple.goes_on(file):
        blocks = list(simple.segment(file, profile))
        for block in blocks:
            simple.text_of(block)
        yield blocks


def trees_of(found, index):
    """Pairs of a tree's bytes and the games that it is about."""
    if index is None:
        for blocks in found:
            for annex in blocks:
                if annex.is_annex and opening_tree.tree_in(annex):
                    yield opening_tree.tree_in(annex), [game for block in blocks for game in block.notes]
    else:
        annexes, blocks = [annex for blocks in segments(index) for annex in blocks], sum(found, [])
        require(positions.is_whole_index(blocks, annexes), 'not the index of this database')
        yield opening_tree.tree_in(annexes[-1]) or b'', [game for block in blocks for game in block.notes]


def main(name, index=None):
    trees = count = moves = 0
    for data, games in trees_of(list(segments(name)), index):
        nodes = opening_tree.read(data, len(games))
        opening_tree.Truth(games).check(nodes)
        trees, count, moves = trees + 1, count + len(nodes), moves + sum(len(node.moves) for node in nodes.values())
    print(f'{name}: {trees} opening trees with {count} positions and {moves} moves')
    return 0 if count else 1


if __name__ == '__main__':
    try:
        sys.exit(main(*sys.argv[1:]))
    except FormatError as error:
        print(f'{sys.argv[1]}: {error}')
        sys.exit(2)
