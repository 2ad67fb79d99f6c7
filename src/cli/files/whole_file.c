#include "cli/files/whole_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files/input_file.h"
#include "system/commands.h"

enum { SIZE_MAX_TAKEN = 1 << 30, CHUNK = 1 << 16 };

const char *whole_file_title(const char *name)
{
    return input_is_standard(name) ? "standard input" : name;
}

static int fail(struct messages *messages, const char *title, const char *cause)
{
    message_error(messages, IN_FILE(title), "%s", cause);
    return 0;
}

static int read_bytes(FILE *file, const char *title, struct messages *messages, char **bytes, size_t *size)
{
    size_t capacity = 0, taken;
    do {
        if (capacity - *size < CHUNK) {
            capacity = 2 * capacity + 2 * CHUNK;
            char *grown = capacity > SIZE_MAX_TAKEN ? NULL : realloc(*bytes, capacity);
            if (grown == NULL)
                return fail(messages, title,
                            capacity > SIZE_MAX_TAKEN ? "has more than 512 MB" : "no memory");
            *bytes = grown;
        }
        taken = fread(*bytes + *size, 1, CHUNK, file);
        *size += taken;
    } while (taken != 0);
    return !ferror(file) || fail(messages, title, strerror(errno));
}

int whole_file_read(const char *name, struct messages *messages, char **bytes_ret, size_t *size_ret)
{
    int is_standard = input_is_standard(name);
    FILE *file = is_standard ? stdin : system_open_text(name);
    *bytes_ret = NULL;
    *size_ret = 0;
    if (file == NULL)
        return fail(messages, name, strerror(errno));
    int is_read = read_bytes(file, whole_file_title(name), messages, bytes_ret, size_ret);
    if (!is_standard)
        fclose(file);
    return is_read;
}
