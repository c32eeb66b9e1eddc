// category: host-beside-gpus
// shows: the host polls a flag of GPU 1 in pinned memory; the kernel publishes its results before it sets the flag
#include <cstdio>
#include <cstdlib>

const int N = 1024;

__global__ void produce(float *results, volatile int *ready)
{
    for (int i = threadIdx.x; i < N; i += blockDim.x) results[i] = 2.5f * i;
    __threadfence_system();
    __syncthreads();
    if (threadIdx.x == 0) *ready = 1;
}

int main()
{
    setenv("EMU_GPUS", "2", 0);
    float *results;
    volatile int *ready;
    int wrong = 0;
    cudaMallocHost(&results, N * sizeof(float));
    cudaMallocHost((void **)&ready, 4096);
    *ready = 0;
    cudaSetDevice(1);
    produce<<<1, 64>>>(results, ready);
    while (*ready == 0) { }
    for (int i = 0; i < N; ++i) wrong += results[i] != 2.5f * i;
    cudaDeviceSynchronize();
    printf("%d wrong\n", wrong);
    cudaFreeHost(results);
    cudaFreeHost((void *)ready);
    return wrong != 0;
}
