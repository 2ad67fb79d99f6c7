/*
 * WebAssembly has no files: a path is the number of a source that the module's host knows (src/bindings/wasm), and which
 * it reads. Nothing is written by path.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/file_access.h"

/* Both return what there is, or less than 0 where it fails. */
__attribute__((import_module("pgnpack"), import_name("source_size"))) double host_source_size(int source);
__attribute__((import_module("pgnpack"), import_name("source_read"))) int
host_source_read(int source, double offset, void *bytes, size_t size);

int file_open(struct file *file, const char *path, enum file_wait wait, uint64_t *size_ret)
{
    (void)wait;
    char *end;
    long source = strtol(path, &end, 10);
    double size = end == path || *end != '\0' ? -1 : host_source_size((int)source);
    file->number = FILE_CLOSED;
    if (size < 0)
        return ENOENT;
    file->number = source;
    *size_ret = (uint64_t)size;
    return 0;
}

int file_create(struct file *file, const char *path, unsigned permissions)
{
    (void)path, (void)permissions;
    file->number = FILE_CLOSED;
    return ENOTSUP;
}

/* Of sources that are not read at an offset there are none. */
int file_read(struct file *file, void *bytes, size_t size, size_t *size_ret)
{
    (void)file, (void)bytes, (void)size;
    *size_ret = 0;
    return ENOTSUP;
}

int file_read_at(const struct file *file, uint64_t offset, void *bytes, size_t size, size_t *size_ret)
{
    int count = host_source_read((int)file->number, (double)offset, bytes, size);
    *size_ret = count < 0 || (size_t)count > size ? 0 : (size_t)count;
    return count < 0 || (size_t)count > size ? EIO : 0;
}

int file_write(struct file *file, const void *bytes, size_t size)
{
    (void)file, (void)bytes, (void)size;
    return ENOTSUP;
}

int file_open_locked(struct file *file, const char *path, uint64_t *size_ret)
{
    (void)path, (void)size_ret;
    file->number = FILE_CLOSED;
    return ENOTSUP;
}

int file_write_at(const struct file *file, uint64_t offset, const void *bytes, size_t size)
{
    (void)file, (void)offset, (void)bytes, (void)size;
    return ENOTSUP;
}

int file_truncate(const struct file *file, uint64_t size)
{
    (void)file, (void)size;
    return ENOTSUP;
}

/* There are none. */
int file_take_permissions(const struct file *file, const struct file *other)
{
    (void)file;
    (void)other;
    return 0;
}

int file_open_replaced(struct file *file, const char *path)
{
    (void)path;
    file->number = FILE_CLOSED;
    return ENOTSUP;
}

int file_lock(const struct file *file, const char *path)
{
    (void)file, (void)path;
    return ENOTSUP;
}

int file_lock_created(const struct file *file)
{
    (void)file;
    return ENOTSUP;
}

int file_replace(struct file *locked, const char *new_path, const char *path)
{
    (void)locked, (void)new_path, (void)path;
    return ENOTSUP;
}

int file_sync(struct file *file)
{
    (void)file;
    return 0;
}

int file_close(struct file *file)
{
    file->number = FILE_CLOSED;
    return 0;
}

int file_rename(const char *old_path, const char *path)
{
    (void)old_path, (void)path;
    return ENOTSUP;
}

int file_rename_new(const char *old_path, const char *path)
{
    (void)old_path, (void)path;
    return ENOTSUP;
}

void file_sync_folder_of(const char *path)
{
    (void)path;
}

int file_remove(const char *path)
{
    (void)path;
    return ENOTSUP;
}

int file_remove_locked(struct file *locked, const char *path)
{
    (void)locked, (void)path;
    return ENOTSUP;
}

int file_resolve(const char *path, char resolved[FILE_PATH_MAX])
{
    size_t length = strlen(path);
    if (length >= FILE_PATH_MAX)
        return ENAMETOOLONG;
    memcpy(resolved, path, length + 1);
    return 0;
}

size_t file_folder_length(const char *path)
{
    (void)path;
    return 0;
}

unsigned long file_process_number(void)
{
    return 1;
}

unsigned long file_process_place(void)
{
    return 1;
}

void file_reason(int error_number, char reason[FILE_REASON_MAX])
{
    snprintf(reason, FILE_REASON_MAX, "error %d", error_number);
}
