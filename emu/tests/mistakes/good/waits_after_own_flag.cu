// category: waits-for-ever
// shows: two kernels on two GPUs wait for each other, each after it has set its own flag
#include <cstdio>
#include <cstdlib>

__global__ void exchange(volatile int *mine, volatile int *theirs, float *to, const float *from)
{
    __threadfence_system();
    *theirs = 1;
    while (*mine == 0) { }
    __threadfence_system();
    *to = *from + 1;
}

int main()
{
    setenv("EMU_GPUS", "2", 0);
    int *flag[2];
    float h, *x[2], *y[2];
    for (int gpu = 0; gpu < 2; gpu++) {
        cudaSetDevice(gpu);
        cudaDeviceEnablePeerAccess(1 - gpu, 0);
        cudaMalloc(&flag[gpu], sizeof(int));
        cudaMalloc(&x[gpu], sizeof(float));
        cudaMalloc(&y[gpu], sizeof(float));
        cudaMemset(flag[gpu], 0, sizeof(int));
        cudaMemset(x[gpu], 0, sizeof(float));
        cudaDeviceSynchronize();
    }
    for (int gpu = 0; gpu < 2; gpu++) {
        cudaSetDevice(gpu);
        exchange<<<1, 1>>>(flag[gpu], flag[1 - gpu], y[gpu], x[1 - gpu]);
    }
    for (int gpu = 0; gpu < 2; gpu++) {
        cudaSetDevice(gpu);
        cudaDeviceSynchronize();
    }
    cudaMemcpy(&h, y[1], sizeof(h), cudaMemcpyDefault);
    printf("%g\n", h);
    for (int gpu = 0; gpu < 2; gpu++) {
        cudaFree(flag[gpu]); cudaFree(x[gpu]); cudaFree(y[gpu]);
    }
    return h != 1;
}
