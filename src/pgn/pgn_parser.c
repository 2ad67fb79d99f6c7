#include "pgn/pgn_parser.h"

#include "pgn/pgn_scan.h"

void pgn_parser_init(struct pgn_parser *parser, struct memory *memory)
{
    line_stack_init(&parser->line, memory);
    parser->visit = NULL;
    parser->visit_run = NULL;
    parser->visit_opaque = NULL;
}

void pgn_parser_free(struct pgn_parser *parser)
{
    line_stack_free(&parser->line);
}

static enum pgn_step scan_game(struct pgn_scan *scan)
{
    enum pgn_step step = scan_tags(scan);
    if (step != STEP_ON && step != STEP_GAME_END)
        return step;
    enum game_trouble trouble = start_game(scan);
    if (trouble != TROUBLE_NONE)
        mark_trouble(scan, trouble);
    if (step == STEP_ON)
        step = trouble == TROUBLE_NONE ? scan_movetext(scan) : skip_movetext(scan);
    if (step == STEP_GAME_END && scan->result_is_read)
        step = scan_behind_result(scan);
    return step;
}

/* What a Result tag says. Returns 0, and RESULT_UNKNOWN, when that is nothing we know. */
static int read_result_tag(struct text value, enum game_result *result_ret)
{
    if (value.size != 0 && scan_result(value.data, value.data + value.size, result_ret) == value.size)
        return 1;
    *result_ret = RESULT_UNKNOWN;
    return 0;
}

/* What can only be said when the whole game is known. */
static void judge_game(const struct pgn_scan *scan)
{
    struct game *game = scan->game;
    enum game_result said;
    game->ply_count = walk_main_ply(&scan->line->walk);
    int is_known = read_result_tag(scan->result, &said);
    if (!scan->result_is_read) {
        game->oddities |= ODDITY_NO_RESULT;
        game->result = (uint8_t)said;
    } else if (scan->result.data != NULL && (!is_known || said != game->result)) {
        game->oddities |= ODDITY_RESULT_DIFFERS;
    }
    if (game->trouble == TROUBLE_NONE && scan->line->walk.depth != 0)
        game->oddities |= ODDITY_OPEN_VARIATION;
    if (game->tag_count == 0 && game->ply_count == 0 && !scan->result_is_read)
        game->oddities |= ODDITY_STRAY_TEXT;
}

enum pgn_status pgn_parse(struct pgn_parser *parser, const char *text, size_t size, int final,
                          struct game *game)
{
    game_clear(game);
    struct pgn_scan scan = {.start = text,
                            .at = skip_to_text(text, text + size),
                            .end = text + size,
                            .final = final,
                            .game = game,
                            .line = &parser->line,
                            .visit = parser->visit,
                            .visit_run = parser->visit_run,
                            .tells_each_move = parser->visit != NULL && parser->visit_run == NULL,
                            .visit_opaque = parser->visit_opaque};
    walk_start(&parser->line.walk);
    game->text = (struct text){text, size};
    if (scan.at == scan.end)
        return final ? PGN_END : PGN_NEED_MORE;
    if (scan.at > text && !is_space(scan.at[-1]))
        scan.behind_mark = scan.at;
    switch (scan_game(&scan)) {
    case STEP_NEED_MORE:
        return PGN_NEED_MORE;
    case STEP_NO_MEMORY:
        return PGN_NO_MEMORY;
    default:
        break;
    }
    game->text.size = (size_t)(scan.at - text);
    settle_check(&scan);
    judge_game(&scan);
    return PGN_GAME;
}
