/* -l --html: what is in packed files, as a page that stands alone. */
#ifndef PGNPACK_CLI_LIST_LIST_HTML_H
#define PGNPACK_CLI_LIST_LIST_HTML_H

#include "cli/run/command.h"

enum exit_status list_html(struct command_context *context);

#endif
