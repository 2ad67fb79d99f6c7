"""Work on packed databases in parts, for any engine: ranges of blocks that other processes and machines read by themselves.

    >>> import pgnpack.parts
    >>> parts = pgnpack.parts.plan('games-*.bcgn', where='elo=2500-')                       # doctest: +SKIP
    >>> def moves_of(part):                                                                 # doctest: +SKIP
    ...     return sum(games.columns('plies')['plies'].sum() for games in part.games('elo=2500-'))
    >>> multiprocessing.Pool().map(moves_of, parts)                                         # doctest: +SKIP

Planning reads the index of each file and no block. A part can be pickled; it brings the index along, so that a worker opens the
file with one short read. pgnpack.dask does all this for Dask.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import re
import threading
from dataclasses import dataclass, replace
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union

from . import _native, _paths, _query
from ._database import Database
from ._errors import ArgumentError, FileMissingError, PgnpackError, ReadError
from ._games import Games, in_threads
from ._native import lib
from ._source import Damage
from .remote import ChangedError, FsspecFile, HttpFile, ObjectFile

#: Bytes of PGN text in a part, where nothing else is said: some 100,000 games, and a second or so of work.
PART_SIZE = 64 << 20
# A saved index goes along with each part as long as those of a file are not more than that together.
_INDEX_BYTES = 32 << 20
# So many packed bytes of a file that is far away are gone through at once, by all that is asked of them.
_STRETCH = 8 << 20
_KEPT_FILES = 8
# So many files that are far away are opened at once.
_AT_ONCE = 16
_UNITS = {'': 1, 'b': 1, 'kb': 10**3, 'mb': 10**6, 'gb': 10**9, 'kib': 1 << 10, 'mib': 1 << 20, 'gib': 1 << 30}


# ---- Files ----


@dataclass(frozen=True)
class Source:
    """A file as workers are told of it."""

    #: A path that all workers see, an address, or a file object that can be pickled.
    path: Any
    #: As the caller gave it: what the column `file` says.
    name: str
    options: Tuple[Tuple[str, Any], ...] = ()
    salvage: bool = False
    damaged: str = 'error'
    #: What tells this file from a later one of that name; None: it was not looked at yet.
    known: Optional[Tuple[Any, ...]] = None

    def is_remote(self) -> bool:
        return not isinstance(self.path, str) or '://' in self.path

    def opened(self) -> Any:
        """What pgnpack.open() takes; of files that are not local with an identity()."""
        options = dict(self.options)
        if not isinstance(self.path, str):
            file = ObjectFile(self.path.open() if hasattr(self.path, 'open') else self.path, name=self.name, **options)
            if self.known is not None and file.identity() != self.known:
                raise _changed(self.name)
            return file
        if _paths.is_http(self.path):
            return HttpFile(self.path, known=self.known, **options)
        if '://' in self.path:
            return FsspecFile(self.path, options=options, known=self.known)
        state = _state(self.path)
        if self.known and not state:
            raise FileMissingError('is not there: all workers have to see the same files', _native.ERROR_NO_FILE, path=self.path)
        if self.known is not None and state != self.known:
            raise _changed(self.path)
        return self.path


def _changed(name: str) -> ChangedError:
    return ChangedError('has changed since the work was planned: plan it again', _native.ERROR_READ, path=name)


def _state(path: str) -> Tuple[Any, ...]:
    """Size and time of a local file. One that is not there is told of by who opens it."""
    try:
        state = os.stat(path)
    except OSError:
        return ()
    return state.st_size, state.st_mtime_ns


def sources_of(paths: Any, options: Optional[Dict[str, Any]] = None, salvage: bool = False, damaged: str = 'error') -> List[Source]:
    """Files of a path, a pattern, an address, a file object, or a list of such; each pattern's in the order of their names."""
    result: List[Source] = []
    for path in paths if isinstance(paths, (list, tuple)) else [paths]:
        if isinstance(path, (os.PathLike, bytes)):
            path = os.fsdecode(path)
        for one in _paths.fitting(path):
            place = os.path.abspath(one) if isinstance(one, str) and '://' not in one else one
            result.append(Source(place, _name_of(one), tuple(sorted((options or {}).items())), salvage, damaged))
    if not result:
        raise ArgumentError('there are no files to read')
    return result


def _name_of(path: Any) -> str:
    if isinstance(path, str):
        return path
    names = (getattr(path, attribute, None) for attribute in ('full_name', 'path', 'name'))
    return next((name for name in names if isinstance(name, str)), '')


@contextlib.contextmanager
def plain_causes() -> Iterator[None]:
    """What a server or store said comes out, not that the library could not read because of it: causes do not travel."""
    try:
        yield
    except ReadError as error:
        if isinstance(error.__cause__, PgnpackError):
            raise error.__cause__ from None
        raise


# ---- Parts ----


@dataclass(frozen=True)
class Part:
    """Whole blocks of one file, that a worker reads."""

    source: Source
    #: Games, from 0 on, without the ends.
    ranges: Tuple[Tuple[int, int], ...]
    #: Where their blocks are in the file.
    start: int
    stop: int
    text_size: int
    #: What opening found out, for workers.
    index: Optional[bytes] = None

    def __len__(self) -> int:
        return sum(stop - start for start, stop in self.ranges)

    def games(self, where: _query.Where = None) -> Iterator[Games]:
        """The part's games, in their order, in one selection or several; those that fulfil a query."""
        with plain_causes():
            database = _opened(self)
            for start, stop in _stretches(database, self):
                games = database._between(start, stop)
                yield games if not where else games.search(where, threads=1).games

    def damage(self) -> List[Damage]:
        """What is damaged in its blocks, and at the file's end, where damaged='skip' is said; nothing where all is whole."""
        with plain_causes():
            return [damage._replace(path=self.source.name) for damage in _opened(self).damaged]


_lock = threading.Lock()
_databases: Dict[Any, Any] = {}
_indexes: Dict[Any, bytes] = {}


def _keep(kept: Dict[Any, Any], key: Any, value: Any) -> None:
    """One more, in place of the oldest of too many; who uses that one still has it."""
    with _lock:
        kept[key] = value
        while len(kept) > _KEPT_FILES:
            del kept[next(iter(kept))]


def _opened(part: Part) -> Any:
    """A part's database. Local ones stay open, of others the index is kept."""
    source = part.source
    how: Dict[str, Any] = {'salvage': source.salvage, 'damaged': source.damaged, 'damaged_within': (part.start, part.stop)}
    key = (source.path if isinstance(source.path, str) else id(source.path), source.known, source.salvage,
           None if source.damaged == 'error' else (part.start, part.stop))
    if not source.is_remote():
        path = source.opened()
        with _lock:
            database = _databases.get(key)
        if database is None:
            database = Database([path], saved_index=part.index, **how)
            _keep(_databases, key, database)
        return database
    file = source.opened()
    saved = part.index if part.index is not None else _indexes.get(key)
    file.expect(part.start, part.stop)
    database = Database([file], index=False, saved_index=saved, gap=file.gap, **how)
    if saved is None:
        _keep(_indexes, key, database.saved_index())
    file.expect(part.start, part.stop)
    return database


def _stretches(database: Any, part: Part) -> List[Tuple[int, int]]:
    """The part's ranges; of a file that is far away no longer than what is kept of it in memory."""
    if not part.source.is_remote() or part.stop - part.start <= _STRETCH:
        return list(part.ranges)
    result: List[Tuple[int, int]] = []
    size = 0
    for block in database.blocks():
        if not any(start <= block.start < stop for start, stop in part.ranges):
            continue
        if result and result[-1][1] == block.start and size + block.size <= _STRETCH:
            result[-1] = (result[-1][0], block.stop)
            size += block.size
        else:
            result.append((block.start, block.stop))
            size = block.size
    return result


# ---- Planning ----


class _Gate:
    """A file that says no while it is shut."""

    def __init__(self, file: Any) -> None:
        self._file, self.size, self.name, self.is_shut = file, file.size, file.name, False

    def read_at(self, offset: int, size: int) -> bytes:
        if self.is_shut:
            raise OSError(errno.EIO, 'only the index is to be looked at')
        return self._file.read_at(offset, size)  # type: ignore[no-any-return]


class Plan:
    """Parts of files, in their order."""

    def __init__(self, sources: Sequence[Source], words: Sequence[Any] = (), *, blocks: Optional[int] = None,
                 size: Union[int, str] = PART_SIZE, wants_tags: bool = False) -> None:
        self.parts: List[Part] = []
        #: Of the files that were asked.
        self.tags: Dict[bytes, None] = {}
        self.sources: List[Source] = []
        self._blocks, self._size = blocks, _bytes_of(size)
        if self._size < 1 or (blocks is not None and blocks < 1):
            raise ArgumentError('a part has at least one byte, and one block')
        team = min(_AT_ONCE, len(sources)) if any(source.is_remote() for source in sources) else 1
        for source, tags, parts in in_threads(lambda one: self._planned(one, words, wants_tags), sources, team):
            self.sources.append(source)
            self.tags.update(dict.fromkeys(tags))
            self.parts += parts

    def _planned(self, source: Source, words: Sequence[Any], wants_tags: bool) -> Tuple[Source, List[bytes], List[Part]]:
        """The source as workers know it, its tags, its parts."""
        known = None if source.is_remote() else _state(source.path)
        with plain_causes(), contextlib.ExitStack() as stack:
            file = source.opened()
            if words and not source.is_remote() and known:
                file = ObjectFile(stack.enter_context(open(source.path, 'rb')), name=source.path)
            gate = _Gate(file) if words and not isinstance(file, str) else file
            database = stack.enter_context(Database([gate], index=False, gap=file.gap if source.is_remote() else None,
                                                    salvage=source.salvage, damaged=source.damaged, damaged_within=(0, 0)))
            source = replace(source, known=known if known is not None else file.identity())
            tags = database._files[0].tag_names() if wants_tags else []
            parts = [_part(source, group) for group in self._groups(_possible(database, gate, words))]
            index = database.saved_index()
            if len(index) * len(parts) <= _INDEX_BYTES:
                parts = [replace(part, index=index) for part in parts]
        return source, tags, parts

    def _groups(self, blocks: Sequence[Any]) -> List[List[Any]]:
        groups: List[List[Any]] = []
        size = 0
        for block in blocks:
            if not groups or (len(groups[-1]) >= self._blocks if self._blocks is not None else size >= self._size):
                groups.append([])
                size = 0
            groups[-1].append(block)
            size += block.text_size
        return groups


def _bytes_of(size: Union[int, str]) -> int:
    if isinstance(size, int):
        return size
    told = re.fullmatch(r'\s*(\d+)\s*([a-zA-Z]*)\s*', size)
    if told is None or told[2].lower() not in _UNITS:
        raise ArgumentError(f'"{size}" is no size such as "64 MiB"')
    return int(told[1]) * _UNITS[told[2].lower()]


def _part(source: Source, blocks: Sequence[Any]) -> Part:
    ranges: List[Tuple[int, int]] = []
    for block in blocks:
        first, last = block.first_game - 1, block.first_game - 1 + block.game_count
        if ranges and ranges[-1][1] == first:
            first = ranges.pop()[0]
        ranges.append((first, last))
    return Part(source, tuple(ranges), blocks[0].offset, blocks[-1].offset + blocks[-1].size,
                sum(block.text_size for block in blocks))


def _possible(database: Any, gate: Any, words: Sequence[Any]) -> List[Any]:
    """Blocks with games that may fulfil a query, as far as the index tells.

    The library is asked, so that what rules blocks out is said in one place: a search that wants to read a block has not ruled it
    out, and is not let.
    """
    with database._files[0].using() as reader:
        blocks = []
        for n in range(lib.reader_info(reader).contents.block_count):
            info = _native.BlockInfo()
            if lib.reader_block(reader, n, ctypes.byref(info)) and info.game_count:
                blocks.append(info)
        if not words:
            return blocks
        with _query.Query(list(words)) as query:
            search = _native.handle(lib.search_new(reader, query.address))
            gate.is_shut = True
            try:
                return [block for block in blocks if _may_match(database._files[0], search, block)]
            finally:
                gate.is_shut = False
                lib.free(search)


def _may_match(file: Any, search: int, block: Any) -> bool:
    hit, count = _native.Hit(), ctypes.c_size_t()
    if lib.search_range(search, block.first_game, block.game_count) != _native.OK:
        raise file.failure(lib.error(search))
    return lib.search_next(search, ctypes.byref(hit), 1, ctypes.byref(count)) != _native.END  # type: ignore[no-any-return]


def plan(paths: Any, where: _query.Where = None, *, blocks: Optional[int] = None, size: Union[int, str] = PART_SIZE,
         options: Optional[Dict[str, Any]] = None, salvage: bool = False, damaged: str = 'error') -> List[Part]:
    """Parts of files, each of so many blocks, or of about `size` bytes of PGN text ('64 MiB').

    `paths`: paths that all workers see, patterns, addresses (http://, https://, what fsspec knows), file objects that can be pickled,
    or a list of such. `where`: blocks that by the index have no game that fulfils the query are in no part; Part.games() takes the
    same query. `options`: HttpFile's, ObjectFile's, or those of fsspec's store. `salvage`: also files that were not closed properly.
    `damaged`: 'skip' leaves the games of damaged blocks out, which each worker looks for in its parts, reading all their bytes; Part.damage().
    """
    return Plan(sources_of(paths, options, salvage, damaged), _query.words_of(where, {}), blocks=blocks, size=size).parts
