/* --count: how many games there are, and with several files the sum. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/list/listing.h"
#include "cli/base/safe_text.h"

static void nothing(void)
{
}

static void print_file(struct list_output *output, const struct listing *listing)
{
    output->files++;
    printf("%" PRIu64, listing->games);
    if (output->has_several) {
        putchar(' ');
        safe_text_print(stdout, listing->name, strlen(listing->name));
    }
    putchar('\n');
}

static void no_member(struct list_output *output, const struct listing *listing, const struct member *member)
{
    (void)output, (void)listing, (void)member;
}

static void no_block(struct list_output *output, const struct listing_block *block)
{
    (void)output, (void)block;
}

static void no_column(struct list_output *output, const struct listing *listing,
                      const struct pgnpack_column *column)
{
    (void)output, (void)listing, (void)column;
}

static void end_file(struct list_output *output)
{
    (void)output;
}

static void end(const struct list_output *output)
{
    if (output->has_several)
        printf("%" PRIu64 " total\n", output->total.games);
}

const struct list_printer list_count = {nothing, print_file, no_member, no_block, no_column, end_file, end};
