#include "block/block_keep.h"

#include <string.h>

enum { GAMES_PER_PLACE = 32 };

void block_keep_free(struct block_decoder *decoder)
{
    struct block_keep *keep = &decoder->keep;
    memory_release(decoder->memory, keep->places, keep->place_capacity * sizeof *keep->places);
    memory_release(decoder->memory, keep->moves, keep->move_capacity * sizeof *keep->moves);
    memory_release(decoder->memory, keep->starts, keep->start_capacity * sizeof *keep->starts);
    *keep = (struct block_keep){.keeps = keep->keeps};
}

int block_keep_start(struct block_decoder *decoder)
{
    struct block_keep *keep = &decoder->keep;
    size_t count = decoder->header.game_count;
    keep->place_count = 0;
    keep->move_count = 0;
    keep->replays = 0;
    keep->tags_are_trimmed = 0;
    if (!block_keeps_moves(decoder))
        return 1;
    if (!MEMORY_GROW(decoder->memory, keep->starts, keep->start_capacity, count + 1))
        return 0;
    memset(keep->starts, 0xff, count * sizeof *keep->starts); /* BLOCK_KEEP_NOTHING */
    return 1;
}

/* ---- Places ---- */

int block_keep_place(struct block_decoder *decoder)
{
    struct block_keep *keep = &decoder->keep;
    if (!keep->keeps || decoder->cursor.game != keep->place_count * GAMES_PER_PLACE)
        return 1;
    if (!MEMORY_GROW(decoder->memory, keep->places, keep->place_capacity, keep->place_count + 1))
        return 0;
    keep->places[keep->place_count++] = decoder->cursor;
    return 1;
}

int block_keep_go_near(struct block_decoder *decoder, uint32_t game)
{
    const struct block_keep *keep = &decoder->keep;
    struct block_cursor *cursor = &decoder->cursor;
    if (keep->place_count == 0)
        return cursor->game <= game;
    size_t number = game / GAMES_PER_PLACE;
    const struct block_cursor *place =
        &keep->places[number < keep->place_count ? number : keep->place_count - 1];
    if (cursor->game <= game && place->game <= cursor->game)
        return 1;
    struct move_reader moves = cursor->moves;
    *cursor = *place;
    if (move_codec_has_groups(decoder->move_codec))
        cursor->moves = moves;
    return 1;
}

/* ---- Tags ---- */

void block_keep_trim(struct block_decoder *decoder)
{
    if (decoder->decodes_tags && decoder->header.game_count != 0 && tag_decoder_trim(&decoder->tags))
        decoder->keep.tags_are_trimmed = 1;
}

/* ---- Moves ---- */

int block_keep_start_game(struct block_decoder *decoder)
{
    struct block_keep *keep = &decoder->keep;
    uint32_t game = decoder->cursor.game;
    keep->replays = move_codec_has_groups(decoder->move_codec) && decoder->cursor.moves.game_count != game;
    if (!keep->replays) {
        keep->at = keep->move_count;
        return 1;
    }
    if (!block_keep_has_moves(decoder, game))
        return 0;
    keep->at = keep->starts[game];
    return 1;
}

chess_move block_keep_next(struct block_decoder *decoder)
{
    struct block_keep *keep = &decoder->keep;
    return keep->at < keep->move_count ? keep->moves[keep->at++] : NO_MOVE;
}

int block_keep_move(struct block_decoder *decoder, chess_move move)
{
    struct block_keep *keep = &decoder->keep;
    if (!block_keeps_moves(decoder) || block_keep_has_moves(decoder, decoder->cursor.game))
        return 1;
    if (!MEMORY_GROW(decoder->memory, keep->moves, keep->move_capacity, keep->at + 1))
        return 0;
    keep->moves[keep->at++] = move;
    return 1;
}

void block_keep_end_game(struct block_decoder *decoder)
{
    struct block_keep *keep = &decoder->keep;
    uint32_t game = decoder->cursor.game;
    if (!block_keeps_moves(decoder) || keep->replays || block_keep_has_moves(decoder, game))
        return;
    keep->starts[game] = (uint32_t)keep->move_count;
    keep->move_count = keep->at;
}
