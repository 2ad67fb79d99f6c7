#include "unit/bcgn0_support.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/notation.h"
#include "pgn/pgn_reader.h"

int read_from_memory(void *opaque, void *bytes, size_t size, size_t *size_ret)
{
    struct memory_source *source = opaque;
    size_t rest = source->size - source->at;
    if (size > rest)
        size = rest;
    if (source->step != 0 && size > source->step)
        size = source->step;
    if (size != 0)
        memcpy(bytes, source->bytes + source->at, size);
    source->at += size;
    *size_ret = size;
    return 0;
}

struct pgnpack_bcgn0_options bcgn0_options(enum pgnpack_bcgn0_scheme scheme)
{
    return (struct pgnpack_bcgn0_options){.size = sizeof(struct pgnpack_bcgn0_options), .scheme = scheme};
}

void pack_text(struct packed *packed, const char *pgn, size_t pgn_size,
               const struct pgnpack_bcgn0_options *options)
{
    struct memory_source source = {(const uint8_t *)pgn, pgn_size, 0, 0};
    struct pgn_reader reader;
    struct bcgn0_writer writer;
    const struct game *game;
    memory_init(&packed->memory, NULL, 0);
    buffer_init(&packed->file, &packed->memory);
    error_clear(&packed->error);
    pgn_reader_init(&reader, read_from_memory, &source, NULL, 0);
    bcgn0_writer_init(&writer, options, &packed->memory);
    ck_assert_int_eq(bcgn0_write_file_header(&writer, &packed->file), 1);
    while (pgn_reader_next(&reader, &game) == PGNPACK_OK) {
        size_t before = packed->file.size;
        struct error error;
        error_clear(&error);
        enum pgnpack_status status = bcgn0_write_game(&writer, game, &packed->file, &error);
        ck_assert_int_eq(status, error.status);
        if (status == PGNPACK_OK)
            continue;
        ck_assert_uint_eq(packed->file.size, before);
        ck_assert_str_ne(error.text, "");
        if (packed->error.status == PGNPACK_OK)
            packed->error = error;
        if (!options->lossy)
            break;
    }
    packed->losses = writer.losses;
    bcgn0_writer_free(&writer);
    pgn_reader_free(&reader);
}

void packed_free(struct packed *packed)
{
    buffer_free(&packed->file);
    ck_assert_uint_eq(packed->memory.held, 0);
}

void open_bcgn0(struct bcgn0_reader *reader, struct memory_source *source, const void *bytes, size_t size)
{
    *source = (struct memory_source){bytes, size, 0, 0};
    bcgn0_reader_init(reader, read_from_memory, source, NULL, 0);
}

static char *terminated(struct buffer *text)
{
    buffer_append_byte(text, 0);
    ck_assert_int_eq(buffer_failed(text), 0);
    char *copy = malloc(text->size);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, text->data, text->size);
    buffer_free(text);
    return copy;
}

static void list_tags(const struct game *game, struct buffer *text)
{
    for (size_t i = 0; i < game->tag_count; i++) {
        buffer_append(text, game->tags[i].name.data, game->tags[i].name.size);
        buffer_append_byte(text, '=');
        buffer_append(text, game->tags[i].value.data, game->tags[i].value.size);
        buffer_append_byte(text, '\n');
    }
}

static void list_moves(const struct game *game, struct buffer *text, struct position *position)
{
    *position = game->start;
    for (size_t i = 0; i < game->item_count; i++) {
        char uci[SAN_SIZE_MAX];
        ck_assert_int_eq(game->items[i].kind, ITEM_MOVE);
        buffer_append_byte(text, ' ');
        buffer_append(text, uci, uci_write(game->items[i].value, 0, uci));
        position_make(position, game->items[i].value);
    }
}

char *tag_listing(const struct game *game)
{
    struct memory memory;
    struct buffer text;
    memory_init(&memory, NULL, 0);
    buffer_init(&text, &memory);
    list_tags(game, &text);
    return terminated(&text);
}

char *uci_listing(const struct game *game, struct position *final_position)
{
    struct memory memory;
    struct buffer text;
    memory_init(&memory, NULL, 0);
    buffer_init(&text, &memory);
    list_moves(game, &text, final_position);
    return terminated(&text);
}

char *bcgn0_listing(const void *bytes, size_t size)
{
    struct memory memory;
    struct buffer text;
    struct bcgn0_reader reader;
    struct memory_source source;
    const struct game *game;
    memory_init(&memory, NULL, 0);
    buffer_init(&text, &memory);
    open_bcgn0(&reader, &source, bytes, size);
    while (bcgn0_reader_next(&reader, &game) == PGNPACK_OK) {
        struct position position;
        char fen[FEN_SIZE_MAX + 1];
        list_tags(game, &text);
        buffer_append(&text, fen, fen_write(&game->start, FEN_X, fen));
        list_moves(game, &text, &position);
        buffer_append_byte(&text, ' ');
        struct text result = game_result_text((enum game_result)game->result);
        buffer_append(&text, result.data, result.size);
        buffer_append_string(&text, "\n\n");
    }
    if (reader.error.status != PGNPACK_END)
        buffer_append_string(&text, reader.error.text);
    bcgn0_reader_free(&reader);
    return terminated(&text);
}
