/*
 * Clocks and evaluations of a block's games, taken from the columns of its comments without putting these together. Of lines
 * without variations; of others, and where models tell the comments, games have to be decoded.
 */
#ifndef PGNPACK_LIB_SEARCH_SEARCH_NUMBERS_H
#define PGNPACK_LIB_SEARCH_SEARCH_NUMBERS_H

#include "block/block_lines.h"
#include "comments/comment_decoder.h"
#include "search/steps/query_steps.h"

struct search_numbers {
    struct memory *memory;
    uint32_t game_count;
    uint32_t *starts; /* of each game in both arrays, of its first position; then where the last one ends */
    uint8_t *lacks;   /* by game: bits of enum written_thing */
    int32_t *clocks, *evals; /* behind the half-move of that number: PGNPACK_NO_CLOCK, PGNPACK_NO_EVAL */
    size_t size;             /* of these */
};

void search_numbers_init(struct search_numbers *numbers, struct memory *memory);
void search_numbers_free(struct search_numbers *numbers);

/* Bytes of memory that they take. */
size_t search_numbers_memory(const struct search_numbers *numbers);

/*
 * Reads all of a block's comments: `comments` is started, without models, or NULL where all are told as they are. `lines` are the
 * block's, of the same shapes.
 */
enum pgnpack_status search_numbers_read(struct search_numbers *numbers, const struct block_lines *lines,
                                        struct byte_source runs, struct byte_source kinds,
                                        struct comment_decoder *comments, struct byte_source literals,
                                        struct work_count *work, struct error *error);

/* Can none of the game's half-moves have the numbers that a step asks for, in any variant but those left out? When in doubt, 0. */
int search_numbers_rule_out(const struct search_numbers *numbers, uint32_t game,
                            const struct query_steps *steps, unsigned left_out);

/* Of a game's half-move; of its first position with `ply` 0. */
static inline void search_numbers_get(const struct search_numbers *numbers, uint32_t game, uint32_t ply,
                                      struct written *written)
{
    const size_t place = (size_t)numbers->starts[game] + ply;
    *written = (struct written){.clock = numbers->clocks[place],
                                .spent = PGNPACK_NO_CLOCK,
                                .eval = numbers->evals[place],
                                .eval_before = ply == 0 ? PGNPACK_NO_EVAL : numbers->evals[place - 1]};
    written->things = (written->clock != PGNPACK_NO_CLOCK ? WRITTEN_CLOCK : 0U) |
                      (written->eval != PGNPACK_NO_EVAL ? WRITTEN_EVAL : 0U);
}

#endif
