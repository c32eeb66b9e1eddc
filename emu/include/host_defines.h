// SPDX-License-Identifier: MIT
//
// host_defines.h: CUDA's spellings for attributes that gcc and clang have under other names. The
// qualifiers __global__, __device__ ... mean nothing in a file that is not CUDA; in .cu files emucc
// handles them itself.
#ifndef HOST_DEFINES_H
#define HOST_DEFINES_H

#define __align__(n) __attribute__((aligned(n)))
#define __forceinline__ __inline__ __attribute__((always_inline))

#ifndef __CUDACC__
#define __global__
#define __device__
#define __host__
#define __constant__
#define __shared__
#define __managed__
#endif

// Hints to NVIDIA's optimiser that mean nothing here.
#define __builtin_assume(condition) ((void)0)
#define __assume(condition) ((void)0)

#endif
