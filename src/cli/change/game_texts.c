#include "cli/change/game_texts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/base/growth.h"
#include "cli/base/messages.h"
#include "cli/base/safe_text.h"
#include "cli/base/tag_text.h"
#include "cli/files/whole_file.h"

void game_texts_free(struct game_texts *texts)
{
    free(texts->bytes);
    free(texts->games);
    *texts = (struct game_texts){.bytes = NULL};
}

/* ---- Bytes ---- */

static int make_room(struct game_texts *texts, size_t size)
{
    return GROW(texts->bytes, texts->capacity, texts->size + size);
}

enum exit_status game_texts_add(struct game_texts *texts, struct command_context *context,
                                struct pgnpack_text bytes)
{
    static const char apart[] = "\n\n";
    size_t gap = texts->size == 0 ? 0 : sizeof apart - 1;
    if (!make_room(texts, gap + bytes.size))
        return command_no_memory(context);
    memcpy(texts->bytes + texts->size, apart, gap);
    memcpy(texts->bytes + texts->size + gap, bytes.data, bytes.size);
    texts->size += gap + bytes.size;
    return EXIT_FINE;
}

enum exit_status game_texts_read(struct game_texts *texts, struct command_context *context, const char *name)
{
    char *bytes = NULL;
    size_t size = 0;
    game_texts_free(texts);
    int is_read = whole_file_read(name, context->messages, &bytes, &size);
    *texts = (struct game_texts){.bytes = bytes, .size = size, .capacity = size};
    return is_read ? EXIT_FINE : EXIT_FAILED;
}

/* ---- Games ---- */

unsigned game_faults(const struct pgnpack_game *game)
{
    struct pgnpack_game_details details;
    pgnpack_game_details(game, &details);
    unsigned faults = details.trouble != NULL ? FAULT_MOVES : 0;
    faults |= details.oddities & PGNPACK_ODDITY_BAD_TAG ? FAULT_TAGS : 0;
    faults |= details.oddities & PGNPACK_ODDITY_STRAY_TEXT ? FAULT_NO_GAME : 0;
    if (details.oddities & (PGNPACK_ODDITY_OPEN_COMMENT | PGNPACK_ODDITY_OPEN_VARIATION))
        faults |= FAULT_UNCLOSED;
    return faults;
}

static int is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || c == '\x1a';
}

struct pgnpack_text game_text_core(struct pgnpack_text text)
{
    for (; text.size != 0 && is_space(text.data[0]); text.size--)
        text.data++;
    while (text.size != 0 && is_space(text.data[text.size - 1]))
        text.size--;
    return text;
}

int game_texts_equal(struct pgnpack_text a, struct pgnpack_text b)
{
    return texts_are_equal(game_text_core(a), game_text_core(b));
}

struct pgnpack_text game_text_of(const struct game_texts *texts, size_t i)
{
    return (struct pgnpack_text){texts->bytes + texts->games[i].start, texts->games[i].size};
}

/* The token that is not understood, for people. */
static void token_at(const char *at, const char *end, char token[32])
{
    size_t size = 0;
    while (at + size < end && size < 31 && !is_space(at[size]))
        size++;
    memcpy(token, at, size);
    token[size] = '\0';
    safe_text_disarm(token);
}

/* What the text's faults are, and where the first one is. */
static void look(struct game_text *game, const char *bytes, const char *end,
                 const struct pgnpack_game *parsed, const struct pgnpack_pgn_reader *reader)
{
    char token[32];
    struct pgnpack_place place;
    struct pgnpack_game_details details;
    pgnpack_game_details(parsed, &details);
    game->faults = game_faults(parsed);
    game->fault_line = game->line;
    if (game->faults & FAULT_MOVES) {
        pgnpack_pgn_reader_place(reader, details.trouble_offset, &place);
        token_at(bytes + place.offset, end, token);
        game->fault_line = place.line;
        snprintf(game->fault, sizeof game->fault, "'%s': %s", token, details.trouble);
    } else if (game->faults != 0) {
        enum pgnpack_oddity oddity = game->faults & FAULT_TAGS      ? PGNPACK_ODDITY_BAD_TAG
                                     : game->faults & FAULT_NO_GAME ? PGNPACK_ODDITY_STRAY_TEXT
                                     : details.oddities & PGNPACK_ODDITY_OPEN_COMMENT
                                         ? PGNPACK_ODDITY_OPEN_COMMENT
                                         : PGNPACK_ODDITY_OPEN_VARIATION;
        snprintf(game->fault, sizeof game->fault, "%s", pgnpack_oddity_text(oddity));
    }
}

static enum pgnpack_status take_games(struct game_texts *texts, struct pgnpack_pgn_reader *reader)
{
    const struct pgnpack_game *parsed;
    struct pgnpack_place start, end;
    enum pgnpack_status status =
        pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(texts->bytes, texts->size));
    while (status == PGNPACK_OK && (status = pgnpack_pgn_reader_next(reader, &parsed)) == PGNPACK_OK) {
        if (!GROW(texts->games, texts->game_capacity, texts->count + 1))
            return PGNPACK_ERROR_MEMORY;
        struct game_text *game = &texts->games[texts->count++];
        struct pgnpack_game_details details;
        pgnpack_game_details(parsed, &details);
        pgnpack_pgn_reader_place(reader, details.lead_size, &start);
        pgnpack_pgn_reader_place(reader, UINT64_MAX, &end);
        const struct pgnpack_text core = game_text_core(
            (struct pgnpack_text){texts->bytes + start.offset, (size_t)(end.offset - start.offset)});
        *game = (struct game_text){
            .start = (size_t)(core.data - texts->bytes), .size = core.size, .line = start.line};
        look(game, texts->bytes, core.data + core.size, parsed, reader);
    }
    return status;
}

enum exit_status game_texts_split(struct game_texts *texts, struct command_context *context, const char *name)
{
    const struct pgnpack_options options = command_library_options(context);
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(&options);
    if (reader == NULL)
        return command_no_memory(context);
    texts->count = 0;
    enum pgnpack_status status = texts->size == 0 ? PGNPACK_END : take_games(texts, reader);
    enum exit_status result = status == PGNPACK_END ? EXIT_FINE
                              : status == PGNPACK_ERROR_MEMORY
                                  ? command_no_memory(context)
                                  : command_report(context, name, pgnpack_error(reader));
    pgnpack_free(reader);
    return result;
}

/* ---- Old and new ---- */

/* The text's first line, with its end; the rest stays in *text. */
static struct pgnpack_text take_line(struct pgnpack_text *text)
{
    const char *end = text->size == 0 ? NULL : memchr(text->data, '\n', text->size);
    struct pgnpack_text line = {text->data, end == NULL ? text->size : (size_t)(end + 1 - text->data)};
    *text = (struct pgnpack_text){text->data + line.size, text->size - line.size};
    return line;
}

/* Cuts equal lines off the ends of both; returns the first of them. */
static struct pgnpack_text cut_common_end(struct pgnpack_text *a, struct pgnpack_text *b)
{
    size_t common = 0, whole = 0;
    while (common < a->size && common < b->size &&
           a->data[a->size - 1 - common] == b->data[b->size - 1 - common]) {
        common++;
        int begins_a = common == a->size || a->data[a->size - 1 - common] == '\n';
        int begins_b = common == b->size || b->data[b->size - 1 - common] == '\n';
        whole = begins_a && begins_b ? common : whole;
    }
    struct pgnpack_text rest = {a->data + a->size - whole, whole};
    a->size -= whole;
    b->size -= whole;
    return take_line(&rest);
}

static void show_line(struct view_text *view, const char *sign, struct pgnpack_text line)
{
    while (line.size != 0 && (line.data[line.size - 1] == '\n' || line.data[line.size - 1] == '\r'))
        line.size--;
    view_text_string(view, sign);
    view_text_safe(view, line);
    view_text_string(view, "\n");
}

void game_text_show(struct view_text *view, struct pgnpack_text old_text, struct pgnpack_text new_text)
{
    struct pgnpack_text before = {"", 0};
    struct pgnpack_text old_rest = game_text_core(old_text), new_rest = game_text_core(new_text);
    for (;;) {
        struct pgnpack_text old_left = old_rest, new_left = new_rest;
        struct pgnpack_text old_line = take_line(&old_left), new_line = take_line(&new_left);
        if (old_line.size == 0 || !texts_are_equal(old_line, new_line))
            break;
        before = old_line;
        old_rest = old_left;
        new_rest = new_left;
    }
    const struct pgnpack_text behind = cut_common_end(&old_rest, &new_rest);
    if (before.size != 0)
        show_line(view, " ", before);
    while (old_rest.size != 0)
        show_line(view, "-", take_line(&old_rest));
    while (new_rest.size != 0)
        show_line(view, "+", take_line(&new_rest));
    if (behind.size != 0)
        show_line(view, " ", behind);
}
