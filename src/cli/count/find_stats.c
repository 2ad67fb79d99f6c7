#include "cli/count/find_stats.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/forms/count_row.h"
#include "cli/forms/csv.h"
#include "cli/base/messages.h"
#include "pgnpack_extra.h"

enum { ROWS = 512, TAGS = 3, LABEL_SIZE = 32 };

struct find_stats {
    struct game_counts counts;
    struct pgnpack_batch *batch; /* of the present database */
    struct pgnpack_names *players, *openings;
    struct pgnpack_text values[TAGS][ROWS];
    struct pgnpack_text *views[TAGS];
    uint32_t plies[ROWS];
    uint8_t results[ROWS];
    const struct pgnpack_reader *reader;
    struct pgnpack_error error; /* of the call that failed last */
    char error_text[1024];
};

struct find_stats *find_stats_new(void)
{
    struct find_stats *stats = calloc(1, sizeof *stats);
    if (stats == NULL)
        return NULL;
    for (size_t i = 0; i < TAGS; i++)
        stats->views[i] = stats->values[i];
    return stats;
}

void find_stats_free(struct find_stats *stats)
{
    if (stats == NULL)
        return;
    pgnpack_free(stats->batch);
    pgnpack_free(stats->players);
    pgnpack_free(stats->openings);
    free(stats);
}

/* ---- Counting ---- */

/* Keeps the error, which goes when what it is of goes on. */
static enum pgnpack_status fail(struct find_stats *stats, const struct pgnpack_error *error)
{
    stats->error = *error;
    snprintf(stats->error_text, sizeof stats->error_text, "%s", error->text);
    stats->error.text = stats->error_text;
    return error->status;
}

static enum pgnpack_status fail_without_memory(struct find_stats *stats)
{
    const struct pgnpack_error error = {
        .status = PGNPACK_ERROR_MEMORY, .offset = UINT64_MAX, .text = "there is no memory"};
    return fail(stats, &error);
}

static enum pgnpack_status names_go_to(struct find_stats *stats, struct pgnpack_names **names,
                                       const char *tag, const struct pgnpack_reader *reader)
{
    if (*names == NULL && reader == NULL)
        return PGNPACK_OK;
    if (*names == NULL && (*names = pgnpack_names_new(reader, tag, NULL)) == NULL)
        return fail_without_memory(stats);
    if (pgnpack_names_go_to(*names, reader) != PGNPACK_OK)
        return fail(stats, pgnpack_error(*names));
    return PGNPACK_OK;
}

enum pgnpack_status find_stats_go_to(struct find_stats *stats, const struct pgnpack_reader *reader)
{
    static const char *const tags[TAGS] = {"WhiteElo", "BlackElo", "Date"};
    const struct pgnpack_batch_options options = {.size = sizeof options,
                                                  .tags = tags,
                                                  .tag_count = TAGS,
                                                  .parts = PGNPACK_BATCH_PLIES | PGNPACK_BATCH_RESULTS};
    pgnpack_free(stats->batch);
    stats->batch = NULL;
    stats->reader = reader;
    enum pgnpack_status status = names_go_to(stats, &stats->players, NULL, reader);
    if (status == PGNPACK_OK)
        status = names_go_to(stats, &stats->openings, "ECO", reader);
    if (status != PGNPACK_OK || reader == NULL)
        return status;
    stats->batch = pgnpack_batch_new(reader, &options);
    return stats->batch != NULL ? PGNPACK_OK : fail_without_memory(stats);
}

/* Those games that the batch gives. */
static enum pgnpack_status count_rows(struct find_stats *stats)
{
    const struct pgnpack_columns columns = {.size = sizeof columns,
                                            .capacity = ROWS,
                                            .plies = stats->plies,
                                            .results = stats->results,
                                            .views = stats->views};
    size_t count;
    enum pgnpack_status status;
    while ((status = pgnpack_batch_next(stats->batch, &columns, &count)) == PGNPACK_OK)
        for (size_t i = 0; i < count; i++)
            count_row(&stats->counts, &(struct count_row){.plies = stats->plies[i],
                                                          .result = stats->results[i],
                                                          .white_elo = stats->values[0][i],
                                                          .black_elo = stats->values[1][i],
                                                          .date = stats->values[2][i]});
    return status == PGNPACK_END ? PGNPACK_OK : fail(stats, pgnpack_error(stats->batch));
}

/* Games of one block: what can be counted of them. */
static enum pgnpack_status count_in_block(struct find_stats *stats, uint64_t first, uint64_t count)
{
    enum pgnpack_status status = pgnpack_batch_range(stats->batch, first, count);
    status = status == PGNPACK_OK ? count_rows(stats) : fail(stats, pgnpack_error(stats->batch));
    if (pgnpack_names_add(stats->players, first, count) != PGNPACK_OK && status == PGNPACK_OK)
        status = fail(stats, pgnpack_error(stats->players));
    if (pgnpack_names_add(stats->openings, first, count) != PGNPACK_OK && status == PGNPACK_OK)
        status = fail(stats, pgnpack_error(stats->openings));
    return status;
}

enum pgnpack_status find_stats_add(struct find_stats *stats, uint64_t first, uint64_t count)
{
    struct pgnpack_block_info info;
    enum pgnpack_status result = PGNPACK_OK;
    uint64_t end = count > UINT64_MAX - first ? UINT64_MAX : first + count;
    while (first < end &&
           pgnpack_reader_block(stats->reader, pgnpack_reader_find_block(stats->reader, first), &info)) {
        uint64_t stop = info.first_game + info.game_count < end ? info.first_game + info.game_count : end;
        enum pgnpack_status status = count_in_block(stats, first, stop - first);
        if (result == PGNPACK_OK || (status != PGNPACK_OK && !pgnpack_status_is_of_block(status)))
            result = status;
        if (status != PGNPACK_OK && !pgnpack_status_is_of_block(status))
            break;
        first = stop;
    }
    return result;
}

enum pgnpack_status find_stats_add_hits(struct find_stats *stats, const struct pgnpack_hit *hits,
                                        size_t count)
{
    enum pgnpack_status status = PGNPACK_OK;
    for (size_t i = 0, end; i < count && (status == PGNPACK_OK || pgnpack_status_is_of_block(status));
         i = end) {
        for (end = i + 1; end < count && hits[end].game == hits[end - 1].game + 1;)
            end++;
        enum pgnpack_status last = find_stats_add(stats, hits[i].game, end - i);
        status = last == PGNPACK_OK || pgnpack_status_is_of_block(last)
                     ? (status != PGNPACK_OK ? status : last)
                     : last;
    }
    return status;
}

const struct pgnpack_error *find_stats_error(struct find_stats *stats)
{
    return &stats->error;
}

/* ---- Lists of counts, as all forms have them ---- */

/* Numbers of ranges first, first + step, ... */
struct count_list {
    const char *what; /* in CSV */
    const char *name; /* in JSON */
    const char *key;
    const uint64_t *values;
    size_t count, step;
};

enum { LISTS = 3 };

static void set_lists(const struct game_counts *counts, struct count_list lists[LISTS])
{
    lists[0] = (struct count_list){"rating", "ratings", "from", counts->ratings, RATING_RANGES, RATING_STEP};
    lists[1] = (struct count_list){"plies", "plies", "from", counts->plies, PLY_RANGES, PLY_STEP};
    lists[2] = (struct count_list){"year", "years", "year", counts->years, YEAR_COUNT, 1};
}

/* ---- CSV ---- */

static enum pgnpack_status csv_names(struct pgnpack_names *names, const char *what, uint64_t limit,
                                     struct view_text *text)
{
    struct pgnpack_name name;
    enum pgnpack_status status = PGNPACK_OK;
    for (uint64_t i = 0; i < limit && (status = pgnpack_names_next(names, &name)) == PGNPACK_OK; i++) {
        view_text_print(text, "%s,", what);
        csv_put_value(text, name.name);
        view_text_print(text, ",%" PRIu64 "\n", name.games);
    }
    return status == PGNPACK_END ? PGNPACK_OK : status;
}

static void write_csv(const struct game_counts *counts, struct view_text *text)
{
    struct count_list lists[LISTS];
    set_lists(counts, lists);
    view_text_string(text, "What,Value,Count\n");
    for (size_t i = 0; i < RESULT_COUNT; i++)
        view_text_print(text, "result,%s,%" PRIu64 "\n", told_results[i].text,
                        counts->results[told_results[i].result]);
    for (size_t i = 0; i < LISTS; i++)
        for (size_t j = 0; j < lists[i].count; j++)
            if (lists[i].values[j] != 0)
                view_text_print(text, "%s,%zu,%" PRIu64 "\n", lists[i].what, j * lists[i].step,
                                lists[i].values[j]);
}

/* ---- JSON ---- */

static void write_json_list(const struct count_list *list, struct view_text *text)
{
    const char *before = "";
    view_text_print(text, ",\n\"%s\": [", list->name);
    for (size_t i = 0; i < list->count; i++) {
        if (list->values[i] == 0)
            continue;
        view_text_print(text, "%s\n{\"%s\": %zu, \"count\": %" PRIu64 "}", before, list->key, i * list->step,
                        list->values[i]);
        before = ",";
    }
    view_text_string(text, "]");
}

static void write_json(const struct game_counts *counts, struct view_text *text)
{
    struct count_list lists[LISTS];
    set_lists(counts, lists);
    view_text_print(text, "{\"games\": %" PRIu64 ",\n\"results\": {", counts->games);
    for (size_t i = 0; i < RESULT_COUNT; i++)
        view_text_print(text, "%s\"%s\": %" PRIu64, i == 0 ? "" : ", ", told_results[i].text,
                        counts->results[told_results[i].result]);
    view_text_string(text, "}");
    for (size_t i = 0; i < LISTS; i++)
        write_json_list(&lists[i], text);
    view_text_print(text, ",\n\"no_rating\": %" PRIu64 ", \"no_year\": %" PRIu64, counts->no_ratings,
                    counts->no_years);
}

/* ---- The table ---- */

/* A line with its share of all, and a bar of it beside the largest. */
static void print_line(const char *label, uint64_t value, uint64_t all, uint64_t largest,
                       struct view_text *text)
{
    enum { BAR_SIZE = 40 };
    uint64_t share = all == 0 ? 0 : (1000 * value + all / 2) / all;
    size_t bar = largest == 0 ? 0 : (size_t)((BAR_SIZE * value + largest - 1) / largest);
    view_text_print(text, "%12s %10" PRIu64 " %3u.%u%%", label, value, (unsigned)(share / 10),
                    (unsigned)(share % 10));
    view_text_string(text, bar != 0 ? "  " : "");
    while (bar-- > 0)
        view_text_string(text, "#");
    view_text_string(text, "\n");
}

static uint64_t largest_of(const uint64_t *values, size_t count)
{
    uint64_t largest = 0;
    for (size_t i = 0; i < count; i++)
        largest = values[i] > largest ? values[i] : largest;
    return largest;
}

/* Ranges of `step`, from the first to the last that is not empty. */
static void print_ranges(const char *head, const uint64_t *values, size_t count, size_t step,
                         uint64_t unknown, struct view_text *text)
{
    char label[LABEL_SIZE];
    uint64_t largest = largest_of(values, count), all = unknown;
    size_t first, end;
    for (size_t i = 0; i < count; i++)
        all += values[i];
    largest = unknown > largest ? unknown : largest;
    view_text_print(text, "\n%12s %10s %6s\n", head, "number", "share");
    counts_find_extent(values, count, &first, &end);
    for (size_t i = first; i < end; i++) {
        if (i + 1 == count)
            snprintf(label, sizeof label, "%zu-", i * step);
        else
            snprintf(label, sizeof label, "%zu-%zu", i * step, i * step + step - 1);
        print_line(label, values[i], all, largest, text);
    }
    if (unknown != 0)
        print_line("unknown", unknown, all, largest, text);
}

static void write_table(const struct game_counts *counts, struct view_text *text)
{
    enum { DECADES = YEAR_COUNT / 10 };
    uint64_t decades[DECADES + 1] = {0}; /* none is open */
    view_text_print(text, "%s\n\n%12s %10s %6s\n", COUNTED(counts->games, "game"), "result", "number",
                    "share");
    for (size_t i = 0; i < RESULT_COUNT; i++)
        print_line(told_results[i].text, counts->results[told_results[i].result], counts->games,
                   largest_of(counts->results, RESULT_COUNT), text);
    print_ranges("rating", counts->ratings, RATING_RANGES, RATING_STEP, counts->no_ratings, text);
    print_ranges("half-moves", counts->plies, PLY_RANGES, PLY_STEP, 0, text);
    for (size_t i = 0; i < YEAR_COUNT; i++)
        decades[i / 10] += counts->years[i];
    print_ranges("years", decades, DECADES + 1, 10, counts->no_years, text);
}

/* ---- All forms ---- */

enum pgnpack_status find_stats_write(struct find_stats *stats, uint64_t limit, enum find_form form,
                                     struct view_text *text)
{
    static void (*const writers[])(const struct game_counts *, struct view_text *) = {
        [FIND_AS_TEXT] = write_table, [FIND_AS_CSV] = write_csv, [FIND_AS_JSON] = write_json};
    struct pgnpack_names *const names[2] = {stats->players, stats->openings};
    static const char *const what[2] = {"player", "opening"};
    enum pgnpack_status status = PGNPACK_OK;
    writers[form](&stats->counts, text);
    for (int i = 0; i < 2 && status == PGNPACK_OK; i++) {
        if (form == FIND_AS_JSON)
            view_text_print(text, ",\n\"%ss\": ", what[i]);
        else if (form == FIND_AS_TEXT)
            view_text_string(text, "\n");
        if (names[i] == NULL)
            view_text_string(text, form == FIND_AS_JSON ? "[]" : "");
        else
            status = form == FIND_AS_CSV
                         ? csv_names(names[i], what[i], limit, text)
                         : find_names_write(names[i], i == 0 ? NULL : what[i], limit, form, text, NULL);
        if (status != PGNPACK_OK)
            fail(stats, pgnpack_error(names[i]));
    }
    if (form == FIND_AS_JSON)
        view_text_string(text, "}");
    return status;
}
