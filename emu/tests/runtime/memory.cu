// expect: ok
// SPDX-License-Identifier: MIT
//
// Loads and stores with cache hints, address spaces, time.
#include "../headers/check.h"
#include <device_launch_parameters.h>
#include <time.h>

template <class T> __global__ void hints(const T *__restrict__ from, T *to)
{
    to[0] = __ldg(from);
    to[1] = __ldca(from + 1);
    to[2] = __ldcg(&from[2]);
    to[3] = __ldcs(&from[3]);
    to[4] = __ldlu(&from[4]);
    to[5] = __ldcv(&from[5]);
    __stwb(&to[6], from[6]);
    __stcg(&to[7], from[7]);
    __stcs(to + 8, from[8]);
    __stwt(to + 9, from[9]);
}

// gcc lets these functions store what they return directly to memory, unseen.
struct matrix {
    double xx, xy, yx, yy;
};
__device__ __noinline__ matrix rotated(int n, matrix m)
{
    if (n > 0)
        m = rotated(n - 1, matrix{-m.yx, -m.yy, m.xx, m.xy});
    return m;
}
__global__ void returned(matrix *m) { m[threadIdx.x] = rotated((int)threadIdx.x, {1, 0, 2, 3}); }
__global__ void read_returned(const matrix *m, int n)
{
    for (int i = 0; i < n; i++) {
        const matrix here = m[i];
        CHECK(here.xx == (i % 4 == 0 ? 1 : i % 4 == 1 ? -2 : i % 4 == 2 ? -1 : 2));
        CHECK(here.xy == (i % 4 == 0 ? 0 : i % 4 == 1 ? -3 : i % 4 == 2 ? 0 : 3));
    }
}

// More launches than the engine has marks for words that many threads read.
__device__ int read_by_all[4];
__global__ void read_variable(int value) { CHECK(read_by_all[threadIdx.x % 4] == value); }
__global__ void write_variable(int value) { read_by_all[threadIdx.x] = value; }
static void read_often()
{
    for (int i = 0; i < 600; i++) {
        write_variable<<<1, 4>>>(i);
        read_variable<<<4, 64>>>(i);
    }
}

template <class T> void try_hints()
{
    unsigned char host[10 * sizeof(T)], back[10 * sizeof(T)] = {0};
    for (size_t i = 0; i < sizeof host; i++)
        host[i] = (unsigned char)(i * 7 + 1);
    T *from, *to;
    cudaMalloc(&from, sizeof host);
    cudaMalloc(&to, sizeof host);
    cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice);
    hints<<<1, 1>>>(from, to);
    cudaMemcpy(back, to, sizeof back, cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < sizeof host; i++)
        HOST_CHECK(host[i] == back[i]);
    cudaFree(from);
    cudaFree(to);
}

__device__ int global_variable;
__constant__ int constant_variable = 3;

__global__ void spaces(int *allocated)
{
    __shared__ int shared_variable;
    int local_variable = threadIdx.x;
    CHECK(__isGlobal(allocated) && __isGlobal(&global_variable) && !__isGlobal(&shared_variable));
    CHECK(__isShared(&shared_variable) && !__isShared(allocated) && !__isShared(&local_variable));
    CHECK(__isLocal(&local_variable) && !__isLocal(&shared_variable));
    CHECK(constant_variable == 3);
    shared_variable = 42;
    const size_t address = __cvta_generic_to_shared(&shared_variable);
    CHECK(address < 232448 && *(int *)__cvta_shared_to_generic(address) == 42);
}

__global__ void timing(long long *spent)
{
    const clock_t start = clock();
    const long long start64 = clock64();
    __nanosleep(100);
    *spent = 1;
    __threadfence();
    const long long end64 = clock64();
    const clock_t end = clock();
    CHECK(end64 >= start64 && (int)(end - start) >= 0);
}

int main()
{
    try_hints<char>();
    try_hints<unsigned char>();
    try_hints<short>();
    try_hints<int>();
    try_hints<unsigned>();
    try_hints<long>();
    try_hints<unsigned long long>();
    try_hints<float>();
    try_hints<double>();
    try_hints<char4>();
    try_hints<ushort2>();
    try_hints<int2>();
    try_hints<int4>();
    try_hints<float2>();
    try_hints<float4>();
    try_hints<double2>();
    int *allocated;
    long long *spent;
    cudaMalloc(&allocated, sizeof *allocated);
    cudaMalloc(&spent, sizeof *spent);
    spaces<<<1, 1>>>(allocated);
    timing<<<1, 1>>>(spent);
    read_often();
    matrix *matrices;
    cudaMalloc(&matrices, 32 * sizeof *matrices);
    returned<<<1, 32>>>(matrices);
    read_returned<<<1, 1>>>(matrices, 32);
    const clock_t start = clock();
    HOST_CHECK(clock() >= start);
    const int failed = check_result();
    cudaFree(allocated);
    cudaFree(spent);
    cudaFree(matrices);
    return failed;
}
