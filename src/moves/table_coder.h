/*
 * Moves by static tables, in two steps: which man moves, then where it goes. The tables say how likely a man of that kind
 * moves, or goes there, at this time of the game, and what pawns around it, checks and the last moves make of it.
 * docs/FORMAT.md, "Codec 4".
 *
 * Between the index and the net: less than four bits a ply without looking at all legal moves, and without anything that
 * one game would have to know of another. Sizes and the range coder are the policy coder's. Nothing proves legality.
 */
#ifndef PGNPACK_MOVES_TABLE_CODER_H
#define PGNPACK_MOVES_TABLE_CODER_H

#include "net/policy_history.h"
#include "net/policy_kernel.h"
#include "entropy/range_coder.h"
#include "moves/table_moves.h"
#include "util/error.h"
#include "util/made_table.h"

/* The tables that this version has. They belong to the format: docs/FORMAT.md tells their hash. */
enum { TABLE_ID = 0 };

/* Made when the project is built, by make_move_tables.c; or given at run time: see move_tables_given.c. */
extern MADE_TABLE struct table_weights move_tables;

static inline int move_tables_are_there(void)
{
    return move_tables.man_rows != NULL;
}

/* They are not: an error that says so. */
enum pgnpack_status table_coder_refuse(const char *what, struct error *error);

/* A possibility's size is its chance >> shift, and 1. */
struct table_choices {
    uint32_t total; /* of the sizes */
    unsigned shift;
    int32_t chances[TABLE_MEN_MAX + POLICY_PADDING];
};

struct table_coder {
    const struct table_weights *weights;
    const struct policy_kernel *kernel; /* for its chances */
    struct policy_past past;
    struct table_men men;
    struct table_targets targets;
    struct table_choices choices; /* among the men, then among the targets */
};

void table_coder_init(struct table_coder *coder, const struct table_weights *weights,
                      const struct policy_kernel *kernel);

static inline void table_coder_start_game(struct table_coder *coder)
{
    policy_past_start_game(&coder->past);
}

/* Codes a legal move; `ply`: moves before it in its line. */
void table_encode(struct table_coder *coder, const struct position *position, uint32_t ply, chess_move move,
                  struct range_encoder *encoder, struct buffer *out);

/* The next move; NO_MOVE and `in` failed when the data is not in order. */
chess_move table_decode(struct table_coder *coder, const struct position *position, uint32_t ply,
                        struct range_decoder *decoder, struct byte_source *in);

#endif
