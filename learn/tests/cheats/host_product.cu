// SPDX-License-Identifier: MIT
// refused: R
// computes on the host, and copies the result to the device
#include "learn/exercise.h"
#include <vector>
extern "C" void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                         int ldb, float beta, float *C, int ldc)
{
    std::vector<float> a(m * lda), b(k * ldb), c(m * ldc);
    cudaMemcpy2D(a.data(), lda * 4, A, lda * 4, k * 4, m, cudaMemcpyDeviceToHost);
    cudaMemcpy2D(b.data(), ldb * 4, B, ldb * 4, n * 4, k, cudaMemcpyDeviceToHost);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            float acc = 0;
            for (int p = 0; p < k; p++)
                acc += a[i * lda + p] * b[p * ldb + j];
            c[i * ldc + j] = alpha * acc;
        }
    cudaMemcpy2D(C, ldc * 4, c.data(), ldc * 4, n * 4, m, cudaMemcpyHostToDevice);
}
