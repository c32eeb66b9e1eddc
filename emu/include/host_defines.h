// SPDX-License-Identifier: MIT
//
// host_defines.h: CUDA's spellings of attributes that gcc and clang spell differently. The
// qualifiers __global__, __device__ ... have no meaning in a file that is not CUDA; in .cu files
// emucc processes them.
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

// Hints to NVIDIA's optimizer, without effect here.
#define __builtin_assume(condition) ((void)0)
#define __assume(condition) ((void)0)

#endif
