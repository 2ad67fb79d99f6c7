#include "unit/codec_walk.h"

#include <check.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/notation.h"
#include "shared/bytes.h"

const char *const walk_starts[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
    "rbbqn1kr/pp2p1pp/6n1/2pp1p2/2P4P/P7/BP1PPPP1/R1BQNNKR w HAha - 0 9",
    /* Castling with overlaps: the rook on the king's target, the king on the rook's, neighbours. */
    "2rk1r2/pppppppp/8/8/8/8/PPPPPPPP/1R1K1R2 w FBfc - 0 1",
    "rk5r/pppppppp/8/8/8/8/PPPPPPPP/RK5R w HAha - 0 1",
    "r4kr1/pppppppp/8/8/8/8/PPPPPPPP/R4KR1 w GAga - 0 1",
    "1r3k1r/pppppppp/8/8/8/8/PPPPPPPP/2RK3R b HChb - 0 1",
    "5rkr/pppppppp/8/8/8/8/PPPPPPPP/1RKR4 w DBhf - 0 1",
    NULL,
};

const char *const walk_hostile[] = {
    /* The most moves that a reachable position is known to have. */
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
    /* More own men than a side has. */
    "4k3/pppppppp/8/8/PPPPPPPP/PPPPPPPP/PPPPPPPP/RNBQKBNR w KQ - 0 1",
    "rnbqkbnr/nnnnnnnn/bbbbbbbb/8/8/8/8/4K3 b kq - 0 1",
    "kb6/pp6/RBNRBNRB/NRBNRBNR/BNRBNRBN/RBNRBNRB/NRBNRBNR/BNRBNRBK w - - 0 1",
    /* Queens in great number: 262 moves, no room, and 262 moves of Black. */
    "kbQQQQQQ/ppQ4Q/QQ5Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQK w - - 0 1",
    "kbQQQQQQ/ppQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQK w - - 0 1",
    "qqqqqqqk/q6q/q6q/q6q/q6q/qq5q/PPq4q/KBqqqqqq b - - 0 1",
    /* The side that is not to move is in check. */
    "3qkq2/PPP2PPP/8/8/8/8/ppp2ppp/3QKQ2 w - - 0 1",
    "r3k2r/3P1P2/3N4/8/4R3/8/8/R3K2R w KQkq - 0 1",
    "4k3/3P1P2/8/8/8/8/8/4R1K1 w - - 0 1",
    "r3k2r/8/8/8/8/5n2/3pp3/R3K2R b KQkq - 0 1",
    "8/8/2k5/3pP3/2B5/8/8/R3K2R w KQ d6 0 2",
    "1r6/5n2/8/3kQ3/3KR3/8/2P1P3/8 w - - 0 1",
    NULL,
};

void walk_position(const char *fen, struct position *position)
{
    enum fen_status status = fen_parse(fen, strlen(fen), position, NULL);
    ck_assert_msg(status == FEN_OK, "%s: %s", fen, fen_status_text(status));
}

void walk_exposed_king(unsigned which, struct position *position)
{
    static const char *const fens[WALK_EXPOSED_KINGS] = {
        "8/8/4R3/4k3/3P4/2Q3N1/7B/6K1 w - - 0 1",
        "4k3/3P1P2/8/8/8/8/8/4R1K1 w - - 0 1",
    };
    walk_position(fens[which], position);
}

chess_move walk_move(const struct position *position, const char *uci)
{
    chess_move move = NO_MOVE;
    enum san_status status = uci_parse(position, uci, strlen(uci), &move);
    ck_assert_msg(status == SAN_OK, "%s is not a legal move", uci);
    return move;
}

static void visit_below(const struct position *position, unsigned depth, walk_visit visit)
{
    chess_move moves[MOVE_LIST_CAPACITY];
    unsigned count = legal_list(position, moves);
    visit(position, moves, count);
    for (unsigned i = 0; depth > 0 && i < count; i++) {
        struct position next = *position;
        position_make(&next, moves[i]);
        visit_below(&next, depth - 1, visit);
    }
}

void walk_tree(const char *fen, unsigned depth, walk_visit visit)
{
    struct position position;
    walk_position(fen, &position);
    visit_below(&position, depth, visit);
}

void walk_random_games(const char *fen, unsigned games, unsigned plies, uint64_t seed, walk_visit visit)
{
    uint64_t state = seed;
    while (games-- > 0) {
        struct position position;
        walk_position(fen, &position);
        for (unsigned ply = 0; ply < plies; ply++) {
            chess_move moves[MOVE_LIST_CAPACITY];
            unsigned count = legal_list(&position, moves);
            visit(&position, moves, count);
            if (count == 0)
                break;
            position_make(&position, moves[next_random(&state) % count]);
        }
    }
}

void walk_everything(walk_visit visit)
{
    for (const char *const *fen = walk_starts; *fen != NULL; fen++) {
        walk_tree(*fen, 2, visit);
        walk_random_games(*fen, 20, 150, 1, visit);
    }
    for (const char *const *fen = walk_hostile; *fen != NULL; fen++) {
        walk_tree(*fen, 0, visit);
        walk_random_games(*fen, 2, 60, 2, visit);
    }
}
