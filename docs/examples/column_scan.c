/*
 * column_scan DATABASE: how often each result is, and how long games are, by the letter of their ECO code. A batch gives what is
 * asked for of a thousand games a call, in columns; no game is made.
 */
#include <inttypes.h>
#include <stdio.h>

#include <pgnpack.h>

enum { GAMES = 1000, LETTERS = 6 };

/* Of a letter. */
struct tally {
    uint64_t games, plies, results[4];
};

/* The caller's arrays. */
static struct pgnpack_text eco[GAMES];
static uint32_t plies[GAMES];
static uint8_t results[GAMES];

/* "A" to "E", or none of them. */
static unsigned letter_of(struct pgnpack_text code)
{
    int is_letter = code.size != 0 && code.data[0] >= 'A' && code.data[0] <= 'E';
    return is_letter ? (unsigned)(code.data[0] - 'A') : LETTERS - 1u;
}

static void add(struct tally *tallies, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct tally *tally = &tallies[letter_of(eco[i])];
        tally->games++;
        tally->plies += plies[i];
        tally->results[results[i]]++;
    }
}

static int scan(const struct pgnpack_reader *reader, struct tally *tallies)
{
    static const char *const tags[] = {"ECO"};
    static struct pgnpack_text *const views[] = {eco};
    struct pgnpack_batch_options options = {.size = sizeof options,
                                            .tags = tags,
                                            .tag_count = 1,
                                            .parts = PGNPACK_BATCH_PLIES | PGNPACK_BATCH_RESULTS};
    struct pgnpack_columns columns = {
        .size = sizeof columns, .capacity = GAMES, .plies = plies, .results = results, .views = views};
    struct pgnpack_batch *batch = pgnpack_batch_new(reader, &options);
    enum pgnpack_status status;
    size_t count;
    if (batch == NULL)
        return 0;
    while ((status = pgnpack_batch_next(batch, &columns, &count)) == PGNPACK_OK)
        add(tallies, count);
    if (status != PGNPACK_END)
        fprintf(stderr, "%s\n", pgnpack_error(batch)->text);
    pgnpack_free(batch);
    return status == PGNPACK_END;
}

static void print(const struct tally *tallies)
{
    for (unsigned i = 0; i < LETTERS; i++)
        if (tallies[i].games != 0)
            printf("%c %" PRIu64 " games, 1-0 %" PRIu64 ", 0-1 %" PRIu64 ", 1/2-1/2 %" PRIu64 ", %" PRIu64
                   " plies\n",
                   "ABCDE?"[i], tallies[i].games, tallies[i].results[PGNPACK_RESULT_WHITE],
                   tallies[i].results[PGNPACK_RESULT_BLACK], tallies[i].results[PGNPACK_RESULT_DRAW],
                   tallies[i].plies);
}

int main(int argument_count, char **arguments)
{
    struct tally tallies[LETTERS] = {{0, 0, {0}}};
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    int done = 0;
    if (argument_count != 2 || reader == NULL)
        fprintf(stderr, "usage: column_scan DATABASE\n");
    else if (pgnpack_reader_open(reader, PGNPACK_FROM_PATH(arguments[1])) == PGNPACK_OK)
        done = scan(reader, tallies);
    else
        fprintf(stderr, "%s\n", pgnpack_error(reader)->text);
    if (done)
        print(tallies);
    pgnpack_free(reader);
    return done ? 0 : 1;
}
