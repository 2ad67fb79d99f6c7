/* Moves of codec index in a row, on any processor. */
#include "moves/index/index_run_plain.h"

#include "moves/index/index_run_body.h"

const struct index_run index_run_plain = {"plain", play_run, write_run, encode_run, seek_run, visit_run};
