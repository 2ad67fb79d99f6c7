#include "container/segments/id_list.h"

#include <stdlib.h>

#include "container/segments/segment_list.h"
#include "util/bisect.h"
#include "util/bytes.h"

/* ---- Sections ---- */

enum { OWN_COLUMNS = 4, FURTHER_COLUMNS = 5 };

/* ---- Writing ---- */

enum { AS_SOURCE, AS_TARGET, ROLES };

/* An identity that runs name. */
struct named_identity {
    uint64_t identity;
    uint64_t place;       /* in the order in which they are named first; NO_PLACE: not yet */
    uint64_t ends[ROLES]; /* of its last run */
};

/* Which there are, by identity: they may be as many as runs. */
struct section_writer {
    struct named_identity *named;
    size_t count, size;
    struct buffer list; /* in the order of their places */
    uint64_t places;
    struct buffer columns[ID_COLUMNS_MOST];
    struct memory *memory;
};

#define NO_PLACE UINT64_MAX

/* For `count` identities, which are to be noted. Returns 0 when there is no memory. */
static int begin(struct section_writer *writer, size_t count, struct memory *memory)
{
    *writer = (struct section_writer){.memory = memory, .size = count * sizeof *writer->named};
    buffer_init(&writer->list, memory);
    for (unsigned i = 0; i < ID_COLUMNS_MOST; i++)
        buffer_init(&writer->columns[i], memory);
    writer->named = count == 0 ? NULL : memory_get(memory, writer->size);
    return count == 0 || writer->named != NULL;
}

static void note(struct section_writer *writer, uint64_t identity)
{
    writer->named[writer->count++] = (struct named_identity){identity, NO_PLACE, {0, 0}};
}

static int compare_identities(const void *a, const void *b)
{
    const struct named_identity *left = a, *right = b;
    return (left->identity > right->identity) - (left->identity < right->identity);
}

/* All are noted. */
static void sort_identities(struct section_writer *writer)
{
    size_t kept = 0;
    if (writer->count != 0)
        qsort(writer->named, writer->count, sizeof *writer->named, compare_identities);
    for (size_t i = 0; i < writer->count; i++)
        if (i == 0 || writer->named[i].identity != writer->named[i - 1].identity)
            writer->named[kept++] = writer->named[i];
    writer->count = kept;
}

/* One that was noted; it gets a place. */
static struct named_identity *look_up(struct section_writer *writer, uint64_t identity)
{
    const struct named_identity key = {.identity = identity};
    struct named_identity *named =
        bsearch(&key, writer->named, writer->count, sizeof *writer->named, compare_identities);
    if (named->place == NO_PLACE) {
        buffer_append_le64(&writer->list, identity);
        named->place = writer->places++;
    }
    return named;
}

/* Ids of `count` games, as two columns. */
static void put_ids(struct section_writer *writer, struct buffer *columns, unsigned role, uint64_t identity,
                    uint64_t number, uint64_t count)
{
    struct named_identity *named = look_up(writer, identity);
    varint_append(&columns[0], named->place);
    varint_append(&columns[1], zigzag_encode((int64_t)(number - named->ends[role])));
    named->ends[role] = number + count;
}

/* Returns 0 when there was no memory. */
static int end(struct section_writer *writer, size_t count, unsigned columns, int is_done, struct buffer *out)
{
    varint_append(out, writer->places);
    buffer_append(out, writer->list.data, writer->list.size);
    varint_append(out, count);
    for (unsigned i = 0; i < ID_COLUMNS_MOST; i++) {
        const struct buffer *column = &writer->columns[i];
        const struct text bytes = {(const char *)buffer_bytes(column), column->size};
        if (i < columns)
            varint_append_text(out, bytes);
        is_done = is_done && !buffer_failed(column);
        buffer_free(&writer->columns[i]);
    }
    is_done = is_done && !buffer_failed(&writer->list) && !buffer_failed(out);
    memory_release(writer->memory, writer->named, writer->named == NULL ? 0 : writer->size);
    buffer_free(&writer->list);
    return is_done;
}

int id_section_write_own(const struct id_run *runs, size_t count, struct buffer *out)
{
    struct section_writer writer;
    struct buffer *columns = writer.columns;
    int is_done = begin(&writer, count, out->memory);
    for (size_t i = 0; i < count && is_done; i++)
        note(&writer, runs[i].identity);
    sort_identities(&writer);
    for (size_t i = 0; i < count && is_done; i++) {
        varint_append(&columns[0], runs[i].game - (i == 0 ? 0 : runs[i - 1].game + runs[i - 1].count));
        put_ids(&writer, &columns[1], AS_SOURCE, runs[i].identity, runs[i].number, runs[i].count);
        varint_append(&columns[3], runs[i].count - 1);
    }
    return end(&writer, count, OWN_COLUMNS, is_done, out);
}

int id_section_write_further(const struct id_link *links, size_t count, struct buffer *out)
{
    struct section_writer writer;
    struct buffer *columns = writer.columns;
    int is_done = begin(&writer, ROLES * count, out->memory);
    for (size_t i = 0; i < count && is_done; i++) {
        note(&writer, links[i].identity);
        note(&writer, links[i].to_identity);
    }
    sort_identities(&writer);
    for (size_t i = 0; i < count && is_done; i++) {
        const struct id_link *link = &links[i];
        put_ids(&writer, &columns[0], AS_SOURCE, link->identity, link->number, link->count);
        put_ids(&writer, &columns[2], AS_TARGET, link->to_identity, link->to_number, link->count);
        varint_append(&columns[4], link->count - 1);
    }
    return end(&writer, count, FURTHER_COLUMNS, is_done, out);
}

/* ---- Reading ---- */

static enum pgnpack_status bad_ids(struct error *error)
{
    return error_set(error, PGNPACK_ERROR_CORRUPT, "the ids of a segment's games are not in order");
}

static unsigned column_count(const struct id_section_reader *reader)
{
    return reader->kind == ID_OWN ? OWN_COLUMNS : FURTHER_COLUMNS;
}

/* The sources of the columns, which fill what there is. */
static int open_columns(struct id_section_reader *reader, struct byte_source *source)
{
    reader->left = byte_source_varint_max(source, byte_source_left(source) / column_count(reader));
    for (unsigned i = 0; i < column_count(reader); i++) {
        const struct text column = byte_source_text(source, byte_source_left(source));
        reader->columns[i] = byte_source_of((const uint8_t *)column.data, column.size);
    }
    return !source->failed && byte_source_left(source) == 0;
}

static size_t size_of_ends(const struct id_section_reader *reader)
{
    return (size_t)reader->identity_count * ROLES * sizeof *reader->ends;
}

enum pgnpack_status id_section_open(struct id_section_reader *reader, const uint8_t *bytes, size_t size,
                                    unsigned kind, uint64_t game_count, struct memory *memory,
                                    struct error *error)
{
    struct byte_source source = byte_source_of(bytes, size);
    *reader = (struct id_section_reader){.kind = kind, .memory = memory, .game_count = game_count};
    uint64_t count = byte_source_varint_max(&source, size / 8);
    reader->identities = byte_source_take(&source, (size_t)count * 8);
    if (!open_columns(reader, &source))
        return bad_ids(error);
    reader->identity_count = count;
    if (count == 0)
        return PGNPACK_OK;
    reader->ends = memory_get(memory, size_of_ends(reader));
    if (reader->ends == NULL)
        return error_no_memory(error);
    memset(reader->ends, 0, size_of_ends(reader));
    return PGNPACK_OK;
}

void id_section_free(struct id_section_reader *reader)
{
    memory_release(reader->memory, reader->ends, reader->ends == NULL ? 0 : size_of_ends(reader));
    reader->ends = NULL;
}

/* `count` ids from two columns. Returns 0 when they are not in order. */
static int take_ids(struct id_section_reader *reader, struct byte_source *columns, unsigned role,
                    uint64_t count, uint64_t *identity_ret, uint64_t *number_ret)
{
    uint64_t place = byte_source_varint(&columns[0]);
    uint64_t step = (uint64_t)zigzag_decode(byte_source_varint(&columns[1]));
    if (columns[0].failed || columns[1].failed || place >= reader->identity_count)
        return 0;
    uint64_t *last = &reader->ends[ROLES * place + role], number = *last + step;
    if (number > INT64_MAX || count > INT64_MAX - number)
        return 0;
    *identity_ret = load_le64(reader->identities + 8 * place);
    *number_ret = number;
    *last = number + count;
    return 1;
}

/* PGNPACK_OK: there is a run more. */
static enum pgnpack_status goes_on(struct id_section_reader *reader, struct error *error)
{
    if (reader->left != 0) {
        reader->left--;
        return PGNPACK_OK;
    }
    for (unsigned i = 0; i < column_count(reader); i++)
        if (byte_source_left(&reader->columns[i]) != 0)
            return bad_ids(error);
    return PGNPACK_END;
}

enum pgnpack_status id_section_next_run(struct id_section_reader *reader, struct id_run *run,
                                        struct error *error)
{
    struct byte_source *columns = reader->columns;
    enum pgnpack_status status = goes_on(reader, error);
    if (status != PGNPACK_OK)
        return status;
    uint64_t left = reader->game_count - reader->game_end;
    uint64_t gap = byte_source_varint_max(&columns[0], left);
    uint64_t more = byte_source_varint(&columns[3]);
    if (columns[0].failed || columns[3].failed || more >= left - gap ||
        !take_ids(reader, &columns[1], AS_SOURCE, more + 1, &run->identity, &run->number))
        return bad_ids(error);
    run->game = reader->game_end + gap;
    run->count = more + 1;
    reader->game_end = run->game + run->count;
    return PGNPACK_OK;
}

enum pgnpack_status id_section_next_link(struct id_section_reader *reader, struct id_link *link,
                                         struct error *error)
{
    struct byte_source *columns = reader->columns;
    enum pgnpack_status status = goes_on(reader, error);
    if (status != PGNPACK_OK)
        return status;
    uint64_t more = byte_source_varint_max(&columns[4], INT64_MAX - 1);
    link->count = more + 1;
    if (columns[4].failed ||
        !take_ids(reader, &columns[0], AS_SOURCE, link->count, &link->identity, &link->number) ||
        !take_ids(reader, &columns[2], AS_TARGET, link->count, &link->to_identity, &link->to_number))
        return bad_ids(error);
    return PGNPACK_OK;
}

enum pgnpack_status id_section_check(const uint8_t *bytes, size_t size, unsigned kind, uint64_t game_count,
                                     struct memory *memory, struct error *error)
{
    struct id_section_reader reader;
    struct id_run run;
    struct id_link link;
    enum pgnpack_status status = id_section_open(&reader, bytes, size, kind, game_count, memory, error);
    while (status == PGNPACK_OK)
        status = kind == ID_OWN ? id_section_next_run(&reader, &run, error)
                                : id_section_next_link(&reader, &link, error);
    id_section_free(&reader);
    return status == PGNPACK_END ? PGNPACK_OK : status;
}

/* ---- Lists ---- */

int id_list_add(struct id_list *list, const struct id_run *run)
{
    struct id_run *last = list->count == 0 ? NULL : &list->runs[list->count - 1];
    if (last != NULL && last->identity == run->identity && last->number + last->count == run->number &&
        last->game + last->count == run->game) {
        last->count += run->count;
        return 1;
    }
    return id_list_add_alone(list, run);
}

int id_list_add_alone(struct id_list *list, const struct id_run *run)
{
    if (!MEMORY_GROW(list->memory, list->runs, list->capacity, list->count + 1))
        return 0;
    list->runs[list->count++] = *run;
    return 1;
}

/* ---- By games ---- */

static int compare_games(const void *a, const void *b)
{
    const struct id_run *left = a, *right = b;
    if (left->game != right->game)
        return left->game < right->game ? -1 : 1;
    if (left->identity != right->identity)
        return left->identity < right->identity ? -1 : 1;
    return (left->number > right->number) - (left->number < right->number);
}

void id_list_sort_by_game(struct id_list *list)
{
    size_t done = 1;
    while (done < list->count && list->runs[done - 1].game < list->runs[done].game)
        done++;
    if (done < list->count)
        qsort(list->runs, list->count, sizeof *list->runs, compare_games);
}

const struct id_run *id_list_before(const struct id_list *list, uint64_t game)
{
    size_t behind;
    BISECT(behind, 0, list->count, list->runs[behind].game > game);
    return behind == 0 ? NULL : &list->runs[behind - 1];
}

/* ---- By ids ---- */

static int compare_ids(const void *a, const void *b)
{
    const struct id_run *left = a, *right = b;
    if (left->identity != right->identity)
        return left->identity < right->identity ? -1 : 1;
    if (left->number != right->number)
        return left->number < right->number ? -1 : 1;
    return (left->game > right->game) - (left->game < right->game);
}

int id_list_sort_by_id(struct id_list *list)
{
    if (list->count == 0)
        return 1;
    qsort(list->runs, list->count, sizeof *list->runs, compare_ids);
    list->ends_size = list->count * sizeof *list->ends;
    list->ends = memory_get(list->memory, list->ends_size);
    if (list->ends == NULL) {
        list->ends_size = 0;
        return 0;
    }
    for (size_t i = 0; i < list->count; i++) {
        const struct id_run *run = &list->runs[i];
        uint64_t end = run->number + run->count;
        int goes_on = i != 0 && run[-1].identity == run->identity;
        list->ends[i] = goes_on && list->ends[i - 1] > end ? list->ends[i - 1] : end;
    }
    return 1;
}

/* How many of the runs come before this id, or begin with it. */
size_t id_list_start(const struct id_list *list, uint64_t identity, uint64_t number)
{
    const struct id_run *runs = list->runs;
    size_t i;
    BISECT(i, 0, list->count,
           runs[i].identity > identity || (runs[i].identity == identity && runs[i].number > number));
    return i;
}

const struct id_run *id_list_next(const struct id_list *list, uint64_t identity, uint64_t number, size_t *at)
{
    while (*at != 0) {
        const struct id_run *run = &list->runs[*at - 1];
        if (run->identity != identity || list->ends[*at - 1] <= number)
            return NULL;
        --*at;
        if (number - run->number < run->count)
            return run;
    }
    return NULL;
}

int id_list_identity(const struct id_list *list, uint64_t identity, uint64_t *identity_ret)
{
    size_t first = identity == 0 ? 0 : id_list_start(list, identity - 1, UINT64_MAX);
    if (first == list->count)
        return 0;
    *identity_ret = list->runs[first].identity;
    return 1;
}

/* ---- Links ---- */

int id_links_add(struct id_links *links, const struct id_link *link)
{
    struct id_link *last = links->count == 0 ? NULL : &links->links[links->count - 1];
    if (last != NULL && last->identity == link->identity && last->number + last->count == link->number &&
        last->to_identity == link->to_identity && last->to_number + last->count == link->to_number) {
        last->count += link->count;
        return 1;
    }
    return id_links_add_alone(links, link);
}

int id_links_add_alone(struct id_links *links, const struct id_link *link)
{
    if (!MEMORY_GROW(links->memory, links->links, links->capacity, links->count + 1))
        return 0;
    links->links[links->count++] = *link;
    return 1;
}

/* ---- The latest ---- */

/* `change`: ranges of the same one go on with each other if their games do. */
static int paint(struct deleted_games *painted, const struct id_run *run, uint32_t change)
{
    struct game_range_list one = {NULL, 0, 0};
    const struct game_range range = {.first = run->number,
                                     .end = run->number + run->count,
                                     .kind = DELETION_DUPLICATE,
                                     .change = change,
                                     .target = 1 + run->game};
    return game_range_list_add(&one, painted->memory, range) && deleted_games_add(painted, &one);
}

/* Runs of one identity, the latest last. `alone`: a run's `game` stays what it is in each of its parts. */
static int add_latest(struct id_list *latest, const struct id_run *runs, size_t count, int alone)
{
    struct deleted_games painted;
    int is_done = 1;
    deleted_games_init(&painted, latest->memory);
    for (size_t i = 0; i < count && is_done; i++)
        is_done = paint(&painted, &runs[i], alone ? (uint32_t)i + 1 : 0);
    is_done = is_done && deleted_games_finish(&painted);
    for (size_t i = 0; i < painted.deleted.count && is_done; i++) {
        const struct game_range *range = &painted.deleted.ranges[i];
        const struct id_run run = {runs->identity, range->first, range->end - range->first,
                                   alone ? runs[range->change - 1].game : range->target - 1};
        is_done = alone ? id_list_add_alone(latest, &run) : id_list_add(latest, &run);
    }
    deleted_games_free(&painted);
    return is_done;
}

static int have_none_in_common(const struct id_run *runs, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (runs[i].number - runs[i - 1].number < runs[i - 1].count)
            return 0;
    return 1;
}

/* Of one identity, by their numbers. */
static int add_identity(struct id_list *latest, struct id_run *runs, size_t count, int alone)
{
    int is_done = 1;
    if (!have_none_in_common(runs, count)) {
        qsort(runs, count, sizeof *runs, compare_games);
        return add_latest(latest, runs, count, alone);
    }
    for (size_t i = 0; i < count && is_done; i++)
        is_done = alone ? id_list_add_alone(latest, &runs[i]) : id_list_add(latest, &runs[i]);
    return is_done;
}

static int find_latest(struct id_list *latest, struct id_list *all, int alone)
{
    int is_done = 1;
    if (all->count != 0)
        qsort(all->runs, all->count, sizeof *all->runs, compare_ids);
    for (size_t i = 0, end; i < all->count && is_done; i = end) {
        for (end = i; end < all->count && all->runs[end].identity == all->runs[i].identity;)
            end++;
        is_done = add_identity(latest, &all->runs[i], end - i, alone);
    }
    return is_done;
}

int id_list_latest(struct id_list *latest, struct id_list *all)
{
    return find_latest(latest, all, 0);
}

/* The run of such a list that has the id; NULL: none. */
static const struct id_run *run_of(const struct id_list *latest, uint64_t identity, uint64_t number)
{
    size_t at = id_list_start(latest, identity, number);
    const struct id_run *run = at == 0 ? NULL : &latest->runs[at - 1];
    return run != NULL && run->identity == identity && number - run->number < run->count ? run : NULL;
}

int id_list_find(const struct id_list *latest, uint64_t identity, uint64_t number, uint64_t *game_ret)
{
    const struct id_run *run = run_of(latest, identity, number);
    if (run == NULL)
        return 0;
    *game_ret = run->game + (number - run->number);
    return 1;
}

int id_links_sort(struct id_links *links)
{
    struct id_list all;
    int is_done = links->count < UINT32_MAX;
    id_list_init(&all, links->memory);
    id_list_free(&links->by_id);
    for (size_t i = 0; i < links->count && is_done; i++) {
        const struct id_link *link = &links->links[i];
        is_done = id_list_add_alone(&all, &(struct id_run){link->identity, link->number, link->count, i});
    }
    is_done = is_done && find_latest(&links->by_id, &all, 1);
    id_list_free(&all);
    return is_done;
}

int id_links_follow(const struct id_links *links, uint64_t *identity, uint64_t *number)
{
    const struct id_run *run = run_of(&links->by_id, *identity, *number);
    if (run == NULL)
        return 0;
    const struct id_link *link = &links->links[run->game];
    *identity = link->to_identity;
    *number = link->to_number + (*number - link->number);
    return 1;
}
