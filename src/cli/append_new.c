#include "cli/append_new.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/change_database.h"
#include "cli/duplicates_find.h"

enum { OLD, NEW, DATABASE_COUNT };

struct append_new {
    struct command_context *context;
    struct pgnpack_writer *writer;
    char *packed; /* the inputs, as a database in memory */
    size_t size, capacity;
    struct duplicates_database databases[DATABASE_COUNT];
    struct pgnpack_duplicates *duplicates; /* NULL: they are not asked for */
    uint64_t duplicate;                    /* the next one of the new games that is one; UINT64_MAX: none */
    struct pgnpack_query *query;           /* what games have to be; NULL: not asked for */
    struct pgnpack_search *search;
    uint64_t hit; /* the next one that is so */
    char *name;   /* of the file that is to begin with the next bytes; NULL: none */
    size_t name_size;
    uint64_t dropped; /* the next one of the new games that is left out; UINT64_MAX: none */
    uint64_t duplicate_count, other_count;
};

/* ---- The inputs as a database ---- */

/* A pgnpack_write_function. */
static int write_packed(void *opaque, const void *bytes, size_t size)
{
    struct append_new *append = opaque;
    if (append->capacity - append->size < size) {
        size_t capacity = 2 * append->capacity + size;
        char *packed = realloc(append->packed, capacity);
        if (packed == NULL) {
            command_no_memory(append->context);
            return ENOMEM;
        }
        append->packed = packed;
        append->capacity = capacity;
    }
    memcpy(append->packed + append->size, bytes, size);
    append->size += size;
    return 0;
}

static enum exit_status pack(struct append_new *append, const struct pack_request *request)
{
    struct command_context *context = append->context;
    const struct pgnpack_options options = command_library_options(context);
    const struct pgnpack_writer_options writer_options = {.size = sizeof writer_options,
                                                          .level = PGNPACK_LEVEL_MIN,
                                                          .threads = context->threads,
                                                          .block_size = context->block_size,
                                                          .index = PGNPACK_INDEX_NONE};
    struct pgnpack_writer *writer = pgnpack_writer_new(&options, &writer_options, write_packed, append);
    if (writer == NULL)
        return command_no_memory(context);
    enum exit_status status = pack_into_writer(context, request, writer);
    if (status == EXIT_FINE && pgnpack_writer_finish(writer) != PGNPACK_OK)
        status = command_report(context, NULL, pgnpack_writer_error(writer));
    pgnpack_writer_free(writer);
    return status;
}

static enum exit_status open_packed(struct append_new *append)
{
    const struct pgnpack_options options = command_library_options(append->context);
    struct duplicates_database *database = &append->databases[NEW];
    database->reader = pgnpack_reader_new(&options);
    if (database->reader == NULL)
        return command_no_memory(append->context);
    if (pgnpack_reader_open_memory(database->reader, append->packed, append->size) == PGNPACK_OK)
        return EXIT_FINE;
    return command_report(append->context, database->name, pgnpack_reader_error(database->reader));
}

/* ---- What is new ---- */

static void find_duplicate(struct append_new *append)
{
    struct pgnpack_duplicate found;
    append->duplicate = UINT64_MAX;
    while (append->duplicates != NULL && pgnpack_duplicates_next(append->duplicates, &found) == PGNPACK_OK)
        if (found.reader == NEW) {
            append->duplicate = found.game;
            return;
        }
}

/* The next game at or after `number` that the query finds. */
static void find_hit(struct append_new *append, uint64_t number)
{
    struct pgnpack_hit hit;
    while (append->hit < number)
        append->hit = pgnpack_search_next(append->search, &hit) == PGNPACK_OK ? hit.game : UINT64_MAX;
}

/* The first game at or after `number` that is left out. */
static void find_dropped(struct append_new *append, uint64_t number)
{
    uint64_t count = pgnpack_reader_game_count(append->databases[NEW].reader);
    while (append->duplicate < number)
        find_duplicate(append);
    append->dropped = append->duplicate;
    if (append->search == NULL)
        return;
    for (; number <= count && number < append->dropped; number++) {
        find_hit(append, number);
        if (append->hit != number)
            append->dropped = number;
    }
}

static void count_dropped(struct append_new *append)
{
    append->duplicate_count += append->dropped == append->duplicate;
    append->other_count += append->dropped != append->duplicate;
    find_dropped(append, append->dropped + 1);
}

static enum exit_status report_writer(struct append_new *append)
{
    return command_report_path(append->context, append->databases[OLD].name,
                               pgnpack_writer_error(append->writer));
}

/* A file begins with its first bytes: one of which nothing is new is none of the database. */
static enum exit_status begin_text(struct append_new *append)
{
    int is_done = append->name == NULL ||
                  pgnpack_writer_begin_file(append->writer, append->name, append->name_size) == PGNPACK_OK;
    free(append->name);
    append->name = NULL;
    return is_done ? EXIT_FINE : report_writer(append);
}

static enum exit_status put_game(struct append_new *append, struct pgnpack_text text)
{
    enum exit_status status = begin_text(append);
    if (status == EXIT_FINE && change_write_game(append->writer, text) != PGNPACK_OK)
        status = report_writer(append);
    return status;
}

static enum exit_status put_text(struct append_new *append, struct pgnpack_text text)
{
    enum exit_status status = text.size == 0 ? EXIT_FINE : begin_text(append);
    if (status == EXIT_FINE && pgnpack_writer_write(append->writer, text.data, text.size) != PGNPACK_OK)
        status = report_writer(append);
    return status;
}

/* Of a block with games that are left out: its other games. */
static enum exit_status put_games(struct append_new *append, struct pgnpack_cursor *cursor,
                                  const struct pgnpack_block_info *info)
{
    struct pgnpack_text text;
    enum exit_status status = EXIT_FINE;
    enum pgnpack_status read = pgnpack_cursor_limit(cursor, info->first_game, info->game_count);
    while (status == EXIT_FINE && read == PGNPACK_OK &&
           (read = pgnpack_cursor_next(cursor, NULL)) == PGNPACK_OK) {
        if (pgnpack_cursor_game_number(cursor) == append->dropped)
            count_dropped(append);
        else if ((read = pgnpack_cursor_text(cursor, &text)) == PGNPACK_OK)
            status = put_game(append, text);
    }
    if (status == EXIT_FINE && read != PGNPACK_END)
        status = command_report(append->context, append->databases[NEW].name, pgnpack_cursor_error(cursor));
    return status;
}

static enum exit_status note_name(struct append_new *append, struct pgnpack_block_reader *blocks, uint64_t n)
{
    struct pgnpack_block_details details;
    if (pgnpack_block_reader_details(blocks, n, &details) != PGNPACK_OK)
        return command_report(append->context, append->databases[NEW].name,
                              pgnpack_block_reader_error(blocks));
    free(append->name);
    append->name = NULL;
    if (details.file_name.size == 0)
        return EXIT_FINE;
    append->name = malloc(details.file_name.size);
    if (append->name == NULL)
        return command_no_memory(append->context);
    memcpy(append->name, details.file_name.data, details.file_name.size);
    append->name_size = details.file_name.size;
    return EXIT_FINE;
}

/* A block of which no game is left out as it is, byte for byte. */
static enum exit_status put_block(struct append_new *append, struct pgnpack_block_reader *blocks,
                                  struct pgnpack_cursor *cursor, uint64_t n)
{
    struct pgnpack_block_info info;
    struct pgnpack_text text;
    enum exit_status status = EXIT_FINE;
    if (!pgnpack_reader_block(append->databases[NEW].reader, n, &info) || info.is_annex)
        return EXIT_FINE;
    if (info.begins_file)
        status = note_name(append, blocks, n);
    if (status != EXIT_FINE)
        return status;
    if (append->dropped < info.first_game + info.game_count)
        return put_games(append, cursor, &info);
    if (pgnpack_block_reader_text(blocks, n, &text) == PGNPACK_OK)
        return put_text(append, text);
    return command_report(append->context, append->databases[NEW].name, pgnpack_block_reader_error(blocks));
}

static enum exit_status put_all(struct append_new *append)
{
    struct pgnpack_reader *reader = append->databases[NEW].reader;
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    enum exit_status status =
        blocks == NULL || cursor == NULL ? command_no_memory(append->context) : EXIT_FINE;
    find_dropped(append, 1);
    for (uint64_t n = 0; n < pgnpack_reader_block_count(reader) && status == EXIT_FINE; n++)
        status = put_block(append, blocks, cursor, n);
    pgnpack_block_reader_free(blocks);
    pgnpack_cursor_free(cursor);
    return status;
}

/* Finds what is there already, and begins to search for what is wanted. */
static enum exit_status choose(struct append_new *append)
{
    const struct options *options = append->context->options;
    enum exit_status status = EXIT_FINE;
    if (options->dedupe != 0)
        append->duplicates =
            duplicates_find(append->context, append->databases, DATABASE_COUNT, PGNPACK_KEEP_RANK, &status);
    if (status != EXIT_FINE || options->where.count == 0)
        return status;
    append->query = change_query(append->context, &options->where);
    if (append->query == NULL)
        return EXIT_USAGE;
    append->search = pgnpack_search_new(append->databases[NEW].reader, append->query);
    return append->search != NULL ? EXIT_FINE : command_no_memory(append->context);
}

static void tell(const struct append_new *append)
{
    const char *name = append->databases[OLD].name;
    uint64_t count = pgnpack_reader_game_count(append->databases[NEW].reader);
    if (append->duplicates != NULL)
        message_notice(append->context->messages, IN_FILE(name),
                       "%" PRIu64 " of %" PRIu64 " games are there already, and are not added",
                       append->duplicate_count, count);
    if (append->search != NULL)
        message_notice(append->context->messages, IN_FILE(name),
                       "%" PRIu64 " of %" PRIu64 " games are not as --where says, and are not added",
                       append->other_count, count);
}

static enum exit_status work(struct append_new *append, const struct pack_request *request)
{
    enum exit_status status = pack(append, request);
    if (status == EXIT_FINE)
        status = open_packed(append);
    if (status != EXIT_FINE)
        return status;
    status = choose(append);
    if (status == EXIT_FINE)
        status = put_all(append);
    if (status == EXIT_FINE && append->search != NULL && append->hit == UINT64_MAX &&
        pgnpack_search_error(append->search)->status != PGNPACK_OK &&
        pgnpack_search_error(append->search)->status != PGNPACK_END)
        status = command_report(append->context, append->databases[NEW].name,
                                pgnpack_search_error(append->search));
    if (status == EXIT_FINE)
        tell(append);
    return status;
}

enum exit_status append_new(struct command_context *context, const struct pack_request *request,
                            struct pgnpack_reader *reader, const char *name, struct pgnpack_writer *writer)
{
    struct append_new append = {
        .context = context,
        .writer = writer,
        .databases = {{.name = name, .reader = reader}, {.name = "the games to be added"}}};
    enum exit_status status = work(&append, request);
    pgnpack_duplicates_free(append.duplicates);
    pgnpack_search_free(append.search);
    pgnpack_query_free(append.query);
    pgnpack_reader_free(append.databases[NEW].reader);
    free(append.packed);
    free(append.name);
    return status;
}
