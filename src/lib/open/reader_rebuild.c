#include "lib/open/reader_rebuild.h"

#include "lib/open/block_search.h"
#include "util/bytes.h"

struct rebuild {
    struct pgnpack_reader *reader;
    struct byte_stream stream; /* of the file, wherever bytes are searched */
    uint64_t read_offset;      /* where the stream's next bytes come from */
    struct block_search search;
};

/* A pgnpack_read_function. The file may be shorter than it was: then this is its end. */
static int read_on(void *opaque, void *bytes, size_t size, size_t *size_ret)
{
    struct rebuild *rebuild = opaque;
    const struct pgnpack_reader *reader = rebuild->reader;
    uint64_t rest = reader->file_size - rebuild->read_offset;
    *size_ret = 0;
    if (rest == 0)
        return 0;
    int cause = reader->read_at(reader->opaque, rebuild->read_offset, bytes,
                                size < rest ? size : (size_t)rest, size_ret);
    rebuild->read_offset += *size_ret;
    return cause;
}

static void go_to(struct rebuild *rebuild, uint64_t offset)
{
    if (!byte_stream_go_to(&rebuild->stream, offset))
        rebuild->read_offset = offset;
}

static enum pgnpack_status add_block(struct pgnpack_reader *reader, uint64_t offset,
                                     const struct block_header *header)
{
    const struct index_entry entry = index_entry_of(header, offset);
    if (!block_index_add(&reader->index, &entry))
        return error_no_memory(&reader->error);
    return PGNPACK_OK;
}

static enum pgnpack_status element_at(struct pgnpack_reader *reader, uint64_t offset,
                                      enum file_element *kind_ret, struct block_header *header)
{
    uint8_t bytes[ELEMENT_HEAD_SIZE];
    struct end_mark mark;
    uint64_t rest = reader->file_size - offset;
    size_t size = rest < sizeof bytes ? (size_t)rest : sizeof bytes;
    enum pgnpack_status status = reader_read(reader, offset, bytes, size, &reader->error);
    if (status == PGNPACK_OK)
        *kind_ret = file_element_at(bytes, size, offset, header, &mark);
    return status;
}

/* Adds blocks, each of which begins where the one before ends. *offset: where no further one follows. */
static enum pgnpack_status add_row(struct pgnpack_reader *reader, uint64_t *offset)
{
    struct block_header header, next_header;
    enum file_element kind, next_kind;
    enum pgnpack_status status = element_at(reader, *offset, &kind, &header);
    while (status == PGNPACK_OK && kind == ELEMENT_BLOCK) {
        uint64_t end = *offset + header.block_size;
        if (end > reader->file_size)
            break;
        status = element_at(reader, end, &next_kind, &next_header);
        if (status != PGNPACK_OK || (next_kind == ELEMENT_NONE && end != reader->file_size))
            break;
        status = add_block(reader, *offset, &header);
        *offset = end;
        kind = next_kind;
        header = next_header;
    }
    return status;
}

/* A file header with a block's behind it is a row's beginning, whatever becomes of the block. */
static int row_begins(const uint8_t *bytes, size_t size, uint64_t offset)
{
    struct block_header header;
    struct end_mark mark;
    return size > BCGN_FILE_HEADER_SIZE &&
           file_element_at(bytes + BCGN_FILE_HEADER_SIZE, size - BCGN_FILE_HEADER_SIZE,
                           offset + BCGN_FILE_HEADER_SIZE, &header, &mark) == ELEMENT_BLOCK;
}

/* What a search came to. */
enum finding { FOUND_NOTHING, FOUND_ROW, FOUND_BLOCK };

/* What stands where the stream is, of which `ready` bytes are at hand. */
static enum pgnpack_status look(struct rebuild *rebuild, size_t ready, struct block_header *header,
                                enum finding *finding)
{
    struct end_mark mark;
    int is_whole;
    const uint8_t *bytes = byte_stream_bytes(&rebuild->stream);
    uint64_t offset = rebuild->stream.offset;
    enum file_element kind = file_element_at(bytes, ready, offset, header, &mark);
    *finding = FOUND_NOTHING;
    if (kind == ELEMENT_HEADER && row_begins(bytes, ready, offset))
        *finding = FOUND_ROW;
    if (kind != ELEMENT_BLOCK)
        return PGNPACK_OK;
    enum pgnpack_status status =
        block_search_check(&rebuild->search, header, &is_whole, &rebuild->reader->error);
    if (status == PGNPACK_OK && is_whole)
        *finding = FOUND_BLOCK;
    return status;
}

/* From *offset on, up to `last`. *offset: behind the block that was found and added, or at the row. */
static enum pgnpack_status search(struct rebuild *rebuild, uint64_t *offset, uint64_t last,
                                  enum finding *finding)
{
    struct byte_stream *stream = &rebuild->stream;
    struct block_header header;
    *finding = FOUND_NOTHING;
    for (go_to(rebuild, *offset); stream->offset <= last; byte_stream_skip(stream, 1)) {
        size_t ready;
        enum pgnpack_status status = byte_stream_need(stream, BCGN_FILE_HEADER_SIZE + BCGN_BLOCK_HEADER_SIZE,
                                                      &ready, &rebuild->reader->error);
        if (status == PGNPACK_OK && ready >= BCGN_BLOCK_HEADER_SIZE)
            status = look(rebuild, ready, &header, finding);
        if (status != PGNPACK_OK || ready < BCGN_BLOCK_HEADER_SIZE)
            return status;
        if (*finding == FOUND_NOTHING)
            continue;
        *offset = stream->offset + (*finding == FOUND_ROW ? BCGN_FILE_HEADER_SIZE : header.block_size);
        return *finding == FOUND_ROW ? PGNPACK_OK : add_block(rebuild->reader, stream->offset, &header);
    }
    return PGNPACK_OK;
}

static enum pgnpack_status add_blocks(struct rebuild *rebuild, uint64_t first_offset_max)
{
    struct pgnpack_reader *reader = rebuild->reader;
    enum finding finding;
    uint64_t offset = 0;
    do {
        enum pgnpack_status status = add_row(reader, &offset);
        uint64_t last = reader->index.count == 0 ? first_offset_max : UINT64_MAX;
        if (status == PGNPACK_OK)
            status = search(rebuild, &offset, last, &finding);
        if (status != PGNPACK_OK)
            return status;
    } while (finding != FOUND_NOTHING);
    return PGNPACK_OK;
}

enum pgnpack_status reader_open_by_blocks(struct pgnpack_reader *reader, uint64_t first_offset_max)
{
    struct rebuild rebuild = {.reader = reader};
    block_index_clear(&reader->index);
    segment_list_clear(&reader->segments);
    byte_stream_init(&rebuild.stream, &reader->memory);
    byte_stream_start(&rebuild.stream, read_on, &rebuild);
    block_search_start(&rebuild.search, &rebuild.stream);
    enum pgnpack_status status = add_blocks(&rebuild, first_offset_max);
    byte_stream_free(&rebuild.stream);
    return status;
}
