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

#define INLINED static inline __attribute__((always_inline))

enum { RUN_PLIES_MAX = 128, RUN_ITEMS_MAX = 2 * RUN_PLIES_MAX };

/* Longer than the gap before a move and the move itself. */
enum { TOKEN_SIZE_MAX = 32 };

struct run {
    const char *at;   /* behind what was read */
    const char *last; /* the last byte that has TOKEN_SIZE_MAX of text behind it */
    const char *start;
    struct position *position;
    uint64_t pinned; /* men of the side to move that their king may need where they are */
    struct game_item *item;
    struct plain_move *made;
    chess_move move;                    /* the last one, ... */
    struct position_past past;          /* ... what it destroyed, ... */
    const struct game_item *open_check; /* ... and its item, if that has a check sign */
};

/* A move's text. */
struct run_text {
    const char *end;
    uint64_t origin; /* squares that it names */
    unsigned type, to;
    uint8_t captures, has_sign, says_file, says_rank;
    uint8_t file; /* of a pawn that takes */
};

/* ---- Text ---- */

static inline int is_gap(char c)
{
    return c == ' ' || c == '\n' || c == '\r';
}

/* Behind white space, a number with its dots, and white space: where a move may begin. NULL: this is something else. */
INLINED const char *skip_gap(const char *at)
{
    at += is_gap(*at);
    if (!is_digit(*at))
        return at;
    for (unsigned digits = 0; is_digit(*at); at++)
        if (digits++ == 4)
            return NULL;
    if (*at++ != '.')
        return NULL;
    if (at[0] == '.' && at[1] == '.')
        at += 2;
    return at + is_gap(*at);
}

/* The part of a piece's move before its target: "b", "1", "x", "bx". Returns what is behind it. */
static const char *read_origin(const char *at, struct run_text *text)
{
    if (*at != 'x') {
        text->says_file = san_class(*at) == SAN_FILE;
        text->says_rank = san_class(*at) == SAN_RANK;
        unsigned line = san_line_number(*at++);
        text->origin = text->says_file ? file_bits(line) : rank_bits(line);
        if (!text->says_file && !text->says_rank)
            return at - 1;
    }
    text->captures = *at == 'x';
    return at + text->captures;
}

/* Returns 0 unless that is a move with white space behind it: no castling, no promotion. */
INLINED int read_text(const char *at, struct run_text *text)
{
    unsigned first = san_characters[(uint8_t)at[0]];
    unsigned type = (first >> SAN_PIECE_SHIFT) - 1;
    *text = (struct run_text){.origin = UINT64_MAX, .type = PAWN};
    if (first == SAN_FILE) {
        text->captures = at[1] == 'x';
        text->file = (uint8_t)san_line_number(at[0]);
        at += 2 * text->captures;
    } else {
        if (type - KNIGHT > KING - KNIGHT)
            return 0;
        text->type = type;
        at++;
        if (san_class(at[1]) != SAN_RANK || san_class(at[0]) != SAN_FILE)
            at = read_origin(at, text);
    }
    if (san_class(at[0]) != SAN_FILE || san_class(at[1]) != SAN_RANK)
        return 0;
    text->to = square_of(san_line_number(at[0]), san_line_number(at[1]));
    text->has_sign = at[2] == '+';
    text->end = at + 2 + text->has_sign;
    return is_gap(*text->end);
}

/* ---- Position ---- */

/* Checkers of the side to move, and its men that stand alone before a slider. */
INLINED uint64_t look_at_king(struct position *position, unsigned side)
{
    unsigned king = position->king_square[side];
    uint64_t occupied = position_occupied(position);
    uint64_t checkers =
        position->colours[side ^ 1] & ((attack_tables.pawn[side][king] & position->types[PAWN]) |
                                       (attack_tables.knight[king] & position->types[KNIGHT]));
    uint64_t pinned = 0;
    for (uint64_t men = position_snipers(position, king, side ^ 1); men != 0; men &= men - 1) {
        uint64_t between = attack_tables.between[king][lowest_bit(men)] & occupied;
        if (between == 0)
            checkers |= men & (0 - men);
        else if (!has_several_bits(between))
            pinned |= between;
    }
    position->checkers = checkers;
    return pinned & position->colours[side];
}

/* The own pawn whose move it is, or NO_SQUARE: nothing en passant, no promotion. */
INLINED unsigned find_pawn(const struct position *position, unsigned side, const struct run_text *text)
{
    const int back = side == WHITE ? -8 : 8;
    unsigned to = text->to;
    unsigned pawn = man_of(PAWN, side);
    if (to - 8 >= 48)
        return NO_SQUARE;
    if (text->captures) {
        unsigned from = ((unsigned)((int)to + back) & 56u) | text->file;
        int attacks = attack_tables.pawn[side ^ 1][to] >> from & 1;
        return attacks && position->men[from] == pawn ? from : NO_SQUARE;
    }
    unsigned from = (unsigned)((int)to + back);
    if (position->men[from] == pawn)
        return from;
    if (position->men[from] != NO_MAN || square_rank(to) != (side == WHITE ? 3u : 4u))
        return NO_SQUARE;
    from = (unsigned)((int)from + back);
    return position->men[from] == pawn ? from : NO_SQUARE;
}

/* The one legal candidate among several, if the text names it in the shortest way, or NO_SQUARE. */
static unsigned choose_piece(const struct position *position, const struct run_text *text, uint64_t reaching)
{
    uint64_t men = san_keep_legal(position, reaching & text->origin, text->to);
    if (men == 0 || has_several_bits(men))
        return NO_SQUARE;
    unsigned from = lowest_bit(men);
    uint64_t others = san_keep_legal(position, reaching & ~men, text->to);
    struct san_origin shortest = san_shortest_origin(from, others);
    return shortest.file == text->says_file && shortest.rank == text->says_rank ? from : NO_SQUARE;
}

/* The own piece whose move it is, or NO_SQUARE. */
INLINED unsigned find_piece(const struct position *position, unsigned side, const struct run_text *text)
{
    uint64_t men = attack_tables.reach[text->type][text->to] & position_men(position, text->type, side);
    men = unobstructed(men, text->to, position_occupied(position));
    if (men == 0)
        return NO_SQUARE;
    if (!has_several_bits(men) && text->origin == UINT64_MAX)
        return lowest_bit(men);
    return text->type == KING ? NO_SQUARE : choose_piece(position, text, men);
}

INLINED int may_move(const struct run *run, unsigned type, unsigned from, unsigned to)
{
    const struct position *position = run->position;
    if (type == KING)
        return position_king_may_move(position, to);
    if (position->checkers == 0 && !(run->pinned >> from & 1))
        return 1;
    return position_man_may_move(position, from, to);
}

INLINED void add_item(struct run *run, unsigned kind, unsigned place, chess_move move, const char *text,
                      const char *text_end)
{
    *run->item++ = (struct game_item){.kind = (uint8_t)kind,
                                      .place = (uint8_t)place,
                                      .value = move,
                                      .text_offset = (uint32_t)(text - run->start),
                                      .text_size = (uint32_t)(text_end - text)};
}

/* The man's move is made, and noted as item and ply. */
INLINED void make_move(struct run *run, unsigned side, const struct run_text *text, const char *at,
                       unsigned from)
{
    struct position *position = run->position;
    unsigned type = text->type;
    unsigned to = text->to;
    unsigned captured = position->men[to];
    unsigned flag = text->captures ? MOVE_CAPTURE : MOVE_QUIET;
    if (type == PAWN && (from ^ to) == 16)
        flag = MOVE_DOUBLE_PUSH;
    uint64_t smaller = position_men(position, type, side) & (square_bit(from) - 1);
    run->move = move_of(from, to, flag);
    run->past = position_past(position, captured);
    *run->made++ = (struct plain_move){run->move, (uint8_t)type, (uint8_t)man_type(captured),
                                       (uint8_t)popcount64(smaller)};
    position_advance(position, type, from, to, captured);
    if (flag == MOVE_DOUBLE_PUSH)
        position_note_en_passant(position, to);
    run->pinned = look_at_king(position, side ^ 1);
    run->open_check = text->has_sign ? run->item : NULL;
    int is_canonical = (position->checkers != 0) == text->has_sign;
    add_item(run, ITEM_MOVE, is_canonical ? ITEM_CANONICAL_SAN : 0, run->move, at, text->end);
    run->at = text->end;
}

/* The move at `at`. Returns 0, and changes nothing, where it is left to others. */
INLINED int run_move(struct run *run, unsigned side, const char *at)
{
    const struct position *position = run->position;
    struct run_text text;
    if (!read_text(at, &text))
        return 0;
    uint64_t prey = position->colours[side ^ 1] & ~position->types[KING];
    if (text.captures != (prey >> text.to & 1) || (position->colours[side] >> text.to & 1))
        return 0;
    unsigned from = text.type == PAWN ? find_pawn(position, side, &text) : find_piece(position, side, &text);
    if (from == NO_SQUARE || !may_move(run, text.type, from, text.to))
        return 0;
    make_move(run, side, &text, at, from);
    return 1;
}

/* A comment on one line: is it all that stands here? Then passes over it. */
static int run_comment(struct run *run, const char *at)
{
    const char *text = at + 1;
    const char *text_end = skip_plain(text, run->last);
    if (text_end >= run->last || *text_end != '}')
        return 0;
    add_item(run, ITEM_COMMENT, 0, NO_MOVE, text, text_end);
    run->at = text_end + 1;
    return 1;
}

static void run_tokens(struct run *run, const struct game_item *item_end, const struct plain_move *made_end)
{
    while (run->at < run->last && run->item < item_end && run->made < made_end) {
        const char *at = skip_gap(run->at);
        if (at == NULL)
            return;
        int goes_on = *at == '{'                     ? run_comment(run, at)
                      : run->position->side == WHITE ? run_move(run, WHITE, at)
                                                     : run_move(run, BLACK, at);
        if (!goes_on)
            return;
    }
}

/* ---- Runs ---- */

/* What was read becomes part of the game. Returns 0, and takes it back, where moves must be told one by one. */
static int take_run(struct pgn_scan *scan, const struct run *run, const struct position *before,
                    const struct plain_move *moves)
{
    struct line_stack *line = scan->line;
    size_t count = (size_t)(run->made - moves);
    if (count != 0 && scan->visit_run != NULL &&
        !scan->visit_run(scan->visit_opaque, before, line->walk.ply, moves, count)) {
        line->position = *before;
        return 0;
    }
    scan->at = run->at;
    scan->game->item_count = (size_t)(run->item - scan->game->items);
    if (count == 0)
        return 1;
    scan->open_check = run->open_check == NULL ? 0 : 1 + (size_t)(run->open_check - scan->game->items);
    walk_plies(&line->walk, count);
    line->last_move = position_word(&line->position, run->move, &run->past);
    line->last_is_move = 1;
    return 1;
}

/* Room for a run's items, as far as there is any. */
static const struct game_item *find_item_end(struct game *game)
{
    size_t left = GAME_ITEM_MAX - game->item_count;
    size_t room = left < RUN_ITEMS_MAX ? left : RUN_ITEMS_MAX;
    if (!game_reserve_items(game, room))
        return NULL;
    return game->items + game->item_count + room;
}

int scan_moves(struct pgn_scan *scan)
{
    struct line_stack *line = scan->line;
    struct game *game = scan->game;
    if (scan->tells_each_move || scan->end - scan->at <= TOKEN_SIZE_MAX)
        return 0;
    const struct game_item *item_end = find_item_end(game);
    if (item_end == NULL)
        return 0;
    struct plain_move moves[RUN_PLIES_MAX];
    const struct position before = line->position;
    struct run run = {.at = scan->at,
                      .last = scan->end - TOKEN_SIZE_MAX,
                      .start = scan->start,
                      .position = &line->position,
                      .item = game->items + game->item_count,
                      .made = moves};
    run.pinned = look_at_king(run.position, run.position->side);
    run_tokens(&run, item_end, moves + RUN_PLIES_MAX);
    if (run.at == scan->at)
        return 0;
    if (take_run(scan, &run, &before, moves))
        return 1;
    scan->tells_each_move = 1;
    return 0;
}
