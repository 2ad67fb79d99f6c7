#include "encoding/legal_index.h"

int legal_byte_encode(const struct position *position, chess_move move, uint8_t *byte_ret)
{
    struct move_targets targets;
    legal_targets(position, &targets);
    if (targets.count > LEGAL_BYTE_MOVES_MAX)
        return 0;
    *byte_ret = (uint8_t)legal_index(&targets, move);
    return 1;
}

chess_move legal_byte_decode(const struct position *position, uint8_t byte)
{
    struct move_targets targets;
    legal_targets(position, &targets);
    if (targets.count > LEGAL_BYTE_MOVES_MAX)
        return NO_MOVE;
    return legal_nth(position, &targets, byte);
}

struct move_code legal_bits_encode(const struct position *position, chess_move move)
{
    struct move_targets targets;
    legal_targets(position, &targets);
    return (struct move_code){legal_index(&targets, move), legal_bits_width(targets.count)};
}

chess_move legal_bits_decode(const struct position *position, const struct move_targets *targets,
                             uint32_t value)
{
    return legal_nth(position, targets, value);
}
