"""Tags of blocks with tag numbers (docs/FORMAT.md, chapter 16): their columns, and what the moves tell of them."""

import labels
import packed_tags
from basics import Bytes, known, require
from columns import IDS, NUMBER, PREVIOUS, RESULT, TAG_STRINGS, TAG_TABLE, Form, read_columns, stream

TAG_NUMBERS, TAG_LABELS = 27, 30
BY_MOVES = 3
LABEL, FINAL = range(2)


class PackedColumn:
    """Of a block with tag numbers."""

    def __init__(self, number):
        self.number = number
        self.leader = self.follower = self.form = None

    def read_entry(self, table, block):
        """Gives the follower's number or None."""
        head = table.byte()
        require(not head & 0xc0 and not (self.leader and head & 0x20), 'an unknown bit of a column')
        self.codec, self.kind = head & 3, head >> 2 & 7
        self.form_number = None
        if self.codec == BY_MOVES:
            known(self.kind <= FINAL, 'an unknown kind of column that the moves tell')
            require(not head & 0xe0 and not self.leader, 'an unknown bit of a column')
            self.recipe = 0
            self.strings, self.values = Bytes(stream(table, block, TAG_STRINGS, self.number)), []
            return None
        known(self.kind <= RESULT, 'an unknown reference of a column')
        require(self.codec in (IDS, NUMBER) and self.kind <= PREVIOUS, 'a codec or reference that only Part I has')
        follower = table.varint() if head & 0x20 else None
        if self.codec == NUMBER:
            self.form_number = table.byte()
            prefix = table.take(table.varint())
            self.form = Form(self.form_number, prefix, table.take(table.varint()))
        self.recipe = table.byte()
        known(self.recipe < len(packed_tags.RECIPES), 'an unknown recipe')
        if self.leader:
            require(self.codec == self.leader.codec, 'the codecs of a pair differ')
            self.strings, self.values = self.leader.strings, self.leader.values
        else:
            self.strings, self.values = Bytes(stream(table, block, TAG_STRINGS, self.number)), []
        return follower

    def packed(self, names, columns):
        """The same for the model."""
        partner = self.leader or self.follower or self
        column = packed_tags.Column(self.number, None, partner.number, self.kind, self.form_number, self.recipe, names)
        column.leader = columns[self.leader.number] if self.leader else column
        return column

    def finish(self):
        require(not len(self.strings), 'a column has too many strings')


class PackedTags:
    """The same as columns.Tags, of a block with tag numbers."""

    def __init__(self, block, names, plies):
        self.columns = [PackedColumn(number) for number in range(len(names))]
        self.order = read_columns(self.columns, block.section(TAG_TABLE), block)
        packed = []
        for column in self.columns: # a leader comes before its follower
            packed.append(column.packed(names, packed))
        self.packed = packed_tags.PackedTags(block.section(TAG_NUMBERS).data, packed, block.text_size, plies)
        self.read_labels(block)

    def read_labels(self, block):
        by_moves = [column for column in self.order if column.codec == BY_MOVES]
        self.label_columns = [column for column in by_moves if column.kind == LABEL]
        self.labels = None
        if by_moves:
            section = block.section(TAG_LABELS)
            require(len(self.label_columns) <= 6 and section.byte() == len(self.label_columns),
                    'the number of label columns')
        if self.label_columns:
            self.labels = labels.Labels(section.take(len(section)))

    def values_of_game(self, schema, result):
        """Texts; in place of those that the moves tell empty ones."""
        self.packed.start_game((b'*', b'1-0', b'0-1', b'1/2-1/2').index(result))
        self.pending = []
        self.game = [self.next(self.columns[number], place) for place, number in enumerate(schema)]
        return self.game

    def values_behind_moves(self, line):
        """The texts of the game's values, once its moves are known."""
        if self.labels:
            self.labels.begin_game(line.path)
        for place, column, number in self.pending:
            if column.kind == FINAL:
                fields = labels.fen(line.position).split(b' ')
                self.game[place] = b' '.join(fields if number == 1 else fields[:4])
            else:
                self.game[place] = self.next_label(column)
        if self.labels:
            self.labels.end_game()
        return self.game

    def next_label(self, column):
        label = self.labels.next(self.label_columns.index(column))
        if label is None:
            column.values.append(column.strings.until(b'\n'))
            return column.values[-1]
        require(label < len(column.values[:labels.DICTIONARY_MAX]), 'a label that is not there')
        return column.values[label]

    def next(self, column, place):
        if column.codec == BY_MOVES:
            number = self.packed.next_by_moves(self.packed.columns[column.number], column.kind != LABEL)
            require(column.kind != FINAL or number <= 2, 'a final position told in an unknown way')
            if column.kind != LABEL and number == 0:
                return column.strings.until(b'\n')
            self.pending.append((place, column, number))
            return b''
        kind, told = self.packed.next(self.packed.columns[column.number])
        if kind == packed_tags.STRING:
            text = column.strings.until(b'\n')
            column.values.append(text)
            return text
        return column.form.write(told) if column.form else column.values[told]

    def finish(self):
        self.packed.finish()
        if self.labels:
            self.labels.bits.finish()
        for column in self.columns:
            column.finish()
