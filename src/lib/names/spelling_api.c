/* Public functions: names that may be spellings of one. */
#include <stdlib.h>
#include <string.h>

#include "lib/open/reader.h"
#include "lib/names/spelling.h"
#include "pgnpack_extra.h"

struct pgnpack_spelling {
    struct memory memory;
    const struct handle_kind *handle_kind;
    struct pgnpack_spelling_options options;
    struct spelling inner;
    int is_done;     /* pairs were looked for */
    int told_damage; /* that blocks were passed over was told */
    size_t next;
    enum pgnpack_status last;
    struct error damage;
    struct pgnpack_error public_error;
};

static const struct handle_kind spelling_kind;

enum { POINTS_DEFAULT = 60, POINTS_MAX = 100 };

/* ---- The handle ---- */

/* Returns 0 when there is no memory. */
static int copy_tag(struct spelling *inner, const char *tag)
{
    if (tag == NULL)
        return 1;
    size_t size = strlen(tag) + 1;
    inner->tag = memory_get(inner->memory, size);
    if (inner->tag == NULL)
        return 0;
    inner->tag_size = size;
    memcpy(inner->tag, tag, size);
    return 1;
}

struct pgnpack_spelling *pgnpack_spelling_new(const struct pgnpack_reader *reader,
                                              const struct pgnpack_spelling_options *options)
{
    struct memory like = reader->memory;
    like.limit /= 2; /* the batch has the other half; 0: none */
    struct pgnpack_spelling *spelling = handle_new_like(&like, sizeof *spelling, &spelling_kind);
    if (spelling == NULL)
        return NULL;
    struct spelling *inner = &spelling->inner;
    inner->memory = &spelling->memory;
    inner->reader = reader;
    name_list_init(&inner->list, &spelling->memory);
    inner->list.limit = SPELLING_NO_NAME - 1;
    buffer_init(&inner->unescaped, &spelling->memory);
    error_clear(&inner->error);
    error_clear(&inner->damage);
    handle_copy_options(&spelling->options, sizeof spelling->options, options, "pgnpack_spelling_options",
                        &inner->error);
    if (spelling->options.points_min > POINTS_MAX)
        handle_refuse_member(&inner->error, "pgnpack_spelling_options.points_min",
                             (long long)spelling->options.points_min, "1 to 100, or 0 for the default");
    if (spelling->options.points_min == 0)
        spelling->options.points_min = POINTS_DEFAULT;
    if (!copy_tag(inner, spelling->options.tag)) {
        pgnpack_free(spelling);
        return NULL;
    }
    inner->progress = spelling->options.progress;
    inner->progress_opaque = spelling->options.progress_opaque;
    return spelling;
}

static void free_spelling(void *handle)
{
    struct pgnpack_spelling *spelling = handle;
    struct spelling *inner = &spelling->inner;
    struct memory *memory = &spelling->memory;
    name_list_free(&inner->list);
    buffer_free(&inner->unescaped);
    memory_release(memory, inner->names, inner->name_capacity * sizeof *inner->names);
    memory_release(memory, inner->pairs, inner->pair_capacity * sizeof *inner->pairs);
    memory_release(memory, inner->memo, sizeof *inner->memo);
    memory_release(memory, inner->tag, inner->tag_size);
    handle_free(spelling, sizeof *spelling);
}

/* ---- Points ---- */

static int most(int points, int limit)
{
    return points < limit ? points : limit;
}

/* Years between the games of the two; 0: they overlap, or are unknown. */
static int years_between(const struct spelling_name *a, const struct spelling_name *b)
{
    if (a->first_year == 0 || b->first_year == 0)
        return 0;
    int gap = a->first_year > b->last_year ? a->first_year - b->last_year : b->first_year - a->last_year;
    return gap > 0 ? gap : 0;
}

static int points_of_years(const struct spelling_name *a, const struct spelling_name *b)
{
    enum { NEAR = 3, FAR = 10, MOST = 60 };
    int gap = years_between(a, b);
    if (a->first_year == 0 || b->first_year == 0)
        return 0;
    return gap <= NEAR ? 5 : gap <= FAR ? 0 : -most(2 * (gap - FAR), MOST);
}

/* Between the ranges of both. */
static int points_of_ratings(const struct spelling_name *a, const struct spelling_name *b)
{
    enum { NEAR = 60, FAR = 150, MOST = 40 };
    if (a->rated == 0 || b->rated == 0)
        return 0;
    int gap = a->rating_min > b->rating_max ? a->rating_min - b->rating_max : b->rating_min - a->rating_max;
    return gap <= NEAR ? 6 : gap <= FAR ? 0 : -most((gap - FAR) / 8, MOST);
}

static int points_of_identities(const struct spelling_name *a, const struct spelling_name *b)
{
    if (a->identity == 0 || b->identity == 0 || a->identity == UINT32_MAX || b->identity == UINT32_MAX)
        return 0;
    return a->identity == b->identity ? 40 : -60;
}

/* A name that many games have is hardly a slip. */
static int points_of_counts(const struct spelling_name *from, const struct spelling_name *to,
                            unsigned difference)
{
    enum { RARE = 10, ESTABLISHED = 60 };
    if (from->games * (uint64_t)RARE <= to->games)
        return 4;
    return difference == NAMES_MISSPELT && from->games > ESTABLISHED ? -12 : 0;
}

static int count_points(const struct spelling *spelling, const struct spelling_pair *pair)
{
    const struct spelling_name *from = &spelling->names[pair->from], *to = &spelling->names[pair->to];
    if (spelling->tag != NULL)
        return pair->likeness + points_of_years(from, to) + points_of_counts(from, to, pair->difference);
    int points = pair->likeness * 3 / 5;
    /* Who writes up an event shortens names alike: two that differ in that are two persons there. */
    points += pair->difference == NAMES_SHORTENED ? -most(pair->events * 4, 24) : most(pair->events * 8, 24);
    points += most(pair->opponents * 5, 20) + most(pair->same_games * 20, 40);
    points -= most(pair->same_rounds * 40, 120) + most(pair->games_together * 100, 100);
    points += points_of_years(from, to) + points_of_ratings(from, to) + points_of_identities(from, to);
    return points + points_of_counts(from, to, pair->difference);
}

/* ---- Of each rarer name, the best ---- */

static int compare_by_points(const void *a, const void *b)
{
    const struct spelling_pair *first = a, *second = b;
    if (first->points != second->points)
        return first->points > second->points ? -1 : 1;
    if (first->from != second->from)
        return first->from < second->from ? -1 : 1;
    return (first->to > second->to) - (first->to < second->to);
}

/* Are both names the same one's, too? */
static int are_alike(const struct spelling *spelling, uint32_t a, uint32_t b)
{
    enum { ALIKE = 60 };
    struct name_form forms[2];
    enum name_difference difference;
    return spelling_form(spelling, &forms[0], spelling_text(spelling, a)) &&
           spelling_form(spelling, &forms[1], spelling_text(spelling, b)) &&
           spelling_likeness(spelling, &forms[0], &forms[1], &difference) >= ALIKE;
}

/* "Smith, J" may be John or James: the more there are, the less it says. */
static void count_rivals(const struct spelling *spelling, struct spelling_pair *best,
                         const struct spelling_pair *pairs, size_t count)
{
    enum { CLOSE = 15, POINTS = 12, RIVALS_MAX = 3 };
    for (size_t i = 0; i < count && best->rivals < RIVALS_MAX; i++)
        if (pairs[i].to != best->to && pairs[i].points + CLOSE > best->points &&
            !are_alike(spelling, pairs[i].to, best->to))
            best->rivals++;
    best->points -= POINTS * best->rivals;
}

static void choose(struct pgnpack_spelling *spelling)
{
    struct spelling *inner = &spelling->inner;
    size_t kept = 0;
    for (size_t i = 0; i < inner->pair_count; i++)
        inner->pairs[i].points = count_points(inner, &inner->pairs[i]);
    for (size_t i = 0, end; i < inner->pair_count; i = end) {
        struct spelling_pair best = inner->pairs[i];
        for (end = i + 1; end < inner->pair_count && inner->pairs[end].from == best.from; end++)
            if (inner->pairs[end].points > best.points)
                best = inner->pairs[end];
        count_rivals(inner, &best, &inner->pairs[i], end - i);
        if (best.points >= (int)spelling->options.points_min)
            inner->pairs[kept++] = best; /* those of others come later */
    }
    inner->pair_count = kept;
    for (size_t i = 0; i < kept; i++)
        inner->pairs[i].points = most(inner->pairs[i].points, POINTS_MAX);
    if (kept != 0)
        qsort(inner->pairs, kept, sizeof *inner->pairs, compare_by_points);
}

static enum pgnpack_status find_all(struct pgnpack_spelling *spelling)
{
    struct spelling *inner = &spelling->inner;
    reader_check_open(inner->reader, &inner->error);
    if (inner->error.status == PGNPACK_OK)
        inner->memo = memory_get(&spelling->memory, sizeof *inner->memo);
    if (inner->memo == NULL)
        return inner->error.status == PGNPACK_OK ? error_no_memory(&inner->error) : inner->error.status;
    text_memo_init(inner->memo);
    if (spelling_gather_names(inner) == PGNPACK_OK && spelling_find_pairs(inner) == PGNPACK_OK &&
        (inner->tag != NULL || spelling_gather_evidence(inner) == PGNPACK_OK))
        choose(spelling);
    return inner->error.status;
}

/* ---- Pairs ---- */

static struct pgnpack_name_facts export_facts(const struct spelling_name *name)
{
    return (struct pgnpack_name_facts){.first_year = name->first_year,
                                       .last_year = name->last_year,
                                       .rating_min = name->rating_min,
                                       .rating_max = name->rating_max};
}

static void export_pair(const struct spelling *inner, const struct spelling_pair *pair,
                        struct pgnpack_spelling_pair *out)
{
    const struct spelling_name *from = &inner->names[pair->from], *to = &inner->names[pair->to];
    *out = (struct pgnpack_spelling_pair){.from = text_export(spelling_text(inner, pair->from)),
                                          .to = text_export(spelling_text(inner, pair->to)),
                                          .from_games = from->games,
                                          .to_games = to->games,
                                          .points = (unsigned)pair->points,
                                          .difference = (enum pgnpack_name_difference)pair->difference,
                                          .rivals = pair->rivals,
                                          .events = pair->events,
                                          .opponents = pair->opponents,
                                          .same_games = pair->same_games,
                                          .same_rounds = pair->same_rounds,
                                          .from_facts = export_facts(from),
                                          .to_facts = export_facts(to)};
}

static enum pgnpack_status end(struct pgnpack_spelling *spelling, struct error *error,
                               enum pgnpack_status status)
{
    return spelling->last = handle_end_with(&spelling->memory, error, status);
}

enum pgnpack_status pgnpack_spelling_next(struct pgnpack_spelling *spelling,
                                          struct pgnpack_spelling_pair *pair_ret)
{
    struct spelling *inner = &spelling->inner;
    if (!spelling->is_done && inner->error.status == PGNPACK_OK)
        find_all(spelling);
    spelling->is_done = 1;
    if (end(spelling, &inner->error, inner->error.status) != PGNPACK_OK)
        return end(spelling, &inner->error, inner->error.status);
    if (inner->damage.status != PGNPACK_OK && !spelling->told_damage) {
        spelling->told_damage = 1;
        return end(spelling, &inner->damage, inner->damage.status);
    }
    if (spelling->next == inner->pair_count)
        return end(spelling, &inner->error, PGNPACK_END);
    if (pair_ret != NULL)
        export_pair(inner, &inner->pairs[spelling->next], pair_ret);
    spelling->next++;
    return end(spelling, &inner->error, PGNPACK_OK);
}

static const struct pgnpack_error *error_of_spelling(void *handle)
{
    struct pgnpack_spelling *spelling = handle;
    const struct error *error =
        spelling->inner.error.status != PGNPACK_OK ? &spelling->inner.error : &spelling->inner.damage;
    int is_told = error->status != PGNPACK_OK && error->status == spelling->last;
    return handle_export_reader_error(spelling->last, is_told ? error : NULL, &spelling->public_error);
}

static const struct handle_kind spelling_kind = {.free = free_spelling, .error = error_of_spelling};
