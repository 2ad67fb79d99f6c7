#include "moves/best/best_sight.h"

#include <string.h>

#include "chess/zobrist.h"
#include "util/hash32.h"

/* Contexts by number: what is known of the position, and of the move in it (fill_keys() and best_sight_ask()). */
enum context {
    MOVE_IN_PAWNS,
    MOVE_IN_OWN_MEN,
    MOVE_IN_POSITION,
    MOVE_OF_PLAYER,
    MOVE_OF_PLAYER_IN_OWN_MEN,
    MAN_AND_NEIGHBOURS,
    REPETITION,
    CLASS_AND_RATING
};

/* A game that had so many unknown positions in a row has left those before it. */
enum { STRANGE = 4 };

/* What stands beyond the edge of the board. */
enum { BEYOND = NO_MAN + 2 };

void best_sight_start(struct best_sight *sight, const struct best_arithmetic *arithmetic)
{
    memset(sight, 0, sizeof *sight);
    memset(sight->board_seen, BEYOND, sizeof sight->board_seen);
    sight->arithmetic = arithmetic;
}

void best_sight_start_game(struct best_sight *sight, const struct policy_hints *hints)
{
    memset(sight->boards, 0, sizeof sight->boards);
    sight->hints = hints != NULL ? *hints : (struct policy_hints){.result = 0};
    sight->strangeness = 0;
}

static uint32_t fold(uint64_t key)
{
    return (uint32_t)key ^ (uint32_t)(key >> 32);
}

/* ---- The position ---- */

static uint64_t key_of_men(const struct position *position, uint64_t men)
{
    uint64_t key = 0;
    for (; men != 0; men &= men - 1) {
        unsigned square = lowest_bit(men);
        key ^= zobrist_tables.man[position->men[square]][square];
    }
    return key;
}

/* Keys of men of some kinds, each with whose turn it is. */
static void see_keys(struct best_sight *sight)
{
    const struct position *position = sight->position;
    uint64_t turn = position->side == WHITE ? 0 : zobrist_tables.black_to_move;
    uint64_t own = position->colours[position->side];
    uint64_t enemy = position->colours[position->side ^ 1];
    uint64_t pawns = position->types[PAWN];
    uint64_t own_pawns = key_of_men(position, own & pawns);
    uint64_t own_pieces = key_of_men(position, own & ~pawns);
    uint64_t enemy_pawns = key_of_men(position, enemy & pawns);
    uint64_t enemy_pieces = key_of_men(position, enemy & ~pawns);
    sight->board = turn ^ own_pawns ^ own_pieces ^ enemy_pawns ^ enemy_pieces;
    sight->pawns = turn ^ own_pawns ^ enemy_pawns;
    sight->own = turn ^ own_pawns ^ own_pieces;
}

static unsigned calm_class(unsigned clock)
{
    return clock < 2 ? 0 : clock < 8 ? 1 : clock < 20 ? 2 : clock < 60 ? 3 : 4;
}

static unsigned result_for(unsigned side, unsigned result)
{
    static const uint8_t results[2][4] = {{0, 1, 2, 3}, {0, 2, 1, 3}};
    return results[side][result & 3];
}

static uint64_t *known_word(struct best_sight *sight, uint32_t key)
{
    return &sight->known[key >> (32 - BEST_KNOWN_BITS + 6)];
}

/* Counts unknown positions in a row; remembers this one while there were few. */
static void note_position(struct best_sight *sight, uint32_t key)
{
    uint64_t *word = known_word(sight, key);
    uint64_t bit = UINT64_C(1) << (key >> (32 - BEST_KNOWN_BITS) & 63);
    if (*word & bit)
        sight->strangeness = 0;
    else if (sight->strangeness < UINT8_MAX)
        sight->strangeness++;
    if (sight->strangeness < STRANGE)
        *word |= bit;
}

static struct best_board *board_at(struct best_sight *sight, uint64_t key)
{
    return &sight->boards[key >> (64 - BEST_BOARD_BITS)];
}

static void note_board(struct best_sight *sight)
{
    struct best_board *board = board_at(sight, sight->board);
    if (board->key != (uint16_t)sight->board)
        *board = (struct best_board){(uint16_t)sight->board, 0};
    board->count = (uint16_t)(board->count + (board->count < 3));
}

static uint32_t key_of(enum context context, uint32_t known)
{
    return hash32(context + 1, known);
}

static uint32_t key_of_both(enum context context, uint32_t known, uint32_t more)
{
    return hash32(hash32(context + 1, known), more);
}

static void fill_keys(struct best_sight *sight)
{
    const struct position *position = sight->position;
    unsigned side = position->side;
    uint32_t *keys = sight->keys;
    uint32_t player = sight->hints.player[side] * 2 + side;
    uint32_t pawns = fold(sight->pawns);
    uint32_t own_men = fold(sight->own);
    uint32_t here = sight->here;
    note_position(sight, here);
    keys[MOVE_IN_PAWNS] = key_of(MOVE_IN_PAWNS, pawns);
    keys[MOVE_IN_OWN_MEN] = key_of(MOVE_IN_OWN_MEN, own_men);
    keys[MOVE_IN_POSITION] = key_of(MOVE_IN_POSITION, here);
    keys[MOVE_OF_PLAYER] = key_of(MOVE_OF_PLAYER, player);
    keys[MOVE_OF_PLAYER_IN_OWN_MEN] = key_of_both(MOVE_OF_PLAYER_IN_OWN_MEN, own_men, player);
    keys[MAN_AND_NEIGHBOURS] = key_of(MAN_AND_NEIGHBOURS, 0);
    keys[REPETITION] =
        key_of_both(REPETITION, calm_class(position->halfmove_clock), result_for(side, sight->hints.result));
    keys[CLASS_AND_RATING] = key_of(CLASS_AND_RATING, policy_rating_bucket(sight->hints.rating[side]));
    keys[BEST_CONTEXTS] = hash32(2, here);
    keys[BEST_CONTEXTS + 1] = hash32(keys[BEST_CONTEXTS], player);
    if (sight->strangeness >= STRANGE)
        keys[MOVE_IN_POSITION] = keys[BEST_CONTEXTS] = keys[BEST_CONTEXTS + 1] = 0;
}

/* Eight men at once: they change colour for black, which leaves alone what is NO_MAN: both of its higher bits are set. */
static void see_board(struct best_sight *sight)
{
    const uint64_t each = UINT64_C(0x0101010101010101);
    const struct position *position = sight->position;
    for (unsigned rank = 0; rank < 8; rank++) {
        uint64_t men;
        memcpy(&men, &position->men[(rank * 8) ^ sight->flip], sizeof men);
        if (position->side == BLACK)
            men ^= each & ~(men >> 2 & men >> 3);
        memcpy(&sight->board_seen[rank + 1][1], &men, sizeof men);
    }
}

void best_sight_expect(struct best_sight *sight, const struct position *position)
{
    sight->position = position;
    sight->flip = position->side == WHITE ? 0 : 56;
    see_keys(sight);
    sight->here = hash32(1, fold(zobrist_complete(position, sight->board)));
    __builtin_prefetch(known_word(sight, sight->here), 1);
}

void best_sight_look(struct best_sight *sight, const struct policy_odds *odds)
{
    sight->ply = &odds->ply;
    note_board(sight);
    fill_keys(sight);
    see_board(sight);
}

/* ---- A move ---- */

static unsigned rank_class(unsigned rank)
{
    return rank < 8 ? rank : rank < 12 ? 8 : rank < 20 ? 9 : 10;
}

static unsigned odds_class(int32_t odds)
{
    int32_t class = (odds + 2048) / 256;
    return class < 0 ? 0 : class > 15 ? 15 : (unsigned)class;
}

/* How often the board that the move leads to was there in this game; castling and the like apart. */
static unsigned count_repetitions(struct best_sight *sight, unsigned from, unsigned to)
{
    const struct position *position = sight->position;
    unsigned man = position->men[from];
    if (position->men[to] != NO_MAN || man_type(man) == PAWN)
        return 0;
    uint64_t key = sight->board ^ zobrist_tables.black_to_move ^ zobrist_tables.man[man][from] ^
                   zobrist_tables.man[man][to];
    const struct best_board *board = board_at(sight, key);
    return board->key == (uint16_t)key ? board->count : 0;
}

/* The men on and around a square, as the mover sees them: 4 bits each. */
static uint32_t see_neighbours(const struct best_sight *sight, uint32_t hash, unsigned square)
{
    for (unsigned rank = square_rank(square); rank <= square_rank(square) + 2; rank++) {
        const uint8_t *men = &sight->board_seen[rank][square_file(square)];
        hash = hash32(hash, (uint32_t)men[0] << 8 | (uint32_t)men[1] << 4 | men[2]);
    }
    return hash;
}

/* Sets of weights: by odds and how known the position is, by what is captured where, by man and origin. */
static void choose_sets(const struct best_sight *sight, struct best_question *question, unsigned class,
                        unsigned piece, unsigned from)
{
    enum { BY_ODDS = 0, BY_CAPTURE = BY_ODDS + 64, BY_ORIGIN = BY_CAPTURE + 48 };
    unsigned strangeness = sight->strangeness;
    unsigned known = strangeness == 0 ? 0 : strangeness < 3 ? 1 : strangeness < 20 ? 2 : 3;
    question->sets[0] = (uint16_t)(BY_ODDS + odds_class(question->odds[0]) * 4 + known);
    question->sets[1] = (uint16_t)(BY_CAPTURE + piece * 8 + (class / 24 & 3) + (class / 4 % 6 != 0 ? 4 : 0));
    question->sets[2] = (uint16_t)(BY_ORIGIN + piece * 64 + from);
}

void best_sight_ask(struct best_sight *sight, unsigned place, unsigned rank, struct best_question *question)
{
    const struct policy_ply *ply = sight->ply;
    unsigned row = ply->rows[place];
    unsigned class = ply->classes[place];
    unsigned from = ply->moves[place] >> 6 & 63;
    unsigned to = ply->moves[place] & 63;
    unsigned piece = class / (POLICY_CLASS_COUNT / 6);
    unsigned ranked = rank_class(rank);
    const uint32_t seen[BEST_LANES] = {
        [MOVE_IN_PAWNS] = row,
        [MOVE_IN_OWN_MEN] = row,
        [MOVE_IN_POSITION] = row,
        [MOVE_OF_PLAYER] = row,
        [MOVE_OF_PLAYER_IN_OWN_MEN] = row,
        [MAN_AND_NEIGHBOURS] = see_neighbours(sight, piece, to),
        [REPETITION] = count_repetitions(sight, from ^ sight->flip, to ^ sight->flip) << 4 | ranked,
        [CLASS_AND_RATING] = class << 4 | ranked,
        [BEST_CONTEXTS] = row,
        [BEST_CONTEXTS + 1] = row,
    };
    sight->arithmetic->hash(sight->keys, seen, question->hashes);
    question->trusted[0] = MOVE_IN_POSITION;
    question->trusted[1] = MOVE_OF_PLAYER_IN_OWN_MEN;
    choose_sets(sight, question, class, piece, from);
}
