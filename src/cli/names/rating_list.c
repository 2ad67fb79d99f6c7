#include "cli/names/rating_list.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/growth.h"
#include "cli/base/tag_text.h"
#include "cli/names/rating_columns.h"
#include "cli/files/whole_file.h"

/* There are two million players: of each where its line begins is kept, and what stands in it is looked up. */
struct rating_list {
    const char *file;
    struct messages *messages;
    char *bytes;
    size_t size;
    struct rating_columns columns;
    uint32_t *lines; /* the file has less than 512 MB */
    size_t count, capacity;
    uint32_t *slots;  /* by the hash of the name: 1 + the place of a player, each name once */
    uint8_t *several; /* of names: more players have it, a bit a slot */
    size_t slot_count;
};

static int fail(const struct rating_list *list, uint64_t line, const char *cause)
{
    const struct place place = {.file = list->file, .line = line};
    message_error(list->messages, &place, "%s", cause);
    return 0;
}

/* ---- Players ---- */

static struct pgnpack_text line_at(const struct rating_list *list, size_t from)
{
    const char *line = list->bytes + from, *end = memchr(line, '\n', list->size - from);
    size_t size = end == NULL ? list->size - from : (size_t)(end - line);
    if (size != 0 && line[size - 1] == '\r')
        size--;
    return (struct pgnpack_text){line, size};
}

/* 0: it is no number, or has more than nine digits. */
static unsigned number_of(struct pgnpack_text text)
{
    unsigned number = 0;
    if (text.size > 9)
        return 0;
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] < '0' || text.data[i] > '9')
            return 0;
        number = 10 * number + (unsigned)(text.data[i] - '0');
    }
    return number;
}

/* Old lists have "g", "wg" and so on. */
static struct pgnpack_text title_of(struct pgnpack_text text)
{
    static const char *const titles[][2] = {{"g", "GM"},   {"m", "IM"},   {"f", "FM"},   {"c", "CM"},
                                            {"wg", "WGM"}, {"wm", "WIM"}, {"wf", "WFM"}, {"wc", "WCM"}};
    for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++)
        if (text_is_word(text, titles[i][0]) || text_is_word(text, titles[i][1]))
            return (struct pgnpack_text){titles[i][1], strlen(titles[i][1])};
    return (struct pgnpack_text){"", 0};
}

/* "1990", or a date that ends so. */
static unsigned born_of(struct pgnpack_text text)
{
    enum { YEAR = 4 };
    if (text.size < YEAR || (text.size > YEAR && text.data[text.size - YEAR - 1] != '.'))
        return 0;
    return number_of((struct pgnpack_text){text.data + text.size - YEAR, YEAR});
}

struct rated_player rating_list_player(const struct rating_list *list, size_t i)
{
    const struct rating_columns *columns = &list->columns;
    const struct pgnpack_text line = line_at(list, list->lines[i]);
    enum { RATING_MAX = 9999 };
    struct rated_player player = {.name = rating_columns_value(columns, line, RATING_NAME),
                                  .id = rating_columns_value(columns, line, RATING_ID),
                                  .federation = rating_columns_value(columns, line, RATING_FEDERATION),
                                  .title = title_of(rating_columns_value(columns, line, RATING_TITLE)),
                                  .rating = number_of(rating_columns_value(columns, line, RATING_STANDARD)),
                                  .born = born_of(rating_columns_value(columns, line, RATING_BORN))};
    if (player.title.size == 0)
        player.title = title_of(rating_columns_value(columns, line, RATING_WOMEN_TITLE));
    if (player.rating > RATING_MAX)
        player.rating = 0;
    return player;
}

size_t rating_list_count(const struct rating_list *list)
{
    return list->count;
}

void rating_list_month(const struct rating_list *list, unsigned *year_ret, unsigned *month_ret)
{
    *year_ret = list->columns.year;
    *month_ret = list->columns.month;
}

/* ---- By name ---- */

static struct pgnpack_text name_at(const struct rating_list *list, size_t i)
{
    return rating_columns_value(&list->columns, line_at(list, list->lines[i]), RATING_NAME);
}

/* The slot of the name, or the free one where it belongs. */
static size_t find_slot(const struct rating_list *list, struct pgnpack_text name)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
    for (size_t i = 0; i < name.size; i++)
        hash = (hash ^ (unsigned char)name.data[i]) * UINT64_C(0x100000001b3);
    size_t slot = (size_t)(hash ^ hash >> 32) & (list->slot_count - 1);
    while (list->slots[slot] != 0 && !texts_are_equal(name_at(list, list->slots[slot] - 1), name))
        slot = (slot + 1) & (list->slot_count - 1);
    return slot;
}

static int enter_names(struct rating_list *list)
{
    for (list->slot_count = 64; list->slot_count < 2 * list->count;)
        list->slot_count *= 2;
    list->slots = calloc(list->slot_count, sizeof *list->slots);
    list->several = calloc(list->slot_count / 8, 1);
    if (list->slots == NULL || list->several == NULL)
        return fail(list, 0, "no memory");
    for (size_t i = 0; i < list->count; i++) {
        const struct rated_player player = rating_list_player(list, i);
        size_t slot = find_slot(list, player.name);
        if (list->slots[slot] == 0)
            list->slots[slot] = (uint32_t)i + 1;
        else if (!texts_are_equal(rating_list_player(list, list->slots[slot] - 1).id, player.id))
            list->several[slot / 8] |= (uint8_t)(1 << slot % 8);
    }
    return 1;
}

unsigned rating_list_find(const struct rating_list *list, struct pgnpack_text name,
                          struct rated_player *player_ret)
{
    size_t slot = find_slot(list, name);
    if (name.size == 0 || list->slots[slot] == 0)
        return 0;
    *player_ret = rating_list_player(list, list->slots[slot] - 1);
    return (list->several[slot / 8] >> slot % 8 & 1) != 0 ? 2 : 1;
}

/* ---- The file ---- */

static int take_head(struct rating_list *list, struct pgnpack_text line, uint64_t number)
{
    if (rating_columns_read(&list->columns, line))
        return 1;
    if (line.size >= 2 && memcmp(line.data, "PK", 2) == 0)
        return fail(list, 0, "is a zip archive; unpack it, and give the text that is in it");
    if (line.data[0] == '<')
        return fail(list, 0, "is XML; take FIDE's list as text (TXT)");
    return fail(list, number,
                "is no head of a rating list of FIDE's, with 'ID Number', 'Name', 'Fed' and so on");
}

static int take_player(struct rating_list *list, size_t from, struct pgnpack_text line, uint64_t number)
{
    enum { LINE_SIZE_MAX = 4096 }; /* it is looked through for its end as often as a name is compared */
    const struct rating_columns *columns = &list->columns;
    if (line.size > LINE_SIZE_MAX)
        return fail(list, number,
                    "is longer than 4096 bytes, as no player's line is: does it lack line ends?");
    if (number_of(rating_columns_value(columns, line, RATING_ID)) == 0)
        return fail(list, number, "has no number of FIDE's where the head says 'ID Number'");
    if (rating_columns_value(columns, line, RATING_NAME).size == 0)
        return fail(list, number, "has no name where the head says 'Name'");
    if (columns->end[RATING_FEDERATION] != 0 && line.size <= columns->from[RATING_FEDERATION])
        return fail(list, number, "ends before the federation; was the list cut off?");
    if (!GROW(list->lines, list->capacity, list->count + 1))
        return fail(list, 0, "no memory");
    list->lines[list->count++] = (uint32_t)from;
    return 1;
}

static int take_lines(struct rating_list *list)
{
    size_t at = list->size >= 3 && memcmp(list->bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    int has_head = 0;
    for (uint64_t number = 1; at < list->size; number++) {
        const struct pgnpack_text line = line_at(list, at);
        const char *end = memchr(line.data, '\n', list->size - at);
        if (!text_is_blank(line)) {
            if (!(has_head ? take_player(list, at, line, number) : take_head(list, line, number)))
                return 0;
            has_head = 1;
        }
        at = end == NULL ? list->size : (size_t)(end - list->bytes) + 1;
    }
    return list->count != 0 || fail(list, 0, "has no players");
}

struct rating_list *rating_list_read(const char *file, struct messages *messages)
{
    struct rating_list *list = calloc(1, sizeof *list);
    if (list == NULL) {
        message_error(messages, NULL, "no memory");
        return NULL;
    }
    list->messages = messages;
    list->file = whole_file_title(file);
    if (whole_file_read(file, messages, &list->bytes, &list->size) && take_lines(list) && enter_names(list))
        return list;
    rating_list_free(list);
    return NULL;
}

void rating_list_free(struct rating_list *list)
{
    if (list == NULL)
        return;
    free(list->bytes);
    free(list->lines);
    free(list->slots);
    free(list->several);
    free(list);
}
