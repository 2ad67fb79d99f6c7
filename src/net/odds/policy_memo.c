#include "net/odds/policy_memo.h"

#include <string.h>

_Static_assert(sizeof(struct policy_history) == 7 && sizeof(struct policy_memo_key) == 88, "no gaps");

void policy_memo_key_of(struct policy_memo_key *key, const struct policy_odds *odds,
                        const struct position *position)
{
    memcpy(key->types, position->types, sizeof key->types);
    memcpy(key->colours, position->colours, sizeof key->colours);
    key->castling_squares = position->castling_squares;
    key->history = odds->history;
    key->side = position->side;
    key->ep_square = position->ep_square;
    memcpy(key->rating, odds->hints.rating, sizeof key->rating);
    key->result = odds->hints.result;
}

static struct policy_memo_entry *entry_of(struct policy_memo *memo, const struct policy_memo_key *key)
{
    uint64_t hash = key->colours[0];
    uint64_t rest = (uint64_t)key->history.enemy_from << 16 | (uint64_t)key->side << 8 | key->result;
    hash = (hash ^ key->colours[1] >> 7) * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 32 ^ key->types[PAWN] ^ rest) * UINT64_C(0x9e3779b97f4a7c15);
    return &memo->entries[hash >> (64 - POLICY_MEMO_BITS)];
}

int policy_memo_find(struct policy_memo *memo, const struct policy_memo_key *key, struct policy_odds *odds,
                     uint32_t *total)
{
    enum { MET_AGAIN = 7 };
    struct policy_memo_entry *entry = entry_of(memo, key);
    if (entry->count == 0 || memcmp(&entry->key, key, sizeof *key) != 0)
        return 0;
    entry->met = MET_AGAIN;
    odds->ply.count = entry->count;
    memcpy(odds->ply.moves, entry->moves, sizeof entry->moves);
    for (unsigned i = 0; i < POLICY_MEMO_ROOM; i++)
        odds->logits[i] = entry->sizes[i];
    *total = entry->total;
    return 1;
}

void policy_memo_keep(struct policy_memo *memo, const struct policy_memo_key *key,
                      const struct policy_odds *odds, uint32_t total)
{
    struct policy_memo_entry *entry = entry_of(memo, key);
    if (odds->ply.count > POLICY_MEMO_COUNT_MAX)
        return;
    if (entry->met > 0) {
        entry->met--;
        return;
    }
    entry->key = *key;
    entry->total = total;
    entry->count = (uint8_t)odds->ply.count;
    memcpy(entry->moves, odds->ply.moves, sizeof entry->moves);
    for (unsigned i = 0; i < POLICY_MEMO_ROOM; i++)
        entry->sizes[i] = (uint16_t)odds->logits[i];
}
