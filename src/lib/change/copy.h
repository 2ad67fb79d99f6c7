/*
 * A database on its way into another one. What is copied goes out segment by segment: whole segments as they are, or new ones
 * that a writer makes of blocks and games. The files beside do parts of it: copy_segments.h, copy_blocks.h, copy_order.h.
 */
#ifndef PGNPACK_LIB_CHANGE_COPY_H
#define PGNPACK_LIB_CHANGE_COPY_H

#include "block/block_decoder.h"
#include "container/segments/segment_list.h"
#include "lib/change/carry.h"
#include "lib/change/copy_ids.h"
#include "lib/write/game_gap.h"
#include "system/path_files.h"
#include "lib/open/reader.h"

struct pgnpack_copy {
    struct memory memory;
    const struct handle_kind *handle_kind;
    struct pgnpack_options options; /* of the writers */
    struct pgnpack_copy_options copy_options;
    pgnpack_write_function write;
    void *opaque;
    struct path_sink file;        /* that it goes to, if the caller gave a path */
    uint64_t written;             /* bytes */
    struct segment_list segments; /* that were copied as they are ... */
    struct block_index index;     /* ... with their blocks */
    struct game_gap gap;          /* behind them */
    uint64_t last_identity;       /* of the segment that was finished last; 0: none */

    struct pgnpack_writer *writer;  /* of the segment that is being made; NULL: none */
    enum bcgn_profile profile;      /* that it has at least */
    uint64_t new_games;             /* in it, so far */
    struct copy_ids ids;            /* of its games */
    struct game_range_list deleted; /* of its games, those that are; but where changes are carried */
    struct carry carry;             /* whose changes its record tells of */
    struct buffer command;          /* in the records of new segments */
    struct buffer lead; /* white space that was behind the last game: it is the next one's beginning */
    int ends_line;      /* the last game does */
    int leaves_ids;     /* games do not keep their ids */
    int keeps_deleted;  /* deleted games come along, as such */
    int has_name;       /* the segment's text is that of a file with a name, up to now */

    struct block_decoder *decoder; /* of the blocks that are recoded */
    struct buffer packed;          /* the block */
    struct buffer text;            /* of it */
    struct buffer ends;            /* uint32_t: of its games, in the text */

    struct pgnpack_copy_totals totals;
    int is_finished;
    struct error refusal; /* of the last call: the next one goes on */
    struct error error;
    struct pgnpack_error public_error;
};

/* pgnpack_copy_new() for a file that is to take the place of a database that the caller has open for changes. */
struct pgnpack_copy *copy_create_under(const struct pgnpack_options *options,
                                       const struct pgnpack_copy_options *copy_options, const char *path);

/* pgnpack_copy_finish(), up to where the file gets its name. */
enum pgnpack_status copy_finish_segments(struct pgnpack_copy *copy);

/* The writer's failure becomes the copy's. Returns its status. */
enum pgnpack_status copy_take_error(struct pgnpack_copy *copy);

/* Bytes on their way out. */
enum pgnpack_status copy_put(struct pgnpack_copy *copy, const void *bytes, size_t size);

/* Text that was dealt with; asks whether to go on. */
enum pgnpack_status copy_progress(struct pgnpack_copy *copy, uint64_t text_size);

/* A call begins. A source is open and whole, so that nothing is lost by what it does not show. */
enum pgnpack_status copy_check_source(struct pgnpack_copy *copy, const struct pgnpack_reader *reader);

/* copy_ids_settle(), where ids are kept. */
enum pgnpack_status copy_settle_ids(struct pgnpack_copy *copy, const struct pgnpack_reader *reader,
                                    size_t first, size_t end, enum copy_share share);

/* A segment begins that a writer of this level makes, with blocks of such segments. What is being made ends before. */
enum pgnpack_status copy_begin_segment(struct pgnpack_copy *copy, int level, enum bcgn_profile profile);

/* Ends it, if there is one. */
enum pgnpack_status copy_end_segment(struct pgnpack_copy *copy);

/* Of a copy to a path: its file gets those of the file that it replaces. */
enum pgnpack_status copy_take_permissions(struct pgnpack_copy *copy, const struct file *other);

/* Reads `size` bytes of a source to the buffer's beginning. */
enum pgnpack_status copy_read(struct pgnpack_copy *copy, const struct pgnpack_reader *reader, uint64_t offset,
                              size_t size, struct buffer *buffer);

#endif
