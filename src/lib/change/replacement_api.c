/* Public functions: files that callers write themselves, and that take a database's place. */
#include "base/handle.h"
#include "system/path_place.h"

struct pgnpack_replacement {
    struct memory memory;
    struct path_place place;
    struct error misuse; /* of the options and the path: for ever */
    struct error error;
    struct pgnpack_error public_error;
};

struct pgnpack_replacement *pgnpack_replacement_new(const struct pgnpack_options *options, const char *path)
{
    struct pgnpack_replacement *replacement = handle_new(options, sizeof *replacement);
    if (replacement == NULL)
        return NULL;
    path_place_init(&replacement->place, &replacement->memory);
    if (handle_check_options(options, &replacement->misuse) == PGNPACK_OK) {
        if (path == NULL)
            handle_refuse_null(&replacement->misuse, "pgnpack_replacement_new: path");
        else
            path_place_open(&replacement->place, path, &replacement->misuse);
    }
    replacement->error = replacement->misuse;
    return replacement;
}

/* Begins a call. */
static enum pgnpack_status begin(struct pgnpack_replacement *replacement)
{
    replacement->error = replacement->misuse;
    memory_forget_refusal(&replacement->memory);
    return replacement->error.status;
}

static enum pgnpack_status end(struct pgnpack_replacement *replacement, enum pgnpack_status status)
{
    return handle_end(&replacement->memory, &replacement->error, status);
}

enum pgnpack_status pgnpack_replacement_lock(struct pgnpack_replacement *replacement)
{
    return end(replacement, begin(replacement) == PGNPACK_OK
                                ? path_place_lock(&replacement->place, &replacement->error)
                                : replacement->error.status);
}

enum pgnpack_status pgnpack_replacement_finish(struct pgnpack_replacement *replacement, const char *new_path)
{
    if (begin(replacement) != PGNPACK_OK)
        return end(replacement, replacement->error.status);
    if (new_path == NULL)
        return end(replacement,
                   handle_refuse_null(&replacement->error, "pgnpack_replacement_finish: new_path"));
    return end(replacement, path_place_give(&replacement->place, new_path, &replacement->error));
}

const struct pgnpack_error *pgnpack_replacement_error(struct pgnpack_replacement *replacement)
{
    return handle_export_error(&replacement->error, &replacement->public_error);
}

void pgnpack_replacement_free(struct pgnpack_replacement *replacement)
{
    if (replacement == NULL)
        return;
    path_place_close(&replacement->place);
    handle_free(replacement, sizeof *replacement);
}
