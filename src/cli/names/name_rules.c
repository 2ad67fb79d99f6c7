#include "cli/names/name_rules.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/growth.h"
#include "cli/base/tag_text.h"

static const char *const words[] = {"Prefix", "Infix", "Suffix"};

/* ---- A line ---- */

static const char *pass_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

/* The text in quotes that comes next; there are no escapes. Returns what is behind it; NULL: there is none. */
static const char *take_quoted(const char *at, const char *end, struct pgnpack_text *text_ret)
{
    at = pass_blanks(at, end);
    const char *behind = at < end && *at == '"' ? memchr(at + 1, '"', (size_t)(end - at - 1)) : NULL;
    if (behind == NULL)
        return NULL;
    *text_ret = (struct pgnpack_text){at + 1, (size_t)(behind - at - 1)};
    return behind + 1;
}

/* NULL: the line is something else that SCID knows. */
static const char *word_of(struct pgnpack_text line)
{
    size_t size = 1;
    while (size < line.size && line.data[size] != ' ' && line.data[size] != '\t' && line.data[size] != '"')
        size++;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (text_is_word((struct pgnpack_text){line.data + 1, size - 1}, words[i]))
            return words[i];
    return NULL;
}

const char *name_rules_take(struct name_rules *rules, unsigned kind, uint64_t line, struct pgnpack_text text)
{
    struct name_rule rule = {.word = word_of(text), .line = line, .kind = kind};
    if (rule.word == NULL)
        return NULL;
    const char *end = text.data + text.size, *at = text.data + 1 + strlen(rule.word);
    at = take_quoted(at, end, &rule.from);
    if (at != NULL)
        at = take_quoted(at, end, &rule.to);
    if (at != NULL)
        at = pass_blanks(at, end);
    if (at == NULL || (at < end && *at != '#'))
        return "is no rule; it is to be two texts in quotes, as in %Prefix \"old\" \"new\"";
    if (rule.from.size == 0)
        return "there is nothing to replace; the first text of a rule is empty";
    if (text_has_controls(rule.from) || text_has_controls(rule.to))
        return "a text of the rule has control characters";
    if (texts_are_equal(rule.from, rule.to))
        return NULL;
    if (!GROW(rules->rules, rules->capacity, rules->count + 1))
        return "no memory";
    rules->rules[rules->count++] = rule;
    return NULL;
}

/* ---- A name ---- */

/* Where the rule's text stands in the name; SIZE_MAX: nowhere. */
static size_t place_in(const struct name_rule *rule, struct pgnpack_text name)
{
    const struct pgnpack_text from = rule->from;
    if (from.size > name.size)
        return SIZE_MAX;
    size_t last = name.size - from.size;
    size_t first = rule->word == words[2] ? last : 0;
    if (rule->word == words[0])
        last = 0;
    for (size_t at = first; at <= last; at++)
        if (memcmp(name.data + at, from.data, from.size) == 0)
            return at;
    return SIZE_MAX;
}

/* Returns 0 where the rule has nothing to say, or a name would become too long or none at all. */
static int correct(const struct name_rule *rule, struct pgnpack_text name, char room[NAME_SIZE_MAX],
                   struct pgnpack_text *name_ret)
{
    size_t at = place_in(rule, name);
    if (at == SIZE_MAX || rule->to.size > NAME_SIZE_MAX - (name.size - rule->from.size))
        return 0;
    size_t behind = at + rule->from.size, rest = name.size - behind;
    memcpy(room, name.data, at);
    memcpy(room + at, rule->to.data, rule->to.size);
    memcpy(room + at + rule->to.size, name.data + behind, rest);
    *name_ret = (struct pgnpack_text){room, at + rule->to.size + rest};
    return !text_is_blank(*name_ret);
}

struct pgnpack_text name_rules_apply(struct name_rules *rules, unsigned kind, struct pgnpack_text name)
{
    struct pgnpack_text corrected;
    unsigned room = 0;
    rules->walk++;
    if (rules->count == 0 || name.size > NAME_SIZE_MAX)
        return name;
    for (size_t i = 0; i < rules->count; i++)
        if (rules->rules[i].kind == kind && correct(&rules->rules[i], name, rules->rooms[room], &corrected)) {
            name = corrected;
            room ^= 1;
            rules->rules[i].walk = rules->walk;
        }
    return name;
}

void name_rules_count(struct name_rules *rules)
{
    for (size_t i = 0; i < rules->count; i++)
        rules->rules[i].count += rules->rules[i].walk == rules->walk;
}

void name_rules_free(struct name_rules *rules)
{
    free(rules->rules);
}
