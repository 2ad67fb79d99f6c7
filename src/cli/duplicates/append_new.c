#include "cli/duplicates/append_new.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/growth.h"
#include "cli/run/change_database.h"
#include "cli/duplicates/duplicates_find.h"
#include "cli/duplicates/duplicates_merge.h"
#include "cli/duplicates/duplicates_report.h"
#include "cli/duplicates/game_sieve.h"
#include "cli/base/messages.h"
#include "pgnpack_extra.h"

enum { OLD, NEW, DATABASE_COUNT };

/* Games as a database in memory. */
struct held_games {
    struct command_context *context;
    char *bytes;
    size_t size, capacity;
    struct pgnpack_writer *writer;
    struct pgnpack_reader *reader;
};

/* A game of the database that one of those to be added is kept for. */
struct replaced {
    uint64_t old, new;
};

struct append_new {
    struct command_context *context;
    struct pgnpack_database *database;
    struct pgnpack_writer *writer; /* of its change */
    struct held_games inputs, wanted;
    struct held_games none; /* in place of a database that is not there yet, and would be made */
    struct duplicates_database databases[DATABASE_COUNT];
    struct duplicates duplicates;
    struct game_sieve sieve; /* what is added of NEW */
    struct replaced *replaced;
    size_t replaced_count, replaced_capacity;
    uint64_t
        richer; /* games that are not added, though they have more text than those that are kept for them */
    struct append_totals *totals;
};

/* ---- Games in memory ---- */

/* A pgnpack_write_function. */
static int write_held(void *opaque, const void *bytes, size_t size)
{
    struct held_games *held = opaque;
    if (!GROW(held->bytes, held->capacity, held->size + size)) {
        command_no_memory(held->context);
        return ENOMEM;
    }
    memcpy(held->bytes + held->size, bytes, size);
    held->size += size;
    return 0;
}

static enum exit_status begin_held(struct held_games *held, struct command_context *context)
{
    const struct pgnpack_options options = command_library_options(context);
    const struct pgnpack_writer_options writer_options = {.size = sizeof writer_options,
                                                          .level = PGNPACK_LEVEL_MIN,
                                                          .threads = context->threads,
                                                          .block_size = context->block_size,
                                                          .index = PGNPACK_INDEX_NONE};
    held->context = context;
    held->writer = pgnpack_writer_new(&options, &writer_options, PGNPACK_TO_FUNCTION(write_held, held));
    return held->writer != NULL ? EXIT_FINE : command_no_memory(context);
}

/* They can be read now. */
static enum exit_status end_held(struct held_games *held)
{
    const struct pgnpack_options options = command_library_options(held->context);
    if (pgnpack_writer_finish(held->writer) != PGNPACK_OK)
        return command_report(held->context, NULL, pgnpack_error(held->writer));
    held->reader = pgnpack_reader_new(&options);
    if (held->reader == NULL)
        return command_no_memory(held->context);
    if (pgnpack_reader_open(held->reader, PGNPACK_FROM_MEMORY(held->bytes, held->size)) == PGNPACK_OK)
        return EXIT_FINE;
    return command_report(held->context, NULL, pgnpack_error(held->reader));
}

static void free_held(struct held_games *held)
{
    pgnpack_free(held->writer);
    pgnpack_free(held->reader);
    free(held->bytes);
}

/* ---- What is wanted ---- */

/* The games that the search does not find are left out. */
static enum exit_status drop_unwanted(struct game_sieve *sieve, struct pgnpack_search *search)
{
    struct pgnpack_hit hit = {0};
    uint64_t count = pgnpack_reader_info(sieve->reader)->game_count;
    enum exit_status status = EXIT_FINE;
    for (uint64_t game = 1; game <= count && status == EXIT_FINE; game++) {
        while (hit.game < game)
            if (pgnpack_search_next(search, &hit, 1, NULL) != PGNPACK_OK)
                hit.game = UINT64_MAX;
        if (hit.game != game)
            status = game_sieve_drop(sieve, game);
    }
    const struct pgnpack_error *error = pgnpack_error(search);
    if (status == EXIT_FINE && error->status != PGNPACK_OK && error->status != PGNPACK_END)
        status = command_report(sieve->context, sieve->name, error);
    return status;
}

static enum exit_status sift_wanted(struct append_new *append, struct game_sieve *sieve)
{
    struct pgnpack_query *query = change_query(append->context, &append->context->options->change.where);
    struct pgnpack_search *search = query == NULL ? NULL : pgnpack_search_new(sieve->reader, query);
    enum exit_status status = query == NULL    ? EXIT_FAILED
                              : search == NULL ? command_no_memory(append->context)
                                               : drop_unwanted(sieve, search);
    pgnpack_free(search);
    pgnpack_free(query);
    return status == EXIT_FINE ? game_sieve_run(sieve) : status;
}

/* Of the inputs those that are as --where says become what is to be added. */
static enum exit_status choose(struct append_new *append)
{
    enum exit_status status = begin_held(&append->wanted, append->context);
    struct game_sieve sieve = {.context = append->context,
                               .name = append->databases[NEW].name,
                               .reader = append->inputs.reader,
                               .writer = append->wanted.writer};
    if (status == EXIT_FINE)
        status = sift_wanted(append, &sieve);
    if (status == EXIT_FINE)
        status = end_held(&append->wanted);
    if (status == EXIT_FINE)
        message_notice(append->context->messages, IN_FILE(append->databases[OLD].name),
                       "%zu of %s %s not match --where, and %s skipped", sieve.dropped_count,
                       COUNTED(pgnpack_reader_info(sieve.reader)->game_count, "game"),
                       sieve.dropped_count == 1 ? "does" : "do", IS_OR_ARE(sieve.dropped_count));
    game_sieve_free(&sieve);
    return status;
}

/* ---- What is there already ---- */

static enum exit_status note_replaced(struct append_new *append, const struct pgnpack_duplicate *found)
{
    if (!GROW(append->replaced, append->replaced_capacity, append->replaced_count + 1))
        return command_no_memory(append->context);
    append->replaced[append->replaced_count++] = (struct replaced){found->game, found->kept_game};
    return EXIT_FINE;
}

static int compare_replaced(const void *a, const void *b)
{
    const struct replaced *first = a, *second = b;
    if (first->new != second->new)
        return first->new < second->new ? -1 : 1;
    return (first->old > second->old) - (first->old < second->old);
}

static enum exit_status take_pairs(struct append_new *append)
{
    struct pgnpack_duplicate found;
    enum exit_status status = EXIT_FINE;
    duplicates_rewind(&append->duplicates);
    while (status == EXIT_FINE && duplicates_next(&append->duplicates, &found)) {
        status =
            found.reader == NEW ? game_sieve_drop(&append->sieve, found.game) : note_replaced(append, &found);
        append->richer += found.reader == NEW && found.kept_reader == OLD && found.weight > found.kept_weight;
    }
    if (append->replaced_count != 0)
        qsort(append->replaced, append->replaced_count, sizeof *append->replaced, compare_replaced);
    append->totals->replaced = append->replaced_count;
    return status;
}

/* A merged_function: of a game of the database a new version comes before the games that are added. */
static enum exit_status take_merged(void *opaque, size_t reader, uint64_t game, struct pgnpack_text text)
{
    struct append_new *append = opaque;
    const char *name = append->databases[OLD].name;
    if (reader == NEW)
        return game_sieve_change(&append->sieve, game, text);
    if (append->database == NULL) {
        append->totals->versions++;
        return EXIT_FINE;
    }
    if (change_write_game(append->writer, text) != PGNPACK_OK)
        return command_report_path(append->context, name, pgnpack_error(append->writer));
    return change_replace(append->context, append->database, name, PGNPACK_REASON_REPLACED, game,
                          ++append->totals->versions);
}

static enum exit_status judge(struct append_new *append)
{
    const struct options *options = append->context->options;
    append->duplicates = (struct duplicates){
        .context = append->context, .databases = append->databases, .count = DATABASE_COUNT};
    enum exit_status status = change_tell_damage(append->context, append->databases[OLD].name,
                                                 duplicates_find(&append->duplicates));
    if (status == EXIT_FINE && options->change.report != NULL)
        status = duplicates_report(&append->duplicates);
    if (status == EXIT_FINE)
        status = take_pairs(append);
    if (status == EXIT_FINE && options->change.merge_tags)
        status = duplicates_merge(&append->duplicates, take_merged, append);
    return status;
}

/* Games of the database for which others came: one is the new one's older version, which has its id. */
static enum exit_status delete_replaced(struct append_new *append)
{
    const char *name = append->databases[OLD].name;
    uint64_t games = pgnpack_reader_info(append->databases[OLD].reader)->game_count;
    enum exit_status status = EXIT_FINE;
    for (size_t i = 0; i < append->replaced_count && status == EXIT_FINE; i++) {
        const struct replaced *replaced = &append->replaced[i];
        uint64_t added = append->totals->versions + game_sieve_number(&append->sieve, replaced->new);
        if (i == 0 || replaced->new != replaced[-1].new)
            status = change_replace(append->context, append->database, name, PGNPACK_REASON_DUPLICATE,
                                    replaced->old, added);
        else if (pgnpack_database_delete(append->database, replaced->old, 1, PGNPACK_REASON_DUPLICATE,
                                         games + added) != PGNPACK_OK)
            status = change_report(append->context, append->database, name);
    }
    return status;
}

/* ---- All ---- */

static void tell(const struct append_new *append)
{
    const char *name = append->databases[OLD].name;
    struct messages *messages = append->context->messages;
    const struct append_totals *totals = append->totals;
    int is_dry = append->database == NULL;
    const char *are = IS_OR_ARE(append->sieve.dropped_count);
    message_notice(messages, IN_FILE(name), "%zu of %s %s already there, and %s skipped%s",
                   append->sieve.dropped_count,
                   COUNTED(pgnpack_reader_info(append->databases[NEW].reader)->game_count, "game"), are, are,
                   is_dry ? "; nothing is changed" : "");
    if (totals->replaced != 0)
        message_notice(messages, IN_FILE(name), "%s of the database %s by games that are added",
                       COUNTED(totals->replaced, "game"),
                       is_dry                  ? "would be replaced"
                       : totals->replaced == 1 ? "is replaced"
                                               : "are replaced");
    if (append->richer != 0)
        message_notice(messages, IN_FILE(name),
                       "%s of those not added %s more text than the game that is kept: --prefer=text keeps "
                       "the one with more, --merge-tags takes its tags, --report=FILE shows what differs",
                       COUNTED(append->richer, "game"), append->richer == 1 ? "has" : "have");
    uint64_t merged = totals->versions + append->sieve.text_count;
    if (merged != 0)
        message_notice(messages, IN_FILE(name),
                       is_dry ? "%s would get tags of their duplicates"
                              : "%s with tags of their duplicates now, at the end of the database",
                       COUNTED(merged, "game"));
}

static enum exit_status put_all(struct append_new *append)
{
    append->sieve.writer = append->writer;
    enum exit_status status = game_sieve_run(&append->sieve);
    return status == EXIT_FINE ? delete_replaced(append) : status;
}

static enum exit_status begin_change(struct append_new *append)
{
    const struct pgnpack_writer_options options = pack_writer_options(append->context);
    if (append->database == NULL)
        return EXIT_FINE;
    append->writer = pgnpack_database_append(append->database, &options);
    return append->writer != NULL
               ? EXIT_FINE
               : change_report(append->context, append->database, append->databases[OLD].name);
}

static enum exit_status read_inputs(struct append_new *append, const struct pack_request *request)
{
    enum exit_status status = begin_held(&append->inputs, append->context);
    if (status == EXIT_FINE)
        status = pack_into_writer(append->context, request, append->inputs.writer);
    if (status == EXIT_FINE)
        status = end_held(&append->inputs);
    if (status == EXIT_FINE && append->context->options->change.where.count != 0)
        status = choose(append);
    append->databases[NEW].reader =
        append->wanted.reader != NULL ? append->wanted.reader : append->inputs.reader;
    append->sieve.reader = append->databases[NEW].reader;
    return status;
}

static enum exit_status work(struct append_new *append, const struct pack_request *request)
{
    enum exit_status status = read_inputs(append, request);
    if (status == EXIT_FINE)
        status = begin_change(append);
    if (status == EXIT_FINE && append->context->options->change.dedupe != 0)
        status = judge(append);
    if (status != EXIT_FINE)
        return status;
    append->totals->added =
        pgnpack_reader_info(append->sieve.reader)->game_count - append->sieve.dropped_count;
    if (append->database != NULL)
        status = put_all(append);
    if (status == EXIT_FINE && append->context->options->change.dedupe != 0)
        tell(append);
    return status;
}

static enum exit_status hold_none(struct append_new *append)
{
    enum exit_status status = begin_held(&append->none, append->context);
    if (status == EXIT_FINE)
        status = end_held(&append->none);
    append->databases[OLD].reader = append->none.reader;
    return status;
}

enum exit_status append_new(struct command_context *context, const struct pack_request *request,
                            struct pgnpack_database *database, struct pgnpack_reader *reader,
                            const char *name, struct append_totals *totals)
{
    const char *added = request->input_count == 1 ? request->inputs[0] : "the games to be added";
    struct append_new append = {
        .context = context,
        .database = database,
        .databases = {{.name = name, .reader = reader}, {.name = added, .is_added = 1}},
        .sieve = {.context = context, .name = added, .writer_name = name},
        .totals = totals};
    *totals = (struct append_totals){0};
    enum exit_status status = reader == NULL ? hold_none(&append) : EXIT_FINE;
    if (status == EXIT_FINE)
        status = work(&append, request);
    duplicates_free(&append.duplicates);
    game_sieve_free(&append.sieve);
    free_held(&append.inputs);
    free_held(&append.wanted);
    free_held(&append.none);
    free(append.replaced);
    return status;
}
