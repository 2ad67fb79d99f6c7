#include "cli/run/view_text.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/growth.h"

static void write_out(struct view_text *text, const char *bytes, size_t size)
{
    if (text->status != EXIT_FINE)
        return;
    if (text->packer == NULL && output_file_write(text->output, bytes, size) != 0)
        text->status = text->output->status;
    if (text->packer != NULL && pgnpack_writer_write(text->packer, bytes, size) != PGNPACK_OK)
        text->status = command_report(text->context, text->output->name, pgnpack_writer_error(text->packer));
}

enum exit_status view_text_flush(struct view_text *text)
{
    write_out(text, text->bytes, text->size);
    text->size = 0;
    return text->status;
}

static void hold(struct view_text *text, const char *bytes, size_t size)
{
    struct held_text *held = text->held;
    if (!GROW(held->bytes, held->capacity, held->size + size)) {
        text->status = command_no_memory(text->context);
        return;
    }
    memcpy(held->bytes + held->size, bytes, size);
    held->size += size;
}

void view_text_put(struct view_text *text, const char *bytes, size_t size)
{
    if (size == 0 || text->status != EXIT_FINE)
        return;
    if (text->held != NULL) {
        hold(text, bytes, size);
        return;
    }
    if (size > VIEW_TEXT_SIZE - text->size)
        view_text_flush(text);
    if (size > VIEW_TEXT_SIZE) {
        write_out(text, bytes, size);
        return;
    }
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
}

void view_text_string(struct view_text *text, const char *string)
{
    view_text_put(text, string, strlen(string));
}

void view_text_number(struct view_text *text, uint64_t number)
{
    char digits[20];
    size_t size = 0;
    do
        digits[sizeof digits - ++size] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    view_text_put(text, digits + sizeof digits - size, size);
}

/* ---- Games ---- */

/* The white space before a game, and a byte order mark there. */
static size_t lead_size(const struct pgnpack_text *text)
{
    size_t size = text->size >= 3 && memcmp(text->data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (size < text->size && memchr(" \t\r\n", text->data[size], 4) != NULL)
        size++;
    return size;
}

static int ends_with_empty_line(const struct pgnpack_text *text)
{
    size_t size = text->size;
    if (size == 0 || text->data[size - 1] != '\n')
        return 0;
    size -= size > 1 && text->data[size - 2] == '\r' ? 2 : 1;
    return size > 0 && text->data[size - 1] == '\n';
}

void view_text_put_apart(struct view_text *text, struct pgnpack_text game)
{
    size_t lead = lead_size(&game);
    game.data += lead;
    game.size -= lead;
    int ends_line = game.size != 0 && game.data[game.size - 1] == '\n';
    view_text_put(text, game.data, game.size);
    if (!ends_with_empty_line(&game))
        view_text_string(text, ends_line ? "\n" : "\n\n");
}
