/* What writers have in common: where their bytes go, a file by its path or the caller's function. */
#ifndef PGNPACK_BASE_SINK_FRONT_H
#define PGNPACK_BASE_SINK_FRONT_H

#include "base/handle.h"
#include "system/path_files.h"

struct sink_front {
    struct output out;
    struct path_sink file; /* that `out` goes to, if the sink has a path */
    int is_file;
    int is_finished; /* the file has its path */
};

void sink_front_init(struct sink_front *front, struct memory *memory);

/* Nothing is opened where `error` tells of a failure already. */
enum pgnpack_status sink_front_open(struct sink_front *front, const struct pgnpack_sink *sink,
                                    struct error *error);

/* Passes on what there is. */
enum pgnpack_status sink_front_flush(struct sink_front *front, struct error *error);

/* The same, and a file gets its path, once. */
enum pgnpack_status sink_front_finish(struct sink_front *front, struct error *error);

/* A file that was not finished is removed. */
void sink_front_close(struct sink_front *front);

#endif
