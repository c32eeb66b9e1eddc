// SPDX-License-Identifier: MIT
//
// sparse.c: products of a sparse matrix and a dense vector or matrix. Sums are added in double and
// rounded once.
#include "sparse.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER = 256 }; // bytes; nothing is stored there, but a program must provide them

// C (m,n) = alpha op(A) (m,k) op(B) (k,n) + beta C. A vector is a matrix of one column.
struct product {
    const char *B_name, *C_name;
    bool A_transposed, B_transposed, scalars_on_device;
    struct cusparseSpMatDescr A;
    struct cusparseDnMatDescr B, C;
    const void *alpha, *beta; // the caller's
    double scalars[2];        // their values, if they are in host memory
    void *buffer;
};

// ---- Elements -----------------------------------------------------------------------------------

static size_t bytes_of(cudaDataType type) { return type == CUDA_R_64F ? 8 : 4; }

static double number(const void *values, cudaDataType type, int64_t i)
{
    return type == CUDA_R_64F ? ((const double *)values)[i] : (double)((const float *)values)[i];
}

static size_t index_bytes(cusparseIndexType_t type) { return type == CUSPARSE_INDEX_64I ? 8 : 4; }

static int64_t index_at(const void *indices, cusparseIndexType_t type, int64_t i)
{
    return type == CUSPARSE_INDEX_64I ? ((const int64_t *)indices)[i]
                                      : ((const int32_t *)indices)[i];
}

static void touch(const char *name, enum access_kind kind, const void *array, size_t element,
                  int64_t first, int64_t count)
{
    library_touch(name, kind,
                  (struct pieces){(const char *)array + first * (int64_t)element,
                                  (size_t)count * element, 1, 0, element});
}

static int64_t place(const struct cusparseDnMatDescr *B, int64_t row, int64_t col)
{
    return B->order == CUSPARSE_ORDER_ROW ? row * B->ld + col : col * B->ld + row;
}

// Elements of `name` along a row or a column, from (row, col).
static void touch_line(const char *name, enum access_kind kind, const struct cusparseDnMatDescr *B,
                       int64_t row, int64_t col, bool along_row)
{
    const size_t element = bytes_of(B->type);
    const bool dense = along_row == (B->order == CUSPARSE_ORDER_ROW);
    const size_t count = (size_t)(along_row ? B->cols : B->rows);
    const char *start = (const char *)B->values + place(B, row, col) * (int64_t)element;
    library_touch(name, kind,
                  dense ? (struct pieces){start, count * element, count > 0, 0, element}
                        : (struct pieces){start, element, count,
                                          (ptrdiff_t)B->ld * (ptrdiff_t)element, element});
}

static double scalar(const struct product *p, int which)
{
    const char *name = which == 0 ? "alpha" : "beta";
    const void *at = which == 0 ? p->alpha : p->beta;
    if (!p->scalars_on_device) {
        library_touch_host(
            name, at,
            "cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_DEVICE) before the "
            "call, or pass the address of a host variable");
        return p->scalars[which];
    }
    touch(name, LOAD, at, bytes_of(p->C.type), 0, 1);
    return number(at, p->C.type, 0);
}

// ---- The work -----------------------------------------------------------------------------------

static void __attribute__((noreturn, format(printf, 2, 3)))
wrong_index(const char *cure, const char *format, ...)
{
    const struct launch *launch = emu_current->block->launch;
    char text[200];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    report_and_stop(cudaErrorIllegalAddress, KIND_MISTAKE, launch->pc, NULL, cure, "%s: %s",
                    launch->kernel, text);
}

static void check_row(const struct cusparseSpMatDescr *A, int64_t row, int64_t begin, int64_t end)
{
    if (begin < 0 || end < begin || end > A->nnz)
        wrong_index("compare the offsets with the index base and nnz in cusparseCreateCsr",
                    "row %" PRId64 " has the offsets %" PRId64 " and %" PRId64
                    ", but those of A rise from %d to %" PRId64,
                    row, begin + A->base, end + A->base, (int)A->base, A->nnz + A->base);
    touch("the columns of A", LOAD, A->columns, index_bytes(A->column_type), begin, end - begin);
    touch("the values of A", LOAD, A->values, bytes_of(A->type), begin, end - begin);
    for (int64_t e = begin; e < end; e++) {
        const int64_t col = index_at(A->columns, A->column_type, e) - A->base;
        if (col < 0 || col >= A->cols)
            wrong_index(
                "compare the index base and the number of columns in cusparseCreateCsr with "
                "the indices",
                "element %" PRId64 " of row %" PRId64 " is in column %" PRId64
                ", but A has columns %d to %" PRId64,
                e - begin, row, col + A->base, (int)A->base, A->cols - 1 + A->base);
    }
}

// Adds row `from` of op(B), times a, to a row of sums.
static void add_row(const struct product *p, double a, int64_t from, double *sums, int64_t n)
{
    const struct cusparseDnMatDescr *B = &p->B;
    if (p->B_transposed)
        touch_line(p->B_name, LOAD, B, 0, from, false);
    else
        touch_line(p->B_name, LOAD, B, from, 0, true);
    for (int64_t j = 0; j < n; j++)
        sums[j] +=
            a * number(B->values, B->type, p->B_transposed ? place(B, j, from) : place(B, from, j));
}

static void store_row(const struct product *p, int64_t row, double alpha, double beta,
                      const double *sums)
{
    const struct cusparseDnMatDescr *C = &p->C;
    if (beta != 0)
        touch_line(p->C_name, LOAD, C, row, 0, true);
    touch_line(p->C_name, STORE, C, row, 0, true);
    for (int64_t j = 0; j < C->cols; j++) {
        const int64_t at = place(C, row, j);
        const double old = beta != 0 ? beta * number(C->values, C->type, at) : 0;
        if (C->type == CUDA_R_64F)
            ((double *)C->values)[at] = alpha * sums[j] + old;
        else
            ((float *)C->values)[at] = (float)(alpha * sums[j] + old);
    }
}

static void work(void *arg)
{
    const struct product *p = arg;
    const struct cusparseSpMatDescr *A = &p->A;
    const int64_t m = p->C.rows, n = p->C.cols;
    touch("the buffer", STORE, p->buffer, 1, 0, BUFFER);
    const double alpha = scalar(p, 0), beta = scalar(p, 1);
    touch("the row offsets of A", LOAD, A->offsets, index_bytes(A->offset_type), 0, A->rows + 1);
    double *sums = library_memory((size_t)(m * n), sizeof *sums);
    for (int64_t i = 0; i < A->rows; i++) {
        const int64_t begin = index_at(A->offsets, A->offset_type, i) - A->base;
        const int64_t end = index_at(A->offsets, A->offset_type, i + 1) - A->base;
        check_row(A, i, begin, end);
        for (int64_t e = begin; e < end; e++) {
            const int64_t col = index_at(A->columns, A->column_type, e) - A->base;
            const double a = number(A->values, A->type, e);
            add_row(p, a, p->A_transposed ? i : col, sums + (p->A_transposed ? col : i) * n, n);
        }
    }
    for (int64_t i = 0; i < m; i++)
        store_row(p, i, alpha, beta, sums + i * n);
    free(sums);
}

// ---- Calls --------------------------------------------------------------------------------------

static cusparseStatus_t check(const struct sparse_call *call, const struct product *p,
                              cudaDataType compute)
{
    const int64_t m = p->A_transposed ? p->A.cols : p->A.rows;
    const int64_t k = p->A_transposed ? p->A.rows : p->A.cols;
    if (p->A.type != compute || p->B.type != compute || p->C.type != compute)
        return sparse_refuse(call, CUSPARSE_STATUS_NOT_SUPPORTED,
                             "the emulated GPU multiplies where all types and the compute type are "
                             "CUDA_R_32F, or all CUDA_R_64F");
    if (p->C.rows != m || (p->B_transposed ? p->B.cols : p->B.rows) != k ||
        (p->B_transposed ? p->B.rows : p->B.cols) != p->C.cols)
        return sparse_refuse(call, CUSPARSE_STATUS_INVALID_VALUE,
                             "the sizes of A and of the dense operands do not fit each other");
    if (!p->alpha || !p->beta)
        return sparse_refuse(call, CUSPARSE_STATUS_INVALID_VALUE,
                             "alpha or beta is a null pointer");
    return CUSPARSE_STATUS_SUCCESS;
}

// The caller's scalars may change after the call.
static void keep_scalars(struct product *p, cudaDataType compute)
{
    const void *const at[] = {p->alpha, p->beta};
    for (int i = 0; i < 2 && !p->scalars_on_device; i++)
        if (at[i] && arena_offset(at[i]) >= GLOBAL_END) // otherwise the work reports it
            p->scalars[i] = number(at[i], compute, 0);
}

enum request { BUFFER_SIZE, PREPROCESS, MULTIPLY };

// last: the call's last argument, a place for the buffer's size or the buffer.
static cusparseStatus_t answer(const struct sparse_call *call, cusparseHandle_t handle,
                               struct product *p, cudaDataType compute, enum request request,
                               void *last)
{
    const cusparseStatus_t status = check(call, p, compute);
    if (status != CUSPARSE_STATUS_SUCCESS || request == PREPROCESS)
        return status;
    if (request == BUFFER_SIZE) {
        if (!last)
            return sparse_refuse(call, CUSPARSE_STATUS_INVALID_VALUE,
                                 "there is no place for the size of the buffer");
        *(size_t *)last = BUFFER;
        return status;
    }
    p->buffer = last;
    p->scalars_on_device = handle->pointers == CUSPARSE_POINTER_MODE_DEVICE;
    keep_scalars(p, compute);
    return library_run(call->pc, call->name, handle->stream, work, p, sizeof *p)
               ? CUSPARSE_STATUS_SUCCESS
               : CUSPARSE_STATUS_EXECUTION_FAILED;
}

static cusparseStatus_t with_vector(const struct sparse_call *call, cusparseHandle_t handle,
                                    struct product *p, cusparseConstSpMatDescr_t A,
                                    cusparseConstDnVecDescr_t x, cusparseConstDnVecDescr_t y)
{
    if (!sparse_has_handle(call, handle))
        return CUSPARSE_STATUS_NOT_INITIALIZED;
    if (!sparse_has(call, CSR_MAKER, A) || !sparse_has(call, VECTOR_MAKER, x) ||
        !sparse_has(call, "cusparseCreateDnVec", y))
        return CUSPARSE_STATUS_INVALID_VALUE;
    p->A = *A;
    p->B_name = "x";
    p->C_name = "y";
    p->B = (struct cusparseDnMatDescr){x->size, 1, x->size, x->values, x->type, CUSPARSE_ORDER_COL};
    p->C = (struct cusparseDnMatDescr){y->size, 1, y->size, y->values, y->type, CUSPARSE_ORDER_COL};
    return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t with_matrix(const struct sparse_call *call, cusparseHandle_t handle,
                                    struct product *p, cusparseConstSpMatDescr_t A,
                                    cusparseConstDnMatDescr_t B, cusparseConstDnMatDescr_t C)
{
    if (!sparse_has_handle(call, handle))
        return CUSPARSE_STATUS_NOT_INITIALIZED;
    if (!sparse_has(call, CSR_MAKER, A) || !sparse_has(call, MATRIX_MAKER, B) ||
        !sparse_has(call, "cusparseCreateDnMat", C))
        return CUSPARSE_STATUS_INVALID_VALUE;
    p->A = *A;
    p->B_name = "B";
    p->C_name = "C";
    p->B = *B;
    p->C = *C;
    return CUSPARSE_STATUS_SUCCESS;
}

#define SPMV(Name, Last, request) \
    cusparseStatus_t Name(cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha, \
                          cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t x, \
                          const void *beta, cusparseDnVecDescr_t y, cudaDataType compute, \
                          cusparseSpMVAlg_t algorithm, Last *last) \
    { \
        const struct sparse_call call = SPARSE_CALL(#Name); \
        struct product p = {.A_transposed = opA != CUSPARSE_OPERATION_NON_TRANSPOSE, \
                            .alpha = alpha, \
                            .beta = beta}; \
        const cusparseStatus_t status = with_vector(&call, handle, &p, A, x, y); \
        (void)algorithm; \
        return status != CUSPARSE_STATUS_SUCCESS \
                   ? status \
                   : answer(&call, handle, &p, compute, request, last); \
    }
SPMV(cusparseSpMV_bufferSize, size_t, BUFFER_SIZE)
SPMV(cusparseSpMV_preprocess, void, PREPROCESS)
SPMV(cusparseSpMV, void, MULTIPLY)

#define SPMM(Name, Last, request) \
    cusparseStatus_t Name(cusparseHandle_t handle, cusparseOperation_t opA, \
                          cusparseOperation_t opB, const void *alpha, cusparseConstSpMatDescr_t A, \
                          cusparseConstDnMatDescr_t B, const void *beta, cusparseDnMatDescr_t C, \
                          cudaDataType compute, cusparseSpMMAlg_t algorithm, Last *last) \
    { \
        const struct sparse_call call = SPARSE_CALL(#Name); \
        struct product p = {.A_transposed = opA != CUSPARSE_OPERATION_NON_TRANSPOSE, \
                            .B_transposed = opB != CUSPARSE_OPERATION_NON_TRANSPOSE, \
                            .alpha = alpha, \
                            .beta = beta}; \
        const cusparseStatus_t status = with_matrix(&call, handle, &p, A, B, C); \
        (void)algorithm; \
        return status != CUSPARSE_STATUS_SUCCESS \
                   ? status \
                   : answer(&call, handle, &p, compute, request, last); \
    }
SPMM(cusparseSpMM_bufferSize, size_t, BUFFER_SIZE)
SPMM(cusparseSpMM_preprocess, void, PREPROCESS)
SPMM(cusparseSpMM, void, MULTIPLY)
