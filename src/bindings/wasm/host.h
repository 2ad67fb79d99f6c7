/*
 * What the module asks of JavaScript (pgnpack.js), and how it answers: numbers as results, everything else through one
 * buffer and one failure that the host reads before its next call. A module serves one caller at a time, so these are global.
 *
 * Game numbers, sizes and offsets come and go as doubles, which are exact up to 2^53.
 */
#ifndef PGNPACK_BINDINGS_WASM_HOST_H
#define PGNPACK_BINDINGS_WASM_HOST_H

#include "pgnpack.h"

#define EXPORT(name) __attribute__((export_name(#name))) name
#define IMPORT(name) __attribute__((import_module("pgnpack"), import_name(#name)))

/* Bytes of source `source` from `offset` on: how many there are; less than 0: it failed. */
IMPORT(source_read) int host_source_read(int source, double offset, void *bytes, size_t size);
IMPORT(source_prefetch) void host_source_prefetch(int source, double offset, double size);

/* Weights that are loaded: their number of bytes; 0: they are not. And copies them. */
IMPORT(net_size) size_t host_net_size(unsigned id);
IMPORT(net_copy) void host_net_copy(unsigned id, void *bytes);

/* 0 to go on. */
IMPORT(progress) int host_progress(double done, double all);

/* ---- The answer ---- */

void answer_clear(void);
void answer_byte(unsigned byte);
void answer_number16(unsigned number);
void answer_number32(uint32_t number);
void answer_number64(uint64_t number);
void answer_bytes(const void *bytes, size_t size);

/* Its size in 32 bits, then its bytes. */
void answer_text(const char *text, size_t size);

/* A pgnpack_write_function. */
int answer_write(void *opaque, const void *bytes, size_t size);

/* PGNPACK_OK, or what failed since it was cleared: there was no memory for it. */
enum pgnpack_status answer_status(void);

/* The answer, to be freed by the caller; there is none afterwards. */
void *answer_take(size_t *size_ret);

/* ---- The failure ---- */

/* Keeps it for the host; returns its status. */
enum pgnpack_status failure_of(const struct pgnpack_error *error);
enum pgnpack_status failure_no_memory(void);

/* That of a text of ours. */
enum pgnpack_status failure_text(enum pgnpack_status status, const char *text);

/* ---- What several files need ---- */

/* Options of every handle: with the nets that are loaded. */
const struct pgnpack_options *host_options(void);

static inline uint64_t whole(double number)
{
    return number >= 0 && number < 9.2e18 ? (uint64_t)number : 0;
}

#endif
