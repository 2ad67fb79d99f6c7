#include "lib/games/game_summary.h"
#include "lib/open/reader.h"
#include "lib/names/spelling.h"
#include "game/tag_value.h"

enum { ROWS = 1024, GAMES_MAX = 100000 /* of a name whose ratings are counted: sums stay in 32 bits */ };

static const char *const first_tags[SPELLING_TAGS] = {"White",    "Black",    "Date",        "UTCDate",
                                                      "WhiteElo", "BlackElo", "WhiteFideId", "BlackFideId"};
static const char *const other_tags[SPELLING_TAGS] = {"White", "Black", "Date", "UTCDate",
                                                      "Event", "Round", "Site"};

/* What a scan has of the database at a time. */
struct scan {
    struct spelling *spelling;
    struct pgnpack_batch *batch;
    struct pgnpack_text *values; /* SPELLING_TAGS columns of ROWS */
    uint32_t *plies;
    uint8_t *results;
    uint64_t *numbers;
    size_t tag_count;
};

/* ---- A game ---- */

/* The name's place in the list. A name that the first round did not see, because the file changes, is none later. */
static uint32_t find_name(struct spelling *spelling, struct pgnpack_text raw)
{
    struct text value = {raw.data, raw.size};
    if (value.data == NULL || value.size == 0)
        return SPELLING_NO_NAME;
    struct text_memo_entry *entry = text_memo_entry(spelling->memo, value);
    if (text_memo_has(spelling->memo, entry, value))
        return entry->value;
    struct text name = tag_value_unescape(value, &spelling->unescaped);
    size_t place = name.data == NULL ? SIZE_MAX : name_list_enter(&spelling->list, name);
    size_t before = spelling->name_capacity;
    if (place == SIZE_MAX ||
        !MEMORY_GROW(spelling->memory, spelling->names, spelling->name_capacity, place + 1)) {
        memory_note_refusal(spelling->memory);
        return SPELLING_NO_NAME;
    }
    if (spelling->round != 0 && place >= spelling->name_count)
        return SPELLING_NO_NAME;
    if (spelling->name_capacity != before)
        memset(spelling->names + before, 0, (spelling->name_capacity - before) * sizeof *spelling->names);
    text_memo_set(spelling->memo, entry, value, (uint32_t)place);
    return (uint32_t)place;
}

static struct text as_text(struct pgnpack_text text)
{
    return (struct text){text.data, text.size};
}

static int read_row(struct scan *scan, size_t i, struct spelling_game *game)
{
    for (size_t tag = 0; tag < scan->tag_count; tag++)
        game->tags[tag] = &scan->values[tag * ROWS + i];
    for (unsigned side = 0; side < 2; side++)
        game->names[side] = find_name(scan->spelling, *game->tags[SPELLING_WHITE + side]);
    if (game->names[0] == SPELLING_NO_NAME || game->names[1] == SPELLING_NO_NAME)
        return 0;
    game->date =
        summary_date_of(as_text(*game->tags[SPELLING_DATE]), as_text(*game->tags[SPELLING_UTC_DATE]));
    game->year = game->date / 10000;
    game->plies = scan->plies == NULL ? 0 : scan->plies[i];
    game->result = scan->results == NULL ? 0 : scan->results[i];
    return 1;
}

/* ---- All games ---- */

/* Goes on behind the block that cannot be read. `last`: the game before it that was read. */
static enum pgnpack_status pass_over(struct scan *scan, uint64_t last)
{
    const struct pgnpack_error *error = pgnpack_error(scan->batch);
    const struct block_index *index = &scan->spelling->reader->index;
    uint64_t game = error->game > last ? error->game - 1 : last;
    error_set(&scan->spelling->damage, error->status, "%s", error->text);
    error_locate(&scan->spelling->damage, error->game, 0, error->offset);
    if (game >= index->game_count)
        return PGNPACK_END;
    const struct index_entry *entry = block_index_find_game(index, game);
    return pgnpack_batch_range(scan->batch, entry->games_before + entry->game_count + 1, UINT64_MAX);
}

static enum pgnpack_status tell_progress(struct spelling *spelling, uint64_t done)
{
    uint64_t count = pgnpack_reader_info(spelling->reader)->game_count;
    const struct pgnpack_progress told = {.done = spelling->round * count + done,
                                          .all = spelling_rounds(spelling) * count};
    return handle_tell_progress(spelling->progress, spelling->progress_opaque, &told, &spelling->error);
}

static enum pgnpack_status run(struct scan *scan, spelling_visit visit, void *opaque)
{
    struct spelling *spelling = scan->spelling;
    struct pgnpack_text *views[SPELLING_TAGS];
    struct pgnpack_columns columns = {.size = sizeof columns, .capacity = ROWS, .views = views};
    struct spelling_game game;
    uint64_t last = 0; /* game that was read */
    size_t count;
    columns.plies = scan->plies;
    columns.results = scan->results;
    columns.numbers = scan->numbers;
    for (size_t i = 0; i < scan->tag_count; i++)
        views[i] = &scan->values[i * ROWS];
    for (;;) {
        enum pgnpack_status status = pgnpack_batch_next(scan->batch, &columns, &count);
        if (pgnpack_status_is_of_block(status))
            status = pass_over(scan, last);
        else if (status == PGNPACK_OK)
            last = scan->numbers[count - 1];
        else if (status != PGNPACK_END)
            return handle_take_error(&spelling->error, pgnpack_error(scan->batch));
        if (status != PGNPACK_OK)
            return status == PGNPACK_END ? PGNPACK_OK : status;
        text_memo_clear(spelling->memo);
        for (size_t i = 0; i < count; i++)
            if (read_row(scan, i, &game))
                visit(opaque, &game);
        if (tell_progress(spelling, last) != PGNPACK_OK)
            return spelling->error.status;
    }
}

enum pgnpack_status spelling_scan(struct spelling *spelling, spelling_visit visit, void *opaque)
{
    struct scan scan = {.spelling = spelling};
    const int is_first = spelling->round == 0;
    const char *const value_tags[] = {spelling->tag, spelling->tag, "Date", "UTCDate"};
    const struct pgnpack_batch_options options = {
        .size = sizeof options,
        .tags = spelling->tag != NULL ? value_tags
                : is_first            ? first_tags
                                      : other_tags,
        .tag_count = spelling->tag != NULL ? SPELLING_DATES_END
                     : is_first            ? SPELLING_TAGS
                                           : SPELLING_SITE + 1,
        .parts = is_first ? 0 : PGNPACK_BATCH_PLIES | PGNPACK_BATCH_RESULTS};
    const size_t row_size =
        sizeof *scan.values * SPELLING_TAGS + sizeof *scan.numbers + sizeof *scan.plies + 1;
    char *room = memory_get(spelling->memory, row_size * ROWS);
    scan.tag_count = options.tag_count;
    scan.values = (void *)room;
    scan.batch = pgnpack_batch_new(spelling->reader, &options);
    if (room == NULL) {
        error_no_memory(&spelling->error);
    } else if (scan.batch == NULL && spelling->reader->memory.limit != 0) {
        error_set(&spelling->error, PGNPACK_ERROR_MEMORY_LIMIT,
                  "the memory limit has no room for reading names");
    } else if (scan.batch == NULL) {
        error_no_memory(&spelling->error);
    } else {
        scan.numbers = (void *)(room + sizeof *scan.values * SPELLING_TAGS * ROWS);
        scan.plies = is_first ? NULL : (void *)(scan.numbers + ROWS);
        scan.results = is_first ? NULL : (void *)((uint32_t *)(void *)(scan.numbers + ROWS) + ROWS);
        run(&scan, visit, opaque);
    }
    pgnpack_free(scan.batch);
    memory_release(spelling->memory, room, row_size * ROWS);
    if (spelling->round++ == 0)
        spelling->name_count = spelling->list.count;
    return spelling->error.status;
}

/* ---- Names ---- */

static void count_rating(struct spelling_name *name, uint32_t rating)
{
    if (rating == 0 || rating > 9999 || name->rated == GAMES_MAX)
        return;
    name->rated++;
    name->rating_sum += rating;
    if (name->rating_min == 0 || rating < name->rating_min)
        name->rating_min = (uint16_t)rating;
    if (rating > name->rating_max)
        name->rating_max = (uint16_t)rating;
}

static void count_identity(struct spelling_name *name, struct pgnpack_text text)
{
    uint32_t identity = 0;
    if (text.data == NULL || text.size == 0 || text.size > 9)
        return;
    for (size_t i = 0; i < text.size; i++) {
        if (!is_digit(text.data[i]))
            return;
        identity = 10 * identity + (uint32_t)(text.data[i] - '0');
    }
    if (name->identity == 0)
        name->identity = identity;
    else if (identity != 0 && name->identity != identity)
        name->identity = UINT32_MAX;
}

static void count_game(void *opaque, const struct spelling_game *game)
{
    struct spelling *spelling = opaque;
    const int are_players = spelling->tag == NULL;
    for (unsigned side = 0; side < (are_players ? 2 : 1); side++) {
        struct spelling_name *name = &spelling->names[game->names[side]];
        name->games += name->games != UINT32_MAX;
        if (are_players) {
            count_rating(name, summary_elo(as_text(*game->tags[SPELLING_WHITE_ELO + side])));
            count_identity(name, *game->tags[SPELLING_WHITE_ID + side]);
        }
        if (game->year != 0 && (name->first_year == 0 || game->year < name->first_year))
            name->first_year = (uint16_t)game->year;
        if (game->year > name->last_year)
            name->last_year = (uint16_t)game->year;
    }
}

enum pgnpack_status spelling_gather_names(struct spelling *spelling)
{
    return spelling_scan(spelling, count_game, spelling);
}
