// category: missing-fence
// shows: last-block pattern with __threadfence before the counter, the last block adds the partial sums
#include <cstdio>
#include <vector>
#define THREADS 128

__device__ unsigned done = 0;

__global__ void sum(const int *x, int n, volatile int *partial, int *result)
{
    __shared__ int s[THREADS];
    __shared__ bool last;
    int t = threadIdx.x, v = 0;
    for (int i = blockIdx.x * THREADS + t; i < n; i += gridDim.x * THREADS) v += x[i];
    s[t] = v;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (t < half) s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0) {
        partial[blockIdx.x] = s[0];
        __threadfence();
        last = atomicInc(&done, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        int all = 0;
        for (unsigned b = 0; b < gridDim.x; ++b) all += partial[b];
        *result = all;
    }
}

int main()
{
    const int n = 10000, blocks = 12;
    std::vector<int> h(n);
    int *x, *partial, *result, r = 0, want = 0;
    for (int i = 0; i < n; ++i) want += h[i] = i % 17;
    cudaMalloc(&x, n * sizeof(int));
    cudaMalloc(&partial, blocks * sizeof(int));
    cudaMalloc(&result, sizeof(int));
    cudaMemcpy(x, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    for (int round = 0; round < 2; ++round)     // atomicInc wraps to 0: ready for the next launch
        sum<<<blocks, THREADS>>>(x, n, partial, result);
    cudaMemcpy(&r, result, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d, want %d\n", r, want);
    cudaFree(x); cudaFree(partial); cudaFree(result);
    return r != want;
}
