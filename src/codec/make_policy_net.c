/* Build-time program: prints policy_net.c from data/model-0.bin (see policy_weights.h). Run it at the project's root. */
#include <stdio.h>
#include <stdlib.h>

#include "codec/policy_weights.h"

static const char path[] = "data/model-0.bin";

static int next_byte(FILE *file)
{
    int byte = getc(file);
    if (byte == EOF) {
        fprintf(stderr, "make_policy_net: %s is too short\n", path);
        exit(1);
    }
    return byte;
}

static void print_bytes(FILE *file, const char *name, unsigned rows, unsigned columns)
{
    printf(".%s = {\n", name);
    for (unsigned row = 0; row < rows; row++) {
        putchar('{');
        for (unsigned column = 0; column < columns; column++) {
            int byte = next_byte(file);
            printf("%d,", byte < 128 ? byte : byte - 256);
        }
        puts("},");
    }
    puts("},");
}

static void print_words(FILE *file, const char *name, unsigned count)
{
    printf(".%s = {\n", name);
    for (unsigned i = 0; i < count; i++) {
        int word = next_byte(file);
        word |= next_byte(file) << 8;
        printf("%d,", word < 32768 ? word : word - 65536);
    }
    puts("},");
}

int main(void)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        return 1;
    }
    puts("/* Made by make_policy_net.c; do not edit. */\n#include \"codec/policy_net.h\"\n");
    puts("const struct policy_weights policy_net = {");
    print_bytes(file, "input", POLICY_INPUT_COUNT, POLICY_HIDDEN);
    print_bytes(file, "move", POLICY_ROW_COUNT, POLICY_HIDDEN);
    print_bytes(file, "class", POLICY_CLASS_COUNT, POLICY_CLASS_HIDDEN);
    print_words(file, "bias", POLICY_HIDDEN);
    print_words(file, "move_bias", POLICY_ROW_COUNT);
    print_words(file, "class_bias", POLICY_CLASS_COUNT);
    puts("};");
    if (getc(file) != EOF) {
        fprintf(stderr, "make_policy_net: %s is too long\n", path);
        return 1;
    }
    fclose(file);
    return 0;
}
