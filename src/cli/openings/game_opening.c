#include "cli/openings/game_opening.h"

#include <stdlib.h>

#include "cli/base/tag_text.h"

/* ---- Variants ---- */

int game_is_chess(struct pgnpack_text variant)
{
    static const char *const words[] = {"chess", "standard", "normal", "from position"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_is_word_in_any_case(variant, words[i]))
            return 1;
    return !text_is_known(variant);
}

/* ---- Keys of many games ---- */

enum { KEYS_AT_FIRST = 1 << 16, KEYS_MAX = 1 << 25 };

/* Room for the keys of a game that has more of them. 0: it is no use. */
static int grow(struct game_keys *keys)
{
    size_t wanted = keys->capacity == 0 ? KEYS_AT_FIRST : 4 * keys->capacity;
    uint64_t *grown = wanted > KEYS_MAX ? NULL : realloc(keys->keys, wanted * sizeof *grown);
    if (grown == NULL)
        return 0;
    keys->keys = grown;
    keys->capacity = wanted;
    return 1;
}

int game_keys_start(struct game_keys *keys, const struct pgnpack_options *options)
{
    struct pgnpack_board *board = pgnpack_board_new(options);
    if (board == NULL)
        return 0;
    keys->first_key = pgnpack_board_key(board, PGNPACK_KEY_BCGN);
    pgnpack_free(board);
    return grow(keys);
}

void game_keys_free(struct game_keys *keys)
{
    free(keys->keys);
}

enum pgnpack_status game_keys_next(struct game_keys *keys, struct pgnpack_batch *batch,
                                   struct pgnpack_columns *columns, size_t *count_ret)
{
    enum pgnpack_status status;
    columns->size = sizeof *columns;
    columns->capacity = GAME_KEYS_ROWS;
    do {
        columns->keys = (struct pgnpack_keys_column){keys->keys, keys->capacity, keys->offsets};
        status = pgnpack_batch_next(batch, columns, count_ret);
    } while (status == PGNPACK_ERROR_LIMIT && grow(keys));
    return status;
}

/* ---- An opening ---- */

enum game_opening game_opening_find(const struct game_keys *keys, size_t row,
                                    const struct opening_table *table, struct opening *opening_ret)
{
    const size_t first = keys->offsets[row], end = keys->offsets[row + 1];
    if (first == end || keys->keys[first] != keys->first_key)
        return GAME_FROM_ELSEWHERE;
    for (size_t i = end; i-- > first;)
        if (opening_table_find(table, keys->keys[i], opening_ret))
            return GAME_NAMED;
    return GAME_UNNAMED;
}
