#include "lib/open/reader_torn.h"

#include <string.h>

#include "container/file/file_element.h"

struct walk {
    const struct pgnpack_reader *reader;
    uint64_t offset;           /* of the present element; where no element is, the walk ends */
    uint64_t end;              /* of the last whole segment */
    int is_inside;             /* of a segment ... */
    struct file_header header; /* ... that begins so */
    int is_footed;             /* its footer was there, of this size: */
    uint32_t footer_size;
    uint64_t games; /* of its blocks */
};

/* Whoever changes the file may have cut off meanwhile what was behind its last end mark: then nothing is there. */
static enum pgnpack_status read_rest(const struct walk *walk, uint64_t offset, uint8_t *bytes, size_t *size,
                                     struct error *error)
{
    uint64_t rest = walk->reader->file_size - offset;
    *size = rest < *size ? (size_t)rest : *size;
    enum pgnpack_status status = reader_read(walk->reader, offset, bytes, *size, error);
    if (status != PGNPACK_ERROR_TRUNCATED)
        return status;
    *size = (size_t)(error->offset - offset); /* where the file ends */
    error_clear(error);
    return *size == 0 ? PGNPACK_OK : reader_read(walk->reader, offset, bytes, *size, error);
}

/* What begins at the walk's place, and how long it is. */
struct element {
    enum file_element kind;
    uint64_t size;
    uint32_t games; /* of a block */
    struct file_header header;
};

static enum pgnpack_status read_element(const struct walk *walk, struct element *element, struct error *error)
{
    uint8_t bytes[ELEMENT_HEAD_SIZE];
    struct block_header block = {.game_count = 0};
    struct footer_head footer = {.packed_size = 0};
    struct end_mark mark;
    struct error ignored;
    size_t size = sizeof bytes;
    error_clear(&ignored);
    enum pgnpack_status status = read_rest(walk, walk->offset, bytes, &size, error);
    if (status != PGNPACK_OK)
        return status;
    element->kind = file_element_at(bytes, size, walk->offset, &block, &mark);
    /* Of a segment that is being made nothing else counts, so it may be a newer version that makes it. */
    element->header = (struct file_header){.is_being_made = 0};
    if (size >= BCGN_FILE_HEADER_SIZE && (element->kind == ELEMENT_HEADER || element->kind == ELEMENT_NONE))
        file_header_read(bytes, &element->header, &ignored);
    if (element->header.is_being_made)
        element->kind = ELEMENT_HEADER;
    if (element->kind == ELEMENT_FOOTER)
        footer_head_read(bytes, walk->offset, &footer, &ignored);
    element->games = element->kind == ELEMENT_BLOCK ? block.game_count : 0;
    element->size = element->kind == ELEMENT_BLOCK      ? block.block_size
                    : element->kind == ELEMENT_FOOTER   ? BCGN_FOOTER_HEAD_SIZE + (uint64_t)footer.packed_size
                    : element->kind == ELEMENT_HEADER   ? BCGN_FILE_HEADER_SIZE
                    : element->kind == ELEMENT_END_MARK ? BCGN_END_MARK_SIZE
                                                        : 0;
    return PGNPACK_OK;
}

/* Goes on to the next element. Returns 0 where the row of elements ends. */
static int go_on(struct walk *walk, const struct element *element)
{
    int fits = element->kind == ELEMENT_HEADER     ? !walk->is_inside
               : element->kind == ELEMENT_BLOCK    ? walk->is_inside && !walk->is_footed
               : element->kind == ELEMENT_FOOTER   ? walk->is_inside && !walk->is_footed
               : element->kind == ELEMENT_END_MARK ? walk->is_footed
                                                   : 0;
    if (!fits || element->size > walk->reader->file_size - walk->offset)
        return 0;
    walk->offset += element->size;
    walk->games = element->kind == ELEMENT_HEADER ? 0 : walk->games + element->games;
    walk->is_inside = element->kind != ELEMENT_END_MARK;
    walk->is_footed = element->kind == ELEMENT_FOOTER;
    if (element->kind == ELEMENT_HEADER)
        walk->header = element->header;
    if (element->kind == ELEMENT_FOOTER)
        walk->footer_size = (uint32_t)element->size;
    if (element->kind == ELEMENT_END_MARK)
        walk->end = walk->offset;
    return walk->offset < walk->reader->file_size;
}

/* ---- What a write leaves that was broken off ---- */

static int are_zero(const uint8_t *bytes, size_t size)
{
    size_t i = 0;
    while (i < size && bytes[i] == 0)
        i++;
    return i == size;
}

/* Of `whole_size` bytes that were written at `offset`. */
static int is_part(const uint8_t *bytes, size_t size, uint64_t offset, const uint8_t *whole,
                   size_t whole_size)
{
    enum { SECTOR_SIZE = 512 }; /* of disks, or a part of one */
    size_t first = 0, border = SECTOR_SIZE - (size_t)(offset % SECTOR_SIZE);
    if (size > whole_size)
        return 0;
    while (first < size && bytes[first] == whole[first])
        first++;
    return are_zero(bytes + first, size - first) ||
           (border < size && are_zero(bytes, border) &&
            memcmp(bytes + border, whole + border, size - border) == 0);
}

int torn_is_part_of_header(const uint8_t *bytes, size_t size, uint64_t offset)
{
    uint8_t whole[BCGN_FILE_HEADER_SIZE];
    int is_one = 0;
    for (enum bcgn_profile profile = BCGN_PROFILE_SIMPLE; profile <= BCGN_PROFILE_MODEL && !is_one;
         profile++) {
        file_header_set(&(struct file_header){.kind.profile = profile, .is_being_made = 1}, whole);
        is_one = is_part(bytes, size, offset, whole, sizeof whole);
    }
    return is_one;
}

int torn_is_part_of_mark(const uint8_t *bytes, size_t size, uint64_t offset, const struct end_mark *mark)
{
    uint8_t whole[BCGN_END_MARK_SIZE];
    end_mark_set(mark, whole);
    return is_part(bytes, size, offset, whole, sizeof whole);
}

/* ---- The judgement ---- */

/* Then nothing of the file's end is missing: something before it is damaged, or another file was put behind it. */
static enum pgnpack_status ends_with_end_mark(const struct walk *walk, int *result_ret, struct error *error)
{
    uint8_t bytes[BCGN_END_MARK_SIZE];
    struct end_mark mark;
    struct error ignored;
    size_t size = sizeof bytes;
    error_clear(&ignored);
    enum pgnpack_status status = read_rest(walk, walk->reader->file_size - sizeof bytes, bytes, &size, error);
    *result_ret =
        status == PGNPACK_OK && size == sizeof bytes && end_mark_read(bytes, &mark, &ignored) == PGNPACK_OK;
    return status;
}

/* Is there nothing but zeros from here on? Some systems make a file longer before they write to it. */
static enum pgnpack_status is_empty_rest(const struct walk *walk, int *result_ret, struct error *error)
{
    uint8_t bytes[4096];
    uint64_t offset = walk->offset;
    enum pgnpack_status status = PGNPACK_OK;
    size_t size = 1;
    *result_ret = 1;
    while (status == PGNPACK_OK && *result_ret && size != 0 && offset < walk->reader->file_size) {
        size = sizeof bytes;
        status = read_rest(walk, offset, bytes, &size, error);
        *result_ret = status == PGNPACK_OK && are_zero(bytes, size);
        offset += size;
    }
    return status;
}

/* Somebody has written to it since its size was asked for: what seems to be cut was being made. */
static int has_grown(const struct pgnpack_reader *reader)
{
    uint8_t byte;
    size_t size = 0;
    return reader->read_at(reader->opaque, reader->file_size, &byte, 1, &size) == 0 && size != 0;
}

/* Of what follows the row of elements: `size` bytes, or the first of more. */
static enum pgnpack_status judge(const struct walk *walk, const struct element *next, const uint8_t *bytes,
                                 size_t size, struct torn_end *torn, struct error *error)
{
    const struct end_mark mark = {.segment_size = walk->offset + BCGN_END_MARK_SIZE - walk->end,
                                  .game_count = walk->games,
                                  .footer_size = walk->footer_size,
                                  .kind = walk->header.kind};
    enum pgnpack_status status = PGNPACK_OK;
    int is_broken_off = walk->is_inside ? walk->header.is_being_made && next->kind != ELEMENT_HEADER
                                        : torn_is_part_of_header(bytes, size, walk->offset);
    if (!walk->is_inside && !is_broken_off)
        status = is_empty_rest(walk, &is_broken_off, error);
    if (!is_broken_off && walk->is_footed && torn_is_part_of_mark(bytes, size, walk->offset, &mark)) {
        torn->kind = PGNPACK_TORN_UNMARKED;
        torn->end = walk->offset + BCGN_END_MARK_SIZE;
        torn->size = size;
        end_mark_set(&mark, torn->mark);
    } else {
        torn->kind =
            is_broken_off || has_grown(walk->reader) ? PGNPACK_TORN_UNFINISHED : PGNPACK_TORN_DAMAGED;
    }
    return status;
}

void torn_end_set_damaged(struct torn_end *torn, uint64_t file_size)
{
    torn->kind = PGNPACK_TORN_DAMAGED;
    torn->end = torn->committed;
    torn->size = file_size - torn->committed;
}

enum pgnpack_status reader_find_torn(const struct pgnpack_reader *reader, struct torn_end *torn,
                                     struct error *error)
{
    enum { SHORT = BCGN_END_MARK_SIZE + 1 }; /* more than a header or an end mark */
    struct walk walk = {.reader = reader};
    struct element element;
    uint8_t bytes[SHORT];
    size_t size = sizeof bytes;
    int is_marked;
    *torn = (struct torn_end){.kind = PGNPACK_TORN_NOT};
    enum pgnpack_status status;
    do
        status = read_element(&walk, &element, error);
    while (status == PGNPACK_OK && go_on(&walk, &element));
    torn->end = torn->committed = walk.end;
    torn->size = reader->file_size - walk.end;
    if (status != PGNPACK_OK || walk.end == 0 || torn->size == 0)
        return status;
    status = ends_with_end_mark(&walk, &is_marked, error);
    if (status != PGNPACK_OK || is_marked)
        return status;
    if (walk.offset < reader->file_size)
        status = read_rest(&walk, walk.offset, bytes, &size, error);
    else
        size = 0, element.kind = ELEMENT_NONE;
    return status == PGNPACK_OK ? judge(&walk, &element, bytes, size, torn, error) : status;
}
