// SPDX-License-Identifier: MIT
#include "stream_flag.h"

#include <cuda.h> // types only: nothing is linked
#include <stddef.h>

enum { SINCE = 12000 }; // the form of CUDA 12, which every device has

// Loaded from the driver at run time, like tensor_map.c's.
static void *find(const char *name)
{
    void *found = NULL;
    enum cudaDriverEntryPointQueryResult result = cudaDriverEntryPointSymbolNotFound;
    const cudaError_t error =
        cudaGetDriverEntryPointByVersion(name, &found, SINCE, cudaEnableDefault, &result);
    return error == cudaSuccess && result == cudaDriverEntryPointSuccess ? found : NULL;
}

static cudaError_t answer(CUresult result)
{
    return result == CUDA_SUCCESS               ? cudaSuccess
           : result == CUDA_ERROR_NOT_SUPPORTED ? cudaErrorNotSupported
                                                : cudaErrorInvalidValue;
}

cudaError_t stream_flag_write(cudaStream_t stream, uint32_t *flag, uint32_t value)
{
    static __typeof__(&cuStreamWriteValue32) write;
    if (!write)
        write = (__typeof__(write))find("cuStreamWriteValue32");
    return write ? answer(write(stream, (CUdeviceptr)(uintptr_t)flag, value,
                                CU_STREAM_WRITE_VALUE_DEFAULT))
                 : cudaErrorNotSupported;
}

cudaError_t stream_flag_wait(cudaStream_t stream, const uint32_t *flag, uint32_t value)
{
    static __typeof__(&cuStreamWaitValue32) wait;
    if (!wait)
        wait = (__typeof__(wait))find("cuStreamWaitValue32");
    return wait
               ? answer(wait(stream, (CUdeviceptr)(uintptr_t)flag, value, CU_STREAM_WAIT_VALUE_GEQ))
               : cudaErrorNotSupported;
}
