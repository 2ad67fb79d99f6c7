#include "chess/drop.h"
#include "chess/movegen.h"
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
    BYTE_TAG, /* [ */
    BYTE_MARK /* of a byte order mark, the first */
};

static const uint8_t byte_classes[256] = {
    [' '] = BYTE_SPACE,    ['\t'] = BYTE_SPACE,  ['\n'] = BYTE_SPACE,  ['\r'] = BYTE_SPACE,
    ['\v'] = BYTE_SPACE,   ['\f'] = BYTE_SPACE,  ['0'] = BYTE_DIGIT,   ['1'] = BYTE_DIGIT,
    ['2'] = BYTE_DIGIT,    ['3'] = BYTE_DIGIT,   ['4'] = BYTE_DIGIT,   ['5'] = BYTE_DIGIT,
    ['6'] = BYTE_DIGIT,    ['7'] = BYTE_DIGIT,   ['8'] = BYTE_DIGIT,   ['9'] = BYTE_DIGIT,
    ['a'] = BYTE_MOVE,     ['b'] = BYTE_MOVE,    ['c'] = BYTE_MOVE,    ['d'] = BYTE_MOVE,
    ['e'] = BYTE_MOVE,     ['f'] = BYTE_MOVE,    ['g'] = BYTE_MOVE,    ['h'] = BYTE_MOVE,
    ['K'] = BYTE_MOVE,     ['Q'] = BYTE_MOVE,    ['R'] = BYTE_MOVE,    ['B'] = BYTE_MOVE,
    ['N'] = BYTE_MOVE,     ['P'] = BYTE_MOVE,    ['O'] = BYTE_MOVE,    ['o'] = BYTE_MOVE,
    ['.'] = BYTE_DOT,      ['{'] = BYTE_COMMENT, [';'] = BYTE_COMMENT, ['%'] = BYTE_ESCAPE,
    ['('] = BYTE_OPEN,     [')'] = BYTE_CLOSE,   ['$'] = BYTE_NAG,     ['!'] = BYTE_SUFFIX,
    ['?'] = BYTE_SUFFIX,   ['*'] = BYTE_STAR,    ['['] = BYTE_TAG,     ['\0'] = BYTE_SPACE,
    ['\x1a'] = BYTE_SPACE, [0xef] = BYTE_MARK,
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
        return (scan->end - at >= 4 && memcmp(at, "e.p.", 4) == 0) || starts_mark(at, scan->end);
    }
}

/* The end of the word at `at`: up to white space, a bracket or a byte order mark. */
static const char *find_word_end(const char *at, const char *end)
{
    while (at < end && !is_space(*at) && *at != '{' && *at != '}' && *at != '(' && *at != ')' && *at != ';' &&
           *at != '$' && !starts_mark(at, end))
        at++;
    return at;
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
    static const char *const known[] = {"e.p.", "ep",  "N",      "D",      "TN",
                                        "ch",   "ch.", "dbl.ch", "dis.ch", "mate"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (text_is(word, known[i]))
            return 1;
    for (size_t i = 0; i < word.size; i++)
        if (strchr("+-=/\\~#!?_^|", word.data[i]) == NULL && (word.data[i] & 0x80) == 0)
            return 0;
    return word.size != 0;
}

/* The check sign that an item of moves or drops has. */
static int has_sign(const struct game *game, const struct game_item *item, char sign)
{
    struct text text = game_item_text(game, item);
    return text.size != 0 && text.data[text.size - 1] == sign;
}

void settle_check(struct pgn_scan *scan)
{
    if (scan->open_check != 0) {
        struct game_item *item = &scan->game->items[scan->open_check - 1];
        if (has_sign(scan->game, item, '+') && !legal_exists(&scan->line->position))
            item->place = 0;
    }
    scan->open_check = 0;
}

/* What a drop parries is spelled as a check. */
static void settle_check_by_drop(struct pgn_scan *scan)
{
    if (scan->open_check != 0) {
        struct game_item *item = &scan->game->items[scan->open_check - 1];
        if (has_sign(scan->game, item, '#'))
            item->place = 0;
    }
    scan->open_check = 0;
}

/*
 * Is the move just made spelled as in export format? Whether a '+' should have been '#' is left open: where
 * another move follows it was no mate, and most times nobody has to look for one.
 */
static inline void note_spelling(struct pgn_scan *scan, uint8_t check, int canonical)
{
    struct game *game = scan->game;
    canonical &= position_in_check(&scan->line->position) == (check != 0);
    if (check == '#')
        canonical &= !legal_exists(&scan->line->position);
    game->items[game->item_count - 1].place = canonical ? ITEM_CANONICAL_SAN : 0;
    scan->open_check = check != 0 ? game->item_count : 0;
}

/* `word` without suffixes is the drop. */
static enum pgn_step scan_drop(struct pgn_scan *scan, struct text word, chess_move drop, uint8_t check,
                               int is_plain)
{
    char text[SAN_SIZE_MAX];
    if (!drop_is_legal(&scan->line->position, drop))
        return give_up(scan, TROUBLE_MOVE_ILLEGAL);
    if (!scan_add_item(scan, ITEM_DROP, drop, word.data, word.data + word.size))
        return STEP_NO_MEMORY;
    settle_check_by_drop(scan);
    line_stack_make_drop(scan->line, drop, text);
    note_spelling(scan, check, is_plain);
    scan->at += word.size;
    return STEP_ON;
}

/* Anything that is not in SAN: drops, null moves, signs that we keep as they are, or the end of understanding. */
static enum pgn_step scan_word(struct pgn_scan *scan, enum game_trouble otherwise)
{
    const char *word_end = find_word_end(scan->at, scan->end);
    if (word_end == scan->end && !scan->final)
        return STEP_NEED_MORE;
    struct text word = {scan->at, (size_t)(word_end - scan->at)};
    struct text bare = word; /* without suffixes */
    while (bare.size > 0 && (bare.data[bare.size - 1] == '!' || bare.data[bare.size - 1] == '?'))
        bare.size--;
    chess_move drop;
    uint8_t check;
    int is_plain;
    if (bare.size != 0 && drop_scan(bare.data, bare.data + bare.size, &drop, &check, &is_plain) == bare.size)
        return scan_drop(scan, bare, drop, check, is_plain);
    enum game_item_kind kind;
    if (is_null_move(bare)) {
        kind = ITEM_NULL_MOVE;
        word_end = bare.data + bare.size;
    } else if (is_harmless(word)) {
        kind = ITEM_TOKEN;
    } else {
        return give_up(scan, otherwise);
    }
    if (kind == ITEM_NULL_MOVE && position_in_check(&scan->line->position))
        return give_up(scan, TROUBLE_NULL_IN_CHECK);
    if (!scan_add_item(scan, kind, 0, word.data, word_end))
        return STEP_NO_MEMORY;
    if (kind == ITEM_NULL_MOVE)
        line_stack_make_null(scan->line);
    scan->at = word_end;
    return STEP_ON;
}

/* The legal move that the next `size` bytes are. */
static inline enum pgn_step add_move(struct pgn_scan *scan, chess_move move, size_t size, uint8_t check,
                                     int canonical)
{
    if (!scan_add_item(scan, ITEM_MOVE, move, scan->at, scan->at + size))
        return STEP_NO_MEMORY;
    if (scan->visit != NULL && !scan->visit(scan->visit_opaque, scan->line, move)) {
        scan->game->item_count--;
        return give_up(scan, TROUBLE_MOVE_ILLEGAL);
    }
    line_stack_make(scan->line, move);
    note_spelling(scan, check, canonical);
    scan->at += size;
    return STEP_ON;
}

/* Longer than any move: a move that ends before the text does needs no more of it. */
enum { MOVE_TEXT_SIZE = 16 };

static enum pgn_step scan_move(struct pgn_scan *scan)
{
    if (scan->end - scan->at < MOVE_TEXT_SIZE && !scan->final)
        return STEP_NEED_MORE;
    struct san san;
    size_t size = san_scan(scan->at, scan->end, &san);
    if (size == 0 || !ends_token(scan, scan->at + size))
        return scan_word(scan, TROUBLE_MOVE_SYNTAX);
    chess_move move;
    int canonical;
    enum san_status status = san_resolve(&scan->line->position, &san, &move, &canonical);
    if (status != SAN_OK)
        return give_up(scan, trouble_of(status));
    return add_move(scan, move, size, san.check, canonical);
}

/* A result (in a variation it is only a sign), or castling with zeros. */
static enum pgn_step scan_result_or_castling(struct pgn_scan *scan)
{
    if (scan->end - scan->at < RESULT_SIZE_MAX && !scan->final)
        return STEP_NEED_MORE;
    enum game_result result;
    size_t size = scan_result(scan->at, scan->end, &result);
    if (size == 0)
        return scan_move(scan);
    if (scan->line->walk.depth == 0)
        return take_result(scan, scan->at + size, result);
    if (!scan_add_item(scan, ITEM_TOKEN, 0, scan->at, scan->at + size))
        return STEP_NO_MEMORY;
    scan->at += size;
    return STEP_ON;
}

/* A move number, or what else begins with a digit. */
static enum pgn_step scan_digits(struct pgn_scan *scan)
{
    const char *at = scan->at + 1;
    while (at < scan->end && is_digit(*at))
        at++;
    if (at == scan->end && !scan->final)
        return STEP_NEED_MORE;
    if (at < scan->end && *at == '.') {
        scan->at = at + 1;
        return STEP_ON;
    }
    if (at < scan->end && (*at == '-' || *at == '/'))
        return scan_result_or_castling(scan);
    if (at - scan->at == 4 && memcmp(scan->at, "0000", 4) == 0)
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
        return give_up(scan, TROUBLE_MOVE_SYNTAX);
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
    settle_check(scan);
    if (!scan_add_item(scan, opens ? ITEM_VARIATION_BEGIN : ITEM_VARIATION_END, 0, scan->at, scan->at + 1))
        return STEP_NO_MEMORY;
    enum line_status status = opens ? line_stack_open(scan->line) : line_stack_close(scan->line);
    if (status == LINE_OK) {
        scan->at++;
        return STEP_ON;
    }
    scan->game->item_count--;
    if (status == LINE_NO_MEMORY)
        return STEP_NO_MEMORY;
    return give_up(scan, status == LINE_TOO_DEEP ? TROUBLE_NESTING : TROUBLE_VARIATION);
}

/* At '*': the result, or a sign in a variation. */
static enum pgn_step scan_star(struct pgn_scan *scan)
{
    if (scan->line->walk.depth == 0)
        return take_result(scan, scan->at + 1, RESULT_UNKNOWN);
    if (!scan_add_item(scan, ITEM_TOKEN, 0, scan->at, scan->at + 1))
        return STEP_NO_MEMORY;
    scan->at++;
    return STEP_ON;
}

/* At '[': the next game, or nothing that we know. */
static enum pgn_step scan_movetext_tag(struct pgn_scan *scan)
{
    enum pgn_step step = look_for_tag(scan);
    return step == STEP_ON ? give_up(scan, TROUBLE_MOVE_SYNTAX) : step;
}

/* At what may be a byte order mark: the next file's first game, or something to pass over. */
static enum pgn_step scan_mark(struct pgn_scan *scan)
{
    const char *at = scan->at;
    enum pgn_step step = look_for_file(scan);
    return step == STEP_ON && scan->at == at ? scan_word(scan, TROUBLE_MOVE_SYNTAX) : step;
}

static inline enum pgn_step scan_token(struct pgn_scan *scan)
{
    switch (class_of(*scan->at)) {
    case BYTE_SPACE:
    case BYTE_DOT:
        scan->at++;
        return STEP_ON;
    case BYTE_MOVE:
        return scan_moves(scan) ? STEP_ON : scan_move(scan);
    case BYTE_DIGIT:
        return scan_digits(scan);
    case BYTE_COMMENT:
        return scan_comment(scan, 0);
    case BYTE_ESCAPE:
        return at_line_start(scan, scan->at) ? scan_comment(scan, 0) : give_up(scan, TROUBLE_MOVE_SYNTAX);
    case BYTE_OPEN:
    case BYTE_CLOSE:
        return scan_bracket(scan);
    case BYTE_NAG:
        return scan_nag(scan);
    case BYTE_SUFFIX:
        return scan_suffix(scan);
    case BYTE_STAR:
        return scan_star(scan);
    case BYTE_TAG:
        return scan_movetext_tag(scan);
    case BYTE_MARK:
        return scan_mark(scan);
    default:
        return scan_word(scan, TROUBLE_MOVE_SYNTAX);
    }
}

enum pgn_step scan_movetext(struct pgn_scan *scan)
{
    while (scan->at < scan->end) {
        enum pgn_step step = scan_token(scan);
        if (step != STEP_ON) /* a token that could not be added changed nothing else yet */
            return step == STEP_NO_MEMORY && scan->game->item_count == GAME_ITEM_MAX
                       ? give_up(scan, TROUBLE_ITEMS)
                       : step;
    }
    return scan->final ? STEP_GAME_END : STEP_NEED_MORE;
}

/*
 * Comments that follow the result, and the rest of its line. So that white space without end does not make the
 * game endless, a comment that comes late belongs to the next game.
 */
enum pgn_step scan_behind_result(struct pgn_scan *scan)
{
    enum { GAP_MAX = 1024 };
    while (scan->game->item_count < GAME_ITEM_MAX) {
        const char *gap_end = scan->end - scan->at > GAP_MAX ? scan->at + GAP_MAX : scan->end;
        const char *at = skip_spaces(scan->at, gap_end);
        if (at == scan->end && !scan->final)
            return STEP_NEED_MORE;
        if (at == gap_end || (*at != '{' && *at != ';'))
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
