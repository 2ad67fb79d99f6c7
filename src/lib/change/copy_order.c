/* Public function: games in an order of their own, into a new database. */
#include "lib/change/copy_blocks.h"
#include "lib/rows/gather.h"

static int is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

/* Line ends before the game. */
static size_t lead_size(struct text game)
{
    size_t size = 0;
    while (size < game.size && is_line_end(game.data[size]))
        size++;
    return size;
}

/* The kind of line end that a game's text ends with, or has inside. */
static const char *line_end_of(struct text game)
{
    const char *last = NULL;
    for (size_t at = game.size; at > 0 && last == NULL; at--)
        if (is_line_end(game.data[at - 1]))
            last = &game.data[at - 1];
    if (last == NULL || (*last == '\n' && (last == game.data || last[-1] != '\r')))
        return "\n";
    return *last == '\r' ? "\r" : "\r\n";
}

/*
 * Games are parted by an empty line at least, with line ends of their kind, and one is behind the last. What is before the first game
 * goes. `game`: its text from its first line on; copy->lead: what comes before it.
 */
static void part_games(struct pgnpack_copy *copy, struct text *game)
{
    size_t own = lead_size(*game);
    const char *line_end = line_end_of(*game);
    buffer_clear(&copy->lead);
    if (copy->new_games != 0 && !copy->ends_line)
        buffer_append_string(&copy->lead, line_end);
    if (copy->new_games != 0 && own != 0)
        buffer_append(&copy->lead, game->data, own);
    else if (copy->new_games != 0)
        buffer_append_string(&copy->lead, line_end);
    *game = (struct text){game->data + own, game->size - own};
    copy->ends_line = game->size != 0 && is_line_end(game->data[game->size - 1]);
}

/* A game that does not end its last line gets that end itself: it must not go where the next game is deleted. */
static void end_line(struct pgnpack_copy *copy, struct text *game)
{
    const char *line_end = line_end_of(*game);
    if (copy->ends_line || copy->lead.size + game->size > BCGN_BLOCK_TEXT_MAX - strlen(line_end))
        return;
    buffer_append(&copy->lead, game->data, game->size);
    *game = text_of(line_end);
}

/* An empty line, unless another game comes. */
static void end_game(struct pgnpack_copy *copy, struct text game)
{
    const char *line_end = line_end_of(game);
    if (!copy->ends_line)
        buffer_append_string(&copy->lead, line_end);
    buffer_append_string(&copy->lead, line_end);
}

enum pgnpack_status pgnpack_copy_gathered(struct pgnpack_copy *copy, struct pgnpack_gather *gather,
                                          uint64_t count)
{
    error_clear(&copy->refusal);
    if (copy->error.status == PGNPACK_OK && gather == NULL)
        return handle_end(copy, handle_refuse_null(&copy->refusal, "pgnpack_copy_gathered: gather"));
    if (copy->error.status != PGNPACK_OK)
        return handle_end(copy, copy->error.status);
    const struct pgnpack_reader *reader = gather_reader(gather);
    enum pgnpack_status status = copy_check_source(copy, reader);
    if (status == PGNPACK_OK)
        status = copy_need_segment(copy, reader, 0, reader->segments.count);
    copy->leaves_ids = copy->copy_options.ids != PGNPACK_IDS_KEEP;
    for (size_t n = 0; n < reader->index.count && status == PGNPACK_OK; n++)
        status = copy_note_unknown(copy, reader, n);
    for (uint64_t i = 0; i < count && status == PGNPACK_OK; i++) {
        struct text game;
        uint64_t number;
        status = gather_next(gather, &game, &number);
        if (status == PGNPACK_END)
            break;
        if (status != PGNPACK_OK) {
            handle_take_error(&copy->error, pgnpack_error(gather));
            break;
        }
        size_t size = game.size;
        part_games(copy, &game);
        if (game.size != 0) {
            end_line(copy, &game);
            status = copy_add_game(copy, reader, number, game);
        }
        end_game(copy, game);
        if (status == PGNPACK_OK)
            status = copy_progress(copy, size);
    }
    if (copy->error.status == PGNPACK_OK)
        copy_settle_ids(copy, reader, 0, reader->segments.count, COPY_PART);
    return handle_end(copy, copy->error.status);
}
