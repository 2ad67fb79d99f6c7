#include "net/odds/policy_trial.h"

#include <string.h>

/* Temperatures that are tried: FIRST, FIRST + STEP, ... */
enum { FIRST = 44, STEP = 4 };

void policy_trial_start(struct policy_trial *trial)
{
    buffer_clear(&trial->held);
    trial->is_over = 0;
    memset(trial->costs, 0, sizeof trial->costs);
}

void policy_trial_start_game(struct policy_trial *trial, struct policy_coder *coder,
                             const struct policy_hints *hints)
{
    struct policy_held held = {.move = NO_MOVE};
    if (hints != NULL)
        held.hints = *hints;
    buffer_append(&trial->held, &held, sizeof held);
    policy_coder_start_game(coder, held.hints.result);
}

void policy_trial_add(struct policy_trial *trial, struct policy_coder *coder, const struct position *position,
                      chess_move move)
{
    struct policy_held held = {.position = *position, .move = move};
    buffer_append(&trial->held, &held, sizeof held);
    uint8_t temperatures[POLICY_TRIAL_CHOICES];
    for (unsigned i = 0; i < POLICY_TRIAL_CHOICES; i++)
        temperatures[i] = (uint8_t)(FIRST + STEP * i);
    policy_add_costs(coder, position, move, temperatures, POLICY_TRIAL_CHOICES,
                     trial->costs[policy_phase(position)]);
}

void policy_trial_end(struct policy_trial *trial, struct policy_coder *coder)
{
    uint8_t ratings[POLICY_OUTCOMES];
    memcpy(ratings, coder->ratings, sizeof ratings);
    policy_coder_init(coder, coder->odds.net, coder->odds.kernel);
    memcpy(coder->ratings, ratings, sizeof ratings);
    for (unsigned phase = 0; phase < POLICY_PHASES; phase++) {
        unsigned best = (POLICY_TEMPERATURE_UNIT - FIRST) / STEP;
        for (unsigned i = 0; i < POLICY_TRIAL_CHOICES; i++)
            if (trial->costs[phase][i] < trial->costs[phase][best])
                best = i;
        coder->temperatures[phase] = (uint8_t)(FIRST + STEP * best);
    }
    trial->is_over = 1;
}
