/* Build-time program: prints zobrist_tables.c (see zobrist_fill.h). */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "chess/zobrist_fill.h"

static void print_keys(const uint64_t *keys, int count)
{
    for (int i = 0; i < count; i++)
        printf("%sUINT64_C(0x%016" PRIx64 ")", i == 0 ? "{" : i % 4 == 0 ? ",\n  " : ", ", keys[i]);
    printf("},\n");
}

int main(void)
{
    struct zobrist_tables tables;
    zobrist_fill(&tables);
    printf("/* Made by make_zobrist_tables.c; not kept in the repository. */\n"
           "#include \"chess/zobrist.h\"\n\nconst struct zobrist_tables zobrist_tables = {\n.man = {\n");
    for (int man = 0; man < 12; man++)
        print_keys(tables.man[man], 64);
    printf("},\n.black_to_move = UINT64_C(0x%016" PRIx64 "),\n.castling = ", tables.black_to_move);
    print_keys(tables.castling, 16);
    printf(".en_passant_file = ");
    print_keys(tables.en_passant_file, 8);
    printf("};\n");
    return ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
