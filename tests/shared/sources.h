/* Sources and sinks in the place of an argument. */
#ifndef PGNPACK_TESTS_SHARED_SOURCES_H
#define PGNPACK_TESTS_SHARED_SOURCES_H

#include "pgnpack.h"

/* The struct with what a test sets of it. */
#define SOURCE(...) (&(const struct pgnpack_source){.size = sizeof(struct pgnpack_source), __VA_ARGS__})

/* Bytes in memory; where there are none, `data_` may be NULL. */
#define BYTES_SOURCE(data_, count_)                                                                          \
    SOURCE(.bytes = (count_) == 0 ? "" : (const void *)(data_), .byte_count = (count_))

#define PATH_SOURCE(path_) SOURCE(.path = (path_))
#define STREAM_SOURCE(read_, opaque_) SOURCE(.read = (read_), .opaque = (opaque_))
#define RANGES_SOURCE(read_at_, opaque_, size_)                                                              \
    SOURCE(.read_at = (read_at_), .opaque = (opaque_), .file_size = (size_))

#define CALLS_SINK(write_, opaque_)                                                                          \
    (&(const struct pgnpack_sink){                                                                           \
        .size = sizeof(struct pgnpack_sink), .write = (write_), .opaque = (opaque_)})
#define PATH_SINK(path_) (&(const struct pgnpack_sink){.size = sizeof(struct pgnpack_sink), .path = (path_)})

#endif
