#include "cli/change.h"

#include "cli/change_tasks.h"

enum exit_status change_command(struct command_context *context)
{
    switch (context->options->change) {
    case CHANGE_APPEND:
        return change_append(context);
    case CHANGE_DELETE:
    case CHANGE_UNDELETE:
        return change_delete(context);
    case CHANGE_DELETED:
    case CHANGE_LOG:
        return change_log(context);
    case CHANGE_TRUNCATE:
        return change_truncate(context);
    case CHANGE_EDIT:
        return change_edit(context);
    case CHANGE_RENAME:
        return change_rename(context);
    case CHANGE_SPELLING:
        return change_spelling(context);
    case CHANGE_DEDUPE:
        return change_dedupe(context);
    default:
        break;
    }
    return EXIT_FAULT;
}
