#include "search/openings/tree_bytes.h"

#include <string.h>

#include "util/bisect.h"
#include "util/varint.h"

enum { KEY_SIZE = TREE_KEY_BITS / 8 };

/* Bytes of a page's entry in the directory, at least. */
enum { PLACE_SIZE_MIN = KEY_SIZE + 2 };

static uint64_t top_of(uint64_t key)
{
    return key >> (64 - TREE_KEY_BITS);
}

/* ---- Writing ---- */

void tree_writer_init(struct tree_writer *writer, struct memory *memory)
{
    *writer = (struct tree_writer){.memory = memory, .last_key = UINT64_MAX};
    buffer_init(&writer->directory, memory);
    buffer_init(&writer->pages, memory);
}

enum { WRITER_NODES = TREE_PAGE_NODES_MAX + 1 };

void tree_writer_free(struct tree_writer *writer)
{
    for (size_t i = 0; i < WRITER_NODES && writer->nodes != NULL; i++)
        opening_node_free(&writer->nodes[i].moves);
    memory_release(writer->memory, writer->nodes, WRITER_NODES * sizeof *writer->nodes);
    buffer_free(&writer->directory);
    buffer_free(&writer->pages);
    tree_writer_init(writer, writer->memory);
}

struct tree_node *tree_writer_next(struct tree_writer *writer)
{
    if (writer->nodes == NULL) {
        writer->nodes = memory_get(writer->memory, WRITER_NODES * sizeof *writer->nodes);
        for (size_t i = 0; i < WRITER_NODES && writer->nodes != NULL; i++)
            opening_node_init(&writer->nodes[i].moves, writer->memory);
    }
    return writer->nodes == NULL ? NULL : &writer->nodes[writer->count];
}

static void write_page(struct tree_writer *writer, size_t count)
{
    size_t before = writer->pages.size;
    if (count == 0 || !tree_page_write(writer->nodes, count, &writer->pages))
        return;
    for (unsigned i = 0; i < KEY_SIZE; i++)
        buffer_append_byte(&writer->directory, (uint8_t)(writer->nodes[0].key >> (8 * i)));
    varint_append(&writer->directory, count);
    varint_append(&writer->directory, writer->pages.size - before);
    writer->written += count;
}

/* Node `i` goes to the front, and those behind it are used anew. */
static void move_to_front(struct tree_writer *writer, size_t i)
{
    struct tree_node first = writer->nodes[0];
    writer->nodes[0] = writer->nodes[i];
    writer->nodes[i] = first;
    writer->count = 1;
}

int tree_writer_add(struct tree_writer *writer)
{
    const struct tree_node *node = &writer->nodes[writer->count];
    if (node->key == writer->last_key) { /* neither of the two */
        if (writer->count != 0 && writer->nodes[writer->count - 1].key == node->key)
            writer->count--;
        return 1;
    }
    writer->last_key = node->key;
    if (node->moves.count == 0 || node->moves.count > TREE_NODE_MOVES_MAX)
        return 1;
    if (writer->count == TREE_PAGE_NODES_MAX) {
        write_page(writer, TREE_PAGE_NODES_MAX);
        move_to_front(writer, TREE_PAGE_NODES_MAX);
    } else {
        writer->count++;
    }
    return !buffer_failed(&writer->pages) && !buffer_failed(&writer->directory);
}

int tree_writer_end(struct tree_writer *writer, uint64_t game_count, struct buffer *out, size_t *written_ret)
{
    struct buffer games;
    buffer_init(&games, writer->memory);
    write_page(writer, writer->count);
    varint_append(&games, game_count);
    int done = !buffer_failed(&writer->pages) && !buffer_failed(&writer->directory) && !buffer_failed(&games);
    if (done && writer->written != 0) {
        varint_append(out, games.size + writer->directory.size);
        buffer_append(out, games.data, games.size);
        buffer_append(out, writer->directory.data, writer->directory.size);
        buffer_append(out, writer->pages.data, writer->pages.size);
        done = !buffer_failed(out);
    }
    buffer_free(&games);
    *written_ret = writer->written;
    return done;
}

/* ---- The directory ---- */

void tree_view_init(struct tree_view *view, struct memory *memory)
{
    *view = (struct tree_view){.memory = memory};
}

void tree_view_free(struct tree_view *view)
{
    memory_release(view->memory, view->places, view->capacity * sizeof *view->places);
    tree_view_init(view, view->memory);
}

uint64_t tree_head_size(const uint8_t *bytes, size_t size)
{
    struct byte_source source = byte_source_of(bytes, size);
    uint64_t directory = byte_source_varint_max(&source, UINT32_MAX);
    return source.failed ? 0 : directory + (size - byte_source_left(&source));
}

static enum pgnpack_status corrupt(struct error *error)
{
    return error_set(error, PGNPACK_ERROR_CORRUPT, "the opening tree's directory is damaged");
}

/* The next page's entry. *offset_ret: where its bytes begin, and then, where they end. */
static int read_place(struct byte_source *source, struct tree_place *place, uint64_t *offset,
                      uint64_t tree_size)
{
    const uint8_t *key = byte_source_take(source, KEY_SIZE);
    uint64_t count = byte_source_varint_max(source, TREE_PAGE_NODES_MAX);
    uint64_t size = byte_source_varint_max(source, UINT32_MAX);
    if (source->failed || count == 0 || size == 0 || size > tree_size - *offset)
        return 0;
    *place = (struct tree_place){.offset = *offset, .size = (uint32_t)size, .count = (uint32_t)count};
    for (unsigned i = 0; i < KEY_SIZE; i++)
        place->first_key |= (uint64_t)key[i] << (8 * i);
    *offset += size;
    return 1;
}

static enum pgnpack_status read_places(struct tree_view *view, struct byte_source *source, uint64_t tree_size,
                                       uint64_t offset, struct error *error)
{
    size_t most = byte_source_left(source) / PLACE_SIZE_MIN;
    if (most == 0)
        return corrupt(error);
    if (!MEMORY_GROW(view->memory, view->places, view->capacity, most))
        return error_no_memory(error);
    while (byte_source_left(source) != 0) {
        struct tree_place place;
        if (!read_place(source, &place, &offset, tree_size))
            return corrupt(error);
        if (view->count != 0 && place.first_key <= view->places[view->count - 1].first_key)
            return corrupt(error);
        view->places[view->count++] = place;
    }
    return offset == tree_size ? PGNPACK_OK : corrupt(error);
}

enum pgnpack_status tree_view_open(struct tree_view *view, const uint8_t *bytes, size_t head_size,
                                   uint64_t tree_size, uint64_t game_count, struct error *error)
{
    struct byte_source source = byte_source_of(bytes, head_size);
    uint64_t whole = tree_head_size(bytes, head_size);
    view->count = 0;
    if (whole == 0 || whole > head_size || whole > tree_size)
        return corrupt(error);
    byte_source_varint(&source);
    source.end = bytes + whole;
    view->game_count = byte_source_varint_max(&source, TREE_GAMES_MAX);
    if (source.failed || view->game_count == 0 || view->game_count != game_count)
        return corrupt(error);
    enum pgnpack_status status = read_places(view, &source, tree_size, whole, error);
    if (status != PGNPACK_OK)
        view->count = 0;
    return status;
}

/* ---- Positions ---- */

/* The page where the position is if it is anywhere (`key`: search/openings/tree_walk.h); NULL: it is in none. */
static const struct tree_place *tree_view_place(const struct tree_view *view, uint64_t key)
{
    size_t behind; /* the first page that begins behind the key */
    BISECT(behind, 0, view->count, view->places[behind].first_key > top_of(key));
    return behind == 0 ? NULL : &view->places[behind - 1];
}

static struct tree_page page_of(const struct tree_view *view, const struct tree_place *place,
                                const uint8_t *bytes)
{
    const struct tree_place *last = &view->places[view->count - 1];
    uint64_t end_key = place == last ? UINT64_C(1) << TREE_KEY_BITS : place[1].first_key;
    return (struct tree_page){.first_key = place->first_key,
                              .end_key = end_key,
                              .game_count = view->game_count,
                              .count = place->count,
                              .bytes = bytes,
                              .size = place->size};
}

enum pgnpack_status tree_view_each(const struct tree_view *view, const uint8_t *bytes, size_t size,
                                   tree_visit_function visit, void *opaque, struct error *error)
{
    enum pgnpack_status status = PGNPACK_OK;
    for (size_t i = 0; i < view->count && status == PGNPACK_OK; i++) {
        const struct tree_place *place = &view->places[i];
        if (place->offset > size || place->size > size - place->offset)
            return corrupt(error);
        const struct tree_page page = page_of(view, place, bytes + place->offset);
        status = tree_page_each(&page, view->memory, visit, opaque, error);
    }
    return status;
}

/*
 * Looks for the position in that page, of which all bytes are there. *found_ret 0: the tree does not have it. node_ret->moves
 * is initialised. Whoever has the position should see that all moves are legal: the tree has the keys' highest bits only.
 */
static enum pgnpack_status tree_view_read(const struct tree_view *view, const struct tree_place *place,
                                          const uint8_t *bytes, uint64_t key, struct tree_node *node_ret,
                                          int *found_ret, struct error *error)
{
    const struct tree_page page = page_of(view, place, bytes);
    return tree_page_find(&page, top_of(key), node_ret, found_ret, error);
}

enum pgnpack_status tree_view_find(const struct tree_view *view, const uint8_t *bytes, size_t size,
                                   uint64_t key, struct tree_node *node_ret, int *found_ret,
                                   struct error *error)
{
    const struct tree_place *place = tree_view_place(view, key);
    *found_ret = 0;
    if (place == NULL)
        return PGNPACK_OK;
    if (place->offset > size || place->size > size - place->offset)
        return corrupt(error);
    return tree_view_read(view, place, bytes + place->offset, key, node_ret, found_ret, error);
}
