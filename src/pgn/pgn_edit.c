#include "pgn/pgn_edit.h"

#include "game/tag_value.h"
#include "pgn/pgn_scan.h"

/* ---- Where things stand ---- */

/* The tag's opening bracket. */
static const char *tag_begin(const struct game_tag *tag)
{
    const char *at = tag->name.data - 1;
    while (*at != '[')
        at--;
    return at;
}

static const char *value_end(const struct game_tag *tag)
{
    return tag->value.data + tag->value.size;
}

/* Behind the tag's closing bracket: between it and the value are a quote and blanks. */
static const char *tag_end(const struct game_tag *tag)
{
    const char *at = value_end(tag) + 1;
    while (*at != ']')
        at++;
    return at + 1;
}

static const char *text_end(const struct game *game)
{
    return game->text.data + game->text.size;
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && is_blank(*at))
        at++;
    return at;
}

/* Behind the line end at `at`, if there is one: LF, CR or both. */
static const char *skip_line_end(const char *at, const char *end)
{
    if (at < end && *at == '\r')
        at++;
    else if (at < end && *at == '\n')
        return at + 1;
    else
        return at;
    return at < end && *at == '\n' ? at + 1 : at;
}

/* What was not written yet, up to `end`; *from moves behind it. */
static void copy_to(const char **from, const char *end, struct buffer *out)
{
    buffer_append(out, *from, (size_t)(end - *from));
    *from = end;
}

/* ---- A tag that is there ---- */

static void replace_values(const struct game *game, struct text name, struct text value, struct buffer *out)
{
    const char *from = game->text.data;
    for (size_t i = 0; i < game->tag_count; i++) {
        const struct game_tag *tag = &game->tags[i];
        if (!text_equal(tag->name, name))
            continue;
        copy_to(&from, tag->value.data, out);
        tag_value_escape(value, out);
        from = value_end(tag);
    }
    copy_to(&from, text_end(game), out);
}

/* ---- A tag that is not ---- */

enum { ROSTER_SIZE = 7 };

/* The tag's place in the Seven Tag Roster, from 0; ROSTER_SIZE: it is not in it. */
static size_t roster_place(struct text name)
{
    static const char *const roster[ROSTER_SIZE] = {"Event", "Site",  "Date",  "Round",
                                                    "White", "Black", "Result"};
    size_t i = 0;
    while (i < ROSTER_SIZE && !text_is(name, roster[i]))
        i++;
    return i;
}

/* How many of the game's tags stand before one of that name. */
static size_t find_place(const struct game *game, struct text name)
{
    size_t place = roster_place(name), count = game->tag_count;
    if (place == ROSTER_SIZE)
        return count;
    while (count > 0 && roster_place(game->tags[count - 1].name) >= place)
        count--;
    return count;
}

/* The first line end from `at` on; or else "\n". */
static struct text line_end_from(const struct game *game, const char *at)
{
    at = find_line_end(at, text_end(game));
    if (at == text_end(game))
        return text_of("\n");
    return (struct text){at, (size_t)(skip_line_end(at, text_end(game)) - at)};
}

/* What is between two tags: white space, without its empty lines. Returns 0 where it is something else. */
static int write_space_between(const char *at, const char *end, struct buffer *out)
{
    if (skip_spaces(at, end) != end)
        return 0;
    const char *line_end = find_line_end(at, end);
    buffer_append(out, at, (size_t)(skip_line_end(line_end, end) - at));
    const char *indent = end;
    while (indent > line_end && is_blank(indent[-1]))
        indent--;
    if (line_end != end)
        buffer_append(out, indent, (size_t)(end - indent));
    return 1;
}

/* As it is before tag `i`, or, where that is the first one, behind it. With a single tag: does it end its line? */
static void write_space(const struct game *game, size_t i, struct buffer *out)
{
    size_t second = i > 0 ? i : 1;
    if (second < game->tag_count &&
        write_space_between(tag_end(&game->tags[second - 1]), tag_begin(&game->tags[second]), out))
        return;
    const char *at = skip_blanks(tag_end(&game->tags[i]), text_end(game));
    if (at < text_end(game) && !is_line_end(*at) && game->tag_count == 1) {
        buffer_append_byte(out, ' ');
        return;
    }
    struct text line_end = line_end_from(game, at);
    buffer_append(out, line_end.data, line_end.size);
}

/* With the blanks that `like` has around its name and value; NULL: one space. */
static void write_tag(const struct game_tag *like, struct text name, struct text value, struct buffer *out)
{
    const char *begin = like == NULL ? "[" : tag_begin(like), *name_begin = begin + 1;
    const char *gap = " ", *gap_end = gap + 1, *tail = "]", *tail_end = tail + 1;
    if (like != NULL) {
        name_begin = like->name.data;
        gap = name_begin + like->name.size;
        gap_end = like->value.data - 1;
        tail = value_end(like) + 1;
        tail_end = tag_end(like);
    }
    buffer_append(out, begin, (size_t)(name_begin - begin));
    buffer_append(out, name.data, name.size);
    buffer_append(out, gap, (size_t)(gap_end - gap));
    buffer_append_byte(out, '"');
    tag_value_escape(value, out);
    buffer_append_byte(out, '"');
    buffer_append(out, tail, (size_t)(tail_end - tail));
}

/* As the first one, before the movetext and what else there is but white space; lines that seem to be tags may follow. */
static void write_only_tag(const struct game *game, struct text name, struct text value, struct buffer *out)
{
    const char *from = game->text.data, *end = text_end(game);
    struct text line_end = line_end_from(game, from);
    copy_to(&from, skip_to_text(from, end), out);
    write_tag(NULL, name, value, out);
    for (int line_ends = from < end && *from == '[' ? 1 : 2; line_ends > 0; line_ends--)
        buffer_append(out, line_end.data, line_end.size);
    copy_to(&from, end, out);
}

static void add_tag(const struct game *game, struct text name, struct text value, struct buffer *out)
{
    const char *from = game->text.data;
    size_t place = find_place(game, name);
    if (game->tag_count == 0) {
        write_only_tag(game, name, value, out);
        return;
    }
    if (place == 0) {
        copy_to(&from, tag_begin(&game->tags[0]), out);
        write_tag(&game->tags[0], name, value, out);
        write_space(game, 0, out);
    } else {
        copy_to(&from, tag_end(&game->tags[place - 1]), out);
        write_space(game, place - 1, out);
        write_tag(&game->tags[place - 1], name, value, out);
    }
    copy_to(&from, text_end(game), out);
}

void pgn_edit_set_tag(const struct game *game, struct text name, struct text value, struct buffer *out)
{
    for (size_t i = 0; i < game->tag_count; i++)
        if (text_equal(game->tags[i].name, name)) {
            replace_values(game, name, value, out);
            return;
        }
    add_tag(game, name, value, out);
}

/* ---- Removing ---- */

/* Does what was written so far end where a line begins? */
static int ends_at_line_start(const struct buffer *out)
{
    const char *bytes = (const char *)buffer_bytes(out), *end = bytes + out->size;
    return out->size == 0 || is_line_end(end[-1]) ||
           (out->size >= MARK_SIZE && starts_mark(end - MARK_SIZE, end));
}

/* The line with its end where nothing else is left in it; else the tag and the blanks behind it, or before it at a line's end. */
static void pass_over(const struct game *game, const struct game_tag *tag, const char **from,
                      struct buffer *out)
{
    const char *begin = tag_begin(tag), *end = text_end(game), *behind = skip_blanks(tag_end(tag), end);
    const char *line = begin;
    while (line > *from && is_blank(line[-1]))
        line--;
    int is_last = behind == end || is_line_end(*behind);
    copy_to(from, is_last ? line : begin, out);
    *from = is_last && ends_at_line_start(out) ? skip_line_end(behind, end) : behind;
}

void pgn_edit_remove_tag(const struct game *game, struct text name, struct buffer *out)
{
    const char *from = game->text.data;
    for (size_t i = 0; i < game->tag_count; i++)
        if (text_equal(game->tags[i].name, name))
            pass_over(game, &game->tags[i], &from, out);
    copy_to(&from, text_end(game), out);
}
