/* by_c BUILD DATABASE NAMED: the answers (README.md) by libpgnpack alone. by_c --key FEN: the position's key. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pgnpack.h>

enum { GAMES = 2000, TAG_COUNT = 9, NAMES_MAX = 1 << 16, YEARS = 10000 };
enum tag { WHITE, BLACK, EVENT, SITE, DATE, UTC_DATE, ECO, WHITE_ELO, BLACK_ELO };
static const char *const tag_names[TAG_COUNT] = {"White",   "Black", "Event",    "Site",    "Date",
                                                 "UTCDate", "ECO",   "WhiteElo", "BlackElo"};

static void fail(const char *cause)
{
    fprintf(stderr, "by_c: %s\n", cause);
    exit(1);
}

static void *checked(void *memory)
{
    if (memory == NULL)
        fail("no memory");
    return memory;
}

/* ---- What the questions name: a JSON object of strings and numbers, as ask.py writes it ---- */

static const char *named_text;

/* The value of `key`, zero-terminated. */
static char *named(const char *key)
{
    char quoted[40];
    snprintf(quoted, sizeof quoted, "\"%s\": ", key);
    const char *from = strstr(named_text, quoted);
    if (from == NULL)
        fail("something is not named");
    from += strlen(quoted);
    char *value = checked(malloc(strlen(from) + 1));
    size_t size = 0;
    int is_text = *from == '"';
    for (from += is_text; is_text ? *from != '"' : strchr(",}", *from) == NULL; from++) {
        from += *from == '\\';
        value[size++] = *from;
    }
    value[size] = '\0';
    return value;
}

static uint64_t named_number(const char *key)
{
    char *text = named(key);
    uint64_t number = strtoull(text, NULL, 10);
    free(text);
    return number;
}

/* ---- Answers ---- */

static void begin_answer(const char *question)
{
    static int is_second;
    printf("%s\n \"%s\": \"", is_second ? "\"," : "{", question);
    is_second = 1;
}

static void print_text(const char *data, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (data[i] == '"' || data[i] == '\\')
            putchar('\\');
        putchar(data[i]);
    }
}

/* ---- Names, counted ---- */

struct names {
    char **names;
    uint64_t *counts;
    size_t capacity, count;
};

static uint64_t hash_of(const char *text)
{
    uint64_t hash = 14695981039346656037u;
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    return hash;
}

/* Room for half of `capacity`, a power of two. */
static void names_start(struct names *names, size_t capacity)
{
    names->capacity = capacity;
    names->count = 0;
    names->names = checked(calloc(names->capacity, sizeof *names->names));
    names->counts = checked(calloc(names->capacity, sizeof *names->counts));
}

static void names_add(struct names *names, const char *data, size_t size)
{
    char *name = checked(malloc(size + 1));
    memcpy(name, data, size);
    name[size] = '\0';
    size_t place = hash_of(name) & (names->capacity - 1);
    while (names->names[place] != NULL && strcmp(names->names[place], name) != 0)
        place = (place + 1) & (names->capacity - 1);
    if (names->names[place] == NULL) {
        names->names[place] = name;
        if (++names->count * 2 > names->capacity)
            fail("more names than were thought of");
    } else
        free(name);
    names->counts[place]++;
}

/* The next name: the one that is named most often, and then is not named any more. */
static size_t names_take(struct names *names)
{
    size_t best = 0;
    for (size_t i = 0; i < names->capacity; i++)
        if (names->names[i] != NULL &&
            (names->counts[i] > names->counts[best] ||
             (names->counts[i] == names->counts[best] &&
              (names->names[best] == NULL || strcmp(names->names[i], names->names[best]) < 0))))
            best = i;
    return best;
}

/* ---- Tags, plies and results: one pass ---- */

static struct {
    uint64_t games, plies, longest, outcomes[4], strong, strong_sum, years[YEARS + 1], eco, eco_sum, player,
        player_sum, days, days_sum, ratings, rating_sum, rating_max, no_eco, no_rating, no_annotator;
    struct names whites, events, sites;
} seen;

static int is_digits(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (text[i] < '0' || text[i] > '9')
            return 0;
    return size != 0;
}

/* 1 to 4 digits; else -1. */
static int64_t rating_of(struct pgnpack_text text)
{
    char digits[5] = "";
    if (text.data == NULL || text.size > 4 || !is_digits(text.data, text.size))
        return -1;
    memcpy(digits, text.data, text.size);
    return atol(digits);
}

static int days_of(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return month < 1 || month > 12 ? 0 : days[month - 1] + (month == 2 && is_leap);
}

/* Year, and year * 10,000 + month * 100 + day where that is a real day; 0: none. */
static void read_date(struct pgnpack_text date, int *year_ret, int *day_ret)
{
    char text[11] = "";
    *year_ret = *day_ret = 0;
    if (date.data == NULL || date.size != 10 || !is_digits(date.data, 4) || date.data[4] != '.' ||
        date.data[7] != '.')
        return;
    memcpy(text, date.data, 10);
    *year_ret = atoi(text);
    if (!is_digits(text + 5, 2) || !is_digits(text + 8, 2))
        return;
    int month = atoi(text + 5), day = atoi(text + 8);
    if (*year_ret != 0 && day >= 1 && day <= days_of(*year_ret, month))
        *day_ret = *year_ret * 10000 + month * 100 + day;
}

static int is_text(struct pgnpack_text text, const char *wanted)
{
    return text.data != NULL && text.size == strlen(wanted) && memcmp(text.data, wanted, text.size) == 0;
}

static void see_date(uint64_t number, struct pgnpack_text date, struct pgnpack_text utc_date, int first,
                     int last)
{
    int year, day;
    read_date(date, &year, &day);
    if (year == 0)
        read_date(utc_date, &year, &day);
    seen.years[year]++;
    if (day >= first && day <= last) {
        seen.days++;
        seen.days_sum += number;
    }
}

static void see_ratings(uint64_t number, int64_t white, int64_t black)
{
    seen.no_rating += white < 0;
    if (white >= 0) {
        seen.ratings++;
        seen.rating_sum += (uint64_t)white;
        if ((uint64_t)white > seen.rating_max)
            seen.rating_max = (uint64_t)white;
    }
    if (white >= 2600 && black >= 2600) {
        seen.strong++;
        seen.strong_sum += number;
    }
}

static struct pgnpack_batch *new_batch(const struct pgnpack_reader *reader, unsigned parts,
                                       const char *const *tags, size_t tag_count)
{
    const struct pgnpack_batch_options options = {
        .size = sizeof options, .tags = tags, .tag_count = tag_count, .parts = parts};
    return checked(pgnpack_batch_new(reader, &options));
}

static void see_tags(const struct pgnpack_reader *reader)
{
    static struct pgnpack_text views[TAG_COUNT][GAMES];
    static uint64_t numbers[GAMES];
    static uint32_t plies[GAMES];
    static uint8_t results[GAMES];
    struct pgnpack_text *view_list[TAG_COUNT];
    struct pgnpack_columns columns = {.size = sizeof columns,
                                      .capacity = GAMES,
                                      .numbers = numbers,
                                      .plies = plies,
                                      .results = results,
                                      .views = view_list};
    struct pgnpack_batch *batch =
        new_batch(reader, PGNPACK_BATCH_PLIES | PGNPACK_BATCH_RESULTS, tag_names, TAG_COUNT);
    char *player = named("player"), *eco = named("eco");
    int first = (int)named_number("first_day"), last = (int)named_number("last_day");
    size_t count;
    for (size_t i = 0; i < TAG_COUNT; i++)
        view_list[i] = views[i];
    while (pgnpack_batch_next(batch, &columns, &count) == PGNPACK_OK)
        for (size_t i = 0; i < count; i++) {
            seen.games++;
            seen.plies += plies[i];
            seen.longest = plies[i] > seen.longest ? plies[i] : seen.longest;
            seen.outcomes[results[i]]++;
            if (views[WHITE][i].data != NULL)
                names_add(&seen.whites, views[WHITE][i].data, views[WHITE][i].size);
            if (views[EVENT][i].data != NULL)
                names_add(&seen.events, views[EVENT][i].data, views[EVENT][i].size);
            if (views[SITE][i].data != NULL)
                names_add(&seen.sites, views[SITE][i].data, views[SITE][i].size);
            see_date(numbers[i], views[DATE][i], views[UTC_DATE][i], first, last);
            see_ratings(numbers[i], rating_of(views[WHITE_ELO][i]), rating_of(views[BLACK_ELO][i]));
            seen.no_eco += views[ECO][i].data == NULL;
            if (views[ECO][i].size >= strlen(eco) && memcmp(views[ECO][i].data, eco, strlen(eco)) == 0) {
                seen.eco++;
                seen.eco_sum += numbers[i];
            }
            if (is_text(views[WHITE][i], player) || is_text(views[BLACK][i], player)) {
                seen.player++;
                seen.player_sum += numbers[i];
            }
        }
    pgnpack_free(batch);
    free(player);
    free(eco);
}

static void count_annotators(const struct pgnpack_reader *reader)
{
    static const char *const annotator = "Annotator";
    static struct pgnpack_text views[GAMES];
    struct pgnpack_text *view = views;
    struct pgnpack_columns columns = {.size = sizeof columns, .capacity = GAMES, .views = &view};
    struct pgnpack_batch *batch = new_batch(reader, 0, &annotator, 1);
    size_t count;
    while (pgnpack_batch_next(batch, &columns, &count) == PGNPACK_OK)
        for (size_t i = 0; i < count; i++)
            seen.no_annotator += views[i].data == NULL;
    pgnpack_free(batch);
}

static void answer_by_tags(const struct pgnpack_reader *reader)
{
    names_start(&seen.whites, 1 << 20);
    names_start(&seen.events, 1 << 20);
    names_start(&seen.sites, 1 << 20);
    see_tags(reader);
    count_annotators(reader);
    begin_answer("q01");
    printf("%" PRIu64, seen.games);
    begin_answer("q02");
    printf("%" PRIu64 " %" PRIu64, seen.plies, seen.longest);
    begin_answer("q03");
    printf("*:%" PRIu64 " 0-1:%" PRIu64 " 1-0:%" PRIu64 " 1/2-1/2:%" PRIu64, seen.outcomes[0],
           seen.outcomes[2], seen.outcomes[1], seen.outcomes[3]);
    begin_answer("q04");
    for (int i = 0; i < 10; i++) {
        size_t name = names_take(&seen.whites);
        if (seen.whites.counts[name] == 0)
            break;
        print_text(i == 0 ? "" : "; ", i == 0 ? 0 : 2);
        print_text(seen.whites.names[name], strlen(seen.whites.names[name]));
        printf(":%" PRIu64, seen.whites.counts[name]);
        seen.whites.counts[name] = 0;
    }
    begin_answer("q05");
    printf("%zu %zu", seen.events.count, seen.sites.count);
    begin_answer("q06");
    printf("%" PRIu64 " %" PRIu64, seen.strong, seen.strong_sum);
    begin_answer("q07");
    printf("-:%" PRIu64, seen.years[0]);
    for (int year = 1; year < YEARS; year++)
        if (seen.years[year] != 0)
            printf(" %d:%" PRIu64, year, seen.years[year]);
    begin_answer("q08");
    printf("%" PRIu64 " %" PRIu64, seen.eco, seen.eco_sum);
    begin_answer("q09");
    printf("%" PRIu64 " %" PRIu64, seen.player, seen.player_sum);
    begin_answer("q10");
    printf("%" PRIu64 " %" PRIu64, seen.days, seen.days_sum);
    begin_answer("q11");
    printf("%" PRIu64 " %" PRIu64 " %" PRIu64, seen.ratings, seen.rating_sum, seen.rating_max);
    begin_answer("q12");
    printf("%" PRIu64 " %" PRIu64 " %" PRIu64, seen.no_eco, seen.no_rating, seen.no_annotator);
}

/* ---- Lines ---- */

static const char *const outcome_texts[] = {"*", "1-0", "0-1", "1/2-1/2"};

enum { LINES = 200, ELEMENTS = 1 << 21, BYTES = 1 << 25 };

/* Arrays for lines; each game fits. */
static struct pgnpack_columns line_columns(unsigned parts)
{
    static uint16_t moves[ELEMENTS];
    static int32_t clocks[ELEMENTS], evals[ELEMENTS];
    static uint64_t keys[ELEMENTS], numbers[LINES];
    static char san[BYTES], uci[BYTES], comments[BYTES], text[BYTES];
    static uint32_t offsets[8][LINES + 1], comment_offsets[ELEMENTS + 1], plies[LINES];
    static uint8_t results[LINES];
    struct pgnpack_columns columns = {.size = sizeof columns,
                                      .capacity = LINES,
                                      .numbers = numbers,
                                      .plies = plies,
                                      .results = results,
                                      .moves = {moves, ELEMENTS, offsets[0]},
                                      .san = {san, BYTES, offsets[1], NULL},
                                      .uci = {uci, BYTES, offsets[2], NULL},
                                      .clocks = {clocks, ELEMENTS, offsets[3]},
                                      .evals = {evals, ELEMENTS, offsets[4]},
                                      .comments = {comments, BYTES, comment_offsets, ELEMENTS, offsets[5]},
                                      .keys = {keys, ELEMENTS, offsets[6]},
                                      .text = {text, BYTES, offsets[7], NULL}};
    if (!(parts & PGNPACK_BATCH_TEXT))
        columns.text.offsets = NULL;
    if (!(parts & PGNPACK_BATCH_KEYS))
        columns.keys.offsets = NULL;
    return columns;
}

static struct {
    uint64_t to_e4, uci_size, queens, begin, begin_sum, clocks, clock_sum, evals, comments, keys;
    int64_t eval_sum;
} lines;

static void see_uci(const char *uci, size_t size)
{
    lines.uci_size += size;
    for (size_t i = 0; i < size; i++)
        lines.queens += uci[i] == 'q' && (i + 1 == size || uci[i + 1] == ' ');
}

static void see_line(const struct pgnpack_columns *c, size_t game, const char *begin, uint64_t key,
                     uint64_t key_ply)
{
    for (uint32_t i = c->moves.offsets[game]; i < c->moves.offsets[game + 1]; i++)
        lines.to_e4 += c->moves.data[i] != 0 && (c->moves.data[i] & 63) == 28;
    see_uci(c->uci.data + c->uci.offsets[game], c->uci.offsets[game + 1] - c->uci.offsets[game]);
    size_t size = c->san.offsets[game + 1] - c->san.offsets[game];
    if (size >= strlen(begin) && memcmp(c->san.data + c->san.offsets[game], begin, strlen(begin)) == 0) {
        lines.begin++;
        lines.begin_sum += c->numbers[game];
    }
    for (uint32_t i = c->clocks.offsets[game]; i < c->clocks.offsets[game + 1]; i++)
        if (c->clocks.data[i] != PGNPACK_NO_CLOCK) {
            lines.clocks++;
            lines.clock_sum += (uint64_t)c->clocks.data[i];
        }
    for (uint32_t i = c->evals.offsets[game]; i < c->evals.offsets[game + 1]; i++)
        if (c->evals.data[i] != PGNPACK_NO_EVAL) {
            lines.evals++;
            lines.eval_sum += c->evals.data[i];
        }
    for (uint32_t i = c->comments.offsets[game]; i < c->comments.offsets[game + 1]; i++)
        lines.comments += c->comments.text_offsets[i + 1] > c->comments.text_offsets[i];
    if (c->keys.offsets[game + 1] - c->keys.offsets[game] > key_ply)
        lines.keys += c->keys.data[c->keys.offsets[game] + key_ply] == key;
}

static void answer_by_lines(const struct pgnpack_reader *reader)
{
    const unsigned parts = PGNPACK_BATCH_MOVES | PGNPACK_BATCH_SAN | PGNPACK_BATCH_UCI |
                           PGNPACK_BATCH_CLOCKS | PGNPACK_BATCH_EVALS | PGNPACK_BATCH_COMMENTS |
                           PGNPACK_BATCH_KEYS;
    struct pgnpack_columns columns = line_columns(parts);
    struct pgnpack_batch *batch = new_batch(reader, parts, NULL, 0);
    char *begin = named("begin");
    uint64_t key = named_number("key"), key_ply = named_number("key_ply");
    enum pgnpack_status status;
    size_t count;
    while ((status = pgnpack_batch_next(batch, &columns, &count)) == PGNPACK_OK)
        for (size_t i = 0; i < count; i++)
            see_line(&columns, i, begin, key, key_ply);
    if (status != PGNPACK_END)
        fail(pgnpack_error(batch)->text);
    pgnpack_free(batch);
    free(begin);
}

/* One game by its number, and its text's size. */
static size_t answer_game(const struct pgnpack_reader *reader)
{
    const unsigned parts =
        PGNPACK_BATCH_PLIES | PGNPACK_BATCH_RESULTS | PGNPACK_BATCH_SAN | PGNPACK_BATCH_TEXT;
    struct pgnpack_columns columns = line_columns(parts);
    struct pgnpack_bytes_column tags[3];
    static const char *const names[] = {"White", "Black", "Date"};
    static char data[3][10000];
    static uint32_t offsets[3][LINES + 1];
    struct pgnpack_batch *batch = new_batch(reader, parts, names, 3);
    size_t count;
    for (size_t i = 0; i < 3; i++)
        tags[i] = (struct pgnpack_bytes_column){data[i], sizeof data[i], offsets[i], NULL};
    columns.tags = tags;
    columns.moves.offsets = columns.uci.offsets = columns.clocks.offsets = columns.evals.offsets =
        columns.comments.offsets = NULL;
    pgnpack_batch_range(batch, named_number("number"), 1);
    if (pgnpack_batch_next(batch, &columns, &count) != PGNPACK_OK)
        fail(pgnpack_error(batch)->text);
    begin_answer("q13");
    for (size_t i = 0; i < 3; i++) {
        print_text(data[i], offsets[i][1]);
        fputs("; ", stdout);
    }
    printf("%s; %u; %.*s", outcome_texts[columns.results[0]], (unsigned)columns.plies[0],
           (int)columns.san.offsets[1], columns.san.data);
    const char *text = columns.text.data;
    size_t size = columns.text.offsets[1];
    while (size != 0 && strchr(" \r\n", text[size - 1]) != NULL)
        size--;
    for (; size != 0 && strchr(" \r\n", *text) != NULL; text++)
        size--;
    pgnpack_free(batch);
    return size;
}

/* ---- Searches ---- */

static struct pgnpack_query *new_query(void)
{
    return checked(pgnpack_query_new(NULL));
}

static void add(struct pgnpack_query *query, const char *name, const char *value)
{
    if (pgnpack_query_add(query, name, value) != PGNPACK_OK)
        fail(pgnpack_error(query)->text);
}

static void answer_search(const struct pgnpack_reader *reader, struct pgnpack_query *query, int with_plies)
{
    struct pgnpack_search *search = checked(pgnpack_search_new(reader, query));
    struct pgnpack_hit hits[100];
    uint64_t games = 0, sum = 0, plies = 0;
    size_t count;
    while (pgnpack_search_next(search, hits, 100, &count) == PGNPACK_OK)
        for (size_t i = 0; i < count; i++) {
            games++;
            sum += hits[i].game;
            plies += hits[i].ply;
        }
    printf("%" PRIu64 " %" PRIu64, games, sum);
    if (with_plies)
        printf(" %" PRIu64, plies);
    pgnpack_free(search);
    pgnpack_free(query);
}

static void answer_position(const struct pgnpack_reader *reader)
{
    struct pgnpack_board *board = checked(pgnpack_board_new(NULL));
    struct pgnpack_tree *tree = checked(pgnpack_tree_new(reader, NULL, NULL));
    struct pgnpack_query *query = new_query();
    struct pgnpack_tree_move row;
    char *fen = named("fen");
    begin_answer("q17");
    add(query, "fen", fen);
    answer_search(reader, query, 1);
    begin_answer("q18");
    pgnpack_board_set(board, fen, strlen(fen), NULL);
    if (pgnpack_tree_position(tree, board) != PGNPACK_OK)
        fail(pgnpack_error(tree)->text);
    for (size_t i = 0; pgnpack_tree_move(tree, i, &row); i++) {
        char san[PGNPACK_SAN_SIZE] = "";
        if (row.move != 0)
            pgnpack_board_text(board, row.move, PGNPACK_NOTATION_SAN, san);
        printf("%s%s:%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32,
               i == 0 ? "" : " ", san, row.counts.games, row.counts.white_wins, row.counts.draws,
               row.counts.black_wins, row.counts.rating, row.counts.performance, row.counts.last_year);
    }
    free(fen);
    pgnpack_free(tree);
    pgnpack_free(board);
}

static void answer_words(const struct pgnpack_reader *reader)
{
    struct pgnpack_query *query = new_query();
    char *player = named("player"), *eco = named("eco");
    begin_answer("q22");
    add(query, "white", player);
    add(query, "eco", eco);
    add(query, "plies", "20-200");
    answer_search(reader, query, 0);
    free(player);
    free(eco);
}

static int is_left_out(const struct pgnpack_reader *reader, uint64_t game)
{
    uint64_t first, count;
    return pgnpack_reader_left_out_range(reader, game, &first, &count) && first == game;
}

static void answer_ids(struct pgnpack_reader *reader)
{
    struct names ids;
    char id[PGNPACK_ID_SIZE], own[PGNPACK_ID_SIZE] = "";
    uint64_t count = 0, sum = 0, found = 0, number = named_number("number");
    char *asked = named("id");
    size_t capacity = 4;
    while (capacity < 4 * pgnpack_reader_info(reader)->game_count)
        capacity *= 2;
    names_start(&ids, capacity);
    for (uint64_t game = 1; game <= pgnpack_reader_info(reader)->game_count; game++) {
        if (is_left_out(reader, game) || !pgnpack_reader_game_id(reader, game, id))
            continue;
        count++;
        sum += strtoull(strchr(id, ':') + 1, NULL, 10);
        names_add(&ids, id, strlen(id));
        if (game == number)
            strcpy(own, id);
    }
    if (pgnpack_reader_find_id(reader, asked, PGNPACK_ID_NOW, &found) != PGNPACK_OK)
        fail(pgnpack_error(reader)->text);
    begin_answer("q23");
    printf("%" PRIu64 " %zu %" PRIu64 "; %s; %" PRIu64, count, ids.count, sum, own, found);
    free(asked);
    for (size_t i = 0; i < ids.capacity; i++)
        free(ids.names[i]);
    free(ids.names);
    free(ids.counts);
}

static void print_key(const char *fen)
{
    struct pgnpack_board *board = checked(pgnpack_board_new(NULL));
    if (pgnpack_board_set(board, fen, strlen(fen), NULL) != PGNPACK_OK)
        fail(pgnpack_error(board)->text);
    printf("%" PRIu64 "\n", pgnpack_board_key(board, PGNPACK_KEY_BCGN));
    pgnpack_free(board);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--key") == 0) {
        print_key(argv[2]);
        return 0;
    }
    if (argc != 4)
        fail("usage: by_c BUILD DATABASE NAMED");
    named_text = argv[3];
    struct pgnpack_reader *reader = checked(pgnpack_reader_new(NULL));
    if (pgnpack_reader_open(reader, PGNPACK_FROM_PATH(argv[2])) != PGNPACK_OK)
        fail(pgnpack_error(reader)->text);
    char *damaged = named("damaged");
    if (strcmp(damaged, "skip") == 0 &&
        pgnpack_reader_skip_damaged(reader, 0, UINT64_MAX, NULL, NULL) != PGNPACK_OK)
        fail(pgnpack_error(reader)->text);
    free(damaged);
    answer_by_tags(reader);
    size_t text_size = answer_game(reader);
    answer_by_lines(reader);
    begin_answer("q14");
    printf("%" PRIu64, lines.to_e4);
    begin_answer("q15");
    printf("%" PRIu64 " %" PRIu64, lines.uci_size, lines.queens);
    begin_answer("q16");
    printf("%" PRIu64 " %" PRIu64, lines.begin, lines.begin_sum);
    answer_position(reader);
    begin_answer("q19");
    printf("%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRId64, lines.clocks, lines.clock_sum, lines.evals,
           lines.eval_sum);
    begin_answer("q20");
    printf("%" PRIu64 " %zu", lines.comments, text_size);
    begin_answer("q21");
    printf("%" PRIu64, lines.keys);
    answer_words(reader);
    answer_ids(reader);
    puts("\"\n}");
    pgnpack_free(reader);
    return 0;
}
