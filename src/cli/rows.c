#include "cli/rows.h"

#include <string.h>

#include "cli/json.h"

static const char default_columns[] =
    ROWS_NUMBER ",White,Black,Result,WhiteElo,BlackElo,Date,ECO," ROWS_PLIES;

/* ---- Columns ---- */

static void add_tag(struct rows *rows, const char *name)
{
    for (size_t i = 0; i < rows->tag_count; i++)
        if (strcmp(rows->tags[i], name) == 0)
            return;
    rows->tags[rows->tag_count++] = name;
}

static int add_column(struct rows *rows, const char *name)
{
    if (name[0] == '\0' || rows->column_count == ROWS_COLUMN_COUNT_MAX)
        return 0;
    struct row_column *column = &rows->columns[rows->column_count++];
    *column = (struct row_column){ROW_TAG, name};
    if (strcmp(name, ROWS_NUMBER) == 0)
        column->kind = ROW_NUMBER;
    else if (strcmp(name, ROWS_PLIES) == 0)
        column->kind = ROW_PLIES;
    else
        add_tag(rows, name);
    return 1;
}

int rows_set_columns(struct rows *rows, const char *list)
{
    const char *source = list != NULL ? list : default_columns;
    size_t size = strlen(source);
    if (size >= sizeof rows->names)
        return 0;
    memcpy(rows->names, source, size + 1);
    rows->column_count = rows->tag_count = 0;
    for (char *name = rows->names, *comma; name != NULL; name = comma != NULL ? comma + 1 : NULL) {
        comma = strchr(name, ',');
        if (comma != NULL)
            *comma = '\0';
        if (!add_column(rows, name))
            return 0;
    }
    return 1;
}

int rows_are_columns(const char *list)
{
    struct rows rows = {.column_count = 0};
    return rows_set_columns(&rows, list);
}

/* ---- Values ---- */

/* The next run of a tag's value without its escapes: \" is ", \\ is \. */
static struct pgnpack_text next_run(struct pgnpack_text *value)
{
    const char *start = value->data;
    size_t skipped = value->size > 1 && start[0] == '\\' && (start[1] == '"' || start[1] == '\\');
    const char *backslash =
        value->size > skipped + 1 ? memchr(start + skipped + 1, '\\', value->size - skipped - 1) : NULL;
    size_t end = backslash != NULL ? (size_t)(backslash - start) : value->size;
    value->data += end;
    value->size -= end;
    return (struct pgnpack_text){start + skipped, end - skipped};
}

/* ---- JSON ---- */

static void put_run(struct rows *rows, struct pgnpack_text run)
{
    char piece[JSON_PIECE_SIZE];
    while (run.size != 0) {
        const char *start = run.data;
        size_t size = json_next(&run.data, &run.size, piece);
        view_text_put(rows->text, piece[0] != '\0' ? piece : start, size);
    }
}

static void put_string(struct rows *rows, struct pgnpack_text value, int has_escapes)
{
    view_text_put(rows->text, "\"", 1);
    if (!has_escapes)
        put_run(rows, value);
    while (has_escapes && value.size != 0)
        put_run(rows, next_run(&value));
    view_text_put(rows->text, "\"", 1);
}

/* Looks at the first tags only: nobody has more of them, and a hostile game is read in linear time. */
static int is_repeated(const struct pgnpack_game *game, size_t n, struct pgnpack_text name)
{
    struct pgnpack_text other, value;
    for (size_t i = 0; i < n && i < ROWS_COLUMN_COUNT_MAX; i++) {
        pgnpack_game_tag(game, i, &other, &value);
        if (other.size == name.size && memcmp(other.data, name.data, name.size) == 0)
            return 1;
    }
    return 0;
}

static void put_tags(struct rows *rows, const struct pgnpack_game *game)
{
    struct pgnpack_text name, value;
    size_t count = pgnpack_game_tag_count(game), written = 0;
    view_text_string(rows->text, ",\"tags\":{");
    for (size_t i = 0; i < count; i++) {
        pgnpack_game_tag(game, i, &name, &value);
        if (is_repeated(game, i, name))
            continue;
        view_text_put(rows->text, ",", written++ != 0);
        put_string(rows, name, 0);
        view_text_put(rows->text, ":", 1);
        put_string(rows, value, 1);
    }
    view_text_put(rows->text, "}", 1);
}

static void put_moves(struct rows *rows, const struct pgnpack_game *game)
{
    struct pgnpack_item item;
    char san[PGNPACK_SAN_SIZE];
    size_t depth = 0, written = 0;
    view_text_string(rows->text, ",\"moves\":[");
    pgnpack_board_start(rows->board, game);
    for (size_t i = 0; pgnpack_game_item(game, i, &item); i++) {
        int is_move = item.kind == PGNPACK_ITEM_MOVE || item.kind == PGNPACK_ITEM_DROP;
        depth += item.kind == PGNPACK_ITEM_VARIATION_BEGIN;
        depth -= item.kind == PGNPACK_ITEM_VARIATION_END;
        if (depth != 0 || (!is_move && item.kind != PGNPACK_ITEM_NULL_MOVE))
            continue;
        if (!is_move || pgnpack_board_san(rows->board, item.value, san) == 0)
            strcpy(san, "--");
        if (pgnpack_board_step(rows->board, &item) != PGNPACK_OK)
            break;
        view_text_string(rows->text, written++ != 0 ? ",\"" : "\"");
        view_text_string(rows->text, san);
        view_text_put(rows->text, "\"", 1);
    }
    view_text_put(rows->text, "]", 1);
}

void rows_write_json(struct rows *rows, uint64_t number, const struct pgnpack_game *game)
{
    static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2"};
    enum pgnpack_result result = pgnpack_game_result(game);
    view_text_string(rows->text, "{\"number\":");
    view_text_number(rows->text, number);
    view_text_string(rows->text, ",\"plies\":");
    view_text_number(rows->text, pgnpack_game_ply_count(game));
    view_text_string(rows->text, ",\"result\":\"");
    view_text_string(rows->text, (unsigned)result < 4 ? results[result] : results[0]);
    view_text_string(rows->text, "\"");
    put_tags(rows, game);
    if (rows->board != NULL)
        put_moves(rows, game);
    view_text_string(rows->text, "}\n");
}
