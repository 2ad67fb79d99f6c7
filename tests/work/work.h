/*
 * Work instead of time: the library is compiled a second time so that each basic block it enters, and each byte that
 * libc and libzstd go through for it, counts as steps. Steps are the same in every run, so a test can say "four
 * times the input takes four times the work" without a clock, on a busy machine, too.
 */
#ifndef PGNPACK_TESTS_WORK_H
#define PGNPACK_TESTS_WORK_H

#include "shared/bytes.h"

/* Steps since the program began. Not for threads. */
uint64_t work_steps(void);

/* Bytes that a callback gave or took. */
void work_count_bytes(uint64_t size);

/* How a shape's text reaches the packer. */
enum text_joining {
    JOINED_AS_ONE,
    JOINED_AS_FILES,   /* a named file each piece */
    JOINED_AS_SEGMENTS /* packed by themselves and concatenated */
};

/* Texts of one kind and any size, made to be hard in one way. */
struct text_shape {
    const char *name;
    const char *head;                              /* once */
    const char *pattern;                           /* then this again and again; see append_pattern() */
    void (*make)(struct bytes *text, size_t size); /* instead of both; may be NULL */
    enum text_joining joining;
    size_t
        piece; /* bytes of each file or segment; 0 with a joining: they are empty, one for 16 bytes of size */
};

extern const struct text_shape text_shapes[];
extern const size_t text_shape_count;

/* Appends `size` bytes of the shape. */
void make_text(const struct text_shape *shape, size_t size, struct bytes *text);

/* Packed files of one kind, damaged or made to deceive: about `size` bytes are appended. */
struct packed_shape {
    const char *name;
    void (*make)(struct bytes *packed, size_t size);
};

extern const struct packed_shape packed_shapes[];
extern const size_t packed_shape_count;

/* What is measured. Those of packed files take a damaged one, too. */
enum work_operation {
    WORK_PACK,
    WORK_UNPACK,
    WORK_OPEN, /* opening, all blocks with details, all columns */
    WORK_FIRST_GAME,
    WORK_LAST_GAME,
    WORK_TAGS,        /* one tag of all games */
    WORK_OPEN_CUT,    /* opening the first two thirds of the file */
    WORK_SALVAGE_CUT, /* ... and salvaging it */
    WORK_SALVAGE,
    WORK_FIND_ID, /* the game that the first game's id leads to */
    WORK_COMPACT,
    WORK_DUPLICATES,
    WORK_READ_PGN, /* the text by the PGN reader, in small pieces */
    WORK_BCGN0,    /* there, lossily, and back */
    WORK_OPERATION_COUNT
};

/* How to pack. */
struct work_setup {
    const char *name;
    int level;
    uint64_t block_size; /* 0: the level's */
    unsigned usual;      /* steps a byte that an operation may take without any question */
    size_t size;         /* of the smallest text */
};

/* Steps of an operation on a text or a packed file. What comes back is compared with the text: 0 in *sound_ret. */
uint64_t measure_packing(const struct work_setup *setup, const struct text_shape *shape,
                         const struct bytes *text, struct bytes *packed, int *sound_ret);
uint64_t measure_text(enum work_operation operation, const struct bytes *text);
uint64_t measure_packed(enum work_operation operation, struct bytes *packed, const struct bytes *text,
                        int *sound_ret);

#endif
