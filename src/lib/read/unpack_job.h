/* One block's way from packed bytes to verified text: what a worker of the unpacker does. */
#ifndef PGNPACK_LIB_READ_UNPACK_JOB_H
#define PGNPACK_LIB_READ_UNPACK_JOB_H

#include "block/block_check.h"
#include "block/block_decoder.h"
#include "container/segments/segment_list.h"
#include "container/file/file_format.h"

/*
 * Somebody who sees all games of a file while they are unpacked: each job has a slot of theirs, with which its worker sees the games
 * of a block; slots are taken in the order of the blocks, by the thread that runs the unpacker.
 */
struct game_watch {
    void *opaque;
    void *(*slot_new)(struct memory *memory);
    void (*slot_free)(void *slot);
    void (*see)(void *slot, const struct game *game); /* its moves as main_line_next() finds them */
    /* Takes what was seen of games from `first` (from 0) on, and empties the slot. Returns 0 when there is no memory. */
    int (*take)(void *opaque, void *slot, uint64_t first);
    enum pgnpack_status (*finish)(void *opaque, struct error *error); /* behind all games */
    void (*free)(void *opaque);
};

struct unpack_job {
    struct memory memory; /* of this job alone */

    /* Set by the caller. */
    struct block_header header;
    struct buffer packed; /* header->block_size bytes */
    uint64_t offset;      /* of the block in the file */
    uint64_t first_game;  /* in the file, from 0 */
    int begins_file; /* with its first byte: of that name, or of none, as a further segment does that is not said to */

    int checks_columns; /* and what else only searches read */

    const struct deleted_games *left_out; /* games of the file whose text is not wanted; NULL: none */

    struct buffer text; /* what came of it; empty on failure. decoder.files says which files it is of */
    uint64_t left_out_count;
    int ends_left_out; /* the block's text ends with that of a game that is left out */
    uint32_t *ends;    /* of the games' texts, where some are left out */
    size_t end_capacity;
    int has_text; /* the error, if any, is of optional sections alone */
    struct error error;

    /* Where columns are checked: */
    struct index_entry seen; /* what the index should tell of the block */
    struct error ids; /* what is wrong with those beside a record, which count in a segment's last blocks */
    struct block_check check;

    const struct game_watch *watch; /* NULL: there is none */
    void *watch_slot;

    struct block_decoder decoder;
};

struct unpack_job *unpack_job_new(const struct memory *like);
void unpack_job_free(struct unpack_job *job);

/* Does the work; `slot` is a struct unpack_job. */
void unpack_job_work(void *slot, unsigned worker);

#endif
