/*
 * main_lines DATABASE: of each game its main line as SAN; the to-square of its last move, of those as numbers; and the last clock
 * (milliseconds) and evaluation (centipawns) that its comments tell.
 */
#include <inttypes.h>
#include <stdio.h>

#include <pgnpack.h>

enum { GAMES = 100, PLIES = 100000, BYTES = 1000000 };

/* Room for the values of all games of a call; those of game i are at offsets[i] up to offsets[i + 1]. */
static uint16_t moves[PLIES];
static int32_t clocks[PLIES], evals[PLIES];
static char san[BYTES];
static uint32_t move_offsets[GAMES + 1], clock_offsets[GAMES + 1], eval_offsets[GAMES + 1],
    san_offsets[GAMES + 1];

static struct pgnpack_columns columns_of_lines(void)
{
    struct pgnpack_columns columns = {.size = sizeof columns,
                                      .capacity = GAMES,
                                      .moves = {moves, PLIES, move_offsets},
                                      .san = {san, BYTES, san_offsets, NULL},
                                      .clocks = {clocks, PLIES, clock_offsets},
                                      .evals = {evals, PLIES, eval_offsets}};
    return columns;
}

/* The last one that is there: plies without are marked. */
static void print_last(const char *what, const int32_t *numbers, uint32_t first, uint32_t end, int32_t none)
{
    while (end > first && numbers[end - 1] == none)
        end--;
    if (end > first)
        printf(" %s %" PRId32, what, numbers[end - 1]);
}

static void print_line(size_t i)
{
    printf("%.*s", (int)(san_offsets[i + 1] - san_offsets[i]), san + san_offsets[i]);
    if (move_offsets[i + 1] > move_offsets[i])
        printf(" to %u", moves[move_offsets[i + 1] - 1] & 63u);
    print_last("clock", clocks, clock_offsets[i], clock_offsets[i + 1], PGNPACK_NO_CLOCK);
    print_last("eval", evals, eval_offsets[i], eval_offsets[i + 1], PGNPACK_NO_EVAL);
    putchar('\n');
}

static int print_lines(const struct pgnpack_reader *reader)
{
    struct pgnpack_columns columns = columns_of_lines();
    struct pgnpack_batch_options options = {.size = sizeof options,
                                            .parts = PGNPACK_BATCH_MOVES | PGNPACK_BATCH_SAN |
                                                     PGNPACK_BATCH_CLOCKS | PGNPACK_BATCH_EVALS};
    struct pgnpack_batch *batch = pgnpack_batch_new(reader, &options);
    size_t count;
    if (batch == NULL)
        return 0;
    while (pgnpack_batch_next(batch, &columns, &count) == PGNPACK_OK)
        for (size_t i = 0; i < count; i++)
            print_line(i);
    int done = pgnpack_error(batch)->status == PGNPACK_END;
    if (!done)
        fprintf(stderr, "%s\n", pgnpack_error(batch)->text);
    pgnpack_free(batch);
    return done;
}

int main(int argument_count, char **arguments)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    int done = 0;
    if (argument_count != 2 || reader == NULL)
        fprintf(stderr, "usage: main_lines DATABASE\n");
    else if (pgnpack_reader_open(reader, PGNPACK_FROM_PATH(arguments[1])) == PGNPACK_OK)
        done = print_lines(reader);
    else
        fprintf(stderr, "%s\n", pgnpack_error(reader)->text);
    pgnpack_free(reader);
    return done ? 0 : 1;
}
