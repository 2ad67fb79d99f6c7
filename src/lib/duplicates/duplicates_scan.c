#include "lib/duplicates/duplicates_scan.h"

#include "game/main_line.h"
#include "lib/games/known_date.h"
#include "search/text/surname.h"
#include "util/xxh64.h"

struct duplicates_scan *duplicates_scan_new(const struct memory *like, size_t cursor_limit)
{
    struct duplicates_scan *scan = job_new_like(like, sizeof *scan);
    if (scan == NULL)
        return NULL;
    scan->cursor_limit = cursor_limit;
    buffer_init(&scan->wanted, &scan->memory);
    buffer_init(&scan->rows, &scan->memory);
    buffer_init(&scan->lines_read, &scan->memory);
    buffer_init(&scan->line_ends, &scan->memory);
    buffer_init(&scan->weights, &scan->memory);
    buffer_init(&scan->occasions, &scan->memory);
    line_bytes_init(&scan->line, &scan->memory);
    buffer_init(&scan->folded, &scan->memory);
    name_list_init(&scan->names, &scan->memory);
    search_source_init(&scan->source, NULL, &scan->memory);
    return scan;
}

void duplicates_scan_free(struct duplicates_scan *scan)
{
    if (scan == NULL)
        return;
    pgnpack_free(scan->tags);
    pgnpack_free(scan->items);
    pgnpack_free(scan->texts);
    buffer_free(&scan->wanted);
    buffer_free(&scan->rows);
    buffer_free(&scan->lines_read);
    buffer_free(&scan->line_ends);
    buffer_free(&scan->weights);
    buffer_free(&scan->occasions);
    line_bytes_free(&scan->line);
    search_source_free(&scan->source);
    buffer_free(&scan->folded);
    name_list_free(&scan->names);
    handle_free(scan, sizeof *scan);
}

enum { NUMBER_BITS = 0x3fffffff }; /* a block has fewer games than bytes */

/* ---- Lines ---- */

/* From the game itself. */
static void set_decoded_line(struct duplicates_scan *scan, const struct game *game)
{
    struct line_bytes *line = &scan->line;
    struct main_line moves;
    uint8_t kind;
    uint16_t value;
    line_bytes_start(line, game->has_start ? &game->start : NULL);
    main_line_start(&moves, game);
    while (main_line_next(&moves, &kind, &value)) {
        if (kind == ITEM_MOVE)
            line_bytes_move(line, value);
        else
            line_bytes_other(line, kind == ITEM_NULL_MOVE ? 0 : value);
    }
    line_bytes_finish(line);
}

/* Are the bytes of game `number` of the block those that its line is compared by? Its tags are known. */
static int has_stored_line(const struct duplicates_scan *scan, const struct game *game, uint32_t number)
{
    return scan->lines != NULL && scan->lines->kinds[number] == BLOCK_LINE_PLAIN &&
           (!scan->stored->starts_elsewhere || game_find_tag(game, "FEN") == NULL);
}

/* From the block's stripes. Returns 0 when they cannot be read. */
static int set_stored_line(struct duplicates_scan *scan, uint32_t number)
{
    struct error trouble; /* is for those to tell who decode the game */
    const struct block_lines *lines = scan->lines;
    uint32_t plies = lines->plies[number];
    error_clear(&trouble);
    line_bytes_start_stored(&scan->line);
    for (unsigned i = 0; i < lines->stripe_count && plies > lines->first_plies[i]; i++) {
        uint32_t first = lines->first_plies[i], end = lines->first_plies[i + 1];
        const uint8_t *bytes = scan->stored->stripes[i].bytes;
        if (bytes == NULL)
            bytes = search_block_stripe(&scan->source, scan->stored, i, &trouble);
        if (bytes == NULL)
            return 0;
        line_bytes_stored(&scan->line, bytes + lines->starts[number][i], (end < plies ? end : plies) - first);
    }
    return 1;
}

/* Opens the block's moves, if they are those of codec index. */
static void open_stored(struct duplicates_scan *scan)
{
    struct error trouble;
    error_clear(&trouble);
    scan->source.reader = scan->reader;
    work_start(&scan->source.work, work_limit_left(scan->reader->work_limit, 0));
    scan->stored = search_block_open(&scan->source, scan->reader, scan->block, &trouble);
    scan->lines = scan->stored == NULL ? NULL : search_block_lines(&scan->source, scan->stored, &trouble);
}

static void close_stored(struct duplicates_scan *scan)
{
    search_block_free(&scan->source, scan->stored);
    scan->stored = NULL;
    scan->lines = NULL;
}

/* ---- Rows ---- */

static uint32_t enter_name(struct duplicates_scan *scan, struct text name)
{
    size_t place = name_list_enter(&scan->names, name);
    if (place != SIZE_MAX)
        return (uint32_t)place;
    memory_note_refusal(&scan->memory);
    return 0;
}

/* NULL: there is no memory. */
static char *room_for_name(struct duplicates_scan *scan, struct text name)
{
    buffer_clear(&scan->folded);
    return buffer_reserve(&scan->folded, text_fold_size_max(name.size) + 1) ? (char *)scan->folded.data
                                                                            : NULL;
}

static uint32_t enter_surname(struct duplicates_scan *scan, struct text name)
{
    char *room = room_for_name(scan, name);
    return room == NULL ? 0 : enter_name(scan, (struct text){room, surname_fold(name, room)});
}

static uint32_t initial_of(struct duplicates_scan *scan, struct text name)
{
    char *room = room_for_name(scan, name);
    return room == NULL ? 0 : surname_initial(name, room);
}

/* Is anything known? "?", "????.??.??" and "-" say nothing. */
static int tells_something(struct text value)
{
    for (size_t i = 0; i < value.size; i++)
        if (value.data[i] != '?' && value.data[i] != '.' && value.data[i] != '-' && value.data[i] != ' ')
            return 1;
    return 0;
}

static uint64_t weigh_tags(const struct game *game, int by_number)
{
    uint64_t weight = 0;
    for (size_t i = 0; i < game->tag_count; i++)
        if (tells_something(game->tags[i].value))
            weight += by_number ? 1 : game->tags[i].value.size;
    return weight;
}

enum { ITEM_WEIGHT = 4 }; /* about as many bytes as a half-move or a glyph takes */

/* Bytes of comments; glyphs, and half-moves of variations. */
static uint64_t weigh_items(const struct game *game)
{
    uint64_t weight = 0;
    unsigned depth = 0;
    for (size_t i = 0; i < game->item_count; i++) {
        const struct game_item *item = &game->items[i];
        depth += item->kind == ITEM_VARIATION_BEGIN;
        depth -= item->kind == ITEM_VARIATION_END;
        if (item->kind == ITEM_COMMENT || item->kind == ITEM_LINE_COMMENT)
            weight += item->text_size;
        else if (item->kind == ITEM_NAG || item->kind == ITEM_SUFFIX ||
                 (depth != 0 && item_kind_is_ply(item->kind)))
            weight += ITEM_WEIGHT;
    }
    return weight;
}

/* But for what stands beside the moves. Versions may differ by these. */
static uint32_t weigh(const struct duplicates_scan *scan, const struct game *tags)
{
    enum pgnpack_keep keep = scan->keep;
    int by_moves = scan->kind == PGNPACK_DUPLICATE_VERSION && keep <= PGNPACK_KEEP_TEXT;
    uint64_t weight = by_moves ? (uint64_t)ITEM_WEIGHT * tags->ply_count : 0;
    if (keep == PGNPACK_KEEP_RANK || keep == PGNPACK_KEEP_TEXT || keep == PGNPACK_KEEP_TAGS)
        weight += weigh_tags(tags, keep == PGNPACK_KEEP_TAGS);
    return weight > UINT32_MAX ? UINT32_MAX : (uint32_t)weight;
}

static struct text value_of(const struct game *game, const char *name)
{
    const struct game_tag *tag = game_find_tag(game, name);
    return tag == NULL ? (struct text){"", 0} : tag->value;
}

static uint32_t date_of(const struct game *game)
{
    uint32_t date = known_date(value_of(game, "Date"));
    return date != 0 ? date : known_date(value_of(game, "UTCDate"));
}

static uint64_t details_of(struct duplicates_scan *scan, const struct game *game)
{
    return known_details(initial_of(scan, value_of(game, "White")), initial_of(scan, value_of(game, "Black")),
                         known_round(value_of(game, "Round")), known_time(value_of(game, "UTCTime")));
}

static void add_row(struct duplicates_scan *scan, const struct game *game, struct duplicates_wanted wanted)
{
    struct duplicates_row row = {.game.number = wanted.number, .game.is_stored = wanted.is_stored};
    row.hash = xxh64(scan->line.bytes.data, scan->line.bytes.size);
    row.game.is_text = wanted.is_text;
    row.game.white = scan->white;
    row.game.black = scan->black;
    row.game.known = date_of(game) | known_result(game->result);
    size_t plies = wanted.is_text ? scan->line.bytes.size : game->ply_count;
    row.game.plies = (plies < DUPLICATES_PLIES_MAX ? plies : DUPLICATES_PLIES_MAX) & DUPLICATES_PLIES_MAX;
    row.game.weight = weigh(scan, game);
    row.details = !wanted.is_text && plies < DUPLICATES_LOOSE_PLIES ? details_of(scan, game) : 0;
    buffer_append(&scan->rows, &row, sizeof row);
}

static int is_deleted(const struct duplicates_scan *scan, uint64_t number)
{
    return pgnpack_reader_info(scan->reader)->deleted_count != 0 &&
           pgnpack_reader_is_deleted(scan->reader, number);
}

/* ---- Blocks ---- */

/* A cursor for these parts of the block, before its first game. NULL: scan->error says why not. */
static struct pgnpack_cursor *start_cursor(struct duplicates_scan *scan, struct pgnpack_cursor *cursor,
                                           unsigned parts)
{
    const struct index_entry *entry = &scan->reader->index.entries[scan->block];
    if (cursor == NULL)
        cursor =
            cursor_new_within(scan->reader, parts, scan->cursor_limit == 0 ? 0 : scan->cursor_limit / 2 + 1);
    if (cursor == NULL) {
        scan->memory.refusal = scan->cursor_limit != 0 ? MEMORY_REFUSED_BY_LIMIT : MEMORY_REFUSED;
        memory_check(&scan->memory, &scan->error);
        return NULL;
    }
    pgnpack_cursor_range(cursor, entry->games_before + 1, entry->game_count);
    cursor->keeps = 0; /* whole blocks are read */
    return cursor;
}

static int start_tags(struct duplicates_scan *scan)
{
    scan->tags = start_cursor(scan, scan->tags, PGNPACK_PART_TAGS | PGNPACK_PART_SHAPE);
    return scan->has_tags = scan->tags != NULL;
}

static int start_items(struct duplicates_scan *scan)
{
    scan->items = start_cursor(scan, scan->items, PGNPACK_PART_MOVES);
    return scan->has_items = scan->items != NULL;
}

static int start_texts(struct duplicates_scan *scan)
{
    scan->texts = start_cursor(scan, scan->texts, PGNPACK_PART_TEXT);
    return scan->has_texts = scan->texts != NULL;
}

/* Cursors are of one reader. */
static void forget_cursors(struct duplicates_scan *scan)
{
    scan->has_tags = scan->has_items = scan->has_texts = 0;
    if (scan->cursor_reader == scan->reader)
        return;
    pgnpack_free(scan->tags);
    pgnpack_free(scan->items);
    pgnpack_free(scan->texts);
    scan->tags = scan->items = scan->texts = NULL;
    scan->cursor_reader = scan->reader;
}

static enum pgnpack_status take_error(struct duplicates_scan *scan, const struct pgnpack_cursor *cursor)
{
    if (cursor->error.status != PGNPACK_OK && scan->error.status == PGNPACK_OK)
        scan->error = cursor->error;
    return scan->error.status;
}

/* Game `number` of the block, by a cursor that is in it. NULL: scan->error says why not. */
static const struct game *read_game(struct duplicates_scan *scan, struct pgnpack_cursor *cursor,
                                    uint32_t number)
{
    const struct pgnpack_game *game;
    cursor->next = scan->reader->index.entries[scan->block].games_before + number;
    if (pgnpack_cursor_next(cursor, &game) == PGNPACK_OK)
        return game_of(game);
    take_error(scan, cursor);
    return NULL;
}

/* With its items. */
static const struct game *read_items(struct duplicates_scan *scan, uint32_t number)
{
    return scan->has_items || start_items(scan) ? read_game(scan, scan->items, number) : NULL;
}

static int is_at_edge(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* The game's line is its text, but for what is between games. No line of moves begins so. Returns 0: scan->error says why. */
static int set_text_line(struct duplicates_scan *scan, uint32_t number)
{
    enum { LINE_IS_TEXT = 0xff };
    struct pgnpack_text text;
    if ((!scan->has_texts && !start_texts(scan)) || read_game(scan, scan->texts, number) == NULL)
        return 0;
    if (pgnpack_cursor_text(scan->texts, &text) != PGNPACK_OK) {
        take_error(scan, scan->texts);
        return 0;
    }
    while (text.size != 0 && is_at_edge(text.data[text.size - 1]))
        text.size--;
    for (; text.size != 0 && is_at_edge(*text.data); text.size--)
        text.data++;
    buffer_clear(&scan->line.bytes);
    buffer_append_byte(&scan->line.bytes, LINE_IS_TEXT);
    buffer_append(&scan->line.bytes, text.data, text.size);
    return 1;
}

/* ---- All games ---- */

/* Sets the names; are both known? */
static int note_names(struct duplicates_scan *scan, const struct game *tags)
{
    scan->white = enter_surname(scan, value_of(tags, "White"));
    scan->black = enter_surname(scan, value_of(tags, "Black"));
    return scan->memory.refusal == MEMORY_NOT_REFUSED && name_list_size(&scan->names, scan->white) != 0 &&
           name_list_size(&scan->names, scan->black) != 0;
}

/* Of a game whose moves are compared, though nobody is known: it is an exact duplicate of one with the same text. */
static void note_text(struct duplicates_scan *scan, uint32_t number)
{
    if (!set_text_line(scan, number))
        return;
    char name[1 + sizeof(uint64_t)] = "\xff"; /* no surname begins so */
    const uint64_t hash = xxh64(scan->line.bytes.data, scan->line.bytes.size);
    memcpy(name + 1, &hash, sizeof hash);
    scan->white = scan->black = enter_name(scan, (struct text){name, sizeof name});
}

/* Is it the text that tells what game it is? */
static int is_known_by_text(struct duplicates_scan *scan, const struct game *tags, uint32_t number)
{
    int has_line = tags->trouble == TROUBLE_NONE && tags->ply_count != 0, is_named = note_names(scan, tags);
    scan->broken += tags->trouble != TROUBLE_NONE;
    scan->moveless += tags->trouble == TROUBLE_NONE && tags->ply_count == 0;
    scan->nameless += has_line && !is_named;
    if (!has_line || is_named)
        return !has_line;
    if (scan->kind != PGNPACK_DUPLICATE_LOOSE || tags->ply_count < DUPLICATES_LOOSE_PLIES)
        return 1;
    note_text(scan, number);
    return 0;
}

static void look_at_text(struct duplicates_scan *scan, const struct game *tags, uint32_t number)
{
    if (set_text_line(scan, number))
        add_row(scan, tags, (struct duplicates_wanted){.number = number & NUMBER_BITS, .is_text = 1});
}

static enum pgnpack_status look_at_line(struct duplicates_scan *scan, const struct game *tags,
                                        uint32_t number)
{
    int is_stored = has_stored_line(scan, tags, number) && set_stored_line(scan, number);
    if (!is_stored) {
        const struct game *items = read_items(scan, number);
        if (items == NULL)
            return scan->error.status;
        set_decoded_line(scan, items);
    }
    add_row(scan, tags,
            (struct duplicates_wanted){.number = number & NUMBER_BITS, .is_stored = is_stored != 0});
    return PGNPACK_OK;
}

/* Game `number` of the block, whose tags are known. */
static enum pgnpack_status look_at_game(struct duplicates_scan *scan, const struct game *tags,
                                        uint32_t number)
{
    if (is_known_by_text(scan, tags, number))
        look_at_text(scan, tags, number);
    else if (scan->error.status == PGNPACK_OK)
        look_at_line(scan, tags, number);
    scan->games += scan->error.status == PGNPACK_OK;
    return memory_check(&scan->memory, &scan->error);
}

static void read_rows(struct duplicates_scan *scan, const struct index_entry *entry)
{
    const struct pgnpack_game *game;
    if (!start_tags(scan))
        return;
    while (pgnpack_cursor_next(scan->tags, &game) == PGNPACK_OK) {
        uint64_t number = pgnpack_cursor_game_number(scan->tags);
        if (is_deleted(scan, number))
            continue;
        if (look_at_game(scan, game_of(game), (uint32_t)(number - 1 - entry->games_before)) != PGNPACK_OK)
            return;
    }
    take_error(scan, scan->tags);
}

/* ---- Lines of some games ---- */

/* Does what stands beside the moves count? */
static int weighs_items(const struct duplicates_scan *scan, uint32_t number)
{
    int is_weighed = scan->keep == PGNPACK_KEEP_RANK || scan->keep == PGNPACK_KEEP_TEXT ||
                     scan->keep == PGNPACK_KEEP_COMMENTS;
    return is_weighed && (scan->lines == NULL || scan->lines->kinds[number] != BLOCK_LINE_PLAIN ||
                          scan->lines->has_remarks[number]);
}

static enum pgnpack_status read_line(struct duplicates_scan *scan, struct duplicates_wanted wanted)
{
    uint64_t weight = 0;
    if (wanted.is_text) {
        if (!set_text_line(scan, wanted.number))
            return scan->error.status;
    } else {
        int is_stored = wanted.is_stored && scan->lines != NULL && set_stored_line(scan, wanted.number);
        int is_weighed = weighs_items(scan, wanted.number);
        const struct game *items = !is_stored || is_weighed ? read_items(scan, wanted.number) : NULL;
        if ((!is_stored || is_weighed) && items == NULL)
            return scan->error.status;
        if (!is_stored)
            set_decoded_line(scan, items);
        weight = is_weighed ? weigh_items(items) : 0;
    }
    buffer_append(&scan->weights, &weight, sizeof weight);
    return PGNPACK_OK;
}

/* 0: nothing is known. */
static uint32_t number_of(struct text value)
{
    return tells_something(value) ? (uint32_t)xxh64(value.data, value.size) | 1 : 0;
}

static enum pgnpack_status read_occasion(struct duplicates_scan *scan, struct duplicates_wanted wanted)
{
    struct duplicates_occasion occasion = {0};
    if (scan->kind != PGNPACK_DUPLICATE_VERSION)
        return PGNPACK_OK;
    const struct game *game =
        scan->has_tags || start_tags(scan) ? read_game(scan, scan->tags, wanted.number) : NULL;
    if (game == NULL)
        return scan->error.status;
    occasion.details = details_of(scan, game);
    occasion.round = number_of(value_of(game, "Round"));
    occasion.time = number_of(value_of(game, "UTCTime"));
    buffer_append(&scan->occasions, &occasion, sizeof occasion);
    return PGNPACK_OK;
}

static void read_lines(struct duplicates_scan *scan)
{
    const struct duplicates_wanted *wanted =
        (const struct duplicates_wanted *)(const void *)scan->wanted.data;
    for (size_t i = 0; i < scan->wanted.size / sizeof *wanted; i++) {
        if (read_line(scan, wanted[i]) != PGNPACK_OK || read_occasion(scan, wanted[i]) != PGNPACK_OK)
            return;
        buffer_append(&scan->lines_read, scan->line.bytes.data, scan->line.bytes.size);
        buffer_append(&scan->line_ends, &scan->lines_read.size, sizeof scan->lines_read.size);
        if (memory_check(&scan->memory, &scan->error) != PGNPACK_OK)
            return;
    }
}

static void clear(struct duplicates_scan *scan)
{
    buffer_clear(&scan->rows);
    buffer_clear(&scan->lines_read);
    buffer_clear(&scan->line_ends);
    buffer_clear(&scan->weights);
    buffer_clear(&scan->occasions);
    name_list_free(&scan->names);
    scan->games = scan->broken = scan->moveless = scan->nameless = 0;
    scan->work = 0;
    error_clear(&scan->error);
}

void duplicates_scan_work(void *slot, unsigned worker)
{
    struct duplicates_scan *scan = slot;
    const struct index_entry *entry = &scan->reader->index.entries[scan->block];
    (void)worker;
    clear(scan);
    forget_cursors(scan);
    open_stored(scan);
    if (memory_check(&scan->memory, &scan->error) != PGNPACK_OK) {
        close_stored(scan);
        return;
    }
    if (scan->reads_lines)
        read_lines(scan);
    else
        read_rows(scan, entry);
    scan->work = scan->source.work.done + (scan->has_tags ? pgnpack_work(scan->tags) : 0) +
                 (scan->has_items ? pgnpack_work(scan->items) : 0) +
                 (scan->has_texts ? pgnpack_work(scan->texts) : 0);
    close_stored(scan);
}
