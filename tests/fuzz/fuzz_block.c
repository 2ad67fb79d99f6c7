/* Any text as a block: packed and unpacked it is the same text; its tags alone are those of the games. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bcgn/block_decoder.h"
#include "bcgn/block_encoder.h"
#include "pgn/pgn_parser.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int condition)
{
    if (!condition)
        abort();
}

struct work {
    struct memory memory;
    struct block_encoder *encoder;
    struct block_decoder *decoder;
    struct pgn_parser parser;
    struct game game;
    struct buffer block;
    struct buffer back;
    struct block_header header;
    struct error error;
};

static void start(struct work *work)
{
    memory_init(&work->memory, NULL, 0);
    work->encoder = malloc(sizeof *work->encoder);
    work->decoder = malloc(sizeof *work->decoder);
    require(work->encoder != NULL && work->decoder != NULL);
    block_encoder_init(work->encoder, &work->memory);
    block_decoder_init(work->decoder, &work->memory);
    pgn_parser_init(&work->parser, &work->memory);
    game_init(&work->game, &work->memory);
    buffer_init(&work->block, &work->memory);
    buffer_init(&work->back, &work->memory);
    error_clear(&work->error);
}

static void finish(struct work *work)
{
    block_encoder_free(work->encoder);
    block_decoder_free(work->decoder);
    pgn_parser_free(&work->parser);
    game_free(&work->game);
    buffer_free(&work->block);
    buffer_free(&work->back);
    free(work->encoder);
    free(work->decoder);
    require(work->memory.held == 0);
}

static void pack(struct work *work, struct text text)
{
    const struct block_options options = {.moves = text.size & 1 ? MOVE_CODEC_INDEX : MOVE_CODEC_BITS,
                                          .zstd_level = 1,
                                          .adaptive = text.size >> 1 & 1};
    block_encoder_start(work->encoder, &options, text);
    for (size_t at = 0; pgn_parse(&work->parser, text.data + at, text.size - at, 1, &work->game) == PGN_GAME;
         at += work->game.text.size)
        require(block_encoder_add(work->encoder, &work->game, &work->error) == PGNPACK_OK);
    memset(&work->header, 0, sizeof work->header);
    require(block_encoder_pack(work->encoder, &work->header, text_of(""), &work->error) == PGNPACK_OK);
    require(block_encoder_write(work->encoder, &work->header, &work->block, &work->error) == PGNPACK_OK);
}

static void check_text(struct work *work, struct text text)
{
    require(block_header_read(work->block.data, &work->header, &work->error) == PGNPACK_OK);
    require(block_decoder_open(work->decoder, &work->header, work->block.data, BLOCK_EVERYTHING,
                               &work->error) == PGNPACK_OK);
    require(block_decoder_text(work->decoder, &work->back, &work->error) == PGNPACK_OK);
    require(work->back.size == text.size &&
            (text.size == 0 || memcmp(work->back.data, text.data, text.size) == 0));
}

/* Games whose tags were too many are without: those apart, tags are the parser's. */
static void check_tags(struct work *work, struct text text)
{
    require(block_decoder_open(work->decoder, &work->header, work->block.data, BLOCK_TAGS, &work->error) ==
            PGNPACK_OK);
    size_t at = 0;
    while (block_decoder_next(work->decoder, &work->error) == PGNPACK_OK) {
        const struct game *game = &work->decoder->game;
        require(pgn_parse(&work->parser, text.data + at, text.size - at, 1, &work->game) == PGN_GAME);
        at += work->game.text.size;
        require(game->tag_count == 0 || game->tag_count == work->game.tag_count);
        for (size_t i = 0; i < game->tag_count; i++)
            require(text_equal(game->tags[i].name, work->game.tags[i].name) &&
                    text_equal(game->tags[i].value, work->game.tags[i].value));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct work work;
    struct text text = {size == 0 ? "" : (const char *)data, size};
    start(&work);
    pack(&work, text);
    check_text(&work, text);
    check_tags(&work, text);
    finish(&work);
    return 0;
}
