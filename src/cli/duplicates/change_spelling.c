/* pgndb names: names that may be one player's, as a table that pgndb rename takes. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/duplicates/duplicates_tasks.h"
#include "cli/run/database.h"
#include "cli/base/json.h"
#include "cli/base/number_text.h"
#include "cli/base/safe_text.h"
#include "system/commands.h"

struct suggestions {
    struct command_context *context;
    const char *name;
    FILE *stream;
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

static void print_count(FILE *stream, unsigned count, const char *noun, const char *rest)
{
    if (count != 0)
        fprintf(stream, "; %s%s", COUNTED(count, noun), rest);
}

/* A line of JSON, for any names. */
static void print_pair_json(struct suggestions *suggestions, const struct pgnpack_spelling_pair *pair)
{
    FILE *stream = suggestions->stream;
    suggestions->printed++;
    fprintf(stream, "{\"from\": ");
    json_print_string(stream, pair->from.data, pair->from.size);
    fprintf(stream, ", \"to\": ");
    json_print_string(stream, pair->to.data, pair->to.size);
    fprintf(stream,
            ", \"points\": %u, \"difference\": \"%s\", \"from_games\": %" PRIu64 ", \"to_games\": %" PRIu64
            ", \"same_games\": %u, \"opponents\": %u, \"events\": %u, \"same_rounds\": %u, \"rivals\": %u}\n",
            pair->points, text_of_difference(pair->difference), pair->from_games, pair->to_games,
            pair->same_games, pair->opponents, pair->events, pair->same_rounds, pair->rivals);
}

static void print_pair(struct suggestions *suggestions, const struct pgnpack_spelling_pair *pair)
{
    FILE *stream = suggestions->stream;
    if (suggestions->context->options->json) {
        print_pair_json(suggestions, pair);
        return;
    }
    if (!is_writable(pair->from) || !is_writable(pair->to)) {
        suggestions->left_out++;
        return;
    }
    suggestions->printed++;
    fwrite(pair->from.data, 1, pair->from.size, stream);
    putc('\t', stream);
    fwrite(pair->to.data, 1, pair->to.size, stream);
    fprintf(stream, "\t%s: %s; %" PRIu64 " and %s", COUNTED(pair->points, "point"),
            text_of_difference(pair->difference), pair->from_games, COUNTED(pair->to_games, "game"));
    print_count(stream, pair->same_games, "game", " entered twice");
    print_count(stream, pair->opponents, "opponent", " of both");
    print_count(stream, pair->events, "event", " of both");
    print_count(stream, pair->same_rounds, "round", " with other games of both");
    print_count(stream, pair->rivals, "other name", " as likely");
    putc('\n', stream);
}

/* ---- A database ---- */

static enum exit_status print_pairs(struct suggestions *suggestions, struct pgnpack_spelling *spelling)
{
    struct pgnpack_spelling_pair pair;
    enum pgnpack_status status;
    enum exit_status result = EXIT_FINE;
    if (!suggestions->context->options->json)
        fprintf(suggestions->stream,
                "# Names that may be one player's: look at each line, remove those that are wrong, then\n"
                "# pgndb rename DATABASE THIS-FILE replaces the first name by the second.\n"
                "[players]\n");
    while ((status = pgnpack_spelling_next(spelling, &pair)) != PGNPACK_END) {
        if (status == PGNPACK_OK) {
            print_pair(suggestions, &pair);
            continue;
        }
        int is_first = result == EXIT_FINE;
        result = command_report(suggestions->context, suggestions->name, pgnpack_spelling_error(spelling));
        if (!is_first || result != EXIT_CORRUPT)
            break; /* else blocks were passed over */
    }
    return result;
}

static enum exit_status suggest(struct suggestions *suggestions, struct database *database)
{
    struct command_context *context = suggestions->context;
    struct pgnpack_spelling *spelling = pgnpack_spelling_new(database->reader, NULL);
    enum exit_status status =
        spelling == NULL ? command_no_memory(context) : print_pairs(suggestions, spelling);
    pgnpack_spelling_free(spelling);
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
    status = suggest(&(struct suggestions){.context = context, .name = database.file.name, .stream = job},
                     &database);
    database_close(&database);
    return status;
}

static enum exit_status fail_to_write(struct command_context *context, const char *name)
{
    message_error(context->messages, IN_FILE(name), "writing failed: %s", strerror(errno));
    return EXIT_USAGE;
}

enum exit_status change_spelling(struct command_context *context)
{
    const struct output_request request = command_output(context, context->options->output);
    struct output_file output;
    enum exit_status status = output_file_open(&output, &request, context->messages);
    FILE *stream = status == EXIT_FINE ? system_open_stream(&output.sink.file) : NULL;
    if (status == EXIT_FINE && stream == NULL)
        status = fail_to_write(context, output.name);
    if (stream != NULL) {
        status = command_each_input(context, suggest_one, stream);
        int failed = ferror(stream);
        failed |= fclose(stream);
        if (failed)
            status = fail_to_write(context, output.name);
    }
    if (status == EXIT_FINE || status == EXIT_CORRUPT) {
        enum exit_status written = output_file_commit(&output);
        status = status == EXIT_FINE ? written : status;
    }
    output_file_close(&output);
    return status;
}
