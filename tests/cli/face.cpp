/*
 * face DATABASE COPY: uses pgnpack.hpp, and prints what tests/cli/test_face.sh compares with the commands. With and without exceptions.
 */
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <type_traits>

#include "pgnpack.hpp"

static_assert(!std::is_copy_constructible<pgnpack::reader>::value, "a handle has one owner");
static_assert(std::is_move_constructible<pgnpack::reader>::value, "that may change");

static void print_games(const pgnpack::reader &reader)
{
    for (const auto &game : reader.games())
        std::printf("game %llu %s - %s %u %d %d\n", (unsigned long long)game.number(), game.value("White").c_str(),
                    game.value("Black").c_str(), game.plies(), (int)game.result(), game.tag("NoSuch").has_value());
}

static void print_some(const pgnpack::reader &reader)
{
    auto games = reader.games(PGNPACK_PART_TAGS);
    for (const auto &game : games.tags({"Event"}).range(2, 2))
        std::printf("some %llu [%s] [%s]\n", (unsigned long long)game.number(), game.value("Event").c_str(),
                    game.value("White").c_str());
    auto all = reader.games(PGNPACK_PART_SHAPE);
    std::printf("count %lld\n", (long long)std::distance(all.begin(), all.end()));
}

static void print_hits(const pgnpack::reader &reader)
{
    pgnpack::query query;
    query.add("result", "1-0").add("mate");
    for (const auto &hit : reader.find(query))
        std::printf("hit %llu %u\n", (unsigned long long)hit.game, hit.ply);
}

/* What is chained in a loop's head lives as long as the loop; and hits that are moved keep their query. */
static void print_chained(const pgnpack::reader &reader)
{
    for (const auto &hit : reader.find(pgnpack::query().add("result", "1-0").add("mate")))
        std::printf("chained hit %llu %u\n", (unsigned long long)hit.game, hit.ply);
    for (const auto &game : reader.games(PGNPACK_PART_TAGS).tags({"Event"}).range(2, 2))
        std::printf("chained some %llu [%s] [%s]\n", (unsigned long long)game.number(), game.value("Event").c_str(),
                    game.value("White").c_str());
    pgnpack::hits hits = reader.find(pgnpack::query());
    hits = reader.find(pgnpack::query().add("result", "1-0").add("mate")).range(1, reader.size());
    std::printf("chained count %lld\n", (long long)std::distance(hits.begin(), hits.end()));
}

static void print_board(const pgnpack::reader &reader)
{
    pgnpack::board board;
    board.make("e4");
    board.make("c5");
    std::printf("board %s %zu %016llx\n", board.fen().c_str(), board.moves().size(), (unsigned long long)board.key());
    board.undo();
    for (const auto &move : reader.tree(board))
        std::printf("tree %s %llu\n", move.move == 0 ? "-" : board.text(move.move).c_str(),
                    (unsigned long long)move.counts.games);
}

static void change(const char *copy, const std::string &text)
{
    pgnpack::writer writer(copy, 2);
    writer.write(text);
    writer.finish();
    pgnpack::database database(copy);
    database.append(text);
    database.remove(1);
    database.commit("a change");
    std::printf("changed %llu\n", (unsigned long long)database.size());
    pgnpack::reader changed{std::string(copy)};
    pgnpack::reader moved = std::move(changed);
    auto games = moved.games();
    std::printf("left %lld\n", (long long)std::distance(games.begin(), games.end()));
}

/* What a handle says of its failure. */
struct told {
    explicit told(const struct pgnpack_error &error) : status(error.status), is_said(std::strlen(error.text) > 5)
    {
    }

    int status;
    bool is_said;
};

/* What is wrong is told the one way or the other. */
template <class Function> static void fails(const char *what, Function function)
{
#if PGNPACK_HPP_THROWS
    try {
        function();
        std::printf("%s: no failure\n", what);
    } catch (const pgnpack::error &error) {
        std::printf("%s: %d %d\n", what, (int)error.status, std::strlen(error.what()) > 5);
    }
#else
    const told failure = function();
    std::printf("%s: %d %d\n", what, failure.status, failure.is_said);
#endif
}

#if !PGNPACK_HPP_THROWS
/* What could not be opened answers as nothing does; so does what was moved from, which has no handle. */
static void ask_nothing()
{
    pgnpack::database database("missing.bcgn"), gone = std::move(database);
    pgnpack::reader reader("missing.bcgn"), moved = std::move(reader);
    pgnpack::board board, board_moved = std::move(board);
    pgnpack::writer writer("nothing.bcgn"), writer_moved = std::move(writer);
    pgnpack::query query, query_moved = std::move(query);
    auto games = moved.games(), no_games = reader.games();
    auto hits = moved.find(query_moved), no_hits = reader.find(query);
    for (auto *each : {&moved, &reader})
        std::printf("nothing %llu %zu %zu\n", (unsigned long long)each->size(), each->text(1).size(),
                    each->tree(board_moved).size() + each->tree(board).size());
    std::printf("nothing %lld %lld\n", (long long)std::distance(games.begin(), games.end()),
                (long long)std::distance(no_games.range(1, 2).begin(), no_games.end()));
    std::printf("nothing %lld %lld\n", (long long)std::distance(hits.begin(), hits.end()),
                (long long)std::distance(no_hits.range(1, 2).begin(), no_hits.end()));
    for (auto *each : {&database, &gone})
        std::printf("nothing %d %d %llu\n", each->append("*") || each->remove(1), each->commit(),
                    (unsigned long long)each->size());
    std::printf("nothing %d %d %llu\n", board.make("e4") || board.undo() || board.set("8/8"),
                writer.write("*") || writer.finish(), (unsigned long long)writer.totals().games);
    std::printf("nothing %zu %zu %llu\n", board.fen().size() + board.text(0).size(), board.moves().size(),
                (unsigned long long)board.key());
    std::printf("nothing %d\n", query.add("mate").failure().status == PGNPACK_OK);
}
#endif

static void fail(const char *path)
{
#if !PGNPACK_HPP_THROWS
    ask_nothing();
#endif
    fails("no file", [] { return told(pgnpack::reader("missing.bcgn").failure()); });
    fails("no condition", [] { return told(pgnpack::query().add("pawns", "nonsense").failure()); });
    fails("no move", [] {
        pgnpack::board board;
        board.make("e5");
        return told(board.failure());
    });
    fails("no position", [] { return told(pgnpack::board("8/8").failure()); });
    fails("no such part", [path] {
        pgnpack::reader reader(path);
        pgnpack::games games = reader.games(1u << 30);
        for (const auto &game : games)
            std::printf("a game %llu\n", (unsigned long long)game.number());
        return told(games.failure());
    });
    fails("a folder that is none", [] {
        pgnpack::writer writer("no/such/folder/x.bcgn");
        writer.write("[Event \"e\"]\n\n*\n");
        writer.finish();
        return told(writer.failure());
    });
}

int main(int argument_count, char **arguments)
{
    if (argument_count != 3)
        return 2;
    pgnpack::reader reader(arguments[1]);
    std::printf("size %llu\n", (unsigned long long)reader.size());
    print_games(reader);
    print_some(reader);
    print_hits(reader);
    print_chained(reader);
    print_board(reader);
    const std::string text = reader.text(1);
    std::printf("text %zu\n", text.size());
    change(arguments[2], text + "\n" + reader.text(2));
    fail(arguments[1]);
    return 0;
}
