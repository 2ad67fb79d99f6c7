#include "cli/openings/opening_reading.h"

#include <string.h>

int opening_fail(const struct opening_reading *reading, const char *cause)
{
    const struct place place = {.file = reading->title, .line = reading->line};
    message_error(reading->messages, &place, "%s", cause);
    return 0;
}

int opening_fail_of_memory(const struct opening_reading *reading)
{
    message_error(reading->messages, IN_FILE(reading->title), "no memory");
    return 0;
}

int opening_take(struct opening_reading *reading, struct opening opening)
{
    uint64_t key = pgnpack_board_key(reading->moves.board, PGNPACK_KEY_BCGN);
    const char *cause = opening_check(&opening);
    if (cause != NULL)
        return opening_fail(reading, cause);
    return opening_table_add(reading->table, key, &opening) || opening_fail_of_memory(reading);
}

int opening_next_line(struct opening_reading *reading, size_t *at, struct pgnpack_text *line_ret)
{
    struct pgnpack_text text = reading->text;
    if (*at >= text.size)
        return 0;
    const char *begin = text.data + *at, *feed = memchr(begin, '\n', text.size - *at);
    size_t size = feed == NULL ? text.size - *at : (size_t)(feed - begin);
    *at += size + (feed != NULL);
    reading->line++;
    if (size != 0 && begin[size - 1] == '\r')
        size--;
    *line_ret = (struct pgnpack_text){begin, size};
    return 1;
}
