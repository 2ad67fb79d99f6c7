#include "lib/query/query_words.h"

#include <string.h>

#include "chess/fen.h"
#include "chess/san.h"
#include "lib/query/query.h"
#include "lib/query/query_board.h"
#include "lib/query/query_game.h"
#include "search/conditions/square_text.h"
#include "search/text/text_fold.h"

/* ---- Words of tags, results and lengths ---- */

/* For the table below. What their values mean is said in docs/QUERIES.md. */

static enum pgnpack_status refuse_value(struct pgnpack_query *query, const char *value, const char *trouble)
{
    return error_set(&query->error, PGNPACK_ERROR_ARGUMENT, "\"%.100s\" cannot be looked for: %s", value,
                     trouble);
}

/* The condition, or its opposite. */
static enum pgnpack_status add(struct pgnpack_query *query, struct tag_condition *condition,
                               const char *first, const char *second)
{
    condition->negated = (uint8_t)query->negates;
    if (!query_tags_add(&query->tags, condition, first, second))
        return error_no_memory(&query->error);
    query->negates = 0;
    return PGNPACK_OK;
}

static enum pgnpack_status add_pattern(struct pgnpack_query *query, const char *value, enum pattern_way way,
                                       int is_sided, const char *first, const char *second)
{
    struct tag_condition condition = {.kind = CONDITION_FITS, .is_sided = (uint8_t)is_sided};
    condition.pattern = memory_get(&query->memory, sizeof *condition.pattern);
    if (condition.pattern == NULL)
        return error_no_memory(&query->error);
    const char *trouble = text_pattern_parse(condition.pattern, text_of(value), way);
    if (trouble == NULL)
        return add(query, &condition, first, second);
    tag_condition_free(&condition, &query->memory);
    return refuse_value(query, value, trouble);
}

static enum pgnpack_status add_ranges(struct pgnpack_query *query, const char *value,
                                      enum tag_condition_kind kind, int is_sided, const char *first,
                                      const char *second)
{
    struct tag_condition condition = {.kind = (uint8_t)kind, .is_sided = (uint8_t)is_sided};
    condition.ranges = memory_get(&query->memory, sizeof *condition.ranges);
    if (condition.ranges == NULL)
        return error_no_memory(&query->error);
    enum number_kind numbers = kind == CONDITION_DATE  ? NUMBER_DATE
                               : kind == CONDITION_ECO ? NUMBER_ECO
                                                       : NUMBER_PLAIN;
    const char *trouble = number_ranges_parse(condition.ranges, text_of(value), numbers);
    if (trouble == NULL)
        return add(query, &condition, first, second);
    tag_condition_free(&condition, &query->memory);
    return refuse_value(query, value, trouble);
}

/* ---- Ratings ---- */

static enum pgnpack_status add_elo_gap(struct pgnpack_query *query, const char *value)
{
    const struct signed_form gaps = {.limit = 9999};
    struct tag_condition condition = {.kind = CONDITION_ELO_GAP, .is_sided = 1};
    if (!signed_range_read(text_of(value), &gaps, &condition.gap, &query->error))
        return query->error.status;
    return add(query, &condition, "WhiteElo", "BlackElo");
}

/* ---- Results ---- */

/* Sets its bit where we are White, and where Black. Returns 0: it is none; 2: it is ours. */
static int take_result(struct text text, unsigned results[2])
{
    static const struct {
        const char *text;
        enum pgnpack_result as_white, as_black;
    } known[] = {{"1-0", PGNPACK_RESULT_WHITE, PGNPACK_RESULT_WHITE},
                 {"0-1", PGNPACK_RESULT_BLACK, PGNPACK_RESULT_BLACK},
                 {"1/2-1/2", PGNPACK_RESULT_DRAW, PGNPACK_RESULT_DRAW},
                 {"1/2", PGNPACK_RESULT_DRAW, PGNPACK_RESULT_DRAW},
                 {"*", PGNPACK_RESULT_UNKNOWN, PGNPACK_RESULT_UNKNOWN},
                 {"white", PGNPACK_RESULT_WHITE, PGNPACK_RESULT_WHITE},
                 {"black", PGNPACK_RESULT_BLACK, PGNPACK_RESULT_BLACK},
                 {"draw", PGNPACK_RESULT_DRAW, PGNPACK_RESULT_DRAW},
                 {"drawn", PGNPACK_RESULT_DRAW, PGNPACK_RESULT_DRAW},
                 {"won", PGNPACK_RESULT_WHITE, PGNPACK_RESULT_BLACK},
                 {"lost", PGNPACK_RESULT_BLACK, PGNPACK_RESULT_WHITE}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (text_is(text, known[i].text)) {
            results[0] |= 1u << known[i].as_white;
            results[1] |= 1u << known[i].as_black;
            return known[i].as_white == known[i].as_black ? 1 : 2;
        }
    return 0;
}

static enum pgnpack_status add_result(struct pgnpack_query *query, const char *value)
{
    struct tag_condition condition = {.kind = CONDITION_RESULT};
    const char *at = value;
    for (;;) {
        at += strspn(at, " ");
        size_t size = strcspn(at, ", ");
        int is = take_result((struct text){at, size}, condition.results);
        at += size + strspn(at + size, " ");
        if (is == 0 || (*at != ',' && *at != '\0'))
            return refuse_value(query, value, "results are 1-0, 0-1, 1/2 and *, or ours: won, lost");
        condition.is_sided |= is == 2;
        if (*at == '\0')
            return add(query, &condition, NULL, NULL);
        at++;
    }
}

/* ---- Any tag ---- */

/* Takes a comparison off the value. */
static enum comparison take_comparison(const char **value)
{
    int is_less = **value == '<', has_equal = (*value)[1] == '=';
    *value += 1 + has_equal;
    if (is_less)
        return has_equal ? COMPARES_LESS_OR_EQUAL : COMPARES_LESS;
    return has_equal ? COMPARES_GREATER_OR_EQUAL : COMPARES_GREATER;
}

static enum pgnpack_status add_comparison(struct pgnpack_query *query, const char *name, const char *value)
{
    struct tag_condition condition = {.kind = CONDITION_COMPARES};
    struct tag_comparison *comparison = &condition.comparison;
    comparison->comparison = take_comparison(&value);
    struct text text = text_of(value);
    comparison->is_number = text.size != 0 && tag_number(text, &comparison->number) == text.size;
    comparison->is_rating =
        comparison->is_number && (strcmp(name, "WhiteElo") == 0 || strcmp(name, "BlackElo") == 0);
    comparison->capacity = text_fold_size_max(text.size) + 1;
    comparison->text = memory_get(&query->memory, comparison->capacity);
    if (comparison->text == NULL)
        return error_no_memory(&query->error);
    comparison->size = text_fold(text, comparison->text);
    return add(query, &condition, name, NULL);
}

static enum pgnpack_status add_tag(struct pgnpack_query *query, const char *value)
{
    enum { NAME_SIZE_MAX = 255 };
    char name[NAME_SIZE_MAX + 1];
    size_t size = strcspn(value, "=<>");
    if (size == 0 || size > NAME_SIZE_MAX)
        return refuse_value(query, value,
                            "NAME, NAME=PATTERN, NAME<VALUE or NAME>=VALUE, of 255 bytes at most");
    memcpy(name, value, size);
    name[size] = '\0';
    if (value[size] == '=')
        return add_pattern(query, value + size + 1, PATTERN_BY_WORDS, 0, name, NULL);
    if (value[size] != '\0')
        return add_comparison(query, name, value + size);
    struct tag_condition condition = {.kind = CONDITION_IS_THERE};
    return add(query, &condition, name, NULL);
}

/* ---- All words ---- */

/* How a word's value becomes a condition. */
enum word_way {
    BY_FUNCTION,
    BY_PATTERN, /* one of the tags fits it */
    BY_SIDE,    /* the same of our tag, White's first; also where we are Black */
    BY_RANGES,  /* the tags are in range; of plies there is none */
    BY_SIDE_RANGES
};

struct word {
    const char *name, *value, *text, *reads;
    enum word_way way;
    /* BY_FUNCTION. A failure is in query->error. `value` is NULL where the word has none. */
    enum pgnpack_status (*add)(struct pgnpack_query *query, const char *value);
    enum pattern_way pattern;     /* BY_PATTERN */
    enum tag_condition_kind kind; /* BY_RANGES */
    const char *tags[2];          /* of both */
};

static enum pgnpack_status refuse(struct pgnpack_query *query, const char *cause)
{
    return error_set(&query->error, PGNPACK_ERROR_ARGUMENT, "%s", cause);
}

/* ---- The board ---- */

/* Positions, one of which is asked for. `set` NULL: there is no memory. */
struct sought {
    struct position_set *set;
    struct memory *memory;
};

/* A fen_take_function. */
static int take_sought(void *opaque, const struct position *position)
{
    struct sought *sought = opaque;
    if (sought->set != NULL && position_set_add(sought->set, position, sought->memory))
        return 1;
    position_set_free(sought->set, sought->memory);
    sought->set = NULL;
    return 0;
}

static enum pgnpack_status add_sought(struct pgnpack_query *query, const struct sought *sought)
{
    struct board_condition condition = {.kind = BOARD_IS_ONE_OF};
    condition.of.set = sought->set;
    return sought->set != NULL ? query_board_add(query, &condition) : error_no_memory(&query->error);
}

static enum pgnpack_status add_position(struct pgnpack_query *query, const struct position *position)
{
    struct sought sought = {position_set_new(&query->memory), &query->memory};
    take_sought(&sought, position);
    return add_sought(query, &sought);
}

static enum pgnpack_status add_fen(struct pgnpack_query *query, const char *value)
{
    struct sought sought = {position_set_new(&query->memory), &query->memory};
    enum fen_status status = fen_parse_open(value, strlen(value), take_sought, &sought);
    if (status == FEN_OK)
        return add_sought(query, &sought);
    position_set_free(sought.set, &query->memory);
    return error_set(&query->error, PGNPACK_ERROR_ARGUMENT, "\"%.100s\" is no position: %s", value,
                     fen_status_text(status));
}

/* The next word of a text; a move number before a move ("1.e4", "1...") is passed over. Its size is 0 at the end. */
static struct text next_move(const char **at)
{
    const char *from = *at;
    for (;;) {
        from += strspn(from, " \t\r\n");
        size_t digits = strspn(from, "0123456789");
        size_t points = strspn(from + digits, ".");
        if (points == 0)
            break;
        from += digits + points;
    }
    size_t size = strcspn(from, " \t\r\n");
    *at = from + size;
    return (struct text){from, size};
}

static enum pgnpack_status add_moves(struct pgnpack_query *query, const char *value)
{
    struct position position;
    position_start(&position);
    for (size_t count = 0;; count++) {
        chess_move move;
        struct text text = next_move(&value);
        if (text.size == 0 && count == 0)
            return refuse(query, "the list of moves is empty; for the start position use \"fen\"");
        if (text.size == 0)
            return add_position(query, &position);
        if (san_parse(&position, text.data, text.size, &move) != SAN_OK)
            return error_set(&query->error, PGNPACK_ERROR_ARGUMENT,
                             "\"%.*s\" in the list of moves is not legal, or is ambiguous",
                             (int)(text.size < 100 ? text.size : 100), text.data);
        position_make(&position, move);
    }
}

static enum pgnpack_status add_then(struct pgnpack_query *query, const char *value)
{
    (void)value;
    if (query->steps.count == 0)
        return refuse(query, "\"then\" is for what comes later: name a condition on the board before it");
    return query_steps_add(&query->steps, &query->memory) != NULL ? PGNPACK_OK
                                                                  : error_no_memory(&query->error);
}

static enum pgnpack_status add_step(struct pgnpack_query *query, uint32_t nearest, uint32_t farthest)
{
    if (query->steps.count == 0)
        return refuse(
            query,
            "\"after\" and \"next\" are for what comes later: name a condition on the board before them");
    struct query_step *step = query_steps_add(&query->steps, &query->memory);
    if (step == NULL)
        return error_no_memory(&query->error);
    step->nearest = nearest;
    step->farthest = farthest;
    return PGNPACK_OK;
}

static enum pgnpack_status add_next(struct pgnpack_query *query, const char *value)
{
    (void)value;
    return add_step(query, 1, 1);
}

/* "2", "1-6", "10-". */
static enum pgnpack_status add_after(struct pgnpack_query *query, const char *value)
{
    struct text_place place = text_place_of(text_of(value));
    uint32_t nearest = 0, farthest = 0;
    int is_read = number_read(&place, SPACED_PLIES_MAX, &nearest) && nearest != 0;
    farthest = nearest;
    if (is_read && place_pass(&place, '-')) {
        farthest = STEP_ANY_DISTANCE;
        if (!place_is_end(&place))
            is_read = number_read(&place, SPACED_PLIES_MAX, &farthest) && farthest >= nearest;
    }
    if (is_read && place_is_end(&place))
        return add_step(query, nearest, farthest);
    return refuse_value(query, value, "half-moves behind the step before are 2, 1-6 or 10-, from 1 to 60");
}

/* ---- All of them ---- */

static enum pgnpack_status add_not(struct pgnpack_query *query, const char *value)
{
    (void)value;
    query->negates = !query->negates;
    return PGNPACK_OK;
}

static enum pgnpack_status add_variations(struct pgnpack_query *query, const char *value)
{
    (void)value;
    query->searches_variations = 1;
    return PGNPACK_OK;
}

/* What a search reads, of games that nothing that costs less has ruled out. */
#define READS_TAGS "a column of the tag, in blocks whose summary does not rule it out"
#define READS_ENDS "how games end: a byte or two of each"
#define READS_MEN "columns of pawns and men, then moves of games that may have it"
#define READS_MOVES "moves"
#define READS_NUMBERS "moves, and columns of clocks and evaluations; whole games at levels 5 and up"
#define READS_TEXT "whole games, comments included"
#define READS_VARIATIONS "whole games, variations included"

static const struct word words[] = {
    {"fen", "FEN", "the position; its last fields may be missing, and then be any", .reads = READS_MEN,
     .add = add_fen},
    {"moves", "MOVES", "the position after these moves: \"e4 c5 Nf3\"", .reads = READS_MEN, .add = add_moves},
    /* the board */
    {"pgn", "PGN", "one of the positions of these games, variations included", .reads = READS_MEN,
     .add = query_game_pgn},
    {"pgn-final", "PGN", "one of the positions where their lines end", .reads = READS_MEN,
     .add = query_game_pgn_final},
    {"material", "MEN", "\"KRPPkrp\"; \"Q0 R1-2 P>p\"; \"RvBN\"; \"opposite-bishops\"", .reads = READS_MEN,
     .add = query_board_material},
    {"balance", "RANGE", "White's points less Black's: \"-1..1\", \"3..\", \"..-3\", \"=0\"",
     .reads = READS_MEN, .add = query_board_balance},
    {"pawns", "PAWNS", "\"iqp\", \"carlsbad\", ...; \"d4 e5 - c* / d5 e6\"", .reads = READS_MEN,
     .add = query_board_pawns},
    {"pattern", "MEN", "men on squares: \"Nd5 kg8 !Qd1 [BN]f3 P[a-c]*:2+\"; a FEN's rows", .reads = READS_MEN,
     .add = query_board_pattern},
    {"attack", "MEN", "a fork: \"N > k q\"; \"R > p:2+\", \"R:2 > p\"; a pin: \"B > n > k\"; \"!\": none",
     .reads = READS_MOVES, .add = query_board_attack},
    {"hanging", "MEN", "one of these men is attacked and not guarded: \"[nb]\"", .reads = READS_MOVES,
     .add = query_board_hanging},
    {"move", "MOVE",
     "\"Bxh7+\", \"black e1=N\", \"O-O|O-O-O\"; of one man: \"Nb1-d2-f1-g3\"; in a row: \"Bxh7+ Kxh7 Ng5+\"",
     .reads = READS_MOVES, .add = query_board_move},
    {"eval", "RANGE",
     "our evaluation in pawns, White's without \"us\": \"3..\", \"-0.5..0.5\", \"#5..\": we mate in 5, "
     "\"..#-5\": they do",
     .reads = READS_NUMBERS, .add = query_board_eval},
    {"swing", "RANGE", "what the move changed for its side: \"us ..-2\" pawns, \"..-15%\" of winning chances",
     .reads = READS_NUMBERS, .add = query_board_swing},
    {"clock", "RANGE", "seconds that the mover has left: \"-10\", \"them 60-120\"", .reads = READS_NUMBERS,
     .add = query_board_clock},
    {"spent", "RANGE", "seconds that the move took: \"30-\"", .reads = READS_NUMBERS,
     .add = query_board_spent},
    {"nag", "GLYPH", "behind the move: \"??\", \"us !|!!\", \"$4\"", .reads = READS_TEXT,
     .add = query_board_nag},
    {"comment", "TEXT", "a comment behind the move fits: words, or a pattern", .reads = READS_TEXT,
     .add = query_board_comment},
    {"has", "THING", "behind the move: \"clock\", \"eval\", \"nag\", \"comment\", \"variation\"; \"|\": or",
     .reads = READS_TEXT, .add = query_board_has},
    {"side", "SIDE", "\"white\" (\"us\") or \"black\" (\"them\") is to move", .reads = READS_MOVES,
     .add = query_board_side},
    {"ply", "RANGE", "half-moves played so far", .reads = READS_MOVES, .add = query_board_ply},
    {"move-number", "RANGE", "the number of the next move", .reads = READS_MOVES, .add = query_board_number},
    {"check", NULL, "the side to move is in check", .reads = READS_MOVES, .add = query_board_check},
    {"mate", NULL, "the game ends here, by mate", .reads = READS_MOVES, .add = query_board_mate},
    {"stalemate", NULL, "the game ends here, by stalemate", .reads = READS_MOVES,
     .add = query_board_stalemate},
    {"final", NULL, "the last position", .reads = READS_MOVES, .add = query_board_final},
    {"for", "N", "what was asked of the board holds for N half-moves", .add = query_board_for},
    {"times", "RANGE", "what was asked of the board holds so often; 0: never", .add = query_board_times},
    {"either", NULL, "colours may be reversed in all that is asked of the board, and of us and them",
     .add = query_board_either},
    {"mirrored", NULL, "left and right may be exchanged", .add = query_board_mirrored},
    /* tags, results, lengths */
    {"player", "NAME", "either player: words of the name, or a pattern", .reads = READS_TAGS,
     .way = BY_PATTERN, .pattern = PATTERN_BY_WORDS, .tags = {"White", "Black"}},
    {"white", "NAME", "the player of the white men", .reads = READS_TAGS, .way = BY_PATTERN,
     .pattern = PATTERN_BY_WORDS, .tags = {"White"}},
    {"black", "NAME", "the player of the black men", .reads = READS_TAGS, .way = BY_PATTERN,
     .pattern = PATTERN_BY_WORDS, .tags = {"Black"}},
    {"us", "NAME", "our player, with either colour; what else is asked speaks for us", .reads = READS_TAGS,
     .way = BY_SIDE, .pattern = PATTERN_BY_WORDS, .tags = {"White", "Black"}},
    {"them", "NAME", "the other one", .reads = READS_TAGS, .way = BY_SIDE, .pattern = PATTERN_BY_WORDS,
     .tags = {"Black", "White"}},
    {"elo", "RANGE", "both players' ratings: 2500-, -2400, 2500-2600", .reads = READS_TAGS, .way = BY_RANGES,
     .kind = CONDITION_ELO, .tags = {"WhiteElo", "BlackElo"}},
    {"white-elo", "RANGE", "White's rating", .reads = READS_TAGS, .way = BY_RANGES, .kind = CONDITION_ELO,
     .tags = {"WhiteElo"}},
    {"black-elo", "RANGE", "Black's rating", .reads = READS_TAGS, .way = BY_RANGES, .kind = CONDITION_ELO,
     .tags = {"BlackElo"}},
    {"us-elo", "RANGE", "our rating: White's, or with \"us\", \"them\" or \"either\" that of either",
     .reads = READS_TAGS, .way = BY_SIDE_RANGES, .kind = CONDITION_ELO, .tags = {"WhiteElo", "BlackElo"}},
    {"them-elo", "RANGE", "the other one's", .reads = READS_TAGS, .way = BY_SIDE_RANGES,
     .kind = CONDITION_ELO, .tags = {"BlackElo", "WhiteElo"}},
    {"elo-gap", "RANGE", "our rating less theirs: 200.., ..-200, -50..50", .reads = READS_TAGS,
     .add = add_elo_gap},
    {"date", "RANGE", "the date: 2010-, 2010.05-2012, 1999.12.31", .reads = READS_TAGS, .way = BY_RANGES,
     .kind = CONDITION_DATE, .tags = {"Date", "UTCDate"}},
    {"eco", "RANGE", "the opening's code: B90, B9, B90-B99,C00", .reads = READS_TAGS, .way = BY_RANGES,
     .kind = CONDITION_ECO, .tags = {"ECO"}},
    {"opening", "NAME", "the opening or variation: words, or a pattern", .reads = READS_TAGS,
     .way = BY_PATTERN, .pattern = PATTERN_BY_WORDS, .tags = {"Opening", "Variation"}},
    {"result", "RESULT", "the result: 1-0, 0-1, 1/2, *, or ours: won, lost; several with commas",
     .reads = READS_ENDS, .add = add_result},
    {"plies", "RANGE", "half-moves of the main line: 40-60", .reads = READS_ENDS, .way = BY_RANGES,
     .kind = CONDITION_PLIES},
    {"event", "NAME", "the event: words, or a pattern", .reads = READS_TAGS, .way = BY_PATTERN,
     .pattern = PATTERN_BY_WORDS, .tags = {"Event"}},
    {"site", "NAME", "the site: words, or a pattern", .reads = READS_TAGS, .way = BY_PATTERN,
     .pattern = PATTERN_BY_WORDS, .tags = {"Site"}},
    {"round", "ROUND", "the round: 4 is 4.1, too", .reads = READS_TAGS, .way = BY_PATTERN,
     .pattern = PATTERN_ROUND, .tags = {"Round"}},
    {"time-control", "TIME", "the time control: 180+2, 180+*", .reads = READS_TAGS, .way = BY_PATTERN,
     .pattern = PATTERN_WHOLE, .tags = {"TimeControl"}},
    {"tag", "NAME=PATTERN", "any tag; NAME<VALUE, NAME>=VALUE compare, NAME: it is there",
     .reads = READS_TAGS, .add = add_tag},
    /* all */
    {"then", NULL, "what follows holds in a later position", .add = add_then},
    {"next", NULL, "what follows holds in the next position", .add = add_next},
    {"after", "RANGE", "what follows holds so many half-moves later: 2, 1-6, 10-", .add = add_after},
    {"not", NULL, "the next condition does not hold", .add = add_not},
    {"variations", NULL, "look into variations, too", .reads = READS_VARIATIONS, .add = add_variations},
};

enum { WORD_COUNT = sizeof words / sizeof *words };

int pgnpack_query_word(size_t i, struct pgnpack_query_word *word_ret)
{
    if (i >= WORD_COUNT)
        return 0;
    if (word_ret != NULL)
        *word_ret = (struct pgnpack_query_word){
            .name = words[i].name, .value = words[i].value, .text = words[i].text, .reads = words[i].reads};
    return 1;
}

static enum pgnpack_status add_word(struct pgnpack_query *query, const struct word *word, const char *value)
{
    switch (word->way) {
    case BY_PATTERN:
        return add_pattern(query, value, word->pattern, 0, word->tags[0], word->tags[1]);
    case BY_SIDE:
        if (add_pattern(query, value, word->pattern, 1, word->tags[0], word->tags[1]) == PGNPACK_OK)
            query->tags.tries_black = 1;
        return query->error.status;
    case BY_RANGES:
    case BY_SIDE_RANGES:
        return add_ranges(query, value, word->kind, word->way == BY_SIDE_RANGES, word->tags[0],
                          word->tags[1]);
    case BY_FUNCTION:
        break;
    }
    return word->add(query, value);
}

enum pgnpack_status query_word_add(struct pgnpack_query *query, const char *name, const char *value)
{
    for (size_t i = 0; i < WORD_COUNT; i++) {
        if (strcmp(words[i].name, name) != 0)
            continue;
        if (value == NULL && words[i].value != NULL)
            return error_set(&query->error, PGNPACK_ERROR_ARGUMENT, "\"%s\" needs a value: %s=%s", name, name,
                             words[i].value);
        if (value != NULL && words[i].value == NULL)
            return error_set(&query->error, PGNPACK_ERROR_ARGUMENT, "\"%s\" takes no value", name);
        if (value != NULL && value[strspn(value, " \t\r\n\v\f")] == '\0')
            return error_set(&query->error, PGNPACK_ERROR_ARGUMENT,
                             "\"%s\" has an empty value, which asks nothing: leave it out", name);
        return add_word(query, &words[i], value);
    }
    return error_set(&query->error, PGNPACK_ERROR_ARGUMENT, "there is no condition named \"%.100s\"", name);
}
