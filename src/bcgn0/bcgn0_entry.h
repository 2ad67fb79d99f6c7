/* One game of a BCGN 0 file as its fields: the entry header, and where its moves are. */
#ifndef PGNPACK_BCGN0_BCGN0_ENTRY_H
#define PGNPACK_BCGN0_BCGN0_ENTRY_H

#include <stddef.h>
#include <stdint.h>

#include "bcgn0/bcgn0_fields.h"
#include "bcgn0/bcgn0_format.h"
#include "util/buffer.h"
#include "util/text.h"

/* In the order of the file. */
enum bcgn0_string { BCGN0_WHITE, BCGN0_BLACK, BCGN0_EVENT, BCGN0_SITE, BCGN0_STRING_COUNT };

struct bcgn0_entry {
    uint16_t ply_count;
    uint8_t result; /* enum game_result, which has BCGN's numbers */
    uint8_t has_start;
    uint8_t start[BCGN0_POSITION_SIZE]; /* set where has_start */
    struct bcgn0_date date;
    uint16_t white_elo;
    uint16_t black_elo;
    uint16_t round;
    struct bcgn0_eco eco;
    struct text strings[BCGN0_STRING_COUNT];
    unsigned tag_count;
    struct text tags;     /* the additional tags as the file has them: tag_count pairs of strings */
    const uint8_t *moves; /* when reading */
    size_t moves_size;
};

/* An entry that says nothing. */
void bcgn0_entry_clear(struct bcgn0_entry *entry);

/*
 * Appends everything in front of the moves. The moves are appended by the caller; then bcgn0_entry_finish()
 * fills in what is known only now. Both return 0 when there is no memory.
 */
int bcgn0_entry_begin(const struct bcgn0_entry *entry, int headerless, struct buffer *out);

/*
 * `start`: where the entry began in `out`. The entry must have at most BCGN0_ENTRY_WRITE_MAX bytes and
 * BCGN0_PLIES_MAX plies.
 */
void bcgn0_entry_finish(struct buffer *out, size_t start, int headerless, unsigned ply_count,
                        unsigned result);

/* Smallest size that an entry can have. */
size_t bcgn0_entry_size_min(int headerless);

/*
 * Reads one entry of `size` bytes, which is what its first two bytes say. Returns NULL, or what is wrong.
 * Texts of the entry point into `bytes`.
 */
const char *bcgn0_entry_decode(const uint8_t *bytes, size_t size, int headerless, struct bcgn0_entry *entry);

/*
 * The first string at *cursor, which is moved behind it. Returns 0 if the string passes `end`.
 */
int bcgn0_string_decode(const uint8_t **cursor, const uint8_t *end, struct text *string);

/* `string` has at most BCGN0_STRING_MAX bytes. */
void bcgn0_string_encode(struct text string, struct buffer *out);

#endif
