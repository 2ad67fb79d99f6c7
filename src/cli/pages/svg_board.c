#include "cli/pages/svg_board.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/pages/html_board.h"
#include "system/commands.h"

enum { NUMBER_SIZE = 24 };

/* "FOLDER/games-12.svg"; the caller frees it. NULL: no memory. */
static char *name_of(const char *folder, const char *file, uint64_t number)
{
    const char *slash = strrchr(file, '/'), *base = slash != NULL ? slash + 1 : file;
    const char *dot = strrchr(base, '.');
    int base_size = (int)(dot != NULL && dot != base ? (size_t)(dot - base) : strlen(base));
    size_t size = strlen(folder) + (size_t)base_size + NUMBER_SIZE + 8;
    char *name = malloc(size);
    if (name != NULL)
        snprintf(name, size, "%s/%.*s-%" PRIu64 ".svg", folder, base_size, base, number);
    return name;
}

static enum exit_status make_folder(struct command_context *context, const char *folder)
{
    struct file_facts facts;
    if (system_facts(folder, &facts) == 0)
        return EXIT_FINE; /* what is no folder is told when a file is made in it */
    int trouble = system_make_folder(folder);
    if (trouble == 0 || trouble == EEXIST)
        return EXIT_FINE;
    message_error(context->messages, IN_FILE(folder), "cannot be made: %s", strerror(trouble));
    return EXIT_FAILED;
}

static void put_picture(struct view_text *text, const char *fen)
{
    view_text_string(text, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 800 800\" width=\"480\" "
                           "height=\"480\">\n<style>:root{--soft:#5b636d}");
    view_text_string(text, html_board_style);
    view_text_string(text, "</style>\n");
    html_board_men(text);
    html_board(text, fen);
    view_text_string(text, "</svg>\n");
}

enum exit_status svg_board_write(struct command_context *context, const char *folder, const char *file,
                                 uint64_t number, const char *fen)
{
    char *name = name_of(folder, file, number);
    if (name == NULL)
        return command_no_memory(context);
    enum exit_status status = make_folder(context, folder);
    struct view_text *text = status == EXIT_FINE ? view_text_open(context, name, &status) : NULL;
    if (text != NULL) {
        put_picture(text, fen);
        status = view_text_close(text, EXIT_FINE, 1);
    }
    free(name);
    return status;
}
