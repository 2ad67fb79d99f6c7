/* --count: how many games there are, and with several files the sum. */
#include <inttypes.h>

#include "cli/list/listing.h"

static void print_file(struct list_output *output, const struct listing *listing)
{
    output->files++;
    view_text_number(output->text, listing->games);
    if (output->has_several) {
        view_text_string(output->text, " ");
        view_text_safe_string(output->text, listing->name);
    }
    view_text_string(output->text, "\n");
}

static void end(struct list_output *output)
{
    if (output->has_several)
        view_text_print(output->text, "%" PRIu64 " total\n", output->total.games);
}

const struct list_printer list_count = {.file = print_file, .end = end};
