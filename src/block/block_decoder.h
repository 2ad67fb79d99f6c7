/*
 * Unpacks a block: sections in, games or text out. The mirror image of block_encoder.h. Trusts nothing: counts
 * are held against the block's text size, and every read against its column's end.
 */
#ifndef PGNPACK_BLOCK_BLOCK_DECODER_H
#define PGNPACK_BLOCK_BLOCK_DECODER_H

#include "container/block_format.h"
#include "comments/comment_decoder.h"
#include "layout/layout.h"
#include "shape/ply_counts.h"
#include "tags/schema_table.h"
#include "container/section_packer.h"
#include "container/section_table.h"
#include "shape/shape_codec.h"
#include "tags/tag_decoder.h"
#include "moves/move_stream.h"
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
    struct tag_decoder tags;
    struct ply_counts plies;
    struct comment_decoder comments;
    struct mixed_model shape_model;
    struct shape_streams shapes; /* of a block that has them packed */
    struct comment_walk walk;    /* where in the present game we are */
    int has_templates;           /* comments are put together from them, game by game ... */
    uint32_t expanded_games;     /* ... up to here: theirs stand in comments.text */
    int expands;                 /* the present game is the first whose comments do not */
    enum move_codec move_codec;
    struct move_pieces move_pieces;
    void *move_state; /* of that codec, allocated when a block that needs it comes */
    size_t move_state_size;
    struct schema_table schemas;
    struct style *styles;
    size_t style_capacity;
    unsigned style_count;
    struct block_cursor cursor;
    struct move_reader moves_start; /* before the first game */

    struct label_path path; /* of the present game, if the block has labels */
    struct line_stack line;
    struct game game;      /* the one decoded last */
    struct buffer strings; /* its items' texts */
    size_t mate_sign;      /* of the ply decoded last: offset in `strings`, 0: it has none */
    struct layout layout;
    struct section_unpacker unpacker;
};

void block_decoder_init(struct block_decoder *decoder, struct memory *memory);
void block_decoder_free(struct block_decoder *decoder);

/* For the blocks that are started from now on: no tags but those of these names, which must stay. NULL: all tags. */
void block_decoder_ask_tags(struct block_decoder *decoder, const struct text *names, size_t count);

/* Takes a block's header, fetches its table and plans what to load for `parts`. */
enum pgnpack_status block_decoder_start(struct block_decoder *decoder, const struct block_header *header,
                                        const struct block_bytes *block, unsigned parts, struct error *error);

/* Fetches and unpacks the sections of the plan. */
enum pgnpack_status block_decoder_load(struct block_decoder *decoder, const struct block_bytes *block,
                                       struct error *error);

/* To be called when all sections are loaded: makes ready for the first game. */
enum pgnpack_status block_decoder_ready(struct block_decoder *decoder, struct error *error);

/* Instead of block_decoder_ready(), for BLOCK_NAMES alone: reads decoder->schemas and the templates of comments. */
enum pgnpack_status block_decoder_names(struct block_decoder *decoder, struct error *error);

/* Sections that this version does not know are what their checksums say. `block`: all of it, which is started. */
enum pgnpack_status block_decoder_check_optional(struct block_decoder *decoder, const uint8_t *block,
                                                 struct error *error);

/* start, load and ready over a whole block in memory (header->block_size bytes). */
enum pgnpack_status block_decoder_open(struct block_decoder *decoder, const struct block_header *header,
                                       const uint8_t *block, unsigned parts, struct error *error);

/* The next game into decoder->game, which stays valid until the next call. PGNPACK_END behind the last one. */
enum pgnpack_status block_decoder_next(struct block_decoder *decoder, struct error *error);

/* Makes game `game` (from 0) of the block the one that comes next; forwards is cheaper than backwards. */
enum pgnpack_status block_decoder_go_to(struct block_decoder *decoder, uint32_t game, struct error *error);

/* Appends the text of the game decoded last (BLOCK_TEXT). */
enum pgnpack_status block_decoder_render(struct block_decoder *decoder, struct buffer *out,
                                         struct error *error);

/* Appends the block's whole text and verifies its hash (BLOCK_EVERYTHING). */
enum pgnpack_status block_decoder_text(struct block_decoder *decoder, struct buffer *out,
                                       struct error *error);

/* Text behind the last game. */
static inline struct column block_decoder_tail(const struct block_decoder *decoder)
{
    return decoder->columns[BCGN_SECTION_TAIL];
}

#endif
