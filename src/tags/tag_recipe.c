#include "tags/tag_recipe.h"

#include <string.h>

/* ---- The table ---- */

/*
 * References: ";" between them; "=X": tag X of the same game; "0": no parts, so the value before. Contexts: "|" between
 * them. Parts are those of enum tag_part_kind. Names in them: "." the column itself, "<" the one before it. What names a
 * tag that the block does not have is left out.
 */

/* Order matters: the number is in files, and of several that fit a name the first one is taken. */
enum { RECIPE_TEXT, RECIPE_NUMBER };

static const struct tag_recipe_row rows[] = {
    {"", 4, "0", "K:. W|K:. G|V:.|V:<|V:< V:."},
    {"", 0, "", "0|C:<|G|V:<|V:.|K:. G"},
    {"Event", 15, "0", "0|K:. C:Round|V:.|V:White V:Black|K:. K:Date|V:White"},
    {"Site", 15, "V:Event", "K:. C:Event W|V:Event W|V:. C:Event W|C:Event W V:White|C:Event W V:Black"},
    {"Date", 0, "", "0|V:Event C:Event|C:Event C:.|C:Event C:Round|V:.|C:Event K:."},
    {"Round", 0, "",
     "C:Date C:Event C:.|C:Event V:.|C:Date V:Event V:.|C:Date C:. V:.|C:Event C:Date K:White|V:Event"},
    {"White", 4, "", "N:Date/9|K:. K:Black C:Event|C:. C:Black C:Round|V:Event|V:Black|V:."},
    {"Black", 4, "", "C:White C:.|V:White|C:White C:. C:Event|V:Event|K:. K:White|N:Date/9"},
    {"Result", 4, "R", "W"},
    {"WhiteElo", 0, "V:White V:Event;V:White;?V:Black",
     "S:Event A W|S:Event C:White C:.|R W O:WhiteRatingDiff|R W C:BlackElo|N:BlackElo/6 W|S:Date S:Event "
     "W|T:Date W"},
    {"BlackElo", 0, "V:Black V:Event;V:Black;=WhiteElo",
     "S:Event A W|S:Event C:Black C:.|Q W O:BlackRatingDiff|Q W C:WhiteElo|N:WhiteElo/6 W|S:Date S:Event "
     "W|T:Date W"},
    {"WhiteRatingDiff", 0, "=0",
     "R D:WhiteElo-BlackElo/3|R D:WhiteElo-BlackElo/5|C:WhiteElo R|R V:White|R|C:BlackRatingDiff"},
    {"BlackRatingDiff", 0, "=0",
     "Q D:BlackElo-WhiteElo/3|Q D:BlackElo-WhiteElo/5|C:BlackElo Q|Q V:Black|Q|Q C:WhiteRatingDiff"},
    {"ECO", 0, "", "V:White|V:Black|V:.|K:.|V:White V:Black"},
    {"Opening", 8, "V:ECO", "V:ECO W|W K:.|V:White V:ECO|V:Black V:ECO|W C:ECO|V:."},
    {"Variation", 8, "V:Opening", "V:Opening W|V:ECO W|V:.|K:."},
    {"UTCDate", 0, "=Date", "C:Date W|C:Date C:."},
    {"EndDate", 0, "=UTCDate;=Date", "C:UTCDate W|C:."},
    {"UTCTime", 0, "", "C:UTCDate C:.|C:Date|C:. V:Event|V:TimeControl"},
    {"StartTime", 0, "=UTCTime", "C:.|W"},
    {"EndTime", 0, "=StartTime;=UTCTime", "V:TimeControl|V:Termination V:TimeControl|0|C:UTCTime"},
    {"TimeControl", 8, "0", "K:.|V:Event|V:Event V:.|V:.|V:Event V:White|V:Event V:Black"},
    {"Termination", 4, "", "K:.|R V:White|R V:Black|R V:TimeControl|R V:."},
    {"PlyCount", 0, "=#", "C:.|0"},
    {"GameEndTime", 0, "=.+GameDuration", "C:.|0|W"},
    {"GameStartTime", 0, "=GameEndTime-GameDuration", "C:.|0|W"},
    {"WhiteFideId", 4, "V:White;=0", "0|W|V:Event W"},
    {"BlackFideId", 4, "V:Black;=0", "0|W|V:Event W"},
    {"EventDate", 0, "V:Event", "W C:Event|W T:Date"},
    {"WhiteTeam", 4, "V:White V:Event;V:White", "W S:Event|W C:White|V:Event W|K:. W|C:Round"},
    {"BlackTeam", 4, "V:Black V:Event;V:Black", "W S:Event|W C:Black|V:Event W|K:. W|C:WhiteTeam"},
    {"WhiteTitle", 4, "V:White", "W A|W V:WhiteElo|V:Event|K:.|N:WhiteElo/6"},
    {"BlackTitle", 4, "V:Black", "W A|W V:BlackElo|V:Event|K:.|N:BlackElo/6"},
    {"White*", 4, "V:White", "W A|W C:White|K:."},
    {"Black*", 4, "V:Black", "W A|W C:Black|K:."},
    {"Event*", 4, "V:Event", "W|W C:Event|K:."},
    {"ECO*", 15, "V:ECO", "V:ECO W|W K:.|V:White V:ECO|V:Black V:ECO|V:.|C:ECO"},
};

enum { ROW_COUNT = sizeof rows / sizeof *rows };

static int fits(const char *pattern, struct text name)
{
    size_t size = strlen(pattern);
    if (size != 0 && pattern[size - 1] == '*')
        return name.size >= size && memcmp(name.data, pattern, size - 1) == 0;
    return size != 0 && text_is(name, pattern);
}

unsigned tag_recipe_count(void)
{
    return ROW_COUNT;
}

const struct tag_recipe_row *tag_recipe_row(unsigned number)
{
    return &rows[number];
}

unsigned tag_recipe_for(struct text name, int is_number)
{
    for (unsigned i = 0; i < ROW_COUNT; i++)
        if (fits(rows[i].name, name))
            return i;
    return is_number ? RECIPE_NUMBER : RECIPE_TEXT;
}

/* ---- Reading a row ---- */

struct reader {
    const char *at;
    const struct text *names;
    const struct name_index *index;
    uint16_t column;
};

/* Letters of enum tag_part_kind. */
static const char part_letters[] = "VNDCKSOTAWGRQP";

static int is_name_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* Returns 0 when the block has no such column. */
static int read_column(struct reader *reader, uint16_t *column_ret)
{
    struct text name = {reader->at, 0};
    if (*reader->at == '.' || *reader->at == '<') {
        int before = *reader->at++ == '<';
        *column_ret = (uint16_t)(reader->column - before);
        return reader->column >= before;
    }
    while (is_name_letter(name.data[name.size]))
        name.size++;
    reader->at += name.size;
    int found = name_index_find(reader->index, reader->names, name);
    if (found < 0)
        return 0;
    *column_ret = (uint16_t)found;
    return 1;
}

static int read_part(struct reader *reader, struct tag_part *part)
{
    int known = 1;
    *part = (struct tag_part){.kind = (uint8_t)(strchr(part_letters, *reader->at++) - part_letters)};
    if (*reader->at != ':')
        return 1;
    reader->at++;
    known &= read_column(reader, &part->column);
    if (*reader->at == '-') {
        reader->at++;
        known &= read_column(reader, &part->other);
    }
    if (*reader->at == '/') {
        part->shift = (uint8_t)(reader->at[1] - '0');
        reader->at += 2;
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
    reference->kind = TAG_OF_COLUMN;
    int known = read_column(reader, &part->column);
    if (*reader->at == '+' || *reader->at == '-') {
        reference->kind = TAG_SUM;
        part->shift = *reader->at++ == '-';
        known &= read_column(reader, &part->other);
    }
    return known;
}

static int read_reference(struct reader *reader, struct tag_recipe_reference *reference)
{
    int known = 1;
    *reference = (struct tag_recipe_reference){.kind = TAG_LAST};
    if (*reader->at == '?') {
        reader->at++;
        reference->kind = TAG_LAST_ASKED;
    } else if (*reader->at == '=') {
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

static int context_needs_plies(const struct tag_context *context)
{
    for (unsigned i = 0; i < context->part_count; i++)
        if (context->parts[i].kind == TAG_PART_PLIES)
            return 1;
    return 0;
}

static uint8_t needs_plies(const struct tag_recipe *recipe)
{
    int needed = 0;
    for (unsigned i = 0; i < recipe->reference_count; i++)
        needed |=
            recipe->references[i].kind == TAG_PLIES || context_needs_plies(&recipe->references[i].context);
    for (unsigned i = 0; i < recipe->context_count; i++)
        needed |= context_needs_plies(&recipe->contexts[i]);
    return (uint8_t)needed;
}

void tag_recipe_set(struct tag_recipe *recipe, unsigned number, const struct text *names,
                    const struct name_index *index, uint16_t column)
{
    const struct tag_recipe_row *row = &rows[number];
    struct reader reader = {row->references, names, index, column};
    *recipe = (struct tag_recipe){.recent_count = row->recent_count};
    while (*reader.at != '\0')
        recipe->reference_count +=
            (uint8_t)read_reference(&reader, &recipe->references[recipe->reference_count]);
    reader.at = row->contexts;
    while (*reader.at != '\0')
        recipe->context_count += (uint8_t)read_context(&reader, &recipe->contexts[recipe->context_count]);
    recipe->needs_plies = needs_plies(recipe);
}
