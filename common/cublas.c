// SPDX-License-Identifier: MIT
#include "cublas.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The few declarations we need of cublas_v2.h. cublasStatus_t and cublasOperation_t are enums;
// status 0 is CUBLAS_STATUS_SUCCESS, operation 0 is CUBLAS_OP_N.
typedef int create_fn(void **handle);
typedef int version_fn(void *handle, int *version);
typedef int sgemm_fn(void *handle, int op_a, int op_b, int m, int n, int k, const float *alpha,
                     const float *A, int lda, const float *B, int ldb, const float *beta, float *C,
                     int ldc);

static void *handle;
static version_fn *get_version;
static sgemm_fn *sgemm;

// cuBLAS stores matrices by columns. Read by columns, our C is its transpose, and
// C^T = B^T A^T: so the operands change places and no element has to move.
static void run(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
                float beta, float *C, int ldc)
{
    const int status = sgemm(handle, 0, 0, n, m, k, &alpha, B, ldb, A, lda, &beta, C, ldc);
    if (status != 0) {
        fprintf(stderr, "cublasSgemm failed with status %d\n", status);
        exit(1);
    }
}

static void *open_library(void)
{
    // The newest first; the last is where the toolkit stands when the loader does not know it.
    static const char *const names[] = {"libcublas.so.13", "libcublas.so.12", "libcublas.so",
                                        "/usr/local/cuda/lib64/libcublas.so"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *library = dlopen(names[i], RTLD_NOW);
        if (library)
            return library;
    }
    return NULL;
}

sgemm_nn_fn *cublas_sgemm(void)
{
    if (sgemm)
        return run;
    void *library = open_library();
    if (!library)
        return NULL;
    // ISO C has no conversion from a data pointer to a function pointer; POSIX promises that the
    // bytes mean the same, so they are copied.
    void *create_symbol = dlsym(library, "cublasCreate_v2");
    void *sgemm_symbol = dlsym(library, "cublasSgemm_v2");
    void *version_symbol = dlsym(library, "cublasGetVersion_v2");
    create_fn *create;
    memcpy(&create, &create_symbol, sizeof create);
    if (!create_symbol || !sgemm_symbol || create(&handle) != 0)
        return NULL;
    memcpy(&sgemm, &sgemm_symbol, sizeof sgemm);
    memcpy(&get_version, &version_symbol, sizeof get_version);
    return run;
}

int cublas_version(void)
{
    int version = 0;
    return get_version && get_version(handle, &version) == 0 ? version : 0;
}
