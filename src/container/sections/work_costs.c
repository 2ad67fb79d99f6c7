#include "container/sections/work_costs.h"

#include "container/sections/bcgn_format.h"

static uint64_t raw_byte_cost(uint8_t packing)
{
    return packing == BCGN_PACKING_TEXT         ? WORK_TEXT_BYTE
           : packing == BCGN_PACKING_LIGHT_TEXT ? WORK_LIGHT_TEXT_BYTE
           : packing == BCGN_PACKING_SYMBOLS    ? WORK_SYMBOL
                                                : WORK_RAW_BYTE;
}

static uint64_t net_cost(const struct policy_ply *ply, unsigned exchange_steps, unsigned of_ply,
                         unsigned of_move)
{
    return of_ply + (uint64_t)ply->count * of_move + (uint64_t)exchange_steps * WORK_EXCHANGE;
}

uint64_t work_of_move(const struct move_reader *reader)
{
    if (reader->codec == MOVE_CODEC_MODEL)
        return net_cost(&reader->state.policy->odds.ply, reader->state.policy->odds.ply.exchange_steps,
                        WORK_PLY_NET, WORK_MOVE_NET);
    if (reader->codec == MOVE_CODEC_TABLE)
        return WORK_PLY_TABLE + (uint64_t)reader->state.table->sight.man_count * WORK_MAN_TABLE;
    if (reader->codec != MOVE_CODEC_BEST)
        return 0;
    const struct best_coder *best = reader->state.best;
    return net_cost(&best->fast.ply, best->exchange_steps, WORK_PLY_BEST, WORK_MOVE_BEST) +
           (uint64_t)best->asked * WORK_MOVE_ASKED;
}

uint64_t work_of_section(const struct section_entry *entry)
{
    int is_modelled = entry->packing == BCGN_PACKING_TEXT || entry->packing == BCGN_PACKING_LIGHT_TEXT;
    return WORK_SECTION + (is_modelled ? (uint64_t)WORK_TEXT_MODEL : 0) +
           (uint64_t)entry->stored_size * WORK_STORED_BYTE + entry->raw_size * raw_byte_cost(entry->packing);
}
