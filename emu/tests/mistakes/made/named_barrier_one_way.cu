// category: named-barrier
// mistake: both sides wait until a piece has arrived; no thread waits until it has been read
// line: 16 17 23
// cure: a second barrier after the piece was read: the readers arrive, the writers wait
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
            barrier_sync(1, 128);    // MISTAKE: the next round's writes come at once
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
// emu: race in shared memory: write of 4 bytes, not ordered with another thread's read
//   at      emu/tests/mistakes/made/named_barrier_one_way.cu:16
//   kernel  add_up<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (32,0,0): warp 1, lane 0
//   address values + 128 bytes; values is float [64], 256 bytes
//   other   read at emu/tests/mistakes/made/named_barrier_one_way.cu:23 by block (0,0,0), thread (96,0,0)
//   cure    put __syncthreads() between the two accesses, reached by all threads of the block (__syncwarp() if only lanes of one warp share the element)
// emu: race in shared memory: read of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/made/named_barrier_one_way.cu:23
//   kernel  add_up<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (64,0,0): warp 2, lane 0
//   address values + 0 bytes; values is float [64], 256 bytes
//   other   write at emu/tests/mistakes/made/named_barrier_one_way.cu:16 by block (0,0,0), thread (0,0,0)
//   cure    put __syncthreads() between the two accesses, reached by all threads of the block (__syncwarp() if only lanes of one warp share the element)
// emu: 1 kind of mistake, 256 times; first: race at emu/tests/mistakes/made/named_barrier_one_way.cu:16
// exit status 1
