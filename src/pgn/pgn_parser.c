#include "pgn/pgn_parser.h"

#include "pgn/pgn_scan.h"

void pgn_parser_init(struct pgn_parser *parser, struct memory *memory)
{
    line_stack_init(&parser->line, memory);
}

void pgn_parser_free(struct pgn_parser *parser)
{
    line_stack_free(&parser->line);
}

static enum pgn_step scan_game(struct pgn_scan *scan)
{
    enum pgn_step step = STEP_ON;
    if (*scan->at == '[' || *scan->at == '%')
        step = scan_tags(scan);
    if (step == STEP_ON)
        step = scan_movetext(scan);
    if (step == STEP_ON) { /* only comments so far, then a tag section */
        step = scan_tags(scan);
        if (step == STEP_ON)
            step = scan_movetext(scan);
    }
    if (step == STEP_GAME_END && scan->result_is_read)
        step = scan_behind_result(scan);
    return step;
}

/* What can only be said when the whole game is known. */
static void judge_game(const struct pgn_scan *scan)
{
    struct game *game = scan->game;
    if (!scan->result_is_read) {
        game->oddities |= ODDITY_NO_RESULT;
        for (unsigned result = RESULT_UNKNOWN; result <= RESULT_DRAW; result++)
            if (scan->result.data != NULL && text_equal(scan->result, game_result_text(result)))
                game->result = (uint8_t)result;
    } else if (scan->result.data != NULL && !text_equal(scan->result, game_result_text(game->result))) {
        game->oddities |= ODDITY_RESULT_DIFFERS;
    }
    if (game->trouble == TROUBLE_NONE && scan->line->depth != 0)
        game->oddities |= ODDITY_OPEN_VARIATION;
    if (game->tag_count == 0 && game->ply_count == 0 && !scan->result_is_read)
        game->oddities |= ODDITY_STRAY_TEXT;
}

/* Where a game can begin: behind white space and a byte order mark. */
static const char *find_game_start(const char *text, const char *end)
{
    text = skip_spaces(text, end);
    if (end - text >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        text += 3;
    return skip_spaces(text, end);
}

enum pgn_status pgn_parse(struct pgn_parser *parser, const char *text, size_t size, int final, struct game *game)
{
    game_clear(game);
    struct pgn_scan scan = {.start = text,
                            .at = find_game_start(text, text + size),
                            .end = text + size,
                            .final = final,
                            .game = game,
                            .line = &parser->line};
    parser->line.depth = 0;
    game->text = (struct text){text, size};
    if (scan.at == scan.end)
        return final ? PGN_END : PGN_NEED_MORE;
    switch (scan_game(&scan)) {
    case STEP_NEED_MORE:
        return PGN_NEED_MORE;
    case STEP_NO_MEMORY:
        return PGN_NO_MEMORY;
    default:
        break;
    }
    game->text.size = (size_t)(scan.at - text);
    if (game->movetext_offset == 0)
        game->movetext_offset = game->text.size;
    judge_game(&scan);
    return PGN_GAME;
}
