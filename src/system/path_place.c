#include "system/path_place.h"

#include <errno.h>
#include <string.h>

enum { TRIES_MAX = 100 }; /* each time somebody else has given the path to another file */

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
    for (int i = 0; cause == EAGAIN && place->locked.number == FILE_CLOSED && i < TRIES_MAX; i++)
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
    for (int i = 0; cause == EAGAIN && i < TRIES_MAX; i++) {
        if (path_place_lock(place, error) != PGNPACK_OK)
            return error->status;
        cause = give_once(place, new_path);
        if (cause == EAGAIN)
            (void)file_close(&place->locked);
    }
    return cause == 0 ? PGNPACK_OK : fail(place, cause, error);
}

enum pgnpack_status path_place_replace(const struct path_place *place, struct file *locked,
                                       const char *new_path, struct error *error)
{
    int cause = file_replace(locked, new_path, place->path.text);
    if (cause == EAGAIN)
        return error_set(error, PGNPACK_ERROR_WRITE,
                         "%s: another file has taken its name meanwhile: nothing was changed there",
                         place->path.text);
    return cause == 0 ? PGNPACK_OK : fail(place, cause, error);
}
