/*
 * What is called of libarchive, which is loaded when the first wrapper is seen that takes it: it brings a dozen libraries
 * along, and most runs open none.
 */
#ifndef PGNPACK_CLI_WRAPPERS_ARCHIVE_CALLS_H
#define PGNPACK_CLI_WRAPPERS_ARCHIVE_CALLS_H

#include <archive.h>
#include <archive_entry.h>

struct archive_calls {
    __typeof__(archive_read_new) *read_new;
    __typeof__(archive_read_free) *read_free;
    __typeof__(archive_entry_new) *entry_new;
    __typeof__(archive_entry_free) *entry_free;
    __typeof__(archive_set_error) *set_error;
    __typeof__(archive_errno) *error_number;
    __typeof__(archive_error_string) *error_string;
    __typeof__(archive_read_next_header2) *read_next_header2;
    __typeof__(archive_entry_filetype) *entry_filetype;
    __typeof__(archive_entry_hardlink) *entry_hardlink;
    __typeof__(archive_entry_pathname) *entry_pathname;
    __typeof__(archive_entry_pathname_utf8) *entry_pathname_utf8;
    __typeof__(archive_entry_mtime) *entry_mtime;
    __typeof__(archive_entry_mtime_is_set) *entry_mtime_is_set;
    __typeof__(archive_entry_is_encrypted) *entry_is_encrypted;
    __typeof__(archive_read_data) *read_data;
    __typeof__(archive_filter_bytes) *filter_bytes;
    __typeof__(archive_read_append_filter) *read_append_filter;
    __typeof__(archive_read_support_format_raw) *read_support_format_raw;
    __typeof__(archive_read_support_format_zip_streamable) *read_support_format_zip_streamable;
    __typeof__(archive_read_support_format_zip_seekable) *read_support_format_zip_seekable;
    __typeof__(archive_read_support_format_7zip) *read_support_format_7zip;
    __typeof__(archive_read_support_format_tar) *read_support_format_tar;
    __typeof__(archive_read_set_options) *read_set_options;
    __typeof__(archive_read_set_read_callback) *read_set_read_callback;
    __typeof__(archive_read_set_seek_callback) *read_set_seek_callback;
    __typeof__(archive_read_set_callback_data) *read_set_callback_data;
    __typeof__(archive_read_open1) *read_open1;
};

/* NULL: it is not there, not in order, or there is no memory for it (errno is ENOMEM). */
const struct archive_calls *archive_calls_load(void);

/* The library's, for messages. */
const char *archive_calls_name(void);

#endif
