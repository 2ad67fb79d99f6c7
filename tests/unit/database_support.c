#include "unit/database_support.h"

#include <check.h>
#include <string.h>

void pack_whole(const struct pack_setup *setup, const struct bytes *text, struct bytes *packed)
{
    ck_assert_int_eq(pack_bytes(setup, text->data, text->size, packed), PGNPACK_OK);
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

int failing_progress(void *opaque, uint64_t text_size, uint64_t packed_size)
{
    (void)text_size;
    (void)packed_size;
    return fails_now(opaque);
}
