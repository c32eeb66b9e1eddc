// category: waits-for-ever
// shows: the kernel that waits is launched before the one on the other GPU that sets its flag
#include <cstdio>
#include <cstdlib>

__global__ void consume(volatile int *flag, const float *x, float *y)
{
    while (*flag == 0) { }
    __threadfence_system();
    *y = *x + 1;
}

__global__ void produce(float *x, volatile int *flag)
{
    *x = 41;
    __threadfence_system();
    *flag = 1;
}

int main()
{
    setenv("EMU_GPUS", "2", 0);
    int *flags;
    float h, *x, *y;
    cudaSetDevice(0);
    cudaMalloc(&flags, 2 * sizeof(int));
    cudaMalloc(&x, sizeof(float));
    cudaMalloc(&y, sizeof(float));
    cudaMemset(flags, 0, 2 * sizeof(int));
    cudaDeviceSynchronize();
    consume<<<1, 1>>>(&flags[1], x, y);
    cudaSetDevice(1);
    cudaDeviceEnablePeerAccess(0, 0);
    produce<<<1, 1>>>(x, &flags[1]);
    cudaSetDevice(0);
    cudaMemcpy(&h, y, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%g\n", h);
    cudaFree(flags); cudaFree(x); cudaFree(y);
    return h != 42;
}
