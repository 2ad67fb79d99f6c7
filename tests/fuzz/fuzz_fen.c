/*
 * Any bytes as a FEN. What is accepted is written and read again as the same position; its legal moves fit their
 * room, are taken back exactly, and come back from their SAN, LAN and UCI text.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/san.h"
#include "chess/zobrist.h"
#include "shared/lan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int condition)
{
    if (!condition)
        abort();
}

static void check_fen(const struct position *position, enum fen_style style)
{
    struct position again;
    char text[FEN_SIZE_MAX + 1], text_again[FEN_SIZE_MAX + 1];
    unsigned notes;
    size_t size = fen_write(position, style, text);
    require(size <= FEN_SIZE_MAX && text[size] == '\0');
    require(fen_parse(text, size, &again, &notes) == FEN_OK);
    require((notes & ~(unsigned)FEN_NOTE_OPPONENT_IN_CHECK) == 0);
    require(position_same(position, &again) && zobrist_hash(position) == zobrist_hash(&again));
    require(position->halfmove_clock == again.halfmove_clock && position->move_number == again.move_number);
    require(fen_write(&again, style, text_again) == size && memcmp(text, text_again, size) == 0);
}

static void check_san(const struct position *position, chess_move move, struct position *after)
{
    char text[SAN_SIZE_MAX];
    chess_move found;
    reversible_move word;
    size_t size = san_write_and_make(after, move, text, &word);
    require(size <= SAN_SIZE_MAX && san_parse(position, text, size, &found) == SAN_OK && found == move);
    position_unmake(after, word);
    require(memcmp(after, position, sizeof *after) == 0);
}

static void check_other_notation(const struct position *position, chess_move move)
{
    char text[SAN_SIZE_MAX];
    chess_move found;
    size_t size = lan_write(position, move, text);
    require(size <= SAN_SIZE_MAX && san_parse(position, text, size, &found) == SAN_OK && found == move);
    size = uci_write(move, position_is_chess960(position), text);
    require(size <= SAN_SIZE_MAX && uci_parse(position, text, size, &found) == SAN_OK && found == move);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct position position, after; /* static: padding bytes stay 0, for memcmp() */
    struct move_targets targets;
    chess_move list[MOVE_LIST_CAPACITY];
    if (fen_parse((const char *)data, size, &position, NULL) != FEN_OK)
        return 0;
    check_fen(&position, FEN_X);
    check_fen(&position, FEN_SHREDDER);

    legal_targets(&position, &targets);
    require(targets.count <= MOVE_LIST_CAPACITY && legal_exists(&position) == (targets.count != 0));
    require(legal_list(&position, list) == targets.count);
    memcpy(&after, &position, sizeof after);
    for (unsigned i = 0; i < targets.count; i++) {
        require(move_is_legal(&position, list[i]) && legal_index(&targets, list[i]) == i);
        require(move_to(list[i]) != position.king_square[position.side ^ 1]);
        check_san(&position, list[i], &after);
        check_other_notation(&position, list[i]);
    }
    return 0;
}
