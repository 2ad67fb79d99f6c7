#include "unit/database_support.h"

#include <check.h>
#include <string.h>

#include "container/file/file_format.h"
#include "lib/rows/gather.h"

void pack_whole(const struct pack_setup *setup, const struct bytes *text, struct bytes *packed)
{
    ck_assert_int_eq(pack_bytes(setup, text->data, text->size, packed), PGNPACK_OK);
}

struct pgnpack_reader *pack_and_open(const struct pack_setup *setup, const struct bytes *text,
                                     struct bytes *packed)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    packed->size = 0;
    pack_whole(setup, text, packed);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed->data, packed->size)),
                     PGNPACK_OK);
    return reader;
}

void check_unpacks(const struct bytes *packed, const struct bytes *text)
{
    const struct unpack_setup plain = {0};
    struct unpacked unpacked;
    unpack_bytes(&plain, packed->data, packed->size, &unpacked);
    ck_assert_int_eq(unpacked.status, PGNPACK_OK);
    ck_assert(bytes_equal(&unpacked.text, text));
    unpacked_free(&unpacked);
}

void append_without_ids(struct bytes *bytes, const struct bytes *packed)
{
    struct memory memory;
    struct block_index index;
    struct buffer footer;
    struct error error;
    struct end_mark mark;
    const uint8_t *data = (const uint8_t *)packed->data;
    error_clear(&error);
    memory_init(&memory, NULL, 0);
    block_index_init(&index, &memory);
    buffer_init(&footer, &memory);
    ck_assert_int_eq(end_mark_read(data + packed->size - BCGN_END_MARK_SIZE, &mark, &error), PGNPACK_OK);
    ck_assert_uint_eq(mark.segment_size, packed->size);
    size_t place = packed->size - BCGN_END_MARK_SIZE - mark.footer_size;
    ck_assert_int_eq(footer_read(data + place, mark.footer_size, place, 0, &index, &error), PGNPACK_OK);
    for (size_t i = 0; i < index.count; i++)
        index.entries[i].header_hash = 0;
    ck_assert_int_eq(footer_write(&index, 0, &footer, &error), PGNPACK_OK);
    mark.footer_size = (uint32_t)footer.size;
    mark.segment_size = place + footer.size + BCGN_END_MARK_SIZE;
    end_mark_write(&mark, &footer);
    bytes_append(bytes, packed->data, place);
    bytes_append(bytes, footer.data, footer.size);
    buffer_free(&footer);
    block_index_free(&index);
}

void limit_memory(struct limited *limited, size_t limit)
{
    memset(limited, 0, sizeof *limited);
    limited->allocator = counted_allocator(&limited->count);
    limited->options = (struct pgnpack_options){
        .size = sizeof limited->options, .allocator = &limited->allocator, .memory_limit = limit};
}

static int fails_now(struct failing_calls *calls)
{
    return ++calls->calls == calls->fails_at ? calls->cause : 0;
}

int failing_write(void *opaque, const void *bytes, size_t size)
{
    struct failing_calls *calls = opaque;
    int cause = fails_now(calls);
    return cause != 0 ? cause : bytes_write(&calls->bytes, bytes, size);
}

int failing_read(void *opaque, void *bytes, size_t size, size_t *size_ret)
{
    struct failing_calls *calls = opaque;
    int cause = fails_now(calls);
    return cause != 0 ? cause : bytes_read(&calls->source, bytes, size, size_ret);
}

int failing_read_at(void *opaque, uint64_t offset, void *bytes, size_t size, size_t *size_ret)
{
    struct failing_calls *calls = opaque;
    struct bytes file = *calls->file;
    int cause = fails_now(calls);
    return cause != 0 ? cause : bytes_read_at(&file, offset, bytes, size, size_ret);
}

int failing_progress(void *opaque, const struct pgnpack_progress *made)
{
    (void)made;
    return fails_now(opaque);
}

enum pgnpack_status next_gathered(struct pgnpack_gather *gather, struct pgnpack_text *text_ret,
                                  uint64_t *number_ret)
{
    struct text text = {"", 0};
    uint64_t number = 0;
    enum pgnpack_status status = gather_next(gather, &text, &number);
    if (text_ret != NULL)
        *text_ret = text_export(text);
    if (number_ret != NULL)
        *number_ret = number + 1;
    return status;
}
