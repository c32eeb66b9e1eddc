// expect: ok
// SPDX-License-Identifier: MIT
//
// __launch_bounds__: each kernel has its own, a template by its parameter, an overload by itself.
#include <string.h>

#include "../headers/check.h"

enum { FEW = 64 };

__global__ void __launch_bounds__(FEW, 2) plain(int) {}
__global__ void plain(float) {}
template <int N> __global__ void __launch_bounds__(2 * N) twice(int *count)
{
    if (count)
        atomicAdd(count, 1);
}
namespace other
{
__launch_bounds__(FEW / 2) __global__ void plain(int) {}
} // namespace other

template <class... T> static int most_threads(void (*kernel)(T...))
{
    cudaFuncAttributes attributes = {};
    HOST_CHECK(cudaFuncGetAttributes(&attributes, kernel) == cudaSuccess);
    return attributes.maxThreadsPerBlock;
}

int main()
{
    HOST_CHECK(most_threads<int>(plain) == FEW && most_threads<float>(plain) == 1024);
    const char *name = NULL;
    HOST_CHECK(cudaFuncGetName(&name, twice<16>) == cudaSuccess && strstr(name, "twice") != NULL);
    HOST_CHECK(most_threads(twice<16>) == 32 && most_threads(twice<32>) == 64);
    HOST_CHECK(most_threads(other::plain) == FEW / 2);
    int grid = 0, block = 0;
    HOST_CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, twice<64>) == cudaSuccess &&
               block == 128);
    twice<16><<<1, 32>>>(nullptr);
    plain<<<1, 1024>>>(1.0f);
    return check_result();
}
