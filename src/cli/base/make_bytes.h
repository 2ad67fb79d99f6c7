/* For programs of the build: prints a C file with the bytes of another one. */
#ifndef PGNPACK_CLI_BASE_MAKE_BYTES_H
#define PGNPACK_CLI_BASE_MAKE_BYTES_H

#include <stdio.h>

/* The array `name`, and its size as name_size, as `header` declares them. The path is from the project's root. Returns the exit status. */
static inline int make_bytes(const char *path, const char *header, const char *name)
{
    FILE *file = fopen(path, "rb");
    int byte, count = 0;
    if (file == NULL) {
        perror(path);
        return 1;
    }
    printf("/* Made of %s; do not edit. */\n#include \"%s\"\n\nconst unsigned char %s[] = {\n", path, header,
           name);
    while ((byte = getc(file)) != EOF)
        printf("%d,%s", byte, ++count % 32 == 0 ? "\n" : "");
    printf("};\nconst unsigned long %s_size = sizeof %s;\n", name, name);
    if (count == 0 || ferror(file)) {
        fprintf(stderr, "make_bytes: %s cannot be read, or is empty\n", path);
        return 1;
    }
    fclose(file);
    return 0;
}

#endif
