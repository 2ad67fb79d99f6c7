/* A block of one file, from an encoder that has its games. */
#ifndef PGNPACK_TESTS_SHARED_LONE_FILE_H
#define PGNPACK_TESTS_SHARED_LONE_FILE_H

#include "block/block_encoder.h"

static inline enum pgnpack_status pack_lone_file(struct block_encoder *encoder, struct block_header *header,
                                                 const char *name, struct error *error)
{
    struct file_list files;
    file_list_init(&files, encoder->memory);
    enum pgnpack_status status = error_no_memory(error);
    if (file_list_add(&files, text_of(name), FILE_TIME_UNKNOWN)) {
        error_clear(error);
        header->flags |= *name != '\0' ? BCGN_BLOCK_BEGINS_FILE : 0;
        file_list_last(&files)->text_end = (uint32_t)encoder->text.size;
        block_encoder_end_file(encoder, file_list_last(&files));
        status = block_encoder_pack(encoder, header, &files, error);
    }
    file_list_free(&files);
    return status;
}

#endif
