/* pgndb names: names that may be one player's, or event's, as a table that pgndb rename takes. */
#include <inttypes.h>

#include "cli/duplicates/duplicates_tasks.h"
#include "cli/run/database.h"
#include "cli/forms/json.h"
#include "cli/base/messages.h"
#include "cli/base/safe_text.h"
#include "pgnpack_extra.h"

struct suggestions {
    struct command_context *context;
    const char *name;
    struct view_text *text;
    uint64_t printed, left_out;
};

/* ---- A line ---- */

/* Can the table hold it, and a terminal show it? */
static int is_writable(struct pgnpack_text name)
{
    if (name.size == 0 || name.data[0] == '#' || name.data[0] == '@')
        return 0;
    for (size_t at = 0, size; at < name.size; at += size) {
        uint32_t code;
        size = safe_text_character(name.data + at, name.size - at, &code);
        if (!safe_text_is_harmless(code))
            return 0;
    }
    return 1;
}

static const char *text_of_difference(enum pgnpack_name_difference difference)
{
    switch (difference) {
    case PGNPACK_NAMES_SAME_LETTERS:
        return "the same letters";
    case PGNPACK_NAMES_TRANSLITERATED:
        return "a transliteration";
    case PGNPACK_NAMES_SHORTENED:
        return "shortened";
    case PGNPACK_NAMES_MORE_WORDS:
        return "another word";
    case PGNPACK_NAMES_MISSPELT:
        break;
    }
    return "a slip";
}

static void print_count(struct view_text *text, unsigned count, const char *noun, const char *rest)
{
    if (count != 0)
        view_text_print(text, "; %s%s", COUNTED(count, noun), rest);
}

static void json_facts(struct view_text *text, const char *const keys[4],
                       const struct pgnpack_name_facts *facts)
{
    json_known_number(text, keys[0], facts->first_year);
    json_known_number(text, keys[1], facts->last_year);
    json_known_number(text, keys[2], facts->rating_min);
    json_known_number(text, keys[3], facts->rating_max);
}

/* A line of JSON, for any names. */
static void print_pair_json(struct view_text *text, const struct pgnpack_spelling_pair *pair)
{
    static const char *const from_keys[4] = {"from_first_year", "from_last_year", "from_rating_min",
                                             "from_rating_max"};
    static const char *const to_keys[4] = {"to_first_year", "to_last_year", "to_rating_min", "to_rating_max"};
    view_text_string(text, "{\"from\": ");
    json_put_text(text, pair->from);
    json_text(text, "to", pair->to);
    json_number(text, "points", pair->points);
    json_known_string(text, "difference", text_of_difference(pair->difference));
    json_number(text, "from_games", pair->from_games);
    json_number(text, "to_games", pair->to_games);
    json_number(text, "same_games", pair->same_games);
    json_number(text, "opponents", pair->opponents);
    json_number(text, "events", pair->events);
    json_number(text, "same_rounds", pair->same_rounds);
    json_number(text, "rivals", pair->rivals);
    json_facts(text, from_keys, &pair->from_facts);
    json_facts(text, to_keys, &pair->to_facts);
    view_text_string(text, "}\n");
}

/* "1990", "1990-1995" or, where nothing is known, "?". */
static void print_range(struct view_text *text, const char *before, unsigned first, unsigned last)
{
    if (first == 0)
        view_text_print(text, "%s?", before);
    else if (first == last)
        view_text_print(text, "%s%u", before, first);
    else
        view_text_print(text, "%s%u-%u", before, first, last);
}

/* Of both, if anything is known of one. */
static void print_facts(struct view_text *text, const struct pgnpack_spelling_pair *pair)
{
    const struct pgnpack_name_facts *from = &pair->from_facts, *to = &pair->to_facts;
    if (from->first_year != 0 || to->first_year != 0) {
        print_range(text, "; of ", from->first_year, from->last_year);
        print_range(text, " and ", to->first_year, to->last_year);
    }
    if (from->rating_min != 0 || to->rating_min != 0) {
        print_range(text, "; rated ", from->rating_min, from->rating_max);
        print_range(text, " and ", to->rating_min, to->rating_max);
    }
}

static void print_pair(struct suggestions *suggestions, const struct pgnpack_spelling_pair *pair)
{
    struct view_text *text = suggestions->text;
    if (suggestions->context->options->view.json) {
        suggestions->printed++;
        print_pair_json(text, pair);
        return;
    }
    if (!is_writable(pair->from) || !is_writable(pair->to)) {
        suggestions->left_out++;
        return;
    }
    suggestions->printed++;
    view_text_put(text, pair->from.data, pair->from.size);
    view_text_string(text, "\t");
    view_text_put(text, pair->to.data, pair->to.size);
    view_text_print(text, "\t%s: %s; %" PRIu64 " and %s", COUNTED(pair->points, "point"),
                    text_of_difference(pair->difference), pair->from_games, COUNTED(pair->to_games, "game"));
    print_facts(text, pair);
    print_count(text, pair->same_games, "game", " entered twice");
    print_count(text, pair->opponents, "opponent", " of both");
    print_count(text, pair->events, "event", " of both");
    print_count(text, pair->same_rounds, "round", " with other games of both");
    print_count(text, pair->rivals, "other name", " as likely");
    view_text_string(text, "\n");
}

/* ---- A database ---- */

static void print_head(const struct suggestions *suggestions)
{
    const char *tag = suggestions->context->options->change.names_tag;
    view_text_print(suggestions->text,
                    "# Names that may be one%s: look at each line, remove those that are wrong, then\n"
                    "# pgndb rename DATABASE THIS-FILE replaces the first name by the second.\n"
                    "[%s]\n",
                    tag == NULL ? " player's" : "", tag == NULL ? "players" : tag);
}

static enum exit_status print_pairs(struct suggestions *suggestions, struct pgnpack_spelling *spelling)
{
    struct pgnpack_spelling_pair pair;
    enum pgnpack_status status;
    enum exit_status result = EXIT_FINE;
    if (!suggestions->context->options->view.json)
        print_head(suggestions);
    while ((status = pgnpack_spelling_next(spelling, &pair)) != PGNPACK_END) {
        if (status == PGNPACK_OK) {
            print_pair(suggestions, &pair);
            continue;
        }
        int is_first = result == EXIT_FINE;
        result = command_report(suggestions->context, suggestions->name, pgnpack_error(spelling));
        if (!is_first || result != EXIT_CORRUPT)
            break; /* else blocks were passed over */
    }
    return result;
}

static enum exit_status suggest(struct suggestions *suggestions, struct database *database)
{
    struct command_context *context = suggestions->context;
    const struct pgnpack_spelling_options options = {.size = sizeof options,
                                                     .tag = context->options->change.names_tag};
    struct pgnpack_spelling *spelling = pgnpack_spelling_new(database->reader, &options);
    enum exit_status status =
        spelling == NULL ? command_no_memory(context) : print_pairs(suggestions, spelling);
    pgnpack_free(spelling);
    if (suggestions->left_out != 0)
        message_warning(context->messages, WARNING_OTHER, IN_FILE(suggestions->name),
                        "%s left out: names have characters that a table cannot have",
                        COUNTED(suggestions->left_out, "suggestion"));
    message_information(context->messages, IN_FILE(suggestions->name), "%s",
                        COUNTED(suggestions->printed, "suggestion"));
    return status == EXIT_FINE ? database->damage : status;
}

static enum exit_status suggest_one(struct command_context *context, const char *name, void *job)
{
    struct database database;
    enum exit_status status = database_open_indexed(&database, context, name);
    if (status != EXIT_FINE)
        return status;
    status = suggest(&(struct suggestions){.context = context, .name = database.file.name, .text = job},
                     &database);
    view_text_flush(job);
    database_close(&database);
    return status;
}

enum exit_status change_spelling(struct command_context *context)
{
    enum exit_status status;
    struct view_text *text = view_text_open(context, context->options->output, &status);
    if (text == NULL)
        return status;
    status = command_each_input(context, suggest_one, text);
    return view_text_close(text, status, status == EXIT_FINE || status == EXIT_CORRUPT);
}
