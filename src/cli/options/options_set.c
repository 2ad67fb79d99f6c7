#include "cli/options/options_set.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/base/option_guess.h"
#include "cli/files/input_file.h"
#include "cli/files/output_name.h"
#include "cli/base/option_values.h"
#include "cli/base/result_text.h"

/* ---- Options that there are not ---- */

static const char condition_goes[] =
    " is a condition: pgnfind finds games by it, and pgndb takes it in --where";
static const char not_for_unpacking[] = " has no meaning when unpacking";

int options_is_other_level(const char *word)
{
    static const char digits[] = "0123456789";
    const char *number = word + strcspn(word, digits);
    return number[0] == '0' || strspn(number, digits) > 1;
}

enum options_outcome options_fail_level(const struct options_reader *reader, const char *word)
{
    return options_fail(reader, "", word, " is no level: they go from -1 (fast) to -9 (small)");
}

static int is_other_programs(const struct options_reader *reader, const char *name, size_t name_size)
{
    for (size_t i = 0; i < reader->table->count; i++) {
        const struct option_entry *entry = &reader->table->entries[i];
        if (entry->name != NULL && !option_is_known(reader->table, entry) &&
            strlen(entry->name) == name_size && memcmp(entry->name, name, name_size) == 0)
            return 1;
    }
    return 0;
}

/* An option that pgnpack had before there was pgndb leads to the subcommand. OPTIONS_RUN: it is none of them. */
static enum options_outcome fail_moved(const struct options_reader *reader, const char *name,
                                       size_t name_size)
{
    static const char *const moved[][2] = {
        {"compact", "compact"},  {"dedupe", "dedupe, or pgndb add --dedupe,"},
        {"delete", "delete"},    {"delete-where", "delete"},
        {"deleted", "deleted"},  {"log", "log"},
        {"merge", "merge"},      {"rename", "rename"},
        {"set", "set"},          {"sort", "sort"},
        {"spelling", "names"},   {"split", "split"},
        {"truncate-to", "back"}, {"undelete", "undelete"},
        {"unset", "unset"}};
    char option[OPTION_WORD_SIZE], behind[OPTION_GUESS_SIZE];
    for (size_t i = 0; reader->table == &pack_table && i < sizeof moved / sizeof moved[0]; i++)
        if (strlen(moved[i][0]) == name_size && memcmp(moved[i][0], name, name_size) == 0) {
            snprintf(option, sizeof option, "--%s", moved[i][0]);
            snprintf(behind, sizeof behind, " is about databases: pgndb %s does that", moved[i][1]);
            return options_fail(reader, "the option ", option, behind);
        }
    return OPTIONS_RUN;
}

static enum options_outcome fail_name(const struct options_reader *reader, const char *word)
{
    const char *name = word + 2, *names[OPTION_TABLE_MAX];
    char behind[OPTION_GUESS_SIZE];
    size_t name_size = strcspn(name, "="), count = 0;
    if (is_other_programs(reader, name, name_size))
        return options_fail(reader, "the option ", word, not_for_unpacking);
    if (option_is_condition(name, name_size))
        return options_fail(reader, "the option ", word, condition_goes);
    if (fail_moved(reader, name, name_size) != OPTIONS_RUN)
        return OPTIONS_FAILED;
    for (size_t i = 0; i < reader->table->count; i++) {
        const struct option_entry *entry = &reader->table->entries[i];
        if (entry->name != NULL && entry->help != NULL && option_is_known(reader->table, entry))
            names[count++] = entry->name;
    }
    return options_fail(reader, "the option ", word,
                        option_guess("--", name, name_size, names, count, behind));
}

enum options_outcome options_unknown(const struct options_reader *reader, const char *word, int code,
                                     int letter)
{
    char option[OPTION_WORD_SIZE];
    const struct option_entry *entry = letter != 0 ? option_find_typed(reader->table, letter, word) : NULL;
    if (entry != NULL)
        option_word_typed(entry, word, option);
    else
        snprintf(option, sizeof option, "-%c", letter);
    if (code == ':')
        return options_fail(reader, "the option ", option, " needs an argument");
    if (entry != NULL)
        return options_fail(reader, "the option ", option,
                            option_is_known(reader->table, entry) ? " takes no argument" : not_for_unpacking);
    if (letter == 0)
        return fail_name(reader, word);
    return options_fail(reader, "the option ", option, " is unknown");
}

enum { THREADS_MAX = 100000, BLOCK_SIZE_MIN = 1 << 10, BLOCK_SIZE_MAX = 16 << 20 };

static enum options_outcome no_memory(const struct options_reader *reader)
{
    message_error(reader->messages, NULL, "no memory");
    return OPTIONS_FAILED;
}

/* What the option that is read got as its value; without one, it is an argument of the command. */
static enum options_outcome fail_value(const struct options_reader *reader, const char *word, const char *why)
{
    char before[OPTION_WORD_SIZE + 2];
    snprintf(before, sizeof before, "%s: ", reader->option);
    return options_fail(reader, reader->entry != NULL ? before : "", word, why);
}

static enum options_outcome set_scheme(struct options_reader *reader, const char *word)
{
    reader->options->bcgn0.is_asked = 1;
    if (word == NULL || option_scheme(word, &reader->options->bcgn0.scheme))
        return OPTIONS_RUN;
    return fail_value(reader, word, " is no scheme: they are fixed, index and variable, or 0, 1, 2");
}

static enum options_outcome set_moves(struct options_reader *reader, const char *word)
{
    if (option_moves(word, &reader->options->moves))
        return OPTIONS_RUN;
    return fail_value(reader, word,
                      " is unknown: the ways to keep moves are index, bits, table, model and best");
}

static enum options_outcome set_expansion(struct options_reader *reader, const char *word)
{
    uint64_t value;
    int has_unit;
    if (!option_size(word, &value, &has_unit))
        return fail_value(reader, word, " is neither a number nor a size such as 40G");
    if (has_unit)
        reader->options->expansion_size = value;
    else
        reader->options->expansion_ratio = value;
    return OPTIONS_RUN;
}

static enum options_outcome set_threads(struct options_reader *reader, const char *word)
{
    uint64_t value;
    if (!option_number(word, 0, THREADS_MAX, &value))
        return fail_value(reader, word, " is no number of threads; 0 takes all processors");
    reader->options->threads = (unsigned)(value < PGNPACK_THREADS_MAX ? value : PGNPACK_THREADS_MAX);
    return OPTIONS_RUN;
}

static enum options_outcome set_block_size(struct options_reader *reader, const char *word)
{
    struct options *options = reader->options;
    int has_unit;
    if (!option_size(word, &options->block_size, &has_unit) || options->block_size < BLOCK_SIZE_MIN ||
        options->block_size > BLOCK_SIZE_MAX)
        return fail_value(reader, word, " is no size from 1K to 16M");
    return OPTIONS_RUN;
}

static enum options_outcome set_memory(struct options_reader *reader, const char *word)
{
    struct options *options = reader->options;
    int has_unit;
    if (!option_size(word, &options->memory_limit, &has_unit) || options->memory_limit > SIZE_MAX)
        return fail_value(reader, word, " is no size such as 500M");
    return OPTIONS_RUN;
}

static enum options_outcome add_to(struct input_list *list, const char *word)
{
    return input_list_add(list, word) ? OPTIONS_RUN : OPTIONS_FAILED;
}

static enum options_outcome note_list(struct options_reader *reader, const char *file_name)
{
    return add_to(&reader->options->lists, file_name);
}

/* "-g @FILE": more games than a command line has room for. */
static enum options_outcome set_games_of(struct options_reader *reader, const char *file_name)
{
    struct place place = {.file = input_is_standard(file_name) ? "standard input" : file_name};
    reader->options->games_from_input |= input_is_standard(file_name);
    switch (game_ranges_add_file(&reader->options->games, file_name, &place.line)) {
    case GAME_RANGES_ADDED:
        if (reader->options->games.count != 0)
            return note_list(reader, file_name);
        place.line = 0;
        message_error(reader->messages, &place, "names no game");
        return OPTIONS_FAILED;
    case GAME_RANGES_NO_MEMORY:
        return no_memory(reader);
    case GAME_RANGES_NO_FILE:
        place.line = 0;
        message_error(reader->messages, &place, "%s", strerror(errno));
        return OPTIONS_FAILED;
    case GAME_RANGES_OF_SEVERAL:
        message_error(reader->messages, &place,
                      "is of several databases, as pgnfind lists them; let it search one at a time");
        return OPTIONS_FAILED;
    case GAME_RANGES_NONSENSE:
        break;
    }
    message_error(reader->messages, &place,
                  "is no list of games such as 1,5-9,20- or ids such as 8f2k1qz:17");
    return OPTIONS_FAILED;
}

static enum options_outcome set_games(struct options_reader *reader, const char *word)
{
    if (word[0] == '@' && word[1] != '\0')
        return set_games_of(reader, word + 1);
    switch (game_ranges_add(&reader->options->games, word)) {
    case GAME_RANGES_ADDED:
        return OPTIONS_RUN;
    case GAME_RANGES_NO_MEMORY:
        return no_memory(reader);
    case GAME_RANGES_NO_FILE:
    case GAME_RANGES_OF_SEVERAL:
    case GAME_RANGES_NONSENSE:
        break;
    }
    return fail_value(reader, word, " is no list of games such as 1,5-9,20- or ids such as 8f2k1qz:17");
}

static enum options_outcome set_level(struct options_reader *reader, const char *word)
{
    uint64_t level;
    if (!option_number(word, PGNPACK_LEVEL_MIN, PGNPACK_LEVEL_MAX, &level))
        return options_fail_level(reader, word);
    reader->options->level = (int)level;
    return OPTIONS_RUN;
}

static enum options_outcome set_count(struct options_reader *reader, const char *word, uint64_t *value)
{
    return option_number(word, 0, UINT64_MAX, value) ? OPTIONS_RUN
                                                     : fail_value(reader, word, " is no number of games");
}

static enum options_outcome set_shard(struct options_reader *reader, const char *word)
{
    if (option_shard(word, &reader->options->view.shard, &reader->options->view.shard_count))
        return OPTIONS_RUN;
    return fail_value(reader, word, " is no part such as 1/4, the first of four");
}

static enum options_outcome set_sort(struct options_reader *reader, const char *word)
{
    if (find_keys_read(&reader->options->change.sort, word))
        return OPTIONS_RUN;
    return fail_value(reader, word,
                      ": cannot sort by that; the keys are date, player, eco and elo, and names of tags, as "
                      "Event,Round, backwards with --reverse");
}

static enum options_outcome set_split(struct options_reader *reader, const char *word)
{
    struct change_options *change = &reader->options->change;
    size_t size;
    uint64_t letters;
    if (option_split(word, &change->split) || option_number(word, 1, UINT64_MAX, &change->split_games))
        return OPTIONS_RUN;
    if (!option_split_tag(word, &size, &letters))
        return fail_value(reader, word,
                          " is neither a number of games nor date, month, eco or code, nor a tag such as "
                          "Event, or White:1 for its first letter");
    change->split = SPLIT_TAG;
    change->split_tag = word;
    return OPTIONS_RUN;
}

static enum options_outcome set_state(struct options_reader *reader, const char *word)
{
    if (!option_number(word, 1, UINT64_MAX, &reader->options->change.state))
        return fail_value(reader, word, " is no state of the log, from 1");
    return OPTIONS_RUN;
}

static enum options_outcome set_undone(struct options_reader *reader, const char *word)
{
    if (strcmp(word, "last") != 0 && !option_number(word, 1, UINT64_MAX, &reader->options->change.state))
        return fail_value(reader, word, " is neither the number of a change, from 1, nor 'last'");
    return OPTIONS_RUN;
}

static enum options_outcome set_shown(struct options_reader *reader, const char *word)
{
    if (!option_number(word, 1, UINT64_MAX, &reader->options->change.state))
        return fail_value(reader, word, " is no number of a change, from 1");
    return OPTIONS_RUN;
}

static enum options_outcome set_wait(struct options_reader *reader, const char *word)
{
    uint64_t value;
    if (!option_number(word, 0, OPTION_WAIT_MAX, &value))
        return fail_value(reader, word, " is no number of seconds");
    reader->options->wait_seconds = (unsigned)value;
    return OPTIONS_RUN;
}

static enum options_outcome set_tag(struct options_reader *reader, const char *word)
{
    size_t size = strcspn(word, "=");
    if (word[size] == '\0' || size == 0 || size > TAG_NAME_SIZE_MAX)
        return fail_value(reader, word, " is no tag and value such as 'White=Carlsen, Magnus'");
    return add_to(&reader->options->change.set_tags, word);
}

static enum options_outcome set_result(struct options_reader *reader, const char *word)
{
    int is_draw = strcmp(word, "1/2") == 0 || strcmp(word, "draw") == 0; /* as in queries */
    if (!result_of(is_draw ? "1/2-1/2" : word, &reader->options->change.result))
        return fail_value(reader, word, " is no result: 1-0, 0-1, 1/2-1/2 or *");
    reader->options->change.has_result = 1;
    return OPTIONS_RUN;
}

/* First the place, then the words. */
static enum options_outcome set_comment(struct options_reader *reader, const char *word)
{
    struct change_options *change = &reader->options->change;
    size_t digits = strspn(word, "0123456789");
    if (change->comment_place != NULL) {
        change->comment = word;
        return OPTIONS_RUN;
    }
    if (digits == 0 || digits > 9 ||
        (word[digits] != '\0' && strcmp(word + digits, ".") != 0 && strcmp(word + digits, "...") != 0))
        return fail_value(reader, word,
                          " is neither a number of half-moves nor a move: 12. of White, 12... of Black");
    change->comment_place = word;
    return OPTIONS_RUN;
}

/* A word, with '+' before it or '-' behind or before it. */
static enum options_outcome set_flag(struct options_reader *reader, const char *word)
{
    size_t sign = word[0] == '+' || word[0] == '-';
    size_t size = strspn(word + sign, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    int is_right =
        size != 0 && (word[sign + size] == '\0' || (strcmp(word + sign + size, "-") == 0 && sign == 0));
    if (!is_right || size > TAG_NAME_SIZE_MAX)
        return fail_value(reader, word,
                          " is no flag: letters, digits and '_', and '-' behind it to take it away");
    return add_to(&reader->options->change.flags, word);
}

/* Whose names are suggested. Rounds of one event have nothing to do with another one's, and tables do not tell them apart. */
static enum options_outcome set_names_of(struct options_reader *reader, const char *word)
{
    enum { SECTION_SIZE_MAX = 31 };
    static const char *const words[][2] = {{"players", NULL}, {"player", NULL},    {"White", NULL},
                                           {"Black", NULL},   {"events", "Event"}, {"event", "Event"},
                                           {"sites", "Site"}, {"site", "Site"}};
    const char **tag = &reader->options->change.names_tag;
    size_t size = strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    if (word[size] != '\0' || size == 0 || size > SECTION_SIZE_MAX)
        return fail_value(reader, word, " is neither players, events, sites nor the name of a tag");
    if (strcmp(word, "Round") == 0 || strcmp(word, "rounds") == 0 || strcmp(word, "round") == 0)
        return fail_value(reader, word, ": rounds are those of one event, which a table does not tell apart");
    *tag = word;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(word, words[i][0]) == 0)
            *tag = words[i][1];
    return OPTIONS_RUN;
}

/* "WhiteFideId", or "FideId" of both sides, one after the other. */
static enum options_outcome set_listed(struct options_reader *reader, const char *word)
{
    static const char *const kinds[LISTED_KINDS] = {"FideId", "Title", "Elo", "Fed"};
    static const char *const sides[3] = {"White", "Black", ""};
    for (const char *at = word;; at++) {
        size_t size = strcspn(at, ",");
        unsigned bits = 0;
        for (unsigned i = 0; i < 3 * LISTED_KINDS; i++) {
            const char *side = sides[i % 3], *kind = kinds[i / 3];
            size_t side_size = strlen(side);
            if (size == side_size + strlen(kind) && memcmp(at, side, side_size) == 0 &&
                memcmp(at + side_size, kind, size - side_size) == 0)
                bits |= (i % 3 == 2 ? 3u : 1u << i % 3) << 2 * (i / 3);
        }
        if (bits == 0)
            return fail_value(reader, word,
                              " is no list of tags: FideId, Title, Elo and Fed, of both players or with "
                              "White or Black before it");
        reader->options->change.listed |= bits;
        at += size;
        if (*at == '\0')
            return OPTIONS_RUN;
    }
}

static enum options_outcome set_month(struct options_reader *reader, const char *word)
{
    struct change_options *change = &reader->options->change;
    return option_month(word, &change->year, &change->month)
               ? OPTIONS_RUN
               : fail_value(reader, word, " is no month such as 2024-05");
}

/* Options that change tags, or names in them; OPTIONS_DONE: it is none of them. */
static enum options_outcome apply_edit(struct options_reader *reader, int code, const char *argument)
{
    switch (code) {
    case OPTION_SET:
        return set_tag(reader, argument);
    case OPTION_UNSET:
        return add_to(&reader->options->change.unset_tags, argument);
    case OPTION_WHERE:
        return add_to(&reader->options->change.where, argument);
    case OPTION_RENAME:
        if (output_name_is_bcgn(argument))
            return options_fail(reader, "", argument,
                                " is a database, and comes before the table: pgndb rename DB TABLE");
        reader->options->change.rename_table = argument;
        return note_list(reader, argument);
    case OPTION_RESULT:
        return set_result(reader, argument);
    case OPTION_COMMENT:
        return set_comment(reader, argument);
    case OPTION_FLAG:
        return set_flag(reader, argument);
    case OPTION_REPLACE:
        reader->options->change.texts = argument;
        return OPTIONS_RUN;
    case OPTION_TABLE:
        reader->options->change.opening_table = argument;
        return note_list(reader, argument);
    case OPTION_NAMES_OF:
        return set_names_of(reader, argument);
    case OPTION_NAMES_FROM:
        reader->options->change.names_list = argument;
        return note_list(reader, argument);
    case OPTION_NAMES_ADD:
        return set_listed(reader, argument);
    case OPTION_NAMES_MONTH:
        return set_month(reader, argument);
    default:
        return OPTIONS_DONE;
    }
}

static enum options_outcome set_dedupe(struct options_reader *reader, const char *word)
{
    if (!option_duplicates(word == NULL ? "exact" : word, &reader->options->change.dedupe))
        return fail_value(reader, word, " is none of exact, loose and version");
    return OPTIONS_RUN;
}

static enum options_outcome set_prefer(struct options_reader *reader, const char *word)
{
    if (!option_keep_rule(word, &reader->options->change.prefer))
        return fail_value(reader, word, " is none of rank, text, comments, tags, first and last");
    return OPTIONS_RUN;
}

/* Options of duplicates; OPTIONS_DONE: it is none of them. */
static enum options_outcome apply_dedupe(struct options_reader *reader, int code, const char *argument)
{
    struct options *options = reader->options;
    switch (code) {
    case OPTION_DEDUPE:
    case OPTION_KIND:
        return set_dedupe(reader, argument);
    case OPTION_PREFER:
        return set_prefer(reader, argument);
    case OPTION_REPORT:
        options->change.report = argument;
        return OPTIONS_RUN;
    case OPTION_DRY_RUN:
        options->change.dry_run = 1;
        return OPTIONS_RUN;
    case OPTION_MERGE_TAGS:
        options->change.merge_tags = 1;
        return OPTIONS_RUN;
    default:
        return OPTIONS_DONE;
    }
}

/* Options that change a database; OPTIONS_DONE: it is none of them. */
static enum options_outcome apply_change(struct options_reader *reader, int code, const char *argument)
{
    switch (code) {
    case OPTION_APPEND:
        reader->options->change.task = CHANGE_APPEND;
        reader->options->change.database = argument;
        return note_list(reader, argument);
    case OPTION_DELETED:
        reader->options->change.task = CHANGE_DELETED;
        return OPTIONS_RUN;
    case OPTION_BACK:
        return set_state(reader, argument);
    case OPTION_UNDO:
        return set_undone(reader, argument);
    case OPTION_SHOW:
        return set_shown(reader, argument);
    case OPTION_SORT:
        return set_sort(reader, argument);
    case OPTION_SPLIT:
        return set_split(reader, argument);
    case OPTION_WAIT:
        return set_wait(reader, argument);
    default:
        return apply_edit(reader, code, argument);
    }
}

/* ---- Help ---- */

enum options_outcome options_finish_output(int status)
{
    return status >= 0 && fflush(stdout) == 0 && !ferror(stdout) ? OPTIONS_DONE : OPTIONS_FAILED;
}

static enum options_outcome print_version(const struct options_reader *reader)
{
    return options_finish_output(printf("%s %s\n", reader->messages->program, pgnpack_version()));
}

/* ---- All options ---- */

static enum options_outcome apply_value(struct options_reader *reader, int code, const char *argument)
{
    struct options *options = reader->options;
    switch (code) {
    case OPTION_MAX_EXPANSION:
        return set_expansion(reader, argument);
    case OPTION_BCGN0:
        return set_scheme(reader, argument);
    case OPTION_LEVEL:
        return set_level(reader, argument);
    case OPTION_MOVES:
        return set_moves(reader, argument);
    case OPTION_BLOCK_SIZE:
        return set_block_size(reader, argument);
    case OPTION_THREADS:
        return set_threads(reader, argument);
    case OPTION_MEMORY:
        return set_memory(reader, argument);
    case OPTION_GAMES:
        return set_games(reader, argument);
    case OPTION_SKIP:
        return set_count(reader, argument, &options->view.skip);
    case OPTION_LIMIT:
    case OPTION_HEAD:
        return set_count(reader, argument, &options->view.limit);
    case OPTION_SHARD:
        return set_shard(reader, argument);
    case OPTION_EXPECT_GAMES:
        options->has_expected_games = 1;
        return set_count(reader, argument, &options->expected_games);
    case OPTION_MEMBER:
        return add_to(&options->members, argument);
    case OPTION_CSV:
        options->view.csv = 1;
        options->view.csv_columns = argument;
        break;
    case OPTION_OUTPUT:
        options->output = argument;
        break;
    case OPTION_DIRECTORY:
        options->directory = argument;
        break;
    case OPTION_FILE_LIST:
        reader->lists[reader->list_count++] = argument;
        return note_list(reader, argument);
    default:
        return OPTIONS_FAILED;
    }
    return OPTIONS_RUN;
}

/* Options that only switch something on. Returns 0 for others. */
static int apply_switch(struct options *options, int code)
{
    const struct {
        int code;
        int *value;
    } switches[] = {{OPTION_FORCE, &options->force},
                    {OPTION_VERBOSE, &options->verbose},
                    {OPTION_NO_PROGRESS, &options->no_progress},
                    {OPTION_NO_UNWRAP, &options->no_unwrap},
                    {OPTION_NO_TIMES, &options->no_times},
                    {OPTION_HEADERLESS, &options->bcgn0.headerless},
                    {OPTION_LOSSY, &options->bcgn0.lossy},
                    {OPTION_ROSTER_ONLY, &options->bcgn0.roster_only},
                    {OPTION_VERIFY, &options->verify},
                    {OPTION_SALVAGE, &options->salvage},
                    {OPTION_REMOVE, &options->remove_inputs},
                    {OPTION_RECURSIVE, &options->recursive},
                    {OPTION_JSON, &options->view.json},
                    {OPTION_HTML, &options->view.html},
                    {OPTION_COUNT_GAMES, &options->view.count},
                    {OPTION_NUMBERS, &options->view.numbers},
                    {OPTION_IDS, &options->view.ids},
                    {OPTION_NO_FLAGS, &options->view.no_flags},
                    {OPTION_WITH_DELETED, &options->with_deleted},
                    {OPTION_DUPLICATES, &options->change.duplicates},
                    {OPTION_REVERSE, &options->change.sort_is_reversed},
                    {OPTION_ALL, &options->change.all_games},
                    {OPTION_KEEP_TAGS, &options->change.keep_tags},
                    {OPTION_NAMES_ASK, &options->change.asks},
                    {OPTION_PREFIXES, &options->change.completes_names},
                    {OPTION_NO_WORDS, &options->change.removes},
                    {OPTION_KEEP_IDS, &options->change.keep_ids},
                    {OPTION_DROP_IDS, &options->change.drop_ids},
                    {OPTION_FORGET, &options->change.forget},
                    {OPTION_TAGS_ONLY, &options->view.tags_only}};
    for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++)
        if (switches[i].code == code) {
            *switches[i].value = 1;
            return 1;
        }
    return 0;
}

enum options_outcome options_set(struct options_reader *reader, int code, const char *argument)
{
    struct options *options = reader->options;
    enum options_outcome outcome = apply_change(reader, code, argument);
    if (outcome == OPTIONS_DONE)
        outcome = apply_dedupe(reader, code, argument);
    if (outcome != OPTIONS_DONE)
        return outcome;
    if (apply_switch(options, code))
        return OPTIONS_RUN;
    if (code >= OPTION_LEVEL_MIN && code <= OPTION_LEVEL_MAX) {
        options->level = code - '0';
        return OPTIONS_RUN;
    }
    switch (code) {
    case OPTION_VERSION:
        return print_version(reader);
    case OPTION_INDEX:
        options->index = PGNPACK_INDEX_ALWAYS;
        return OPTIONS_RUN;
    case OPTION_NO_INDEX:
        options->index = PGNPACK_INDEX_NONE;
        return OPTIONS_RUN;
    case OPTION_BEST:
        options->level = PGNPACK_LEVEL_MAX;
        break;
    case OPTION_STDOUT:
        options->output = "-";
        break;
    case OPTION_DECOMPRESS:
    case OPTION_TEST:
    case OPTION_LIST:
        options->command = COMMAND_UNPACK;
        break;
    case OPTION_KEEP:
        break; /* the default; for fingers that are used to it */
    case OPTION_QUIET:
        options->quiet++;
        break;
    default:
        return apply_value(reader, code, argument);
    }
    return OPTIONS_RUN;
}
