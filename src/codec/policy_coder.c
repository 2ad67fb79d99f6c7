#include "codec/policy_coder.h"

#include <string.h>

/* Sums of sizes are below 2^16 before each move gets its 1. */
enum { TOTAL_BITS = 16 };

void policy_coder_init(struct policy_coder *coder, const struct policy_weights *net,
                       const struct policy_kernel *kernel)
{
    memset(coder, 0, sizeof *coder);
    coder->net = net;
    coder->kernel = kernel;
    memset(coder->temperatures, POLICY_TEMPERATURE_UNIT, sizeof coder->temperatures);
    memcpy(coder->sums[WHITE], net->bias, sizeof net->bias);
    memcpy(coder->sums[BLACK], net->bias, sizeof net->bias);
    for (unsigned side = WHITE; side <= BLACK; side++) {
        uint16_t known[3];
        policy_hint_inputs(&coder->summed, side, known);
        coder->kernel->update(net, coder->sums[side], known, 3, NULL, 0);
    }
}

void policy_coder_start_game(struct policy_coder *coder, const struct policy_hints *hints)
{
    policy_past_start_game(&coder->past);
    coder->hints = hints != NULL ? *hints : (struct policy_hints){.result = 0};
}

/* ---- The sums of the board's rows ---- */

/* Rows that enter or leave a sum: every man's and right's row at most. */
struct changes {
    uint16_t rows[2][12 * 64 + 4 + 3];
    size_t counts[2];
};

enum { ADDED, REMOVED };

static void note(struct changes *changes, int which, unsigned row)
{
    changes->rows[which][changes->counts[which]++] = (uint16_t)row;
}

static void note_men(struct changes changes[2], unsigned man, uint64_t squares, int which)
{
    unsigned type = man_type(man);
    unsigned colour = man_colour(man);
    for (; squares != 0; squares &= squares - 1) {
        unsigned square = lowest_bit(squares);
        note(&changes[WHITE], which, policy_man_input(WHITE, type, colour, square));
        note(&changes[BLACK], which, policy_man_input(BLACK, type, colour, square));
    }
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

/* Brings the sums to the present position. Returns 1 when no man has moved since the last time. */
static int update_sums(struct policy_coder *coder, const struct position *position)
{
    struct changes changes[2];
    uint64_t moved = 0;
    for (unsigned side = WHITE; side <= BLACK; side++)
        changes[side].counts[ADDED] = changes[side].counts[REMOVED] = 0;
    for (unsigned man = 0; man < 12; man++) {
        uint64_t now = position->types[man_type(man)] & position->colours[man_colour(man)];
        uint64_t changed = now ^ coder->men[man];
        if (changed == 0)
            continue;
        note_men(changes, man, changed & now, ADDED);
        note_men(changes, man, changed & ~now, REMOVED);
        coder->men[man] = now;
        moved |= changed;
    }
    if (coder->castling != position->castling) {
        note_castling(changes, position->castling & ~coder->castling, ADDED);
        note_castling(changes, coder->castling & ~(unsigned)position->castling, REMOVED);
        coder->castling = position->castling;
    }
    if (!same_hints(&coder->summed, &coder->hints)) {
        note_hints(changes, &coder->hints, ADDED);
        note_hints(changes, &coder->summed, REMOVED);
        coder->summed = coder->hints;
    }
    for (unsigned side = WHITE; side <= BLACK; side++)
        coder->kernel->update(coder->net, coder->sums[side], changes[side].rows[ADDED],
                              changes[side].counts[ADDED], changes[side].rows[REMOVED],
                              changes[side].counts[REMOVED]);
    return moved == 0;
}

/* ---- Sizes of the moves ---- */

static unsigned find_move(const struct policy_ply *ply, unsigned code)
{
    unsigned i = 0;
    while (ply->moves[i] != code)
        i++;
    return i;
}

/* A variation's first move is hardly ever the one that it replaces. */
static void lessen_replaced(struct policy_coder *coder, const struct position *position)
{
    const struct policy_past_move *replaced = policy_past_at(&coder->past, policy_ply_number(position));
    if (replaced == NULL)
        return;
    unsigned code = policy_code_of(position, replaced->move);
    for (unsigned i = 0; i < coder->ply.count; i++)
        if (coder->ply.moves[i] == code) {
            coder->total -= (uint32_t)coder->sizes[i] - 1;
            coder->sizes[i] = 1;
        }
}

/* Sets ply, and asks the net if there is a choice: logits are in `sizes` then. Returns 1 if so. */
static int ask(struct policy_coder *coder, const struct position *position, int *is_alternative)
{
    struct policy_history history = policy_past_look(&coder->past, position);
    struct policy_ply *ply = &coder->ply;
    policy_ply_fill(ply, position, &history);
    if (ply->count < 2 || ply->count > POLICY_MOVES_MAX)
        return 0;
    *is_alternative = update_sums(coder, position);
    coder->kernel->evaluate(coder->net, coder->sums[position->side], ply, coder->sizes);
    return 1;
}

/* Sets ply, sizes and total. */
static void expect(struct policy_coder *coder, const struct position *position)
{
    const struct policy_ply *ply = &coder->ply;
    int is_alternative;
    if (!ask(coder, position, &is_alternative))
        return;
    uint32_t sum =
        coder->kernel->chances(coder->sizes, ply->count, coder->temperatures[policy_phase(position)]);
    unsigned bits = bit_length(sum);
    unsigned shift = bits > TOTAL_BITS ? bits - TOTAL_BITS : 0;
    coder->total = 0;
    for (unsigned i = 0; i < ply->count; i++) {
        coder->sizes[i] = (coder->sizes[i] >> shift) + 1;
        coder->total += (uint32_t)coder->sizes[i];
    }
    if (is_alternative)
        lessen_replaced(coder, position);
}

/* 256 * log2, off by less than 2; `value` must not be 0. */
static uint32_t log2_of(uint32_t value)
{
    unsigned power = bit_length(value) - 1;
    uint32_t fraction = (uint32_t)(((uint64_t)value << 8) >> power) & 255;
    return power * 256 + fraction + (88 * fraction * (256 - fraction) >> 16);
}

void policy_add_costs(struct policy_coder *coder, const struct position *position, chess_move move,
                      const uint8_t *temperatures, unsigned count, uint64_t *costs)
{
    int32_t chances[POLICY_MOVES_MAX + POLICY_PADDING];
    int is_alternative;
    if (ask(coder, position, &is_alternative)) {
        unsigned played = find_move(&coder->ply, policy_code_of(position, move));
        for (unsigned i = 0; i < count; i++) {
            memcpy(chances, coder->sizes, coder->ply.count * sizeof *chances);
            uint32_t sum = coder->kernel->chances(chances, coder->ply.count, temperatures[i]);
            costs[i] += log2_of(sum) - log2_of((uint32_t)chances[played] + 1);
        }
    }
    policy_past_add(&coder->past, position, move);
}

/* ---- Both ways ---- */

static void encode_evenly(const struct position *position, chess_move move, struct range_encoder *encoder,
                          struct buffer *out)
{
    struct move_targets targets;
    legal_targets(position, &targets);
    range_encode(encoder, legal_index(&targets, move), 1, targets.count, out);
}

static chess_move decode_evenly(const struct position *position, struct range_decoder *decoder,
                                struct byte_source *in)
{
    struct move_targets targets;
    legal_targets(position, &targets);
    uint32_t place = range_decode(decoder, targets.count, in);
    range_decoder_take(decoder, place, 1, in);
    return legal_nth(position, &targets, place);
}

void policy_encode(struct policy_coder *coder, const struct position *position, chess_move move,
                   struct range_encoder *encoder, struct buffer *out)
{
    expect(coder, position);
    if (coder->ply.count > POLICY_MOVES_MAX) {
        encode_evenly(position, move, encoder, out);
    } else if (coder->ply.count > 1) {
        unsigned played = find_move(&coder->ply, policy_code_of(position, move));
        uint32_t start = 0;
        for (unsigned i = 0; i < played; i++)
            start += (uint32_t)coder->sizes[i];
        range_encode(encoder, start, (uint32_t)coder->sizes[played], coder->total, out);
    }
    policy_past_add(&coder->past, position, move);
}

static chess_move move_of_code(const struct position *position, unsigned code)
{
    unsigned flip = position->side == WHITE ? 0 : 56;
    unsigned promotion = code >> 12;
    return move_classify(position, (code >> 6 & 63) ^ flip, (code & 63) ^ flip,
                         promotion == 0 ? NO_PIECE_TYPE : promotion);
}

static chess_move decode_played(struct policy_coder *coder, const struct position *position,
                                struct range_decoder *decoder, struct byte_source *in)
{
    unsigned played = 0;
    if (coder->ply.count > 1) {
        uint32_t place = range_decode(decoder, coder->total, in);
        uint32_t start = 0;
        while (place - start >= (uint32_t)coder->sizes[played])
            start += (uint32_t)coder->sizes[played++];
        range_decoder_take(decoder, start, (uint32_t)coder->sizes[played], in);
    }
    return move_of_code(position, coder->ply.moves[played]);
}

chess_move policy_decode(struct policy_coder *coder, const struct position *position,
                         struct range_decoder *decoder, struct byte_source *in)
{
    expect(coder, position);
    if (coder->ply.count == 0)
        in->failed = 1;
    if (in->failed)
        return NO_MOVE;
    chess_move move = coder->ply.count > POLICY_MOVES_MAX ? decode_evenly(position, decoder, in)
                                                          : decode_played(coder, position, decoder, in);
    if (in->failed)
        return NO_MOVE;
    policy_past_add(&coder->past, position, move);
    return move;
}
