"""What was done to a database, change by change."""

from __future__ import annotations

import contextlib
import ctypes
import datetime
from typing import Dict, Iterator, List, NamedTuple, Optional

from . import _native
from ._native import lib
from ._source import time_of

_REASONS = {_native.REASON_HAND: 'by hand', _native.REASON_DUPLICATE: 'duplicate', _native.REASON_REPLACED: 'replaced',
            _native.REASON_TAKEN_BACK: 'taken back'}


class Change(NamedTuple):
    """A change of a database, as it was made: games that it added may be deleted by now, or gone."""

    #: For ever; 0: no change, but a segment was made of others, as by compaction.
    number: int
    #: None: unknown.
    time: Optional[datetime.datetime]
    #: Numbers of games.
    added: int
    deleted: int
    brought_back: int
    #: Changes.truncate_to() can go back to it.
    is_state: bool
    #: In the words of whoever made it.
    message: str
    #: The number of the change that it takes back; None: of none.
    takes_back: Optional[int]


class Deleted(NamedTuple):
    """A deleted game."""

    game: int
    #: 'by hand', 'duplicate', 'replaced', 'taken back' or 'unknown'.
    reason: str
    #: The game that it is a duplicate of, or that is its new version; None: unknown, or none.
    other: Optional[int]
    #: The number of the change that deleted it.
    change: int


class ChangedGames(NamedTuple):
    """Games that follow each other, and to which a change did one thing, as far as they are in the file."""

    #: Their numbers.
    games: range
    #: 'added', 'brought back', or why it deleted them: 'by hand', 'duplicate', 'replaced', 'taken back' or 'unknown'.
    done: str
    #: Of each one the game that it is a duplicate of, or that is its new version; None: unknown, or none.
    others: Optional[range]
    #: Changes.undo() takes it back; not where later changes made something else of the games.
    can_undo: bool


class Undone(NamedTuple):
    """What taking a change back comes to, in games."""

    #: That had come with the change, or been brought back by it.
    deleted: int
    #: That it had deleted.
    brought_back: int
    #: As they are, since later changes made something else of them.
    left: int
    #: No longer in the file.
    gone: int


@contextlib.contextmanager
def _history(reader: int) -> Iterator[int]:
    """A handle over an opened reader."""
    history = _native.handle(lib.history_new(reader))
    try:
        yield history
    finally:
        lib.free(history)


def _check_end(status: int, history: int, path: Optional[str]) -> None:
    if status != _native.END:
        raise _native.failure(lib.error(history), path)


def changes_of(reader: int, path: Optional[str]) -> List[Change]:
    """The oldest first."""
    changes: List[Change] = []
    info = _native.ChangeInfo()
    with _history(reader) as history:
        while (status := lib.history_change(history, len(changes), ctypes.byref(info))) == _native.OK:
            changes.append(Change(info.number, time_of(info.time), info.added, info.deleted, info.brought_back, bool(info.is_state),
                                  _native.bytes_of(info.command).decode('utf-8', 'surrogateescape'), info.takes_back or None))
        _check_end(status, history, path)
    return changes


def _deleted_of_run(info: _native.DeletedInfo) -> Iterator[Deleted]:
    for i in range(info.count):
        yield Deleted(info.first + i, _REASONS.get(info.reason, 'unknown'), info.other + i if info.other else None, info.change)


def deleted_of(reader: int, path: Optional[str]) -> List[Deleted]:
    """Its deleted games, in their order."""
    deleted: List[Deleted] = []
    info = _native.DeletedInfo()
    with _history(reader) as history:
        number = 1
        while (status := lib.history_deleted(history, number, ctypes.byref(info))) == _native.OK:
            deleted += _deleted_of_run(info)
            number = info.first + info.count
        _check_end(status, history, path)
    return deleted


def new_version_of(reader: int, number: int) -> Optional[int]:
    """The game by which a deleted game was replaced; None: it was deleted for another reason."""
    info = _native.DeletedInfo()
    with _history(reader) as history:
        is_told = lib.history_deleted(history, number, ctypes.byref(info)) == _native.OK and info.first == number
    return info.other or None if is_told and info.reason == _native.REASON_REPLACED else None


def games_of_change(reader: int, number: int, path: Optional[str]) -> List[ChangedGames]:
    """Those that it added first."""
    result: List[ChangedGames] = []
    info = _native.ChangeGames()
    with _history(reader) as history:
        while (status := lib.history_games(history, number, len(result), ctypes.byref(info))) == _native.OK:
            done = 'added' if info.is_added else _REASONS.get(info.reason, 'unknown') if info.reason else 'brought back'
            result.append(ChangedGames(range(info.first, info.first + info.count), done,
                                       range(info.other, info.other + info.count) if info.other else None, bool(info.can_undo)))
        _check_end(status, history, path)
    return result


# ---- What was taken back ----

def taken_back_by(changes: List[Change]) -> Dict[int, int]:
    """Of each change that was taken back the one that did it, without having been taken back itself."""
    result: Dict[int, int] = {}
    for one in reversed(changes):  # whether the later ones count is known first
        if one.takes_back is not None and one.number not in result and one.takes_back < one.number:
            result.setdefault(one.takes_back, one.number)
    return result


def last_change(changes: List[Change]) -> Optional[int]:
    """The last one that takes none back and was not taken back."""
    taken_back = taken_back_by(changes)
    for one in reversed(changes):
        if one.number and one.takes_back is None and one.number not in taken_back:
            return one.number
    return None
