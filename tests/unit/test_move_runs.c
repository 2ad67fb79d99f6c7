/* Moves in a row, and moves read at once: each shorter way against the plain functions, on legal and on hostile input. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include <check.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "chess/fen.h"
#include "chess/san.h"
#include "encoding/move_byte.h"
#include "moves/index/index_run.h"
#include "pgn/pgn_parser.h"
#include "unit/codec_walk.h"
#include "unit/suites.h"
#include "util/xxh64.h"

enum { RUN_PLIES = 40 };

static uint64_t random_state = 1;

static unsigned random_below(unsigned limit)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(random_state >> 33) % limit;
}

/* ---- Codec index ---- */

/* A run, and what the plain functions make of it, one move after the other. */
struct run {
    uint8_t bytes[RUN_PLIES];
    size_t done; /* moves up to the first byte that encodes none */
    chess_move moves[RUN_PLIES];
    char texts[RUN_PLIES][SAN_SIZE_MAX];
    size_t sizes[RUN_PLIES];
    struct position after;
    reversible_move word; /* of the last move */
};

static void expect_same_position(const struct position *a, const struct position *b)
{
    ck_assert_int_eq(memcmp(a->types, b->types, sizeof a->types), 0);
    ck_assert_int_eq(memcmp(a->colours, b->colours, sizeof a->colours), 0);
    ck_assert_int_eq(memcmp(a->men, b->men, sizeof a->men), 0);
    ck_assert_int_eq(memcmp(a->king_square, b->king_square, sizeof a->king_square), 0);
    ck_assert_uint_eq(a->castling_squares, b->castling_squares);
    ck_assert_uint_eq(a->checkers, b->checkers);
    ck_assert_uint_eq(a->side, b->side);
    ck_assert_uint_eq(a->castling, b->castling);
    ck_assert_uint_eq(a->ep_square, b->ep_square);
    ck_assert_uint_eq(a->halfmove_clock, b->halfmove_clock);
    ck_assert_uint_eq(a->move_number, b->move_number);
}

/* The bytes of random legal moves; or of anything that decodes, which may be far from legal. */
static uint8_t choose_byte(const struct position *position, int is_legal)
{
    chess_move moves[MOVE_LIST_CAPACITY];
    uint8_t byte = (uint8_t)random_below(256);
    if (is_legal) {
        unsigned count = legal_list(position, moves);
        if (count != 0)
            move_byte_encode(position, moves[random_below(count)], &byte);
        return byte;
    }
    for (unsigned i = 0; i < 20 && move_byte_decode(position, byte) == NO_MOVE; i++)
        byte = (uint8_t)random_below(256);
    return byte;
}

static void make_run(const struct position *start, int is_legal, struct run *run)
{
    run->after = *start;
    run->done = RUN_PLIES;
    for (size_t i = 0; i < RUN_PLIES; i++) {
        run->bytes[i] = choose_byte(&run->after, is_legal);
        chess_move move = i < run->done ? move_byte_decode(&run->after, run->bytes[i]) : NO_MOVE;
        if (move == NO_MOVE) {
            run->done = i < run->done ? i : run->done;
            continue;
        }
        run->moves[i] = move;
        run->sizes[i] = san_write(&run->after, move, run->texts[i]);
        run->word = position_make(&run->after, move);
    }
}

static void expect_run(const struct position *start, const struct run *run, const struct index_run *version)
{
    chess_move moves[RUN_PLIES];
    struct san_text sans[RUN_PLIES];
    struct position played = *start, written = *start;
    struct index_run_state state = {.knows_ends = 0};
    played.checkers = 0; /* may be out of date */
    ck_assert_uint_eq(version->play(&state, &played, run->bytes, RUN_PLIES, moves), run->done);
    if (run->done == RUN_PLIES)
        ck_assert_uint_eq(state.word, run->word);
    /* In two parts, of which the second begins with what the first knew. */
    size_t first = run->done / 2;
    state = (struct index_run_state){.knows_ends = 0};
    ck_assert_uint_eq(version->write(&state, &written, run->bytes, first, sans), first);
    ck_assert_uint_eq(version->write(&state, &written, run->bytes + first, RUN_PLIES - first, sans + first),
                      run->done - first);
    if (run->done == RUN_PLIES)
        ck_assert_uint_eq(state.word, run->word);
    for (size_t i = 0; i < run->done; i++) {
        ck_assert_uint_eq(moves[i], run->moves[i]);
        ck_assert_mem_eq(sans[i].move, &run->moves[i], sizeof run->moves[i]);
        ck_assert_uint_eq(sans[i].size, run->sizes[i]);
        ck_assert_int_eq(memcmp(sans[i].text, run->texts[i], sans[i].size), 0);
    }
    position_refresh(&played);
    expect_same_position(&played, &run->after);
    expect_same_position(&written, &run->after);
}

static void expect_runs(const struct position *position, const chess_move *moves, unsigned count)
{
    (void)moves;
    (void)count;
    if (random_below(8) != 0)
        return;
    for (int is_legal = 0; is_legal <= 1; is_legal++) {
        struct run run;
        make_run(position, is_legal, &run);
        for (unsigned i = 0; index_run_number(i) != NULL; i++)
            expect_run(position, &run, index_run_number(i));
    }
}

START_TEST(runs_are_their_moves)
{
    walk_everything(expect_runs);
}
END_TEST

START_TEST(versions)
{
    ck_assert_ptr_eq(index_run_number(0), &index_run_plain);
    unsigned i = 0;
    while (index_run_number(i) != NULL && index_run_number(i) != index_run_best())
        i++;
    ck_assert_ptr_nonnull(index_run_number(i));
}
END_TEST

/* ---- Reading moves in a row ---- */

enum { TEXT_SIZE_MAX = 4096 };

/* A game read in one of three ways. */
struct reading {
    struct memory memory;
    struct pgn_parser parser;
    struct game game;
    size_t moves_in_runs, runs;
    uint64_t told; /* a hash of all that take_move() was told */
    unsigned moves, moves_max;
};

/* Refuses what is too much. */
static int take_move(void *opaque, const struct line_stack *line, chess_move move)
{
    struct reading *reading = opaque;
    const struct position *position = &line->position;
    const uint64_t words[] = {reading->told,         move,
                              line->walk.ply,        line->walk.depth,
                              line->walk.mark,       position->checkers,
                              position->types[PAWN], position->colours[WHITE] ^ position->side};
    if (reading->moves == reading->moves_max)
        return 0;
    reading->told = xxh64(words, sizeof words);
    reading->moves++;
    return 1;
}

static int refuse_run(void *opaque, const struct line_stack *line, const struct position *before,
                      const struct plain_move *moves, size_t count)
{
    (void)opaque;
    (void)line;
    (void)before;
    (void)moves;
    (void)count;
    return 0;
}

/* Legal moves, whose bytes follow from what is told of them. */
static int check_run(void *opaque, const struct line_stack *line, const struct position *before,
                     const struct plain_move *moves, size_t count)
{
    struct reading *reading = opaque;
    struct position position = *before;
    uint8_t bytes[2][TEXT_SIZE_MAX];
    (void)line;
    int is_encoded = index_run_plain.encode(before, moves, count, bytes[0]);
    ck_assert_int_eq(is_encoded, index_run_best()->encode(before, moves, count, bytes[1]));
    for (size_t i = 0; i < count; i++) {
        uint8_t byte;
        ck_assert(move_is_legal(&position, moves[i].move));
        if (is_encoded) {
            ck_assert(move_byte_encode(&position, moves[i].move, &byte));
            ck_assert_uint_eq(bytes[0][i], byte);
            ck_assert_uint_eq(bytes[1][i], byte);
        }
        position_make(&position, moves[i].move);
    }
    expect_same_position(&position, &reading->parser.line.position);
    reading->moves_in_runs += count;
    reading->runs++;
    return 1;
}

static void read_text(struct reading *reading, const char *text, size_t size, unsigned moves_max,
                      line_visit_run_function visit_run)
{
    memory_init(&reading->memory, NULL, 0);
    pgn_parser_init(&reading->parser, &reading->memory);
    game_init(&reading->game, &reading->memory);
    reading->parser.visit = take_move;
    reading->parser.visit_run = visit_run;
    reading->parser.visit_opaque = reading;
    reading->moves_in_runs = reading->runs = 0;
    reading->told = reading->moves = 0;
    reading->moves_max = moves_max;
    ck_assert_int_eq(pgn_parse(&reading->parser, text, size, 1, &reading->game), PGN_GAME);
}

static void end_reading(struct reading *reading)
{
    game_free(&reading->game);
    pgn_parser_free(&reading->parser);
}

static void expect_same_reading(const struct reading *a, const struct reading *b, const char *text)
{
    const struct line_stack *line = &a->parser.line;
    int is_same = a->game.item_count == b->game.item_count && a->game.trouble == b->game.trouble &&
                  a->game.trouble_offset == b->game.trouble_offset && a->game.result == b->game.result &&
                  a->game.text.size == b->game.text.size && a->game.ply_count == b->game.ply_count;
    for (size_t i = 0; is_same && i < a->game.item_count; i++) {
        const struct game_item *item = &a->game.items[i], *other = &b->game.items[i];
        is_same = item->kind == other->kind && item->place == other->place && item->value == other->value &&
                  item->text_offset == other->text_offset && item->text_size == other->text_size;
    }
    if (!is_same)
        ck_abort_msg("read in two ways: %s", text);
    expect_same_position(&line->position, &b->parser.line.position);
    ck_assert_uint_eq(line->last_is_move, b->parser.line.last_is_move);
    if (a->game.ply_count != 0)
        ck_assert_uint_eq(line->last_move, b->parser.line.last_move);
}

/* Moves told one by one: where runs are refused, and in runs. */
static void expect_same_told(struct reading *refused, const char *text, unsigned moves_max)
{
    struct reading told;
    read_text(refused, text, strlen(text), moves_max, refuse_run);
    read_text(&told, text, strlen(text), moves_max, NULL);
    expect_same_reading(refused, &told, text);
    ck_assert_uint_eq(told.moves, refused->moves);
    ck_assert_uint_eq(told.told, refused->told);
    end_reading(&told);
}

/* The text in all ways; returns how many of its moves were read in a row. */
static size_t expect_agreement(const char *text)
{
    struct reading plain, run;
    expect_same_told(&plain, text, random_below(RUN_PLIES));
    end_reading(&plain);
    expect_same_told(&plain, text, UINT_MAX);
    read_text(&run, text, strlen(text), UINT_MAX, check_run);
    expect_same_reading(&plain, &run, text);
    size_t count = run.moves_in_runs;
    end_reading(&plain);
    end_reading(&run);
    return count;
}

/* Behind each game's moves, so that these do not stand at the text's end. */
static const char last_comment[] = "{A run ends a little before the text.} *\n";

static const char *const gaps[] = {" ",
                                   " ",
                                   " ",
                                   "\n",
                                   " 7.",
                                   " 7. ",
                                   " 12... ",
                                   "\r\n",
                                   "\r",
                                   "\r\n7.\r\n",
                                   "\r\r\n",
                                   "\n\r",
                                   " {a comment} ",
                                   "  ",
                                   " $1 ",
                                   "!? ",
                                   " {two\nlines} ",
                                   " 123456. ",
                                   " 3 ",
                                   "; line\n"};

/* A game from the position on. `changes`: bytes of it that are replaced at random. */
static void write_game(const struct position *start, unsigned plies, unsigned changes, char *out)
{
    static const char characters[] = "abcdefgh12345678NBRQKPOxo0-+#=: \r\n{}().";
    struct position position = *start;
    chess_move moves[MOVE_LIST_CAPACITY];
    char fen[FEN_SIZE_MAX + 1];
    fen_write(start, FEN_X, fen);
    size_t size = (size_t)sprintf(out, "[FEN \"%s\"]\n\n1. ", fen);
    size_t first = size;
    for (unsigned ply = 0; ply < plies; ply++) {
        unsigned count = legal_list(&position, moves);
        if (count == 0)
            break;
        chess_move move = moves[random_below(count)];
        size += san_write(&position, move, out + size);
        position_make(&position, move);
        size += strlen(
            strcpy(out + size, gaps[random_below(random_below(3) == 0 ? sizeof gaps / sizeof *gaps : 4)]));
    }
    for (unsigned i = 0; i < changes && size > first; i++)
        out[first + random_below((unsigned)(size - first))] = characters[random_below(sizeof characters - 1)];
    strcpy(out + size, last_comment);
}

static void expect_reading(const struct position *position, const chess_move *moves, unsigned count)
{
    char text[TEXT_SIZE_MAX];
    (void)moves;
    (void)count;
    if (random_below(32) != 0)
        return;
    for (unsigned changes = 0; changes < 4; changes++) {
        write_game(position, RUN_PLIES, changes, text);
        expect_agreement(text);
    }
}

START_TEST(reading_in_a_row)
{
    walk_everything(expect_reading);
}
END_TEST

/* How many of these moves are read in a row; what others say of them is the same. */
static const struct {
    const char *text;
    size_t in_runs;
} rows[] = {
    {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Nf6 ", 8},
    {"1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Bxc6 bxc6 ", 8},
    {"1. e4\re5\r2. Nf3\n\rNc6\r\r\n3. Bb5 ", 5},
    {"1. e4 {[%clk 0:03:00]} 1... e5 {[%clk 0:02:58]} 2. Nc3 {} 2... Nc6 ", 4},
    {"1. d4 d5 2. Nf3 Nf6 3. Nbd2 Nfd7 4. Nb3 N7f6 ",
     7}, /* the last says more than it has to, in the other way */
    {"1. d4 e6 2. Nf3 Bb4+ 3. Nc3 Nf6 4. Nd2 O-O ", 8},                       /* the other knight is pinned */
    {"1. d4 e6 2. c4 Bb4+ 3. a3 Nf6 ", 4},                                    /* no answer to the check */
    {"1. e4 d5 2. e5 f5 3. exf6 exf6 ", 5},                                   /* all but that en passant */
    {"1. d4 e6 2. c4 Bb4+ 3. Nc3 Nf6 4. Ne4 ", 6},                            /* pinned */
    {"[FEN \"4k3/8/8/3R4/8/8/8/3RK3 w - - 0 1\"]\n\n1. R1d3 Ke7 ", 2},        /* named by its rank */
    {"[FEN \"4k3/8/8/8/8/3R4/8/R3K3 w - - 0 1\"]\n\n1. Kf2 Ke7 2. R1d1 ", 2}, /* the file should name it */
    {"1. e4 e5 2. Bc4+ Nc6+ 3. Qh5 Nf6 4. Qxf7# ", 6}, /* signs that are wrong; mate is looked at by others */
};

/* Texts that end wherever a row may end stand before memory that nobody may read. */
START_TEST(nothing_is_read_behind_the_text)
{
    static const char *const ends[] = {
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O-O",
        "1. e4 e5 2. Nf3 {a comment that does not end before the text does, and goes on",
        "1. e4 e5\r\n2. Nf3 Nc6\r\n3. Bb5\r\n3... a6\r\n4. Ba4\r\nNf6\r\n\r\n",
        "1. e4 e5 2. Nf3 Nc6 1111111111222222222233333333334444444444",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6                                     "};
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *wall = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(wall, MAP_FAILED);
    ck_assert_int_eq(mprotect(wall + page, page, PROT_NONE), 0);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        for (size_t size = strlen("1. e4"); size <= strlen(ends[i]); size++) {
            struct reading reading;
            read_text(&reading, memcpy(wall + page - size, ends[i], size), size, UINT_MAX, check_run);
            end_reading(&reading);
        }
    munmap(wall, 2 * page);
}
END_TEST

START_TEST(rows_are_read_at_once)
{
    char text[TEXT_SIZE_MAX];
    sprintf(text, "%s%s", rows[_i].text, last_comment);
    ck_assert_uint_eq(expect_agreement(text), rows[_i].in_runs);
}
END_TEST

/* Lines end in the midst of a row, in whatever way. */
START_TEST(rows_go_on_over_line_ends)
{
    static const char *const texts[] = {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 ",
                                        "1. e4 e5\n2. Nf3 Nc6\n3.\nBb5\na6\n",
                                        "1. e4 e5\r\n2. Nf3 Nc6\r\n3.\r\nBb5\r\na6\r\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char text[TEXT_SIZE_MAX];
        struct reading reading;
        int size = sprintf(text, "%s%s", texts[i], last_comment);
        read_text(&reading, text, (size_t)size, UINT_MAX, check_run);
        ck_assert_uint_eq(reading.moves_in_runs, 6);
        ck_assert_uint_eq(reading.runs, 1);
        end_reading(&reading);
        expect_agreement(text);
    }
}
END_TEST

/* At the start a king may give check: what that one forbids has to be found, too. */
START_TEST(kings_next_to_each_other)
{
    char text[TEXT_SIZE_MAX];
    sprintf(text, "[FEN \"8/8/8/3kK3/8/8/P7/8 w - - 0 1\"]\n\n1. a4 Kd6 %s", last_comment);
    ck_assert_uint_eq(expect_agreement(text), 0);
    sprintf(text, "[FEN \"8/8/8/3kK3/8/8/P7/8 w - - 0 1\"]\n\n1. Kf4 Kd6 2. a4 %s", last_comment);
    ck_assert_uint_eq(expect_agreement(text), 3);
}
END_TEST

/* ---- Attacks ---- */

/* By lines of attack, as the tables give them. */
static uint64_t attackers_by_lines(const struct position *position, unsigned square, unsigned colour,
                                   uint64_t occupied)
{
    const uint64_t *types = position->types;
    return position->colours[colour] &
           ((attack_tables.pawn[colour ^ 1][square] & types[PAWN]) |
            (attack_tables.knight[square] & types[KNIGHT]) | (attack_tables.king[square] & types[KING]) |
            (rook_attacks(square, occupied) & (types[ROOK] | types[QUEEN])) |
            (bishop_attacks(square, occupied) & (types[BISHOP] | types[QUEEN])));
}

static void expect_attackers(const struct position *position, const chess_move *moves, unsigned count)
{
    (void)moves;
    (void)count;
    uint64_t fewer = position_occupied(position) & (UINT64_C(0x5a5a5a5a) << random_below(32));
    for (unsigned square = 0; square < 64; square++)
        for (unsigned colour = WHITE; colour <= BLACK; colour++) {
            ck_assert_uint_eq(position_attackers(position, square, colour, position_occupied(position)),
                              attackers_by_lines(position, square, colour, position_occupied(position)));
            ck_assert_uint_eq(position_attackers(position, square, colour, fewer),
                              attackers_by_lines(position, square, colour, fewer));
        }
}

START_TEST(attackers)
{
    walk_everything(expect_attackers);
}
END_TEST

Suite *move_runs_suite(void)
{
    Suite *suite = suite_create("move_runs");
    TCase *tcase = tcase_create("against the plain way");
    tcase_add_test(tcase, runs_are_their_moves);
    tcase_add_test(tcase, versions);
    tcase_add_test(tcase, reading_in_a_row);
    tcase_add_loop_test(tcase, rows_are_read_at_once, 0, sizeof rows / sizeof rows[0]);
    tcase_add_test(tcase, nothing_is_read_behind_the_text);
    tcase_add_test(tcase, rows_go_on_over_line_ends);
    tcase_add_test(tcase, kings_next_to_each_other);
    tcase_add_test(tcase, attackers);
    suite_add_tcase(suite, tcase);
    return suite;
}
