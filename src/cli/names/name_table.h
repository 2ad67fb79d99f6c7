/*
 * A table of names and what is to stand in their place, from a text file. A line is one of
 *
 *     old name <tab> new name <tab> remarks
 *     old name = new name
 *     [events]             the lines that follow are about Event; also players (where a table begins), sites, rounds, any tag
 *     # a remark
 *
 * or of SCID's spelling files: "@PLAYER" and the like begin a section, a line without all of these is a name, and lines
 * behind it that begin with "=" are what it replaces; "%" begins rules (cli/names/name_rules.h), and what only SCID knows.
 */
#ifndef PGNPACK_CLI_NAMES_NAME_TABLE_H
#define PGNPACK_CLI_NAMES_NAME_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "cli/base/messages.h"
#include "cli/names/name_rules.h"
#include "pgnpack.h"

struct name_table;

struct renaming {
    struct pgnpack_text from, to;
    uint64_t line; /* 0: no line has it, but a name that the database has is the beginning of one */
    unsigned kind;
    uint32_t mark;  /* of the walk along a chain that came here last */
    uint64_t count; /* of values that it replaced */
};

enum { NAME_TABLE_TAGS_MAX = 64 };

/*
 * Reads the file ("-": standard input). `completes`: what is the beginning of one name of a spelling file becomes that; other files are
 * refused then. NULL: failures were reported, with their lines.
 */
struct name_table *name_table_read(const char *file, int completes, struct messages *messages);

/* The same from a text of such lines, which is copied; messages call it by that title. */
struct name_table *name_table_make(const char *title, struct pgnpack_text text, struct messages *messages);
void name_table_free(struct name_table *table);

/* The tags that the table is about. */
size_t name_table_tag_count(const struct name_table *table);
const char *name_table_tag(const struct name_table *table, size_t i);

/*
 * What replaces the tag's value, until the next call; `data` NULL: it stays. Values come, and go, without escapes. What replaced
 * it is counted. Returns 0 when there is no memory.
 */
int name_table_replace(struct name_table *table, size_t tag, struct pgnpack_text value,
                       struct pgnpack_text *new_ret);

/* Renaming `i`, from 0, in the order of the table, and then those of beginnings; NULL: there are not so many. */
struct renaming *name_table_entry(const struct name_table *table, size_t i);

/* The same of rules. */
struct name_rule *name_table_rule(const struct name_table *table, size_t i);

#endif
