/*
 * Moves by static tables, in three steps: which type of man moves, which of these men, then where it goes. The tables say how
 * likely a type moves by what the last moves did and what is attacked, a man of that kind at this time of the game, and what
 * pawns around it, checks and the last moves make of it. docs/FORMAT.md, "Codec 4".
 *
 * Between the index and the net: less than four bits a ply without looking at all legal moves, and without anything that
 * one game would have to know of another. Nothing proves legality.
 */
#ifndef PGNPACK_MOVES_TABLE_TABLE_CODER_H
#define PGNPACK_MOVES_TABLE_TABLE_CODER_H

#include "entropy/coding/wide_range.h"
#include "moves/table/table_moves.h"
#include "util/error.h"
#include "util/made_table.h"

/* The tables that this version has. They belong to the format: docs/FORMAT.md tells their hash. */
enum { TABLE_ID = 0 };

/* Made when the project is built, by make_move_tables.c; or given at run time: see move_tables_given.c. */
extern MADE_TABLE struct table_weights move_tables;

static inline int move_tables_are_there(void)
{
    return move_tables.sizes[0] != 0;
}

/* They are not: an error that says so. */
enum pgnpack_status table_coder_refuse(const char *what, struct error *error);

struct table_coder {
    const struct table_weights *weights;
    struct policy_past past;
    struct table_sight sight;
    struct table_choice choice; /* of a type, then of a man, then of a target */
};

void table_coder_init(struct table_coder *coder, const struct table_weights *weights);

static inline void table_coder_start_game(struct table_coder *coder)
{
    policy_past_start_game(&coder->past);
}

/* Codes a legal move; `ply`: moves before it in its line. */
void table_encode(struct table_coder *coder, const struct position *position, uint32_t ply, chess_move move,
                  struct wide_encoder *encoder, struct buffer *out);

/* The next move; NO_MOVE and `in` failed when the data is not in order. */
chess_move table_decode(struct table_coder *coder, const struct position *position, uint32_t ply,
                        struct wide_decoder *decoder, struct byte_source *in);

#endif
