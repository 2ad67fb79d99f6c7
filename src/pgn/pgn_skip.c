/*
 * The end of a game that is not understood, by its signs alone: a result, or the next game's tags. Comments
 * hide what looks like a result, and brackets hide a result inside a variation.
 */
#include "pgn/pgn_scan.h"

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
