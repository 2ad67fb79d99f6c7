#include "pgn/pgn_scan.h"

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && is_blank(*at))
        at++;
    return at;
}

static int is_name_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '-' || c == '+' ||
           c == '#' || c == '=' || c == ':' || c == '.' || (c & 0x80) != 0;
}

int starts_tag(const char *at, const char *end)
{
    at = skip_blanks(at + 1, end);
    const char *name = at;
    while (at < end && is_name_char(*at))
        at++;
    if (at == name)
        return 0;
    at = skip_blanks(at, end);
    return at < end && *at == '"';
}

int starts_event_tag(const char *at, const char *end)
{
    if (*at != '[' || !starts_tag(at, end))
        return 0;
    at = skip_blanks(at + 1, end);
    return (size_t)(end - at) > 5 && memcmp(at, "Event", 5) == 0 && (is_blank(at[5]) || at[5] == '"');
}

int scan_add_item(struct pgn_scan *scan, enum game_item_kind kind, unsigned value, const char *text,
                  const char *text_end)
{
    struct game_item *item = game_add_item(scan->game);
    if (item == NULL)
        return 0;
    item->kind = (uint8_t)kind;
    item->place = 0;
    item->value = (uint16_t)value;
    item->text_offset = (uint32_t)(text - scan->start);
    item->text_size = (uint32_t)(text_end - text);
    return 1;
}

/* The closing brace; or NULL, and then *open_end_ret is where the next game begins (or the end). */
static const char *find_comment_end(const char *at, const char *end, const char **open_end_ret)
{
    for (; at < end; at++) {
        if (*at == '}')
            return at;
        if (*at == '\n' && at + 1 < end && starts_event_tag(at + 1, end)) {
            *open_end_ret = at + 1;
            return NULL;
        }
    }
    *open_end_ret = end;
    return NULL;
}

static enum pgn_step scan_brace_comment(struct pgn_scan *scan, unsigned place)
{
    const char *text = scan->at + 1;
    const char *text_end = text;
    const char *behind = find_comment_end(text, scan->end, &text_end);
    if (behind != NULL) {
        text_end = behind;
        behind++;
    } else {
        if (text_end == scan->end && !scan->final)
            return STEP_NEED_MORE;
        scan->game->oddities |= ODDITY_OPEN_COMMENT;
        behind = text_end;
    }
    if (!scan_add_item(scan, ITEM_COMMENT, 0, text, text_end))
        return STEP_NO_MEMORY;
    scan->game->items[scan->game->item_count - 1].place = (uint8_t)place;
    scan->at = behind;
    return STEP_ON;
}

enum pgn_step scan_comment(struct pgn_scan *scan, unsigned place)
{
    if (*scan->at == '{')
        return scan_brace_comment(scan, place);
    enum game_item_kind kind = *scan->at == '%' ? ITEM_ESCAPE : ITEM_LINE_COMMENT;
    const char *text_end = find_line_end(scan->at, scan->end);
    if (text_end == scan->end && !scan->final)
        return STEP_NEED_MORE;
    if (!scan_add_item(scan, kind, 0, scan->at + 1, text_end))
        return STEP_NO_MEMORY;
    scan->game->items[scan->game->item_count - 1].place = (uint8_t)place;
    scan->at = text_end;
    return STEP_ON;
}
