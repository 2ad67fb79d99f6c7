/* Public functions: segments of an opened database, deleted games, ids. */
#include <inttypes.h>
#include <stdio.h>

#include "lib/open/game_ids.h"

int pgnpack_reader_segment(const struct pgnpack_reader *reader, uint64_t n,
                           struct pgnpack_segment_info *info_ret)
{
    struct pgnpack_segment_info info = {.offset = 0, .command = {"", 0}};
    const struct segment_list *list = &reader->segments;
    int exists = n < list->count;
    if (exists) {
        const struct segment *segment = &list->segments[n];
        uint64_t end = segment->first_game + segment->game_count;
        info.offset = segment->offset;
        info.size = segment->size;
        info.text_size = segment->text_size;
        info.first_game = segment->first_game + 1;
        info.game_count = segment->game_count;
        info.deleted_count = deleted_games_between(&reader->deleted, segment->first_game, end);
        info.identity = segment->has_identity ? segment->identity : 0;
        info.time = segment->time <= INT64_MAX ? (int64_t)segment->time : 0;
        info.is_change = segment->has_record;
        info.is_damaged = segment->record_damage != PGNPACK_OK;
        info.is_newer = segment->record_damage == PGNPACK_ERROR_UNSUPPORTED;
        info.state = segment->state;
        if (segment->has_identity)
            segment_name(segment->identity, info.name);
        if (segment->command_size != 0)
            info.command = (struct pgnpack_text){(const char *)list->commands.data + segment->command_start,
                                                 segment->command_size};
    }
    if (info_ret != NULL)
        *info_ret = info;
    return exists;
}

void pgnpack_reader_set_deleted(struct pgnpack_reader *reader, enum pgnpack_deleted deleted)
{
    reader->with_deleted = deleted == PGNPACK_DELETED_KEPT;
}

int pgnpack_reader_is_deleted(const struct pgnpack_reader *reader, uint64_t number)
{
    return number != 0 && deleted_games_have(&reader->deleted, number - 1);
}

int pgnpack_reader_deleted_range(const struct pgnpack_reader *reader, uint64_t number, uint64_t *first_ret,
                                 uint64_t *count_ret)
{
    uint64_t from = number == 0 ? 0 : number - 1;
    const struct game_range *range = deleted_games_from(&reader->deleted, from);
    uint64_t first = range == NULL ? 0 : range->first < from ? from : range->first;
    if (first_ret != NULL)
        *first_ret = range == NULL ? 0 : first + 1;
    if (count_ret != NULL)
        *count_ret = range == NULL ? 0 : range->end - first;
    return range != NULL;
}

enum pgnpack_status pgnpack_reader_load_ids(const struct pgnpack_reader *reader,
                                            struct pgnpack_error *error_ret)
{
    struct error error;
    struct memory none;
    error_clear(&error);
    memory_init(&none, NULL, 0); /* what was refused, the error says */
    enum pgnpack_status status = reader_check_open(reader, &error);
    if (status == PGNPACK_OK)
        status = game_ids_read_all(reader, &error);
    const struct error *damage = status_is_damage(status) ? game_ids_damage(reader) : NULL;
    if (error_ret != NULL)
        handle_export_reader_error(status, &error, error_ret);
    if (error_ret != NULL)
        error_ret->text = damage != NULL ? damage->text : pgnpack_status_text(status);
    return handle_end_with(&none, &error, status);
}

int pgnpack_reader_game_id(const struct pgnpack_reader *reader, uint64_t number, char id_ret[PGNPACK_ID_SIZE])
{
    char name[SEGMENT_NAME_SIZE], nowhere[PGNPACK_ID_SIZE];
    struct error error;
    struct id_run run;
    if (id_ret == NULL)
        id_ret = nowhere;
    id_ret[0] = '\0';
    error_clear(&error);
    if (number == 0 || number > reader->index.game_count || game_ids_read(reader, &error) != PGNPACK_OK ||
        !game_ids_from(reader, number - 1, &run))
        return 0;
    segment_name(run.identity, name);
    snprintf(id_ret, PGNPACK_ID_SIZE, "%s:%" PRIu64, name, run.number + 1);
    return 1;
}

/* Begins a call about an id. */
static enum pgnpack_status begin_id(struct pgnpack_reader *reader, const char *id, struct error *error)
{
    reader_begin(reader, error);
    return id == NULL ? handle_refuse_null(error, "pgnpack_reader_find_id: id")
                      : reader_check_open(reader, error);
}

static enum pgnpack_status find_game(struct pgnpack_reader *reader, const char *id,
                                     enum pgnpack_id_game which, uint64_t *game_ret, struct error *error)
{
    uint64_t first = 0, last = 0;
    enum pgnpack_status status;
    switch (which) {
    case PGNPACK_ID_NOW:
        return game_id_find(reader, id, game_ret, error);
    case PGNPACK_ID_OWN:
    case PGNPACK_ID_OWN_DELETED:
        return game_id_find_own(reader, id, which == PGNPACK_ID_OWN_DELETED, game_ret, error);
    case PGNPACK_ID_FIRST:
    case PGNPACK_ID_LAST:
        status = game_id_span(reader, id, &first, &last, error);
        *game_ret = which == PGNPACK_ID_FIRST ? first : last;
        return status;
    }
    return handle_refuse_member(error, "pgnpack_reader_find_id: game", which, "0 to 4");
}

enum pgnpack_status pgnpack_reader_find_id(struct pgnpack_reader *reader, const char *id,
                                           enum pgnpack_id_game game, uint64_t *number_ret)
{
    struct error error;
    uint64_t found = 0;
    enum pgnpack_status status = begin_id(reader, id, &error);
    if (status == PGNPACK_OK)
        status = find_game(reader, id, game, &found, &error);
    status = reader_end(reader, &error, status);
    if (number_ret != NULL)
        *number_ret = status == PGNPACK_OK ? found + 1 : 0;
    return status;
}

uint64_t pgnpack_reader_ids_from(const struct pgnpack_reader *reader, uint64_t number)
{
    struct error error;
    struct id_run run;
    error_clear(&error);
    if (number == 0 || number > reader->index.game_count)
        return 0;
    if (game_ids_read(reader, &error) != PGNPACK_OK)
        return reader->index.game_count - (number - 1);
    game_ids_from(reader, number - 1, &run);
    return run.count;
}
