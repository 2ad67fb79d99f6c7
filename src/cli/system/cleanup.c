#include "cli/system/cleanup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/system/system.h"

enum { NAME_SIZE_MAX = 4096 };

/* Changed by the first thread only, while no signal ends the program. */
static char unfinished_name[NAME_SIZE_MAX];
static char *unfinished_number; /* in the name: several are tried; NULL: none */

/* libarchive, too, ends the program, by exit(), where it gets no memory for a text. */
static void clean(void)
{
    if (unfinished_name[0] != '\0')
        system_remove(unfinished_name);
    for (; unfinished_number != NULL && *unfinished_number < '9'; system_remove(unfinished_name))
        ++*unfinished_number;
}

void cleanup_install(void)
{
    atexit(clean);
    system_when_ended(clean);
}

int cleanup_make_file(char *template_name)
{
    system_hold_ending();
    int descriptor = system_make_file(template_name);
    if (descriptor >= 0 && strlen(template_name) < sizeof unfinished_name)
        strcpy(unfinished_name, template_name);
    system_allow_ending();
    return descriptor;
}

void cleanup_expect_beside(const char *name)
{
    char *real_name = system_real_path(name);
    char *folder = system_folder_of(real_name != NULL ? real_name : name);
    int size = -1;
    system_hold_ending();
    if (folder != NULL)
        size = snprintf(unfinished_name, sizeof unfinished_name, "%s/.pgnpack-%lu-0", folder,
                        system_process_number());
    if (size < 0 || (size_t)size >= sizeof unfinished_name)
        unfinished_name[0] = '\0';
    else
        unfinished_number = unfinished_name + size - 1;
    system_allow_ending();
    free(folder);
    free(real_name);
}

void cleanup_forget(void)
{
    system_hold_ending();
    unfinished_number = NULL;
    unfinished_name[0] = '\0';
    system_allow_ending();
}
