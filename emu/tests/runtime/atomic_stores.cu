// SPDX-License-Identifier: MIT
//
// atomic_stores.cu: an atomic store, or an exchange whose result is not used, may be the first to
// write a place.
#include <cuda/atomic>

#include "../headers/check.h"

enum { THREADS = 64 };

// Each way counts the threads of a block in a word that nothing has written before.
__global__ void first_in_shared(int way)
{
    __shared__ unsigned count;
    if (threadIdx.x == 0) {
        if (way == 0)
            atomicExch(&count, 0u);
        else if (way == 1)
            atomicExch_block(&count, 0u);
        else if (way == 2)
            cuda::atomic_ref<unsigned, cuda::thread_scope_block>(count).store(0);
        else
            (void)cuda::atomic_ref<unsigned, cuda::thread_scope_device>(count).exchange(0);
    }
    __syncthreads();
    atomicAdd(&count, 1u);
    __syncthreads();
    CHECK(count == THREADS);
}

__global__ void first_in_global(unsigned *x)
{
    atomicExch((float *)&x[0], 1.0f);
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(x + 1), "r"(2) : "memory");
    asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(x + 2), "r"(3) : "memory");
    asm volatile("atom.global.exch.b32 _, [%0], %1;" ::"l"(x + 3), "r"(4) : "memory");
    asm volatile("atom.exch.b64 _, [%0], %1;" ::"l"(x + 4), "l"(5ll) : "memory");
    CHECK(atomicExch((float *)&x[0], 0.0f) == 1.0f);
    CHECK(x[1] == 2 && x[2] == 3 && x[3] == 4 && x[4] == 5 && x[5] == 0);
}

int main()
{
    unsigned *x;
    cudaMalloc(&x, 6 * sizeof *x);
    for (int way = 0; way < 4; way++)
        first_in_shared<<<2, THREADS>>>(way);
    first_in_global<<<1, 1>>>(x);
    const int result = check_result();
    cudaFree(x);
    return result;
}
