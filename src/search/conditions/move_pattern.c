#include "search/conditions/move_pattern.h"

#include "chess/movegen.h"
#include "search/conditions/men_test.h"

/* ---- The end of a game ---- */

int board_is_check(const struct position *position)
{
    unsigned side = position->side;
    return position_attackers(position, position->king_square[side], side ^ 1, position_occupied(position)) !=
           0;
}

static int has_move(const struct position *position)
{
    struct position fresh = *position;
    position_refresh(&fresh);
    return legal_exists(&fresh);
}

int board_is_mate(const struct position *position)
{
    return board_is_check(position) && !has_move(position);
}

int board_is_stalemate(const struct position *position)
{
    return !board_is_check(position) && !has_move(position);
}

/* ---- Single moves ---- */

static int signs_hold(const struct move_pattern *pattern, const struct board_view *view)
{
    chess_move move = view->move;
    if (pattern->promotions != 0 &&
        (!move_is_promotion(move) || !(pattern->promotions >> move_promotion(move) & 1)))
        return 0;
    if (pattern->gives_check && !board_is_check(view->position))
        return 0;
    return !pattern->gives_mate || board_is_mate(view->position);
}

int move_pattern_holds(const struct move_pattern *pattern, const struct board_view *view)
{
    chess_move move = view->move;
    if (move == NO_MOVE || !(pattern->men >> view->mover & 1))
        return 0;
    if (move_is_castling(move)) {
        unsigned wing = move_flag(move) == MOVE_CASTLE_KING_SIDE ? CASTLES_KING_SIDE : CASTLES_QUEEN_SIDE;
        return (pattern->castles & wing) != 0 && signs_hold(pattern, view);
    }
    if (pattern->castles != 0 || !(pattern->from >> move_from(move) & 1) ||
        !(pattern->to >> move_to(move) & 1))
        return 0;
    if (pattern->takes != 0 ? !(pattern->takes >> view->taken & 1)
                            : pattern->captures != 0 && !move_is_capture(move))
        return 0;
    return signs_hold(pattern, view);
}

/* ---- Manoeuvres ---- */

/* A man on its way: one that has just left `from` for `to`. */
struct step_made {
    unsigned man, from, to;
    int is_capture;
};

/* Bits of the way's squares that are this one. */
static unsigned places_of(const struct move_pattern *pattern, unsigned square)
{
    unsigned places = 0;
    for (unsigned i = 0; i < pattern->square_count; i++)
        places |= (unsigned)(pattern->squares[i] == square) << i;
    return places;
}

/* What the step adds, by the progress of the man that makes it. */
static unsigned steps_on(const struct move_pattern *pattern, unsigned progress, const struct step_made *made)
{
    if (!(pattern->men >> made->man & 1))
        return 0;
    unsigned before = places_of(pattern, made->from) & (progress | 1);
    if (!made->is_capture)
        before &= ~(unsigned)pattern->captures;
    return before << 1 & places_of(pattern, made->to);
}

/* The squares whose men are no longer there. */
static unsigned forget(const struct move_pattern *pattern, unsigned progress, uint64_t squares)
{
    for (unsigned i = 0; i < pattern->square_count; i++)
        if (squares >> pattern->squares[i] & 1)
            progress &= ~(1u << i);
    return progress;
}

static unsigned follow_castling(const struct move_pattern *pattern, unsigned progress, chess_move move,
                                unsigned mover)
{
    unsigned side = man_colour(mover), queen_side = move_flag(move) == MOVE_CASTLE_QUEEN_SIDE;
    const struct step_made king = {mover, move_from(move), castling_king_target(side, queen_side), 0};
    const struct step_made rook = {man_of(ROOK, side), move_to(move), castling_rook_target(side, queen_side),
                                   0};
    unsigned made = 0;
    if (king.from != king.to)
        made |= steps_on(pattern, progress, &king);
    if (rook.from != rook.to)
        made |= steps_on(pattern, progress, &rook);
    /* Men that castle have not moved before: they have come no way yet. */
    return progress | made;
}

static unsigned follow(const struct move_pattern *pattern, unsigned progress, const struct board_view *view)
{
    chess_move move = view->move;
    const struct step_made step = {view->mover, move_from(move), move_to(move), move_is_capture(move)};
    uint64_t left = square_bit(step.from) | square_bit(step.to);
    if (move_is_castling(move))
        return follow_castling(pattern, progress, move, view->mover);
    if (move_flag(move) == MOVE_EN_PASSANT)
        left |= square_bit(step.to ^ 8);
    if ((left & pattern->on_path) == 0)
        return progress;
    return forget(pattern, progress, left) | steps_on(pattern, progress, &step);
}

unsigned manoeuvre_follow(const struct move_pattern *pattern, unsigned progress,
                          const struct board_view *view)
{
    unsigned end = 1u << (pattern->square_count - 1);
    progress &= ~(unsigned)MANOEUVRE_DONE;
    if (view->move == NO_MOVE)
        return progress;
    progress = follow(pattern, progress, view);
    if (!(progress & end))
        return progress;
    /* A man at the end goes no further. */
    progress &= ~end;
    return signs_hold(pattern, view) ? progress | MANOEUVRE_DONE : progress;
}

/* ---- The same from the other side ---- */

void move_pattern_reverse(struct move_pattern *pattern)
{
    pattern->from = squares_reversed(pattern->from);
    pattern->to = squares_reversed(pattern->to);
    pattern->on_path = squares_reversed(pattern->on_path);
    pattern->men = men_reversed(pattern->men);
    pattern->takes = men_reversed(pattern->takes);
    for (unsigned i = 0; i < pattern->square_count; i++)
        pattern->squares[i] ^= 56;
}

void move_pattern_mirror(struct move_pattern *pattern)
{
    static const uint8_t other_wing[] = {0, CASTLES_QUEEN_SIDE, CASTLES_KING_SIDE,
                                         CASTLES_KING_SIDE | CASTLES_QUEEN_SIDE};
    pattern->from = squares_mirrored(pattern->from);
    pattern->to = squares_mirrored(pattern->to);
    pattern->on_path = squares_mirrored(pattern->on_path);
    pattern->castles = other_wing[pattern->castles];
    for (unsigned i = 0; i < pattern->square_count; i++)
        pattern->squares[i] ^= 7;
}
