#include "search/openings/tree_page.h"

#include <stdlib.h>
#include <string.h>

#include "entropy/coding/bit_coder.h"
#include "entropy/coding/bit_counter.h"
#include "entropy/coding/mixer.h"
#include "pgnpack.h"
#include "util/bits.h"
#include "util/inlined.h"

/* ---- Nodes ---- */

void opening_node_init(struct opening_node *node, struct memory *memory)
{
    *node = (struct opening_node){.memory = memory};
}

void opening_node_free(struct opening_node *node)
{
    memory_release(node->memory, node->moves, node->capacity * sizeof *node->moves);
    opening_node_init(node, node->memory);
}

/* ---- Counting ---- */

/* 0 to 2; a result is known. */
static unsigned half_points_of(const struct opening_game *game)
{
    if (game->result == PGNPACK_RESULT_DRAW)
        return 1;
    return (game->result == PGNPACK_RESULT_WHITE) == (game->mover == WHITE) ? 2 : 0;
}

static unsigned known_rating(uint16_t elo)
{
    return elo <= OPENING_RATING_MAX ? elo : 0;
}

static void opening_counts_add_game(struct opening_counts *counts, const struct opening_game *game)
{
    unsigned own = known_rating(game->elo[game->mover]), opponent = known_rating(game->elo[game->mover ^ 1]);
    counts->games++;
    counts->results[game->result & 3]++;
    counts->rated += own != 0;
    counts->rating_sum += own;
    if (opponent != 0 && (game->result & 3) != PGNPACK_RESULT_UNKNOWN) {
        counts->opponents++;
        counts->opponent_sum += opponent;
        counts->half_points += half_points_of(game);
    }
    if (game->year > counts->last_year && game->year <= OPENING_YEAR_MAX)
        counts->last_year = game->year;
}

static void opening_counts_add(struct opening_counts *counts, const struct opening_counts *other)
{
    counts->games += other->games;
    for (size_t i = 0; i < OPENING_RESULTS; i++)
        counts->results[i] += other->results[i];
    counts->rated += other->rated;
    counts->rating_sum += other->rating_sum;
    counts->opponents += other->opponents;
    counts->opponent_sum += other->opponent_sum;
    counts->half_points += other->half_points;
    if (other->last_year > counts->last_year)
        counts->last_year = other->last_year;
}

/* A move that comes often comes to stand before those that do not, where it is found sooner. */
static void move_forward(struct opening_node *node, size_t i)
{
    if (i == 0 || node->moves[i].counts.games <= node->moves[i - 1].counts.games)
        return;
    struct opening_move other = node->moves[i - 1];
    node->moves[i - 1] = node->moves[i];
    node->moves[i] = other;
}

/* Its place. node->count: there is no memory. */
static size_t find_move(struct opening_node *node, chess_move move)
{
    for (size_t i = 0; i < node->count; i++)
        if (node->moves[i].move == move)
            return i;
    if (!MEMORY_GROW(node->memory, node->moves, node->capacity, node->count + 1))
        return node->count;
    node->moves[node->count] = (struct opening_move){.move = move};
    return node->count++;
}

/* Subtracts what a game added; returns 0 where it is more than there is. */
static int counts_remove(struct opening_counts *counts, const struct opening_counts *game)
{
    int fits = counts->games >= game->games && counts->rated >= game->rated &&
               counts->rating_sum >= game->rating_sum && counts->opponents >= game->opponents &&
               counts->opponent_sum >= game->opponent_sum && counts->half_points >= game->half_points &&
               counts->last_year >= game->last_year;
    for (size_t i = 0; i < OPENING_RESULTS; i++)
        fits = fits && counts->results[i] >= game->results[i];
    if (!fits)
        return 0;
    counts->games -= game->games;
    for (size_t i = 0; i < OPENING_RESULTS; i++)
        counts->results[i] -= game->results[i];
    counts->rated -= game->rated;
    counts->rating_sum -= game->rating_sum;
    counts->opponents -= game->opponents;
    counts->opponent_sum -= game->opponent_sum;
    counts->half_points -= game->half_points;
    return 1;
}

int opening_node_remove_game(struct opening_node *node, const struct opening_game *game, size_t *place_ret)
{
    struct opening_counts counts = {0};
    size_t i = 0;
    while (i < node->count && node->moves[i].move != game->move)
        i++;
    *place_ret = i;
    if (i == node->count)
        return 0;
    opening_counts_add_game(&counts, game);
    return counts_remove(&node->moves[i].counts, &counts);
}

void opening_node_drop_empty(struct opening_node *node)
{
    size_t count = 0;
    for (size_t i = 0; i < node->count; i++)
        if (node->moves[i].counts.games != 0)
            node->moves[count++] = node->moves[i];
    node->count = count;
}

int opening_node_add_game(struct opening_node *node, const struct opening_game *game)
{
    size_t i = find_move(node, game->move);
    if (i == node->count)
        return 0;
    opening_counts_add_game(&node->moves[i].counts, game);
    move_forward(node, i);
    return 1;
}

int opening_node_add(struct opening_node *node, chess_move move, const struct opening_counts *counts)
{
    size_t i = find_move(node, move);
    if (i == node->count)
        return 0;
    opening_counts_add(&node->moves[i].counts, counts);
    move_forward(node, i);
    return 1;
}

int opening_node_add_node(struct opening_node *node, const struct opening_node *other)
{
    for (size_t i = 0; i < other->count; i++)
        if (!opening_node_add(node, other->moves[i].move, &other->moves[i].counts))
            return 0;
    return 1;
}

/* ---- What was counted ---- */

int opening_moves_compare(const struct opening_move *first, const struct opening_move *second)
{
    if ((first->move == NO_MOVE) != (second->move == NO_MOVE))
        return first->move == NO_MOVE ? 1 : -1;
    if (first->counts.games != second->counts.games)
        return first->counts.games > second->counts.games ? -1 : 1;
    return (first->move > second->move) - (first->move < second->move);
}

static int compare_moves(const void *a, const void *b)
{
    return opening_moves_compare(a, b);
}

void opening_node_sort(struct opening_node *node)
{
    if (node->count != 0)
        qsort(node->moves, node->count, sizeof *node->moves, compare_moves);
}

void opening_node_total(const struct opening_node *node, struct opening_counts *total_ret)
{
    *total_ret = (struct opening_counts){0};
    for (size_t i = 0; i < node->count; i++)
        opening_counts_add(total_ret, &node->moves[i].counts);
}

static uint32_t mean_of(uint64_t sum, uint64_t count)
{
    return count == 0 ? 0 : (uint32_t)((sum + count / 2) / count);
}

uint32_t opening_counts_rating(const struct opening_counts *counts)
{
    return mean_of(counts->rating_sum, counts->rated);
}

uint32_t opening_counts_opponents(const struct opening_counts *counts)
{
    return mean_of(counts->opponent_sum, counts->opponents);
}

/* FIDE's table 8.1.1 from 50 to 100 %; below 50 % it is the same with a minus. */
static const uint16_t fide_differences[51] = {
    0,   7,   14,  21,  29,  36,  43,  50,  57,  65,  72,  80,  87,  95,  102, 110, 117,
    125, 133, 141, 149, 158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273,
    284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
};

uint32_t opening_counts_performance(const struct opening_counts *counts)
{
    uint32_t mean = opening_counts_opponents(counts);
    uint32_t percent = mean_of(50 * counts->half_points, counts->opponents);
    if (counts->opponents < PERFORMANCE_OPPONENTS_MIN || mean == 0)
        return 0;
    if (percent >= 50)
        return mean + fide_differences[percent - 50];
    uint32_t difference = fide_differences[50 - percent];
    return mean > difference ? mean - difference : 0;
}

/* ---- Pages ---- */

/* ---- Bits and numbers ---- */

/* Numbers are below 2^48 - 1: a length by ones and a zero, two bits under counters, the others as they are. */
enum { LENGTHS = 48, NUMBER_COUNTERS = LENGTHS * 5, MET_MAX = 30, CLASSES = 11 };

struct number_model {
    uint32_t counters[NUMBER_COUNTERS]; /* by length, then 4 for each length's first bits */
};

/* Classes of counts: bits that it takes, at most 10. In pairs 7. */
enum { PAIR_CLASSES = 8, FEW = 6 /* games, of which results are told one by one */ };

struct page_model {
    struct number_model key_length, from, move_count, unknown, half_points;
    struct number_model games[CLASSES + 1]; /* by the class of the move before; the last: there is none */
    struct number_model few_wins[FEW], few_draws[FEW][FEW], wins[CLASSES], draws[CLASSES];
    struct number_model unrated[CLASSES][2], unrated_opponents[PAIR_CLASSES][PAIR_CLASSES];
    struct number_model ratings[CLASSES], opponents[CLASSES], years[CLASSES];
    uint32_t mover[1], from_square[64], to_rank[8][8], to_file[8][8], flag[2][16];
};

struct page_coder {
    struct bit_coder bits;
    struct memory *memory;
    struct page_model *model;
    int failed;
    /* What the page had last. */
    uint64_t rating; /* guess of a mover's */
    uint32_t year;
    size_t move_count;
};

INLINED unsigned code_bit(struct page_coder *coder, uint32_t *counter, unsigned bit)
{
    bit = bit_coder_code(&coder->bits, bit, mixer_probability(*counter >> 16));
    bit_counter_learn(counter, bit, MET_MAX);
    return bit;
}

/* `count` bits, the highest first; *node: 1 and those that came before. */
static unsigned code_bits(struct page_coder *coder, uint32_t *counters, unsigned value, unsigned count)
{
    unsigned node = 1;
    while (count-- > 0)
        node = node << 1 | code_bit(coder, &counters[node], value >> count & 1);
    return node;
}

static uint64_t code_number(struct page_coder *coder, struct number_model *model, uint64_t number)
{
    if (coder->bits.out == NULL)
        number = 0;
    unsigned length = 0, wanted = highest_bit(number + 1);
    while (length < LENGTHS - 1 && code_bit(coder, &model->counters[length], length < wanted))
        length++;
    uint64_t value = number + 1, result = 1;
    uint32_t *counters = model->counters + LENGTHS + 4 * length;
    unsigned left = length;
    for (unsigned node = 1; left > 0 && length - left < 2; node = (unsigned)(result & 1) + 2)
        result = result << 1 | code_bit(coder, &counters[node], (unsigned)(value >> --left & 1));
    result = result << left | bit_coder_code_plain(&coder->bits, value, left);
    return result - 1;
}

/* A number that may not pass `limit`. */
static uint64_t code_limited(struct page_coder *coder, struct number_model *model, uint64_t number,
                             uint64_t limit)
{
    number = code_number(coder, model, number);
    if (number <= limit)
        return number;
    coder->failed = 1;
    return 0;
}

/* A number from 0 to `limit` by its distance from a guess. */
static uint64_t code_near(struct page_coder *coder, struct number_model *model, uint64_t number,
                          int64_t guess, uint64_t limit)
{
    int64_t distance = zigzag_decode(code_number(coder, model, zigzag_encode((int64_t)number - guess)));
    int64_t value = guess + distance;
    if (value >= 0 && (uint64_t)value <= limit)
        return (uint64_t)value;
    coder->failed = 1;
    return 0;
}

static unsigned class_of(uint64_t count, unsigned classes)
{
    unsigned length = bit_length(count);
    return length < classes ? length : classes - 1;
}

/* ---- A position ---- */

/* What the position's moves so far tell of the next. */
struct node_sums {
    uint64_t known, wins, draws; /* games with a result, white's wins, draws */
    struct opening_counts ratings;
    uint64_t games;  /* of the move before; 0: there is none */
    unsigned misses; /* ratings, the move before did */
    uint32_t year;
    uint64_t left; /* games that further moves can have at most */
};

/* So many of `count` games, if `part` of `whole` were; where those are few, so many of a hundred. */
static uint64_t share_of(uint64_t count, uint64_t part, uint64_t whole, uint64_t percent)
{
    return whole > 20 ? (part * count + whole / 2) / whole : (count * percent + 50) / 100;
}

static void code_results(struct page_coder *coder, struct opening_counts *counts,
                         const struct node_sums *sums)
{
    struct page_model *model = coder->model;
    uint64_t *results = counts->results;
    results[PGNPACK_RESULT_UNKNOWN] =
        code_limited(coder, &model->unknown, results[PGNPACK_RESULT_UNKNOWN], counts->games);
    uint64_t known = counts->games - results[PGNPACK_RESULT_UNKNOWN];
    uint64_t wins = results[PGNPACK_RESULT_WHITE], draws = results[PGNPACK_RESULT_DRAW];
    if (known < FEW) {
        wins = code_limited(coder, &model->few_wins[known], wins, known);
        draws = code_limited(coder, &model->few_draws[known][wins], draws, known - wins);
    } else {
        uint64_t guess = share_of(known, sums->wins, sums->known, 36);
        wins = code_near(coder, &model->wins[class_of(known, CLASSES)], wins, (int64_t)guess, known);
        guess = share_of(known - wins, sums->draws, sums->known - sums->wins, 62);
        draws = code_near(coder, &model->draws[class_of(known - wins, CLASSES)], draws, (int64_t)guess,
                          known - wins);
    }
    results[PGNPACK_RESULT_WHITE] = wins;
    results[PGNPACK_RESULT_DRAW] = draws;
    results[PGNPACK_RESULT_BLACK] = known - wins - draws;
}

static int64_t page_mean(uint64_t sum, uint64_t count)
{
    return (int64_t)(sum / count);
}

/* A sum of `count` ratings, which are 1 to OPENING_RATING_MAX. */
static uint64_t code_ratings(struct page_coder *coder, struct number_model *models, uint64_t sum,
                             uint64_t count, int64_t guess)
{
    if (count == 0)
        return 0;
    sum = code_near(coder, &models[class_of(count, CLASSES)], sum, guess * (int64_t)count,
                    count * OPENING_RATING_MAX);
    coder->failed |= sum < count;
    return sum;
}

/* Of the opponents with ratings; all of them: it is known. */
static void code_half_points(struct page_coder *coder, struct opening_counts *counts, unsigned mover)
{
    uint64_t known = counts->games - counts->results[PGNPACK_RESULT_UNKNOWN];
    uint64_t draws = counts->results[PGNPACK_RESULT_DRAW];
    uint64_t won = draws + 2 * counts->results[mover == WHITE ? PGNPACK_RESULT_WHITE : PGNPACK_RESULT_BLACK];
    uint64_t lost = 2 * known - won;
    if (counts->opponents == known) {
        counts->half_points = won;
        return;
    }
    uint64_t guess = won * counts->opponents / known;
    counts->half_points = code_near(coder, &coder->model->half_points, counts->half_points, (int64_t)guess,
                                    2 * counts->opponents);
    coder->failed |= counts->half_points > won || 2 * counts->opponents - counts->half_points > lost;
}

static void code_players(struct page_coder *coder, struct opening_counts *counts, struct node_sums *sums,
                         unsigned mover)
{
    struct page_model *model = coder->model;
    const struct opening_counts *before = &sums->ratings;
    uint64_t games = counts->games, known = games - counts->results[PGNPACK_RESULT_UNKNOWN];
    uint64_t unrated = code_limited(coder, &model->unrated[class_of(games, CLASSES)][sums->misses],
                                    games - counts->rated, games);
    sums->misses = unrated > games / 8;
    counts->rated = games - unrated;
    struct number_model *pairs = model->unrated_opponents[class_of(games, PAIR_CLASSES)];
    counts->opponents = known - code_limited(coder, &pairs[class_of(unrated, PAIR_CLASSES)],
                                             known - counts->opponents, known);
    int64_t guess =
        before->rated != 0 ? page_mean(before->rating_sum, before->rated) : (int64_t)coder->rating;
    counts->rating_sum = code_ratings(coder, model->ratings, counts->rating_sum, counts->rated, guess);
    if (counts->rated != 0)
        guess = page_mean(counts->rating_sum, counts->rated);
    if (before->rated != 0 && before->opponents != 0)
        guess +=
            page_mean(before->opponent_sum, before->opponents) - page_mean(before->rating_sum, before->rated);
    counts->opponent_sum =
        code_ratings(coder, model->opponents, counts->opponent_sum, counts->opponents, guess);
    code_half_points(coder, counts, mover);
}

/* 0: unknown. */
static void code_year(struct page_coder *coder, struct opening_counts *counts, struct node_sums *sums)
{
    struct number_model *model = &coder->model->years[class_of(counts->games, CLASSES)];
    uint64_t number = zigzag_encode((int64_t)sums->year - counts->last_year) + 1;
    number = code_number(coder, model, counts->last_year == 0 ? 0 : number);
    int64_t year = number == 0 ? 0 : (int64_t)sums->year - zigzag_decode(number - 1);
    if (year < 0 || year > OPENING_YEAR_MAX || (number != 0 && year == 0)) {
        coder->failed = 1;
        year = 0;
    }
    counts->last_year = (uint32_t)year;
    if (sums->games == 0 && year != 0)
        coder->year = sums->year = (uint32_t)year;
}

/* As white would play it. */
static chess_move code_move(struct page_coder *coder, chess_move move, unsigned mover)
{
    struct page_model *model = coder->model;
    unsigned turn = mover == WHITE ? 0 : 56;
    unsigned from = code_bits(coder, model->from_square, move_from(move) ^ turn, 6) & 63;
    unsigned to = move_to(move) ^ turn;
    unsigned rank = code_bits(coder, model->to_rank[square_rank(from)], square_rank(to), 3) & 7;
    unsigned file = code_bits(coder, model->to_file[square_file(from)], square_file(to), 3) & 7;
    to = square_of(file, rank);
    int is_push = (from > to ? from - to : to - from) == 16;
    unsigned flag = code_bits(coder, model->flag[is_push], move_flag(move), 4) & 15;
    return move_of(from ^ turn, to ^ turn, flag);
}

static void add_sums(struct node_sums *sums, const struct opening_counts *counts)
{
    sums->known += counts->games - counts->results[PGNPACK_RESULT_UNKNOWN];
    sums->wins += counts->results[PGNPACK_RESULT_WHITE];
    sums->draws += counts->results[PGNPACK_RESULT_DRAW];
    opening_counts_add(&sums->ratings, counts);
    sums->left -= counts->games;
    sums->games = counts->games;
}

static void code_counts(struct page_coder *coder, struct opening_counts *counts, struct node_sums *sums,
                        unsigned mover)
{
    unsigned class = sums->games == 0 ? CLASSES : class_of(sums->games, CLASSES);
    if (sums->left == 0) {
        coder->failed = 1;
        return;
    }
    counts->games = 1 + code_limited(coder, &coder->model->games[class], counts->games - 1, sums->left - 1);
    code_results(coder, counts, sums);
    code_players(coder, counts, sums, mover);
    code_year(coder, counts, sums);
    add_sums(sums, counts);
}

/* Is move `i` one that may stand behind those before it? */
static int is_in_order(const struct opening_node *node, size_t i)
{
    const struct opening_move *move = &node->moves[i];
    unsigned from = move_from(move->move), to = move_to(move->move), flag = move_flag(move->move);
    if (move->move != NO_MOVE && (flag == 7 || (from == to && flag != MOVE_DROP)))
        return 0;
    for (size_t k = 0; k < i; k++)
        if (node->moves[k].move == move->move)
            return 0;
    return i == 0 || (node->moves[i - 1].move != NO_MOVE &&
                      (move->move == NO_MOVE || opening_moves_compare(&node->moves[i - 1], move) < 0));
}

/* The moves; decoding, node->moves has room for them. */
static void code_moves(struct page_coder *coder, struct tree_node *node, uint64_t game_count)
{
    struct node_sums sums = {.year = coder->year, .left = game_count - node->from};
    for (size_t i = 0; i < node->moves.count && !coder->failed; i++) {
        struct opening_move *move = &node->moves.moves[i];
        move->move = code_move(coder, move->move, node->mover);
        code_counts(coder, &move->counts, &sums, node->mover);
        coder->failed |= bit_coder_failed(&coder->bits) || !is_in_order(&node->moves, i);
    }
    if (sums.ratings.rated != 0)
        coder->rating =
            (3 * coder->rating + (uint64_t)page_mean(sums.ratings.rating_sum, sums.ratings.rated)) / 4;
    coder->move_count += node->moves.count;
}

static void code_head(struct page_coder *coder, struct tree_node *node, uint64_t game_count)
{
    struct page_model *model = coder->model;
    node->mover = (uint8_t)code_bit(coder, &model->mover[0], node->mover);
    node->from = code_limited(coder, &model->from, node->from, game_count - 1);
    node->moves.count =
        1 + (size_t)code_limited(coder, &model->move_count, node->moves.count - 1, TREE_NODE_MOVES_MAX - 1);
}

/* A key behind `last`. */
static uint64_t code_key(struct page_coder *coder, uint64_t last, uint64_t key)
{
    uint64_t step = key - last - 1;
    unsigned length =
        (unsigned)code_limited(coder, &coder->model->key_length, bit_length(step), TREE_KEY_BITS);
    if (length > 1) {
        uint64_t top = (uint64_t)1 << (length - 1);
        return last + 1 + (top | bit_coder_code_plain(&coder->bits, step & (top - 1), length - 1));
    }
    return last + 1 + length;
}

/* ---- A page ---- */

/* Returns 0 when there is no memory. */
static int start(struct page_coder *coder, struct memory *memory)
{
    *coder = (struct page_coder){.memory = memory, .rating = 2400, .year = 2000};
    coder->model = memory_get(memory, sizeof *coder->model);
    if (coder->model == NULL)
        return 0;
    uint32_t *counters = (uint32_t *)(void *)coder->model;
    counters[0] = BIT_COUNTER_START;
    memory_repeat(counters, sizeof *coder->model / sizeof *counters, sizeof *counters);
    return 1;
}

static void end(struct page_coder *coder)
{
    memory_release(coder->memory, coder->model, sizeof *coder->model);
}

int tree_page_write(const struct tree_node *nodes, size_t count, struct buffer *out)
{
    struct page_coder coder;
    size_t size = out->size;
    if (!start(&coder, out->memory)) {
        out->failed = 1;
        return 0;
    }
    bit_coder_start_encoding(&coder.bits, out);
    for (size_t i = 0; i < count; i++) {
        struct tree_node node = nodes[i];
        if (i != 0)
            code_key(&coder, nodes[i - 1].key, node.key);
        code_head(&coder, &node, TREE_GAMES_MAX);
        code_moves(&coder, &node, TREE_GAMES_MAX);
    }
    bit_coder_finish(&coder.bits);
    end(&coder);
    if (!coder.failed &&
        coder.move_count <= (out->size - size) * TREE_PAGE_MOVES_PER_BYTE + TREE_PAGE_NODES_MAX)
        return !buffer_failed(out);
    out->size = size;
    return 0;
}

static enum pgnpack_status corrupt(struct error *error)
{
    return error_set(error, PGNPACK_ERROR_CORRUPT, "a page of the opening tree is damaged");
}

/* A node, into `node`, whose key is set. Returns 0 when there is no memory. */
static int read_node(struct page_coder *coder, const struct tree_page *page, struct tree_node *node)
{
    code_head(coder, node, page->game_count);
    size_t count = node->moves.count;
    if (coder->move_count + count > page->size * TREE_PAGE_MOVES_PER_BYTE + TREE_PAGE_NODES_MAX)
        coder->failed = 1;
    node->moves.count = 0;
    if (coder->failed)
        return 1;
    if (!MEMORY_GROW(node->moves.memory, node->moves.moves, node->moves.capacity, count))
        return 0;
    memset(node->moves.moves, 0, count * sizeof *node->moves.moves);
    node->moves.count = count;
    code_moves(coder, node, page->game_count);
    return 1;
}

static enum pgnpack_status read_page(struct page_coder *coder, const struct tree_page *page,
                                     struct memory *memory, tree_visit_function visit, void *opaque,
                                     struct error *error)
{
    struct tree_node node = {.key = page->first_key};
    opening_node_init(&node.moves, memory);
    int done = 1;
    for (size_t i = 0; i < page->count && done && !coder->failed; i++) {
        uint64_t next = i == 0 ? page->first_key : code_key(coder, node.key, 0);
        coder->failed |= i != 0 && next <= node.key;
        coder->failed |= next >= page->end_key;
        node.key = next;
        done = read_node(coder, page, &node) && (coder->failed || visit(opaque, &node));
    }
    opening_node_free(&node.moves);
    if (!done)
        return error_no_memory(error);
    return coder->failed || !bit_coder_at_end(&coder->bits) ? corrupt(error) : PGNPACK_OK;
}

enum pgnpack_status tree_page_each(const struct tree_page *page, struct memory *memory,
                                   tree_visit_function visit, void *opaque, struct error *error)
{
    struct page_coder coder;
    if (!start(&coder, memory))
        return error_no_memory(error);
    bit_coder_start_decoding(&coder.bits, byte_source_of(page->bytes, page->size));
    enum pgnpack_status status = read_page(&coder, page, memory, visit, opaque, error);
    end(&coder);
    return status;
}

struct sought_node {
    uint64_t key;
    struct tree_node *node;
    int is_found;
};

/* A tree_visit_function: exchanges what was read and what is sought. */
static int keep_node(void *opaque, struct tree_node *node)
{
    struct sought_node *sought = opaque;
    if (node->key != sought->key)
        return 1;
    struct tree_node other = *sought->node;
    *sought->node = *node;
    *node = other;
    node->key = sought->key;
    sought->is_found = 1;
    return 1;
}

enum pgnpack_status tree_page_find(const struct tree_page *page, uint64_t key, struct tree_node *node_ret,
                                   int *found_ret, struct error *error)
{
    struct sought_node sought = {key, node_ret, 0};
    enum pgnpack_status status = tree_page_each(page, node_ret->moves.memory, keep_node, &sought, error);
    *found_ret = status == PGNPACK_OK && sought.is_found;
    return status;
}
