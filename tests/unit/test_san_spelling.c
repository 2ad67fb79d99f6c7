/*
 * Which moves' text is exactly what san_write() gives: what san_resolve() says of generated spellings, and what the
 * parser notes of games as they are, changed at random, and written out here.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/san.h"
#include "game/line_stack.h"
#include "pgn/pgn_parser.h"
#include "shared/bytes.h"
#include "unit/suites.h"
#include "unit/support.h"

static const char *const files[] = {"data/classics.pgn", "data/annotated.pgn", "data/clocked.pgn",
                                    "data/engine-games.pgn"};

enum { FILE_COUNT = sizeof files / sizeof files[0] };

/* ---- san_resolve() ---- */

struct spelling {
    char text[24];
    size_t size;
};

static void add_char(struct spelling *spelling, char c)
{
    spelling->text[spelling->size++] = c;
}

static void add_text(struct spelling *spelling, const char *text)
{
    while (*text != '\0')
        add_char(spelling, *text++);
}

/* Text that cannot be read, or that is another move's, says nothing here. Returns 1 if it was canonical. */
static int check_spelling(const struct position *position, const struct spelling *spelling, chess_move move)
{
    struct san san;
    chess_move found;
    int canonical = 0;
    const char *text = spelling->text;
    if (san_scan(text, text + spelling->size, &san) != spelling->size ||
        san_resolve(position, &san, &found, &canonical) != SAN_OK || found != move)
        return 0;
    char written[SAN_SIZE_MAX];
    struct position after = *position;
    reversible_move word;
    size_t size = san_write_and_make(&after, move, written, &word);
    int is_same = size == spelling->size && memcmp(written, text, size) == 0;
    if (is_same != (canonical && san.check == san_check_sign(&after)))
        ck_abort_msg("%.*s for %.*s", (int)spelling->size, text, (int)size, written);
    return is_same;
}

static int check_with_signs(const struct position *position, const struct spelling *spelling, chess_move move)
{
    static const char *const signs[] = {"", "+", "#", "++", "+#"};
    int canonical = 0;
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        struct spelling whole = *spelling;
        add_text(&whole, signs[i]);
        canonical += check_spelling(position, &whole, move);
    }
    return canonical;
}

static int check_target(const struct position *position, const struct spelling *start, chess_move move)
{
    static const char *const promotions[] = {"", "=", "/", "("};
    int canonical = 0;
    for (unsigned i = 0; i < (move_is_promotion(move) ? 4 : 1); i++) {
        struct spelling spelling = *start;
        add_char(&spelling, (char)('a' + square_file(move_to(move))));
        add_char(&spelling, (char)('1' + square_rank(move_to(move))));
        add_text(&spelling, promotions[i]);
        if (move_is_promotion(move))
            add_char(&spelling, "PNBRQ"[move_promotion(move)]);
        if (promotions[i][0] == '(')
            add_char(&spelling, ')');
        canonical += check_with_signs(position, &spelling, move);
    }
    return canonical;
}

/* The letter, all that can be said of the origin, all separators. */
static int check_man_move(const struct position *position, chess_move move, const char *letter)
{
    static const char *const separators[] = {"", "x", ":", "-"};
    int canonical = 0;
    for (unsigned origin = 0; origin < 4; origin++)
        for (size_t i = 0; i < sizeof separators / sizeof separators[0]; i++) {
            struct spelling spelling = {.size = 0};
            add_text(&spelling, letter);
            if (origin & 1)
                add_char(&spelling, (char)('a' + square_file(move_from(move))));
            if (origin & 2)
                add_char(&spelling, (char)('1' + square_rank(move_from(move))));
            add_text(&spelling, separators[i]);
            canonical += check_target(position, &spelling, move);
        }
    return canonical;
}

static int check_castling(const struct position *position, chess_move move)
{
    static const char *const spellings[2][5] = {{"O-O", "0-0", "o-o", "O-o", "0-O"},
                                                {"O-O-O", "0-0-0", "o-o-o", "O-O-0", "O-o-O"}};
    int canonical = 0;
    for (unsigned i = 0; i < 5; i++) {
        struct spelling spelling = {.size = 0};
        add_text(&spelling, spellings[move_flag(move) & 1][i]);
        canonical += check_with_signs(position, &spelling, move);
    }
    return canonical + check_man_move(position, move, "K");
}

/* Of each legal move's spellings, exactly one is canonical. */
static void check_position(const struct position *position)
{
    static const char *const letters[] = {"P", "N", "B", "R", "Q", "K"};
    chess_move moves[MOVE_LIST_CAPACITY];
    unsigned count = legal_list(position, moves);
    for (unsigned i = 0; i < count; i++) {
        unsigned type = man_type(position->men[move_from(moves[i])]);
        int canonical = move_is_castling(moves[i]) ? check_castling(position, moves[i])
                                                   : check_man_move(position, moves[i], letters[type]);
        canonical += check_man_move(position, moves[i], "");
        if (canonical != 1)
            ck_abort_msg("move %04x has %d canonical spellings", (unsigned)moves[i], canonical);
    }
}

static const char *const fens[] = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "7k/8/8/4K3/8/Q1Q5/8/Q7 w - - 0 1",        /* file, rank, both */
    "4k3/8/8/1N3N2/1b6/8/3N4/4K1N1 w - - 0 1", /* a pinned rival */
    "3r1rk1/8/8/8/8/2N5/3N4/3K4 w - - 0 1",    /* pinned */
    "6k1/3RRppp/8/8/8/8/8/R5K1 w - - 0 1",     /* mates */
    "7k/5KPp/8/8/8/8/8/8 w - - 0 1",           /* promotions with mate */
    "5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1",        /* castling with check */
    "8/8/8/2k5/3Pp3/8/8/3RK2B b - d3 0 1",     /* en passant out of check */
    "3kr3/8/8/8/8/8/3n4/RN2K3 w Q - 0 1",      /* double check */
    "r3k2r/3P1P2/3N4/8/4R3/8/8/R3K2R w KQkq - 0 1",
};

START_TEST(spellings_in_positions)
{
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        struct position position;
        ck_assert_int_eq(fen_parse(fens[i], strlen(fens[i]), &position, NULL), FEN_OK);
        check_position(&position);
    }
}
END_TEST

/* ---- The parser ---- */

struct spelling_walk {
    struct memory memory;
    struct pgn_parser parser;
    struct game game;
    struct line_stack line;
    size_t moves;
    size_t canonical;
    unsigned stride; /* every n-th position's legal moves in all spellings; 0: none */
};

static void check_move(struct spelling_walk *walk, const struct game_item *item)
{
    char written[SAN_SIZE_MAX];
    struct text text = game_item_text(&walk->game, item);
    size_t size = san_write(&walk->line.position, item->value, written);
    int is_same = size == text.size && memcmp(written, text.data, size) == 0;
    if (item->place != (is_same ? ITEM_CANONICAL_SAN : 0))
        ck_abort_msg("%.*s for %.*s: %d", (int)text.size, text.data, (int)size, written, item->place);
    walk->moves++;
    walk->canonical += item->place != 0;
    if (walk->stride != 0 && walk->moves % walk->stride == 0)
        check_position(&walk->line.position);
}

static void check_game(struct spelling_walk *walk)
{
    line_stack_start(&walk->line, &walk->game.start, LINE_BOARDS);
    for (size_t i = 0; i < walk->game.item_count; i++) {
        const struct game_item *item = &walk->game.items[i];
        if (item->kind == ITEM_MOVE) {
            check_move(walk, item);
            line_stack_make(&walk->line, item->value);
        } else if (item->kind == ITEM_NULL_MOVE) {
            line_stack_make_null(&walk->line);
        } else if (item->kind == ITEM_VARIATION_BEGIN) {
            line_stack_open(&walk->line);
        } else if (item->kind == ITEM_VARIATION_END) {
            line_stack_close(&walk->line);
        }
    }
}

static void check_games(struct spelling_walk *walk, const char *text, size_t size)
{
    memory_init(&walk->memory, NULL, 0);
    pgn_parser_init(&walk->parser, &walk->memory);
    game_init(&walk->game, &walk->memory);
    line_stack_init(&walk->line, &walk->memory);
    for (size_t at = 0; pgn_parse(&walk->parser, text + at, size - at, 1, &walk->game) == PGN_GAME;
         at += walk->game.text.size)
        check_game(walk);
    line_stack_free(&walk->line);
    game_free(&walk->game);
    pgn_parser_free(&walk->parser);
}

START_TEST(games_as_they_are)
{
    struct spelling_walk walk = {.stride = _i < 2 ? 16 : 400};
    size_t size;
    char *text = read_file(files[_i], &size);
    check_games(&walk, text, size);
    ck_assert_uint_gt(walk.moves, 300);
    ck_assert_uint_gt(walk.canonical, walk.moves * 9 / 10);
    free(text);
}
END_TEST

/* What may stand instead of a character of a move; with it, one of them at random. */
static const char *const substitutes[][5] = {
    {"+", "", "#", "++", "+ ()"},
    {"#", "", "+", "#+", "+ (1. Kd1) "},
    {"x", "", ":", "-", "xx"},
    {"=", "", "/", "=(", "=="},
    {"O", "o", "0", "O", "O-"},
    {" N", " Na", " N1", " Nx", " Ng1"},
    {" R", " Ra", " R1", " Rx", " Rf8"},
    {" e", " Pe", " exe", " e2e", " 2e"},
    {"4 ", "4+ ", "4# ", "4 $1 ", "4+ ("},
};

static size_t change_at_random(const char *text, size_t size, char *out)
{
    enum { CHANCE = 15 };
    uint64_t state = 1;
    size_t length = 0;
    for (size_t at = 0; at < size; at++) {
        const char *piece = NULL;
        for (size_t i = 0; i < sizeof substitutes / sizeof substitutes[0]; i++)
            if (strncmp(text + at, substitutes[i][0], strlen(substitutes[i][0])) == 0 &&
                (unsigned)random_below(&state, CHANCE) == 0) {
                piece = substitutes[i][1 + (unsigned)random_below(&state, 4)];
                at += strlen(substitutes[i][0]) - 1;
                break;
            }
        if (piece == NULL)
            out[length++] = text[at];
        else
            length += strlen(strcpy(out + length, piece));
    }
    return length;
}

START_TEST(games_changed_at_random)
{
    struct spelling_walk walk = {.stride = 0};
    size_t size;
    char *text = read_file(files[_i], &size);
    char *changed = malloc(4 * size + 1);
    ck_assert_ptr_nonnull(changed);
    size = change_at_random(text, size, changed);
    check_games(&walk, changed, size);
    ck_assert_uint_gt(walk.canonical, 50);
    ck_assert_uint_lt(walk.canonical, walk.moves);
    free(changed);
    free(text);
}
END_TEST

/* Fool's mate in several dresses: only where the line ends is it known that a '+' should have been '#'. */
static const struct {
    const char *text;
    size_t moves, canonical;
} lines[] = {
    {"1. f3 e5 2. g4 Qh4# 0-1", 4, 4},
    {"1. f3 e5 2. g4 Qh4+ 0-1", 4, 3},
    {"1. f3 e5 2. g4 Qh4", 4, 3},
    {"1. f3 e5 2. g4 Qh4+", 4, 3},
    {"1. f3 e5 2. g4 Qh4#+ 0-1", 4, 3},
    {"1. f3 e5 2. g4 Qh4+ {and mate} $1 0-1", 4, 3},
    {"1. f3 e5 2. g4 Qh4+ 3. Kf2 0-1", 4, 3},
    {"1. f3 e5 2. g4 Qh4+ 3. nonsense", 4, 3},
    {"1. f3 e5 2. g4 Qh4+ 3. -- 0-1", 4, 3},
    {"1. f3 e5 2. g4 Qh4+ (2... d5 3. e4) 0-1", 6, 5},
    {"1. f3 e5 2. g4 (2. d4 Qh4+ 3. g3 Qe4) 2... Qh4+ 0-1", 8, 7},
    {"1. f3 e5 2. h3 (2. g4 Qh4+) 2... d5 0-1", 6, 5},
    {"1. f3 e5 2. h3 (2. g4 Qh4+", 5, 4},
    {"1. f3 e5 2. h3 Qh4+ 3. g3 *", 5, 5},
    {"1. f3 e5 2. h3 Qh4+ *", 4, 4},
    {"1. f3 e5 2. h3 Qh4# 3. g3 *", 5, 4},
    {"1. f3 e5 2. h3 Qh4+ (2... d5+) (2... d5#) 3. g3 *", 7, 5},
    {"1. f3 e5 2. h3 Qh4+ (2... d5+ 3. a3 d4 (3... Qh4+ 4. g3)) 3. g3 *", 10, 9},
    {"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7+ 1-0", 7, 6},
    {"1. e4 d5 2. exd5 e.p. *", 3, 3},
    {"[FEN \"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2\"]\n1. exd6 e.p. Kd7 *", 2, 2},
};

START_TEST(ends_of_lines)
{
    struct spelling_walk walk = {.stride = 1};
    check_games(&walk, lines[_i].text, strlen(lines[_i].text));
    ck_assert_uint_eq(walk.moves, lines[_i].moves);
    ck_assert_uint_eq(walk.canonical, lines[_i].canonical);
}
END_TEST

Suite *san_spelling_suite(void)
{
    Suite *suite = suite_create("san_spelling");
    TCase *resolving = tcase_create("resolving");
    tcase_add_test(resolving, spellings_in_positions);
    suite_add_tcase(suite, resolving);
    TCase *parser = tcase_create("parser");
    tcase_add_loop_test(parser, games_as_they_are, 0, FILE_COUNT);
    tcase_add_loop_test(parser, games_changed_at_random, 0, FILE_COUNT);
    tcase_add_loop_test(parser, ends_of_lines, 0, sizeof lines / sizeof lines[0]);
    suite_add_tcase(suite, parser);
    return suite;
}
