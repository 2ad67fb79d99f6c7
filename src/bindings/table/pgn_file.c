#include "bindings/table/pgn_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "bindings/table/fault.h"
#include "bindings/table/name_set.h"

int pgn_file_is_meant(const char *path)
{
    const size_t size = strlen(path), ending = sizeof ".pgn" - 1;
    return size > ending && names_equal_any_case(path + size - ending, ".pgn");
}

/* What the sink of a packing writes to. */
struct packing {
    struct pgn_file *file;
    const struct pgnpack_allocator *allocator;
};

static int append(void *opaque, const void *bytes, size_t size)
{
    struct packing *packing = opaque;
    struct pgn_file *file = packing->file;
    if (!TABLE_GROW(packing->allocator, file->packed, file->capacity, file->size + size))
        return ENOMEM;
    memcpy(file->packed + file->size, bytes, size);
    file->size += size;
    return 0;
}

static enum pgnpack_status check_size(const char *path, struct table_error *error)
{
    struct stat is;
    if (stat(path, &is) != 0 || (uint64_t)is.st_size <= PGN_FILE_SIZE_MAX)
        return PGNPACK_OK;
    return fault_set(
        error, PGNPACK_ERROR_LIMIT,
        "%s: a PGN text of more than 1 GiB is not opened as it is: pack it once, by pgnpack, and "
        "open that",
        path);
}

/* Its sink fails for want of memory only. */
static enum pgnpack_status refuse(struct table_error *error, const char *path, struct pgnpack_writer *writer)
{
    const struct pgnpack_error *cause = pgnpack_error(writer);
    return cause->status == PGNPACK_ERROR_WRITE ? fault_no_memory(error) : fault_of(error, path, cause);
}

/* All of the text goes to the writer. */
static enum pgnpack_status write_text(FILE *text, struct pgnpack_writer *writer, const char *path,
                                      struct table_error *error)
{
    char bytes[1 << 16];
    size_t count;
    while ((count = fread(bytes, 1, sizeof bytes, text)) != 0) {
        if (pgnpack_writer_write(writer, bytes, count) != PGNPACK_OK)
            return refuse(error, path, writer);
    }
    if (ferror(text))
        return fault_set(error, PGNPACK_ERROR_READ, "%s: it cannot be read: %s", path, strerror(errno));
    return pgnpack_writer_finish(writer) == PGNPACK_OK ? PGNPACK_OK : refuse(error, path, writer);
}

enum pgnpack_status pgn_file_pack(struct pgn_file *file, const struct pgnpack_allocator *allocator,
                                  const char *path, struct table_error *error)
{
    const struct pgnpack_options options = {.size = sizeof options, .allocator = allocator};
    const struct pgnpack_writer_options how = {.size = sizeof how, .level = 1, .threads = 1};
    struct packing packing = {file, allocator};
    if (check_size(path, error) != PGNPACK_OK)
        return error->status;
    FILE *text = fopen(path, "rb");
    if (text == NULL)
        return fault_set(error, PGNPACK_ERROR_READ, "%s: it cannot be opened: %s", path, strerror(errno));
    struct pgnpack_writer *writer = pgnpack_writer_new(&options, &how, PGNPACK_TO_FUNCTION(append, &packing));
    enum pgnpack_status status =
        writer == NULL ? fault_no_memory(error) : write_text(text, writer, path, error);
    pgnpack_free(writer);
    fclose(text);
    return status;
}

void pgn_file_free(struct pgn_file *file, const struct pgnpack_allocator *allocator)
{
    memory_free(allocator, file->packed);
    *file = (struct pgn_file){NULL, 0, 0};
}
