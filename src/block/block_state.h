/*
 * What a block's decoder knows and where it stands, for the files that do its steps: block_plan.h chooses and loads sections,
 * block_columns.h makes columns of them, block_games.h games, block_columns.h text; block_columns.h puts comments together.
 */
#ifndef PGNPACK_BLOCK_BLOCK_STATE_H
#define PGNPACK_BLOCK_BLOCK_STATE_H

#include "container/sections/block_format.h"
#include "container/file/file_list.h"
#include "comments/comment_decoder.h"
#include "layout/layout.h"
#include "shape/ply_counts.h"
#include "tags/base/tag_columns.h"
#include "container/sections/section_packer.h"
#include "shape/shape_codec.h"
#include "tags/read/tag_decoder.h"
#include "moves/streams/move_stream.h"
#include "game/game.h"
#include "game/line_stack.h"
#include "util/work.h"

/* The bytes of a block, for whom they come from a file as well as for whom they are in memory. */
struct block_bytes {
    /*
     * `size` bytes from `offset` of the block on (from the sync marker), which stay until the next call. NULL: they
     * are not to be had, and *error says why.
     */
    const uint8_t *(*fetch)(void *context, size_t offset, size_t size, struct error *error);
    void (*expect)(void *context, size_t offset, size_t size); /* these will be fetched next; may be NULL */
    size_t gap; /* bytes that are rather fetched, though nobody needs them, than that there is a call more */
    void *context;
};

struct column {
    const uint8_t *data;
    size_t size;
};

/* Where in the columns the next game is. Plain: a copy is a place to come back to. */
struct block_cursor {
    uint32_t game;  /* from 0 */
    uint64_t items; /* of all games so far */
    struct shape_decoder shape;
    struct move_reader moves;
    struct byte_source nags, lines, tokens;
    struct byte_source drop_men, drop_squares;
    size_t comments_at; /* in block_comments() */
    struct byte_source exceptions, exception_text;
    uint64_t exception_game; /* of the exception that comes next; UINT64_MAX: no more */
    uint64_t exception_slot;
    uint64_t exception_size;
};

#define BLOCK_KEEP_NOTHING UINT32_MAX

/* What is kept of games that were passed or decoded (block_columns.h). */
struct block_keep {
    int keeps; /* set by the caller, before a block is started: games will be picked */
    struct block_cursor *places;
    size_t place_count, place_capacity;
    chess_move *moves; /* of whole games, in the order in which they were decoded */
    size_t move_count, move_capacity;
    uint32_t *starts; /* by game: of its moves; BLOCK_KEEP_NOTHING: they are not kept */
    size_t start_capacity;
    int tags_are_trimmed; /* those of games that were not unpacked are to be started again */
    int replays;          /* the present game's moves are taken from those kept ... */
    size_t at;            /* ... from here on; else they are written here, and counted behind its end */
};

struct block_decoder {
    struct memory *memory;
    struct work_count
        work; /* of all blocks since the caller set it to nothing; any function may fail by its limit */
    uint64_t moves_decoded;    /* of all blocks: none should be decoded twice */
    enum bcgn_profile profile; /* of the segment, if the caller knows it: set it before a block is started */
    struct block_header header;
    struct section_entry *entries;
    size_t entry_capacity;
    const struct section_entry *first_of_type[BCGN_SECTION_TYPE_COUNT]; /* NULL: the block has none */
    uint8_t wants[BCGN_SECTION_COUNT_MAX]; /* the plan: sections that are needed, and not yet loaded */
    unsigned parts;               /* what was asked for, and moves where tags turned out to need them */
    int decodes_tags;             /* games get their tags; needed for some blocks' moves too */
    const struct text *tag_names; /* those asked for (block_decoder_ask_tags()); NULL: all */
    size_t tag_name_count;
    int lacks_tags;      /* of this block: not all were asked for */
    int knows_interests; /* ... and their columns' interests are told */
    uint8_t *raw;        /* all loaded sections, unpacked */
    size_t raw_capacity;
    size_t raw_size;
    struct column columns[BCGN_SECTION_TYPE_COUNT];
    struct file_list files; /* by block_decoder_files() */
    struct tag_decoder tags;
    struct ply_counts plies; /* where tags are told by them */
    struct comment_decoder comments;
    struct mixed_model shape_model;
    struct shape_streams shapes; /* of a block that has them packed */
    int has_templates;           /* comments are put together from them, game by game ... */
    uint32_t expanded_games;     /* ... up to here: theirs stand in comments.text */
    int expands;                 /* the present game is the first whose comments do not */
    struct comment_clock clock;  /* of it, then */
    enum move_codec move_codec;
    const struct policy_nets *nets; /* set by the caller, for all blocks; NULL: the built-in ones */
    struct move_pieces move_pieces;
    void *move_state; /* of that codec, allocated when a block that needs it comes */
    size_t move_state_size;
    struct schema_table schemas;
    struct style *styles;
    size_t style_capacity;
    unsigned style_count;
    struct block_cursor cursor;
    struct move_reader moves_start; /* before the first game */
    struct block_keep keep;

    void (*visit)(void *opaque,
                  const struct game *game); /* of the whole text: sees each game's tags; may be NULL */
    void *visit_opaque;

    int writes_runs;        /* games are only rendered: moves in a row may be one item (ITEM_MOVE_RUN) ... */
    size_t run_moves;       /* ... and so many of the present game's moves are no items of their own */
    struct label_path path; /* of the present game, if the block has labels */
    struct line_stack line;
    struct game game;      /* the one decoded last */
    struct buffer strings; /* its items' texts */
    size_t mate_sign;      /* of the ply decoded last: offset in `strings`, 0: it has none */
    struct layout layout;
    struct section_unpacker unpacker;
};

/* `trouble` names the check that failed. */
static inline enum pgnpack_status block_corrupt(struct error *error, const char *trouble)
{
    return error_set(error, PGNPACK_ERROR_CORRUPT, "%s", trouble);
}

static inline struct byte_source block_source(const struct block_decoder *decoder,
                                              enum bcgn_section_type type)
{
    return byte_source_of(decoder->columns[type].data, decoder->columns[type].size);
}

/* Is its table of tags TAG_MODEL? */
static inline int block_tags_go_by_model(const struct block_decoder *decoder)
{
    return decoder->first_of_type[BCGN_SECTION_TAG_MODEL] != NULL;
}

/* Is there a tag that is told by how long its game is, among those asked for once these are known? */
static inline int block_tags_need_plies(const struct block_decoder *decoder)
{
    const struct section_entry *table = decoder->first_of_type[BCGN_SECTION_TAG_MODEL];
    if (table == NULL || (table->index & BCGN_TAG_MODEL_BY_PLIES) == 0)
        return 0;
    return !decoder->knows_interests || tag_decoder_needs_plies(&decoder->tags);
}

static inline struct byte_source block_table_of_tags(const struct block_decoder *decoder)
{
    return block_source(decoder,
                        block_tags_go_by_model(decoder) ? BCGN_SECTION_TAG_MODEL : BCGN_SECTION_TAG_CODECS);
}

/* All comments, each with a "}" behind it; with templates those of decoder->expanded_games. */
static inline struct byte_source block_comments(const struct block_decoder *decoder)
{
    const struct buffer *text = &decoder->comments.text;
    return decoder->has_templates ? byte_source_of(text->data, text->size)
                                  : block_source(decoder, BCGN_SECTION_COMMENTS);
}

#endif
