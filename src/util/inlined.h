/* What compilers should put into its callers, or not. */
#ifndef PGNPACK_UTIL_INLINED_H
#define PGNPACK_UTIL_INLINED_H

/* What is constant in a caller then spares choices. Code that is to be small (-Os, -Oz) rather has it once. */
#ifdef __OPTIMIZE_SIZE__
#define INLINED static inline
#else
#define INLINED static inline __attribute__((always_inline))
#endif

#endif
