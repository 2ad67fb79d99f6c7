#include "moves/streams/move_stream.h"

#include "encoding/legal_index.h"
#include "moves/index/index_run.h"
#include "net/odds/policy_net.h"

/* ---- Writing ---- */

void move_writer_init(struct move_writer *writer, struct memory *memory)
{
    writer->policy = NULL;
    writer->best = NULL;
    writer->table = NULL;
    writer->nets = NULL;
    buffer_init(&writer->trial.held, memory);
    stripe_writer_init(&writer->stripes, memory);
    buffer_init(&writer->sizes, memory);
    buffer_init(&writer->body, memory);
    move_writer_start(writer, MOVE_CODEC_INDEX, POLICY_NET_ID);
}

static void release_best(struct move_writer *writer)
{
    memory_release(writer->sizes.memory, writer->best, sizeof *writer->best);
    writer->best = NULL;
}

void move_writer_free(struct move_writer *writer)
{
    memory_release(writer->sizes.memory, writer->policy, sizeof *writer->policy);
    memory_release(writer->sizes.memory, writer->table, sizeof *writer->table);
    release_best(writer);
    writer->policy = NULL;
    writer->table = NULL;
    buffer_free(&writer->trial.held);
    stripe_writer_free(&writer->stripes);
    buffer_free(&writer->sizes);
    buffer_free(&writer->body);
}

/* Without memory the stream fails. */
static void start_policy(struct move_writer *writer)
{
    if (writer->policy == NULL)
        writer->policy = memory_get(writer->sizes.memory, sizeof *writer->policy);
    if (writer->policy == NULL) {
        writer->body.failed = 1;
        return;
    }
    policy_coder_init(writer->policy, policy_nets_find(writer->nets, writer->net), policy_kernel_best());
    policy_trial_start(&writer->trial);
    range_encoder_start(&writer->range);
}

static void start_best(struct move_writer *writer)
{
    if (writer->best == NULL)
        writer->best = memory_get(writer->sizes.memory, sizeof *writer->best);
    if (writer->best == NULL) {
        writer->body.failed = 1;
        return;
    }
    buffer_append_byte(&writer->sizes, (uint8_t)writer->net);
}

static void start_table(struct move_writer *writer)
{
    if (writer->table == NULL)
        writer->table = memory_get(writer->sizes.memory, sizeof *writer->table);
    if (writer->table == NULL) {
        writer->body.failed = 1;
        return;
    }
    table_coder_init(writer->table, &move_tables);
    wide_encoder_start(&writer->wide);
    buffer_append_byte(&writer->sizes, TABLE_ID);
    buffer_append_byte(&writer->sizes, MOVE_GROUP_SIZE);
}

void move_writer_start(struct move_writer *writer, enum move_codec codec, enum policy_net_id net)
{
    writer->codec = codec;
    writer->net = net;
    writer->game_count = 0;
    writer->bits = 0;
    writer->bit_count = 0;
    writer->group_start = 0;
    writer->group_games = 0;
    writer->best_moves = 0;
    stripe_writer_clear(&writer->stripes);
    buffer_clear(&writer->sizes);
    buffer_clear(&writer->body);
    if (codec == MOVE_CODEC_MODEL)
        start_policy(writer);
    else if (codec == MOVE_CODEC_BEST)
        start_best(writer);
    else if (codec == MOVE_CODEC_TABLE)
        start_table(writer);
}

void move_writer_set_ratings(struct move_writer *writer, const uint8_t ratings[POLICY_OUTCOMES])
{
    if (writer->codec == MOVE_CODEC_MODEL && writer->policy != NULL)
        memcpy(writer->policy->ratings, ratings, sizeof writer->policy->ratings);
}

static void write_bits(struct move_writer *writer, uint32_t value, unsigned width)
{
    writer->bits = writer->bits << width | value;
    writer->bit_count += width;
    for (; writer->bit_count >= 8; writer->bit_count -= 8)
        buffer_append_byte(&writer->body, (uint8_t)(writer->bits >> (writer->bit_count - 8)));
}

/*
 * How many games a group of BEST has is known when the first one ends, and stands before all sizes. Reading a game costs the
 * moves of its group: where games are short, a group has more of them, and learns more; where there are hardly any moves,
 * there is nothing to learn.
 */
static void find_best_group(struct move_writer *writer)
{
    uint64_t games = writer->game_count;
    if (writer->codec != MOVE_CODEC_BEST || writer->group_games != 0 || games < BEST_GROUP_GAMES)
        return;
    if (writer->best_moves >= games && writer->best_moves < BEST_GROUP_MOVES)
        return;
    writer->group_games = games;
    varint_append(&writer->sizes, games);
}

static int begins_group(const struct move_writer *writer)
{
    if (writer->codec == MOVE_CODEC_BEST)
        return writer->group_games == 0 ? writer->game_count == 0
                                        : writer->game_count % writer->group_games == 0;
    return move_codec_has_groups(writer->codec) && writer->game_count % MOVE_GROUP_SIZE == 0;
}

static void end_group(struct move_writer *writer)
{
    if (writer->codec == MOVE_CODEC_BEST && writer->best != NULL)
        bit_coder_finish(&writer->best->bits);
    if (writer->codec == MOVE_CODEC_MODEL) {
        range_encoder_finish(&writer->range, &writer->body);
        range_encoder_start(&writer->range);
    }
    if (writer->codec == MOVE_CODEC_TABLE) {
        wide_encoder_finish(&writer->wide, &writer->body);
        wide_encoder_start(&writer->wide);
    }
    if (writer->bit_count > 0)
        write_bits(writer, 0, 8 - writer->bit_count);
    varint_append(&writer->sizes, writer->body.size - writer->group_start);
    writer->group_start = writer->body.size;
}

static int holds_back(const struct move_writer *writer)
{
    return writer->codec == MOVE_CODEC_MODEL && !writer->trial.is_over;
}

/* Codes what was held back. */
static void end_trial(struct move_writer *writer)
{
    struct policy_trial *trial = &writer->trial;
    policy_trial_end(trial, writer->policy);
    buffer_append_byte(&writer->sizes, (uint8_t)writer->net);
    buffer_append(&writer->sizes, writer->policy->temperatures, POLICY_PHASES);
    buffer_append(&writer->sizes, writer->policy->ratings, POLICY_OUTCOMES);
    for (size_t i = 0; i < policy_trial_count(trial); i++) {
        const struct policy_held *held = policy_trial_at(trial, i);
        if (held->move == NO_MOVE)
            move_writer_start_game(writer, &held->hints);
        else
            move_writer_add(writer, &held->position, 0, held->move);
    }
    writer->body.failed |= trial->held.failed;
    buffer_clear(&trial->held);
}

void move_writer_start_game(struct move_writer *writer, const struct policy_hints *hints)
{
    if (writer->codec == MOVE_CODEC_MODEL && writer->policy == NULL)
        return;
    if (holds_back(writer)) {
        policy_trial_start_game(&writer->trial, writer->policy, hints);
        if (policy_trial_count(&writer->trial) >= POLICY_TRIAL_SIZE)
            end_trial(writer);
        return;
    }
    find_best_group(writer);
    if (begins_group(writer) && writer->game_count != 0)
        end_group(writer);
    if (begins_group(writer) && writer->best != NULL)
        best_coder_start_encoding(writer->best, writer->nets, writer->net, &writer->body);
    if (writer->codec == MOVE_CODEC_MODEL)
        policy_coder_start_game(writer->policy, hints == NULL ? 0 : hints->result);
    else if (writer->codec == MOVE_CODEC_BEST && writer->best != NULL)
        best_coder_start_game(writer->best, hints);
    else if (writer->codec == MOVE_CODEC_TABLE && writer->table != NULL)
        table_coder_start_game(writer->table);
    writer->game_start_wide = writer->wide;
    writer->game_count++;
    writer->game_start =
        writer->codec == MOVE_CODEC_INDEX ? stripe_writer_size(&writer->stripes) : writer->body.size;
    writer->game_start_bits = writer->bits;
    writer->game_start_bit_count = writer->bit_count;
}

void move_writer_clear_game(struct move_writer *writer)
{
    if (writer->codec == MOVE_CODEC_INDEX) {
        stripe_writer_cut(&writer->stripes, writer->game_start);
        return;
    }
    if (writer->codec == MOVE_CODEC_TABLE && writer->table != NULL)
        table_coder_start_game(writer->table);
    writer->wide = writer->game_start_wide;
    writer->body.size = writer->game_start;
    writer->bits = writer->game_start_bits;
    writer->bit_count = writer->game_start_bit_count;
}

static int add_by_policy(struct move_writer *writer, const struct position *position, chess_move move)
{
    if (writer->policy == NULL)
        return 1;
    if (!holds_back(writer)) {
        policy_encode(writer->policy, position, move, &writer->range, &writer->body);
        return 1;
    }
    policy_trial_add(&writer->trial, writer->policy, position, move);
    if (policy_trial_count(&writer->trial) >= POLICY_TRIAL_SIZE)
        end_trial(writer);
    return 1;
}

int move_writer_add_other(struct move_writer *writer, const struct position *position, chess_move move)
{
    if (writer->codec == MOVE_CODEC_MODEL)
        return add_by_policy(writer, position, move);
    if (writer->codec == MOVE_CODEC_BEST) {
        if (writer->best != NULL)
            best_code(writer->best, position, move);
        writer->best_moves++;
        return 1;
    }
    struct move_code code = legal_bits_encode(position, move);
    write_bits(writer, code.value, code.width);
    return 1;
}

int move_writer_add_run(struct move_writer *writer, const struct position *before, uint32_t ply,
                        const struct plain_move *moves, size_t count)
{
    if (writer->codec != MOVE_CODEC_INDEX)
        return 0;
    size_t size = stripe_writer_size(&writer->stripes);
    uint8_t *bytes = stripe_writer_add_run(&writer->stripes, ply, count);
    if (bytes == NULL) /* told by the end of the stream */
        return 1;
    if (index_run_best()->encode(before, moves, count, bytes))
        return 1;
    stripe_writer_cut(&writer->stripes, size);
    return 0;
}

int move_writer_finish(struct move_writer *writer, struct move_pieces *out)
{
    if (writer->codec == MOVE_CODEC_INDEX) {
        out->count = stripe_writer_finish(&writer->stripes, out->pieces);
        return !stripe_writer_failed(&writer->stripes);
    }
    if (holds_back(writer) && writer->policy != NULL)
        end_trial(writer);
    if (writer->codec == MOVE_CODEC_BEST && writer->group_games == 0) {
        writer->group_games = writer->game_count > BEST_GROUP_GAMES ? writer->game_count : BEST_GROUP_GAMES;
        varint_append(&writer->sizes, writer->group_games);
    }
    if (move_codec_has_groups(writer->codec) && writer->game_count != 0)
        end_group(writer);
    release_best(writer); /* it is large, and writers that wait for their next stream may be many */
    buffer_append(&writer->sizes, writer->body.data, writer->body.size);
    out->pieces[0] = (struct move_stripe){0, writer->sizes.data, writer->sizes.size};
    out->count = writer->sizes.size != 0;
    return !buffer_failed(&writer->sizes) && !buffer_failed(&writer->body);
}

/* ---- Reading ---- */

/* Where the group sizes end and the first group begins. */
static const uint8_t *find_body(struct byte_source source, uint64_t group_count, int *failed_ret)
{
    uint64_t total = 0;
    for (uint64_t i = 0; i < group_count && !source.failed; i++) {
        total += byte_source_varint_max(&source, byte_source_left(&source));
        if (total > byte_source_left(&source))
            source.failed = 1;
    }
    *failed_ret = source.failed || total != byte_source_left(&source);
    return source.at;
}

/* Which weights or tables the stream names; `known`: they are there. */
static void note_model(struct move_reader *reader, uint8_t id, int known)
{
    reader->model_id = id;
    reader->needs_newer = !known;
    reader->failed |= !known;
}

/* Which weights, temperatures and ratings: passes over them. */
static void read_policy(struct move_reader *reader, struct byte_source *source)
{
    struct policy_coder *policy = reader->state.policy;
    uint8_t id = byte_source_byte(source);
    const struct policy_weights *net = policy_nets_find(reader->nets, id);
    note_model(reader, id, source->failed || net != NULL);
    reader->failed |= net == NULL;
    if (net != NULL)
        policy_coder_init(policy, net, policy_kernel_best());
    for (unsigned phase = 0; phase < POLICY_PHASES; phase++)
        policy->temperatures[phase] = byte_source_byte(source);
    for (unsigned outcome = 0; outcome < POLICY_OUTCOMES; outcome++)
        policy->ratings[outcome] = byte_source_byte(source);
    reader->failed |= source->failed;
}

/* Which tables, and how many games a group has: passes over both. */
static void read_table(struct move_reader *reader, struct byte_source *source)
{
    uint8_t id = byte_source_byte(source);
    note_model(reader, id, source->failed || (id == TABLE_ID && move_tables_are_there()));
    reader->failed |= !move_tables_are_there();
    reader->group_size = byte_source_byte(source);
    if (reader->group_size == 0) {
        reader->group_size = MOVE_GROUP_SIZE;
        source->failed = 1;
    }
    table_coder_init(reader->state.table, &move_tables);
    reader->failed |= source->failed;
}

/* Which weights, and how many games a group has: passes over both. */
static void read_best(struct move_reader *reader, struct byte_source *source)
{
    uint8_t id = byte_source_byte(source);
    int is_known = id < POLICY_NET_COUNT;
    for (unsigned net = 0; is_known && net <= id; net++) /* the wide one asks the other, too */
        if (policy_nets_find(reader->nets, net) == NULL) {
            is_known = 0;
            id = (uint8_t)net;
        }
    note_model(reader, id, source->failed || is_known);
    reader->best_net = is_known ? id : POLICY_NET_ID;
    uint64_t group_size = byte_source_varint(source);
    if (group_size < BEST_GROUP_GAMES_MIN)
        source->failed = 1;
    else
        reader->group_size = group_size;
    reader->failed |= source->failed;
}

/* How many groups the games are: the last one may be smaller. */
static uint64_t count_groups(const struct move_reader *reader, uint64_t game_total)
{
    return game_total / reader->group_size + (game_total % reader->group_size != 0);
}

void move_reader_start(struct move_reader *reader, enum move_codec codec, const struct move_pieces *pieces,
                       uint64_t game_total, void *state, const struct policy_nets *nets)
{
    *reader =
        (struct move_reader){.codec = codec, .state = {state}, .group_size = MOVE_GROUP_SIZE, .nets = nets};
    stripe_reader_start(&reader->stripes, pieces->pieces, codec == MOVE_CODEC_INDEX ? pieces->count : 0);
    struct byte_source all = byte_source_of(NULL, 0);
    if (codec != MOVE_CODEC_INDEX && pieces->count != 0)
        all = byte_source_of(pieces->pieces[0].bytes, pieces->pieces[0].size);
    reader->sizes = byte_source_of(all.at, 0);
    reader->body = all;
    if (!move_codec_has_groups(codec))
        return;
    if (codec == MOVE_CODEC_MODEL)
        read_policy(reader, &all);
    if (codec == MOVE_CODEC_TABLE)
        read_table(reader, &all);
    if (codec == MOVE_CODEC_BEST)
        read_best(reader, &all);
    if (reader->failed)
        return;
    reader->sizes = all;
    const uint8_t *body = find_body(all, count_groups(reader, game_total), &reader->failed);
    reader->sizes.end = body;
    reader->body = byte_source_of(body, 0);
    reader->next_group = body;
}

/* Is the group read to its end, and what fills up its last byte zero? */
static int group_is_used_up(const struct move_reader *reader)
{
    if (reader->decodes_best)
        return bit_coder_at_end(&reader->state.best->bits);
    return byte_source_left(&reader->body) == 0 && (reader->bits & ((1u << reader->bit_count) - 1)) == 0;
}

static void next_group(struct move_reader *reader)
{
    uint64_t size = byte_source_varint(&reader->sizes);
    if (reader->sizes.failed || !group_is_used_up(reader))
        reader->failed = 1;
    reader->bits = 0;
    reader->bit_count = 0;
    range_decoder_start(&reader->range);
    wide_decoder_start(&reader->wide);
    reader->body = byte_source_of(reader->next_group, reader->failed ? 0 : (size_t)size);
    reader->next_group = reader->body.end;
}

static void start_group(struct move_reader *reader)
{
    next_group(reader);
    if (reader->codec != MOVE_CODEC_BEST || reader->failed)
        return;
    best_coder_start_decoding(reader->state.best, reader->nets, reader->best_net, reader->body);
    reader->decodes_best = 1;
}

void move_reader_start_game(struct move_reader *reader, const struct policy_hints *hints)
{
    if (move_reader_is_between_groups(reader))
        start_group(reader);
    if (reader->codec == MOVE_CODEC_MODEL && !reader->failed)
        policy_coder_start_game(reader->state.policy, hints == NULL ? 0 : hints->result);
    if (reader->codec == MOVE_CODEC_TABLE)
        table_coder_start_game(reader->state.table);
    if (reader->codec == MOVE_CODEC_BEST && !reader->failed)
        best_coder_start_game(reader->state.best, hints);
    reader->game_count++;
}

uint64_t move_reader_first_game(const struct move_reader *reader, uint64_t game)
{
    if (!move_codec_has_groups(reader->codec))
        return game;
    return game - game % reader->group_size;
}

uint64_t move_reader_seek(struct move_reader *reader, const struct move_reader *start, uint64_t game)
{
    *reader = *start;
    if (!move_codec_has_groups(reader->codec))
        return 0;
    while (!reader->failed && game - reader->game_count >= reader->group_size) {
        next_group(reader);
        reader->body.at = reader->body.end;
        reader->game_count += reader->group_size;
    }
    return reader->game_count;
}

static uint32_t read_bits(struct move_reader *reader, unsigned width)
{
    for (; reader->bit_count < width; reader->bit_count += 8)
        reader->bits = reader->bits << 8 | byte_source_byte(&reader->body);
    reader->bit_count -= width;
    return (uint32_t)(reader->bits >> reader->bit_count) & ((1u << width) - 1);
}

static chess_move next_by_bits(struct move_reader *reader, const struct position *position)
{
    struct move_targets targets;
    legal_targets(position, &targets);
    if (targets.count == 0)
        return NO_MOVE;
    uint32_t value = read_bits(reader, legal_bits_width(targets.count));
    return reader->body.failed ? NO_MOVE : legal_bits_decode(position, &targets, value);
}

chess_move move_reader_next_other(struct move_reader *reader, const struct position *position)
{
    if (reader->codec == MOVE_CODEC_BITS)
        return next_by_bits(reader, position);
    if (reader->failed)
        return NO_MOVE;
    return reader->codec == MOVE_CODEC_BEST
               ? best_code(reader->state.best, position, NO_MOVE)
               : policy_decode(reader->state.policy, position, &reader->range, &reader->body);
}

int move_reader_play_run(struct move_reader *reader, struct position *position, uint32_t ply, size_t count,
                         chess_move *moves)
{
    uint8_t bytes[MOVE_RUN_MAX];
    reader->failed |= !stripe_reader_take(&reader->stripes, ply, count, bytes) ||
                      index_run_best()->play(&reader->run, position, bytes, count, moves) != count;
    return !reader->failed;
}

int move_reader_write_run(struct move_reader *reader, struct position *position, uint32_t ply, size_t count,
                          struct san_text *sans)
{
    uint8_t bytes[MOVE_RUN_MAX];
    reader->failed |= !stripe_reader_take(&reader->stripes, ply, count, bytes) ||
                      index_run_best()->write(&reader->run, position, bytes, count, sans) != count;
    return !reader->failed;
}

void move_reader_skip(struct move_reader *reader, uint32_t ply, uint64_t count)
{
    reader->failed |= !stripe_reader_skip(&reader->stripes, ply, count);
}

int move_reader_at_end(const struct move_reader *reader)
{
    if (reader->codec == MOVE_CODEC_INDEX)
        return !reader->failed && stripe_reader_at_end(&reader->stripes);
    return !reader->failed && group_is_used_up(reader) && byte_source_left(&reader->sizes) == 0;
}
