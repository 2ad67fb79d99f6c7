/* The files of a block: their names and times, and what falls to each of its games and text. docs/FORMAT.md, "Files". */
#ifndef PGNPACK_CONTAINER_FILE_FILE_LIST_H
#define PGNPACK_CONTAINER_FILE_FILE_LIST_H

#include "container/sections/bcgn_format.h"
#include "util/buffer.h"
#include "util/error.h"
#include "util/text.h"
#include "util/varint.h"

#define FILE_TIME_UNKNOWN INT64_MIN

/* Seconds since 1970 that a file may have, before or after. */
#define FILE_TIME_MAX ((INT64_C(1) << 40) - 1)

struct listed_file {
    size_t name_at, name_size; /* in file_list.names */
    int64_t time;              /* of modification, in seconds since 1970; FILE_TIME_UNKNOWN */
    uint32_t games;
    uint32_t games_before; /* in the block, where it was read */
    uint32_t tail_size;    /* bytes of text behind its last game */
    uint32_t text_end;     /* of its text in the block's, which begins where that of the file before ends */
};

struct file_list {
    struct memory *memory;
    struct listed_file *files;
    size_t count, capacity;
    struct buffer names;
    size_t stored_max; /* what the sections of those added may take */
};

/* Sections of a block, unpacked. */
struct file_sections {
    struct byte_source names, files, times;
};

static inline void file_list_init(struct file_list *list, struct memory *memory)
{
    *list = (struct file_list){.memory = memory};
    buffer_init(&list->names, memory);
}

static inline void file_list_free(struct file_list *list)
{
    memory_release(list->memory, list->files, list->capacity * sizeof *list->files);
    buffer_free(&list->names);
    file_list_init(list, list->memory);
}

void file_list_clear(struct file_list *list);

/* May the list have one more, of that name? */
int file_list_has_room(const struct file_list *list, struct text name);

/* Appends a file without games and text. Returns 0 when there is no memory. */
int file_list_add(struct file_list *list, struct text name, int64_t time);

/* The list has two at least. */
void file_list_drop_last(struct file_list *list);

static inline struct listed_file *file_list_last(const struct file_list *list)
{
    return &list->files[list->count - 1];
}

static inline struct text file_list_name(const struct file_list *list, size_t i)
{
    const struct listed_file *file = &list->files[i];
    return file->name_size == 0
               ? (struct text){"", 0}
               : (struct text){(const char *)list->names.data + file->name_at, file->name_size};
}

/*
 * Line ends that a change puts between texts, a nameless file of their own, are of none. `text` is the block's, whose files' ends are known.
 */
int file_list_is_between(const struct file_list *list, size_t i, struct text text);

/* Where the file's text begins in the block's. */
static inline uint32_t file_list_start(const struct file_list *list, size_t i)
{
    return i == 0 ? 0 : list->files[i - 1].text_end;
}

/* Appends what the sections have; to those that nobody needs, nothing. */
void file_list_write(const struct file_list *list, struct buffer *names, struct buffer *files,
                     struct buffer *times);

/* Reads the sections of a block of so many games and bytes behind them. What text is whose is told by its games: text_end stays 0. */
enum pgnpack_status file_list_read(struct file_list *list, const struct file_sections *sections,
                                   uint32_t game_count, size_t tail_size, struct error *error);

#endif
