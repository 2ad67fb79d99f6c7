#include "cli/count/find_names.h"

#include <inttypes.h>
#include <string.h>

#include "cli/base/json.h"
#include "cli/base/safe_text.h"

/* ---- A table ---- */

/* Of the games with a result, in thousandths; -1: there are none. */
static int score_of(const struct pgnpack_name *name)
{
    uint64_t finished = name->won + name->drawn + name->lost;
    return finished == 0 ? -1 : (int)((1000 * name->won + 500 * name->drawn + finished / 2) / finished);
}

static void print_row(const struct pgnpack_name *name, int is_player, FILE *stream)
{
    int score = score_of(name);
    fprintf(stream, "%10" PRIu64 " ", name->games);
    if (is_player)
        fprintf(stream, "%10" PRIu64 " ", name->as_white);
    if (score < 0)
        fprintf(stream, "%6s  ", "-");
    else
        fprintf(stream, "%4d.%d%%  ", score / 10, score % 10);
    if (name->first_year == 0)
        fprintf(stream, "%-9s  ", "-");
    else if (name->first_year == name->last_year)
        fprintf(stream, "%04u       ", name->first_year);
    else
        fprintf(stream, "%04u-%04u  ", name->first_year, name->last_year);
    safe_text_print(stream, name->name.data, name->name.size);
    putc('\n', stream);
}

/* ---- CSV: RFC 4180, with line ends of one byte ---- */

void find_names_print_csv(struct pgnpack_text text, FILE *stream)
{
    int is_quoted = 0;
    for (size_t i = 0; i < text.size; i++)
        is_quoted |=
            text.data[i] == ',' || text.data[i] == '"' || text.data[i] == '\n' || text.data[i] == '\r';
    if (is_quoted)
        putc('"', stream);
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == '"')
            putc('"', stream);
        putc(text.data[i], stream);
    }
    if (is_quoted)
        putc('"', stream);
}

static void print_csv_year(unsigned year, FILE *stream)
{
    putc(',', stream);
    if (year != 0)
        fprintf(stream, "%u", year);
}

static void print_csv(const struct pgnpack_name *name, FILE *stream)
{
    find_names_print_csv(name->name, stream);
    fprintf(stream, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, name->games, name->as_white,
            name->won, name->drawn, name->lost);
    print_csv_year(name->first_year, stream);
    print_csv_year(name->last_year, stream);
    putc('\n', stream);
}

/* ---- JSON ---- */

static void print_json_year(const char *key, unsigned year, FILE *stream)
{
    if (year != 0)
        fprintf(stream, ", \"%s\": %u", key, year);
    else
        fprintf(stream, ", \"%s\": null", key);
}

static void print_json(const struct pgnpack_name *name, FILE *stream)
{
    fputs("{\"name\": ", stream);
    json_print_string(stream, name->name.data, name->name.size);
    fprintf(stream,
            ", \"games\": %" PRIu64 ", \"as_white\": %" PRIu64 ", \"won\": %" PRIu64 ", \"drawn\": %" PRIu64
            ", \"lost\": %" PRIu64,
            name->games, name->as_white, name->won, name->drawn, name->lost);
    print_json_year("first_year", name->first_year, stream);
    print_json_year("last_year", name->last_year, stream);
    putc('}', stream);
}

/* ---- All ---- */

static void print_head(const char *what, enum counts_form form, FILE *stream)
{
    if (form == COUNTS_AS_TABLE && what == NULL)
        fprintf(stream, "%10s %10s %6s  %-9s  %s\n", "games", "as White", "score", "years", "player");
    else if (form == COUNTS_AS_TABLE)
        fprintf(stream, "%10s %6s  %-9s  %s\n", "games", "White", "years", what);
    else
        fputs(form == COUNTS_AS_CSV ? "Name,Games,AsWhite,Won,Drawn,Lost,FirstYear,LastYear\n" : "[", stream);
}

enum pgnpack_status find_names_write(struct pgnpack_names *names, const char *what, uint64_t limit,
                                     enum counts_form form, FILE *stream, uint64_t *count_ret)
{
    struct pgnpack_name name;
    enum pgnpack_status status = PGNPACK_OK;
    uint64_t i = 0;
    print_head(what, form, stream);
    for (; i < limit && (status = pgnpack_names_next(names, &name)) == PGNPACK_OK; i++) {
        if (form == COUNTS_AS_JSON) {
            fputs(i == 0 ? "\n" : ",\n", stream);
            print_json(&name, stream);
        } else if (form == COUNTS_AS_CSV) {
            print_csv(&name, stream);
        } else {
            print_row(&name, what == NULL, stream);
        }
    }
    if (form == COUNTS_AS_JSON)
        fputs(i == 0 ? "]" : "\n]", stream);
    if (count_ret != NULL)
        *count_ret = i;
    return status == PGNPACK_END ? PGNPACK_OK : status;
}
