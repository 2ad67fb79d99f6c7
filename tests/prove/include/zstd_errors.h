/* See zstd.h beside this. */
#ifndef PGNPACK_TESTS_PROVE_ZSTD_ERRORS_H
#define PGNPACK_TESTS_PROVE_ZSTD_ERRORS_H

typedef enum { ZSTD_error_no_error = 0, ZSTD_error_memory_allocation = 64 } ZSTD_ErrorCode;

/*@ assigns \result \from code; */
ZSTD_ErrorCode ZSTD_getErrorCode(size_t code);

#endif
