#include "cli/search/find_notice.h"

#include <stdio.h>
#include <string.h>

#include "cli/base/number_text.h"
#include "system/commands.h"

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
    if (cursor == NULL || pgnpack_cursor_limit(cursor, codec->first_game, codec->first_count) != PGNPACK_OK) {
        pgnpack_cursor_free(cursor);
        return 0;
    }
    while (spent < SAMPLE_MS && pgnpack_cursor_next(cursor, &game) == PGNPACK_OK) {
        if (sampled++ == 0 && codec->first_count > 1)
            start = system_now_ms();
        spent = system_now_ms() - start;
    }
    pgnpack_cursor_free(cursor);
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
    static const char *const ways[CODEC_COUNT] = {[PGNPACK_MOVES_BITS] = "in bits",
                                                  [PGNPACK_MOVES_TABLE] = "by tables",
                                                  [PGNPACK_MOVES_MODEL] = "by a net",
                                                  [PGNPACK_MOVES_BEST] = "by a net"};
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
        "its moves are packed %s: decoding those of %s%s game%s takes %s%s; %s%s%spgnpack -3 makes a "
        "database that is searched in a fraction of a second",
        ways[slowest] != NULL ? ways[slowest] : "small", up_to, number_text(games, number), PLURAL_S(games),
        ms >= 1000 ? up_to : "", time_text(ms, time), is_ruled ? "" : "pgnfind --index ",
        is_ruled ? "" : database->file.name, is_ruled ? "" : " makes further searches faster, and ");
}

void find_notice_of_games(struct find_run *run, struct database *database, uint64_t games, int is_most)
{
    if (games == 0 || run->context->messages->quiet >= 1)
        return;
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(database->reader);
    if (blocks != NULL)
        say(run, database, blocks, games, is_most);
    pgnpack_block_reader_free(blocks);
}

void find_notice_of_query(struct find_run *run, struct database *database)
{
    const struct find_options *options = run->options;
    if (pgnpack_query_needs_moves(options->query))
        find_notice_of_games(run, database, UINT64_MAX,
                             options->first != UINT64_MAX || pgnpack_query_needs_tags(options->query));
}
