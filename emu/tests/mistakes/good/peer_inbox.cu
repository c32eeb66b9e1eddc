// category: peer-buffer-reused
// shows: two slots on another GPU; each is filled again after its reader has counted the round as read
#include <cstdio>
#include <cstdlib>

const int N = 64, ROUNDS = 5, SLOTS = 2;

__global__ void produce(float *inbox, volatile int *full, volatile int *empty)
{
    for (int round = 1; round <= ROUNDS; ++round) {
        float *slot = inbox + round % SLOTS * N;
        if (threadIdx.x == 0)
            while (*empty < round - SLOTS) { }
        __syncthreads();
        slot[threadIdx.x] = round * threadIdx.x;
        __threadfence_system();
        __syncthreads();
        if (threadIdx.x == 0) *full = round;
    }
}

__global__ void consume(const float *inbox, volatile int *full, volatile int *empty, float *out)
{
    float sum = 0;
    for (int round = 1; round <= ROUNDS; ++round) {
        const float *slot = inbox + round % SLOTS * N;
        if (threadIdx.x == 0)
            while (*full < round) { }
        __syncthreads();
        sum += slot[threadIdx.x];
        __threadfence_system();
        __syncthreads();
        if (threadIdx.x == 0) *empty = round;
    }
    out[threadIdx.x] = sum;
}

int main()
{
    setenv("EMU_GPUS", "2", 0);
    float h[N], *inbox, *out;
    int *flags, wrong = 0;
    cudaSetDevice(1);
    cudaDeviceEnablePeerAccess(0, 0);
    cudaSetDevice(0);
    cudaMalloc(&inbox, SLOTS * N * sizeof(float));
    cudaMalloc(&out, N * sizeof(float));
    cudaMalloc(&flags, 2 * sizeof(int));
    cudaMemset(flags, 0, 2 * sizeof(int));
    cudaDeviceSynchronize();
    consume<<<1, N>>>(inbox, &flags[0], &flags[1], out);
    cudaSetDevice(1);
    produce<<<1, N>>>(inbox, &flags[0], &flags[1]);
    cudaDeviceSynchronize();
    cudaSetDevice(0);
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; ++i) wrong += h[i] != ROUNDS * (ROUNDS + 1) / 2 * i;
    printf("%d wrong\n", wrong);
    cudaFree(inbox); cudaFree(out); cudaFree(flags);
    return wrong != 0;
}
