#include "block/column_tally.h"

#include <stdio.h>
#include <string.h>

#include "comments/comment_field.h"

void column_tally_init(struct column_tally *tally, struct memory *memory)
{
    memset(tally, 0, sizeof *tally);
    tally->memory = memory;
    buffer_init(&tally->names, memory);
}

void column_tally_free(struct column_tally *tally)
{
    memory_release(tally->memory, tally->columns, tally->capacity * sizeof *tally->columns);
    buffer_free(&tally->names);
    column_tally_init(tally, tally->memory);
}

static struct column_count *find(const struct column_tally *tally, enum section_part part, struct text name)
{
    for (size_t i = 0; i < tally->count; i++)
        if (tally->columns[i].part == part && text_equal(column_tally_name(tally, i), name))
            return &tally->columns[i];
    return NULL;
}

/* NULL: no memory. */
static struct column_count *enter(struct column_tally *tally, enum section_part part, struct text name)
{
    int done = MEMORY_GROW(tally->memory, tally->columns, tally->capacity, tally->count + 1);
    size_t offset = tally->names.size;
    buffer_append(&tally->names, name.data, name.size);
    if (!done || buffer_failed(&tally->names))
        return NULL;
    struct column_count *column = &tally->columns[tally->count++];
    *column = (struct column_count){.name_offset = offset, .name_size = name.size, .part = (uint8_t)part};
    return column;
}

int column_tally_add(struct column_tally *tally, enum section_part part, struct text name, uint64_t raw_size,
                     uint64_t stored_size)
{
    struct column_count *column = find(tally, part, name);
    if (column == NULL && tally->count >= COLUMN_TALLY_MAX) {
        name = text_of("(others)");
        column = find(tally, part, name);
    }
    if (column == NULL)
        column = enter(tally, part, name);
    if (column == NULL)
        return 0;
    column->raw_size += raw_size;
    column->stored_size += stored_size;
    return 1;
}

/* ---- Names of fields ---- */

static int is_separator(char c)
{
    return (unsigned char)c <= ' ' || c == ',';
}

static struct text kind_name(uint8_t kind)
{
    static const char *const names[] = {"(number)", "(clock)", "(two digits)", "(text)"};
    return text_of(names[comment_field_type(kind)]);
}

/* The last word before the field: "d=" of ", d=", "[%clk" of "] [%clk ". */
static struct text field_name(struct text literal, uint8_t kind)
{
    size_t end = literal.size;
    while (end != 0 && is_separator(literal.data[end - 1]))
        end--;
    size_t start = end;
    while (start != 0 && !is_separator(literal.data[start - 1]))
        start--;
    return start == end ? kind_name(kind) : (struct text){literal.data + start, end - start};
}

/* A column that several templates fill has the name that the first gives it. */
static void name_fields(const struct comment_decoder *comments, struct text names[COMMENT_COLUMN_COUNT_MAX])
{
    memset(names, 0, COMMENT_COLUMN_COUNT_MAX * sizeof *names);
    for (unsigned i = 0; i < comments->recipe_count; i++) {
        const struct comment_part *part = &comments->parts[comments->recipes[i].first_part];
        for (size_t j = 0; j < comments->recipes[i].field_count; j++, part++)
            if (names[part->column].size == 0)
                names[part->column] = field_name(part->literal, comments->columns[part->column].kind);
    }
}

/* ---- Blocks ---- */

enum { KIND_NAME_SIZE = 48 };

/* The name of a kind of section, in brackets where the names of its neighbours are the file's own. */
static struct text kind_text(const struct section_kind *kind, char name[KIND_NAME_SIZE])
{
    int is_among_names = kind->part == SECTION_PART_TAGS || kind->part == SECTION_PART_COMMENTS;
    snprintf(name, KIND_NAME_SIZE, is_among_names ? "(%s)" : "%s", kind->name);
    return text_of(name);
}

static struct text column_name(const struct block_decoder *decoder, const struct text *fields,
                               const struct section_entry *entry, char name[KIND_NAME_SIZE])
{
    const struct section_kind *kind = section_kind_of(entry->type);
    switch (kind->index) {
    case SECTION_INDEX_TAG:
        if (entry->index < decoder->schemas.name_count)
            return decoder->schemas.names[entry->index];
        break;
    case SECTION_INDEX_FIELD:
        if (fields[entry->index].size != 0)
            return fields[entry->index];
        break;
    case SECTION_INDEX_CODEC:
        return text_of(section_codec_name(entry->index));
    case SECTION_INDEX_PLY:
        return text_of(section_codec_name(MOVE_CODEC_INDEX));
    default:
        break;
    }
    return kind_text(kind, name);
}

int column_tally_add_block(struct column_tally *tally, const struct block_decoder *decoder)
{
    const struct block_header *header = &decoder->header;
    size_t table_size = block_table_size(header);
    struct text fields[COMMENT_COLUMN_COUNT_MAX];
    name_fields(&decoder->comments, fields);
    if (!column_tally_add(tally, SECTION_PART_FRAME, text_of("headers of blocks"), BCGN_BLOCK_HEADER_SIZE,
                          BCGN_BLOCK_HEADER_SIZE) ||
        !column_tally_add(tally, SECTION_PART_FRAME, text_of("tables of sections"), table_size, table_size))
        return 0;
    for (size_t i = 0; i < header->section_count; i++) {
        const struct section_entry *entry = &decoder->entries[i];
        enum section_part part = (enum section_part)section_kind_of(entry->type)->part;
        char kind_name[KIND_NAME_SIZE];
        struct text name = column_name(decoder, fields, entry, kind_name);
        if (!column_tally_add(tally, part, name, entry->raw_size, entry->stored_size))
            return 0;
    }
    return 1;
}

/* ---- Order ---- */

static int comes_before(const struct column_count *a, const struct column_count *b)
{
    if (a->part != b->part)
        return a->part < b->part;
    return a->stored_size > b->stored_size;
}

/* By insertion: there are some dozens, and the C library's sort may take memory of its own. */
void column_tally_sort(struct column_tally *tally)
{
    for (size_t i = 1; i < tally->count; i++) {
        struct column_count column = tally->columns[i];
        size_t place = i;
        for (; place != 0 && comes_before(&column, &tally->columns[place - 1]); place--)
            tally->columns[place] = tally->columns[place - 1];
        tally->columns[place] = column;
    }
}
