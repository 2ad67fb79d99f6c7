#include "tags/read/label_reader.h"

#include <string.h>

void label_reader_init(struct label_reader *reader, struct memory *memory)
{
    memset(reader, 0, sizeof *reader);
    reader->memory = memory;
    tag_labels_init(&reader->labels, memory);
}

void label_reader_free(struct label_reader *reader)
{
    for (unsigned i = 0; i < LABEL_COLUMN_COUNT_MAX; i++)
        memory_release(reader->memory, reader->strings[i].ends,
                       reader->strings[i].capacity * sizeof *reader->strings[i].ends);
    tag_labels_free(&reader->labels);
    label_reader_init(reader, reader->memory);
}

int label_reader_set_strings(struct label_reader *reader, unsigned column, struct byte_source *strings)
{
    struct label_strings *all = &reader->strings[column];
    const uint8_t *start = strings->at, *end;
    all->text = (const char *)start;
    all->count = 0;
    while (byte_source_left(strings) != 0 &&
           (end = memchr(strings->at, '\n', byte_source_left(strings))) != NULL) {
        if (!MEMORY_GROW(reader->memory, all->ends, all->capacity, all->count + (size_t)1))
            return 0;
        all->ends[all->count++] = (uint32_t)(end - start);
        strings->at = end + 1;
    }
    return 1;
}

/* Passes over a group; its stream. */
static struct byte_source take_group(struct label_reader *reader, struct label_place *place)
{
    uint64_t size = byte_source_varint(&place->heads);
    for (unsigned i = 0; i < reader->column_count; i++) {
        uint32_t left = reader->strings[i].count - place->taken[i];
        place->taken[i] += (uint32_t)byte_source_varint_max(&place->heads, left);
    }
    struct byte_source stream = byte_source_of(place->stream, (size_t)size);
    place->stream = stream.end;
    place->game += reader->group_games;
    return stream;
}

/* Sums up the groups, which stand in `heads` and have their streams behind it. Returns 0 if they are not in order. */
static int check_groups(struct label_reader *reader, struct byte_source heads)
{
    uint32_t taken[LABEL_COLUMN_COUNT_MAX] = {0};
    uint64_t total = 0;
    reader->first_group = (struct label_place){.heads = heads};
    for (uint64_t game = 0; game < reader->game_count && !heads.failed; game += reader->group_games) {
        total += byte_source_varint_max(&heads, byte_source_left(&heads));
        for (unsigned i = 0; i < reader->column_count; i++)
            taken[i] += (uint32_t)byte_source_varint_max(&heads, reader->strings[i].count - taken[i]);
        heads.failed |= total > byte_source_left(&heads);
    }
    reader->first_group.stream = heads.at;
    for (unsigned i = 0; i < reader->column_count; i++)
        heads.failed |= taken[i] != reader->strings[i].count;
    return !heads.failed && total == byte_source_left(&heads);
}

int label_reader_start(struct label_reader *reader, struct byte_source section, unsigned column_count,
                       uint32_t game_count)
{
    reader->column_count = column_count;
    reader->game_count = game_count;
    reader->group_games = LABEL_GROUP_GAMES;
    reader->next_game = 0;
    if (byte_source_byte(&section) != column_count || section.failed)
        return 0;
    if (column_count == 0)
        return byte_source_left(&section) == 0;
    uint64_t group_games = byte_source_varint(&section);
    if (group_games < LABEL_GROUP_GAMES_MIN)
        return 0;
    reader->group_games = group_games;
    int is_in_order = check_groups(reader, section);
    reader->next_group = reader->first_group;
    return is_in_order;
}

int label_reader_start_group(struct label_reader *reader, uint32_t game)
{
    if (reader->next_group.game > game)
        reader->next_group = reader->first_group;
    while (reader->next_group.game < game)
        take_group(reader, &reader->next_group);
    memcpy(reader->taken, reader->next_group.taken, sizeof reader->taken);
    reader->next_game = game;
    bit_coder_start_decoding(&reader->coder, take_group(reader, &reader->next_group));
    return tag_labels_start(&reader->labels, reader->taken);
}

int label_reader_next(struct label_reader *reader, unsigned column, struct text *text_ret)
{
    const struct label_strings *strings = &reader->strings[column];
    uint32_t known = reader->labels.counts[column];
    uint32_t number = tag_labels_code(&reader->labels, &reader->coder, column, 0);
    if (bit_coder_failed(&reader->coder))
        return 0;
    if (number == LABEL_NEW) {
        known = reader->next_group.taken[column];
        number = reader->taken[column]++;
    }
    if (number >= known)
        return 0;
    uint32_t start = number == 0 ? 0 : strings->ends[number - 1] + 1;
    *text_ret = (struct text){strings->text + start, strings->ends[number] - start};
    return 1;
}

int label_reader_end_game(struct label_reader *reader)
{
    tag_labels_end_game(&reader->labels);
    reader->next_game++;
    if (reader->next_game < reader->next_group.game && reader->next_game < reader->game_count)
        return 1;
    return bit_coder_at_end(&reader->coder) &&
           memcmp(reader->taken, reader->next_group.taken, sizeof reader->taken) == 0;
}
