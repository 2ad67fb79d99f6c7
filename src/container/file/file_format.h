/*
 * What surrounds the blocks: a segment is file header, blocks, footer, end mark; a file is one segment or
 * several, one after the other. docs/FORMAT.md, "Segments".
 *
 * File header, 32 bytes: "BCGN", version 1, profile, state, zero, "pgnpack1", features 12, checksum 4 (low half of the
 * XXH64 of the bytes before, with state 0).
 *
 * Footer: head of 32 bytes: marker 8, packed size 4, unpacked size 4, blocks 8, checksum of the packed index 4,
 * checksum of the head 4. Then the index, a zstd frame of varints: the number of fields an entry has, then
 * these for each block: block size, text size, games, flags, earliest and latest date (year * 10,000 + month *
 * 100 + day; 0 none known), lowest and highest Elo (0 none known), the hash of the block's header. More
 * fields may follow in later versions.
 *
 * End mark, 48 bytes: segment size 8 (all of it, from header to end mark), games 8, features 12, footer size 4, profile,
 * 3 zero, checksum 4 (of the 36 bytes before), "BCGNfin\n". Features and profile are the header's.
 *
 * Features: three sets of 32 bits. What a version does not know of the first, it cannot read; of the second, it can read
 * and must not change; of the third, it may ignore.
 */
#ifndef PGNPACK_CONTAINER_FILE_FILE_FORMAT_H
#define PGNPACK_CONTAINER_FILE_FILE_FORMAT_H

#include "container/sections/block_format.h"
#include "util/buffer.h"
#include "util/error.h"

#define BCGN_FOOTER_MARKER UINT64_C(0x0a1a8d5844494e9e) /* bytes 9e "NIDX" 8d 1a 0a */

enum { BCGN_FOOTER_HEAD_SIZE = 32 };

enum { BCGN_DATE_MAX = 99999999, BCGN_RATING_MAX = 9999 };

/* A block as the index knows it. */
struct index_entry {
    uint64_t offset;       /* in the file; not stored */
    uint64_t games_before; /* in the file; not stored */
    uint64_t text_before;  /* in the file; not stored */
    uint32_t block_size;
    uint32_t text_size;
    uint32_t game_count;
    uint32_t date_min, date_max;
    uint16_t elo_min, elo_max;
    uint8_t flags;
    uint64_t header_hash; /* of the block's header, which covers all of the block; 0: unknown */
};

struct block_index {
    struct index_entry *entries;
    size_t count;
    size_t capacity;
    uint64_t game_count;
    uint64_t text_size;
    struct memory *memory;
};

void block_index_init(struct block_index *index, struct memory *memory);
void block_index_free(struct block_index *index);
void block_index_clear(struct block_index *index);

/* Adds a block behind the others; fills in games_before and text_before. Returns 0 when there is no memory. */
int block_index_add(struct block_index *index, const struct index_entry *entry);

/* The block that holds game `number` (from 0), which must be below index->game_count. */
const struct index_entry *block_index_find_game(const struct block_index *index, uint64_t number);

/* What a block's header and place tell of it: all but its games' dates and ratings. */
struct index_entry index_entry_of(const struct block_header *header, uint64_t offset);

/* Is the block with this header the one that the entry names? `header_hash` of the entry counts where it is known. */
int index_entry_fits(const struct index_entry *entry, const struct block_header *header);

/*
 * The header of a segment that is being made says so, in a byte that the checksum leaves out: it becomes 0 by itself, and
 * at once, when all but the end mark is on the disk. No wrong bit makes the one of the other.
 */
enum { BCGN_STATE_OFFSET = 6, BCGN_STATE_BEING_MADE = 0xff };

/* Bits; this version knows none. */
struct features {
    uint32_t needed, read_only, ignorable;
};

enum { BCGN_NEEDED_KNOWN = 0, BCGN_READ_ONLY_KNOWN = 0 };

/* What a reader from the front and one from the end have to know of a segment. */
struct segment_kind {
    enum bcgn_profile profile;
    struct features features;
};

int segment_kinds_are_equal(const struct segment_kind *a, const struct segment_kind *b);

/* PGNPACK_OK, or PGNPACK_ERROR_UNSUPPORTED: there is a feature for which it must not be changed, or copied as it is. */
enum pgnpack_status segment_kind_may_change(const struct segment_kind *kind, struct error *error);

struct file_header {
    struct segment_kind kind;
    int is_being_made; /* says nothing where the segment has an end mark */
};

void file_header_set(const struct file_header *header, uint8_t bytes[BCGN_FILE_HEADER_SIZE]);
void file_header_write(enum bcgn_profile profile, struct buffer *out);

/* PGNPACK_ERROR_UNSUPPORTED: *header_ret is set where all that is wrong is a feature or profile that a newer version has. */
enum pgnpack_status file_header_read(const uint8_t bytes[BCGN_FILE_HEADER_SIZE],
                                     struct file_header *header_ret, struct error *error);

/* Appends the footer of the blocks from `first` on. */
enum pgnpack_status footer_write(const struct block_index *index, size_t first, struct buffer *out,
                                 struct error *error);

struct footer_head {
    uint32_t packed_size; /* of the index behind the head */
    uint32_t raw_size;
    uint32_t checksum;
    uint64_t block_count;
};

/*
 * Checks a footer's head. `bytes_before`: of the file, before the footer; each block takes some of them, which
 * bounds what the index may claim.
 */
enum pgnpack_status footer_head_read(const uint8_t bytes[BCGN_FOOTER_HEAD_SIZE], uint64_t bytes_before,
                                     struct footer_head *head, struct error *error);

/*
 * Adds a footer's blocks to the index; `segment_offset` is where the segment begins in the file. `footer` is head
 * and packed index.
 */
enum pgnpack_status footer_read(const uint8_t *footer, size_t footer_size, uint64_t bytes_before,
                                uint64_t segment_offset, struct block_index *index, struct error *error);

struct end_mark {
    uint64_t segment_size;
    uint64_t game_count;
    uint32_t footer_size;
    struct segment_kind kind;
};

void end_mark_set(const struct end_mark *mark, uint8_t bytes[BCGN_END_MARK_SIZE]);
void end_mark_write(const struct end_mark *mark, struct buffer *out);
/* Do its last bytes say that it is one? */
int is_end_magic(const uint8_t bytes[BCGN_END_MARK_SIZE]);

enum pgnpack_status end_mark_read(const uint8_t bytes[BCGN_END_MARK_SIZE], struct end_mark *mark,
                                  struct error *error);

#endif
