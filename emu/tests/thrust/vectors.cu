// SPDX-License-Identifier: MIT
//
// vectors.cu: Thrust's vectors and pointers, its algorithms and a kernel on the same memory.
#include <cuda_fp16.h>
#include <thrust/count.h>
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

#include "../headers/check.h"

#ifndef __CUDACC__
#error "a header of the program's that asks for a CUDA compiler must find one"
#endif

enum { N = 100 };

struct square {
    __host__ __device__ int operator()(int x) const { return x * x; }
};

struct is_even {
    __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};

__global__ void add_one(int *x, int n)
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        x[i]++;
}

// What cuda_fp16.h has for kernels is available with Thrust, too.
__global__ void pass_on(half *x)
{
    x[threadIdx.x] = __shfl_down_sync(0xffffffffu, __int2half_rn((int)threadIdx.x), 1);
}

int main()
{
    thrust::host_vector<int> h(N);
    for (int i = 0; i < N; i++)
        h[i] = N - i;
    thrust::device_vector<int> d = h;
    thrust::sort(d.begin(), d.end());
    add_one<<<1, 128>>>(thrust::raw_pointer_cast(d.data()), N); // 2 ... 101
    HOST_CHECK(thrust::reduce(d.begin(), d.end(), 0, thrust::plus<int>()) == 5150);
    HOST_CHECK(thrust::count_if(d.begin(), d.end(), is_even()) == 50);
    thrust::transform(d.begin(), d.end(), d.begin(), square());
    thrust::inclusive_scan(thrust::cuda::par.on(0), d.begin(), d.end(), d.begin());
    h = d;
    HOST_CHECK(h[0] == 4 && h[1] == 4 + 9 && d[2] == 4 + 9 + 16);
    thrust::device_vector<float> a(3, 2.0f), b(3, 4.0f);
    HOST_CHECK(thrust::inner_product(a.begin(), a.end(), b.begin(), 0.0f) == 24);

    int *raw;
    cudaMalloc(&raw, N * sizeof *raw);
    thrust::device_ptr<int> p = thrust::device_pointer_cast(raw);
    thrust::sequence(p, p + N);
    add_one<<<1, 128>>>(raw, N);
    cudaMemcpy(&h[0], raw, N * sizeof *raw, cudaMemcpyDeviceToHost);
    HOST_CHECK(h[0] == 1 && h[N - 1] == N && *(p + 5) == 6);
    cudaFree(raw);
    p = thrust::device_malloc<int>(4);
    thrust::fill(p, p + 4, 7);
    add_one<<<1, 4>>>(thrust::raw_pointer_cast(p), 4);
    HOST_CHECK(p[3] == 8);
    thrust::device_free(p);
    half *of_lanes;
    cudaMallocManaged(&of_lanes, 32 * sizeof *of_lanes);
    pass_on<<<1, 32>>>(of_lanes);
    cudaDeviceSynchronize();
    HOST_CHECK(__half2float(of_lanes[3]) == 4);
    cudaFree(of_lanes);
    try {
        thrust::device_free(thrust::device_malloc<int>(4));
    } catch (const thrust::system_error &) { // declared without its own header
        HOST_CHECK(false);
    }
    return check_result();
}
