#include "cli/names/name_table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/tag_text.h"
#include "cli/base/growth.h"
#include "cli/names/known_names.h"
#include "cli/names/name_rules.h"
#include "cli/files/whole_file.h"

/* A tag of the table. Players are two. */
struct section {
    char tag[32];
    unsigned kind; /* sections of one kind share their names */
};

struct name_table {
    const char *file;
    struct messages *messages;
    char *bytes;
    size_t size;
    struct section sections[NAME_TABLE_TAGS_MAX];
    size_t section_count;
    struct renaming *entries;
    size_t count, capacity;
    uint32_t *slots; /* by hash: 1 + an entry's place */
    size_t slot_count;
    struct known_names known; /* names that are right as they are ... */
    struct name_rules rules;  /* ... and what is for those that are neither these nor entries */
    int completes;            /* the same: names that are the beginning of a right one */
    char **completed;         /* what such entries replace */
    size_t completed_count, completed_capacity;
    /* While it is read: */
    uint64_t line;
    unsigned kind, kind_count;
    int is_scid;              /* "@PLAYER" or the like was met */
    struct pgnpack_text name; /* the last one that stood alone, for "=" lines */
};

/* ---- Failures ---- */

static int fail_at(const struct name_table *table, uint64_t line, const char *cause)
{
    const struct place place = {.file = table->file, .line = line};
    message_error(table->messages, &place, "%s", cause);
    return 0;
}

static int fail(const struct name_table *table, const char *cause)
{
    return fail_at(table, table->line, cause);
}

static int no_memory(const struct name_table *table)
{
    return fail_at(table, 0, "no memory");
}

/* ---- Names by their bytes ---- */

static size_t hash_of(unsigned kind, struct pgnpack_text name)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325) + kind; /* FNV-1a */
    for (size_t i = 0; i < name.size; i++)
        hash = (hash ^ (unsigned char)name.data[i]) * UINT64_C(0x100000001b3);
    return (size_t)(hash ^ hash >> 32);
}

/* The slot of the name, or the free one where it belongs. */
static uint32_t *find_slot(const struct name_table *table, unsigned kind, struct pgnpack_text name)
{
    size_t slot = hash_of(kind, name) & (table->slot_count - 1);
    for (; table->slots[slot] != 0; slot = (slot + 1) & (table->slot_count - 1)) {
        const struct renaming *entry = &table->entries[table->slots[slot] - 1];
        if (entry->kind == kind && texts_are_equal(entry->from, name))
            break;
    }
    return &table->slots[slot];
}

static struct renaming *find_entry(const struct name_table *table, unsigned kind, struct pgnpack_text name)
{
    uint32_t place = table->slot_count == 0 ? 0 : *find_slot(table, kind, name);
    return place == 0 ? NULL : &table->entries[place - 1];
}

/* Room for one more. */
static int grow(struct name_table *table)
{
    if (!GROW(table->entries, table->capacity, table->count + 1))
        return 0;
    if (2 * (table->count + 1) <= table->slot_count)
        return 1;
    free(table->slots);
    table->slot_count = table->slot_count == 0 ? 128 : 2 * table->slot_count;
    table->slots = calloc(table->slot_count, sizeof *table->slots);
    if (table->slots == NULL)
        return 0;
    for (size_t i = 0; i < table->count; i++)
        *find_slot(table, table->entries[i].kind, table->entries[i].from) = (uint32_t)i + 1;
    return 1;
}

static int put_entry(struct name_table *table, struct renaming entry)
{
    if (table->count == UINT32_MAX - 1 || !grow(table))
        return 0;
    table->entries[table->count] = entry;
    *find_slot(table, entry.kind, entry.from) = (uint32_t)++table->count;
    return 1;
}

/* ---- Lines ---- */

/* The name is right: no rule corrects it. */
static int keep(struct name_table *table, struct pgnpack_text name)
{
    return known_names_add(&table->known, table->kind, name, name) || no_memory(table);
}

static int add(struct name_table *table, struct pgnpack_text from, struct pgnpack_text to)
{
    if (from.size == 0)
        return fail(table, "there is no name to replace");
    if (text_is_blank(to))
        return fail(table, "there is no new name; pgndb unset takes tags away");
    if (from.size > NAME_SIZE_MAX || to.size > NAME_SIZE_MAX)
        return fail(table, "a name has more than 4,096 bytes");
    if (text_has_controls(from) || text_has_controls(to))
        return fail(table, "a name has control characters");
    if (texts_are_equal(from, to))
        return keep(table, from);
    const struct renaming *other = find_entry(table, table->kind, from);
    if (other != NULL && !texts_are_equal(other->to, to)) {
        char cause[80];
        snprintf(cause, sizeof cause, "line %" PRIu64 " has another new name for this one", other->line);
        return fail(table, cause);
    }
    if (other != NULL)
        return 1;
    return put_entry(table,
                     (struct renaming){.from = from, .to = to, .line = table->line, .kind = table->kind}) ||
           no_memory(table);
}

static struct pgnpack_text trimmed(const char *from, const char *end)
{
    while (from < end && *from == ' ')
        from++;
    while (end > from && end[-1] == ' ')
        end--;
    return (struct pgnpack_text){from, (size_t)(end - from)};
}

/* From now on names of this tag. Those that are known have their kind. */
static int enter_tag(struct name_table *table, struct pgnpack_text tag, unsigned kind)
{
    struct section *section = &table->sections[table->section_count];
    for (size_t i = 0; i < table->section_count; i++)
        if (strlen(table->sections[i].tag) == tag.size &&
            memcmp(table->sections[i].tag, tag.data, tag.size) == 0)
            return 1;
    if (table->section_count == NAME_TABLE_TAGS_MAX)
        return fail(table, "a table is about 64 tags at most");
    memcpy(section->tag, tag.data, tag.size);
    section->tag[tag.size] = '\0';
    section->kind = kind;
    table->section_count++;
    return 1;
}

static int is_tag_name(struct pgnpack_text word)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    for (size_t i = 0; i < word.size; i++)
        if (memchr(letters, word.data[i], sizeof letters - 1) == NULL)
            return 0;
    return word.size != 0 && word.size < sizeof((struct section *)0)->tag;
}

/* "players" and the like, or the name of a tag. */
static int begin_section(struct name_table *table, struct pgnpack_text word)
{
    static const struct {
        const char *word, *tag;
    } known[] = {{"event", "Event"}, {"events", "Event"}, {"site", "Site"},
                 {"sites", "Site"},  {"round", "Round"},  {"rounds", "Round"}};
    struct pgnpack_text tag = word;
    table->name = (struct pgnpack_text){NULL, 0};
    table->kind = 0;
    if (text_is_word_in_any_case(word, "player") || text_is_word_in_any_case(word, "players"))
        return enter_tag(table, (struct pgnpack_text){"White", 5}, 0) &&
               enter_tag(table, (struct pgnpack_text){"Black", 5}, 0);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (text_is_word_in_any_case(word, known[i].word))
            tag = (struct pgnpack_text){known[i].tag, strlen(known[i].tag)};
    if (!is_tag_name(tag))
        return fail(table, "is no section: they are players, events, sites, rounds, or the name of a tag");
    for (size_t i = 0; i < table->section_count; i++)
        if (strlen(table->sections[i].tag) == tag.size &&
            memcmp(table->sections[i].tag, tag.data, tag.size) == 0) {
            table->kind = table->sections[i].kind;
            return table->kind != 0 || fail(table, "White and Black are both in the section players");
        }
    table->kind = ++table->kind_count;
    return enter_tag(table, tag, table->kind);
}

/* The first such byte, or the end. */
static const char *find_byte(const char *from, const char *end, char byte)
{
    while (from < end && *from != byte)
        from++;
    return from;
}

/* A name that stands alone, up to a remark behind it, is what "=" lines mean. */
static int take_name(struct name_table *table, const char *line, const char *end)
{
    table->name = trimmed(line, find_byte(line, end, '#'));
    return keep(table, table->name);
}

static int take_rule(struct name_table *table, struct pgnpack_text line)
{
    const char *trouble = name_rules_take(&table->rules, table->kind, table->line, line);
    return trouble == NULL || fail(table, trouble);
}

static int take_alias(struct name_table *table, const char *line, const char *end)
{
    struct pgnpack_text alias = trimmed(line + 1, find_byte(line, end, '#'));
    if (table->name.size == 0)
        return fail(table, "begins with '=', but there is no name before it");
    return add(table, alias, table->name);
}

/* "old = new": with blanks, so that names may have the sign. */
static const char *find_equals(const char *line, const char *end)
{
    for (const char *at = line; end - at >= 3; at++)
        if (at[0] == ' ' && at[1] == '=' && at[2] == ' ')
            return at;
    return NULL;
}

/* "old <tab> new <tab> remarks": exactly so, blanks and all. */
static int take_columns(struct name_table *table, const char *line, const char *tab, const char *end)
{
    const char *behind = find_byte(tab + 1, end, '\t');
    return add(table, (struct pgnpack_text){line, (size_t)(tab - line)},
               (struct pgnpack_text){tab + 1, (size_t)(behind - tab - 1)});
}

static int take_line(struct name_table *table, const char *line, const char *end)
{
    const char *tab = find_byte(line, end, '\t'), *equals = find_equals(line, end);
    struct pgnpack_text whole = trimmed(line, end);
    if (whole.size == 0 || line[0] == '#')
        return 1;
    if (line[0] == '@') {
        table->is_scid = 1;
        return begin_section(table, trimmed(line + 1, end));
    }
    if (table->is_scid && line[0] == '%')
        return take_rule(table, (struct pgnpack_text){line, (size_t)(end - line)});
    if (table->is_scid)
        return line[0] == '=' ? take_alias(table, line, end) : take_name(table, line, end);
    if (tab != end)
        return take_columns(table, line, tab, end);
    if (whole.data[0] == '[' && whole.data[whole.size - 1] == ']')
        return begin_section(table, trimmed(whole.data + 1, whole.data + whole.size - 1));
    if (equals != NULL)
        return add(table, trimmed(line, equals), trimmed(equals + 3, end));
    return fail(table,
                "is neither 'old = new', with blanks around the sign, nor two names with a tab between");
}

static int take_lines(struct name_table *table)
{
    const char *at = table->bytes, *all_end = at + table->size;
    if (table->size >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0)
        at += 3;
    if (!begin_section(table, (struct pgnpack_text){"players", 7}))
        return 0;
    while (at < all_end) {
        const char *line_end = memchr(at, '\n', (size_t)(all_end - at));
        const char *end = line_end == NULL ? all_end : line_end;
        table->line++;
        if (!take_line(table, at, end > at && end[-1] == '\r' ? end - 1 : end))
            return 0;
        at = end + (line_end != NULL);
    }
    if (table->completes && !table->is_scid)
        return fail_at(table, 0,
                       "is no spelling file of SCID, with @PLAYER or the like; --prefixes is for these");
    return table->count + table->rules.count + (table->completes ? table->known.count : 0) != 0 ||
           fail_at(table, 0, "has no names to replace");
}

/* ---- Chains: what is to become a name that is replaced itself ---- */

/* Each entry is left behind once: where a walk comes to what another one has seen, its end is known. */
static int follow_chains(struct name_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        struct renaming *entry = &table->entries[i], *next;
        struct pgnpack_text last = entry->to;
        if (entry->mark != 0)
            continue;
        for (next = entry; next != NULL && next->mark == 0; next = find_entry(table, next->kind, next->to)) {
            next->mark = (uint32_t)i + 1;
            last = next->to;
        }
        if (next != NULL && next->mark == (uint32_t)i + 1)
            return fail_at(table, next->line, "this name would become itself, by way of others");
        if (next != NULL)
            last = next->to; /* at the end already */
        for (next = entry; next != NULL && next->mark == (uint32_t)i + 1;) {
            struct renaming *behind = find_entry(table, next->kind, next->to);
            next->to = last;
            next = behind;
        }
    }
    return 1;
}

/* ---- Beginnings of names ---- */

/* All names count, for what one is the beginning of: also those that are to be others. */
static int learn_names(struct name_table *table)
{
    const size_t kept = table->known.count;
    for (size_t i = 0; i < table->count && table->completes; i++) {
        const struct renaming *entry = &table->entries[i];
        if (!known_names_add(&table->known, entry->kind, entry->from, entry->to))
            return no_memory(table);
    }
    for (size_t i = 0; i < kept; i++) {
        struct known_name *name = &table->known.names[i];
        const struct renaming *entry = find_entry(table, name->kind, name->name);
        if (entry != NULL) /* right here, but replaced elsewhere */
            name->right = entry->to;
    }
    known_names_sort(&table->known);
    return 1;
}

/* A renaming of a name of the database, which is the beginning of one only. *entry_ret NULL: there is none. 0: no memory. */
static int complete(struct name_table *table, unsigned kind, struct pgnpack_text name,
                    struct renaming **entry_ret)
{
    const struct pgnpack_text right = known_names_complete(&table->known, kind, name);
    if (right.data == NULL)
        return 1;
    char *copy = malloc(name.size);
    if (copy == NULL || !GROW(table->completed, table->completed_capacity, table->completed_count + 1)) {
        free(copy);
        return 0;
    }
    memcpy(copy, name.data, name.size);
    table->completed[table->completed_count++] = copy;
    const struct renaming entry = {.from = {copy, name.size}, .to = right, .kind = kind};
    if (!put_entry(table, entry))
        return 0;
    *entry_ret = &table->entries[table->count - 1];
    return 1;
}

/* ---- The file ---- */

static struct name_table *name_table_new(const char *title, struct messages *messages)
{
    struct name_table *table = calloc(1, sizeof *table);
    if (table == NULL) {
        message_error(messages, NULL, "no memory");
        return NULL;
    }
    table->messages = messages;
    table->file = title;
    return table;
}

/* NULL: what is wrong was reported, and the table is freed. */
static struct name_table *understand(struct name_table *table)
{
    if (take_lines(table) && follow_chains(table) && learn_names(table))
        return table;
    name_table_free(table);
    return NULL;
}

struct name_table *name_table_read(const char *file, int completes, struct messages *messages)
{
    struct name_table *table = name_table_new(whole_file_title(file), messages);
    if (table == NULL)
        return NULL;
    table->completes = completes;
    if (whole_file_read(file, messages, &table->bytes, &table->size))
        return understand(table);
    name_table_free(table);
    return NULL;
}

struct name_table *name_table_make(const char *title, struct pgnpack_text text, struct messages *messages)
{
    struct name_table *table = name_table_new(title, messages);
    if (table == NULL)
        return NULL;
    table->bytes = malloc(text.size + 1);
    if (table->bytes == NULL) {
        no_memory(table);
        name_table_free(table);
        return NULL;
    }
    memcpy(table->bytes, text.data, text.size);
    table->size = text.size;
    return understand(table);
}

void name_table_free(struct name_table *table)
{
    if (table == NULL)
        return;
    free(table->bytes);
    free(table->entries);
    free(table->slots);
    known_names_free(&table->known);
    name_rules_free(&table->rules);
    for (size_t i = 0; i < table->completed_count; i++)
        free(table->completed[i]);
    free(table->completed);
    free(table);
}

size_t name_table_tag_count(const struct name_table *table)
{
    return table->section_count;
}

const char *name_table_tag(const struct name_table *table, size_t i)
{
    return table->sections[i].tag;
}

/* A renaming first, else what rules make of it, and a renaming of that. */
int name_table_replace(struct name_table *table, size_t tag, struct pgnpack_text value,
                       struct pgnpack_text *new_ret)
{
    const unsigned kind = table->sections[tag].kind;
    struct pgnpack_text result = value;
    struct renaming *entry = find_entry(table, kind, value);
    int has_rules = entry == NULL && !known_names_have(&table->known, kind, value);
    *new_ret = (struct pgnpack_text){NULL, 0};
    if (has_rules) {
        result = name_rules_apply(&table->rules, kind, value);
        entry = find_entry(table, kind, result);
    }
    if (has_rules && entry == NULL && table->completes && !known_names_have(&table->known, kind, result) &&
        !complete(table, kind, result, &entry))
        return 0;
    if (entry != NULL)
        result = entry->to;
    if (texts_are_equal(result, value))
        return 1;
    if (entry != NULL)
        entry->count++;
    if (has_rules)
        name_rules_count(&table->rules);
    *new_ret = result;
    return 1;
}

struct renaming *name_table_entry(const struct name_table *table, size_t i)
{
    return i < table->count ? &table->entries[i] : NULL;
}

struct name_rule *name_table_rule(const struct name_table *table, size_t i)
{
    return i < table->rules.count ? &table->rules.rules[i] : NULL;
}
