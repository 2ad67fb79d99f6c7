/*
 * Opening trees. Input: a byte. If it is even, the bytes of a tree: what its pages say can be written again, and comes back. If it
 * is odd, games, each a result and ratings and then bytes of place and move, up to one of 255: the tree that is built of them, in
 * a table of few places, has what a plain count has.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/kept_memory.h"
#include "pgnpack.h"
#include "search/openings/tree_builder.h"
#include "search/openings/tree_bytes.h"
#include "util/varint.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { GAMES_MAX = 200, PLIES_MAX = 30, PLACES = 32 };

static void require(int condition)
{
    if (!condition)
        abort();
}

static void require_same(const struct opening_node *a, const struct opening_node *b)
{
    require(a->count == b->count);
    for (size_t i = 0; i < a->count; i++) {
        const struct opening_counts *first = &a->moves[i].counts, *second = &b->moves[i].counts;
        require(a->moves[i].move == b->moves[i].move && first->games == second->games &&
                memcmp(first->results, second->results, sizeof first->results) == 0 &&
                first->rated == second->rated && first->rating_sum == second->rating_sum &&
                first->opponents == second->opponents && first->opponent_sum == second->opponent_sum &&
                first->half_points == second->half_points && first->last_year == second->last_year);
    }
}

/* ---- Bytes of a tree ---- */

static void write_again(const struct tree_node *node, uint64_t game_count, struct memory *memory)
{
    struct buffer page;
    struct tree_node copy;
    struct error error;
    int found;
    error_clear(&error);
    buffer_init(&page, memory);
    opening_node_init(&copy.moves, memory);
    if (tree_page_write(node, 1, &page)) {
        const struct tree_page place = {.first_key = node->key,
                                        .end_key = node->key + 1,
                                        .game_count = game_count,
                                        .count = 1,
                                        .bytes = page.data,
                                        .size = page.size};
        require(tree_page_find(&place, node->key, &copy, &found, &error) == PGNPACK_OK && found);
        require(copy.from == node->from && copy.mover == node->mover);
        require_same(&copy.moves, &node->moves);
    }
    opening_node_free(&copy.moves);
    buffer_free(&page);
}

static void read_tree(const uint8_t *bytes, size_t size, struct memory *memory)
{
    struct tree_view view;
    struct error error;
    struct byte_source head = byte_source_of(bytes, size);
    byte_source_varint(&head);
    error_clear(&error);
    tree_view_init(&view, memory);
    enum pgnpack_status status = tree_view_open(&view, bytes, size, size, byte_source_varint(&head), &error);
    require(status == PGNPACK_OK || status == PGNPACK_ERROR_CORRUPT);
    for (size_t i = 0; i < view.count && i < 8; i++) {
        struct tree_node node;
        int found;
        error_clear(&error);
        opening_node_init(&node.moves, memory);
        status = tree_view_find(&view, bytes, size, view.places[i].first_key << 16, &node, &found, &error);
        require(status == PGNPACK_OK || status == PGNPACK_ERROR_CORRUPT);
        require(found == (status == PGNPACK_OK));
        if (found)
            write_again(&node, view.game_count, memory);
        opening_node_free(&node.moves);
    }
    tree_view_free(&view);
}

/* ---- Games ---- */

struct game_list {
    struct tree_ply plies[GAMES_MAX][PLIES_MAX];
    struct tree_game games[GAMES_MAX];
    size_t count;
};

static uint64_t key_of(unsigned place)
{
    return (uint64_t)(place % 3) << 62 | (uint64_t)(place + 1) << 20;
}

static void read_games(struct byte_source in, struct game_list *list)
{
    for (list->count = 0; list->count < GAMES_MAX && byte_source_left(&in) > 2; list->count++) {
        struct tree_game *game = &list->games[list->count];
        uint8_t head = byte_source_byte(&in), rating = byte_source_byte(&in);
        *game = (struct tree_game){.plies = list->plies[list->count],
                                   .result = head & 3,
                                   .elo = {(uint16_t)(rating * (head >> 2 & 7)), (uint16_t)(rating >> 1)},
                                   .year = (uint16_t)(head >> 4)};
        for (uint8_t byte; byte_source_left(&in) > 0 && game->count < PLIES_MAX; game->count++) {
            byte = byte_source_byte(&in);
            if (byte == 255)
                break;
            list->plies[list->count][game->count] =
                (struct tree_ply){key_of(byte % PLACES),
                                  byte < 32 ? NO_MOVE : move_of(1, 2u + byte / 32, MOVE_QUIET), byte & 1};
        }
    }
}

static void count_plainly(const struct game_list *list, unsigned place, uint64_t from,
                          struct opening_node *node)
{
    for (size_t i = (size_t)from; i < list->count; i++) {
        const struct tree_game *game = &list->games[i];
        size_t ply = 0;
        while (ply < game->count && game->plies[ply].key != key_of(place))
            ply++;
        if (ply == game->count)
            continue;
        const struct opening_game played = {.move = game->plies[ply].move,
                                            .mover = game->plies[ply].mover,
                                            .result = game->result,
                                            .elo = {game->elo[0], game->elo[1]},
                                            .year = game->year};
        require(opening_node_add_game(node, &played));
    }
    opening_node_sort(node);
}

static void check_games(const struct game_list *list, const struct buffer *tree, size_t written,
                        struct memory *memory)
{
    struct tree_view view;
    struct error error;
    error_clear(&error);
    tree_view_init(&view, memory);
    require(tree_view_open(&view, tree->data, tree->size, tree->size, list->count, &error) == PGNPACK_OK);
    for (unsigned place = 0; place < PLACES; place++) {
        struct tree_node node;
        struct opening_node plain;
        int found;
        opening_node_init(&node.moves, memory);
        opening_node_init(&plain, memory);
        require(tree_view_find(&view, tree->data, tree->size, key_of(place), &node, &found, &error) ==
                PGNPACK_OK);
        if (found)
            count_plainly(list, place, node.from, &plain);
        require_same(&node.moves, &plain);
        written -= found != 0;
        opening_node_free(&node.moves);
        opening_node_free(&plain);
    }
    require(written == 0);
    tree_view_free(&view);
}

static void build_tree(struct byte_source in, struct memory *memory)
{
    static struct game_list list;
    struct tree_builder builder;
    struct buffer tree;
    uint8_t room = byte_source_byte(&in);
    const struct tree_limits limits = {.positions = 1u + room % 16, .moves = 1u + room / 16};
    read_games(in, &list);
    buffer_init(&tree, memory);
    tree_builder_init(&builder, &limits, memory);
    for (size_t i = 0; i < list.count; i++)
        tree_builder_add(&builder, &list.games[i]);
    size_t written = tree_builder_write(&builder, 1, &tree);
    if (written != 0)
        check_games(&list, &tree, written, memory);
    tree_builder_free(&builder);
    buffer_free(&tree);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct memory memory;
    if (size < 2)
        return 0;
    memory_init(&memory, &kept_allocator, 0);
    if (data[0] % 2 == 0)
        read_tree(data + 1, size - 1, &memory);
    else
        build_tree(byte_source_of(data + 1, size - 1), &memory);
    require(memory.held == 0 && kept_memory_held() == 0);
    return 0;
}
