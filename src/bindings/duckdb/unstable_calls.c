#ifndef _WIN32
#define _GNU_SOURCE /* dladdr */
#include <dlfcn.h>
#endif

#include <stddef.h>
#include <string.h>

#include "bindings/duckdb/unstable_calls.h"

#ifdef _WIN32

const struct copy_calls *copy_calls_find(void)
{
    return NULL;
}

int files_may_be_read(duckdb_bind_info info)
{
    (void)info;
    return 1;
}

#else

#define CALL(name)                                                                                           \
    {                                                                                                        \
        "duckdb_copy_function_" #name, offsetof(struct copy_calls, name)                                     \
    }

struct call_name {
    const char *name;
    size_t place; /* of its pointer */
};

static const struct call_name call_names[] = {
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

/* Settings of who asks. */
struct setting_calls {
    void (*context)(duckdb_bind_info info, duckdb_client_context *context_ret);
    duckdb_value (*value)(duckdb_client_context context, const char *name, int *scope_ret);
    void (*destroy)(duckdb_client_context *context);
};

static const struct call_name setting_names[] = {
    {"duckdb_table_function_get_client_context", offsetof(struct setting_calls, context)},
    {"duckdb_client_context_get_config_option", offsetof(struct setting_calls, value)},
    {"duckdb_destroy_client_context", offsetof(struct setting_calls, destroy)},
};

enum { SETTING_CALL_COUNT = sizeof setting_names / sizeof setting_names[0] };

static int find_calls(void *library, const struct call_name *names, size_t count, void *calls)
{
    for (size_t i = 0; i < count; i++) {
        void *address = dlsym(library, names[i].name);
        if (address == NULL)
            return 0;
        memcpy((char *)calls + names[i].place, &address, sizeof address);
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

/* 0: the host is no DuckDB 1.5, or does not export them. */
static int find_in_host(const struct call_name *names, size_t count, void *calls)
{
    if (strncmp(duckdb_library_version(), "v1.5.", 5) != 0)
        return 0;
    void *host = open_host();
    int found = host != NULL && find_calls(host, names, count, calls);
    if (host != NULL)
        dlclose(host);
    return found;
}

const struct copy_calls *copy_calls_find(void)
{
    static struct copy_calls calls;
    return find_in_host(call_names, CALL_COUNT, &calls) ? &calls : NULL;
}

int files_may_be_read(duckdb_bind_info info)
{
    struct setting_calls calls;
    duckdb_client_context context = NULL;
    int scope;
    if (!find_in_host(setting_names, SETTING_CALL_COUNT, &calls))
        return 1;
    calls.context(info, &context);
    duckdb_value value = calls.value(context, "enable_external_access", &scope);
    int is_allowed = value != NULL && duckdb_get_bool(value);
    duckdb_destroy_value(&value);
    calls.destroy(&context);
    return is_allowed;
}

#endif
