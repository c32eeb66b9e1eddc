// SPDX-License-Identifier: MIT
#include "micro_kernel.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))

// Unroll the next loop wholly: its count is a literal. clang does so by itself, and takes the
// pragma for "not wholly".
#ifdef __clang__
#define UNROLL
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif

// ---- The body, once for each target and type ------------------------------------------------------
//
// What differs was measured. A tile of four vectors streams 256 bytes of B through L1 for each p:
// they come in time when they are asked for eight rows ahead, and C would be gone again if it came
// before the last 100 values of p. A tile of two vectors has 12 multiply-adds and 12 other
// instructions a turn: two values of p save a few, where gcc still keeps all sums in registers.
// Where it packs, a row of the strip in place is one cache line in a page of its own, which no
// prefetcher follows, so it asks for those to come; with AVX-512 the eight rows ahead are enough.
// An update takes 8 rows of B, 16 with AVX-512: more would save passes over C, but prefetchers
// follow only so many.

#if defined(__x86_64__)

#define REAL float
#define VECTOR_BYTES 64
#define VECTORS 4
#define TURN 1
#define ROWS_AHEAD 8
#define FETCH_LATE 100
#define PACK_AHEAD 0
#define DEPTH 16
#define TARGET __attribute__((target("avx512f,fma")))
#define NAME(x) x##_avx512_f32
#include "micro_kernel_body.h"

#define REAL double
#define VECTOR_BYTES 64
#define VECTORS 4
#define TURN 1
#define ROWS_AHEAD 8
#define FETCH_LATE 100
#define PACK_AHEAD 0
#define DEPTH 16
#define TARGET __attribute__((target("avx512f,fma")))
#define NAME(x) x##_avx512_f64
#include "micro_kernel_body.h"

#define REAL float
#define VECTOR_BYTES 32
#define VECTORS 2
#define TURN 2
#define ROWS_AHEAD 0
#define FETCH_LATE 0
#define PACK_AHEAD 32
#define DEPTH 8
#define TARGET __attribute__((target("avx2,fma")))
#define NAME(x) x##_avx2_f32
#include "micro_kernel_body.h"

#define REAL double
#define VECTOR_BYTES 32
#define VECTORS 2
#define TURN 1
#define ROWS_AHEAD 0
#define FETCH_LATE 0
#define PACK_AHEAD 32
#define DEPTH 8
#define TARGET __attribute__((target("avx2,fma")))
#define NAME(x) x##_avx2_f64
#include "micro_kernel_body.h"

#endif

// What every processor of the family has: SSE2 on x86-64 (16 registers), NEON on AArch64 (32).
#if defined(__aarch64__)
#define BASE_TARGET "neon"
#define BASE_VECTORS 4
#else
#define BASE_TARGET "plain"
#define BASE_VECTORS 2
#endif

#define REAL float
#define VECTOR_BYTES 16
#define VECTORS BASE_VECTORS
#define TURN 1
#define ROWS_AHEAD 0
#define FETCH_LATE 0
#define PACK_AHEAD 0
#define DEPTH 8
#define TARGET
#define NAME(x) x##_base_f32
#include "micro_kernel_body.h"

#define REAL double
#define VECTOR_BYTES 16
#define VECTORS BASE_VECTORS
#define TURN 1
#define ROWS_AHEAD 0
#define FETCH_LATE 0
#define PACK_AHEAD 0
#define DEPTH 8
#define TARGET
#define NAME(x) x##_base_f64
#include "micro_kernel_body.h"

// ---- Which one -------------------------------------------------------------------------------------

struct target {
    bool (*here)(void); // does this processor have it?
    struct micro_kernel_f32 f32;
    struct micro_kernel_f64 f64;
};

static bool always(void) { return true; }

#if defined(__x86_64__)
static bool have_avx512(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("fma");
}

static bool have_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
#endif

#define KERNEL(TARGET_NAME, ENDING) \
    { \
        TARGET_NAME, NR_##ENDING, DEPTH_OF_##ENDING, run_##ENDING, run_and_pack_##ENDING, \
            update_##ENDING, dotxf_##ENDING \
    }
#define KERNELS(TARGET_NAME, ENDING) \
    KERNEL(TARGET_NAME, ENDING##_f32), KERNEL(TARGET_NAME, ENDING##_f64)

// The widest first; the last runs everywhere.
static const struct target targets[] = {
#if defined(__x86_64__)
    {have_avx512, KERNELS("avx512", avx512)},
    {have_avx2, KERNELS("avx2", avx2)},
#endif
    {always, KERNELS(BASE_TARGET, base)},
};
enum { TARGET_COUNT = sizeof targets / sizeof targets[0] };

static const struct target *chosen;
static pthread_once_t chosen_once = PTHREAD_ONCE_INIT;

static bool choose(const char *name)
{
    for (int i = 0; i < TARGET_COUNT; i++)
        if ((!name || strcmp(name, targets[i].f32.target) == 0) && targets[i].here()) {
            chosen = &targets[i];
            return true;
        }
    return false;
}

static void choose_first(void)
{
    if (!choose(getenv("CPU_TARGET")))
        choose(NULL);
}

bool micro_kernel_choose(const char *target)
{
    pthread_once(&chosen_once, choose_first);
    return choose(target);
}

const struct micro_kernel_f32 *micro_kernel_f32(void)
{
    pthread_once(&chosen_once, choose_first);
    return &chosen->f32;
}

const struct micro_kernel_f64 *micro_kernel_f64(void)
{
    pthread_once(&chosen_once, choose_first);
    return &chosen->f64;
}
