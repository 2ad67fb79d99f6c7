#include "cli/run/view_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/base/growth.h"
#include "cli/base/safe_text.h"

static void write_out(struct view_text *text, const char *bytes, size_t size)
{
    if (text->status != EXIT_FINE)
        return;
    if (text->packer == NULL && output_file_write(text->output, bytes, size) != 0)
        text->status = text->output->status;
    if (text->packer != NULL && pgnpack_writer_write(text->packer, bytes, size) != PGNPACK_OK)
        text->status = command_report(text->context, text->output->name, pgnpack_error(text->packer));
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

void view_text_put_otherwise(struct view_text *text, const char *bytes, size_t size)
{
    if (size == 0 || text->status != EXIT_FINE)
        return;
    if (text->held != NULL) {
        hold(text, bytes, size);
        return;
    }
    view_text_flush(text);
    if (size > VIEW_TEXT_SIZE)
        write_out(text, bytes, size);
    else
        view_text_put(text, bytes, size);
}

char *view_text_room(struct view_text *text, size_t size)
{
    if (size > VIEW_TEXT_SIZE - text->size)
        view_text_flush(text);
    return text->bytes + text->size;
}

void view_text_took(struct view_text *text, size_t size)
{
    if (text->held != NULL)
        view_text_put(text, text->bytes + text->size, size);
    else
        text->size += size;
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

void view_text_print(struct view_text *text, const char *format, ...)
{
    char printed[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(printed, sizeof printed, format, arguments);
    va_end(arguments);
    view_text_string(text, printed);
}

void view_text_safe(struct view_text *text, struct pgnpack_text bytes)
{
    for (size_t i = 0, step; i < bytes.size; i += step) {
        uint32_t code;
        step = safe_text_character(bytes.data + i, bytes.size - i, &code);
        if (safe_text_is_harmless(code))
            view_text_put(text, bytes.data + i, step);
        else
            view_text_put(text, "?", 1);
    }
}

void view_text_safe_string(struct view_text *text, const char *string)
{
    view_text_safe(text, (struct pgnpack_text){string, strlen(string)});
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

/* ---- Read in one order, written in another ---- */

/* A text that is to be written, and where it is held. */
struct turn {
    struct text_place place;
    size_t number, start, end;
};

static int compare_turns(const void *first, const void *second)
{
    const struct turn *a = *(struct turn *const *)first, *b = *(struct turn *const *)second;
    if (a->place.file != b->place.file)
        return a->place.file < b->place.file ? -1 : 1;
    return (a->place.game > b->place.game) - (a->place.game < b->place.game);
}

static enum exit_status write_turns(struct view_text *text, const struct text_maker *maker,
                                    struct turn *turns, struct turn **order, size_t count)
{
    struct held_text held = {NULL, 0, 0};
    enum exit_status status = EXIT_FINE;
    qsort(order, count, sizeof *order, compare_turns);
    text->held = &held;
    for (size_t i = 0; i < count && status == EXIT_FINE; i++) {
        order[i]->start = held.size;
        status = maker->make(maker->opaque, order[i]->number);
        order[i]->end = held.size;
    }
    text->held = NULL;
    for (size_t i = 0; i < count && status == EXIT_FINE; i++)
        view_text_put(text, held.bytes + turns[i].start, turns[i].end - turns[i].start);
    free(held.bytes);
    return status == EXIT_FINE ? text->status : status;
}

enum exit_status view_text_make_by_place(struct view_text *text, const struct text_maker *maker, size_t count)
{
    struct turn *turns = calloc(count, sizeof *turns);
    struct turn **order = calloc(count, sizeof *order);
    for (size_t i = 0; i < count && turns != NULL && order != NULL; i++) {
        turns[i] = (struct turn){.place = maker->place(maker->opaque, i), .number = i};
        order[i] = &turns[i];
    }
    enum exit_status status = turns != NULL && order != NULL ? write_turns(text, maker, turns, order, count)
                                                             : command_no_memory(text->context);
    free(turns);
    free(order);
    return status;
}

/* ---- Outputs ---- */

struct text_of_output {
    struct view_text text; /* its first member, as which it is known */
    struct output_file output;
};

struct view_text *view_text_open(struct command_context *context, const char *name,
                                 enum exit_status *status_ret)
{
    const struct output_request request = command_output(context, name);
    struct text_of_output *opened = calloc(1, sizeof *opened);
    if (opened == NULL) {
        *status_ret = command_no_memory(context);
        return NULL;
    }
    opened->text.context = context;
    opened->text.output = &opened->output;
    *status_ret = output_file_open(&opened->output, &request, context->messages);
    if (*status_ret == EXIT_FINE)
        return &opened->text;
    view_text_close(&opened->text, *status_ret, 0);
    return NULL;
}

enum exit_status view_text_close(struct view_text *text, enum exit_status status, int is_kept)
{
    enum exit_status written = is_kept ? view_text_flush(text) : EXIT_FINE;
    if (is_kept && written == EXIT_FINE)
        written = output_file_commit(text->output);
    output_file_close(text->output);
    free(text);
    return status == EXIT_FINE ? written : status;
}
