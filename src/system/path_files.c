#include "system/path_files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* ---- Places ---- */

/* ---- Texts of paths ---- */

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

/* "PATH: what: the cause in words". Returns the status. */
static enum pgnpack_status path_fail(struct error *error, enum pgnpack_status status, const char *path,
                                     const char *what, int cause)
{
    char reason[FILE_REASON_MAX];
    const char *dots;
    const char *shown = end_of(path, &dots);
    file_reason(cause, reason);
    return error_set(error, status, "%s%s: %s: %s", dots, shown, what, reason);
}

/* PGNPACK_ERROR_BUSY: another one has the lock. */
static enum pgnpack_status path_busy(struct error *error, const char *path)
{
    return error_set(error, PGNPACK_ERROR_BUSY,
                     "%s: another program is changing it: try again when that is done", path);
}

/* Puts the path before the text of a failure of that status, once. */
static void path_name(const struct path_copy *path, enum pgnpack_status status, struct error *error)
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

/* ---- Places ---- */

enum { PLACE_TRIES_MAX = 100 }; /* each time somebody else has given the path to another file */

void path_place_init(struct path_place *place, struct memory *memory)
{
    *place = (struct path_place){.memory = memory, .locked = {FILE_CLOSED}};
}

void path_place_close(struct path_place *place)
{
    (void)file_close(&place->locked); /* nothing was written to it */
    path_copy_free(&place->path, place->memory);
    place->has_other = 0;
}

enum pgnpack_status path_place_open(struct path_place *place, const char *path, struct error *error)
{
    char name[FILE_PATH_MAX];
    path_place_close(place);
    int cause = file_resolve(path, name);
    if (cause != 0)
        return path_fail(error, PGNPACK_ERROR_WRITE, path, "cannot be written", cause);
    return path_copy_set(&place->path, place->memory, name) ? PGNPACK_OK : error_no_memory(error);
}

static int is_database(const struct file *file)
{
    char start[4];
    size_t size;
    return file_read_at(file, 0, start, sizeof start, &size) == 0 && size == sizeof start &&
           memcmp(start, "BCGN", sizeof start) == 0;
}

/* 0: it is locked, or need not be; EBUSY, EAGAIN as file_lock(). */
static int lock_once(struct path_place *place)
{
    struct file file;
    int cause = file_open_replaced(&file, place->path.text);
    place->has_other = cause != 0 && cause != ENOENT;
    if (cause != 0)
        return cause == EBUSY ? cause : 0;
    place->has_other = !is_database(&file);
    cause = place->has_other ? 0 : file_lock(&file, place->path.text);
    if (cause == 0 && !place->has_other) {
        place->locked = file;
        return 0;
    }
    (void)file_close(&file);
    if (cause == EBUSY || cause == EAGAIN)
        return cause;
    place->has_other |= cause != ENOENT; /* there are no locks */
    return cause == ENOENT ? EAGAIN : 0;
}

enum pgnpack_status path_place_lock(struct path_place *place, struct error *error)
{
    int cause = EAGAIN;
    for (int i = 0; cause == EAGAIN && place->locked.number == FILE_CLOSED && i < PLACE_TRIES_MAX; i++)
        cause = lock_once(place);
    return place->locked.number == FILE_CLOSED && (cause == EBUSY || cause == EAGAIN)
               ? path_busy(error, place->path.text)
               : PGNPACK_OK;
}

static enum pgnpack_status fail(const struct path_place *place, int cause, struct error *error)
{
    if (cause == EBUSY)
        return error_set(error, PGNPACK_ERROR_BUSY,
                         "%s: another program has it open: try again when that is done", place->path.text);
    if (cause == EAGAIN)
        return error_set(error, PGNPACK_ERROR_WRITE,
                         "%s: cannot be given its name: a link or something else that is no file has it",
                         place->path.text);
    return path_fail(error, PGNPACK_ERROR_WRITE, place->path.text, "cannot be given its name", cause);
}

/* EAGAIN: the path is not what it was. */
static int give_once(struct path_place *place, const char *new_path)
{
    if (place->locked.number != FILE_CLOSED)
        return file_replace(&place->locked, new_path, place->path.text);
    if (place->has_other)
        return file_rename(new_path, place->path.text);
    int cause = file_rename_new(new_path, place->path.text);
    if (cause == 0)
        file_sync_folder_of(place->path.text);
    return cause == EEXIST ? EAGAIN : cause;
}

enum pgnpack_status path_place_give(struct path_place *place, const char *new_path, struct error *error)
{
    int cause = EAGAIN;
    for (int i = 0; cause == EAGAIN && i < PLACE_TRIES_MAX; i++) {
        if (path_place_lock(place, error) != PGNPACK_OK)
            return error->status;
        cause = give_once(place, new_path);
        if (cause == EAGAIN)
            (void)file_close(&place->locked);
    }
    return cause == 0 ? PGNPACK_OK : fail(place, cause, error);
}

/* The same under a lock that is not the place's own: see file_replace(). */
static enum pgnpack_status path_place_replace(const struct path_place *place, struct file *locked,
                                              const char *new_path, struct error *error)
{
    int cause = file_replace(locked, new_path, place->path.text);
    if (cause == EAGAIN)
        return error_set(error, PGNPACK_ERROR_WRITE,
                         "%s: another file has taken its name meanwhile: nothing was changed there",
                         place->path.text);
    return cause == 0 ? PGNPACK_OK : fail(place, cause, error);
}

/* ---- Files ---- */

/* ---- Reading ---- */

void path_source_init(struct path_source *source, struct memory *memory)
{
    *source = (struct path_source){.memory = memory, .file = {FILE_CLOSED}};
}

void path_source_close(struct path_source *source)
{
    (void)file_close(&source->file);
    path_copy_free(&source->path, source->memory);
}

enum pgnpack_status path_source_open(struct path_source *source, const char *path, enum file_wait wait,
                                     struct error *error)
{
    path_source_close(source);
    if (!path_copy_set(&source->path, source->memory, path))
        return error_no_memory(error);
    int cause = file_open(&source->file, path, wait, &source->size);
    return cause == 0 ? PGNPACK_OK
                      : path_fail(error, cause == ENOENT ? PGNPACK_ERROR_NO_FILE : PGNPACK_ERROR_READ, path,
                                  "cannot be opened", cause);
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
    path_name(&source->path, PGNPACK_ERROR_READ, error);
}

/* ---- Changing ---- */

static int is_forked_off(unsigned long process)
{
    return process != file_process_number();
}

void path_change_init(struct path_change *change, struct memory *memory)
{
    *change = (struct path_change){.memory = memory, .process = file_process_number(), .file = {FILE_CLOSED}};
}

void path_change_close(struct path_change *change)
{
    (void)file_close(&change->file); /* what it has to keep is on the disk by then */
    path_copy_free(&change->path, change->memory);
    path_change_init(change, change->memory);
}

enum pgnpack_status path_change_find(struct path_change *change, const char *path, int *is_missing_ret,
                                     struct error *error)
{
    enum { TRIES_MAX = 100 };
    int cause = EAGAIN;
    *is_missing_ret = 0;
    path_change_close(change);
    if (!path_copy_set(&change->path, change->memory, path))
        return error_no_memory(error);
    for (int i = 0; cause == EAGAIN && i < TRIES_MAX; i++)
        cause = file_open_locked(&change->file, path, &change->size);
    change->kept_size = change->reach = change->size;
    *is_missing_ret = cause == ENOENT;
    if (cause == EBUSY || cause == EAGAIN)
        return path_busy(error, path);
    return cause == 0 ? PGNPACK_OK
                      : path_fail(error, cause == ENOENT ? PGNPACK_ERROR_NO_FILE : PGNPACK_ERROR_WRITE, path,
                                  "cannot be changed", cause);
}

enum pgnpack_status path_change_open(struct path_change *change, const char *path, struct error *error)
{
    int is_missing;
    return path_change_find(change, path, &is_missing, error);
}

enum pgnpack_status path_change_remove(struct path_change *change, struct error *error)
{
    int cause = is_forked_off(change->process) ? EPERM : file_remove_locked(&change->file, change->path.text);
    return cause == 0 ? PGNPACK_OK
                      : path_fail(error, PGNPACK_ERROR_WRITE, change->path.text, "cannot be removed", cause);
}

int path_change_read_at(void *opaque, uint64_t offset, void *bytes, size_t size, size_t *size_ret)
{
    const struct path_change *change = opaque;
    return file_read_at(&change->file, offset, bytes, size, size_ret);
}

/* Of what is behind `size`, nothing is there then. */
static int shorten(struct path_change *change, uint64_t size)
{
    int cause = is_forked_off(change->process) ? EPERM : file_truncate(&change->file, size);
    change->reach = cause == 0 ? size : change->reach;
    return cause;
}

int path_change_write(void *opaque, const void *bytes, size_t size)
{
    struct path_change *change = opaque;
    int cause = is_forked_off(change->process) ? EPERM
                : change->reach > change->size ? shorten(change, change->size)
                                               : 0;
    if (cause != 0)
        return cause;
    change->reach = change->size + size; /* a part of it may be there, even if it fails */
    cause = file_write_at(&change->file, change->size, bytes, size);
    change->size += cause == 0 ? size : 0;
    return cause;
}

enum pgnpack_status path_change_set_byte(struct path_change *change, uint64_t offset, uint8_t byte,
                                         struct error *error)
{
    int cause = is_forked_off(change->process) ? EPERM : file_write_at(&change->file, offset, &byte, 1);
    return cause == 0 ? PGNPACK_OK
                      : path_fail(error, PGNPACK_ERROR_WRITE, change->path.text, "writing failed", cause);
}

enum pgnpack_status path_change_sync(struct path_change *change, struct error *error)
{
    int cause = file_sync(&change->file);
    return cause == 0 ? PGNPACK_OK
                      : path_fail(error, PGNPACK_ERROR_WRITE, change->path.text, "writing failed", cause);
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
    if (cause != 0)
        return path_fail(error, PGNPACK_ERROR_WRITE, change->path.text, "cannot be shortened", cause);
    cause = file_sync(&change->file);
    return cause == 0 ? PGNPACK_OK
                      : path_fail(error, PGNPACK_ERROR_WRITE, change->path.text,
                                  "was shortened, but may not be so after a power cut", cause);
}

enum pgnpack_status path_change_take_back(struct path_change *change, struct error *error)
{
    return change->reach == change->kept_size ? PGNPACK_OK
                                              : path_change_cut(change, change->kept_size, error);
}

void path_change_name(const struct path_change *change, struct error *error)
{
    path_name(&change->path, error->status, error);
}

/* ---- A file in place of the one that is changed ---- */

enum pgnpack_status path_change_take(struct path_change *change, struct path_sink *sink, const char *path,
                                     uint64_t size, struct error *error)
{
    path_change_close(change);
    if (!path_copy_set(&change->path, change->memory, path))
        return error_no_memory(error);
    int cause = file_sync(&sink->file);
    if (cause != 0)
        return path_fail(error, PGNPACK_ERROR_WRITE, path, "writing failed", cause);
    cause = file_lock_created(&sink->file);
    if (cause != 0)
        return path_fail(error, PGNPACK_ERROR_WRITE, path, "its new file cannot be locked", cause);
    change->file = sink->file;
    sink->file.number = FILE_CLOSED;
    change->kept_size = change->size = change->reach = size;
    return PGNPACK_OK;
}

enum pgnpack_status path_change_appear(struct path_sink *sink, int *is_there_ret, struct error *error)
{
    const char *path = sink->place.path.text;
    int cause = file_rename_new(sink->temporary.text, path);
    *is_there_ret = cause == EEXIST;
    if (cause != 0)
        return path_fail(error, PGNPACK_ERROR_WRITE, path, "cannot be given its name", cause);
    file_sync_folder_of(path);
    path_copy_free(&sink->temporary, sink->memory);
    return PGNPACK_OK;
}

static enum pgnpack_status copy_end(const struct path_change *change, uint64_t offset, struct path_sink *sink,
                                    struct error *error)
{
    uint8_t piece[16 << 10];
    int cause = 0, read_cause = 0;
    for (size_t size = 1; size != 0 && cause == 0 && read_cause == 0; offset += size) {
        read_cause = file_read_at(&change->file, offset, piece, sizeof piece, &size);
        cause = read_cause == 0 ? file_write(&sink->file, piece, size) : 0;
    }
    if (read_cause != 0)
        return path_fail(error, PGNPACK_ERROR_READ, change->path.text, "cannot be read", read_cause);
    if (cause == 0)
        cause = file_sync(&sink->file);
    if (cause == 0)
        cause = file_close(&sink->file);
    return cause == 0 ? PGNPACK_OK
                      : path_fail(error, PGNPACK_ERROR_WRITE, sink->place.path.text, "writing failed", cause);
}

enum pgnpack_status path_change_save_end(struct path_change *change, uint64_t offset, const char *path,
                                         struct error *error)
{
    struct path_sink sink;
    int is_there = 0;
    path_sink_init(&sink, change->memory);
    enum pgnpack_status status = path_sink_create_under(&sink, path, error);
    if (status == PGNPACK_OK)
        status = copy_end(change, offset, &sink, error);
    if (status == PGNPACK_OK)
        status = path_change_appear(&sink, &is_there, error);
    if (status != PGNPACK_OK && is_there) {
        error_clear(error);
        path_fail(error, status, path, "move it away first, as it may hold an earlier end", EEXIST);
    }
    path_sink_close(&sink);
    return status;
}

enum pgnpack_status path_change_replace(struct path_change *old, struct path_sink *sink, struct error *error)
{
    if (is_forked_off(old->process))
        return path_fail(error, PGNPACK_ERROR_WRITE, old->path.text, "cannot be replaced", EPERM);
    enum pgnpack_status status = path_place_replace(&sink->place, &old->file, sink->temporary.text, error);
    if (status == PGNPACK_OK)
        path_copy_free(&sink->temporary, sink->memory);
    return status;
}

/* ---- Writing ---- */

void path_sink_init(struct path_sink *sink, struct memory *memory)
{
    *sink = (struct path_sink){.memory = memory, .file = {FILE_CLOSED}};
    path_place_init(&sink->place, memory);
}

static void remove_temporary(struct path_sink *sink)
{
    if (sink->temporary.text != NULL && !is_forked_off(sink->process))
        (void)file_remove(sink->temporary.text); /* where it stays, it has a name that tells what it is */
    path_copy_free(&sink->temporary, sink->memory);
}

void path_sink_close(struct path_sink *sink)
{
    (void)file_close(&sink->file); /* what is worth keeping was closed by path_sink_finish() */
    remove_temporary(sink);
    path_place_close(&sink->place);
}

int path_temporary_name(char name[FILE_PATH_MAX], const char *path, int number)
{
    int size = snprintf(name, FILE_PATH_MAX, "%.*s.pgnpack-%lu-%lu-%d", (int)file_folder_length(path), path,
                        file_process_number(), file_process_place(), number);
    return size < FILE_PATH_MAX ? size : -1;
}

/* Names in the path's folder, one after the other, until there is one that no file has. */
static int create_beside(struct path_sink *sink, char name[FILE_PATH_MAX])
{
    enum { TRIES_MAX = 10000 };
    const char *path = sink->place.path.text;
    int cause = EEXIST;
    for (int number = 0; cause == EEXIST && number < TRIES_MAX; number++) {
        cause = path_temporary_name(name, path, number) > 0
                    ? file_create(&sink->file, name, sink->is_private ? 0600 : 0666)
                    : ENAMETOOLONG;
    }
    return cause;
}

/* Some causes are the folder's, which the path does not tell. */
static const char *refusal_of(int cause)
{
    int is_folder =
        cause == EACCES || cause == EPERM || cause == EROFS || cause == ENOENT || cause == ENOTDIR;
    return is_folder ? "cannot be written; its folder must exist and be writable" : "cannot be written";
}

enum pgnpack_status path_sink_create_under(struct path_sink *sink, const char *path, struct error *error)
{
    char name[FILE_PATH_MAX];
    path_sink_close(sink);
    sink->process = file_process_number();
    enum pgnpack_status status = path_place_open(&sink->place, path, error);
    int cause = status == PGNPACK_OK ? create_beside(sink, name) : 0;
    if (status != PGNPACK_OK)
        return status;
    if (cause != 0)
        return path_fail(error, PGNPACK_ERROR_WRITE, path, refusal_of(cause), cause);
    if (path_copy_set(&sink->temporary, sink->memory, name))
        return PGNPACK_OK;
    (void)file_close(&sink->file);
    (void)file_remove(name);
    return error_no_memory(error);
}

enum pgnpack_status path_sink_create(struct path_sink *sink, const char *path, struct error *error)
{
    enum pgnpack_status status = path_sink_create_under(sink, path, error);
    if (status == PGNPACK_OK)
        status = path_place_lock(&sink->place, error);
    if (status != PGNPACK_OK)
        path_sink_close(sink);
    return status;
}

int path_sink_write(void *opaque, const void *bytes, size_t size)
{
    struct path_sink *sink = opaque;
    return is_forked_off(sink->process) ? EPERM : file_write(&sink->file, bytes, size);
}

enum pgnpack_status path_sink_finish(struct path_sink *sink, struct error *error)
{
    int cause = is_forked_off(sink->process) ? EPERM : file_sync(&sink->file);
    int close_cause = file_close(&sink->file);
    if (cause == 0)
        cause = close_cause;
    if (cause != 0)
        return path_fail(error, PGNPACK_ERROR_WRITE, sink->place.path.text, "writing failed", cause);
    enum pgnpack_status status = path_place_give(&sink->place, sink->temporary.text, error);
    if (status == PGNPACK_OK)
        path_copy_free(&sink->temporary, sink->memory);
    return status;
}

void path_sink_name(const struct path_sink *sink, struct error *error)
{
    path_name(&sink->place.path, PGNPACK_ERROR_WRITE, error);
}
