"""Columns in batches, so that a table of any size goes through a bounded memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Optional

from . import _table
from ._columns import Columns

if TYPE_CHECKING:
    from ._games import Games


class Batches:
    """Columns of at most so many games at a time: see Games.batches(). Each iteration reads anew.

    For consumers of Arrow's PyCapsule interface it is a stream of record batches, of which each is read when it is asked for.
    """

    def __init__(self, games: 'Games', plan: _table.Plan, rows: int, threads: Optional[int]) -> None:
        self._games, self._plan, self._rows, self._threads = games, plan, rows, threads

    def __len__(self) -> int:
        """How many there are."""
        return -(-len(self._games) // self._rows)

    def __iter__(self) -> Iterator[Columns]:
        for at in range(0, len(self._games), self._rows):
            yield self._games[at:at + self._rows]._read(self._plan, self._threads)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        from . import _arrow
        return _arrow.stream_capsule(self._games[:0]._read(self._plan, 1), iter(self))

    def __repr__(self) -> str:
        return f'<Batches: {len(self)} of {self._rows} games>'
