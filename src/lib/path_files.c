#include "lib/path_files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* ---- Paths ---- */

static int copy_path(struct path_copy *copy, struct memory *memory, const char *path)
{
    size_t size = strlen(path) + 1;
    copy->text = memory_get(memory, size);
    if (copy->text == NULL)
        return 0;
    memcpy(copy->text, path, size);
    copy->size = size;
    return 1;
}

static void free_path(struct path_copy *copy, struct memory *memory)
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

static enum pgnpack_status fail(struct error *error, enum pgnpack_status status, const char *path,
                                const char *what, int cause)
{
    char reason[FILE_REASON_MAX];
    const char *dots;
    const char *shown = end_of(path, &dots);
    file_reason(cause, reason);
    return error_set(error, status, "%s%s: %s: %s", dots, shown, what, reason);
}

static void name_path(const struct path_copy *path, enum pgnpack_status status, struct error *error)
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

/* ---- Reading ---- */

void path_source_init(struct path_source *source, struct memory *memory)
{
    *source = (struct path_source){.memory = memory, .file = {FILE_CLOSED}};
}

void path_source_close(struct path_source *source)
{
    file_close(&source->file);
    free_path(&source->path, source->memory);
}

enum pgnpack_status path_source_open(struct path_source *source, const char *path, struct error *error)
{
    path_source_close(source);
    if (!copy_path(&source->path, source->memory, path))
        return error_no_memory(error);
    int cause = file_open(&source->file, path, &source->size);
    return cause == 0 ? PGNPACK_OK : fail(error, PGNPACK_ERROR_READ, path, "cannot be opened", cause);
}

int path_source_read(void *opaque, void *bytes, size_t size, size_t *size_ret)
{
    struct path_source *source = opaque;
    return file_read(&source->file, bytes, size, size_ret);
}

int path_source_read_at(void *opaque, uint64_t offset, void *bytes, size_t size, size_t *size_ret)
{
    const struct path_source *source = opaque;
    return file_read_at(&source->file, offset, bytes, size, size_ret);
}

void path_source_name(const struct path_source *source, struct error *error)
{
    name_path(&source->path, PGNPACK_ERROR_READ, error);
}

/* ---- Changing ---- */

void path_change_init(struct path_change *change, struct memory *memory)
{
    *change = (struct path_change){.memory = memory, .file = {FILE_CLOSED}};
}

void path_change_close(struct path_change *change)
{
    file_close(&change->file);
    free_path(&change->path, change->memory);
    path_change_init(change, change->memory);
}

enum pgnpack_status path_change_open(struct path_change *change, const char *path, struct error *error)
{
    enum { TRIES_MAX = 100 };
    int cause = EAGAIN;
    path_change_close(change);
    if (!copy_path(&change->path, change->memory, path))
        return error_no_memory(error);
    for (int i = 0; cause == EAGAIN && i < TRIES_MAX; i++)
        cause = file_open_locked(&change->file, path, &change->size);
    change->kept_size = change->reach = change->size;
    if (cause == EBUSY || cause == EAGAIN)
        return error_set(error, PGNPACK_ERROR_BUSY,
                         "%s: another program is changing it: try again when that is done", path);
    return cause == 0 ? PGNPACK_OK : fail(error, PGNPACK_ERROR_WRITE, path, "cannot be changed", cause);
}

int path_change_read_at(void *opaque, uint64_t offset, void *bytes, size_t size, size_t *size_ret)
{
    const struct path_change *change = opaque;
    return file_read_at(&change->file, offset, bytes, size, size_ret);
}

/* Of what is behind `size`, nothing is there then. */
static int shorten(struct path_change *change, uint64_t size)
{
    int cause = file_truncate(&change->file, size);
    change->reach = cause == 0 ? size : change->reach;
    return cause;
}

int path_change_write(void *opaque, const void *bytes, size_t size)
{
    struct path_change *change = opaque;
    int cause = change->reach > change->size ? shorten(change, change->size) : 0;
    if (cause != 0)
        return cause;
    change->reach = change->size + size; /* a part of it may be there, even if it fails */
    cause = file_write_at(&change->file, change->size, bytes, size);
    change->size += cause == 0 ? size : 0;
    return cause;
}

enum pgnpack_status path_change_sync(struct path_change *change, struct error *error)
{
    int cause = file_sync(&change->file);
    return cause == 0 ? PGNPACK_OK
                      : fail(error, PGNPACK_ERROR_WRITE, change->path.text, "writing failed", cause);
}

void path_change_keep(struct path_change *change)
{
    change->kept_size = change->size;
}

enum pgnpack_status path_change_cut(struct path_change *change, uint64_t size, struct error *error)
{
    int cause = shorten(change, size);
    if (cause == 0)
        change->kept_size = size;
    change->size = change->kept_size;
    if (cause == 0)
        cause = file_sync(&change->file);
    return cause == 0 ? PGNPACK_OK
                      : fail(error, PGNPACK_ERROR_WRITE, change->path.text, "cannot be shortened", cause);
}

enum pgnpack_status path_change_take_back(struct path_change *change, struct error *error)
{
    return change->reach == change->kept_size ? PGNPACK_OK
                                              : path_change_cut(change, change->kept_size, error);
}

void path_change_name(const struct path_change *change, struct error *error)
{
    name_path(&change->path, error->status, error);
}

/* ---- Writing ---- */

void path_sink_init(struct path_sink *sink, struct memory *memory)
{
    *sink = (struct path_sink){.memory = memory, .file = {FILE_CLOSED}};
}

void path_sink_close(struct path_sink *sink)
{
    file_close(&sink->file);
    if (sink->temporary.text != NULL)
        file_remove(sink->temporary.text);
    free_path(&sink->temporary, sink->memory);
    free_path(&sink->path, sink->memory);
}

/* Names in the path's folder, one after the other, until there is one that no file has. */
static int create_beside(struct path_sink *sink, char name[FILE_PATH_MAX])
{
    enum { TRIES_MAX = 10000 };
    size_t folder = file_folder_length(sink->path.text);
    int cause = EEXIST;
    for (int number = 0; cause == EEXIST && number < TRIES_MAX; number++) {
        int size = snprintf(name, FILE_PATH_MAX, "%.*s.pgnpack-%lu-%d", (int)folder, sink->path.text,
                            file_process_number(), number);
        cause = size > 0 && size < FILE_PATH_MAX ? file_create(&sink->file, name) : ENAMETOOLONG;
    }
    return cause;
}

enum pgnpack_status path_sink_create(struct path_sink *sink, const char *path, struct error *error)
{
    char name[FILE_PATH_MAX];
    path_sink_close(sink);
    int cause = file_resolve(path, name);
    if (cause == 0 && !copy_path(&sink->path, sink->memory, name))
        return error_no_memory(error);
    if (cause == 0)
        cause = create_beside(sink, name);
    if (cause != 0)
        return fail(error, PGNPACK_ERROR_WRITE, path, "cannot be written", cause);
    if (copy_path(&sink->temporary, sink->memory, name))
        return PGNPACK_OK;
    file_close(&sink->file);
    file_remove(name);
    return error_no_memory(error);
}

int path_sink_write(void *opaque, const void *bytes, size_t size)
{
    struct path_sink *sink = opaque;
    return file_write(&sink->file, bytes, size);
}

enum pgnpack_status path_sink_finish(struct path_sink *sink, struct error *error)
{
    int cause = file_sync(&sink->file);
    int close_cause = file_close(&sink->file);
    if (cause == 0)
        cause = close_cause;
    if (cause != 0)
        return fail(error, PGNPACK_ERROR_WRITE, sink->path.text, "writing failed", cause);
    cause = file_rename(sink->temporary.text, sink->path.text);
    if (cause != 0)
        return fail(error, PGNPACK_ERROR_WRITE, sink->path.text, "cannot be given its name", cause);
    free_path(&sink->temporary, sink->memory);
    return PGNPACK_OK;
}

void path_sink_name(const struct path_sink *sink, struct error *error)
{
    name_path(&sink->path, PGNPACK_ERROR_WRITE, error);
}
