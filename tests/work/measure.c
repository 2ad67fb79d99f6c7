#include <stdlib.h>
#include <string.h>

#include "pgnpack_extra.h"
#include "work/work.h"

/* Texts and files arrive in pieces of this size: an odd one, smaller than any buffer. */
enum { PIECE_SIZE = 1009 };

static int write_counted(void *opaque, const void *bytes, size_t size)
{
    work_count_bytes(size);
    return bytes_write(opaque, bytes, size);
}

static int read_counted(void *opaque, void *bytes, size_t size, size_t *size_ret)
{
    int cause = bytes_read(opaque, bytes, size, size_ret);
    work_count_bytes(*size_ret);
    return cause;
}

static int read_at_counted(void *opaque, uint64_t offset, void *bytes, size_t size, size_t *size_ret)
{
    int cause = bytes_read_at(opaque, offset, bytes, size, size_ret);
    work_count_bytes(*size_ret);
    return cause;
}

/* ---- Packing ---- */

static int write_pieces(struct pgnpack_writer *writer, const uint8_t *text, size_t size)
{
    int done = 1;
    for (size_t at = 0; at < size && done; at += PIECE_SIZE)
        done = pgnpack_writer_write(writer, text + at, size - at < PIECE_SIZE ? size - at : PIECE_SIZE) ==
               PGNPACK_OK;
    return done;
}

static int begin_file(struct pgnpack_writer *writer, size_t number)
{
    char name[32];
    int size = 0;
    do
        name[size++] = (char)('a' + number % 26);
    while ((number /= 26) != 0);
    return pgnpack_writer_begin_file(writer, name, (size_t)size, NULL) == PGNPACK_OK;
}

static struct pgnpack_writer *new_writer(const struct work_setup *setup, struct bytes *packed)
{
    const struct pgnpack_writer_options options = {
        .size = sizeof options, .level = setup->level, .threads = 1, .block_size = setup->block_size};
    struct pgnpack_writer *writer =
        pgnpack_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(write_counted, packed));
    if (writer == NULL)
        abort();
    return writer;
}

static int finish(struct pgnpack_writer *writer)
{
    int done = pgnpack_writer_finish(writer) == PGNPACK_OK;
    pgnpack_free(writer);
    return done;
}

static int pack_segments(const struct work_setup *setup, const struct text_shape *shape,
                         const struct bytes *text, struct bytes *packed)
{
    int done = 1;
    size_t count = shape->piece == 0 ? text->size / 16 : (text->size + shape->piece - 1) / shape->piece;
    for (size_t i = 0; i < count && done; i++) {
        struct pgnpack_writer *writer = new_writer(setup, packed);
        size_t at = i * shape->piece;
        done = write_pieces(writer, text->data + at,
                            text->size - at < shape->piece ? text->size - at : shape->piece);
        done &= finish(writer);
    }
    return done;
}

static int pack_files(struct pgnpack_writer *writer, const struct text_shape *shape, const struct bytes *text)
{
    int done = 1;
    size_t count = shape->piece == 0 ? text->size / 16 : (text->size + shape->piece - 1) / shape->piece;
    for (size_t i = 0; i < count && done; i++) {
        size_t at = i * shape->piece;
        done = begin_file(writer, i) &&
               write_pieces(writer, text->data + at,
                            text->size - at < shape->piece ? text->size - at : shape->piece);
    }
    return done;
}

uint64_t measure_packing(const struct work_setup *setup, const struct text_shape *shape,
                         const struct bytes *text, struct bytes *packed, int *sound_ret)
{
    uint64_t before = work_steps();
    int done;
    if (shape->joining == JOINED_AS_SEGMENTS) {
        done = pack_segments(setup, shape, text, packed);
    } else {
        struct pgnpack_writer *writer = new_writer(setup, packed);
        done = shape->joining == JOINED_AS_FILES ? pack_files(writer, shape, text)
                                                 : write_pieces(writer, text->data, text->size);
        done &= finish(writer);
    }
    *sound_ret &= done;
    return work_steps() - before;
}

/* ---- Unpacking ---- */

/* `text`: what has to come out; NULL: whatever is whole. */
static void unpack(const struct bytes *packed, int salvage, const struct bytes *text, int *sound_ret)
{
    const struct pgnpack_unpacker_options options = {
        .size = sizeof options, .threads = 1, .salvage = salvage};
    struct bytes_source source = {packed->data, packed->size, 0, PIECE_SIZE};
    struct bytes unpacked = {0};
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, &options);
    if (unpacker == NULL)
        abort();
    enum pgnpack_status status = pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(read_counted, &source),
                                                      PGNPACK_TO_FUNCTION(write_counted, &unpacked));
    if (text != NULL)
        *sound_ret &= status == PGNPACK_OK && bytes_equal(text, &unpacked);
    pgnpack_free(unpacker);
    bytes_free(&unpacked);
}

/* ---- Reading ---- */

static struct pgnpack_reader *open_reader(struct bytes *packed)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    if (reader == NULL)
        abort();
    pgnpack_reader_open(reader, PGNPACK_FROM_RANGES(read_at_counted, packed, packed->size));
    return reader;
}

static void list(struct bytes *packed)
{
    struct pgnpack_reader *reader = open_reader(packed);
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    struct pgnpack_block_info info;
    struct pgnpack_block_details details;
    struct pgnpack_column column;
    size_t columns = 0;
    for (uint64_t n = 0; pgnpack_reader_block(reader, n, &info); n++)
        pgnpack_block_reader_details(blocks, n, &details);
    pgnpack_block_reader_columns(blocks, &columns);
    for (size_t i = 0; i < columns; i++)
        pgnpack_block_reader_column(blocks, i, &column);
    pgnpack_free(blocks);
    pgnpack_free(reader);
}

static void read_one_game(struct bytes *packed, int last)
{
    struct pgnpack_reader *reader = open_reader(packed);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    const struct pgnpack_game *game;
    struct pgnpack_text text;
    if (pgnpack_cursor_seek(cursor, last ? pgnpack_reader_info(reader)->game_count : 1) == PGNPACK_OK &&
        pgnpack_cursor_next(cursor, &game) == PGNPACK_OK)
        pgnpack_cursor_text(cursor, &text);
    pgnpack_free(cursor);
    pgnpack_free(reader);
}

static void read_tags(struct bytes *packed)
{
    static const char *const names[] = {"White"};
    struct pgnpack_reader *reader = open_reader(packed);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TAGS);
    const struct pgnpack_game *game;
    struct pgnpack_text value;
    pgnpack_cursor_tags(cursor, names, 1);
    while (pgnpack_cursor_next(cursor, &game) == PGNPACK_OK)
        pgnpack_game_find_tag(game, "White", &value);
    pgnpack_free(cursor);
    pgnpack_free(reader);
}

static void find_first_game(struct bytes *packed)
{
    struct pgnpack_reader *reader = open_reader(packed);
    char id[PGNPACK_ID_SIZE];
    uint64_t number;
    if (pgnpack_reader_game_id(reader, 1, id))
        pgnpack_reader_find_id(reader, id, PGNPACK_ID_NOW, &number);
    pgnpack_free(reader);
}

static void compact(struct bytes *packed)
{
    const struct pgnpack_copy_options options = {.size = sizeof options, .level = 3, .threads = 1, .time = 1};
    struct pgnpack_reader *reader = open_reader(packed);
    struct bytes out = {0};
    struct pgnpack_copy *copy = pgnpack_copy_new(NULL, &options, PGNPACK_TO_FUNCTION(write_counted, &out));
    if (pgnpack_copy_compact(copy, reader) == PGNPACK_OK)
        pgnpack_copy_finish(copy);
    pgnpack_free(copy);
    pgnpack_free(reader);
    bytes_free(&out);
}

static void find_duplicates(struct bytes *packed)
{
    struct pgnpack_reader *reader = open_reader(packed);
    const struct pgnpack_duplicates_options options = {.size = sizeof options, .threads = 1};
    struct pgnpack_duplicates *duplicates = pgnpack_duplicates_new(NULL, &options);
    struct pgnpack_duplicate pair;
    if (pgnpack_duplicates_add_reader(duplicates, reader, 0) == PGNPACK_OK &&
        pgnpack_duplicates_run(duplicates) == PGNPACK_OK)
        while (pgnpack_duplicates_next(duplicates, &pair) == PGNPACK_OK)
            ;
    pgnpack_free(duplicates);
    pgnpack_free(reader);
}

uint64_t measure_packed(enum work_operation operation, struct bytes *packed, const struct bytes *text,
                        int *sound_ret)
{
    struct bytes cut = {packed->data, packed->size / 3 * 2, 0};
    uint64_t before = work_steps();
    switch (operation) {
    case WORK_UNPACK:
        unpack(packed, 0, text, sound_ret);
        break;
    case WORK_OPEN:
        list(packed);
        break;
    case WORK_FIRST_GAME:
    case WORK_LAST_GAME:
        read_one_game(packed, operation == WORK_LAST_GAME);
        break;
    case WORK_TAGS:
        read_tags(packed);
        break;
    case WORK_OPEN_CUT:
        list(&cut);
        break;
    case WORK_SALVAGE_CUT:
        unpack(&cut, 1, NULL, sound_ret);
        break;
    case WORK_SALVAGE:
        unpack(packed, 1, text, sound_ret);
        break;
    case WORK_FIND_ID:
        find_first_game(packed);
        break;
    case WORK_COMPACT:
        compact(packed);
        break;
    case WORK_DUPLICATES:
        find_duplicates(packed);
        break;
    default:
        abort();
    }
    return work_steps() - before;
}

/* ---- Texts ---- */

static void add_game(struct pgnpack_bcgn0_writer *writer, const struct pgnpack_game *game)
{
    if (writer != NULL)
        pgnpack_bcgn0_writer_add(writer, game);
}

/* Every game of the text, into the writer, which may be NULL. */
static void read_pgn(const struct bytes *text, struct pgnpack_bcgn0_writer *writer)
{
    struct bytes_source source = {text->data, text->size, 0, PIECE_SIZE};
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    const struct pgnpack_game *game;
    enum pgnpack_status status;
    pgnpack_pgn_reader_open(reader, PGNPACK_FROM_STREAM(read_counted, &source));
    while ((status = pgnpack_pgn_reader_next(reader, &game)) == PGNPACK_OK || status == PGNPACK_ERROR_LIMIT)
        if (status == PGNPACK_OK)
            add_game(writer, game);
    pgnpack_free(reader);
}

static void convert(const struct bytes *text)
{
    const struct pgnpack_bcgn0_options options = {
        .size = sizeof options, .scheme = PGNPACK_BCGN0_VARIABLE, .lossy = 1};
    struct bytes packed = {0};
    struct pgnpack_bcgn0_writer *writer =
        pgnpack_bcgn0_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(write_counted, &packed));
    read_pgn(text, writer);
    pgnpack_bcgn0_writer_finish(writer);
    pgnpack_free(writer);

    struct bytes_source source = {packed.data, packed.size, 0, PIECE_SIZE};
    struct pgnpack_bcgn0_reader *reader = pgnpack_bcgn0_reader_new(NULL);
    const struct pgnpack_game *game;
    pgnpack_bcgn0_reader_open(reader, PGNPACK_FROM_STREAM(read_counted, &source));
    while (pgnpack_bcgn0_reader_next(reader, &game) == PGNPACK_OK)
        ;
    pgnpack_free(reader);
    bytes_free(&packed);
}

uint64_t measure_text(enum work_operation operation, const struct bytes *text)
{
    uint64_t before = work_steps();
    if (operation == WORK_BCGN0)
        convert(text);
    else
        read_pgn(text, NULL);
    return work_steps() - before;
}
