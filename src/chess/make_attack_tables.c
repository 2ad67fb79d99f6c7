/* Build-time program: prints attack_tables.c (see attacks.h). Walks rays square by square, the plain way. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct step {
    int file, rank;
};

static const struct step rook_steps[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
static const struct step bishop_steps[] = {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
static const struct step knight_steps[] = {{1, 2},  {2, 1},  {-1, 2},  {-2, 1},
                                           {1, -2}, {2, -1}, {-1, -2}, {-2, -1}};

static uint64_t ray(int square, struct step step, uint64_t occupied, int reach)
{
    uint64_t squares = 0;
    int file = square % 8 + step.file;
    int rank = square / 8 + step.rank;
    while (reach-- > 0 && file >= 0 && file < 8 && rank >= 0 && rank < 8) {
        uint64_t bit = UINT64_C(1) << (rank * 8 + file);
        squares |= bit;
        if (occupied & bit)
            break;
        file += step.file;
        rank += step.rank;
    }
    return squares;
}

static uint64_t rays(int square, const struct step *steps, int step_count, uint64_t occupied, int reach)
{
    uint64_t squares = 0;
    for (int i = 0; i < step_count; i++)
        squares |= ray(square, steps[i], occupied, reach);
    return squares;
}

static uint64_t king(int square)
{
    return rays(square, rook_steps, 4, 0, 1) | rays(square, bishop_steps, 4, 0, 1);
}

static uint64_t pawn(int square, int colour)
{
    int up = colour == 0 ? 1 : -1;
    struct step steps[2] = {{-1, up}, {1, up}};
    return rays(square, steps, 2, 0, 1);
}

static uint64_t both_ways(int square, struct step step)
{
    struct step back = {-step.file, -step.rank};
    return ray(square, step, 0, 7) | ray(square, back, 0, 7);
}

/* The line through two different squares, both included, or 0. */
static uint64_t line(int a, int b)
{
    const struct step steps[] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (int i = 0; i < 4; i++) {
        uint64_t through = both_ways(a, steps[i]);
        if (a != b && (through >> b & 1))
            return through | UINT64_C(1) << a;
    }
    return 0;
}

static uint64_t between(int a, int b)
{
    for (int i = 0; i < 4; i++) {
        uint64_t b_bit = UINT64_C(1) << b;
        uint64_t straight = ray(a, rook_steps[i], b_bit, 7);
        if (straight & b_bit)
            return straight & ~b_bit;
        uint64_t slanted = ray(a, bishop_steps[i], b_bit, 7);
        if (slanted & b_bit)
            return slanted & ~b_bit;
    }
    return 0;
}

/* Attacked squares of one line of eight, from `place`, with six inner squares occupied as `inner` says. */
static unsigned line_attacks(int place, unsigned inner)
{
    unsigned occupied = inner << 1;
    unsigned attacked = 0;
    for (int i = place + 1; i < 8; i++) {
        attacked |= 1u << i;
        if (occupied >> i & 1)
            break;
    }
    for (int i = place - 1; i >= 0; i--) {
        attacked |= 1u << i;
        if (occupied >> i & 1)
            break;
    }
    return attacked;
}

static uint64_t rank_fill(int file, unsigned inner)
{
    return line_attacks(file, inner) * UINT64_C(0x0101010101010101);
}

/* The multiplication gathers a file with its second rank in the highest of the six bits. */
static uint64_t file_fill(int rank, unsigned gathered)
{
    unsigned inner = 0;
    for (int i = 0; i < 6; i++)
        inner |= (gathered >> i & 1) << (5 - i);
    uint64_t squares = 0;
    unsigned attacked = line_attacks(rank, inner);
    for (int i = 0; i < 8; i++)
        if (attacked >> i & 1)
            squares |= UINT64_C(1) << (8 * i);
    return squares;
}

/* By piece type; nothing for pawns. */
static uint64_t reach(int type, int square)
{
    static const int slides[] = {0, 0, 2, 1, 3, 0}; /* 1: straight, 2: slanted */
    uint64_t squares = type == 1 ? rays(square, knight_steps, 8, 0, 1) : type == 5 ? king(square) : 0;
    if (slides[type] & 1)
        squares |= rays(square, rook_steps, 4, 0, 7);
    if (slides[type] & 2)
        squares |= rays(square, bishop_steps, 4, 0, 7);
    return squares;
}

static uint64_t spread(unsigned bits)
{
    uint64_t bytes = 0;
    for (unsigned i = 0; i < 8; i++)
        bytes |= (uint64_t)(bits >> i & 1) << (8 * i);
    return bytes;
}

/* Of the squares of a rank from a square; 64: from nowhere. */
static uint64_t distances(int square, int rank, int most)
{
    uint64_t bytes = 0;
    for (int file = 0; file < 8; file++) {
        int files = abs(square % 8 - file);
        int ranks = abs(square / 8 - rank);
        int distance = square == 64 ? most : files > ranks ? files : ranks;
        bytes |= (uint64_t)(distance < most ? distance : most) << (8 * file);
    }
    return bytes;
}

static void print_row(const uint64_t *values, int count)
{
    printf("{");
    for (int i = 0; i < count; i++)
        printf("UINT64_C(0x%016" PRIx64 ")%s", values[i], i + 1 < count ? (i % 4 == 3 ? ",\n  " : ", ") : "");
    printf("}");
}

int main(void)
{
    uint64_t row[256];
    printf("/* Made by make_attack_tables.c; not kept in the repository. */\n"
           "#include \"chess/attacks.h\"\n\nconst struct attack_tables attack_tables = {\n");
#define PRINT_TABLE(name, expression)                                                                        \
    do {                                                                                                     \
        for (int s = 0; s < 64; s++)                                                                         \
            row[s] = (expression);                                                                           \
        printf(".%s = ", name);                                                                              \
        print_row(row, 64);                                                                                  \
        printf(",\n");                                                                                       \
    } while (0)
    PRINT_TABLE("knight", rays(s, knight_steps, 8, 0, 1));
    PRINT_TABLE("king", king(s));
    PRINT_TABLE("rook", rays(s, rook_steps, 4, 0, 7));
    PRINT_TABLE("bishop", rays(s, bishop_steps, 4, 0, 7));
    PRINT_TABLE("diagonal", both_ways(s, bishop_steps[0]));
    PRINT_TABLE("anti_diagonal", both_ways(s, bishop_steps[1]));
#define PRINT_TABLES(name, rows, columns, expression)                                                        \
    do {                                                                                                     \
        printf(".%s = {\n", name);                                                                           \
        for (int a = 0; a < (rows); a++) {                                                                   \
            for (int b = 0; b < (columns); b++)                                                              \
                row[b] = (expression);                                                                       \
            print_row(row, (columns));                                                                       \
            printf(",\n");                                                                                   \
        }                                                                                                    \
        printf("},\n");                                                                                      \
    } while (0)
    PRINT_TABLES("pawn", 2, 64, pawn(b, a));
    PRINT_TABLES("reach", 6, 64, reach(a, b));
    PRINT_TABLES("rank_fill", 8, 64, rank_fill(a, (unsigned)b));
    PRINT_TABLES("file_fill", 8, 64, file_fill(a, (unsigned)b));
    PRINT_TABLES("between", 64, 64, between(a, b));
    PRINT_TABLES("line", 64, 64, line(a, b));
    printf(".spread = ");
    for (int b = 0; b < 256; b++)
        row[b] = spread((unsigned)b);
    print_row(row, 256);
    printf(",\n");
    PRINT_TABLES("distance", 65, 8, distances(a, b, 4));
    PRINT_TABLES("near_distance", 65, 8, distances(a, b, 3));
    printf("};\n");
    return ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
