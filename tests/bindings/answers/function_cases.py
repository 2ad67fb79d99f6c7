#!/usr/bin/env python3
"""function_cases.py [SEED]: calls of the functions on games that SQL hosts have, and what they have to give, by the slow model of chess in tests/format
and by hand: a JSON list of [function, arguments, result]. A result that is a list or an object is JSON that the function gives as text. Arguments that are whole numbers stand there as {"integer": "5"}, since not all
readers of JSON have 64 bits."""
import json
import math
import os
import random
import sys
from fractions import Fraction

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../format'))
import chess

STARTS = [None] * 6 + [
    'r3k2r/pppq1ppp/2n5/3pP3/3P4/2N5/PPPQ1PPP/R3K2R w KQkq d6 0 1', '4k3/PPP4P/8/8/8/8/ppp4p/4K3 w - - 3 40',
    '4k3/PPP4P/8/8/8/8/ppp4p/4K3 b - - 0 17', 'bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1',
    'r1b1k1r1/pppppppp/8/8/8/8/PPPPPPPP/R1R1K1R1 w GCga - 0 1', 'k7/8/1Q6/8/8/8/8/7K w - - 99 200', '7k/5KQ1/8/8/8/8/8/8 b - - 0 5',
    'rk2r3/8/8/8/8/8/8/1R1K1R2 b FBea - 7 9']
CONTROLS = {None: None, '300+3': 3, '60+0': 0, '600': 0, '-': None, '40/7200:3600': None}


def castling_field(position):
    """X-FEN: K, Q where the outermost rook is meant, else its file."""
    text = ''
    for place, rook in enumerate(position.rooks):
        if rook is None:
            continue
        white, short = place < 2, place % 2 == 0
        home, man = (0 if white else 56), 'R' if white else 'r'
        king = position.kings[white]
        outer = range(rook + 1, home + 8) if short else range(home, rook)
        letter = 'abcdefgh'[rook & 7] if any(position.board[square] == man for square in outer) else 'kq'[not short]
        assert (rook > king) == short
        text += letter.upper() if white else letter
    return text or '-'


def rows_of(board):
    ranks = []
    for rank in range(7, -1, -1):
        row = ''.join(board[8 * rank:8 * rank + 8])
        for size in range(8, 0, -1):
            row = row.replace('.' * size, str(size))
        ranks.append(row)
    return '/'.join(ranks)


def fen_of(position):
    takes = [move for move in position.moves() if move[1] == position.en_passant and position.board[move[0]] in 'pP']
    return ' '.join([rows_of(position.board), 'w' if position.white else 'b', castling_field(position),
                     chess.name(position.en_passant) if takes else '-', str(position.clock), str(position.counter // 2 + 1)])


class Plain(random.Random):
    """Dice by which nothing optional happens."""

    def random(self):
        return 0.999

    def choice(self, values):
        return values[0]


class Game:
    """A main line with all that is behind its half-moves, and a text of it."""

    def __init__(self, dice):
        self.dice = dice
        self.start = dice.choice(STARTS)
        self.position = chess.position_of_fen((self.start or chess.START.decode()).encode())
        self.is_960 = any(rook is not None and (rook & 7) not in (0, 7) or rook is not None and position_file(self.position, place) != 4
                          for place, rook in enumerate(self.position.rooks))
        self.positions, self.details, self.parts = [self.position], [], []
        self.control = dice.choice(list(CONTROLS))
        self.clocks = [None, None]
        self.is_broken = dice.random() < 0.2
        self.numbered = dice.random() < 0.6
        for _ in range(dice.choice((0, 1, 2, 5, 30, 60))):
            if not self.play():
                break
        if self.is_broken:
            self.parts.append(dice.choice(('Kz9', 'Qa1a2a3', 'O-O-O-O', 'xyzzy', 'exd9')))
            self.parts.append('e4 e5')

    @classmethod
    def of_moves(cls, moves):
        """From the start position, with nothing behind the moves."""
        game, plain = cls(Plain(1)), Plain(1)
        game.position = chess.position_of_fen(chess.START)
        game.positions, game.details, game.parts, game.start, game.dice = [game.position], [], [], None, plain
        for wanted in moves.split():
            move = next(move for move in game.position.moves() if game.position.san(move, game.position.make(move)) == wanted)
            game.take(move, game.position.make(move), wanted, game.uci(move))
        return game

    def play(self):
        dice, position = self.dice, self.position
        moves = list(position.moves())
        if not moves:
            return False
        special = [move for move in moves if move[2] or position.is_castling(move) or position.board[move[1]] != '.' or
                   (position.board[move[0]] in 'pP' and move[1] == position.en_passant)]
        is_null = not position.in_check() and dice.random() < 0.03
        move = dice.choice(special if special and dice.random() < 0.5 else moves)
        if self.numbered and (position.white or not self.parts):
            self.parts.append(f"{position.counter // 2 + 1}{'.' if position.white else '...'}")
        if is_null:
            self.take(None, position.pass_turn(), '--', '0000')
        else:
            after = position.make(move)
            self.take(move, after, position.san(move, after), self.uci(move))
        return True

    def uci(self, move):
        source, target, promotion = move
        if self.position.is_castling(move) and not self.is_960:
            target = self.position.castling_targets(self.position.own_rooks().index(target))[0]
        return chess.name(source) + chess.name(target) + promotion.lower()

    def take(self, move, after, san, uci):
        dice, position = self.dice, self.position
        entry = {'ply': len(self.details) + 1, 'san': san, 'uci': uci}
        entry.update(self.way(move))
        entry.update(check=san[-1] in '+#', mate=san[-1] == '#')
        self.parts.append(dice.choice((san, san.rstrip('+#'), uci)) if move else '--')
        entry.update(self.write(move))
        self.details.append(entry)
        self.position = after
        self.positions.append(after)

    def way(self, move):
        keys = 'piece', 'from', 'to', 'captured', 'promotion', 'castling'
        if move is None:
            return {**dict.fromkeys(keys), 'en_passant': False}
        position, (source, target, promotion) = self.position, move
        man, castling, captured = position.board[source], None, position.board[target].replace('.', '') or None
        passing = man in 'pP' and target == position.en_passant
        if position.is_castling(move):
            side = position.own_rooks().index(target)
            castling, captured, target = 'KQ'[side], None, position.castling_targets(side)[0]
        if passing:
            captured = 'p' if position.white else 'P'
        if promotion:
            promotion = promotion if position.white else promotion.lower()
        return {'piece': man, 'from': chess.name(source), 'to': chess.name(target), 'captured': captured, 'promotion': promotion or None,
                'castling': castling, 'en_passant': passing}

    def write(self, move):
        """Glyphs, comments and a variation behind the half-move, and what they tell."""
        dice, told, nags = self.dice, {'clock': None, 'spent': None, 'eval': None}, []
        if move and dice.random() < 0.1:
            number = dice.randrange(6)
            self.parts[-1] += ('!', '?', '!!', '??', '!?', '?!')[number]
            nags.append(number + 1)
        while dice.random() < 0.1:
            nags.append(dice.randrange(256))
            self.parts.append(f'${nags[-1]}')
        if dice.random() < 0.15 and len(self.parts) > 1:
            self.parts.append('({[%clk 0:00:01] [%eval 9.99]} ' + (chess_variation(self.position, dice)) + ' $7 {[%emt 7]})')
        if dice.random() < 0.5:
            ms = dice.choice((dice.randrange(10000000), 100 * dice.randrange(100000), 1000 * dice.randrange(20000)))
            clock = f'{ms // 3600000}:{ms // 60000 % 60:02}:{ms // 1000 % 60:02}' + (f'.{ms % 1000:03}' if ms % 1000 else '')
            told['clock'] = ms
            self.parts.append('{[%clk ' + clock + ']}')
        if dice.random() < 0.2:
            told['spent'] = 1000 * dice.randrange(100)
            self.parts.append('{[%emt 0:00:' + f"{told['spent'] // 1000:02}" + ']}')
        if dice.random() < 0.3:
            text = dice.choice(('0.35', '-1.2', '+12.75', '#3', '#-12', '0'))
            told['eval'] = eval_of(text)
            self.parts.append('{x [%eval ' + text + ',20] y}')
        increment, before = CONTROLS[self.control], self.clocks[0]
        if None not in (told['clock'], before, increment) and before + 1000 * increment >= told['clock']:
            told['spent'] = before + 1000 * increment - told['clock']
        self.clocks = [self.clocks[1], told['clock']]
        return {**told, 'nags': nags}

    def text(self):
        tags = {'Event': 'x "y"', 'TimeControl': self.control, 'FEN': self.start}
        lines = [f'[{name} "{value}"]'.replace('x "y"', 'x \\"y\\"') for name, value in tags.items() if value is not None]
        return '\n'.join(lines) + '\n\n' + self.dice.choice((' ', '\n')).join(self.parts) + self.dice.choice((' *\n', '', ' 1-0\n\n[Event "second"]\n\n1. d4 *'))

    def pgn(self):
        words = []
        for before, entry in zip(self.positions, self.details):
            if before.white or not words:
                words.append(f"{before.counter // 2 + 1}{'.' if before.white else '...'}")
            words.append(entry['san'])
        return ' '.join(words)


def position_file(position, place):
    return position.kings[place < 2] & 7


def chess_variation(position, dice):
    return dice.choice([position.san(move, position.make(move)) for move in position.moves()])


# ---- Values ----

def eval_of(text):
    if text.startswith('#'):
        return 2000000 - int(text[1:]) if '-' not in text else -2000000 - int(text[1:])
    return int(Fraction(text) * 100)


CLOCKS = {'0:05:03.2': 303.2, '59:30': 3570, '12.3': 12.3, ' 1:00 ': 60, '1:2:3:4': None, '': None, 'x': None, '-5': None, '1:': None, '[%clk 0:01:00]': None,
          '0:00:00.0014': 0.001, '99999999999999999999': 2147483.647}
EVALS = {'0.35': 35, '-1.2': -120, '+1.25': 125, '#3': 1999997, '#-3': -1999997, '.5': 50, '99999999': 1000000, '-99999999': -1000000, '': None, '#': None,
         '1e5': None, 'x': None, '0.35,20': None, '-0': 0, '#0': 2000000, '#-0': -2000000}
NUMBERS = (0, 1, -1, 35, 999, 1000, 1001, -1001, 1000000, -1000000, 1000001, 1999999, 2000000, -1999998, -2000000, 2000001, -2000001, 2 ** 31, -2 ** 31, 2 ** 40,
           -2 ** 63, 2 ** 63 - 1)
CLASSES = {'29': 'ultrabullet', '15+0': 'ultrabullet', '60+2': 'bullet', '180+2': 'blitz', '479': 'blitz', '480': 'rapid', '1499': 'rapid', '1500': 'classical',
           '40/7200:3600': 'classical', '1/86400': 'correspondence', '-': None, '?': None, '': None, '300+': None, '1/1209600': 'correspondence', '12345678': None}


def value_cases():
    for text, want in CLOCKS.items():
        yield 'bcgn_seconds', [text], want
    for text, want in CLASSES.items():
        yield 'bcgn_time_class', [text], want
    known = list(EVALS.items()) + [(number, number if abs(number) <= 2000000 else None) for number in NUMBERS]
    for given, want in known:
        is_mate = want is not None and abs(want) > 1000000
        yield 'bcgn_eval', [given], want
        yield 'bcgn_centipawns', [given], None if is_mate else want
        yield 'bcgn_mate_in', [given], None if not is_mate else 2000000 - want if want > 0 else -2000000 - want
        yield 'bcgn_chances', [given], want if want is None else round(100 / (1 + math.exp(-0.00368208 * max(-1000, min(1000, want)))), 3)


# ---- Games ----

def query_cases(dice, game, text, others):
    asked = [(f'pattern={rows}', lambda position, board=chess_board(rows): all(man in ('.', own) for man, own in zip(board, position.board)))
             for rows in [rows_of([man if man != '.' and dice.random() < 0.4 else '.' for man in dice.choice(source).board]) for source in (game.positions, others)]
             if set(rows) - set('8/')]
    asked += [('check', lambda position: position.in_check()), ('not check ply=1-', None)]
    fen = fen_of(dice.choice(game.positions))
    asked.append((fen, lambda position: fen_of(position).split()[:4] == fen.split()[:4]))
    for words, holds in asked:
        if holds is None:
            plies = [ply for ply, position in enumerate(game.positions) if ply > 0 and not position.in_check()]
        else:
            plies = [ply for ply, position in enumerate(game.positions) if holds(position)]
        yield 'bcgn_match_ply', [text, words], plies[0] if plies else None
        yield 'bcgn_matches', [text, words], bool(plies)


def chess_board(rows):
    board = []
    for row in reversed(rows.split('/')):
        for letter in row:
            board += ['.'] * int(letter) if letter.isdigit() else [letter]
    return board


def game_cases(dice, game, others):
    text, count = game.text(), len(game.details)
    for ply in {0, count, dice.randint(0, count), count + 1, -1, -count - 1, -count - 2, 2 ** 63 - 1, -2 ** 63, dice.randint(-count - 1, -1)}:
        place = ply if ply >= 0 else count + 1 + ply
        position = game.positions[place] if 0 <= place <= count else None
        board = position and ''.join(position.board)
        yield 'bcgn_fen_at', [text, ply], position and fen_of(position)
        yield 'bcgn_board_at', [text, ply], board
        yield 'bcgn_piece_counts', [text, ply], board and {man: board.count(man) for man in 'PNBRQKpnbrqk'}
        if position is not None:
            yield 'bcgn_fen_at', [fen_of(position), dice.choice((0, -1))], fen_of(position)
            yield 'bcgn_fen_at', [fen_of(position), 1], None
    yield 'bcgn_ply_count', [text], count
    yield 'bcgn_move_details', [text], game.details
    yield 'bcgn_moved_pieces', [text], ''.join(entry['piece'] or '-' for entry in game.details)
    yield 'bcgn_to_san', [text], ' '.join(entry['san'] for entry in game.details)
    yield 'bcgn_to_uci', [text], ' '.join(entry['uci'] for entry in game.details)
    yield 'bcgn_to_pgn', [text], game.pgn()
    if count != 0:
        lead = f'[FEN "{game.start}"] ' if game.start else ''
        yield 'bcgn_to_pgn', [lead + ' '.join(entry['uci'] for entry in game.details)], game.pgn()
        yield 'bcgn_to_uci', [lead + game.pgn()], ' '.join(entry['uci'] for entry in game.details)
    if not game.is_broken:
        yield 'bcgn_trouble', [text], None
    elif 'xyzzy' in text:
        yield 'bcgn_trouble', [text], f"this is neither a move nor any other element of PGN, at byte {text.index('xyzzy')}"
    yield from query_cases(dice, game, text, others)


def odd_cases():
    ones = ('bcgn_ply_count', 'bcgn_move_details', 'bcgn_moved_pieces', 'bcgn_to_san', 'bcgn_to_uci', 'bcgn_to_pgn')
    twos = ('bcgn_fen_at', 'bcgn_key_at', 'bcgn_board_at', 'bcgn_piece_counts')
    no_games = ['', ' \n', 'hello', '{only a comment}', '%x', ';']
    no_positions = ['[FEN "8/8/8/8/8/8/8/8 w - - 0 1"] e4', '8/8/8/8/8/8/8/8 w - - 0 1', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x',
                    'k7/8/8/8/8/8/8/K7 w "] [Site "x']
    for text in no_games + no_positions:
        for name in twos:
            yield name, [text, 0], None
        for name in ones[1:]:
            yield name, [text], None if text in no_games or name != 'bcgn_ply_count' else 0
        yield 'bcgn_match_ply', [text, 'ply=0-'], None
    for text in no_games:
        yield 'bcgn_trouble', [text], 'there is no game in this text'
        yield 'bcgn_ply_count', [text], None
        yield 'bcgn_matches', [text, 'check'], None
    for text in no_positions[:2]:
        yield 'bcgn_trouble', [text], "the game's FEN is no position: not one king a side"
        yield 'bcgn_ply_count', [text], 0
    yield 'bcgn_trouble', ['1. e4 Ke3 2. d4'], 'no legal move fits this, at byte 6'
    for name in ones + ('bcgn_trouble', 'bcgn_seconds', 'bcgn_eval', 'bcgn_centipawns', 'bcgn_mate_in', 'bcgn_chances', 'bcgn_time_class'):
        yield name, [None], None
    for name in twos:
        yield name, [None, 1], None
        yield name, ['e4', None], None
    yield 'bcgn_matches', [None, 'check'], None
    yield 'bcgn_matches', ['e4', None], None
    yield 'bcgn_matches', ['e4', ''], True
    yield 'bcgn_match_ply', ['e4', ' '], 0
    yield 'bcgn_match_ply', ['{a/b/c/d/e/f/g/h} 1. e4 e5', 'pattern=8/8/8/4p3/8/8/8/8'], 2
    yield 'bcgn_match_ply', ['e4 e5 (e6 Nf3) Nc3', 'move=Nf3'], None
    yield 'bcgn_match_ply', ['e4 e5 (e6 Nf3) Nc3', 'move=Nf3 variations'], 3
    yield 'bcgn_moved_pieces', ['[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Nf6 3. P@e5 Nxd5 4. P@d6 *'], 'PpPnPnP'
    yield 'bcgn_to_uci', ['[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Nf6 3. P@e5'], 'e2e4 d7d5 e4d5 g8f6 P@e5'
    crazy = '[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxa2 4. Nxa2 a6 5. Q@e6'
    yield 'bcgn_moved_pieces', [crazy], 'PpPqNqNpQ'
    yield 'bcgn_board_at', [crazy, -1], 'RNBQKBNR'.replace('N', '.', 1) + 'NPPP.PPP' + '.' * 24 + 'p...Q...' + '.ppp.ppp'.replace('ppp.', 'pp.p', 1) + 'rnb.kbnr'
    for hand in ('[Qn]', '/Qn'):
        yield 'bcgn_fen_at', [f'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR{hand} b KQkq - 0 1', 0], 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1'
    yield 'bcgn_trouble', ['a/b/c/d/e/f/g/h/i/j e4'], 'there is no game in this text'
    yield 'bcgn_to_san', ['[Variant "Atomic"]\n\n1. e4'], ''
    long = 'Nf3 Nf6 Ng1 Ng8 ' * 5000
    yield 'bcgn_fen_at', [long, -1], 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 20000 10001'
    yield 'bcgn_to_san', [long], long.strip()


def known_cases():
    """En passant by both sides, mates, castling, a promotion with a capture."""
    for moves in ('e4 a6 e5 d5 exd6 h5 a3 h4 g4 hxg3 dxc7 gxh2 cxb8=Q hxg1=N', 'f3 e5 g4 Qh4#', 'e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Qe7 a3 d6 a4 Bd7 a5 O-O-O',
                  'e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#'):
        game = Game.of_moves(moves)
        yield 'bcgn_move_details', [moves], game.details
        yield 'bcgn_to_uci', [moves], ' '.join(entry['uci'] for entry in game.details)
        yield 'bcgn_to_pgn', [moves], game.pgn()


def cases(seed, count=60):
    dice, others = random.Random(seed), [chess.position_of_fen(chess.START)]
    yield from value_cases()
    yield from odd_cases()
    yield from known_cases()
    for _ in range(count):
        game = Game(dice)
        yield from game_cases(dice, game, others)
        others = game.positions


if __name__ == '__main__':
    json.dump([[name, [{'integer': str(value)} if isinstance(value, int) else value for value in arguments], want]
               for name, arguments, want in cases(int(sys.argv[1]) if len(sys.argv) > 1 else 1)], sys.stdout)
