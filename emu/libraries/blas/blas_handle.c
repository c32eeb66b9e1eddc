// SPDX-License-Identifier: MIT
//
// blas_handle.c: cuBLAS's handle, its modes, and its copies between host and device.
#include "blas.h"

cublasStatus_t cublasCreate(cublasHandle_t *handle)
{
    engine_init();
    if (sticky_error() != cudaSuccess)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (!handle)
        return CUBLAS_STATUS_INVALID_VALUE;
    *handle = calloc(1, sizeof **handle);
    if (!*handle)
        return CUBLAS_STATUS_ALLOC_FAILED;
    library_add_handle(*handle);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t blas_destroy(const struct blas_call *call)
{
    if (!blas_has_handle(call))
        return CUBLAS_STATUS_NOT_INITIALIZED;
    stream_sync_all(); // cublasDestroy waits for the device
    library_drop_handle(call->handle);
    free(call->handle);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasDestroy(cublasHandle_t handle)
{
    const struct blas_call call = BLAS_CALL("cublasDestroy");
    return blas_destroy(&call);
}

cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version)
{
    (void)handle;
    if (!version)
        return CUBLAS_STATUS_INVALID_VALUE;
    *version = CUBLAS_VERSION;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value)
{
    static const int version[] = {CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR, CUBLAS_VER_PATCH};
    if (!value || type > PATCH_LEVEL)
        return CUBLAS_STATUS_INVALID_VALUE;
    *value = version[type];
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *workspace, size_t bytes)
{
    (void)workspace; // no function here needs a workspace
    (void)bytes;
    const struct blas_call call = BLAS_CALL("cublasSetWorkspace");
    return blas_has_handle(&call) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}

#define SETTING(Name, type, member) \
    cublasStatus_t cublasSet##Name(cublasHandle_t handle, type value) \
    { \
        const struct blas_call call = BLAS_CALL("cublasSet" #Name); \
        if (!blas_has_handle(&call)) \
            return CUBLAS_STATUS_NOT_INITIALIZED; \
        handle->member = value; \
        return CUBLAS_STATUS_SUCCESS; \
    } \
    cublasStatus_t cublasGet##Name(cublasHandle_t handle, type *value) \
    { \
        const struct blas_call call = BLAS_CALL("cublasGet" #Name); \
        if (!blas_has_handle(&call)) \
            return CUBLAS_STATUS_NOT_INITIALIZED; \
        if (!value) \
            return CUBLAS_STATUS_INVALID_VALUE; \
        *value = handle->member; \
        return CUBLAS_STATUS_SUCCESS; \
    }
SETTING(Stream, cudaStream_t, stream)
SETTING(PointerMode, cublasPointerMode_t, pointers)
SETTING(AtomicsMode, cublasAtomicsMode_t, atomics)
SETTING(MathMode, cublasMath_t, math)

// ---- Names --------------------------------------------------------------------------------------

const char *cublasGetStatusName(cublasStatus_t status)
{
    switch (status) {
#define EMU_STATUS(name, number) \
    case name: return #name;
        EMU_CUBLAS_STATUSES(EMU_STATUS)
#undef EMU_STATUS
    }
    return "CUBLAS_STATUS_UNKNOWN";
}

const char *cublasGetStatusString(cublasStatus_t status)
{
    switch (status) {
    case CUBLAS_STATUS_SUCCESS: return "success";
    case CUBLAS_STATUS_NOT_INITIALIZED: return "the library was not initialized";
    case CUBLAS_STATUS_ALLOC_FAILED: return "the resource allocation failed";
    case CUBLAS_STATUS_INVALID_VALUE: return "an invalid value was used as an argument";
    case CUBLAS_STATUS_ARCH_MISMATCH: return "an absent device architectural feature is required";
    case CUBLAS_STATUS_MAPPING_ERROR: return "an access to GPU memory space failed";
    case CUBLAS_STATUS_EXECUTION_FAILED: return "the GPU program failed to execute";
    case CUBLAS_STATUS_INTERNAL_ERROR: return "an internal operation failed";
    case CUBLAS_STATUS_NOT_SUPPORTED: return "the functionality is not supported";
    case CUBLAS_STATUS_LICENSE_ERROR: return "the functionality requested requires some license";
    }
    return "unknown error";
}

// ---- Copies: the engine's functions, which find the caller's line in its stack frame
// --------------

static cublasStatus_t copied(cudaError_t error)
{
    return error == cudaSuccess             ? CUBLAS_STATUS_SUCCESS
           : error == cudaErrorInvalidValue ? CUBLAS_STATUS_MAPPING_ERROR
                                            : CUBLAS_STATUS_EXECUTION_FAILED;
}

// Copies a matrix; stream NULL: before the call returns.
static cublasStatus_t copy(int rows, int cols, int size, const void *A, int lda, void *B, int ldb,
                           enum cudaMemcpyKind kind, const cudaStream_t *stream)
{
    if (rows < 0 || cols < 0 || size <= 0 || lda <= 0 || ldb <= 0)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (rows == 0 || cols == 0)
        return CUBLAS_STATUS_SUCCESS;
    const size_t bytes = (size_t)size, all = (size_t)rows * (size_t)cols * bytes;
    const size_t to = (size_t)ldb * bytes, from = (size_t)lda * bytes, width = (size_t)rows * bytes;
    const bool is_dense = rows == lda && rows == ldb;
    if (is_dense)
        return copied(stream ? cudaMemcpyAsync(B, A, all, kind, *stream)
                             : cudaMemcpy(B, A, all, kind));
    return copied(stream ? cudaMemcpy2DAsync(B, to, A, from, width, (size_t)cols, kind, *stream)
                         : cudaMemcpy2D(B, to, A, from, width, (size_t)cols, kind));
}

static cublasStatus_t copy_matrix(int rows, int cols, int size, const void *A, int lda, void *B,
                                  int ldb, enum cudaMemcpyKind kind, const cudaStream_t *stream)
{
    if (rows > lda || rows > ldb)
        return CUBLAS_STATUS_INVALID_VALUE;
    return copy(rows, cols, size, A, lda, B, ldb, kind, stream);
}

// A vector is a matrix of one row, whose columns are `inc` elements apart.
static cublasStatus_t copy_vector(int n, int size, const void *x, int incx, void *y, int incy,
                                  enum cudaMemcpyKind kind, const cudaStream_t *stream)
{
    if (incx == 1 && incy == 1)
        return copy(n, 1, size, x, n, y, n, kind, stream);
    return copy(1, n, size, x, incx, y, incy, kind, stream);
}

#define COPIES(Which, kind) \
    cublasStatus_t cublas##Which##Matrix(int rows, int cols, int size, const void *A, int lda, \
                                         void *B, int ldb) \
    { \
        return copy_matrix(rows, cols, size, A, lda, B, ldb, kind, NULL); \
    } \
    cublasStatus_t cublas##Which##MatrixAsync(int rows, int cols, int size, const void *A, \
                                              int lda, void *B, int ldb, cudaStream_t stream) \
    { \
        return copy_matrix(rows, cols, size, A, lda, B, ldb, kind, &stream); \
    } \
    cublasStatus_t cublas##Which##Vector(int n, int size, const void *x, int incx, void *y, \
                                         int incy) \
    { \
        return copy_vector(n, size, x, incx, y, incy, kind, NULL); \
    } \
    cublasStatus_t cublas##Which##VectorAsync(int n, int size, const void *x, int incx, void *y, \
                                              int incy, cudaStream_t stream) \
    { \
        return copy_vector(n, size, x, incx, y, incy, kind, &stream); \
    }
COPIES(Set, cudaMemcpyHostToDevice)
COPIES(Get, cudaMemcpyDeviceToHost)
