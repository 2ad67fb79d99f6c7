#!/usr/bin/env python3
"""Plays quick engine games and prints them as PGN: how data/engine-games.pgn and data/clocked.pgn were made.

    play_games.py --games 2000 --seed 1 --chess960 0.05 > engine-games.pgn
    play_games.py --games 150 --seed 2 --online > clocked.pgn

Needs the Debian packages stockfish, ethereal-chess, glaurung, toga2 and gnuchess. The same seed gives games
of the same kind, not the same games: Stockfish's weaker levels choose by chance of their own.
"""

import argparse
import os
import random
import re
import sys

import game_text
from uci_rules import START_FEN, Engine, Rules, board_of, is_castling, plain_san

STOCKFISH, ETHEREAL, GLAURUNG = "/usr/games/stockfish", "/usr/games/ethereal-chess", "/usr/games/glaurung"
TOGA, GNU = "/usr/games/toga2", "/usr/games/gnuchess --uci"
NINE_SIXTY = (STOCKFISH, ETHEREAL, GLAURUNG)
MATE = 100000
LONGEST = 320

# name, program, options, limit, share of random moves, rating to print in the online shape
PLAYERS = [
    ("Stockfish 15.1 (2500 nodes)", STOCKFISH, {}, "nodes 2500", 0, 2710),
    ("Stockfish 15.1 (600 nodes)", STOCKFISH, {}, "nodes 600", 0, 2480),
    ("Stockfish 15.1 (200 nodes)", STOCKFISH, {}, "nodes 200", 0, 2230),
    ("Stockfish 15.1 (level 8)", STOCKFISH, {"Skill Level": 8}, "nodes 800", 0, 1960),
    ("Stockfish 15.1 (level 3)", STOCKFISH, {"Skill Level": 3}, "nodes 800", 0, 1620),
    ("Stockfish 15.1 (level 0)", STOCKFISH, {"Skill Level": 0}, "nodes 400", 0, 1310),
    ("Stockfish 15.1 (level 0, careless)", STOCKFISH, {"Skill Level": 0}, "nodes 400", 0.12, 1015),
    ("Ethereal 12.00 (2000 nodes)", ETHEREAL, {}, "nodes 2000", 0, 2390),
    ("Ethereal 12.00 (400 nodes)", ETHEREAL, {}, "nodes 400", 0, 2105),
    ("Ethereal 12.00 (careless)", ETHEREAL, {}, "nodes 300", 0.08, 1440),
    ("Glaurung 2.2 (3000 nodes)", GLAURUNG, {"OwnBook": "false", "Threads": 1}, "nodes 3000", 0, 2250),
    ("Glaurung 2.2 (careless)", GLAURUNG, {"OwnBook": "false", "Threads": 1}, "nodes 1000", 0.08, 1395),
    ("Toga II 3.0 (depth 5)", TOGA, {"OwnBook": "false", "Hash": 16}, "depth 5", 0, 2190),
    ("Toga II 3.0 (depth 2)", TOGA, {"OwnBook": "false", "Hash": 16}, "depth 2", 0, 1780),
    ("GNU Chess 6.2.7 (depth 4)", GNU, {"OwnBook": "false"}, "depth 4", 0, 1890),
    ("GNU Chess 6.2.7 (depth 1)", GNU, {"OwnBook": "false"}, "depth 1", 0.04, 1520),
]


class Player:
    def __init__(self, name, program, options, limit, careless, rating):
        self.name, self.limit, self.careless, self.rating = name, limit, careless, rating
        self.plays_960 = program in NINE_SIXTY
        arguments = dict(options, UCI_Chess960="true") if self.plays_960 else options
        self.engine = Engine(program.split(), arguments)

    def move(self, game, rng):
        """The move, and the score in hundredths of a pawn for the side to move (None where not known)."""
        if rng.random() < self.careless:
            return rng.choice(game.legal), None
        moves = game.moves if self.plays_960 else game.classical_moves
        start = "startpos" if game.start == START_FEN else "fen " + game.start
        self.engine.tell(f"position {start} moves {' '.join(moves)}")
        answer = self.engine.ask("go " + self.limit, "bestmove")
        move = answer[-1].split()[1]
        if move == "(none)":  # Glaurung, where the nodes were spent before it had a move
            return rng.choice(game.legal), None
        if not self.plays_960:
            move = next(legal for legal in game.legal if classical(game.board, legal) == move)
        if move not in game.legal:
            raise RuntimeError(f"{self.name} plays {move} in {game.fen}")
        return move, score_of(answer)


def score_of(answer):
    scores = [re.search(r" score (cp|mate) (-?\d+)", line) for line in answer]
    scores = [score for score in scores if score]
    if not scores:
        return None
    kind, value = scores[-1].group(1), int(scores[-1].group(2))
    if kind == "cp":
        return value
    return MATE - value if value > 0 else -MATE - value


def classical(board, move):
    """Castling as the king's two steps, for engines that know only orthodox chess."""
    if not is_castling(board, move):
        return move
    return move[:2] + ("g" if move[2] > move[0] else "c") + move[3]


class Game:
    """One game in progress. `result` is None until there is one. `scores`: the players' own, White's side."""

    def __init__(self, rules, start):
        self.rules, self.start = rules, start
        self.moves, self.classical_moves, self.sans, self.scores = [], [], [], []
        self.seen, self.result, self.termination = {}, None, "Normal"
        self._arrive(rules.normalised(start), False)

    def _arrive(self, fen, check):
        self.fen, self.board, self.legal = fen, board_of(fen), self.rules.legal(fen)
        key = " ".join(fen.split()[:4])
        self.seen[key] = self.seen.get(key, 0) + 1
        if not self.legal:
            self.result = "1/2-1/2"
            if check:
                self.result = "0-1" if self.white_to_move() else "1-0"
                self.sans[-1] = self.sans[-1].rstrip("+") + "#"
        elif self.seen[key] == 3 or int(fen.split()[4]) >= 100 or bare(self.board):
            self.result = "1/2-1/2"

    def white_to_move(self):
        return self.fen.split()[1] == "w"

    def play(self, move):
        san = plain_san(self.board, move, self.legal)
        self.moves.append(move)
        self.classical_moves.append(classical(self.board, move))
        fen, check = self.rules.play(self.fen, move)
        self.sans.append(san + ("+" if check else ""))
        self._arrive(fen, check)


def bare(board):
    """Neither side can mate: kings with at most one minor piece."""
    men = sorted(man.lower() for man in board.values() if man not in "Kk")
    return men in ([], ["b"], ["n"])


def chess960_start(rng):
    row = [None] * 8
    row[rng.choice((0, 2, 4, 6))] = "b"
    row[rng.choice((1, 3, 5, 7))] = "b"
    for man in "qnn":
        row[rng.choice([file for file in range(8) if row[file] is None])] = man
    for man in "rkr":
        row[row.index(None)] = man
    rooks = "".join("ABCDEFGH"[file] for file in (7, 6, 5, 4, 3, 2, 1, 0) if row[file] == "r")
    rights = rng.choice(("KQkq", rooks + rooks.lower()))
    text = "".join(row)
    return f"{text}/pppppppp/8/8/8/8/PPPPPPPP/{text.upper()} w {rights} - 0 1"


def read_openings():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "openings.txt")
    with open(path, encoding="utf-8") as file:
        lines = [line.split(" | ") for line in file if not line.startswith("#")]
    return [(eco, name, moves.split()) for eco, name, moves in lines]


def opened_game(rules, start, openings, rng, judge):
    """A game with a typed line or 4 to 8 moves by chance, and the line's code and name if there is one."""
    game = Game(rules, start)
    if start == START_FEN and rng.random() < 0.75:
        eco, name, sans = rng.choice(openings)
        for san in sans:
            game.play(next(move for move in game.legal if plain_san(game.board, move, game.legal) == san))
        return game, (eco, name)
    for _ in range(rng.randint(4, 8)):
        if game.result is None:
            game.play(rng.choice(game.legal))
    if game.result is None and abs(score_after(game, len(game.moves), judge)) < 250:
        return game, None
    return opened_game(rules, start, openings, rng, judge)


def score_after(game, plies, judge):
    """For the side to move."""
    judge.tell(f"position fen {game.start} moves {' '.join(game.moves[:plies])}")
    return score_of(judge.ask("go nodes 800", "bestmove"))


def play_on(game, players, rng):
    """Until the rules, a resignation, a draw by agreement or the length ends the game."""
    resigns_at = rng.choice((500, 800, 1200, 2000, 10 * MATE, 10 * MATE))
    agrees = rng.random() < 0.6
    losing = [0, 0]
    while game.result is None:
        side = 0 if game.white_to_move() else 1
        move, score = players[side].move(game, rng)
        losing[side] = losing[side] + 1 if score is not None and score < -resigns_at else 0
        if losing[side] == 3:
            game.result = ("0-1", "1-0")[side]
            return
        game.play(move)
        game.scores.append(score if score is None or side == 0 else -score)
        level = [score for score in game.scores[-8:] if score is not None and abs(score) < 25]
        if game.result is None and agrees and len(game.moves) > 70 and len(level) == 8:
            game.result = "1/2-1/2"
        if game.result is None and len(game.moves) >= LONGEST:
            game.result = "*"


def analyse(game, judge):
    """A quick score from White's side behind each move but one that ends the game on the board."""
    scores = []
    for ply in range(1, len(game.moves) + 1):
        score = score_after(game, ply, judge)
        scores.append(score if ply % 2 == 0 or score is None else -score)
    if not game.legal:
        scores[-1] = None
    return scores


def pair(players, chess960, near, rng):
    """Two players; `near`: of about one strength, as on a server."""
    able = [player for player in players if player.plays_960 or not chess960]
    white = rng.choice(able)
    rest = [player for player in able if not near or abs(player.rating - white.rating) < 300]
    return white, rng.choice(rest)


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--games", type=int, default=10)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--chess960", type=float, default=0, help="share of Chess960 games")
    options.add_argument("--online", action="store_true", help="the shape of a game server's export")
    options = options.parse_args()
    rng = random.Random(options.seed)
    rules, openings = Rules(STOCKFISH), read_openings()
    players = [Player(*player) for player in PLAYERS]
    judge = Engine([STOCKFISH], {"UCI_Chess960": "true"})
    for number in range(1, options.games + 1):
        game_rng = random.Random(rng.random())
        chess960 = game_rng.random() < options.chess960
        two = pair(players, chess960, options.online or game_rng.random() < 0.7, game_rng)
        start = chess960_start(game_rng) if chess960 else START_FEN
        game, label = opened_game(rules, start, openings, game_rng, judge)
        play_on(game, two, game_rng)
        if options.online:
            scores = analyse(game, judge) if game_rng.random() < 0.6 else None
            text = game_text.online(game, two, label, scores, game_rng)
        else:
            text = game_text.export(game, two, number, game_rng)
        sys.stdout.write(text)
        sys.stdout.flush()
    for engine in [rules.engine, judge] + [player.engine for player in players]:
        engine.quit()


if __name__ == "__main__":
    main()
