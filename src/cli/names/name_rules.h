/*
 * Rules of SCID's spelling files, which correct a part of every name:
 *
 *     %Prefix "old" "new"     the beginning
 *     %Infix "old" "new"      any part, where it comes first
 *     %Suffix "old" "new"     the end
 */
#ifndef PGNPACK_CLI_NAMES_NAME_RULES_H
#define PGNPACK_CLI_NAMES_NAME_RULES_H

#include <stddef.h>
#include <stdint.h>

#include "pgnpack.h"

enum { NAME_SIZE_MAX = 4096 };

struct name_rule {
    const char *word; /* "Prefix", "Infix" or "Suffix" */
    struct pgnpack_text from, to;
    uint64_t line;
    unsigned kind;  /* of names */
    uint64_t walk;  /* the last one in which it met a name */
    uint64_t count; /* of values that it corrected */
};

/* Zeroed, there are none. */
struct name_rules {
    struct name_rule *rules; /* in their order */
    size_t count, capacity;
    uint64_t walk;
    char rooms[2][NAME_SIZE_MAX];
};

/* Takes a line that begins with "%"; one that is no rule goes unnoticed. Returns NULL, or what is wrong. */
const char *name_rules_take(struct name_rules *rules, unsigned kind, uint64_t line, struct pgnpack_text text);

/* What the rules make of a name, until the next call: the name itself, or a text of at most NAME_SIZE_MAX bytes. */
struct pgnpack_text name_rules_apply(struct name_rules *rules, unsigned kind, struct pgnpack_text name);

/* Counts the rules that met the name of the last call. */
void name_rules_count(struct name_rules *rules);
void name_rules_free(struct name_rules *rules);

#endif
