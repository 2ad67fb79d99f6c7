/*
 * find_games DATABASE ELO DATE [PLAYER]: the numbers of the games since DATE (20210305) whose players both have a rating of ELO
 * and more, with a white player whose name begins so. What passes is found before games are made, and blocks that by the
 * index have no such ratings or dates are not read.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pgnpack.h>

enum { GAMES = 1000 };

static int find(const struct pgnpack_reader *reader, const struct pgnpack_filter *filter)
{
    static uint64_t numbers[GAMES];
    struct pgnpack_batch_options options = {0};
    options.size = sizeof options;
    options.filter = filter;
    struct pgnpack_columns columns = {0};
    columns.size = sizeof columns;
    columns.capacity = GAMES;
    columns.numbers = numbers;
    struct pgnpack_batch *batch = pgnpack_batch_new(reader, &options);
    size_t count;
    if (batch == NULL)
        return 0;
    while (pgnpack_batch_next(batch, &columns, &count) == PGNPACK_OK)
        for (size_t i = 0; i < count; i++)
            printf("%" PRIu64 "\n", numbers[i]);
    int done = pgnpack_batch_error(batch)->status == PGNPACK_END;
    if (!done)
        fprintf(stderr, "%s\n", pgnpack_batch_error(batch)->text);
    pgnpack_batch_free(batch);
    return done;
}

static int find_strong(const struct pgnpack_reader *reader, unsigned elo, uint32_t date, const char *player)
{
    struct pgnpack_condition condition = {"White", PGNPACK_HAS_PREFIX, {player, strlen(player)}};
    struct pgnpack_filter filter = {0};
    filter.size = sizeof filter;
    filter.elo_min = elo;
    filter.date_min = date; /* year * 10,000 + month * 100 + day */
    filter.conditions = &condition;
    filter.condition_count = player[0] != '\0';
    return find(reader, &filter);
}

int main(int argument_count, char **arguments)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    int done = 0;
    if (argument_count < 4 || argument_count > 5 || reader == NULL)
        fprintf(stderr, "usage: find_games DATABASE ELO DATE [PLAYER]\n");
    else if (pgnpack_reader_open_path(reader, arguments[1]) == PGNPACK_OK)
        done =
            find_strong(reader, (unsigned)strtoul(arguments[2], NULL, 10),
                        (uint32_t)strtoul(arguments[3], NULL, 10), argument_count == 5 ? arguments[4] : "");
    else
        fprintf(stderr, "%s\n", pgnpack_reader_error(reader)->text);
    pgnpack_reader_free(reader);
    return done ? 0 : 1;
}
