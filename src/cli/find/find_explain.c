#include "cli/find/find_explain.h"

#include <inttypes.h>
#include <string.h>

#include "cli/search/find_databases.h"

enum { SAMPLE_BLOCKS = 8 };

/* ---- Conditions ---- */

static const char *reads_of(const char *name)
{
    struct pgnpack_query_word word;
    for (size_t i = 0; pgnpack_query_word(i, &word); i++)
        if (strcmp(word.name, name) == 0)
            return word.reads;
    return NULL;
}

static void write_condition(struct view_text *text, const struct find_condition *condition)
{
    const char *reads = reads_of(condition->name);
    view_text_string(text, "    ");
    view_text_safe_string(text, condition->name);
    if (condition->value != NULL) {
        view_text_string(text, " ");
        view_text_safe_string(text, condition->value);
    }
    view_text_string(text, reads != NULL ? ": " : "");
    view_text_string(text, reads != NULL ? reads : "");
    view_text_string(text, "\n");
}

static void write_conditions(struct find_run *run)
{
    const struct find_options *options = run->options;
    if (options->condition_count == 0) {
        view_text_string(&run->text, "All games are found; nothing is read for that.\n");
        return;
    }
    view_text_string(&run->text,
                     "Tags and ends of games are read first, and moves of games that are left:\n");
    for (size_t i = 0; i < options->condition_count; i++)
        write_condition(&run->text, &options->conditions[i]);
}

/* ---- A sample ---- */

struct sample {
    uint64_t blocks, all_blocks, games, all_games; /* blocks with games */
    struct pgnpack_search_counts counts;
};

static enum exit_status search_block(struct find_run *run, struct database *database,
                                     struct pgnpack_search *search, const struct pgnpack_block_info *info)
{
    enum pgnpack_status status = pgnpack_search_range(search, info->first_game, info->game_count);
    size_t count;
    while (status == PGNPACK_OK)
        status = pgnpack_search_next(search, NULL, SIZE_MAX, &count);
    return status == PGNPACK_END ? EXIT_FINE : find_run_judge(run, database, pgnpack_error(search));
}

static uint64_t count_blocks(const struct database *database)
{
    struct pgnpack_block_info info;
    uint64_t count = 0;
    for (uint64_t i = 0; pgnpack_reader_block(database->reader, i, &info); i++)
        count += info.game_count != 0;
    return count;
}

/* Blocks from all parts of the database, as far as possible of the same distance. */
static int is_sampled(uint64_t block, uint64_t all)
{
    return all <= SAMPLE_BLOCKS || (block + 1) * SAMPLE_BLOCKS / all != block * SAMPLE_BLOCKS / all;
}

static enum exit_status take_sample(struct find_run *run, struct database *database,
                                    struct pgnpack_search *search, struct sample *sample)
{
    struct pgnpack_block_info info;
    enum exit_status status = EXIT_FINE;
    uint64_t block = 0;
    *sample = (struct sample){.all_blocks = count_blocks(database)};
    for (uint64_t i = 0; status == EXIT_FINE && pgnpack_reader_block(database->reader, i, &info); i++) {
        if (info.game_count == 0)
            continue;
        sample->all_games += info.game_count;
        if (!is_sampled(block++, sample->all_blocks))
            continue;
        sample->blocks++;
        sample->games += info.game_count;
        status = search_block(run, database, search, &info);
    }
    pgnpack_search_counts(search, &sample->counts);
    return status;
}

static uint64_t scaled(const struct sample *sample, uint64_t count)
{
    return sample->games == 0
               ? 0
               : (uint64_t)((double)count * (double)sample->all_games / (double)sample->games + 0.5);
}

static void write_sample(struct view_text *text, const struct sample *sample)
{
    char games[NUMBER_TEXT_SIZE], replayed[NUMBER_TEXT_SIZE], plies[NUMBER_TEXT_SIZE], hits[NUMBER_TEXT_SIZE];
    const int is_whole = sample->blocks == sample->all_blocks;
    if (!is_whole)
        view_text_print(
            text, "    %" PRIu64 " of %" PRIu64 " blocks were searched, with %s games; by them, of all:\n",
            sample->blocks, sample->all_blocks, number_text(sample->games, games));
    if (sample->counts.blocks_skipped != 0)
        view_text_print(text, "    %s%" PRIu64 " of %" PRIu64 " blocks ruled out as a whole\n",
                        is_whole ? "" : "about ",
                        is_whole ? sample->counts.blocks_skipped
                                 : sample->counts.blocks_skipped * sample->all_blocks / sample->blocks,
                        sample->all_blocks);
    view_text_print(
        text, "    %s%s of %s games played through, %s half-moves; %s found\n", is_whole ? "" : "about ",
        number_text(scaled(sample, sample->counts.games_replayed), replayed),
        number_text(sample->all_games, games), number_text(scaled(sample, sample->counts.plies), plies),
        number_text(scaled(sample, sample->counts.hits), hits));
}

/* ---- Databases ---- */

/* A find_database_function. */
static enum exit_status explain_database(struct find_run *run, struct database *database, void *opaque)
{
    struct sample sample;
    (void)opaque;
    struct pgnpack_search *search = pgnpack_search_new(database->reader, run->query);
    if (search == NULL)
        return command_no_memory(run->context);
    enum exit_status status = take_sample(run, database, search, &sample);
    pgnpack_free(search);
    if (status != EXIT_FINE)
        return status;
    view_text_safe_string(&run->text, database->file.name);
    view_text_string(&run->text, ":\n");
    write_sample(&run->text, &sample);
    return view_text_flush(&run->text);
}

enum exit_status find_explain(struct find_run *run)
{
    write_conditions(run);
    return find_each_database(run, explain_database, NULL);
}
