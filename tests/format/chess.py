"""Chess for the reader of BCGN 1: positions, legal moves, SAN and FEN, as chapters 10 and 11 of docs/FORMAT.md say.

Squares are numbers, a1 = 0, b1 = 1 ... h8 = 63; men are the letters of FEN. A move is a triple (from, to,
promotion), where promotion is '' or one of 'NBRQ', and castling goes from the king's to the rook's square.
Positions never change: make() gives a new one.
"""

EMPTY = '.'
START = b'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
DIAGONALS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
STRAIGHTS = ((1, 0), (-1, 0), (0, 1), (0, -1))
JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def name(square):
    return 'abcdefgh'[square & 7] + '12345678'[square >> 3]


def ray(square, step):
    """The squares behind each other in one direction, the nearest first."""
    file, rank, found = (square & 7) + step[0], (square >> 3) + step[1], []
    while 0 <= file < 8 and 0 <= rank < 8:
        found.append(rank * 8 + file)
        file, rank = file + step[0], rank + step[1]
    return found


def rays(steps):
    return [[found for found in (ray(square, step) for step in steps) if found] for square in range(64)]


def neighbours(steps):
    return [sorted(found[0] for found in way) for way in rays(steps)]


# What a man attacks on the empty board, by ascending square.
KNIGHT = neighbours(JUMPS)
KING = neighbours(DIAGONALS + STRAIGHTS)
# What a pawn of black (0), of white (1) attacks.
PAWN = neighbours(((-1, -1), (1, -1))), neighbours(((-1, 1), (1, 1)))
SLIDES = {'B': rays(DIAGONALS), 'R': rays(STRAIGHTS), 'Q': rays(DIAGONALS + STRAIGHTS)}
ON_EMPTY_BOARD = {'N': KNIGHT, 'K': KING}
for _letter, _rays in SLIDES.items():
    ON_EMPTY_BOARD[_letter] = [sorted(square for way in ways for square in way) for ways in _rays]
ALIGNED = [frozenset(squares) for squares in ON_EMPTY_BOARD['Q']]

# Of black (False), of white (True).
OWN_MEN = 'pnbrqk', 'PNBRQK'
HOME = 56, 0
PROMOTES_FROM = range(8, 16), range(48, 56)


def is_attacked(board, square, by_white):
    pawn, knight, bishop, rook, queen, king = OWN_MEN[by_white]
    for source in KNIGHT[square]:
        if board[source] == knight:
            return True
    for source in PAWN[not by_white][square]:
        if board[source] == pawn:
            return True
    for source in KING[square]:
        if board[source] == king:
            return True
    for letter, slider in ('B', bishop), ('R', rook):
        for way in SLIDES[letter][square]:
            for source in way:
                man = board[source]
                if man != EMPTY:
                    if man == slider or man == queen:
                        return True
                    break
    return False


class Position:
    """`rooks`: of the castling rights of white on the king's side and the queen's side, then of black; or None.
    `counter` counts plies: 2 * (move number - 1), + 1 if it is black's turn. `clock` is the half-move clock."""

    __slots__ = 'board', 'white', 'rooks', 'en_passant', 'kings', 'counter', 'clock'

    def __init__(self, board, white, rooks, en_passant, kings, counter=0, clock=0):
        self.board, self.white, self.rooks = board, white, rooks
        self.en_passant, self.kings, self.counter, self.clock = en_passant, kings, counter, clock

    def king(self):
        return self.kings[self.white]

    def in_check(self):
        return is_attacked(self.board, self.king(), not self.white)

    def is_castling(self, move):
        source, target, _ = move
        return source == self.king() and target in self.own_rooks()

    def own_rooks(self):
        """Of the rights on the king's and the queen's side."""
        return self.rooks[:2] if self.white else self.rooks[2:]

    def castling_targets(self, side):
        """Where king and rook stand after castling on the king's side (0), the queen's side (1)."""
        home = HOME[self.white]
        return (home + 6, home + 5) if side == 0 else (home + 2, home + 3)

    def make(self, move):
        source, target, promotion = move
        board, man = self.board[:], self.board[source]
        kings, en_passant, clock = self.kings, None, self.clock + 1
        if self.is_castling(move):
            king_target, rook_target = self.castling_targets(self.own_rooks().index(target))
            rook = board[target]
            board[source] = board[target] = EMPTY
            board[king_target], board[rook_target] = man, rook
            target = king_target
        else:
            if man in 'pP' or board[target] != EMPTY:
                clock = 0
            board[source] = EMPTY
            board[target] = man
            if man in 'pP':
                if target == self.en_passant:
                    board[target + (-8 if self.white else 8)] = EMPTY
                elif abs(target - source) == 16:
                    en_passant = (source + target) // 2
                elif promotion:
                    board[target] = promotion if self.white else promotion.lower()
        rooks = self.rooks
        if man in 'kK':
            kings = (kings[0], target) if self.white else (target, kings[1])
            rooks = (None, None) + rooks[2:] if self.white else rooks[:2] + (None, None)
        if move[0] in rooks or move[1] in rooks:
            rooks = tuple(None if rook in move[:2] else rook for rook in rooks)
        return Position(board, not self.white, rooks, en_passant, kings, self.counter + 1, clock)

    def pass_turn(self):
        return Position(self.board, not self.white, self.rooks, None, self.kings, self.counter + 1, self.clock + 1)

    def can_drop(self, man, square):
        if self.board[square] != EMPTY or (man == 'P' and not 8 <= square < 56):
            return False
        return not self.drop(man, square).is_other_in_check()

    def drop(self, man, square):
        board = self.board[:]
        board[square] = man if self.white else man.lower()
        clock = 0 if man == 'P' else self.clock + 1
        return Position(board, not self.white, self.rooks, None, self.kings, self.counter + 1, clock)

    def pawn_targets(self, source):
        forward = 8 if self.white else -8
        board, found = self.board, []
        if board[source + forward] == EMPTY:
            found.append(source + forward)
            start = range(8, 16) if self.white else range(48, 56)
            if source in start and board[source + 2 * forward] == EMPTY:
                found.append(source + 2 * forward)
        prey = OWN_MEN[not self.white][:5]
        for target in PAWN[self.white][source]:
            if board[target] in prey or target == self.en_passant:
                found.append(target)
        return found

    def targets(self, source):
        """Of the man there, without castling; the own king may be left in check."""
        board = self.board
        letter = board[source].upper()
        if letter == 'P':
            return self.pawn_targets(source)
        free = EMPTY + OWN_MEN[not self.white][:5]
        if letter in 'NK':
            return [target for target in ON_EMPTY_BOARD[letter][source] if board[target] in free]
        found = []
        for way in SLIDES[letter][source]:
            for target in way:
                if board[target] == EMPTY:
                    found.append(target)
                else:
                    if board[target] in free:
                        found.append(target)
                    break
        return found

    def is_safe(self, source, target):
        """Whether the own king is not in check after this move, which is no castling."""
        board, man = self.board, self.board[source]
        king = target if man in 'kK' else self.king()
        victim = target
        if man in 'pP' and target == self.en_passant:
            victim += -8 if self.white else 8
        prey, board[source], board[victim], board[target] = board[victim], EMPTY, EMPTY, man
        safe = not is_attacked(board, king, not self.white)
        board[target], board[source], board[victim] = EMPTY, man, prey
        return safe

    def can_castle(self, side):
        """A reader of moves asks this only when the king is not in check."""
        rook = self.own_rooks()[side]
        if rook is None:
            return False
        king, board = self.king(), self.board
        king_target, rook_target = self.castling_targets(side)
        squares = king, rook, king_target, rook_target
        for square in range(min(squares), max(squares) + 1):
            if square not in (king, rook) and board[square] != EMPTY:
                return False
        for square in range(min(king, king_target), max(king, king_target) + 1):
            if is_attacked(board, square, not self.white):
                return False
        return not self.make((king, rook, '')).is_other_in_check()

    def is_other_in_check(self):
        return is_attacked(self.board, self.kings[not self.white], self.white)

    def moves(self):
        """The legal ones, in the order of chapter 10."""
        own, king, checked = OWN_MEN[self.white], self.king(), self.in_check()
        near_king = ALIGNED[king]
        for source, man in enumerate(self.board):
            if man not in own:
                continue
            targets = self.targets(source)
            if checked or source == king or source in near_king or (man in 'pP' and self.en_passant in targets):
                targets = [target for target in targets if self.is_safe(source, target)]
            if source == king and not checked:
                targets += [self.own_rooks()[side] for side in (0, 1) if self.can_castle(side)]
            targets.sort()
            promotions = 'NBRQ' if man in 'pP' and source in PROMOTES_FROM[self.white] else ('',)
            for target in targets:
                for promotion in promotions:
                    yield source, target, promotion

    def san(self, move, after):
        """`after` is the position after the move."""
        source, target, promotion = move
        letter = self.board[source].upper()
        if self.is_castling(move):
            text = ('O-O', 'O-O-O')[self.own_rooks().index(target)]
        elif letter == 'P':
            text = name(target)
            if (source ^ target) & 7:
                text = name(source)[0] + 'x' + text
            if promotion:
                text += '=' + promotion
        else:
            take = 'x' if self.board[target] != EMPTY else ''
            text = letter + self.disambiguation(letter, source, target) + take + name(target)
        return text + after.check_sign()

    def check_sign(self):
        if not self.in_check():
            return ''
        return '+' if next(self.moves(), None) else '#'

    def disambiguation(self, letter, source, target):
        if letter == 'K':
            return ''
        man, board = self.board[source], self.board
        if letter == 'N':
            found = [square for square in KNIGHT[target] if board[square] == man]
        else:
            found = []
            for way in SLIDES[letter][target]:
                for square in way:
                    if board[square] != EMPTY:
                        if board[square] == man:
                            found.append(square)
                        break
        others = [square for square in found if square != source and self.is_safe(square, target)]
        if not others:
            return ''
        if all((square ^ source) & 7 for square in others):
            return name(source)[0]
        if all(square >> 3 != source >> 3 for square in others):
            return name(source)[1]
        return name(source)


def without_hand(text):
    """FEN's first field without what crazyhouse has behind the eighth rank."""
    board, bracket, hand = text.partition('[')
    if bracket and hand.endswith(']'):
        return board
    if text.count('/') == 8 and all(letter in 'PNBRQKpnbrqk' for letter in text.rpartition('/')[2]):
        return text.rpartition('/')[0]
    return text


def placement(text):
    """The men of FEN's first field as 64 letters, or None."""
    ranks = without_hand(text).split('/')
    if len(ranks) != 8:
        return None
    board = []
    for rank in reversed(ranks):
        row, before = [], ''
        for letter in rank:
            before, last = letter, before
            if letter == '~' and last and last in 'PNBRQKpnbrqk':
                continue
            if letter in '12345678':
                row += [EMPTY] * int(letter)
            elif letter in 'PNBRQKpnbrqk':
                row.append(letter)
            else:
                return None
        if len(row) != 8:
            return None
        board += row
    if board.count('K') != 1 or board.count('k') != 1:
        return None
    if any(man in 'pP' for man in board[:8] + board[56:]):
        return None
    return board


def castling_rooks(text, board, kings):
    """The rooks of FEN's third field, or None. A right that cannot be is left out."""
    rooks = [None] * 4
    if text == '-':
        return tuple(rooks)
    if not 1 <= len(text) <= 4:
        return None
    for letter in text:
        if letter not in 'KQkqABCDEFGHabcdefgh':
            return None
        white = letter.isupper()
        home, king, rook = HOME[white], kings[white], 'R' if white else 'r'
        file = letter.lower()
        if king not in range(home, home + 8):
            continue
        if file in 'kq':
            way = range(home + 7, king, -1) if file == 'k' else range(home, king)
            found = [square for square in way if board[square] == rook]
        else:
            found = [square for square in [home + 'abcdefgh'.index(file)] if board[square] == rook]
        if found:
            place = (0 if white else 2) + (found[0] < king)
            if rooks[place] is not None:
                return None
            rooks[place] = found[0]
    return tuple(rooks)


def en_passant_square(text, board, white):
    """Of FEN's fourth field; -1 if that is wrong, None if there is none or no pawn can take there."""
    if text == '-':
        return None
    if len(text) != 2 or text[0] not in 'abcdefgh' or text[1] not in '36':
        return -1
    square = 'abcdefgh'.index(text[0]) + 8 * (int(text[1]) - 1)
    if text[1] != ('6' if white else '3'):
        return None
    back = -8 if white else 8
    if board[square + back] != ('p' if white else 'P') or board[square] != EMPTY or board[square - back] != EMPTY:
        return None
    if all(board[source] != ('P' if white else 'p') for source in PAWN[not white][square]):
        return None
    return square


def is_counter(text):
    return 1 <= len(text) <= 9 and all(digit in '0123456789' for digit in text)


def position_of_fen(text):
    """The position, or None if the text is not one (chapter 11, FEN). `text`: bytes."""
    fields = [field.decode('latin-1') for field in text.split()]
    if not fields or len(fields) > 6:
        return None
    fields += ['', 'w', '-', '-', '0', '1'][len(fields):]
    board = placement(fields[0])
    if board is None or fields[1] not in ('w', 'b'):
        return None
    white, kings = fields[1] == 'w', (board.index('k'), board.index('K'))
    rooks = castling_rooks(fields[2], board, kings)
    en_passant = en_passant_square(fields[3], board, white)
    if rooks is None or en_passant == -1:
        return None
    if not is_counter(fields[4]) or not is_counter(fields[5]) or int(fields[4]) > 65535:
        return None
    counter = 2 * (max(int(fields[5]), 1) - 1) + (0 if white else 1)
    return Position(board, white, rooks, en_passant, kings, counter, int(fields[4]))
