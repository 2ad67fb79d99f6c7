#include "cli/find_index.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char suffix[] = ".idx";

/* The index's name; NULL: there is no memory. */
static char *index_name(const char *database)
{
    size_t size = strlen(database);
    char *name = malloc(size + sizeof suffix);
    if (name != NULL) {
        memcpy(name, database, size);
        memcpy(name + size, suffix, sizeof suffix);
    }
    return name;
}

static int file_exists(const char *name)
{
    FILE *file = fopen(name, "rb");
    if (file == NULL)
        return 0;
    fclose(file);
    return 1;
}

void find_use_index(struct command_context *context, const struct database *database)
{
    char *name = index_name(database->file.name);
    if (name != NULL && file_exists(name) &&
        pgnpack_reader_use_index_path(database->reader, name) != PGNPACK_OK)
        message_warning(context->messages, WARNING_OTHER, IN_FILE(name), "is not used: %s",
                        pgnpack_reader_error(database->reader)->text);
    free(name);
}

enum exit_status find_make_index(struct command_context *context, const struct database *database)
{
    enum exit_status status = EXIT_FINE;
    char *name = index_name(database->file.name);
    if (name == NULL)
        return command_no_memory(context);
    if (pgnpack_reader_write_index_path(database->reader, NULL, name) != PGNPACK_OK)
        status = command_report(context, database->file.name, pgnpack_reader_error(database->reader));
    free(name);
    return status;
}
