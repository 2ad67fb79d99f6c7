#include "cli/members.h"

#include <stdlib.h>
#include <string.h>

#include "cli/name_pattern.h"
#include "cli/output_name.h"

/* "" where the block's header cannot be read, too: what is wrong with it is told elsewhere. */
static char *name_of(struct pgnpack_block_reader *blocks, uint64_t block)
{
    struct pgnpack_block_details details;
    if (pgnpack_block_reader_details(blocks, block, &details) != PGNPACK_OK)
        return strdup("");
    return name_copy((struct name_text){details.file_name.data, details.file_name.size});
}

static struct member *add(struct members *members, struct pgnpack_block_reader *blocks, uint64_t block,
                          uint64_t first_game)
{
    if ((members->count & (members->count + 1)) == 0) { /* room for twice as many less one */
        struct member *grown = realloc(members->list, (2 * members->count + 1) * sizeof *grown);
        if (grown == NULL)
            return NULL;
        members->list = grown;
    }
    struct member *member = &members->list[members->count];
    *member = (struct member){.name = name_of(blocks, block), .first_block = block, .first_game = first_game};
    if (member->name == NULL)
        return NULL;
    members->named += member->name[0] != '\0';
    members->count++;
    return member;
}

static int add_all(struct members *members, const struct pgnpack_reader *reader,
                   struct pgnpack_block_reader *blocks)
{
    struct pgnpack_block_info info;
    struct member *member = NULL;
    for (uint64_t i = 0; pgnpack_reader_block(reader, i, &info); i++) {
        if (info.is_annex)
            continue;
        if (member == NULL || info.begins_file)
            member = add(members, blocks, i, info.first_game);
        if (member == NULL)
            return 0;
        member->block_count = i + 1 - member->first_block;
        member->games += info.game_count;
        member->text_size += info.text_size;
        member->packed_size += info.size;
    }
    return 1;
}

int members_read(struct members *members, const struct pgnpack_reader *reader)
{
    *members = (struct members){NULL, 0, 0};
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader);
    int done = blocks != NULL && add_all(members, reader, blocks);
    pgnpack_block_reader_free(blocks);
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
    *members = (struct members){NULL, 0, 0};
}

enum exit_status member_report_none(const struct command_context *context, const char *database)
{
    message_error(context->messages, IN_FILE(database),
                  "holds no file of that name; -l lists those that it holds");
    return EXIT_USAGE;
}

/* Reads one block's header, however many members there are. */
static char *lone_name_of(const struct pgnpack_reader *reader)
{
    struct pgnpack_block_info info;
    uint64_t first = UINT64_MAX;
    for (uint64_t i = 0; pgnpack_reader_block(reader, i, &info); i++) {
        if (info.is_annex || (!info.begins_file && first != UINT64_MAX))
            continue;
        if (!info.begins_file || first != UINT64_MAX)
            return NULL;
        first = i;
    }
    if (first == UINT64_MAX)
        return NULL;
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader);
    char *name = blocks != NULL ? name_of(blocks, first) : NULL;
    pgnpack_block_reader_free(blocks);
    return name;
}

char *member_lone_name(const struct command_context *context, const char *input)
{
    struct messages silence = {.program = context->messages->program, .quiet = 2};
    struct command_context silent = {.options = context->options, .messages = &silence};
    struct database database;
    if (database_open(&database, &silent, input) != EXIT_FINE)
        return NULL;
    char *name = database.reader != NULL ? lone_name_of(database.reader) : NULL;
    database_close(&database);
    return name;
}
