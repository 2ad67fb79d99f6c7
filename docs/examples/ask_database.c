/*
 * ask_database DATABASE NAME=VALUE...: the games that fulfil these conditions, as those of pgnfind ("player=kasparov",
 * "moves=e4 c5", "mate"), with the half-move, and what was played after the first moves of those games.
 */
#include <stdio.h>
#include <string.h>

#include <pgnpack.h>

enum { NAME_SIZE = 40 };

/* "NAME=VALUE", or "NAME" alone. */
static int add_condition(struct pgnpack_query *query, const char *text)
{
    char name[NAME_SIZE];
    size_t size = strcspn(text, "=");
    snprintf(name, sizeof name, "%.*s", (int)size, text);
    return pgnpack_query_add(query, name, text[size] == '=' ? text + size + 1 : NULL) == PGNPACK_OK;
}

static int print_games(const struct pgnpack_reader *reader, struct pgnpack_query *query)
{
    struct pgnpack_search *search = pgnpack_search_new(reader, query);
    struct pgnpack_hit hit;
    if (search == NULL)
        return 0;
    while (pgnpack_search_next(search, &hit, 1, NULL) == PGNPACK_OK)
        printf("game %llu, after %u half-moves\n", (unsigned long long)hit.game, (unsigned)hit.ply);
    int done = pgnpack_error(search)->status == PGNPACK_END; /* no more games */
    if (!done)
        fprintf(stderr, "%s\n", pgnpack_error(search)->text);
    pgnpack_free(search);
    return done;
}

static int print_tree(const struct pgnpack_reader *reader, struct pgnpack_query *query,
                      struct pgnpack_board *board)
{
    struct pgnpack_tree *tree = pgnpack_tree_new(reader, query, NULL);
    struct pgnpack_tree_move row;
    int done = tree != NULL && pgnpack_tree_position(tree, board) == PGNPACK_OK;
    for (size_t i = 0; done && pgnpack_tree_move(tree, i, &row); i++) {
        char san[PGNPACK_SAN_SIZE] = "end";
        if (row.move != 0)
            pgnpack_board_text(board, row.move, PGNPACK_NOTATION_SAN, san);
        printf("%-7s %llu games, +%llu =%llu -%llu\n", san, (unsigned long long)row.counts.games,
               (unsigned long long)row.counts.white_wins, (unsigned long long)row.counts.draws,
               (unsigned long long)row.counts.black_wins);
    }
    if (tree != NULL && !done)
        fprintf(stderr, "%s\n", pgnpack_error(tree)->text);
    pgnpack_free(tree);
    return done;
}

static int ask(const struct pgnpack_reader *reader, int count, char **conditions)
{
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    int done = query != NULL && board != NULL;
    for (int i = 0; i < count && done; i++)
        done = add_condition(query, conditions[i]);
    if (!done && query != NULL)
        fprintf(stderr, "%s\n", pgnpack_error(query)->text);
    done = done && print_games(reader, query) && print_tree(reader, query, board);
    pgnpack_free(board);
    pgnpack_free(query);
    return done;
}

int main(int argument_count, char **arguments)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    int done = 0;
    if (argument_count < 2 || reader == NULL)
        fprintf(stderr, "usage: ask_database DATABASE [CONDITION...]\n");
    else if (pgnpack_reader_open(reader, PGNPACK_FROM_PATH(arguments[1])) != PGNPACK_OK)
        fprintf(stderr, "%s\n", pgnpack_error(reader)->text);
    else
        done = ask(reader, argument_count - 2, arguments + 2);
    pgnpack_free(reader);
    return done ? 0 : 1;
}
