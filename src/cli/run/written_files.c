#include "cli/run/written_files.h"

#include <inttypes.h>
#include <stdio.h>

#include "system/commands.h"

/* The mark of a file that this run may have written; NULL if there is no such file, or no memory. */
static enum name_use *mark_of(struct written_files *files, const char *name)
{
    char key[64];
    struct file_facts facts;
    if (system_facts(name, &facts) != 0)
        return NULL;
    int size = snprintf(key, sizeof key, "%" PRIu64 ":%" PRIu64, facts.volume, facts.number);
    size_t node = name_tree_enter(&files->tree, NAME_TREE_ROOT, key, (size_t)size);
    return node != NAME_TREE_ROOT ? &files->tree.nodes[node].use : NULL;
}

int written_files_have(struct written_files *files, const char *name)
{
    const enum name_use *mark = mark_of(files, name);
    return mark != NULL && *mark != NAME_FREE;
}

enum exit_status written_files_check(struct written_files *files, struct command_context *context,
                                     const char *name)
{
    if (!written_files_have(files, name))
        return EXIT_FINE;
    message_error(context->messages, IN_FILE(name),
                  "is the output of an input before; name this one with -o FILE");
    return EXIT_FAILED;
}

void written_files_add(struct written_files *files, const char *name)
{
    enum name_use *mark = mark_of(files, name);
    if (mark != NULL)
        *mark = NAME_FILE;
}

void written_files_free(struct written_files *files)
{
    name_tree_free(&files->tree);
}
