/* pgnunpack: which of its tasks. */
#include "cli/list.h"
#include "cli/unpack.h"

enum exit_status unpack_command(struct command_context *context)
{
    switch (context->options->task) {
    case TASK_EXTRACT:
        return extract_command(context);
    case TASK_TEST:
        return test_command(context);
    case TASK_VIEW:
        return view_command(context);
    case TASK_LIST:
        return list_command(context);
    case TASK_UNPACK:
        break;
    }
    return unpack_files_command(context);
}
