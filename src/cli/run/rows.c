#include "cli/run/rows.h"

#include <string.h>

static const char default_columns[] =
    ROWS_NUMBER ",White,Black,Result,WhiteElo,BlackElo,Date,ECO," ROWS_PLIES;

static void add_tag(struct rows *rows, const char *name)
{
    for (size_t i = 0; i < rows->tag_count; i++)
        if (strcmp(rows->tags[i], name) == 0)
            return;
    rows->tags[rows->tag_count++] = name;
}

static enum row_kind kind_of(const struct rows *rows, const char *name)
{
    static const struct row_column others[] = {{ROW_NUMBER, ROWS_NUMBER},
                                               {ROW_ID, ROWS_ID},
                                               {ROW_PLIES, ROWS_PLIES},
                                               {ROW_FILE, ROWS_FILE},
                                               {ROW_PLY, ROWS_PLY},
                                               {ROW_LAST_PLY, ROWS_LAST_PLY},
                                               {ROW_FEN, ROWS_FEN},
                                               {ROW_MOVE, ROWS_MOVE},
                                               {ROW_COLOUR, ROWS_COLOUR},
                                               {ROW_KNOWN, ROWS_KNOWN},
                                               {ROW_LAST_KNOWN, ROWS_LAST_KNOWN}};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strcmp(name, others[i].name) == 0 && (others[i].kind < ROW_FILE || rows->place != NULL))
            return others[i].kind;
    return ROW_TAG;
}

static int add_column(struct rows *rows, const char *name)
{
    if (name[0] == '\0' || rows->column_count == ROWS_COLUMN_COUNT_MAX)
        return 0;
    struct row_column *column = &rows->columns[rows->column_count++];
    *column = (struct row_column){kind_of(rows, name), name};
    if (column->kind == ROW_TAG)
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

void rows_warn_of_missing_tags(const struct rows *rows, const struct command_context *context)
{
    for (size_t i = 0; i < rows->tag_count && rows->game_count != 0; i++)
        if (!rows->is_found[i])
            command_warn_of_tag(context, "--csv", rows->tags[i], NULL);
}

int rows_ask_for_boards(const struct rows *rows)
{
    for (size_t i = 0; i < rows->column_count; i++)
        if (rows->columns[i].kind == ROW_FEN || rows->columns[i].kind == ROW_MOVE)
            return 1;
    return 0;
}

int rows_are_columns(const char *list)
{
    struct rows rows = {.column_count = 0};
    return rows_set_columns(&rows, list);
}
