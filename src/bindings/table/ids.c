#include "bindings/table/ids.h"

#include <string.h>

#include "bindings/table/fault.h"

enum pgnpack_status ids_fill(const struct table_file *file, const uint64_t *games, size_t count,
                             struct memory_arena *arena, struct pgnpack_text *texts_ret,
                             struct table_error *error)
{
    struct pgnpack_error trouble;
    char *ids = memory_arena_get(arena, (count + 1) * PGNPACK_ID_SIZE);
    if (ids == NULL)
        return fault_no_memory(error);
    enum pgnpack_status status = pgnpack_reader_load_ids(file->reader, &trouble);
    for (size_t i = 0; i < count; i++, ids += PGNPACK_ID_SIZE) {
        if (i != 0 && games[i] == games[i - 1]) { /* another position of the game */
            texts_ret[i] = texts_ret[i - 1];
            continue;
        }
        int has_id = pgnpack_reader_game_id(file->reader, games[i], ids);
        if (!has_id && status != PGNPACK_OK)
            return fault_of(error, file->path, &trouble);
        texts_ret[i] = (struct pgnpack_text){has_id ? ids : NULL, has_id ? strlen(ids) : 0};
    }
    return PGNPACK_OK;
}
