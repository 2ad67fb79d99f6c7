/* pgndb names --from --add: numbers, titles, ratings and federations of players, from a rating list of FIDE's. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/base/messages.h"
#include "cli/base/tag_text.h"
#include "cli/change/change_rewrite.h"
#include "cli/names/names_tasks.h"
#include "cli/names/rating_list.h"
#include "cli/run/change_database.h"
#include "pgnpack_extra.h"

/* Tags of a row. From the first one of LISTED on they are those that are set, White's and Black's in turn, as bits of options. */
enum { SIDES = 2, DATE = SIDES, UTC_DATE, LISTED, TAGS = LISTED + SIDES * LISTED_KINDS };

enum { ROWS = 1024, AGE_MIN = 4 /* nobody's games are kept who is younger */ };

static const char *const tag_names[TAGS] = {"White",       "Black",       "Date",       "UTCDate",
                                            "WhiteFideId", "BlackFideId", "WhiteTitle", "BlackTitle",
                                            "WhiteElo",    "BlackElo",    "WhiteFed",   "BlackFed"};

/* Players of games, a game having two. */
struct tally {
    uint64_t found;
    uint64_t several; /* whose name more players of the list have */
    uint64_t others;  /* that have another number, or were not born */
    uint64_t values[LISTED_KINDS];
    char *first_several; /* such a name; NULL: none */
};

struct scan {
    struct command_context *context;
    const struct rating_list *list;
    unsigned year, month; /* of the list */
    const char *name;
    struct rewrite *rewrite;
    uint8_t *marks; /* of games that are looked at; NULL: all */
    struct pgnpack_batch *batch;
    struct pgnpack_text *views[TAGS];
    uint64_t numbers[ROWS];
    struct tag_text plain;
    struct tally tally;
};

/* What one game gets. */
struct edits {
    const char *values[TAGS]; /* NULL: it stays */
    size_t sizes[TAGS];
    char ratings[SIDES][NUMBER_TEXT_SIZE];
};

/* ---- A game ---- */

static int is_unknown(struct pgnpack_text value)
{
    return value.data == NULL || text_is_blank(value) || text_is_word(value, "?");
}

/* Year and month of the game; 0: unknown. */
static void read_date(const struct scan *scan, size_t row, unsigned *year, unsigned *month)
{
    enum { DATE_SIZE_MAX = 20 };
    uint32_t date = 0;
    for (size_t tag = DATE; tag <= UTC_DATE && date == 0; tag++)
        if (scan->views[tag][row].size <= DATE_SIZE_MAX)
            date = text_date(scan->views[tag][row]);
    *year = date / 10000;
    *month = date / 100 % 100;
}

/* 0: no memory. `*found_ret`: one player of the list has the name, and nothing speaks against it. */
static int find_player(struct scan *scan, size_t row, unsigned side, unsigned year,
                       struct rated_player *player, int *found_ret)
{
    const struct pgnpack_text value = scan->views[side][row], id = scan->views[LISTED + side][row];
    struct tally *tally = &scan->tally;
    *found_ret = 0;
    if (is_unknown(value))
        return 1;
    const struct pgnpack_text name = tag_text_plain(&scan->plain, value);
    if (name.data == NULL)
        return 0;
    unsigned count = rating_list_find(scan->list, name, player);
    int is_other = count == 1 && ((!is_unknown(id) && !texts_are_equal(id, player->id)) ||
                                  (year != 0 && player->born != 0 && year < player->born + AGE_MIN));
    tally->several += count > 1;
    tally->others += (uint64_t)is_other;
    *found_ret = count == 1 && !is_other;
    tally->found += (uint64_t)*found_ret;
    if (count < 2 || tally->first_several != NULL)
        return 1;
    tally->first_several = malloc(name.size + 1);
    if (tally->first_several == NULL)
        return 0;
    memcpy(tally->first_several, name.data, name.size);
    tally->first_several[name.size] = '\0';
    return 1;
}

/* What the list says of the player, of this kind. Empty: nothing. */
static struct pgnpack_text listed_value(const struct rated_player *player, enum listed kind,
                                        char rating[NUMBER_TEXT_SIZE])
{
    switch (kind) {
    case LISTED_ID:
        return player->id;
    case LISTED_TITLE:
        return player->title;
    case LISTED_FEDERATION:
        return player->federation;
    case LISTED_RATING:
    case LISTED_KINDS:
        break;
    }
    int size = player->rating == 0 ? 0 : snprintf(rating, NUMBER_TEXT_SIZE, "%u", player->rating);
    return (struct pgnpack_text){rating, (size_t)size};
}

/* Returns how many tags are to be set. */
static unsigned edit_side(struct scan *scan, size_t row, unsigned side, const struct rated_player *player,
                          int is_of_month, struct edits *edits)
{
    unsigned count = 0;
    for (unsigned kind = 0; kind < LISTED_KINDS; kind++) {
        size_t tag = LISTED + SIDES * kind + side;
        const struct pgnpack_text value = listed_value(player, (enum listed)kind, edits->ratings[side]);
        if ((scan->context->options->change.listed >> (tag - LISTED) & 1) == 0 || value.size == 0 ||
            !is_unknown(scan->views[tag][row]) || (kind == LISTED_RATING && !is_of_month))
            continue;
        edits->values[tag] = value.data;
        edits->sizes[tag] = value.size;
        scan->tally.values[kind]++;
        count++;
    }
    return count;
}

static enum exit_status set_tags(struct scan *scan, uint64_t number, const struct edits *edits)
{
    enum exit_status status;
    struct pgnpack_editor *editor = rewrite_take(scan->rewrite, number, &status);
    if (editor == NULL)
        return status;
    for (size_t tag = LISTED; tag < TAGS; tag++)
        if (edits->values[tag] != NULL && pgnpack_editor_set_tag(editor, tag_names[tag], edits->values[tag],
                                                                 edits->sizes[tag]) != PGNPACK_OK)
            return rewrite_leave(scan->rewrite);
    return rewrite_put(scan->rewrite);
}

/* A rewrite_row_function. */
static enum exit_status look_at_game(void *opaque, size_t row)
{
    struct scan *scan = opaque;
    struct edits edits = {.values = {NULL}};
    struct rated_player player;
    unsigned year, month, count = 0;
    int is_found;
    read_date(scan, row, &year, &month);
    for (unsigned side = 0; side < SIDES; side++) {
        if (!find_player(scan, row, side, year, &player, &is_found))
            return command_no_memory(scan->context);
        if (is_found)
            count += edit_side(scan, row, side, &player,
                               year == scan->year && month == scan->month && month != 0, &edits);
    }
    return count == 0 ? EXIT_FINE : set_tags(scan, scan->numbers[row], &edits);
}

/* ---- All games ---- */

static enum exit_status look_at_games(struct scan *scan)
{
    const struct pgnpack_columns columns = {
        .size = sizeof columns, .capacity = ROWS, .numbers = scan->numbers, .views = scan->views};
    return rewrite_each_marked(scan->rewrite, scan->batch, &columns, scan->marks, look_at_game, scan);
}

static void tell(const struct scan *scan)
{
    const struct tally *tally = &scan->tally;
    struct messages *messages = scan->context->messages;
    message_notice(messages, IN_FILE(scan->name), "%s of these games %s in the list; %s, %s, %s and %s",
                   COUNTED(tally->found, "player"), IS_OR_ARE(tally->found),
                   COUNTED(tally->values[LISTED_ID], "number"), COUNTED(tally->values[LISTED_TITLE], "title"),
                   COUNTED(tally->values[LISTED_RATING], "rating"),
                   COUNTED(tally->values[LISTED_FEDERATION], "federation"));
    if (tally->several != 0)
        message_notice(messages, IN_FILE(scan->name),
                       "left as they are: %s of a name that several in the list have, beginning with \"%s\"",
                       COUNTED(tally->several, "player"), tally->first_several);
    if (tally->others != 0)
        message_notice(messages, IN_FILE(scan->name),
                       "left as they are: %s who %s another number of FIDE's, or played before the one in "
                       "the list can have",
                       COUNTED(tally->others, "player"), tally->others == 1 ? "has" : "have");
}

/* ---- A database ---- */

static enum exit_status look_at_database(struct scan *scan)
{
    const struct pgnpack_batch_options options = {
        .size = sizeof options, .tags = tag_names, .tag_count = TAGS};
    struct pgnpack_text *values = calloc(TAGS * ROWS, sizeof *values);
    for (size_t i = 0; i < TAGS; i++)
        scan->views[i] = values == NULL ? NULL : &values[i * ROWS];
    scan->batch = pgnpack_batch_new(rewrite_reader(scan->rewrite), &options);
    enum exit_status status =
        values == NULL || scan->batch == NULL ? command_no_memory(scan->context) : look_at_games(scan);
    pgnpack_free(scan->batch); /* the commit takes its reader away */
    if (status == EXIT_FINE)
        status = rewrite_finish(scan->rewrite);
    free(values);
    return status;
}

static enum exit_status change_one(struct command_context *context, const char *name, void *job)
{
    enum exit_status status;
    struct scan *scan = calloc(1, sizeof *scan);
    if (scan == NULL)
        return command_no_memory(context);
    const struct scan *model = job;
    *scan = *model;
    scan->name = name;
    scan->rewrite = rewrite_open(context, name, &status);
    if (scan->rewrite != NULL)
        status = game_marks_make(context, name, rewrite_reader(scan->rewrite), &scan->marks);
    if (status == EXIT_FINE)
        status = look_at_database(scan);
    if (status == EXIT_FINE)
        tell(scan);
    free(scan->tally.first_several);
    free(scan->plain.bytes);
    free(scan->marks);
    rewrite_free(scan->rewrite);
    free(scan);
    return change_tell_damage(context, name, status);
}

/* The month for which the ratings are: what the list says, or the options where it says nothing. Reports what cannot be. */
static int find_month(struct command_context *context, struct scan *scan)
{
    const struct change_options *change = &context->options->change;
    const unsigned ratings = (1u << SIDES) - 1;
    const char *file = change->names_list;
    rating_list_month(scan->list, &scan->year, &scan->month);
    if (scan->month != 0 && change->month != 0 &&
        (scan->year != change->year || scan->month != change->month)) {
        message_error(context->messages, IN_FILE(file), "is the list of %u-%02u, and not of %u-%02u",
                      scan->year, scan->month, change->year, change->month);
        return 0;
    }
    if (change->month != 0) {
        scan->year = change->year;
        scan->month = change->month;
    }
    if (scan->month != 0 || (change->listed >> SIDES * LISTED_RATING & ratings) == 0)
        return 1;
    message_error(context->messages, IN_FILE(file),
                  "does not tell of which month its ratings are; give that, as in --month=2024-05");
    return 0;
}

enum exit_status change_ratings(struct command_context *context)
{
    struct rating_list *list = rating_list_read(context->options->change.names_list, context->messages);
    struct scan *model = calloc(1, sizeof *model);
    enum exit_status status = EXIT_FAILED;
    if (model == NULL) {
        status = command_no_memory(context);
    } else if (list != NULL) {
        model->context = context;
        model->list = list;
        if (find_month(context, model))
            status = command_each_input(context, change_one, model);
    }
    free(model);
    rating_list_free(list);
    return status;
}
