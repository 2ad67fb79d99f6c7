/* The listing for programs: an array of files, with -v each with arrays of blocks and columns. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/base/json.h"
#include "cli/list/listing.h"
#include "cli/base/number_text.h"

static void begin(void)
{
    putchar('[');
}

static void print_number(const char *key, uint64_t value)
{
    printf(", \"%s\": %" PRIu64, key, value);
}

static void print_known(const char *key, uint64_t value)
{
    if (value != 0)
        print_number(key, value);
    else
        printf(", \"%s\": null", key);
}

static void print_file(struct list_output *output, const struct listing *listing)
{
    printf("%s\n{\"name\": ", output->files++ != 0 ? "," : "");
    json_print_string(stdout, listing->name, strlen(listing->name));
    print_number("version", listing->version);
    print_number("games", listing->games);
    print_number("deleted", listing->deleted);
    print_number("text_size", listing->text_size);
    print_number("packed_size", listing->packed_size);
    print_number("blocks", listing->blocks);
    print_number("segments", listing->segments);
    print_number("files", listing->files);
    printf(", \"closed\": %s", listing->is_closed ? "true" : "false");
    output->members = output->blocks = 0;
    output->columns = 0;
}

static void print_member(struct list_output *output, const struct listing *listing,
                         const struct member *member)
{
    char time[TIME_TEXT_SIZE];
    (void)listing;
    fputs(output->members++ != 0 ? ",\n " : ", \"file_list\": [\n ", stdout);
    printf("{\"file\": ");
    json_print_string(stdout, member->name, strlen(member->name));
    print_number("games", member->games);
    print_number("text_size", member->text_size);
    print_number("packed_size", member->packed_size);
    print_number("first_block", member->first_block + 1);
    print_number("blocks", member->block_count);
    if (member->has_time && date_time_text(member->time, time))
        printf(", \"time\": \"%s\"", time);
    putchar('}');
}

static void print_details(const struct listing_block *block)
{
    const struct pgnpack_block_details *details = &block->details;
    if (block->moves != NULL)
        printf(", \"moves\": \"%s\"", block->moves);
    else
        printf(", \"moves\": null");
    print_number("tags_size", details->tags_size);
    print_number("moves_size", details->moves_size);
    print_number("comments_size", details->comments_size);
    print_number("other_size", details->other_size);
    print_number("files", details->file_count);
    if (!block->info.begins_file)
        return;
    printf(", \"file\": ");
    json_print_string(stdout, details->file_name.data, details->file_name.size);
}

/* Dates are the numbers that the index has: year * 10,000 + month * 100 + day. */
static void print_block(struct list_output *output, const struct listing_block *block)
{
    const struct pgnpack_block_info *info = &block->info;
    fputs(output->blocks++ != 0  ? ",\n "
          : output->members != 0 ? "], \"block_list\": [\n "
                                 : ", \"block_list\": [\n ",
          stdout);
    printf("{\"block\": %" PRIu64, block->number);
    print_number("offset", info->offset);
    print_number("packed_size", info->size);
    print_number("text_size", info->text_size);
    print_number("first_game", info->first_game);
    print_number("games", info->game_count);
    print_known("date_min", info->date_min);
    print_known("date_max", info->date_max);
    print_known("elo_min", info->elo_min);
    print_known("elo_max", info->elo_max);
    if (info->is_annex)
        printf(", \"annex\": true");
    if (block->is_readable)
        print_details(block);
    putchar('}');
}

static void print_column(struct list_output *output, const struct listing *listing,
                         const struct pgnpack_column *column)
{
    if (output->columns == 0)
        printf("%s, \"columns\": [\n ", output->blocks + output->members != 0 ? "]" : "");
    else
        fputs(",\n ", stdout);
    output->columns++;
    printf("{\"part\": \"%s\", \"column\": ", column->part);
    json_print_string(stdout, column->name.data, column->name.size);
    print_number("text_size", column->text_size);
    print_number("packed_size", column->packed_size);
    printf(", \"share\": %.6f}", (double)column->packed_size / (double)listing->packed_size);
}

static void end_file(struct list_output *output)
{
    fputs(output->members + output->blocks + output->columns != 0 ? "]}" : "}", stdout);
}

static void end(const struct list_output *output)
{
    (void)output;
    printf("\n]\n");
}

const struct list_printer list_json = {begin,        print_file, print_member, print_block,
                                       print_column, end_file,   end};
