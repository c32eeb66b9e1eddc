// category: divergent-barrier
// shows: __syncthreads_count, _or and _and steer a loop that ends for all threads at once
#include <cstdio>

__global__ void halve_until_small(int *x, int *rounds, int *small)
{
    __shared__ int s[96];
    int t = threadIdx.x, r = 0;
    s[t] = x[t];
    while (__syncthreads_or(s[t] > 10)) {
        int v = s[95 - t] / 2;
        __syncthreads();
        s[t] = v;
        ++r;
    }
    int below = __syncthreads_count(s[t] < 5);
    int fine = __syncthreads_and(s[t] <= 10);
    x[t] = s[t];
    if (t == 0) {
        *rounds = r;
        *small = fine ? below : -1;
    }
}

int main()
{
    int h[96], *x, *r, *c, rounds, below, check = 0;
    for (int i = 0; i < 96; ++i) h[i] = 4 * i;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&r, sizeof(int));
    cudaMalloc(&c, sizeof(int));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    halve_until_small<<<1, 96>>>(x, r, c);
    cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
    cudaMemcpy(&rounds, r, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(&below, c, sizeof(int), cudaMemcpyDeviceToHost);
    for (int v : h) check += v < 5;
    printf("%d rounds, %d below 5\n", rounds, below);
    cudaFree(x); cudaFree(r); cudaFree(c);
    return rounds != 6 || below != check || below != 80;
}
