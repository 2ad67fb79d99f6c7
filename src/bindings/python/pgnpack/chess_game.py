"""A bridge to python-chess, where that is installed: pgnpack itself neither has nor needs it.

>>> board = chess_game(db[0]).end().board()        # doctest: +SKIP
"""

from __future__ import annotations

from typing import Any

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
    node.comment = comments[0] if comments else ''
    for text, comment in zip(game.uci, comments[1:]):
        node = node.add_variation(chess.Move.from_uci(text))
        node.comment = comment
    return result
