#include "value/value_coder.h"

#include <string.h>

static int asks_odds(enum value_encoding encoding)
{
    return encoding >= VALUE_TABLE;
}

unsigned value_net_of(enum value_encoding encoding)
{
    return encoding == VALUE_NET        ? POLICY_NET_ID
           : encoding == VALUE_NET_WIDE ? POLICY_NET_WIDE_ID
                                        : POLICY_NET_COUNT;
}

int value_coder_init(struct value_coder *coder, struct memory *memory, enum value_encoding encoding,
                     int plies_given, const struct policy_nets *nets)
{
    memset(coder, 0, sizeof *coder);
    coder->memory = memory;
    coder->encoding = encoding;
    coder->plies_given = plies_given;
    buffer_init(&coder->out, memory);
    buffer_init(&coder->in, memory);
    if (!asks_odds(encoding))
        return 1;
    if (encoding == VALUE_TABLE) {
        coder->table = memory_get(memory, sizeof *coder->table);
        if (coder->table != NULL)
            table_coder_init(coder->table, &move_tables);
        return coder->table != NULL;
    }
    coder->policy = memory_get(memory, sizeof *coder->policy);
    if (coder->policy != NULL)
        policy_coder_init(coder->policy, policy_nets_find(nets, value_net_of(encoding)),
                          policy_kernel_best());
    return coder->policy != NULL;
}

void value_coder_free(struct value_coder *coder)
{
    memory_release(coder->memory, coder->policy, sizeof *coder->policy);
    memory_release(coder->memory, coder->table, sizeof *coder->table);
    buffer_free(&coder->out);
    buffer_free(&coder->in);
}

static int has_prefix(const struct value_coder *coder)
{
    return !coder->plies_given && !value_takes_bytes(coder->encoding);
}

static void start_game(struct value_coder *coder, struct value_game game)
{
    value_place_start(&coder->place, game.start);
    if (coder->table != NULL)
        table_coder_start_game(coder->table);
    if (coder->policy != NULL)
        policy_odds_start_game(&coder->policy->odds, game.hints);
}

/* ---- The range coder's number ---- */

/* Of a net's coder, and of the tables' wide one. */
struct value_encoder {
    struct range_encoder narrow;
    struct wide_encoder wide;
};

struct value_decoder {
    struct range_decoder narrow;
    struct wide_decoder wide;
};

#define WINDOW_MASK UINT64_C(0xffffffff)

/* How far from `low` on the number stands that the encoder takes; `low`: its last 32 bits. */
static uint32_t number_behind(uint32_t low, uint32_t range)
{
    uint32_t to_zeros = UINT32_C(0) - low;
    return to_zeros < range ? to_zeros : to_zeros & (RANGE_LOW_LIMIT - 1);
}

static void end_narrow(struct range_encoder *encoder, struct buffer *out)
{
    if (!encoder->is_used)
        return;
    encoder->low += number_behind((uint32_t)(encoder->low & WINDOW_MASK), encoder->range);
    range_encoder_shift(encoder, out);
    range_encoder_shift(encoder, out); /* a zero, that pushes out what is kept back */
}

static void end_wide(struct wide_encoder *encoder, struct buffer *out)
{
    if (!encoder->is_used)
        return;
    wide_encoder_add(encoder, wide_range_number(encoder->low, encoder->range), out);
    wide_encoder_shift(encoder, out);
    wide_encoder_flush(encoder, out);
}

/* Writes it, but for the zeros at its end; its first byte is out->data[start]. */
static void end_number(struct value_encoder *encoder, struct buffer *out, size_t start)
{
    end_narrow(&encoder->narrow, out);
    end_wide(&encoder->wide, out);
    while (out->size > start && out->data[out->size - 1] == 0)
        out->size--;
}

/* Zeros for a decoder to look at: a move takes fewer bytes, and so many are looked at again in the end. */
enum { ZEROS = 32, WINDOW = 8 };

static int begin_number(struct value_coder *coder, struct byte_source *in)
{
    static const uint8_t zeros[ZEROS];
    size_t size = byte_source_left(in);
    buffer_clear(&coder->in);
    buffer_append(&coder->in, in->at, size);
    buffer_append(&coder->in, zeros, sizeof zeros);
    if (buffer_failed(&coder->in))
        return 0;
    *in = byte_source_of(coder->in.data, coder->in.size);
    return 1;
}

/* Far behind the end all bytes are zeros, wherever one looks. */
static void stay_at_zeros(const struct value_coder *coder, struct byte_source *in)
{
    const uint8_t *window = coder->in.data + coder->in.size - ZEROS + WINDOW;
    if (in->at > window)
        in->at = window;
}

/* The last `size` bytes that were read, as a number. */
static uint64_t window_before(const struct byte_source *in, unsigned size)
{
    uint64_t window = 0;
    for (const uint8_t *at = in->at - size; at != in->at; at++)
        window = window << 8 | *at;
    return window;
}

/* Is it the number that the encoder takes, without zeros at its end? */
static int number_is_whole(const struct value_coder *coder, const struct value_decoder *decoder,
                           const struct byte_source *in)
{
    size_t size = coder->in.size - ZEROS;
    if (!decoder->narrow.is_used && !decoder->wide.is_used)
        return size == 0;
    if (in->at < coder->in.data + size || (size != 0 && coder->in.data[size - 1] == 0))
        return 0;
    if (decoder->narrow.is_used) {
        uint32_t low = (uint32_t)window_before(in, 4) - decoder->narrow.code;
        return decoder->narrow.code == number_behind(low, decoder->narrow.range);
    }
    uint64_t low = window_before(in, 8) - decoder->wide.code;
    return decoder->wide.code == wide_range_number(low, decoder->wide.range);
}

/* ---- Encoding ---- */

static enum pgnpack_status refuse_move(struct error *error, size_t ply)
{
    return error_set(error, PGNPACK_ERROR_ARGUMENT, "move %zu is not legal where it stands", ply + 1);
}

static enum pgnpack_status encode_bits(struct value_coder *coder, const chess_move *moves, size_t count,
                                       struct error *error)
{
    struct bit_writer writer = {.out = &coder->out};
    for (size_t i = 0; i < count; i++) {
        if (!move_is_legal(&coder->place.position, moves[i]))
            return refuse_move(error, i);
        if (!value_move_write(&coder->place, coder->encoding, moves[i], &writer))
            return error_set(
                error, PGNPACK_ERROR_LOSSY,
                "move %zu is one of more than 256, and a byte cannot tell which: use another encoding",
                i + 1);
    }
    write_last_bits(&writer);
    return PGNPACK_OK;
}

static enum pgnpack_status encode_odds(struct value_coder *coder, const chess_move *moves, size_t count,
                                       struct error *error)
{
    struct position *position = &coder->place.position;
    struct value_encoder encoder;
    size_t start = coder->out.size;
    range_encoder_start(&encoder.narrow);
    wide_encoder_start(&encoder.wide);
    for (size_t i = 0; i < count; i++) {
        if (!move_is_legal(position, moves[i]))
            return refuse_move(error, i);
        if (coder->table != NULL)
            table_encode(coder->table, position, (uint32_t)i, moves[i], &encoder.wide, &coder->out);
        else
            policy_encode(coder->policy, position, moves[i], &encoder.narrow, &coder->out);
        position_make(position, moves[i]);
    }
    end_number(&encoder, &coder->out, start);
    return PGNPACK_OK;
}

enum pgnpack_status value_encode(struct value_coder *coder, struct value_game game, const chess_move *moves,
                                 size_t count, struct error *error)
{
    buffer_clear(&coder->out);
    coder->out.failed = 0;
    if (count > VALUE_PLIES_MAX)
        return error_set(error, PGNPACK_ERROR_LIMIT, "a game has at most %d moves here",
                         (int)VALUE_PLIES_MAX);
    start_game(coder, game);
    if (has_prefix(coder))
        varint_append(&coder->out, count);
    enum pgnpack_status status = asks_odds(coder->encoding) ? encode_odds(coder, moves, count, error)
                                                            : encode_bits(coder, moves, count, error);
    if (status == PGNPACK_OK && buffer_failed(&coder->out))
        return error_no_memory(error);
    return status;
}

/* ---- Decoding ---- */

static enum pgnpack_status refuse_bytes(struct error *error, size_t ply, int is_short)
{
    if (is_short)
        return error_set(error, PGNPACK_ERROR_TRUNCATED, "the bytes end within move %zu", ply + 1);
    return error_set(error, PGNPACK_ERROR_CORRUPT,
                     "move %zu is not legal where it stands: the bytes are damaged, or "
                     "of another encoding, start position or game",
                     ply + 1);
}

static enum pgnpack_status refuse_end(struct error *error, size_t count)
{
    return error_set(error, PGNPACK_ERROR_CORRUPT,
                     "the bytes do not end where %zu moves do: they are damaged, or "
                     "of another encoding, start position or number of moves",
                     count);
}

/* Is there room for all moves, and are there no more than a game has? */
static enum pgnpack_status check_room(struct value_moves *moves, size_t plies, struct error *error)
{
    moves->count = plies;
    if (plies > VALUE_PLIES_MAX)
        return error_set(error, PGNPACK_ERROR_CORRUPT, "a game has at most %d moves here",
                         (int)VALUE_PLIES_MAX);
    if (plies > moves->capacity)
        return error_set(error, PGNPACK_ERROR_LIMIT, "%zu moves do not fit into room for %zu", plies,
                         moves->capacity);
    return PGNPACK_OK;
}

static enum pgnpack_status decode_bits(struct value_coder *coder, struct byte_source in, size_t plies,
                                       struct value_moves *moves, struct error *error)
{
    struct bit_reader reader = {.in = in};
    for (size_t i = 0; i < plies; i++) {
        chess_move move = value_move_read(&coder->place, coder->encoding, &reader);
        if (move == NO_MOVE)
            return refuse_bytes(error, i, reader.in.failed);
        moves->moves[i] = move;
    }
    return bits_at_end(&reader) ? PGNPACK_OK : refuse_end(error, plies);
}

/* For these and what the bytes left may tell: no more than a game has, unless it has. */
static size_t room_for(size_t count, size_t bytes_left)
{
    return count >= VALUE_PLIES_MAX || bytes_left < VALUE_PLIES_MAX - count ? count + bytes_left
                                                                            : VALUE_PLIES_MAX;
}

/* Whole bytes: there are as many moves as there are bytes for. */
static enum pgnpack_status decode_to_end(struct value_coder *coder, struct byte_source in,
                                         struct value_moves *moves, struct error *error)
{
    struct bit_reader reader = {.in = in};
    size_t count = 0;
    for (; byte_source_left(&reader.in) != 0; count++) {
        if (count == moves->capacity)
            return check_room(moves, room_for(count, byte_source_left(&reader.in)), error);
        chess_move move = value_move_read(&coder->place, coder->encoding, &reader);
        if (move == NO_MOVE)
            return refuse_bytes(error, count, reader.in.failed);
        moves->moves[count] = move;
    }
    moves->count = count;
    return PGNPACK_OK;
}

static enum pgnpack_status decode_odds(struct value_coder *coder, struct byte_source in, size_t plies,
                                       struct value_moves *moves, struct error *error)
{
    struct position *position = &coder->place.position;
    struct value_decoder decoder;
    if (!begin_number(coder, &in))
        return error_no_memory(error);
    range_decoder_start(&decoder.narrow);
    wide_decoder_start(&decoder.wide);
    for (size_t i = 0; i < plies; i++) {
        chess_move move;
        if (coder->table != NULL)
            move = table_decode(coder->table, position, (uint32_t)i, &decoder.wide, &in);
        else
            move = policy_decode(coder->policy, position, &decoder.narrow, &in);
        /* The tables know of moves that leave the king attacked. */
        if (move == NO_MOVE || (coder->table != NULL && !move_is_legal(position, move)))
            return refuse_bytes(error, i, 0);
        position_make(position, move);
        moves->moves[i] = move;
        stay_at_zeros(coder, &in);
    }
    return number_is_whole(coder, &decoder, &in) ? PGNPACK_OK : refuse_end(error, plies);
}

enum pgnpack_status value_decode(struct value_coder *coder, struct value_game game, const uint8_t *bytes,
                                 size_t size, size_t plies, struct value_moves *moves, struct error *error)
{
    struct byte_source in = byte_source_of(bytes, size);
    start_game(coder, game);
    coder->in.failed = 0;
    moves->count = 0;
    if (value_takes_bytes(coder->encoding) && !coder->plies_given)
        return decode_to_end(coder, in, moves, error);
    if (!coder->plies_given) {
        uint64_t told = byte_source_varint(&in);
        if (in.failed)
            return error_set(error, PGNPACK_ERROR_TRUNCATED,
                             "the bytes do not tell how many moves there are");
        plies = told > SIZE_MAX ? SIZE_MAX : (size_t)told;
    }
    enum pgnpack_status status = check_room(moves, plies, error);
    if (status != PGNPACK_OK)
        return status;
    status = asks_odds(coder->encoding) ? decode_odds(coder, in, plies, moves, error)
                                        : decode_bits(coder, in, plies, moves, error);
    if (status != PGNPACK_OK)
        moves->count = 0;
    return status;
}
