/*
 * libpgnpack: chess game databases, small and exact. This header is what programs need to read, write, search and change them;
 * pgnpack_extra.h has the rest.
 *
 * Counting the games and plies of a PGN text in memory:
 *
 *     struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
 *     const struct pgnpack_game *game;
 *     uint64_t games = 0, plies = 0;
 *     pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(text, text_size));
 *     while (pgnpack_pgn_reader_next(reader, &game) == PGNPACK_OK) {
 *         games++;
 *         plies += pgnpack_game_ply_count(game);
 *     }
 *     if (pgnpack_error(reader)->status != PGNPACK_END)
 *         puts(pgnpack_error(reader)->text);
 *     pgnpack_free(reader);
 *
 * Threads: different handles may be used by different threads at once; one handle by one thread at a time,
 * unless a function says more. The library has no global state that changes.
 *
 * Processes: handles that write files are of the process that made them. One that is forked off may free them, which leaves the
 * files as they are, and do nothing else with them.
 *
 * Ownership: what a function returns through a `const` pointer belongs to the handle that it came from, and
 * lives until the next call on that handle that is no query. Queries are functions that take the handle as `const`, and those that say so.
 *
 * Callbacks return to the library (no longjmp(), no exception), and call nothing on the handle that called them but queries.
 *
 * Later versions of the library add to this header, and change nothing in it: a program that was compiled with 1.0 runs with every 1.x. Structs
 * that the caller passes as options grow at their end, as their `size` tells. Others have room that is `reserved`: the library writes
 * zero there, and takes nothing else. Structs that the library alone makes may grow at their end: they are used through the pointer, not
 * copied. Enumerations may get further values.
 *
 * Arguments: out-parameters (`..._ret`) may be NULL; other pointers not, where nothing else is said. A call that fails
 * leaves its cause in words with the handle: pgnpack_error() tells it.
 *
 * Refusals: a call whose arguments are wrong does nothing and returns PGNPACK_ERROR_ARGUMENT, or PGNPACK_ERROR_LIMIT for a name that is too
 * long. That is of this call alone, and the handle goes on as if it had not been made. Three stay refused: options that a _new() function was
 * given; what goes on with something whose beginning (_open(), _begin(), _range(), _seek(), _pick()) was refused, until it is begun rightly; and what
 * comes behind the end of what is finished.
 *
 * Failures: memory, reading, writing, damage, and a callback's no. Where they leave a handle with half of something they stay, and its
 * calls return the same one until something is begun anew. Each function says where it is otherwise.
 *
 * Strings: texts of a file are (pointer, size) pairs of any bytes, not terminated; UTF-8 is not promised.
 * Offsets, sizes of files and game numbers are 64 bits everywhere. Games are counted from 1.
 */
#ifndef PGNPACK_H
#define PGNPACK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------------------------
 * Version
 * ------------------------------------------------------------------------------------------------------ */

#define PGNPACK_VERSION_MAJOR 1
#define PGNPACK_VERSION_MINOR 0
#define PGNPACK_VERSION_PATCH 0
/* 10,000 * major + 100 * minor + patch, to compare with. */
#define PGNPACK_VERSION_NUMBER                                                                               \
    (PGNPACK_VERSION_MAJOR * 10000 + PGNPACK_VERSION_MINOR * 100 + PGNPACK_VERSION_PATCH)

/* Who uses the DLL on Windows defines PGNPACK_DLL before; with the static library, and elsewhere, there is nothing to do. */
#if defined(_WIN32) && defined(PGNPACK_DLL) && defined(PGNPACK_BUILDING)
#define PGNPACK_API __declspec(dllexport)
#elif defined(_WIN32) && defined(PGNPACK_DLL)
#define PGNPACK_API __declspec(dllimport)
#elif !defined(_WIN32) && defined(__GNUC__) && defined(PGNPACK_BUILDING)
#define PGNPACK_API __attribute__((visibility("default")))
#else
#define PGNPACK_API
#endif

/* "1.0.2": of the library that is linked, which may be newer than this header. */
PGNPACK_API const char *pgnpack_version(void);

/* ---------------------------------------------------------------------------------------------------------
 * Status and errors
 * ------------------------------------------------------------------------------------------------------ */

/* The numbers are pinned: they never change their meaning. Later versions may have more, up to 127; all from 10 on are failures. */
enum pgnpack_status {
    PGNPACK_OK = 0,
    PGNPACK_END = 1, /* no more games; not a failure */

    PGNPACK_ERROR_ARGUMENT =
        10, /* the caller's mistake, or that of whoever typed a text: a FEN, a move, a condition */
    PGNPACK_ERROR_MEMORY = 20, /* the allocator said no, or libzstd's */
    PGNPACK_ERROR_MEMORY_LIMIT = 21,
    PGNPACK_ERROR_READ = 30, /* the input's callback failed */
    PGNPACK_ERROR_WRITE = 31,
    PGNPACK_ERROR_NO_FILE = 32,     /* there is no file of the path that was to be read or changed */
    PGNPACK_ERROR_NOT_BCGN = 40,    /* not a file of this kind */
    PGNPACK_ERROR_UNSUPPORTED = 41, /* ours, but of a newer or unknown kind */
    PGNPACK_ERROR_CORRUPT = 42,
    PGNPACK_ERROR_TRUNCATED = 43,
    PGNPACK_ERROR_LIMIT = 50, /* larger than the format or an option allows */
    PGNPACK_ERROR_LOSSY = 51, /* the format cannot hold it, and losing it was not allowed */
    PGNPACK_ERROR_BUSY = 52,  /* another program is changing the database */
    PGNPACK_ERROR_CANCELLED = 60,
    PGNPACK_ERROR_INTERNAL = 70 /* a fault of this library: please report it */
};

/* The status in words, without details. Never NULL. */
PGNPACK_API const char *pgnpack_status_text(enum pgnpack_status status);

/*
 * 1: one block is damaged, needs a newer library, or could not be read, and all others may be whole: what goes over games can go on
 * behind it. 0: whatever is tried next is likely to fail, too.
 */
PGNPACK_API int pgnpack_status_is_of_block(enum pgnpack_status status);

/* What failed. */
struct pgnpack_error {
    enum pgnpack_status status;
    uint64_t game;    /* 1-based; 0: not about one game */
    uint64_t line;    /* 1-based; 0: unknown or without lines */
    uint64_t offset;  /* byte offset in the input; UINT64_MAX: unknown */
    const char *text; /* cause and remedy in one line; "" while there is no failure */
    uint64_t reserved[4];
};

/* ---------------------------------------------------------------------------------------------------------
 * Handles
 *
 * A handle is what a _new() function returns: a reader, a cursor, a writer, a board ... What follows is the same for all of
 * them; `handle` is the pointer itself. Any other pointer is undefined.
 * ------------------------------------------------------------------------------------------------------ */

/*
 * What the handle's last call came to, with its cause in words. Where failures stay, it is the first one. It lives until the next
 * call on the handle. NULL, as a _new() function returns it: PGNPACK_ERROR_MEMORY. Of a handle that threads share one asks at a time.
 */
PGNPACK_API const struct pgnpack_error *pgnpack_error(const void *handle);

/*
 * Units of work (`work_limit` of struct pgnpack_options) that were done so far: by a reader in its last opening, by an unpacker in its
 * last run, by a cursor or a batch since it was made or last sought, by a block reader in its last call. More than the limit if
 * that was passed. 0: the other kinds of handles do not tell.
 */
PGNPACK_API uint64_t pgnpack_work(const void *handle);

/*
 * Frees a handle; NULL does nothing. A handle that works on another one, as a cursor does on a reader, is freed before that one.
 * What a database gives out (its reader, its writer) is freed with it, and not by the caller.
 */
PGNPACK_API void pgnpack_free(void *handle);

/* ---------------------------------------------------------------------------------------------------------
 * Options of every handle
 * ------------------------------------------------------------------------------------------------------ */

/*
 * Where a piece is refused, by the allocator or by the limit, the call that needed it says PGNPACK_ERROR_MEMORY or
 * PGNPACK_ERROR_MEMORY_LIMIT, and gives out nothing that was made without it. libzstd takes its own memory from malloc,
 * beside the limit; where it gets none, that is PGNPACK_ERROR_MEMORY, too. `opaque` outlives the handle. The functions are called by every
 * thread that works with the handle: those of its `threads`, and those that use a reader, or what was made of it.
 */
struct pgnpack_allocator {
    void *(*allocate)(void *opaque, size_t size); /* like malloc */
    void (*release)(void *opaque, void *piece);   /* like free; never called with NULL */
    void *opaque;
};

/*
 * Gives the weights of net `id`, the bytes of data/model-ID.bin of the source, to a library that was built without
 * (make NETS=none): sets *bytes_ret and *size_ret; the bytes are copied before it is called again, and before the call that asks ends. Returns 0; anything
 * else: there are none. docs/FORMAT.md names their hashes, which are checked.
 */
typedef int (*pgnpack_net_function)(void *opaque, unsigned id, const void **bytes_ret, size_t *size_ret);

/*
 * Zero it, then set `size` to sizeof(struct pgnpack_options): members may be added at the end. Every struct of options
 * begins that way, and a pointer to one may be NULL: all zero.
 *
 * A library that is older than the header takes a struct that is larger than it knows, as long as all that it does not know is zero.
 *
 * Options are checked. A handle made with a wrong one (a `size` of 0; a member that the library does not know; a number
 * out of its range; a callback that is NULL and may not be) is made all the same, so that it can say why: every call
 * on it that can fail is PGNPACK_ERROR_ARGUMENT, and pgnpack_error() names the member, its value and what is allowed.
 * So _new() returns NULL only where there is no memory, or less than the handle itself takes within `memory_limit`.
 */
struct pgnpack_options {
    size_t size;
    const struct pgnpack_allocator *allocator; /* NULL: malloc and free; copied */
    size_t memory_limit;                       /* bytes the handle may hold at once; 0: no limit */

    /*
     * Units of work that reading BCGN 1 may take; 0: no limit. A unit is about a nanosecond of a processor of today,
     * but it is counted, not measured: the same file takes the same work on every machine, with any number of
     * threads. docs/LIMITS.md says what costs how much. When it is passed, PGNPACK_ERROR_LIMIT tells where. Counted
     * from 0 on for each pgnpack_unpacker_run() and pgnpack_reader_open(); by a reader's cursors, each for itself,
     * from pgnpack_cursor_seek() or pgnpack_cursor_range() on; by its batches from pgnpack_batch_range() on; by its
     * block readers for each call. Other handles, whose work grows with the bytes they are given and no faster, do not
     * count.
     */
    uint64_t work_limit;

    /*
     * Asked while a reader, unpacker or writer is made, for nets that are not built in; they are copied. NULL: there
     * are no others. What needs a net that there is not, a file of level 5 and up say, is PGNPACK_ERROR_UNSUPPORTED, and
     * the error names the net.
     */
    pgnpack_net_function net;
    void *net_opaque;
};

/* Reads up to `size` bytes into `bytes`, sets *size_ret (0 at the end only). Returns 0 or an errno value. */
typedef int (*pgnpack_read_function)(void *opaque, void *bytes, size_t size, size_t *size_ret);

/*
 * Reads up to `size` bytes at `offset`; sets *size_ret, less than `size` only at the file's end. Returns 0 or an
 * errno value. Called from every thread that uses the reader or its cursors. Calls are few and large: two for an
 * opening, where the file has one index and that is not large; for each block that a cursor comes to, one for its text,
 * two to five for some of its columns (`gap` of struct pgnpack_source).
 */
typedef int (*pgnpack_read_at_function)(void *opaque, uint64_t offset, void *bytes, size_t size,
                                        size_t *size_ret);

/*
 * Is told of bytes that a cursor will soon read: the ranges of a block, before the first of them is read, and the
 * beginning of the next block, while this one's games are given. A hint: some may not be read after all, and others be read
 * unannounced. Called from every thread that uses the reader's cursors; it should return at once.
 */
typedef void (*pgnpack_prefetch_function)(void *opaque, uint64_t offset, uint64_t size);

#define PGNPACK_GAP_DEFAULT 16384
#define PGNPACK_GAP_NONE SIZE_MAX
#define PGNPACK_CACHE_DEFAULT 67108864
#define PGNPACK_CACHE_NONE SIZE_MAX

/*
 * What is opened: a path, bytes in memory, a stream or ranges. It is read during the call only; what it points to belongs to the
 * caller. PGNPACK_FROM_PATH() and the others below make one in the place of an argument:
 *
 *     pgnpack_reader_open(reader, PGNPACK_FROM_PATH("games.bcgn"));
 *
 * Made by hand, it is zeroed, then given its `size`, and one of `path`, `bytes`, `read` and `read_at` with what belongs to it.
 */
struct pgnpack_source {
    size_t size;
    /*
     * A file (bytes; UTF-8 on Windows), which stays open until the handle opens another or is freed. PGNPACK_ERROR_NO_FILE: there is
     * none; PGNPACK_ERROR_READ: it cannot be opened or read; the error names the path and the system's reason. Only streams may be pipes or
     * devices.
     */
    const char *path;
    /* `byte_count` bytes in memory, which stay until the handle opens another source or is freed. */
    const void *bytes;
    size_t byte_count;
    pgnpack_read_function read;       /* a stream: PGN, BCGN 0 */
    pgnpack_read_at_function read_at; /* a database of `file_size` bytes */
    uint64_t file_size;
    void *opaque;                       /* of `read`, `read_at` and `prefetch` */
    pgnpack_prefetch_function prefetch; /* of a database; NULL: none is told */
    /*
     * Of a database, how many bytes that nobody asked for are rather read than that there is a call more. 0: PGNPACK_GAP_DEFAULT, which
     * is right for files on disks; a server that answers over a network may be worth a megabyte. PGNPACK_GAP_NONE: only what is
     * needed is read, as it always is of bytes in memory. Opening reads so much of the file's end at once, 2 to 16 KiB.
     */
    size_t gap;
    /* Of a database, what pgnpack_reader_save_layout() wrote; NULL: none. It may be freed after the call. */
    const void *layout;
    size_t layout_size;
    int is_memory; /* 1: it is bytes in memory, also where `bytes` is NULL, as it may be of no bytes */
    /*
     * Of a database, how many bytes of memory each cursor may hold, besides what the present game needs, for blocks that it was in before:
     * games that are sought in them again cost their own moves and no more. The block left longest ago goes first; where games are
     * read one after the other, nothing is kept. A block takes 2 to 4 bytes for each byte of its text, at levels 7 to 9 10 MiB
     * more. It counts for the cursor's memory limit, and gives way to it. 0: PGNPACK_CACHE_DEFAULT. PGNPACK_CACHE_NONE: none is kept but the
     * present one.
     */
    size_t cache_size;
};

/* Writes all `size` bytes. Returns 0 or an errno value. */
typedef int (*pgnpack_write_function)(void *opaque, const void *bytes, size_t size);

/* Where bytes go: a path or a function, as PGNPACK_TO_PATH() and PGNPACK_TO_FUNCTION() make it. It is read during the call only. */
struct pgnpack_sink {
    size_t size;
    /*
     * A file (bytes; UTF-8 on Windows). It appears under its path when it is complete, in place of a file that has it; before, and
     * after a failure, there is none. PGNPACK_ERROR_WRITE: it cannot be made or written; the error names the path and the
     * system's reason.
     */
    const char *path;
    pgnpack_write_function write; /* gets the bytes in order */
    void *opaque;                 /* of `write` */
};

/* Sources and sinks in the place of an argument, where they live as long as the call. */
#ifdef __cplusplus
#define PGNPACK_FROM_PATH(path_) pgnpack_source_argument(path_, NULL, 0, 0, NULL, NULL, 0, NULL)
#define PGNPACK_FROM_MEMORY(bytes_, count_)                                                                  \
    pgnpack_source_argument(NULL, bytes_, count_, 1, NULL, NULL, 0, NULL)
#define PGNPACK_FROM_STREAM(read_, opaque_) pgnpack_source_argument(NULL, NULL, 0, 0, read_, NULL, 0, opaque_)
#define PGNPACK_FROM_RANGES(read_at_, opaque_, file_size_)                                                   \
    pgnpack_source_argument(NULL, NULL, 0, 0, NULL, read_at_, file_size_, opaque_)
#define PGNPACK_TO_PATH(path_) pgnpack_sink_argument(path_, NULL, NULL)
#define PGNPACK_TO_FUNCTION(write_, opaque_) pgnpack_sink_argument(NULL, write_, opaque_)

namespace { /* each file that includes this has its own, of the size that it knows */
struct pgnpack_source_argument : pgnpack_source {
    pgnpack_source_argument(const char *path_, const void *bytes_, size_t count_, int is_memory_,
                            pgnpack_read_function read_, pgnpack_read_at_function read_at_,
                            uint64_t file_size_, void *opaque_)
        : pgnpack_source()
    {
        size = sizeof(pgnpack_source);
        path = path_;
        bytes = bytes_;
        byte_count = count_;
        is_memory = is_memory_;
        read = read_;
        read_at = read_at_;
        file_size = file_size_;
        opaque = opaque_;
    }
    operator const pgnpack_source *() const
    {
        return this;
    }
};

struct pgnpack_sink_argument : pgnpack_sink {
    pgnpack_sink_argument(const char *path_, pgnpack_write_function write_, void *opaque_) : pgnpack_sink()
    {
        size = sizeof(pgnpack_sink);
        path = path_;
        write = write_;
        opaque = opaque_;
    }
    operator const pgnpack_sink *() const
    {
        return this;
    }
};
} // namespace
#else
#define PGNPACK_SOURCE_ARGUMENT(...)                                                                         \
    (&(const struct pgnpack_source){.size = sizeof(struct pgnpack_source), __VA_ARGS__})
#define PGNPACK_FROM_PATH(path_) PGNPACK_SOURCE_ARGUMENT(.path = (path_))
#define PGNPACK_FROM_MEMORY(bytes_, count_)                                                                  \
    PGNPACK_SOURCE_ARGUMENT(.bytes = (bytes_), .byte_count = (count_), .is_memory = 1)
#define PGNPACK_FROM_STREAM(read_, opaque_) PGNPACK_SOURCE_ARGUMENT(.read = (read_), .opaque = (opaque_))
#define PGNPACK_FROM_RANGES(read_at_, opaque_, file_size_)                                                   \
    PGNPACK_SOURCE_ARGUMENT(.read_at = (read_at_), .opaque = (opaque_), .file_size = (file_size_))
#define PGNPACK_SINK_ARGUMENT(...)                                                                           \
    (&(const struct pgnpack_sink){.size = sizeof(struct pgnpack_sink), __VA_ARGS__})
#define PGNPACK_TO_PATH(path_) PGNPACK_SINK_ARGUMENT(.path = (path_))
#define PGNPACK_TO_FUNCTION(write_, opaque_) PGNPACK_SINK_ARGUMENT(.write = (write_), .opaque = (opaque_))
#endif

/* ---------------------------------------------------------------------------------------------------------
 * Games
 * ------------------------------------------------------------------------------------------------------ */

struct pgnpack_game;

/* A run of bytes of the game's owner. */
struct pgnpack_text {
    const char *data;
    size_t size;
};

enum pgnpack_result {
    PGNPACK_RESULT_UNKNOWN,
    PGNPACK_RESULT_WHITE,
    PGNPACK_RESULT_BLACK,
    PGNPACK_RESULT_DRAW
};

enum pgnpack_item_kind {
    PGNPACK_ITEM_MOVE,
    PGNPACK_ITEM_NULL_MOVE,
    PGNPACK_ITEM_NAG,
    PGNPACK_ITEM_SUFFIX,
    PGNPACK_ITEM_COMMENT,
    PGNPACK_ITEM_LINE_COMMENT,
    PGNPACK_ITEM_ESCAPE,
    PGNPACK_ITEM_VARIATION_BEGIN,
    PGNPACK_ITEM_VARIATION_END,
    PGNPACK_ITEM_TOKEN, /* a sign that is none of PGN's but common ("+-", "e.p.") */
    PGNPACK_ITEM_DROP   /* of crazyhouse: a man from the hand comes onto the board ("N@f3") */
};

/* One element of a game's movetext, in the order of the text. */
struct pgnpack_item {
    enum pgnpack_item_kind kind;
    int in_header;    /* 1: a comment before or among the tags */
    int after_result; /* 1: a comment behind the result */
    uint16_t value; /* MOVE, DROP: to (bits 0-5), from (6-11), flag (12-15), see below; NAG, SUFFIX: number */
    struct pgnpack_text text; /* of comments what is inside; others as written, empty without a source */
    uint64_t reserved[2];
};

/*
 * Moves are 16 bits: to-square in bits 0-5 (a1 = 0, b1 = 1 ... h8 = 63), from-square in bits 6-11, flag in bits
 * 12-15: 0 quiet, 1 double push, 2 and 3 castling on the king's and queen's side (`to` is the rook's square),
 * 4 capture, 5 en passant, 8-11 promotion to N B R Q, 12-15 the same with capture. Drops have the flag 6, and in
 * place of the from-square the man: 0 to 4 for P N B R Q.
 */

PGNPACK_API uint32_t pgnpack_game_ply_count(const struct pgnpack_game *game); /* of the main line */
/* That at the end of the movetext; where there is none, that of the Result tag. */
PGNPACK_API enum pgnpack_result pgnpack_game_result(const struct pgnpack_game *game);

/* The n-th tag, from 0; the value has its escapes still in it. Returns 0, and empty texts, when there are not so many. */
PGNPACK_API int pgnpack_game_tag(const struct pgnpack_game *game, size_t n, struct pgnpack_text *name_ret,
                                 struct pgnpack_text *value_ret);

/* The first tag of that name: returns 1, or 0 and an empty text. */
PGNPACK_API int pgnpack_game_find_tag(const struct pgnpack_game *game, const char *name,
                                      struct pgnpack_text *value_ret);

/*
 * A tag's value as it is meant: \" is ", \\ is \, and a backslash before anything else is one. It goes to `out`, which has room for
 * value.size bytes and may be where the value is. Returns its size.
 */
PGNPACK_API size_t pgnpack_tag_unescape(struct pgnpack_text value, char *out);

/*
 * The rating that a tag such as WhiteElo says, 1 to 9999: behind white space one to four digits, whatever follows them ("1500",
 * "1500?", " 1500", "1500P12"). 0: none, as of "?", "-", "0", "12345", "24??". All that is told of ratings reads them so.
 */
PGNPACK_API unsigned pgnpack_rating(struct pgnpack_text value);

/*
 * What games are sorted by where a tag says this: bytes, which compare as the values do (memcmp(), then the shorter first). They go to `out`,
 * which has room for 3 * value.size + 16. Returns their size; 0: nothing is known ("", "?", "-"), and the game comes last. `tag` may be NULL.
 * - Tags Date, UTCDate and EventDate: eight digits, with 00 for a month or day that is not known, "20190500". Parts stand between ".", "-" or "/": a
 *   year of four digits, months and days of one or two ("2019.05.03", "2019.05.??", "2019-5-3", "2019"); without a year nothing is known.
 * - Tags WhiteElo and BlackElo: pgnpack_rating().
 * - Numbers, and several with "." between as rounds are, part by part: 2, 3.2, 3.10, 10. They come before all texts, behind a byte 1.
 * - Other texts: without escapes, case and accents.
 */
PGNPACK_API size_t pgnpack_sort_key(const char *tag, struct pgnpack_text value, char *out);

/* The n-th item of the movetext, from 0, those of variations too. Returns 0 when there are not so many. */
PGNPACK_API int pgnpack_game_item(const struct pgnpack_game *game, size_t n, struct pgnpack_item *item_ret);

/* Things about a game's text that are odd but understood (bits). */
enum pgnpack_oddity {
    PGNPACK_ODDITY_NO_RESULT = 1,
    PGNPACK_ODDITY_OPEN_COMMENT = 2,
    PGNPACK_ODDITY_OPEN_VARIATION = 4,
    PGNPACK_ODDITY_BAD_TAG = 8,
    PGNPACK_ODDITY_RIGHT_DROPPED = 16,
    PGNPACK_ODDITY_EN_PASSANT_DROPPED = 32,
    PGNPACK_ODDITY_RESULT_DIFFERS = 64,
    PGNPACK_ODDITY_STRAY_TEXT = 128,
    PGNPACK_ODDITY_OPPONENT_IN_CHECK = 256
};

/* How a game's text reads. */
struct pgnpack_game_details {
    uint64_t lead_size;      /* white space and a byte order mark before its first token, in bytes */
    unsigned oddities;       /* bits of enum pgnpack_oddity */
    const char *trouble;     /* why the movetext stopped making sense, in words; NULL: it did not */
    uint64_t trouble_offset; /* where, in the game's text; 0: it did not */
    uint64_t reserved[2];
};

/* Of any game; one without its text has no lead. */
PGNPACK_API void pgnpack_game_details(const struct pgnpack_game *game,
                                      struct pgnpack_game_details *details_ret);

/* One of the oddities in words. Never NULL. */
PGNPACK_API const char *pgnpack_oddity_text(enum pgnpack_oddity oddity);

/* ---------------------------------------------------------------------------------------------------------
 * Boards: positions of chess and Chess960, and the moves of a game played on them
 *
 * Functions on a `const` board are queries. The others keep what pgnpack_error() tells: their last failure's cause. A call that
 * fails changes nothing else, unless it says so.
 * ------------------------------------------------------------------------------------------------------ */

/* A new board has the start position. */
struct pgnpack_board;
/* `options` may be NULL. Returns NULL when there is no memory. */
PGNPACK_API struct pgnpack_board *pgnpack_board_new(const struct pgnpack_options *options);

/*
 * Sets the board to a FEN, X-FEN or Shredder-FEN; `fen` NULL: the start position. Trailing fields may be missing where the men
 * leave no choice for them (no king and rook at home, no pawn that could take in passing), and the counters always. The text
 * is refused (PGNPACK_ERROR_ARGUMENT, with the cause) when it cannot be read, has not one king a side, or a pawn on the
 * first or last rank. Everything else is a position, however many men there are. *oddities_ret, which may be NULL, tells
 * what was understood all the same (bits of enum pgnpack_oddity): a castling right without its king or rook at home, and
 * an en-passant square that no pawn attacks, are dropped; the side that is not to move may be in check.
 */
PGNPACK_API enum pgnpack_status pgnpack_board_set(struct pgnpack_board *board, const char *fen,
                                                  size_t fen_size, unsigned *oddities_ret);

/*
 * Starts on a game: before its first move. PGNPACK_ERROR_ARGUMENT: the game's FEN is no position; the board then has the
 * start position, and the game no moves that could be played.
 */
PGNPACK_API enum pgnpack_status pgnpack_board_start(struct pgnpack_board *board,
                                                    const struct pgnpack_game *game);

/*
 * Takes one item of the game, variations included; items that are no moves or brackets change nothing.
 * Returns PGNPACK_ERROR_ARGUMENT for an item that cannot come here.
 */
PGNPACK_API enum pgnpack_status pgnpack_board_step(struct pgnpack_board *board,
                                                   const struct pgnpack_item *item);

/*
 * Makes a legal move, which _undo() takes back, to any depth: 8 bytes a move. A move, drop or bracket that _step() took, and
 * _start() or _set(), are where _undo() ends. PGNPACK_ERROR_ARGUMENT: the move is not legal; nothing is left to undo.
 */
PGNPACK_API enum pgnpack_status pgnpack_board_make(struct pgnpack_board *board, uint16_t move);
PGNPACK_API enum pgnpack_status pgnpack_board_undo(struct pgnpack_board *board);

/*
 * No position that a board can have has more legal moves; positions of games have 218 at most, as far as is known.
 */
enum { PGNPACK_BOARD_MOVES_MAX = 1088 };

/*
 * Writes the legal moves, up to `capacity`, and returns how many there are. Their order never changes: by from-square,
 * then by to-square, a1 b1 ... h8, then promotions to N, B, R, Q; castling stands at the rook's square. No drops.
 */
PGNPACK_API size_t pgnpack_board_moves(const struct pgnpack_board *board, uint16_t *moves, size_t capacity);

enum { PGNPACK_SAN_SIZE = 12, PGNPACK_FEN_SIZE = 132 };

/* How a move is written. */
enum pgnpack_notation {
    PGNPACK_NOTATION_SAN = 0, /* "Nf3" */
    PGNPACK_NOTATION_UCI = 1  /* "g1f3" */
};

/*
 * The text, zero-terminated, of a move or drop in the present position. Returns its length, 0 if it is not legal here, or there
 * is no such notation. UCI castling is the king's step ("e1g1"), but "e1h1" in games whose start position is not the orthodox
 * one as to castling.
 */
PGNPACK_API size_t pgnpack_board_text(const struct pgnpack_board *board, uint16_t move,
                                      enum pgnpack_notation notation, char out[PGNPACK_SAN_SIZE]);

/*
 * The legal move of a text, all of its bytes. SAN: any disambiguation, "e8=Q" and "e8Q", "O-O" and "0-0", "e2-e4" and
 * "e2e4", too; an "x", "+" or "#" too many or too few does not matter; "!" and "?" are not of a move's text. UCI: castling
 * both ways. Neither reads null moves or drops. PGNPACK_ERROR_ARGUMENT: the text is not a move's, no legal move fits, or
 * several do: it is never guessed which; or there is no such notation.
 */
PGNPACK_API enum pgnpack_status pgnpack_board_parse(struct pgnpack_board *board,
                                                    enum pgnpack_notation notation, const char *text,
                                                    size_t text_size, uint16_t *move_ret);

/*
 * X-FEN of the present position, zero-terminated. Returns its length. The en-passant square stands there only where a
 * capture is legal.
 */
PGNPACK_API size_t pgnpack_board_fen(const struct pgnpack_board *board, char out[PGNPACK_FEN_SIZE]);

enum pgnpack_side { PGNPACK_SIDE_WHITE, PGNPACK_SIDE_BLACK };

/* To move. */
PGNPACK_API enum pgnpack_side pgnpack_board_side(const struct pgnpack_board *board);

/* The man on a square (a1 = 0, b1 = 1 ... h8 = 63) as in a FEN: "PNBRQK" are white's, "pnbrqk" black's; '\0': none. */
PGNPACK_API char pgnpack_board_man(const struct pgnpack_board *board, unsigned square);

/* A side's men in pawns, by the usual values: P 1, N 3, B 3, R 5, Q 9. */
PGNPACK_API unsigned pgnpack_board_material(const struct pgnpack_board *board, enum pgnpack_side side);

enum pgnpack_state {
    PGNPACK_STATE_CHECK = 1, /* the side to move is in check */
    PGNPACK_STATE_CHECKMATE = 2,
    PGNPACK_STATE_STALEMATE = 4,
    PGNPACK_STATE_NO_MATERIAL = 8 /* neither side can ever be mated */
};

/*
 * What holds of the present position: bits of enum pgnpack_state. There is no material where only one knight or bishop
 * is beside the kings, or none, or only bishops, all on squares of one colour. (Blocked positions are not looked for.)
 */
PGNPACK_API unsigned pgnpack_board_state(const struct pgnpack_board *board);

enum pgnpack_key_kind {
    /*
     * The format's own (docs/FORMAT.md, "Position keys"). The en-passant file enters only where a capture is legal, as for the
     * rule of repetition.
     */
    PGNPACK_KEY_BCGN = 0,
    /*
     * That of Polyglot's opening books. The en-passant file enters where a pawn stands beside the one that made the double
     * step, even if taking it would leave the own king in check.
     */
    PGNPACK_KEY_POLYGLOT = 1
};

/*
 * A key of the position, for tables and opening books; 0 where there is no such kind. It is the same on every machine and in
 * every version; clock and move number do not enter, nor which rook a castling right of Chess960 is about. Equal positions have
 * equal keys; different ones hardly ever.
 */
PGNPACK_API uint64_t pgnpack_board_key(const struct pgnpack_board *board, enum pgnpack_key_kind kind);

/* ---------------------------------------------------------------------------------------------------------
 * Reading PGN
 * ------------------------------------------------------------------------------------------------------ */

struct pgnpack_pgn_reader;

/* `options` may be NULL. Returns NULL when there is no memory. */
PGNPACK_API struct pgnpack_pgn_reader *pgnpack_pgn_reader_new(const struct pgnpack_options *options);

/*
 * Starts on a path, bytes in memory or a stream; nothing is read yet. PGNPACK_ERROR_NO_FILE, PGNPACK_ERROR_READ: there is no such file, or it cannot be
 * opened. PGNPACK_ERROR_ARGUMENT: the source makes no sense.
 */
PGNPACK_API enum pgnpack_status pgnpack_pgn_reader_open(struct pgnpack_pgn_reader *reader,
                                                        const struct pgnpack_source *source);

/*
 * The next game; it lives until the next call. PGNPACK_END behind the last one. PGNPACK_ERROR_LIMIT: this game
 * has more than 16 MiB of text and is left out; the next call goes on behind it. Other failures stay.
 */
PGNPACK_API enum pgnpack_status pgnpack_pgn_reader_next(struct pgnpack_pgn_reader *reader,
                                                        const struct pgnpack_game **game_ret);

/* A place in a PGN text. */
struct pgnpack_place {
    uint64_t game;   /* its number, from 1 */
    uint64_t offset; /* bytes, in the whole text */
    uint64_t line;   /* from 1 */
    uint64_t reserved[2];
};

/*
 * A place in the game that _next() gave last: `offset_in_game` bytes from its beginning, white space before it included. A larger
 * number is the game's end. All 0 before the first game. Counts lines from the game's beginning on, so 0 takes no time.
 */
PGNPACK_API void pgnpack_pgn_reader_place(const struct pgnpack_pgn_reader *reader, uint64_t offset_in_game,
                                          struct pgnpack_place *place_ret);

/* ---------------------------------------------------------------------------------------------------------
 * Writing PGN
 * ------------------------------------------------------------------------------------------------------ */

struct pgnpack_pgn_writer;
/* A writer of text to a sink, which is as for pgnpack_writer_new(). `options` may be NULL. NULL when there is no memory. */
PGNPACK_API struct pgnpack_pgn_writer *pgnpack_pgn_writer_new(const struct pgnpack_options *options,
                                                              const struct pgnpack_sink *sink);
/*
 * Export format. Output is gathered and passed on in large pieces. A game that cannot be written is refused, and the next call goes on:
 * PGNPACK_ERROR_ARGUMENT where it was read without its moves, or without all its tags (PGNPACK_PART_MOVES and PGNPACK_PART_TAGS, or
 * PGNPACK_PART_TEXT, and no choice of tags); PGNPACK_ERROR_LOSSY where it is broken off and was read without its text. Other failures stay.
 */
PGNPACK_API enum pgnpack_status pgnpack_pgn_writer_add(struct pgnpack_pgn_writer *writer,
                                                       const struct pgnpack_game *game);
/* Passes on what is left, and gives a file its path; nothing can be added to that then. */
PGNPACK_API enum pgnpack_status pgnpack_pgn_writer_finish(struct pgnpack_pgn_writer *writer);

/* ---------------------------------------------------------------------------------------------------------
 * Games made in memory
 *
 * A builder takes a game's tags and, one after the other, what its movetext has. What it finishes reads back from PGN, and
 * from a database, exactly as it was made: it is written and read once to be sure.
 *
 *     struct pgnpack_builder *builder = pgnpack_builder_new(NULL);
 *     const struct pgnpack_game *game;
 *     pgnpack_builder_tag(builder, "Event", "Casual game", 11);
 *     pgnpack_builder_san(builder, "e4", 2);
 *     pgnpack_builder_comment(builder, "best by test", 12);
 *     pgnpack_builder_result(builder, PGNPACK_RESULT_WHITE);
 *     if (pgnpack_builder_finish(builder, &game) == PGNPACK_OK)
 *         pgnpack_writer_add_game(writer, game);
 *     else
 *         puts(pgnpack_error(builder)->text);
 *     pgnpack_free(builder);
 *
 * A call that fails changes nothing, and the next one goes on; but where memory was refused, that stays until
 * pgnpack_builder_begin(). A game has at most 16 MiB of text: PGNPACK_ERROR_LIMIT beyond. What makes no sense is
 * PGNPACK_ERROR_ARGUMENT, with a text that says why.
 * ------------------------------------------------------------------------------------------------------ */

struct pgnpack_builder;

/* A builder with an empty game, "*". `options` may be NULL. NULL when there is no memory. */
PGNPACK_API struct pgnpack_builder *pgnpack_builder_new(const struct pgnpack_options *options);

/*
 * Begins a game anew: an empty one with `game` NULL; else a copy of that game, which may end before the builder does, and what comes
 * next goes on behind its main line. Comments of other kinds become such in braces where they can, those among the tags and behind
 * the result stand with the moves. PGNPACK_ERROR_LOSSY: the game is broken off (`trouble` of pgnpack_game_details()).
 * PGNPACK_ERROR_ARGUMENT: it was read without its moves, or without all its tags.
 */
PGNPACK_API enum pgnpack_status pgnpack_builder_begin(struct pgnpack_builder *builder,
                                                      const struct pgnpack_game *game);

/*
 * Sets a tag: the first one of that name (others go), or a further one. The name has letters, digits and _+#=:- and ends with
 * a zero byte; the value, without escapes, is a line of any bytes without control characters. NULL removes all tags of that
 * name, if there are any. "FEN" sets the start position, and comes and goes before the first move only; "Result" sets the result
 * too, if it is one of the four.
 */
PGNPACK_API enum pgnpack_status pgnpack_builder_tag(struct pgnpack_builder *builder, const char *name,
                                                    const char *value, size_t value_size);

/*
 * The next item of the movetext, of a kind that has no text: PGNPACK_ITEM_MOVE or _DROP, whose `value` is a legal move or drop (16 bits,
 * as in struct pgnpack_item); _NULL_MOVE, not in check; _VARIATION_BEGIN, an alternative to the ply before, or _VARIATION_END of the
 * innermost one; _NAG, a numeric annotation glyph, 0 to 65,535. `value` is of no meaning for the others.
 */
PGNPACK_API enum pgnpack_status pgnpack_builder_item(struct pgnpack_builder *builder,
                                                     enum pgnpack_item_kind kind, unsigned value);

/* The next ply by its text in SAN, LAN or UCI notation; "--": a null move. */
PGNPACK_API enum pgnpack_status pgnpack_builder_san(struct pgnpack_builder *builder, const char *text,
                                                    size_t text_size);

/* A comment: any bytes but } and control characters; tabs and line ends may be. */
PGNPACK_API enum pgnpack_status pgnpack_builder_comment(struct pgnpack_builder *builder, const char *text,
                                                        size_t text_size);

/* How the game ends, in a Result tag, too, if there is one. */
PGNPACK_API enum pgnpack_status pgnpack_builder_result(struct pgnpack_builder *builder,
                                                       enum pgnpack_result result);

/*
 * The game as it is now, as a PGN reader gives it; it lives until it is finished again, begun or freed. The builder may go on
 * with it. PGNPACK_ERROR_ARGUMENT: variations are open; a game without tags begins with a comment; the Variant tag names
 * rules other than chess; or something else does not read back.
 */
PGNPACK_API enum pgnpack_status pgnpack_builder_finish(struct pgnpack_builder *builder,
                                                       const struct pgnpack_game **game_ret);

/* ---------------------------------------------------------------------------------------------------------
 * BCGN 1: packing
 *
 * Any bytes go in; the very same bytes come out. The packed bytes are the same for every number of threads.
 * ------------------------------------------------------------------------------------------------------ */

enum pgnpack_moves {
    PGNPACK_MOVES_BY_LEVEL = 0,
    PGNPACK_MOVES_INDEX = 1, /* one byte a move, per piece and square */
    PGNPACK_MOVES_BITS = 2,  /* ceil(log2 n) bits a move, n legal moves */
    PGNPACK_MOVES_MODEL = 3, /* by what a small neural network expects: about 3 bits a move */
    PGNPACK_MOVES_BEST = 4,  /* that and what its group of games had before, which a game costs, too */
    PGNPACK_MOVES_TABLE =
        5 /* by static tables, level 4's: less than four bits a move, two to three times as fast as the network */
};

/* What a file has besides, so that searches need not look at each game's moves: position columns and an opening tree. */
enum pgnpack_index {
    PGNPACK_INDEX_BY_SIZE = 0, /* where it takes little of the file, from level 3 on */
    PGNPACK_INDEX_NONE = 1,
    PGNPACK_INDEX_ALWAYS =
        2 /* in any case; in small files the tree also has positions of few games, at least 8 */
};

enum { PGNPACK_THREADS_MAX = 256 };
enum { PGNPACK_LEVEL_MIN = 1, PGNPACK_LEVEL_DEFAULT = 3, PGNPACK_LEVEL_MAX = 9 };

/* How far the work is. */
struct pgnpack_progress {
    uint64_t done; /* in what the struct that takes the function names: bytes of text, games */
    uint64_t all;  /* in the same; 0: it is not known */
    uint64_t
        packed_size; /* bytes of the packed file that were written or read so far, where it is about one */
};

/* Returns 0 to go on; anything else ends the call with PGNPACK_ERROR_CANCELLED. Called in the thread that calls the handle. */
typedef int (*pgnpack_progress_function)(void *opaque, const struct pgnpack_progress *progress);

/* Zero it, then set `size`. Zero means the default everywhere. */
struct pgnpack_writer_options {
    size_t size;
    int level; /* 1 (fast) to 9 (small); 1 and 2 leave out what speeds up searches (`index`) */
    enum pgnpack_moves moves;
    unsigned threads; /* 1: none but the caller's; 0: one a processor; at most PGNPACK_THREADS_MAX */
    uint64_t
        block_size; /* bytes of text in a block; at most 16 MiB, of which above 12 MiB no more than that is taken */
    int verify;                         /* unpack each block before it is written, and compare */
    pgnpack_progress_function progress; /* in bytes of the text */
    void *progress_opaque;
    enum pgnpack_index index;
    int reserved; /* 0 */
};

struct pgnpack_writer_totals {
    uint64_t text_size;
    uint64_t packed_size;
    uint64_t games;
    uint64_t plies; /* of main lines */
    uint64_t blocks;
    uint64_t files;        /* begun by pgnpack_writer_begin_file() */
    uint64_t exact_games;  /* rendered without any exception */
    uint64_t gap_games;    /* with an exception that is more than a token's spelling */
    uint64_t broken_games; /* kept as text from some point on */
    uint64_t exceptions;
};

struct pgnpack_writer;

/*
 * A writer of packed bytes to a sink: to its `write` in order, always in the thread that calls the handle, or to a file. Both options
 * may be NULL. With threads, the allocator of `options` is called from several threads at once. NULL when there is no memory.
 *
 * A file is written beside its path, as ".pgnpack-..."; pgnpack_writer_finish() brings it to the disk and then gives it its path, at
 * once: whoever looks sees the old file or the whole new one. pgnpack_free() without that removes it. Links are
 * followed. Where it cannot be created, or is no regular file, the writer's calls are PGNPACK_ERROR_WRITE. From here on until it is
 * finished or freed no other program changes a database that has the path; if one does so already, they are PGNPACK_ERROR_BUSY.
 */
PGNPACK_API struct pgnpack_writer *pgnpack_writer_new(const struct pgnpack_options *options,
                                                      const struct pgnpack_writer_options *writer_options,
                                                      const struct pgnpack_sink *sink);

/*
 * What follows is a file of its own, of that name (any bytes but 0, at most 4,096); its boundary is kept. `time`: of its modification, in
 * seconds since 1970 (UTC); NULL: it is not known. One beyond 34,000 years is not kept.
 */
PGNPACK_API enum pgnpack_status pgnpack_writer_begin_file(struct pgnpack_writer *writer, const char *name,
                                                          size_t name_size, const int64_t *time);

/* The next bytes of the text, in pieces of any size. Failures stay. */
PGNPACK_API enum pgnpack_status pgnpack_writer_write(struct pgnpack_writer *writer, const void *text,
                                                     size_t text_size);

/* What is written next, or comes to stand behind the end, begins a game: what is missing of an empty line before it is put there. */
PGNPACK_API enum pgnpack_status pgnpack_writer_begin_game(struct pgnpack_writer *writer);

/*
 * A game as text in export format, as pgnpack_pgn_writer_add() has it, behind an empty line. A game that cannot be written
 * is refused, and the next call goes on: PGNPACK_ERROR_ARGUMENT where it was read without its moves or without all its tags, or has no
 * tag and begins with a comment, which would be the game before's; PGNPACK_ERROR_LOSSY where it is broken off and was read
 * without its text; PGNPACK_ERROR_LIMIT where it takes more than 16 MiB. Other failures stay.
 */
PGNPACK_API enum pgnpack_status pgnpack_writer_add_game(struct pgnpack_writer *writer,
                                                        const struct pgnpack_game *game);

/* Packs what is left and closes the file. Without it, the file is known as not closed properly. */
PGNPACK_API enum pgnpack_status pgnpack_writer_finish(struct pgnpack_writer *writer);
/* What was packed so far; complete after _finish(). */
PGNPACK_API const struct pgnpack_writer_totals *pgnpack_writer_totals(const struct pgnpack_writer *writer);

/* ---------------------------------------------------------------------------------------------------------
 * A database that changes
 *
 * Games are added to a packed file, deleted, and brought back, in changes that are there as a whole or not at all, whatever happens
 * meanwhile. A change adds a segment at the file's end, and never touches what is there: whoever reads the file sees the state that it
 * opened, and only the end of the file has to be copied to keep another copy up to date.
 *
 *     struct pgnpack_database *database = pgnpack_database_new(NULL);
 *     pgnpack_database_open(database, "games.bcgn", NULL);
 *     struct pgnpack_writer *writer = pgnpack_database_append(database, NULL);
 *     if (writer != NULL)
 *         pgnpack_writer_write(writer, text, text_size);
 *     pgnpack_database_delete(database, 17, 1, PGNPACK_REASON_HAND, 0);
 *     if (pgnpack_database_commit(database, NULL, 0) != PGNPACK_OK)
 *         puts(pgnpack_error(database)->text);
 *     pgnpack_free(database);
 * ------------------------------------------------------------------------------------------------------ */

/* A database opened for changes: a handle, for one thread at a time. */
struct pgnpack_database;
struct pgnpack_copy_options; /* both below */
struct pgnpack_copy_totals;

/* Nothing is open yet. NULL when there is no memory. */
PGNPACK_API struct pgnpack_database *pgnpack_database_new(const struct pgnpack_options *options);

/* Zero it, then set `size`. */
struct pgnpack_database_options {
    size_t size;
    /*
     * 1: where there is no file of the path, a database without games is made, which is locked from the moment on that others see it. It
     * is removed again when it is closed without a commit.
     */
    int create;
    /*
     * A file whose end is cut or damaged (PGNPACK_TORN_DAMAGED) is opened, too: its end becomes a file of this path, which must not be
     * there yet, and the database ends before it. Copied; NULL: such files are not opened.
     */
    const char *torn_path;
};

/*
 * Opens the file of that path (bytes; UTF-8 on Windows), and keeps other programs from changing it until it is closed: by another
 * opening, or by pgnpack_free(). What a broken-off change left is removed (pgnpack_reader_info()->torn). `options` may be NULL.
 * PGNPACK_ERROR_BUSY: another handle or program changes it, or is about to put another file in its place.
 * A file of which the beginning, the index or the end is damaged is not opened: PGNPACK_ERROR_CORRUPT or _TRUNCATED; but see `torn_path`. Blocks of
 * games are not looked at. PGNPACK_ERROR_NO_FILE: there is no such file; PGNPACK_ERROR_WRITE: it may not be written. Where a record of an
 * earlier change is damaged, it is not known which games are deleted: all that makes a change is PGNPACK_ERROR_CORRUPT then, but
 * pgnpack_database_truncate() to a state before it.
 */
PGNPACK_API enum pgnpack_status pgnpack_database_open(struct pgnpack_database *database, const char *path,
                                                      const struct pgnpack_database_options *options);

/*
 * The database as it was when it was opened, or last committed: for queries, cursors, searches. It opens nothing else, and belongs to the
 * database, which frees it where a commit, a truncation or a compaction has been made: ask for it anew then. What works on it (cursors, searches) must be gone
 * before. NULL: nothing is open.
 */
PGNPACK_API struct pgnpack_reader *pgnpack_database_reader(struct pgnpack_database *database);

/*
 * What is written to the writer comes to the database with the next commit: pgnpack_writer_write(), _begin_game(), _add_game(),
 * _begin_file(). What is missing of an empty line behind the text that there is, and behind each file, is put there, and is of no file. One a
 * change, which belongs to the database, as do its end and its freeing, with the commit: the first call counts. Games get
 * the level that most of the database has, unless `options` have one, or a codec. NULL: it cannot be had, and pgnpack_error() says why. A
 * progress function that cancels makes the commit fail.
 */
PGNPACK_API struct pgnpack_writer *pgnpack_database_append(struct pgnpack_database *database,
                                                           const struct pgnpack_writer_options *options);

/* Why a game is deleted. */
enum pgnpack_reason {
    PGNPACK_REASON_NONE = 0,       /* it is there */
    PGNPACK_REASON_HAND = 1,       /* somebody deleted it */
    PGNPACK_REASON_DUPLICATE = 2,  /* another game is the same */
    PGNPACK_REASON_REPLACED = 3,   /* another game is its new version */
    PGNPACK_REASON_TAKEN_BACK = 4, /* the change that added it was taken back */
    PGNPACK_REASON_UNKNOWN = 6     /* 6 and 7 */
};

/*
 * Deletes games with the next commit: `count` from game `first` on, from 1, of pgnpack_database_reader(). Games that are deleted
 * already stay what they are. `reason`: PGNPACK_REASON_HAND, with `other` 0; PGNPACK_REASON_DUPLICATE of, or PGNPACK_REASON_REPLACED
 * by, as many games from game `other` on; 0: it is not told which. Those that come with this change have the numbers behind
 * pgnpack_reader_info()->game_count; that they do is seen by the commit, which else fails, and nothing is left of the change.
 * PGNPACK_ERROR_ARGUMENT: there are no such games, or a game is to be its own duplicate. PGNPACK_ERROR_UNSUPPORTED: an older version packed them, without identities: compact the database first.
 */
PGNPACK_API enum pgnpack_status pgnpack_database_delete(struct pgnpack_database *database, uint64_t first,
                                                        uint64_t count, enum pgnpack_reason reason,
                                                        uint64_t other);

/*
 * Brings games back that were deleted for this reason before the change, PGNPACK_REASON_HAND or _DUPLICATE; others stay deleted. What was
 * replaced, or taken back, comes only by pgnpack_database_undo(), or by going back to a state: pgnpack_database_truncate(). Of several calls about a game, of deletions
 * too, the last one of a change counts.
 */
PGNPACK_API enum pgnpack_status pgnpack_database_undelete(struct pgnpack_database *database, uint64_t first,
                                                          uint64_t count, enum pgnpack_reason reason);

/*
 * Says that games which come with this change are new versions of games of pgnpack_database_reader(): `count` from the `new_first`-th one
 * added, from 1, on, of those from `old_first` on, whose ids they have then. In ascending order of `new_first`, each new game once.
 */
PGNPACK_API enum pgnpack_status pgnpack_database_set_origin(struct pgnpack_database *database,
                                                            uint64_t new_first, uint64_t count,
                                                            uint64_t old_first);

/*
 * Makes the change: it is on the disk when this returns PGNPACK_OK. Its segment tells of it in the words of `command`, a text of at
 * most 4,096 bytes, by custom a command line, NULL: none; and its time is `time`, in seconds since 1970, UTC, 0: now. Where one of these cannot
 * be taken, that is PGNPACK_ERROR_ARGUMENT, and the change is still to be made: commit again. A change without games that deletes nothing which was there, and
 * brings nothing back, leaves the file as it is. A change that a call before could not make a part of, for want of memory, is not made.
 * After any other failure the file is as before, or (where even that cannot be written) as
 * after a broken-off change, and nothing is left of the change.
 */
PGNPACK_API enum pgnpack_status pgnpack_database_commit(struct pgnpack_database *database,
                                                        const char *command, int64_t time);

/* What taking a change back comes to, in games. */
struct pgnpack_undo_totals {
    uint64_t deleted;      /* that had come with the change, or been brought back by it */
    uint64_t brought_back; /* that it had deleted */
    uint64_t left;         /* as they are: later changes made something else of them */
    uint64_t gone;         /* no longer in the file */
    uint64_t reserved[2];
};

/*
 * Takes back what the change of that number did, with the next commit, and leaves what later ones did: games that came with it are
 * deleted (PGNPACK_REASON_TAKEN_BACK), those that it deleted are there again, those that it brought back deleted as before. Games are left
 * as they are where later changes deleted, brought back or replaced them, unless that was taken back; so is the old version of a game whose
 * new one is left, and all that came with a change whose old versions are no longer in the file. Of a change that took another one back, that one's games come back. PGNPACK_ERROR_ARGUMENT: there is no such change, or
 * one is being taken back already: one a commit.
 */
PGNPACK_API enum pgnpack_status pgnpack_database_undo(struct pgnpack_database *database, uint64_t change,
                                                      struct pgnpack_undo_totals *totals_ret);

/* Forgets what was added and deleted since the last commit. */
PGNPACK_API enum pgnpack_status pgnpack_database_abort(struct pgnpack_database *database);

/*
 * Goes back to the state after change number `state`: what came later is gone. Not undone by anything; others who read the file meanwhile
 * may find its end missing. PGNPACK_ERROR_ARGUMENT: there is no such change, a change has begun, or the state is gone: segments
 * that were merged or compacted have but the last of theirs (is_state of struct pgnpack_change_info).
 */
PGNPACK_API enum pgnpack_status pgnpack_database_truncate(struct pgnpack_database *database, uint64_t state);

/*
 * Makes few segments of the database, as pgnpack_copy_compact() does: a new file takes the old one's place, at once. Unless `keep_deleted`
 * is set, what was deleted is gone, and games get new numbers; they keep their ids. The reader is a new one then. PGNPACK_ERROR_ARGUMENT: a change has begun.
 * No other program can change the database in between. After a failure it is what it was; where it cannot even be opened again (on
 * Windows, where others had it open), nothing is. Where there is nothing to do, the file stays. `options` may be NULL.
 *
 * With `small_only` the segments at the end alone become one, as after many small changes: a run of 8 or more that is a 64th of the file
 * at least, or any where the file has 64, and that together is at least 3 / 2 times as large as its largest segment, so that each game is
 * packed anew O(log n) times however the database grows; no segment of 256 MiB or more. Deleted games stay, as such, and all numbers stay
 * what they are.
 *
 * *totals_ret: what was copied; all zero where there was nothing to do, or it failed.
 */
PGNPACK_API enum pgnpack_status pgnpack_database_compact(struct pgnpack_database *database,
                                                         const struct pgnpack_copy_options *options,
                                                         struct pgnpack_copy_totals *totals_ret);

/* ---------------------------------------------------------------------------------------------------------
 * BCGN 1: unpacking a stream
 * ------------------------------------------------------------------------------------------------------ */

/* What is to be done with deleted games. */
enum pgnpack_deleted {
    PGNPACK_DELETED_LEFT_OUT = 0, /* all that reads games passes over them: the default */
    PGNPACK_DELETED_KEPT = 1      /* they are games like the others */
};

/* A stretch of a file that cannot be unpacked. */
struct pgnpack_damage {
    uint64_t offset;     /* in the packed file */
    uint64_t size;       /* bytes passed over; 0: something is missing here */
    uint64_t first_game; /* from 1; games lost are first_game .. first_game + game_count - 1 */
    uint64_t game_count; /* UINT64_MAX: unknown (no later part of the file tells) */
    uint64_t text_size;  /* bytes of text lost; UINT64_MAX: unknown */
    const char *text;    /* the cause */
};

/* Returns 0 to go on; anything else ends the call with PGNPACK_ERROR_CANCELLED. Called in the thread that calls the handle. */
typedef int (*pgnpack_damage_function)(void *opaque, const struct pgnpack_damage *damage);

/*
 * A file of several that were packed together begins in the text; `name_size` 0: what follows, which was packed
 * by itself and concatenated, has no name. With `name` NULL it is of no file: line ends that a change put between
 * two. `time`: of its modification, in seconds since 1970 (UTC); NULL: it is not known. Return 0, or an errno value to stop.
 */
typedef int (*pgnpack_file_function)(void *opaque, const char *name, size_t name_size, const int64_t *time);

struct pgnpack_unpacker_options {
    size_t size;
    unsigned threads; /* 1: none but the caller's; 0: one a processor; at most PGNPACK_THREADS_MAX */
    int salvage;      /* go on behind damage, and deliver every block that is whole */
    pgnpack_damage_function
        damage; /* is told of each stretch that is passed over; may be NULL. Without `salvage`, only of what no text needs */
    pgnpack_file_function begin_file;   /* may be NULL: then the texts follow each other */
    pgnpack_progress_function progress; /* in bytes of the text */
    void *opaque;                       /* of the three */
    int check_columns; /* see that what only searches read is true of the games: costs another decoding of the moves */
    enum pgnpack_deleted
        deleted; /* of a path or bytes in memory, of which pgnpack_unpacker_run() sees itself which games are deleted */
};

/*
 * What is at the end of a database's file, behind what was committed there last. Its bytes tell: no lock is asked.
 */
enum pgnpack_torn {
    PGNPACK_TORN_NOT, /* nothing */
    PGNPACK_TORN_UNFINISHED, /* a change that is just being made, or was broken off: not read; the next change removes it */
    PGNPACK_TORN_UNMARKED, /* a change whose end mark is missing and nothing else: it is read; the next change writes the mark */
    PGNPACK_TORN_DAMAGED /* the file was cut or damaged there: not read, the opening's status is PGNPACK_ERROR_TRUNCATED, and
                            there is no change (`torn_path` of pgnpack_database_options). Salvage gives each block that is whole */
};

struct pgnpack_unpacker_totals {
    uint64_t text_size; /* of the games that were given */
    uint64_t packed_size;
    uint64_t games;
    uint64_t blocks;
    uint64_t segments;
    uint64_t damaged; /* stretches */
    uint64_t work; /* of all blocks, whole or damaged, but for one that met the limit: see pgnpack_options */
    uint64_t left_out; /* games: pgnpack_unpacker_leave_out() */
    uint64_t changes; /* blocks that tell of a change of a database, which may have deleted games before it */
    uint64_t
        deleted; /* games that are in the text, though such changes deleted them: known when all was read, and only where
                          pgnpack_unpacker_leave_out() was not told before. UINT64_MAX: not known, with `salvage`, or behind a failure */
    enum pgnpack_torn
        torn; /* how the file, or the stream, ends: as pgnpack_reader_info()->torn; not of a stream with `salvage` ... */
    uint64_t torn_size;        /* ... and pgnpack_reader_info()->torn_size */
    uint64_t unknown_sections; /* of types that this version does not know: no text needs them */
};

struct pgnpack_unpacker;
/* Both options may be NULL. Returns NULL when there is no memory. */
PGNPACK_API struct pgnpack_unpacker *
pgnpack_unpacker_new(const struct pgnpack_options *options,
                     const struct pgnpack_unpacker_options *unpacker_options);

/*
 * The next runs are of this opened database, from its first byte on, and leave its deleted games out; with PGNPACK_DELETED_KEPT
 * all are given. They end where it ended when it was opened: what others put there since, and what a broken-off change left
 * (pgnpack_reader_info()->torn), is not looked at; what is cut or damaged there is PGNPACK_ERROR_TRUNCATED when all before it was
 * given, and with `salvage` looked through for blocks that are whole. The texts of blocks are verified as a whole before games
 * are cut out. It must stay as it is; NULL: none. PGNPACK_ERROR_ARGUMENT: it is not open. Without it, a stream gives deleted
 * games, too: what deletes them comes after them.
 */
PGNPACK_API enum pgnpack_status pgnpack_unpacker_leave_out(struct pgnpack_unpacker *unpacker,
                                                           const struct pgnpack_reader *database);

/*
 * Unpacks a whole source: a path, bytes in memory or a stream. Only text whose hash was verified reaches the sink, in order and in
 * the calling thread; `sink` NULL only tests. A path or bytes come without their deleted games. With `salvage`, damage is
 * reported and the status is that of the first damage, when all is done. Whole blocks are then found wherever they stand, and
 * given in the order of the file, copies too; finding them is linear in the file's size, whatever it claims (docs/FORMAT.md,
 * "Recovery"). A sink's path appears when the status is PGNPACK_OK; with `salvage`, also when there was damage.
 */
PGNPACK_API enum pgnpack_status pgnpack_unpacker_run(struct pgnpack_unpacker *unpacker,
                                                     const struct pgnpack_source *source,
                                                     const struct pgnpack_sink *sink);

/* Of the last run. */
PGNPACK_API const struct pgnpack_unpacker_totals *
pgnpack_unpacker_totals(const struct pgnpack_unpacker *unpacker);

/* ---------------------------------------------------------------------------------------------------------
 * BCGN 1: reading a database
 *
 * A reader is the opened file: its index. It does not change after opening, so that many threads may share it,
 * each with cursors of its own.
 * ------------------------------------------------------------------------------------------------------ */

struct pgnpack_reader;
/* A reader that is not open yet. `options` may be NULL. Returns NULL when there is no memory. */
PGNPACK_API struct pgnpack_reader *pgnpack_reader_new(const struct pgnpack_options *options);

/*
 * Opens a database: a path, bytes in memory, or ranges. PGNPACK_ERROR_TRUNCATED: the file was not closed properly, its end is
 * damaged or its beginning missing, but it is open. Where changes were committed before what is damaged or missing at the end
 * (PGNPACK_TORN_DAMAGED), they are read, and nothing else; otherwise its index was made by reading the blocks' headers, and where
 * these do not follow each other all bytes, once; all games found are there. PGNPACK_ERROR_NOT_BCGN: it does not begin as a database,
 * and none of its first 16 MiB are of one.
 *
 * With a saved layout the status is that of the opening that it was saved of (so PGNPACK_ERROR_TRUNCATED may come), or says that the
 * layout is of no use, and the file is to be opened without it: PGNPACK_ERROR_UNSUPPORTED, another version saved it;
 * PGNPACK_ERROR_ARGUMENT, it is of another file, or the file has changed; PGNPACK_ERROR_CORRUPT. It may come from strangers: at
 * worst, blocks are then found to be damaged.
 */
PGNPACK_API enum pgnpack_status pgnpack_reader_open(struct pgnpack_reader *reader,
                                                    const struct pgnpack_source *source);

/*
 * Passes what opening found to a sink, in one piece, so that other processes open the same file with one short read:
 * most of all one that was not closed properly. About 20 bytes a block. This is a cache and no format: it is tied to
 * this version of the library and to the file's size and end, and made anew where it does not fit. On an opened
 * reader, when no other thread uses it.
 */
PGNPACK_API enum pgnpack_status pgnpack_reader_save_layout(struct pgnpack_reader *reader,
                                                           const struct pgnpack_sink *sink);

/* What an opened database has. */
struct pgnpack_reader_info {
    uint64_t game_count; /* deleted ones too */
    uint64_t text_size;  /* bytes */
    uint64_t block_count;
    uint64_t
        segment_count; /* parts that were packed by themselves, joined by concatenation or added by changes, and closed */
    uint64_t deleted_count; /* games */
    uint64_t
        torn_size; /* bytes behind the last change; of PGNPACK_TORN_UNMARKED those of the end mark that are there, 0 to 48 */
    enum pgnpack_torn torn; /* what these are */
};

/* Lives as long as the reader, and changes with the next opening. All zero while nothing is open. For any number of threads. */
PGNPACK_API const struct pgnpack_reader_info *pgnpack_reader_info(const struct pgnpack_reader *reader);

struct pgnpack_block_info {
    uint64_t offset; /* in the file */
    uint64_t size;
    uint64_t text_size;
    uint64_t first_game; /* from 1 */
    uint64_t game_count;
    uint32_t date_min, date_max; /* year * 10,000 + month * 100 + day; 0: none known */
    unsigned elo_min, elo_max;   /* 0: none known */
    int begins_file;             /* a file of several begins with it ... */
    int has_files;               /* ... or, further ones, inside it */
    int continues;               /* the text goes on with what the block before was cut in */
    int is_annex; /* no games and no text: something about others, which a reader may do without */
    uint64_t reserved[4];
};

/* An id of a game and a zero byte. */
enum { PGNPACK_ID_SIZE = 32 };

/* A segment of an opened database. */
struct pgnpack_segment_info {
    uint64_t offset; /* in the file */
    uint64_t size;
    uint64_t text_size;
    uint64_t first_game;    /* from 1 */
    uint64_t game_count;    /* deleted ones too */
    uint64_t deleted_count; /* of these */
    uint64_t identity;      /* names it wherever it is copied to; 0: unknown, an older version packed it */
    int64_t time;           /* of the change that made it, in seconds since 1970, UTC; 0: unknown */
    uint64_t
        state; /* number of the last change up to its end: what pgnpack_database_truncate() goes back to */
    int is_change;  /* it was added by a change of the database, and says what that was ... */
    int is_damaged; /* ... or did: games that it deleted are there again ... */
    int is_newer;   /* ... since it needs a newer library, which is damage, too */
    struct pgnpack_text
        command; /* ... in the words of the program that made it; lives as long as the file is open */
    char name[PGNPACK_ID_SIZE]; /* the first part of the ids of games that came with it; "": it has none */
    uint64_t reserved[4];
};

/* Segment `n`, from 0. Returns 0 when there is none. */
PGNPACK_API int pgnpack_reader_segment(const struct pgnpack_reader *reader, uint64_t n,
                                       struct pgnpack_segment_info *info_ret);

/*
 * Of cursors, batches, searches, trees and names, whatever the reader opens. Numbers stay what they are: a deleted game keeps its own,
 * and pgnpack_reader_info()->game_count counts all. Not left out are: whole blocks of text (pgnpack_block_reader_text()), what blocks and
 * segments say of themselves, an index that is made, and what pgnpack_reader_check_trees() looks at. To be called before they are made,
 * and not while other threads use the reader.
 */
PGNPACK_API void pgnpack_reader_set_deleted(struct pgnpack_reader *reader, enum pgnpack_deleted deleted);

/*
 * Holds the blocks from `first` (from 0) to first + count - 1, as far as there are such, against their checksums, which reads all their
 * bytes, and tells of each that is damaged and has games; then, where the opening was PGNPACK_ERROR_TRUNCATED, of the end. `damage`
 * may be NULL. Those games are left out from now on as deleted ones are, by cursors, batches, searches, trees and names; the names of
 * their tags are missing, and no tree that was stored over them is used. Without this call, and in other blocks, damage is an
 * error where it is met. To be called before these handles are made, and not while other threads use the reader; a further call
 * forgets what the one before found. Fails where reading or memory does: then nothing is left out.
 */
PGNPACK_API enum pgnpack_status pgnpack_reader_skip_damaged(struct pgnpack_reader *reader, uint64_t first,
                                                            uint64_t count, pgnpack_damage_function damage,
                                                            void *opaque);

/*
 * The next run, at or after game `number`, from 1, of games that are left out: deleted ones, where they are not kept, and those of
 * damaged blocks that are skipped: *first_ret and *count_ret. Returns 0 when there is none; both are 0 then.
 */
PGNPACK_API int pgnpack_reader_left_out_range(const struct pgnpack_reader *reader, uint64_t number,
                                              uint64_t *first_ret, uint64_t *count_ret);

/* Is game `number`, from 1, deleted? */
PGNPACK_API int pgnpack_reader_is_deleted(const struct pgnpack_reader *reader, uint64_t number);

/*
 * The next run of deleted games at or after game `number`, from 1: *first_ret and *count_ret. Returns 0 when there is none; both are
 * 0 then.
 */
PGNPACK_API int pgnpack_reader_deleted_range(const struct pgnpack_reader *reader, uint64_t number,
                                             uint64_t *first_ret, uint64_t *count_ret);

/* A change of a database. */
struct pgnpack_change_info {
    uint64_t number;  /* for ever, from 1; 0: no change, but a segment was made of others, as by compaction */
    int64_t time;     /* seconds since 1970, UTC; 0: unknown */
    uint64_t segment; /* that tells of it, from 0 */
    int is_state;     /* pgnpack_database_truncate() can go back to it */
    int is_damaged;   /* the segment's record is, so that there may be more */
    uint64_t added;   /* games, whatever became of them later ... */
    uint64_t deleted; /* ... for whatever reason ... */
    uint64_t brought_back;
    uint64_t takes_back;         /* the change that it takes back; 0: none */
    struct pgnpack_text command; /* in the words of the program that made it; as long as the history */
    uint64_t reserved[4];
};

/* Deleted games that follow each other, deleted for one reason by one change. */
struct pgnpack_deleted_info {
    uint64_t first, count; /* numbers, from 1 */
    enum pgnpack_reason reason;
    uint64_t
        other; /* the game of which the first one is a duplicate, or that is its new version, and so on; 0: unknown */
    uint64_t change; /* its number */
    uint64_t reserved[2];
};

/* What was done to an opened database: a handle, for one thread at a time; the reader must outlive it. */
struct pgnpack_history;
/* NULL when there is no memory. The reader's limits of memory and work hold for it. */
PGNPACK_API struct pgnpack_history *pgnpack_history_new(const struct pgnpack_reader *reader);

/* Change `n`, from 0, the oldest first. PGNPACK_END: there are not so many. The first call reads all records; failures stay. */
PGNPACK_API enum pgnpack_status pgnpack_history_change(struct pgnpack_history *history, uint64_t n,
                                                       struct pgnpack_change_info *info_ret);

/* The first deleted games from game `number` on, from 1. PGNPACK_END: there are none. */
PGNPACK_API enum pgnpack_status pgnpack_history_deleted(struct pgnpack_history *history, uint64_t number,
                                                        struct pgnpack_deleted_info *info_ret);

/* Games that a change added, deleted or brought back, as far as they are in the file. */
struct pgnpack_change_games {
    uint64_t first, count;      /* numbers, from 1 */
    int is_added;               /* they came with the change; else it deleted them, or brought them back: */
    enum pgnpack_reason reason; /* PGNPACK_REASON_NONE: brought back */
    uint64_t other;             /* as in struct pgnpack_deleted_info */
    int can_undo; /* pgnpack_database_undo() takes it back; 0: later changes made something else of them, or old versions are gone */
    uint64_t reserved[2];
};

/*
 * The `n`-th games, from 0, of the change of that number: those added first. PGNPACK_END: there are not so many. PGNPACK_ERROR_ARGUMENT:
 * there is no such change. All records are read when another change is asked for than by the call before.
 */
PGNPACK_API enum pgnpack_status pgnpack_history_games(struct pgnpack_history *history, uint64_t change,
                                                      uint64_t n, struct pgnpack_change_games *games_ret);

/*
 * The id of game `number`, from 1, as text: "8f2k1qz:1042", by the segment that the game came in first and its number there. It stays the
 * game's when the database is appended to, joined with others, sorted or compacted, and its new versions have it. Returns 0, and an empty
 * text, where there is no such game or its segment has no identity, or where it is not known because the file is damaged there, or
 * pgnpack_reader_load_ids() fails. For any number of threads.
 */
PGNPACK_API int pgnpack_reader_game_id(const struct pgnpack_reader *reader, uint64_t number,
                                       char id_ret[PGNPACK_ID_SIZE]);

/*
 * Reads what the database tells of ids, which else the first call does that needs it and cannot say why it failed. Damage is told, too: some
 * games have no ids then. The text of `*error_ret` is there as long as the file is open. Any number of threads may call it.
 */
PGNPACK_API enum pgnpack_status pgnpack_reader_load_ids(const struct pgnpack_reader *reader,
                                                        struct pgnpack_error *error_ret);

/*
 * How many games from `number` on, that one too, have ids of the same first part whose numbers follow each other, or have none. 0: there is no
 * such game. For any number of threads.
 */
PGNPACK_API uint64_t pgnpack_reader_ids_from(const struct pgnpack_reader *reader, uint64_t number);

/* Which of the games that an id leads to is meant. A file that was joined with itself has several of an id. */
enum pgnpack_id_game {
    /* The last one that has it and is not deleted; else the game that it was a duplicate of, or that took its place; else the deleted one. */
    PGNPACK_ID_NOW = 0,
    /* The game that has it itself, for who changes it: the only one that is not deleted, else the last deleted one ... */
    PGNPACK_ID_OWN = 1,
    PGNPACK_ID_OWN_DELETED = 2, /* ... or a deleted one first */
    /*
     * The first, or the last, game that has it itself and is not deleted, or deleted ones too (pgnpack_reader_set_deleted()); where the ids
     * of several segments begin so, of all of them.
     */
    PGNPACK_ID_FIRST = 3,
    PGNPACK_ID_LAST = 4
};

/*
 * The number of a game by its id, *number_ret; 0: there is none. PGNPACK_END: no game has, or has had, the id. PGNPACK_ERROR_ARGUMENT: it
 * is no id; or several segments begin with its first part, which has 4 to 13 characters (7 are shown); or of PGNPACK_ID_OWN and
 * _OWN_DELETED, several games have it, and it is not known which is meant, or the id leads to another game only. In both cases
 * pgnpack_error() has the cause in words. Not for several threads at once.
 */
PGNPACK_API enum pgnpack_status pgnpack_reader_find_id(struct pgnpack_reader *reader, const char *id,
                                                       enum pgnpack_id_game game, uint64_t *number_ret);

/* Block `n`, from 0. Returns 0 when there is none. */
PGNPACK_API int pgnpack_reader_block(const struct pgnpack_reader *reader, uint64_t n,
                                     struct pgnpack_block_info *info_ret);
/* The block, from 0, that has game `number`, from 1; pgnpack_reader_info()->block_count where there is no such game. */
PGNPACK_API uint64_t pgnpack_reader_find_block(const struct pgnpack_reader *reader, uint64_t number);

/* What a cursor reads of each game (bits): columns that are not asked for are not touched. */
enum pgnpack_parts {
    PGNPACK_PART_TAGS = 1,
    PGNPACK_PART_SHAPE = 2, /* ply count and result */
    PGNPACK_PART_MOVES =
        4, /* all items of the movetext, and the start position; tags come only where asked for */
    PGNPACK_PART_TEXT = 8 /* the game's own bytes; implies the others */
};

struct pgnpack_cursor;

/*
 * A cursor before the first game. NULL when there is no memory. With parts that do not exist, or on a reader that is
 * not open, its calls are PGNPACK_ERROR_ARGUMENT.
 */
PGNPACK_API struct pgnpack_cursor *pgnpack_cursor_new(const struct pgnpack_reader *reader, unsigned parts);

/*
 * From the next game on, asks only for tags of these names (which are copied): games have no others. A scan for few
 * tags is several times faster so, least at levels 5 and up, which do not keep all columns apart. NULL: all tags again.
 * With PGNPACK_PART_TEXT, games have all tags. A name that is NULL: PGNPACK_ERROR_ARGUMENT, which changes nothing.
 */
PGNPACK_API enum pgnpack_status pgnpack_cursor_tags(struct pgnpack_cursor *cursor, const char *const *names,
                                                    size_t count);

/*
 * Goes to before game `number`, from 1. PGNPACK_END when there is no such game; or it is deleted, which the error's text says, and
 * _next() gives the first game after it that is not.
 */
PGNPACK_API enum pgnpack_status pgnpack_cursor_seek(struct pgnpack_cursor *cursor, uint64_t number);

/*
 * Goes to game `first`, from 1, and gives games up to first + count - 1, but for deleted ones; then _next() gives PGNPACK_END. Forgets a
 * failure. Where all of them are deleted, the error's text says so.
 */
PGNPACK_API enum pgnpack_status pgnpack_cursor_range(struct pgnpack_cursor *cursor, uint64_t first,
                                                     uint64_t count);

/*
 * The next game that is not left out. It lives until the next _next(), _seek(), _range() or _tags() on this cursor. A failure stays until
 * _seek() or _range(): behind a damaged block goes on who seeks the first game of the next one (pgnpack_reader_find_block()), or who
 * reads with pgnpack_reader_skip_damaged().
 */
PGNPACK_API enum pgnpack_status pgnpack_cursor_next(struct pgnpack_cursor *cursor,
                                                    const struct pgnpack_game **game_ret);

/*
 * The number (from 1) of the game that _next() gave last, also where it came to the end then; 0 where it gave none since the last range or seek.
 * With PGNPACK_PART_TEXT, the bytes of the game that the last call of _next() gave: PGNPACK_ERROR_ARGUMENT where it gave none, which changes nothing.
 */
PGNPACK_API uint64_t pgnpack_cursor_game_number(const struct pgnpack_cursor *cursor);
PGNPACK_API enum pgnpack_status pgnpack_cursor_text(struct pgnpack_cursor *cursor,
                                                    struct pgnpack_text *text_ret);

/* Packed bytes that the cursor has read so far. */
PGNPACK_API uint64_t pgnpack_cursor_bytes_read(const struct pgnpack_cursor *cursor);

/* A share of a database: whole blocks, and the games in them. */
struct pgnpack_shard {
    uint64_t first_game; /* from 1 */
    uint64_t game_count;
    uint64_t first_block; /* from 0 */
    uint64_t
        block_count; /* their texts one after the other are the shard's, those of all shards the whole text */
    uint64_t reserved[2];
};

/* Shard `i` (from 0) of `n` shards of about the same size. Returns 0 for i >= n, or n above 2^32 - 1; then nothing is in it. */
PGNPACK_API int pgnpack_reader_shard(const struct pgnpack_reader *reader, uint64_t i, uint64_t n,
                                     struct pgnpack_shard *shard_ret);

/* Whole blocks of a database: one handle a thread, like cursors. NULL when there is no memory. */
struct pgnpack_block_reader;
/*
 * NULL when there is no memory; the reader must outlive it. PGNPACK_DELETED_KEPT: texts are whole blocks. PGNPACK_DELETED_LEFT_OUT: they
 * come without deleted games, where the reader leaves them out, too; the text behind a block's last game comes in any case.
 */
PGNPACK_API struct pgnpack_block_reader *pgnpack_block_reader_new(const struct pgnpack_reader *reader,
                                                                  enum pgnpack_deleted deleted);

/* The text of block `n`, from 0, its hash verified; it lives until the next call. PGNPACK_END: no such block. */
PGNPACK_API enum pgnpack_status pgnpack_block_reader_text(struct pgnpack_block_reader *blocks, uint64_t n,
                                                          struct pgnpack_text *text_ret);

/* How a block is made, in packed bytes. */
struct pgnpack_block_details {
    struct pgnpack_text
        file_name;            /* of the file that begins with it, if one does; lives until the next call */
    uint64_t file_count;      /* of which it has text, or which begin in it; 1 at least */
    enum pgnpack_moves moves; /* PGNPACK_MOVES_BY_LEVEL: the block has no moves */
    uint64_t tags_size;
    uint64_t moves_size;
    uint64_t comments_size;
    uint64_t other_size; /* shapes of games, layout, text that is none, and the block's own header */
    uint64_t reserved[2];
};

/* Reads a block's header and no more than that and what it says of files. */
PGNPACK_API enum pgnpack_status pgnpack_block_reader_details(struct pgnpack_block_reader *blocks, uint64_t n,
                                                             struct pgnpack_block_details *details_ret);

/* A file that was packed with its name, as far as a block has it. */
struct pgnpack_block_file {
    struct pgnpack_text
        name;   /* "": it has none, or does not begin here; lives until the next call, as the text. With data
                            NULL, behind _text(): line ends that are of no file */
    int begins; /* here; else it goes on with what the last file of the block before has */
    uint64_t first_game; /* from 1 */
    uint64_t game_count;
    int has_time;
    int64_t time;             /* of modification, in seconds since 1970, UTC */
    struct pgnpack_text text; /* behind _text(); else empty */
    uint64_t reserved[2];
};

/* File `i`, from 0, of the block that _text() or _details() was called for last. 0: there is no such. */
PGNPACK_API int pgnpack_block_reader_file(const struct pgnpack_block_reader *blocks, size_t i,
                                          struct pgnpack_block_file *file_ret);

/* A column of a file: what is of one kind, of all games. */
struct pgnpack_column {
    const char *part; /* "tags", "moves", "comments", "shape", "layout", "text" or "frame"; lives for ever */
    struct pgnpack_text name; /* a tag's name, the word before a number in comments, ...: bytes of the file */
    uint64_t text_size;       /* of the column, unpacked: not its part of the PGN */
    uint64_t packed_size;
    uint64_t reserved[2];
};

/*
 * Finds out where the bytes of the whole file go, from each block's header and the names in it. All packed sizes
 * together are the file's size: what is around the blocks is a column, too, and so are blocks that are damaged or
 * need a newer library; the status then is that of the first. Where memory, reading or the work limit fails, there
 * are no columns.
 */
PGNPACK_API enum pgnpack_status pgnpack_block_reader_columns(struct pgnpack_block_reader *blocks,
                                                             size_t *count_ret);

/* Column `i`, from 0, by part and by packed size; its name lives until the next _columns(). 0: no such column. */
PGNPACK_API int pgnpack_block_reader_column(const struct pgnpack_block_reader *blocks, size_t i,
                                            struct pgnpack_column *column_ret);
/*
 * Finds the names of all tags that the file's games have, each once, in the order in which blocks name them: from the tables
 * at the blocks' beginnings, no tag's values are read. The status is that of the first block that is damaged or needs a newer
 * library, whose names are missing then. Where memory, reading or the work limit fails, there are none.
 */
PGNPACK_API enum pgnpack_status pgnpack_block_reader_tag_names(struct pgnpack_block_reader *blocks,
                                                               size_t *count_ret);

/* Name `i`, from 0, with a zero byte behind it; it lives until the next _tag_names(). 0: there is no such. */
PGNPACK_API int pgnpack_block_reader_tag_name(const struct pgnpack_block_reader *blocks, size_t i,
                                              struct pgnpack_text *name_ret);

/* ---------------------------------------------------------------------------------------------------------
 * BCGN 1: many games at once, in columns
 *
 * A batch fills the caller's arrays with what is asked for of many games: no game is made, and no call is needed for each.
 * Values of different lengths are laid out as Arrow has them: those of game i of a call are data[offsets[i]] up to, and
 * without, data[offsets[i + 1]]. Counting the games of each ECO code:
 *
 *     const char *tags[] = {"ECO"};
 *     struct pgnpack_text values[1000], *views[] = {values};
 *     struct pgnpack_batch_options options = {.size = sizeof options, .tags = tags, .tag_count = 1};
 *     struct pgnpack_columns columns = {.size = sizeof columns, .capacity = 1000, .views = views};
 *     struct pgnpack_batch *batch = pgnpack_batch_new(reader, &options);
 *     size_t count;
 *     while (pgnpack_batch_next(batch, &columns, &count) == PGNPACK_OK)
 *         for (size_t i = 0; i < count; i++)
 *             count_code(values[i]);
 * ------------------------------------------------------------------------------------------------------ */

/* What a batch gives of each game besides tags (bits). All lines are the main line, with one element a ply. */
enum pgnpack_batch_parts {
    PGNPACK_BATCH_PLIES = 1,   /* without it, `plies` is 0 */
    PGNPACK_BATCH_RESULTS = 2, /* without it, and without tags and plies, `results` is unknown */
    PGNPACK_BATCH_MOVES = 4,
    PGNPACK_BATCH_SAN = 8,  /* "e4 e5 Nf3": no numbers, one space between; a null move is "--" */
    PGNPACK_BATCH_UCI = 16, /* "e2e4 e7e5"; a null move is "0000" */
    PGNPACK_BATCH_CLOCKS = 32,
    PGNPACK_BATCH_EVALS = 64,
    PGNPACK_BATCH_COMMENTS = 128, /* of the main line: see struct pgnpack_texts_column */
    PGNPACK_BATCH_KEYS = 256,     /* pgnpack_board_key() of each position, the first one included */
    PGNPACK_BATCH_TEXT = 512,     /* the game's own bytes, as pgnpack_cursor_text() has them */
    PGNPACK_BATCH_FENS = 1024     /* pgnpack_board_fen() of each position, the first one included */
};

/* Zero it, then set `size`. Everything is copied. */
struct pgnpack_batch_options {
    size_t size;
    const char *const
        *tags; /* names of those that are wanted; of a name that comes twice in a game, the first */
    size_t tag_count;
    unsigned parts;   /* enum pgnpack_batch_parts */
    int keep_escapes; /* in bytes of tags: \" and \\ as they are in PGN, else as " and \ */
};

/* A column of texts, in the caller's memory. */
struct pgnpack_bytes_column {
    char *data;
    size_t capacity;       /* bytes, less than 2^32 */
    uint32_t *offsets;     /* one more than there are games */
    unsigned char *is_set; /* may be NULL: 1 for games that have the tag, 0 for those that have not */
};

/* A column of lists of moves: 16 bits each, as in struct pgnpack_item; 0 is a null move. */
struct pgnpack_moves_column {
    uint16_t *data;
    size_t capacity; /* moves, less than 2^32 */
    uint32_t *offsets;
};

/* A column of lists of numbers, one a ply. */
struct pgnpack_numbers_column {
    int32_t *data;
    size_t capacity; /* numbers, less than 2^32 */
    uint32_t *offsets;
};

/* A column of lists of position keys: as many as the game has plies, and one; none where its FEN is no position. */
struct pgnpack_keys_column {
    uint64_t *data;
    size_t capacity; /* keys, less than 2^32 */
    uint32_t *offsets;
};

/*
 * A column of lists of texts. List i has texts offsets[i] up to offsets[i + 1], and text t the bytes text_offsets[t] up to
 * text_offsets[t + 1]. Comments: a text a position of the main line, the first one included, so that text n stands behind ply n;
 * empty where there is none, several with a space between. Those before and among the tags are the first position's,
 * those behind the result the last one's. FENs: as many as the game has positions; none where its own FEN is no position.
 */
struct pgnpack_texts_column {
    char *data;
    size_t capacity;        /* bytes, less than 2^32 */
    uint32_t *text_offsets; /* one more than text_capacity */
    size_t text_capacity;   /* texts, less than 2^32 */
    uint32_t *offsets;      /* one more than there are games */
};

/* A clock: milliseconds that the player has left behind the ply, of [%clk h:mm:ss.t]; at most PGNPACK_CLOCK_MAX. */
#define PGNPACK_NO_CLOCK (-1)
#define PGNPACK_CLOCK_MAX 2147483647

/*
 * An evaluation behind the ply, of [%eval ...], from white's side: centipawns, at most PGNPACK_EVAL_MAX either way; or
 * PGNPACK_EVAL_MATE - n, where white mates in n moves, and n - PGNPACK_EVAL_MATE, where black does.
 */
#define PGNPACK_NO_EVAL (-2147483647 - 1)
#define PGNPACK_EVAL_MAX 1000000
#define PGNPACK_EVAL_MATE 2000000

/*
 * Where a call puts its games. Zero it, then set `size` and `capacity`, and the arrays that are wanted, which have room for
 * `capacity` games; NULL: not wanted. What the batch was not asked for has no column here.
 */
struct pgnpack_columns {
    size_t size;
    size_t capacity;                   /* games */
    uint64_t *numbers;                 /* of the games in the database, from 1 */
    uint32_t *plies;                   /* of main lines */
    uint8_t *results;                  /* enum pgnpack_result */
    struct pgnpack_bytes_column *tags; /* tag_count columns, in the order of the options */
    /*
     * Of each tag an array of texts: nothing is copied, escapes stay, and `data` is NULL where a game has not the tag.
     * They live until the next call on the batch, and a call with views gives games of one block only.
     */
    struct pgnpack_text *const *views;
    struct pgnpack_moves_column moves;
    struct pgnpack_bytes_column san;
    struct pgnpack_bytes_column uci;
    struct pgnpack_numbers_column clocks;
    struct pgnpack_numbers_column evals;
    struct pgnpack_texts_column comments;
    struct pgnpack_keys_column keys;
    struct pgnpack_bytes_column text;
    struct pgnpack_texts_column fens;
};

/* What a batch has done so far. */
struct pgnpack_batch_counts {
    uint64_t blocks_read;
    uint64_t games_given;
    uint64_t lines_decoded; /* games whose moves were */
    uint64_t reserved[2];
};

/* A batch is a handle, for one thread at a time; any number may share a reader, which must outlive them. */
struct pgnpack_batch;

/* A batch before the first game. NULL when there is no memory; options that make no sense are told by the first call. */
PGNPACK_API struct pgnpack_batch *pgnpack_batch_new(const struct pgnpack_reader *reader,
                                                    const struct pgnpack_batch_options *options);

/* Goes to game `first`, from 1, to give games up to first + count - 1; clears failures. PGNPACK_END: no such game. */
PGNPACK_API enum pgnpack_status pgnpack_batch_range(struct pgnpack_batch *batch, uint64_t first,
                                                    uint64_t count);

/*
 * From now on gives these games, `count` numbers in ascending order, as far as they are not left out: those that a
 * search found, say. The numbers stay where they are until the next _range() or _pick(). Clears failures. PGNPACK_ERROR_ARGUMENT: they do
 * not ascend, or there is no such game; then there are none to give.
 */
PGNPACK_API enum pgnpack_status pgnpack_batch_pick(struct pgnpack_batch *batch, const uint64_t *numbers,
                                                   size_t count);

/*
 * The next games, as many as there is room for; *count_ret is their number, at least 1 with PGNPACK_OK. PGNPACK_END behind the
 * last one. A failure comes when the games before it were given, and stays until pgnpack_batch_range() or _pick(); but where one game's
 * values alone are larger than an array, that is PGNPACK_ERROR_LIMIT, its text says how large it has to be, and the next call
 * may bring larger arrays.
 */
PGNPACK_API enum pgnpack_status pgnpack_batch_next(struct pgnpack_batch *batch,
                                                   const struct pgnpack_columns *columns, size_t *count_ret);

/* Since the batch was made. */
PGNPACK_API void pgnpack_batch_counts(const struct pgnpack_batch *batch,
                                      struct pgnpack_batch_counts *counts_ret);

/* ---------------------------------------------------------------------------------------------------------
 * Searching: games by their tags and by what stood on the board
 *
 * A query says what is looked for, a search finds it. A query is built of conditions, each a name and a value, the same as the
 * options of pgnfind (`man pgnfind` lists them with examples): {"player", "Kasparov"}, {"fen", "..."}, {"material", "KRPkr"}.
 *
 *     struct pgnpack_query *query = pgnpack_query_new(NULL);
 *     pgnpack_query_add(query, "moves", "e4 c5 Nf3");
 *     pgnpack_query_add(query, "result", "1-0");
 *     struct pgnpack_search *search = pgnpack_search_new(reader, query);
 *     struct pgnpack_hit hit;
 *     while (pgnpack_search_next(search, &hit, 1, NULL) == PGNPACK_OK)
 *         ... hit.game, hit.ply ...
 *
 * Conditions on tags, results and lengths are about games. Those on the board that follow each other have to hold in the same
 * position; behind {"then", NULL} come those of a later position of the game. {"not", NULL} turns the next condition round.
 * Lines end where a game's moves are no longer understood.
 * ------------------------------------------------------------------------------------------------------ */

/* A query: a handle, for one thread at a time until the first search has it, for any number afterwards. */
struct pgnpack_query;
/* A query without conditions, which all games fulfil. `options` may be NULL. Returns NULL when there is no memory. */
PGNPACK_API struct pgnpack_query *pgnpack_query_new(const struct pgnpack_options *options);

/*
 * Adds a condition; `value` is NULL for those that have none. Both are copied. PGNPACK_ERROR_ARGUMENT: there is no such
 * condition, or its value is empty or cannot be understood; the query is as it was, and pgnpack_error() says what is wrong.
 * A query that a search was made with takes no more conditions.
 */
PGNPACK_API enum pgnpack_status pgnpack_query_add(struct pgnpack_query *query, const char *name,
                                                  const char *value);

/*
 * Is the query complete? PGNPACK_ERROR_ARGUMENT: it ends with "not", or nothing is asked of the board before or behind a "then";
 * searches with it would fail with the same error. Conditions can still be added.
 */
PGNPACK_API enum pgnpack_status pgnpack_query_check(struct pgnpack_query *query);

/* Which of a game's positions are looked for. */
enum pgnpack_query_game_flags {
    PGNPACK_QUERY_GAME_ENDS = 1,      /* only those where lines end */
    PGNPACK_QUERY_GAME_MAIN_LINE = 2, /* variations are passed over */
    PGNPACK_QUERY_GAME_NEW = 4        /* a condition of its own begins, whatever was added before */
};

/*
 * Adds a game's positions, those of variations included: the condition holds in any of them. The first one of the game is
 * no such, but where there are no moves. Games that are added in a row make one condition, a repertoire, all of whose
 * positions are looked for in one pass. `flags`: of enum pgnpack_query_game_flags. PGNPACK_ERROR_ARGUMENT: the game is not
 * understood to its end.
 */
PGNPACK_API enum pgnpack_status pgnpack_query_add_game(struct pgnpack_query *query,
                                                       const struct pgnpack_game *game, unsigned flags);

/* A condition that there is. */
struct pgnpack_query_word {
    const char *name;
    const char *value; /* what stands for it in a synopsis, as "FEN"; NULL: the condition has no value */
    const char *text;  /* a line of help */
    const char
        *reads; /* what a search reads for it of games that no other condition has ruled out; NULL: nothing */
    uint64_t reserved[2];
};

/* Of condition `i`, from 0. Returns 0 when there are not so many. */
PGNPACK_API int pgnpack_query_word(size_t i, struct pgnpack_query_word *word_ret);

/* What answers a query (bits); none of these: all games fulfil it. */
enum pgnpack_query_needs {
    PGNPACK_QUERY_NEEDS_TAGS =
        1, /* tags, results or lengths, which rule games out before their moves are looked at */
    PGNPACK_QUERY_NEEDS_MOVES =
        2 /* moves, as something is asked of the board, of games that nothing else rules out */
};

/* Bits of enum pgnpack_query_needs. */
PGNPACK_API unsigned pgnpack_query_needs(const struct pgnpack_query *query);

/*
 * An index beside a database makes searches fast where the database was packed without (level 5 and up, older versions). It
 * belongs to the database's content: one of another content, or a damaged one, makes searches slower, never wrong.
 */

/* Zero it, then set `size`. */
struct pgnpack_index_options {
    size_t size;
    pgnpack_progress_function progress; /* in games */
    void *progress_opaque;
};

/*
 * Makes the index of an opened database: as a file, by custom with the database's name and ".idx" behind it, or as bytes handed over
 * from the first to the last. Decodes all moves. Memory: some MB. `options` may be NULL.
 */
PGNPACK_API enum pgnpack_status pgnpack_reader_write_index(struct pgnpack_reader *reader,
                                                           const struct pgnpack_index_options *options,
                                                           const struct pgnpack_sink *sink);

/*
 * Searches on this opened database use the index from now on; the reader keeps it open. NULL: they use none. PGNPACK_ERROR_ARGUMENT: it is one of
 * another database, or of an older state of it that had other games, as far as some of the blocks tell: each is looked at again when it is searched.
 * After any failure there is none.
 */
PGNPACK_API enum pgnpack_status pgnpack_reader_use_index(struct pgnpack_reader *reader,
                                                         const struct pgnpack_source *source);

/*
 * Are the opening trees that the database, or the index that it uses, has stored true of its games? PGNPACK_ERROR_CORRUPT: no. What
 * cannot be read as a tree counts as none, as for searches. `unpacker` NULL: that is found out at once, in one thread. Else the
 * unpacker's next run, which is to be of all of the database's file without `salvage`, finds it out in passing, on its threads, and
 * fails; the reader must stay as it is until then. Memory: some hundred bytes a position of the trees.
 */
PGNPACK_API enum pgnpack_status pgnpack_reader_check_trees(struct pgnpack_reader *reader,
                                                           struct pgnpack_unpacker *unpacker);

/*
 * What a search finds: a game, once, and the first place of it, in the order of the text, that fulfils the query; with "either" or
 * "mirrored" of the first places of each board that which begins earliest.
 */
struct pgnpack_hit {
    uint64_t game; /* from 1 */
    uint32_t ply;  /* half-moves before the position of the (first step's) conditions on the board; 0: none */
    uint32_t last_ply; /* the same of the last step */
    uint32_t
        item; /* with {"variations", NULL}: the game's items before it, where it is in a variation; else 0 */
    /* The half-move that the game plays in the last step's position, as in struct pgnpack_item; 0: none, or a null move. */
    uint16_t move;
    /* 1: what is asked of "us", or of the board with "us" or "either", is fulfilled by Black there; 0: by White, or by both. */
    uint8_t as_black;
    uint8_t reserved[9];
};

/* What a search has done so far. */
struct pgnpack_search_counts {
    uint64_t games;                /* looked at or passed over */
    uint64_t hits;                 /* found */
    uint64_t games_replayed;       /* of which moves were made on a board */
    uint64_t plies;                /* such moves */
    uint64_t blocks_read;          /* of which anything but the header was read */
    uint64_t blocks_skipped;       /* that the index or the columns ruled out */
    uint64_t games_without_clocks; /* looked at for clocks, and they have none */
    uint64_t games_without_evals;  /* ... for evaluations */
    uint64_t reserved[2];
};

/* A search is a handle, for one thread at a time; any number may share a reader and a query, which must outlive them. */
struct pgnpack_search;
/* Before the first game. `query` NULL: all games. NULL when there is no memory. The reader's limits of memory and work hold for each search. */
PGNPACK_API struct pgnpack_search *pgnpack_search_new(const struct pgnpack_reader *reader,
                                                      struct pgnpack_query *query);

/* From now on `count` games from game `first` on (from 1), or up to the last one. Forgets a failure. */
PGNPACK_API enum pgnpack_status pgnpack_search_range(struct pgnpack_search *search, uint64_t first,
                                                     uint64_t count);

/*
 * The next games that fulfil the query, up to `capacity`: *count_ret is their number, at least 1 with PGNPACK_OK. `hits` NULL: they are
 * passed over. PGNPACK_END: there is none. `capacity` 0: PGNPACK_ERROR_ARGUMENT, and the next call goes on. Another failure comes when the hits before it were given, and stays until pgnpack_search_range().
 */
PGNPACK_API enum pgnpack_status pgnpack_search_next(struct pgnpack_search *search, struct pgnpack_hit *hits,
                                                    size_t capacity, size_t *count_ret);
PGNPACK_API void pgnpack_search_counts(const struct pgnpack_search *search,
                                       struct pgnpack_search_counts *counts_ret);

/* ---------------------------------------------------------------------------------------------------------
 * Opening trees: the moves of a position, with what became of the games
 *
 *     struct pgnpack_tree *tree = pgnpack_tree_new(reader, NULL, NULL);
 *     struct pgnpack_tree_move move;
 *     pgnpack_tree_position(tree, board);
 *     for (size_t i = 0; pgnpack_tree_move(tree, i, &move); i++)
 *         ... move.move, move.counts.games ...
 *
 * Positions count, not the lines that lead to them: a game counts once in each position of its main line, with the half-move
 * that it plays there first. Positions are the same as for a query's {"fen", "..."}.
 * ------------------------------------------------------------------------------------------------------ */

/* What became of some games. All sums and means are of whole numbers. */
struct pgnpack_tree_counts {
    uint64_t games;
    uint64_t white_wins, draws, black_wins, unknown; /* which are all of them */
    uint64_t rated, rating_sum; /* games in which the side to move has a rating (1 to 9999); their sum */
    /* Games with a result in which the other side has a rating; the sum of those, and the half points of the side to move. */
    uint64_t opponents, opponent_sum, half_points;
    uint32_t rating;        /* mean of the side to move, to the nearest number; 0: none is known */
    uint32_t opponent_mean; /* the same of the opponents */
    /*
     * Performance of the side to move: opponent_mean and what its share of the points, to the nearest percent, is worth by
     * the table of FIDE's Rating Regulations (Handbook B.02, 8.1.1: 50 % 0, 75 % 193, 100 % 800). 0: unknown, as it is of
     * fewer than three opponents.
     */
    uint32_t performance;
    uint32_t last_year; /* 0: none is known */
    uint64_t reserved[4];
};

/* A row of the tree. */
struct pgnpack_tree_move {
    uint16_t
        move; /* or drop, as in struct pgnpack_item; 0: the game ends there, or goes on with a null move */
    struct pgnpack_tree_counts counts;
};

/* Zero it, then set `size`. */
struct pgnpack_tree_options {
    size_t size;
    /* In games that have been looked at. Called between blocks by pgnpack_tree_position(). NULL: none. */
    pgnpack_progress_function progress;
    void *progress_opaque;
};

/* A tree is a handle, for one thread at a time; any number may share a reader and a query, which must outlive them. */
struct pgnpack_tree;

/*
 * Of all games, or of those that fulfil `query`, which takes no more conditions. Both may be NULL, query and options. Ratings are those of the tags
 * WhiteElo and BlackElo, years those of Date or else UTCDate. NULL when there is no memory. The reader's limits of memory and
 * work hold for the search, for that of the query and for reading the tags, each; those of work from each call on.
 * Which games fulfil the query is found once and kept, a bit a game; so are ratings, years and results, 8 bytes a game, up to
 * what `cache_size` of struct pgnpack_source allows: further positions cost less than the first.
 */
PGNPACK_API struct pgnpack_tree *pgnpack_tree_new(const struct pgnpack_reader *reader,
                                                  struct pgnpack_query *query,
                                                  const struct pgnpack_tree_options *options);

/* From now on of `count` games from game `first` on (from 1), or up to the last one, as for threads. Forgets a failure. */
PGNPACK_API enum pgnpack_status pgnpack_tree_range(struct pgnpack_tree *tree, uint64_t first, uint64_t count);

/*
 * How many games would have to be searched for the board's present position: a query. Of the others the database has stored what was
 * played. With a query all of them. Of games whose stored counts are used, the deleted ones have to be searched, to be subtracted.
 */
PGNPACK_API uint64_t pgnpack_tree_games_to_search(struct pgnpack_tree *tree,
                                                  const struct pgnpack_board *board);

/* Counts the board's present position. After a failure there are no moves; the next call may do better. */
PGNPACK_API enum pgnpack_status pgnpack_tree_position(struct pgnpack_tree *tree,
                                                      const struct pgnpack_board *board);

/* Adds what another tree counted, of other games of the same position. Its moves stay as they are. */
PGNPACK_API enum pgnpack_status pgnpack_tree_add(struct pgnpack_tree *tree, const struct pgnpack_tree *other);

/*
 * Adds a row that was counted elsewhere: on another machine, say. Its means are not looked at, they are made of the sums.
 * PGNPACK_ERROR_ARGUMENT: results are not as many as games, or more games are rated than there are; nothing is added.
 */
PGNPACK_API enum pgnpack_status pgnpack_tree_add_move(struct pgnpack_tree *tree,
                                                      const struct pgnpack_tree_move *move);

/*
 * Sets the means and the performance of counts whose sums the caller made, of games from one side's view. Sums that cannot be those of
 * so many games have none. Needs no handle; any thread may call it.
 */
PGNPACK_API void pgnpack_tree_counts_finish(struct pgnpack_tree_counts *counts);

/*
 * Row `i`, from 0: the move with most games first, of as many the smaller number; last the games without one, if there are any, as
 * move 0. Returns 0 when there are not so many.
 */
PGNPACK_API int pgnpack_tree_move(const struct pgnpack_tree *tree, size_t i,
                                  struct pgnpack_tree_move *move_ret);

/* Of all rows together. */
PGNPACK_API void pgnpack_tree_totals(const struct pgnpack_tree *tree, struct pgnpack_tree_counts *totals_ret);

/* ---------------------------------------------------------------------------------------------------------
 * Databases made of others: merged, compacted, sorted, split
 *
 * A copy is a new database, made of opened ones. What need not be unpacked is not: whole segments go over byte for byte, or whole
 * blocks. The sources stay as they are. What is damaged is not copied: the call says where, and the copy is worth nothing.
 *
 *     struct pgnpack_copy *copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_PATH("both.bcgn"));
 *     pgnpack_copy_segments(copy, first);
 *     pgnpack_copy_segments(copy, second);
 *     if (pgnpack_copy_finish(copy) != PGNPACK_OK)
 *         puts(pgnpack_error(copy)->text);
 *     pgnpack_free(copy);
 *
 * The bytes are the same for every number of threads.
 * ------------------------------------------------------------------------------------------------------ */

/* Do games keep the ids of the databases that they come from (pgnpack_reader_game_id())? */
enum pgnpack_ids {
    PGNPACK_IDS_DEFAULT = 0, /* yes, but not in pgnpack_copy_gathered(), where that takes some bytes a game */
    PGNPACK_IDS_KEEP = 1,
    PGNPACK_IDS_DROP = 2 /* not where games are packed into new segments */
};

/* Zero it, then set `size`. */
struct pgnpack_copy_options {
    size_t size;
    int level; /* 1 to 9: all games are packed anew so. 0: blocks stay as they are, others get the level of most games */
    unsigned threads;         /* as in struct pgnpack_writer_options */
    enum pgnpack_index index; /* of new segments; blocks that are copied keep the columns that they have */
    enum pgnpack_ids ids;
    const char
        *command; /* that new segments tell of, with ids: a line of at most 4,096 bytes; NULL: none. Copied */
    int64_t time; /* the same, in seconds since 1970, UTC; 0: now */
    pgnpack_progress_function progress; /* in bytes of text dealt with; the packed file is the new one */
    void *progress_opaque;
    int small_only; /* of pgnpack_database_compact() alone */
    int keep_deleted; /* of that and of pgnpack_copy_compact(): deleted games stay, as such; not with PGNPACK_IDS_DROP */
};

/* What was copied so far. */
struct pgnpack_copy_totals {
    uint64_t text_size; /* of the sources, as far as they were dealt with */
    uint64_t packed_size;
    uint64_t games; /* of segments that have ended, deleted ones too */
    uint64_t segments;
    uint64_t copied_segments; /* as they were */
    uint64_t merged_segments; /* that became others, as by compaction */
    uint64_t segments_there;  /* left out, since an earlier database had the same one */
    uint64_t copied_blocks;
    uint64_t recoded_blocks;
    uint64_t
        dropped_sections; /* of types that this version does not know, beside games that were packed anew */
    uint64_t reserved[4];
};

/* A database on its way to a new file: a handle, for one thread at a time. */
struct pgnpack_copy;

/* A new database to a sink, as pgnpack_writer_new(). All options may be NULL. NULL when there is no memory. */
PGNPACK_API struct pgnpack_copy *pgnpack_copy_new(const struct pgnpack_options *options,
                                                  const struct pgnpack_copy_options *copy_options,
                                                  const struct pgnpack_sink *sink);

/*
 * Adds all segments of a database as they are, and with them its deleted games, which stay deleted, and all ids. A segment that a
 * database before has had, too, comes once: so copies of a database that went different ways become one. Each block is held
 * against its checksums. Where the text before does not end with an empty line, a segment with what is missing is put between.
 */
PGNPACK_API enum pgnpack_status pgnpack_copy_segments(struct pgnpack_copy *copy,
                                                      const struct pgnpack_reader *reader);

/*
 * Adds a database in few segments, without its deleted games. Segments that have an eighth of the file or more and no deleted
 * games stay as they are; runs of others become one each, with an opening tree of its own: of these, blocks of half a block's
 * size or more are copied and the others packed anew, at the level that most of their text has; all of them are where there would be
 * an eighth more blocks than there need be. Names and boundaries of files
 * stay, and so does all text that belongs to no game. Games get new numbers where some were deleted before them.
 *
 * With `keep_deleted` a segment in front that has half of the file or more stays as it is, and all others become one. All games
 * come along, deleted ones with what they were deleted for, and all numbers stay: changes can be taken back as before.
 */
PGNPACK_API enum pgnpack_status pgnpack_copy_compact(struct pgnpack_copy *copy,
                                                     const struct pgnpack_reader *reader);

/*
 * Adds `count` games from game `first` (from 1) on, without those that are deleted, and the text between them; text behind a game
 * goes with it. Blocks that are wholly among them are copied.
 */
PGNPACK_API enum pgnpack_status pgnpack_copy_games(struct pgnpack_copy *copy,
                                                   const struct pgnpack_reader *reader, uint64_t first,
                                                   uint64_t count);

/* Games of a database in any order: a handle, for one thread at a time. The reader must outlive it. */
struct pgnpack_gather;

/* What games can be sorted by. */
enum pgnpack_order {
    PGNPACK_ORDER_TAG = 0,  /* what a tag says, see pgnpack_sort_key() */
    PGNPACK_ORDER_DATE = 1, /* tag Date, or where that is none UTCDate */
    PGNPACK_ORDER_ELO = 2,  /* the sum of both ratings, where one that is unknown counts as 0 */
    PGNPACK_ORDER_PLIES = 3
};

/* One of several keys: games that are equal by the first are sorted by the second. */
struct pgnpack_order_key {
    enum pgnpack_order by;
    const char *tag; /* of PGNPACK_ORDER_TAG: its name */
    int descending;
};

/*
 * No games yet. Holds 16 bytes a game while it sorts, with each different value of a tag, and 8 from then on, and up to 512 MiB of texts, or a quarter of the reader's limit of
 * memory: what is more takes further passes over the database. NULL when there is no memory.
 */
PGNPACK_API struct pgnpack_gather *pgnpack_gather_new(const struct pgnpack_reader *reader);

/*
 * From now on gives these games, in this order; the numbers (from 1) are copied. Deleted games among them are given, too, and are
 * deleted in a copy. PGNPACK_ERROR_ARGUMENT: one is no game's.
 */
PGNPACK_API enum pgnpack_status pgnpack_gather_numbers(struct pgnpack_gather *gather, const uint64_t *numbers,
                                                       size_t count);

/*
 * From now on gives all games, sorted by the keys, for each of which their tags are read once. Games that have not a key come behind
 * those that have it, ascending and descending; equal ones stay in the order of the file.
 */
PGNPACK_API enum pgnpack_status pgnpack_gather_sorted(struct pgnpack_gather *gather,
                                                      const struct pgnpack_order_key *keys, size_t count);

/*
 * Adds the next `count` games that are gathered, or all that are left. Between games there is an empty line; apart from line ends
 * before it each game's text stays byte for byte. Text that belongs to no game, and names of files, are left out.
 */
PGNPACK_API enum pgnpack_status pgnpack_copy_gathered(struct pgnpack_copy *copy,
                                                      struct pgnpack_gather *gather, uint64_t count);

/* Ends the file, and gives it its name. Without it there is none. */
PGNPACK_API enum pgnpack_status pgnpack_copy_finish(struct pgnpack_copy *copy);
PGNPACK_API const struct pgnpack_copy_totals *pgnpack_copy_totals(const struct pgnpack_copy *copy);

#ifdef __cplusplus
}
#endif

#endif
