#include "cli/change/split_labels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/find_key.h"
#include "cli/base/growth.h"
#include "cli/base/safe_text.h"

/* ---- Texts ---- */

static int compare(const struct split_text *a, struct pgnpack_text b)
{
    int order = memcmp(a->bytes, b.data, a->size < b.size ? a->size : b.size);
    return order != 0 ? order : (a->size > b.size) - (a->size < b.size);
}

/* The first that is not before it. */
static size_t place_of(const struct split_texts *texts, struct pgnpack_text text)
{
    size_t first = 0, end = texts->count;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        if (compare(&texts->texts[middle], text) < 0)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

uint32_t *split_texts_enter(struct split_texts *texts, struct pgnpack_text text)
{
    size_t place = place_of(texts, text);
    if (place < texts->count && compare(&texts->texts[place], text) == 0)
        return &texts->texts[place].number;
    char *bytes = malloc(text.size + 1);
    if (bytes == NULL || !GROW(texts->texts, texts->capacity, texts->count + 1)) {
        free(bytes);
        return NULL;
    }
    memcpy(bytes, text.data, text.size);
    memmove(texts->texts + place + 1, texts->texts + place, (texts->count - place) * sizeof *texts->texts);
    texts->texts[place] = (struct split_text){bytes, text.size, (uint32_t)texts->count++};
    return &texts->texts[place].number;
}

void split_texts_free(struct split_texts *texts)
{
    for (size_t i = 0; i < texts->count; i++)
        free(texts->texts[i].bytes);
    free(texts->texts);
}

/* ---- Names of files ---- */

/* Of those that a system refuses, or takes for something else. */
static int may_be_in_name(uint32_t code)
{
    return safe_text_is_harmless(code) && (code >= 0x80 || strchr("/\\:*?\"<>|", (int)code) == NULL);
}

/* The value with '_' for what may not be in a name; what is too long is cut. */
static void write_safe(struct pgnpack_text value, char *label)
{
    enum { SAFE_SIZE = SPLIT_LABEL_SIZE - 16 };
    size_t size = 0, step;
    for (size_t at = 0; at < value.size; at += step) {
        uint32_t code;
        step = safe_text_character(value.data + at, value.size - at, &code);
        if (size + step > SAFE_SIZE)
            break;
        if (may_be_in_name(code) && (at != 0 || code != '.')) {
            memcpy(label + size, value.data + at, step);
            size += step;
        } else {
            label[size++] = '_';
        }
    }
    label[size] = '\0';
}

/* Enters the label without case and accents, behind a sign so that none is read as a number. Sets `*is_new`. */
static uint32_t *enter_label(struct split_texts *used, struct tag_text *room, char sign, const char *label,
                             int *is_new)
{
    char text[SPLIT_LABEL_SIZE + 1];
    size_t size = (size_t)snprintf(text, sizeof text, "%c%s", sign, label), count = used->count;
    if (!find_key_write_value(NULL, (struct pgnpack_text){text, size}, room, &size))
        return NULL;
    uint32_t *number = split_texts_enter(used, (struct pgnpack_text){room->bytes, size});
    *is_new = used->count != count;
    return number;
}

int split_label_make(struct split_texts *used, struct tag_text *room, struct pgnpack_text value,
                     char label[SPLIT_LABEL_SIZE])
{
    enum { LABEL = '_', LAST_NUMBER = '=' };
    int is_new = 0;
    write_safe(value, label);
    char *end = label + strlen(label);
    while (enter_label(used, room, LABEL, label, &is_new) != NULL) {
        if (is_new)
            return 1;
        *end = '\0';
        uint32_t *last = enter_label(used, room, LAST_NUMBER, label, &is_new);
        if (last == NULL)
            return 0;
        *last = is_new ? 2 : *last + 1;
        snprintf(end, 16, "-%u", (unsigned)*last);
    }
    return 0;
}

/* ---- Letters ---- */

int split_letters(const char *tag, struct pgnpack_text value, uint64_t count, struct tag_text *room,
                  struct pgnpack_text *letters_ret)
{
    size_t size, end = 0;
    uint32_t code;
    if (!find_key_write_value(tag, value, room, &size))
        return 0;
    if (size != 0 && room->bytes[0] == 1) { /* a number, which is taken as it is written */
        size = value.size;
        memcpy(room->bytes, value.data, size);
    }
    for (; count != 0 && end < size; count--)
        end += safe_text_character(room->bytes + end, size - end, &code);
    for (size_t i = 0; i < end; i++)
        if (room->bytes[i] >= 'a' && room->bytes[i] <= 'z')
            room->bytes[i] = (char)(room->bytes[i] - 'a' + 'A');
    *letters_ret = (struct pgnpack_text){room->bytes, end};
    return 1;
}
