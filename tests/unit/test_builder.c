/* Games made in memory: what is refused, and that what is made reads back from PGN and from databases. */
#include <check.h>
#include <string.h>

#include "pgnpack_extra.h"
#include "shared/game_look.h"
#include "unit/database_support.h"
#include "unit/suites.h"

static struct pgnpack_builder *builder;
static struct pgnpack_writer *writer;
static struct bytes packed, text;

static void set_up(void)
{
    builder = pgnpack_builder_new(NULL);
    ck_assert_ptr_nonnull(builder);
}

static void tear_down(void)
{
    pgnpack_free(builder);
    pgnpack_free(writer);
    writer = NULL;
    bytes_free(&packed);
    bytes_free(&text);
}

static void open_writer(int level)
{
    struct pgnpack_writer_options options = {
        .size = sizeof options, .level = level, .threads = 1, .block_size = 2000};
    writer = pgnpack_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(bytes_write, &packed));
    ck_assert_ptr_nonnull(writer);
}

static void tag(const char *name, const char *value)
{
    ck_assert_int_eq(pgnpack_builder_tag(builder, name, value, strlen(value)), PGNPACK_OK);
}

/* Moves, "(" and ")", "$n", "{text", with spaces between. */
static void play(const char *words)
{
    while (*words != '\0') {
        size_t size = strcspn(words, " ");
        enum pgnpack_status status;
        if (words[0] == '(')
            status = pgnpack_builder_item(builder, PGNPACK_ITEM_VARIATION_BEGIN, 0);
        else if (words[0] == ')')
            status = pgnpack_builder_item(builder, PGNPACK_ITEM_VARIATION_END, 0);
        else if (words[0] == '$')
            status = pgnpack_builder_item(builder, PGNPACK_ITEM_NAG, (unsigned)(words[1] - '0'));
        else if (words[0] == '{')
            status = pgnpack_builder_comment(builder, words + 1, size - 1);
        else
            status = pgnpack_builder_san(builder, words, size);
        ck_assert_msg(status == PGNPACK_OK, "%.*s: %s", (int)size, words, pgnpack_error(builder)->text);
        words += size + (words[size] == ' ');
    }
}

static const struct pgnpack_game *finish(void)
{
    const struct pgnpack_game *game;
    enum pgnpack_status status = pgnpack_builder_finish(builder, &game);
    ck_assert_msg(status == PGNPACK_OK, "%s", pgnpack_error(builder)->text);
    return game;
}

static void write_pgn(const struct pgnpack_game *game, struct bytes *out)
{
    struct pgnpack_pgn_writer *pgn = pgnpack_pgn_writer_new(NULL, PGNPACK_TO_FUNCTION(bytes_write, out));
    ck_assert_int_eq(pgnpack_pgn_writer_add(pgn, game), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_pgn_writer_finish(pgn), PGNPACK_OK);
    pgnpack_free(pgn);
}

static int is_same_text(struct pgnpack_text a, struct pgnpack_text b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

/* Tags, items, start position by way of the moves, result. `by_kind`: texts of moves are no matter. */
static void check_same(const struct pgnpack_game *a, const struct pgnpack_game *b)
{
    struct pgnpack_text name[2], value[2];
    struct pgnpack_item item[2];
    ck_assert_uint_eq(tag_count(a), tag_count(b));
    for (size_t i = 0; pgnpack_game_tag(a, i, &name[0], &value[0]); i++) {
        pgnpack_game_tag(b, i, &name[1], &value[1]);
        ck_assert(is_same_text(name[0], name[1]) && is_same_text(value[0], value[1]));
    }
    ck_assert_uint_eq(item_count(a), item_count(b));
    for (size_t i = 0; pgnpack_game_item(a, i, &item[0]); i++) {
        ck_assert(pgnpack_game_item(b, i, &item[1]));
        ck_assert_int_eq(item[0].kind, item[1].kind);
        ck_assert_uint_eq(item[0].value, item[1].value);
        if (item[0].kind == PGNPACK_ITEM_COMMENT || item[0].kind == PGNPACK_ITEM_LINE_COMMENT)
            ck_assert(is_same_text(item[0].text, item[1].text));
    }
    ck_assert_int_eq(pgnpack_game_result(a), pgnpack_game_result(b));
    ck_assert_uint_eq(pgnpack_game_ply_count(a), pgnpack_game_ply_count(b));
}

static void check_text(const char *expected)
{
    struct bytes out = {0};
    write_pgn(finish(), &out);
    bytes_append(&out, "", 1);
    ck_assert_str_eq((const char *)out.data, expected);
    bytes_free(&out);
}

START_TEST(a_game)
{
    tag("Event", "a \"quoted\" \\ value");
    tag("White", "\xc3\x89mile");
    tag("Result", "1-0");
    play("{first e4 $1 e5 ( c5 ( c6 d4 ) Nf3 {open ) Ng1f3 b8c6 -- d6");
    ck_assert_int_eq(pgnpack_builder_item(builder, PGNPACK_ITEM_MOVE, 5 << 6 | 33), PGNPACK_OK);
    check_text("[Event \"a \\\"quoted\\\" \\\\ value\"]\n[White \"\xc3\x89mile\"]\n[Result \"1-0\"]\n\n"
               "{first} 1. e4 $1 e5 (1... c5 (1... c6 2. d4) 2. Nf3 {open}) 2. Nf3 Nc6 3. -- d6\n"
               "4. Bb5 1-0\n\n");
    ck_assert_uint_eq(pgnpack_game_ply_count(finish()), 7);
    ck_assert_ptr_null(details_of(finish()).trouble);
    ck_assert_uint_eq(details_of(finish()).oddities, 0);
}
END_TEST

START_TEST(tags)
{
    tag("A", "1");
    tag("B", "2");
    tag("A", "3");
    tag("C", "");
    ck_assert_int_eq(pgnpack_builder_tag(builder, "B", NULL, 0), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_builder_tag(builder, "None", NULL, 0), PGNPACK_OK);
    check_text("[A \"3\"]\n[C \"\"]\n\n*\n\n");
    tag("Result", "0-1");
    check_text("[A \"3\"]\n[C \"\"]\n[Result \"0-1\"]\n\n0-1\n\n");
    ck_assert_int_eq(pgnpack_builder_result(builder, PGNPACK_RESULT_DRAW), PGNPACK_OK);
    check_text("[A \"3\"]\n[C \"\"]\n[Result \"1/2-1/2\"]\n\n1/2-1/2\n\n");
    pgnpack_builder_begin(builder, NULL);
    check_text("*\n\n");
    ck_assert_int_eq(pgnpack_builder_result(builder, PGNPACK_RESULT_WHITE), PGNPACK_OK);
    check_text("1-0\n\n");
    ck_assert_int_eq(pgnpack_builder_finish(builder, NULL), PGNPACK_OK);
}
END_TEST

START_TEST(positions)
{
    tag("FEN", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    tag("FEN", "4k3/1P6/8/8/8/8/8/4K3 w - - 0 30");
    play("b8=Q+ Kd7");
    check_text("[FEN \"4k3/1P6/8/8/8/8/8/4K3 w - - 0 30\"]\n\n30. b8=Q+ Kd7 *\n\n");
    ck_assert_int_eq(pgnpack_builder_tag(builder, "FEN", NULL, 0), PGNPACK_ERROR_ARGUMENT);
    ck_assert_str_eq(pgnpack_error(builder)->text, "the FEN tag cannot change any more: the game has moves");
    pgnpack_builder_begin(builder, NULL);
    tag("Event", "drop");
    tag("Variant", "Crazyhouse");
    play("e4 e5 N@f3 Q@e7");
    check_text("[Event \"drop\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 e5 2. N@f3 Q@e7 *\n\n");
}
END_TEST

/* ---- What is refused ---- */

static void expect(enum pgnpack_status status, const char *part)
{
    ck_assert_int_eq(status, PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_error(builder)->status, PGNPACK_ERROR_ARGUMENT);
    ck_assert_msg(strstr(pgnpack_error(builder)->text, part) != NULL, "%s", pgnpack_error(builder)->text);
}

START_TEST(mistakes)
{
    const struct pgnpack_game *game;
    tag("Event", "x");
    play("e4 {c");
    expect(pgnpack_builder_tag(builder, "", "x", 1), "a tag's name");
    expect(pgnpack_builder_tag(builder, "a b", "x", 1), "a tag's name");
    expect(pgnpack_builder_tag(builder, "a\"", "x", 1), "a tag's name");
    expect(pgnpack_builder_tag(builder, NULL, "x", 1), "no name");
    expect(pgnpack_builder_tag(builder, "A", NULL, 1), "no name or no value");
    expect(pgnpack_builder_tag(builder, "A", "a\nb", 3), "control characters");
    expect(pgnpack_builder_tag(builder, "A", "a\0b", 3), "control characters");
    expect(pgnpack_builder_tag(builder, "A", "\x7f", 1), "control characters");
    expect(pgnpack_builder_tag(builder, NULL, NULL, 0), "no name");
    expect(pgnpack_builder_tag(builder, "FEN", "8", 1), "cannot change any more");
    expect(pgnpack_builder_item(builder, PGNPACK_ITEM_MOVE, 0), "no such move is legal");
    expect(pgnpack_builder_item(builder, PGNPACK_ITEM_MOVE, 0xffff), "no such move is legal");
    expect(pgnpack_builder_item(builder, PGNPACK_ITEM_MOVE, 65536 + (12 << 6 | 28)), "no such move is legal");
    expect(pgnpack_builder_item(builder, PGNPACK_ITEM_COMMENT, 0), "of this kind has a text");
    expect(pgnpack_builder_item(builder, (enum pgnpack_item_kind)99, 0), "no such kind");
    expect(pgnpack_builder_san(builder, "Nf3", 3), "no legal move");
    expect(pgnpack_builder_san(builder, "hello", 5), "no move's text");
    expect(pgnpack_builder_san(builder, "", 0), "no move's text");
    expect(pgnpack_builder_san(builder, NULL, 0), "no text");
    expect(pgnpack_builder_item(builder, PGNPACK_ITEM_VARIATION_END, 0), "no variation to end");
    expect(pgnpack_builder_item(builder, PGNPACK_ITEM_NAG, 65536), "larger than 65535");
    expect(pgnpack_builder_comment(builder, "a}b", 3), "a }");
    expect(pgnpack_builder_comment(builder, "a\0", 2), "control characters");
    expect(pgnpack_builder_comment(builder, NULL, 2), "no text");
    expect(pgnpack_builder_result(builder, (enum pgnpack_result)4), "no such result");
    play("e5 (");
    expect(pgnpack_builder_item(builder, PGNPACK_ITEM_VARIATION_BEGIN, 0), "before any move");
    expect(pgnpack_builder_finish(builder, &game), "1 variations are not ended");
    ck_assert_ptr_null(game);
    play("c5 Nf3 d6 Bb5+");
    expect(pgnpack_builder_item(builder, PGNPACK_ITEM_NULL_MOVE, 0), "in check");
    expect(pgnpack_builder_san(builder, "--", 2), "in check");
    play(") Nf3 Nf6 Nc3 Nc6 Nd5 Ne7");
    expect(pgnpack_builder_san(builder, "Nd8", 3), "no legal move");
    check_text("[Event \"x\"]\n\n1. e4 {c} 1... e5 (1... c5 2. Nf3 d6 3. Bb5+) 2. Nf3 Nf6 3. Nc3 Nc6 4. Nd5 "
               "Ne7\n*\n\n");
    pgnpack_builder_begin(builder, NULL);
    expect(pgnpack_builder_item(builder, PGNPACK_ITEM_VARIATION_BEGIN, 0), "before any move");
    expect(pgnpack_builder_tag(builder, "FEN", "8/8/8/8/8/8/8/8 w - - 0 1", 25), "no position");
    pgnpack_builder_begin(builder, NULL);
    play("{c e4");
    expect(pgnpack_builder_finish(builder, &game), "begins with a comment needs a tag");
    tag("Variant", "Atomic");
    expect(pgnpack_builder_finish(builder, &game), "the Variant tag names rules other than chess");
    pgnpack_builder_begin(builder, NULL);
    tag("FEN", "4k3/8/8/8/1N3N2/8/8/4K3 w - - 0 1");
    expect(pgnpack_builder_san(builder, "Nd5", 3), "two or more legal moves");
}
END_TEST

/* Comments that are no trouble in themselves, and tags that are. */
START_TEST(odd_texts)
{
    static const char *const comments[] = {
        "",           " ",       "a\nb", "\n[Event \"x\"]\n", "{ nested", "; line",       "%",       "\n\n",
        "\n% escape", "(1. e4)", "1-0",  "[%clk 0:00:01]",    "\xff\xfe", "\xef\xbb\xbf", "\r\n\tx", "\\"};
    size_t refused = 0;
    for (size_t i = 0; i < sizeof comments / sizeof comments[0]; i++) {
        const struct pgnpack_game *game;
        pgnpack_builder_begin(builder, NULL);
        tag("Event", "x");
        play("e4");
        ck_assert_int_eq(pgnpack_builder_comment(builder, comments[i], strlen(comments[i])), PGNPACK_OK);
        play("e5");
        if (pgnpack_builder_finish(builder, &game) != PGNPACK_OK) {
            expect(pgnpack_error(builder)->status, "does not read back");
            refused++;
            continue;
        }
        struct pgnpack_item item;
        ck_assert(pgnpack_game_item(game, 1, &item));
        ck_assert(is_same_text(item.text, (struct pgnpack_text){comments[i], strlen(comments[i])}));
        ck_assert_uint_eq(pgnpack_game_ply_count(game), 2);
    }
    ck_assert_uint_le(refused, 1); /* what begins a game on a line of its own */
}
END_TEST

/* ---- Copies and databases ---- */

/* Every game of some texts is copied, and is what it was; what cannot be is refused. Returns how many were copied. */
static size_t copy_all(const char *path, size_t *refused_ret)
{
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    const struct pgnpack_game *game;
    size_t copied = 0;
    text.size = 0;
    if (path != NULL)
        ck_assert(bytes_append_file(&text, path));
    else
        append_games(&text, 300, 8);
    *refused_ret = 0;
    pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(text.data, text.size));
    while (pgnpack_pgn_reader_next(reader, &game) == PGNPACK_OK) {
        struct bytes once = {0}, again = {0};
        enum pgnpack_status status = pgnpack_builder_begin(builder, game);
        if (details_of(game).trouble != NULL) {
            ck_assert_int_eq(status, PGNPACK_ERROR_LOSSY);
            ++*refused_ret;
            continue;
        }
        ck_assert_msg(status == PGNPACK_OK, "%s", pgnpack_error(builder)->text);
        const struct pgnpack_game *copy = finish();
        ck_assert_uint_eq(pgnpack_game_ply_count(copy), pgnpack_game_ply_count(game));
        ck_assert_uint_eq(tag_count(copy), tag_count(game));
        write_pgn(copy, &once);
        struct pgnpack_builder *other = pgnpack_builder_new(NULL);
        const struct pgnpack_game *second;
        ck_assert_int_eq(pgnpack_builder_begin(other, copy), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_builder_finish(other, &second), PGNPACK_OK);
        check_same(second, copy);
        write_pgn(second, &again);
        ck_assert(bytes_equal(&once, &again));
        pgnpack_free(other);
        bytes_free(&once);
        bytes_free(&again);
        copied++;
    }
    pgnpack_free(reader);
    return copied;
}

START_TEST(copies)
{
    static const char *const files[] = {"data/annotated.pgn", "data/classics.pgn", "data/clocked.pgn", NULL};
    size_t refused;
    ck_assert_uint_gt(copy_all(files[_i], &refused), 3);
    ck_assert((refused != 0) == (files[_i] == NULL));
}
END_TEST

START_TEST(edited)
{
    struct pgnpack_builder *other = pgnpack_builder_new(NULL);
    tag("White", "A");
    tag("Note", "n");
    tag("Black", "B");
    play("e4 e5");
    ck_assert_int_eq(pgnpack_builder_begin(builder, finish()), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_builder_begin(other, finish()), PGNPACK_OK);
    struct pgnpack_builder *first = builder;
    builder = other;
    tag("Black", "C");
    ck_assert_int_eq(pgnpack_builder_tag(builder, "Note", NULL, 0), PGNPACK_OK);
    play("Nf3 ( f4 ) Nc6");
    check_text("[White \"A\"]\n[Black \"C\"]\n\n1. e4 e5 2. Nf3 (2. f4) 2... Nc6 *\n\n");
    builder = first;
    check_text("[White \"A\"]\n[Note \"n\"]\n[Black \"B\"]\n\n1. e4 e5 *\n\n");
    pgnpack_free(other);
}
END_TEST

/* What the text left open is ended; a tag that comes twice does so until it is set. */
START_TEST(odd_copies)
{
    static const char source[] =
        "[A \"1\"]\n[B \"2\"]\n{header}\n[B \"3\"]\n\n1. e4 ; line\ne5 (1... c5 (1... c6 ; a } b\n"
        "*\n\n";
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    const struct pgnpack_game *game;
    pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(source, sizeof source - 1));
    ck_assert_int_eq(pgnpack_pgn_reader_next(reader, &game), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_builder_begin(builder, game), PGNPACK_OK);
    pgnpack_free(reader);
    check_text("[A \"1\"]\n[B \"2\"]\n[B \"3\"]\n\n{header} 1. e4 { line} 1... e5 (1... c5 (1... c6 ; a } "
               "b\n*)) *\n\n");
    tag("B", "4");
    check_text("[A \"1\"]\n[B \"4\"]\n\n{header} 1. e4 { line} 1... e5 (1... c5 (1... c6 ; a } b\n*)) *\n\n");
}
END_TEST

/* Some of everything; different for each number. */
static void make_game(unsigned number)
{
    static const char *const lines[] = {"e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O",
                                        "d4 {good d5 ( Nf6 c4 ( Nf3 g6 ) e6 ) c4 $1 e6", "", "{only",
                                        "c4 -- Nc3 $9 $8 {a {b"};
    char name[] = "Player A";
    name[7] = (char)('A' + number % 26);
    pgnpack_builder_begin(builder, NULL);
    if (number % 7 != 6) {
        tag("Event", "made");
        tag("White", name);
        tag("Result", number % 2 ? "1-0" : "*");
    }
    if (number % 7 != 6 || lines[number % 5][0] != '{')
        play(lines[number % 5]);
}

/* Games through a writer come back as they were, at every level. */
START_TEST(through_a_writer)
{
    enum { GAMES = 60 };
    const struct pgnpack_game *read;
    open_writer(_i);
    for (unsigned i = 0; i < GAMES; i++) {
        make_game(i);
        ck_assert_int_eq(pgnpack_writer_add_game(writer, finish()), PGNPACK_OK);
        write_pgn(finish(), &text);
    }
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_writer_totals(writer)->games, GAMES);
    ck_assert_uint_gt(pgnpack_writer_totals(writer)->blocks, 1);
    check_unpacks(&packed, &text);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TAGS | PGNPACK_PART_MOVES);
    for (unsigned i = 0; i < GAMES; i++) {
        make_game(i);
        ck_assert_int_eq(pgnpack_cursor_next(cursor, &read), PGNPACK_OK);
        check_same(read, finish());
    }
    pgnpack_free(cursor);
    pgnpack_free(reader);
}
END_TEST

/* Text and games may come one after the other; games are set apart. */
START_TEST(among_text)
{
    static const char *const before[] = {"[Event \"a\"]\n\n*", "[Event \"a\"]\n\n*\n",
                                         "[Event \"a\"]\n\n*\n\n", ""};
    static const char *const between[] = {"\n\n", "\n", "", ""};
    tag("Event", "b");
    struct bytes game = {0};
    write_pgn(finish(), &game);
    open_writer(3);
    ck_assert_int_eq(pgnpack_writer_write(writer, before[_i], strlen(before[_i])), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_writer_add_game(writer, finish()), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_writer_add_game(writer, finish()), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_writer_add_game(writer, finish()), PGNPACK_ERROR_ARGUMENT);
    bytes_append_text(&text, before[_i]);
    bytes_append_text(&text, between[_i]);
    bytes_append(&text, game.data, game.size);
    bytes_append(&text, game.data, game.size);
    check_unpacks(&packed, &text);
    bytes_free(&game);
}
END_TEST

/* Games that lack something are refused, and the writer goes on. */
START_TEST(refused_by_the_writer)
{
    static const char source[] = "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=Q+ *\n\n"
                                 "[Event \"x\"]\n\n1. e4 what? *\n\n"
                                 "[Event \"y\"]\n\n1. e4 *\n\n";
    static const struct {
        unsigned parts;
        enum pgnpack_status statuses[3];
        int one_tag;
    } cases[] = {
        {PGNPACK_PART_TAGS, {PGNPACK_ERROR_ARGUMENT, PGNPACK_ERROR_ARGUMENT, PGNPACK_ERROR_ARGUMENT}, 0},
        {PGNPACK_PART_SHAPE, {PGNPACK_ERROR_ARGUMENT, PGNPACK_ERROR_LOSSY, PGNPACK_ERROR_ARGUMENT}, 0},
        {PGNPACK_PART_MOVES, {PGNPACK_ERROR_ARGUMENT, PGNPACK_ERROR_LOSSY, PGNPACK_ERROR_ARGUMENT}, 0},
        {PGNPACK_PART_TAGS | PGNPACK_PART_MOVES, {PGNPACK_OK, PGNPACK_ERROR_LOSSY, PGNPACK_OK}, 0},
        {PGNPACK_PART_TAGS | PGNPACK_PART_MOVES,
         {PGNPACK_ERROR_ARGUMENT, PGNPACK_ERROR_LOSSY, PGNPACK_ERROR_ARGUMENT},
         1},
        {PGNPACK_PART_TEXT, {PGNPACK_OK, PGNPACK_ERROR_LOSSY, PGNPACK_OK}, 1},
        {PGNPACK_PART_TAGS | PGNPACK_PART_SHAPE,
         {PGNPACK_ERROR_ARGUMENT, PGNPACK_ERROR_LOSSY, PGNPACK_ERROR_ARGUMENT},
         0}};
    const struct pack_setup setup = {.level = 3};
    const struct pgnpack_game *game;
    struct bytes file = {0};
    open_writer(3);
    ck_assert_int_eq(pack_bytes(&setup, source, sizeof source - 1, &file), PGNPACK_OK);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(file.data, file.size)), PGNPACK_OK);
    uint64_t taken = 0;
    struct bytes exported = {0};
    struct pgnpack_pgn_writer *texts =
        pgnpack_pgn_writer_new(NULL, PGNPACK_TO_FUNCTION(bytes_write, &exported));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, cases[i].parts);
        if (cases[i].one_tag)
            ck_assert_int_eq(pgnpack_cursor_tags(cursor, &(const char *){"FEN"}, 1), PGNPACK_OK);
        for (size_t k = 0; k < 3; k++) {
            enum pgnpack_status wanted = cases[i].statuses[k];
            ck_assert_int_eq(pgnpack_cursor_next(cursor, &game), PGNPACK_OK);
            ck_assert_int_eq(pgnpack_writer_add_game(writer, game), wanted);
            ck_assert_int_eq(pgnpack_error(writer)->status, wanted);
            ck_assert_int_eq(pgnpack_builder_begin(builder, game), wanted);
            ck_assert_int_eq(pgnpack_pgn_writer_add(texts, game), wanted);
            ck_assert_int_eq(pgnpack_error(texts)->status, wanted);
            taken += wanted == PGNPACK_OK;
        }
        pgnpack_free(cursor);
    }
    ck_assert_int_eq(pgnpack_pgn_writer_finish(texts), PGNPACK_OK);
    struct pgnpack_pgn_reader *pgn = pgnpack_pgn_reader_new(NULL);
    pgnpack_pgn_reader_open(pgn, PGNPACK_FROM_MEMORY(exported.data, exported.size));
    for (uint64_t i = 0; i < taken; i++)
        ck_assert_int_eq(pgnpack_pgn_reader_next(pgn, NULL), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_pgn_reader_next(pgn, NULL), PGNPACK_END);
    pgnpack_free(texts);
    bytes_free(&exported);
    pgnpack_pgn_reader_open(pgn, PGNPACK_FROM_MEMORY("{a comment} 1. e4 *", 19));
    ck_assert_int_eq(pgnpack_pgn_reader_next(pgn, &game), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_writer_add_game(writer, game), PGNPACK_ERROR_ARGUMENT);
    pgnpack_free(pgn);
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_writer_totals(writer)->games, taken);
    pgnpack_free(reader);
    bytes_free(&file);
}
END_TEST

START_TEST(limits)
{
    struct bytes large = {0};
    for (unsigned i = 0; i < 1 << 20; i++)
        bytes_append_text(&large, "word ");
    tag("Event", "x");
    for (unsigned i = 0; i < 3; i++)
        ck_assert_int_eq(pgnpack_builder_comment(builder, (const char *)large.data, large.size), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_builder_comment(builder, (const char *)large.data, large.size),
                     PGNPACK_ERROR_LIMIT);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(builder)->text, "16 MiB"));
    ck_assert_uint_eq(item_count(finish()), 3);
    pgnpack_builder_begin(builder, NULL);
    enum pgnpack_status status = PGNPACK_OK;
    unsigned depth = 0;
    play("e4");
    for (; status == PGNPACK_OK; depth += status == PGNPACK_OK) {
        status = pgnpack_builder_item(builder, PGNPACK_ITEM_VARIATION_BEGIN, 0);
        if (status == PGNPACK_OK)
            play(depth % 2 ? "e4" : "d4");
    }
    ck_assert_int_eq(status, PGNPACK_ERROR_LIMIT);
    ck_assert_uint_eq(depth, 1000);
    for (; depth > 0; depth--)
        play(")");
    ck_assert_uint_eq(pgnpack_game_ply_count(finish()), 1);
    bytes_free(&large);
}
END_TEST

/* One game, made and written under an allocator. */
static enum pgnpack_status make_under(const struct pgnpack_options *options)
{
    const struct pgnpack_game *game = NULL;
    struct pgnpack_builder *made = pgnpack_builder_new(options);
    struct pgnpack_writer_options writer_options = {.size = sizeof writer_options, .level = 3, .threads = 1};
    struct pgnpack_writer *database =
        pgnpack_writer_new(options, &writer_options, PGNPACK_TO_FUNCTION(bytes_write, &packed));
    enum pgnpack_status status = made != NULL && database != NULL ? PGNPACK_OK : PGNPACK_ERROR_MEMORY;
    struct pgnpack_builder *kept = builder;
    if (made != NULL)
        builder = made;
    for (unsigned i = 0; i < 20 && status == PGNPACK_OK; i++) {
        status = pgnpack_builder_tag(builder, "Event", "some \"value\" that is long enough", 32);
        if (status == PGNPACK_OK)
            status = pgnpack_builder_san(builder, i % 2 ? "Nf6" : i % 4 ? "Ng1" : "Nf3", 3);
        if (i % 4 == 1 && status == PGNPACK_OK)
            status = pgnpack_builder_san(builder, "--", 2);
        if (i % 4 == 1 && status == PGNPACK_OK)
            status = pgnpack_builder_item(builder, PGNPACK_ITEM_VARIATION_BEGIN, 0);
        if (i % 4 == 1 && status == PGNPACK_OK)
            status = pgnpack_builder_item(builder, PGNPACK_ITEM_VARIATION_END, 0);
        if (i % 4 == 1)
            break;
    }
    if (status == PGNPACK_OK)
        status = pgnpack_builder_finish(builder, &game);
    if (status == PGNPACK_OK)
        status = pgnpack_writer_add_game(database, game);
    if (status == PGNPACK_OK)
        status = pgnpack_writer_finish(database);
    if (made != NULL && pgnpack_error(made)->status == PGNPACK_ERROR_MEMORY) {
        ck_assert_int_eq(pgnpack_builder_san(made, "e4", 2), PGNPACK_ERROR_MEMORY); /* it stays ... */
        pgnpack_builder_begin(made, NULL); /* ... until a game begins */
        ck_assert_int_eq(pgnpack_builder_tag(made, "Event", "a \"longer\" value", 16), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_builder_san(made, "e4", 2), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_builder_item(made, PGNPACK_ITEM_VARIATION_BEGIN, 0), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_builder_item(made, PGNPACK_ITEM_VARIATION_END, 0), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_builder_finish(made, &game), PGNPACK_OK);
    }
    builder = kept;
    pgnpack_free(made);
    pgnpack_free(database);
    return status;
}

START_TEST(without_memory)
{
    struct allocation_count count = {0};
    const struct pgnpack_allocator allocator = counted_allocator(&count);
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &allocator};
    ck_assert_int_eq(make_under(&options), PGNPACK_OK);
    size_t calls = count.calls;
    ck_assert_uint_gt(calls, 20);
    for (size_t i = 1; i <= calls; i++) {
        count.fails_once = count.calls + i;
        ck_assert_int_eq(make_under(&options), PGNPACK_ERROR_MEMORY);
        ck_assert_uint_eq(count.outstanding, 0);
    }
}
END_TEST

Suite *builder_suite(void)
{
    Suite *suite = suite_create("builder");
    TCase *test_case = tcase_create("builder");
    tcase_add_checked_fixture(test_case, set_up, tear_down);
    tcase_add_test(test_case, a_game);
    tcase_add_test(test_case, tags);
    tcase_add_test(test_case, positions);
    tcase_add_test(test_case, mistakes);
    tcase_add_test(test_case, odd_texts);
    tcase_add_loop_test(test_case, copies, 0, 4);
    tcase_add_test(test_case, edited);
    tcase_add_test(test_case, odd_copies);
    tcase_add_loop_test(test_case, through_a_writer, PGNPACK_LEVEL_MIN, PGNPACK_LEVEL_MAX + 1);
    tcase_add_loop_test(test_case, among_text, 0, 4);
    tcase_add_test(test_case, refused_by_the_writer);
    tcase_add_test(test_case, limits);
    tcase_add_test(test_case, without_memory);
    suite_add_tcase(suite, test_case);
    return suite;
}
