// SPDX-License-Identifier: MIT
//
// cpu_machine.h: what this processor can do at best, and what to write above a results file.
// Shared by cpu_ceilings and cpu_gemm.
#ifndef BENCH_CPU_MACHINE_H
#define BENCH_CPU_MACHINE_H

#include <omp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../common/step/machine.h"
#include "../../common/base/timer.h"

// Unroll the next loop wholly: its count is a literal. clang does so by itself, and takes the
// pragma for "not wholly".
#ifdef __clang__
#define UNROLL
#else
#define UNROLL _Pragma("GCC unroll 24")
#endif

#if defined(__x86_64__)
#define VECTOR_BYTES 64
#define CHAINS 24
#define TARGET __attribute__((target("avx512f,fma")))
#define NAME(x) x##_512
#include "../ceilings/cpu_fma_body.h"

#define VECTOR_BYTES 32
#define CHAINS 12
#define TARGET __attribute__((target("avx2,fma")))
#define NAME(x) x##_256
#include "../ceilings/cpu_fma_body.h"
#endif

#define VECTOR_BYTES 16
#define CHAINS 12
#define TARGET
#define NAME(x) x##_128
#include "../ceilings/cpu_fma_body.h"

// Bits of the widest vectors that this processor has.
static inline int vector_bits(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f"))
        return 512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return 256;
#endif
    return 128;
}

// A different number for each lane, in (-1, -0.9) and (-0.5, 0.5): products change sign each time.
static inline void fma_numbers(float numbers[32])
{
    uint32_t state = 1;
    for (int i = 0; i < 32; i++) {
        state = state * 1664525u + 1013904223u;
        float unit = (float)(state >> 8) / (float)(1 << 24);
        numbers[i] = i < 16 ? -0.9f - 0.1f * unit : unit - 0.5f;
    }
}

// `count` rounds of multiply-adds on each of `threads` cores; the seconds they took.
static inline double fma_burst(int bits, int threads, long count)
{
    float numbers[32], sinks[64][16]; // a cache line for each thread
    fma_numbers(numbers);
    double start = timer_seconds();
#pragma omp parallel num_threads(threads)
    {
        float *sink = sinks[omp_get_thread_num() % 64];
#if defined(__x86_64__)
        if (bits == 512)
            fma_run_512(count, numbers, sink);
        else if (bits == 256)
            fma_run_256(count, numbers, sink);
        else
#endif
            fma_run_128(count, numbers, sink);
    }
    return timer_seconds() - start;
}

// GFLOP/s of float32 multiply-adds in registers, all `threads` together: the best of bursts of
// about a millisecond that go on for `seconds`.
static inline double fma_peak(int bits, int threads, double seconds)
{
    long count = 20000;
    double chains = bits == 512 ? 24 : 12, best = 0;
    double work = 2 * chains * (bits / 32.0) * (double)count * threads / 1e9;
    double end = timer_seconds() + seconds;
    do {
        double speed = work / fma_burst(bits, threads, count);
        best = speed > best ? speed : best;
    } while (timer_seconds() < end);
    return best;
}

// The clock of this core now, in GHz: a chain of multiplications that wait for each other. On all
// x86-64 cores of the last ten years one takes 3 cycles.
static inline double clock_ghz(void)
{
    volatile uint64_t start_value = 3;
    uint64_t x = start_value;
    enum { LINKS = 20000 };
    double start = timer_seconds();
    for (int i = 0; i < LINKS; i++)
        x *= x;
    double elapsed = timer_seconds() - start;
    start_value = x;
    return 3.0 * LINKS / elapsed / 1e9;
}

static inline float read_all(int bits, const float *data, size_t count)
{
#if defined(__x86_64__)
    if (bits == 512)
        return read_run_512(data, count);
    if (bits == 256)
        return read_run_256(data, count);
#endif
    (void)bits;
    return read_run_128(data, count);
}

// "# key: value" lines: machine, date, commit (from $COMMIT), compiler.
static inline void write_header(FILE *out, const char *title)
{
    char date[64];
    time_t now = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", gmtime(&now));
    struct machine machine = machine_of_cpu();
    const char *commit = getenv("COMMIT");
    fprintf(out, "# %s\n# cpu: %s\n# date: %s\n# commit: %s\n# compiler: %s\n", title, machine.name,
            date, commit ? commit : "unknown", __VERSION__);
}

#endif
