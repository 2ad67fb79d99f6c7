/*
 * table_faults DATABASE: a table is opened and read with the n-th piece of memory refused, for every n, once and from there on;
 * after a refusal the scan is asked to begin again. What comes is what comes with memory enough, or PGNPACK_ERROR_MEMORY;
 * nothing is lost.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/table/table.h"

static long calls, fail_at, held;
static int fails_on;

static void *allocate(void *opaque, size_t size)
{
    (void)opaque;
    calls++;
    if (fail_at != 0 && (fails_on ? calls >= fail_at : calls == fail_at))
        return NULL;
    held++;
    return malloc(size);
}

static void release(void *opaque, void *piece)
{
    (void)opaque;
    held--;
    free(piece);
}

/* FNV-1a (Fowler, Noll, Vo). */
static void add_bytes(uint64_t *sum, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        *sum = (*sum ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
}

static void add_text(uint64_t *sum, struct pgnpack_text text)
{
    add_bytes(sum, &text.size, sizeof text.size);
    if (text.size != 0)
        add_bytes(sum, text.data, text.size);
}

static void add_value(uint64_t *sum, enum table_type type, const struct table_values *values, size_t row)
{
    if (type == TABLE_TEXT) {
        add_text(sum, values->texts[row]);
        return;
    }
    if (type == TABLE_INTEGER || type == TABLE_DAY) {
        if (values->is_set == NULL || values->is_set[row])
            add_bytes(sum, &values->integers[row], sizeof values->integers[row]);
        return;
    }
    for (size_t i = values->offsets[row]; i < values->offsets[row + 1]; i++)
        if (type == TABLE_MOVES)
            add_bytes(sum, &values->moves[i], sizeof values->moves[i]);
        else if (type == TABLE_NUMBERS)
            add_bytes(sum, &values->numbers[i], sizeof values->numbers[i]);
        else
            add_text(sum, values->elements[i]);
}

struct question {
    enum table_kind kind;
    const char *columns[8]; /* up to NULL */
    const char *where, *fen;
    struct table_constraint constraints[2];
    size_t constraint_count;
};

/* Reads to the end: a sum of all values. */
static enum pgnpack_status read_all(const struct table *table, const struct question *question,
                                    struct table_scan *scan, uint64_t *sum)
{
    struct table_batch batch;
    enum pgnpack_status status;
    size_t count;
    const struct table_column *columns = table_columns(table, question->kind, &count);
    *sum = UINT64_C(0xcbf29ce484222325);
    while ((status = table_scan_next(scan, &batch)) == PGNPACK_OK)
        for (size_t row = 0; row < batch.count; row++)
            for (size_t i = 0; question->columns[i] != NULL; i++) {
                size_t column = table_find_column(table, question->kind, question->columns[i]);
                add_value(sum, columns[column].type, &batch.values[i], row);
            }
    return status == PGNPACK_END ? PGNPACK_OK : status;
}

static struct table_scan *make_scan(const struct table *table, const struct question *question,
                                    struct table_error *error)
{
    size_t columns[8], count = 0;
    for (; question->columns[count] != NULL; count++)
        columns[count] = table_find_column(table, question->kind, question->columns[count]);
    struct table_scan_options options = {.kind = question->kind,
                                         .columns = columns,
                                         .column_count = count,
                                         .where = question->where,
                                         .fen = question->fen,
                                         .constraints = question->constraints,
                                         .constraint_count = question->constraint_count};
    return table_scan_new(table, &options, error);
}

/* Opens, reads, reads once more; a refusal is forgotten in between. */
static enum pgnpack_status try_once(const char *path, const struct question *question, uint64_t sums[2])
{
    const struct pgnpack_allocator allocator = {allocate, release, NULL};
    struct table_error error;
    calls = 0;
    sums[0] = sums[1] = 0;
    struct table *table = table_open(&allocator, &path, 1, TABLE_DAMAGED_SKIP, &error);
    if (table == NULL)
        return error.status;
    struct table_scan *scan = make_scan(table, question, &error);
    enum pgnpack_status first = error.status, second = PGNPACK_ERROR_MEMORY;
    if (scan != NULL) {
        first = read_all(table, question, scan, &sums[0]);
        second = table_scan_constrain(scan, question->constraints, question->constraint_count);
        if (second == PGNPACK_OK)
            second = read_all(table, question, scan, &sums[1]);
    }
    table_scan_free(scan);
    table_free(table);
    if (first != PGNPACK_OK)
        sums[0] = 0;
    if (second != PGNPACK_OK)
        sums[1] = 0;
    return first == PGNPACK_OK ? second : first;
}

static long passed, failed;

static void check(int is_right, size_t question, long n, const char *what)
{
    if (is_right) {
        passed++;
        return;
    }
    if (++failed < 20)
        printf("FAILED question %zu, allocation %ld%s: %s\n", question, n, fails_on ? " and on" : "", what);
}

static void try_all(const char *path, const struct question *question, size_t number)
{
    uint64_t right[2], sums[2];
    fail_at = 0;
    check(try_once(path, question, right) == PGNPACK_OK && right[0] == right[1], number, 0, "no answer");
    long count = calls;
    for (int on = 0; on < 2; on++)
        for (long n = 1; n <= count; n++) {
            fails_on = on;
            fail_at = n;
            enum pgnpack_status status = try_once(path, question, sums);
            fail_at = 0;
            check(status == PGNPACK_OK || status == PGNPACK_ERROR_MEMORY, number, n, "another error");
            check(sums[0] == 0 || sums[0] == right[0], number, n, "wrong rows");
            check(sums[1] == 0 || sums[1] == right[0], number, n, "wrong rows, read again");
            check(held == 0, number, n, "memory was lost");
            held = 0;
        }
}

/* Constraints that come later, on a column that the scan has not read so far. */
static void check_later(const char *path)
{
    static const struct table_value nobody = {.text = {"nobody", 6}};
    const struct question question = {.kind = TABLE_GAMES, .columns = {"plies"}};
    struct table_error error;
    struct table_batch batch;
    struct table *table = table_open(NULL, &path, 1, TABLE_DAMAGED_ERROR, &error);
    struct table_scan *scan = table == NULL ? NULL : make_scan(table, &question, &error);
    check(scan != NULL && table_scan_next(scan, &batch) == PGNPACK_OK, 0, 0, "no rows");
    if (scan != NULL) {
        const struct table_value empty = {.text = {"", 0}};
        struct table_constraint constraint = {table_find_column(table, TABLE_GAMES, "White"),
                                              TABLE_GREATER_OR_EQUAL, &empty, 1};
        check(table_scan_constrain(scan, &constraint, 1) == PGNPACK_OK &&
                  table_scan_next(scan, &batch) == PGNPACK_OK,
              0, 0, "a constraint that came later passes nothing");
        constraint = (struct table_constraint){constraint.column, TABLE_EQUAL, &nobody, 1};
        check(table_scan_constrain(scan, &constraint, 1) == PGNPACK_OK &&
                  table_scan_next(scan, &batch) == PGNPACK_END,
              0, 0, "a constraint that came later passes all");
    }
    table_scan_free(scan);
    table_free(table);
}

int main(int argument_count, char **arguments)
{
    static const struct table_value texts[] = {{.text = {"0-1", 3}}, {.text = {"1-0", 3}}};
    static const struct table_value ids[] = {
        {.text = {"", 0}}, {.text = {":1", 2}}, {.text = {"8f2k1qz:17", 10}}};
    static const struct table_value numbers[] = {{.integer = 2}, {.integer = 40}};
    static const char fen[] = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    const struct question questions[] = {
        {.kind = TABLE_GAMES, .columns = {"game", "file", "White", "day", "WhiteElo", "outcome", "plies"}},
        {.kind = TABLE_GAMES, .columns = {"san", "uci", "moves", "clocks", "evals", "comments", "text"}},
        {.kind = TABLE_GAMES,
         .columns = {"White", "san"},
         .where = "result=1-0",
         .constraints = {{5, TABLE_EQUAL, texts, 2}, {6, TABLE_GREATER, numbers, 1}},
         .constraint_count = 2},
        {.kind = TABLE_GAMES,
         .columns = {"year"},
         .constraints = {{1, TABLE_GREATER, texts, 1}, {0, TABLE_EQUAL, numbers, 2}},
         .constraint_count = 2},
        {.kind = TABLE_GAMES,
         .columns = {"id", "White"},
         .constraints = {{2, TABLE_GREATER, texts, 1}, {2, TABLE_IS_NOT_NULL, NULL, 0}},
         .constraint_count = 2},
        {.kind = TABLE_GAMES,
         .columns = {"id"},
         .constraints = {{2, TABLE_EQUAL, ids, 3}},
         .constraint_count = 1},
        {.kind = TABLE_POSITIONS,
         .columns = {"ply", "key", "fen", "move", "uci", "clock", "eval"},
         .constraints = {{0, TABLE_EQUAL, numbers, 1}, {3, TABLE_LESS, numbers + 1, 1}},
         .constraint_count = 2},
        {.kind = TABLE_FIND, .columns = {"game", "ply", "last_ply", "move", "file"}, .fen = fen},
        {.kind = TABLE_POSITIONS,
         .columns = {"id", "ply"},
         .constraints = {{2, TABLE_EQUAL, ids, 3}},
         .constraint_count = 1},
        {.kind = TABLE_FIND,
         .columns = {"id", "game"},
         .fen = "move=e4",
         .constraints = {{2, TABLE_EQUAL, ids, 3}},
         .constraint_count = 1},
        {.kind = TABLE_FIND, .columns = {"game", "move"}, .fen = "move=O-O then move=O-O"},
        {.kind = TABLE_TREE, .columns = {"move", "uci", "games", "rating"}, .fen = fen, .where = "player=a"}};
    if (argument_count != 2)
        return 2;
    check_later(arguments[1]);
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++)
        try_all(arguments[1], &questions[i], i);
    printf("tables without memory: %ld passed, %ld failed\n", passed, failed);
    return failed != 0;
}
