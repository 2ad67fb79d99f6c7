/* A game being made: what was said so far, and how it is finished. */
#ifndef PGNPACK_LIB_GAMES_BUILDER_H
#define PGNPACK_LIB_GAMES_BUILDER_H

#include "game/line_stack.h"
#include "base/handle.h"
#include "pgn/pgn_parser.h"
#include "pgn/pgn_writer.h"
#include "pgnpack_extra.h"

/* Texts are places in `strings` until the game is finished, which may move. */
struct builder_tag {
    size_t name, name_size;
    size_t value, value_size; /* with its escapes */
};

struct pgnpack_builder {
    struct memory memory;
    const struct handle_kind *handle_kind;
    struct builder_tag *tags;
    size_t tag_count, tag_capacity;
    struct buffer strings;
    struct game game; /* start, items and result; the tags when it is finished */
    struct line_stack line;
    struct pgn_writer writer;
    struct pgn_parser parser;
    struct buffer text; /* of the finished game, and that: */
    struct game finished;
    struct error misuse; /* of the options: for ever */
    struct error error;  /* of the last call */
    struct pgnpack_error public_error;
};

static inline struct text builder_text(const struct pgnpack_builder *builder, size_t start, size_t size)
{
    return (struct text){(const char *)buffer_bytes(&builder->strings) + start, size};
}

/* Writes the game as PGN, reads that, and compares: builder->finished is then what was meant, or the call fails. */
enum pgnpack_status builder_finish(struct pgnpack_builder *builder);

#endif
