#include "lib/tree/tree_rows.h"

#include "lib/games/game_summary.h"

enum { WHITE_ELO, BLACK_ELO, DATE, UTC_DATE, TAG_COUNT };

static const char *const tag_names[TAG_COUNT] = {"WhiteElo", "BlackElo", "Date", "UTCDate"};

int tree_rows_init(struct tree_rows *rows, const struct pgnpack_reader *reader, struct memory *memory)
{
    struct name_list names;
    int done = 1;
    *rows = (struct tree_rows){.memory = memory, .reader = reader};
    tag_rows_init(&rows->tags, memory);
    name_list_init(&names, memory);
    for (size_t i = 0; i < TAG_COUNT; i++)
        done &= name_list_enter(&names, text_of(tag_names[i])) == i;
    done = done && tag_rows_start(&rows->tags, reader, &names, PGNPACK_PART_TAGS, reader->memory.limit);
    name_list_free(&names);
    return done;
}

static void free_blocks(struct tree_rows *rows)
{
    for (size_t i = 0; i < rows->block_capacity; i++)
        memory_release(rows->memory, rows->blocks[i].rows,
                       rows->blocks[i].count * sizeof *rows->blocks[i].rows);
    memory_release(rows->memory, rows->blocks, rows->block_capacity * sizeof *rows->blocks);
    rows->blocks = NULL;
    rows->block_capacity = rows->kept = 0;
}

void tree_rows_free(struct tree_rows *rows)
{
    tag_rows_free(&rows->tags);
    free_blocks(rows);
    memory_release(rows->memory, rows->scratch, rows->scratch_capacity * sizeof *rows->scratch);
}

void tree_rows_start(struct tree_rows *rows)
{
    block_scan_free(&rows->tags.scan);
    tag_rows_rewind(&rows->tags);
}

/* ---- A block ---- */

static struct tree_row row_of(const struct block_row *row)
{
    uint32_t date = summary_date_of(row->values[DATE], row->values[UTC_DATE]);
    return (struct tree_row){
        .elo = {(uint16_t)summary_elo(row->values[WHITE_ELO]), (uint16_t)summary_elo(row->values[BLACK_ELO])},
        .year = (uint16_t)(date / 10000),
        .result = row->result & 3};
}

static enum pgnpack_status fill(struct tree_rows *rows, struct tree_row *out, uint32_t count,
                                struct error *error)
{
    for (uint32_t i = 0; i < count; i++) {
        if (tag_rows_game(&rows->tags, i, error) != PGNPACK_OK)
            return error->status;
        out[i] = row_of(&rows->tags.row);
    }
    return PGNPACK_OK;
}

/* May so many bytes more be kept? */
static int has_room(const struct tree_rows *rows, size_t size)
{
    size_t quarter = rows->memory->limit / 4, limit = rows->reader->keep_size;
    if (quarter != 0 && quarter < limit)
        limit = quarter;
    return rows->kept <= limit && size <= limit - rows->kept;
}

/* The first `count` rows of a block that was scanned, in place of those that are kept of it, if any. */
static const struct tree_row *read_rows(struct tree_rows *rows, struct tree_block *kept, uint32_t count,
                                        struct error *error)
{
    size_t size = (size_t)count * sizeof *rows->scratch;
    struct tree_row *out = NULL;
    rows->kept -= kept->count * sizeof *kept->rows;
    memory_release(rows->memory, kept->rows, kept->count * sizeof *kept->rows);
    *kept = (struct tree_block){NULL, 0};
    int keeps = has_room(rows, size);
    if (keeps)
        out = memory_get(rows->memory, size);
    else if (MEMORY_GROW(rows->memory, rows->scratch, rows->scratch_capacity, count))
        out = rows->scratch;
    if (out == NULL) {
        error_no_memory(error);
        return NULL;
    }
    enum pgnpack_status status = fill(rows, out, count, error);
    if (status == PGNPACK_OK && keeps) {
        *kept = (struct tree_block){out, count};
        rows->kept += size;
    } else if (keeps) {
        memory_release(rows->memory, out, size);
    }
    return status == PGNPACK_OK ? out : NULL;
}

/* How many rows are read where `count` are asked for: ever more of a block, so that it is seldom read again. */
static uint32_t rows_to_read(const struct tree_rows *rows, const struct tree_block *kept, uint32_t count)
{
    enum { LEAST = 256, GROWTH = 4 };
    uint64_t all = rows->tags.cursor->decoder->header.game_count;
    uint64_t more = kept->count == 0 ? LEAST : GROWTH * (uint64_t)kept->count;
    more = more < count ? count : more;
    return (uint32_t)(more < all ? more : all);
}

const struct tree_row *tree_rows_of_block(struct tree_rows *rows, size_t block, uint32_t count,
                                          struct error *error)
{
    size_t known = rows->block_capacity;
    if (!MEMORY_GROW(rows->memory, rows->blocks, rows->block_capacity, block + 1)) {
        error_no_memory(error);
        return NULL;
    }
    for (size_t i = known; i < rows->block_capacity; i++)
        rows->blocks[i] = (struct tree_block){NULL, 0};
    struct tree_block *kept = &rows->blocks[block];
    if (kept->count >= count)
        return kept->rows;
    if (tag_rows_load(&rows->tags, block, 0, error) != PGNPACK_OK)
        return NULL;
    count = rows_to_read(rows, kept, count);
    return tag_rows_scan(&rows->tags, count, error) == PGNPACK_OK ? read_rows(rows, kept, count, error)
                                                                  : NULL;
}
