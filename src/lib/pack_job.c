#include "lib/pack_job.h"

#include <string.h>

#include "lib/game_summary.h"
#include "lib/handle.h"

struct pack_job *pack_job_new(const struct memory *like)
{
    struct pack_job *job = handle_new_like(like, sizeof *job);
    if (job == NULL)
        return NULL;
    buffer_init(&job->text, &job->memory);
    buffer_init(&job->file_name, &job->memory);
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
    buffer_free(&job->file_name);
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

static enum pgnpack_status add_games(struct pack_job *job)
{
    const char *text = (const char *)job->text.data;
    size_t size = job->text.size;
    size_t done = 0;
    while (done < size) {
        enum pgn_status status = pgn_parse(&job->parser, text + done, size - done, 1, &job->game);
        if (status == PGN_NO_MEMORY)
            return error_no_memory(&job->error);
        if (status != PGN_GAME)
            break;
        enum pgnpack_status added = block_encoder_add(job->encoder, &job->game, &job->error);
        if (added != PGNPACK_OK)
            return added;
        if (job->tells_openings && !opening_lines_add(&job->openings, &job->encoder->game))
            return error_no_memory(&job->error);
        summarise_game(&job->summary, &job->game);
        count_game(job);
        done += job->game.text.size;
    }
    return PGNPACK_OK;
}

/* Unpacks what was packed, and compares. */
static enum pgnpack_status verify_block(struct pack_job *job)
{
    if (job->decoder == NULL) {
        job->decoder = memory_get(&job->memory, sizeof *job->decoder);
        if (job->decoder == NULL)
            return error_no_memory(&job->error);
        block_decoder_init(job->decoder, &job->memory);
        job->decoder->nets = job->options.nets;
    }
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

void pack_job_work(void *slot)
{
    struct pack_job *job = slot;
    const struct text text = {(const char *)buffer_bytes(&job->text), job->text.size};
    const struct text file_name = {(const char *)buffer_bytes(&job->file_name), job->file_name.size};
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
    enum pgnpack_status status = job->is_opaque ? PGNPACK_OK : add_games(job);
    if (status == PGNPACK_OK)
        status = block_encoder_pack(job->encoder, &job->header, file_name, &job->error);
    if (status == PGNPACK_OK && job->verify)
        verify_block(job);
    memory_check(&job->memory, &job->error);
    if (job->header.game_count == 0)
        opening_lines_clear(&job->openings);
    job->summary.text_size = job->header.text_size;
    job->summary.game_count = job->header.game_count;
}
