/*
 * The texts inside one input, whatever it is wrapped in: a plain file is one part, an archive has a part for each
 * regular file in it, in its order; compressions are taken off, also inside archives. Names of entries never
 * become paths: they are for messages, and for a database to keep.
 */
#ifndef PGNPACK_CLI_WRAPPERS_UNWRAP_H
#define PGNPACK_CLI_WRAPPERS_UNWRAP_H

#include <stddef.h>

#include "cli/wrappers/layer.h"

/* ---- Names in a database ---- */

/* What the format has room for. A name on its way may have more. */
enum { STORED_NAME_SIZE_MAX = 4096 };

/* Zeroed, it is empty. */
struct stored_name {
    char *text; /* NULL: nothing was ever in it */
    size_t size;
    size_t capacity;
    int has_failed; /* there was no memory, and the name is not all there */
};

/* ---- Parts ---- */

/* tar.gz with .gz inside is three; more than four is no accident. */
enum { UNWRAP_DEPTH_MAX = 4, PART_NAME_SIZE_MAX = 1000 };

struct unwrap_options {
    int enabled;              /* 0: the file is the one part, whatever it is */
    uint64_t expansion_ratio; /* unwrapped bytes for each of the file, beyond 64 MiB; 0: no limit */
    uint64_t expansion_size;  /* unwrapped bytes in all; 0: no limit */
    uint64_t memory_limit;    /* of what a wrapper needs; 0: no limit */
    int keeps_tar;            /* a tar is a part as it is: it comes back as one, which `tar -I` needs */
    int tells;                /* says what is taken off and does not come back */
    const char *stored_name;  /* of the file, for a database; "": only what is in archives has one */
};

struct unwrap {
    struct layer_context context;
    struct unwrap_options options;
    struct layer layers[UNWRAP_DEPTH_MAX + 1];
    unsigned depth;    /* layers above the file */
    int holds_archive; /* an archive was met */
    uint64_t out_sizes[UNWRAP_DEPTH_MAX + 1];
    char part_name[PART_NAME_SIZE_MAX];
    struct stored_name name;      /* of the present part; empty: it has none */
    struct stored_name full_name; /* the same with the endings of its wrappers, which has as many parts */
    size_t name_sizes[UNWRAP_DEPTH_MAX + 1]; /* of the name that a layer's wrapper has */
    size_t full_name_sizes[UNWRAP_DEPTH_MAX + 1];
};

/* `file` is open, and stays the caller's. */
void unwrap_open(struct unwrap *unwrap, struct input_file *file, const struct unwrap_options *options,
                 struct messages *messages);
void unwrap_close(struct unwrap *unwrap);

/* Goes to the next part. Failures are reported and then stand in unwrap_status(). */
enum layer_step unwrap_next_part(struct unwrap *unwrap);

/* A pgnpack_read_function on the present part; EIO after a failure, which was reported. */
int unwrap_read(void *opaque, void *bytes, size_t size, size_t *size_ret);

/* The time of modification of the present part, or of what it is wrapped in. Returns 0 where it is not known. */
int unwrap_part_time(const struct unwrap *unwrap, int64_t *seconds_ret);

/* The version of BCGN that the present part is of, -1 if of none; to be asked for before anything is read. */
int unwrap_part_version(const struct unwrap *unwrap);

enum exit_status unwrap_status(const struct unwrap *unwrap);

#endif
