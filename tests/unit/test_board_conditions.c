/*
 * Conditions on the board against a second way to find them: on a board of letters, square by square, and by what each man has
 * done. Conditions are made at random of what stands in the games they are asked of, so that many hold.
 */
#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/san.h"
#include "shared/bytes.h"
#include "unit/codec_walk.h"
#include "unit/query_support.h"
#include "unit/reference_movegen.h"
#include "unit/suites.h"

static const char letters[] = "PpNnBbRrQqKk";

static uint64_t random_state;

static unsigned below(unsigned count)
{
    return (unsigned)random_below(&random_state, count);
}

/* ---- Games ---- */

enum { GAME_PLIES = 160 };

static struct {
    struct position positions[GAME_PLIES + 1];
    char boards[GAME_PLIES + 1][65];
    chess_move moves[GAME_PLIES + 1]; /* that led there */
    unsigned count;                   /* of positions */
} game;

static void add_position(const struct position *position, chess_move move)
{
    char *board = game.boards[game.count];
    for (unsigned square = 0; square < 64; square++)
        board[square] = position->men[square] == NO_MAN ? '.' : letters[position->men[square]];
    board[64] = '\0';
    game.positions[game.count] = *position;
    game.moves[game.count++] = move;
}

static void play_random(const char *fen, unsigned plies)
{
    struct position position;
    chess_move moves[MOVE_LIST_CAPACITY];
    walk_position(fen, &position);
    game.count = 0;
    add_position(&position, NO_MOVE);
    while (game.count <= plies) {
        unsigned count = legal_list(&position, moves);
        if (count == 0)
            return;
        chess_move move = moves[below(count)];
        position_make(&position, move);
        add_position(&position, move);
    }
}

static void play_text(const char *text)
{
    struct position position;
    position_start(&position);
    game.count = 0;
    add_position(&position, NO_MOVE);
    for (; *text != '\0'; text += strspn(text, " ")) {
        size_t size = strcspn(text, " ");
        chess_move move;
        ck_assert_msg(san_parse(&position, text, size, &move) == SAN_OK, "%s", text);
        position_make(&position, move);
        add_position(&position, move);
        text += size;
    }
}

/* ---- What is asked ---- */

enum item_kind { PLACES, RELATION, IMBALANCE, ALL_MEN, BISHOPS, SORT, BALANCE };

struct item {
    enum item_kind kind;
    char men[16], against[16]; /* letters; A, a: any of a colour; '_': nobody */
    int squares[64];
    int min, max;
    int want[12]; /* ALL_MEN: numbers by man; IMBALANCE: differences by type */
    int looks_at_pawns;
    char sort; /* 'i', 'd', 'p', 'b' */
};

enum { ITEMS_MAX = 6 };

struct question {
    const char *word;
    char text[400];
    struct item items[ITEMS_MAX];
    unsigned count;
};

static void say(struct question *question, const char *text)
{
    ck_assert_uint_lt(strlen(question->text) + strlen(text), sizeof question->text);
    strcat(question->text, text);
}

static int is_one_of(char man, const char *men)
{
    if (man == '.')
        return strchr(men, '_') != NULL;
    return strchr(men, man) != NULL || strchr(men, isupper(man) ? 'A' : 'a') != NULL;
}

static int number_of(const char *board, const char *men, const int *squares)
{
    int number = 0;
    for (unsigned square = 0; square < 64; square++)
        number += (squares == NULL || squares[square]) && is_one_of(board[square], men);
    return number;
}

static char man_at(const char *board, int file, int rank)
{
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? '.' : board[rank * 8 + file];
}

static int is_of_sort(const char *board, int file, int rank, char sort)
{
    char pawn = man_at(board, file, rank);
    int forward = pawn == 'P' ? 1 : -1, has_neighbour = 0, has_twin = 0, is_stopped = 0, has_support = 0;
    char enemy = pawn == 'P' ? 'p' : 'P';
    for (int r = 0; r < 8; r++) {
        has_neighbour |= man_at(board, file - 1, r) == pawn || man_at(board, file + 1, r) == pawn;
        has_support |= (r - rank) * forward <= 0 &&
                       (man_at(board, file - 1, r) == pawn || man_at(board, file + 1, r) == pawn);
        has_twin |= r != rank && man_at(board, file, r) == pawn;
        for (int f = file - 1; f <= file + 1; f++)
            is_stopped |= (r - rank) * forward > 0 && man_at(board, f, r) == enemy;
    }
    if (sort == 'b')
        return has_neighbour && !has_support &&
               (man_at(board, file - 1, rank + 2 * forward) == enemy ||
                man_at(board, file + 1, rank + 2 * forward) == enemy);
    return sort == 'i' ? !has_neighbour : sort == 'd' ? has_twin : !is_stopped;
}

static int bishops_are(const char *board, int opposed)
{
    int colour[2] = {0, 0}, count[2] = {0, 0};
    for (int square = 0; square < 64; square++)
        if (toupper(board[square]) == 'B') {
            count[board[square] == 'b']++;
            colour[board[square] == 'b'] = (square / 8 + square % 8) % 2;
        }
    return count[0] == 1 && count[1] == 1 && (colour[0] != colour[1]) == opposed;
}

static int balance_of(const char *board)
{
    static const char points[] = "11333355990";
    int balance = 0;
    for (int square = 0; square < 64; square++)
        for (int man = 0; man < 10; man++)
            if (board[square] == letters[man])
                balance += man % 2 ? '0' - points[man] : points[man] - '0';
    return balance;
}

static int item_holds(const struct item *item, const char *board)
{
    int number = 0;
    switch (item->kind) {
    case PLACES:
        number = number_of(board, item->men, item->squares);
        break;
    case RELATION:
        number = number_of(board, item->men, NULL) - number_of(board, item->against, NULL);
        break;
    case IMBALANCE:
        for (int type = item->looks_at_pawns ? 0 : 1; type < 5; type++) {
            const char white[] = {letters[2 * type], 0}, black[] = {letters[2 * type + 1], 0};
            if (number_of(board, white, NULL) - number_of(board, black, NULL) != item->want[type])
                return 0;
        }
        return 1;
    case ALL_MEN:
        for (int man = 0; man < 12; man++) {
            const char men[] = {letters[man], 0};
            if (number_of(board, men, NULL) != item->want[man])
                return 0;
        }
        return 1;
    case BALANCE:
        number = balance_of(board);
        break;
    case BISHOPS:
        return bishops_are(board, item->min);
    case SORT:
        for (int square = 0; square < 64; square++)
            number += item->squares[square] && board[square] == item->men[0] &&
                      is_of_sort(board, square % 8, square / 8, item->sort);
        break;
    }
    return number >= item->min && number <= item->max;
}

static int question_holds(const struct question *question, const char *board)
{
    for (unsigned i = 0; i < question->count; i++)
        if (!item_holds(&question->items[i], board))
            return 0;
    return 1;
}

/* ---- Asking at random ---- */

/* Files or ranks, the given one among them, in one of the ways to write them. */
static void choose_coordinates(struct question *question, char first, int one, int *chosen)
{
    char text[16];
    int other = (int)below(8), low = one < other ? one : other, high = one < other ? other : one;
    switch (below(6)) {
    case 0:
        for (int i = 0; i < 8; i++)
            chosen[i] = 1;
        sprintf(text, "*");
        break;
    case 1:
        for (int i = low; i <= high; i++)
            chosen[i] = 1;
        sprintf(text, "[%c-%c]", first + low, first + high);
        break;
    case 2:
        chosen[one] = chosen[other] = 1;
        sprintf(text, "[%c%c]", first + one, first + other);
        break;
    default:
        chosen[one] = 1;
        sprintf(text, "%c", first + one);
    }
    say(question, text);
}

static void choose_squares(struct question *question, struct item *item, unsigned square)
{
    unsigned more = below(4) == 0;
    for (;;) {
        int files[8] = {0}, ranks[8] = {0};
        choose_coordinates(question, 'a', (int)square % 8, files);
        choose_coordinates(question, '1', (int)square / 8, ranks);
        for (int i = 0; i < 64; i++)
            item->squares[i] |= files[i % 8] && ranks[i / 8];
        if (more-- == 0)
            return;
        say(question, ",");
        square = below(64);
    }
}

/* "2", "1-3", "2+", "0-2", near the number that there is. */
static void choose_range(struct question *question, struct item *item, int number)
{
    char text[24];
    int low = number - (int)below(2) + (int)below(2);
    low = low < 0 ? 0 : low > 64 ? 64 : low;
    item->min = item->max = low;
    sprintf(text, "%d", low);
    if (below(3) == 0) {
        item->max = 64;
        sprintf(text, below(2) ? "%d+" : "%d-", low);
    } else if (below(2) == 0) {
        item->max = low + (int)below(3);
        item->max = item->max > 64 ? 64 : item->max;
        sprintf(text, "%d-%d", low, item->max);
    } else if (below(2) == 0) {
        item->min = 0;
        sprintf(text, "-%d", low);
    }
    say(question, text);
}

static void choose_men(struct question *question, char *men, char likely, const char *among)
{
    char text[16];
    men[0] = likely != '.' && below(4) != 0 ? likely : among[below((unsigned)strlen(among))];
    men[1] = '\0';
    if (below(3) == 0) {
        men[1] = among[below((unsigned)strlen(among))];
        men[2] = '\0';
    }
    sprintf(text, men[1] != '\0' ? "[%s]" : "%s", men);
    say(question, text);
}

static void ask_pattern(struct question *question, const char *board)
{
    question->word = "pattern";
    question->count = 1 + below(4);
    for (unsigned i = 0; i < question->count; i++) {
        struct item *item = &question->items[i];
        unsigned square = below(64);
        int is_absent = below(4) == 0;
        item->kind = PLACES;
        say(question, i != 0 ? " " : "");
        say(question, is_absent ? "!" : "");
        choose_men(question, item->men,
                   is_absent              ? '.'
                   : board[square] == '.' ? '_'
                                          : board[square],
                   "PNBRQKpnbrqkAa_");
        choose_squares(question, item, square);
        item->min = !is_absent;
        item->max = is_absent ? 0 : 64;
        if (!is_absent && below(4) == 0) {
            say(question, ":");
            choose_range(question, item, number_of(board, item->men, item->squares));
        }
    }
}

static void ask_relation(struct question *question, struct item *item, const char *board)
{
    static const char *const relations[] = {"=", ">", "<", ">=", "<="};
    unsigned relation = below(5), which = below(5);
    char text[24];
    item->kind = RELATION;
    item->men[0] = letters[2 * which];
    item->against[0] = letters[2 * which + 1];
    int offset = number_of(board, item->men, NULL) - number_of(board, item->against, NULL) + (int)below(2);
    sprintf(text, "%s%s%s", item->men, relations[relation], item->against);
    say(question, text);
    if (offset != 0) {
        sprintf(text, "%+d", offset);
        say(question, text);
    }
    item->min = relation == 1 ? offset + 1 : relation == 0 || relation == 3 ? offset : -64;
    item->max = relation == 2 ? offset - 1 : relation == 0 || relation == 4 ? offset : 64;
}

static void ask_imbalance(struct question *question, struct item *item, const char *board)
{
    char white[80] = "", black[80] = "";
    item->kind = IMBALANCE;
    item->looks_at_pawns = (int)below(2);
    for (int type = 0; type < 5; type++) {
        const char upper[] = {letters[2 * type], 0}, lower[] = {letters[2 * type + 1], 0};
        int difference = number_of(board, upper, NULL) - number_of(board, lower, NULL);
        if (type == 0 && !item->looks_at_pawns)
            continue;
        item->want[type] = difference;
        for (; difference > 0; difference--)
            strcat(white, upper);
        for (; difference < 0; difference++)
            strcat(black, below(2) ? upper : lower);
    }
    if (white[0] == '\0' && black[0] == '\0') {
        item->want[3] = 1;
        strcpy(white, "R");
    }
    item->looks_at_pawns = strpbrk(white, "P") != NULL || strpbrk(black, "Pp") != NULL;
    say(question, white);
    say(question, "v");
    say(question, black);
}

static void ask_all_men(struct question *question, struct item *item, const char *board)
{
    item->kind = ALL_MEN;
    for (int man = 0; man < 12; man++) {
        const char men[] = {letters[man], 0};
        item->want[man] = number_of(board, men, NULL);
    }
    if (below(4) == 0)
        item->want[below(10)]++;
    for (int colour = 0; colour < 2; colour++) {
        const char king[] = {letters[10 + colour], 0};
        say(question, king);
        for (int type = 4; type >= 0; type--)
            for (int i = 0; i < item->want[2 * type + colour]; i++) {
                const char man[] = {letters[2 * type + colour], 0};
                say(question, man);
            }
        say(question, colour == 0 && below(2) ? "v" : "");
    }
}

static void ask_material(struct question *question, const char *board)
{
    question->word = "material";
    question->count = 1 + below(3);
    for (unsigned i = 0; i < question->count; i++) {
        struct item *item = &question->items[i];
        say(question, i != 0 ? " " : "");
        switch (below(6)) {
        case 0:
            ask_relation(question, item, board);
            break;
        case 1:
            ask_imbalance(question, item, board);
            break;
        case 2:
            /* Not more men than a board has room for. */
            if (number_of(board, "Aa", NULL) < 60) {
                ask_all_men(question, item, board);
                break;
            }
            /* fall through */
        case 3:
            item->kind = BISHOPS;
            item->min = (int)below(2);
            say(question, item->min ? "opposite-bishops" : "same-bishops");
            break;
        default:
            item->kind = PLACES;
            for (int square = 0; square < 64; square++)
                item->squares[square] = 1;
            choose_men(question, item->men, '.', "PNBRQKpnbrqkAa");
            choose_range(question, item, number_of(board, item->men, NULL));
        }
    }
}

static void ask_pawn(struct question *question, struct item *item, const char *board, char pawn,
                     int is_absent)
{
    static const char *const sorts[] = {"isolated", "doubled", "passed", "backward"};
    unsigned sort = below(8), square = 0;
    item->kind = sort < 4 ? SORT : PLACES;
    item->men[0] = pawn;
    for (unsigned i = 0; i < 20 && board[square] != pawn; i++)
        square = below(64);
    if (sort < 4) {
        item->sort = sorts[sort][0];
        say(question, sorts[sort]);
    }
    if (sort < 4 && below(2)) {
        for (int i = 0; i < 64; i++)
            item->squares[i] = 1;
    } else {
        say(question, sort < 4 ? "@" : "");
        choose_squares(question, item, is_absent ? below(64) : square);
    }
    item->min = !is_absent;
    item->max = is_absent ? 0 : 64;
    if (!is_absent && below(4) == 0) {
        say(question, ":");
        choose_range(question, item, 1);
    }
}

static void ask_pawns(struct question *question, const char *board)
{
    unsigned numbers[4] = {below(2), below(2), 1, below(2)};
    question->word = "pawns";
    for (unsigned part = 0; part < 4; part++) {
        say(question, part == 1 || part == 3 ? (numbers[part] ? " -" : "") : part == 2 ? " / " : "");
        for (unsigned i = 0; i < numbers[part]; i++) {
            say(question, " ");
            ask_pawn(question, &question->items[question->count++], board, part < 2 ? 'P' : 'p',
                     part % 2 == 1);
        }
    }
}

static void ask_balance(struct question *question, const char *board)
{
    struct item *item = &question->items[question->count++];
    int balance = balance_of(board);
    balance = balance > 120 ? 120 : balance < -120 ? -120 : balance; /* what can be asked */
    unsigned how = below(4);
    char text[40];
    item->kind = BALANCE;
    item->min = how == 1 ? -999 : balance - (how == 3 ? (int)below(3) : 0);
    item->max = how == 2 ? 999 : balance + (how == 3 ? (int)below(3) : 0);
    if (how == 0)
        sprintf(text, "=%d", balance);
    else if (how == 1)
        sprintf(text, "..%d", item->max);
    else if (how == 2)
        sprintf(text, "%d..", item->min);
    else
        sprintf(text, "%d..%d", item->min, item->max);
    question->word = "balance";
    say(question, text);
}

/* ---- Comparing ---- */

/* The board turned: bits of enum board_turn. */
static void turn_board(const char *board, unsigned turn, char *turned)
{
    for (int square = 0; square < 64; square++) {
        int to = square ^ (turn & BOARD_REVERSED ? 56 : 0) ^ (turn & BOARD_MIRRORED ? 7 : 0);
        char man = board[square];
        turned[to] = (char)(turn & BOARD_REVERSED ? isupper(man) ? tolower(man) : toupper(man) : man);
    }
    turned[64] = '\0';
}

static int holds_turned(const struct question *question, const char *board, unsigned turns)
{
    char turned[65];
    for (unsigned turn = 0; turn < 4; turn++) {
        if ((turn & ~turns) != 0 || (turns != 3 && turn != 0 && turn != turns))
            continue;
        turn_board(board, turn, turned);
        if (question_holds(question, turned))
            return 1;
    }
    return 0;
}

static struct board_view view_of(unsigned ply)
{
    struct board_view view = {.position = &game.positions[ply],
                              .ply = ply,
                              .move = game.moves[ply],
                              .mover = NO_MAN,
                              .taken = NO_MAN,
                              .is_last = ply + 1 == game.count};
    if (view.move != NO_MOVE) {
        view.mover = game.positions[ply - 1].men[move_from(view.move)];
        view.unchanged = (uint8_t)board_unchanged_by(view.move, view.mover);
    }
    return view;
}

static struct pgnpack_query *query_turned(const char *word, const char *text, unsigned turns)
{
    const char *const words[] = {word,
                                 text,
                                 turns & BOARD_REVERSED ? "either"
                                 : turns                ? "mirrored"
                                                        : NULL,
                                 NULL,
                                 turns == 3 ? "mirrored" : NULL,
                                 NULL,
                                 NULL};
    return query_of(words);
}

/* Does the position have what is needed, `ply` half-moves behind the line's first? */
static int board_needs_met(const struct board_needs *needs, const struct position *position, uint32_t ply)
{
    unsigned at_home = home_pawns_of(position);
    if ((at_home & needs->home_pawns_gone) != 0 ||
        (at_home & needs->home_pawns_present) != needs->home_pawns_present)
        return 0;
    for (unsigned colour = 0; colour < 2; colour++) {
        unsigned men = popcount64(position->colours[colour]);
        if (men < needs->men_min[colour] || men > needs->men_max[colour])
            return 0;
    }
    return ply >= needs->ply_min && ply <= needs->ply_max;
}

/*
 * Asks all positions of the game. What holds there, by the second way: `expected`. *found_ret counts where it does. Then what is
 * needed must be there, and it changes only where it may.
 */
static void compare(const char *word, const char *text, unsigned turns, const uint8_t *expected,
                    unsigned *found_ret)
{
    struct pgnpack_query *query = query_turned(word, text, turns);
    const struct query_steps *steps = &query->steps;
    const struct board_needs needs = steps->steps[0].needs;
    struct steps_state state, alone;
    unsigned depends_on = steps->steps[0].depends_on, is_found = 0, first = 0;
    while (first < game.count && !expected[first])
        first++;
    steps_start(steps, &state, 0);
    for (unsigned ply = 0; ply < game.count; ply++) {
        const struct board_view view = view_of(ply);
        struct variant_state kept[STEPS_VARIANTS_MAX];
        memcpy(kept, state.variants, sizeof kept);
        int found = steps_visit(steps, STEPS_ANY_VARIANT, &state, &view);
        if (is_found && !found && expected[ply])
            ck_abort_msg("%s %s (%u): not at ply %u", word, text, turns, ply);
        if (found != (expected[ply] != 0))
            ck_abort_msg("%s %s (%u) at ply %u: %d", word, text, turns, ply, found);
        if (found) {
            /* On as if it had not been found: only manoeuvres know of the past. */
            for (unsigned i = 0; i < STEPS_VARIANTS_MAX; i++) {
                state.variants[i] = (struct variant_state){.step = 0};
                memcpy(state.variants[i].progress, kept[i].progress, sizeof kept[i].progress);
                for (size_t k = 0; i < steps->variants && k < steps->steps[i].manoeuvre_count; k++)
                    state.variants[i].progress[k] = (uint16_t)manoeuvre_follow(
                        steps->steps[i].conditions[k].of.moves, kept[i].progress[k], &view);
            }
            if (!board_needs_met(&needs, view.position, ply))
                ck_abort_msg("%s %s (%u) at ply %u: more is needed than it takes", word, text, turns, ply);
            *found_ret += 1;
        }
        if (ply > 0 && expected[ply] != expected[ply - 1] && (depends_on & ~(unsigned)view.unchanged) == 0)
            ck_abort_msg("%s %s (%u) at ply %u: changed by what it does not depend on", word, text, turns,
                         ply);
    }
    /* The first one, by a state of its own that is left to itself. */
    steps_start(steps, &alone, 0);
    for (unsigned ply = 0; ply < game.count && !is_found; ply++) {
        const struct board_view view = view_of(ply);
        is_found = (unsigned)steps_visit(steps, STEPS_ANY_VARIANT, &alone, &view);
        ck_assert_uint_eq(is_found, ply == first);
    }
    pgnpack_free(query);
}

/* ---- Men ---- */

static unsigned found_men[4];

static void ask_of_men(void)
{
    static void (*const ask[])(struct question * question, const char *board) = {ask_pattern, ask_material,
                                                                                 ask_pawns, ask_balance};
    uint8_t expected[GAME_PLIES + 1];
    for (unsigned i = 0; i < 12; i++) {
        struct question question = {.count = 0};
        unsigned turns = below(2) ? below(4) : 0, kind = i % 4;
        ask[kind](&question, game.boards[below(game.count)]);
        for (unsigned ply = 0; ply < game.count; ply++)
            expected[ply] = (uint8_t)holds_turned(&question, game.boards[ply], turns);
        compare(question.word, question.text, turns, expected, &found_men[kind]);
    }
}

/* ---- Moves ---- */

/* What each man has done: a man is known by where it stood first. */
struct deed {
    int man, from, to, takes;
    char letter;
};

static struct deed deeds[2 * GAME_PLIES + 2];
static unsigned deed_count, deeds_before[GAME_PLIES + 2]; /* by ply: deeds made before it */

/* By comparing boards alone. */
static void note_deeds(void)
{
    int at[64];
    for (int square = 0; square < 64; square++)
        at[square] = square;
    deed_count = 0;
    for (unsigned ply = 1; ply < game.count; ply++) {
        const char *before = game.boards[ply - 1], *after = game.boards[ply];
        int white_moved = game.positions[ply - 1].side == WHITE, men_before = 0, men_after = 0;
        int from[2], to[2], froms = 0, tos = 0;
        deeds_before[ply] = deed_count;
        for (int square = 0; square < 64; square++) {
            int was_own = before[square] != '.' && (isupper(before[square]) != 0) == white_moved;
            int is_own = after[square] != '.' && (isupper(after[square]) != 0) == white_moved;
            men_before += before[square] != '.';
            men_after += after[square] != '.';
            if (was_own && (!is_own || before[square] != after[square]))
                from[froms++] = square;
            if (is_own && (!was_own || before[square] != after[square]))
                to[tos++] = square;
        }
        int new_at[64];
        memcpy(new_at, at, sizeof at);
        if (move_is_castling(game.moves[ply])) { /* each to where one of its kind is new */
            int king = (int)move_from(game.moves[ply]), rook = (int)move_to(game.moves[ply]);
            int home = white_moved ? 0 : 56, is_short = rook > king;
            const int ways[2][2] = {{king, home + (is_short ? 6 : 2)}, {rook, home + (is_short ? 5 : 3)}};
            new_at[king] = new_at[rook] = -1;
            for (int i = 0; i < 2; i++) {
                new_at[ways[i][1]] = at[ways[i][0]];
                if (ways[i][0] != ways[i][1])
                    deeds[deed_count++] =
                        (struct deed){at[ways[i][0]], ways[i][0], ways[i][1], 0, before[ways[i][0]]};
            }
        } else {
            ck_assert_int_eq(froms, 1);
            ck_assert_int_eq(tos, 1);
            new_at[to[0]] = at[from[0]];
            new_at[from[0]] = -1;
            deeds[deed_count++] =
                (struct deed){at[from[0]], from[0], to[0], men_after < men_before, before[from[0]]};
        }
        memcpy(at, new_at, sizeof at);
    }
    deeds_before[game.count] = deed_count;
}

struct way {
    int squares[6], takes[6]; /* takes: the move to the next square must */
    int count;                /* squares */
    char men[16];             /* letters of either colour */
    char promotions[8];       /* letters; "": any */
    char sign;                /* '+', '#', 0 */
};

static int sign_holds(char sign, unsigned ply)
{
    char fen[FEN_SIZE_MAX + 1];
    struct reference_board board;
    struct reference_move moves[REFERENCE_MOVES_MAX];
    if (sign == 0)
        return 1;
    fen_write(&game.positions[ply], FEN_SHREDDER, fen);
    reference_read_fen(&board, fen);
    return reference_in_check(&board) && (sign == '+' || reference_legal_moves(&board, moves) == 0);
}

static int promotion_holds(const struct way *way, unsigned ply)
{
    chess_move move = game.moves[ply];
    int to = (int)move_to(move);
    char before = game.boards[ply - 1][move_from(move)], after = game.boards[ply][to];
    if (way->promotions[0] == '\0')
        return 1;
    return toupper(before) == 'P' && toupper(after) != 'P' && strchr(way->promotions, toupper(after)) != NULL;
}

/* Does the deed end the way? Goes back through the man's earlier ones. */
static int way_ends(const struct way *way, unsigned deed, unsigned ply)
{
    int man = deeds[deed].man, next = way->count - 1;
    unsigned i = deed;
    for (;; i--) {
        if (deeds[i].man == man) {
            if (deeds[i].to != way->squares[next] || deeds[i].from != way->squares[next - 1] ||
                (way->takes[next - 1] && !deeds[i].takes) || strchr(way->men, deeds[i].letter) == NULL)
                return 0;
            if (--next == 0)
                return promotion_holds(way, ply) && sign_holds(way->sign, ply);
        }
        if (i == 0)
            return 0;
    }
}

static int way_ends_at(const struct way *way, unsigned ply)
{
    for (unsigned i = deeds_before[ply]; ply > 0 && i < deeds_before[ply + 1]; i++)
        if (way_ends(way, i, ply))
            return 1;
    return 0;
}

/* The last deeds of a man, up to one of them, as a way; 0: there are not enough. */
static int take_way(struct way *way, unsigned deed, int count)
{
    struct deed last = deeds[deed];
    way->count = count;
    way->squares[count - 1] = last.to;
    for (int i = count - 2;; i--) {
        way->squares[i] = deeds[deed].from;
        way->takes[i] = deeds[deed].takes && below(2);
        if (i == 0)
            return 1;
        do {
            if (deed == 0)
                return 0;
            deed--;
        } while (deeds[deed].man != last.man);
    }
}

static void write_way(const struct way *way, const char *types, const char *colour, char *text)
{
    text += sprintf(text, "%s%s", colour, types);
    for (int i = 0; i < way->count; i++) {
        if (i != 0)
            *text++ = way->takes[i - 1] ? 'x' : '-';
        text += sprintf(text, "%c%c", 'a' + way->squares[i] % 8, '1' + way->squares[i] / 8);
    }
    if (way->promotions[0] != '\0')
        text += sprintf(text, "=%s", way->promotions);
    if (way->sign != 0)
        *text++ = way->sign;
    *text = '\0';
}

/* Men of a letter, for a way; returns how they are written. */
static const char *choose_type(struct way *way, char letter, char *types)
{
    unsigned how = below(8);
    if (how == 0)
        strcpy(types, "A");
    else if (how == 1)
        sprintf(types, "[%cN]", toupper(letter));
    else if (how == 2 && toupper(letter) == 'P')
        types[0] = '\0';
    else
        sprintf(types, "%c", toupper(letter));
    strcpy(way->men, letters);
    if (how != 0)
        sprintf(way->men, "%c%c%s", toupper(letter), tolower(letter), how == 1 ? "Nn" : "");
    return types;
}

static void choose_colour(struct way *way, char *colour)
{
    unsigned which = below(4);
    size_t kept = 0;
    strcpy(colour, which == 0 ? "white " : which == 1 ? "black " : "");
    for (size_t i = 0; way->men[i] != '\0' && which < 2; i++)
        if ((isupper(way->men[i]) != 0) == (which == 0))
            way->men[kept++] = way->men[i];
    if (which < 2)
        way->men[kept] = '\0';
}

static unsigned found_ways[2], found_turned, found_signs;

/* The way on a turned board is the turned way on this one. */
static void turn_way(struct way *way, unsigned turn)
{
    for (int i = 0; i < way->count; i++)
        way->squares[i] ^= (turn & BOARD_REVERSED ? 56 : 0) ^ (turn & BOARD_MIRRORED ? 7 : 0);
    for (size_t i = 0; way->men[i] != '\0' && turn & BOARD_REVERSED; i++)
        way->men[i] = (char)(isupper(way->men[i]) ? tolower(way->men[i]) : toupper(way->men[i]));
}

static void ask_of_ways(void)
{
    uint8_t expected[GAME_PLIES + 1];
    note_deeds();
    for (unsigned i = 0; i < 12 && deed_count > 0; i++) {
        unsigned deed = below(deed_count), found = 0;
        int count = i % 2 == 0 ? 2 : 3 + (int)below(3);
        struct way way = {.count = 0};
        char text[80], types[8], colour[8];
        if (!take_way(&way, deed, count))
            continue;
        if (below(8) == 0)
            way.takes[below((unsigned)count - 1)] ^= 1;
        if (below(8) == 0)
            way.sign = below(2) ? '+' : '#';
        if (below(8) == 0)
            way.squares[below((unsigned)count)] = (int)below(64);
        choose_type(&way, deeds[deed].letter, types);
        if (strpbrk(way.men, "Pp") != NULL && below(2) && (way.squares[count - 1] / 8) % 7 == 0)
            strcpy(way.promotions, below(2) ? "NBR" : "QR");
        choose_colour(&way, colour);
        write_way(&way, types, colour, text);
        unsigned turn = below(3) == 0 ? 1 + below(2) : 0;
        struct way other = way;
        turn_way(&other, turn);
        for (unsigned ply = 0; ply < game.count; ply++) {
            int is_castling = game.moves[ply] != NO_MOVE && move_is_castling(game.moves[ply]);
            int counts = count > 2 || !is_castling; /* single moves of king and rook are no castling */
            expected[ply] =
                (uint8_t)(counts && (way_ends_at(&way, ply) || (turn && way_ends_at(&other, ply))));
        }
        compare("move", text, turn, expected, &found);
        found_ways[i % 2] += found;
        found_turned += turn ? found : 0;
        found_signs += way.sign ? found : 0;
    }
}

/* ---- The end, and checks ---- */

static unsigned found_ends[3];

static void ask_of_ends(void)
{
    static const char *const words[] = {"check", "mate", "stalemate"};
    static uint8_t expected[3][GAME_PLIES + 1];
    for (unsigned ply = 0; ply < game.count; ply++) {
        struct reference_board board;
        struct reference_move moves[REFERENCE_MOVES_MAX];
        char fen[FEN_SIZE_MAX + 1];
        fen_write(&game.positions[ply], FEN_SHREDDER, fen);
        reference_read_fen(&board, fen);
        int is_check = reference_in_check(&board), is_last = ply + 1 == game.count;
        int is_end = is_last && reference_legal_moves(&board, moves) == 0;
        expected[0][ply] = (uint8_t)is_check;
        expected[1][ply] = (uint8_t)(is_end && is_check);
        expected[2][ply] = (uint8_t)(is_end && !is_check);
    }
    /* Nobody looks at what may be out of date. */
    for (unsigned ply = 0; ply < game.count; ply++)
        game.positions[ply].checkers = next_random(&random_state) % 2 ? 0 : next_random(&random_state);
    for (unsigned i = 0; i < 3; i++)
        compare(words[i], NULL, 0, expected[i], &found_ends[i]);
    for (unsigned ply = 0; ply < game.count; ply++)
        position_refresh(&game.positions[ply]);
}

/* ---- Positions ---- */

static unsigned found_positions;

static void ask_of_positions(void)
{
    uint8_t expected[GAME_PLIES + 1];
    unsigned chosen = below(game.count);
    char fen[FEN_SIZE_MAX + 1];
    fen_write(&game.positions[chosen], FEN_SHREDDER, fen);
    for (unsigned ply = 0; ply < game.count; ply++)
        expected[ply] = (uint8_t)position_same(&game.positions[ply], &game.positions[chosen]);
    compare("fen", fen, 0, expected, &found_positions);
}

static void ask_all(void)
{
    ask_of_men();
    ask_of_ways();
    ask_of_ends();
    ask_of_positions();
}

static void check_found(void)
{
    for (unsigned i = 0; i < 4; i++)
        ck_assert_msg(found_men[i] > 100, "men %u: %u", i, found_men[i]);
    for (unsigned i = 0; i < 2; i++)
        ck_assert_msg(found_ways[i] > 50, "ways %u: %u", i, found_ways[i]);
    ck_assert_uint_gt(found_turned, 20);
    ck_assert_uint_gt(found_ends[0], 10);
    ck_assert_uint_gt(found_positions, 10);
}

START_TEST(in_random_games)
{
    random_state = 1;
    for (const char *const *fen = walk_starts; *fen != NULL; fen++)
        for (unsigned i = 0; i < 12; i++) {
            play_random(*fen, GAME_PLIES);
            ask_all();
        }
    check_found();
    ck_assert_uint_gt(found_ends[1], 0);
    ck_assert_uint_gt(found_ends[2], 0);
    ck_assert_uint_gt(found_signs, 0);
}
END_TEST

START_TEST(in_hostile_games)
{
    random_state = 2;
    for (const char *const *fen = walk_hostile; *fen != NULL; fen++)
        for (unsigned i = 0; i < 8; i++) {
            play_random(*fen, 40);
            ask_all();
        }
    check_found();
}
END_TEST

static const char *const real_games[] = {
    "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 "
    "Rxd7 Rxd7 "
    "Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#",
    "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 h5 Qg5 Qf3 "
    "Ng8 Bxf4 "
    "Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#",
    "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3 Qb3 Qf6 e5 Qg6 Re1 Nge7 Ba3 b5 Qxb5 Rb8 Qa4 Bb6 "
    "Nbd2 Bb7 "
    "Ne4 Qf5 Bxd3 Qh5 Nf6+ gxf6 exf6 Rg8 Rad1 Qxf3 Rxe7+ Nxe7 Qxd7+ Kxd7 Bf5+ Ke8 Bd7+ Kf8 Bxe7#",
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 Nbd2 Bb7 Bc2 Re8 Nf1 Bf8 Ng3 "
    "g6 Bg5 h6 "
    "Bd2 Bg7 Qc1 Kh7 h4 exd4 cxd4 c5 d5 Ne5 Nxe5 dxe5 a4 c4 axb5 axb5 Rxa8 Bxa8",
};

START_TEST(in_real_games)
{
    random_state = 3;
    for (size_t i = 0; i < sizeof real_games / sizeof *real_games; i++)
        for (unsigned turn = 0; turn < 60; turn++) {
            play_text(real_games[i]);
            ask_all();
        }
    check_found();
    ck_assert_uint_gt(found_ends[1], 0);
}
END_TEST

Suite *board_conditions_suite(void)
{
    Suite *suite = suite_create("board_conditions");
    TCase *core = tcase_create("core");
    tcase_add_test(core, in_random_games);
    tcase_add_test(core, in_hostile_games);
    tcase_add_test(core, in_real_games);
    suite_add_tcase(suite, core);
    return suite;
}
