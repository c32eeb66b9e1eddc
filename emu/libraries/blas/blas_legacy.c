// SPDX-License-Identifier: MIT
//
// blas_legacy.c: the state of the old interface of cuBLAS (cublas.h): one handle, and the last
// error.
#include "blas.h"

cublasHandle_t emu_cublas_legacy(void);
cublasStatus_t emu_cublas_status(cublasStatus_t status);
cublasStatus_t cublasGetError(void);
cublasStatus_t cublasInit(void);
cublasStatus_t cublasShutdown(void);
cublasStatus_t cublasAlloc(int n, int size, void **p);
cublasStatus_t cublasFree(void *p);
cublasStatus_t cublasSetKernelStream(cudaStream_t stream);

static cublasHandle_t the_handle;
static cublasStatus_t last_error;

cublasHandle_t emu_cublas_legacy(void) { return the_handle; }

cublasStatus_t emu_cublas_status(cublasStatus_t status)
{
    if (status != CUBLAS_STATUS_SUCCESS)
        last_error = status;
    return status;
}

cublasStatus_t cublasGetError(void)
{
    const cublasStatus_t error = last_error;
    last_error = CUBLAS_STATUS_SUCCESS;
    return error;
}

cublasStatus_t cublasInit(void)
{
    return the_handle ? CUBLAS_STATUS_SUCCESS : cublasCreate(&the_handle);
}

cublasStatus_t cublasShutdown(void)
{
    if (!the_handle)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    const cublasStatus_t status = cublasDestroy(the_handle);
    the_handle = NULL;
    return status;
}

cublasStatus_t cublasAlloc(int n, int size, void **p)
{
    if (n <= 0 || size <= 0 || !p)
        return CUBLAS_STATUS_INVALID_VALUE;
    return cudaMalloc(p, (size_t)n * (size_t)size) == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                                                                  : CUBLAS_STATUS_ALLOC_FAILED;
}

cublasStatus_t cublasFree(void *p)
{
    return cudaFree(p) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INTERNAL_ERROR;
}

cublasStatus_t cublasSetKernelStream(cudaStream_t stream)
{
    return the_handle ? cublasSetStream(the_handle, stream) : CUBLAS_STATUS_NOT_INITIALIZED;
}
