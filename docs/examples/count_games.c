/* count_games FILE: counts the games, plies and results of a PGN file. */
#include <stdio.h>

#include <pgnpack.h>

static int count(struct pgnpack_pgn_reader *reader)
{
    unsigned long long games = 0, plies = 0, odd_games = 0, results[4] = {0};
    const struct pgnpack_game *game;
    enum pgnpack_status status;
    while ((status = pgnpack_pgn_reader_next(reader, &game)) == PGNPACK_OK) {
        struct pgnpack_game_details details;
        games++;
        plies += pgnpack_game_ply_count(game);
        results[pgnpack_game_result(game)]++;
        pgnpack_game_details(game, &details);
        odd_games += details.trouble != NULL; /* an illegal move, say: the rest is not understood */
    }
    printf("%llu games, %llu plies, 1-0 %llu, 0-1 %llu, drawn %llu, others %llu\n", games, plies,
           results[PGNPACK_RESULT_WHITE], results[PGNPACK_RESULT_BLACK], results[PGNPACK_RESULT_DRAW],
           results[PGNPACK_RESULT_UNKNOWN]);
    printf("not wholly understood: %llu\n", odd_games);
    if (status != PGNPACK_END)
        fprintf(stderr, "stopped: %s\n", pgnpack_error(reader)->text);
    return status == PGNPACK_END ? 0 : 1;
}

int main(int argument_count, char **arguments)
{
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    int status = 1;
    if (argument_count != 2 || reader == NULL)
        fprintf(stderr, "usage: count_games FILE\n");
    else if (pgnpack_pgn_reader_open(reader, PGNPACK_FROM_PATH(arguments[1])) == PGNPACK_OK)
        status = count(reader);
    else
        fprintf(stderr, "%s\n", pgnpack_error(reader)->text);
    pgnpack_free(reader);
    return status;
}
