/* All wrappers but gzip and zstd, by libarchive, with exactly the one format or filter switched on that was detected. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/wrappers/archive_calls.h"
#include "cli/wrappers/layer.h"

/* A zip file's end record is 22 bytes and a comment of at most 65,535. */
enum { BLOCK_SIZE = 64 << 10, ZIP_END_SIZE = 22, TAR_BLOCK_SIZE = 512, TAIL_SIZE = ZIP_END_SIZE + 65535 };

struct archive_state {
    struct archive *archive;
    struct archive_entry
        *entry;        /* our own: libarchive takes its own for granted, even when it got no memory for it */
    uint64_t position; /* of the end of what libarchive was given, in the wrapped data */
    size_t block_size; /* bytes in `block`: the last that came */
    size_t zeros;      /* zero bytes that the data given ends with */
    int end_seen;      /* the present part was read to its end */
    int zip_by_stream; /* a zip file without its directory: from a pipe, or an empty one */
    uint8_t block[BLOCK_SIZE];
    uint8_t tail[TAIL_SIZE]; /* the last bytes given; kept for a zip file from a pipe only */
    size_t tail_size;
};

/* Loaded when a wrapper is first opened. */
static const struct archive_calls *libarchive;

static int is_filter(enum wrapper_kind kind)
{
    return kind == WRAPPER_BZIP2 || kind == WRAPPER_XZ;
}

static void keep_tail(struct archive_state *state)
{
    size_t kept = state->tail_size;
    if (kept > TAIL_SIZE - state->block_size)
        kept = TAIL_SIZE - state->block_size;
    memmove(state->tail, state->tail + state->tail_size - kept, kept);
    memcpy(state->tail + kept, state->block, state->block_size);
    state->tail_size = kept + state->block_size;
}

static void count_zeros(struct archive_state *state)
{
    size_t zeros = 0;
    while (zeros < state->block_size && state->block[state->block_size - 1 - zeros] == 0)
        zeros++;
    state->zeros = zeros == state->block_size ? state->zeros + zeros : zeros;
}

static la_ssize_t give_block(struct archive *archive, void *opaque, const void **block_ret)
{
    struct layer *layer = opaque;
    struct archive_state *state = layer->state;
    size_t size;
    *block_ret = state->block;
    if (!layer_pull(layer->below, state->block, sizeof state->block, &size)) {
        libarchive->set_error(archive, EIO, "the layer below failed");
        return ARCHIVE_FATAL;
    }
    if (size == 0)
        return 0;
    state->position += size;
    state->block_size = size;
    count_zeros(state);
    if (state->zip_by_stream)
        keep_tail(state);
    return (la_ssize_t)size;
}

static la_int64_t seek_file(struct archive *archive, void *opaque, la_int64_t offset, int whence)
{
    struct layer *layer = opaque;
    struct archive_state *state = layer->state;
    struct input_file *file = layer->context->file;
    la_int64_t base = 0;
    if (whence == SEEK_CUR)
        base = (la_int64_t)state->position;
    if (whence == SEEK_END)
        base = (la_int64_t)file->size;
    if (base + offset < 0 || input_file_seek(file, (uint64_t)(base + offset)) != 0) {
        libarchive->set_error(archive, EIO, "it points outside the file");
        return ARCHIVE_FATAL;
    }
    layer->below->head_used = layer->below->head_size; /* the head was read from the file's start */
    state->position = (uint64_t)(base + offset);
    return base + offset;
}

static int fail_no_memory(struct layer *layer)
{
    return layer_fail(layer, EXIT_FAILED, "no memory for %s", wrapper_name(layer->wrapper));
}

/* libarchive does not always say that it got no memory; malloc() does. */
static void before_libarchive(void)
{
    errno = 0;
}

static int memory_has_ended(const struct archive_state *state)
{
    return errno == ENOMEM || libarchive->error_number(state->archive) == ENOMEM;
}

static int fail_not_there(struct layer *layer)
{
    if (errno == ENOMEM)
        return fail_no_memory(layer);
    return layer_fail(
        layer, EXIT_FAILED,
        "is %s data, which takes a library that is not there or not in order, %s; install it, unpack "
        "the data first, or pack it as it is with --no-unwrap",
        wrapper_name(layer->wrapper), archive_calls_name());
}

/* libarchive's words where it has some that help. */
static int fail_damaged(struct layer *layer)
{
    struct archive_state *state = layer->state;
    if (memory_has_ended(state))
        return fail_no_memory(layer);
    const char *words = libarchive->error_string(state->archive);
    if (words == NULL || strstr(words, "Unrecognized archive format") != NULL)
        words = "no complete data found";
    return layer_fail(layer, EXIT_CORRUPT, "the %s data is damaged or cut short (%s)",
                      wrapper_name(layer->wrapper), words);
}

static enum layer_step fail_step(struct layer *layer)
{
    fail_damaged(layer);
    return LAYER_FAILED;
}

/* Directories are nothing; links and devices are named, since somebody may expect their contents. */
static int is_wanted(struct layer *layer, struct archive_entry *entry, const char *name)
{
    if (libarchive->entry_filetype(entry) == AE_IFREG && libarchive->entry_hardlink(entry) == NULL)
        return 1;
    if (libarchive->entry_filetype(entry) != AE_IFDIR)
        message_warning(layer->context->messages, WARNING_OTHER, IN_FILE(layer->context->part_name),
                        "'%s' in it is no regular file and was left out", name);
    return 0;
}

static enum layer_step archive_layer_next(struct layer *layer, const char **entry_name_ret)
{
    struct archive_state *state = layer->state;
    struct archive_entry *entry = state->entry;
    for (;;) {
        before_libarchive();
        int status = libarchive->read_next_header2(state->archive, entry);
        state->end_seen = 0;
        if (status == ARCHIVE_EOF)
            return LAYER_END;
        if (status != ARCHIVE_OK && status != ARCHIVE_WARN)
            return fail_step(layer);
        *entry_name_ret = NULL;
        if (is_filter(layer->wrapper))
            return LAYER_PART;
        *entry_name_ret = libarchive->entry_pathname(entry);
        if (*entry_name_ret == NULL)
            *entry_name_ret = libarchive->entry_pathname_utf8(entry);
        if (*entry_name_ret == NULL)
            *entry_name_ret = "(unreadable name)";
        if (!is_wanted(layer, entry, *entry_name_ret))
            continue;
        layer->has_time = libarchive->entry_mtime_is_set(entry) != 0;
        layer->time = (int64_t)libarchive->entry_mtime(entry);
        if (!libarchive->entry_is_encrypted(entry))
            return LAYER_PART;
        layer_fail(layer, EXIT_FAILED, "'%s' in it is encrypted; unpack it yourself first", *entry_name_ret);
        return LAYER_FAILED;
    }
}

static int archive_layer_read(struct layer *layer, void *bytes, size_t size, size_t *size_ret)
{
    struct archive_state *state = layer->state;
    la_ssize_t got = 0;
    if (!state->end_seen) {
        before_libarchive();
        do
            got = libarchive->read_data(state->archive, bytes, size);
        while (got == ARCHIVE_RETRY);
        if (got < 0)
            return fail_damaged(layer);
        state->end_seen = got == 0;
    }
    *size_ret = (size_t)got;
    return 1;
}

/* Did the data given end with an end record whose comment reaches to the end? */
static int tail_is_zip_end(const struct archive_state *state)
{
    for (size_t rest = ZIP_END_SIZE; rest <= state->tail_size; rest++) {
        const uint8_t *record = state->tail + state->tail_size - rest;
        size_t comment_size = (size_t)record[20] | (size_t)record[21] << 8;
        if (memcmp(record, "PK\5\6", 4) == 0 && rest == ZIP_END_SIZE + comment_size)
            return 1;
    }
    return 0;
}

static int finish_zip_stream(struct layer *layer)
{
    struct archive_state *state = layer->state;
    const void *ignored;
    la_ssize_t size;
    do {
        size = give_block(state->archive, layer, &ignored);
    } while (size > 0);
    return size == 0 &&
           (tail_is_zip_end(state) ||
            layer_fail(layer, EXIT_CORRUPT, "the zip data is cut short: its end record is missing"));
}

/* What libarchive was given and did not use, and what it did not ask for, must be padding. */
static int finish_stream(struct layer *layer)
{
    struct archive_state *state = layer->state;
    uint64_t used = (uint64_t)libarchive->filter_bytes(state->archive, -1);
    uint64_t unused = state->position - used;
    size_t rest = unused <= state->block_size ? (size_t)unused : state->block_size;
    return layer_end_with_padding(layer, state->block + state->block_size - rest, rest);
}

/* libarchive is content with a tar file that ends behind any entry; a complete one ends with zero blocks. */
static int finish_tar(struct layer *layer)
{
    struct archive_state *state = layer->state;
    if (state->zeros < TAR_BLOCK_SIZE)
        return layer_fail(layer, EXIT_CORRUPT,
                          "the tar data is cut short: its end mark is missing; if it is all there, "
                          "take it apart with tar first");
    return layer_end_with_padding(layer, NULL, 0);
}

static int archive_layer_finish(struct layer *layer)
{
    struct archive_state *state = layer->state;
    if (state->zip_by_stream)
        return finish_zip_stream(layer);
    if (layer->wrapper == WRAPPER_ZIP || layer->wrapper == WRAPPER_7Z)
        return 1; /* read by their directories, which stand at the end */
    return layer->wrapper == WRAPPER_TAR ? finish_tar(layer) : finish_stream(layer);
}

static void archive_layer_close(struct layer *layer)
{
    struct archive_state *state = layer->state;
    libarchive->read_free(state->archive);
    libarchive->entry_free(state->entry);
    free(state);
}

static int enable_filter(struct archive *archive, int filter)
{
    int status = libarchive->read_append_filter(archive, filter);
    return status < ARCHIVE_WARN ? status : libarchive->read_support_format_raw(archive);
}

static int enable(struct archive *archive, enum wrapper_kind kind, int zip_by_stream)
{
    switch (kind) {
    case WRAPPER_BZIP2:
        return enable_filter(archive, ARCHIVE_FILTER_BZIP2);
    case WRAPPER_XZ:
        return enable_filter(archive, ARCHIVE_FILTER_XZ);
    case WRAPPER_ZIP:
        return zip_by_stream ? libarchive->read_support_format_zip_streamable(archive)
                             : libarchive->read_support_format_zip_seekable(archive);
    case WRAPPER_7Z:
        return libarchive->read_support_format_7zip(archive);
    default:
        /* GNU and POSIX are one reader; without the option it stops at the first of concatenated ones. */
        libarchive->read_support_format_tar(archive);
        return libarchive->read_set_options(archive, "tar:read_concatenated_archives");
    }
}

static int open_archive(struct layer *layer, struct archive *archive)
{
    struct archive_state *state = layer->state;
    int seekable = layer_is_seekable(layer->below);
    /* libarchive does not find the directory of an empty zip file, which is nothing but its end record. */
    int is_empty_zip = memcmp(layer->below->head, "PK\5\6", 4) == 0;
    state->zip_by_stream = layer->wrapper == WRAPPER_ZIP && (!seekable || is_empty_zip);
    before_libarchive();
    if (enable(archive, layer->wrapper, state->zip_by_stream) < ARCHIVE_WARN)
        return memory_has_ended(state) ? fail_no_memory(layer)
                                       : layer_fail(layer, EXIT_FAILED, "this libarchive cannot read %s",
                                                    wrapper_name(layer->wrapper));
    libarchive->read_set_read_callback(archive, give_block);
    if (seekable && !state->zip_by_stream && (layer->wrapper == WRAPPER_ZIP || layer->wrapper == WRAPPER_7Z))
        libarchive->read_set_seek_callback(archive, seek_file);
    if (libarchive->read_set_callback_data(archive, layer) < ARCHIVE_WARN ||
        libarchive->read_open1(archive) < ARCHIVE_WARN)
        return fail_damaged(layer);
    return 1;
}

int layer_open_archive(struct layer *layer)
{
    static const struct layer_kind kind = {archive_layer_next, archive_layer_read, archive_layer_finish,
                                           archive_layer_close};
    if (layer->wrapper == WRAPPER_7Z && !layer_is_seekable(layer->below))
        return layer_fail(layer, EXIT_FAILED,
                          "a 7z archive cannot be read from a pipe or inside another wrapper; "
                          "save it as a file first");
    before_libarchive();
    libarchive = archive_calls_load();
    if (libarchive == NULL)
        return fail_not_there(layer);
    struct archive_state *state = calloc(1, sizeof *state);
    struct archive *archive = libarchive->read_new();
    struct archive_entry *entry = libarchive->entry_new();
    if (state == NULL || archive == NULL || entry == NULL) {
        libarchive->read_free(archive);
        libarchive->entry_free(entry);
        free(state);
        return fail_no_memory(layer);
    }
    state->archive = archive;
    state->entry = entry;
    layer->state = state;
    layer->kind = &kind;
    if (open_archive(layer, archive))
        return 1;
    archive_layer_close(layer);
    return 0;
}
