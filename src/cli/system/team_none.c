/* As team.c, for builds without threads. */
#include "cli/system/team.h"

unsigned team_workers(unsigned asked)
{
    (void)asked;
    return 1;
}

void team_start(struct team *team)
{
    team->threads = NULL;
    team->taken = team->dealt_with = 0;
}

int team_wait(struct team *team, unsigned *slot_ret)
{
    if (team->dealt_with == team->piece_count)
        return 0;
    *slot_ret = (unsigned)(team->dealt_with % team->slot_count);
    team->work(team->opaque, 0, *slot_ret, team->dealt_with);
    return 1;
}

void team_release(struct team *team)
{
    team->dealt_with++;
}

void team_stop(struct team *team)
{
    (void)team;
}
