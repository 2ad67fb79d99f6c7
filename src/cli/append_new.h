/* --append with --dedupe, or --where: of the games of the inputs, those that the database has not, or that are as is asked for. */
#ifndef PGNPACK_CLI_APPEND_NEW_H
#define PGNPACK_CLI_APPEND_NEW_H

#include "cli/pack_formats.h"

/*
 * Reads the inputs into `writer`: with --dedupe without games that `reader`, of the database of that name, has already, or that come
 * twice; with --where those that it finds. All else stays as it is. Failures are reported.
 */
enum exit_status append_new(struct command_context *context, const struct pack_request *request,
                            struct pgnpack_reader *reader, const char *name, struct pgnpack_writer *writer);

#endif
