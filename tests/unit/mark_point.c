/*
 * check tells where a test that crashed last was: each assertion that holds writes its line to a file (_mark_point()),
 * and tests of a million assertions spend their time there, minutes where system calls are slow. The Makefile has the
 * assertions call this instead, which passes a line on when it is reached for the first time.
 */
#undef _mark_point
#include <stdbool.h>

#define LINE_LIMIT 4096 /* those behind it are always passed on */

void _mark_point(const char *file, int line); /* check's, declared by check.h */

/* Under the name that check.h's macros are made to call. Each test is a process of its own: nothing is locked. */
void mark_first_visit(const char *file, int line);

void mark_first_visit(const char *file, int line)
{
    static bool visited[LINE_LIMIT]; /* of whatever file: two files' lines may hide each other */
    if (line >= 0 && line < LINE_LIMIT) {
        if (visited[line])
            return;
        visited[line] = true;
    }
    _mark_point(file, line);
}
