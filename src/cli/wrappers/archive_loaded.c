/* libarchive, loaded at run time under the name that it had when the commands were built (make ARCHIVE=loaded). */
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

#include "cli/wrappers/archive_calls.h"

#define CALL(name)                                                                                           \
    {                                                                                                        \
        "archive_" #name, offsetof(struct archive_calls, name)                                               \
    }

static const struct {
    const char *name;
    size_t place; /* of its pointer in struct archive_calls */
} call_names[] = {
    CALL(read_new),
    CALL(read_free),
    CALL(entry_new),
    CALL(entry_free),
    CALL(set_error),
    {"archive_errno", offsetof(struct archive_calls, error_number)},
    CALL(error_string),
    CALL(read_next_header2),
    CALL(entry_filetype),
    CALL(entry_hardlink),
    CALL(entry_pathname),
    CALL(entry_pathname_utf8),
    CALL(entry_mtime),
    CALL(entry_mtime_is_set),
    CALL(entry_is_encrypted),
    CALL(read_data),
    CALL(filter_bytes),
    CALL(read_append_filter),
    CALL(read_support_format_raw),
    CALL(read_support_format_zip_streamable),
    CALL(read_support_format_zip_seekable),
    CALL(read_support_format_7zip),
    CALL(read_support_format_tar),
    CALL(read_set_options),
    CALL(read_set_read_callback),
    CALL(read_set_seek_callback),
    CALL(read_set_callback_data),
    CALL(read_open1),
};

enum { CALL_COUNT = sizeof call_names / sizeof call_names[0] };
_Static_assert(sizeof(struct archive_calls) == CALL_COUNT * sizeof(void *), "all of them have a name");

static int find_calls(void *library, struct archive_calls *calls)
{
    for (size_t i = 0; i < CALL_COUNT; i++) {
        void *address = dlsym(library, call_names[i].name);
        if (address == NULL)
            return 0;
        memcpy((char *)calls + call_names[i].place, &address, sizeof address);
    }
    return 1;
}

const struct archive_calls *archive_calls_load(void)
{
    static struct archive_calls calls;
    static void *library; /* stays loaded */
    if (library == NULL) {
        void *opened = dlopen(ARCHIVE_FILE, RTLD_NOW | RTLD_LOCAL);
        if (opened == NULL || !find_calls(opened, &calls))
            return NULL;
        library = opened;
    }
    return &calls;
}

const char *archive_calls_name(void)
{
    return ARCHIVE_FILE;
}
