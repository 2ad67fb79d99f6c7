/* Gathers a block's sections, packed, until the block's header can be written before them. */
#ifndef PGNPACK_BCGN_SECTION_PACKER_H
#define PGNPACK_BCGN_SECTION_PACKER_H

#include "bcgn/block_format.h"
#include "util/buffer.h"
#include "util/error.h"

struct section_packer {
    struct section_entry *entries;
    size_t entry_count;
    size_t entry_capacity;
    struct buffer stored;
    uint64_t raw_size;
    void *context; /* ZSTD_CCtx, made when it is needed first */
    struct memory *memory;
};

void section_packer_init(struct section_packer *packer, struct memory *memory);
void section_packer_free(struct section_packer *packer);

/* Forgets the sections of the block before. */
void section_packer_start(struct section_packer *packer);

/* Adds a section, by zstd where that makes it smaller. */
enum pgnpack_status section_packer_add(struct section_packer *packer, uint8_t type, uint16_t index,
                                       const void *raw, size_t raw_size, int zstd_level, struct error *error);

/* Appends header, table and sections to `out`; sets block_size and section_count. */
enum pgnpack_status section_packer_finish(struct section_packer *packer, struct block_header *header,
                                          struct buffer *out, struct error *error);

/* Unpacks a section into exactly entry->raw_size bytes. `context` is a ZSTD_DCtx. Checks the checksum. */
enum pgnpack_status section_unpack(void *context, const struct section_entry *entry, const uint8_t *stored,
                                   uint8_t *raw, struct error *error);

/* A ZSTD_DCtx, or NULL when there is no memory. */
void *section_unpack_context_new(void);
void section_unpack_context_free(void *context);

#endif
