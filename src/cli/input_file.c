#include "cli/input_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int input_is_standard(const char *name)
{
    return strcmp(name, "-") == 0;
}

int input_facts(const char *name, struct stat *facts)
{
    return (input_is_standard(name) ? fstat(STDIN_FILENO, facts) : stat(name, facts)) == 0;
}

static int fill_facts(struct input_file *file)
{
    struct stat facts;
    if (fstat(file->descriptor, &facts) != 0)
        return errno;
    if (S_ISDIR(facts.st_mode))
        return EISDIR;
    file->start = S_ISREG(facts.st_mode) ? lseek(file->descriptor, 0, SEEK_CUR) : -1;
    file->is_regular = file->start >= 0;
    if (file->is_regular && facts.st_size > file->start)
        file->size = (uint64_t)(facts.st_size - file->start);
    return 0;
}

enum exit_status input_file_open(struct input_file *file, const char *name, struct progress *progress,
                                 struct messages *messages)
{
    memset(file, 0, sizeof *file);
    file->progress = progress;
    file->name = input_is_standard(name) ? "standard input" : name;
    file->descriptor = input_is_standard(name) ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    int error_number = file->descriptor < 0 ? errno : fill_facts(file);
    if (error_number == 0) {
        if (progress != NULL)
            progress_begin_file(progress, file->name);
        return EXIT_FINE;
    }
    message_error(messages, IN_FILE(file->name), "%s%s", strerror(error_number),
                  error_number == EISDIR ? "; give the files in it, or -r" : "");
    input_file_close(file);
    return EXIT_USAGE;
}

void input_file_close(struct input_file *file)
{
    if (file->descriptor > STDIN_FILENO)
        close(file->descriptor);
    file->descriptor = -1;
}

int input_file_read(void *opaque, void *bytes, size_t size, size_t *size_ret)
{
    struct input_file *file = opaque;
    ssize_t got;
    do
        got = read(file->descriptor, bytes, size);
    while (got < 0 && errno == EINTR);
    *size_ret = got < 0 ? 0 : (size_t)got;
    file->read_size += *size_ret;
    if (file->progress != NULL)
        progress_add(file->progress, *size_ret);
    return got < 0 ? errno : 0;
}

int input_file_seek(struct input_file *file, uint64_t offset)
{
    if (offset > file->size)
        return EINVAL;
    return lseek(file->descriptor, file->start + (off_t)offset, SEEK_SET) < 0 ? errno : 0;
}

uint64_t input_file_known_size(const struct input_file *file)
{
    return file->is_regular ? file->size : file->read_size;
}
