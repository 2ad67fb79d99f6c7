#include "cli/run/members.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/name_pattern.h"
#include "cli/files/output_name.h"

/* A member of that name, which begins with the block's file. */
static struct member *add(struct members *members, const struct pgnpack_block_file *file, uint64_t block,
                          uint64_t number)
{
    if ((members->count & (members->count + 1)) == 0) { /* room for twice as many less one */
        struct member *grown = realloc(members->list, (2 * members->count + 1) * sizeof *grown);
        if (grown == NULL)
            return NULL;
        members->list = grown;
    }
    struct member *member = &members->list[members->count];
    *member = (struct member){.name = name_copy((struct name_text){file->name.data, file->name.size}),
                              .first_block = block,
                              .first_file = number,
                              .first_game = file->first_game,
                              .has_time = file->has_time,
                              .time = file->time};
    if (member->name == NULL)
        return NULL;
    members->named += member->name[0] != '\0';
    members->count++;
    return member;
}

/* What a file has of its block; `text_size` is the part of the block's text that is known to be its own. */
static int add_part(struct members *members, const struct pgnpack_block_info *info,
                    const struct pgnpack_block_file *file, uint64_t block, uint64_t number,
                    uint64_t text_size)
{
    int is_new = members->count == 0 || file->begins || members->is_between;
    members->is_between = file->name.data == NULL;
    if (members->is_between)
        return 1;
    struct member *member = is_new ? add(members, file, block, number) : &members->list[members->count - 1];
    if (member == NULL)
        return 0;
    member->block_count = block + 1 - member->first_block;
    member->games += file->game_count;
    member->text_size += text_size;
    member->packed_size += info->text_size == text_size
                               ? info->size
                               : (uint64_t)((double)info->size * (double)text_size / (double)info->text_size);
    return 1;
}

/* A block that has one file, or cannot be read: what is wrong with it is told elsewhere. */
static int add_block(struct members *members, const struct pgnpack_block_info *info,
                     const struct pgnpack_block_file *file, uint64_t block)
{
    const struct pgnpack_block_file whole = {.name = file->name,
                                             .begins = info->begins_file,
                                             .first_game = info->first_game,
                                             .game_count = info->game_count,
                                             .has_time = file->has_time,
                                             .time = file->time};
    return add_part(members, info, &whole, block, 0, info->text_size);
}

static int may_be_between(const struct pgnpack_block_info *info)
{
    enum { BETWEEN_MAX = 4 };
    return info->begins_file && info->game_count == 0 && info->text_size <= BETWEEN_MAX;
}

/* Several files: how much text each has is seen by unpacking them. */
static int add_files(struct members *members, struct pgnpack_block_reader *blocks,
                     const struct pgnpack_block_info *info, uint64_t block)
{
    const struct pgnpack_block_file none = {.name = {"", 0}};
    struct pgnpack_block_details details;
    struct pgnpack_block_file file;
    struct pgnpack_text text;
    int is_read = (members->with_sizes && info->has_files) || may_be_between(info)
                      ? pgnpack_block_reader_text(blocks, block, &text) == PGNPACK_OK
                      : pgnpack_block_reader_details(blocks, block, &details) == PGNPACK_OK;
    if (!is_read && members->with_sizes && info->has_files) /* names at least */
        is_read = pgnpack_block_reader_details(blocks, block, &details) == PGNPACK_OK;
    if (!is_read || !info->has_files)
        return add_block(members, info, pgnpack_block_reader_file(blocks, 0, &file) ? &file : &none, block);
    int done = 1;
    for (size_t i = 0; done && pgnpack_block_reader_file(blocks, i, &file); i++)
        done = add_part(members, info, &file, block, i, file.text.size);
    return done;
}

static int add_all(struct members *members, const struct pgnpack_reader *reader,
                   struct pgnpack_block_reader *blocks)
{
    const struct pgnpack_block_file none = {.name = {"", 0}};
    struct pgnpack_block_info info;
    int done = 1;
    for (uint64_t i = 0; done && pgnpack_reader_block(reader, i, &info); i++) {
        if (info.is_annex)
            continue;
        done = info.begins_file || info.has_files ? add_files(members, blocks, &info, i)
                                                  : add_block(members, &info, &none, i);
    }
    return done;
}

int members_read(struct members *members, const struct pgnpack_reader *reader, int with_sizes)
{
    *members = (struct members){.with_sizes = with_sizes};
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    int done = blocks != NULL && add_all(members, reader, blocks);
    pgnpack_free(blocks);
    return done;
}

/* Names with the signs of patterns in them are meant as they are, too. */
static int is_like(const char *name, const char *pattern)
{
    return name_pattern_matches(pattern, name, 0) || strcmp(pattern, name) == 0;
}

static int matches(const char *name, const char *pattern)
{
    const char *slash = strchr(pattern, '/') == NULL ? strrchr(name, '/') : NULL;
    return is_like(name, pattern) || (slash != NULL && is_like(slash + 1, pattern));
}

int member_is_wanted(const char *name, const struct input_list *patterns)
{
    for (size_t i = 0; i < patterns->count; i++)
        if (matches(name, patterns->names[i]))
            return 1;
    return 0;
}

void members_free(struct members *members)
{
    for (size_t i = 0; i < members->count; i++)
        free(members->list[i].name);
    free(members->list);
    *members = (struct members){.list = NULL};
}

enum exit_status member_report_none(const struct command_context *context, const char *database)
{
    message_error(context->messages, IN_FILE(database),
                  "holds no file of that name; -l lists those that it holds");
    return EXIT_FAILED;
}

/* Reads one block's header, however many members there are. */
static char *lone_name_of(const struct pgnpack_reader *reader)
{
    struct pgnpack_block_info info;
    struct pgnpack_block_details details = {.file_name = {"", 0}};
    uint64_t first = UINT64_MAX;
    for (uint64_t i = 0; pgnpack_reader_block(reader, i, &info); i++) {
        if (info.is_annex || (!info.begins_file && !info.has_files && first != UINT64_MAX))
            continue;
        if (info.has_files || !info.begins_file || first != UINT64_MAX)
            return NULL;
        first = i;
    }
    if (first == UINT64_MAX)
        return NULL;
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    if (blocks != NULL)
        pgnpack_block_reader_details(blocks, first, &details);
    char *name = name_copy((struct name_text){details.file_name.data, details.file_name.size});
    pgnpack_free(blocks);
    return name;
}

char *member_lone_name(const struct command_context *context, const char *input)
{
    struct messages silence = {.program = context->messages->program, .quiet = 2};
    struct command_context silent = {.options = context->options, .messages = &silence};
    struct database database;
    if (database_open(&database, &silent, input, 0) != EXIT_FINE)
        return NULL;
    char *name = database.reader != NULL ? lone_name_of(database.reader) : NULL;
    database_close(&database);
    return name;
}
