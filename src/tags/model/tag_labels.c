#include "tags/model/tag_labels.h"

#include <string.h>

#include "util/bits.h"

enum { ENTRY_BITS = 17, TRUST_MAX = 255, AGE_MAX = 3 };

#define ENTRY_COUNT ((size_t)1 << ENTRY_BITS)

void tag_labels_init(struct tag_labels *labels, struct memory *memory)
{
    memset(labels, 0, sizeof *labels);
    labels->memory = memory;
    mixed_model_init(&labels->model, memory);
}

void tag_labels_free(struct tag_labels *labels)
{
    memory_release(labels->memory, labels->entries, ENTRY_COUNT * sizeof *labels->entries);
    mixed_model_free(&labels->model);
    tag_labels_init(labels, labels->memory);
}

int tag_labels_start(struct tag_labels *labels, const uint32_t counts[LABEL_COLUMN_COUNT_MAX])
{
    if (labels->entries == NULL)
        labels->entries = memory_get(labels->memory, ENTRY_COUNT * sizeof *labels->entries);
    if (labels->entries == NULL || !mixed_model_start(&labels->model))
        return 0;
    memset(labels->entries, 0, ENTRY_COUNT * sizeof *labels->entries);
    for (unsigned i = 0; i < LABEL_COLUMN_COUNT_MAX; i++)
        labels->counts[i] = counts[i] < LABEL_COUNT_MAX ? counts[i] : LABEL_COUNT_MAX;
    return 1;
}

/* ---- Positions ---- */

static struct label_entry *entry_of(const struct tag_labels *labels, uint64_t key)
{
    return &labels->entries[key >> (64 - ENTRY_BITS)];
}

static uint32_t check_of(uint64_t key)
{
    return (uint32_t)key | 1;
}

void tag_labels_start_game(struct tag_labels *labels, const struct label_path *path)
{
    labels->path = path;
    labels->known = 0;
    for (unsigned i = 0; i < path->count; i++) {
        const struct label_entry *entry = entry_of(labels, path->keys[i]);
        if (entry->check == check_of(path->keys[i]))
            labels->entries_known[labels->known++] = entry;
    }
    memset(labels->found, 0, sizeof labels->found);
    labels->before = 0;
    labels->outcome = 0;
}

static void learn_position(struct tag_labels *labels, uint64_t key)
{
    struct label_entry *entry = entry_of(labels, key);
    if (entry->check != check_of(key)) {
        if (entry->check != 0 && entry->age < AGE_MAX) {
            entry->age++;
            return;
        }
        *entry = (struct label_entry){.check = check_of(key)};
    }
    entry->age = 0;
    for (unsigned i = 0; i < LABEL_COLUMN_COUNT_MAX; i++) {
        if (labels->found[i] == 0)
            continue;
        if (entry->labels[i] != labels->found[i])
            entry->trust[i] = 0;
        else if (entry->trust[i] < TRUST_MAX)
            entry->trust[i]++;
        entry->labels[i] = labels->found[i];
    }
}

void tag_labels_end_game(struct tag_labels *labels)
{
    for (unsigned i = 0; i < labels->path->count; i++)
        learn_position(labels, labels->path->keys[i]);
}

/* ---- Labels ---- */

/* A label that may come: of the deepest known position that has one that is none of those before. */
struct guess {
    uint16_t label; /* 0: there is none */
    unsigned trust; /* classes */
    unsigned depth;
};

static unsigned guess_labels(const struct tag_labels *labels, unsigned column, struct guess *guesses,
                             unsigned max)
{
    unsigned count = 0;
    for (unsigned i = labels->known; i-- > 0 && count < max;) {
        uint16_t label = labels->entries_known[i]->labels[column];
        int is_new = label != 0;
        for (unsigned j = 0; j < count; j++)
            is_new &= guesses[j].label != label;
        if (is_new)
            guesses[count++] = (struct guess){label, bit_length(labels->entries_known[i]->trust[column]), i};
    }
    return count;
}

enum outcome { OUTCOME_NONE, OUTCOME_GUESS, OUTCOME_OTHER, OUTCOME_NEW };

enum { GUESS_COUNT = 3 };

/* Is the label one of the guesses? Returns which, or `count`. */
static unsigned code_guess(struct tag_labels *labels, struct bit_coder *coder, unsigned column,
                           const struct guess *guesses, unsigned count, uint32_t label)
{
    for (unsigned i = 0; i < count; i++) {
        const struct guess *guess = &guesses[i];
        struct mixed_context context = {.set = 16 * column + i};
        mixed_context_add(&context,
                          guess->trust * 64 + labels->outcome * 4 + (labels->known - guess->depth > 1));
        mixed_context_add(&context, hash32(guess->label, labels->outcome));
        if (mixed_code_bit(&labels->model, coder, &context, 0, label + 1 == guess->label))
            return i;
    }
    return count;
}

static uint32_t code_other(struct tag_labels *labels, struct bit_coder *coder, unsigned column, uint32_t near,
                           uint32_t label)
{
    struct mixed_context context = {.set = 16 * column + GUESS_COUNT};
    mixed_context_add(&context, labels->outcome);
    if (mixed_code_bit(&labels->model, coder, &context, 0, label == LABEL_NEW))
        return LABEL_NEW;
    context = (struct mixed_context){.set = 16 * column + GUESS_COUNT + 1};
    mixed_context_add(&context, 0);
    mixed_context_add(&context, labels->before);
    mixed_context_add(&context, near);
    uint64_t number = 0;
    unsigned bits = bit_length(labels->counts[column]);
    unsigned node = 1;
    for (unsigned i = bits; i-- > 0;) {
        unsigned bit = mixed_code_bit(&labels->model, coder, &context, 16 + node, label >> i & 1);
        number = number << 1 | bit;
        node = node << 1 | bit;
    }
    return (uint32_t)number;
}

uint32_t tag_labels_code(struct tag_labels *labels, struct bit_coder *coder, unsigned column, uint32_t label)
{
    struct guess guesses[GUESS_COUNT];
    unsigned count = guess_labels(labels, column, guesses, GUESS_COUNT);
    unsigned guess = code_guess(labels, coder, column, guesses, count, label);
    if (guess < count)
        label = guesses[guess].label - 1u;
    else
        label = code_other(labels, coder, column, count == 0 ? 0 : guesses[0].label, label);
    labels->outcome = guess < count        ? OUTCOME_GUESS + 4 * guess
                      : label == LABEL_NEW ? OUTCOME_NEW
                                           : OUTCOME_OTHER;
    if (label == LABEL_NEW && labels->counts[column] < LABEL_COUNT_MAX)
        labels->found[column] = (uint16_t)++labels->counts[column];
    else
        labels->found[column] = label < LABEL_COUNT_MAX ? (uint16_t)(label + 1) : 0;
    labels->before = labels->found[column];
    return label;
}
