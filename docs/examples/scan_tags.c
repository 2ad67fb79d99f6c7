/*
 * scan_tags DATABASE TAG VALUE: the numbers of the games whose tag has that value, and how much of the file was read:
 * a cursor that is asked for one tag touches neither moves nor comments, and hardly any other tags.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <pgnpack.h>

static int has_value(const struct pgnpack_game *game, const char *tag, const char *wanted)
{
    struct pgnpack_text value;
    return pgnpack_game_find_tag(game, tag, &value) && value.size == strlen(wanted) &&
           memcmp(value.data, wanted, value.size) == 0;
}

static int scan(const struct pgnpack_reader *reader, const char *tag, const char *wanted)
{
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TAGS);
    const struct pgnpack_game *game;
    enum pgnpack_status status;
    uint64_t found = 0;
    if (cursor == NULL)
        return 0;
    pgnpack_cursor_tags(cursor, &tag, 1);
    while ((status = pgnpack_cursor_next(cursor, &game)) == PGNPACK_OK)
        if (has_value(game, tag, wanted)) {
            printf("%" PRIu64 "\n", pgnpack_cursor_game_number(cursor));
            found++;
        }
    fprintf(stderr, "%" PRIu64 " of %" PRIu64 " games, %" PRIu64 " bytes read\n", found,
            pgnpack_reader_info(reader)->game_count, pgnpack_cursor_bytes_read(cursor));
    if (status != PGNPACK_END)
        fprintf(stderr, "%s\n", pgnpack_error(cursor)->text);
    pgnpack_free(cursor);
    return status == PGNPACK_END;
}

int main(int argument_count, char **arguments)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    int done = 0;
    if (argument_count != 4 || reader == NULL)
        fprintf(stderr, "usage: scan_tags DATABASE TAG VALUE\n");
    else if (pgnpack_reader_open(reader, PGNPACK_FROM_PATH(arguments[1])) == PGNPACK_OK)
        done = scan(reader, arguments[2], arguments[3]);
    else
        fprintf(stderr, "%s\n", pgnpack_error(reader)->text);
    pgnpack_free(reader);
    return done ? 0 : 1;
}
