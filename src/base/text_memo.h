/*
 * What was found out of a text, by where it stands: the values of a block's columns repeat, and those that repeat are mostly
 * the same bytes. A cache that forgets, never grows, and is emptied in one step.
 */
#ifndef PGNPACK_BASE_TEXT_MEMO_H
#define PGNPACK_BASE_TEXT_MEMO_H

#include <stdint.h>
#include <string.h>

#include "util/hash32.h"
#include "util/text.h"

enum { TEXT_MEMO_BITS = 12 };

struct text_memo {
    uint32_t turn; /* entries of other turns count as none */
    struct text_memo_entry {
        const char *data;
        size_t size;
        uint32_t turn;
        uint32_t value;
    } entries[1 << TEXT_MEMO_BITS];
};

static inline void text_memo_init(struct text_memo *memo)
{
    memset(memo, 0, sizeof *memo);
}

/* Forgets all texts: to be called before the first one, and where others may stand at their places. */
static inline void text_memo_clear(struct text_memo *memo)
{
    if (++memo->turn == 0) {
        text_memo_init(memo);
        memo->turn = 1;
    }
}

/* The text's entry, or that of another text, which has to be set anew: text_memo_has() tells. */
static inline struct text_memo_entry *text_memo_entry(struct text_memo *memo, struct text text)
{
    uint64_t address = (uint64_t)(uintptr_t)text.data;
    return &memo->entries[hash32((uint32_t)(address >> 32), (uint32_t)address) >> (32 - TEXT_MEMO_BITS)];
}

static inline int text_memo_has(const struct text_memo *memo, const struct text_memo_entry *entry,
                                struct text text)
{
    return entry->data == text.data && entry->size == text.size && entry->turn == memo->turn;
}

static inline void text_memo_set(const struct text_memo *memo, struct text_memo_entry *entry,
                                 struct text text, uint32_t value)
{
    *entry = (struct text_memo_entry){text.data, text.size, memo->turn, value};
}

#endif
