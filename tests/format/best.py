"""Codec 3 of moves: a walk that learns over two nets (docs/FORMAT.md, chapter 22, "Codec 3, best")."""

from collections import defaultdict

import chess
import labels
from basics import Unsupported, require, xxh64
from mixed import MASK, Bits, Counter, Mixer, codable, mix, squash, towards_zero
from model import MAX_MOVES, MEN, Model, Net, Sight, power, rating_number
from moves import Groups, NoMoves
from wide import WideNet, WideRemembered, net_of_number

# The context that says nothing in a strange position; those whose trust chooses weights.
ABOUT_HERE = 2
TRUSTED = 2, 4
RATES, FIRST_WEIGHTS = (72, 32, 10, 5), [12288, 4096] + [3000] * 8 + [0, 0]
MOST_ODDS, MOST_OFFSET = 2816, 32000
LEAST_GROUP_GAMES = 1000
# A move asked about has one in SHARE of the chances left; the third time all are asked about.
SHARE, SHARED_STAGES = 100, 2


def mix2(a, b, c):
    return mix(mix(a, b), c)


def fold(key):
    return (key ^ key >> 32) & MASK


def within(limit, number):
    return max(-limit, min(limit, number))


def logarithm(number):
    place = number.bit_length() - 1
    fraction = (256 * number >> place) & 255
    return 256 * place + fraction + (88 * fraction * (256 - fraction) >> 16)


def place_in(limits, number):
    """How many of the limits it reaches."""
    return sum(number >= limit for limit in limits)


def rank_class(rank):
    return rank if rank < 8 else 8 + place_in((12, 20), rank)


def odds_class(odds):
    return max(0, min(15, towards_zero(odds + 2048, 256)))


def rating_of(tags, wanted):
    values = [value for name, value in tags if name == wanted]
    text = values[-1] if values else b''
    return int(text) if 1 <= len(text) <= 4 and all(digit in b'0123456789' for digit in text) else 0


class Boards:
    """How many times the boards of a game were met."""

    def __init__(self):
        self.places = {}

    def met(self, key):
        check, count = self.places.get(key >> 54, (None, 0))
        return count if check == key & 0xffff else 0

    def count(self, key):
        self.places[key >> 54] = key & 0xffff, self.met(key) + 1


def key_of_men(board, white, men='PNBRQKpnbrqk'):
    key = 0 if white else labels.BLACK_TO_MOVE
    for square, man in enumerate(board):
        if man in men:
            key ^= labels.MEN[man][square]
    return key


def man_number(man):
    return 2 * MEN.index(man.upper()) + man.islower()


def around(board, target, start):
    """The men on the target and beside it."""
    number = start
    for rank in range((target >> 3) - 1, (target >> 3) + 2):
        men = 0
        for file in range((target & 7) - 1, (target & 7) + 2):
            men = men << 4 | around_number(board, file, rank)
        number = mix(number, men)
    return number


def around_number(board, file, rank):
    if not 0 <= file < 8 or not 0 <= rank < 8:
        return 14
    man = board[8 * rank + file]
    return 12 if man == chess.EMPTY else man_number(man)


class Slots:
    """What was learnt under hashes: value, what was seen, check."""

    def __init__(self, bits):
        self.shift = 32 - bits
        self.slots = defaultdict(lambda: [0, 0, 0])

    def find(self, hash_):
        if not hash_:
            return None
        place, check = hash_ >> self.shift, hash_ & 63
        both = self.slots[place], self.slots[place ^ 1]
        for slot in both:
            if slot[2] == check:
                return slot
        slot = min(both, key=lambda slot: slot[1])
        slot[:] = 0, 0, check
        return slot


class Learned:
    """Offsets, counters and weights of a group, and the positions that were noted."""

    def __init__(self, data):
        self.bits = Bits(data)
        self.slots = Slots(21)
        self.counters = defaultdict(lambda: Counter(250))
        self.mixer = Mixer(RATES, FIRST_WEIGHTS)
        self.noted = set()

    def bit(self, odds, other_odds, contexts, counted, sets):
        """`odds`: in the first net. `contexts` and `counted`: their hashes, 0 for silent ones. `sets`: three of the four
        of weights."""
        slots, inputs = [], [odds, other_odds]
        for hash_ in contexts:
            # Each input is taken before the next slot is found, which may be made of the same.
            slots.append(self.slots.find(hash_))
            inputs.append(slots[-1][0] >> 4 if slots[-1] else 0)
        counters = [hash_ and self.counters[hash_ >> 14] for hash_ in counted]
        inputs += [counter.odds() if counter else 0 for counter in counters]
        trust = 0
        for i in TRUSTED:
            trust = 4 * trust + (1 + place_in((8, 48), slots[i][1]) if slots[i] else 0)
        mixed = self.mixer.mix([*sets, 496 + trust], inputs)
        bit = self.bits.bit(codable(squash(mixed)))
        self.mixer.learn(bit)
        for slot in filter(None, slots):
            self.learn_offset(slot, odds, bit)
        for counter in filter(None, counters):
            counter.learn(bit)
        return bit

    @staticmethod
    def learn_offset(slot, odds, bit):
        offset, seen, _ = slot
        chance = squash(odds + (offset >> 4))
        slot[0] = within(MOST_OFFSET, offset + towards_zero((bit << 16) - chance, seen // 4 + 8))
        slot[1] = min(seen + (chance * (65536 - chance) >> 26) + 1, 1023)


def sizes_of_all(logits):
    most = max(logits)
    return [power(most - logit) + 1 for logit in logits]


class Best(Model):
    def __init__(self, bytes_, games):
        require(len(bytes_), 'the moves have no number of weights')
        number = bytes_.byte()
        if number not in (Net.NUMBER, WideNet.NUMBER):
            raise Unsupported('unknown weights of the moves')
        self.net, self.fast_net = net_of_number(number), net_of_number(Net.NUMBER)
        self.is_wide = number == WideNet.NUMBER
        group_games = bytes_.varint()
        require(group_games >= LEAST_GROUP_GAMES, 'groups of too few games')
        self.groups = Groups(bytes_, games, group_games)
        self.learned = Learned(b'')

    def begin_game(self, tags, result):
        group = self.groups.begin_game()
        if group is not None:
            self.learned.bits.finish()
            self.learned = Learned(group)
        self.ratings, self.result = (rating_of(tags, b'WhiteElo'), rating_of(tags, b'BlackElo')), result
        self.players = [self.name_of(tags, name) for name in (b'White', b'Black')]
        self.remembered, self.asked = WideRemembered(), None
        self.boards = Boards()
        self.unknown = 0

    @staticmethod
    def name_of(tags, wanted):
        values = [value for name, value in tags if name == wanted]
        return 2 * (xxh64(values[-1]) & MASK) if values else 0

    def choices(self, position):
        self.replaced_number = None
        return super().choices(position)

    def sizes(self, sight, moves, position):
        ratings, result = self.seen_by(position)
        self.sight, self.moves = sight, moves
        self.replaced_number = self.replaced(position, moves)
        self.rows = [Sight.row_and_classes(sight, move) for move in moves]
        self.logits = self.fast_net.logits(Sight.rows(sight, ratings, result), self.rows)
        self.wide_rows = sight.rows(ratings, result)
        return sizes_of_all(self.logits)

    def wide_logits(self, asked):
        return self.net.logits(self.wide_rows, [self.sight.row_and_classes(self.moves[i]) for i in asked])

    def seen_by(self, position):
        if position.white:
            return self.ratings, self.result
        return self.ratings[::-1], (0, 2, 1, 3)[self.result]

    def next(self, position, ply):
        moves, sizes = self.choices(position)
        number = 0
        if len(moves) > MAX_MOVES:
            number = self.learned.bits.plain((len(moves) - 1).bit_length())
            require(number < len(moves), 'no such move')
        elif len(moves) > 1:
            number = Walk(self, position, moves, sizes).number()
        self.remembered.add(position, moves[number])
        return moves[number]

    def finish(self):
        self.learned.bits.finish()


class Walk:
    """Through the moves of a position."""

    def __init__(self, codec, position, moves, sizes):
        self.codec, self.sight, self.moves, self.sizes = codec, codec.sight, moves, sizes
        self.position, self.white = position, position.white
        self.learned, self.rows = codec.learned, codec.rows
        self.here = mix(1, fold(labels.key(position)))
        self.count_position()
        self.keys()
        self.met = key_of_men(position.board, self.white)
        codec.boards.count(self.met)

    def count_position(self):
        codec = self.codec
        codec.unknown = 0 if self.here >> 10 in self.learned.noted else codec.unknown + 1
        self.strange = codec.unknown > 3
        if not self.strange:
            self.learned.noted.add(self.here >> 10)

    def keys(self):
        codec, board = self.codec, self.position.board
        ratings, result = codec.seen_by(self.position)
        player = codec.players[0] if self.white else codec.players[1] + 1
        calm = place_in((2, 8, 20, 60), self.position.clock)
        pawns = key_of_men(board, self.white, 'Pp')
        men = fold(key_of_men(board, self.white, chess.OWN_MEN[self.white]))
        self.context_keys = [
            mix(1, fold(pawns)), mix(2, men), mix(3, self.here), mix(4, player), mix2(5, men, player),
            mix(6, 0), mix2(7, calm, result), mix(8, rating_number(ratings[0]))]
        self.counter_keys = [mix(2, self.here), mix2(2, self.here, player)]
        if self.strange:
            self.counter_keys = [0, 0]
            self.context_keys[ABOUT_HERE] = 0

    def number(self):
        """Of the move played."""
        left, stages = list(range(len(self.moves))), 0
        asked, first = left[:], self.sizes
        if self.codec.is_wide:
            asked = []
        for rank in range(len(left) - 1):
            if not asked:
                asked, first = self.stage(left, stages)
                stages += 1
            number = max(asked, key=first.__getitem__)
            asked.remove(number)
            left.remove(number)
            if self.is_played(number, rank, left, first):
                return number
        return left[0]

    def stage(self, left, stages):
        """The moves that the wide net is asked about, and a number for each of those left."""
        able = [number for number in left if number != self.codec.replaced_number]
        total = sum(self.sizes[number] for number in left)
        asked = [number for number in able if SHARE * self.sizes[number] >= total and stages < SHARED_STAGES] or able[:]
        logits = {number: self.codec.logits[number] for number in able}
        if len(asked) > 1:
            wide = self.codec.wide_logits(asked)
            more = towards_zero(sum(wide) - sum(logits[number] for number in asked), len(asked))
            logits.update((number, logit - more) for number, logit in zip(asked, wide))
        first = dict.fromkeys(left, 1)
        first.update(zip(able, sizes_of_all(logits.values())))
        return asked, first

    @staticmethod
    def odds(sizes, number, left):
        rest = sum(sizes[other] for other in left)
        return within(MOST_ODDS, towards_zero((logarithm(sizes[number]) - logarithm(rest)) * 177, 256))

    def is_played(self, number, rank, left, first):
        odds = self.odds(first, number, left)
        other_odds = self.odds(self.sizes, number, left) if self.codec.is_wide else 0
        row, (class_, *_), _ = self.rows[number]
        board, (source, target) = self.sight.board, self.sight.seen_move(self.moves[number])
        man = MEN.index(board[source])
        place = rank_class(rank)
        seen = [*[row] * 5, around(board, target, man), self.repeated(*self.moves[number][:2]) << 4 | place, class_ << 4 | place]
        contexts = [key and mix(key, each) for key, each in zip(self.context_keys, seen)]
        counted = [key and mix(key, row) for key in self.counter_keys]
        danger, captured = class_ // 24 % 4, class_ // 4 % 6
        sets = (4 * odds_class(odds) + place_in((1, 3, 20), self.codec.unknown),
                64 + 8 * man + danger + (4 if captured else 0), 112 + 64 * man + source)
        return self.learned.bit(odds, other_odds, contexts, counted, sets)

    def repeated(self, source, target):
        man = self.position.board[source]
        if man in 'Pp' or self.position.board[target] != chess.EMPTY:
            return 0
        men = labels.MEN[man]
        return min(3, self.codec.boards.met(self.met ^ men[source] ^ men[target] ^ labels.BLACK_TO_MOVE))
