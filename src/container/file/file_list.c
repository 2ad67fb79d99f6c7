#include "container/file/file_list.h"

#include <string.h>

void file_list_clear(struct file_list *list)
{
    list->count = 0;
    list->stored_max = 0;
    buffer_clear(&list->names);
}

/* Bytes that two names begin with both. */
static size_t shared_size(struct text a, struct text b)
{
    size_t most = a.size < b.size ? a.size : b.size, size = 0;
    while (size < most && a.data[size] == b.data[size])
        size++;
    return size;
}

static struct text last_name(const struct file_list *list)
{
    return list->count == 0 ? (struct text){"", 0} : file_list_name(list, list->count - 1);
}

/* Of a file's entries in all sections. */
static size_t entry_size_max(const struct file_list *list, struct text name)
{
    enum { SHARED_MAX = 2, END = 1, GAMES_AND_TAIL_MAX = 8, TIME_MAX = 6 };
    return name.size - shared_size(last_name(list), name) + SHARED_MAX + END + GAMES_AND_TAIL_MAX + TIME_MAX;
}

int file_list_has_room(const struct file_list *list, struct text name)
{
    return list->count < BCGN_FILE_COUNT_MAX && list->names.size + name.size <= BCGN_FILE_NAMES_MAX &&
           list->stored_max + entry_size_max(list, name) <= BCGN_FILES_SIZE_MAX;
}

int file_list_add(struct file_list *list, struct text name, int64_t time)
{
    size_t stored_max = list->stored_max + entry_size_max(list, name);
    size_t name_at = list->names.size;
    if (!MEMORY_GROW(list->memory, list->files, list->capacity, list->count + 1))
        return 0;
    buffer_append(&list->names, name.data, name.size);
    if (buffer_failed(&list->names))
        return 0;
    list->files[list->count++] =
        (struct listed_file){.name_at = name_at, .name_size = name.size, .time = time};
    list->stored_max = stored_max;
    return 1;
}

int file_list_is_between(const struct file_list *list, size_t i, struct text text)
{
    enum { BETWEEN_MAX = 4 }; /* an empty line behind one that is not ended, with two bytes a line end */
    const struct listed_file *file = &list->files[i];
    uint32_t at = file_list_start(list, i), end = file->text_end;
    if (file->name_size != 0 || file->games != 0 || end <= at || end - at > BETWEEN_MAX || end > text.size)
        return 0;
    while (at < end && (text.data[at] == '\r' || text.data[at] == '\n'))
        at++;
    return at == end;
}

void file_list_drop_last(struct file_list *list)
{
    list->names.size = file_list_last(list)->name_at;
    list->count--;
}

/* ---- Sections ---- */

static void write_names(const struct file_list *list, struct buffer *names)
{
    struct text before = {"", 0};
    if (list->names.size == 0)
        return;
    for (size_t i = 0; i < list->count; i++) {
        struct text name = file_list_name(list, i);
        size_t shared = shared_size(before, name);
        varint_append(names, shared);
        buffer_append(names, name.data + shared, name.size - shared);
        buffer_append(names, "", 1);
        before = name;
    }
}

static void write_times(const struct file_list *list, struct buffer *times)
{
    size_t known = 0;
    int64_t last = 0;
    for (size_t i = 0; i < list->count; i++)
        known += list->files[i].time != FILE_TIME_UNKNOWN;
    for (size_t i = 0; known != 0 && i < list->count; i++) {
        int64_t time = list->files[i].time;
        varint_append(times, time == FILE_TIME_UNKNOWN ? 0 : 1 + zigzag_encode(time - last));
        last = time == FILE_TIME_UNKNOWN ? last : time;
    }
}

void file_list_write(const struct file_list *list, struct buffer *names, struct buffer *files,
                     struct buffer *times)
{
    write_names(list, names);
    write_times(list, times);
    for (size_t i = 0; list->count > 1 && i < list->count; i++) {
        varint_append(files, list->files[i].games);
        varint_append(files, list->files[i].tail_size);
    }
}

static enum pgnpack_status bad_files(struct error *error, const char *trouble)
{
    return error_set(error, PGNPACK_ERROR_CORRUPT, "%s", trouble);
}

/* The list has the files, and no names yet. */
static enum pgnpack_status read_games(struct file_list *list, struct byte_source *source, uint32_t game_count,
                                      size_t tail_size, struct error *error)
{
    uint64_t games = 0, tails = 0;
    int is_one = byte_source_left(source) == 0;
    while (is_one ? list->count == 0
                  : byte_source_left(source) != 0 && !source->failed && games <= game_count) {
        if (list->count == BCGN_FILE_COUNT_MAX)
            return bad_files(error, "a block has more files than one may have");
        if (!file_list_add(list, (struct text){"", 0}, FILE_TIME_UNKNOWN))
            return error_no_memory(error);
        struct listed_file *file = file_list_last(list);
        file->games_before = (uint32_t)games;
        file->games = is_one ? game_count : (uint32_t)byte_source_varint_max(source, game_count);
        file->tail_size = (uint32_t)(is_one ? tail_size : byte_source_varint_max(source, tail_size));
        games += file->games;
        tails += file->tail_size;
    }
    if (source->failed || games != game_count || tails != tail_size || (!is_one && list->count == 1))
        return bad_files(error, "a block's files do not have its games and text");
    return PGNPACK_OK;
}

/* Behind the names before it. Returns 0 where it cannot be. */
static int read_name(struct file_list *list, size_t i, struct byte_source *source)
{
    struct listed_file *file = &list->files[i];
    size_t before = i == 0 ? 0 : list->files[i - 1].name_size;
    size_t shared = (size_t)byte_source_varint_max(source, before);
    struct text rest = byte_source_until(source, '\0');
    file->name_at = list->names.size;
    file->name_size = shared + rest.size;
    if (source->failed || file->name_size > BCGN_FILE_NAME_SIZE_MAX ||
        file->name_at + file->name_size > BCGN_FILE_NAMES_MAX)
        return 0;
    if (!buffer_reserve(&list->names, file->name_size))
        return 1;
    if (shared != 0)
        buffer_append(&list->names, list->names.data + list->files[i - 1].name_at, shared);
    buffer_append(&list->names, rest.data, rest.size);
    return 1;
}

static enum pgnpack_status read_names(struct file_list *list, struct byte_source *source, struct error *error)
{
    int is_fine = 1;
    if (byte_source_left(source) == 0)
        return PGNPACK_OK;
    for (size_t i = 0; i < list->count && is_fine; i++)
        is_fine = read_name(list, i, source);
    if (!is_fine || byte_source_left(source) != 0)
        return bad_files(error, "the names of a block's files are damaged, or too long");
    return buffer_failed(&list->names) ? error_no_memory(error) : PGNPACK_OK;
}

static enum pgnpack_status read_times(struct file_list *list, struct byte_source *source, struct error *error)
{
    int64_t last = 0;
    int is_fine = 1;
    if (byte_source_left(source) == 0)
        return PGNPACK_OK;
    for (size_t i = 0; i < list->count && is_fine; i++) {
        uint64_t code = byte_source_varint_max(source, UINT64_C(1) << 43);
        if (code == 0)
            continue;
        list->files[i].time = last += zigzag_decode(code - 1);
        is_fine = last <= FILE_TIME_MAX && last >= -FILE_TIME_MAX;
    }
    if (!is_fine || source->failed || byte_source_left(source) != 0)
        return bad_files(error, "the times of a block's files are damaged");
    return PGNPACK_OK;
}

enum pgnpack_status file_list_read(struct file_list *list, const struct file_sections *sections,
                                   uint32_t game_count, size_t tail_size, struct error *error)
{
    struct file_sections left = *sections;
    file_list_clear(list);
    enum pgnpack_status status = read_games(list, &left.files, game_count, tail_size, error);
    if (status == PGNPACK_OK)
        status = read_names(list, &left.names, error);
    return status == PGNPACK_OK ? read_times(list, &left.times, error) : status;
}
