#include "cli/run/change_database.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/cleanup.h"
#include "cli/run/database.h"
#include "cli/base/messages.h"
#include "cli/base/option_guess.h"
#include "cli/base/option_values.h"
#include "cli/base/progress.h"

enum { CONDITIONS_MAX = 100, CONDITION_NAME_SIZE = 30, CONDITION_HINT_SIZE = 700 };

#define TORN_SUFFIX ".torn"

enum exit_status change_report(struct command_context *context, struct pgnpack_database *database,
                               const char *name)
{
    return command_report_path(context, name, pgnpack_error(database));
}

/* Once more as long as another program has it, and --wait allows. */
static enum pgnpack_status open_waiting(struct command_context *context, struct pgnpack_database *database,
                                        const char *name,
                                        const struct pgnpack_database_options *database_options)
{
    struct waiting waiting = waiting_begin(context->options->wait_seconds);
    enum pgnpack_status status;
    do
        status = pgnpack_database_open(database, name, database_options);
    while (waiting_goes_on(&waiting, status));
    return status;
}

/* Is it only the file's end that is cut or damaged? */
static int has_damaged_end(struct command_context *context, const char *name)
{
    const struct pgnpack_options options = command_library_options(context);
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    int is_so = reader != NULL &&
                pgnpack_reader_open(reader, PGNPACK_FROM_PATH(name)) == PGNPACK_ERROR_TRUNCATED &&
                pgnpack_reader_info(reader)->torn == PGNPACK_TORN_DAMAGED;
    pgnpack_free(reader);
    return is_so;
}

enum exit_status change_tell_damage(struct command_context *context, const char *name,
                                    enum exit_status status)
{
    if (status == EXIT_CORRUPT)
        message_error(
            context->messages, IN_FILE(name),
            "nothing was changed; what is whole of it can be had with pgnunpack --salvage, and packed anew");
    return status;
}

/* What is damaged is not changed. */
static enum exit_status report_opening(struct command_context *context, const char *name,
                                       const struct pgnpack_error *error)
{
    enum pgnpack_status status = error->status;
    enum exit_status result = command_report_path(context, name, error);
    if (status == PGNPACK_ERROR_TRUNCATED && has_damaged_end(context, name))
        message_error(
            context->messages, IN_FILE(name),
            "nothing was changed; save what is whole with pgnunpack --salvage; with --force the change goes "
            "on from there, and what came after it goes to %s" TORN_SUFFIX,
            name);
    else if (status == PGNPACK_ERROR_CORRUPT || status == PGNPACK_ERROR_TRUNCATED)
        change_tell_damage(context, name, EXIT_CORRUPT);
    if (status == PGNPACK_ERROR_NOT_BCGN || status == PGNPACK_ERROR_UNSUPPORTED)
        message_error(
            context->messages, IN_FILE(name),
            "nothing was changed; only what pgnpack has packed can be: pack it first, to another file");
    return result;
}

/* What was done about the end of the file. */
static void tell_end(struct command_context *context, const char *name, const struct pgnpack_reader *reader)
{
    uint64_t size = pgnpack_reader_info(reader)->torn_size;
    enum pgnpack_torn torn = pgnpack_reader_info(reader)->torn;
    if (torn == PGNPACK_TORN_UNFINISHED)
        message_notice(context->messages, IN_FILE(name),
                       "%s of a change that was broken off %s removed from its end", COUNTED(size, "byte"),
                       WAS_OR_WERE(size));
    if (torn == PGNPACK_TORN_UNMARKED)
        message_notice(context->messages, IN_FILE(name), "its end mark, which was not whole, was written");
    if (torn == PGNPACK_TORN_DAMAGED)
        message_warning(context->messages, WARNING_OTHER, IN_FILE(name),
                        "%s at its end, which %s cut or damaged, %s moved to %s" TORN_SUFFIX,
                        COUNTED(size, "byte"), IS_OR_ARE(size),
                        context->options->change.dry_run ? "would be" : WAS_OR_WERE(size), name);
}

/* With --force, what is damaged at the end of the file goes to one beside it. The caller frees it; NULL: none, or no memory. */
static char *torn_path_of(struct command_context *context, const char *name)
{
    size_t size = strlen(name) + sizeof TORN_SUFFIX;
    char *path = context->options->force ? malloc(size) : NULL;
    if (path != NULL)
        snprintf(path, size, "%s" TORN_SUFFIX, name);
    return path;
}

/* Only going back to a state before it helps where it is not known which games are deleted. */
static enum exit_status check_records(struct command_context *context, const char *name,
                                      const struct pgnpack_reader *reader)
{
    if (context->options->change.task == CHANGE_TRUNCATE ||
        deleted_tell_records(context, name, reader) == EXIT_FINE)
        return EXIT_FINE;
    message_error(
        context->messages, IN_FILE(name),
        "nothing was changed, as it is not known which games are deleted; pgndb back goes to a state "
        "before, and pgnunpack --salvage saves all games");
    return EXIT_CORRUPT;
}

static struct pgnpack_database *open_or_create(struct command_context *context, const char *name, int creates,
                                               enum exit_status *status)
{
    const struct pgnpack_options options = command_library_options(context);
    struct pgnpack_database *database = pgnpack_database_new(&options);
    char *torn_path = torn_path_of(context, name);
    const struct pgnpack_database_options database_options = {
        .size = sizeof database_options, .create = creates, .torn_path = torn_path};
    *status = EXIT_FINE;
    if (database == NULL) {
        *status = command_no_memory(context);
    } else if (open_waiting(context, database, name, &database_options) != PGNPACK_OK) {
        *status = report_opening(context, name, pgnpack_error(database));
    } else {
        tell_end(context, name, pgnpack_database_reader(database));
        *status = check_records(context, name, pgnpack_database_reader(database));
    }
    free(torn_path);
    if (*status == EXIT_FINE)
        return database;
    pgnpack_free(database);
    return NULL;
}

struct pgnpack_database *change_open(struct command_context *context, const char *name,
                                     enum exit_status *status)
{
    return open_or_create(context, name, 0, status);
}

struct pgnpack_database *change_open_or_create(struct command_context *context, const char *name,
                                               enum exit_status *status)
{
    cleanup_expect_beside(name);
    struct pgnpack_database *database = open_or_create(context, name, 1, status);
    cleanup_forget();
    return database;
}

struct pgnpack_reader *change_open_to_read(struct command_context *context, const char *name,
                                           enum exit_status *status)
{
    const struct pgnpack_options options = command_library_options(context);
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    *status = EXIT_FINE;
    if (reader == NULL)
        *status = command_no_memory(context);
    else if (pgnpack_reader_open(reader, PGNPACK_FROM_PATH(name)) == PGNPACK_OK)
        *status = check_records(context, name, reader);
    else if (!context->options->force || pgnpack_reader_info(reader)->torn != PGNPACK_TORN_DAMAGED)
        *status = report_opening(context, name, pgnpack_error(reader));
    else
        tell_end(context, name, reader), *status = check_records(context, name, reader);
    if (*status == EXIT_FINE)
        return reader;
    pgnpack_free(reader);
    return NULL;
}

int64_t change_time(void)
{
    const char *word = getenv("SOURCE_DATE_EPOCH");
    char *end = NULL;
    long long value = word == NULL ? 0 : strtoll(word, &end, 10);
    return end != NULL && *end == '\0' && value > 0 ? (int64_t)value : 0;
}

enum exit_status change_commit(struct command_context *context, struct pgnpack_database *database,
                               const char *name)
{
    return pgnpack_database_commit(database, context->options->command_line, change_time()) == PGNPACK_OK
               ? EXIT_FINE
               : change_report(context, database, name);
}

enum exit_status change_history_report(struct command_context *context, struct pgnpack_history *history,
                                       const char *name)
{
    const struct pgnpack_error *error = pgnpack_error(history);
    if (error->status != PGNPACK_ERROR_ARGUMENT)
        return command_report_path(context, name, error);
    message_error(context->messages, IN_FILE(name), "%s; pgndb log lists them", error->text);
    return EXIT_FAILED;
}

enum pgnpack_status change_write_game(struct pgnpack_writer *writer, struct pgnpack_text game)
{
    for (; game.size != 0 && (*game.data == '\n' || *game.data == '\r'); game.size--)
        game.data++;
    pgnpack_writer_begin_game(writer);
    pgnpack_writer_write(writer, game.data, game.size);
    return pgnpack_writer_begin_game(writer); /* whatever comes next */
}

enum exit_status change_replace(struct command_context *context, struct pgnpack_database *database,
                                const char *name, enum pgnpack_reason reason, uint64_t game, uint64_t added)
{
    uint64_t games = pgnpack_reader_info(pgnpack_database_reader(database))->game_count;
    if (pgnpack_database_delete(database, game, 1, reason, games + added) == PGNPACK_OK &&
        pgnpack_database_set_origin(database, added, 1, game) == PGNPACK_OK)
        return EXIT_FINE;
    return change_report(context, database, name);
}

uint64_t change_state(const struct pgnpack_reader *reader)
{
    struct pgnpack_segment_info last = {.state = 0};
    pgnpack_reader_segment(reader, pgnpack_reader_info(reader)->segment_count - 1, &last);
    return last.state;
}

enum exit_status change_take_back(struct command_context *context, struct pgnpack_database *database,
                                  const char *name, uint64_t state)
{
    int is_done = pgnpack_database_truncate(database, state) == PGNPACK_OK;
    if (!is_done)
        change_report(context, database, name);
    message_error(context->messages, IN_FILE(name),
                  "the changed texts read as other games than they are: the change %s; please report it",
                  is_done ? "was taken back" : "could not be taken back: do so with pgndb back");
    return EXIT_FAULT;
}

/* ---- Queries ---- */

/* The next word, its value in place, without quotes; NULL: the text ends. `*at` goes on after it. */
static char *next_word(char **at, char **value_ret)
{
    char *from = *at + strspn(*at, " \t");
    char *to = from;
    int quoted = 0;
    char *word = from;
    *value_ret = NULL;
    if (*from == '\0')
        return NULL;
    for (; *from != '\0' && (quoted || (*from != ' ' && *from != '\t')); from++) {
        if (*from == '"') {
            quoted = !quoted;
        } else if (*from == '=' && *value_ret == NULL && !quoted) {
            *to++ = '\0';
            *value_ret = to;
        } else {
            *to++ = *from;
        }
    }
    *at = *from == '\0' ? from : from + 1;
    *to = '\0';
    return word;
}

static int take_conditions(char *text, condition_function take, void *opaque)
{
    char *word, *value;
    while ((word = next_word(&text, &value)) != NULL) {
        if (strncmp(word, "--", 2) == 0)
            word += 2;
        if (!take(opaque, word, value))
            return 0;
    }
    return 1;
}

int change_each_condition(const struct input_list *texts, condition_function take, void *opaque)
{
    int is_done = 1;
    for (size_t i = 0; i < texts->count && is_done; i++) {
        char *copy = strdup(texts->names[i]);
        is_done = copy != NULL && take_conditions(copy, take, opaque);
        free(copy);
    }
    return is_done;
}

/* A query, and what would help where a word is no condition; "": nothing is known. */
struct adding {
    struct pgnpack_query *query;
    char hint[CONDITION_HINT_SIZE];
};

/* "White=X", "elo<1500", or what a shell has left of "event=Tata Steel". `word` is followed by what it is to be compared with, if anything. */
static void guess_condition(const char *word, const char *value, char hint[CONDITION_HINT_SIZE])
{
    const char *names[CONDITIONS_MAX];
    char lower[CONDITION_NAME_SIZE], guess[OPTION_GUESS_SIZE];
    struct pgnpack_query_word known;
    size_t size = strcspn(word, "<>!~:"), count = 0;
    if (size >= sizeof lower)
        return;
    for (size_t i = 0; i < size; i++)
        lower[i] = (char)tolower((unsigned char)word[i]);
    lower[size] = '\0';
    for (; count < CONDITIONS_MAX && pgnpack_query_word(count, &known); count++) {
        names[count] = known.name;
        if (strcmp(known.name, lower) == 0 && known.value != NULL) {
            snprintf(hint, CONDITION_HINT_SIZE, ", but %s=%s: %s", known.name, known.value, known.text);
            return;
        }
    }
    option_guess("", lower, size, names, count, guess);
    if (strstr(guess, ";") != NULL)
        snprintf(hint, CONDITION_HINT_SIZE, "%s", strstr(guess, ";"));
    else if (value == NULL)
        snprintf(hint, CONDITION_HINT_SIZE,
                 "; values with blanks stand in double quotes, as in 'player=\"Magnus Carlsen\"'");
}

static int add_condition(void *opaque, const char *word, const char *value)
{
    struct adding *adding = opaque;
    if (pgnpack_query_add(adding->query, word, value) == PGNPACK_OK)
        return 1;
    if (!option_is_condition(word, strlen(word)))
        guess_condition(word, value, adding->hint);
    return 0;
}

/* Of conditions that were written: is anything asked of a game? "variations" alone would be every game. */
static int is_complete(struct command_context *context, struct pgnpack_query *query)
{
    if (pgnpack_query_check(query) != PGNPACK_OK) {
        message_error(context->messages, NULL, "%s; 'man pgnfind' lists the conditions",
                      pgnpack_error(query)->text);
        return 0;
    }
    if (pgnpack_query_needs(query) != 0)
        return 1;
    message_error(context->messages, NULL,
                  "the condition asks nothing of a game, and every game would be meant: name what the games "
                  "have to be, as in 'player=Carlsen date=2020-'; 'man pgnfind' lists the conditions");
    return 0;
}

struct pgnpack_query *change_query(struct command_context *context, const struct input_list *texts)
{
    const struct pgnpack_options options = command_library_options(context);
    struct pgnpack_query *query = pgnpack_query_new(&options);
    struct adding adding = {query, ""};
    int is_done = query != NULL && change_each_condition(texts, add_condition, &adding);
    if (query == NULL || (!is_done && pgnpack_error(query)->status != PGNPACK_ERROR_ARGUMENT))
        command_no_memory(context);
    else if (!is_done)
        message_error(context->messages, NULL, "%s%s; 'man pgnfind' lists the conditions",
                      pgnpack_error(query)->text, adding.hint);
    if (is_done && (texts->count == 0 || is_complete(context, query)))
        return query;
    pgnpack_free(query);
    return NULL;
}
