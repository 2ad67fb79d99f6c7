/*
 * Ids of games beside those of their places: sections 132 of a block of a segment's record. docs/FORMAT.md, chapter 5.
 *
 * varint: identities, and 8 bytes for each; varint: runs; then columns of a varint a run, each behind its size in bytes. Subtype 0: games
 * since the run before; number of an identity; first number less the end of that identity's last run (zigzag); games - 1. Subtype 1:
 * number of an identity, and first number as before; the same of the ids to which these lead; ids - 1.
 */
#ifndef PGNPACK_CONTAINER_SEGMENTS_ID_SECTION_H
#define PGNPACK_CONTAINER_SEGMENTS_ID_SECTION_H

#include "container/sections/bcgn_format.h"
#include "util/buffer.h"
#include "util/error.h"
#include "util/varint.h"

/* Subtypes of the section. */
enum {
    ID_OWN,     /* the games' ids; a game in no run has that of its place */
    ID_FURTHER, /* ids of games that are gone, and to which others they lead */
    ID_KINDS = BCGN_ID_KIND_COUNT
};

/* Games from `game` on have ids of the segment `identity`, from its game `number` on; both from 0. */
struct id_run {
    uint64_t identity, number;
    uint64_t count;
    uint64_t game;
};

/* Ids of games that are gone lead to as many others. */
struct id_link {
    uint64_t identity, number;
    uint64_t count;
    uint64_t to_identity, to_number;
};

/* In ascending order of games, or in any. Returns 0 when there is no memory. */
int id_section_write_own(const struct id_run *runs, size_t count, struct buffer *out);
int id_section_write_further(const struct id_link *links, size_t count, struct buffer *out);

enum { ID_COLUMNS_MOST = 5 };

/* Reads them one after the other. */
struct id_section_reader {
    unsigned kind;
    struct byte_source columns[ID_COLUMNS_MOST];
    const uint8_t *identities;
    uint64_t identity_count;
    uint64_t *ends; /* of each identity's last run; then those to which links lead */
    struct memory *memory;
    uint64_t left;       /* runs */
    uint64_t game_end;   /* of the last run */
    uint64_t game_count; /* of the segment */
};

/* `kind`: the section's subtype; `game_count`: of its segment. To be freed in any case. */
enum pgnpack_status id_section_open(struct id_section_reader *reader, const uint8_t *bytes, size_t size,
                                    unsigned kind, uint64_t game_count, struct memory *memory,
                                    struct error *error);
void id_section_free(struct id_section_reader *reader);

/* By the section's kind. PGNPACK_END behind the last one. */
enum pgnpack_status id_section_next_run(struct id_section_reader *reader, struct id_run *run,
                                        struct error *error);
enum pgnpack_status id_section_next_link(struct id_section_reader *reader, struct id_link *link,
                                         struct error *error);

/* Reads all of them. */
enum pgnpack_status id_section_check(const uint8_t *bytes, size_t size, unsigned kind, uint64_t game_count,
                                     struct memory *memory, struct error *error);

#endif
