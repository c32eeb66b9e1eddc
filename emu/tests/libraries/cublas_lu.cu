// expect: ok
// SPDX-License-Identifier: MIT
//
// Batches of small systems of equations: factors, inverses and solutions of three matrices, one of
// which needs rows exchanged and one of which is singular.
#include <cublas_v2.h>
#include <math.h>

#include "../headers/check.h"

enum { N = 3, BATCH = 3 };

// Column by column.
static const double given[BATCH][N * N] = {
    {0, 2, 4, 1, 1, 7, 3, 5, 1}, {4, 1, 2, 1, 5, 1, 2, 1, 6}, {1, 2, 3, 2, 4, 6, 1, 0, 1}};

// Is op(A) x = b?
static bool solves(const double *A, bool turned, const double *x, const double *b)
{
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int j = 0; j < N; j++)
            sum += (turned ? A[j + i * N] : A[i + j * N]) * x[j];
        if (fabs(sum - b[i]) > 1e-12)
            return false;
    }
    return true;
}

int main()
{
    cublasHandle_t handle;
    double *a, *c, **each_a, **each_c;
    int *pivots, *info, host_info = 7;
    cublasCreate(&handle);
    cudaMallocManaged(&a, sizeof given);
    cudaMallocManaged(&c, sizeof given);
    cudaMallocManaged(&each_a, BATCH * sizeof *each_a);
    cudaMallocManaged(&each_c, BATCH * sizeof *each_c);
    cudaMallocManaged(&pivots, BATCH * N * sizeof *pivots);
    cudaMallocManaged(&info, BATCH * sizeof *info);
    for (int b = 0; b < BATCH; b++) {
        each_a[b] = a + b * N * N;
        each_c[b] = c + b * N * N;
        for (int i = 0; i < N * N; i++)
            each_a[b][i] = given[b][i];
    }
    HOST_CHECK(!cublasDgetrfBatched(handle, N, each_a, N, pivots, info, BATCH));
    cudaDeviceSynchronize();
    // Its largest element came up, and U's diagonal multiplies to the determinant, 48.
    HOST_CHECK(info[0] == 0 && info[1] == 0 && info[2] == 2 && pivots[0] == 3);
    HOST_CHECK(fabs(fabs(a[0] * a[4] * a[8]) - 48) < 1e-12 && a[0] == 4);
    HOST_CHECK(!cublasDgetriBatched(handle, N, each_a, N, pivots, each_c, N, info, BATCH));
    cudaDeviceSynchronize();
    HOST_CHECK(info[0] == 0 && info[1] == 0 && info[2] == 2);
    for (int b = 0; b < 2; b++)
        for (int j = 0; j < N; j++) {
            const double unit[N] = {j == 0 ? 1. : 0, j == 1 ? 1. : 0, j == 2 ? 1. : 0};
            HOST_CHECK(solves(given[b], false, each_c[b] + j * N, unit));
        }
    for (int op = CUBLAS_OP_N; op <= CUBLAS_OP_T; op++) {
        for (int i = 0; i < 2 * N * N; i++)
            c[i] = i % (N * N) + 1;
        HOST_CHECK(!cublasDgetrsBatched(handle, (cublasOperation_t)op, N, 2, each_a, N, pivots,
                                        each_c, N, &host_info, 2));
        cudaDeviceSynchronize();
        const double right[2][N] = {{1, 2, 3}, {4, 5, 6}};
        for (int b = 0; b < 2; b++)
            for (int j = 0; j < 2; j++)
                HOST_CHECK(solves(given[b], op == CUBLAS_OP_T, each_c[b] + j * N, right[j]));
        HOST_CHECK(host_info == 0);
    }
    cublasDestroy(handle);
    void *const all[] = {a, c, each_a, each_c, pivots, info};
    for (void *p : all)
        cudaFree(p);
    return check_result();
}
