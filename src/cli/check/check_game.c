#include "cli/check/check_game.h"

#include "cli/base/result_text.h"
#include "cli/base/tag_text.h"

#include <string.h>

/* ---- Results ---- */

int check_game_marks_differ(const struct pgnpack_game *game)
{
    struct pgnpack_game_details details;
    struct pgnpack_text tag;
    enum pgnpack_result result = pgnpack_game_result(game);
    pgnpack_game_details(game, &details);
    if (details.trouble != NULL)
        return (details.oddities & PGNPACK_ODDITY_RESULT_DIFFERS) != 0; /* such a game comes as text */
    return !(details.oddities & PGNPACK_ODDITY_NO_RESULT) && pgnpack_game_find_tag(game, "Result", &tag) &&
           !text_is_word(tag, result_text(result)) &&
           !(result == PGNPACK_RESULT_DRAW && text_is_word(tag, "1/2"));
}

/* ---- The end ---- */

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

/* Moves of these variants are understood, but their games end otherwise. */
static int ends_otherwise(const struct pgnpack_game *game)
{
    static const char *const names[] = {"three-check", "king of the hill", "crazyhouse", "bughouse"};
    struct pgnpack_text variant;
    if (!pgnpack_game_find_tag(game, "Variant", &variant))
        return 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t at = 0;
        while (at < variant.size && lower(variant.data[at]) == names[i][at] && names[i][at] != '\0')
            at++;
        if (at == variant.size && names[i][at] == '\0')
            return 1;
    }
    return 0;
}

/* Goes through the main line. Returns 0 where there are drops, or it cannot be played. */
static int go_to_end(const struct pgnpack_game *game, struct pgnpack_board *board)
{
    struct pgnpack_item item;
    unsigned depth = 0;
    if (pgnpack_board_start(board, game) != PGNPACK_OK)
        return 0;
    for (size_t i = 0; pgnpack_game_item(game, i, &item); i++) {
        if (item.kind == PGNPACK_ITEM_VARIATION_BEGIN)
            depth++;
        else if (item.kind == PGNPACK_ITEM_VARIATION_END)
            depth--;
        else if (depth == 0 &&
                 (item.kind == PGNPACK_ITEM_DROP || pgnpack_board_step(board, &item) != PGNPACK_OK))
            return 0;
    }
    return 1;
}

static enum check_end judge(const struct pgnpack_board *board, enum pgnpack_result result)
{
    unsigned state = pgnpack_board_state(board);
    enum pgnpack_result win =
        pgnpack_board_side(board) == PGNPACK_SIDE_WHITE ? PGNPACK_RESULT_BLACK : PGNPACK_RESULT_WHITE;
    if (state & PGNPACK_STATE_CHECKMATE)
        return result != win ? CHECK_END_MATE : CHECK_END_FITS;
    if (result == PGNPACK_RESULT_DRAW)
        return CHECK_END_FITS;
    if (state & PGNPACK_STATE_STALEMATE)
        return CHECK_END_STALEMATE;
    return state & PGNPACK_STATE_NO_MATERIAL ? CHECK_END_DEAD : CHECK_END_FITS;
}

enum check_end check_game_end(const struct pgnpack_game *game, struct pgnpack_board *board)
{
    struct pgnpack_game_details details;
    enum pgnpack_result result = pgnpack_game_result(game);
    pgnpack_game_details(game, &details);
    if (details.trouble != NULL || result == PGNPACK_RESULT_UNKNOWN || ends_otherwise(game) ||
        !go_to_end(game, board))
        return CHECK_END_FITS;
    return judge(board, result);
}
