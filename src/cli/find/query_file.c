#include "cli/find/query_file.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/base/option_guess.h"
#include "cli/files/whole_file.h"
#include "system/commands.h"

enum { QUERY_WORDS_MAX = 256 };

struct query_file {
    struct find_options *options;
    struct messages *messages;
    const char *file;   /* its name, ... */
    const char *wanted; /* ... and the query of it that is wanted; NULL: the only one */
    uint64_t line;
    int is_read;  /* is the present line of it? */
    int sections; /* queries with names, so far */
    int is_found;
};

static int fail(const struct query_file *file, const char *cause)
{
    const struct place place = {.file = file->file, .line = file->line};
    message_error(file->messages, &place, "%s", cause);
    return 0;
}

/* Behind blanks; those at its end become zero bytes. */
static char *strip(char *text)
{
    text += strspn(text, " \t\r");
    size_t size = strlen(text);
    while (size > 0 && strchr(" \t\r", text[size - 1]) != NULL)
        text[--size] = '\0';
    return text;
}

/* Quotes around all of it. */
static char *unquote(char *value)
{
    size_t size = strlen(value);
    if (size < 2 || (value[0] != '\'' && value[0] != '"') || value[size - 1] != value[0])
        return value;
    value[size - 1] = '\0';
    return value + 1;
}

/* ---- Conditions ---- */

static int fail_of_word(const struct query_file *file, const char *name)
{
    const char *names[QUERY_WORDS_MAX];
    char guess[OPTION_GUESS_SIZE];
    struct pgnpack_query_word word;
    const struct place place = {.file = file->file, .line = file->line};
    size_t count = 0;
    while (count < QUERY_WORDS_MAX && pgnpack_query_word(count, &word))
        names[count++] = word.name;
    message_error(file->messages, &place, "the condition '%s'%s", name,
                  option_guess("", name, strlen(name), names, count, guess));
    return 0;
}

static int add_condition(struct query_file *file, const char *name, const char *value)
{
    struct find_options *options = file->options;
    struct pgnpack_query_word word;
    size_t i = 0;
    while (pgnpack_query_word(i, &word) && strcmp(word.name, name) != 0)
        i++;
    if (!pgnpack_query_word(i, &word))
        return fail_of_word(file, name);
    if (word.value == NULL && value[0] != '\0')
        return fail(file, "the condition has no value");
    if (word.value != NULL && value[0] == '\0')
        return fail(file, "the condition lacks its value");
    const struct find_condition condition = {word.name, word.value != NULL ? value : NULL, .file = file->file,
                                             .line = file->line};
    return find_condition_add(options, &condition) || fail(file, "no memory");
}

/* "pawns iqp", "--pawns=iqp", "either" */
static int read_condition(struct query_file *file, char *line)
{
    line += line[0] == '-' && line[1] == '-' ? 2 : 0;
    size_t size = strcspn(line, " \t=");
    char *value = line + size;
    if (*value != '\0')
        *value++ = '\0';
    return add_condition(file, line, unquote(strip(value)));
}

/* ---- Lines ---- */

/* "[Name]" */
static int begin_query(struct query_file *file, char *line)
{
    size_t size = strlen(line);
    if (line[size - 1] != ']')
        return fail(file, "the name of a query lacks its ']'");
    line[size - 1] = '\0';
    const char *name = strip(line + 1);
    if (file->wanted == NULL && ++file->sections > 1)
        return fail(file, "the file has several queries; say which, as in --query='FILE#Name'");
    file->is_read = file->wanted == NULL || strcmp(name, file->wanted) == 0;
    file->is_found |= file->is_read;
    return 1;
}

static int read_line(struct query_file *file, char *line)
{
    line = strip(line);
    if (line[0] == '\0' || line[0] == '#')
        return 1;
    if (line[0] == '[')
        return begin_query(file, line);
    return !file->is_read || read_condition(file, line);
}

/* `bytes` have a zero byte behind their `size`. */
static int read_lines(struct query_file *file, char *bytes, size_t size)
{
    if (memchr(bytes, '\0', size) != NULL)
        return fail(file, "is no text of conditions: it has a zero byte");
    for (char *line = bytes; line != NULL;) {
        char *end = strchr(line, '\n');
        if (end != NULL)
            *end++ = '\0';
        if (++file->line > QUERY_LINES_MAX)
            return fail(file, "has more lines than a query may have");
        if (!read_line(file, line))
            return 0;
        line = end;
    }
    return 1;
}

/* ---- Files ---- */

/* The file's name alone, where it is no file as it stands: behind '#' is the name of a query. */
static int split_name(struct query_file *file, char *name)
{
    struct file_facts facts;
    char *sign = strrchr(name, '#');
    file->file = name;
    if (sign == NULL || system_facts(name, &facts) == 0)
        return 1;
    *sign = '\0';
    file->wanted = sign + 1;
    return 1;
}

/* A zero byte behind the bytes; they are the options' from here on. */
static char *take_bytes(struct find_options *options, char *bytes, size_t size)
{
    char *text = realloc(bytes, size + 1);
    if (text == NULL) {
        free(bytes);
        return NULL;
    }
    text[size] = '\0';
    return find_text_keep(options, text);
}

int query_file_add(struct find_options *options, const char *name, struct messages *messages)
{
    struct query_file file = {.options = options, .messages = messages, .is_read = 1};
    char *bytes = NULL, *copy = malloc(strlen(name) + 1);
    size_t size = 0, before = options->condition_count;
    if (copy != NULL)
        strcpy(copy, name);
    if (find_text_keep(options, copy) == NULL) {
        message_error(messages, NULL, "no memory");
        return 0;
    }
    split_name(&file, copy);
    file.is_read = file.wanted == NULL;
    int is_there = whole_file_read(file.file, messages, &bytes, &size);
    bytes = take_bytes(options, bytes, size);
    if (!is_there)
        return 0;
    if (bytes == NULL)
        return fail(&file, "no memory");
    if (!read_lines(&file, bytes, size))
        return 0;
    file.line = 0;
    if (file.wanted != NULL && !file.is_found)
        return fail(&file, "has no query of that name");
    return options->condition_count != before || fail(&file, "has no condition: all games would be found");
}
