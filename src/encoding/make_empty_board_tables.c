/* Build-time program: prints empty_board_tables.c (see empty_board.h). Tries every step, the plain way. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "chess/types.h"

enum { TARGETS_MAX = 27 };

static const unsigned block_sizes[6] = {0, 8, 13, 14, 27, 8};

static int reaches(unsigned type, int file_step, int rank_step)
{
    int files = abs(file_step);
    int ranks = abs(rank_step);
    switch (type) {
    case KNIGHT:
        return files * ranks == 2;
    case BISHOP:
        return files == ranks && files != 0;
    case ROOK:
        return (files == 0) != (ranks == 0);
    case QUEEN:
        return reaches(BISHOP, file_step, rank_step) || reaches(ROOK, file_step, rank_step);
    case KING:
        return files <= 1 && ranks <= 1 && files + ranks != 0;
    default:
        return 0;
    }
}

/* Targets in ascending order; returns how many. */
static unsigned find_targets(unsigned type, unsigned from, unsigned targets[TARGETS_MAX])
{
    unsigned count = 0;
    for (unsigned to = 0; to < 64; to++) {
        int file_step = (int)square_file(to) - (int)square_file(from);
        int rank_step = (int)square_rank(to) - (int)square_rank(from);
        if (reaches(type, file_step, rank_step))
            targets[count++] = to;
    }
    return count;
}

static void print_target_sets(void)
{
    unsigned targets[TARGETS_MAX];
    printf(".targets = {\n");
    for (unsigned type = PAWN; type <= KING; type++) {
        printf("{");
        for (unsigned from = 0; from < 64; from++) {
            uint64_t set = 0;
            for (unsigned i = find_targets(type, from, targets); i > 0; i--)
                set |= square_bit(targets[i - 1]);
            printf("UINT64_C(0x%llx), ", (unsigned long long)set);
        }
        printf("},\n");
    }
    printf("},\n");
}

static void print_first_pairs(void)
{
    unsigned targets[TARGETS_MAX];
    printf(".first_pair = {\n");
    for (unsigned type = PAWN; type <= KING; type++) {
        unsigned pairs = 0;
        printf("{");
        for (unsigned from = 0; from < 64; from++) {
            printf("%u, ", pairs);
            pairs += find_targets(type, from, targets);
        }
        printf("%u},\n", pairs);
    }
    printf("},\n");
}

static void print_squares(void)
{
    unsigned targets[TARGETS_MAX];
    printf(".squares = {\n");
    for (unsigned type = KNIGHT; type <= KING; type++)
        for (unsigned from = 0; from < 64; from++) {
            unsigned count = find_targets(type, from, targets);
            for (unsigned i = 0; i < block_sizes[type]; i++)
                printf("%u, ", i < count ? targets[i] : from);
            printf("\n");
        }
    printf("},\n");
}

int main(void)
{
    printf("/* Made by make_empty_board_tables.c; not kept in the repository. */\n"
           "#include \"encoding/empty_board.h\"\n\n"
           "const struct empty_board_tables empty_board_tables = {\n");
    print_target_sets();
    print_first_pairs();
    print_squares();
    printf("};\n");
    return ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
