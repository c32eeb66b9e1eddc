// SPDX-License-Identifier: MIT
//
// cusparse.h: the part of cuSPARSE that multiplies a sparse matrix in CSR form by a dense vector or
// matrix, in float and double, with cuSPARSE's names and numbers.
#ifndef EMU_CUSPARSE_H
#define EMU_CUSPARSE_H
#define CUSPARSE_H_ // programs test this macro to detect cuSPARSE

#include <stddef.h>
#include <stdint.h>

#include "../cuda_runtime_api.h"
#include "cuComplex.h"
#include "library_types.h"

#define CUSPARSE_VER_MAJOR 12
#define CUSPARSE_VER_MINOR 6
#define CUSPARSE_VER_PATCH 3
#define CUSPARSE_VERSION (CUSPARSE_VER_MAJOR * 1000 + CUSPARSE_VER_MINOR * 100 + CUSPARSE_VER_PATCH)
#define CUSPARSEAPI

#ifdef __cplusplus
extern "C" {
#endif

// The status, its number, and the text of cusparseGetErrorString.
#define EMU_CUSPARSE_STATUSES(EMU_STATUS) \
    EMU_STATUS(CUSPARSE_STATUS_SUCCESS, 0, "success") \
    EMU_STATUS(CUSPARSE_STATUS_NOT_INITIALIZED, 1, "initialization error") \
    EMU_STATUS(CUSPARSE_STATUS_ALLOC_FAILED, 2, "out of memory") \
    EMU_STATUS(CUSPARSE_STATUS_INVALID_VALUE, 3, "invalid value") \
    EMU_STATUS(CUSPARSE_STATUS_ARCH_MISMATCH, 4, "architecture mismatch") \
    EMU_STATUS(CUSPARSE_STATUS_MAPPING_ERROR, 5, "texture mapping error") \
    EMU_STATUS(CUSPARSE_STATUS_EXECUTION_FAILED, 6, "kernel launch failure") \
    EMU_STATUS(CUSPARSE_STATUS_INTERNAL_ERROR, 7, "internal error") \
    EMU_STATUS(CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED, 8, "matrix type not supported") \
    EMU_STATUS(CUSPARSE_STATUS_ZERO_PIVOT, 9, "zero pivot") \
    EMU_STATUS(CUSPARSE_STATUS_NOT_SUPPORTED, 10, "operation not supported") \
    EMU_STATUS(CUSPARSE_STATUS_INSUFFICIENT_RESOURCES, 11, "insufficient resources")

typedef enum {
#define EMU_STATUS(name, number, text) name = number,
    EMU_CUSPARSE_STATUSES(EMU_STATUS)
#undef EMU_STATUS
} cusparseStatus_t;

typedef enum {
    CUSPARSE_POINTER_MODE_HOST = 0,
    CUSPARSE_POINTER_MODE_DEVICE = 1
} cusparsePointerMode_t;
typedef enum {
    CUSPARSE_MATRIX_TYPE_GENERAL = 0,
    CUSPARSE_MATRIX_TYPE_SYMMETRIC = 1,
    CUSPARSE_MATRIX_TYPE_HERMITIAN = 2,
    CUSPARSE_MATRIX_TYPE_TRIANGULAR = 3
} cusparseMatrixType_t;
typedef enum { CUSPARSE_FILL_MODE_LOWER = 0, CUSPARSE_FILL_MODE_UPPER = 1 } cusparseFillMode_t;
typedef enum { CUSPARSE_DIAG_TYPE_NON_UNIT = 0, CUSPARSE_DIAG_TYPE_UNIT = 1 } cusparseDiagType_t;
typedef enum { CUSPARSE_INDEX_BASE_ZERO = 0, CUSPARSE_INDEX_BASE_ONE = 1 } cusparseIndexBase_t;
typedef enum {
    CUSPARSE_OPERATION_NON_TRANSPOSE = 0,
    CUSPARSE_OPERATION_TRANSPOSE = 1,
    CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE = 2
} cusparseOperation_t;
typedef enum { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2 } cusparseOrder_t;
typedef enum {
    CUSPARSE_INDEX_16U = 1,
    CUSPARSE_INDEX_32I = 2,
    CUSPARSE_INDEX_64I = 3
} cusparseIndexType_t;
// All algorithms do the same here. CUSPARSE_MV_ALG_DEFAULT and ..._MM_... are names of CUDA 11.
typedef enum {
    CUSPARSE_MV_ALG_DEFAULT = 0,
    CUSPARSE_SPMV_ALG_DEFAULT = 0,
    CUSPARSE_SPMV_CSR_ALG1 = 2,
    CUSPARSE_SPMV_CSR_ALG2 = 3
} cusparseSpMVAlg_t;
typedef enum {
    CUSPARSE_MM_ALG_DEFAULT = 0,
    CUSPARSE_SPMM_ALG_DEFAULT = 0,
    CUSPARSE_SPMM_CSR_ALG1 = 4,
    CUSPARSE_SPMM_CSR_ALG2 = 6,
    CUSPARSE_SPMM_CSR_ALG3 = 12
} cusparseSpMMAlg_t;

typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef struct cusparseSpMatDescr const *cusparseConstSpMatDescr_t;
typedef struct cusparseDnVecDescr const *cusparseConstDnVecDescr_t;
typedef struct cusparseDnMatDescr const *cusparseConstDnMatDescr_t;

cusparseStatus_t cusparseCreate(cusparseHandle_t *handle);
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle);
cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int *version);
cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream);
cusparseStatus_t cusparseGetStream(cusparseHandle_t handle, cudaStream_t *stream);
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode);
cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t *mode);
const char *cusparseGetErrorName(cusparseStatus_t status);
const char *cusparseGetErrorString(cusparseStatus_t status);

// The description that functions for CSR took before CUDA 11. The functions below do not use it,
// but many programs still make one.
cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *descr);
cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t descr);
cusparseStatus_t cusparseSetMatType(cusparseMatDescr_t descr, cusparseMatrixType_t type);
cusparseStatus_t cusparseSetMatFillMode(cusparseMatDescr_t descr, cusparseFillMode_t mode);
cusparseStatus_t cusparseSetMatDiagType(cusparseMatDescr_t descr, cusparseDiagType_t type);
cusparseStatus_t cusparseSetMatIndexBase(cusparseMatDescr_t descr, cusparseIndexBase_t base);
cusparseMatrixType_t cusparseGetMatType(const cusparseMatDescr_t descr);
cusparseFillMode_t cusparseGetMatFillMode(const cusparseMatDescr_t descr);
cusparseDiagType_t cusparseGetMatDiagType(const cusparseMatDescr_t descr);
cusparseIndexBase_t cusparseGetMatIndexBase(const cusparseMatDescr_t descr);

// A (rows,cols) has nnz elements. Those of row i are offsets[i] to offsets[i + 1] - 1 of columns
// and values.
cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t *A, int64_t rows, int64_t cols, int64_t nnz,
                                   void *offsets, void *columns, void *values,
                                   cusparseIndexType_t offset_type, cusparseIndexType_t column_type,
                                   cusparseIndexBase_t base, cudaDataType type);
cusparseStatus_t cusparseCreateConstCsr(cusparseConstSpMatDescr_t *A, int64_t rows, int64_t cols,
                                        int64_t nnz, const void *offsets, const void *columns,
                                        const void *values, cusparseIndexType_t offset_type,
                                        cusparseIndexType_t column_type, cusparseIndexBase_t base,
                                        cudaDataType type);
cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t A);
cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t A, void *offsets, void *columns,
                                        void *values);
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t A, int64_t *rows, int64_t *cols,
                                      int64_t *nnz);

cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *x, int64_t size, void *values,
                                     cudaDataType type);
cusparseStatus_t cusparseCreateConstDnVec(cusparseConstDnVecDescr_t *x, int64_t size,
                                          const void *values, cudaDataType type);
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t x);
cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t x, void *values);
cusparseStatus_t cusparseDnVecGetValues(cusparseDnVecDescr_t x, void **values);

cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *B, int64_t rows, int64_t cols,
                                     int64_t ld, void *values, cudaDataType type,
                                     cusparseOrder_t order);
cusparseStatus_t cusparseCreateConstDnMat(cusparseConstDnMatDescr_t *B, int64_t rows, int64_t cols,
                                          int64_t ld, const void *values, cudaDataType type,
                                          cusparseOrder_t order);
cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t B);
cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t B, void *values);

// y = alpha op(A) x + beta y. The buffer has the size that ..._bufferSize stores.
cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t handle, cusparseOperation_t opA,
                                         const void *alpha, cusparseConstSpMatDescr_t A,
                                         cusparseConstDnVecDescr_t x, const void *beta,
                                         cusparseDnVecDescr_t y, cudaDataType compute,
                                         cusparseSpMVAlg_t algorithm, size_t *bytes);
cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t handle, cusparseOperation_t opA,
                                         const void *alpha, cusparseConstSpMatDescr_t A,
                                         cusparseConstDnVecDescr_t x, const void *beta,
                                         cusparseDnVecDescr_t y, cudaDataType compute,
                                         cusparseSpMVAlg_t algorithm, void *buffer);
cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha,
                              cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t x,
                              const void *beta, cusparseDnVecDescr_t y, cudaDataType compute,
                              cusparseSpMVAlg_t algorithm, void *buffer);

// C = alpha op(A) op(B) + beta C.
cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t opA,
                                         cusparseOperation_t opB, const void *alpha,
                                         cusparseConstSpMatDescr_t A, cusparseConstDnMatDescr_t B,
                                         const void *beta, cusparseDnMatDescr_t C,
                                         cudaDataType compute, cusparseSpMMAlg_t algorithm,
                                         size_t *bytes);
cusparseStatus_t cusparseSpMM_preprocess(cusparseHandle_t handle, cusparseOperation_t opA,
                                         cusparseOperation_t opB, const void *alpha,
                                         cusparseConstSpMatDescr_t A, cusparseConstDnMatDescr_t B,
                                         const void *beta, cusparseDnMatDescr_t C,
                                         cudaDataType compute, cusparseSpMMAlg_t algorithm,
                                         void *buffer);
cusparseStatus_t cusparseSpMM(cusparseHandle_t handle, cusparseOperation_t opA,
                              cusparseOperation_t opB, const void *alpha,
                              cusparseConstSpMatDescr_t A, cusparseConstDnMatDescr_t B,
                              const void *beta, cusparseDnMatDescr_t C, cudaDataType compute,
                              cusparseSpMMAlg_t algorithm, void *buffer);

#ifdef __cplusplus
}
#endif

#endif
