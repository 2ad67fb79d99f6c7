/* E13: the policy net's view of positions, its kernels, and the range coder. Moves: test_modelled_moves.c. */
#include <check.h>
#include <stdlib.h>

#include "encoding/legal_index.h"
#include "net/odds/policy_coder.h"
#include "net/features/policy_hints.h"
#include "net/odds/policy_net.h"
#include "shared/bytes.h"
#include "unit/codec_walk.h"
#include "unit/suites.h"
#include "unit/support.h"
#include "util/xxh64.h"

static const struct policy_history nothing_before = POLICY_HISTORY_NONE;

static struct policy_view seen;

static const struct policy_shape shapes[] = {POLICY_SHAPE_NARROW, POLICY_SHAPE_WIDE};

enum { NET_COUNT = 2 };

/* ---- Weights ---- */

START_TEST(built_in_weights_are_the_file)
{
    static const struct {
        const char *path;
        uint64_t hash;
    } files[NET_COUNT] = {{"data/model-0.bin", POLICY_NET_HASH}, {"data/model-1.bin", POLICY_NET_WIDE_HASH}};
    const struct policy_weights *net = policy_net_find((unsigned)_i);
    size_t size;
    char *bytes = read_file(files[_i].path, &size);
    ck_assert_ptr_nonnull(net);
    ck_assert_mem_eq(&net->shape, &shapes[_i], sizeof shapes[_i]);
    size_t byte_count = policy_byte_count(&net->shape);
    ck_assert_uint_eq(size, byte_count + 2 * policy_word_count(&net->shape));
    ck_assert(xxh64(bytes, size) == files[_i].hash);
    ck_assert_mem_eq(net->input, bytes, byte_count);
    for (size_t i = byte_count; i < size; i += 2)
        ck_assert_int_eq(net->bias[(i - byte_count) / 2],
                         (int16_t)((uint8_t)bytes[i] | (uint8_t)bytes[i + 1] << 8));
    struct policy_weights same = policy_weights_at(&net->shape, net->input, net->bias);
    ck_assert(same.move == net->move && same.class == net->class);
    ck_assert(same.move_bias == net->move_bias && same.class_bias == net->class_bias);
    ck_assert(same.move_load == net->move_load && same.class_load == net->class_load);
    free(bytes);
}
END_TEST

START_TEST(other_numbers_have_no_weights)
{
    ck_assert_ptr_eq(policy_net_find(POLICY_NET_ID), &policy_net);
    ck_assert_ptr_eq(policy_net_find(POLICY_NET_WIDE_ID), &policy_net_wide);
    ck_assert_ptr_null(policy_net_find(NET_COUNT));
    ck_assert_ptr_null(policy_net_find(255));
}
END_TEST

/* What the kernels rely on so that nothing overflows 16 bits. */
START_TEST(no_weight_is_minus_128)
{
    const struct policy_weights *net = policy_net_find((unsigned)_i);
    for (size_t i = 0; i < policy_byte_count(&net->shape); i++)
        ck_assert_int_ge(net->input[i], -POLICY_WEIGHT_MAX);
    for (unsigned j = 0; j < net->shape.width; j++)
        ck_assert_int_lt(abs(net->bias[j]), 1000);
}
END_TEST

/* Places 2k and 2k + 1 of all vectors of 32 bytes of a row. */
START_TEST(loads_of_weights)
{
    int8_t rows[3 * 64] = {0};
    ck_assert_uint_eq(policy_load(rows, 3, 64), 0);
    rows[64 + 4] = 100;
    rows[64 + 5] = -20;
    rows[64 + 32 + 4] = -7;
    rows[64 + 6] = 127;
    rows[4] = 50; /* of another row */
    ck_assert_uint_eq(policy_load(rows, 3, 64), 127);
    rows[64 + 32 + 5] = -127;
    ck_assert_uint_eq(policy_load(rows, 3, 64), 100 + 20 + 7 + 127);
    ck_assert_uint_eq(policy_load(rows, 1, 64), 50);
}
END_TEST

/* ---- Features ---- */

static int compare_codes(const void *left, const void *right)
{
    return *(const uint16_t *)left - *(const uint16_t *)right;
}

static void check_far_classes(const struct policy_ply *ply)
{
    static const unsigned limits[POLICY_FAR_KINDS + 1] = {
        POLICY_CLASS_THREAT,  POLICY_CLASS_LAST_MOVE, POLICY_CLASS_LINES, POLICY_CLASS_EXCHANGE,
        POLICY_CLASS_TYPES,   POLICY_CLASS_KINGS,     POLICY_CLASS_PAWNS, POLICY_CLASS_CAPTURES,
        POLICY_CLASS_ANSWERS, POLICY_CLASS_FAR_COUNT};
    int fit = 1;
    for (unsigned i = 0; i < ply->count; i++)
        for (unsigned kind = 0; kind < POLICY_FAR_KINDS; kind++)
            fit &= ply->far_classes[i][kind] >= limits[kind] && ply->far_classes[i][kind] < limits[kind + 1];
    ck_assert(fit);
}

/* Returns how many. */
static unsigned check_inputs(struct policy_ply *ply, const struct position *position, enum policy_sight sight,
                             unsigned limit)
{
    int fit = 1;
    policy_ply_fill(&policy_kernel_plain, &seen, ply, position, &nothing_before, sight);
    for (unsigned i = 0; i < ply->input_count; i++)
        fit &= ply->inputs[i] < limit;
    ck_assert(fit);
    ck_assert_uint_le(ply->input_count, POLICY_PLY_INPUTS_MAX);
    return ply->input_count;
}

static void check_moves(const struct position *position, const chess_move *moves, unsigned count)
{
    static struct policy_ply ply;
    uint16_t codes[MOVE_LIST_CAPACITY];
    policy_ply_fill(&policy_kernel_plain, &seen, &ply, position, &nothing_before, POLICY_SIGHT_FAR);
    ck_assert_uint_eq(ply.count, count);
    for (unsigned i = 0; i < count; i++) {
        codes[i] = policy_code_of(position, moves[i]);
        ck_assert_uint_lt(ply.rows[i], POLICY_ROW_COUNT);
        ck_assert_uint_lt(ply.classes[i], POLICY_CLASS_COUNT);
    }
    qsort(codes, count, sizeof *codes, compare_codes);
    qsort(ply.moves, count, sizeof *ply.moves, compare_codes);
    ck_assert_mem_eq(codes, ply.moves, count * sizeof *codes);
    if (count > POLICY_MOVES_MAX)
        return;
    unsigned near_count = check_inputs(&ply, position, POLICY_SIGHT_NEAR, POLICY_INPUT_COUNT);
    unsigned far_count = check_inputs(&ply, position, POLICY_SIGHT_FAR, POLICY_INPUT_FAR_COUNT);
    ck_assert_uint_le(near_count, far_count);
    check_far_classes(&ply);
}

START_TEST(moves_are_the_legal_ones)
{
    walk_everything(check_moves);
}
END_TEST

/* No two moves of a position share a row. */
static void check_rows(const struct position *position, const chess_move *moves, unsigned count)
{
    static struct policy_ply ply;
    (void)moves;
    policy_ply_fill(&policy_kernel_plain, &seen, &ply, position, &nothing_before, POLICY_SIGHT_NEAR);
    qsort(ply.rows, count, sizeof *ply.rows, compare_codes);
    for (unsigned i = 1; i < count; i++)
        ck_assert_uint_ne(ply.rows[i - 1], ply.rows[i]);
}

START_TEST(rows_are_different)
{
    for (unsigned i = 0; walk_starts[i] != NULL; i++)
        walk_random_games(walk_starts[i], 5, 150, 17, check_rows);
}
END_TEST

/* Row and class of a move. */
static void find_row(const char *fen, const char *uci, unsigned last_to, unsigned *row, unsigned *class)
{
    static struct policy_ply ply;
    struct position position;
    struct policy_history history = nothing_before;
    walk_position(fen, &position);
    history.enemy_to = (uint8_t)last_to;
    policy_ply_fill(&policy_kernel_plain, &seen, &ply, &position, &history, POLICY_SIGHT_NEAR);
    uint16_t code = policy_code_of(&position, walk_move(&position, uci));
    for (unsigned i = 0; i < ply.count; i++)
        if (ply.moves[i] == code) {
            *row = ply.rows[i];
            *class = ply.classes[i];
            return;
        }
    ck_abort_msg("%s is not there", uci);
}

static unsigned class_number(unsigned piece, unsigned from, unsigned to, unsigned captured, unsigned check,
                             unsigned recapture)
{
    return ((((piece * 3 + from) * 4 + to) * 6 + captured) * 2 + check) * 2 + recapture;
}

static const struct {
    const char *fen;
    const char *move;
    unsigned last_to;
    unsigned row;
    unsigned piece, from, to, captured, check, recapture;
} rows[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", 64, 3670 + 4 * 4 + 3, PAWN, 0, 0, 0,
     0, 0},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "e7e5", 64, 3670 + 4 * 4 + 3, PAWN, 0, 0, 0,
     0, 0},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "a2a3", 64, 3670 + 1, PAWN, 0, 0, 0, 0, 0},
    {"4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "a1b3", 64, 0, KNIGHT, 0, 0, 0, 0, 0},
    {"4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "a1c2", 64, 1 - 1, KNIGHT, 0, 0, 0, 0, 0},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", 64, 3668, KING, 0, 0, 0, 0, 0},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", 64, 3669, KING, 0, 0, 0, 0, 0},
    {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 64, 3668, KING, 0, 0, 0, 1, 0},
    {"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 1 + 56, 3830 + 2 * 4 + 3, PAWN, 0, 0, 2, 1, 1},
    {"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", 64, 3830 + 1 * 4 + 0, PAWN, 0, 0, 0, 0, 0},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", 35, 3670 + (36 - 8) * 4 + 0, PAWN, 0, 0, 1, 0, 0},
    /* The queen is attacked by a rook, and takes a held pawn with check. */
    {"4k3/4p3/3p4/8/8/8/r3Q3/4K3 w - - 0 1", "e2e7", 64, 0, QUEEN, 2, 1, 1, 1, 0},
    {"4k3/2p5/3p4/8/8/r7/8/3RK3 w - - 0 1", "d1d6", 43, 0, ROOK, 0, 3, 1, 0, 1},
};

START_TEST(rows_and_classes)
{
    unsigned row, class;
    find_row(rows[_i].fen, rows[_i].move, rows[_i].last_to, &row, &class);
    if (rows[_i].row != 0)
        ck_assert_uint_eq(row, rows[_i].row);
    ck_assert_uint_eq(class, class_number(rows[_i].piece, rows[_i].from, rows[_i].to, rows[_i].captured,
                                          rows[_i].check, rows[_i].recapture));
}
END_TEST

static void mirror(const struct position *position, struct position *mirrored)
{
    *mirrored = *position;
    for (unsigned square = 0; square < 64; square++) {
        unsigned man = position->men[square ^ 56];
        mirrored->men[square] = (uint8_t)(man == NO_MAN ? NO_MAN : man ^ 1);
    }
    for (unsigned type = PAWN; type <= KING; type++)
        mirrored->types[type] = __builtin_bswap64(position->types[type]);
    mirrored->colours[WHITE] = __builtin_bswap64(position->colours[BLACK]);
    mirrored->colours[BLACK] = __builtin_bswap64(position->colours[WHITE]);
    mirrored->checkers = __builtin_bswap64(position->checkers);
    mirrored->castling_squares = __builtin_bswap64(position->castling_squares);
    for (unsigned i = 0; i < 4; i++)
        mirrored->rook_home[i] = position->rook_home[i ^ 2] ^ 56;
    mirrored->king_square[WHITE] = position->king_square[BLACK] ^ 56;
    mirrored->king_square[BLACK] = position->king_square[WHITE] ^ 56;
    mirrored->side = position->side ^ 1;
    mirrored->castling = (uint8_t)((position->castling >> 2 | position->castling << 2) & 15);
    if (position->ep_square != NO_SQUARE)
        mirrored->ep_square = position->ep_square ^ 56;
}

/* Black sees what white would see on the mirrored board. */
static void check_mirrored(const struct position *position, const chess_move *moves, unsigned count)
{
    static struct policy_ply ply, other;
    struct position mirrored;
    (void)moves;
    mirror(position, &mirrored);
    policy_ply_fill(&policy_kernel_plain, &seen, &ply, position, &nothing_before, POLICY_SIGHT_FAR);
    policy_ply_fill(&policy_kernel_plain, &seen, &other, &mirrored, &nothing_before, POLICY_SIGHT_FAR);
    ck_assert_uint_eq(ply.count, count);
    ck_assert_uint_eq(other.count, count);
    ck_assert_mem_eq(ply.moves, other.moves, count * sizeof *ply.moves);
    ck_assert_mem_eq(ply.rows, other.rows, count * sizeof *ply.rows);
    ck_assert_mem_eq(ply.classes, other.classes, count * sizeof *ply.classes);
    ck_assert_mem_eq(ply.aims, other.aims, count * sizeof *ply.aims);
    ck_assert_mem_eq(ply.far_classes, other.far_classes, count * sizeof *ply.far_classes);
}

START_TEST(both_sides_see_the_same)
{
    for (unsigned i = 0; walk_starts[i] != NULL; i++)
        walk_random_games(walk_starts[i], 5, 150, 23, check_mirrored);
}
END_TEST

START_TEST(rating_buckets)
{
    ck_assert_uint_eq(policy_rating_bucket(0), 0);
    ck_assert_uint_eq(policy_rating_bucket(1), 1);
    ck_assert_uint_eq(policy_rating_bucket(999), 1);
    ck_assert_uint_eq(policy_rating_bucket(1000), 2);
    ck_assert_uint_eq(policy_rating_bucket(2599), 9);
    ck_assert_uint_eq(policy_rating_bucket(2900), 11);
    ck_assert_uint_eq(policy_rating_bucket(9999), 11);
}
END_TEST

/* Worked out by hand from FORMAT.md, "Wide net": each kind's number less its first one. */
static const struct {
    const char *fen;
    const char *move;
    struct policy_history history;
    unsigned digits[POLICY_FAR_KINDS];
} far_moves[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     "e2e4",
     POLICY_HISTORY_NONE,
     {0, 3, 27, 0, 96, 22, 1, 40, 0}},
    /* 3... a6 4. Ba4: the same man again; a pawn attacks it. */
    {"r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
     "b5a4",
     {48, 40, 5, 33, 57, 42, 21},
     {217, 162, 81, 289, 200, 94, 0, 205, 50}},
    /* The same, but two moves ago the bishop had moved, and now the knight had. */
    {"r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
     "b5a4",
     {48, 40, 6, 21, 57, 42, 33},
     {216, 162, 81, 289, 2 * (2 * 49 + 1) + 1, 94, 0, 205, 50}},
    /* A rook is threatened, the king beside it does not count. */
    {"r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1",
     "d5c7",
     POLICY_HISTORY_NONE,
     {144, 67, 44, 144, 194, 58, 0, 120, 28}},
    /* Both sides go to and fro. */
    {"6k1/8/8/8/8/8/8/K6R w - - 0 1",
     "h1g1",
     {63, 62, 6, 7, 62, 63, NO_SQUARE},
     {338, 211, 116, 432, 370, 127, 0, 280, 75}},
    /* A passed and isolated pawn. */
    {"4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "d5c6", POLICY_HISTORY_NONE, {12, 3, 3, 0, 96, 26, 41, 40, 0}},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
     "e1g1",
     {60, 61, 4, 5, 61, 60, 4},
     {540, 320, 180, 720, 490, 160, 0, 400, 125}},
    /* A bishop takes a knight, leaves a pawn that only it held, and attacks a rook. */
    {"4r1k1/3n4/8/8/6B1/8/4P3/K7 w - - 0 1",
     "g4d7",
     POLICY_HISTORY_NONE,
     {255, 131, 80, 296, 292, 92, 0, 220, 58}},
};

/* Worked out by hand from FORMAT.md, "Codec 2". */
static const struct {
    const char *fen;
    const char *move;
    unsigned aim;
} aimed_moves[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", 0},
    /* A rook is threatened, the king does not count. */
    {"r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "d5c7", 256 + 1},
    /* Two knights are, by a pawn; it hangs itself, which is not "another one". */
    {"4k3/8/2n1n3/8/3P4/8/8/4K3 w - - 0 1", "d4d5", 1},
    /* A rook is threatened, and a pawn left that only the bishop held. */
    {"4r1k1/3n4/8/8/6B1/8/4P3/K7 w - - 0 1", "g4d7", 512 + 1 + 32},
    /* Men that nobody holds are threatened, where two enemies attack. */
    {"4k3/8/p1p5/8/8/8/4B3/4K3 w - - 0 1", "e2b5", 512 + 1 + 8},
    /* Beside the king; the knight would hold the square where it hangs. */
    {"6k1/5ppp/8/4n3/8/5N2/1B6/K3R3 w - - 0 1", "f3g5", 256 + 2 + 4},
    /* Three own men attack the target, another one hangs. */
    {"6k1/5ppp/8/4n3/8/5N2/1B6/K3R3 w - - 0 1", "e1e5", 768 + 16 + 128},
    /* As what it becomes. */
    {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 1024 + 2},
    {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", 256},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", 1280},
};

/* Of one to four digits; what stands elsewhere, or is no number, does not count. */
START_TEST(mean_ratings_of_a_text)
{
    static const struct {
        const char *text;
        uint8_t hundreds; /* of players in games without a result */
    } texts[] = {
        {"", 0},
        {"[Event \"x\"]\n\n1. e4 *\n", 0},
        {"[WhiteElo \"2400\"]\n[BlackElo \"2150\"]\n\n*\n\n\n", 22},
        {"[WhiteElo \"2400\"]\n[BlackElo \"\"]\n[WhiteEloX \"1000\"]\n\n*\n", 24},
        {"[WhiteElo \"2400\"]\n\n*\n[WhiteElo \"9", 24},
        {"[WhiteElo \"?\"]\n[BlackElo \"?\"]\n[WhiteElo \"1500?\"]\n[WhiteElo \"\"]\n[BlackElo "
         "\"2400\"]\n\n*\n\n\n",
         0},
        {"[WhiteElo \"2400\"]\n[BlackElo \"1500?\"]\n[WhiteElo \"?\"]\n[BlackElo \"?\"]\n\n*\n\n\n", 24},
        {"[WhiteElo \"99\"]\n\n*\n\n\n\n", 0}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        uint8_t ratings[POLICY_OUTCOMES];
        policy_hints_mean_ratings(text_of(texts[i].text), ratings);
        ck_assert_uint_eq(ratings[0], texts[i].hundreds);
    }
}
END_TEST

/* The result before the ratings says whose they are. */
START_TEST(mean_ratings_by_outcome)
{
    static const char text[] = "[Result \"1-0\"]\n[WhiteElo \"2400\"]\n[BlackElo \"1100\"]\n\n1-0\n\n"
                               "[Result \"0-1\"]\n[WhiteElo \"1300\"]\n[BlackElo \"2600\"]\n\n0-1\n\n"
                               "[Result \"1/2-1/2\"]\n[WhiteElo \"1800\"]\n[BlackElo \"1850\"]\n\n1/2-1/2\n\n"
                               "[Result \"*\"]\n[WhiteElo \"900\"]\n\n*\n\n\n\n\n";
    uint8_t ratings[POLICY_OUTCOMES];
    policy_hints_mean_ratings(text_of(text), ratings);
    ck_assert_uint_eq(ratings[0], 9);
    ck_assert_uint_eq(ratings[1], 25);
    ck_assert_uint_eq(ratings[2], 12);
    ck_assert_uint_eq(ratings[3], 18);
}
END_TEST

START_TEST(far_classes)
{
    static const unsigned first[POLICY_FAR_KINDS] = {1728, 2376, 2760, 2976, 3840, 4428, 4620, 4685, 5165};
    static struct policy_ply ply;
    struct position position;
    walk_position(far_moves[_i].fen, &position);
    policy_ply_fill(&policy_kernel_plain, &seen, &ply, &position, &far_moves[_i].history, POLICY_SIGHT_FAR);
    uint16_t code = policy_code_of(&position, walk_move(&position, far_moves[_i].move));
    unsigned i = 0;
    while (i < ply.count && ply.moves[i] != code)
        i++;
    ck_assert_uint_lt(i, ply.count);
    for (unsigned kind = 0; kind < POLICY_FAR_KINDS; kind++)
        ck_assert_msg(ply.far_classes[i][kind] == first[kind] + far_moves[_i].digits[kind], "kind %u: %u",
                      kind, ply.far_classes[i][kind] - first[kind]);
}
END_TEST

static unsigned aim_of(const char *fen, const char *move, const struct policy_history *history)
{
    static struct policy_ply ply;
    struct position position;
    walk_position(fen, &position);
    policy_ply_fill(&policy_kernel_plain, &seen, &ply, &position, history, POLICY_SIGHT_NEAR);
    return ply.aims[policy_find_move_plain(&ply, policy_code_of(&position, walk_move(&position, move)))];
}

START_TEST(aims)
{
    const struct policy_history none = POLICY_HISTORY_NONE;
    ck_assert_uint_eq(aim_of(aimed_moves[_i].fen, aimed_moves[_i].move, &none), aimed_moves[_i].aim);
}
END_TEST

/* The bishop moved last: a pawn attacks it, and it would still be where it hangs. */
START_TEST(aims_of_a_man_that_moves_again)
{
    const char *fen = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4";
    struct policy_history history = {48, 40, 5, 33, 57, 42, 21};
    ck_assert_uint_eq(aim_of(fen, "b5a4", &history), 512 + 4 + 64);
    history.own_to = 21;
    ck_assert_uint_eq(aim_of(fen, "b5a4", &history), 512 + 4);
}
END_TEST

/* ---- Kernels ---- */

/* Which net check_kernels() takes, and whether its coders have begun. */
static const struct policy_weights *kernels_net;
static int coders_are_ready;

/* All kernels' fills find what the one in plain C finds, which those above hold against the rules and the format. */
static void check_fills(const struct position *position, const chess_move *moves, unsigned count)
{
    static struct policy_ply expected, found;
    struct policy_history history = nothing_before;
    if (count > 0) { /* squares by lot, as it were */
        history.enemy_from = (uint8_t)move_to(moves[0]);
        history.enemy_to = (uint8_t)move_to(moves[count / 2]);
        history.own_from = (uint8_t)move_to(moves[count - 1]);
        history.own_to = (uint8_t)move_from(moves[count - 1]);
        history.own_to_before = (uint8_t)move_from(moves[0]);
        history.enemy_to_before = history.enemy_from;
        history.enemy_from_before = count % 2 == 0 ? history.enemy_to : history.enemy_from;
    }
    for (unsigned i = 0; policy_kernel_number(i) != NULL; i++)
        for (unsigned sight = POLICY_SIGHT_NEAR; sight <= POLICY_SIGHT_FAR; sight++) {
            policy_ply_fill(&policy_kernel_plain, &seen, &expected, position, &history, sight);
            policy_ply_fill(policy_kernel_number(i), &seen, &found, position, &history, sight);
            ck_assert_uint_eq(found.count, count);
            ck_assert_mem_eq(found.moves, expected.moves, count * sizeof *found.moves);
            ck_assert_mem_eq(found.rows, expected.rows, count * sizeof *found.rows);
            ck_assert_mem_eq(found.classes, expected.classes, count * sizeof *found.classes);
            ck_assert_mem_eq(found.aims, expected.aims, count * sizeof *found.aims);
            for (unsigned place = 0; place < count; place++)
                if (policy_kernel_number(i)->find_move(&found, expected.moves[place]) != place)
                    ck_abort_msg("%s finds move %u elsewhere", policy_kernel_number(i)->name, place);
            if (count > POLICY_MOVES_MAX)
                continue;
            ck_assert_uint_eq(found.input_count, expected.input_count);
            ck_assert_uint_eq(found.exchange_steps, expected.exchange_steps);
            ck_assert_mem_eq(found.inputs, expected.inputs, found.input_count * sizeof *found.inputs);
            if (sight == POLICY_SIGHT_FAR)
                ck_assert_mem_eq(found.far_classes, expected.far_classes, count * sizeof *found.far_classes);
        }
}

/* Whatever moves are left out, the others have the classes that they have among all. */
static void check_some(const struct policy_kernel *kernel, const struct position *position,
                       const struct policy_history *history, unsigned step)
{
    static struct policy_ply all, some;
    policy_ply_fill(kernel, &seen, &all, position, history, POLICY_SIGHT_FAR);
    policy_ply_fill(kernel, &seen, &some, position, history, POLICY_SIGHT_NEAR);
    unsigned count = 0;
    for (unsigned i = some.count % step; i < some.count; i += step) {
        some.moves[count] = some.moves[i];
        some.rows[count] = some.rows[i];
        some.classes[count++] = some.classes[i];
    }
    some.count = count;
    kernel->see_far(&seen, &some, history);
    ck_assert_uint_eq(some.input_count, all.input_count);
    ck_assert_mem_eq(some.inputs, all.inputs, all.input_count * sizeof *all.inputs);
    count = 0;
    for (unsigned i = all.count % step; i < all.count; i += step)
        ck_assert_mem_eq(some.far_classes[count++], all.far_classes[i], sizeof *all.far_classes);
}

static void check_some_moves(const struct position *position, const chess_move *moves, unsigned count)
{
    struct policy_history history = nothing_before;
    if (count == 0 || count > POLICY_MOVES_MAX)
        return;
    history.enemy_to = (uint8_t)move_to(moves[count / 2]);
    history.own_from = (uint8_t)move_to(moves[count - 1]);
    history.own_to = (uint8_t)move_from(moves[count - 1]);
    for (unsigned i = 0; policy_kernel_number(i) != NULL; i++)
        for (unsigned step = 2; step <= 5; step++)
            check_some(policy_kernel_number(i), position, &history, step);
}

START_TEST(some_moves_are_seen_as_among_all)
{
    for (unsigned i = 0; walk_starts[i] != NULL; i++)
        walk_random_games(walk_starts[i], 2, 100, 41, check_some_moves);
    for (unsigned i = 0; walk_hostile[i] != NULL; i++)
        walk_tree(walk_hostile[i], 0, check_some_moves);
}
END_TEST

START_TEST(fills_agree)
{
    walk_everything(check_fills);
}
END_TEST

/* Recaptures: each legal move's target, in turn, as the last move's. */
static void check_recaptures(const struct position *position, const chess_move *moves, unsigned count)
{
    static struct policy_ply expected, found;
    for (unsigned move = 0; move < count; move++) {
        struct policy_history history = nothing_before;
        history.enemy_to = (uint8_t)move_to(moves[move]);
        policy_ply_fill(&policy_kernel_plain, &seen, &expected, position, &history, POLICY_SIGHT_NEAR);
        for (unsigned i = 1; policy_kernel_number(i) != NULL; i++) {
            policy_ply_fill(policy_kernel_number(i), &seen, &found, position, &history, POLICY_SIGHT_NEAR);
            ck_assert_mem_eq(found.classes, expected.classes, count * sizeof *found.classes);
            ck_assert_mem_eq(found.aims, expected.aims, count * sizeof *found.aims);
        }
    }
}

START_TEST(fills_agree_on_recaptures)
{
    for (unsigned i = 0; walk_starts[i] != NULL; i++)
        walk_random_games(walk_starts[i], 1, 60, 37, check_recaptures);
    for (unsigned i = 0; walk_hostile[i] != NULL; i++)
        walk_tree(walk_hostile[i], 0, check_recaptures);
}
END_TEST

static void check_sizes(const struct policy_kernel *kernel, const int32_t *logits, unsigned count,
                        unsigned temperature)
{
    int32_t sizes[POLICY_MOVES_MAX + POLICY_PADDING];
    memcpy(sizes, logits, count * sizeof *sizes);
    uint32_t sum = policy_kernel_plain.chances(sizes, count, temperature);
    unsigned shift = 0;
    while (sum >> shift >= 65536)
        shift++;
    uint32_t total = 0;
    int32_t expected[POLICY_MOVES_MAX];
    for (unsigned i = 0; i < count; i++)
        total += (uint32_t)(expected[i] = (sizes[i] >> shift) + 1);
    memcpy(sizes, logits, count * sizeof *sizes);
    ck_assert_uint_eq(kernel->sizes(sizes, count, temperature), total);
    ck_assert_mem_eq(sizes, expected, count * sizeof *sizes);
    for (unsigned i = 0; i < POLICY_PADDING; i++)
        ck_assert_int_eq(sizes[count + i], 0);
    uint32_t before = 0;
    for (unsigned i = 0; i < count; before += (uint32_t)sizes[i++]) {
        uint32_t start[2];
        ck_assert_uint_eq(kernel->sum_sizes(sizes, i), before);
        ck_assert_uint_eq(kernel->find_size(sizes, before, &start[0]), i);
        ck_assert_uint_eq(kernel->find_size(sizes, before + (uint32_t)sizes[i] - 1, &start[1]), i);
        ck_assert(start[0] == before && start[1] == before);
    }
    ck_assert_uint_eq(kernel->sum_sizes(sizes, count), total);
}

START_TEST(kernels_agree_on_sizes)
{
    static const unsigned counts[] = {1, 2, 7, 8, 9, 15, 16, 17, 31, 40, 100, 218, 255, POLICY_MOVES_MAX};
    static const unsigned temperatures[] = {0, 1, 44, 64, 255};
    int32_t logits[POLICY_MOVES_MAX];
    uint64_t state = 11;
    for (unsigned round = 0; round < sizeof counts / sizeof *counts; round++)
        for (unsigned t = 0; t < sizeof temperatures / sizeof *temperatures; t++) {
            int32_t spread = round % 3 == 0 ? 1 : round % 3 == 1 ? 2000 : 30000;
            for (unsigned i = 0; i < counts[round]; i++)
                logits[i] = (int32_t)(next_random(&state) % (unsigned)spread) - spread / 2;
            for (unsigned i = 0; policy_kernel_number(i) != NULL; i++)
                check_sizes(policy_kernel_number(i), logits, counts[round], temperatures[t]);
        }
}
END_TEST

static void check_kernels(const struct position *position, const chess_move *moves, unsigned count)
{
    static struct policy_coder coders[8];
    struct memory memory;
    struct buffer out;
    if (count < 2 || count > POLICY_MOVES_MAX)
        return;
    memory_init(&memory, NULL, 0);
    buffer_init(&out, &memory);
    for (unsigned i = 0; policy_kernel_number(i) != NULL; i++) {
        struct range_encoder encoder;
        if (!coders_are_ready)
            policy_coder_init(&coders[i], kernels_net, policy_kernel_number(i));
        range_encoder_start(&encoder);
        policy_encode(&coders[i], position, moves[0], &encoder, &out);
        ck_assert_uint_eq(coders[0].total, coders[i].total);
        ck_assert_mem_eq(coders[0].odds.sums, coders[i].odds.sums, sizeof coders[0].odds.sums);
        ck_assert_mem_eq(coders[0].odds.logits, coders[i].odds.logits, count * sizeof(int32_t));
    }
    coders_are_ready = 1;
    buffer_free(&out);
}

/*
 * A wide net that is now and then asked about some moves says of them what one says that is always asked about all, and
 * has seen the same game.
 */
static void check_asked_some(const struct position *position, const chess_move *moves, unsigned count)
{
    static struct policy_odds fast, some, all;
    uint8_t places[POLICY_MOVES_MAX];
    unsigned chosen = 0;
    if (!coders_are_ready) {
        policy_odds_init(&fast, policy_net_find(POLICY_NET_ID), policy_kernel_best());
        policy_odds_init(&some, policy_net_find(POLICY_NET_WIDE_ID), policy_kernel_best());
        policy_odds_init(&all, policy_net_find(POLICY_NET_WIDE_ID), policy_kernel_best());
        coders_are_ready = 1;
    }
    int is_asked = policy_odds_ask(&fast, position);
    ck_assert_int_eq(policy_odds_ask(&all, position), is_asked);
    for (unsigned i = count % 3; i < count && is_asked; i += 2 + count % 2)
        places[chosen++] = (uint8_t)i;
    if (is_asked && chosen > 0 && count % 5 != 0) {
        policy_odds_ask_some(&some, &fast, places, chosen);
        for (unsigned i = 0; i < chosen; i++)
            ck_assert_int_eq(some.logits[i], all.logits[places[i]]);
    }
    if (count > 0) {
        policy_odds_played(&fast, position, moves[count / 2]);
        policy_odds_played(&all, position, moves[count / 2]);
    }
}

START_TEST(a_net_asked_about_some_moves)
{
    for (unsigned i = 0; walk_starts[i] != NULL; i++) {
        coders_are_ready = 0;
        walk_random_games(walk_starts[i], 2, 200, 43, check_asked_some);
    }
}
END_TEST

START_TEST(kernels_agree)
{
    ck_assert_ptr_eq(policy_kernel_number(0), &policy_kernel_plain);
    kernels_net = policy_net_find((unsigned)_i);
    coders_are_ready = 0;
    for (unsigned i = 0; walk_starts[i] != NULL; i++)
        walk_random_games(walk_starts[i], 3, 200, 29, check_kernels);
    for (unsigned i = 0; walk_hostile[i] != NULL; i++)
        walk_random_games(walk_hostile[i], 2, 40, 31, check_kernels);
}
END_TEST

/*
 * Magnitudes of the weights of moves and classes: as high as they can be, and as high and higher than what 16 bits can
 * add up: 260 for a row and a class of the narrow net, a row of the wide one, or two classes of that.
 */
enum { MAGNITUDES = 5 };
static const int8_t magnitudes[MAGNITUDES][2] = {{127, 127}, {24, 34}, {24, 35}, {16, 32}, {16, 33}};

/* Rounds 0 and 1: all weights are positive, or negative; then signs by lot. */
static void fill_extremes(const struct policy_shape *shape, unsigned round, unsigned magnitude, int8_t *bytes,
                          int16_t *words)
{
    uint64_t state = 5 + round;
    size_t moves = (size_t)shape->inputs * shape->width;
    size_t classes = moves + (size_t)POLICY_ROW_COUNT * shape->width;
    for (size_t i = 0; i < policy_byte_count(shape); i++) {
        int weight = i < moves ? 127 : magnitudes[magnitude][i >= classes];
        bytes[i] = (int8_t)(round == 0                ? weight
                            : round == 1              ? -weight
                            : next_random(&state) & 1 ? weight
                                                      : -weight);
    }
    for (size_t i = 0; i < policy_word_count(shape); i++)
        words[i] = (int16_t)(round < 2 ? 0 : (int)(next_random(&state) % 32768) - 16384);
}

static void check_extremes(const struct policy_weights *net, struct policy_ply *ply, const int16_t *sum)
{
    int32_t expected[POLICY_MOVES_MAX + POLICY_PADDING], found[POLICY_MOVES_MAX + POLICY_PADDING];
    policy_kernel_plain.evaluate(net, sum, ply, expected);
    for (unsigned i = 1; policy_kernel_number(i) != NULL; i++) {
        policy_kernel_number(i)->evaluate(net, sum, ply, found);
        ck_assert_mem_eq(expected, found, ply->count * sizeof *found);
    }
    uint32_t total = policy_kernel_plain.chances(expected, ply->count, 255);
    for (unsigned i = 1; policy_kernel_number(i) != NULL; i++) {
        const struct policy_kernel *kernel = policy_kernel_number(i);
        kernel->evaluate(net, sum, ply, found);
        ck_assert_uint_eq(kernel->chances(found, ply->count, 255), total);
        ck_assert_mem_eq(expected, found, ply->count * sizeof *found);
    }
}

/* The largest products that a net can have. */
START_TEST(kernels_agree_on_extreme_weights)
{
    const struct policy_shape *shape = &shapes[_i];
    int8_t *bytes = malloc(policy_byte_count(shape));
    int16_t *words = malloc(policy_word_count(shape) * sizeof *words);
    static struct policy_ply ply;
    struct position position;
    uint64_t state = 5;
    int16_t sum[POLICY_WIDTH_MAX];
    ck_assert(bytes != NULL && words != NULL);
    walk_position(walk_hostile[0], &position);
    policy_ply_fill(&policy_kernel_plain, &seen, &ply, &position, &nothing_before, shape->sight);
    for (unsigned i = 0; i < 4 * MAGNITUDES; i++) {
        unsigned round = i % 4;
        fill_extremes(shape, round, i / 4, bytes, words);
        struct policy_weights net = policy_weights_at(shape, bytes, words);
        for (unsigned j = 0; j < shape->width; j++)
            sum[j] = (int16_t)(round < 3 ? 8000 : (int)(next_random(&state) % 400) - 200);
        check_extremes(&net, &ply, sum);
    }
    free(bytes);
    free(words);
}
END_TEST

START_TEST(powers_of_two)
{
    for (unsigned power = 0; power <= 15; power++)
        ck_assert_uint_eq(policy_exp2(256 * power), 32768u >> power);
    ck_assert_uint_eq(policy_exp2(256 * 16), 0);
    ck_assert_uint_eq(policy_exp2(256 * 40), 0);
    ck_assert_uint_eq(policy_exp2(UINT32_MAX), 0);
    ck_assert_uint_eq(policy_exp2(128), 32768 - 86 * 128 + 11 * 128); /* 23168: 2^-0.5 is 23170.5 of 32768 */
    for (unsigned t = 1; t < 4096; t++)
        ck_assert_uint_le(policy_exp2(t), policy_exp2(t - 1));
}
END_TEST

/* ---- What a coder keeps ---- */

/* What a coder that has an empty memory finds out, the other one knows, too. */
static void check_kept(struct policy_coder *coder, const struct position *position, chess_move move,
                       struct buffer *out)
{
    static struct policy_coder fresh;
    struct range_encoder encoder;
    fresh = *coder;
    memset(&fresh.memo, 0, sizeof fresh.memo);
    range_encoder_start(&encoder);
    policy_encode(&fresh, position, move, &encoder, out);
    policy_encode(coder, position, move, &encoder, out);
    unsigned count = fresh.odds.ply.count;
    ck_assert_uint_eq(coder->odds.ply.count, count);
    ck_assert_uint_eq(coder->total, fresh.total);
    ck_assert_int_eq(coder->odds.is_alternative, fresh.odds.is_alternative);
    ck_assert_mem_eq(coder->odds.ply.moves, fresh.odds.ply.moves, count * sizeof(uint16_t));
    ck_assert_mem_eq(coder->odds.logits, fresh.odds.logits,
                     (count + POLICY_PADDING) * sizeof *fresh.odds.logits);
}

/* Positions that differ in nothing but one thing that sizes depend on; a move that takes another's place comes behind a '/'. */
static const struct {
    const char *fen, *moves;
} kept_games[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3 g8f6 g2g3 e7e5 f1g2 b8c6"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g2g3 g8f6 g1f3 e7e5 f1g2 b8c6"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3/d2d4 g8f6/d7d5 c2c4"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5e6"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5e6"},
    {"4k3/8/8/3pP3/8/8/8/4K3 b - - 0 1", "d5d4"},
    {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1a2"},
    {"4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "a1a2"},
    {"4k3/8/8/8/8/8/8/R3K1RR w H - 0 1", "a1a2"},
    {"4k3/8/8/8/8/8/8/R3K1RR w G - 0 1", "a1a2"},
    {"r3k2r/pQ2bpp1/8/8/2Q5/8/6PP/R3K2R w KQkq - 0 1", "a1a7"}, /* too many moves to keep, twice */
    {"4k3/1Q6/8/8/3Q4/8/R6P/4K2R w K - 0 1", "a2a7"},
};

static void play_kept(struct policy_coder *coder, const char *fen, const char *moves, struct buffer *out)
{
    struct position position, before;
    walk_position(fen, &position);
    before = position;
    for (const char *at = moves; *at != '\0'; at += 4 + (at[4] != '\0')) {
        char uci[5] = {at[0], at[1], at[2], at[3], '\0'};
        if (at > moves && at[-1] == '/')
            position = before;
        before = position;
        chess_move move = walk_move(&position, uci);
        check_kept(coder, &position, move, out);
        position_make(&position, move);
    }
}

START_TEST(what_is_kept_is_what_was_found)
{
    static struct policy_coder coder;
    struct memory memory;
    struct buffer out;
    memory_init(&memory, NULL, 0);
    buffer_init(&out, &memory);
    policy_coder_init(&coder, policy_net_find((unsigned)_i), policy_kernel_best());
    for (unsigned round = 0; round < 2 * 16; round++)
        for (unsigned i = 0; i < sizeof kept_games / sizeof *kept_games; i++) {
            unsigned known = round / 2; /* twice each */
            const struct policy_hints hints = {.rating = {known & 4 ? 1500 : 0, known & 8 ? 2500 : 0},
                                               .result = known & 3};
            policy_odds_start_game(&coder.odds, &hints);
            play_kept(&coder, kept_games[i].fen, kept_games[i].moves, &out);
        }
    unsigned met = 0;
    for (unsigned i = 0; i < sizeof coder.memo.entries / sizeof *coder.memo.entries; i++)
        met += coder.memo.entries[i].met;
    ck_assert_uint_gt(met, 40); /* what was kept last is still there */
    buffer_free(&out);
}
END_TEST

/* ---- The range coder ---- */

struct symbol {
    uint32_t start, size, total;
};

static void check_symbols(const struct symbol *symbols, size_t count, struct buffer *out)
{
    struct range_encoder encoder;
    struct range_decoder decoder;
    buffer_clear(out);
    range_encoder_start(&encoder);
    for (size_t i = 0; i < count; i++)
        range_encode(&encoder, symbols[i].start, symbols[i].size, symbols[i].total, out);
    range_encoder_finish(&encoder, out);
    struct byte_source in = byte_source_of(out->data, out->size);
    range_decoder_start(&decoder);
    for (size_t i = 0; i < count; i++) {
        uint32_t place = range_decode(&decoder, symbols[i].total, &in);
        ck_assert_uint_ge(place, symbols[i].start);
        ck_assert_uint_lt(place, symbols[i].start + symbols[i].size);
        range_decoder_take(&decoder, symbols[i].start, symbols[i].size, &in);
        ck_assert(!in.failed);
    }
    ck_assert(range_decoder_at_end(&decoder, &in));
}

START_TEST(range_coder_exact_bytes)
{
    struct memory memory;
    struct buffer out;
    memory_init(&memory, NULL, 0);
    buffer_init(&out, &memory);
    check_symbols(NULL, 0, &out);
    ck_assert_uint_eq(out.size, 0);
    static const struct symbol half[] = {{1, 1, 2}};
    check_symbols(half, 1, &out);
    ck_assert_uint_eq(out.size, 1);
    ck_assert_uint_eq(out.data[0], 0x80);
    static const struct symbol letters[] = {{0x41, 1, 256}, {0x42, 1, 256}, {0x43, 1, 256}};
    check_symbols(letters, 3, &out);
    static const uint8_t expected[] = {0x41, 0x42, 0x42, 0xbf};
    ck_assert_uint_eq(out.size, sizeof expected);
    ck_assert_mem_eq(out.data, expected, sizeof expected);
    buffer_free(&out);
}
END_TEST

/* Symbols at the top of the interval, small and large totals in turn: long runs of carries. */
START_TEST(range_coder_carries)
{
    enum { COUNT = 5000 };
    static struct symbol symbols[COUNT];
    struct memory memory;
    struct buffer out;
    uint64_t state = 77;
    memory_init(&memory, NULL, 0);
    buffer_init(&out, &memory);
    for (unsigned round = 0; round < 50; round++) {
        for (size_t i = 0; i < COUNT; i++) {
            uint32_t total = 1 + (uint32_t)(next_random(&state) % (i % 3 == 0 ? 3 : RANGE_TOTAL_MAX));
            uint32_t start = (uint32_t)(next_random(&state) % total);
            uint32_t size = 1 + (uint32_t)(next_random(&state) % (total - start));
            if (round % 3 == 0)
                start = total - 1, size = 1;
            else if (round % 3 == 1)
                size = total - start;
            symbols[i] = (struct symbol){start, size, total};
        }
        check_symbols(symbols, COUNT, &out);
    }
    buffer_free(&out);
}
END_TEST

START_TEST(range_decoder_refuses)
{
    struct range_decoder decoder;
    static const uint8_t top[] = {255, 255, 255, 255};
    struct byte_source in = byte_source_of(top, sizeof top);
    range_decoder_start(&decoder);
    range_decode(&decoder, 2, &in);
    ck_assert(in.failed);
    in = byte_source_of(top, 0);
    range_decoder_start(&decoder);
    range_decode(&decoder, 2, &in);
    ck_assert(in.failed);
    /* Behind the end there are three bytes of zeros and no more. */
    static const uint8_t one[] = {0x10};
    in = byte_source_of(one, sizeof one);
    range_decoder_start(&decoder);
    range_decode(&decoder, 256, &in);
    ck_assert(!in.failed);
    range_decoder_take(&decoder, 0x10, 1, &in);
    ck_assert(in.failed);
}
END_TEST

/* Who reads on from a source that has failed gets symbols of no meaning: bits shrink the interval and must not end it. */
START_TEST(range_decoder_goes_on_when_it_has_failed)
{
    struct range_decoder decoder;
    struct byte_source in = byte_source_of(NULL, 0);
    range_decoder_start(&decoder);
    for (unsigned i = 0; i < 1000; i++) {
        range_decode_bit(&decoder, i % 3 == 0 ? 1 : 0xffff, &in);
        ck_assert_uint_ge(decoder.range, RANGE_LOW_LIMIT);
        uint32_t place = range_decode(&decoder, RANGE_TOTAL_MAX, &in);
        ck_assert_uint_lt(place, RANGE_TOTAL_MAX);
        range_decoder_take(&decoder, place, 1, &in);
        ck_assert_uint_ge(decoder.range, RANGE_LOW_LIMIT);
    }
    ck_assert(in.failed);
}
END_TEST

Suite *policy_suite(void)
{
    Suite *suite = suite_create("policy");
    TCase *weights = tcase_create("weights");
    tcase_add_loop_test(weights, built_in_weights_are_the_file, 0, NET_COUNT);
    tcase_add_test(weights, other_numbers_have_no_weights);
    tcase_add_loop_test(weights, no_weight_is_minus_128, 0, NET_COUNT);
    tcase_add_test(weights, loads_of_weights);
    suite_add_tcase(suite, weights);
    TCase *features = tcase_create("features");
    tcase_add_test(features, moves_are_the_legal_ones);
    tcase_add_test(features, rows_are_different);
    tcase_add_loop_test(features, rows_and_classes, 0, sizeof rows / sizeof *rows);
    tcase_add_loop_test(features, aims, 0, sizeof aimed_moves / sizeof *aimed_moves);
    tcase_add_test(features, aims_of_a_man_that_moves_again);
    tcase_add_loop_test(features, far_classes, 0, sizeof far_moves / sizeof *far_moves);
    tcase_add_test(features, both_sides_see_the_same);
    tcase_add_test(features, rating_buckets);
    tcase_add_test(features, mean_ratings_of_a_text);
    tcase_add_test(features, mean_ratings_by_outcome);
    suite_add_tcase(suite, features);
    TCase *kernels = tcase_create("kernels");
    tcase_add_test(kernels, some_moves_are_seen_as_among_all);
    tcase_add_test(kernels, a_net_asked_about_some_moves);
    tcase_add_test(kernels, fills_agree);
    tcase_add_test(kernels, fills_agree_on_recaptures);
    tcase_add_test(kernels, kernels_agree_on_sizes);
    tcase_add_loop_test(kernels, kernels_agree, 0, NET_COUNT);
    tcase_add_loop_test(kernels, kernels_agree_on_extreme_weights, 0, NET_COUNT);
    tcase_add_test(kernels, powers_of_two);
    tcase_add_loop_test(kernels, what_is_kept_is_what_was_found, 0, NET_COUNT);
    suite_add_tcase(suite, kernels);
    TCase *ranges = tcase_create("range coder");
    tcase_add_test(ranges, range_coder_exact_bytes);
    tcase_add_test(ranges, range_coder_carries);
    tcase_add_test(ranges, range_decoder_refuses);
    tcase_add_test(ranges, range_decoder_goes_on_when_it_has_failed);
    suite_add_tcase(suite, ranges);
    return suite;
}
