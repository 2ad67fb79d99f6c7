#include "moves/best_sight.h"

#include <string.h>

#include "chess/zobrist.h"
#include "util/hash32.h"

/* Contexts by number: what is known of the position, and of the move in it (fill_keys() and best_sight_ask()). */
enum context {
    MOVE_AND_CLASS,
    MOVE_IN_PAWNS,
    MOVE_IN_OWN_MEN,
    MOVE_IN_POSITION,
    MOVE_OF_PLAYER,
    MOVE_OF_PLAYER_IN_OWN_MEN,
    MOVE_OF_PLAYER_IN_POSITION,
    MOVE_AGAINST_PLAYER,
    MAN_AND_NEIGHBOURS,
    TARGET_AFTER_BOTH,
    REPETITION,
    CLASS_AND_RATING
};

/* A game that had so many unknown positions in a row has left those before it. */
enum { STRANGE = 4 };

void best_sight_start(struct best_sight *sight)
{
    memset(sight, 0, sizeof *sight);
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
    uint64_t key = position->side == WHITE ? 0 : zobrist_tables.black_to_move;
    for (; men != 0; men &= men - 1) {
        unsigned square = lowest_bit(men);
        key ^= zobrist_tables.man[position->men[square]][square];
    }
    return key;
}

/* What man a past move brought where, as the side to move sees it; 0: not known. */
static uint32_t past_target(const struct policy_odds *odds, const struct position *position, unsigned plies)
{
    const struct policy_past_move *past = policy_past_at(&odds->past, policy_ply_number(position) - plies);
    unsigned flip = position->side == WHITE ? 0 : 56;
    return past == NULL ? 0 : man_type(past->man) << 6 | (move_to(past->move) ^ flip);
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

/* Counts unknown positions in a row; remembers this one while there were few. */
static void note_position(struct best_sight *sight, uint32_t key)
{
    uint64_t *word = &sight->known[key >> (32 - BEST_KNOWN_BITS + 6)];
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

static void fill_keys(struct best_sight *sight, const struct policy_odds *odds)
{
    const struct position *position = sight->position;
    unsigned side = position->side;
    uint32_t *keys = sight->keys;
    uint32_t enemys = past_target(odds, position, 1);
    uint32_t own = past_target(odds, position, 2);
    uint32_t player = sight->hints.player[side] * 2 + side;
    uint32_t opponent = sight->hints.player[side ^ 1] * 2 + side;
    uint32_t pawns = fold(key_of_men(position, position->types[PAWN]));
    uint32_t own_men = fold(key_of_men(position, position->colours[side]));
    uint32_t here = hash32(1, fold(zobrist_hash(position)));
    note_position(sight, here);
    keys[MOVE_AND_CLASS] = key_of(MOVE_AND_CLASS, 0);
    keys[MOVE_IN_PAWNS] = key_of(MOVE_IN_PAWNS, pawns);
    keys[MOVE_IN_OWN_MEN] = key_of(MOVE_IN_OWN_MEN, own_men);
    keys[MOVE_IN_POSITION] = key_of(MOVE_IN_POSITION, here);
    keys[MOVE_OF_PLAYER] = key_of(MOVE_OF_PLAYER, player);
    keys[MOVE_OF_PLAYER_IN_OWN_MEN] = key_of_both(MOVE_OF_PLAYER_IN_OWN_MEN, own_men, player);
    keys[MOVE_OF_PLAYER_IN_POSITION] = key_of_both(MOVE_OF_PLAYER_IN_POSITION, here, player);
    keys[MOVE_AGAINST_PLAYER] = key_of(MOVE_AGAINST_PLAYER, opponent);
    keys[MAN_AND_NEIGHBOURS] = key_of(MAN_AND_NEIGHBOURS, 0);
    keys[TARGET_AFTER_BOTH] = key_of_both(TARGET_AFTER_BOTH, enemys, own);
    keys[REPETITION] =
        key_of_both(REPETITION, calm_class(position->halfmove_clock), result_for(side, sight->hints.result));
    keys[CLASS_AND_RATING] = key_of(CLASS_AND_RATING, policy_rating_bucket(sight->hints.rating[side]));
    sight->counted[0] = hash32(2, here);
    sight->counted[1] = hash32(sight->counted[0], player);
    if (sight->strangeness >= STRANGE)
        keys[MOVE_IN_POSITION] = keys[MOVE_OF_PLAYER_IN_POSITION] = sight->counted[0] = sight->counted[1] = 0;
}

void best_sight_look(struct best_sight *sight, const struct policy_odds *odds,
                     const struct position *position)
{
    sight->position = position;
    sight->ply = &odds->ply;
    sight->flip = position->side == WHITE ? 0 : 56;
    sight->board = key_of_men(position, position_occupied(position));
    note_board(sight);
    fill_keys(sight, odds);
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
    for (int rank = (int)square_rank(square) - 1; rank <= (int)square_rank(square) + 1; rank++) {
        uint32_t men = 0;
        for (int file = (int)square_file(square) - 1; file <= (int)square_file(square) + 1; file++) {
            uint32_t seen = NO_MAN + 2;
            if (rank >= 0 && rank < 8 && file >= 0 && file < 8) {
                unsigned man = sight->position->men[square_of((unsigned)file, (unsigned)rank) ^ sight->flip];
                seen = man == NO_MAN ? NO_MAN : man ^ sight->position->side;
            }
            men = men << 4 | seen;
        }
        hash = hash32(hash, men);
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
    const uint32_t seen[BEST_CONTEXTS] = {
        [MOVE_AND_CLASS] = row << 12 | class,
        [MOVE_IN_PAWNS] = row,
        [MOVE_IN_OWN_MEN] = row,
        [MOVE_IN_POSITION] = row,
        [MOVE_OF_PLAYER] = row,
        [MOVE_OF_PLAYER_IN_OWN_MEN] = row,
        [MOVE_OF_PLAYER_IN_POSITION] = row,
        [MOVE_AGAINST_PLAYER] = row,
        [MAN_AND_NEIGHBOURS] = see_neighbours(sight, piece, to),
        [TARGET_AFTER_BOTH] = piece << 6 | to,
        [REPETITION] = count_repetitions(sight, from ^ sight->flip, to ^ sight->flip) << 4 | ranked,
        [CLASS_AND_RATING] = class << 4 | ranked,
    };
    for (unsigned i = 0; i < BEST_CONTEXTS; i++)
        question->contexts[i] = sight->keys[i] == 0 ? 0 : hash32(sight->keys[i], seen[i]);
    for (unsigned i = 0; i < BEST_COUNTERS; i++)
        question->counters[i] = sight->counted[i] == 0 ? 0 : hash32(sight->counted[i], row);
    question->trusted[0] = MOVE_IN_POSITION;
    question->trusted[1] = MOVE_OF_PLAYER_IN_OWN_MEN;
    question->trusted[2] = MOVE_OF_PLAYER_IN_POSITION;
    choose_sets(sight, question, class, piece, from);
}
