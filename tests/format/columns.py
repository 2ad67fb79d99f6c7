"""Columns of tags and comments of the simple profile (docs/FORMAT.md, chapter 9)."""

from basics import Bytes, Corrupt, known, require, unzigzag

(TAG_STRINGS, TAG_TABLE, TAG_CODE_BYTES, COMMENTS, COMMENT_TABLE, COMMENT_TEMPLATES, COMMENT_CODE_BYTES, TAG_EXTRA_BITS,
 COMMENT_EXTRA_BITS, COMMENT_TEXTS) = 9, 10, 11, 14, 20, 21, 22, 23, 24, 25
DISTANCE, IDS, NUMBER = range(3)
NONE, PREVIOUS, COLUMN, LINK, RESULT = range(5)
MAX_NUMBER = 1 << 50
MAX_COMMENT_NUMBER = 1 << 52
MAX_DECIMAL = 10 ** 15


# ---------------------------------------------------------------------------------------------------------
# Number code, streams
# ---------------------------------------------------------------------------------------------------------

class Bits:
    """Lowest bit of each byte first."""

    def __init__(self, data):
        self.number, self.left = int.from_bytes(data, 'little'), 8 * len(data)

    def take(self, count):
        require(count <= self.left, 'extra bits end too early')
        found = self.number & ((1 << count) - 1)
        self.number >>= count
        self.left -= count
        return found

    def finish(self):
        require(self.left < 8 and not self.number, 'too many extra bits')


class Numbers:
    """A stream of numbers. Where its code bytes end, the last one goes on."""

    def __init__(self, code_bytes, extra_bits):
        self.code_bytes, self.code_byte, self.bits = code_bytes, 0, Bits(extra_bits)

    def next(self):
        if len(self.code_bytes):
            self.code_byte = self.code_bytes.byte()
        code_byte = self.code_byte
        if code_byte < 64:
            return code_byte
        place, rest = divmod(code_byte - 64, 4)
        place += 6
        return 1 << place | rest >> 1 << place - 1 | self.bits.take(place - 2) << 1 | rest & 1

    def finish(self):
        require(not len(self.code_bytes), 'a column has too many numbers')
        self.bits.finish()


def stream(table, block, kind, index):
    """The bytes of a stream that the table tells now."""
    size = table.varint()
    if size == 0:
        return block.section(kind, index).data
    require(size <= 65, 'a stream in a table is too large')
    return table.take(size - 1)


# ---------------------------------------------------------------------------------------------------------
# Forms of numbers in tags
# ---------------------------------------------------------------------------------------------------------

DIGITS = b'0123456789'
BASE_62 = b'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'


def number_of_digits(text):
    return int(text) if text and all(digit in DIGITS for digit in text) else None


def read_decimal(text):
    number = number_of_digits(text.lstrip(b'-'))
    return int(text) if number is not None and number < MAX_DECIMAL else None


def write_decimal(number):
    return b'%d' % number if abs(number) < MAX_DECIMAL else None


def read_date(text):
    year, month, day = (number_of_digits(part.replace(b'??', b'0')) for part in text.split(b'.'))
    return (year * 13 + month) * 32 + day


def write_date(number):
    number, day = divmod(number, 32)
    year, month = divmod(number, 13)
    if not 0 <= year <= 9999:
        return None
    return b'%04d.' % year + b'.'.join(b'%02d' % part if part else b'??' for part in (month, day))


def read_time(text):
    hours, minutes, seconds = map(int, text.split(b':'))
    return (hours * 60 + minutes) * 60 + seconds


def write_time(number):
    return b'%02d:%02d:%02d' % (number // 3600, number // 60 % 60, number % 60) if 0 <= number < 360000 else None


def read_base_62(text):
    number = 0
    for digit in text:
        number = number * 62 + BASE_62.index(digit)
    return number


def write_base_62(number):
    if not 0 <= number < 62 ** 8:
        return None
    return bytes(BASE_62[number // 62 ** place % 62] for place in range(7, -1, -1))


def read_stamp(text):
    date, time = text.split(b'T')
    time, fraction = time.split(b'.')
    year, month, day = map(int, date.split(b'-'))
    return (((year * 12 + month - 1) * 31 + day - 1) * 86400 + read_time(time)) * 1000 + int(fraction)


def write_stamp(number):
    number, fraction = divmod(number, 1000)
    days, seconds = divmod(number, 86400)
    months, day = divmod(days, 31)
    year, month = divmod(months, 12)
    if not 0 <= year <= 9999:
        return None
    return b'%04d-%02d-%02dT' % (year, month + 1, day + 1) + write_time(seconds) + b'.%03d' % fraction


def read_pair(text):
    first, second = text.split(b'.')
    if len(first) > 9 or len(second) > 3:
        return None
    return 256 * int(first) + int(second)


def write_pair(number):
    return b'%d.%d' % divmod(number, 256) if 0 <= number < 256 * 10 ** 9 else None


def read_signed(text):
    return read_decimal(text[1:] if text.startswith(b'+') else text)


def write_signed(number):
    text = write_decimal(number)
    return text and (text if number < 0 else b'+' + text)


def read_moment(text):
    return read_stamp(text + b'.000') // 1000


def write_moment(number):
    text = write_stamp(number * 1000)
    return text and text[:-4]


def write_hours(number):
    text = write_time(number)
    return text and text[text.startswith(b'0'):]


FORMS = ((read_decimal, write_decimal), (read_date, write_date), (read_time, write_time),
         (read_base_62, write_base_62), (read_stamp, write_stamp), (read_pair, write_pair),
         (read_signed, write_signed), (read_moment, write_moment), (read_time, write_hours))


class Form:
    """A number's form between a column's prefix and suffix."""

    def __init__(self, number, prefix, suffix):
        known(number < len(FORMS), 'an unknown form')
        self.read_text, self.write_number = FORMS[number]
        self.prefix, self.suffix = prefix, suffix

    def write(self, number):
        require(abs(number) < MAX_NUMBER, 'a number of a tag is too large')
        text = self.write_number(number)
        require(text is not None, 'a number that its form cannot write')
        return self.prefix + text + self.suffix

    def read(self, text):
        """The number, or None if the text is not one that write() gives."""
        if not (text.startswith(self.prefix) and text.endswith(self.suffix)):
            return None
        if len(text) < len(self.prefix) + len(self.suffix):
            return None
        inner = text[len(self.prefix):len(text) - len(self.suffix)]
        try:
            number = self.read_text(inner)
        except (ValueError, TypeError):
            return None
        if number is None or abs(number) >= MAX_NUMBER or self.write_number(number) != inner:
            return None
        return number


# ---------------------------------------------------------------------------------------------------------
# Tags
# ---------------------------------------------------------------------------------------------------------

class Value:
    """Of a tag. `source` is the Value that it was copied from."""

    def __init__(self, column, text, source=None):
        self.column, self.text, self.source = column, text, source


class Column:
    def __init__(self, number):
        self.number = number
        self.leader = self.follower = self.key = self.form = self.newest = None
        self.last_number = 0

    def read_entry(self, table, block):
        """Gives the follower's number or None."""
        head = table.byte()
        require(not (self.leader and head & 0x20), 'a follower of a follower')
        self.method, self.mode = head & 3, head >> 2 & 7
        require(self.method <= NUMBER, 'a method of the model profile')
        known(self.mode <= RESULT and not head & 0xc0, 'an unknown reference, or bit, of a column')
        modes = (NONE, PREVIOUS, COLUMN, LINK) if self.method == NUMBER else (NONE, LINK, RESULT)
        require(self.mode in modes, 'a reference that the method does not have')
        follower = table.varint() if head & 0x20 else None
        self.key = table.varint() if self.mode in (COLUMN, LINK) else None
        if self.method == NUMBER:
            form = table.byte()
            prefix = table.take(table.varint())
            self.form = Form(form, prefix, table.take(table.varint()))
        code_bytes = Bytes(stream(table, block, TAG_CODE_BYTES, self.number))
        self.numbers = Numbers(code_bytes, stream(table, block, TAG_EXTRA_BITS, self.number))
        if self.leader:
            require(self.method == self.leader.method, 'the methods of a pair differ')
            self.strings, self.values = self.leader.strings, self.leader.values
        else:
            self.strings, self.values = Bytes(stream(table, block, TAG_STRINGS, self.number)), []
        return follower

    def finish(self):
        self.numbers.finish()
        require(not len(self.strings), 'a column has too many strings')


def read_columns(columns, table, block):
    """Reads the entry of each column; gives the columns in the order of the table."""
    told, order = set(), []
    for column in columns:
        while column.number not in told:
            told.add(column.number)
            order.append(column)
            follower = column.read_entry(table, block)
            if follower is None:
                break
            require(column.number < follower < len(columns) and follower not in told, 'a wrong follower')
            column.follower = columns[follower]
            column.follower.leader = column
            column = column.follower
    require(not len(table), 'the table of columns is too long')
    return order


class Tags:
    """Reads the values of a block's tags game by game."""

    def __init__(self, block, names):
        self.columns = [Column(number) for number in range(len(names))]
        for column in read_columns(self.columns, block.section(TAG_TABLE), block):
            require(column.key is None or column.key < len(names), 'an unknown key column')
        self.game, self.names = [], names
        self.tags_left, self.bytes_left = block.text_size // 4, block.text_size

    def values_of_game(self, schema, result):
        """`schema`: the numbers of the names. `result`: the text of the game's result."""
        self.game = []
        self.tags_left -= len(schema)
        for number in schema:
            column = self.columns[number]
            value = self.next(column, result)
            self.bytes_left -= len(self.names[number]) + len(value.text)
            require(self.tags_left >= 0 and self.bytes_left >= 0, 'more tags than the text has room for')
            self.game.append(value)
            value.game = self.game
            column.newest = value
        return [value.text for value in self.game]

    def values_behind_moves(self, line):
        """The same, when the game's moves are known: in the model profile some of them follow from these."""
        return [value.text for value in self.game]

    def next(self, column, result):
        number = column.numbers.next()
        values, method = column.values, column.method
        if number == 0:
            value = Value(column, column.strings.until(b'\n'))
            if method == IDS:
                values.append(value)
        elif method == NUMBER:
            return self.next_number(column, number - 1)
        elif number == 1:
            value = self.copy_of_reference(column, result)
        else:
            n = number - 2
            require(n < len(values), 'a value that is not there')
            source = values[n if method == IDS else -1 - n]
            value = Value(column, source.text, source)
            if method == IDS:
                values[n] = value
        if method == DISTANCE:
            values.append(value)
        return value

    def copy_of_reference(self, column, result):
        if column.mode == RESULT:
            return Value(column, result)
        source = self.reference(column)
        require(source is not None, 'a reference that is not there')
        return Value(column, source.text, source)

    def next_number(self, column, difference):
        base = column.last_number
        if column.mode == NONE:
            base = 0
        elif column.mode != PREVIOUS:
            reference = self.reference(column)
            number = reference and column.form.read(reference.text)
            base = base if number is None else number
        column.last_number = base + unzigzag(difference)
        return Value(column, column.form.write(column.last_number))

    def reference(self, column):
        """The value that a new one is told by, or None."""
        if column.mode == NONE:
            return None
        key_column = self.columns[column.key]
        key = key_column.newest
        if key not in self.game or key_column is column:
            return None
        if column.mode == COLUMN:
            return key
        source = key.source
        if source is None:
            return None
        wanted = column if source.column is key_column else column.leader or column.follower or column
        for value in source.game[:64]:
            if value.column is wanted:
                return value
        return None

    def finish(self):
        for column in self.columns:
            column.finish()


# ---------------------------------------------------------------------------------------------------------
# Comments
# ---------------------------------------------------------------------------------------------------------

class TextField:
    """A column of texts of comments."""

    KIND = 3

    def __init__(self, table, block, index):
        self.texts = Bytes(stream(table, block, COMMENT_TEXTS, index))

    def next(self):
        return self.texts.until(b'}')

    def finish(self):
        require(not len(self.texts), 'a column of comments has too many texts')


class NumberText:
    """How the numbers of a column of comments are written."""

    def __init__(self, kind):
        self.type, self.decimals, self.variant = kind & 3, kind >> 2 & 7, bool(kind & 32)
        self.trimmed = bool(kind & 64)
        known(self.is_known(kind), 'an unknown kind of field')

    def is_known(self, kind):
        most = 6, 0, 0, -1
        return (not self.trimmed and self.decimals <= most[self.type] and not (self.type == 2 and self.variant)
                and kind < 128)

    def text(self, number):
        if self.type == 0:
            return self.number_text(number)
        require(number >= 0, 'a time below 0')
        if self.type == 2:
            require(number <= 99, 'two digits')
            return b'%02d' % number
        seconds, tenths = divmod(number, 10)
        hours = seconds // 3600
        require(hours < (100 if self.variant else 10000), 'a clock of too many hours')
        text = (b'%02d' if self.variant else b'%d') % hours
        text += b':%02d:%02d' % (seconds // 60 % 60, seconds % 60)
        return text + (b'.%d' % tenths if tenths else b'')

    def number_text(self, number):
        require(abs(number) < MAX_DECIMAL, 'a number of too many digits')
        sign = b'-' if number < 0 else b'+' if self.variant else b''
        whole, fraction = divmod(abs(number), 10 ** self.decimals)
        decimals = b'%0*d' % (self.decimals, fraction) if self.decimals else b''
        if self.trimmed:
            decimals = decimals[:1] + decimals[1:].rstrip(b'0')
        return sign + b'%d' % whole + (b'.' + decimals if decimals else b'')


class Field(NumberText):
    """A column of numbers of comments."""

    def __init__(self, kind, flags, table, block, index):
        super().__init__(kind)
        self.lag, self.scale = flags & 3, 10 ** (flags >> 2)
        known(flags < 16, 'unknown flags of a field')
        require(self.lag < 3, 'wrong flags of a field')
        code_bytes = Bytes(stream(table, block, COMMENT_CODE_BYTES, index))
        self.numbers = Numbers(code_bytes, stream(table, block, COMMENT_EXTRA_BITS, index))
        self.last = [0, 0]
        self.first, self.first_count = [0, 0], 0

    def next(self):
        number = self.numbers.next()
        if self.lag:
            if number == 0:
                self.restart()
                number = self.numbers.next()
            require(number != 0, 'two restarts in one place')
            number -= 1
        value = unzigzag(number)
        if self.lag:
            value += self.last[-self.lag]
        require(abs(value) < MAX_COMMENT_NUMBER, 'a number of a comment is too large')
        self.last = [self.last[1], value]
        if self.first_count < 2:
            self.first[self.first_count] = value
            self.first_count += 1
        return self.text(value * self.scale)

    def restart(self):
        self.last = [0, self.first[0]] if self.lag == 1 else self.first[:]
        self.first_count = 0

    def finish(self):
        self.numbers.finish()


class Comments:
    """Reads the comments of a block in the order of its text."""

    TABLE = COMMENT_TABLE

    def __init__(self, block):
        self.texts = block.section(COMMENTS)
        self.choices = block.section(COMMENT_TEMPLATES)
        self.fields, self.templates = [], []
        self.bytes_left = block.text_size
        table = block.section(self.TABLE)
        self.all_plain = not len(table)
        if not self.all_plain:
            self.read_table(table, block)

    def read_table(self, table, block):
        columns = table.number_below(257, 'too many columns of comments')
        for index in range(columns):
            self.fields.append(self.field(table, block, index, columns))
        for _ in range(table.number_below(256, 'too many templates of comments')):
            count = table.number_below(65, 'too many fields of a template')
            parts = []
            for _ in range(count):
                parts.append(self.literal(table))
                parts.append(self.fields[table.number_below(columns, 'an unknown column of comments')])
            self.templates.append(parts + [self.literal(table)])
        require(not len(table), 'the table of comments is too long')

    @staticmethod
    def literal(table):
        found = table.take(table.varint())
        require(b'}' not in found, 'the end of a comment in a template')
        return found

    def field(self, table, block, index, columns):
        kind = table.byte()
        if kind == TextField.KIND:
            return TextField(table, block, index)
        return self.number_field(kind, table, block, index, columns)

    def number_field(self, kind, table, block, index, columns):
        return Field(kind, table.byte(), table, block, index)

    def choice(self, line):
        """The number of the template of the comment that stands there."""
        return 0 if self.all_plain else self.choices.byte()

    def next(self, line):
        """The comment that stands there in its game."""
        choice = self.choice(line)
        comment = self.texts.until(b'}') if choice == 0 else self.fill_in(choice, line)
        if not self.all_plain:
            self.bytes_left -= len(comment) + 1
            require(self.bytes_left >= 0, 'more comments than the text has room for')
        return comment

    def fill_in(self, choice, line):
        require(choice <= len(self.templates), 'an unknown template of comments')
        return b''.join(part if isinstance(part, bytes) else self.part(part, line)
                        for part in self.templates[choice - 1])

    def part(self, field, line):
        return field.next()

    def finish(self):
        require(not len(self.texts) and not len(self.choices), 'too many comments')
        for field in self.fields:
            field.finish()
