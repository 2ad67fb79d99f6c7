#include "cli/wrappers/unwrap.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/base/growth.h"

/* ---- Names in a database ---- */

static void append(struct stored_name *name, const char *text, size_t size)
{
    if (!GROW(name->text, name->capacity, name->size + size)) {
        name->has_failed = 1;
        return;
    }
    memcpy(name->text + name->size, text, size);
    name->size += size;
}

/* Back to the first `size` bytes. */
static void stored_name_cut(struct stored_name *name, size_t size)
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

/* The name for an input; "" for none. */
static void stored_name_set(struct stored_name *name, const char *path)
{
    stored_name_cut(name, 0);
    append_path(name, path);
}

/* Something inside what the first `size` bytes of the name stand for. */
static void stored_name_enter(struct stored_name *name, size_t size, const char *path)
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

/* What is in a wrapper is not called .gz any more. */
static void stored_name_unwrap(struct stored_name *name, enum wrapper_kind kind)
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

static void stored_name_free(struct stored_name *name)
{
    free(name->text);
    *name = (struct stored_name){0};
}

/* ---- Parts ---- */

static struct layer *top(struct unwrap *unwrap)
{
    return &unwrap->layers[unwrap->depth];
}

void unwrap_open(struct unwrap *unwrap, struct input_file *file, const struct unwrap_options *options,
                 struct messages *messages)
{
    memset(unwrap, 0, sizeof *unwrap);
    snprintf(unwrap->part_name, sizeof unwrap->part_name, "%s", file->name);
    unwrap->options = *options;
    stored_name_set(&unwrap->name, options->stored_name);
    stored_name_set(&unwrap->full_name, options->stored_name);
    unwrap->name_sizes[0] = unwrap->name.size;
    unwrap->full_name_sizes[0] = unwrap->full_name.size;
    unwrap->context = (struct layer_context){.file = file,
                                             .messages = messages,
                                             .part_name = unwrap->part_name,
                                             .expansion_ratio = options->expansion_ratio,
                                             .expansion_size = options->expansion_size,
                                             .memory_limit = options->memory_limit};
    unwrap->layers[0].context = &unwrap->context;
    layer_open_file(&unwrap->layers[0]);
}

/* Takes the top layer off. What it gave counts on for the next layer of that depth. */
static void pop(struct unwrap *unwrap)
{
    struct layer *layer = top(unwrap);
    unwrap->out_sizes[unwrap->depth] = layer->out_size;
    layer->kind->close(layer);
    unwrap->depth--;
}

void unwrap_close(struct unwrap *unwrap)
{
    while (unwrap->depth > 0)
        pop(unwrap);
    stored_name_free(&unwrap->name);
    stored_name_free(&unwrap->full_name);
}

static int open_layer(struct layer *layer)
{
    switch (layer->wrapper) {
    case WRAPPER_GZIP:
        return layer_open_gzip(layer);
    case WRAPPER_ZSTD:
        return layer_open_zstd(layer);
    default:
        return layer_open_archive(layer);
    }
}

static int push(struct unwrap *unwrap, enum wrapper_kind wrapper)
{
    struct layer *below = top(unwrap);
    if (unwrap->depth == UNWRAP_DEPTH_MAX)
        return layer_fail(below, EXIT_LIMIT, "wrapped more than %d times; unwrap it yourself first",
                          UNWRAP_DEPTH_MAX);
    struct layer *layer = below + 1;
    memset(layer, 0, sizeof *layer);
    layer->wrapper = wrapper;
    layer->below = below;
    layer->context = &unwrap->context;
    layer->out_size = unwrap->out_sizes[unwrap->depth + 1];
    if (!open_layer(layer))
        return 0;
    unwrap->depth++;
    unwrap->holds_archive |= wrapper_is_archive(wrapper);
    stored_name_unwrap(&unwrap->name, wrapper);
    unwrap->name_sizes[unwrap->depth] = unwrap->name.size;
    unwrap->full_name_sizes[unwrap->depth] = unwrap->full_name.size;
    return 1;
}

/* "games.zip", "games.zip:2024/may.pgn" */
static void name_part(struct unwrap *unwrap, const char *entry_name)
{
    size_t name_size = unwrap->name_sizes[unwrap->depth];
    size_t full_name_size = unwrap->full_name_sizes[unwrap->depth];
    if (entry_name == NULL) {
        stored_name_cut(&unwrap->name, name_size);
        stored_name_cut(&unwrap->full_name, full_name_size);
        return;
    }
    stored_name_enter(&unwrap->name, name_size, entry_name);
    stored_name_enter(&unwrap->full_name, full_name_size, entry_name);
    int size = snprintf(unwrap->part_name, sizeof unwrap->part_name, "%s", unwrap->context.file->name);
    if (size >= 0 && (size_t)size < sizeof unwrap->part_name)
        snprintf(unwrap->part_name + size, sizeof unwrap->part_name - (size_t)size, ":%s", entry_name);
}

/* Behind a layer's last part: checks it and takes it off. The file itself stays. */
static enum layer_step leave(struct unwrap *unwrap)
{
    if (!top(unwrap)->kind->finish(top(unwrap)))
        return LAYER_FAILED;
    if (unwrap->depth == 0)
        return LAYER_END;
    pop(unwrap);
    return LAYER_PART;
}

/* Looks at a part's first bytes. *wrapped_ret: it is a wrapper, which was opened. */
static enum layer_step enter(struct unwrap *unwrap, int *wrapped_ret)
{
    struct layer *layer = top(unwrap);
    if (!layer_look(layer))
        return LAYER_FAILED;
    enum wrapper_kind wrapper =
        unwrap->options.enabled ? wrapper_detect(layer->head, layer->head_size) : WRAPPER_NONE;
    if (wrapper == WRAPPER_TAR && unwrap->options.keeps_tar)
        wrapper = WRAPPER_NONE;
    *wrapped_ret = wrapper != WRAPPER_NONE;
    if (wrapper != WRAPPER_NONE && unwrap->options.tells && unwrap->depth == 0)
        message_warning(
            unwrap->context.messages, WARNING_OTHER, IN_FILE(unwrap->part_name),
            "what is in the %s is packed, and comes back without it; --no-unwrap packs it as it is",
            wrapper_name(wrapper));
    return wrapper == WRAPPER_NONE || push(unwrap, wrapper) ? LAYER_PART : LAYER_FAILED;
}

enum layer_step unwrap_next_part(struct unwrap *unwrap)
{
    for (;;) {
        const char *entry_name = NULL;
        int wrapped = 0;
        enum layer_step step = top(unwrap)->kind->next(top(unwrap), &entry_name);
        if (step == LAYER_END) {
            step = leave(unwrap);
            wrapped = 1; /* the layer below goes on */
        } else if (step == LAYER_PART) {
            name_part(unwrap, entry_name);
            step = enter(unwrap, &wrapped);
        }
        if (step != LAYER_PART || !wrapped)
            return step;
    }
}

int unwrap_read(void *opaque, void *bytes, size_t size, size_t *size_ret)
{
    struct unwrap *unwrap = opaque;
    return layer_pull(top(unwrap), bytes, size, size_ret) ? 0 : EIO;
}

int unwrap_part_time(const struct unwrap *unwrap, int64_t *seconds_ret)
{
    const struct layer *layer = &unwrap->layers[unwrap->depth];
    while (!layer->has_time && layer->below != NULL && !wrapper_is_archive(layer->wrapper))
        layer = layer->below;
    *seconds_ret = layer->time;
    return layer->has_time;
}

int unwrap_part_version(const struct unwrap *unwrap)
{
    const struct layer *layer = &unwrap->layers[unwrap->depth];
    return bcgn_version_of(layer->head, layer->head_size);
}

enum exit_status unwrap_status(const struct unwrap *unwrap)
{
    return unwrap->context.status;
}
