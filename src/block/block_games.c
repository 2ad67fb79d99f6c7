#include "block/block_games.h"

#include <string.h>

#include "block/block_columns.h"
#include "container/sections/work_costs.h"
#include "game/tag_value.h"
#include "chess/drop.h"
#include "chess/fen.h"
#include "chess/san.h"
#include "net/features/policy_hints.h"

static const char no_such_move[] = "a game has a move that cannot be, or too few moves";
static const char no_such_order[] = "a game's elements are in no order that a game can have";
static const char too_many_elements[] = "a block's games have more elements than its text has room for";

/* Returns 0 when there is none left. */
static int take_comment(struct block_decoder *decoder, struct text *text_ret)
{
    struct byte_source comments = block_comments(decoder);
    comments.at += decoder->cursor.comments_at;
    *text_ret = byte_source_until(&comments, '}');
    decoder->cursor.comments_at += text_ret->size + !comments.failed;
    return !comments.failed;
}

static void set_tag_value(struct game_tag *tag, struct text value)
{
    tag->value = value;
    tag->escaped = (uint8_t)tag_value_is_escaped(value);
}

static enum pgnpack_status decode_tags(struct block_decoder *decoder, struct error *error)
{
    const struct tag_value *values;
    size_t count;
    enum pgnpack_status status =
        tag_decoder_game(&decoder->tags, decoder->cursor.game, &values, &count, error);
    for (size_t i = 0; status == PGNPACK_OK && i < count; i++) {
        if (tag_decoder_interest(&decoder->tags, values[i].column) < TAG_FOR_MOVES)
            continue;
        struct game_tag *tag = game_add_tag(&decoder->game);
        if (tag == NULL)
            return error_no_memory(error);
        tag->name = decoder->schemas.names[values[i].column];
        set_tag_value(tag, values[i].text);
    }
    return status;
}

static void decode_result(struct block_decoder *decoder)
{
    struct byte_source results = block_source(decoder, BCGN_SECTION_RESULTS);
    decoder->game.result = byte_source_peek(&results, decoder->cursor.game);
}

/* The last FEN tag gives the start position, as in the PGN parser. */
static void decode_start(struct block_decoder *decoder)
{
    struct game *game = &decoder->game;
    for (size_t i = game->tag_count; i-- > 0;) {
        if (!text_is(game->tags[i].name, "FEN"))
            continue;
        struct text fen = game->tags[i].value;
        if (fen_parse(fen.data, fen.size, &game->start, NULL) != FEN_OK)
            position_start(&game->start);
        game->has_start = 1;
        return;
    }
}

/* Why understanding ended: before the first move it did so since the FEN is no position, if it is none. */
static enum game_trouble find_trouble(const struct block_decoder *decoder)
{
    const struct game *game = &decoder->game;
    const struct game_tag *fen = NULL;
    struct position position;
    for (size_t i = 0; i < game->tag_count; i++)
        if (text_is(game->tags[i].name, "FEN"))
            fen = &game->tags[i];
    int is_fen = fen != NULL && walk_main_ply(&decoder->line.walk) == 0 &&
                 fen_parse(fen->value.data, fen->value.size, &position, NULL) != FEN_OK;
    return is_fen ? TROUBLE_FEN : TROUBLE_MOVE_SYNTAX;
}

static int put_string(struct block_decoder *decoder, struct game_item *item, struct text text)
{
    item->text_offset = (uint32_t)decoder->strings.size;
    item->text_size = (uint32_t)text.size;
    buffer_append(&decoder->strings, text.data, text.size);
    return !buffer_failed(&decoder->strings);
}

/* For the labels: the position behind a move of the main line. */
static inline void note_position(struct block_decoder *decoder)
{
    if (tag_decoder_has_labels(&decoder->tags) && decoder->line.walk.depth == 0)
        label_path_add(&decoder->path, &decoder->line.position);
}

/* Do comments that are put together depend on the boards? */
static inline int expands_by_boards(const struct block_decoder *decoder)
{
    return decoder->expands && decoder->comments.needs_boards;
}

/* The text of a move or drop, `size` bytes behind the strings. */
static inline void put_san(struct block_decoder *decoder, struct game_item *item, size_t size)
{
    struct buffer *strings = &decoder->strings;
    item->text_offset = (uint32_t)strings->size;
    item->text_size = (uint32_t)size;
    strings->size += size;
    decoder->mate_sign = strings->data[strings->size - 1] == '#' ? strings->size - 1 : 0;
}

/* Do moves get their texts? */
static inline int spells_moves(const struct block_decoder *decoder)
{
    return (decoder->parts & (BLOCK_TEXT | BLOCK_SAN)) != 0;
}

/* The position changes otherwise than by moves in a row. */
static inline void forget_run(struct block_decoder *decoder)
{
    decoder->cursor.moves.run.knows_ends = 0;
}

/* The next move, from the stream or from what was kept of it. */
static enum pgnpack_status next_move(struct block_decoder *decoder, chess_move *move_ret, struct error *error)
{
    struct line_stack *line = &decoder->line;
    struct move_reader *reader = &decoder->cursor.moves;
    int replays = decoder->keep.replays;
    *move_ret =
        replays ? block_keep_next(decoder) : move_reader_next(reader, &line->position, line->walk.ply);
    if (*move_ret == NO_MOVE)
        return block_corrupt(error, no_such_move);
    decoder->moves_decoded += !replays;
    if (replays || decoder->move_codec == MOVE_CODEC_INDEX) /* whose moves are not kept, and cost all alike */
        return PGNPACK_OK;
    if (!block_keep_move(decoder, *move_ret))
        return error_no_memory(error);
    return work_spend(&decoder->work, work_of_move(reader), error);
}

static enum pgnpack_status decode_move(struct block_decoder *decoder, struct game_item *item,
                                       struct error *error)
{
    struct line_stack *line = &decoder->line;
    struct buffer *strings = &decoder->strings;
    forget_run(decoder);
    enum pgnpack_status status = next_move(decoder, &item->value, error);
    if (status != PGNPACK_OK)
        return status;
    if (!spells_moves(decoder))
        line_stack_make(line, item->value);
    else if (!buffer_reserve(strings, SAN_SIZE_MAX))
        return error_no_memory(error);
    else
        put_san(decoder, item, line_stack_make_san(line, item->value, (char *)strings->data + strings->size));
    note_position(decoder);
    return PGNPACK_OK;
}

/* Returns 0 when the drop is not in order, or when there is no memory for its text. */
static int decode_drop(struct block_decoder *decoder, struct game_item *item)
{
    struct line_stack *line = &decoder->line;
    struct buffer *strings = &decoder->strings;
    unsigned type = byte_source_byte(&decoder->cursor.drop_men);
    unsigned to = byte_source_byte(&decoder->cursor.drop_squares);
    if (decoder->cursor.drop_men.failed || decoder->cursor.drop_squares.failed || type > QUEEN ||
        to >= NO_SQUARE || !drop_is_legal(&line->position, drop_of(type, to)) ||
        !buffer_reserve(strings, SAN_SIZE_MAX))
        return 0;
    forget_run(decoder);
    item->value = drop_of(type, to);
    if (decoder->mate_sign != 0)
        strings->data[decoder->mate_sign] = '+';
    size_t size = line_stack_make_drop(line, item->value, (char *)strings->data + strings->size);
    if (spells_moves(decoder))
        put_san(decoder, item, size);
    return 1;
}

/* Returns 0 when there is nothing to go back to, or no memory: that counts as a failure of the strings. */
static int open_variation(struct block_decoder *decoder)
{
    decoder->mate_sign = 0;
    forget_run(decoder);
    enum line_status status = line_stack_open(&decoder->line);
    decoder->strings.failed |= status == LINE_NO_MEMORY;
    return status == LINE_OK;
}

/* Returns 0 when the item is not in order, or when there is no memory for it. */
static int decode_item(struct block_decoder *decoder, struct game_item *item)
{
    struct block_cursor *cursor = &decoder->cursor;
    struct text comment;
    uint64_t value;
    switch (item->kind) {
    case ITEM_NULL_MOVE:
        return line_stack_make_null(&decoder->line) &&
               put_string(decoder, item, byte_source_until(&cursor->tokens, '\n')) && !cursor->tokens.failed;
    case ITEM_TOKEN:
        return put_string(decoder, item, byte_source_until(&cursor->tokens, '\n')) && !cursor->tokens.failed;
    case ITEM_NAG:
    case ITEM_SUFFIX:
        value = byte_source_varint_max(&cursor->nags, UINT16_MAX);
        item->value = (uint16_t)value;
        walk_mark(&decoder->line.walk, item->value);
        return !cursor->nags.failed;
    case ITEM_COMMENT:
        return take_comment(decoder, &comment) && put_string(decoder, item, comment);
    case ITEM_LINE_COMMENT:
    case ITEM_ESCAPE:
        return put_string(decoder, item, byte_source_until(&cursor->lines, '\n')) && !cursor->lines.failed;
    case ITEM_VARIATION_BEGIN:
        return open_variation(decoder);
    case ITEM_DROP:
        return decode_drop(decoder, item);
    default:
        decoder->mate_sign = 0;
        forget_run(decoder);
        return line_stack_close(&decoder->line) == LINE_OK;
    }
}

/* Does the present game have all the elements that one may have? */
static int is_full(const struct block_decoder *decoder)
{
    return decoder->game.item_count + decoder->run_moves >= GAME_ITEM_MAX;
}

static struct game_item *add_item(struct block_decoder *decoder, uint8_t kind, uint8_t place)
{
    struct game *game = &decoder->game;
    struct game_item *item = is_full(decoder) ? NULL : game_add_item(game);
    if (item != NULL)
        *item = (struct game_item){.kind = kind, .place = place};
    return item;
}

/* Can moves in a row go the shorter way? Not where somebody sees the position between them. */
static int moves_go_by_runs(const struct block_decoder *decoder)
{
    if (expands_by_boards(decoder) || tag_decoder_has_labels(&decoder->tags))
        return 0;
    return spells_moves(decoder) ? decoder->writes_runs || (decoder->parts & BLOCK_RUNS)
                                 : decoder->move_codec == MOVE_CODEC_INDEX;
}

/* INDEX: decodes and plays moves at once, for their SAN, or NULL, then for themselves. */
static enum pgnpack_status decode_bytes(struct block_decoder *decoder, size_t count, struct san_text *sans,
                                        chess_move *moves, struct error *error)
{
    struct line_stack *line = &decoder->line;
    struct move_reader *reader = &decoder->cursor.moves;
    if (!(sans != NULL ? move_reader_write_run(reader, &line->position, line->walk.ply, count, sans)
                       : move_reader_play_run(reader, &line->position, line->walk.ply, count, moves)))
        return block_corrupt(error, no_such_move);
    walk_plies(&line->walk, count);
    line->last_move = reader->run.word;
    line->last_is_move = 1;
    decoder->moves_decoded += count;
    return PGNPACK_OK;
}

/* The others: one by one, for their SAN. */
static enum pgnpack_status decode_sans(struct block_decoder *decoder, size_t count, struct san_text *sans,
                                       struct error *error)
{
    for (size_t i = 0; i < count; i++) {
        char text[SAN_SIZE_MAX] = {0};
        chess_move move;
        enum pgnpack_status status = next_move(decoder, &move, error);
        if (status != PGNPACK_OK)
            return status;
        sans[i].size = (uint8_t)line_stack_make_san(&decoder->line, move, text);
        memcpy(sans[i].text, text, SAN_TEXT_SIZE);
        memcpy(sans[i].move, &move, sizeof move);
    }
    return PGNPACK_OK;
}

/* Plays `count` moves, and makes items of them. */
static enum pgnpack_status play_run(struct block_decoder *decoder, size_t count, uint8_t place,
                                    struct error *error)
{
    struct game *game = &decoder->game;
    chess_move moves[MOVE_RUN_MAX];
    if (!game_reserve_items(game, count))
        return error_no_memory(error);
    enum pgnpack_status status = decode_bytes(decoder, count, NULL, moves, error);
    for (size_t i = 0; status == PGNPACK_OK && i < count; i++)
        game->items[game->item_count++] =
            (struct game_item){.kind = ITEM_MOVE, .place = place, .value = moves[i]};
    position_refresh(&decoder->line.position);
    return status;
}

/* The same with their SAN, as one item. */
static enum pgnpack_status write_run(struct block_decoder *decoder, size_t count, uint8_t place,
                                     struct error *error)
{
    struct buffer *strings = &decoder->strings;
    size_t size = count * sizeof(struct san_text);
    struct game_item *item = buffer_reserve(strings, size) ? add_item(decoder, ITEM_MOVE_RUN, place) : NULL;
    if (item == NULL)
        return error_no_memory(error);
    decoder->run_moves += count - 1;
    item->value = (uint16_t)count;
    item->text_offset = (uint32_t)strings->size;
    item->text_size = (uint32_t)size;
    struct san_text *sans = (struct san_text *)(void *)(strings->data + strings->size);
    strings->size += size;
    enum pgnpack_status status = decoder->move_codec == MOVE_CODEC_INDEX
                                     ? decode_bytes(decoder, count, sans, NULL, error)
                                     : decode_sans(decoder, count, sans, error);
    if (status != PGNPACK_OK)
        return status;
    const struct san_text *last = &sans[count - 1];
    const char *sign = last->text + last->size - 1;
    decoder->mate_sign = *sign == '#' ? (size_t)(sign - (const char *)strings->data) : 0;
    return PGNPACK_OK;
}

/* How many of `count` moves in a row go the shorter way, which one alone is not worth: 0 where the items end, too. */
static size_t size_of_run(const struct block_decoder *decoder, uint64_t count)
{
    size_t size = count < MOVE_RUN_MAX ? (size_t)count : MOVE_RUN_MAX;
    int has_room = decoder->game.item_count + decoder->run_moves <= GAME_ITEM_MAX - size;
    return size > 1 && has_room && moves_go_by_runs(decoder) ? size : 0;
}

/* `count` moves in a row. */
static enum pgnpack_status decode_moves(struct block_decoder *decoder, uint64_t count, uint8_t place,
                                        struct error *error)
{
    enum pgnpack_status status = PGNPACK_OK;
    for (size_t size; status == PGNPACK_OK && (size = size_of_run(decoder, count)) != 0; count -= size)
        status = (spells_moves(decoder) ? write_run : play_run)(decoder, size, place, error);
    for (; status == PGNPACK_OK && count > 0; count--) {
        struct game_item *item = add_item(decoder, ITEM_MOVE, place);
        if (item == NULL)
            return is_full(decoder) ? block_corrupt(error, too_many_elements) : error_no_memory(error);
        status = decode_move(decoder, item, error);
    }
    return status;
}

static enum pgnpack_status decode_other(struct block_decoder *decoder, uint8_t kind, uint8_t place,
                                        struct error *error)
{
    struct game_item *item = add_item(decoder, kind, place);
    if (item == NULL)
        return is_full(decoder) ? block_corrupt(error, too_many_elements) : error_no_memory(error);
    if (kind == ITEM_COMMENT && decoder->expands) {
        enum pgnpack_status status = block_expand_comment(decoder, error);
        if (status != PGNPACK_OK)
            return status;
    }
    if (decode_item(decoder, item))
        return PGNPACK_OK;
    return buffer_failed(&decoder->strings)
               ? error_no_memory(error)
               : block_corrupt(error, "a game's moves, variations or texts do not fit its elements");
}

/* No block has more elements than bytes of text. */
static int count_items(struct block_decoder *decoder, uint64_t count)
{
    uint64_t left = decoder->header.text_size - decoder->cursor.items;
    if (count > left)
        return 0;
    decoder->cursor.items += count;
    return 1;
}

static enum pgnpack_status start_movetext(struct block_decoder *decoder, struct error *error)
{
    struct game *game = &decoder->game;
    if (!block_keep_start_game(decoder))
        return block_corrupt(error, no_such_move);
    uint64_t cost = decoder->keep.replays ? 0 : work_of_game_moves(&decoder->cursor.moves);
    enum pgnpack_status status = work_spend(&decoder->work, cost, error);
    if (status != PGNPACK_OK)
        return status;
    decode_start(decoder);
    decoder->path.count = 0;
    decoder->mate_sign = 0;
    forget_run(decoder);
    status = block_begin_comments(decoder, error);
    line_stack_start(&decoder->line, &game->start,
                     expands_by_boards(decoder) ? LINE_BOARDS_AND_PAST : LINE_BOARDS);
    struct policy_hints hints = {.result = RESULT_UNKNOWN};
    if (move_codec_asks_nets(decoder->move_codec))
        hints = policy_hints_of(game);
    if (!decoder->keep.replays)
        move_reader_start_game(&decoder->cursor.moves, &hints);
    return status;
}

static enum pgnpack_status decode_movetext(struct block_decoder *decoder, struct error *error)
{
    struct shape_decoder *shape = &decoder->cursor.shape;
    struct game *game = &decoder->game;
    int with_items = (decoder->parts & (BLOCK_MOVES | BLOCK_TEXT)) != 0;
    struct walk *walk = &decoder->line.walk;
    uint8_t place = 0;
    uint64_t moves = 0; /* that have come, and are not yet decoded */
    enum pgnpack_status status = PGNPACK_OK;
    game->oddities = ODDITY_NO_RESULT;
    if (with_items)
        status = start_movetext(decoder, error);
    else
        walk_start(walk);
    while (status == PGNPACK_OK) {
        uint64_t run = shape_decode_moves(shape);
        if (!count_items(decoder, run))
            return block_corrupt(error, too_many_elements);
        moves += run;
        uint8_t kind = shape_decode(shape);
        if (kind == ITEM_MOVE && count_items(decoder, 1)) { /* more may come behind it */
            moves++;
            continue;
        }
        if (with_items)
            status = decode_moves(decoder, moves, place, error);
        else
            walk_plies(walk, moves);
        moves = 0;
        if (status != PGNPACK_OK || kind == BCGN_SHAPE_END)
            break;
        if (kind == BCGN_SHAPE_BROKEN_END && place == 0) {
            game->trouble = (uint8_t)find_trouble(decoder);
            break;
        }
        if (kind >= BCGN_SHAPE_KIND_COUNT || kind == ITEM_MOVE || !count_items(decoder, 1) ||
            (kind >= BCGN_SHAPE_RESULT && place != 0))
            return block_corrupt(error, no_such_order);
        if (kind == BCGN_SHAPE_RESULT) {
            game->oddities = 0;
            place = ITEM_AFTER_RESULT;
            continue;
        }
        if (with_items)
            status = decode_other(decoder, kind, place, error);
        else if (!walk_pass(walk, kind))
            status = block_corrupt(error, no_such_order);
    }
    game->ply_count = walk_main_ply(walk);
    if (status != PGNPACK_OK || !with_items)
        return status;
    block_keep_end_game(decoder);
    return block_end_comments(decoder, error);
}

/* Tags that the movetext tells. */
static enum pgnpack_status complete_tags(struct block_decoder *decoder, struct error *error)
{
    const struct tag_value *values;
    size_t count = 0;
    uint32_t number = decoder->cursor.game;
    struct game *game = &decoder->game;
    enum pgnpack_status status =
        tag_decoder_tell_moves(&decoder->tags, number, &decoder->line.position, &decoder->path, error);
    if (status == PGNPACK_OK)
        status = tag_decoder_game(&decoder->tags, number, &values, &count, error);
    for (size_t i = 0, tag = 0; status == PGNPACK_OK && i < count; i++)
        if (tag_decoder_interest(&decoder->tags, values[i].column) >= TAG_FOR_MOVES)
            set_tag_value(&game->tags[tag++], values[i].text);
    return status;
}

/* Behind the moves: tags that nobody else asked for. */
static enum pgnpack_status drop_tags(struct block_decoder *decoder, struct error *error)
{
    const struct tag_value *values;
    struct game *game = &decoder->game;
    size_t count = 0, tag = 0, kept = 0;
    enum pgnpack_status status =
        tag_decoder_game(&decoder->tags, decoder->cursor.game, &values, &count, error);
    for (size_t i = 0; status == PGNPACK_OK && i < count; i++) {
        enum tag_interest interest = tag_decoder_interest(&decoder->tags, values[i].column);
        if (interest == TAG_ASKED_FOR)
            game->tags[kept++] = game->tags[tag];
        tag += interest >= TAG_FOR_MOVES;
    }
    game->tag_count = kept;
    return status;
}

/* Elements of a game, behind it: one by one that would take longer than many an element. */
static enum pgnpack_status count_items_work(struct block_decoder *decoder, uint64_t items,
                                            struct error *error)
{
    int with_items = (decoder->parts & (BLOCK_MOVES | BLOCK_TEXT)) != 0;
    uint64_t cost = with_items ? WORK_ITEM + work_of_ply(decoder->move_codec) : (uint64_t)WORK_ELEMENT;
    return work_spend(&decoder->work, items * cost, error);
}

/* Are shapes passed over, game by game? */
static int reads_shapes(const struct block_decoder *decoder)
{
    return (decoder->parts & (BLOCK_SHAPE | BLOCK_MOVES | BLOCK_TEXT)) != 0;
}

enum pgnpack_status block_decoder_next(struct block_decoder *decoder, struct error *error)
{
    if (decoder->cursor.game == decoder->header.game_count)
        return PGNPACK_END;
    uint64_t items = decoder->cursor.items;
    enum pgnpack_status status = work_spend(&decoder->work, WORK_GAME, error);
    if (status == PGNPACK_OK && reads_shapes(decoder) && !block_keep_place(decoder))
        status = error_no_memory(error);
    if (status != PGNPACK_OK)
        return status;
    block_pass_exceptions(&decoder->cursor);
    game_clear(&decoder->game);
    decoder->game.is_partial = (~decoder->parts & (BLOCK_TAGS | BLOCK_MOVES)) != 0 || decoder->lacks_tags;
    buffer_clear(&decoder->strings);
    decoder->run_moves = 0;
    if (decoder->decodes_tags)
        status = decode_tags(decoder, error);
    if (status == PGNPACK_OK)
        decode_result(decoder);
    if (status == PGNPACK_OK && reads_shapes(decoder))
        status = decode_movetext(decoder, error);
    if (status == PGNPACK_OK)
        status = count_items_work(decoder, decoder->cursor.items - items, error);
    if (status == PGNPACK_OK && decoder->decodes_tags && tag_decoder_waits(&decoder->tags))
        status = complete_tags(decoder, error);
    int has_others = (decoder->parts & BLOCK_MOVES) && decoder->lacks_tags;
    if (status == PGNPACK_OK && decoder->decodes_tags && has_others)
        status = drop_tags(decoder, error);
    if (decoder->strings.size != 0)
        decoder->game.text = (struct text){(const char *)decoder->strings.data, 0};
    decoder->cursor.game++;
    return status;
}

/* ---- Passing over games ---- */

/* The data of an element that is no move of a codec. Returns 0 when it is not in order. */
static int pass_data(struct block_decoder *decoder, uint8_t kind)
{
    struct block_cursor *cursor = &decoder->cursor;
    struct text ignored;
    switch (kind) {
    case ITEM_DROP:
        byte_source_byte(&cursor->drop_men);
        byte_source_byte(&cursor->drop_squares);
        return !cursor->drop_men.failed && !cursor->drop_squares.failed;
    case ITEM_NULL_MOVE:
    case ITEM_TOKEN:
        byte_source_until(&cursor->tokens, '\n');
        return !cursor->tokens.failed;
    case ITEM_NAG:
    case ITEM_SUFFIX:
        walk_mark(&decoder->line.walk, (uint16_t)byte_source_varint_max(&cursor->nags, UINT16_MAX));
        return !cursor->nags.failed;
    case ITEM_COMMENT:
        return take_comment(decoder, &ignored);
    case ITEM_LINE_COMMENT:
    case ITEM_ESCAPE:
        byte_source_until(&cursor->lines, '\n');
        return !cursor->lines.failed;
    default:
        return 1;
    }
}

/* The same of the element itself, and of its data if these are there. */
static int pass_item(struct block_decoder *decoder, uint8_t kind)
{
    int has_data = (decoder->parts & (BLOCK_MOVES | BLOCK_TEXT)) != 0;
    return walk_pass(&decoder->line.walk, kind) && (!has_data || pass_data(decoder, kind));
}

/* Moves in a row: the walk counts their plies, and the codec that has no groups passes over them. */
static void pass_moves(struct block_decoder *decoder, uint64_t count)
{
    if (decoder->move_codec == MOVE_CODEC_INDEX && (decoder->parts & (BLOCK_MOVES | BLOCK_TEXT)))
        move_reader_skip(&decoder->cursor.moves, decoder->line.walk.ply, count);
    walk_plies(&decoder->line.walk, count);
}

/* One game further without its moves. Tags need no passing over. */
static enum pgnpack_status pass_game(struct block_decoder *decoder, struct error *error)
{
    struct block_cursor *cursor = &decoder->cursor;
    uint64_t items = cursor->items;
    if (!block_keep_place(decoder))
        return error_no_memory(error);
    enum pgnpack_status status = block_begin_comments(decoder, error);
    line_stack_start(&decoder->line, NULL, LINE_NO_BOARDS);
    while (status == PGNPACK_OK) {
        uint64_t moves = shape_decode_moves(&cursor->shape);
        uint8_t kind = shape_decode(&cursor->shape);
        moves += kind == ITEM_MOVE;
        if (kind >= BCGN_SHAPE_KIND_COUNT || !count_items(decoder, moves))
            return block_corrupt(error, no_such_order);
        pass_moves(decoder, moves);
        if (kind == BCGN_SHAPE_END || kind == BCGN_SHAPE_BROKEN_END)
            break;
        if (!count_items(decoder, kind != ITEM_MOVE))
            return block_corrupt(error, too_many_elements);
        if (kind == ITEM_COMMENT && decoder->expands)
            status = block_expand_comment(decoder, error);
        if (status == PGNPACK_OK && kind != ITEM_MOVE && !pass_item(decoder, kind))
            return block_corrupt(error, no_such_order);
    }
    if (status == PGNPACK_OK)
        status = block_end_comments(decoder, error);
    cursor->game++;
    if (status != PGNPACK_OK)
        return status;
    return work_spend(&decoder->work, WORK_GAME + (cursor->items - items) * WORK_ELEMENT, error);
}

/* One game further with its moves, which those behind it need, but not their SAN. */
static enum pgnpack_status decode_past(struct block_decoder *decoder, struct error *error)
{
    unsigned parts = decoder->parts;
    decoder->parts = parts & BLOCK_TEXT ? (unsigned)BLOCK_MOVES : parts & ~(unsigned)(BLOCK_SAN | BLOCK_RUNS);
    enum pgnpack_status status = block_decoder_next(decoder, error);
    decoder->parts = parts;
    return status;
}

/* ---- Going to a game ---- */

/* Can the moves of games `first` to `game` be had in this order, as the reader stands, and by what is kept? */
static int moves_are_at_hand(const struct block_decoder *decoder, uint32_t first, uint32_t game)
{
    uint64_t next = decoder->cursor.moves.game_count;
    if (!move_codec_has_groups(decoder->move_codec))
        return 1;
    for (uint32_t i = first; i <= game; i++) {
        if (next == i)
            next++;
        else if (!block_keep_has_moves(decoder, i))
            return 0;
    }
    return 1;
}

/* From which game at or before `first` on, to have the moves up to those of `game`? */
static uint32_t first_with_moves(const struct block_decoder *decoder, uint32_t first, uint32_t game)
{
    uint64_t next = decoder->cursor.moves.game_count;
    uint32_t group = (uint32_t)move_reader_first_game(&decoder->moves_start, first);
    if (moves_are_at_hand(decoder, first, game))
        return first;
    if (group <= next && next <= first && moves_are_at_hand(decoder, (uint32_t)next, game))
        return (uint32_t)next;
    return group;
}

/* The first game whose moves have to be decoded to come to game `game`. */
static uint32_t first_decodable(const struct block_decoder *decoder, uint32_t game)
{
    uint32_t first = game;
    if ((decoder->parts & (BLOCK_MOVES | BLOCK_TEXT)) == 0)
        return game;
    if (decoder->has_templates && decoder->comments.needs_boards && decoder->expanded_games < game)
        first = decoder->expanded_games;
    for (uint32_t before = first + 1; first != before;) {
        before = first;
        first = tag_decoder_first_untold(&decoder->tags, first, game);
        first = first_with_moves(decoder, first, game);
    }
    return first;
}

/* Where tags of games that were not unpacked yet were given up (block_keep_trim()), all begin anew if that game's are asked for. */
static enum pgnpack_status restart_tags(struct block_decoder *decoder, uint32_t game, struct error *error)
{
    if (!decoder->keep.tags_are_trimmed || game < decoder->tags.table.game_count)
        return PGNPACK_OK;
    decoder->keep.tags_are_trimmed = 0;
    return block_start_tags(decoder, error);
}

enum pgnpack_status block_decoder_go_to(struct block_decoder *decoder, uint32_t game, struct error *error)
{
    struct block_cursor *cursor = &decoder->cursor;
    enum pgnpack_status status = restart_tags(decoder, game, error);
    if (status != PGNPACK_OK)
        return status;
    uint32_t first = first_decodable(decoder, game);
    if (!reads_shapes(decoder)) {
        cursor->game = game;
        return PGNPACK_OK;
    }
    if (!block_keep_go_near(decoder, first))
        block_start_cursor(decoder);
    while (status == PGNPACK_OK && cursor->game < first)
        status = pass_game(decoder, error);
    if (!moves_are_at_hand(decoder, first, game))
        move_reader_seek(&cursor->moves, &decoder->moves_start, first);
    while (status == PGNPACK_OK && cursor->game < game)
        status = decode_past(decoder, error);
    return status;
}
