/*
 * Uses of all public functions, in which memory, reading or writing fails: at one call, or at all from one on. A use ends with what it
 * learns when nothing fails, or with a status and a text that says why; never in silence, never with something else.
 */
#ifndef PGNPACK_TESTS_FAILING_H
#define PGNPACK_TESTS_FAILING_H

#include "pgnpack.h"
#include "shared/bytes.h"

enum fault { FAULT_NONE, FAULT_MEMORY, FAULT_READ, FAULT_WRONG_BYTES, FAULT_WRITE, FAULT_LIMIT, FAULTS };

/* One run of a use. */
struct failing {
    struct pgnpack_options options;   /* whose allocator fails */
    const struct bytes *text;         /* games */
    const struct bytes *packed;       /* a database of them: some segments, some deleted games */
    const char *folder;               /* for files, which may be there from the run before */
    int tries_again;                  /* each call that fails, once more */
    struct bytes answer;              /* all that was learnt, in its order */
    enum pgnpack_status last, status; /* of the last call; of the first failure, which ends the use */
    size_t calls[FAULTS];
    char why[240];         /* it failed so, in words */
    const char *complaint; /* how a failure was told wrongly; NULL: it was not */
};

typedef void use_function(struct failing *run);

struct use {
    const char *name;
    use_function *run;
    enum {
        STOPS,       /* at what it cannot read */
        PASSES_OVER, /* that, tells it, and goes on */
        MENDS        /* what is damaged, where that tells nothing but what it finds out itself */
    } manner;
};

/* ---- For uses ---- */

/* Returns 1 if the last call went well; 0 behind the last of something; 0 and run->status where it failed: `why` has to say so. */
int went_well(struct failing *run, const struct pgnpack_error *why);

/* A failure that is tried once more. */
int is_tried_again(struct failing *run, const struct pgnpack_error *why);

/* Calls a public function that returns a status; `why` is the handle's error then. */
#define GO(run, call, why)                                                                                   \
    ((run)->status == PGNPACK_OK &&                                                                          \
     ((run)->last = (call), (run)->last = is_tried_again(run, why) ? (call) : (run)->last,                   \
      went_well(run, why)))

/* Makes a handle; without memory there is none. */
#define MAKE(run, handle, call)                                                                              \
    ((run)->status == PGNPACK_OK &&                                                                          \
     (((handle) = (call)) != NULL || ((run)->tries_again && ((handle) = (call)) != NULL) || has_none(run)))
int has_none(struct failing *run);

void tell(struct failing *run, uint64_t number);
void tell_bytes(struct failing *run, const void *bytes, size_t size);
void tell_text(struct failing *run, struct pgnpack_text text);
void tell_game(struct failing *run, const struct pgnpack_game *game);

/* A file's path in run->folder, until the next call with the same `place`, 0 to 3. */
const char *path_of(struct failing *run, unsigned place, const char *name);

/* These do not fail. */
void put_file(const char *path, const struct bytes *bytes);
void tell_file(struct failing *run, const char *path);
void remove_file(const char *path);

/* What the callbacks below read, or write to. */
struct stream {
    const struct bytes *source;
    size_t at;
    struct bytes written;
};

int stream_read(void *opaque, void *bytes, size_t size, size_t *size_ret);
int stream_read_at(void *opaque, uint64_t offset, void *bytes, size_t size, size_t *size_ret);
int stream_write(void *opaque, const void *bytes, size_t size);

/* A reader of run->packed, which `stream` is. NULL: run->status says why. */
struct pgnpack_reader *open_reader(struct failing *run, struct stream *stream);

/* ---- For failures ---- */

/* A call of this kind begins: does it fail? */
int fault_comes(enum fault fault);

extern const struct use uses_of_games[], uses_of_readers[], uses_of_finds[], uses_of_files[];

#endif
