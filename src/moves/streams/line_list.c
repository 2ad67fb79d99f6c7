#include "moves/streams/line_list.h"

#include <string.h>

#include "chess/san.h"
#include "chess/zobrist.h"
#include "net/odds/policy_net.h"

enum { ENTRY_BITS = 16, TRUST_MAX = 7, RUN_MAX = 15 };

#define ENTRIES_SIZE (((size_t)1 << ENTRY_BITS) * sizeof(struct line_entry))

/* Sets of the mixed model. */
enum { SET_ORIGIN, SET_END, SET_PLAYED, SET_HIT, SET_REST };

void line_list_init(struct line_list_coder *coder, struct memory *memory)
{
    memset(coder, 0, sizeof *coder);
    coder->memory = memory;
    mixed_model_init(&coder->model, memory);
}

void line_list_free(struct line_list_coder *coder)
{
    mixed_model_free(&coder->model);
    memory_release(coder->memory, coder->odds, sizeof *coder->odds);
    memory_release(coder->memory, coder->entries, ENTRIES_SIZE);
    line_list_init(coder, coder->memory);
}

static int allocate(struct line_list_coder *coder)
{
    if (coder->odds == NULL)
        coder->odds = memory_get(coder->memory, sizeof *coder->odds);
    if (coder->entries == NULL)
        coder->entries = memory_get(coder->memory, ENTRIES_SIZE);
    return coder->odds != NULL && coder->entries != NULL;
}

static enum pgnpack_status start(struct line_list_coder *coder, uint8_t net_id)
{
    const struct policy_weights *net = policy_nets_find(coder->nets, net_id);
    if (net == NULL)
        return PGNPACK_ERROR_UNSUPPORTED;
    if (!allocate(coder) || !mixed_model_start(&coder->model))
        return PGNPACK_ERROR_MEMORY;
    memset(coder->entries, 0, ENTRIES_SIZE);
    line_odds_init(coder->odds, net);
    coder->stamp = 0;
    memset(coder->origins, 0, sizeof coder->origins);
    memset(coder->sizes, 0, sizeof coder->sizes);
    return PGNPACK_OK;
}

enum pgnpack_status line_list_refuse_net(uint8_t net_id, struct error *error)
{
    return policy_net_refuse(net_id, "net of lists of moves", error);
}

enum pgnpack_status line_list_start_encoding(struct line_list_coder *coder, uint8_t net_id,
                                             struct buffer *out)
{
    bit_coder_start_encoding(&coder->bits, out);
    buffer_append_byte(out, net_id);
    return start(coder, net_id);
}

enum pgnpack_status line_list_start_decoding(struct line_list_coder *coder, struct byte_source in)
{
    uint8_t net_id = byte_source_byte(&in);
    if (in.failed)
        return PGNPACK_ERROR_CORRUPT;
    bit_coder_start_decoding(&coder->bits, in);
    return start(coder, net_id);
}

/* ---- The list so far ---- */

struct line {
    const struct line_place *place;
    unsigned origin;
    struct position position;
    uint64_t men; /* zobrist_of_men() */
    struct line_entry *entry;
    int is_known; /* the entry is this position's */
    uint32_t check;
    unsigned count; /* moves so far */
    unsigned run;   /* of them, the last ones that were expected */
};

static void look_up(struct line_list_coder *coder, struct line *line)
{
    uint64_t key = zobrist_complete(&line->position, line->men);
    line->check = (uint32_t)(key >> 32);
    line->entry = &coder->entries[key & ((1u << ENTRY_BITS) - 1)];
    line->is_known = line->entry->check == line->check;
}

/* The entry is this position's from now on. */
static void claim(struct line_list_coder *coder, struct line *line)
{
    if (!line->is_known)
        *line->entry = (struct line_entry){.check = line->check};
    line->entry->stamp = coder->stamp;
}

static void learn_move(struct line_list_coder *coder, struct line *line, chess_move move)
{
    struct line_entry *entry = line->entry;
    claim(coder, line);
    entry->ended = (uint8_t)(entry->ended << 1);
    if (entry->moves[0] == move) {
        entry->trust = (uint8_t)(entry->trust + (entry->trust < TRUST_MAX));
        return;
    }
    entry->moves[1] = entry->moves[0];
    entry->moves[0] = move;
    entry->trust = 0;
}

static void learn_end(struct line_list_coder *coder, struct line *line)
{
    claim(coder, line);
    line->entry->ended = (uint8_t)(line->entry->ended << 1 | 1);
}

static void start_line(struct line_list_coder *coder, struct line *line, const struct line_place *place,
                       unsigned origin)
{
    *line = (struct line){.place = place, .origin = origin, .position = *place->boards[origin]};
    line->men = zobrist_of_men(&line->position);
    coder->stamp++;
    line_odds_start_list(coder->odds);
}

static uint32_t age_class(const struct line_list_coder *coder, const struct line *line)
{
    if (!line->is_known)
        return 0;
    uint32_t age = (uint16_t)(coder->stamp - line->entry->stamp);
    return age < 5 ? 1 + age : age < 9 ? 6 : age < 65 ? 7 : 8;
}

/* ---- Bits ---- */

static uint32_t clip(int32_t value, int32_t limit)
{
    return (uint32_t)((value < -limit ? -limit : value > limit ? limit : value) + limit);
}

static unsigned code_bit(struct line_list_coder *coder, const struct mixed_context *context, unsigned bit)
{
    return mixed_code_bit(&coder->model, &coder->bits, context, 1, bit);
}

static unsigned code_origin(struct line_list_coder *coder, const struct line_place *place, unsigned origin)
{
    struct mixed_context context = {.set = SET_ORIGIN};
    uint8_t *last = &coder->origins[place->kind];
    mixed_context_add(&context, place->kind << 8 | (uint32_t)*last);
    origin = mixed_code_symbol(&coder->model, &coder->bits, &context, 2, origin);
    *last = (uint8_t)((unsigned)*last << 2 | origin);
    return origin;
}

static unsigned code_end(struct line_list_coder *coder, const struct line *line, unsigned ends)
{
    struct mixed_context context = {.set = SET_END};
    const struct line_place *place = line->place;
    uint32_t kind = place->kind << 1 | place->side;
    uint32_t trust = line->entry->trust < 3 ? line->entry->trust : 3;
    uint32_t known = line->is_known ? 1 + (line->entry->ended & 3u) + 4 * trust : 0;
    uint32_t longer = clip((int32_t)line->count - (int32_t)coder->sizes[place->kind][place->side], 20);
    uint32_t count = line->count < 63 ? line->count : 63;
    mixed_context_add(&context, place->kind << 6 | count);
    mixed_context_add(&context, known << 8 | age_class(coder, line) << 4 | line->run);
    mixed_context_add(&context, kind << 8 | longer);
    mixed_context_add(&context, kind << 5 | known);
    return code_bit(coder, &context, ends);
}

static unsigned code_rest(struct line_list_coder *coder, const struct line *line, unsigned has_rest)
{
    struct mixed_context context = {.set = SET_REST};
    mixed_context_add(&context, line->place->kind << 1 | line->place->side);
    return code_bit(coder, &context, has_rest);
}

/* ---- Moves ---- */

/* The move that the game had where the list begins; NO_MOVE: not known. */
static chess_move played_move(const struct line *line)
{
    if (line->count != 0)
        return NO_MOVE;
    return line->origin == LINE_ORIGIN_BEFORE    ? line->place->last
           : line->origin == LINE_ORIGIN_EARLIER ? line->place->last_but_one
                                                 : NO_MOVE;
}

/* Moves that may come, the likeliest first. */
struct candidates {
    chess_move played, expected, other;
};

static chess_move legal_or_none(const struct line *line, chess_move move)
{
    return move != NO_MOVE && move_is_legal(&line->position, move) ? move : NO_MOVE;
}

static struct candidates find_candidates(const struct line *line)
{
    struct candidates found = {.played = legal_or_none(line, played_move(line))};
    if (line->is_known) {
        found.expected = legal_or_none(line, line->entry->moves[0]);
        found.other = legal_or_none(line, line->entry->moves[1]);
    }
    return found;
}

static unsigned code_played(struct line_list_coder *coder, const struct line *line,
                            const struct candidates *found, unsigned is_it)
{
    struct mixed_context context = {.set = SET_PLAYED};
    uint32_t agrees = found->expected == found->played ? 1 : found->expected == NO_MOVE ? 0 : 2;
    mixed_context_add(&context,
                      (line->place->kind << 2 | line->origin) << 8 | agrees << 4 | age_class(coder, line));
    return code_bit(coder, &context, is_it);
}

static unsigned code_hit(struct line_list_coder *coder, const struct line *line,
                         const struct candidates *found, unsigned is_it)
{
    struct mixed_context context = {.set = SET_HIT};
    uint32_t trust = line->entry->trust;
    uint32_t age = age_class(coder, line);
    mixed_context_add(&context, trust << 8 | age << 4 | (found->other != NO_MOVE));
    mixed_context_add(&context, (line->place->kind << 1 | line->place->side) << 8 | age << 4 | line->run);
    return code_bit(coder, &context, is_it);
}

/* Codes the next move; NO_MOVE: the data is not in order. */
static chess_move code_move(struct line_list_coder *coder, struct line *line, chess_move move)
{
    struct candidates found = find_candidates(line);
    if (found.played != NO_MOVE) {
        if (code_played(coder, line, &found, move == found.played))
            return found.played;
        if (found.expected == found.played)
            found.expected = NO_MOVE;
        if (found.other == found.played)
            found.other = NO_MOVE;
    }
    if (found.expected != NO_MOVE) {
        if (code_hit(coder, line, &found, move == found.expected)) {
            line->run += line->run < RUN_MAX;
            return found.expected;
        }
    }
    line->run = 0;
    const chess_move excluded[] = {found.played, found.expected};
    return line_odds_code(coder->odds, &line->position, excluded, found.other, &coder->bits, move);
}

static void learn(struct line_list_coder *coder, struct line *line, chess_move move)
{
    learn_move(coder, line, move);
    line_odds_listed(coder->odds, &line->position, move);
    line->count++;
}

static void end_line(struct line_list_coder *coder, struct line *line)
{
    learn_end(coder, line);
    coder->sizes[line->place->kind][line->place->side] = (uint16_t)line->count;
}

/* ---- Encoding ---- */

/* Reads the list from a position into coder->moves; returns its size in bytes. */
static size_t parse_list(struct line_list_coder *coder, const struct position *start, struct text text)
{
    struct position position = *start;
    const char *end = text.data + text.size;
    size_t done = 0;
    coder->count = 0;
    for (size_t at = 0; coder->count < LINE_MOVES_MAX && at < text.size;) {
        struct san san;
        chess_move move;
        int is_canonical;
        at += san_scan(text.data + at, end, &san);
        if (at == done + (done != 0) || (at < text.size && text.data[at] != ' ') ||
            san_resolve(&position, &san, &move, &is_canonical) != SAN_OK || !is_canonical)
            break;
        position_make(&position, move);
        if (san.check != san_check_sign(&position))
            break;
        coder->moves[coder->count++] = move;
        done = at++;
    }
    return done;
}

/* Finds where the list begins, so that it gets long; the origin that the kind's last list had first. */
static unsigned find_origin(struct line_list_coder *coder, const struct line_place *place, struct text text,
                            size_t *size_ret)
{
    unsigned last = coder->origins[place->kind] & 3;
    unsigned best = LINE_ORIGIN_NONE;
    unsigned parsed = LINE_ORIGIN_NONE;
    *size_ret = 0;
    for (unsigned i = 0; i < LINE_ORIGIN_COUNT && *size_ret < text.size; i++) {
        unsigned origin = i == 0 ? last : i;
        if (place->boards[origin] == NULL || (i != 0 && i == last))
            continue;
        size_t size = parse_list(coder, place->boards[origin], text);
        parsed = origin;
        if (size > *size_ret) {
            best = origin;
            *size_ret = size;
        }
    }
    if (best != parsed && best != LINE_ORIGIN_NONE)
        parse_list(coder, place->boards[best], text);
    return best;
}

size_t line_list_encode(struct line_list_coder *coder, const struct line_place *place, struct text text)
{
    struct line line;
    size_t size;
    unsigned origin = find_origin(coder, place, text, &size);
    code_origin(coder, place, origin);
    if (origin == LINE_ORIGIN_NONE)
        return 0;
    start_line(coder, &line, place, origin);
    for (unsigned i = 0; i < coder->count; i++) {
        look_up(coder, &line);
        if (i != 0)
            code_end(coder, &line, 0);
        code_move(coder, &line, coder->moves[i]);
        learn(coder, &line, coder->moves[i]);
        line.men ^= zobrist_change(position_make(&line.position, coder->moves[i]));
    }
    look_up(coder, &line);
    if (line.count < LINE_MOVES_MAX)
        code_end(coder, &line, 1);
    end_line(coder, &line);
    code_rest(coder, &line, size < text.size);
    return size;
}

/* ---- Decoding ---- */

/* The next move and its text. Returns 0 when the data is not in order, or there is no memory. */
static int decode_move(struct line_list_coder *coder, struct line *line, struct buffer *out)
{
    reversible_move word;
    chess_move move = code_move(coder, line, NO_MOVE);
    if (move == NO_MOVE || bit_coder_failed(&coder->bits) || !buffer_reserve(out, 1 + SAN_SIZE_MAX))
        return 0;
    learn(coder, line, move);
    if (line->count > 1)
        out->data[out->size++] = ' ';
    out->size += san_write_and_make(&line->position, move, (char *)out->data + out->size, &word);
    line->men ^= zobrist_change(word);
    return 1;
}

int line_list_decode(struct line_list_coder *coder, const struct line_place *place, struct buffer *out,
                     int *has_rest_ret)
{
    struct line line;
    unsigned origin = code_origin(coder, place, 0);
    *has_rest_ret = 1;
    if (origin == LINE_ORIGIN_NONE)
        return !bit_coder_failed(&coder->bits);
    if (place->boards[origin] == NULL)
        return 0;
    start_line(coder, &line, place, origin);
    do {
        look_up(coder, &line);
        if (line.count != 0 && code_end(coder, &line, 0))
            break;
        if (!decode_move(coder, &line, out))
            return 0;
    } while (line.count < LINE_MOVES_MAX);
    if (line.count == LINE_MOVES_MAX)
        look_up(coder, &line);
    end_line(coder, &line);
    *has_rest_ret = (int)code_rest(coder, &line, 0);
    return !bit_coder_failed(&coder->bits);
}

/* ---- What is a list ---- */

int line_list_fits(struct line_list_coder *coder, const struct line_place *place, struct text text)
{
    for (unsigned origin = 1; origin < LINE_ORIGIN_COUNT; origin++)
        if (place->boards[origin] != NULL && parse_list(coder, place->boards[origin], text) != 0)
            return 1;
    return 0;
}
