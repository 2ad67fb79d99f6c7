#!/usr/bin/env python3
"""make_texts.py: writes the texts of this folder.

Invented games of random moves and of the opening lines of tests/scripts/openings.txt, with what the format tells in ways
of its own; each function says what its text is there for.
"""

import random
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
sys.path.insert(0, str(ROOT / 'tests/format'))
import chess  # noqa: E402
import random_games  # noqa: E402

LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
RESULTS = '1-0', '0-1', '1/2-1/2'


def openings():
    for line in (ROOT / 'tests/scripts/openings.txt').read_text().splitlines():
        if line and not line.startswith('#'):
            eco, name, moves = (part.strip() for part in line.split('|'))
            yield eco, name, moves.split()


def clock(seconds):
    return f'{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}'


def tag_lines(tags):
    return ''.join(f'[{name} "{value}"]\n' for name, value in tags)


def numbered(moves):
    return ' '.join(f'{i // 2 + 1}. {move}' if i % 2 == 0 else move for i, move in enumerate(moves))


def tags(chance):
    """Every tag that has a recipe, in games whose values depend on each other as those of real ones do."""
    players = [(name, 1500 + 37 * i, f'{4000000 + 9173 * i}', ('', 'FM', 'GM')[i % 3], f'Team {"ABC"[i % 3]}')
               for i, name in enumerate(('Ahlberg, Ida', 'Brandt, Otto', 'Cerny, Jan', 'Duval, Anne', 'Elster, Max',
                                         'Fabian, Ute', 'Grahn, Nils', 'Hoss, Eva'))]
    lines, rating = list(openings())[:12], {}
    for number in range(48):
        round_, event = number // 4 % 12 + 1, number // 24
        eco, opening, moves = chance.choice(lines)
        white, black = chance.sample(players, 2)
        result = chance.choice(RESULTS)
        day, start, length = f'2024.03.{1 + number // 4:02}', 43200 + 600 * (number % 4), 240 + chance.randrange(900)
        elo = [rating.setdefault(name[0], name[1]) for name in (white, black)]
        gain = round(16 * (RESULTS.index(result) == 0) - 8 + (elo[1] - elo[0]) / 50)
        for player, change in ((white, gain), (black, -gain)):
            rating[player[0]] += change
        yield tag_lines([
            ('Event', f'Invented Open {event + 1}'), ('Site', ('Lund', 'Graz')[event]), ('Date', day), ('Round', f'{round_}.{number % 4 + 1}'),
            ('White', white[0]), ('Black', black[0]), ('Result', result), ('WhiteTitle', white[3]), ('BlackTitle', black[3]),
            ('WhiteElo', elo[0]), ('BlackElo', elo[1]), ('WhiteRatingDiff', f'{gain:+}'), ('BlackRatingDiff', f'{-gain:+}'),
            ('ECO', eco), ('Opening', opening), ('Variation', moves[-1]), ('ECOX', eco[0]), ('WhiteFideId', white[2]),
            ('BlackFideId', black[2]), ('WhiteTeam', white[4]), ('BlackTeam', black[4]), ('EventDate', f'2024.03.{1 + 12 * event:02}'),
            ('EventRounds', '12'), ('WhiteType', 'human'), ('BlackType', 'human'), ('UTCDate', day), ('UTCTime', clock(start).zfill(8)),
            ('StartTime', clock(start).zfill(8)), ('EndDate', day), ('EndTime', clock(start + length).zfill(8)),
            ('GameDuration', clock(length).zfill(8)), ('GameStartTime', f'{day.replace(".", "-")}T{clock(start).zfill(8)}.000 UTC'),
            ('GameEndTime', f'{day.replace(".", "-")}T{clock(start + length).zfill(8)}.000 UTC'),
            ('TimeControl', ('180+2', '300+3')[event]), ('Termination', chance.choice(('Normal', 'Normal', 'Time forfeit'))),
            ('PlyCount', len(moves)), ('GameId', 'game/' + ''.join(chance.choices(LETTERS, k=8))), ('SourceDate', ('????.??.??', '2023.??.??', day)[number % 3]),
            ('Annotator', chance.choice(('none', 'Seed')))]) + f'\n{numbered(moves)} {result}\n\n'


def random_line(chance, plies):
    """(move's text, position behind it) of random moves; captures and pawns' moves more often."""
    position = chess.position_of_fen(chess.START)
    for _ in range(plies):
        moves = list(position.moves())
        if not moves:
            return
        move = chance.choice(moves)
        if chance.random() < 0.3:
            move = max(moves, key=lambda move: position.board[move[1]] != chess.EMPTY)
        after = position.make(move)
        yield position.san(move, after), after
        position = after


def commented(chance, games, plies, head, comment):
    """`comment` gives the comment behind a move of the game's state, which is a dict that it changes."""
    writer = random_games.Game(chance, 'lists')
    for number in range(games):
        state, out = {'number': number, 'balance': 0, 'quiet': 0}, []
        for ply, (san, position) in enumerate(random_line(chance, plies)):
            board = ''.join(position.board)
            state['quiet'] = 0 if 'x' in san or san[0].islower() else state['quiet'] + 1
            state.update(side=ply % 2, move=ply // 2 + 1, pawns=board.count('P') - board.count('p'),
                         rooks=board.count('R') - board.count('r'), pv=writer.moves_from(position, 2))
            out += [f'{ply // 2 + 1}{"..." if ply % 2 else "."} {san}', '{' + comment(state) + '}']
        yield tag_lines(head(number)) + '\n' + ' '.join(out) + ' 1/2-1/2\n\n'


def clocks(chance):
    """Clocks and scores as servers export them; in half of the games what a move took stands before the clock."""
    def head(number):
        return [('Event', 'clocks'), ('TimeControl', ('180+2', '600')[number % 2]), ('Result', '1/2-1/2')]

    def comment(state):
        base, increment = ((180, 2), (600, 0))[state['number'] % 2]
        left = state.setdefault(f'left{state["side"]}', base)
        took = min(left, chance.choice((1, 2, 3, 5, 9, 17)))
        left = state[f'left{state["side"]}'] = left - took + increment
        state['balance'] += chance.randrange(-40, 41)
        return (f' [%eval {state["balance"] / 100:.2f}] [%clk {clock(left)}] ' if state['number'] % 4 < 2 else
                f'[%emt {clock(took)}] [%clk {clock(left)}]')
    return commented(chance, 8, 36, head, comment)


def ticks(chance):
    """What moves took, as a server tells it in thousandths: White's clock has 64 ticks a second."""
    def head(number):
        return [('Event', 'ticks'), ('TimeControl', '120+12'), ('Result', '1/2-1/2')]

    def comment(state):
        took = chance.randrange(20000) if state['side'] else (125 * chance.randrange(1280) + chance.randrange(8)) // 8
        return f'[%emt {took / 1000}]'
    return commented(chance, 6, 40, head, comment)


def engines(chance):
    """What programs write: numbers that follow from others, from the board, or from how many there were."""
    def head(number):
        return [('Event', 'engines'), ('TimeControl', '900+5'), ('Result', '1/2-1/2')]

    def comment(state):
        side = state['side']
        took = chance.randrange(800, 30000)
        state[f'hits{side}'] = state.get(f'hits{side}', 0) + (chance.random() < 0.4)
        state[f'left{side}'] = state.get(f'left{side}', 900000) - took + 5000
        speed = chance.randrange(900000, 1100000)
        moved = state[f'moved{side}'] = state.get(f'moved{side}', 1000 * state['number']) + chance.randrange(50)
        if state['number'] % 2:
            return (f'd={chance.randrange(10, 30)}, mt={took}, tl={state[f"left{side}"]}, s={speed}, n={speed * took // 1000}, '
                    f'pv={state["pv"]}, R50={50 - (state["quiet"] + 1) // 2}, pawns={state["pawns"]}, rooks={state["rooks"]}, zero=0, same={took}')
        return (f'nodes {speed * took // 1000} time {took} nps {speed * took // 1000 * 1000 // took} from {moved} to {moved + 77} '
                f'scaled {moved * 7 // 3} rest {3000 - state["quiet"]} hits {state[f"hits{side}"] * 10000 // state["move"] / 100:.2f}%')
    return commented(chance, 8, 60, head, comment)


def lists(chance):
    """Lists of moves, some of them broken; and the same 65 lists twice, so that each comes again after just as many."""
    positions = [(san, position) for san, position in random_line(random.Random(7), 65)]
    writer = random_games.Game(random.Random(8), 'lists')
    text = ' '.join(f'{i // 2 + 1}{"..." if i % 2 else "."} {san} {{pv={writer.moves_from(position, 4)}, mt=1}}'
                    for i, (san, position) in enumerate(positions))
    for _ in range(2):
        yield f'[Event "again"]\n[Result "*"]\n\n{text} *\n\n'
    for number in range(3):
        yield random_games.Game(chance, 'lists').text(None, 36)


def wrapped(units, width):
    """Greedily: no line is longer than the width."""
    lines = ['']
    for unit in units:
        if lines[-1] and len(lines[-1]) + 1 + len(unit) > width:
            lines.append('')
        lines[-1] += ' ' * bool(lines[-1]) + unit
    return '\n'.join(lines)


def wrapped_behind(moves, column):
    """A line ends before the first move number behind the column."""
    lines = ['']
    for i, move in enumerate(moves):
        if i % 2 == 0 and len(lines[-1]) >= column:
            lines.append('')
        lines[-1] += ' ' * bool(lines[-1]) + (f'{i // 2 + 1}. {move}' if i % 2 == 0 else move)
    return '\n'.join(lines)


def styles(chance):
    """Each way of wrapping and each spelling of moves, several games of each, so that it becomes a style."""
    spellings = [str, lambda san: san.replace('O', '0'), lambda san: san.replace('=', ''), lambda san: san.replace('#', '+'),
                 lambda san: san.rstrip('+#')]
    wraps = [numbered, lambda moves: wrapped(numbered(moves).split(' '), 40), lambda moves: wrapped_behind(moves, 50),
             lambda moves: wrapped([' '.join(numbered(moves).split(' ')[i:i + 2]) if i % 3 == 0 else numbered(moves).split(' ')[i + 1]
                                    for i in range(len(numbered(moves).split(' ')) - 1) if i % 3 != 1], 40),
             lambda moves: '\n'.join(f'{i // 2 + 1}.{" ".join(moves[i:i + 2])}' for i in range(0, len(moves), 2))]
    special = ('e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 d6 Bg5 Qe7 Nc3 Bg4 h3 O-O-O hxg4 h6 Bxf6 Qxf6 g5 hxg5 Nd5 Qh6 Ne7+ Nxe7 b4 '
               'Qh1+ Kxh1 Bxf2+ Nh2 g4 a4 g3 a5 gxh2 a6 Rh7 axb7+ Kd7 b8=Q Rxb8').split()
    mate = 'f3 e5 g4 Qh4#'.split()
    for number in range(40):
        spell, wrap = spellings[number % 5], wraps[number // 5 % 5]
        line_end = '\r\n' if number % 3 == 0 else '\n'
        moves = [san for san, _ in random_line(chance, 40)] if number % 8 == 0 else mate if number % 8 == 1 else special
        text = f'[Event "{number}"]\n[Result "*"]\n\n{wrap([spell(san) for san in moves])} *\n\n'
        yield text.replace('\n', line_end)


def odd(chance):
    """Every element, every result, illegal moves, broken games, positions, bytes that are no text, no end."""
    for i in range(24):
        moves = 'O-O O-O-O', 'Rb7 Rg7', '-- Kd7', 'Ke2 --'
        fen = ('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', '1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 3 9')[i % 2]
        yield (f'[Event "{i}"]\n[FEN "{fen}"]\n\n'
               f'1. {moves[i % 4]} (1... Kd8 $1 {{a line}} 2. Kf2 (2. {"Kd2" if i % 4 else "Kg2"}! Kc8?? $14) 2... Kc8!?) '
               f'; to the end of the line {i}\n%escaped {i}\n2. Z0 e.p. $999 ?! {RESULTS[i % 3]}\n\n')
    yield '[Event "\xe9 \\" ]"]\n\n1. e4 {\x80\xfe} e5 2. Ke3 {no such move} Ke6 3. Qxh9 and more 1-0\n\n[Event "x"]\n1. e4 -- (1. d4 *\n\n'
    yield '[Event "bytes"]\n\n1. e4 {' + ''.join(map(chr, range(256))).replace('}', '') + '} *\n\n'
    yield '[Event "late"]\n\n1. e4 1/2-1/2 {behind} {it}\n\n[Event "?"]\n1. e4 (1. d4 Z0 (1. c4 $1 c5) --) 2. d4 !? $ *\n\n\n1. e4+ e7e5 1-0 {tail'


def drops(chance):
    """Crazyhouse: drops, mates that they parry, hands in FENs, pawns without their letter."""
    hands = None, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qn] w KQkq - 0 1', \
        '7k/pp4pp/8/8/8/3Q~4/PP4PP/7K/Rrp b - - 3 20', '6k1/5ppp/8/8/8/8/5PPP/R5K1/ w - - 0 30'
    for i in range(12):
        text = random_games.Game(chance, 'drops').text(hands[i % 4], 30)
        yield text.replace('P@', '@') if i % 3 == 2 else text


def corners(chance):
    """Rules of chess that few games ask for: what it would be like otherwise changes the places of the moves, or their text."""
    _ = chance
    for what, fens, moves in (
            ('castling: f1 is attacked', ['4kr2/8/8/8/8/8/P7/4K2R w K - 0 1'], '1. a3'),
            ('castling: a knight stands on a target', ['4k3/8/8/8/8/8/7P/RKN5 w A - 0 1'], '1. h3'),
            ('castling: the rook shields the king', ['4k3/8/8/8/8/8/7P/rRK5 w B - 0 1'], '1. h3'),
            ('castling: the rook was taken', ['4k3/1b6/8/8/8/8/P7/4K2R b K - 0 1'], '1... Bxh1 2. a3'),
            ('castling: the king was away', ['4k3/p7/8/8/8/8/P7/4K2R w K - 0 1'], '1. Ke2 a6 2. Ke1 a5 3. a3'),
            ('castling: the rook was away', ['4k3/p7/8/8/8/8/P7/4K2R w K - 0 1'], '1. Rh2 a6 2. Rh1 a5 3. a3'),
            ('castling: the outermost rook', ['4k3/8/8/8/8/8/P7/4K1RR w K - 0 1'], '1. a3'),
            ('a knight may not move', ['4k3/8/8/8/4r3/4N3/1N6/4K3 w - - 0 1'], '1. Nc4'),
            ('file and rank', ['4k3/8/8/8/Q6Q/8/8/Q3K3 w - - 0 1'], '1. Qa4d4'),
            ('rank alone', ['4k3/8/8/8/Q7/8/8/Q3K3 w - - 0 1'], '1. Q4d1 Ke7'),
            ('en passant opens the rank', ['8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2'], '2. e6'),
            ('en passant opens a diagonal', ['4k3/8/4b2P/3pP3/8/8/K7/8 w - d6 0 2'], '2. h7'),
            ('en passant, and a null move', ['4k3/4p3/8/3pP3/8/8/8/4K3 w - d6 0 2'], '2. -- e6'),
            ('en passant of the other side', ['4k3/8/8/8/8/8/3Pp3/K7 w - e3 0 2'], '2. d4'),
            ('the last FEN counts', ['4k3/8/8/8/8/8/P7/4K3 w - - 0 1', '4k3/8/8/8/8/8/7P/4K3 w - - 0 1'], '1. h3'),
            ('a mate that a drop parries', ['6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1'], '1. Ra8+ N@f8'),
            ('the same, with words between', ['6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1'], '1. Ra8+ {mate?} 1... N@f8'),
            ('a mate, and a drop in its place', ['6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1'], '1. Ra8# (1. N@a7)')):
        tags = ''.join(f'[FEN "{fen}"]\n' for fen in fens)
        yield f'[Event "{what}"]\n[Result "*"]\n{tags}\n{moves} *\n\n'


def groups(chance):
    """More games than a group of codec best or of labels has, nearly all of them empty."""
    lines = list(openings())[:6]
    for number in range(2510):
        eco, opening, moves = chance.choice(lines)
        is_empty = 8 <= number < 2495
        yield '*\n\n' if is_empty else f'[ECO "{eco}"]\n[Opening "{opening}"]\n\n{numbered(moves[:7])} *\n\n'


def lines(chance):
    """Long games of few openings, for columns that tell them apart, and what those have to know: variations, null moves, drops,
    games from elsewhere, broken ones. Long words make the columns small beside them."""
    known = [moves for _, _, moves in openings()][:40:4]
    for number in range(110):
        fen = '4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1' if number % 13 == 5 else None
        position, moves, out = chess.position_of_fen((fen or chess.START.decode()).encode()), list(known[number % 10]), []
        for ply in range(0 if number % 37 == 1 else 60 + number % 61):
            legal = [(move, position.make(move)) for move in position.moves()]
            if not legal:
                break
            told = [pair for pair in legal if moves and not fen and position.san(*pair) == moves[0]]
            takes = [pair for pair in legal if position.board[pair[0][1]] != chess.EMPTY]
            pair = (told or (chance.random() < 0.4 and [chance.choice(takes or legal)]) or [chance.choice(legal)])[0]
            moves = moves[1:] if told else []
            dots = f'{ply // 2 + 1}{"..." if ply % 2 else "."} '
            out.append(dots + position.san(*pair))
            if ply % 29 == number % 29:
                out.append(f'({dots}{position.san(*chance.choice(legal))}{" 99... N@a6" if number % 11 == 3 else ""})')
            position = pair[1]
            if ply == 30 and number % 7 == 2 and not position.in_check():
                out.append('--')
                position = position.pass_turn()
                break
        word = ''.join(chance.choices(LETTERS, k=24))
        end = 'Ka1xh8 and no more' if number % 17 == 4 else '*'
        yield tag_lines([('Event', word), ('Result', '*')] + [('FEN', fen)] * bool(fen)) + f'\n{" ".join(out)} {end}\n\n'


def main():
    for seed, make in enumerate((tags, clocks, engines, lists, styles, odd, drops, corners, groups, ticks,
                                 lines)):
        (HERE / f'{make.__name__}.pgn').write_bytes(''.join(make(random.Random(seed))).encode('latin-1'))


if __name__ == '__main__':
    main()
