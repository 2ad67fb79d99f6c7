/* Public functions: the moves of one game as a few bytes, and back. */
#include <string.h>

#include "lib/games/board.h"
#include "base/net_store.h"
#include "pgnpack_extra.h"
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
    const struct handle_kind *handle_kind;
    struct value_coder coder;
    struct net_store nets;
    struct error misuse; /* of the options: for ever */
    struct position start;
    struct error error;
    struct pgnpack_error public_error;
};

/* Is it one, and is the net there that it asks? */
static void check_encoding(struct pgnpack_moves_coder *coder, int number)
{
    if (number < VALUE_MOVE16 || number >= VALUE_ENCODING_BEHIND) {
        error_set(&coder->misuse, PGNPACK_ERROR_ARGUMENT,
                  "the coder was made for no encoding: set `size` and `encoding` of its options");
        return;
    }
    unsigned net = value_net_of((enum value_encoding)number);
    if (net < POLICY_NET_COUNT && coder->misuse.status == PGNPACK_OK &&
        policy_nets_find(&coder->nets.nets, net) == NULL)
        policy_net_refuse(net, "this encoding", &coder->misuse);
}

static const struct handle_kind moves_coder_kind;

struct pgnpack_moves_coder *pgnpack_moves_coder_new(const struct pgnpack_options *options,
                                                    const struct pgnpack_moves_options *moves_options)
{
    struct pgnpack_moves_options chosen;
    struct pgnpack_moves_coder *coder = handle_new(options, sizeof *coder, &moves_coder_kind);
    if (coder == NULL)
        return NULL;
    if (handle_check_options(options, &coder->misuse) == PGNPACK_OK)
        net_store_fill(&coder->nets, &coder->memory, options, &coder->misuse);
    handle_copy_options(&chosen, sizeof chosen, moves_options, "pgnpack_moves_options", &coder->misuse);
    check_encoding(coder, (int)chosen.encoding);
    coder->error = coder->misuse;
    position_start(&coder->start);
    enum value_encoding encoding =
        coder->misuse.status == PGNPACK_OK ? (enum value_encoding)chosen.encoding : VALUE_MOVE16;
    if (value_coder_init(&coder->coder, &coder->memory, encoding, chosen.plies_given != 0, &coder->nets.nets))
        return coder;
    pgnpack_free(coder);
    return NULL;
}

static void free_moves_coder(void *handle)
{
    struct pgnpack_moves_coder *coder = handle;
    value_coder_free(&coder->coder);
    net_store_free(&coder->nets, &coder->memory);
    handle_free(coder, sizeof *coder);
}

static uint16_t rating_of(unsigned elo)
{
    return (uint16_t)(elo < 9999 ? elo : 9999);
}

/* A call begins. Returns 0 where the coder has no encoding, or the game no size. */
static int begin(struct pgnpack_moves_coder *coder, const struct pgnpack_moves_game *given,
                 struct pgnpack_moves_game *game_ret, struct policy_hints *hints_ret)
{
    coder->error = coder->misuse;
    memory_forget_refusal(&coder->memory);
    handle_copy_options(game_ret, sizeof *game_ret, given, "pgnpack_moves_game", &coder->error);
    *hints_ret = (struct policy_hints){
        .rating = {rating_of(game_ret->white_elo), rating_of(game_ret->black_elo)},
        .result = (uint8_t)(game_ret->result & 3),
    };
    return coder->error.status == PGNPACK_OK;
}

static const struct position *start_of(const struct pgnpack_moves_coder *coder,
                                       const struct pgnpack_moves_game *game)
{
    return game->start == NULL ? &coder->start : &game->start->line.position;
}

static enum pgnpack_status refuse_null(struct pgnpack_moves_coder *coder)
{
    return error_set(&coder->error, PGNPACK_ERROR_ARGUMENT, "moves or bytes are NULL, their number is not 0");
}

enum pgnpack_status pgnpack_moves_encode(struct pgnpack_moves_coder *coder,
                                         const struct pgnpack_moves_game *game, const uint16_t *moves,
                                         size_t count, void *bytes, size_t capacity, size_t *size_ret)
{
    struct pgnpack_moves_game known;
    struct policy_hints hints;
    if (size_ret != NULL)
        *size_ret = 0;
    if (!begin(coder, game, &known, &hints))
        return handle_end(coder, coder->error.status);
    if ((moves == NULL && count != 0) || (bytes == NULL && capacity != 0))
        return handle_end(coder, refuse_null(coder));
    struct value_game place = {start_of(coder, &known), &hints};
    enum pgnpack_status status = value_encode(&coder->coder, place, moves, count, &coder->error);
    if (status != PGNPACK_OK)
        return handle_end(coder, status);
    size_t size = coder->coder.out.size;
    if (size_ret != NULL)
        *size_ret = size;
    if (size > capacity)
        return handle_end(coder, error_set(&coder->error, PGNPACK_ERROR_LIMIT,
                                           "%zu bytes do not fit into room for %zu", size, capacity));
    if (size != 0)
        memcpy(bytes, coder->coder.out.data, size);
    return handle_end(coder, PGNPACK_OK);
}

enum pgnpack_status pgnpack_moves_decode(struct pgnpack_moves_coder *coder,
                                         const struct pgnpack_moves_game *game, const void *bytes,
                                         size_t size, uint16_t *moves, size_t capacity, size_t *count_ret)
{
    struct pgnpack_moves_game known;
    struct policy_hints hints;
    if (count_ret != NULL)
        *count_ret = 0;
    if (!begin(coder, game, &known, &hints))
        return handle_end(coder, coder->error.status);
    if ((bytes == NULL && size != 0) || (moves == NULL && capacity != 0))
        return handle_end(coder, refuse_null(coder));
    struct value_game place = {start_of(coder, &known), &hints};
    struct value_moves found = {.moves = moves, .capacity = capacity};
    enum pgnpack_status status =
        value_decode(&coder->coder, place, bytes, size, known.plies, &found, &coder->error);
    if (status != PGNPACK_OK && status != PGNPACK_ERROR_LIMIT)
        return handle_end(coder, status);
    if (count_ret != NULL)
        *count_ret = found.count;
    return handle_end(coder, status);
}

static const struct handle_kind moves_coder_kind = {.free = free_moves_coder,
                                                    HANDLE_ERROR(struct pgnpack_moves_coder)};
