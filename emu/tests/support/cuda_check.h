// SPDX-License-Identifier: MIT
// cuda_check.h: checks every CUDA call of a test's own kernels. An error is printed with its line
// and ends the program with exit status 1.
#ifndef EMU_TESTS_CUDA_CHECK_H
#define EMU_TESTS_CUDA_CHECK_H

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define CUDA_CHECK(call) cuda_check((call), #call, __FILE__, __LINE__) // for the text of the call
#define CUDA_CHECK_LAUNCH() cuda_check(cudaGetLastError(), "launch", __FILE__, __LINE__)

static inline void cuda_check(cudaError_t error, const char *call, const char *file, int line)
{
    if (error == cudaSuccess)
        return;
    fflush(stdout); // keeps the results so far readable
    fprintf(stderr, "%s:%d: %s: %s: %s\n", file, line, call, cudaGetErrorName(error),
            cudaGetErrorString(error));
    exit(1);
}

#endif
