/* Build-time program: prints empty_board_tables.c (see empty_board_fill.h). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "encoding/empty_board_fill.h"

int main(void)
{
    static struct empty_board_tables tables;
    empty_board_fill(&tables);
    printf("/* Made by make_empty_board_tables.c; not kept in the repository. */\n"
           "#include \"encoding/empty_board.h\"\n\nconst struct empty_board_tables empty_board_tables = "
           "{\n.targets = {\n");
    for (unsigned type = PAWN; type <= KING; type++) {
        for (unsigned from = 0; from < 64; from++)
            printf("%sUINT64_C(0x%" PRIx64 ")", from == 0 ? "{" : ", ", tables.targets[type][from]);
        printf("},\n");
    }
    printf("},\n.first_pair = {\n");
    for (unsigned type = PAWN; type <= KING; type++) {
        for (unsigned from = 0; from <= 64; from++)
            printf("%s%u", from == 0 ? "{" : ", ", (unsigned)tables.first_pair[type][from]);
        printf("},\n");
    }
    printf("},\n.squares = {\n");
    for (unsigned i = 0; i < sizeof(tables.squares); i++)
        printf("%u,%s", (unsigned)tables.squares[i], i % 32 == 31 ? "\n" : " ");
    printf("},\n};\n");
    return ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
