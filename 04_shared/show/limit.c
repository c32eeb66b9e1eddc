// SPDX-License-Identifier: MIT
//
// How much shared memory 1_panel needs, and how much the GPU has: the program asks, because no two
// generations have the same.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../common/device/cuda_check.h"
#include "../shared.h"

// Bytes for each step of p: a column of A's panel and a row of B's.
enum { BYTES_PER_P = (SHARED_BM + SHARED_BN) * (int)sizeof(float) };

size_t shared_panel_bytes(int k) { return (size_t)BYTES_PER_P * (size_t)k; }

// The most that a block may have, opting in. A question to the driver: no memory is touched.
static size_t most_bytes(void)
{
    int device, most;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    return (size_t)most;
}

static bool enough(size_t bytes, struct failure *why)
{
    const size_t most = most_bytes();
    if (bytes <= most)
        return true;
    return fail(why,
                "needs %zu bytes of shared memory for panels of k = %zu, a block of this GPU has "
                "at most %zu: enough for k <= %zu",
                bytes, bytes / BYTES_PER_P, most, most / BYTES_PER_P);
}

bool shared_panel_fits(const struct gemm_problem *p, struct failure *why)
{
    if (p->m == 0 || p->n == 0 || p->alpha == 0) // no launch, or none that needs A and B
        return true;
    return enough(shared_panel_bytes(p->k), why);
}

void shared_panel_allow(const void *kernel, size_t bytes)
{
    struct failure why;
    if (!enough(bytes, &why)) {
        fflush(stdout); // what was already found out stays readable
        fprintf(stderr, "1_panel: %s\n", why.text);
        exit(1);
    }
    CUDA_CHECK(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
}
