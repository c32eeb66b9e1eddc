// category: fence-between-gpus
// shows: a flag between two GPUs, with a fence and an atomic of the system's scope
#include <cstdio>
#include <cstdlib>

__global__ void produce(float *box, int *flag)
{
    box[threadIdx.x] = 1.5f * threadIdx.x;
    __threadfence_system();
    __syncthreads();
    if (threadIdx.x == 0) atomicExch_system(flag, 1);
}

__global__ void consume(const float *box, int *flag, float *out)
{
    if (threadIdx.x == 0)
        while (atomicAdd_system(flag, 0) == 0) { }
    __syncthreads();
    out[threadIdx.x] = box[threadIdx.x] + 1;
}

int main()
{
    const int n = 64;
    setenv("EMU_GPUS", "2", 0);
    float h[n], *box, *out;
    int *flag, wrong = 0;
    cudaSetDevice(1);
    cudaDeviceEnablePeerAccess(0, 0);
    cudaSetDevice(0);
    cudaMalloc(&box, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMalloc(&flag, sizeof(int));
    cudaMemset(flag, 0, sizeof(int));
    cudaDeviceSynchronize();
    consume<<<1, n>>>(box, flag, out);
    cudaSetDevice(1);
    produce<<<1, n>>>(box, flag);
    cudaDeviceSynchronize();
    cudaSetDevice(0);
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) wrong += h[i] != 1.5f * i + 1;
    printf("%d wrong\n", wrong);
    cudaFree(box); cudaFree(out); cudaFree(flag);
    return wrong != 0;
}
