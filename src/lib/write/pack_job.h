/*
 * One block's way from text to packed sections: what a worker of the packer does. The text may come with its games' ends, as
 * they were in another database; or the block is packed already, and only looked through.
 */
#ifndef PGNPACK_LIB_WRITE_PACK_JOB_H
#define PGNPACK_LIB_WRITE_PACK_JOB_H

#include "block/block_decoder.h"
#include "block/block_encoder.h"
#include "container/file/file_format.h"
#include "container/file/file_list.h"
#include "lib/write/annex.h"
#include "pgn/pgn_parser.h"

struct pack_job {
    struct memory
        memory; /* of this job alone, so that workers share nothing; whatever it refuses fails the block */

    /* What to pack: set by the caller. */
    struct block_options options;
    struct buffer text;
    struct file_list files; /* of the text; of bounded ones with their games */
    uint8_t flags;          /* enum bcgn_block_flag */
    int is_opaque;          /* keep the text as it is, without looking for games */
    int verify;
    int tells_openings;
    int is_bounded;         /* the games are those whose ends are told ... */
    struct buffer ends;     /* ... here: uint32_t, in the text */
    uint32_t bounded_games; /* of the files that have ended */
    int has_tail;           /* the last file has text behind its last game */
    int is_copied;          /* the block stands here, in place of a text ... */
    struct buffer copied;
    struct index_entry copied_entry; /* ... and is so in the index */

    /* What came of it. */
    struct opening_lines openings; /* where they are asked for */
    struct block_header header;
    struct index_entry summary;
    uint64_t plies, exact_games, gap_games, broken_games, exceptions;
    struct error error;

    struct pgn_parser parser;
    struct game game;
    struct block_encoder *encoder;
    struct block_decoder *decoder; /* for verifying only */
    struct buffer packed, unpacked;
};

/* Returns NULL when there is no memory. */
struct pack_job *pack_job_new(const struct memory *like);
void pack_job_free(struct pack_job *job);

/* Does the work; `slot` is a struct pack_job. */
void pack_job_work(void *slot, unsigned worker);

#endif
