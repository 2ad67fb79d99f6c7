/* Blocks and games that go into a new segment: as they are packed where that is well, else recoded. */
#ifndef PGNPACK_LIB_CHANGE_COPY_BLOCKS_H
#define PGNPACK_LIB_CHANGE_COPY_BLOCKS_H

#include "lib/change/copy.h"

/* What is taken of a database: games from `first` to before `end`, from 0, and the text around them. */
struct copy_span {
    const struct pgnpack_reader *reader;
    uint64_t first, end;
    size_t end_block; /* blocks from here on are not taken */
    int recodes;      /* all blocks */
};

/* The level that most of the text of segments `first` to before `end` has, as far as blocks tell it. 0: there is no text. */
enum pgnpack_status copy_find_level(struct pgnpack_copy *copy, const struct pgnpack_reader *reader,
                                    size_t first, size_t end, int *level_ret);

/* The highest profile of these segments, as far as blocks of theirs may be copied. */
enum pgnpack_status copy_find_profile(struct pgnpack_copy *copy, const struct pgnpack_reader *reader,
                                      size_t first, size_t end, enum bcgn_profile *profile_ret);

/* A segment is being made that may have blocks of segments `first` to before `end`; a new one begins where there is none, or it may not. */
enum pgnpack_status copy_need_segment(struct pgnpack_copy *copy, const struct pgnpack_reader *reader,
                                      size_t first, size_t end);

/* What the span has of segment `number` goes into the segment that is being made. */
enum pgnpack_status copy_blocks_of(struct pgnpack_copy *copy, const struct copy_span *span, size_t number);

/* Block `n` does not come along as it is: counts what is lost of it that this version does not know. */
enum pgnpack_status copy_note_unknown(struct pgnpack_copy *copy, const struct pgnpack_reader *reader,
                                      size_t n);

/* The next game of the segment that is being made, number `number` (from 0) of a database, with its own bytes. */
enum pgnpack_status copy_add_game(struct pgnpack_copy *copy, const struct pgnpack_reader *reader,
                                  uint64_t number, struct text game);

#endif
