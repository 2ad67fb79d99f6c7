/* What a game's tags and result tell the policy net. */
#ifndef PGNPACK_CODEC_POLICY_HINTS_H
#define PGNPACK_CODEC_POLICY_HINTS_H

#include "codec/policy_features.h"
#include "game/game.h"

/* WhiteElo and BlackElo where they are numbers of one to four digits, and game->result. */
struct policy_hints policy_hints_of(const struct game *game);

#endif
