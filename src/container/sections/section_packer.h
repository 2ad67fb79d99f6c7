/* Gathers a block's sections, packed, until the block's header can be written before them. */
#ifndef PGNPACK_CONTAINER_SECTIONS_SECTION_PACKER_H
#define PGNPACK_CONTAINER_SECTIONS_SECTION_PACKER_H

#include "container/sections/block_format.h"
#include "entropy/models/text_model.h"
#include "util/buffer.h"
#include "util/error.h"

/* Whether sections may be packed by the text model, and how thoroughly. */
enum section_texts { SECTION_TEXTS_BY_ZSTD, SECTION_TEXTS_LIGHTLY, SECTION_TEXTS_FULLY };

struct section_packer {
    struct section_entry *entries;
    size_t entry_count;
    size_t entry_capacity;
    struct buffer stored;
    uint64_t raw_size;
    void *context; /* ZSTD_CCtx, made when it is needed first */
    enum section_texts texts;
    struct text_model *text_model; /* the same */
    struct buffer text;            /* what it made of a section */
    struct buffer symbols;         /* ... and symbol_code.h */
    struct memory *memory;
};

void section_packer_init(struct section_packer *packer, struct memory *memory);
void section_packer_free(struct section_packer *packer);

/* Forgets the sections of the block before. */
void section_packer_start(struct section_packer *packer, enum section_texts texts);

/* Adds a section, by zstd, the text model or as symbols where that makes it smaller. */
enum pgnpack_status section_packer_add(struct section_packer *packer, uint8_t type, uint16_t index,
                                       const void *raw, size_t raw_size, int zstd_level, struct error *error);

/* Appends header, table and sections to `out`; sets block_size and section_count. */
enum pgnpack_status section_packer_finish(struct section_packer *packer, struct block_header *header,
                                          struct buffer *out, struct error *error);

/* What unpacking needs; made when it is needed first. */
struct section_unpacker {
    struct memory *memory;
    void *context; /* ZSTD_DCtx */
    struct text_model *text_model;
};

void section_unpacker_init(struct section_unpacker *unpacker, struct memory *memory);
void section_unpacker_free(struct section_unpacker *unpacker);

/* Are a section's stored bytes what its checksum says? */
enum pgnpack_status section_check(const struct section_entry *entry, const uint8_t *stored,
                                  struct error *error);

/* Unpacks a section into exactly entry->raw_size bytes. Checks the checksum. */
enum pgnpack_status section_unpack(struct section_unpacker *unpacker, const struct section_entry *entry,
                                   const uint8_t *stored, uint8_t *raw, struct error *error);

#endif
