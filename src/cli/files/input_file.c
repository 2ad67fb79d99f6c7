#include "cli/files/input_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/growth.h"
#include "cli/base/name_pattern.h"
#include "cli/files/output_name.h"

int input_is_standard(const char *name)
{
    return strcmp(name, "-") == 0;
}

int input_facts(const char *name, struct file_facts *facts)
{
    const struct file input = system_standard(STANDARD_INPUT);
    return (input_is_standard(name) ? system_facts_of_open(&input, facts) : system_facts(name, facts)) == 0;
}

int input_is_among(const char *const *names, size_t count, const struct file_facts *facts)
{
    struct file_facts other;
    for (size_t i = 0; i < count; i++)
        if (input_facts(names[i], &other) && other.kind == FILE_REGULAR && other.volume == facts->volume &&
            other.number == facts->number)
            return 1;
    return 0;
}

static int fill_facts(struct input_file *file)
{
    struct file_facts facts;
    int error_number = system_facts_of_open(&file->file, &facts);
    if (error_number != 0)
        return error_number;
    if (facts.kind == FILE_FOLDER)
        return EISDIR;
    int64_t start = facts.kind == FILE_REGULAR ? system_position(&file->file) : -1;
    file->size = 0;
    file->is_regular = start >= 0;
    if (!file->is_regular)
        return 0;
    file->start = (uint64_t)start;
    file->time = (int64_t)facts.time.tv_sec;
    if (facts.size > file->start)
        file->size = facts.size - file->start;
    return 0;
}

enum exit_status input_file_open(struct input_file *file, const char *name, struct progress *progress,
                                 struct messages *messages)
{
    memset(file, 0, sizeof *file);
    file->progress = progress;
    file->is_standard = input_is_standard(name);
    file->name = file->is_standard ? "standard input" : name;
    file->file = system_standard(STANDARD_INPUT);
    int error_number =
        file->is_standard ? 0 : file_open(&file->file, name, FILE_WAITS_FOR_WRITER, &file->size);
    if (error_number == 0)
        error_number = fill_facts(file);
    if (error_number == 0) {
        if (progress != NULL)
            progress_begin_file(progress, file->name);
        return EXIT_FINE;
    }
    message_error(messages, IN_FILE(file->name), "%s%s%s", strerror(error_number),
                  error_number == EISDIR ? "; give the files in it" : "",
                  error_number == EISDIR && !messages->takes_no_folders ? ", or -r" : "");
    input_file_close(file);
    return EXIT_FAILED;
}

void input_file_close(struct input_file *file)
{
    if (!file->is_standard)
        (void)file_close(&file->file); /* only read from */
}

int input_file_read(void *opaque, void *bytes, size_t size, size_t *size_ret)
{
    struct input_file *file = opaque;
    int error_number = file_read(&file->file, bytes, size, size_ret);
    file->read_size += *size_ret;
    if (file->progress != NULL)
        progress_add(file->progress, *size_ret);
    return error_number;
}

int input_file_seek(struct input_file *file, uint64_t offset)
{
    if (offset > file->size)
        return EINVAL;
    return system_seek(&file->file, file->start + offset);
}

uint64_t input_file_known_size(const struct input_file *file)
{
    return file->is_regular ? file->size : file->read_size;
}

/* ---- Lists of inputs ---- */

void input_list_init(struct input_list *list, struct messages *messages)
{
    *list = (struct input_list){.messages = messages};
}

void input_list_free(struct input_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->names[i]);
    free(list->names);
    input_list_init(list, list->messages);
}

static int fail(struct input_list *list, const char *name, int error_number)
{
    message_error(list->messages, IN_FILE(name), "%s", strerror(error_number));
    return 0;
}

/* Takes the name over, which may be NULL for want of memory. */
static int take(struct input_list *list, char *name)
{
    if (name != NULL && !GROW(list->names, list->capacity, list->count + 1)) {
        free(name);
        name = NULL;
    }
    if (name == NULL)
        return fail(list, NULL, ENOMEM);
    list->names[list->count++] = name;
    return 1;
}

int input_list_add(struct input_list *list, const char *name)
{
    return take(list, strdup(name));
}

/* ---- Folders ---- */

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

struct folder_entries {
    struct input_list names;
    const char *pattern; /* that they have to match; NULL: all are wanted */
    int has_failed;      /* which was reported */
};

static int is_wanted_entry(const struct folder_entries *entries, const char *name)
{
    const char *pattern = entries->pattern;
    return pattern == NULL ||
           ((name[0] != '.' || pattern[0] == '.') && name_pattern_matches(pattern, name, 1));
}

static int add_name(void *opaque, const char *name)
{
    struct folder_entries *entries = opaque;
    if (!is_wanted_entry(entries, name))
        return 1;
    entries->has_failed = !input_list_add(&entries->names, name);
    return !entries->has_failed;
}

/* Adds the names in a folder to `entries`, sorted. */
static int read_folder(struct input_list *list, const char *folder, struct folder_entries *entries)
{
    int error_number = system_each_name(folder, add_name, entries);
    if (error_number != 0)
        return fail(list, folder, error_number);
    if (entries->names.count > 1)
        qsort(entries->names.names, entries->names.count, sizeof *entries->names.names, compare_names);
    return !entries->has_failed;
}

static int add_folder(struct input_list *list, const char *folder, input_filter is_wanted);

/* Links inside a folder are not followed: they may lead out of it, or round in circles. */
static int add_entry(struct input_list *list, char *path, input_filter is_wanted)
{
    struct file_facts facts;
    int done = 1;
    int error_number = system_facts_of_link(path, &facts);
    if (error_number != 0)
        done = fail(list, path, error_number);
    else if (facts.kind == FILE_FOLDER)
        done = add_folder(list, path, is_wanted);
    else if (facts.kind == FILE_REGULAR)
        done = (is_wanted != NULL && !is_wanted(path)) || input_list_add(list, path);
    else
        message_warning(list->messages, WARNING_OTHER, IN_FILE(path), "is no regular file and was left out");
    return done;
}

static int add_folder(struct input_list *list, const char *folder, input_filter is_wanted)
{
    struct folder_entries entries = {.has_failed = 0};
    input_list_init(&entries.names, list->messages);
    int done = read_folder(list, folder, &entries);
    for (size_t i = 0; i < entries.names.count && done; i++) {
        const char *name = entries.names.names[i];
        char *path = path_join(folder, name, strlen(name));
        done = path != NULL ? add_entry(list, path, is_wanted) : fail(list, folder, ENOMEM);
        free(path);
    }
    input_list_free(&entries.names);
    return done;
}

int input_list_add_tree(struct input_list *list, const char *name, input_filter is_wanted)
{
    struct file_facts facts;
    if (!input_is_standard(name) && input_facts(name, &facts) && facts.kind == FILE_FOLDER)
        return add_folder(list, name, is_wanted);
    return input_list_add(list, name);
}

/* ---- Patterns ---- */

/* "folder/", the beginning of `name`, before each that was found in it. */
static int add_all_in(struct input_list *list, const char *name, size_t folder_size,
                      const struct input_list *found)
{
    int done = 1;
    for (size_t i = 0; i < found->count && done; i++) {
        size_t size = strlen(found->names[i]);
        char *path = malloc(folder_size + size + 1);
        if (path != NULL) {
            memcpy(path, name, folder_size);
            memcpy(path + folder_size, found->names[i], size + 1);
        }
        done = take(list, path);
    }
    return done;
}

int input_list_add_matching(struct input_list *list, const char *name)
{
    const char *slash = strrchr(name, '/'), *pattern = slash != NULL ? slash + 1 : name;
    struct file_facts facts;
    if (!name_pattern_is_one(pattern) || system_facts(name, &facts) == 0)
        return input_list_add(list, name);
    struct folder_entries entries = {.pattern = pattern};
    input_list_init(&entries.names, list->messages);
    char *folder = system_folder_of(name);
    int done = folder != NULL ? read_folder(list, folder, &entries) : fail(list, NULL, ENOMEM);
    if (done && entries.names.count != 0)
        done = add_all_in(list, name, (size_t)(pattern - name), &entries.names);
    else if (done)
        done = input_list_add(list, name);
    free(folder);
    input_list_free(&entries.names);
    return done;
}

/* ---- Lists ---- */

int input_list_add_lines(struct input_list *list, const char *file_name)
{
    FILE *file = input_is_standard(file_name) ? stdin : system_open_text(file_name);
    char *line = NULL;
    size_t capacity = 0;
    ptrdiff_t size;
    int done = 1;
    if (file == NULL)
        return fail(list, file_name, errno);
    errno = 0;
    while (done && (size = system_read_line(&line, &capacity, file)) >= 0) {
        if (size > 0 && line[size - 1] == '\n')
            line[size - 1] = '\0';
        system_correct_name(line);
        if (line[0] != '\0')
            done = input_list_add(list, line);
    }
    if (done && ferror(file))
        done = fail(list, file_name, errno);
    free(line);
    if (file != stdin)
        fclose(file);
    return done;
}

uint64_t input_list_total_size(const struct input_list *list)
{
    uint64_t total = 0;
    for (size_t i = 0; i < list->count; i++) {
        struct file_facts facts;
        if (!input_facts(list->names[i], &facts) || facts.kind != FILE_REGULAR)
            return 0;
        total += facts.size;
    }
    return total;
}
