/* --rm: taking an input away, if it is still the file that was read. */
#ifndef PGNPACK_CLI_REMOVAL_H
#define PGNPACK_CLI_REMOVAL_H

#include <sys/stat.h>

#include "cli/messages.h"

struct removal {
    struct stat facts;
    int is_known; /* the facts are those of a file */
};

/* To be called before the input is read. */
void removal_note(struct removal *removal, const char *name);

/* The input is to stay: an archive or a database of named files, which hold more than the output has. */
void removal_forget(struct removal *removal);

/* Removes it. Failures are reported; an input that stays for a reason is a warning, and fine. */
enum exit_status removal_run(const struct removal *removal, const char *name, struct messages *messages);

#endif
