#include <stdlib.h>
#include <string.h>

#include "reliability/reliability.h"
#include "shared/annexes.h"
#include "shared/sample.h"

enum { BLOCKS_MAX = 64, HEADER_SIZE = 32, BLOCK_HEADER_SIZE = 64, END_MARK_SIZE = 32 };

/* A database of one file or two, and what is known of its blocks. */
struct database {
    struct bytes text;
    struct bytes packed;
    size_t second; /* where the second file begins; 0: there is one */
    size_t block_count;
    struct pgnpack_block_info blocks[BLOCKS_MAX];
    size_t text_starts[BLOCKS_MAX + 1];
    struct bytes games; /* the texts that cursors give: without what is behind a block's last game */
    size_t game_starts[BLOCKS_MAX + 1];
};

/* Appends what a cursor can read of a block. */
static void append_block_games(struct pgnpack_cursor *cursor, const struct pgnpack_block_info *block,
                               struct bytes *text)
{
    const struct pgnpack_game *game;
    struct pgnpack_text part;
    pgnpack_cursor_range(cursor, block->first_game, block->game_count);
    while (pgnpack_cursor_next(cursor, &game) == PGNPACK_OK &&
           pgnpack_cursor_text(cursor, &part) == PGNPACK_OK)
        bytes_append(text, part.data, part.size);
}

static void make_database(struct database *database, uint64_t *random)
{
    const struct pack_setup setup = {.level = 1 + (int)random_below(random, 6), .block_size = 400};
    unsigned games = 4 + (unsigned)random_below(random, 30);
    append_games(&database->text, games, next_random(random));
    struct bytes plain = {0};
    pack_bytes(&setup, database->text.data, database->text.size, &plain);
    /* No optional sections: cursors do not look at them, so that games of such a block outlive damage to it. */
    add_annexes(&plain, (unsigned)random_below(random, ANNEX_OPTIONAL), &database->packed);
    bytes_free(&plain);
    if (random_below(random, 2) == 0) {
        size_t first = database->text.size;
        database->second = database->packed.size;
        append_games(&database->text, games, next_random(random));
        pack_bytes(&setup, database->text.data + first, database->text.size - first, &database->packed);
    }
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(database->packed.data, database->packed.size));
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    while (database->block_count < BLOCKS_MAX &&
           pgnpack_reader_block(reader, database->block_count, &database->blocks[database->block_count])) {
        size_t n = database->block_count++;
        database->text_starts[n + 1] = database->text_starts[n] + (size_t)database->blocks[n].text_size;
        append_block_games(cursor, &database->blocks[n], &database->games);
        database->game_starts[n + 1] = database->games.size;
    }
    expect(database->block_count == pgnpack_reader_info(reader)->block_count,
           "too many blocks for this trial");
    pgnpack_free(cursor);
    pgnpack_free(reader);
}

static void free_database(struct database *database)
{
    bytes_free(&database->text);
    bytes_free(&database->packed);
    bytes_free(&database->games);
}

/* ---- Ways to lose a block ---- */

enum loss { LOSS_NONE, LOSS_ZEROS, LOSS_HEADER, LOSS_MARKER, LOSS_INSIDE, LOSS_NOISE, LOSS_CUT, LOSS_COUNT };

static void lose(struct bytes *packed, const struct pgnpack_block_info *block, enum loss loss,
                 uint64_t *random)
{
    uint8_t *at = packed->data + block->offset;
    size_t size = (size_t)block->size;
    switch (loss) {
    case LOSS_ZEROS:
        memset(at, 0, size);
        break;
    case LOSS_HEADER:
        memset(at, 0, BLOCK_HEADER_SIZE);
        break;
    case LOSS_MARKER:
        at[random_below(random, 8)] ^= 1;
        break;
    case LOSS_INSIDE:
        at[BLOCK_HEADER_SIZE + random_below(random, size - BLOCK_HEADER_SIZE)] ^= 0x10;
        break;
    case LOSS_NOISE:
        for (size_t i = 0; i < size; i++)
            at[i] = (uint8_t)next_random(random);
        break;
    case LOSS_CUT:
        bytes_cut(packed, (size_t)block->offset, size);
        break;
    default:
        break;
    }
}

/* Damage to what surrounds the blocks. The first few leave enough to name every lost game. */
enum frame_loss {
    FRAME_NONE,
    FRAME_HEADER,
    FRAME_FOOTER,
    FRAME_END_MARK,
    FRAME_SECOND_HEADER,
    FRAME_EXACT_COUNT,
    FRAME_END_CUT = FRAME_EXACT_COUNT,
    FRAME_BETWEEN, /* footer, end mark and the second file's header */
    FRAME_COUNT
};

/* `last`: where the first file's last block ends. Called before blocks are cut out, so offsets still hold. */
static void lose_frame(struct bytes *packed, size_t last, size_t first_end, enum frame_loss loss,
                       uint64_t *random)
{
    switch (loss) {
    case FRAME_HEADER:
        packed->data[random_below(random, HEADER_SIZE)] ^= 0x21;
        break;
    case FRAME_FOOTER:
        packed->data[last + random_below(random, first_end - END_MARK_SIZE - last)] ^= 2;
        break;
    case FRAME_END_MARK:
        packed->data[first_end - 1 - random_below(random, END_MARK_SIZE)] ^= 4;
        break;
    case FRAME_SECOND_HEADER:
        if (first_end != packed->size)
            packed->data[first_end + random_below(random, HEADER_SIZE)] ^= 0x21;
        break;
    case FRAME_END_CUT:
        packed->size -= 1 + random_below(random, 20);
        break;
    case FRAME_BETWEEN:
        memset(packed->data + last, 0, first_end - last + (first_end == packed->size ? 0 : HEADER_SIZE));
        break;
    default:
        break;
    }
}

/* ---- What has to come back ---- */

struct trial {
    const struct database *database;
    enum loss losses[BLOCKS_MAX];
    enum frame_loss frame_loss;
    unsigned long number;
};

static int block_of_game_is_lost(const struct trial *trial, uint64_t game)
{
    const struct database *database = trial->database;
    for (size_t n = 0; n < database->block_count; n++)
        if (game >= database->blocks[n].first_game &&
            game < database->blocks[n].first_game + database->blocks[n].game_count)
            return trial->losses[n] != LOSS_NONE;
    return 0;
}

/* What `all` has from starts[n] to starts[n + 1], for all blocks n that are not lost. */
static void append_whole_blocks(const struct trial *trial, const struct bytes *all, const size_t *starts,
                                struct bytes *text)
{
    for (size_t n = 0; n < trial->database->block_count; n++)
        if (trial->losses[n] == LOSS_NONE)
            bytes_append(text, all->data + starts[n], starts[n + 1] - starts[n]);
}

/* The stretches that were named are the lost blocks' games, each once, and no others. */
static void check_ranges(const struct trial *trial, const struct unpacked *unpacked,
                         const struct bytes *whole)
{
    uint64_t named = 0;
    uint64_t text_size = 0;
    int all_lost = 1;
    int text_is_known = 1;
    for (size_t i = 0; i < unpacked->damage_count && i < DAMAGES_MAX; i++) {
        const struct pgnpack_damage *damage = &unpacked->damages[i];
        if (!expect(damage->game_count != UINT64_MAX,
                    "lost blocks, trial %lu, frame %d: an unknown number is lost", trial->number,
                    trial->frame_loss))
            return;
        text_is_known &= damage->text_size != UINT64_MAX;
        for (uint64_t n = 0; n < damage->game_count; n++)
            all_lost &= block_of_game_is_lost(trial, damage->first_game + n);
        named += damage->game_count;
        text_size += damage->text_size;
    }
    uint64_t lost = 0;
    int any_is_cut = 0;
    for (size_t n = 0; n < trial->database->block_count; n++)
        any_is_cut |= trial->losses[n] == LOSS_CUT;
    for (size_t n = 0; n < trial->database->block_count; n++)
        lost += trial->losses[n] != LOSS_NONE ? trial->database->blocks[n].game_count : 0;
    expect(all_lost && named == lost, "lost blocks, trial %lu, frame %d: %llu games lost, %llu named",
           trial->number, trial->frame_loss, (unsigned long long)lost, (unsigned long long)named);
    /* An end mark knows games only. An index is not believed where too little is left for so many blocks. */
    expect(text_is_known ? text_size == trial->database->text.size - whole->size
                         : trial->frame_loss == FRAME_FOOTER || any_is_cut,
           "lost blocks, trial %lu, frame %d: the lost text's size is wrong", trial->number,
           trial->frame_loss);
}

static void check_stream(const struct trial *trial, const struct bytes *damaged, const struct bytes *whole,
                         int is_damaged)
{
    const struct unpack_setup setup = {.salvage = 1,
                                       .threads = 1 + (unsigned)(trial->number % 3),
                                       .piece = trial->number % 2 == 0 ? 0 : 777};
    struct unpacked unpacked;
    unpack_bytes(&setup, damaged->data, damaged->size, &unpacked);
    expect(bytes_equal(&unpacked.text, whole),
           "lost blocks, trial %lu, frame %d: %zu bytes of text, %zu are whole", trial->number,
           trial->frame_loss, unpacked.text.size, whole->size);
    expect(is_damaged == (unpacked.status != PGNPACK_OK) &&
               unpacked.totals.damaged == unpacked.damage_count && is_damaged == (unpacked.damage_count != 0),
           "lost blocks, trial %lu, frame %d: status %d", trial->number, trial->frame_loss, unpacked.status);
    if (trial->frame_loss < FRAME_EXACT_COUNT)
        check_ranges(trial, &unpacked, whole);
    unpacked_free(&unpacked);
}

/* Through the index, whole or made anew: all texts that can be read, a block at a time. */
static void check_reader(const struct trial *trial, const struct bytes *damaged)
{
    struct bytes text = {0};
    struct bytes whole = {0};
    struct pgnpack_block_info block;
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    enum pgnpack_status status =
        pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(damaged->data, damaged->size));
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    for (uint64_t n = 0; pgnpack_reader_block(reader, n, &block); n++)
        append_block_games(cursor, &block, &text);
    append_whole_blocks(trial, &trial->database->games, trial->database->game_starts, &whole);
    enum pgnpack_torn torn = pgnpack_reader_info(reader)->torn;
    if (torn == PGNPACK_TORN_DAMAGED ||
        torn == PGNPACK_TORN_UNFINISHED) /* the first file, and what is behind it */
        expect(trial->frame_loss == FRAME_END_CUT && text.size < whole.size &&
                   (text.size == 0 || memcmp(text.data, whole.data, text.size) == 0),
               "lost blocks, trial %lu, frame %d: torn, and %zu bytes of %zu", trial->number,
               trial->frame_loss, text.size, whole.size);
    else if (status == PGNPACK_OK || status == PGNPACK_ERROR_TRUNCATED)
        expect(bytes_equal(&text, &whole),
               "lost blocks, trial %lu, frame %d: cursors give %zu bytes, %zu are whole", trial->number,
               trial->frame_loss, text.size, whole.size);
    else
        expect(trial->frame_loss == FRAME_HEADER, "lost blocks, trial %lu, frame %d: opens with status %d",
               trial->number, trial->frame_loss, status);
    pgnpack_free(cursor);
    pgnpack_free(reader);
    bytes_free(&text);
    bytes_free(&whole);
}

/* ---- */

static int choose_losses(struct trial *trial, uint64_t *random)
{
    static const unsigned one_in[] = {2, 4, 10, 1000};
    size_t rarity = one_in[random_below(random, 4)];
    int any = 0;
    for (size_t n = 0; n < trial->database->block_count; n++)
        if (random_below(random, rarity) == 0) {
            trial->losses[n] = (enum loss)(1 + random_below(random, LOSS_COUNT - 1));
            any = 1;
        }
    return any;
}

static void try_lost(unsigned long number, uint64_t *random)
{
    struct database database = {.second = 0};
    struct trial trial = {.database = &database, .number = number};
    struct bytes damaged = {0};
    struct bytes whole = {0};
    make_database(&database, random);
    int is_damaged = choose_losses(&trial, random);
    if (random_below(random, 2) == 0)
        trial.frame_loss = (enum frame_loss)random_below(random, FRAME_COUNT);
    bytes_append(&damaged, database.packed.data, database.packed.size);
    size_t first_end = database.second != 0 ? database.second : database.packed.size;
    size_t last = HEADER_SIZE;
    for (size_t n = 0; n < database.block_count && database.blocks[n].offset < first_end; n++)
        last = (size_t)(database.blocks[n].offset + database.blocks[n].size);
    is_damaged |=
        trial.frame_loss != FRAME_NONE && !(trial.frame_loss == FRAME_SECOND_HEADER && database.second == 0);
    lose_frame(&damaged, last, first_end, trial.frame_loss, random);
    for (size_t n = database.block_count; n-- > 0;)
        lose(&damaged, &database.blocks[n], trial.losses[n], random);
    append_whole_blocks(&trial, &database.text, database.text_starts, &whole);
    check_stream(&trial, &damaged, &whole, is_damaged);
    check_reader(&trial, &damaged);
    bytes_free(&damaged);
    bytes_free(&whole);
    free_database(&database);
}

/* ---- Blocks in places that no packer puts them ---- */

enum arrangement { FRONT_CUT, JOINED_WITHOUT_HEADER, REPEATED, SHUFFLED, HEAP, ARRANGEMENT_COUNT };

/* Whole blocks of a database in another order, and where each stands. */
struct arranged {
    const struct database *database;
    enum arrangement arrangement;
    unsigned long number;
    struct bytes file;
    size_t count;
    size_t blocks[4 * BLOCKS_MAX];
    size_t offsets[4 * BLOCKS_MAX];
    struct bytes text;  /* what has to come back: all of it, ... */
    struct bytes games; /* ... and what cursors give of it */
};

static void put_block(struct arranged *arranged, size_t n)
{
    const struct database *database = arranged->database;
    arranged->blocks[arranged->count] = n;
    arranged->offsets[arranged->count++] = arranged->file.size;
    bytes_append(&arranged->file, database->packed.data + database->blocks[n].offset,
                 (size_t)database->blocks[n].size);
}

/* The stretch from `from` to `to` of the database, in which blocks are known. */
static void put_stretch(struct arranged *arranged, size_t from, size_t to)
{
    const struct database *database = arranged->database;
    for (size_t n = 0; n < database->block_count; n++) {
        size_t at = (size_t)database->blocks[n].offset;
        if (at < from || at >= to)
            continue;
        bytes_append(&arranged->file, database->packed.data + from, at - from);
        put_block(arranged, n);
        from = at + (size_t)database->blocks[n].size;
    }
    bytes_append(&arranged->file, database->packed.data + from, to - from);
}

static void put_permuted(struct arranged *arranged, uint64_t *random)
{
    size_t order[BLOCKS_MAX];
    size_t count = arranged->database->block_count;
    for (size_t n = 0; n < count; n++) {
        size_t other = random_below(random, n + 1);
        order[n] = order[other];
        order[other] = n;
    }
    for (size_t n = 0; n < count; n++)
        put_block(arranged, order[n]);
}

static void put_repeated(struct arranged *arranged, uint64_t *random)
{
    for (size_t n = 0; n < arranged->database->block_count; n++)
        for (size_t times = 1 + (random_below(random, 3) == 0); times > 0; times--)
            put_block(arranged, n);
}

static void put_heap(struct arranged *arranged, size_t end, uint64_t *random)
{
    const struct bytes *packed = &arranged->database->packed;
    for (size_t i = 2 + random_below(random, BLOCKS_MAX); i > 0; i--) {
        size_t kind = random_below(random, 10);
        if (kind == 0)
            bytes_append(&arranged->file, packed->data, HEADER_SIZE);
        else if (kind == 1)
            bytes_append(&arranged->file, packed->data + end, packed->size - end);
        else if (kind == 2)
            bytes_append(&arranged->file, packed->data + 9, random_below(random, 200));
        else
            put_block(arranged, random_below(random, arranged->database->block_count));
    }
}

/* Returns how many bytes are cut from the front. */
static size_t arrange(struct arranged *arranged, uint64_t *random)
{
    const struct database *database = arranged->database;
    const struct pgnpack_block_info *last = &database->blocks[database->block_count - 1];
    size_t end = (size_t)(last->offset + last->size);
    size_t size = database->packed.size;
    switch (arranged->arrangement) {
    case FRONT_CUT:
        put_stretch(arranged, 0, size);
        return 1 + random_below(random, random_below(random, 2) == 0 ? size - 1 : HEADER_SIZE);
    case JOINED_WITHOUT_HEADER:
        put_stretch(arranged, random_below(random, 2) == 0 ? 0 : HEADER_SIZE, size);
        put_stretch(arranged, HEADER_SIZE, size);
        return 0;
    case HEAP:
        put_heap(arranged, end, random);
        return 0;
    default:
        bytes_append(&arranged->file, database->packed.data, HEADER_SIZE);
        if (arranged->arrangement == REPEATED)
            put_repeated(arranged, random);
        else
            put_permuted(arranged, random);
        bytes_append(&arranged->file, database->packed.data + end, size - end);
        return 0;
    }
}

static void expect_blocks_from(struct arranged *arranged, size_t cut)
{
    const struct database *database = arranged->database;
    bytes_cut(&arranged->file, 0, cut);
    for (size_t i = 0; i < arranged->count; i++) {
        size_t n = arranged->blocks[i];
        if (arranged->offsets[i] < cut)
            continue;
        bytes_append(&arranged->text, database->text.data + database->text_starts[n],
                     database->text_starts[n + 1] - database->text_starts[n]);
        bytes_append(&arranged->games, database->games.data + database->game_starts[n],
                     database->game_starts[n + 1] - database->game_starts[n]);
    }
}

static void check_arranged_stream(const struct arranged *arranged)
{
    const struct unpack_setup setup = {.salvage = 1,
                                       .threads = 1 + (unsigned)(arranged->number % 3),
                                       .piece = arranged->number % 2 == 0 ? 0 : 777};
    struct unpacked unpacked;
    unpack_bytes(&setup, arranged->file.data, arranged->file.size, &unpacked);
    expect(bytes_equal(&unpacked.text, &arranged->text),
           "arranged blocks, trial %lu, kind %d: %zu bytes of text, %zu are whole", arranged->number,
           arranged->arrangement, unpacked.text.size, arranged->text.size);
    /* A cut may fall between two databases, and a permutation change nothing. */
    expect(unpacked.status != PGNPACK_OK ||
               cursor_texts_match(arranged->file.data, arranged->file.size, &arranged->text),
           "arranged blocks, trial %lu, kind %d: no damage is found", arranged->number,
           arranged->arrangement);
    unpacked_free(&unpacked);
}

/* An index that is there may know blocks of other sizes than those that stand there: then games are refused. */
static void check_arranged_reader(const struct arranged *arranged)
{
    struct bytes games = {0};
    struct pgnpack_block_info block;
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    enum pgnpack_status status =
        pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(arranged->file.data, arranged->file.size));
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    int is_refused = 0;
    for (uint64_t n = 0; pgnpack_reader_block(reader, n, &block); n++) {
        append_block_games(cursor, &block, &games);
        enum pgnpack_status last = pgnpack_error(cursor)->status;
        is_refused |= last == PGNPACK_ERROR_CORRUPT;
    }
    expect((status == PGNPACK_OK && is_refused) || bytes_equal(&games, &arranged->games),
           "arranged blocks, trial %lu, kind %d: cursors give %zu bytes, %zu are whole", arranged->number,
           arranged->arrangement, games.size, arranged->games.size);
    expect(status == PGNPACK_OK || status == PGNPACK_ERROR_TRUNCATED || arranged->games.size == 0,
           "arranged blocks, trial %lu, kind %d: opens with status %d", arranged->number,
           arranged->arrangement, status);
    pgnpack_free(cursor);
    pgnpack_free(reader);
    bytes_free(&games);
}

static void try_arranged(unsigned long number, uint64_t *random)
{
    struct database database = {.second = 0};
    struct arranged arranged = {.database = &database,
                                .arrangement = (enum arrangement)(number % ARRANGEMENT_COUNT),
                                .number = number};
    make_database(&database, random);
    expect_blocks_from(&arranged, arrange(&arranged, random));
    check_arranged_stream(&arranged);
    check_arranged_reader(&arranged);
    bytes_free(&arranged.file);
    bytes_free(&arranged.text);
    bytes_free(&arranged.games);
    free_database(&database);
}

void try_lost_blocks(unsigned long count)
{
    uint64_t random = 17;
    for (unsigned long n = 0; n < count; n++)
        try_lost(n, &random);
    for (unsigned long n = 0; n < count; n++)
        try_arranged(n, &random);
    report("lost blocks: %lu databases, and as many whose blocks are cut, copied or in another order", count);
}
