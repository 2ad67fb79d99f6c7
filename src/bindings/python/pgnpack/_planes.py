"""Positions as planes of squares and as bitboards, for what learns from them: made of batches of FENs, by NumPy alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, NamedTuple, Tuple

from . import _memory
from ._columns import Strings
from ._errors import ArgumentError, UnsupportedError, whole_number

if TYPE_CHECKING:
    from ._games import Games

#: Men of the first twelve planes.
MEN = 'PNBRQKpnbrqk'
_SIDE, _CASTLING, _EN_PASSANT, _ALL = 12, 13, 17, 18
_GAMES_MAX = 256
_ROWS_MAX = 1 << 24


class Planes(NamedTuple):
    """A batch of positions."""

    #: Indexes of their games in the database, from 0: int64.
    index: Any
    #: Half-moves before each: int32.
    ply: Any
    #: uint8, 0 or 1: [position, plane, rank, file], ranks from the first on, files from the a-file on; or uint64: [position, plane], a1 in bit 0,
    #: b1 in bit 1, ... h8 in bit 63.
    planes: Any


def planes(games: 'Games', count: int, rows: int, bits: bool) -> Iterator[Planes]:
    """See Games.planes()."""
    np = _memory.numpy()
    if np is None:
        raise UnsupportedError('planes are arrays of NumPy, which is not installed')
    if isinstance(count, bool) or count not in (len(MEN), _ALL):
        raise ArgumentError(f'count={count!r}: {len(MEN)}, or {_ALL} with side, castling and en passant')
    return _batches(np, games, int(count), whole_number('rows', rows, 1, _ROWS_MAX), bits)


def _batches(np: Any, games: 'Games', count: int, rows: int, bits: bool) -> Iterator[Planes]:
    batch, at = _new(np, rows, count, bits), 0
    for index, ply, fens in _positions(np, games, min(_GAMES_MAX, 1 + rows // 64)):
        done = 0
        while done < len(fens):
            part = slice(done, min(len(fens), done + rows - at))
            taken = slice(at, at + part.stop - done)
            batch.index[taken], batch.ply[taken] = index[part], ply[part]
            made = batch.planes[taken] if not bits else np.zeros((part.stop - done, count, 8, 8), 'uint8')
            _fill(np, fens[part], made.reshape(-1, count, 64))
            if bits:
                batch.planes[taken] = np.packbits(made.reshape(-1, count, 64), axis=-1, bitorder='little').view('<u8')[..., 0]
            at, done = taken.stop, part.stop
            if at == rows:
                yield batch
                batch, at = _new(np, rows, count, bits), 0
    if at:
        yield Planes(*(array[:at] for array in batch))


def _new(np: Any, rows: int, count: int, bits: bool) -> Planes:
    shape, kind = ((rows, count), 'uint64') if bits else ((rows, count, 8, 8), 'uint8')
    return Planes(np.zeros(rows, 'int64'), np.zeros(rows, 'int32'), np.zeros(shape, kind))


def _positions(np: Any, games: 'Games', step: int) -> Iterator[Tuple[Any, Any, Strings]]:
    """Of so many games at a time: indexes of games, plies, FENs."""
    from ._positions import fens_of
    for at in range(0, len(games), step):
        part = games[at:at + step]
        fens = fens_of(part)
        sizes = np.asarray(fens.lengths).astype('int64')
        starts = np.cumsum(sizes) - sizes
        ply = np.arange(int(sizes.sum())) - np.repeat(starts, sizes)
        yield np.repeat(np.asarray(part.indexes, 'int64'), sizes), ply, fens.values


def _fill(np: Any, fens: Strings, planes_of: Any) -> None:
    """Sets the squares of `planes_of`, zeros: [position, plane, square]."""
    offsets = np.asarray(fens.offsets).astype('int64')
    signs = np.frombuffer(fens.data, 'uint8')[offsets[0]:offsets[-1]]
    starts, sizes = offsets[:-1] - offsets[0], np.diff(offsets)
    row = np.repeat(np.arange(len(sizes)), sizes)

    def counted(values: Any) -> Any:
        """Sums up to each sign, from its FEN's beginning on."""
        sums = np.cumsum(values)
        return sums - np.repeat(sums[starts] - values[starts], sizes)
    field = counted((signs == ord(' ')).astype('int64'))
    plane = np.full(256, 255, 'uint8')
    plane[np.frombuffer(MEN.encode(), 'uint8')] = range(len(MEN))
    width = (plane != 255).astype('int64')
    width[ord('1'):ord('9')] = range(1, 9)
    square = (counted(np.where(field == 0, width[signs], 0)) - 1) ^ 56
    men = (field == 0) & (plane[signs] != 255)
    planes_of[row[men], plane[signs[men]], square[men]] = 1
    if planes_of.shape[1] > len(MEN):
        _fill_state(np, signs, field, row, planes_of)


def _fill_state(np: Any, signs: Any, field: Any, row: Any, planes_of: Any) -> None:
    """Side, castling and en passant: FEN's next three fields."""
    planes_of[row[(field == 1) & (signs == ord('w'))], _SIDE] = 1
    at = np.flatnonzero((field == 2) & (signs >= ord('A')))
    letters, rows = signs[at], row[at]
    black = letters >= ord('a')
    small = letters | 32
    kings = planes_of[rows, np.where(black, len(MEN) - 1, len(MEN) // 2 - 1)].argmax(axis=-1) & 7
    # A rook's file where it is not the outermost.
    queenside = np.where(small >= ord('i'), small == ord('q'), small.astype('int64') - ord('a') < kings)
    planes_of[rows, _CASTLING + 2 * black + queenside] = 1
    at = np.flatnonzero((field == 3) & (signs >= ord('a')))
    planes_of[row[at], _EN_PASSANT, signs[at] - ord('a') + 8 * (signs[at + 1].astype('int64') - ord('1'))] = 1
