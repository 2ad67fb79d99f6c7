/* pgndb replace and edit: games get new texts, from a file or out of an editor, all in one change, and keep their ids. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/base/growth.h"
#include "cli/base/messages.h"
#include "cli/change/change_rewrite.h"
#include "cli/change/change_tasks.h"
#include "cli/change/game_texts.h"
#include "cli/files/whole_file.h"
#include "cli/run/change_database.h"
#include "cli/run/game_choice.h"

/* ---- Which games ---- */

struct numbers {
    struct command_context *context;
    const char *name;
    uint64_t *numbers;
    size_t count, capacity;
};

enum { REPLACED_MAX = 100000 };

/* A games_function. */
static enum exit_status take_numbers(void *opaque, uint64_t first, uint64_t count)
{
    struct numbers *numbers = opaque;
    if (count > REPLACED_MAX - numbers->count) {
        message_error(numbers->context->messages, IN_FILE(numbers->name),
                      "more than %d games are to get new texts; name fewer of them", REPLACED_MAX);
        return EXIT_FAILED;
    }
    if (!GROW(numbers->numbers, numbers->capacity, numbers->count + (size_t)count))
        return command_no_memory(numbers->context);
    for (uint64_t i = 0; i < count; i++)
        numbers->numbers[numbers->count++] = first + i;
    return EXIT_FINE;
}

static int compare_numbers(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Each game once, and there. */
static enum exit_status check_numbers(const struct numbers *numbers, const struct pgnpack_reader *reader)
{
    uint64_t *sorted = malloc((numbers->count + 1) * sizeof *sorted);
    enum exit_status status = sorted == NULL ? command_no_memory(numbers->context) : EXIT_FINE;
    if (sorted != NULL && numbers->count != 0) {
        memcpy(sorted, numbers->numbers, numbers->count * sizeof *sorted);
        qsort(sorted, numbers->count, sizeof *sorted, compare_numbers);
    }
    for (size_t i = 0; i < numbers->count && status == EXIT_FINE; i++) {
        const struct place place = {.file = numbers->name, .game = sorted[i]};
        if (pgnpack_reader_is_deleted(reader, sorted[i])) {
            status =
                game_choice_refuse_deleted(numbers->context, numbers->name, reader, sorted[i], sorted[i]);
        } else if (i != 0 && sorted[i] == sorted[i - 1]) {
            message_error(numbers->context->messages, &place, "is named twice");
            status = EXIT_FAILED;
        }
    }
    free(sorted);
    return status;
}

/* Those of -g, in its order, or those that --where finds. */
static enum exit_status find_numbers(struct numbers *numbers, struct pgnpack_reader *reader)
{
    struct command_context *context = numbers->context;
    enum exit_status status;
    numbers->count = 0;
    if (context->options->games.count != 0) {
        status = game_choice_each(context, numbers->name, reader, TO_DELETE, take_numbers, numbers);
    } else {
        struct pgnpack_query *query = change_query(context, &context->options->change.where);
        status = query == NULL
                     ? EXIT_FAILED
                     : game_choice_each_found(context, numbers->name, reader, query, take_numbers, numbers);
        pgnpack_free(query);
    }
    if (status == EXIT_FINE)
        status = check_numbers(numbers, reader);
    if (status == EXIT_FINE && numbers->count == 0) {
        message_error(context->messages, IN_FILE(numbers->name), "no game is chosen");
        status = EXIT_FAILED;
    }
    return status;
}

/* ---- New texts for them ---- */

struct replacing {
    struct numbers chosen;
    struct game_texts texts;    /* the new ones ... */
    const char *texts_name;     /* ... and where they come from, for messages */
    struct game_texts expected; /* the old ones, as an editor got them; of replace none */
    struct view_text *view;     /* where old and new are shown; NULL: they are not */
    struct place fault_place;   /* of what was refused ... */
    char fault[240];            /* ... and why; "": nothing was */
};

/* Is it in order, or not worse than the one that it is to replace? */
static enum exit_status check_text(struct replacing *replacing, size_t i, const struct pgnpack_edited *old)
{
    const struct game_text *text = &replacing->texts.games[i];
    unsigned faults = text->faults & ~game_faults(old->game);
    if (faults == 0)
        return EXIT_FINE;
    replacing->fault_place = (struct place){.file = replacing->texts_name, .line = text->fault_line};
    snprintf(replacing->fault, sizeof replacing->fault, "%s", text->fault);
    return EXIT_FAILED;
}

static enum exit_status replace_game(struct replacing *replacing, struct rewrite *rewrite, size_t i)
{
    struct command_context *context = replacing->chosen.context;
    enum exit_status status;
    struct pgnpack_edited old;
    const struct place place = {.file = replacing->chosen.name, .game = replacing->chosen.numbers[i]};
    struct pgnpack_editor *editor = rewrite_take(rewrite, replacing->chosen.numbers[i], &status);
    if (editor == NULL)
        return status == EXIT_FINE ? EXIT_FAILED : status;
    if (pgnpack_editor_finish(editor, &old) != PGNPACK_OK)
        return command_report(context, place.file, pgnpack_error(editor));
    if (replacing->expected.count != 0 &&
        !game_texts_equal(old.text, game_text_of(&replacing->expected, i))) {
        message_error(context->messages, &place, "another program changed the game while it was edited");
        return EXIT_FAILED;
    }
    const struct pgnpack_text text = game_text_of(&replacing->texts, i);
    if (game_texts_equal(old.text, text))
        return EXIT_FINE;
    status = check_text(replacing, i, &old);
    if (status != EXIT_FINE)
        return status;
    if (replacing->view != NULL)
        game_text_show(replacing->view, old.text, text);
    return rewrite_put_text(rewrite, text);
}

static enum exit_status check_count(struct replacing *replacing)
{
    size_t games = replacing->texts.count, chosen = replacing->chosen.count;
    if (games == chosen)
        return EXIT_FINE;
    replacing->fault_place = (struct place){.file = replacing->texts_name};
    snprintf(replacing->fault, sizeof replacing->fault, "has %s for %zu: each game gets one text",
             COUNTED(games, "game"), chosen);
    return EXIT_FAILED;
}

/* All, or none. What is wrong with a text is left in replacing->fault; other failures are reported. */
static enum exit_status replace_all(struct replacing *replacing)
{
    struct command_context *context = replacing->chosen.context;
    const char *name = replacing->chosen.name;
    enum exit_status status;
    struct rewrite *rewrite = rewrite_open(context, name, &status);
    replacing->fault[0] = '\0';
    if (rewrite == NULL)
        return status;
    status = find_numbers(&replacing->chosen, rewrite_reader(rewrite));
    if (status == EXIT_FINE)
        status = check_count(replacing);
    for (size_t i = 0; i < replacing->chosen.count && status == EXIT_FINE; i++)
        status = replace_game(replacing, rewrite, i);
    if (status == EXIT_FINE)
        status = rewrite_finish(rewrite);
    rewrite_free(rewrite);
    return change_tell_damage(context, name, status);
}

static void report_fault(const struct replacing *replacing)
{
    if (replacing->fault[0] != '\0')
        message_error(replacing->chosen.context->messages, &replacing->fault_place, "%s", replacing->fault);
}

static void replacing_free(struct replacing *replacing)
{
    free(replacing->chosen.numbers);
    game_texts_free(&replacing->texts);
    game_texts_free(&replacing->expected);
}

/* ---- Out of a file ---- */

static int is_shown(const struct command_context *context)
{
    return context->options->verbose || context->options->change.dry_run;
}

static enum exit_status replace_one(struct command_context *context, const char *name, void *view)
{
    const char *file = context->options->change.texts;
    struct replacing replacing = {.chosen = {.context = context, .name = name},
                                  .texts_name = whole_file_title(file),
                                  .view = is_shown(context) ? view : NULL};
    enum exit_status status = game_texts_read(&replacing.texts, context, file);
    if (status == EXIT_FINE)
        status = game_texts_split(&replacing.texts, context, replacing.texts_name);
    if (status == EXIT_FINE)
        status = replace_all(&replacing);
    report_fault(&replacing);
    replacing_free(&replacing);
    return status;
}

/* ---- Out of an editor ---- */

/* How lines begin that tell what is wrong; they are left out when the file is read. */
static const char remark[] = "% pgndb: ";

/* The texts as they are, for the editor. */
static enum exit_status take_old_texts(struct replacing *replacing)
{
    struct command_context *context = replacing->chosen.context;
    const char *name = replacing->chosen.name;
    enum exit_status status;
    struct pgnpack_text text;
    struct pgnpack_reader *reader = change_open_to_read(context, name, &status);
    if (reader == NULL)
        return status;
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    status = cursor == NULL ? command_no_memory(context) : find_numbers(&replacing->chosen, reader);
    for (size_t i = 0; i < replacing->chosen.count && status == EXIT_FINE; i++) {
        if (pgnpack_cursor_seek(cursor, replacing->chosen.numbers[i]) != PGNPACK_OK ||
            pgnpack_cursor_next(cursor, NULL) != PGNPACK_OK ||
            pgnpack_cursor_text(cursor, &text) != PGNPACK_OK) {
            status = command_report_path(context, name, pgnpack_error(cursor));
            break;
        }
        status = game_texts_add(&replacing->expected, context, game_text_core(text));
    }
    pgnpack_free(cursor);
    pgnpack_free(reader);
    if (status == EXIT_FINE)
        status = game_texts_split(&replacing->expected, context, name);
    if (status == EXIT_FINE && replacing->expected.count != replacing->chosen.count) {
        message_error(context->messages, IN_FILE(name),
                      "these texts are not one game each; pgndb replace takes them from a file");
        status = EXIT_FAILED;
    }
    return status;
}

static enum exit_status fail_writing(struct command_context *context, const char *path, int cause)
{
    char reason[FILE_REASON_MAX];
    file_reason(cause, reason);
    message_error(context->messages, IN_FILE(path), "writing failed: %s", reason);
    return EXIT_FAILED;
}

/* A file of our own; what was wrong with what it held comes first, as remarks. */
static enum exit_status write_file(const struct replacing *replacing, const char *path,
                                   const struct game_texts *texts)
{
    struct file file;
    enum { HEAD_SIZE = 600, HEAD_LINES = 2 };
    char head[HEAD_SIZE] = "", line[NUMBER_TEXT_SIZE + 8] = "";
    int cause;
    struct command_context *context = replacing->chosen.context;
    if (replacing->fault_place.line != 0)
        snprintf(line, sizeof line, "line %" PRIu64 ": ", replacing->fault_place.line + HEAD_LINES);
    if (replacing->fault[0] != '\0')
        snprintf(head, sizeof head,
                 "%s%s%s\n%smend it, or empty the file to leave the games as they are; these lines go by "
                 "themselves\n",
                 remark, line, replacing->fault, remark);
    file_remove(path);
    cause = file_create(&file, path, 0600);
    if (cause != 0)
        return fail_writing(context, path, cause);
    cause = file_write(&file, head, strlen(head));
    if (cause == 0)
        cause = file_write(&file, texts->bytes, texts->size);
    if (cause == 0 && texts->size != 0 && texts->bytes[texts->size - 1] != '\n')
        cause = file_write(&file, "\n", 1);
    int closing = file_close(&file);
    cause = cause != 0 ? cause : closing;
    return cause == 0 ? EXIT_FINE : fail_writing(context, path, cause);
}

/* Takes our remarks out of the text. */
static void drop_remarks(struct game_texts *texts)
{
    size_t kept = 0, size = sizeof remark - 1;
    for (size_t at = 0, next; at < texts->size; at = next) {
        const char *line = texts->bytes + at, *end = memchr(line, '\n', texts->size - at);
        next = end == NULL ? texts->size : (size_t)(end + 1 - texts->bytes);
        if (next - at >= size && memcmp(line, remark, size) == 0)
            continue;
        memmove(texts->bytes + kept, line, next - at);
        kept += next - at;
    }
    texts->size = kept;
}

static enum exit_status read_file(struct replacing *replacing, const char *path)
{
    struct command_context *context = replacing->chosen.context;
    enum exit_status status = game_texts_read(&replacing->texts, context, path);
    if (status != EXIT_FINE)
        return status;
    drop_remarks(&replacing->texts);
    return game_texts_split(&replacing->texts, context, path);
}

/* NULL: none is set, and nobody is there who could use the usual one. */
static const char *choose_editor(void)
{
    static const char *const variables[] = {"PGNDB_EDITOR", "VISUAL", "EDITOR"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *editor = getenv(variables[i]);
        if (editor != NULL && *editor != '\0')
            return editor;
    }
    return system_is_terminal(STANDARD_INPUT) && system_is_terminal(STANDARD_OUTPUT) ? system_usual_editor()
                                                                                     : NULL;
}

static enum exit_status run_editor(struct command_context *context, const char *path)
{
    const char *editor = choose_editor();
    if (editor == NULL) {
        message_error(
            context->messages, NULL,
            "there is no terminal, and no editor in VISUAL or EDITOR; pgndb replace takes games from a file");
        return EXIT_FAILED;
    }
    int result = system_edit(editor, path);
    if (result == 0)
        return EXIT_FINE;
    message_error(context->messages, NULL, "the editor '%s' failed (status %d): nothing was changed", editor,
                  result);
    return EXIT_FAILED;
}

static int have_same_bytes(const struct game_texts *a, const struct game_texts *b)
{
    return game_texts_equal((struct pgnpack_text){a->bytes, a->size},
                            (struct pgnpack_text){b->bytes, b->size});
}

/* Has the user given up, by leaving nothing, or all as it was? Says so. */
static int is_given_up(const struct replacing *replacing)
{
    const char *name = replacing->chosen.name;
    struct messages *messages = replacing->chosen.context->messages;
    if (replacing->texts.count == 0)
        message_notice(messages, IN_FILE(name),
                       "the text is empty: nothing is changed; pgndb delete deletes games");
    else if (have_same_bytes(&replacing->texts, &replacing->expected))
        message_notice(messages, IN_FILE(name), "nothing is changed");
    else
        return 0;
    return 1;
}

/*
 * Edits until it can be taken, or is given up. An editor that leaves a refused text as it is, as a script may, does not get it again. *keeps_ret:
 * the file has work that is not in the database.
 */
static enum exit_status edit_texts(struct replacing *replacing, const char *path, int *keeps_ret)
{
    struct command_context *context = replacing->chosen.context;
    struct game_texts refused = {.bytes = NULL};
    enum exit_status status = write_file(replacing, path, &replacing->expected);
    while (status == EXIT_FINE) {
        status = run_editor(context, path);
        enum exit_status read = read_file(replacing, path);
        *keeps_ret = read != EXIT_FINE || !have_same_bytes(&replacing->texts, &replacing->expected);
        status = status == EXIT_FINE ? read : status;
        if (status != EXIT_FINE)
            break;
        if (is_given_up(replacing)) {
            *keeps_ret = 0;
            break;
        }
        status = replace_all(replacing);
        *keeps_ret = status != EXIT_FINE;
        report_fault(replacing);
        if (replacing->fault[0] == '\0' || have_same_bytes(&refused, &replacing->texts))
            break;
        game_texts_free(&refused);
        status = game_texts_add(&refused, context,
                                (struct pgnpack_text){replacing->texts.bytes, replacing->texts.size});
        if (status == EXIT_FINE)
            status = write_file(replacing, path, &refused);
    }
    game_texts_free(&refused);
    return status;
}

/* Nobody is to edit in vain: it may be changed, and nobody else does so just now. */
static enum exit_status check_changeable(struct command_context *context, const char *name)
{
    enum exit_status status = EXIT_FINE;
    if (!context->options->change.dry_run)
        pgnpack_free(change_open(context, name, &status));
    return status;
}

static enum exit_status edit_one(struct command_context *context, const char *name, void *view)
{
    struct replacing replacing = {.chosen = {.context = context, .name = name},
                                  .view = context->options->quiet ? NULL : view};
    int keeps = 0;
    char *path = system_temporary_name("pgndb-edit", ".pgn");
    if (path == NULL)
        return command_no_memory(context);
    replacing.texts_name = path;
    enum exit_status status = check_changeable(context, name);
    if (status == EXIT_FINE)
        status = take_old_texts(&replacing);
    if (status == EXIT_FINE)
        status = edit_texts(&replacing, path, &keeps);
    if (keeps)
        message_notice(context->messages, IN_FILE(name), "what was edited is in %s", path);
    else
        file_remove(path);
    replacing_free(&replacing);
    free(path);
    return status;
}

/* ---- The tasks ---- */

static enum exit_status with_view(struct command_context *context,
                                  enum exit_status (*task)(struct command_context *, const char *, void *))
{
    enum exit_status status;
    struct view_text *view = view_text_open(context, NULL, &status);
    return view == NULL ? status : view_text_close(view, command_each_input(context, task, view), 1);
}

enum exit_status change_replace_games(struct command_context *context)
{
    return with_view(context, replace_one);
}

enum exit_status change_edit_games(struct command_context *context)
{
    return with_view(context, edit_one);
}
