// SPDX-License-Identifier: MIT
//
// cuda_check.h: every CUDA error is reported. For host code in C and in .cu files.
//
//     CUDA_CHECK(cudaMalloc(&d_A, bytes));
//     kernel<<<grid, block>>>(...);
//     CUDA_CHECK_LAUNCH();
//
// An error ends the program with exit status 1. The message has the source line, the call, the
// error and a hint:
//     02_naive/2_coalesced.cu:31: launch: cudaErrorInvalidConfiguration: invalid configuration ...
//       hint: at most 1024 threads a block; gridDim.y and gridDim.z end at 65535; no dimension is 0
// In a driver that runs several steps, an error ends only the current step (driver/attempt.c).
#ifndef COMMON_CUDA_CHECK_H
#define COMMON_CUDA_CHECK_H

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

// Macros, because they need the text of the call and the caller's line.
#define CUDA_CHECK(call) cuda_check((call), #call, __FILE__, __LINE__)

// After each launch. It reports errors of the launch itself (grid, block, shared memory). A kernel
// that fails while it runs is reported by the next call that waits for it.
#define CUDA_CHECK_LAUNCH() cuda_check(cudaGetLastError(), "launch", __FILE__, __LINE__)

// Exists in a program with such a driver, and does not return while a step runs.
#ifdef __cplusplus
extern "C"
#endif
    __attribute__((weak)) void
    cuda_check_failed(const char *text);

static inline const char *cuda_hint(cudaError_t error)
{
    switch (error) {
    case cudaErrorMemoryAllocation:
        return "the GPU's memory is full: try a smaller --size, or see nvidia-smi for who uses it";
    case cudaErrorInvalidConfiguration:
        return "at most 1024 threads a block; gridDim.y and gridDim.z end at 65535; "
               "no dimension is 0";
    case cudaErrorInvalidValue:
        return "an argument is out of range: often more shared memory than a block may have";
    case cudaErrorLaunchOutOfResources:
        return "registers per thread x threads per block exceed what an SM has: "
               "smaller blocks, or __launch_bounds__";
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorInvalidDeviceFunction:
        return "built for another GPU architecture: build again with ARCH=<compute capability>";
    case cudaErrorInsufficientDriver:
        return "the driver is older than the CUDA Toolkit of this build: update the driver";
    case cudaErrorNoDevice:
        return "no NVIDIA GPU is visible: `make doctor`, or build for the emulated GPU (GPU=emu)";
    case cudaErrorIllegalAddress:
    case cudaErrorMisalignedAddress:
    case cudaErrorLaunchFailure:
#ifdef EMU_GPU
        return "the message above names the line";
#else
        return "a kernel went out of bounds: run it under compute-sanitizer or on the emulated GPU "
               "(GPU=emu), which names the line";
#endif
    case cudaErrorLaunchTimeout:
        return "the GPU also draws a screen and may not compute for seconds: a smaller --size";
    default: return NULL;
    }
}

static inline void cuda_check(cudaError_t error, const char *call, const char *file, int line)
{
    if (error == cudaSuccess)
        return;
    char text[600];
    snprintf(text, sizeof text, "%s:%d: %s: %s: %s", file, line, call, cudaGetErrorName(error),
             cudaGetErrorString(error));
    if (cuda_check_failed) {
        (void)cudaGetLastError(); // clears the error, so that the next step's launch does not
                                  // report it
        cuda_check_failed(text);
    }
    fflush(stdout); // output so far stays readable
    fprintf(stderr, "%s\n", text);
    const char *hint = cuda_hint(error);
    if (hint)
        fprintf(stderr, "  hint: %s\n", hint);
    exit(1);
}

#endif
