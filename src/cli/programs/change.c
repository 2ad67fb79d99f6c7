#include "cli/programs/change.h"

#include "cli/change/change_tasks.h"
#include "cli/duplicates/duplicates_tasks.h"

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
    case CHANGE_MERGE:
    case CHANGE_COMPACT:
    case CHANGE_SORT:
    case CHANGE_SPLIT:
        return change_copy(context);
    case CHANGE_NONE:
        break;
    }
    return EXIT_FAULT;
}
