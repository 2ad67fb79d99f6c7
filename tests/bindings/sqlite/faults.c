/*
 * faults EXTENSION DATABASE: each question is asked with SQLite's n-th allocation failing, for every n, once and from there on. What
 * comes is the right answer, or an error; nothing is lost.
 */
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static sqlite3_mem_methods plain;
static long calls, fail_at;
static int fails_on;

static int is_refused(void)
{
    calls++;
    return fail_at != 0 && (fails_on ? calls >= fail_at : calls == fail_at);
}

static void *allocate(int size)
{
    return is_refused() ? NULL : plain.xMalloc(size);
}

static void *reallocate(void *piece, int size)
{
    return is_refused() ? NULL : plain.xRealloc(piece, size);
}

static int set_up(void)
{
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &plain) != SQLITE_OK)
        return 0;
    sqlite3_mem_methods faulty = plain;
    faulty.xMalloc = allocate;
    faulty.xRealloc = reallocate;
    return sqlite3_config(SQLITE_CONFIG_MALLOC, &faulty) == SQLITE_OK &&
           sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0) == SQLITE_OK;
}

enum { ANSWER_SIZE = 1 << 16 };

/* All rows, as text behind each other. An SQLite result code. */
static int ask(sqlite3 *db, const char *sql, char *answer)
{
    sqlite3_stmt *statement;
    size_t size = 0;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    answer[0] = '\0';
    while (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(statement); i++) {
            const char *text = (const char *)sqlite3_column_text(statement, i);
            if (text == NULL && sqlite3_errcode(db) == SQLITE_NOMEM)
                code = SQLITE_NOMEM;
            size += (size_t)snprintf(answer + size, ANSWER_SIZE - size, "%.200s|", text == NULL ? "" : text);
            size = size < ANSWER_SIZE ? size : ANSWER_SIZE - 1;
        }
        code = code == SQLITE_NOMEM ? code : SQLITE_OK;
    }
    int last = sqlite3_finalize(statement);
    return code == SQLITE_DONE ? last : code;
}

static const char *extension, *database;

/* As if the file had been changed: a table that has it open opens it again. */
static int touch(void)
{
    static time_t second = 1000000000;
    const struct timespec times[2] = {{.tv_sec = ++second}, {.tv_sec = second}};
    return utimensat(AT_FDCWD, database, times, 0);
}

/* A connection of its own for each question; the last of the texts is the question, before which the file changes. */
static int try_once(const char *const sql[2], char *answer)
{
    sqlite3 *db = NULL;
    char *error = NULL, text[4096];
    calls = 0;
    int code = sqlite3_open(":memory:", &db);
    if (code == SQLITE_OK)
        code = sqlite3_enable_load_extension(db, 1);
    if (code == SQLITE_OK)
        code = sqlite3_load_extension(db, extension, NULL, &error);
    for (int i = 0; i < 2 && code == SQLITE_OK; i++) {
        if (touch() != 0)
            return SQLITE_CANTOPEN;
        snprintf(text, sizeof text, sql[i], database);
        code = ask(db, text, answer);
    }
    sqlite3_free(error);
    sqlite3_close(db);
    return code;
}

static long passed, failed;

static void check(int is_right, const char *sql, long n, const char *what)
{
    if (is_right) {
        passed++;
        return;
    }
    failed++;
    if (failed < 20)
        printf("FAILED %s, allocation %ld%s: %s\n", sql, n, fails_on ? " and on" : "", what);
}

static void try_all(const char *const sql[2])
{
    static char answer[ANSWER_SIZE], right[ANSWER_SIZE];
    fail_at = 0;
    int code = try_once(sql, right);
    long count = calls;
    sqlite3_int64 before = sqlite3_memory_used();
    check(code == SQLITE_OK && right[0] != '\0', sql[1], 0, "there is no answer");
    for (int on = 0; on < 2; on++)
        for (long n = 1; n <= count; n++) {
            fails_on = on;
            fail_at = n;
            code = try_once(sql, answer);
            fail_at = 0;
            check(code != SQLITE_OK || strcmp(answer, right) == 0, sql[1], n, answer);
            check(sqlite3_memory_used() == before, sql[1], n, "memory was lost");
        }
    fails_on = 0;
}

int main(int count, char **arguments)
{
    static const char *const questions[][2] = {
        {"CREATE VIRTUAL TABLE g USING bcgn('%s')",
         "SELECT White, day, WhiteElo, san, moves, clocks, comments, text FROM g "
         "WHERE game < 4 AND White >= 'a' AND year IN (2024, 2025, 2026)"},
        {"SELECT 1", "SELECT tags, uci, evals, file FROM bcgn_games('%s', 'result=1-0') LIMIT 3"},
        {"SELECT 1",
         "SELECT Opening, count(*), max(rowid) FROM bcgn_games('%s') WHERE ECO LIKE 'b%%' GROUP BY Opening"},
        {"SELECT 1",
         "SELECT id, White FROM bcgn_games('%s') WHERE id IN ('8f2k1qz:17', 'x') OR id LIKE '%%:1'"},
        {"SELECT 1", "SELECT id, ply FROM bcgn_find('%s', 'move=O-O') WHERE id >= '' AND game < 9"},
        {"SELECT 1", "SELECT coalesce(bcgn_find_id('%s', '8f2k1qz:17'), 0)"},
        {"SELECT 1", "SELECT * FROM bcgn_positions('%s') WHERE game = 2 AND ply IN (1, 5)"},
        {"SELECT 1", "SELECT ply, fen FROM bcgn_positions('%s') WHERE game = 2"},
        {"SELECT 1", "SELECT * FROM bcgn_find('%s', 'move=O-O then move=O-O') WHERE game < 50"},
        {"SELECT 1",
         "SELECT * FROM bcgn_find('%s', 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2')"},
        {"SELECT 1", "SELECT * FROM bcgn_tree('%s', '', 'player=a')"},
        {"SELECT 1 WHERE '%s' <> ''", "SELECT bcgn_unpack(bcgn_pack('[Event \"x\"] 1. e4 e5 *', 3))"},
        {"SELECT 1 WHERE '%s' <> ''", "SELECT bcgn_key('4k3/8/8/8/8/8/8/4K3 w - -')"},
        {"SELECT 1", "SELECT White, san FROM bcgn_games('%s.pgn') LIMIT 2"},
        {"SELECT 1 WHERE '%s' <> ''",
         "SELECT bcgn_move_details('1. e4 {[%%clk 0:05:00]} e5 (1... c5) 2. Nf3'), "
         "bcgn_fen_at('e4', 1), bcgn_time_class('300+3'), bcgn_trouble('')"},
        {"SELECT 1 WHERE '%s' <> ''", "SELECT bcgn_match_ply('e4 e5 (e6 Nf3) Nc3', 'move=Nf3 variations'), "
                                      "bcgn_to_pgn('4k3/8/8/8/8/8/8/4K3 w')"}};
    if (count != 3 || !set_up())
        return 2;
    extension = arguments[1];
    database = arguments[2];
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++)
        try_all(questions[i]);
    printf("sqlite without memory: %ld passed, %ld failed\n", passed, failed);
    return failed != 0;
}
