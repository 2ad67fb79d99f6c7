/*
 * compare_pgn [-h] SOURCE.pgn UNPACKED.pgn < NUMBERS: is every game of the source in the other file, in order,
 * but for the games whose ascending numbers come from standard input? Start position, moves of the main line,
 * result, and tags with their values in any order; -h: without tags. A Result or SetUp tag more than in the
 * source is fine. Prints counts. Exit status 1: something differs.
 */
#include <pgnpack.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct side {
    const char *path;
    FILE *file;
    struct pgnpack_pgn_reader *reader;
    struct pgnpack_board *board;
    const struct pgnpack_game *game; /* NULL: this one was too long to be read */
    uint64_t number;
};

struct counts {
    uint64_t games, plies, tags;
    uint64_t not_legal; /* left out, and does not replay legally to its end */
    uint64_t other;     /* left out, though it does */
    uint64_t missing_tags;
    uint64_t differences;
};

static int read_file(void *opaque, void *bytes, size_t size, size_t *size_ret)
{
    *size_ret = fread(bytes, 1, size, opaque);
    return ferror((FILE *)opaque) ? EIO : 0;
}

static int open_side(struct side *side, const char *path)
{
    *side = (struct side){.path = path, .file = fopen(path, "rb")};
    side->reader = pgnpack_pgn_reader_new(NULL);
    side->board = pgnpack_board_new(NULL);
    if (side->file == NULL || side->reader == NULL || side->board == NULL) {
        fprintf(stderr, "compare_pgn: cannot open %s\n", path);
        return 0;
    }
    pgnpack_pgn_reader_open(side->reader, PGNPACK_FROM_STREAM(read_file, side->file));
    return 1;
}

static void close_side(struct side *side)
{
    pgnpack_free(side->board);
    pgnpack_free(side->reader);
    if (side->file != NULL)
        fclose(side->file);
}

/* Returns 0 at the end. */
static int next_game(struct side *side)
{
    enum pgnpack_status status = pgnpack_pgn_reader_next(side->reader, &side->game);
    side->number++;
    if (status == PGNPACK_OK || status == PGNPACK_ERROR_LIMIT)
        return 1;
    if (status != PGNPACK_END)
        fprintf(stderr, "compare_pgn: %s: %s\n", side->path, pgnpack_error(side->reader)->text);
    return 0;
}

static void differ(struct counts *counts, const struct side *source, const char *what)
{
    enum { SHOWN_MAX = 20 };
    if (counts->differences++ < SHOWN_MAX)
        printf("game %" PRIu64 ": %s\n", source->number, what);
}

static int same_text(struct pgnpack_text a, struct pgnpack_text b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static int is_text(struct pgnpack_text text, const char *string)
{
    return same_text(text, (struct pgnpack_text){string, strlen(string)});
}

/* The next character of a tag's value, -1 behind the last. A backslash is an escape before \ and " only. */
static int next_char(struct pgnpack_text value, size_t *at)
{
    if (*at >= value.size)
        return -1;
    if (value.data[*at] == '\\' && *at + 1 < value.size &&
        (value.data[*at + 1] == '"' || value.data[*at + 1] == '\\'))
        ++*at;
    return (unsigned char)value.data[(*at)++];
}

static int same_value(struct pgnpack_text a, struct pgnpack_text b)
{
    size_t at_a = 0, at_b = 0;
    int c;
    while ((c = next_char(a, &at_a)) == next_char(b, &at_b))
        if (c < 0)
            return 1;
    return 0;
}

static size_t count_tag(const struct pgnpack_game *game, struct pgnpack_text name, struct pgnpack_text value)
{
    size_t count = 0;
    struct pgnpack_text other_name, other_value;
    for (size_t i = 0; pgnpack_game_tag(game, i, &other_name, &other_value); i++)
        count += same_text(name, other_name) && same_value(value, other_value);
    return count;
}

static int is_derived(const struct pgnpack_game *source, struct pgnpack_text name)
{
    struct pgnpack_text value;
    return (is_text(name, "Result") && !pgnpack_game_find_tag(source, "Result", &value)) ||
           (is_text(name, "SetUp") && !pgnpack_game_find_tag(source, "SetUp", &value));
}

/* As multisets: each pair stands as often in both. */
static void compare_tags(struct counts *counts, const struct side *source, const struct side *copy)
{
    struct pgnpack_text name, value;
    for (size_t i = 0; pgnpack_game_tag(source->game, i, &name, &value); i++) {
        counts->tags++;
        counts->missing_tags += count_tag(copy->game, name, value) < count_tag(source->game, name, value);
    }
    for (size_t i = 0; pgnpack_game_tag(copy->game, i, &name, &value); i++) {
        if (count_tag(copy->game, name, value) > count_tag(source->game, name, value) &&
            !is_derived(source->game, name))
            differ(counts, source, "a tag that the source has not");
    }
}

/* The next move or null move of the main line, from item *at on. Returns 0 behind the last. */
static int next_move(const struct pgnpack_game *game, size_t *at, struct pgnpack_item *item)
{
    unsigned depth = 0;
    while (pgnpack_game_item(game, (*at)++, item)) {
        depth += item->kind == PGNPACK_ITEM_VARIATION_BEGIN;
        depth -= item->kind == PGNPACK_ITEM_VARIATION_END;
        if (depth == 0 && (item->kind == PGNPACK_ITEM_MOVE || item->kind == PGNPACK_ITEM_NULL_MOVE))
            return 1;
    }
    return 0;
}

static void compare_moves(struct counts *counts, const struct side *source, const struct side *copy)
{
    struct pgnpack_item wanted, found;
    size_t source_at = 0, copy_at = 0;
    while (next_move(source->game, &source_at, &wanted)) {
        if (!next_move(copy->game, &copy_at, &found) || wanted.kind != found.kind ||
            wanted.value != found.value) {
            differ(counts, source, "other moves");
            return;
        }
        counts->plies++;
    }
    if (next_move(copy->game, &copy_at, &found))
        differ(counts, source, "more moves than in the source");
}

/* Placement, side, rights and en passant; the clocks only where the FEN tag has a place. */
static int same_start(const struct side *source, const struct side *copy, int without_tags)
{
    char wanted[PGNPACK_FEN_SIZE], found[PGNPACK_FEN_SIZE];
    pgnpack_board_start(source->board, source->game);
    pgnpack_board_start(copy->board, copy->game);
    pgnpack_board_fen(source->board, wanted);
    pgnpack_board_fen(copy->board, found);
    for (int fields = 0; without_tags && fields < 2; fields++) {
        *strrchr(wanted, ' ') = '\0';
        *strrchr(found, ' ') = '\0';
    }
    return strcmp(wanted, found) == 0;
}

static int is_legal(const struct pgnpack_game *game)
{
    struct pgnpack_game_details details;
    pgnpack_game_details(game, &details);
    return details.trouble == NULL;
}

static void compare_game(struct counts *counts, const struct side *source, const struct side *copy,
                         int without_tags)
{
    counts->games++;
    if (source->game == NULL || copy->game == NULL) {
        differ(counts, source, "too long to be read");
        return;
    }
    if (!is_legal(source->game) || !is_legal(copy->game))
        differ(counts, source, "does not replay, and was not left out");
    if (!same_start(source, copy, without_tags))
        differ(counts, source, "another start position");
    if (pgnpack_game_result(source->game) != pgnpack_game_result(copy->game))
        differ(counts, source, "another result");
    compare_moves(counts, source, copy);
    if (!without_tags)
        compare_tags(counts, source, copy);
}

static void count_left_out(struct counts *counts, const struct pgnpack_game *game)
{
    if (game == NULL || !is_legal(game))
        counts->not_legal++;
    else
        counts->other++;
}

static uint64_t read_number(void)
{
    uint64_t number;
    return scanf("%" SCNu64, &number) == 1 ? number : 0;
}

static void compare_files(struct counts *counts, struct side *source, struct side *copy, int without_tags)
{
    uint64_t left_out = read_number();
    while (next_game(source)) {
        if (source->number == left_out) {
            count_left_out(counts, source->game);
            left_out = read_number();
        } else if (next_game(copy)) {
            compare_game(counts, source, copy, without_tags);
        } else {
            differ(counts, source, "the unpacked file ends before it");
            return;
        }
    }
    if (next_game(copy))
        differ(counts, source, "the unpacked file goes on behind the last");
}

int main(int argc, char **argv)
{
    int without_tags = argc == 4 && strcmp(argv[1], "-h") == 0;
    if (argc != 3 + without_tags) {
        fprintf(stderr, "compare_pgn [-h] SOURCE.pgn UNPACKED.pgn < NUMBERS\n");
        return 2;
    }
    struct counts counts = {0};
    struct side source, copy;
    if (!open_side(&source, argv[argc - 2]) || !open_side(&copy, argv[argc - 1]))
        return 2;
    compare_files(&counts, &source, &copy, without_tags);
    printf("%" PRIu64 " games, %" PRIu64 " plies, %" PRIu64 " tags compared; %" PRIu64
           " games left out that are not legal, %" PRIu64 " for other reasons; %" PRIu64
           " tags missing; %" PRIu64 " differences\n",
           counts.games, counts.plies, counts.tags, counts.not_legal, counts.other, counts.missing_tags,
           counts.differences);
    close_side(&source);
    close_side(&copy);
    return counts.differences == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
