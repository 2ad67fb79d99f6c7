"""Positions: legal moves, SAN and UCI, FEN, keys."""

from __future__ import annotations

import ctypes
from typing import Any, Iterable, List, Optional, Union

from . import _native
from ._errors import ArgumentError, ArgumentTypeError, ClosedError, text_argument, whole_number
from ._native import lib

_FLAG_DROP = 6
_STATE_CHECK, _STATE_CHECKMATE, _STATE_STALEMATE, _STATE_NO_MATERIAL = 1, 2, 4, 8
_SAN, _UCI = 0, 1
_KEY_BCGN, _KEY_POLYGLOT = 0, 1


class Board:
    """A position of chess or Chess960, and moves made on it.

    Moves are numbers of 16 bits, as in the column `moves`: to-square in bits 0-5 (a1 = 0, b1 = 1 ... h8 = 63), from-square in
    bits 6-11, flag in bits 12-15. make() takes them, or their text in SAN or UCI notation. For one thread at a time.

    >>> board = Board()
    >>> board.make('e4').make('c5').make('g1f3').fen
    'rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2'
    >>> board.undo().san_moves()[:4]
    ['Na3', 'Nc3', 'Qe2', 'Qf3']
    """

    def __init__(self, fen: Optional[str] = None) -> None:
        self._address = 0
        self._address = _native.handle(lib.board_new(None))
        if fen is not None:
            self.set(fen)

    @property
    def address(self) -> int:
        if not self._address:
            raise ClosedError('the board is closed')
        return self._address

    def close(self) -> None:
        """Frees it; else that is done with the last reference."""
        if self._address:
            lib.free(self._address)
        self._address = 0

    def __del__(self) -> None:
        if getattr(self, '_address', 0):
            self.close()

    def _check(self, status: int) -> None:
        if status != _native.OK:
            raise _native.failure(lib.error(self.address))

    # ---- The position ----

    def set(self, fen: Optional[str] = None) -> 'Board':
        """Sets it to a FEN, X-FEN or Shredder-FEN, whose last fields may be missing; None: the start position."""
        text = None if fen is None else text_argument('fen', fen).encode('utf-8', 'surrogateescape')
        self._check(lib.board_set(self.address, text, len(text or b''), None))
        return self

    @property
    def fen(self) -> str:
        """X-FEN; the en-passant square stands there only where a capture is legal."""
        out = ctypes.create_string_buffer(_native.FEN_SIZE)
        lib.board_fen(self.address, out)
        return out.value.decode('ascii')

    def copy(self) -> 'Board':
        """Another board with this position, of which nothing can be undone."""
        return Board(self.fen)

    @property
    def white_to_move(self) -> bool:
        return bool(lib.board_side(self.address) == 0)

    @property
    def key(self) -> int:
        """A number of 64 bits: that of the column `key` of positions."""
        return int(lib.board_key(self.address, _KEY_BCGN))

    @property
    def polyglot_key(self) -> int:
        """That of Polyglot's opening books."""
        return int(lib.board_key(self.address, _KEY_POLYGLOT))

    @property
    def in_check(self) -> bool:
        return bool(lib.board_state(self.address) & _STATE_CHECK)

    @property
    def is_checkmate(self) -> bool:
        return bool(lib.board_state(self.address) & _STATE_CHECKMATE)

    @property
    def is_stalemate(self) -> bool:
        return bool(lib.board_state(self.address) & _STATE_STALEMATE)

    @property
    def lacks_material(self) -> bool:
        """Neither side can ever be mated."""
        return bool(lib.board_state(self.address) & _STATE_NO_MATERIAL)

    def man(self, square: Union[int, str]) -> Optional[str]:
        """The man on 'e4' or 28 as in a FEN; None: none."""
        man = lib.board_man(self.address, _square(square))
        return None if man == b'\0' else man.decode('ascii')

    def count(self, man: str) -> int:
        """How many of these men ('P', 'q', ...) there are."""
        return sum(self.man(square) == man for square in range(64))

    def material(self, white: bool) -> int:
        """A side's men in pawns."""
        return int(lib.board_material(self.address, 0 if white else 1))

    # ---- Moves ----

    def moves(self) -> List[int]:
        """The legal moves, by from-square, then by to-square."""
        array = (ctypes.c_uint16 * _native.BOARD_MOVES_MAX)()
        count = lib.board_moves(self.address, array, _native.BOARD_MOVES_MAX)
        return list(array[:count])

    def san_moves(self) -> List[str]:
        return [self.san(move) for move in self.moves()]

    def uci_moves(self) -> List[str]:
        return [self.uci(move) for move in self.moves()]

    def _text(self, move: int, notation: int) -> str:
        out = ctypes.create_string_buffer(_native.SAN_SIZE)
        if not lib.board_text(self.address, _word(move), notation, out):
            raise ArgumentError(f'the move {move} is not legal in {self.fen}')
        return out.value.decode('ascii')

    def san(self, move: int) -> str:
        """'Nf3' of a legal move."""
        return self._text(move, _SAN)

    def uci(self, move: int) -> str:
        """'g1f3' of a legal move."""
        return self._text(move, _UCI)

    def parse_san(self, text: str) -> int:
        """The legal move of a text in SAN."""
        return self._parse(_SAN, text)

    def parse_uci(self, text: str) -> int:
        """The legal move of a text in UCI notation; castling both ways."""
        return self._parse(_UCI, text)

    def _parse(self, notation: int, text: str) -> int:
        move, encoded = ctypes.c_uint16(), text.encode('utf-8', 'surrogateescape')
        self._check(lib.board_parse(self.address, notation, encoded, len(encoded), ctypes.byref(move)))
        return move.value

    def make(self, move: Union[int, str]) -> 'Board':
        """Makes a legal move: a number, or its text in SAN or UCI notation."""
        self._check(lib.board_make(self.address, self._parse_any(move) if isinstance(move, str) else _word(move)))
        return self

    def _parse_any(self, text: str) -> int:
        try:
            return self.parse_san(text)
        except ArgumentError as error:
            try:
                return self.parse_uci(text)
            except ArgumentError:
                raise error from None

    def undo(self) -> 'Board':
        """Takes the last move back that make() made."""
        self._check(lib.board_undo(self.address))
        return self

    def svg(self, size: int = 360, *, flipped: bool = False, marked: Iterable[Union[int, str]] = ()) -> str:
        """A picture of it as SVG, `size` pixels wide (16 to 4096); `flipped`: Black is below; `marked`: squares that stand out ('e4' or 28)."""
        from . import _pictures
        men = {square: man for square in range(64) for man in [self.man(square)] if man is not None}
        return _pictures.board_svg(men, self.fen, whole_number('size', size, 16, 4096), flipped, [_square(one) for one in marked])

    def _repr_svg_(self) -> Optional[str]:
        """What notebooks show."""
        return self.svg() if self._address else None

    def to_chess(self) -> Any:
        """The position as a chess.Board of python-chess, without the moves that led to it. ImportError: that is not installed."""
        from .chess_game import chess_board
        return chess_board(self)

    def __str__(self) -> str:
        rows = []
        for rank in range(7, -1, -1):
            rows.append(' '.join(self.man(8 * rank + file) or '.' for file in range(8)))
        return '\n'.join(rows)

    def __repr__(self) -> str:
        return f'Board({self.fen!r})' if self._address else '<Board, closed>'

    def __eq__(self, other: Any) -> bool:
        """Are the positions the same, as for the rule of repetition?"""
        return isinstance(other, Board) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __getstate__(self) -> str:
        return self.fen

    def __setstate__(self, fen: str) -> None:
        self.__init__(fen)  # type: ignore[misc]


def is_plain(move: int) -> bool:
    """Can make() make it: no null move, no drop?"""
    return move != 0 and move >> 12 != _FLAG_DROP


def _word(move: int) -> int:
    if isinstance(move, bool) or not hasattr(move, '__index__'):
        raise ArgumentTypeError(f'a move is a number of 16 bits, or its text, not {type(move).__name__}')
    if not 0 <= move < 1 << 16:
        raise ArgumentError(f'{move} is no move: they are numbers of 16 bits')
    return int(move)


def _square(square: Union[int, str]) -> int:
    if isinstance(square, str) and len(square) == 2 and square[0] in 'abcdefgh' and square[1] in '12345678':
        return 'abcdefgh'.index(square[0]) + 8 * (int(square[1]) - 1)
    if isinstance(square, int) and 0 <= square < 64:
        return square
    raise ArgumentError(f'{square!r} is no square')
