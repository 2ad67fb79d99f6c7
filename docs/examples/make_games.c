/*
 * make_games NEW_DATABASE MOVE...: a database of two games: one with these moves (SAN or UCI), and a copy of it with other
 * players and a variation for the last move: null moves are no moves of chess, but may be written.
 */
#include <stdio.h>
#include <string.h>

#include <pgnpack.h>

static enum pgnpack_status set_tag(struct pgnpack_builder *builder, const char *name, const char *value)
{
    return pgnpack_builder_tag(builder, name, value, strlen(value));
}

/* Any failure stops it; the builder knows which. */
static enum pgnpack_status make_first(struct pgnpack_builder *builder, char **moves, int count)
{
    enum pgnpack_status status = set_tag(builder, "Event", "Casual game");
    if (status == PGNPACK_OK)
        status = set_tag(builder, "White", "Doe, \"J\"");
    for (int i = 0; i < count && status == PGNPACK_OK; i++)
        status = pgnpack_builder_san(builder, moves[i], strlen(moves[i]));
    if (status == PGNPACK_OK)
        status = pgnpack_builder_result(builder, PGNPACK_RESULT_DRAW);
    return status;
}

static enum pgnpack_status make_second(struct pgnpack_builder *builder, const struct pgnpack_game *first)
{
    enum pgnpack_status status = pgnpack_builder_begin(builder, first);
    if (status == PGNPACK_OK)
        status = set_tag(builder, "White", "Roe, Richard");
    if (status == PGNPACK_OK)
        status = pgnpack_builder_item(builder, PGNPACK_ITEM_VARIATION_BEGIN, 0);
    if (status == PGNPACK_OK)
        status = pgnpack_builder_item(builder, PGNPACK_ITEM_NULL_MOVE, 0);
    if (status == PGNPACK_OK)
        status = pgnpack_builder_comment(builder, "passing", 7);
    return status == PGNPACK_OK ? pgnpack_builder_item(builder, PGNPACK_ITEM_VARIATION_END, 0) : status;
}

/* A builder's game lives as long as the builder does not finish another: so there are two. */
static const char *make_games(struct pgnpack_writer *writer, struct pgnpack_builder *builders[2],
                              char **moves, int count)
{
    const struct pgnpack_game *games[2] = {NULL, NULL};
    if (make_first(builders[0], moves, count) != PGNPACK_OK ||
        pgnpack_builder_finish(builders[0], &games[0]) != PGNPACK_OK)
        return pgnpack_error(builders[0])->text;
    if (make_second(builders[1], games[0]) != PGNPACK_OK ||
        pgnpack_builder_finish(builders[1], &games[1]) != PGNPACK_OK)
        return pgnpack_error(builders[1])->text;
    if (pgnpack_writer_add_game(writer, games[0]) != PGNPACK_OK ||
        pgnpack_writer_add_game(writer, games[1]) != PGNPACK_OK ||
        pgnpack_writer_finish(writer) != PGNPACK_OK)
        return pgnpack_error(writer)->text;
    return NULL;
}

int main(int argument_count, char **arguments)
{
    struct pgnpack_builder *builders[2] = {pgnpack_builder_new(NULL), pgnpack_builder_new(NULL)};
    struct pgnpack_writer *writer =
        argument_count > 1 ? pgnpack_writer_new(NULL, NULL, PGNPACK_TO_PATH(arguments[1])) : NULL;
    const char *trouble = "usage: make_games NEW_DATABASE MOVE...";
    if (writer != NULL && builders[0] != NULL && builders[1] != NULL)
        trouble = make_games(writer, builders, arguments + 2, argument_count - 2);
    if (trouble != NULL)
        fprintf(stderr, "%s\n", trouble); /* texts of errors live with their handles */
    pgnpack_free(builders[0]);
    pgnpack_free(builders[1]);
    pgnpack_free(writer); /* without _finish(), there is no file */
    return trouble == NULL ? 0 : 1;
}
