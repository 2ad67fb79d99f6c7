#include "lib/write/pack_job.h"

#include <string.h>

#include "lib/games/game_summary.h"
#include "base/handle.h"

struct pack_job *pack_job_new(const struct memory *like)
{
    struct pack_job *job = job_new_like(like, sizeof *job);
    if (job == NULL)
        return NULL;
    buffer_init(&job->text, &job->memory);
    file_list_init(&job->files, &job->memory);
    buffer_init(&job->ends, &job->memory);
    buffer_init(&job->copied, &job->memory);
    buffer_init(&job->packed, &job->memory);
    buffer_init(&job->unpacked, &job->memory);
    opening_lines_init(&job->openings, &job->memory);
    pgn_parser_init(&job->parser, &job->memory);
    game_init(&job->game, &job->memory);
    job->encoder = memory_get(&job->memory, sizeof *job->encoder);
    if (job->encoder == NULL) {
        handle_free(job, sizeof *job);
        return NULL;
    }
    block_encoder_init(job->encoder, &job->memory);
    return job;
}

void pack_job_free(struct pack_job *job)
{
    if (job == NULL)
        return;
    buffer_free(&job->text);
    file_list_free(&job->files);
    buffer_free(&job->ends);
    buffer_free(&job->copied);
    buffer_free(&job->packed);
    buffer_free(&job->unpacked);
    opening_lines_free(&job->openings);
    pgn_parser_free(&job->parser);
    game_free(&job->game);
    block_encoder_free(job->encoder);
    memory_release(&job->memory, job->encoder, sizeof *job->encoder);
    if (job->decoder != NULL) {
        block_decoder_free(job->decoder);
        memory_release(&job->memory, job->decoder, sizeof *job->decoder);
    }
    handle_free(job, sizeof *job);
}

static void count_game(struct pack_job *job)
{
    const struct style_chooser *chooser = &job->encoder->chooser;
    uint64_t gaps = 0;
    for (size_t i = 0; i < chooser->exception_count; i++)
        gaps += chooser->exceptions[i].slot % 2 == 0;
    job->plies += job->game.ply_count;
    job->exceptions += chooser->exception_count;
    job->exact_games += chooser->exception_count == 0;
    job->gap_games += gaps != 0;
    job->broken_games += job->game.trouble != TROUBLE_NONE;
}

/* The game that the parser gave. */
static enum pgnpack_status add_game(struct pack_job *job)
{
    enum pgnpack_status added = block_encoder_add(job->encoder, &job->game, &job->error);
    if (added != PGNPACK_OK)
        return added;
    if (job->tells_openings && !opening_lines_add(&job->openings, &job->encoder->game))
        return error_no_memory(&job->error);
    summarise_game(&job->summary, &job->encoder->game);
    count_game(job);
    return PGNPACK_OK;
}

/* All that the parser finds in a file. */
static enum pgnpack_status add_games(struct pack_job *job, size_t done, size_t end)
{
    const char *text = (const char *)job->text.data;
    enum pgnpack_status added = PGNPACK_OK;
    while (done < end && added == PGNPACK_OK) {
        enum pgn_status status = pgn_parse(&job->parser, text + done, end - done, 1, &job->game);
        if (status == PGN_NO_MEMORY)
            return error_no_memory(&job->error);
        if (status != PGN_GAME)
            break;
        added = add_game(job);
        done += job->game.text.size;
    }
    return added;
}

/* A game as text alone: where the parser, without what came behind it then, sees no game or a shorter one. */
static void take_as_text(struct pack_job *job, const char *text, size_t size)
{
    block_encoder_forget(job->encoder);
    game_clear(&job->game);
    job->game.text = (struct text){text, size};
    job->game.trouble = TROUBLE_MOVE_SYNTAX;
    job->game.oddities = ODDITY_NO_RESULT | ODDITY_STRAY_TEXT;
}

/* Games of a file that are known to end where they do, whatever the parser thinks of them: the first is `game`. */
static enum pgnpack_status add_bounded_games(struct pack_job *job, size_t done, size_t game, size_t games)
{
    const char *text = (const char *)job->text.data;
    enum pgnpack_status added = PGNPACK_OK;
    for (size_t i = game; i < game + games && added == PGNPACK_OK; i++) {
        uint32_t end;
        memcpy(&end, job->ends.data + i * sizeof end, sizeof end);
        enum pgn_status status = pgn_parse(&job->parser, text + done, end - done, 1, &job->game);
        if (status == PGN_NO_MEMORY)
            return error_no_memory(&job->error);
        if (status != PGN_GAME || job->game.text.size != end - done)
            take_as_text(job, text + done, end - done);
        added = add_game(job);
        done = end;
    }
    return added;
}

/* File by file: where one ends, so does its last game. */
static enum pgnpack_status add_files(struct pack_job *job)
{
    enum pgnpack_status status = PGNPACK_OK;
    size_t games = 0; /* of the files so far, where their ends are told */
    for (size_t i = 0; i < job->files.count && status == PGNPACK_OK; i++) {
        struct listed_file *file = &job->files.files[i];
        uint32_t start = file_list_start(&job->files, i);
        if (job->is_bounded)
            status = add_bounded_games(job, start, games, file->games);
        else if (!job->is_opaque)
            status = add_games(job, start, file->text_end);
        games += file->games;
        if (status == PGNPACK_OK)
            block_encoder_end_file(job->encoder, file);
    }
    return status;
}

/* For what has to be unpacked again. Returns 0 when there is no memory. */
static int need_decoder(struct pack_job *job)
{
    if (job->decoder != NULL)
        return 1;
    job->decoder = memory_get(&job->memory, sizeof *job->decoder);
    if (job->decoder == NULL)
        return 0;
    block_decoder_init(job->decoder, &job->memory);
    job->decoder->nets = job->options.nets;
    return 1;
}

/* Unpacks what was packed, and compares. */
static enum pgnpack_status verify_block(struct pack_job *job)
{
    if (!need_decoder(job))
        return error_no_memory(&job->error);
    block_decoder_ask_tags(job->decoder, NULL, 0);
    buffer_clear(&job->packed);
    buffer_clear(&job->unpacked);
    struct block_header header;
    enum pgnpack_status status = block_encoder_write(job->encoder, &job->header, &job->packed, &job->error);
    if (status == PGNPACK_OK)
        status = block_header_read(job->packed.data, &header, &job->error);
    if (status == PGNPACK_OK)
        status = block_decoder_open(job->decoder, &header, job->packed.data, BLOCK_EVERYTHING, &job->error);
    if (status == PGNPACK_OK)
        status = block_decoder_text(job->decoder, &job->unpacked, &job->error);
    if (status == PGNPACK_OK &&
        (job->unpacked.size != job->text.size ||
         memcmp(buffer_bytes(&job->unpacked), buffer_bytes(&job->text), job->text.size) != 0))
        status = PGNPACK_ERROR_CORRUPT;
    if (status == PGNPACK_ERROR_CORRUPT) {
        error_clear(&job->error);
        return error_set(&job->error, PGNPACK_ERROR_INTERNAL,
                         "a block does not unpack to its text: please report it, with the file");
    }
    return status;
}

/* Some games that were packed as such would be text now: then their numbers would not be what they are. */
static enum pgnpack_status check_bounds(struct pack_job *job)
{
    if (!job->is_bounded || job->header.game_count == job->ends.size / sizeof(uint32_t))
        return PGNPACK_OK;
    return error_set(&job->error, PGNPACK_ERROR_LIMIT,
                     "games that take more room than their text cannot be packed together: merge them as "
                     "they are");
}

/* ---- A block that is packed already ---- */

/* What the opening tree asks of its games. */
static enum pgnpack_status tell_copied_openings(struct pack_job *job)
{
    static const struct text names[] = {{"Date", 4}, {"UTCDate", 7}, {"WhiteElo", 8}, {"BlackElo", 8}};
    if (!need_decoder(job))
        return error_no_memory(&job->error);
    block_decoder_ask_tags(job->decoder, names, sizeof names / sizeof *names);
    enum pgnpack_status status = block_decoder_open(job->decoder, &job->header, job->copied.data,
                                                    BLOCK_TAGS | BLOCK_SHAPE | BLOCK_MOVES, &job->error);
    while (status == PGNPACK_OK) {
        status = block_decoder_next(job->decoder, &job->error);
        if (status == PGNPACK_OK && !opening_lines_add(&job->openings, &job->decoder->game))
            return error_no_memory(&job->error);
    }
    return status == PGNPACK_END ? PGNPACK_OK : status;
}

/* The block that the index of its database names, and whole. */
static enum pgnpack_status check_copied(struct pack_job *job)
{
    size_t hashed;
    enum pgnpack_status status = block_header_read(job->copied.data, &job->header, &job->error);
    if (status == PGNPACK_OK && !index_entry_fits(&job->copied_entry, &job->header))
        status = error_set(&job->error, PGNPACK_ERROR_CORRUPT,
                           "a block is not the one that the index names: nothing was copied; pgnunpack "
                           "--salvage saves what is whole");
    if (status == PGNPACK_OK && !block_is_whole(job->copied.data, &job->header, 1, &hashed))
        status = error_set(&job->error, PGNPACK_ERROR_CORRUPT,
                           "a block is damaged: nothing was copied; pgnunpack --salvage saves what is whole");
    return status;
}

/* Nothing of it is taken on trust: damage is not to be copied. */
static void look_through(struct pack_job *job)
{
    const struct index_entry *entry = &job->copied_entry;
    error_clear(&job->error);
    job->plies = job->exact_games = job->gap_games = job->broken_games = job->exceptions = 0;
    opening_lines_clear(&job->openings);
    job->summary = job->copied_entry;
    enum pgnpack_status status = check_copied(job);
    if (status == PGNPACK_OK && job->tells_openings && job->header.game_count != 0)
        status = tell_copied_openings(job);
    if (status != PGNPACK_OK)
        error_locate(&job->error, entry->game_count != 0 ? entry->games_before + 1 : 0, 0, entry->offset);
    memory_check(&job->memory, &job->error);
}

void pack_job_work(void *slot, unsigned worker)
{
    struct pack_job *job = slot;
    (void)worker;
    if (job->is_copied) {
        look_through(job);
        return;
    }
    const struct text text = {(const char *)buffer_bytes(&job->text), job->text.size};
    error_clear(&job->error);
    job->plies = job->exact_games = job->gap_games = job->broken_games = job->exceptions = 0;
    opening_lines_clear(&job->openings);
    job->summary = (struct index_entry){.flags = job->flags};
    job->header = (struct block_header){.flags = job->flags};
    job->options.moves_by_visit = !move_codec_asks_nets(job->options.moves);
    job->parser.visit = job->options.moves_by_visit ? block_encoder_visit : NULL;
    job->parser.visit_run = job->options.moves == MOVE_CODEC_INDEX ? block_encoder_visit_run : NULL;
    job->parser.visit_opaque = job->encoder;
    block_encoder_start(job->encoder, &job->options, text);
    enum pgnpack_status status = add_files(job);
    if (status == PGNPACK_OK)
        status = block_encoder_pack(job->encoder, &job->header, &job->files, &job->error);
    if (status == PGNPACK_OK)
        status = check_bounds(job);
    if (status == PGNPACK_OK && job->verify)
        verify_block(job);
    memory_check(&job->memory, &job->error);
    if (job->header.game_count == 0) { /* its games take more room than their text */
        opening_lines_clear(&job->openings);
        job->summary = (struct index_entry){.flags = job->flags};
    }
    job->summary.text_size = job->header.text_size;
    job->summary.game_count = job->header.game_count;
}
