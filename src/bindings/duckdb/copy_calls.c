#ifndef _WIN32
#define _GNU_SOURCE /* dladdr */
#include <dlfcn.h>
#endif

#include <stddef.h>
#include <string.h>

#include "bindings/duckdb/copy_calls.h"

#ifdef _WIN32

const struct copy_calls *copy_calls_find(void)
{
    return NULL;
}

#else

#define CALL(name)                                                                                           \
    {                                                                                                        \
        "duckdb_copy_function_" #name, offsetof(struct copy_calls, name)                                     \
    }

static const struct {
    const char *name;
    size_t place; /* of its pointer in struct copy_calls */
} call_names[] = {
    {"duckdb_create_copy_function", offsetof(struct copy_calls, create)},
    {"duckdb_register_copy_function", offsetof(struct copy_calls, register_function)},
    {"duckdb_destroy_copy_function", offsetof(struct copy_calls, destroy)},
    CALL(set_name),
    CALL(set_bind),
    CALL(set_global_init),
    CALL(set_sink),
    CALL(set_finalize),
    CALL(bind_set_error),
    CALL(bind_get_column_count),
    CALL(bind_get_column_type),
    CALL(bind_get_options),
    CALL(bind_set_bind_data),
    CALL(global_init_get_bind_data),
    CALL(global_init_get_file_path),
    CALL(global_init_set_error),
    CALL(global_init_set_global_state),
    CALL(sink_get_global_state),
    CALL(sink_set_error),
    CALL(finalize_get_global_state),
    CALL(finalize_set_error),
};

enum { CALL_COUNT = sizeof call_names / sizeof call_names[0] };
_Static_assert(sizeof(struct copy_calls) == CALL_COUNT * sizeof(void *), "all of them have a name");

static int find_calls(void *library, struct copy_calls *calls)
{
    for (size_t i = 0; i < CALL_COUNT; i++) {
        void *address = dlsym(library, call_names[i].name);
        if (address == NULL)
            return 0;
        memcpy((char *)calls + call_names[i].place, &address, sizeof address);
    }
    return 1;
}

/* The library that one of the host's stable calls is in: it may be loaded in a way that hides its names from others. */
static void *open_host(void)
{
    const char *(*call)(void) = duckdb_library_version;
    void *address;
    Dl_info info;
    memcpy(&address, &call, sizeof address);
    void *library = NULL;
    if (dladdr(address, &info) && info.dli_fname != NULL)
        library = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    return library != NULL ? library : dlopen(NULL, RTLD_LAZY);
}

const struct copy_calls *copy_calls_find(void)
{
    static struct copy_calls calls;
    if (strncmp(duckdb_library_version(), "v1.5.", 5) != 0)
        return NULL;
    void *host = open_host();
    int found = host != NULL && find_calls(host, &calls);
    if (host != NULL)
        dlclose(host);
    return found ? &calls : NULL;
}

#endif
