/* What Eva has to know of libzstd: that unpacking writes no more than it was told to, and may answer anything. */
#ifndef PGNPACK_TESTS_PROVE_ZSTD_H
#define PGNPACK_TESTS_PROVE_ZSTD_H

#include <stddef.h>

typedef struct ZSTD_CCtx_s ZSTD_CCtx;
typedef struct ZSTD_DCtx_s ZSTD_DCtx;

/*@ assigns \result \from source_size;
    ensures \result >= source_size; */
size_t ZSTD_compressBound(size_t source_size);

#define ZSTD_MAGICNUMBER 0xfd2fb528

/*@ requires \valid_read((const char *)source + (0 .. source_size - 1));
    assigns \result \from ((const char *)source)[0 .. source_size - 1]; */
size_t ZSTD_findFrameCompressedSize(const void *source, size_t source_size);

/*@ requires \valid((char *)target + (0 .. target_size - 1));
    requires source_size == 0 || \valid_read((const char *)source + (0 .. source_size - 1));
    assigns ((char *)target)[0 .. target_size - 1], \result \from ((const char *)source)[0 .. source_size - 1];
    ensures \initialized((char *)target + (0 .. target_size - 1)); */
size_t ZSTD_decompress(void *target, size_t target_size, const void *source, size_t source_size);

/*@ assigns \result \from code; */
unsigned ZSTD_isError(size_t code);

size_t ZSTD_compress(void *target, size_t target_size, const void *source, size_t source_size, int level);

#endif
