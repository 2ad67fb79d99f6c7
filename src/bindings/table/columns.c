#include "bindings/table/columns.h"

#include <stdio.h>
#include <string.h>

#define COLUMN(name_, type_, nullable_)                                                                      \
    {                                                                                                        \
        .name = name_, .type = type_, .is_nullable = nullable_                                               \
    }

static const struct table_column derived[GAMES_TAGS] = {
    COLUMN("game", TABLE_INTEGER, 0),  COLUMN("file", TABLE_TEXT, 0),    COLUMN("id", TABLE_TEXT, 1),
    COLUMN("day", TABLE_DAY, 1),       COLUMN("year", TABLE_INTEGER, 1), COLUMN("outcome", TABLE_TEXT, 0),
    COLUMN("plies", TABLE_INTEGER, 0),
};

static const struct table_column lists[LIST_COUNT] = {
    COLUMN("moves", TABLE_MOVES, 0),
    COLUMN("san", TABLE_TEXT, 0),
    COLUMN("uci", TABLE_TEXT, 0),
    {.name = "clocks", .type = TABLE_NUMBERS, .no_number = PGNPACK_NO_CLOCK},
    {.name = "evals", .type = TABLE_NUMBERS, .no_number = PGNPACK_NO_EVAL},
    COLUMN("comments", TABLE_TEXTS, 0),
    COLUMN("text", TABLE_TEXT, 0),
};

static const struct table_column positions[POSITIONS_COUNT] = {
    COLUMN("game", TABLE_INTEGER, 0),  COLUMN("file", TABLE_TEXT, 0),
    COLUMN("id", TABLE_TEXT, 1),       COLUMN("ply", TABLE_INTEGER, 0),
    COLUMN("key", TABLE_INTEGER, 0),   {.name = "fen", .type = TABLE_TEXT, .is_hidden = 1},
    COLUMN("move", TABLE_TEXT, 1),     COLUMN("uci", TABLE_TEXT, 1),
    COLUMN("clock", TABLE_INTEGER, 1), COLUMN("eval", TABLE_INTEGER, 1),
};

static const struct table_column find[FIND_COUNT] = {
    COLUMN("game", TABLE_INTEGER, 0), COLUMN("file", TABLE_TEXT, 0),        COLUMN("id", TABLE_TEXT, 1),
    COLUMN("ply", TABLE_INTEGER, 0),  COLUMN("last_ply", TABLE_INTEGER, 0), COLUMN("move", TABLE_TEXT, 1),
};

static const struct table_column tree[TREE_COUNT] = {
    COLUMN("move", TABLE_TEXT, 1),           COLUMN("uci", TABLE_TEXT, 1),
    COLUMN("games", TABLE_INTEGER, 0),       COLUMN("white_wins", TABLE_INTEGER, 0),
    COLUMN("draws", TABLE_INTEGER, 0),       COLUMN("black_wins", TABLE_INTEGER, 0),
    COLUMN("unknown", TABLE_INTEGER, 0),     COLUMN("rating", TABLE_INTEGER, 1),
    COLUMN("performance", TABLE_INTEGER, 1), COLUMN("last_year", TABLE_INTEGER, 1),
    COLUMN("opponent", TABLE_INTEGER, 1),
};

static const struct table_column damage[DAMAGE_COUNT] = {
    COLUMN("file", TABLE_TEXT, 0),          COLUMN("first_game", TABLE_INTEGER, 0),
    COLUMN("game_count", TABLE_INTEGER, 1), COLUMN("offset", TABLE_INTEGER, 0),
    COLUMN("size", TABLE_INTEGER, 0),       COLUMN("cause", TABLE_TEXT, 0),
};

const struct table_column *columns_fixed(enum table_kind kind, size_t *count_ret)
{
    static const struct {
        const struct table_column *columns;
        size_t count;
    } tables[] = {[TABLE_POSITIONS] = {positions, POSITIONS_COUNT},
                  [TABLE_FIND] = {find, FIND_COUNT},
                  [TABLE_TREE] = {tree, TREE_COUNT},
                  [TABLE_DAMAGE] = {damage, DAMAGE_COUNT}};
    *count_ret = tables[kind].count;
    return tables[kind].columns;
}

/* ---- Tags of games ---- */

void games_columns_init(struct games_columns *games, const struct pgnpack_allocator *allocator)
{
    memset(games, 0, sizeof *games);
    games->allocator = games->tags.allocator = games->taken.allocator = *allocator;
    games->taken.ignores_case = 1;
}

void games_columns_free(struct games_columns *games)
{
    const struct pgnpack_allocator allocator = games->allocator;
    name_set_free(&games->tags);
    name_set_free(&games->taken);
    for (size_t i = 0; i < games->name_count; i++)
        memory_free(&games->allocator, games->names[i]);
    memory_free(&games->allocator, games->names);
    memory_free(&games->allocator, games->columns);
    games_columns_init(games, &allocator);
}

/* Keeps the name until the columns go, or lets go of it. */
static const char *keep(struct games_columns *games, char *name)
{
    if (name != NULL &&
        !TABLE_GROW(&games->allocator, games->names, games->name_capacity, games->name_count + 1)) {
        memory_free(&games->allocator, name);
        return NULL;
    }
    if (name != NULL)
        games->names[games->name_count++] = name;
    return name;
}

static int add_column(struct games_columns *games, const struct table_column *column)
{
    if (!TABLE_GROW(&games->allocator, games->columns, games->capacity, games->count + 1))
        return 0;
    games->columns[games->count++] = *column;
    return 1;
}

static int add_columns(struct games_columns *games, const struct table_column *columns, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!add_column(games, &columns[i]))
            return 0;
    return 1;
}

static int add_new_tag(struct games_columns *games, struct pgnpack_text name)
{
    struct table_column column = {.type = TABLE_TEXT, .is_nullable = 1};
    column.tag = keep(games, memory_copy_text(&games->allocator, name.data, name.size));
    if (column.tag == NULL || !name_set_add(&games->tags, column.tag))
        return 0;
    if (strcmp(column.tag, "WhiteElo") == 0 || strcmp(column.tag, "BlackElo") == 0 ||
        strcmp(column.tag, "PlyCount") == 0)
        column.type = TABLE_INTEGER;
    games->tag_count++;
    return add_column(games, &column);
}

/* The roster's tags come first, and are there in any case. */
static int begin_tags(struct games_columns *games)
{
    static const char *const roster[] = {"Event", "Site", "Date", "Round", "White", "Black", "Result"};
    if (games->count != 0)
        return 1;
    if (!add_columns(games, derived, GAMES_TAGS))
        return 0;
    for (size_t i = 0; i < sizeof roster / sizeof roster[0]; i++)
        if (!add_new_tag(games, (struct pgnpack_text){roster[i], strlen(roster[i])}))
            return 0;
    return 1;
}

int games_columns_add_tag(struct games_columns *games, struct pgnpack_text name)
{
    if (!begin_tags(games))
        return 0;
    char *copy = memory_copy_text(&games->allocator, name.data, name.size);
    int is_known = copy != NULL && name_set_find(&games->tags, copy) != NULL;
    memory_free(&games->allocator, copy);
    if (copy == NULL || is_known)
        return is_known;
    return add_new_tag(games, name);
}

/* The first of "NAME", "NAME_tag", "NAME_tag_2", ... that is free. Numbers that were tried once are not again. */
static void find_free_name(struct games_columns *games, char *name, size_t size, size_t room)
{
    struct name_entry *base = name_set_find(&games->taken, name);
    if (base == NULL)
        return;
    do {
        base->number++;
        if (base->number == 1)
            snprintf(name + size, room - size, "_tag");
        else
            snprintf(name + size, room - size, "_tag_%u", base->number);
    } while (name_set_find(&games->taken, name) != NULL);
}

/* Makes the name of a tag's column. */
static const char *choose_name(struct games_columns *games, size_t column)
{
    const char *tag = games->columns[column].tag;
    size_t size = strlen(tag), room = 2 * size + 32;
    char *name = memory_zeroed(&games->allocator, room, 1);
    if (name == NULL)
        return NULL;
    size = table_utf8_repair((struct pgnpack_text){tag, size}, name);
    find_free_name(games, name, size, room);
    return keep(games, name) != NULL && name_set_add(&games->taken, name) ? name : NULL;
}

static int take_names(struct games_columns *games, const struct table_column *columns, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!name_set_add(&games->taken, columns[i].name))
            return 0;
    return 1;
}

int games_columns_finish(struct games_columns *games)
{
    if (!begin_tags(games) || !take_names(games, derived, GAMES_TAGS) ||
        !take_names(games, lists, LIST_COUNT))
        return 0;
    for (size_t i = GAMES_TAGS; i < games->count; i++) {
        games->columns[i].name = choose_name(games, i);
        if (games->columns[i].name == NULL)
            return 0;
    }
    return add_columns(games, lists, LIST_COUNT);
}
