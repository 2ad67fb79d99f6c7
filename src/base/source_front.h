/* What readers of a stream have in common: where their bytes come from, and what was wrong about that. */
#ifndef PGNPACK_BASE_SOURCE_FRONT_H
#define PGNPACK_BASE_SOURCE_FRONT_H

#include "base/handle.h"
#include "system/path_files.h"

struct source_front {
    struct memory *memory; /* the reader's */
    struct memory_source bytes;
    struct path_source file;
    pgnpack_read_function read; /* of what is open */
    void *opaque;
    int is_refused;           /* for wrong options: for ever */
    struct error misuse;      /* of the options, of the last opening, or of a reader that was not opened */
    enum pgnpack_status last; /* of the reader's last call */
};

void source_front_init(struct source_front *front, struct memory *memory,
                       const struct pgnpack_options *options);
void source_front_close(struct source_front *front);

/* The next opening, after source_front_close(). PGNPACK_OK: `read` on `opaque` gives the source's bytes. */
enum pgnpack_status source_front_open(struct source_front *front, const struct pgnpack_source *source);

/* The call that nothing was opened for. */
enum pgnpack_status source_front_refuse_closed(struct source_front *front);

#endif
