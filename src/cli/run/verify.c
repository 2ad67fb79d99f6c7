#include "cli/run/verify.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files/name_choice.h"
#include "cli/wrappers/unwrap.h"

enum { PIECE_SIZE = 64 << 10 };

static enum exit_status fail(struct command_context *context, const struct output_file *output,
                             const char *cause)
{
    message_error(context->messages, IN_FILE(output->name),
                  "what was written does not read back (%s); nothing was removed", cause);
    return EXIT_FAILED;
}

static enum exit_status compare(struct command_context *context, const struct output_file *output,
                                const struct text_sum *got, const struct text_sum *wanted)
{
    return text_sum_equals(got, wanted) ? EXIT_FINE : fail(context, output, "the text or a name differs");
}

/* What comes back from a database, and whether its files can lie beside each other. */
struct verification {
    struct text_sum sum;
    struct name_choice names;
};

/* A pgnpack_file_function. */
static int begin_file(void *opaque, const char *name, size_t name_size, const int64_t *time)
{
    (void)time;
    struct verification *verification = opaque;
    const struct name_text text = {name, name_size};
    struct chosen_name chosen;
    text_sum_begin_file(&verification->sum, name, name_size);
    if (!name_choice_make(&verification->names, text, text, &chosen))
        return ENOMEM;
    free(chosen.text);
    return chosen.was_taken || chosen.was_long ? EEXIST : 0;
}

static int write_text(void *opaque, const void *bytes, size_t size)
{
    struct verification *verification = opaque;
    return text_sum_write(&verification->sum, bytes, size);
}

enum exit_status verify_packed(struct command_context *context, struct output_file *output,
                               const struct text_sum *wanted)
{
    const struct pgnpack_options library_options = command_library_options(context);
    struct verification verification = {.names = {.size_max = STORED_NAME_SIZE_MAX}};
    const struct pgnpack_unpacker_options unpacker_options = {.size = sizeof unpacker_options,
                                                              .threads = context->threads,
                                                              .begin_file = begin_file,
                                                              .opaque = &verification,
                                                              .check_columns = 1};
    struct input_file file = {0};
    if (!output_file_reread(output, &file.file))
        return EXIT_FAILED;
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(&library_options, &unpacker_options);
    enum exit_status status;
    if (unpacker == NULL)
        status = command_no_memory(context);
    else if (pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(input_file_read, &file),
                                  PGNPACK_TO_FUNCTION(write_text, &verification)) != PGNPACK_OK)
        status = fail(context, output, pgnpack_error(unpacker)->text);
    else
        status = compare(context, output, &verification.sum, wanted);
    pgnpack_free(unpacker);
    name_choice_free(&verification.names);
    input_file_close(&file);
    return status;
}

enum exit_status verify_text(struct command_context *context, struct output_file *output,
                             const struct text_sum *wanted)
{
    char piece[PIECE_SIZE];
    struct text_sum got = {0};
    size_t size = 0;
    int error_number;
    struct input_file file = {0};
    if (!output_file_reread(output, &file.file))
        return EXIT_FAILED;
    do {
        error_number = input_file_read(&file, piece, sizeof piece, &size);
        text_sum_add(&got, piece, size);
    } while (error_number == 0 && size != 0);
    input_file_close(&file);
    if (error_number != 0)
        return fail(context, output, strerror(error_number));
    return compare(context, output, &got, wanted);
}
