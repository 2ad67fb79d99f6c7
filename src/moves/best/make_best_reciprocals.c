/* Build-time program: prints best_reciprocals.c (see best_arithmetic.h). */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    puts("/* Made by make_best_reciprocals.c; do not edit. */\n#include \"moves/best/best_arithmetic.h\"\n");
    puts("const uint32_t best_reciprocals[256] = {");
    for (unsigned i = 0; i < 256; i++) {
        unsigned divisor = i + 8;
        printf("%" PRIu64 "u,%c", ((UINT64_C(1) << 32) + divisor - 1) / divisor, i % 8 == 7 ? '\n' : ' ');
    }
    puts("};");
    return 0;
}
