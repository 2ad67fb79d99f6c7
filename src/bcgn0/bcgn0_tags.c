#include "bcgn0/bcgn0_tags.h"

#include "chess/fen.h"
#include "game/tag_value.h"

/* ---- The tags that BCGN 0 knows: those with a fixed field, and those that follow from the rest of an entry ---- */

/* In the order in which the reader prints them. */
enum bcgn0_tag_id {
    BCGN0_TAG_EVENT,
    BCGN0_TAG_SITE,
    BCGN0_TAG_DATE,
    BCGN0_TAG_ROUND,
    BCGN0_TAG_WHITE,
    BCGN0_TAG_BLACK,
    BCGN0_TAG_RESULT,
    BCGN0_TAG_WHITE_ELO,
    BCGN0_TAG_BLACK_ELO,
    BCGN0_TAG_ECO,
    BCGN0_TAG_SETUP,
    BCGN0_TAG_FEN,
    BCGN0_TAG_OTHER /* any other name; also the number of known ones */
};

static const struct text names[BCGN0_TAG_OTHER] = {
    [BCGN0_TAG_EVENT] = {"Event", 5},        [BCGN0_TAG_SITE] = {"Site", 4},
    [BCGN0_TAG_DATE] = {"Date", 4},          [BCGN0_TAG_ROUND] = {"Round", 5},
    [BCGN0_TAG_WHITE] = {"White", 5},        [BCGN0_TAG_BLACK] = {"Black", 5},
    [BCGN0_TAG_RESULT] = {"Result", 6},      [BCGN0_TAG_WHITE_ELO] = {"WhiteElo", 8},
    [BCGN0_TAG_BLACK_ELO] = {"BlackElo", 8}, [BCGN0_TAG_ECO] = {"ECO", 3},
    [BCGN0_TAG_SETUP] = {"SetUp", 5},        [BCGN0_TAG_FEN] = {"FEN", 3},
};

static enum bcgn0_tag_id identify(struct text name)
{
    for (unsigned id = 0; id < BCGN0_TAG_OTHER; id++)
        if (text_equal(name, names[id]))
            return (enum bcgn0_tag_id)id;
    return BCGN0_TAG_OTHER;
}

/* A tag name that PGN text can hold. */
static int is_name(struct text name)
{
    for (size_t i = 0; i < name.size; i++) {
        unsigned char c = (unsigned char)name.data[i];
        if (c <= ' ' || c == '"' || c == ']')
            return 0;
    }
    return name.size != 0;
}

/* The FEN that the 24 bytes give back. */
static size_t derived_fen(const struct position *start, char out[FEN_SIZE_MAX + 1])
{
    struct position copy = *start;
    copy.halfmove_clock = 0;
    copy.move_number = 1;
    return fen_write(&copy, FEN_X, out);
}

/* True if the FEN is that of the position, whatever its clocks. *fen_position_ret: with the clocks. */
static int fen_agrees(struct text fen, const struct position *position, struct position *fen_position_ret)
{
    return fen_parse(fen.data, fen.size, fen_position_ret, NULL) == FEN_OK &&
           position_same(fen_position_ret, position);
}

/* ---------------------------------------------------------------------------------------------------------
 * Tags to fields
 * ------------------------------------------------------------------------------------------------------ */

/* Escapes halve a value at most: what is longer than this does not fit. */
enum { ESCAPED_SIZE_MAX = 2 * BCGN0_STRING_MAX };

/* Of a game: which of the tags that follow from the rest must be kept nevertheless. */
struct kept_tags {
    int result;
    int start; /* FEN and SetUp */
};

/* The value without escapes, in `scratch` where there were some. Returns 0 if it is too long. */
static int plain_value(const struct game_tag *tag, char scratch[ESCAPED_SIZE_MAX], struct text *value)
{
    *value = tag->value;
    if (tag->escaped && tag->value.size <= ESCAPED_SIZE_MAX)
        *value = (struct text){scratch, tag_value_unescape_to(tag->value, scratch)};
    return value->size <= BCGN0_STRING_MAX;
}

static int store_string(struct bcgn0_tag_sink *sink, struct bcgn0_entry *entry, enum bcgn0_string string,
                        const struct game_tag *tag)
{
    char scratch[ESCAPED_SIZE_MAX];
    struct text value;
    if (!plain_value(tag, scratch, &value) || value.size == 0)
        return 0;
    if (value.data == scratch) {
        memcpy(sink->unescaped[string], scratch, value.size);
        value.data = sink->unescaped[string];
    }
    entry->strings[string] = value;
    return 1;
}

/* Returns 0 if the tag's field does not give its value back, or if it has none. */
static int store_in_field(struct bcgn0_tag_sink *sink, struct bcgn0_entry *entry, enum bcgn0_tag_id id,
                          const struct game_tag *tag)
{
    switch (id) {
    case BCGN0_TAG_EVENT:
        return store_string(sink, entry, BCGN0_EVENT, tag);
    case BCGN0_TAG_SITE:
        return store_string(sink, entry, BCGN0_SITE, tag);
    case BCGN0_TAG_WHITE:
        return store_string(sink, entry, BCGN0_WHITE, tag);
    case BCGN0_TAG_BLACK:
        return store_string(sink, entry, BCGN0_BLACK, tag);
    case BCGN0_TAG_DATE:
        return bcgn0_date_parse(tag->value, &entry->date);
    case BCGN0_TAG_ROUND:
        return bcgn0_number_parse(tag->value, &entry->round);
    case BCGN0_TAG_WHITE_ELO:
        return bcgn0_number_parse(tag->value, &entry->white_elo);
    case BCGN0_TAG_BLACK_ELO:
        return bcgn0_number_parse(tag->value, &entry->black_elo);
    case BCGN0_TAG_ECO:
        return bcgn0_eco_parse(tag->value, &entry->eco);
    default:
        return 0;
    }
}

/* Messages show no control characters that come from the input. */
static int name_size_to_show(struct text name)
{
    enum { SHOWN_MAX = 40 };
    if (!is_name(name))
        return 0;
    return name.size < SHOWN_MAX ? (int)name.size : SHOWN_MAX;
}

static enum pgnpack_status drop_tag(struct bcgn0_tag_sink *sink, const struct game_tag *tag, const char *why,
                                    struct error *error)
{
    if (!sink->lossy)
        return error_set(error, PGNPACK_ERROR_LOSSY, "BCGN 0 cannot hold tag \"%.*s\": %s",
                         name_size_to_show(tag->name), tag->name.data, why);
    sink->dropped++;
    return PGNPACK_OK;
}

static enum pgnpack_status store_additional(struct bcgn0_tag_sink *sink, struct bcgn0_entry *entry,
                                            const struct game_tag *tag, struct error *error)
{
    char scratch[ESCAPED_SIZE_MAX];
    struct text value;
    if (!is_name(tag->name))
        return drop_tag(sink, tag, "its name is none", error);
    if (tag->name.size > BCGN0_STRING_MAX)
        return drop_tag(sink, tag, "its name has more than 255 bytes", error);
    if (!plain_value(tag, scratch, &value))
        return drop_tag(sink, tag, "its value has more than 255 bytes", error);
    if (entry->tag_count == BCGN0_TAGS_MAX)
        return drop_tag(sink, tag, "a game has 255 additional tags at most", error);
    bcgn0_string_encode(tag->name, &sink->additional);
    bcgn0_string_encode(value, &sink->additional);
    entry->tag_count++;
    return PGNPACK_OK;
}

/* Tags of one name in a game. */
struct occurrences {
    size_t count;
    const struct game_tag *first;
    const struct game_tag *last;
};

static void find_tags(const struct game *game, struct occurrences found[BCGN0_TAG_OTHER + 1])
{
    memset(found, 0, (BCGN0_TAG_OTHER + 1) * sizeof *found);
    for (size_t i = 0; i < game->tag_count; i++) {
        struct occurrences *tags = &found[identify(game->tags[i].name)];
        if (tags->count++ == 0)
            tags->first = &game->tags[i];
        tags->last = &game->tags[i];
    }
}

static int result_follows(const struct occurrences *results, const struct bcgn0_entry *entry)
{
    return results->count == 0 ||
           (results->count == 1 &&
            text_equal(results->first->value, game_result_text((enum game_result)entry->result)));
}

static int start_follows(const struct game *game, const struct bcgn0_entry *entry,
                         const struct occurrences *fens, const struct occurrences *setups)
{
    char fen[FEN_SIZE_MAX + 1];
    if (fens->count == 0 && setups->count == 0)
        return 1;
    return entry->has_start && fens->count == 1 && setups->count == 1 && text_is(setups->first->value, "1") &&
           text_equal(fens->first->value, (struct text){fen, derived_fen(&game->start, fen)});
}

static struct kept_tags choose_kept_tags(const struct bcgn0_tag_sink *sink, const struct game *game,
                                         const struct bcgn0_entry *entry, const struct occurrences *found)
{
    struct kept_tags kept;
    kept.result = !result_follows(&found[BCGN0_TAG_RESULT], entry);
    /* A right that was dropped is a change of the start position, and shows in the FEN tag only. */
    if (sink->roster_only && !(game->oddities & ODDITY_RIGHT_DROPPED))
        kept.start = 0;
    else
        kept.start = !start_follows(game, entry, &found[BCGN0_TAG_FEN], &found[BCGN0_TAG_SETUP]);
    return kept;
}

static int is_left_out(const struct bcgn0_tag_sink *sink, const struct kept_tags *kept, enum bcgn0_tag_id id)
{
    switch (id) {
    case BCGN0_TAG_RESULT:
        return !kept->result;
    case BCGN0_TAG_FEN:
    case BCGN0_TAG_SETUP:
        return !kept->start;
    case BCGN0_TAG_OTHER:
        return sink->roster_only;
    default:
        return 0;
    }
}

enum pgnpack_status bcgn0_tags_gather(struct bcgn0_tag_sink *sink, const struct game *game,
                                      struct bcgn0_entry *entry, struct error *error)
{
    struct occurrences found[BCGN0_TAG_OTHER + 1];
    struct position fen_position;
    find_tags(game, found);
    struct kept_tags kept = choose_kept_tags(sink, game, entry, found);
    const struct game_tag *fen = found[BCGN0_TAG_FEN].last; /* the one that counts where there are several */
    if (kept.start && fen != NULL && !fen_agrees(fen->value, &game->start, &fen_position))
        return error_set(error, PGNPACK_ERROR_LOSSY, "the FEN tag is not the game's start position");

    buffer_clear(&sink->additional);
    for (size_t i = 0; i < game->tag_count; i++) {
        const struct game_tag *tag = &game->tags[i];
        enum bcgn0_tag_id id = identify(tag->name);
        if (is_left_out(sink, &kept, id))
            continue;
        if (tag == found[id].first && store_in_field(sink, entry, id, tag))
            continue;
        if (store_additional(sink, entry, tag, error) != PGNPACK_OK)
            return error->status;
    }
    if (buffer_failed(&sink->additional))
        return error_no_memory(error);
    entry->tags = (struct text){(const char *)sink->additional.data, sink->additional.size};
    return PGNPACK_OK;
}

/* ---------------------------------------------------------------------------------------------------------
 * Fields to tags
 * ------------------------------------------------------------------------------------------------------ */

/* An additional tag of the entry. */
struct additional_tag {
    struct text name;
    struct text value;
    enum bcgn0_tag_id id;
    int done;
};

struct tag_source {
    const struct bcgn0_entry *entry;
    struct game *game;
    struct buffer *scratch; /* large enough for everything that is put into it */
    unsigned count;
    struct additional_tag *first[BCGN0_TAG_OTHER + 1]; /* the first of its name, or NULL */
    const struct additional_tag *last_fen;             /* or NULL */
    struct additional_tag tags[BCGN0_TAGS_MAX];
};

/* What a value has in it, as bits. */
enum { NEEDS_ESCAPES = 1, BREAKS_LINES = 2 };

static unsigned inspect_value(struct text value)
{
    unsigned seen = 0;
    for (size_t i = 0; i < value.size; i++) {
        char c = value.data[i];
        seen |= c == '"' || c == '\\' ? NEEDS_ESCAPES : 0;
        seen |= c == '\n' || c == '\r' ? BREAKS_LINES : 0;
    }
    return seen;
}

static struct text escape(struct buffer *scratch, struct text plain)
{
    size_t start = scratch->size;
    tag_value_escape(plain, scratch);
    return (struct text){(const char *)scratch->data + start, scratch->size - start};
}

static enum pgnpack_status add_tag(struct tag_source *source, struct text name, struct text value,
                                   struct error *error)
{
    unsigned seen = inspect_value(value);
    if (seen & BREAKS_LINES)
        return error_set(error, PGNPACK_ERROR_CORRUPT, "a tag's value has a line end in it");
    struct game_tag *tag = game_add_tag(source->game);
    if (tag == NULL)
        return error_no_memory(error);
    tag->name = name;
    tag->value = seen & NEEDS_ESCAPES ? escape(source->scratch, value) : value;
    tag->escaped = (seen & NEEDS_ESCAPES) != 0;
    return PGNPACK_OK;
}

static struct text keep(struct tag_source *source, const char *text, size_t size)
{
    size_t start = source->scratch->size;
    buffer_append(source->scratch, text, size);
    return (struct text){(const char *)source->scratch->data + start, size};
}

static struct text derived_result(const struct tag_source *source)
{
    if (source->first[BCGN0_TAG_RESULT] != NULL)
        return text_of("");
    return game_result_text((enum game_result)source->entry->result);
}

static struct text derived_setup(const struct tag_source *source)
{
    int derived = source->entry->has_start && source->first[BCGN0_TAG_FEN] == NULL &&
                  source->first[BCGN0_TAG_SETUP] == NULL;
    return text_of(derived ? "1" : "");
}

static struct text derived_fen_tag(struct tag_source *source)
{
    char fen[FEN_SIZE_MAX + 1];
    if (!source->entry->has_start || source->first[BCGN0_TAG_FEN] != NULL)
        return text_of("");
    return keep(source, fen, derived_fen(&source->game->start, fen));
}

/* The value that the entry's field gives the tag; empty if none. */
static struct text field_value(struct tag_source *source, enum bcgn0_tag_id id)
{
    const struct bcgn0_entry *entry = source->entry;
    char printed[BCGN0_FIELD_SIZE_MAX];
    switch (id) {
    case BCGN0_TAG_EVENT:
        return entry->strings[BCGN0_EVENT];
    case BCGN0_TAG_SITE:
        return entry->strings[BCGN0_SITE];
    case BCGN0_TAG_WHITE:
        return entry->strings[BCGN0_WHITE];
    case BCGN0_TAG_BLACK:
        return entry->strings[BCGN0_BLACK];
    case BCGN0_TAG_DATE:
        return keep(source, printed, bcgn0_date_print(entry->date, printed));
    case BCGN0_TAG_ROUND:
        return keep(source, printed, bcgn0_number_print(entry->round, printed));
    case BCGN0_TAG_WHITE_ELO:
        return keep(source, printed, bcgn0_number_print(entry->white_elo, printed));
    case BCGN0_TAG_BLACK_ELO:
        return keep(source, printed, bcgn0_number_print(entry->black_elo, printed));
    case BCGN0_TAG_ECO:
        return keep(source, printed, bcgn0_eco_print(entry->eco, printed));
    case BCGN0_TAG_RESULT:
        return derived_result(source);
    case BCGN0_TAG_SETUP:
        return derived_setup(source);
    case BCGN0_TAG_FEN:
        return derived_fen_tag(source);
    default:
        return text_of("");
    }
}

/* The entry's decoder has checked that the strings are there. */
static enum pgnpack_status read_additional(struct tag_source *source, struct error *error)
{
    const struct bcgn0_entry *entry = source->entry;
    const uint8_t *cursor = (const uint8_t *)entry->tags.data;
    const uint8_t *end = cursor == NULL ? cursor : cursor + entry->tags.size;
    for (unsigned i = 0; i < entry->tag_count; i++) {
        struct additional_tag *tag = &source->tags[i];
        bcgn0_string_decode(&cursor, end, &tag->name);
        bcgn0_string_decode(&cursor, end, &tag->value);
        if (!is_name(tag->name))
            return error_set(error, PGNPACK_ERROR_CORRUPT, "an additional tag's name is none");
        tag->id = identify(tag->name);
        tag->done = 0;
        if (source->first[tag->id] == NULL)
            source->first[tag->id] = tag;
        if (tag->id == BCGN0_TAG_FEN)
            source->last_fen = tag;
    }
    source->count = entry->tag_count;
    return PGNPACK_OK;
}

/* An additional FEN tag has the clocks, which the 24 bytes have not; nothing else may differ. */
static enum pgnpack_status take_clocks(struct tag_source *source, struct error *error)
{
    const struct additional_tag *fen = source->last_fen;
    struct game *game = source->game;
    struct position fen_position;
    if (fen == NULL)
        return PGNPACK_OK;
    if (!fen_agrees(fen->value, &game->start, &fen_position))
        return error_set(error, PGNPACK_ERROR_CORRUPT, "the FEN tag is not the entry's start position");
    game->start.halfmove_clock = fen_position.halfmove_clock;
    game->start.move_number = fen_position.move_number;
    game->has_start = 1;
    return PGNPACK_OK;
}

/* The known tags in their order, then the others. Tags of one name keep their order, the field's first. */
static enum pgnpack_status add_tags(struct tag_source *source, struct error *error)
{
    for (unsigned id = 0; id < BCGN0_TAG_OTHER; id++) {
        struct text value = field_value(source, (enum bcgn0_tag_id)id);
        struct additional_tag *tag = source->first[id];
        if (value.size == 0 && tag != NULL) {
            value = tag->value;
            tag->done = 1;
        } else if (value.size == 0) {
            continue;
        }
        if (add_tag(source, names[id], value, error) != PGNPACK_OK)
            return error->status;
    }
    for (unsigned i = 0; i < source->count; i++) {
        const struct additional_tag *tag = &source->tags[i];
        if (!tag->done && add_tag(source, tag->name, tag->value, error) != PGNPACK_OK)
            return error->status;
    }
    return PGNPACK_OK;
}

/* Values can double when they are escaped; nothing may move once a tag points to it. */
static size_t scratch_size_max(const struct bcgn0_entry *entry)
{
    return 2 * (entry->tags.size + BCGN0_STRING_COUNT * BCGN0_STRING_MAX) + 8 * BCGN0_FIELD_SIZE_MAX +
           FEN_SIZE_MAX;
}

enum pgnpack_status bcgn0_tags_spread(const struct bcgn0_entry *entry, struct game *game,
                                      struct buffer *scratch, struct error *error)
{
    struct tag_source source;
    source.entry = entry;
    source.game = game;
    source.scratch = scratch;
    source.last_fen = NULL;
    memset(source.first, 0, sizeof source.first);
    buffer_clear(scratch);
    if (!buffer_reserve(scratch, scratch_size_max(entry)))
        return error_no_memory(error);
    enum pgnpack_status status = read_additional(&source, error);
    if (status == PGNPACK_OK)
        status = take_clocks(&source, error);
    return status == PGNPACK_OK ? add_tags(&source, error) : status;
}
