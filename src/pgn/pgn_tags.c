#include "pgn/pgn_scan.h"

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && is_blank(*at))
        at++;
    return at;
}

static int at_line_end(const char *at, const char *end)
{
    return at == end || is_line_end(*at);
}

/* What a byte may be the end of, where tags are as nearly all are: of what is passed over without a closer look. */
enum { ENDS_NAME = 1, ENDS_VALUE = 2 };

static const uint8_t tag_bytes[256] = {
    [' '] = ENDS_NAME,
    ['\t'] = ENDS_NAME,
    ['\v'] = ENDS_NAME,
    ['\f'] = ENDS_NAME,
    ['\0'] = ENDS_NAME,
    ['\x1a'] = ENDS_NAME,
    [']'] = ENDS_NAME,
    ['"'] = ENDS_NAME | ENDS_VALUE,
    ['\\'] = ENDS_VALUE,
    ['\n'] = ENDS_NAME | ENDS_VALUE,
    ['\r'] = ENDS_NAME | ENDS_VALUE,
};

static inline const char *skip_until(const char *at, const char *end, unsigned ends)
{
    while (at < end && !(tag_bytes[(uint8_t)*at] & ends))
        at++;
    return at;
}

/* Only blanks, then "]". */
static int is_closed(const char *at, const char *end)
{
    at = skip_blanks(at, end);
    return at < end && *at == ']';
}

/* Only blanks and "]", then the line's end. */
static int is_closed_at_line_end(const char *at, const char *end)
{
    at = skip_blanks(at, end);
    return at < end && *at == ']' && at_line_end(skip_blanks(at + 1, end), end);
}

/*
 * The quote that ends a tag's value: the first one, escapes aside, with only blanks between it and a "]".
 * Quotes that writers forgot to escape stay inside. NULL: none on this line, whose end is then *line_end_ret.
 */
static const char *find_value_end(const char *at, const char *end, int *escaped_ret,
                                  const char **line_end_ret)
{
    const char *last_resort = NULL; /* [Event "C:\games\"]: the last backslash escapes nothing */
    for (at = skip_until(at, end, ENDS_VALUE); !at_line_end(at, end);
         at = skip_until(at + 1, end, ENDS_VALUE)) {
        if (*at == '\\' && !at_line_end(at + 1, end)) {
            *escaped_ret = 1;
            at++;
            if (*at == '"' && last_resort == NULL && is_closed_at_line_end(at + 1, end))
                last_resort = at;
        } else if (*at == '"' && is_closed(at + 1, end)) {
            return at;
        }
    }
    *line_end_ret = at;
    return last_resort;
}

static void remember_tag(struct pgn_scan *scan, const struct game_tag *tag)
{
    if (text_is(tag->name, "FEN"))
        scan->fen = tag->value;
    else if (text_is(tag->name, "Variant"))
        scan->variant = tag->value;
    else if (text_is(tag->name, "Result"))
        scan->result = tag->value;
}

/* A tag pair at `at`. Returns 0 if it is none; *line_end_ret is set if the line had to be read to its end. */
static int read_tag(const char *at, const char *end, struct game_tag *tag, const char **line_end_ret)
{
    const char *name = skip_blanks(at + 1, end);
    const char *name_end = skip_until(name, end, ENDS_NAME);
    const char *quote = skip_blanks(name_end, end);
    if (at_line_end(quote, end))
        *line_end_ret = quote;
    if (name == name_end || at_line_end(quote, end) || *quote != '"')
        return 0;
    int escaped = 0;
    const char *value_end = find_value_end(quote + 1, end, &escaped, line_end_ret);
    if (value_end == NULL)
        return 0;
    tag->name = (struct text){name, (size_t)(name_end - name)};
    tag->value = (struct text){quote + 1, (size_t)(value_end - quote - 1)};
    tag->escaped = (uint8_t)escaped;
    return 1;
}

/* A line that is no tag pair. */
static enum pgn_step skip_bad_tag(struct pgn_scan *scan)
{
    const char *line_end = find_line_end(scan->at, scan->end);
    if (line_end == scan->end && !scan->final)
        return STEP_NEED_MORE;
    scan->game->oddities |= ODDITY_BAD_TAG;
    scan->at = line_end;
    return STEP_ON;
}

/* Lines are not measured first: there may be thousands of tags on one. */
static enum pgn_step scan_tag(struct pgn_scan *scan)
{
    struct game_tag read;
    const char *line_end = NULL;
    int is_tag = read_tag(scan->at, scan->end, &read, &line_end);
    if (line_end == scan->end && !scan->final)
        return STEP_NEED_MORE;
    if (!is_tag || scan->game->tag_count == GAME_TAG_MAX)
        return skip_bad_tag(scan);
    struct game_tag *tag = game_add_tag(scan->game);
    if (tag == NULL)
        return STEP_NO_MEMORY;
    *tag = read;
    remember_tag(scan, tag);
    const char *value_end = read.value.data + read.value.size;
    scan->at = (const char *)memchr(value_end, ']', (size_t)(scan->end - value_end)) + 1;
    return STEP_ON;
}

/*
 * A bracket behind an empty line or a comment, where tags were read before: a further game without movetext, or
 * a gap in this game's tags? A new game begins with Event, or with the tag that this one began with.
 */
static int begins_next_game(const struct pgn_scan *scan)
{
    if (scan->game->tag_count == 0)
        return 0;
    if (starts_event_tag(scan->at, scan->end))
        return 1;
    struct text first = scan->game->tags[0].name;
    const char *name = scan->at + 1;
    return (size_t)(scan->end - name) > first.size && memcmp(name, first.data, first.size) == 0 &&
           (is_blank(name[first.size]) || name[first.size] == '"');
}

/* One line end, CR LF counted once. */
static int ends_line(const char *at, const char *end)
{
    return *at == '\n' || (*at == '\r' && (at + 1 == end || at[1] != '\n'));
}

/* Where we are in the tag section. */
struct tag_section {
    unsigned line_ends; /* since the last tag or comment */
    size_t comments;    /* the first item behind the last tag: until another tag comes, it may be movetext */
    const char *movetext; /* where that item begins; NULL: there is none */
};

/* At '[': this game's next tag, or the next game. */
static enum pgn_step scan_bracket(struct pgn_scan *scan, struct tag_section *section)
{
    struct game *game = scan->game;
    if ((section->line_ends > 1 || section->movetext != NULL) && begins_next_game(scan))
        return STEP_GAME_END;
    for (; section->comments < game->item_count; section->comments++)
        game->items[section->comments].place = ITEM_IN_HEADER;
    section->movetext = NULL;
    return scan_tag(scan);
}

enum pgn_step scan_tags(struct pgn_scan *scan)
{
    struct tag_section section = {0, 0, NULL};
    enum pgn_step step = STEP_ON;
    for (; step == STEP_ON && scan->at < scan->end; section.line_ends = 0) {
        for (; scan->at < scan->end && is_space(*scan->at); scan->at++)
            section.line_ends += (unsigned)ends_line(scan->at, scan->end);
        if (scan->at == scan->end)
            break;
        char c = *scan->at;
        if (c == '[') {
            /* Behind comments we may be in the movetext already; otherwise what is no tag is a bad one. */
            enum tag_sign sign = section.movetext == NULL ? TAG_YES : tag_sign(scan->at, scan->end);
            if (sign == TAG_CUT && !scan->final)
                return STEP_NEED_MORE;
            if (sign != TAG_YES)
                break;
            step = scan_bracket(scan, &section);
        } else if ((c == '{' || c == ';' || (c == '%' && at_line_start(scan, scan->at))) &&
                   scan->game->item_count < GAME_ITEM_MAX) {
            section.movetext = section.movetext == NULL ? scan->at : section.movetext;
            step = scan_comment(scan, 0);
        } else {
            break;
        }
    }
    scan->game->movetext_offset =
        (size_t)((section.movetext != NULL ? section.movetext : scan->at) - scan->start);
    if (step != STEP_ON || scan->at < scan->end)
        return step;
    return scan->final ? STEP_GAME_END : STEP_NEED_MORE;
}
