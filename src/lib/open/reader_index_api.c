/* Public functions: an opened database's index as bytes, and opening with them. */
#include "base/sink_front.h"
#include "container/segments/saved_index.h"
#include "container/sections/work_costs.h"
#include "lib/open/reader.h"
#include "util/xxh64.h"

/* The file that is to be opened, or is. */
static enum pgnpack_status read_facts(const struct pgnpack_reader *reader, struct saved_index_facts *facts,
                                      struct error *error)
{
    uint8_t end[SAVED_INDEX_END_SIZE];
    uint64_t file_size = reader->file_size;
    size_t size = file_size < sizeof end ? (size_t)file_size : sizeof end;
    enum pgnpack_status status = reader_read(reader, file_size - size, end, size, error);
    if (status == PGNPACK_ERROR_TRUNCATED) {
        error_clear(error);
        return error_set(error, PGNPACK_ERROR_READ, "the file is shorter than the size that was given");
    }
    if (status == PGNPACK_OK)
        *facts = (struct saved_index_facts){.file_size = file_size, .end_hash = xxh64(end, size)};
    return status;
}

/* ---- Saving ---- */

static enum pgnpack_status write_index(struct pgnpack_reader *reader, struct sink_front *to,
                                       struct error *error)
{
    struct saved_index_facts facts;
    enum pgnpack_status status = reader_check_open(reader, error);
    if (status == PGNPACK_OK)
        status = read_facts(reader, &facts, error);
    if (status != PGNPACK_OK)
        return status;
    facts.is_rebuilt = reader->is_rebuilt;
    const struct saved_index saved = {&reader->index, &reader->segments, &reader->deleted};
    if (!saved_index_write(&saved, &facts, &to->out.bytes))
        return error_no_memory(error);
    return sink_front_finish(to, error);
}

enum pgnpack_status pgnpack_reader_save_layout(struct pgnpack_reader *reader, const struct pgnpack_sink *sink)
{
    struct sink_front to;
    struct error error;
    reader_begin(reader, &error);
    sink_front_init(&to, &reader->memory);
    enum pgnpack_status status = sink_front_open(&to, sink, &error);
    if (status == PGNPACK_OK)
        status = write_index(reader, &to, &error);
    sink_front_close(&to);
    return reader_end(reader, &error, status);
}

/* ---- Opening ---- */

enum pgnpack_status reader_read_layout(struct pgnpack_reader *reader, const void *layout, size_t layout_size)
{
    struct saved_index_facts facts;
    struct saved_index saved = {&reader->index, &reader->segments, &reader->deleted};
    struct error *error = &reader->error;
    enum pgnpack_status status = work_spend(&reader->work, work_of_index(layout_size), error);
    if (status == PGNPACK_OK)
        status = read_facts(reader, &facts, error);
    if (status == PGNPACK_OK)
        status = saved_index_read(layout, layout_size, &facts, &saved, error);
    if (status != PGNPACK_OK)
        return status;
    reader->is_rebuilt = facts.is_rebuilt;
    for (size_t i = 0; i < reader->segments.count; i++)
        reader->damaged_record_count += reader->segments.segments[i].record_damage != PGNPACK_OK;
    if (facts.is_rebuilt)
        error_set(error, PGNPACK_ERROR_TRUNCATED,
                  "the file was not closed properly, or is damaged: its index was made from the blocks");
    return error->status;
}
