// category: named-barrier
// mistake: the writers arrive for the next round before the readers have come for this one
// line: 16 17 23
// cure: a second barrier the other way round: the readers arrive, the writers wait
#include "../wgmma_tile.h"

const int ROUNDS = 5;

// Two warps write a piece, two others add it up, in turn.
__global__ void add_up(const float *in, float *out)
{
    __shared__ float values[64];
    int t = threadIdx.x % 64;
    if (threadIdx.x < 64) {
        for (int round = 0; round < ROUNDS; round++) {
            values[t] = in[64 * round + t];
            barrier_arrive(1, 128);    // MISTAKE: and on to the next round
        }
    } else {
        float sum = 0;
        for (int round = 0; round < ROUNDS; round++) {
            barrier_sync(1, 128);
            sum += values[t];
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

// expected:
// emu: barrier 1 reused: a thread comes to it again before the others have come
//   at      emu/tests/mistakes/made/named_barrier_reused.cu:17
//   kernel  add_up<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (31,0,0): warp 0, lane 31
//   address barrier 1: 32 of 128 threads have come
//   cure    the barrier is not free yet: wait until those who are late have passed it (a second barrier the other way round), or use another number
// emu: 1 kind of mistake, once; first: barrier at emu/tests/mistakes/made/named_barrier_reused.cu:17
// exit status 1
