#include "lib/rows/batch_line.h"

#include "chess/drop.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/san.h"
#include "lib/rows/comment_commands.h"
#include "pgnpack.h"
#include "search/openings/tree_builder.h"

enum { BUFFER_COUNT = 11 };

/* What is made of a game's items. */
enum {
    LINE_PARTS = PGNPACK_BATCH_MOVES | PGNPACK_BATCH_SAN | PGNPACK_BATCH_UCI | PGNPACK_BATCH_CLOCKS |
                 PGNPACK_BATCH_EVALS | PGNPACK_BATCH_COMMENTS | PGNPACK_BATCH_KEYS | PGNPACK_BATCH_FENS
};

static struct buffer *nth_buffer(struct batch_line *line, size_t i)
{
    struct buffer *const buffers[BUFFER_COUNT] = {
        &line->moves,         &line->san,        &line->uci,
        &line->clocks,        &line->evals,      &line->comments.bytes,
        &line->comments.ends, &line->fens.bytes, &line->fens.ends,
        &line->keys,          &line->text};
    return buffers[i];
}

void batch_line_init(struct batch_line *line, struct memory *memory)
{
    line->parts = 0;
    for (size_t i = 0; i < BUFFER_COUNT; i++)
        buffer_init(nth_buffer(line, i), memory);
}

void batch_line_free(struct batch_line *line)
{
    struct memory *memory = line->moves.memory;
    for (size_t i = 0; i < BUFFER_COUNT; i++)
        buffer_free(nth_buffer(line, i));
    batch_line_init(line, memory);
}

/* Behind a space, if it is not the first. */
static void add_word(struct buffer *words, const char *word, size_t size)
{
    if (!buffer_reserve(words, size + 1))
        return;
    if (words->size != 0)
        words->data[words->size++] = ' ';
    memcpy(words->data + words->size, word, size);
    words->size += size;
}

static void add_number(struct buffer *numbers, int32_t number)
{
    buffer_append(numbers, &number, sizeof number);
}

/* The present position's text ends where the bytes are. */
static void end_text(struct batch_texts *texts)
{
    uint32_t end = (uint32_t)texts->bytes.size;
    buffer_append(&texts->ends, &end, sizeof end);
}

/* Of a ply, before its comments. */
static void add_no_numbers(struct batch_line *line)
{
    if (line->parts & PGNPACK_BATCH_COMMENTS)
        end_text(&line->comments);
    if (line->parts & PGNPACK_BATCH_CLOCKS)
        add_number(&line->clocks, PGNPACK_NO_CLOCK);
    if (line->parts & PGNPACK_BATCH_EVALS)
        add_number(&line->evals, PGNPACK_NO_EVAL);
}

static void add_ply(struct batch_line *line, const struct game *game, const struct game_item *item,
                    int chess960)
{
    char uci[SAN_SIZE_MAX] = "0000";
    struct text san = item->kind == ITEM_NULL_MOVE ? text_of("--") : game_item_text(game, item);
    uint16_t value = item->kind == ITEM_NULL_MOVE ? 0 : item->value;
    if (line->parts & PGNPACK_BATCH_MOVES)
        buffer_append(&line->moves, &value, sizeof value);
    if (line->parts & PGNPACK_BATCH_SAN)
        add_word(&line->san, san.data, san.size);
    if (line->parts & PGNPACK_BATCH_UCI) {
        size_t size = item->kind == ITEM_MOVE   ? uci_write(value, chess960, uci)
                      : item->kind == ITEM_DROP ? drop_write(value, uci)
                                                : 4;
        add_word(&line->uci, uci, size);
    }
    add_no_numbers(line);
}

/* What stands in `words` after the last one is overwritten, or says nothing. */
static void add_sans(struct buffer *words, const struct san_text *sans, size_t count)
{
    if (!buffer_reserve(words, count * (1 + SAN_TEXT_SIZE)))
        return;
    uint8_t *to = words->data + words->size;
    for (size_t i = 0; i < count; i++) {
        *to = ' ';
        to += to != words->data;
        memcpy(to, sans[i].text, SAN_TEXT_SIZE);
        to += sans[i].size;
    }
    words->size = (size_t)(to - words->data);
}

/* Moves of which nothing but their SAN is asked for. */
static void add_run(struct batch_line *line, const struct game *game, const struct game_item *item)
{
    const struct san_text *sans = (const struct san_text *)(const void *)game_item_text(game, item).data;
    if (line->parts & PGNPACK_BATCH_SAN)
        add_sans(&line->san, sans, item->value);
    if (line->parts & (PGNPACK_BATCH_CLOCKS | PGNPACK_BATCH_EVALS | PGNPACK_BATCH_COMMENTS))
        for (unsigned i = 0; i < item->value; i++)
            add_no_numbers(line);
}

/* The last number becomes what the comment says, unless one before said something. */
static void note(struct buffer *numbers, int32_t none, int32_t said)
{
    if (numbers->size == 0 || buffer_failed(numbers))
        return;
    uint8_t *last = numbers->data + numbers->size - sizeof said;
    int32_t before;
    memcpy(&before, last, sizeof before);
    if (before == none)
        memcpy(last, &said, sizeof said);
}

/* Behind a space, if the position has one already. */
static void add_text(struct batch_line *line, struct text comment)
{
    struct buffer *bytes = &line->comments.bytes, *ends = &line->comments.ends;
    uint32_t begin = 0;
    if (ends->size != 0)
        memcpy(&begin, ends->data + ends->size - sizeof begin, sizeof begin);
    if (bytes->size > begin)
        buffer_append(bytes, " ", 1);
    buffer_append(bytes, comment.data, comment.size);
}

static void note_numbers(struct batch_line *line, struct text comment)
{
    if (line->parts & PGNPACK_BATCH_CLOCKS)
        note(&line->clocks, PGNPACK_NO_CLOCK, command_clock(comment));
    if (line->parts & PGNPACK_BATCH_EVALS)
        note(&line->evals, PGNPACK_NO_EVAL, command_eval(comment));
}

static void add_comment(struct batch_line *line, const struct game *game, const struct game_item *item)
{
    struct text text = game_item_text(game, item);
    if (item->kind == ITEM_COMMENT && (item->place & ITEM_AFTER_RESULT) == 0)
        note_numbers(line, text);
    if (line->parts & PGNPACK_BATCH_COMMENTS)
        add_text(line, text);
}

static void add_key(struct buffer *keys, const struct tree_walk *walk)
{
    uint64_t key = zobrist_complete(&walk->position, walk->track.men);
    buffer_append(keys, &key, sizeof key);
}

static void add_fen(struct batch_texts *fens, const struct position *position)
{
    if (!buffer_reserve(&fens->bytes, FEN_SIZE_MAX + 1))
        return;
    fens->bytes.size += fen_write(position, FEN_X, (char *)fens->bytes.data + fens->bytes.size);
    end_text(fens);
}

static void add_position(struct batch_line *line, const struct tree_walk *walk)
{
    if (line->parts & PGNPACK_BATCH_KEYS)
        add_key(&line->keys, walk);
    if (line->parts & PGNPACK_BATCH_FENS)
        add_fen(&line->fens, &walk->position);
}

/* Begins at the first position. Returns 0 where nothing of positions is wanted, or the game has none. */
static int start_walk(struct batch_line *line, const struct game *game, struct tree_walk *walk)
{
    struct position start;
    if ((line->parts & (PGNPACK_BATCH_KEYS | PGNPACK_BATCH_FENS)) == 0 || game->trouble == TROUBLE_FEN)
        return 0;
    position_start(&start);
    tree_walk_start(walk, game->has_start ? &game->start : &start);
    add_position(line, walk);
    return 1;
}

static void walk_on(struct tree_walk *walk, const struct game_item *item)
{
    if (item->kind == ITEM_MOVE)
        tree_walk_move(walk, item->value);
    else if (item->kind == ITEM_DROP)
        tree_walk_drop(walk, item->value);
    else
        tree_walk_null(walk);
}

static int failed(struct batch_line *line)
{
    for (size_t i = 0; i < BUFFER_COUNT; i++)
        if (buffer_failed(nth_buffer(line, i)))
            return 1;
    return 0;
}

/* Where nothing but the moves is asked for: one reservation for all of a game. */
static void add_moves(struct batch_line *line, const struct game *game)
{
    unsigned depth = 0;
    size_t count = 0;
    if (!buffer_reserve(&line->moves, game->item_count * sizeof(uint16_t)))
        return;
    uint16_t *moves = (uint16_t *)(void *)line->moves.data;
    for (size_t i = 0; i < game->item_count; i++) {
        const struct game_item *item = &game->items[i];
        depth += item->kind == ITEM_VARIATION_BEGIN;
        depth -= item->kind == ITEM_VARIATION_END;
        moves[count] = item->kind == ITEM_NULL_MOVE ? 0 : item->value;
        count += depth == 0 && item_kind_is_ply(item->kind);
    }
    line->moves.size = count * sizeof *moves;
}

int batch_line_set(struct batch_line *line, const struct game *game)
{
    int chess960 = game->has_start && position_is_chess960(&game->start);
    unsigned depth = 0;
    for (size_t i = 0; i < BUFFER_COUNT; i++)
        buffer_clear(nth_buffer(line, i));
    if ((line->parts & LINE_PARTS) == PGNPACK_BATCH_MOVES) {
        add_moves(line, game);
        return !failed(line);
    }
    struct tree_walk walk;
    int asks_positions = start_walk(line, game, &walk);
    for (size_t i = 0; i < game->item_count; i++) {
        const struct game_item *item = &game->items[i];
        depth += item->kind == ITEM_VARIATION_BEGIN;
        depth -= item->kind == ITEM_VARIATION_END;
        if (depth != 0)
            continue;
        if (item->kind == ITEM_MOVE_RUN)
            add_run(line, game, item);
        else if (item_kind_is_ply(item->kind)) {
            add_ply(line, game, item, chess960);
            if (asks_positions) {
                walk_on(&walk, item);
                add_position(line, &walk);
            }
        } else if (item->kind == ITEM_COMMENT || item->kind == ITEM_LINE_COMMENT)
            add_comment(line, game, item);
    }
    if (line->parts & PGNPACK_BATCH_COMMENTS)
        end_text(&line->comments);
    return !failed(line);
}
