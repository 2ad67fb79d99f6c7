/* Build-time program: prints move_tables.c from data/tables-0.bin (see table_moves.h). Run it at the project's root. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "moves/table/table_weights_fill.h"

static const char path[] = "data/tables-0.bin";

static void read_all(uint8_t bytes[TABLE_BYTES])
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    if (fread(bytes, 1, TABLE_BYTES, file) != TABLE_BYTES || getc(file) != EOF) {
        fprintf(stderr, "make_move_tables: %s does not have %d bytes\n", path, (int)TABLE_BYTES);
        exit(1);
    }
    fclose(file);
}

static void print_bytes(const char *name, const uint8_t *bytes, size_t count, size_t rows)
{
    printf(".%s = {", name);
    for (size_t i = 0; i < count; i++)
        printf("%s%u,%s", rows > 1 && i % (count / rows) == 0 ? "{" : "", bytes[i],
               rows > 1 && (i + 1) % (count / rows) == 0 ? "},\n"
               : i % 32 == 31                            ? "\n"
                                                         : "");
    puts("},");
}

int main(void)
{
    static uint8_t bytes[TABLE_BYTES];
    static struct table_weights weights;
    read_all(bytes);
    table_weights_fill(&weights, bytes);
    puts("/* Made by make_move_tables.c; do not edit. */\n#include \"moves/table/table_coder.h\"\n\n"
         "const struct table_weights move_tables = {\n.types = {");
    for (unsigned i = 0; i < TABLE_TYPE_ROWS; i++)
        printf("%" PRIu64 "u,%s", weights.types[i], i % 8 == 7 ? "\n" : "");
    puts("},\n.sizes = {");
    for (unsigned i = 0; i < 1u << TABLE_TYPE_BITS; i++)
        printf("%" PRIu32 "u,%s", weights.sizes[i], i % 8 == 7 ? "\n" : "");
    puts("},");
    print_bytes("man_rows", weights.man_rows[0], sizeof weights.man_rows, TABLE_PHASES);
    print_bytes("man_classes", weights.man_classes, sizeof weights.man_classes, 1);
    print_bytes("move_rows", weights.move_rows[0], sizeof weights.move_rows, TABLE_PHASES);
    print_bytes("move_classes", weights.move_classes, sizeof weights.move_classes, 1);
    puts("};");
    return 0;
}
