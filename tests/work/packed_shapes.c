/* Packed files that are made to cost much: damaged, or of headers that lie about what follows. */
#include <stdlib.h>
#include <string.h>

#include "container/sections/block_format.h"
#include "container/file/file_format.h"
#include "pgnpack.h"
#include "shared/changed_file.h"
#include "shared/packing.h"
#include "util/bytes.h"
#include "util/xxh64.h"
#include "work/work.h"

static void append_file_header(struct bytes *packed)
{
    struct memory memory;
    struct buffer out;
    memory_init(&memory, NULL, 0);
    buffer_init(&out, &memory);
    file_header_write(BCGN_PROFILE_SIMPLE, &out);
    bytes_append(packed, out.data, out.size);
    buffer_free(&out);
}

/* A block's header with right checksums, and a table of one section, for whose 16 MB nothing follows. */
static void append_lying_header(struct bytes *packed)
{
    enum { CLAIMED = BCGN_BLOCK_TEXT_MAX };
    struct memory memory;
    struct buffer out;
    struct section_entry entry = {.type = BCGN_SECTION_TAIL, .raw_size = CLAIMED, .stored_size = CLAIMED};
    struct block_header header = {.block_size = BCGN_BLOCK_HEADER_SIZE + BCGN_SECTION_ENTRY_SIZE + CLAIMED,
                                  .text_size = CLAIMED,
                                  .section_count = 1};
    memory_init(&memory, NULL, 0);
    buffer_init(&out, &memory);
    block_header_write(&header, &entry, &out);
    bytes_append(packed, out.data, out.size);
    buffer_free(&out);
}

static void make_lying_headers(struct bytes *packed, size_t size)
{
    append_file_header(packed);
    while (packed->size < size)
        append_lying_header(packed);
}

static void make_sync_markers(struct bytes *packed, size_t size)
{
    uint8_t marker[8];
    store_le64(marker, BCGN_SYNC_MARKER);
    append_file_header(packed);
    while (packed->size < size)
        bytes_append(packed, marker, sizeof marker);
}

static void make_file_headers(struct bytes *packed, size_t size)
{
    while (packed->size < size)
        append_file_header(packed);
}

static void append_end_mark(struct bytes *packed, const struct end_mark *mark)
{
    struct memory memory;
    struct buffer out;
    memory_init(&memory, NULL, 0);
    buffer_init(&out, &memory);
    end_mark_write(mark, &out);
    bytes_append(packed, out.data, out.size);
    buffer_free(&out);
}

/* Each claims that all before it is its segment. */
static void make_end_marks(struct bytes *packed, size_t size)
{
    append_file_header(packed);
    while (packed->size < size) {
        const struct end_mark mark = {.segment_size = packed->size + BCGN_END_MARK_SIZE, .footer_size = 64};
        append_end_mark(packed, &mark);
    }
}

/* Heads of footers, each with as much index as there may be before it. */
static void make_footers(struct bytes *packed, size_t size)
{
    append_file_header(packed);
    while (packed->size < size) {
        uint8_t head[BCGN_FOOTER_HEAD_SIZE] = {0};
        store_le64(head, BCGN_FOOTER_MARKER);
        store_le32(head + 8, (uint32_t)size / 2);
        store_le32(head + 12, (uint32_t)size / 2);
        store_le64(head + 16, packed->size / 100);
        store_le32(head + 28, (uint32_t)xxh64(head, 28));
        bytes_append(packed, head, sizeof head);
        const struct end_mark mark = {.segment_size = packed->size + BCGN_END_MARK_SIZE,
                                      .footer_size = (uint32_t)packed->size / 2};
        append_end_mark(packed, &mark);
    }
}

static void pack_block(struct bytes *packed)
{
    const struct pack_setup setup = {.level = 3};
    const struct text_shape shape = {.head = "", .pattern = "[Event \"@\"]\n\n^^^^*\n\n"};
    struct bytes text = {0};
    make_text(&shape, 2000, &text);
    pack_bytes(&setup, text.data, text.size, packed);
    bytes_free(&text);
}

/* The same file again and again, cut in its block. */
static void make_cut_files(struct bytes *packed, size_t size)
{
    struct bytes file = {0};
    pack_block(&file);
    while (packed->size < size)
        bytes_append(packed, file.data, BCGN_FILE_HEADER_SIZE + 150);
    bytes_free(&file);
}

/* ... and without its header and its end, the last byte changed. */
static void make_changed_blocks(struct bytes *packed, size_t size)
{
    struct bytes file = {0};
    pack_block(&file);
    append_file_header(packed);
    while (packed->size < size) {
        bytes_append(packed, file.data + BCGN_FILE_HEADER_SIZE,
                     load_le32(file.data + BCGN_FILE_HEADER_SIZE + 8));
        packed->data[packed->size - 1] ^= 1;
    }
    bytes_free(&file);
}

/* ---- Changes ---- */

static uint64_t identity_of(const struct bytes *file)
{
    struct pgnpack_segment_info info = {.identity = 0};
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    if (pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(file->data, file->size)) == PGNPACK_OK)
        pgnpack_reader_segment(reader, 0, &info);
    pgnpack_free(reader);
    return info.identity;
}

/* A list of one game, `game` from 0, deleted or not, of the segment before `which` others with the identity. */
static void append_list(struct bytes *lists, uint64_t identity, uint64_t which, uint64_t game,
                        unsigned is_deleted)
{
    append_list_head(lists, is_deleted, 1, identity, which);
    bytes_append_varint(lists, game);
    bytes_append_varint(lists, 0);
}

/* Changes of one game each, of the first segment or (every other one) of one that is not there. */
static void make_changes(struct bytes *packed, size_t size)
{
    struct bytes file = {0}, none = {0}, lists = {0}, record = {0};
    pack_block(&file);
    pack_bytes(&(struct pack_setup){0}, "", 0, &none);
    bytes_append(packed, file.data, file.size);
    uint64_t identity = identity_of(&file);
    for (uint64_t i = 0; packed->size < size; i++) {
        lists.size = record.size = 0;
        append_list(&lists, identity + i % 2, 0, i % 10, i % 3 != 0);
        append_change(&record, i + 2, &lists, 1);
        append_changed(&none, &record, NULL, packed);
    }
    bytes_free(&record);
    bytes_free(&lists);
    bytes_free(&none);
    bytes_free(&file);
}

/* The same segment again and again, and a record that has a list for each. */
static void make_twins(struct bytes *packed, size_t size)
{
    struct bytes file = {0}, lists = {0}, record = {0};
    uint64_t count = 0;
    pack_bytes(&(struct pack_setup){0}, "1. e4 *\n\n", 9, &file);
    uint64_t identity = identity_of(&file);
    for (; packed->size + lists.size < size; count++) {
        bytes_append(packed, file.data, file.size);
        append_list(&lists, identity, count, 0, 1);
    }
    append_change(&record, count + 1, &lists, count);
    append_changed(&file, &record, NULL, packed);
    bytes_free(&record);
    bytes_free(&lists);
    bytes_free(&file);
}

/* One game that is edited again and again: each change is a segment of a new version, which has the first one's id. */
static void make_edits(struct bytes *packed, size_t size)
{
    enum {
        LARGER = 8
    }; /* what a segment takes in any case is a hundred times the step to the next version */
    static const uint64_t run[4] = {0, 0, 0, 0};
    struct bytes file = {0}, record = {0}, ids = {0}, segment = {0};
    pack_bytes(&(struct pack_setup){.level = 3}, "1. e4 *\n\n", 9, &file);
    uint64_t first = identity_of(&file), identity = first;
    append_ids(&ids, &first, 1, run, 4, 1);
    bytes_append(packed, file.data, file.size);
    while (packed->size < size * LARGER) {
        record.size = segment.size = 0;
        append_deletion(&record, identity, 0, 1);
        append_changed(&file, &record, &ids, &segment);
        identity = identity_of(&segment);
        bytes_append(packed, segment.data, segment.size);
    }
    bytes_free(&segment);
    bytes_free(&ids);
    bytes_free(&record);
    bytes_free(&file);
}

enum { GAMES_A_RUN = 8 };

/* Ids of games that are gone, in runs that have most of them in common, lead to a game each from any other on. */
static void make_nested_ids(struct bytes *packed, size_t size)
{
    struct bytes text = {0}, file = {0}, record = {0}, ids = {0};
    const uint64_t games = size / 32;
    uint64_t *runs = calloc(5 * games + 1, sizeof *runs);
    for (uint64_t i = 0; i < games; i++) {
        const uint64_t run[5] = {0, i == 0 ? 0 : 2 * (GAMES_A_RUN - 1) - 1, 1,
                                 i == 0 ? 0 : 2 * (GAMES_A_RUN - 1) - 1, GAMES_A_RUN - 1};
        bytes_append_text(&text, "1. e4 *\n\n");
        memcpy(runs + 5 * i, run, sizeof run);
    }
    pack_bytes(&(struct pack_setup){.level = 3}, text.data, text.size, &file);
    const uint64_t identities[] = {1, identity_of(&file)};
    bytes_append(packed, file.data, file.size);
    append_deletion(&record, identities[1], 0, games / 2);
    append_ids(&ids, identities, 2, runs, 5, games);
    if (games != 0)
        append_with_ids(&file, &record, NULL, &ids, packed);
    free(runs);
    bytes_free(&ids);
    bytes_free(&record);
    bytes_free(&file);
    bytes_free(&text);
}

const struct packed_shape packed_shapes[] = {
    {"headers that each claim 16 MB", make_lying_headers},
    {"sync markers", make_sync_markers},
    {"file headers", make_file_headers},
    {"end marks", make_end_marks},
    {"footers", make_footers},
    {"files cut in their block", make_cut_files},
    {"blocks with a changed byte", make_changed_blocks},
    {"changes of a game each", make_changes},
    {"one segment many times, with games deleted", make_twins},
    {"one game edited again and again", make_edits},
    {"ids of which runs have most in common", make_nested_ids},
};

const size_t packed_shape_count = sizeof packed_shapes / sizeof packed_shapes[0];
