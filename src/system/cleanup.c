#include "system/cleanup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/commands.h"
#include "system/path_files.h"

/* Changed by the first thread only, while no signal ends the program. */
static char unfinished_name[FILE_PATH_MAX];
static char *unfinished_number; /* in the name: several are tried; NULL: none */

/* libarchive, too, ends the program, by exit(), where it gets no memory for a text. */
static void clean(void)
{
    if (unfinished_name[0] != '\0')
        file_remove(unfinished_name);
    for (; unfinished_number != NULL && *unfinished_number < '9'; file_remove(unfinished_name))
        ++*unfinished_number;
}

void cleanup_install(void)
{
    atexit(clean);
    system_when_ended(clean);
}

void cleanup_expect_beside(const char *name)
{
    char *real_name = system_real_path(name);
    const char *path = real_name != NULL ? real_name : name;
    system_hold_ending();
    int size = path_temporary_name(unfinished_name, path, 0);
    if (size < 0) {
        unfinished_name[0] = '\0';
        unfinished_number = NULL;
    } else {
        unfinished_number = unfinished_name + size - 1;
    }
    system_allow_ending();
    free(real_name);
}

void cleanup_forget(void)
{
    system_hold_ending();
    unfinished_number = NULL;
    unfinished_name[0] = '\0';
    system_allow_ending();
}
