/* What pgndb comment and flag do to a game. */
#ifndef PGNPACK_CLI_CHANGE_EDIT_MARKS_H
#define PGNPACK_CLI_CHANGE_EDIT_MARKS_H

#include "cli/run/command.h"
#include "pgnpack_extra.h"

/* The comment that the options name gets their words, or loses its own. */
enum pgnpack_status edit_comment(struct pgnpack_editor *editor, const struct change_options *change);

/* Flags are words in the tag "Flags": "todo" and "+todo" set one, "todo-" and "-todo" take it away. */
enum pgnpack_status edit_flags(struct pgnpack_editor *editor, const struct input_list *flags);

#endif
