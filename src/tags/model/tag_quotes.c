#include "tags/model/tag_quotes.h"

#include "game/game.h"

void tag_quotes_init(struct tag_quotes *quotes, struct memory *memory)
{
    *quotes = (struct tag_quotes){.memory = memory};
}

void tag_quotes_free(struct tag_quotes *quotes)
{
    memory_release(quotes->memory, quotes->quotes, quotes->capacity * sizeof *quotes->quotes);
    tag_quotes_init(quotes, quotes->memory);
}

int tag_quotes_add(struct tag_quotes *quotes, const struct tag_quote *quote)
{
    if (!MEMORY_GROW(quotes->memory, quotes->quotes, quotes->capacity, quotes->count + 1))
        return 0;
    quotes->quotes[quotes->count++] = *quote;
    return 1;
}

/* ---- In a file ---- */

enum { WAY_PLACE = 2, SOURCE_MASK = 3 };

void tag_quotes_write(const struct tag_quotes *quotes, const struct tag_column *column, struct buffer *out)
{
    buffer_append_byte(out, column->quote_count);
    for (unsigned i = 0; i < column->quote_count; i++) {
        const struct tag_quote *quote = &tag_quotes_of(quotes, column)[i];
        buffer_append_byte(out, (uint8_t)(quote->source | quote->way << WAY_PLACE));
        varint_append(out, quote->column);
        if (tag_quote_columns(quote->source) == 2)
            varint_append(out, quote->other);
    }
}

static struct tag_quote read_quote(struct byte_source *source, unsigned column_count, struct error *error)
{
    uint8_t head = byte_source_byte(source);
    struct tag_quote quote = {.source = head & SOURCE_MASK, .way = head >> WAY_PLACE};
    if (quote.source >= TAG_QUOTE_SOURCE_COUNT || quote.way >= TAG_QUOTE_WAY_COUNT)
        byte_source_newer(source, error, "quote of tags", head);
    quote.column = quote.other = (uint16_t)byte_source_varint_max(source, column_count - 1);
    if (tag_quote_columns(quote.source) == 2)
        quote.other = (uint16_t)byte_source_varint_max(source, column_count - 1);
    return quote;
}

int tag_quotes_read(struct tag_quotes *quotes, struct tag_column *column, struct byte_source *source,
                    unsigned column_count, struct error *error)
{
    column->quote_count = byte_source_byte(source);
    column->first_quote = (uint16_t)quotes->count;
    source->failed |= column->quote_count == 0 || column->quote_count > TAG_QUOTES_MAX;
    for (unsigned i = 0; i < column->quote_count && !source->failed; i++) {
        struct tag_quote quote = read_quote(source, column_count, error);
        if (!tag_quotes_add(quotes, &quote))
            return 0;
    }
    return 1;
}

/* ---- What is quoted ---- */

int tag_quote_column(const struct tag_quote *quote, const struct tag_column *columns, uint16_t own,
                     unsigned result, uint16_t *column_ret)
{
    uint16_t column = quote->column;
    if (quote->source != TAG_QUOTE_COLUMN) {
        if (result != RESULT_WHITE && result != RESULT_BLACK)
            return 0;
        int is_first = (result == RESULT_WHITE) == (quote->source == TAG_QUOTE_WINNER);
        column = is_first ? quote->column : quote->other;
    }
    *column_ret = columns[own].leader == own ? column : columns[column].partner;
    return 1;
}

struct text tag_quote_find(const struct tag_value *values, size_t count, uint16_t column)
{
    for (size_t i = 0; i < count && values[i].position < TAG_GAME_SEARCH_MAX; i++)
        if (values[i].column == column)
            return values[i].text.size <= TAG_QUOTED_SIZE_MAX ? values[i].text : (struct text){NULL, 0};
    return (struct text){NULL, 0};
}

static int ends_word(char c)
{
    return c == ' ' || c == ',' || c == '.' || c == ':' || c == ';' || c == '/';
}

/* The piece of a text that some ways take as it is. */
static struct text piece_of(unsigned way, struct text text)
{
    size_t start = 0, end = 0;
    switch (way) {
    case TAG_QUOTE_FAMILY:
        while (end < text.size && text.data[end] != ',')
            end++;
        break;
    case TAG_QUOTE_FIRST:
        while (end < text.size && !ends_word(text.data[end]))
            end++;
        break;
    case TAG_QUOTE_LAST:
        end = start = text.size;
        while (start > 0 && !ends_word(text.data[start - 1]))
            start--;
        break;
    default:
        end = text.size;
    }
    return (struct text){text.data + start, end - start};
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Letters and digits, bytes beyond ASCII among them. An apostrophe is passed over and separates nothing. */
static size_t write_joined(struct text text, char between, int makes_lower, char *out, size_t room)
{
    size_t size = 0;
    int is_apart = 0;
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        if (!is_letter(c) && !is_digit(c) && (uint8_t)c < 0x80) {
            is_apart |= c != '\'';
            continue;
        }
        size_t needed = is_apart && size != 0 && between != '\0' ? 2 : 1;
        if (room - size < needed)
            return SIZE_MAX;
        if (needed == 2)
            out[size++] = between;
        out[size++] = makes_lower ? lower(c) : c;
        is_apart = 0;
    }
    return size;
}

static size_t write_piece(struct text piece, int makes_lower, char *out, size_t room)
{
    if (piece.size > room)
        return SIZE_MAX;
    for (size_t i = 0; i < piece.size; i++)
        out[i] = makes_lower ? lower(piece.data[i]) : piece.data[i];
    return piece.size;
}

size_t tag_quote_write(unsigned way, struct text text, char *out, size_t room)
{
    switch (way) {
    case TAG_QUOTE_HYPHENS:
    case TAG_QUOTE_LOWER_HYPHENS:
        return write_joined(text, '-', way == TAG_QUOTE_LOWER_HYPHENS, out, room);
    case TAG_QUOTE_UNDERSCORES:
        return write_joined(text, '_', 0, out, room);
    case TAG_QUOTE_JOINED:
        return write_joined(text, '\0', 0, out, room);
    default:
        return write_piece(piece_of(way, text), way == TAG_QUOTE_LOWER, out, room);
    }
}
