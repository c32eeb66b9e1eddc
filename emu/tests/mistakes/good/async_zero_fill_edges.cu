// category: async-copy-source
// shows: tiles that extend beyond the matrix: zero-fill of a part, or of all with an address far outside
#include <cstdio>
#include <vector>
#include "../../ptx/ptx.h"
#define T 32

// out[col] = sum of the column, rows and columns in tiles of 32; ld is a multiple of 4
__global__ void column_sums(int m, int n, int ld, const float *A, float *out)
{
    __shared__ float4 tile[T][T / 4];
    int piece = threadIdx.x % 8, row = threadIdx.x / 8; // 8 pieces of 4 floats, 32 rows
    int col = blockIdx.x * T + 4 * piece;
    float acc = 0;
    for (int i0 = 0; i0 < m; i0 += T) {
        int inside = i0 + row < m ? n - col : 0;
        inside = inside < 0 ? 0 : inside > 4 ? 4 : inside;
        cp_async_cg_16(&tile[row][piece], &A[(size_t)(i0 + row) * ld + col], 4 * inside);
        cp_async_wait_all();
        __syncthreads();
        if (threadIdx.x < T)
            for (int i = 0; i < T; i++) acc += ((float *)tile[i])[threadIdx.x];
        __syncthreads();
    }
    if (threadIdx.x < T && blockIdx.x * T + threadIdx.x < n)
        out[blockIdx.x * T + threadIdx.x] = acc;
}

int main()
{
    const int m = 45, n = 50, ld = 52;
    std::vector<float> A(m * ld - 2), r(n); // it ends with the last element of the last row
    for (size_t i = 0; i < A.size(); i++) A[i] = i % ld < n ? float(i % 10) : -1000.0f;
    float *a, *out;
    cudaMalloc(&a, A.size() * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemcpy(a, A.data(), A.size() * sizeof(float), cudaMemcpyHostToDevice);
    column_sums<<<(n + T - 1) / T, 256>>>(m, n, ld, a, out);
    cudaMemcpy(r.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int j = 0; j < n; j++) {
        float want = 0;
        for (int i = 0; i < m; i++) want += A[i * ld + j];
        wrong += r[j] != want;
    }
    printf("%d of %d wrong\n", wrong, n);
    cudaFree(a);
    cudaFree(out);
    return wrong != 0;
}
