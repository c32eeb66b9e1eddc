// SPDX-License-Identifier: MIT
//
// batches_cublas.h: cuBLAS's batched and grouped products, found at run time, for batches.cu. Types
// as cublas_v2.h has them; enums are ints.
#ifndef BENCH_BATCHES_CUBLAS_H
#define BENCH_BATCHES_CUBLAS_H

#include <dlfcn.h>
#include <stddef.h>

enum { R_32F = 0, R_16F = 2, COMPUTE_32F = 68, DEFAULT_ALGORITHM = -1, OP_N = 0 };
typedef int gemm_ex_fn(void *, int, int, int, int, int, const void *, const void *, int, int,
                       const void *, int, int, const void *, void *, int, int, int, int);
typedef int strided_fn(void *, int, int, int, int, int, const void *, const void *, int, int,
                       long long, const void *, int, int, long long, const void *, void *, int, int,
                       long long, int, int, int);
typedef int grouped_fn(void *, const int *, const int *, const int *, const int *, const int *,
                       const void *, const void *const *, int, const int *, const void *const *,
                       int, const int *, const void *, void *const *, int, const int *, int,
                       const int *, int);
static void *handle;
static int version;
static gemm_ex_fn *gemm_ex;
static strided_fn *strided;
static grouped_fn *grouped; // NULL before cuBLAS 12.5

static bool open_cublas(void)
{
    static const char *const names[] = {"libcublas.so.13", "libcublas.so.12", "libcublas.so",
                                        "/usr/local/cuda/lib64/libcublas.so"};
    void *library = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++)
        library = dlopen(names[i], RTLD_NOW);
    if (!library)
        return false;
    typedef int create_fn(void **);
    typedef int version_fn(void *, int *);
    create_fn *create = (create_fn *)dlsym(library, "cublasCreate_v2");
    version_fn *get_version = (version_fn *)dlsym(library, "cublasGetVersion_v2");
    gemm_ex = (gemm_ex_fn *)dlsym(library, "cublasGemmEx");
    strided = (strided_fn *)dlsym(library, "cublasGemmStridedBatchedEx");
    grouped = (grouped_fn *)dlsym(library, "cublasGemmGroupedBatchedEx");
    return create && gemm_ex && strided && create(&handle) == 0 &&
           get_version(handle, &version) == 0;
}

#endif
