#include "container/sections/bcgn_format.h"
#include "lib/games/builder.h"
#include "pgnpack_extra.h"

/* The tags of builder->game, whose texts do not move any more. Returns 0 when there is no memory. */
static int set_tags(struct pgnpack_builder *builder)
{
    struct game *game = &builder->game;
    game->tag_count = 0;
    game->text = (struct text){(const char *)buffer_bytes(&builder->strings), 0};
    for (size_t i = 0; i < builder->tag_count; i++) {
        const struct builder_tag *source = &builder->tags[i];
        struct game_tag *tag = game_add_tag(game);
        if (tag == NULL)
            return 0;
        tag->name = builder_text(builder, source->name, source->name_size);
        tag->value = builder_text(builder, source->value, source->value_size);
        tag->escaped = 0;
    }
    return 1;
}

/* ---- What was read back ---- */

static int has_text(unsigned kind)
{
    return kind == ITEM_COMMENT || kind == ITEM_LINE_COMMENT || kind == ITEM_TOKEN;
}

static int is_same_item(const struct game *a, const struct game *b, size_t i)
{
    const struct game_item *first = &a->items[i], *second = &b->items[i];
    if (first->kind != second->kind || first->value != second->value)
        return 0;
    return !has_text(first->kind) || text_equal(game_item_text(a, first), game_item_text(b, second));
}

/* NULL: the games are the same. */
static const char *find_difference(const struct game *meant, const struct game *read)
{
    if (read->trouble != TROUBLE_NONE)
        return game_trouble_text((enum game_trouble)read->trouble);
    if (read->tag_count != meant->tag_count)
        return "its tags are others";
    for (size_t i = 0; i < meant->tag_count; i++)
        if (!text_equal(read->tags[i].name, meant->tags[i].name) ||
            !text_equal(read->tags[i].value, meant->tags[i].value))
            return "a tag is another one";
    if (read->item_count != meant->item_count)
        return "its moves, comments and variations are others";
    for (size_t i = 0; i < meant->item_count; i++)
        if (!is_same_item(meant, read, i))
            return "a move, comment or variation is another one";
    return read->result == meant->result && !(read->oddities & ODDITY_NO_RESULT)
               ? NULL
               : "its result is another one";
}

static enum pgnpack_status read_back(struct pgnpack_builder *builder)
{
    const struct buffer *text = &builder->text;
    enum pgn_status status =
        pgn_parse(&builder->parser, (const char *)text->data, text->size, 1, &builder->finished);
    if (status == PGN_NO_MEMORY)
        return error_no_memory(&builder->error);
    const char *difference =
        status == PGN_GAME ? find_difference(&builder->game, &builder->finished) : "it is no game at all";
    if (difference == NULL)
        return PGNPACK_OK;
    return error_set(&builder->error, PGNPACK_ERROR_ARGUMENT,
                     "as PGN the game does not read back as it was made: %s", difference);
}

static enum pgnpack_status check(struct pgnpack_builder *builder)
{
    if (builder->line.walk.depth != 0)
        return error_set(&builder->error, PGNPACK_ERROR_ARGUMENT, "%u variations are not ended yet",
                         builder->line.walk.depth);
    if (builder->tag_count == 0 && builder->game.item_count != 0 && has_text(builder->game.items[0].kind))
        return error_set(
            &builder->error, PGNPACK_ERROR_ARGUMENT,
            "a game that begins with a comment needs a tag: else the comment is of the game before");
    return PGNPACK_OK;
}

enum pgnpack_status builder_finish(struct pgnpack_builder *builder)
{
    enum pgnpack_status status = check(builder);
    if (status != PGNPACK_OK)
        return status;
    buffer_clear(&builder->text);
    if (!set_tags(builder) || !pgn_write_game(&builder->writer, &builder->game, &builder->text))
        return error_no_memory(&builder->error);
    if (builder->text.size > BCGN_BLOCK_TEXT_MAX)
        return error_set(&builder->error, PGNPACK_ERROR_LIMIT, "a game has more than 16 MiB of text");
    return read_back(builder);
}
