// category: symbol-misuse
// shows: pointers into the middle of a symbol and to its end: copies, memset, kernel arguments, cuBLAS and thrust
#include <cstdio>
#include <cublas_v2.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>

__constant__ int table[8];
__device__ int counts[16], after;
__device__ float matrix[3][8];

__global__ void add(int *begin, const int *end)
{
    for (; begin != end; begin++) *begin += table[7];
}

int main()
{
    int h[16], one[8] = {1, 1, 1, 1, 1, 1, 1, 1}, *t, *c;
    float row[8] = {1, 2, 3, 4, 5, 6, 7, 8}, *m, sum = 0;
    cudaGetSymbolAddress((void **)&t, table);
    cudaGetSymbolAddress((void **)&c, counts);
    cudaGetSymbolAddress((void **)&m, matrix);
    cudaMemcpy(t + 4, one, 4 * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(c, 0, 8 * sizeof(int));
    cudaMemcpy(c + 8, one, 8 * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(c + 14, 0, 2 * sizeof(int));
    add<<<1, 1>>>(c + 8, c + 16);
    cudaMemcpy(h, c, sizeof(h), cudaMemcpyDeviceToHost);
    const int all = thrust::reduce(thrust::device, c + 8, c + 16);

    cudaMemcpy2D(m + 1, sizeof(row), row, sizeof(row), 7 * sizeof(float), 1, cudaMemcpyHostToDevice);
    cudaMemcpyAsync(m + 16, row, sizeof(row), cudaMemcpyHostToDevice, 0);
    cublasHandle_t handle;
    cublasCreate(&handle);
    cublasSasum(handle, 8, m + 16, 1, &sum);
    cublasDestroy(handle);
    cudaMemcpyFromSymbol(row, matrix, sizeof(float), 7 * sizeof(float));
    printf("%d %d %d %g %g\n", h[8], h[15], all, sum, row[0]);
    return h[7] != 0 || h[8] != 2 || h[15] != 1 || all != 14 || sum != 36 || row[0] != 7;
}
