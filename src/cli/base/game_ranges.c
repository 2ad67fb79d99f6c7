#include "cli/base/game_ranges.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/growth.h"
#include "cli/base/option_values.h"
#include "system/commands.h"

static int add(struct game_ranges *ranges, const struct game_range *range)
{
    if (!GROW(ranges->ranges, ranges->capacity, ranges->count + 1))
        return 0;
    ranges->ranges[ranges->count++] = *range;
    return 1;
}

/* Returns 0 when there is no memory. */
static int add_id(struct game_ranges *ranges, const char *id, size_t size)
{
    size_t start = ranges->id_size == 0 ? 1 : ranges->id_size, end = start + size + 1;
    if (!GROW(ranges->ids, ranges->id_capacity, end))
        return 0;
    memcpy(ranges->ids + start, id, size);
    ranges->ids[end - 1] = '\0';
    ranges->id_size = end;
    return add(ranges, &(struct game_range){.id = start});
}

/* How long the id is that the word begins with; 0: it begins with a number. */
static size_t id_size(const char *word)
{
    size_t size = strcspn(word, ",");
    return memchr(word, ':', size) != NULL ? size : 0;
}

/* "5", "5-9" or "5-"; returns what follows, or NULL. */
static const char *read_range(const char *word, struct game_range *range)
{
    word = option_digits(word, &range->first);
    if (word == NULL)
        return NULL;
    range->last = range->first;
    range->is_open = 0;
    range->id = 0;
    if (*word == '-') {
        word++;
        range->last = UINT64_MAX;
        range->is_open = *word == ',' || *word == '\0';
        if (!range->is_open)
            word = option_digits(word, &range->last);
    }
    return word != NULL && range->first != 0 && range->first <= range->last ? word : NULL;
}

enum game_ranges_result game_ranges_add(struct game_ranges *ranges, const char *word)
{
    struct game_range range;
    for (;;) {
        size_t size = id_size(word);
        const char *end = size != 0 ? word + size : read_range(word, &range);
        if (end == NULL || (*end != ',' && *end != '\0'))
            return GAME_RANGES_NONSENSE;
        if (size != 0 ? !add_id(ranges, word, size) : !add(ranges, &range))
            return GAME_RANGES_NO_MEMORY;
        word = end;
        if (*word == '\0')
            return GAME_RANGES_ADDED;
        word++;
    }
}

/*
 * Lists between blanks; or a line of pgnfind's --numbers and --ids, which has behind a tab the ply. Where several databases were
 * searched, a line begins with the name of one: its games are not those of another.
 */
static enum game_ranges_result add_line(struct game_ranges *ranges, char *line)
{
    enum game_ranges_result result = GAME_RANGES_ADDED;
    char *tab, *rest;
    line += strspn(line, " \t");
    tab = strchr(line, '\t');
    if (tab != NULL && strchr(tab + 1, '\t') != NULL)
        return GAME_RANGES_OF_SEVERAL;
    if (tab != NULL)
        *tab = '\0';
    for (char *word = strtok_r(line, " \r\n", &rest); word != NULL && result == GAME_RANGES_ADDED;
         word = strtok_r(NULL, " \r\n", &rest))
        result = game_ranges_add(ranges, word);
    return result;
}

static enum game_ranges_result add_lines(struct game_ranges *ranges, FILE *file, uint64_t *line_ret)
{
    enum game_ranges_result result = GAME_RANGES_ADDED;
    char *line = NULL;
    size_t capacity = 0;
    errno = 0;
    for (*line_ret = 1; result == GAME_RANGES_ADDED && system_read_line(&line, &capacity, file) >= 0;
         ++*line_ret)
        result = add_line(ranges, line);
    --*line_ret;
    free(line);
    if (result == GAME_RANGES_ADDED && !feof(file))
        return errno == ENOMEM ? GAME_RANGES_NO_MEMORY : GAME_RANGES_NO_FILE;
    return result;
}

enum game_ranges_result game_ranges_add_file(struct game_ranges *ranges, const char *file_name,
                                             uint64_t *line_ret)
{
    FILE *file = strcmp(file_name, "-") == 0 ? stdin : system_open_text(file_name);
    if (file == NULL)
        return GAME_RANGES_NO_FILE;
    enum game_ranges_result result = add_lines(ranges, file, line_ret);
    int error_number = errno;
    if (file != stdin)
        fclose(file);
    errno = error_number;
    return result;
}
