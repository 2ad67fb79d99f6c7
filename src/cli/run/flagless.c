#include "cli/run/flagless.h"

enum exit_status flagless_text(struct command_context *context, struct pgnpack_editor *editor,
                               struct pgnpack_text *text)
{
    struct pgnpack_edited edited;
    enum pgnpack_status status = pgnpack_editor_begin(editor, text->data, text->size);
    if (status == PGNPACK_OK)
        status = pgnpack_editor_set_tag(editor, FLAGS_TAG, NULL, 0);
    if (status == PGNPACK_OK)
        status = pgnpack_editor_finish(editor, &edited);
    if (status == PGNPACK_OK)
        *text = edited.text;
    return status == PGNPACK_OK || status == PGNPACK_ERROR_ARGUMENT
               ? EXIT_FINE
               : command_report(context, NULL, pgnpack_error(editor));
}
