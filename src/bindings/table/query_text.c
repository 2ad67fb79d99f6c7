#include "bindings/table/query_text.h"

#include <string.h>

#include "bindings/table/fault.h"

static int is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

int query_text_is_fen(struct pgnpack_text text)
{
    size_t strokes = 0, i = 0;
    while (i < text.size && is_blank(text.data[i]))
        i++;
    if (i < text.size && memchr("{;%", text.data[i], 3) != NULL)
        return 0;
    for (; i < text.size && !is_blank(text.data[i]) && text.data[i] != '='; i++)
        strokes += text.data[i] == '/';
    return (strokes == 7 || strokes == 8) && (i == text.size || text.data[i] != '=');
}

/*
 * Takes the next word from *text: its name and value, zero-terminated, go to `room`; *value_ret NULL: there is no '='. Returns 0
 * where a quote is not closed.
 */
static int take_word(const char **text, char *room, const char **name_ret, const char **value_ret)
{
    const char *from = *text;
    int is_quoted = 0;
    *name_ret = room;
    *value_ret = NULL;
    for (; *from != '\0' && (is_quoted || !is_blank(*from)); from++) {
        if (*from == '=' && *value_ret == NULL && !is_quoted) {
            *room++ = '\0';
            *value_ret = room;
        } else if (*from == '"' && is_quoted && from[1] == '"') {
            *room++ = *from++;
        } else if (*from == '"') {
            is_quoted = !is_quoted;
        } else {
            *room++ = *from;
        }
    }
    *room = '\0';
    *text = from;
    return !is_quoted;
}

static enum pgnpack_status add_word(struct pgnpack_query *query, const char *name, const char *value,
                                    struct table_error *error)
{
    if (strncmp(name, "--", 2) == 0)
        return fault_set(error, PGNPACK_ERROR_ARGUMENT,
                         "%s: conditions are written without dashes here, name=value: player=Carlsen", name);
    if (pgnpack_query_add(query, name, value) == PGNPACK_OK)
        return PGNPACK_OK;
    return fault_of(error, NULL, pgnpack_error(query));
}

enum pgnpack_status query_text_add(struct pgnpack_query *query, const char *text,
                                   const struct pgnpack_allocator *allocator, struct table_error *error)
{
    enum pgnpack_status status = PGNPACK_OK;
    const char *name, *value;
    if (text == NULL)
        return PGNPACK_OK;
    char *room = memory_zeroed(allocator, strlen(text) + 2, 1);
    if (room == NULL)
        return fault_no_memory(error);
    while (status == PGNPACK_OK) {
        while (is_blank(*text))
            text++;
        if (*text == '\0')
            break;
        if (!take_word(&text, room, &name, &value))
            status = fault_set(error, PGNPACK_ERROR_ARGUMENT, "a quote is not closed in the conditions");
        else
            status = add_word(query, name, value, error);
    }
    memory_free(allocator, room);
    return status;
}
