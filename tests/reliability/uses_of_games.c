/* Games: as text, on boards, made and edited; and without a database. */
#include <string.h>

#include "pgnpack_extra.h"
#include "reliability/failing.h"

static void tell_all_of(struct failing *run, const struct pgnpack_game *game)
{
    struct pgnpack_text name, value;
    struct pgnpack_item item;
    struct pgnpack_game_details details;
    char unescaped[100];
    pgnpack_game_details(game, &details);
    tell(run, pgnpack_game_ply_count(game));
    tell(run, (uint64_t)pgnpack_game_result(game));
    tell(run, details.lead_size);
    tell(run, details.oddities);
    tell(run, details.trouble_offset);
    for (size_t i = 0; pgnpack_game_tag(game, i, &name, &value); i++) {
        tell_text(run, name);
        tell_text(run, value);
    }
    if (pgnpack_game_find_tag(game, "White", &value) && value.size < sizeof unescaped)
        tell_bytes(run, unescaped, pgnpack_tag_unescape(value, unescaped));
    struct pgnpack_written written[100];
    for (size_t i = pgnpack_game_written(game, written, 100); i-- > 0;)
        tell(run, i < 100 ? (uint64_t)written[i].clock ^ (uint64_t)written[i].eval << 32 : i);
    if (pgnpack_game_find_tag(game, "TimeControl", &value)) {
        const char *class = pgnpack_time_class_text(pgnpack_time_class(value));
        tell_bytes(run, class, strlen(class));
        tell(run, (uint64_t)pgnpack_read_clock(value));
        tell(run, pgnpack_chances(pgnpack_read_eval(value)));
    }
    if (pgnpack_game_find_tag(game, "WhiteElo", &value))
        tell(run, pgnpack_rating(value));
    if (pgnpack_game_find_tag(game, "White", &value) && 3 * value.size + 16 <= sizeof unescaped)
        tell_bytes(run, unescaped, pgnpack_sort_key("White", value, unescaped));
    for (size_t i = 0; pgnpack_game_item(game, i, &item); i++) {
        tell(run, item.value);
        tell_text(run, item.text);
    }
}

void tell_game(struct failing *run, const struct pgnpack_game *game)
{
    tell_all_of(run, game);
}

/* ---- PGN ---- */

static void read_pgn(struct failing *run, struct pgnpack_pgn_reader *reader)
{
    const struct pgnpack_game *game;
    struct pgnpack_place place;
    while (GO(run, pgnpack_pgn_reader_next(reader, &game), pgnpack_error(reader))) {
        tell_game(run, game);
        pgnpack_pgn_reader_place(reader, 0, &place);
        tell(run, place.game);
        tell(run, place.offset);
        tell(run, place.line);
    }
}

static void use_pgn_reader(struct failing *run)
{
    struct stream stream = {.source = run->text};
    struct pgnpack_pgn_reader *reader = NULL;
    const char *path = path_of(run, 0, "games.pgn");
    put_file(path, run->text);
    if (MAKE(run, reader, pgnpack_pgn_reader_new(&run->options)) &&
        GO(run, pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(run->text->data, 2000)),
           pgnpack_error(reader)))
        read_pgn(run, reader);
    if (GO(run, pgnpack_pgn_reader_open(reader, PGNPACK_FROM_STREAM(stream_read, &stream)),
           pgnpack_error(reader)))
        read_pgn(run, reader);
    if (GO(run, pgnpack_pgn_reader_open(reader, PGNPACK_FROM_PATH(path)), pgnpack_error(reader)))
        read_pgn(run, reader);
    pgnpack_free(reader);
}

static void use_pgn_writer(struct failing *run)
{
    struct stream out = {.source = NULL};
    const struct pgnpack_game *game;
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    struct pgnpack_pgn_writer *writer = NULL;
    pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(run->text->data, run->text->size));
    if (MAKE(run, writer, pgnpack_pgn_writer_new(&run->options, PGNPACK_TO_FUNCTION(stream_write, &out))))
        while (pgnpack_pgn_reader_next(reader, &game) == PGNPACK_OK)
            if (!GO(run, pgnpack_pgn_writer_add(writer, game), pgnpack_error(writer)))
                break;
    if (GO(run, pgnpack_pgn_writer_finish(writer), pgnpack_error(writer)))
        tell_bytes(run, out.written.data, out.written.size);
    pgnpack_free(writer);
    pgnpack_free(reader);
    bytes_free(&out.written);
}

/* ---- BCGN 0 ---- */

static void read_bcgn0(struct failing *run, struct pgnpack_bcgn0_reader *reader)
{
    const struct pgnpack_game *game;
    while (GO(run, pgnpack_bcgn0_reader_next(reader, &game), pgnpack_error(reader)))
        tell_game(run, game);
}

static void read_all_bcgn0(struct failing *run, const struct bytes *bytes)
{
    struct stream stream = {.source = bytes};
    struct pgnpack_bcgn0_reader *reader = NULL;
    const char *path = path_of(run, 0, "games.bcgn0");
    put_file(path, bytes);
    if (MAKE(run, reader, pgnpack_bcgn0_reader_new(&run->options)) &&
        GO(run, pgnpack_bcgn0_reader_open(reader, PGNPACK_FROM_MEMORY(bytes->data, bytes->size)),
           pgnpack_error(reader)))
        read_bcgn0(run, reader);
    if (GO(run, pgnpack_bcgn0_reader_open(reader, PGNPACK_FROM_STREAM(stream_read, &stream)),
           pgnpack_error(reader)))
        read_bcgn0(run, reader);
    if (GO(run, pgnpack_bcgn0_reader_open(reader, PGNPACK_FROM_PATH(path)), pgnpack_error(reader)))
        read_bcgn0(run, reader);
    pgnpack_free(reader);
}

/* With `lossy` a game that does not fit is left out. */
static enum pgnpack_status add_bcgn0(struct pgnpack_bcgn0_writer *writer, const struct pgnpack_game *game)
{
    enum pgnpack_status status = pgnpack_bcgn0_writer_add(writer, game);
    return status == PGNPACK_ERROR_LOSSY ? PGNPACK_OK : status;
}

static void use_bcgn0(struct failing *run)
{
    const struct pgnpack_bcgn0_options options = {
        .size = sizeof options, .scheme = PGNPACK_BCGN0_INDEX, .lossy = 1};
    struct stream out = {.source = NULL};
    const struct pgnpack_game *game;
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    struct pgnpack_bcgn0_writer *writer = NULL;
    pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(run->text->data, run->text->size));
    if (MAKE(run, writer,
             pgnpack_bcgn0_writer_new(&run->options, &options, PGNPACK_TO_FUNCTION(stream_write, &out))))
        while (pgnpack_pgn_reader_next(reader, &game) == PGNPACK_OK)
            if (!GO(run, add_bcgn0(writer, game), pgnpack_error(writer)))
                break;
    if (GO(run, pgnpack_bcgn0_writer_finish(writer), pgnpack_error(writer))) {
        tell_bytes(run, out.written.data, out.written.size);
        tell(run, pgnpack_bcgn0_writer_losses(writer)->games_written);
        read_all_bcgn0(run, &out.written);
    }
    pgnpack_free(writer);
    pgnpack_free(reader);
    bytes_free(&out.written);
}

/* ---- Boards ---- */

static void look_at(struct failing *run, const struct pgnpack_board *board)
{
    uint16_t moves[256];
    char text[PGNPACK_FEN_SIZE];
    size_t count = pgnpack_board_moves(board, moves, 256);
    tell_bytes(run, moves, count * sizeof *moves);
    tell_bytes(run, text, pgnpack_board_fen(board, text));
    tell_bytes(run, text, pgnpack_board_text(board, moves[0], PGNPACK_NOTATION_SAN, text));
    tell_bytes(run, text, pgnpack_board_text(board, moves[0], PGNPACK_NOTATION_UCI, text));
    tell(run, (uint64_t)pgnpack_board_side(board));
    tell(run, (uint64_t)pgnpack_board_man(board, 4));
    tell(run, pgnpack_board_material(board, PGNPACK_SIDE_WHITE));
    tell(run, pgnpack_board_state(board));
    tell(run, pgnpack_board_key(board, PGNPACK_KEY_BCGN));
    tell(run, pgnpack_board_key(board, PGNPACK_KEY_POLYGLOT));
}

static void follow(struct failing *run, struct pgnpack_board *board, const struct pgnpack_game *game)
{
    struct pgnpack_item item;
    if (!GO(run, pgnpack_board_start(board, game), pgnpack_error(board)))
        return;
    for (size_t i = 0; pgnpack_game_item(game, i, &item); i++)
        if (GO(run, pgnpack_board_step(board, &item), pgnpack_error(board)))
            look_at(run, board);
}

static void use_board(struct failing *run)
{
    static const char fen[] = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    unsigned oddities;
    uint16_t move = 0;
    const struct pgnpack_game *game;
    struct pgnpack_board *board = NULL;
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(run->text->data, 4000));
    if (MAKE(run, board, pgnpack_board_new(&run->options)) &&
        GO(run, pgnpack_board_set(board, fen, sizeof fen - 1, &oddities), pgnpack_error(board)) &&
        GO(run, pgnpack_board_parse(board, PGNPACK_NOTATION_SAN, "e4", 2, &move), pgnpack_error(board)) &&
        GO(run, pgnpack_board_make(board, move), pgnpack_error(board)) &&
        GO(run, pgnpack_board_undo(board), pgnpack_error(board)) &&
        GO(run, pgnpack_board_parse(board, PGNPACK_NOTATION_UCI, "e2e3", 4, &move), pgnpack_error(board)) &&
        GO(run, pgnpack_board_make(board, move), pgnpack_error(board)))
        look_at(run, board);
    while (run->status == PGNPACK_OK && pgnpack_pgn_reader_next(reader, &game) == PGNPACK_OK)
        follow(run, board, game);
    tell_bytes(run, pgnpack_version(), 1);
    tell_bytes(run, pgnpack_status_text(PGNPACK_ERROR_BUSY), 3);
    tell(run, (uint64_t)pgnpack_status_is_of_block(PGNPACK_ERROR_READ));
    tell_bytes(run, pgnpack_oddity_text(PGNPACK_ODDITY_RIGHT_DROPPED), 3);
    pgnpack_free(reader);
    pgnpack_free(board);
}

static void encode(struct failing *run, enum pgnpack_encoding encoding)
{
    static const uint16_t moves[] = {1 << 12 | 12 << 6 | 28, 1 << 12 | 52 << 6 | 36};
    const struct pgnpack_moves_options options = {.size = sizeof options, .encoding = encoding};
    unsigned char bytes[64];
    uint16_t decoded[2];
    size_t size, count;
    struct pgnpack_moves_coder *coder = NULL;
    if (MAKE(run, coder, pgnpack_moves_coder_new(&run->options, &options)) &&
        GO(run, pgnpack_moves_encode(coder, NULL, moves, 2, bytes, sizeof bytes, &size),
           pgnpack_error(coder)) &&
        GO(run, pgnpack_moves_decode(coder, NULL, bytes, size, decoded, 2, &count), pgnpack_error(coder))) {
        tell_bytes(run, bytes, size);
        tell_bytes(run, decoded, count * sizeof *decoded);
    }
    pgnpack_free(coder);
}

static void use_moves_coder(struct failing *run)
{
    for (int encoding = PGNPACK_ENCODING_MOVE16; encoding <= PGNPACK_ENCODING_NET_WIDE; encoding++)
        encode(run, (enum pgnpack_encoding)encoding);
}

/* ---- Made and edited ---- */

#define BUILD(call) GO(run, pgnpack_builder_##call, pgnpack_error(builder))

static int build(struct failing *run, struct pgnpack_builder *builder)
{
    static const char *const sans[] = {"e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7"};
    if (!BUILD(tag(builder, "White", "Menchik, Vera", 13)) || !BUILD(tag(builder, "Gone", "soon", 4)) ||
        !BUILD(tag(builder, "Gone", NULL, 0)) ||
        !BUILD(item(builder, PGNPACK_ITEM_MOVE, 1 << 12 | 12 << 6 | 28)))
        return 0;
    for (size_t i = 0; i < sizeof sans / sizeof *sans; i++)
        if (!BUILD(san(builder, sans[i], strlen(sans[i]))) || !BUILD(comment(builder, "a comment", 9)))
            return 0;
    return BUILD(item(builder, PGNPACK_ITEM_VARIATION_BEGIN, 0)) &&
           BUILD(item(builder, PGNPACK_ITEM_NULL_MOVE, 0)) &&
           BUILD(item(builder, PGNPACK_ITEM_VARIATION_END, 0)) &&
           BUILD(item(builder, PGNPACK_ITEM_NAG, 14)) && BUILD(result(builder, PGNPACK_RESULT_DRAW));
}

static void use_builder(struct failing *run)
{
    const struct pgnpack_game *game = NULL;
    struct pgnpack_builder *builder = NULL, *second = NULL;
    if (MAKE(run, builder, pgnpack_builder_new(&run->options))) {
        pgnpack_builder_begin(builder, NULL);
        if (build(run, builder) && BUILD(finish(builder, &game)))
            tell_game(run, game);
    }
    if (MAKE(run, second, pgnpack_builder_new(&run->options)) &&
        GO(run, pgnpack_builder_begin(second, game), pgnpack_error(second)) &&
        GO(run, pgnpack_builder_tag(second, "Black", "?", 1), pgnpack_error(second)) &&
        GO(run, pgnpack_builder_finish(second, &game), pgnpack_error(second)))
        tell_game(run, game);
    pgnpack_free(second);
    pgnpack_free(builder);
}

static void use_editor(struct failing *run)
{
    const char *end = strstr((const char *)run->text->data + 1, "[Event");
    struct pgnpack_editor *editor = NULL;
    struct pgnpack_edited edited;
    size_t size = (size_t)(end - (const char *)run->text->data);
    if (MAKE(run, editor, pgnpack_editor_new(&run->options)) &&
        GO(run, pgnpack_editor_begin(editor, run->text->data, size), pgnpack_error(editor)) &&
        GO(run, pgnpack_editor_set_tag(editor, "ECO", "C\\60\"", 5), pgnpack_error(editor)) &&
        GO(run, pgnpack_editor_set_tag(editor, "White", "Menchik, Vera", 13), pgnpack_error(editor)) &&
        GO(run, pgnpack_editor_set_tag(editor, "Site", NULL, 0), pgnpack_error(editor)) &&
        GO(run, pgnpack_editor_set_result(editor, PGNPACK_RESULT_UNKNOWN), pgnpack_error(editor)) &&
        GO(run, pgnpack_editor_set_comment(editor, 3, "here", 4), pgnpack_error(editor)) &&
        GO(run, pgnpack_editor_finish(editor, &edited), pgnpack_error(editor))) {
        tell_text(run, edited.text);
        tell(run, edited.changes);
        tell_game(run, edited.game);
    }
    pgnpack_free(editor);
}

const struct use uses_of_games[] = {{"PGN", use_pgn_reader, STOPS},
                                    {"writing PGN", use_pgn_writer, STOPS},
                                    {"BCGN 0", use_bcgn0, STOPS},
                                    {"boards", use_board, STOPS},
                                    {"moves as values", use_moves_coder, STOPS},
                                    {"a builder", use_builder, STOPS},
                                    {"an editor", use_editor, STOPS},
                                    {NULL, NULL, STOPS}};
