#include "cli/files/input_file.h"

#include <errno.h>
#include <string.h>

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
    int error_number = file->is_standard ? 0 : file_open(&file->file, name, &file->size);
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
    return EXIT_USAGE;
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
