#include "lib/reader_torn.h"

#include <string.h>

#include "container/file_element.h"

struct walk {
    const struct pgnpack_reader *reader;
    uint64_t offset; /* of the present element; where no element is, the walk ends */
    uint64_t end;    /* of the last whole segment */
    int is_inside;   /* of a segment */
    int is_footed;   /* its footer was there, of this size: */
    uint32_t footer_size;
    uint64_t games; /* of its blocks */
};

/* Whoever changes the file may have cut off meanwhile what was behind its last end mark: then nothing is there. */
static enum pgnpack_status read_rest(const struct walk *walk, uint8_t *bytes, size_t *size,
                                     struct error *error)
{
    enum pgnpack_status status = reader_read(walk->reader, walk->offset, bytes, *size, error);
    if (status != PGNPACK_ERROR_TRUNCATED)
        return status;
    *size = (size_t)(error->offset - walk->offset); /* where the file ends */
    error_clear(error);
    return *size == 0 ? PGNPACK_OK : reader_read(walk->reader, walk->offset, bytes, *size, error);
}

/* Bytes of the element; 0: none begins here. */
static enum pgnpack_status element_size(struct walk *walk, enum file_element *kind, uint64_t *size_ret,
                                        struct error *error)
{
    uint8_t bytes[ELEMENT_HEAD_SIZE];
    struct block_header block = {.game_count = 0};
    struct end_mark mark;
    struct footer_head footer;
    struct error ignored;
    uint64_t rest = walk->reader->file_size - walk->offset;
    size_t size = rest < sizeof bytes ? (size_t)rest : sizeof bytes;
    error_clear(&ignored);
    enum pgnpack_status status = read_rest(walk, bytes, &size, error);
    *kind = status == PGNPACK_OK ? file_element_at(bytes, size, walk->offset, &block, &mark) : ELEMENT_NONE;
    if (*kind == ELEMENT_FOOTER && footer_head_read(bytes, walk->offset, &footer, &ignored) != PGNPACK_OK)
        *kind = ELEMENT_NONE;
    *size_ret = *kind == ELEMENT_BLOCK      ? block.block_size
                : *kind == ELEMENT_FOOTER   ? BCGN_FOOTER_HEAD_SIZE + (uint64_t)footer.packed_size
                : *kind == ELEMENT_HEADER   ? BCGN_FILE_HEADER_SIZE
                : *kind == ELEMENT_END_MARK ? BCGN_END_MARK_SIZE
                                            : 0;
    if (*kind == ELEMENT_FOOTER)
        walk->footer_size = (uint32_t)*size_ret;
    walk->games = *kind == ELEMENT_HEADER ? 0 : walk->games + (*kind == ELEMENT_BLOCK ? block.game_count : 0);
    return status;
}

/* Goes on to the next element. Returns 0 where the row of elements ends. */
static int go_on(struct walk *walk, enum file_element kind, uint64_t size)
{
    int fits = kind == ELEMENT_HEADER     ? !walk->is_inside
               : kind == ELEMENT_BLOCK    ? walk->is_inside && !walk->is_footed
               : kind == ELEMENT_FOOTER   ? walk->is_inside && !walk->is_footed
               : kind == ELEMENT_END_MARK ? walk->is_footed
                                          : 0;
    if (!fits || size > walk->reader->file_size - walk->offset)
        return 0;
    walk->offset += size;
    walk->is_inside = kind != ELEMENT_END_MARK;
    walk->is_footed = kind == ELEMENT_FOOTER;
    if (kind == ELEMENT_END_MARK)
        walk->end = walk->offset;
    return walk->offset < walk->reader->file_size;
}

/*
 * Disks write sectors of 512 bytes (or more): where one begins inside of what is written here, what is on one side of it may be there,
 * and zeros on the other. Returns how many of the `size` bytes come before.
 */
static size_t first_part(const struct walk *walk, size_t size)
{
    enum { SECTOR_SIZE = 512 };
    size_t first = SECTOR_SIZE - (size_t)(walk->offset % SECTOR_SIZE);
    return first < size ? first : size;
}

static int are_zero(const uint8_t *bytes, size_t size)
{
    size_t i = 0;
    while (i < size && bytes[i] == 0)
        i++;
    return i == size;
}

static int are_same_or_zero(const uint8_t *bytes, const uint8_t *whole, size_t size)
{
    return are_zero(bytes, size) || memcmp(bytes, whole, size) == 0;
}

/* A header of which only a part was written, or nothing but room for it. */
static int is_part_of_header(const struct walk *walk, const uint8_t *bytes, size_t size)
{
    static const uint8_t begin[4] = {'B', 'C', 'G', 'N'};
    size_t first = first_part(walk, size);
    if (are_zero(bytes, first))
        return 1;
    return (size < BCGN_FILE_HEADER_SIZE || (first < size && are_zero(bytes + first, size - first))) &&
           memcmp(bytes, begin, first < 4 ? first : 4) == 0;
}

static int is_part_of_mark(const struct walk *walk, const uint8_t *bytes, size_t size)
{
    uint8_t whole[BCGN_END_MARK_SIZE];
    const struct end_mark mark = {.segment_size = walk->offset + BCGN_END_MARK_SIZE - walk->end,
                                  .game_count = walk->games,
                                  .footer_size = walk->footer_size};
    size_t first = first_part(walk, BCGN_END_MARK_SIZE);
    if (size < BCGN_END_MARK_SIZE)
        return 1;
    end_mark_set(&mark, whole);
    return are_same_or_zero(bytes, whole, first) &&
           are_same_or_zero(bytes + first, whole + first, BCGN_END_MARK_SIZE - first);
}

/*
 * Then all that comes before the mark was on the disk when it was written, and what is not now was damaged later; or another file was
 * put behind the rest.
 */
static int ends_with_end_mark(const struct pgnpack_reader *reader)
{
    uint8_t bytes[BCGN_END_MARK_SIZE];
    struct end_mark mark;
    struct error ignored;
    error_clear(&ignored);
    return reader->file_size >= sizeof bytes &&
           reader_read(reader, reader->file_size - sizeof bytes, bytes, sizeof bytes, &ignored) ==
               PGNPACK_OK &&
           end_mark_read(bytes, &mark, &ignored) == PGNPACK_OK;
}

/*
 * Does the rest look like a change that was broken off? If its footer is there and something follows, it was not: then the end
 * mark was damaged later, and the segment is one of the database's.
 */
static enum pgnpack_status is_broken_off(const struct walk *walk, int *result_ret, struct error *error)
{
    uint8_t bytes[BCGN_FILE_HEADER_SIZE];
    uint64_t rest = walk->reader->file_size - walk->offset;
    size_t size = rest < sizeof bytes ? (size_t)rest : sizeof bytes;
    enum pgnpack_status status = read_rest(walk, bytes, &size, error);
    if (status == PGNPACK_OK && walk->is_inside && !walk->is_footed)
        *result_ret = 1;
    else if (status == PGNPACK_OK)
        *result_ret = walk->is_footed ? rest <= BCGN_END_MARK_SIZE && is_part_of_mark(walk, bytes, size)
                                      : is_part_of_header(walk, bytes, size);
    return status;
}

enum pgnpack_status reader_find_torn(const struct pgnpack_reader *reader, uint64_t *end_ret,
                                     struct error *error)
{
    struct walk walk = {.reader = reader};
    enum file_element kind;
    uint64_t size;
    int is_torn = 0;
    *end_ret = 0;
    enum pgnpack_status status;
    do
        status = element_size(&walk, &kind, &size, error);
    while (status == PGNPACK_OK && go_on(&walk, kind, size));
    if (status == PGNPACK_OK && walk.end != 0 && walk.end != reader->file_size && !ends_with_end_mark(reader))
        status = is_broken_off(&walk, &is_torn, error);
    if (status == PGNPACK_OK && is_torn)
        *end_ret = walk.end;
    return status;
}
