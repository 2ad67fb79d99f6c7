"""A bridge to python-chess, where that is installed: pgnpack itself neither has nor needs it. Game.to_chess(), Board.to_chess() and
pgnpack.from_chess() lead here.

>>> board = chess_game(db[0]).end().board()        # doctest: +SKIP
"""

from __future__ import annotations

from typing import Any, Union

from ._board import Board
from ._errors import ArgumentError, ArgumentTypeError
from ._games import Game


def chess_game(game: Game) -> Any:
    """The game as a chess.pgn.Game of python-chess: its tags, its main line, and the comments of that.

    ImportError: python-chess is not there. Variations and glyphs are not taken over: chess.pgn.read_game(io.StringIO(game.text)) reads
    them, too, and takes many times as long. ValueError: the moves end early, at a null move or a drop that a board refuses.
    """
    import chess
    import chess.pgn
    result = chess.pgn.Game()
    for name, value in game.tags.items():
        result.headers[name] = value
    comments, node = game.comments, result
    _comment(node, comments[0] if comments else '')
    for text, comment in zip(game.uci, comments[1:]):
        node = node.add_variation(chess.Move.from_uci(text))
        _comment(node, comment)
    return result


def _comment(node: Any, text: str) -> None:
    if hasattr(node, 'comments'):  # versions after 1.11
        node.comments = [text] if text else []
    else:
        node.comment = text


def chess_board(board: Board) -> Any:
    """The position as a chess.Board, without the moves that led to it; of Chess960 where castling is."""
    import chess
    result = chess.Board(board.fen)
    result.chess960 = result.has_chess960_castling_rights()
    return result


def from_chess(one: Any) -> Union[Game, Board]:
    """Of a chess.Board the Board with its position, of a chess.pgn.Game the Game, with variations, glyphs and comments.

    The game is that of a database of its own, which is in memory; its text is what python-chess writes. ArgumentTypeError: it is neither.
    ArgumentError: a board of another variant than chess and Chess960.
    """
    import chess
    import chess.pgn
    if isinstance(one, chess.Board):
        if one.uci_variant != 'chess':
            raise ArgumentError(f'a board of {one.uci_variant}: there are boards of chess and Chess960')
        return Board(one.fen())
    if not isinstance(one, chess.pgn.Game):
        raise ArgumentTypeError(f'a chess.pgn.Game or a chess.Board, not {type(one).__name__}')
    from ._database import open as open_database
    from ._pack import pack_bytes
    return open_database(pack_bytes(f'{one}\n'))[0]
