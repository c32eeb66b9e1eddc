// SPDX-License-Identifier: MIT
//
// cusparse.cu: sparse products against the sums that define them, in all orders and operations.
#include <cusparse.h>
#include <string.h>

#include "../headers/check.h"

#ifndef CUSPARSE_H_
#error "programs test for it"
#endif

enum { ROWS = 5, COLS = 7, WIDE = 3, MOST = 64 };
#define OK(call) HOST_CHECK((call) == CUSPARSE_STATUS_SUCCESS)

static cusparseHandle_t handle;

static double element(int row, int col)
{
    return (row * 5 + col * 3) % 4 == 0 ? row + 0.5 * col + 1 : 0;
}
static double dense(int row, int col) { return 1 + row - 2.0 * col; }

// CSR of element(), in managed memory. Row 2 is empty.
template <class T, class Index> struct csr {
    Index *offsets, *columns, nnz;
    T *values;
};

template <class T, class Index> static csr<T, Index> make(Index base)
{
    csr<T, Index> A = {};
    cudaMallocManaged(&A.offsets, (ROWS + 1) * sizeof(Index));
    cudaMallocManaged(&A.columns, MOST * sizeof(Index));
    cudaMallocManaged(&A.values, MOST * sizeof(T));
    for (int i = 0; i < ROWS; i++) {
        A.offsets[i] = A.nnz + base;
        for (int j = 0; j < COLS; j++)
            if (i != 2 && element(i, j) != 0) {
                A.columns[A.nnz] = j + base;
                A.values[A.nnz++] = (T)element(i, j);
            }
    }
    A.offsets[ROWS] = A.nnz + base;
    return A;
}

static double expected(bool transposed, int row, int col, double alpha, double beta, double old)
{
    double sum = 0;
    for (int k = 0; k < (transposed ? ROWS : COLS); k++) {
        const int i = transposed ? k : row, j = transposed ? row : k;
        sum += (i == 2 ? 0 : element(i, j)) * dense(k, col);
    }
    return alpha * sum + beta * old;
}

template <class T> static void expect(T got, double value)
{
    HOST_CHECK(got - value < 1e-4 && value - got < 1e-4);
}

template <class T, class Index>
static void vectors(cusparseIndexType_t index, cusparseIndexBase_t base, cudaDataType type)
{
    csr<T, Index> A = make<T, Index>((Index)base);
    const T alpha = 2, beta = 3, zero = 0;
    cusparseSpMatDescr_t matrix;
    OK(cusparseCreateCsr(&matrix, ROWS, COLS, A.nnz, A.offsets, A.columns, A.values, index, index,
                         base, type));
    for (int transposed = 0; transposed < 2; transposed++) {
        const int m = transposed ? COLS : ROWS, k = transposed ? ROWS : COLS;
        const cusparseOperation_t op =
            transposed ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
        T *x, *y;
        cusparseDnVecDescr_t X, Y;
        void *buffer;
        size_t bytes;
        cudaMallocManaged(&x, k * sizeof *x);
        cudaMallocManaged(&y, m * sizeof *y);
        for (int i = 0; i < k; i++)
            x[i] = (T)dense(i, 0);
        OK(cusparseCreateDnVec(&X, k, x, type));
        OK(cusparseCreateDnVec(&Y, m, y, type));
        OK(cusparseSpMV_bufferSize(handle, op, &alpha, matrix, X, &zero, Y, type,
                                   CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
        cudaMalloc(&buffer, bytes);
        OK(cusparseSpMV_preprocess(handle, op, &alpha, matrix, X, &zero, Y, type,
                                   CUSPARSE_SPMV_ALG_DEFAULT, buffer));
        OK(cusparseSpMV(handle, op, &alpha, matrix, X, &zero, Y, type, CUSPARSE_SPMV_ALG_DEFAULT,
                        buffer)); // does not read y
        OK(cusparseSpMV(handle, op, &alpha, matrix, X, &beta, Y, type, CUSPARSE_SPMV_CSR_ALG2,
                        buffer));
        cudaDeviceSynchronize();
        for (int i = 0; i < m; i++)
            expect(y[i], expected(transposed, i, 0, 2, 3, expected(transposed, i, 0, 2, 0, 0)));
        OK(cusparseDestroyDnVec(X));
        OK(cusparseDestroyDnVec(Y));
        cudaFree(buffer), cudaFree(x), cudaFree(y);
    }
    OK(cusparseDestroySpMat(matrix));
    cudaFree(A.offsets), cudaFree(A.columns), cudaFree(A.values);
}

// One product: B is stored as op(B), and both dense matrices have a leading dimension of their own.
static void matrices(bool A_transposed, bool B_transposed, cusparseOrder_t order)
{
    csr<double, int> A = make<double, int>(0);
    const int m = A_transposed ? COLS : ROWS, k = A_transposed ? ROWS : COLS;
    const int rows = B_transposed ? WIDE : k, cols = B_transposed ? k : WIDE, ld = 9;
    const double one = 1, half = 0.5;
    const bool by_row = order == CUSPARSE_ORDER_ROW;
    double *B, *C;
    void *buffer;
    size_t bytes;
    cusparseConstSpMatDescr_t matrix;
    cusparseDnMatDescr_t b, c;
    cudaMallocManaged(&B, MOST * sizeof *B);
    cudaMallocManaged(&C, MOST * sizeof *C);
    for (int i = 0; i < k; i++)
        for (int j = 0; j < WIDE; j++)
            B[by_row == !B_transposed ? i * ld + j : j * ld + i] = dense(i, j);
    for (int i = 0; i < MOST; i++)
        C[i] = 4;
    OK(cusparseCreateConstCsr(&matrix, ROWS, COLS, A.nnz, A.offsets, A.columns, A.values,
                              CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                              CUDA_R_64F));
    OK(cusparseCreateDnMat(&b, rows, cols, ld, B, CUDA_R_64F, order));
    OK(cusparseCreateDnMat(&c, m, WIDE, ld, C, CUDA_R_64F, order));
    const auto op = [](bool transposed) {
        return transposed ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
    };
    OK(cusparseSpMM_bufferSize(handle, op(A_transposed), op(B_transposed), &one, matrix, b, &half,
                               c, CUDA_R_64F, CUSPARSE_SPMM_ALG_DEFAULT, &bytes));
    cudaMalloc(&buffer, bytes);
    OK(cusparseSpMM(handle, op(A_transposed), op(B_transposed), &one, matrix, b, &half, c,
                    CUDA_R_64F, CUSPARSE_SPMM_CSR_ALG1, buffer));
    cudaDeviceSynchronize();
    for (int i = 0; i < m; i++)
        for (int j = 0; j < WIDE; j++)
            expect(C[by_row ? i * ld + j : j * ld + i], expected(A_transposed, i, j, 1, 0.5, 4));
    expect(C[MOST - 1], 4);
    OK(cusparseDestroySpMat(matrix));
    OK(cusparseDestroyDnMat(b));
    OK(cusparseDestroyDnMat(c));
    cudaFree(buffer), cudaFree(B), cudaFree(C);
    cudaFree(A.offsets), cudaFree(A.columns), cudaFree(A.values);
}

// A graph keeps the host's scalars of the capture; it reads the device's when it runs.
static void captured()
{
    csr<float, int> A = make<float, int>(0);
    float *x, *y, *scalars, alpha = 2, beta = 0;
    void *buffer;
    cusparseSpMatDescr_t matrix;
    cusparseDnVecDescr_t X, Y;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t run;
    size_t bytes;
    cudaMallocManaged(&x, COLS * sizeof *x);
    cudaMallocManaged(&y, ROWS * sizeof *y);
    cudaMallocManaged(&scalars, 2 * sizeof *scalars);
    for (int i = 0; i < COLS; i++)
        x[i] = (float)dense(i, 0);
    OK(cusparseCreateCsr(&matrix, ROWS, COLS, A.nnz, A.offsets, A.columns, A.values,
                         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                         CUDA_R_32F));
    OK(cusparseCreateDnVec(&X, COLS, x, CUDA_R_32F));
    OK(cusparseCreateDnVec(&Y, ROWS, y, CUDA_R_32F));
    OK(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, matrix, X, &beta,
                               Y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
    cudaMalloc(&buffer, bytes);
    cudaStreamCreate(&stream);
    OK(cusparseSetStream(handle, stream));
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    OK(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, matrix, X, &beta, Y,
                    CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, buffer));
    OK(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_DEVICE));
    OK(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, scalars, matrix, X, scalars + 1, Y,
                    CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, buffer));
    cudaStreamEndCapture(stream, &graph);
    alpha = 100;
    scalars[0] = 1;
    scalars[1] = 10;
    cudaGraphInstantiate(&run, graph, 0);
    cudaGraphLaunch(run, stream);
    cudaStreamSynchronize(stream);
    for (int i = 0; i < ROWS; i++)
        expect(y[i], 21 * expected(false, i, 0, 1, 0, 0));
    OK(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_HOST));
    OK(cusparseSetStream(handle, 0));
    OK(cusparseDestroySpMat(matrix));
    OK(cusparseDestroyDnVec(X));
    OK(cusparseDestroyDnVec(Y));
    cudaGraphExecDestroy(run), cudaGraphDestroy(graph), cudaStreamDestroy(stream);
    cudaFree(buffer), cudaFree(x), cudaFree(y), cudaFree(scalars);
    cudaFree(A.offsets), cudaFree(A.columns), cudaFree(A.values);
}

static void small_calls()
{
    cusparseMatDescr_t description;
    int version = 0;
    OK(cusparseCreateMatDescr(&description));
    OK(cusparseSetMatType(description, CUSPARSE_MATRIX_TYPE_GENERAL));
    OK(cusparseSetMatIndexBase(description, CUSPARSE_INDEX_BASE_ONE));
    OK(cusparseSetMatFillMode(description, CUSPARSE_FILL_MODE_UPPER));
    OK(cusparseSetMatDiagType(description, CUSPARSE_DIAG_TYPE_UNIT));
    HOST_CHECK(cusparseGetMatType(description) == CUSPARSE_MATRIX_TYPE_GENERAL);
    HOST_CHECK(cusparseGetMatIndexBase(description) == CUSPARSE_INDEX_BASE_ONE);
    HOST_CHECK(cusparseGetMatFillMode(description) == CUSPARSE_FILL_MODE_UPPER);
    HOST_CHECK(cusparseGetMatDiagType(description) == CUSPARSE_DIAG_TYPE_UNIT);
    OK(cusparseDestroyMatDescr(description));
    OK(cusparseGetVersion(handle, &version));
    HOST_CHECK(version == CUSPARSE_VERSION);
    HOST_CHECK(strcmp(cusparseGetErrorName(CUSPARSE_STATUS_NOT_SUPPORTED),
                      "CUSPARSE_STATUS_NOT_SUPPORTED") == 0);
    HOST_CHECK(strcmp(cusparseGetErrorString(CUSPARSE_STATUS_NOT_SUPPORTED),
                      "operation not supported") == 0);
}

int main()
{
    OK(cusparseCreate(&handle));
    vectors<float, int>(CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
    vectors<double, long long>(CUSPARSE_INDEX_64I, CUSPARSE_INDEX_BASE_ONE, CUDA_R_64F);
    for (int i = 0; i < 8; i++)
        matrices(i & 1, i & 2, i & 4 ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL);
    captured();
    small_calls();
    OK(cusparseDestroy(handle));
    return check_result();
}
