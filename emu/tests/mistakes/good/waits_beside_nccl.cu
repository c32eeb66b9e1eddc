// category: waits-in-streams
// shows: a kernel waits for a flag that a kernel of the other GPU sets; the sum over both GPUs comes after both
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <nccl.h>

const int RANKS = 2;

__global__ void produce(volatile float *x, volatile int *flag)
{
    *x = 3;
    __threadfence_system();
    *flag = 1;
}

__global__ void consume(volatile float *x, volatile int *flag, float *y)
{
    while (*flag == 0) { }
    __threadfence_system();
    *y = *x + 1;
}

int main()
{
    setenv("EMU_GPUS", "2", 0);
    ncclComm_t comm[RANKS];
    cudaStream_t stream[RANKS];
    float h, *x, *y[RANKS], *sum[RANKS];
    int *flag;
    if (ncclCommInitAll(comm, RANKS, NULL) != ncclSuccess) return 1;
    for (int r = 0; r < RANKS; ++r) {
        cudaSetDevice(r);
        if (r == 1) cudaDeviceEnablePeerAccess(0, 0);
        cudaStreamCreate(&stream[r]);
        cudaMalloc(&y[r], sizeof(float));
        cudaMalloc(&sum[r], sizeof(float));
        cudaMemset(y[r], 0, sizeof(float));
        cudaDeviceSynchronize();
    }
    cudaSetDevice(0);
    cudaMalloc(&x, sizeof(float));
    cudaMalloc(&flag, sizeof(int));
    cudaMemset(flag, 0, sizeof(int));
    cudaDeviceSynchronize();
    consume<<<1, 1, 0, stream[0]>>>(x, flag, y[0]);
    cudaSetDevice(1);
    produce<<<1, 1, 0, stream[1]>>>(x, flag);
    ncclGroupStart();
    for (int r = 0; r < RANKS; ++r)
        ncclAllReduce(y[r], sum[r], 1, ncclFloat, ncclSum, comm[r], stream[r]);
    ncclGroupEnd();
    cudaStreamSynchronize(stream[1]);
    cudaSetDevice(0);
    cudaStreamSynchronize(stream[0]);
    cudaMemcpy(&h, sum[0], sizeof(h), cudaMemcpyDeviceToHost);
    printf("%g\n", h);
    cudaFree(x); cudaFree(flag);
    for (int r = 0; r < RANKS; ++r) {
        ncclCommDestroy(comm[r]);
        cudaStreamDestroy(stream[r]);
        cudaFree(y[r]); cudaFree(sum[r]);
    }
    return h != 4;
}
