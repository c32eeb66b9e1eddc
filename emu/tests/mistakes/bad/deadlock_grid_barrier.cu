// category: deadlock
// mistake: hand-made grid barrier with more blocks than can be resident, the waiting ones never make room
// line: 20
// cure: cooperative launch with at most as many blocks as are resident together, or split into two kernels
// hangs: yes
#include <cstdio>

__device__ unsigned arrived;

__global__ void two_phases(int *x, int n, int blocks)
{
    __shared__ int tile[12 * 1024];     // 48 KB: a handful of blocks per multiprocessor
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    tile[t] = i;
    x[i] = tile[t];
    __syncthreads();
    if (t == 0) {
        __threadfence();
        atomicAdd(&arrived, 1u);
        while (atomicAdd(&arrived, 0u) < blocks) { }    // MISTAKE
        __threadfence();
    }
    __syncthreads();
    tile[t] += x[n - 1 - i];
    x[n - 1 - i] = tile[t];
}

int main()
{
    const int blocks = 1000, threads = 64, n = blocks * threads;
    int *x, h = 0;
    cudaMalloc(&x, n * sizeof(int));
    two_phases<<<blocks, threads>>>(x, n, blocks);
    cudaMemcpy(&h, x, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(x);
    return h != n - 1;
}
