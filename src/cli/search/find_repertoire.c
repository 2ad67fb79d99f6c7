#include "cli/search/find_repertoire.h"

#include <string.h>

/* The library's words for texts of PGN. */
static int takes_file(const char *name)
{
    return strcmp(name, "pgn") == 0 || strcmp(name, "pgn-final") == 0;
}

static int fail(struct messages *messages, const char *name, const char *text)
{
    message_error(messages, NULL, "--%s: %s", name, text);
    return 0;
}

/* All games of a file are one condition. */
static int add_games(struct pgnpack_query *query, const char *name, const char *file,
                     struct pgnpack_pgn_reader *reader, struct messages *messages)
{
    const struct pgnpack_game *game;
    unsigned flags = strcmp(name, "pgn") == 0 ? 0 : PGNPACK_QUERY_GAME_ENDS;
    unsigned is_first = PGNPACK_QUERY_GAME_NEW;
    enum pgnpack_status status;
    while ((status = pgnpack_pgn_reader_next(reader, &game)) == PGNPACK_OK) {
        if (pgnpack_query_add_game(query, game, flags | is_first) != PGNPACK_OK) {
            message_error(messages, IN_FILE(file), "game %llu: %s",
                          (unsigned long long)pgnpack_pgn_reader_game_number(reader),
                          pgnpack_query_error(query)->text);
            return 0;
        }
        is_first = 0;
    }
    if (status != PGNPACK_END)
        return fail(messages, name, pgnpack_pgn_reader_error(reader)->text);
    return is_first == 0 ? 1 : fail(messages, name, "the file has no game");
}

static int add_file(struct pgnpack_query *query, const char *name, const char *file,
                    struct messages *messages)
{
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    if (reader == NULL)
        return fail(messages, name, "no memory");
    int is_added = pgnpack_pgn_reader_open(reader, PGNPACK_FROM_PATH(file)) == PGNPACK_OK
                       ? add_games(query, name, file, reader, messages)
                       : fail(messages, name, pgnpack_pgn_reader_error(reader)->text);
    pgnpack_pgn_reader_free(reader);
    return is_added;
}

int find_add_condition(struct pgnpack_query *query, const char *name, const char *value,
                       struct messages *messages)
{
    if (takes_file(name))
        return add_file(query, name, value, messages);
    return pgnpack_query_add(query, name, value) == PGNPACK_OK ||
           fail(messages, name, pgnpack_query_error(query)->text);
}
