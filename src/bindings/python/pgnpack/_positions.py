"""The table of positions: one row a position of the main line."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Sequence

from . import _memory, _table
from ._columns import Columns, Strings
from ._errors import ArgumentError

#: All columns but the one that takes most room.
NAMES = ('game', 'file', 'ply', 'key', 'move', 'uci', 'clock', 'eval')

# What each is made of, besides the keys, which say how many positions there are, and FENs.
_OF = {'game': 'game', 'file': 'file', 'ply': None, 'key': None, 'fen': None, 'move': 'san', 'uci': 'uci', 'clock': 'clocks',
       'eval': 'evals'}


class _PositionsPlan(_table.Plan):
    """The columns of games that are needed, and lists of what each position has."""

    def __init__(self, columns: Dict[str, Optional[bytes]], lists: Sequence[str]) -> None:
        super().__init__(columns)
        from . import _batch
        self.wanted = _batch.Wanted(self.wanted.tags, tuple(self.wanted.columns) + tuple(lists))
        self.columns = {**columns, **{name: None for name in lists}}

    def _column(self, np: Any, piece: Any, name: str) -> Any:
        return _table.lists_of(np, 'keys', *piece.arrays['keys']) if name == 'keys' else super()._column(np, piece, name)


def positions(games: Any, names: Sequence[str], threads: Optional[int]) -> Columns:
    """Columns of the positions of a selection of games."""
    for name in names:
        if name not in _OF:
            raise ArgumentError(f'positions have no column "{name}": there are {", ".join(_OF)}')
    needed = [column for column in dict.fromkeys(_OF[name] for name in names) if column is not None]
    np = _memory.numpy()
    plan = _PositionsPlan({name: None for name in needed}, ('keys', 'fens') if 'fen' in names else ('keys',))
    plan.has_numbers = True
    columns = games._read(plan, threads)
    make: Any = _With(np, columns) if np is not None else _Without(columns)
    result: Dict[str, Any] = {}
    for name in names:
        result[name] = columns['fens'].values if name == 'fen' else make.column(name)
    return Columns(result, make.rows)


def fens_of(games: Any) -> Any:
    """Lists of the FENs of a selection of games, read by the caller's thread alone."""
    return games._read(_PositionsPlan({}, ('fens',)), 1)['fens']


class _With:
    """Columns with NumPy."""

    def __init__(self, np: Any, columns: Columns) -> None:
        self.np, self.columns = np, columns
        offsets = np.asarray(columns['keys'].offsets).astype('int64')
        self.sizes, self.starts = np.diff(offsets), offsets[:-1]
        self.rows = int(offsets[-1])

    def column(self, name: str) -> Any:
        np, columns = self.np, self.columns
        if name == 'game':
            return np.repeat(columns['game'], self.sizes)
        if name == 'file':
            codes, paths = columns['file'].factorize()
            chosen = np.repeat(codes, self.sizes)
            data = [path.encode('utf-8', 'surrogateescape') for path in paths]
            lengths = np.array([len(path) for path in data], 'int64')[chosen] if data else np.zeros(0, 'int64')
            return Strings(memoryview(b''.join(map(data.__getitem__, chosen.tolist()))), _memory.offsets_of(np, lengths))
        if name == 'ply':
            return (np.arange(self.rows) - np.repeat(self.starts, self.sizes)).astype('int32')
        if name == 'key':
            return columns['keys'].values
        has_move = np.ones(self.rows, bool)
        has_move[self.starts[self.sizes > 0] + self.sizes[self.sizes > 0] - 1] = False
        return self._numbers(_OF[name], has_move) if name in ('clock', 'eval') else self._words(_OF[name], has_move)

    def _numbers(self, name: Any, has_move: Any) -> Any:
        np, values = self.np, self.columns[name].values
        result = np.ma.masked_all(self.rows, 'int32')
        result[has_move] = values
        result.data[result.mask] = 0
        return result

    def _words(self, name: Any, has_move: Any) -> Strings:
        """Texts of moves with blanks between, one by one."""
        np, texts = self.np, self.columns[name]
        offsets, data = np.asarray(texts.offsets).astype('int64'), np.frombuffer(texts.data, 'uint8')
        blanks = np.flatnonzero(data == ord(' '))
        full = np.flatnonzero(np.diff(offsets) > 0)
        ends = np.sort(np.concatenate([blanks, offsets[1:][full]]))
        starts = np.sort(np.concatenate([blanks + 1, offsets[:-1][full]]))
        sizes = np.zeros(self.rows, 'int64')
        sizes[has_move] = ends - starts
        return Strings(data[data != ord(' ')], _memory.offsets_of(np, sizes), has_move.astype('uint8'))


class _Without:
    """The same without NumPy."""

    def __init__(self, columns: Columns) -> None:
        self.columns = columns
        self.sizes = list(columns['keys'].lengths)
        self.rows = sum(self.sizes)

    def column(self, name: str) -> Any:
        columns = self.columns
        if name == 'key':
            return columns['keys'].values
        if name == 'ply':
            return _array('i', [ply for size in self.sizes for ply in range(size)])
        if name == 'game':
            return _array('q', [number for number, size in zip(columns['game'], self.sizes) for _ in range(size)])
        if name == 'file':
            return Strings.of_list([path for path, size in zip(columns['file'].raw_list(), self.sizes) for _ in range(size)])
        return self._of_moves(columns[str(_OF[name])], _split if name in ('move', 'uci') else _listed)

    def _of_moves(self, column: Any, parts: Callable[[Any], List[Any]]) -> Any:
        result: List[Any] = []
        texts = isinstance(column, Strings)
        for value, size in zip(column.raw_list() if texts else column, self.sizes):
            if size:
                result += (parts(value) if size > 1 else []) + [None]
        return Strings.of_list(result) if texts else result


def _split(text: Any) -> List[Any]:
    return list(text.split(b' '))


def _listed(numbers: Any) -> List[Any]:
    return list(numbers)


def _array(code: str, numbers: List[int]) -> Any:
    return _memory.public(None, code, _memory.of(None, code, numbers))
