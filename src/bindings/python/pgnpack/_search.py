"""What searches find, opening trees, and names."""

from __future__ import annotations

import contextlib
import ctypes
from typing import Any, Callable, Counter, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence

from . import _memory, _native
from ._columns import decoded
from ._native import lib

_HITS_AT_ONCE = 4096
HIT_FIELDS = ('game', 'ply', 'last_ply', 'item', 'move', 'as_black')
_CODES = {'game': 'Q', 'ply': 'I', 'last_ply': 'I', 'item': 'I', 'move': 'H', 'as_black': 'B'}
_PUBLIC = {'game': 'q', 'ply': 'i', 'last_ply': 'i', 'item': 'i', 'move': 'H', 'as_black': 'B'}


class Hit(NamedTuple):
    """A game that a search found, and the first place of it that fulfils the query."""

    #: Number of the game in its file, from 1.
    game: int
    #: Half-moves before the position that the conditions on the board are about (of the first step); 0: there are none.
    ply: int
    #: The same of the last step.
    last_ply: int
    #: With the condition "variations": the game's items before the place, where it is in a variation; else 0.
    item: int
    #: The half-move, 16 bits, that the game plays there; 0: none, or a null move.
    move: int
    #: 1: what is asked of "us", or of the board with "either", is fulfilled by Black there; 0: by White, or by both.
    as_black: int = 0


class FoundArrays:
    """Hits of one piece of work as arrays."""

    def __init__(self, np: Any) -> None:
        self.np = np
        self.parts: Dict[str, List[Any]] = {name: [] for name in HIT_FIELDS}
        self.count = 0

    def add(self, hits: Any, count: int) -> None:
        self.count += count
        if self.np is not None:
            table = self.np.frombuffer(hits, _numpy_type(self.np), count)
            for name in HIT_FIELDS:
                self.parts[name].append(table[name].copy())
            return
        for name in HIT_FIELDS:
            self.parts[name].append(_memory.of(None, _CODES[name], (getattr(hits[i], name) for i in range(count))))


def _numpy_type(np: Any) -> Any:
    fields = [(name, getattr(_native.Hit, name).offset) for name in HIT_FIELDS]
    return np.dtype({'names': HIT_FIELDS, 'offsets': [offset for _, offset in fields],
                     'formats': [_memory.NUMPY_NAMES[_CODES[name]] for name in HIT_FIELDS],
                     'itemsize': ctypes.sizeof(_native.Hit)})


def joined(np: Any, found: Sequence[FoundArrays]) -> Dict[str, Any]:
    """The arrays of all pieces as callers get them, of signed integers."""
    result = {}
    for name in HIT_FIELDS:
        memory = _memory.joined(np, _CODES[name], [part for one in found for part in one.parts[name]])
        if np is not None:
            memory = memory.view(_memory.NUMPY_NAMES[_PUBLIC[name]])
        result[name] = _memory.public(np, _PUBLIC[name], memory)
    return result


def search_range(file: Any, np: Any, query: int, first: int, count: int, most: Optional[int]) -> FoundArrays:
    """Hits among games of one file; at most so many."""
    found = FoundArrays(np)
    with file.using() as reader:
        address = _native.handle(lib.search_new(reader, query))
        try:
            status = lib.search_range(address, first, count)
            hits = (_native.Hit * _HITS_AT_ONCE)()
            given = ctypes.c_size_t()
            while status == _native.OK and (most is None or found.count < most):
                room = _HITS_AT_ONCE if most is None else min(_HITS_AT_ONCE, most - found.count)
                status = lib.search_next(address, hits, room, ctypes.byref(given))
                if status == _native.OK:
                    found.add(hits, given.value)
            if status not in (_native.OK, _native.END):
                raise file.failure(lib.error(address))
        finally:
            lib.free(address)
    return found


# ---- Opening trees ----


class TreeMove(NamedTuple):
    """A row of an opening tree. What is not known is None."""

    #: In SAN; None: the games that end here, or go on with a null move.
    move: Optional[str]
    uci: Optional[str]
    games: int
    white_wins: int
    draws: int
    black_wins: int
    unknown: int
    #: Mean rating of the side to move, its performance, the last year in which the move was played, the opponents' mean rating.
    rating: Optional[int]
    performance: Optional[int]
    last_year: Optional[int]
    opponent: Optional[int]


class Tree(Sequence[TreeMove]):
    """What was played in a position: rows, those of most games first; `totals` is the row of all."""

    def __init__(self, fen: str, rows: List[TreeMove], totals: TreeMove) -> None:
        self.fen, self.rows, self.totals = fen, rows, totals

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, i: Any) -> Any:
        return self.rows[i]

    def __str__(self) -> str:
        lines = [f'{"":8}{"games":>9}{"1-0":>9}{"1/2":>9}{"0-1":>9}{"rating":>8}{"perf":>6}{"last":>6}']
        for row in self.rows + [self.totals]:
            name = 'all' if row is self.totals else row.move or '(end)'
            lines.append(f'{name:8}{row.games:9}{row.white_wins:9}{row.draws:9}{row.black_wins:9}'
                         f'{row.rating or "":>8}{row.performance or "":>6}{row.last_year or "":>6}')
        return '\n'.join(lines)

    def _repr_html_(self) -> str:
        """What notebooks show: the first rows."""
        from . import _pictures
        return _pictures.table_html({name: [getattr(row, name) for row in self.rows] for name in TreeMove._fields}, len(self.rows))

    def __repr__(self) -> str:
        return f'<Tree of {self.totals.games} games, {len(self.rows)} rows>'


def tree_row(counts: Any, move: Optional[str], uci: Optional[str]) -> TreeMove:
    return TreeMove(move or None, uci or None, counts.games, counts.white_wins, counts.draws, counts.black_wins, counts.unknown,
                    counts.rating or None, counts.performance or None, counts.last_year or None, counts.opponent_mean or None)


def tree_of(files: Sequence[Any], query: Optional[int], board: Any, runs: Sequence[Any], cut: Any) -> Tree:
    """The tree of the board's position, of runs of games: (file, first, count). cut(run, count) parts a run for threads."""
    trees: List[int] = []
    with _all_using(files):
        try:
            for run in runs:
                for parts in cut(run, lambda one: _counted(one, query, board)):
                    trees.append(parts)
                    if len(trees) > 1 and lib.tree_add(trees[0], trees[-1]) != _native.OK:
                        raise run.file.failure(lib.error(trees[0]))
                    if len(trees) > 1:
                        lib.free(trees.pop())
            return _tree(trees[0] if trees else None, board)
        finally:
            for address in trees:
                lib.free(address)


def games_to_search(run: Any, query: Optional[int], board: Any) -> int:
    """Of how many games of a whole file nothing is stored about this position."""
    with run.file.using() as reader:
        address = _native.handle(lib.tree_new(reader, query, None))
        try:
            return int(lib.tree_games_to_search(address, board.address))
        finally:
            lib.free(address)


def _counted(run: Any, query: Optional[int], board: Any) -> int:
    """A tree, to be freed, of these games. The board is only looked at."""
    address = _native.handle(lib.tree_new(run.file.address, query, None))
    status = lib.tree_range(address, run.first, run.count)
    if status == _native.OK:
        status = lib.tree_position(address, board.address)
    if status == _native.OK:
        return address
    error = run.file.failure(lib.error(address))
    lib.free(address)
    raise error


def rows_of(address: int) -> List[bytes]:
    """A tree's rows, each the bytes of a struct pgnpack_tree_move, for sum_of() in another process of the same machine type."""
    rows: List[bytes] = []
    move = _native.TreeMove()
    while lib.tree_move(address, len(rows), ctypes.byref(move)):
        rows.append(bytes(move))
    return rows


@contextlib.contextmanager
def sum_of(rows: Iterable[bytes]) -> Iterator[int]:
    """A tree that rows of others are added up in."""
    reader = _native.handle(lib.reader_new(None))
    address = _native.handle(lib.tree_new(reader, None, None))
    try:
        for row in rows:
            if lib.tree_add_move(address, ctypes.byref(_native.TreeMove.from_buffer_copy(row))) != _native.OK:
                raise _native.failure(lib.error(address))
        yield address
    finally:
        lib.free(address)
        lib.free(reader)


def _all_using(files: Sequence[Any]) -> Any:
    stack = contextlib.ExitStack()
    for file in files:
        stack.enter_context(file.using())
    return stack


def _tree(address: Optional[int], board: Any) -> Tree:
    rows: List[TreeMove] = []
    move, totals = _native.TreeMove(), _native.TreeCounts()
    while address and lib.tree_move(address, len(rows), ctypes.byref(move)):
        is_move = move.move != 0
        rows.append(tree_row(move.counts, board.san(move.move) if is_move else None, board.uci(move.move) if is_move else None))
    if address:
        lib.tree_totals(address, ctypes.byref(totals))
    return Tree(board.fen, rows, tree_row(totals, None, None))


# ---- Names ----


class Name(NamedTuple):
    """A player's name, or another tag's value, and the games that have it."""

    name: str
    games: int
    #: Of them; for other names than players' all.
    as_white: int
    #: By the player; for other names by White.
    won: int
    drawn: int
    lost: int
    #: Of their dates; None: no year is known.
    first_year: Optional[int]
    last_year: Optional[int]


def _counted_names(files: Sequence[Any], tag: Optional[bytes], pattern: Optional[bytes], runs: Sequence[Any],
                   read: Callable[[int, Any], Any]) -> Any:
    """What read() makes of a handle that has counted runs of games, (file, first, count), which ascend."""
    with _all_using(files):
        address = _native.handle(lib.names_new(files[0].address, tag, pattern))
        try:
            present = files[0]
            for run in runs:
                status = _native.OK if run.file is present else lib.names_go_to(address, run.file.address)
                present = run.file
                if status == _native.OK:
                    status = lib.names_add(address, run.first, run.count)
                if status not in (_native.OK, _native.END):
                    raise present.failure(lib.error(address))
            return read(address, present)
        finally:
            lib.free(address)


def names_of(files: Sequence[Any], tag: Optional[str], pattern: Optional[str], runs: Sequence[Any]) -> List[Name]:
    """Names of these games."""
    texts = [None if text is None else text.encode('utf-8', 'surrogateescape') for text in (tag, pattern)]
    return _counted_names(files, texts[0], texts[1], runs, _read_names) if runs else []  # type: ignore[no-any-return]


def counts_of(files: Sequence[Any], tag: bytes, runs: Sequence[Any], total: int) -> Counter[Optional[str]]:
    """How many of these games, `total` without deleted ones, have each value of a tag."""
    import collections

    def read(address: int, file: Any) -> Dict[Optional[bytes], int]:
        counts: Dict[Optional[bytes], int] = {}
        name, following, bytes_at = _native.Name(), lib.names_next, ctypes.string_at
        place = ctypes.byref(name)
        status = following(address, place)
        while status == _native.OK:
            text = name.name
            counts[bytes_at(text.data, text.size)] = name.games
            status = following(address, place)
        if status != _native.END:
            raise file.failure(lib.error(address))
        return counts
    counts = _counted_names(files, tag, None, runs, read) if runs else {}
    rest = total - sum(counts.values())
    if rest:
        counts[None] = rest
    return collections.Counter({decoded(value): count for value, count in counts.items()})


def _read_names(address: int, file: Any) -> List[Name]:
    result: List[Name] = []
    name = _native.Name()
    while True:
        status = lib.names_next(address, ctypes.byref(name))
        if status == _native.END:
            return result
        if status != _native.OK:
            raise file.failure(lib.error(address))
        result.append(Name(str(decoded(_native.bytes_of(name.name))), name.games, name.as_white, name.won, name.drawn, name.lost,
                           name.first_year or None, name.last_year or None))
