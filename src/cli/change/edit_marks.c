#include "cli/change/edit_marks.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/run/flagless.h"

/* ---- Comments ---- */

/* Who moves first, and in which move: what a game that begins elsewhere says in its FEN. */
static void find_start(const struct pgnpack_game *game, int *is_black_ret, uint64_t *number_ret)
{
    struct pgnpack_text fen;
    size_t field = 0;
    *is_black_ret = 0;
    *number_ret = 1;
    if (!pgnpack_game_find_tag(game, "FEN", &fen))
        return;
    for (size_t i = 1; i < fen.size; i++) {
        if (fen.data[i - 1] != ' ' || fen.data[i] == ' ')
            continue;
        field++;
        if (field == 1)
            *is_black_ret = fen.data[i] == 'b';
        for (uint64_t number = 0; field == 5 && i < fen.size && isdigit((unsigned char)fen.data[i]); i++) {
            number = number < 1000000 ? 10 * number + (uint64_t)(fen.data[i] - '0') : number;
            *number_ret = number == 0 ? 1 : number;
        }
    }
}

/* Half-moves up to "12.", "12..." or 23 of them; UINT32_MAX: before the game's first. */
static uint32_t find_ply(const char *place, const struct pgnpack_game *game)
{
    char *end;
    int starts_black;
    uint64_t number = strtoull(place, &end, 10), first;
    if (*end == '\0')
        return (uint32_t)number;
    find_start(game, &starts_black, &first);
    uint64_t ply = 2 * number + (end[1] != '\0'); /* from White's move 0, whose number is 1 */
    uint64_t before = 2 * first + (uint64_t)starts_black;
    return ply < before || ply - before + 1 > UINT32_MAX - 1 ? UINT32_MAX : (uint32_t)(ply - before + 1);
}

enum pgnpack_status edit_comment(struct pgnpack_editor *editor, const struct change_options *change)
{
    struct pgnpack_edited edited;
    enum pgnpack_status status = pgnpack_editor_finish(editor, &edited);
    if (status != PGNPACK_OK)
        return status;
    return pgnpack_editor_set_comment(editor, find_ply(change->comment_place, edited.game), change->comment,
                                      change->comment == NULL ? 0 : strlen(change->comment));
}

/* ---- Flags ---- */

enum { FLAGS_SIZE = 8192 };

/* Words, with a blank behind each. Where one of them begins; NULL: it is not there. */
static char *find_word(char *words, const char *word, size_t size)
{
    for (char *at = words; *at != '\0'; at += strcspn(at, " ") + 1)
        if (strcspn(at, " ") == size && memcmp(at, word, size) == 0)
            return at;
    return NULL;
}

/* What has no room is left out. */
static void add_word(char words[FLAGS_SIZE], const char *word, size_t size)
{
    size_t used = strlen(words);
    if (size != 0 && size + 2 < FLAGS_SIZE - used)
        snprintf(words + used, FLAGS_SIZE - used, "%.*s ", (int)size, word);
}

static void take_flag(char words[FLAGS_SIZE], const char *flag)
{
    const char *word = flag + (*flag == '+' || *flag == '-');
    size_t size = strcspn(word, "-");
    char *there = find_word(words, word, size);
    int goes = *flag == '-' || word[size] == '-';
    if (!goes && there == NULL)
        add_word(words, word, size);
    else if (goes && there != NULL)
        memmove(there, there + size + 1, strlen(there + size + 1) + 1);
}

enum pgnpack_status edit_flags(struct pgnpack_editor *editor, const struct input_list *flags)
{
    char words[FLAGS_SIZE] = "";
    struct pgnpack_edited edited;
    struct pgnpack_text value = {"", 0};
    enum pgnpack_status status = pgnpack_editor_finish(editor, &edited);
    if (status != PGNPACK_OK)
        return status;
    pgnpack_game_find_tag(edited.game, FLAGS_TAG, &value);
    for (size_t i = 0, size; i < value.size; i += size + 1) {
        const char *end = memchr(value.data + i, ' ', value.size - i);
        size = end == NULL ? value.size - i : (size_t)(end - (value.data + i));
        add_word(words, value.data + i, size);
    }
    for (size_t i = 0; i < flags->count; i++)
        take_flag(words, flags->names[i]);
    size_t size = strlen(words);
    return size == 0 ? pgnpack_editor_set_tag(editor, FLAGS_TAG, NULL, 0)
                     : pgnpack_editor_set_tag(editor, FLAGS_TAG, words, size - 1);
}
