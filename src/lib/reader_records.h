/* What the segments of an opened database tell of its changes: times, commands, deleted games. */
#ifndef PGNPACK_LIB_READER_RECORDS_H
#define PGNPACK_LIB_READER_RECORDS_H

#include "lib/reader.h"

/*
 * Reads the records of all segments. One that is damaged is noted in its segment, and changes nothing: games that it deleted are
 * there again. Fails for what keeps from reading at all: memory, a limit, the medium.
 */
enum pgnpack_status reader_read_records(struct pgnpack_reader *reader, struct error *error);

#endif
