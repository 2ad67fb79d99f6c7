/* What all public handles have in common: options, memory, the error as the caller sees it. */
#ifndef PGNPACK_BASE_HANDLE_H
#define PGNPACK_BASE_HANDLE_H

#include "game/game.h"
#include "pgnpack.h"
#include "util/buffer.h"
#include "util/error.h"
#include "util/memory.h"
#include "util/text.h"

/*
 * What pgnpack_error(), pgnpack_free() and pgnpack_work() do with a handle of this kind: they get the handle, never NULL. And where in
 * the handle stands what its calls come to: its error, a struct error; a struct pgnpack_error for the caller; if it tells of its last call
 * alone the status of that; and, where failures stay, a struct error for what a call refuses, which each call clears as it begins.
 */
struct handle_kind {
    void (*free)(void *handle);
    uint64_t (*work)(const void *handle);               /* NULL: it does not count */
    const struct pgnpack_error *(*error)(void *handle); /* NULL: these places say it; 0: there is no such */
    size_t error_at, public_error_at, last_at, refusal_at;
};

#define HANDLE_ERROR(type) .error_at = offsetof(type, error), .public_error_at = offsetof(type, public_error)
#define HANDLE_LAST(type) .last_at = offsetof(type, last)
#define HANDLE_REFUSAL(type) .refusal_at = offsetof(type, refusal)

/*
 * Each public handle begins like this: a struct memory, under the caller's options, from which the handle comes itself and takes
 * all further pieces, and its kind.
 */
struct handle {
    struct memory memory;
    const struct handle_kind *handle_kind;
};

/*
 * A handle of `size` bytes and this kind. The rest is zero. `options` may be NULL; those that handle_check_options() refuses
 * count as NULL. NULL when there is no memory.
 */
void *handle_new(const struct pgnpack_options *options, size_t size, const struct handle_kind *kind);

/* The same under the allocator and limit of `like`, but with a memory of its own. */
void *handle_new_like(const struct memory *like, size_t size, const struct handle_kind *kind);

/* PGNPACK_OK, or why the options cannot be used: each call on the handle is to fail so. Clears *error first. */
enum pgnpack_status handle_check_options(const struct pgnpack_options *options, struct error *error);

/* The memory has everything else back already. Of jobs, too. */
void handle_free(void *handle, size_t size);

/* A part of a handle that another thread works at: it begins with a struct memory of its own, like the one of `like`, and no kind. */
void *job_new_like(const struct memory *like, size_t size);

/* The caller's work limit; 0: none. */
uint64_t handle_work_limit(const struct pgnpack_options *options);

/*
 * Copies the caller's struct, named `name`, of a known or a smaller, older size; what it does not have is zero. A larger one, of a newer
 * header, is taken where nothing is set that only that one knows. NULL: all zero. What cannot be is refused, and the copy all zero then.
 */
enum pgnpack_status handle_copy_options(void *copy, size_t copy_size, const void *options, const char *name,
                                        struct error *error);

/* Refuses a value of a member, whose name begins with its struct's: `allowed` says what it may be. */
enum pgnpack_status handle_refuse_member(struct error *error, const char *member, long long value,
                                         const char *allowed);

/*
 * Copies the caller's source, of a known or an older size, and sees that it names one thing to read: path or bytes, or else a
 * stream (`is_stream`) or ranges of a database. Where it does not, the copy is not to be used.
 */
enum pgnpack_status handle_copy_source(struct pgnpack_source *copy, const struct pgnpack_source *source,
                                       int is_stream, struct error *error);

/* The same of a sink: path or write. */
enum pgnpack_status handle_copy_sink(struct pgnpack_sink *copy, const struct pgnpack_sink *sink,
                                     struct error *error);

/* Of the options for writers and unpackers. */
enum pgnpack_status handle_check_threads(unsigned threads, const char *member, struct error *error);

/* A function of the caller's said no: whatever failed before, *error becomes that. */
enum pgnpack_status handle_cancelled(struct error *error);

/* The caller's function (NULL: none) hears how far the work is: PGNPACK_ERROR_CANCELLED where it says no. */
enum pgnpack_status handle_tell_progress(pgnpack_progress_function progress, void *opaque,
                                         const struct pgnpack_progress *told, struct error *error);

/* A callback, or bytes of a size that is not 0, must be there. `what` names the argument. */
enum pgnpack_status handle_refuse_null(struct error *error, const char *what);

/* Of a handle whose last call answered `last`; `error` is its failure; NULL, or PGNPACK_OK: there is none. */
const struct pgnpack_error *handle_export_reader_error(enum pgnpack_status last, const struct error *error,
                                                       struct pgnpack_error *out);

/*
 * All public functions that return a status leave by this one. Whatever the steps in between returned: where memory was refused, or the
 * error is set, that is the status; a failure always has a text. So a step that forgets to ask gives out nothing as if it were whole.
 */
enum pgnpack_status handle_end(void *handle, enum pgnpack_status status);

/* The same by a memory and an error that are not the handle's own. */
enum pgnpack_status handle_end_with(const struct memory *memory, struct error *error,
                                    enum pgnpack_status status);

/* Another handle's failure becomes *error, if there was none. Returns its status. */
enum pgnpack_status handle_take_error(struct error *error, const struct pgnpack_error *failure);

/* Record that the caller's read or write callback answered `error_number`. */
enum pgnpack_status handle_read_failed(struct error *error, int error_number);
enum pgnpack_status handle_write_failed(struct error *error, int error_number);

/* Bytes on their way to the caller's write callback. */
struct output {
    struct buffer bytes;
    pgnpack_write_function write;
    void *opaque;
};

/* Output is passed on in pieces of at least this size, where nothing else says when. */
enum { OUTPUT_FLUSH_SIZE = 256 << 10 };

/* Passes on what there is. */
enum pgnpack_status output_flush(struct output *output, struct error *error);

/* A source for the read callbacks: bytes that the caller keeps. */
struct memory_source {
    const unsigned char *bytes;
    size_t size;
    size_t offset;
};

/* A pgnpack_read_function on a struct memory_source. */
int memory_source_read(void *opaque, void *bytes, size_t size, size_t *size_ret);

/* A struct pgnpack_game is a struct game that the caller cannot look into. These two are the only casts. */
static inline const struct game *game_of(const struct pgnpack_game *game)
{
    return (const struct game *)(const void *)game;
}

static inline const struct pgnpack_game *game_export(const struct game *game)
{
    return (const struct pgnpack_game *)(const void *)game;
}

static inline struct pgnpack_text text_export(struct text text)
{
    return text.size == 0 ? (struct pgnpack_text){"", 0} : (struct pgnpack_text){text.data, text.size};
}

#endif
