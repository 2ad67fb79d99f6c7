#include "chess/fen.h"
#include "chess/san.h"
#include "pgn/pgn_scan.h"

/* What a byte can begin in movetext. */
enum byte_class {
    BYTE_OTHER = 0,
    BYTE_SPACE,
    BYTE_DIGIT,
    BYTE_MOVE, /* letters of men, files, castling */
    BYTE_DOT,
    BYTE_COMMENT, /* { ; */
    BYTE_ESCAPE,  /* % */
    BYTE_OPEN,
    BYTE_CLOSE,
    BYTE_NAG,
    BYTE_SUFFIX, /* ! ? */
    BYTE_STAR,
    BYTE_TAG /* [ */
};

static const uint8_t byte_classes[256] = {
    [' '] = BYTE_SPACE,  ['\t'] = BYTE_SPACE, ['\n'] = BYTE_SPACE, ['\r'] = BYTE_SPACE,   ['\v'] = BYTE_SPACE,
    ['\f'] = BYTE_SPACE, ['0'] = BYTE_DIGIT,  ['1'] = BYTE_DIGIT,  ['2'] = BYTE_DIGIT,    ['3'] = BYTE_DIGIT,
    ['4'] = BYTE_DIGIT,  ['5'] = BYTE_DIGIT,  ['6'] = BYTE_DIGIT,  ['7'] = BYTE_DIGIT,    ['8'] = BYTE_DIGIT,
    ['9'] = BYTE_DIGIT,  ['a'] = BYTE_MOVE,   ['b'] = BYTE_MOVE,   ['c'] = BYTE_MOVE,     ['d'] = BYTE_MOVE,
    ['e'] = BYTE_MOVE,   ['f'] = BYTE_MOVE,   ['g'] = BYTE_MOVE,   ['h'] = BYTE_MOVE,     ['K'] = BYTE_MOVE,
    ['Q'] = BYTE_MOVE,   ['R'] = BYTE_MOVE,   ['B'] = BYTE_MOVE,   ['N'] = BYTE_MOVE,     ['P'] = BYTE_MOVE,
    ['O'] = BYTE_MOVE,   ['o'] = BYTE_MOVE,   ['.'] = BYTE_DOT,    ['{'] = BYTE_COMMENT,  [';'] = BYTE_COMMENT,
    ['%'] = BYTE_ESCAPE, ['('] = BYTE_OPEN,   [')'] = BYTE_CLOSE,  ['$'] = BYTE_NAG,      ['!'] = BYTE_SUFFIX,
    ['?'] = BYTE_SUFFIX, ['*'] = BYTE_STAR,   ['['] = BYTE_TAG,
};

static enum byte_class class_of(char c)
{
    return (enum byte_class)byte_classes[(unsigned char)c];
}

/* A move's text may be followed by these without a space. */
static int ends_token(const struct pgn_scan *scan, const char *at)
{
    if (at == scan->end)
        return 1;
    switch (class_of(*at)) {
    case BYTE_SPACE:
    case BYTE_COMMENT:
    case BYTE_OPEN:
    case BYTE_CLOSE:
    case BYTE_NAG:
    case BYTE_SUFFIX:
    case BYTE_DOT:
    case BYTE_STAR:
        return 1;
    default:
        return scan->end - at >= 4 && memcmp(at, "e.p.", 4) == 0;
    }
}

/* The end of the word at `at`: up to white space or a bracket. */
static const char *find_word_end(const char *at, const char *end)
{
    while (at < end && !is_space(*at) && *at != '{' && *at != '}' && *at != '(' && *at != ')' && *at != ';' &&
           *at != '$')
        at++;
    return at;
}

/* Length of the result token at `at`, 0 if there is none; it must stand alone. */
static size_t scan_result(const char *at, const char *end, enum game_result *result_ret)
{
    static const struct {
        const char *text;
        uint8_t size;
        uint8_t result;
    } tokens[] = {{"1-0", 3, RESULT_WHITE},     {"0-1", 3, RESULT_BLACK}, {"1/2-1/2", 7, RESULT_DRAW},
                  {"1/2", 3, RESULT_DRAW}, {"*", 1, RESULT_UNKNOWN}};
    for (size_t i = 0; i < sizeof tokens / sizeof tokens[0]; i++) {
        size_t size = tokens[i].size;
        if ((size_t)(end - at) < size || memcmp(at, tokens[i].text, size) != 0)
            continue;
        if (size < (size_t)(end - at) && !is_space(at[size]) && at[size] != '{' && at[size] != ';')
            continue;
        *result_ret = (enum game_result)tokens[i].result;
        return size;
    }
    return 0;
}

static enum pgn_step take_result(struct pgn_scan *scan, const char *token, const char *behind,
                                 enum game_result result)
{
    scan->game->result_offset = (size_t)(token - scan->start);
    scan->game->result_size = (size_t)(behind - token);
    scan->game->result = (uint8_t)result;
    scan->result_is_read = 1;
    scan->at = behind;
    return STEP_GAME_END;
}

/* True if a '[' in the first column begins the next game, or the tags that only comments stood before. */
static int begins_tags(const struct pgn_scan *scan, const char *at)
{
    return *at == '[' && at_line_start(scan->start, at) && starts_tag(at, scan->end);
}

/*
 * Understanding ends at `scan->at`: look for the game's end by its signs alone. Comments still hide what looks
 * like a result; brackets still hide a result inside a variation.
 */
static enum pgn_step skip_movetext(struct pgn_scan *scan, enum game_trouble trouble)
{
    struct game *game = scan->game;
    game->trouble = (uint8_t)trouble;
    game->trouble_offset = (size_t)(scan->at - scan->start);
    unsigned depth = scan->line->depth;
    const char *at = scan->at;
    while (at < scan->end) {
        enum game_result result;
        size_t size;
        switch (class_of(*at)) {
        case BYTE_TAG:
            if (begins_tags(scan, at)) {
                scan->at = at;
                return STEP_GAME_END;
            }
            at++;
            break;
        case BYTE_COMMENT:
            if (*at == ';') {
                at = find_line_end(at, scan->end);
                break;
            }
            for (at++; at < scan->end && *at != '}'; at++)
                if (begins_tags(scan, at) && starts_event_tag(at, scan->end))
                    break;
            break;
        case BYTE_OPEN:
            depth++;
            at++;
            break;
        case BYTE_CLOSE:
            depth -= depth > 0;
            at++;
            break;
        case BYTE_STAR:
        case BYTE_DIGIT:
            size = scan_result(at, scan->end, &result);
            if (at + size == scan->end && !scan->final)
                return STEP_NEED_MORE;
            if (size != 0 && depth == 0 && (at == scan->start || is_space(at[-1]) || at[-1] == '}'))
                return take_result(scan, at, at + size, result);
            at += size == 0 ? 1 : size;
            break;
        default:
            at++;
            break;
        }
    }
    scan->at = scan->end;
    return scan->final ? STEP_GAME_END : STEP_NEED_MORE;
}

static enum game_trouble trouble_of(enum san_status status)
{
    switch (status) {
    case SAN_ILLEGAL:
        return TROUBLE_MOVE_ILLEGAL;
    case SAN_AMBIGUOUS:
        return TROUBLE_MOVE_AMBIGUOUS;
    default:
        return TROUBLE_MOVE_SYNTAX;
    }
}

static int is_null_move(struct text word)
{
    static const char *const spellings[] = {"--", "Z0", "z0", "null", "0000", "@@@@", "pass", "<>"};
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++)
        if (text_is(word, spellings[i]))
            return 1;
    return 0;
}

/* Signs of other writers that say nothing about the moves. */
static int is_harmless(struct text word)
{
    static const char *const known[] = {"e.p.", "ep", "N", "D", "TN", "ch", "ch.", "dbl.ch", "dis.ch", "mate"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (text_is(word, known[i]))
            return 1;
    for (size_t i = 0; i < word.size; i++)
        if (strchr("+-=/\\~#!?_^|", word.data[i]) == NULL && (word.data[i] & 0x80) == 0)
            return 0;
    return word.size != 0 && memchr(word.data, '\0', word.size) == NULL;
}

/* Anything that is not in SAN: null moves, signs that we keep as they are, or the end of understanding. */
static enum pgn_step scan_word(struct pgn_scan *scan, enum game_trouble otherwise)
{
    const char *word_end = find_word_end(scan->at, scan->end);
    if (word_end == scan->end && !scan->final)
        return STEP_NEED_MORE;
    struct text word = {scan->at, (size_t)(word_end - scan->at)};
    enum game_item_kind kind;
    if (is_null_move(word)) {
        if (!line_stack_make_null(scan->line))
            return skip_movetext(scan, TROUBLE_NULL_IN_CHECK);
        scan->game->ply_count += scan->line->depth == 0;
        kind = ITEM_NULL_MOVE;
    } else if (is_harmless(word)) {
        kind = ITEM_TOKEN;
    } else {
        return skip_movetext(scan, otherwise);
    }
    if (!scan_add_item(scan, kind, 0, word.data, word_end))
        return STEP_NO_MEMORY;
    scan->at = word_end;
    return STEP_ON;
}

static enum pgn_step scan_move(struct pgn_scan *scan)
{
    /* Longer than any move: a move that ends before the text does needs no more of it. */
    enum { MOVE_TEXT_SIZE = 16 };
    if (scan->end - scan->at < MOVE_TEXT_SIZE && !scan->final)
        return STEP_NEED_MORE;
    struct san san;
    size_t size = san_scan(scan->at, scan->end, &san);
    if (size == 0 || !ends_token(scan, scan->at + size))
        return scan_word(scan, TROUBLE_MOVE_SYNTAX);
    chess_move move;
    enum san_status status = san_resolve(&scan->line->position, &san, &move);
    if (status != SAN_OK)
        return skip_movetext(scan, trouble_of(status));
    line_stack_make(scan->line, move);
    scan->game->ply_count += scan->line->depth == 0;
    if (!scan_add_item(scan, ITEM_MOVE, move, scan->at, scan->at + size))
        return STEP_NO_MEMORY;
    scan->at += size;
    return STEP_ON;
}

/* A move number, a result, or castling with zeros. */
static enum pgn_step scan_digits(struct pgn_scan *scan)
{
    const char *at = scan->at + 1;
    while (at < scan->end && is_digit(*at))
        at++;
    if (at == scan->end) {
        if (!scan->final)
            return STEP_NEED_MORE;
        scan->at = at;
        return STEP_ON;
    }
    if (*at == '.') {
        scan->at = at + 1;
        return STEP_ON;
    }
    if (*at == '-' || *at == '/') {
        if (scan->end - scan->at < 8 && !scan->final)
            return STEP_NEED_MORE;
        enum game_result result;
        size_t size = scan_result(scan->at, scan->end, &result);
        if (size != 0 && scan->line->depth == 0)
            return take_result(scan, scan->at, scan->at + size, result);
        if (size != 0 || (scan->line->depth > 0 && *scan->at != '0')) {
            const char *word_end = find_word_end(scan->at, scan->end);
            if (!scan_add_item(scan, ITEM_TOKEN, 0, scan->at, word_end))
                return STEP_NO_MEMORY;
            scan->at = word_end;
            return STEP_ON;
        }
        return scan_move(scan);
    }
    if (*scan->at == '0' && at - scan->at == 4)
        return scan_word(scan, TROUBLE_MOVE_SYNTAX);
    scan->at = at;
    return STEP_ON;
}

static enum pgn_step scan_nag(struct pgn_scan *scan)
{
    const char *at = scan->at + 1;
    uint32_t value = 0;
    while (at < scan->end && is_digit(*at) && value <= UINT16_MAX)
        value = 10 * value + (uint32_t)(*at++ - '0');
    if (at == scan->end && !scan->final)
        return STEP_NEED_MORE;
    if (at == scan->at + 1 || value > UINT16_MAX)
        return skip_movetext(scan, TROUBLE_MOVE_SYNTAX);
    if (!scan_add_item(scan, ITEM_NAG, value, scan->at, at))
        return STEP_NO_MEMORY;
    scan->at = at;
    return STEP_ON;
}

/* The six suffixes of the standard are NAGs 1 to 6. */
static enum pgn_step scan_suffix(struct pgn_scan *scan)
{
    if (scan->end - scan->at < 2 && !scan->final)
        return STEP_NEED_MORE;
    int first = *scan->at == '?';
    int is_double = scan->end - scan->at > 1 && (scan->at[1] == '!' || scan->at[1] == '?');
    unsigned value = 1u + (unsigned)first;
    if (is_double) {
        int second = scan->at[1] == '?';
        value = first == second ? 3u + (unsigned)first : 5u + (unsigned)first;
    }
    if (!scan_add_item(scan, ITEM_SUFFIX, value, scan->at, scan->at + 1 + is_double))
        return STEP_NO_MEMORY;
    scan->at += 1 + is_double;
    return STEP_ON;
}

static enum pgn_step scan_bracket(struct pgn_scan *scan)
{
    int opens = *scan->at == '(';
    switch (opens ? line_stack_open(scan->line) : line_stack_close(scan->line)) {
    case LINE_OK:
        break;
    case LINE_NO_MEMORY:
        return STEP_NO_MEMORY;
    case LINE_TOO_DEEP:
        return skip_movetext(scan, TROUBLE_NESTING);
    default:
        return skip_movetext(scan, TROUBLE_VARIATION);
    }
    if (!scan_add_item(scan, opens ? ITEM_VARIATION_BEGIN : ITEM_VARIATION_END, 0, scan->at, scan->at + 1))
        return STEP_NO_MEMORY;
    scan->at++;
    return STEP_ON;
}

/* A tag in the first column ends the game, unless only comments were read and no tags yet. */
static enum pgn_step scan_movetext_tag(struct pgn_scan *scan)
{
    if (find_line_end(scan->at, scan->end) == scan->end && !scan->final)
        return STEP_NEED_MORE;
    if (!begins_tags(scan, scan->at))
        return skip_movetext(scan, TROUBLE_MOVE_SYNTAX);
    struct game *game = scan->game;
    if (game->tag_count != 0)
        return STEP_GAME_END;
    for (size_t i = 0; i < game->item_count; i++)
        if (game->items[i].kind != ITEM_COMMENT && game->items[i].kind != ITEM_LINE_COMMENT &&
            game->items[i].kind != ITEM_ESCAPE)
            return STEP_GAME_END;
    for (size_t i = 0; i < game->item_count; i++)
        game->items[i].place = ITEM_IN_HEADER;
    return STEP_ON;
}

/* Variants whose moves are those of chess (their other rules do not change what a move is). */
static int variant_is_chess(struct text variant)
{
    static const char *const known[] = {"",           "chess",          "Chess",         "standard",
                                        "Standard",   "normal",         "Normal",        "From Position",
                                        "from position", "Chess960",    "chess960",      "Chess 960",
                                        "chess 960",  "Fischerandom",   "fischerandom",  "FischerRandom",
                                        "Fischer Random", "Three-check", "King of the Hill", "FRC", "DFRC"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (text_is(variant, known[i]))
            return 1;
    return 0;
}

/* Sets up the start position that the tags ask for. */
static enum game_trouble start_game(struct pgn_scan *scan)
{
    struct game *game = scan->game;
    enum game_trouble trouble = TROUBLE_NONE;
    if (scan->fen.data != NULL) {
        unsigned notes = 0;
        if (fen_parse(scan->fen.data, scan->fen.size, &game->start, &notes) == FEN_OK) {
            game->oddities |= (notes & FEN_NOTE_RIGHT_DROPPED) ? ODDITY_RIGHT_DROPPED : 0;
            game->oddities |= (notes & FEN_NOTE_EN_PASSANT_DROPPED) ? ODDITY_EN_PASSANT_DROPPED : 0;
        } else {
            trouble = TROUBLE_FEN;
            position_start(&game->start);
        }
        game->has_start = 1;
    }
    if (!variant_is_chess(scan->variant))
        trouble = TROUBLE_VARIANT;
    line_stack_start(scan->line, &game->start);
    return trouble;
}

enum pgn_step scan_movetext(struct pgn_scan *scan)
{
    scan->game->movetext_offset = (size_t)(scan->at - scan->start);
    enum game_trouble trouble = start_game(scan);
    if (trouble != TROUBLE_NONE)
        return skip_movetext(scan, trouble);
    while (scan->at < scan->end) {
        enum pgn_step step = STEP_ON;
        switch (class_of(*scan->at)) {
        case BYTE_SPACE:
        case BYTE_DOT:
            scan->at++;
            continue;
        case BYTE_MOVE:
            step = scan_move(scan);
            break;
        case BYTE_DIGIT:
            step = scan_digits(scan);
            break;
        case BYTE_COMMENT:
            step = scan_comment(scan, 0);
            break;
        case BYTE_ESCAPE:
            step = at_line_start(scan->start, scan->at) ? scan_comment(scan, 0)
                                                        : skip_movetext(scan, TROUBLE_MOVE_SYNTAX);
            break;
        case BYTE_OPEN:
        case BYTE_CLOSE:
            step = scan_bracket(scan);
            break;
        case BYTE_NAG:
            step = scan_nag(scan);
            break;
        case BYTE_SUFFIX:
            step = scan_suffix(scan);
            break;
        case BYTE_STAR:
            if (scan->line->depth == 0)
                return take_result(scan, scan->at, scan->at + 1, RESULT_UNKNOWN);
            if (!scan_add_item(scan, ITEM_TOKEN, 0, scan->at, scan->at + 1))
                return STEP_NO_MEMORY;
            scan->at++;
            break;
        case BYTE_TAG:
            return scan_movetext_tag(scan);
        case BYTE_OTHER:
            step = scan_word(scan, TROUBLE_MOVE_SYNTAX);
            break;
        }
        if (step != STEP_ON)
            return step;
    }
    return scan->final ? STEP_GAME_END : STEP_NEED_MORE;
}

enum pgn_step scan_behind_result(struct pgn_scan *scan)
{
    for (;;) {
        const char *at = skip_spaces(scan->at, scan->end);
        if (at == scan->end && !scan->final)
            return STEP_NEED_MORE;
        if (at == scan->end || (*at != '{' && *at != ';'))
            break;
        scan->at = at;
        enum pgn_step step = scan_comment(scan, ITEM_AFTER_RESULT);
        if (step != STEP_ON)
            return step;
    }
    while (scan->at < scan->end && is_blank(*scan->at))
        scan->at++;
    if (scan->at < scan->end && *scan->at == '\r')
        scan->at++;
    if (scan->at < scan->end && *scan->at == '\n')
        scan->at++;
    return STEP_GAME_END;
}
