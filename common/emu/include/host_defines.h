// SPDX-License-Identifier: MIT
//
// host_defines.h: CUDA's spellings for attributes that gcc and clang have under other names. The
// qualifiers __global__, __device__ ... are not here: emucc handles them itself.
#ifndef HOST_DEFINES_H
#define HOST_DEFINES_H

#define __align__(n) __attribute__((aligned(n)))
#define __forceinline__ __inline__ __attribute__((always_inline))

// Hints to NVIDIA's optimiser that mean nothing here.
#define __builtin_assume(condition) ((void)0)
#define __assume(condition) ((void)0)

#endif
