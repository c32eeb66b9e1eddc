// category: fence-between-gpus
// shows: an event makes the kernel wait for a copy in another stream from another GPU
#include <cstdio>
#include <cstdlib>

__global__ void consume(const float *box, float *out)
{
    out[threadIdx.x] = box[threadIdx.x] + 1;
}

int main()
{
    const int n = 64;
    setenv("EMU_GPUS", "2", 0);
    float h[n], *from, *box, *out;
    int wrong = 0;
    cudaStream_t copies;
    cudaEvent_t copied;
    for (int i = 0; i < n; ++i) h[i] = 1.5f * i;
    cudaSetDevice(1);
    cudaMalloc(&from, n * sizeof(float));
    cudaMemcpy(from, h, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaSetDevice(0);
    cudaMalloc(&box, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemset(box, 0, n * sizeof(float));
    cudaDeviceSynchronize();
    cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
    cudaMemcpyPeerAsync(box, 0, from, 1, n * sizeof(float), copies);
    cudaEventCreate(&copied);
    cudaEventRecord(copied, copies);
    cudaStreamWaitEvent(0, copied, 0);
    consume<<<1, n>>>(box, out);
    cudaDeviceSynchronize();
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) wrong += h[i] != 1.5f * i + 1;
    printf("%d wrong\n", wrong);
    cudaStreamDestroy(copies);
    cudaEventDestroy(copied);
    cudaFree(from); cudaFree(box); cudaFree(out);
    return wrong != 0;
}
