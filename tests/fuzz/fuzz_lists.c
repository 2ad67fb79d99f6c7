/*
 * Lists of moves. Input: a byte, and if its lowest bit is 0, a stream of lists: those that come out, encoded again, come
 * back. If it is 1, texts that end with a zero: their lists and what is behind come back. Bit 1 chooses the net; if the
 * others are all 1, there is time for a long text.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "moves/streams/line_list.h"
#include "fuzz/kept_memory.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TEXTS_MAX = 50, TEXT_SIZE_LIMIT = 300, LONG_TEXT_SIZE_LIMIT = 6000 };

static const char *const fens[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "2r1kr2/8/8/8/8/8/8/1R2K1R1 w GBfc - 0 1",
    "QQQQQQQ1/Q5Q1/8/Q1Q1Q3/7k/Q1Q1Q3/8/KQQ2Q2 w - - 0 1",
};

enum { PLACE_COUNT = 3 * sizeof fens / sizeof *fens };

struct text_list {
    struct buffer texts;
    size_t starts[TEXTS_MAX + 1];
    unsigned count;
};

static struct position boards[PLACE_COUNT][LINE_ORIGIN_COUNT];
static struct line_place places[PLACE_COUNT];

static void require(int condition)
{
    if (!condition)
        abort();
}

static void make_places(void)
{
    static int are_made;
    for (unsigned i = 0; i < PLACE_COUNT && !are_made; i++) {
        static const uint8_t origins[3][3] = {{LINE_ORIGIN_NOW, 0, 0},
                                              {LINE_ORIGIN_BEFORE, LINE_ORIGIN_NOW, 0},
                                              {LINE_ORIGIN_EARLIER, LINE_ORIGIN_BEFORE, LINE_ORIGIN_NOW}};
        const char *fen = fens[i / 3];
        struct position position;
        require(fen_parse(fen, strlen(fen), &position, NULL) == FEN_OK);
        places[i] = (struct line_place){.kind = i % 2, .side = i % 3 % 2};
        for (unsigned j = 0; j <= i % 3; j++) {
            unsigned origin = origins[i % 3][j];
            boards[i][origin] = position;
            places[i].boards[origin] = &boards[i][origin];
            if (j == i % 3 || !legal_exists(&position))
                break;
            struct move_targets targets;
            legal_targets(&position, &targets);
            chess_move move = legal_nth(&position, &targets, 5 % targets.count);
            position_make(&position, move);
            *(origin == LINE_ORIGIN_BEFORE ? &places[i].last : &places[i].last_but_one) = move;
        }
    }
    are_made = 1;
}

static struct text text_at(const struct text_list *list, unsigned i)
{
    return (struct text){(const char *)list->texts.data + list->starts[i],
                         list->starts[i + 1] - list->starts[i]};
}

static void end_text(struct text_list *list)
{
    list->starts[++list->count] = list->texts.size;
}

/* As many lists as there are. */
static void read_lists(struct line_list_coder *coder, struct byte_source in, size_t limit,
                       struct text_list *list)
{
    int has_rest;
    if (line_list_start_decoding(coder, in) != PGNPACK_OK)
        return;
    while (list->count < TEXTS_MAX && list->texts.size < limit) {
        size_t before = list->texts.size;
        if (!line_list_decode(coder, &places[list->count % PLACE_COUNT], &list->texts, &has_rest)) {
            list->texts.size = before;
            return;
        }
        end_text(list);
    }
}

static void take_texts(struct byte_source in, struct text_list *list)
{
    while (list->count < TEXTS_MAX && byte_source_left(&in) > 0) {
        const uint8_t *end = memchr(in.at, 0, byte_source_left(&in));
        size_t size = end == NULL ? byte_source_left(&in) : (size_t)(end - in.at);
        buffer_append(&list->texts, in.at, size);
        in.at += size + (end != NULL);
        end_text(list);
    }
}

/* `are_lists`: nothing is behind them. */
static void check_texts(struct line_list_coder *coder, uint8_t net_id, const struct text_list *list,
                        int are_lists)
{
    size_t sizes[TEXTS_MAX];
    struct buffer stream, text;
    buffer_init(&stream, coder->memory);
    buffer_init(&text, coder->memory);
    require(line_list_start_encoding(coder, net_id, &stream) == PGNPACK_OK);
    for (unsigned i = 0; i < list->count; i++) {
        sizes[i] = line_list_encode(coder, &places[i % PLACE_COUNT], text_at(list, i));
        require(!are_lists || sizes[i] == text_at(list, i).size);
    }
    line_list_finish(coder);
    require(line_list_start_decoding(coder, byte_source_of(stream.data, stream.size)) == PGNPACK_OK);
    for (unsigned i = 0; i < list->count; i++) {
        struct text expected = text_at(list, i);
        int has_rest;
        buffer_clear(&text);
        require(line_list_decode(coder, &places[i % PLACE_COUNT], &text, &has_rest));
        require(text.size == sizes[i] &&
                (text.size == 0 || memcmp(text.data, expected.data, text.size) == 0));
        require(has_rest == (sizes[i] == 0 || sizes[i] < expected.size));
    }
    require(line_list_at_end(coder));
    buffer_free(&stream);
    buffer_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct memory memory;
    struct line_list_coder coder;
    struct text_list list = {.count = 0};
    if (size == 0)
        return 0;
    memory_init(&memory, &kept_allocator, 0);
    line_list_init(&coder, &memory);
    buffer_init(&list.texts, &memory);
    require(buffer_reserve(&list.texts, 1));
    make_places();
    struct byte_source in = byte_source_of(data + 1, size - 1);
    if (data[0] % 2 == 0)
        read_lists(&coder, in, data[0] >> 2 == 63 ? LONG_TEXT_SIZE_LIMIT : TEXT_SIZE_LIMIT, &list);
    else
        take_texts(in, &list);
    check_texts(&coder, data[0] / 2 % 2, &list, data[0] % 2 == 0);
    line_list_free(&coder);
    buffer_free(&list.texts);
    require(memory.held == 0 && kept_memory_held() == 0);
    return 0;
}
