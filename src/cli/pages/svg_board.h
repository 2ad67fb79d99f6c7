/* A board as a picture: an SVG file that stands alone. */
#ifndef PGNPACK_CLI_PAGES_SVG_BOARD_H
#define PGNPACK_CLI_PAGES_SVG_BOARD_H

#include "cli/run/command.h"

/*
 * Writes the board of a FEN to FOLDER/NAME-NUMBER.svg, where NAME is the database's file without its folder and ending. Makes the folder if it is
 * not there. Failures were reported.
 */
enum exit_status svg_board_write(struct command_context *context, const char *folder, const char *file,
                                 uint64_t number, const char *fen);

#endif
