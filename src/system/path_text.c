#include "system/path_text.h"

#include <stdio.h>
#include <string.h>

int path_copy_set(struct path_copy *copy, struct memory *memory, const char *path)
{
    size_t size = strlen(path) + 1;
    copy->text = memory_get(memory, size);
    if (copy->text == NULL)
        return 0;
    memcpy(copy->text, path, size);
    copy->size = size;
    return 1;
}

void path_copy_free(struct path_copy *copy, struct memory *memory)
{
    memory_release(memory, copy->text, copy->size);
    *copy = (struct path_copy){NULL, 0};
}

/* A long path's end tells more than its beginning. */
static const char *end_of(const char *path, const char **dots_ret)
{
    enum { SHOWN_MAX = 110 };
    size_t length = strlen(path);
    *dots_ret = length > SHOWN_MAX ? "..." : "";
    return length > SHOWN_MAX ? path + length - SHOWN_MAX : path;
}

enum pgnpack_status path_fail(struct error *error, enum pgnpack_status status, const char *path,
                              const char *what, int cause)
{
    char reason[FILE_REASON_MAX];
    const char *dots;
    const char *shown = end_of(path, &dots);
    file_reason(cause, reason);
    return error_set(error, status, "%s%s: %s: %s", dots, shown, what, reason);
}

enum pgnpack_status path_busy(struct error *error, const char *path)
{
    return error_set(error, PGNPACK_ERROR_BUSY,
                     "%s: another program is changing it: try again when that is done", path);
}

void path_name(const struct path_copy *path, enum pgnpack_status status, struct error *error)
{
    char prefix[sizeof error->text];
    const char *dots;
    if (path->text == NULL || error->status != status)
        return;
    const char *shown = end_of(path->text, &dots);
    int size = snprintf(prefix, sizeof prefix, "%s%s: ", dots, shown);
    if (size <= 0 || (size_t)size >= sizeof prefix || strncmp(error->text, prefix, (size_t)size) == 0)
        return;
    size_t room = sizeof error->text - 1 - (size_t)size;
    size_t length = strlen(error->text);
    if (length > room)
        length = room;
    memmove(error->text + size, error->text, length);
    memcpy(error->text, prefix, (size_t)size);
    error->text[(size_t)size + length] = '\0';
}
