/* The opened database, as its cursors see it. */
#ifndef PGNPACK_LIB_OPEN_READER_H
#define PGNPACK_LIB_OPEN_READER_H

#include "container/segments/deleted_games.h"
#include "container/file/file_format.h"
#include "container/segments/segment_list.h"
#include "base/handle.h"
#include "base/net_store.h"
#include "system/path_files.h"
#include "util/work.h"

struct pgnpack_reader {
    struct memory memory;
    pgnpack_read_at_function read_at;
    void *opaque;
    size_t asked_gap;                   /* pgnpack_reader_set_gap() */
    size_t gap;                         /* the same, but 0 for a file in memory */
    size_t keep_size;                   /* pgnpack_reader_set_keep() */
    pgnpack_prefetch_function prefetch; /* may be NULL */
    void *prefetch_opaque;
    const unsigned char *bytes; /* of a database in memory */
    struct path_source file;    /* that was opened by its path */
    uint64_t file_size;
    uint8_t *tail; /* the file's last bytes, while it is opened; NULL: none are held */
    uint64_t tail_offset;
    size_t tail_size;
    struct block_index index;
    struct pgnpack_reader *search_index; /* beside a database, perhaps one opened before; NULL: none */
    struct segment_list segments;        /* none where the index was made from the blocks */
    struct deleted_games deleted;
    struct deleted_games skipped; /* games of damaged blocks: pgnpack_reader_skip_damaged() */
    struct game_ids *ids;         /* read when one is asked for */
    uint64_t openings;            /* so far */
    size_t damaged_record_count;  /* segments whose changes are not known */
    uint32_t read_only;           /* features of its segments */
    enum pgnpack_torn torn;       /* what is behind file_size ... */
    uint64_t torn_size; /* ... so many bytes; with PGNPACK_TORN_UNMARKED in its last bytes, which are: */
    uint8_t end_mark[BCGN_END_MARK_SIZE];
    int with_deleted;       /* pgnpack_reader_set_deleted() */
    uint64_t work_limit;    /* of cursors and block readers, too; 0: none */
    struct work_count work; /* of opening */
    int is_open;            /* an opening found an index ... */
    int is_rebuilt;         /* ... not at the file's end */
    struct net_store nets;
    struct error misuse; /* of the options */
    struct error error;
    struct pgnpack_error public_error;
};

/*
 * The steps of an opening. The first: nothing is open any more. Then, where a layout was saved: what it says becomes the index, and
 * reader->error is set. The last says what came of it.
 */
enum pgnpack_status reader_start_opening(struct pgnpack_reader *reader);
enum pgnpack_status reader_read_layout(struct pgnpack_reader *reader, const void *layout, size_t layout_size);
enum pgnpack_status reader_end_opening(struct pgnpack_reader *reader, enum pgnpack_status status);

/* Of other calls: their failures do not change what was opened. Begins one, and ends it. */
void reader_begin(struct pgnpack_reader *reader, struct error *error);
enum pgnpack_status reader_end(struct pgnpack_reader *reader, struct error *error,
                               enum pgnpack_status status);

/* PGNPACK_OK: it is open. Else *error says why its cursors and block readers cannot do anything. */
enum pgnpack_status reader_check_open(const struct pgnpack_reader *reader, struct error *error);

/* PGNPACK_OK: no segment has a feature that forbids this version to change it. Else PGNPACK_ERROR_UNSUPPORTED. */
enum pgnpack_status reader_check_features(const struct pgnpack_reader *reader, struct error *error);

/* The same, and all records of changes are known. Else PGNPACK_ERROR_CORRUPT, the change and the remedy. */
enum pgnpack_status reader_check_changeable(const struct pgnpack_reader *reader, struct error *error);

/* Sets PGNPACK_ERROR_TRUNCATED, and where the database ends whose end is cut or damaged (PGNPACK_TORN_DAMAGED). */
enum pgnpack_status reader_tell_damaged_end(const struct pgnpack_reader *reader, struct error *error);

/*
 * Does a file, or text of none, begin with the block? (docs/FORMAT.md, chapter 3: a later segment's first text is of no file of the
 * segments before.)
 */
int reader_begins_file(const struct pgnpack_reader *reader, size_t block);

/* Reads exactly `size` bytes; fewer are a truncated file. */
enum pgnpack_status reader_read(const struct pgnpack_reader *reader, uint64_t offset, void *bytes,
                                size_t size, struct error *error);

#endif
