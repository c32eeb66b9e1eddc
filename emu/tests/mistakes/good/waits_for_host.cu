// category: waits-for-ever
// shows: a kernel waits for a flag in pinned memory that the host sets after the launch
#include <cstdio>
#include <cstdlib>

__global__ void wait_for(volatile int *go, int *out)
{
    while (*go == 0) { }
    *out = 7;
}

int main()
{
    volatile int *go;
    int h, *out;
    cudaMallocHost((void **)&go, sizeof(int));
    cudaMalloc(&out, sizeof(int));
    *go = 0;
    wait_for<<<1, 1>>>(go, out);
    *go = 1;
    cudaDeviceSynchronize();
    cudaMemcpy(&h, out, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFreeHost((void *)go); cudaFree(out);
    return h != 7;
}
