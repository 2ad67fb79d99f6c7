#include "cli/run/damage.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "cli/base/messages.h"
#include "system/commands.h"

enum { WORDS_SIZE = 200 };

/* "game 5", "games 1,201 to 1,800" */
static void name_games(uint64_t first, uint64_t count, char words[WORDS_SIZE])
{
    char from[NUMBER_TEXT_SIZE], to[NUMBER_TEXT_SIZE];
    if (count == 1)
        snprintf(words, WORDS_SIZE, "game %s", number_text(first, from));
    else
        snprintf(words, WORDS_SIZE, "games %s to %s", number_text(first, from),
                 number_text(first + count - 1, to));
}

/* The block in which that offset of the file is. Of an index that was made anew, only where games are damaged. */
static int find_block(struct pgnpack_reader *reader, const struct pgnpack_error *error,
                      struct pgnpack_block_info *info_ret)
{
    uint64_t offset = error->offset;
    if (reader == NULL || offset == UINT64_MAX ||
        (error->game == 0 && pgnpack_error(reader)->status != PGNPACK_OK))
        return 0;
    for (uint64_t i = 0; pgnpack_reader_block(reader, i, info_ret); i++)
        if (info_ret->offset <= offset && offset - info_ret->offset < info_ret->size)
            return 1;
    return 0;
}

static void describe_block(const struct pgnpack_block_info *info, char words[WORDS_SIZE])
{
    char games[WORDS_SIZE / 2], size[NUMBER_TEXT_SIZE];
    if (info->game_count == 0) {
        snprintf(words, WORDS_SIZE, "%s byte%s of text without games %s damaged",
                 number_text(info->text_size, size), PLURAL_S(info->text_size), IS_OR_ARE(info->text_size));
        return;
    }
    name_games(info->first_game, info->game_count, words);
    snprintf(games, sizeof games, "%.90s", words);
    snprintf(words, WORDS_SIZE, "%s %s damaged", games, IS_OR_ARE(info->game_count));
}

/* What is lost, as far as it is known here: returns whether it is just that. */
static int describe_loss(struct pgnpack_reader *reader, const struct pgnpack_error *error,
                         char words[WORDS_SIZE])
{
    struct pgnpack_block_info info;
    char number[NUMBER_TEXT_SIZE];
    uint64_t games = reader != NULL ? pgnpack_reader_info(reader)->game_count : 0;
    if (find_block(reader, error, &info)) {
        describe_block(&info, words);
        return 1;
    }
    if (error->status == PGNPACK_ERROR_TRUNCATED && reader != NULL)
        snprintf(words, WORDS_SIZE, "what came after game %s is missing", number_text(games, number));
    else if (error->game != 0)
        snprintf(words, WORDS_SIZE, "games from %s on are damaged", number_text(error->game, number));
    else
        snprintf(words, WORDS_SIZE, "%s",
                 error->status == PGNPACK_ERROR_TRUNCATED ? "a part is missing at its end"
                                                          : "a part is damaged");
    return 0;
}

static void report(struct command_context *context, const char *file, const char *loss, int is_exact,
                   const struct pgnpack_error *error)
{
    char place[40] = "";
    const char *remedy = context->options->salvage || context->options->task == TASK_LIST ? ""
                         : is_exact ? "; the others can be had with pgnunpack --salvage"
                                    : "; what is whole can be had with pgnunpack --salvage";
    if (error->offset != UINT64_MAX)
        snprintf(place, sizeof place, "offset %" PRIu64 ": ", error->offset);
    message_error(context->messages, IN_FILE(file), "%s%s (%s%s)", loss, remedy, place,
                  error->text[0] != '\0' ? error->text : pgnpack_status_text(error->status));
}

enum exit_status damage_report(struct command_context *context, const char *file,
                               struct pgnpack_reader *reader, const struct pgnpack_error *error)
{
    char loss[WORDS_SIZE];
    if (error->status != PGNPACK_ERROR_CORRUPT && error->status != PGNPACK_ERROR_TRUNCATED)
        return command_report(context, file, error);
    int is_exact = describe_loss(reader, error, loss);
    report(context, file, loss, is_exact, error);
    return EXIT_CORRUPT;
}

/* A pgnpack_read_at_function that says nothing of its failures. */
static int read_at(void *opaque, uint64_t offset, void *bytes, size_t size, size_t *size_ret)
{
    const struct input_file *file = opaque;
    return file_read_at(&file->file, file->start + offset, bytes, size, size_ret);
}

enum exit_status damage_open_reader(struct command_context *context, struct unwrap *unwrap,
                                    struct pgnpack_reader **reader_ret)
{
    const struct pgnpack_options options = command_library_options(context);
    struct input_file *file = unwrap->context.file;
    uint64_t at = file->read_size;
    *reader_ret = NULL;
    if (unwrap->depth != 0 || !file->is_regular)
        return EXIT_FINE;
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    if (reader == NULL)
        return command_no_memory(context);
    enum pgnpack_status opened = pgnpack_reader_open(reader, PGNPACK_FROM_RANGES(read_at, file, file->size));
    enum exit_status status = EXIT_FINE;
    input_file_seek(file, at); /* where it was: some systems have one place for all that read */
    if (opened == PGNPACK_OK || pgnpack_reader_info(reader)->torn == PGNPACK_TORN_DAMAGED) {
        *reader_ret = reader;
        return EXIT_FINE;
    }
    if (command_status_of(opened) != EXIT_CORRUPT)
        status = command_report_path(context, unwrap->part_name, pgnpack_error(reader));
    pgnpack_free(reader);
    return status;
}

enum exit_status damage_report_unpacking(struct command_context *context, struct unwrap *unwrap,
                                         const struct pgnpack_error *error)
{
    const struct pgnpack_options options = command_library_options(context);
    struct input_file *file = unwrap->context.file;
    struct pgnpack_reader *reader = NULL;
    if ((error->status == PGNPACK_ERROR_CORRUPT || error->status == PGNPACK_ERROR_TRUNCATED) &&
        unwrap->depth == 0 && file->is_regular)
        reader = pgnpack_reader_new(&options);
    enum pgnpack_status opened =
        reader != NULL ? pgnpack_reader_open(reader, PGNPACK_FROM_RANGES(read_at, file, file->size))
                       : PGNPACK_ERROR_MEMORY;
    int is_known = opened == PGNPACK_OK || opened == PGNPACK_ERROR_TRUNCATED;
    enum exit_status status = damage_report(context, unwrap->part_name, is_known ? reader : NULL, error);
    pgnpack_free(reader);
    return status;
}

void damage_report_stretch(struct command_context *context, const char *file,
                           const struct pgnpack_damage *damage)
{
    char games[WORDS_SIZE], text[WORDS_SIZE / 2] = "", number[NUMBER_TEXT_SIZE];
    const char *verb = damage->game_count == 1 || damage->game_count == 0 ? "is" : "are";
    if (damage->game_count == UINT64_MAX)
        snprintf(games, sizeof games, "all games from %s on that were there",
                 number_text(damage->first_game, number));
    else if (damage->game_count == 0)
        snprintf(games, sizeof games, "no game");
    else
        name_games(damage->first_game, damage->game_count, games);
    if (damage->text_size != UINT64_MAX)
        snprintf(text, sizeof text, ", %s byte%s of text", number_text(damage->text_size, number),
                 PLURAL_S(damage->text_size));
    message_error(context->messages, IN_FILE(file), "%s %s lost%s (offset %" PRIu64 ", %s %s damaged: %s)",
                  games, verb, text, damage->offset, COUNTED(damage->size, "byte"), IS_OR_ARE(damage->size),
                  damage->text);
}

void damage_report_index(struct command_context *context, const char *file, struct pgnpack_reader *reader,
                         const struct pgnpack_error *error)
{
    char number[NUMBER_TEXT_SIZE];
    uint64_t games = pgnpack_reader_info(reader)->game_count;
    if (pgnpack_reader_info(reader)->torn == PGNPACK_TORN_DAMAGED) {
        message_error(
            context->messages, IN_FILE(file),
            "what came after game %s is missing; what is whole of it can be had with pgnunpack --salvage "
            "(offset %" PRIu64 ": %s)",
            number_text(games, number), error->offset, error->text);
        return;
    }
    message_error(context->messages, IN_FILE(file),
                  "%s game%s found without the index; there may have been more (%s)",
                  number_text(games, number), games == 1 ? " was" : "s were", error->text);
}
