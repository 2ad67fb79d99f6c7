"""Packed databases of chess games (.bcgn): opened in place, read as columns, searched, made.

>>> import pgnpack
>>> db = pgnpack.open('games.bcgn')                                # doctest: +SKIP
>>> db.value_counts('White').most_common(3)                        # doctest: +SKIP
>>> db.columns('White', 'WhiteElo', 'day', 'moves')                # doctest: +SKIP
>>> db.search(player='Kasparov', eco='B90-B99').games[0].san       # doctest: +SKIP

docs/bindings/python.md goes through it by tasks. The library is libpgnpack, by ctypes; NumPy is used where it is installed.
"""

from ._batches import Batches
from ._board import Board
from ._changes import Changes
from ._columns import Columns, Lists, Strings
from ._database import Database, open
from ._duplicates import Duplicate
from ._errors import (ArgumentError, ArgumentTypeError, BusyError, CancelledError, ClosedError, CorruptError, DataError, FileMissingError, InternalError,
                      LimitError, LossyError, NotBcgnError, OutOfMemoryError, PgnpackError, ReadError, TruncatedError,
                      UnsupportedError, WriteError)
from ._games import Game, Games, Hits
from ._history import Change, ChangedGames, Deleted, Undone
from ._native import library_version
from ._pack import Packed, Unpacked, Writer, pack, pack_bytes, unpack, unpack_bytes
from ._planes import Planes
from ._query import query_words
from ._search import Hit, Name, Tree, TreeMove
from ._source import Block, Damage, ReadAt, Segment
from ._table import NO_CLOCK, NO_EVAL
from ._version import VERSION
from .chess_game import from_chess

__version__ = VERSION

__all__ = ['ArgumentError', 'ArgumentTypeError', 'Batches', 'Block', 'Board', 'BusyError', 'CancelledError', 'Change', 'ChangedGames', 'Changes', 'ClosedError', 'Columns', 'CorruptError', 'Damage', 'DataError',
           'Database', 'Deleted', 'Duplicate', 'FileMissingError', 'Game', 'Games', 'Hit', 'Hits', 'InternalError', 'LimitError', 'Lists', 'LossyError',
           'NO_CLOCK', 'NO_EVAL', 'Name', 'NotBcgnError', 'OutOfMemoryError', 'Packed', 'PgnpackError', 'Planes', 'ReadAt', 'ReadError', 'Segment', 'Strings',
           'Tree', 'TreeMove', 'TruncatedError', 'Undone', 'Unpacked', 'UnsupportedError', 'WriteError', 'Writer', 'from_chess', 'library_version',
           'open', 'pack', 'pack_bytes', 'query_words', 'unpack', 'unpack_bytes']
