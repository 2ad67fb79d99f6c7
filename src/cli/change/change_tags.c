#include "cli/change/change_tags.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/base/option_guess.h"

static enum exit_status tell(struct command_context *context, const char *file, const char *tag,
                             const char *const *names, size_t count, int has_to_be)
{
    char behind[OPTION_GUESS_SIZE];
    option_guess("", tag, strlen(tag), names, count, behind);
    if (!has_to_be) {
        message_warning(context->messages, WARNING_OTHER, IN_FILE(file), "no game has it: the tag '%s'%s",
                        tag, behind);
        return EXIT_FINE;
    }
    message_error(context->messages, IN_FILE(file), "no game has it: the tag '%s'%s", tag, behind);
    return EXIT_FAILED;
}

/* Looks through the names that are there. */
static enum exit_status check_among(struct command_context *context, const char *file, const char *tag,
                                    const struct pgnpack_block_reader *blocks, size_t count, int has_to_be)
{
    const char **names = malloc((count + 1) * sizeof *names);
    struct pgnpack_text name;
    enum exit_status status = EXIT_FINE;
    int is_there = 0;
    if (names == NULL)
        return command_no_memory(context);
    for (size_t i = 0; i < count && pgnpack_block_reader_tag_name(blocks, i, &name); i++) {
        names[i] = name.data;
        is_there |= strcmp(name.data, tag) == 0;
    }
    if (!is_there)
        status = tell(context, file, tag, names, count, has_to_be);
    free(names);
    return status;
}

enum exit_status change_check_tag(struct command_context *context, const struct database *database,
                                  const char *tag, int has_to_be)
{
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(database->reader, PGNPACK_DELETED_KEPT);
    enum exit_status status = EXIT_FINE;
    size_t count;
    if (blocks == NULL)
        return command_no_memory(context);
    if (pgnpack_block_reader_tag_names(blocks, &count) != PGNPACK_OK)
        status = command_report(context, database->file.name, pgnpack_error(blocks));
    else if (pgnpack_reader_info(database->reader)->game_count != 0)
        status = check_among(context, database->file.name, tag, blocks, count, has_to_be);
    pgnpack_free(blocks);
    return status;
}
