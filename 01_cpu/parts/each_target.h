// SPDX-License-Identifier: MIT
//
// each_target.h: a file that includes this one is compiled once for each set of vector instructions
// that this family of processors has (processor.h), by being included again and again, the way of
// Highway's foreach_target.h. So one program serves every x86-64. The file defines first
//
//     THIS_FILE     its name, as seen from here
//     STEP          a function that is to call multiply() of the best target; or nothing
//
// and finds, for each target,
//
//     NAME(x)       x with the target's ending. What the file defines below the #include has one:
//                   the names that steps have in common are defined here, as tile: NAME(tile)
//     TARGET        attribute that lets the compiler use these instructions in a function
//     vector        as many elements of `real` (real.h) as a register holds: LANES
//     VECTORS       of them in a row of a tile of C, which is MR x NR
//     TURN          values of p that a turn of its loop does best
//     ROWS_AHEAD    how far ahead it asks for B; 0: not at all
//
// A vector type (an extension of C that gcc and clang share) behaves as its elements do: x + y adds
// all of them, s * x scales by a number. aligned: a vector may start at any element. may_alias: it
// may overlay an array of `real`.
#ifndef CPU_EACH_TARGET_H
#define CPU_EACH_TARGET_H

#include <stddef.h>
#include <stdint.h>

#include "micro_kernel.h"
#include "processor.h"
#include "real.h"

enum {
    VECTORS_avx512 = 4,
    VECTORS_avx2 = 2,
#if defined(__aarch64__)
    VECTORS_base = 4,
#else
    VECTORS_base = 2,
#endif
};

typedef real vector_avx512 __attribute__((vector_size(64), aligned(sizeof(real)), may_alias));
typedef real vector_avx2 __attribute__((vector_size(32), aligned(sizeof(real)), may_alias));
typedef real vector_base __attribute__((vector_size(16), aligned(sizeof(real)), may_alias));

#define vector NAME(vector)
#define outer_product NAME(outer_product)
#define tile NAME(tile)
#define pack NAME(pack)
#define multiply NAME(multiply)

#define VECTORS NAME(VECTORS)
#define LANES ((int)(sizeof(vector) / sizeof(real)))
#define NR ((int)(VECTORS * sizeof(vector) / sizeof(real)))

// Measured. A tile of two vectors has 12 multiply-adds and 12 other instructions a turn: two values
// of p save a few, where gcc still keeps all sums in registers. A tile of four streams 256 bytes of
// B through L1 for each p, which come in time when they are asked for eight rows ahead.
#define IS_AVX2 (sizeof(vector) == 32)
#define IS_AVX512 (sizeof(vector) == 64)
#define TURN (IS_AVX2 && sizeof(real) == 4 ? 2 : 1)
#define ROWS_AHEAD (IS_AVX512 ? 8 : 0)

#define ALWAYS_INLINE static inline __attribute__((always_inline))

// Unroll the next loop wholly: its count is a literal. clang does so by itself, and takes the
// pragma for "not wholly".
#ifdef __clang__
#define UNROLL
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif

// Prefetches the element `elements` after b. As a number: it may be beyond the end of B, where no
// pointer may point.
ALWAYS_INLINE void ask_for(const real *b, ptrdiff_t elements)
{
    __builtin_prefetch((const void *)((uintptr_t)b + sizeof(real) * (uintptr_t)elements));
}

// Asks for `cols` columns of the row that is `ahead` rows after b; 0: for nothing.
ALWAYS_INLINE void ask_for_row(const real *b, int cols, ptrdiff_t ahead, ptrdiff_t ldb)
{
    for (int j = 0; ahead > 0 && j < cols; j += 64 / (int)sizeof(real)) // a cache line
        ask_for(b, ahead * ldb + j);
}

// x of the chosen target.
#if defined(__x86_64__)
#define CHOSEN(x) \
    (target_chosen() == TARGET_AVX512 ? x##_avx512 \
     : target_chosen() == TARGET_AVX2 ? x##_avx2 \
                                      : x##_base)
#else
#define CHOSEN(x) x##_base
#endif

#ifdef STEP
static sgemm_nn_fn multiply_base;
#if defined(__x86_64__)
static sgemm_nn_fn multiply_avx2, multiply_avx512;
#endif

void STEP(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
          float beta, float *C, int ldc)
{
    CHOSEN(multiply)(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}
#endif

#if defined(__x86_64__)
#define NAME(x) x##_avx512
#define TARGET __attribute__((target("avx512f,fma")))
#include THIS_FILE
#undef NAME
#undef TARGET

#define NAME(x) x##_avx2
#define TARGET __attribute__((target("avx2,fma")))
#include THIS_FILE
#undef NAME
#undef TARGET
#endif

// The last one needs no #include: it follows anyway.
#define NAME(x) x##_base
#define TARGET

#endif
