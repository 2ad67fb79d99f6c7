#include "cli/count/find_names.h"

#include <inttypes.h>

#include "cli/forms/csv.h"
#include "cli/forms/json.h"

/* Of the games with a result, in thousandths; -1: there are none. */
static int score_of(const struct pgnpack_name *name)
{
    uint64_t finished = name->won + name->drawn + name->lost;
    return finished == 0 ? -1 : (int)((1000 * name->won + 500 * name->drawn + finished / 2) / finished);
}

static void put_row(struct view_text *text, const struct pgnpack_name *name, int is_player)
{
    int score = score_of(name);
    view_text_print(text, "%10" PRIu64 " ", name->games);
    if (is_player)
        view_text_print(text, "%10" PRIu64 " ", name->as_white);
    if (score < 0)
        view_text_print(text, "%6s  ", "-");
    else
        view_text_print(text, "%4d.%d%%  ", score / 10, score % 10);
    if (name->first_year == 0)
        view_text_print(text, "%-9s  ", "-");
    else if (name->first_year == name->last_year)
        view_text_print(text, "%04u       ", name->first_year);
    else
        view_text_print(text, "%04u-%04u  ", name->first_year, name->last_year);
    view_text_safe(text, name->name);
    view_text_string(text, "\n");
}

static void put_csv_year(struct view_text *text, unsigned year)
{
    view_text_string(text, ",");
    if (year != 0)
        view_text_number(text, year);
}

static void put_csv(struct view_text *text, const struct pgnpack_name *name)
{
    csv_put_value(text, name->name);
    view_text_print(text, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, name->games,
                    name->as_white, name->won, name->drawn, name->lost);
    put_csv_year(text, name->first_year);
    put_csv_year(text, name->last_year);
    view_text_string(text, "\n");
}

static void put_json(struct view_text *text, const struct pgnpack_name *name)
{
    view_text_string(text, "{\"name\": ");
    json_put_text(text, name->name);
    json_number(text, "games", name->games);
    json_number(text, "as_white", name->as_white);
    json_number(text, "won", name->won);
    json_number(text, "drawn", name->drawn);
    json_number(text, "lost", name->lost);
    json_known_number(text, "first_year", name->first_year);
    json_known_number(text, "last_year", name->last_year);
    view_text_string(text, "}");
}

static void put_head(struct view_text *text, const char *what, enum find_form form)
{
    if (form == FIND_AS_TEXT && what == NULL)
        view_text_print(text, "%10s %10s %6s  %-9s  %s\n", "games", "as White", "score", "years", "player");
    else if (form == FIND_AS_TEXT)
        view_text_print(text, "%10s %6s  %-9s  %s\n", "games", "White", "years", what);
    else
        view_text_string(text, form == FIND_AS_CSV ? "Name,Games,AsWhite,Won,Drawn,Lost,FirstYear,LastYear\n"
                                                   : "[");
}

enum pgnpack_status find_names_write(struct pgnpack_names *names, const char *what, uint64_t limit,
                                     enum find_form form, struct view_text *text, uint64_t *count_ret)
{
    struct pgnpack_name name;
    enum pgnpack_status status = PGNPACK_OK;
    uint64_t i = 0;
    put_head(text, what, form);
    for (; i < limit && (status = pgnpack_names_next(names, &name)) == PGNPACK_OK; i++) {
        if (form == FIND_AS_JSON) {
            view_text_string(text, i == 0 ? "\n" : ",\n");
            put_json(text, &name);
        } else if (form == FIND_AS_CSV) {
            put_csv(text, &name);
        } else {
            put_row(text, &name, what == NULL);
        }
    }
    if (form == FIND_AS_JSON)
        view_text_string(text, i == 0 ? "]" : "\n]");
    if (count_ret != NULL)
        *count_ret = i;
    return status == PGNPACK_END ? PGNPACK_OK : status;
}
