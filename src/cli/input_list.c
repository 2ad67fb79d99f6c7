#include "cli/input_list.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/input_file.h"
#include "cli/output_name.h"

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
    if (name != NULL && list->count == list->capacity) {
        size_t capacity = list->capacity * 2 + 16;
        char **names = realloc(list->names, capacity * sizeof *names);
        if (names == NULL) {
            free(name);
            name = NULL;
        } else {
            list->names = names;
            list->capacity = capacity;
        }
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

/* Adds the names in a folder to `entries`, sorted. */
static int read_folder(struct input_list *list, const char *folder, struct input_list *entries)
{
    DIR *stream = opendir(folder);
    struct dirent *entry;
    int done = 1;
    if (stream == NULL)
        return fail(list, folder, errno);
    errno = 0;
    while (done && (entry = readdir(stream)) != NULL)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            done = input_list_add(entries, entry->d_name);
    if (done && errno != 0)
        done = fail(list, folder, errno);
    closedir(stream);
    if (entries->count > 1)
        qsort(entries->names, entries->count, sizeof *entries->names, compare_names);
    return done;
}

static int add_folder(struct input_list *list, const char *folder, input_filter is_wanted);

/* Links inside a folder are not followed: they may lead out of it, or round in circles. */
static int add_entry(struct input_list *list, char *path, input_filter is_wanted)
{
    struct stat facts;
    int done = 1;
    if (lstat(path, &facts) != 0)
        done = fail(list, path, errno);
    else if (S_ISDIR(facts.st_mode))
        done = add_folder(list, path, is_wanted);
    else if (S_ISREG(facts.st_mode))
        done = (is_wanted != NULL && !is_wanted(path)) || input_list_add(list, path);
    else
        message_warning(list->messages, WARNING_OTHER, IN_FILE(path), "is no regular file and was left out");
    return done;
}

static int add_folder(struct input_list *list, const char *folder, input_filter is_wanted)
{
    struct input_list entries;
    input_list_init(&entries, list->messages);
    int done = read_folder(list, folder, &entries);
    for (size_t i = 0; i < entries.count && done; i++) {
        char *path = path_join(folder, entries.names[i], strlen(entries.names[i]));
        done = path != NULL ? add_entry(list, path, is_wanted) : fail(list, folder, ENOMEM);
        free(path);
    }
    input_list_free(&entries);
    return done;
}

int input_list_add_tree(struct input_list *list, const char *name, input_filter is_wanted)
{
    struct stat facts;
    if (!input_is_standard(name) && input_facts(name, &facts) && S_ISDIR(facts.st_mode))
        return add_folder(list, name, is_wanted);
    return input_list_add(list, name);
}

/* ---- Lists ---- */

int input_list_add_lines(struct input_list *list, const char *file_name)
{
    FILE *file = input_is_standard(file_name) ? stdin : fopen(file_name, "r");
    char *line = NULL;
    size_t capacity = 0;
    ssize_t size;
    int done = 1;
    if (file == NULL)
        return fail(list, file_name, errno);
    errno = 0;
    while (done && (size = getline(&line, &capacity, file)) >= 0) {
        if (size > 0 && line[size - 1] == '\n')
            line[size - 1] = '\0';
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
