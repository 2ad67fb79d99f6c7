/* Moves of codec index in a row, with the instructions for bits that x86 processors have since about 2013. */
#include "moves/index/index_run_plain.h"

#ifdef INDEX_RUN_X86

#include <string.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("bmi,bmi2,popcnt"))), apply_to = function)
#else
#pragma GCC target("bmi,bmi2,popcnt")
#endif

#define INDEX_RUN_NTH_BIT(bits, n) lowest_bit(__builtin_ia32_pdep_di(UINT64_C(1) << (n), bits))

#include "moves/index/index_run_body.h"

const struct index_run index_run_bmi2 = {"BMI2", play_run, write_run, encode_run, seek_run, visit_run};

#if defined(__clang__)
#pragma clang attribute pop
#endif

#endif
