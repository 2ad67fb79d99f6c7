/*
 * tag_table DATABASE [TAG...]: a table of these tags, or of all that the database has: a game a line, tabs between the values.
 */
#include <stdio.h>

#include <pgnpack.h>

enum { GAMES = 1000, TAGS_MAX = 100 };

/* The values of each tag; they point into the batch, so that nothing is copied. */
static struct pgnpack_text values[TAGS_MAX][GAMES];

static void print_rows(size_t tag_count, size_t games)
{
    for (size_t game = 0; game < games; game++)
        for (size_t tag = 0; tag < tag_count; tag++)
            printf("%.*s%c", (int)values[tag][game].size,
                   values[tag][game].data != NULL ? values[tag][game].data : "",
                   tag + 1 < tag_count ? '\t' : '\n');
}

static int print_table(const struct pgnpack_reader *reader, const char *const *tags, size_t tag_count)
{
    struct pgnpack_text *views[TAGS_MAX];
    for (size_t tag = 0; tag < tag_count; tag++)
        views[tag] = values[tag];
    struct pgnpack_batch_options options = {.size = sizeof options, .tags = tags, .tag_count = tag_count};
    struct pgnpack_columns columns = {.size = sizeof columns, .capacity = GAMES, .views = views};
    struct pgnpack_batch *batch = pgnpack_batch_new(reader, &options);
    size_t games;
    if (batch == NULL)
        return 0;
    while (pgnpack_batch_next(batch, &columns, &games) == PGNPACK_OK)
        print_rows(tag_count, games);
    int done = pgnpack_error(batch)->status == PGNPACK_END;
    if (!done)
        fprintf(stderr, "%s\n", pgnpack_error(batch)->text);
    pgnpack_free(batch);
    return done;
}

/* The names live as long as `blocks` does, and end with a zero byte. */
static size_t names_of_tags(struct pgnpack_block_reader *blocks, const char **names)
{
    struct pgnpack_text name;
    size_t count = 0;
    pgnpack_block_reader_tag_names(blocks, NULL);
    while (count < TAGS_MAX && pgnpack_block_reader_tag_name(blocks, count, &name))
        names[count++] = name.data;
    return count;
}

static int print_all(const struct pgnpack_reader *reader)
{
    const char *names[TAGS_MAX];
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    size_t count = blocks != NULL ? names_of_tags(blocks, names) : 0;
    for (size_t i = 0; i < count; i++)
        printf("%s%c", names[i], i + 1 < count ? '\t' : '\n');
    int done = blocks != NULL && print_table(reader, names, count);
    pgnpack_free(blocks);
    return done;
}

int main(int argument_count, char **arguments)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    int done = 0;
    if (argument_count < 2 || argument_count > TAGS_MAX + 2 || reader == NULL)
        fprintf(stderr, "usage: tag_table DATABASE [TAG...]\n");
    else if (pgnpack_reader_open(reader, PGNPACK_FROM_PATH(arguments[1])) != PGNPACK_OK)
        fprintf(stderr, "%s\n", pgnpack_error(reader)->text);
    else if (argument_count == 2)
        done = print_all(reader);
    else
        done = print_table(reader, (const char *const *)(arguments + 2), (size_t)argument_count - 2);
    pgnpack_free(reader);
    return done ? 0 : 1;
}
