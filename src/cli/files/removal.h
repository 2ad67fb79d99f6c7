/* --rm: taking an input away, if it is still the file that was read. */
#ifndef PGNPACK_CLI_FILES_REMOVAL_H
#define PGNPACK_CLI_FILES_REMOVAL_H

#include <stddef.h>

#include "cli/base/messages.h"
#include "system/commands.h"

struct removal {
    struct file_facts facts;
    int is_known; /* the facts are those of a file */
};

/* To be called before the input is read. */
void removal_note(struct removal *removal, const char *name);

/* The input is to stay: an archive or a database of named files, which hold more than the output has. */
void removal_forget(struct removal *removal);

/* Removes all. Failures are reported; an input that stays for a reason is a warning, and fine. */
enum exit_status removal_run(const struct removal *removals, const char *const *names, size_t count,
                             struct messages *messages);

#endif
