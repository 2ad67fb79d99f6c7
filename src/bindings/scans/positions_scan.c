#include <string.h>

#include "bindings/table/columns.h"
#include "bindings/table/fault.h"
#include "bindings/table/ids.h"
#include "bindings/table/limits.h"
#include "bindings/table/lines.h"
#include "bindings/table/row_test.h"
#include "bindings/scans/scan_state.h"

/* A list of texts with a blank between two, from which one after the other is taken. */
struct tokens {
    const char *from, *end;
};

struct positions_scan {
    struct lines lines;
    struct row_constraint *tests; /* of plies and keys */
    size_t test_count, test_capacity;
    struct memory_arena values; /* of tests */
    struct memory_arena ids;    /* of a batch */
    /* Games that come next. */
    uint64_t numbers[SOURCE_HITS];
    size_t number_count, numbers_done;
    size_t file;
    struct source_piece piece;
    int has_piece, has_lines;
    /* The present place: game `game` of the lines, its position `ply`. */
    size_t game;
    uint32_t ply;
    struct tokens san, uci;
    /* A batch: */
    size_t count;
    uint64_t *games;
    uint32_t *plies;
};

/* ---- What is wanted ---- */

static enum table_use use_of(const struct table *table, size_t column, enum table_comparison comparison)
{
    (void)table;
    if (column <= GAMES_ID)
        return limits_use_of_place(column, comparison);
    int is_prefix = comparison == TABLE_HAS_PREFIX || comparison == TABLE_HAS_PREFIX_ANY_CASE;
    return !is_prefix && (column == POSITIONS_PLY || column == POSITIONS_KEY) ? TABLE_EXACT : TABLE_UNUSED;
}

static int make_columns(struct table_scan *scan)
{
    static const unsigned parts[POSITIONS_COUNT] = {[POSITIONS_MOVE] = PGNPACK_BATCH_SAN,
                                                    [POSITIONS_UCI] = PGNPACK_BATCH_UCI,
                                                    [POSITIONS_CLOCK] = PGNPACK_BATCH_CLOCKS,
                                                    [POSITIONS_EVAL] = PGNPACK_BATCH_EVALS,
                                                    [POSITIONS_FEN] = PGNPACK_BATCH_FENS};
    struct positions_scan *positions = scan->of.positions;
    positions->lines.parts =
        PGNPACK_BATCH_KEYS; /* how many there are; none where a game's FEN is no position */
    positions->games = memory_arena_get_zeroed(&scan->room, TABLE_BATCH_ROWS * sizeof *positions->games);
    positions->plies = memory_arena_get_zeroed(&scan->room, TABLE_BATCH_ROWS * sizeof *positions->plies);
    for (size_t i = 0; i < scan->column_count; i++)
        positions->lines.parts |= parts[scan->columns[i]];
    return positions->games != NULL && positions->plies != NULL && scan_make_arrays(scan, TABLE_BATCH_ROWS);
}

static int add_test(struct positions_scan *positions, const struct table_constraint *constraint)
{
    struct row_constraint test = {.place = constraint->column,
                                  .comparison = constraint->comparison,
                                  .value_count = constraint->value_count};
    if (TABLE_GROW(&positions->values.allocator, positions->tests, positions->test_capacity,
                   positions->test_count + 1))
        test.values = memory_arena_get(&positions->values, (test.value_count + 1) * sizeof *test.values);
    if (test.values == NULL)
        return 0;
    memset(test.values, 0, (test.value_count + 1) * sizeof *test.values);
    if (test.value_count != 0)
        memcpy(test.values, constraint->values, test.value_count * sizeof *test.values);
    row_test_sort(test.values, test.value_count, TABLE_INTEGER);
    positions->tests[positions->test_count++] = test;
    return 1;
}

static int constrain(struct table_scan *scan, const struct table_constraint *constraint)
{
    if (constraint->column <= GAMES_ID)
        return limits_narrow_place(&scan->source.limits, scan->table, constraint);
    return add_test(scan->of.positions, constraint);
}

static void clear_constraints(struct table_scan *scan)
{
    scan->of.positions->test_count = 0;
    memory_arena_clear(&scan->of.positions->values);
}

static enum pgnpack_status make(struct table_scan *scan, const struct table_scan_options *options)
{
    struct positions_scan *positions = memory_arena_get_zeroed(&scan->room, sizeof *positions);
    (void)options;
    if (positions == NULL)
        return fault_no_memory(&scan->error);
    scan->of.positions = positions;
    positions->values.allocator = positions->ids.allocator = scan->table->allocator;
    lines_init(&positions->lines, scan->table, &scan->error, &scan->counts);
    return make_columns(scan) ? PGNPACK_OK : fault_no_memory(&scan->error);
}

static void free_scan(struct table_scan *scan)
{
    struct positions_scan *positions = scan->of.positions;
    if (positions == NULL)
        return;
    lines_free(&positions->lines);
    memory_arena_free(&positions->values);
    memory_arena_free(&positions->ids);
    memory_free(&scan->table->allocator, positions->tests);
}

static void restart(struct table_scan *scan)
{
    struct positions_scan *positions = scan->of.positions;
    positions->has_piece = positions->has_lines = 0;
}

/* ---- Games ---- */

/* The next numbers of games, as many as there is room for. */
static enum pgnpack_status next_numbers(struct table_scan *scan)
{
    struct positions_scan *positions = scan->of.positions;
    struct source_piece *piece = &positions->piece;
    if (!positions->has_piece) {
        enum pgnpack_status status = source_next(&scan->source, piece);
        if (status != PGNPACK_OK)
            return status;
    }
    size_t count = piece->count > SOURCE_HITS ? SOURCE_HITS : (size_t)piece->count;
    for (size_t i = 0; i < count; i++)
        positions->numbers[i] = piece->hits != NULL ? piece->hits[i].game : piece->first + i;
    piece->first += count;
    piece->count -= count;
    positions->has_piece = piece->count != 0;
    positions->file = piece->file;
    scan->counts.games_passed += count;
    return lines_start(&positions->lines, positions->file, positions->numbers, count);
}

static enum pgnpack_status next_lines(struct table_scan *scan)
{
    struct positions_scan *positions = scan->of.positions;
    enum pgnpack_status status = PGNPACK_END;
    if (positions->has_lines) {
        status = source_check_cancelled(&scan->source);
        if (status == PGNPACK_OK)
            status = lines_next(&positions->lines, TABLE_BATCH_ROWS);
    }
    while (status == PGNPACK_END) {
        status = next_numbers(scan);
        if (status != PGNPACK_OK)
            return status;
        positions->has_lines = 1;
        status = lines_next(&positions->lines, TABLE_BATCH_ROWS);
    }
    positions->game = 0;
    positions->ply = 0;
    return status;
}

/* ---- Positions ---- */

static struct pgnpack_text take_token(struct tokens *tokens)
{
    const char *from = tokens->from;
    if (from == tokens->end)
        return (struct pgnpack_text){NULL, 0};
    const char *end = memchr(from, ' ', (size_t)(tokens->end - from));
    tokens->from = end == NULL ? tokens->end : end + 1;
    return (struct pgnpack_text){from, (size_t)((end == NULL ? tokens->end : end) - from)};
}

static struct tokens tokens_of(const struct pgnpack_text *texts, size_t game)
{
    if (texts == NULL || texts[game].size == 0)
        return (struct tokens){NULL, NULL};
    return (struct tokens){texts[game].data, texts[game].data + texts[game].size};
}

/* Before the first position of the present game. */
static void enter_game(struct positions_scan *positions)
{
    positions->san = tokens_of(positions->lines.san, positions->game);
    positions->uci = tokens_of(positions->lines.uci, positions->game);
}

static int passes(const struct positions_scan *positions, uint64_t key)
{
    for (size_t i = 0; i < positions->test_count; i++) {
        const struct row_constraint *test = &positions->tests[i];
        int64_t value = test->place == POSITIONS_KEY ? (int64_t)key : (int64_t)positions->ply;
        if (!row_test_integer(test, value))
            return 0;
    }
    return 1;
}

static void set_number(struct table_scan *scan, size_t column, const struct pgnpack_numbers_column *numbers,
                       int32_t no_number)
{
    const struct positions_scan *positions = scan->of.positions;
    if (scan->arrays[column].integers == NULL)
        return;
    size_t place = numbers->offsets[positions->game] + positions->ply;
    int32_t number = place < numbers->offsets[positions->game + 1] ? numbers->data[place] : no_number;
    scan_set_integer(scan, column, positions->count, number, number != no_number);
}

static void set_fen(struct table_scan *scan)
{
    const struct positions_scan *positions = scan->of.positions;
    const struct pgnpack_text *fens = positions->lines.fens;
    if (fens == NULL)
        return;
    fens += positions->lines.columns.fens.offsets[positions->game] + positions->ply;
    scan_set_text(scan, POSITIONS_FEN, positions->count, fens->data, fens->size);
}

static void add_row(struct table_scan *scan, uint64_t key, struct pgnpack_text san, struct pgnpack_text uci)
{
    struct positions_scan *positions = scan->of.positions;
    size_t row = positions->count;
    const struct pgnpack_columns *columns = &positions->lines.columns;
    const char *path = scan->table->files[positions->file].path;
    positions->games[row] = columns->numbers[positions->game];
    positions->plies[row] = positions->ply;
    scan_set_integer(scan, POSITIONS_GAME, row, (int64_t)positions->games[row], 1);
    scan_set_integer(scan, POSITIONS_PLY, row, positions->ply, 1);
    scan_set_integer(scan, POSITIONS_KEY, row, (int64_t)key, 1);
    if (scan->arrays[POSITIONS_FILE].texts != NULL)
        scan_set_text(scan, POSITIONS_FILE, row, path, strlen(path));
    scan_set_text(scan, POSITIONS_MOVE, row, san.data, san.size);
    scan_set_text(scan, POSITIONS_UCI, row, uci.data, uci.size);
    set_number(scan, POSITIONS_CLOCK, &columns->clocks, PGNPACK_NO_CLOCK);
    set_number(scan, POSITIONS_EVAL, &columns->evals, PGNPACK_NO_EVAL);
    set_fen(scan);
    positions->count++;
}

/* Positions of the present game, as far as there is room for them; then the next game is the present one. */
static void add_game(struct table_scan *scan)
{
    struct positions_scan *positions = scan->of.positions;
    const struct pgnpack_keys_column *keys = &positions->lines.columns.keys;
    uint32_t first = keys->offsets[positions->game];
    uint32_t count = keys->offsets[positions->game + 1] - first;
    if (positions->ply == 0)
        enter_game(positions);
    while (positions->ply < count && positions->count < TABLE_BATCH_ROWS) {
        uint64_t key = keys->data[first + positions->ply];
        struct pgnpack_text san = take_token(&positions->san), uci = take_token(&positions->uci);
        if (passes(positions, key))
            add_row(scan, key, san, uci);
        positions->ply++;
    }
    if (positions->ply >= count) {
        positions->game++;
        positions->ply = 0;
    }
}

static enum pgnpack_status set_ids(struct table_scan *scan)
{
    struct positions_scan *positions = scan->of.positions;
    struct pgnpack_text *texts = scan->arrays[POSITIONS_ID].texts;
    if (texts == NULL)
        return PGNPACK_OK;
    memory_arena_clear(&positions->ids);
    return ids_fill(&scan->table->files[positions->file], positions->games, positions->count, &positions->ids,
                    texts, &scan->error);
}

static enum pgnpack_status next(struct table_scan *scan, struct table_batch *batch_ret)
{
    struct positions_scan *positions = scan->of.positions;
    enum pgnpack_status status = PGNPACK_OK;
    positions->count = 0;
    do {
        if (!positions->has_lines || positions->game == positions->lines.count)
            status = next_lines(scan);
        while (status == PGNPACK_OK && positions->game < positions->lines.count &&
               positions->count < TABLE_BATCH_ROWS)
            add_game(scan);
    } while (status == PGNPACK_OK && positions->count == 0);
    if (status == PGNPACK_OK)
        status = set_ids(scan);
    if (status != PGNPACK_OK)
        return status;
    scan_give(scan, positions->count, batch_ret);
    batch_ret->file = positions->file;
    batch_ret->games = positions->games;
    batch_ret->plies = positions->plies;
    return PGNPACK_OK;
}

const struct scan_kind positions_scan_kind = {TABLE_POSITIONS, make,      free_scan,         restart,
                                              use_of,          constrain, clear_constraints, next};
