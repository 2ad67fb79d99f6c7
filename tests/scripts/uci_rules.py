"""Chess as a UCI engine sees it, for the scripts that make and check sample games.

The rules come from Stockfish ("go perft 1" and "d"), on purpose: the samples must not be checked by the code
that is tested with them. Castling is king takes rook in all of this, in orthodox chess too.
"""

import functools
import re
import subprocess

MOVE_LINE = re.compile(r"[a-h][1-8][a-h][1-8][nbrq]?: 1$")
START_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"


class Engine:
    """A UCI engine process. Options are set once, before the first command."""

    def __init__(self, command, options=None):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, bufsize=1)
        self.ask("uci", "uciok")
        for name, value in (options or {}).items():
            self.tell(f"setoption name {name} value {value}")
        self.ask("isready", "readyok")

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line, last):
        """Sends a line; returns what comes back, up to and with the line that begins with `last`."""
        self.tell(line)
        answer = []
        for text in self.process.stdout:
            answer.append(text.rstrip("\n"))
            if text.startswith(last):
                return answer
        raise RuntimeError(f"the engine ended while answering {line!r}")

    def quit(self):
        self.tell("quit")
        self.process.wait()


class Rules:
    def __init__(self, path="/usr/games/stockfish"):
        self.engine = Engine([path], {"UCI_Chess960": "true"})
        self.legal = functools.lru_cache(maxsize=4096)(self._legal)
        self.play = functools.lru_cache(maxsize=4096)(self._play)

    def _legal(self, fen):
        self.engine.tell(f"position fen {fen}")
        answer = self.engine.ask("go perft 1", "Nodes searched")
        return tuple(line.split(":")[0] for line in answer if MOVE_LINE.match(line))

    def _play(self, fen, move):
        """The position after a legal move, and whether it is check."""
        self.engine.tell(f"position fen {fen} moves {move}")
        answer = self.engine.ask("d", "Checkers:")
        after = next(line[5:] for line in answer if line.startswith("Fen: "))
        return after, answer[-1].strip() != "Checkers:"

    def normalised(self, fen):
        """The FEN as the engine writes it: rook files for castling, en passant only where one is possible."""
        self.engine.tell(f"position fen {fen}")
        answer = self.engine.ask("d", "Checkers:")
        return next(line[5:] for line in answer if line.startswith("Fen: "))

    def san(self, fen, move):
        text = plain_san(board_of(fen), move, self.legal(fen))
        after, check = self.play(fen, move)
        if not check:
            return text
        return text + ("+" if self.legal(after) else "#")


def board_of(fen):
    """The men by square name."""
    board = {}
    for rank, row in zip("87654321", fen.split()[0].split("/")):
        file = 0
        for mark in row:
            if mark.isdigit():
                file += int(mark)
            else:
                board["abcdefgh"[file] + rank] = mark
                file += 1
    return board


def is_castling(board, move):
    """King takes a rook of its own."""
    man, target = board[move[:2]], board.get(move[2:4])
    return man in "Kk" and target is not None and target.isupper() == man.isupper()


def plain_san(board, move, legal):
    """SAN without the check mark. `legal` must hold every legal move."""
    source, target = move[:2], move[2:4]
    man = board[source]
    if is_castling(board, move):
        return "O-O" if target[0] > source[0] else "O-O-O"
    if man in "Pp":
        text = target if source[0] == target[0] else f"{source[0]}x{target}"
        return text + ("=" + move[4].upper() if len(move) > 4 else "")
    rivals = [other[:2] for other in legal
              if other[2:4] == target and other[:2] != source and board[other[:2]] == man
              and not is_castling(board, other)]
    return man.upper() + _origin(source, rivals) + ("x" if target in board else "") + target


def _origin(source, rivals):
    if not rivals:
        return ""
    if all(rival[0] != source[0] for rival in rivals):
        return source[0]
    if all(rival[1] != source[1] for rival in rivals):
        return source[1]
    return source
