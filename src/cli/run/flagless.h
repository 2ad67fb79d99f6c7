/* --no-flags: games go out without the tag Flags, which is for who keeps them. */
#ifndef PGNPACK_CLI_RUN_FLAGLESS_H
#define PGNPACK_CLI_RUN_FLAGLESS_H

#include "cli/run/command.h"
#include "pgnpack_extra.h"

#define FLAGS_TAG "Flags"

/* Takes the tag out of a game's text, which is then the editor's, and lives until its next game. Text that cannot be edited stays as it is. */
enum exit_status flagless_text(struct command_context *context, struct pgnpack_editor *editor,
                               struct pgnpack_text *text);

#endif
