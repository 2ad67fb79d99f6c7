#include "cli/duplicates/game_sieve.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/growth.h"
#include "cli/run/change_database.h"

/* ---- What is to be done ---- */

enum exit_status game_sieve_drop(struct game_sieve *sieve, uint64_t game)
{
    if (!GROW(sieve->dropped, sieve->dropped_capacity, sieve->dropped_count + 1))
        return command_no_memory(sieve->context);
    sieve->dropped[sieve->dropped_count++] = game;
    return EXIT_FINE;
}

enum exit_status game_sieve_change(struct game_sieve *sieve, uint64_t game, struct pgnpack_text text)
{
    if (!GROW(sieve->texts, sieve->text_capacity, sieve->text_count + 1))
        return command_no_memory(sieve->context);
    char *bytes = malloc(text.size + 1);
    if (bytes == NULL)
        return command_no_memory(sieve->context);
    memcpy(bytes, text.data, text.size);
    sieve->texts[sieve->text_count++] = (struct sieve_text){game, bytes, text.size};
    return EXIT_FINE;
}

uint64_t game_sieve_number(const struct game_sieve *sieve, uint64_t game)
{
    size_t low = 0, high = sieve->dropped_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sieve->dropped[middle] < game)
            low = middle + 1;
        else
            high = middle;
    }
    return game - low;
}

void game_sieve_free(struct game_sieve *sieve)
{
    for (size_t i = 0; i < sieve->text_count; i++)
        free(sieve->texts[i].bytes);
    free(sieve->texts);
    free(sieve->dropped);
    free(sieve->file_name);
}

/* ---- Doing it ---- */

static enum exit_status report_writer(struct game_sieve *sieve)
{
    return command_report_path(sieve->context, sieve->writer_name, pgnpack_error(sieve->writer));
}

/* A file begins with its first bytes: one of which nothing comes is none. */
static enum exit_status begin_text(struct game_sieve *sieve)
{
    const int64_t *time = sieve->file_has_time ? &sieve->file_time : NULL;
    int is_done =
        sieve->file_name == NULL ||
        pgnpack_writer_begin_file(sieve->writer, sieve->file_name, sieve->file_name_size, time) == PGNPACK_OK;
    free(sieve->file_name);
    sieve->file_name = NULL;
    return is_done ? EXIT_FINE : report_writer(sieve);
}

static enum exit_status put_game(struct game_sieve *sieve, struct pgnpack_text text)
{
    enum exit_status status = begin_text(sieve);
    if (status == EXIT_FINE && change_write_game(sieve->writer, text) != PGNPACK_OK)
        status = report_writer(sieve);
    return status;
}

static enum exit_status put_text(struct game_sieve *sieve, struct pgnpack_text text)
{
    enum exit_status status = text.size == 0 ? EXIT_FINE : begin_text(sieve);
    if (status == EXIT_FINE && pgnpack_writer_write(sieve->writer, text.data, text.size) != PGNPACK_OK)
        status = report_writer(sieve);
    return status;
}

static uint64_t next_dropped(const struct game_sieve *sieve)
{
    return sieve->next_dropped == sieve->dropped_count ? UINT64_MAX : sieve->dropped[sieve->next_dropped];
}

static uint64_t next_changed(const struct game_sieve *sieve)
{
    return sieve->next_text == sieve->text_count ? UINT64_MAX : sieve->texts[sieve->next_text].game;
}

/* The game that the cursor has come to. */
static enum exit_status sift(struct game_sieve *sieve, struct pgnpack_cursor *cursor)
{
    struct pgnpack_text text;
    uint64_t game = pgnpack_cursor_game_number(cursor);
    if (game == next_dropped(sieve)) {
        sieve->next_dropped++;
        return EXIT_FINE;
    }
    if (game == next_changed(sieve)) {
        const struct sieve_text *changed = &sieve->texts[sieve->next_text++];
        return put_game(sieve, (struct pgnpack_text){changed->bytes, changed->size});
    }
    if (pgnpack_cursor_text(cursor, &text) == PGNPACK_OK)
        return put_game(sieve, text);
    return command_report(sieve->context, sieve->name, pgnpack_error(cursor));
}

/* A file, as far as a block has it, of which some games do not come as they are. */
static enum exit_status put_games(struct game_sieve *sieve, struct pgnpack_cursor *cursor,
                                  const struct pgnpack_block_file *file)
{
    enum exit_status status = EXIT_FINE;
    enum pgnpack_status read = pgnpack_cursor_range(cursor, file->first_game, file->game_count);
    while (status == EXIT_FINE && read == PGNPACK_OK &&
           (read = pgnpack_cursor_next(cursor, NULL)) == PGNPACK_OK)
        status = sift(sieve, cursor);
    if (status == EXIT_FINE && read != PGNPACK_END)
        status = command_report(sieve->context, sieve->name, pgnpack_error(cursor));
    return status;
}

/* A file begins. One without a name goes on with the one before, if that has none either. */
static enum exit_status note_name(struct game_sieve *sieve, const struct pgnpack_block_file *file)
{
    free(sieve->file_name);
    sieve->file_name = NULL;
    if (file->name.size == 0 && !sieve->has_named)
        return EXIT_FINE;
    sieve->has_named = 1;
    sieve->file_name = malloc(file->name.size + 1);
    if (sieve->file_name == NULL)
        return command_no_memory(sieve->context);
    if (file->name.size != 0)
        memcpy(sieve->file_name, file->name.data, file->name.size);
    sieve->file_name_size = file->name.size;
    sieve->file_has_time = file->has_time;
    sieve->file_time = file->time;
    return EXIT_FINE;
}

static enum exit_status put_file(struct game_sieve *sieve, struct pgnpack_cursor *cursor,
                                 const struct pgnpack_block_file *file)
{
    uint64_t end = file->first_game + file->game_count;
    if (file->name.data == NULL && sieve->has_named) /* of no file: the writer parts files itself */
        return EXIT_FINE;
    enum exit_status status = file->begins ? note_name(sieve, file) : EXIT_FINE;
    if (status != EXIT_FINE)
        return status;
    if (file->game_count != 0 && (next_dropped(sieve) < end || next_changed(sieve) < end))
        return put_games(sieve, cursor, file);
    return put_text(sieve, file->text);
}

static enum exit_status put_block(struct game_sieve *sieve, struct pgnpack_block_reader *blocks,
                                  struct pgnpack_cursor *cursor, uint64_t n)
{
    struct pgnpack_block_info info;
    struct pgnpack_block_details details;
    struct pgnpack_block_file file;
    struct pgnpack_text text;
    enum exit_status status = EXIT_FINE;
    if (!pgnpack_reader_block(sieve->reader, n, &info) || info.is_annex)
        return EXIT_FINE;
    uint64_t end = info.first_game + info.game_count;
    int comes_as_it_is = next_dropped(sieve) >= end && next_changed(sieve) >= end;
    enum pgnpack_status read = comes_as_it_is || info.has_files
                                   ? pgnpack_block_reader_text(blocks, n, &text)
                                   : pgnpack_block_reader_details(blocks, n, &details);
    if (read != PGNPACK_OK)
        return command_report(sieve->context, sieve->name, pgnpack_error(blocks));
    for (size_t i = 0; status == EXIT_FINE && pgnpack_block_reader_file(blocks, i, &file); i++)
        status = put_file(sieve, cursor, &file);
    return status;
}

enum exit_status game_sieve_run(struct game_sieve *sieve)
{
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(sieve->reader, PGNPACK_DELETED_KEPT);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(sieve->reader, PGNPACK_PART_TEXT);
    enum exit_status status =
        blocks == NULL || cursor == NULL ? command_no_memory(sieve->context) : EXIT_FINE;
    for (uint64_t n = 0; n < pgnpack_reader_info(sieve->reader)->block_count && status == EXIT_FINE; n++)
        status = put_block(sieve, blocks, cursor, n);
    pgnpack_free(blocks);
    pgnpack_free(cursor);
    return status;
}
