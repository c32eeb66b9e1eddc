// SPDX-License-Identifier: MIT
//
// check.h: what the programs of this folder share. A failed CHECK, on the host or in a kernel,
// prints its line and its text; check_result() is the program's exit status.
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

static int check_host_failures;
__device__ int check_device_failures;

#define CHECK(condition) check_that((condition), __LINE__, #condition)
#define HOST_CHECK(condition) check_that_host((condition), __LINE__, #condition)

__device__ inline void check_that(bool ok, int line, const char *text)
{
    if (ok)
        return;
    printf("line %d, block %d, thread %d: %s\n", line, (int)blockIdx.x, (int)threadIdx.x, text);
    atomicAdd(&check_device_failures, 1);
}

inline void check_that_host(bool ok, int line, const char *text)
{
    if (ok)
        return;
    printf("line %d, host: %s\n", line, text);
    check_host_failures++;
}

// Waits for the kernels. 0 when nothing failed.
inline int check_result()
{
    int failures = 0;
    cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        error = cudaMemcpyFromSymbol(&failures, check_device_failures, sizeof failures);
    if (error != cudaSuccess)
        printf("CUDA: %s\n", cudaGetErrorString(error));
    return error != cudaSuccess || failures + check_host_failures != 0;
}

#endif
