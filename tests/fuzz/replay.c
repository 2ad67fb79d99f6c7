/* Runs a fuzz target over the files of folders, without libFuzzer: seeds and regressions are tests, too. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A copy of its exact size on the heap, so that the address sanitizer sees reads behind the end. */
static uint8_t *read_file(const char *path, size_t size)
{
    uint8_t *bytes = malloc(size > 0 ? size : 1);
    FILE *file = fopen(path, "rb");
    int complete = file != NULL && bytes != NULL && fread(bytes, 1, size, file) == size;
    if (file != NULL)
        fclose(file);
    if (complete)
        return bytes;
    free(bytes);
    return NULL;
}

/* Returns 1 if the path was a file and was run, 0 if it is something else, -1 on failure. */
static int replay_file(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return -1;
    if (!S_ISREG(status.st_mode))
        return 0;
    size_t size = (size_t)status.st_size;
    uint8_t *bytes = read_file(path, size);
    if (bytes == NULL)
        return -1;
    LLVMFuzzerTestOneInput(bytes, size);
    free(bytes);
    return 1;
}

/* Returns the number of files run, -1 on failure. */
static int replay_folder(const char *folder_path)
{
    DIR *folder = opendir(folder_path);
    if (folder == NULL)
        return -1;
    int count = 0;
    for (struct dirent *entry = readdir(folder); entry != NULL && count >= 0; entry = readdir(folder)) {
        char path[4096];
        int length = snprintf(path, sizeof path, "%s/%s", folder_path, entry->d_name);
        int result = length < (int)sizeof path ? replay_file(path) : -1;
        if (result < 0)
            fprintf(stderr, "cannot read %s\n", path);
        count = result < 0 ? -1 : count + result;
    }
    closedir(folder);
    return count;
}

int main(int argument_count, char **arguments)
{
    int total = 0;
    LLVMFuzzerTestOneInput((const uint8_t *)"", 0);
    for (int i = 1; i < argument_count; i++) {
        int count = replay_folder(arguments[i]);
        if (count < 0)
            return EXIT_FAILURE;
        total += count;
    }
    printf("%d inputs\n", total);
    return EXIT_SUCCESS;
}
