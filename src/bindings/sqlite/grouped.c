#include "bindings/sqlite/grouped.h"

#include <string.h>

void grouped_free(struct grouped *grouped)
{
    groups_free(&grouped->groups);
    sqlite3_free(grouped->rowids);
    memset(grouped, 0, sizeof *grouped);
}

static enum pgnpack_status read_batch(struct grouped *grouped, const struct table_batch *batch, size_t place)
{
    struct group *group;
    for (size_t i = 0; i < batch->count; i++) {
        if (groups_add(&grouped->groups, &batch->values[place], i, &group) != SQLITE_OK)
            return PGNPACK_ERROR_MEMORY;
        if (grouped->rowids != NULL)
            grouped->rowids[group->first + group->rows - 1] = grouped_rowid_of(batch, i);
    }
    return PGNPACK_OK;
}

static enum pgnpack_status read_all(struct grouped *grouped, struct table_scan *scan, size_t place)
{
    struct table_batch batch;
    enum pgnpack_status status = PGNPACK_OK;
    while (status == PGNPACK_OK && (status = table_scan_next(scan, &batch)) == PGNPACK_OK)
        status = read_batch(grouped, &batch, place);
    return status == PGNPACK_END ? PGNPACK_OK : status;
}

enum pgnpack_status grouped_read(struct grouped *grouped, struct table_scan *scan, size_t place)
{
    grouped_free(grouped);
    if (groups_init(&grouped->groups) != SQLITE_OK)
        return PGNPACK_ERROR_MEMORY;
    enum pgnpack_status status = read_all(grouped, scan, place);
    groups_sort(&grouped->groups);
    return status;
}

int grouped_is_at_end(const struct grouped *grouped)
{
    return grouped->group == grouped->groups.count;
}

void grouped_next(struct grouped *grouped)
{
    if (++grouped->row < grouped->groups.groups[grouped->group].rows)
        return;
    grouped->group++;
    grouped->row = 0;
}

const struct group *grouped_value(const struct grouped *grouped)
{
    return &grouped->groups.groups[grouped->group];
}

static enum pgnpack_status make_rowids(struct grouped *grouped, struct table_scan *scan, size_t place)
{
    struct groups *groups = &grouped->groups;
    uint64_t count = groups_number(groups);
    grouped->rowids = sqlite3_malloc64(count * sizeof *grouped->rowids);
    if (grouped->rowids == NULL)
        return PGNPACK_ERROR_MEMORY;
    for (size_t i = 0; i < groups->count; i++)
        groups->groups[i].rows = 0; /* counted again */
    return read_all(grouped, scan, place);
}

enum pgnpack_status grouped_rowid(struct grouped *grouped, struct table_scan *scan, size_t place,
                                  sqlite3_int64 *rowid_ret)
{
    enum pgnpack_status status = grouped->rowids == NULL ? make_rowids(grouped, scan, place) : PGNPACK_OK;
    if (status == PGNPACK_OK)
        *rowid_ret = grouped->rowids[grouped_value(grouped)->first + grouped->row];
    return status;
}

sqlite3_int64 grouped_rowid_of(const struct table_batch *batch, size_t row)
{
    return (sqlite3_int64)((uint64_t)batch->file << 44 | batch->games[row]);
}
