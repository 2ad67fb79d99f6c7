#include "bcgn0/bcgn0_entry.h"

#include <string.h>

#include "util/bytes.h"

/*
 * Offsets in an entry. A headerless one has total length, plies and result, flags; then, as in the other
 * kind, a start position where flagged.
 */
enum {
    TOTAL_LENGTH = 0,
    HEADER_LENGTH = 2,
    PLIES = 4,
    YEAR = 6,
    MONTH = 8,
    DAY = 9,
    WHITE_ELO = 10,
    BLACK_ELO = 12,
    ROUND = 14,
    ECO_LETTER = 16,
    ECO_NUMBER = 17,
    FLAGS = 18,
    FIXED_SIZE = 19,

    HEADERLESS_PLIES = 2,
    HEADERLESS_FLAGS = 4,
    HEADERLESS_FIXED_SIZE = 5
};

void bcgn0_entry_clear(struct bcgn0_entry *entry)
{
    memset(entry, 0, sizeof *entry);
    entry->eco.letter = 'A';
}

size_t bcgn0_entry_size_min(int headerless)
{
    return headerless ? HEADERLESS_FIXED_SIZE : FIXED_SIZE + BCGN0_STRING_COUNT;
}

void bcgn0_string_encode(struct text string, struct buffer *out)
{
    buffer_append_byte(out, (uint8_t)string.size);
    buffer_append(out, string.data, string.size);
}

int bcgn0_string_decode(const uint8_t **cursor, const uint8_t *end, struct text *string)
{
    const uint8_t *at = *cursor;
    if (at == end || (size_t)(end - at) - 1 < *at)
        return 0;
    *string = (struct text){(const char *)at + 1, *at};
    *cursor = at + 1 + *at;
    return 1;
}

static unsigned entry_flags(const struct bcgn0_entry *entry, int headerless)
{
    unsigned flags = entry->has_start ? BCGN0_CUSTOM_START : 0;
    if (!headerless && entry->tag_count != 0)
        flags |= BCGN0_ADDITIONAL_TAGS;
    return flags;
}

static void fixed_encode(const struct bcgn0_entry *entry, struct buffer *out)
{
    uint8_t fixed[FIXED_SIZE] = {0};
    store_be16(fixed + YEAR, entry->date.year);
    fixed[MONTH] = entry->date.month;
    fixed[DAY] = entry->date.day;
    store_be16(fixed + WHITE_ELO, entry->white_elo);
    store_be16(fixed + BLACK_ELO, entry->black_elo);
    store_be16(fixed + ROUND, entry->round);
    fixed[ECO_LETTER] = entry->eco.letter;
    fixed[ECO_NUMBER] = entry->eco.number;
    fixed[FLAGS] = (uint8_t)entry_flags(entry, 0);
    buffer_append(out, fixed, sizeof fixed);
}

static void headerless_fixed_encode(const struct bcgn0_entry *entry, struct buffer *out)
{
    uint8_t fixed[HEADERLESS_FIXED_SIZE] = {0};
    fixed[HEADERLESS_FLAGS] = (uint8_t)entry_flags(entry, 1);
    buffer_append(out, fixed, sizeof fixed);
}

static void names_encode(const struct bcgn0_entry *entry, struct buffer *out)
{
    for (unsigned i = 0; i < BCGN0_STRING_COUNT; i++)
        bcgn0_string_encode(entry->strings[i], out);
    if (entry->tag_count != 0) {
        buffer_append_byte(out, (uint8_t)entry->tag_count);
        buffer_append(out, entry->tags.data, entry->tags.size);
    }
}

int bcgn0_entry_begin(const struct bcgn0_entry *entry, int headerless, struct buffer *out)
{
    size_t start = out->size;
    if (headerless)
        headerless_fixed_encode(entry, out);
    else
        fixed_encode(entry, out);
    if (entry->has_start)
        buffer_append(out, entry->start, sizeof entry->start);
    if (!headerless)
        names_encode(entry, out);
    if (buffer_failed(out))
        return 0;
    /* 16 bits are enough for it in every entry that bcgn0_entry_finish() may see. */
    if (!headerless)
        store_be16(out->data + start + HEADER_LENGTH, (uint16_t)(out->size - start));
    return 1;
}

void bcgn0_entry_finish(struct buffer *out, size_t start, int headerless, unsigned ply_count, unsigned result)
{
    uint8_t *entry = out->data + start;
    store_be16(entry + TOTAL_LENGTH, (uint16_t)(out->size - start));
    store_be16(entry + (headerless ? HEADERLESS_PLIES : PLIES), (uint16_t)(ply_count << 2 | result));
}

static void fixed_decode(const uint8_t *bytes, struct bcgn0_entry *entry)
{
    entry->date = (struct bcgn0_date){load_be16(bytes + YEAR), bytes[MONTH], bytes[DAY]};
    entry->white_elo = load_be16(bytes + WHITE_ELO);
    entry->black_elo = load_be16(bytes + BLACK_ELO);
    entry->round = load_be16(bytes + ROUND);
    entry->eco = (struct bcgn0_eco){bytes[ECO_LETTER], bytes[ECO_NUMBER]};
}

static const char *additional_tags_decode(const uint8_t **cursor, const uint8_t *end,
                                          struct bcgn0_entry *entry)
{
    static const char too_long[] = "the additional tags pass the end of the entry's header";
    if (*cursor == end)
        return too_long;
    entry->tag_count = *(*cursor)++;
    const uint8_t *first = *cursor;
    struct text ignored;
    for (unsigned strings = 2 * entry->tag_count; strings != 0; strings--)
        if (!bcgn0_string_decode(cursor, end, &ignored))
            return too_long;
    entry->tags = (struct text){(const char *)first, (size_t)(*cursor - first)};
    return NULL;
}

static const char *names_decode(const uint8_t **cursor, const uint8_t *end, unsigned flags,
                                struct bcgn0_entry *entry)
{
    for (unsigned i = 0; i < BCGN0_STRING_COUNT; i++)
        if (!bcgn0_string_decode(cursor, end, &entry->strings[i]))
            return "a name passes the end of the entry's header";
    return flags & BCGN0_ADDITIONAL_TAGS ? additional_tags_decode(cursor, end, entry) : NULL;
}

static const char *start_decode(const uint8_t **cursor, const uint8_t *end, struct bcgn0_entry *entry)
{
    if ((size_t)(end - *cursor) < BCGN0_POSITION_SIZE)
        return "the start position passes the end of the entry";
    entry->has_start = 1;
    memcpy(entry->start, *cursor, BCGN0_POSITION_SIZE);
    *cursor += BCGN0_POSITION_SIZE;
    return NULL;
}

const char *bcgn0_entry_decode(const uint8_t *bytes, size_t size, int headerless, struct bcgn0_entry *entry)
{
    size_t fixed_size = headerless ? HEADERLESS_FIXED_SIZE : FIXED_SIZE;
    if (size < bcgn0_entry_size_min(headerless))
        return "the entry's length is smaller than its fixed part";
    bcgn0_entry_clear(entry);
    unsigned plies = load_be16(bytes + (headerless ? HEADERLESS_PLIES : PLIES));
    unsigned flags = bytes[headerless ? HEADERLESS_FLAGS : FLAGS];
    entry->ply_count = (uint16_t)(plies >> 2);
    entry->result = plies & 3;
    if (flags & ~(unsigned)(BCGN0_CUSTOM_START | BCGN0_ADDITIONAL_TAGS))
        return "unknown flags are set in the entry";

    const uint8_t *end = bytes + size;
    if (!headerless) {
        size_t header_size = load_be16(bytes + HEADER_LENGTH);
        if (header_size < fixed_size || header_size > size)
            return "the header's length does not fit the entry's length";
        end = bytes + header_size;
        fixed_decode(bytes, entry);
    }
    const uint8_t *cursor = bytes + fixed_size;
    const char *problem = flags & BCGN0_CUSTOM_START ? start_decode(&cursor, end, entry) : NULL;
    if (problem == NULL && !headerless)
        problem = names_decode(&cursor, end, flags, entry);
    if (problem != NULL)
        return problem;
    if (!headerless && cursor != end)
        return "the header's length does not fit what is in it";
    entry->moves = cursor;
    entry->moves_size = (size_t)(bytes + size - cursor);
    if (entry->eco.letter < 'A' || entry->eco.letter > 'E' || entry->eco.number > 99)
        return "the ECO code is none";
    return NULL;
}
