/* Build-time program: prints policy_net.c from data/model-*.bin (see policy_weights.h). Run it at the project's root. */
#include <stdio.h>
#include <stdlib.h>

#include "net/policy_weights.h"

struct net {
    unsigned id;
    const char *name;       /* of the variable */
    const char *shape_name; /* of the macro */
    struct policy_shape shape;
};

static const struct net nets[] = {
    {0, "policy_net", "POLICY_SHAPE_NARROW", POLICY_SHAPE_NARROW},
    {1, "policy_net_wide", "POLICY_SHAPE_WIDE", POLICY_SHAPE_WIDE},
};

static int next_byte(FILE *file, const char *path)
{
    int byte = getc(file);
    if (byte == EOF) {
        fprintf(stderr, "make_policy_net: %s is too short\n", path);
        exit(1);
    }
    return byte;
}

static void print_bytes(FILE *file, const char *path, unsigned id, size_t count)
{
    printf("_Alignas(64) static const int8_t bytes_%u[] = {\n", id);
    for (size_t i = 0; i < count; i++) {
        int byte = next_byte(file, path);
        printf("%d,%s", byte < 128 ? byte : byte - 256, i % 32 == 31 ? "\n" : "");
    }
    puts("};");
}

static void print_words(FILE *file, const char *path, unsigned id, size_t count)
{
    printf("static const int16_t words_%u[] = {\n", id);
    for (size_t i = 0; i < count; i++) {
        int word = next_byte(file, path);
        word |= next_byte(file, path) << 8;
        printf("%d,%s", word < 32768 ? word : word - 65536, i % 16 == 15 ? "\n" : "");
    }
    puts("};");
}

static void print_net(const struct net *net)
{
    const struct policy_shape *shape = &net->shape;
    char path[32];
    snprintf(path, sizeof path, "data/model-%u.bin", net->id);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    print_bytes(file, path, net->id, policy_byte_count(shape));
    print_words(file, path, net->id, policy_word_count(shape));
    size_t move = (size_t)shape->inputs * shape->width;
    size_t class = move + (size_t)POLICY_ROW_COUNT * shape->width;
    printf("const struct policy_weights %s = {%s, bytes_%u, bytes_%u + %zu, bytes_%u + %zu,\n", net->name,
           net->shape_name, net->id, net->id, move, net->id, class);
    printf("words_%u, words_%u + %u, words_%u + %u};\n", net->id, net->id, shape->width, net->id,
           shape->width + POLICY_ROW_COUNT);
    if (getc(file) != EOF) {
        fprintf(stderr, "make_policy_net: %s is too long\n", path);
        exit(1);
    }
    fclose(file);
}

int main(void)
{
    puts("/* Made by make_policy_net.c; do not edit. */\n#include \"net/policy_net.h\"\n");
    for (size_t i = 0; i < sizeof nets / sizeof *nets; i++)
        print_net(&nets[i]);
    return 0;
}
