/* The listing for people. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/list/listing.h"
#include "cli/base/messages.h"

enum { SHORT_SIZE = 24 };

/* The columns of numbers; `listing` NULL leaves two empty. */
static void print_sizes(struct view_text *text, uint64_t games, uint64_t blocks, uint64_t text_size,
                        uint64_t packed_size, const struct listing *listing)
{
    double ratio = packed_size != 0 ? (double)text_size / (double)packed_size : 0;
    view_text_print(text, "%10" PRIu64 " %7" PRIu64 " ", games, blocks);
    if (listing != NULL)
        view_text_print(text, "%8" PRIu64 " %6" PRIu64, listing->segments, listing->files);
    else
        view_text_print(text, "%8s %6s", "", "");
    view_text_print(text, " %14" PRIu64 " %13" PRIu64 " %7.2f  ", text_size, packed_size, ratio);
}

static void print_file(struct list_output *output, const struct listing *listing)
{
    if (output->files++ == 0)
        view_text_print(output->text, "%10s %7s %8s %6s %14s %13s %7s  %s\n", "games", "blocks", "segments",
                        "files", "text", "packed", "ratio", "name");
    output->members = output->blocks = 0;
    output->columns = output->column_bytes = 0;
    print_sizes(output->text, listing->games, listing->blocks, listing->text_size, listing->packed_size,
                listing);
    view_text_safe_string(output->text, listing->name);
    if (listing->deleted != 0)
        view_text_print(output->text, " (%" PRIu64 " deleted)", listing->deleted);
    view_text_print(output->text, "%s%s\n", listing->version == 0 ? " (BCGN 0)" : "",
                    listing->is_closed ? "" : " (damaged)");
}

/* In the same columns, below the database. */
static void print_member(struct list_output *output, const struct listing *listing,
                         const struct member *member)
{
    (void)listing;
    output->members++;
    print_sizes(output->text, member->games, member->block_count, member->text_size, member->packed_size,
                NULL);
    view_text_print(output->text, "  ");
    view_text_safe_string(output->text, member->name);
    view_text_print(output->text, "%s\n", member->name[0] == '\0' ? "(no name)" : "");
}

/* "2021.03.04", "2021.03", "2021", "?" */
static void format_date(uint32_t date, char text[SHORT_SIZE])
{
    unsigned year = date / 10000, month = date / 100 % 100, day = date % 100;
    int size = date == 0 ? snprintf(text, SHORT_SIZE, "?") : snprintf(text, SHORT_SIZE, "%u", year);
    if (month != 0)
        size += snprintf(text + size, SHORT_SIZE - (size_t)size, ".%02u", month);
    if (month != 0 && day != 0)
        snprintf(text + size, SHORT_SIZE - (size_t)size, ".%02u", day);
}

static void format_range(const char *from, const char *to, char text[2 * SHORT_SIZE])
{
    snprintf(text, 2 * SHORT_SIZE, "%s-%s", from, to);
}

/* How the block's moves are coded, or that it has no games. */
static const char *coding(const struct listing_block *block)
{
    return block->info.is_annex ? "annex" : block->moves != NULL ? block->moves : "-";
}

static void print_block(struct list_output *output, const struct listing_block *block)
{
    const struct pgnpack_block_info *info = &block->info;
    const struct pgnpack_block_details *details = &block->details;
    char from[SHORT_SIZE], to[SHORT_SIZE], dates[2 * SHORT_SIZE], elos[2 * SHORT_SIZE];
    if (output->blocks++ == 0)
        view_text_print(output->text, "%8s %12s %9s %9s %11s %8s %-21s %-9s %-6s %8s %8s %8s %8s  %s\n",
                        "block", "offset", "packed", "text", "first game", "games", "dates", "Elo", "coded",
                        "tags", "moves", "comments", "other", "file");
    format_date(info->date_min, from);
    format_date(info->date_max, to);
    format_range(from, to, dates);
    snprintf(from, sizeof from, "%u", info->elo_min);
    snprintf(to, sizeof to, "%u", info->elo_max);
    format_range(from, to, elos);
    view_text_print(output->text,
                    "%8" PRIu64 " %12" PRIu64 " %9" PRIu64 " %9" PRIu64 " %11" PRIu64 " %8" PRIu64
                    " %-21s %-9s ",
                    block->number, info->offset, info->size, info->text_size, info->first_game,
                    info->game_count, info->date_min != 0 ? dates : "-", info->elo_min != 0 ? elos : "-");
    if (block->is_readable)
        view_text_print(output->text, "%-6s %8" PRIu64 " %8" PRIu64 " %8" PRIu64 " %8" PRIu64 "  ",
                        coding(block), details->tags_size, details->moves_size, details->comments_size,
                        details->other_size);
    else
        view_text_print(output->text, "damaged");
    view_text_safe(output->text, details->file_name);
    view_text_string(output->text, "\n");
}

static void print_column(struct list_output *output, const struct listing *listing,
                         const struct pgnpack_column *column)
{
    double packed = (double)column->packed_size;
    if (output->columns++ == 0)
        view_text_print(output->text, "%-8s %14s %13s %8s %11s  %s\n", "part", "text", "packed", "share",
                        "bytes/game", "column");
    view_text_print(output->text, "%-8s %14" PRIu64 " %13" PRIu64 " %7.2f%% %11.3f  ", column->part,
                    column->text_size, column->packed_size, 100 * packed / (double)listing->packed_size,
                    listing->games != 0 ? packed / (double)listing->games : 0);
    view_text_safe(output->text, column->name);
    view_text_string(output->text, "\n");
    output->column_bytes += column->packed_size;
}

static void end_file(struct list_output *output)
{
    if (output->columns != 0)
        view_text_print(output->text, "%-8s %14s %13" PRIu64 "\n", "together", "", output->column_bytes);
}

static void end(struct list_output *output)
{
    const struct listing *total = &output->total;
    if (output->files < 2)
        return;
    print_sizes(output->text, total->games, total->blocks, total->text_size, total->packed_size, total);
    view_text_print(output->text, "%s\n", COUNTED(output->files, "file"));
}

const struct list_printer list_table = {.file = print_file,
                                        .member = print_member,
                                        .block = print_block,
                                        .column = print_column,
                                        .end_file = end_file,
                                        .end = end};
