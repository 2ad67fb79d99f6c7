#include "cli/novel/novelties.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/growth.h"
#include "cli/novel/met_positions.h"
#include "cli/novel/reference_games.h"

/* A game that is looked at. */
struct played {
    uint64_t number;
    uint32_t date; /* 20190512; 0: not known */
    size_t first;  /* of its positions */
};

struct search {
    struct find_run *run;
    struct game_lines lines; /* of the database, then of the reference */
    struct played *games;
    size_t count, capacity;
    uint64_t *keys; /* of all positions, game by game */
    size_t key_count, key_capacity;
    struct met_positions *positions; /* all of these, with the earliest date that the reference has each at */
    struct met_positions *leaving;   /* those from which games go on to what is new */
    struct leaving_game *left;       /* games by such a position */
    size_t left_count;
};

/* A game of which the position before the novelty is `slot` of the set. */
struct leaving_game {
    size_t slot;
    uint32_t date;
    uint32_t last_date; /* of the novelty's last game */
    struct novelty *novelty;
};

static enum exit_status no_memory(struct search *search)
{
    return command_no_memory(search->run->context);
}

/* ---- The games ---- */

/* A game_lines_function. */
static enum exit_status take_game(void *opaque, uint64_t number, uint32_t date, const uint64_t *keys,
                                  size_t count)
{
    struct search *search = opaque;
    if (!GROW(search->games, search->capacity, search->count + 2) ||
        !GROW(search->keys, search->key_capacity, search->key_count + count))
        return no_memory(search);
    search->games[search->count++] = (struct played){number, date, search->key_count};
    if (count != 0)
        memcpy(search->keys + search->key_count, keys, count * sizeof *keys);
    search->key_count += count;
    search->games[search->count].first = search->key_count;
    return EXIT_FINE;
}

static enum exit_status read_games(struct search *search, struct database *database,
                                   const struct pgnpack_hit *hits, size_t count)
{
    uint64_t *numbers = malloc((count + 1) * sizeof *numbers);
    if (numbers == NULL)
        return no_memory(search);
    for (size_t i = 0; i < count; i++)
        numbers[i] = hits[i].game;
    enum exit_status status =
        game_lines_pick(&search->lines, search->run, database, numbers, count, take_game, search);
    free(numbers);
    if (status == EXIT_FINE)
        search->positions = met_positions_new(search->keys, search->key_count);
    return status != EXIT_FINE || search->positions != NULL ? status : no_memory(search);
}

/* ---- What is known ---- */

/* A game_lines_function, of games of the reference. */
static enum exit_status note_game(void *opaque, uint64_t number, uint32_t date, const uint64_t *keys,
                                  size_t count)
{
    struct search *search = opaque;
    (void)number;
    for (size_t i = 0; i < count; i++)
        met_positions_note(search->positions, keys[i], date);
    return EXIT_FINE;
}

static int is_known(const struct search *search, size_t key, uint32_t date)
{
    uint32_t earliest = met_positions_earliest(search->positions, search->keys[key]);
    return earliest != POSITION_NEVER && (date == 0 || earliest < date);
}

/* The ply of the game's novelty; 0: there is none. */
static uint32_t novelty_of(const struct search *search, const struct played *game)
{
    size_t end = game[1].first, i = end;
    while (i > game->first && !is_known(search, i - 1, game->date))
        i--;
    return i == game->first || i == end ? 0 : (uint32_t)(i - game->first);
}

/* ---- Who was there last ---- */

static int compare_left(const void *a, const void *b)
{
    const struct leaving_game *first = a, *second = b;
    return (first->slot > second->slot) - (first->slot < second->slot);
}

/* `novelties` are those of the hits, of which some games could not be read. */
static enum exit_status gather_left(struct search *search, const struct pgnpack_hit *hits,
                                    struct novelty *novelties, size_t count)
{
    uint64_t *keys = malloc((search->count + 1) * sizeof *keys);
    search->left = calloc(search->count + 1, sizeof *search->left);
    size_t hit = 0, key_count = 0;
    if (keys == NULL || search->left == NULL) {
        free(keys);
        return no_memory(search);
    }
    for (size_t i = 0; i < search->count; i++) {
        const struct played *game = &search->games[i];
        const uint32_t ply = novelty_of(search, game);
        while (hit < count && hits[hit].game < game->number)
            hit++;
        if (ply == 0 || hit == count)
            continue;
        novelties[hit].ply = ply;
        keys[key_count] = search->keys[game->first + ply - 1];
        search->left[key_count++] = (struct leaving_game){.date = game->date, .novelty = &novelties[hit]};
    }
    search->left_count = key_count;
    search->leaving = met_positions_new(keys, key_count);
    for (size_t i = 0; i < key_count && search->leaving != NULL; i++)
        search->left[i].slot = met_positions_slot(search->leaving, keys[i]);
    free(keys);
    qsort(search->left, search->left_count, sizeof *search->left, compare_left);
    return search->leaving != NULL ? EXIT_FINE : no_memory(search);
}

/* The first game of those that leave that position. */
static size_t first_left(const struct search *search, size_t slot)
{
    size_t first = 0, end = search->left_count;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        if (search->left[middle].slot < slot)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

/* A game counts once, however often it has the position: its number is not 0. */
static void count_for(struct leaving_game *left, uint64_t number, uint32_t date)
{
    struct novelty *novelty = left->novelty;
    if (left->date != 0 && date >= left->date)
        return;
    if (novelty->games == 0 || date >= left->last_date) {
        novelty->last = number;
        left->last_date = date;
    }
    novelty->games++;
}

/* A game_lines_function, of games of the reference. */
static enum exit_status count_game(void *opaque, uint64_t number, uint32_t date, const uint64_t *keys,
                                   size_t count)
{
    struct search *search = opaque;
    for (size_t i = 0; i < count; i++) {
        size_t slot = met_positions_slot(search->leaving, keys[i]);
        if (slot == POSITION_NONE || !met_positions_first_of(search->leaving, slot, number))
            continue;
        for (size_t j = first_left(search, slot); j < search->left_count && search->left[j].slot == slot; j++)
            count_for(&search->left[j], number, date);
    }
    return EXIT_FINE;
}

/* ---- All ---- */

static enum exit_status label(struct search *search, struct database *reference, struct novelty *novelties,
                              size_t count)
{
    struct game_labels labels;
    enum exit_status status = EXIT_FINE;
    if (!game_labels_start(&labels, search->run, reference))
        return no_memory(search);
    for (size_t i = 0; i < count && status == EXIT_FINE; i++)
        if (novelties[i].games != 0)
            status = game_labels_make(&labels, novelties[i].last, &novelties[i].last_label);
    game_labels_end(&labels);
    return status;
}

static enum exit_status find(struct search *search, struct database *reference, struct database *database,
                             const struct pgnpack_hit *hits, struct novelty *novelties, size_t count)
{
    enum exit_status status = read_games(search, database, hits, count);
    if (status == EXIT_FINE)
        status = game_lines_all(&search->lines, search->run, reference, note_game, search);
    if (status == EXIT_FINE)
        status = gather_left(search, hits, novelties, count);
    if (status == EXIT_FINE)
        status = game_lines_all(&search->lines, search->run, reference, count_game, search);
    return status == EXIT_FINE ? label(search, reference, novelties, count) : status;
}

enum exit_status novelties_find(struct find_run *run, struct database *reference, struct database *database,
                                const struct pgnpack_hit *hits, size_t count, struct novelty **novelties_ret)
{
    struct search search = {.run = run};
    struct novelty *novelties = calloc(count + 1, sizeof *novelties);
    enum exit_status status = novelties != NULL && game_lines_start(&search.lines, run)
                                  ? find(&search, reference, database, hits, novelties, count)
                                  : command_no_memory(run->context);
    game_lines_free(&search.lines);
    met_positions_free(search.positions);
    met_positions_free(search.leaving);
    free(search.left);
    free(search.games);
    free(search.keys);
    if (status != EXIT_FINE && novelties != NULL)
        novelties_free(novelties, count);
    *novelties_ret = status == EXIT_FINE ? novelties : NULL;
    return status;
}

void novelties_free(struct novelty *novelties, size_t count)
{
    for (size_t i = 0; i < count && novelties != NULL; i++)
        free(novelties[i].last_label);
    free(novelties);
}
