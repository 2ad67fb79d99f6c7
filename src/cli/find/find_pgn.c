#include "cli/find/find_pgn.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/growth.h"
#include "cli/find/find_mark.h"
#include "cli/run/flagless.h"

struct find_pgn {
    struct find_run *run;
    struct pgnpack_pgn_reader *reader; /* of single games; NULL: they are written as they are */
    struct pgnpack_pgn_writer *writer; /* NULL: none is written in export format */
    struct pgnpack_editor *flags;      /* takes them away; NULL: they stay */
    char *bytes;                       /* a text with its marks */
    size_t capacity;
};

/* A pgnpack_write_function. */
static int write_out(void *opaque, const void *bytes, size_t size)
{
    struct find_run *run = opaque;
    view_text_put(&run->text, bytes, size);
    return run->text.status == EXIT_FINE ? 0 : -1;
}

void find_pgn_free(struct find_pgn *pgn)
{
    if (pgn == NULL)
        return;
    if (pgn->reader != NULL)
        pgnpack_free(pgn->reader);
    if (pgn->writer != NULL)
        pgnpack_free(pgn->writer);
    pgnpack_free(pgn->flags);
    free(pgn->bytes);
    free(pgn);
}

struct find_pgn *find_pgn_new(struct find_run *run)
{
    const struct pgnpack_options options = command_library_options(run->context);
    struct find_pgn *pgn = calloc(1, sizeof *pgn);
    if (pgn == NULL)
        return NULL;
    int reads = run->options->exports || run->options->mark != NULL;
    pgn->run = run;
    if (reads)
        pgn->reader = pgnpack_pgn_reader_new(&options);
    if (run->options->exports)
        pgn->writer = pgnpack_pgn_writer_new(&options, PGNPACK_TO_FUNCTION(write_out, run));
    if (run->options->common.view.no_flags)
        pgn->flags = pgnpack_editor_new(&options);
    if ((!reads || pgn->reader != NULL) && (!run->options->exports || pgn->writer != NULL) &&
        (!run->options->common.view.no_flags || pgn->flags != NULL))
        return pgn;
    find_pgn_free(pgn);
    return NULL;
}

static enum exit_status read_game(struct find_pgn *pgn, const char *file, struct pgnpack_text text,
                                  const struct pgnpack_game **game_ret)
{
    enum pgnpack_status status =
        pgnpack_pgn_reader_open(pgn->reader, PGNPACK_FROM_MEMORY(text.data, text.size));
    if (status == PGNPACK_OK)
        status = pgnpack_pgn_reader_next(pgn->reader, game_ret);
    return status == PGNPACK_OK ? EXIT_FINE
                                : command_report(pgn->run->context, file, pgnpack_error(pgn->reader));
}

static size_t put(char *bytes, size_t at, const char *from, size_t size)
{
    memcpy(bytes + at, from, size);
    return at + size;
}

/* " {mark}", or "{mark} " at the beginning of a line or of the movetext. */
static size_t put_mark(char *bytes, size_t at, const char *mark, int is_before)
{
    at = put(bytes, at, is_before ? "{" : " {", is_before ? 1 : 2);
    at = put(bytes, at, mark, strlen(mark));
    return put(bytes, at, is_before ? "} " : "}", is_before ? 2 : 1);
}

/* The text with its marks, in pgn->bytes. */
static enum exit_status mark_game(struct find_pgn *pgn, struct pgnpack_text *text,
                                  const struct find_marks *marks, const struct pgnpack_hit *hit)
{
    const char *mark = pgn->run->options->mark;
    size_t needed = text->size + marks->count * (strlen(mark) + 3), from = 0, size = 0;
    if (!GROW(pgn->bytes, pgn->capacity, needed))
        return command_no_memory(pgn->run->context);
    for (size_t i = 0; i < marks->count; i++) {
        size = put(pgn->bytes, size, text->data + from, marks->places[i] - from);
        size = put_mark(pgn->bytes, size, mark, i == 0 && hit->ply == 0 && hit->item == 0);
        from = marks->places[i];
    }
    size = put(pgn->bytes, size, text->data + from, text->size - from);
    *text = (struct pgnpack_text){pgn->bytes, size};
    return EXIT_FINE;
}

static enum exit_status put_export(struct find_pgn *pgn, const char *file, const struct pgnpack_game *game)
{
    struct find_run *run = pgn->run;
    if (pgnpack_pgn_writer_add(pgn->writer, game) == PGNPACK_OK)
        pgnpack_pgn_writer_finish(pgn->writer);
    const struct pgnpack_error *error = pgnpack_error(pgn->writer);
    if (run->text.status != EXIT_FINE || error->status == PGNPACK_OK)
        return run->text.status;
    return command_report(run->context, file, error);
}

enum exit_status find_pgn_put(struct find_pgn *pgn, const char *file, struct pgnpack_text text,
                              const struct pgnpack_hit *hit)
{
    const struct pgnpack_game *game = NULL;
    enum exit_status status = EXIT_FINE;
    const struct find_options *options = pgn->run->options;
    if (pgn->flags != NULL)
        status = flagless_text(pgn->run->context, pgn->flags, &text);
    if (status == EXIT_FINE && pgn->reader != NULL)
        status = read_game(pgn, file, text, &game);
    if (status == EXIT_FINE && options->mark != NULL) {
        const struct find_marks marks = find_marks_of(text, game, hit);
        if (marks.count == 0)
            message_warning(pgn->run->context->messages, WARNING_ODD,
                            &(const struct place){.file = file, .game = hit->game},
                            "is not marked: its text makes no sense there");
        status = mark_game(pgn, &text, &marks, hit);
        if (status == EXIT_FINE && options->exports)
            status = read_game(pgn, file, text, &game);
    }
    if (status != EXIT_FINE)
        return status;
    if (options->exports)
        return put_export(pgn, file, game);
    view_text_put_apart(&pgn->run->text, text);
    return pgn->run->text.status;
}
