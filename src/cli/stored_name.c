#include "cli/stored_name.h"

#include <string.h>
#include <strings.h>

static void append(struct stored_name *name, const char *text, size_t size)
{
    if (size > STORED_NAME_SIZE_MAX - name->size) {
        size = STORED_NAME_SIZE_MAX - name->size;
        name->is_too_long = 1;
    }
    memcpy(name->text + name->size, text, size);
    name->size += size;
    name->text[name->size] = '\0';
}

void stored_name_cut(struct stored_name *name, size_t size)
{
    name->size = size;
    name->text[size] = '\0';
    name->is_too_long = 0;
}

/* Behind ".." everything before it is dropped: where it leads is nobody's business. */
static void append_path(struct stored_name *name, const char *path)
{
    size_t start = name->size;
    while (*path != '\0') {
        size_t size = strcspn(path, "/");
        if (size == 2 && memcmp(path, "..", 2) == 0) {
            stored_name_cut(name, start);
        } else if (size != 0 && !(size == 1 && path[0] == '.')) {
            if (name->size != 0)
                append(name, "/", 1);
            append(name, path, size);
        }
        path += size + (path[size] == '/');
    }
}

void stored_name_set(struct stored_name *name, const char *path)
{
    stored_name_cut(name, 0);
    append_path(name, path);
}

void stored_name_enter(struct stored_name *name, size_t size, const char *path)
{
    stored_name_cut(name, size);
    append_path(name, path);
    if (name->size == size)
        append_path(name, "unnamed");
}

void stored_name_unwrap(struct stored_name *name, enum wrapper_kind kind)
{
    static const char *const endings[][4] = {
        [WRAPPER_NONE] = {NULL},    [WRAPPER_GZIP] = {".gz"},
        [WRAPPER_BZIP2] = {".bz2"}, [WRAPPER_XZ] = {".xz"},
        [WRAPPER_ZSTD] = {".zst"},  [WRAPPER_ZIP] = {".zip"},
        [WRAPPER_7Z] = {".7z"},     [WRAPPER_TAR] = {".tar", ".tgz", ".txz", ".tzst"},
    };
    for (unsigned i = 0; i < 4 && endings[kind][i] != NULL; i++) {
        size_t size = strlen(endings[kind][i]);
        if (name->size > size && name->text[name->size - size - 1] != '/' &&
            strcasecmp(name->text + name->size - size, endings[kind][i]) == 0) {
            stored_name_cut(name, name->size - size);
            return;
        }
    }
}
