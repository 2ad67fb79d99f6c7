/* Single games of a report as rows of tables. */
#ifndef PGNPACK_CLI_REPORT_GAME_ROW_H
#define PGNPACK_CLI_REPORT_GAME_ROW_H

#include "cli/report/report.h"

enum { GAME_ROW_TAGS = 4 };

/* The game that was read last. */
struct game_row {
    struct report *report;
    struct pgnpack_batch *batch;
    struct pgnpack_text values[GAME_ROW_TAGS];
    struct pgnpack_text *views[GAME_ROW_TAGS];
    uint64_t number;
    uint32_t plies;
    uint8_t result;
};

/* Of games with these tags; *row stays where it is. Failures were reported, and nothing is to be ended then. */
enum exit_status game_row_start(struct game_row *row, struct report *report,
                                const char *const tags[GAME_ROW_TAGS]);
void game_row_end(struct game_row *row);

/* The next game; PGNPACK_END behind the last one. Then that of a number. */
enum pgnpack_status game_row_next(struct game_row *row);
enum pgnpack_status game_row_go_to(struct game_row *row, uint64_t number);

/* Tells a failure of these, but that of an end. */
enum exit_status game_row_judge(struct game_row *row, enum pgnpack_status status);

/* A table with these columns, and result and moves behind them; then its rows. */
void game_row_head(const struct game_row *row, const char *const names[GAME_ROW_TAGS]);
void game_row_put(const struct game_row *row);

#endif
