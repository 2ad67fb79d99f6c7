#include "cli/change/change_rewrite.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/growth.h"
#include "cli/run/change_database.h"
#include "cli/change/hit_values.h"
#include "cli/base/messages.h"
#include "cli/pack/pack_formats.h"
#include "cli/run/game_choice.h"

struct rewrite {
    struct command_context *context;
    struct pgnpack_database *database; /* NULL: nothing is changed */
    struct pgnpack_reader *reader;     /* the database's, or its own */
    const char *name;
    struct hit_values *values; /* of games that would be changed; NULL: nobody asks */
    struct pgnpack_cursor *cursor;
    struct pgnpack_editor *editor;
    struct pgnpack_pgn_reader *pgn; /* made when it is first needed */
    struct pgnpack_writer *writer;  /* the database's, from the first game that changes on */
    uint64_t number;                /* of the game that was taken */
    uint64_t changed, left;
    char *last; /* the text that was written before, if it may matter for the next one */
    size_t last_size, last_capacity;
};

/* What is read by, and changed with. */
static enum exit_status open_database(struct rewrite *rewrite)
{
    struct command_context *context = rewrite->context;
    enum exit_status status;
    if (context->options->change.dry_run) {
        rewrite->reader = change_open_to_read(context, rewrite->name, &status);
        rewrite->values = rewrite->reader != NULL ? hit_values_new(context, rewrite->reader) : NULL;
        return rewrite->reader != NULL && rewrite->values == NULL ? command_no_memory(context) : status;
    }
    rewrite->database = change_open(context, rewrite->name, &status);
    if (rewrite->database != NULL)
        rewrite->reader = pgnpack_database_reader(rewrite->database);
    return status;
}

static enum exit_status open_tools(struct rewrite *rewrite)
{
    const struct pgnpack_options options = command_library_options(rewrite->context);
    rewrite->cursor = pgnpack_cursor_new(rewrite->reader, PGNPACK_PART_TEXT);
    rewrite->editor = pgnpack_editor_new(&options);
    return rewrite->cursor != NULL && rewrite->editor != NULL ? EXIT_FINE
                                                              : command_no_memory(rewrite->context);
}

struct rewrite *rewrite_open(struct command_context *context, const char *name, enum exit_status *status)
{
    struct rewrite *rewrite = calloc(1, sizeof *rewrite);
    if (rewrite == NULL) {
        *status = command_no_memory(context);
        return NULL;
    }
    rewrite->context = context;
    rewrite->name = name;
    *status = open_database(rewrite);
    if (*status == EXIT_FINE)
        *status = open_tools(rewrite);
    if (*status == EXIT_FINE)
        return rewrite;
    rewrite_free(rewrite);
    return NULL;
}

void rewrite_free(struct rewrite *rewrite)
{
    if (rewrite == NULL)
        return;
    pgnpack_free(rewrite->cursor);
    pgnpack_free(rewrite->editor);
    if (rewrite->pgn != NULL)
        pgnpack_free(rewrite->pgn);
    if (rewrite->values != NULL)
        hit_values_free(rewrite->values);
    if (rewrite->database == NULL)
        pgnpack_free(rewrite->reader);
    else
        pgnpack_free(rewrite->database);
    free(rewrite->last);
    free(rewrite);
}

struct pgnpack_reader *rewrite_reader(struct rewrite *rewrite)
{
    return rewrite->reader;
}

/* ---- A game comes ---- */

/* Is it the caller's, or the game's, mistake, and no failure of ours? */
static int is_refusal(const struct pgnpack_error *error)
{
    return error->status == PGNPACK_ERROR_ARGUMENT || error->status == PGNPACK_ERROR_LIMIT;
}

enum exit_status rewrite_leave(struct rewrite *rewrite)
{
    const struct pgnpack_error *error = pgnpack_error(rewrite->editor);
    const struct place place = {.file = rewrite->name, .game = rewrite->number};
    if (!is_refusal(error))
        return command_report(rewrite->context, rewrite->name, error);
    rewrite->left++;
    message_warning(rewrite->context->messages, WARNING_LEFT_OUT, &place, "is left as it is: %s",
                    error->text);
    return EXIT_FINE;
}

/* Does the game's text go on in further blocks? Cursors do not have that, and nothing is to be lost. */
static int is_cut(const struct pgnpack_reader *reader, uint64_t number)
{
    struct pgnpack_block_info info;
    uint64_t next = pgnpack_reader_find_block(reader, number) + 1;
    while (pgnpack_reader_block(reader, next, &info) && info.is_annex)
        next++;
    return pgnpack_reader_block(reader, next, &info) && info.first_game == number + 1 && info.continues &&
           info.game_count == 0;
}

static enum exit_status leave_cut(struct rewrite *rewrite)
{
    const struct place place = {.file = rewrite->name, .game = rewrite->number};
    rewrite->left++;
    message_warning(rewrite->context->messages, WARNING_LEFT_OUT, &place,
                    "is left as it is: it has more than 16 MiB of text");
    return EXIT_FINE;
}

struct pgnpack_editor *rewrite_take(struct rewrite *rewrite, uint64_t number, enum exit_status *status)
{
    const struct pgnpack_game *game;
    struct pgnpack_text text;
    rewrite->number = number;
    *status = EXIT_FINE;
    if (pgnpack_reader_is_deleted(rewrite->reader, number))
        return NULL;
    if (is_cut(rewrite->reader, number)) {
        *status = leave_cut(rewrite);
        return NULL;
    }
    if (pgnpack_cursor_seek(rewrite->cursor, number) != PGNPACK_OK ||
        pgnpack_cursor_next(rewrite->cursor, &game) != PGNPACK_OK ||
        pgnpack_cursor_text(rewrite->cursor, &text) != PGNPACK_OK) {
        *status = command_report_path(rewrite->context, rewrite->name, pgnpack_error(rewrite->cursor));
        return NULL;
    }
    if (pgnpack_editor_begin(rewrite->editor, text.data, text.size) == PGNPACK_OK)
        return rewrite->editor;
    *status = rewrite_leave(rewrite);
    return NULL;
}

/* ---- It goes ---- */

static size_t mark_size(const struct pgnpack_text *text)
{
    return text->size >= 3 && memcmp(text->data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

/* Where the text's first line begins that is not empty. */
static size_t first_line(const struct pgnpack_text *text)
{
    size_t at = mark_size(text);
    while (at < text->size && (text->data[at] == '\n' || text->data[at] == '\r'))
        at++;
    return at;
}

static enum exit_status keep_last(struct rewrite *rewrite, const char *bytes, size_t size, size_t from)
{
    if (!GROW(rewrite->last, rewrite->last_capacity, from + size))
        return command_no_memory(rewrite->context);
    memcpy(rewrite->last + from, bytes, size);
    rewrite->last_size = from + size;
    return EXIT_FINE;
}

/*
 * Do the last text and this one, one after the other, read as the two games that they are? Nearly all begin with what begins a
 * game anywhere; the others are tried out, in rewrite->last.
 */
static enum exit_status is_apart(struct rewrite *rewrite, const struct pgnpack_text *text, int *answer)
{
    static const char sign[] = "[Event \"";
    const struct pgnpack_game *game;
    size_t begin = first_line(text), size = rewrite->last_size;
    *answer = size == 0 || (text->size - begin >= sizeof sign - 1 &&
                            memcmp(text->data + begin, sign, sizeof sign - 1) == 0);
    if (*answer)
        return EXIT_FINE;
    enum exit_status status = keep_last(rewrite, "\n\n", 2, size);
    if (status == EXIT_FINE)
        status = keep_last(rewrite, text->data + begin, text->size - begin, size + 2);
    size_t all = rewrite->last_size;
    rewrite->last_size = size;
    if (status != EXIT_FINE)
        return status;
    if (rewrite->pgn == NULL) {
        const struct pgnpack_options options = command_library_options(rewrite->context);
        rewrite->pgn = pgnpack_pgn_reader_new(&options);
        if (rewrite->pgn == NULL)
            return command_no_memory(rewrite->context);
    }
    enum pgnpack_status read = pgnpack_pgn_reader_open(rewrite->pgn, PGNPACK_FROM_MEMORY(rewrite->last, all));
    struct pgnpack_place second = {0};
    uint64_t games = 0;
    while (read == PGNPACK_OK && (read = pgnpack_pgn_reader_next(rewrite->pgn, &game)) == PGNPACK_OK)
        if (++games == 2)
            pgnpack_pgn_reader_place(rewrite->pgn, 0, &second);
    if (read != PGNPACK_END && read != PGNPACK_ERROR_LIMIT)
        return command_report(rewrite->context, rewrite->name, pgnpack_error(rewrite->pgn));
    *answer = games == 2 && second.offset >= size && second.offset <= size + 2;
    return EXIT_FINE;
}

static enum exit_status open_writer(struct rewrite *rewrite)
{
    const struct pgnpack_writer_options options = pack_writer_options(rewrite->context);
    if (rewrite->writer != NULL)
        return EXIT_FINE;
    rewrite->writer = pgnpack_database_append(rewrite->database, &options);
    return rewrite->writer != NULL ? EXIT_FINE
                                   : change_report(rewrite->context, rewrite->database, rewrite->name);
}

/* Texts that would not read as two games are told apart as files without a name are. */
static enum exit_status append(struct rewrite *rewrite, const struct pgnpack_text *text)
{
    int apart = 0;
    enum exit_status status = open_writer(rewrite);
    if (status == EXIT_FINE)
        status = is_apart(rewrite, text, &apart);
    if (status == EXIT_FINE && !apart &&
        pgnpack_writer_begin_file(rewrite->writer, "", 0, NULL) != PGNPACK_OK)
        return command_report_path(rewrite->context, rewrite->name, pgnpack_error(rewrite->writer));
    if (status == EXIT_FINE && change_write_game(rewrite->writer, *text) != PGNPACK_OK)
        return command_report_path(rewrite->context, rewrite->name, pgnpack_error(rewrite->writer));
    return status == EXIT_FINE ? keep_last(rewrite, text->data, text->size, 0) : status;
}

static enum exit_status put(struct rewrite *rewrite, const struct pgnpack_text *text)
{
    rewrite->changed++;
    if (rewrite->database == NULL) {
        hit_values_add(rewrite->values, rewrite->number);
        return EXIT_FINE;
    }
    enum exit_status status = append(rewrite, text);
    if (status != EXIT_FINE)
        return status;
    return change_replace(rewrite->context, rewrite->database, rewrite->name, PGNPACK_REASON_REPLACED,
                          rewrite->number, rewrite->changed);
}

enum exit_status rewrite_put(struct rewrite *rewrite)
{
    struct pgnpack_edited edited;
    if (pgnpack_editor_finish(rewrite->editor, &edited) != PGNPACK_OK)
        return command_report(rewrite->context, rewrite->name, pgnpack_error(rewrite->editor));
    return edited.changes == 0 ? EXIT_FINE : put(rewrite, &edited.text);
}

enum exit_status rewrite_put_text(struct rewrite *rewrite, struct pgnpack_text text)
{
    const struct place place = {.file = rewrite->name, .game = rewrite->number};
    if (pgnpack_editor_begin(rewrite->editor, text.data, text.size) == PGNPACK_OK)
        return put(rewrite, &text);
    const struct pgnpack_error *error = pgnpack_error(rewrite->editor);
    if (!is_refusal(error))
        return command_report(rewrite->context, rewrite->name, error);
    message_error(rewrite->context->messages, &place, "%s", error->text);
    return EXIT_FAILED;
}

/* ---- All ---- */

static enum exit_status commit(struct rewrite *rewrite)
{
    uint64_t games = pgnpack_reader_info(rewrite->reader)->game_count;
    uint64_t state = change_state(rewrite->reader);
    pgnpack_free(rewrite->cursor);
    rewrite->cursor = NULL;
    enum exit_status status = change_commit(rewrite->context, rewrite->database, rewrite->name);
    rewrite->reader = pgnpack_database_reader(rewrite->database);
    if (status != EXIT_FINE || pgnpack_reader_info(rewrite->reader)->game_count == games + rewrite->changed)
        return status;
    return change_take_back(rewrite->context, rewrite->database, rewrite->name, state);
}

enum exit_status rewrite_finish(struct rewrite *rewrite)
{
    uint64_t games = pgnpack_reader_info(rewrite->reader)->game_count -
                     pgnpack_reader_info(rewrite->reader)->deleted_count;
    int is_dry = rewrite->database == NULL;
    enum exit_status status = rewrite->changed != 0 && !is_dry ? commit(rewrite) : EXIT_FINE;
    if (status == EXIT_FINE)
        message_notice(rewrite->context->messages, IN_FILE(rewrite->name), "%" PRIu64 " of %s %s",
                       rewrite->changed, COUNTED(games, "game"), is_dry ? "would be changed" : "changed");
    return status == EXIT_FINE && is_dry ? hit_values_tell(rewrite->values, rewrite->context, rewrite->name)
                                         : status;
}

/* ---- Marks ---- */

struct marking {
    struct command_context *context;
    const char *name;
    const struct pgnpack_reader *reader;
    struct pgnpack_history *history;
    uint8_t *marks;
};

/* A games_function. An old version that is named by itself is refused; in a range such are passed over. */
static enum exit_status mark(void *opaque, uint64_t first, uint64_t count)
{
    struct marking *marking = opaque;
    for (uint64_t number = first; number < first + count; number++)
        marking->marks[number / 8] |= (uint8_t)(1 << number % 8);
    return count != 1 ? EXIT_FINE
                      : game_choice_refuse_old(marking->context, marking->name, marking->reader,
                                               &marking->history, first);
}

static enum exit_status mark_found(struct command_context *context, const char *name,
                                   struct pgnpack_reader *reader, struct marking *marks)
{
    struct pgnpack_query *query = change_query(context, &context->options->change.where);
    enum exit_status status =
        query == NULL ? EXIT_FAILED : game_choice_each_found(context, name, reader, query, mark, marks);
    pgnpack_free(query);
    return status;
}

enum exit_status game_marks_make(struct command_context *context, const char *name,
                                 struct pgnpack_reader *reader, uint8_t **marks_ret)
{
    const struct options *options = context->options;
    *marks_ret = NULL;
    if (options->games.count == 0 && options->change.where.count == 0)
        return EXIT_FINE;
    *marks_ret = calloc((size_t)(pgnpack_reader_info(reader)->game_count / 8) + 1, 1);
    if (*marks_ret == NULL)
        return command_no_memory(context);
    struct marking marking = {context, name, reader, NULL, *marks_ret};
    enum exit_status status = options->change.where.count != 0
                                  ? mark_found(context, name, reader, &marking)
                                  : game_choice_each(context, name, reader, TO_DELETE, mark, &marking);
    pgnpack_free(marking.history);
    return status;
}

void rewrite_warn_of_deleted(const struct command_context *context, const char *name, uint64_t deleted)
{
    message_warning(
        context->messages, WARNING_OTHER, IN_FILE(name),
        "%s of those that were named %s deleted, and not changed; pgndb undelete brings games back",
        COUNTED(deleted, "game"), IS_OR_ARE(deleted));
}

int game_is_marked(const uint8_t *marks, uint64_t number)
{
    return marks == NULL || (marks[number / 8] >> number % 8 & 1) != 0;
}

enum exit_status rewrite_each_marked(struct rewrite *rewrite, struct pgnpack_batch *batch,
                                     const struct pgnpack_columns *columns, const uint8_t *marks,
                                     rewrite_row_function take, void *opaque)
{
    size_t count;
    enum pgnpack_status found;
    while ((found = pgnpack_batch_next(batch, columns, &count)) == PGNPACK_OK)
        for (size_t row = 0; row < count; row++) {
            enum exit_status status =
                game_is_marked(marks, columns->numbers[row]) ? take(opaque, row) : EXIT_FINE;
            if (status != EXIT_FINE)
                return status;
        }
    return found == PGNPACK_END ? EXIT_FINE
                                : command_report_path(rewrite->context, rewrite->name, pgnpack_error(batch));
}
