#include "cli/game_gap.h"

#include <string.h>

enum { ENOUGH = 2 };

static int is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

/* Is there one of two bytes at this place? */
static int is_pair(struct pgnpack_text text, size_t at)
{
    return at + 1 < text.size && text.data[at] == '\r' && text.data[at + 1] == '\n';
}

void game_gap_init(struct game_gap *gap)
{
    *gap = (struct game_gap){ENOUGH, "\n"};
}

void game_gap_note(struct game_gap *gap, struct pgnpack_text text)
{
    size_t at = text.size;
    unsigned count = 0;
    if (text.size == 0)
        return;
    while (at > 0 && count < ENOUGH && is_line_end(text.data[at - 1])) {
        at -= at >= 2 && is_pair(text, at - 2) ? 2 : 1;
        count++;
    }
    gap->line_ends = at != 0 ? count : ENOUGH;
    for (at = text.size; at > 0 && !is_line_end(text.data[at - 1]);)
        at--;
    if (at != 0)
        gap->line_end = text.data[at - 1] == '\r' ? "\r" : at >= 2 && is_pair(text, at - 2) ? "\r\n" : "\n";
}

/* The last block with text. */
static void note_last_block(struct game_gap *gap, struct pgnpack_reader *reader,
                            struct pgnpack_block_reader *blocks)
{
    struct pgnpack_block_info info;
    struct pgnpack_text text;
    for (uint64_t n = pgnpack_reader_block_count(reader); n > 0; n--) {
        if (!pgnpack_reader_block(reader, n - 1, &info) || info.is_annex || info.text_size == 0)
            continue;
        if (pgnpack_block_reader_text(blocks, n - 1, &text) == PGNPACK_OK)
            game_gap_note(gap, text);
        return;
    }
}

void game_gap_behind(struct game_gap *gap, struct pgnpack_reader *reader)
{
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader);
    game_gap_init(gap);
    if (blocks != NULL)
        note_last_block(gap, reader, blocks);
    pgnpack_block_reader_free(blocks);
}

static struct pgnpack_text line_ends(const char *line_end, unsigned count)
{
    const char *twice = *line_end == '\n' ? "\n\n" : line_end[1] == '\n' ? "\r\n\r\n" : "\r\r";
    return (struct pgnpack_text){twice, count * strlen(line_end)};
}

struct pgnpack_text game_gap_before(const struct game_gap *gap, struct pgnpack_text *game)
{
    size_t own = 0;
    unsigned count = gap->line_ends;
    while (own < game->size && is_line_end(game->data[own])) {
        own += is_pair(*game, own) ? 2 : 1;
        count++;
    }
    if (gap->line_ends == ENOUGH)
        *game = (struct pgnpack_text){game->data + own, game->size - own};
    return line_ends(gap->line_end, count < ENOUGH ? ENOUGH - count : 0);
}

struct pgnpack_text game_gap_end(const struct game_gap *gap)
{
    return line_ends(gap->line_end, ENOUGH - gap->line_ends);
}
