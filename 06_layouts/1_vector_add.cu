// SPDX-License-Identifier: MIT
//
// 1_vector_add: z = a x + b y + c in half precision, one element for each thread.
//
// The simplest kernel, and the baseline for the next one: thread t of the grid computes element t.
// A warp's 32 neighbours are 64 bytes: two sectors for each load and each store.
//
// hfma(a, x, b y + c) is two fused multiply-adds: one rounding each, to half precision's 11 bits.
//
// Expect: coalesced, and yet slower than the memory: a request fetches 64 bytes where the widest
// fetches 512, so too few bytes are in flight at any time.
#include <cuda_fp16.h>

#include "../common/device/cuda_check.h"
#include "../common/device/index.h"
#include "layouts.h"

enum { THREADS = VECTOR_THREADS };

__global__ void vector_add(int n, half a, const half *x, half b, const half *y, half c, half *z)
{
    const unsigned i = blockIdx.x * THREADS + threadIdx.x; // unsigned: n may be close to 2^31
    if (i >= (unsigned)n)
        return;
    z[i] = __hfma(a, x[i], __hfma(b, y[i], c));
}

void layouts_vector_add(int n, float a, const void *x, float b, const void *y, float c, void *z)
{
    if (n == 0)
        return;
    vector_add<<<ceil_div(n, THREADS), THREADS>>>(n, __float2half(a), (const half *)x,
                                                  __float2half(b), (const half *)y, __float2half(c),
                                                  (half *)z);
    CUDA_CHECK_LAUNCH();
}
