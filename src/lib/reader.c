#include "lib/reader.h"

enum pgnpack_status reader_check_open(const struct pgnpack_reader *reader, struct error *error)
{
    if (reader->is_open)
        return PGNPACK_OK;
    if (reader->misuse.status != PGNPACK_OK)
        return error_set(error, reader->misuse.status, "%s", reader->misuse.text);
    return error_set(error, PGNPACK_ERROR_ARGUMENT,
                     reader->error.status == PGNPACK_OK ? "the reader was not opened"
                                                        : "the reader could not be opened");
}

enum pgnpack_status reader_read(const struct pgnpack_reader *reader, uint64_t offset, void *bytes,
                                size_t size, struct error *error)
{
    size_t done = 0;
    while (done < size) {
        size_t part = 0;
        int cause = reader->read_at(reader->opaque, offset + done, (char *)bytes + done, size - done, &part);
        if (cause != 0) {
            handle_read_failed(error, cause);
            path_source_name(&reader->file, error);
            error_locate(error, 0, 0, offset + done);
            return PGNPACK_ERROR_READ;
        }
        if (part == 0) {
            error_set(error, PGNPACK_ERROR_TRUNCATED, "the file ends too early: a part of it is missing");
            error_locate(error, 0, 0, offset + done);
            return PGNPACK_ERROR_TRUNCATED;
        }
        done += part;
    }
    return PGNPACK_OK;
}
