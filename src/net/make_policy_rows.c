/*
 * Build-time program: prints policy_rows.c, the rows of the output layer of pieces' moves by type, from-square and target
 * (policy_ply.h). They count the moves that pieces can make on the empty board: ascending from, then target.
 */
#include <stdio.h>
#include <stdlib.h>

#include "chess/types.h"
#include "net/policy_ply.h"

static int reaches(unsigned type, unsigned from, unsigned to)
{
    int files = abs((int)(from & 7) - (int)(to & 7));
    int ranks = abs((int)(from >> 3) - (int)(to >> 3));
    int is_straight = files == 0 || ranks == 0;
    int is_slanted = files == ranks;
    switch (type) {
    case KNIGHT:
        return files * ranks == 2;
    case BISHOP:
        return is_slanted;
    case ROOK:
        return is_straight;
    case QUEEN:
        return is_straight || is_slanted;
    default:
        return files <= 1 && ranks <= 1;
    }
}

int main(void)
{
    unsigned row = POLICY_ROW_PIECES;
    puts("/* Made by make_policy_rows.c; do not edit. */\n#include \"net/policy_ply.h\"\n");
    puts("const uint16_t policy_piece_rows[6][64][64] = {{{0}},");
    for (unsigned type = KNIGHT; type <= KING; type++) {
        puts("{");
        for (unsigned from = 0; from < 64; from++) {
            printf("{");
            for (unsigned to = 0; to < 64; to++)
                printf("%u,", from != to && reaches(type, from, to) ? row++ : 0);
            puts("},");
        }
        puts("},");
    }
    puts("};");
    return row == POLICY_ROW_CASTLING ? 0 : 1;
}
