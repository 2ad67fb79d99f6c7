"""The table of games: its columns, by name, and what they are made of (docs/bindings.md)."""

from __future__ import annotations

import datetime
import re
from typing import Any, Dict, List, Optional, Sequence, Tuple

from . import _batch, _memory
from ._columns import Columns, Lists, Strings, decoded
from ._errors import ArgumentError

#: Columns that are no tags, in their order: tags come between the two.
DERIVED = ('game', 'file', 'id', 'day', 'year', 'outcome', 'plies')
BEHIND_TAGS = ('moves', 'san', 'uci', 'clocks', 'evals', 'comments', 'text')
ROSTER = (b'Event', b'Site', b'Date', b'Round', b'White', b'Black', b'Result')
#: Tags that are integers: those of the ratings as pgnpack_rating() reads them.
_RATING = re.compile(rb'[\t-\r ]*([0-9]{1,4})(?![0-9]|\?[0-9?])')
NUMBER_TAGS = {b'WhiteElo': _RATING, b'BlackElo': _RATING, b'PlyCount': re.compile(rb'([0-9]{1,9})\Z')}
#: By enum pgnpack_result.
OUTCOMES = ('*', '1-0', '0-1', '1/2-1/2')

#: In `clocks` and `evals`, in the memory of what is masked.
NO_CLOCK, NO_EVAL = -1, -(1 << 31)

_DATES = (b'Date', b'UTCDate')
# Rows that dates and numbers are made of at once.
_ROWS = 1 << 14
# Integers of up to so many digits and nothing else are read at once, others one by one.
_DIGITS_MAX = 4
_NULLS = {'clocks': NO_CLOCK, 'evals': NO_EVAL}
# A column's part of a batch, where it has another name there; '' for none.
_PART_OF = {'game': 'numbers', 'id': 'numbers', 'file': '', 'day': '', 'year': '', 'outcome': 'results'}


def tag_columns(names: Sequence[bytes]) -> Dict[str, bytes]:
    """Columns of these tags, the roster's first. Whose name is taken but for the case of its letters gets _tag behind it."""
    columns: Dict[str, bytes] = {}
    used = {name.lower() for name in DERIVED + BEHIND_TAGS}
    for tag in list(ROSTER) + [name for name in names if name not in ROSTER]:
        plain = name = str(decoded(tag))
        n = 0
        while _lower(name) in used:
            n += 1
            name = plain + ('_tag' if n == 1 else f'_tag_{n}')
        used.add(_lower(name))
        columns[name] = tag
    return columns


def _lower(name: str) -> str:
    return ''.join(letter.lower() if letter.isascii() else letter for letter in name)


# ---- Values without NumPy, which are lists with None ----


def is_date(value: Optional[bytes]) -> bool:
    """Is it a date as the library's index has it: ten characters, a year that is not all unknown?"""
    return (value is not None and len(value) == 10 and value[4:5] == b'.' == value[7:8] and
            any(byte in b'123456789' for byte in value[:4]) and b'\\' not in value and b'"' not in value)


def year_of(value: bytes) -> Optional[int]:
    return int(value[:4]) if value[:4].isdigit() else None


def day_of(value: bytes) -> Optional[datetime.date]:
    """The day, if it is a complete and real one."""
    parts = value[:4], value[5:7], value[8:]
    try:
        return datetime.date(*map(int, parts)) if all(part.isdigit() for part in parts) else None
    except ValueError:
        return None


def _plain_dates(tags: Sequence[Strings], of_date: Any) -> List[Any]:
    known: Dict[Any, Any] = {}
    result = []
    for pair in zip(*(texts.raw_list() for texts in tags)):
        if pair not in known:
            dates = [value for value in pair if is_date(value)]
            known[pair] = of_date(dates[0]) if dates else None
        result.append(known[pair])
    return result


def _integer(tag: bytes, value: Optional[bytes]) -> Optional[int]:
    found = NUMBER_TAGS[tag].match(value) if value is not None else None
    if found is None:
        return None
    number = int(found.group(1))
    return number if number or tag == b'PlyCount' else None


def _plain_integers(texts: Strings, tag: bytes) -> List[Optional[int]]:
    values = texts.raw_list()
    known = {value: _integer(tag, value) for value in set(values)}
    return [known[value] for value in values]


# ---- The same with NumPy: masked arrays, and datetime64 with NaT ----


def _characters(np: Any, texts: Strings, rows: Any, count: int) -> Any:
    """The characters of these rows, which have so many: an array with two dimensions."""
    offsets, data = np.asarray(texts.offsets), np.frombuffer(texts.data, 'uint8')
    if len(rows) == len(texts):
        return data[offsets[0]:offsets[-1]].reshape(-1, count)
    return data[offsets[rows][:, None] + np.arange(count)]


def _date_characters(np: Any, tags: Sequence[Strings]) -> Tuple[Any, Any]:
    """Ten digits (more than 9: no digit) of each game's date, and which games have one."""
    count = len(tags[0])
    result, has_date = np.full((count, 10), 99, 'uint8'), np.zeros(count, bool)
    for texts in tags:
        rows = np.flatnonzero((np.diff(np.asarray(texts.offsets)) == 10) & ~has_date)
        signs = _characters(np, texts, rows, 10)
        digits = signs - np.uint8(ord('0'))
        fits = ((signs[:, 4] == ord('.')) & (signs[:, 7] == ord('.')) &
                ((digits[:, :4] <= 9) & (digits[:, :4] > 0)).any(axis=1) &
                ~((signs == ord('\\')) | (signs == ord('"'))).any(axis=1))
        result[rows[fits]] = digits[fits]
        has_date[rows[fits]] = True
    return result, has_date


def _number(np: Any, digits: Any) -> Any:
    value = np.zeros(len(digits), 'int64')
    for column in digits.T:
        value = 10 * value + column
    return value


def _in_slices(np: Any, tags: Sequence[Strings], function: Any) -> Any:
    """function() of some thousand rows at a time, so that what it makes in between stays in the processor's cache."""
    count = len(tags[0])
    parts = [function(np, [texts[at:at + _ROWS] for texts in tags]) for at in range(0, max(1, count), _ROWS)]
    return np.ma.concatenate(parts) if isinstance(parts[0], np.ma.MaskedArray) else np.concatenate(parts)


def _years(np: Any, tags: Sequence[Strings]) -> Any:
    digits, has_date = _date_characters(np, tags)
    known = has_date & (digits[:, :4] <= 9).all(axis=1)
    return np.ma.MaskedArray(np.where(known, _number(np, digits[:, :4]), 0).astype('int32'), ~known)


def _days(np: Any, tags: Sequence[Strings]) -> Any:
    digits, has_date = _date_characters(np, tags)
    digits = digits[:, [0, 1, 2, 3, 5, 6, 8, 9]]
    month, day = _number(np, digits[:, 4:6]), _number(np, digits[:, 6:])
    known = has_date & (digits <= 9).all(axis=1) & (month >= 1) & (month <= 12) & (day >= 1)
    months = np.where(known, (_number(np, digits[:, :4]) - 1970) * 12 + month - 1, 0).astype('datetime64[M]')
    days = months.astype('datetime64[D]') + np.where(known, day - 1, 0)
    known &= days.astype('datetime64[M]') == months
    days[~known] = np.datetime64('NaT')
    return days


def _integers(np: Any, texts: Strings, tag: bytes) -> Any:
    digits = _DIGITS_MAX
    starts = np.asarray(texts.offsets)[:-1].astype('int64')
    sizes = np.diff(np.asarray(texts.offsets))
    data = np.frombuffer(texts.data, 'uint8')
    known = (sizes >= 1) & (sizes <= digits)
    values = np.zeros(len(sizes), 'int32')
    for place in range(digits):
        rows = np.flatnonzero(known & (sizes > place))
        digit = data[starts[rows] + place] - np.uint8(ord('0'))
        values[rows] = 10 * values[rows] + np.minimum(digit, 9)
        known[rows[digit > 9]] = False
    known &= (values != 0) | (tag == b'PlyCount')
    for row in np.flatnonzero(~known & (sizes > 1)):  # few
        number = _integer(tag, texts.raw(int(row)))
        known[row], values[row] = number is not None, number or 0
    return np.ma.MaskedArray(values, ~known)


# ---- Columns ----


class Plan:
    """What a question for columns asks of the library, and how its arrays become columns."""

    def __init__(self, columns: Dict[str, Optional[bytes]]) -> None:
        tags: Dict[bytes, None] = {}
        parts: Dict[str, None] = {}
        for name, tag in columns.items():
            if tag is not None:
                tags[tag] = None
            elif name in ('day', 'year'):
                tags.update(dict.fromkeys(_DATES))
            elif _PART_OF.get(name, name):
                parts[_PART_OF.get(name, name)] = None
        self.columns = columns
        if not tags and not parts:
            parts['numbers'] = None
        self.wanted = _batch.Wanted(list(tags), list(parts))
        #: Has to be an array of NumPy's, where there is one: other columns do without importing it.
        self.has_numbers = any(tag in NUMBER_TAGS if tag is not None else name not in ('file', 'id', 'san', 'uci', 'comments', 'text')
                               for name, tag in columns.items())

    def result(self, np: Any, piece: _batch.Piece, files: Sequence[Tuple[Any, int]]) -> Columns:
        """`files`: each with how many of the games it has, in their order."""
        columns = {}
        for name, tag in self.columns.items():
            if tag is not None:
                columns[name] = self._tag_column(np, piece, tag)
            elif name == 'file':
                columns[name] = _paths(np, files)
            elif name == 'id':
                columns[name] = _ids(np, piece.arrays['numbers'], files)
            else:
                columns[name] = self._column(np, piece, name)
        return Columns(columns, piece.count)

    def _texts(self, piece: _batch.Piece, tag: bytes) -> Strings:
        return Strings(*piece.arrays[self.wanted.tags.index(tag)])

    def _tag_column(self, np: Any, piece: _batch.Piece, tag: bytes) -> Any:
        texts = self._texts(piece, tag)
        if tag not in NUMBER_TAGS:
            return texts
        if np is None:
            return _plain_integers(texts, tag)
        return _in_slices(np, [texts], lambda _, parts: _integers(np, parts[0], tag))

    def _column(self, np: Any, piece: _batch.Piece, name: str) -> Any:
        if name in ('day', 'year'):
            tags = [self._texts(piece, tag) for tag in _DATES]
            if np is None:
                return _plain_dates(tags, year_of if name == 'year' else day_of)
            return _in_slices(np, tags, _years if name == 'year' else _days)
        arrays = piece.arrays[_PART_OF.get(name, name)]
        if name == 'outcome':
            return _outcomes(np, arrays)
        if name == 'game':
            return _memory.public(np, 'q', arrays if np is None else arrays.view('int64'))
        if name == 'plies':
            return _memory.public(np, 'i', arrays if np is None else arrays.view('int32'))
        if name in ('san', 'uci', 'text'):
            return Strings(*arrays)
        if name in ('comments', 'fens'):
            return Lists(Strings(arrays[0], arrays[1]), arrays[2])
        return lists_of(np, name, *arrays)


def lists_of(np: Any, name: str, values: Any, offsets: Any) -> Lists:
    """Lists of numbers, masked where there are none."""
    null = _NULLS.get(name)
    values = _memory.public(np, {'moves': 'H', 'keys': 'Q'}.get(name, 'i'), values)
    if null is None:
        return Lists(values, offsets)
    if np is not None:
        return Lists(np.ma.MaskedArray(values, values == null), offsets, null)
    return Lists([None if value == null else value for value in values], offsets, null)


def _ids(np: Any, numbers: Any, files: Sequence[Tuple[Any, int]]) -> Strings:
    ids: List[Optional[bytes]] = []
    for file, count in files:
        ids += file.ids(_memory.to_list(numbers[len(ids):len(ids) + count]))
    return Strings.of_list(ids, np)


def _paths(np: Any, files: Sequence[Tuple[Any, int]]) -> Strings:
    names = [(file.path or '').encode('utf-8', 'surrogateescape') for file, _ in files]
    data = memoryview(b''.join(name * count for name, (_, count) in zip(names, files)))
    if np is not None:
        counts = [count for _, count in files]
        return Strings(data, _memory.offsets_of(np, np.repeat(np.array([len(name) for name in names], 'int64'), counts)))
    return Strings(data, _memory.offsets_of(None, [len(name) for name, (_, count) in zip(names, files) for _ in range(count)]))


def _outcomes(np: Any, results: Any) -> Strings:
    texts = [text.encode() for text in OUTCOMES]
    sizes = [len(text) for text in texts]
    data = memoryview(b''.join(map(texts.__getitem__, bytes(results))))
    if np is not None:
        return Strings(data, _memory.offsets_of(np, np.array(sizes, 'int32')[results]))
    return Strings(data, _memory.offsets_of(None, map(sizes.__getitem__, bytes(results))))


class TextPlan(Plan):
    """All tags as texts, those that are integers, too."""

    def __init__(self, tags: Sequence[bytes]) -> None:
        super().__init__({str(decoded(tag)): tag for tag in tags})
        self.has_numbers = False

    def _tag_column(self, np: Any, piece: _batch.Piece, tag: bytes) -> Any:
        return self._texts(piece, tag)


def is_plain_column(name: str) -> bool:
    """Is it a column, and no tag?"""
    return name in DERIVED or name in BEHIND_TAGS


def check_name(name: Any) -> str:
    if not isinstance(name, str):
        raise ArgumentError(f'names of columns are str, not {type(name).__name__}')
    if '\0' in name:
        raise ArgumentError('names of columns have no zero bytes')
    return name
