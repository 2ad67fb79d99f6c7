"""Tags of blocks with tag numbers (docs/FORMAT.md, chapter 19): their columns, and what the moves tell of them."""

import finals
import labels
import packed_tags
import quotes
from basics import Bytes, require
from columns import TAG_STRINGS, Form, read_columns, stream

TAG_NUMBERS, TAG_LABELS, TAG_TABLE = 27, 30, 33
TEXT, NUMBER, LABEL, FINAL = range(4)
ARGUMENTS_MAX = 64
LEAST_GROUP_GAMES = 1000


class PackedColumn:
    """Of a block with tag numbers."""

    def __init__(self, number, columns, arguments):
        self.number, self.columns, self.arguments = number, columns, arguments
        self.leader = self.follower = self.form = self.form_number = self.recipe = None
        self.quotes = []

    def read_entry(self, table, block):
        """Gives the follower's number or None."""
        head = table.byte()
        self.kind, self.counter_bits = head & 3, 6 + (head >> 4)
        self.goes_on = bool(head & 4)
        has_quotes = self.goes_on and self.kind == TEXT and not self.leader
        require(not self.goes_on or self.kind == NUMBER or has_quotes, 'differences of what is no number')
        require(not head & 8 or self.kind in (TEXT, NUMBER) and not self.leader, 'a follower of what can have none')
        require(not head >> 4 or self.kind != LABEL and not self.leader, 'counters of what has none')
        require(not self.leader or self.kind == self.leader.kind and self.kind in (TEXT, NUMBER),
                'the kinds of a pair differ')
        follower = table.varint() if head & 8 else None
        if self.kind == NUMBER:
            self.form_number = table.byte()
            prefix = table.take(table.varint())
            self.form = Form(self.form_number, prefix, table.take(table.varint()))
        if self.kind in (TEXT, NUMBER):
            self.recipe = packed_tags.read_recipe(table, self.number, len(self.columns), self.arguments)
        if has_quotes:
            self.quotes = quotes.read_quotes(table, len(self.columns))
        if self.leader:
            self.quotes = self.leader.quotes
            self.strings, self.values = self.leader.strings, self.leader.values
        else:
            self.strings, self.values = Bytes(stream(table, block, TAG_STRINGS, self.number)), []
        return follower

    def has_stream(self):
        return not self.leader and self.kind != LABEL

    def packed(self, columns, stream_):
        """The same for the model. `columns`: those before it; `stream_`: its own."""
        partner = self.leader or self.follower or self
        leader = columns[self.leader.number] if self.leader else None
        coder = leader.coder if leader else packed_tags.Coder(stream_, self.counter_bits)
        return packed_tags.Column(self.number, leader, partner.number, self.goes_on, self.form_number, self.recipe, coder)

    def finish(self):
        require(not len(self.strings), 'a column has too many strings')


class PackedTags:
    """The same as columns.Tags, of a block with tag numbers."""

    def __init__(self, block, names, plies):
        table = block.section(TAG_TABLE)
        count = table.varint()
        require(count <= ARGUMENTS_MAX, 'too many arguments')
        arguments = [table.number_below(len(names) + 1, 'an unknown column') for _ in range(count)]
        self.columns = []
        self.columns.extend(PackedColumn(number, self.columns, arguments) for number in range(len(names)))
        self.order = read_columns(self.columns, table, block)
        coded = [column for column in self.columns if column.has_stream()]
        require(sum(1 << column.counter_bits for column in coded) <= block.text_size + 65536, 'too many counters')
        quotes.check_quotes(self.columns, (LABEL, FINAL))
        section = block.section(TAG_NUMBERS)
        sizes = [section.varint() for _ in coded]
        streams = {column.number: section.take(size) for column, size in zip(coded, sizes)}
        require(not len(section), 'the streams of the tags are too long')
        packed = []
        for column in self.columns: # a leader comes before its follower
            packed.append(column.packed(packed, streams.get(column.number, b'')))
        self.packed = packed_tags.PackedTags(packed, plies)
        self.read_labels(block)

    def read_labels(self, block):
        by_moves = [column for column in self.order if column.kind in (LABEL, FINAL)]
        self.label_columns = [column for column in by_moves if column.kind == LABEL]
        self.labels = None
        if by_moves:
            section = block.section(TAG_LABELS)
            require(len(self.label_columns) <= 6 and section.byte() == len(self.label_columns),
                    'the number of label columns')
        self.label_games = 0
        if self.label_columns:
            self.label_group_games = section.varint()
            require(self.label_group_games >= LEAST_GROUP_GAMES, 'groups of too few games')
            count = -(-block.games // self.label_group_games)
            heads = [(section.varint(), [section.varint() for _ in self.label_columns]) for _ in range(count)]
            self.label_groups = iter([(section.take(size), strings) for size, strings in heads])
            require(not len(section), 'the groups of labels are shorter than their section')
            self.strings_of_groups = [0] * len(self.label_columns)

    def begin_labels(self):
        """Of a game."""
        if self.label_games % self.label_group_games == 0:
            self.finish_labels()
            data, strings = next(self.label_groups)
            self.labels = labels.Labels(data, self.strings_of_groups)
            self.strings_of_groups = [sum(both) for both in zip(self.strings_of_groups, strings)]
        self.label_games += 1

    def finish_labels(self):
        """Of a group."""
        if self.labels:
            self.labels.bits.finish()
        if self.label_columns:
            require(self.strings_of_groups == [len(column.values) for column in self.label_columns],
                    'the strings of a group of labels')

    def values_of_game(self, schema, result):
        """Texts; in place of those that the moves tell empty ones."""
        self.packed.start_game((b'*', b'1-0', b'0-1', b'1/2-1/2').index(result))
        self.pending = []
        number = self.packed.result
        self.game = [self.next(self.columns[number], place) for place, number in enumerate(schema)]
        values = list(zip([self.columns[number] for number in schema], self.game))
        self.game = [quotes.put_in(text, column, values, number) for column, text in values]
        return self.game

    def values_behind_moves(self, line):
        """The texts of the game's values, once its moves are known."""
        if self.label_columns:
            self.begin_labels()
            self.labels.begin_game(line.path)
        for place, column, number in self.pending:
            if column.kind == FINAL:
                self.game[place] = finals.text(labels.fen(line.position), number)
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
        if column.kind in (LABEL, FINAL):
            number = self.packed.next_by_moves(self.packed.columns[column.number], column.kind != LABEL)
            require(column.kind != FINAL or number <= finals.LAST, 'a final position told in an unknown way')
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
        self.finish_labels()
        for column in self.columns:
            column.finish()
