// expect: ok
// SPDX-License-Identifier: MIT
//
// on_device.cu: a program whose functions ask whether they run on a GPU: Thrust's algorithms are
// kernels there, and each thread has its own number.
#include <thrust/device_vector.h>
#include <thrust/generate.h>
#include <thrust/reduce.h>

#include "../headers/check.h"

struct number {
    __host__ __device__ int operator()() const
    {
#ifdef __CUDA_ARCH__
        return (int)(blockIdx.x * blockDim.x + threadIdx.x);
#else
        return -1;
#endif
    }
};

int main()
{
    thrust::device_vector<int> x(100);
    thrust::generate(x.begin(), x.end(), number());
    HOST_CHECK(x[0] == 0 && x[99] == 99);
    HOST_CHECK(thrust::reduce(x.begin(), x.end()) == 4950);
    return check_result();
}
