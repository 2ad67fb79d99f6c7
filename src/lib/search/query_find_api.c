/* Public functions: what a search tells of games, of one game that is in no database. */
#include "lib/query/query.h"
#include "lib/rows/comment_commands.h"
#include "lib/search/search_line.h"
#include "pgnpack_extra.h"

/* ---- What is written ---- */

static int32_t read_by(int32_t (*read)(struct text text), struct pgnpack_text text)
{
    return read((struct text){text.data, text.size});
}

int32_t pgnpack_read_clock(struct pgnpack_text text)
{
    return read_by(command_read_clock, text);
}

int32_t pgnpack_read_eval(struct pgnpack_text text)
{
    return read_by(command_read_eval, text);
}

unsigned pgnpack_chances(int32_t eval)
{
    return eval == PGNPACK_NO_EVAL ? 0 : written_chances(eval);
}

size_t pgnpack_game_written(const struct pgnpack_game *game, struct pgnpack_written *written, size_t capacity)
{
    const struct game *inner = game_of(game);
    struct search_written reader = {.asks = WRITTEN_CLOCK | WRITTEN_SPENT | WRITTEN_EVAL};
    struct written_trail trail;
    size_t count = 0;
    search_written_start(&reader, inner, &trail);
    for (size_t i = 0; i < inner->item_count && count < capacity; i++) {
        if (inner->items[i].kind == ITEM_VARIATION_BEGIN)
            i = game_variation_end(inner, i);
        else if (item_kind_is_ply(inner->items[i].kind)) {
            search_written_read(&reader, inner, i, i, &trail);
            written[count++] =
                (struct pgnpack_written){reader.written.clock, reader.written.spent, reader.written.eval};
        }
    }
    return inner->ply_count;
}

/* ---- Queries ---- */

static enum pgnpack_status refuse_tags(struct pgnpack_query *query)
{
    return error_set(&query->error, PGNPACK_ERROR_ARGUMENT,
                     "the query asks something of tags, results or lengths, which is answered for games of a "
                     "database only: ask for it there, or by the game's tags");
}

static enum pgnpack_status find(struct pgnpack_query *query, const struct game *game,
                                struct search_place *place)
{
    struct search_line line;
    search_line_init(&line, &query->memory);
    int is_found = search_line_find(&line, &query->steps, game, query->searches_variations, place);
    search_line_free(&line);
    return is_found ? PGNPACK_OK : PGNPACK_END;
}

enum pgnpack_status pgnpack_query_find(struct pgnpack_query *query, const struct pgnpack_game *game,
                                       struct pgnpack_hit *hit_ret)
{
    struct search_place place = {0};
    error_clear(&query->error);
    memory_forget_refusal(&query->memory);
    if (game == NULL)
        return handle_end(query, handle_refuse_null(&query->error, "pgnpack_query_find: game"));
    if (query->tags.count != 0)
        return handle_end(query, refuse_tags(query));
    enum pgnpack_status status = query_seal(query, &query->error);
    if (status == PGNPACK_OK && query->steps.count != 0)
        status = find(query, game_of(game), &place);
    if (hit_ret != NULL)
        *hit_ret = (struct pgnpack_hit){.ply = place.ply,
                                        .last_ply = place.last_ply,
                                        .item = place.item,
                                        .move = place.move,
                                        .as_black = place.as_black};
    return handle_end(query, status);
}
