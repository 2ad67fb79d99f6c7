/* Build-time program: prints opening_lines.c from data/openings.txt (see opening_lines.h). Run it at the project's root. */
#include <stdio.h>

int main(void)
{
    static const char path[] = "data/openings.txt";
    FILE *file = fopen(path, "rb");
    int byte, count = 0;
    if (file == NULL) {
        perror(path);
        return 1;
    }
    puts("/* Made by make_opening_lines.c; do not edit. */\n#include \"cli/openings/opening_lines.h\"\n");
    puts("const unsigned char opening_lines[] = {");
    while ((byte = getc(file)) != EOF)
        printf("%d,%s", byte, ++count % 32 == 0 ? "\n" : "");
    puts("};\nconst unsigned long opening_lines_size = sizeof opening_lines;");
    if (count == 0 || ferror(file)) {
        fprintf(stderr, "make_opening_lines: %s cannot be read, or is empty\n", path);
        return 1;
    }
    fclose(file);
    return 0;
}
