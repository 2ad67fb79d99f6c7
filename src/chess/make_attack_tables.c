/* Build-time program: prints attack_tables.c (see attacks_fill.h). */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "chess/attacks_fill.h"

static struct attack_tables tables;

static void print_row(const uint64_t *values, int count)
{
    printf("{");
    for (int i = 0; i < count; i++)
        printf("UINT64_C(0x%016" PRIx64 ")%s", values[i], i + 1 < count ? (i % 4 == 3 ? ",\n  " : ", ") : "");
    printf("}");
}

/* `rows` rows, or one that is the table itself. */
static void print_table(const char *name, const uint64_t *values, int rows, int columns)
{
    printf(".%s = %s", name, rows > 1 ? "{\n" : "");
    for (int row = 0; row < rows; row++) {
        print_row(values + row * columns, columns);
        printf(",\n");
    }
    if (rows > 1)
        printf("},\n");
}

int main(void)
{
    attack_fill(&tables);
    printf("/* Made by make_attack_tables.c; not kept in the repository. */\n"
           "#include \"chess/attacks.h\"\n\nconst struct attack_tables attack_tables = {\n");
    print_table("knight", tables.knight, 1, 64);
    print_table("king", tables.king, 1, 64);
    print_table("rook", tables.rook, 1, 64);
    print_table("bishop", tables.bishop, 1, 64);
    print_table("diagonal", tables.diagonal, 1, 64);
    print_table("anti_diagonal", tables.anti_diagonal, 1, 64);
    print_table("pawn", tables.pawn[0], 2, 64);
    print_table("reach", tables.reach[0], 6, 64);
    print_table("rank_fill", tables.rank_fill[0], 8, 64);
    print_table("file_fill", tables.file_fill[0], 8, 64);
    print_table("between", tables.between[0], 64, 64);
    print_table("line", tables.line[0], 64, 64);
    print_table("spread", tables.spread, 1, 256);
    print_table("distance", tables.distance[0], 65, 8);
    print_table("near_distance", tables.near_distance[0], 65, 8);
    printf("};\n");
    return ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
