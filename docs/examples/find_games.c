/*
 * find_games DATABASE CONDITION VALUE ...: the numbers of the games that fulfil all conditions, as "elo 2500-", "date 2021.03.05-",
 * "player Kasparov": those of pgnfind. What passes is found before games are made, and blocks that by the index have no such
 * ratings or dates are not read.
 */
#include <inttypes.h>
#include <stdio.h>

#include <pgnpack.h>

static int find(const struct pgnpack_reader *reader, struct pgnpack_query *query)
{
    struct pgnpack_search *search = pgnpack_search_new(reader, query);
    struct pgnpack_hit hit;
    enum pgnpack_status status;
    if (search == NULL)
        return 0;
    while ((status = pgnpack_search_next(search, &hit, 1, NULL)) == PGNPACK_OK)
        printf("%" PRIu64 "\n", hit.game);
    if (status != PGNPACK_END)
        fprintf(stderr, "%s\n", pgnpack_error(search)->text);
    pgnpack_free(search);
    return status == PGNPACK_END;
}

static int ask(struct pgnpack_query *query, int count, char **conditions)
{
    for (int i = 0; i + 1 < count; i += 2)
        if (pgnpack_query_add(query, conditions[i], conditions[i + 1]) != PGNPACK_OK) {
            fprintf(stderr, "%s\n", pgnpack_error(query)->text);
            return 0;
        }
    return 1;
}

int main(int argument_count, char **arguments)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    int done = 0;
    if (argument_count < 4 || argument_count % 2 != 0 || reader == NULL || query == NULL)
        fprintf(stderr, "usage: find_games DATABASE CONDITION VALUE ...\n");
    else if (pgnpack_reader_open(reader, PGNPACK_FROM_PATH(arguments[1])) == PGNPACK_OK)
        done = ask(query, argument_count - 2, arguments + 2) && find(reader, query);
    else
        fprintf(stderr, "%s\n", pgnpack_error(reader)->text);
    pgnpack_free(query);
    pgnpack_free(reader);
    return done ? 0 : 1;
}
