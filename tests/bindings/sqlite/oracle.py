"""What the tables should say, found in the PGN text by other means: regular expressions, and nothing of the library."""
import datetime
import re

TAG = re.compile(rb'^\[(\S+)\s+"((?:[^"\\]|\\.)*)"\]', re.M)
TOKEN = re.compile(rb'\{[^}]*\}|;[^\n]*|\(|\)|\$\d+|\d+\.+|1-0|0-1|1/2-1/2|\*|[^\s(){};$]+')
RESULTS = (b'1-0', b'0-1', b'1/2-1/2', b'*')


def decode(value):
    """UTF-8, with bytes that are none as Latin-1."""
    return re.sub('[\udc80-\udcff]', lambda match: chr(ord(match[0]) - 0xdc00), value.decode('utf-8', 'surrogateescape'))


def games_of(text):
    """The games' own texts: each begins with its Event tag."""
    starts = [match.start() for match in re.finditer(rb'^\[Event ', text, re.M)]
    return [text[start:end] for start, end in zip(starts, starts[1:] + [len(text)])]


class Game:
    """A game's tags (the first of a name), main line, comments, result."""

    def __init__(self, text, number, path):
        self.text, self.number, self.path = text, number, path
        head, _, body = text.partition(b'\n\n')
        self.tags = {}
        for name, value in TAG.findall(head):
            self.tags.setdefault(name.decode(), re.sub(rb'\\(["\\])', rb'\1', value))
        self.san, self.comments, self.result, depth = [], [[]], None, 0
        for token in TOKEN.findall(body):
            depth += token == b'('
            if depth == 0 and token[:1] in b'{;':
                self.comments[-1].append(token[1:-1] if token[:1] == b'{' else token[1:])
            elif depth == 0 and token in RESULTS:
                self.result = token
            elif depth == 0 and re.match(rb'[a-hKQRBNO-]', token):
                self.san.append(token.rstrip(b'!?'))
                self.comments.append([])
            depth -= token == b')'
        if self.result is None:
            self.result = self.tags.get('Result', b'*')

    def tag(self, name):
        return self.tags.get(name)

    def number_tag(self, name):
        value = self.tags.get(name, b'')
        if name == 'PlyCount':
            return int(value) if re.fullmatch(rb'\d{1,9}', value) else None
        rating = re.match(rb'\s*(\d+)(?!\?[\d?])', value)
        return int(rating[1]) or None if rating and len(rating[1]) <= 4 else None

    def date(self):
        for name in ('Date', 'UTCDate'):
            value = self.tags.get(name, b'')
            if len(value) == 10 and value[4:5] + value[7:8] == b'..' and re.search(rb'[1-9]', value[:4]) \
                    and b'"' not in value and b'\\' not in value:
                return value
        return b''

    def year(self):
        return int(self.date()[:4]) if re.match(rb'\d{4}', self.date()) else None

    def day(self):
        try:
            return datetime.datetime.strptime(self.date().decode('latin-1'), '%Y.%m.%d').strftime('%Y-%m-%d') \
                if re.fullmatch(rb'\d{4}\.\d\d\.\d\d', self.date()) else None
        except ValueError:
            return None

    def comment_texts(self):
        return [b' '.join(parts) for parts in self.comments]

    def clocks(self):
        found = [re.search(rb'\[%clk (\d+):(\d+):(\d+)(?:\.(\d))?\]', text) for text in self.comment_texts()[1:]]
        return [match and ((int(match[1]) * 60 + int(match[2])) * 60 + int(match[3])) * 1000 +
                int(match[4] or 0) * 100 for match in found]

    def evals(self):
        values = []
        for text in self.comment_texts()[1:]:
            match = re.search(rb'\[%eval (#?)(-?)(\d+)(?:\.(\d+))?', text)
            if match is None:
                values.append(None)
                continue
            size = 2000000 - int(match[3]) if match[1] else int(match[3]) * 100 + int((match[4] or b'0').ljust(2, b'0')[:2])
            values.append(-size if match[2] else size)
        return values


def read(text, path):
    return [Game(part, i + 1, path) for i, part in enumerate(games_of(text))]
