/* pgndb names: names that may be one player's, or event's, as a table that pgndb rename takes. */
#include <inttypes.h>

#include "cli/names/names_tasks.h"
#include "cli/names/change_rename.h"
#include "cli/names/list_suggestions.h"
#include "cli/names/suggestion_answers.h"
#include "cli/names/suggestion_text.h"
#include "cli/run/database.h"
#include "cli/forms/json.h"
#include "cli/base/messages.h"
#include "pgnpack_extra.h"
#include "system/commands.h"

struct suggestions {
    struct command_context *context;
    const char *name;
    struct view_text *text;
    struct answers *answers; /* NULL: nobody is asked */
    uint64_t printed, left_out;
};

/* ---- A line ---- */

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
    suggestion_put_names_json(text, pair->from, pair->to, pair->points, pair->difference);
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

/* Of both, if anything is known of one. */
static void print_facts(struct view_text *text, const struct pgnpack_spelling_pair *pair)
{
    const struct pgnpack_name_facts *from = &pair->from_facts, *to = &pair->to_facts;
    if (from->first_year != 0 || to->first_year != 0) {
        suggestion_put_range(text, "; of ", from->first_year, from->last_year);
        suggestion_put_range(text, " and ", to->first_year, to->last_year);
    }
    if (from->rating_min != 0 || to->rating_min != 0) {
        suggestion_put_range(text, "; rated ", from->rating_min, from->rating_max);
        suggestion_put_range(text, " and ", to->rating_min, to->rating_max);
    }
}

/* Returns 0 when there is no memory. */
static int print_pair(struct suggestions *suggestions, const struct pgnpack_spelling_pair *pair)
{
    struct view_text *text = suggestions->text;
    if (suggestions->context->options->view.json) {
        suggestions->printed++;
        print_pair_json(text, pair);
        return 1;
    }
    if (!suggestion_is_writable(pair->from) || !suggestion_is_writable(pair->to)) {
        suggestions->left_out++;
        return 1;
    }
    suggestions->printed++;
    suggestion_put_names(text, pair->from, pair->to, pair->points, pair->difference,
                         suggestions->answers != NULL);
    view_text_print(text, "; %" PRIu64 " and %s", pair->from_games, COUNTED(pair->to_games, "game"));
    print_facts(text, pair);
    print_count(text, pair->same_games, "game", " entered twice");
    print_count(text, pair->opponents, "opponent", " of both");
    print_count(text, pair->events, "event", " of both");
    print_count(text, pair->same_rounds, "round", " with other games of both");
    print_count(text, pair->rivals, "other name", " as likely");
    view_text_string(text, "\n");
    return suggestions->answers == NULL || answers_ask(suggestions->answers, pair->from, pair->to);
}

/* ---- A database ---- */

static enum exit_status print_pairs(struct suggestions *suggestions, struct pgnpack_spelling *spelling)
{
    const char *tag = suggestions->context->options->change.names_tag;
    struct pgnpack_spelling_pair pair;
    enum pgnpack_status status;
    enum exit_status result = EXIT_FINE;
    if (!suggestions->context->options->view.json && suggestions->answers == NULL)
        suggestion_put_head(suggestions->text, tag == NULL ? " player's" : "", tag == NULL ? "players" : tag);
    while ((suggestions->answers == NULL || !suggestions->answers->is_over) &&
           (status = pgnpack_spelling_next(spelling, &pair)) != PGNPACK_END) {
        if (status == PGNPACK_OK && print_pair(suggestions, &pair))
            continue;
        if (status == PGNPACK_OK)
            return command_no_memory(suggestions->context);
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
    suggestion_tell(context->messages, suggestions->name, suggestions->printed, suggestions->left_out);
    return status == EXIT_FINE ? database->damage : status;
}

/* What all databases are asked for. */
struct job {
    struct view_text *text;
    const struct rating_list *list; /* NULL: each by itself ... */
    struct list_names *names;       /* ... else by these */
};

static enum exit_status suggest_in(struct command_context *context, const struct job *job, const char *name,
                                   struct answers *answers)
{
    struct database database;
    enum exit_status status = database_open_indexed(&database, context, name);
    if (status != EXIT_FINE)
        return status;
    struct suggestions suggestions = {
        .context = context, .name = database.file.name, .text = job->text, .answers = answers};
    if (job->list == NULL)
        status = suggest(&suggestions, &database);
    else
        status = list_suggestions_print(context, &database, job->list, job->names, job->text, answers);
    view_text_flush(job->text);
    database_close(&database);
    return status;
}

/* What was taken, in one change. */
static enum exit_status rename_by_answers(struct command_context *context, const char *name,
                                          const struct answers *answers)
{
    if (answers->taken == 0) {
        message_notice(context->messages, IN_FILE(name), "no suggestion was taken; nothing is changed");
        return EXIT_FINE;
    }
    struct name_table *table =
        name_table_make("answers", (struct pgnpack_text){answers->table, answers->size}, context->messages);
    enum exit_status status = table == NULL ? EXIT_FAILED : rename_by_table(context, name, table);
    name_table_free(table);
    return status;
}

static enum exit_status ask_in(struct command_context *context, const struct job *job, const char *name)
{
    const char *tag = context->options->change.names_tag;
    struct answers answers = {.text = job->text};
    enum exit_status status = answers_begin(&answers, tag == NULL ? "players" : tag)
                                  ? suggest_in(context, job, name, &answers)
                                  : command_no_memory(context);
    if (status == EXIT_FINE)
        status = rename_by_answers(context, name, &answers);
    answers_free(&answers);
    return status;
}

static enum exit_status suggest_one(struct command_context *context, const char *name, void *job)
{
    return context->options->change.asks ? ask_in(context, job, name) : suggest_in(context, job, name, NULL);
}

static enum exit_status suggest_all(struct command_context *context, struct job *job)
{
    enum exit_status status;
    job->text = view_text_open(context, context->options->output, &status);
    if (job->text == NULL)
        return status;
    status = command_each_input(context, suggest_one, job);
    return view_text_close(job->text, status, status == EXIT_FINE || status == EXIT_CORRUPT);
}

enum exit_status change_spelling(struct command_context *context)
{
    const char *file = context->options->change.names_list;
    if (context->options->change.asks &&
        !(system_is_terminal(STANDARD_INPUT) && system_is_terminal(STANDARD_OUTPUT))) {
        message_error(context->messages, NULL,
                      "--ask asks on a terminal, and standard input or output is none; write a table with "
                      "pgndb names -o FILE, look at it, and give it to pgndb rename");
        return EXIT_FAILED;
    }
    struct rating_list *list = file == NULL ? NULL : rating_list_read(file, context->messages);
    struct job job = {.list = list};
    if (file == NULL)
        return suggest_all(context, &job);
    if (list == NULL)
        return EXIT_FAILED;
    job.names = list_names_new(list);
    enum exit_status status = job.names == NULL ? command_no_memory(context) : suggest_all(context, &job);
    if (job.names != NULL)
        list_names_free(job.names);
    rating_list_free(list);
    return status;
}
