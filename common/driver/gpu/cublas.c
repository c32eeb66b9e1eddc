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
typedef int gemm_ex_fn(void *handle, int op_a, int op_b, int m, int n, int k, const void *alpha,
                       const void *A, int type_a, int lda, const void *B, int type_b, int ldb,
                       const void *beta, void *C, int type_c, int ldc, int compute_type,
                       int algorithm);

typedef int set_strategy_fn(void *handle, int strategy);

enum { ALGORITHM_DEFAULT = -1 };
enum { OP_N = 0, OP_T = 1 };

static void *handle;
static version_fn *get_version;
static sgemm_fn *sgemm;
static gemm_ex_fn *gemm_ex;
static set_strategy_fn *set_strategy; // cuBLAS 13

// cuBLAS stores matrices by columns. Read by columns, our C is its transpose, and C^T = B^T A^T: so
// the operands are exchanged and no element moves.
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
    // The newest first; the last is the toolkit's folder, if the loader does not know it.
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
    // ISO C has no conversion from a data pointer to a function pointer; POSIX guarantees that the
    // bytes mean the same, so they are copied.
    void *create_symbol = dlsym(library, "cublasCreate_v2");
    void *sgemm_symbol = dlsym(library, "cublasSgemm_v2");
    void *gemm_ex_symbol = dlsym(library, "cublasGemmEx");
    void *version_symbol = dlsym(library, "cublasGetVersion_v2");
    void *strategy_symbol = dlsym(library, "cublasSetEmulationStrategy");
    create_fn *create;
    memcpy(&create, &create_symbol, sizeof create);
    if (!create_symbol || !sgemm_symbol || create(&handle) != 0)
        return NULL;
    memcpy(&sgemm, &sgemm_symbol, sizeof sgemm);
    memcpy(&gemm_ex, &gemm_ex_symbol, sizeof gemm_ex);
    memcpy(&get_version, &version_symbol, sizeof get_version);
    memcpy(&set_strategy, &strategy_symbol, sizeof set_strategy);
    return run;
}

// ---- Other types ---------------------------------------------------------------------------------

int cublas_data_type(enum dtype type)
{
    switch (type) {
    case DTYPE_TF32: // a float32 in memory
    case DTYPE_F32: return 0;
    case DTYPE_F64: return 1;
    case DTYPE_F16: return 2;
    case DTYPE_I8: return 3;
    case DTYPE_I32: return 10;
    case DTYPE_BF16: return 14;
    case DTYPE_E4M3: return 28;
    default: return -1;
    }
}

enum dtype cublas_scalar_type(enum dtype type_c)
{
    return type_c == DTYPE_BF16 ? DTYPE_F32 : type_c;
}

// cublasComputeType_t of the sums; -1: cublasGemmEx has no such product.
static int compute_type(enum dtype type_ab, enum dtype type_c)
{
    enum { COMPUTE_16F = 64, COMPUTE_32F = 68, COMPUTE_64F = 70, COMPUTE_32I = 72 };
    enum { COMPUTE_32F_FAST_TF32 = 77 };
    static const struct {
        enum dtype ab, c;
        int compute;
    } known[] = {
        {DTYPE_F32, DTYPE_F32, COMPUTE_32F},  {DTYPE_F16, DTYPE_F32, COMPUTE_32F},
        {DTYPE_BF16, DTYPE_F32, COMPUTE_32F}, {DTYPE_TF32, DTYPE_F32, COMPUTE_32F_FAST_TF32},
        {DTYPE_F16, DTYPE_F16, COMPUTE_16F},  {DTYPE_I8, DTYPE_I32, COMPUTE_32I},
        {DTYPE_F64, DTYPE_F64, COMPUTE_64F},  {DTYPE_BF16, DTYPE_BF16, COMPUTE_32F},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].ab == type_ab && known[i].c == type_c)
            return known[i].compute;
    return -1;
}

bool cublas_has(enum dtype type_ab, enum dtype type_c)
{
    return cublas_sgemm() && gemm_ex && compute_type(type_ab, type_c) >= 0;
}

// As in run(), the operands are exchanged; our B^T is then the transposed first operand.
static bool call_gemm_ex(enum dtype type_ab, enum dtype type_c, int compute,
                         const struct gemm_problem *p, const void *A, const void *B, void *C,
                         struct failure *why)
{
    const enum dtype scalar = cublas_scalar_type(type_c);
    _Alignas(double) unsigned char alpha[sizeof(double)], beta[sizeof(double)];
    dtype_from_double(scalar, &p->alpha, 1, alpha);
    dtype_from_double(scalar, &p->beta, 1, beta);
    const int type = cublas_data_type(type_ab);
    const int status = gemm_ex(handle, p->trans_b ? OP_T : OP_N, p->trans_a ? OP_T : OP_N, p->n,
                               p->m, p->k, alpha, B, type, p->ldb, A, type, p->lda, beta, C,
                               cublas_data_type(type_c), p->ldc, compute, ALGORITHM_DEFAULT);
    return status == 0 ||
           fail(why, "cublasGemmEx answers with status %d (15: not supported)", status);
}

bool cublas_gemm(enum dtype type_ab, enum dtype type_c, const struct gemm_problem *p, const void *A,
                 const void *B, void *C, struct failure *why)
{
    if (!cublas_has(type_ab, type_c))
        return fail(why, "cuBLAS has no product of %s with C in %s", dtype_name(type_ab),
                    dtype_name(type_c));
    return call_gemm_ex(type_ab, type_c, compute_type(type_ab, type_c), p, A, B, C, why);
}

bool cublas_gemm_f32(enum cublas_f32_mode mode, const struct gemm_problem *p, const void *A,
                     const void *B, void *C, struct failure *why)
{
    enum { STRATEGY_EAGER = 2 }; // also where float32 is expected to be faster
    static const int compute[] = {
        [CUBLAS_FAST_TF32] = 77, [CUBLAS_FAST_16BF] = 75, [CUBLAS_EMULATED_16BFX9] = 78};
    if (!cublas_has(DTYPE_F32, DTYPE_F32))
        return fail(why, "cuBLAS was not found");
    if (mode == CUBLAS_EMULATED_16BFX9 &&
        (!set_strategy || set_strategy(handle, STRATEGY_EAGER) != 0))
        return fail(why, "this cuBLAS does not emulate float32; version 13 does");
    return call_gemm_ex(DTYPE_F32, DTYPE_F32, compute[mode], p, A, B, C, why);
}

int cublas_version(void)
{
    int version = 0;
    return get_version && get_version(handle, &version) == 0 ? version : 0;
}
