// SPDX-License-Identifier: MIT
//
// sparse_handle.c: cuSPARSE's handle, and its descriptions of matrices and vectors.
#include "sparse.h"

#include <stdlib.h>

struct cusparseMatDescr {
    cusparseMatrixType_t type;
    cusparseFillMode_t fill;
    cusparseDiagType_t diagonal;
    cusparseIndexBase_t base;
};

// ---- Statuses -----------------------------------------------------------------------------------

const char *cusparseGetErrorName(cusparseStatus_t status)
{
    switch (status) {
#define EMU_STATUS(name, number, text) \
    case name: return #name;
        EMU_CUSPARSE_STATUSES(EMU_STATUS)
#undef EMU_STATUS
    }
    return "unrecognized error code";
}

const char *cusparseGetErrorString(cusparseStatus_t status)
{
    switch (status) {
#define EMU_STATUS(name, number, text) \
    case name: return text;
        EMU_CUSPARSE_STATUSES(EMU_STATUS)
#undef EMU_STATUS
    }
    return "unrecognized error code";
}

cusparseStatus_t sparse_refuse(const struct sparse_call *call, cusparseStatus_t status,
                               const char *why)
{
    library_refuse(call->pc, call->name, cusparseGetErrorName(status), "%s", why);
    return status;
}

bool sparse_has_handle(const struct sparse_call *call, const void *handle)
{
    return library_has_handle(call->pc, call->name, "CUSPARSE_STATUS_NOT_INITIALIZED",
                              (struct library_maker){"handle", "cusparseCreate"}, handle);
}

bool sparse_has(const struct sparse_call *call, const char *maker, const void *description)
{
    return library_has_handle(call->pc, call->name, "CUSPARSE_STATUS_INVALID_VALUE",
                              (struct library_maker){"description", maker}, description);
}

// ---- The handle ---------------------------------------------------------------------------------

cusparseStatus_t cusparseCreate(cusparseHandle_t *handle)
{
    engine_init();
    if (sticky_error() != cudaSuccess)
        return CUSPARSE_STATUS_NOT_INITIALIZED;
    if (!handle)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *handle = library_memory(1, sizeof **handle);
    library_add_handle(*handle);
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseDestroy(cusparseHandle_t handle)
{
    const struct sparse_call call = SPARSE_CALL("cusparseDestroy");
    if (!sparse_has_handle(&call, handle))
        return CUSPARSE_STATUS_NOT_INITIALIZED;
    library_drop_handle(handle);
    free(handle);
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int *version)
{
    (void)handle;
    if (!version)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *version = CUSPARSE_VERSION;
    return CUSPARSE_STATUS_SUCCESS;
}

#define SETTING(Name, type, member) \
    cusparseStatus_t cusparseSet##Name(cusparseHandle_t handle, type value) \
    { \
        const struct sparse_call call = SPARSE_CALL("cusparseSet" #Name); \
        if (!sparse_has_handle(&call, handle)) \
            return CUSPARSE_STATUS_NOT_INITIALIZED; \
        handle->member = value; \
        return CUSPARSE_STATUS_SUCCESS; \
    } \
    cusparseStatus_t cusparseGet##Name(cusparseHandle_t handle, type *value) \
    { \
        const struct sparse_call call = SPARSE_CALL("cusparseGet" #Name); \
        if (!sparse_has_handle(&call, handle)) \
            return CUSPARSE_STATUS_NOT_INITIALIZED; \
        if (!value) \
            return CUSPARSE_STATUS_INVALID_VALUE; \
        *value = handle->member; \
        return CUSPARSE_STATUS_SUCCESS; \
    }
SETTING(Stream, cudaStream_t, stream)
SETTING(PointerMode, cusparsePointerMode_t, pointers)

// ---- Descriptions -------------------------------------------------------------------------------

#define DESTROY(Name, maker, Description) \
    cusparseStatus_t cusparseDestroy##Name(Description description) \
    { \
        const struct sparse_call call = SPARSE_CALL("cusparseDestroy" #Name); \
        if (!description) /* as free() */ \
            return CUSPARSE_STATUS_SUCCESS; \
        if (!sparse_has(&call, maker, description)) \
            return CUSPARSE_STATUS_INVALID_VALUE; \
        library_drop_handle(description); \
        free((void *)(uintptr_t)description); \
        return CUSPARSE_STATUS_SUCCESS; \
    }
DESTROY(MatDescr, "cusparseCreateMatDescr", cusparseMatDescr_t)
DESTROY(SpMat, CSR_MAKER, cusparseConstSpMatDescr_t)
DESTROY(DnVec, VECTOR_MAKER, cusparseConstDnVecDescr_t)
DESTROY(DnMat, MATRIX_MAKER, cusparseConstDnMatDescr_t)

cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *descr)
{
    if (!descr)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *descr = library_memory(1, sizeof **descr);
    library_add_handle(*descr);
    return CUSPARSE_STATUS_SUCCESS;
}

#define PROPERTY(Name, type, member) \
    cusparseStatus_t cusparseSetMat##Name(cusparseMatDescr_t descr, type value) \
    { \
        const struct sparse_call call = SPARSE_CALL("cusparseSetMat" #Name); \
        if (!sparse_has(&call, "cusparseCreateMatDescr", descr)) \
            return CUSPARSE_STATUS_INVALID_VALUE; \
        descr->member = value; \
        return CUSPARSE_STATUS_SUCCESS; \
    } \
    type cusparseGetMat##Name(const cusparseMatDescr_t descr) \
    { \
        const struct sparse_call call = SPARSE_CALL("cusparseGetMat" #Name); \
        return sparse_has(&call, "cusparseCreateMatDescr", descr) ? descr->member : (type)0; \
    }
PROPERTY(Type, cusparseMatrixType_t, type)
PROPERTY(FillMode, cusparseFillMode_t, fill)
PROPERTY(DiagType, cusparseDiagType_t, diagonal)
PROPERTY(IndexBase, cusparseIndexBase_t, base)

static bool is_index(cusparseIndexType_t type)
{
    return type == CUSPARSE_INDEX_32I || type == CUSPARSE_INDEX_64I;
}

static cusparseStatus_t check_type(const struct sparse_call *call, cudaDataType type)
{
    return type == CUDA_R_32F || type == CUDA_R_64F
               ? CUSPARSE_STATUS_SUCCESS
               : sparse_refuse(call, CUSPARSE_STATUS_NOT_SUPPORTED,
                               "the emulated GPU has sparse products in CUDA_R_32F and CUDA_R_64F");
}

static cusparseStatus_t create_csr(const struct sparse_call *call, cusparseSpMatDescr_t *A,
                                   const struct cusparseSpMatDescr *csr)
{
    if (!A || csr->rows < 0 || csr->cols < 0 || csr->nnz < 0)
        return sparse_refuse(call, CUSPARSE_STATUS_INVALID_VALUE,
                             "a size is negative, or there is no place for the description");
    if (!is_index(csr->offset_type) || !is_index(csr->column_type))
        return sparse_refuse(call, CUSPARSE_STATUS_NOT_SUPPORTED,
                             "offsets and columns are CUSPARSE_INDEX_32I or CUSPARSE_INDEX_64I");
    if (csr->base != CUSPARSE_INDEX_BASE_ZERO && csr->base != CUSPARSE_INDEX_BASE_ONE)
        return sparse_refuse(
            call, CUSPARSE_STATUS_INVALID_VALUE,
            "the index base is CUSPARSE_INDEX_BASE_ZERO or CUSPARSE_INDEX_BASE_ONE");
    const cusparseStatus_t status = check_type(call, csr->type);
    if (status != CUSPARSE_STATUS_SUCCESS)
        return status;
    *A = library_memory(1, sizeof **A);
    **A = *csr;
    library_add_handle(*A);
    return status;
}

#define CREATE_CSR(Name, Description, Pointer) \
    cusparseStatus_t Name(Description *A, int64_t rows, int64_t cols, int64_t nnz, \
                          Pointer *offsets, Pointer *columns, Pointer *values, \
                          cusparseIndexType_t offset_type, cusparseIndexType_t column_type, \
                          cusparseIndexBase_t base, cudaDataType type) \
    { \
        const struct sparse_call call = SPARSE_CALL(#Name); \
        const struct cusparseSpMatDescr csr = {rows,   cols,        nnz,         offsets, columns, \
                                               values, offset_type, column_type, base,    type}; \
        return create_csr(&call, (cusparseSpMatDescr_t *)(uintptr_t)A, &csr); \
    }
CREATE_CSR(cusparseCreateCsr, cusparseSpMatDescr_t, void)
CREATE_CSR(cusparseCreateConstCsr, cusparseConstSpMatDescr_t, const void)

cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t A, void *offsets, void *columns,
                                        void *values)
{
    const struct sparse_call call = SPARSE_CALL("cusparseCsrSetPointers");
    if (!sparse_has(&call, "cusparseCreateCsr", A))
        return CUSPARSE_STATUS_INVALID_VALUE;
    A->offsets = offsets;
    A->columns = columns;
    A->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t A, int64_t *rows, int64_t *cols,
                                      int64_t *nnz)
{
    const struct sparse_call call = SPARSE_CALL("cusparseSpMatGetSize");
    if (!sparse_has(&call, CSR_MAKER, A) || !rows || !cols || !nnz)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *rows = A->rows;
    *cols = A->cols;
    *nnz = A->nnz;
    return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t create_vector(const struct sparse_call *call, cusparseDnVecDescr_t *x,
                                      int64_t size, const void *values, cudaDataType type)
{
    if (!x || size < 0)
        return sparse_refuse(call, CUSPARSE_STATUS_INVALID_VALUE,
                             "the size is negative, or there is no place for the description");
    const cusparseStatus_t status = check_type(call, type);
    if (status != CUSPARSE_STATUS_SUCCESS)
        return status;
    *x = library_memory(1, sizeof **x);
    **x = (struct cusparseDnVecDescr){size, (void *)(uintptr_t)values, type};
    library_add_handle(*x);
    return status;
}

cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *x, int64_t size, void *values,
                                     cudaDataType type)
{
    const struct sparse_call call = SPARSE_CALL("cusparseCreateDnVec");
    return create_vector(&call, x, size, values, type);
}

cusparseStatus_t cusparseCreateConstDnVec(cusparseConstDnVecDescr_t *x, int64_t size,
                                          const void *values, cudaDataType type)
{
    const struct sparse_call call = SPARSE_CALL("cusparseCreateConstDnVec");
    return create_vector(&call, (cusparseDnVecDescr_t *)(uintptr_t)x, size, values, type);
}

cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t x, void *values)
{
    const struct sparse_call call = SPARSE_CALL("cusparseDnVecSetValues");
    if (!sparse_has(&call, "cusparseCreateDnVec", x))
        return CUSPARSE_STATUS_INVALID_VALUE;
    x->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseDnVecGetValues(cusparseDnVecDescr_t x, void **values)
{
    const struct sparse_call call = SPARSE_CALL("cusparseDnVecGetValues");
    if (!sparse_has(&call, "cusparseCreateDnVec", x) || !values)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *values = x->values;
    return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t create_matrix(const struct sparse_call *call, cusparseDnMatDescr_t *B,
                                      const struct cusparseDnMatDescr *dense)
{
    if (!B || dense->rows < 0 || dense->cols < 0)
        return sparse_refuse(call, CUSPARSE_STATUS_INVALID_VALUE,
                             "a size is negative, or there is no place for the description");
    if (dense->order != CUSPARSE_ORDER_COL && dense->order != CUSPARSE_ORDER_ROW)
        return sparse_refuse(call, CUSPARSE_STATUS_INVALID_VALUE,
                             "the order is CUSPARSE_ORDER_COL or CUSPARSE_ORDER_ROW");
    if (dense->ld < (dense->order == CUSPARSE_ORDER_ROW ? dense->cols : dense->rows))
        return sparse_refuse(call, CUSPARSE_STATUS_INVALID_VALUE,
                             "ld is less than the rows (CUSPARSE_ORDER_ROW: columns)");
    const cusparseStatus_t status = check_type(call, dense->type);
    if (status != CUSPARSE_STATUS_SUCCESS)
        return status;
    *B = library_memory(1, sizeof **B);
    **B = *dense;
    library_add_handle(*B);
    return status;
}

cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *B, int64_t rows, int64_t cols,
                                     int64_t ld, void *values, cudaDataType type,
                                     cusparseOrder_t order)
{
    const struct sparse_call call = SPARSE_CALL("cusparseCreateDnMat");
    const struct cusparseDnMatDescr dense = {rows, cols, ld, values, type, order};
    return create_matrix(&call, B, &dense);
}

cusparseStatus_t cusparseCreateConstDnMat(cusparseConstDnMatDescr_t *B, int64_t rows, int64_t cols,
                                          int64_t ld, const void *values, cudaDataType type,
                                          cusparseOrder_t order)
{
    const struct sparse_call call = SPARSE_CALL("cusparseCreateConstDnMat");
    const struct cusparseDnMatDescr dense = {rows, cols, ld, (void *)(uintptr_t)values,
                                             type, order};
    return create_matrix(&call, (cusparseDnMatDescr_t *)(uintptr_t)B, &dense);
}

cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t B, void *values)
{
    const struct sparse_call call = SPARSE_CALL("cusparseDnMatSetValues");
    if (!sparse_has(&call, "cusparseCreateDnMat", B))
        return CUSPARSE_STATUS_INVALID_VALUE;
    B->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}
