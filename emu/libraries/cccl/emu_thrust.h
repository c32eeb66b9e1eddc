// SPDX-License-Identifier: MIT
//
// emu_thrust.h: memory for Thrust's vectors that its algorithms, which run on the host, and kernels
// may both touch. What Thrust does comes after the kernels before it, as in one stream.
#ifndef EMU_THRUST_H
#define EMU_THRUST_H

#include <stddef.h>

// Without a CUDA compiler and without an architecture Thrust and libcu++ take their host back end,
// whose code is all C++.
#undef __CUDACC__
#undef __NVCC__
#undef __CUDA_ARCH__
// Thrust 1 would take these words away where it finds no macro of their name.
#define __host__ __host__
#define __device__ __device__

#ifdef __cplusplus
extern "C" {
#endif
void *emu_thrust_allocate(size_t bytes); // NULL: there is none left
void emu_thrust_free(void *p);
// Where this is linked, cudaMalloc gives such memory, too: a device_ptr may be made of it.
extern const char emu_thrust_is_used;
static const char *const emu_thrust_link __attribute__((used)) = &emu_thrust_is_used;
#ifdef __cplusplus
}
// What CUDA's own back end brings with any vector or algorithm.
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/sequence.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/system_error.h>
#endif
#endif
