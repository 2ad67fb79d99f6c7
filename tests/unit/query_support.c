#include "unit/query_support.h"

#include <check.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/san.h"

struct pgnpack_query *query_of(const char *const *words)
{
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    struct error error;
    error_clear(&error);
    ck_assert_ptr_nonnull(query);
    for (; words[0] != NULL; words += 2)
        if (pgnpack_query_add(query, words[0], words[1]) != PGNPACK_OK)
            ck_abort_msg("%s %s: %s", words[0], words[1] != NULL ? words[1] : "-",
                         pgnpack_error(query)->text);
    ck_assert_msg(query_seal(query, &error) == PGNPACK_OK, "%s", error.text);
    return query;
}

int query_holds(const struct pgnpack_query *query, const struct position *position)
{
    const struct board_view view = {.position = position, .mover = NO_MAN, .is_last = 1};
    struct steps_state state;
    steps_start(&query->steps, &state, 0);
    return steps_visit(&query->steps, STEPS_ANY_VARIANT, &state, &view);
}

int query_follow(const struct pgnpack_query *query, const char *fen, const char *moves, int *first_ret)
{
    struct position position, shown;
    struct steps_state state;
    struct board_view view = {.position = &shown, .mover = NO_MAN};
    position_start(&position);
    if (fen != NULL)
        ck_assert_int_eq(fen_parse(fen, strlen(fen), &position, NULL), FEN_OK);
    steps_start(&query->steps, &state, 0);
    for (;; moves += strspn(moves, " ")) {
        size_t size = strcspn(moves, " ");
        view.is_last = size == 0;
        shown = position;
        if (view.ply % 2 != 0)
            shown.checkers = ~shown.checkers; /* it may be out of date */
        if (steps_visit(&query->steps, STEPS_ANY_VARIANT, &state, &view)) {
            if (first_ret != NULL)
                *first_ret = (int)state.first_ply;
            return (int)state.last_ply;
        }
        if (size == 0)
            return -1;
        ck_assert_msg(san_parse(&position, moves, size, &view.move) == SAN_OK, "%.*s", (int)size, moves);
        view.mover = position.men[move_from(view.move)];
        view.unchanged = (uint8_t)board_unchanged_by(view.move, view.mover);
        position_make(&position, view.move);
        view.ply++;
        moves += size;
    }
}
