// category: named-barrier
// shows: one barrier for full, one for empty: a thread that does not have to wait only arrives
#include "../wgmma_tile.h"

const int ROUNDS = 5;

// Two warps write a piece, two other warps add it up, in turn.
__global__ void add_up(const float *in, float *out)
{
    __shared__ float values[64];
    int t = threadIdx.x % 64;
    if (threadIdx.x < 64) {
        for (int round = 0; round < ROUNDS; round++) {
            values[t] = in[64 * round + t];
            barrier_arrive(1, 128);
            if (round + 1 < ROUNDS)
                barrier_sync(2, 128);
        }
    } else {
        float sum = 0;
        for (int round = 0; round < ROUNDS; round++) {
            barrier_sync(1, 128);
            sum += values[t];
            if (round + 1 < ROUNDS)
                barrier_arrive(2, 128);
        }
        out[t] = sum;
    }
}

int main()
{
    float h[64 * ROUNDS], r[64], *in, *out;
    for (int i = 0; i < 64 * ROUNDS; i++) h[i] = i % 9;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof r);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    add_up<<<1, 128>>>(in, out);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < 64; i++) {
        float want = 0;
        for (int round = 0; round < ROUNDS; round++) want += h[64 * round + i];
        wrong += r[i] != want;
    }
    printf("%d wrong\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
