/* Build-time program: prints move_tables.c from data/tables-0.bin (see table_moves.h). Run it at the project's root. */
#include <stdio.h>
#include <stdlib.h>

#include "moves/table_moves.h"

static const char path[] = "data/tables-0.bin";

static int next_byte(FILE *file)
{
    int byte = getc(file);
    if (byte == EOF) {
        fprintf(stderr, "make_move_tables: %s is too short\n", path);
        exit(1);
    }
    return byte;
}

static void print_words(FILE *file, const char *name, size_t count)
{
    printf("static const int16_t %s[] = {\n", name);
    for (size_t i = 0; i < count; i++) {
        int word = next_byte(file);
        word |= next_byte(file) << 8;
        printf("%d,%s", word < 32768 ? word : word - 65536, i % 16 == 15 ? "\n" : "");
    }
    puts("};");
}

int main(void)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        return 1;
    }
    puts("/* Made by make_move_tables.c; do not edit. */\n#include \"moves/table_coder.h\"\n");
    print_words(file, "words", TABLE_WEIGHTS);
    puts("const struct table_weights move_tables = {words, words + TABLE_PHASES * TABLE_MAN_ROWS,\n"
         "words + TABLE_PHASES * TABLE_MAN_ROWS + TABLE_MAN_CLASSES,\n"
         "words + TABLE_PHASES * (TABLE_MAN_ROWS + POLICY_ROW_COUNT) + TABLE_MAN_CLASSES};");
    if (getc(file) != EOF) {
        fprintf(stderr, "make_move_tables: %s is too long\n", path);
        return 1;
    }
    fclose(file);
    return 0;
}
