/* pgnfind: finds games in packed databases. */
#include <stdio.h>
#include <string.h>

#include "pgnpack.h"

int main(int argc, char **argv)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    for (int i = 2; i + 1 < argc; i += 2)
        if (pgnpack_query_add(query, argv[i], strcmp(argv[i + 1], "-") == 0 ? NULL : argv[i + 1]))
            return fprintf(stderr, "%s\n", pgnpack_query_error(query)->text), 1;
    if (pgnpack_reader_open_path(reader, argv[1]))
        return fprintf(stderr, "%s\n", pgnpack_reader_error(reader)->text), 1;
    pgnpack_reader_set_keep(reader, 0);
    struct pgnpack_search *search = pgnpack_search_new(reader, query);
    struct pgnpack_hit hit;
    struct pgnpack_search_counts counts;
    enum pgnpack_status status;
    while ((status = pgnpack_search_next(search, &hit)) == PGNPACK_OK)
        ;
    pgnpack_search_counts(search, &counts);
    printf("%d %llu hits, %llu games, %llu replayed, %llu plies\n", (int)status,
           (unsigned long long)counts.hits, (unsigned long long)counts.games,
           (unsigned long long)counts.games_replayed, (unsigned long long)counts.plies);
    return 0;
}
