// category: peer-atomic
// shows: both GPUs count in memory of GPU 0, by atomics whose scope is the system
#include <cstdio>
#include <cstdlib>

const int N = 256, BINS = 4;

__global__ void count(const int *x, int *bins, int *largest)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd_system(&bins[x[i] % BINS], 1);
    atomicMax_system(largest, x[i]);
}

int main()
{
    setenv("EMU_GPUS", "2", 0);
    int h[N], *x[2], *result, answer[BINS + 1];
    cudaSetDevice(0);
    cudaMalloc(&result, (BINS + 1) * sizeof(int));
    cudaMemset(result, 0, (BINS + 1) * sizeof(int));
    cudaSetDevice(1);
    cudaDeviceEnablePeerAccess(0, 0);
    for (int gpu = 0; gpu < 2; ++gpu) {
        for (int i = 0; i < N; ++i) h[i] = gpu * N + i;
        cudaSetDevice(gpu);
        cudaMalloc(&x[gpu], sizeof(h));
        cudaMemcpy(x[gpu], h, sizeof(h), cudaMemcpyHostToDevice);
    }
    for (int gpu = 0; gpu < 2; ++gpu) {
        cudaSetDevice(gpu);
        count<<<N / 64, 64>>>(x[gpu], result, &result[BINS]);
    }
    for (int gpu = 0; gpu < 2; ++gpu) {
        cudaSetDevice(gpu);
        cudaDeviceSynchronize();
    }
    cudaMemcpy(answer, result, sizeof(answer), cudaMemcpyDeviceToHost);
    int wrong = answer[BINS] != 2 * N - 1;
    for (int i = 0; i < BINS; ++i) wrong += answer[i] != 2 * N / BINS;
    printf("%d wrong\n", wrong);
    cudaFree(x[0]); cudaFree(x[1]); cudaFree(result);
    return wrong != 0;
}
