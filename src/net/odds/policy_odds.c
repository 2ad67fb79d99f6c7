#include "net/odds/policy_odds.h"

#include <string.h>

#include "net/features/policy_class.h"

void policy_odds_init(struct policy_odds *odds, const struct policy_weights *net,
                      const struct policy_kernel *kernel)
{
    memset(odds, 0, sizeof *odds);
    odds->net = net;
    odds->kernel = kernel;
    for (unsigned side = WHITE; side <= BLACK; side++) {
        uint16_t known[3];
        memset(odds->summed[side].men, NO_MAN, sizeof odds->summed[side].men);
        memcpy(odds->sums[side], net->bias, net->shape.width * sizeof *net->bias);
        policy_hint_inputs(&odds->summed[side].hints, side, known);
        odds->kernel->update(net, odds->sums[side], known, 3, NULL, 0);
    }
}

void policy_odds_start_game(struct policy_odds *odds, const struct policy_hints *hints)
{
    policy_past_start_game(&odds->past);
    odds->hints = hints != NULL ? *hints : (struct policy_hints){.result = 0};
}

/* ---- The sums of the board's rows ---- */

/* Rows that enter or leave a sum: a man's from each square, the rights', and what is known of the game. */
enum { CHANGES_MAX = 64 + 4 + 3 };

/* As white sees it: the first of a man's 64 rows. Black sees that of the other colour's. */
static const uint16_t first_rows[NO_MAN] = {0 * 64, 6 * 64, 1 * 64, 7 * 64,  2 * 64, 8 * 64,
                                            3 * 64, 9 * 64, 4 * 64, 10 * 64, 5 * 64, 11 * 64};

/* Each returns where the next row is put. */
static uint16_t *note_man(uint16_t *rows, unsigned side, unsigned man, unsigned square)
{
    unsigned flip = side == WHITE ? 0 : 56;
    if (man != NO_MAN)
        *rows++ = (uint16_t)(POLICY_INPUT_MAN + first_rows[man ^ side] + (square ^ flip));
    return rows;
}

static uint16_t *note_castling(uint16_t *rows, unsigned side, unsigned rights)
{
    for (; rights != 0; rights &= rights - 1)
        *rows++ = (uint16_t)policy_castling_input(side, lowest_bit(rights));
    return rows;
}

static uint16_t *note_hints(uint16_t *rows, unsigned side, const struct policy_hints *hints)
{
    policy_hint_inputs(hints, side, rows);
    return rows + 3;
}

static int same_hints(const struct policy_hints *a, const struct policy_hints *b)
{
    return a->rating[WHITE] == b->rating[WHITE] && a->rating[BLACK] == b->rating[BLACK] &&
           a->result == b->result;
}

/* The squares where a man stands that wasn't there, or no longer does. */
static uint64_t find_moved(struct policy_summed *summed, const struct position *position)
{
    uint64_t moved = (summed->colours[WHITE] ^ position->colours[WHITE]) |
                     (summed->colours[BLACK] ^ position->colours[BLACK]);
    for (unsigned type = PAWN; type <= KING; type++)
        moved |= summed->types[type] ^ position->types[type];
    memcpy(summed->types, position->types, sizeof summed->types);
    memcpy(summed->colours, position->colours, sizeof summed->colours);
    return moved;
}

/* Brings the sums of the side to move to the present position. */
static void update_sums(struct policy_odds *odds, const struct position *position)
{
    uint16_t rows[2][CHANGES_MAX];
    uint16_t *added = rows[0], *removed = rows[1];
    unsigned side = position->side;
    struct policy_summed *summed = &odds->summed[side];
    for (uint64_t squares = find_moved(summed, position); squares != 0; squares &= squares - 1) {
        unsigned square = lowest_bit(squares);
        removed = note_man(removed, side, summed->men[square], square);
        added = note_man(added, side, position->men[square], square);
        summed->men[square] = position->men[square];
    }
    if (summed->castling != position->castling) {
        added = note_castling(added, side, position->castling & ~summed->castling);
        removed = note_castling(removed, side, summed->castling & ~(unsigned)position->castling);
        summed->castling = position->castling;
    }
    if (!same_hints(&summed->hints, &odds->hints)) {
        added = note_hints(added, side, &odds->hints);
        removed = note_hints(removed, side, &summed->hints);
        summed->hints = odds->hints;
    }
    odds->kernel->update(odds->net, odds->sums[side], rows[0], (size_t)(added - rows[0]), rows[1],
                         (size_t)(removed - rows[1]));
}

/* ---- Asking ---- */

void policy_odds_pass(struct policy_odds *odds, const struct position *position)
{
    odds->is_alternative = odds->colours[WHITE] == position->colours[WHITE] &&
                           odds->colours[BLACK] == position->colours[BLACK] &&
                           memcmp(odds->types, position->types, sizeof odds->types) == 0;
    memcpy(odds->types, position->types, sizeof odds->types);
    memcpy(odds->colours, position->colours, sizeof odds->colours);
}

static void evaluate(struct policy_odds *odds, const struct position *position)
{
    update_sums(odds, position);
    odds->kernel->evaluate(odds->net, odds->sums[position->side], &odds->ply, odds->logits);
}

void policy_odds_look_back(struct policy_odds *odds, const struct position *position)
{
    odds->history = policy_past_look(&odds->past, position);
    if (odds->net->shape.sight == POLICY_SIGHT_FAR)
        policy_past_look_far(&odds->past, position, &odds->history);
}

int policy_odds_ask_now(struct policy_odds *odds, const struct position *position)
{
    struct policy_ply *ply = &odds->ply;
    policy_ply_fill(odds->kernel, &odds->view, ply, position, &odds->history, odds->net->shape.sight);
    odds->is_alternative = 0;
    if (ply->count < 2 || ply->count > POLICY_MOVES_MAX)
        return 0;
    policy_odds_pass(odds, position);
    evaluate(odds, position);
    return 1;
}

int policy_odds_ask(struct policy_odds *odds, const struct position *position)
{
    policy_odds_look_back(odds, position);
    return policy_odds_ask_now(odds, position);
}

static void take_moves(struct policy_ply *some, const struct policy_ply *all, const uint8_t *places,
                       unsigned count)
{
    some->count = count;
    some->input_count = all->input_count;
    memcpy(some->inputs, all->inputs, all->input_count * sizeof *all->inputs);
    for (unsigned i = 0; i < count; i++)
        policy_put_move(some, i, all->moves[places[i]], all->rows[places[i]], all->classes[places[i]], 0);
}

void policy_odds_ask_some(struct policy_odds *odds, struct policy_odds *all, const uint8_t *places,
                          unsigned count)
{
    const struct position *position = all->view.position;
    take_moves(&odds->ply, &all->ply, places, count);
    policy_past_look_far(&all->past, position, &all->history);
    odds->kernel->see_far(&all->view, &odds->ply, &all->history);
    evaluate(odds, position);
}

chess_move policy_odds_move(const struct policy_odds *odds, const struct position *position, unsigned i)
{
    return policy_move_of(position, odds->ply.moves[i]);
}

chess_move policy_odds_replaced(const struct policy_odds *odds, const struct position *position)
{
    if (!odds->is_alternative)
        return NO_MOVE;
    const struct policy_past_move *replaced = policy_past_at(&odds->past, policy_ply_number(position));
    return replaced == NULL ? NO_MOVE : replaced->move;
}
