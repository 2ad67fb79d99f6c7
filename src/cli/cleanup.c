#include "cli/cleanup.h"

#include <stdlib.h>
#include <string.h>

#include "cli/system.h"

enum { NAME_SIZE_MAX = 4096 };

/* Changed by the first thread only, while no signal ends the program. */
static char unfinished_name[NAME_SIZE_MAX];

/* libarchive, too, ends the program, by exit(), where it gets no memory for a text. */
static void clean(void)
{
    if (unfinished_name[0] != '\0')
        system_remove(unfinished_name);
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

void cleanup_forget(void)
{
    system_hold_ending();
    unfinished_name[0] = '\0';
    system_allow_ending();
}
