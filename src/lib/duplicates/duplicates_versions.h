/*
 * Versions of a game: candidates are games of the same players. A game is a version of another one where nothing that is known of
 * dates and results contradicts, nor of initials, rounds and times where the shorter line has less than 20 half-moves, and
 * - their lines are equal; or
 * - the other's line begins with all of its own, which is of 20 half-moves or more or of the same day, and neither Round nor
 *   UTCTime contradict; or
 * - they are of the same day and round, and the first half of the shorter line, 10 half-moves at least, is the same.
 */
#ifndef PGNPACK_LIB_DUPLICATES_DUPLICATES_VERSIONS_H
#define PGNPACK_LIB_DUPLICATES_DUPLICATES_VERSIONS_H

#include "lib/duplicates/duplicates.h"
#include "util/buffer.h"

/* What is asked of a candidate beside its line. */
struct duplicates_occasion {
    uint32_t round, time; /* numbers that are the same for the same tags; 0: not known */
    uint64_t details;     /* known_details() */
};

struct duplicates_version; /* a candidate */
struct duplicates_day;     /* a group of them, of one day and round */

struct duplicates_versions {
    struct memory *memory;
    struct duplicates_version *versions;
    size_t count, capacity;
    struct buffer lines;         /* of all of them */
    struct duplicates_day *days; /* of one hash: groups whose day and round are known */
    size_t day_count, day_capacity;
};

void duplicates_versions_init(struct duplicates_versions *versions, struct memory *memory);
void duplicates_versions_free(struct duplicates_versions *versions);

/* About how many bytes of memory a candidate takes. */
size_t duplicates_versions_size(uint32_t plies);

/* A candidate, and the bytes of its line. Returns 0 when there is no memory. */
int duplicates_versions_add(struct duplicates_versions *versions, size_t hash, uint32_t game,
                            struct duplicates_occasion occasion, const uint8_t *bytes, size_t size);

/*
 * Of all that were added: games of one hash get the same number in `line_of` where they are versions of one game, others 0; in
 * `games` their branches are set. A line that two games go on with, which contradict each other, is nobody's: where it cannot be
 * known whose version a game is, it stays. Of each game 100 others are looked at, of
 * those of its day and round 16. Returns 0 when there is no memory.
 */
int duplicates_versions_part(struct duplicates_versions *versions, struct duplicates_game *games,
                             uint16_t *line_of);

#endif
