#include "shared/changed_file.h"

#include <stdlib.h>

#include "lib/write/annex.h"
#include "container/sections/block_format.h"
#include "container/segments/id_list.h"
#include "util/bytes.h"

static void require(int condition)
{
    if (!condition)
        abort();
}

void bytes_append_varint(struct bytes *bytes, uint64_t value)
{
    do {
        uint8_t byte = (uint8_t)((value & 127) | (value > 127 ? 128 : 0));
        bytes_append(bytes, &byte, 1);
        value >>= 7;
    } while (value != 0);
}

void bytes_append_number(struct bytes *bytes, uint64_t value)
{
    uint8_t number[8];
    store_le64(number, value);
    bytes_append(bytes, number, sizeof number);
}

void append_change(struct bytes *record, uint64_t number, const struct bytes *lists, uint64_t count)
{
    struct bytes rest = {0};
    bytes_append_varint(&rest, number);
    bytes_append_varint(&rest, 1700000000);
    bytes_append_number(&rest, 0);
    bytes_append_varint(&rest, 0);
    bytes_append_varint(&rest, 0);
    bytes_append_varint(&rest, count);
    bytes_append(&rest, lists->data, lists->size);
    bytes_append_varint(record, rest.size);
    bytes_append(record, rest.data, rest.size);
    bytes_free(&rest);
}

void append_list_head(struct bytes *lists, unsigned kind, uint64_t ranges, uint64_t identity, uint64_t which)
{
    bytes_append_varint(lists, kind + 8 * ranges);
    bytes_append_number(lists, identity);
    bytes_append_varint(lists, which);
}

void append_deletion(struct bytes *record, uint64_t identity, uint64_t first, uint64_t games)
{
    struct bytes lists = {0};
    append_list_head(&lists, 1, 1, identity, 0);
    bytes_append_varint(&lists, first);
    bytes_append_varint(&lists, games - 1);
    append_change(record, 2, &lists, 1);
    bytes_free(&lists);
}

/* The blocks of the file, and what its index knows of them. */
static void add_blocks(const struct bytes *file, struct block_index *index, struct buffer *out)
{
    struct end_mark mark;
    struct error error;
    error_clear(&error);
    require(end_mark_read(file->data + file->size - BCGN_END_MARK_SIZE, &mark, &error) == PGNPACK_OK);
    size_t footer = file->size - BCGN_END_MARK_SIZE - mark.footer_size;
    require(footer_read(file->data + footer, mark.footer_size, footer, 0, index, &error) == PGNPACK_OK);
    buffer_append(out, file->data, footer);
}

static void end_segment(const struct block_index *index, struct buffer *segment)
{
    struct error error;
    size_t footer = segment->size;
    error_clear(&error);
    require(footer_write(index, 0, segment, &error) == PGNPACK_OK);
    const struct end_mark mark = {.segment_size = segment->size + BCGN_END_MARK_SIZE,
                                  .game_count = index->game_count,
                                  .footer_size = (uint32_t)(segment->size - footer),
                                  .kind.profile = segment->data[5]};
    end_mark_write(&mark, segment);
}

void set_feature(uint8_t *segment, size_t size, unsigned set, unsigned feature)
{
    struct file_header header;
    struct end_mark mark;
    struct error error;
    error_clear(&error);
    require(file_header_read(segment, &header, &error) == PGNPACK_OK);
    require(end_mark_read(segment + size - BCGN_END_MARK_SIZE, &mark, &error) == PGNPACK_OK);
    struct features *features = &header.kind.features;
    *(set == 0   ? &features->needed
      : set == 1 ? &features->read_only
                 : &features->ignorable) |= UINT32_C(1) << feature;
    mark.kind = header.kind;
    file_header_set(&header, segment);
    end_mark_set(&mark, segment + size - BCGN_END_MARK_SIZE);
}

void append_with_index(const struct bytes *file,
                       void (*change)(struct index_entry *entry, size_t number, void *opaque), void *opaque,
                       struct bytes *out)
{
    struct memory memory;
    struct buffer segment;
    struct block_index index, changed;
    memory_init(&memory, NULL, 0);
    buffer_init(&segment, &memory);
    block_index_init(&index, &memory);
    block_index_init(&changed, &memory);
    add_blocks(file, &index, &segment);
    for (size_t i = 0; i < index.count; i++) {
        struct index_entry entry = index.entries[i];
        change(&entry, i, opaque);
        require(block_index_add(&changed, &entry));
    }
    end_segment(&changed, &segment);
    bytes_append(out, segment.data, segment.size);
    block_index_free(&index);
    block_index_free(&changed);
    buffer_free(&segment);
}

/* An annex of the sections that are not NULL. */
static void add_annex(unsigned flags, const struct bytes *record, const struct bytes *own,
                      const struct bytes *further, struct memory *memory, struct block_index *index,
                      struct buffer *segment)
{
    struct annex annex;
    struct error error;
    annex_init(&annex, memory);
    error_clear(&error);
    annex.flags |= (uint8_t)flags;
    if (record != NULL)
        annex_add(&annex, BCGN_SECTION_RECORD, 0, record->data, record->size, &error);
    if (own != NULL)
        annex_add(&annex, BCGN_SECTION_IDS, ID_OWN, own->data, own->size, &error);
    if (further != NULL)
        annex_add(&annex, BCGN_SECTION_IDS, ID_FURTHER, further->data, further->size, &error);
    require(annex_write(&annex, index, segment, &error) == PGNPACK_OK);
    annex_free(&annex);
}

static void append_annexes(const struct bytes *file, unsigned flags, const struct bytes *records,
                           const struct bytes *ids, const struct bytes *further, size_t count,
                           struct bytes *out)
{
    struct memory memory;
    struct buffer segment;
    struct block_index index;
    memory_init(&memory, NULL, 0);
    buffer_init(&segment, &memory);
    block_index_init(&index, &memory);
    add_blocks(file, &index, &segment);
    for (size_t i = 0; i < count; i++)
        add_annex(flags, records == NULL ? NULL : &records[i], ids == NULL ? NULL : &ids[i], further, &memory,
                  &index, &segment);
    end_segment(&index, &segment);
    bytes_append(out, segment.data, segment.size);
    block_index_free(&index);
    buffer_free(&segment);
}

void append_changed_by(const struct bytes *file, const struct bytes *records, const struct bytes *ids,
                       size_t count, struct bytes *out)
{
    append_annexes(file, BCGN_BLOCK_RECORD | BCGN_BLOCK_DELETES, records, ids, NULL, count, out);
}

void append_annex(const struct bytes *file, struct bytes *out)
{
    append_annexes(file, 0, NULL, NULL, NULL, 1, out);
}

void append_changed(const struct bytes *file, const struct bytes *record, const struct bytes *ids,
                    struct bytes *out)
{
    append_changed_by(file, record, ids, 1, out);
}

void append_with_ids(const struct bytes *file, const struct bytes *record, const struct bytes *own,
                     const struct bytes *further, struct bytes *out)
{
    append_annexes(file, BCGN_BLOCK_RECORD | BCGN_BLOCK_DELETES, record, own, further, 1, out);
}

void append_ids(struct bytes *ids, const uint64_t *identities, uint64_t identity_count, const uint64_t *runs,
                unsigned columns, size_t count)
{
    bytes_append_varint(ids, identity_count);
    for (uint64_t i = 0; i < identity_count; i++)
        bytes_append_number(ids, identities[i]);
    bytes_append_varint(ids, count);
    for (unsigned column = 0; column < columns; column++) {
        struct bytes values = {0};
        for (size_t i = 0; i < count; i++)
            bytes_append_varint(&values, runs[i * columns + column]);
        bytes_append_varint(ids, values.size);
        bytes_append(ids, values.data, values.size);
        bytes_free(&values);
    }
}
