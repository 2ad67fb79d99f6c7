#include "cli/count/find_counts.h"

#include "cli/search/find_databases.h"
#include "cli/count/find_names.h"
#include "cli/count/opening_names.h"
#include "cli/count/played_openings.h"
#include "cli/search/find_search.h"
#include "cli/count/find_stats.h"
#include "pgnpack_extra.h"

/* Of players and openings, where no number is given. */
enum { FREQUENT_NAMES = 20 };

struct counting {
    struct find_run *run;
    struct database *database;
    struct pgnpack_names *names;
    struct opening_names *openings; /* NULL: no names of openings are counted */
    struct find_stats *stats;
    uint64_t games; /* whose names were counted */
};

static enum exit_status print(struct find_run *run, const struct counting *counting)
{
    const struct find_options *options = run->options;
    enum pgnpack_status status = PGNPACK_OK;
    uint64_t name_count = 1, limit = options->common.view.limit;
    if (counting->stats != NULL)
        status = find_stats_write(counting->stats, limit != UINT64_MAX ? limit : FREQUENT_NAMES,
                                  options->form, &run->text);
    else if (counting->names != NULL)
        status = find_names_write(counting->names, options->name_tag, limit, options->form, &run->text,
                                  &name_count);
    if (name_count == 0 && counting->games != 0 && limit != 0 && options->name_tag != NULL &&
        options->name_pattern == NULL)
        command_warn_of_tag(run->context, "--of", options->name_tag, NULL);
    if (view_text_flush(&run->text) != EXIT_FINE || status == PGNPACK_OK || status == PGNPACK_END)
        return run->text.status;
    return command_report(run->context, run->text.output->name,
                          counting->stats != NULL ? find_stats_error(counting->stats)
                                                  : pgnpack_error(counting->names));
}

/* ---- Names ---- */

static enum exit_status judge_names(struct counting *counting, enum pgnpack_status status)
{
    return status == PGNPACK_OK
               ? EXIT_FINE
               : find_run_judge(counting->run, counting->database, pgnpack_error(counting->names));
}

/* Games that follow each other. */
static enum exit_status add_names(struct counting *counting, uint64_t first, uint64_t count)
{
    counting->games += count;
    enum exit_status status = judge_names(counting, pgnpack_names_add(counting->names, first, count));
    return status == EXIT_FINE && counting->openings != NULL
               ? opening_names_take(counting->openings, first, count)
               : status;
}

/* A find_take_function. */
static enum exit_status take_names(void *opaque, const struct pgnpack_hit *hits, size_t count)
{
    struct counting *counting = opaque;
    enum exit_status status = EXIT_FINE;
    for (size_t i = 0, run; i < count && status == EXIT_FINE; i += run) {
        for (run = 1; i + run < count && hits[i + run].game == hits[i].game + run;)
            run++;
        status = add_names(counting, hits[i].game, run);
    }
    return status;
}

/* All games: block by block, so that damage costs no other. */
static enum exit_status count_all_names(struct counting *counting)
{
    struct pgnpack_block_info info;
    enum exit_status status = EXIT_FINE;
    for (uint64_t i = 0; pgnpack_reader_block(counting->database->reader, i, &info); i++) {
        if (info.game_count != 0)
            status = add_names(counting, info.first_game, info.game_count);
        if (status != EXIT_FINE)
            return status;
        progress_add(&counting->run->context->progress, info.size);
    }
    return EXIT_FINE;
}

/* A find_database_function. */
static enum exit_status count_names(struct find_run *run, struct database *database, void *opaque)
{
    struct counting *counting = opaque;
    const struct find_options *options = run->options;
    enum exit_status status = EXIT_FINE;
    counting->database = database;
    if (counting->names == NULL)
        counting->names = pgnpack_names_new(database->reader, options->name_tag, options->name_pattern);
    else
        status = judge_names(counting, pgnpack_names_go_to(counting->names, database->reader));
    if (counting->names == NULL)
        return command_no_memory(run->context);
    if (status == EXIT_FINE && counting->openings != NULL)
        status = opening_names_begin(counting->openings, database, counting->names);
    if (status == EXIT_FINE)
        status = options->has_conditions ? find_search(run, database, UINT64_MAX, take_names, counting)
                                         : count_all_names(counting);
    if (status == EXIT_FINE && counting->openings != NULL)
        status = opening_names_end(counting->openings);
    pgnpack_names_go_to(counting->names, NULL);
    return status;
}

enum exit_status find_name_counts(struct find_run *run)
{
    struct counting counting = {.run = run};
    if (played_openings_have(run->options->name_tag)) {
        counting.openings = opening_names_new(run);
        if (counting.openings == NULL)
            return EXIT_FAILED;
    }
    enum exit_status status = find_each_database(run, count_names, &counting);
    enum exit_status printed = counting.names != NULL ? print(run, &counting) : EXIT_FINE;
    if (counting.openings != NULL && printed == EXIT_FINE)
        opening_names_tell(counting.openings);
    opening_names_free(counting.openings);
    pgnpack_free(counting.names);
    return status == EXIT_FINE ? printed : status;
}

/* ---- Statistics ---- */

static enum exit_status judge_stats(struct counting *counting, enum pgnpack_status status)
{
    return status == PGNPACK_OK
               ? EXIT_FINE
               : find_run_judge(counting->run, counting->database, find_stats_error(counting->stats));
}

/* A find_take_function. */
static enum exit_status take_stats(void *opaque, const struct pgnpack_hit *hits, size_t count)
{
    struct counting *counting = opaque;
    return judge_stats(counting, find_stats_add_hits(counting->stats, hits, count));
}

/* A find_database_function. */
static enum exit_status count_stats(struct find_run *run, struct database *database, void *opaque)
{
    struct counting *counting = opaque;
    counting->database = database;
    enum exit_status status = judge_stats(counting, find_stats_go_to(counting->stats, database->reader));
    if (status == EXIT_FINE && run->options->has_conditions)
        status = find_search(run, database, UINT64_MAX, take_stats, counting);
    else if (status == EXIT_FINE)
        status = judge_stats(counting, find_stats_add(counting->stats, 1, UINT64_MAX));
    find_stats_go_to(counting->stats, NULL);
    return status;
}

enum exit_status find_statistics(struct find_run *run)
{
    struct counting counting = {.run = run, .stats = find_stats_new()};
    if (counting.stats == NULL)
        return command_no_memory(run->context);
    enum exit_status status = find_each_database(run, count_stats, &counting);
    enum exit_status printed = print(run, &counting);
    find_stats_free(counting.stats);
    return status == EXIT_FINE ? printed : status;
}
