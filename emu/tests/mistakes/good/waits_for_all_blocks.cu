// category: waits-between-gpus
// shows: the blocks of GPU 0 report to GPU 1 and wait for its answer: all of them fit on the GPU together
#include <cstdio>
#include <cstdlib>

const int BLOCKS = 8, SHARED = 200 << 10;   // so much that each SM takes one block

__global__ void work(int *arrived, volatile int *go, int *out)
{
    extern __shared__ float tile[];
    tile[threadIdx.x] = 0;
    __threadfence_system();
    atomicAdd_system(arrived, 1);
    while (*go == 0) { }
    out[blockIdx.x] = *go;
}

__global__ void answer(volatile int *arrived, volatile int *go)
{
    while (*arrived < BLOCKS) { }
    __threadfence_system();
    *go = 5;
}

int main()
{
    setenv("EMU_GPUS", "2", 0);
    static int h[BLOCKS];
    int *flags, *out, wrong = 0;
    cudaStream_t stream;
    cudaSetDevice(1);
    cudaDeviceEnablePeerAccess(0, 0);
    cudaSetDevice(0);
    cudaStreamCreate(&stream);
    cudaMalloc(&flags, 2 * sizeof(int));
    cudaMalloc(&out, sizeof(h));
    cudaMemset(flags, 0, 2 * sizeof(int));
    cudaDeviceSynchronize();
    cudaFuncSetAttribute(work, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED);
    work<<<BLOCKS, 1, SHARED, stream>>>(&flags[0], &flags[1], out);
    cudaSetDevice(1);
    answer<<<1, 1>>>(&flags[0], &flags[1]);
    cudaDeviceSynchronize();
    cudaSetDevice(0);
    cudaDeviceSynchronize();
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < BLOCKS; ++i) wrong += h[i] != 5;
    printf("%d wrong\n", wrong);
    cudaStreamDestroy(stream);
    cudaFree(flags); cudaFree(out);
    return wrong != 0;
}
