/* Public functions: looking at a game. */
#include <string.h>

#include "game/tag_value.h"
#include "lib/games/game_summary.h"
#include "base/handle.h"
#include "pgnpack_extra.h"

/* The public enumerations are the internal ones under other names. */
_Static_assert((int)PGNPACK_ITEM_MOVE == ITEM_MOVE && (int)PGNPACK_ITEM_COMMENT == ITEM_COMMENT &&
                   (int)PGNPACK_ITEM_VARIATION_END == ITEM_VARIATION_END &&
                   (int)PGNPACK_ITEM_DROP == ITEM_DROP,
               "item kinds differ");
_Static_assert((int)PGNPACK_RESULT_UNKNOWN == RESULT_UNKNOWN && (int)PGNPACK_RESULT_DRAW == RESULT_DRAW,
               "results differ");
_Static_assert((int)PGNPACK_ODDITY_NO_RESULT == ODDITY_NO_RESULT &&
                   (int)PGNPACK_ODDITY_OPPONENT_IN_CHECK == ODDITY_OPPONENT_IN_CHECK,
               "oddities differ");

uint32_t pgnpack_game_ply_count(const struct pgnpack_game *game)
{
    return game_of(game)->ply_count;
}

enum pgnpack_result pgnpack_game_result(const struct pgnpack_game *game)
{
    return (enum pgnpack_result)game_of(game)->result;
}

int pgnpack_game_tag(const struct pgnpack_game *game, size_t n, struct pgnpack_text *name_ret,
                     struct pgnpack_text *value_ret)
{
    const struct game *inner = game_of(game);
    struct game_tag none = {{"", 0}, {"", 0}, 0};
    const struct game_tag *tag = n < inner->tag_count ? &inner->tags[n] : &none;
    if (name_ret != NULL)
        *name_ret = text_export(tag->name);
    if (value_ret != NULL)
        *value_ret = text_export(tag->value);
    return tag != &none;
}

int pgnpack_game_find_tag(const struct pgnpack_game *game, const char *name, struct pgnpack_text *value_ret)
{
    const struct game_tag *tag = game_find_tag(game_of(game), name);
    if (value_ret != NULL)
        *value_ret = tag != NULL ? text_export(tag->value) : (struct pgnpack_text){"", 0};
    return tag != NULL;
}

size_t pgnpack_tag_unescape(struct pgnpack_text value, char *out)
{
    return tag_value_unescape_to((struct text){value.data, value.size}, out);
}

unsigned pgnpack_rating(struct pgnpack_text value)
{
    return summary_elo((struct text){value.data, value.size});
}

/* ---- Time controls ---- */

/* A whole number of at most seven digits at the text's beginning, which goes behind it; -1: there is none. */
static long take_number(struct pgnpack_text *text)
{
    enum { DIGITS_MAX = 7 };
    long number = 0;
    size_t size = 0;
    for (; size < text->size && size < DIGITS_MAX + 1 && is_digit(text->data[size]); size++)
        number = 10 * number + (text->data[size] - '0');
    text->data += size;
    text->size -= size;
    return size == 0 || size > DIGITS_MAX ? -1 : number;
}

static int take_sign(struct pgnpack_text *text, char sign)
{
    if (text->size == 0 || text->data[0] != sign)
        return 0;
    text->data++;
    text->size--;
    return 1;
}

enum pgnpack_time_class pgnpack_time_class(struct pgnpack_text control)
{
    enum { DAY = 86400, GAME = 40 };
    static const long below[] = {30, 180, 480, 1500};
    unsigned class = PGNPACK_TIME_ULTRABULLET;
    long moves = 0, seconds = take_number(&control), increment = 0;
    if (seconds > 0 && take_sign(&control, '/')) {
        moves = seconds;
        seconds = take_number(&control);
    }
    if (seconds >= 0 && take_sign(&control, '+'))
        increment = take_number(&control);
    if (seconds < 0 || increment < 0 || (control.size != 0 && control.data[0] != ':'))
        return PGNPACK_TIME_UNKNOWN;
    if (moves != 0 && seconds / moves >= DAY)
        return PGNPACK_TIME_CORRESPONDENCE;
    for (; class < PGNPACK_TIME_CLASSICAL && seconds + GAME * increment >= below[class - 1]; class ++)
        ;
    return (enum pgnpack_time_class) class;
}

const char *pgnpack_time_class_text(enum pgnpack_time_class time_class)
{
    static const char *const texts[] = {"",      "ultrabullet", "bullet",        "blitz",
                                        "rapid", "classical",   "correspondence"};
    return (unsigned)time_class < sizeof texts / sizeof *texts ? texts[time_class] : "";
}

/* ---- Items ---- */

int pgnpack_game_item(const struct pgnpack_game *game, size_t n, struct pgnpack_item *item_ret)
{
    const struct game *inner = game_of(game);
    if (n >= inner->item_count)
        return 0;
    if (item_ret == NULL)
        return 1;
    const struct game_item *item = &inner->items[n];
    item_ret->kind = (enum pgnpack_item_kind)item->kind;
    item_ret->in_header = (item->place & ITEM_IN_HEADER) != 0;
    item_ret->after_result = (item->place & ITEM_AFTER_RESULT) != 0;
    item_ret->value = item->value;
    item_ret->text.data = item->text_size == 0 ? "" : inner->text.data + item->text_offset;
    item_ret->text.size = item->text_size;
    return 1;
}

static size_t lead_size(struct text text)
{
    size_t size = 0;
    while (size < text.size && (memchr(" \t\r\n\v\f\xef\xbb\xbf", text.data[size], 9) != NULL))
        size++;
    return size;
}

void pgnpack_game_details(const struct pgnpack_game *game, struct pgnpack_game_details *details_ret)
{
    const struct game *inner = game_of(game);
    if (details_ret == NULL)
        return;
    *details_ret =
        (struct pgnpack_game_details){.lead_size = lead_size(inner->text), .oddities = inner->oddities};
    if (inner->trouble == TROUBLE_NONE)
        return;
    details_ret->trouble = game_trouble_text((enum game_trouble)inner->trouble);
    details_ret->trouble_offset = inner->trouble_offset;
}

const char *pgnpack_oddity_text(enum pgnpack_oddity oddity)
{
    switch (oddity) {
    case PGNPACK_ODDITY_NO_RESULT:
        return "the movetext ends without a result";
    case PGNPACK_ODDITY_OPEN_COMMENT:
        return "a comment is not closed";
    case PGNPACK_ODDITY_OPEN_VARIATION:
        return "a variation is not closed";
    case PGNPACK_ODDITY_BAD_TAG:
        return "a line that begins with [ is no tag pair";
    case PGNPACK_ODDITY_RIGHT_DROPPED:
        return "the FEN has a castling right without its king and rook at home";
    case PGNPACK_ODDITY_EN_PASSANT_DROPPED:
        return "the FEN has an en-passant square that no pawn can use";
    case PGNPACK_ODDITY_RESULT_DIFFERS:
        return "the Result tag and the movetext's result differ";
    case PGNPACK_ODDITY_STRAY_TEXT:
        return "text that is not PGN";
    case PGNPACK_ODDITY_OPPONENT_IN_CHECK:
        return "the FEN has the side that is not to move in check";
    }
    return "unknown oddity";
}
