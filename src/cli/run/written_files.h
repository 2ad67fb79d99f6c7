/* The outputs of one run: x.bcgn and x.bcgn.gz would replace each other's x.pgn. */
#ifndef PGNPACK_CLI_RUN_WRITTEN_FILES_H
#define PGNPACK_CLI_RUN_WRITTEN_FILES_H

#include "cli/run/command.h"
#include "cli/files/name_choice.h"

/* Zeroed, it is empty. Files are told apart by device and number, so that links count as what they lead to. */
struct written_files {
    struct name_tree tree;
};

/* Reports a name that is an output of this run already. */
enum exit_status written_files_check(struct written_files *files, struct command_context *context,
                                     const char *name);

/* Does the name, or another one that the system takes for the same, lead to an output of this run? */
int written_files_have(struct written_files *files, const char *name);

/* `name` was written. */
void written_files_add(struct written_files *files, const char *name);

void written_files_free(struct written_files *files);

#endif
