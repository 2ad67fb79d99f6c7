/*
 * libpgnpack, the rest: moves of one game as a few bytes, what is written in a game, tags set in a game's text, names in a database, duplicates,
 * spellings of names, and the published format, BCGN 0.
 *
 * All of it is in the same library as what pgnpack.h has, and follows its rules but one: what stands here may still change with a minor
 * version, which gives its functions another symbol version then, so that a program linked before does not start with such a library.
 */
#ifndef PGNPACK_EXTRA_H
#define PGNPACK_EXTRA_H

#include "pgnpack.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------------------------
 * Moves as values: the moves of one game as a few bytes, for a row of somebody's own database
 *
 * The bytes stand alone: no file around them, nothing of other games. They are the same on every machine, and from the first
 * release on in every version. docs/VALUES.md has the encodings, bit by bit, with sizes and speeds.
 * ------------------------------------------------------------------------------------------------------ */

/* The numbers are pinned. In brackets: bits a move, as far as it is not the same for all. */
enum pgnpack_encoding {
    PGNPACK_ENCODING_MOVE16 = 1,            /* E1: a move as this header has it, 16 bits, big-endian */
    PGNPACK_ENCODING_EXTENDED = 2,          /* E1x: that with the men that move and are taken, 32 */
    PGNPACK_ENCODING_COMPRESSED = 3,        /* E3: BCGN's compressed move, 16 */
    PGNPACK_ENCODING_LEGAL_BYTE = 4,        /* E4: number in the list of legal moves, 8 */
    PGNPACK_ENCODING_LEGAL_BITS = 5,        /* E5: the same in as many bits as the list needs (about 5) */
    PGNPACK_ENCODING_PSEUDO_LEGAL_BITS = 6, /* E6: the same of the pseudo-legal moves (about 5) */
    PGNPACK_ENCODING_PIECE_TARGET = 7,      /* E7: the piece, then its target (about 6) */
    PGNPACK_ENCODING_BYTE_INDEX = 8,   /* E8: per piece and square, as BCGN 1's levels 1 to 3 have it, 8 */
    PGNPACK_ENCODING_SQUARE_ORDER = 9, /* E9: the same by squares (8, seldom 16) */
    PGNPACK_ENCODING_TOTAL = 10,       /* E10: a number that tells all of a move without its position, 16 */
    PGNPACK_ENCODING_DIRECTION = 11,   /* E11: target and direction, 10 */
    PGNPACK_ENCODING_REVERSIBLE = 12,  /* E12: the move and what it destroys, 64 */
    PGNPACK_ENCODING_TABLE = 13,       /* level 4's tables (less than 4) */
    PGNPACK_ENCODING_NET = 14,         /* E13: the net of levels 5 to 7 (about 3) */
    PGNPACK_ENCODING_NET_WIDE = 15     /* E13: the wide net of levels 8 and 9 (less than 3, slow) */
};

/* Zero it, then set `size` and `encoding`. */
struct pgnpack_moves_options {
    size_t size;
    enum pgnpack_encoding encoding;

    /*
     * 1: the bytes do not say how many moves there are, the caller of _decode() does. 0: they do. Those of encodings 1 to 4,
     * 8 to 10 and 12 do so in any case, by their number; the others then begin with the number of moves, a byte up to
     * 127, two up to 16,383.
     */
    int plies_given;
};

/*
 * What is known of a game beside its moves: the same for _encode() and _decode(). Zero it, then set `size`; all of it may
 * stay zero. Result and ratings make the nets' bytes smaller, by 0.4 to 2.3 %; other encodings do not look at them.
 */
struct pgnpack_moves_game {
    size_t size;
    const struct pgnpack_board *start; /* the position before the first move; NULL: the start position */
    enum pgnpack_result result;
    unsigned white_elo, black_elo; /* 0: unknown */
    size_t plies;                  /* for _decode(), with plies_given */
};

/* For any number of games, one after the other. Nothing is carried from game to game, or cleared in between. */
struct pgnpack_moves_coder;

/* `options` may be NULL. NULL when there is no memory: 6 KB with the tables, 17 KB with a net, else less than 1. */
PGNPACK_API struct pgnpack_moves_coder *
pgnpack_moves_coder_new(const struct pgnpack_options *options,
                        const struct pgnpack_moves_options *moves_options);

/*
 * Encodes `count` moves in a row, each legal in its position; `game` may be NULL. *size_ret is the number of bytes, also
 * where they are more than `capacity` (PGNPACK_ERROR_LIMIT: then none are written); 8 * count + 8 are always enough.
 * PGNPACK_ERROR_ARGUMENT: a move is not legal, and the error says which. PGNPACK_ERROR_LOSSY: LEGAL_BYTE and BYTE_INDEX have
 * no byte for a move that is one of more than 256, which no game from the start position has. PGNPACK_ERROR_LIMIT, too:
 * more than 1,048,576 moves.
 */
PGNPACK_API enum pgnpack_status pgnpack_moves_encode(struct pgnpack_moves_coder *coder,
                                                     const struct pgnpack_moves_game *game,
                                                     const uint16_t *moves, size_t count, void *bytes,
                                                     size_t capacity, size_t *size_ret);

/*
 * Decodes the moves: any bytes may come. What it gives are legal moves, and the bytes what _encode() makes of them, with
 * nothing behind; else PGNPACK_ERROR_CORRUPT or PGNPACK_ERROR_TRUNCATED. (Damaged bytes may be another game's: they have no
 * checksum.) PGNPACK_ERROR_LIMIT: there are more than `capacity` moves; *count_ret is then a capacity that is enough, at
 * most 1,048,576, if the bytes are in order. On other failures it is 0; moves[] may have been written to.
 */
PGNPACK_API enum pgnpack_status pgnpack_moves_decode(struct pgnpack_moves_coder *coder,
                                                     const struct pgnpack_moves_game *game, const void *bytes,
                                                     size_t size, uint16_t *moves, size_t capacity,
                                                     size_t *count_ret);

/* ---------------------------------------------------------------------------------------------------------
 * Games by themselves: what is written in them, and queries
 *
 * What batches and searches tell of the games of a database, of a game from anywhere: a PGN reader, say.
 * ------------------------------------------------------------------------------------------------------ */

/* What is written behind a half-move. */
struct pgnpack_written {
    int32_t clock; /* milliseconds left, as in columns of batches; PGNPACK_NO_CLOCK: not told */
    int32_t
        spent; /* ... and that it took: by the clocks and a time control such as "300+3", else as [%emt ...] says */
    int32_t eval; /* as in columns of batches; PGNPACK_NO_EVAL: not told */
};

/*
 * Of the half-moves of the main line, up to `capacity`. Returns how many there are, as pgnpack_game_ply_count(). A query; any thread may
 * call it.
 */
PGNPACK_API size_t pgnpack_game_written(const struct pgnpack_game *game, struct pgnpack_written *written,
                                        size_t capacity);

/* A clock that stands alone, "0:05:03.2", "59:30" or "12.3", in milliseconds up to PGNPACK_CLOCK_MAX; PGNPACK_NO_CLOCK: it is none. */
PGNPACK_API int32_t pgnpack_read_clock(struct pgnpack_text text);

/* The same of an evaluation: "0.35", "-1.2", "#-3", as columns of batches have it; PGNPACK_NO_EVAL: it is none. */
PGNPACK_API int32_t pgnpack_read_eval(struct pgnpack_text text);

/*
 * White's winning chances in thousandths of a percent, 2,455 to 97,545, by lichess.org's formula of the centipawns, cut at 1,000, which mates are, too: what
 * a query's {"swing", "20%"} reckons with. 0: no evaluation.
 */
PGNPACK_API unsigned pgnpack_chances(int32_t eval);

/* How fast games are; the numbers are pinned. */
enum pgnpack_time_class {
    PGNPACK_TIME_UNKNOWN = 0,
    PGNPACK_TIME_ULTRABULLET = 1,
    PGNPACK_TIME_BULLET = 2,
    PGNPACK_TIME_BLITZ = 3,
    PGNPACK_TIME_RAPID = 4,
    PGNPACK_TIME_CLASSICAL = 5,
    PGNPACK_TIME_CORRESPONDENCE = 6
};

/*
 * Of a TimeControl tag, as lichess.org has it: by the seconds that a game of 40 moves may take one player. Below 30 ultrabullet, 180 bullet,
 * 480 blitz, 1,500 rapid, else classical; from a day a move on it is correspondence. Of "40/7200:3600" the first part counts. Needs no handle.
 */
PGNPACK_API enum pgnpack_time_class pgnpack_time_class(struct pgnpack_text control);
/* "bullet"; "" of no class. */
PGNPACK_API const char *pgnpack_time_class_text(enum pgnpack_time_class time_class);

/*
 * The place that a search would find in this game: *hit_ret, whose `game` is 0. PGNPACK_END: there is none. PGNPACK_ERROR_ARGUMENT: the query is not
 * complete, or asks something of tags, results or lengths, and pgnpack_error(query) says so. The query takes no more conditions from then on; it is
 * for one thread at a time here, and may be searched by afterwards.
 */
PGNPACK_API enum pgnpack_status
pgnpack_query_find(struct pgnpack_query *query, const struct pgnpack_game *game, struct pgnpack_hit *hit_ret);

/* ---------------------------------------------------------------------------------------------------------
 * A game's text with other tags
 *
 * An editor takes the text of one game and sets and removes tags, the result and comments in it: all other bytes stay as they are, be it how tags are
 * spaced, a byte order mark, CR LF, or a movetext that makes no sense.
 *
 *     struct pgnpack_editor *editor = pgnpack_editor_new(NULL);
 *     struct pgnpack_edited edited;
 *     pgnpack_editor_begin(editor, text.data, text.size);
 *     pgnpack_editor_set_tag(editor, "White", "Carlsen, Magnus", 15);
 *     if (pgnpack_editor_finish(editor, &edited) == PGNPACK_OK && edited.changes != 0)
 *         pgnpack_writer_write(writer, edited.text.data, edited.text.size);
 *     pgnpack_free(editor);
 *
 * A call that fails changes nothing, and the next one goes on; but where memory was refused, that stays until
 * pgnpack_editor_begin(). PGNPACK_ERROR_LIMIT: there would be more than 16 MiB of text.
 * ------------------------------------------------------------------------------------------------------ */

struct pgnpack_editor;

/* An editor without a text. `options` may be NULL. NULL when there is no memory. */
PGNPACK_API struct pgnpack_editor *pgnpack_editor_new(const struct pgnpack_options *options);

/*
 * Begins with a text, which is copied. PGNPACK_ERROR_ARGUMENT: it is not one game, with a tag, move or result; then there is
 * none until the next beginning.
 */
PGNPACK_API enum pgnpack_status pgnpack_editor_begin(struct pgnpack_editor *editor, const void *text,
                                                     size_t text_size);

/*
 * Sets a tag; where the game has several of that name, all of them. Name and value are as for pgnpack_builder_tag(); quotes
 * and backslashes get their escapes. What has that value already stays as it is written. A tag that the game has not is added:
 * one of the Seven Tag Roster behind those that come before it there, any other behind the last tag; spaced as its neighbours
 * are, with the text's own line ends. Lines that are no tags stay, whatever they seem to mean. The movetext stays, so
 * "Result" sets the tag and not the result behind the moves. PGNPACK_ERROR_ARGUMENT: a tag like "FEN" would make no sense of
 * moves that have sense, or the text would not be one game with these tags.
 *
 * NULL removes all tags of that name, if there are any, with the lines that they had for themselves. PGNPACK_ERROR_ARGUMENT:
 * nothing would be left of the game, or its moves need the tag. A game without tags begins at its first move: what stands before
 * it in a file must end with a result.
 */
PGNPACK_API enum pgnpack_status pgnpack_editor_set_tag(struct pgnpack_editor *editor, const char *name,
                                                       const char *value, size_t value_size);

/* Sets the result behind the moves, or puts one there, and the tag "Result": both, or on a failure neither. */
PGNPACK_API enum pgnpack_status pgnpack_editor_set_result(struct pgnpack_editor *editor,
                                                          enum pgnpack_result result);

/*
 * Sets the words of the comment in braces behind so many half-moves of the main line and their NAGs, 0: before the first one; a second comment
 * there stays. What the comment has in the form of [%clk 0:10:00] stays before the words, unless these have such. Black's next move gets its
 * number. NULL or no words: they are removed, and with them a comment that has nothing else. PGNPACK_ERROR_ARGUMENT: there are not so many
 * half-moves, '}' or control characters in the words, or the text would not read as it is meant.
 */
PGNPACK_API enum pgnpack_status pgnpack_editor_set_comment(struct pgnpack_editor *editor, uint32_t ply,
                                                           const char *text, size_t text_size);

/* What an editor made of a text. */
struct pgnpack_edited {
    struct pgnpack_text text;
    const struct pgnpack_game *game; /* of that text */
    uint64_t
        changes; /* calls that changed it since it was begun: not those that found what they were to make */
};

/*
 * The text as it is now, which lives until the next call that begins or sets; the editor may go on with it.
 * PGNPACK_ERROR_ARGUMENT: there is none; then all of *edited_ret is empty.
 */
PGNPACK_API enum pgnpack_status pgnpack_editor_finish(struct pgnpack_editor *editor,
                                                      struct pgnpack_edited *edited_ret);

/* ---------------------------------------------------------------------------------------------------------
 * Names in a database: players, or the values of any tag, with numbers of games
 *
 *     struct pgnpack_names *names = pgnpack_names_new(reader, NULL, "Kasp");
 *     struct pgnpack_name name;
 *     while (pgnpack_names_next(names, &name) == PGNPACK_OK)
 *         printf("%.*s: %llu games\n", (int)name.name.size, name.name.data, (unsigned long long)name.games);
 * ------------------------------------------------------------------------------------------------------ */

/* A name, and the games that have it. */
struct pgnpack_name {
    struct pgnpack_text name;       /* without escapes; lives until games are added, or the handle is freed */
    uint64_t games;                 /* as White and as Black: a game of a name against itself counts twice */
    uint64_t as_white;              /* of them; for other names than players' all */
    uint64_t won, drawn, lost;      /* by the player; for other names by White. Other games have no result */
    unsigned first_year, last_year; /* of their Date, or UTCDate; 0: no year is known */
};

/* Names of a database: a handle, for one thread at a time; the reader must outlive it. */
struct pgnpack_names;
/*
 * `tag` NULL: the names of players, of White and Black together; else the values of this tag ("Event", "Site", "ECO", ...; of
 * one that a game has twice, the first). `pattern`: those that fit it, as in a query's {"player", ...}; NULL: all of them. Both
 * are copied. NULL when there is no memory. The reader's limits of memory and work hold for each handle; a pattern that cannot
 * be understood is told by the first call.
 */
PGNPACK_API struct pgnpack_names *pgnpack_names_new(const struct pgnpack_reader *reader, const char *tag,
                                                    const char *pattern);

/*
 * Counts `count` games from game `first` on (from 1), or up to the last one: so names can be those of a search's games. Several
 * calls add up, and are quickest in ascending order; without any, _next() counts all games. No move is decoded.
 * Blocks that cannot be read are passed over; the status is that of the first one, and the next call forgets it. Other failures stay.
 */
PGNPACK_API enum pgnpack_status pgnpack_names_add(struct pgnpack_names *names, uint64_t first,
                                                  uint64_t count);

/*
 * Counts game `game` under this name (without escapes), whatever its tag says: one that has none, say, under the name of its opening. The
 * pattern holds. The names of players are not to be told so: PGNPACK_ERROR_ARGUMENT.
 */
PGNPACK_API enum pgnpack_status pgnpack_names_add_as(struct pgnpack_names *names, uint64_t game,
                                                     struct pgnpack_text name);

/*
 * From now on counts games of another database, to which those counted before add; the former reader may be freed. NULL: of none,
 * and pgnpack_names_next() counts no more.
 */
PGNPACK_API enum pgnpack_status pgnpack_names_go_to(struct pgnpack_names *names,
                                                    const struct pgnpack_reader *reader);

/*
 * The next name: those of most games first, equals in the order of their bytes. PGNPACK_END behind the last one. The first call, where it
 * counts, may tell of a block that cannot be read, as pgnpack_names_add() does; the next one goes on.
 */
PGNPACK_API enum pgnpack_status pgnpack_names_next(struct pgnpack_names *names,
                                                   struct pgnpack_name *name_ret);

/* ---------------------------------------------------------------------------------------------------------
 * Duplicates: games that one database, or several, have twice
 *
 *     struct pgnpack_duplicates *duplicates = pgnpack_duplicates_new(NULL, NULL);
 *     struct pgnpack_duplicate pair;
 *     pgnpack_duplicates_add_reader(duplicates, reader, 0);
 *     pgnpack_duplicates_run(duplicates);
 *     while (pgnpack_duplicates_next(duplicates, &pair) == PGNPACK_OK)
 *         printf("game %llu is game %llu\n", (unsigned long long)pair.game, (unsigned long long)pair.kept_game);
 *
 * A game whose moves are not understood to their end, or that has none, has the bytes of its text compared instead, and is an exact
 * duplicate where they are equal; so has one of an unknown player, in the loose sense if it has less than 20 half-moves. White
 * space before and behind does not count. Deleted games are not looked at.
 * ------------------------------------------------------------------------------------------------------ */

enum pgnpack_duplicate_kind {
    /*
     * The same start position and the same moves of the main line; the same surnames of both players, which are what
     * stands before the comma, or else the last word, without case, accents and punctuation, and is known; dates (Date, or else
     * UTCDate) that do not contradict: parts that are not known match all; results likewise, "*" matches all. Of games of less
     * than 20 half-moves neither the players' initials (the first letter of what is left without the surname) nor rounds (the
     * number before the first dot) nor UTCTime contradict. Ratings, events, comments and variations may be what they are.
     */
    PGNPACK_DUPLICATE_EXACT = 1,
    /* The same start position and the same 20 half-moves or more of the main line, whoever played when; and all exact ones. */
    PGNPACK_DUPLICATE_LOOSE = 2,
    /*
     * All exact ones, and versions of one game: of players, dates and results as above, and if the shorter one has less than 20
     * half-moves of initials, rounds and times, too,
     * - the one's main line begins with all of the other's, which is of 20 half-moves or more or of the same day; Round and
     *   UTCTime do not contradict; or
     * - both are of the same day and Round, and the first half of the shorter main line, 10 half-moves at least, is the same:
     *   a move was corrected.
     * A game that may be an earlier version of two games which are none of each other stays.
     */
    PGNPACK_DUPLICATE_VERSION = 3
};

/*
 * Which game of a group is kept; of equals always the earlier one. More text: bytes of comments and of tags' values that say
 * something ("?" and "????.??.??" do not), and 4 for each glyph and each half-move of a variation, where versions are looked for
 * of the main line, too; how it is laid out does not count.
 */
enum pgnpack_keep {
    PGNPACK_KEEP_RANK = 0, /* the game of the database of the highest rank; of those the one with more text */
    PGNPACK_KEEP_TEXT = 1, /* the one with more text, in whichever database */
    PGNPACK_KEEP_COMMENTS = 2, /* the same, without tags */
    PGNPACK_KEEP_TAGS = 3,     /* the one with more tags that say something */
    PGNPACK_KEEP_FIRST = 4,    /* in the order of the databases and numbers */
    PGNPACK_KEEP_LAST = 5
};

/* Zero it, then set `size`. */
struct pgnpack_duplicates_options {
    size_t size;
    enum pgnpack_duplicate_kind kind; /* 0: exact */
    enum pgnpack_keep keep;
    unsigned threads; /* 1: none but the caller's; 0: one a processor; at most PGNPACK_THREADS_MAX */
    pgnpack_progress_function
        progress; /* gets steps done, and all steps, two a game; anything but 0 cancels */
    void *progress_opaque;
};

/* A game that could be dropped, and the one that is kept for it. */
struct pgnpack_duplicate {
    size_t kept_reader; /* in the order in which they were added, from 0 */
    uint64_t kept_game; /* from 1 */
    size_t reader;
    uint64_t game;
    enum pgnpack_duplicate_kind kind; /* of these two, whatever was looked for */
    uint32_t kept_weight, weight; /* what the rule compared, text say; 0 for PGNPACK_KEEP_FIRST and _LAST */
};

struct pgnpack_duplicates_counts {
    uint64_t games;      /* that were looked at */
    uint64_t groups;     /* of two games and more */
    uint64_t duplicates; /* that could be dropped */
    uint64_t
        not_understood; /* games whose moves are not understood to the end, which are compared as texts ... */
    uint64_t without_moves; /* ... as are those that have none, ... */
    uint64_t without_names; /* ... and those that have, but of which a player is not known */
    uint64_t unread;        /* games of damaged blocks, as far as they could not be read */
};

/* A search for duplicates: a handle, for one thread at a time. */
struct pgnpack_duplicates;

/* Both options may be NULL. Returns NULL when there is no memory. With threads, the allocator of `options` is called from several at once. */
PGNPACK_API struct pgnpack_duplicates *
pgnpack_duplicates_new(const struct pgnpack_options *options,
                       const struct pgnpack_duplicates_options *duplicates_options);

/*
 * Adds an opened database, which has to stay open until the handle is freed. Games of one that comes later are later ones.
 * `rank`: any number, the larger the better; see PGNPACK_KEEP_RANK. What was found before is forgotten.
 */
PGNPACK_API enum pgnpack_status pgnpack_duplicates_add_reader(struct pgnpack_duplicates *duplicates,
                                                              const struct pgnpack_reader *reader, int rank);

/*
 * Looks for duplicates in all databases together. Games of the same hash are candidates; their moves are then compared one by one,
 * so no game is found because of its hash. What is found, and its order, is the same for any number of threads.
 *
 * Groups: of each group of duplicates one game is kept, by the rule. In the exact sense no group has two games that contradict
 * each other: of games 2001, ????, 2002 the second goes with one of the others. First the games of which most is known (of
 * equals those of the earliest date) make groups; each goes to the first group that contradicts it in nothing; of a
 * game that does not know all, 1,000 groups are looked at.
 *
 * Memory: about 45 bytes a game, 60 for a moment, and up to 512 MiB, or a sixteenth of the limit, for moves that are compared: where
 * these are more, candidates are read in several passes. Time: all moves are decoded once, those of candidates twice.
 * Blocks that cannot be read are passed over: the status is that of the first one then, and _next() gives what was found
 * in the others. After other failures there is nothing.
 */
PGNPACK_API enum pgnpack_status pgnpack_duplicates_run(struct pgnpack_duplicates *duplicates);

/* The next pair, in the order of the games that could be dropped. PGNPACK_END behind the last one. */
PGNPACK_API enum pgnpack_status pgnpack_duplicates_next(struct pgnpack_duplicates *duplicates,
                                                        struct pgnpack_duplicate *duplicate_ret);

/* The first pair is the next one again. */
PGNPACK_API void pgnpack_duplicates_rewind(struct pgnpack_duplicates *duplicates);

/* Of the last run. */
PGNPACK_API void pgnpack_duplicates_counts(const struct pgnpack_duplicates *duplicates,
                                           struct pgnpack_duplicates_counts *counts_ret);

/* ---------------------------------------------------------------------------------------------------------
 * Spellings: names of players that may be one person's
 *
 * Names are compared by their letters, without case, accents and punctuation, whatever the order of their words, by usual
 * transliterations, initials and slips of a letter or two (Damerau's distance), and then by the games: opponents and events that
 * they share, years, ratings and FIDE's numbers speak for a pair or against it, and games against each other or in one round of
 * an event against it. Values of another tag (events, sites) are compared the same way, as far as they have no more than eight words
 * and 80 bytes, by their letters and years. What comes out is suggestions, for a person to look at: nothing is changed. No move is decoded; the
 * time is that of going three times through the tags, and in proportion to the number of names; memory is some 300 bytes a
 * name, and 200 MB at most besides.
 * ------------------------------------------------------------------------------------------------------ */

/* What two names differ in most. */
enum pgnpack_name_difference {
    PGNPACK_NAMES_SAME_LETTERS = 0,   /* only case, accents, punctuation, or the order of words */
    PGNPACK_NAMES_TRANSLITERATED = 1, /* "Kortschnoj" and "Korchnoi" */
    PGNPACK_NAMES_SHORTENED = 2,      /* "Carlsen, M" and "Carlsen, Magnus" */
    PGNPACK_NAMES_MORE_WORDS = 3,     /* "Carlsen, Magnus" and "Carlsen, Magnus O" */
    PGNPACK_NAMES_MISSPELT = 4        /* "Calrsen, Magnus" and "Carlsen, Magnus" */
};

/*
 * How likely two names (without escapes) are spellings of one, by their letters alone: 0, not at all, to 100, the same but for what
 * PGNPACK_NAMES_SAME_LETTERS says; from 60 on they are worth a look. 0 where one is no name of a person's: "?", one of more than 80
 * bytes or eight words. *difference_ret, which may be NULL, is set unless that is so.
 */
PGNPACK_API unsigned pgnpack_name_likeness(struct pgnpack_text a, struct pgnpack_text b,
                                           enum pgnpack_name_difference *difference_ret);

/* Zero it, then set `size`. */
struct pgnpack_spelling_options {
    size_t size;
    unsigned points_min; /* pairs with less are not given: 1 to 100; 0: 60 */
    pgnpack_progress_function
        progress; /* gets games that are done, and all that are to do; anything but 0 cancels */
    void *progress_opaque;
    const char *
        tag; /* NULL: players; else the values of this tag, of which years are all that the games are asked */
};

/* What the games of a name say; 0: nothing is known. */
struct pgnpack_name_facts {
    unsigned first_year, last_year;
    unsigned rating_min, rating_max; /* of players */
};

/* A pair. Counts of what speaks for or against it end at 255. */
struct pgnpack_spelling_pair {
    struct pgnpack_text from,
        to; /* the rarer name, the commoner one; without escapes; they live as long as the handle */
    uint64_t from_games, to_games;
    unsigned points; /* 1 to 100: how likely they are one person's. No probability */
    enum pgnpack_name_difference difference;
    unsigned rivals;      /* other persons' names that `from` could stand for as well; at most 3 */
    unsigned events;      /* in which both played, in the same year; of the first of the rarer name's */
    unsigned opponents;   /* that both had, by surname and initial; the same */
    unsigned same_games;  /* that seem to be in the database twice, once for each name */
    unsigned same_rounds; /* of events, in which both played other games */
    struct pgnpack_name_facts from_facts, to_facts;
};

/* A handle, for one thread at a time; the reader must outlive it. */
struct pgnpack_spelling;

/*
 * `options`, which may be NULL, and its texts are copied. NULL when there is no memory. The reader's limits of memory hold; options that make no sense are told
 * by the first call.
 */
PGNPACK_API struct pgnpack_spelling *pgnpack_spelling_new(const struct pgnpack_reader *reader,
                                                          const struct pgnpack_spelling_options *options);

/*
 * The next pair, the likeliest first; each name is a pair's `from` once at most. The first call finds them all. PGNPACK_END behind
 * the last one. Blocks that cannot be read are passed over: the first call then returns the status of the first one, and the
 * next call goes on. Other failures stay.
 */
PGNPACK_API enum pgnpack_status pgnpack_spelling_next(struct pgnpack_spelling *spelling,
                                                      struct pgnpack_spelling_pair *pair_ret);

/* ---------------------------------------------------------------------------------------------------------
 * BCGN version 0, the published format: roster tags and main lines
 * ------------------------------------------------------------------------------------------------------ */

enum pgnpack_bcgn0_scheme {
    PGNPACK_BCGN0_FIXED = 0,   /* two bytes a move */
    PGNPACK_BCGN0_INDEX = 1,   /* the byte index, two bytes with three queens and more */
    PGNPACK_BCGN0_VARIABLE = 2 /* piece and target in just enough bits */
};

/* Zero it, then set `size`. */
struct pgnpack_bcgn0_options {
    size_t size;
    enum pgnpack_bcgn0_scheme scheme;
    int headerless; /* no tags at all, only moves and results */
    int lossy;      /* drop what the format cannot hold, and leave out games that do not fit; see _losses() */
    int roster_only; /* drop every tag without a fixed field; counts as no loss */
};

/* What a lossy writer dropped so far. */
struct pgnpack_bcgn0_losses {
    uint64_t games_written;
    uint64_t games_left_out;
    uint64_t comments;
    uint64_t variations;
    uint64_t nags;
    uint64_t tags;
};

struct pgnpack_bcgn0_writer;
/*
 * A writer of packed bytes to a sink, which is as for pgnpack_writer_new(). Both options may be NULL. NULL when there is no
 * memory.
 */
PGNPACK_API struct pgnpack_bcgn0_writer *
pgnpack_bcgn0_writer_new(const struct pgnpack_options *options,
                         const struct pgnpack_bcgn0_options *bcgn0_options, const struct pgnpack_sink *sink);
/*
 * Adds one game. PGNPACK_ERROR_LOSSY: this game, or a part of it, does not fit. Without `lossy` that failure
 * stays, and the caller throws the output away. With `lossy` the game was left out, the error's text says why,
 * and the next call goes on. Other failures stay.
 */
PGNPACK_API enum pgnpack_status pgnpack_bcgn0_writer_add(struct pgnpack_bcgn0_writer *writer,
                                                         const struct pgnpack_game *game);
/* Writes what is still held back, and gives a file its path; nothing can be added to that then. */
PGNPACK_API enum pgnpack_status pgnpack_bcgn0_writer_finish(struct pgnpack_bcgn0_writer *writer);
/* What was dropped so far; lives as long as the writer. */
PGNPACK_API const struct pgnpack_bcgn0_losses *
pgnpack_bcgn0_writer_losses(const struct pgnpack_bcgn0_writer *writer);

struct pgnpack_bcgn0_reader;
/* `options` may be NULL. Returns NULL when there is no memory. */
PGNPACK_API struct pgnpack_bcgn0_reader *pgnpack_bcgn0_reader_new(const struct pgnpack_options *options);
/* As pgnpack_pgn_reader_open(). */
PGNPACK_API enum pgnpack_status pgnpack_bcgn0_reader_open(struct pgnpack_bcgn0_reader *reader,
                                                          const struct pgnpack_source *source);
/* The next game, every move of it legal; it lives until the next call. Failures stay. */
PGNPACK_API enum pgnpack_status pgnpack_bcgn0_reader_next(struct pgnpack_bcgn0_reader *reader,
                                                          const struct pgnpack_game **game_ret);

#ifdef __cplusplus
}
#endif

#endif
