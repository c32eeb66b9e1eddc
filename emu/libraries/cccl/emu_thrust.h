// SPDX-License-Identifier: MIT
//
// emu_thrust.h: memory for Thrust's vectors that both kernels and its algorithms, which run on the
// host, may access. Thrust's operations wait for previous kernels, as in one stream.
#ifndef EMU_THRUST_H
#define EMU_THRUST_H

#include <stddef.h>

// Without the macros of a CUDA compiler and without an architecture, Thrust and libcu++ select
// their host back end, which is plain C++.
#undef __CUDACC__
#undef __NVCC__
#undef __CUDA_ARCH__
// Thrust 1 would remove these words if no macro has their name.
#define __host__ __host__
#define __device__ __device__

#ifdef __cplusplus
extern "C" {
#endif
void *emu_thrust_allocate(size_t bytes); // NULL: out of memory
void emu_thrust_free(void *p);
// If this is linked, cudaMalloc also returns such memory, because a device_ptr may refer to it.
extern const char emu_thrust_is_used;
static const char *const emu_thrust_link __attribute__((used)) = &emu_thrust_is_used;
#ifdef __cplusplus
}
// The headers that CUDA's own back end includes with any vector or algorithm.
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/sequence.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/system_error.h>
#endif
#endif
