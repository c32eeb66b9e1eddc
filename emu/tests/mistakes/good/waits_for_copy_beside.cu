// category: waits-for-ever
// shows: a kernel waits for a flag that a copy in another stream sets after its launch
#include <cstdio>
#include <cstdlib>

__global__ void wait_for(volatile int *flag, int *out)
{
    while (*flag == 0) { }
    *out = 7;
}

int main()
{
    int h, *one, *flag, *out;
    cudaStream_t compute, copies;
    cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
    cudaMallocHost(&one, sizeof(int));
    cudaMalloc(&flag, sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemset(flag, 0, sizeof(int));
    cudaDeviceSynchronize();
    *one = 1;
    wait_for<<<1, 1, 0, compute>>>(flag, out);
    cudaMemcpyAsync(flag, one, sizeof(int), cudaMemcpyHostToDevice, copies);
    cudaDeviceSynchronize();
    cudaMemcpy(&h, out, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFreeHost(one); cudaFree(flag); cudaFree(out);
    cudaStreamDestroy(compute); cudaStreamDestroy(copies);
    return h != 7;
}
