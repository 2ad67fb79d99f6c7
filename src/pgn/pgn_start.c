/* Where a game begins: the start position of its FEN tag, and whether its variant is one that we can play. */
#include "chess/fen.h"
#include "pgn/pgn_scan.h"

static char lower_case(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* `word` is in lower case. */
static int is_word(struct text text, const char *word)
{
    size_t i = 0;
    while (i < text.size && word[i] != '\0' && lower_case(text.data[i]) == word[i])
        i++;
    return i == text.size && word[i] == '\0';
}

/* Variants whose moves are those of chess and drops (their other rules do not change what a move is). */
static int variant_is_chess(struct text variant)
{
    static const char *const known[] = {"",
                                        "chess",
                                        "standard",
                                        "normal",
                                        "chess960",
                                        "chess 960",
                                        "fischerandom",
                                        "fischerrandom",
                                        "frc",
                                        "dfrc",
                                        "fischer random",
                                        "from position",
                                        "three-check",
                                        "king of the hill",
                                        "crazyhouse",
                                        "bughouse"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (is_word(variant, known[i]))
            return 1;
    return 0;
}

static enum game_trouble read_fen(struct game *game, struct text fen)
{
    unsigned notes = 0;
    game->has_start = 1;
    if (fen_parse(fen.data, fen.size, &game->start, &notes) != FEN_OK) {
        position_start(&game->start);
        return TROUBLE_FEN;
    }
    game->oddities |= (notes & FEN_NOTE_RIGHT_DROPPED) ? ODDITY_RIGHT_DROPPED : 0;
    game->oddities |= (notes & FEN_NOTE_EN_PASSANT_DROPPED) ? ODDITY_EN_PASSANT_DROPPED : 0;
    game->oddities |= (notes & FEN_NOTE_OPPONENT_IN_CHECK) ? ODDITY_OPPONENT_IN_CHECK : 0;
    return TROUBLE_NONE;
}

enum game_trouble start_game(struct pgn_scan *scan)
{
    enum game_trouble trouble = TROUBLE_NONE;
    if (scan->fen.data != NULL)
        trouble = read_fen(scan->game, scan->fen);
    if (!variant_is_chess(scan->variant))
        trouble = TROUBLE_VARIANT;
    line_stack_start(scan->line, &scan->game->start, LINE_BOARDS);
    return trouble;
}
