#include "cli/forms/diagram.h"

#include <stdlib.h>

#include "cli/base/result_text.h"
#include "cli/base/tag_text.h"

/* The game that the cursor gave: "White - Black, 1-0, Event, Date" */
static void put_tag(struct view_text *text, const struct pgnpack_game *game, const char *name,
                    const char *before)
{
    struct tag_text room = {NULL, 0};
    struct pgnpack_text value;
    if (!pgnpack_game_find_tag(game, name, &value) || !text_is_known(value))
        return;
    value = tag_text_plain(&room, value);
    view_text_string(text, before);
    if (value.data != NULL)
        view_text_safe(text, value);
    else
        text->status = command_no_memory(text->context);
    free(room.bytes);
}

static void put_head(struct view_text *text, const struct pgnpack_game *game, const char *file,
                     uint64_t number)
{
    if (file[0] != '\0') {
        view_text_safe_string(text, file);
        view_text_string(text, " ");
    }
    view_text_number(text, number);
    view_text_string(text, ".");
    put_tag(text, game, "White", " ");
    put_tag(text, game, "Black", " - ");
    view_text_string(text, ", ");
    view_text_string(text, result_text(pgnpack_game_result(game)));
    put_tag(text, game, "Event", ", ");
    put_tag(text, game, "Date", ", ");
    view_text_string(text, "\n");
}

/* Without colours white men are outlines and black ones are filled; in colour all are filled, and their colours differ. */
static const char *sign_of(char man, int in_colour)
{
    static const char men[] = "KQRBNPkqrbnp";
    static const char signs[12][4] = {"\xe2\x99\x94", "\xe2\x99\x95", "\xe2\x99\x96", "\xe2\x99\x97",
                                      "\xe2\x99\x98", "\xe2\x99\x99", "\xe2\x99\x9a", "\xe2\x99\x9b",
                                      "\xe2\x99\x9c", "\xe2\x99\x9d", "\xe2\x99\x9e", "\xe2\x99\x9f"};
    const char *found = man != '\0' ? strchr(men, man) : NULL;
    size_t i = found != NULL ? (size_t)(found - men) : 0;
    if (found == NULL)
        return in_colour ? " " : "\xc2\xb7";
    return signs[in_colour && i < 6 ? i + 6 : i];
}

static void put_square(struct view_text *text, char man, int is_light, int in_colour)
{
    const int is_white = man >= 'A' && man <= 'Z';
    if (in_colour)
        view_text_print(text, "\033[48;5;%dm\033[38;5;%dm %s \033[0m", is_light ? 180 : 137,
                        is_white ? 231 : 16, sign_of(man, 1));
    else
        view_text_print(text, " %s", sign_of(man, 0));
}

static void put_board(struct view_text *text, const struct pgnpack_board *board, int in_colour)
{
    for (unsigned rank = 8; rank-- > 0;) {
        view_text_print(text, "%u ", rank + 1);
        for (unsigned file = 0; file < 8; file++)
            put_square(text, pgnpack_board_man(board, 8 * rank + file), (rank + file) % 2 != 0, in_colour);
        view_text_string(text, "\n");
    }
    view_text_string(text, in_colour ? "   a  b  c  d  e  f  g  h\n" : "   a b c d e f g h\n");
}

enum pgnpack_status diagram_put(struct view_text *text, struct hit_board *at, const char *file,
                                const struct pgnpack_hit *hit, int has_place, int in_colour)
{
    char move[HIT_MOVE_SIZE];
    enum pgnpack_status status = hit_board_go_to(at, hit, has_place);
    if (status != PGNPACK_OK)
        return status;
    put_head(text, at->game, file, hit->game);
    put_board(text, at->board, in_colour);
    hit_board_move_text(at, move);
    view_text_string(text, move);
    if (move[0] == '\0')
        view_text_string(text, pgnpack_board_side(at->board) == PGNPACK_SIDE_WHITE ? "White to move"
                                                                                   : "Black to move");
    view_text_string(text, "\n\n");
    return PGNPACK_OK;
}
