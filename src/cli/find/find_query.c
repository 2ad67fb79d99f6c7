#include "cli/find/find_query.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/files/output_name.h"

/* ---- Conditions whose value is a file ---- */

/* The library's words for texts of PGN. */
static int takes_file(const char *name)
{
    return strcmp(name, "pgn") == 0 || strcmp(name, "pgn-final") == 0;
}

/* A condition of a file is told with its line. */
static int fail(struct messages *messages, const struct find_condition *condition, const char *text)
{
    const struct place place = {.file = condition->file, .line = condition->line};
    message_error(messages, condition->file != NULL ? &place : NULL, "%s%s: %s",
                  condition->file != NULL ? "" : "--", condition->name, text);
    return 0;
}

/* All games of a file are one condition. */
static int add_games(struct pgnpack_query *query, const struct find_condition *condition,
                     struct pgnpack_pgn_reader *reader, struct messages *messages)
{
    const struct pgnpack_game *game;
    unsigned flags = strcmp(condition->name, "pgn") == 0 ? 0 : PGNPACK_QUERY_GAME_ENDS;
    unsigned is_first = PGNPACK_QUERY_GAME_NEW;
    enum pgnpack_status status;
    while ((status = pgnpack_pgn_reader_next(reader, &game)) == PGNPACK_OK) {
        if (pgnpack_query_add_game(query, game, flags | is_first) != PGNPACK_OK) {
            struct pgnpack_place place;
            pgnpack_pgn_reader_place(reader, 0, &place);
            message_error(messages, IN_FILE(condition->value), "game %llu: %s",
                          (unsigned long long)place.game, pgnpack_error(query)->text);
            return 0;
        }
        is_first = 0;
    }
    if (status != PGNPACK_END)
        return fail(messages, condition, pgnpack_error(reader)->text);
    return is_first == 0 ? 1 : fail(messages, condition, "the file has no game");
}

static int add_file(struct pgnpack_query *query, const struct find_condition *condition,
                    struct messages *messages)
{
    if (output_name_is_bcgn(condition->value))
        return fail(messages, condition, "the file is packed, and no PGN: pgnunpack makes it that");
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    if (reader == NULL)
        return fail(messages, condition, "no memory");
    int is_added = pgnpack_pgn_reader_open(reader, PGNPACK_FROM_PATH(condition->value)) == PGNPACK_OK
                       ? add_games(query, condition, reader, messages)
                       : fail(messages, condition, pgnpack_error(reader)->text);
    pgnpack_free(reader);
    return is_added;
}

/* Returns 0 when it cannot be added, which was reported. */
static int add_condition(struct pgnpack_query *query, const struct find_condition *condition,
                         struct messages *messages)
{
    if (takes_file(condition->name))
        return add_file(query, condition, messages);
    return pgnpack_query_add(query, condition->name, condition->value) == PGNPACK_OK ||
           fail(messages, condition, pgnpack_error(query)->text);
}

/* ---- The query ---- */

static int no_memory(struct messages *messages)
{
    message_error(messages, NULL, "no memory");
    return 0;
}

int find_query_make(struct find_options *options, struct messages *messages)
{
    const struct pgnpack_options query_options = {.size = sizeof query_options,
                                                  .memory_limit = (size_t)options->common.memory_limit};
    struct pgnpack_query *query = options->query = pgnpack_query_new(&query_options);
    struct near_names *near = options->near = calloc(1, sizeof *near);
    if (query == NULL || near == NULL)
        return no_memory(messages);
    for (size_t i = 0; i < options->condition_count; i++) {
        const struct find_condition *condition = &options->conditions[i];
        if (!add_condition(query, condition, messages))
            return 0;
        if (!near_names_ask(near, condition->name, condition->value))
            return no_memory(messages);
    }
    near->asks_won |= options->shows_score;
    near_names_tell_sense(near, messages, NULL);
    return 1;
}
