// category: deadlock
// shows: hand-made sense-counting grid barrier, few blocks, started cooperatively so that all are resident
#include <cstdio>

__device__ unsigned arrived;

__device__ void grid_barrier(unsigned goal)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&arrived, 1u);
        while (atomicAdd(&arrived, 0u) < goal) { }
        __threadfence();
    }
    __syncthreads();
}

__global__ void rotate(int *a, int *b, int rounds)
{
    int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int r = 0; r < rounds; ++r) {
        b[i] = a[(i + 40) % n];
        grid_barrier((2 * r + 1) * gridDim.x);
        a[i] = b[i] + 1;
        grid_barrier((2 * r + 2) * gridDim.x);
    }
}

int main()
{
    const int blocks = 6, threads = 64, n = blocks * threads;
    int h[n], *a, *b, rounds = 4, wrong = 0;
    for (int i = 0; i < n; ++i) h[i] = i;
    cudaMalloc(&a, sizeof(h));
    cudaMalloc(&b, sizeof(h));
    cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
    void *args[] = {&a, &b, &rounds};
    if (cudaLaunchCooperativeKernel((void *)rotate, blocks, threads, args, 0, 0) != cudaSuccess) return 2;
    cudaMemcpy(h, a, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) wrong += h[i] != (i + 40 * rounds) % n + rounds;
    printf("%d wrong\n", wrong);
    cudaFree(a);
    cudaFree(b);
    return wrong;
}
