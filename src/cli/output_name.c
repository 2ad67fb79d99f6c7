#include "cli/output_name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const wrapper_endings[] = {".gz",  ".bz2", ".xz",   ".zst", ".zip", ".7z",
                                              ".tar", ".tgz", ".tbz2", ".txz", ".tzst"};

/* Is there `ending` behind at least one more character of the file's own name? */
static int has_ending(const char *path, size_t size, const char *ending)
{
    size_t ending_size = strlen(ending);
    return size > ending_size && strncasecmp(path + size - ending_size, ending, ending_size) == 0 &&
           path[size - ending_size - 1] != '/';
}

static size_t without_wrappers(const char *path, size_t size)
{
    for (size_t i = 0; i < sizeof wrapper_endings / sizeof wrapper_endings[0]; i++)
        if (has_ending(path, size, wrapper_endings[i]))
            return without_wrappers(path, size - strlen(wrapper_endings[i]));
    return size;
}

static char *join(const char *path, size_t size, const char *ending)
{
    char *name = malloc(size + strlen(ending) + 1);
    if (name == NULL)
        return NULL;
    memcpy(name, path, size);
    strcpy(name + size, ending);
    return name;
}

char *path_join(const char *folder, const char *name, size_t name_size)
{
    size_t folder_size = strlen(folder), size = folder_size + name_size + 2;
    const char *slash = folder_size != 0 && folder[folder_size - 1] == '/' ? "" : "/";
    char *path = malloc(size);
    if (path != NULL)
        snprintf(path, size, "%s%s%.*s", folder, slash, (int)name_size, name);
    return path;
}

char *output_name_packed(const char *input, int unwraps)
{
    size_t size = unwraps ? without_wrappers(input, strlen(input)) : strlen(input);
    if (has_ending(input, size, ".pgn"))
        size -= strlen(".pgn");
    return join(input, size, ".bcgn");
}

char *output_name_unpacked(const char *input, int unwraps)
{
    size_t size = unwraps ? without_wrappers(input, strlen(input)) : strlen(input);
    if (!has_ending(input, size, ".bcgn"))
        return NULL;
    return join(input, size - strlen(".bcgn"), ".pgn");
}

int output_name_is_packed(const char *input)
{
    return has_ending(input, without_wrappers(input, strlen(input)), ".bcgn");
}
