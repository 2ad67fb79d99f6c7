#include "cli/search/find_search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/growth.h"
#include "cli/base/messages.h"
#include "system/commands.h"
#include "system/ordered_pool.h"

/* ---- How long decoding takes ---- */

/* A sample is decoded for so long, or to the end of its block. The game before it warms up, as nets are made ready then. */
enum { SAMPLE_MS = 25, CODEC_COUNT = 8, TIME_SIZE = 40 };

/* The games of a database whose moves are packed one way. */
struct codec_games {
    uint64_t games, blocks;
    uint64_t first_game, first_count; /* of the first block of them */
};

/* ---- Counting ---- */

static int is_slow(enum pgnpack_moves moves)
{
    return moves != PGNPACK_MOVES_BY_LEVEL && moves != PGNPACK_MOVES_INDEX && (unsigned)moves < CODEC_COUNT;
}

/* Blocks that cannot be read are for the search to tell. Returns the games whose moves are slow to decode. */
static uint64_t count_games(const struct database *database, struct pgnpack_block_reader *blocks,
                            struct codec_games codecs[CODEC_COUNT])
{
    struct pgnpack_block_info info;
    struct pgnpack_block_details details;
    uint64_t games = 0;
    for (uint64_t i = 0; pgnpack_reader_block(database->reader, i, &info); i++) {
        if (info.game_count == 0 || pgnpack_block_reader_details(blocks, i, &details) != PGNPACK_OK ||
            !is_slow(details.moves))
            continue;
        struct codec_games *codec = &codecs[details.moves];
        if (codec->games == 0) {
            codec->first_game = info.first_game;
            codec->first_count = info.game_count;
        }
        codec->games += info.game_count;
        codec->blocks++;
        games += info.game_count;
    }
    return games;
}

/* Are there position columns, in the database or beside it? Then many games need not be decoded. */
static int has_columns(const struct database *database, struct pgnpack_block_reader *blocks)
{
    static const char wanted[] = "position columns";
    struct pgnpack_column column;
    size_t count;
    if (database->is_indexed)
        return 1;
    pgnpack_block_reader_columns(blocks, &count);
    for (size_t i = 0; pgnpack_block_reader_column(blocks, i, &column); i++)
        if (column.name.size == sizeof wanted - 1 && memcmp(column.name.data, wanted, sizeof wanted - 1) == 0)
            return 1;
    return 0;
}

/* ---- Time ---- */

/* Milliseconds for all games of a codec by one thread, from a sample of them; 0: none could be read. */
static double sample_codec(const struct database *database, const struct codec_games *codec)
{
    const struct pgnpack_game *game;
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(database->reader, PGNPACK_PART_MOVES);
    uint64_t start = system_now_ms(), spent = 0, sampled = 0;
    if (cursor == NULL || pgnpack_cursor_range(cursor, codec->first_game, codec->first_count) != PGNPACK_OK) {
        pgnpack_free(cursor);
        return 0;
    }
    while (spent < SAMPLE_MS && pgnpack_cursor_next(cursor, &game) == PGNPACK_OK) {
        if (sampled++ == 0 && codec->first_count > 1)
            start = system_now_ms();
        spent = system_now_ms() - start;
    }
    pgnpack_free(cursor);
    if (sampled > 1)
        sampled--;
    return sampled == 0 ? 0 : (double)(spent + 1) / (double)sampled * (double)codec->games;
}

/* "about 3 minutes" */
static const char *time_text(double ms, char text[TIME_SIZE])
{
    unsigned long seconds = (unsigned long)(ms / 1000 + 0.5);
    if (ms < 1000)
        snprintf(text, TIME_SIZE, "less than a second");
    else if (seconds < 90)
        snprintf(text, TIME_SIZE, "about %lu second%s", seconds, PLURAL_S(seconds));
    else if (seconds < 90 * 60)
        snprintf(text, TIME_SIZE, "about %lu minutes", (seconds + 30) / 60);
    else
        snprintf(text, TIME_SIZE, "about %lu hours", (seconds + 1800) / 3600);
    return text;
}

/* By as many threads as there are blocks for. *slowest_ret: the way to pack that takes most of it. */
static double estimate(const struct find_run *run, const struct database *database,
                       const struct codec_games codecs[CODEC_COUNT], unsigned *slowest_ret)
{
    double all = 0, most = 0;
    for (unsigned i = 0; i < CODEC_COUNT; i++) {
        if (codecs[i].games == 0)
            continue;
        uint64_t threads = codecs[i].blocks < run->workers ? codecs[i].blocks : run->workers;
        double ms = sample_codec(database, &codecs[i]) / (double)threads;
        all += ms;
        if (ms > most) {
            most = ms;
            *slowest_ret = i;
        }
    }
    return all;
}

static void say(struct find_run *run, const struct database *database, struct pgnpack_block_reader *blocks,
                uint64_t games, int is_most)
{
    struct codec_games codecs[CODEC_COUNT] = {{0, 0, 0, 0}};
    char number[NUMBER_TEXT_SIZE], time[TIME_SIZE];
    unsigned slowest = PGNPACK_MOVES_BY_LEVEL;
    uint64_t slow_games = count_games(database, blocks, codecs);
    double ms = slow_games != 0 ? estimate(run, database, codecs, &slowest) : 0;
    if (slowest == PGNPACK_MOVES_BY_LEVEL)
        return;
    if (games < slow_games)
        ms *= (double)games / (double)slow_games;
    else
        games = slow_games;
    int is_ruled = has_columns(database, blocks);
    const char *up_to = is_most || is_ruled ? "up to " : "";
    message_notice(
        run->context->messages, IN_FILE(database->file.name),
        "its moves are packed small and slow to decode: those of %s%s game%s take %s%s; %s%s%spgnpack -3 "
        "makes a database that is searched in a fraction of a second",
        up_to, number_text(games, number), PLURAL_S(games), ms >= 1000 ? up_to : "", time_text(ms, time),
        is_ruled ? "" : "pgnfind --index ", is_ruled ? "" : database->file.name,
        is_ruled ? "" : " makes further searches faster, and ");
}

void find_notice_of_games(struct find_run *run, struct database *database, uint64_t games, int is_most)
{
    if (games == 0 || run->context->messages->quiet >= 1)
        return;
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(database->reader, PGNPACK_DELETED_KEPT);
    if (blocks != NULL)
        say(run, database, blocks, games, is_most);
    pgnpack_free(blocks);
}

/* The notice of the run's query; none where tags answer it. */
static void find_notice_of_query(struct find_run *run, struct database *database)
{
    const struct find_options *options = run->options;
    unsigned needs = pgnpack_query_needs(run->query);
    if (needs & PGNPACK_QUERY_NEEDS_MOVES)
        find_notice_of_games(run, database, UINT64_MAX,
                             options->common.view.limit != UINT64_MAX ||
                                 (needs & PGNPACK_QUERY_NEEDS_TAGS) != 0);
}

/* ---- Searches ---- */

/* A piece of the database for each of `PIECES_A_WORKER` turns of a worker: progress and first results come soon. */
enum { PIECES_A_WORKER = 32, PIECES_MIN = 100, SLOTS_A_WORKER = 2, CAUSE_SIZE = 400 };

/* What could not be searched, and why. */
struct trouble {
    struct pgnpack_error error;
    char text[CAUSE_SIZE]; /* of the error */
};

/* What was found in a piece. */
struct piece {
    const struct search *search;
    uint64_t number;
    struct pgnpack_hit *hits;
    size_t hit_count, hit_capacity;
    struct trouble *troubles;
    size_t trouble_count, trouble_capacity;
    int has_no_memory;
};

struct search {
    struct find_run *run;
    const struct pgnpack_reader *reader;
    uint64_t limit; /* games at most, of each piece */
    uint64_t left;  /* of all pieces together, from now on */
    uint64_t piece_count;
    unsigned worker_count;
    struct memory memory; /* of the pool */
    struct ordered_pool pool;
    struct pgnpack_search *searches[ORDERED_POOL_THREADS_MAX]; /* by worker */
    struct piece pieces[SLOTS_A_WORKER * ORDERED_POOL_THREADS_MAX];
    void *slots[SLOTS_A_WORKER * ORDERED_POOL_THREADS_MAX];
};

/* ---- In the workers ---- */

static void add_trouble(struct piece *piece, const struct pgnpack_error *error)
{
    if (!GROW(piece->troubles, piece->trouble_capacity, piece->trouble_count + 1)) {
        piece->has_no_memory = 1;
        return;
    }
    struct trouble *trouble = &piece->troubles[piece->trouble_count++];
    trouble->error = *error;
    strncpy(trouble->text, error->text, sizeof trouble->text - 1);
    trouble->text[sizeof trouble->text - 1] = '\0';
}

/* *next_ret: the first game that was not found, nor passed over by a game that was. */
static enum pgnpack_status search_games(const struct search *search, struct pgnpack_search *handle,
                                        struct piece *piece, uint64_t first, uint64_t count,
                                        uint64_t *next_ret)
{
    enum { HITS_A_CALL = 64 };
    enum pgnpack_status status = pgnpack_search_range(handle, first, count);
    size_t found;
    *next_ret = first;
    while (status == PGNPACK_OK && !piece->has_no_memory) {
        uint64_t room = search->limit - piece->hit_count;
        if (room == 0)
            return PGNPACK_END;
        piece->has_no_memory = !GROW(piece->hits, piece->hit_capacity, piece->hit_count + HITS_A_CALL);
        if (piece->has_no_memory)
            break;
        status = pgnpack_search_next(handle, piece->hits + piece->hit_count,
                                     room < HITS_A_CALL ? (size_t)room : HITS_A_CALL, &found);
        piece->hit_count += found;
        if (found != 0)
            *next_ret = piece->hits[piece->hit_count - 1].game + 1;
    }
    return status;
}

/* Something is damaged from game `first` on: block by block, so that each tells for itself. */
static enum pgnpack_status search_blocks(const struct search *search, struct pgnpack_search *handle,
                                         struct piece *piece, uint64_t block, uint64_t end_block,
                                         uint64_t first)
{
    struct pgnpack_block_info info;
    uint64_t next;
    for (; block < end_block && pgnpack_reader_block(search->reader, block, &info); block++) {
        uint64_t end = info.first_game + info.game_count;
        uint64_t from = info.first_game > first ? info.first_game : first;
        if (from >= end)
            continue;
        enum pgnpack_status status = search_games(search, handle, piece, from, end - from, &next);
        if (pgnpack_status_is_of_block(status))
            add_trouble(piece, pgnpack_error(handle));
        else if (status != PGNPACK_END)
            return status;
    }
    return PGNPACK_END;
}

static void search_piece(void *slot, unsigned worker)
{
    struct piece *piece = slot;
    const struct search *search = piece->search;
    struct pgnpack_search *handle = search->searches[worker];
    struct pgnpack_shard shard;
    uint64_t next;
    piece->hit_count = piece->trouble_count = 0;
    pgnpack_reader_shard(search->reader, piece->number, search->piece_count, &shard);
    if (shard.game_count == 0)
        return;
    enum pgnpack_status status =
        search_games(search, handle, piece, shard.first_game, shard.game_count, &next);
    if (pgnpack_status_is_of_block(status))
        status = search_blocks(search, handle, piece, shard.first_block,
                               shard.first_block + shard.block_count, next);
    if (status != PGNPACK_END && status != PGNPACK_OK)
        add_trouble(piece, pgnpack_error(handle));
}

/* ---- In the first thread ---- */

static void show_progress(struct search *search, uint64_t number)
{
    struct pgnpack_block_info info;
    struct pgnpack_shard shard;
    uint64_t size = 0;
    pgnpack_reader_shard(search->reader, number, search->piece_count, &shard);
    for (uint64_t i = 0;
         i < shard.block_count && pgnpack_reader_block(search->reader, shard.first_block + i, &info); i++)
        size += info.size;
    progress_add(&search->run->context->progress, size);
}

static enum exit_status report(struct search *search, struct database *database, const struct piece *piece)
{
    enum exit_status status = EXIT_FINE;
    for (size_t i = 0; i < piece->trouble_count && status == EXIT_FINE; i++) {
        struct pgnpack_error error = piece->troubles[i].error;
        error.text = piece->troubles[i].text;
        status = find_run_judge(search->run, database, &error);
    }
    return status == EXIT_FINE && piece->has_no_memory ? command_no_memory(search->run->context) : status;
}

/* The next piece, searched; NULL: there are no more. Others are searched meanwhile. */
static const struct piece *next_piece(struct search *search)
{
    struct piece *piece;
    while (search->pool.handed_in < search->piece_count &&
           (piece = ordered_pool_free_slot(&search->pool)) != NULL) {
        piece->number = search->pool.handed_in;
        ordered_pool_hand_in(&search->pool);
    }
    return ordered_pool_collect(&search->pool);
}

static enum exit_status collect(struct search *search, struct database *database, find_take_function take,
                                void *opaque)
{
    enum exit_status status = EXIT_FINE;
    const struct piece *piece;
    while (status == EXIT_FINE && search->left != 0 && (piece = next_piece(search)) != NULL) {
        uint64_t count = piece->hit_count;
        status = report(search, database, piece);
        if (count > search->left)
            count = search->left;
        if (status == EXIT_FINE && count != 0)
            status = take(opaque, piece->hits, (size_t)count);
        search->left -= count;
        show_progress(search, piece->number);
        ordered_pool_release(&search->pool);
    }
    return status;
}

static int open_searches(struct search *search)
{
    for (unsigned i = 0; i < search->worker_count; i++) {
        search->searches[i] = pgnpack_search_new(search->reader, search->run->query);
        if (search->searches[i] == NULL)
            return 0;
    }
    return 1;
}

static void plan(struct search *search)
{
    uint64_t blocks = pgnpack_reader_info(search->reader)->block_count;
    unsigned workers = search->run->workers;
    uint64_t wanted = (uint64_t)workers * PIECES_A_WORKER;
    if (wanted < PIECES_MIN)
        wanted = PIECES_MIN;
    search->piece_count = blocks < wanted ? blocks : wanted;
    search->worker_count = blocks < workers ? (unsigned)(blocks != 0 ? blocks : 1) : workers;
}

/* A worker alone searches no piece before it is asked for. */
static int start_pool(struct search *search)
{
    unsigned slot_count = search->worker_count > 1 ? search->worker_count * SLOTS_A_WORKER : 1;
    for (unsigned i = 0; i < slot_count; i++) {
        search->pieces[i].search = search;
        search->slots[i] = &search->pieces[i];
    }
    memory_init(&search->memory, NULL, 0);
    return ordered_pool_start(&search->pool, &search->memory, search->worker_count, search->slots, slot_count,
                              search_piece);
}

static void add_counts(struct pgnpack_search_counts *sum, const struct pgnpack_search *search)
{
    struct pgnpack_search_counts counts;
    pgnpack_search_counts(search, &counts);
    sum->games += counts.games;
    sum->hits += counts.hits;
    sum->games_replayed += counts.games_replayed;
    sum->plies += counts.plies;
    sum->blocks_read += counts.blocks_read;
    sum->blocks_skipped += counts.blocks_skipped;
    sum->games_without_clocks += counts.games_without_clocks;
    sum->games_without_evals += counts.games_without_evals;
}

static void free_search(struct search *search)
{
    ordered_pool_stop(&search->pool);
    for (unsigned i = 0; i < ORDERED_POOL_THREADS_MAX && search->searches[i] != NULL; i++) {
        add_counts(&search->run->counts, search->searches[i]);
        pgnpack_free(search->searches[i]);
    }
    for (unsigned i = 0; i < SLOTS_A_WORKER * ORDERED_POOL_THREADS_MAX; i++) {
        free(search->pieces[i].hits);
        free(search->pieces[i].troubles);
    }
    free(search);
}

enum exit_status find_search(struct find_run *run, struct database *database, uint64_t limit,
                             find_take_function take, void *opaque)
{
    struct search *search = calloc(1, sizeof *search);
    if (search == NULL)
        return command_no_memory(run->context);
    search->run = run;
    search->reader = database->reader;
    search->limit = search->left = limit;
    plan(search);
    find_notice_of_query(run, database);
    enum exit_status status = open_searches(search) && start_pool(search)
                                  ? collect(search, database, take, opaque)
                                  : command_no_memory(run->context);
    free_search(search);
    return status;
}

static void tell_lack(const struct find_run *run, const char *numbers, uint64_t games)
{
    char count[NUMBER_TEXT_SIZE];
    if (games != 0)
        message_notice(run->context->messages, NULL, "no %s in %s of the games searched", numbers,
                       number_text(games, count));
}

void find_tell_lacks(const struct find_run *run)
{
    tell_lack(run, "clocks", run->counts.games_without_clocks);
    tell_lack(run, "evaluations", run->counts.games_without_evals);
}
