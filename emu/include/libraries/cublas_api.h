// SPDX-License-Identifier: MIT
//
// cublas_api.h: the types and constants of cuBLAS, with cuBLAS's names and numbers.
#ifndef EMU_CUBLAS_API_H
#define EMU_CUBLAS_API_H
#define CUBLAS_API_H_ // programs test this macro to detect cuBLAS

#include <stdint.h>

#include "cuComplex.h"
#include "../cuda_bf16.h"
#include "../cuda_fp16.h"
#include "../cuda_runtime_api.h"
#include "../emu/host/refuse.h"
#include "library_types.h"

#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 0
#define CUBLAS_VER_PATCH 0
#define CUBLAS_VERSION (CUBLAS_VER_MAJOR * 10000 + CUBLAS_VER_MINOR * 100 + CUBLAS_VER_PATCH)
#define CUBLASAPI
#define CUBLASWINAPI

#define EMU_CUBLAS_STATUSES(EMU_STATUS) \
    EMU_STATUS(CUBLAS_STATUS_SUCCESS, 0) \
    EMU_STATUS(CUBLAS_STATUS_NOT_INITIALIZED, 1) \
    EMU_STATUS(CUBLAS_STATUS_ALLOC_FAILED, 3) \
    EMU_STATUS(CUBLAS_STATUS_INVALID_VALUE, 7) \
    EMU_STATUS(CUBLAS_STATUS_ARCH_MISMATCH, 8) \
    EMU_STATUS(CUBLAS_STATUS_MAPPING_ERROR, 11) \
    EMU_STATUS(CUBLAS_STATUS_EXECUTION_FAILED, 13) \
    EMU_STATUS(CUBLAS_STATUS_INTERNAL_ERROR, 14) \
    EMU_STATUS(CUBLAS_STATUS_NOT_SUPPORTED, 15) \
    EMU_STATUS(CUBLAS_STATUS_LICENSE_ERROR, 16)

typedef enum {
#define EMU_STATUS(name, number) name = number,
    EMU_CUBLAS_STATUSES(EMU_STATUS)
#undef EMU_STATUS
} cublasStatus_t;

#define EMU_FACTOR(name) \
    EMU_REFUSE_FUNCTION(cublasStatus_t, cublas##name##Batched, \
                        "cuBLAS's batches of inverses by one call and of QR factorizations are")
#define EMU_FACTORS(t) \
    EMU_FACTOR(t##matinv) \
    EMU_FACTOR(t##geqrf) \
    EMU_FACTOR(t##gels)
EMU_FACTORS(S)
EMU_FACTORS(D)
EMU_FACTORS(C)
EMU_FACTORS(Z)
#undef EMU_FACTORS
#undef EMU_FACTOR

typedef enum {
    CUBLAS_FILL_MODE_LOWER,
    CUBLAS_FILL_MODE_UPPER,
    CUBLAS_FILL_MODE_FULL
} cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT } cublasSideMode_t;
typedef enum {
    CUBLAS_OP_N = 0,
    CUBLAS_OP_T = 1,
    CUBLAS_OP_C = 2,
    CUBLAS_OP_HERMITAN = 2,
    CUBLAS_OP_CONJG = 3
} cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED, CUBLAS_ATOMICS_ALLOWED } cublasAtomicsMode_t;
typedef enum {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_PEDANTIC_MATH = 2,
    CUBLAS_TF32_TENSOR_OP_MATH = 3,
    CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef enum {
    CUBLAS_COMPUTE_16F = 64,
    CUBLAS_COMPUTE_16F_PEDANTIC = 65,
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_64F_PEDANTIC = 71,
    CUBLAS_COMPUTE_32I = 72,
    CUBLAS_COMPUTE_32I_PEDANTIC = 73,
    CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_16BF = 75,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;
// The numbered algorithms that both enums have.
#define EMU_ALGORITHMS(X) \
    X(0), X(1), X(2), X(3), X(4), X(5), X(6), X(7), X(8), X(9), X(10), X(11), X(12), X(13), X(14), \
        X(15)
#define EMU_ALGORITHM(n) CUBLAS_GEMM_ALGO##n = n
#define EMU_TENSOR_ALGORITHM(n) CUBLAS_GEMM_ALGO##n##_TENSOR_OP = 100 + n
typedef enum {
    CUBLAS_GEMM_DEFAULT = -1,
    CUBLAS_GEMM_DFALT = -1,
    EMU_ALGORITHMS(EMU_ALGORITHM),
    EMU_ALGORITHM(16),
    EMU_ALGORITHM(17),
    EMU_ALGORITHM(18),
    EMU_ALGORITHM(19),
    EMU_ALGORITHM(20),
    EMU_ALGORITHM(21),
    EMU_ALGORITHM(22),
    EMU_ALGORITHM(23),
    CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
    CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
    EMU_ALGORITHMS(EMU_TENSOR_ALGORITHM)
} cublasGemmAlgo_t;
#undef EMU_ALGORITHMS
#undef EMU_ALGORITHM
#undef EMU_TENSOR_ALGORITHM
typedef cudaDataType cublasDataType_t;
typedef struct cublasContext *cublasHandle_t;

#endif
