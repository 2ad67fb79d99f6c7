#include "cli/names/suggestion_answers.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/base/growth.h"

static int append(struct answers *answers, const char *bytes, size_t size)
{
    if (!GROW(answers->table, answers->capacity, answers->size + size))
        return 0;
    memcpy(answers->table + answers->size, bytes, size);
    answers->size += size;
    return 1;
}

int answers_begin(struct answers *answers, const char *section)
{
    return append(answers, "[", 1) && append(answers, section, strlen(section)) && append(answers, "]\n", 2);
}

void answers_free(struct answers *answers)
{
    free(answers->table);
}

/* The first letter of a line; 'q' where there are no more. */
static char read_answer(void)
{
    int first = getchar(), c = first;
    while (c != '\n' && c != EOF)
        c = getchar();
    return first == EOF ? 'q' : (char)first;
}

static int ask(struct answers *answers)
{
    while (!answers->takes_all && !answers->is_over) {
        view_text_string(answers->text, "Replace it [y,n,a,q,?]? ");
        if (view_text_flush(answers->text) != EXIT_FINE) {
            answers->is_over = 1; /* nobody sees the question */
            break;
        }
        switch (read_answer()) {
        case 'y':
        case 'Y':
            return 1;
        case 'n':
        case 'N':
            return 0;
        case 'a':
            answers->takes_all = 1;
            break;
        case 'q':
            answers->is_over = 1;
            break;
        default:
            view_text_string(answers->text,
                             "y: yes; n: no; a: yes, and all that follow; q: no, and none that "
                             "follows. What was taken is replaced at the end, in one change.\n");
        }
    }
    return answers->takes_all;
}

int answers_ask(struct answers *answers, struct pgnpack_text from, struct pgnpack_text to)
{
    if (!ask(answers))
        return 1;
    answers->taken++;
    return append(answers, from.data, from.size) && append(answers, "\t", 1) &&
           append(answers, to.data, to.size) && append(answers, "\n", 1);
}
