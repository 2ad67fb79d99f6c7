/*
 * libpgnpack in C++17: handles that free themselves, ranges of games and hits, texts as std::string_view. It is pgnpack.h with less to write;
 * what is not here is reached by get(). No code of its own is linked.
 *
 *     pgnpack::reader reader("games.bcgn");
 *     for (const auto &game : reader.games())
 *         std::cout << game.number() << ' ' << game.value("White") << '\n';
 *     pgnpack::query query;
 *     query.add("player", "Kasparov").add("result", "1-0");
 *     for (const auto &hit : reader.find(query))
 *         std::cout << hit.game << '\n';
 *
 * Failures are exceptions of class pgnpack::error. Without exceptions (-fno-exceptions, or PGNPACK_NO_EXCEPTIONS defined) loops end where
 * there is one, functions return what they return of nothing, and failure() of the handle says what it was: ask it behind each loop. Where
 * there was no memory for a handle get() is null, and all else is as of one that failed.
 *
 * Threads, ownership and numbers are as pgnpack.h says: a range is for one thread, games and their texts live until the loop's next step, games
 * are counted from 1, and what a reader gives out must be gone before it.
 */
#ifndef PGNPACK_HPP
#define PGNPACK_HPP

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pgnpack.h"

#if defined(__cpp_exceptions) && !defined(PGNPACK_NO_EXCEPTIONS)
#define PGNPACK_HPP_THROWS 1
#else
#define PGNPACK_HPP_THROWS 0
#endif

namespace pgnpack {

/* What failed, as struct pgnpack_error; what() is its text. */
class error : public std::runtime_error {
public:
    explicit error(const struct pgnpack_error &cause)
        : std::runtime_error(cause.text), status(cause.status), game(cause.game), line(cause.line),
          offset(cause.offset)
    {
    }

    pgnpack_status status;
    std::uint64_t game, line, offset;
};

inline std::string_view view(pgnpack_text text)
{
    return text.data == nullptr ? std::string_view() : std::string_view(text.data, text.size);
}

namespace detail {

struct releaser {
    void operator()(void *handle) const
    {
        pgnpack_free(handle);
    }
};

/* Where there is no handle, there was no memory for it. */
inline const struct pgnpack_error &cause_of(const void *handle)
{
    return *pgnpack_error(handle);
}

/* Was it done? The end of something is no failure. */
inline bool judge(const void *handle, pgnpack_status status)
{
    if (status == PGNPACK_OK || status == PGNPACK_END)
        return status == PGNPACK_OK;
#if PGNPACK_HPP_THROWS
    throw error(cause_of(handle));
#else
    (void)handle;
    return false;
#endif
}

/* A handle of the library that is freed with this, as `Pointer` does it. Movable, not copyable. */
template <class T, class Pointer = std::unique_ptr<T, releaser>> class handle {
public:
    handle(handle &&) = default;
    handle &operator=(handle &&) = default;

    T *get() const
    {
        return pointer_.get();
    }

    /* What the last call on it came to; its status is PGNPACK_OK or PGNPACK_END where nothing failed. */
    const struct pgnpack_error &failure() const
    {
        return cause_of(pointer_.get());
    }

protected:
    explicit handle(Pointer made) : pointer_(std::move(made))
    {
        if (pointer_ == nullptr)
            judge(nullptr, PGNPACK_ERROR_MEMORY);
    }

    explicit handle(T *made) : handle(Pointer(made, releaser()))
    {
    }

    /* Calls the function on the handle: was it done? */
    template <class Function, class... Arguments> bool call(Function function, Arguments... arguments) const
    {
        return judge(get(), get() == nullptr ? PGNPACK_ERROR_MEMORY : function(get(), arguments...));
    }

    /* It is shared with who works on it. */
    const Pointer &pointer() const
    {
        return pointer_;
    }

private:
    Pointer pointer_;
};

/* An input range: `Range` has next(), which makes its item the next one, and item(). It is gone through once. */
template <class Range, class Item> class iterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Item;
    using difference_type = std::ptrdiff_t;
    using pointer = const Item *;
    using reference = const Item &;

    iterator() = default;
    explicit iterator(Range *range) : range_(range)
    {
        ++*this;
    }

    reference operator*() const
    {
        return range_->item();
    }

    pointer operator->() const
    {
        return &range_->item();
    }

    iterator &operator++()
    {
        if (!range_->next())
            range_ = nullptr;
        return *this;
    }

    void operator++(int)
    {
        ++*this;
    }

    friend bool operator==(const iterator &a, const iterator &b)
    {
        return a.range_ == b.range_;
    }

    friend bool operator!=(const iterator &a, const iterator &b)
    {
        return !(a == b);
    }

private:
    Range *range_ = nullptr;
};

/* A handle that is gone through: `Range` derives from it, with next() and item(). */
template <class Range, class T, class Item, class Pointer = std::unique_ptr<T, releaser>>
class range_handle : public handle<T, Pointer> {
public:
    using iterator = detail::iterator<Range, Item>;

    iterator begin()
    {
        return iterator(static_cast<Range *>(this));
    }

    iterator end()
    {
        return iterator();
    }

protected:
    using handle<T, Pointer>::handle;
};

} // namespace detail

/* A game of games(), until the loop's next step. */
class game {
public:
    std::uint64_t number() const
    {
        return pgnpack_cursor_game_number(cursor_);
    }

    /* As it stands in the text, with its escapes; none: the game has no such tag. */
    std::optional<std::string_view> tag(const char *name) const
    {
        pgnpack_text value;
        if (!pgnpack_game_find_tag(game_, name, &value))
            return std::nullopt;
        return view(value);
    }

    /* Without escapes; "" where there is no such tag. */
    std::string value(const char *name) const
    {
        pgnpack_text value;
        if (!pgnpack_game_find_tag(game_, name, &value))
            return std::string();
        std::string text(value.size, '\0');
        text.resize(pgnpack_tag_unescape(value, text.data()));
        return text;
    }

    /* Half-moves of the main line; 0 without PGNPACK_PART_SHAPE. */
    std::uint32_t plies() const
    {
        return pgnpack_game_ply_count(game_);
    }

    pgnpack_result result() const
    {
        return pgnpack_game_result(game_);
    }

    /* The game's own bytes, with PGNPACK_PART_TEXT. */
    std::string_view text() const
    {
        pgnpack_text text = {nullptr, 0};
        return detail::judge(cursor_, pgnpack_cursor_text(cursor_, &text)) ? view(text) : std::string_view();
    }

    const pgnpack_game *get() const
    {
        return game_;
    }

private:
    friend class games;
    pgnpack_cursor *cursor_ = nullptr;
    const pgnpack_game *game_ = nullptr;
};

/* Games in their order: for (const auto &game : reader.games()). */
class games : public detail::range_handle<games, pgnpack_cursor, game> {
public:
    /* `parts`: of enum pgnpack_parts. */
    games(const pgnpack_reader *reader, unsigned parts)
        : range_handle(reader == nullptr ? nullptr : pgnpack_cursor_new(reader, parts))
    {
    }

    /* From game `first` on, at most `count`. */
    games &range(std::uint64_t first, std::uint64_t count) &
    {
        call(pgnpack_cursor_range, first, count);
        return *this;
    }

    games range(std::uint64_t first, std::uint64_t count) &&
    {
        return std::move(range(first, count));
    }

    /* Only these tags are read. */
    games &tags(const std::vector<const char *> &names) &
    {
        call(pgnpack_cursor_tags, names.data(), names.size());
        return *this;
    }

    games tags(const std::vector<const char *> &names) &&
    {
        return std::move(tags(names));
    }

    bool next()
    {
        game_.cursor_ = get();
        return call(pgnpack_cursor_next, &game_.game_);
    }

    const game &item() const
    {
        return game_;
    }

private:
    game game_;
};

/* Conditions as pgnfind has them: query.add("player", "Kasparov").add("mate"). */
class query : public detail::handle<pgnpack_query, std::shared_ptr<pgnpack_query>> {
public:
    query() : handle(pgnpack_query_new(nullptr))
    {
    }

    query &add(const char *name, const char *value = nullptr) &
    {
        call(pgnpack_query_add, name, value);
        return *this;
    }

    query add(const char *name, const char *value = nullptr) &&
    {
        return std::move(add(name, value));
    }

private:
    friend class hits;
};

namespace detail {

/* Of a search, with its query, which it is freed before. */
struct search_releaser {
    void operator()(pgnpack_search *search) const
    {
        pgnpack_free(search);
    }

    std::shared_ptr<pgnpack_query> query;
};

using search_pointer = std::unique_ptr<pgnpack_search, search_releaser>;

} // namespace detail

/* What a query finds: for (const auto &hit : reader.find(query)), each a struct pgnpack_hit. */
class hits : public detail::range_handle<hits, pgnpack_search, pgnpack_hit, detail::search_pointer> {
public:
    hits(const pgnpack_reader *reader, const query &query)
        : range_handle(detail::search_pointer(made(reader, query.get()), {query.pointer()}))
    {
    }

    hits &range(std::uint64_t first, std::uint64_t count) &
    {
        call(pgnpack_search_range, first, count);
        return *this;
    }

    hits range(std::uint64_t first, std::uint64_t count) &&
    {
        return std::move(range(first, count));
    }

    bool next()
    {
        std::size_t count = 0;
        return call(pgnpack_search_next, &hit_, std::size_t(1), &count);
    }

    const pgnpack_hit &item() const
    {
        return hit_;
    }

private:
    static pgnpack_search *made(const pgnpack_reader *reader, pgnpack_query *query)
    {
        return reader == nullptr || query == nullptr ? nullptr : pgnpack_search_new(reader, query);
    }

    pgnpack_hit hit_ = {};
};

/* A position, and legal moves. */
class board : public detail::handle<pgnpack_board> {
public:
    /* The start position. */
    board() : handle(pgnpack_board_new(nullptr))
    {
    }

    explicit board(std::string_view fen) : board()
    {
        set(fen);
    }

    bool set(std::string_view fen)
    {
        return call(pgnpack_board_set, fen.data(), fen.size(), nullptr);
    }

    std::string fen() const
    {
        char text[PGNPACK_FEN_SIZE];
        return std::string(text, get() == nullptr ? 0 : pgnpack_board_fen(get(), text));
    }

    std::uint64_t key(pgnpack_key_kind kind = PGNPACK_KEY_BCGN) const
    {
        return get() == nullptr ? 0 : pgnpack_board_key(get(), kind);
    }

    std::vector<std::uint16_t> moves() const
    {
        std::vector<std::uint16_t> moves(PGNPACK_BOARD_MOVES_MAX);
        moves.resize(get() == nullptr ? 0 : pgnpack_board_moves(get(), moves.data(), moves.size()));
        return moves;
    }

    /* "" where the move is not legal. */
    std::string text(std::uint16_t move, pgnpack_notation notation = PGNPACK_NOTATION_SAN) const
    {
        char text[PGNPACK_SAN_SIZE];
        return std::string(text, get() == nullptr ? 0 : pgnpack_board_text(get(), move, notation, text));
    }

    bool make(std::uint16_t move)
    {
        return call(pgnpack_board_make, move);
    }

    bool make(std::string_view san)
    {
        std::uint16_t move = 0;
        return call(pgnpack_board_parse, PGNPACK_NOTATION_SAN, san.data(), san.size(), &move) && make(move);
    }

    bool undo()
    {
        return call(pgnpack_board_undo);
    }
};

/* The library has functions of these names, too. */
using tree_move = struct pgnpack_tree_move;
using writer_totals = struct pgnpack_writer_totals;

/* A database to read. */
class reader : public detail::handle<pgnpack_reader> {
public:
    explicit reader(const char *path) : handle(pgnpack_reader_new(nullptr))
    {
        call(pgnpack_reader_open, PGNPACK_FROM_PATH(path));
    }

    explicit reader(const std::string &path) : reader(path.c_str())
    {
    }

    /* Of bytes in memory, which must stay. */
    reader(const void *bytes, std::size_t size) : handle(pgnpack_reader_new(nullptr))
    {
        call(pgnpack_reader_open, PGNPACK_FROM_MEMORY(bytes, size));
    }

    std::uint64_t size() const
    {
        return get() == nullptr ? 0 : pgnpack_reader_info(get())->game_count;
    }

    pgnpack::games games(unsigned parts = PGNPACK_PART_TAGS | PGNPACK_PART_SHAPE) const
    {
        return pgnpack::games(get(), parts);
    }

    /* The query takes no more conditions; the hits keep it. */
    hits find(const query &query) const
    {
        return hits(get(), query);
    }

    /* The bytes of game `number`. */
    std::string text(std::uint64_t number) const
    {
        pgnpack::games one = games(PGNPACK_PART_TEXT);
        one.range(number, 1);
        return one.next() ? std::string(one.item().text()) : std::string();
    }

    /* What was played in the position, by all games; the most frequent first. */
    std::vector<tree_move> tree(const board &board) const
    {
        std::vector<tree_move> moves;
        if (get() == nullptr || board.get() == nullptr)
            return moves;
        const std::unique_ptr<pgnpack_tree, detail::releaser> tree(pgnpack_tree_new(get(), nullptr, nullptr));
        if (!detail::judge(tree.get(), tree == nullptr ? PGNPACK_ERROR_MEMORY
                                                       : pgnpack_tree_position(tree.get(), board.get())))
            return moves;
        tree_move move;
        while (pgnpack_tree_move(tree.get(), moves.size(), &move))
            moves.push_back(move);
        return moves;
    }
};

/* PGN that becomes a packed file, which is there when finish() has returned. */
class writer : public detail::handle<pgnpack_writer> {
public:
    explicit writer(const char *path, int level = PGNPACK_LEVEL_DEFAULT, unsigned threads = 0)
        : handle(made(path, level, threads))
    {
    }

    explicit writer(const std::string &path, int level = PGNPACK_LEVEL_DEFAULT, unsigned threads = 0)
        : writer(path.c_str(), level, threads)
    {
    }

    bool write(std::string_view text)
    {
        return call(pgnpack_writer_write, text.data(), text.size());
    }

    bool finish()
    {
        return call(pgnpack_writer_finish);
    }

    const writer_totals &totals() const
    {
        static const writer_totals none = {};
        return get() == nullptr ? none : *pgnpack_writer_totals(get());
    }

private:
    static pgnpack_writer *made(const char *path, int level, unsigned threads)
    {
        pgnpack_writer_options options = {};
        options.size = sizeof options;
        options.level = level;
        options.threads = threads;
        return pgnpack_writer_new(nullptr, &options, PGNPACK_TO_PATH(path));
    }
};

/* A database to change: what is asked for is done by commit(), or not at all. */
class database : public detail::handle<pgnpack_database> {
public:
    explicit database(const char *path) : handle(pgnpack_database_new(nullptr))
    {
        call(pgnpack_database_open, path, nullptr);
    }

    explicit database(const std::string &path) : database(path.c_str())
    {
    }

    /* Adds games, as PGN. */
    bool append(std::string_view text)
    {
        pgnpack_writer *writer = get() == nullptr ? nullptr : pgnpack_database_append(get(), nullptr);
        if (writer == nullptr)
            return detail::judge(get(), failure().status);
        return detail::judge(writer, pgnpack_writer_write(writer, text.data(), text.size()));
    }

    bool remove(std::uint64_t first, std::uint64_t count = 1)
    {
        return call(pgnpack_database_delete, first, count, PGNPACK_REASON_HAND, std::uint64_t(0));
    }

    /* `command`: what the history says of the change, such as a command line; may be null. */
    bool commit(const char *command = nullptr)
    {
        return call(pgnpack_database_commit, command, 0);
    }

    /* Games of the last commit. */
    std::uint64_t size() const
    {
        const pgnpack_reader *reader = get() == nullptr ? nullptr : pgnpack_database_reader(get());
        return reader == nullptr ? 0 : pgnpack_reader_info(reader)->game_count;
    }
};

} // namespace pgnpack

#endif
