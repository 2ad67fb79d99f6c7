#include "pgn/pgn_scan.h"

/*
 * The quote that ends a tag's value: the first one, escapes aside, with only blanks between it and a "]".
 * Quotes that writers forgot to escape stay inside. NULL: none on this line.
 */
static const char *find_value_end(const char *at, const char *line_end, int *escaped_ret)
{
    for (; at < line_end; at++) {
        if (*at == '\\' && at + 1 < line_end) {
            *escaped_ret = 1;
            at++;
        } else if (*at == '"') {
            const char *next = at + 1;
            while (next < line_end && is_blank(*next))
                next++;
            if (next < line_end && *next == ']')
                return at;
        }
    }
    return NULL;
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

/* One tag pair at '['; a line that is none is skipped as an oddity. */
static enum pgn_step scan_tag(struct pgn_scan *scan)
{
    const char *line_end = find_line_end(scan->at, scan->end);
    if (line_end == scan->end && !scan->final)
        return STEP_NEED_MORE;
    const char *name = scan->at + 1;
    while (name < line_end && is_blank(*name))
        name++;
    const char *name_end = name;
    while (name_end < line_end && !is_blank(*name_end) && *name_end != '"' && *name_end != ']')
        name_end++;
    const char *quote = name_end;
    while (quote < line_end && is_blank(*quote))
        quote++;
    int escaped = 0;
    const char *value_end =
        quote < line_end && *quote == '"' ? find_value_end(quote + 1, line_end, &escaped) : NULL;
    if (name == name_end || value_end == NULL) {
        scan->game->oddities |= ODDITY_BAD_TAG;
        scan->at = line_end;
        return STEP_ON;
    }
    struct game_tag *tag = game_add_tag(scan->game);
    if (tag == NULL)
        return STEP_NO_MEMORY;
    tag->name = (struct text){name, (size_t)(name_end - name)};
    tag->value = (struct text){quote + 1, (size_t)(value_end - quote - 1)};
    tag->escaped = (uint8_t)escaped;
    remember_tag(scan, tag);
    scan->at = (const char *)memchr(value_end, ']', (size_t)(line_end - value_end)) + 1;
    return STEP_ON;
}

/*
 * A bracket behind an empty line, where tags were read before: a further game without movetext, or a gap in
 * this game's tags? A new game begins with Event, or with the tag that this one began with.
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

enum pgn_step scan_tags(struct pgn_scan *scan)
{
    unsigned line_ends = 0; /* since the last tag or comment */
    while (scan->at < scan->end) {
        enum pgn_step step = STEP_ON;
        char c = *scan->at;
        if (c == '\n') {
            line_ends++;
            scan->at++;
        } else if (is_space(c)) {
            scan->at++;
        } else if (c == '[') {
            if (line_ends > 1 && begins_next_game(scan))
                return STEP_GAME_END;
            step = scan_tag(scan);
            line_ends = 0;
        } else if ((c == '%' && at_line_start(scan->start, scan->at)) || (c == ';' && line_ends < 2)) {
            step = scan_comment(scan, ITEM_IN_HEADER);
            line_ends = 0;
        } else {
            return STEP_ON;
        }
        if (step != STEP_ON)
            return step;
    }
    return scan->final ? STEP_GAME_END : STEP_NEED_MORE;
}
