// SPDX-License-Identifier: MIT
//
// cublas_xt.cu: products of matrices in host memory, against cuBLAS's own; and the names by which
// programs ask which devices exist.
#include <cublasXt.h>

#include "../headers/check.h"

#if !defined(CUBLAS_API_H_) || !defined(CUBLAS_XT_H_)
#error "programs test for these"
#endif

enum { M = 3, N = 2, K = 4, LDA = 5, LDB = 6, LDC = 4 };
#define OK(call) HOST_CHECK((call) == CUBLAS_STATUS_SUCCESS)

int main()
{
    float a[LDA * M], b[LDB * N], c[LDC * N]; // C = 2 trans(A) B + C: A is 4 by 3, B 4 by 2
    const float alpha = 2, beta = 1;
    for (int i = 0; i < LDA * M; i++)
        a[i] = (float)(i % 7 - 3);
    for (int i = 0; i < LDB * N; i++)
        b[i] = (float)(i % 5 - 2);
    for (int i = 0; i < LDC * N; i++)
        c[i] = (float)i;
    cublasXtHandle_t handle;
    int device = 0;
    OK(cublasXtCreate(&handle));
    OK(cublasXtDeviceSelect(handle, 1, &device));
    OK(cublasXtSetBlockDim(handle, 64));
    OK(cublasXtSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, M, N, K, &alpha, a, LDA, b, LDB, &beta, c,
                     LDC));
    for (int j = 0; j < N; j++)
        for (int i = 0; i < LDC; i++) {
            float sum = (float)(i + j * LDC);
            for (int p = 0; p < K && i < M; p++)
                sum += 2 * a[p + i * LDA] * b[p + j * LDB];
            HOST_CHECK(c[i + j * LDC] == sum); // the row between columns is as it was
        }
    HOST_CHECK(cublasXtSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, M, N, K, &alpha, a, K - 1, b, LDB,
                             &beta, c, LDC) == CUBLAS_STATUS_INVALID_VALUE);
    OK(cublasXtDestroy(handle));
    HOST_CHECK(CUBLAS_GEMM_ALGO7 == 7 && CUBLAS_GEMM_ALGO15_TENSOR_OP == 115);
    return check_result();
}
