#include <string.h>

#include "bindings/table/columns.h"
#include "bindings/table/fault.h"
#include "bindings/scans/scan_state.h"

struct damage_scan {
    size_t given;
};

static enum pgnpack_status make(struct table_scan *scan, const struct table_scan_options *options)
{
    (void)options;
    scan->of.damage = memory_arena_get_zeroed(&scan->room, sizeof *scan->of.damage);
    return scan->of.damage != NULL && scan_make_arrays(scan, TABLE_BATCH_ROWS)
               ? PGNPACK_OK
               : fault_no_memory(&scan->error);
}

static void restart(struct table_scan *scan)
{
    scan->of.damage->given = 0;
}

static void set_integer(struct table_scan *scan, size_t column, size_t row, uint64_t value)
{
    scan_set_integer(scan, column, row, (int64_t)value, value != UINT64_MAX);
}

static void set_row(struct table_scan *scan, size_t row, const struct table_damage *of)
{
    const char *path = scan->table->files[of->file].path;
    scan_set_text(scan, DAMAGE_FILE, row, path, strlen(path));
    scan_set_text(scan, DAMAGE_CAUSE, row, of->cause, strlen(of->cause));
    set_integer(scan, DAMAGE_FIRST_GAME, row, of->damage.first_game);
    set_integer(scan, DAMAGE_GAME_COUNT, row, of->damage.game_count);
    set_integer(scan, DAMAGE_OFFSET, row, of->damage.offset);
    set_integer(scan, DAMAGE_SIZE, row, of->damage.size);
}

static enum pgnpack_status next(struct table_scan *scan, struct table_batch *batch_ret)
{
    struct damage_scan *damage = scan->of.damage;
    size_t count = 0;
    for (; count < TABLE_BATCH_ROWS && damage->given < scan->table->damage_count; damage->given++)
        set_row(scan, count++, &scan->table->damages[damage->given]);
    scan_give(scan, count, batch_ret);
    return count == 0 ? PGNPACK_END : PGNPACK_OK;
}

const struct scan_kind damage_scan_kind = {
    .table = TABLE_DAMAGE, .make = make, .restart = restart, .next = next};
