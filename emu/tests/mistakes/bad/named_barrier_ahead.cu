// category: named-barrier
// mistake: the loader arrives for all of its pieces before the readers have arrived for the first
// line: 18 22
// cure: a barrier for each piece, numbered 1 and 2 in turn, and one by which the readers answer
#include "../wgmma_tile.h"

const int PIECES = 2;

// One warp fills two pieces, another warp adds them up.
__global__ void add_up(const float *in, float *out)
{
    __shared__ float pieces[PIECES][32];
    int t = threadIdx.x % 32;
    float sum = 0;
    for (int i = 0; i < PIECES; i++) {
        if (threadIdx.x < 32) {
            pieces[i][t] = in[32 * i + t];
            barrier_arrive(1, 64);    // MISTAKE: the second time round the first may not be over
        } else {
            barrier_sync(1, 64);
            sum += pieces[i][t];
        }
    }
    if (threadIdx.x >= 32)
        out[t] = sum;
}

int main()
{
    float h[32 * PIECES], r[32], *in, *out;
    for (int i = 0; i < 32 * PIECES; i++) h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof r);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    add_up<<<1, 64>>>(in, out);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < 32; i++) wrong += r[i] != 2 * i + 32;
    printf("%d wrong\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

// expected:
// emu: barrier 1 reused: a thread arrives again before all others have arrived
//   at      emu/tests/mistakes/bad/named_barrier_ahead.cu:18
//   kernel  add_up<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (31,0,0): warp 0, lane 31
//   address barrier 1: 32 of 64 threads have come
//   cure    the barrier is not free yet: wait until the late threads have passed it (a second barrier in the other direction), or use another number
// emu: 1 kind of mistake, once; first: barrier at emu/tests/mistakes/bad/named_barrier_ahead.cu:18
// exit status 1
