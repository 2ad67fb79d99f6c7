/* Small helpers for tests. All of them fail the running test instead of returning an error. */
#ifndef PGNPACK_TESTS_UNIT_SUPPORT_H
#define PGNPACK_TESTS_UNIT_SUPPORT_H

#include <stddef.h>

/* The whole file, with a zero byte behind it that *size_ret (may be NULL) does not count. free() it. */
char *read_file(const char *path, size_t *size_ret);

/* Makes or replaces a file. */
void write_file(const char *path, const void *bytes, size_t size);

/* A new empty folder under $TMPDIR or /tmp. free() the name. */
char *make_temporary_folder(void);

/* Removes a folder and the files in it (not folders in it). NULL is fine. */
void remove_folder(const char *path);

/* "folder/name"; free() it. */
char *join_path(const char *folder, const char *name);

/*
 * Bytes from commented hex text: pairs of digits in any grouping, "#" comments to the end of the line.
 * free() it. *size_ret is the number of bytes.
 */
unsigned char *bytes_from_hex(const char *hex, size_t *size_ret);

#endif
