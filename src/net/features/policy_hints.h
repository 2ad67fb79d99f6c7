/* What a game's tags and result tell the policy net. */
#ifndef PGNPACK_NET_FEATURES_POLICY_HINTS_H
#define PGNPACK_NET_FEATURES_POLICY_HINTS_H

#include "net/features/policy_features.h"
#include "game/game.h"

/* WhiteElo and BlackElo where they are numbers of one to four digits, White and Black, and game->result. */
struct policy_hints policy_hints_of(const struct game *game);

/* The means of the ratings that a text's tags have, by outcome, in hundreds; 0 where few have one. */
void policy_hints_mean_ratings(struct text text, uint8_t ratings[POLICY_OUTCOMES]);

/* Is it the name of a tag that hints come from? */
int policy_hints_are_from(struct text name);

#endif
