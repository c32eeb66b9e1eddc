// category: flag-of-a-copy
// shows: a kernel waits for a flag that the stream writes after a copy from another GPU
#include <cstdio>
#include <cstdlib>
#include <cuda.h>

__global__ void consume(const float *box, volatile int *flag, float *out)
{
    if (threadIdx.x == 0)
        while (*flag == 0) { }
    __syncthreads();
    out[threadIdx.x] = box[threadIdx.x] + 1;
}

int main()
{
    const int n = 64;
    setenv("EMU_GPUS", "2", 0);
    float h[n], *from, *box, *out;
    int *flag, wrong = 0;
    cudaStream_t copies, other;
    for (int i = 0; i < n; ++i) h[i] = 1.5f * i;
    cudaSetDevice(0);
    cudaMalloc(&box, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMalloc(&flag, sizeof(int));
    cudaMemset(box, 0, n * sizeof(float));
    cudaMemset(flag, 0, sizeof(int));
    cudaDeviceSynchronize();
    cudaSetDevice(1);
    cudaDeviceEnablePeerAccess(0, 0);
    cudaMalloc(&from, n * sizeof(float));
    cudaMemcpy(from, h, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaSetDevice(0);
    consume<<<1, n>>>(box, flag, out);
    cudaSetDevice(1);
    cudaMemcpyPeerAsync(box, 0, from, 1, n * sizeof(float), copies);
    cuStreamWriteValue32(copies, (CUdeviceptr)flag, 1, 0);
    cudaDeviceSynchronize();
    cudaSetDevice(0);
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) wrong += h[i] != 1.5f * i + 1;
    printf("%d wrong\n", wrong);
    cudaStreamDestroy(copies); cudaStreamDestroy(other);
    cudaFree(from); cudaFree(box); cudaFree(out); cudaFree(flag);
    return wrong != 0;
}
