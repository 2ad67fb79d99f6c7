"""Selections of games, and single ones."""

from __future__ import annotations

import datetime
import os
import sys
from typing import TYPE_CHECKING, Any, Callable, Counter, Dict, Iterable, Iterator, List, Optional, Sequence, Set, Tuple, Union, overload

from . import _batch, _memory, _native, _query, _search, _table
from ._board import Board, is_plain
from ._columns import Columns, Lists, Strings
from ._errors import ArgumentError, PgnpackError, text_argument, whole_number
from ._native import lib
from ._query import Where
from ._search import Hit, Name, Tree
from ._source import File

if TYPE_CHECKING:
    from ._batches import Batches
    from ._database import Database
    from ._planes import Planes

# Games that an iteration reads at once: few at first, since it may end soon.
_CHUNK_MIN, _CHUNK_MAX = 16, 1024
_SHOWN = ('game', 'White', 'WhiteElo', 'Black', 'BlackElo', 'outcome', 'Date', 'Event', 'ECO', 'plies')
_PLIES = (_native.ITEM_MOVE, _native.ITEM_NULL_MOVE, _native.ITEM_DROP)


class Run:
    """Games of one file: `count` from number `first` on, or those of `numbers`, an array of 64 bits each."""

    def __init__(self, file: File, first: int, count: int, numbers: Any = None) -> None:
        self.file, self.first, self.count, self.numbers = file, first, count, numbers


def processors() -> int:
    """How many this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def team_of(threads: Optional[int]) -> int:
    if threads is None:
        return processors()
    return whole_number('threads', threads, 0, sys.maxsize, ', or None for one a processor') or processors()


def in_threads(run: Callable[[Any], Any], jobs: Sequence[Any], threads: Optional[int]) -> Iterator[Any]:
    """run(job) of each, in their order."""
    team = min(team_of(threads), len(jobs))
    if team <= 1:
        yield from map(run, jobs)
        return
    import concurrent.futures  # takes longer to import than some questions to answer
    with concurrent.futures.ThreadPoolExecutor(team) as pool:
        yield from pool.map(run, jobs)


class Games(Sequence['Game']):
    """Games of a database: all of them, a slice, or those that a search found.

    Indexes count from 0, as everywhere in Python, over all files of the database; numbers of games from 1, in each file, as in
    the file's index and in pgnfind's output. games[i] is a Game; a slice, a list, range or array of indexes, and a mask (True or
    False for each game) give Games. IndexError: there is no such game, or the mask is of another length.
    """

    def __init__(self, database: Optional['Database'], selection: Any) -> None:
        self._owner = database
        #: Indexes in the database: a range, or an array.
        self._selection = selection

    @property
    def _database(self) -> 'Database':
        """A database is its own, without a reference to itself, which would let it live until it is found."""
        return self if self._owner is None else self._owner  # type: ignore[return-value]

    def _files_key(self) -> Tuple[Any, ...]:
        """What it has in common with games of the same files, whose indexes mean the same."""
        database = self._database
        return tuple(file.identity for file in database._files), tuple(database._starts[:-1])

    def __eq__(self, other: Any) -> bool:
        """Are they the same games of the same files, in the same order?"""
        if not isinstance(other, Games):
            return NotImplemented
        return self is other or (len(self) == len(other) and self._files_key() == other._files_key()
                                 and list(self._selection) == list(other._selection))

    def __hash__(self) -> int:
        return hash((self._files_key(), len(self)))

    def __reduce__(self) -> Any:
        database = self._database
        return _games_again, (database, list(database._starts), self._selection)

    def __len__(self) -> int:
        return len(self._selection)

    @overload
    def __getitem__(self, i: int) -> 'Game': ...

    @overload
    def __getitem__(self, i: Union[slice, Iterable[Any]]) -> 'Games': ...

    def __getitem__(self, i: Any) -> Union['Game', 'Games']:
        if not _memory.is_index(i):
            return self._chosen(i)
        try:
            index = int(self._selection[i])
        except IndexError:
            raise IndexError(f'there is no game {i}: there are {len(self)}') from None
        return Game(_Chunk(self._database, range(index, index + 1), set()), 0)

    def __iter__(self) -> Iterator['Game']:
        used: Set[str] = set()
        at, size = 0, _CHUNK_MIN
        while at < len(self):
            part = self._selection[at:at + size]
            if isinstance(part, range) and part.step == 1:
                part = range(part.start, min(part.stop, self._database._block_end(part.start)))
            chunk = _Chunk(self._database, part, used)
            for i in range(len(part)):
                yield Game(chunk, i)
            at, size = at + len(part), min(_CHUNK_MAX, 4 * size)

    def head(self, n: int = 5) -> 'Games':
        """The first `n` games, or as many as there are."""
        return self[:whole_number('n', n, 0, sys.maxsize)]

    def __repr__(self) -> str:
        return f'<{type(self).__name__} of {len(self)} games>'

    def _repr_html_(self) -> Optional[str]:
        """What notebooks show: the first games."""
        from . import _pictures
        try:
            first = self.head(10).columns(*_SHOWN, threads=1, strict=False)
        except PgnpackError:
            return None  # __repr__ says what there is
        return _pictures.table_html(first, first.rows, len(self))

    @property
    def indexes(self) -> Any:
        """Of these games in the database, from 0: a range, or an array."""
        return self._selection

    # ---- Columns ----

    def columns(self, *names: str, where: Where = None, games: Any = None, threads: Optional[int] = None,
                strict: bool = True) -> Columns:
        """Columns by their names (Database.column_names has all).

        `where` is a query: only games that fulfil it. `games`: a slice, indexes or a mask among these games. `threads`
        may work at once; None: one a processor. `strict`: a name that no tag of the files has is an error, else a column of None.
        """
        selected, plan = self._asked(names, where, games, threads, strict)
        return selected._read(plan, threads)

    def batches(self, *names: str, rows: int = 16384, where: Where = None, games: Any = None, threads: Optional[int] = None,
                strict: bool = True) -> 'Batches':
        """The same of at most `rows` games at a time (1 to 2^31 - 1): an iterable of Columns, of which each takes the memory of its own games alone.

        pyarrow, Polars and DuckDB take it as a stream of record batches. Games out of order are read block by block for each batch.
        """
        from ._batches import Batches
        selected, plan = self._asked(names, where, games, threads, strict)
        return Batches(selected, plan, whole_number('rows', rows, 1, (1 << 31) - 1), threads)

    def _asked(self, names: Sequence[str], where: Where, games: Any, threads: Optional[int], strict: bool) -> Tuple['Games', _table.Plan]:
        selected = self._where(where, games, threads)
        plan = _table.Plan({_table.check_name(name): self._database._tag_of(name) for name in names})
        if strict:
            self._database._check_tags(names)
        return selected, plan

    def column(self, name: str, **options: Any) -> Any:
        """A single column: columns(name, ...)[name]."""
        return self.columns(name, **options)[name]

    def value_counts(self, name: str, **options: Any) -> Counter[Any]:
        """How many games have each value of a column, most first: value_counts('White')."""
        tag = self._database._tag_of(_table.check_name(name))
        if not options.get('where') and tag is not None and tag not in _table.NUMBER_TAGS:
            if options.get('strict', True):
                self._database._check_tags([name])
            chosen = self if options.get('games') is None else self._chosen(options['games'])
            span = self._database._span_of(chosen._selection)
            if isinstance(span, range) and span.step == 1:
                runs = self._database._stretches(span)
                return _search.counts_of(self._database._files, tag, runs, len(chosen._selection))
        column = self.column(name, **options)
        if isinstance(column, Strings):
            return column.value_counts()
        if isinstance(column, Lists):
            raise ArgumentError(f'"{name}" is a column of lists')
        return Counter(dict(Counter(column.tolist()).most_common()))

    def to_pandas(self, *names: str, **options: Any) -> Any:
        """Columns as a DataFrame of pandas; without names, all but the lists."""
        if not names:
            names = tuple(name for name in self._database.column_names if name not in _table.BEHIND_TAGS)
        return self.columns(*names, **options).to_pandas()

    def _where(self, where: Where, games: Any, threads: Optional[int]) -> 'Games':
        chosen = self if games is None else self._chosen(games)
        return chosen if where is None else chosen.search(where, threads=threads).games

    def _chosen(self, games: Any) -> 'Games':
        if isinstance(games, slice):
            return Games(self._database, self._selection[games])
        places = _memory.chosen(games, len(self))
        if isinstance(games, range) and games.step > 0 and (not games or games[0] >= 0):
            return Games(self._database, self._selection[games.start:games.stop:games.step])
        return Games(self._database, _memory.public(None, 'q', _memory.of(None, 'q', (self._selection[i] for i in places))))

    def _read(self, plan: _table.Plan, threads: Optional[int]) -> Columns:
        """Of all games of the selection, in its order."""
        np = _memory.numpy() if plan.has_numbers else _memory.loaded_numpy()
        ascending, places = _ascending(self._database._span_of(self._selection))
        pieces: List[_batch.Piece] = []
        files: List[Tuple[File, int]] = []

        def work(run: Run) -> List[_batch.Piece]:
            with run.file.batch(plan.wanted) as batch:
                if run.numbers is not None:
                    return list(batch.picked(run.file, np, plan.wanted, run.numbers))
                return list(batch.pieces(run.file, np, plan.wanted, run.first, run.count))
        runs = self._database._runs(ascending, threads)
        for run, result in zip(runs, in_threads(work, runs, threads)):
            pieces += result
            files.append((run.file, sum(piece.count for piece in result)))
        piece = _batch.join(np, plan.wanted, pieces) if pieces else _batch.nothing(np, plan.wanted)
        columns = plan.result(np, piece, files)
        return columns if places is None else _placed(columns, places)

    # ---- Searches ----

    def search(self, where: Where = None, *, threads: Optional[int] = None, limit: Optional[int] = None, **words: Any) -> 'Hits':
        """Games that fulfil all conditions, those of `where` and the named ones, each with its first place: docs/QUERIES.md.

        search(player='Kasparov', eco='B90-B99', white_elo='2700-', mate=True). Values are texts, numbers, True for conditions
        that have none, a list for several of a kind, a Board for `fen`. not_ and for_ stand for Python's words. At most `limit` hits.
        """
        if limit is not None:
            limit = whole_number('limit', limit, 0, sys.maxsize)
        np = _memory.numpy()
        found: List[_search.FoundArrays] = []
        owners: List[Tuple[File, int]] = []
        with _query.Query(_query.words_of(where, words)) as query:
            selection = self._database._span_of(self._selection)
            ascending, _ = _ascending(selection)
            runs = self._database._spans(ascending, 1 if limit is not None else threads)

            def work(run: Run) -> _search.FoundArrays:
                most = None if limit is None else max(0, limit - sum(one.count for one in found))
                if not isinstance(selection, range) or selection.step != 1:
                    most = None
                return _search.search_range(run.file, np, query.address, run.first, run.count, most)
            for run, result in zip(runs, in_threads(work, runs, 1 if limit is not None else threads)):
                found.append(result)
                owners.append((run.file, result.count))
                if limit is not None and sum(one.count for one in found) >= limit:
                    break
        hits = Hits(self._database, np, _search.joined(np, found) if found else None, owners)
        return hits._among(selection)._first(limit)

    def tree(self, fen: Union[None, str, Board] = None, where: Where = None, *, threads: Optional[int] = None, **words: Any) -> Tree:
        """What was played in a position (None: the start position), in these games, or in those that fulfil conditions."""
        conditions = _query.words_of(where, words)
        board = fen if isinstance(fen, Board) else Board(fen)
        span = self._database._span_of(self._selection)
        if not isinstance(span, range) or span.step != 1:
            raise ArgumentError('a tree is of all games, of a slice of them, or of those of a query')

        def cut(run: Run, counted: Callable[[Run], int]) -> Iterator[int]:
            parts = [run]
            if team_of(threads) > 1 and run.count > 20000:
                if run.count < run.file.game_count or 2 * _search.games_to_search(run, query_address, board) > run.count:
                    parts = self._database._cut(run, threads)
            return in_threads(counted, parts, threads)
        query = _query.Query(conditions) if conditions else None
        query_address = None if query is None else query.address
        try:
            return _search.tree_of(self._database._files, query_address, board, self._database._spans(span, 1), cut)
        finally:
            if query is not None:
                query.free()

    def names(self, pattern: Optional[str] = None, *, tag: Optional[str] = None, where: Where = None,
              threads: Optional[int] = None) -> List[Name]:
        """Players whose names fit the pattern (None: all), or another tag's values, those of most games first."""
        selected = self._where(where, None, threads)
        if any(text is not None and '\0' in text_argument('a name', text) for text in (tag, pattern)):
            raise ArgumentError('names and patterns have no zero bytes')
        ascending, _ = _ascending(self._database._span_of(selected._selection))
        return _search.names_of(self._database._files, tag, pattern, self._database._stretches(ascending))

    def positions(self, *names: str, where: Where = None, games: Any = None, threads: Optional[int] = None) -> Columns:
        """Columns of all positions of the games' main lines, one row each: game, file, ply, key, fen, move, uci, clock, eval.

        `ply` counts the half-moves before it; `move` (in SAN) and `uci` are what is played there, `clock` and `eval` what stands
        behind that move; None in a game's last position.
        """
        from . import _positions
        return _positions.positions(self._where(where, games, threads), names or _positions.NAMES, threads)

    def planes(self, count: int = 12, *, rows: int = 4096, bits: bool = False, where: Where = None, games: Any = None) -> Iterator['Planes']:
        """All positions of the games' main lines as planes of squares, `rows` at a time (1 to 2^24; the last batch may have less): arrays of NumPy's.

        Plane 0 to 11: where the men PNBRQKpnbrqk stand. With count=18 also 12: White is to move (all squares, or none); 13 to 16: the rights of
        castling, White's on the king's side, on the queen's, then Black's (all squares); 17: the square of an en-passant capture that is legal.
        uint8 [position, plane, rank, file], or with `bits` uint64 [position, plane]. Only a batch and some hundred games are in memory at once.
        """
        from . import _planes
        return _planes.planes(self._where(where, games, None), count, rows, bits)


def _ascending(selection: Any) -> Tuple[Any, Any]:
    """The selection in ascending order, each game once; and where each of its games stands there, or None: as they stand."""
    if isinstance(selection, range):
        if selection.step > 0:
            return selection, None
        return selection[::-1], range(len(selection) - 1, -1, -1)
    numbers = selection.tolist()
    if all(map(int.__lt__, numbers, numbers[1:])):
        return selection, None
    different = sorted(set(numbers))
    place = {number: i for i, number in enumerate(different)}
    return _memory.public(None, 'q', _memory.of(None, 'q', different)), [place[number] for number in numbers]


def _placed(columns: Columns, places: Sequence[int]) -> Columns:
    result: Dict[str, Any] = {}
    for name, column in columns.items():
        if hasattr(column, 'take') and isinstance(column, (Strings, Lists)):
            result[name] = column.take(places)
        elif isinstance(column, list):
            result[name] = [column[i] for i in places]
        elif hasattr(column, 'typecode'):
            result[name] = type(column)(column.typecode, (column[i] for i in places))
        else:
            result[name] = column[list(places)]
    return Columns(result, len(places))


def _games_again(database: 'Database', starts: List[int], selection: Any) -> Games:
    """Of a database that was opened again. Appended games change no index but of the files behind."""
    if starts[:-1] != database._starts[:-1] or starts[-1] > database._starts[-1]:
        raise LookupError(f'{", ".join(database.paths)}: has changed: its games are not those that they were')
    return Games(database, selection)


class Hits(Sequence[Hit]):
    """What a search found, in the order of the database: arrays, and the games themselves.

    game: numbers in the file, from 1; ply, last_ply, item, move, as_black as in Hit; indexes: in the database, from 0.
    """

    def __init__(self, database: 'Database', np: Any, arrays: Optional[Dict[str, Any]], owners: Sequence[Tuple[File, int]]) -> None:
        if arrays is None:
            arrays = _search.joined(np, [])
        self._database, self._np = database, np
        self.game, self.ply, self.last_ply = arrays['game'], arrays['ply'], arrays['last_ply']
        self.item, self.move, self.as_black = arrays['item'], arrays['move'], arrays['as_black']
        bases = [(database._base_of(file), count) for file, count in owners]
        if np is not None:
            self.indexes = self.game - 1 + np.repeat(np.array([base for base, _ in bases], 'int64'), [count for _, count in bases])
        else:
            shifts = (base - 1 for base, count in bases for _ in range(count))
            self.indexes = _memory.public(None, 'q', _memory.of(None, 'q', (number + shift for number, shift in zip(self.game, shifts))))

    def __len__(self) -> int:
        return len(self.game)

    @overload
    def __getitem__(self, i: int) -> Hit: ...

    @overload
    def __getitem__(self, i: Union[slice, Iterable[Any]]) -> 'Hits': ...

    def __getitem__(self, i: Any) -> Union[Hit, 'Hits']:
        if isinstance(i, slice):
            return self._these(i)
        if not _memory.is_index(i):
            return self._these(_memory.chosen(i, len(self)))
        if not -len(self) <= i < len(self):
            raise IndexError(f'there is no hit {i}: there are {len(self)}')
        return Hit(*(int(getattr(self, name)[i]) for name in _search.HIT_FIELDS))

    @property
    def games(self) -> Games:
        """The games, for columns() and all else."""
        return Games(self._database, self.indexes)

    def columns(self, *names: str, **options: Any) -> Columns:
        """Columns of the games: games.columns(...)."""
        return self.games.columns(*names, **options)

    def to_pandas(self, *names: str, **options: Any) -> Any:
        return self.games.to_pandas(*names, **options)

    @property
    def file(self) -> Strings:
        """Path of each hit's file."""
        return self.games.column('file')  # type: ignore[no-any-return]

    def _repr_html_(self) -> Optional[str]:
        return self.games._repr_html_()

    def _these(self, which: Union[slice, List[int]]) -> 'Hits':
        result = Hits.__new__(Hits)
        result._database, result._np = self._database, self._np
        if self._np is not None and not isinstance(which, slice):
            which = self._np.array(which, 'int64')
        for name in _search.HIT_FIELDS + ('indexes',):
            column = getattr(self, name)
            if self._np is not None or isinstance(which, slice):
                setattr(result, name, column[which])
            else:
                setattr(result, name, type(column)(column.typecode, map(column.__getitem__, which)))
        return result

    def _among(self, selection: Any) -> 'Hits':
        """Those that are in the selection."""
        if isinstance(selection, range) and selection.step == 1:
            return self
        chosen = selection if isinstance(selection, range) else set(selection.tolist())
        return self._these([i for i, index in enumerate(self.indexes.tolist()) if index in chosen])

    def __reduce__(self) -> Any:
        return _hits_again, (self.games, {name: getattr(self, name) for name in _search.HIT_FIELDS + ('indexes',)})

    def _first(self, limit: Optional[int]) -> 'Hits':
        return self if limit is None else self._these(slice(0, limit))

    def __repr__(self) -> str:
        return f'<Hits: {len(self)} games>'


def _hits_again(games: Games, arrays: Dict[str, Any]) -> Hits:
    result = Hits.__new__(Hits)
    result._database, result._np = games._database, _memory.numpy()
    vars(result).update(arrays)
    return result


class _Chunk:
    """Games that are read together: what is asked of one is read of all."""

    def __init__(self, database: 'Database', selection: Any, used: Set[str]) -> None:
        self.database, self.selection, self.used = database, selection, used
        #: By name: lists of values as Python has them, or Lists.
        self.columns: Dict[str, Sequence[Any]] = {}
        self.tag_lists: Optional[Dict[str, List[Any]]] = None

    def _read(self, plan: _table.Plan) -> Columns:
        return Games(self.database, self.selection)._read(plan, 1)

    def value(self, name: str, i: int) -> Any:
        """Of a column: those that were asked of earlier chunks are read at once."""
        if name not in self.columns:
            self.used.add(name)
            names = [one for one in self.used if one not in self.columns]
            for one, column in self._read(_table.Plan({one: self.database._tag_of(one) for one in names})).items():
                self.columns[one] = column if isinstance(column, (Lists, list)) else column.tolist()
        return self.columns[name][i]

    def forget(self, name: str) -> None:
        """What was asked for turned out to be no column: it is not asked for again, here or of later chunks."""
        self.used.discard(name)
        self.columns.pop(name, None)

    def tags(self, i: int) -> Dict[str, str]:
        if self.tag_lists is None:
            columns = self._read(_table.TextPlan(self.database._all_tags()))
            self.tag_lists = {name: column.tolist() for name, column in columns.items()}
        return {name: values[i] for name, values in self.tag_lists.items() if values[i] is not None}


def _listed(values: Any) -> List[Any]:
    return list(values if isinstance(values, list) else values.tolist())


class Game:
    """A game: each column of the table is an attribute (game.White, game.day, game.WhiteElo, ...); None: it has none.

    What is read of it is kept; closing the database does not matter to what was read.
    """

    __slots__ = ('_chunk', '_i')

    if TYPE_CHECKING:  # what __getattr__() answers; other tags are Any
        Event: Optional[str]
        Site: Optional[str]
        Date: Optional[str]
        Round: Optional[str]
        White: Optional[str]
        Black: Optional[str]
        Result: Optional[str]
        ECO: Optional[str]
        FEN: Optional[str]
        WhiteElo: Optional[int]
        BlackElo: Optional[int]
        PlyCount: Optional[int]
        year: Optional[int]
        day: Optional[datetime.date]
        id: Optional[str]
        outcome: str
        plies: int

    def __init__(self, chunk: _Chunk, i: int) -> None:
        self._chunk, self._i = chunk, i

    @property
    def index(self) -> int:
        """In the database, from 0."""
        return int(self._chunk.selection[self._i])

    @property
    def number(self) -> int:
        """In its file, from 1."""
        return self._place()[1]

    @property
    def file(self) -> str:
        """The path of its file as it was given, '' where there is none."""
        return self._place()[0].path or ''

    def _place(self) -> Tuple[File, int]:
        return self._chunk.database._place_of(self.index)

    def _key(self) -> Tuple[Any, int]:
        file, number = self._place()
        return file.identity, number

    def __eq__(self, other: Any) -> bool:
        """Is it the same game of the same file? What it is made of does not count."""
        if not isinstance(other, Game):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> Any:
        """The file, the number there, and the id, which goes on leading to the game when the file was changed."""
        database = self._chunk.database
        file, number = self._place()
        return _game_again, (database, database._files.index(file), number, file.game_id(number))

    def __getattr__(self, name: str) -> Any:
        if name.startswith('_'):
            raise AttributeError(name)
        chunk = self._chunk
        if name in chunk.columns:
            return chunk.columns[name][self._i]
        value = chunk.value(name, self._i)
        if value is None and not _table.is_plain_column(name) and name not in chunk.database._column_tags():  # which looks at each block
            chunk.forget(name)
            raise AttributeError(f'games have no "{name}": it is neither a tag of the files nor another column')
        return value

    @property
    def tags(self) -> Dict[str, str]:
        """All its tags as texts, the roster's first; of one that it has twice the first."""
        return self._chunk.tags(self._i)

    def __getitem__(self, name: str) -> str:
        """The text of a tag."""
        return self.tags[name]

    @property
    def moves(self) -> Any:
        """The main line, 16 bits a move as Board takes them; 0 is a null move."""
        return self._chunk.value('moves', self._i)

    @property
    def san(self) -> List[str]:
        """The main line in SAN."""
        return str(self._chunk.value('san', self._i)).split()

    @property
    def uci(self) -> List[str]:
        """The main line in UCI notation."""
        return str(self._chunk.value('uci', self._i)).split()

    @property
    def clocks(self) -> List[Optional[int]]:
        """Milliseconds left behind each ply, None where the game does not say."""
        return _listed(self._chunk.value('clocks', self._i))

    @property
    def evals(self) -> List[Optional[int]]:
        """Centipawns behind each ply, from White's side: 2,000,000 - n is a mate in n moves by White, n - 2,000,000 by Black."""
        return _listed(self._chunk.value('evals', self._i))

    @property
    def comments(self) -> List[str]:
        """Of each position of the main line, the first one included; '' where there is none."""
        return _listed(self._chunk.value('comments', self._i))

    @property
    def text(self) -> str:
        """Its PGN, exactly as it was packed."""
        return str(self._chunk.value('text', self._i))

    @property
    def fens(self) -> List[str]:
        """Of each position of the main line."""
        return [board.fen for board in self._boards()]

    def board(self, ply: int = 0) -> Board:
        """The position behind so many half-moves; -1: the last one."""
        if ply < 0:
            ply += int(self.plies) + 1
        for i, board in enumerate(self._boards()):
            if i == ply:
                return board
        raise IndexError('the game is shorter')

    def to_chess(self) -> Any:
        """A chess.pgn.Game of python-chess with tags, main line and its comments; ImportError: that is not installed. See chess_game.chess_game()."""
        from .chess_game import chess_game
        return chess_game(self)

    def svg(self, ply: int = -1, size: int = 360, *, flipped: bool = False) -> str:
        """A picture of the position behind so many half-moves (-1: the last one) as Board.svg() makes it, with the squares of the move before it."""
        board = self.board(ply)
        moves = self.moves.tolist()[:ply if ply >= 0 else len(self.moves) + 1 + ply]
        marked = [moves[-1] >> 6 & 63, moves[-1] & 63] if moves and is_plain(moves[-1]) else []
        return board.svg(size, flipped=flipped, marked=marked)

    def _repr_svg_(self) -> Optional[str]:
        """What notebooks show: the last position."""
        try:
            return self.svg()
        except PgnpackError:
            return None  # __repr__ says why

    def positions(self) -> Columns:
        """Columns of its positions: as Games.positions()."""
        index = self.index
        return Games(self._chunk.database, range(index, index + 1)).positions('ply', 'key', 'fen', 'move', 'uci', 'clock', 'eval', threads=1)

    def _boards(self) -> Iterator[Board]:
        """One board that goes through the main line."""
        moves = self.moves.tolist()
        if all(map(is_plain, moves)):
            board = Board(self._chunk.value('FEN', self._i))
            yield board
            for move in moves:
                yield board.make(move)
            return
        yield from _stepped(*self._place())

    def __repr__(self) -> str:
        try:
            return f'<Game {self.number}: {self.White} - {self.Black}, {self.outcome}>'
        except PgnpackError as error:
            return f'<Game {self.number}: {error}>'


def _game_again(database: 'Database', n: int, number: int, name: Optional[str]) -> Game:
    index = database._index_of(n, number, name)
    return Game(_Chunk(database, range(index, index + 1), set()), 0)


def _stepped(file: File, number: int) -> Iterator[Board]:
    """The same where there are null moves or drops: by the game's items."""
    import ctypes
    with file.using() as reader:
        cursor = _native.handle(lib.cursor_new(reader, _native.PART_TAGS | _native.PART_MOVES))
        try:
            game, item = ctypes.c_void_p(), _native.Item()
            status = lib.cursor_seek(cursor, number)
            if status == _native.OK:
                status = lib.cursor_next(cursor, ctypes.byref(game))
            if status != _native.OK:
                raise file.failure(lib.error(cursor))
            board, depth, i = Board(), 0, 0
            board._check(lib.board_start(board.address, game))
            yield board
            while lib.game_item(game, i, ctypes.byref(item)):
                i += 1
                depth += (item.kind == _native.ITEM_VARIATION_BEGIN) - (item.kind == _native.ITEM_VARIATION_END)
                if depth == 0 and item.kind in _PLIES:
                    board._check(lib.board_step(board.address, ctypes.byref(item)))
                    yield board
        finally:
            lib.free(cursor)
