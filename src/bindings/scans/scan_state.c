#include "bindings/scans/scan_state.h"

#include "bindings/table/columns.h"

static int make_array(struct table_scan *scan, const struct table_column *column, struct scan_array *array,
                      size_t rows)
{
    if (column->type == TABLE_TEXT)
        return (array->texts = memory_arena_get_zeroed(&scan->room, rows * sizeof *array->texts)) != NULL;
    array->integers = memory_arena_get_zeroed(&scan->room, rows * sizeof *array->integers);
    if (column->is_nullable)
        array->is_set = memory_arena_get_zeroed(&scan->room, rows);
    return array->integers != NULL && (!column->is_nullable || array->is_set != NULL);
}

int scan_make_arrays(struct table_scan *scan, size_t rows)
{
    size_t count;
    const struct table_column *columns = columns_fixed(scan->kind->table, &count);
    scan->arrays = memory_arena_get_zeroed(&scan->room, count * sizeof *scan->arrays);
    for (size_t i = 0; scan->arrays != NULL && i < scan->column_count; i++) {
        struct scan_array *array = &scan->arrays[scan->columns[i]];
        if (array->integers == NULL && array->texts == NULL &&
            !make_array(scan, &columns[scan->columns[i]], array, rows))
            return 0;
    }
    return scan->arrays != NULL;
}

void scan_give(struct table_scan *scan, size_t count, struct table_batch *batch_ret)
{
    for (size_t i = 0; i < scan->column_count; i++) {
        const struct scan_array *array = &scan->arrays[scan->columns[i]];
        scan->values[i] = (struct table_values){
            .integers = array->integers, .is_set = array->is_set, .texts = array->texts};
    }
    batch_ret->count = count;
    batch_ret->values = scan->values;
}
