/* What a command line asks for. */
#ifndef PGNPACK_CLI_RUN_OPTIONS_H
#define PGNPACK_CLI_RUN_OPTIONS_H

#include <stddef.h>
#include <stdint.h>

#include "cli/base/find_key.h"
#include "cli/base/game_ranges.h"
#include "cli/files/input_file.h"
#include "cli/base/messages.h"
#include "cli/base/option_values.h"
#include "pgnpack_extra.h"

enum command {
    COMMAND_PACK,
    COMMAND_UNPACK,
    COMMAND_FIND,
    COMMAND_DATABASE /* packs or unpacks, by its subcommand */
};

/* What is done with packed inputs. */
enum task {
    TASK_UNPACK,
    TASK_EXTRACT, /* lay the files out in a folder */
    TASK_VIEW,    /* some games, or some of each */
    TASK_TEST,
    TASK_LIST
};

/* What COMMAND_PACK does to a database that is there. */
enum change_task {
    CHANGE_NONE, /* it packs */
    CHANGE_APPEND,
    CHANGE_DELETE,
    CHANGE_UNDELETE,
    CHANGE_LOG,
    CHANGE_DELETED, /* which only lists them */
    CHANGE_TRUNCATE,
    CHANGE_UNDO,
    CHANGE_EDIT,
    CHANGE_REPLACE_GAMES,
    CHANGE_EDIT_GAMES,
    CHANGE_RENAME,
    CHANGE_CLASSIFY,
    CHANGE_SPELLING, /* which only suggests what to rename */
    CHANGE_DEDUPE,
    CHANGE_MERGE, /* databases into one; from here on a new file is made */
    CHANGE_COMPACT,
    CHANGE_SORT,
    CHANGE_SPLIT
};

/* Of packing version 0. */
struct bcgn0_options {
    int is_asked; /* else none of these counts */
    enum pgnpack_bcgn0_scheme scheme;
    int headerless;
    int lossy;
    int roster_only;
};

/* What a rating list says of a player, for a tag of White's and one of Black's. */
enum listed { LISTED_ID, LISTED_TITLE, LISTED_RATING, LISTED_FEDERATION, LISTED_KINDS };

/* Of changing a database. */
struct change_options {
    enum change_task task;
    struct input_list set_tags;   /* of CHANGE_EDIT: "Tag=Value" ... */
    struct input_list unset_tags; /* ... and names of tags */
    int has_result;               /* of CHANGE_EDIT, too: this result ... */
    enum pgnpack_result result;
    const char
        *comment_place;      /* ... a comment, where "12..." or a number of half-moves says, NULL: none ... */
    const char *comment;     /* ... with these words; NULL: none are left, ... */
    int removes;             /* ... which was asked for ... */
    struct input_list flags; /* ... and flags that are set, or, with '-' behind them, taken away */
    struct input_list where; /* conditions that choose games */
    int all_games;           /* where no condition chooses some */
    int duplicates;          /* of undeleting: what was deleted as duplicate, not by hand */
    const char *texts;       /* of CHANGE_REPLACE_GAMES: a file */
    const char *rename_table;
    const char *names_tag;  /* of CHANGE_SPELLING; NULL: players */
    const char *names_list; /* the same: a rating list; NULL: none */
    int asks;               /* the same: each suggestion, and what is taken is changed */
    unsigned listed; /* tags that are set by it: a bit for White and for Black, by enum listed; 0: none */
    unsigned year, month;      /* of it; 0: as it says */
    int completes_names;       /* of CHANGE_RENAME: names that begin one of its names become that */
    const char *opening_table; /* of CHANGE_CLASSIFY, in place of the one built in; NULL: none */
    int keep_tags;             /* the same: what is known stays */
    const char *database;      /* of CHANGE_APPEND */
    uint64_t state; /* of CHANGE_TRUNCATE; of CHANGE_UNDO and CHANGE_LOG the change: 0 the last one, or all */
    enum pgnpack_duplicate_kind dedupe; /* of CHANGE_DEDUPE and CHANGE_APPEND; 0: none are looked for */
    enum pgnpack_keep prefer;
    const char *report; /* NULL: none */
    int merge_tags;
    struct find_keys sort;
    int sort_is_reversed;
    enum split split;
    uint64_t split_games;  /* in a file, of SPLIT_GAMES */
    const char *split_tag; /* of SPLIT_TAG: its name, perhaps with ":N" for the first N letters */
    int keep_ids, drop_ids;
    int forget; /* deleted games are left out */
    int dry_run;
};

/* Of TASK_VIEW and TASK_LIST: how games are shown, and how many. */
struct view_options {
    int json; /* rows, or the list */
    int html; /* the list as a page */
    int csv;
    const char *csv_columns; /* NULL: the usual ones */
    int count;               /* TASK_LIST: only the games */
    uint64_t skip;
    uint64_t limit; /* UINT64_MAX: none */
    int tags_only;
    int no_flags;         /* games without the tag Flags */
    int numbers;          /* with the tags */
    int ids;              /* the same */
    uint64_t shard;       /* from 0 */
    uint64_t shard_count; /* 0: no shards */
};

struct options {
    enum command command;
    enum task task;               /* of COMMAND_UNPACK */
    struct input_list inputs;     /* at least one; "-" is standard input */
    struct input_list lists;      /* of inputs, games or names, in files; and the database that is added to */
    const char *output;           /* NULL: derived from the input's name; "-": standard output */
    const char *directory;        /* of TASK_EXTRACT */
    const char *command_line;     /* as it was given, for the database's log */
    struct pgnpack_text openings; /* the table built in, of pgndb and pgnfind */
    int force;
    int quiet;
    int verbose;
    int no_progress;
    int remove_inputs;
    int recursive;
    unsigned threads;      /* 0: one a processor */
    uint64_t memory_limit; /* 0: none */
    unsigned wait_seconds; /* for another program that changes the database */

    int no_unwrap;
    int no_times;
    uint64_t expansion_ratio;
    uint64_t expansion_size;

    int keeps_names; /* inputs become files with names, in one output */
    int level;
    enum pgnpack_moves moves;
    uint64_t block_size; /* 0: by level */
    int verify;
    enum pgnpack_index index;

    struct input_list members; /* names and patterns of files in databases; none: all */
    struct game_ranges games;  /* empty: all */
    int games_from_input;      /* their numbers were read from standard input */
    int with_deleted;          /* include deleted games */
    int salvage;
    int has_expected_games;
    uint64_t expected_games;
    int tells_well;   /* of what was tested, without -v, too ... */
    int checks_games; /* ... and what is odd about its games */

    struct bcgn0_options bcgn0;
    struct change_options change;
    struct view_options view;
};

enum options_outcome {
    OPTIONS_RUN,
    OPTIONS_DONE,  /* help or version was printed */
    OPTIONS_FAILED /* a usage error was reported */
};

#endif
