// category: fence-between-gpus
// shows: a buffer on another GPU is filled again after its reader has set a flag
#include <cstdio>
#include <cstdlib>

// A ring of one buffer: rank 1 fills it, rank 0 reads it.
__global__ void fill(float *box, volatile int *full, volatile int *empty, int rounds)
{
    for (int round = 1; round <= rounds; round++) {
        while (*empty < round - 1) { }
        __threadfence_system();
        *box = round;
        __threadfence_system();
        *full = round;
    }
}

__global__ void drain(const float *box, volatile int *full, volatile int *empty, float *sum, int rounds)
{
    *sum = 0;
    for (int round = 1; round <= rounds; round++) {
        while (*full < round) { }
        __threadfence_system();
        *sum += *box;
        __threadfence_system();
        *empty = round;
    }
}

int main()
{
    const int rounds = 3;
    setenv("EMU_GPUS", "2", 0);
    float h, *box, *sum;
    int *flags;
    cudaSetDevice(1);
    cudaDeviceEnablePeerAccess(0, 0);
    cudaSetDevice(0);
    cudaMalloc(&box, sizeof(float));
    cudaMalloc(&sum, sizeof(float));
    cudaMalloc(&flags, 2 * sizeof(int));
    cudaMemset(flags, 0, 2 * sizeof(int));
    cudaDeviceSynchronize();
    cudaSetDevice(1);
    fill<<<1, 1>>>(box, &flags[0], &flags[1], rounds);
    cudaSetDevice(0);
    drain<<<1, 1>>>(box, &flags[0], &flags[1], sum, rounds);
    cudaDeviceSynchronize();
    cudaSetDevice(1);
    cudaDeviceSynchronize();
    cudaMemcpy(&h, sum, sizeof(h), cudaMemcpyDefault);
    printf("%g\n", h);
    cudaFree(box); cudaFree(sum); cudaFree(flags);
    return h != 6;
}
