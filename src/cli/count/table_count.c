#include "cli/count/table_count.h"

#include <stdlib.h>

#include "cli/base/growth.h"
#include "cli/count/played_openings.h"
#include "cli/forms/hit_board.h"

enum { ROWS = 512 };

/* Who we are in a game that was found, and what was played there: SAN, or empty. */
struct found_place {
    uint8_t as_black;
    char move[PGNPACK_SAN_SIZE];
};

struct found {
    uint64_t *numbers;
    struct found_place *places;
    size_t count, capacity, place_capacity;
};

/* Games are counted block by block, so that damage costs no other. */
struct table_count {
    struct find_run *run;
    struct table_keys keys;
    struct game_table *table;
    struct database *database;
    struct pgnpack_batch *batch;    /* of the database */
    struct hit_board *boards;       /* of the database; NULL: nobody asks for moves */
    struct played_openings *played; /* NULL: no openings are asked for */
    struct found found, unnamed;    /* of a block; those of them without a tag for their opening */
    struct pgnpack_text values[TABLE_TAGS_MAX][ROWS];
    uint64_t numbers[ROWS];
    uint32_t plies[ROWS];
    uint8_t results[ROWS];
};

/* ---- Games ---- */

static int add_found(struct found *found, uint64_t number, const struct found_place *place)
{
    if (!GROW(found->numbers, found->capacity, found->count + 1) ||
        !GROW(found->places, found->place_capacity, found->count + 1))
        return 0;
    found->numbers[found->count] = number;
    found->places[found->count++] = *place;
    return 1;
}

/* Of one of the games, whose numbers ascend. */
static const struct found_place *place_in(const struct found *found, uint64_t number)
{
    size_t first = 0, end = found->count;
    while (end - first > 1) {
        size_t middle = first + (end - first) / 2;
        *(found->numbers[middle] <= number ? &first : &end) = middle;
    }
    return &found->places[first];
}

static void read_columns(struct table_count *counting, struct pgnpack_text *views[TABLE_TAGS_MAX],
                         struct pgnpack_columns *columns)
{
    for (size_t i = 0; i < counting->keys.tag_count; i++)
        views[i] = counting->values[i];
    *columns = (struct pgnpack_columns){.size = sizeof *columns,
                                        .capacity = ROWS,
                                        .numbers = counting->numbers,
                                        .plies = counting->plies,
                                        .results = counting->results,
                                        .views = views};
}

/* `opening`: by its positions; NULL: none. `tags` has room for the game's. */
static void set_game(const struct table_count *counting, size_t row, const struct found_place *place,
                     const struct opening *opening, struct pgnpack_text tags[TABLE_TAGS_MAX],
                     struct table_game *game)
{
    for (size_t i = 0; i < counting->keys.tag_count; i++)
        tags[i] = counting->values[i][row];
    *game = (struct table_game){.tags = tags,
                                .plies = counting->plies[row],
                                .result = (enum pgnpack_result)counting->results[row],
                                .as_black = place->as_black,
                                .move = place->move[0] != '\0' ? place->move : NULL};
    if (opening != NULL) {
        game->eco = opening->eco;
        game->name = opening->name;
    }
}

static enum exit_status judge(struct table_count *counting, enum pgnpack_status status)
{
    return status == PGNPACK_OK || status == PGNPACK_END
               ? EXIT_FINE
               : find_run_judge(counting->run, counting->database, pgnpack_error(counting->batch));
}

static enum exit_status count_row(struct table_count *counting, size_t row, const struct found_place *place)
{
    struct pgnpack_text tags[TABLE_TAGS_MAX];
    struct table_game game;
    set_game(counting, row, place, NULL, tags, &game);
    int is_done = counting->played != NULL && table_keys_lack_opening(&counting->keys, &game)
                      ? add_found(&counting->unnamed, counting->numbers[row], place)
                      : game_table_add(counting->table, &game);
    return is_done ? EXIT_FINE : command_no_memory(counting->run->context);
}

/* A played_openings_function: a game without a tag for its opening, read once more. */
static enum exit_status count_unnamed(void *opaque, uint64_t number, const struct opening *opening)
{
    struct table_count *counting = opaque;
    struct pgnpack_text *views[TABLE_TAGS_MAX], tags[TABLE_TAGS_MAX];
    struct pgnpack_columns columns;
    struct table_game game;
    size_t count;
    read_columns(counting, views, &columns);
    enum pgnpack_status status = pgnpack_batch_pick(counting->batch, &number, 1);
    if (status == PGNPACK_OK)
        status = pgnpack_batch_next(counting->batch, &columns, &count);
    if (status != PGNPACK_OK)
        return judge(counting, status);
    set_game(counting, 0, place_in(&counting->unnamed, number), opening, tags, &game);
    return game_table_add(counting->table, &game) ? EXIT_FINE : command_no_memory(counting->run->context);
}

/* The games of one block that were found. */
static enum exit_status count_found(struct table_count *counting)
{
    struct pgnpack_text *views[TABLE_TAGS_MAX];
    struct pgnpack_columns columns;
    struct found *found = &counting->found;
    size_t count;
    enum exit_status status = EXIT_FINE;
    read_columns(counting, views, &columns);
    counting->unnamed.count = 0;
    enum pgnpack_status read = pgnpack_batch_pick(counting->batch, found->numbers, found->count);
    while (read == PGNPACK_OK && status == EXIT_FINE &&
           (read = pgnpack_batch_next(counting->batch, &columns, &count)) == PGNPACK_OK)
        for (size_t i = 0; i < count && status == EXIT_FINE; i++)
            status = count_row(counting, i, place_in(found, counting->numbers[i]));
    found->count = 0;
    if (status == EXIT_FINE)
        status = judge(counting, read);
    return status == EXIT_FINE && counting->unnamed.count != 0
               ? played_openings_find(counting->played, counting->unnamed.numbers, counting->unnamed.count,
                                      count_unnamed, counting)
               : status;
}

/* ---- Databases ---- */

static int asks_for_openings(const struct table_keys *keys)
{
    for (size_t i = 0; i < keys->count; i++)
        if (keys->keys[i].kind == TABLE_ECO || keys->keys[i].kind == TABLE_OPENING)
            return 1;
    return 0;
}

/* Reads the list, and makes what the keys need. Returns 0 after a failure, which was reported. */
static int start(struct table_count *counting, const char *list)
{
    struct find_run *run = counting->run;
    const char *word, *trouble = table_keys_read(&counting->keys, list, &word);
    if (trouble != NULL) {
        message_error(run->context->messages, NULL, "--table: '%s' %s%s%s", list, trouble,
                      word != NULL ? " " : "", word != NULL ? word : "");
        return 0;
    }
    counting->table = game_table_new(&counting->keys);
    if (counting->table == NULL) {
        command_no_memory(run->context);
        return 0;
    }
    return !asks_for_openings(&counting->keys) || (counting->played = played_openings_new(run)) != NULL;
}

struct table_count *table_count_new(struct find_run *run, const char *list)
{
    struct table_count *counting = calloc(1, sizeof *counting);
    if (counting == NULL) {
        command_no_memory(run->context);
        return NULL;
    }
    counting->run = run;
    if (start(counting, list))
        return counting;
    table_count_free(counting);
    return NULL;
}

void table_count_end(struct table_count *counting)
{
    if (counting->played != NULL)
        played_openings_end(counting->played);
    hit_board_free(counting->boards);
    pgnpack_free(counting->batch);
    counting->boards = NULL;
    counting->batch = NULL;
    counting->found.count = 0;
}

void table_count_free(struct table_count *counting)
{
    if (counting == NULL)
        return;
    table_count_end(counting);
    played_openings_free(counting->played);
    game_table_free(counting->table);
    free(counting->found.numbers);
    free(counting->found.places);
    free(counting->unnamed.numbers);
    free(counting->unnamed.places);
    free(counting);
}

static int open_boards(struct table_count *counting)
{
    const struct pgnpack_options options = command_library_options(counting->run->context);
    counting->boards = hit_board_new(counting->database->reader, &options);
    return counting->boards != NULL;
}

enum exit_status table_count_begin(struct table_count *counting, struct database *database)
{
    const struct pgnpack_batch_options options = {.size = sizeof options,
                                                  .tags = counting->keys.tags,
                                                  .tag_count = counting->keys.tag_count,
                                                  .parts = PGNPACK_BATCH_PLIES | PGNPACK_BATCH_RESULTS};
    table_count_end(counting);
    counting->database = database;
    counting->batch = pgnpack_batch_new(database->reader, &options);
    if (counting->batch == NULL)
        return command_no_memory(counting->run->context);
    if (table_keys_ask_moves(&counting->keys) && !open_boards(counting))
        return command_no_memory(counting->run->context);
    return counting->played != NULL ? played_openings_begin(counting->played, database) : EXIT_FINE;
}

/* What the game played behind the place of the last step. */
static enum exit_status read_move(struct table_count *counting, const struct pgnpack_hit *hit,
                                  char move[PGNPACK_SAN_SIZE])
{
    struct pgnpack_hit last = *hit;
    last.ply = hit->last_ply;
    if (hit->move == 0)
        return EXIT_FINE;
    enum pgnpack_status status = hit_board_go_to(counting->boards, &last, 1);
    if (status != PGNPACK_OK)
        return find_run_judge(counting->run, counting->database, hit_board_error(counting->boards));
    pgnpack_board_text(counting->boards->board, hit->move, PGNPACK_NOTATION_SAN, move);
    return EXIT_FINE;
}

static enum exit_status add_hit(struct table_count *counting, const struct pgnpack_hit *hit)
{
    struct found_place place = {.as_black = hit->as_black};
    enum exit_status status = counting->boards != NULL ? read_move(counting, hit, place.move) : EXIT_FINE;
    return status != EXIT_FINE || add_found(&counting->found, hit->game, &place)
               ? status
               : command_no_memory(counting->run->context);
}

enum exit_status table_count_hits(void *opaque, const struct pgnpack_hit *hits, size_t count)
{
    struct table_count *counting = opaque;
    enum exit_status status = EXIT_FINE;
    for (size_t i = 0; i < count && status == EXIT_FINE;) {
        const uint64_t end = database_block_end(counting->database, hits[i].game);
        for (; i < count && hits[i].game < end && status == EXIT_FINE; i++)
            status = add_hit(counting, &hits[i]);
        if (status == EXIT_FINE)
            status = count_found(counting);
    }
    return status;
}

enum exit_status table_count_all(struct table_count *counting, int as_black)
{
    const struct found_place place = {.as_black = (uint8_t)as_black};
    struct pgnpack_block_info info;
    enum exit_status status = EXIT_FINE;
    for (uint64_t i = 0; status == EXIT_FINE && pgnpack_reader_block(counting->database->reader, i, &info);
         i++) {
        for (uint64_t j = 0; j < info.game_count; j++)
            if (!add_found(&counting->found, info.first_game + j, &place))
                return command_no_memory(counting->run->context);
        status = info.game_count != 0 ? count_found(counting) : EXIT_FINE;
        progress_add(&counting->run->context->progress, info.size);
    }
    return status;
}

const struct table_keys *table_count_keys(const struct table_count *counting)
{
    return &counting->keys;
}

const struct game_table *table_count_finish(struct table_count *counting)
{
    if (game_table_finish(counting->table))
        return counting->table;
    command_no_memory(counting->run->context);
    return NULL;
}

const struct game_table *table_count_table(const struct table_count *counting)
{
    return counting->table;
}

void table_count_tell(const struct table_count *counting)
{
    if (counting->played != NULL)
        played_openings_tell(counting->played, "of an opening");
}
