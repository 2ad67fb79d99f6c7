/* Public functions: games made in memory. */
#include <string.h>

#include "chess/drop.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "container/sections/bcgn_format.h"
#include "game/tag_value.h"
#include "lib/games/builder.h"
#include "lib/games/game_complete.h"
#include "lib/games/tag_rules.h"
#include "pgnpack_extra.h"

static const struct handle_kind builder_kind;

static void begin(struct pgnpack_builder *builder);

struct pgnpack_builder *pgnpack_builder_new(const struct pgnpack_options *options)
{
    struct pgnpack_builder *builder = handle_new(options, sizeof *builder, &builder_kind);
    if (builder == NULL)
        return NULL;
    buffer_init(&builder->strings, &builder->memory);
    buffer_init(&builder->text, &builder->memory);
    game_init(&builder->game, &builder->memory);
    game_init(&builder->finished, &builder->memory);
    line_stack_init(&builder->line, &builder->memory);
    pgn_writer_init(&builder->writer, &builder->memory);
    pgn_parser_init(&builder->parser, &builder->memory);
    handle_check_options(options, &builder->misuse);
    begin(builder);
    return builder;
}

static void release(struct pgnpack_builder *builder)
{
    memory_release(&builder->memory, builder->tags, builder->tag_capacity * sizeof *builder->tags);
    builder->tags = NULL;
    builder->tag_capacity = 0;
    buffer_free(&builder->strings);
    buffer_free(&builder->text);
    game_free(&builder->game);
    game_free(&builder->finished);
    line_stack_free(&builder->line);
    pgn_writer_free(&builder->writer);
    pgn_parser_free(&builder->parser);
}

static void free_builder(void *handle)
{
    struct pgnpack_builder *builder = handle;
    release(builder);
    handle_free(builder, sizeof *builder);
}

/* Where memory was refused, buffers remember it: everything begins anew. */
static void begin(struct pgnpack_builder *builder)
{
    if (builder->memory.refusal != MEMORY_NOT_REFUSED)
        release(builder);
    memory_forget_refusal(&builder->memory);
    builder->error = builder->misuse;
    builder->tag_count = 0;
    buffer_clear(&builder->strings);
    game_clear(&builder->game);
    game_clear(&builder->finished);
    line_stack_start(&builder->line, &builder->game.start, LINE_BOARDS);
}

/* A call's beginning: what failed before is forgotten, but where memory was refused, and the game may lack something. */
static enum pgnpack_status start_call(struct pgnpack_builder *builder)
{
    builder->error = builder->misuse;
    return handle_end(builder, PGNPACK_OK);
}

static enum pgnpack_status refuse(struct pgnpack_builder *builder, const char *cause)
{
    return error_set(&builder->error, PGNPACK_ERROR_ARGUMENT, "%s", cause);
}

static enum pgnpack_status refuse_size(struct pgnpack_builder *builder)
{
    return error_set(&builder->error, PGNPACK_ERROR_LIMIT, "a game has more than 16 MiB of text");
}

/* Appends to the strings; their bytes stand where they are a part of no game's limits. */
static enum pgnpack_status add_string(struct pgnpack_builder *builder, struct text string, size_t *start_ret)
{
    struct buffer *strings = &builder->strings;
    *start_ret = strings->size;
    if (string.size > BCGN_BLOCK_TEXT_MAX - strings->size)
        return refuse_size(builder);
    buffer_append(strings, string.data, string.size);
    return buffer_failed(strings) ? error_no_memory(&builder->error) : PGNPACK_OK;
}

/* ---- Tags ---- */

static size_t find_tag(const struct pgnpack_builder *builder, struct text name)
{
    size_t i = 0;
    while (i < builder->tag_count &&
           !text_equal(builder_text(builder, builder->tags[i].name, builder->tags[i].name_size), name))
        i++;
    return i;
}

static enum pgnpack_status append_tag(struct pgnpack_builder *builder, struct text name, struct text value)
{
    struct builder_tag tag = {.name_size = name.size, .value_size = value.size};
    if (builder->tag_count == GAME_TAG_MAX)
        return error_set(&builder->error, PGNPACK_ERROR_LIMIT, "a game has more than %d tags",
                         (int)GAME_TAG_MAX);
    if (!MEMORY_GROW(&builder->memory, builder->tags, builder->tag_capacity, builder->tag_count + 1))
        return error_no_memory(&builder->error);
    enum pgnpack_status status = add_string(builder, name, &tag.name);
    if (status == PGNPACK_OK)
        status = add_string(builder, value, &tag.value);
    if (status == PGNPACK_OK)
        builder->tags[builder->tag_count++] = tag;
    return status;
}

/* With a backslash before quotes and backslashes, behind the strings. */
static enum pgnpack_status escape(struct pgnpack_builder *builder, struct text value, struct builder_tag *tag)
{
    struct buffer *strings = &builder->strings;
    tag->value = strings->size;
    if (value.size > BCGN_BLOCK_TEXT_MAX - strings->size)
        return refuse_size(builder);
    tag_value_escape(value, strings);
    tag->value_size = strings->size - tag->value;
    if (buffer_failed(strings))
        return error_no_memory(&builder->error);
    return strings->size <= BCGN_BLOCK_TEXT_MAX ? PGNPACK_OK : refuse_size(builder);
}

/* The start position follows a FEN tag. `fen.data` NULL: there is none any more. */
static enum pgnpack_status set_start(struct pgnpack_builder *builder, struct text fen)
{
    struct position start;
    if (builder->line.walk.ply != 0 || builder->line.walk.depth != 0)
        return refuse(builder, "the FEN tag cannot change any more: the game has moves");
    position_start(&start);
    enum fen_status status = fen.data == NULL ? FEN_OK : fen_parse(fen.data, fen.size, &start, NULL);
    if (status != FEN_OK)
        return error_set(&builder->error, PGNPACK_ERROR_ARGUMENT, "the FEN tag is no position: %s",
                         fen_status_text(status));
    builder->game.start = start;
    builder->game.has_start = fen.data != NULL;
    line_stack_start(&builder->line, &builder->game.start, LINE_BOARDS);
    return PGNPACK_OK;
}

/* What a Result tag says. */
static void set_result(struct pgnpack_builder *builder, struct text value)
{
    for (unsigned i = RESULT_UNKNOWN; i <= RESULT_DRAW; i++)
        if (text_equal(value, game_result_text((enum game_result)i)))
            builder->game.result = (uint8_t)i;
}

static void drop_tag(struct pgnpack_builder *builder, size_t n)
{
    memmove(&builder->tags[n], &builder->tags[n + 1], (builder->tag_count - n - 1) * sizeof *builder->tags);
    builder->tag_count--;
}

/* Replaces the first tag of that name and drops the others, or adds one. */
static enum pgnpack_status put_tag(struct pgnpack_builder *builder, struct text name, struct text value)
{
    struct builder_tag tag = {0};
    size_t strings = builder->strings.size, place = find_tag(builder, name);
    enum pgnpack_status status = escape(builder, value, &tag);
    if (status == PGNPACK_OK && place == builder->tag_count)
        status = append_tag(builder, name, (struct text){"", 0});
    if (status != PGNPACK_OK) {
        builder->strings.size = strings;
        return status;
    }
    builder->tags[place].value = tag.value;
    builder->tags[place].value_size = tag.value_size;
    for (size_t i = builder->tag_count - 1; i > place; i--)
        if (text_equal(builder_text(builder, builder->tags[i].name, builder->tags[i].name_size), name))
            drop_tag(builder, i);
    return PGNPACK_OK;
}

static enum pgnpack_status set_tag(struct pgnpack_builder *builder, struct text name, struct text value)
{
    if (!is_tag_name(name))
        return refuse(builder, TAG_NAME_TROUBLE);
    if (has_controls(value, ""))
        return refuse(builder, TAG_VALUE_TROUBLE);
    if (text_equal(name, text_of("FEN")) && set_start(builder, value) != PGNPACK_OK)
        return builder->error.status;
    if (put_tag(builder, name, value) == PGNPACK_OK && text_equal(name, text_of("Result")))
        set_result(builder, value);
    return builder->error.status;
}

static enum pgnpack_status remove_tag(struct pgnpack_builder *builder, struct text name)
{
    if (find_tag(builder, name) == builder->tag_count)
        return PGNPACK_OK;
    if (text_equal(name, text_of("FEN")) && set_start(builder, (struct text){NULL, 0}) != PGNPACK_OK)
        return builder->error.status;
    for (size_t i; (i = find_tag(builder, name)) != builder->tag_count;)
        drop_tag(builder, i);
    return PGNPACK_OK;
}

enum pgnpack_status pgnpack_builder_tag(struct pgnpack_builder *builder, const char *name, const char *value,
                                        size_t value_size)
{
    if (start_call(builder) != PGNPACK_OK)
        return handle_end(builder, builder->error.status);
    if (name == NULL || (value == NULL && value_size != 0))
        return handle_end(builder, refuse(builder, "a tag has no name or no value"));
    return handle_end(builder, value == NULL
                                   ? remove_tag(builder, text_of(name))
                                   : set_tag(builder, text_of(name), (struct text){value, value_size}));
}

/* ---- Movetext ---- */

static struct game_item *add_item(struct pgnpack_builder *builder, enum game_item_kind kind, uint16_t value)
{
    struct game *game = &builder->game;
    if (game->item_count == GAME_ITEM_MAX) {
        error_set(&builder->error, PGNPACK_ERROR_LIMIT, "a game has more than a million moves and comments");
        return NULL;
    }
    struct game_item *item = game_add_item(game);
    if (item == NULL)
        error_no_memory(&builder->error);
    else
        *item = (struct game_item){.kind = (uint8_t)kind, .value = value};
    return item;
}

static enum pgnpack_status add_move(struct pgnpack_builder *builder, uint16_t move)
{
    char text[SAN_SIZE_MAX];
    int is_drop = drop_is_legal(&builder->line.position, move);
    if (!is_drop && !move_is_legal(&builder->line.position, move))
        return error_set(&builder->error, PGNPACK_ERROR_ARGUMENT, "no such move is legal here (0x%04x)",
                         (unsigned)move);
    if (add_item(builder, is_drop ? ITEM_DROP : ITEM_MOVE, move) == NULL)
        return builder->error.status;
    if (is_drop)
        line_stack_make_drop(&builder->line, move, text);
    else
        line_stack_make(&builder->line, move);
    builder->game.ply_count = walk_main_ply(&builder->line.walk);
    return PGNPACK_OK;
}

static enum pgnpack_status add_null_move(struct pgnpack_builder *builder)
{
    if (position_in_check(&builder->line.position))
        return refuse(builder, "a null move in check");
    if (add_item(builder, ITEM_NULL_MOVE, 0) == NULL)
        return builder->error.status;
    line_stack_make_null(&builder->line);
    builder->game.ply_count = walk_main_ply(&builder->line.walk);
    return PGNPACK_OK;
}

static enum pgnpack_status move_by_text(struct pgnpack_builder *builder, struct text text)
{
    chess_move move;
    uint8_t sign;
    int is_plain;
    if (text.size != 0 && drop_scan(text.data, text.data + text.size, &move, &sign, &is_plain) == text.size)
        return add_move(builder, move);
    switch (san_parse(&builder->line.position, text.data, text.size, &move)) {
    case SAN_OK:
        return add_move(builder, move);
    case SAN_SYNTAX:
        return refuse(builder, "this is no move's text in SAN, LAN or UCI notation");
    case SAN_ILLEGAL:
        return refuse(builder, "no legal move fits this text");
    default:
        return refuse(builder, "two or more legal moves fit this text: say where the man comes from");
    }
}

enum pgnpack_status pgnpack_builder_san(struct pgnpack_builder *builder, const char *text, size_t text_size)
{
    if (start_call(builder) != PGNPACK_OK)
        return handle_end(builder, builder->error.status);
    if (text == NULL)
        return handle_end(builder, refuse(builder, "a move has no text"));
    if (text_is((struct text){text, text_size}, "--"))
        return handle_end(builder, add_null_move(builder));
    return handle_end(builder, move_by_text(builder, (struct text){text, text_size}));
}

/* `status`: of the line, which has the bracket if it is LINE_OK. */
static enum pgnpack_status refuse_bracket(struct pgnpack_builder *builder, enum line_status status, int opens)
{
    builder->game.item_count--;
    switch (status) {
    case LINE_NO_MEMORY:
        return error_no_memory(&builder->error);
    case LINE_TOO_DEEP:
        return error_set(&builder->error, PGNPACK_ERROR_LIMIT, "variations are nested too deep");
    default:
        return refuse(builder, opens ? "a variation before any move that it could replace"
                                     : "there is no variation to end");
    }
}

static enum pgnpack_status add_bracket(struct pgnpack_builder *builder, int opens)
{
    if (add_item(builder, opens ? ITEM_VARIATION_BEGIN : ITEM_VARIATION_END, 0) == NULL)
        return builder->error.status;
    enum line_status status = opens ? line_stack_open(&builder->line) : line_stack_close(&builder->line);
    return status == LINE_OK ? PGNPACK_OK : refuse_bracket(builder, status, opens);
}

static enum pgnpack_status add_nag(struct pgnpack_builder *builder, unsigned number)
{
    if (number > UINT16_MAX)
        return refuse(builder, "a NAG's number is larger than 65535");
    add_item(builder, ITEM_NAG, (uint16_t)number);
    return builder->error.status;
}

static enum pgnpack_status add_plain_item(struct pgnpack_builder *builder, enum pgnpack_item_kind kind,
                                          unsigned value)
{
    switch (kind) {
    case PGNPACK_ITEM_MOVE:
    case PGNPACK_ITEM_DROP:
        return add_move(builder, (uint16_t)(value > UINT16_MAX ? UINT16_MAX : value)); /* which no move is */
    case PGNPACK_ITEM_NULL_MOVE:
        return add_null_move(builder);
    case PGNPACK_ITEM_VARIATION_BEGIN:
        return add_bracket(builder, 1);
    case PGNPACK_ITEM_VARIATION_END:
        return add_bracket(builder, 0);
    case PGNPACK_ITEM_NAG:
        return add_nag(builder, value);
    default:
        return refuse(builder, "an item of this kind has a text, or there is no such kind");
    }
}

enum pgnpack_status pgnpack_builder_item(struct pgnpack_builder *builder, enum pgnpack_item_kind kind,
                                         unsigned value)
{
    if (start_call(builder) != PGNPACK_OK)
        return handle_end(builder, builder->error.status);
    return handle_end(builder, add_plain_item(builder, kind, value));
}

static enum pgnpack_status add_text_item(struct pgnpack_builder *builder, enum game_item_kind kind,
                                         struct text text)
{
    size_t start;
    struct game_item *item = add_item(builder, kind, 0);
    if (item == NULL)
        return builder->error.status;
    if (add_string(builder, text, &start) != PGNPACK_OK) {
        builder->game.item_count--;
        return builder->error.status;
    }
    item->text_offset = (uint32_t)start;
    item->text_size = (uint32_t)text.size;
    return PGNPACK_OK;
}

enum pgnpack_status pgnpack_builder_comment(struct pgnpack_builder *builder, const char *text,
                                            size_t text_size)
{
    const struct text comment = {text == NULL ? "" : text, text_size};
    if (start_call(builder) != PGNPACK_OK)
        return handle_end(builder, builder->error.status);
    if (text == NULL && text_size != 0)
        return handle_end(builder, refuse(builder, "a comment has no text"));
    if (text_size != 0 && memchr(comment.data, '}', text_size) != NULL)
        return handle_end(builder, refuse(builder, "a comment has a }, which would end it"));
    if (has_controls(comment, "\t\r\n"))
        return handle_end(builder,
                          refuse(builder, "a comment has control characters other than tabs and line ends"));
    return handle_end(builder, add_text_item(builder, ITEM_COMMENT, comment));
}

enum pgnpack_status pgnpack_builder_result(struct pgnpack_builder *builder, enum pgnpack_result result)
{
    static const char name[] = "Result";
    if (start_call(builder) != PGNPACK_OK)
        return handle_end(builder, builder->error.status);
    if ((unsigned)result > PGNPACK_RESULT_DRAW)
        return handle_end(builder, refuse(builder, "there is no such result"));
    if (find_tag(builder, text_of(name)) != builder->tag_count &&
        put_tag(builder, text_of(name), game_result_text((enum game_result)result)) != PGNPACK_OK)
        return handle_end(builder, builder->error.status);
    builder->game.result = (uint8_t)result;
    return handle_end(builder, PGNPACK_OK);
}

/* ---- Copies ---- */

/* Comments all become such in braces, if they can; those in the header and behind the result are with the moves. */
static enum pgnpack_status copy_item(struct pgnpack_builder *builder, const struct game *game,
                                     const struct game_item *item)
{
    struct text text = game_item_text(game, item);
    int is_line = item->text_size != 0 && memchr(text.data, '}', text.size) != NULL;
    switch (item->kind) {
    case ITEM_MOVE:
    case ITEM_DROP:
        return add_move(builder, item->value);
    case ITEM_NULL_MOVE:
        return add_null_move(builder);
    case ITEM_VARIATION_BEGIN:
        return add_bracket(builder, 1);
    case ITEM_VARIATION_END:
        return add_bracket(builder, 0);
    case ITEM_NAG:
    case ITEM_SUFFIX:
        add_item(builder, (enum game_item_kind)item->kind, item->value);
        return builder->error.status;
    case ITEM_TOKEN:
        return add_text_item(builder, ITEM_TOKEN, text);
    default:
        return add_text_item(builder, is_line ? ITEM_LINE_COMMENT : ITEM_COMMENT,
                             item->text_size == 0 ? (struct text){"", 0} : text);
    }
}

static enum pgnpack_status copy_game(struct pgnpack_builder *builder, const struct game *game)
{
    enum pgnpack_status status = PGNPACK_OK;
    for (size_t i = 0; i < game->tag_count && status == PGNPACK_OK; i++)
        status = append_tag(builder, game->tags[i].name, game->tags[i].value);
    if (status != PGNPACK_OK)
        return status;
    if (game->has_start)
        builder->game.start = game->start;
    builder->game.has_start = game->has_start;
    builder->game.result = game->result;
    line_stack_start(&builder->line, &builder->game.start, LINE_BOARDS);
    for (size_t i = 0; i < game->item_count && status == PGNPACK_OK; i++)
        status = copy_item(builder, game, &game->items[i]);
    while (status == PGNPACK_OK && builder->line.walk.depth != 0)
        status = add_bracket(builder, 0);
    return status;
}

enum pgnpack_status pgnpack_builder_begin(struct pgnpack_builder *builder, const struct pgnpack_game *source)
{
    const struct game *game = game_of(source);
    if (game == &builder->finished) {
        error_clear(&builder->error);
        return handle_end(
            builder,
            refuse(
                builder,
                "a builder's own game is still in it: go on with it, or begin from it in another builder"));
    }
    begin(builder);
    if (game == NULL || builder->error.status != PGNPACK_OK)
        return handle_end(builder, builder->error.status);
    if (game->trouble != TROUBLE_NONE)
        return handle_end(builder,
                          error_set(&builder->error, PGNPACK_ERROR_LOSSY, "the game cannot be copied: %s",
                                    game_trouble_text((enum game_trouble)game->trouble)));
    if (game_check_parts(game, &builder->error) != PGNPACK_OK)
        return handle_end(builder, builder->error.status);
    enum pgnpack_status status = copy_game(builder, game);
    if (status != PGNPACK_OK && status != PGNPACK_ERROR_MEMORY && status != PGNPACK_ERROR_MEMORY_LIMIT) {
        struct error error = builder->error;
        begin(builder);
        builder->error = error;
    }
    return handle_end(builder, builder->error.status);
}

/* ---- The end ---- */

enum pgnpack_status pgnpack_builder_finish(struct pgnpack_builder *builder,
                                           const struct pgnpack_game **game_ret)
{
    if (game_ret != NULL)
        *game_ret = NULL;
    if (start_call(builder) == PGNPACK_OK)
        builder_finish(builder);
    enum pgnpack_status status = handle_end(builder, builder->error.status);
    if (status == PGNPACK_OK && game_ret != NULL)
        *game_ret = game_export(&builder->finished);
    return status;
}

static const struct handle_kind builder_kind = {.free = free_builder, HANDLE_ERROR(struct pgnpack_builder)};
