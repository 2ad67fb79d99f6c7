/*
 * Any text as a block, in a way that the first byte chooses: packed and unpacked it is the same text; its tags alone are
 * those of the games.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "block/block_decoder.h"
#include "block/block_encoder.h"
#include "net/odds/policy_net.h"
#include "fuzz/kept_memory.h"
#include "pgn/pgn_parser.h"
#include "shared/lone_file.h"

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
    memory_init(&work->memory, &kept_allocator, 0);
    work->encoder = memory_get(&work->memory, sizeof *work->encoder);
    work->decoder = memory_get(&work->memory, sizeof *work->decoder);
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
    memory_release(&work->memory, work->encoder, sizeof *work->encoder);
    memory_release(&work->memory, work->decoder, sizeof *work->decoder);
    require(work->memory.held == 0 && kept_memory_held() == 0);
}

/* All codecs of moves, with all kinds of texts, plain columns and models; the slowest ones least often. */
static struct block_options options_of(uint8_t choice)
{
    static const enum move_codec codecs[8] = {MOVE_CODEC_INDEX, MOVE_CODEC_INDEX, MOVE_CODEC_BITS,
                                              MOVE_CODEC_TABLE, MOVE_CODEC_MODEL, MOVE_CODEC_TABLE,
                                              MOVE_CODEC_MODEL, MOVE_CODEC_BEST};
    static const enum section_texts texts[4] = {SECTION_TEXTS_BY_ZSTD, SECTION_TEXTS_BY_ZSTD,
                                                SECTION_TEXTS_LIGHTLY, SECTION_TEXTS_FULLY};
    enum move_codec moves = codecs[choice & 7];
    return (struct block_options){.moves = moves,
                                  .net = choice & 0x40 ? POLICY_NET_WIDE_ID : POLICY_NET_ID,
                                  .zstd_level = choice & 0x80 ? 12 : 1,
                                  .labels = choice >> 7,
                                  .adaptive = choice >> 3 & 1,
                                  .texts = texts[choice >> 4 & 3],
                                  .moves_by_visit = !move_codec_asks_nets(moves) && (choice & 0x40)};
}

static void pack(struct work *work, const struct block_options *options, struct text text)
{
    work->parser.visit = options->moves_by_visit ? block_encoder_visit : NULL;
    work->parser.visit_opaque = work->encoder;
    buffer_clear(&work->block);
    block_encoder_start(work->encoder, options, text);
    for (size_t at = 0; pgn_parse(&work->parser, text.data + at, text.size - at, 1, &work->game) == PGN_GAME;
         at += work->game.text.size)
        require(block_encoder_add(work->encoder, &work->game, &work->error) == PGNPACK_OK);
    memset(&work->header, 0, sizeof work->header);
    require(pack_lone_file(work->encoder, &work->header, "", &work->error) == PGNPACK_OK);
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
    work->parser.visit = NULL;
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
    if (size == 0)
        return 0;
    const struct block_options options = options_of(data[0]);
    struct text text = {(const char *)data + 1, size - 1};
    start(&work);
    pack(&work, &options, text);
    check_text(&work, text);
    check_tags(&work, text);
    finish(&work);
    return 0;
}
