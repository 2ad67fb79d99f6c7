/* Compressed files and archives, told by their magic bytes. */
#ifndef PGNPACK_CLI_WRAPPERS_WRAPPER_KIND_H
#define PGNPACK_CLI_WRAPPERS_WRAPPER_KIND_H

#include <stddef.h>
#include <stdint.h>

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

#endif
