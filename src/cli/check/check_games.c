#include "cli/check/check_games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/growth.h"
#include "cli/base/result_text.h"
#include "cli/check/check_game.h"
#include "system/ordered_pool.h"

enum { SLOTS_A_WORKER = 2, WORD_SIZE_MAX = 20, CAUSE_SIZE = 400 };

/* Of a piece; its words begin at `words` of the piece's text, SIZE_MAX: none are needed. */
struct found {
    enum check_kind kind;
    uint64_t game;
    size_t words;
};

/* A block, and what was found in its games. */
struct piece {
    struct scan *scan;
    struct pgnpack_block_info block;
    uint64_t games;
    struct found *found;
    size_t count, capacity;
    char *text;
    size_t text_size, text_capacity;
    int has_no_memory;
    struct pgnpack_error error; /* of what failed otherwise */
    char cause[CAUSE_SIZE];
};

/* What a worker has. */
struct worker {
    struct pgnpack_cursor *cursor;
    struct pgnpack_cursor *texts; /* of games that are not understood */
    struct pgnpack_pgn_reader *reading;
    struct pgnpack_board *board;
};

struct scan {
    struct check_report *report;
    uint64_t next_block, block_count;
    unsigned worker_count;
    struct memory memory; /* of the pool */
    struct ordered_pool pool;
    struct worker workers[ORDERED_POOL_THREADS_MAX];
    struct piece pieces[SLOTS_A_WORKER * ORDERED_POOL_THREADS_MAX];
    void *slots[SLOTS_A_WORKER * ORDERED_POOL_THREADS_MAX];
};

/* ---- In the workers ---- */

/* Returns 0 when there is no memory. */
static int add(struct piece *piece, enum check_kind kind, uint64_t game, const char *words)
{
    size_t size = strlen(words) + 1;
    int is_listed = check_report_lists(piece->scan->report);
    if (!GROW(piece->found, piece->capacity, piece->count + 1) ||
        (is_listed && !GROW(piece->text, piece->text_capacity, piece->text_size + size)))
        return 0;
    piece->found[piece->count++] = (struct found){kind, game, is_listed ? piece->text_size : SIZE_MAX};
    if (is_listed) {
        memcpy(piece->text + piece->text_size, words, size);
        piece->text_size += size;
    }
    return 1;
}

/* The game once more, as it is written, which tells exactly what is wrong; `game` itself where that cannot be had. */
static const struct pgnpack_game *read_written(struct worker *worker, const struct pgnpack_game *game,
                                               uint64_t number, struct pgnpack_text *text_ret)
{
    const struct pgnpack_game *written;
    *text_ret = (struct pgnpack_text){NULL, 0};
    if (pgnpack_cursor_range(worker->texts, number, 1) != PGNPACK_OK ||
        pgnpack_cursor_next(worker->texts, &written) != PGNPACK_OK ||
        pgnpack_cursor_text(worker->texts, text_ret) != PGNPACK_OK ||
        pgnpack_pgn_reader_open(worker->reading, PGNPACK_FROM_MEMORY(text_ret->data, text_ret->size)) !=
            PGNPACK_OK ||
        pgnpack_pgn_reader_next(worker->reading, &written) != PGNPACK_OK)
        return game;
    return written;
}

/* How large a move is that begins at `at`; 0: no move begins there, or a move's number. */
static size_t word_size(struct pgnpack_text text, size_t at)
{
    size_t size = 0;
    while (at + size < text.size && size < WORD_SIZE_MAX && (unsigned char)text.data[at + size] > ' ' &&
           strchr("(){};", text.data[at + size]) == NULL)
        size++;
    return size != 0 && text.data[at + size - 1] == '.' ? 0 : size;
}

/* "no legal move fits this: Qxh9" */
static int add_trouble(struct piece *piece, uint64_t number, const struct pgnpack_game_details *details,
                       struct pgnpack_text text)
{
    char words[200];
    size_t at = (size_t)details->trouble_offset, size = at != 0 ? word_size(text, at) : 0;
    snprintf(words, sizeof words, "%s%s%.*s", details->trouble, size != 0 ? ": " : "", (int)size,
             size != 0 ? text.data + at : "");
    return add(piece, CHECK_MOVES, number, words);
}

static int add_marks(struct piece *piece, uint64_t number, const struct pgnpack_game *game)
{
    char words[100];
    struct pgnpack_text tag;
    pgnpack_game_find_tag(game, "Result", &tag);
    snprintf(words, sizeof words, "Result %.*s, but %s behind the moves",
             (int)(tag.size < 20 ? tag.size : 20), tag.size != 0 ? tag.data : "",
             result_text(pgnpack_game_result(game)));
    return add(piece, CHECK_MARKS, number, words);
}

static int add_end(struct piece *piece, uint64_t number, const struct pgnpack_game *game, enum check_end end)
{
    static const char *const ends[] = {[CHECK_END_MATE] = "checkmate",
                                       [CHECK_END_STALEMATE] = "stalemate",
                                       [CHECK_END_DEAD] = "too little material for a mate"};
    char words[100];
    snprintf(words, sizeof words, "%s after %u half-moves, but %s", ends[end],
             (unsigned)pgnpack_game_ply_count(game), result_text(pgnpack_game_result(game)));
    return add(piece, CHECK_RESULTS, number, words);
}

/* Returns 0 when there is no memory. */
static int look_at(struct worker *worker, struct piece *piece, uint64_t number,
                   const struct pgnpack_game *game)
{
    struct pgnpack_game_details details;
    struct pgnpack_text text;
    pgnpack_game_details(game, &details);
    if (details.trouble != NULL) {
        struct pgnpack_game_details written;
        game = read_written(worker, game, number, &text);
        pgnpack_game_details(game, &written);
        if (!add_trouble(piece, number, written.trouble != NULL ? &written : &details, text))
            return 0;
    }
    if (check_game_marks_differ(game) && !add_marks(piece, number, game))
        return 0;
    enum check_end end = check_game_end(game, worker->board);
    if (end != CHECK_END_FITS && !add_end(piece, number, game, end))
        return 0;
    return details.trouble != NULL || pgnpack_game_ply_count(game) != 0 ||
           add(piece, CHECK_EMPTY, number, "");
}

static enum pgnpack_status look_at_games(struct worker *worker, struct piece *piece)
{
    const struct pgnpack_game *game;
    enum pgnpack_status status =
        pgnpack_cursor_range(worker->cursor, piece->block.first_game, piece->block.game_count);
    while (status == PGNPACK_OK && (status = pgnpack_cursor_next(worker->cursor, &game)) == PGNPACK_OK) {
        piece->games++;
        piece->has_no_memory = !look_at(worker, piece, pgnpack_cursor_game_number(worker->cursor), game);
        if (piece->has_no_memory)
            return PGNPACK_END;
    }
    return status;
}

/* The `work` of the pool. */
static void look_at_block(void *slot, unsigned number)
{
    struct piece *piece = slot;
    struct worker *worker = &piece->scan->workers[number];
    piece->games = piece->count = piece->text_size = 0;
    piece->has_no_memory = 0;
    piece->error = (struct pgnpack_error){.status = PGNPACK_OK};
    if (look_at_games(worker, piece) == PGNPACK_END)
        return;
    piece->error = *pgnpack_error(worker->cursor);
    snprintf(piece->cause, sizeof piece->cause, "%s", piece->error.text);
    piece->error.text = piece->cause;
}

/* ---- In the first thread ---- */

/* The next block that has games, looked at; NULL: there are no more. Others are looked at meanwhile. */
static struct piece *next_piece(struct scan *scan)
{
    struct piece *piece;
    while (scan->next_block < scan->block_count && (piece = ordered_pool_free_slot(&scan->pool)) != NULL) {
        int is_there = pgnpack_reader_block(scan->report->reader, scan->next_block++, &piece->block);
        if (is_there && piece->block.game_count != 0)
            ordered_pool_hand_in(&scan->pool);
    }
    return ordered_pool_collect(&scan->pool);
}

static enum exit_status tell(struct check_report *report, const struct piece *piece)
{
    report->games += piece->games;
    for (size_t i = 0; i < piece->count; i++) {
        const struct found *found = &piece->found[i];
        const char *words = found->words != SIZE_MAX ? piece->text + found->words : "";
        check_report_add(report,
                         &(struct check_finding){.kind = found->kind, .game = found->game, .found = words});
    }
    if (piece->has_no_memory)
        return command_no_memory(report->context);
    return piece->error.status == PGNPACK_OK
               ? EXIT_FINE
               : command_report_path(report->context, report->database, &piece->error);
}

static int open_worker(const struct check_report *report, struct worker *worker)
{
    static const char *const tags[] = {"Result", "Variant"};
    const struct pgnpack_options options = command_library_options(report->context);
    worker->cursor = pgnpack_cursor_new(report->reader, PGNPACK_PART_TAGS | PGNPACK_PART_MOVES);
    worker->texts = pgnpack_cursor_new(report->reader, PGNPACK_PART_TEXT);
    worker->reading = pgnpack_pgn_reader_new(&options);
    worker->board = pgnpack_board_new(&options);
    return worker->cursor != NULL && worker->texts != NULL && worker->reading != NULL &&
           worker->board != NULL &&
           pgnpack_cursor_tags(worker->cursor, tags, sizeof tags / sizeof *tags) == PGNPACK_OK;
}

/* Returns 0 when there is no memory. */
static int start(struct scan *scan)
{
    unsigned threads = ordered_pool_threads(scan->report->context->threads), slot_count;
    scan->block_count = pgnpack_reader_info(scan->report->reader)->block_count;
    scan->worker_count = scan->block_count < threads ? (unsigned)scan->block_count : threads;
    if (scan->worker_count == 0)
        scan->worker_count = 1;
    slot_count = scan->worker_count > 1 ? scan->worker_count * SLOTS_A_WORKER : 1;
    for (unsigned i = 0; i < scan->worker_count; i++)
        if (!open_worker(scan->report, &scan->workers[i]))
            return 0;
    for (unsigned i = 0; i < slot_count; i++) {
        scan->pieces[i].scan = scan;
        scan->slots[i] = &scan->pieces[i];
    }
    return ordered_pool_start(&scan->pool, &scan->memory, scan->worker_count, scan->slots, slot_count,
                              look_at_block);
}

static void free_scan(struct scan *scan)
{
    ordered_pool_stop(&scan->pool);
    for (size_t i = 0; i < ORDERED_POOL_THREADS_MAX; i++) {
        pgnpack_free(scan->workers[i].cursor);
        pgnpack_free(scan->workers[i].texts);
        pgnpack_free(scan->workers[i].reading);
        pgnpack_free(scan->workers[i].board);
    }
    for (size_t i = 0; i < SLOTS_A_WORKER * ORDERED_POOL_THREADS_MAX; i++) {
        free(scan->pieces[i].found);
        free(scan->pieces[i].text);
    }
    free(scan);
}

enum exit_status check_games(struct check_report *report)
{
    struct scan *scan = calloc(1, sizeof *scan);
    if (scan == NULL)
        return command_no_memory(report->context);
    scan->report = report;
    memory_init(&scan->memory, NULL, 0);
    enum exit_status status = start(scan) ? EXIT_FINE : command_no_memory(report->context);
    const struct piece *piece;
    while (status == EXIT_FINE && (piece = next_piece(scan)) != NULL) {
        status = tell(report, piece);
        ordered_pool_release(&scan->pool);
    }
    free_scan(scan);
    return status;
}
