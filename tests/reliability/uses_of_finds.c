/* What is found in databases: games, openings, names, duplicates, spellings. */
#include <string.h>

#include "lib/search/search.h"
#include "pgnpack_extra.h"
#include "reliability/failing.h"

static int add(struct failing *run, struct pgnpack_query *query, const char *name, const char *value)
{
    return GO(run, pgnpack_query_add(query, name, value), pgnpack_error(query));
}

static struct pgnpack_query *make_query(struct failing *run, const char *name, const char *value)
{
    struct pgnpack_query *query = NULL;
    if (MAKE(run, query, pgnpack_query_new(&run->options)) && add(run, query, name, value))
        return query;
    pgnpack_free(query);
    return NULL;
}

/* ---- Searches ---- */

static void tell_hits(struct failing *run, struct pgnpack_search *search)
{
    struct pgnpack_hit hit;
    while (GO(run, pgnpack_search_next(search, &hit, 1, NULL), pgnpack_error(search))) {
        tell(run, hit.game);
        tell(run, (uint64_t)hit.ply << 32 | hit.move);
    }
    tell(run, 0);
}

static void tell_more(struct failing *run, struct pgnpack_search *search)
{
    struct pgnpack_hit hits[5];
    struct pgnpack_search_counts counts;
    size_t count;
    if (!GO(run, pgnpack_search_range(search, 10, 40), pgnpack_error(search)))
        return;
    while (GO(run, pgnpack_search_next(search, hits, 5, &count), pgnpack_error(search)))
        for (size_t i = 0; i < count; i++)
            tell(run, hits[i].game);
    pgnpack_search_counts(search, &counts);
    tell(run, counts.hits);
}

static const char *const conditions[][2] = {{"moves", "e4 e5 Nf3"}, {"player", "carlsen"},
                                            {"plies", "9-"},        {"elo", "2500-"},
                                            {"material", "P7 p8"},  {"pattern", "Nf3 pd6"},
                                            {"tag", "Round=1*"},    {"pgn", "1. e4 e5 2. Nf3 (2. Bc4) *"}};

static void search_all(struct failing *run, const struct pgnpack_reader *reader)
{
    struct pgnpack_search *search = NULL;
    struct pgnpack_query *last = NULL;
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions && run->status == PGNPACK_OK; i++) {
        struct pgnpack_query *query = make_query(run, conditions[i][0], conditions[i][1]);
        if (search == NULL && query != NULL)
            (void)MAKE(run, search, pgnpack_search_new(reader, query));
        else if (query != NULL)
            (void)GO(run, search_ask(search, query), pgnpack_error(search));
        pgnpack_free(last);
        last = query;
        if (run->status == PGNPACK_OK)
            tell_hits(run, search);
    }
    if (run->status == PGNPACK_OK)
        tell_more(run, search);
    pgnpack_free(search);
    pgnpack_free(last);
}

static void use_search(struct failing *run)
{
    struct stream stream;
    struct pgnpack_reader *reader = open_reader(run, &stream);
    if (reader != NULL)
        search_all(run, reader);
    pgnpack_free(reader);
}

static void tell_query(struct failing *run, const struct pgnpack_reader *reader, struct pgnpack_query *query)
{
    struct pgnpack_search *search = NULL;
    tell(run, pgnpack_query_needs(query));
    if (MAKE(run, search, pgnpack_search_new(reader, query)))
        tell_hits(run, search);
    pgnpack_free(search);
}

/* In a game by itself, variations too. */
static void use_find(struct failing *run, const struct pgnpack_game *game)
{
    struct pgnpack_hit hit = {0};
    struct pgnpack_query *query = make_query(run, "has", "comment");
    if (query != NULL && add(run, query, "variations", NULL) && add(run, query, "then", NULL) &&
        add(run, query, "check", NULL)) {
        enum pgnpack_status status = pgnpack_query_find(query, game, &hit);
        if (status != PGNPACK_END)
            (void)GO(run, status, pgnpack_error(query));
        tell(run, status);
        tell(run, (uint64_t)hit.ply << 32 | hit.item);
    }
    pgnpack_free(query);
}

/* Conditions that need memory of their own: a game's positions, lists, what follows. */
static void use_query(struct failing *run)
{
    const struct pgnpack_game *game = NULL;
    struct stream stream;
    struct pgnpack_query *query = NULL;
    struct pgnpack_query_word word;
    char fen[PGNPACK_FEN_SIZE];
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    struct pgnpack_pgn_reader *games = pgnpack_pgn_reader_new(NULL);
    struct pgnpack_reader *reader = open_reader(run, &stream);
    pgnpack_board_fen(board, fen);
    pgnpack_pgn_reader_open(games, PGNPACK_FROM_MEMORY(run->text->data, 2000));
    pgnpack_pgn_reader_next(games, &game);
    for (size_t i = 0; pgnpack_query_word(i, &word); i++)
        tell_bytes(run, word.name, strlen(word.name));
    use_find(run, game);
    if (reader != NULL && MAKE(run, query, pgnpack_query_new(&run->options)) &&
        GO(run, pgnpack_query_add_game(query, game, 0), pgnpack_error(query)) &&
        add(run, query, "white", "c*") && GO(run, pgnpack_query_check(query), pgnpack_error(query)))
        tell_query(run, reader, query);
    pgnpack_free(query);
    query = NULL;
    if (reader != NULL && MAKE(run, query, pgnpack_query_new(&run->options)) && add(run, query, "fen", fen) &&
        add(run, query, "then", NULL) && add(run, query, "pattern", "pa6") && add(run, query, "not", NULL) &&
        add(run, query, "material", "Q0") && add(run, query, "variations", NULL) &&
        add(run, query, "date", "1970-1971"))
        tell_query(run, reader, query);
    pgnpack_free(query);
    pgnpack_free(games);
    pgnpack_free(board);
    pgnpack_free(reader);
}

/* ---- An index beside ---- */

static enum pgnpack_status write_index(struct pgnpack_reader *reader, struct stream *out)
{
    out->written.size = 0;
    return pgnpack_reader_write_index(reader, NULL, PGNPACK_TO_FUNCTION(stream_write, out));
}

static void use_index(struct failing *run)
{
    struct stream stream, out = {.source = NULL};
    struct pgnpack_reader *reader = open_reader(run, &stream);
    const char *path = path_of(run, 0, "games.idx");
    const struct pgnpack_unpacker_options options = {.size = sizeof options, .threads = 1};
    const struct pgnpack_source *packed = PGNPACK_FROM_MEMORY(run->packed->data, run->packed->size);
    struct pgnpack_unpacker *unpacker = NULL;
    if (reader != NULL) {
        if (GO(run, write_index(reader, &out), pgnpack_error(reader)))
            tell_bytes(run, out.written.data, out.written.size);
        bytes_free(&out.written);
        if (GO(run, pgnpack_reader_write_index(reader, NULL, PGNPACK_TO_PATH(path)), pgnpack_error(reader)))
            tell_file(run, path);
        if (GO(run, pgnpack_reader_use_index(reader, PGNPACK_FROM_PATH(path)), pgnpack_error(reader)) &&
            GO(run, pgnpack_reader_check_trees(reader, NULL), pgnpack_error(reader)) &&
            MAKE(run, unpacker, pgnpack_unpacker_new(&run->options, &options)) &&
            GO(run, pgnpack_reader_check_trees(reader, unpacker), pgnpack_error(reader)) &&
            GO(run, pgnpack_unpacker_run(unpacker, packed, NULL), pgnpack_error(unpacker)))
            search_all(run, reader);
    }
    pgnpack_free(unpacker);
    pgnpack_free(reader);
    remove_file(path);
}

/* ---- Trees ---- */

static int go_on(void *opaque, const struct pgnpack_progress *made)
{
    (void)opaque;
    return made->done > made->all;
}

static void tell_tree(struct failing *run, const struct pgnpack_tree *tree)
{
    struct pgnpack_tree_move move;
    struct pgnpack_tree_counts totals;
    for (size_t i = 0; pgnpack_tree_move(tree, i, &move); i++) {
        tell(run, move.move);
        tell(run, move.counts.games);
        tell(run, move.counts.white_wins);
        tell(run, move.counts.rating_sum);
    }
    pgnpack_tree_totals(tree, &totals);
    tell(run, totals.games);
}

static void count_positions(struct failing *run, struct pgnpack_tree *tree)
{
    static const char *const lines[] = {"e4", "e5", "Nf3"};
    uint16_t made;
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    for (size_t i = 0; i < 4 && run->status == PGNPACK_OK; i++) {
        pgnpack_tree_games_to_search(tree, board);
        if (GO(run, pgnpack_tree_position(tree, board), pgnpack_error(tree)))
            tell_tree(run, tree);
        if (i < 3 &&
            pgnpack_board_parse(board, PGNPACK_NOTATION_SAN, lines[i], strlen(lines[i]), &made) == PGNPACK_OK)
            pgnpack_board_make(board, made);
    }
    pgnpack_free(board);
}

static void add_trees(struct failing *run, struct pgnpack_tree *tree, struct pgnpack_tree *other)
{
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    struct pgnpack_tree_move move = {.move = 77, .counts = {.games = 3, .white_wins = 1, .draws = 2}};
    pgnpack_tree_counts_finish(&move.counts);
    if (GO(run, pgnpack_tree_range(tree, 1, 30), pgnpack_error(tree)) &&
        GO(run, pgnpack_tree_position(tree, board), pgnpack_error(tree)) &&
        GO(run, pgnpack_tree_range(other, 31, 30), pgnpack_error(other)) &&
        GO(run, pgnpack_tree_position(other, board), pgnpack_error(other)) &&
        GO(run, pgnpack_tree_add(tree, other), pgnpack_error(tree)) &&
        GO(run, pgnpack_tree_add_move(tree, &move), pgnpack_error(tree)))
        tell_tree(run, tree);
    pgnpack_free(board);
}

static void use_tree(struct failing *run)
{
    struct stream stream;
    const struct pgnpack_tree_options options = {.size = sizeof options, .progress = go_on};
    struct pgnpack_tree *tree = NULL, *other = NULL;
    struct pgnpack_query *query = make_query(run, "elo", "2300-");
    struct pgnpack_reader *reader = open_reader(run, &stream);
    if (reader != NULL && MAKE(run, tree, pgnpack_tree_new(reader, NULL, &options)) &&
        MAKE(run, other, pgnpack_tree_new(reader, query, NULL))) {
        count_positions(run, tree);
        count_positions(run, other);
        if (run->status == PGNPACK_OK)
            add_trees(run, tree, other);
    }
    pgnpack_free(tree);
    pgnpack_free(other);
    pgnpack_free(reader);
    pgnpack_free(query);
}

/* ---- Names ---- */

static void tell_names(struct failing *run, struct pgnpack_names *names)
{
    struct pgnpack_name name;
    while (GO(run, pgnpack_names_next(names, &name), pgnpack_error(names))) {
        tell_text(run, name.name);
        tell(run, name.games);
        tell(run, name.won);
    }
}

static void use_names(struct failing *run)
{
    struct stream stream;
    struct pgnpack_names *names = NULL;
    struct pgnpack_reader *reader = open_reader(run, &stream);
    if (reader != NULL && MAKE(run, names, pgnpack_names_new(reader, NULL, NULL)) &&
        GO(run, pgnpack_names_add(names, 1, UINT64_MAX), pgnpack_error(names)))
        tell_names(run, names);
    pgnpack_free(names);
    names = NULL;
    if (reader != NULL && MAKE(run, names, pgnpack_names_new(reader, "Black", "*a*"))) {
        if (GO(run, pgnpack_names_go_to(names, reader), pgnpack_error(names)) &&
            GO(run, pgnpack_names_add_as(names, 1, (struct pgnpack_text){"a name", 6}), pgnpack_error(names)))
            tell_names(run, names);
    }
    pgnpack_free(names);
    pgnpack_free(reader);
}

static void use_spelling_of(struct failing *run, const struct pgnpack_spelling_options *options)
{
    struct stream stream;
    struct pgnpack_spelling *spelling = NULL;
    struct pgnpack_spelling_pair pair;
    struct pgnpack_reader *reader = open_reader(run, &stream);
    if (reader != NULL && MAKE(run, spelling, pgnpack_spelling_new(reader, options)))
        while (GO(run, pgnpack_spelling_next(spelling, &pair), pgnpack_error(spelling))) {
            tell_text(run, pair.from);
            tell_text(run, pair.to);
            tell(run, pair.points);
            tell(run, pair.to_facts.last_year);
            tell(run, pgnpack_name_likeness(pair.from, pair.to, NULL));
        }
    pgnpack_free(spelling);
    pgnpack_free(reader);
}

static void use_spelling(struct failing *run)
{
    use_spelling_of(run, NULL);
    use_spelling_of(run, &(struct pgnpack_spelling_options){.size = sizeof(struct pgnpack_spelling_options),
                                                            .tag = "Site"});
}

static void use_history(struct failing *run)
{
    struct stream stream;
    struct pgnpack_history *history = NULL;
    struct pgnpack_change_info change;
    struct pgnpack_deleted_info deleted;
    struct pgnpack_change_games games;
    struct pgnpack_reader *reader = open_reader(run, &stream);
    if (reader != NULL && MAKE(run, history, pgnpack_history_new(reader))) {
        for (uint64_t i = 0; GO(run, pgnpack_history_change(history, i, &change), pgnpack_error(history));
             i++) {
            tell(run, change.number);
            tell(run, change.added);
            tell(run, change.deleted);
        }
        for (uint64_t next = 1;
             GO(run, pgnpack_history_deleted(history, next, &deleted), pgnpack_error(history));
             next = deleted.first + deleted.count)
            tell(run, deleted.first);
        for (uint64_t i = 0; GO(run, pgnpack_history_games(history, 2, i, &games), pgnpack_error(history));
             i++)
            tell(run, games.first + games.count);
    }
    pgnpack_free(history);
    pgnpack_free(reader);
}

/* ---- Duplicates ---- */

static void find_duplicates(struct failing *run, enum pgnpack_duplicate_kind kind)
{
    const struct pgnpack_duplicates_options options = {.size = sizeof options, .kind = kind, .threads = 1};
    struct stream stream;
    struct pgnpack_duplicates *duplicates = NULL;
    struct pgnpack_duplicate found;
    struct pgnpack_duplicates_counts counts;
    struct pgnpack_reader *reader = open_reader(run, &stream);
    if (reader != NULL && MAKE(run, duplicates, pgnpack_duplicates_new(&run->options, &options)) &&
        GO(run, pgnpack_duplicates_add_reader(duplicates, reader, 0), pgnpack_error(duplicates)) &&
        GO(run, pgnpack_duplicates_run(duplicates), pgnpack_error(duplicates))) {
        pgnpack_duplicates_counts(duplicates, &counts);
        tell(run, counts.groups);
        pgnpack_duplicates_rewind(duplicates);
        while (GO(run, pgnpack_duplicates_next(duplicates, &found), pgnpack_error(duplicates))) {
            tell(run, found.game);
            tell(run, found.kept_game);
            tell(run, (uint64_t)found.kind);
        }
    }
    pgnpack_free(duplicates);
    pgnpack_free(reader);
}

static void use_duplicates(struct failing *run)
{
    find_duplicates(run, PGNPACK_DUPLICATE_LOOSE);
}

static void use_versions(struct failing *run)
{
    find_duplicates(run, PGNPACK_DUPLICATE_VERSION);
}

const struct use uses_of_finds[] = {
    {"searches", use_search, STOPS},         {"queries", use_query, STOPS},
    {"an index", use_index, MENDS},          {"trees", use_tree, STOPS},
    {"names", use_names, PASSES_OVER},       {"spellings", use_spelling, PASSES_OVER},
    {"the history", use_history, STOPS},     {"duplicates", use_duplicates, PASSES_OVER},
    {"versions", use_versions, PASSES_OVER}, {NULL, NULL, STOPS}};
