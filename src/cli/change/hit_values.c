#include "cli/change/hit_values.h"

#include <stdlib.h>
#include <string.h>

#include "cli/run/change_database.h"
#include "cli/base/messages.h"
#include "pgnpack_extra.h"

enum { LISTS_MAX = 16, SHOWN_MAX = 20 };

/* Values of a tag, or names of players. */
struct value_list {
    char tag[TAG_NAME_SIZE_MAX + 1]; /* empty: White and Black */
    struct pgnpack_names *names;
};

struct hit_values {
    const struct pgnpack_reader *reader;
    struct value_list lists[LISTS_MAX];
    size_t count;
    int is_without_memory;
    int is_negated; /* the next condition */
    int has_games;  /* else all games of the database would be counted */
};

/* `pattern` NULL: all values. */
static void add_list(struct hit_values *values, const char *tag, size_t tag_size, const char *pattern)
{
    struct value_list *list = &values->lists[values->count];
    if (values->count == LISTS_MAX || tag_size > TAG_NAME_SIZE_MAX)
        return;
    memcpy(list->tag, tag, tag_size);
    list->tag[tag_size] = '\0';
    list->names = pgnpack_names_new(values->reader, tag_size == 0 ? NULL : list->tag, pattern);
    values->is_without_memory |= list->names == NULL;
    values->count++;
}

/* Which tag a condition is about, and whether it is a pattern, as names have them. */
static int add_condition(void *opaque, const char *word, const char *value)
{
    static const struct {
        const char *word, *tag;
        int is_pattern;
    } tags[] = {{"player", "", 1},     {"white", "White", 1}, {"black", "Black", 1},
                {"event", "Event", 1}, {"site", "Site", 1},   {"round", "Round", 0},
                {"date", "Date", 0},   {"eco", "ECO", 0},     {"result", "Result", 0}};
    struct hit_values *values = opaque;
    int is_negated = values->is_negated;
    values->is_negated = strcmp(word, "not") == 0;
    if (is_negated || value == NULL)
        return 1;
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (strcmp(word, tags[i].word) == 0)
            add_list(values, tags[i].tag, strlen(tags[i].tag), tags[i].is_pattern ? value : NULL);
    if (strcmp(word, "tag") == 0)
        add_list(values, value, strcspn(value, "=~<>!"), NULL);
    return 1;
}

struct hit_values *hit_values_new(const struct command_context *context, const struct pgnpack_reader *reader)
{
    const struct options *options = context->options;
    struct hit_values *values = calloc(1, sizeof *values);
    if (values == NULL)
        return NULL;
    values->reader = reader;
    values->is_without_memory = !change_each_condition(&options->change.where, add_condition, values);
    for (size_t i = 0; i < options->change.set_tags.count; i++)
        add_list(values, options->change.set_tags.names[i], strcspn(options->change.set_tags.names[i], "="),
                 NULL);
    for (size_t i = 0; i < options->change.unset_tags.count; i++)
        add_list(values, options->change.unset_tags.names[i], strlen(options->change.unset_tags.names[i]),
                 NULL);
    if (!values->is_without_memory)
        return values;
    hit_values_free(values);
    return NULL;
}

void hit_values_free(struct hit_values *values)
{
    if (values == NULL)
        return;
    for (size_t i = 0; i < values->count; i++)
        pgnpack_free(values->lists[i].names);
    free(values);
}

void hit_values_add(struct hit_values *values, uint64_t game)
{
    values->has_games = 1;
    for (size_t i = 0; i < values->count; i++)
        pgnpack_names_add(values->lists[i].names, game, 1);
}

static void tell_value(const struct value_list *list, const struct pgnpack_name *value,
                       struct messages *messages, const char *name)
{
    message_notice(messages, IN_FILE(name), "%s with %s \"%.*s\"", COUNTED(value->games, "game"),
                   list->tag[0] == '\0' ? "player" : list->tag,
                   (int)(value->name.size < 255 ? value->name.size : 255), value->name.data);
}

static enum exit_status tell_list(const struct value_list *list, struct command_context *context,
                                  const char *name)
{
    struct messages *messages = context->messages;
    struct pgnpack_name value;
    uint64_t count = 0, shown = messages->verbose ? UINT64_MAX : SHOWN_MAX;
    enum pgnpack_status status;
    while ((status = pgnpack_names_next(list->names, &value)) == PGNPACK_OK)
        if (count++ < shown)
            tell_value(list, &value, messages, name);
    if (status != PGNPACK_END)
        return command_report_path(context, name, pgnpack_error(list->names));
    if (count > shown)
        message_notice(messages, IN_FILE(name), "... and %s of it; -v shows them all",
                       COUNTED(count - shown, "more value"));
    return EXIT_FINE;
}

enum exit_status hit_values_tell(struct hit_values *values, struct command_context *context, const char *name)
{
    enum exit_status status = EXIT_FINE;
    for (size_t i = 0; i < values->count && status == EXIT_FINE && values->has_games; i++)
        status = tell_list(&values->lists[i], context, name);
    return status;
}
