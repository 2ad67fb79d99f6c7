#include "cli/duplicates/duplicates_find.h"
#include "cli/base/messages.h"

#include <inttypes.h>

/* A pgnpack_progress_function: what is to be read is all inputs, whatever is done with them. */
static int show_progress(void *opaque, const struct pgnpack_progress *made)
{
    struct progress *progress = opaque;
    if (made->all != 0)
        progress_set(progress,
                     (uint64_t)((double)progress->total_size * (double)made->done / (double)made->all));
    return 0;
}

static void tell_left_out(struct command_context *context, const struct pgnpack_duplicates_counts *counts)
{
    if (counts->not_understood != 0)
        message_information(context->messages, NULL,
                            "%s compared byte by byte: moves that are not understood to the end",
                            COUNTED(counts->not_understood, "game"));
    if (counts->without_names != 0 && context->options->change.dedupe == PGNPACK_DUPLICATE_EXACT)
        message_information(context->messages, NULL, "%s compared byte by byte: a player is not known",
                            COUNTED(counts->without_names, "game"));
    if (counts->without_moves != 0)
        message_information(context->messages, NULL, "%s compared byte by byte: no moves",
                            COUNTED(counts->without_moves, "game"));
}

static enum pgnpack_status search(struct duplicates *duplicates)
{
    enum pgnpack_status status = PGNPACK_OK;
    for (size_t i = 0; i < duplicates->count && status == PGNPACK_OK; i++)
        status = pgnpack_duplicates_add_reader(duplicates->found, duplicates->databases[i].reader, -(int)i);
    return status == PGNPACK_OK ? pgnpack_duplicates_run(duplicates->found) : status;
}

/* Games that are added were packed just now: what is damaged is the database. NULL: one of several. */
static const char *damaged_name(const struct duplicates *duplicates)
{
    const struct duplicates_database *databases = duplicates->databases;
    int is_one = duplicates->count == 1 || (duplicates->count == 2 && databases[1].is_added);
    return is_one ? databases[0].name : NULL;
}

enum exit_status duplicates_find(struct duplicates *duplicates)
{
    struct command_context *context = duplicates->context;
    const struct pgnpack_options options = command_library_options(context);
    const struct pgnpack_duplicates_options duplicates_options = {.size = sizeof duplicates_options,
                                                                  .kind = context->options->change.dedupe,
                                                                  .keep = context->options->change.prefer,
                                                                  .threads = context->threads,
                                                                  .progress = show_progress,
                                                                  .progress_opaque = &context->progress};
    struct pgnpack_duplicates_counts counts;
    duplicates->found = pgnpack_duplicates_new(&options, &duplicates_options);
    if (duplicates->found == NULL)
        return command_no_memory(context);
    enum pgnpack_status status = search(duplicates);
    if (status != PGNPACK_OK && !(duplicates->passes_damage && pgnpack_status_is_of_block(status)))
        return command_report_path(context, damaged_name(duplicates), pgnpack_error(duplicates->found));
    pgnpack_duplicates_counts(duplicates->found, &counts);
    tell_left_out(context, &counts);
    return EXIT_FINE;
}

/* Of games that are added only what has to do with them. */
static int is_asked_for(const struct duplicates *duplicates, const struct pgnpack_duplicate *found)
{
    const struct duplicates_database *databases = duplicates->databases;
    return !databases[duplicates->count - 1].is_added || databases[found->reader].is_added ||
           databases[found->kept_reader].is_added;
}

int duplicates_next(struct duplicates *duplicates, struct pgnpack_duplicate *found)
{
    while (pgnpack_duplicates_next(duplicates->found, found) == PGNPACK_OK)
        if (is_asked_for(duplicates, found))
            return 1;
    return 0;
}

void duplicates_rewind(struct duplicates *duplicates)
{
    pgnpack_duplicates_rewind(duplicates->found);
}

void duplicates_free(struct duplicates *duplicates)
{
    pgnpack_free(duplicates->found);
    duplicates->found = NULL;
}
