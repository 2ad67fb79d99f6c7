#!/usr/bin/env python3
"""A reader of all BCGN 1 files in plain Python, written from docs/FORMAT.md.

    bcgn1.py FILE.bcgn > OUT.pgn     the text
    bcgn1.py --check FILE.bcgn       verifies checksums, hashes and position columns, and tells what is there

It is simple.py, the reader of the simple profile, with what the model profile adds plugged in. Weights and tables are read from data/ of the
repository.

Exit status: 0 fine, 1 usage, 2 not a file of BCGN 1, or unsupported, corrupt or truncated (told in words).
"""

import sys

import columns
import comment_numbers
import ids
import labels
import lists
import moves
import positions
import simple
import symbols
from basics import known, require
from best import Best
from model import Model
from packed_columns import PackedTags
from packed_shapes import PackedShapes
from simple import NAGS, PLIES, RESULTS, SHAPE_KINDS, SHAPE_RUNS, VARIATION_BEGIN, VARIATION_END
from table import Table
from text_model import TextModel
from wide import net_of_number

COMMENT_MOVES, TAG_NUMBERS, COMMENT_NUMBERS, PACKED_SHAPES, TAGS_BY_MOVES = range(26, 31)
COMMENT_MODEL, PACKED_TAG_TABLE = 32, 33
# What ends the fields of a text; 0a if nothing else is said.
TERMINATORS = {simple.COMMENTS: 0x7d, simple.COMMENT_TEXTS: 0x7d}


# ---------------------------------------------------------------------------------------------------------
# Chapter 18: packed shapes
# ---------------------------------------------------------------------------------------------------------

def results_of(block):
    """The result of each game."""
    results = block.section(RESULTS).data
    require(len(results) <= block.games and max(results, default=0) < 4, 'the results')
    return results + (results[-1:] or b'\0') * (block.games - len(results))


def main_line_plies(kinds):
    depth = count = 0
    for kind in kinds:
        depth += (kind == VARIATION_BEGIN) - (kind == VARIATION_END and depth > 0)
        count += not depth and kind in PLIES
    return count


# ---------------------------------------------------------------------------------------------------------
# Chapters 19 to 21: what is known of a game's line, and comments that ask for it
# ---------------------------------------------------------------------------------------------------------

class Line(simple.Line):
    """What labels and comments ask for, too."""

    def __init__(self, fen, game, tags):
        super().__init__(fen)
        controls = [value for name, value in tags if name == b'TimeControl']
        self.game, self.time_control = game, comment_numbers.clock_of(controls[0]) if controls else (0, 0)
        self.last_mark, self.path, self.place = 0, [], lists.Place()
        self.main_line = [self.position]

    def make(self, move):
        self.place.make(self.position, move)
        super().make(move)
        if not self.open and len(self.path) < labels.PATH_MAX:
            self.path.append(labels.key(self.position))

    def make_drop(self, man, square):
        self.place.make(self.position, None)
        super().make_drop(man, square)

    def make_null_move(self):
        self.place.make(self.position, None)
        super().make_null_move()

    def go_on(self, position):
        super().go_on(position)
        if not self.open:
            self.main_line.append(position)
        self.last_mark = 0

    def mark(self, number):
        self.last_mark = number

    def begin_variation(self):
        super().begin_variation()
        self.place.begin_variation()
        self.last_mark = 0

    def end_variation(self):
        super().end_variation()
        self.place.end_variation()
        self.last_mark = 0

    def moment(self):
        return comment_numbers.Moment(self.game, self.ply, self.time_control, self.last_mark, self.position)


class ListField(columns.TextField):
    """Moves, and behind them a text if there is a rest."""

    def __init__(self, table, block, index):
        super().__init__(table, block, index)
        self.column = index

    def next_list(self, all_lists, line):
        text, has_rest = all_lists.next(self.column, line.place, line.position)
        return text + (self.next() if has_rest else b'')


class FormulaField(columns.NumberText):
    """A column whose numbers are in section 28."""

    def __init__(self, kind, table, index, count):
        super().__init__(kind)
        flags = table.byte()
        known(flags < 16, 'unknown flags of a field')
        formulas = [comment_numbers.Formula(table, count, self.decimals) for _ in range(1 + (flags >> 2 & 1))]
        self.series = comment_numbers.Series(index, self.decimals, 10 ** (flags & 3), formulas, flags >> 3)

    def is_known(self, kind):
        if self.trimmed:
            return self.type == 0 and 2 <= self.decimals <= 6
        return super().is_known(kind)

    def finish(self):
        """It has no stream of its own."""


class ModelledComments(columns.Comments):
    """Of a block with section 32."""

    TABLE, LIST_KIND = COMMENT_MODEL, 0x23

    def __init__(self, block):
        require(not any((kind, 0) in block.sections for kind in (columns.COMMENT_TABLE, columns.COMMENT_TEMPLATES)),
                'comments are there twice')
        super().__init__(block)
        series = [getattr(field, 'series', None) for field in self.fields]
        self.numbers = comment_numbers.Numbers(block.section(COMMENT_NUMBERS).data, block.text_size, series)
        self.lists = None
        if any(isinstance(field, ListField) for field in self.fields):
            self.lists = lists.Lists(block.section(COMMENT_MOVES))

    def number_field(self, kind, table, block, index, count):
        if kind == self.LIST_KIND:
            return ListField(table, block, index)
        return FormulaField(kind, table, index, count)

    def choice(self, line):
        return self.numbers.template(line.moment())

    def part(self, field, line):
        if isinstance(field, ListField):
            return field.next_list(self.lists, line)
        if isinstance(field, FormulaField):
            return field.text(self.numbers.number(field.series.number))
        return field.next()

    def finish(self):
        super().finish()
        for part in (self.numbers, self.lists):
            if part:
                part.finish()


# ---------------------------------------------------------------------------------------------------------
# The profile
# ---------------------------------------------------------------------------------------------------------

class Everything(simple.Simple):
    """What the model profile has."""

    number = 1
    flags = 63
    types = set(range(1, 38))
    packings = 0, 1, 2, 3, 4
    codecs = {1: moves.PlaceInList, 2: lambda bytes_, games: Model(bytes_, games, net_of_number), 3: Best, 4: Table}

    def unpack(self, kind, packing, stored, size):
        if packing == 4:
            return symbols.unpack(stored, size)
        return TextModel(stored, size, TERMINATORS.get(kind, 0x0a), packing == 3).unpack()

    def put_plain_sections(self, block):
        packed = block.sections.pop((PACKED_SHAPES, 0), b'')
        if not packed:
            return
        plain = SHAPE_RUNS, SHAPE_KINDS, NAGS
        require(not any((kind, 0) in block.sections for kind in plain), 'shapes are there twice')
        shapes = PackedShapes(packed, results_of(block), block.text_size)
        block.sections.update({(kind, 0): content
                               for kind, content in zip(plain, (shapes.runs, shapes.kinds, shapes.nags))})

    def tags(self, block, names, shapes):
        there = {kind for kind, _ in block.sections}
        if PACKED_TAG_TABLE not in there:
            require(not there & {TAG_NUMBERS, TAGS_BY_MOVES}, 'tag numbers without their table')
            return super().tags(block, names, shapes)
        require(simple.TAG_TABLE not in there, 'two tables of tags')
        need_plies = block.indexes.get(PACKED_TAG_TABLE, 0)
        known(need_plies <= 1, 'an unknown index of the table of tags')
        return PackedTags(block, names, [main_line_plies(kinds) for kinds in shapes] if need_plies else None)

    def comments(self, block):
        return ModelledComments(block) if block.section(COMMENT_MODEL).data else super().comments(block)

    def line(self, fen, game, tags):
        return Line(fen, game, tags)

    def end_game(self, block, line, tags, shape):
        if not self.is_full:
            return
        is_unknown = simple.DROP in shape or any(name == b'FEN' for name, _ in tags)
        block.notes.append(positions.MainLine([position.board for position in line.main_line], is_unknown))

    def check(self, block):
        positions.check_block(block, block.notes)

    def check_last(self, blocks):
        for block in reversed(blocks):
            if not block.is_record:
                break
            ids.check(block, sum(block.games for block in blocks))


if __name__ == '__main__':
    sys.exit(simple.main(sys.argv[1:], __doc__, Everything()))
