"""Batches: runs of games as arrays. What is made of the arrays is said in _table."""

from __future__ import annotations

import ctypes
from typing import Any, Dict, Iterator, List, Sequence, Tuple, Union

from . import _memory, _native
from ._native import lib

# Lists: how many elements a game is given room for at first. Too few cost a further call, too many no more than addresses.
_ROOM = {'moves': 160, 'san': 800, 'uci': 800, 'clocks': 160, 'evals': 160, 'comments': 1600, 'keys': 160, 'text': 2400,
         'fens': 9600}
_TAG_ROOM = 48
_TEXTS_ROOM = 160
_PARTS = {'plies': _native.BATCH_PLIES, 'results': _native.BATCH_RESULTS, 'moves': _native.BATCH_MOVES,
          'san': _native.BATCH_SAN, 'uci': _native.BATCH_UCI, 'clocks': _native.BATCH_CLOCKS,
          'evals': _native.BATCH_EVALS, 'comments': _native.BATCH_COMMENTS, 'keys': _native.BATCH_KEYS,
          'text': _native.BATCH_TEXT, 'fens': _native.BATCH_FENS}
# Lists of texts.
_TEXTS = ('comments', 'fens')
_CODES = {'numbers': 'Q', 'plies': 'I', 'results': 'B', 'moves': 'H', 'clocks': 'i', 'evals': 'i', 'keys': 'Q'}
# Bytes of addresses that the arrays of a call take together, about: NumPy's take memory only where something was written.
_CALL_SIZE, _CALL_SIZE_PLAIN = 1 << 28, 1 << 24
_CAPACITY_MAX = (1 << 32) - 1

#: Of one column: its name, or of a tag its place in Wanted.tags.
Key = Union[str, int]


class Wanted:
    """What is asked for of each game: tags, and the other columns ('numbers', 'plies', 'results', 'moves', ...)."""

    def __init__(self, tags: Sequence[bytes], columns: Sequence[str]) -> None:
        self.tags, self.columns = tuple(tags), tuple(columns)
        self.parts = 0
        for column in columns:
            self.parts |= _PARTS.get(column, 0)

    def key(self) -> Tuple[Any, ...]:
        return self.tags, self.parts

    def keys(self) -> Tuple[Key, ...]:
        return self.columns + tuple(range(len(self.tags)))

    def room(self) -> int:
        """Bytes that a game's values are given."""
        room = 8 + sum(_ROOM.get(name, 1) * _memory.ITEM_SIZE[_CODES.get(name, 'B')] for name in self.columns)
        return room + _TAG_ROOM * len(self.tags)


class Piece:
    """Arrays of some games. A list is (data, offsets), a tag (data, offsets, is_set), a list of texts (data, offsets of texts, offsets)."""

    def __init__(self, count: int, arrays: Dict[Key, Any]) -> None:
        self.count, self.arrays = count, arrays


class _Arrays:
    """What one call fills."""

    def __init__(self, np: Any, wanted: Wanted, games: int, factor: int) -> None:
        self.np, self.games, self.factor = np, games, factor
        self.arrays: Dict[Key, Any] = {}
        self.struct = _native.Columns()
        self.struct.size = ctypes.sizeof(_native.Columns)
        self.struct.capacity = games
        for name in wanted.columns:
            if name in _ROOM:
                self._add_list(name)
            else:
                self.arrays[name] = _memory.new(np, _CODES[name], games)
                setattr(self.struct, name, _memory.address(self.arrays[name]))
        if wanted.tags:
            self.tags = (_native.BytesColumn * len(wanted.tags))()
            self.struct.tags = self.tags
            for i in range(len(wanted.tags)):
                self._add_tag(i)

    def _elements(self, code: str, room: int) -> Any:
        return _memory.new(self.np, code, min(self.games * room * self.factor + 4096, _CAPACITY_MAX))

    def _add_list(self, name: str) -> None:
        data, offsets = self._elements(_CODES.get(name, 'B'), _ROOM[name]), _memory.new(self.np, 'I', self.games + 1)
        column = getattr(self.struct, name)
        column.data, column.capacity, column.offsets = _memory.address(data), len(data), _memory.address(offsets)
        self.arrays[name] = data, offsets
        if name in _TEXTS:
            texts = self._elements('I', _TEXTS_ROOM)
            column.text_offsets, column.text_capacity = _memory.address(texts), len(texts) - 1
            self.arrays[name] = data, texts, offsets

    def _add_tag(self, i: int) -> None:
        data, offsets = self._elements('B', _TAG_ROOM), _memory.new(self.np, 'I', self.games + 1)
        is_set = _memory.new(self.np, 'B', self.games)
        self.tags[i] = _native.BytesColumn(_memory.address(data), len(data), _memory.address(offsets), _memory.address(is_set))
        self.arrays[i] = data, offsets, is_set

    def piece(self, count: int) -> Piece:
        """The first `count` games, and nothing behind them."""
        return Piece(count, {key: _cut(key, memory, count) for key, memory in self.arrays.items()})


def _cut(key: Key, memory: Any, count: int) -> Any:
    if not isinstance(memory, tuple):
        return memory[:count]
    if key in _TEXTS:
        data, texts, offsets = memory
        offsets = offsets[:count + 1]
        texts = texts[:int(offsets[-1]) + 1]
        return data[:int(texts[-1])], texts, offsets
    offsets = memory[1][:count + 1]
    return (memory[0][:int(offsets[-1])], offsets) + tuple(more[:count] for more in memory[2:])


class Batch:
    """The library's handle; for one thread at a time."""

    def __init__(self, reader: int, wanted: Wanted) -> None:
        options = _native.BatchOptions()
        options.size = ctypes.sizeof(options)
        names = (ctypes.c_char_p * max(1, len(wanted.tags)))(*wanted.tags)
        options.tags, options.tag_count, options.parts = names, len(wanted.tags), wanted.parts
        self.address = _native.handle(lib.batch_new(reader, ctypes.byref(options)))
        self.numbers: Any = None

    def free(self) -> None:
        lib.free(self.address)
        self.address = 0

    def pieces(self, file: Any, np: Any, wanted: Wanted, first: int, count: int) -> Iterator[Piece]:
        """Games `first` (from 1) up to first + count - 1."""
        status = lib.batch_range(self.address, first, count)
        return self._fill(file, np, wanted, status, count)

    def picked(self, file: Any, np: Any, wanted: Wanted, numbers: Any) -> Iterator[Piece]:
        """Games of these numbers, an array of 64 bits each that ascend."""
        self.numbers = numbers
        status = lib.batch_pick(self.address, _memory.address(numbers), len(numbers))
        return self._fill(file, np, wanted, status, len(numbers))

    def _fill(self, file: Any, np: Any, wanted: Wanted, status: int, count: int) -> Iterator[Piece]:
        factor, given, left, room = 1, ctypes.c_size_t(), count, wanted.room()
        size = _CALL_SIZE if np is not None else _CALL_SIZE_PLAIN
        while status == _native.OK and left > 0:
            games = max(1, min(left, size // (room * factor)))
            arrays = _Arrays(np, wanted, games, factor)
            status = lib.batch_next(self.address, ctypes.byref(arrays.struct), ctypes.byref(given))
            if status == _native.OK:
                left -= given.value
                yield arrays.piece(given.value)
            elif status == _native.ERROR_LIMIT and b'is too small' in lib.error(self.address).contents.text:
                factor, status = factor * 16, _native.OK
        if status not in (_native.OK, _native.END):
            raise file.failure(lib.error(self.address))


def join(np: Any, wanted: Wanted, pieces: List[Piece]) -> Piece:
    """Pieces, at least one, one behind the other."""
    arrays = {key: _joined(np, key, [piece.arrays[key] for piece in pieces]) for key in wanted.keys()}
    return Piece(sum(piece.count for piece in pieces), arrays)


def _joined(np: Any, key: Key, parts: List[Any]) -> Any:
    code = 'B' if isinstance(key, int) else _CODES.get(key, 'B')
    if not isinstance(parts[0], tuple):
        return _memory.joined(np, code, parts)
    data = _memory.joined(np, code, [part[0] for part in parts])
    offsets = _memory.joined_offsets(np, [part[1] for part in parts])
    if isinstance(key, int):
        return data, offsets, _memory.joined(np, 'B', [part[2] for part in parts])
    if key in _TEXTS:
        return data, offsets, _memory.joined_offsets(np, [part[2] for part in parts])
    return data, offsets


def nothing(np: Any, wanted: Wanted) -> Piece:
    """A piece of no games."""
    def zero() -> Any:
        return _memory.of(np, 'I', [0])

    def empty(code: str) -> Any:
        return _memory.new(np, code, 0)
    arrays: Dict[Key, Any] = {}
    for key in wanted.keys():
        if isinstance(key, int):
            arrays[key] = empty('B'), zero(), empty('B')
        elif key in _TEXTS:
            arrays[key] = empty('B'), zero(), zero()
        else:
            memory = empty(_CODES.get(key, 'B'))
            arrays[key] = (memory, zero()) if key in _ROOM else memory
    return Piece(0, arrays)
