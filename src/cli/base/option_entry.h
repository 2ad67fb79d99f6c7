/* Options of a command, each once: what getopt_long() takes, and what --help says of it. */
#ifndef PGNPACK_CLI_BASE_OPTION_ENTRY_H
#define PGNPACK_CLI_BASE_OPTION_ENTRY_H

#include <getopt.h>
#include <stdio.h>

struct option_entry {
    int code;                  /* what getopt_long() returns: the letter, or a number above those */
    const char *name;          /* NULL: it has a letter only */
    int argument;              /* no_argument, required_argument, optional_argument of getopt.h */
    const char *argument_name; /* for --help */
    unsigned scope;            /* when it means something: the bits of its table */
    const char *help;          /* NULL: not shown */
};

/* Of a program: all options whose scopes have a bit of `scope`. Those of one code are names of one option. */
struct option_table {
    const struct option_entry *entries;
    size_t count;
    unsigned scope;
};

/* An entry that is no option: it heads those behind it in --help. */
#define OPTION_TITLE(text)                                                                                   \
    {                                                                                                        \
        0, NULL, no_argument, NULL, 0, text                                                                  \
    }

/* Entries of levels, -1 to -9. */
#define OPTION_DIGIT(digit, scope, help)                                                                     \
    {                                                                                                        \
        digit, NULL, no_argument, NULL, scope, help                                                          \
    }
#define OPTION_LEVELS(scope, help)                                                                           \
    OPTION_DIGIT('1', scope, help), OPTION_DIGIT('2', scope, NULL), OPTION_DIGIT('3', scope, NULL),          \
        OPTION_DIGIT('4', scope, NULL), OPTION_DIGIT('5', scope, NULL), OPTION_DIGIT('6', scope, NULL),      \
        OPTION_DIGIT('7', scope, NULL), OPTION_DIGIT('8', scope, NULL), OPTION_DIGIT('9', scope, NULL)

/* In a scope of any table: its value may be empty. */
enum { OPTION_MAY_BE_EMPTY = 1 << 30 };

enum { OPTION_TABLE_MAX = 128, OPTION_WORD_SIZE = 40, OPTION_REFUSAL_SIZE = 100 };

/* For getopt_long(). */
struct option_strings {
    char letters[2 * OPTION_TABLE_MAX + 3];
    struct option names[OPTION_TABLE_MAX + 1];
};

/* Does the program know it? */
int option_is_known(const struct option_table *table, const struct option_entry *entry);

/* Whether it is known or not; of several names the first. NULL: no such code. */
const struct option_entry *option_find(const struct option_table *table, int code);

/* The same by the name that an element of the command line has, which may be a letter, or cut short. */
const struct option_entry *option_find_typed(const struct option_table *table, int code, const char *element);

/* Of those that are known. */
void option_make_strings(const struct option_table *table, struct option_strings *strings);

/* An option as it is written: "--output" or "-1". */
const char *option_word(const struct option_entry *entry, char word[OPTION_WORD_SIZE]);

/* The same as an element of the command line has it, by letter or by name: "-o" or "--output". */
const char *option_word_typed(const struct option_entry *entry, const char *element,
                              char word[OPTION_WORD_SIZE]);

/* Is there nothing but blanks in it? */
int option_is_blank(const char *value);

/*
 * What is wrong with the value that an option was given, NULL: nothing. A blank one means nothing to any option: it
 * comes of a variable that is not set, and must not stand for every game.
 */
const char *option_refuse_value(const struct option_entry *entry, const char *value,
                                char text[OPTION_REFUSAL_SIZE]);

/* Its lines of --help, of 80 columns at most; none if it is not shown. Negative when that failed. */
int option_print(const struct option_entry *entry, FILE *stream);

/* The same of those whose scopes have a bit of `scope`, and none of `but`, with the titles of their groups. */
int option_print_groups(const struct option_table *table, unsigned scope, unsigned but, FILE *stream);

#endif
