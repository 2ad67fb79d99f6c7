#include "cli/wrappers/stored_name.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/base/growth.h"

static void append(struct stored_name *name, const char *text, size_t size)
{
    if (!GROW(name->text, name->capacity, name->size + size)) {
        name->has_failed = 1;
        return;
    }
    memcpy(name->text + name->size, text, size);
    name->size += size;
}

void stored_name_cut(struct stored_name *name, size_t size)
{
    if (size < name->size)
        name->size = size;
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

/* Do the first `size` bytes end with a part that may stand there? "..gz" without its ending is none. */
static int ends_with_name(const struct stored_name *name, size_t size)
{
    size_t part = size;
    while (part > 0 && name->text[part - 1] != '/')
        part--;
    size_t dots = part;
    while (dots < size && name->text[dots] == '.')
        dots++;
    return dots < size || size - part > 2;
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
        if (name->size > size && ends_with_name(name, name->size - size) &&
            strncasecmp(name->text + name->size - size, endings[kind][i], size) == 0) {
            stored_name_cut(name, name->size - size);
            return;
        }
    }
}

void stored_name_free(struct stored_name *name)
{
    free(name->text);
    *name = (struct stored_name){0};
}
