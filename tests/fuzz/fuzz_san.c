/*
 * Any text as a move, against several positions. The answer of san_resolve() is the one that trying all legal moves
 * gives: none fits, one, or several; and it knows whether the text is san_write()'s.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/san.h"
#include "util/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const fens[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/Pp2P3/2N2Q1p/1PPBBPPP/R3K2R b KQkq a3 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "2r1kr2/8/8/8/8/8/8/1R2K1R1 w GBfc - 0 1",
    "5k2/8/8/8/8/8/8/R4K1R w KQ - 0 1",
    "1k6/8/8/8/8/8/8/6KR w H - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/1Q1Q4/8/Q2Q4/8/1q3q2/8/4K1N1 b - - 0 1",
    "4r2k/8/8/1b6/8/2N5/4N3/3QK3 w - - 0 1",
    "r3k2r/3P1P2/3N4/8/4R3/8/8/R3K2R w KQkq - 0 1",
    "1r6/5n2/8/3kQ3/3KR3/8/2P1P3/8 w - - 0 1",
};

static void require(int condition)
{
    if (!condition)
        abort();
}

/* Castling written as squares: onto the rook, or onto the king's target where that is no step of the king. */
static int castling_fits(const struct san *san, chess_move move)
{
    unsigned from = move_from(move);
    unsigned queen_side = move_flag(move) & 1;
    unsigned target = castling_king_target(square_rank(from) == 0 ? WHITE : BLACK, queen_side);
    int is_step = (attack_tables.king[from] & square_bit(target)) != 0 || target == from;
    if (san->castling != 0)
        return san->castling == 1 + queen_side;
    return (san->any_piece || san->piece == KING) && san->promotion == NO_PIECE_TYPE &&
           san->from_file == square_file(from) && san->from_rank == square_rank(from) &&
           (san->to == move_to(move) || (san->to == target && !is_step));
}

/* The positions, and their legal moves. */
struct place {
    struct position position;
    chess_move moves[MOVE_LIST_CAPACITY];
    unsigned count;
};

static struct place places[sizeof fens / sizeof *fens];

static void make_places(void)
{
    static int are_made;
    for (size_t i = 0; i < sizeof fens / sizeof *fens && !are_made; i++) {
        require(fen_parse(fens[i], strlen(fens[i]), &places[i].position, NULL) == FEN_OK);
        places[i].count = legal_list(&places[i].position, places[i].moves);
    }
    are_made = 1;
}

static int fits(const struct position *position, const struct san *san, chess_move move)
{
    unsigned from = move_from(move);
    unsigned type = man_type(position->men[from]);
    unsigned promotion = move_is_promotion(move) ? move_promotion(move) : NO_PIECE_TYPE;
    if (move_is_castling(move))
        return castling_fits(san, move);
    if (san->castling != 0 || move_to(move) != san->to || promotion != san->promotion ||
        (!san->any_piece && type != san->piece))
        return 0;
    /* "d5" is a push, even if the only pawn that can go there takes. */
    unsigned said_file = type == PAWN && san->from_file == 8 ? square_file(san->to) : san->from_file;
    return (said_file == 8 || said_file == square_file(from)) &&
           (san->from_rank == 8 || san->from_rank == square_rank(from));
}

static void check_spelling(const struct position *position, const struct san *san, struct text text,
                           chess_move move, int canonical)
{
    char written[SAN_SIZE_MAX];
    struct position after = *position;
    reversible_move word;
    size_t size = san_write_and_make(&after, move, written, &word);
    int is_same = size == text.size && memcmp(text.data, written, size) == 0;
    require(is_same == (canonical && san->check == san_check_sign(&after)));
}

static void check_resolution(const struct place *place, const struct san *san, struct text text)
{
    const struct position *position = &place->position;
    chess_move found = NO_MOVE, expected = NO_MOVE;
    unsigned fitting = 0;
    for (unsigned i = 0; i < place->count; i++)
        if (fits(position, san, place->moves[i])) {
            expected = place->moves[i];
            fitting++;
        }
    int canonical = 0;
    enum san_status status = san_resolve(position, san, &found, &canonical);
    require(status == (fitting == 0 ? SAN_ILLEGAL : fitting == 1 ? SAN_OK : SAN_AMBIGUOUS));
    require(status != SAN_OK || found == expected);
    if (status == SAN_OK)
        check_spelling(position, san, text, found, canonical);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    const char *end = text + size;
    struct san san;
    make_places();
    while (text < end) {
        size_t length = san_scan(text, end, &san);
        require(length <= (size_t)(end - text));
        for (size_t i = 0; length > 0 && i < sizeof places / sizeof *places; i++)
            check_resolution(&places[i], &san, (struct text){text, length});
        text += length > 0 ? length : 1;
    }
    return 0;
}
