#include "cli/run/near_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/growth.h"
#include "cli/base/tag_text.h"

enum { NEAR_MAX = 5, NEAR_TEXT_SIZE = 1000, LIKENESS_MIN = 45 };

/* Names are gathered of so many games, the last ones of a database: of a hundred million they would take a minute and gigabytes. */
enum { GAMES_LOOKED_AT = 1000000 };

/* So few games may be of a spelling that is seldom, if one that is more like it than others has so many times as much. */
enum { FEW_GAMES = 10, MANY_TIMES = 10, FEW_LIKENESS_MIN = 60 };

/* Words of it are asked for, and no whole name: told is only where there are none. */
static const char opening_tag[] = "Opening";

/* ---- Questions ---- */

/* Patterns and alternatives are no names. */
static int is_plain(const char *value)
{
    return value[0] == '=' ? strpbrk(value, "|\\") == NULL : strpbrk(value, "*?|\\") == NULL;
}

#define WORD_COUNT(words) (sizeof(words) / sizeof(words)[0])

/* The place of a word among others; `count`: it is none of them. */
static size_t find_word(const char *const *words, size_t count, const char *word)
{
    size_t i = 0;
    while (i < count && strcmp(word, words[i]) != 0)
        i++;
    return i;
}

/* What asks something of the board, and says not itself how it is meant ... */
static const char *const board_words[] = {"fen",   "moves",   "pgn",      "material", "balance",
                                          "pawns", "pattern", "attack",   "hanging",  "move",
                                          "check", "mate",    "stalemate"};
/* ... and what else chooses among the positions of a game. */
static const char *const place_words[] = {"then",        "next",    "after", "for",   "times",    "ply",
                                          "move-number", "side",    "final", "eval",  "clock",    "spent",
                                          "nag",         "comment", "has",   "swing", "pgn-final"};

static void note_negation(struct near_names *near, const char *word)
{
    size_t board = find_word(board_words, WORD_COUNT(board_words), word);
    int is_board = board < WORD_COUNT(board_words);
    if (is_board && near->negates)
        near->negated = board_words[board];
    else if (is_board || find_word(place_words, WORD_COUNT(place_words), word) < WORD_COUNT(place_words))
        near->has_place = 1;
}

/* What asks whose results are meant, and what says it. */
static void note_results(struct near_names *near, const char *word, const char *value)
{
    static const char *const names[] = {"player", "black"}, *const sides[] = {"us", "them", "either"};
    near->names_player |= !near->negates && find_word(names, WORD_COUNT(names), word) < WORD_COUNT(names);
    near->has_side |= find_word(sides, WORD_COUNT(sides), word) < WORD_COUNT(sides);
    near->asks_won |= strcmp(word, "result") == 0 && value != NULL &&
                      (strstr(value, "won") != NULL || strstr(value, "lost") != NULL);
}

void near_names_tell_sense(const struct near_names *near, struct messages *messages,
                           const struct place *place)
{
    if (near->asks_won && near->names_player && !near->has_side)
        message_notice(messages, place,
                       "'won' and 'lost' are White's where no 'us' or 'them' names a player; add us=NAME for "
                       "a player's own");
    if (near->negated != NULL && !near->has_place)
        message_notice(
            messages, place,
            "'not %s' asks for some position where that does not hold, which nearly every game has; "
            "games where it never holds are those with '%s' and 'times' 0 behind it",
            near->negated, near->negated);
}

int near_names_ask(struct near_names *near, const char *word, const char *value)
{
    static const struct near_question kinds[] = {{.noun = "a player"},
                                                 {.tag = "White", .noun = "a white player"},
                                                 {.tag = "Black", .noun = "a black player"},
                                                 {.noun = "a player"},
                                                 {.noun = "a player"},
                                                 {.tag = "Event", .noun = "an event"},
                                                 {.tag = "Site", .noun = "a site"},
                                                 {.tag = opening_tag, .noun = "an opening"},
                                                 {.noun = NULL}};
    static const char *const words[] = {"player", "white", "black",   "us", "them",
                                        "event",  "site",  "opening", "tag"};
    int is_negated = near->negates;
    note_results(near, word, value);
    note_negation(near, word);
    near->conditions++;
    if (!is_negated && strcmp(word, "fen") == 0 && near->fen == NULL && (near->fen = strdup(value)) == NULL)
        return 0;
    near->negates = strcmp(word, "not") == 0;
    size_t kind = find_word(words, WORD_COUNT(words), word);
    if (is_negated || kind == WORD_COUNT(words) || value == NULL ||
        (kinds[kind].noun != NULL && !is_plain(value)))
        return 1;
    struct near_question question = kinds[kind];
    question.value = strdup(value);
    if (question.value == NULL || !GROW(near->questions, near->capacity, near->count + 1)) {
        free(question.value);
        return 0;
    }
    if (question.noun == NULL)
        question.value[strcspn(value, "=<>")] = '\0';
    near->questions[near->count++] = question;
    return 1;
}

void near_names_free(struct near_names *near)
{
    for (size_t i = 0; i < near->count; i++) {
        pgnpack_free(near->questions[i].names);
        free(near->questions[i].value);
        free(near->questions[i].other);
    }
    free(near->questions);
    free(near->fen);
}

/* ---- A database ---- */

/* Has a game such a name? Also where that cannot be told. */
static int has_name(const struct near_question *question, const struct pgnpack_reader *reader)
{
    struct pgnpack_name name;
    struct pgnpack_names *names = pgnpack_names_new(reader, question->tag, question->value);
    int has = names == NULL || pgnpack_names_next(names, &name) != PGNPACK_END;
    pgnpack_free(names);
    return has;
}

const char *near_tag_name(const struct pgnpack_block_reader *blocks, const char *name, size_t size)
{
    const char *found = NULL;
    struct pgnpack_text text;
    for (size_t i = 0; pgnpack_block_reader_tag_name(blocks, i, &text); i++) {
        if (!text_is_word_in_any_case((struct pgnpack_text){name, size}, text.data))
            continue;
        found = text.data;
        if (memcmp(found, name, size) == 0)
            break;
    }
    return found;
}

/* Has a game such a tag? Also where that cannot be told. One with other capitals is noted. */
static int has_tag(struct near_question *question, const struct pgnpack_reader *reader)
{
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    const char *name = question->value;
    if (blocks != NULL && pgnpack_block_reader_tag_names(blocks, NULL) == PGNPACK_OK)
        name = near_tag_name(blocks, name, strlen(name));
    int has = name != NULL && strcmp(name, question->value) == 0;
    if (name != NULL && !has && question->other == NULL)
        question->other = strdup(name);
    pgnpack_free(blocks);
    return has;
}

/* Returns 0 when that cannot be done. */
static int add_names(struct near_question *question, const struct pgnpack_reader *reader, uint64_t most)
{
    uint64_t games = pgnpack_reader_info(reader)->game_count;
    if (question->names == NULL)
        question->names = pgnpack_names_new(reader, question->tag, NULL);
    else if (pgnpack_names_go_to(question->names, reader) != PGNPACK_OK)
        return 0;
    return question->names != NULL &&
           pgnpack_names_add(question->names, games > most ? games - most + 1 : 1, UINT64_MAX) ==
               PGNPACK_OK &&
           pgnpack_names_go_to(question->names, NULL) == PGNPACK_OK;
}

/* Then the search has counted its games already. */
static int is_alone(const struct near_names *near)
{
    return near->conditions == 1;
}

static int may_tell(const struct near_names *near, uint64_t found)
{
    return found == 0 || (is_alone(near) && found <= FEW_GAMES);
}

void near_names_look(struct near_names *near, const struct pgnpack_reader *reader, uint64_t found)
{
    if (!may_tell(near, found))
        return;
    uint64_t games = pgnpack_reader_info(reader)->game_count, most = GAMES_LOOKED_AT - near->looked_at;
    near->looks_at_last |= games > most;
    near->looked_at += games > most ? most : games;
    for (size_t i = 0; i < near->count; i++) {
        struct near_question *question = &near->questions[i];
        if (!question->is_answered && question->noun == NULL)
            question->is_answered = has_tag(question, reader);
        else if (!question->is_answered)
            question->is_answered =
                (!is_alone(near) && has_name(question, reader)) || !add_names(question, reader, most);
    }
}

/* ---- What is near ---- */

struct near_name {
    struct pgnpack_text name;
    uint64_t games;
    unsigned likeness;
};

/* Of a name without a comma or blank, which may be a surname, to that of "Kasparov, Garry". */
static unsigned surname_likeness(struct pgnpack_text asked, struct pgnpack_text name)
{
    enum { SHARE = 80 };
    const char *comma = name.size == 0 ? NULL : memchr(name.data, ',', name.size);
    if (comma == NULL || memchr(asked.data, ',', asked.size) != NULL ||
        memchr(asked.data, ' ', asked.size) != NULL)
        return 0;
    name.size = (size_t)(comma - name.data);
    return pgnpack_name_likeness(asked, name, NULL) * SHARE / 100;
}

static unsigned likeness_of(struct pgnpack_text asked, struct pgnpack_text name)
{
    unsigned whole = pgnpack_name_likeness(asked, name, NULL), surname = surname_likeness(asked, name);
    return whole > surname ? whole : surname;
}

/* Names come in the order of their games, which decides between those that are as like. */
static size_t insert(struct near_name *nearest, size_t count, const struct near_name *name)
{
    size_t at = count;
    while (at > 0 && nearest[at - 1].likeness < name->likeness)
        at--;
    if (at == NEAR_MAX)
        return count;
    if (count < NEAR_MAX)
        count++;
    memmove(&nearest[at + 1], &nearest[at], (count - at - 1) * sizeof *nearest);
    nearest[at] = *name;
    return count;
}

/* Of `games` that have the name. */
static size_t find_nearest(const struct near_question *question, struct pgnpack_text asked, uint64_t games,
                           struct near_name nearest[NEAR_MAX])
{
    const unsigned least = games == 0 ? LIKENESS_MIN : FEW_LIKENESS_MIN;
    struct pgnpack_name name;
    size_t count = 0;
    while (pgnpack_names_next(question->names, &name) == PGNPACK_OK) {
        const struct near_name found = {name.name, name.games, likeness_of(asked, name.name)};
        if (found.likeness >= least && found.games >= MANY_TIMES * games)
            count = insert(nearest, count, &found);
    }
    return count;
}

static void tell(const struct near_names *near, const struct near_question *question, uint64_t games,
                 struct messages *messages, const struct place *place)
{
    const char *of_last = near->looks_at_last ? " (of the last million games)" : "";
    struct near_name nearest[NEAR_MAX];
    char text[NEAR_TEXT_SIZE] = "";
    const char *value = question->value + (question->value[0] == '=');
    const struct pgnpack_text asked = {value, strlen(value)};
    struct pgnpack_name any;
    if (question->noun == NULL) {
        message_notice(messages, place, "no game has a tag %s%s%s", value,
                       question->other != NULL ? "; there are games with " : "",
                       question->other != NULL ? question->other : "");
        return;
    }
    if (question->tag == opening_tag) {
        if (games == 0 && pgnpack_names_next(question->names, &any) == PGNPACK_END)
            message_notice(
                messages, place,
                "no game has a tag Opening%s; pgndb classify gives games these, and ECO codes, by their "
                "positions",
                of_last);
        return;
    }
    size_t size = 0, count = find_nearest(question, asked, games, nearest);
    for (size_t i = 0; i < count && size < sizeof text; i++)
        size += (size_t)snprintf(text + size, sizeof text - size, "%s\"%.*s\" (%s)", i == 0 ? "" : ", ",
                                 (int)nearest[i].name.size, nearest[i].name.data,
                                 COUNTED(nearest[i].games, "game"));
    if (count != 0 && games == 0)
        message_notice(messages, place, "no game has %s \"%s\"; near: %s%s", question->noun, value, text,
                       of_last);
    else if (count != 0)
        message_notice(messages, place, "only %s %s \"%s\"; near: %s%s",
                       games == 1 ? "1 game has" : "few games have", question->noun, value, text, of_last);
}

void near_names_tell_castling(const char *position, struct messages *messages, const struct place *place)
{
    enum { MEN_SIZE = 100 };
    char men[MEN_SIZE], side[2], rights[5], fen[MEN_SIZE + sizeof side + sizeof " KQkq -"];
    char fens[2][PGNPACK_FEN_SIZE] = {"", ""};
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    int is_set = board != NULL && sscanf(position, "%99s %1s %4s", men, side, rights) == 3;
    for (size_t i = 0; i < 2 && is_set; i++) {
        snprintf(fen, sizeof fen, "%s %s %s -", men, side, i == 0 ? rights : "KQkq");
        is_set = pgnpack_board_set(board, fen, strlen(fen), NULL) == PGNPACK_OK &&
                 pgnpack_board_fen(board, fens[i]) != 0;
    }
    if (is_set && strcmp(fens[0], fens[1]) != 0)
        message_notice(
            messages, place,
            "no such game has the position with castling rights %s; kings and rooks are at home for "
            "'%s'",
            rights, fens[1]);
    pgnpack_free(board);
}

void near_names_tell(const struct near_names *near, uint64_t found, struct messages *messages,
                     const struct place *place)
{
    if (found == 0 && near->fen != NULL)
        near_names_tell_castling(near->fen, messages, place);
    for (size_t i = 0; i < near->count && may_tell(near, found); i++)
        if (!near->questions[i].is_answered &&
            (near->questions[i].names != NULL || near->questions[i].noun == NULL))
            tell(near, &near->questions[i], found, messages, place);
}
