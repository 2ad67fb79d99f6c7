"""Queries: conditions of pgnfind (docs/QUERIES.md), from a text, a dict or named arguments."""

from __future__ import annotations

import ctypes
from typing import Any, Dict, Iterable, List, Mapping, Optional, Tuple, Union

from . import _native
from ._errors import ArgumentError, ArgumentTypeError, text_argument
from ._native import lib

#: A query: "player=Kasparov eco=B90-B99", {'player': 'Kasparov'}, or pairs of a name and a value (None: it has none).
Where = Union[None, str, Mapping[str, Any], Iterable[Tuple[str, Any]]]
Word = Tuple[str, Optional[str]]

_BLANKS = ' \t\n\r'


def parse(text: str) -> List[Word]:
    """Conditions of a text: name=value, or a name alone, with blanks between.

    In double quotes blanks belong to the word; a quote itself is two of them within quotes.

    >>> parse('white="Carlsen, M" check event="the ""Open"" A"')
    [('white', 'Carlsen, M'), ('check', None), ('event', 'the "Open" A')]
    """
    words: List[Word] = []
    i, end = 0, len(text)
    while i < end:
        if text[i] in _BLANKS:
            i += 1
            continue
        name, value, i = _word(text, i)
        if name.startswith('--'):
            raise ArgumentError(f'{name}: conditions are written without dashes here, name=value: player=Carlsen')
        words.append((name, value))
    return words


def _word(text: str, i: int) -> Tuple[str, Optional[str], int]:
    """Name and value of the word at i, and where it ends."""
    end, quoted = len(text), False
    parts: List[List[str]] = [[]]
    while i < end and (quoted or text[i] not in _BLANKS):
        sign = text[i]
        if sign == '=' and len(parts) == 1 and not quoted:
            parts.append([])
        elif sign == '"' and quoted and text[i + 1:i + 2] == '"':
            parts[-1].append('"')
            i += 1
        elif sign == '"':
            quoted = not quoted
        else:
            parts[-1].append(sign)
        i += 1
    if quoted:
        raise ArgumentError('a quote is not closed in the conditions')
    return ''.join(parts[0]), ''.join(parts[1]) if len(parts) > 1 else None, i


def words_of(where: Where, named: Dict[str, Any]) -> List[Word]:
    """All conditions, those of `where` first."""
    words: List[Word] = []
    if isinstance(where, str):
        words += parse(where)
    elif where is not None:
        if not isinstance(where, Iterable):
            raise ArgumentTypeError(f'a query is a text, a dict, or pairs of a name and a value, not {type(where).__name__}')
        pairs = where.items() if isinstance(where, Mapping) else where
        for pair in pairs:
            if not isinstance(pair, tuple) or len(pair) != 2:
                raise ArgumentError('a query is a text, a dict, or pairs of a name and a value')
            words += _words(pair[0], pair[1], True)
    for name, value in named.items():
        words += _words(name, value, False)
    return words


def _words(name: str, value: Any, can_be_none: bool) -> List[Word]:
    plain = text_argument('name', name).rstrip('_').replace('_', '-')
    if isinstance(value, (list, tuple)):
        return [word for one in value for word in _words(name, one, can_be_none)]
    if value is True or (value is None and can_be_none):
        return [(plain, None)]
    if value is False:
        return []
    if isinstance(value, str):
        return [(plain, value)]
    if isinstance(value, int):
        return [(plain, str(value))]
    if hasattr(value, 'fen'):
        return [(plain, value.fen)]
    raise ArgumentError(f'the value of {plain} is of type {type(value).__name__}: texts, numbers, True, False and lists of them may be')


class Query:
    """The library's handle: any number of searches may have it at once."""

    def __init__(self, words: List[Word]) -> None:
        self.address = _native.handle(lib.query_new(None))
        try:
            for name, value in words:
                self._add(name, value)
        except BaseException:
            self.free()
            raise

    def _add(self, name: str, value: Optional[str]) -> None:
        texts = [None if text is None else text.encode('utf-8', 'surrogateescape') for text in (name, value)]
        if any(text is not None and b'\0' in text for text in texts):
            raise ArgumentError('a query has no zero bytes')
        if lib.query_add(self.address, *texts) != _native.OK:
            raise _native.failure(lib.error(self.address))

    def free(self) -> None:
        if self.address:
            lib.free(self.address)
        self.address = 0

    def __enter__(self) -> 'Query':
        return self

    def __exit__(self, *_: Any) -> None:
        self.free()

    def __del__(self) -> None:
        if getattr(self, 'address', 0):
            self.free()


def query_words() -> Dict[str, Tuple[Optional[str], str]]:
    """All conditions that there are: what stands for the value (None: there is none), and a line of help.

    >>> query_words()['eco'][0]
    'RANGE'
    """
    word = _native.QueryWord()
    words: Dict[str, Tuple[Optional[str], str]] = {}
    while lib.query_word(len(words), ctypes.byref(word)):
        value = None if word.value is None else _native.text_of(word.value)
        words[_native.text_of(word.name)] = value, _native.text_of(word.text)
    return words
