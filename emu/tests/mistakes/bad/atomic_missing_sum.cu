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

// expected:
// emu: race in global memory: read of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/atomic_missing_sum.cu:19
//   kernel  sum<<<(79,1,1), (128,1,1)>>>
//   thread  block (1,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 0 of the 4 bytes from cudaMalloc at emu/tests/mistakes/bad/atomic_missing_sum.cu:29: total[0] of 1 elements of 4 bytes
//   other   write at emu/tests/mistakes/bad/atomic_missing_sum.cu:19 by block (0,0,0), thread (0,0,0)
//   cure    let one block own the element, use an atomic, or publish it: write, __threadfence(), then a flag that the reader polls with an atomic or through volatile
// emu: race in global memory: write of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/atomic_missing_sum.cu:19
//   kernel  sum<<<(79,1,1), (128,1,1)>>>
//   thread  block (1,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 0 of the 4 bytes from cudaMalloc at emu/tests/mistakes/bad/atomic_missing_sum.cu:29: total[0] of 1 elements of 4 bytes
//   other   write at emu/tests/mistakes/bad/atomic_missing_sum.cu:19 by block (0,0,0), thread (0,0,0)
//   cure    let one block own the element, use an atomic, or publish it: write, __threadfence(), then a flag that the reader polls with an atomic or through volatile
// emu: 1 kind of mistake, 156 times; first: race at emu/tests/mistakes/bad/atomic_missing_sum.cu:19
// exit status 1
