// SPDX-License-Identifier: MIT
//
// barriers.cu: barriers of <cuda/barrier> and <cuda/std/barrier> with other headers of libcu++.
#include <cuda/barrier>
#include <cuda/std/barrier>
#include <cuda/std/span>

#include "../headers/check.h"

enum { THREADS = 64 };

template <class Barrier> __global__ void pass_on()
{
    __shared__ Barrier barrier;
    __shared__ int numbers[THREADS];
    if (threadIdx.x == 0)
        init(&barrier, THREADS);
    __syncthreads();
    cuda::std::span<int> all(numbers, THREADS);
    all[threadIdx.x] = (int)threadIdx.x;
    barrier.arrive_and_wait();
    CHECK(all[THREADS - 1 - threadIdx.x] == (int)(THREADS - 1 - threadIdx.x));
}

int main()
{
    pass_on<cuda::barrier<cuda::thread_scope_block>><<<1, THREADS>>>();
    pass_on<cuda::std::barrier<>><<<1, THREADS>>>();
    return check_result();
}
