// SPDX-License-Identifier: MIT
//
// processor.h: what the processor that this program runs on has: caches, and vectors.
#ifndef CPU_PROCESSOR_H
#define CPU_PROCESSOR_H

#include <stdbool.h>
#include <stddef.h>

struct cache_sizes {
    size_t l1, l2; // of a core, bytes; of data
};

// As the system says; 32 KiB and 512 KiB where it does not.
struct cache_sizes cache_sizes(void);

// A set of vector instructions. TARGET_BASE: what every processor of the family has, SSE2 on x86-64
// (16 registers of 16 bytes), NEON on AArch64 (32 of them).
enum target { TARGET_BASE, TARGET_AVX2, TARGET_AVX512 };

// The one with the widest vectors that this processor has, or what target_choose() asked for. The
// environment variable CPU_TARGET has the same effect.
enum target target_chosen(void);

// Its name: "avx512", "avx2"; "plain" is the least of x86-64, "neon" that of AArch64.
const char *target_name(void);

// Use this target from now on; NULL: the best again. False, and nothing changes, where this
// program or this processor does not have it. Not while another thread multiplies.
bool target_choose(const char *name);

#endif
