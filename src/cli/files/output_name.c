#include "cli/files/output_name.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { ENDING_SIZE = 18 };

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

char *name_copy(struct name_text name)
{
    return join(name.size != 0 ? name.text : "", name.size, "");
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

struct name_text output_name_stored(const char *input, int unwraps)
{
    size_t size = unwraps ? without_wrappers(input, strlen(input)) : strlen(input), start = size;
    while (start > 0 && input[start - 1] != '/')
        start--;
    struct name_text name = {input + start, size - start};
    if (size - start > strlen(".pgn") && memcmp(input + size - strlen(".pgn"), ".pgn", strlen(".pgn")) == 0)
        name.size = 0;
    return name;
}

/* ".txt" of "games.txt": letters and digits only, since it comes from a file. "" if there is none. */
static void ending_of(struct name_text name, char ending[ENDING_SIZE])
{
    size_t size = 0;
    while (size < name.size && isalnum((unsigned char)name.text[name.size - 1 - size]))
        size++;
    int has_ending = size < name.size && name.text[name.size - 1 - size] == '.' && size + 2 <= ENDING_SIZE;
    ending[0] = '\0';
    if (has_ending)
        snprintf(ending, ENDING_SIZE, "%.*s", (int)size + 1, name.text + name.size - size - 1);
}

char *output_name_unpacked(const char *input, int unwraps, struct name_text stored)
{
    size_t size = unwraps ? without_wrappers(input, strlen(input)) : strlen(input);
    char ending[ENDING_SIZE] = ".pgn";
    if (!has_ending(input, size, ".bcgn"))
        return NULL;
    size -= strlen(".bcgn");
    if (stored.size != 0)
        ending_of(stored, ending);
    if (stored.size != 0 && size >= strlen(ending) &&
        memcmp(input + size - strlen(ending), ending, strlen(ending)) == 0)
        ending[0] = '\0';
    return join(input, size, ending);
}

int output_name_is_bcgn(const char *name)
{
    return has_ending(name, strlen(name), ".bcgn");
}

int output_name_is_packed(const char *input)
{
    return has_ending(input, without_wrappers(input, strlen(input)), ".bcgn");
}

int output_name_is_pgn(const char *input)
{
    return has_ending(input, without_wrappers(input, strlen(input)), ".pgn");
}
