// category: atomic-missing
// mistake: thread 0 of every block does *total += without an atomic
// line: 19
// cure: atomicAdd(total, s[0])
#include <stdio.h>
#define THREADS 128

__global__ void sum(const int *x, int n, int *total)
{
    __shared__ int s[THREADS];
    int i = blockIdx.x * THREADS + threadIdx.x;
    s[threadIdx.x] = (i < n) ? x[i] : 0;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *total += s[0];     // MISTAKE
}

int main()
{
    const int n = 10000;
    static int h[n];
    int *x, *total, result;
    for (int i = 0; i < n; i++) h[i] = 2;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&total, sizeof(int));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemset(total, 0, sizeof(int));
    sum<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n, total);
    cudaMemcpy(&result, total, sizeof(int), cudaMemcpyDeviceToHost);
    printf("sum = %d, expected %d\n", result, 2 * n);
    cudaFree(x);
    cudaFree(total);
    return result == 2 * n ? 0 : 1;
}
