"""Opening trees (docs/FORMAT.md, chapter 13)."""

from collections import defaultdict, namedtuple

import labels
from basics import Bytes, require, rotate, unzigzag
from mixed import Bits, Counter, codable
from positions import OPENING_TREE

KEY_BITS, MOST_MET, LONGEST = 48, 30, 47
MOST_POSITIONS, MOST_MOVES, MOST_GAMES, MOST = 64, 256, (1 << 31) - 1, 9999
NO_MOVE, DROP_FLAG = 0, 6
UNKNOWN, WHITE_WINS, BLACK_WINS, DRAW = range(4)

# All that is told of a move: the document's letters; rating_sum, opponent_sum are of the n - m and of the e games.
Counts = namedtuple('Counts', 'n u w d m e rating_sum opponent_sum h y')
# `moves`: pairs of a value and its Counts.
Node = namedtuple('Node', 'is_black first_game moves')


def class_of(count):
    return min(count.bit_length(), 10)


def small_class(count):
    return min(count.bit_length(), 7)


def share(count, part, whole, percent):
    return (part * count + whole // 2) // whole if whole > 20 else (count * percent + 50) // 100


class Before:
    """Sums over the moves of a position."""

    def __init__(self):
        self.n = self.k = self.w = self.d = self.rated = self.e = self.rating_sum = self.opponent_sum = 0
        self.last_class, self.many_unrated = None, False

    def add(self, counts):
        self.n, self.k = self.n + counts.n, self.k + counts.n - counts.u
        self.w, self.d = self.w + counts.w, self.d + counts.d
        self.rated, self.e = self.rated + counts.n - counts.m, self.e + counts.e
        self.rating_sum += counts.rating_sum
        self.opponent_sum += counts.opponent_sum
        self.last_class, self.many_unrated = class_of(counts.n), counts.m > counts.n // 8


class Page:
    def __init__(self, bits, games):
        self.bits, self.games = bits, games
        self.counters = defaultdict(lambda: Counter(MOST_MET))
        self.rating, self.year, self.move_count = 2400, 2000, 0

    def bit(self, *name):
        counter = self.counters[name]
        bit = self.bits.bit(codable(counter.probability >> 6))
        counter.learn(bit)
        return bit

    def tree(self, count, *name):
        node = 1
        for _ in range(count):
            node = node << 1 | self.bit(name, node)
        return node - (1 << count)

    def any_number(self, *name):
        length = 0
        while length < LONGEST and self.bit(name, length):
            length += 1
        number, counter = 1, 1
        for _ in range(min(length, 2)):
            bit = self.bit(name, 48 + 4 * length + counter)
            number, counter = number << 1 | bit, 2 + bit
        left = max(length - 2, 0)
        return (number << left | self.bits.plain(left)) - 1

    def number(self, most, *name):
        number = self.any_number(*name)
        require(number <= most, f'an opening tree tells too large a number: {name[0]}')
        return number

    def near(self, guess, least, most, *name):
        number = guess + unzigzag(self.any_number(*name))
        require(least <= number <= most, f'an opening tree tells a number that cannot be: {name[0]}')
        return number

    def key(self, before):
        length = self.number(KEY_BITS, 'step')
        step = length if length < 2 else 1 << length - 1 | self.bits.plain(length - 1)
        return before + 1 + step

    def move(self, turn):
        source = self.tree(6, 'from')
        rank = self.tree(3, 'rank', source >> 3)
        target = 8 * rank + self.tree(3, 'file', source & 7)
        flag = self.tree(4, 'flag', abs(source - target) == 16)
        move = flag << 12 | (source ^ turn) << 6 | target ^ turn
        require(flag != 7 and (source != target or flag == DROP_FLAG or move == NO_MOVE), 'an opening tree with a move that is none')
        return move

    def results(self, n, before):
        u = self.number(n, 'unknown')
        k = n - u
        if k < 6:
            w = self.number(k, 'few wins', k)
            return u, w, self.number(k - w, 'few draws', k, w)
        w = self.near(share(k, before.w, before.k, 36), 0, k, 'wins', class_of(k))
        return u, w, self.near(share(k - w, before.d, before.k - before.w, 62), 0, k - w, 'draws', class_of(k - w))

    def ratings(self, count, mean, name):
        return self.near(count * mean, count, MOST * count, name, class_of(count)) if count else 0

    def last_year(self, n, is_first):
        number = self.any_number('year', class_of(n))
        if number == 0:
            return 0
        year = self.year_of_position - unzigzag(number - 1)
        require(1 <= year <= MOST, 'an opening tree with a year that cannot be')
        if is_first:
            self.year = self.year_of_position = year
        return year

    def counts(self, before, most, is_black):
        require(most > 0, 'an opening tree with more games than there are')
        n = 1 + self.number(most - 1, 'games', before.last_class)
        u, w, d = self.results(n, before)
        k, m = n - u, self.number(n, 'unrated', class_of(n), before.many_unrated)
        e = k - self.number(k, 'unrated opponents', small_class(n), small_class(m))
        mean = before.rating_sum // before.rated if before.rated else self.rating
        rating_sum = self.ratings(n - m, mean, 'ratings')
        if n > m:
            mean = rating_sum // (n - m)
        if before.rated and before.e:
            mean += before.opponent_sum // before.e - before.rating_sum // before.rated
        opponent_sum = self.ratings(e, mean, 'opponents')
        h = h_of_all = d + 2 * (k - w - d if is_black else w)
        if e != k:
            h = self.near(h_of_all * e // k, 0, 2 * e, 'half points')
            require(h <= h_of_all and 2 * e - h <= 2 * k - h_of_all, 'an opening tree with half points that cannot be')
        return Counts(n, u, w, d, m, e, rating_sum, opponent_sum, h, self.last_year(n, before.last_class is None))

    def node(self, most_in_page):
        is_black = self.tree(1, 'side')
        first_game = self.number(self.games - 1, 'first game')
        count = 1 + self.number(MOST_MOVES - 1, 'moves')
        self.move_count += count
        require(self.move_count <= most_in_page, 'an opening tree with too many moves in a page')
        before, moves, self.year_of_position = Before(), [], self.year
        for _ in range(count):
            move = self.move(56 if is_black else 0)
            counts = self.counts(before, self.games - first_game - before.n, is_black)
            before.add(counts)
            moves.append((move, counts))
        require(moves == in_order(moves) and len(dict(moves)) == count, 'an opening tree with moves in another order')
        if before.rated:
            self.rating = (3 * self.rating + before.rating_sum // before.rated) // 4
        return Node(is_black, first_game, moves)


def in_order(moves):
    return sorted(moves, key=lambda move: (move[0] == NO_MOVE, -move[1].n, move[0]))


def read_page(data, first_key, end_key, count, games):
    page, key, nodes = Page(Bits(data), games), first_key, {}
    for number in range(count):
        if number:
            key = page.key(key)
        require(key < end_key, 'an opening tree with a key of another page')
        nodes[key] = page.node(8 * len(data) + 64)
    page.bits.finish()
    return nodes


def read(data, games):
    """The positions by their keys' highest bits. `games`: those that the tree is about."""
    tree = Bytes(data)
    directory = Bytes(tree.take(tree.varint()))
    require(0 < directory.varint() == games <= MOST_GAMES, 'an opening tree of another number of games')
    pages, nodes = [], {}
    while len(directory):
        key, count, size = int.from_bytes(directory.take(KEY_BITS // 8), 'little'), directory.varint(), directory.varint()
        require(1 <= count <= MOST_POSITIONS and 1 <= size < 1 << 32, 'a page of an opening tree that cannot be')
        pages.append((key, count, tree.take(size)))
    keys = [key for key, _, _ in pages]
    require(pages and keys == sorted(set(keys)), 'an opening tree without pages, or with pages that do not ascend')
    require(not len(tree), 'bytes after the pages of an opening tree')
    for (key, count, page), end in zip(pages, keys[1:] + [1 << KEY_BITS]):
        nodes.update(read_page(page, key, end, count, games))
    return nodes


def tree_in(annex):
    """Its content, or None."""
    return annex.optional_section(OPENING_TREE)


# ---------------------------------------------------------------------------------------------------------
# Positions of games, and what a tree should tell of them
# ---------------------------------------------------------------------------------------------------------

def key(position):
    """All of its 64 bits."""
    found = labels.key(position)
    for right, rook in enumerate(position.rooks):
        if rook is not None and rook & 7 not in (0, 7):
            found ^= rotate(labels.RIGHTS[1 << right], 8 * (1 + (rook & 7)))
    return found


def value_of(position, move):
    source, target, promotion = move
    board, is_pawn = position.board, position.board[source] in 'pP'
    is_capture = board[target] != '.'
    if position.is_castling(move):
        flag = 2 + position.own_rooks().index(target)
    elif promotion:
        flag = (12 if is_capture else 8) + 'NBRQ'.index(promotion)
    elif is_pawn and abs(source - target) == 16:
        flag = 1
    elif is_pawn and target == position.en_passant:
        flag = 5
    else:
        flag = 4 if is_capture else 0
    return flag << 12 | source << 6 | target


def value_of_drop(man, square):
    return DROP_FLAG << 12 | 'PNBRQ'.index(man) << 6 | square


# `plies`: pairs of a position and the value of what is played there, to the line's end. `ratings`: white's, black's; 0: unknown.
Game = namedtuple('Game', 'plies result ratings year')


def count(visits, is_black):
    """The counts of games that play the same move."""
    known = [game for game in visits if game.result != UNKNOWN]
    rated = [game.ratings[is_black] for game in visits if game.ratings[is_black]]
    met = [game for game in known if game.ratings[not is_black]]
    points = {DRAW: 1, BLACK_WINS if is_black else WHITE_WINS: 2}
    return Counts(len(visits), len(visits) - len(known), sum(game.result == WHITE_WINS for game in known),
                  sum(game.result == DRAW for game in known), len(visits) - len(rated), len(met), sum(rated),
                  sum(game.ratings[not is_black] for game in met), sum(points.get(game.result, 0) for game in met),
                  max(game.year for game in visits))


class Truth:
    """What games played where."""

    def __init__(self, games):
        self.visits = defaultdict(list)
        for number, game in enumerate(games):
            seen = set()
            for position, move in game.plies:
                whole = key(position)
                if whole not in seen:
                    self.visits[whole >> 64 - KEY_BITS].append((number, whole, not position.white, move, game))
                seen.add(whole)

    def check(self, nodes):
        for short, node in nodes.items():
            visits = self.visits[short]
            require(len({whole for _, whole, *_ in visits}) == 1, 'an opening tree with a position that no game has, or several')
            require(visits[0][2] == node.is_black, 'an opening tree tells of another side to move')
            by_move = defaultdict(list)
            for number, _, _, move, game in visits:
                if number >= node.first_game:
                    by_move[move].append(game)
            right = in_order([(move, count(found, node.is_black)) for move, found in by_move.items()])
            require(node.moves == right, f'an opening tree tells {node.moves}, not {right}')
