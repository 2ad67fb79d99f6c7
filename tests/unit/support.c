#include "unit/support.h"

#include <check.h>
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *get_memory(size_t size)
{
    void *piece = malloc(size);
    ck_assert_ptr_nonnull(piece);
    return piece;
}

char *read_file(const char *path, size_t *size_ret)
{
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "cannot open %s", path);
    ck_assert_int_eq(fseek(file, 0, SEEK_END), 0);
    long size = ftell(file);
    ck_assert_int_ge(size, 0);
    rewind(file);
    char *text = get_memory((size_t)size + 1);
    ck_assert_uint_eq(fread(text, 1, (size_t)size, file), (size_t)size);
    text[size] = '\0';
    fclose(file);
    if (size_ret != NULL)
        *size_ret = (size_t)size;
    return text;
}

void write_file(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    ck_assert_msg(file != NULL, "cannot make %s", path);
    if (size > 0)
        ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
}

char *join_path(const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = get_memory(size);
    snprintf(path, size, "%s/%s", folder, name);
    return path;
}

char *make_temporary_folder(void)
{
    const char *parent = getenv("TMPDIR");
    char *path = join_path(parent != NULL ? parent : "/tmp", "pgnpack-test-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(path));
    return path;
}

void remove_folder(const char *path)
{
    DIR *folder = path != NULL ? opendir(path) : NULL;
    if (folder == NULL)
        return;
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        char *inside = join_path(path, entry->d_name);
        unlink(inside); /* fails on "." and "..", as it should */
        free(inside);
    }
    closedir(folder);
    rmdir(path);
}

static unsigned hex_digit(char digit)
{
    const char *digits = "0123456789abcdef";
    const char *found = digit != '\0' ? strchr(digits, tolower((unsigned char)digit)) : NULL;
    ck_assert_msg(found != NULL, "not a hex digit: '%c'", digit);
    return (unsigned)(found - digits);
}

unsigned char *bytes_from_hex(const char *hex, size_t *size_ret)
{
    unsigned char *bytes = get_memory(strlen(hex) / 2 + 1);
    size_t size = 0;
    while (*hex != '\0') {
        if (*hex == '#') {
            hex += strcspn(hex, "\n");
        } else if (isspace((unsigned char)*hex)) {
            hex++;
        } else {
            bytes[size++] = (unsigned char)(hex_digit(hex[0]) << 4 | hex_digit(hex[1]));
            hex += 2;
        }
    }
    *size_ret = size;
    return bytes;
}
