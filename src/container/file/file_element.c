#include "container/file/file_element.h"

#include <string.h>

#include "util/bytes.h"

enum file_element file_element_at(const uint8_t *bytes, size_t size, uint64_t offset,
                                  struct block_header *block, struct end_mark *mark)
{
    struct footer_head head;
    struct file_header header;
    struct error ignored;
    error_clear(&ignored);
    if (size >= BCGN_BLOCK_HEADER_SIZE && load_le64(bytes) == BCGN_SYNC_MARKER)
        return block_header_read(bytes, block, &ignored) == PGNPACK_OK ? ELEMENT_BLOCK : ELEMENT_NONE;
    if (size >= BCGN_FOOTER_HEAD_SIZE && load_le64(bytes) == BCGN_FOOTER_MARKER)
        return footer_head_read(bytes, offset, &head, &ignored) == PGNPACK_OK ? ELEMENT_FOOTER : ELEMENT_NONE;
    if (size >= BCGN_FILE_HEADER_SIZE && memcmp(bytes, "BCGN", 4) == 0)
        return file_header_read(bytes, &header, &ignored) == PGNPACK_OK ? ELEMENT_HEADER : ELEMENT_NONE;
    if (size >= BCGN_END_MARK_SIZE && is_end_magic(bytes))
        return end_mark_read(bytes, mark, &ignored) == PGNPACK_OK ? ELEMENT_END_MARK : ELEMENT_NONE;
    return ELEMENT_NONE;
}
