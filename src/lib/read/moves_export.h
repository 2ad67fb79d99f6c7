/* Move codecs under the numbers of the public header, where 0 leaves the choice to the level. */
#ifndef PGNPACK_LIB_READ_MOVES_EXPORT_H
#define PGNPACK_LIB_READ_MOVES_EXPORT_H

#include "block/block_decoder.h"
#include "pgnpack.h"

_Static_assert((int)PGNPACK_MOVES_INDEX == MOVE_CODEC_INDEX + 1 &&
                   (int)PGNPACK_MOVES_BITS == MOVE_CODEC_BITS + 1 &&
                   (int)PGNPACK_MOVES_MODEL == MOVE_CODEC_MODEL + 1 &&
                   (int)PGNPACK_MOVES_BEST == MOVE_CODEC_BEST + 1 &&
                   (int)PGNPACK_MOVES_TABLE == MOVE_CODEC_TABLE + 1,
               "move codecs differ");

static inline enum pgnpack_moves moves_export(enum move_codec codec)
{
    return (enum pgnpack_moves)(codec + 1);
}

/* `moves` is one of a codec. */
static inline enum move_codec moves_import(enum pgnpack_moves moves)
{
    return (enum move_codec)(moves - 1);
}

#endif
