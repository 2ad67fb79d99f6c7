#include "cli/list/list_html.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/run/damage.h"
#include "cli/forms/count_row.h"
#include "cli/forms/game_counts.h"
#include "cli/pages/html_chart.h"
#include "cli/list/listing.h"
#include "cli/unpack/unpack.h"

/* Columns beyond these are added up. */
enum { COLUMNS_SHOWN_MAX = 24, COLUMN_LABEL_SIZE = 200 };

struct html_list {
    struct command_context *context;
    struct listing total;
    uint64_t listed; /* files */
    struct view_text *page;
};

/* ---- Frame ---- */

static const char style[] =
    "h1,h2{overflow-wrap:anywhere;line-height:1.2}\n"
    "h1{font-size:1.6rem}h2{font-size:1.3rem;margin-top:2.5rem;border-top:1px solid var(--line);"
    "padding-top:1rem}h3{font-size:1rem;margin:1.8rem 0 .4rem}\n"
    "dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr));gap:.6rem 1.2rem;margin:1rem 0}"
    "dt{color:var(--soft);font-size:.85rem}dd{margin:0;font-size:1.15rem}dd,td{"
    "font-variant-numeric:tabular-nums}\n"
    "table{border-collapse:collapse}th,td{padding:.12rem .9rem .12rem 0;text-align:right;font-weight:400}"
    "th[scope=row]{text-align:left;overflow-wrap:anywhere}tr>th[scope=col]{color:var(--soft);"
    "font-size:.85rem}tr>th[scope=col]:first-child{text-align:left}\n"
    ".bars,.members{width:100%}.bars th[scope=row]{width:30%;min-width:4rem}"
    ".bars .bar{width:99%;min-width:3rem}td,th[scope=col]{white-space:nowrap}"
    ".bars svg{display:block;width:100%;height:.85rem}\n"
    "rect{fill:var(--bar)}\n"
    ".plot{display:block;width:100%;height:9rem;border-bottom:1px solid var(--soft);"
    "border-top:1px dotted var(--line)}.axis{display:grid}.axis,.top,.note,summary{color:var(--soft);"
    "font-size:.85rem}.axis span{border-left:1px solid var(--line);padding-left:.2rem;overflow:hidden}\n"
    ".note{margin:.4rem 0}summary{cursor:pointer;margin:.3rem 0}\n"
    "@media(max-width:34rem){.bars th[scope=row]{width:42%}.members th:nth-child(4),.members "
    "td:nth-child(4){display:none}"
    "th,td{padding-right:.5rem}}\n";

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL && slash[1] != '\0' ? slash + 1 : path;
}

static void begin_page(struct html_list *list)
{
    const struct input_list *inputs = &list->context->options->inputs;
    char several[40];
    snprintf(several, sizeof several, "%u databases", (unsigned)inputs->count);
    const char *title = inputs->count == 1 ? base_name(inputs->names[0]) : several;
    static const char *const styles[] = {style, NULL};
    html_begin(list->page, title, styles);
    html_title(list->page, title);
}

/* ---- Figures ---- */

static void print_fact(struct view_text *page, const char *id, const char *name, uint64_t value)
{
    view_text_print(page, "<div class=\"%s\"><dt>%s</dt><dd>", id, name);
    html_count(page, value);
    view_text_print(page, "</dd></div>\n");
}

static void print_ratio(struct view_text *page, const struct listing *listing)
{
    double ratio = listing->packed_size != 0 ? (double)listing->text_size / (double)listing->packed_size : 0;
    view_text_print(page, "<div class=\"ratio\"><dt>ratio</dt><dd>%.2f</dd></div>\n", ratio);
}

static void print_facts(struct view_text *page, const struct listing *listing)
{
    view_text_print(page, "<dl>\n");
    print_fact(page, "games", "games", listing->games);
    print_fact(page, "text_size", "bytes of text", listing->text_size);
    print_fact(page, "packed_size", "bytes packed", listing->packed_size);
    print_ratio(page, listing);
    if (listing->version != 0) {
        print_fact(page, "blocks", "blocks", listing->blocks);
        print_fact(page, "segments", "segments", listing->segments);
        print_fact(page, "files", "files with names", listing->files);
    }
    view_text_print(page, "</dl>\n");
}

static void print_note(struct view_text *page, const char *what, uint64_t count)
{
    if (count == 0)
        return;
    view_text_print(page, "<p class=\"note\">%s: ", what);
    html_count(page, count);
    view_text_print(page, "</p>\n");
}

static void print_member(struct view_text *page, const struct member *member)
{
    view_text_print(page, "<tr><th scope=\"row\">");
    html_text(page, member->name, strlen(member->name));
    view_text_print(page, "%s</th><td>", member->name[0] == '\0' ? "(no name)" : "");
    html_count(page, member->games);
    view_text_print(page, "</td><td>");
    html_count(page, member->text_size);
    view_text_print(page, "</td><td>");
    html_count(page, member->packed_size);
    view_text_print(page, "</td></tr>\n");
}

static void print_members(struct html_list *list, const struct members *members)
{
    if (members->named != 0)
        view_text_print(
            list->page,
            "<h3>Files</h3>\n<table class=\"members\">\n<tr><th scope=\"col\">name</th><th "
            "scope=\"col\">games</th><th scope=\"col\">text</th><th scope=\"col\">packed</th></tr>\n");
    for (size_t i = 0; i < members->count && members->named != 0; i++)
        print_member(list->page, &members->list[i]);
    if (members->named != 0)
        view_text_print(list->page, "</table>\n");
}

/* ---- Sizes by column ---- */

static int compare_columns(const void *a, const void *b)
{
    const struct chart_bar *first = a, *second = b;
    return (second->value > first->value) - (second->value < first->value);
}

/* "tags: White", in memory of the caller's. */
static void label_column(const struct pgnpack_column *column, char *label, struct chart_bar *bar)
{
    int name_size =
        column->name.size < COLUMN_LABEL_SIZE / 2 ? (int)column->name.size : COLUMN_LABEL_SIZE / 2;
    int size = snprintf(label, COLUMN_LABEL_SIZE, "%s%s", column->part, name_size != 0 ? ": " : "");
    memcpy(label + size, column->name.data, (size_t)name_size);
    *bar = (struct chart_bar){
        .label = label, .label_size = (size_t)size + (size_t)name_size, .value = column->packed_size};
}

static void print_columns(struct view_text *page, struct chart_bar *bars, size_t count)
{
    struct chart_bar rest = {.label = "(the rest)", .label_size = 10};
    qsort(bars, count, sizeof *bars, compare_columns);
    size_t shown = count > COLUMNS_SHOWN_MAX ? COLUMNS_SHOWN_MAX : count;
    for (size_t i = shown; i < count; i++)
        rest.value += bars[i].value;
    if (shown < count)
        bars[shown++] = rest;
    view_text_print(page, "<h3>Where the bytes are</h3>\n");
    html_bars(page, "columns", "column", "bytes packed", NULL, bars, shown);
}

static enum exit_status list_columns(struct html_list *list, const struct database *database)
{
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(database->reader, PGNPACK_DELETED_KEPT);
    struct pgnpack_column column;
    size_t count = 0;
    enum exit_status status = EXIT_FINE;
    if (blocks == NULL)
        return command_no_memory(list->context);
    if (pgnpack_block_reader_columns(blocks, &count) != PGNPACK_OK)
        status = damage_report(list->context, database->file.name, database->reader, pgnpack_error(blocks));
    struct chart_bar *bars = calloc(count + 1, sizeof *bars);
    char(*labels)[COLUMN_LABEL_SIZE] = calloc(count + 1, sizeof *labels);
    if (bars == NULL || labels == NULL)
        status = command_no_memory(list->context);
    else
        for (size_t i = 0; i < count && pgnpack_block_reader_column(blocks, i, &column); i++)
            label_column(&column, labels[i], &bars[i]);
    if (bars != NULL && labels != NULL && count != 0)
        print_columns(list->page, bars, count);
    free(bars);
    free(labels);
    pgnpack_free(blocks);
    return status;
}

/* ---- Charts of games ---- */

static void print_ratings(struct view_text *page, const struct game_counts *counts)
{
    size_t first, end;
    view_text_print(page, "<h3>Ratings of both players</h3>\n");
    if (counts_find_extent(counts->ratings, RATING_RANGES, &first, &end)) {
        const struct chart_range range = {.values = counts->ratings + first,
                                          .count = end - first,
                                          .first = first * RATING_STEP,
                                          .step = RATING_STEP,
                                          .is_open = end == RATING_RANGES,
                                          .labels = "rating",
                                          .what = "players"};
        html_columns(page, "ratings", &range);
    }
    print_note(page, "Ratings that are not known", counts->no_ratings);
}

/* Years by themselves, or 10 or 100 of them together: what has room. */
static void print_years(struct view_text *page, const struct game_counts *counts)
{
    enum { YEARS_SHOWN_MAX = 100 };
    uint64_t values[YEAR_COUNT] = {0};
    size_t first, end, step = 1;
    view_text_print(page, "<h3>Years</h3>\n");
    if (counts_find_extent(counts->years, YEAR_COUNT, &first, &end)) {
        while (end / step - first / step >= YEARS_SHOWN_MAX)
            step *= 10;
        for (size_t i = first; i < end; i++)
            values[i / step - first / step] += counts->years[i];
        const struct chart_range range = {.values = values,
                                          .count = (end - 1) / step - first / step + 1,
                                          .first = first / step * step,
                                          .step = step,
                                          .labels = "year",
                                          .what = "games"};
        html_columns(page, "years", &range);
    }
    print_note(page, "Games without a year", counts->no_years);
}

static void print_plies(struct view_text *page, const struct game_counts *counts)
{
    size_t first, end;
    view_text_print(page, "<h3>Length in plies</h3>\n");
    if (!counts_find_extent(counts->plies, PLY_RANGES, &first, &end))
        return;
    const struct chart_range range = {.values = counts->plies,
                                      .count = end,
                                      .step = PLY_STEP,
                                      .is_open = end == PLY_RANGES,
                                      .labels = "plies",
                                      .what = "games"};
    html_columns(page, "plies", &range);
}

static void print_results(struct view_text *page, const struct game_counts *counts)
{
    struct chart_bar bars[RESULT_COUNT];
    char shares[RESULT_COUNT][24];
    for (size_t i = 0; i < RESULT_COUNT; i++) {
        uint64_t games = counts->results[told_results[i].result];
        snprintf(shares[i], sizeof shares[i], "%.1f %%",
                 counts->games != 0 ? 100 * (double)games / (double)counts->games : 0);
        bars[i] = (struct chart_bar){told_results[i].text, strlen(told_results[i].text), games, shares[i]};
    }
    view_text_print(page, "<h3>Results</h3>\n");
    html_bars(page, "results", "result", "games", "share", bars, RESULT_COUNT);
}

static int compare_moves(const void *a, const void *b)
{
    const struct first_move *first = a, *second = b;
    if (first->games != second->games)
        return (second->games > first->games) - (second->games < first->games);
    return strcmp(first->san, second->san);
}

static void print_first_moves(struct view_text *page, struct game_counts *counts)
{
    struct chart_bar bars[FIRST_MOVES_MAX];
    char scores[FIRST_MOVES_MAX][24];
    qsort(counts->first_moves, counts->first_move_count, sizeof counts->first_moves[0], compare_moves);
    for (size_t i = 0; i < counts->first_move_count; i++) {
        const struct first_move *move = &counts->first_moves[i];
        snprintf(scores[i], sizeof scores[i], "%.1f %%",
                 move->finished != 0 ? 50 * (double)move->half_points / (double)move->finished : 0);
        bars[i] = (struct chart_bar){move->san, strlen(move->san), move->games,
                                     move->finished != 0 ? scores[i] : NULL};
    }
    view_text_print(page, "<h3>First moves</h3>\n");
    if (counts->first_move_count != 0)
        html_bars(page, "first_moves", "move", "games", "White scores", bars, counts->first_move_count);
    print_note(page, "Games that begin at a position of their own (tag FEN)", counts->other_starts);
    print_note(page, "Games without a first move", counts->no_first_move);
}

static enum exit_status print_games(struct html_list *list, struct database *database)
{
    struct game_counts *counts = calloc(1, sizeof *counts);
    if (counts == NULL)
        return command_no_memory(list->context);
    database_begin_pass(database);
    enum exit_status status = game_counts_add(counts, list->context, database);
    const struct pgnpack_reader_info *info = pgnpack_reader_info(database->reader);
    uint64_t deleted = list->context->options->with_deleted ? 0 : info->deleted_count;
    print_note(list->page, "Games that are damaged, and not in the charts",
               info->game_count - deleted - counts->games);
    print_note(list->page, "Games that are deleted, and not in the charts", deleted);
    if (counts->games != 0) {
        print_results(list->page, counts);
        print_first_moves(list->page, counts);
        print_ratings(list->page, counts);
        print_years(list->page, counts);
        print_plies(list->page, counts);
    }
    free(counts);
    return status;
}

/* ---- Files ---- */

static void print_name(struct html_list *list, const struct listing *listing)
{
    view_text_print(list->page, "<section>\n");
    if (list->context->options->inputs.count > 1) {
        view_text_print(list->page, "<h2>");
        html_text(list->page, listing->name, strlen(listing->name));
        view_text_print(list->page, "</h2>\n");
    }
    if (!listing->is_closed)
        view_text_print(list->page, "<p class=\"note\">It is damaged: this is what was found in it.</p>\n");
    if (listing->version == 0)
        view_text_print(list->page, "<p class=\"note\">BCGN 0, which has no index.</p>\n");
    print_facts(list->page, listing);
    listing_add(&list->total, listing);
    list->listed++;
}

static enum exit_status worse(enum exit_status first, enum exit_status second)
{
    return first != EXIT_FINE ? first : second;
}

static enum exit_status list_bcgn1(struct html_list *list, struct database *database)
{
    struct listing listing;
    struct members members;
    int done = members_read(&members, database->reader, 1);
    listing_read(&listing, database, &members);
    print_name(list, &listing);
    print_members(list, &members);
    members_free(&members);
    enum exit_status status = worse(database->damage, done ? EXIT_FINE : command_no_memory(list->context));
    status = worse(status, list_columns(list, database));
    status = worse(status, print_games(list, database));
    view_text_print(list->page, "</section>\n");
    return worse(status, command_check_games(list->context, listing.name, listing.games));
}

static enum exit_status list_bcgn0(struct html_list *list, const char *input, const struct database *database)
{
    struct unpack_job job = {.context = list->context};
    enum exit_status status = unpack_input(&job, input, NULL);
    const struct listing listing = {.name = database->file.name,
                                    .games = job.games,
                                    .text_size = job.text_size,
                                    .packed_size = database->file.size,
                                    .is_closed = 1};
    if (status != EXIT_FINE)
        return status;
    print_name(list, &listing);
    view_text_print(list->page, "</section>\n");
    return command_check_games(list->context, listing.name, listing.games);
}

static enum exit_status list_input(struct command_context *context, const char *input, void *opaque)
{
    struct html_list *list = opaque;
    struct database database;
    enum exit_status status = database_open(&database, context, input, 0);
    if (status != EXIT_FINE)
        return status;
    progress_pause(&context->progress);
    status = database.reader != NULL ? list_bcgn1(list, &database) : list_bcgn0(list, input, &database);
    database_close(&database);
    progress_resume(&context->progress);
    return worse(list->page->status, status);
}

static enum exit_status list_inputs(struct html_list *list)
{
    begin_page(list);
    enum exit_status status = command_each_input(list->context, list_input, list);
    if (list->listed > 1) {
        view_text_print(list->page, "<section class=\"total\">\n<h2>Together</h2>\n");
        list->total.version = 1;
        print_facts(list->page, &list->total);
        view_text_print(list->page, "</section>\n");
    }
    view_text_print(list->page, "</body>\n</html>\n");
    return worse(view_text_flush(list->page), status);
}

/* A page with damage is written to standard output, and to a file where --salvage says so. */
enum exit_status list_html(struct command_context *context)
{
    struct html_list list = {.context = context};
    enum exit_status status;
    list.page = view_text_open(context, context->options->output, &status);
    if (list.page == NULL)
        return status;
    status = list_inputs(&list);
    int is_kept = status == EXIT_FINE || (status == EXIT_CORRUPT && context->options->salvage);
    return view_text_close(list.page, status, is_kept);
}
