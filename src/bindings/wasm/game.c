/* One game with all that it has. */
#include "bindings/wasm/database.h"

/* Its tags: how many, then names and values, with escapes. */
static void answer_tags(const struct pgnpack_game *game)
{
    struct pgnpack_text name, value;
    size_t count = 0;
    while (pgnpack_game_tag(game, count, NULL, NULL))
        count++;
    answer_number32((uint32_t)count);
    for (size_t i = 0; pgnpack_game_tag(game, i, &name, &value); i++) {
        answer_text(name.data, name.size);
        answer_text(value.data, value.size);
    }
}

static void answer_fen(const struct pgnpack_board *board)
{
    char fen[PGNPACK_FEN_SIZE];
    answer_text(fen, pgnpack_board_fen(board, fen));
}

/* SAN, UCI and, if `fens`, the position behind it. 0: it cannot come here. */
static int answer_move(struct pgnpack_board *board, const struct pgnpack_item *item, int fens)
{
    char san[PGNPACK_SAN_SIZE], uci[PGNPACK_SAN_SIZE];
    size_t san_size = 2, uci_size = 4;
    if (item->kind == PGNPACK_ITEM_NULL_MOVE) {
        answer_text("--", san_size);
        answer_text("0000", uci_size);
    } else {
        san_size = pgnpack_board_text(board, item->value, PGNPACK_NOTATION_SAN, san);
        uci_size = pgnpack_board_text(board, item->value, PGNPACK_NOTATION_UCI, uci);
        answer_text(san, san_size);
        answer_text(uci, uci_size);
    }
    int played = pgnpack_board_step(board, item) == PGNPACK_OK;
    if (fens)
        answer_fen(board);
    return played;
}

static int is_ply(const struct pgnpack_item *item)
{
    return item->kind == PGNPACK_ITEM_MOVE || item->kind == PGNPACK_ITEM_NULL_MOVE ||
           item->kind == PGNPACK_ITEM_DROP;
}

static int is_bracket(const struct pgnpack_item *item)
{
    return item->kind == PGNPACK_ITEM_VARIATION_BEGIN || item->kind == PGNPACK_ITEM_VARIATION_END;
}

/* Each item: kind, where comments stand, value, and what belongs to its kind; PGNPACK_ITEM_DROP + 1 ends them. */
static void answer_items(const struct pgnpack_game *game, struct pgnpack_board *board, int fens)
{
    struct pgnpack_item item;
    int goes_on = 1;
    for (size_t i = 0; goes_on && pgnpack_game_item(game, i, &item); i++) {
        answer_byte((unsigned)item.kind);
        answer_byte((unsigned)(item.in_header != 0) | (unsigned)(item.after_result != 0) << 1);
        answer_number16(item.value);
        if (is_ply(&item))
            goes_on = answer_move(board, &item, fens);
        else if (is_bracket(&item))
            goes_on = pgnpack_board_step(board, &item) == PGNPACK_OK;
        else
            answer_text(item.text.data, item.text.size);
    }
    answer_byte(PGNPACK_ITEM_DROP + 1);
}

static enum pgnpack_status find_game(struct database *database, double number,
                                     const struct pgnpack_game **game_ret)
{
    enum { PARTS = PGNPACK_PART_TAGS | PGNPACK_PART_SHAPE | PGNPACK_PART_MOVES };
    if (database->games == NULL)
        database->games = pgnpack_cursor_new(reader_of(database), PARTS);
    if (database->board == NULL)
        database->board = pgnpack_board_new(NULL);
    if (database->games == NULL || database->board == NULL)
        return failure_no_memory();
    enum pgnpack_status status = pgnpack_cursor_seek(database->games, whole(number));
    if (status == PGNPACK_OK)
        status = pgnpack_cursor_next(database->games, game_ret);
    if (status == PGNPACK_END)
        return failure_text(PGNPACK_ERROR_ARGUMENT, "there is no such game");
    return status == PGNPACK_OK ? status : failure_of(pgnpack_error(database->games));
}

/* Tags, result, plies, the start position, what is wrong with the movetext, and its items. */
int EXPORT(database_game)(struct database *database, double number, int fens)
{
    const struct pgnpack_game *game;
    struct pgnpack_game_details details;
    answer_clear();
    enum pgnpack_status status = find_game(database, number, &game);
    if (status != PGNPACK_OK)
        return (int)status;
    answer_tags(game);
    answer_byte((unsigned)pgnpack_game_result(game));
    answer_number32(pgnpack_game_ply_count(game));
    (void)pgnpack_board_start(database->board, game);
    answer_fen(database->board);
    pgnpack_game_details(game, &details);
    size_t length = 0;
    while (details.trouble != NULL && details.trouble[length] != '\0')
        length++;
    answer_text(details.trouble, length);
    answer_items(game, database->board, fens);
    return (int)answer_status();
}
