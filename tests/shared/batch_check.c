#include "shared/batch_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/bytes.h"

enum { TAGS_MAX = 32 };

/* The arrays of one batch, all with as much room. */
struct arrays {
    struct pgnpack_columns columns;
    struct pgnpack_bytes_column tags[TAGS_MAX];
    struct pgnpack_text *views[TAGS_MAX];
    size_t room;
    int by_views;
};

static void *checked(void *memory)
{
    if (memory == NULL)
        exit(3);
    return memory;
}

static void grow_texts(struct pgnpack_texts_column *column, size_t room)
{
    column->data = checked(realloc(column->data, room));
    column->text_offsets = checked(realloc(column->text_offsets, (room + 1) * sizeof(uint32_t)));
    column->capacity = column->text_capacity = room;
}

/* As large as asked for and no larger, so that a byte too many shows under sanitizers. */
static void grow(struct arrays *arrays, size_t room)
{
    struct pgnpack_columns *columns = &arrays->columns;
    arrays->room = room;
    for (size_t i = 0; i < TAGS_MAX; i++) {
        arrays->tags[i].data = checked(realloc(arrays->tags[i].data, room));
        arrays->tags[i].capacity = room;
    }
    columns->moves.data = checked(realloc(columns->moves.data, room * sizeof(uint16_t)));
    columns->san.data = checked(realloc(columns->san.data, room));
    columns->uci.data = checked(realloc(columns->uci.data, room));
    columns->clocks.data = checked(realloc(columns->clocks.data, room * sizeof(int32_t)));
    columns->evals.data = checked(realloc(columns->evals.data, room * sizeof(int32_t)));
    columns->moves.capacity = columns->san.capacity = columns->uci.capacity = room;
    columns->clocks.capacity = columns->evals.capacity = room;
    columns->keys.data = checked(realloc(columns->keys.data, room * sizeof(uint64_t)));
    columns->text.data = checked(realloc(columns->text.data, room));
    columns->keys.capacity = columns->text.capacity = room;
    grow_texts(&columns->comments, room);
    grow_texts(&columns->fens, room);
}

static uint32_t *new_offsets(size_t capacity, int is_wanted)
{
    return is_wanted ? checked(malloc((capacity + 1) * sizeof(uint32_t))) : NULL;
}

static void allocate(struct arrays *arrays, const struct batch_check *check)
{
    struct pgnpack_columns *columns = &arrays->columns;
    size_t games = check->capacity;
    memset(arrays, 0, sizeof *arrays);
    columns->size = sizeof *columns;
    columns->capacity = games;
    columns->numbers = checked(malloc(games * sizeof *columns->numbers));
    columns->plies = checked(malloc(games * sizeof *columns->plies));
    columns->results = checked(malloc(games * sizeof *columns->results));
    for (size_t i = 0; i < TAGS_MAX; i++) {
        arrays->tags[i].offsets = new_offsets(games, 1);
        arrays->tags[i].is_set = checked(malloc(games));
        arrays->views[i] = checked(malloc(games * sizeof *arrays->views[i]));
    }
    columns->moves.offsets = new_offsets(games, check->parts & PGNPACK_BATCH_MOVES);
    columns->san.offsets = new_offsets(games, check->parts & PGNPACK_BATCH_SAN);
    columns->uci.offsets = new_offsets(games, check->parts & PGNPACK_BATCH_UCI);
    columns->clocks.offsets = new_offsets(games, check->parts & PGNPACK_BATCH_CLOCKS);
    columns->evals.offsets = new_offsets(games, check->parts & PGNPACK_BATCH_EVALS);
    columns->comments.offsets = new_offsets(games, check->parts & PGNPACK_BATCH_COMMENTS);
    columns->keys.offsets = new_offsets(games, check->parts & PGNPACK_BATCH_KEYS);
    columns->fens.offsets = new_offsets(games, check->parts & PGNPACK_BATCH_FENS);
    columns->text.offsets = new_offsets(games, check->parts & PGNPACK_BATCH_TEXT);
    arrays->by_views = check->by_views;
    if (check->by_views)
        columns->views = arrays->views;
    else
        columns->tags = arrays->tags;
    grow(arrays, check->room);
}

static void release(struct arrays *arrays)
{
    struct pgnpack_columns *columns = &arrays->columns;
    void *const pieces[] = {columns->numbers,          columns->plies,
                            columns->results,          columns->moves.data,
                            columns->san.data,         columns->uci.data,
                            columns->clocks.data,      columns->evals.data,
                            columns->moves.offsets,    columns->san.offsets,
                            columns->uci.offsets,      columns->clocks.offsets,
                            columns->evals.offsets,    columns->keys.data,
                            columns->keys.offsets,     columns->text.data,
                            columns->text.offsets,     columns->comments.data,
                            columns->comments.offsets, columns->comments.text_offsets,
                            columns->fens.data,        columns->fens.offsets,
                            columns->fens.text_offsets};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
        free(pieces[i]);
    for (size_t i = 0; i < TAGS_MAX; i++) {
        free(arrays->tags[i].data);
        free(arrays->tags[i].offsets);
        free(arrays->tags[i].is_set);
        free(arrays->views[i]);
    }
}

/* ---- What is expected ---- */

static void unescape(struct pgnpack_text value, struct bytes *out)
{
    for (size_t i = 0; i < value.size; i++) {
        if (value.data[i] == '\\' && i + 1 < value.size && strchr("\"\\", value.data[i + 1]) != NULL &&
            value.data[i + 1] != '\0')
            i++;
        bytes_append(out, &value.data[i], 1);
    }
}

static int is_same(const void *data, size_t size, const void *wanted, size_t wanted_size)
{
    return size == wanted_size && (size == 0 || memcmp(data, wanted, size) == 0);
}

static const char *check_tag(const struct arrays *arrays, const struct batch_check *check, size_t tag,
                             size_t game, const struct pgnpack_game *expected)
{
    struct pgnpack_text value;
    struct bytes wanted = {0};
    int is_there = pgnpack_game_find_tag(expected, check->tags[tag], &value);
    const struct pgnpack_bytes_column *column = &arrays->tags[tag];
    int agrees;
    if (check->keep_escapes || arrays->by_views)
        bytes_append(&wanted, value.data, value.size);
    else
        unescape(value, &wanted);
    if (arrays->by_views)
        agrees =
            (arrays->views[tag][game].data != NULL) == is_there &&
            is_same(arrays->views[tag][game].data, arrays->views[tag][game].size, wanted.data, wanted.size);
    else
        agrees = column->is_set[game] == is_there &&
                 is_same(column->data + column->offsets[game],
                         column->offsets[game + 1] - column->offsets[game], wanted.data, wanted.size);
    bytes_free(&wanted);
    return agrees ? NULL : "a tag's value differs";
}

/* Texts one after the other, and where each ends. */
struct texts {
    struct bytes bytes, ends;
};

/* A game's main line as the items tell it. */
struct line {
    struct bytes moves, san, uci, clocks, evals, keys;
    struct texts comments, fens;
    int has_drops;
    int is_impossible; /* a forged index moved a man where the board says it cannot go: the block's text hash is wrong */
};

static void line_free(struct line *line)
{
    bytes_free(&line->moves);
    bytes_free(&line->san);
    bytes_free(&line->uci);
    bytes_free(&line->clocks);
    bytes_free(&line->evals);
    bytes_free(&line->keys);
    bytes_free(&line->comments.bytes);
    bytes_free(&line->comments.ends);
    bytes_free(&line->fens.bytes);
    bytes_free(&line->fens.ends);
}

static void end_text(struct texts *texts)
{
    uint32_t end = (uint32_t)texts->bytes.size;
    bytes_append(&texts->ends, &end, sizeof end);
}

static void add_position(struct line *line, const struct pgnpack_board *board)
{
    uint64_t key = pgnpack_board_key(board, PGNPACK_KEY_BCGN);
    char fen[PGNPACK_FEN_SIZE];
    bytes_append(&line->keys, &key, sizeof key);
    pgnpack_board_fen(board, fen);
    bytes_append_text(&line->fens.bytes, fen);
    end_text(&line->fens);
}

static void add_ply(struct line *line, const struct pgnpack_board *board, const struct pgnpack_item *item)
{
    const int32_t no_clock = PGNPACK_NO_CLOCK, no_eval = PGNPACK_NO_EVAL;
    char text[PGNPACK_SAN_SIZE];
    int is_null = item->kind == PGNPACK_ITEM_NULL_MOVE;
    bytes_append_text(&line->san, line->san.size != 0 ? " " : "");
    bytes_append_text(&line->uci, line->uci.size != 0 ? " " : "");
    bytes_append(&line->moves, &item->value, sizeof item->value);
    if (!is_null && pgnpack_board_text(board, item->value, PGNPACK_NOTATION_SAN, text) == 0)
        line->is_impossible = 1;
    bytes_append_text(&line->san, is_null ? "--" : text);
    if (!is_null)
        pgnpack_board_text(board, item->value, PGNPACK_NOTATION_UCI, text);
    bytes_append_text(&line->uci, is_null ? "0000" : text);
    bytes_append(&line->clocks, &no_clock, sizeof no_clock);
    bytes_append(&line->evals, &no_eval, sizeof no_eval);
    end_text(&line->comments);
    line->has_drops |= item->kind == PGNPACK_ITEM_DROP;
}

static void note(struct bytes *numbers, int32_t none, int32_t said)
{
    int32_t last;
    if (numbers->size == 0)
        return;
    memcpy(&last, numbers->data + numbers->size - sizeof last, sizeof last);
    if (last == none)
        memcpy(numbers->data + numbers->size - sizeof said, &said, sizeof said);
}

static void add_text(struct line *line, struct pgnpack_text text)
{
    struct bytes *bytes = &line->comments.bytes, *ends = &line->comments.ends;
    uint32_t begin = 0;
    if (ends->size != 0)
        memcpy(&begin, ends->data + ends->size - sizeof begin, sizeof begin);
    if (bytes->size > begin)
        bytes_append_text(bytes, " ");
    bytes_append(bytes, text.data, text.size);
}

/* As lichess and chess.com write them. */
static void add_comment(struct line *line, struct pgnpack_text text)
{
    char comment[400] = "";
    unsigned hours, minutes, seconds, tenths = 0;
    int mate;
    double pawns;
    snprintf(comment, sizeof comment, "%.*s", (int)(text.size < 399 ? text.size : 399), text.data);
    const char *clock = strstr(comment, "[%clk "), *eval = strstr(comment, "[%eval ");
    if (clock != NULL && sscanf(clock, "[%%clk %u:%u:%u.%u", &hours, &minutes, &seconds, &tenths) >= 3)
        note(&line->clocks, PGNPACK_NO_CLOCK,
             (int32_t)(((hours * 60 + minutes) * 60 + seconds) * 1000 + tenths * 100));
    if (eval != NULL && sscanf(eval, "[%%eval #%d", &mate) == 1)
        note(&line->evals, PGNPACK_NO_EVAL, mate < 0 ? -PGNPACK_EVAL_MATE - mate : PGNPACK_EVAL_MATE - mate);
    else if (eval != NULL && sscanf(eval, "[%%eval %lf", &pawns) == 1)
        note(&line->evals, PGNPACK_NO_EVAL, (int32_t)(pawns * 100 + (pawns < 0 ? -0.5 : 0.5)));
}

static void make_line(struct line *line, struct pgnpack_board *board, const struct pgnpack_game *game)
{
    struct pgnpack_item item;
    unsigned depth = 0;
    memset(line, 0, sizeof *line);
    if (pgnpack_board_start(board, game) == PGNPACK_OK)
        add_position(line, board);
    for (size_t i = 0; pgnpack_game_item(game, i, &item); i++) {
        depth += item.kind == PGNPACK_ITEM_VARIATION_BEGIN;
        depth -= item.kind == PGNPACK_ITEM_VARIATION_END;
        if (depth == 0 && (item.kind == PGNPACK_ITEM_MOVE || item.kind == PGNPACK_ITEM_NULL_MOVE ||
                           item.kind == PGNPACK_ITEM_DROP))
            add_ply(line, board, &item);
        if (depth == 0 && item.kind == PGNPACK_ITEM_COMMENT && !item.after_result)
            add_comment(line, item.text);
        if (depth == 0 && (item.kind == PGNPACK_ITEM_COMMENT || item.kind == PGNPACK_ITEM_LINE_COMMENT))
            add_text(line, item.text);
        pgnpack_board_step(board, &item);
        if (depth == 0 && (item.kind == PGNPACK_ITEM_MOVE || item.kind == PGNPACK_ITEM_NULL_MOVE ||
                           item.kind == PGNPACK_ITEM_DROP))
            add_position(line, board);
    }
    end_text(&line->comments);
}

static int is_same_list(const void *data, const uint32_t *offsets, size_t game, size_t size,
                        const struct bytes *wanted)
{
    if (offsets == NULL)
        return 1;
    return is_same((const char *)data + offsets[game] * size, (offsets[game + 1] - offsets[game]) * size,
                   wanted->data, wanted->size);
}

static int is_same_texts(const struct pgnpack_texts_column *column, size_t game, const struct texts *wanted)
{
    if (column->offsets == NULL)
        return 1;
    size_t texts = column->offsets[game + 1] - column->offsets[game];
    const uint32_t *offsets = column->text_offsets + column->offsets[game];
    int agrees = texts == wanted->ends.size / sizeof *offsets &&
                 is_same(column->data + offsets[0], offsets[texts] - offsets[0], wanted->bytes.data,
                         wanted->bytes.size);
    for (size_t i = 0; i < texts && agrees; i++) {
        uint32_t end;
        memcpy(&end, wanted->ends.data + i * sizeof end, sizeof end);
        agrees = offsets[i + 1] - offsets[0] == end;
    }
    return agrees;
}

static const char *check_line(const struct arrays *arrays, const struct batch_check *check, size_t game,
                              struct pgnpack_board *board, const struct pgnpack_game *expected)
{
    const struct pgnpack_columns *columns = &arrays->columns;
    const char *trouble = NULL;
    struct line line;
    make_line(&line, board, expected);
    int has_other_text = check->is_hostile && line.is_impossible;
    if (!is_same_list(columns->moves.data, columns->moves.offsets, game, 2, &line.moves))
        trouble = "moves differ";
    else if (!has_other_text && !line.has_drops &&
             !is_same_list(columns->san.data, columns->san.offsets, game, 1, &line.san))
        trouble = "SAN differs";
    else if (!has_other_text && !is_same_list(columns->uci.data, columns->uci.offsets, game, 1, &line.uci))
        trouble = "UCI differs";
    else if (!check->is_hostile &&
             !is_same_list(columns->clocks.data, columns->clocks.offsets, game, 4, &line.clocks))
        trouble = "clocks differ";
    else if (!check->is_hostile &&
             !is_same_list(columns->evals.data, columns->evals.offsets, game, 4, &line.evals))
        trouble = "evaluations differ";
    else if (!is_same_texts(&columns->comments, game, &line.comments))
        trouble = "comments differ";
    else if (!has_other_text && !is_same_list(columns->keys.data, columns->keys.offsets, game, 8, &line.keys))
        trouble = "keys differ";
    else if (!has_other_text && !is_same_texts(&columns->fens, game, &line.fens))
        trouble = "FENs differ";
    line_free(&line);
    return trouble;
}

static const char *check_game(const struct arrays *arrays, const struct batch_check *check, size_t game,
                              struct pgnpack_board *board, struct pgnpack_cursor *cursor,
                              const struct pgnpack_game *expected)
{
    struct pgnpack_text text;
    const struct pgnpack_columns *columns = &arrays->columns;
    const char *trouble = NULL;
    if (columns->numbers[game] != pgnpack_cursor_game_number(cursor))
        return "a game is missing, or one too many";
    if ((check->parts & PGNPACK_BATCH_PLIES) && columns->plies[game] != pgnpack_game_ply_count(expected))
        return "plies differ";
    if ((check->parts & PGNPACK_BATCH_RESULTS) && columns->results[game] != pgnpack_game_result(expected))
        return "results differ";
    for (size_t i = 0; i < check->tag_count && trouble == NULL; i++)
        trouble = check_tag(arrays, check, i, game, expected);
    if (trouble == NULL && check->parts > 2 * PGNPACK_BATCH_RESULTS - 1)
        trouble = check_line(arrays, check, game, board, expected);
    if (trouble == NULL && (check->parts & PGNPACK_BATCH_TEXT) &&
        (pgnpack_cursor_text(cursor, &text) != PGNPACK_OK ||
         !is_same(columns->text.data + columns->text.offsets[game],
                  columns->text.offsets[game + 1] - columns->text.offsets[game], text.data, text.size)))
        trouble = "texts differ";
    return trouble;
}

/* ---- Everything ---- */

static const char *check_end(const struct batch_check *check, enum pgnpack_status status,
                             enum pgnpack_status expected)
{
    if (expected == PGNPACK_OK && (status == PGNPACK_END || !check->is_hostile))
        return "games are missing";
    int takes_more =
        check->is_hostile && status == PGNPACK_ERROR_LIMIT; /* work, where moves are read besides */
    if (expected == PGNPACK_END && status != PGNPACK_END && !takes_more)
        return "a batch fails where a cursor does not";
    return NULL;
}

/* Compares game after game. *is_over_ret: the cursor failed, and nothing further can be compared. */
static const char *check_games(struct arrays *arrays, const struct batch_check *check, size_t count,
                               struct pgnpack_board *board, struct pgnpack_cursor *cursor, int *is_over_ret)
{
    const struct pgnpack_game *expected;
    const char *trouble = NULL;
    for (size_t i = 0; i < count && trouble == NULL && !*is_over_ret; i++) {
        enum pgnpack_status status = pgnpack_cursor_next(cursor, &expected);
        if (status == PGNPACK_END)
            return "there are more games than there should be";
        *is_over_ret = status != PGNPACK_OK;
        if (*is_over_ret && !check->is_hostile)
            return "a cursor failed";
        if (!*is_over_ret)
            trouble = check_game(arrays, check, i, board, cursor, expected);
    }
    return trouble;
}

static const char *run(struct pgnpack_batch *batch, struct pgnpack_cursor *cursor,
                       struct pgnpack_board *board, const struct batch_check *check, struct batch_told *told)
{
    enum { ROOM_MAX = 1 << 26 };
    const struct pgnpack_game *expected;
    const char *trouble = NULL;
    struct arrays arrays;
    size_t count = 0;
    int is_over = 0;
    allocate(&arrays, check);
    while (trouble == NULL && !is_over) {
        told->status = pgnpack_batch_next(batch, &arrays.columns, &count);
        if (told->status == PGNPACK_ERROR_LIMIT && arrays.room < ROOM_MAX &&
            strstr(pgnpack_error(batch)->text, "too small") != NULL) {
            grow(&arrays, 2 * arrays.room);
            told->growths++;
            continue;
        }
        if (told->status != PGNPACK_OK)
            break;
        if (count == 0 || count > check->capacity)
            trouble = "a call gives no games, or too many";
        else
            trouble = check_games(&arrays, check, count, board, cursor, &is_over);
        told->games += count;
    }
    if (trouble == NULL && !is_over)
        trouble = check_end(check, told->status, pgnpack_cursor_next(cursor, &expected));
    pgnpack_batch_counts(batch, &told->counts);
    release(&arrays);
    return trouble;
}

const char *batch_check(const struct pgnpack_reader *reader, const struct batch_check *check,
                        struct batch_told *told)
{
    struct pgnpack_batch_options options = {.size = sizeof options,
                                            .tags = check->tags,
                                            .tag_count = check->tag_count,
                                            .parts = check->parts,
                                            .keep_escapes = check->keep_escapes};
    struct batch_told ignored;
    told = told != NULL ? told : &ignored;
    memset(told, 0, sizeof *told);
    int has_lines = check->parts > 2 * PGNPACK_BATCH_RESULTS - 1;
    struct pgnpack_batch *batch = pgnpack_batch_new(reader, &options);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(
        reader, PGNPACK_PART_TAGS | PGNPACK_PART_SHAPE | (has_lines ? PGNPACK_PART_MOVES : 0u) |
                    (check->parts & PGNPACK_BATCH_TEXT ? PGNPACK_PART_TEXT : 0u));
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    const char *trouble = batch != NULL && cursor != NULL && board != NULL
                              ? run(batch, cursor, board, check, told)
                              : "no memory";
    pgnpack_free(batch);
    pgnpack_free(cursor);
    pgnpack_free(board);
    return trouble;
}
