/* libarchive as a library that the commands are linked with (make ARCHIVE=linked). */
#include "cli/wrappers/archive_calls.h"

const struct archive_calls *archive_calls_load(void)
{
    static const struct archive_calls calls = {
        .read_new = archive_read_new,
        .read_free = archive_read_free,
        .entry_new = archive_entry_new,
        .entry_free = archive_entry_free,
        .set_error = archive_set_error,
        .error_number = archive_errno,
        .error_string = archive_error_string,
        .read_next_header2 = archive_read_next_header2,
        .entry_filetype = archive_entry_filetype,
        .entry_hardlink = archive_entry_hardlink,
        .entry_pathname = archive_entry_pathname,
        .entry_pathname_utf8 = archive_entry_pathname_utf8,
        .entry_mtime = archive_entry_mtime,
        .entry_mtime_is_set = archive_entry_mtime_is_set,
        .entry_is_encrypted = archive_entry_is_encrypted,
        .read_data = archive_read_data,
        .filter_bytes = archive_filter_bytes,
        .read_append_filter = archive_read_append_filter,
        .read_support_format_raw = archive_read_support_format_raw,
        .read_support_format_zip_streamable = archive_read_support_format_zip_streamable,
        .read_support_format_zip_seekable = archive_read_support_format_zip_seekable,
        .read_support_format_7zip = archive_read_support_format_7zip,
        .read_support_format_tar = archive_read_support_format_tar,
        .read_set_options = archive_read_set_options,
        .read_set_read_callback = archive_read_set_read_callback,
        .read_set_seek_callback = archive_read_set_seek_callback,
        .read_set_callback_data = archive_read_set_callback_data,
        .read_open1 = archive_read_open1,
    };
    return &calls;
}

const char *archive_calls_name(void)
{
    return "libarchive";
}
