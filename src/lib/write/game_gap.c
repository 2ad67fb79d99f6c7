#include "lib/write/game_gap.h"

#include "lib/read/cursor.h"

enum { ENOUGH = 2 };

static int is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

/* Is there one of two bytes at this place? */
static int is_pair(struct text text, size_t at)
{
    return at + 1 < text.size && text.data[at] == '\r' && text.data[at + 1] == '\n';
}

void game_gap_init(struct game_gap *gap)
{
    *gap = (struct game_gap){ENOUGH, "\n", '\n'};
}

/* Sets the kind to that of the text's last line end, if it has one. */
static void note_kind(struct game_gap *gap, struct text text)
{
    size_t at = text.size;
    while (at > 0 && !is_line_end(text.data[at - 1]))
        at--;
    if (at == 0)
        return;
    char before = at >= 2 ? text.data[at - 2] : gap->last;
    gap->line_end = text.data[at - 1] == '\r' ? "\r" : before == '\r' ? "\r\n" : "\n";
}

void game_gap_note(struct game_gap *gap, struct text text)
{
    size_t at = text.size;
    unsigned count = 0;
    if (text.size == 0)
        return;
    note_kind(gap, text);
    while (at > 0 && count < ENOUGH && is_line_end(text.data[at - 1])) {
        at -= at >= 2 && is_pair(text, at - 2) ? 2 : 1;
        count++;
    }
    if (at == 0) { /* it goes on with those that were there; the first one may be half of the last one */
        count += gap->line_ends - (gap->last == '\r' && text.data[0] == '\n' && gap->line_ends != 0);
        count = count < ENOUGH ? count : ENOUGH;
    }
    gap->line_ends = count;
    gap->last = text.data[text.size - 1];
}

struct text game_gap_before(const struct game_gap *gap, struct text game)
{
    const char *twice = *gap->line_end == '\n' ? "\n\n" : gap->line_end[1] == '\n' ? "\r\n\r\n" : "\r\r";
    unsigned count = gap->line_ends;
    for (size_t own = 0; count < ENOUGH && own < game.size && is_line_end(game.data[own]); count++)
        own += is_pair(game, own) ? 2 : 1;
    return (struct text){twice, (ENOUGH - count) * strlen(gap->line_end)};
}

/* ---- Behind a database ---- */

/* The last game of a block, and what is behind it. */
static enum pgnpack_status note_last_game(struct game_gap *gap, const struct pgnpack_reader *reader,
                                          const struct index_entry *entry, struct error *error)
{
    struct pgnpack_text text;
    struct pgnpack_cursor *cursor = cursor_new_within(reader, PGNPACK_PART_TEXT, reader->memory.limit);
    if (cursor == NULL)
        return error_no_memory(error);
    pgnpack_cursor_range(cursor, entry->games_before + entry->game_count, 1);
    if (pgnpack_cursor_next(cursor, NULL) == PGNPACK_OK && pgnpack_cursor_text(cursor, &text) == PGNPACK_OK) {
        const struct column tail = block_decoder_tail(cursor->decoder);
        game_gap_note(gap, (struct text){text.data, text.size});
        game_gap_note(gap, (struct text){(const char *)tail.data, tail.size});
    } else {
        *error = cursor->error;
    }
    pgnpack_free(cursor);
    return error->status;
}

/* All of a block. It may be nothing but line ends: these go on with those before it. */
static enum pgnpack_status note_block(struct game_gap *gap, const struct pgnpack_reader *reader, size_t n,
                                      struct error *error)
{
    struct pgnpack_text text;
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    if (blocks == NULL)
        return error_no_memory(error);
    enum pgnpack_status status = pgnpack_block_reader_text(blocks, n, &text);
    if (status == PGNPACK_OK) {
        game_gap_note(gap, (struct text){text.data, text.size});
    } else {
        const struct pgnpack_error *cause = pgnpack_error(blocks);
        error_set(error, cause->status, "%s", cause->text);
        error_locate(error, cause->game, cause->line, cause->offset);
    }
    pgnpack_free(blocks);
    return status;
}

/* Is it what there is, or what may be had of it, and not that reading failed? */
static int is_of_text(enum pgnpack_status status)
{
    return status == PGNPACK_ERROR_CORRUPT || status == PGNPACK_ERROR_TRUNCATED ||
           status == PGNPACK_ERROR_UNSUPPORTED || status == PGNPACK_ERROR_LIMIT ||
           status == PGNPACK_ERROR_MEMORY_LIMIT;
}

static int has_text(const struct index_entry *entry)
{
    return entry->text_size != 0 && (entry->flags & BCGN_BLOCK_ANNEX) == 0;
}

/* Does it end with its last game and its tail? Of several files the last one may have no game. */
static int has_last_game(const struct index_entry *entry)
{
    return entry->game_count != 0 && (entry->flags & BCGN_BLOCK_MORE_FILES) == 0;
}

/* The last blocks that may be needed to find as many line ends as there could be: those without games, and one before. */
static size_t first_block(const struct pgnpack_reader *reader, size_t end)
{
    const struct index_entry *entries = reader->index.entries;
    size_t first = end;
    for (unsigned found = 0; first > 0 && found <= ENOUGH; first--) {
        if (!has_text(&entries[first - 1]))
            continue;
        found++;
        if (entries[first - 1].game_count != 0)
            return first - 1;
    }
    return first;
}

enum pgnpack_status game_gap_behind(struct game_gap *gap, const struct pgnpack_reader *reader, size_t end,
                                    struct error *error)
{
    enum pgnpack_status status = PGNPACK_OK;
    game_gap_init(gap);
    for (size_t n = first_block(reader, end); n < end && status == PGNPACK_OK; n++) {
        const struct index_entry *entry = &reader->index.entries[n];
        if (has_text(entry))
            status = has_last_game(entry) ? note_last_game(gap, reader, entry, error)
                                          : note_block(gap, reader, n, error);
    }
    if (!is_of_text(status))
        return status;
    gap->line_ends = 0;
    error_clear(error);
    return PGNPACK_OK;
}
