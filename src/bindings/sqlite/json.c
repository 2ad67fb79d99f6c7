#include "bindings/sqlite/json.h"

/* Up to the first byte that JSON has another way to write. */
static size_t plain_size(const char *bytes, size_t size)
{
    size_t i = 0;
    while (i < size && (unsigned char)bytes[i] >= 0x20 && bytes[i] != '"' && bytes[i] != '\\')
        i++;
    return i;
}

static void add_escaped(sqlite3_str *out, struct pgnpack_text text)
{
    for (size_t i = 0; i < text.size; i++) {
        size_t plain = plain_size(text.data + i, text.size - i);
        sqlite3_str_append(out, text.data + i, (int)plain);
        i += plain;
        if (i == text.size)
            return;
        if (text.data[i] == '"' || text.data[i] == '\\')
            sqlite3_str_appendf(out, "\\%c", text.data[i]);
        else
            sqlite3_str_appendf(out, "\\u%04x", (unsigned)(unsigned char)text.data[i]);
    }
}

int json_add_text(sqlite3_str *out, struct pgnpack_text text)
{
    char *repaired = NULL;
    if (!table_is_utf8(text)) {
        repaired = sqlite3_malloc64(2 * text.size);
        if (repaired == NULL)
            return 0;
        text = (struct pgnpack_text){repaired, table_utf8_repair(text, repaired)};
    }
    sqlite3_str_appendchar(out, 1, '"');
    add_escaped(out, text);
    sqlite3_str_appendchar(out, 1, '"');
    sqlite3_free(repaired);
    return 1;
}

void json_add_numbers(sqlite3_str *out, const int32_t *numbers, size_t count, int32_t no_number)
{
    sqlite3_str_appendchar(out, 1, '[');
    for (size_t i = 0; i < count; i++) {
        const char *comma = i == 0 ? "" : ",";
        if (numbers[i] == no_number)
            sqlite3_str_appendf(out, "%snull", comma);
        else
            sqlite3_str_appendf(out, "%s%d", comma, (int)numbers[i]);
    }
    sqlite3_str_appendchar(out, 1, ']');
}

int json_add_texts(sqlite3_str *out, const struct pgnpack_text *texts, size_t count)
{
    int is_complete = 1;
    sqlite3_str_appendchar(out, 1, '[');
    for (size_t i = 0; i < count && is_complete; i++) {
        if (i != 0)
            sqlite3_str_appendchar(out, 1, ',');
        is_complete = json_add_text(out, texts[i]);
    }
    sqlite3_str_appendchar(out, 1, ']');
    return is_complete;
}
