#include "net/odds/policy_odds.h"

#include <string.h>

#include "net/features/policy_class.h"

void policy_odds_init(struct policy_odds *odds, const struct policy_weights *net,
                      const struct policy_kernel *kernel)
{
    memset(odds, 0, sizeof *odds);
    odds->net = net;
    odds->kernel = kernel;
    memset(odds->men, NO_MAN, sizeof odds->men);
    memcpy(odds->sums[WHITE], net->bias, net->shape.width * sizeof *net->bias);
    memcpy(odds->sums[BLACK], net->bias, net->shape.width * sizeof *net->bias);
    for (unsigned side = WHITE; side <= BLACK; side++) {
        uint16_t known[3];
        policy_hint_inputs(&odds->summed, side, known);
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
struct changes {
    uint16_t rows[2][64 + 4 + 3];
    size_t counts[2];
};

enum { ADDED, REMOVED };

static void note(struct changes *changes, int which, unsigned row)
{
    changes->rows[which][changes->counts[which]++] = (uint16_t)row;
}

/* As white sees it: the first of a man's 64 rows. Black sees that of the other colour's. */
static const uint16_t first_rows[NO_MAN] = {0 * 64, 6 * 64, 1 * 64, 7 * 64,  2 * 64, 8 * 64,
                                            3 * 64, 9 * 64, 4 * 64, 10 * 64, 5 * 64, 11 * 64};

static void note_man(struct changes changes[2], unsigned man, unsigned square, int which)
{
    if (man == NO_MAN)
        return;
    note(&changes[WHITE], which, POLICY_INPUT_MAN + first_rows[man] + square);
    note(&changes[BLACK], which, POLICY_INPUT_MAN + first_rows[man ^ 1] + (square ^ 56));
}

static void note_castling(struct changes changes[2], unsigned rights, int which)
{
    for (; rights != 0; rights &= rights - 1) {
        note(&changes[WHITE], which, policy_castling_input(WHITE, lowest_bit(rights)));
        note(&changes[BLACK], which, policy_castling_input(BLACK, lowest_bit(rights)));
    }
}

static void note_hints(struct changes changes[2], const struct policy_hints *hints, int which)
{
    for (unsigned side = WHITE; side <= BLACK; side++) {
        uint16_t known[3];
        policy_hint_inputs(hints, side, known);
        for (unsigned i = 0; i < 3; i++)
            note(&changes[side], which, known[i]);
    }
}

static int same_hints(const struct policy_hints *a, const struct policy_hints *b)
{
    return a->rating[WHITE] == b->rating[WHITE] && a->rating[BLACK] == b->rating[BLACK] &&
           a->result == b->result;
}

/* The squares where a man stands that wasn't there, or no longer does. */
static uint64_t find_moved(struct policy_odds *odds, const struct position *position)
{
    uint64_t moved =
        (odds->colours[WHITE] ^ position->colours[WHITE]) | (odds->colours[BLACK] ^ position->colours[BLACK]);
    for (unsigned type = PAWN; type <= KING; type++)
        moved |= odds->types[type] ^ position->types[type];
    memcpy(odds->types, position->types, sizeof odds->types);
    memcpy(odds->colours, position->colours, sizeof odds->colours);
    return moved;
}

/* Brings the sums to the present position. Returns 1 when no man has moved since the last time. */
static int update_sums(struct policy_odds *odds, const struct position *position)
{
    struct changes changes[2];
    uint64_t moved = find_moved(odds, position);
    for (unsigned side = WHITE; side <= BLACK; side++)
        changes[side].counts[ADDED] = changes[side].counts[REMOVED] = 0;
    for (uint64_t squares = moved; squares != 0; squares &= squares - 1) {
        unsigned square = lowest_bit(squares);
        note_man(changes, odds->men[square], square, REMOVED);
        note_man(changes, position->men[square], square, ADDED);
        odds->men[square] = position->men[square];
    }
    if (odds->castling != position->castling) {
        note_castling(changes, position->castling & ~odds->castling, ADDED);
        note_castling(changes, odds->castling & ~(unsigned)position->castling, REMOVED);
        odds->castling = position->castling;
    }
    if (!same_hints(&odds->summed, &odds->hints)) {
        note_hints(changes, &odds->hints, ADDED);
        note_hints(changes, &odds->summed, REMOVED);
        odds->summed = odds->hints;
    }
    for (unsigned side = WHITE; side <= BLACK; side++)
        odds->kernel->update(odds->net, odds->sums[side], changes[side].rows[ADDED],
                             changes[side].counts[ADDED], changes[side].rows[REMOVED],
                             changes[side].counts[REMOVED]);
    return moved == 0;
}

/* ---- Asking ---- */

static void evaluate(struct policy_odds *odds, const struct position *position)
{
    odds->is_alternative = update_sums(odds, position);
    odds->kernel->evaluate(odds->net, odds->sums[position->side], &odds->ply, odds->logits);
}

int policy_odds_ask(struct policy_odds *odds, const struct position *position)
{
    struct policy_ply *ply = &odds->ply;
    odds->history = policy_past_look(&odds->past, position);
    if (odds->net->shape.sight == POLICY_SIGHT_FAR)
        policy_past_look_far(&odds->past, position, &odds->history);
    policy_ply_fill(odds->kernel, &odds->view, ply, position, &odds->history, odds->net->shape.sight);
    odds->is_alternative = 0;
    if (ply->count < 2 || ply->count > POLICY_MOVES_MAX)
        return 0;
    evaluate(odds, position);
    return 1;
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
