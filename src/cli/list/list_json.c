/* The listing for programs: an array of files, with -v each with arrays of blocks and columns. */
#include <inttypes.h>

#include "cli/forms/json.h"
#include "cli/list/listing.h"
#include "cli/base/messages.h"

static void begin(struct list_output *output)
{
    view_text_string(output->text, "[");
}

static void print_file(struct list_output *output, const struct listing *listing)
{
    struct view_text *text = output->text;
    view_text_print(text, "%s\n{\"name\": ", output->files++ != 0 ? "," : "");
    json_put_string(text, listing->name);
    json_number(text, "version", listing->version);
    json_number(text, "games", listing->games);
    json_number(text, "deleted", listing->deleted);
    json_number(text, "text_size", listing->text_size);
    json_number(text, "packed_size", listing->packed_size);
    json_number(text, "blocks", listing->blocks);
    json_number(text, "segments", listing->segments);
    json_number(text, "files", listing->files);
    json_flag(text, "closed", listing->is_closed);
    output->members = output->blocks = 0;
    output->columns = 0;
}

static void print_member(struct list_output *output, const struct listing *listing,
                         const struct member *member)
{
    struct view_text *text = output->text;
    char time[TIME_TEXT_SIZE];
    (void)listing;
    view_text_string(text, output->members++ != 0 ? ",\n " : ", \"file_list\": [\n ");
    view_text_string(text, "{\"file\": ");
    json_put_string(text, member->name);
    json_number(text, "games", member->games);
    json_number(text, "text_size", member->text_size);
    json_number(text, "packed_size", member->packed_size);
    json_number(text, "first_block", member->first_block + 1);
    json_number(text, "blocks", member->block_count);
    if (member->has_time && date_time_text(member->time, time))
        json_known_string(text, "time", time);
    view_text_string(text, "}");
}

static void print_details(struct view_text *text, const struct listing_block *block)
{
    const struct pgnpack_block_details *details = &block->details;
    json_known_string(text, "moves", block->moves);
    json_number(text, "tags_size", details->tags_size);
    json_number(text, "moves_size", details->moves_size);
    json_number(text, "comments_size", details->comments_size);
    json_number(text, "other_size", details->other_size);
    json_number(text, "files", details->file_count);
    if (block->info.begins_file)
        json_text(text, "file", details->file_name);
}

/* Dates are the numbers that the index has: year * 10,000 + month * 100 + day. */
static void print_block(struct list_output *output, const struct listing_block *block)
{
    const struct pgnpack_block_info *info = &block->info;
    struct view_text *text = output->text;
    view_text_string(text, output->blocks++ != 0  ? ",\n "
                           : output->members != 0 ? "], \"block_list\": [\n "
                                                  : ", \"block_list\": [\n ");
    view_text_print(text, "{\"block\": %" PRIu64, block->number);
    json_number(text, "offset", info->offset);
    json_number(text, "packed_size", info->size);
    json_number(text, "text_size", info->text_size);
    json_number(text, "first_game", info->first_game);
    json_number(text, "games", info->game_count);
    json_known_number(text, "date_min", info->date_min);
    json_known_number(text, "date_max", info->date_max);
    json_known_number(text, "elo_min", info->elo_min);
    json_known_number(text, "elo_max", info->elo_max);
    if (info->is_annex)
        json_flag(text, "annex", 1);
    if (block->is_readable)
        print_details(text, block);
    view_text_string(text, "}");
}

static void print_column(struct list_output *output, const struct listing *listing,
                         const struct pgnpack_column *column)
{
    struct view_text *text = output->text;
    if (output->columns == 0)
        view_text_string(text, output->blocks + output->members != 0 ? "], \"columns\": [\n "
                                                                     : ", \"columns\": [\n ");
    else
        view_text_string(text, ",\n ");
    output->columns++;
    view_text_print(text, "{\"part\": \"%s\", \"column\": ", column->part);
    json_put_text(text, column->name);
    json_number(text, "text_size", column->text_size);
    json_number(text, "packed_size", column->packed_size);
    view_text_print(text, ", \"share\": %.6f}", (double)column->packed_size / (double)listing->packed_size);
}

static void end_file(struct list_output *output)
{
    view_text_string(output->text, output->members + output->blocks + output->columns != 0 ? "]}" : "}");
}

static void end(struct list_output *output)
{
    view_text_string(output->text, "\n]\n");
}

const struct list_printer list_json = {begin,        print_file, print_member, print_block,
                                       print_column, end_file,   end};
