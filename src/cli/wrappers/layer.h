/*
 * One layer of wrapping around an input: the file itself, a compression, an archive. Each takes its bytes from
 * the layer below and gives parts: the files in an archive, or one part for everything else.
 */
#ifndef PGNPACK_CLI_WRAPPERS_LAYER_H
#define PGNPACK_CLI_WRAPPERS_LAYER_H

#include <stddef.h>
#include <stdint.h>

#include "cli/files/input_file.h"
#include "cli/base/messages.h"

/* ---- Kinds of wrappers ---- */

enum wrapper_kind {
    WRAPPER_NONE,
    WRAPPER_GZIP,
    WRAPPER_BZIP2,
    WRAPPER_XZ,
    WRAPPER_ZSTD,
    WRAPPER_ZIP,
    WRAPPER_7Z,
    WRAPPER_TAR
};

/* As many of a file's first bytes as wrapper_detect() looks at. */
enum { WRAPPER_HEAD_SIZE = 512 };

/* Plain text is never taken for a wrapper: each of them has bytes among its first ones that text has not. */
enum wrapper_kind wrapper_detect(const uint8_t *head, size_t head_size);

/* Does it hold files with names? */
int wrapper_is_archive(enum wrapper_kind kind);

/* "gzip", "tar"... */
const char *wrapper_name(enum wrapper_kind kind);

/* The version of BCGN that begins so, -1 if none does. */
int bcgn_version_of(const uint8_t *head, size_t head_size);

/* ---- Layers ---- */

/* What all layers of one input share. */
struct layer_context {
    struct input_file *file;
    struct messages *messages;
    const char *part_name;    /* for messages */
    uint64_t expansion_ratio; /* 0: no limit */
    uint64_t expansion_size;  /* 0: no limit */
    uint64_t memory_limit;    /* of a window; 0: no limit */
    enum exit_status status;  /* of the first failure, which was reported */
};

enum layer_step { LAYER_FAILED = -1, LAYER_END = 0, LAYER_PART = 1 };

struct layer;

struct layer_kind {
    /* Goes to the next part. `entry_name_ret`: its name in an archive, else NULL. */
    enum layer_step (*next)(struct layer *layer, const char **entry_name_ret);
    /* Reads of the present part; *size_ret 0 at its end only. Returns 0 after a failure, which was reported. */
    int (*read)(struct layer *layer, void *bytes, size_t size, size_t *size_ret);
    /* Behind the last part: is the wrapper complete? Returns 0 after a failure, which was reported. */
    int (*finish)(struct layer *layer);
    void (*close)(struct layer *layer);
};

struct layer {
    const struct layer_kind *kind;
    enum wrapper_kind wrapper;
    struct layer *below; /* NULL: this is the file */
    struct layer_context *context;
    void *state; /* of the kind's */
    int part_given;
    int has_time;
    int64_t time; /* of modification of the present part, in seconds since 1970, where the layer knows it */
    uint8_t head[WRAPPER_HEAD_SIZE]; /* bytes of the present part that were looked at, and not read yet */
    size_t head_size;
    size_t head_used;
    uint64_t out_size; /* bytes that this depth of wrapping gave so far, in all parts */
};

/* All set a layer up whose `below`, `wrapper` and `context` are set. They return 0 after a failure. */
int layer_open_file(struct layer *layer);
int layer_open_gzip(struct layer *layer);
int layer_open_zstd(struct layer *layer);
int layer_open_archive(struct layer *layer); /* everything else */

/* Reads of the present part through the head, and counts. Returns 0 after a failure. */
int layer_pull(struct layer *layer, void *bytes, size_t size, size_t *size_ret);

/* Fills the head with the part's first bytes. Returns 0 after a failure. */
int layer_look(struct layer *layer);

/* True if libarchive may seek: the layer is a regular file. */
int layer_is_seekable(const struct layer *layer);

/* For kinds that give one part without a name, and know at its end that it is complete. */
enum layer_step layer_next_single(struct layer *layer, const char **entry_name_ret);
int layer_finish_single(struct layer *layer);

/* Nothing but padding may follow the wrapped data: these bytes, and all that is still below. Returns 0 after a failure. */
int layer_end_with_padding(struct layer *layer, const uint8_t *bytes, size_t size);

/* Reports that something else follows it. Returns 0. */
int layer_fail_more(struct layer *layer);

/* Reports the first failure and remembers it. Returns 0. */
int layer_fail(struct layer *layer, enum exit_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
