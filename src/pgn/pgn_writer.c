#include "pgn/pgn_writer.h"

#include "chess/san.h"
#include "util/decimal.h"

/* Of the export format: lines shorter than 80 characters. */
enum { LINE_WIDTH = 79 };

/* The movetext being written: where the line began, and what the next token needs before it. */
struct movetext {
    struct buffer *out;
    size_t line_start; /* offset in `out` */
    size_t last_space; /* offset of the last space between tokens; in this line if it is behind line_start */
    int glued;         /* the next token follows without a space */
    int needs_number;  /* the next move needs its number, though it is black's */
    int behind_move;   /* a suffix would belong to the move before it */
};

/* A line that became too long behind its last space: the break goes there. */
static void break_at_last_space(struct movetext *text)
{
    if (text->last_space <= text->line_start)
        return;
    text->out->data[text->last_space] = '\n';
    text->line_start = text->last_space + 1;
}

/* Space, line end or nothing before a token of `size` bytes. Room for it and one byte more must be there. */
static void separate(struct movetext *text, size_t size)
{
    struct buffer *out = text->out;
    size_t width = out->size - text->line_start;
    if (text->glued) {
        text->glued = 0;
        if (width + size > LINE_WIDTH)
            break_at_last_space(text);
        return;
    }
    if (width == 0)
        return;
    if (width + 1 + size > LINE_WIDTH) {
        out->data[out->size++] = '\n';
        text->line_start = out->size;
    } else {
        text->last_space = out->size;
        out->data[out->size++] = ' ';
    }
}

static void write_token(struct movetext *text, const char *token, size_t size)
{
    if (!buffer_reserve(text->out, size + 1))
        return;
    separate(text, size);
    memcpy(text->out->data + text->out->size, token, size);
    text->out->size += size;
}

/*
 * Moves and their numbers are written where they belong, behind the place of a separator that depends on their
 * size. NULL when there is no memory.
 */
enum { SHORT_TOKEN_SIZE_MAX = 16 };

static char *begin_short_token(struct movetext *text)
{
    struct buffer *out = text->out;
    if (!buffer_reserve(out, SHORT_TOKEN_SIZE_MAX + 1))
        return NULL;
    return (char *)out->data + out->size + 1;
}

static void end_short_token(struct movetext *text, char *token, size_t size)
{
    struct buffer *out = text->out;
    size_t place = out->size;
    separate(text, size);
    if (out->size == place)
        memmove(token - 1, token, size);
    out->size += size;
}

/* "12." or "12..."; returns its length. */
static size_t format_number(uint32_t number, int is_black, char out[SHORT_TOKEN_SIZE_MAX])
{
    size_t size = decimal_write(number, out);
    out[size++] = '.';
    if (is_black) {
        out[size++] = '.';
        out[size++] = '.';
    }
    return size;
}

static void write_number(struct movetext *text, const struct position *position)
{
    if (position->side == BLACK && !text->needs_number)
        return;
    char *number = begin_short_token(text);
    if (number == NULL)
        return;
    end_short_token(text, number, format_number(position->move_number, position->side == BLACK, number));
    text->needs_number = 0;
}

/* A move or drop. */
static void write_ply(struct movetext *text, struct line_stack *line, const struct game *game,
                      const struct game_item *item)
{
    char *san = begin_short_token(text);
    if (san == NULL)
        return;
    size_t size = item->kind == ITEM_DROP ? line_stack_make_drop(line, item->value, san)
                                          : line_stack_make_san(line, item->value, san);
    if (san[size - 1] == '#' && game_drop_follows(game, (size_t)(item - game->items)))
        san[size - 1] = '+';
    end_short_token(text, san, size);
}

/* A comment goes out as it is: line ends inside it stay. What holds a '}' has to be a line comment. */
static void write_comment(struct movetext *text, struct text comment)
{
    struct buffer *out = text->out;
    int is_line_comment = comment.size != 0 && memchr(comment.data, '}', comment.size) != NULL;
    size_t first_line = comment.size;
    if (comment.size != 0) {
        const char *line_end = memchr(comment.data, '\n', comment.size);
        if (line_end != NULL)
            first_line = (size_t)(line_end - comment.data);
    }
    if (!buffer_reserve(out, comment.size + 4))
        return;
    separate(text, first_line + 2);
    buffer_append_byte(out, is_line_comment ? ';' : '{');
    buffer_append(out, comment.data, comment.size);
    buffer_append_byte(out, is_line_comment ? '\n' : '}');
    for (size_t i = out->size; i > text->line_start; i--)
        if (out->data[i - 1] == '\n') {
            text->line_start = i;
            break;
        }
    text->needs_number = 1;
}

static void write_nag(struct movetext *text, unsigned value)
{
    char nag[12];
    nag[0] = '$';
    write_token(text, nag, 1 + decimal_write(value, nag + 1));
}

static void write_suffix(struct movetext *text, unsigned value)
{
    const char *suffix = game_suffix(value);
    if (suffix[0] == '\0')
        return;
    text->glued = text->behind_move;
    write_token(text, suffix, strlen(suffix));
}

static void open_variation(struct movetext *text, struct line_stack *line)
{
    enum line_status status = line_stack_open(line);
    if (status == LINE_NO_MEMORY)
        text->out->failed = 1;
    if (status != LINE_OK)
        return;
    write_token(text, "(", 1);
    text->glued = 1;
    text->needs_number = 1;
}

static void close_variation(struct movetext *text, struct line_stack *line)
{
    if (line_stack_close(line) != LINE_OK)
        return;
    text->glued = 1;
    write_token(text, ")", 1);
    text->needs_number = 1;
}

static void write_item(struct movetext *text, struct line_stack *line, const struct game *game,
                       const struct game_item *item)
{
    struct text token = game_item_text(game, item);
    switch (item->kind) {
    case ITEM_MOVE:
    case ITEM_DROP:
        write_number(text, &line->position);
        write_ply(text, line, game, item);
        break;
    case ITEM_NULL_MOVE:
        write_number(text, &line->position);
        write_token(text, "--", 2);
        line_stack_make_null(line);
        break;
    case ITEM_NAG:
        write_nag(text, item->value);
        break;
    case ITEM_SUFFIX:
        write_suffix(text, item->value);
        break;
    case ITEM_COMMENT:
    case ITEM_LINE_COMMENT:
    case ITEM_ESCAPE:
        write_comment(text, token);
        break;
    case ITEM_VARIATION_BEGIN:
        open_variation(text, line);
        break;
    case ITEM_VARIATION_END:
        close_variation(text, line);
        break;
    case ITEM_TOKEN:
        write_token(text, token.data, token.size);
        break;
    default:
        break;
    }
    text->behind_move = item_kind_is_ply(item->kind);
}

static void write_tags(const struct game *game, struct buffer *out)
{
    for (size_t i = 0; i < game->tag_count; i++) {
        const struct game_tag *tag = &game->tags[i];
        if (!buffer_reserve(out, tag->name.size + tag->value.size + 6))
            return;
        buffer_append_byte(out, '[');
        buffer_append(out, tag->name.data, tag->name.size);
        buffer_append(out, " \"", 2);
        buffer_append(out, tag->value.data, tag->value.size);
        buffer_append(out, "\"]\n", 3);
    }
    if (game->tag_count != 0)
        buffer_append_byte(out, '\n');
}

static void write_items(struct movetext *text, struct line_stack *line, const struct game *game,
                        int after_result)
{
    /* Without memory some items are not written, and the moves behind them are those of another position. */
    for (size_t i = 0; i < game->item_count && !buffer_failed(text->out); i++)
        if (((game->items[i].place & ITEM_AFTER_RESULT) != 0) == after_result)
            write_item(text, line, game, &game->items[i]);
}

/* A token that is not understood stands where a move should, so its number goes before it. */
static int replaces_move(enum game_trouble trouble)
{
    return trouble == TROUBLE_MOVE_SYNTAX || trouble == TROUBLE_MOVE_ILLEGAL ||
           trouble == TROUBLE_MOVE_AMBIGUOUS || trouble == TROUBLE_NULL_IN_CHECK;
}

/* What is not understood, as it is; but not in the first column, where it could become a tag or an escape line. */
static void write_rest(struct movetext *text, struct line_stack *line, const struct game *game)
{
    if (replaces_move((enum game_trouble)game->trouble)) {
        text->needs_number = 1;
        write_number(text, &line->position);
    }
    buffer_append_byte(text->out, ' ');
    buffer_append(text->out, game->text.data + game->trouble_offset, game->text.size - game->trouble_offset);
}

static void write_end(struct movetext *text, struct line_stack *line, const struct game *game)
{
    while (line->walk.depth > 0)
        close_variation(text, line);
    struct text result = game_result_text(game->result);
    write_token(text, result.data, result.size);
    write_items(text, line, game, 1);
}

int pgn_write_game(struct pgn_writer *writer, const struct game *game, struct buffer *out)
{
    write_tags(game, out);
    struct movetext text = {.out = out, .line_start = out->size, .needs_number = 1};
    line_stack_start(&writer->line, &game->start, LINE_BOARDS);
    write_items(&text, &writer->line, game, 0);
    if (game->trouble != TROUBLE_NONE && game->trouble_offset < game->text.size)
        write_rest(&text, &writer->line, game);
    else
        write_end(&text, &writer->line, game);
    if (out->size > 0 && out->data[out->size - 1] != '\n')
        buffer_append_byte(out, '\n');
    buffer_append_byte(out, '\n');
    return !buffer_failed(out);
}
