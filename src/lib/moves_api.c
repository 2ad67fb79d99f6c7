/* Public functions: the moves of one game as a few bytes, and back. */
#include <string.h>

#include "lib/board.h"
#include "value/value_coder.h"

_Static_assert((int)PGNPACK_ENCODING_MOVE16 == VALUE_MOVE16 &&
                   (int)PGNPACK_ENCODING_EXTENDED == VALUE_EXTENDED &&
                   (int)PGNPACK_ENCODING_COMPRESSED == VALUE_COMPRESSED &&
                   (int)PGNPACK_ENCODING_LEGAL_BYTE == VALUE_LEGAL_BYTE &&
                   (int)PGNPACK_ENCODING_LEGAL_BITS == VALUE_LEGAL_BITS &&
                   (int)PGNPACK_ENCODING_PSEUDO_LEGAL_BITS == VALUE_PSEUDO_LEGAL &&
                   (int)PGNPACK_ENCODING_PIECE_TARGET == VALUE_PIECE_TARGET &&
                   (int)PGNPACK_ENCODING_BYTE_INDEX == VALUE_BYTE_INDEX &&
                   (int)PGNPACK_ENCODING_SQUARE_ORDER == VALUE_SQUARE_ORDER &&
                   (int)PGNPACK_ENCODING_TOTAL == VALUE_TOTAL &&
                   (int)PGNPACK_ENCODING_DIRECTION == VALUE_DIRECTION &&
                   (int)PGNPACK_ENCODING_REVERSIBLE == VALUE_REVERSIBLE &&
                   (int)PGNPACK_ENCODING_TABLE == VALUE_TABLE && (int)PGNPACK_ENCODING_NET == VALUE_NET &&
                   (int)PGNPACK_ENCODING_NET_WIDE == VALUE_NET_WIDE,
               "encodings differ");

struct pgnpack_moves_coder {
    struct memory memory;
    struct value_coder coder;
    int is_ready; /* the encoding is one */
    struct position start;
    struct error error;
    struct pgnpack_error exported;
};

struct pgnpack_moves_coder *pgnpack_moves_coder_new(const struct pgnpack_options *options,
                                                    const struct pgnpack_moves_options *moves_options)
{
    struct pgnpack_moves_options chosen;
    struct pgnpack_moves_coder *coder = handle_new(options, sizeof *coder);
    if (coder == NULL)
        return NULL;
    handle_copy_options(&chosen, sizeof chosen, moves_options);
    error_clear(&coder->error);
    position_start(&coder->start);
    int number = (int)chosen.encoding;
    coder->is_ready = number >= VALUE_MOVE16 && number < VALUE_ENCODING_BEHIND;
    enum value_encoding encoding = coder->is_ready ? (enum value_encoding)number : VALUE_MOVE16;
    if (value_coder_init(&coder->coder, &coder->memory, encoding, chosen.plies_given != 0))
        return coder;
    pgnpack_moves_coder_free(coder);
    return NULL;
}

void pgnpack_moves_coder_free(struct pgnpack_moves_coder *coder)
{
    if (coder == NULL)
        return;
    value_coder_free(&coder->coder);
    handle_free(coder, sizeof *coder);
}

const struct pgnpack_error *pgnpack_moves_coder_error(struct pgnpack_moves_coder *coder)
{
    handle_export_error(&coder->error, &coder->exported);
    return &coder->exported;
}

static uint16_t rating_of(unsigned elo)
{
    return (uint16_t)(elo < 9999 ? elo : 9999);
}

/* A call begins. Returns 0 where the coder has no encoding, or the game no size. */
static int begin(struct pgnpack_moves_coder *coder, const struct pgnpack_moves_game *given,
                 struct pgnpack_moves_game *game_ret, struct policy_hints *hints_ret)
{
    error_clear(&coder->error);
    memory_forget_refusal(&coder->memory);
    handle_copy_options(game_ret, sizeof *game_ret, given);
    *hints_ret = (struct policy_hints){
        .rating = {rating_of(game_ret->white_elo), rating_of(game_ret->black_elo)},
        .result = (uint8_t)(game_ret->result & 3),
    };
    if (!coder->is_ready)
        error_set(&coder->error, PGNPACK_ERROR_ARGUMENT,
                  "the coder was made for no encoding: set `size` and `encoding` of its options");
    else if (given != NULL && game_ret->size == 0)
        error_set(&coder->error, PGNPACK_ERROR_ARGUMENT, "the game's `size` is 0: set it");
    return coder->error.status == PGNPACK_OK;
}

static const struct position *start_of(const struct pgnpack_moves_coder *coder,
                                       const struct pgnpack_moves_game *game)
{
    return game->start == NULL ? &coder->start : &game->start->line.position;
}

enum pgnpack_status pgnpack_moves_encode(struct pgnpack_moves_coder *coder,
                                         const struct pgnpack_moves_game *game, const uint16_t *moves,
                                         size_t count, void *bytes, size_t capacity, size_t *size_ret)
{
    struct pgnpack_moves_game known;
    struct policy_hints hints;
    *size_ret = 0;
    if (!begin(coder, game, &known, &hints))
        return coder->error.status;
    struct value_game place = {start_of(coder, &known), &hints};
    enum pgnpack_status status = value_encode(&coder->coder, place, moves, count, &coder->error);
    if (status != PGNPACK_OK)
        return memory_check(&coder->memory, &coder->error);
    size_t size = coder->coder.out.size;
    *size_ret = size;
    if (size > capacity)
        return error_set(&coder->error, PGNPACK_ERROR_LIMIT, "%zu bytes do not fit into room for %zu", size,
                         capacity);
    if (size != 0)
        memcpy(bytes, coder->coder.out.data, size);
    return PGNPACK_OK;
}

enum pgnpack_status pgnpack_moves_decode(struct pgnpack_moves_coder *coder,
                                         const struct pgnpack_moves_game *game, const void *bytes,
                                         size_t size, uint16_t *moves, size_t capacity, size_t *count_ret)
{
    struct pgnpack_moves_game known;
    struct policy_hints hints;
    *count_ret = 0;
    if (!begin(coder, game, &known, &hints))
        return coder->error.status;
    struct value_game place = {start_of(coder, &known), &hints};
    struct value_moves found = {.moves = moves, .capacity = capacity};
    enum pgnpack_status status =
        value_decode(&coder->coder, place, bytes, size, known.plies, &found, &coder->error);
    if (status != PGNPACK_OK && status != PGNPACK_ERROR_LIMIT)
        return memory_check(&coder->memory, &coder->error);
    *count_ret = found.count;
    return status;
}
