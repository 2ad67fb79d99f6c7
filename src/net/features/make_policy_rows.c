/* Build-time program: prints policy_rows.c (see policy_rows_fill.h). */
#include <stdio.h>

#include "net/features/policy_rows_fill.h"

int main(void)
{
    static uint16_t rows[6][64][64];
    unsigned end = policy_rows_fill(rows);
    puts("/* Made by make_policy_rows.c; do not edit. */\n#include \"net/features/policy_ply.h\"\n");
    puts("const uint16_t policy_piece_rows[6][64][64] = {");
    for (unsigned type = PAWN; type <= KING; type++) {
        puts("{");
        for (unsigned from = 0; from < 64; from++) {
            printf("{");
            for (unsigned to = 0; to < 64; to++)
                printf("%u,", rows[type][from][to]);
            puts("},");
        }
        puts("},");
    }
    puts("};");
    return end == POLICY_ROW_CASTLING ? 0 : 1;
}
