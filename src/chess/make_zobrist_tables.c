/* Build-time program: prints zobrist_tables.c. The order of the keys is part of the format (see zobrist.h). */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "chess/zobrist.h"

static uint64_t state = ZOBRIST_SEED;

static uint64_t splitmix64(void)
{
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static void print_keys(int count)
{
    for (int i = 0; i < count; i++)
        printf("%sUINT64_C(0x%016" PRIx64 ")", i == 0 ? "{" : i % 4 == 0 ? ",\n  " : ", ", splitmix64());
    printf("},\n");
}

int main(void)
{
    printf("/* Made by make_zobrist_tables.c; not kept in the repository. */\n"
           "#include \"chess/zobrist.h\"\n\nconst struct zobrist_tables zobrist_tables = {\n.man = {\n");
    for (int man = 0; man < 12; man++)
        print_keys(64);
    printf("},\n.black_to_move = UINT64_C(0x%016" PRIx64 "),\n.castling = ", splitmix64());
    print_keys(16);
    printf(".en_passant_file = ");
    print_keys(8);
    printf("};\n");
    return ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
