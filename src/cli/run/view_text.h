/* The text that a view makes, on its way out: small pieces are gathered, and some are held for later. */
#ifndef PGNPACK_CLI_RUN_VIEW_TEXT_H
#define PGNPACK_CLI_RUN_VIEW_TEXT_H

#include <string.h>

#include "cli/run/command.h"

/* Gathered before it is written; and bytes that are easily held. */
enum { VIEW_TEXT_SIZE = 64 << 10, VIEW_TEXT_HELD_SIZE = 64 << 20 };

/* Text that is held; zeroed, there is none. The caller frees its bytes. */
struct held_text {
    char *bytes;
    size_t size, capacity;
};

struct view_text {
    struct command_context *context;
    struct output_file *output;
    struct pgnpack_writer *packer; /* what the text goes to on its way to the output; NULL: nothing */
    struct held_text *held;        /* where the text goes instead of the output; NULL: to the output */
    enum exit_status status; /* of the first failure, which was reported; nothing more is written then */
    size_t size;
    char bytes[VIEW_TEXT_SIZE];
};

/* What has no room, or is held. */
void view_text_put_otherwise(struct view_text *text, const char *bytes, size_t size);

static inline void view_text_put(struct view_text *text, const char *bytes, size_t size)
{
    if (size > VIEW_TEXT_SIZE - text->size || text->held != NULL) {
        view_text_put_otherwise(text, bytes, size);
    } else if (size != 0) {
        memcpy(text->bytes + text->size, bytes, size);
        text->size += size;
    }
}

static inline void view_text_string(struct view_text *text, const char *string)
{
    view_text_put(text, string, strlen(string));
}

/* Where up to `size` bytes, not more than VIEW_TEXT_SIZE, may be written; then view_text_took() says how many were. */
char *view_text_room(struct view_text *text, size_t size);
void view_text_took(struct view_text *text, size_t size);

/* A game's text with an empty line behind it, and none before it: between two games it may belong to either of them. */
void view_text_put_apart(struct view_text *text, struct pgnpack_text game);
void view_text_number(struct view_text *text, uint64_t number);

/* Any bytes as a terminal may show them: what is harmful there is '?'. */
void view_text_safe(struct view_text *text, struct pgnpack_text bytes);
void view_text_safe_string(struct view_text *text, const char *string);

/* Text of our own, as printf makes it; at most 999 bytes. */
void view_text_print(struct view_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* To the output, whatever was gathered. Returns the status. */
enum exit_status view_text_flush(struct view_text *text);

/* Where a text's games are read. */
struct text_place {
    uint32_t file; /* number of a database */
    uint64_t game;
};

/* Texts: `make` puts text `i`, and returns a failure that it reported. */
struct text_maker {
    void *opaque;
    struct text_place (*place)(void *opaque, size_t i);
    enum exit_status (*make)(void *opaque, size_t i);
};

/*
 * Makes `count` texts in ascending order of their places, so that each block is decoded once, and puts them out from the first to the last: all of
 * them are held meanwhile.
 */
enum exit_status view_text_make_by_place(struct view_text *text, const struct text_maker *maker,
                                         size_t count);

/* Text for an output of its own, as command_output() makes it. NULL: *status_ret, which was reported, says why. */
struct view_text *view_text_open(struct command_context *context, const char *name,
                                 enum exit_status *status_ret);

/* Flushed and kept, or removed; of a stream what was flushed stays. Returns the first failure: `status` may be one. */
enum exit_status view_text_close(struct view_text *text, enum exit_status status, int is_kept);

#endif
