/* Lists of moves in comments: from where a comment stands to what moves/streams/line_list.h asks for. */
#ifndef PGNPACK_COMMENTS_COMMENT_LISTS_H
#define PGNPACK_COMMENTS_COMMENT_LISTS_H

#include "comments/comment_place.h"
#include "moves/streams/line_list.h"

static inline struct line_place comment_line_place(const struct comment_place *place, unsigned column)
{
    return (struct line_place){.boards = {[LINE_ORIGIN_BEFORE] = place->before,
                                          [LINE_ORIGIN_NOW] = place->now,
                                          [LINE_ORIGIN_EARLIER] = place->earlier},
                               .last = place->last,
                               .last_but_one = place->last_but_one,
                               .kind = column,
                               .side = place->ply & 1};
}

#endif
