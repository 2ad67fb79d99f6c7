"""Packed databases on many machines by Dask: DataFrames and Bags whose partitions are ranges of blocks.

    >>> import pgnpack.dask                                                                 # doctest: +SKIP
    >>> games = pgnpack.dask.read_bcgn('lichess-*.bcgn', where='elo=2500-')                 # doctest: +SKIP
    >>> games.groupby('White').plies.mean().nlargest(10).compute()                          # doctest: +SKIP

Planning reads the index of each file; the index goes along with the partitions, so that a worker opens a file with one short
read. Paths are files that all workers see, or addresses (http://, https://, and what fsspec knows: s3://, gs://, ...). Where only
some of the columns of a frame are used, only those are read.
"""

from __future__ import annotations

import os
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple, Union

import dask
import dask.bag
import dask.dataframe
import numpy
import pandas
from dask.base import tokenize

from . import _native, _packing, _positions, _query, _search, _table
from ._board import Board
from ._columns import Columns, Strings
from ._errors import ArgumentError
from ._games import Games, Run
from ._native import lib
from ._packing import PackedParts
from ._query import Where
from ._source import Damage
from .parts import PART_SIZE, Part, Plan, plain_causes, sources_of

__all__ = ['PackedParts', 'damage', 'find', 'pack_many', 'read_bag', 'read_bcgn', 'read_positions', 'tree']

Size = Union[int, str]


# ---- Tables ----


class _Reader:
    """Makes the frame of a part. Dask asks it for another one where fewer columns are needed."""

    def __init__(self, table: Callable[..., Columns], columns: Dict[str, Optional[bytes]], words: Sequence[Any]) -> None:
        self._table, self._columns, self._words = table, columns, list(words)

    @property
    def columns(self) -> List[str]:
        return list(self._columns)

    def project_columns(self, columns: Sequence[str]) -> '_Reader':
        return _Reader(self._table, {name: tag for name, tag in self._columns.items() if name in columns}, self._words)

    def __call__(self, part: Part) -> Any:
        with plain_causes():
            frames = [self.frame(games, part.source.name) for games in part.games(self._given())]
        frames = [frame for frame in frames if len(frame)] or frames[:1]
        return frames[0] if len(frames) == 1 else pandas.concat(frames, ignore_index=True)

    def _given(self) -> Where:
        return None if self._table is _found else self._words

    def frame(self, games: Games, name: str) -> Any:
        """The paths in it are those that were given, not where workers find them."""
        wanted = self._columns or {'game': None}
        table = self._table(games, wanted, self._words)
        if 'file' in table:
            table['file'] = _repeated(name, table.rows)
        return table.to_pandas()[list(self._columns)]

    def empty(self) -> Any:
        with _no_games() as games:
            return self.frame(games, '')

    def __dask_tokenize__(self) -> Any:
        return 'pgnpack', self._table.__name__, list(self._columns.items()), self._words


def _no_games() -> Any:
    """A database without games, for the types of columns."""
    from . import open as open_database
    from ._pack import pack_bytes
    return open_database(pack_bytes(b''))


def _repeated(text: str, count: int) -> Strings:
    data = text.encode('utf-8', 'surrogateescape')
    return Strings(memoryview(data * count), numpy.arange(count + 1, dtype='int64') * len(data))


def _games(games: Games, columns: Dict[str, Optional[bytes]], _words: Sequence[Any]) -> Columns:
    return games._read(_table.Plan(columns), 1)


def _of_positions(games: Games, columns: Dict[str, Optional[bytes]], _words: Sequence[Any]) -> Columns:
    return games.positions(*columns, threads=1)


def _found(games: Games, columns: Dict[str, Optional[bytes]], words: Sequence[Any]) -> Columns:
    """Hits; the move, in SAN, is that of the main line behind the (last) position, as far as it goes."""
    hits = games.search(words, threads=1)
    table: Dict[str, Any] = {}
    for name in columns:
        table[name] = hits.games.column('file', threads=1) if name == 'file' else getattr(hits, name)
    if 'move' in table:
        lines = hits.games.column('san', threads=1).raw_list()
        rows = zip(lines, hits.last_ply.tolist(), hits.item.tolist(), hits.move.tolist())
        table['move'] = Strings.of_list([_word(line, ply) if move and not item else None for line, ply, item, move in rows], numpy)
    return Columns(table, len(hits))


def _word(line: bytes, ply: int) -> Optional[bytes]:
    words = line.split()
    return words[ply] if ply < len(words) else None


def _frame(plan: Plan, reader: _Reader, label: str) -> Any:
    empty = reader.empty()
    if not plan.parts:
        return dask.dataframe.from_pandas(empty, npartitions=1)
    parts = [(part.source.path if isinstance(part.source.path, str) else id(part.source.path), part.source.name, part.source.known,
              part.source.options, part.source.damaged, part.ranges) for part in plan.parts]
    return dask.dataframe.from_map(reader, plan.parts, meta=empty, label=label, enforce_metadata=False,
                                   token=tokenize(reader, parts))


def _columns_of(columns: Optional[Sequence[str]], plan: Plan, strict: bool) -> Dict[str, Optional[bytes]]:
    """The tag of each column; None of the others."""
    tags: Dict[str, Optional[bytes]] = dict(_table.tag_columns(list(plan.tags)))
    everything = {**dict.fromkeys(_table.DERIVED), **tags, **dict.fromkeys(_table.BEHIND_TAGS)}
    if columns is None:
        return {name: tag for name, tag in everything.items() if name not in _table.BEHIND_TAGS}
    missing = [name for name in columns if name not in everything]
    if missing and strict and not any(source.is_remote() for source in plan.sources):
        raise ArgumentError(f'there is no column "{missing[0]}": no game has such a tag (strict=False: let it be None)')
    return {name: everything.get(name, name.encode('utf-8', 'surrogateescape')) for name in columns}


def _planned(paths: Any, columns: Any, words: Any, blocks: Optional[int], size: Size, options: Any, salvage: bool,
             damaged: str) -> Plan:
    """Tags are looked at where columns could be any; of files that are far away only where all columns are wanted."""
    sources = sources_of(paths, options, salvage, damaged)
    known = set(_table.DERIVED + _table.BEHIND_TAGS) | {tag.decode() for tag in _table.ROSTER}
    wants_tags = columns is None or (not known.issuperset(columns) and not any(source.is_remote() for source in sources))
    return Plan(sources, words, blocks=blocks, size=size, wants_tags=wants_tags)


def _names(columns: Any) -> Optional[List[str]]:
    if columns is None:
        return None
    names = [columns] if isinstance(columns, str) else list(columns)
    for name in names:
        _table.check_name(name)
    return names


def read_bcgn(paths: Any, columns: Optional[Sequence[str]] = None, where: Where = None, *, blocks_per_partition: Optional[int] = None,
              partition_size: Size = PART_SIZE, storage_options: Optional[Dict[str, Any]] = None, salvage: bool = False, damaged: str = 'error',
              strict: bool = True) -> Any:
    """A DataFrame of the games of packed databases; nothing is read yet but their indexes.

    `paths`: a path, a pattern ('*.bcgn'), an address, a file object that can be pickled (fsspec's), or a list of such.

    `columns`: names as in docs/bindings.md; None: all but the lists and texts of games (moves, san, uci, clocks, evals, comments,
    text). Integers that may be missing are pandas' Int32, texts str or None, lists arrays. `day` has days that pandas can hold,
    those from 1677 on; `year` has all. `strict`: a name that no tag of the files has is an error, else a column of None; that is
    only known where all files are local: of others tags are not looked at, unless `columns` is None, which reads the beginning of
    each block.

    `where`: a query, "player=Kasparov elo=2600-" or as Games.search() takes them. Workers search, and decode the games that are
    found; blocks that by the index have none (ratings, dates) are in no partition.

    `partition_size`: bytes of PGN text; or `blocks_per_partition`. `storage_options`: see pgnpack.parts.plan(), as for `salvage` and
    `damaged`; damage() tells what was skipped.
    """
    names, words = _names(columns), _query.words_of(where, {})
    plan = _planned(paths, names, words, blocks_per_partition, partition_size, storage_options, salvage, damaged)
    return _frame(plan, _Reader(_games, _columns_of(names, plan, strict), words), 'read-bcgn')


def read_positions(paths: Any, columns: Sequence[str] = _positions.NAMES, where: Where = None, *,
                   blocks_per_partition: Optional[int] = None, partition_size: Size = PART_SIZE // 8,
                   storage_options: Optional[Dict[str, Any]] = None, salvage: bool = False, damaged: str = 'error') -> Any:
    """A DataFrame of all positions of main lines: game, file, ply, key, move, uci, clock, eval, and, where asked for, fen."""
    names, words = _names(columns), _query.words_of(where, {})
    for name in names or []:
        if name not in _positions._OF:
            raise ArgumentError(f'positions have no column "{name}": there are {", ".join(_positions._OF)}')
    plan = _planned(paths, (), words, blocks_per_partition, partition_size, storage_options, salvage, damaged)
    return _frame(plan, _Reader(_of_positions, dict.fromkeys(names or _positions.NAMES), words), 'read-positions')


def find(paths: Any, where: Where, *, blocks_per_partition: Optional[int] = None, partition_size: Size = PART_SIZE,
         storage_options: Optional[Dict[str, Any]] = None, salvage: bool = False, damaged: str = 'error') -> Any:
    """A DataFrame of what a query finds: game, file, ply, last_ply and move, which is played in that position.

    Of a place in a variation (the condition "variations") there is no move.
    """
    words = _query.words_of(where, {})
    plan = _planned(paths, (), words, blocks_per_partition, partition_size, storage_options, salvage, damaged)
    return _frame(plan, _Reader(_found, dict.fromkeys(('game', 'file', 'ply', 'last_ply', 'move')), words), 'find')


def read_bag(paths: Any, columns: Optional[Sequence[str]] = None, where: Where = None, *, blocks_per_partition: Optional[int] = None,
             partition_size: Size = PART_SIZE, storage_options: Optional[Dict[str, Any]] = None, salvage: bool = False, damaged: str = 'error',
             strict: bool = True) -> Any:
    """A Bag of games, each a dict of its columns with plain values; what is not known is None. Arguments as read_bcgn()."""
    names, words = _names(columns), _query.words_of(where, {})
    plan = _planned(paths, names, words, blocks_per_partition, partition_size, storage_options, salvage, damaged)
    rows = _Rows(_columns_of(names, plan, strict), words)
    if not plan.parts:
        return dask.bag.from_sequence([], npartitions=1)
    return dask.bag.from_sequence(plan.parts, npartitions=len(plan.parts)).map_partitions(rows)


class _Rows:
    """The games of parts as dicts."""

    def __init__(self, columns: Dict[str, Optional[bytes]], words: Sequence[Any]) -> None:
        self._columns, self._words = columns, list(words)

    def __call__(self, parts: Sequence[Part]) -> List[Dict[str, Any]]:
        with plain_causes():
            return [row for part in parts for games in part.games(self._words) for row in self._rows(games, part.source.name)]

    def _rows(self, games: Games, name: str) -> Iterator[Dict[str, Any]]:
        table = _games(games, self._columns, ())
        lists = [[name] * table.rows if column == 'file' else values.tolist() for column, values in table.items()]
        for values in zip(*lists):
            yield dict(zip(table, values))

    def __dask_tokenize__(self) -> Any:
        return 'pgnpack', list(self._columns.items()), self._words


# ---- Damage ----


def damage(paths: Any, *, partition_size: Size = PART_SIZE, storage_options: Optional[Dict[str, Any]] = None) -> List[Damage]:
    """What is damaged in these files, which games that are, and why: what `damaged='skip'` of the other functions leaves out.

    Computes at once: workers read all bytes of the files.
    """
    plan = _planned(paths, (), (), None, partition_size, storage_options, True, 'skip')
    look = dask.delayed(Part.damage, pure=False)
    return list(dict.fromkeys(one for found in dask.compute(*map(look, plan.parts)) for one in found))


# ---- Opening trees ----

# Rows of a tree, as the library has them, travel between workers: each the bytes of a struct pgnpack_tree_move.


class _Counter:
    """Counts the moves of a position in a part."""

    def __init__(self, fen: str, words: Sequence[Any]) -> None:
        self._fen, self._words = fen, list(words)

    def __call__(self, part: Part) -> List[bytes]:
        rows: List[bytes] = []
        board = Board(self._fen)
        query = _query.Query(self._words) if self._words else None
        with plain_causes():
            for games in part.games():
                file, span = games._database._files[0], games._database._span_of(games.indexes)
                if len(span) == 0:
                    continue
                with file.using():
                    tree = _search._counted(Run(file, span.start + 1, len(span)), query.address if query else None, board)
                    try:
                        rows += _search.rows_of(tree)
                    finally:
                        lib.free(tree)
        return rows

    def __dask_tokenize__(self) -> Any:
        return 'pgnpack', self._fen, self._words


def _merged(several: Sequence[List[bytes]]) -> List[bytes]:
    with _search.sum_of(row for rows in several for row in rows) as tree:
        return _search.rows_of(tree)


def _tree_parts(plan: Plan, board: Board, words: Sequence[Any]) -> List[Part]:
    """Of a file that has stored what was played in the position, one part: the library looks it up."""
    result: List[Part] = []
    for source in plan.sources:
        parts = [part for part in plan.parts if part.source == source]
        if len(parts) > 1 and not words and not source.is_remote():
            from . import open as open_database
            with open_database(source.opened(), salvage=source.salvage, damaged=source.damaged) as database:
                count = database._files[0].game_count
                if 2 * _search.games_to_search(Run(database._files[0], 1, count), None, board) <= count:
                    parts = [Part(source, ((0, count),), parts[0].start, parts[-1].stop, database.text_size)]
        result += parts
    return result


def tree(paths: Any, fen: Union[None, str, Board] = None, where: Where = None, *, partition_size: Size = PART_SIZE,
         storage_options: Optional[Dict[str, Any]] = None, salvage: bool = False, damaged: str = 'error') -> _search.Tree:
    """What was played in a position (None: the start position), counted by all workers: the same rows as Games.tree().

    Unlike the other functions it computes at once. Workers count their parts, and their counts are added up.
    """
    words = _query.words_of(where, {})
    board = fen if isinstance(fen, Board) else Board(fen)
    plan = _planned(paths, (), words, None, partition_size, storage_options, salvage, damaged)
    count = dask.delayed(_Counter(board.fen, words), pure=False)
    merge = dask.delayed(_merged, pure=False)
    counted = [count(part) for part in _tree_parts(plan, board, words)]
    while len(counted) > 32:
        counted = [merge(counted[i:i + 32]) for i in range(0, len(counted), 32)]
    with _search.sum_of(row for rows in dask.compute(*counted) for row in rows) as address:
        return _search._tree(address, board)


# ---- Packing ----


def pack_many(sources: Any, out: Union[str, 'os.PathLike[str]'], level: int = 3, *, piece_size: Size = 256 << 20, names: bool = False,
              index: str = 'by size', block_size: int = 0) -> PackedParts:
    """Packs texts on all workers, at once, and joins the parts to the database `out`.

    `sources`: a path, a pattern, or a list of such and of texts (bytes). Files that gzip, bzip2, xz or zstd wrapped are unwrapped.
    The text of the database is theirs, one behind the other. Plain files of more than `piece_size` bytes are cut where a game
    begins. With `names` none is cut, and each keeps its name, so that pgnunpack -C lays them out again. Workers and caller have to
    see the same folders: the parts are made beside `out`, in a folder that is removed in the end.

    Numbers of games, columns and text are those of a file that was packed at once. Its bytes are not: each part is a database of its
    own (pgnpack's of that text) with its index and, where it is large enough for one, its opening tree, and blocks end where
    parts do. `level`, `index`, `block_size`: as Writer has them.
    """
    out = os.path.abspath(os.fsdecode(out))
    with _packing.own_folder(out) as folder:
        pieces = _packing.pieces_of(sources, folder, piece_size, names)
        pack = dask.delayed(_packing.pack_piece, pure=False)
        counts = dask.compute(*[pack(piece, level, index, block_size) for piece in pieces])
        _packing.join([piece.target for piece in pieces], out)
    return PackedParts(out, sum(one.games for one in counts), sum(one.text_size for one in counts),
                       sum(one.packed_size for one in counts), len(pieces))
