#include "cli/openings/opening_file.h"

#include <stdlib.h>
#include <string.h>

#include "cli/files/whole_file.h"
#include "cli/openings/opening_forms.h"

/* ---- Which form it is ---- */

/* An opening_form, as all of these. */
static int read_none(struct opening_reading *reading, const struct pgnpack_options *options)
{
    (void)options;
    return opening_fail(reading, "is no table of openings: give columns eco, name and pgn with tabs "
                                 "between, SCID's .eco, or PGN with tags ECO and Opening");
}

static int read_empty(struct opening_reading *reading, const struct pgnpack_options *options)
{
    (void)options;
    return opening_fail(reading, "has no openings");
}

/* By a line that says something. */
static opening_form form_of(struct pgnpack_text line)
{
    size_t word = 0;
    while (word < line.size && line.data[word] != ' ' && line.data[word] != '"')
        word++;
    if (opening_is_code((struct pgnpack_text){line.data, word}))
        return opening_read_scid;
    if (memchr(line.data, '\t', line.size) != NULL)
        return opening_read_columns;
    return memchr("[{%;", line.data[0], 4) != NULL ? opening_read_games : read_none;
}

static opening_form find_form(const struct opening_reading *reading)
{
    struct opening_reading probe = *reading;
    struct pgnpack_text line;
    size_t at = 0;
    while (opening_next_line(&probe, &at, &line)) {
        line = opening_trimmed(line);
        if (line.size != 0 && line.data[0] != '#')
            return form_of(line);
    }
    return read_empty;
}

static int take_text(struct opening_reading *reading, const struct pgnpack_options *options)
{
    static const char mark[] = "\xef\xbb\xbf";
    struct pgnpack_text *text = &reading->text;
    if (text->size >= 3 && memcmp(text->data, mark, 3) == 0)
        *text = (struct pgnpack_text){text->data + 3, text->size - 3};
    if (!find_form(reading)(reading, options))
        return 0;
    reading->line = 0;
    return opening_table_size(reading->table) != 0 || read_empty(reading, options);
}

/* ---- Tables ---- */

/* `read` fills the table of a reading that has all else. */
static struct opening_table *make(struct opening_reading *reading, opening_form read,
                                  const struct pgnpack_options *options)
{
    reading->table = opening_table_new();
    reading->moves.board = pgnpack_board_new(options);
    int is_read = reading->table != NULL && reading->moves.board != NULL ? read(reading, options)
                                                                         : opening_fail_of_memory(reading);
    pgnpack_free(reading->moves.board);
    if (is_read)
        return reading->table;
    opening_table_free(reading->table);
    return NULL;
}

struct opening_table *opening_file_read(const char *file, struct messages *messages,
                                        const struct pgnpack_options *options)
{
    struct opening_reading reading = {.title = whole_file_title(file), .messages = messages};
    char *bytes;
    struct opening_table *table = NULL;
    if (whole_file_read(file, messages, &bytes, &reading.text.size)) {
        reading.text.data = bytes;
        table = make(&reading, take_text, options);
    }
    free(bytes);
    return table;
}

struct opening_table *opening_lines_read(struct pgnpack_text lines, struct messages *messages,
                                         const struct pgnpack_options *options)
{
    struct opening_reading reading = {.title = "the table built in", .messages = messages, .text = lines};
    return make(&reading, opening_read_lines, options);
}
