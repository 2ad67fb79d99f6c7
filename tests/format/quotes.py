"""Quotes of tags in others (docs/FORMAT.md, chapter 19, "Quotes")."""

import re

from basics import Unsupported, require

COLUMN, WINNER, LOSER = range(3)
WAYS = 9
MOST, SIZE_MAX, SEARCHED = 8, 255, 64
WORD_ENDS = rb'[ ,.:;/]'


class Quote:
    def __init__(self, table, columns):
        head = table.byte()
        self.source, self.way = head & 3, head >> 2
        if self.source > LOSER or self.way >= WAYS:
            raise Unsupported('an unknown quote')
        self.columns = [table.number_below(columns, 'an unknown column') for _ in range(1 if self.source == COLUMN else 2)]

    def column(self, own, result, columns):
        """The number of the column that is quoted; None: nobody has won."""
        number = self.columns[0]
        if self.source != COLUMN:
            if result not in (1, 2):
                return None
            number = self.columns[(result == 1) != (self.source == WINNER)]
        partner = columns[number].leader or columns[number].follower or columns[number]
        return partner.number if own.leader else number


def read_quotes(table, columns):
    count = table.byte()
    require(1 <= count <= MOST, 'the number of quotes')
    return [Quote(table, columns) for _ in range(count)]


def check_quotes(columns, waiting):
    """`waiting`: the kinds of columns that the moves tell."""
    for own in columns:
        for quote in own.quotes:
            for result in 1, 2:
                quoted = columns[quote.column(own, result, columns)]
                require(quoted.kind not in waiting and not quoted.quotes, 'a quote of what is not known yet')


def joined(text, between):
    return between.join(re.findall(rb'[0-9A-Za-z\x80-\xff]+', text.replace(b"'", b'')))


def by_way(way, text):
    if way in (1, 2, 3, 4):
        text = joined(text, {3: b'_', 4: b''}.get(way, b'-'))
        return text.lower() if way == 2 else text
    if way == 5:
        return text.lower()
    if way == 6:
        return text.partition(b',')[0]
    words = re.split(WORD_ENDS, text)
    return {0: text, 7: words[0], 8: words[-1]}[way]


def put_in(text, own, values, result):
    """The text of a value, `values` being (column, text as it stands in the strings) of the game's tags."""
    found = {}
    out = bytearray()
    for byte in text:
        number = byte - 1
        if not 0 <= number < len(own.quotes):
            out.append(byte)
            continue
        if number not in found:
            quote = own.quotes[number]
            wanted = quote.column(own, result, own.columns)
            texts = [text for column, text in values[:SEARCHED] if column.number == wanted]
            require(texts and len(texts[0]) <= SIZE_MAX, 'a quote of what is not there')
            found[number] = by_way(quote.way, texts[0])
        out += found[number]
    return bytes(out)
