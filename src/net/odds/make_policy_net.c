/* Build-time program: prints policy_net.c from data/model-*.bin (see policy_weights.h). Run it at the project's root. */
#include <stdio.h>
#include <stdlib.h>

#include "net/kernels/policy_weights.h"

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

static void *room_for(size_t size)
{
    void *room = malloc(size);
    if (room == NULL) {
        fputs("make_policy_net: no memory\n", stderr);
        exit(1);
    }
    return room;
}

static int8_t *read_bytes(FILE *file, const char *path, size_t count)
{
    int8_t *bytes = room_for(count);
    for (size_t i = 0; i < count; i++) {
        int byte = next_byte(file, path);
        bytes[i] = (int8_t)(byte < 128 ? byte : byte - 256);
    }
    return bytes;
}

static int16_t *read_words(FILE *file, const char *path, size_t count)
{
    int16_t *words = room_for(count * sizeof *words);
    for (size_t i = 0; i < count; i++) {
        int word = next_byte(file, path);
        word |= next_byte(file, path) << 8;
        words[i] = (int16_t)(word < 32768 ? word : word - 65536);
    }
    return words;
}

static void print_numbers(const struct net *net, const int8_t *bytes, const int16_t *words)
{
    printf("_Alignas(64) static const int8_t bytes_%u[] = {\n", net->id);
    for (size_t i = 0; i < policy_byte_count(&net->shape); i++)
        printf("%d,%s", bytes[i], i % 32 == 31 ? "\n" : "");
    printf("};\nstatic const int16_t words_%u[] = {\n", net->id);
    for (size_t i = 0; i < policy_word_count(&net->shape); i++)
        printf("%d,%s", words[i], i % 16 == 15 ? "\n" : "");
    puts("};");
}

static void print_net(const struct net *net)
{
    char path[32];
    snprintf(path, sizeof path, "data/model-%u.bin", net->id);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    int8_t *bytes = read_bytes(file, path, policy_byte_count(&net->shape));
    int16_t *words = read_words(file, path, policy_word_count(&net->shape));
    struct policy_weights weights = policy_weights_at(&net->shape, bytes, words);
    unsigned id = net->id;
    print_numbers(net, bytes, words);
    printf(
        "const struct policy_weights %s = {%s, bytes_%u, bytes_%u + %td, bytes_%u + %td, bytes_%u + %td,\n",
        net->name, net->shape_name, id, id, weights.move - bytes, id, weights.class - bytes, id,
        weights.aim - bytes);
    printf("words_%u, words_%u + %td, words_%u + %td, %u, %u};\n", id, id, weights.move_bias - words, id,
           weights.class_bias - words, weights.move_load, weights.class_load);
    if (getc(file) != EOF) {
        fprintf(stderr, "make_policy_net: %s is too long\n", path);
        exit(1);
    }
    free(bytes);
    free(words);
    fclose(file);
}

int main(void)
{
    puts("/* Made by make_policy_net.c; do not edit. */\n#include \"net/odds/policy_net.h\"\n");
    for (size_t i = 0; i < sizeof nets / sizeof *nets; i++)
        print_net(&nets[i]);
    return 0;
}
