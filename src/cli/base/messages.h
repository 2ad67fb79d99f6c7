/* What the commands say: the only writer to standard error. */
#ifndef PGNPACK_CLI_BASE_MESSAGES_H
#define PGNPACK_CLI_BASE_MESSAGES_H

#include <stdint.h>

/* Exit statuses; they are a part of the command's interface. */
enum exit_status {
    EXIT_FINE = 0,
    EXIT_FAILED = 1,  /* the arguments, or what is around: files, memory, a full disk */
    EXIT_CORRUPT = 2, /* the input is damaged, cut short, or no such file at all */
    EXIT_FAULT = 3,   /* a fault of this program */
    EXIT_LIMIT = 4    /* a limit was exceeded, or the format cannot hold it */
};

/* Each kind of warning has its own limit of lines. */
enum warning_kind {
    WARNING_LEFT_OUT, /* games that are not in the output */
    WARNING_DROPPED,  /* parts of games that are not in the output */
    WARNING_ODD,      /* oddities of the input that lose nothing */
    WARNING_OTHER,
    WARNING_KIND_COUNT
};

enum { WARNING_LINES_MAX = 20 };

/* Where in the input. Zero it, then set what is known; `offset` counts only where `game` or `has_offset` is set. */
struct place {
    const char *file; /* NULL: not about a file */
    uint64_t game;    /* 1-based; 0: unknown */
    uint64_t line;    /* 1-based; 0: unknown */
    uint64_t offset;
    int has_offset;
};

#define IN_FILE(name) (&(const struct place){.file = (name)})

struct messages {
    const char *program;
    int quiet;            /* 1: no warnings, 2: no errors either */
    int verbose;          /* 1: information, and all warnings */
    int takes_no_folders; /* the command has no -r that could be advised */
    uint64_t warnings[WARNING_KIND_COUNT];
    uint64_t repeated[WARNING_KIND_COUNT]; /* that come once more, and are not to be shown again */
    int status_line_shown;
};

/* `place` may be NULL. A text is a cause, and a remedy behind a semicolon where there is one. */
void message_error(struct messages *messages, const struct place *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void message_warning(struct messages *messages, enum warning_kind kind, const struct place *place,
                     const char *format, ...) __attribute__((format(printf, 4, 5)));

/* What is good to know, and no warning; not shown with -q. */
void message_notice(struct messages *messages, const struct place *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Work is begun again: the warnings since there were `before` of them are not shown a second time. */
void messages_repeat(struct messages *messages, const uint64_t before[WARNING_KIND_COUNT]);

/* Shown with -v only. */
void message_information(struct messages *messages, const struct place *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A line that is drawn over by the next one, and wiped before anything else is said. */
void message_status_line(struct messages *messages, const char *text);
void message_wipe_status_line(struct messages *messages);

/* Says how many warnings were not shown since the last time. */
void messages_finish(struct messages *messages);

/* ---- Numbers ---- */

enum { NUMBER_TEXT_SIZE = 28, COUNTED_SIZE = 80 };

/* Returns `text`. */
const char *number_text(uint64_t number, char text[NUMBER_TEXT_SIZE]);

/* "1 game", "2 games": as messages count. `noun` has up to 50 bytes. Returns `text`. */
const char *counted_text(uint64_t count, const char *noun, char text[COUNTED_SIZE]);

/* The same in a text that lasts as long as the block does. */
#define COUNTED(count, noun) counted_text((count), (noun), (char[COUNTED_SIZE]){0})

/* "1 game is", "2 games are". */
#define PLURAL_S(count) ((count) == 1 ? "" : "s")
#define IS_OR_ARE(count) ((count) == 1 ? "is" : "are")
#define WAS_OR_WERE(count) ((count) == 1 ? "was" : "were")

enum { TIME_TEXT_SIZE = 80 };

/* "2024-05-01T12:30:00Z" of seconds since 1970. Returns 0 for times that are not so written. */
int date_time_text(int64_t seconds, char text[TIME_TEXT_SIZE]);

#endif
