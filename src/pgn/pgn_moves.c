/*
 * Moves in a row, as nearly all stand in a text: a fraction of the cost of reading them one by one. All else is left to
 * where tokens are read one by one (pgn_movetext.c), which stays the rule: whatever is read here, it would have read, too.
 *
 * Carried along from ply to ply: the men that stand alone between their king and a slider that aims at it. All others of a
 * side that is not in check may move as they like.
 */
#include "chess/movegen.h"
#include "chess/san_read.h"
#include "chess/san_write.h"
#include "pgn/pgn_scan.h"
#include "util/inlined.h"

/* Moves and comments that are read in a row, before they are told. */
enum { RUN_TOKENS_MAX = 256 };

/* More than the gap before a move, the move itself and what is looked at behind it. */
enum { TOKEN_SIZE_MAX = 32, NUMBER_SIZE_MAX = 5 };

struct run {
    const char *last; /* the last byte that has TOKEN_SIZE_MAX of text behind it */
    const char *start;
    struct pgn_scan
        *told; /* whose visit() sees each move before it is made; NULL: none does, or all in a row */
    struct position *position;
    uint64_t
        bound; /* men of the side to move of which it is not sure that they may move: all in check, else those pinned */
    struct game_item *item;
    struct plain_move *made;
    struct position_past past;     /* what the last move destroyed, ... */
    reversible_move castling_word; /* ... or its word */
};

/* A move that is found. */
struct found {
    const char *end; /* of its text; NULL: it is none, or left to others */
    unsigned type, from, to;
    unsigned captures, has_sign;
};

/* ---- Text ---- */

enum { GAP = 1, DIGIT = 2, RETURN = 4 };

static const uint8_t byte_kinds[256] = {
    [' '] = GAP,   ['\n'] = GAP,  ['\r'] = GAP | RETURN, ['0'] = DIGIT, ['1'] = DIGIT,
    ['2'] = DIGIT, ['3'] = DIGIT, ['4'] = DIGIT,         ['5'] = DIGIT, ['6'] = DIGIT,
    ['7'] = DIGIT, ['8'] = DIGIT, ['9'] = DIGIT,
};

static inline unsigned kind_of(char c)
{
    return byte_kinds[(uint8_t)c];
}

/* Behind a blank or a line end, if there is one. */
INLINED const char *skip_white(const char *at)
{
    unsigned kind = kind_of(*at);
    at += kind & GAP;
    return kind & RETURN ? at + (*at == '\n') : at;
}

/* Behind white space, a number with its dots, and white space: where a move may begin. NULL: this is something else. */
INLINED const char *skip_gap(const char *at)
{
    at = skip_white(at);
    if (kind_of(*at) != DIGIT)
        return at;
    const char *number = at++;
    while (kind_of(*at) == DIGIT && at - number <= NUMBER_SIZE_MAX)
        at++;
    if (*at != '.' || at - number > NUMBER_SIZE_MAX)
        return NULL;
    at++;
    if (at[0] == '.' && at[1] == '.')
        at += 2;
    return skip_white(at);
}

/* The target at `at` with what stands behind it. Leaves `end` NULL where that is not a square, or not the move's end. */
INLINED void read_target(const char *at, struct found *found)
{
    unsigned file = (unsigned)at[0] - 'a', rank = (unsigned)at[1] - '1';
    if ((file | rank) >= 8)
        return;
    found->to = square_of(file, rank);
    found->has_sign = at[2] == '+';
    at += 2 + found->has_sign;
    found->end = kind_of(*at) & GAP ? at : NULL;
}

/* ---- Position ---- */

/* Brings checkers up to date; returns what struct run calls bound, for the side to move. */
INLINED uint64_t look_at_king(struct position *position, unsigned side)
{
    unsigned king = position->king_square[side];
    uint64_t occupied = position_occupied(position);
    uint64_t checkers =
        position->colours[side ^ 1] & ((attack_tables.pawn[side][king] & position->types[PAWN]) |
                                       (attack_tables.knight[king] & position->types[KNIGHT]));
    uint64_t bound = 0;
    for (uint64_t men = position_snipers(position, king, side ^ 1); men != 0; men &= men - 1) {
        uint64_t between = attack_tables.between[king][lowest_bit(men)] & occupied;
        if (between == 0)
            checkers |= lowest_bit_of(men);
        else if (!has_several_bits(between))
            bound |= between;
    }
    position->checkers = checkers;
    return checkers != 0 ? UINT64_MAX : bound;
}

/* May a man of `side` go to where `man` stands, taking it or not? */
INLINED int fits_target(unsigned side, unsigned man, unsigned captures)
{
    return (unsigned)target_kind_of(side, man) == captures;
}

/* The own pawn whose move it is, or NO_SQUARE: nothing en passant, no promotion. `file`: where one stands that takes. */
INLINED unsigned find_pawn(const struct position *position, unsigned side, const struct found *found,
                           unsigned file)
{
    const unsigned back = side == WHITE ? 0u - 8u : 8u;
    unsigned to = found->to;
    unsigned pawn = man_of(PAWN, side);
    unsigned from = to + back;
    if (to - 8 >= 48)
        return NO_SQUARE;
    if (found->captures) {
        from = (from & 56u) | file;
        int attacks = attack_tables.pawn[side ^ 1][to] >> from & 1;
        return attacks && position->men[from] == pawn ? from : NO_SQUARE;
    }
    if (position->men[from] == pawn)
        return from;
    if (position->men[from] != NO_MAN || square_rank(to) != (side == WHITE ? 3u : 4u))
        return NO_SQUARE;
    from += back;
    return position->men[from] == pawn ? from : NO_SQUARE;
}

INLINED uint64_t find_pieces(const struct position *position, unsigned side, unsigned type, unsigned to)
{
    uint64_t men = attack_tables.reach[type][to] & position_men(position, type, side);
    return unobstructed(men, to, position_occupied(position));
}

INLINED int may_move(const struct run *run, unsigned type, unsigned from, unsigned to)
{
    const struct position *position = run->position;
    if (type == KING)
        return position_king_may_move(position, to);
    return !(run->bound >> from & 1) || position_man_may_move(position, from, to);
}

/* A pawn's move; `end` is NULL where it is left to others. */
INLINED struct found find_pawn_move(const struct run *run, unsigned side, const char *at)
{
    const struct position *position = run->position;
    struct found found = {.type = PAWN, .captures = at[1] == 'x'};
    read_target(at + 2 * found.captures, &found);
    if (found.end == NULL)
        return found;
    found.from = find_pawn(position, side, &found, san_line_number(*at));
    if (found.from == NO_SQUARE || !fits_target(side, position->men[found.to], found.captures) ||
        !may_move(run, PAWN, found.from, found.to))
        found.end = NULL;
    return found;
}

/*
 * The same of a piece's move of which several men are in question, or whose text names the origin: there must be one legal
 * one, and the text must name it in the shortest way. `at` is behind the piece's letter.
 */
static __attribute__((noinline)) struct found find_named(const struct position *position, unsigned type,
                                                         const char *at)
{
    unsigned side = position->side;
    struct found found = {.type = type};
    unsigned named = san_class(at[1]) == SAN_RANK ? SAN_OTHER : san_class(at[0]);
    unsigned line = san_line_number(at[0]);
    if (named == SAN_SEPARATOR || type == KING)
        named = SAN_OTHER;
    at += named != SAN_OTHER;
    found.captures = *at == 'x';
    read_target(at + found.captures, &found);
    if (found.end == NULL)
        return found;
    uint64_t reaching = san_keep_legal(position, find_pieces(position, side, type, found.to), found.to);
    uint64_t men = reaching & (named == SAN_FILE   ? file_bits(line)
                               : named == SAN_RANK ? rank_bits(line)
                                                   : UINT64_MAX);
    found.from = men == 0 ? 0 : lowest_bit(men);
    struct san_origin shortest = san_shortest_origin(found.from, reaching & ~men);
    if (men == 0 || has_several_bits(men) || shortest.file != (named == SAN_FILE) ||
        shortest.rank != (named == SAN_RANK) || !fits_target(side, position->men[found.to], found.captures) ||
        type == KING)
        found.end = NULL;
    return found;
}

/* The same of any piece's move. */
INLINED struct found find_piece_move(const struct run *run, unsigned side, unsigned type, const char *at)
{
    const struct position *position = run->position;
    struct found found = {.type = type, .captures = *at == 'x'};
    read_target(at + found.captures, &found);
    if (found.end == NULL)
        return find_named(position, type, at);
    uint64_t men = find_pieces(position, side, type, found.to);
    if (men == 0)
        found.end = NULL;
    else if (has_several_bits(men))
        return find_named(position, type, at);
    else if (found.from = lowest_bit(men), !fits_target(side, position->men[found.to], found.captures) ||
                                               !may_move(run, type, found.from, found.to))
        found.end = NULL;
    return found;
}

/* ---- Moves ---- */

INLINED void add_item(struct run *run, unsigned kind, unsigned place, chess_move move, const char *text,
                      const char *text_end)
{
    *run->item++ = (struct game_item){.kind = (uint8_t)kind,
                                      .place = (uint8_t)place,
                                      .value = move,
                                      .text_offset = (uint32_t)(text - run->start),
                                      .text_size = (uint32_t)(text_end - text)};
}

/* Returns 0 where the move is refused. */
static __attribute__((noinline)) int tell_move(struct pgn_scan *scan, chess_move move)
{
    if (!scan->visit(scan->visit_opaque, scan->line, move))
        return 0;
    walk_plies(&scan->line->walk, 1);
    return 1;
}

/* The man's move is made, and noted as item and move. Returns what is behind it, as run_move(). */
INLINED const char *play_found(struct run *run, unsigned side, const struct found *found, const char *at)
{
    struct position *position = run->position;
    unsigned type = found->type;
    unsigned from = found->from;
    unsigned to = found->to;
    unsigned captured = position->men[to];
    int is_double = type == PAWN && (from ^ to) == 16;
    chess_move move = move_of(from, to, is_double ? MOVE_DOUBLE_PUSH : found->captures * MOVE_CAPTURE);
    if (run->told != NULL && !tell_move(run->told, move))
        return NULL;
    unsigned place = popcount64(position_men(position, type, side) & (square_bit(from) - 1));
    *run->made++ = (struct plain_move){move, (uint8_t)type, (uint8_t)man_type(captured), (uint8_t)place};
    run->past = position_past(position, captured);
    position_advance_side(position, side, type, from, to, captured);
    if (is_double)
        position_note_en_passant(position, to);
    run->bound = look_at_king(position, side ^ 1);
    int is_canonical = (position->checkers != 0) == found->has_sign;
    add_item(run, ITEM_MOVE, is_canonical ? ITEM_CANONICAL_SAN : 0, move, at, found->end);
    return found->end;
}

/* "O-O" or "O-O-O" at `at`: as run_move(). */
static __attribute__((noinline)) const char *run_castling(struct run *run, const char *at)
{
    struct position *position = run->position;
    unsigned side = position->side;
    unsigned queen_side = at[3] == '-';
    const char *text_end = at + (queen_side ? 5 : 3);
    if (memcmp(at, "O-O-O", (size_t)(text_end - at)) != 0 || !(kind_of(*text_end) & GAP) ||
        !position_can_castle(position, queen_side))
        return NULL;
    unsigned rook = position->rook_home[lowest_bit(castling_right_of(side, queen_side))];
    chess_move move = move_of(position->king_square[side], rook, MOVE_CASTLE_KING_SIDE + queen_side);
    if (run->told != NULL && !tell_move(run->told, move))
        return NULL;
    run->castling_word = position_make(position, move);
    run->bound = look_at_king(position, side ^ 1);
    *run->made++ = (struct plain_move){move, KING, NO_PIECE_TYPE, 0};
    add_item(run, ITEM_MOVE, position->checkers == 0 ? ITEM_CANONICAL_SAN : 0, move, at, text_end);
    return text_end;
}

/* The move at `at`: returns what is behind it. NULL: nothing has changed, it is left to others. */
INLINED const char *run_move(struct run *run, unsigned side, const char *at)
{
    unsigned first = san_characters[(uint8_t)*at];
    if (first == SAN_FILE) {
        struct found pawn = find_pawn_move(run, side, at);
        return pawn.end == NULL ? NULL : play_found(run, side, &pawn, at);
    }
    if (first < (KNIGHT + 1) << SAN_PIECE_SHIFT)
        return *at == 'O' ? run_castling(run, at) : NULL;
    struct found piece = find_piece_move(run, side, (first >> SAN_PIECE_SHIFT) - 1, at + 1);
    return piece.end == NULL ? NULL : play_found(run, side, &piece, at);
}

/* The same of a comment on one line. */
static const char *run_comment(struct run *run, const char *at)
{
    const char *text = at + 1;
    const char *text_end = skip_plain(text, run->last);
    if (text_end >= run->last || *text_end != '}')
        return NULL;
    add_item(run, ITEM_COMMENT, 0, NO_MOVE, text, text_end);
    return text_end + 1;
}

/* Reads on from `at`, `tokens` tokens at most; returns what is behind them. */
static const char *run_tokens(struct run *run, const char *at, size_t tokens)
{
    for (const char *next; tokens != 0 && at < run->last; at = next, tokens--) {
        next = skip_gap(at);
        if (next == NULL)
            break;
        next = *next == '{'                   ? run_comment(run, next)
               : run->position->side == WHITE ? run_move(run, WHITE, next)
                                              : run_move(run, BLACK, next);
        if (next == NULL)
            break;
    }
    return at;
}

/* ---- Runs ---- */

/* 1 + the place of the last move's item, if that has a check sign; else 0. There is a move. */
static size_t find_open_check(const struct pgn_scan *scan, const struct run *run)
{
    const struct game_item *item = run->item - 1;
    while (item->kind != ITEM_MOVE)
        item--;
    int has_sign = run->start[item->text_offset + item->text_size - 1] == '+';
    return has_sign ? 1 + (size_t)(item - scan->game->items) : 0;
}

/* What was read, up to `at`, becomes part of the game. Returns 0, and takes it back, where moves must be told one by one. */
static int take_run(struct pgn_scan *scan, const struct run *run, const char *at,
                    const struct position *before, const struct plain_move *moves)
{
    struct line_stack *line = scan->line;
    size_t count = (size_t)(run->made - moves);
    if (count != 0 && scan->visit_run != NULL &&
        !scan->visit_run(scan->visit_opaque, line, before, moves, count)) {
        line->position = *before;
        return 0;
    }
    scan->at = at;
    scan->game->item_count = (size_t)(run->item - scan->game->items);
    if (count == 0)
        return 1;
    scan->open_check = find_open_check(scan, run);
    if (run->told == NULL)
        walk_plies(&line->walk, count);
    chess_move last = run->made[-1].move;
    line->last_move =
        move_is_castling(last) ? run->castling_word : position_word(&line->position, last, &run->past);
    line->last_is_move = 1;
    return 1;
}

int scan_moves(struct pgn_scan *scan)
{
    struct position *position = &scan->line->position;
    struct game *game = scan->game;
    size_t left = GAME_ITEM_MAX - game->item_count;
    size_t tokens = left < RUN_TOKENS_MAX ? left : RUN_TOKENS_MAX;
    if (scan->tells_each_move || scan->end - scan->at <= TOKEN_SIZE_MAX || !game_reserve_items(game, tokens))
        return 0;
    struct plain_move moves[RUN_TOKENS_MAX];
    const struct position before = *position;
    struct run run = {.last = scan->end - TOKEN_SIZE_MAX,
                      .start = scan->start,
                      .told = scan->visit != NULL && scan->visit_run == NULL ? scan : NULL,
                      .position = position,
                      .bound = look_at_king(position, position->side),
                      .item = game->items + game->item_count,
                      .made = moves};
    if (before.checkers != 0) {
        position->checkers = before.checkers; /* at a game's start that may be a king */
        run.bound = UINT64_MAX;
    }
    const char *at = run_tokens(&run, scan->at, tokens);
    if (at == scan->at)
        return 0;
    if (take_run(scan, &run, at, &before, moves))
        return 1;
    scan->tells_each_move = 1;
    return 0;
}
