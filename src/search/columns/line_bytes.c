#include "search/columns/line_bytes.h"

#include "encoding/move_byte.h"

void line_bytes_init(struct line_bytes *line, struct memory *memory)
{
    position_start(&line->orthodox);
    buffer_init(&line->start, memory);
    buffer_init(&line->narrow, memory);
    buffer_init(&line->wide, memory);
    buffer_init(&line->bytes, memory);
}

void line_bytes_free(struct line_bytes *line)
{
    buffer_free(&line->start);
    buffer_free(&line->narrow);
    buffer_free(&line->wide);
    buffer_free(&line->bytes);
}

/* All that makes it another position. */
static void set_start(struct line_bytes *line, const struct position *start)
{
    struct buffer *bytes = &line->start;
    buffer_append(bytes, start->men, sizeof start->men);
    buffer_append_byte(bytes, start->side);
    for (unsigned right = 0; right < 4; right++)
        buffer_append_byte(bytes, start->castling >> right & 1 ? start->rook_home[right] : NO_SQUARE);
    buffer_append_byte(bytes, position_en_passant_is_legal(start) ? start->ep_square : NO_SQUARE);
}

void line_bytes_start(struct line_bytes *line, const struct position *start)
{
    line->is_elsewhere = start != NULL && !position_same(start, &line->orthodox);
    line->is_wide = 0;
    line->position = start != NULL ? *start : line->orthodox;
    buffer_clear(&line->start);
    buffer_clear(&line->narrow);
    buffer_clear(&line->wide);
    buffer_clear(&line->bytes);
    if (line->is_elsewhere)
        set_start(line, start);
}

static void add_wide(struct line_bytes *line, uint16_t value)
{
    buffer_append_byte(&line->wide, (uint8_t)value);
    buffer_append_byte(&line->wide, (uint8_t)(value >> 8));
}

void line_bytes_move(struct line_bytes *line, chess_move move)
{
    uint8_t byte;
    add_wide(line, move);
    if (line->is_wide)
        return;
    line->is_wide = !move_byte_encode(&line->position, move, &byte);
    if (line->is_wide)
        return;
    buffer_append_byte(&line->narrow, byte);
    position_make(&line->position, move);
}

void line_bytes_other(struct line_bytes *line, uint16_t value)
{
    add_wide(line, value);
    line->is_wide = 1;
}

void line_bytes_finish(struct line_bytes *line)
{
    const struct buffer *plies = line->is_wide ? &line->wide : &line->narrow;
    buffer_append_byte(
        &line->bytes, (uint8_t)((line->is_elsewhere ? LINE_ELSEWHERE : 0) | (line->is_wide ? LINE_WIDE : 0)));
    buffer_append(&line->bytes, line->start.data, line->start.size);
    buffer_append(&line->bytes, plies->data, plies->size);
}

void line_bytes_start_stored(struct line_bytes *line)
{
    buffer_clear(&line->bytes);
    buffer_append_byte(&line->bytes, 0);
}

void line_bytes_stored(struct line_bytes *line, const uint8_t *bytes, size_t count)
{
    buffer_append(&line->bytes, bytes, count);
}
