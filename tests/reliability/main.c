/*
 * reliability quick            what `make check` runs
 * reliability torture FILE...  more of it, on texts like these files, too
 * reliability busy SECONDS     see try_busy_database()
 * reliability costs            what hostile blocks cost: docs/LIMITS.md
 * reliability digest FILE...   see print_digests()
 * reliability calls [USE]      see try_failing_calls()
 * reliability seeds FOLDER     see make_seeds()
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reliability/reliability.h"
#include "shared/sample.h"
#include "shared/trials.h"

static unsigned long passed, failed;
static const char *program;

int expect(int condition, const char *format, ...)
{
    enum { PRINTED_MAX = 40 };
    if (condition) {
        passed++;
        return 1;
    }
    if (++failed <= PRINTED_MAX) {
        va_list arguments;
        va_start(arguments, format);
        printf("FAILED: ");
        vprintf(format, arguments);
        printf("\n");
        va_end(arguments);
    }
    return 0;
}

void keep_input(const struct bytes *input)
{
    char path[4096];
    const char *slash = strrchr(program, '/');
    snprintf(path, sizeof path, "%.*sfailed-input", slash == NULL ? 0 : (int)(slash + 1 - program), program);
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return;
    fwrite(input->data, 1, input->size, file);
    fclose(file);
}

void report(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    printf("reliability, ");
    vprintf(format, arguments);
    printf("\n");
    fflush(stdout);
    va_end(arguments);
}

static void try_quickly(void)
{
    const struct pack_setup index_setup = {.level = 3, .block_size = 1000};
    const struct pack_setup bits_setup = {.level = 5};
    struct bytes text = {0};
    append_games(&text, 150, 1);
    try_round_trips(some_trials(1000), NULL, 0);
    try_parts(some_trials(2));
    try_bit_flips(3, &index_setup);
    if (TRIALS_ONE_IN == 1) /* fuzzing of the corpus goes through these under sanitizers */
        try_bit_flips(2, &bits_setup);
    try_zeroed_sectors(&text, &index_setup);
    try_truncations(8);
    try_lost_blocks(some_trials(300));
    try_spoiled_sections(some_trials(4));
    try_hostile_files(0);
    try_costs(1 << 18, 0);
    try_false_elements(some_trials(120));
    try_searches(TRIALS_ONE_IN == 1 ? 40 : 10, 5);
    try_failing_memory(0);
    try_failing_calls(12, NULL);
    try_busy_database(60, 0);
    bytes_free(&text);
}

static void torture_file(const char *path)
{
    struct bytes text = {0};
    if (!expect(bytes_append_file(&text, path), "cannot read %s", path))
        return;
    if (text.size > 200000)
        text.size = 200000;
    for (int level = 1; level <= PGNPACK_LEVEL_MAX; level += 2) {
        const struct pack_setup setup = {.level = level, .block_size = 30000};
        try_zeroed_sectors(&text, &setup);
    }
    bytes_free(&text);
}

static void torture(char *const *files, int file_count)
{
    try_round_trips(100000, files, file_count);
    try_parts(100);
    for (int level = 1; level <= PGNPACK_LEVEL_MAX; level++) {
        const struct pack_setup setup = {.level = level, .block_size = level % 2 == 0 ? 2000 : 0};
        try_bit_flips(12, &setup);
    }
    for (int i = 0; i < file_count; i++)
        torture_file(files[i]);
    try_truncations(60);
    try_lost_blocks(20000);
    try_spoiled_sections(400);
    try_hostile_files(1);
    try_costs(1 << 21, 1);
    try_false_elements(20000);
    try_searches(3000, 6);
    for (int i = 0; i < file_count; i++)
        try_searches_in_file(files[i], 500, 400000);
    try_failing_memory(1);
    try_failing_calls(0, NULL);
    try_busy_database(0, 5);
    try_little_space();
}

int main(int argument_count, char **arguments)
{
    program = arguments[0];
    const char *name = argument_count > 1 ? arguments[1] : "";
    if (strcmp(name, "digest") == 0)
        return print_digests(arguments + 2, argument_count - 2) ? EXIT_SUCCESS : EXIT_FAILURE;
    if (strcmp(name, "costs") == 0)
        try_costs(1 << 20, 1);
    else if (strcmp(name, "quick") == 0)
        try_quickly();
    else if (strcmp(name, "torture") == 0)
        torture(arguments + 2, argument_count - 2);
    else if (strcmp(name, "memory") == 0)
        try_failing_memory(0);
    else if (strcmp(name, "calls") == 0)
        try_failing_calls(argument_count > 2 ? 0 : 12, argument_count > 2 ? arguments[2] : NULL);
    else if (strcmp(name, "searches") == 0)
        for (int i = 3; i < argument_count; i++)
            try_searches_in_file(arguments[i], strtoul(arguments[2], NULL, 10), SIZE_MAX);
    else if (strcmp(name, "few-searches") == 0)
        try_searches(40, 5);
    else if (strcmp(name, "busy") == 0 && argument_count == 3)
        try_busy_database(0, (unsigned)strtoul(arguments[2], NULL, 10));
    else if (strcmp(name, "seeds") == 0 && argument_count == 3)
        make_seeds(arguments[2]);
    else
        expect(0, "usage: reliability quick | costs | torture FILE... | busy SECONDS | few-searches | "
                  "searches COUNT "
                  "FILE... | memory | calls [USE] | digest FILE... | "
                  "seeds FOLDER");
    printf("reliability: %lu passed, %lu failed\n", passed, failed);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
