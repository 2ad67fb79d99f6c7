/* What a game's tags and result tell the policy net. */
#ifndef PGNPACK_NET_POLICY_HINTS_H
#define PGNPACK_NET_POLICY_HINTS_H

#include "net/policy_features.h"
#include "game/game.h"

/* WhiteElo and BlackElo where they are numbers of one to four digits, White and Black, and game->result. */
struct policy_hints policy_hints_of(const struct game *game);

/* Names of tags that hints come from. */
int policy_hints_is_rating(struct text name);
int policy_hints_is_player(struct text name);

#endif
