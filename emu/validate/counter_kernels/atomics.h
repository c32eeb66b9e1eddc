// SPDX-License-Identifier: MIT
//
// atomics.h: atomic operations on global and shared memory, with and without a used return value.
//
// `predicted: global_atomic 64` counts warp-level instructions: RED if the old value is not used,
// ATOM if it is. A lane's atomics on one address are serialized within the instruction. If all
// lanes add to one address, nvcc lets one lane add the sum for all.
#ifndef BENCH_ATOMICS_H
#define BENCH_ATOMICS_H

#include "harness.h"

// ---- Global memory ------------------------------------------------------------------------------

// predicted: global_atomic 64
KERNEL_COUNTS(global_atomic_same, atomicAdd(&counts[0], 1))

// predicted: global_atomic 64
KERNEL_COUNTS(global_atomic_same_lane_value, atomicAdd(&counts[0], lane()))

// predicted: global_atomic 64, global_store 64/256
__global__ void global_atomic_same_used(float *out, int *counts)
{
    out[global_index()] = (float)atomicAdd(&counts[0], 1);
}
LAUNCH(global_atomic_same_used, BLOCKS, THREADS, h->out, h->counts)

// predicted: global_atomic 64
KERNEL_COUNTS(global_atomic_distinct, atomicAdd(&counts[global_index()], 2))

// predicted: global_atomic 64
KERNEL_COUNTS(global_atomic_stride_8, atomicAdd(&counts[8 * global_index()], 2))

// predicted: global_atomic 64, global_store 64/256
__global__ void global_atomic_distinct_used(float *out, int *counts)
{
    out[global_index()] = 1.0f + (float)atomicAdd(&counts[global_index()], 2);
}
LAUNCH(global_atomic_distinct_used, BLOCKS, THREADS, h->out, h->counts)

// Data-dependent addresses, 16 counters.
// predicted: global_atomic 64, global_load 64/256
__global__ void global_atomic_histogram(int *counts, const float *in)
{
    atomicAdd(&counts[(int)in[global_index()]], 1);
}
LAUNCH(global_atomic_histogram, BLOCKS, THREADS, h->counts, h->in)

// predicted: global_atomic 64
__global__ void global_atomic_float(float *out) { atomicAdd(&out[global_index()], 2.0f); }
LAUNCH(global_atomic_float, BLOCKS, THREADS, h->out)

// predicted: global_atomic 64
KERNEL_COUNTS(global_atomic_max, atomicMax(&counts[global_index()], lane()))

// predicted: global_atomic 64, global_store 64/256
__global__ void global_atomic_cas(float *out, int *counts)
{
    out[global_index()] = 3.0f + (float)atomicCAS(&counts[global_index()], 0, 5);
}
LAUNCH(global_atomic_cas, BLOCKS, THREADS, h->out, h->counts)

// predicted: global_atomic 64, global_store 64/256
__global__ void global_atomic_exchange(float *out, int *counts)
{
    out[global_index()] = 3.0f + (float)atomicExch(&counts[global_index()], 5);
}
LAUNCH(global_atomic_exchange, BLOCKS, THREADS, h->out, h->counts)

// 8 lanes of each warp.
// predicted: global_atomic 64
__global__ void global_atomic_first_8(int *counts)
{
    if (lane() < 8)
        atomicAdd(&counts[global_index()], 2);
}
LAUNCH(global_atomic_first_8, BLOCKS, THREADS, h->counts)

// Odd and even lanes add to different addresses: two instructions per warp.
// predicted: global_atomic 128
__global__ void global_atomic_if_else(int *counts)
{
    if (lane() % 2)
        atomicAdd(&counts[global_index()], 2);
    else
        atomicMax(&counts[global_index()], 3);
}
LAUNCH(global_atomic_if_else, BLOCKS, THREADS, h->counts)

// ---- Shared memory ------------------------------------------------------------------------------

// 128 counters, cleared before and stored to global memory after. In each warp that is one store,
// one load, and one store to global memory. `distance` counters are between those of neighbouring
// lanes.
enum shared_add { UNUSED, USED };
static __device__ __forceinline__ void shared_add(int *counts, int index, enum shared_add old_value)
{
    __shared__ int bins[THREADS];
    int t = (int)threadIdx.x;
    bins[t] = 0;
    __syncthreads();
    int old = 0;
    if (old_value == USED)
        old = atomicAdd(&bins[index], 2);
    else
        atomicAdd(&bins[index], 2);
    __syncthreads();
    counts[global_index()] = bins[t] + old;
}

// predicted: shared_atomic 64, shared_store 64/64/0, shared_load 64/64/0, global_store 64/256
KERNEL_COUNTS(shared_atomic_same, shared_add(counts, 0, UNUSED))

// predicted: shared_atomic 64, shared_store 64/64/0, shared_load 64/64/0, global_store 64/256
KERNEL_COUNTS(shared_atomic_same_used, shared_add(counts, 0, USED))

// predicted: shared_atomic 64, shared_store 64/64/0, shared_load 64/64/0, global_store 64/256
KERNEL_COUNTS(shared_atomic_distinct, shared_add(counts, (int)threadIdx.x, UNUSED))

// predicted: shared_atomic 64, shared_store 64/64/0, shared_load 64/64/0, global_store 64/256
KERNEL_COUNTS(shared_atomic_distinct_used, shared_add(counts, (int)threadIdx.x, USED))

// Two counters per bank.
// predicted: shared_atomic 64, shared_store 64/64/0, shared_load 64/64/0, global_store 64/256
KERNEL_COUNTS(shared_atomic_stride_2, shared_add(counts, 2 * lane(), UNUSED))

// Four lanes for each of eight counters.
// predicted: shared_atomic 64, shared_store 64/64/0, shared_load 64/64/0, global_store 64/256
KERNEL_COUNTS(shared_atomic_8_counters, shared_add(counts, lane() % 8, UNUSED))

// The histogram of a block in shared memory, added to the global one at the end: 16 counters.
// predicted: shared_atomic 64, global_atomic 16, global_load 64/256
// predicted: shared_store 16/16/0, shared_load 16/16/0, barriers 128
__global__ void shared_atomic_histogram(int *counts, const float *in)
{
    __shared__ int bins[16];
    int t = (int)threadIdx.x;
    if (t < 16)
        bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[(int)in[global_index()]], 1);
    __syncthreads();
    if (t < 16)
        atomicAdd(&counts[t], bins[t]);
}
LAUNCH(shared_atomic_histogram, BLOCKS, THREADS, h->counts, h->in)

// No GPU adds floats in shared memory in one instruction: nvcc generates a compare-and-swap loop,
// whose iterations depend on timing. The emulator counts one atomic.
// predicted: shared_atomic 64, shared_store 64/64/0, shared_load 64/64/0, global_store 64/256
__global__ void shared_atomic_float(float *out)
{
    __shared__ float bins[THREADS];
    int t = (int)threadIdx.x;
    bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[t], 2.0f);
    __syncthreads();
    out[global_index()] = bins[t];
}
LAUNCH(shared_atomic_float, BLOCKS, THREADS, h->out)

// predicted: shared_atomic 64, shared_store 64/64/0, shared_load 64/64/0, global_store 64/256
__global__ void shared_atomic_cas(int *counts)
{
    __shared__ int bins[THREADS];
    int t = (int)threadIdx.x;
    bins[t] = 0;
    __syncthreads();
    int old = atomicCAS(&bins[t ^ 1], 0, t);
    __syncthreads();
    counts[global_index()] = bins[t] + old;
}
LAUNCH(shared_atomic_cas, BLOCKS, THREADS, h->counts)

#endif
