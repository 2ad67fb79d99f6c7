#include "tags/model/tag_pattern.h"

#include <string.h>

/* ---- The table ---- */

/*
 * References: ";" between them; "=X": column X of the same game, "=~X": of it or the one before; "0": no parts, so the
 * value before. Contexts: "|" between them. Parts are those of enum tag_part_kind. In place of columns: "." the column
 * itself, "<" the one before it, a letter an argument. What names a column that the block does not have is left out.
 */

/* Order matters: the numbers, from 1 on, are in files. */
static const struct tag_pattern rows[] = {
    {4, "0", "K:. W|V:<|A W|W|R V:.|V:< V:."},
    {0, "V:.", "0|V:. W|A W|V:d V:e|C:<|K:. K:<"},
    {0, "0", "V:. W|K:. K:b|A W|W"},
    {4, "", "0|C:a K:.|V:.|V:a C:a"},
    {0, "", "V:.|C:b C:. V:.|C:a V:.|C:a C:b|V:a|C:a"},
    {8, "", "K:. K:e C:a|C:. C:e C:c|V:a|R V:e|V:."},
    {8, "", "C:d C:.|V:d|C:d C:. C:a|V:a"},
    {4, "R", "W|C:. W"},
    {0, "V:d V:a;V:d", "V:d V:e|C:d C:.|R W O:h|R W C:g|W|A W"},
    {0, "V:e V:a;V:e;=f", "V:d V:e|V:a V:e|Q W O:i|Q W C:f|W|A W"},
    {0, "=0", "R|C:f R|R V:d|0"},
    {0, "=0", "Q|C:g Q|Q V:e|0"},
    {0, "V:d V:e", "V:d|V:. W|A W|C:d|V:e"},
    {2, "V:j", "V:j W|W C:j|A W"},
    {0, "V:j", "W|V:j W|V:k"},
    {0, "=b", "C:b W|C:b C:.|W"},
    {0, "=~r", "W C:b|C:. W|C:d C:e W|V:a W|V:a C:b"},
    {0, "=l", "C:.|W|V:n"},
    {0, "=m;=l", "V:n|V:o V:n|W"},
    {0, "0", "W|C:d C:e|V:a V:e|V:d V:.|V:a V:d|V:a"},
    {0, "=#", "C:.|0"},
    {0, "=.+p", "C:.|0|W"},
    {0, "=q-p", "C:.|0|W"},
    {4, "V:d;=0", "0|W|V:a W"},
    {4, "V:e;=0", "0|W|V:a W"},
    {0, "V:d", "W A|W"},
    {2, "V:e", "W A|C:a W|Q W"},
    {0, "", "0|V:.|R"},
};

_Static_assert(sizeof rows / sizeof *rows == TAG_PATTERN_COUNT, "a row a pattern");

const struct tag_pattern *tag_pattern_row(unsigned number)
{
    return &rows[number - 1];
}

/* ---- Reading a row ---- */

struct reader {
    const char *at;
    const struct tag_arguments *arguments;
    uint16_t column;
};

/* Letters of enum tag_part_kind. */
static const char part_letters[] = "VCKOAWRQ";

/* Returns 0 when the block has no such column. */
static int read_column(struct reader *reader, uint16_t *column_ret)
{
    char letter = *reader->at++;
    uint16_t after = (uint16_t)(reader->column + (letter == '.'));
    if (letter != '.' && letter != '<')
        after = reader->arguments->of[letter - 'a'];
    *column_ret = (uint16_t)(after - 1);
    return after != 0;
}

static int read_part(struct reader *reader, struct tag_part *part)
{
    int known = 1;
    *part = (struct tag_part){.kind = (uint8_t)(strchr(part_letters, *reader->at++) - part_letters)};
    if (*reader->at == ':') {
        reader->at++;
        known &= read_column(reader, &part->column);
    }
    return known;
}

/* Up to the sign between two of them. Returns 0 when the block has not all of it. */
static int read_context(struct reader *reader, struct tag_context *context)
{
    int known = 1;
    context->part_count = 0;
    while (*reader->at != '\0' && *reader->at != '|' && *reader->at != ';') {
        if (*reader->at == ' ' || *reader->at == '0')
            reader->at++;
        else
            known &= read_part(reader, &context->parts[context->part_count++]);
    }
    if (*reader->at != '\0')
        reader->at++;
    return known;
}

/* What stands behind "=". */
static int read_columns(struct reader *reader, struct tag_recipe_reference *reference)
{
    struct tag_part *part = &reference->context.parts[0];
    if (*reader->at == '#' || *reader->at == '0') {
        reference->kind = *reader->at++ == '#' ? TAG_PLIES : TAG_ZERO;
        return 1;
    }
    reference->kind = *reader->at == '~' ? TAG_BEFORE : TAG_OF_COLUMN;
    reader->at += reference->kind == TAG_BEFORE;
    int known = read_column(reader, &part->column);
    if (*reader->at == '+' || *reader->at == '-') {
        reference->kind = *reader->at++ == '-' ? TAG_LESS : TAG_SUM;
        known &= read_column(reader, &part->other);
    }
    return known;
}

static int read_reference(struct reader *reader, struct tag_recipe_reference *reference)
{
    int known = 1;
    *reference = (struct tag_recipe_reference){.kind = TAG_LAST};
    if (*reader->at == '=') {
        reader->at++;
        known = read_columns(reader, reference);
    }
    struct tag_context *context = &reference->context;
    struct tag_part columns = context->parts[0];
    known &= read_context(reader, context);
    if (reference->kind >= TAG_OF_COLUMN)
        context->parts[0] = columns;
    return known;
}

void tag_pattern_set(struct tag_recipe *recipe, unsigned number, const struct tag_arguments *arguments,
                     uint16_t column)
{
    const struct tag_pattern *row = tag_pattern_row(number);
    struct reader reader = {row->references, arguments, column};
    *recipe = (struct tag_recipe){.recent_count = row->recent_count};
    while (*reader.at != '\0')
        recipe->reference_count +=
            (uint8_t)read_reference(&reader, &recipe->references[recipe->reference_count]);
    reader.at = row->contexts;
    while (*reader.at != '\0')
        recipe->context_count += (uint8_t)read_context(&reader, &recipe->contexts[recipe->context_count]);
    tag_recipe_finish(recipe);
}
