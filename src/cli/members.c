#include "cli/members.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

/* "" where the block's header cannot be read, too: what is wrong with it is told elsewhere. */
static char *name_of(struct pgnpack_block_reader *blocks, uint64_t block)
{
    struct pgnpack_block_details details;
    if (pgnpack_block_reader_details(blocks, block, &details) != PGNPACK_OK)
        return strdup("");
    return details.file_name.size != 0 ? strndup(details.file_name.data, details.file_name.size) : strdup("");
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

static int matches(const char *name, const char *pattern)
{
    const char *slash = strrchr(name, '/');
    if (fnmatch(pattern, name, 0) == 0 || strcmp(pattern, name) == 0)
        return 1;
    return strchr(pattern, '/') == NULL && slash != NULL &&
           (fnmatch(pattern, slash + 1, 0) == 0 || strcmp(pattern, slash + 1) == 0);
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

char *member_lone_name(const struct command_context *context, const char *input)
{
    struct messages silence = {.program = context->messages->program, .quiet = 2};
    struct command_context silent = {.options = context->options, .messages = &silence};
    struct database database;
    struct members members = {NULL, 0, 0};
    char *name = NULL;
    if (database_open(&database, &silent, input) != EXIT_FINE)
        return NULL;
    if (database.reader != NULL && members_read(&members, database.reader) && members.count == 1 &&
        members.named == 1)
        name = strdup(members.list[0].name);
    members_free(&members);
    database_close(&database);
    return name;
}
