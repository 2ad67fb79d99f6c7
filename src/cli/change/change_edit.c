/* pgndb set, unset, result, comment and flag: tags, results and comments of games that a list names or a query finds. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/change/change_tasks.h"
#include "cli/base/messages.h"
#include "cli/base/option_values.h"
#include "cli/base/result_text.h"
#include "cli/base/tag_text.h"
#include "cli/run/change_database.h"
#include "cli/change/change_rewrite.h"
#include "cli/change/edit_marks.h"
#include "cli/run/game_choice.h"
#include "cli/run/near_names.h"
#include "pgnpack_extra.h"

/* "Tag=Value". */
static enum pgnpack_status set_tag(struct pgnpack_editor *editor, const char *word)
{
    char name[TAG_NAME_SIZE_MAX + 1];
    size_t size = strcspn(word, "=");
    memcpy(name, word, size); /* options_read has seen to its size */
    name[size] = '\0';
    return pgnpack_editor_set_tag(editor, name, word + size + 1, strlen(word + size + 1));
}

/* A tag Result of the usual values goes with what stands behind the moves. */
static enum pgnpack_status set_tag_and_result(struct pgnpack_editor *editor, const char *word)
{
    static const char result_tag[] = "Result=";
    enum pgnpack_result result;
    return strncmp(word, result_tag, sizeof result_tag - 1) == 0 &&
                   result_of(word + sizeof result_tag - 1, &result)
               ? pgnpack_editor_set_result(editor, result)
               : set_tag(editor, word);
}

static enum pgnpack_status edit(const struct options *options, struct pgnpack_editor *editor)
{
    enum pgnpack_status status =
        options->change.has_result ? pgnpack_editor_set_result(editor, options->change.result) : PGNPACK_OK;
    if (status == PGNPACK_OK && options->change.comment_place != NULL)
        status = edit_comment(editor, &options->change);
    if (status == PGNPACK_OK && options->change.flags.count != 0)
        status = edit_flags(editor, &options->change.flags);
    for (size_t i = 0; i < options->change.set_tags.count && status == PGNPACK_OK; i++)
        status = set_tag_and_result(editor, options->change.set_tags.names[i]);
    for (size_t i = 0; i < options->change.unset_tags.count && status == PGNPACK_OK; i++)
        status = pgnpack_editor_set_tag(editor, options->change.unset_tags.names[i], NULL, 0);
    return status;
}

static int is_one_tag(const char *a, const char *b)
{
    size_t size = strcspn(a, "=");
    return size == strcspn(b, "=") && memcmp(a, b, size) == 0;
}

/* Of the list from place `at` on, an entry about the same tag; NULL: there is none. */
static const char *same_tag(const struct input_list *list, size_t at, const char *tag)
{
    while (at < list->count && !is_one_tag(list->names[at], tag))
        at++;
    return at < list->count ? list->names[at] : NULL;
}

/* One of two values, or of a value and none, would count for nothing, in silence. */
static int are_distinct(struct command_context *context)
{
    const struct input_list *set = &context->options->change.set_tags;
    for (size_t i = 0; i < set->count; i++) {
        const char *other = same_tag(set, i + 1, set->names[i]);
        if (other == NULL)
            other = same_tag(&context->options->change.unset_tags, 0, set->names[i]);
        if (other == NULL)
            continue;
        message_error(context->messages, NULL, "one tag is changed twice, by '%s' and '%s'; give one of them",
                      set->names[i], other);
        return 0;
    }
    return 1;
}

/* Any name that a file may have, but not what is meant otherwise. */
static enum exit_status check_removed(const struct command_context *context)
{
    const struct input_list *names = &context->options->change.unset_tags;
    for (size_t i = 0; i < names->count; i++)
        if (strpbrk(names->names[i], "= \t") != NULL) {
            message_error(context->messages, NULL,
                          "'%s': a tag's name has neither blanks nor '='; pgndb set gives tags a value",
                          names->names[i]);
            return EXIT_FAILED;
        }
    return EXIT_FINE;
}

/* ---- Values that have a form ---- */

/* Two digits, a number from 1 to `most`, or such as are not known. */
static int is_part(const char *at, int most)
{
    int number = (at[0] - '0') * 10 + at[1] - '0';
    return at[0] == '?' || at[1] == '?' || (number >= 1 && number <= most);
}

/* 2020.05.17, 2020.??.?? */
static int is_date(const char *value)
{
    static const char form[] = "dddd.dd.dd";
    size_t i = 0;
    while (value[i] != '\0' &&
           (form[i] == 'd' ? isdigit((unsigned char)value[i]) || value[i] == '?' : value[i] == form[i]))
        i++;
    return value[i] == '\0' && form[i] == '\0' && is_part(value + 5, 12) && is_part(value + 8, 31);
}

static int is_result(const char *value)
{
    enum pgnpack_result result;
    return result_of(value, &result);
}

/* Are there from `least` to `most` of these signs, and no others? */
static int is_made_of(const char *value, const char *signs, size_t least, size_t most)
{
    size_t size = strspn(value, signs);
    return value[size] == '\0' && size >= least && size <= most;
}

/* B90, or a part of it: B90a, B90/07. */
static int is_eco(const char *value)
{
    return strcmp(value, "?") == 0 ||
           (strchr("ABCDE", value[0]) != NULL && isdigit((unsigned char)value[1]) &&
            isdigit((unsigned char)value[2]) && !isdigit((unsigned char)value[3]) &&
            is_made_of(value + 3, "/0123456789abcdefghijklmnopqrstuvwxyz", 0, 4));
}

static int is_elo(const char *value)
{
    return strcmp(value, "?") == 0 || strcmp(value, "-") == 0 ||
           (is_made_of(value, "0123456789", 1, 4) && atoi(value) <= 4000);
}

static const char date_form[] = "YYYY.MM.DD, with ? for digits that are not known",
                  elo_form[] = "a number from 0 to 4000, - or ?";

static const struct tag_form {
    const char *tag;
    int (*fits)(const char *value);
    const char *form;
} tag_forms[] = {{"Date", is_date, date_form},
                 {"EventDate", is_date, date_form},
                 {"UTCDate", is_date, date_form},
                 {"Result", is_result, "1-0, 0-1, 1/2-1/2 or *"},
                 {"ECO", is_eco, "a letter from A to E and two digits, as B90, B90a or B90/07"},
                 {"WhiteElo", is_elo, elo_form},
                 {"BlackElo", is_elo, elo_form}};

/* What the value has to be, as PGN has it; NULL: it is, or any will do. */
static const char *missed_form(const char *word)
{
    for (size_t i = 0; i < sizeof tag_forms / sizeof tag_forms[0]; i++)
        if (is_one_tag(tag_forms[i].tag, word))
            return tag_forms[i].fits(word + strlen(tag_forms[i].tag) + 1) ? NULL : tag_forms[i].form;
    return NULL;
}

/* Are these tags that a game may have? */
static enum exit_status try_out(struct command_context *context)
{
    static const char text[] = "[Event \"\"]\n\n*\n";
    const struct pgnpack_options options = command_library_options(context);
    struct pgnpack_editor *editor = pgnpack_editor_new(&options);
    if (editor == NULL)
        return command_no_memory(context);
    enum exit_status result = check_removed(context);
    if (result == EXIT_FINE && !are_distinct(context))
        result = EXIT_FAILED;
    for (size_t i = 0; i < context->options->change.set_tags.count && result == EXIT_FINE; i++) {
        const char *word = context->options->change.set_tags.names[i];
        const char *form = context->options->force ? NULL : missed_form(word);
        if (form != NULL)
            message_error(context->messages, NULL, "'%s': %.*s has to be %s; --force takes any value", word,
                          (int)strcspn(word, "="), word, form);
        else if (pgnpack_editor_begin(editor, text, sizeof text - 1) != PGNPACK_OK ||
                 set_tag(editor, word) != PGNPACK_OK)
            message_error(context->messages, NULL, "'%s': %s", word, pgnpack_error(editor)->text);
        else
            continue;
        result = EXIT_FAILED;
    }
    pgnpack_free(editor);
    return result;
}

/* ---- Names of tags that the games have ---- */

/* Of the names that PGN and its readers know one with other capitals; NULL: there is none, or it is the name itself. */
static const char *standard_name(const char *name, size_t size)
{
    static const char *const names[] = {
        "Event",     "Site",      "Date",       "Round",       "White",       "Black",     "Result",
        "WhiteElo",  "BlackElo",  "WhiteTitle", "BlackTitle",  "WhiteFideId", "ECO",       "Opening",
        "Variation", "Annotator", "PlyCount",   "TimeControl", "Termination", "UTCDate",   "UTCTime",
        "EventDate", "SetUp",     "FEN",        "Variant",     "BlackFideId", "WhiteTeam", "BlackTeam"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (text_is_word_in_any_case((struct pgnpack_text){name, size}, names[i]))
            return memcmp(name, names[i], size) == 0 ? NULL : names[i];
    return NULL;
}

/* A word that belongs to --where, or to other arguments, is not to become a tag; what is only written otherwise is told. `word` is "Tag" or "Tag=Value". */
static enum exit_status check_name(struct command_context *context, const char *file,
                                   const struct pgnpack_block_reader *blocks, const char *word)
{
    static const char signs[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    char name[TAG_NAME_SIZE_MAX + 1];
    size_t size = strcspn(word, "=");
    int is_set = word[size] == '=', is_name = word[strspn(word, signs)] == '\0';
    const char *found = near_tag_name(blocks, word, size);
    if (found != NULL && memcmp(found, word, size) == 0)
        return EXIT_FINE;
    if (is_set && option_is_condition(word, size)) {
        message_error(context->messages, NULL,
                      "'%s' is a condition, and would be a new tag: conditions go together in --where, as in "
                      "--where 'player=Carlsen date=2020-'%s%s",
                      word, found != NULL ? "; the tag is " : "", found != NULL ? found : "");
        return EXIT_FAILED;
    }
    if (!is_set && !is_name) {
        message_error(context->messages, NULL, "'%s' is no name of a tag", word);
        return EXIT_FAILED;
    }
    snprintf(name, sizeof name, "%.*s", (int)(size < TAG_NAME_SIZE_MAX ? size : TAG_NAME_SIZE_MAX), word);
    const char *standard = is_set && found == NULL ? standard_name(word, size) : NULL;
    if (standard != NULL)
        message_warning(context->messages, WARNING_OTHER, IN_FILE(file),
                        "none of these games has a tag %s; PGN's is %s", name, standard);
    else if (!is_set || found != NULL)
        command_warn_of_tag(context, file, name, found);
    return EXIT_FINE;
}

static enum exit_status check_names(struct command_context *context, const char *file,
                                    const struct pgnpack_reader *reader)
{
    const struct input_list *lists[] = {&context->options->change.set_tags,
                                        &context->options->change.unset_tags};
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    enum exit_status status = EXIT_FINE;
    size_t count;
    if (blocks == NULL)
        return command_no_memory(context);
    int is_known = pgnpack_block_reader_tag_names(blocks, &count) == PGNPACK_OK; /* else all of it fails */
    for (size_t list = 0; list < 2 && is_known; list++)
        for (size_t i = 0; i < lists[list]->count && status == EXIT_FINE; i++)
            status = check_name(context, file, blocks, lists[list]->names[i]);
    pgnpack_free(blocks);
    return status;
}

/* ---- Games ---- */

struct editing {
    struct command_context *context;
    struct rewrite *rewrite;
};

/* A games_function: of one game. */
static enum exit_status edit_game(void *opaque, uint64_t number, uint64_t count)
{
    const struct editing *editing = opaque;
    enum exit_status status;
    struct pgnpack_editor *editor = rewrite_take(editing->rewrite, number, &status);
    (void)count;
    if (editor == NULL)
        return status;
    return edit(editing->context->options, editor) == PGNPACK_OK ? rewrite_put(editing->rewrite)
                                                                 : rewrite_leave(editing->rewrite);
}

/* Those of the list, in the order of the database. */
static enum exit_status edit_listed(struct editing *editing, const char *name)
{
    struct pgnpack_reader *reader = rewrite_reader(editing->rewrite);
    uint64_t games = pgnpack_reader_info(reader)->game_count, deleted = 0;
    uint8_t *marks;
    enum exit_status status = game_marks_make(editing->context, name, reader, &marks);
    for (uint64_t number = 1; number <= games && status == EXIT_FINE; number++)
        if (game_is_marked(marks, number)) {
            deleted += (uint64_t)pgnpack_reader_is_deleted(reader, number);
            status = edit_game(editing, number, 1);
        }
    if (deleted != 0)
        rewrite_warn_of_deleted(editing->context, name, deleted);
    free(marks);
    return status;
}

/* `query` NULL: those of the list. */
static enum exit_status edit_one(struct command_context *context, const char *name, void *query)
{
    enum exit_status status;
    struct rewrite *rewrite = rewrite_open(context, name, &status);
    if (rewrite == NULL)
        return status;
    struct editing editing = {context, rewrite};
    status = check_names(context, name, rewrite_reader(rewrite));
    if (status == EXIT_FINE)
        status = query == NULL ? edit_listed(&editing, name)
                               : game_choice_each_found(context, name, rewrite_reader(rewrite), query,
                                                        edit_game, &editing);
    if (status == EXIT_FINE)
        status = rewrite_finish(rewrite);
    rewrite_free(rewrite);
    return change_tell_damage(context, name, status);
}

enum exit_status change_edit(struct command_context *context)
{
    enum exit_status status = try_out(context);
    if (status != EXIT_FINE)
        return status;
    if (context->options->games.count != 0)
        return command_each_input(context, edit_one, NULL);
    struct pgnpack_query *query = change_query(context, &context->options->change.where);
    if (query == NULL)
        return EXIT_FAILED;
    status = command_each_input(context, edit_one, query);
    pgnpack_free(query);
    return status;
}
