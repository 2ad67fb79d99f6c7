/* The opened database, as its cursors see it, and which of its games they leave out. */
#ifndef PGNPACK_LIB_OPEN_READER_H
#define PGNPACK_LIB_OPEN_READER_H

#include "container/segments/segment_list.h"
#include "container/file/file_format.h"
#include "base/handle.h"
#include "base/net_store.h"
#include "system/path_files.h"
#include "util/work.h"

struct pgnpack_reader {
    struct memory memory;
    const struct handle_kind *handle_kind;
    pgnpack_read_at_function read_at;
    void *opaque;
    size_t gap;                         /* of the source; 0 for a file in memory */
    size_t keep_size;                   /* `cache_size` of the source; 0: none */
    pgnpack_prefetch_function prefetch; /* may be NULL */
    void *prefetch_opaque;
    const unsigned char *bytes; /* of a database in memory */
    struct path_source file;    /* that was opened by its path */
    uint64_t file_size;
    enum pgnpack_status header_status; /* of its first bytes: damage there is no failure for who reads */
    uint8_t *tail;                     /* the file's last bytes, while it is opened; NULL: none are held */
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
    uint8_t
        end_mark[BCGN_END_MARK_SIZE]; /* with PGNPACK_TORN_UNMARKED, in its last bytes, what is there of it */
    int with_deleted;                 /* pgnpack_reader_set_deleted() */
    uint64_t work_limit;              /* of cursors and block readers, too; 0: none */
    struct work_count work;           /* of opening */
    int is_open;                      /* an opening found an index ... */
    int is_rebuilt;                   /* ... not at the file's end */
    int is_lent;                      /* by a database: it opens nothing else */
    struct net_store nets;
    struct pgnpack_reader_info info; /* of what is open; what is torn is behind file_size */
    struct error misuse;             /* of the options */
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

/* ---- Games that are left out ---- */

/*
 * Which games of a database are left out: the deleted ones, unless its reader was told to keep them, and those of damaged blocks that
 * it was told to skip. Games are counted from 0.
 */

/* Games from `first` to before `end` are known to be there: so a look at the list serves for many of them. */
struct games_there {
    uint64_t first, end;
};

/* Are there deleted games that are? */
static inline int left_out_deleted(const struct pgnpack_reader *reader)
{
    return reader->deleted.count != 0 && !reader->with_deleted;
}

static inline int left_out_any(const struct pgnpack_reader *reader)
{
    return left_out_deleted(reader) || reader->skipped.count != 0;
}

/* How many of the games from `first` to before `end` are in damaged blocks that are skipped. */
static inline uint64_t left_out_skipped(const struct pgnpack_reader *reader, uint64_t first, uint64_t end)
{
    return reader->skipped.count == 0 ? 0 : deleted_games_between(&reader->skipped, first, end);
}

/* How many of these games are left out. */
uint64_t left_out_between(const struct pgnpack_reader *reader, uint64_t first, uint64_t end);

/* The first game from `number` on that is not left out; perhaps behind the last game. `there` begins as zero. */
uint64_t left_out_pass(const struct pgnpack_reader *reader, struct games_there *there, uint64_t number);

/* How many of the block's games. */
static inline uint64_t left_out_of_block(const struct pgnpack_reader *reader, const struct index_entry *entry)
{
    return left_out_between(reader, entry->games_before, entry->games_before + entry->game_count);
}

/* Clears the bytes, one for each game of the block, of those that are deleted; with `others` of all others. All of a skipped block. */
void left_out_clear(const struct pgnpack_reader *reader, const struct index_entry *entry, int others,
                    uint8_t *games);

#endif
