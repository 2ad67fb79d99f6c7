/*
 * A PGN reader gives moves as texts that lie in one copy of the game's text: what lies between two of them there does so in
 * ours. The first of all its texts is found in ours, and then all others are where that says, or nothing is marked.
 */
#include "cli/find/find_mark.h"

#include <string.h>

#include "cli/run/game_items.h"

struct marking {
    struct pgnpack_text text;
    const struct pgnpack_game *game;
    const char *anchor;  /* a place of the reader's copy, ... */
    size_t anchor_place; /* ... and that of ours */
};

/* Our place of one of the reader's texts, if the same bytes stand there. Returns 0 if they do not. */
static int place_of(const struct marking *marking, struct pgnpack_text of, size_t *place_ret)
{
    ptrdiff_t place = (of.data - marking->anchor) + (ptrdiff_t)marking->anchor_place;
    if (place < 0 || (size_t)place > marking->text.size || of.size > marking->text.size - (size_t)place ||
        memcmp(marking->text.data + place, of.data, of.size) != 0)
        return 0;
    *place_ret = (size_t)place;
    return 1;
}

/* The first text in the reader's copy: a tag's name, or an item. */
static struct pgnpack_text first_text(const struct pgnpack_game *game)
{
    struct pgnpack_text name, first = {NULL, 0};
    struct pgnpack_item item;
    pgnpack_game_tag(game, 0, &name, NULL);
    for (size_t i = 0; pgnpack_game_item(game, i, &item); i++)
        if (item.text.size != 0) {
            first = item.text;
            break;
        }
    if (first.size == 0 || (name.size != 0 && name.data < first.data))
        return name;
    return first;
}

static int set_anchor(struct marking *marking)
{
    struct pgnpack_text first = first_text(marking->game);
    if (first.size == 0)
        return 0;
    for (size_t i = 0; i + first.size <= marking->text.size; i++)
        if (memcmp(marking->text.data + i, first.data, first.size) == 0) {
            marking->anchor = first.data;
            marking->anchor_place = i;
            return 1;
        }
    return 0;
}

/* The item that makes the ply of that number (from 1) of the main line; SIZE_MAX: there is none. */
static size_t item_of_ply(const struct pgnpack_game *game, uint32_t ply)
{
    struct pgnpack_item item;
    unsigned depth = 0;
    for (size_t i = 0; pgnpack_game_item(game, i, &item); i++) {
        depth += item.kind == PGNPACK_ITEM_VARIATION_BEGIN;
        if (item.kind == PGNPACK_ITEM_VARIATION_END && depth > 0)
            depth--;
        if (depth == 0 && item_is_ply(&item) && --ply == 0)
            return i;
    }
    return SIZE_MAX;
}

/* Behind a move, and the glyphs that belong to it. */
static int place_after(const struct marking *marking, size_t number, size_t *place_ret)
{
    struct pgnpack_item item;
    size_t place;
    if (!pgnpack_game_item(marking->game, number, &item) || !item_is_ply(&item) ||
        !place_of(marking, item.text, &place))
        return 0;
    *place_ret = place + item.text.size;
    while (pgnpack_game_item(marking->game, ++number, &item) &&
           (item.kind == PGNPACK_ITEM_NAG || item.kind == PGNPACK_ITEM_SUFFIX) &&
           place_of(marking, item.text, &place))
        *place_ret = place + item.text.size;
    return 1;
}

/* Before the first move and its number, or before the result if there is none. */
static int place_before_all(const struct marking *marking, size_t *place_ret)
{
    struct pgnpack_item item;
    const char *text = marking->text.data;
    size_t number = item_of_ply(marking->game, 1), place = marking->text.size;
    if (number != SIZE_MAX) {
        if (!pgnpack_game_item(marking->game, number, &item) || !place_of(marking, item.text, &place))
            return 0;
        while (place > 0 && strchr("0123456789. ", text[place - 1]) != NULL)
            place--;
    } else {
        while (place > 0 && strchr(" \t\r\n", text[place - 1]) != NULL)
            place--;
        while (place > 0 && strchr("012/-*", text[place - 1]) != NULL)
            place--;
    }
    *place_ret = place;
    return 1;
}

static int place_of_ply(const struct marking *marking, uint32_t ply, size_t *place_ret)
{
    if (ply == 0)
        return place_before_all(marking, place_ret);
    return place_after(marking, item_of_ply(marking->game, ply), place_ret);
}

struct find_marks find_marks_of(struct pgnpack_text text, const struct pgnpack_game *game,
                                const struct pgnpack_hit *hit)
{
    struct marking marking = {.text = text, .game = game};
    struct find_marks marks = {0, {0, 0}};
    if (!set_anchor(&marking))
        return marks;
    if (hit->item != 0) {
        marks.count = (size_t)place_after(&marking, hit->item - 1, &marks.places[0]);
        return marks;
    }
    if (!place_of_ply(&marking, hit->ply, &marks.places[0]))
        return marks;
    marks.count = 1;
    if (hit->last_ply > hit->ply && place_of_ply(&marking, hit->last_ply, &marks.places[1]))
        marks.count = 2;
    return marks;
}
