#include "cli/count/find_table.h"

#include "cli/count/table_count.h"
#include "cli/count/table_write.h"
#include "cli/search/find_databases.h"
#include "cli/search/find_search.h"

/* A find_database_function. */
static enum exit_status count_games(struct find_run *run, struct database *database, void *opaque)
{
    struct table_count *counting = opaque;
    enum exit_status status = table_count_begin(counting, database);
    if (status == EXIT_FINE)
        status = run->options->has_conditions
                     ? find_search(run, database, UINT64_MAX, table_count_hits, counting)
                     : table_count_all(counting, 0);
    table_count_end(counting);
    return status;
}

/* A name of a tag that no game has would be a table of nothing, and nothing said. */
static void warn_of_tags(const struct find_run *run, const struct table_keys *keys,
                         const struct game_table *table)
{
    for (size_t i = 0; i < keys->count && game_table_size(table) != 0; i++)
        if (keys->keys[i].kind == TABLE_TAG && !game_table_knows(table, i))
            command_warn_of_tag(run->context, "--table", keys->keys[i].name, NULL);
}

static enum exit_status write_table(struct find_run *run, struct table_count *counting)
{
    const struct find_options *options = run->options;
    const struct table_keys *keys = table_count_keys(counting);
    const struct game_table *table = table_count_finish(counting);
    if (table == NULL)
        return EXIT_FAILED;
    warn_of_tags(run, keys, table);
    table_write(table, keys, options->form, options->common.view.limit, options->is_ours, &run->text);
    table_count_tell(counting);
    return view_text_flush(&run->text);
}

static int asks_for_place(const struct find_run *run)
{
    return (pgnpack_query_needs(run->query) & PGNPACK_QUERY_NEEDS_MOVES) != 0;
}

enum exit_status find_table(struct find_run *run)
{
    struct table_count *counting = table_count_new(run, run->options->table);
    if (counting == NULL)
        return EXIT_FAILED;
    if (table_keys_ask_moves(table_count_keys(counting)) && !asks_for_place(run)) {
        table_count_free(counting);
        message_error(run->context->messages, NULL,
                      "--table: the key Move is what was played in a position; say which, as in --moves 'e4 "
                      "c5' or --ply 0");
        return EXIT_FAILED;
    }
    enum exit_status status = find_each_database(run, count_games, counting);
    enum exit_status written = write_table(run, counting);
    table_count_free(counting);
    return status == EXIT_FINE ? written : status;
}
