/* The text that a view makes, on its way out: small pieces are gathered, and some are held for later. */
#ifndef PGNPACK_CLI_RUN_VIEW_TEXT_H
#define PGNPACK_CLI_RUN_VIEW_TEXT_H

#include "cli/run/command.h"

enum { VIEW_TEXT_SIZE = 64 << 10 };

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

void view_text_put(struct view_text *text, const char *bytes, size_t size);

/* A game's text with an empty line behind it, and none before it: between two games it may belong to either of them. */
void view_text_put_apart(struct view_text *text, struct pgnpack_text game);
void view_text_string(struct view_text *text, const char *string);
void view_text_number(struct view_text *text, uint64_t number);

/* To the output, whatever was gathered. Returns the status. */
enum exit_status view_text_flush(struct view_text *text);

#endif
