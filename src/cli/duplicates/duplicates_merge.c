#include "cli/duplicates/duplicates_merge.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/growth.h"
#include "cli/base/tag_text.h"
#include "pgnpack_extra.h"

/* A pair, by the game that is kept. */
struct pair {
    size_t kept_reader, reader;
    uint64_t kept, game;
};

struct merge {
    struct command_context *context;
    const struct duplicates_database *databases;
    size_t count;
    struct pair *pairs;
    size_t pair_count, capacity;
    struct pgnpack_cursor **texts; /* by database; NULL: not asked for yet */
    struct pgnpack_cursor **tags;
    struct pgnpack_editor *editor;
    merged_function take;
    void *opaque;
    struct tag_text value; /* of a tag, in the making */
};

/* ---- Pairs ---- */

static int add_pair(struct merge *merge, const struct pgnpack_duplicate *found)
{
    if (!GROW(merge->pairs, merge->capacity, merge->pair_count + 1))
        return 0;
    merge->pairs[merge->pair_count++] =
        (struct pair){found->kept_reader, found->reader, found->kept_game, found->game};
    return 1;
}

static int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int compare_pairs(const void *a, const void *b)
{
    const struct pair *first = a, *second = b;
    if (first->kept_reader != second->kept_reader)
        return compare_numbers(first->kept_reader, second->kept_reader);
    if (first->kept != second->kept)
        return compare_numbers(first->kept, second->kept);
    if (first->reader != second->reader)
        return compare_numbers(first->reader, second->reader);
    return compare_numbers(first->game, second->game);
}

static enum exit_status gather(struct merge *merge, struct duplicates *duplicates)
{
    struct pgnpack_duplicate found;
    duplicates_rewind(duplicates);
    while (duplicates_next(duplicates, &found))
        if (found.kind != PGNPACK_DUPLICATE_LOOSE && !add_pair(merge, &found))
            return command_no_memory(merge->context);
    if (merge->pair_count != 0)
        qsort(merge->pairs, merge->pair_count, sizeof *merge->pairs, compare_pairs);
    return EXIT_FINE;
}

/* ---- Tags ---- */

static int says_something(struct pgnpack_text value)
{
    for (size_t i = 0; i < value.size; i++)
        if (strchr("?.- ", value.data[i]) == NULL)
            return 1;
    return 0;
}

/* What makes the moves what they are, or has to be as they say. */
static int belongs_to_moves(struct pgnpack_text name)
{
    static const char *const names[] = {"FEN", "SetUp", "Variant", "Result", "PlyCount"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (name.size == strlen(names[i]) && memcmp(name.data, names[i], name.size) == 0)
            return 1;
    return 0;
}

/* Both are "2001.??.??" or so: is there a part that `value` leaves open and `other` knows? `out` gets it then. */
static int fill_date(char *out, struct pgnpack_text value, struct pgnpack_text other)
{
    int is_filled = 0;
    if (value.size != 10 || other.size != 10)
        return 0;
    for (size_t i = 0; i < value.size; i++) {
        int is_open = value.data[i] == '?' && other.data[i] >= '0' && other.data[i] <= '9';
        if (!is_open && value.data[i] != other.data[i] && other.data[i] != '?')
            return 0;
        out[i] = is_open ? other.data[i] : value.data[i];
        is_filled |= is_open;
    }
    return is_filled;
}

static int is_date(const char *name)
{
    size_t size = strlen(name);
    return size >= 4 && strcmp(name + size - 4, "Date") == 0;
}

static enum exit_status look_at_edited(struct merge *merge, struct pgnpack_edited *edited)
{
    if (pgnpack_editor_finish(merge->editor, edited) == PGNPACK_OK)
        return EXIT_FINE;
    return command_report(merge->context, NULL, pgnpack_error(merge->editor));
}

/* What the editor's game should have of this tag goes there. A tag that cannot be set is left as it is. */
static enum exit_status merge_tag(struct merge *merge, struct pgnpack_text name, struct pgnpack_text value)
{
    char own_name[256];
    struct pgnpack_edited edited;
    struct pgnpack_text own;
    size_t size;
    if (name.size >= sizeof own_name || belongs_to_moves(name) || !says_something(value))
        return EXIT_FINE;
    memcpy(own_name, name.data, name.size);
    own_name[name.size] = '\0';
    if (!tag_text_reserve(&merge->value, value.size))
        return command_no_memory(merge->context);
    enum exit_status looked = look_at_edited(merge, &edited);
    if (looked != EXIT_FINE)
        return looked;
    int is_there = pgnpack_game_find_tag(edited.game, own_name, &own);
    if (is_there && is_date(own_name) && fill_date(merge->value.bytes, own, value))
        size = own.size;
    else if (is_there && says_something(own))
        return EXIT_FINE;
    else
        size = pgnpack_tag_unescape(value, merge->value.bytes);
    enum pgnpack_status status = pgnpack_editor_set_tag(merge->editor, own_name, merge->value.bytes, size);
    if (status == PGNPACK_OK || status == PGNPACK_ERROR_ARGUMENT)
        return EXIT_FINE;
    return command_report(merge->context, NULL, pgnpack_error(merge->editor));
}

/* ---- Games ---- */

/* Of one of the databases. NULL: it was reported why not. */
static const struct pgnpack_game *read_game(struct merge *merge, struct pgnpack_cursor **cursors,
                                            size_t reader, uint64_t number, enum exit_status *status)
{
    const struct pgnpack_game *game = NULL;
    unsigned parts = cursors == merge->texts ? PGNPACK_PART_TEXT : PGNPACK_PART_TAGS;
    *status = EXIT_FINE;
    if (cursors[reader] == NULL)
        cursors[reader] = pgnpack_cursor_new(merge->databases[reader].reader, parts);
    if (cursors[reader] == NULL)
        *status = command_no_memory(merge->context);
    else if (pgnpack_cursor_seek(cursors[reader], number) != PGNPACK_OK ||
             pgnpack_cursor_next(cursors[reader], &game) != PGNPACK_OK)
        *status = command_report_path(merge->context, merge->databases[reader].name,
                                      pgnpack_error(cursors[reader]));
    return game;
}

static enum exit_status merge_game(struct merge *merge, const struct pair *pair)
{
    enum exit_status status;
    struct pgnpack_text name, value;
    const struct pgnpack_game *game = read_game(merge, merge->tags, pair->reader, pair->game, &status);
    for (size_t i = 0; status == EXIT_FINE && pgnpack_game_tag(game, i, &name, &value); i++)
        status = merge_tag(merge, name, value);
    return status;
}

/* The editor has the kept game; 0: it is not to be edited, or *status says what failed. */
static int begin_game(struct merge *merge, const struct pair *pair, enum exit_status *status)
{
    struct pgnpack_text text;
    if (read_game(merge, merge->texts, pair->kept_reader, pair->kept, status) == NULL)
        return 0;
    struct pgnpack_cursor *cursor = merge->texts[pair->kept_reader];
    if (pgnpack_cursor_text(cursor, &text) != PGNPACK_OK) {
        *status = command_report_path(merge->context, merge->databases[pair->kept_reader].name,
                                      pgnpack_error(cursor));
        return 0;
    }
    enum pgnpack_status edited = pgnpack_editor_begin(merge->editor, text.data, text.size);
    if (edited != PGNPACK_OK && edited != PGNPACK_ERROR_ARGUMENT)
        *status = command_report(merge->context, NULL, pgnpack_error(merge->editor));
    return edited == PGNPACK_OK;
}

/* All duplicates of one kept game, `pairs` up to `end`. */
static enum exit_status merge_pairs(struct merge *merge, const struct pair *pairs, const struct pair *end)
{
    enum exit_status status;
    struct pgnpack_edited edited;
    if (!begin_game(merge, pairs, &status))
        return status;
    for (const struct pair *pair = pairs; pair < end && status == EXIT_FINE; pair++)
        status = merge_game(merge, pair);
    if (status == EXIT_FINE)
        status = look_at_edited(merge, &edited);
    if (status != EXIT_FINE || edited.changes == 0)
        return status;
    return merge->take(merge->opaque, pairs->kept_reader, pairs->kept, edited.text);
}

static enum exit_status merge_all(struct merge *merge)
{
    enum exit_status status = EXIT_FINE;
    const struct pair *all_end = merge->pairs + merge->pair_count, *end;
    for (const struct pair *pair = merge->pairs; pair < all_end && status == EXIT_FINE; pair = end) {
        for (end = pair + 1; end < all_end; end++)
            if (end->kept_reader != pair->kept_reader || end->kept != pair->kept)
                break;
        status = merge_pairs(merge, pair, end);
    }
    return status;
}

static void free_merge(struct merge *merge)
{
    for (size_t i = 0; i < merge->count; i++) {
        if (merge->texts != NULL)
            pgnpack_free(merge->texts[i]);
        if (merge->tags != NULL)
            pgnpack_free(merge->tags[i]);
    }
    pgnpack_free(merge->editor);
    free(merge->texts);
    free(merge->tags);
    free(merge->pairs);
    free(merge->value.bytes);
}

enum exit_status duplicates_merge(struct duplicates *duplicates, merged_function take, void *opaque)
{
    struct command_context *context = duplicates->context;
    const struct pgnpack_options options = command_library_options(context);
    struct merge merge = {.context = context,
                          .databases = duplicates->databases,
                          .count = duplicates->count,
                          .take = take,
                          .opaque = opaque,
                          .texts = calloc(duplicates->count, sizeof(struct pgnpack_cursor *)),
                          .tags = calloc(duplicates->count, sizeof(struct pgnpack_cursor *)),
                          .editor = pgnpack_editor_new(&options)};
    enum exit_status status = merge.texts == NULL || merge.tags == NULL || merge.editor == NULL
                                  ? command_no_memory(context)
                                  : gather(&merge, duplicates);
    if (status == EXIT_FINE && merge.pair_count != 0)
        status = merge_all(&merge);
    free_merge(&merge);
    return status;
}
