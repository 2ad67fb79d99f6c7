#include "cli/duplicates_find.h"
#include "cli/number_text.h"

#include <inttypes.h>

/* A pgnpack_progress_function: what is to be read is all inputs, whatever is done with them. */
static int show_progress(void *opaque, uint64_t done, uint64_t total)
{
    struct progress *progress = opaque;
    if (total != 0)
        progress_set(progress, (uint64_t)((double)progress->total_size * (double)done / (double)total));
    return 0;
}

static void tell_left_out(struct command_context *context, const struct pgnpack_duplicates_counts *counts)
{
    if (counts->not_understood != 0)
        message_information(context->messages, NULL,
                            "%s compared byte by byte: moves that are not understood to the end",
                            COUNTED(counts->not_understood, "game"));
    if (counts->without_names != 0 && context->options->dedupe == PGNPACK_DUPLICATE_EXACT)
        message_information(context->messages, NULL, "%s compared byte by byte: a player is not known",
                            COUNTED(counts->without_names, "game"));
    if (counts->without_moves != 0)
        message_information(context->messages, NULL, "%s compared byte by byte: no moves",
                            COUNTED(counts->without_moves, "game"));
}

static enum pgnpack_status search(struct pgnpack_duplicates *duplicates,
                                  const struct duplicates_database *databases, size_t count)
{
    enum pgnpack_status status = PGNPACK_OK;
    for (size_t i = 0; i < count && status == PGNPACK_OK; i++)
        status = pgnpack_duplicates_add_reader(duplicates, databases[i].reader, -(int)i);
    return status == PGNPACK_OK ? pgnpack_duplicates_run(duplicates) : status;
}

struct pgnpack_duplicates *duplicates_find(struct command_context *context,
                                           const struct duplicates_database *databases, size_t count,
                                           enum pgnpack_keep keep, enum exit_status *status)
{
    const struct pgnpack_options options = command_library_options(context);
    const struct pgnpack_duplicates_options duplicates_options = {.size = sizeof duplicates_options,
                                                                  .kind = context->options->dedupe,
                                                                  .keep = keep,
                                                                  .threads = context->threads,
                                                                  .progress = show_progress,
                                                                  .progress_opaque = &context->progress};
    struct pgnpack_duplicates_counts counts;
    struct pgnpack_duplicates *duplicates = pgnpack_duplicates_new(&options, &duplicates_options);
    *status = EXIT_FINE;
    if (duplicates == NULL) {
        *status = command_no_memory(context);
        return NULL;
    }
    if (search(duplicates, databases, count) != PGNPACK_OK) {
        *status = command_report_path(context, count == 1 ? databases[0].name : NULL,
                                      pgnpack_duplicates_error(duplicates));
        pgnpack_duplicates_free(duplicates);
        return NULL;
    }
    pgnpack_duplicates_counts(duplicates, &counts);
    tell_left_out(context, &counts);
    return duplicates;
}
