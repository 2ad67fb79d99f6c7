/* Patterns of names, as shells have them. */
#ifndef PGNPACK_CLI_BASE_NAME_PATTERN_H
#define PGNPACK_CLI_BASE_NAME_PATTERN_H

/* Is there anything in it that a name's own letters would not match? */
int name_pattern_is_one(const char *text);

/*
 * Does all of the name match? '*' stands for any bytes, '/' among them, '?' for one character of UTF-8, "[a-z]" for one
 * of those, "[!a-z]" for one that is none of those, and what follows '\\' for itself. With `ignores_case` letters of
 * ASCII are the same in both cases. Takes at most the product of both sizes in time.
 */
int name_pattern_matches(const char *pattern, const char *name, int ignores_case);

#endif
