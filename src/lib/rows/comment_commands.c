#include "lib/rows/comment_commands.h"

#include "pgnpack.h"

static int is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Larger numbers than that say nothing. */
enum { NUMBER_MAX = 100000000 };

/* The text behind "[%name " up to the comment's end; `data` NULL: there is none. */
static struct text find_command(struct text comment, const char *name)
{
    const size_t name_size = strlen(name);
    while (comment.size > name_size + 3) {
        const char *bracket = memchr(comment.data, '[', comment.size - name_size - 2);
        if (bracket == NULL)
            break;
        comment.size -= (size_t)(bracket - comment.data) + 1;
        comment.data = bracket + 1;
        if (comment.data[0] != '%' || memcmp(comment.data + 1, name, name_size) != 0 ||
            comment.size == name_size + 1 || !is_space(comment.data[name_size + 1]))
            continue;
        struct text rest = {comment.data + name_size + 1, comment.size - name_size - 1};
        for (; rest.size > 0 && is_space(rest.data[0]); rest.size--)
            rest.data++;
        return rest;
    }
    return (struct text){NULL, 0};
}

static int take(struct text *text, char wanted)
{
    if (text->size == 0 || text->data[0] != wanted)
        return 0;
    text->data++;
    text->size--;
    return 1;
}

/* Digits; returns how many, which are counted up to NUMBER_MAX. */
static size_t take_number(struct text *text, int64_t *number_ret)
{
    size_t size = 0;
    int64_t number = 0;
    for (; size < text->size && is_digit(text->data[size]); size++)
        number = number > NUMBER_MAX ? number : 10 * number + (text->data[size] - '0');
    text->data += size;
    text->size -= size;
    *number_ret = number;
    return size;
}

/* Behind a point: the first `count` digits, zeros where there are fewer. */
static int64_t take_fraction(struct text *text, unsigned count)
{
    int64_t number = 0;
    for (unsigned i = 0; i < count; i++) {
        int is_there = text->size != 0 && is_digit(text->data[0]);
        number = 10 * number + (is_there ? text->data[0] - '0' : 0);
        text->data += is_there;
        text->size -= (size_t)is_there;
    }
    while (text->size != 0 && is_digit(text->data[0])) {
        text->data++;
        text->size--;
    }
    return number;
}

/* A command ends with its bracket, or there is something more in it. */
static int ends(struct text text)
{
    return text.size != 0 && (text.data[0] == ']' || text.data[0] == ',' || is_space(text.data[0]));
}

size_t command_next(struct text comment, size_t *at)
{
    for (; *at + 1 < comment.size; ++*at) {
        const char *start = comment.data + *at;
        const char *end = start[0] == '[' && start[1] == '%' ? memchr(start, ']', comment.size - *at) : NULL;
        if (end == NULL)
            continue;
        for (end++; end < comment.data + comment.size && is_white_space(*end); end++)
            ;
        return (size_t)(end - start);
    }
    return 0;
}

/* "1:59:30", "59:30.5", "12.3": goes behind it. */
static int32_t take_time(struct text *text)
{
    int64_t seconds = 0, part;
    for (unsigned parts = 0; parts == 0 || take(text, ':'); parts++) {
        if (parts == 3 || take_number(text, &part) == 0)
            return PGNPACK_NO_CLOCK;
        seconds = 60 * seconds + part;
    }
    int64_t milliseconds = 1000 * seconds + (take(text, '.') ? take_fraction(text, 3) : 0);
    return milliseconds < PGNPACK_CLOCK_MAX ? (int32_t)milliseconds : PGNPACK_CLOCK_MAX;
}

/* "0.35", "-1.2", "#-3": goes behind it. */
static int32_t take_eval(struct text *text)
{
    int64_t number = 0;
    int is_mate = take(text, '#');
    int is_negative = take(text, '-');
    if (!is_negative)
        take(text, '+');
    size_t digits = take_number(text, &number);
    if (is_mate) {
        if (digits == 0)
            return PGNPACK_NO_EVAL;
        number =
            number < PGNPACK_EVAL_MATE - PGNPACK_EVAL_MAX ? number : PGNPACK_EVAL_MATE - PGNPACK_EVAL_MAX - 1;
        number = PGNPACK_EVAL_MATE - number;
    } else {
        int has_fraction = take(text, '.') && text->size != 0 && is_digit(text->data[0]);
        number = 100 * number + (has_fraction ? take_fraction(text, 2) : 0);
        if (digits == 0 && !has_fraction)
            return PGNPACK_NO_EVAL;
        number = number < PGNPACK_EVAL_MAX ? number : PGNPACK_EVAL_MAX;
    }
    return (int32_t)(is_negative ? -number : number);
}

static int32_t of_command(struct text comment, const char *name, int32_t (*take_it)(struct text *),
                          int32_t none)
{
    struct text text = find_command(comment, name);
    int32_t number = text.data == NULL ? none : take_it(&text);
    return text.data != NULL && ends(text) ? number : none;
}

int32_t command_clock(struct text comment)
{
    return of_command(comment, "clk", take_time, PGNPACK_NO_CLOCK);
}

int32_t command_spent(struct text comment)
{
    return of_command(comment, "emt", take_time, PGNPACK_NO_CLOCK);
}

int32_t command_eval(struct text comment)
{
    return of_command(comment, "eval", take_eval, PGNPACK_NO_EVAL);
}

/* Between blanks there is nothing else. */
static int32_t alone(struct text text, int32_t (*take_it)(struct text *), int32_t none)
{
    for (; text.size != 0 && is_space(text.data[0]); text.size--)
        text.data++;
    while (text.size != 0 && is_space(text.data[text.size - 1]))
        text.size--;
    int32_t number = take_it(&text);
    return text.size == 0 ? number : none;
}

int32_t command_read_clock(struct text text)
{
    return alone(text, take_time, PGNPACK_NO_CLOCK);
}

int32_t command_read_eval(struct text text)
{
    return alone(text, take_eval, PGNPACK_NO_EVAL);
}
