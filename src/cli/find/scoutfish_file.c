#include "cli/find/scoutfish_file.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/growth.h"
#include "cli/base/messages.h"
#include "cli/base/option_guess.h"
#include "cli/files/whole_file.h"

/* Steps of a sequence, and conditions of all of them. */
enum { SCOUT_CONDITIONS_MAX = 1000 };

struct scout_file {
    struct find_options *options;
    struct messages *messages;
    const char *file; /* its title */
    char *start, *at, *end;
    const char *step;  /* the word before the next condition's first one; NULL: it is the first */
    int asks_position; /* does the present condition ask anything of the board? */
    const char *mover; /* whose moves it asks for; NULL: nobody's */
    char *value;       /* that is being made */
    size_t value_size, value_capacity;
};

static int fail(const struct scout_file *file, const char *cause)
{
    struct place place = {.file = file->file, .line = 1};
    for (const char *byte = file->start; byte < file->at; byte++)
        place.line += *byte == '\n';
    message_error(file->messages, &place, "%s", cause);
    return 0;
}

/* ---- JSON ---- */

static void skip_blanks(struct scout_file *file)
{
    while (file->at < file->end && strchr(" \t\r\n", *file->at) != NULL)
        file->at++;
}

/* The next byte behind blanks; 0: there is none. */
static char peek(struct scout_file *file)
{
    skip_blanks(file);
    return file->at < file->end ? *file->at : '\0';
}

static int pass(struct scout_file *file, char byte)
{
    if (peek(file) != byte || file->at == file->end)
        return 0;
    file->at++;
    return 1;
}

static int want(struct scout_file *file, char byte, const char *cause)
{
    return pass(file, byte) || fail(file, cause);
}

/* A string, in its place in the file, with a zero byte behind it. NULL: there is none, which was reported. */
static char *read_string(struct scout_file *file)
{
    if (!want(file, '"', "a text in quotes is missing here"))
        return NULL;
    char *start = file->at, *to = start;
    while (file->at < file->end && *file->at != '"') {
        if (*file->at == '\\' && (++file->at == file->end || strchr("\"\\/", *file->at) == NULL)) {
            fail(file, "no rule needs such an escape");
            return NULL;
        }
        *to++ = *file->at++;
    }
    if (file->at == file->end) {
        fail(file, "the text lacks its second quote");
        return NULL;
    }
    file->at++;
    *to = '\0';
    return start;
}

/* ---- Conditions of ours ---- */

static int put(struct scout_file *file, const char *text)
{
    const size_t size = strlen(text) + 1;
    if (!GROW(file->value, file->value_capacity, file->value_size + size))
        return fail(file, "no memory");
    memcpy(file->value + file->value_size, text, size);
    file->value_size += size - 1;
    return 1;
}

/* With the value that was put, which begins anew. */
static int add(struct scout_file *file, const char *word)
{
    char *value = find_text_keep(file->options, file->value);
    const struct find_condition condition = {word, value, .file = file->file};
    file->value = NULL;
    file->value_size = file->value_capacity = 0;
    if (file->options->condition_count >= SCOUT_CONDITIONS_MAX)
        return fail(file, "the query asks for more than 1,000 things");
    return (value != NULL && find_condition_add(file->options, &condition)) || fail(file, "no memory");
}

static int add_word(struct scout_file *file, const char *word)
{
    return find_condition_add(file->options,
                              &(const struct find_condition){word, NULL, .file = file->file}) ||
           fail(file, "no memory");
}

/* ---- Values ---- */

/* Of one of several; the caller has put what stands before it. */
typedef int (*put_function)(struct scout_file *file, char *text);

static int put_rows(struct scout_file *file, char *fen)
{
    fen[strcspn(fen, " ")] = '\0'; /* whatever the FEN's other fields say */
    return put(file, fen);
}

static int put_men(struct scout_file *file, char *men)
{
    return put(file, men);
}

/* As many pawns on both sides, where they are not named. */
static int put_imbalance(struct scout_file *file, char *men)
{
    if (strchr(men, 'v') == NULL)
        return fail(file, "an imbalance has a 'v' between the sides' men: \"PPvN\", \"Bv\"");
    return put(file, men) && (strchr(men, 'P') != NULL || put(file, " P=p"));
}

static int put_word(struct scout_file *file, char *word)
{
    if (word[0] == '\0' || strpbrk(word, " |,") != NULL)
        return fail(file, "one word stands in each text here");
    return put(file, word);
}

/* One value or a list of them, with `joint` between. */
static int put_values(struct scout_file *file, const char *joint, put_function put_one)
{
    const int is_list = pass(file, '[');
    for (size_t count = 0;; count++) {
        char *text = read_string(file);
        if (text == NULL || (count != 0 && !put(file, joint)) || !put_one(file, text))
            return 0;
        if (!is_list || !pass(file, ','))
            break;
    }
    return !is_list || want(file, ']', "the list lacks its ']'");
}

static char *read_letters(struct scout_file *file)
{
    char *letters = read_string(file);
    for (size_t i = 0; letters != NULL && letters[i] != '\0'; i++) {
        letters[i] = (char)toupper((unsigned char)letters[i]);
        if (strchr("KQRBNP", letters[i]) == NULL) {
            fail(file, "men are K, Q, R, B, N and P");
            return NULL;
        }
    }
    return letters;
}

/* ---- Rules ---- */

static int read_sub_fen(struct scout_file *file)
{
    return put_values(file, " | ", put_rows) && add(file, "pattern");
}

static int read_material(struct scout_file *file)
{
    return put_values(file, " | ", put_men) && add(file, "material");
}

static int read_imbalance(struct scout_file *file)
{
    return put_values(file, " | ", put_imbalance) && add(file, "material");
}

/* Of one condition, for it is one move. */
static int read_moves(struct scout_file *file, const char *mover)
{
    if (file->mover != NULL && file->mover != mover)
        return fail(file, "a move is made by one side; ask for the other one's in a query of its own");
    file->mover = mover;
    return put(file, mover) && put_values(file, "|", put_word) && add(file, "move");
}

static int read_white_move(struct scout_file *file)
{
    return read_moves(file, "white ");
}

static int read_black_move(struct scout_file *file)
{
    return read_moves(file, "black ");
}

static int read_moved(struct scout_file *file)
{
    const char *letters = read_letters(file);
    if (letters == NULL)
        return 0;
    if (letters[0] == '\0')
        return fail(file, "say who moved");
    return put(file, "[") && put(file, letters) &&
           put(file, strchr(letters, 'K') != NULL ? "]-**|O-O|O-O-O" : "]-**") && add(file, "move");
}

/* Of no man: a move that takes nothing. */
static int read_captured(struct scout_file *file)
{
    const char *letters = read_letters(file);
    if (letters == NULL)
        return 0;
    if (letters[0] == '\0')
        return put(file, "Ax**") && add_word(file, "not") && add(file, "move") && put(file, "1-") &&
               add(file, "ply");
    return put(file, "Ax[") && put(file, letters) && put(file, "]") && add(file, "move");
}

static int read_side(struct scout_file *file)
{
    char *side = read_string(file);
    for (size_t i = 0; side != NULL && side[i] != '\0'; i++)
        side[i] = (char)tolower((unsigned char)side[i]);
    if (side == NULL || (strcmp(side, "white") != 0 && strcmp(side, "black") != 0))
        return side == NULL ? 0 : fail(file, "the side to move is \"white\" or \"black\"");
    return put(file, side) && add(file, "side");
}

static int read_result_type(struct scout_file *file)
{
    const char *type = read_string(file);
    if (type == NULL || (strcmp(type, "mate") != 0 && strcmp(type, "stalemate") != 0))
        return type == NULL ? 0 : fail(file, "the result's type is \"mate\" or \"stalemate\"");
    return add_word(file, strcmp(type, "mate") == 0 ? "mate" : "stalemate");
}

static int read_pass(struct scout_file *file)
{
    return read_string(file) != NULL && put(file, "0-") && add(file, "ply");
}

static int read_result(struct scout_file *file)
{
    return put_values(file, ",", put_word) && add(file, "result");
}

static int refuse_limit(struct scout_file *file)
{
    return fail(file, "this is no condition; say --limit on the command line");
}

static int refuse_place(struct scout_file *file)
{
    return fail(file, "a sequence is the whole query, and a streak that or a part of one");
}

static const struct rule {
    const char *name;
    int (*read)(struct scout_file *file);
    int asks_position;
} rules[] = {{"sub-fen", read_sub_fen, 1},         {"material", read_material, 1},
             {"imbalance", read_imbalance, 1},     {"white-move", read_white_move, 1},
             {"black-move", read_black_move, 1},   {"moved", read_moved, 1},
             {"captured", read_captured, 1},       {"stm", read_side, 1},
             {"result-type", read_result_type, 1}, {"pass", read_pass, 1},
             {"result", read_result, 0},           {"skip", refuse_limit, 0},
             {"limit", refuse_limit, 0},           {"sequence", refuse_place, 0},
             {"streak", refuse_place, 0}};

enum { RULE_COUNT = sizeof rules / sizeof *rules };

static int fail_of_rule(struct scout_file *file, const char *name)
{
    const char *names[RULE_COUNT];
    char guess[OPTION_GUESS_SIZE], cause[OPTION_GUESS_SIZE + 120];
    for (size_t i = 0; i < RULE_COUNT; i++)
        names[i] = rules[i].name;
    snprintf(cause, sizeof cause, "the rule '%.80s'%s", name,
             option_guess("", name, strlen(name), names, RULE_COUNT, guess));
    return fail(file, cause);
}

/* Behind the rule's name. */
static int read_rule(struct scout_file *file, const char *name)
{
    size_t i = 0;
    while (i < RULE_COUNT && strcmp(rules[i].name, name) != 0)
        i++;
    if (i == RULE_COUNT)
        return fail_of_rule(file, name);
    file->asks_position |= rules[i].asks_position;
    return want(file, ':', "a ':' is missing behind the rule's name") && rules[i].read(file);
}

/* ---- Conditions, streaks and sequences ---- */

/* Behind the first rule's name, to the brace. A condition of the game alone holds in any position. */
static int read_condition(struct scout_file *file, const char *name)
{
    if (file->step != NULL && !add_word(file, file->step))
        return 0;
    file->asks_position = 0;
    file->mover = NULL;
    while (read_rule(file, name)) {
        if (!pass(file, ','))
            return want(file, '}', "a ',' or a '}' is missing here") &&
                   (file->asks_position || (put(file, "0-") && add(file, "ply")));
        name = read_string(file);
        if (name == NULL)
            return 0;
    }
    return 0;
}

typedef int (*read_function)(struct scout_file *file);

/* Behind the name: a list, and the brace. `step`: the word between its members. */
static int read_list(struct scout_file *file, const char *step, read_function read_one)
{
    if (!want(file, ':', "a ':' is missing here") ||
        !want(file, '[', "a list in '[' and ']' is missing here"))
        return 0;
    do {
        if (!read_one(file))
            return 0;
        file->step = step;
    } while (pass(file, ','));
    return want(file, ']', "the list lacks its ']'") && want(file, '}', "a '}' is missing here");
}

/* To the first name. */
static const char *begin(struct scout_file *file)
{
    return want(file, '{', "a condition in '{' and '}' is missing here") ? read_string(file) : NULL;
}

static int read_one_of_streak(struct scout_file *file)
{
    const char *name = begin(file);
    return name != NULL && read_condition(file, name);
}

static int read_one_of_sequence(struct scout_file *file)
{
    const char *name = begin(file);
    if (name == NULL)
        return 0;
    return strcmp(name, "streak") == 0 ? read_list(file, "next", read_one_of_streak)
                                       : read_condition(file, name);
}

static int read_query(struct scout_file *file)
{
    const char *name = begin(file);
    int is_read = name != NULL;
    if (is_read && strcmp(name, "sequence") == 0)
        is_read = read_list(file, "then", read_one_of_sequence);
    else if (is_read && strcmp(name, "streak") == 0)
        is_read = read_list(file, "next", read_one_of_streak);
    else if (is_read)
        is_read = read_condition(file, name);
    return is_read && (peek(file) == '\0' || fail(file, "the query has ended here; a file has one"));
}

int scoutfish_file_add(struct find_options *options, const char *name, struct messages *messages)
{
    char *bytes = NULL;
    size_t size = 0;
    if (!whole_file_read(name, messages, &bytes, &size)) {
        free(bytes);
        return 0;
    }
    struct scout_file file = {.options = options,
                              .messages = messages,
                              .file = whole_file_title(name),
                              .start = bytes,
                              .at = bytes,
                              .end = bytes + size};
    int is_read = bytes != NULL ? read_query(&file) : fail(&file, "the file is empty");
    free(file.value);
    free(bytes);
    return is_read;
}
