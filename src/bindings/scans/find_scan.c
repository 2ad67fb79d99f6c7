#include <string.h>

#include "bindings/table/columns.h"
#include "bindings/table/fault.h"
#include "bindings/table/ids.h"
#include "bindings/table/limits.h"
#include "bindings/table/lines.h"
#include "bindings/scans/scan_state.h"

/* Games played on a board: where a batch has no column. */
struct replay {
    struct pgnpack_cursor *cursor;
    size_t file;     /* the cursor's, ... */
    uint64_t number; /* ... and the game that it gave last; 0: none */
    struct pgnpack_board *board;
};

struct find_scan {
    struct lines lines;          /* SAN, for moves of hits */
    struct replay replay;        /* for those in variations */
    struct pgnpack_board *board; /* all hits have this position; NULL: each its own */
    uint64_t games[SOURCE_HITS];
    uint64_t asked[SOURCE_HITS]; /* games whose lines are looked at, and of which hits they are */
    size_t asked_rows[SOURCE_HITS];
    struct pgnpack_text *moves; /* NULL: not wanted */
    struct memory_arena texts;
};

static enum table_use use_of(const struct table *table, size_t column, enum table_comparison comparison)
{
    (void)table;
    return column <= GAMES_ID ? limits_use_of_place(column, comparison) : TABLE_UNUSED;
}

/* A position and nothing else on the board: its moves are all that hits play. A FEN that leaves fields out is several. */
static enum pgnpack_status make_board(struct table_scan *scan, const char *fen)
{
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &scan->table->allocator};
    struct find_scan *find = scan->of.find;
    find->board = pgnpack_board_new(&options);
    if (find->board == NULL)
        return fault_no_memory(&scan->error);
    scan->source.has_one_position = pgnpack_board_set(find->board, fen, strlen(fen), NULL) == PGNPACK_OK;
    return PGNPACK_OK;
}

static enum pgnpack_status make(struct table_scan *scan, const struct table_scan_options *options)
{
    struct find_scan *find = memory_arena_get_zeroed(&scan->room, sizeof *find);
    if (find == NULL || !scan_make_arrays(scan, SOURCE_HITS))
        return fault_no_memory(&scan->error);
    scan->of.find = find;
    find->texts.allocator = scan->table->allocator;
    find->moves = scan->arrays[FIND_MOVE].texts;
    lines_init(&find->lines, scan->table, &scan->error, &scan->counts);
    find->lines.parts = PGNPACK_BATCH_SAN;
    return scan->source.has_one_position ? make_board(scan, options->fen) : PGNPACK_OK;
}

static int constrain(struct table_scan *scan, const struct table_constraint *constraint)
{
    return limits_narrow_place(&scan->source.limits, scan->table, constraint);
}

static void free_scan(struct table_scan *scan)
{
    struct find_scan *find = scan->of.find;
    if (find == NULL)
        return;
    lines_free(&find->lines);
    pgnpack_free(find->replay.cursor);
    pgnpack_free(find->replay.board);
    pgnpack_free(find->board);
    memory_arena_free(&find->texts);
}

/* ---- Moves ---- */

static enum pgnpack_status set_san(struct find_scan *find, const struct pgnpack_board *board, uint16_t move,
                                   struct pgnpack_text *text_ret)
{
    char *san = memory_arena_get(&find->texts, PGNPACK_SAN_SIZE);
    if (san == NULL)
        return fault_no_memory(find->lines.error);
    size_t size = move == 0 ? 0 : pgnpack_board_text(board, move, PGNPACK_NOTATION_SAN, san);
    *text_ret = size == 0 ? (struct pgnpack_text){NULL, 0} : (struct pgnpack_text){san, size};
    return PGNPACK_OK;
}

/* Word `n` of a line. */
static struct pgnpack_text word_of(struct pgnpack_text line, uint32_t n)
{
    const char *from = line.data, *end = line.data + line.size;
    for (; n != 0 && from != NULL; n--) {
        from = memchr(from, ' ', (size_t)(end - from));
        from = from == NULL ? NULL : from + 1;
    }
    if (from == NULL || from == end)
        return (struct pgnpack_text){NULL, 0};
    const char *blank = memchr(from, ' ', (size_t)(end - from));
    return (struct pgnpack_text){from, (size_t)((blank == NULL ? end : blank) - from)};
}

/* A copy that stays when the lines go on. */
static enum pgnpack_status keep_text(struct find_scan *find, struct pgnpack_text *text)
{
    if (text->data == NULL)
        return PGNPACK_OK;
    char *copy = memory_arena_get(&find->texts, text->size);
    if (copy == NULL)
        return fault_no_memory(find->lines.error);
    memcpy(copy, text->data, text->size);
    text->data = copy;
    return PGNPACK_OK;
}

/* From the games' lines: of all hits, or of those that have no move on the board, which may be a null move in the line. */
static enum pgnpack_status moves_of_lines(struct find_scan *find, const struct source_piece *piece)
{
    size_t count = 0, done = 0;
    for (size_t i = 0; i < piece->count; i++)
        if (find->board == NULL || piece->hits[i].move == 0) {
            find->asked[count] = piece->hits[i].game;
            find->asked_rows[count++] = i;
        }
    enum pgnpack_status status =
        count == 0 ? PGNPACK_OK : lines_start(&find->lines, piece->file, find->asked, count);
    while (status == PGNPACK_OK && done < count) {
        status = lines_next(&find->lines, count - done);
        for (size_t i = 0; i < find->lines.count && status == PGNPACK_OK; i++, done++) {
            size_t row = find->asked_rows[done];
            find->moves[row] = word_of(find->lines.san[i], piece->hits[row].last_ply);
            status = keep_text(find, &find->moves[row]);
        }
    }
    return status;
}

/* ---- Moves of variations ---- */

static enum pgnpack_status prepare_replay(struct find_scan *find, size_t file)
{
    const struct table *table = find->lines.table;
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &table->allocator};
    struct replay *replay = &find->replay;
    if (replay->board == NULL)
        replay->board = pgnpack_board_new(&options);
    if (replay->cursor == NULL || replay->file != file) {
        pgnpack_free(replay->cursor);
        replay->cursor = pgnpack_cursor_new(table->files[file].reader, PGNPACK_PART_MOVES);
        replay->file = file;
        replay->number = 0;
    }
    return replay->board == NULL || replay->cursor == NULL ? fault_no_memory(find->lines.error) : PGNPACK_OK;
}

/* The game; the board stands before its first move. */
static enum pgnpack_status start_replay(struct find_scan *find, size_t file, uint64_t number,
                                        const struct pgnpack_game **game_ret)
{
    struct replay *replay = &find->replay;
    enum pgnpack_status status = prepare_replay(find, file);
    if (status != PGNPACK_OK)
        return status;
    int is_next = replay->number == number - 1 && replay->number != 0;
    if (!is_next)
        status = pgnpack_cursor_seek(replay->cursor, number);
    if (status == PGNPACK_OK)
        status = pgnpack_cursor_next(replay->cursor, game_ret);
    replay->number = status == PGNPACK_OK ? number : 0;
    if (status != PGNPACK_OK)
        return fault_of(find->lines.error, find->lines.table->files[file].path,
                        pgnpack_error(replay->cursor));
    /* Of a game whose FEN is no position there are none to be asked for. */
    pgnpack_board_start(replay->board, *game_ret);
    return PGNPACK_OK;
}

/* The board behind so many items of the movetext, those of variations included. */
static enum pgnpack_status replay_items(struct find_scan *find, size_t file, uint64_t number, size_t count)
{
    const struct pgnpack_game *game = NULL;
    struct pgnpack_item item;
    enum pgnpack_status status = start_replay(find, file, number, &game);
    for (size_t i = 0; i < count && status == PGNPACK_OK; i++) {
        if (!pgnpack_game_item(game, i, &item))
            return PGNPACK_END;
        status = pgnpack_board_step(find->replay.board, &item);
        if (status != PGNPACK_OK)
            return fault_of(find->lines.error, find->lines.table->files[file].path,
                            pgnpack_error(find->replay.board));
    }
    return status;
}

static enum pgnpack_status move_of_variation(struct find_scan *find, size_t file,
                                             const struct pgnpack_hit *hit, struct pgnpack_text *text_ret)
{
    enum pgnpack_status status = replay_items(find, file, hit->game, hit->item);
    return status == PGNPACK_OK ? set_san(find, find->replay.board, hit->move, text_ret) : status;
}

static enum pgnpack_status set_moves(struct find_scan *find, const struct source_piece *piece)
{
    enum pgnpack_status status = moves_of_lines(find, piece);
    for (size_t i = 0; i < piece->count && status == PGNPACK_OK; i++) {
        const struct pgnpack_hit *hit = &piece->hits[i];
        if (find->board != NULL && (hit->move != 0 || hit->item != 0))
            status = set_san(find, find->board, hit->move, &find->moves[i]);
        else if (hit->item != 0)
            status = move_of_variation(find, piece->file, hit, &find->moves[i]);
    }
    return status;
}

/* ---- Rows ---- */

static enum pgnpack_status next(struct table_scan *scan, struct table_batch *batch_ret)
{
    struct find_scan *find = scan->of.find;
    struct source_piece piece;
    enum pgnpack_status status = source_next(&scan->source, &piece);
    if (status != PGNPACK_OK)
        return status;
    const char *path = scan->table->files[piece.file].path;
    memory_arena_clear(&find->texts);
    for (size_t i = 0; i < piece.count; i++) {
        const struct pgnpack_hit *hit = &piece.hits[i];
        find->games[i] = hit->game;
        scan_set_integer(scan, FIND_GAME, i, (int64_t)hit->game, 1);
        scan_set_integer(scan, FIND_PLY, i, hit->ply, 1);
        scan_set_integer(scan, FIND_LAST_PLY, i, hit->last_ply, 1);
        scan_set_text(scan, FIND_FILE, i, path, strlen(path));
    }
    scan->counts.games_passed += piece.count;
    if (scan->arrays[FIND_ID].texts != NULL)
        status = ids_fill(&scan->table->files[piece.file], find->games, (size_t)piece.count, &find->texts,
                          scan->arrays[FIND_ID].texts, &scan->error);
    if (find->moves != NULL && status == PGNPACK_OK)
        status = set_moves(find, &piece);
    scan_give(scan, (size_t)piece.count, batch_ret);
    batch_ret->file = piece.file;
    batch_ret->games = find->games;
    return status;
}

/* Constraints are the source's limits: there is nothing else to forget. */
const struct scan_kind find_scan_kind = {.table = TABLE_FIND,
                                         .make = make,
                                         .free = free_scan,
                                         .use_of = use_of,
                                         .constrain = constrain,
                                         .next = next};
