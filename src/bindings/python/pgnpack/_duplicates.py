"""Games that a database has twice."""

from __future__ import annotations

import contextlib
import ctypes
from typing import Iterator, List, NamedTuple, Optional

from . import _native
from ._errors import ArgumentError
from ._native import lib

_KINDS = {'exact': 1, 'loose': 2, 'version': 3}
_KEEP = {'text': 1, 'comments': 2, 'tags': 3, 'first': 4, 'last': 5}
_WORDS = {number: word for word, number in _KINDS.items()}


class Duplicate(NamedTuple):
    """A game that could be dropped, and the one that is kept for it."""

    game: int
    kept: int
    #: 'exact', 'loose' or 'version', of these two, whatever was looked for.
    kind: str


def _number_of(name: str, word: str, words: 'dict[str, int]') -> int:
    if word not in words:
        raise ArgumentError(f'{name}={word!r}: there are {", ".join(map(repr, words))}')
    return words[word]


@contextlib.contextmanager
def _duplicates(general: _native.Options, kind: str, keep: str, threads: int) -> Iterator[int]:
    options = _native.DuplicatesOptions(size=ctypes.sizeof(_native.DuplicatesOptions), kind=_number_of('kind', kind, _KINDS),
                                        keep=_number_of('keep', keep, _KEEP), threads=threads)
    duplicates = _native.handle(lib.duplicates_new(ctypes.byref(general), ctypes.byref(options)))
    try:
        yield duplicates
    finally:
        lib.free(duplicates)


def duplicates_of(reader: int, path: Optional[str], general: _native.Options, kind: str, keep: str, threads: int) -> List[Duplicate]:
    """In the order of the games that could be dropped. Blocks that cannot be read are an error."""
    found: List[Duplicate] = []
    pair = _native.DuplicatePair()
    with _duplicates(general, kind, keep, threads) as duplicates:
        status = lib.duplicates_add_reader(duplicates, reader, 0)
        if status == _native.OK:
            status = lib.duplicates_run(duplicates)
        while status == _native.OK and (status := lib.duplicates_next(duplicates, ctypes.byref(pair))) == _native.OK:
            found.append(Duplicate(pair.game, pair.kept_game, _WORDS[pair.kind]))
        if status != _native.END:
            raise _native.failure(lib.error(duplicates), path)
    return found
