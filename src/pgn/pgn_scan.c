#include "pgn/pgn_scan.h"

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && is_blank(*at))
        at++;
    return at;
}

const char *skip_to_text(const char *at, const char *end)
{
    for (at = skip_spaces(at, end); starts_mark(at, end); at = skip_spaces(at + MARK_SIZE, end))
        ;
    return at;
}

static int is_name_char(char c)
{
    return is_letter(c) || is_digit(c) || c == '_' || c == '-' || c == '+' || c == '#' || c == '=' ||
           c == ':' || c == '.' || (c & 0x80) != 0;
}

enum tag_sign tag_sign(const char *at, const char *end)
{
    at = skip_blanks(at + 1, end);
    const char *name = at;
    while (at < end && is_name_char(*at))
        at++;
    const char *name_end = at;
    at = skip_blanks(at, end);
    if (at == end)
        return TAG_CUT;
    return name != name_end && *at == '"' ? TAG_YES : TAG_NO;
}

int starts_event_tag(const char *at, const char *end)
{
    if (at == end || *at != '[' || tag_sign(at, end) != TAG_YES)
        return 0;
    at = skip_blanks(at + 1, end);
    return (size_t)(end - at) > 5 && memcmp(at, "Event", 5) == 0 && (is_blank(at[5]) || at[5] == '"');
}

static enum pgn_step tag_ends_game(const struct pgn_scan *scan, const char *bracket)
{
    enum tag_sign sign = tag_sign(bracket, scan->end);
    if (sign == TAG_CUT && !scan->final)
        return STEP_NEED_MORE;
    return sign == TAG_YES ? STEP_GAME_END : STEP_ON;
}

enum pgn_step look_for_tag(const struct pgn_scan *scan)
{
    const char *at = scan->at;
    while (at > scan->start && is_blank(at[-1]))
        at--;
    return at_line_start(scan, at) ? tag_ends_game(scan, scan->at) : STEP_ON;
}

enum pgn_step look_for_file(struct pgn_scan *scan)
{
    if (scan->end - scan->at < MARK_SIZE && !scan->final)
        return STEP_NEED_MORE;
    const char *text = skip_to_text(scan->at, scan->end);
    if (text == scan->end && !scan->final)
        return STEP_NEED_MORE;
    enum pgn_step step = STEP_ON;
    if (text > scan->at && text < scan->end && *text == '[')
        step = tag_ends_game(scan, text);
    if (step == STEP_ON)
        scan->at = text;
    return step;
}

size_t scan_result(const char *at, const char *end, enum game_result *result_ret)
{
    static const struct {
        const char *text;
        uint8_t size;
        uint8_t result;
    } tokens[] = {{"1-0", 3, RESULT_WHITE},
                  {"0-1", 3, RESULT_BLACK},
                  {"1/2-1/2", 7, RESULT_DRAW},
                  {"1/2", 3, RESULT_DRAW},
                  {"*", 1, RESULT_UNKNOWN}};
    for (size_t i = 0; i < sizeof tokens / sizeof tokens[0]; i++) {
        size_t size = tokens[i].size;
        if ((size_t)(end - at) < size || memcmp(at, tokens[i].text, size) != 0)
            continue;
        const char *behind = at + size;
        if (behind < end && !is_space(*behind) && *behind != '{' && *behind != ';' && *behind != ')' &&
            !starts_mark(behind, end))
            continue;
        *result_ret = (enum game_result)tokens[i].result;
        return size;
    }
    return 0;
}

enum pgn_step take_result(struct pgn_scan *scan, const char *behind, enum game_result result)
{
    scan->game->result_offset = (size_t)(scan->at - scan->start);
    scan->game->result_size = (size_t)(behind - scan->at);
    scan->game->result = (uint8_t)result;
    scan->result_is_read = 1;
    scan->at = behind;
    return STEP_GAME_END;
}

void mark_trouble(struct pgn_scan *scan, enum game_trouble trouble)
{
    scan->game->trouble = (uint8_t)trouble;
    scan->game->trouble_offset = (size_t)(scan->at - scan->start);
}

/* The closing brace; or NULL, and then *open_end_ret is where the next game begins (or the end). */
static const char *find_comment_end(const char *at, const char *end, const char **open_end_ret)
{
    for (;; at++) {
        at = skip_plain(at, end);
        if (at == end)
            break;
        if (*at == '}')
            return at;
        if (is_line_end(*at)) {
            const char *tag = starts_mark(at + 1, end) ? at + 1 + MARK_SIZE : at + 1;
            if (starts_event_tag(tag, end)) {
                *open_end_ret = at + 1;
                return NULL;
            }
        }
    }
    *open_end_ret = end;
    return NULL;
}

/* ---- Comments ---- */

/*
 * A comment without its end that is too long for one: all from it on is not understood. As an item it would be stored
 * twice, as a comment and, since its end is not there, as what the text has in its place.
 */
static enum pgn_step leave_comment(struct pgn_scan *scan, unsigned place)
{
    if (place == ITEM_AFTER_RESULT) /* it is not of this game */
        return STEP_GAME_END;
    return give_up(scan, TROUBLE_MOVE_SYNTAX);
}

static enum pgn_step scan_brace_comment(struct pgn_scan *scan, unsigned place)
{
    enum { OPEN_COMMENT_SIZE_MAX = 64 << 10 };
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
        if (text_end - text > OPEN_COMMENT_SIZE_MAX)
            return leave_comment(scan, place);
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

/* ---- Games that are not understood ---- */

/* At '{': behind the comment. */
static const char *skip_brace_comment(const char *at, const char *end)
{
    const char *open_end;
    const char *brace = find_comment_end(at + 1, end, &open_end);
    return brace != NULL ? brace + 1 : open_end;
}

/* A result behind white space or a comment, outside brackets, ends the game. Sets scan->at behind what it is. */
static enum pgn_step skip_result(struct pgn_scan *scan, unsigned depth)
{
    const char *at = scan->at;
    if (scan->end - at < RESULT_SIZE_MAX && !scan->final)
        return STEP_NEED_MORE;
    enum game_result result;
    size_t size = scan_result(at, scan->end, &result);
    if (size != 0 && depth == 0 && (at == scan->start || is_space(at[-1]) || at[-1] == '}'))
        return take_result(scan, at + size, result);
    scan->at += size == 0 ? 1 : size;
    return STEP_ON;
}

/* One byte, or what begins with it; `depth` counts the brackets that are open. */
static enum pgn_step skip_token(struct pgn_scan *scan, unsigned *depth)
{
    const char *at = scan->at;
    enum pgn_step step = STEP_ON;
    switch (*at) {
    case '[':
        step = look_for_tag(scan);
        break;
    case '\xef':
        step = look_for_file(scan);
        break;
    case '{':
        scan->at = skip_brace_comment(at, scan->end);
        return STEP_ON;
    case ';':
    case '%':
        if (*at == ';' || at_line_start(scan, at))
            scan->at = find_line_end(at, scan->end);
        break;
    case '(':
        ++*depth;
        break;
    case ')':
        *depth -= *depth > 0;
        break;
    case '*':
    case '0':
    case '1':
        return skip_result(scan, *depth);
    default:
        break;
    }
    scan->at += step == STEP_ON && scan->at == at;
    return step;
}

enum pgn_step skip_movetext(struct pgn_scan *scan)
{
    unsigned depth = scan->line->walk.depth;
    while (scan->at < scan->end) {
        enum pgn_step step = skip_token(scan, &depth);
        if (step != STEP_ON)
            return step;
    }
    return scan->final ? STEP_GAME_END : STEP_NEED_MORE;
}

enum pgn_step give_up(struct pgn_scan *scan, enum game_trouble trouble)
{
    mark_trouble(scan, trouble);
    return skip_movetext(scan);
}
