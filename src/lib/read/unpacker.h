/* The unpacker's state. Elements on their way in: unpack_elements.h; texts on their way out: unpack_texts.h. */
#ifndef PGNPACK_LIB_READ_UNPACKER_H
#define PGNPACK_LIB_READ_UNPACKER_H

#include "lib/open/block_search.h"
#include "lib/open/byte_stream.h"
#include "base/net_store.h"
#include "system/ordered_pool.h"
#include "lib/open/reader.h"
#include "lib/read/stream_changes.h"
#include "lib/read/unpack_job.h"
#include "pgnpack.h"

enum { UNPACKER_SLOT_COUNT_MAX = 2 * ORDERED_POOL_THREADS_MAX };

struct pgnpack_unpacker {
    struct memory memory;
    const struct handle_kind *handle_kind;
    size_t memory_limit; /* of the handle; a run gives each job its share of it */
    uint64_t work_limit; /* 0: none */
    struct pgnpack_unpacker_options options;
    pgnpack_write_function write;
    void *write_opaque;

    struct ordered_pool pool;
    void *slots[UNPACKER_SLOT_COUNT_MAX];
    unsigned slot_count;

    struct game_watch watch; /* of the next run; opaque NULL: none */

    const struct pgnpack_reader
        *database; /* pgnpack_unpacker_leave_out(); NULL: nothing is known of the file */

    uint64_t
        left_out_end; /* of the segment's text so far, if that ends inside a game that is left out; 0: it does not */
    uint64_t left_out_games; /* of the file, up to there */

    struct byte_stream stream;
    struct block_search search;
    int inside_segment;
    uint64_t segment_offset; /* of the present segment in the file */
    uint64_t segment_games;  /* games of the segments before */
    uint64_t games_expected; /* what the next block's header should say of the blocks before it */
    uint64_t text_expected;
    struct block_index seen;  /* of the segment, where columns are checked: what its index should tell ... */
    int seen_is_whole;        /* ... and of all of its blocks; 0: nothing is held against it */
    struct error ids;         /* what is wrong with those of the segment's last blocks so far */
    uint64_t blocks_seen;     /* of the segment */
    uint64_t headers_seen;    /* their headers' hashes, mixed */
    int has_text_begun;       /* a block of it was seen that is no annex */
    int is_between;           /* what was written last is of no file: one begins with the next text */
    struct segment_kind kind; /* of the segment: the profile is MODEL where it is not known, which: */
    int is_kind_known;
    int segment_is_damaged;        /* some of it was passed over: totals cannot agree */
    struct stream_changes changes; /* where nothing is known of the file */
    uint64_t footers_spent;        /* bytes of indices that were tried, packed and unpacked */

    struct pgnpack_unpacker_totals totals;
    struct error error;        /* that ended the run, or the first damage */
    struct error damage_error; /* what is wrong where we are */
    struct net_store nets;
    struct error misuse; /* of the options */
    struct pgnpack_error public_error;
};

/* The next run's games are seen; the watch is the unpacker's from here on. PGNPACK_ERROR_ARGUMENT: it salvages. */
enum pgnpack_status unpacker_watch(struct pgnpack_unpacker *unpacker, const struct game_watch *watch);

/* Is it about the file, so that salvage may go on behind it? */
static inline int unpacker_may_pass(enum pgnpack_status status)
{
    return status_is_damage(status) || status == PGNPACK_ERROR_NOT_BCGN;
}

#endif
