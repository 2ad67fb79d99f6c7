"""Optional sections for searches: position columns and indexes beside a database (docs/FORMAT.md, chapters 12 and 14)."""

import struct

import chess
from basics import Bytes, Corrupt, require, xxh64

POSITIONS, OPENING_TREE, TEXT_HASH = 128, 129, 130
TREES, WHITE_HOME, BLACK_HOME, MEN, FIRST_PAWNS, LAST_PAWNS = range(6)
MAX_CLASSES, LIST_ENDS = 256, 16

# Where pawns stand at first, with the letter of FEN.
HOMES = [(square, 'P') for square in range(8, 16)] + [(square, 'p') for square in range(48, 56)]
ALL_PAWNS = frozenset(range(16))


def pawns_at_home(board):
    return {pawn for pawn, (square, man) in enumerate(HOMES) if board[square] == man}


def count_men(board):
    return sum(man != chess.EMPTY for man in board)


class MainLine:
    """What columns are about. `boards`: of the main line's positions."""

    def __init__(self, boards, is_unknown):
        self.is_unknown, self.order, self.boards = is_unknown, [], boards
        before = pawns_at_home(boards[0])
        for board in boards[1:]:
            after = pawns_at_home(board)
            self.order += sorted(before - after)
            before = after
        self.home, self.men = before, count_men(boards[-1])

    def outlines(self):
        """Of each position which pawns are at home, and how many men there are."""
        return {(frozenset(pawns_at_home(board)), count_men(board)) for board in self.boards}


def read_tree(bytes_):
    """The classes, lists of pawns."""
    classes = []

    def node(pawns, is_ended):
        branches = 0 if is_ended else bytes_.varint()
        require(branches >> LIST_ENDS + 1 == 0, 'a branch of no pawn')
        if not branches:
            classes.append(pawns)
            require(len(classes) <= MAX_CLASSES, 'too many classes')
        for pawn in range(LIST_ENDS):
            if branches >> pawn & 1:
                require(pawn not in pawns, 'a pawn leaves twice')
                node(pawns + [pawn], False)
        if branches >> LIST_ENDS:
            node(pawns, True)

    node([], False)
    return classes


class Columns:
    """Of `games` games; they are in order, or Corrupt is raised. `sections`: their contents."""

    def __init__(self, sections, games):
        trees = Bytes(sections[TREES])
        self.classes = {FIRST_PAWNS: read_tree(trees), LAST_PAWNS: read_tree(trees)}
        require(not len(trees), 'bytes behind the trees of classes')
        require(all(len(sections[column]) == games for column in range(WHITE_HOME, LAST_PAWNS + 1)),
                'a position column of another size')
        for column, classes in self.classes.items():
            require(max(sections[column], default=0) < len(classes), 'a class that is not there')
        self.columns, self.games = sections, games

    def final(self, game):
        bits = self.columns[WHITE_HOME][game] | self.columns[BLACK_HOME][game] << 8
        return {pawn for pawn in ALL_PAWNS if bits >> pawn & 1}

    def pawns(self, column, game):
        return self.classes[column][self.columns[column][game]]

    def check(self, game, line):
        """Is it true of the game's main line?"""
        men = self.columns[MEN][game]
        if men == 0:
            return
        require(not line.is_unknown, 'position columns tell of an unknown game')
        require(men <= line.men, 'position columns tell of too many men')
        require(self.final(game) == line.home, 'position columns tell of other pawns at home')
        for column, order in (FIRST_PAWNS, line.order), (LAST_PAWNS, line.order[::-1]):
            pawns = self.pawns(column, game)
            require(order[:len(pawns)] == pawns, 'position columns tell of another order of pawns')

    def can_have(self, game, gone, home, men):
        """Of the document's pseudo-code, word for word."""
        if self.columns[MEN][game] == 0:
            return True
        final, left, later = self.final(game), set(), set()
        if self.columns[MEN][game] > men or final & gone:
            return False
        for pawn in self.pawns(FIRST_PAWNS, game):
            if pawn in home:
                if gone - left:
                    return False
                break
            left.add(pawn)
        for pawn in self.pawns(LAST_PAWNS, game):
            if pawn in gone:
                if home - final - later:
                    return False
                break
            later.add(pawn)
        return True

    def games_that_can_have(self, board):
        """The numbers of the games that may have this position in their main lines."""
        home, men = pawns_at_home(board), count_men(board)
        return [game for game in range(self.games) if self.can_have(game, ALL_PAWNS - home, home, men)]


def columns_in(block, games):
    """The columns in a block, or in an annex that is about one of so many games; None: there are none."""
    found = [block.optional_section(POSITIONS, subtype) for subtype in range(LAST_PAWNS + 1)]
    return Columns(found, games) if None not in found else None


def check_block(block, lines):
    """What a full test asks of it. `lines`: the main lines of its games."""
    if block.is_annex:
        return
    columns = columns_in(block, block.games)
    if columns:
        for game, line in enumerate(lines):
            columns.check(game, line)


# ---------------------------------------------------------------------------------------------------------
# Chapter 14: indexes beside a database
# ---------------------------------------------------------------------------------------------------------

def hash_in(annex):
    """What the annex is bound to."""
    found = annex.optional_section(TEXT_HASH)
    return struct.unpack('<Q', found)[0] if found and len(found) == 8 else None


def columns_for(blocks, annexes):
    """For each block of a database its columns, of its own or by an index, or None. `annexes`: blocks of the index."""
    is_index = len(annexes) == len(blocks) + 1 and all(annex.is_annex for annex in annexes)
    for number, block in enumerate(blocks):
        try:
            found = None if block.is_annex else columns_in(block, block.games)
            if not found and is_index and hash_in(annexes[number]) == block.text_hash:
                found = columns_in(annexes[number], block.games)
        except Corrupt:
            found = None
        yield found


def is_whole_index(blocks, annexes):
    """Is its last annex bound to the whole database?"""
    all_hashes = b''.join(struct.pack('<Q', block.text_hash) for block in blocks)
    return len(annexes) == len(blocks) + 1 and hash_in(annexes[-1]) == xxh64(all_hashes)
