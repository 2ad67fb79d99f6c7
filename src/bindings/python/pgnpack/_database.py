"""Opened databases: one file or several."""

from __future__ import annotations

import bisect
import os
import sys
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

from . import _memory, _paths, _table
from ._columns import decoded
from ._errors import ArgumentError, whole_number
from ._games import Games, Run, team_of
from ._source import Block, Damage, File, Segment


class Database(Games):
    """An opened database of one file or several, whose games follow each other: see open().

    For any number of threads at once. As a context manager it is closed at the end.
    """

    def __init__(self, sources: Sequence[Any], with_deleted: bool = False, **options: Any) -> None:
        self._files: List[File] = []
        self._starts: List[int] = [0]
        self._block_stops: Optional[List[int]] = None
        self._tags: Optional[Dict[str, bytes]] = None
        self._given = list(sources), with_deleted, options
        try:
            for source in sources:
                self._files.append(File(source, with_deleted=with_deleted, **options))
                self._starts.append(self._starts[-1] + self._files[-1].game_count)
        except BaseException:
            self.close()
            raise
        #: Indexes of the games that are there, where some are left out.
        self._there: Any = None
        if (not with_deleted and self.deleted_count) or self.damaged:
            # Importing NumPy takes as long as a million numbers do without it.
            np = _memory.numpy() if self._starts[-1] > 1000000 else _memory.loaded_numpy()
            self._there = _memory.of_ranges(np, [
                range(start + part.start, start + part.stop) for file, start in zip(self._files, self._starts) for part in file.there()])
        super().__init__(None, range(self._starts[-1]) if self._there is None else self._there)

    def close(self) -> None:
        """Frees it. What was read stays; what is read now by other threads is read to its end."""
        for file in self._files:
            file.close()

    def __reduce__(self) -> Any:
        """The files, to be opened again."""
        sources, with_deleted, options = self._given
        return _opened_again, (list(map(_paths.portable, sources)), with_deleted, options)

    def __enter__(self) -> 'Database':
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        names = ', '.join(path or 'memory' for path in self.paths[:3])
        return f'<Database of {len(self)} games: {names}{", ..." if len(self.paths) > 3 else ""}>'

    @property
    def closed(self) -> bool:
        return all(file.closed for file in self._files)

    # ---- What it has ----

    @property
    def paths(self) -> List[str]:
        """Of its files, as they were given; '' where there is none."""
        return [file.path or '' for file in self._files]

    @property
    def text_size(self) -> int:
        """Bytes of PGN text."""
        return sum(file.text_size for file in self._files)

    @property
    def deleted_count(self) -> int:
        """How many games are deleted. They are none of the database's, unless it was opened with with_deleted=True."""
        return sum(file.deleted_count for file in self._files)

    def game_id(self, i: int) -> Optional[str]:
        """The id of db[i], which stays when the database is changed; None: files that older versions packed have none."""
        file, number = self._place_of(int(self._selection[i]))
        return file.game_id(number)

    def find_id(self, name: str) -> int:
        """The index of the game that the id names: db[db.find_id('8f2k1qz:1042')]."""
        for file in self._files:
            number = file.find_id(name)
            if number is None:
                continue
            index = self._base_of(file) + number - 1
            if self._there is None:
                return index
            place = bisect.bisect_left(self._there, index)
            if place < len(self._there) and self._there[place] == index:
                return place
            raise LookupError(f'the game {name} was deleted, or is in a damaged block')
        raise LookupError(f'no game has the id {name}')

    def _between(self, start: int, stop: int) -> Games:
        """The games of these indexes that are there."""
        if self._there is None:
            return Games(self, range(start, stop))
        return Games(self, self._there[bisect.bisect_left(self._there, start):bisect.bisect_left(self._there, stop)])

    def _span_of(self, selection: Any) -> Any:
        """A range in place of games that follow each other but for deleted ones: reading a range leaves these out."""
        there = self._there
        if there is None or isinstance(selection, range) or len(selection) == 0:
            return selection
        low = bisect.bisect_left(there, int(selection[0]))
        high = low + len(selection)
        if selection is not there and (high > len(there) or list(there[low:high]) != list(selection)):
            return selection
        return range(0 if low == 0 else int(selection[0]), self._starts[-1] if high == len(there) else int(selection[-1]) + 1)

    def _index_of(self, n: int, number: int, name: Optional[str]) -> int:
        """Of a game of file `n`, which had this number, and this id if it has one: where the game is now."""
        file = self._files[n]
        if not 1 <= number <= file.game_count or (name is not None and file.game_id(number) != name):
            number = (file.find_id(name) if name is not None else None) or 0
        if not number:
            raise LookupError(f'{file.path or "the file"} has changed: the game is not there any more')
        return self._starts[n] + number - 1

    @property
    def damaged(self) -> List[Damage]:
        """What is damaged in a database that was opened with damaged='skip', which games that were, and why."""
        return [damage for file in self._files for damage in file.damaged]

    @property
    def truncated(self) -> Optional[Exception]:
        """What is wrong with the end of a file that was opened with salvage=True; None: nothing."""
        return next((file.truncated for file in self._files if file.truncated is not None), None)

    def segments(self) -> List[Segment]:
        """What was packed, or changed, at once, file by file: numbers of games are those in each."""
        return [segment for file in self._files for segment in file.segments()]

    def blocks(self) -> List[Block]:
        """Games that are packed together: db[block.start:block.stop] is the best piece of work for a thread or process."""
        blocks = [block for file, start in zip(self._files, self._starts) for block in file.blocks(start)]
        if self._there is None:
            return blocks
        return [block._replace(start=bisect.bisect_left(self._there, block.start),
                               stop=bisect.bisect_left(self._there, block.stop)) for block in blocks]

    def shards(self, count: int) -> List[Games]:
        """The games in so many parts of about the same size, each of whole blocks; fewer where there are not so many blocks."""
        whole_number('count', count, 1, sys.maxsize)
        blocks, start, done = self.blocks(), 0, 0
        result: List[Games] = []
        total = sum(block.size for block in blocks)
        for block in blocks:
            done += block.size
            if done * count >= total * (len(result) + 1):
                result.append(self[start:block.stop])
                start = block.stop
        return result

    def saved_index(self) -> bytes:
        """What opening found out, for open(..., saved_index=...) of the same file in other processes."""
        if len(self._files) != 1:
            raise ArgumentError('the index of a single file can be saved')
        return self._files[0].saved_index()

    def write_index(self, path: Union[None, str, 'os.PathLike[str]'] = None) -> str:
        """Makes the file that makes searches for positions fast, beside the database (NAME.idx) if nothing else is said; returns
        its path. It is used from now on."""
        if len(self._files) != 1:
            raise ArgumentError('an index belongs to a single file')
        return self._files[0].write_index(path)

    @property
    def tag_names(self) -> List[str]:
        """Names of all tags that the games have, as the files name them."""
        return [str(decoded(name)) for name in self._tag_names()]

    @property
    def column_names(self) -> List[str]:
        """Names of all columns, in their order: see columns()."""
        return list(_table.DERIVED) + list(self._column_tags()) + list(_table.BEHIND_TAGS)

    def _tag_names(self) -> List[bytes]:
        names: Dict[bytes, None] = {}
        for file in self._files:
            names.update(dict.fromkeys(file.tag_names()))
        return list(names)

    def _column_tags(self) -> Dict[str, bytes]:
        """Columns that are tags."""
        if self._tags is None:
            self._tags = _table.tag_columns(self._tag_names())
        return self._tags

    def _all_tags(self) -> List[bytes]:
        """The roster's first, then the others: of those that there are."""
        there = set(self._tag_names())
        return [tag for tag in self._column_tags().values() if tag in there]

    def _tag_of(self, name: str) -> Optional[bytes]:
        """The tag of a column; None of the others. Names of tags are only looked up where they may be another column's."""
        if _table.is_plain_column(name):
            return None
        if '_tag' in name:
            return self._column_tags().get(name, name.encode('utf-8', 'surrogateescape'))
        return name.encode('utf-8', 'surrogateescape')

    def _check_tags(self, names: Sequence[str]) -> None:
        """Names that are no column are an error. The roster's need no look into the blocks."""
        for name in names:
            if _table.is_plain_column(name) or name.encode('utf-8', 'surrogateescape') in _table.ROSTER:
                continue
            if name not in self._column_tags():
                raise ArgumentError(f'there is no column "{name}": no game has such a tag (strict=False: let it be None)')

    # ---- Where games are ----

    def _base_of(self, file: File) -> int:
        return self._starts[self._files.index(file)]

    def _place_of(self, index: int) -> Tuple[File, int]:
        """The file of a game, and its number there."""
        n = bisect.bisect_right(self._starts, index) - 1
        return self._files[n], index - self._starts[n] + 1

    def _block_end(self, index: int) -> int:
        """The index behind the block of a game."""
        if self._block_stops is None:
            self._block_stops = [block.stop for block in self.blocks()]
        return self._block_stops[bisect.bisect_right(self._block_stops, index)]

    def _spans(self, ascending: Any, threads: Optional[int]) -> List[Run]:
        """Runs that have all games of an ascending selection, and perhaps others between them, cut for threads."""
        if len(ascending) == 0:
            return []
        start, stop = int(ascending[0]), int(ascending[-1]) + 1
        runs: List[Run] = []
        for file, low, high in zip(self._files, self._starts, self._starts[1:]):
            first, last = max(start, low), min(stop, high)
            if first < last:
                runs += self._cut(Run(file, first - low + 1, last - first), threads)
        return runs

    def _cut(self, run: Run, threads: Optional[int]) -> List[Run]:
        """A run in pieces of whole blocks, some for each thread."""
        team = team_of(threads)
        if team <= 1:
            return [run]
        first, last = run.first - 1, run.first - 1 + run.count
        share, cuts, at = max(1, run.count // (team * 4)), [], first
        for block in run.file.blocks():
            if at < block.stop < last and block.stop - at >= share:
                cuts.append(Run(run.file, at + 1, block.stop - at))
                at = block.stop
        return cuts + [Run(run.file, at + 1, last - at)]

    def _runs(self, ascending: Any, threads: Optional[int]) -> List[Run]:
        """Runs of exactly the games of an ascending selection."""
        spans = self._spans(ascending, threads)
        if isinstance(ascending, range) and ascending.step == 1:
            return spans
        result = []
        for run in spans:
            base = self._base_of(run.file)
            low = bisect.bisect_left(ascending, base + run.first - 1)
            high = bisect.bisect_left(ascending, base + run.first - 1 + run.count)
            if low < high:
                numbers = _numbers(ascending[low:high], 1 - base)
                result.append(Run(run.file, 0, len(numbers), numbers))
        return result

    def _stretches(self, ascending: Any) -> List[Run]:
        """Runs of neighbouring games that are exactly an ascending selection."""
        if isinstance(ascending, range) and ascending.step == 1:
            return self._spans(ascending, 1)
        result: List[Run] = []
        for index in ascending:
            file, number = self._place_of(int(index))
            if result and result[-1].file is file and result[-1].first + result[-1].count == number:
                result[-1] = Run(file, result[-1].first, result[-1].count + 1)
            else:
                result.append(Run(file, number, 1))
        return result


def _numbers(indexes: Any, shift: int) -> Any:
    np = _memory.loaded_numpy()
    if np is not None:
        return np.asarray(indexes, 'int64').astype('uint64') + np.uint64(shift) if shift >= 0 else (
            np.asarray(indexes, 'int64') + shift).astype('uint64')
    return _memory.of(None, 'Q', (index + shift for index in indexes))


def _opened_again(sources: Sequence[Any], with_deleted: bool, options: Dict[str, Any]) -> Database:
    return Database(sources, with_deleted, **options)


def open(source: Any, index: Union[None, bool, str, 'os.PathLike[str]'] = None, *, saved_index: Optional[bytes] = None,
         salvage: bool = False, memory_limit: int = 0, work_limit: int = 0, gap: Optional[int] = None,
         with_deleted: bool = False, damaged: str = 'error') -> Database:
    """Opens a packed database.

    `source`: a path, or a pattern of paths ('games/*.bcgn'), whose files follow each other in the order of their names (FileMissingError: none has
    such a name); an address (http://, https://), of which ranges are read; bytes, or another buffer, that are the file; a file object that can
    seek; a ReadAt, or another object with read_at(offset, size) and size; or a list of such, whose games follow each other.

    `index`: the path of an index for searches (Database.write_index()); None: NAME.idx beside the file where that is its
    index; False: none. `saved_index`: see Database.saved_index(). `salvage`: open a file that was not closed properly, or
    whose end is missing, for the games that are there; else that is a TruncatedError. `memory_limit` in bytes and `work_limit` in
    units of docs/LIMITS.md are for files of strangers, 0: none. `gap`: how many bytes that nobody asked for are rather read than
    that there is a further read; None: as the source says, whose attribute `gap` it is, else few. `with_deleted`: includes deleted games. `damaged`: 'error', or 'skip':
    all blocks are looked at first, which reads the whole file, and the games of those that are damaged are no games of the
    database; Database.damaged tells which these are.
    """
    given = list(source) if isinstance(source, (list, tuple)) else [source]
    sources = [file for one in given for file in _paths.fitting(one)]
    if not sources:
        raise ArgumentError('there is no file to open')
    if len(sources) > 1 and (saved_index is not None or index not in (None, False)):
        raise ArgumentError('an index belongs to a single file')
    return Database(sources, index=index, saved_index=saved_index, salvage=salvage, memory_limit=memory_limit,
                    work_limit=work_limit, gap=gap, with_deleted=with_deleted, damaged=damaged)


__all__: Tuple[str, ...] = ('Database', 'open')
