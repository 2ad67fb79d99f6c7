/*
 * Packs one block: games in, bytes out. What goes into which section is in docs/FORMAT.md, "Sections"; the
 * mirror image is block_decoder.h.
 */
#ifndef PGNPACK_BLOCK_BLOCK_ENCODER_H
#define PGNPACK_BLOCK_BLOCK_ENCODER_H

#include "container/sections/block_format.h"
#include "container/file/file_list.h"
#include "comments/comment_encoder.h"
#include "shape/ply_counts.h"
#include "container/sections/section_packer.h"
#include "tags/base/tag_columns.h"
#include "shape/shape_codec.h"
#include "layout/style_choice.h"
#include "search/columns/position_columns.h"
#include "tags/write/tag_encoder.h"
#include "moves/streams/move_stream.h"
#include "game/game.h"
#include "game/line_stack.h"
#include "util/buffer.h"
#include "util/error.h"

struct block_options {
    enum move_codec moves;
    enum policy_net_id net;         /* of the model codec */
    const struct policy_nets *nets; /* those that codecs need must be there; NULL: the built-in ones */
    int zstd_level;
    int labels;   /* tags that name openings by positions: smaller; reading them needs the moves, in order */
    int adaptive; /* shapes, and numbers of tags and comments, by mixed models: smaller, slower */
    enum section_texts texts;
    unsigned
        positions_share; /* position columns may take 1 / so much of a block's other bytes; 0: there are none */
    int moves_by_visit; /* block_encoder_visit() gets a game's moves before block_encoder_add() gets the game */
};

/* The lowest profile that has all that blocks of these options may have. */
static inline enum bcgn_profile block_options_profile(const struct block_options *options)
{
    int is_simple = options->moves <= MOVE_CODEC_BITS && !options->adaptive && !options->labels &&
                    options->texts == SECTION_TEXTS_BY_ZSTD;
    return is_simple ? BCGN_PROFILE_SIMPLE : BCGN_PROFILE_MODEL;
}

/* Are the weights of net `id` needed for blocks of these options? */
int block_options_need_net(const struct block_options *options, unsigned id);

struct block_encoder {
    struct memory *memory;
    struct block_options options;
    struct text text; /* of the whole block */
    size_t text_done; /* bytes of it that the games so far cover */
    uint32_t game_count;
    uint32_t file_games; /* those of the files that have ended */

    struct buffer columns[BCGN_SECTION_TYPE_COUNT]; /* by section type; those of tags apart */
    struct tag_encoder tags;
    struct ply_counts plies;
    struct comment_encoder comments;
    struct buffer elements; /* of all games: a byte each, enum bcgn_shape_kind */
    struct mixed_model shape_model;
    struct move_writer moves;
    struct move_pieces move_pieces; /* what it wrote */
    int game_is_started;            /* `moves` has begun the game that is added next */

    struct pawn_trace trace; /* of the present game's main line */
    struct position_columns_writer positions;

    uint32_t exception_game; /* the last game with an exception */
    uint64_t exception_slot; /* its last one */

    struct label_path path;     /* of the present game */
    struct comment_clock clock; /* of it, too */
    struct line_stack line;
    struct game game;    /* the present one as it is stored: cut where the codec has no code, canonical SAN */
    struct buffer items; /* its items, where they are not the source's */
    struct buffer aside; /* canonical SAN where the source has another */
    struct section_packer packer;
    /* Large, and therefore cleared by nobody but themselves: */
    struct schema_table schemas;
    struct style_chooser chooser;
};

void block_encoder_init(struct block_encoder *encoder, struct memory *memory);
void block_encoder_free(struct block_encoder *encoder);

/* Starts a block whose text is `text`; it must stay until the block is finished. */
void block_encoder_start(struct block_encoder *encoder, const struct block_options *options,
                         struct text text);

/*
 * A line_visit_function: takes a move of the game that will be added next, `opaque` being the encoder. Saves walking
 * through the game once more. Not for MODEL, which has to know the tags first.
 */
int block_encoder_visit(void *opaque, const struct line_stack *line, chess_move move);

/* The same of moves in a row: a line_visit_run_function. */
int block_encoder_visit_run(void *opaque, const struct line_stack *line, const struct position *before,
                            const struct plain_move *moves, size_t count);

/* The moves that it got are of no game. */
void block_encoder_forget(struct block_encoder *encoder);

/* Adds the next game of the text, as the PGN parser read it. */
enum pgnpack_status block_encoder_add(struct block_encoder *encoder, const struct game *game,
                                      struct error *error);

/* A file of the block ends there in its text, behind the games added so far: what these do not cover is its tail. Sets what it has of both. */
void block_encoder_end_file(struct block_encoder *encoder, struct listed_file *file);

/*
 * Packs the sections, of files that have ended, the last one with the text. Sets text_size, game_count and text_hash of the header; the
 * other members are the caller's.
 */
enum pgnpack_status block_encoder_pack(struct block_encoder *encoder, struct block_header *header,
                                       struct file_list *files, struct error *error);

/* Appends the packed block to `out`; sets block_size and section_count of the header. */
enum pgnpack_status block_encoder_write(struct block_encoder *encoder, struct block_header *header,
                                        struct buffer *out, struct error *error);

#endif
