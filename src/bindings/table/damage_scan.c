#include "bindings/table/damage_scan.h"

#include <string.h>

#include "bindings/table/fault.h"

struct damage_scan {
    size_t given;
    int64_t integers[DAMAGE_COUNT][TABLE_BATCH_ROWS];
    unsigned char is_set[DAMAGE_COUNT][TABLE_BATCH_ROWS];
    struct pgnpack_text files[TABLE_BATCH_ROWS], causes[TABLE_BATCH_ROWS];
};

enum pgnpack_status damage_scan_make(struct table_scan *scan)
{
    scan->of.damage = memory_zeroed(&scan->table->allocator, 1, sizeof *scan->of.damage);
    return scan->of.damage == NULL ? fault_no_memory(&scan->error) : PGNPACK_OK;
}

void damage_scan_free(struct table_scan *scan)
{
    memory_free(&scan->table->allocator, scan->of.damage);
}

void damage_scan_restart(struct table_scan *scan)
{
    scan->of.damage->given = 0;
}

static void set_integer(struct damage_scan *scan, size_t column, size_t row, uint64_t value)
{
    scan->is_set[column][row] = value != UINT64_MAX;
    scan->integers[column][row] = value == UINT64_MAX ? 0 : (int64_t)value;
}

static void set_row(struct damage_scan *scan, size_t row, const struct table *table,
                    const struct table_damage *of)
{
    const char *path = table->files[of->file].path;
    scan->files[row] = (struct pgnpack_text){path, strlen(path)};
    scan->causes[row] = (struct pgnpack_text){of->cause, strlen(of->cause)};
    set_integer(scan, DAMAGE_FIRST_GAME, row, of->damage.first_game);
    set_integer(scan, DAMAGE_GAME_COUNT, row, of->damage.game_count);
    set_integer(scan, DAMAGE_OFFSET, row, of->damage.offset);
    set_integer(scan, DAMAGE_SIZE, row, of->damage.size);
}

enum pgnpack_status damage_scan_next(struct table_scan *scan, struct table_batch *batch_ret)
{
    struct damage_scan *damage = scan->of.damage;
    const struct table *table = scan->table;
    size_t count = 0;
    for (; count < TABLE_BATCH_ROWS && damage->given < table->damage_count; damage->given++)
        set_row(damage, count++, table, &table->damages[damage->given]);
    for (size_t i = 0; i < scan->column_count; i++) {
        size_t column = scan->columns[i];
        scan->values[i] = column == DAMAGE_FILE ? (struct table_values){.texts = damage->files}
                          : column == DAMAGE_CAUSE
                              ? (struct table_values){.texts = damage->causes}
                              : (struct table_values){.integers = damage->integers[column],
                                                      .is_set = damage->is_set[column]};
    }
    *batch_ret = (struct table_batch){.count = count, .values = scan->values};
    return count == 0 ? PGNPACK_END : PGNPACK_OK;
}
