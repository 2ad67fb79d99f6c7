"""Exceptions: PgnpackError and a subclass for each kind of failure, which is also what Python calls it."""

from __future__ import annotations

import errno
import operator
from typing import Any, Dict, Optional, Type

NO_OFFSET = (1 << 64) - 1


class PgnpackError(Exception):
    """A failure that the library told.

    str(error) is its cause and remedy; behind the path of the file, where it is about one.
    """

    #: Number of enum pgnpack_status.
    status: int
    #: Number of the game that it is about, from 1; None: not about one game.
    game: Optional[int]
    #: Line, from 1; None: unknown, or there are no lines.
    line: Optional[int]
    #: Byte offset in the input; None: unknown.
    offset: Optional[int]
    #: Path of the file as it was given; None: not about a file, or one without a path.
    path: Optional[str]

    def __init__(self, text: str, status: int = 0, game: Optional[int] = None, line: Optional[int] = None,
                 offset: Optional[int] = None, path: Optional[str] = None) -> None:
        Exception.__init__(self, text)
        self.text = text
        self.status, self.game, self.line, self.offset, self.path = status, game, line, offset, path
        if isinstance(self, OSError):
            setattr(self, 'filename', path)

    def __str__(self) -> str:
        text = self.text + _REMEDIES.get(self.status, '')
        return text if self.path is None else f'{self.path}: {text}'

    def __reduce__(self) -> Any:
        return type(self), (self.text, self.status, self.game, self.line, self.offset, self.path), self.__dict__


class ArgumentError(PgnpackError, ValueError):
    """The caller's mistake: an option, a query or a FEN that cannot be understood."""


class ArgumentTypeError(ArgumentError, TypeError):
    """The caller's mistake: an argument of a type that cannot be meant."""


class OutOfMemoryError(PgnpackError, MemoryError):
    """There is no memory, or the limit of it is passed."""


class ReadError(PgnpackError, OSError):
    """The file, or the function that stands for it, cannot be read."""


class FileMissingError(ReadError, FileNotFoundError):
    """There is no file of that path."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        ReadError.__init__(self, *arguments, **options)
        self.errno = errno.ENOENT


class WriteError(PgnpackError, OSError):
    """The output cannot be written."""


class DataError(PgnpackError):
    """The file is at fault."""


class NotBcgnError(DataError):
    """It is no packed database."""


class UnsupportedError(DataError):
    """It is of a newer kind, or needs weights that the library was built without."""


class CorruptError(DataError):
    """It is damaged."""


class TruncatedError(DataError):
    """It was not closed properly, or its end is missing: pgnpack.open(..., salvage=True) reads what there is."""


class LimitError(PgnpackError):
    """Something is larger than the format or an option allows."""


class LossyError(PgnpackError):
    """The format cannot hold it."""


class BusyError(PgnpackError):
    """Another handle or program is changing the database."""


class CancelledError(PgnpackError):
    """A function that is told of progress said no."""


class InternalError(PgnpackError):
    """A fault of the library: please report it."""


class ClosedError(PgnpackError, ValueError):
    """The database, board or writer is closed, or another process opened it."""


_CLASSES: Dict[int, Type[PgnpackError]] = {
    10: ArgumentError, 20: OutOfMemoryError, 21: OutOfMemoryError, 30: ReadError, 31: WriteError, 32: FileMissingError, 40: NotBcgnError,
    41: UnsupportedError, 42: CorruptError, 43: TruncatedError, 50: LimitError, 51: LossyError, 52: BusyError, 60: CancelledError,
    70: InternalError}


#: What can be done about the file; the library speaks of data alone.
_REMEDIES: Dict[int, str] = {
    40: '; pgnpack makes one of PGN', 42: '; pgnunpack --salvage saves what is whole',
    43: '; pgnpack.open(..., salvage=True) reads what there is'}


def text_argument(name: str, value: Any) -> str:
    """An argument that is a text."""
    if not isinstance(value, str):
        raise ArgumentTypeError(f'{name}={value!r}: a str, not {type(value).__name__}')
    return value


def whole_number(name: str, value: Any, least: int, most: int, where_none: str = '') -> int:
    """An argument that is a number, and not True or False; `where_none` says what None would be."""
    kind: Type[ArgumentError] = ArgumentTypeError
    if not isinstance(value, bool) and hasattr(value, '__index__'):
        kind = ArgumentError
        if least <= operator.index(value) <= most:
            return operator.index(value)
    raise kind(f'{name}={value!r}: a whole number from {least} to {most}{where_none}')


def _without_path(text: str, path: str) -> str:
    """What failed when a file was opened begins with its path, and with the end alone of a long one."""
    shown = text[3:] if text.startswith('...') else text
    least = len(path) if shown is text else 1
    for size in range(len(path), max(least, 1) - 1, -1):
        if shown.startswith(path[len(path) - size:] + ': '):
            return shown[size + 2:]
    return text


def error_of(status: int, text: str, game: int = 0, line: int = 0, offset: int = NO_OFFSET,
             path: Optional[str] = None) -> PgnpackError:
    """The exception of a status, not yet raised."""
    if path is not None:
        text = _without_path(text, path)
    return _CLASSES.get(status, PgnpackError)(text, status, game or None, line or None,
                                              None if offset == NO_OFFSET else offset, path)
