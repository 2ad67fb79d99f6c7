#include "bcgn0/bcgn0_writer.h"

#include <string.h>

#include "bcgn0/bcgn0_header.h"
#include "bcgn0/bcgn0_moves.h"
#include "bcgn0/bcgn0_position.h"

void bcgn0_writer_init(struct bcgn0_writer *writer, const struct pgnpack_bcgn0_options *options,
                       struct memory *memory)
{
    memset(writer, 0, sizeof *writer);
    writer->options = *options;
    writer->tags.lossy = options->lossy;
    writer->tags.roster_only = options->roster_only;
    buffer_init(&writer->tags.additional, memory);
}

void bcgn0_writer_free(struct bcgn0_writer *writer)
{
    buffer_free(&writer->tags.additional);
}

int bcgn0_write_file_header(const struct bcgn0_writer *writer, struct buffer *out)
{
    const struct bcgn0_header header = {writer->options.scheme, writer->options.headerless};
    uint8_t bytes[BCGN0_HEADER_SIZE];
    bcgn0_header_encode(&header, bytes);
    buffer_append(out, bytes, sizeof bytes);
    return !buffer_failed(out);
}

/* What no entry can say of a game, and what it would make of it. */
static enum pgnpack_status check_game(const struct game *game, struct error *error)
{
    if (game->trouble != TROUBLE_NONE)
        return error_set(error, PGNPACK_ERROR_LOSSY, "the game is not understood: %s",
                         game_trouble_text((enum game_trouble)game->trouble));
    if (game->oddities & ODDITY_STRAY_TEXT)
        return error_set(error, PGNPACK_ERROR_LOSSY, "this text is not a game");
    return PGNPACK_OK;
}

static int is_orthodox_start(const struct position *position)
{
    struct position start;
    position_start(&start);
    return position_same(position, &start);
}

static enum pgnpack_status set_start(struct bcgn0_entry *entry, const struct game *game, struct error *error)
{
    if (!game->has_start || is_orthodox_start(&game->start))
        return PGNPACK_OK;
    const char *obstacle = bcgn0_position_obstacle(&game->start);
    if (obstacle != NULL)
        return error_set(error, PGNPACK_ERROR_LOSSY, "%s, which BCGN 0 cannot hold", obstacle);
    entry->has_start = 1;
    bcgn0_position_encode(&game->start, entry->start);
    return PGNPACK_OK;
}

/* Lines that look like tags and are none; rights that a FEN tag names in vain, where that tag is not stored. */
static enum pgnpack_status check_tag_oddities(struct bcgn0_writer *writer, const struct game *game,
                                              struct error *error)
{
    const char *loss = NULL;
    if (!writer->options.headerless && (game->oddities & ODDITY_BAD_TAG))
        loss = "a line that begins as a tag is none";
    else if (writer->options.headerless && (game->oddities & ODDITY_RIGHT_DROPPED))
        loss = "the FEN tag has castling rights without king and rook at home";
    if (loss == NULL)
        return PGNPACK_OK;
    if (!writer->options.lossy)
        return error_set(error, PGNPACK_ERROR_LOSSY, "%s: BCGN 0 cannot hold that", loss);
    writer->tags.dropped++;
    return PGNPACK_OK;
}

static enum pgnpack_status check_other_items(const struct bcgn0_other_items *others, int lossy,
                                             struct error *error)
{
    const char *kind = others->comments     ? "comments"
                       : others->variations ? "variations"
                       : others->nags       ? "NAGs and signs behind moves"
                                            : NULL;
    if (kind == NULL || lossy)
        return PGNPACK_OK;
    return error_set(error, PGNPACK_ERROR_LOSSY, "BCGN 0 cannot hold %s", kind);
}

static enum pgnpack_status check_entry_size(size_t size, struct error *error)
{
    if (size <= BCGN0_ENTRY_WRITE_MAX)
        return PGNPACK_OK;
    return error_set(error, PGNPACK_ERROR_LOSSY, "the game takes %zu bytes; BCGN 0 holds %d at most", size,
                     BCGN0_ENTRY_WRITE_MAX);
}

/* Everything in front of the moves. */
static enum pgnpack_status write_entry_header(struct bcgn0_writer *writer, const struct game *game,
                                              struct buffer *out, struct error *error)
{
    struct bcgn0_entry *entry = &writer->entry;
    int headerless = writer->options.headerless;
    bcgn0_entry_clear(entry);
    entry->result = game->result;
    writer->tags.dropped = 0;
    enum pgnpack_status status = check_game(game, error);
    if (status == PGNPACK_OK)
        status = set_start(entry, game, error);
    if (status == PGNPACK_OK)
        status = check_tag_oddities(writer, game, error);
    if (status == PGNPACK_OK && !headerless)
        status = bcgn0_tags_gather(&writer->tags, game, entry, error);
    if (status != PGNPACK_OK)
        return status;
    return bcgn0_entry_begin(entry, headerless, out) ? PGNPACK_OK : error_no_memory(error);
}

static enum pgnpack_status write_entry(struct bcgn0_writer *writer, const struct game *game,
                                       struct buffer *out, struct bcgn0_other_items *others,
                                       struct error *error)
{
    size_t start = out->size;
    unsigned plies = 0;
    enum pgnpack_status status = write_entry_header(writer, game, out, error);
    if (status == PGNPACK_OK)
        status = bcgn0_moves_encode(writer->options.scheme, game, &game->start, out, &plies, others, error);
    if (status == PGNPACK_OK)
        status = check_other_items(others, writer->options.lossy, error);
    if (status == PGNPACK_OK)
        status = check_entry_size(out->size - start, error);
    if (status == PGNPACK_OK)
        bcgn0_entry_finish(out, start, writer->options.headerless, plies, game->result);
    return status;
}

enum pgnpack_status bcgn0_write_game(struct bcgn0_writer *writer, const struct game *game, struct buffer *out,
                                     struct error *error)
{
    struct pgnpack_bcgn0_losses *losses = &writer->losses;
    struct bcgn0_other_items others = {0};
    size_t start = out->size;
    enum pgnpack_status status = write_entry(writer, game, out, &others, error);
    if (status != PGNPACK_OK) {
        out->size = start;
        losses->games_left_out += writer->options.lossy && status == PGNPACK_ERROR_LOSSY;
        return status;
    }
    losses->games_written++;
    losses->comments += others.comments;
    losses->variations += others.variations;
    losses->nags += others.nags;
    losses->tags += writer->tags.dropped;
    return PGNPACK_OK;
}
