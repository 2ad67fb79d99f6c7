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
#include "shape/shape_codec.h"
#include "tags/tag_decoder.h"
#include "moves/move_stream.h"
#include "game/game.h"
#include "game/line_stack.h"
#include "util/work.h"

/* What of a game is asked for (bits). More costs more; a scan of tags touches nothing but tag columns. */
enum block_part {
    BLOCK_TAGS = 1,
    BLOCK_SHAPE = 2, /* kinds of items and the ply count, without the moves themselves */
    BLOCK_MOVES = 4, /* moves, comments and all other items; without the moves' SAN */
    BLOCK_TEXT = 8,  /* what rendering needs: everything, SAN included */
    BLOCK_EVERYTHING = 15,
    BLOCK_NAMES = 16 /* of tags and of fields of comments: for block_decoder_names(), no games */
};

/* Where not all tags are asked for, the tables of tags come first: they tell which sections are needed. */
enum block_loading { BLOCK_LOADS_ALL, BLOCK_LOADS_TABLES, BLOCK_LOADS_REST };

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
    uint64_t moves_decoded; /* of all blocks: none should be decoded twice */
    struct block_header header;
    struct section_entry *entries;
    size_t entry_capacity;
    unsigned parts_asked;         /* what the caller asked for */
    unsigned parts;               /* what was loaded */
    int decodes_tags;             /* games get their tags; needed for some blocks' moves too */
    const struct text *tag_names; /* those asked for (block_decoder_ask_tags()); NULL: all */
    size_t tag_name_count;
    enum block_loading loading;
    uint8_t *raw; /* all loaded sections, unpacked */
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
    struct layout layout;
    struct section_unpacker unpacker;
};

void block_decoder_init(struct block_decoder *decoder, struct memory *memory);
void block_decoder_free(struct block_decoder *decoder);

/* For the blocks that are started from now on: no tags but those of these names, which must stay. NULL: all tags. */
void block_decoder_ask_tags(struct block_decoder *decoder, const struct text *names, size_t count);

/* Takes a block's header and its table; `parts`: what will be asked for. Then block_decoder_wants() each section. */
enum pgnpack_status block_decoder_start(struct block_decoder *decoder, const struct block_header *header,
                                        const uint8_t *table, unsigned parts, struct error *error);

/* Is section `i` of the table needed for the parts? */
int block_decoder_wants(const struct block_decoder *decoder, size_t i);

/* Unpacks section `i`; `stored` holds its entries[i].stored_size bytes. */
enum pgnpack_status block_decoder_load(struct block_decoder *decoder, size_t i, const uint8_t *stored,
                                       struct error *error);

/* To be called when the wanted sections are loaded. PGNPACK_OK: now others are wanted; PGNPACK_END: no more. */
enum pgnpack_status block_decoder_go_on(struct block_decoder *decoder, struct error *error);

/* To be called when all sections are loaded: makes ready for the first game. */
enum pgnpack_status block_decoder_ready(struct block_decoder *decoder, struct error *error);

/* Instead of block_decoder_ready(), for BLOCK_NAMES alone: reads decoder->schemas and the templates of comments. */
enum pgnpack_status block_decoder_names(struct block_decoder *decoder, struct error *error);

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
