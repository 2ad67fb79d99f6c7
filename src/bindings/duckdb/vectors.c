#include "bindings/duckdb/vectors.h"

#include <stdlib.h>
#include <string.h>

/* What a duckdb_string_t holds in itself. */
enum { INLINE_SIZE = sizeof(((duckdb_string_t *)NULL)->value.inlined.inlined) };

/* Texts go to a vector's memory in pieces of this size, or larger ones where a text is. */
enum { PIECE_SIZE = 1 << 22 };

void vector_room_free(struct vector_room *room)
{
    free(room->bytes);
    free(room->ends);
    memset(room, 0, sizeof *room);
}

static int room_for_bytes(struct vector_room *room, size_t size)
{
    if (size <= room->capacity)
        return 1;
    size_t capacity = size < PIECE_SIZE ? PIECE_SIZE : size;
    char *bytes = realloc(room->bytes, capacity);
    if (bytes == NULL)
        return 0;
    room->bytes = bytes;
    room->capacity = capacity;
    return 1;
}

static int room_for_ends(struct vector_room *room, size_t count)
{
    if (count <= room->end_capacity)
        return 1;
    uint32_t *ends = realloc(room->ends, count * sizeof *ends);
    if (ends == NULL)
        return 0;
    room->ends = ends;
    room->end_capacity = count;
    return 1;
}

/* `validity` NULL at first: a vector without NULL has none. */
static void set_null(duckdb_vector vector, uint64_t **validity, size_t row)
{
    if (*validity == NULL) {
        duckdb_vector_ensure_validity_writable(vector);
        *validity = duckdb_vector_get_validity(vector);
    }
    (*validity)[row / 64] &= ~(UINT64_C(1) << row % 64);
}

void vector_put_integers(duckdb_vector vector, duckdb_type type, const int64_t *integers,
                         const unsigned char *is_set, size_t count)
{
    int64_t *wide = duckdb_vector_get_data(vector);
    int32_t *narrow = duckdb_vector_get_data(vector);
    uint64_t *validity = NULL;
    if (type == DUCKDB_TYPE_BIGINT) {
        memcpy(wide, integers, count * sizeof *wide);
    } else {
        for (size_t i = 0; i < count; i++)
            narrow[i] = (int32_t)integers[i];
    }
    for (size_t i = 0; i < count && is_set != NULL; i++) {
        if (!is_set[i])
            set_null(vector, &validity, i);
    }
}

/* ---- Texts ---- */

/* Is what begins here, at most 4 bytes, a character of UTF-8? Its size; 0: no. */
static size_t character_size(const char *bytes, size_t size)
{
    for (size_t length = 1; length <= 4 && length <= size; length++) {
        if (table_is_utf8((struct pgnpack_text){bytes, length}))
            return length;
    }
    return 0;
}

/* Writes the text, each byte that is none of UTF-8 as the character of Latin-1; `out` has room for twice its size. */
static size_t read_as_latin1(struct pgnpack_text text, char *out)
{
    size_t size = 0;
    for (size_t i = 0; i < text.size;) {
        size_t length = character_size(text.data + i, text.size - i);
        if (length == 0) {
            unsigned byte = (unsigned char)text.data[i++];
            out[size++] = (char)(0xC0 | byte >> 6);
            out[size++] = (char)(0x80 | (byte & 0x3F));
            continue;
        }
        memcpy(out + size, text.data + i, length);
        size += length;
        i += length;
    }
    return size;
}

/*
 * The room's bytes go to the vector's memory in one call, as one long text; then each text is a place in it. That is several
 * times as fast as a call for each.
 */
static void put_piece(duckdb_vector vector, size_t first, size_t end, const struct vector_room *room)
{
    duckdb_string_t *strings = duckdb_vector_get_data(vector);
    size_t size = room->ends[end - first - 1], begin = 0;
    const char *kept = room->bytes;
    if (size > INLINE_SIZE) {
        duckdb_vector_assign_string_element_len(vector, first, room->bytes, size);
        kept = strings[first].value.pointer.ptr;
    }
    for (size_t i = first; i < end; begin = room->ends[i - first], i++) {
        uint32_t length = room->ends[i - first] - (uint32_t)begin;
        duckdb_string_t string;
        memset(&string, 0, sizeof string);
        string.value.inlined.length = length;
        if (length <= INLINE_SIZE) {
            memcpy(string.value.inlined.inlined, kept + begin, length);
        } else {
            const char *place = kept + begin;
            memcpy(string.value.pointer.prefix, place, sizeof string.value.pointer.prefix);
            memcpy(&string.value.pointer.ptr, &place, sizeof place);
        }
        strings[i] = string;
    }
}

/* Adds the text to the room, behind `used` bytes; returns how many there are then, SIZE_MAX where there is no memory. */
static size_t add_text(struct vector_room *room, size_t used, struct pgnpack_text text, int as_it_is)
{
    if (as_it_is || table_is_utf8(text)) {
        if (!room_for_bytes(room, used + text.size))
            return SIZE_MAX;
        if (text.size > 0)
            memcpy(room->bytes + used, text.data, text.size);
        return used + text.size;
    }
    if (!room_for_bytes(room, used + 2 * text.size))
        return SIZE_MAX;
    return used + read_as_latin1(text, room->bytes + used);
}

int vector_put_texts(duckdb_vector vector, duckdb_type type, const struct pgnpack_text *texts, size_t count,
                     struct vector_room *room)
{
    uint64_t *validity = NULL;
    if (!room_for_ends(room, count))
        return 0;
    for (size_t i = 0; i < count;) {
        size_t first = i, used = 0;
        for (; i < count && (i == first || used + 2 * texts[i].size <= PIECE_SIZE); i++) {
            if (texts[i].data == NULL)
                set_null(vector, &validity, i);
            used = add_text(room, used, texts[i], type == DUCKDB_TYPE_BLOB);
            if (used > UINT32_MAX)
                return 0;
            room->ends[i - first] = (uint32_t)used;
        }
        put_piece(vector, first, i, room);
    }
    return 1;
}

/* ---- Lists ---- */

/* Says where each row's elements are, and makes room for them, at the returned vector. */
static duckdb_vector put_entries(duckdb_vector vector, const uint32_t *offsets, size_t count)
{
    duckdb_list_entry *entries = duckdb_vector_get_data(vector);
    idx_t size = offsets[count] - offsets[0];
    for (size_t i = 0; i < count; i++) {
        entries[i].offset = offsets[i] - offsets[0];
        entries[i].length = offsets[i + 1] - offsets[i];
    }
    if (duckdb_list_vector_reserve(vector, size) != DuckDBSuccess ||
        duckdb_list_vector_set_size(vector, size) != DuckDBSuccess)
        return NULL;
    return duckdb_list_vector_get_child(vector);
}

int vector_put_moves(duckdb_vector vector, const uint32_t *offsets, const uint16_t *moves, size_t count)
{
    duckdb_vector child = put_entries(vector, offsets, count);
    size_t size = offsets[count] - offsets[0];
    if (child == NULL)
        return 0;
    if (size > 0)
        memcpy(duckdb_vector_get_data(child), moves + offsets[0], size * sizeof *moves);
    return 1;
}

int vector_put_numbers(duckdb_vector vector, const uint32_t *offsets, const int32_t *numbers,
                       int32_t no_number, size_t count)
{
    duckdb_vector child = put_entries(vector, offsets, count);
    size_t size = offsets[count] - offsets[0];
    if (child == NULL)
        return 0;
    uint64_t *validity = NULL;
    int32_t *elements = duckdb_vector_get_data(child);
    for (size_t i = 0; i < size; i++) {
        elements[i] = numbers[offsets[0] + i];
        if (elements[i] == no_number)
            set_null(child, &validity, i);
    }
    return 1;
}

int vector_put_lists(duckdb_vector vector, const uint32_t *offsets, const struct pgnpack_text *elements,
                     size_t count, struct vector_room *room)
{
    duckdb_vector child = put_entries(vector, offsets, count);
    return child != NULL && vector_put_texts(child, DUCKDB_TYPE_VARCHAR, elements + offsets[0],
                                             offsets[count] - offsets[0], room);
}
