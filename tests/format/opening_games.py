#!/usr/bin/env python3
"""opening_games.py COUNT PLIES: short games whose first moves are mostly the same ones, so that an opening tree has much to
tell of them. Some begin elsewhere (Chess960, a promotion, en passant), have drops, null moves, variations, no ratings.
"""

import random
import sys

import chess

# With how many of a hundred games begin there, and whether they have drops.
STARTS = [
    (chess.START.decode(), 55, False),
    ('rkbbnnqr/pppppppp/8/8/8/8/PPPPPPPP/RKBBNNQR w KQkq - 0 1', 8, False),
    ('nrkbbrqn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBRQN w KQkq - 0 1', 8, False),
    ('nrkbbrqn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBRQN w Qk - 0 1', 5, False),
    ('1nbqkbnr/Pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR w KQk - 0 1', 8, False),
    ('rnbqkbnr/pppp1ppp/8/8/4p3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3', 8, False),
    ('r2qk2r/pppppppp/8/8/8/8/PPPPPPPP/R2QK2R b KQkq - 4 9', 6, False),
    (chess.START.decode(), 5, True),
]
RESULTS = '1-0', '0-1', '1/2-1/2', '*'


def chosen(chance, position, moves):
    """Mostly one of the first in an order of its own, in which what is rare comes first."""
    def order(move):
        source, target, promotion = move
        is_rare = promotion or position.is_castling(move) or (position.board[source] in 'pP' and target == position.en_passant)
        is_double = position.board[source] == 'P' and (source, target) == (11, 27)
        return not is_rare, not is_double, (source * 37 + target * 11) % 61
    return sorted(moves, key=order)[min(int(chance.expovariate(2.6)), len(moves) - 1)]


def movetext(chance, position, plies, has_drops):
    words = []
    for _ in range(chance.randint(plies // 3, plies)):
        moves = list(position.moves())
        if not moves:
            break
        number = f'{position.counter // 2 + 1}.' + ('' if position.white else '..')
        square = chance.choice((16, 21, 40, 45))
        if chance.random() < 0.02 and not position.in_check():
            words += [number, '--']
            position = position.pass_turn()
            continue
        if has_drops and not position.in_check() and position.can_drop('N', square) and chance.random() < 0.3:
            after = position.drop('N', square)
            words += [number, 'N@' + chess.name(square) + after.check_sign()]
            position = after
            continue
        move, other = chosen(chance, position, moves), chance.choice(moves)
        words += [number, position.san(move, position.make(move))]
        if chance.random() < 0.05:
            words += ['(', number, position.san(other, position.make(other)), ')']
        position = position.make(move)
    return ' '.join(words)


def game(chance, plies):
    fen, _, has_drops = chance.choices(STARTS, [weight for _, weight, _ in STARTS])[0]
    result = chance.choice(RESULTS)
    tags = [('Result', result)]
    if chance.random() < 0.9:
        tags.append(('Date', f'{chance.randint(1985, 2024)}.??.??'))
    for name in 'WhiteElo', 'BlackElo':
        if chance.random() < 0.8:
            tags.append((name, chance.randint(900, 2850)))
    if fen != chess.START.decode():
        tags.append(('FEN', fen))
    text = movetext(chance, chess.position_of_fen(fen.encode()), plies, has_drops)
    return ''.join(f'[{name} "{value}"]\n' for name, value in tags) + f'\n{text} {result}\n\n'


def main(count, plies):
    chance = random.Random(28)
    for _ in range(int(count)):
        sys.stdout.write(game(chance, int(plies)))


if __name__ == '__main__':
    main(*sys.argv[1:])
