/* Comments and escaped lines. */
#include "pgn/pgn_scan.h"

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
