// SPDX-License-Identifier: MIT
//
// rare_sparse.cu: one function for each diagnosis of cuSPARSE's products, as in rare_libraries.cu.
#include <cusparse.h>

#include "rare_cases.h"

enum { N = 3 };

static cusparseHandle_t handle;
static const float one = 1, zero = 0;

// On the device, the diagonal of a matrix with N rows.
static struct {
    int *offsets, *columns;
    float *values, *x, *y;
    void *buffer;
    size_t bytes;
} d;
static cusparseSpMatDescr_t A;
static cusparseDnVecDescr_t x, y;

template <class T> static T *on_device(const T *from, int count)
{
    T *p;
    cudaMalloc(&p, count * sizeof *p);
    cudaMemcpy(p, from, count * sizeof *p, cudaMemcpyHostToDevice);
    return p;
}

static void multiply(const float *alpha)
{
    cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, alpha, A, x, &zero, y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, d.buffer);
    cudaDeviceSynchronize();
}

static void make(cusparseIndexBase_t base)
{
    const int offsets[N + 1] = {0, 1, 2, 3}, columns[N] = {0, 1, 2};
    const float values[N] = {1, 2, 3};
    cusparseCreate(&handle);
    d.offsets = on_device(offsets, N + 1);
    d.columns = on_device(columns, N);
    d.values = on_device(values, N);
    d.x = on_device(values, N);
    cudaMalloc(&d.y, N * sizeof *d.y);
    cusparseCreateCsr(&A, N, N, N, d.offsets, d.columns, d.values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, base, CUDA_R_32F);
    cusparseCreateDnVec(&x, N, d.x, CUDA_R_32F);
    cusparseCreateDnVec(&y, N, d.y, CUDA_R_32F);
    cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, A, x, &zero, y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &d.bytes);
    cudaMalloc(&d.buffer, d.bytes);
}

// The first product is correct.
CASE(wrong_base)
{
    make(CUSPARSE_INDEX_BASE_ZERO);
    multiply(&one);
    make(CUSPARSE_INDEX_BASE_ONE);
    multiply(&one);
}

CASE(wrong_column)
{
    const int columns[N] = {0, 1, N};
    make(CUSPARSE_INDEX_BASE_ZERO);
    cudaMemcpy(d.columns, columns, sizeof columns, cudaMemcpyHostToDevice);
    multiply(&one);
}

CASE(short_vector)
{
    make(CUSPARSE_INDEX_BASE_ZERO);
    cusparseDnVecSetValues(x, d.x + 1);
    multiply(&one);
}

CASE(unwritten_values)
{
    float *values;
    make(CUSPARSE_INDEX_BASE_ZERO);
    cudaMalloc(&values, N * sizeof *values);
    cusparseCsrSetPointers(A, d.offsets, d.columns, values);
    multiply(&one);
}

CASE(no_buffer)
{
    make(CUSPARSE_INDEX_BASE_ZERO);
    d.buffer = NULL;
    multiply(&one);
}

CASE(scalar_on_device)
{
    make(CUSPARSE_INDEX_BASE_ZERO);
    multiply(d.values);
}

CASE(refusals)
{
    cusparseDnMatDescr_t dense;
    make(CUSPARSE_INDEX_BASE_ZERO);
    multiply(NULL);
    cusparseCreateDnMat(&dense, N, N, N - 1, d.x, CUDA_R_32F, CUSPARSE_ORDER_COL);
    cusparseCreateDnVec(&x, N, d.x, CUDA_R_16F);
    cusparseCreateDnVec(&x, N + 1, d.x, CUDA_R_32F);
    multiply(&one);
    cusparseCreateDnVec(&x, N, d.x, CUDA_R_64F);
    multiply(&one);
    cusparseDestroyDnVec(x);
    multiply(&one);
    cusparseDestroy(NULL);
}

CASE(wrong_column_from_one)
{
    const int offsets[N + 1] = {1, 2, 3, 4}, columns[N] = {1, 2, N + 1};
    make(CUSPARSE_INDEX_BASE_ONE);
    cudaMemcpy(d.offsets, offsets, sizeof offsets, cudaMemcpyHostToDevice);
    cudaMemcpy(d.columns, columns, sizeof columns, cudaMemcpyHostToDevice);
    multiply(&one);
}

CASE(refused_descriptions)
{
    cusparseDnMatDescr_t dense;
    cusparseMatDescr_t old = (cusparseMatDescr_t)&dense;
    cusparseCreate(&handle);
    cusparseCreateCsr(&A, N, N, N, NULL, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, (cusparseIndexBase_t)2, CUDA_R_32F);
    cusparseCreateDnMat(&dense, N, N, N, NULL, CUDA_R_32F, (cusparseOrder_t)0);
    cusparseGetMatFillMode(old);
    cusparseGetMatDiagType(NULL);
    cusparseCreateCsr(&A, N, N, N, NULL, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
    cusparseCreateDnVec(&x, N, NULL, CUDA_R_32F);
    cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, A, x, &zero, x, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, NULL);
}

int main(int argc, char **argv) { return run_cases(argc, argv); }
