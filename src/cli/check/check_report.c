#include "cli/check/check_report.h"

#include <inttypes.h>

#include "cli/forms/json.h"

/* Names for programs, and words. */
static const struct {
    const char *name, *words;
} kinds[CHECK_KINDS] = {
    [CHECK_MOVES] = {"moves", "moves that are illegal or not understood"},
    [CHECK_MARKS] = {"marks", "Result tag and termination mark that differ"},
    [CHECK_RESULTS] = {"results", "a result that the final position contradicts"},
    [CHECK_DATES] = {"dates", "a date that cannot be"},
    [CHECK_RATINGS] = {"ratings", "a player of two ratings on one day"},
    [CHECK_NAMES] = {"names", "White or Black without a name"},
    [CHECK_EMPTY] = {"empty", "no moves"},
    [CHECK_DUPLICATES] = {"duplicates", "the same game as another one"},
};

int check_report_lists(const struct check_report *report)
{
    return report->context->options->verbose;
}

/* ---- A game ---- */

static void list_as_json(const struct check_report *report, const struct check_finding *finding,
                         const char *id, const char *other_id)
{
    struct view_text *text = report->text;
    view_text_string(text, "{\"database\": ");
    json_put_string(text, report->database);
    json_known_string(text, "kind", kinds[finding->kind].name);
    json_number(text, "game", finding->game);
    json_known_string(text, "id", id);
    json_known_string(text, "found", finding->found);
    if (finding->other != 0) {
        json_number(text, "other", finding->other);
        json_known_string(text, "other_id", other_id);
    }
    view_text_string(text, "}\n");
}

static void list_as_text(const struct check_report *report, const struct check_finding *finding,
                         const char *id, const char *other_id)
{
    struct view_text *text = report->text;
    view_text_print(text, "%10" PRIu64 "  %-16s  %s", finding->game, id[0] != '\0' ? id : "-",
                    kinds[finding->kind].name);
    if (finding->found != NULL) {
        view_text_string(text, ": ");
        view_text_safe_string(text, finding->found);
    }
    if (finding->other != 0)
        view_text_print(text, "%s game %" PRIu64 "%s%s", finding->found != NULL ? " in" : ": of",
                        finding->other, other_id[0] != '\0' ? ", " : "", other_id);
    view_text_string(text, "\n");
}

void check_report_add(struct check_report *report, const struct check_finding *finding)
{
    char id[PGNPACK_ID_SIZE], other_id[PGNPACK_ID_SIZE] = "";
    report->counts[finding->kind] += !finding->is_again;
    if (!check_report_lists(report))
        return;
    pgnpack_reader_game_id(report->reader, finding->game, id);
    if (finding->other != 0)
        pgnpack_reader_game_id(report->reader, finding->other, other_id);
    (report->context->options->view.json ? list_as_json : list_as_text)(report, finding, id, other_id);
}

/* ---- The table ---- */

static void end_json(struct view_text *text, const char *database, const char *kind, uint64_t games)
{
    view_text_string(text, "{\"database\": ");
    json_put_string(text, database);
    json_known_string(text, "kind", kind);
    json_number(text, "games", games);
    view_text_string(text, "}\n");
}

/* Of games that are not deleted. */
static uint64_t count_unread(const struct check_report *report)
{
    uint64_t left =
        pgnpack_reader_info(report->reader)->game_count - pgnpack_reader_info(report->reader)->deleted_count;
    return left > report->games ? left - report->games : 0;
}

static void end_line(const struct check_report *report, const char *name, const char *words, uint64_t games)
{
    if (report->context->options->view.json)
        end_json(report->text, report->database, name, games);
    else
        view_text_print(report->text, "%10" PRIu64 "  %-10s  %s\n", games, name, words);
}

void check_report_end(struct check_report *report)
{
    if (!report->context->options->view.json) {
        view_text_string(report->text, "     games  ");
        view_text_safe_string(report->text, report->database);
        view_text_string(report->text, "\n");
    }
    end_line(report, "checked", "that were looked at", report->games);
    end_line(report, "unread", "in damaged blocks, and not looked at", count_unread(report));
    for (size_t i = 0; i < CHECK_KINDS; i++)
        end_line(report, kinds[i].name, kinds[i].words, report->counts[i]);
}
