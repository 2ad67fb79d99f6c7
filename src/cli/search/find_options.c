#include "cli/search/find_options.h"

#include <stdlib.h>

#include "cli/base/growth.h"
#include "cli/run/command.h"

int find_condition_add(struct find_options *options, const struct find_condition *condition)
{
    if (!GROW(options->conditions, options->condition_capacity, options->condition_count + 1))
        return 0;
    options->conditions[options->condition_count++] = *condition;
    return 1;
}

char *find_text_keep(struct find_options *options, char *text)
{
    if (text == NULL || !GROW(options->texts, options->text_capacity, options->text_count + 1)) {
        free(text);
        return NULL;
    }
    options->texts[options->text_count++] = text;
    return text;
}

void find_options_free(struct find_options *options)
{
    pgnpack_free(options->query);
    free(options->conditions);
    for (size_t i = 0; i < options->text_count; i++)
        free(options->texts[i]);
    free(options->texts);
    if (options->near != NULL)
        near_names_free(options->near);
    free(options->near);
    options_free(&options->common);
}
