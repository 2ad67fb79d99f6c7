#include "pgn/pgn_parser.h"

#include <string.h>

#include "chess/fen.h"
#include "pgn/pgn_scan.h"

/* ---- Where a game starts ---- */

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

/* Sets up the start position that the tags ask for, and the line on it. */
static enum game_trouble start_game(struct pgn_scan *scan)
{
    enum game_trouble trouble = TROUBLE_NONE;
    if (scan->fen.data != NULL)
        trouble = read_fen(scan->game, scan->fen);
    if (!variant_is_chess(scan->variant))
        trouble = TROUBLE_VARIANT;
    line_stack_start(scan->line, &scan->game->start, LINE_BOARDS);
    return trouble;
}

/* ---- The game ---- */

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

/* ---- Where texts are cut ---- */

/* Is the last line that is not empty, before the line that begins at `at`, a tag? */
static int follows_tag(const char *text, size_t at)
{
    while (at > 0 && is_space(text[at - 1]))
        at--;
    if (at == 0 || text[at - 1] != ']')
        return 0;
    while (at > 0 && !is_line_end(text[at - 1]))
        at--;
    return text[at] == '[';
}

/* Behind another tag it begins no game. */
static int begins_game(const char *text, const char *at)
{
    size_t place = (size_t)(at - text), empty = place - 1;
    empty -= empty > 0 && text[empty - 1] == '\r';
    return empty == 0 || is_line_end(text[empty - 1]) || !follows_tag(text, place);
}

size_t pgn_find_split(const char *text, size_t size, size_t from)
{
    static const char sign[] = "[Event ";
    const size_t sign_size = sizeof sign - 1;
    if (from >= size)
        return 0;
    const char *end = text + size;
    const char *at = text + from;
    while ((at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        at++;
        if ((size_t)(end - at) < sign_size)
            return 0;
        if (memcmp(at, sign, sign_size) == 0 && begins_game(text, at))
            return (size_t)(at - text);
    }
    return 0;
}

size_t pgn_game_begin(const char *text, size_t at)
{
    size_t begin = at;
    while (begin > 0 && (text[begin - 1] == '\n' || text[begin - 1] == '\r'))
        begin--;
    if (begin == 0)
        return at;
    begin += text[begin] == '\r' && begin < at;
    begin += text[begin] == '\n' && begin < at;
    return begin;
}

size_t pgn_find_gap(const char *text, size_t size, size_t from)
{
    if (from >= size)
        return 0;
    const char *end = text + size;
    const char *at = text + from;
    while ((at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        at++;
        if (at < end && *at == '\n')
            return (size_t)(at + 1 - text);
        if (end - at >= 2 && at[0] == '\r' && at[1] == '\n')
            return (size_t)(at + 2 - text);
    }
    return 0;
}

static int is_between(char c, char first, char last)
{
    return c >= first && c <= last;
}

static int begins_tag(const char *at, const char *end)
{
    at++;
    while (at < end && (is_between(*at, 'A', 'Z') || is_between(*at, 'a', 'z')))
        at++;
    return end - at >= 2 && at[0] == ' ' && at[1] == '"';
}

int pgn_game_is_likely(const char *text, size_t size, size_t at)
{
    const char *game = text + at;
    if (size - at < PGN_SPLIT_TAIL)
        return 0;
    if (game[0] == '[')
        return begins_tag(game, text + size);
    if (game[0] != '1' || game[1] != '.' || follows_tag(text, at))
        return 0;
    game += game[2] == ' ' ? 3 : 2;
    return game[0] == 'N' || (is_between(game[0], 'a', 'h') && is_between(game[1], '3', '4'));
}
