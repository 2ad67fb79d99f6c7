#include "bindings/functions/game_functions.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/table/fault.h"
#include "bindings/functions/game_line.h"
#include "bindings/functions/game_query.h"
#include "bindings/table/memory.h"
#include "bindings/table/query_text.h"
#include "pgnpack_extra.h"

enum kind {
    FEN_AT,
    KEY_AT,
    BOARD_AT,
    PIECE_COUNTS,
    PLY_COUNT,
    MOVE_DETAILS,
    MOVED_PIECES,
    TO_SAN,
    TO_UCI,
    TO_PGN,
    MATCHES,
    MATCH_PLY,
    TROUBLE,
    SECONDS,
    READ_EVAL,
    CENTIPAWNS,
    MATE_IN,
    CHANCES,
    TIME_CLASS
};

static const struct game_function all[] = {
    {"bcgn_fen_at", FUNCTION_TEXT, 2, {FUNCTION_TEXT, FUNCTION_INTEGER}, FEN_AT},
    {"bcgn_key_at", FUNCTION_INTEGER, 2, {FUNCTION_TEXT, FUNCTION_INTEGER}, KEY_AT},
    {"bcgn_board_at", FUNCTION_TEXT, 2, {FUNCTION_TEXT, FUNCTION_INTEGER}, BOARD_AT},
    {"bcgn_piece_counts", FUNCTION_TEXT, 2, {FUNCTION_TEXT, FUNCTION_INTEGER}, PIECE_COUNTS},
    {"bcgn_ply_count", FUNCTION_INTEGER, 1, {FUNCTION_TEXT}, PLY_COUNT},
    {"bcgn_move_details", FUNCTION_TEXT, 1, {FUNCTION_TEXT}, MOVE_DETAILS},
    {"bcgn_moved_pieces", FUNCTION_TEXT, 1, {FUNCTION_TEXT}, MOVED_PIECES},
    {"bcgn_to_san", FUNCTION_TEXT, 1, {FUNCTION_TEXT}, TO_SAN},
    {"bcgn_to_uci", FUNCTION_TEXT, 1, {FUNCTION_TEXT}, TO_UCI},
    {"bcgn_to_pgn", FUNCTION_TEXT, 1, {FUNCTION_TEXT}, TO_PGN},
    {"bcgn_matches", FUNCTION_BOOLEAN, 2, {FUNCTION_TEXT, FUNCTION_TEXT}, MATCHES},
    {"bcgn_match_ply", FUNCTION_INTEGER, 2, {FUNCTION_TEXT, FUNCTION_TEXT}, MATCH_PLY},
    {"bcgn_trouble", FUNCTION_TEXT, 1, {FUNCTION_TEXT}, TROUBLE},
    {"bcgn_seconds", FUNCTION_REAL, 1, {FUNCTION_TEXT}, SECONDS},
    {"bcgn_eval", FUNCTION_INTEGER, 1, {FUNCTION_EVAL}, READ_EVAL},
    {"bcgn_centipawns", FUNCTION_INTEGER, 1, {FUNCTION_EVAL}, CENTIPAWNS},
    {"bcgn_mate_in", FUNCTION_INTEGER, 1, {FUNCTION_EVAL}, MATE_IN},
    {"bcgn_chances", FUNCTION_REAL, 1, {FUNCTION_EVAL}, CHANCES},
    {"bcgn_time_class", FUNCTION_TEXT, 1, {FUNCTION_TEXT}, TIME_CLASS}};

const struct game_function *game_function_at(size_t n)
{
    return n < sizeof all / sizeof all[0] ? &all[n] : NULL;
}

struct game_functions {
    struct pgnpack_allocator allocator;
    struct pgnpack_pgn_reader *reader;
    struct pgnpack_board *board;
    struct game_query query;
    struct pgnpack_written *written; /* of the game's half-moves */
    size_t written_capacity;
    char *out; /* the result's text */
    size_t out_size, out_capacity;
    int lacks_memory;
};

struct game_functions *game_functions_new(const struct pgnpack_allocator *allocator)
{
    struct pgnpack_allocator own = memory_allocator(allocator);
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &own};
    struct game_functions *functions = memory_zeroed(&own, 1, sizeof *functions);
    if (functions == NULL)
        return NULL;
    functions->allocator = functions->query.allocator = own;
    functions->reader = pgnpack_pgn_reader_new(&options);
    functions->board = pgnpack_board_new(&options);
    if (functions->reader != NULL && functions->board != NULL)
        return functions;
    game_functions_free(functions);
    return NULL;
}

void game_functions_free(struct game_functions *functions)
{
    if (functions == NULL)
        return;
    struct pgnpack_allocator allocator = functions->allocator;
    game_query_free(&functions->query);
    pgnpack_free(functions->reader);
    pgnpack_free(functions->board);
    memory_free(&allocator, functions->written);
    memory_free(&allocator, functions->out);
    memory_free(&allocator, functions);
}

/* ---- Texts that are made ---- */

static void add(struct game_functions *functions, const char *bytes, size_t size)
{
    if (!TABLE_GROW(&functions->allocator, functions->out, functions->out_capacity,
                    functions->out_size + size)) {
        functions->lacks_memory = 1;
        return;
    }
    if (size != 0)
        memcpy(functions->out + functions->out_size, bytes, size);
    functions->out_size += size;
}

static void add_format(struct game_functions *functions, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* At most 255 bytes. */
static void add_format(struct game_functions *functions, const char *format, ...)
{
    char bytes[256];
    va_list values;
    va_start(values, format);
    int size = vsnprintf(bytes, sizeof bytes, format, values);
    va_end(values);
    add(functions, bytes, size < (int)sizeof bytes ? (size_t)size : sizeof bytes - 1);
}

static struct function_value give_text(struct game_functions *functions)
{
    return (struct function_value){
        .type = FUNCTION_TEXT, .text = {functions->out_size == 0 ? "" : functions->out, functions->out_size}};
}

static struct function_value give_integer(int64_t integer)
{
    return (struct function_value){.type = FUNCTION_INTEGER, .integer = integer};
}

static const struct function_value nothing = {.type = FUNCTION_NULL};

/* ---- Games ---- */

enum { FEN_TEXT_MAX = 200 };

/* A game that begins and ends there; none where it is no FEN. */
static struct pgnpack_text game_of_fen(struct game_functions *functions, struct pgnpack_text fen)
{
    struct pgnpack_text none = {"", 0};
    for (size_t i = 0; i < fen.size; i++)
        if (fen.size > FEN_TEXT_MAX || fen.data[i] < ' ' || fen.data[i] == '"' || fen.data[i] == '\\')
            return none;
    add_format(functions, "[FEN \"%.*s\"] *", (int)fen.size, fen.data);
    return functions->lacks_memory ? none : give_text(functions).text;
}

/* The first game of the text, which lives until the next call. PGNPACK_END: there is none. */
static enum pgnpack_status read_game(struct game_functions *functions, struct pgnpack_text text,
                                     const struct pgnpack_game **game_ret)
{
    struct pgnpack_game_details details;
    functions->out_size = 0;
    if (query_text_is_fen(text))
        text = game_of_fen(functions, text);
    functions->out_size = 0;
    if (functions->lacks_memory)
        return PGNPACK_ERROR_MEMORY;
    enum pgnpack_status status =
        pgnpack_pgn_reader_open(functions->reader, PGNPACK_FROM_MEMORY(text.data, text.size));
    if (status == PGNPACK_OK)
        status = pgnpack_pgn_reader_next(functions->reader, game_ret);
    if (status != PGNPACK_OK)
        return status;
    pgnpack_game_details(*game_ret, &details);
    return details.oddities & PGNPACK_ODDITY_STRAY_TEXT ? PGNPACK_END : PGNPACK_OK;
}

static struct function_value tell_trouble(struct game_functions *functions, enum pgnpack_status status,
                                          const struct pgnpack_game *game)
{
    struct pgnpack_game_details details = {.trouble = "there is no game in this text"};
    const char *cause = status == PGNPACK_ERROR_LIMIT ? pgnpack_error(functions->reader)->text : NULL;
    if (status == PGNPACK_OK)
        pgnpack_game_details(game, &details);
    if (status == PGNPACK_OK && pgnpack_board_start(functions->board, game) != PGNPACK_OK)
        cause = pgnpack_error(functions->board)->text;
    if (cause == NULL && details.trouble == NULL)
        return nothing;
    add_format(functions, "%s", cause != NULL ? cause : details.trouble);
    if (cause == NULL && details.trouble_offset != 0)
        add_format(functions, ", at byte %" PRIu64, details.trouble_offset);
    return give_text(functions);
}

/* ---- Positions ---- */

static const char men[] = "PNBRQKpnbrqk";

static void add_board(struct game_functions *functions)
{
    for (unsigned square = 0; square < 64; square++) {
        char man = pgnpack_board_man(functions->board, square);
        add(functions, man == '\0' ? "." : &man, 1);
    }
}

static void add_piece_counts(struct game_functions *functions)
{
    for (size_t i = 0; men[i] != '\0'; i++) {
        unsigned count = 0;
        for (unsigned square = 0; square < 64; square++)
            count += pgnpack_board_man(functions->board, square) == men[i];
        add_format(functions, "%s\"%c\":%u", i == 0 ? "{" : ",", men[i], count);
    }
    add(functions, "}", 1);
}

static struct function_value tell_position(struct game_functions *functions, enum kind kind,
                                           const struct pgnpack_game *game, int64_t ply)
{
    char fen[PGNPACK_FEN_SIZE];
    if (!game_line_go_to(functions->board, game, ply))
        return nothing;
    if (kind == KEY_AT)
        return give_integer((int64_t)pgnpack_board_key(functions->board, PGNPACK_KEY_BCGN));
    if (kind == FEN_AT)
        add(functions, fen, pgnpack_board_fen(functions->board, fen));
    else if (kind == BOARD_AT)
        add_board(functions);
    else
        add_piece_counts(functions);
    return give_text(functions);
}

/* ---- Moves ---- */

/* The number of the move in the present position. */
static unsigned long move_number(const struct pgnpack_board *board)
{
    char fen[PGNPACK_FEN_SIZE];
    (void)pgnpack_board_fen(board, fen);
    return strtoul(strrchr(fen, ' ') + 1, NULL, 10);
}

static int is_black(const struct game_functions *functions)
{
    return pgnpack_board_side(functions->board) == PGNPACK_SIDE_BLACK;
}

/* Behind a space, and the number where one is wanted. */
static void add_move(struct game_functions *functions, enum kind kind, const struct game_line *line,
                     unsigned long number)
{
    char text[PGNPACK_SAN_SIZE];
    int is_first = functions->out_size == 0;
    game_line_text(line, kind == TO_UCI ? PGNPACK_NOTATION_UCI : PGNPACK_NOTATION_SAN, text);
    if (!is_first)
        add(functions, " ", 1);
    if (kind == TO_PGN && (is_first || !is_black(functions)))
        add_format(functions, "%lu%s ", number, is_black(functions) ? "..." : ".");
    add(functions, text, strlen(text));
}

static struct function_value tell_moves(struct game_functions *functions, enum kind kind,
                                        const struct pgnpack_game *game)
{
    struct game_line line;
    if (!game_line_start(&line, functions->board, game))
        return nothing;
    unsigned long number = move_number(functions->board);
    for (int more = game_line_next(&line); more; more = game_line_play(&line) && game_line_next(&line)) {
        char mover = game_line_mover(&line);
        if (kind == MOVED_PIECES)
            add(functions, mover == '\0' ? "-" : &mover, 1);
        else
            add_move(functions, kind, &line, number);
        number += (unsigned long)is_black(functions);
    }
    return give_text(functions);
}

/* ---- Moves in detail ---- */

enum { JSON_SIZE = 16, CASTLES_SHORT = 2, CASTLES_LONG = 3, CAPTURES = 4, EN_PASSANT = 5, PROMOTES = 8 };

static const char *json_man(char man, char room[JSON_SIZE])
{
    snprintf(room, JSON_SIZE, man == '\0' ? "null" : "\"%c\"", man);
    return room;
}

static const char *json_square(unsigned square, int is_there, char room[JSON_SIZE])
{
    snprintf(room, JSON_SIZE, is_there ? "\"%c%c\"" : "null", 'a' + (int)(square & 7),
             '1' + (int)(square >> 3));
    return room;
}

static const char *json_known(int32_t number, int32_t none, char room[JSON_SIZE])
{
    snprintf(room, JSON_SIZE, number == none ? "null" : "%" PRId32, number);
    return room;
}

static const char *json_flag(int is_set)
{
    return is_set ? "true" : "false";
}

/* From where to where, and what becomes of men. */
static void add_way(struct game_functions *functions, const struct game_line *line)
{
    char room[6][JSON_SIZE];
    const unsigned is_move = line->ply.kind == PGNPACK_ITEM_MOVE, flag = is_move ? line->ply.value >> 12 : 0;
    const unsigned from = line->ply.value >> 6 & 63, way = line->ply.value & 63;
    const unsigned to = flag == CASTLES_SHORT  ? (from & 56) + 6
                        : flag == CASTLES_LONG ? (from & 56) + 2 /* not the rook's square */
                                               : way;
    const char captured = flag == EN_PASSANT ? "pP"[is_black(functions)]
                          : flag & CAPTURES  ? pgnpack_board_man(functions->board, way)
                                             : '\0';
    const char promotion = flag & PROMOTES ? (is_black(functions) ? "nbrq" : "NBRQ")[flag & 3] : '\0';
    const char castling = flag == CASTLES_SHORT ? 'K' : flag == CASTLES_LONG ? 'Q' : '\0';
    add_format(functions,
               ",\"piece\":%s,\"from\":%s,\"to\":%s,\"captured\":%s,\"promotion\":%s,\"castling\":%s,"
               "\"en_passant\":%s",
               json_man(game_line_mover(line), room[0]), json_square(from, (int)is_move, room[1]),
               json_square(to, line->ply.kind != PGNPACK_ITEM_NULL_MOVE, room[2]),
               json_man(captured, room[3]), json_man(promotion, room[4]), json_man(castling, room[5]),
               json_flag(flag == EN_PASSANT));
}

static void add_details(struct game_functions *functions, const struct game_line *line, size_t ply)
{
    const struct pgnpack_written *written = &functions->written[ply];
    char san[PGNPACK_SAN_SIZE], uci[PGNPACK_SAN_SIZE], room[3][JSON_SIZE];
    size_t at = line->item;
    game_line_text(line, PGNPACK_NOTATION_SAN, san);
    game_line_text(line, PGNPACK_NOTATION_UCI, uci);
    int is_mate = strchr(san, '#') != NULL, is_first = 1;
    add_format(functions, "%s{\"ply\":%zu,\"san\":\"%s\",\"uci\":\"%s\"", ply == 0 ? "" : ",", ply + 1, san,
               uci);
    add_way(functions, line);
    add_format(functions, ",\"check\":%s,\"mate\":%s,\"clock\":%s,\"spent\":%s,\"eval\":%s,\"nags\":[",
               json_flag(is_mate || strchr(san, '+') != NULL), json_flag(is_mate),
               json_known(written->clock, PGNPACK_NO_CLOCK, room[0]),
               json_known(written->spent, PGNPACK_NO_CLOCK, room[1]),
               json_known(written->eval, PGNPACK_NO_EVAL, room[2]));
    for (int nag; (nag = game_line_nag(line, &at)) >= 0; is_first = 0)
        add_format(functions, "%s%d", is_first ? "" : ",", nag);
    add(functions, "]}", 2);
}

static struct function_value tell_details(struct game_functions *functions, const struct pgnpack_game *game)
{
    struct game_line line;
    size_t count = pgnpack_game_ply_count(game);
    if (!game_line_start(&line, functions->board, game))
        return nothing;
    functions->lacks_memory =
        !TABLE_GROW(&functions->allocator, functions->written, functions->written_capacity, count);
    if (functions->lacks_memory)
        return nothing;
    (void)pgnpack_game_written(game, functions->written, count);
    add(functions, "[", 1);
    for (size_t ply = 0; ply < count && game_line_next(&line) && !functions->lacks_memory; ply++) {
        add_details(functions, &line, ply);
        if (!game_line_play(&line))
            break;
    }
    add(functions, "]", 1);
    return give_text(functions);
}

/* ---- Queries ---- */

static enum pgnpack_status match(struct game_functions *functions, enum kind kind,
                                 const struct pgnpack_game *game, struct pgnpack_text words,
                                 struct function_value *result_ret, struct table_error *error)
{
    struct pgnpack_hit hit;
    enum pgnpack_status status = game_query_find(&functions->query, words, game, &hit, error);
    if (status != PGNPACK_OK && status != PGNPACK_END)
        return status;
    if (kind == MATCHES)
        *result_ret = (struct function_value){.type = FUNCTION_BOOLEAN, .integer = status == PGNPACK_OK};
    else if (status == PGNPACK_OK)
        *result_ret = give_integer(hit.ply);
    return PGNPACK_OK;
}

/* ---- Values ---- */

/* The evaluation, PGNPACK_NO_EVAL if it is none. */
static int32_t eval_of(const struct function_value *value)
{
    if (value->type == FUNCTION_TEXT)
        return pgnpack_read_eval(value->text);
    int is_eval = value->integer >= -PGNPACK_EVAL_MATE && value->integer <= PGNPACK_EVAL_MATE;
    return is_eval ? (int32_t)value->integer : PGNPACK_NO_EVAL;
}

static struct function_value tell_eval(enum kind kind, int32_t eval)
{
    int is_mate = eval > PGNPACK_EVAL_MAX || eval < -PGNPACK_EVAL_MAX;
    if (eval == PGNPACK_NO_EVAL || (kind == CENTIPAWNS && is_mate) || (kind == MATE_IN && !is_mate))
        return nothing;
    if (kind == CHANCES)
        return (struct function_value){.type = FUNCTION_REAL, .real = pgnpack_chances(eval) / 1000.0};
    if (kind == MATE_IN)
        eval = eval < 0 ? -PGNPACK_EVAL_MATE - eval : PGNPACK_EVAL_MATE - eval;
    return give_integer(eval);
}

static struct function_value tell_value(struct game_functions *functions, enum kind kind,
                                        const struct function_value *value)
{
    if (kind == SECONDS) {
        int32_t clock = pgnpack_read_clock(value->text);
        return clock == PGNPACK_NO_CLOCK
                   ? nothing
                   : (struct function_value){.type = FUNCTION_REAL, .real = clock / 1000.0};
    }
    if (kind != TIME_CLASS)
        return tell_eval(kind, eval_of(value));
    const char *class = pgnpack_time_class_text(pgnpack_time_class(value->text));
    functions->out_size = 0;
    add(functions, class, strlen(class));
    return class[0] == '\0' ? nothing : give_text(functions);
}

/* ---- Calls ---- */

/* A long text's room is not kept. */
enum { OUT_KEPT_MAX = 1 << 20 };

static struct function_value tell_game(struct game_functions *functions, enum kind kind,
                                       const struct pgnpack_game *game,
                                       const struct function_value *arguments)
{
    switch (kind) {
    case PLY_COUNT:
        return give_integer(pgnpack_game_ply_count(game));
    case MOVE_DETAILS:
        return tell_details(functions, game);
    case MOVED_PIECES:
    case TO_SAN:
    case TO_UCI:
    case TO_PGN:
        return tell_moves(functions, kind, game);
    default:
        return tell_position(functions, kind, game, arguments[1].integer);
    }
}

static enum pgnpack_status call_on_game(struct game_functions *functions, enum kind kind,
                                        const struct function_value *arguments,
                                        struct function_value *result_ret, struct table_error *error)
{
    const struct pgnpack_game *game = NULL;
    enum pgnpack_status status = read_game(functions, arguments[0].text, &game);
    if (status == PGNPACK_ERROR_MEMORY)
        return fault_no_memory(error);
    if (kind == TROUBLE)
        *result_ret = tell_trouble(functions, status, game);
    else if (status != PGNPACK_OK)
        return PGNPACK_OK;
    else if (kind == MATCHES || kind == MATCH_PLY)
        return match(functions, kind, game, arguments[1].text, result_ret, error);
    else
        *result_ret = tell_game(functions, kind, game, arguments);
    return functions->lacks_memory ? fault_no_memory(error) : PGNPACK_OK;
}

enum pgnpack_status game_function_call(struct game_functions *functions, const struct game_function *function,
                                       const struct function_value *arguments,
                                       struct function_value *result_ret, struct table_error *error)
{
    const enum kind kind = (enum kind)function->kind;
    if (functions->out_capacity > OUT_KEPT_MAX) {
        memory_free(&functions->allocator, functions->out);
        functions->out = NULL;
        functions->out_capacity = 0;
    }
    error->status = PGNPACK_OK;
    functions->lacks_memory = 0;
    *result_ret = nothing;
    for (size_t i = 0; i < function->argument_count; i++)
        if (arguments[i].type == FUNCTION_NULL)
            return PGNPACK_OK;
    if (kind < SECONDS)
        return call_on_game(functions, kind, arguments, result_ret, error);
    *result_ret = tell_value(functions, kind, arguments);
    return functions->lacks_memory ? fault_no_memory(error) : PGNPACK_OK;
}
